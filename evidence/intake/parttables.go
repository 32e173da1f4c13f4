package intake

import (
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/lectio/lectio/evidence"
	"github.com/lectio/lectio/evidence/date"
	"github.com/lectio/lectio/evidence/yamlpos"
)

// PartTable is a table of what records have several of beyond the short form, or of
// their objects and finds, for a data set: a row names its record, or its clause.
type PartTable struct {
	Name, About string
	OfClauses   bool // rows name a clause or an observation, RECORD#NUMBER, and not a record
	// Columns stand behind the name and the number of the row among those of the same
	// record or clause.
	Columns []Column
	Rows    []PartRow
}

// PartRow is a row of a PartTable.
type PartRow struct {
	Record string
	Of     string // the record, or the clause
	N      int    // counted from 1
	Cells  []string
}

// PartTables are the tables of the parts that some record has.
func PartTables(c *evidence.Corpus) (tables []*PartTable) {
	add := func(t *PartTable) {
		if len(t.Rows) > 0 {
			tables = append(tables, t)
		}
	}
	fields := reflect.TypeFor[evidence.Parts]()
	for i := range fields.NumField() {
		f := fields.Field(i)
		key, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		typ := f.Type
		if typ.Kind() == reflect.Slice {
			typ = typ.Elem()
		}
		if typ.Kind() != reflect.Pointer || typ.Elem().Kind() != reflect.Struct || typ == reflect.TypeFor[*evidence.Embargo]() {
			continue
		}
		t := &PartTable{Name: "record_" + key, About: f.Tag.Get("jsonschema_description"), Columns: itemColumns(typ.Elem())}
		for _, r := range c.Records {
			t.add(r, r.ID, r.Node(key))
		}
		add(t)
	}
	add(measureTable(c))
	attested := &PartTable{Name: "clause_witnesses", About: "Which witness has a clause, or lacks it, and how it reads there.", OfClauses: true, Columns: itemColumns(reflect.TypeFor[evidence.Attestation]())}
	checked := &PartTable{Name: "clause_checked", About: "Who compared a clause or an observation with the source.", OfClauses: true, Columns: itemColumns(reflect.TypeFor[evidence.Check]())}
	for _, r := range c.Records {
		for _, cl := range r.Clauses {
			attested.add(r, r.Ref(cl.N).String(), cl.Node("witnesses"))
			checked.add(r, r.Ref(cl.N).String(), cl.Node("checked"))
		}
		for _, o := range r.Observations {
			checked.add(r, r.Ref(int(o.N)).String(), o.Node("checked"))
		}
	}
	add(attested)
	add(checked)
	return tables
}

// add adds a row for each item of a list, or for a map.
func (t *PartTable) add(r *evidence.Record, of string, n *yamlpos.Node) {
	if n == nil {
		return
	}
	for i, item := range n.Items() {
		row := PartRow{Record: r.ID, Of: of, N: i + 1}
		for k, col := range t.Columns {
			switch {
			case item.Kind == yamlpos.Scalar && k == 0: // the short form is the first field
				row.Cells = append(row.Cells, oneCell(item.Text))
			case item.Kind == yamlpos.Scalar:
				row.Cells = append(row.Cells, "")
			default:
				row.Cells = append(row.Cells, portable(col, col.cell(item)))
			}
		}
		t.Rows = append(t.Rows, row)
	}
}

// portable is a cell of a table for other programs: a date in the forms that they read.
func portable(c Column, cell string) string {
	if len(c.Path) == 0 || !slices.Contains([]string{"edtf", "life", "on"}, c.Path[len(c.Path)-1]) {
		return cell
	}
	if e, err := date.ParseEDTF(cell); err == nil && !e.IsZero() {
		return e.Portable().Text
	}
	return cell
}

// itemColumns are the columns of a thing by itself.
func itemColumns(t reflect.Type) []Column {
	key := map[reflect.Type]string{reflect.TypeFor[evidence.Location](): "location", reflect.TypeFor[evidence.Date](): "date", reflect.TypeFor[evidence.SourceRef](): "source"}[t]
	if key == "" {
		return columnsOfPart(t, nil)
	}
	var columns []Column
	for _, c := range everyColumn {
		if len(c.Path) > 1 && c.Path[0] == key {
			c.Path = slices.Clone(c.Path[1:])
			c.Name = partName(c.Path)
			columns = append(columns, c)
		}
	}
	return columns
}

// measureTable has the measures of objects as numbers.
func measureTable(c *evidence.Corpus) *PartTable {
	t := &PartTable{Name: "object_measures", About: "A measure of an object, in numbers.", Columns: []Column{{Name: "of", Note: "what is measured"}, {Name: "from_value", Note: "a number"},
		{Name: "to_value", Note: "the other end of a range, or the same number"}, {Name: "unit", Words: evidence.Units}, {Name: "about", Words: []string{"yes", "no"}}, {Name: "note"}}}
	number := func(f float64) string { return strconv.FormatFloat(f, 'f', -1, 64) }
	for _, r := range c.Records {
		if r.Object == nil {
			continue
		}
		for i, m := range r.Object.Measures {
			about := map[bool]string{true: "yes", false: "no"}[m.About]
			t.Rows = append(t.Rows, PartRow{r.ID, r.ID, i + 1, []string{m.Of, number(m.From), number(m.To), m.Unit, about, m.Note}})
		}
	}
	return t
}

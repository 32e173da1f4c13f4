package intake

import (
	"encoding/json"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/lectio/lectio/evidence/date"
	"github.com/lectio/lectio/evidence/diag"
	"github.com/lectio/lectio/evidence/fold"
	"github.com/lectio/lectio/evidence/store"
	"github.com/lectio/lectio/evidence/yamlpos"
)

// Mapping says what the columns of a table are that was not made for a corpus.
type Mapping struct {
	Columns []MappedColumn
	// ID is the pattern of ids: {HEADING} stands for a cell, {row} for the number of
	// the row.
	ID string
	// Set are fields that are the same in every row.
	Set []MappedColumn
	// With are tables that are joined: FILE:COLUMN, or FILE:COLUMN=THEIRS.
	With  []string
	Order date.Order
	// Spans reads 1911-12 as two years (see [date.Reader]).
	Spans bool
	// Years is how years with a minus are counted. Where it is not said, they are counted as
	// years BCE in columns of years (see [Mapping.ofYears]), and as in EDTF elsewhere.
	Years date.Count
	// Heading is the row of the heading, as a spreadsheet program counts; 0 where it was found
	// by itself.
	Heading int
}

// MappedColumn is a column, or for [Mapping.Set] a text, and the field that it is.
type MappedColumn struct {
	Heading string `json:"column"`
	// To is the name of a column of [RecordColumns] or [PartColumns], one of the others that Fields
	// lists, "extra:NAME", or "-" for what is left out.
	To string `json:"-"`
	// How is "name" or "contents" for what was guessed, "letters" for a column whose name was
	// made up, "" for what was said.
	How string `json:"guessed-by,omitempty"`
	// Or are the columns that could have been the field as well.
	Or []string `json:"or,omitempty"`
}

// MarshalJSON writes the field as it is written to people.
func (c MappedColumn) MarshalJSON() ([]byte, error) {
	type plain MappedColumn
	return json.Marshal(struct {
		plain
		Field string `json:"field"`
	}{plain(c), c.Path()})
}

// Path is the field as it is written to people.
func (c MappedColumn) Path() string { return FieldPath(c.To) }

// tableFields are the fields of a table that are no columns of records.
var tableFields = strings.Fields("location.latitude location.longitude date.earliest date.latest source.reference source.title source.author source.year " +
	"source.publisher source.place source.container source.url source.doi rules rights language")

// notWanted is the field of a column that is not wanted.
const notWanted = "-"

// FieldNamed finds the field that somebody names, by the name of a column or by its
// path in a record, "place" or "location.name".
func FieldNamed(name string) (string, bool) {
	trimmed := strings.TrimSpace(name)
	if trimmed == notWanted || slices.Contains(tableFields, trimmed) {
		return trimmed, true
	}
	if column := columnName(trimmed); strings.HasPrefix(column, extraMark) {
		return column, true
	}
	for _, c := range everyColumn {
		if strings.Join(c.Path, ".") == trimmed {
			return c.Name, true
		}
	}
	if columns := everyColumn; columnNamed(columns, trimmed) >= 0 {
		return columns[columnNamed(columns, trimmed)].Name, true
	}
	return "", false
}

// FieldNames are the names that [FieldNamed] finds.
func FieldNames() []string {
	var names []string
	for _, c := range everyColumn {
		names = append(names, strings.Join(c.Path, "."))
	}
	return append(append(names, tableFields...), "extra:NAME", notWanted)
}

// MappingFile is the name of the file in which the mapping of a table is kept.
func MappingFile(table string) string {
	return strings.TrimSuffix(strings.TrimSuffix(table, path.Ext(table)), "-rest") + store.MappingEnding
}

// Document writes the mapping as a file.
func (m *Mapping) Document(table string) []byte {
	columns := yamlpos.MapValue()
	for _, c := range m.Columns {
		columns = columns.With(c.Heading, yamlpos.TextValue(c.Path()))
	}
	v := yamlpos.MapValue()
	v.Comment = "What the columns of " + path.Base(table) + " are. Change what is wrong: the next import reads it here.\n" +
		"- leaves a column out, extra:NAME keeps it as a field of its own."
	v = set(v.With("columns", columns), "id", m.ID)
	if len(m.Set) > 0 {
		fixed := yamlpos.MapValue()
		for _, c := range m.Set {
			fixed = fixed.With(c.Path(), yamlpos.TextValue(c.Heading))
		}
		v = v.With("set", fixed)
	}
	if len(m.With) > 0 {
		v = v.With("with", yamlpos.ListValue(m.With...))
	}
	yes := map[bool]string{true: "yes"}
	if m.Heading > 0 {
		v = v.With("heading", yamlpos.TextValue(strconv.Itoa(m.Heading)))
	}
	astronomical := map[date.Count]string{date.Astronomical: "yes", date.BCE: "no"}
	return yamlpos.Document(set(set(set(v, "dates", string(m.Order)), "spans", yes[m.Spans]), "astronomical", astronomical[m.Years]))
}

// ReadMapping reads a mapping from its file.
func ReadMapping(file string, data []byte) (*Mapping, diag.Errors) {
	root, errs := yamlpos.Parse(file, data)
	r := yamlpos.Reader{Errs: errs}
	m := &Mapping{}
	top := r.Map(root, "a mapping", "columns", "id", "set", "with", "heading", "dates", "spans", "astronomical")
	if top == nil {
		return nil, r.Errs.Sort()
	}
	fields := func(key string, add func(name *yamlpos.Node, value *yamlpos.Node)) {
		switch n := top.Get(key); {
		case n == nil:
		case n.Kind != yamlpos.Map:
			r.Errorf(n.Pos, n.Kind.String(), "a map", "%q is a map", key)
		default:
			for i, k := range n.Keys {
				add(k, n.Values[i])
			}
		}
	}
	field := func(n *yamlpos.Node, text string) string {
		name, ok := FieldNamed(text)
		if !ok {
			r.Errorf(n.Pos, diag.Quote(text), "one of: "+strings.Join(FieldNames(), ", "), "there is no such field")
		}
		return name
	}
	fields("columns", func(name, value *yamlpos.Node) {
		m.Columns = append(m.Columns, MappedColumn{Heading: name.Text, To: field(value, r.String(value, "the field"))})
	})
	fields("set", func(name, value *yamlpos.Node) {
		m.Set = append(m.Set, MappedColumn{Heading: r.String(value, "the text"), To: field(name, name.Text)})
	})
	m.ID = r.String(top.Get("id"), "the pattern of ids")
	m.With = r.Strings(top.Get("with"), "a table to join")
	if n := top.Get("heading"); n != nil {
		m.Heading = r.Int(n, "the row of the heading", 1, yamlpos.MaxTableRows)
	}
	m.Order = date.Order(r.OneOf(top.Get("dates"), "the order of dates", string(date.DayMonthYear), string(date.MonthDayYear)))
	if n := top.Get("spans"); n != nil {
		m.Spans = r.Bool(n, "spans")
	}
	if n := top.Get("astronomical"); n != nil {
		m.Years = map[bool]date.Count{true: date.Astronomical, false: date.BCE}[r.Bool(n, "astronomical")]
	}
	return m, r.Errs.Sort()
}

// RenameInMapping is the file of a mapping in which a record or source that it gives
// to every row has another id or key.
func RenameInMapping(file string, data []byte, from, to string) ([]byte, diag.Errors) {
	editor, errs := yamlpos.NewEditor(file, data)
	if editor == nil {
		return data, errs
	}
	if every := editor.Root().Get("set"); every != nil && every.Kind == yamlpos.Map {
		for i, key := range every.Keys {
			if field, _ := FieldNamed(key.Text); !slices.Contains([]string{"id", "source", "via"}, field) {
				continue
			}
			items := strings.Split(every.Values[i].Text, "; ")
			for k := range items {
				if items[k] == from {
					items[k] = to
				}
			}
			if text := strings.Join(items, "; "); text != every.Values[i].Text {
				editor.SetAt(every.Values[i].Pos, text)
			}
		}
	}
	return editor.Bytes()
}

// Put sets the field of a column.
func (m *Mapping) Put(heading, to string) bool {
	i := slices.IndexFunc(m.Columns, func(c MappedColumn) bool { return strings.EqualFold(c.Heading, fold.OneLine(heading)) })
	if i < 0 {
		return false
	}
	if to == "extra" {
		to = extraMark + m.Columns[i].Heading
	}
	// A field that was only guessed for another column goes to this one.
	for k := range m.Columns {
		if k != i && m.Columns[k].To == to && m.Columns[k].How != "" && to != measuresField {
			m.Columns[k] = MappedColumn{Heading: m.Columns[k].Heading, To: extraMark + m.Columns[k].Heading}
		}
	}
	m.Columns[i].To, m.Columns[i].How, m.Columns[i].Or = to, "", nil
	return true
}

// Over is a mapping that was said, with what was guessed for columns of which it says nothing.
func (m *Mapping) Over(guessed *Mapping) *Mapping {
	own := *m
	for _, c := range own.Columns {
		if !guessed.Put(c.Heading, c.To) { // of a table that is joined
			guessed.Columns = append(guessed.Columns, c)
		}
	}
	own.Columns = guessed.Columns
	return &own
}

// ReasonsHeading is the column in which a table of rows that were not taken says why.
const ReasonsHeading = "reasons"

// RowHeading is the column beside it with the number that the row had.
const RowHeading = "row"

// FieldPath is a field as its path in a record, as --map names it.
func FieldPath(field string) string {
	columns := everyColumn
	if i := columnNamed(columns, field); i >= 0 && field != notWanted {
		return strings.Join(columns[i].Path, ".")
	}
	return strings.Replace(field, extraMark, "extra:", 1)
}

package intake

import (
	"slices"
	"strconv"
	"strings"

	"github.com/lectio/lectio/evidence"
	"github.com/lectio/lectio/evidence/diag"
	"github.com/lectio/lectio/evidence/exchange"
)

// Assign reads what somebody types to change a record, FIELD=VALUE each, and makes the
// rows of tables of it that [Import] takes: what is typed is read and checked as a table
// is. A field is named by its path, location.name, or as a column of a table is, place;
// clauses.3.text and texts.print.language lead into the lists, extra.NAME to a field of
// the record's own. A field that is set to nothing is emptied; date, location,
// object, find and extra set to nothing are emptied as a whole.
func Assign(r *evidence.Record, list []string) ([]*exchange.Grid, diag.Errors) {
	a := &assigner{r: r, rows: map[string]*exchange.Grid{}}
	for _, text := range list {
		field, value, ok := strings.Cut(text, "=")
		if field = strings.TrimSpace(field); !ok || field == "" {
			a.errs.Add(diag.Pos{File: text}, "", "FIELD=VALUE, such as date=1732 or location.name=Porthaven", "there is no = in it")
			continue
		}
		a.assign(field, value)
	}
	return a.grids, a.errs.Sort()
}

type assigner struct {
	r     *evidence.Record
	errs  diag.Errors
	grids []*exchange.Grid
	rows  map[string]*exchange.Grid // by the things that they are of
}

// assign finds the table that a field is in.
func (a *assigner) assign(field, value string) {
	head, rest, deeper := strings.Cut(field, ".")
	switch {
	case deeper && head == "clauses":
		number, name, _ := strings.Cut(rest, ".")
		n, ok := diag.WholeNumber(number)
		if !ok || a.r.Clause(n) == nil {
			a.errs.Add(diag.Pos{File: field}, diag.Quote(number), "the number of a clause of "+a.r.ID, "there is no such clause")
			return
		}
		a.item("clause "+number, []string{"record", "n"}, []string{a.r.ID, number}, ClauseColumns, field, name, value)
	case deeper && head == "texts":
		layer, name := rest, ""
		if i := strings.LastIndexByte(rest, '.'); i >= 0 {
			layer, name = rest[:i], rest[i+1:]
		}
		if a.r.Layer(layer) == nil {
			a.errs.Add(diag.Pos{File: field}, diag.Quote(layer), "the id of a layer of "+a.r.ID, "there is no such layer of text")
			return
		}
		a.item("layer "+layer, []string{"record", "layer"}, []string{a.r.ID, layer}, LayerColumns, field, name, value)
	default:
		a.record(field, value)
	}
}

// put sets a cell of the row of a thing, which begins with keys.
func (a *assigner) put(thing string, names, keys []string, field, column, value string) {
	g := a.rows[thing]
	if g == nil {
		g = &exchange.Grid{File: field, Rows: []exchange.GridRow{{Cells: slices.Clone(names)}, {Cells: slices.Clone(keys)}}}
		for range names {
			g.Places = append(g.Places, a.r.ID)
		}
		a.rows[thing] = g
		a.grids = append(a.grids, g)
	}
	if slices.Contains(g.Rows[0].Cells, column) {
		a.errs.Add(diag.Pos{File: field}, diag.Quote(value), "each field once", "the field is set twice")
		return
	}
	g.Rows[0].Cells, g.Rows[1].Cells = append(g.Rows[0].Cells, column), append(g.Rows[1].Cells, value)
	g.Places = append(g.Places, field)
}

// item sets a field of a clause or of a layer.
func (a *assigner) item(thing string, names, keys []string, columns []Column, field, name, value string) {
	var known []string
	for _, c := range columns {
		if !c.Fixed {
			known = append(known, c.Name)
		}
	}
	switch i := columnNamed(columns, name); {
	case i >= 0 && columns[i].Fixed, name == "id":
		a.errs.Add(diag.Pos{File: field}, diag.Quote(name), "one of: "+strings.Join(known, ", "),
			"it is what others name the %s by; the number of a clause is changed by 'clause move'", strings.Fields(thing)[0])
	case i < 0:
		a.noField(field, name, known)
	default:
		a.put(thing, names, keys, field, columns[i].Name, value)
	}
}

// record sets a field of the record itself.
func (a *assigner) record(field, value string) {
	put := func(column, value string) { a.put("record", []string{"id"}, []string{a.r.ID}, field, column, value) }
	if value == "" && slices.Contains([]string{"date", "location", "object", "find", "extra"}, field) {
		columns := everyColumn
		for _, x := range a.r.Extra {
			columns = append(columns, ExtraColumn(x.Name))
		}
		for _, c := range columns {
			if c.Path[0] == field && c.cell(a.r.Node()) != "" {
				put(c.Name, "")
			}
		}
		return
	}
	if name, own := strings.CutPrefix(field, "extra."); own && name != "" {
		field = extraMark + name
	}
	name, ok := FieldNamed(field)
	switch {
	case ok && name == "id":
		a.errs.Add(diag.Pos{File: field}, "", "", "the id is what everything else names the record by; 'lectio evidence rename' changes it everywhere")
	case !ok || name == notWanted || slices.Contains(tableFields, name):
		var known []string
		for _, n := range FieldNames() {
			if n != "id" && n != notWanted && !slices.Contains(tableFields, n) {
				known = append(known, strings.ReplaceAll(n, "extra:", "extra."))
			}
		}
		a.noField(field, field, append(known, "clauses.NUMBER.FIELD", "texts.LAYER.FIELD"))
	default:
		put(name, value)
	}
}

func (a *assigner) noField(field, name string, known []string) {
	hint := ""
	if near := diag.DidYouMean(name, known); near != "" {
		hint = "; " + near
	}
	a.errs.Add(diag.Pos{File: field}, diag.Quote(name), "one of: "+strings.Join(known, ", "), "there is no such field%s", hint)
}

// NewClause is the row of a clause that a record is to get; fields are FIELD=VALUE each.
// Without a number it is behind the last.
func NewClause(r *evidence.Record, text string, fields []string) (*exchange.Grid, int, diag.Errors) {
	var errs diag.Errors
	n := 1
	if k := len(r.Clauses); k > 0 {
		n = r.Clauses[k-1].N + 1
	}
	g := &exchange.Grid{File: "TEXT", Places: []string{r.ID, "n", "TEXT"},
		Rows: []exchange.GridRow{{Cells: []string{"record", "n", "text"}}, {Cells: []string{r.ID, "", text}}}}
	for _, f := range fields {
		name, value, ok := strings.Cut(f, "=")
		name = strings.TrimSpace(name)
		i := columnNamed(ClauseColumns, name)
		switch {
		case !ok:
			errs.Add(diag.Pos{File: f}, "", "FIELD=VALUE, such as in=print", "there is no = in it")
		case name == "n":
			var whole bool
			if n, whole = diag.WholeNumber(value); !whole || n < 1 {
				errs.Add(diag.Pos{File: "n"}, diag.Quote(value), "a whole number from 1", "this is no number of a clause%s", diag.NumberHint(value))
			} else if r.Clause(n) != nil {
				errs.Add(diag.Pos{File: "n"}, value, "a number of its own; 'lectio evidence clause move' makes room", "the record has a clause %d, at %s", n, r.Clause(n).Pos())
			}
		case i < 0 || ClauseColumns[i].Fixed || name == "text":
			errs.Add(diag.Pos{File: f}, diag.Quote(name), "one of: n, in, wording, rule, why, supports, adds, contradicts, lacks, note", "a clause has no such field to be given here")
		default:
			g.Rows[0].Cells, g.Rows[1].Cells = append(g.Rows[0].Cells, ClauseColumns[i].Name), append(g.Rows[1].Cells, value)
			g.Places = append(g.Places, name)
		}
	}
	g.Rows[1].Cells[1] = strconv.Itoa(n)
	return g, n, errs.Sort()
}

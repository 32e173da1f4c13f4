package intake

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/lectio/lectio/evidence"
	"github.com/lectio/lectio/evidence/diag"
	"github.com/lectio/lectio/evidence/exchange"
	"github.com/lectio/lectio/evidence/ids"
	"github.com/lectio/lectio/evidence/yamlpos"
)

// tableRow is a row of a table whose columns are known.
type tableRow struct {
	g       *exchange.Grid
	i       int
	kind    string // of table, as gridKind has it
	columns []Column
	at      []int // which of columns each of the table is, or -1
	// own are the columns that the table itself has; what stands behind them was worked out.
	own int
}

// cell is the text of a cell; a row that is shorter than the heading ends in empty ones.
func (r tableRow) cell(c int) string { return cellAt(r.g, r.i, c) }

// where is the place of a cell as text, and pos for errors.
func (r tableRow) where(c int) string { return r.g.Where(r.i, c) }
func (r tableRow) pos(c int) diag.Pos { return r.g.Pos(r.i, c) }

// eachRow hands on the rows of a table in which anything stands.
func (p *planner) eachRow(t tableRow, do func(tableRow)) {
	for t.i = 1; t.i < len(t.g.Rows); t.i++ {
		if strings.TrimSpace(strings.Join(t.g.Rows[t.i].Cells, "")) != "" {
			do(t)
		}
	}
}

// twice reports a row that is of the same thing as one above it. seen are the places
// of those, by their names.
func (p *planner) twice(seen map[string]string, r tableRow, c int, what, name string) bool {
	first, is := seen[name]
	if is {
		p.errs.Add(r.pos(c), diag.Quote(name), "each "+what+" once", "the %s %s is in the table twice; first at %s", what, diag.Quote(name), first)
	} else {
		seen[name] = r.where(c)
	}
	return is
}

// noRecord reports a row of a record that is nowhere.
func (p *planner) noRecord(r tableRow, c int, id string) {
	hint := ""
	if near := diag.DidYouMean(id, p.c.RecordIDs()); near != "" {
		hint = "; " + near
	}
	p.errs.Add(r.pos(c), diag.Quote(id), "the id of a record", "there is no such record, in the corpus or in the table of records%s", hint)
}

// values are what the cells of a row say, with the places that they come from, which
// are below the path.
func (p *planner) values(r tableRow, below ...any) (v yamlpos.Value, origins []origin) {
	v = yamlpos.MapValue()
	for k, col := range r.columns {
		c := slices.Index(r.at, k)
		if c < 0 || col.Path == nil || p.cannotHold(r, c) {
			continue
		}
		if x, ok := col.value(r.cell(c)); ok {
			v = nested(v, col.Path, x)
			full := slices.Clone(below)
			for _, key := range col.Path {
				full = append(full, key)
			}
			origins = append(origins, origin{full, r.where(c)})
		}
	}
	return v, origins
}

// compare compares the cells of a row with what the corpus has below base.
func (p *planner) compare(row tableRow, key string, r *evidence.Record, base *yamlpos.Node, list string, ch Change) {
	for c, k := range row.at {
		if k >= 0 && !row.columns[k].Fixed && (c < row.own || row.cell(c) != "") {
			p.cell(row, c, key, r, base, list, ch)
		}
	}
}

// columnsOf matches the heading of a table with columns; -1 for a column that is
// worked out by the program and not read.
func (p *planner) columnsOf(g *exchange.Grid, columns []Column, extra, passed []string) ([]int, map[string]int) {
	at := make([]int, len(g.Rows[0].Cells))
	more := map[string]int{}
	seen := map[string]bool{}
	var names []string
	for _, c := range columns {
		names = append(names, c.Name)
	}
	names = append(names, extra...)
	for i, h := range g.Rows[0].Cells {
		at[i] = -1
		name := columnName(h)
		if name == "" {
			continue
		}
		if seen[name] {
			p.errs.Add(g.Pos(0, i), diag.Quote(h), "each column once", "the column %s is there twice", diag.Quote(h))
		}
		seen[name] = true
		switch k := columnNamed(columns, h); {
		case k >= 0:
			at[i] = k
		case slices.Contains(extra, name):
			more[name] = i
		case slices.Contains(passed, name):
		default:
			hint := ""
			if near := diag.DidYouMean(name, names); near != "" {
				hint = "; " + near
			}
			p.errs.Add(g.Pos(0, i), diag.Quote(h), "one of: "+strings.Join(names, ", "), "unknown column %s%s", diag.Quote(h), hint)
		}
	}
	if row, c, lacks := lacksHeading(g); lacks {
		p.errs.Add(g.Pos(row, c), diag.Quote(cellAt(g, row, c)), "a heading for the column, or nothing in it",
			"the column %s has no heading, and what stands in it would be lost", exchange.Letters(c))
	}
	p.refuseDates(g, columns, at, more)
	return at, more
}

// refuseDates reports the cells that a workbook keeps as dates where they are no
// days, and where a text belongs: what was typed there, 12-14 perhaps, is lost.
func (p *planner) refuseDates(g *exchange.Grid, columns []Column, at []int, more map[string]int) {
	used := map[int]bool{} // of the columns that are read, whether dates belong there
	for c, k := range at {
		if k >= 0 {
			used[c] = columns[k].Name == "date"
		}
	}
	for name, c := range more {
		used[c] = name == "date"
	}
	for i := 1; i < len(g.Rows); i++ {
		for _, c := range slices.Sorted(maps.Keys(g.Rows[i].Dates)) {
			problem := g.Rows[i].Dates[c]
			dates, read := used[c]
			cell := g.Rows[i].Cells[c]
			switch {
			case read && problem != "":
				p.errs.Add(g.Pos(i, c), "a date cell", "a date as text, such as 1888, 1888-05 or 1888-05-17",
					"the date cannot be taken over: %s; format the cell as text and write the date again", problem)
			case read && !dates:
				p.errs.Add(g.Pos(i, c), "the date "+cell, "a text",
					"a date stands in the column %s, perhaps made of something else that was typed there; "+
						"format the cell as text and write it again", diag.Quote(g.Rows[0].Cells[c]))
			}
		}
	}
}

var (
	// ownHeadings are columns of a table of records that are no fields of one.
	ownHeadings = []string{"rules", "rights", "language", textsJSON, clausesJSON, sourcesJSON}
	// workedOut are columns of lists of records that are not read.
	workedOut = []string{"first year", "last year", "in range", "in box", "found in", "clauses", "not rules", "questions", "file"}
)

// records reads a table of records.
func (p *planner) records(g *exchange.Grid) {
	columns := everyColumn
	for _, h := range g.Rows[0].Cells {
		if name, ok := strings.CutPrefix(columnName(h), extraMark); ok {
			columns = append(columns, ExtraColumn(name))
		}
	}
	at, more := p.columnsOf(g, columns, ownHeadings, workedOut)
	idColumn := slices.Index(at, 0)
	if idColumn < 0 {
		return
	}
	t := tableRow{kind: "records", columns: columns, own: len(at)}
	t.g, t.at = p.understand(g, columns, at)
	seen := map[string]string{}
	p.eachRow(t, func(row tableRow) {
		id := row.cell(idColumn)
		if id == "" {
			p.errs.Add(row.pos(idColumn), "nothing", "the id of a record", "the row has no id")
			return
		}
		if e := ids.Problem("the id of the record", id); e != nil {
			e.Pos = row.pos(idColumn)
			p.errs = append(p.errs, *e)
			return
		}
		if p.twice(seen, row, idColumn, "record", id) {
			return
		}
		r := p.c.Record(id)
		if rules, ok := more["rules"]; !ok || row.cell(rules) == "" {
			p.ofNoRules(row, more)
		}
		if r == nil {
			p.newRecord(row, id, idColumn, more)
			return
		}
		p.compare(row, id, r, r.Node(), "", Change{})
		if c, ok := more["rules"]; ok && row.cell(c) != "" {
			p.note("%s: the rules of %s were passed over: the record has clauses already", row.where(c), id)
		}
	})
}

// ofNoRules tells what a row says of a text of rules that it has not.
func (p *planner) ofNoRules(row tableRow, more map[string]int) {
	for _, name := range []string{"rights", "language"} {
		if c, ok := more[name]; ok && row.cell(c) != "" {
			p.understands(row.g, row.i, c, Understood{Field: name, From: row.cell(c), To: Nothing, Doubt: "there is no text of rules that it could be of"})
		}
	}
}

// newRecord takes a row of a record that the corpus has not.
func (p *planner) newRecord(row tableRow, id string, idColumn int, more map[string]int) {
	at := row.where(idColumn)
	if p.removed(row, Change{Record: id, Field: "record", From: at}, id) {
		return
	}
	if first, twice := p.made[id]; twice {
		p.errs.Add(row.pos(idColumn), diag.Quote(id), "an id of its own", "the record %s is imported twice; first from %s", diag.Quote(id), first)
		return
	}
	p.made[id] = at
	t := &tableRecord{at: at}
	t.value, t.origins = p.values(row)
	for name, to := range map[string]*string{"rules": &t.rules, "rights": &t.rights, "language": &t.language} {
		if c, ok := more[name]; ok {
			*to = row.cell(c)
		}
	}
	p.takeLists(t, row.g, row.i, more)
	p.rows[id] = t
	p.order = append(p.order, id)
}

// nested puts a value into a map at a path.
func nested(v yamlpos.Value, keys []string, to yamlpos.Value) yamlpos.Value {
	if len(keys) == 1 {
		return v.With(keys[0], to)
	}
	i := slices.Index(v.Keys, keys[0])
	if i < 0 {
		return v.With(keys[0], nested(yamlpos.MapValue(), keys[1:], to))
	}
	v.Values[i] = nested(v.Values[i], keys[1:], to)
	return v
}

// clauses reads a table of clauses.
func (p *planner) clauses(g *exchange.Grid) {
	at, more := p.columnsOf(g, ClauseColumns, verdictColumns, []string{"game"})
	recordColumn, numberColumn := slices.Index(at, 0), slices.Index(at, 1)
	if recordColumn < 0 || numberColumn < 0 {
		return
	}
	seen := map[string]string{}
	own := len(at)
	g, at = p.withVerdicts(g, at, more)
	p.eachRow(tableRow{g: g, kind: "clauses", columns: ClauseColumns, at: at, own: own}, func(row tableRow) {
		id, number := row.cell(recordColumn), row.cell(numberColumn)
		n, ok := diag.WholeNumber(number)
		if !ok || n < 1 || n > evidence.MaxClause {
			p.errs.Add(row.pos(numberColumn), diag.Quote(number), fmt.Sprintf("a whole number from 1 to %d", evidence.MaxClause),
				"this is no number of a clause%s", diag.NumberHint(number))
			return
		}
		ref := evidence.ClauseRef{Record: id, N: n}
		if p.twice(seen, row, numberColumn, "clause", ref.String()) {
			return
		}
		r, t := p.c.Record(id), p.rows[id]
		if cl := p.c.Clause(ref); cl != nil {
			p.compare(row, ref.String(), r, cl.Node(), "clauses", Change{Clause: n})
			return
		}
		if t == nil && p.removed(row, Change{Record: id, Clause: n, Field: "clause", From: row.where(numberColumn)}, ref.String()) {
			return
		}
		switch {
		case r != nil:
			p.newClause(row, r, ref, row.where(numberColumn))
		case t != nil:
			v, origins := p.values(row, "clauses", n)
			t.clauses, t.numbers = append(t.clauses, v), append(t.numbers, n)
			t.origins = append(t.origins, origins...)
		default:
			p.noRecord(row, recordColumn, id)
		}
	})
}

// newClause gives a record of the corpus a clause more.
func (p *planner) newClause(row tableRow, r *evidence.Record, ref evidence.ClauseRef, from string) {
	e := p.editor(r)
	if e == nil {
		return
	}
	v, _ := p.values(row)
	if len(r.Clauses) == 0 {
		p.newClauses[r.ID] = append(p.newClauses[r.ID], v)
	} else {
		before, _ := slices.BinarySearchFunc(r.Clauses, ref.N, func(cl *evidence.Clause, n int) int { return cl.N - n })
		e.Insert([]any{"clauses"}, before, v)
	}
	p.origins[r.Pos().File] = append(p.origins[r.Pos().File], origin{nil, from})
	p.plan.Clauses = append(p.plan.Clauses, Added{ID: ref.String(), File: r.Pos().File, From: from, Content: v.FlowText(false)})
}

// texts reads a table of layers.
func (p *planner) texts(g *exchange.Grid) {
	at, _ := p.columnsOf(g, LayerColumns, nil, []string{"game"})
	recordColumn, layerColumn := slices.Index(at, 0), slices.Index(at, 1)
	if recordColumn < 0 || layerColumn < 0 {
		return
	}
	seen := map[string]string{}
	p.eachRow(tableRow{g: g, kind: "texts", columns: LayerColumns, at: at, own: len(at)}, func(row tableRow) {
		id, layer := row.cell(recordColumn), row.cell(layerColumn)
		if e := ids.LayerProblem("the id of a layer", layer); e != nil {
			e.Pos = row.pos(layerColumn)
			p.errs = append(p.errs, *e)
			return
		}
		key, from := id+"/"+layer, row.where(layerColumn)
		if p.twice(seen, row, layerColumn, "layer", key) {
			return
		}
		r, t := p.c.Record(id), p.rows[id]
		if r != nil {
			if l := r.Layer(layer); l != nil {
				p.compare(row, key, r, l.Node(), "texts", Change{Layer: layer})
				return
			}
		}
		if t == nil && p.removed(row, Change{Record: id, Layer: layer, Field: "layer", From: from}, key) {
			return
		}
		switch {
		case t != nil:
			v, origins := p.values(row, "texts", len(t.layers))
			t.layers, t.origins = append(t.layers, v), append(t.origins, origins...)
		case r != nil:
			v, _ := p.values(row)
			p.layers[id] = append(p.layers[id], v)
			p.origins[r.Pos().File] = append(p.origins[r.Pos().File], origin{nil, from})
			p.plan.Layers = append(p.plan.Layers, Added{ID: key, File: r.Pos().File, From: from, Content: v.FlowText(false)})
		default:
			p.noRecord(row, recordColumn, id)
		}
	})
}

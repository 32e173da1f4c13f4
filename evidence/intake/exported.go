package intake

import (
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/lectio/lectio/evidence"
	"github.com/lectio/lectio/evidence/date"
	"github.com/lectio/lectio/evidence/exchange"
	"github.com/lectio/lectio/evidence/yamlpos"
)

// exported is what a workbook held when it was made: its tables by their kinds.
type exported map[string]*exportedTable

type exportedTable struct {
	columns map[string]int
	rows    map[string][]string
}

// exportedSheet is the hidden sheet of a kind of tables.
func exportedSheet(kind string) string { return kind + " as exported" }

// takeExported keeps what workbooks held when they were made, and returns the
// tables that people see.
func (p *planner) takeExported(grids []*exchange.Grid) []*exchange.Grid {
	var seen []*exchange.Grid
	for _, g := range grids {
		kind := gridKind(g)
		switch {
		case !g.Hidden:
			seen = append(seen, g)
		case kind != "" && g.Sheet == exportedSheet(kind):
			if p.exported[g.File] == nil {
				p.exported[g.File] = exported{}
			}
			p.exported[g.File][kind] = newExportedTable(g, kind)
		}
	}
	for _, file := range slices.Sorted(maps.Keys(p.exported)) {
		records := p.exported[file]["records"]
		if records == nil || len(records.rows) == 0 {
			continue
		}
		p.foreign[file] = true
		for id := range records.rows {
			p.foreign[file] = p.foreign[file] && p.c.Record(id) == nil
		}
		if p.foreign[file] {
			p.note("%s: the corpus has none of the records of this workbook, which is taken for that of another corpus: all of it is new", file)
		}
	}
	return seen
}

func newExportedTable(g *exchange.Grid, kind string) *exportedTable {
	t := &exportedTable{map[string]int{}, map[string][]string{}}
	for c, h := range g.Rows[0].Cells {
		t.columns[columnName(h)] = c
	}
	for _, row := range g.Rows[1:] {
		t.rows[t.key(kind, row.Cells)] = row.Cells
	}
	return t
}

// takesAll reports whether what the corpus has not is taken from a workbook as new.
func (p *planner) takesAll(file string) bool { return p.AddMissing || p.foreign[file] }

// key names the row of a record, clause (RECORD#N) or layer (RECORD/LAYER).
func (t *exportedTable) key(kind string, row []string) string {
	switch kind {
	case "clauses":
		return t.cell(row, "record") + "#" + t.cell(row, "n")
	case "texts":
		return t.cell(row, "record") + "/" + t.cell(row, "layer")
	case "sources":
		return t.cell(row, "key")
	}
	return t.cell(row, "id")
}

func (t *exportedTable) cell(row []string, column string) string {
	if c, ok := t.columns[column]; ok && c < len(row) {
		return oneCell(row[c])
	}
	return ""
}

// cell compares a cell with the value that the corpus has below base, and with
// what it was when the workbook was made.
func (p *planner) cell(row tableRow, c int, key string, r *evidence.Record, base *yamlpos.Node, list string, ch Change) {
	col, cell := row.columns[row.at[c]], row.cell(c)
	now := col.cell(base)
	if col.same(now, cell) || p.cannotHold(row, c) || p.asPublished(r, ch, col, cell) {
		return
	}
	ch.Old, ch.New, ch.From = now, cell, row.where(c)
	if t := p.exported[row.g.File][row.kind]; t != nil {
		if _, known := t.columns[col.Name]; known {
			was := t.cell(t.rows[key], col.Name)
			switch {
			case col.same(was, cell):
				p.behind[row.g.File]++
				return
			case !col.same(was, now) && !p.PreferCells && !col.adds(now, cell):
				ch.Kept, ch.Conflict, ch.Was = true, true, was
			}
		}
	}
	p.change(r, ch, col, base, list)
}

// asPublished reports a cell that says what an export has of something under embargo:
// that is no change of it.
func (p *planner) asPublished(r *evidence.Record, ch Change, col Column, cell string) bool {
	if p.published == nil {
		p.published, _ = p.c.Published(date.Day{Year: math.MinInt})
	}
	less := p.published.Record(r.ID)
	if less == nil || less == r {
		return false
	}
	base := less.Node()
	switch {
	case ch.Clause > 0:
		base = less.Clause(ch.Clause).Node()
	case ch.Layer != "":
		base = less.Layer(ch.Layer).Node()
	}
	return col.same(col.cell(base), cell)
}

// passedOver is what rows were passed over for: a record, clause or layer that
// the corpus has no more.
type passedOver struct {
	file, what, from string // from is the place of the first row
	rows             int
}

// notesOfRemoved says what rows were passed over, once for each thing they were of, and
// how many cells are older than the corpus.
func (p *planner) notesOfRemoved() {
	p.plan.Missing = len(p.passed)
	for _, x := range p.passed {
		rows := "row was"
		if x.rows > 1 {
			rows = strconv.Itoa(x.rows) + " rows were"
		}
		p.note("%s: %s is not in the corpus any more, and its %s passed over", x.from, x.what, rows)
	}
	for _, file := range slices.Sorted(maps.Keys(p.behind)) {
		n, cells := p.behind[file], "cells are"
		if n == 1 {
			cells = "cell is"
		}
		p.note("%s: %d %s older than the corpus, which was changed since the workbook was made, and left alone", file, n, cells)
	}
}

// removed reports whether a row is of a record, clause or layer that the corpus
// had when the workbook was made, and has no more. When the row was changed since,
// that is a conflict.
func (p *planner) removed(row tableRow, ch Change, key string) bool {
	t := p.exported[row.g.File][row.kind]
	if t == nil || t.rows[key] == nil || p.takesAll(row.g.File) {
		return false
	}
	for c, k := range row.at {
		if k < 0 || row.columns[k].Fixed || row.columns[k].same(t.cell(t.rows[key], row.columns[k].Name), row.cell(c)) {
			continue
		}
		if p.PreferCells {
			return false
		}
		ch.Kept, ch.Conflict, ch.Was, ch.New = true, true, t.cell(t.rows[key], row.columns[k].Name), row.cell(c)
		ch.Field += " (removed), " + row.columns[k].Name
		p.plan.Changes = append(p.plan.Changes, ch)
		return true
	}
	// Of a record that is gone one note is enough, whatever rows it had.
	what := key
	if p.c.Record(ch.Record) == nil {
		what = ch.Record
	}
	i := slices.IndexFunc(p.passed, func(x passedOver) bool { return x.file == row.g.File && x.what == what })
	if i < 0 {
		p.passed = append(p.passed, passedOver{file: row.g.File, what: what, from: ch.From})
		i = len(p.passed) - 1
	}
	p.passed[i].rows++
	return true
}

// cannotHold reports a cell that stands for a text too long for it.
func (p *planner) cannotHold(r tableRow, c int) bool {
	if !strings.HasPrefix(r.cell(c), tooLong) {
		return false
	}
	p.note("%s: the text is too long for a cell, and was passed over", r.where(c))
	return true
}

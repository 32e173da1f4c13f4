package intake

import (
	"slices"
	"strings"

	"github.com/lectio/lectio/evidence"
	"github.com/lectio/lectio/evidence/diag"
	"github.com/lectio/lectio/evidence/exchange"
)

// verdictColumns are VerdictHeadings as the table of clauses has them.
var verdictColumns = func() (names []string) {
	for _, h := range evidence.VerdictHeadings {
		names = append(names, columnName(h))
	}
	return names
}()

// checkedColumn is the column of ClauseColumns that holds checks.
var checkedColumn = columnNamed(ClauseColumns, "checked")

// withVerdicts makes checks of what readers wrote beside clauses: in the table that it
// returns they stand behind those that the clause has. at are the columns of the table,
// and more those of the verdicts.
func (p *planner) withVerdicts(g *exchange.Grid, at []int, more map[string]int) (*exchange.Grid, []int) {
	first, any := more[verdictColumns[0]]
	if !any {
		return g, at
	}
	had := slices.Index(at, checkedColumn)
	out := &exchange.Grid{File: g.File, Sheet: g.Sheet, Hidden: g.Hidden, Name: g.Name, Places: g.Places, Rows: slices.Clone(g.Rows)}
	written := map[int]bool{}
	out.From = func(row, column int) (*exchange.Grid, int, int) {
		if column == len(at) || column == had && written[row] {
			column = first
		}
		return g, row, column
	}
	for i := range out.Rows {
		row := &out.Rows[i]
		cells := make([]string, len(at)+1)
		copy(cells, row.Cells)
		row.Cells = cells
		if i == 0 {
			cells[len(at)] = "verdict, as a check"
			continue
		}
		cell := func(column string) string {
			c, ok := more[column]
			if !ok {
				return ""
			}
			return cellAt(g, i, c)
		}
		w := evidence.WrittenVerdict{Verdict: cell(verdictColumns[0]), Comment: cell(verdictColumns[1]), Name: cell(verdictColumns[2]), Date: cell(verdictColumns[3]),
			At: func(heading string) diag.Pos {
				c, ok := more[columnName(heading)]
				if !ok {
					c = first
				}
				return g.Pos(i, c)
			}}
		if !w.Written() {
			continue
		}
		check, errs := w.Check()
		if len(errs) > 0 {
			p.errs.Merge(errs)
			continue
		}
		base := p.checksBeside(g, at, i)
		list, _ := ClauseColumns[checkedColumn].value(base)
		list, _ = evidence.WithCheck(list, check.Value())
		var lines []string
		for _, item := range list.Values {
			lines = append(lines, item.FlowText(false))
		}
		to := len(at)
		if had >= 0 {
			to = had
		}
		cells[to], written[i] = strings.Join(lines, "\n"), true
	}
	if had >= 0 {
		return out, append(slices.Clone(at), -1)
	}
	return out, append(slices.Clone(at), checkedColumn)
}

// checksBeside are the checks that a row has: as its cell has them where somebody changed
// that, and otherwise as the corpus has them.
func (p *planner) checksBeside(g *exchange.Grid, at []int, i int) string {
	col := ClauseColumns[checkedColumn]
	id, number := cellAt(g, i, slices.Index(at, 0)), cellAt(g, i, slices.Index(at, 1))
	now := ""
	if n, ok := diag.WholeNumber(number); ok {
		if cl := p.c.Clause(evidence.ClauseRef{Record: id, N: n}); cl != nil {
			now = col.cell(cl.Node())
		}
	}
	c := slices.Index(at, checkedColumn)
	if c < 0 {
		return now
	}
	cell := cellAt(g, i, c)
	if t := p.exported[g.File]["clauses"]; t != nil && col.same(t.cell(t.rows[id+"#"+number], col.Name), cell) {
		return now
	}
	return cell
}

// adds reports whether a cell of the column has all that another one has, and more: two
// people who each add something do not contradict each other.
func (c Column) adds(now, cell string) bool {
	if !c.Maps || c.Sep == "" {
		return false
	}
	items := c.items(cell)
	return !slices.ContainsFunc(c.items(now), func(item string) bool { return !slices.Contains(items, item) })
}

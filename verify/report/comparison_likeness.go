package report

import (
	"fmt"
	"math"
	"strings"

	"github.com/lectio/lectio/verify/compare"
)

func (v *comparison) pairOf(a, b int) *compare.Pairing {
	for i := range v.Pairs {
		if p := &v.Pairs[i]; p.A == min(a, b) && p.B == max(a, b) {
			return p
		}
	}
	return nil
}

func (v *comparison) distance() []*Table {
	var out []*Table
	for _, g := range v.groups() {
		t := &Table{Name: tDistance + g.suffix, Title: "Distance over dimensions" + g.suffix, Printed: Whole,
			About:   "The share of the dimensions that both must settle, and do, in which their answers differ, in figures how many differ of how many; ≈ counts those that agree in the answer and not in the rules behind it. Two interpretations of one ruleset may have other rules and yet the same answers: the last figure counts the statements that differ.",
			Columns: append([]Column{{Key: "of", Title: "Distance", MaxWidth: 40}}, v.columns(g, 64)...)}
		t.Columns = append(t.Columns, Column{Key: "nearest", Title: "Nearest", MaxWidth: 20, About: "which of all columns are at the least distance"})
		for i := range v.Columns {
			cells := []Cell{Text(v.Heading(i))}
			for _, k := range g.columns {
				cells = append(cells, Text(apart(v.pairOf(i, k))))
			}
			t.Rows = append(t.Rows, Row{Key: v.Columns[i].Label, Cells: append(cells, Text(v.nearest(i)))})
		}
		out = append(out, t)
	}
	return out
}

// apart says how far two columns are apart; nil is a column and itself.
func apart(p *compare.Pairing) string {
	if p == nil {
		return "–"
	}
	text := "nothing to compare"
	if d := p.Distance(); !math.IsNaN(d) {
		text = fmt.Sprintf("%.2f\n%d of %d, %d ≈", d, p.Differ, p.Compared, p.Otherwise)
	}
	if p.SameRuleset {
		text += fmt.Sprintf("\n%s", count(p.Statements, "statement"))
	}
	return text
}

// nearest lists what is nearest to a column, where there is a choice.
func (v *comparison) nearest(i int) string {
	near := v.Columns[i].Nearest
	if len(v.Columns) < 3 || len(near) == 0 {
		return ""
	}
	least := math.Inf(1)
	for k, d := range v.Likeness.Distances[i] {
		if k != i {
			least = min(least, d)
		}
	}
	return fmt.Sprintf("%s at %.2f", strings.Join(near, ", "), least)
}

// grouped lists the groups that the columns make by their distances.
func (v *comparison) grouped() *Table {
	t := &Table{Name: tGroups, Title: "Groups by distance", Printed: Whole, About: "What is nearer to each other than to the rest: " + v.Grouped() + ".",
		Columns: []Column{{Key: "group", Title: "Group", MaxWidth: 16}, {Key: "columns", Title: "Interpretations", MaxWidth: 80}, {Key: "distance", Title: "Mean distance", Kind: KindNumber, Decimals: 2, About: "at which it was joined"},
			{Key: "stands", Title: "Stands in", Kind: KindInteger, About: "so many of the combinations of readings drawn"}, {Key: "drawn", Title: "Drawn", Kind: KindInteger, About: "combinations of readings"}}}
	for _, g := range v.Likeness.Groups {
		var names []string
		for _, k := range g.Columns {
			names = append(names, v.Heading(k))
		}
		stands, drawn := Cell{}, Cell{}
		if g.Drawn > 0 {
			stands, drawn = Integer(g.Stands), Integer(g.Drawn)
		}
		labels := strings.Join(g.Labels(), ", ")
		t.Rows = append(t.Rows, Row{Key: labels, Cells: []Cell{Text(labels), Text(strings.Join(names, "; ")), Number(g.Distance), stands, drawn}})
	}
	return t
}

func (v *comparison) pairs() *Table {
	t := &Table{Name: tPairs, Title: "Every two", About: "How every two stand to each other over the dimensions, and what was left out of account.",
		Columns: []Column{{Key: "pair", Title: "Pair"}, {Key: "first", Title: "First", MaxWidth: 26}, {Key: "second", Title: "Second", MaxWidth: 26},
			{Key: "distance", Title: "Distance", Kind: KindNumber, Decimals: 2, About: "differ / compared"}, {Key: "differ", Title: "Differ", Kind: KindInteger, About: "≠, other answers"},
			{Key: "compared", Title: "Compared", Kind: KindInteger, About: "dimensions that both settle, with the same answers to choose from"},
			{Key: "otherwise", Title: "≈", Kind: KindInteger, About: "same answer, the rules behind it say different things"},
			{Key: "not_settled", Title: "Not settled", Kind: KindInteger, About: "left out: nothing settles it in one of them"}, {Key: "no_issue", Title: "No issue", Kind: KindInteger, About: "left out: it does not arise in one of them"},
			{Key: "terms", Title: "Other terms", Kind: KindInteger, About: "left out: both kinds of games are asked, with other answers to choose from"}, {Key: "one", Title: "Of one only", Kind: KindInteger, About: "left out: the kind of one of them is not asked"},
			{Key: "statements", Title: "Statements", Kind: KindInteger, About: "of one ruleset that differ"},
			{Key: "testimony", Title: "Testimony", MaxWidth: 24}, {Key: "differing", Title: "Dimensions in which they differ", MaxWidth: 60}}}
	for i := range v.Pairs {
		p := &v.Pairs[i]
		statements := Cell{}
		if p.SameRuleset {
			statements = Integer(p.Statements)
		}
		testimony := ""
		if p.OneTestimony {
			testimony = "one passage: where they agree it is said once"
		}
		var differing []string
		for _, id := range p.Differing {
			differing = append(differing, strings.ReplaceAll(id, "_", " "))
		}
		for k, list := range p.SaidByOne {
			for _, st := range list {
				differing = append(differing, "said in "+v.Columns[[]int{p.A, p.B}[k]].Label+" alone: "+st.ID)
			}
		}
		for k, list := range p.Reordered {
			for _, st := range list {
				differing = append(differing, "in another order in "+v.Columns[[]int{p.A, p.B}[k]].Label+": "+st.ID)
			}
		}
		a, b := v.Columns[p.A], v.Columns[p.B]
		t.Rows = append(t.Rows, Row{Key: a.Label + "–" + b.Label, Cells: []Cell{Text(a.Label + "–" + b.Label), Text(v.Heading(p.A)), Text(v.Heading(p.B)), num(p.Distance()),
			Integer(p.Differ), Integer(p.Compared), Integer(p.Otherwise), Integer(p.NotSettled), Integer(p.NoIssue), Integer(p.OtherTerms), Integer(p.OneOnly), statements, Text(testimony), Text(strings.Join(differing, ", "))}})
	}
	return t
}

package compare

import (
	"slices"

	"github.com/lectio/lectio/rulesets/edition"

	"github.com/lectio/lectio/rulesets/dimension"

	"github.com/lectio/lectio/rulesets"
)

// pair measures how far every two columns are apart.
func (c *Comparison) pair() {
	for i, a := range c.Columns {
		for j := i + 1; j < len(c.Columns); j++ {
			b := c.Columns[j]
			p := Pairing{A: i, B: j, Differing: []string{}, SameRuleset: a.Interpretation.Definition == b.Interpretation.Definition}
			for k := range c.Dimensions {
				p.add(&c.Dimensions[k])
			}
			if p.SameRuleset {
				for _, s := range c.Statements {
					x, y := s.Statements[i], s.Statements[j]
					if (x == nil) != (y == nil) || x != nil && s.Sentences[i] != s.Sentences[j] {
						p.Statements++
					}
				}
			} else if p.Differ == 0 {
				p.SaidByOne = [2][]*rulesets.Statement{a.saysBeyond(b), b.saysBeyond(a)}
				p.Reordered = reordered(a, b)
			}
			p.OneTestimony = c.oneTestimony(a, b)
			c.Pairs = append(c.Pairs, p)
		}
	}
}

// add counts a dimension by how the two columns settle it.
func (p *Pairing) add(row *Contrast) {
	a, b := &row.Cells[p.A], &row.Cells[p.B]
	switch {
	case a.Settlement == nil && b.Settlement == nil:
		return // asked of neither
	case a.Settlement == nil || b.Settlement == nil:
		p.OneOnly++
		return
	case !SameTerms(a.Settlement.Dimension, b.Settlement.Dimension):
		p.OtherTerms++
		return
	case a.Settlement.Standing == dimension.Moot || b.Settlement.Standing == dimension.Moot:
		p.NoIssue++
		return
	}
	switch a.to(b) {
	case Alone:
		p.NotSettled++
	case Differs:
		p.Compared++
		p.Differ++
		p.Differing = append(p.Differing, row.ID)
	case Otherwise:
		p.Compared++
		p.Otherwise++
	case Agrees:
		p.Compared++
	}
}

// saysBeyond lists the rules that another interpretation does not have. What only
// settles a dimension is no rule.
func (c *Column) saysBeyond(other *Column) []*rulesets.Statement {
	said := map[string]bool{}
	for _, st := range other.Interpretation.Statements {
		said[other.says(st)] = true
	}
	var out []*rulesets.Statement
	for _, st := range c.Interpretation.Statements {
		if st.Kind != "settles" && !said[c.says(st)] {
			out = append(out, st)
		}
	}
	return out
}

// says is the sentence of a statement, whatever the players are called.
func (c *Column) says(st *rulesets.Statement) string {
	return numbered(edition.Sentence(c.Game, st), c.Game.Program.Players)
}

// reordered compares, of the rules that two interpretations share, those of each kind in
// which the one declared first comes first in play.
func reordered(a, b *Column) (out [2][]*rulesets.Statement) {
	for _, kind := range []string{"stage", "agenda", "blocked", "require", "do", "score"} {
		x, y := a.shared(b, kind), b.shared(a, kind)
		same := func(i, j int) bool { return a.says(x[i]) == b.says(y[j]) }
		for len(x) > 0 && len(y) > 0 && same(0, 0) {
			x, y = x[1:], y[1:]
		}
		for len(x) > 0 && len(y) > 0 && same(len(x)-1, len(y)-1) {
			x, y = x[:len(x)-1], y[:len(y)-1]
		}
		out[0], out[1] = append(out[0], x...), append(out[1], y...)
	}
	return out
}

// shared are the rules of a kind that another interpretation has too.
func (c *Column) shared(other *Column, kind string) []*rulesets.Statement {
	beyond := c.saysBeyond(other)
	var out []*rulesets.Statement
	for _, st := range c.Interpretation.Statements {
		if st.Kind == kind && !slices.Contains(beyond, st) {
			out = append(out, st)
		}
	}
	return out
}

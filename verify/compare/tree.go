package compare

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"slices"
	"sync"

	"github.com/lectio/lectio/rulesets/dimension"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/verify"
	"github.com/lectio/lectio/verify/phylo"
)

// Likeness is how the columns of a comparison group by their distances.
type Likeness struct {
	Distances [][]float64 // NaN where nothing can be compared
	// Tree is nil with fewer than three columns, or where two columns have nothing
	// that can be compared.
	Tree *phylo.Node
	// Unlike are the two columns that have nothing to compare, where that is why
	// there is no tree.
	Unlike *Pairing
	Groups []Cluster // of the tree, larger before what is in them

	// Drawn is how many combinations of readings were drawn, for each of which the
	// tree was made anew.
	Drawn int
}

// Cluster is a group of columns that the tree has, with how often it stands.
type Cluster struct {
	Columns  []int   `json:"-"`
	Distance float64 `json:"distance"` // the mean distance at which it was joined, without what rounding adds
	Stands   int     `json:"-"`        // in so many of the combinations drawn
	Drawn    int     `json:"drawn"`
}

// MarshalJSON writes the labels of the columns, and in how many of the combinations drawn the group stands, null where none was.
func (g Cluster) MarshalJSON() ([]byte, error) {
	type plain Cluster
	out := struct {
		plain
		Columns []string `json:"columns"`
		Stands  *int     `json:"stands"`
	}{plain: plain(g), Columns: g.Labels()}
	if g.Drawn > 0 {
		out.Stands = &g.Stands
	}
	return json.Marshal(out)
}

// Labels are those of its columns.
func (g *Cluster) Labels() (out []string) {
	for _, k := range g.Columns {
		out = append(out, Label(k))
	}
	return out
}

// liken groups the columns.
func (c *Comparison) liken() {
	n := len(c.Columns)
	l := &c.Likeness
	l.Distances = unknown(n)
	for i := range c.Pairs {
		p := &c.Pairs[i]
		if d := p.Distance(); !math.IsNaN(d) {
			l.Distances[p.A][p.B], l.Distances[p.B][p.A] = d, d
		} else if l.Unlike == nil {
			l.Unlike = p
		}
	}
	for i, row := range l.Distances {
		least := math.Inf(1)
		for j, d := range row {
			switch {
			case j == i || math.IsNaN(d):
			case d < least:
				least, c.Columns[i].Nearest = d, []string{Label(j)}
			case d == least:
				c.Columns[i].Nearest = append(c.Columns[i].Nearest, Label(j))
			}
		}
	}
	if n < 3 || l.Unlike != nil {
		return
	}
	l.Tree = phylo.Cluster(l.Distances)
	for _, g := range l.Tree.Groups() {
		l.Groups = append(l.Groups, Cluster{Columns: g.Leaves(), Distance: math.Round(2e9*g.Height) / 1e9})
	}
}

// unknown is a matrix of distances of which nothing is known.
func unknown(n int) [][]float64 {
	out := make([][]float64, n)
	for i := range out {
		out[i] = make([]float64, n)
		for j := range out[i] {
			if i != j {
				out[i][j] = math.NaN()
			}
		}
	}
	return out
}

// redraw draws combinations of readings and makes the tree of each, to see which of
// the groups stand.
func (c *Comparison) redraw(ctx context.Context) {
	l := &c.Likeness
	if c.Options.Draws == 0 || len(l.Groups) == 0 || c.Unsettled {
		return
	}
	draws := c.drawReadings()
	answers := c.answer(ctx, draws)
	if c.undrawn = ctx.Err() != nil; c.undrawn {
		return // looked less far, they might say otherwise
	}
	for _, sides := range draws {
		tree := phylo.Cluster(c.apart(sides, answers))
		l.Drawn++
		for i := range l.Groups {
			l.Groups[i].Drawn++
		}
		if tree == nil {
			continue // two of them have nothing to compare: no group stands
		}
		for i := range l.Groups {
			if tree.Has(l.Groups[i].Columns) {
				l.Groups[i].Stands++
			}
		}
	}
}

// drawReadings draws combinations of readings: for each an interpretation of every
// column. The readings that were picked for a column stay, and questions that were
// picked for one column of a ruleset stay in all of that ruleset, so that they still
// differ in what they were set side by side for; in everything else columns of one
// ruleset are drawn alike.
func (c *Comparison) drawReadings() [][]*rulesets.Interpretation {
	picked := map[*rulesets.Definition]map[string]bool{}
	drawers := map[*rulesets.Definition]*rulesets.Drawer{}
	for _, col := range c.Columns {
		d := col.Interpretation.Definition
		if picked[d] == nil {
			picked[d], drawers[d] = map[string]bool{}, d.Drawer(c.Options.Seed)
		}
		maps.Copy(picked[d], col.Pinned)
	}
	var out [][]*rulesets.Interpretation
	for range c.Options.Draws {
		shared := map[*rulesets.Definition]rulesets.Choice{}
		var sides []*rulesets.Interpretation
		for _, col := range c.Columns {
			d := col.Interpretation.Definition
			fixed := rulesets.Choice{}
			for q := range picked[d] {
				if r := col.Interpretation.Readings[q]; r != nil {
					fixed[q] = r.ID
				}
			}
			in, choice := draw(d, drawers[d], fixed, shared[d])
			if shared[d] == nil {
				shared[d] = choice
			}
			if in == nil {
				in = col.Interpretation // nothing else goes with what was picked
			}
			sides = append(sides, in)
		}
		out = append(out, sides)
	}
	return out
}

// maxRedraws is how often a combination is drawn again that the rules refuse.
const maxRedraws = 20

// draw draws readings that go with the fixed ones, of the rest as many as can be had
// from what was drawn before. It returns nil where none was found.
func draw(d *rulesets.Definition, w *rulesets.Drawer, fixed, before rulesets.Choice) (*rulesets.Interpretation, rulesets.Choice) {
	like := maps.Clone(before)
	if like == nil {
		like = rulesets.Choice{}
	}
	maps.Copy(like, fixed)
	for range maxRedraws {
		choice, ok := w.Draw(like)
		if !ok {
			like = fixed
			continue
		}
		in, errs := d.Interpret(choice)
		if len(errs) == 0 {
			if _, errs = in.Compile(); len(errs) == 0 {
				return in, choice
			}
		}
		like = fixed
	}
	return nil, nil
}

// answer asks each of the interpretations once what it answers, by its name.
func (c *Comparison) answer(ctx context.Context, draws [][]*rulesets.Interpretation) map[string][]dimension.Settlement {
	var order []*rulesets.Interpretation
	out := map[string][]dimension.Settlement{}
	for _, sides := range draws {
		for _, in := range sides {
			if _, known := out[in.Name()]; !known {
				out[in.Name()] = nil
				order = append(order, in)
			}
		}
	}
	var mu sync.Mutex
	var wg sync.WaitGroup
	next := make(chan *rulesets.Interpretation)
	done := 0
	for range max(c.Options.Jobs, 1) {
		wg.Go(func() {
			for in := range next {
				var list []dimension.Settlement // none where the engine fails: then there is no tree
				verify.Guarded(func() { list = dimension.Answers(ctx, in, c.Corpus.DimensionsOf(in.Definition.Family)) })
				mu.Lock()
				out[in.Name()] = list
				done++
				if c.Options.Drawing != nil {
					c.Options.Drawing(done, len(order))
				}
				mu.Unlock()
			}
		})
	}
	for _, in := range order {
		if ctx.Err() != nil {
			break
		}
		next <- in
	}
	close(next)
	wg.Wait()
	return out
}

// apart is the matrix of distances of interpretations, by their answers. It is
// counted as pair counts, with one thing less known: where an answer rests on no
// statement, whether it is settled is what the column says of it.
func (c *Comparison) apart(sides []*rulesets.Interpretation, answers map[string][]dimension.Settlement) [][]float64 {
	settled := make([]map[string]*dimension.Settlement, len(sides))
	for i, in := range sides {
		settled[i] = map[string]*dimension.Settlement{}
		list := answers[in.Name()]
		for k := range list {
			s := &list[k]
			asked := c.Columns[i].settled[s.Dimension]
			if s.Answer == nil || s.Standing == dimension.Moot {
				continue
			}
			if len(s.Statements) > 0 || s.Declared != nil || asked != nil && len(asked.Questions) > 0 {
				settled[i][s.Dimension.ID] = s
			}
		}
	}
	out := unknown(len(sides))
	for i, a := range settled {
		for j, b := range settled[:i] {
			compared, differ := 0, 0
			for id, x := range a {
				y := b[id]
				if y == nil || !SameTerms(x.Dimension, y.Dimension) {
					continue
				}
				compared++
				if x.Answer.ID != y.Answer.ID {
					differ++
				}
			}
			if compared > 0 {
				out[i][j] = float64(differ) / float64(compared)
				out[j][i] = out[i][j]
			}
		}
	}
	return out
}

// Grouped says how the groups of a comparison were made, or why there are none.
func (c *Comparison) Grouped() string {
	l := &c.Likeness
	switch {
	case len(c.Columns) < 3 || c.Unsettled:
		return ""
	case l.Tree == nil && l.Unlike != nil:
		return fmt.Sprintf("no groups: %s and %s have no dimension in common that could be compared", c.Columns[l.Unlike.A].Label, c.Columns[l.Unlike.B].Label)
	case l.Tree == nil:
		return ""
	}
	how := "joined by the mean distance over dimensions (average linkage, UPGMA: Sokal and Michener 1958; what is equally near is joined at once: Fernández and Gómez 2008). Likeness is no proof of descent"
	switch {
	case len(l.Groups) == 0:
	case l.Drawn == 0:
		how += "; how far the groups hold under other readings is not known: --draws N finds out"
	default:
		how += fmt.Sprintf("; each of %d times every question that was not picked took one of its readings at random (seed %d), and the groups were made anew", l.Drawn, c.Options.Seed)
	}
	return how
}

// Newick is the tree of a comparison, with behind each group in how many of a hundred
// combinations of readings it stands, where any were drawn.
func (c *Comparison) Newick() string {
	if c.Likeness.Tree == nil {
		return ""
	}
	return c.Likeness.Tree.Newick(c.Taxa(), c.Stands)
}

// Taxa are the names of the columns, as they can be asked for again.
func (c *Comparison) Taxa() []string {
	var out []string
	for _, col := range c.Columns {
		out = append(out, col.Asked())
	}
	return out
}

// Stands writes how often a group of the tree stands, in percent.
func (c *Comparison) Stands(n *phylo.Node) string {
	leaves := n.Leaves()
	for _, g := range c.Likeness.Groups {
		if g.Drawn > 0 && slices.Equal(g.Columns, leaves) {
			return fmt.Sprintf("%.0f", 100*float64(g.Stands)/float64(g.Drawn))
		}
	}
	return ""
}

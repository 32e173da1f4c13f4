package dimension

import (
	"slices"
	"strings"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/engine"
)

// man is what has become of one man in a game. Rules cannot tell men of one player
// and one class on one place apart, and neither can a roster: where such men have
// different histories, that of the one that moves on is not known.
type man struct {
	place, class int
	moved        bool // since the beginning
	entered      bool // it has come to where men of an opponent began
	unsure       bool // which man it is
	been         engine.Set
}

// roster follows the men of a game, which a state does not.
type roster struct {
	p       *engine.Program
	men     [][]*man       // by player, those on the board
	home    []map[int]bool // by player: the cells, or the rows of cells, where his men began
	entered []bool         // by player: one of his men has entered
	// cameBack is set once a man has come back to a place where it had been.
	cameBack bool
	left     []int // scratch
}

// newRoster is one of a game that has not begun.
func newRoster(g *rulesets.Game) *roster {
	p := g.Program
	r := &roster{p: p, men: make([][]*man, len(p.Players)), home: homes(g), entered: make([]bool, len(p.Players))}
	for _, it := range p.Setup {
		if it.Place < p.Places {
			for range it.Count {
				r.men[it.Player] = append(r.men[it.Player], &man{place: it.Place, class: it.Class, been: engine.SetOf(it.Place)})
			}
		}
	}
	return r
}

// homes are, by player, the cells where his men begin; on a board of rows, the whole rows.
func homes(g *rulesets.Game) []map[int]bool {
	p := g.Program
	row := map[int][]int{}
	for name, cells := range g.Board.Sets {
		if strings.HasPrefix(name, "row_") {
			for _, c := range cells {
				row[c] = cells
			}
		}
	}
	out := make([]map[int]bool, len(p.Players))
	for q := range out {
		out[q] = map[int]bool{}
	}
	for _, it := range p.Setup {
		if it.Place >= p.Places || it.Count == 0 {
			continue
		}
		cell := p.CellOf[it.Player][it.Place]
		out[it.Player][cell] = true
		for _, c := range row[cell] {
			out[it.Player][c] = true
		}
	}
	return out
}

// homesOf says whether players begin on cells of their own.
func homesOf(s *Sample) (string, []int) {
	home, p := homes(s.Game), s.Game.Program
	some := false
	for q := range home {
		some = some || len(home[q]) > 0
		for r := range home {
			for cell := range home[q] {
				if p.Team[q] != p.Team[r] && home[r][cell] {
					return "shared", s.Kinds("set_up")
				}
			}
		}
	}
	if !some {
		return "none", s.Kinds("set_up")
	}
	return "apart", s.Kinds("set_up")
}

// clone is a roster of its own.
func (r *roster) clone() *roster {
	c := *r
	c.left = nil
	c.men, c.entered = make([][]*man, len(r.men)), slices.Clone(r.entered)
	for q, list := range r.men {
		for _, m := range list {
			copied := *m
			c.men[q] = append(c.men[q], &copied)
		}
	}
	return &c
}

// atHome reports whether a place of player q is one where his men began.
func (r *roster) atHome(q, f int) bool { return r.home[q][r.p.CellOf[q][f]] }

// abroad reports whether men of an opponent of q began at a place.
func (r *roster) abroad(q, f int) bool {
	for o := range r.home {
		if r.p.Team[o] != r.p.Team[q] && r.home[o][r.p.CellOf[q][f]] {
			return true
		}
	}
	return false
}

// at returns a man of that class at a place; nil where there is none, or where the
// men there have different histories.
func (r *roster) at(q, f, class int) *man {
	var found *man
	for _, m := range r.men[q] {
		if m.place != f || m.class != class {
			continue
		}
		if m.unsure || found != nil && (found.moved != m.moved || found.entered != m.entered) {
			return nil
		}
		found = m
	}
	return found
}

// unmoved counts the men of a player on the board that have not moved.
func (r *roster) unmoved(q int) int {
	n := 0
	for _, m := range r.men[q] {
		if !m.moved {
			n++
		}
	}
	return n
}

// moved is told of a move that q has made, and of what has become of the men.
func (r *roster) moved(q int, m *engine.Move, after *engine.Position) {
	if from, to := int(m.From), int(m.To); from >= 0 && from < r.p.Places && to >= 0 && to < r.p.Places && m.Act != engine.Remove {
		known := r.at(q, from, int(m.Class)) != nil
		n := int(m.Men)
		for _, x := range r.men[q] {
			if n == 0 {
				break
			}
			if x.place != from || x.class != int(m.Class) {
				continue
			}
			n--
			x.place, x.moved, x.unsure = to, true, x.unsure || !known
			if r.abroad(q, to) && !r.abroad(q, from) {
				x.entered, r.entered[q] = true, true
			}
			r.cameBack = r.cameBack || known && x.been.Has(to)
			x.been = x.been.With(to)
		}
	}
	r.sync(after)
}

// sync brings the roster into agreement with a position: men that are no longer
// there are struck off, those that have come are new, and marks are as they are.
func (r *roster) sync(pos *engine.Position) {
	for q, classes := range pos.Men {
		left := r.left[:0] // men by class and place that are not on the roster yet
		for _, at := range classes {
			left = append(left, at...)
		}
		r.left = left
		var lost []*man // that are not there, or of another class
		kept := r.men[q][:0]
		for _, m := range r.men[q] {
			if n := &left[m.class*r.p.Places+m.place]; *n > 0 {
				*n--
				kept = append(kept, m)
			} else {
				lost = append(lost, m)
			}
		}
		r.men[q] = kept
		for i, n := range left {
			for range n {
				place := i % r.p.Places
				x := &man{place: place, moved: true} // from off the board, as a new one
				if k := slices.IndexFunc(lost, func(m *man) bool { return m.place == place }); k >= 0 {
					x = lost[k]
					lost = slices.Delete(lost, k, k+1)
				}
				x.class = i / r.p.Places
				r.men[q] = append(r.men[q], x)
			}
		}
	}
}

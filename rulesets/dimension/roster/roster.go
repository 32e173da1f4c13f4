// Package roster follows the men of a game, which a state does not: where each began, whether
// it has moved, and where it has been.
package roster

import (
	"slices"
	"strings"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/board/place"
	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/engine/position"
)

// Man is what has become of one man in a game. Rules cannot tell men of one player
// and one class on one place apart, and neither can a roster: where such men have
// different histories, that of the one that moves on is not known.
type Man struct {
	Place, Class int
	Moved        bool // since the beginning
	Entered      bool // it has come to where men of an opponent began
	Unsure       bool // which man it is
	been         place.Set
}

// Roster follows the men of the players, which a state does not. Men of nobody are not followed.
type Roster struct {
	p       *engine.Program
	Men     [][]*Man       // by player, those on the board
	home    []map[int]bool // by player: the cells, or the rows of cells, where his men began
	Entered []bool         // by player: one of his men has entered
	// CameBack is set once a man has come back to a place where it had been.
	CameBack bool
	left     []int // scratch
}

// New is one of a game that has not begun.
func New(g *rulesets.Game) *Roster {
	p := g.Program
	r := &Roster{p: p, Men: make([][]*Man, len(p.Players)), home: Homes(g), Entered: make([]bool, len(p.Players))}
	for _, it := range p.Setup {
		if it.Place < p.Places && it.Player != p.Nobody() {
			for range it.Count {
				r.Men[it.Player] = append(r.Men[it.Player], &Man{Place: it.Place, Class: it.Class, been: place.SetOf(it.Place)})
			}
		}
	}
	return r
}

// Homes are, by player, the cells where his men begin; on a board of rows, the whole rows.
func Homes(g *rulesets.Game) []map[int]bool {
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
		if it.Place >= p.Places || it.Count == 0 || it.Player == p.Nobody() {
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

// Clone is a roster of its own.
func (r *Roster) Clone() *Roster {
	c := *r
	c.left = nil
	c.Men, c.Entered = make([][]*Man, len(r.Men)), slices.Clone(r.Entered)
	for q, list := range r.Men {
		for _, m := range list {
			copied := *m
			c.Men[q] = append(c.Men[q], &copied)
		}
	}
	return &c
}

// Under is the roster as another interpretation has it, on the same places.
func (r *Roster) Under(g *rulesets.Game, class []int) *Roster {
	c := r.Clone()
	c.p, c.home = g.Program, Homes(g)
	for _, list := range c.Men {
		for _, m := range list {
			m.Class = class[m.Class]
		}
	}
	return c
}

// AtHome reports whether a place of player q is one where his men began.
func (r *Roster) AtHome(q, f int) bool { return r.home[q][r.p.CellOf[q][f]] }

// Abroad reports whether men of an opponent of q began at a place.
func (r *Roster) Abroad(q, f int) bool {
	for o := range r.home {
		if r.p.Team[o] != r.p.Team[q] && r.home[o][r.p.CellOf[q][f]] {
			return true
		}
	}
	return false
}

// At returns a man of that class at a place; nil where there is none, or where the
// men there have different histories.
func (r *Roster) At(q, f, class int) *Man {
	var found *Man
	for _, m := range r.Men[q] {
		if m.Place != f || m.Class != class {
			continue
		}
		if m.Unsure || found != nil && (found.Moved != m.Moved || found.Entered != m.Entered) {
			return nil
		}
		found = m
	}
	return found
}

// Unmoved counts the men of a player on the board that have not moved.
func (r *Roster) Unmoved(q int) int {
	n := 0
	for _, m := range r.Men[q] {
		if !m.Moved {
			n++
		}
	}
	return n
}

// Moved is told of a move that q has made, and of what has become of the men.
func (r *Roster) Moved(q int, m *engine.Move, after *position.Position) {
	if from, to := int(m.From), int(m.To); from >= 0 && from < r.p.Places && to >= 0 && to < r.p.Places && m.Act != engine.Remove {
		known := r.At(q, from, int(m.Class)) != nil
		n := int(m.Men)
		for _, x := range r.Men[q] {
			if n == 0 {
				break
			}
			if x.Place != from || x.Class != int(m.Class) {
				continue
			}
			n--
			x.Place, x.Moved, x.Unsure = to, true, x.Unsure || !known
			if r.Abroad(q, to) && !r.Abroad(q, from) {
				x.Entered, r.Entered[q] = true, true
			}
			r.CameBack = r.CameBack || known && x.been.Has(to)
			x.been = x.been.With(to)
		}
	}
	r.sync(after)
}

// sync brings the roster into agreement with a position: men that are no longer
// there are struck off, those that have come are new, and marks are as they are.
func (r *Roster) sync(pos *position.Position) {
	for q, classes := range pos.Men[:len(r.Men)] {
		left := r.left[:0] // men by class and place that are not on the roster yet
		for _, at := range classes {
			left = append(left, at...)
		}
		r.left = left
		var lost []*Man // that are not there, or of another class
		kept := r.Men[q][:0]
		for _, m := range r.Men[q] {
			if n := &left[m.Class*r.p.Places+m.Place]; *n > 0 {
				*n--
				kept = append(kept, m)
			} else {
				lost = append(lost, m)
			}
		}
		r.Men[q] = kept
		for i, n := range left {
			for range n {
				place := i % r.p.Places
				x := &Man{Place: place, Moved: true} // from off the board, as a new one
				if k := slices.IndexFunc(lost, func(m *Man) bool { return m.Place == place }); k >= 0 {
					x = lost[k]
					lost = slices.Delete(lost, k, k+1)
				}
				x.Class = i / r.p.Places
				r.Men[q] = append(r.Men[q], x)
			}
		}
	}
}

package place

import (
	"slices"
)

// Symmetry is a way for the cells of a board to change places so that the board stays what it is: a turn or a reflection
// of a grid, the exchange of the rings of a merels board.
type Symmetry struct {
	Places [][]int // by player and place: the place to which it goes, by the same player's numbers
	Lines  []int   // by line: the line that its places come to lie on
}

// MostSymmetries is how many symmetries of a board are looked for: a board on which all cells are next to each other has more.
const MostSymmetries = 128

// tried is how many cells are tried in looking for them.
const tried = 1 << 16

// Symmetries lists the symmetries of a board but for the one that moves nothing: what is next to a place, lines, leaps, the track
// and straight ways are kept, the ways told apart by whether they go in each of some directions. Boards on which a player has two
// places on one cell, or on which some cell cannot be reached from another, pass for boards without symmetries.
func (b *Board) Symmetries(directions []Direction) (out []Symmetry) {
	for _, of := range b.CellOf {
		if len(of) != b.Cells || len(b.Near) != len(b.CellOf) {
			return nil
		}
	}
	f := finding{b: b, near: make([][]int, b.Cells)}
	for g, near := range b.Near[0] {
		for _, h := range near.Places() {
			f.near[b.CellOf[0][g]] = append(f.near[b.CellOf[0][g]], b.CellOf[0][h])
		}
	}
	if !f.walk() {
		return nil
	}
	f.each(0, func() {
		s, ok := b.symmetry(f.to)
		if ok && len(out) < MostSymmetries && s.moves() && b.keeps(&s, directions) {
			out = append(out, s)
		}
	})
	return out
}

// finding looks for ways of the cells to change places so that those next to each other stay so, cell by cell.
type finding struct {
	b     *Board
	near  [][]int // by cell: those next to it
	order []int   // the cells, each but the first next to one before it
	by    []int   // … which of these
	to    []int   // by cell: where it goes; -1 as long as that is open
	taken []bool  // by cell: something goes there
	tried int
}

// walk orders the cells; false where some are not joined.
func (f *finding) walk() bool {
	f.order, f.by, f.taken = []int{0}, []int{-1}, make([]bool, len(f.near))
	f.to = slices.Repeat([]int{-1}, len(f.near))
	for k := 0; k < len(f.order); k++ {
		for _, c := range f.near[f.order[k]] {
			if !slices.Contains(f.order, c) {
				f.order, f.by = append(f.order, c), append(f.by, f.order[k])
			}
		}
	}
	return len(f.order) == len(f.near)
}

// each calls found with every way to go on from the k-th cell.
func (f *finding) each(k int, found func()) {
	if k == len(f.order) {
		found()
		return
	}
	cell, among := f.order[k], f.order
	if k > 0 {
		among = f.near[f.to[f.by[k]]]
	}
	for _, c := range among {
		if f.tried++; f.tried > tried {
			return
		}
		if f.taken[c] || !f.fits(cell, c) {
			continue
		}
		f.to[cell], f.taken[c] = c, true
		f.each(k+1, found)
		f.to[cell], f.taken[c] = -1, false
	}
}

// fits reports whether a cell can go to another by those next to it.
func (f *finding) fits(cell, to int) bool {
	return len(f.near[cell]) == len(f.near[to]) &&
		!slices.ContainsFunc(f.near[cell], func(n int) bool { return f.to[n] >= 0 && !slices.Contains(f.near[to], f.to[n]) })
}

// symmetry is a way of cells to change places as each player numbers them; false where lines do not stay lines.
func (b *Board) symmetry(to []int) (s Symmetry, ok bool) {
	for _, of := range b.CellOf {
		at, places := make([]int, b.Cells), make([]int, b.Places)
		for f, cell := range of {
			at[cell] = f
		}
		for f, cell := range of {
			places[f] = at[to[cell]]
		}
		s.Places = append(s.Places, places)
	}
	if len(b.Lines) == 0 {
		return s, true
	}
	index := make(map[Set]int, len(b.Lines[0]))
	for l, line := range b.Lines[0] {
		index[line] = l
	}
	for _, line := range b.Lines[0] {
		l, is := index[s.Of(0, line)]
		if !is {
			return s, false
		}
		s.Lines = append(s.Lines, l)
	}
	return s, len(index) == len(b.Lines[0])
}

// moves reports whether some place goes to another.
func (s *Symmetry) moves() bool {
	for f, to := range s.Places[0] {
		if f != to {
			return true
		}
	}
	return false
}

// Of is where a set of places of a player goes.
func (s *Symmetry) Of(q int, set Set) (out Set) {
	for f := set.First(); f >= 0; f = set.From(f + 1) {
		out.Add(s.Places[q][f])
	}
	return out
}

// all is where places of a player go, in order.
func (s *Symmetry) all(q int, list []int) (out []int) {
	for _, f := range list {
		out = append(out, s.Places[q][f])
	}
	return out
}

// keeps reports whether a symmetry keeps everything that the board says.
func (b *Board) keeps(s *Symmetry, directions []Direction) bool {
	for q, to := range s.Places {
		for l, line := range s.Lines {
			if b.Lines[q][line] != s.Of(q, b.Lines[q][l]) {
				return false
			}
		}
		for f, g := range to {
			if b.Near[q][g] != s.Of(q, b.Near[q][f]) || !b.keepsLeaps(s, q, f) || !b.keepsRays(s, q, f, directions) ||
				f < len(b.Distance) && b.Distance[f] != b.Distance[g] || f < len(b.Next) && !alike(s.all(q, b.Next[f]), b.Next[g]) {
				return false
			}
		}
	}
	return true
}

// alike reports whether two lists have the same in any order.
func alike(a, b []int) bool {
	a, b = slices.Clone(a), slices.Clone(b)
	slices.Sort(a)
	slices.Sort(b)
	return slices.Equal(a, b)
}

// keepsLeaps reports whether the leaps of a player from a place are those from where it goes.
func (b *Board) keepsLeaps(s *Symmetry, q, f int) bool {
	if q >= len(b.Leaps) {
		return true
	}
	from, there := b.Leaps[q][f], b.Leaps[q][s.Places[q][f]]
	return len(from) == len(there) && !slices.ContainsFunc(from, func(l Leap) bool {
		return !slices.Contains(there, Leap{Over: s.Places[q][l.Over], To: s.Places[q][l.To]})
	})
}

// keepsRays reports whether the rays of a player from a place are those from where it goes, as far as directions tell them apart.
func (b *Board) keepsRays(s *Symmetry, q, f int, directions []Direction) bool {
	if q >= len(b.Rays) {
		return true
	}
	from, there := b.Rays[q][f], b.Rays[q][s.Places[q][f]]
	return len(from) == len(there) && !slices.ContainsFunc(from, func(r Ray) bool {
		along := s.all(q, r.Places)
		return !slices.ContainsFunc(there, func(t Ray) bool {
			return slices.Equal(along, t.Places) && !slices.ContainsFunc(directions, func(d Direction) bool { return r.goes(d) != t.goes(d) })
		})
	})
}

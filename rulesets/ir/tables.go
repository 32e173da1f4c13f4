package ir

import (
	"fmt"
	"slices"

	"github.com/lectio/lectio/rulesets/board/place"
)

// Tables of what a board says of its places, each made once. Where it says the same for
// all players one variant is kept.

// numbers keeps a table of numbers, by player.
func (l *Lowering) numbers(name string, by [][]int) *Table {
	if t := l.tables[name]; t != nil {
		return t
	}
	if !slices.ContainsFunc(by, func(list []int) bool { return !slices.Equal(list, by[0]) }) {
		by = by[:1]
	}
	t := &Table{Name: name, Numbers: by}
	l.tables[name] = t
	return t
}

// sets keeps a table of sets, by player.
func (l *Lowering) sets(name string, by [][]place.Set) *Table {
	if t := l.tables[name]; t != nil {
		return t
	}
	same := func(list []place.Set) bool { return slices.Equal(list, by[0]) }
	if !slices.ContainsFunc(by, func(list []place.Set) bool { return !same(list) }) {
		by = by[:1]
	}
	t := &Table{Name: name, Sets: by}
	l.tables[name] = t
	return t
}

// byPlace keeps a table of sets by place, or by what n counts.
func (l *Lowering) byPlace(name string, n int, f func(player, i int) place.Set) *Table {
	if t := l.tables[name]; t != nil {
		return t
	}
	by := make([][]place.Set, len(l.p.Players))
	for q := range by {
		by[q] = make([]place.Set, n)
		for i := range n {
			by[q][i] = f(q, i)
		}
	}
	return l.sets(name, by)
}

func (l *Lowering) near() *Table {
	return l.byPlace("near", l.p.Places, func(q, f int) place.Set { return l.p.Near[q][f] })
}

// shifted is where so many steps in some directions lead from each place.
func (l *Lowering) shifted(steps int, d place.Direction) *Table {
	return l.byPlace(fmt.Sprint("shifted ", steps, " ", d), l.p.Places, func(q, f int) place.Set { return l.p.Shifted(q, place.SetOf(f), steps, d) })
}

// OfTwo is what lies straight between two places, or beyond the second seen from the first, by the
// number of the first times how many places there are, and that of the second.
func (l *Lowering) OfTwo(op Op, d place.Direction) *Table {
	n := l.p.Places
	return l.byPlace(fmt.Sprint(op, " of two ", d), n*n, func(q, i int) (s place.Set) {
		for _, ray := range l.p.RaysFrom(q, i/n, d) {
			if slices.Contains(ray, i%n) {
				s = s.Or(place.SetOf(cut(op, ray, place.SetOf(i%n))...))
			}
		}
		return s
	})
}

func (l *Lowering) points() *Table {
	return l.byPlace("points", len(l.p.Lines[0]), func(q, i int) place.Set { return l.p.Lines[q][i] })
}

func (l *Lowering) linesAt() *Table {
	return l.byPlace("lines at", l.p.Places, func(q, f int) (s place.Set) {
		for i, line := range l.p.Lines[q] {
			if line.Has(f) {
				s = s.With(i)
			}
		}
		return s
	})
}

// acrossTable is how the names of those tables begin that [Lowering.across] makes.
const acrossTable = "across "

// across is where each place of a player lies on the track of the player who sits by
// seats after him.
func (l *Lowering) across(by int) *Table {
	n := len(l.p.Players)
	by = (by + n) % n
	return l.byPlace(acrossTable+string(rune('0'+by)), l.p.Places, func(q, f int) (s place.Set) {
		for _, g := range l.p.Across(q, (q+by)%n, f) {
			s = s.With(int(g))
		}
		return s
	})
}

// fromNobody is where the players name each place of nobody's.
func (l *Lowering) fromNobody() *Table {
	return l.byPlace("from nobody", l.p.Places, func(q, f int) (s place.Set) {
		for _, g := range l.p.Across(l.p.Nobody(), q, f) {
			s = s.With(int(g))
		}
		return s
	})
}

// unnamed is which places of seat 0 the place of a player is called by, who sits by seats
// before him: the inverse of [Named].
func (l *Lowering) unnamed(by int) *Table {
	n := len(l.p.Players)
	return l.byPlace("unnamed "+string(rune('0'+by)), l.p.Places, func(q, f int) (s place.Set) {
		mover := (q - by + n) % n
		for x := range l.p.Places {
			if on := l.p.Across(mover, q, x); len(on) > 0 && int(on[0]) == f {
				s = s.With(x)
			}
		}
		return s
	})
}

func (l *Lowering) distances() *Table {
	return l.numbers("distance", [][]int{l.p.Distance})
}

func (l *Lowering) partNumbers() *Table {
	list := make([]int, len(l.p.Parts))
	for i := range list {
		list[i] = l.p.Parts[i].Number
	}
	return l.numbers("part", [][]int{list})
}

package engine

import (
	"slices"

	"github.com/lectio/lectio/rulesets/board/place"
)

// Symmetry is a way for the places of a board to change places.
type Symmetry = place.Symmetry

// Symmetries lists the symmetries of the board that no rule notices: with all men moved so, the same moves lead to positions
// moved so, and the game is worth the same. It is a proof and no resemblance: rules that ask for the number of a place, or for the
// first of several, are taken to notice each, and so is an expression that says something else once the places and the sets that it names
// have gone where the symmetry leads. Where men stand at the beginning is no rule.
func (p *Program) Symmetries() []Symmetry {
	b := blindness{p: p}
	for v := range p.Vars {
		if x := &p.Vars[v]; x.Common && x.Kind != NumberVar && x.Kind != PlayerVar && x.Kind != LinesVar {
			return nil // of whose places it is said is not known
		}
	}
	if !b.effects() {
		return nil
	}
	roots := b.roots()
	for n, isPlace := range roots {
		if !b.expression(n, isPlace) {
			return nil
		}
	}
	stay := renaming{b: &b, known: map[*Node]uint64{}}
	return slices.DeleteFunc(p.Board.Symmetries(b.directions), func(s place.Symmetry) bool {
		moved := renaming{b: &b, by: &s, known: map[*Node]uint64{}}
		for n, isPlace := range roots {
			if moved.says(n, isPlace) != stay.says(n, isPlace) {
				return true
			}
		}
		return false
	})
}

// renaming finds numbers for what expressions say once what they name has gone where a symmetry leads.
type renaming struct {
	b     *blindness
	by    *place.Symmetry // nil: everything stays
	known map[*Node]uint64
}

// says is a number for what an expression says; isPlace: it is to come to a place.
func (r *renaming) says(n *Node, isPlace bool) uint64 {
	if isPlace && n.Op == NLit && n.N >= 0 && n.N < r.b.p.Places {
		return r.named(place.SetOf(n.N))
	}
	if x, ok := r.known[n]; ok {
		return x
	}
	var kids []uint64
	for i, k := range n.Kids {
		kids = append(kids, r.says(k, r.b.wantsPlace(n, i)))
	}
	if n.Op == BAnd || n.Op == BOr || n.Op == SAnd || n.Op == SOr {
		slices.Sort(kids)
	}
	list := append([]uint64{uint64(n.Op), uint64(n.N), uint64(n.Steps), uint64(n.Cmp), r.named(n.Lit)}, kids...)
	for q, set := range n.By {
		list = append(list, r.of(q, set))
	}
	x := mixed(list...)
	r.known[n] = x
	return x
}

// named is a number for a set of places that is named to every player.
func (r *renaming) named(set place.Set) uint64 {
	var list []uint64
	for q := range r.b.p.Players {
		list = append(list, r.of(q, set))
	}
	return mixed(list...)
}

// of is a number for where a set of a player's goes.
func (r *renaming) of(q int, set place.Set) uint64 {
	if r.by != nil {
		set = r.by.Of(q, set)
	}
	return membersOf(set)
}

func membersOf(set place.Set) uint64 {
	var list []uint64
	for _, f := range set.Places() {
		list = append(list, uint64(f))
	}
	return mixed(list...)
}

// blindness finds whether rules say more of places than how they lie, what stands there and what they are called.
type blindness struct {
	p          *Program
	directions []place.Direction
}

// effects reports whether no effect takes places one after the other as long as there are men.
func (b *blindness) effects() bool {
	for i := range b.p.Changes {
		for _, e := range b.p.Changes[i].Effects {
			if e.Kind == SetDown || e.Many && e.B != nil {
				return false
			}
		}
	}
	return true
}

// roots are the expressions of the rules, and of each whether a place is what it is to come to.
func (b *blindness) roots() map[*Node]bool {
	out := map[*Node]bool{}
	b.p.EachExpression(func(n *Node) { out[n] = false })
	place := func(n *Node) {
		if n != nil {
			out[n] = true
		}
	}
	for v := range b.p.Vars {
		if b.p.Vars[v].Kind == PlaceVar {
			place(b.p.Vars[v].Initial)
			place(b.p.Vars[v].Least)
		}
	}
	for i := range b.p.Changes {
		for _, e := range b.p.Changes[i].Effects {
			assigns := e.Kind == Assign || e.Kind == Raise
			if e.Kind == Send && !e.Many || assigns && b.p.Vars[e.Var].Kind == PlaceVar {
				place(e.A)
			}
		}
	}
	return out
}

// expression reports whether an expression says of places only how they lie, what stands there and what their names are; isPlace: it
// is to come to a place.
func (b *blindness) expression(n *Node, isPlace bool) bool {
	return b.operand(n, isPlace) && !n.Any(func(n *Node) bool {
		switch n.Op {
		case NNumber, NFirst, NLast, SRange, SNumber, SRun, SCrowd, SEdge, SParts: // they ask for numbers of places, or for their order
			return true
		case SRay, SMet, SBetween, SBeyond, SShift:
			b.directions = append(b.directions, place.Direction(n.N))
		}
		for i, k := range n.Kids {
			if !b.operand(k, b.wantsPlace(n, i)) {
				return true
			}
		}
		return false
	})
}

// wantsPlace reports whether a kid of a node is a place by what the node does with it. A place is compared for being another, or not.
func (b *blindness) wantsPlace(n *Node, i int) bool {
	switch n.Op {
	case BCompare:
		return (n.Cmp == Equal || n.Cmp == NotEqual) && (b.yieldsPlace(n.Kids[0]) || b.yieldsPlace(n.Kids[1]))
	case NIf:
		return i > 0 && b.yieldsPlace(n)
	case LMillsAt:
		return i == 1
	}
	return n.isPlace(i)
}

// yieldsPlace reports whether a node comes to a place that is not named.
func (b *blindness) yieldsPlace(n *Node) bool {
	switch n.Op {
	case NFrom, NTo, NOver, NThat:
		return true
	case NVar:
		return b.p.Vars[n.N].Kind == PlaceVar
	case NIf:
		return b.yieldsPlace(n.Kids[1]) || b.yieldsPlace(n.Kids[2])
	}
	return false
}

// operand reports whether a node comes to a place just where one is wanted.
func (b *blindness) operand(n *Node, wanted bool) bool {
	return wanted && n.Op == NLit || b.yieldsPlace(n) == wanted
}

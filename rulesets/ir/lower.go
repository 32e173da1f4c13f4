package ir

import (
	"fmt"

	"github.com/lectio/lectio/rulesets/board/place"
	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/engine/class"
)

// Lowering makes values of the conditions and expressions of resolved rules. A rule
// speaks of "me", "them" and "some opponent"; a value speaks of seats. So names of the
// other side's places, sums over several opponents, and conditions on some or every one
// of them become operations on seats here, and no later pass knows of them.
type Lowering struct {
	*Builder
	p      *engine.Program
	tables map[string]*Table
	done   map[lowered]*Value
	ends   map[endAsked]*Value
	could  couldBe
}

type lowered struct {
	n    *engine.Node
	view View
}

// View is from which seat an expression is read, and which opponent "some" or "every" has
// bound; -1 for none.
type View struct{ Seat, Opponent int }

// Mover is the view of the player to move.
var Mover = View{Opponent: -1}

func (v View) at(seat int) View { return View{seat, -1} }

// NewLowering returns a lowering for a program.
func NewLowering(p *engine.Program) *Lowering {
	return &Lowering{Builder: NewBuilder(p), p: p, tables: map[string]*Table{}, done: map[lowered]*Value{}, ends: map[endAsked]*Value{}}
}

// Value returns the value of an expression. A condition that is not given always holds.
func (l *Lowering) Value(n *engine.Node, view View) *Value {
	if n == nil {
		return l.Truth(true)
	}
	key := lowered{n, view}
	if v := l.done[key]; v != nil {
		return v
	}
	f := lowerings[n.Op]
	if f == nil {
		panic(fmt.Sprintf("ir: operation %d has no lowering", n.Op)) // a test asks for every operation
	}
	v := f(&lowerer{l, n, view})
	l.done[key] = v
	return v
}

// lowerer is one expression being lowered.
type lowerer struct {
	*Lowering
	n    *engine.Node
	view View
}

func (l *lowerer) kid(i int) *Value { return l.Value(l.n.Kids[i], l.view) }

// simple lowers what is one operation on its operands.
func simple(op Op, t Type) func(l *lowerer) *Value {
	return func(l *lowerer) *Value {
		var args []*Value
		for i := range l.n.Kids {
			args = append(args, l.kid(i))
		}
		return l.Do(op, t, args...)
	}
}

// seen lowers what is asked of a seat.
func seen(op Op, t Type) func(l *lowerer) *Value {
	return func(l *lowerer) *Value {
		seat := l.view.Seat
		if op == Variable {
			seat = l.varSeat()
		}
		return l.Ask(op, t, seat, l.n.N)
	}
}

// ofSets lowers an operation on two sets of one type.
func ofSets(op Op) func(l *lowerer) *Value {
	return func(l *lowerer) *Value {
		a, b := l.kid(0), l.kid(1)
		t := a.Type
		if b.Type == Lines {
			t = Lines
		}
		return l.Do(op, t, a, b)
	}
}

// varSeat is whose variable is asked for; one that all share is seat 0's.
func (l *lowerer) varSeat() int {
	if l.p.Vars[l.n.N].Common {
		return 0
	}
	return l.view.Seat
}

func lowerIf(l *lowerer) *Value {
	a, b := l.kid(1), l.kid(2)
	t := a.Type
	if t == Number && b.Type == Truth || t == Truth && b.Type == Number {
		t = Number
	}
	return l.Do(Select, t, l.kid(0), a, b)
}

// lowerNumber: a place is numbered from 1, a store has no number.
func lowerNumber(l *lowerer) *Value {
	f := l.kid(0)
	if !l.mayBeStore(f) {
		return l.Do(Add, Number, f, l.Number(1))
	}
	onBoard := l.Compare(engine.Less, f, l.Number(l.p.Places))
	return l.Do(Select, Number, onBoard, l.Do(Add, Number, f, l.Number(1)), l.Number(0))
}

// mayBeStore reports whether a place may be a store: one that a move names may.
func (l *lowerer) mayBeStore(f *Value) bool {
	if n, known := f.Known(); known {
		return n >= l.p.Places
	}
	return f.Op != First && f.Op != Last && f.Op != That
}

func lowerMillsAt(l *lowerer) *Value {
	whole := l.Ask(Within, Lines, l.view.Seat, 0, l.kid(0))
	return l.Do(Meet, Lines, whole, l.Of(Row, Lines, l.linesAt(), l.view.Seat, l.kid(1)))
}

func lowerDouble(l *lowerer) *Value {
	double := ofThrow("double", func(t *engine.Throw) int { return b2i(t.Double) })(l)
	return l.Compare(engine.NotEqual, double, l.Number(0))
}

// ofThrow lowers what a table says of the last throw.
func ofThrow(name string, f func(t *engine.Throw) int) func(l *lowerer) *Value {
	return func(l *lowerer) *Value {
		list := []int{f(new(engine.Throw))} // of none
		for i := range l.p.Throws {
			list = append(list, f(&l.p.Throws[i]))
		}
		return l.Of(Lookup, Number, l.numbers(name, [][]int{list}), 0, l.Do(Thrown, Number))
	}
}

// named is a place of the player to move as the player in view names it.
func (l *lowerer) named(f *Value) *Value {
	if l.namedAlike(l.view.Seat) {
		return f
	}
	return l.Ask(Named, Number, l.view.Seat, 0, f)
}

// ofKind is the set of places where men of a kind stand, of those that a word counts.
func (l *lowerer) ofKind() *Value {
	who := l.Who(engine.Whose(l.n.N), l.view)
	out := l.Set(Places, place.Set{})
	for seat := range l.p.Owners() {
		if !who.Has(seat) {
			continue
		}
		there := l.Ask(Marked, Places, seat, class.FirstKind+l.n.Kids[0].N)
		switch {
		case seat == l.p.Nobody():
			there = l.Of(Image, Places, l.fromNobody(), l.view.Seat, there)
		case !who.Own:
			there = l.Of(Image, Places, l.across(l.view.Seat-seat), seat, there)
		}
		out = l.Do(Join, Places, out, there)
	}
	return out
}

// namedAlike reports whether the players of a seat name places as those of seat 0 do.
func (l *Lowering) namedAlike(seat int) bool {
	n := len(l.p.Players)
	for q := range n {
		for f := range l.p.Places {
			if on := l.p.Across(q, (q+seat)%n, f); len(on) == 0 || int(on[0]) != f {
				return false
			}
		}
	}
	return true
}

// reach is the set of places so many steps ahead of a place, or behind it.
func (l *lowerer) reach(name string, f func(place, steps int) place.Set) *Value {
	places := l.p.Places
	if k, known := l.kid(1).Known(); known {
		list := make([]place.Set, places)
		for i := range list {
			list[i] = f(i, k)
		}
		return l.Of(Row, Places, l.sets(fmt.Sprint(name, " by ", k), [][]place.Set{list}), 0, l.kid(0))
	}
	list := make([]place.Set, places*(l.p.Longest()+1))
	for i := range list {
		list[i] = f(i%places, i/places)
	}
	// A place off the board or fewer steps than none lead nowhere, whatever stands in the
	// table at what they come to.
	at, k := l.kid(0), l.kid(1)
	i := l.Do(Add, Number, l.Do(Mul, Number, k, l.Number(places)), at)
	onBoard := l.Do(Has, Truth, l.All(), at)
	return l.Do(Select, Places, l.Do(And, Truth, onBoard, l.Compare(engine.GreaterEqual, k, l.Number(0))),
		l.Of(Row, Places, l.sets(name, [][]place.Set{list}), 0, i), l.Set(Places, place.Set{}))
}

func (l *lowerer) ahead(f, k int) place.Set {
	var s place.Set
	for _, a := range l.p.Ahead(f, k) {
		s = s.With(a.To)
	}
	return s
}

// onWays lowers what lies on the straight ways from a place, or from the places of a set that
// are more than one.
func onWays(op Op) func(l *lowerer) *Value {
	return func(l *lowerer) *Value {
		begin := l.kid(0)
		switch {
		case begin.Op == One:
			begin = begin.Args[0]
		case begin.Op == Literal && begin.Lit.Count() == 1:
			begin = l.Number(begin.Lit.First())
		}
		return l.Ask(op, Places, l.view.Seat, l.n.N, begin, l.kid(1))
	}
}

// menOf is how many men the player in view has in all.
func (l *lowerer) menOf() *Value {
	by := make([][]int, len(l.p.Players))
	for q := range by {
		by[q] = []int{l.p.Men(q)}
	}
	return l.Of(Lookup, Number, l.numbers("men of", by), l.view.Seat, l.Number(0))
}

// quantify asks a condition of all opponents.
func (l *lowerer) quantify(op Op) *Value {
	out := l.Truth(op == And)
	for seat := range l.p.Players {
		if !l.allied(l.view.Seat, seat) {
			out = l.Do(op, Truth, out, l.Value(l.n.Kids[0], View{l.view.Seat, seat}))
		}
	}
	return out
}

// opponents are the seats that "their" means: the one bound, or all.
func (l *lowerer) opponents() []int {
	if l.view.Opponent >= 0 {
		return []int{l.view.Opponent}
	}
	var out []int
	for seat := range l.p.Players {
		if !l.allied(l.view.Seat, seat) {
			out = append(out, seat)
		}
	}
	return out
}

// allied reports whether two seats play together; partners sit alike.
func (l *Lowering) allied(i, j int) bool { return l.p.Team[i] == l.p.Team[j] }

// Who are the seats whose men a count of a kind counts.
func (l *Lowering) Who(w engine.Whose, view View) Who {
	out := Who{Own: w == engine.Own}
	if l.p.Nobodys && (w == engine.Anyone || w == engine.Nobodys) {
		out.Seats = 1 << l.p.Nobody()
	}
	for seat := range l.p.Players {
		same := l.allied(view.Seat, seat)
		counts := w == engine.Anyone
		switch w {
		case engine.Own, engine.OwnAnyLap:
			counts = seat == view.Seat
		case engine.Enemy:
			counts = !same && (view.Opponent < 0 || seat == view.Opponent)
		case engine.Allied:
			counts = same && seat != view.Seat
		}
		if counts {
			out.Seats |= 1 << seat
		}
	}
	return out
}

// endAsked is what has been asked of an end of a move, and what is known beside it.
type endAsked struct {
	v     *Value
	end   Op
	known asks
}

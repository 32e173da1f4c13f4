package ir

import (
	"fmt"
	"slices"

	"github.com/lectio/lectio/rulesets/board/place"
	"github.com/lectio/lectio/rulesets/engine"
)

// Restriction is a condition on the candidates of a group: of moves to keep, or to strike out.
type Restriction struct {
	Statement string
	Stages    uint64   // where it applies
	Keep      *Value   // nil where it strikes out
	Strike    *Value   // … those for which this holds,
	Excepts   []*Value // … unless one of these does
	Spared    bool     // it is asked of a move made without taking
	Last      bool     // a move may be drawn before this is asked: see [engine.Program.Tries]
}

// Any reports whether something is so of any of its conditions.
func (r *Restriction) Any(is func(*Value) bool) bool {
	if r.Keep != nil {
		return is(r.Keep)
	}
	return is(r.Strike) || slices.ContainsFunc(r.Excepts, is)
}

// LooksAhead reports whether it asks what could be played after a move.
func (r *Restriction) LooksAhead() bool { return r.Any((*Value).LooksAhead) }

// Restricted is what a prohibition and its exceptions strike out.
func (l *Lowering) Restricted(f *engine.Forbid) Restriction {
	r := Restriction{Statement: f.ID, Stages: f.Stages, Strike: l.Value(f.When, Mover)}
	for i := range f.Excepts {
		r.Excepts = append(r.Excepts, l.Value(f.Excepts[i].When, Mover))
	}
	return r
}

// Struck reports whether a restriction strikes one candidate out.
func (l *Lowering) Struck(r *Restriction) *Value {
	out := r.Strike
	for _, x := range r.Excepts {
		out = l.Do(And, Truth, out, l.Do(Not, Truth, x))
	}
	return out
}

// Judged is what a restriction asks of one candidate, to keep it or to strike it out.
func (l *Lowering) Judged(r *Restriction) *Value {
	if r.Keep != nil {
		return r.Keep
	}
	return l.Struck(r)
}

// Guard parts what a prohibition asks that is the same for all candidates from what it and its
// exceptions ask of each.
func (l *Lowering) Guard(r *Restriction) (guard, when *Value, excepts []*Value) {
	guard, when = l.Truth(true), l.Truth(true)
	for _, k := range l.Conjuncts(r.Strike) {
		if k.OnMove() {
			when = l.Do(And, Truth, when, k)
		} else {
			guard = l.Do(And, Truth, guard, k)
		}
	}
	for _, x := range r.Excepts {
		if x.OnMove() {
			excepts = append(excepts, x)
		} else {
			guard = l.Do(And, Truth, guard, l.Do(Not, Truth, x))
		}
	}
	return guard, when, excepts
}

// Question is what has to be asked about the candidates of a group that a rule allows.
type Question struct {
	Whole   []*Value      // conditions that are the same for all candidates: they must hold,
	Strikes []Restriction // … and none of these may: they strike out all such moves, or none
	Each    []Restriction // what is asked of each
}

// Asked sorts what has to be asked of the moves that a rule allows.
func (l *Lowering) Asked(a *engine.Allow, x *Group) (q Question) {
	keep := func(v *Value) {
		for _, k := range l.Conjuncts(v) {
			if k.OnMove() {
				q.Each = append(q.Each, Restriction{Statement: a.ID, Stages: ^uint64(0), Keep: k})
			} else {
				q.Whole = append(q.Whole, k)
			}
		}
	}
	if a.To != nil {
		keep(l.Do(Has, Truth, l.Value(a.To, Mover), l.Do(To, Number)))
	} else if x.Space.Wide {
		empty := l.Counted(Men, Places, 0, int(engine.Equal), l.Who(engine.Anyone, Mover), l.Number(0))
		keep(l.Do(Has, Truth, l.Do(Meet, Places, l.Of(Row, Places, l.near(), 0, l.Do(From, Number)), empty), l.Do(To, Number)))
	}
	if a.When != nil {
		keep(l.Value(a.When, Mover))
	}
	if x.Spares {
		// the move as such stands: now it is judged as one made without taking
		keep(l.Met())
	}
	for i := range l.p.Forbids {
		f := &l.p.Forbids[i]
		if f.Acts&engine.OnAct(a.Act) == 0 {
			continue
		}
		r := l.Restricted(f)
		r.Spared, r.Last = x.Spares, l.p.NarrowsLast(i)
		if r.Any((*Value).OnMove) {
			q.Each = append(q.Each, r)
		} else {
			q.Strikes = append(q.Strikes, r)
		}
	}
	return q
}

// Met reports whether opponents stand where a man lands.
func (l *Lowering) Met() *Value {
	there := l.Counted(At, Number, 0, 0, l.Who(engine.Enemy, Mover), l.Do(To, Number))
	return l.Compare(engine.GreaterEqual, there, l.Number(1))
}

// Conjuncts splits a condition into what must hold all together, each once.
func (l *Lowering) Conjuncts(v *Value) []*Value {
	return split(v, func(v *Value) []*Value {
		switch {
		case v.Op == And:
			return v.Args
		case v.Op == Has && v.Args[0].Op == Meet: // in both
			s, place := v.Args[0], v.Args[1]
			return []*Value{l.Do(Has, Truth, s.Args[0], place), l.Do(Has, Truth, s.Args[1], place)}
		}
		return nil
	})
}

// Disjuncts splits a condition into those of which one is enough, each once.
func Disjuncts(v *Value) []*Value {
	return split(v, func(v *Value) []*Value {
		if v.Op == Or {
			return v.Args
		}
		return nil
	})
}

// split takes a value apart into what is not made of parts, each once, in order.
func split(v *Value, parts func(*Value) []*Value) (out []*Value) {
	seen := map[*Value]bool{}
	var take func(v *Value)
	take = func(v *Value) {
		if seen[v] {
			return
		}
		seen[v] = true
		list := parts(v)
		for _, a := range list {
			take(a)
		}
		if list == nil {
			out = append(out, v)
		}
	}
	take(v)
	return out
}

// Standing says of a set of places of the player to move that it is where men stand, or where
// none do.
type Standing struct {
	Own, Enemy bool
	None       bool // it is the other places
}

// Stands says what a set of places is, where it is one of these.
func (l *Lowering) Stands(v *Value) (w Standing, ok bool) {
	if v.Op != Men || v.Seat != 0 || l.p.Nobodys && v.Who.Has(l.p.Nobody()) {
		return w, false
	}
	k, known := v.Args[0].Known()
	c := engine.Comparison(v.N)
	if !known || Holds(c, 1, k) == Holds(c, 0, k) || Holds(c, 2, k) != Holds(c, 1, k) || k > 1 {
		return w, false
	}
	w.None = Holds(c, 0, k)
	switch v.Who {
	case l.Who(engine.Own, Mover):
		w.Own = true
	case l.Who(engine.Enemy, Mover):
		w.Enemy = true
	case l.Who(engine.Anyone, Mover):
		w.Own, w.Enemy = true, true
	default:
		return w, false
	}
	return w, true
}

// PlaceAsked is that a place lies in a set, or does not: so many places beyond the first of
// its line.
type PlaceAsked struct {
	Set *Value
	By  int
	Not bool
}

// AskedLine is what is asked alike of several places: those where it begins.
type AskedLine struct {
	Asks  []PlaceAsked
	Begin place.Set
}

// Lines takes a condition apart into what it asks of fixed places, if it asks nothing else:
// whether, of some places i, any has i in one set and i+1, say, not in another. All the places
// of a line can be asked at once.
func (l *Lowering) Lines(v *Value) ([]*AskedLine, bool) {
	var lines []*AskedLine
	by := map[string]*AskedLine{}
	for _, v := range Disjuncts(v) {
		base, asks, ok := l.asksOf(v)
		if !ok {
			return nil, false
		}
		key := fmt.Sprint(asks)
		line := by[key]
		if line == nil {
			line = &AskedLine{Asks: asks}
			by[key] = line
			lines = append(lines, line)
		}
		line.Begin = line.Begin.With(base)
	}
	return lines, true
}

// asksOf is what all conjuncts of a condition ask of places, counted from that of the first.
func (l *Lowering) asksOf(v *Value) (base int, asks []PlaceAsked, ok bool) {
	base = -1
	for _, k := range l.Conjuncts(v) {
		not := k.Op == Not
		if not {
			k = k.Args[0]
		}
		if k.Op != Has || k.Args[0].OnMove() {
			return 0, nil, false
		}
		i, known := k.Args[1].Known()
		if !known || i < 0 || i >= l.p.Places {
			return 0, nil, false
		}
		if base < 0 {
			base = i
		}
		if i-base <= -64 || i-base >= 64 {
			return 0, nil, false
		}
		asks = append(asks, PlaceAsked{k.Args[0], i - base, not})
	}
	return base, asks, base >= 0
}

package ir

import (
	"github.com/lectio/lectio/rulesets/board/place"
	"github.com/lectio/lectio/rulesets/engine"
)

// Lift is the pass from a condition on one move to the set of all candidates for which it
// holds: what would be asked of each is worked out for all at once. "Two of the
// opponent's men stand where it goes" becomes "those that go where two of his men stand".
type Lift struct {
	*Lowering
	// OnBoard reports whether a place of every candidate (From, To or Over) is one of the
	// board; else some lead to a store or over nothing.
	OnBoard func(which Op) bool
	// Gather puts conditions on the places where moves go together before they are turned
	// into candidates, which is right where that is a shift of the whole set.
	Gather bool
	// Marks is set where it is known of each candidate which marks the man bears.
	Marks bool

	lifted map[*Value]*Value
}

// Moves returns the candidates for which a condition holds, or nil where it has to be
// asked one by one.
func (l *Lift) Moves(v *Value) *Value {
	m, ok := l.lifted[v]
	if !ok {
		if m = l.movesAnew(v); l.lifted == nil {
			l.lifted = map[*Value]*Value{}
		}
		l.lifted[v] = m
	}
	return m
}

func (l *Lift) movesAnew(v *Value) *Value {
	switch {
	case v.asks&(asksMove&^(asksPart|asksAct|asksSparing)) == 0 && v.asks&asksPosition != 0, v.asks&asksMove == 0, v.Op == Sparing:
		return l.Do(Select, Moves, v, l.all(), l.none()) // the same for all with one part
	case l.Gather && v.OnlyLands() && v.Steady(false):
		return l.Ask(Lead, Moves, 0, int(To), l.landing(v))
	case v.Steady(l.Marks):
		return l.Do(Where, Moves, v)
	}
	switch v.Op {
	case And, Or:
		return l.both(v)
	case Not:
		if a := l.Moves(v.Args[0]); a != nil {
			return l.Do(Less, Moves, l.all(), a)
		}
	case Has:
		return l.has(v.Args[0], v.Args[1])
	case Compare:
		if m := l.compare(engine.Comparison(v.N), v.Args[0], v.Args[1]); m != nil {
			return m
		}
		return l.compare(mirrored[v.N], v.Args[1], v.Args[0])
	case Mark:
		return l.Ask(Lead, Moves, 0, int(From), l.Ask(Marked, Places, 0, v.N))
	case Any:
		return l.any(v.Args[0])
	}
	return nil
}

// any lifts that a set has members: what is the same for all candidates has one among the
// places that each candidate names by its own places alone.
func (l *Lift) any(s *Value) *Value {
	switch s.Op {
	case Join:
		return l.Moves(l.Do(Or, Truth, l.Do(Any, Truth, s.Args[0]), l.Do(Any, Truth, s.Args[1])))
	case Meet:
		for i, of := range s.Args {
			if there := s.Args[1-i]; of.asks&^(asksFrom|asksTo|asksOver) == 0 && there.asks&asksMove == 0 {
				return l.Do(Touch, Moves, of, there)
			}
		}
	}
	return nil
}

// landing is the set of places for which a condition holds that asks of a move nothing but
// where it goes.
func (l *Lift) landing(v *Value) *Value {
	var s place.Set
	for f := range l.p.Places {
		e := Env{P: l.p, From: -1, To: f, Over: -1}
		if e.Number(v) != 0 {
			s = s.With(f)
		}
	}
	return l.Set(Places, s)
}

// has lifts that a place of the move lies in a set.
func (l *Lift) has(s, place *Value) *Value {
	if s.OnMove() {
		return l.hasOfMove(s, place)
	}
	switch place.Op {
	case From, To, Over:
		return l.Ask(Lead, Moves, 0, int(place.Op), s)
	case Named:
		if x := place.Args[0]; x.Op == From || x.Op == To || x.Op == Over {
			there := l.Of(Image, Places, l.unnamed(place.Seat), place.Seat, s)
			return l.Ask(Lead, Moves, 0, int(x.Op), there)
		}
	}
	return nil
}

// hasOfMove lifts that a place of the move lies in a set that depends on the move, where
// it is put together from others.
func (l *Lift) hasOfMove(s, place *Value) *Value {
	in := func(s *Value) *Value { return l.Do(Has, Truth, s, place) }
	switch s.Op {
	case Meet:
		return l.Moves(l.Do(And, Truth, in(s.Args[0]), in(s.Args[1])))
	case Join:
		return l.Moves(l.Do(Or, Truth, in(s.Args[0]), in(s.Args[1])))
	case Less:
		return l.Moves(l.Do(And, Truth, in(s.Args[0]), l.Do(Not, Truth, in(s.Args[1]))))
	case Select:
		where := l.Do(And, Truth, s.Args[0], in(s.Args[1]))
		return l.Moves(l.Do(Or, Truth, where, l.Do(And, Truth, l.Do(Not, Truth, s.Args[0]), in(s.Args[2]))))
	}
	return nil
}

// compare lifts that a compares with b, where b is the same for all candidates.
func (l *Lift) compare(c engine.Comparison, a, b *Value) *Value {
	if b.asks&(asksMove&^(asksPart|asksAct|asksSparing)) != 0 {
		return nil
	}
	switch {
	case a.Op == At:
		return l.counted(c, a, b)
	case a.Op == From || a.Op == To || a.Op == Over:
		if !l.OnBoard(a.Op) {
			return nil
		}
		on := l.Ask(Lead, Moves, 0, int(a.Op), l.Do(One, Places, b))
		switch c {
		case engine.Equal:
			return on
		case engine.NotEqual:
			return l.Do(Less, Moves, l.all(), on)
		}
	}
	return nil
}

// counted lifts that the men at a place of the move compare so with a number.
func (l *Lift) counted(c engine.Comparison, at, b *Value) *Value {
	place := at.Args[0]
	there := l.Counted(Men, Places, at.Seat, int(c), at.Who, b)
	on := l.has(there, place)
	if on == nil {
		return nil
	}
	// Off the board stand no men: there the count of none compares as asked.
	none := l.Compare(c, l.Number(0), b)
	if n, known := none.Known(); known && n == 0 {
		return on
	}
	if place.Op == Named {
		return nil // a place may have no name in the other's view
	}
	if l.OnBoard(place.Op) {
		return on
	}
	off := l.Do(Where, Moves, l.Do(Not, Truth, l.Do(Has, Truth, l.All(), place)))
	return l.Do(Join, Moves, on, l.Do(Select, Moves, none, off, l.none()))
}

// Ends returns the places that one end of a move, From or To, can be for a condition to hold, or
// nil where it has to be asked of each; given is what is known of the move beside that.
func (l *Lowering) Ends(end Op, v *Value, given ...Op) *Value {
	known := asks(0)
	for _, op := range given {
		known |= operations[op].asks
	}
	return l.endsOf(end, v, known)
}

func (l *Lowering) endsOf(end Op, v *Value, known asks) *Value {
	key := endAsked{v, end, known}
	places, ok := l.ends[key]
	if !ok {
		places = l.endsAnew(end, v, known)
		l.ends[key] = places
	}
	return places
}

func (l *Lowering) endsAnew(end Op, v *Value, known asks) *Value {
	free := func(v *Value) bool { return v.asks&asksMove&^known == 0 }
	switch {
	case free(v):
		return l.Do(Select, Places, v, l.All(), l.Set(Places, place.Set{}))
	case v.asks == operations[end].asks:
		var s place.Set
		for f := range l.p.Places {
			e := Env{P: l.p, From: f, To: f, Over: -1}
			if e.Number(v) != 0 {
				s = s.With(f)
			}
		}
		return l.Set(Places, s)
	case v.Op == Has && v.Args[1].Op == end && free(v.Args[0]):
		return v.Args[0]
	case v.Op == Mark && end == From:
		return l.Ask(Marked, Places, 0, v.N)
	case v.Op == Compare && v.Args[0].Op == At && v.Args[0].Args[0].Op == end && free(v.Args[1]):
		return l.Counted(Men, Places, v.Args[0].Seat, v.N, v.Args[0].Who, v.Args[1])
	}
	op := map[Op]Op{And: Meet, Or: Join, Not: Less}[v.Op]
	if op == 0 {
		return nil
	}
	a, b := l.All(), l.endsOf(end, v.Args[len(v.Args)-1], known)
	if op != Less {
		a = l.endsOf(end, v.Args[0], known)
	}
	if a == nil || b == nil {
		return nil
	}
	return l.Do(op, Places, a, b)
}

func (l *Lift) all() *Value  { return l.Do(Where, Moves, l.Truth(true)) }
func (l *Lift) none() *Value { return l.Set(Moves, place.Set{}) }

// both lifts what both operands of an and or an or come to.
func (l *Lift) both(v *Value) *Value {
	a := l.Moves(v.Args[0])
	b := l.Moves(v.Args[1])
	if a == nil || b == nil {
		return nil
	}
	op := Meet
	if v.Op == Or {
		op = Join
	}
	if l.Gather && a.Op == Lead && b.Op == Lead && a.N == b.N {
		return l.Ask(Lead, Moves, 0, a.N, l.Do(op, Places, a.Args[0], b.Args[0]))
	}
	return l.Do(op, Moves, a, b)
}

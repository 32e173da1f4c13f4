package ir

import (
	"encoding/binary"

	"github.com/lectio/lectio/rulesets/board/place"
	"github.com/lectio/lectio/rulesets/engine"
)

// Look has an environment ask a state, seen by a player, and one of his moves: the candidate,
// and what the last throw was. What looks ahead, what is being scored and how often the
// position has stood are no part of a state: ahead answers that, if anything asks it.
func (e *Env) Look(s *engine.State, player int, m *engine.Move, ahead func(v *Value, args []Result) Result) {
	e.Player, e.Throw = player, s.LastThrow()+1
	e.From, e.To, e.Over = int(m.From), int(m.To), int(m.Over)
	e.Part, e.Class, e.Act, e.Spares = int(m.Part), int(m.Class), m.Act, m.Sparing
	at := &position{e, e.P, s, s.Bytes(), ahead}
	e.Position = at.answer
}

// position answers what values ask of a state.
type position struct {
	e     *Env
	p     *engine.Program
	s     *engine.State
	raw   []byte // the state in the program's layout
	ahead func(v *Value, args []Result) Result
}

func (x *position) answer(v *Value, args []Result) Result {
	q := x.e.seat(v.Seat)
	switch v.Op {
	case Men:
		var out place.Set
		for f := range x.p.Places {
			if Holds(engine.Comparison(v.N), x.men(v.Who, q, f), args[0].N) {
				out = out.With(f)
			}
		}
		return Result{Set: out}
	case At:
		return Result{N: x.men(v.Who, q, args[0].N)}
	case Marked, Unmarked:
		return Result{Set: x.marked(v, q)}
	case Crowds:
		return Result{Set: x.crowds(q, args[0].Set, args[1].N)}
	case Store:
		return Result{N: x.s.InStore(x.p, q, v.N)}
	case Variable:
		return x.variable(v, q)
	case Score:
		return Result{N: x.s.Score(x.p, q)}
	case Stage:
		return Result{N: int(x.raw[x.p.Layout().Stage])}
	case Played:
		return Result{N: x.s.Played()}
	case Left, Up:
		return x.agenda(v)
	}
	return x.ahead(v, args)
}

// men is how many men of some seats stand at a place of player q, or on its cell.
func (x *position) men(who Who, q, f int) int {
	if f < 0 || f >= x.p.Places {
		return 0
	}
	n := 0
	for seat := range x.p.Players {
		r := x.e.seat(seat)
		switch {
		case !who.Has(seat):
		case who.Own:
			n += x.s.MenAt(x.p, r, f)
		default:
			for _, g := range x.p.Across(q, r, f) {
				n += x.s.MenAt(x.p, r, int(g))
			}
		}
	}
	return n
}

func (x *position) marked(v *Value, q int) (out place.Set) {
	for class := range x.p.Classes() {
		if x.p.Bears(class, v.N) != (v.Op == Marked) {
			continue
		}
		for f := range x.p.Places {
			if x.s.MenOfClass(x.p, q, class, f) > 0 {
				out = out.With(f)
			}
		}
	}
	return out
}

func (x *position) crowds(q int, s place.Set, least int) (out place.Set) {
	anyone := Who{Seats: 1<<len(x.p.Players) - 1}
	for _, row := range unbroken(s) {
		n := 0
		for _, f := range row.Places() {
			n += x.men(anyone, q, f)
		}
		if n >= least {
			out = out.Or(row)
		}
	}
	return out
}

func (x *position) variable(v *Value, q int) Result {
	at := x.raw[x.p.VarAt(v.N, q):]
	if !v.Type.IsSet() {
		return Result{N: int(int16(binary.LittleEndian.Uint16(at)))}
	}
	var out place.Set
	for f := range 8 * x.p.Layout().Set {
		if at[f/8]>>(f%8)&1 != 0 {
			out = out.With(f)
		}
	}
	return Result{Set: out}
}

// agenda is how many parts are left before the next throw, or the numbers of all, as places.
func (x *position) agenda(v *Value) Result {
	lay := x.p.Layout()
	parts := x.raw[lay.Left:][:x.raw[lay.LeftN]]
	n, before := 0, true
	var up place.Set
	for _, b := range parts {
		part := b &^ engine.OptionalPart
		if before = before && part != engine.PartThrow; before {
			n++
		}
		if pt := &x.p.Parts[part]; pt.IsNumber && pt.Number >= 1 && pt.Number <= x.p.Places {
			up = up.With(pt.Number - 1)
		}
	}
	if v.Op == Left {
		return Result{N: n}
	}
	return Result{Set: up}
}

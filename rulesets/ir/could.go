package ir

import (
	"slices"

	"github.com/lectio/lectio/rulesets/engine"
)

// Could returns a set of places that holds whatever a value can yield for a man at from
// who plays a part: what its moves could ever be, whatever the position.
func (l *Lowering) Could(v *Value, part, from int) engine.Set {
	const known = asksFrom | asksPart | asksAct
	if v.asks&^(known|asksPlayer|asksThrow) == 0 {
		var out engine.Set
		l.eachCase(v, part, from, func(e *Env) { out = out.Or(e.Set(v)) })
		return out
	}
	switch v.Op {
	case Meet:
		return l.Could(v.Args[0], part, from).And(l.Could(v.Args[1], part, from))
	case Join:
		return l.Could(v.Args[0], part, from).Or(l.Could(v.Args[1], part, from))
	case Less:
		return l.Could(v.Args[0], part, from)
	case Select:
		return l.Could(v.Args[1], part, from).Or(l.Could(v.Args[2], part, from))
	case Ray, Met, Between, Beyond:
		var out engine.Set
		for _, f := range l.couldStand(v.Args[0], part, from) {
			for q := range l.p.Players {
				for _, ray := range l.p.RaysFrom(q, f, engine.Direction(v.N)) {
					out = out.Or(engine.SetOf(ray...))
				}
			}
		}
		if v.Op == Ray {
			out = out.And(l.Could(v.Args[1], part, from))
		}
		return out
	case Reach:
		return l.Could(v.Args[0], part, from)
	case Image:
		var out engine.Set
		for _, f := range l.Could(v.Args[0], part, from).Places() {
			for q := range v.Table.Variants() {
				out = out.Or(v.Table.Set(q, f))
			}
		}
		return out
	case Row, One:
		if list := l.couldBe(v.Args[0], part, from); list != nil {
			var out engine.Set
			for _, n := range list {
				like := *v
				like.Args = []*Value{l.Number(n)}
				out = out.Or(l.Could(l.simpler(like), part, from))
			}
			return out
		}
	}
	return engine.FirstN(l.p.Places)
}

// eachCase calls f for every throw and every player who may sit at seat 0, as far as a
// value depends on them.
func (l *Lowering) eachCase(v *Value, part, from int, f func(e *Env)) {
	throws, players := 1, 1
	if v.asks&asksThrow != 0 {
		throws += len(l.p.Throws)
	}
	if v.asks&asksPlayer != 0 {
		players = len(l.p.Players)
	}
	for throw := range throws {
		for q := range players {
			f(&Env{P: l.p, Player: q, From: from, To: -1, Over: -1, Part: part, Throw: throw})
		}
	}
}

// couldStand lists the places among which is whatever a value can yield.
func (l *Lowering) couldStand(v *Value, part, from int) []int {
	if list := l.couldBe(v, part, from); list != nil {
		return list
	}
	all := engine.FirstN(l.p.Places)
	return all.Places()
}

// few is how many numbers are gone through one by one.
const few = 64

// couldBe lists numbers among which is whatever a value can yield, if they are few.
func (l *Lowering) couldBe(v *Value, part, from int) []int {
	var out []int
	add := func(n int) {
		if !slices.Contains(out, n) {
			out = append(out, n)
		}
	}
	switch {
	case v.asks&^(asksFrom|asksPart|asksAct|asksPlayer|asksThrow) == 0:
		l.eachCase(v, part, from, func(e *Env) { add(e.Number(v)) })
	case v.Op == Select:
		out = append(l.couldBe(v.Args[1], part, from), l.couldBe(v.Args[2], part, from)...)
		if l.couldBe(v.Args[1], part, from) == nil || l.couldBe(v.Args[2], part, from) == nil {
			return nil
		}
	case v.Op == Add || v.Op == Sub || v.Op == Mul || v.Op == Min || v.Op == Max:
		b := l.couldBe(v.Args[1], part, from)
		for _, x := range l.couldBe(v.Args[0], part, from) {
			for _, y := range b {
				add(l.Do(v.Op, Number, l.Number(x), l.Number(y)).N)
			}
		}
	}
	if len(out) > few {
		return nil
	}
	return out
}

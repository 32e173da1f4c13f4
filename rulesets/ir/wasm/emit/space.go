package emit

import (
	"fmt"
	"slices"

	"github.com/lectio/lectio/rulesets/board/place"
	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/ir"
	"github.com/lectio/lectio/rulesets/ir/wasm/asm"
)

// which is what the variants of a space go by: the part, or the player.
func (c *ctx) which(sp *ir.Space, e env) num {
	if sp.Players {
		return c.Player()
	}
	return e.part
}

// constant is the set of candidates for which f holds.
func (c *ctx) constantOf(sp *ir.Space, e env, f func(part int, t *ir.Candidate) bool) set {
	n := len(c.g.Program.Parts)
	parts := c.g.class.Parts // of the class of parts being generated
	if sp.Players {
		n = len(c.g.Program.Players) * n // by player, and within by part
	}
	rows := make([][]uint64, n)
	row := func(v, part int) []uint64 {
		r := make([]uint64, sp.Words())
		for i, t := range sp.Variant(v) {
			if sp.Indexed && e.class.Known {
				t.Class = e.class.Value // such a space is shared by men of all marks
			}
			if t.Valid && f(part, &t) {
				r[i/64] |= 1 << (i % 64)
			}
		}
		return r
	}
	var at num
	alike := true
	if sp.Players {
		if !e.part.Known && len(parts) > 1 {
			c.lack("steps that differ by part, between places whose names differ by player")
		}
		part := parts[0]
		rows = rows[:len(c.g.Program.Players)]
		for q := range rows {
			rows[q] = row(q, part)
			alike = alike && slices.Equal(rows[q], rows[0])
		}
		if alike {
			return asm.Constant(rows[0])
		}
		at = c.Player()
	} else {
		for part := range rows {
			rows[part] = row(part, part)
		}
		if e.part.Known {
			return asm.Constant(rows[e.part.Value])
		}
		for _, k := range parts {
			alike = alike && slices.Equal(rows[k], rows[parts[0]])
		}
		if alike {
			return asm.Constant(rows[parts[0]])
		}
		at = e.part
	}
	return c.RowOf(rows, at, sp.Words())
}

// expand is the set of candidates whose from, to or over lies in a set of places.
func (c *ctx) expand(which ir.Op, s set, sp *ir.Space, e env) set {
	if s.Empty() {
		return asm.None(sp.Words())
	}
	if sp.Indexed && which == ir.From {
		return s[:min(len(s), sp.Words())]
	}
	if sp.Row && which == ir.To {
		return c.Shift(s, c.number(e), true)[:sp.Words()]
	}
	return c.naming(fmt.Sprint(which), s, sp, e, func(t *ir.Candidate) place.Set { return place.SetOf(t.Place(which)) })
}

// naming is the set of candidates that name some place of a set, where named are the places that
// a candidate names; key tells which those are.
func (c *ctx) naming(key string, s set, sp *ir.Space, e env, named func(t *ir.Candidate) place.Set) set {
	return c.SetOnce(fmt.Sprint("naming ", sp.Key, key, s, c.which(sp, e)), func() set {
		var naming [][][]int // by variant and place
		m := c.Module.NewMapping(fmt.Sprintf("space %s %s", sp.Key, key), c.g.Program.Places, sp.N, len(sp.By), func(v, f int) []int {
			if naming == nil {
				naming = namingEach(sp, c.g.Program.Places, named)
			}
			return naming[v][f]
		})
		return slices.Concat(c.Apply(m, s, c.which(sp, e)), asm.None(sp.Words()))[:sp.Words()]
	})
}

// namingEach lists the candidates of a space by variant and by a place that they name.
func namingEach(sp *ir.Space, places int, named func(t *ir.Candidate) place.Set) [][][]int {
	out := make([][][]int, len(sp.By))
	for v := range out {
		out[v] = make([][]int, places)
		for i, t := range sp.By[v] {
			if !t.Valid {
				continue
			}
			for _, f := range named(&t).Places() {
				if f < places {
					out[v][f] = append(out[v][f], i)
				}
			}
		}
	}
	return out
}

// lift gives the set of all candidates for which a condition holds, if the
// condition can be worked out for all at once.
func (c *ctx) lift(v *ir.Value, sp *ir.Space, e env) (set, bool) {
	if e.act == engine.Sow && v.AsksTo() { // where it ends is told candidate by candidate
		return nil, false
	}
	l := ir.Lift{Lowering: c.g.lower, Gather: sp.Row, Marks: e.class.Known, OnBoard: func(which ir.Op) bool { return !mayLeave(sp, which, c.g.Program.Places) }}
	m := l.Moves(v)
	if m == nil {
		return nil, false
	}
	return c.moves(m, sp, e), true
}

// moves emits a set of candidates.
func (c *ctx) moves(v *ir.Value, sp *ir.Space, e env) set {
	type candidates struct {
		v  *ir.Value
		sp *ir.Space
		e  int
	}
	return c.SetOnce(candidates{v, sp, e.id}, func() set { return c.movesAnew(v, sp, e) })
}

func (c *ctx) movesAnew(v *ir.Value, sp *ir.Space, e env) set {
	of := func(i int) set { return c.moves(v.Args[i], sp, e) }
	switch v.Op {
	case ir.Literal: // none
		return asm.None(sp.Words())
	case ir.Where:
		cond := v.Args[0]
		return c.constantOf(sp, e, func(part int, t *ir.Candidate) bool {
			of := ir.Env{P: c.g.Program, From: t.From, To: t.To, Over: t.Over, Part: part, Act: t.Act, Class: t.Class}
			return of.Number(cond) != 0
		})
	case ir.Lead:
		which := ir.Op(v.N)
		if who, ok := c.g.lower.Stands(v.Args[0]); ok {
			return c.stood(which, who, sp, e, func() set { return c.set(v.Args[0], e) })
		}
		return c.expand(which, c.set(v.Args[0], e), sp, e)
	case ir.Touch:
		named := v.Args[0]
		return c.naming(named.String(), c.set(v.Args[1], e), sp, e, func(t *ir.Candidate) place.Set {
			of := ir.Env{P: c.g.Program, From: t.From, To: t.To, Over: t.Over}
			return of.Set(named)
		})
	case ir.Meet:
		return c.Ands(of(0), of(1))
	case ir.Join:
		return c.Ors(of(0), of(1))
	case ir.Less:
		return c.Minus(of(0), of(1))
	}
	q := c.Truth(c.num(v.Args[0], e)) // Select
	if v.Args[2].Op == ir.Literal {
		return c.Gate(q, of(1))
	}
	return c.Either(q, of(1), of(2))
}

// mayLeave reports whether a place of some candidate is not one of the board.
func mayLeave(sp *ir.Space, which ir.Op, places int) bool {
	for _, l := range sp.By {
		for _, t := range l {
			if f := t.Place(which); t.Valid && (f < 0 || f >= places) {
				return true
			}
		}
	}
	return false
}

// leadingFrom is the set of candidates that lead from a place of seat 0.
func (c *ctx) leadingFrom(f num, sp *ir.Space, e env) set {
	if s, ok := c.Leading(sp, f); ok {
		return s
	}
	return c.expand(ir.From, c.BitAt(f, c.g.Program.Places, c.g.W), sp, e)
}

// stood is the set of candidates whose from, to or over is where men stand, or none
// do: from mirrors, or else from the set of places.
func (c *ctx) stood(which ir.Op, w ir.Standing, sp *ir.Space, e env, places func() set) set {
	if v, ok := c.reflected(which, w, sp); ok {
		return v
	}
	return c.expand(which, places(), sp, e)
}

// reflected is stood, if mirrors tell.
func (c *ctx) reflected(which ir.Op, w ir.Standing, sp *ir.Space) (set, bool) {
	out := asm.None(sp.Words())
	for _, enemy := range []bool{false, true} {
		if enemy && !w.Enemy || !enemy && !w.Own {
			continue
		}
		v, ok := c.Mirror(sp, which, enemy)
		if !ok {
			return nil, false
		}
		out = c.Ors(out, v)
	}
	if w.None {
		out = c.Minus(c.onPlaces(which, sp), out)
	}
	return out, true
}

// onPlaces is the set of candidates whose from, to or over is a place of the board.
func (c *ctx) onPlaces(which ir.Op, sp *ir.Space) set {
	e := c.noMove()
	e.part = num{Local: -1}
	return c.constantOf(sp, e, func(_ int, t *ir.Candidate) bool {
		f := t.Place(which)
		return f >= 0 && f < c.g.Program.Places
	})
}

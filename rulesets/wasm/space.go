package wasm

import (
	"fmt"
	"slices"

	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/ir"
)

// tuple is one candidate that the rules of a part could ever permit: what it
// does, and between which places. A store is Places or more, none is -1.
type tuple struct {
	act            engine.Act
	from, to, over int
	class          int
	valid          bool
}

// space numbers the candidates of some rules, so that a set of moves is a bit
// set and a condition on a move is a set of moves. Where the numbers steps of a
// part decide where a man lands, the tuples differ by part, not their number.
type space struct {
	key     string
	n, w    int
	by      [][]tuple // by part (or by player) where they differ, else one
	players bool      // they differ by player: places are ordered by their names, which differ
	row     bool      // of advances along a plain row: a man moves from i to i plus the part's number
	indexed bool      // the number of a candidate is its from
	ends    bool      // a player who names the places from the other end has the candidates in the opposite order
}

func (g *gen) newSpace(key string, by [][]tuple) *space {
	if s := g.spaces[key]; s != nil {
		return s
	}
	alike := true
	for _, l := range by[1:] {
		alike = alike && slices.Equal(l, by[0])
	}
	if alike {
		by = by[:1]
	}
	s := &space{key: key, n: len(by[0]), by: by, indexed: true}
	s.w = wordsFor(s.n)
	for _, l := range by {
		for i, t := range l {
			if t.valid && t.from != i {
				s.indexed = false
			}
		}
	}
	g.spaces[key] = s
	return s
}

func (s *space) variant(v int) []tuple {
	if len(s.by) == 1 {
		return s.by[0]
	}
	return s.by[v]
}

// which is what the variants of a space go by: the part, or the player.
func (c *ctx) which(sp *space, e env) num {
	if sp.players {
		return c.player
	}
	return e.part
}

// constant is the set of candidates for which f holds.
func (c *ctx) constantOf(sp *space, e env, f func(part int, t *tuple) bool) set {
	n := len(c.g.p.Parts)
	parts := c.g.class.parts // of the class of parts being generated
	if sp.players {
		n = len(c.g.p.Players) * n // by player, and within by part
	}
	rows := make([][]uint64, n)
	row := func(v, part int) []uint64 {
		r := make([]uint64, sp.w)
		for i, t := range sp.variant(v) {
			if sp.indexed && e.class.known {
				t.class = e.class.v // such a space is shared by men of all marks
			}
			if t.valid && f(part, &t) {
				r[i/64] |= 1 << (i % 64)
			}
		}
		return r
	}
	var at num
	alike := true
	if sp.players {
		if !e.part.known && len(parts) > 1 {
			c.lack("steps that differ by part, between places whose names differ by player")
		}
		part := parts[0]
		rows = rows[:len(c.g.p.Players)]
		for q := range rows {
			rows[q] = row(q, part)
			alike = alike && slices.Equal(rows[q], rows[0])
		}
		if alike {
			return constant(rows[0])
		}
		at = c.player
	} else {
		for part := range rows {
			rows[part] = row(part, part)
		}
		if e.part.known {
			return constant(rows[e.part.v])
		}
		for _, k := range parts {
			alike = alike && slices.Equal(rows[k], rows[parts[0]])
		}
		if alike {
			return constant(rows[parts[0]])
		}
		at = e.part
	}
	return c.rowOf(rows, at, sp.w)
}

// rowOf loads a set from a table.
func (c *ctx) rowOf(rows [][]uint64, i num, w int) set {
	key := fmt.Sprint("rows ", rows)
	at, ok := c.g.tables[key]
	if !ok {
		var b []byte
		for _, r := range rows {
			b = words(b, r...)
		}
		at = c.g.m.table(b)
		c.g.tables[key] = at
	}
	if i.known {
		return constant(rows[i.v])
	}
	a := c.bin(i32Mul, i, lit(8*w))
	c.tabled(a)
	out := make(set, w)
	for k := range out {
		var most uint64
		for _, r := range rows {
			most |= r[k]
		}
		c.push(a)
		c.load64(at + 8*k)
		out[k] = c.keepw().within(most)
	}
	return out
}

// expand is the set of candidates whose from, to or over lies in a set of places.
func (c *ctx) expand(which ir.Op, s set, sp *space, e env) set {
	g := c.g
	if s.empty() {
		return none(sp.w)
	}
	if sp.indexed && which == ir.From {
		return s[:min(len(s), sp.w)]
	}
	if sp.row && which == ir.To {
		return c.shift(s, c.number(e), true)[:sp.w]
	}
	key := fmt.Sprint("expand ", sp.key, which, s, c.which(sp, e))
	if v, ok := c.known.sets[key]; ok {
		return v
	}
	variants := len(sp.by)
	m := g.newMapping(fmt.Sprintf("space %s %d", sp.key, which), g.p.Places, sp.n, variants, func(v, f int) []int {
		var out []int
		for i, t := range sp.by[v] {
			if t.valid && t.placeOf(which) == f {
				out = append(out, i)
			}
		}
		return out
	})
	out := c.apply(m, s, c.which(sp, e))
	for len(out) < sp.w {
		out = append(out, wlit(0))
	}
	c.known.sets[key] = out[:sp.w]
	return out[:sp.w]
}

// lift gives the set of all candidates for which a condition holds, if the
// condition can be worked out for all at once.
func (c *ctx) lift(v *ir.Value, sp *space, e env) (set, bool) {
	l := ir.Lift{Lowering: c.g.lower, Gather: sp.row, Marks: e.class.known, OnBoard: func(which ir.Op) bool { return !sp.mayLeave(which, c.g.p.Places) }}
	m := l.Moves(v)
	if m == nil {
		return nil, false
	}
	return c.moves(m, sp, e), true
}

// moves emits a set of candidates.
func (c *ctx) moves(v *ir.Value, sp *space, e env) set {
	of := func(i int) set { return c.moves(v.Args[i], sp, e) }
	switch v.Op {
	case ir.Literal: // none
		return none(sp.w)
	case ir.Where:
		cond := v.Args[0]
		return c.constantOf(sp, e, func(part int, t *tuple) bool {
			of := ir.Env{P: c.g.p, From: t.from, To: t.to, Over: t.over, Part: part, Act: t.act, Class: t.class}
			return of.Number(cond) != 0
		})
	case ir.Lead:
		which := ir.Op(v.N)
		if who, ok := c.g.whoStandsIn(v.Args[0]); ok {
			return c.stood(which, who, sp, e, func() set { return c.set(v.Args[0], e) })
		}
		return c.expand(which, c.set(v.Args[0], e), sp, e)
	case ir.Meet:
		return c.ands(of(0), of(1))
	case ir.Join:
		return c.ors(of(0), of(1))
	case ir.Less:
		return c.minus(of(0), of(1))
	}
	q := c.truth(c.num(v.Args[0], e)) // Select
	if v.Args[2].Op == ir.Literal {
		return c.gate(q, of(1))
	}
	return c.either(q, of(1), of(2))
}

// mayLeave is whether a place of some candidate is not one of the board.
func (sp *space) mayLeave(which ir.Op, places int) bool {
	for _, l := range sp.by {
		for _, t := range l {
			if f := t.placeOf(which); t.valid && (f < 0 || f >= places) {
				return true
			}
		}
	}
	return false
}

func holds(c engine.Comparison, a, b int) bool { return ir.Holds(c, a, b) }

// tableOf tabulates the places from, to or over of the candidates of a space.
func (sp *space) tableOf(which ir.Op) []int {
	var list []int
	for _, l := range sp.by {
		for _, t := range l {
			f := t.placeOf(which)
			if f < 0 {
				f = nowhere
			}
			list = append(list, f)
		}
	}
	return list
}

package wasm

import (
	"fmt"
	"slices"

	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/ir"
)

// set emits a value that is a set of places or of lines.
func (c *ctx) set(v *ir.Value, e env) set {
	if v.Op == ir.Literal {
		return constant(bitsOf(v.Lit, 64*c.g.w))
	}
	return c.setOnce(keptAs(v, e), func() set {
		emit := setEmitters[v.Op]
		if emit == nil {
			c.lack(v.Op.String())
		}
		return emit(c, v, e)
	})
}

// setEmitters say how each operation that yields a set is emitted.
var setEmitters map[ir.Op]func(c *ctx, v *ir.Value, e env) set

func init() {
	setEmitters = map[ir.Op]func(c *ctx, v *ir.Value, e env) set{
		ir.Meet: func(c *ctx, v *ir.Value, e env) set {
			if lines, ok := c.millsAt(v, e); ok {
				return lines
			}
			return c.ands(c.set(v.Args[0], e), c.set(v.Args[1], e))
		},
		ir.Join: func(c *ctx, v *ir.Value, e env) set { return c.ors(c.set(v.Args[0], e), c.set(v.Args[1], e)) },
		ir.Less: func(c *ctx, v *ir.Value, e env) set { return c.minus(c.set(v.Args[0], e), c.set(v.Args[1], e)) },
		ir.Shift: func(c *ctx, v *ir.Value, e env) set {
			if v.N < 0 {
				return c.shift(c.set(v.Args[0], e), lit(-v.N), true)
			}
			return c.onBoard(c.mask(c.shift(c.set(v.Args[0], e), lit(v.N), false), c.g.p.Places))
		},
		ir.One:   emitOne,
		ir.Below: func(c *ctx, v *ir.Value, e env) set { return c.upTo(c.num(v.Args[0], e)) },
		ir.Rows:  emitRows,
		ir.Crowds: func(c *ctx, v *ir.Value, e env) set {
			return c.rows(c.set(v.Args[0], e), c.num(v.Args[1], e), true, v.Seat)
		},
		ir.Within:  func(c *ctx, v *ir.Value, e env) set { return c.mills(c.set(v.Args[0], e), v.Seat) },
		ir.Row:     emitRow,
		ir.Image:   emitImage,
		ir.Landing: emitLanding,
		ir.Ray:     emitOnWays, ir.Met: emitOnWays, ir.Between: emitOnWays, ir.Beyond: emitOnWays,
		ir.Reach:  emitReach,
		ir.Select: emitSelectSet,
		ir.Men: func(c *ctx, v *ir.Value, e env) set {
			return c.menWhere(v.Seat, v.Who, engine.Comparison(v.N), c.num(v.Args[0], e))
		},
		ir.Marked:   emitMarked,
		ir.Unmarked: emitMarked,
		ir.Variable: func(c *ctx, v *ir.Value, _ env) set { return c.setOf(v.N, v.Seat) },
		ir.Up:       func(c *ctx, _ *ir.Value, _ env) set { return c.partsAsPlaces() },
		ir.Passed: func(c *ctx, _ *ir.Value, e env) set {
			if !e.passes {
				return none(c.g.w)
			}
			return c.passed(e)
		},
	}
}

// emitOne is the set of one place.
func emitOne(c *ctx, v *ir.Value, e env) set {
	at, p := c.num(v.Args[0], e), c.g.p
	if c.surelyPlace(v.Args[0], e) {
		return c.bitAtPlace(at, p.Places, c.g.w)
	}
	return c.bitAt(at, p.Places, c.g.w)
}

func emitRows(c *ctx, v *ir.Value, e env) set {
	k := c.num(v.Args[1], e)
	if !k.known || k.v > 63 {
		return c.rows(c.set(v.Args[0], e), k, false, v.Seat)
	}
	return c.runs(c.set(v.Args[0], e), k.v)
}

func emitRow(c *ctx, v *ir.Value, e env) set {
	return c.within(v.Table.Len(), v.Args[0], e, func(i num) set { return c.rowOfTable(v.Table, v.Seat, i) })
}

// rowOfTable is a set in a table, as the player of a seat has it.
func (c *ctx) rowOfTable(t *ir.Table, seat int, i num) set {
	return c.row(t.Name, seat, t.Len(), i, func(q, i int) []uint64 { return bitsOf(t.Set(q, i), 64*c.g.w) })
}

func emitImage(c *ctx, v *ir.Value, e env) set {
	t := v.Table
	m := c.m.newMapping(t.Name, t.Len(), 64*c.g.w, t.Variants(), func(q, i int) []int { return t.Set(q, i).Places() })
	return c.apply(m, c.set(v.Args[0], e), c.seat(v.Seat))
}

func emitLanding(c *ctx, v *ir.Value, e env) set {
	over, to := c.set(v.Args[1], e), c.set(v.Args[2], e)
	return c.within(c.g.p.Places, v.Args[0], e, func(f num) set { return c.landings(f, over, to, v.Seat) })
}

// within is what f emits for a number that lies from 0 to n-1, and nothing where it does not.
func (c *ctx) within(n int, v *ir.Value, e env, f func(i num) set) set {
	i := c.num(v, e)
	switch {
	case i.known && (i.v < 0 || i.v >= n):
		return none(c.g.w)
	case i.known || c.surelyPlace(v, e):
		return f(i)
	}
	in := c.bin(i32LtU, i, lit(n))
	return c.gate(in, f(c.pick(in, i, lit(0))))
}

func emitSelectSet(c *ctx, v *ir.Value, e env) set {
	q := c.num(v.Args[0], e)
	if q.known {
		return c.set(v.Args[2-b2i(q.v != 0)], e)
	}
	return c.either(q, c.set(v.Args[1], e), c.set(v.Args[2], e))
}

func emitMarked(c *ctx, v *ir.Value, _ env) set {
	if v.Op == ir.Marked {
		return c.marked(v.Seat, v.N)
	}
	return c.unmarked(v.Seat, v.N)
}

// row loads a set from a table by player (where players differ) and index.
func (c *ctx) row(key string, seat, n int, i num, f func(q, i int) []uint64) set {
	g := c.g
	players := len(g.p.Players)
	alike := true
	for q := 1; q < players; q++ {
		for k := 0; k < n; k++ {
			alike = alike && slices.Equal(f(q, k), f(0, k))
		}
	}
	if i.known && alike {
		return constant(f(0, i.v))
	}
	a, at := c.rowAt(key, seat, n, i, f, alike)
	return c.loadSet(a, at, len(f(0, 0)))
}

// rowAt is where such a row lies: an offset into a table, and the table.
func (c *ctx) rowAt(key string, seat, n int, i num, f func(q, i int) []uint64, alike bool) (a num, at int) {
	g := c.g
	players := len(g.p.Players)
	at = c.m.once(key, func() (b []byte) {
		for q := 0; q < players; q++ {
			for k := 0; k < n; k++ {
				b = words(b, f(q, k)...)
			}
			if alike {
				break
			}
		}
		return b
	})
	w := len(f(0, 0))
	a = c.bin(i32Mul, i, lit(8*w))
	switch q := c.seat(seat); {
	case alike:
	case q.known:
		at += 8 * w * n * q.v
	default:
		a = c.bin(i32Add, a, c.bin(i32Mul, q, lit(8*w*n)))
	}
	c.tabled(a)
	return a, at
}

// mills is the set of lines that lie wholly within a set of places: for the
// first, second, … place of all lines at once, whether it is in the set.
func (c *ctx) mills(s set, seat int) set {
	g, p := c.g, c.g.p
	longest := 0
	for _, l := range p.Lines[0] {
		longest = max(longest, l.Count())
	}
	out := constant(bitsOf(engine.FirstN(g.lines), 64*g.w))
	for k := 0; k < longest; k++ {
		m := g.m.newMapping(fmt.Sprintf("lines by %d", k), p.Places, 64*g.w, len(p.Players), func(q, f int) []int {
			var ls []int
			for l, line := range p.Lines[q] {
				pl := line.Places()
				if len(pl) > 0 && pl[k%len(pl)] == f {
					ls = append(ls, l)
				}
			}
			return ls
		})
		out = c.ands(out, c.apply(m, s, c.seat(seat)))
	}
	return out
}

// upTo is the set of the first n places; n is cut to what there is.
func (c *ctx) upTo(n num) set {
	p := c.g.p
	if n.known {
		return constant(bitsOf(engine.FirstN(max(0, min(n.v, p.Places))), 64*c.g.w))
	}
	n = c.pick(c.bin(i32LtS, n, lit(0)), lit(0), n)
	n = c.pick(c.bin(i32GtS, n, lit(p.Places)), lit(p.Places), n)
	out := make(set, c.g.w)
	for k := range out {
		m := c.bin(i32Sub, n, lit(64*k))
		low := c.bin(i32LtS, m, lit(0))
		high := c.bin(i32GeS, m, lit(64))
		w := c.binw(i64Sub, c.binw(i64Shl, wlit(1), c.widen(m)), wlit(1))
		out[k] = c.pickw(low, wlit(0), c.pickw(high, wlit(^uint64(0)), w))
	}
	return out
}

// runs keeps the members that stand in an unbroken row of at least k places:
// cut each row down to where k in a row begin, then fill those k in again.
func (c *ctx) runs(s set, k int) set {
	if k <= 1 {
		return s
	}
	begin := s
	for have := 1; have < k; {
		by := min(have, k-have)
		begin = c.ands(begin, c.shift(begin, lit(by), true))
		have += by
	}
	return c.onBoard(c.unlessEmpty(begin, func() set { // mostly there is none
		out := begin
		for have := 1; have < k; {
			by := min(have, k-have)
			out = c.ors(out, c.shift(out, lit(by), false))
			have += by
		}
		return out
	}))
}

// partsAsPlaces is the set of places that bear the numbers of the parts left.
func (c *ctx) partsAsPlaces() set {
	out := none(c.g.w)
	p := c.g.p
	for i := range p.Parts {
		if pt := &p.Parts[i]; i > 0 && pt.IsNumber && pt.Number >= 1 && pt.Number <= p.Places {
			out = c.ors(out, c.gate(c.isLeft(i), c.bitAt(lit(pt.Number-1), p.Places, c.g.w)))
		}
	}
	return out
}

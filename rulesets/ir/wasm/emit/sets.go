package emit

import (
	"fmt"
	"slices"

	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/ir"
	"github.com/lectio/lectio/rulesets/ir/wasm/asm"
	"github.com/lectio/lectio/rulesets/ir/wasm/state"
)

// set emits a value that is a set of places or of lines.
func (c *ctx) set(v *ir.Value, e env) set {
	if v.Op == ir.Literal {
		return asm.Constant(state.BitsOf(v.Lit, 64*c.g.W))
	}
	return c.SetOnce(keptAs(v, e), func() set {
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
			return c.Ands(c.set(v.Args[0], e), c.set(v.Args[1], e))
		},
		ir.Join: func(c *ctx, v *ir.Value, e env) set { return c.Ors(c.set(v.Args[0], e), c.set(v.Args[1], e)) },
		ir.Less: func(c *ctx, v *ir.Value, e env) set { return c.Minus(c.set(v.Args[0], e), c.set(v.Args[1], e)) },
		ir.Shift: func(c *ctx, v *ir.Value, e env) set {
			if v.N < 0 {
				return c.Shift(c.set(v.Args[0], e), lit(-v.N), true)
			}
			return c.OnBoard(c.Mask(c.Shift(c.set(v.Args[0], e), lit(v.N), false), c.g.Program.Places))
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
			return c.MenWhere(v.Seat, v.Who, engine.Comparison(v.N), c.num(v.Args[0], e))
		},
		ir.Marked:   emitMarked,
		ir.Unmarked: emitMarked,
		ir.Variable: func(c *ctx, v *ir.Value, _ env) set { return c.SetOf(v.N, v.Seat) },
		ir.Up:       func(c *ctx, _ *ir.Value, _ env) set { return c.partsAsPlaces() },
		ir.Passed: func(c *ctx, _ *ir.Value, e env) set {
			if !e.passes {
				return asm.None(c.g.W)
			}
			return c.passed(e)
		},
	}
}

// emitOne is the set of one place.
func emitOne(c *ctx, v *ir.Value, e env) set {
	at, p := c.num(v.Args[0], e), c.g.Program
	if c.surelyPlace(v.Args[0], e) {
		return c.BitAtPlace(at, p.Places, c.g.W)
	}
	return c.BitAt(at, p.Places, c.g.W)
}

func emitRows(c *ctx, v *ir.Value, e env) set {
	k := c.num(v.Args[1], e)
	if !k.Known || k.Value > 63 {
		return c.rows(c.set(v.Args[0], e), k, false, v.Seat)
	}
	return c.runs(c.set(v.Args[0], e), k.Value)
}

func emitRow(c *ctx, v *ir.Value, e env) set {
	return c.within(v.Table.Len(), v.Args[0], e, func(i num) set { return c.rowOfTable(v.Table, v.Seat, i) })
}

// rowOfTable is a set in a table, as the player of a seat has it.
func (c *ctx) rowOfTable(t *ir.Table, seat int, i num) set {
	return c.row(t.Name, seat, t.Len(), i, func(q, i int) []uint64 { return state.BitsOf(t.Set(q, i), 64*c.g.W) })
}

func emitImage(c *ctx, v *ir.Value, e env) set {
	t := v.Table
	m := c.Module.NewMapping(t.Name, t.Len(), 64*c.g.W, t.Variants(), func(q, i int) []int { return t.Set(q, i).Places() })
	return c.Apply(m, c.set(v.Args[0], e), c.Seat(v.Seat))
}

func emitLanding(c *ctx, v *ir.Value, e env) set {
	over, to := c.set(v.Args[1], e), c.set(v.Args[2], e)
	return c.within(c.g.Program.Places, v.Args[0], e, func(f num) set { return c.landings(f, over, to, v.Seat) })
}

// within is what f emits for a number that lies from 0 to n-1, and nothing where it does not.
func (c *ctx) within(n int, v *ir.Value, e env, f func(i num) set) set {
	i := c.num(v, e)
	switch {
	case i.Known && (i.Value < 0 || i.Value >= n):
		return asm.None(c.g.W)
	case i.Known || c.surelyPlace(v, e):
		return f(i)
	}
	in := c.LtU(i, lit(n))
	return c.Gate(in, f(c.Pick(in, i, lit(0))))
}

func emitSelectSet(c *ctx, v *ir.Value, e env) set {
	q := c.num(v.Args[0], e)
	if q.Known {
		return c.set(v.Args[2-asm.B2i(q.Value != 0)], e)
	}
	return c.Either(q, c.set(v.Args[1], e), c.set(v.Args[2], e))
}

func emitMarked(c *ctx, v *ir.Value, _ env) set {
	if v.Op == ir.Marked {
		return c.Marked(v.Seat, v.N)
	}
	return c.Unmarked(v.Seat, v.N)
}

// row loads a set from a table by player (where players differ) and index.
func (c *ctx) row(key string, seat, n int, i num, f func(q, i int) []uint64) set {
	g := c.g
	players := len(g.Program.Players)
	alike := true
	for q := 1; q < players; q++ {
		for k := 0; k < n; k++ {
			alike = alike && slices.Equal(f(q, k), f(0, k))
		}
	}
	if i.Known && alike {
		return asm.Constant(f(0, i.Value))
	}
	a, at := c.rowAt(key, seat, n, i, f, alike)
	return c.LoadSet(a, at, len(f(0, 0)))
}

// rowAt is where such a row lies: an offset into a table, and the table.
func (c *ctx) rowAt(key string, seat, n int, i num, f func(q, i int) []uint64, alike bool) (a num, at int) {
	g := c.g
	players := len(g.Program.Players)
	at = c.Module.Once(key, func() (b []byte) {
		for q := 0; q < players; q++ {
			for k := 0; k < n; k++ {
				b = asm.Words(b, f(q, k)...)
			}
			if alike {
				break
			}
		}
		return b
	})
	w := len(f(0, 0))
	a = c.Mul(i, lit(8*w))
	switch q := c.Seat(seat); {
	case alike:
	case q.Known:
		at += 8 * w * n * q.Value
	default:
		a = c.Add(a, c.Mul(q, lit(8*w*n)))
	}
	c.Tabled(a)
	return a, at
}

// mills is the set of lines that lie wholly within a set of places: for the
// first, second, … place of all lines at once, whether it is in the set.
func (c *ctx) mills(s set, seat int) set {
	g, p := c.g, c.g.Program
	longest := 0
	for _, l := range p.Lines[0] {
		longest = max(longest, l.Count())
	}
	out := asm.Constant(state.BitsOf(engine.FirstN(g.Lines), 64*g.W))
	for k := 0; k < longest; k++ {
		m := g.m.NewMapping(fmt.Sprintf("lines by %d", k), p.Places, 64*g.W, len(p.Players), func(q, f int) []int {
			var ls []int
			for l, line := range p.Lines[q] {
				pl := line.Places()
				if len(pl) > 0 && pl[k%len(pl)] == f {
					ls = append(ls, l)
				}
			}
			return ls
		})
		out = c.Ands(out, c.Apply(m, s, c.Seat(seat)))
	}
	return out
}

// upTo is the set of the first n places; n is cut to what there is.
func (c *ctx) upTo(n num) set {
	p := c.g.Program
	if n.Known {
		return asm.Constant(state.BitsOf(engine.FirstN(max(0, min(n.Value, p.Places))), 64*c.g.W))
	}
	n = c.Pick(c.LtS(n, lit(0)), lit(0), n)
	n = c.Pick(c.GtS(n, lit(p.Places)), lit(p.Places), n)
	out := make(set, c.g.W)
	for k := range out {
		m := c.Sub(n, lit(64*k))
		low := c.LtS(m, lit(0))
		high := c.GeS(m, lit(64))
		w := c.SubW(c.ShlW(wlit(1), c.Widen(m)), wlit(1))
		out[k] = c.PickW(low, wlit(0), c.PickW(high, wlit(^uint64(0)), w))
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
		begin = c.Ands(begin, c.Shift(begin, lit(by), true))
		have += by
	}
	return c.OnBoard(c.UnlessEmpty(begin, func() set { // mostly there is none
		out := begin
		for have := 1; have < k; {
			by := min(have, k-have)
			out = c.Ors(out, c.Shift(out, lit(by), false))
			have += by
		}
		return out
	}))
}

// partsAsPlaces is the set of places that bear the numbers of the parts left.
func (c *ctx) partsAsPlaces() set {
	out := asm.None(c.g.W)
	p := c.g.Program
	for i := range p.Parts {
		if pt := &p.Parts[i]; i > 0 && pt.IsNumber && pt.Number >= 1 && pt.Number <= p.Places {
			out = c.Ors(out, c.Gate(c.IsLeft(i), c.BitAt(lit(pt.Number-1), p.Places, c.g.W)))
		}
	}
	return out
}

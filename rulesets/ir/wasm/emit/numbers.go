package emit

import (
	"fmt"
	"maps"

	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/ir"
	"github.com/lectio/lectio/rulesets/ir/wasm/asm"
)

// Numbers, places and truth values, an entry for each operation.

func init() {
	maps.Copy(emitters, map[ir.Op]func(c *ctx, v *ir.Value, e env) num{
		ir.Add:     ofTwo(asm.I32Add),
		ir.Sub:     ofTwo(asm.I32Sub),
		ir.Mul:     ofTwo(asm.I32Mul),
		ir.Div:     emitDiv,
		ir.Min:     lesser(asm.I32LtS),
		ir.Max:     lesser(asm.I32GtS),
		ir.Lookup:  emitLookup,
		ir.Compare: emitCompare,
		ir.And:     emitAnd,
		ir.Or:      emitOr,
		ir.Not:     func(c *ctx, v *ir.Value, e env) num { return c.Not(c.num(v.Args[0], e)) },
		ir.Has:     emitHas,
		ir.Any:     emitAny,
		ir.Alike: func(c *ctx, v *ir.Value, e env) num {
			return c.Not(c.Any(c.Xors(c.set(v.Args[0], e), c.set(v.Args[1], e))))
		},
		ir.Select: emitSelect,
		ir.Count:  func(c *ctx, v *ir.Value, e env) num { return c.Count(c.set(v.Args[0], e)) },
		ir.First:  func(c *ctx, v *ir.Value, e env) num { return c.First(c.set(v.Args[0], e)) },
		ir.Last:   func(c *ctx, v *ir.Value, e env) num { return c.Last(c.set(v.Args[0], e)) },

		ir.At:          (*ctx).menAtPlace,
		ir.Total:       func(c *ctx, v *ir.Value, e env) num { return c.Total(v.Seat, v.Who, c.set(v.Args[0], e)) },
		ir.Store:       func(c *ctx, v *ir.Value, _ env) num { return c.Store(v.Seat, v.N) },
		ir.Variable:    func(c *ctx, v *ir.Value, _ env) num { return c.VariableOf(v.N, v.Seat) },
		ir.Score:       func(c *ctx, v *ir.Value, _ env) num { return c.Score(v.Seat) },
		ir.Scored:      emitScored,
		ir.Player:      func(c *ctx, v *ir.Value, _ env) num { return c.Seat(v.Seat) },
		ir.Stage:       func(c *ctx, _ *ir.Value, _ env) num { return c.Stage() },
		ir.Left:        func(c *ctx, _ *ir.Value, _ env) num { return c.PartsLeft() },
		ir.Played:      func(c *ctx, _ *ir.Value, _ env) num { return c.Byte(c.g.Layout.Played) },
		ir.Thrown:      func(c *ctx, _ *ir.Value, _ env) num { return c.LastThrow() },
		ir.Occurrences: func(c *ctx, _ *ir.Value, _ env) num { return c.Occurrences() },

		ir.Part: func(_ *ctx, _ *ir.Value, e env) num { return e.part },
		ir.Act:  func(_ *ctx, _ *ir.Value, e env) num { return lit(int(e.act)) },
		ir.Mark: func(c *ctx, v *ir.Value, e env) num {
			return c.Bears(e.class, v.N)
		},
		ir.Sparing: func(_ *ctx, _ *ir.Value, e env) num { return e.spar },
		ir.Named:   emitNamed,
	})
}

func ofTwo(op byte) func(c *ctx, v *ir.Value, e env) num {
	return func(c *ctx, v *ir.Value, e env) num { return c.Bin(op, c.num(v.Args[0], e), c.num(v.Args[1], e)) }
}

// lesser emits the first operand where it compares so with the second, else the second.
func lesser(op byte) func(c *ctx, v *ir.Value, e env) num {
	return func(c *ctx, v *ir.Value, e env) num {
		a, b := c.num(v.Args[0], e), c.num(v.Args[1], e)
		return c.Pick(c.Bin(op, a, b), a, b)
	}
}

func emitDiv(c *ctx, v *ir.Value, e env) num {
	a, b := c.num(v.Args[0], e), c.num(v.Args[1], e)
	if !b.Known || b.Value <= 0 {
		return c.Divide(a, b)
	}
	r := c.RemS(a, b) // rounded down: what is left over is never negative
	r = c.Pick(c.LtS(r, lit(0)), c.Add(r, b), r)
	return c.DivS(c.Sub(a, r), b)
}

func emitSelect(c *ctx, v *ir.Value, e env) num {
	q := c.num(v.Args[0], e)
	if q.Known {
		return c.num(v.Args[2-asm.B2i(q.Value != 0)], e)
	}
	return c.Pick(q, c.num(v.Args[1], e), c.num(v.Args[2], e))
}

func emitScored(c *ctx, v *ir.Value, _ env) num {
	if c.scored == nil {
		c.lack("points scored, asked where nothing is being scored")
	}
	return c.scored[v.Seat]
}

func emitAnd(c *ctx, v *ir.Value, e env) num {
	a := c.num(v.Args[0], e)
	if a.Known && a.Value == 0 {
		return lit(0)
	}
	return c.both(c.Truth(a), v.Args[1], func() num { return c.Truth(c.num(v.Args[1], e)) })
}

func emitOr(c *ctx, v *ir.Value, e env) num {
	if x, ok := c.together(v, e); ok {
		return x
	}
	if x, ok := c.someOnCell(v, e); ok {
		return x
	}
	a, second := c.num(v.Args[0], e), v.Args[1]
	if a.Known && a.Value != 0 {
		return lit(1)
	}
	if second.LooksAhead() {
		return c.Not(c.both(c.Not(c.Truth(a)), second, func() num { return c.Not(c.Truth(c.num(second, e))) }))
	}
	return c.Or(c.Truth(a), c.Truth(c.num(second, e)))
}

var compareOps = [...]byte{engine.Equal: asm.I32Eq, engine.NotEqual: asm.I32Ne, engine.Less: asm.I32LtS,
	engine.LessEqual: asm.I32LeS, engine.Greater: asm.I32GtS, engine.GreaterEqual: asm.I32GeS}

func emitCompare(c *ctx, v *ir.Value, e env) num {
	if x, ok := c.compareAt(v, e); ok {
		return x
	}
	return c.Bin(compareOps[v.N], c.num(v.Args[0], e), c.num(v.Args[1], e))
}

func emitHas(c *ctx, v *ir.Value, e env) num {
	s, place := v.Args[0], v.Args[1]
	if c.surelyPlace(place, e) {
		return c.HasPlace(c.set(s, e), c.num(place, e))
	}
	return c.Has(c.set(s, e), c.num(place, e))
}

func emitAny(c *ctx, v *ir.Value, e env) num {
	if x, ok := c.someMillAt(v.Args[0], e); ok {
		return x
	}
	if s := v.Args[0]; s.Op == ir.Less { // all of one lies in the other
		a, b := c.set(s.Args[0], e), c.set(s.Args[1], e)
		if len(a) == 1 && a[0].Known {
			return c.Not(c.EqualW(c.AndW(b[0], a[0]), a[0]))
		}
	}
	return c.Any(c.set(v.Args[0], e))
}

// emitNamed gives a place of the player to move as another names it.
func emitNamed(c *ctx, v *ir.Value, e env) num {
	g, place := c.g, v.Args[0]
	f := c.num(place, e)
	if f.Known && f.Value < 0 || place.Op == ir.From && e.fromStore || place.Op == ir.To && e.toStore {
		return f
	}
	x := c.BySeat(fmt.Sprint("named by ", v.Seat), 0, g.Program.Places+1, c.Add(f, lit(1)), func(q, f int) int {
		if f > 0 { // no place stays none
			if a := g.Program.Across(q, (q+v.Seat)%len(g.Program.Players), f-1); len(a) > 0 {
				return int(a[0])
			}
		}
		return g.Nowhere()
	})
	return c.Pick(c.Eq(x, lit(g.Nowhere())), lit(-1), x)
}

// emitLookup reads a number from a table.
func emitLookup(c *ctx, v *ir.Value, e env) num {
	t, index := v.Table, v.Args[0]
	if index.Op == ir.Part {
		return c.number(e)
	}
	if n, known := index.Known(); known {
		return c.ByPlayer(t.Name, v.Seat, func(q int) int { return t.Number(q, n) })
	}
	i := c.num(index, e)
	if !c.surelyPlace(index, e) && index.Op != ir.Thrown { // beyond its ends stands 0
		i = c.Pick(c.LtU(i, lit(t.Len())), i, lit(t.Len()))
	}
	return c.BySeat(t.Name, v.Seat, t.Len()+1, i, t.Number)
}

// menAtPlace is how many men of some seats stand at a place of a seat, or on its cell; off the board
// stand none.
func (c *ctx) menAtPlace(v *ir.Value, e env) num {
	g := c.g
	place := v.Args[0]
	f := c.num(place, e)
	if f.Known && (f.Value < 0 || f.Value >= g.Program.Places) {
		return lit(0)
	}
	in := lit(1)
	if !f.Known && !c.surelyPlace(place, e) {
		in = c.LtU(f, lit(g.Program.Places))
		f = c.Pick(in, f, lit(0))
	}
	sum := lit(0)
	var onCell []int
	for j := range g.Program.Owners() {
		switch {
		case !v.Who.Has(j):
		case v.Who.Own || g.Board.Alike || j == v.Seat && g.Board.Injective:
			sum = c.Add(sum, c.Gather(c.MenPlanes(j), f))
		case g.Cells:
			onCell = append(onCell, j)
		default:
			at, there := c.AcrossAt(v.Seat, j, f, 0), lit(1)
			if !g.Board.Total {
				there = c.LtU(at, lit(g.Program.Places))
			}
			sum = c.Add(sum, c.Pick(there, c.Gather(c.MenPlanes(j), at), lit(0)))
		}
	}
	if len(onCell) > 0 {
		sum = c.Add(sum, c.CellCount(onCell, v.Seat, f))
	}
	return c.Pick(in, sum, lit(0))
}

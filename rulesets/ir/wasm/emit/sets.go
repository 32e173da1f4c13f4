package emit

import (
	"fmt"
	"maps"

	"github.com/lectio/lectio/rulesets/board/place"
	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/ir"
	"github.com/lectio/lectio/rulesets/ir/wasm/asm"
	"github.com/lectio/lectio/rulesets/ir/wasm/state"
)

// Sets of places and of lines, an entry for each operation.

func init() {
	maps.Copy(setEmitters, map[ir.Op]func(c *ctx, v *ir.Value, e env) set{
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
		ir.Those: emitThose,
		ir.Below: func(c *ctx, v *ir.Value, e env) set { return c.upTo(c.num(v.Args[0], e)) },
		ir.Rows:  emitRows,
		ir.Crowds: func(c *ctx, v *ir.Value, e env) set {
			return c.rows(c.set(v.Args[0], e), c.num(v.Args[1], e), true, v.Seat)
		},
		ir.Within:  func(c *ctx, v *ir.Value, e env) set { return c.mills(c.set(v.Args[0], e), v.Seat) },
		ir.Row:     emitRow,
		ir.Image:   emitImage,
		ir.Landing: emitLanding,
		ir.Select:  emitSelectSet,
		ir.Men: func(c *ctx, v *ir.Value, e env) set {
			return c.MenWhere(v.Seat, v.Who, engine.Comparison(v.N), c.num(v.Args[0], e))
		},
		ir.Marked:   emitMarked,
		ir.Unmarked: emitMarked,
		ir.Variable: func(c *ctx, v *ir.Value, _ env) set { return c.SetOf(v.N, v.Seat) },
		ir.Up:       func(c *ctx, _ *ir.Value, _ env) set { return c.partsAsPlaces() },
		ir.Passed: func(c *ctx, _ *ir.Value, e env) set {
			if e.act == engine.Sow && e.move {
				return c.sownOn(e)
			}
			if !e.passes {
				return asm.None(c.g.W)
			}
			return c.passed(e)
		},
	})
}

// emitThose asks a condition of each place of a set, one after the other. What has been worked out for one is not known for the next.
func emitThose(c *ctx, v *ir.Value, e env) set {
	s, out := c.set(v.Args[0], e), c.Nothing(c.g.W)
	c.EachAtOnce(s, func(i num, _ int) {
		c.considered[v.N] = i
		cond := c.Truth(c.num(v.Args[1], e))
		c.IfThen(cond, func() { c.AssignSet(out, c.Ors(out, c.BitAtPlace(i, c.g.Program.Places, c.g.W))) }, nil)
		delete(c.considered, v.N)
	})
	return out
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
	return c.within(v.Type, v.Table.Len(), v.Args[0], e, func(i num) set { return c.rowOfTable(v.Table, v.Type, v.Seat, i) })
}

func emitImage(c *ctx, v *ir.Value, e env) set {
	t := v.Table
	m := c.Module.NewMapping(t.Name, t.Len(), 64*c.g.Words(v.Type), t.Variants(), func(q, i int) []int { return t.Set(q, i).Places() })
	return c.Apply(m, c.set(v.Args[0], e), c.Seat(v.Seat))
}

func emitLanding(c *ctx, v *ir.Value, e env) set {
	over, to := c.set(v.Args[1], e), c.set(v.Args[2], e)
	return c.within(ir.Places, c.g.Program.Places, v.Args[0], e, func(f num) set { return c.landings(f, over, to, v.Seat) })
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

// mills is the set of lines that lie wholly within a set of places: for the
// first, second, … place of all lines at once, whether it is in the set.
func (c *ctx) mills(s set, seat int) set {
	g, p := c.g, c.g.Program
	longest := 0
	for _, l := range p.Lines[0] {
		longest = max(longest, l.Count())
	}
	out := asm.Constant(state.BitsOf(place.FirstN(g.Lines), 64*g.LinesW))
	for k := 0; k < longest; k++ {
		m := g.m.NewMapping(fmt.Sprintf("lines by %d", k), p.Places, 64*g.LinesW, len(p.Players), func(q, f int) []int {
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
		return asm.Constant(state.BitsOf(place.FirstN(max(0, min(n.Value, p.Places))), 64*c.g.W))
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

// rows keeps the unbroken rows of a set that are worth least together: in places,
// or in the men that stand there, seen from a seat. It is a function of its own,
// because rules that ask for it ask for it many times.
func (c *ctx) rows(s set, least num, men bool, seat int) set {
	return c.onSet(fmt.Sprint("rows ", men), func(f *asm.Func) { c.g.rows(f, men) }, seat, least, s)
}

// onSet calls, for whoever sits at a seat, a function of the frame, a player, a number and a
// set, which returns a set: its first word, and the others in memory.
func (c *ctx) onSet(key string, write func(f *asm.Func), seat int, n num, s set) set {
	params, args := []asm.Type{asm.I32, asm.I32, asm.I32}, []asm.Argument{c.Frame, c.Seat(seat), n}
	for _, w := range s {
		params, args = append(params, asm.I64), append(args, w)
	}
	return c.setTold(c.Module.Function(key, params, []asm.Type{asm.I64}, write), args...)
}

// beginOnSet starts the code of such a function and gives its set.
func (g *gen) beginOnSet(f *asm.Func) (c *ctx, s set) {
	for k := range g.W {
		s = append(s, word{Local: 3 + k})
	}
	return g.begin(f), s
}

func (g *gen) rows(f *asm.Func, men bool) {
	p := g.Program
	c, s := g.beginOnSet(f)
	c.TurnTo(num{Local: 1})
	least, out := num{Local: 2}, c.Nothing(g.W)
	first, sum := c.Variable(lit(-1)), c.Variable(lit(0))
	c.Upward(lit(p.Places+1), func(f num, _ int) {
		in := c.And(c.Has(s, f), c.LtS(f, lit(p.Places)))
		c.IfThen(in, func() {
			c.IfThen(c.LtS(first, lit(0)), func() {
				c.Assign(first, f)
				c.Assign(sum, lit(0))
			}, nil)
			worth := lit(1)
			if men {
				worth = lit(0)
				for j := range p.Owners() {
					worth = c.Add(worth, c.MenAt(j, f))
				}
			}
			c.Assign(sum, c.Add(sum, worth))
		}, func() {
			c.IfThen(c.And(c.GeS(first, lit(0)), c.GeS(sum, least)), func() {
				c.Include(out, c.Minus(c.upTo(f), c.upTo(first)))
			}, nil)
			c.Assign(first, lit(-1))
		})
	})
	c.yieldSet(out)
}

// landings is the set of places where a leap from place f over a set into a set lands.
func (c *ctx) landings(f num, over, to set, seat int) set {
	g := c.g
	p := g.Program
	most := 0
	for q := range p.Leaps {
		for _, l := range p.Leaps[q] {
			most = max(most, len(l))
		}
	}
	near := c.row("leapt over", seat, p.Places, f, func(q, i int) []uint64 {
		var over place.Set
		for _, l := range p.Leaps[q][i] {
			over = over.With(l.Over)
		}
		return state.BitsOf(over, 64*g.W)
	})
	return c.UnlessEmpty(c.Ands(near, over), func() set { return c.landingOf(f, over, to, seat, most) })
}

// landingOf is landings where there may be some: from no place are there more leaps than most.
func (c *ctx) landingOf(f num, over, to set, seat, most int) set {
	g, p := c.g, c.g.Program
	out := asm.None(g.W)
	for k := 0; k < most; k++ {
		var list []int
		for q := range p.Leaps {
			for x := 0; x < p.Places; x++ {
				l := place.Leap{Over: g.Nowhere(), To: g.Nowhere()}
				if k < len(p.Leaps[q][x]) {
					l = p.Leaps[q][x][k]
				}
				list = append(list, l.Over, l.To)
			}
		}
		a := c.Shl(c.Add(c.Mul(c.Seat(seat), lit(p.Places)), f), lit(1))
		leaps := g.m.List(fmt.Sprint("leaps ", k), list)
		o, t := c.Entry(leaps, a), c.Entry(leaps.From(1), a)
		hit := c.And(c.Has(over, o), c.Has(to, t))
		out = c.Ors(out, c.Gate(hit, c.BitAt(t, p.Places, g.W)))
	}
	return out
}

// passed is the set of places that an advance passes over.
func (c *ctx) passed(e env) set {
	g := c.g
	p := g.Program
	if p.Row && !g.Board.NamedAhead {
		return c.Minus(c.upTo(e.to), c.upTo(c.Add(e.from, lit(1))))
	}
	// Of each way with so many steps: where it leads, and what lies on it. The first
	// to the place counts; an advance to where none leads passes over nothing.
	longest, ways := 0, 1
	for i := range p.Parts {
		longest = max(longest, p.Parts[i].Number)
	}
	n := p.Places
	for x := 0; x < n*(longest+1); x++ {
		ways = max(ways, len(p.Ahead(x%n, x/n)))
	}
	at := c.Add(c.Mul(c.number(e), lit(n)), e.from)
	out := asm.None(g.W)
	for v := ways - 1; v >= 0; v-- {
		var to []int
		var b []byte
		for x := 0; x < n*(longest+1); x++ {
			w := place.Way{To: g.Nowhere()}
			if l := p.Ahead(x%n, x/n); v < len(l) {
				w = l[v]
			}
			to = append(to, w.To)
			b = asm.Words(b, state.BitsOf(w.Passed, 64*g.W)...)
		}
		hit := c.Eq(c.Entry(g.m.List(fmt.Sprint("way leads to ", v), to), at), e.to)
		data := g.m.Blob(fmt.Sprint("way passes over ", v), b)
		a := c.Mul(at, lit(8*g.W))
		for k := range out {
			out[k] = c.PickW(hit, c.WordAt(a, data+8*k), out[k])
		}
	}
	return out
}

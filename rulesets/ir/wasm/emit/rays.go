package emit

import (
	"fmt"
	"maps"
	"slices"

	"github.com/lectio/lectio/rulesets/board/place"
	"github.com/lectio/lectio/rulesets/ir"
	"github.com/lectio/lectio/rulesets/ir/wasm/asm"
	"github.com/lectio/lectio/rulesets/ir/wasm/state"
)

// What lies on straight ways from a place is cut off by one bit: the places of a way in one
// direction ascend or descend, so the first that is in a set, or not, is the least or the
// greatest of them. Where ways wind about they are walked place by place: random games in which all men go any distance
// took 4.5 times and twice as long so, of two kinds of chess a fifth longer, measured on 2026-11-28.

func init() {
	maps.Copy(setEmitters, map[ir.Op]func(c *ctx, v *ir.Value, e env) set{
		ir.Ray: emitOnWays, ir.Met: emitOnWays, ir.Between: emitOnWays, ir.Beyond: emitOnWays,
		ir.Reach: emitReach,
	})
}

// compassed are the directions one by one.
func compassed(d place.Direction) (out []place.Direction) {
	for one := place.Forward; one <= place.ForwardLeft; one <<= 1 {
		if d == 0 || d&one != 0 {
			out = append(out, one)
		}
	}
	return out
}

// only is the way from a place in one direction, as far as it counts for directions d.
func (g *gen) only(q, f int, d, one place.Direction) (ray []int) {
	for _, r := range g.Program.Rays[q][f] {
		if r.Direction == one && (d != 0 || r.Drawn) {
			ray = append(ray, r.Places...)
		}
	}
	return ray
}

// sorted reports whether all ways in one direction ascend, or descend.
func (g *gen) sorted(d, one place.Direction) (up, down bool) {
	up, down = true, true
	for q := range g.Program.Players {
		for f := range g.Program.Places {
			ray := slices.Concat([]int{f}, g.only(q, f, d, one))
			for i := 1; i < len(ray); i++ {
				up, down = up && ray[i] > ray[i-1], down && ray[i] < ray[i-1]
			}
		}
	}
	return up, down
}

// compassable reports whether every way that counts for some directions has one of its own,
// and ascends or descends.
func (g *gen) compassable(d place.Direction) bool {
	for q := range g.Program.Players {
		for f := range g.Program.Places {
			if slices.ContainsFunc(g.Program.Rays[q][f], func(r place.Ray) bool { return r.Direction == 0 && (d != 0 || r.Drawn) }) {
				return false
			}
		}
	}
	for _, one := range compassed(d) {
		if up, down := g.sorted(d, one); !up && !down {
			return false
		}
	}
	return true
}

func emitOnWays(c *ctx, v *ir.Value, e env) set {
	if v.Args[1].Op == ir.One && c.g.Program.Places <= mostOfTwo && (v.Op == ir.Between || v.Op == ir.Beyond) {
		return c.ofTwo(v, e)
	}
	s := c.set(v.Args[1], e)
	if v.Args[0].Type == ir.Places {
		begin, out := c.set(v.Args[0], e), c.Nothing(c.g.W)
		c.EachMember(begin, func(_ int, f num) { c.Include(out, c.onWays(v, f, s)) })
		return out
	}
	return c.within(ir.Places, c.g.Program.Places, v.Args[0], e, func(f num) set { return c.onWays(v, f, s) })
}

// mostOfTwo is how many places a board may have for what lies straight between two of them, or
// beyond, to be looked up.
const mostOfTwo = 64

// ofTwo looks up what lies on the way from a place to another, or beyond. Without it a random game of fanorona took 2.5
// times as long, measured on 2026-11-28.
func (c *ctx) ofTwo(v *ir.Value, e env) set {
	p, on := c.g.Program, lit(1)
	placed := func(of *ir.Value) num {
		f := c.num(of, e)
		if f.Known && f.Value >= 0 && f.Value < p.Places || !f.Known && c.surelyPlace(of, e) {
			return f
		}
		in := c.LtU(f, lit(p.Places))
		on = c.And(on, in)
		return c.Pick(in, f, lit(0))
	}
	from, to := placed(v.Args[0]), placed(v.Args[1].Args[0])
	t := c.g.lower.OfTwo(v.Op, place.Direction(v.N))
	i := c.Add(c.Mul(from, lit(p.Places)), to)
	return c.Gate(on, c.rowOfTable(t, ir.Places, v.Seat, i))
}

// onWays is what lies on the ways from a place as the operation says.
func (c *ctx) onWays(v *ir.Value, f num, s set) set {
	g, d := c.g, place.Direction(v.N)
	if !g.compassable(d) {
		return c.walked(v, f, s)
	}
	if v.Op == ir.Between || v.Op == ir.Beyond { // mostly nothing is met
		return c.UnlessEmpty(s, func() set { return c.onCompass(v, f, s) })
	}
	return c.onCompass(v, f, s)
}

// onCompass is onWays where they go in directions one by one.
func (c *ctx) onCompass(v *ir.Value, f num, s set) set {
	g, d := c.g, place.Direction(v.N)
	out := asm.None(g.W)
	for _, one := range compassed(d) {
		up, down := g.sorted(d, one)
		if up && down {
			continue // there are no such ways
		}
		key := fmt.Sprint("ways ", d == 0, one)
		way := c.row(key, v.Seat, g.Program.Places, f, func(q, i int) []uint64 {
			return state.BitsOf(place.SetOf(g.only(q, i, d, one)...), 64*g.W)
		})
		out = c.Ors(out, c.cutOff(v.Op, way, s, up))
	}
	return out
}

// cutOff is what an operation takes of a way, whose places ascend or descend.
func (c *ctx) cutOff(op ir.Op, way, s set, up bool) set {
	switch op {
	case ir.Ray:
		return c.Ands(way, c.Short(c.Minus(way, s), up))
	case ir.Met:
		return c.Foremost(c.Minus(way, s), up)
	case ir.Beyond:
		hit := c.Ands(way, s)
		return c.Gate(c.Any(hit), c.Minus(c.Minus(way, c.Short(hit, up)), c.Foremost(hit, up)))
	}
	hit := c.Ands(way, s) // Between: from the other end it is what lies beyond the first
	return c.Gate(c.Any(hit), c.Minus(c.Minus(way, c.Short(hit, !up)), c.Foremost(hit, !up)))
}

// walked is onWays by a function that walks place by place.
func (c *ctx) walked(v *ir.Value, f num, s set) set {
	walk := func(f *asm.Func) { c.g.walk(f, v.Op, place.Direction(v.N)) }
	return c.onSet(fmt.Sprint("walk ", v.Op, v.N), walk, v.Seat, f, s)
}

// walk writes the function that walks the ways from a place of a player.
func (g *gen) walk(f *asm.Func, op ir.Op, d place.Direction) {
	p := g.Program
	most, longest := 0, 0
	for q := range p.Players {
		for x := range p.Places {
			rays := p.RaysFrom(q, x, d)
			most = max(most, len(rays))
			for _, r := range rays {
				longest = max(longest, len(r))
			}
		}
	}
	var list []int // for each player, place and way: how many places it passes, and which
	for q := range p.Players {
		for x := range p.Places {
			rays := p.RaysFrom(q, x, d)
			for k := range most {
				way := make([]int, 1+longest)
				if k < len(rays) {
					way[0] = len(rays[k])
					copy(way[1:], rays[k])
				}
				list = append(list, way...)
			}
		}
	}
	c, s := g.beginOnSet(f)
	c.TurnTo(lit(0)) // nothing is asked of players but by number
	out, passed := c.Nothing(g.W), c.Nothing(g.W)
	ways := g.m.List(fmt.Sprint("ways walked ", d), list)
	base := c.Mul(c.Add(c.Mul(num{Local: 1}, lit(p.Places)), num{Local: 2}), lit(most*(1+longest)))
	met := c.Variable(lit(0))
	c.Upward(lit(most), func(k num, _ int) {
		way := c.Add(base, c.Mul(k, lit(1+longest)))
		n := c.Entry(ways, way)
		c.Assign(met, lit(0))
		c.AssignSet(passed, asm.None(g.W))
		c.Upward(n, func(i num, done int) {
			x := c.Entry(ways.From(1), c.Add(way, i))
			in, bit := c.Has(s, x), c.BitAt(x, p.Places, g.W)
			switch op {
			case ir.Ray, ir.Met:
				if op == ir.Met {
					c.Include(out, c.Gate(c.Not(in), bit))
				} else {
					c.Include(out, c.Gate(in, bit))
				}
				c.LeaveTo(done, c.Not(in))
			case ir.Beyond:
				c.Include(out, c.Gate(met, bit))
				c.Assign(met, c.Or(met, in))
			default:
				c.IfThen(in, func() { c.Include(out, passed) }, nil)
				c.Include(passed, bit)
			}
		})
	})
	c.yieldSet(out)
}

// emitReach joins what is next to what has been reached until there is no more.
func emitReach(c *ctx, v *ir.Value, e env) set {
	t := v.Table
	all := c.set(v.Args[0], e)
	begin := c.Ands(all, c.set(v.Args[1], e))
	near := c.Module.NewMapping(t.Name, t.Len(), 64*c.g.W, t.Variants(), func(q, i int) []int { return t.Set(q, i).Places() })
	out := c.Nothing(len(all))
	c.AssignSet(out, begin)
	seat := c.Seat(v.Seat)
	c.Repeat(func(done, _ int) {
		more := c.Minus(c.Ands(c.Apply(near, out, seat), all), out)
		c.LeaveTo(done, c.Not(c.Any(more)))
		c.Include(out, more)
	})
	return out
}

package wasm

import (
	"fmt"
	"slices"

	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/ir"
)

// What lies on straight ways from a place is cut off by one bit: the places of a way in one
// direction ascend or descend, so the first that is in a set, or not, is the least or the
// greatest of them. Where ways wind about they are walked place by place.

// compassed are the directions one by one.
func compassed(d engine.Direction) (out []engine.Direction) {
	for one := engine.Forward; one <= engine.ForwardLeft; one <<= 1 {
		if d == 0 || d&one != 0 {
			out = append(out, one)
		}
	}
	return out
}

// only is the way from a place in one direction, as far as it counts for directions d.
func (g *gen) only(q, f int, d, one engine.Direction) (ray []int) {
	for _, r := range g.p.Rays[q][f] {
		if r.Direction == one && (d != 0 || r.Drawn) {
			ray = append(ray, r.Places...)
		}
	}
	return ray
}

// sorted reports whether all ways in one direction ascend, or descend.
func (g *gen) sorted(d, one engine.Direction) (up, down bool) {
	up, down = true, true
	for q := range g.p.Players {
		for f := range g.p.Places {
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
func (g *gen) compassable(d engine.Direction) bool {
	for q := range g.p.Players {
		for f := range g.p.Places {
			if slices.ContainsFunc(g.p.Rays[q][f], func(r engine.Ray) bool { return r.Direction == 0 && (d != 0 || r.Drawn) }) {
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
	if v.Args[1].Op == ir.One && c.g.p.Places <= mostOfTwo && (v.Op == ir.Between || v.Op == ir.Beyond) {
		return c.ofTwo(v, e)
	}
	s := c.set(v.Args[1], e)
	return c.within(c.g.p.Places, v.Args[0], e, func(f num) set { return c.onWays(v, f, s) })
}

// mostOfTwo is how many places a board may have for what lies straight between two of them, or
// beyond, to be looked up.
const mostOfTwo = 64

// ofTwo looks up what lies on the way from a place to another, or beyond.
func (c *ctx) ofTwo(v *ir.Value, e env) set {
	p, on := c.g.p, lit(1)
	place := func(of *ir.Value) num {
		f := c.num(of, e)
		if f.known && f.v >= 0 && f.v < p.Places || !f.known && c.surelyPlace(of, e) {
			return f
		}
		in := c.bin(i32LtU, f, lit(p.Places))
		on = c.and(on, in)
		return c.pick(in, f, lit(0))
	}
	from, to := place(v.Args[0]), place(v.Args[1].Args[0])
	t := c.g.lower.OfTwo(v.Op, engine.Direction(v.N))
	i := c.bin(i32Add, c.bin(i32Mul, from, lit(p.Places)), to)
	return c.gate(on, c.rowOfTable(t, v.Seat, i))
}

// onWays is what lies on the ways from a place as the operation says.
func (c *ctx) onWays(v *ir.Value, f num, s set) set {
	g, d := c.g, engine.Direction(v.N)
	if !g.compassable(d) {
		return c.walked(v, f, s)
	}
	if v.Op == ir.Between || v.Op == ir.Beyond { // mostly nothing is met
		return c.unlessEmpty(s, func() set { return c.onCompass(v, f, s) })
	}
	return c.onCompass(v, f, s)
}

// onCompass is onWays where they go in directions one by one.
func (c *ctx) onCompass(v *ir.Value, f num, s set) set {
	g, d := c.g, engine.Direction(v.N)
	out := none(g.w)
	for _, one := range compassed(d) {
		up, down := g.sorted(d, one)
		if up && down {
			continue // there are no such ways
		}
		key := fmt.Sprint("ways ", d == 0, one)
		way := c.row(key, v.Seat, g.p.Places, f, func(q, i int) []uint64 {
			return bitsOf(engine.SetOf(g.only(q, i, d, one)...), 64*g.w)
		})
		out = c.ors(out, c.cutOff(v.Op, way, s, up))
	}
	return out
}

// cutOff is what an operation takes of a way, whose places ascend or descend.
func (c *ctx) cutOff(op ir.Op, way, s set, up bool) set {
	switch op {
	case ir.Ray:
		return c.ands(way, c.short(c.minus(way, s), up))
	case ir.Met:
		return c.foremost(c.minus(way, s), up)
	case ir.Beyond:
		hit := c.ands(way, s)
		return c.gate(c.any(hit), c.minus(c.minus(way, c.short(hit, up)), c.foremost(hit, up)))
	}
	hit := c.ands(way, s) // Between: from the other end it is what lies beyond the first
	return c.gate(c.any(hit), c.minus(c.minus(way, c.short(hit, !up)), c.foremost(hit, !up)))
}

// walked is onWays by a function that walks place by place.
func (c *ctx) walked(v *ir.Value, f num, s set) set {
	walk := func(f *fn) { c.g.walk(f, v.Op, engine.Direction(v.N)) }
	return c.onSet(fmt.Sprint("walk ", v.Op, v.N), walk, v.Seat, f, s)
}

// walk writes the function that walks the ways from a place of a player.
func (g *gen) walk(f *fn, op ir.Op, d engine.Direction) {
	p := g.p
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
	c.turnTo(lit(0)) // nothing is asked of players but by number
	out, passed := c.nothing(g.w), c.nothing(g.w)
	at := g.m.octets(fmt.Sprint("ways walked ", d), list)
	base := c.bin(i32Mul, c.bin(i32Add, c.bin(i32Mul, num{l: 1}, lit(p.Places)), num{l: 2}), lit(most*(1+longest)))
	met := c.variable(lit(0))
	c.upward(lit(most), func(k num, _ int) {
		way := c.bin(i32Add, base, c.bin(i32Mul, k, lit(1+longest)))
		n := c.octetAt(way, at)
		c.assign(met, lit(0))
		c.assignSet(passed, none(g.w))
		c.upward(n, func(i num, done int) {
			x := c.octetAt(c.bin(i32Add, way, i), at+1)
			in, bit := c.has(s, x), c.bitAt(x, p.Places, g.w)
			switch op {
			case ir.Ray, ir.Met:
				if op == ir.Met {
					c.include(out, c.gate(c.not(in), bit))
				} else {
					c.include(out, c.gate(in, bit))
				}
				c.leaveTo(done, c.not(in))
			case ir.Beyond:
				c.include(out, c.gate(met, bit))
				c.assign(met, c.or(met, in))
			default:
				c.ifThen(in, func() { c.include(out, passed) }, nil)
				c.include(passed, bit)
			}
		})
	})
	c.yieldSet(out)
}

// emitReach joins what is next to what has been reached until there is no more.
func emitReach(c *ctx, v *ir.Value, e env) set {
	t := v.Table
	all := c.set(v.Args[0], e)
	begin := c.ands(all, c.set(v.Args[1], e))
	near := c.m.newMapping(t.Name, t.Len(), 64*c.g.w, t.Variants(), func(q, i int) []int { return t.Set(q, i).Places() })
	out := c.nothing(len(all))
	c.assignSet(out, begin)
	seat := c.seat(v.Seat)
	c.repeat(func(done, _ int) {
		more := c.minus(c.ands(c.apply(near, out, seat), all), out)
		c.leaveTo(done, c.not(c.any(more)))
		c.include(out, more)
	})
	return out
}

package wasm

import (
	"github.com/lectio/lectio/rulesets/engine"
)

// A score or an end often asks for an arrangement of all the men a player has: five on
// each of three points, where he has fifteen. Before they all stand on the points that
// any arrangement names there is none, and that is asked first, in one comparison.

// gathered are the places on which all men of seat 0 stand where a condition holds: it
// names so many on each of some places that he has no more. It is not ok where that is
// not to be seen.
func (g *gen) gathered(n *engine.Node) (places engine.Set, ok bool) {
	if n == nil {
		return places, false
	}
	all := func(k int, on engine.Set) (engine.Set, bool) {
		for q := range g.p.Players {
			if k <= 0 || k*on.Count() != g.p.Men(q) {
				return on, false
			}
		}
		return on, true
	}
	switch n.Op {
	case engine.BOr:
		for _, k := range n.Kids {
			on, ok := g.gathered(k)
			if !ok {
				return places, false
			}
			places = places.Or(on)
		}
		return places, true
	case engine.BAnd:
		for _, k := range n.Kids {
			if on, is := g.gathered(k); is && (!ok || on.Count() < places.Count()) {
				places, ok = on, true
			}
		}
		return places, ok
	case engine.BSub: // places within those where he has so many
		a, b := n.Kids[0], n.Kids[1]
		if b.Op != engine.SCompare || b.Cmp != engine.Equal || engine.Whose(b.N) != engine.Own {
			return places, false
		}
		k, ok := g.constantNum(b.Kids[0])
		if !ok || !g.constantSet(a) {
			return places, false
		}
		return all(k, g.evaluateSet(a, 0, &tuple{}))
	case engine.BCompare: // so many at a place
		x := n.Kids[0]
		if x.Op != engine.NCountAt || engine.Whose(x.N) != engine.Own || n.Cmp != engine.Equal {
			return places, false
		}
		f, there := g.constantNum(x.Kids[0])
		k, ok := g.constantNum(n.Kids[1])
		if !there || !ok || f < 0 || f >= g.p.Places {
			return places, false
		}
		return all(k, engine.SetOf(f))
	}
	return places, false
}

// constantSet is whether a set of places is always the same.
func (g *gen) constantSet(n *engine.Node) bool {
	switch n.Op {
	case engine.SLit:
		return true
	case engine.SRange:
		_, from := g.constantNum(n.Kids[0])
		_, to := g.constantNum(n.Kids[1])
		return from && to
	}
	return false
}

// mayHold is whether any of some conditions may hold: of those that are arrangements it is
// asked whether all men stand where any of them has them. It is not ok where fewer
// than two are.
func (c *ctx) mayHold(list []*engine.Node, e env) (may num, ok bool) {
	g := c.g
	var on engine.Set
	arrangements := 0
	var others []*engine.Node
	for _, n := range list {
		if places, is := g.gathered(n); is {
			on = on.Or(places)
			arrangements++
		} else {
			others = append(others, n)
		}
	}
	if arrangements < 2 || g.large {
		return num{}, false
	}
	elsewhere := c.minus(c.atLeast(c.menPlanes(0), lit(1)), constant(bitsOf(on, 64*g.w)))
	may = c.not(c.any(elsewhere))
	for _, n := range others {
		may = c.or(may, c.truth(c.is(n, e)))
	}
	return may, true
}

package emit

import (
	"github.com/lectio/lectio/rulesets/board/place"
	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/ir"
	"github.com/lectio/lectio/rulesets/ir/wasm/asm"
	"github.com/lectio/lectio/rulesets/ir/wasm/state"
)

// A score or an end often asks for an arrangement of all the men a player has: five on
// each of three points, where he has fifteen. Before they all stand on the points that
// any arrangement names there is none, and that is asked first, in one comparison.

// mayHold is, for some conditions, what holds if any of them does: of those that are
// arrangements it is asked whether all men stand where any of them has them. It is none
// where fewer than two are.
func (c *ctx) mayHold(list []*engine.Node, e env) []func() num {
	g := c.g
	var on place.Set
	arrangements := 0
	var others []func() num
	asked := map[*ir.Value]bool{}
	for _, n := range list {
		if n == nil {
			return nil
		}
		if places, is := gathered(g.Program, n); is {
			on = on.Or(places)
			arrangements++
		} else if key := c.g.of(n); !asked[key] { // what ends the game has often been scored
			asked[key] = true
			others = append(others, func() num { return c.Truth(c.is(n, e)) })
		}
	}
	if arrangements < 2 {
		return nil
	}
	all := func() num { return c.Not(c.Any(c.Minus(c.Standing(0), asm.Constant(state.BitsOf(on, 64*g.W))))) }
	return append([]func() num{all}, others...)
}

// gathered returns the places on which all men of the player in view stand wherever a
// condition holds, if it can be seen that there are such: the condition is an
// arrangement of all his men, such as five on each of three points where he has
// fifteen, or one of several. Before they stand on those places, it need not be asked.
func gathered(p *engine.Program, n *engine.Node) (places place.Set, ok bool) {
	if n == nil {
		return places, false
	}
	all := func(k int, on place.Set) (place.Set, bool) {
		for q := range p.Players {
			if k <= 0 || k*on.Count() != p.Men(q) {
				return on, false
			}
		}
		return on, true
	}
	switch n.Op {
	case engine.BOr:
		for _, k := range n.Kids {
			on, ok := gathered(p, k)
			if !ok {
				return place.Set{}, false
			}
			places = places.Or(on)
		}
		return places, true
	case engine.BAnd:
		for _, k := range n.Kids {
			if on, is := gathered(p, k); is && (!ok || on.Count() < places.Count()) {
				places, ok = on, true
			}
		}
		return places, ok
	case engine.BSub: // places within those where he has so many
		b := n.Kids[1]
		if b.Op != engine.SCompare || b.Cmp != engine.Equal || engine.Whose(b.N) != engine.Own {
			return places, false
		}
		k, known := constantNumber(b.Kids[0])
		on, fixed := constantSet(p, n.Kids[0])
		if !known || !fixed {
			return places, false
		}
		return all(k, on)
	case engine.BCompare: // so many at a place
		x := n.Kids[0]
		if x.Op != engine.NCountAt || engine.Whose(x.N) != engine.Own || n.Cmp != engine.Equal {
			return places, false
		}
		f, there := constantNumber(x.Kids[0])
		k, known := constantNumber(n.Kids[1])
		if !there || !known || f < 0 || f >= p.Places {
			return places, false
		}
		return all(k, place.SetOf(f))
	}
	return places, false
}

// constantNumber returns the value of a number that is the same in every position.
func constantNumber(n *engine.Node) (v int, ok bool) {
	switch n.Op {
	case engine.NLit:
		return n.N, true
	case engine.NAdd, engine.NSub:
		a, known := constantNumber(n.Kids[0])
		b, too := constantNumber(n.Kids[1])
		if n.Op == engine.NSub {
			b = -b
		}
		return a + b, known && too
	}
	return 0, false
}

// constantSet is a set of places that is the same in every position.
func constantSet(p *engine.Program, n *engine.Node) (places place.Set, ok bool) {
	switch n.Op {
	case engine.SLit:
		return n.Lit, true
	case engine.SRange:
		a, known := constantNumber(n.Kids[0])
		b, too := constantNumber(n.Kids[1])
		a, b = max(a, 1), min(b, p.Places)
		if !known || !too || a > b {
			return places, false
		}
		return place.FirstN(b).Minus(place.FirstN(a - 1)), true
	}
	return places, false
}

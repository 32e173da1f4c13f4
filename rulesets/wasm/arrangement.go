package wasm

import (
	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/ir"
)

// A score or an end often asks for an arrangement of all the men a player has: five on
// each of three points, where he has fifteen. Before they all stand on the points that
// any arrangement names there is none, and that is asked first, in one comparison.

// mayHold is, for some conditions, what holds if any of them does: of those that are
// arrangements it is asked whether all men stand where any of them has them. It is none
// where fewer than two are.
func (c *ctx) mayHold(list []*engine.Node, e env) []func() num {
	g := c.g
	var on engine.Set
	arrangements := 0
	var others []func() num
	asked := map[*ir.Value]bool{}
	for _, n := range list {
		if n == nil {
			return nil
		}
		if places, is := g.p.Gathered(n); is {
			on = on.Or(places)
			arrangements++
		} else if key := c.g.of(n); !asked[key] { // what ends the game has often been scored
			asked[key] = true
			others = append(others, func() num { return c.truth(c.is(n, e)) })
		}
	}
	if arrangements < 2 {
		return nil
	}
	gathered := func() num { return c.not(c.any(c.minus(c.standing(0), constant(bitsOf(on, 64*g.w))))) }
	return append([]func() num{gathered}, others...)
}

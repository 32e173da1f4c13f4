package wasm

import (
	"github.com/lectio/lectio/rulesets/engine"
)

// A score or an end often asks for an arrangement of all the men a player has: five on
// each of three points, where he has fifteen. Before they all stand on the points that
// any arrangement names there is none, and that is asked first, in one comparison.

// mayHold is whether any of some conditions may hold: of those that are arrangements it is
// asked whether all men stand where any of them has them. It is not ok where fewer
// than two are.
func (c *ctx) mayHold(list []*engine.Node, e env) (may num, ok bool) {
	g := c.g
	var on engine.Set
	arrangements := 0
	var others []*engine.Node
	for _, n := range list {
		if places, is := g.p.Gathered(n); is {
			on = on.Or(places)
			arrangements++
		} else {
			others = append(others, n)
		}
	}
	if arrangements < 2 || g.large {
		return num{}, false
	}
	elsewhere := c.minus(c.standing(0), constant(bitsOf(on, 64*g.w)))
	may = c.not(c.any(elsewhere))
	for _, n := range others {
		may = c.or(may, c.truth(c.is(n, e)))
	}
	return may, true
}

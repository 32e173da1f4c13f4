package wasm

import (
	"math/bits"

	"github.com/lectio/lectio/rulesets/engine"
)

// What ends a game, or scores, is mostly an arrangement of men that hardly ever
// stands there, and to ask whether it does takes more than the move. So it is first
// asked for something that it cannot do without: that one of its places has a
// number of men with a certain bit, say, which several arrangements may share.

// A token is something that a condition cannot hold without: men of seat 0 on a
// place whose number has a bit, or a value.
type token struct {
	plane, place int
	node         *engine.Node // greater than nothing, or true
}

// tokens lists, for each of the ways in which a condition can hold, the tokens of
// which each would do; nil if that is not to be seen.
func (c *ctx) tokens(n *engine.Node, e env) [][]token {
	g := c.g
	count := func(x *engine.Node) (k int, ok bool) { // own men, as many as a number says
		k, ok = g.constantNum(x.Kids[len(x.Kids)-1])
		return k, ok && x.Cmp == engine.Equal && k > 0 && k < 1<<g.planes
	}
	of := func(k int, places engine.Set) [][]token {
		var out []token
		for i := range g.planes {
			for _, f := range places.Places() {
				if k>>i&1 != 0 {
					out = append(out, token{plane: i, place: f})
				}
			}
		}
		return [][]token{out}
	}
	switch n.Op {
	case engine.BOr:
		var out [][]token
		for _, k := range n.Kids {
			t := c.tokens(k, e)
			if t == nil {
				return nil
			}
			out = append(out, t...)
		}
		return out
	case engine.BAnd:
		var best [][]token
		for _, k := range n.Kids {
			if t := c.tokens(k, e); t != nil && (best == nil || len(t) < len(best)) {
				best = t
			}
		}
		return best
	case engine.BSub:
		a, b := n.Kids[0], n.Kids[1]
		if b.Op != engine.SCompare || engine.Whose(b.N) != engine.Own || !g.constantSet(a) {
			return nil
		}
		if k, ok := count(b); ok {
			if places := g.evaluateSet(a, 0, &tuple{}); !places.Empty() {
				return of(k, places)
			}
		}
	case engine.BCompare:
		x, y := n.Kids[0], n.Kids[1]
		switch {
		case x.Op == engine.NCountAt && engine.Whose(x.N) == engine.Own:
			f, there := g.constantNum(x.Kids[0])
			if k, ok := count(n); ok && there && f >= 0 && f < g.p.Places {
				return of(k, engine.SetOf(f))
			}
		case n.Cmp == engine.Greater && y.Op == engine.NCount:
			if x.Op == engine.NStore || x.Op == engine.NTheir && x.Kids[0].Op == engine.NStore {
				return [][]token{{{node: x}}}
			}
		}
	}
	return nil
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

// mayHold is whether any of some conditions may hold: one of few tokens is there, at
// least one for each way in which any can hold. It is not ok where that is not to be
// seen, or asks hardly less than the conditions do.
func (c *ctx) mayHold(list []*engine.Node, e env) (v num, ok bool) {
	g := c.g
	if g.w != 1 || g.planes < 2 || len(g.p.Players) != 2 {
		return num{}, false
	}
	var ways [][]token
	for _, n := range list {
		t := c.tokens(n, e)
		if t == nil {
			return num{}, false
		}
		ways = append(ways, t...)
	}
	men := 0
	for _, w := range ways {
		men += b2i(w[0].node == nil)
	}
	if men < 3 {
		return num{}, false
	}
	// Of the bits of counts the one that serves most ways, and the greater of two that
	// serve as many, being the rarer; then of the places.
	masks := make([]uint64, g.planes)
	sum := wlit(0)
	left := ways[:0:0]
	seen := map[string]bool{}
	for _, w := range ways {
		if x := w[0].node; x == nil {
			left = append(left, w)
		} else if key := g.key(x); !seen[key] {
			seen[key] = true
			sum = c.binw(i64Or, sum, c.widen(c.num(x, e)))
		}
	}
	for len(left) > 0 {
		serves := map[token]int{}
		planes := make([]int, g.planes)
		for _, w := range left {
			in := 0
			for _, t := range w {
				serves[t]++
				in |= 1 << t.plane
			}
			for ; in != 0; in &= in - 1 {
				planes[bits.TrailingZeros(uint(in))]++
			}
		}
		var best token
		most := 0
		for _, w := range left { // in their order, so that the code is the same each time
			for _, t := range w {
				if k := planes[t.plane]<<16 + serves[t]<<8 + t.plane; k > most {
					best, most = t, k
				}
			}
		}
		masks[best.plane] |= 1 << best.place
		rest := left[:0:0]
		for _, w := range left {
			served := false
			for _, t := range w {
				served = served || t == best
			}
			if !served {
				rest = append(rest, w)
			}
		}
		left = rest
	}
	for i, s := range c.menPlanes(0) {
		sum = c.binw(i64Or, sum, c.binw(i64And, s[0], wlit(masks[i])))
	}
	return c.any(set{sum}), true
}

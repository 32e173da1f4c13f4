package wasm

import (
	"fmt"

	"github.com/lectio/lectio/rulesets/engine"
)

// Where several men may stand on a place, where any stands and where more than one does is
// kept beside their counts, for most rules ask no more.

// standing is where men of a seat stand.
func (c *stateFn) standing(seat int) set {
	return c.compareMen(seat, engine.Greater, lit(0))
}

// compareCounted is where the number of men of seat j, as seat i names the places,
// compares with k, if it is enough to know where any stand and where several do.
func (c *stateFn) compareCounted(i, j int, cmp engine.Comparison, k num) (set, bool) {
	mem := c.mem
	if !mem.sums || !k.known || i != j && !mem.Board.Alike {
		return nil, false
	}
	zero, one, more := holds(cmp, 0, k.v), holds(cmp, 1, k.v), holds(cmp, 2, k.v)
	for n := 3; n < 1<<mem.planes; n++ {
		if holds(cmp, n, k.v) != more {
			return nil, false
		}
	}
	base, at := c.home(j)
	at += mem.inSums
	any := func() set { return c.sumKept(base, at, j) }
	several := func() set { return c.sumKept(base, at+8*mem.w, j) }
	var out set
	switch {
	case one == zero && more == zero:
		out = none(mem.w)
	case one == zero:
		out = several()
	case more == one:
		out = any()
	default:
		out = c.minus(any(), several())
	}
	if zero {
		out = c.minus(c.full(), out)
	}
	return out, true
}

// sumKept is one of the two sets of a seat, as it lies in memory.
func (c *stateFn) sumKept(base num, at, seat int) set {
	return c.setOnce(sumKey(seat, at), func() set { return c.onBoard(c.loadSet(base, at, c.mem.w)) })
}

func sumKey(seat, at int) string { return fmt.Sprintf("sum %d %d", seat, at) }

// sumUp works out anew what is kept of a seat whose men have been moved.
func (c *stateFn) sumUp(seat int) {
	mem := c.mem
	if !mem.sums {
		return
	}
	base, at := c.home(seat)
	planes := c.classPlanes(seat, 0)
	several := none(mem.w)
	for i := len(planes) - 1; i > 0; i-- { // the last carry comes late
		several = c.ors(several, planes[i])
	}
	for i, s := range []set{c.ors(several, planes[0]), several} {
		c.saveSet(base, at+mem.inSums+8*mem.w*i, s)
		c.letSet(sumKey(seat, at+mem.inSums+8*mem.w*i), s)
	}
}

// countAnew works out what is kept from the counts.
func (c *stateFn) countAnew() {
	mem := c.mem
	for j := range mem.p.Players {
		planes := c.menPlanes(j)
		sums := []set{c.atLeast(planes, lit(1)), c.atLeast(planes, lit(2))}
		for i, s := range sums {
			base, at := c.home(j)
			c.saveSet(base, at+mem.inSums+8*mem.w*i, s)
		}
	}
}

// countSetUp keeps of the position in which a game begins where any stand and where several do.
func (mem *plan) countSetUp(img []byte) {
	count := map[[2]int]int{}
	for _, it := range mem.p.Setup {
		if it.Place < mem.p.Places {
			count[[2]int{it.Player, it.Place}] += it.Count
		}
	}
	for at, n := range count {
		put := func(q, f, in int) {
			for i := range min(n, 2) {
				img[mem.offPlayers+q*mem.playerSize+in+8*mem.w*i+f/8] |= 1 << (f % 8)
			}
		}
		put(at[0], at[1], mem.inSums)
	}
}

package state

import (
	"fmt"

	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/ir/wasm/asm"
)

// Where several men may stand on a place, where any stands and where more than one does is
// kept beside their counts, for most rules ask no more.

// Standing is where men of a seat stand.
func (c *Func) Standing(seat int) set {
	return c.CompareMen(seat, engine.Greater, lit(0))
}

// compareCounted is where the number of men of seat j, as seat i names the places,
// compares with k, if it is enough to know where any stand and where several do.
func (c *Func) compareCounted(i, j int, cmp engine.Comparison, k num) (set, bool) {
	mem := c.mem
	if !mem.sums || !k.Known || i != j && !mem.Board.Alike {
		return nil, false
	}
	zero, one, more := holds(cmp, 0, k.Value), holds(cmp, 1, k.Value), holds(cmp, 2, k.Value)
	for n := 3; n < 1<<mem.Planes; n++ {
		if holds(cmp, n, k.Value) != more {
			return nil, false
		}
	}
	base, at := c.Home(j)
	at += mem.inSums
	any := func() set { return c.sumKept(base, at, j) }
	several := func() set { return c.sumKept(base, at+8*mem.W, j) }
	var out set
	switch {
	case one == zero && more == zero:
		out = asm.None(mem.W)
	case one == zero:
		out = several()
	case more == one:
		out = any()
	default:
		out = c.Minus(any(), several())
	}
	if zero {
		out = c.Minus(c.Full(), out)
	}
	return out, true
}

// sumKept is one of the two sets of a seat, as it lies in memory.
func (c *Func) sumKept(base num, at, seat int) set {
	return c.SetOnce(sumKey(seat, at), func() set { return c.OnBoard(c.LoadSet(base, at, c.mem.W)) })
}

func sumKey(seat, at int) string { return fmt.Sprintf("sum %d %d", seat, at) }

// sumUp works out anew what is kept of a seat whose men have been moved.
func (c *Func) sumUp(seat int) {
	mem := c.mem
	if !mem.sums {
		return
	}
	base, at := c.Home(seat)
	planes := c.ClassPlanes(seat, 0)
	several := asm.None(mem.W)
	for i := len(planes) - 1; i > 0; i-- { // the last carry comes late
		several = c.Ors(several, planes[i])
	}
	for i, s := range []set{c.Ors(several, planes[0]), several} {
		c.SaveSet(base, at+mem.inSums+8*mem.W*i, s)
		c.LetSet(sumKey(seat, at+mem.inSums+8*mem.W*i), s)
	}
}

// countAnew works out what is kept from the counts.
func (c *Func) countAnew() {
	mem := c.mem
	for j := range mem.Program.Players {
		planes := c.MenPlanes(j)
		sums := []set{c.AtLeast(planes, lit(1)), c.AtLeast(planes, lit(2))}
		for i, s := range sums {
			base, at := c.Home(j)
			c.SaveSet(base, at+mem.inSums+8*mem.W*i, s)
		}
	}
}

// countSetUp keeps of the position in which a game begins where any stand and where several do.
func (mem *Memory) countSetUp(img []byte) {
	count := map[[2]int]int{}
	for _, it := range mem.Program.Setup {
		if it.Place < mem.Program.Places {
			count[[2]int{it.Player, it.Place}] += it.Count
		}
	}
	for at, n := range count {
		put := func(q, f, in int) {
			for i := range min(n, 2) {
				img[mem.offPlayers+q*mem.PlayerSize+in+8*mem.W*i+f/8] |= 1 << (f % 8)
			}
		}
		put(at[0], at[1], mem.inSums)
	}
}

package state

import (
	"fmt"

	"github.com/lectio/lectio/rulesets/ir/wasm/asm"
)

// Where several men may stand on a place, where any stands and where more than one does is
// kept beside their counts, for most rules ask no more.

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

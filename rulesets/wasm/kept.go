package wasm

import (
	"encoding/binary"
	"fmt"
	"slices"

	"github.com/lectio/lectio/rulesets/engine"
)

// What would have to be looked for in many words at every decision is kept beside the men,
// and a man who comes or goes changes it: on large boards the men in their order and where
// a player sees the opponent's, on all where any man stands and where several do.

// Where no two men of a player share a place, and there are no marks, the ranks of the
// places of his men are kept beside the men, in their order: a man who comes or goes
// moves those behind him by one, eight at a time.

const (
	mostMenKept = 16     // men of a player whose ranks are kept
	noRank      = 0x7f7f // stands behind the last: greater than any
)

// keepMen decides what of this is kept, before the blocks of the players are laid out.
func (g *gen) keepMen() {
	p := g.p
	if g.opt.Expand || p.Classes() != 1 || g.cells {
		return
	}
	if !g.large { // of the words of two planes it is seen as quickly
		g.sums = g.planes > 2
		return
	}
	seen := len(p.Players) == 2 && !g.alias && g.total && g.mostAcross == 1
	if g.planes > 1 {
		g.sums, g.keepsSeen = true, seen
		return
	}
	if !g.byMen {
		return
	}
	most := 0
	for q := range p.Players {
		most = max(most, p.Men(q))
	}
	if most > mostMenKept {
		return
	}
	g.menKept = (most + 7) / 8
	g.keepsSeen = seen
}

// seenAs is where the opponent of a player sees a place of his.
func (g *gen) seenAs(q, f int) int { return int(g.p.Across(q, 1-q, f)[0]) }

// seenAs is where the opponent of a seat sees a place of his.
func (c *ctx) seenAs(seat int, f num) num {
	g := c.g
	var list []int
	for q := range g.p.Players {
		for f := range g.p.Places {
			list = append(list, g.seenAs(q, f))
		}
	}
	return c.placeBy("seen as", list, c.seat(seat), g.p.Places, f)
}

// seenMen is where the men of seat j stand as seat i names the places, if that is kept.
func (c *ctx) seenMen(i, j int) (set, bool) {
	g := c.g
	if !g.keepsSeen || g.sums || i == j {
		return nil, false
	}
	base, at := c.home(i)
	return c.keptSet(base, at+g.inSeen), true
}

// listSetUp lists the men of the position in which a game begins in its image.
func (g *gen) listSetUp(img []byte) {
	if g.sums {
		g.countSetUp(img)
	}
	if g.menKept == 0 {
		return
	}
	_, ranks := g.ranked()
	lists := make([][]int, len(g.p.Players))
	for _, it := range g.p.Setup {
		if it.Place >= g.p.Places {
			continue
		}
		r := it.Place
		if ranks != nil {
			r = ranks[it.Player*g.p.Places+r]
		}
		lists[it.Player] = append(lists[it.Player], r)
		if g.keepsSeen {
			f := g.seenAs(it.Player, it.Place)
			img[g.offPlayers+(1-it.Player)*g.playerSize+g.inSeen+f/8] |= 1 << (f % 8)
		}
	}
	for q, l := range lists {
		slices.Sort(l)
		for i := range 8 * g.menKept {
			r := noRank
			if i < len(l) {
				r = l[i]
			}
			binary.LittleEndian.PutUint16(img[g.offPlayers+q*g.playerSize+g.inRanks+2*i:], uint16(r))
		}
	}
}

// forgetMen empties the list of a seat, and what it sees.
func (c *ctx) forgetMen(seat int) {
	base, at := c.home(seat)
	for k := range c.g.menKept {
		c.push(base)
		c.vconst(noRank & 0xff)
		c.vstore(at + c.g.inRanks + 16*k)
	}
	if c.g.keepsSeen {
		c.saveSet(base, at+c.g.inSeen, none(c.g.w))
	}
}

// listKept lists the men of the player to move as they are kept, and how many they are.
func (c *ctx) listKept(n num) {
	g := c.g
	base, at := c.home(0)
	sum := lit(0)
	for k := range g.menKept {
		l := c.local(v128)
		c.push(base)
		c.vload(at + g.inRanks + 16*k)
		c.into(l)
		c.push(c.s)
		c.get(l)
		c.vec(vConst)
		for i := range 16 {
			c.op(byte(g.p.Places >> (i % 2 * 8)))
		}
		c.vec(vMinS16)
		c.vstore(g.offMen + 16*k)
		c.vconst(noRank & 0xff)
		c.get(l)
		c.vec(vGtS16)
		c.vec(vBits16)
		c.op(i32Pop)
		sum = c.bin(i32Add, sum, c.keep())
	}
	c.assign(n, sum)
}

// keepMan puts a man who comes to a place of a seat into its list, or takes him out who
// has left it.
func (c *ctx) keepMan(seat int, f num, off bool) {
	g := c.g
	if g.menKept == 0 {
		return
	}
	if g.keepsSeen {
		x := c.seenAs(seat, f)
		base, at := c.home(1 - seat)
		w := c.wordOf(base, x)
		c.push(w)
		c.push(w)
		c.load64(at + g.inSeen)
		c.pushw(c.binw(i64Shl, wlit(1), c.widen(x)))
		c.op(i64Xor)
		c.store64(at + g.inSeen)
	}
	base, at := c.home(seat)
	at += g.inRanks
	r := c.rankOfPlace(seat, f)
	here := c.local(v128)
	if off {
		r = c.bin(i32Sub, r, lit(1)) // nobody else stands there: greater than that is he, too
	}
	c.push(r)
	c.vec(vSplat16)
	c.into(here)
	var list []int
	for k := range g.menKept {
		l := c.local(v128)
		c.push(base)
		c.vload(at + 16*k)
		c.into(l)
		list = append(list, l)
	}
	// moved is vector k of the list with each man in the place of the one before him, or behind.
	moved := func(list []int, k, by int, beyond byte) {
		next := k + by/2
		if next >= 0 && next < len(list) {
			c.get(list[k])
			c.get(list[next])
			c.vec(vShuffle)
			for i := range 16 {
				if j := i + by; j < 0 || j > 15 {
					c.op(byte(16 + j&15)) // of the next one
				} else {
					c.op(byte(j))
				}
			}
			return
		}
		c.get(list[k])
		c.vec(vConst)
		for i := range 16 {
			c.op(byte(i + by)) // nothing where that is no lane
		}
		c.vec(vSwizzle)
		if beyond != 0 {
			c.vec(vConst)
			for i := range 16 {
				c.op(beyond * byte(b2i(i+by > 15)))
			}
			c.vec(vOr)
		}
	}
	for k, l := range list {
		c.push(base)
		c.get(l)
		if off { // each from him on is followed by a greater one, who takes his place
			moved(list, k, 2, noRank&0xff)
			c.get(l)
			c.get(here)
			c.vec(vGtS16)
			c.vec(vAnd)
		} else { // the lesser of himself and each, or the one before that if he is greater
			c.get(here)
			c.vec(vMinS16)
			moved(list, k, -2, 0)
		}
		c.vec(vMaxS16)
		c.vstore(at + 16*k)
	}
}

// Where several men may stand on a place, where any stands and where more than one does is
// kept beside their counts, for most rules ask no more; for the opponent in his names, too.

// standing is where men of a seat stand.
func (c *ctx) standing(seat int) set {
	return c.compareMen(seat, engine.Greater, lit(0))
}

// compareCounted is where the number of men of seat j, as seat i names the places,
// compares with k, if it is enough to know where any stand and where several do.
func (c *ctx) compareCounted(i, j int, cmp engine.Comparison, k num) (set, bool) {
	g := c.g
	if !g.sums || !k.known || i != j && !g.alias && !g.keepsSeen {
		return nil, false
	}
	zero, one, more := holds(cmp, 0, k.v), holds(cmp, 1, k.v), holds(cmp, 2, k.v)
	for n := 3; n < 1<<g.planes; n++ {
		if holds(cmp, n, k.v) != more {
			return nil, false
		}
	}
	base, at := c.home(j)
	at += g.inSums
	if i != j && !g.alias {
		base, at = c.home(i)
		at += g.inSeen
	}
	any := func() set { return c.sumKept(base, at, j) }
	several := func() set { return c.sumKept(base, at+8*g.w, j) }
	var out set
	switch {
	case one == zero && more == zero:
		out = none(g.w)
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
func (c *ctx) sumKept(base num, at, seat int) set {
	if c.g.large {
		return c.keptSet(base, at)
	}
	key := sumKey(seat, at)
	s, ok := c.known.sets[key]
	if !ok {
		s = c.onBoard(c.keptSet(base, at))
		c.known.sets[key] = s
	}
	return s
}

func sumKey(seat, at int) string { return fmt.Sprintf("sum %d %d", seat, at) }

// sumUp works out anew what is kept of a seat whose men have been moved. On large boards
// it is changed in single words.
func (c *ctx) sumUp(seat int) {
	g := c.g
	if !g.sums || g.large {
		return
	}
	base, at := c.home(seat)
	planes := c.classPlanes(seat, 0)
	several := none(g.w)
	for i := len(planes) - 1; i > 0; i-- { // the last carry comes late
		several = c.ors(several, planes[i])
	}
	for i, s := range []set{c.ors(several, planes[0]), several} {
		c.saveSet(base, at+g.inSums+8*g.w*i, s)
		c.known.sets[sumKey(seat, at+g.inSums+8*g.w*i)] = s
	}
}

// countMan changes what is kept by a man of seat j who comes to place f or leaves it,
// where the planes of the counts had these words before.
func (c *ctx) countMan(j int, f num, before []word, off bool) {
	g := c.g
	// by the count before: of a man who comes 0 and 1, of one who leaves 1 and 2
	or := func(list []word) word {
		out := wlit(0)
		for _, w := range list {
			out = c.binw(i64Or, out, w)
		}
		return out
	}
	higher := or(before[1:])
	var any, several word // whether they change, in the lowest bit
	low := func(w word) word { return c.binw(i64ShrU, w, c.widen(f)) }
	if off {
		any = c.minus(set{before[0]}, set{higher})[0]
		several = c.minus(set{before[1]}, set{c.binw(i64Or, before[0], or(before[2:]))})[0]
	} else {
		any = c.binw(i64Xor, c.binw(i64Or, before[0], higher), wlit(^uint64(0)))
		several = c.minus(set{before[0]}, set{higher})[0]
	}
	any, several = c.binw(i64And, low(any), wlit(1)), c.binw(i64And, low(several), wlit(1))
	flip := func(seat int, x num, in int) {
		base, at := c.home(seat)
		w := c.wordOf(base, x)
		c.lookAt(w, at+g.playerSize-1)
		for i, m := range []word{any, several} {
			c.push(w)
			c.push(w)
			c.load64(at + in + 8*g.w*i)
			c.pushw(c.binw(i64Shl, m, c.widen(x)))
			c.op(i64Xor)
			c.store64(at + in + 8*g.w*i)
		}
	}
	flip(j, f, g.inSums)
	if g.keepsSeen {
		flip(1-j, c.seenAs(j, f), g.inSeen)
	}
}

// countNobody changes what is kept where all men of seat j have been taken off place f.
func (c *ctx) countNobody(j int, f num) {
	g := c.g
	clear := func(seat int, x num, in int) {
		base, at := c.home(seat)
		w := c.wordOf(base, x)
		for i := range 2 {
			c.push(w)
			c.push(w)
			c.load64(at + in + 8*g.w*i)
			c.pushw(c.binw(i64Xor, c.binw(i64Shl, wlit(1), c.widen(x)), wlit(^uint64(0))))
			c.op(i64And)
			c.store64(at + in + 8*g.w*i)
		}
	}
	clear(j, f, g.inSums)
	if g.keepsSeen {
		clear(1-j, c.seenAs(j, f), g.inSeen)
	}
}

// countAnew works out what is kept from the counts.
func (c *ctx) countAnew() {
	g := c.g
	for j := range g.p.Players {
		planes := c.menPlanes(j)
		sums := []set{c.atLeast(planes, lit(1)), c.atLeast(planes, lit(2))}
		for i, s := range sums {
			base, at := c.home(j)
			c.saveSet(base, at+g.inSums+8*g.w*i, s)
		}
		if g.keepsSeen {
			for i, s := range c.view(sums, 1-j, j)[0] {
				base, at := c.home(1 - j)
				c.saveSet(base, at+g.inSeen+8*g.w*i, s)
			}
		}
	}
}

// countSetUp keeps of the position in which a game begins where any stand and where several do.
func (g *gen) countSetUp(img []byte) {
	count := map[[2]int]int{}
	for _, it := range g.p.Setup {
		if it.Place < g.p.Places {
			count[[2]int{it.Player, it.Place}] += it.Count
		}
	}
	for at, n := range count {
		put := func(q, f, in int) {
			for i := range min(n, 2) {
				img[g.offPlayers+q*g.playerSize+in+8*g.w*i+f/8] |= 1 << (f % 8)
			}
		}
		put(at[0], at[1], g.inSums)
		if g.keepsSeen {
			put(1-at[0], g.seenAs(at[0], at[1]), g.inSeen)
		}
	}
}

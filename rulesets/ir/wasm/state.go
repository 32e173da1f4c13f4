package wasm

import (
	"fmt"
	"math/bits"

	"github.com/lectio/lectio/rulesets/engine"
)

// A state is kept in a frame in memory, in words of the size in which they are
// read again: a processor that is asked for eight bytes of which one has just
// been written waits until that byte has reached the cache. It is not kept in
// locals, because a compiler that works in milliseconds copies every one of them
// wherever two ways meet.
//
// The head has the bytes of the program's own layout. Behind it stands a block
// for each player: men by class and bit of their count, stores, score, variables.
// The rules speak of the player to move and of others, so code addresses blocks
// by seat, counted from that player on, and no rule asks who is white.

// layBlocks lays the blocks of the players out from offset at, and returns where
// they end.
func (g *gen) layBlocks(at int) int {
	p := g.p
	n := len(p.Players)
	up := func(v int) int { return (v + 15) / 16 * 16 }
	at = up(at)
	if g.offAgenda = g.lay.Left; g.packed() {
		g.offAgenda = at
		at += 16
	}
	g.offRest = at
	g.inVars, g.offCommon = make([]int, len(p.Vars)), make([]int, len(p.Vars))
	size := 0
	room := func(bytes int) int { size += bytes; return size - bytes }
	g.inMen = room(g.setsOfMen() * g.w * 8)
	if p.Classes() > 1 && g.planes > 1 {
		g.inTotal = room(g.planes * g.w * 8)
	}
	for v := range p.Vars {
		bytes := 8
		if k := p.Vars[v].Kind; k == engine.SetVar || k == engine.LinesVar {
			bytes = 8 * g.w
		}
		if p.Vars[v].Common {
			g.offCommon[v] = at
			at += bytes
			continue
		}
		g.inVars[v] = room(bytes)
	}
	for i, m := range g.mirrors {
		g.mirrors[i].at = room(8 * m.sp.Words())
	}
	g.inSums = room(2 * 8 * g.w * b2i(g.sums))
	g.inScore = room(8)
	g.inStores = room((len(p.Stores) + 7) / 8 * 8)
	at = up(at)
	g.offPlayers, g.playerSize = at, up(size)
	return at + n*g.playerSize
}

// home is where the block of a seat lies: an address, and the offset to it.
func (c *ctx) home(seat int) (base num, at int) {
	base, at = c.based("player", c.seat(seat), c.g.playerSize)
	return base, at + c.g.offPlayers
}

// byte is a byte of the head of the state.
// octetAt is the byte at an address and an offset from it.
func (c *ctx) octetAt(a num, off int) num {
	c.push(a)
	c.load8(off)
	return c.keep()
}

// numAt is the number that lies there in four bytes, and wordAt what lies there in eight.
func (c *ctx) numAt(a num, off int) num {
	c.push(a)
	c.load32(off)
	return c.keep()
}

func (c *ctx) wordAt(a num, off int) word {
	c.push(a)
	c.load64(off)
	return c.keepw()
}

// putOctet writes the lowest byte of a number to an address and an offset from it, putNum
// all four, and putWord a word.
func (c *ctx) putOctet(a num, off int, v num) {
	c.push(a)
	c.push(v)
	c.store8(off)
}

func (c *ctx) putNum(a num, off int, v num) {
	c.push(a)
	c.push(v)
	c.store32(off)
}

func (c *ctx) putWord(a num, off int, v word) {
	c.push(a)
	c.pushw(v)
	c.store64(off)
}

// argument is a number or a word.
type argument interface{ pushed(a *fn) }

func (v num) pushed(a *fn)  { a.push(v) }
func (v word) pushed(a *fn) { a.pushw(v) }

// invoke calls a function with arguments.
func (c *ctx) invoke(f *fn, args ...argument) {
	for _, v := range args {
		v.pushed(c.fn)
	}
	c.call(f)
}

// told is the number that a function returns.
func (c *ctx) told(f *fn, args ...argument) num {
	c.invoke(f, args...)
	return c.keep()
}

// generateHere works out what may be done in the present frame.
func (c *ctx) generateHere() {
	c.invoke(c.g.fGen, c.s)
	c.op(opDrop)
}

// moveAt is the i-th of the moves listed.
func (c *ctx) moveAt(i num) word {
	return c.wordAt(c.bin(i32Add, c.s, c.bin(i32Shl, i, lit(3))), c.g.offList)
}

func (c *ctx) putMove(i num, mv word) {
	c.putWord(c.bin(i32Add, c.s, c.bin(i32Shl, i, lit(3))), c.g.offList, mv)
}

// global is a number at a fixed address.
func (c *ctx) global(at int) num {
	c.absolute()
	c.load32(at)
	return c.keep()
}

func (c *ctx) setGlobal(at int, v num) {
	c.absolute()
	c.push(v)
	c.store32(at)
}

// yield returns a number from the function, yieldw a word.
func (c *ctx) yield(v num) {
	c.push(v)
	c.op(opReturn)
}

func (c *ctx) yieldw(v word) {
	c.pushw(v)
	c.op(opReturn)
}

// leaveTo branches to a label where a truth value holds.
func (c *ctx) leaveTo(label int, cond num) {
	c.push(cond)
	c.brIf(label)
}

func (c *ctx) byte(at int) num {
	return c.octetAt(c.s, at)
}

func (c *ctx) setByte(at int, v num) {
	c.mayBeOver = c.mayBeOver || at == c.g.lay.Over
	c.putOctet(c.s, at, v)
}

// leave branches out of the loop of a game that has just ended, if there is one.
func (c *ctx) leave(mayBeOver bool) {
	if c.leaveAt != 0 {
		c.br(c.leaveAt)
		c.mayBeOver = mayBeOver // nobody comes by here whose game is over
	}
}

// throwsKept are the throws remembered, a byte each, the oldest lowest.
func (c *ctx) throwsKept() word {
	return c.cellw(c.g.lay.Throws)
}

func (c *ctx) setThrows(w word) {
	c.known.thrown = num{}
	for i := range c.stack {
		c.stack[i].thrown = num{}
	}
	c.setCellw(c.g.lay.Throws, w)
}

// varAt is where a variable lies: an address, and the offset to it.
func (c *ctx) varAt(v, seat int) (base num, at int) {
	g := c.g
	if g.p.Vars[v].Common {
		return c.s, g.offCommon[v]
	}
	base, at = c.home(seat)
	return base, at + g.inVars[v]
}

// variableOf is the value of a variable that is no set.
func (c *ctx) variableOf(v, seat int) num {
	base, at := c.varAt(v, seat)
	return c.numAt(base, at)
}

func (c *ctx) setVariable(v, seat int, x num) {
	if x.known {
		x = lit(max(-32768, min(x.v, 32767)))
	} else { // one look at both ends, which are hardly ever met
		x = c.variable(x)
		c.ifThen(c.bin(i32GtU, c.bin(i32Add, x, lit(32768)), lit(65535)), func() {
			c.assign(x, c.pick(c.bin(i32LtS, x, lit(0)), lit(-32768), lit(32767)))
		}, nil)
	}
	base, at := c.varAt(v, seat)
	c.putNum(base, at, x)
	c.changed()
}

// setOf is the value of a variable that is a set.
func (c *ctx) setOf(v, seat int) set {
	base, at := c.varAt(v, seat)
	return c.loadSet(base, at, c.g.w)
}

func (c *ctx) putSet(v, seat int, s set) {
	base, at := c.varAt(v, seat)
	c.saveSet(base, at, s)
	c.changed()
}

func (c *ctx) loadSet(base num, at, words int) set {
	s := make(set, words)
	for k := range s {
		s[k] = c.wordAt(base, at+8*k)
	}
	return s
}

func (c *ctx) saveSet(base num, at int, s set) {
	for k, w := range s {
		c.putWord(base, at+8*k, w)
	}
}

// store is how many men of a seat are in a store.
func (c *ctx) store(seat, st int) num {
	if !c.g.Board.Moved[st] {
		// what never changes is what the set-up put there
		return c.byPlayer("store "+c.g.p.Stores[st], seat, func(q int) int { return c.g.atFirst(q, st) })
	}
	return c.once(fmt.Sprintf("store %d %d", seat, st), func() num {
		base, at := c.home(seat)
		return c.octetAt(base, at+c.g.inStores+st)
	})
}

// atFirst is how many men of a player the set-up puts into a store.
func (g *gen) atFirst(q, st int) int {
	n := 0
	for _, it := range g.p.Setup {
		if it.Player == q && it.Place == g.p.Places+st {
			n += it.Count
		}
	}
	return n
}

func (c *ctx) addStore(seat, st int, k num) {
	v := c.bin(i32Add, c.store(seat, st), k)
	base, at := c.home(seat)
	c.putOctet(base, at+c.g.inStores+st, v)
	c.changed() // also what has been worked out from it
}

func (c *ctx) score(seat int) num {
	base, at := c.home(seat)
	return c.numAt(base, at+c.g.inScore)
}

func (c *ctx) addScore(seat int, k num) {
	v := c.bin(i32Add, c.score(seat), k)
	base, at := c.home(seat)
	c.putNum(base, at+c.g.inScore, v)
}

// classPlanes are the men of a class of a seat at its places, bit by bit of their
// count: the i-th set holds the places where the count has that bit.
func (c *ctx) classPlanes(seat, class int) []set {
	if c.g.sliced() {
		return []set{c.bearing(seat, class, 0)}
	}
	return c.planesAt(seat, c.g.inMen+class*c.g.planes*c.g.w*8)
}

// bearing is where men of a seat stand, who are sliced, whose class has the bits of another
// from one on.
func (c *ctx) bearing(seat, class, from int) set {
	s := c.occupied(seat)
	for m := from; m < c.g.markCount(); m++ {
		if class>>m&1 != 0 {
			s = c.ands(s, c.markSet(seat, m))
		} else {
			s = c.minus(s, c.markSet(seat, m))
		}
	}
	return s
}

func (c *ctx) setPlane(seat, class, i int, s set) {
	c.setPlaneAt(seat, c.g.inMen+class*c.g.planes*c.g.w*8, i, s)
}

// sliced reports whether no two men of a player share a place though they differ in
// marks: then it is kept where he has men, and where they have each mark.
func (g *plan) sliced() bool { return g.planes == 1 && g.p.Classes() > 1 }

func (g *plan) markCount() int { return bits.Len(uint(g.p.Classes() - 1)) }

// occupied and markSet are the sets kept where men are sliced.
func (c *ctx) occupied(seat int) set { return c.planesAt(seat, c.g.inMen)[0] }

func (c *ctx) markSet(seat, m int) set {
	return c.planesAt(seat, c.g.inMen+(1+m)*c.g.w*8)[0]
}

// setsOfMen is how many sets tell where a player's men stand.
func (g *plan) setsOfMen() int {
	if g.sliced() {
		return 1 + g.markCount()
	}
	return g.p.Classes() * g.planes
}

// kept are the sets of men of a seat as they lie in memory.
func (c *ctx) kept(seat int) []set {
	var out []set
	if c.g.sliced() {
		out = append(out, c.occupied(seat))
		for m := range c.g.markCount() {
			out = append(out, c.markSet(seat, m))
		}
		return out
	}
	for class := range c.g.p.Classes() {
		out = append(out, c.classPlanes(seat, class)...)
	}
	return out
}

// totalPlanes are the men of all classes of a seat, where they are counted together.
func (c *ctx) totalPlanes(seat int) []set { return c.planesAt(seat, c.g.inTotal) }

func (c *ctx) setTotal(seat, i int, s set) {
	c.setPlaneAt(seat, c.g.inTotal, i, s)
}

func (c *ctx) planesAt(seat, in int) []set {
	g := c.g
	out := make([]set, g.planes)
	for i := range out {
		out[i] = c.setOnce(planeKey(seat, in, i), func() set {
			base, at := c.home(seat)
			return c.onBoard(c.loadSet(base, at+in+i*g.w*8, g.w))
		})
	}
	return out
}

// onBoard says that a set holds nothing but places.
func (c *ctx) onBoard(s set) set {
	out := make(set, len(s))
	for k, w := range s {
		out[k] = w.within(ones(c.g.p.Places - 64*k))
	}
	return out
}

func planeKey(seat, in, i int) string { return fmt.Sprintf("plane %d %d %d", seat, in, i) }

// setPlaneAt replaces a plane. What has been worked out from it is forgotten with
// [ctx.changed], when the move is made as a whole.
func (c *ctx) setPlaneAt(seat, in, i int, s set) {
	base, at := c.home(seat)
	c.saveSet(base, at+in+i*c.g.w*8, s)
	c.known.sets[planeKey(seat, in, i)] = s
}

// occurrences is how often the position has stood in the game.
func (c *ctx) occurrences() num { return c.cell(c.g.offOccur) }

// keepState copies the state to the frame behind it, from which it is hardly ever taken
// back: whole, since nobody waits for it.
func (c *ctx) keepState() { c.copyWhole(c.g.frameSize, 0) }

// takeBack makes the state what keepState has kept.
func (c *ctx) takeBack() {
	c.copyWhole(0, c.g.frameSize)
	c.changed()
}

// copyWhole copies a state between two offsets from the frame.
func (c *ctx) copyWhole(to, from int) {
	c.lookAt(c.s, c.g.frameSize+c.g.stateEnd-1)
	c.copyWords(c.s, to, c.s, from, c.g.stateEnd)
}

// copyWords copies so many bytes from one address and offset to another, sixteen at a time, and
// clearWords clears them.
func (f *fn) copyWords(to num, toAt int, from num, fromAt, size int) {
	for at := 0; at < size; at += 16 {
		f.push(to)
		f.push(from)
		f.vload(fromAt + at)
		f.vstore(toAt + at)
	}
}

func (f *fn) clearWords(a num, from, size int) {
	for at := 0; at < size; at += 16 {
		f.push(a)
		f.vconst(0)
		f.vstore(from + at)
	}
}

// copyState copies a state from one frame to another: single bytes as such.
func (c *ctx) copyState(to, from num) {
	g, lay := c.g, c.g.lay
	for _, s := range []*num{&to, &from} {
		if s.known { // of a constant the compiler does not remember that it lies within the memory
			c.push(*s)
			*s = c.keep()
		}
		c.lookAt(*s, g.frameSize-1)
	}
	for _, at := range []int{lay.To, lay.Stage, lay.Over, lay.Winner, lay.Owner, lay.Next, lay.NextStage, lay.Played,
		lay.Active, lay.Fixed, lay.InThrow, lay.Handed, lay.LeftN, lay.ThrowN} {
		c.push(to)
		c.push(from)
		c.load8(at)
		c.store8(at)
	}
	c.saveSet(to, g.offAgenda, c.loadSet(from, g.offAgenda, len(g.flags())))
	for at := g.offRest; at < g.stateEnd; at += 8 {
		c.push(to)
		c.push(from)
		c.load64(at)
		c.store64(at)
	}
	c.push(to)
	c.push(from)
	c.load64(lay.Throws)
	c.store64(lay.Throws)
}

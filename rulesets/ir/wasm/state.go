package wasm

import (
	"fmt"

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

// setByte writes a byte of the head of the state.
func (c *stateFn) setByte(at int, v num) {
	c.mayBeOver = c.mayBeOver || at == c.mem.lay.Over
	c.putOctet(c.s, at, v)
}

// leave branches out of the loop of a game that has just ended, if there is one.
func (c *stateFn) leave(mayBeOver bool) {
	if c.leaveAt != 0 {
		c.br(c.leaveAt)
		c.mayBeOver = mayBeOver // nobody comes by here whose game is over
	}
}

// throwsKept are the throws remembered, a byte each, the oldest lowest.
func (c *stateFn) throwsKept() word {
	return c.cellw(c.mem.lay.Throws)
}

// thrown is the key of one more than the throw just made, until there are others.
type thrown struct{}

// setThrows remembers throws.
func (c *stateFn) setThrows(w word) {
	c.forgetOf(thrown{})
	c.setCellw(c.mem.lay.Throws, w)
}

// varAt is where a variable lies: an address, and the offset to it.
func (c *stateFn) varAt(v, seat int) (base num, at int) {
	mem := c.mem
	if mem.p.Vars[v].Common {
		return c.s, mem.offCommon[v]
	}
	base, at = c.home(seat)
	return base, at + mem.inVars[v]
}

// variableOf is the value of a variable that is no set.
func (c *stateFn) variableOf(v, seat int) num {
	base, at := c.varAt(v, seat)
	return c.numAt(base, at)
}

// setVariable gives a variable that is no set a value, cut to sixteen bits.
func (c *stateFn) setVariable(v, seat int, x num) {
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
func (c *stateFn) setOf(v, seat int) set {
	base, at := c.varAt(v, seat)
	return c.loadSet(base, at, c.mem.w)
}

// putSet gives a variable that is a set a value.
func (c *stateFn) putSet(v, seat int, s set) {
	base, at := c.varAt(v, seat)
	c.saveSet(base, at, s)
	c.changed()
}

// store is how many men of a seat are in a store.
func (c *stateFn) store(seat, st int) num {
	if !c.mem.Board.Moved[st] {
		// what never changes is what the set-up put there
		return c.byPlayer("store "+c.mem.p.Stores[st], seat, func(q int) int { return c.mem.atFirst(q, st) })
	}
	return c.once(fmt.Sprintf("store %d %d", seat, st), func() num {
		base, at := c.home(seat)
		return c.octetAt(base, at+c.mem.inStores+st)
	})
}

// atFirst is how many men of a player the set-up puts into a store.
func (mem *plan) atFirst(q, st int) int {
	n := 0
	for _, it := range mem.p.Setup {
		if it.Player == q && it.Place == mem.p.Places+st {
			n += it.Count
		}
	}
	return n
}

// addStore puts men of a seat into a store, or takes them out.
func (c *stateFn) addStore(seat, st int, k num) {
	v := c.bin(i32Add, c.store(seat, st), k)
	base, at := c.home(seat)
	c.putOctet(base, at+c.mem.inStores+st, v)
	c.changed() // also what has been worked out from it
}

// score is what a seat has scored.
func (c *stateFn) score(seat int) num {
	base, at := c.home(seat)
	return c.numAt(base, at+c.mem.inScore)
}

// addScore scores for a seat.
func (c *stateFn) addScore(seat int, k num) {
	v := c.bin(i32Add, c.score(seat), k)
	base, at := c.home(seat)
	c.putNum(base, at+c.mem.inScore, v)
}

// classPlanes are the men of a class of a seat at its places, bit by bit of their
// count: the i-th set holds the places where the count has that bit.
func (c *stateFn) classPlanes(seat, class int) []set {
	if c.mem.sliced() {
		return []set{c.bearing(seat, class, 0)}
	}
	return c.planesAt(seat, c.mem.inMen+class*c.mem.planes*c.mem.w*8)
}

// bearing is where men of a seat stand, who are sliced, whose class has the bits of another
// from one on.
func (c *stateFn) bearing(seat, class, from int) set {
	s := c.occupied(seat)
	for m := from; m < c.mem.markCount(); m++ {
		if class>>m&1 != 0 {
			s = c.ands(s, c.markSet(seat, m))
		} else {
			s = c.minus(s, c.markSet(seat, m))
		}
	}
	return s
}

func (c *stateFn) setPlane(seat, class, i int, s set) {
	c.setPlaneAt(seat, c.mem.inMen+class*c.mem.planes*c.mem.w*8, i, s)
}

// occupied and markSet are the sets kept where men are sliced.
func (c *stateFn) occupied(seat int) set { return c.planesAt(seat, c.mem.inMen)[0] }

func (c *stateFn) markSet(seat, m int) set {
	return c.planesAt(seat, c.mem.inMen+(1+m)*c.mem.w*8)[0]
}

// kept are the sets of men of a seat as they lie in memory.
func (c *stateFn) kept(seat int) []set {
	var out []set
	if c.mem.sliced() {
		out = append(out, c.occupied(seat))
		for m := range c.mem.markCount() {
			out = append(out, c.markSet(seat, m))
		}
		return out
	}
	for class := range c.mem.p.Classes() {
		out = append(out, c.classPlanes(seat, class)...)
	}
	return out
}

// totalPlanes are the men of all classes of a seat, where they are counted together.
func (c *stateFn) totalPlanes(seat int) []set { return c.planesAt(seat, c.mem.inTotal) }

func (c *stateFn) setTotal(seat, i int, s set) {
	c.setPlaneAt(seat, c.mem.inTotal, i, s)
}

func (c *stateFn) planesAt(seat, in int) []set {
	mem := c.mem
	out := make([]set, mem.planes)
	for i := range out {
		out[i] = c.setOnce(planeKey(seat, in, i), func() set {
			base, at := c.home(seat)
			return c.onBoard(c.loadSet(base, at+in+i*mem.w*8, mem.w))
		})
	}
	return out
}

// onBoard says that a set holds nothing but places.
func (c *stateFn) onBoard(s set) set {
	out := make(set, len(s))
	for k, w := range s {
		out[k] = w.within(ones(c.mem.p.Places - 64*k))
	}
	return out
}

func planeKey(seat, in, i int) string { return fmt.Sprintf("plane %d %d %d", seat, in, i) }

// setPlaneAt replaces a plane. What has been worked out from it is forgotten with
// [ctx.changed], when the move is made as a whole.
func (c *stateFn) setPlaneAt(seat, in, i int, s set) {
	base, at := c.home(seat)
	c.saveSet(base, at+in+i*c.mem.w*8, s)
	c.letSet(planeKey(seat, in, i), s)
}

// occurrences is how often the position has stood in the game.
func (c *stateFn) occurrences() num { return c.cell(c.mem.offOccur) }

// keepState copies the state to the frame behind it, from which it is hardly ever taken
// back: whole, since nobody waits for it.
func (c *stateFn) keepState() { c.copyWhole(c.mem.frameSize, 0) }

// takeBack makes the state what keepState has kept.
func (c *stateFn) takeBack() {
	c.copyWhole(0, c.mem.frameSize)
	c.changed()
}

// copyWhole copies a state between two offsets from the frame.
func (c *stateFn) copyWhole(to, from int) {
	c.lookAt(c.s, c.mem.frameSize+c.mem.stateEnd-1)
	c.copyWords(c.s, to, c.s, from, c.mem.stateEnd)
}

// copyState copies a state from one frame to another: single bytes as such.
func (c *stateFn) copyState(to, from num) {
	mem, lay := c.mem, c.mem.lay
	for _, s := range []*num{&to, &from} {
		if s.known { // of a constant the compiler does not remember that it lies within the memory
			c.push(*s)
			*s = c.keep()
		}
		c.lookAt(*s, mem.frameSize-1)
	}
	for _, at := range []int{lay.To, lay.Stage, lay.Over, lay.Winner, lay.Owner, lay.Next, lay.NextStage, lay.Played,
		lay.Active, lay.Fixed, lay.InThrow, lay.Handed, lay.LeftN, lay.ThrowN} {
		c.push(to)
		c.push(from)
		c.load8(at)
		c.store8(at)
	}
	c.saveSet(to, mem.offAgenda, c.loadSet(from, mem.offAgenda, len(mem.flags())))
	for at := mem.offRest; at < mem.stateEnd; at += 8 {
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

// marksAt is the class of the man of seat 0 at a place.
func (c *stateFn) marksAt(f num) num {
	out := lit(0)
	for m := 0; 1<<m < c.mem.p.Classes(); m++ {
		out = c.bin(i32Or, out, c.bin(i32Shl, c.hasPlace(c.marked(0, m), f), lit(m)))
	}
	return out
}

// marked is where a seat has men with a mark, or of a kind.
func (c *stateFn) marked(seat, mark int) set {
	if c.mem.sliced() {
		if mark < engine.FirstKind {
			return c.markSet(seat, mark)
		}
		return c.ofKind(seat, mark-engine.FirstKind)
	}
	return c.setOnce(fmt.Sprintf("marked %d %d", seat, mark), func() set {
		v := none(c.mem.w)
		for class := range c.mem.p.Classes() {
			if c.mem.p.Bears(class, mark) {
				v = c.ors(v, c.classSet(seat, class, 1))
			}
		}
		return v
	})
}

// ofKind is where a seat has men of a kind, where men are sliced: the number of the kind
// is in the sets beyond those of marks, bit by bit.
func (c *stateFn) ofKind(seat, kind int) set {
	return c.setOnce(fmt.Sprintf("kind %d %d", seat, kind), func() set {
		return c.bearing(seat, c.mem.p.ClassOf(kind, 0), len(c.mem.p.Marks))
	})
}

// bears reports whether a man of a class bears a mark, or is of a kind.
func (c *stateFn) bears(class num, mark int) num {
	if mark < engine.FirstKind {
		return c.bin(i32And, c.bin(i32ShrU, class, lit(mark)), lit(1))
	}
	return c.bin(i32Eq, c.bin(i32ShrU, class, lit(len(c.mem.p.Marks))), lit(mark-engine.FirstKind))
}

// remarked is the class of men of a class once an effect has marked them.
func (c *stateFn) remarked(class num, x *engine.Effect) num {
	switch {
	case x.Var >= engine.FirstKind:
		marks := c.bin(i32And, class, lit(1<<len(c.mem.p.Marks)-1))
		return c.bin(i32Or, marks, lit(c.mem.p.ClassOf(x.Var-engine.FirstKind, 0)))
	case x.Kind == engine.DropMark:
		return c.bin(i32And, class, lit(^(1 << x.Var)))
	}
	return c.bin(i32Or, class, lit(1<<x.Var))
}

// stageIs reports whether the present stage is among those of a bit set.
func (c *stateFn) stageIs(stages uint64) num {
	mem := c.mem
	all := uint64(1)<<len(mem.p.Stages) - 1
	if stages&all == all {
		return lit(1)
	}
	st := c.stage()
	for k := range mem.p.Stages { // one alone, or all but one
		switch {
		case stages&all == 1<<k:
			return c.bin(i32Eq, st, lit(k))
		case stages&all == all&^(1<<k) && c.staged && len(mem.p.Stages) > 2: // else it may be none
			return c.bin(i32Ne, st, lit(k))
		}
	}
	if n := len(mem.p.Stages); n <= 31 {
		return c.bin(i32And, c.bin(i32ShrU, lit(int(int32(stages&all))), st), lit(1))
	}
	return c.bitOf(wlit(stages), c.widen(st))
}

// stage is the stage that is being played.
func (c *stateFn) stage() num {
	return c.once("stage", func() num { return c.byte(c.mem.lay.Stage) })
}

// lastThrow is one more than the throw made last; 0 for none.
func (c *stateFn) lastThrow() num {
	if v, ok := c.haveOf(thrown{}); ok {
		return v
	}
	return c.once("last throw", func() num {
		n := c.byte(c.mem.lay.ThrowN)
		at := c.widen(c.bin(i32Shl, c.bin(i32Sub, n, lit(1)), lit(3)))
		t := c.narrow(c.binw(i64And, c.binw(i64ShrU, c.throwsKept(), at), wlit(255)))
		return c.pick(n, c.bin(i32Add, t, lit(1)), lit(0))
	})
}

// clearThrows forgets the throws made.
func (c *stateFn) clearThrows() {
	lay := c.mem.lay
	c.setThrows(wlit(0))
	c.setByte(lay.ThrowN, lit(0))
	c.changed()
}

// fault says what the module could not do in the present game.
func (c *stateFn) fault(n int) { c.setGlobal(atFault, lit(n)) }

// unmarked is where a seat has men without a mark, or of other kinds.
func (c *stateFn) unmarked(seat, mark int) set {
	if c.mem.sliced() {
		return c.minus(c.occupied(seat), c.marked(seat, mark))
	}
	out := none(c.mem.w)
	for class := range c.mem.p.Classes() {
		if !c.mem.p.Bears(class, mark) {
			out = c.ors(out, c.classSet(seat, class, 1))
		}
	}
	return out
}

// justThrown says which throw has just been made.
func (c *stateFn) justThrown(t num) { c.letOf(thrown{}, c.bin(i32Add, t, lit(1))) }

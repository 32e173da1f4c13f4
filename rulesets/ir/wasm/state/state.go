package state

import (
	"fmt"

	"github.com/lectio/lectio/rulesets/ir/wasm/asm"
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

// SetByte writes a byte of the head of the state.
func (c *Func) SetByte(at int, v num) {
	c.MayBeOver = c.MayBeOver || at == c.mem.Layout.Over
	c.PutOctet(c.Frame, at, v)
}

// Active is one more than the place of the man that must go on, 0 for none, and SetActive says which.
func (c *Func) Active() num { return c.Half(c.mem.Layout.Active) }

// SetActive says which man must go on.
func (c *Func) SetActive(v num) { c.PutHalf(c.Frame, c.mem.Layout.Active, v) }

// Leave branches out of the loop of a game that has just ended, if there is one.
func (c *Func) Leave(mayBeOver bool) {
	if c.LeaveAt != 0 {
		c.Br(c.LeaveAt)
		c.MayBeOver = mayBeOver // nobody comes by here whose game is over
	}
}

// ThrowsKept are the throws remembered, a byte each, the oldest lowest.
func (c *Func) ThrowsKept() word {
	return c.CellW(c.mem.Layout.Throws)
}

// thrown is the key of one more than the throw just made, until there are others.
type thrown struct{}

// SetThrows remembers throws.
func (c *Func) SetThrows(w word) {
	c.ForgetOf(thrown{})
	c.SetCellW(c.mem.Layout.Throws, w)
}

// varAt is where a variable lies: an address, and the offset to it.
func (c *Func) varAt(v, seat int) (base num, at int) {
	mem := c.mem
	if mem.Program.Vars[v].Common {
		return c.Frame, mem.offCommon[v]
	}
	base, at = c.Home(seat)
	return base, at + mem.inVars[v]
}

// VariableOf is the value of a variable that is no set.
func (c *Func) VariableOf(v, seat int) num {
	base, at := c.varAt(v, seat)
	return c.NumAt(base, at)
}

// SetVariable gives a variable that is no set a value, cut to sixteen bits.
func (c *Func) SetVariable(v, seat int, x num) {
	if x.Known {
		x = lit(max(-32768, min(x.Value, 32767)))
	} else { // one look at both ends, which are hardly ever met
		x = c.Variable(x)
		c.IfThen(c.GtU(c.Add(x, lit(32768)), lit(65535)), func() {
			c.Assign(x, c.Pick(c.LtS(x, lit(0)), lit(-32768), lit(32767)))
		}, nil)
	}
	base, at := c.varAt(v, seat)
	c.PutNum(base, at, x)
	c.Changed()
}

// SetOf is the value of a variable that is a set.
func (c *Func) SetOf(v, seat int) set {
	base, at := c.varAt(v, seat)
	return c.LoadSet(base, at, c.mem.VarWords(v))
}

// PutSet gives a variable that is a set a value.
func (c *Func) PutSet(v, seat int, s set) {
	base, at := c.varAt(v, seat)
	c.SaveSet(base, at, s)
	c.Changed()
}

// Store is how many men of a seat are in a store.
func (c *Func) Store(seat, st int) num {
	if !c.mem.Board.Moved[st] {
		// what never changes is what the set-up put there
		return c.ByPlayer("store "+c.mem.Program.Stores[st], seat, func(q int) int { return c.mem.atFirst(q, st) })
	}
	return c.Once(fmt.Sprintf("store %d %d", seat, st), func() num {
		base, at := c.Home(seat)
		return c.HalfAt(base, at+c.mem.inStores+2*st)
	})
}

// AddStore puts men of a seat into a store, or takes them out.
func (c *Func) AddStore(seat, st int, k num) {
	v := c.Add(c.Store(seat, st), k)
	base, at := c.Home(seat)
	c.PutHalf(base, at+c.mem.inStores+2*st, v)
	c.Changed() // also what has been worked out from it
}

// Score is what a seat has scored.
func (c *Func) Score(seat int) num {
	base, at := c.Home(seat)
	return c.NumAt(base, at+c.mem.inScore)
}

// AddScore scores for a seat.
func (c *Func) AddScore(seat int, k num) {
	v := c.Add(c.Score(seat), k)
	base, at := c.Home(seat)
	c.PutNum(base, at+c.mem.inScore, v)
}

// ClassPlanes are the men of a class of a seat at its places, bit by bit of their
// count: the i-th set holds the places where the count has that bit.
func (c *Func) ClassPlanes(seat, class int) []set {
	if c.mem.Sliced() {
		return []set{c.bearing(seat, class, 0)}
	}
	return c.planesAt(seat, c.mem.inMen+class*c.mem.Planes*c.mem.W*8)
}

// bearing is where men of a seat stand, who are sliced, whose class has the bits of another
// from one on.
func (c *Func) bearing(seat, class, from int) set {
	s := c.occupied(seat)
	for m := from; m < c.mem.markCount(); m++ {
		if class>>m&1 != 0 {
			s = c.Ands(s, c.markSet(seat, m))
		} else {
			s = c.Minus(s, c.markSet(seat, m))
		}
	}
	return s
}

func (c *Func) setPlane(seat, class, i int, s set) {
	c.setPlaneAt(seat, c.mem.inMen+class*c.mem.Planes*c.mem.W*8, i, s)
}

// occupied and markSet are the sets kept where men are sliced.
func (c *Func) occupied(seat int) set { return c.planesAt(seat, c.mem.inMen)[0] }

func (c *Func) markSet(seat, m int) set {
	return c.planesAt(seat, c.mem.inMen+(1+m)*c.mem.W*8)[0]
}

// kept are the sets of men of a seat as they lie in memory.
func (c *Func) kept(seat int) []set {
	var out []set
	if c.mem.Sliced() {
		out = append(out, c.occupied(seat))
		for m := range c.mem.markCount() {
			out = append(out, c.markSet(seat, m))
		}
		return out
	}
	for class := range c.mem.Program.Classes() {
		out = append(out, c.ClassPlanes(seat, class)...)
	}
	return out
}

// totalPlanes are the men of all classes of a seat, where they are counted together.
func (c *Func) totalPlanes(seat int) []set { return c.planesAt(seat, c.mem.inTotal) }

func (c *Func) setTotal(seat, i int, s set) {
	c.setPlaneAt(seat, c.mem.inTotal, i, s)
}

func (c *Func) planesAt(seat, in int) []set {
	mem := c.mem
	out := make([]set, mem.Planes)
	for i := range out {
		out[i] = c.SetOnce(planeKey(seat, in, i), func() set {
			base, at := c.Home(seat)
			return c.OnBoard(c.LoadSet(base, at+in+i*mem.W*8, mem.W))
		})
	}
	return out
}

// OnBoard says that a set holds nothing but places.
func (c *Func) OnBoard(s set) set {
	out := make(set, len(s))
	for k, w := range s {
		out[k] = w.Within(asm.Ones(c.mem.Program.Places - 64*k))
	}
	return out
}

func planeKey(seat, in, i int) string { return fmt.Sprintf("plane %d %d %d", seat, in, i) }

// setPlaneAt replaces a plane. What has been worked out from it is forgotten with
// [asm.Func.Changed], when the move is made as a whole.
func (c *Func) setPlaneAt(seat, in, i int, s set) {
	if !c.supposing {
		base, at := c.Home(seat)
		c.SaveSet(base, at+in+i*c.mem.W*8, s)
	}
	c.LetSet(planeKey(seat, in, i), s)
}

// StageIs reports whether the present stage is among those of a bit set.
func (c *Func) StageIs(stages uint64) num {
	mem := c.mem
	all := uint64(1)<<len(mem.Program.Stages) - 1
	if stages&all == all {
		return lit(1)
	}
	st := c.Stage()
	for k := range mem.Program.Stages { // one alone, or all but one
		switch {
		case stages&all == 1<<k:
			return c.Eq(st, lit(k))
		case stages&all == all&^(1<<k) && c.Staged && len(mem.Program.Stages) > 2: // else it may be none
			return c.Ne(st, lit(k))
		}
	}
	if n := len(mem.Program.Stages); n <= 31 {
		return c.BitAnd(c.ShrU(lit(int(int32(stages&all))), st), lit(1))
	}
	return c.BitOf(wlit(stages), c.Widen(st))
}

// Stage is the stage that is being played.
func (c *Func) Stage() num {
	return c.Once("stage", func() num { return c.Byte(c.mem.Layout.Stage) })
}

// LastThrow is one more than the throw made last; 0 for none.
func (c *Func) LastThrow() num {
	if v, ok := c.HaveOf(thrown{}); ok {
		return v
	}
	return c.Once("last throw", func() num {
		n := c.Byte(c.mem.Layout.ThrowN)
		at := c.Widen(c.Shl(c.Sub(n, lit(1)), lit(3)))
		t := c.Narrow(c.AndW(c.ShrW(c.ThrowsKept(), at), wlit(255)))
		return c.Pick(n, c.Add(t, lit(1)), lit(0))
	})
}

// ClearThrows forgets the throws made.
func (c *Func) ClearThrows() {
	lay := c.mem.Layout
	c.SetThrows(wlit(0))
	c.SetByte(lay.ThrowN, lit(0))
	c.Changed()
}

// Fault says what the module could not do in the present game.
func (c *Func) Fault(n int) { c.SetGlobal(AtFault, lit(n)) }

// JustThrown says which throw has just been made.
func (c *Func) JustThrown(t num) { c.LetOf(thrown{}, c.Add(t, lit(1))) }

package emit

import (
	"github.com/lectio/lectio/rulesets/ir/wasm/asm"
	"github.com/lectio/lectio/rulesets/ir/wasm/state"
)

// A search asks of every position what it leads to. For that a module generated
// with [state.Options].Expand makes all throws or moves of a state in one call, because
// calling it, and copying states in and out, takes as long as making a move:
//
//	expand(frame) → n          makes every throw, or every legal move, of the state
//	                           in the frame and writes down the n states that follow
//	doubt(frame) → d           says whether an invariant may be broken in the state
//
// Beside each of them stands whether an invariant may be broken there, so that
// only such states need be looked at by the interpreter; and by statement of the
// interpretation it is noted what took effect, which the host reads when it likes.
// Agendas, answers to blocked parts, changes, scores and ends are noted. What
// permissions, prohibitions and requirements do is worked out of whole sets of
// moves at once, so that which of them was the first to refuse a move is not known
// here: it is for the interpreter to list the moves of the states that are kept,
// and while that is asked it is noted in which of them there is any need (may.go).
// Where moves were looked for in a state that is not kept, because there were
// none and the game went on or ended, that is noted too.
//
// The memory is fixed: there is room for as many states as moves can be listed. Of
// a state with more, or that the module cannot hold, a call says so, and the
// interpreter has to do it.

// expand writes the function that makes all throws or moves of a state.
func (g *gen) expand() {
	asks, list := g.invariants(), g.listAndAsk()
	g.doubt(asks)
	c := g.begin(g.m.Declare(state.Functions[state.FnExpand], []asm.Type{asm.I32}, []asm.Type{asm.I32}))
	c.Fault(state.FaultNone)
	c.TurnTo(c.Byte(g.Layout.To))
	c.fresh()
	c.SetCell(g.OffUnclear, lit(0))
	c.IfThen(c.Byte(g.Layout.Over), func() {
		c.Yield(lit(0))
	}, nil)
	x := &expansion{ctx: c, asks: asks, sub: c.Add(c.Frame, lit(g.FrameSize)), out: c.Variable(lit(g.FollowAt))}
	n := c.Variable(lit(0))
	c.IfThen(c.decides(), func() {
		c.Assign(n, c.Told(list, c.Frame))
		x.forget()
		c.Upward(n, func(k num, _ int) { x.follow(func() { c.moveOf(k, x.sub) }) })
	}, func() {
		if len(g.Program.Throws) == 0 {
			return
		}
		from := c.throwsNow(n)
		x.forget()
		c.Upward(n, func(k num, _ int) { x.follow(func() { c.throwOf(from, k, x.sub) }) })
	})
	c.IfThen(c.Not(c.Global(state.AtFault)), x.note, nil)
	c.Push(n)
}

// expansion is the function being written that makes all throws or moves of a state.
type expansion struct {
	*ctx
	asks *asm.Func
	sub  num // the frame in which they are made
	out  num // where the next state that follows is written down
}

// forget begins what is noted anew: listing the moves has looked ahead in the frame in which
// they are made.
func (x *expansion) forget() {
	x.ClearWords(x.sub, x.g.OffNotes, x.g.Notes())
}

// follow makes a throw or move on a copy of the state, and writes down what follows and whether
// an invariant may be broken there.
func (x *expansion) follow(makeIt func()) {
	c, g := x.ctx, x.g
	c.CopyState(x.sub, c.Frame)
	makeIt()
	c.CopyWords(x.out, 0, x.sub, 0, g.StateEnd)
	c.PutNum(x.out, g.StateEnd, c.doubtful(x.asks, x.sub))
	if g.Options.Weigh {
		for q := range g.Program.Players {
			c.PutNum(x.out, g.StateEnd+state.ExpandTail+4*q, c.Told(g.fValue, x.sub, lit(q), lit(0)))
		}
	}
	c.Assign(x.out, c.Add(x.out, lit(g.FollowSize)))
}

// doubtful reports whether an invariant may be broken for some player in a frame; asks says
// it of one.
func (c *ctx) doubtful(asks *asm.Func, frame num) num {
	broken := lit(0)
	if len(c.g.Program.Invariants) > 0 {
		for q := range c.g.Program.Players {
			c.Invoke(asks, frame, lit(q))
			broken = c.BitOr(broken, c.Keep())
		}
	}
	return broken
}

// doubt writes the function that says it of a state given by the host.
func (g *gen) doubt(asks *asm.Func) {
	c := g.begin(g.m.Declare(state.Functions[state.FnDoubt], []asm.Type{asm.I32}, []asm.Type{asm.I32}))
	c.Fault(state.FaultNone)
	c.fresh()
	c.Push(c.doubtful(asks, c.Frame))
}

// note adds what took effect to what is noted for the host.
func (x *expansion) note() {
	c, g := x.ctx, x.g
	for at := 0; at < g.Notes(); at += 16 {
		c.I32(0)
		c.I32(0)
		c.VLoad(g.NotesAt + at)
		c.Push(x.sub)
		c.VLoad(g.OffNotes + at)
		c.Vec(asm.VOr)
		c.VStore(g.NotesAt + at)
	}
}

// listAndAsk writes the function that lists the legal moves of a decision and
// notes, where that is asked, what may take effect thereby.
func (g *gen) listAndAsk() *asm.Func {
	may := g.may()
	f := g.m.Declare("", []asm.Type{asm.I32}, []asm.Type{asm.I32})
	c := g.begin(f)
	n := c.Told(g.fMoves, c.Frame)
	c.IfThen(c.Global(state.AtAsking), func() {
		c.Invoke(may, c.Frame, n)
	}, nil)
	c.Push(n)
	return f
}

// throwsNow counts the throws of the present stage into n, and returns the first of them.
func (c *ctx) throwsNow(n num) (from num) {
	g := c.g
	first, count := make([]int, len(g.Program.Stages)), make([]int, len(g.Program.Stages))
	for i := range g.Program.Stages {
		if d := g.Program.Stages[i].Device; d >= 0 {
			first[i], count[i] = g.Program.Devices[d].First, g.Program.Devices[d].Count
		}
	}
	stage := c.Byte(g.Layout.Stage)
	c.Assign(n, c.OctetAt(stage, g.m.Octets("throws of a stage", count)))
	return c.OctetAt(stage, g.m.Octets("first throw of a stage", first))
}

// throwOf makes the k-th of those throws in a frame.
func (c *ctx) throwOf(from, k, frame num) {
	t := c.Add(from, k)
	c.InFrame(frame, func() {
		c.fresh()
		c.Invoke(c.g.fThrow, frame, t)
	})
}

// invariants writes the function that says of a state whether an invariant may be
// broken for one player: what the generator cannot lower may always be.
func (g *gen) invariants() *asm.Func {
	p := g.Program
	f := g.m.Declare("", []asm.Type{asm.I32, asm.I32}, []asm.Type{asm.I32})
	g.orElse(f, func(c *ctx) {
		c.TurnTo(num{Local: 1})
		all := uint64(1)<<len(p.Stages) - 1
		for i := range p.Invariants {
			v := &p.Invariants[i]
			g.rule = v.ID
			asked := lit(1)
			if v.Stages&all != all {
				asked = c.And(c.Not(c.Byte(g.Layout.Over)), c.StageIs(v.Stages))
			}
			holds := c.Truth(c.is(v.When, c.noMove()))
			if !v.Never {
				holds = c.Not(holds)
			}
			c.IfThen(c.And(asked, holds), func() { c.Yield(lit(1)) }, nil)
		}
		c.I32(0)
	}, func() { f.I32(1) })
	return f
}

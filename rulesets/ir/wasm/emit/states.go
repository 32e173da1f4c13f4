package emit

import (
	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/ir/wasm/asm"
	"github.com/lectio/lectio/rulesets/ir/wasm/state"
)

// Beside whole games, or for searches, the module plays single moves on states in its
// memory: for games in which something is looked at between moves, and for comparing
// it with the interpreter step by step. A state lies in a frame as state.go says. The host
// writes it there and calls load; everything wider than 32 bits crosses through
// memory.
//
//	begin(frame)               the opening position
//	load(frame)                the state written into the frame
//	moves(frame) → n           lists the legal moves, one 64-bit word each
//	play(frame, k)             makes the k-th of those listed, and carries the game on
//	throw(frame, t)            makes a throw
//	make(frame, k)             makes a listed move and what answers it, and nothing after
//	                           that: so a page sees what it takes
//
// The game in the first frame has a past, on which rules about repetition can
// look back; states elsewhere have none.

// states writes the functions that play single moves.
func (g *gen) states() {
	lay := g.Layout
	frame := []asm.Type{asm.I32}
	two := []asm.Type{asm.I32, asm.I32}

	c := g.begin(g.m.Declare(state.Functions[state.FnBegin], frame, nil))
	c.Fault(state.FaultNone)
	c.Invoke(g.fStart, c.Frame)

	c = g.begin(g.m.Declare(state.Functions[state.FnLoad], frame, nil))
	c.Fault(state.FaultNone)
	c.TurnTo(c.Byte(lay.To))
	c.MirrorAnew()
	c.fresh()
	c.SetCell(g.OffUnclear, lit(0))

	c = g.begin(g.m.Declare(state.Functions[state.FnMoves], frame, frame))
	c.Fault(state.FaultNone)
	c.Invoke(g.fMoves, c.Frame)

	c = g.begin(g.m.Declare(state.Functions[state.FnPlay], two, nil))
	c.Fault(state.FaultNone)
	c.SetCell(g.OffIdle, lit(0))
	mv := c.moveAt(num{Local: 1})
	c.Invoke(g.fApply, c.Frame, mv)
	c.Invoke(g.fSettle, c.Frame)

	c = g.begin(g.m.Declare(state.Functions[state.FnThrow], two, nil))
	c.Fault(state.FaultNone)
	c.Push(c.Frame)
	c.Get(1)
	c.Call(g.fThrow)
}

// listMoves writes the function that works out what may be done, unless that has been, and lists the
// legal moves of a decision, a pass where there are none.
func (g *gen) listMoves() {
	c := g.begin(g.fMoves)
	c.TurnTo(c.Byte(g.Layout.To))
	c.IfThen(c.Not(c.decides()), func() {
		c.Yield(lit(0))
	}, nil)
	all := c.Variable(lit(1))
	if g.Program.Tries() { // what a move is drawn of
		c.generated(1, all)
		c.IfThen(all, func() {
			if !g.mayMix {
				c.Invoke(g.fList, c.Frame)
				c.Op(asm.OpDrop)
			}
			c.Push(c.Add(c.Frame, lit(g.OffAll)))
			c.Push(c.Add(c.Frame, lit(g.OffList)))
			c.Push(c.Shl(all, lit(3)))
			c.CopyMem()
		}, func() { c.Assign(all, lit(1)) })
		c.SetCell(g.OffKnown, lit(0))
	}
	c.IfThen(c.Not(c.Cell(g.OffKnown)), c.generateHere, nil)
	c.SetCell(g.OffKnown, lit(1))
	c.SetGlobal(state.AtSeen, lit(0))
	n := c.Variable(lit(1))
	c.IfThen(c.Cell(g.OffCount), func() {
		c.Assign(n, c.Told(g.fList, c.Frame))
		if !g.Program.Tries() {
			c.Assign(all, c.Cell(g.OffAllN))
		}
	}, func() { c.SetCellW(g.OffList, c.move(engine.Pass, c.noMove())) })
	c.SetCell(g.OffAllN, all)
	c.Push(n)
}

// fresh makes the state one that is played on from, without a past.
func (c *ctx) fresh() {
	for _, x := range []struct{ at, v int }{{c.g.OffQuiet, 0}, {c.g.OffOccur, 1}, {c.g.OffIdle, 0}, {c.g.OffKnown, 0}, {c.g.OffAsked, 0}} {
		c.SetCell(x.at, lit(x.v))
	}
}

// decides reports whether the state waits for a move, not for a throw or for nothing.
func (c *ctx) decides() num {
	throw := c.And(c.Not(c.PartLeft(lit(0))), c.Ne(c.Byte(c.g.Layout.LeftN), lit(0)))
	return c.And(c.Not(c.Byte(c.g.Layout.Over)), c.Not(throw))
}

// moveOf makes the k-th of the moves listed, in a frame.
func (c *ctx) moveOf(k, frame num) {
	mv := c.moveAt(k)
	c.InFrame(frame, func() {
		c.fresh()
		c.Invoke(c.g.fApply, frame, mv)
		c.SetCell(c.g.OffSome, lit(1)) // what may be done next is nobody's question here
		c.Invoke(c.g.fSettle, frame)
		c.SetCell(c.g.OffSome, lit(0))
	})
}

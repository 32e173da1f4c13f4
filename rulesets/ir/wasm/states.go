package wasm

import (
	"github.com/lectio/lectio/rulesets/engine"
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
	lay := g.lay
	frame := []valtype{i32}
	two := []valtype{i32, i32}

	c := g.begin(g.m.declare(stateFunctions[fnBegin], frame, nil))
	c.fault(faultNone)
	c.invoke(g.fStart, c.s)

	c = g.begin(g.m.declare(stateFunctions[fnLoad], frame, nil))
	c.fault(faultNone)
	c.turnTo(c.byte(lay.To))
	c.mirrorAnew()
	c.fresh()
	c.setCell(g.offUnclear, lit(0))
	c.ifThen(c.decides(), c.generateHere, nil)

	c = g.begin(g.m.declare(stateFunctions[fnMoves], frame, frame))
	c.fault(faultNone)
	c.invoke(g.fMoves, c.s)

	c = g.begin(g.m.declare(stateFunctions[fnPlay], two, nil))
	c.fault(faultNone)
	c.setCell(g.offIdle, lit(0))
	mv := c.moveAt(num{l: 1})
	c.invoke(g.fApply, c.s, mv)
	c.invoke(g.fSettle, c.s)

	if g.opt.Explain {
		c = g.begin(g.m.declare(stateFunctions[fnMake], two, nil))
		c.fault(faultNone)
		c.putOctet(c.s, g.offQuiet, lit(1)) // the next game of a match is not set up
		c.invoke(g.fApply, c.s, c.moveAt(num{l: 1}))
	}

	c = g.begin(g.m.declare(stateFunctions[fnThrow], two, nil))
	c.fault(faultNone)
	c.push(c.s)
	c.get(1)
	c.call(g.fThrow)
}

// listMoves writes the function that lists the legal moves of a decision, a pass
// where there are none, once what may be done has been generated.
func (g *gen) listMoves() {
	c := g.begin(g.fMoves)
	c.turnTo(c.byte(g.lay.To))
	c.ifThen(c.not(c.decides()), func() {
		c.yield(lit(0))
	}, nil)
	c.setGlobal(atSeen, lit(0))
	all := c.variable(lit(1))
	if g.p.Tries() && g.opt.States { // what a move is drawn of
		c.generated(1, all)
		c.ifThen(all, func() {
			if !g.mayMix {
				c.invoke(g.fList, c.s)
				c.op(opDrop)
			}
			c.push(c.bin(i32Add, c.s, lit(g.offAll)))
			c.push(c.bin(i32Add, c.s, lit(g.offList)))
			c.push(c.bin(i32Shl, all, lit(3)))
			c.copyMem()
		}, func() { c.assign(all, lit(1)) })
		c.generateHere()
	}
	n := c.variable(lit(1))
	c.ifThen(c.cell(g.offCount), func() {
		c.assign(n, c.told(g.fList, c.s))
		if !g.p.Tries() {
			c.assign(all, c.cell(g.offAllN))
		}
	}, func() { c.setCellw(g.offList, c.move(engine.Pass, c.noMove())) })
	c.setCell(g.offAllN, all)
	c.push(n)
}

// fresh makes the state one that is played on from, without a past.
func (c *ctx) fresh() {
	for _, x := range []struct{ at, v int }{{c.g.offQuiet, 0}, {c.g.offOccur, 1}, {c.g.offIdle, 0}} {
		c.setCell(x.at, lit(x.v))
	}
}

// decides reports whether the state waits for a move, not for a throw or for nothing.
func (c *ctx) decides() num {
	throw := c.and(c.not(c.partLeft(lit(0))), c.bin(i32Ne, c.byte(c.g.lay.LeftN), lit(0)))
	return c.and(c.not(c.byte(c.g.lay.Over)), c.not(throw))
}

package emit

import (
	"slices"

	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/ir"
	"github.com/lectio/lectio/rulesets/ir/wasm/asm"
	"github.com/lectio/lectio/rulesets/ir/wasm/state"
)

// A page on which a game is played says of a move that may not be made why not. For that a
// module generated with [state.Options].Explain has, beside moves,
//
//	explain(frame) → n    writes down n moves that some rule permits and others refuse,
//	                      each with all statements that refuse it
//
// When moves are worked out for playing, what one prohibition has struck out the next is not
// asked about. Here each is asked of every candidate, one by one; what requirements refuse
// is seen when the moves that are left are listed.
//
// A refusal is the word of the move and behind it a bit for every statement.

// explain writes the function that lists what is refused.
func (g *gen) explain() {
	c := g.begin(g.m.Declare(state.Functions[state.FnExplain], []asm.Type{asm.I32}, []asm.Type{asm.I32}))
	c.Fault(state.FaultNone)
	c.TurnTo(c.Byte(g.Layout.To))
	c.IfThen(c.Or(c.Not(c.decides()), c.Not(c.PartsLeft())), func() { // or to throw again, which no rule refuses
		c.Yield(lit(0))
	}, nil)
	c.setRefused(lit(1))
	c.SetCell(g.OffKnown, lit(0))
	c.Push(c.Frame)
	c.Call(g.fMoves) // the requirements refuse here
	legal := c.Keep()
	c.eachPartUp(func(_, part num) (moves num) {
		g.forClass(c, part, func(cl *ir.Class, part num) {
			g.class = cl
			for _, x := range cl.Groups {
				for _, a := range x.Allows {
					c.refusedOf(a, x, part)
				}
			}
		})
		return c.NumAt(c.Add(c.Frame, c.Mul(c.rankOf(part), lit(g.BlockSize))), g.OffBlocks+state.BlkCount)
	})
	c.dropLegal(legal)
	n := c.Sub(c.refused(), lit(1))
	c.setRefused(lit(0))
	c.Push(n)
}

// refusedOf writes down which candidates of a group, that a rule permits, prohibitions refuse.
func (c *ctx) refusedOf(a *engine.Allow, x *ir.Group, part num) {
	q := c.ask(a, x, part)
	var strikes []ir.Restriction
	q.rest = slices.DeleteFunc(q.rest, func(r ir.Restriction) bool {
		if r.Keep == nil {
			strikes = append(strikes, r)
		}
		return r.Keep == nil
	})
	strikes = append(strikes, q.strikes...)
	q.levels = q.levels[:len(q.levels)-1] // but for what strikes out all alike
	c.eachPermitted(q, part, func(e env) {
		for i := range c.g.Program.Forbids {
			f := &c.g.Program.Forbids[i]
			for _, r := range strikes {
				if r.Statement == f.ID {
					c.IfThen(c.struck(&r, e), func() { c.refuse(c.move(x.Act, e), f.Statement) }, nil)
				}
			}
		}
	})
}

// refuseMove writes the function that adds a statement to those that refuse a move.
func (g *gen) refuseMove() {
	c := &ctx{Func: g.Bare(g.fRefuse), g: g}
	mv, statement := word{Local: 0}, num{Local: 1}
	n := c.refused()
	c.IfThen(c.Not(n), func() { c.Op(asm.OpReturn) }, nil)
	at := c.Variable(lit(g.RefusedAt))
	end := c.Add(c.Mul(c.Sub(n, lit(1)), lit(g.RefusalSize())), lit(g.RefusedAt))
	found := c.Block()
	c.Repeat(func(behind, _ int) {
		c.LeaveTo(behind, c.GeS(at, end))
		c.LeaveTo(found, c.EqualW(c.WordAt(at, 0), mv))
		c.Assign(at, c.Add(at, lit(g.RefusalSize())))
	})
	c.IfThen(c.GtS(n, lit(state.RefusalRoom)), func() {
		c.Fault(state.FaultList)
		c.Op(asm.OpReturn)
	}, nil)
	c.setRefused(c.Add(n, lit(1)))
	c.Push(at)
	c.I32(0)
	c.I32(g.RefusalSize())
	c.FillMem()
	c.PutWord(at, 0, mv)
	c.End()
	octet := c.Add(at, c.ShrU(statement, lit(3)))
	c.Push(octet)
	c.Push(octet)
	c.Load8(8)
	c.Push(c.Shl(lit(1), c.BitAnd(statement, lit(7))))
	c.Op(asm.I32Or)
	c.Store8(8)
}

// dropLegal strikes the refusals of moves that are legal by another rule.
func (c *ctx) dropLegal(legal num) {
	g := c.g
	size := g.RefusalSize()
	from, to := c.Variable(lit(g.RefusedAt)), c.Variable(lit(g.RefusedAt))
	end := c.Add(c.Mul(c.Sub(c.refused(), lit(1)), lit(size)), lit(g.RefusedAt))
	kept := c.Variable(lit(1))
	c.Repeat(func(done, _ int) {
		c.LeaveTo(done, c.GeS(from, end))
		mv, isLegal := c.WordAt(from, 0), c.Variable(lit(0))
		c.Upward(legal, func(i num, _ int) {
			c.Assign(isLegal, c.Or(isLegal, c.EqualW(c.moveAt(i), mv)))
		})
		c.IfThen(isLegal, func() {}, func() {
			c.Push(to)
			c.Push(from)
			c.I32(size)
			c.CopyMem()
			c.Assign(to, c.Add(to, lit(size)))
			c.Assign(kept, c.Add(kept, lit(1)))
		})
		c.Assign(from, c.Add(from, lit(size)))
	})
	c.setRefused(kept)
}

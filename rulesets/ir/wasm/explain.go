package wasm

import (
	"slices"

	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/ir"
)

// A page on which a game is played says of a move that may not be made why not. For that a
// module generated with [Options].Explain has, beside moves,
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
	c := g.begin(g.m.declare(stateFunctions[fnExplain], []valtype{i32}, []valtype{i32}))
	c.fault(faultNone)
	c.turnTo(c.byte(g.lay.To))
	c.ifThen(c.or(c.not(c.decides()), c.not(c.partsLeft())), func() { // or to throw again, which no rule refuses
		c.yield(lit(0))
	}, nil)
	c.setRefused(lit(1))
	c.generateHere()
	c.push(c.s)
	c.call(g.fMoves) // the requirements refuse here
	legal := c.keep()
	c.eachPartUp(func(_, part num) (moves num) {
		g.forClass(c, part, func(cl *ir.Class, part num) {
			g.class = cl
			for _, x := range cl.Groups {
				for _, a := range x.Allows {
					c.refusedOf(a, x, part)
				}
			}
		})
		return c.numAt(c.bin(i32Add, c.s, c.bin(i32Mul, c.rankOf(part), lit(g.blockSize))), g.offBlocks+blkCount)
	})
	c.dropLegal(legal)
	n := c.bin(i32Sub, c.refused(), lit(1))
	c.setRefused(lit(0))
	c.push(n)
}

// refused is one more than the refusals that are written down; 0 where none are asked for.
func (c *ctx) refused() num { return c.global(atRefused) }

func (c *ctx) setRefused(n num) { c.setGlobal(atRefused, n) }

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
		for i := range c.g.p.Forbids {
			f := &c.g.p.Forbids[i]
			for _, r := range strikes {
				if r.Statement == f.ID {
					c.ifThen(c.struck(&r, e), func() { c.refuse(c.move(x.Act, e), f.Statement) }, nil)
				}
			}
		}
	})
}

// refuse writes down that a statement refuses a move, while that is asked for.
func (c *ctx) refuse(mv word, statement int) {
	if !c.g.opt.Explain {
		return
	}
	c.ifThen(c.byte(c.g.offQuiet), func() {}, func() { // who looks ahead refuses nothing here
		c.invoke(c.g.fRefuse, mv, lit(statement))
	})
}

// refuseMove writes the function that adds a statement to those that refuse a move.
func (g *gen) refuseMove() {
	c := &ctx{stateFn: g.bare(g.fRefuse), g: g}
	mv, statement := word{l: 0}, num{l: 1}
	n := c.refused()
	c.ifThen(c.not(n), func() { c.op(opReturn) }, nil)
	at := c.variable(lit(g.refusedAt))
	end := c.bin(i32Add, c.bin(i32Mul, c.bin(i32Sub, n, lit(1)), lit(g.refusalSize())), lit(g.refusedAt))
	found := c.block()
	c.repeat(func(behind, _ int) {
		c.leaveTo(behind, c.bin(i32GeS, at, end))
		c.leaveTo(found, c.equalw(c.wordAt(at, 0), mv))
		c.assign(at, c.bin(i32Add, at, lit(g.refusalSize())))
	})
	c.ifThen(c.bin(i32GtS, n, lit(refusalRoom)), func() {
		c.fault(faultList)
		c.op(opReturn)
	}, nil)
	c.setRefused(c.bin(i32Add, n, lit(1)))
	c.push(at)
	c.i32(0)
	c.i32(g.refusalSize())
	c.fillMem()
	c.putWord(at, 0, mv)
	c.end()
	octet := c.bin(i32Add, at, c.bin(i32ShrU, statement, lit(3)))
	c.push(octet)
	c.push(octet)
	c.load8(8)
	c.push(c.bin(i32Shl, lit(1), c.bin(i32And, statement, lit(7))))
	c.op(i32Or)
	c.store8(8)
}

// dropLegal strikes the refusals of moves that are legal by another rule.
func (c *ctx) dropLegal(legal num) {
	g := c.g
	size := g.refusalSize()
	from, to := c.variable(lit(g.refusedAt)), c.variable(lit(g.refusedAt))
	end := c.bin(i32Add, c.bin(i32Mul, c.bin(i32Sub, c.refused(), lit(1)), lit(size)), lit(g.refusedAt))
	kept := c.variable(lit(1))
	c.repeat(func(done, _ int) {
		c.leaveTo(done, c.bin(i32GeS, from, end))
		mv, isLegal := c.wordAt(from, 0), c.variable(lit(0))
		c.upward(legal, func(i num, _ int) {
			c.assign(isLegal, c.or(isLegal, c.equalw(c.moveAt(i), mv)))
		})
		c.ifThen(isLegal, func() {}, func() {
			c.push(to)
			c.push(from)
			c.i32(size)
			c.copyMem()
			c.assign(to, c.bin(i32Add, to, lit(size)))
			c.assign(kept, c.bin(i32Add, kept, lit(1)))
		})
		c.assign(from, c.bin(i32Add, from, lit(size)))
	})
	c.setRefused(kept)
}

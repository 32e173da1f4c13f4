package emit

import (
	"slices"

	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/ir"
	"github.com/lectio/lectio/rulesets/ir/wasm/asm"
	"github.com/lectio/lectio/rulesets/ir/wasm/state"
)

// What may be done with each part that is up is worked out in memory.

// generate writes the function that works out what may be done: a block for
// each part that can be played, and the number of moves, which it returns.
func (g *gen) generate() {
	c := g.begin(g.fGen)
	c.TurnTo(c.Byte(g.Layout.To))
	if g.Move.LooksAhead {
		c.IfThen(c.Not(c.Byte(g.OffQuiet)), func() {
			c.SetGlobal(state.AtSeen, lit(0))
		}, nil)
	}
	if !g.Move.LooksAhead { // what looks ahead counts all positions at which it looks
		c.enough = func(some num) {
			c.IfThen(c.And(c.Byte(g.OffSome), some), func() {
				c.SetCellW(g.OffRanks, wlit(0))
				c.Yield(lit(1))
			}, nil)
		}
	}
	owed, optional := c.Variable(lit(0)), c.Variable(lit(0))
	ranks, mixed := c.VariableW(wlit(0)), c.Variable(lit(0))
	c.IfThen(c.Not(c.PartsLeft()), c.throwOrStop, nil)
	total := c.eachPartUp(func(raw, part num) num {
		opt := c.ShrU(raw, lit(7))
		c.Assign(optional, c.BitOr(optional, opt))
		// the block of the part lies at its rank, so that blocks are in the defined order
		rank := c.rankOf(part)
		at := c.Add(c.Frame, c.Mul(rank, lit(g.BlockSize)))
		count := c.Variable(lit(0))
		g.forClass(c, part, func(cl *ir.Class, part num) {
			g.class = cl
			c.Assign(count, c.candidates(cl, part, block{c, cl, at}, mixed, true))
		})
		c.PutNum(at, g.OffBlocks+state.BlkCount, count)
		some := c.Ne(count, lit(0))
		c.AssignW(ranks, c.OrW(ranks, c.ShlW(c.Widen(some), c.Widen(rank))))
		c.Assign(owed, c.BitOr(owed, c.And(some, c.Not(opt))))
		return count
	})
	c.TurnTo(c.Player())
	c.stopOrGo(&counted{total, owed, optional, mixed, ranks})
}

// eachPartUp emits f for each kind of part that may be played now, and returns how many moves
// there are with all of them: f gives those with one, which raw says may be left, or not. In fixed
// order only the first part is up, or the first that can be played, where a rule says so.
func (c *ctx) eachPartUp(f func(raw, part num) (moves num)) (total num) {
	n := c.PartsLeft()
	total = c.Variable(lit(0))
	fixed := c.Byte(c.g.Layout.Fixed)
	leave := c.waits(c.And(fixed, c.GtS(n, lit(1))))
	i, seen := c.Variable(lit(0)), c.VariableW(wlit(0))
	done := c.Block()
	again := c.Loop()
	c.EnterScope()
	next := c.Block()
	raw := c.PartLeft(i)
	part := c.BitAnd(raw, lit(0x7f))
	bit := c.ShlW(wlit(1), c.Widen(part))
	dup := c.AndW(seen, bit)
	c.PushW(dup)
	c.I64(0)
	c.Op(asm.I64Ne)
	c.BrIf(next)
	c.AssignW(seen, c.OrW(seen, bit))
	c.Assign(total, c.Add(total, f(raw, part)))
	c.End()
	c.LeaveScope()
	c.Assign(i, c.Add(i, lit(1)))
	c.LeaveTo(done, c.GeS(i, n))
	c.Push(fixed)
	c.Op(asm.I32Eqz)
	c.BrIf(again)
	if leave.Known {
		c.Br(done)
	} else {
		c.LeaveTo(again, c.And(leave, c.Not(total)))
	}
	c.End()
	c.End()
	return total
}

// throwOrStop ends a function that generates moves where nothing is up but a throw that may be
// left: it may be taken, or the turn stopped.
func (c *ctx) throwOrStop() {
	g := c.g
	may := c.Eq(c.PartLeft(lit(0)), lit(engine.OptionalPart))
	may = c.And(may, c.Ne(c.Byte(g.Layout.LeftN), lit(0)))
	c.SetByte(g.OffStop, c.Pick(may, lit(stopOrThrow), lit(stopNot)))
	k := c.Shl(may, lit(1))
	c.SetCell(g.OffCount, k)
	c.Yield(k)
}

// waits reports whether a part that cannot be played may wait while later ones are, where several
// parts are up in an order of their own.
func (c *ctx) waits(several num) num {
	leaves := func(b *engine.Blocked) bool { return b.Policy == engine.BlockedLeave }
	if !slices.ContainsFunc(c.g.Program.Blocked, func(b engine.Blocked) bool { return leaves(&b) }) {
		return lit(0)
	}
	v := c.Variable(lit(0))
	c.IfThen(several, func() {
		c.blocked(func(b *engine.Blocked) { c.Assign(v, lit(asm.B2i(leaves(b)))) }, nil)
	}, nil)
	return v
}

// counted is what has been found of the moves with all parts: how many there are, whether any
// plays what may not be left, whether anything may be left, whether they must be listed, and
// by rank with which parts there are any.
type counted struct {
	total, owed, optional, mixed num
	ranks                        word
}

// stopOrGo ends a function that generates moves: it adds whether stopping is one of them.
func (c *ctx) stopOrGo(x *counted) {
	g, total := c.g, x.total
	stop := c.Variable(lit(stopNot))
	c.Assign(stop, c.And(c.And(c.Ne(x.optional, lit(0)), c.Not(x.owed)), c.Ne(total, lit(0))))
	c.stopByRules(stop)
	c.SetByte(g.OffStop, stop)
	c.Assign(total, c.Add(total, c.Ne(stop, lit(0))))
	c.SetCell(g.OffCount, total)
	c.SetCellW(g.OffRanks, x.ranks)
	if g.mayMix {
		c.SetByte(g.OffMixed, x.mixed)
	}
	c.Push(total)
}

// stopByRules adds to what is known of stopping whether a rule permits it, and
// whether one forbids it.
func (c *ctx) stopByRules(stop num) {
	g := c.g
	if g.Move.Stop {
		c.IfThen(c.Not(stop), func() {
			rule := lit(0)
			for k := range g.Program.Allows {
				if a := &g.Program.Allows[k]; a.Act == engine.Stop {
					g.rule = a.ID
					rule = c.Or(rule, c.And(c.StageIs(a.Stages), c.Truth(c.is(a.When, c.noMove()))))
				}
			}
			c.Assign(stop, c.Shl(rule, lit(1)))
		}, nil)
	}
	if g.Move.Forbidden&engine.OnAct(engine.Stop) != 0 {
		c.IfThen(stop, func() {
			c.IfThen(c.stopForbidden(stop), func() { c.Assign(stop, lit(stopNot)) }, nil)
		}, nil)
	}
}

// stopForbidden reports whether a prohibition refuses that the turn is stopped as stop says.
func (c *ctx) stopForbidden(stop num) num {
	e := c.newEnv()
	e.act = engine.Stop
	out := lit(0)
	for i := range c.g.Program.Forbids {
		f := &c.g.Program.Forbids[i]
		if f.Acts&engine.OnAct(engine.Stop) == 0 {
			continue
		}
		r := c.g.lower.Restricted(f)
		struck := c.struck(&r, e)
		out = c.Or(out, struck)
	}
	return out
}

// generated works out what may be done, with all that is asked or as a move is drawn, and gives
// count how many moves there are.
func (c *ctx) generated(drawing int, count num) {
	g := c.g
	c.SetByte(g.OffDrawing, lit(drawing))
	c.Assign(count, c.Told(g.fGen, c.Frame))
	if g.mayMix {
		c.IfThen(count, func() {
			c.Assign(count, c.Told(g.fList, c.Frame))
		}, nil)
	}
	c.SetByte(g.OffDrawing, lit(0))
}

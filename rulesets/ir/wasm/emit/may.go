package emit

import (
	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/ir"
	"github.com/lectio/lectio/rulesets/ir/wasm/asm"
)

// Of what permissions, prohibitions and requirements do in a state only the
// interpreter tells. But most that a search has not seen yet cannot do anything in
// most states, and that is known without looking at single moves: a condition on a
// move says something of the place it comes from and of the place it goes to, and
// where no place at all is as it asks, no move is. Such a place need not be one that
// any move comes to, so what is found here may be, and what is not found is not.

// may writes the function that notes of a state, by statement, what may take
// effect when its moves are listed. They have been: its second parameter is how
// many there are.
func (g *gen) may() *asm.Func {
	f := g.m.Declare("", []asm.Type{asm.I32, asm.I32}, nil)
	note := func(what int) {
		f.I32(g.MayAt)
		f.I32(what)
		f.I32(g.Notes())
		f.FillMem()
	}
	g.orElse(f, func(c *ctx) {
		c.TurnTo(c.Byte(g.Layout.To))
		note(0)
		c.mayTakeEffect()
	}, func() { note(1) }) // what is not known may all take effect
	return f
}

// mayTakeEffect notes all statements that may take effect.
func (c *ctx) mayTakeEffect() {
	g, p := c.g, c.g.Program
	note := func(statement int, stages uint64, id string, holds func() num) {
		g.rule = id
		c.IfThen(c.StageIs(stages), func() {
			c.IfThen(holds(), func() {
				c.I32(0)
				c.I32(1)
				c.Store8(g.MayAt + statement)
			}, nil)
		}, nil)
	}
	for i := range p.Allows {
		a := &p.Allows[i]
		note(a.Statement, a.Stages, a.ID, func() num { return c.anyMove(engine.OnAct(a.Act), a.When) })
	}
	for i := range p.Forbids {
		x := &p.Forbids[i]
		note(x.Statement, x.Stages, x.ID, func() num { return c.anyMove(x.Acts, x.When) })
		for k := range x.Excepts {
			e := &x.Excepts[k]
			note(e.Statement, x.Stages, e.ID, func() num { return c.anyMove(x.Acts, x.When, e.When) })
		}
	}
	for i := range p.Requires {
		x := &p.Requires[i]
		note(x.Statement, x.Stages, x.ID, func() num {
			// what was struck out was counted before
			struck := c.Ne(c.Cell(g.OffCount), num{Local: 1})
			if when := g.of(x.When); !when.OnMove() {
				struck = c.And(struck, c.Truth(c.num(when, c.noMove())))
			}
			return struck
		})
	}
	for i := range p.Blocked {
		if b := &p.Blocked[i]; b.Policy == engine.BlockedLeave {
			note(b.Statement, b.Stages, b.ID, func() num { return lit(1) })
		}
	}
}

// endsOnBoard is which ends of a move of some acts are on the board in any case.
func endsOnBoard(acts engine.Trigger) (out []ir.Op) {
	from, to := true, true
	for act, of := range actOf {
		if acts&engine.OnAct(engine.Act(act)) != 0 {
			to = to && of.man != noMan && of.into == ""
			from = from && (of.man == ownMan || of.man == enemyMan)
		}
	}
	if to {
		out = append(out, ir.To)
	}
	if from {
		out = append(out, ir.From)
	}
	return out
}

// anyMove reports whether there may be a move of some acts that is as all of the conditions ask.
func (c *ctx) anyMove(acts engine.Trigger, conditions ...*engine.Node) num {
	g := c.g
	out := lit(1)
	for _, n := range conditions {
		if v := g.of(n); !v.OnMove() {
			out = c.And(out, c.Truth(c.num(v, c.noMove())))
		}
	}
	for _, end := range endsOnBoard(acts) {
		s := c.Full()
		for _, n := range conditions {
			s = c.Ands(s, c.placesThatMay(end, g.of(n)))
		}
		out = c.And(out, c.Any(s))
	}
	return out
}

// placesThatMay are the places that can be the given end of a move for which the
// condition holds, and perhaps others.
func (c *ctx) placesThatMay(end ir.Op, v *ir.Value) set {
	type may struct {
		end ir.Op
		v   *ir.Value
	}
	return c.SetOnce(may{end, v}, func() set { return c.placesThatMayBe(end, v) })
}

func (c *ctx) placesThatMayBe(end ir.Op, v *ir.Value) set {
	switch v.Op {
	case ir.And:
		return c.Ands(c.placesThatMay(end, v.Args[0]), c.placesThatMay(end, v.Args[1]))
	case ir.Or:
		return c.Ors(c.placesThatMay(end, v.Args[0]), c.placesThatMay(end, v.Args[1]))
	}
	if places := c.g.lower.Ends(end, v); places != nil {
		return c.set(places, c.noMove())
	}
	return c.Full()
}

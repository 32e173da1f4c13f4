package wasm

import (
	"github.com/lectio/lectio/rulesets/engine"
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
func (g *gen) may() (f *fn) {
	p, lay := g.p, g.lay
	f = g.m.declare("", []valtype{i32, i32}, nil)
	defer func() {
		if r := recover(); r != nil {
			if _, ok := r.(Unsupported); !ok {
				panic(r)
			}
			f.code, f.locals, f.open = nil, nil, nil
			f.i32(g.mayAt) // what is not known may all take effect
			f.i32(1)
			f.i32(g.notes())
			f.fillMem()
		}
	}()
	c := g.begin(f)
	c.turnTo(c.byte(lay.To))
	c.i32(g.mayAt)
	c.i32(0)
	c.i32(g.notes())
	c.fillMem()
	note := func(statement int, stages uint64, id string, holds func() num) {
		g.rule = id
		c.ifThen(c.stageIs(stages), func() {
			c.ifThen(holds(), func() {
				c.i32(0)
				c.i32(1)
				c.store8(g.mayAt + statement)
			}, nil)
		}, nil)
	}
	// ends is which ends of a move of the acts are on the board in any case
	ends := func(acts engine.Trigger) (out []engine.Op) {
		off := func(list ...engine.Act) bool {
			for _, a := range list {
				if acts&engine.OnAct(a) != 0 {
					return true
				}
			}
			return false
		}
		if !off(engine.Claim, engine.Stop, engine.Pass, engine.ThrowAgain, engine.BearOff, engine.Remove) {
			out = append(out, engine.NTo)
		}
		if !off(engine.Claim, engine.Stop, engine.Pass, engine.ThrowAgain, engine.Place, engine.Enter) {
			out = append(out, engine.NFrom)
		}
		return out
	}
	// any is whether there may be a move of the acts that is as all of the conditions ask
	any := func(acts engine.Trigger, conditions ...*engine.Node) num {
		out := lit(1)
		for _, n := range conditions {
			if n != nil && !g.dependsOnMove(n) {
				out = c.and(out, c.truth(c.num(n, c.noMove())))
			}
		}
		for _, end := range ends(acts) {
			s := c.full()
			for _, n := range conditions {
				s = c.ands(s, c.placesThatMay(end, n))
			}
			out = c.and(out, c.any(s))
		}
		return out
	}
	for i := range p.Allows {
		a := &p.Allows[i]
		note(a.Statement, a.Stages, a.ID, func() num { return any(engine.OnAct(a.Act), a.When) })
	}
	for i := range p.Forbids {
		x := &p.Forbids[i]
		note(x.Statement, x.Stages, x.ID, func() num { return any(x.Acts, x.When) })
		for k := range x.Excepts {
			e := &x.Excepts[k]
			note(e.Statement, x.Stages, e.ID, func() num { return any(x.Acts, x.When, e.When) })
		}
	}
	for i := range p.Requires {
		x := &p.Requires[i]
		note(x.Statement, x.Stages, x.ID, func() num {
			// what was struck out was counted before
			c.push(c.s)
			c.load32(g.offCount)
			struck := c.bin(i32Ne, c.keep(), num{l: 1})
			if x.When != nil && !g.dependsOnMove(x.When) {
				struck = c.and(struck, c.truth(c.num(x.When, c.noMove())))
			}
			return struck
		})
	}
	for i := range p.Blocked {
		if b := &p.Blocked[i]; b.Policy == engine.BlockedLeave {
			note(b.Statement, b.Stages, b.ID, func() num { return lit(1) })
		}
	}
	return f
}

// placesThatMay are the places that can be the given end of a move for which the
// condition holds, and perhaps others.
func (c *ctx) placesThatMay(end engine.Op, n *engine.Node) set {
	g := c.g
	if n == nil {
		return c.full()
	}
	if !g.dependsOnMove(n) {
		return c.gate(c.truth(c.num(n, c.noMove())), c.full())
	}
	switch n.Op {
	case engine.BAnd, engine.BOr:
		out := c.placesThatMay(end, n.Kids[0])
		for _, k := range n.Kids[1:] {
			if n.Op == engine.BAnd {
				out = c.ands(out, c.placesThatMay(end, k))
			} else {
				out = c.ors(out, c.placesThatMay(end, k))
			}
		}
		return out
	case engine.BCompare:
		a, b := n.Kids[0], n.Kids[1]
		switch {
		case g.dependsOnMove(b):
		case a.Op == engine.NCountAt && a.Kids[0].Op == end && len(a.Kids) == 1:
			return c.compare(engine.Whose(a.N), n.Cmp, c.num(b, c.noMove()), c.noMove())
		case a.Op == end && n.Cmp == engine.Equal:
			at := c.num(b, c.noMove())
			return c.gate(c.bin(i32LtU, at, lit(g.p.Places)), c.bitAt(at, g.p.Places, g.w))
		}
	case engine.BIn:
		if n.Kids[0].Op == end && !g.dependsOnMove(n.Kids[1]) {
			return c.set(n.Kids[1], c.noMove())
		}
	}
	return c.full()
}

package wasm

import (
	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/ir"
)

// Where prohibitions that ask what a move leads to narrow the choice last
// ([engine.Program.Tries]), a game need not ask it of every move: one is drawn of all that there
// are before them, and asked. Only if it does not stand are the legal ones worked out and one of
// them drawn, as [engine.Interpreter.Pick] says.

// unlessDrawn asks restrictions of what is left of a set; those that narrow it last not while
// a move is being drawn. ask narrows the set and returns what is left.
func (c *ctx) unlessDrawn(list []ir.Restriction, s set, ask func(list []ir.Restriction) set) set {
	var now, last []ir.Restriction
	for _, r := range list {
		if r.Last {
			last = append(last, r)
		} else {
			now = append(now, r)
		}
	}
	if len(now) > 0 {
		s = ask(now)
	}
	if len(last) == 0 {
		return s
	}
	out := c.subset(s)
	c.ifThen(c.not(c.byte(c.g.offDrawing)), func() {
		c.assignSet(out, ask(last))
	}, nil)
	return out
}

// generated works out what may be done, with all that is asked or as a move is drawn, and gives
// count how many moves there are.
func (c *ctx) generated(drawing int, count num) {
	g := c.g
	c.setByte(g.offDrawing, lit(drawing))
	c.assign(count, c.told(g.fGen, c.s))
	if g.mayMix {
		c.ifThen(count, func() {
			c.assign(count, c.told(g.fList, c.s))
		}, nil)
	}
	c.setByte(g.offDrawing, lit(0))
}

// draw emits the choice of a move before a decision is counted: count is how many legal moves
// there are, as far as anybody has to know. It returns the move.
func (m *machine) draw(count num) word {
	c, g := m.ctx, m.g
	mv := c.variablew(wlit(0))
	one := func() {
		k := c.variable(lit(0))
		c.oneOf(k, count)
		if g.mayMix {
			c.assignw(mv, c.moveAt(k))
			return
		}
		c.invoke(g.fPick, c.s, k)
		c.assignw(mv, c.keepw())
	}
	c.generated(1, count)
	c.ifThen(count, func() {
		one()
		refused := c.told(m.refuses(), c.s, mv)
		c.ifThen(c.or(refused, c.bin(i32Ne, c.cell(g.offCounting), lit(0))), func() {
			c.generated(0, count)
			c.ifThen(c.and(refused, c.bin(i32Ne, count, lit(0))), one, nil)
		}, nil)
	}, nil)
	return mv
}

// refuses is the function that says whether a prohibition that narrows the choice last refuses
// a move.
func (m *machine) refuses() *fn {
	g := m.g
	return g.m.function("refuses", []valtype{i32, i64}, []valtype{i32}, func(f *fn) {
		c := g.begin(f)
		c.turnTo(c.byte(g.lay.To))
		mv, stands := word{l: 1}, c.variable(lit(1))
		c.eachAct(mv, func(a engine.Act, e env) {
			var last []ir.Restriction
			for i := range g.p.Forbids {
				if x := &g.p.Forbids[i]; g.p.NarrowsLast(i) && x.Acts&engine.OnAct(a) != 0 {
					last = append(last, g.lower.Restricted(x))
				}
			}
			e.candidate = true
			c.assign(stands, c.hold(last, e, e))
		})
		c.push(c.not(stands))
	})
}

package emit

import (
	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/ir"
	"github.com/lectio/lectio/rulesets/ir/wasm/asm"
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
	out := c.Subset(s)
	c.IfThen(c.Not(c.Byte(c.g.OffDrawing)), func() {
		c.AssignSet(out, ask(last))
	}, nil)
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

// draw emits the choice of a move before a decision is counted: count is how many legal moves
// there are, as far as anybody has to know. It returns the move.
func (m *machine) draw(count num) word {
	c, g := m.ctx, m.g
	mv := c.VariableW(wlit(0))
	one := func() {
		k := c.Variable(lit(0))
		c.oneOf(k, count)
		if g.mayMix {
			c.AssignW(mv, c.moveAt(k))
			return
		}
		c.Invoke(g.fPick, c.Frame, k)
		c.AssignW(mv, c.KeepW())
	}
	c.generated(1, count)
	c.IfThen(count, func() {
		one()
		refused := c.Told(m.refuses(), c.Frame, mv)
		c.IfThen(c.Or(refused, c.Ne(c.Cell(g.OffCounting), lit(0))), func() {
			c.generated(0, count)
			c.IfThen(c.And(refused, c.Ne(count, lit(0))), one, nil)
		}, nil)
	}, nil)
	return mv
}

// refuses is the function that says whether a prohibition that narrows the choice last refuses
// a move.
func (m *machine) refuses() *asm.Func {
	g := m.g
	return g.m.Function("refuses", []asm.Type{asm.I32, asm.I64}, []asm.Type{asm.I32}, func(f *asm.Func) {
		c := g.begin(f)
		c.TurnTo(c.Byte(g.Layout.To))
		mv, stands := word{Local: 1}, c.Variable(lit(1))
		c.eachAct(mv, func(a engine.Act, e env) {
			var last []ir.Restriction
			for i := range g.Program.Forbids {
				if x := &g.Program.Forbids[i]; g.Program.NarrowsLast(i) && x.Acts&engine.OnAct(a) != 0 {
					last = append(last, g.lower.Restricted(x))
				}
			}
			e.candidate = true
			c.Assign(stands, c.hold(last, e, e))
		})
		c.Push(c.Not(stands))
	})
}

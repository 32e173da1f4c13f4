package emit

import (
	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/ir"
	"github.com/lectio/lectio/rulesets/ir/wasm/asm"
	"github.com/lectio/lectio/rulesets/ir/wasm/state"
)

// A decision of the loop: one of the moves that may be made is drawn.

// choice is the choice among the legal moves of a decision, as it is emitted.
type choice struct {
	m                  *machine
	count, stop, mixed num
	drawn              num // the number of the move drawn
	counting           num // whether the moves that could be made are counted
	slots              int
	labels             map[engine.Act]int // of the code of a move, by its act
	line               *engine.Require    // the requirement on whole throws, where there is no other
	direct, list       int                // labels: a move is drawn, or moves are listed first
}

// choose emits the choice among the legal moves, and a branch to the code of the
// move's act.
func (m *machine) choose(count, stop, mixed num, slots int, labels map[engine.Act]int, drawn word) {
	c, g := m.ctx, m.g
	x := &choice{m: m, count: count, stop: stop, mixed: mixed, slots: slots, labels: labels, counting: c.Cell(g.OffCounting)}
	// Where a move is drawn, and where moves are listed first, is written once.
	x.drawn = c.Variable(lit(0))
	x.direct = c.Block()
	x.list = c.Block()
	c.EnterScope()
	x.line = g.Move.Line
	c.IfThen(c.Not(count), func() {
		x.stuck()
		c.Br(labels[engine.Pass])
	}, nil)
	if g.Move.Stop && x.line != nil { // who may only stop plays nothing
		c.IfThen(c.And(c.Ne(stop, lit(0)), c.Eq(count, lit(1))), x.stuck, nil)
	}
	if g.Program.Tries() {
		x.tally(count)
		x.unpack(drawn)
	} else {
		x.decide()
	}
	c.LeaveScope()
	c.End()
	c.EnterScope()
	if g.mayMix || len(g.requires()) > 0 {
		x.listing()
	}
	c.LeaveScope()
	c.End()
	c.EnterScope()
	if slots == 0 {
		c.Invoke(g.fPick, c.Frame, x.drawn)
		x.unpack(c.KeepW())
	} else {
		m.pick(x.drawn, count, stop, labels)
	}
	c.LeaveScope()
}

// decide emits whether moves are listed first, or one is drawn as they stand.
func (x *choice) decide() {
	c, g := x.m.ctx, x.m.g
	if len(g.requires()) > 0 && (x.line == nil || x.slots == 0) {
		x.listed()
		return
	}
	if g.mayMix {
		c.IfThen(x.mixed, x.listed, nil)
	}
	if len(g.requires()) > 0 {
		// one after the other, what is known first in front
		c.IfThen(c.Ne(x.m.partUp(1), lit(0)), func() {
			c.IfThen(c.GtS(x.count, lit(1)), func() {
				in := c.StageIs(x.line.Stages)
				if x.line.When != nil {
					in = c.And(in, c.Truth(c.is(x.line.When, c.noMove())))
				}
				c.IfThen(in, x.ahead, nil)
			}, nil)
		}, nil)
	}
	x.tally(x.count)
	c.oneOf(x.drawn, x.count)
	c.Br(x.direct)
}

func (x *choice) listed() { x.m.Br(x.list) }

// tally counts the moves that could be made, where that is asked for.
func (x *choice) tally(n num) {
	c, g := x.m.ctx, x.m.g
	c.IfThen(x.counting, func() {
		if g.asksCourse(engine.Choices) {
			c.SetCell(g.OffChoices, n)
		}
		c.IfThen(c.GtS(n, lit(1)), func() {
			c.SetCellW(g.OffBranch, c.AddW(c.CellW(g.OffBranch), c.Widen(n)))
			c.CountUp(g.OffChosen)
		}, nil)
	}, nil)
}

// unpack takes a move apart that is given as one word.
func (x *choice) unpack(mv word) {
	m := x.m
	c, g, f := m.ctx, m.g, &m.fields
	place := func(b asm.Bits) num { return c.Sub(c.Field(mv, b), lit(1)) }
	c.Assign(f.part, c.Field(mv, state.MovePart))
	c.Assign(f.from, place(state.MoveFrom))
	c.Assign(f.to, place(state.MoveTo))
	c.Assign(f.over, place(state.MoveOver))
	c.Assign(f.class, c.Field(mv, state.MoveClass))
	c.Assign(f.stop, c.Field(mv, state.MoveStop))
	if len(m.slots) == 2 {
		c.Assign(f.at, c.IndexOf(f.part))
	}
	if g.Move.Together {
		c.Assign(f.men, c.Add(f.stop, lit(1)))
	}
	if g.Move.Sparing {
		c.Assign(f.spar, c.Field(mv, state.MoveSpar))
	}
	act := c.Field(mv, state.MoveAct)
	acts := m.acts()
	for _, a := range acts[:len(acts)-1] {
		c.LeaveTo(x.labels[a], c.Eq(act, lit(int(a))))
	}
	c.Br(x.labels[acts[len(acts)-1]])
}

// take makes the k-th move of those listed.
func (x *choice) take(k num) {
	c := x.m.ctx
	x.unpack(c.moveAt(k))
}

// listing lists the legal moves and draws one of them.
func (x *choice) listing() {
	c, g := x.m.ctx, x.m.g
	c.SetGlobal(state.AtSeen, lit(0))
	if x.slots > 0 {
		c.generateHere()
	}
	n := c.Told(g.fList, c.Frame)
	all := c.Cell(g.OffAllN)
	x.tally(n)
	k := c.Variable(lit(0))
	c.IfThen(c.GtS(all, lit(1)), func() {
		c.Assign(k, c.below(all))
		c.IfThen(c.Ne(all, n), func() { c.redraw(k, n) }, nil)
	}, nil)
	x.take(k)
}

// stuck takes back the move before this, if it left a part that cannot be played: it
// cannot have been one that lets most be played, and is drawn anew if it was not legal.
func (x *choice) stuck() {
	if x.line == nil || x.slots == 0 {
		return
	}
	c, g := x.m.ctx, x.m.g
	watch := c.Cell(g.OffWatch)
	stuck := c.And(c.Ne(watch, lit(0)), c.And(c.Eq(c.PartsLeft(), lit(1)), c.Ne(c.Byte(g.Layout.Played), lit(0))))
	c.IfThen(stuck, func() {
		k := c.Variable(c.Sub(watch, lit(1)))
		x.m.undo()
		c.SetCell(g.OffWatch, lit(0))
		all := c.Told(g.fGen, c.Frame)
		c.SetGlobal(state.AtSeen, lit(0))
		n := c.Told(g.fList, c.Frame)
		c.IfThen(c.Ne(all, n), func() { c.redraw(k, n) }, nil)
		x.take(k)
	}, nil)
}

// ahead draws a move that has yet to let most be played, where it can be taken back. A random game of Piprjall took seven
// times as long where all were looked at, measured on 2026-11-28.
func (x *choice) ahead() {
	c, g := x.m.ctx, x.m.g
	c.IfThen(x.counting, x.listed, nil)
	simple := c.And(c.Not(x.m.partUp(2)), c.Not(c.AnyOptional())) // what may be left obliges to nothing
	if g.Move.Stop || g.Agenda.Optional {
		simple = c.And(simple, c.Not(x.stop))
	}
	c.IfThen(simple, func() {
		c.Assign(x.drawn, c.below(x.count))
		x.m.keepState()
		c.SetCell(g.OffWatch, c.Add(x.drawn, lit(1)))
		c.Br(x.direct)
	}, x.listed)
}

// Where prohibitions that ask what a move leads to narrow the choice last
// ([engine.Program.Tries]), a game need not ask it of every move: one is drawn of all that there
// are before them, and asked. Only if it does not stand are the legal ones worked out and one of
// them drawn, as [engine.Interpreter.Pick] says.

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
		undrawn := func() {}
		if g.Agenda.Optional {
			undrawn = c.RememberDraws()
		}
		one()
		refused := c.Told(m.refuses(), c.Frame, mv)
		c.IfThen(c.Or(refused, c.Ne(c.Cell(g.OffCounting), lit(0))), func() {
			c.generated(0, count)
			c.IfThen(c.And(refused, c.Ne(count, lit(0))), one, nil)
			if g.Agenda.Optional { // an option that cannot be used is none, and nothing is drawn of it
				c.IfThen(c.And(c.Not(count), c.AllOptional(c.PartsLeft())), undrawn, nil)
			}
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

// pick emits a branch to the code of the k-th move among those in the slots.
func (m *machine) pick(k, count, stop num, labels map[engine.Act]int) {
	c, g := m.ctx, m.g
	stopped := func() {
		c.IfThen(stop, func() {
			c.Aside(c.Eq(k, c.Sub(count, lit(1))), func() {
				c.Assign(m.fields.stop, stop)
				c.Br(labels[engine.Stop])
			})
		}, nil)
	}
	one := func(*ir.Class) {}
	switch {
	case g.Move.Stop || g.Agenda.Optional && len(m.slots) == 2:
		stopped()
	case g.Agenda.Optional: // by those only who have a part that may be left
		one = func(cl *ir.Class) {
			if m.leavable(cl) {
				stopped()
			}
		}
	}
	if len(m.slots) == 2 {
		a, b := m.slots[0], m.slots[1]
		first, second := lit(0), lit(1)
		if order := g.Agenda.Order; order <= 0 {
			first, second = m.behind, c.BitXor(m.behind, lit(1))
		}
		c.IfThen(c.LtS(k, a.count), func() { m.pickIn(a, k, first, labels, one) }, nil)
		m.pickIn(b, c.Sub(k, a.count), second, labels, one)
		return
	}
	m.pickIn(m.slots[0], k, lit(0), labels, one)
}

// pickIn is pick among the moves of one slot, whose part has a place on the agenda; before is emitted
// for each class first.
func (m *machine) pickIn(s *slot, k, place num, labels map[engine.Act]int, before func(cl *ir.Class)) {
	c, g := m.ctx, m.g
	g.ofClass(c, s.part, false, func(cl *ir.Class, part num) {
		before(cl)
		m.narrowed(cl, s, func(cl *ir.Class) {
			from := s.by[cl]
			c.pickMove(cl, k, picking{
				from: from,
				is: func(gi int, i num) num {
					if x := cl.Groups[gi]; m.pairs(x.Act) != nil { // the candidate tells
						return c.Eq(c.Leaf(x.Space, c.which(x.Space, env{part: part}), i, state.LeafAct), lit(int(x.Act)))
					}
					return c.HasPlace(from.set(gi), i)
				},
				take: func(x *ir.Group, i num) { m.take(x, part, i, place, labels) },
			})
		})
	})
	c.Op(asm.OpUnreachable)
}

// take emits a branch to the code of a group's act, with candidate i.
func (m *machine) take(x *ir.Group, part, i, at num, labels map[engine.Act]int) {
	c, g, f := m.ctx, m.g, &m.fields
	c.Assign(f.part, part)
	if !m.firstOnly() {
		c.Assign(f.at, at)
	}
	e := c.envOf(x, part, i)
	switch sp := m.pairs(x.Act); {
	case sp != nil && x.Space.Wide:
		c.Assign(f.pair, c.PairBetween(sp, e.from, e.to))
	case sp != nil:
		c.Assign(f.pair, c.PairRow(x.Space, i))
	}
	c.Assign(f.from, e.from)
	c.Assign(f.to, e.to)
	if x.Act == engine.Leap {
		c.Assign(f.over, e.over)
	}
	switch {
	case x.Sown != nil:
		c.Assign(f.class, lit(x.Sown.Number))
	case g.Program.Classes() > 1 && x.Class != ir.AnyMarks:
		c.Assign(f.class, lit(x.Class))
	}
	c.Br(labels[x.Act])
}

package emit

import (
	"github.com/lectio/lectio/rulesets/engine"
)

// The function that plays games is one loop over the state in memory: begin a
// turn, throw, see what may be done, choose, move, answer, test. What the
// interpreter's settle, Throw, BeginTurn and apply do stands in it once.

// play emits the loop that plays one game to its end.
func (m *machine) play() {
	c, g := m.ctx, m.g
	lay := g.Layout
	if g.Move.Line != nil {
		m.undoable()
	}
	m.over = c.Block()
	c.LeaveTo(m.over, c.Byte(lay.Over))
	c.LeaveAt = m.over
	m.again = c.Loop()
	c.nextAt = m.again
	c.EnterScope()
	m.touchFrame()
	if !g.eachPlayer() {
		c.TurnTo(m.to())
		m.round()
	} else {
		// The code is written for each player: where his men are, and how the places of
		// the others lie to his, is then known.
		other := c.Block()
		c.LeaveTo(other, m.to())
		for q := range g.Program.Players {
			c.EnterScope()
			c.TurnTo(lit(q))
			m.round()
			c.LeaveScope()
			if q == 0 {
				c.End()
			}
		}
	}
	c.LeaveScope()
	c.End()
	c.End()
	c.LeaveAt, c.nextAt = 0, 0
}

// eachPlayer reports whether the loop is written for each of two players. Where two parts are
// up at once it is twice as long already, and what is gained is lost again, because a
// processor keeps so many instructions at hand and no more. It gains 18 % in random games of fox-and-geese, 15 % in Mylna
// and nine men's morris, 12 % in alquerque, and costs 5 % in Kiôz, measured on 2026-11-28.
func (g *gen) eachPlayer() bool { return len(g.Program.Players) == 2 && g.Agenda.Slots == 1 }

// round emits what is done from one look at the agenda to the next: a decision, a throw, or
// the end of a turn.
func (m *machine) round() {
	c, g := m.ctx, m.g
	c.MayBeOver = false
	switch noParts := c.Not(m.partUp(0)); {
	case g.Agenda.OptionalThrows: // it may be for the player to decide whether to throw
		c.IfThen(noParts, func() { m.noParts() }, nil)
		m.homes()
		m.decision()
		m.goOn()
	case !g.Agenda.MostlyOne:
		c.Aside(noParts, func() { m.noParts() })
		m.homes()
		m.decision()
		m.goOn()
	default:
		// A move is mostly the last of its throw: what follows upon it is done before the
		// loop begins again. It gains 5 % in random games of a race, measured on 2026-11-28.
		nothingUp := c.Block()
		c.LeaveTo(nothingUp, noParts)
		c.EnterScope()
		m.homes()
		m.decision()
		c.LeaveScope()
		c.End()
		c.Changed()
		m.touchFrame()
		m.leaveIfOver()
		c.LeaveTo(m.again, c.Ne(m.partUp(0), lit(0)))
		m.noParts()
		m.goOn()
	}
}

// decision emits a decision: what may be done with the parts left, the choice,
// and the move.
func (m *machine) decision() {
	c, g := m.ctx, m.g
	lay := g.Layout
	stop, mixed := c.Variable(lit(stopNot)), c.Variable(lit(0))
	count := c.Variable(lit(0))
	slots := g.Agenda.Slots
	var drawn word
	if g.Program.Tries() {
		drawn = m.draw(count)
	} else if slots == 0 || g.Agenda.OptionalThrows {
		// any number of parts: the blocks are made in memory
		slots = 0
		c.Assign(count, c.Told(g.fGen, c.Frame))
		c.Assign(stop, c.Byte(g.OffStop))
		if g.mayMix {
			c.Assign(mixed, c.Byte(g.OffMixed))
		}
	} else {
		m.fill(slots, count, stop, mixed)
	}
	c.IfThen(c.Not(count), func() { m.nothing() }, nil)

	m.touchFrame()
	plies := c.Cell(g.OffPlies)
	c.Aside(c.GeS(plies, c.Cell(g.OffMost)), func() {
		c.SetCell(g.OffOverCap, lit(1))
		if g.Turn.EveryDecided {
			c.IfThen(c.Not(c.Byte(lay.Played)), m.uncounted, nil)
		}
		c.Br(m.over)
	})
	if g.Turn.NoThrow && !g.Turn.EveryDecided { // otherwise they are counted when something is thrown
		c.IfThen(c.Not(c.Or(c.Byte(lay.ThrowN), c.Byte(lay.Played))), func() {
			c.CountUp(g.OffTurns)
		}, nil)
	}
	c.SetCell(g.OffPlies, c.Add(plies, lit(1)))
	m.noteCourse(plies)
	m.busy()

	// Which move is chosen decides where its code lies.
	acts := m.acts()
	done := c.Block()
	labels := map[engine.Act]int{}
	for i := len(acts) - 1; i >= 0; i-- {
		labels[acts[i]] = c.Block()
	}
	f := &m.fields
	for _, v := range []*num{&f.part, &f.from, &f.to, &f.over, &f.class, &f.stop, &f.at, &f.pair} {
		*v = c.Variable(lit(0))
	}
	if g.Move.Together {
		f.men = c.Variable(lit(1))
	}
	if g.Move.Sparing {
		f.spar = c.Variable(lit(0))
	}
	c.EnterScope()
	m.choose(count, stop, mixed, slots, labels, drawn)
	c.LeaveScope()
	for _, a := range acts {
		c.End()
		c.EnterScope()
		c.Changed()
		m.touch()
		c.MayBeOver = false
		m.move(a)
		m.leaveIfOver()
		c.LeaveScope()
		c.Br(done)
	}
	c.End()
	c.Changed()
}

// nothing emits what happens where nothing can be done: options are dropped, a
// move taken back that left the rest of a throw unplayable, no move is an event.
func (m *machine) nothing() {
	c, g := m.ctx, m.g
	lay := g.Layout
	if g.Agenda.Optional {
		c.IfThen(c.AllOptional(c.PartsLeft()), func() {
			c.dropAll()
			m.goOn()
		}, nil)
	}
	stages := g.Turn.NoMove
	if stages != 0 {
		c.IfThen(c.And(c.StageIs(stages), c.Not(c.Byte(lay.Played))), func() {
			if !g.Turn.EveryDecided {
				c.test(g.Program.AtStuck(), 0, c.noMove())
				return
			}
			c.LeaveAt = 0
			c.test(g.Program.AtStuck(), 0, c.noMove())
			c.LeaveAt = m.over
			c.Aside(c.Byte(lay.Over), func() {
				m.uncounted()
				c.Br(m.over)
			})
		}, nil)
	}
}

// uncounted takes the turn that has begun off the count.
func (m *machine) uncounted() {
	c, at := m.ctx, m.g.OffTurns
	c.SetCell(at, c.Sub(c.Cell(at), lit(1)))
}

package emit

import (
	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/ir/wasm/asm"
)

// What happens between decisions is written here, for the loop that plays games and for the
// functions that carry a state on, which look ahead and serve the host.

// turns is code that carries the game on from one decision to the next.
type turns struct {
	*ctx
	again, over int    // labels: carry the game on; it waits for somebody, or is over
	loop        player // nil in a function
}

// player is the loop that plays games: what it does otherwise than a function that carries a state on.
type player interface {
	// settled forgets that a move may have to be taken back.
	settled()
	// homes works out where the blocks of the players lie.
	homes()
	// throw makes a throw that is owed, throwFirst the first of a turn.
	throw()
	throwFirst()
}

// function writes a function on a frame that carries its state on: f between a place to go on
// from and one to leave by.
func (g *gen) function(f *asm.Func, write func(t *turns)) {
	t := &turns{ctx: g.begin(f)}
	t.over = t.Block()
	t.again = t.ctx.Loop()
	t.nextAt = t.again
	t.EnterScope()
	write(t)
	t.LeaveScope()
	t.End()
	t.End()
}

// settle writes the function that carries the state on until somebody has to
// decide or throw, or the game is over.
func (g *gen) settle() {
	g.function(g.fSettle, func(t *turns) {
		c, lay := t.ctx, g.Layout
		c.TurnTo(c.Byte(lay.To))
		c.SetCell(g.OffKnown, lit(0))
		t.leaveIfOver()
		c.IfThen(c.Not(c.PartsLeft()), func() {
			t.noParts()
			c.Br(t.over)
		}, nil)
		c.TurnTo(c.Byte(lay.To))
		// What may be done is worked out only where something follows from there being nothing: of
		// many states nobody asks it.
		options, stuck := c.AllOptional(c.PartsLeft()), lit(0)
		if g.Turn.NoMove != 0 {
			stuck = c.And(c.StageIs(g.Turn.NoMove), c.Not(c.Byte(lay.Played)))
		}
		c.IfThen(c.Or(options, stuck), func() {
			some := c.Told(g.fGen, c.Frame)
			c.SetCell(g.OffKnown, c.Not(c.Byte(g.OffSome)))
			c.SetCell(g.OffAsked, c.BitOr(c.Cell(g.OffAsked), c.Pick(some, lit(1), lit(2))))
			c.IfThen(c.Not(some), func() {
				c.noteVain()
				c.IfThen(options, func() { // those that cannot be used are none
					c.dropAll()
					c.Br(t.again)
				}, func() { c.test(g.Program.AtStuck(), 0, c.noMove()) })
			}, nil)
		}, nil)
	})
}

// beginTurn writes the function that begins the turn of a player, or of the next
// one who has a stage to play in, and the one that carries on a turn whose player and
// stage have been found.
func (g *gen) beginTurn() {
	g.function(g.fBegin, func(t *turns) {
		t.nextAt = t.over // it is for the caller to carry it on
		t.beginTurn(num{Local: 1})
	})
	g.function(g.fBegun, func(t *turns) {
		t.nextAt = t.over
		t.TurnTo(t.Byte(g.Layout.To))
		t.begun(t.Byte(g.Layout.Stage))
	})
}

// goOn branches to where the game is carried on, unless it is over.
func (t *turns) goOn() {
	may := t.MayBeOver
	t.leaveIfOver()
	t.Br(t.again)
	t.MayBeOver = may // what follows has not come this way
}

// leaveIfOver branches away if the game is over, where it can have ended.
func (t *turns) leaveIfOver() {
	if t.MayBeOver {
		t.Push(t.Byte(t.g.Layout.Over))
		t.BrIf(t.over)
	}
	t.MayBeOver = false
}

// noParts emits what happens when nothing but throws is left: a throw has been played out, one
// is due, or the turn is over. What comes behind it has a throw that may be left.
func (t *turns) noParts() {
	c, g := t.ctx, t.g
	lay := g.Layout
	if g.Turn.ForOthers {
		c.TurnTo(c.Byte(lay.Owner)) // whoever played the rest
	}
	more := lit(0)
	if t.loop == nil || g.Agenda.Slots == 0 {
		more = c.MorePartsLeft()
	}
	playedOut := c.And(c.Ne(c.Byte(lay.InThrow), lit(0)), c.Not(more))
	c.IfThen(playedOut, t.playedOut, nil)
	c.Changed()
	if len(g.Program.Throws) == 0 {
		t.endTurn()
		return
	}
	c.IfThen(c.Byte(lay.LeftN), func() {
		optional := lit(0)
		if g.Agenda.OptionalThrows {
			optional = c.PartLeft(lit(0))
		}
		c.IfThen(c.Not(optional), t.throwDue, nil)
	}, t.endTurn)
}

// playedOut closes a throw.
func (t *turns) playedOut() {
	c, g := t.ctx, t.g
	lay := g.Layout
	c.SetByte(lay.InThrow, lit(0))
	if g.Move.GoesOn {
		c.SetActive(lit(0))
	}
	if g.Turn.ForOthers {
		c.SetByte(lay.To, c.Player())
		c.SetByte(lay.Handed, lit(0))
	}
	c.test(engine.AtPlayed, 0, c.noMove())
	t.leaveIfOver()
	c.event(engine.OnPlayed)
	c.SetByte(lay.Played, lit(0))
	c.initVars(engine.PerThrow)
	if g.Turn.Answers(engine.OnPlayed) || g.Turn.ForOthers && g.Agenda.OptionalThrows {
		// what answers it may have put up something, and whether to throw on is for him to
		// decide whose turn it is
		t.goOn()
	}
}

// throwDue emits what becomes of a throw that is owed: the loop makes it, a state waits for it.
func (t *turns) throwDue() {
	if t.loop == nil {
		t.Br(t.over)
		return
	}
	t.loop.throw()
}

// endTurn closes a turn and begins the next.
func (t *turns) endTurn() {
	c, g := t.ctx, t.g
	lay := g.Layout
	c.event(engine.OnTurnEnd)
	if g.Turn.Answers(engine.OnTurnEnd) {
		c.IfThen(c.Byte(lay.LeftN), func() { // it goes on by a rule
			c.idle(func() { c.Br(t.over) })
			c.SetByte(lay.InThrow, lit(1))
			t.goOn()
		}, nil)
	}
	c.test(engine.AtTurn, 0, c.noMove())
	t.leaveIfOver()
	next := c.After(c.Player())
	if t.loop == nil {
		if g.Turn.NextIs {
			by := c.Byte(lay.Next)
			next = c.Pick(by, c.Sub(by, lit(1)), next)
		}
		c.Invoke(g.fBegin, c.Frame, next)
		c.MayBeOver = true
	} else {
		t.toldWho()
		t.beginTurn(next)
	}
	t.goOn()
}

// toldWho leaves the loop's own way where a rule has said who has the next turn, or of what
// stage it is: that is rare, and whose turn begins is then not known beforehand.
func (t *turns) toldWho() {
	c, g := t.ctx, t.g
	lay := g.Layout
	by, stage := lit(0), lit(0)
	if g.Turn.NextIs {
		by = c.Byte(lay.Next)
	}
	if g.Turn.StageIs {
		stage = c.Byte(lay.NextStage)
	}
	c.Aside(c.Or(c.Truth(by), c.Truth(stage)), func() {
		t.loop.settled()
		t.beside(g.fBegin, c.Frame, c.Pick(by, c.Sub(by, lit(1)), c.After(c.Player())))
	})
}

// beside lets a function begin a turn, and goes on with the loop behind that.
func (t *turns) beside(f *asm.Func, args ...asm.Argument) {
	c := t.ctx
	c.Invoke(f, args...)
	c.MayBeOver = true
	t.leaveIfOver()
	if t.g.Turn.EveryDecided {
		c.CountUp(t.g.OffTurns)
	}
	c.Br(t.again)
}

// beginTurn emits the beginning of the turn of a player, or of the next who has a stage to play in.
func (t *turns) beginTurn(first num) {
	c, g := t.ctx, t.g
	if g.Turn.Idle {
		c.idle(func() { c.Br(t.over) })
	}
	if t.loop != nil {
		t.loop.settled()
	}
	stage := t.findStage(first)
	c.SetByte(g.Layout.Stage, stage)
	c.initVars(engine.PerTurn)
	c.initVars(engine.PerThrow)
	switch {
	case t.loop == nil:
		t.rememberGame(stage)
	case c.Holds(): // another function would have to be given all that is held
		c.Remember(stage, nil)
	default:
		c.Remember(stage, func() { t.beside(g.fBegun, c.Frame) })
	}
	t.begun(stage)
}

// begun emits what happens when a turn has begun in a stage.
func (t *turns) begun(stage num) {
	c, g := t.ctx, t.g
	c.event(engine.OnTurn)
	if !g.Program.StartWaits {
		c.test(engine.AtStart, 0, c.noMove())
		t.leaveIfOver()
	}
	if t.loop != nil && !g.Turn.Answers(engine.OnTurn) {
		c.Let("stage", stage) // as it has been found
	}
	fresh := t.loop != nil && !g.Agenda.AtTurn
	c.IfThen(c.deviceIs(), func() {
		if !fresh {
			c.InsertLeft(lit(0), lit(engine.PartThrow))
			return
		}
		t.loop.throwFirst()
	}, func() {
		c.open(lit(-1), true, fresh)
	})
	c.Changed()
	if g.Program.StartWaits {
		c.testIf(t.undecided, engine.AtStart, 0, c.noMove())
		t.leaveIfOver()
	}
	if t.loop != nil && g.Turn.EveryDecided {
		c.CountUp(g.OffTurns)
	}
}

// undecided tells whether a turn goes on that has been opened: the player can move, or need not,
// or what becomes of one who cannot is not said of the stage.
func (t *turns) undecided() num {
	c := t.ctx
	n := c.PartsLeft()
	may := c.Or(c.Or(c.Not(n), c.AllOptional(n)), c.Ne(c.Told(t.g.fGen, c.Frame), lit(0)))
	return c.Or(may, c.Not(c.StageIs(t.g.Turn.NoMove)))
}

// rememberGame remembers the position in which a turn begins, if it is one of the game being
// played: positions searched have no past.
func (t *turns) rememberGame(stage num) {
	c, g := t.ctx, t.g
	if !g.Program.RepetitionMatters {
		c.Remember(stage, nil)
		return
	}
	c.SetCell(g.OffOccur, lit(1))
	c.IfThen(c.Eq(c.Frame, lit(g.FrameAt)), func() { c.Remember(stage, nil) }, nil)
}

// findStage passes the seats on until the player sits at seat 0, then on to the next who has a
// stage to play in, and returns that. Where nobody has one the game is stuck, and left.
func (t *turns) findStage(first num) (stage num) {
	c, g := t.ctx, t.g
	p, lay := g.Program, g.Layout
	q := c.Variable(first)
	c.TurnTo(first)
	forced := lit(0)
	if g.Turn.StageIs && t.loop == nil {
		forced = c.Byte(lay.NextStage)
	}
	c.cleared(t.loop != nil && g.Agenda.Slots > 0, t.loop != nil)
	stage = c.Variable(lit(-1))
	found := c.Block()
	c.IfThen(forced, func() {
		c.Assign(stage, c.Sub(forced, lit(1)))
		c.Br(found)
	}, nil)
	sure, passed := false, false // that there is a stage; that somebody may be passed over
	for i := 0; i < len(p.Players) && !sure; i++ {
		if i > 0 {
			passed = true
			c.Assign(q, c.After(q))
			c.TurnTo(q)
			if t.loop != nil {
				t.loop.homes()
			}
		}
		for st := range p.Stages {
			g.rule = p.Stages[st].ID
			cond := c.Truth(c.is(p.Stages[st].When, c.noMove()))
			c.IfThen(cond, func() {
				c.Assign(stage, lit(st))
				c.Br(found)
			}, nil)
			if sure = cond.Known && cond.Value != 0; sure {
				break
			}
		}
	}
	if !passed {
		q = first
	}
	c.TurnTo(q) // where the blocks of those lie who were asked last is no matter where all ways meet
	c.End()
	c.SetByte(lay.To, q)
	c.SetByte(lay.Owner, q)
	c.Aside(c.And(lit(asm.B2i(!sure)), c.LtS(stage, lit(0))), func() {
		next := c.After(q) // round to the first who was asked
		c.SetByte(lay.To, next)
		c.SetByte(lay.Owner, next)
		if len(p.Throws) > 0 { // no throw takes the place of the last
			c.ClearThrows()
		}
		c.SetByte(lay.Stage, lit(engine.NoStage))
		c.SetByte(lay.Over, lit(engine.OverStuck))
		c.Br(t.over)
	})
	return stage
}

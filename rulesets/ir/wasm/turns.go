package wasm

import (
	"github.com/lectio/lectio/rulesets/engine"
)

// What happens between decisions is written here, for the loop that plays games and for the
// functions that carry a state on, which look ahead and serve the host.

// turns is code that carries the game on from one decision to the next.
type turns struct {
	*ctx
	again, over int      // labels: carry the game on; it waits for somebody, or is over
	loop        *machine // nil in a function
}

// function writes a function on a frame that carries its state on: f between a place to go on
// from and one to leave by.
func (g *gen) function(f *fn, write func(t *turns)) {
	t := &turns{ctx: g.begin(f)}
	t.over = t.block()
	t.again = t.ctx.loop()
	t.enterScope()
	write(t)
	t.leaveScope()
	t.end()
	t.end()
}

// settle writes the function that carries the state on until somebody has to
// decide or throw, or the game is over.
func (g *gen) settle() {
	g.function(g.fSettle, func(t *turns) {
		c, lay := t.ctx, g.lay
		c.turnTo(c.byte(lay.To))
		t.leaveIfOver()
		c.ifThen(c.not(c.partsLeft()), func() {
			t.noParts()
			if g.Agenda.OptionalThrows { // one may be taken
				c.generateHere()
			}
			c.br(t.over)
		}, nil)
		c.turnTo(c.byte(lay.To))
		n := c.partsLeft()
		c.ifThen(c.not(c.told(g.fGen, c.s)), func() {
			// options that cannot be used are none
			c.ifThen(c.allOptional(n), func() {
				c.noteVain()
				c.dropAll()
				c.br(t.again)
			}, nil)
			if g.Turn.NoMove != 0 {
				c.ifThen(c.and(c.stageIs(g.Turn.NoMove), c.not(c.byte(lay.Played))), func() {
					c.noteVain()
					c.test(engine.AtNoMove, 0, c.noMove())
				}, nil)
			}
		}, nil)
	})
}

// beginTurn writes the function that begins the turn of a player, or of the next
// one who has a stage to play in.
func (g *gen) beginTurn() {
	g.function(g.fBegin, func(t *turns) { t.beginTurn(num{l: 1}) })
}

// goOn branches to where the game is carried on, unless it is over.
func (t *turns) goOn() {
	may := t.mayBeOver
	t.leaveIfOver()
	t.br(t.again)
	t.mayBeOver = may // what follows has not come this way
}

// leaveIfOver branches away if the game is over, where it can have ended.
func (t *turns) leaveIfOver() {
	if t.mayBeOver {
		t.push(t.byte(t.g.lay.Over))
		t.brIf(t.over)
	}
	t.mayBeOver = false
}

// noParts emits what happens when nothing but throws is left: a throw has been played out, one
// is due, or the turn is over. What comes behind it has a throw that may be left.
func (t *turns) noParts() {
	c, g := t.ctx, t.g
	lay := g.lay
	if g.Turn.ForOthers {
		c.turnTo(c.byte(lay.Owner)) // whoever played the rest
	}
	more := lit(0)
	if t.loop == nil || g.Agenda.Slots == 0 {
		more = c.morePartsLeft()
	}
	playedOut := c.and(c.bin(i32Ne, c.byte(lay.InThrow), lit(0)), c.not(more))
	c.ifThen(playedOut, t.playedOut, nil)
	c.changed()
	c.ifThen(c.byte(lay.LeftN), func() {
		optional := lit(0)
		if g.Agenda.OptionalThrows {
			optional = c.partLeft(lit(0))
		}
		c.ifThen(c.not(optional), t.throwDue, nil)
	}, t.endTurn)
}

// playedOut closes a throw.
func (t *turns) playedOut() {
	c, g := t.ctx, t.g
	lay := g.lay
	c.setByte(lay.InThrow, lit(0))
	if g.Move.GoesOn {
		c.setByte(lay.Active, lit(0))
	}
	if g.Turn.ForOthers {
		c.setByte(lay.To, c.player())
		c.setByte(lay.Handed, lit(0))
	}
	c.test(engine.AtPlayed, 0, c.noMove())
	t.leaveIfOver()
	c.event(engine.OnPlayed)
	c.setByte(lay.Played, lit(0))
	c.initVars(engine.PerThrow)
	if g.Turn.Answers(engine.OnPlayed) || g.p.Match > 0 && g.Turn.Tested(engine.AtPlayed) || g.Turn.ForOthers && g.Agenda.OptionalThrows {
		// what answers it may have put up something, the next game may have begun, and
		// whether to throw on is for him to decide whose turn it is
		t.goOn()
	}
}

// throwDue emits what becomes of a throw that is owed: the loop makes it, a state waits for it.
func (t *turns) throwDue() {
	if t.loop == nil {
		t.br(t.over)
		return
	}
	t.loop.throw()
}

// endTurn closes a turn and begins the next.
func (t *turns) endTurn() {
	c, g := t.ctx, t.g
	lay := g.lay
	c.event(engine.OnTurnEnd)
	if g.Turn.Answers(engine.OnTurnEnd) {
		c.ifThen(c.byte(lay.LeftN), func() { // it goes on by a rule
			c.idle(func() { c.br(t.over) })
			c.setByte(lay.InThrow, lit(1))
			t.goOn()
		}, nil)
	}
	c.test(engine.AtTurn, 0, c.noMove())
	t.leaveIfOver()
	next := c.after(c.player())
	if t.loop == nil {
		if g.Turn.NextIs {
			by := c.byte(lay.Next)
			next = c.pick(by, c.bin(i32Sub, by, lit(1)), next)
		}
		c.invoke(g.fBegin, c.s, next)
		c.mayBeOver = true
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
	lay := g.lay
	by, stage := lit(0), lit(0)
	if g.Turn.NextIs {
		by = c.byte(lay.Next)
	}
	if g.Turn.StageIs {
		stage = c.byte(lay.NextStage)
	}
	c.aside(c.or(c.truth(by), c.truth(stage)), func() {
		t.loop.settled()
		c.invoke(g.fBegin, c.s, c.pick(by, c.bin(i32Sub, by, lit(1)), c.after(c.player())))
		c.mayBeOver = true
		t.leaveIfOver()
		if g.Turn.EveryDecided {
			c.countUp(g.offTurns)
		}
		t.br(t.again)
	})
}

// beginTurn emits the beginning of the turn of a player, or of the next who has a stage to play in.
func (t *turns) beginTurn(first num) {
	c, g := t.ctx, t.g
	if g.Turn.Idle {
		c.idle(func() { c.br(t.over) })
	}
	if t.loop != nil {
		t.loop.settled()
	}
	stage := t.findStage(first)
	c.setByte(g.lay.Stage, stage)
	c.initVars(engine.PerTurn)
	c.initVars(engine.PerThrow)
	if t.loop != nil {
		c.remember(stage)
	} else {
		t.rememberGame(stage)
	}
	c.changed()
	c.event(engine.OnTurn)
	c.test(engine.AtStart, 0, c.noMove())
	t.leaveIfOver()
	if t.loop != nil && g.Turn.EveryDecided {
		c.countUp(g.offTurns)
	}
	if t.loop != nil && !g.Turn.Answers(engine.OnTurn) {
		c.let("stage", stage) // as it has been found
	}
	fresh := t.loop != nil && !g.Agenda.AtTurn
	c.ifThen(c.deviceIs(), func() {
		if !fresh {
			c.insertLeft(lit(0), lit(engine.PartThrow))
			return
		}
		t.loop.throwFirst()
	}, func() {
		c.open(lit(-1), true, fresh)
	})
	c.changed()
}

// rememberGame remembers the position in which a turn begins, if it is one of the game being
// played: positions searched have no past.
func (t *turns) rememberGame(stage num) {
	c, g := t.ctx, t.g
	if !g.p.RepetitionMatters {
		c.remember(stage)
		return
	}
	c.setCell(g.offOccur, lit(1))
	c.ifThen(c.bin(i32Eq, c.s, lit(g.frameAt)), func() { c.remember(stage) }, nil)
}

// findStage passes the seats on until the player sits at seat 0, then on to the next who has a
// stage to play in, and returns that. Where nobody has one the game is stuck, and left.
func (t *turns) findStage(first num) (stage num) {
	c, g := t.ctx, t.g
	p, lay := g.p, g.lay
	q := c.variable(first)
	c.turnTo(first)
	forced := lit(0)
	if g.Turn.StageIs && t.loop == nil {
		forced = c.byte(lay.NextStage)
	}
	c.cleared(t.loop != nil && g.Agenda.Slots > 0, t.loop != nil)
	stage = c.variable(lit(-1))
	found := c.block()
	c.ifThen(forced, func() {
		c.assign(stage, c.bin(i32Sub, forced, lit(1)))
		c.br(found)
	}, nil)
	sure, passed := false, false // that there is a stage; that somebody may be passed over
	for i := 0; i < len(p.Players) && !sure; i++ {
		if i > 0 {
			passed = true
			c.assign(q, c.after(q))
			c.turnTo(q)
			if t.loop != nil {
				t.loop.homes()
			}
		}
		for st := range p.Stages {
			g.rule = p.Stages[st].ID
			cond := c.truth(c.is(p.Stages[st].When, c.noMove()))
			c.ifThen(cond, func() {
				c.assign(stage, lit(st))
				c.br(found)
			}, nil)
			if sure = cond.known && cond.v != 0; sure {
				break
			}
		}
	}
	if !passed {
		q = first
	}
	c.turnTo(q) // where the blocks of those lie who were asked last is no matter where all ways meet
	c.end()
	c.setByte(lay.To, q)
	c.setByte(lay.Owner, q)
	c.aside(c.and(lit(b2i(!sure)), c.bin(i32LtS, stage, lit(0))), func() {
		next := c.after(q) // round to the first who was asked
		c.setByte(lay.To, next)
		c.setByte(lay.Owner, next)
		if len(p.Throws) > 0 { // no throw takes the place of the last
			c.clearThrows()
		}
		c.setByte(lay.Stage, lit(engine.NoStage))
		c.setByte(lay.Over, lit(engine.OverStuck))
		c.br(t.over)
	})
	return stage
}

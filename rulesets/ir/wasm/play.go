package wasm

import (
	"slices"

	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/ir"
)

// shiftMen moves the men of a move from one place to another.
func (c *ctx) shiftMen(e *env) {
	g := c.g
	if g.Move.Together || g.candidates.Stay || g.p.Classes() > 1 && !g.sliced() {
		c.addMen(0, e.class, e.from, e.men, true)
		c.addMen(0, e.class, e.to, e.men, false)
		return
	}
	c.shiftMan(e.class, e.from, e.to, e.pair)
}

// takeAll sends the men at every place of a set away.
func (c *ctx) takeAll(s set, x *engine.Effect) {
	seats := c.g.lower.Who(x.Whose, ir.Mover)
	if seat, one := seats.One(); one && c.g.Board.Alike { // nobody is gone to where nobody stands
		s = c.ands(s, c.standing(seat))
	}
	c.eachMember(s, func(_ int, f num) {
		c.changed()
		c.take(f, true, x.Store, nil, x.Whose)
		c.changed()
	})
	c.changed()
}

// effects carries out the effects of one change. e is the move it answers, whose
// marks they can change; nil for an event.
func (c *ctx) effects(list []engine.Effect, e *env) {
	g, lay := c.g, c.g.lay
	view := c.noMove()
	if e != nil {
		view = *e
	}
	landed := e != nil && !e.toStore && !(e.to.known && e.to.v < 0) // there is a man where the move ends
	for i := range list {
		x := &list[i]
		switch x.Kind {
		case engine.Send:
			var limit *num
			if x.B != nil {
				v := c.is(x.B, view)
				limit = &v
			}
			if x.Many {
				c.takeAll(c.set(g.of(x.A), view), x)
				continue
			}
			c.take(c.is(x.A, view), c.surelyPlace(g.of(x.A), view), x.Store, limit, x.Whose)
		case engine.Assign, engine.Raise:
			c.assignVar(x, view)
		case engine.AddMark, engine.DropMark:
			if x.Many {
				at := c.set(g.of(x.A), view)
				c.remarkAll(at, x)
				if landed { // who moved may be one of those
					e.class = c.pick(c.has(at, e.to), c.remarked(e.class, x), e.class)
				}
			} else if landed {
				e.class = c.remark(x, e)
			}
			if landed {
				view.class = e.class
			}
		case engine.AddParts:
			c.addParts(x, view)
		case engine.DropRest:
			c.dropAll()
		case engine.DropTurn:
			c.clearLeft()
		case engine.NextIs:
			c.setByte(lay.Next, c.bin(i32Add, c.is(x.A, view), lit(1)))
		case engine.StageIs:
			c.setByte(lay.NextStage, lit(x.Var+1))
		case engine.GoOn:
			if landed {
				c.setByte(lay.Active, c.bin(i32Add, e.to, lit(1)))
			}
		case engine.HandOver:
			c.handOver()
		case engine.Transfer:
			k := c.is(x.B, view)
			k = c.pick(c.bin(i32LtS, k, lit(0)), lit(0), k)
			for _, j := range c.whom(x.Their) {
				have := c.store(j, x.Var)
				n := c.pick(c.bin(i32LtS, k, have), k, have)
				c.addStore(j, x.Var, c.bin(i32Sub, lit(0), n))
				c.addStore(j, x.Store, n)
			}
		case engine.SetDown:
			c.setDown(c.set(g.of(x.A), view), x)
		default:
			c.lack(x.Kind.String())
		}
		if x.Kind != engine.AddParts { // which forgets what it changes
			c.changed()
		}
	}
}

// whom are the seats whose numbers a rule changes: the player's own, or those of all opponents.
func (c *ctx) whom(their bool) []int {
	if their {
		return c.opponents(0)
	}
	return []int{0}
}

// setDown puts men from a store on the places of a set where nobody stands.
func (c *ctx) setDown(s set, x *engine.Effect) {
	g, seat := c.g, b2i(x.Their)
	nobody := g.lower.Counted(ir.Men, ir.Places, 0, int(engine.Less), g.lower.Who(engine.Anyone, ir.Mover), g.lower.Number(1))
	c.eachMember(s, func(_ int, f num) {
		c.changed()
		may := c.and(c.has(c.set(nobody, c.noMove()), f), c.bin(i32Ne, c.store(seat, x.Var), lit(0)))
		if x.Their && !g.Board.Alike {
			f = c.acrossAt(0, seat, f, 0)
			may = c.and(may, c.bin(i32LtS, f, lit(g.p.Places)))
		}
		c.ifThen(may, func() {
			c.addMan(seat, lit(0), f, false)
			c.addStore(seat, x.Var, lit(-1))
		}, nil)
		c.changed()
	})
	c.changed()
}

// assignVar gives a variable a value, or adds to it.
func (c *ctx) assignVar(x *engine.Effect, view env) {
	g := c.g
	v := &g.p.Vars[x.Var]
	for _, j := range c.whom(x.Their && !v.Common) {
		if v.Kind == engine.SetVar || v.Kind == engine.LinesVar {
			c.putSet(x.Var, j, c.set(g.of(x.A), view))
			continue
		}
		y := c.is(x.A, view)
		if x.Kind == engine.Raise {
			y = c.bin(i32Add, y, c.variableOf(x.Var, j))
		}
		c.setVariable(x.Var, j, y)
	}
}

// remark gives the men of a move a mark, or takes one off them, or makes them men of a
// kind, if they stand there, and returns the class that they are of then.
func (c *ctx) remark(x *engine.Effect, e *env) num {
	k := c.variable(e.class)
	return c.reclass(e.to, k, c.remarked(k, x), e.men)
}

// remarkAll makes all men of the player at the places of a set men of another class.
func (c *ctx) remarkAll(s set, x *engine.Effect) {
	c.eachMember(s, func(_ int, f num) {
		for class := range c.g.p.Classes() {
			e := c.noMove()
			e.to, e.class = f, lit(class)
			c.changed()
			e.men = c.menOfClass(class, f)
			if d := c.remarked(e.class, x); !d.known || d.v != class {
				c.remark(x, &e)
			}
		}
		c.changed()
	})
	c.changed()
}

// addParts puts parts on the agenda, as often as the effect says.
func (c *ctx) addParts(x *engine.Effect, view env) {
	put := func() {
		at := lit(0)
		if x.Where == engine.AtEnd {
			at = c.byte(c.g.lay.LeftN)
		}
		at = c.variable(at)
		for _, part := range x.Parts {
			add := func() {
				c.insertLeft(at, lit(int(part)))
				c.assign(at, c.bin(i32Add, at, lit(1)))
			}
			if part&^engine.OptionalPart == engine.PartThrow {
				c.ifThen(c.deviceIs(), add, nil)
			} else {
				add()
			}
		}
	}
	if x.A == nil {
		put()
		return
	}
	times := c.variable(c.is(x.A, view))
	c.repeat(func(done, _ int) {
		c.partsChanged()
		c.leaveTo(done, c.bin(i32LeS, times, lit(0)))
		put()
		c.assign(times, c.bin(i32Sub, times, lit(1)))
	})
}

// deviceIs reports whether something is thrown in the present stage.
func (c *ctx) deviceIs() num {
	var with uint64
	for i, s := range c.g.p.Stages {
		if s.Device >= 0 {
			with |= 1 << i
		}
	}
	return c.stageIs(with)
}

// dropAll drops the parts before the next throw that is owed.
func (c *ctx) dropAll() {
	c.dropWhere(func(part num) num { return lit(1) }, false)
}

// dropWhere drops parts before the next throw owed. In fixed order, with stop,
// it ends at the first that is not dropped.
func (c *ctx) dropWhere(test func(part num) num, stop bool) {
	g := c.g
	i := c.variable(lit(0))
	c.repeat(func(done, _ int) {
		c.changed()
		c.leaveTo(done, c.bin(i32GeU, i, c.byte(g.lay.LeftN)))
		part := c.partLeft(i)
		c.push(c.bin(i32And, part, lit(0x7f)))
		c.op(i32Eqz)
		c.brIf(done)
		c.ifThen(test(part), func() { c.removeLeft(i) }, func() {
			if stop {
				c.leaveTo(done, c.byte(g.lay.Fixed))
			}
			c.assign(i, c.bin(i32Add, i, lit(1)))
		})
	})
	c.changed()
}

// dropOptions drops what may be left, in fixed order as far as the first part
// that may not; a throw that may be left is dropped by itself.
func (c *ctx) dropOptions() {
	g := c.g
	first := c.partLeft(lit(0))
	c.ifThen(c.and(c.bin(i32Eq, first, lit(engine.OptionalPart)), c.bin(i32Ne, c.byte(g.lay.LeftN), lit(0))), func() {
		c.removeLeft(lit(0))
	}, func() {
		c.dropWhere(func(part num) num { return c.bin(i32ShrU, part, lit(7)) }, true)
	})
	c.changed()
}

func (c *ctx) handOver() {
	lay := c.g.lay
	c.ifThen(c.byte(lay.Handed), func() { c.dropAll() }, func() {
		c.setByte(lay.Handed, lit(1))
		c.setByte(lay.To, c.after(c.byte(lay.To)))
	})
	c.changed()
}

// blocked finds the rule that answers parts which cannot be played, and emits f
// for it; none where there is no such rule.
func (c *ctx) blocked(f func(b *engine.Blocked), none func()) {
	g := c.g
	out := c.block()
	for i := range g.p.Blocked {
		b := &g.p.Blocked[i]
		g.rule = b.ID
		list := []int{1} // a turn without a throw is always covered
		alike := true
		for t := range g.p.Throws {
			list = append(list, b2i(b.Throws.Has(t)))
			alike = alike && b.Throws.Has(t)
		}
		covered := lit(1)
		if !alike {
			covered = c.octetAt(c.lastThrow(), g.m.octets("blocked "+b.ID+string(rune(i)), list))
		}
		e := c.noMove()
		cond := c.and(c.and(c.stageIs(b.Stages), covered), c.truth(c.is(b.When, e)))
		if cond.known && cond.v != 0 { // it answers whatever is left
			f(b)
			none = nil
			break
		}
		c.ifThen(cond, func() {
			f(b)
			c.br(out)
		}, nil)
	}
	if none != nil {
		none()
	}
	c.end()
}

// passTurn carries out what happens to parts that cannot be played.
func (c *ctx) passTurn() {
	lay := c.g.lay
	c.blocked(func(b *engine.Blocked) {
		c.note(b.Statement)
		c.setByte(lay.Active, lit(0))
		switch b.Policy {
		case engine.BlockedStop, engine.BlockedLeave:
			if c.g.Agenda.ThrowsAlone {
				c.clearLeft()
			} else {
				c.dropAll()
			}
		case engine.BlockedLose:
			c.clearLeft()
		case engine.BlockedSkip:
			c.ifThen(c.byte(lay.Fixed), func() { c.removeLeft(lit(0)) }, func() { c.dropAll() })
		case engine.BlockedOther:
			c.handOver()
		}
	}, func() { c.setByte(lay.Over, lit(engine.OverStuck)) }) // and what answers a pass is still to come
	c.changed()
}

// answer emits the changes that answer an act.
func (c *ctx) answer(act engine.Act, e *env) {
	g := c.g
	var list []*engine.Change
	for i := range g.p.Changes {
		if x := &g.p.Changes[i]; x.On&engine.OnAct(act) != 0 {
			list = append(list, x)
		}
	}
	for len(list) > 0 {
		n := 0 // changes that take effect only if he meets somebody
		for n < len(list) && sendsWhomItMeets(list[n]) {
			n++
		}
		if n < 2 || g.opt.Expand {
			n = 1
			c.answerWith(list[:n], e)
		} else {
			c.ifThen(c.num(g.lower.Met(), *e), func() { c.answerWith(list[:n], e) }, nil)
		}
		list = list[n:]
	}
}

// asksScored reports whether a condition depends on what is being scored.
func (g *gen) asksScored(n *engine.Node) bool { return g.of(n).OnScored() }

// sendsWhomItMeets reports whether a change does nothing but to send opponents away from where
// a man lands.
func sendsWhomItMeets(x *engine.Change) bool {
	return !slices.ContainsFunc(x.Effects, func(e engine.Effect) bool {
		return e.Kind != engine.Send || e.Whose != engine.Enemy || e.A == nil || e.A.Op != engine.NTo
	})
}

// answerWith emits changes that answer an act, of a move whose men they may mark.
func (c *ctx) answerWith(list []*engine.Change, e *env) {
	marks := func(x engine.Effect) bool { return x.Kind == engine.AddMark || x.Kind == engine.DropMark }
	for _, x := range list {
		c.g.rule = x.ID
		cond := c.and(c.stageIs(x.Stages), c.truth(c.is(x.When, *e)))
		if cond.known {
			if cond.v != 0 {
				c.takeEffect(x, e)
			}
			continue
		}
		f := *e
		if slices.ContainsFunc(x.Effects, marks) {
			e.class = c.variable(e.class)
			c.envs++
			e.id = c.envs
		}
		c.ifThen(cond, func() {
			if c.takeEffect(x, &f); e.id != f.id {
				c.assign(e.class, f.class)
			}
		}, nil)
	}
}

// takeEffect carries a change out.
func (c *ctx) takeEffect(x *engine.Change, e *env) {
	c.note(x.Statement)
	c.effects(x.Effects, e)
}

// event emits the changes that answer an event.
func (c *ctx) event(on engine.Trigger) {
	for i := range c.g.p.Changes {
		x := &c.g.p.Changes[i]
		if x.On&on == 0 {
			continue
		}
		c.g.rule = x.ID
		in := c.stageIs(x.Stages)
		if !in.known && !c.staged { // nobody has a stage: every change is considered
			in = c.or(in, c.bin(i32Eq, c.stage(), lit(engine.NoStage)))
		}
		c.ifThen(c.and(in, c.truth(c.is(x.When, c.noMove()))), func() { c.takeEffect(x, nil) }, nil)
	}
}

// test emits what is scored at a moment, and the ends tested at it. Nothing is
// tested once the game is over.
func (c *ctx) test(at engine.Moment, acts engine.Trigger, e env) {
	g := c.g
	p := g.p
	lay := g.lay
	var scores []*engine.Score
	for i := range p.Scores {
		r := &p.Scores[i]
		if r.At == at && (r.Acts == 0 || r.Acts&acts != 0) {
			scores = append(scores, r)
		}
	}
	var ends []int
	for i := range p.Ends {
		x := &p.Ends[i]
		if x.At == at && (x.Acts == 0 || x.Acts&acts != 0) {
			ends = append(ends, i)
		}
	}
	if len(scores)+len(ends) == 0 {
		return
	}
	goesOn := lit(1)
	if c.mayBeOver {
		goesOn = c.not(c.byte(lay.Over))
	}
	var conditions []*engine.Node
	asked := true // of the position alone, not of what is scored
	for _, r := range scores {
		if asked = asked && !g.asksScored(r.When); r.Points != nil {
			conditions = append(conditions, r.When)
		}
	}
	for _, i := range ends {
		asked = asked && !g.asksScored(p.Ends[i].When)
		conditions = append(conditions, p.Ends[i].When)
	}
	if asked {
		if may := c.mayHold(conditions, e); may != nil {
			c.ifThen(goesOn, func() {
				c.ifAny(may, func() { c.testNow(scores, ends, e) }, nil)
			}, nil)
			c.changed()
			return
		}
	}
	c.ifThen(goesOn, func() { c.testNow(scores, ends, e) }, nil)
	c.changed()
}

// testNow scores, and ends the game, as scores and ends say whose conditions hold.
func (c *ctx) testNow(scores []*engine.Score, ends []int, e env) {
	g, p := c.g, c.g.p
	c.scored = make([]num, len(p.Players))
	for w := range c.scored {
		c.scored[w] = c.variable(lit(0))
	}
	some := c.someScore(scores, e)
	// The tests are worked out once; what a score changes they seldom ask.
	holds := func(i int) num {
		g.rule = p.Ends[i].ID
		return c.and(c.stageIs(p.Ends[i].Stages), c.truth(c.is(p.Ends[i].When, e)))
	}
	early := make([]num, len(ends))
	for k, i := range ends {
		if early[k] = (num{l: -1}); !g.asksScored(p.Ends[i].When) {
			early[k] = holds(i)
		}
	}
	c.ifThen(some, func() {
		for _, r := range scores {
			c.scoreBy(r, e)
		}
		for w, v := range c.scored {
			c.addScore(w, v)
		}
	}, nil)
	for k, i := range ends {
		if g.asksScored(p.Ends[i].When) {
			c.forgetHere()
			early[k] = holds(i)
		}
	}
	c.endBy(ends, early)
	c.scored = nil
	c.changed()
}

// someScore reports whether any points may be scored, which is seldom so: it is asked first.
func (c *ctx) someScore(scores []*engine.Score, e env) num {
	g := c.g
	some := lit(0)
	for _, r := range scores {
		g.rule = r.ID
		if r.Points == nil {
			continue
		}
		if g.asksScored(r.When) {
			return lit(1)
		}
		some = c.or(some, c.and(c.stageIs(r.Stages), c.truth(c.is(r.When, e))))
	}
	return some
}

// scoreBy scores by one rule, if its condition holds.
func (c *ctx) scoreBy(r *engine.Score, e env) {
	g, p := c.g, c.g.p
	g.rule = r.ID
	anew := g.asksScored(r.When) // what has been scored so far counts
	if anew {
		c.forgetNumbersHere()
	}
	cond := c.and(c.stageIs(r.Stages), c.truth(c.is(r.When, e)))
	c.ifThen(cond, func() {
		before := c.scoresBefore()
		for _, w := range c.whom(r.Their) {
			v := c.scored[w]
			switch {
			case r.Points != nil:
				c.forgetNumbersHere()
				c.assign(v, c.bin(i32Add, v, c.is(r.Points, e)))
			case r.Round > 0:
				c.assign(v, c.bin(i32Add, v, c.mod(c.bin(i32Sub, lit(0), v), p.Denominator)))
			case r.Round < 0:
				c.assign(v, c.bin(i32Sub, v, c.mod(v, p.Denominator)))
			default:
				x := c.bin(i32Mul, v, lit(r.Num))
				if r.Den != 1 {
					c.push(x)
					c.i32(r.Den)
					c.op(i32DivS)
					x = c.keep()
				}
				c.assign(v, x)
			}
		}
		c.noteScore(r.Statement, before)
	}, nil)
	if anew {
		c.forgetNumbersHere()
	}
}

// endBy ends the game by the first of the ends that hold. Where the rules do not say which
// comes first, that another holds as well is counted.
func (c *ctx) endBy(ends []int, hold []num) {
	g := c.g
	over := lit(0)
	for _, v := range hold {
		over = c.or(over, v)
	}
	c.ifThen(over, func() {
		found := c.block()
		for k, i := range ends {
			c.ifThen(hold[k], func() {
				if !g.p.Ends[i].Ordered {
					twice := lit(0)
					for _, v := range hold[k+1:] {
						twice = c.or(twice, v)
					}
					c.ifThen(twice, func() {
						c.push(c.s)
						c.push(c.s)
						c.load32(g.offUnclear)
						c.i32(1)
						c.op(i32Add)
						c.store32(g.offUnclear)
					}, nil)
				}
				c.finish(i)
				c.br(found)
			}, nil)
		}
		c.end()
	}, nil)
}

// finish ends the game by end i.
func (c *ctx) finish(i int) {
	g := c.g
	p := g.p
	x := &p.Ends[i]
	c.note(x.Statement)
	w := lit(0)
	switch x.Winner {
	case engine.Me:
		w = c.bin(i32Add, c.player(), lit(1))
	case engine.Them:
		w = c.bin(i32Add, c.seat(1), lit(1))
	case engine.WinnerVar:
		w = c.bin(i32Add, c.variableOf(x.Var, 0), lit(1))
	case engine.HigherScore:
		best, tie, who := lit(0), lit(0), lit(0)
		for q := range p.Players {
			v := c.score(q)
			if q == 0 {
				best, who = v, c.seat(0)
				continue
			}
			more := c.bin(i32GtS, v, best)
			tie = c.pick(more, lit(0), c.or(tie, c.bin(i32Eq, v, best)))
			who = c.pick(more, c.seat(q), who)
			best = c.pick(more, v, best)
		}
		w = c.pick(tie, lit(0), c.bin(i32Add, who, lit(1)))
	}
	if p.Match > 0 {
		c.ifThen(c.matchGoesOn(), func() {
			c.invoke(g.fNext, c.s)
			c.mayBeOver = true // the game that has begun
		}, func() { c.close(i, w) })
		return
	}
	c.close(i, w)
}

// close ends the game, by end i, for winner w, counted from 1.
func (c *ctx) close(i int, w num) {
	g := c.g
	lay := g.lay
	may := c.mayBeOver
	c.setByte(lay.Over, lit(i+1))
	c.setByte(lay.Winner, w)
	c.ifThen(c.not(c.byte(g.offQuiet)), func() {
		c.clearLeft()
		c.setByte(lay.Played, lit(0))
		c.setByte(lay.Active, lit(0))
		c.setByte(lay.InThrow, lit(0))
		c.initVars(engine.PerThrow)
	}, nil)
	c.leave(may)
}

// initVars gives the variables of one lifetime, of all seats, their first value.
func (c *ctx) initVars(per engine.Lifetime) {
	for seat := range c.g.p.Players {
		c.initVarsOf(per, seat)
	}
}

// initVarsOf gives the variables of one lifetime of a seat their first value; the
// common ones with the first player's.
func (c *ctx) initVarsOf(per engine.Lifetime, seat int) {
	g := c.g
	for v := range g.p.Vars {
		d := &g.p.Vars[v]
		if d.Per != per {
			continue
		}
		g.rule = d.ID
		set := func() {
			e, view := c.noMove(), ir.View{Seat: seat, Opponent: -1}
			switch d.Kind {
			case engine.SetVar, engine.LinesVar:
				s := none(g.w)
				if d.Initial != nil {
					s = c.set(g.lower.Value(d.Initial, view), e)
				}
				c.putSet(v, seat, s)
			default:
				x := lit(-b2i(d.Kind != engine.NumberVar))
				if d.Initial != nil {
					x = c.num(g.lower.Value(d.Initial, view), e)
				}
				c.setVariable(v, seat, x)
			}
		}
		if d.Common {
			c.ifThen(c.not(c.seat(seat)), set, nil)
		} else {
			set()
		}
	}
}

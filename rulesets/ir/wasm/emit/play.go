package emit

import (
	"slices"

	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/ir"
	"github.com/lectio/lectio/rulesets/ir/wasm/asm"
)

// shiftMen moves the men of a move from one place to another.
func (c *ctx) shiftMen(e *env) {
	g := c.g
	if g.nobodys(e.act) {
		c.AddMen(c.Nobody(), lit(0), c.OfNobody(e.from), e.men, true)
		c.Changed()
		c.AddMen(c.Nobody(), lit(0), c.OfNobody(e.to), e.men, false)
		return
	}
	if g.Move.Together || g.candidates.Stay || g.Program.Classes() > 1 && !g.Sliced() {
		c.AddMen(0, e.class, e.from, e.men, true)
		c.AddMen(0, e.class, e.to, e.men, false)
		return
	}
	c.ShiftMan(e.class, e.from, e.to, e.pair)
}

// takeAll sends the men at every place of a set away.
func (c *ctx) takeAll(s set, x *engine.Effect) {
	seats := c.g.lower.Who(x.Whose, ir.Mover)
	if seat, one := seats.One(); one && c.g.Board.Alike { // nobody is gone to where nobody stands
		s = c.Ands(s, c.Standing(seat))
	}
	c.EachMember(s, func(_ int, f num) {
		c.Changed()
		c.Take(f, true, x.Store, nil, x.Whose, asm.B2i(x.Their))
		c.Changed()
	})
	c.Changed()
}

// effects carries out the effects of one change. e is the move it answers, whose
// marks they can change; nil for an event.
func (c *ctx) effects(list []engine.Effect, e *env) {
	g, lay := c.g, c.g.Layout
	view := c.noMove()
	if e != nil {
		view = *e
	}
	landed := e != nil && !e.toStore && !(e.to.Known && e.to.Value < 0) // there is a man where the move ends
	for i := range list {
		x := &list[i]
		switch x.Kind {
		case engine.Send:
			var limit *num
			if x.B != nil {
				v := c.is(x.B, view)
				limit = &v
			}
			if x.To != nil {
				c.sendTo(x, limit, view)
				continue
			}
			if x.Many {
				c.takeAll(c.set(g.of(x.A), view), x)
				continue
			}
			c.Take(c.is(x.A, view), c.surelyPlace(g.of(x.A), view), x.Store, limit, x.Whose, asm.B2i(x.Their))
		case engine.Assign, engine.Raise:
			c.assignVar(x, view)
		case engine.AddMark, engine.DropMark:
			if x.Many {
				at := c.set(g.of(x.A), view)
				c.remarkAll(at, x)
				if landed { // who moved may be one of those
					e.class = c.Pick(c.Has(at, e.to), c.Remarked(e.class, x), e.class)
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
			c.ClearLeft()
		case engine.NextIs:
			c.SetByte(lay.Next, c.Add(c.is(x.A, view), lit(1)))
		case engine.StageIs:
			c.SetByte(lay.NextStage, lit(x.Var+1))
		case engine.GoOn:
			if landed {
				c.SetActive(c.Add(e.to, lit(1)))
			}
		case engine.HandOver:
			c.handOver()
		case engine.Transfer:
			k := c.is(x.B, view)
			k = c.Pick(c.LtS(k, lit(0)), lit(0), k)
			for _, j := range c.whom(x.Their) {
				have := c.Store(j, x.Var)
				n := c.Pick(c.LtS(k, have), k, have)
				c.AddStore(j, x.Var, c.Sub(lit(0), n))
				c.AddStore(j, x.Store, n)
			}
		case engine.Sowed:
			c.sowOn(x, e)
			view = *e
		case engine.SetDown:
			c.setDown(c.set(g.of(x.A), view), x)
		default:
			c.lack(x.Kind.String())
		}
		if x.Kind != engine.AddParts { // which forgets what it changes
			c.Changed()
		}
	}
}

// whom are the seats whose numbers a rule changes: the player's own, or those of all opponents.
func (c *ctx) whom(their bool) []int {
	if their {
		return c.Opponents(0)
	}
	return []int{0}
}

// setDown puts men from a store on the places of a set where nobody stands.
func (c *ctx) setDown(s set, x *engine.Effect) {
	g, seat := c.g, asm.B2i(x.Their)
	nobody := g.lower.Counted(ir.Men, ir.Places, 0, int(engine.Less), g.lower.Who(engine.Anyone, ir.Mover), g.lower.Number(1))
	c.EachMember(s, func(_ int, f num) {
		c.Changed()
		may := c.And(c.Has(c.set(nobody, c.noMove()), f), c.Ne(c.Store(seat, x.Var), lit(0)))
		if x.Their && !g.Board.Alike {
			f = c.AcrossAt(0, seat, f, 0)
			may = c.And(may, c.LtS(f, lit(g.Program.Places)))
		}
		c.IfThen(may, func() {
			c.AddMan(seat, lit(0), f, false)
			c.AddStore(seat, x.Var, lit(-1))
		}, nil)
		c.Changed()
	})
	c.Changed()
}

// assignVar gives a variable a value, or adds to it.
func (c *ctx) assignVar(x *engine.Effect, view env) {
	g := c.g
	v := &g.Program.Vars[x.Var]
	for _, j := range c.whom(x.Their && !v.Common) {
		if v.Kind == engine.SetVar || v.Kind == engine.LinesVar {
			c.PutSet(x.Var, j, c.set(g.of(x.A), view))
			continue
		}
		y := c.is(x.A, view)
		if x.Kind == engine.Raise {
			y = c.Add(y, c.VariableOf(x.Var, j))
		}
		c.SetVariable(x.Var, j, y)
	}
}

// remark gives the men of a move a mark, or takes one off them, or makes them men of a
// kind, if they stand there, and returns the class that they are of then.
func (c *ctx) remark(x *engine.Effect, e *env) num {
	k := c.Variable(e.class)
	return c.Reclass(e.to, k, c.Remarked(k, x), e.men)
}

// remarkAll makes all men of the player at the places of a set men of another class.
func (c *ctx) remarkAll(s set, x *engine.Effect) {
	c.EachMember(s, func(_ int, f num) {
		for class := range c.g.Program.Classes() {
			e := c.noMove()
			e.to, e.class = f, lit(class)
			c.Changed()
			e.men = c.MenOfClass(class, f)
			if d := c.Remarked(e.class, x); !d.Known || d.Value != class {
				c.remark(x, &e)
			}
		}
		c.Changed()
	})
	c.Changed()
}

// addParts puts parts on the agenda, as often as the effect says.
func (c *ctx) addParts(x *engine.Effect, view env) {
	put := func() {
		at := lit(0)
		if x.Where == engine.AtEnd {
			at = c.Byte(c.g.Layout.LeftN)
		}
		at = c.Variable(at)
		for _, part := range x.Parts {
			add := func() {
				c.InsertLeft(at, lit(int(part)))
				c.Assign(at, c.Add(at, lit(1)))
			}
			if part&^engine.OptionalPart == engine.PartThrow {
				c.IfThen(c.deviceIs(), add, nil)
			} else {
				add()
			}
		}
	}
	n := lit(1)
	if x.A != nil {
		n = c.is(x.A, view)
	}
	if n.Known && n.Value == 1 {
		put()
		return
	}
	times := c.Variable(n)
	c.Repeat(func(done, _ int) {
		c.PartsChanged()
		c.LeaveTo(done, c.LeS(times, lit(0)))
		put()
		c.Assign(times, c.Sub(times, lit(1)))
	})
}

// deviceIs reports whether something is thrown in the present stage.
func (c *ctx) deviceIs() num {
	var with uint64
	for i, s := range c.g.Program.Stages {
		if s.Device >= 0 {
			with |= 1 << i
		}
	}
	return c.StageIs(with)
}

// dropAll drops the parts before the next throw that is owed.
func (c *ctx) dropAll() {
	c.dropWhere(func(part num) num { return lit(1) }, false)
}

// dropWhere drops parts before the next throw owed. In fixed order, with stop,
// it ends at the first that is not dropped.
func (c *ctx) dropWhere(test func(part num) num, stop bool) {
	g := c.g
	i := c.Variable(lit(0))
	c.Repeat(func(done, _ int) {
		c.Changed()
		c.LeaveTo(done, c.GeU(i, c.Byte(g.Layout.LeftN)))
		part := c.PartLeft(i)
		c.Push(c.BitAnd(part, lit(0x7f)))
		c.Op(asm.I32Eqz)
		c.BrIf(done)
		c.IfThen(test(part), func() { c.RemoveLeft(i) }, func() {
			if stop {
				c.LeaveTo(done, c.Byte(g.Layout.Fixed))
			}
			c.Assign(i, c.Add(i, lit(1)))
		})
	})
	c.Changed()
}

// dropOptions drops what may be left, in fixed order as far as the first part
// that may not; a throw that may be left is dropped by itself.
func (c *ctx) dropOptions() {
	g := c.g
	first := c.PartLeft(lit(0))
	c.IfThen(c.And(c.Eq(first, lit(engine.OptionalPart)), c.Ne(c.Byte(g.Layout.LeftN), lit(0))), func() {
		c.RemoveLeft(lit(0))
	}, func() {
		c.dropWhere(func(part num) num { return c.ShrU(part, lit(7)) }, true)
	})
	c.Changed()
}

func (c *ctx) handOver() {
	lay := c.g.Layout
	c.IfThen(c.Byte(lay.Handed), func() { c.dropAll() }, func() {
		c.SetByte(lay.Handed, lit(1))
		c.SetByte(lay.To, c.After(c.Byte(lay.To)))
	})
	c.Changed()
}

// blocked finds the rule that answers parts which cannot be played, and emits f
// for it; none where there is no such rule.
func (c *ctx) blocked(f func(b *engine.Blocked), none func()) {
	g := c.g
	out := c.Block()
	for i := range g.Program.Blocked {
		b := &g.Program.Blocked[i]
		g.rule = b.ID
		list := []int{1} // a turn without a throw is always covered
		alike := true
		for t := range g.Program.Throws {
			list = append(list, asm.B2i(b.Throws.Has(t)))
			alike = alike && b.Throws.Has(t)
		}
		covered := lit(1)
		if !alike {
			covered = c.OctetAt(c.LastThrow(), g.m.Octets("blocked "+b.ID+string(rune(i)), list))
		}
		e := c.noMove()
		cond := c.And(c.And(c.StageIs(b.Stages), covered), c.Truth(c.is(b.When, e)))
		if cond.Known && cond.Value != 0 { // it answers whatever is left
			f(b)
			none = nil
			break
		}
		c.IfThen(cond, func() {
			f(b)
			c.Br(out)
		}, nil)
	}
	if none != nil {
		none()
	}
	c.End()
}

// passTurn carries out what happens to parts that cannot be played.
func (c *ctx) passTurn() {
	lay := c.g.Layout
	c.blocked(func(b *engine.Blocked) {
		c.note(b.Statement)
		c.SetActive(lit(0))
		switch b.Policy {
		case engine.BlockedStop, engine.BlockedLeave:
			if c.g.Agenda.ThrowsAlone {
				c.ClearLeft()
			} else {
				c.dropAll()
			}
		case engine.BlockedLose:
			c.ClearLeft()
		case engine.BlockedSkip:
			c.IfThen(c.Byte(lay.Fixed), func() { c.RemoveLeft(lit(0)) }, func() { c.dropAll() })
		case engine.BlockedOther:
			c.handOver()
		}
	}, func() { c.SetByte(lay.Over, lit(engine.OverStuck)) }) // and what answers a pass is still to come
	c.Changed()
}

// answer emits the changes that answer an act.
func (c *ctx) answer(act engine.Act, e *env) {
	g := c.g
	var list []*engine.Change
	for i := range g.Program.Changes {
		if x := &g.Program.Changes[i]; x.On&engine.OnAct(act) != 0 {
			list = append(list, x)
		}
	}
	if g.sowsBy(list) {
		c.answerSowing(act, list, e)
		return
	}
	for len(list) > 0 {
		n := 0 // changes that take effect only if he meets somebody
		for n < len(list) && sendsWhomItMeets(list[n]) {
			n++
		}
		if n < 2 || g.Options.Expand {
			n = 1
			c.answerWith(list[:n], e)
		} else {
			c.IfThen(c.num(g.lower.Met(), *e), func() { c.answerWith(list[:n], e) }, nil)
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
		cond := c.And(c.StageIs(x.Stages), c.Truth(c.is(x.When, *e)))
		if cond.Known {
			if cond.Value != 0 {
				c.takeEffect(x, e)
			}
			continue
		}
		f := *e
		marked := slices.ContainsFunc(x.Effects, marks)
		if marked {
			e.class = c.Variable(e.class)
			c.envs++
			e.id = c.envs
		}
		c.IfThen(cond, func() {
			if c.takeEffect(x, &f); marked {
				c.Assign(e.class, f.class)
			}
		}, nil)
	}
}

// sowsBy reports whether some change sows.
func (g *gen) sowsBy(list []*engine.Change) bool {
	return slices.ContainsFunc(list, func(x *engine.Change) bool {
		return slices.ContainsFunc(x.Effects, func(e engine.Effect) bool { return e.Kind == engine.Sowed })
	})
}

// answerSowing emits the changes that answer an act, where one of them sows: what answers a sowing is then asked from the first
// on, with the move going to where the last man lies.
func (c *ctx) answerSowing(act engine.Act, list []*engine.Change, e *env) {
	g := c.g
	e.to, e.toStore = c.Variable(e.to), false
	c.sown = c.Variable(lit(1))
	round := func(list []*engine.Change) {
		c.Changed()
		out := c.Block()
		c.EnterScope() // what stands behind a change that sows is not always passed
		for _, x := range list {
			c.envs++
			e.id = c.envs
			c.answerWith([]*engine.Change{x}, e)
			if g.sowsBy([]*engine.Change{x}) {
				c.LeaveTo(out, c.sown)
			}
		}
		c.LeaveScope()
		c.End()
		c.Changed()
	}
	if act != engine.Sow {
		c.Assign(c.sown, lit(0))
		round(list)
		list = nil
		for i := range g.Program.Changes {
			if x := &g.Program.Changes[i]; x.On&engine.OnAct(engine.Sow) != 0 {
				list = append(list, x)
			}
		}
	}
	laps := c.Variable(lit(asm.B2i(act != engine.Sow)))
	c.Repeat(func(done, _ int) {
		c.LeaveTo(done, c.Not(c.sown))
		c.IfThen(c.GtS(laps, lit(engine.MostLaps)), func() {
			c.SetByte(g.Layout.Over, lit(engine.OverStuck))
			c.Br(done)
		}, nil)
		c.Assign(laps, c.Add(laps, lit(1)))
		c.Assign(c.sown, lit(0))
		round(list)
	})
	c.envs++
	e.id = c.envs
	c.Changed()
}

// takeEffect carries a change out.
func (c *ctx) takeEffect(x *engine.Change, e *env) {
	c.note(x.Statement)
	c.effects(x.Effects, e)
}

// event emits the changes that answer an event.
func (c *ctx) event(on engine.Trigger) {
	for i := range c.g.Program.Changes {
		x := &c.g.Program.Changes[i]
		if x.On&on == 0 {
			continue
		}
		c.g.rule = x.ID
		in := c.StageIs(x.Stages)
		if !in.Known && !c.Staged { // nobody has a stage: every change is considered
			in = c.Or(in, c.Eq(c.Stage(), lit(engine.NoStage)))
		}
		c.IfThen(c.And(in, c.Truth(c.is(x.When, c.noMove()))), func() { c.takeEffect(x, nil) }, nil)
	}
}

// test emits what is scored at a moment, and the ends tested at it. Nothing is
// tested once the game is over.
func (c *ctx) test(at engine.Moment, acts engine.Trigger, e env) {
	c.testIf(func() num { return lit(1) }, at, acts, e)
}

// testIf emits the same, of which nothing happens unless something holds that is dear to ask.
func (c *ctx) testIf(holds func() num, at engine.Moment, acts engine.Trigger, e env) {
	g := c.g
	p := g.Program
	lay := g.Layout
	var scores []*engine.Score
	for i := range p.Scores {
		r := &p.Scores[i]
		if r.At&at != 0 && (r.Acts == 0 || r.Acts&acts != 0) {
			scores = append(scores, r)
		}
	}
	var ends []int
	for i := range p.Ends {
		x := &p.Ends[i]
		if x.At&at != 0 && (x.Acts == 0 || x.Acts&acts != 0) {
			ends = append(ends, i)
		}
	}
	if len(scores)+len(ends) == 0 {
		return
	}
	goesOn := lit(1)
	if c.MayBeOver {
		goesOn = c.Not(c.Byte(lay.Over))
	}
	testNow := func() { c.IfThen(holds(), func() { c.testNow(scores, ends, e) }, nil) }
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
			c.IfThen(goesOn, func() {
				c.IfAny(may, testNow, nil)
			}, nil)
			c.Changed()
			return
		}
	}
	c.IfThen(goesOn, testNow, nil)
	c.Changed()
}

// testNow scores, and ends the game, as scores and ends say whose conditions hold.
func (c *ctx) testNow(scores []*engine.Score, ends []int, e env) {
	g, p := c.g, c.g.Program
	c.scored = make([]num, len(p.Players))
	for w := range c.scored {
		c.scored[w] = c.Variable(lit(0))
	}
	some := c.someScore(scores, e)
	// The tests are worked out once; what a score changes they seldom ask.
	holds := func(i int) num {
		g.rule = p.Ends[i].ID
		return c.And(c.StageIs(p.Ends[i].Stages), c.Truth(c.is(p.Ends[i].When, e)))
	}
	early := make([]num, len(ends))
	for k, i := range ends {
		if early[k] = (num{Local: -1}); !g.asksScored(p.Ends[i].When) {
			early[k] = holds(i)
		}
	}
	c.IfThen(some, func() {
		for _, r := range scores {
			c.scoreBy(r, e)
		}
		for w, v := range c.scored {
			c.AddScore(w, v)
		}
	}, nil)
	for k, i := range ends {
		if g.asksScored(p.Ends[i].When) {
			c.ForgetHere()
			early[k] = holds(i)
		}
	}
	c.endBy(ends, early)
	c.scored = nil
	c.Changed()
}

// someScore reports whether any points may be scored, which is seldom so: it is asked first. It gains 9 % in random games of
// Natt Klab and 7 % in alquerque, measured on 2026-11-28.
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
		some = c.Or(some, c.And(c.StageIs(r.Stages), c.Truth(c.is(r.When, e))))
	}
	return some
}

// scoreBy scores by one rule, if its condition holds.
func (c *ctx) scoreBy(r *engine.Score, e env) {
	g, p := c.g, c.g.Program
	g.rule = r.ID
	anew := g.asksScored(r.When) // what has been scored so far counts
	if anew {
		c.ForgetNumbersHere()
	}
	cond := c.And(c.StageIs(r.Stages), c.Truth(c.is(r.When, e)))
	c.IfThen(cond, func() {
		before := c.scoresBefore()
		for _, w := range c.whom(r.Their) {
			v := c.scored[w]
			switch {
			case r.Points != nil:
				c.ForgetNumbersHere()
				c.Assign(v, c.Add(v, c.is(r.Points, e)))
			case r.Round > 0:
				c.Assign(v, c.Add(v, c.Mod(c.Sub(lit(0), v), p.Denominator)))
			case r.Round < 0:
				c.Assign(v, c.Sub(v, c.Mod(v, p.Denominator)))
			default:
				x := c.Mul(v, lit(r.Num))
				if r.Den != 1 {
					x = c.DivS(x, lit(r.Den))
				}
				c.Assign(v, x)
			}
		}
		c.noteScore(r.Statement, before)
	}, nil)
	if anew {
		c.ForgetNumbersHere()
	}
}

// endBy ends the game by the first of the ends that hold and that no other of them outranks.
// Where the rules do not say which comes first, that another holds as well is counted.
func (c *ctx) endBy(ends []int, hold []num) {
	g := c.g
	over := lit(0)
	for _, v := range hold {
		over = c.Or(over, v)
	}
	c.IfThen(over, func() {
		found := c.Block()
		outranks := func(i, k int) bool { return slices.Contains(g.Program.Ends[i].Outranks, k) }
		for k, i := range ends {
			first, twice := hold[k], lit(0)
			for l, j := range ends {
				switch {
				case outranks(j, i):
					first = c.And(first, c.Not(hold[l]))
				case l != k && !outranks(i, j):
					twice = c.Or(twice, hold[l])
				}
			}
			c.IfThen(first, func() {
				c.IfThen(twice, func() { c.CountUp(g.OffUnclear) }, nil)
				c.finish(i)
				c.Br(found)
			}, nil)
		}
		c.End()
	}, nil)
}

// finish ends the game by end i.
func (c *ctx) finish(i int) {
	g := c.g
	p := g.Program
	x := &p.Ends[i]
	c.note(x.Statement)
	if p.Match > 0 {
		c.IfThen(c.matchGoesOn(), func() {
			c.Invoke(g.fNext, c.Frame)
			c.MayBeOver = true // the game that has begun
			if c.LeaveAt != 0 {
				c.LeaveTo(c.LeaveAt, c.Byte(g.Layout.Over))
			}
			if c.nextAt != 0 { // what was under way is at an end
				c.Br(c.nextAt)
			}
		}, func() { c.close(i, c.winner(engine.HigherScore, 0)) })
		return
	}
	c.close(i, c.winner(x.Winner, x.Var))
}

// winner is whom an end, or a match, names as winner, counted from 1; 0 for nobody.
func (c *ctx) winner(by engine.Winner, v int) num {
	switch by {
	case engine.Me:
		return c.Add(c.Player(), lit(1))
	case engine.Them:
		return c.Add(c.Seat(1), lit(1))
	case engine.WinnerVar:
		return c.Add(c.VariableOf(v, 0), lit(1))
	case engine.HigherScore:
		best, tie, who := lit(0), lit(0), lit(0)
		for q := range c.g.Program.Players {
			v := c.Score(q)
			if q == 0 {
				best, who = v, c.Seat(0)
				continue
			}
			more := c.GtS(v, best)
			tie = c.Pick(more, lit(0), c.Or(tie, c.Eq(v, best)))
			who = c.Pick(more, c.Seat(q), who)
			best = c.Pick(more, v, best)
		}
		return c.Pick(tie, lit(0), c.Add(who, lit(1)))
	}
	return lit(0)
}

// close ends the game, by end i, for winner w, counted from 1.
func (c *ctx) close(i int, w num) {
	g := c.g
	lay := g.Layout
	may := c.MayBeOver
	c.SetByte(lay.Over, lit(i+1))
	c.SetByte(lay.Winner, w)
	c.IfThen(c.Not(c.Byte(g.OffQuiet)), func() {
		c.ClearLeft()
		c.SetByte(lay.Played, lit(0))
		c.SetActive(lit(0))
		c.SetByte(lay.InThrow, lit(0))
		c.initVars(engine.PerThrow)
	}, nil)
	c.Leave(may)
}

// initVars gives the variables of one lifetime, of all seats, their first value.
func (c *ctx) initVars(per engine.Lifetime) {
	for seat := range c.g.Program.Players {
		c.initVarsOf(per, seat)
	}
}

// initVarsOf gives the variables of one lifetime of a seat their first value; the
// common ones with the first player's.
func (c *ctx) initVarsOf(per engine.Lifetime, seat int) {
	g := c.g
	for v := range g.Program.Vars {
		d := &g.Program.Vars[v]
		if d.Per != per {
			continue
		}
		g.rule = d.ID
		set := func() {
			e, view := c.noMove(), ir.View{Seat: seat, Opponent: -1}
			switch d.Kind {
			case engine.SetVar, engine.LinesVar:
				s := asm.None(g.VarWords(v))
				if d.Initial != nil {
					s = c.set(g.lower.Value(d.Initial, view), e)
				}
				c.PutSet(v, seat, s)
			default:
				x := lit(-asm.B2i(d.Kind != engine.NumberVar))
				if d.Initial != nil {
					x = c.num(g.lower.Value(d.Initial, view), e)
				}
				c.SetVariable(v, seat, x)
			}
		}
		if d.Common {
			c.IfThen(c.Not(c.Seat(seat)), set, nil)
		} else {
			set()
		}
	}
}

// matchGoesOn reports whether a match is not over with a game of it: nobody has the
// points for it. Within a look-ahead the next game is not begun.
func (c *ctx) matchGoesOn() num {
	done := c.Byte(c.g.OffQuiet)
	for q := range c.g.Program.Players {
		done = c.Or(done, c.GeS(c.Score(q), lit(c.g.Program.Match)))
	}
	return c.Not(done)
}

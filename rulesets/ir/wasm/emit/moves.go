package emit

import (
	"slices"

	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/ir"
	"github.com/lectio/lectio/rulesets/ir/wasm/asm"
	"github.com/lectio/lectio/rulesets/ir/wasm/state"
)

// generate writes the function that works out what may be done: a block for
// each part that can be played, and the number of moves, which it returns.
func (g *gen) generate() {
	c := g.begin(g.fGen)
	c.TurnTo(c.Byte(g.Layout.To))
	if g.Move.LooksAhead {
		c.IfThen(c.Not(c.Byte(g.OffQuiet)), func() {
			c.SetGlobal(state.AtSeen, lit(0))
		}, nil)
	}
	owed, optional := c.Variable(lit(0)), c.Variable(lit(0))
	ranks, mixed := c.VariableW(wlit(0)), c.Variable(lit(0))
	c.IfThen(c.Not(c.PartsLeft()), c.throwOrStop, nil)
	total := c.eachPartUp(func(raw, part num) num {
		opt := c.ShrU(raw, lit(7))
		c.Assign(optional, c.BitOr(optional, opt))
		// the block of the part lies at its rank, so that blocks are in the defined order
		rank := c.rankOf(part)
		at := c.Add(c.Frame, c.Mul(rank, lit(g.BlockSize)))
		count := c.Variable(lit(0))
		g.forClass(c, part, func(cl *ir.Class, part num) {
			g.class = cl
			c.Assign(count, c.candidates(cl, part, block{c, cl, at}, mixed, true))
		})
		c.PutNum(at, g.OffBlocks+state.BlkCount, count)
		some := c.Ne(count, lit(0))
		c.AssignW(ranks, c.OrW(ranks, c.ShlW(c.Widen(some), c.Widen(rank))))
		c.Assign(owed, c.BitOr(owed, c.And(some, c.Not(opt))))
		return count
	})
	c.TurnTo(c.Player())
	c.stopOrGo(&counted{total, owed, optional, mixed, ranks})
}

// eachPartUp emits f for each kind of part that may be played now, and returns how many moves
// there are with all of them: f gives those with one, which raw says may be left, or not. In fixed
// order only the first part is up, or the first that can be played, where a rule says so.
func (c *ctx) eachPartUp(f func(raw, part num) (moves num)) (total num) {
	n := c.PartsLeft()
	total = c.Variable(lit(0))
	fixed := c.Byte(c.g.Layout.Fixed)
	leave := c.waits(c.And(fixed, c.GtS(n, lit(1))))
	i, seen := c.Variable(lit(0)), c.VariableW(wlit(0))
	done := c.Block()
	again := c.Loop()
	c.EnterScope()
	next := c.Block()
	raw := c.PartLeft(i)
	part := c.BitAnd(raw, lit(0x7f))
	bit := c.ShlW(wlit(1), c.Widen(part))
	dup := c.AndW(seen, bit)
	c.PushW(dup)
	c.I64(0)
	c.Op(asm.I64Ne)
	c.BrIf(next)
	c.AssignW(seen, c.OrW(seen, bit))
	c.Assign(total, c.Add(total, f(raw, part)))
	c.End()
	c.LeaveScope()
	c.Assign(i, c.Add(i, lit(1)))
	c.LeaveTo(done, c.GeS(i, n))
	c.Push(fixed)
	c.Op(asm.I32Eqz)
	c.BrIf(again)
	if leave.Known {
		c.Br(done)
	} else {
		c.LeaveTo(again, c.And(leave, c.Not(total)))
	}
	c.End()
	c.End()
	return total
}

// throwOrStop ends a function that generates moves where nothing is up but a throw that may be
// left: it may be taken, or the turn stopped.
func (c *ctx) throwOrStop() {
	g := c.g
	may := c.Eq(c.PartLeft(lit(0)), lit(engine.OptionalPart))
	may = c.And(may, c.Ne(c.Byte(g.Layout.LeftN), lit(0)))
	c.SetByte(g.OffStop, c.Pick(may, lit(stopOrThrow), lit(stopNot)))
	k := c.Shl(may, lit(1))
	c.SetCell(g.OffCount, k)
	c.Yield(k)
}

// waits reports whether a part that cannot be played may wait while later ones are, where several
// parts are up in an order of their own.
func (c *ctx) waits(several num) num {
	leaves := func(b *engine.Blocked) bool { return b.Policy == engine.BlockedLeave }
	if !slices.ContainsFunc(c.g.Program.Blocked, func(b engine.Blocked) bool { return leaves(&b) }) {
		return lit(0)
	}
	v := c.Variable(lit(0))
	c.IfThen(several, func() {
		c.blocked(func(b *engine.Blocked) { c.Assign(v, lit(asm.B2i(leaves(b)))) }, nil)
	}, nil)
	return v
}

// counted is what has been found of the moves with all parts: how many there are, whether any
// plays what may not be left, whether anything may be left, whether they must be listed, and
// by rank with which parts there are any.
type counted struct {
	total, owed, optional, mixed num
	ranks                        word
}

// stopOrGo ends a function that generates moves: it adds whether stopping is one of them.
func (c *ctx) stopOrGo(x *counted) {
	g, total := c.g, x.total
	stop := c.Variable(lit(stopNot))
	c.Assign(stop, c.And(c.And(c.Ne(x.optional, lit(0)), c.Not(x.owed)), c.Ne(total, lit(0))))
	c.stopByRules(stop)
	c.SetByte(g.OffStop, stop)
	c.Assign(total, c.Add(total, c.Ne(stop, lit(0))))
	c.SetCell(g.OffCount, total)
	c.SetCellW(g.OffRanks, x.ranks)
	if g.mayMix {
		c.SetByte(g.OffMixed, x.mixed)
	}
	c.Push(total)
}

// stopByRules adds to what is known of stopping whether a rule permits it, and
// whether one forbids it.
func (c *ctx) stopByRules(stop num) {
	g := c.g
	if g.Move.Stop {
		c.IfThen(c.Not(stop), func() {
			rule := lit(0)
			for k := range g.Program.Allows {
				if a := &g.Program.Allows[k]; a.Act == engine.Stop {
					g.rule = a.ID
					rule = c.Or(rule, c.And(c.StageIs(a.Stages), c.Truth(c.is(a.When, c.noMove()))))
				}
			}
			c.Assign(stop, c.Shl(rule, lit(1)))
		}, nil)
	}
	if g.Move.Forbidden&engine.OnAct(engine.Stop) != 0 {
		c.IfThen(stop, func() {
			c.IfThen(c.stopForbidden(stop), func() { c.Assign(stop, lit(stopNot)) }, nil)
		}, nil)
	}
}

// How a decision can be ended without playing.
const (
	stopNot     = 0
	stopOption  = 1 // what is left may be left
	stopByRule  = 2
	stopOrThrow = 3 // a throw that may be taken or left
)

func (c *ctx) rankOf(part num) num {
	p := c.g.Program
	return c.BySeat("ranks of parts", 0, len(p.Parts), part, func(_, part int) int { return p.PartRank(part) })
}

// ranksAfter reports whether part a comes after part b in the defined order; neither is a throw.
func (c *ctx) ranksAfter(a, b num) num {
	up, down := true, true
	for i := 2; i < len(c.g.Program.Parts); i++ {
		more := c.g.Program.PartRank(i) > c.g.Program.PartRank(i-1)
		up, down = up && more, down && !more
	}
	switch {
	case up:
		return c.GtS(a, b)
	case down:
		return c.LtS(a, b)
	}
	return c.GtS(c.rankOf(a), c.rankOf(b))
}

// forClass emits code for the class to which a part belongs.
func (g *gen) forClass(c *ctx, part num, f func(cl *ir.Class, part num)) {
	dead := false // there are parts that no rule lets anybody play
	for _, cl := range g.candidates.Classes {
		dead = dead || cl.Parts[0] != engine.PartThrow && len(cl.Groups) == 0
	}
	g.ofClass(c, part, dead, f)
}

// ofClass is forClass of a part that, where none is dead, is of one that can be played.
func (g *gen) ofClass(c *ctx, part num, dead bool, f func(cl *ir.Class, part num)) {
	live := slices.Clone(g.candidates.Playable)
	if len(live) == 0 {
		return
	}
	// one kind is told by a comparison, the last class by what it is not
	slices.SortStableFunc(live, func(a, b *ir.Class) int { return len(a.Parts) - len(b.Parts) })
	if len(live) == 1 && !dead {
		f(live[0], part)
		return
	}
	// isOf reports whether the part is of a class: one kind, or any of some.
	isOf := func(cl *ir.Class) num {
		least, most := slices.Min(cl.Parts), slices.Max(cl.Parts)
		switch {
		case least == most:
			return c.Eq(part, lit(least))
		case most-least+1 == len(cl.Parts):
			return c.LtU(c.Sub(part, lit(least)), lit(len(cl.Parts)))
		}
		var kinds uint64
		for _, x := range cl.Parts {
			kinds |= 1 << x
		}
		return c.BitOf(wlit(kinds), c.Widen(part))
	}
	var chain func(i int)
	chain = func(i int) {
		cl := live[i]
		p := part
		if len(cl.Parts) == 1 {
			p = lit(cl.Parts[0])
		}
		if i == len(live)-1 && !dead {
			f(cl, p)
			return
		}
		c.IfThen(isOf(live[i]), func() { f(cl, p) }, func() {
			if i+1 < len(live) {
				chain(i + 1)
			}
		})
	}
	chain(0)
}

// marksOf is the class of the group's men; unknown where it is told man by man.
func marksOf(x *ir.Group) num {
	if x.Class == ir.AnyMarks {
		return num{Local: -1}
	}
	return lit(x.Class)
}

// asked is what has to be asked about the candidates of a group that a rule allows.
type asked struct {
	a       *engine.Allow
	x       *ir.Group
	e       env
	levels  []func() num     // what is the same for all of them, one after the other:
	strikes []ir.Restriction // … the last level is that none of these strikes them out
	rest    []ir.Restriction // … and what is not
}

// ask sorts what has to be asked. What is the same for all candidates is asked first:
// where it fails there is nothing to be worked out.
func (c *ctx) ask(a *engine.Allow, x *ir.Group, part num) asked {
	g := c.g
	g.rule = a.ID
	e := c.envFor(x, part)
	q := g.lower.Asked(a, x)
	// One after the other, each asked only where those before it hold: whether the rule
	// is one of the stage, and there are men to enter; what permits; what forbids.
	levels := []func() num{
		func() num {
			out := c.StageIs(a.Stages)
			if x.FromStore {
				out = c.And(out, c.Ne(c.Store(0, x.Store), lit(0)))
			}
			return out
		},
	}
	for _, k := range q.Whole {
		levels = append(levels, func() num { return c.Truth(c.num(k, e)) })
	}
	levels = append(levels,
		func() num {
			out := lit(1)
			for _, r := range q.Strikes {
				out = c.And(out, c.Not(c.struck(&r, e)))
			}
			return out
		})
	return asked{a, x, e, levels, q.Strikes, q.Each}
}

// struck reports whether a restriction strikes one candidate.
func (c *ctx) struck(r *ir.Restriction, e env) num {
	c.g.rule = r.Statement
	return c.And(c.StageIs(r.Stages), c.Truth(c.num(c.g.lower.Struck(r), e)))
}

// permittedOf is the set of candidates of a group that some rule allows and nothing forbids.
func (c *ctx) permittedOf(x *ir.Group, part num) set {
	s := asm.None(x.Space.Words())
	for _, a := range x.Allows {
		if !x.Space.Wide {
			s = c.Ors(s, c.permittedBy(c.ask(a, x, part)))
		}
	}
	return s
}

// requires are the requirements for which moves are listed: none where one part is up at a time
// and each asks a condition, for then they narrow the sets of its candidates.
func (g *gen) requires() []engine.Require {
	listed := func(r engine.Require) bool { return r.That == nil || g.of(r.That).LooksAhead() }
	wide := func(cl *ir.Class) bool { return cl.Front != nil && cl.Front.Wide }
	if slices.ContainsFunc(g.candidates.Playable, wide) || g.Options.Explain || g.Options.Expand || g.Agenda.Slots != 1 || g.Move.Together || g.Move.Sparing || slices.ContainsFunc(g.Program.Requires, listed) {
		return g.Program.Requires
	}
	return nil
}

// required applies all requirements to the candidates of each group of a class. None empties
// the choice.
func (c *ctx) required(cl *ir.Class, part num, sets []set) []set {
	for _, r := range c.g.Program.Requires {
		c.g.rule = r.ID
		left := make([]set, len(sets))
		for i, s := range sets {
			left[i] = c.Subset(s)
		}
		c.IfThen(c.And(c.StageIs(r.Stages), c.Truth(c.is(r.When, c.noMove()))), func() {
			any := lit(0)
			met := make([]set, len(sets))
			for i, x := range cl.Groups {
				y := &narrowing{c: c, x: x, e: c.envFor(x, part), s: sets[i]}
				y.narrow([]ir.Restriction{{Statement: r.ID, Stages: ^uint64(0), Keep: c.g.of(r.That)}})
				met[i], any = y.s, c.Or(any, c.Any(y.s))
			}
			for i := range met {
				c.AssignSet(left[i], c.Either(any, met[i], sets[i]))
			}
		}, nil)
		sets = left
	}
	return sets
}

// permittedBy is the set of candidates for which what is asked holds.
func (c *ctx) permittedBy(q asked) set {
	g := c.g
	a, x, e, levels, rest := q.a, q.x, q.e, q.levels, q.rest
	var out set // once any level has been one to be asked
	var ask func()
	ask = func() {
		g.rule = a.ID
		if len(levels) == 0 {
			if v := c.allowedBy(a, x, e, rest); out == nil {
				out = v
			} else {
				c.AssignSet(out, v)
			}
			return
		}
		cond := levels[0]()
		levels = levels[1:]
		if cond.Known {
			if cond.Value != 0 {
				ask()
			}
			return
		}
		if out == nil {
			out = c.Nothing(x.Space.Words())
		}
		c.IfThen(cond, ask, nil)
	}
	if ask(); out == nil {
		return asm.None(x.Space.Words())
	}
	return out
}

// narrowing is the set of candidates of a rule while one condition after the other takes
// some of them away.
type narrowing struct {
	c       *ctx
	a       *engine.Allow
	x       *ir.Group
	e       env
	sparing env // of the same move, made without taking
	s       set
}

// allowedBy is permitted where what concerns all candidates holds.
func (c *ctx) allowedBy(a *engine.Allow, x *ir.Group, e env, rest []ir.Restriction) set {
	y := &narrowing{c: c, a: a, x: x, e: e, s: c.constantOf(x.Space, e, c.memberOf(a, x))}
	y.byAct()
	if a.From != nil {
		from := c.g.of(a.From)
		if from.OnMove() {
			c.lack("a place moved from that depends on the move")
		}
		y.s = c.Ands(y.s, c.expand(ir.From, c.set(from, c.noMove()), x.Space, e))
	}
	if x.Men != nil {
		var ok bool
		if y.s, ok = c.movedTogether(y.s, x, &y.e); !ok {
			return asm.None(x.Space.Words())
		}
	}
	y.sparing = y.e
	if x.Spares {
		y.sparing.id, y.sparing.spar = c.newEnv().id, lit(1)
	}
	y.narrow(rest)
	return y.s
}

// narrow asks conditions: those that can be worked out for all candidates at once, and then
// the others of what remains, one candidate after the other.
func (y *narrowing) narrow(rest []ir.Restriction) {
	var last []ir.Restriction
	for _, r := range rest {
		y.c.g.rule = r.Statement
		if y.c.g.costly(r) || r.Keep != nil && !y.keep(r) || r.Keep == nil && !y.strike(r) {
			last = append(last, r)
		}
	}
	y.s = y.c.unlessDrawn(last, y.s, func(list []ir.Restriction) set {
		y.oneByOne(list)
		return y.s
	})
}

// memberOf says what candidates of a space, which several rules may share, a rule could permit.
func (c *ctx) memberOf(a *engine.Allow, x *ir.Group) func(part int, t *ir.Candidate) bool {
	if x.Space.Indexed {
		return func(int, *ir.Candidate) bool { return true }
	}
	any := func(_ int, t *ir.Candidate) bool { return t.Act == x.Act && t.Class == x.Class }
	if x.FromStore {
		return any
	}
	could := c.g.lower.CouldBe(c.g.Facts, a)
	if could == nil {
		return any
	}
	of := map[int]map[ir.Candidate]bool{} // by part
	return func(part int, t *ir.Candidate) bool {
		if of[part] == nil {
			of[part] = map[ir.Candidate]bool{}
			for _, u := range could[part] {
				of[part][u] = true
			}
		}
		u := *t
		u.Class = 0
		return any(part, t) && of[part][u]
	}
}

// where keeps the candidates of which a place lies in a set: where men stand, or none do, if
// who is given.
func (y *narrowing) where(which ir.Op, who *ir.Standing, places func() set) {
	c, sp := y.c, y.x.Space
	switch {
	case who == nil:
		y.s = c.Ands(y.s, c.expand(which, places(), sp, y.e))
	case who.None:
		some := *who
		some.None = false
		if men, ok := c.reflected(which, some, sp); ok {
			y.s = c.Minus(c.Ands(y.s, c.onPlaces(which, sp)), men)
		} else {
			y.s = c.Ands(y.s, c.stood(which, *who, sp, y.e, places))
		}
	default:
		y.s = c.Ands(y.s, c.stood(which, *who, sp, y.e, places))
	}
}

// byAct keeps what the act itself asks for.
func (y *narrowing) byAct() {
	c, a, sp := y.c, y.a, y.x.Space
	empty := func() set { return c.menOf(engine.Anyone, engine.Equal, 0) }
	enemies := func() set { return c.menOf(engine.Enemy, engine.GreaterEqual, 1) }
	switch a.Act {
	case engine.Declare:
		return
	case engine.Place, engine.Enter:
		if a.To == nil {
			y.s = c.Ands(y.s, c.expand(ir.To, empty(), sp, y.e))
		}
		return
	case engine.Remove:
		y.s = c.Ands(y.s, c.expand(ir.From, enemies(), sp, y.e))
		return
	}
	y.where(ir.From, &ir.Standing{Own: true}, func() set {
		if y.x.Class == ir.AnyMarks {
			return c.MenPlanes(0)[0]
		}
		return c.ClassSet(0, y.x.Class, 1)
	})
	if c.g.Move.GoesOn {
		on := c.Byte(c.g.Layout.Active)
		kept := c.Subset(y.s)
		c.IfThen(on, func() {
			c.AssignSet(kept, c.Ands(y.s, c.leadingFrom(c.Sub(on, lit(1)), sp, y.e)))
		}, nil)
		y.s = kept
	}
	if a.Act != engine.Step && a.Act != engine.Leap {
		return
	}
	if a.Act == engine.Leap {
		if a.Over == nil {
			y.where(ir.Over, &ir.Standing{Enemy: true}, enemies)
		} else {
			over := c.g.of(a.Over)
			if over.OnMove() {
				c.lack("leaping over what depends on the move")
			}
			y.where(ir.Over, nil, func() set { return c.set(over, c.noMove()) })
		}
	}
	if a.To == nil {
		y.where(ir.To, &ir.Standing{Own: true, Enemy: true, None: true}, empty)
	}
}

// of is the move of which a restriction is asked.
func (y *narrowing) of(r ir.Restriction) env {
	if r.Spared {
		return y.sparing
	}
	return y.e
}

// keep keeps the candidates for which a condition holds, if that can be worked out for all
// at once.
func (y *narrowing) keep(r ir.Restriction) bool {
	c, v, e := y.c, r.Keep, y.of(r)
	if v.Op == ir.Has && isPlaceOfMove(v.Args[1]) {
		if who, ok := c.g.lower.Stands(v.Args[0]); ok {
			y.where(v.Args[1].Op, &who, func() set { return c.set(v.Args[0], e) })
			return true
		}
	}
	s, ok := c.lift(v, y.x.Space, e)
	if ok {
		y.s = c.Ands(y.s, s)
	}
	return ok
}

// strike takes the candidates away that a prohibition strikes, if that can be worked out for
// all at once.
func (y *narrowing) strike(r ir.Restriction) bool {
	c, sp, e := y.c, y.x.Space, y.of(r)
	same, when, excepts := c.g.lower.Guard(&r)
	guard := c.And(c.StageIs(r.Stages), c.Truth(c.num(same, e)))
	less := y.s
	if !guard.Known {
		less = c.Subset(y.s)
	}
	ok := false
	c.IfThen(guard, func() {
		v, lifted := c.liftStruck(when, excepts, sp, e)
		if ok = lifted; !ok {
			return
		}
		if y.s = c.Minus(y.s, v); !guard.Known {
			c.AssignSet(less, y.s)
		}
	}, nil)
	switch {
	case guard.Known && guard.Value == 0:
		return true
	case ok && !guard.Known:
		y.s = less
	}
	return ok
}

// liftStruck is the set of candidates for which a condition holds and no exception does.
func (c *ctx) liftStruck(when *ir.Value, excepts []*ir.Value, sp *ir.Space, e env) (set, bool) {
	v, lifted := c.lift(when, sp, e)
	for _, x := range excepts {
		var w set
		if !lifted {
			break
		}
		if any, may := c.rowOfTheirs(x, e); may {
			rest := c.Subset(v)
			c.IfThen(any, func() {
				w, _ := c.lift(x, sp, e)
				c.AssignSet(rest, c.Minus(v, w))
			}, nil)
			v = rest
		} else if w, lifted = c.lift(x, sp, e); lifted {
			v = c.Minus(v, w)
		}
	}
	return v, lifted
}

// oneByOne asks what could not be worked out for all candidates at once.
func (y *narrowing) oneByOne(last []ir.Restriction) {
	c := y.c
	g := c.g
	if g.Move.LooksAhead { // what looks ahead is asked last
		slices.SortStableFunc(last, func(a, b ir.Restriction) int { return asm.B2i(a.LooksAhead()) - asm.B2i(b.LooksAhead()) })
	}
	y.s = c.eachOf(y.s, y.x.Space, y.e, func(f env) num {
		as := f
		if y.x.Spares {
			as.id, as.spar = c.newEnv().id, lit(1)
		}
		return c.hold(last, f, as)
	})
}

// hold reports whether a move, or as made without taking, is as restrictions ask.
func (c *ctx) hold(list []ir.Restriction, f, as env) num {
	ok := lit(1)
	for _, r := range list {
		c.g.rule = r.Statement
		f := f
		if r.Spared {
			f = as
		}
		holds := func() num {
			if r.Keep != nil {
				return c.Truth(c.num(r.Keep, f))
			}
			return c.Not(c.struck(&r, f))
		}
		if c.g.Move.LooksAhead && r.LooksAhead() {
			ok = c.OnlyIf(ok, holds)
		} else {
			ok = c.And(ok, holds())
		}
	}
	return ok
}

// costly reports whether a condition is better asked man by man: it needs sets of
// other players' men by the places of this one, and there are few men.
func (g *gen) costly(r ir.Restriction) bool {
	return g.few && !g.Board.Alike && g.Cells && r.Any(usesForeign)
}

// usesForeign reports whether a value counts men other than by their own places.
func usesForeign(v *ir.Value) bool {
	found := false
	v.Walk(func(v *ir.Value) {
		found = found || (v.Op == ir.At || v.Op == ir.Men) && !v.Who.Own || v.Seat != 0
	})
	return found
}

// stopForbidden reports whether a prohibition refuses that the turn is stopped as stop says.
func (c *ctx) stopForbidden(stop num) num {
	e := c.newEnv()
	e.act = engine.Stop
	out := lit(0)
	for i := range c.g.Program.Forbids {
		f := &c.g.Program.Forbids[i]
		if f.Acts&engine.OnAct(engine.Stop) == 0 {
			continue
		}
		r := c.g.lower.Restricted(f)
		struck := c.struck(&r, e)
		if c.g.Options.Explain {
			c.IfThen(struck, func() { c.refuse(c.stopMove(stop), f.Statement) }, nil)
		}
		out = c.Or(out, struck)
	}
	return out
}

// eachOf tests candidates one by one, where a condition cannot be worked out
// for all at once.
func (c *ctx) eachOf(s set, sp *ir.Space, e env, test func(env) num) set {
	out := asm.None(len(s))
	for k, w := range s {
		if !w.Known || w.Value != 0 {
			out[k] = c.VariableW(wlit(0))
		}
	}
	// what is the same for all of them is worked out before them
	if sp.Row {
		c.number(e)
	}
	if n := len(c.g.Program.Players); c.g.Cells && n <= state.WordPlayers {
		c.BytesOf(c.Opponents(0), 255)
		c.BytesOf(c.Opponents(0), 254)
	}
	holds := func(i num) word {
		f := e
		c.envs++
		f.id = c.envs
		c.places(&f, sp, i)
		if e.menOf != nil {
			f.men = e.menOf(f)
		}
		return c.ShlW(c.Widen(test(f)), c.Widen(i))
	}
	if len(s) <= 2 || !c.g.Move.LooksAhead {
		c.EachMember(s, func(k int, i num) { c.AssignW(out[k], c.OrW(out[k], holds(i))) })
		return out
	}
	c.EachAtOnce(s, func(i num, _ int) { // looking ahead is long, and costs more than finding the word
		bit := holds(i)
		for k, w := range out {
			if in := c.Eq(c.ShrU(i, lit(6)), lit(k)); !w.Known {
				c.AssignW(w, c.OrW(w, c.PickW(in, bit, wlit(0))))
			}
		}
	})
	return out
}

// places fills in from, to and over of candidate i of a space.
func (c *ctx) places(e *env, sp *ir.Space, i num) {
	if sp.Wide {
		e.from, e.to, e.over = c.ShrU(i, lit(wideFrom)), c.BitAnd(i, lit(1<<wideFrom-1)), lit(-1)
		if !e.class.Known {
			e.class = c.MarksAt(e.from)
		}
		return
	}
	if !e.from.Known {
		if e.from = i; !sp.Indexed {
			e.from = c.Leaf(sp, c.which(sp, *e), i, state.LeafFrom)
		}
	}
	switch {
	case e.to.Known:
	case sp.Row:
		e.to = c.Add(i, c.number(*e))
	default:
		e.to = c.Leaf(sp, c.which(sp, *e), i, state.LeafTo)
	}
	if !e.class.Known && e.class.Local == -1 {
		e.class = c.MarksAt(e.from)
	}
	if !e.over.Known {
		e.over = c.Leaf(sp, c.which(sp, *e), i, state.LeafOver)
	}
}

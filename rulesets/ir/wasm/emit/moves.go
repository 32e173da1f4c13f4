package emit

import (
	"slices"

	"github.com/lectio/lectio/rulesets/board/place"
	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/ir"
	"github.com/lectio/lectio/rulesets/ir/wasm/asm"
	"github.com/lectio/lectio/rulesets/ir/wasm/state"
)

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
// and each asks a condition, for then they narrow the sets of its candidates: random games of English draughts took 3.2
// times as long by lists, of fanorona 1.6 times, but at one ply fanorona took a quarter less, measured on 2026-11-28.
func (g *gen) requires() []engine.Require {
	listed := func(r engine.Require) bool { return r.That == nil || g.of(r.That).LooksAhead() }
	wide := func(cl *ir.Class) bool { return cl.Front != nil && cl.Front.Wide }
	if slices.ContainsFunc(g.candidates.Playable, wide) || g.Options.Expand || g.Agenda.Slots != 1 || g.Move.Together || g.Move.Sparing || slices.ContainsFunc(g.Program.Requires, listed) {
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
		men := enemies
		if y.x.Nobodys {
			men = c.nobodysMen
		}
		y.s = c.Ands(y.s, c.expand(ir.From, men(), sp, y.e))
		return
	}
	if y.x.Nobodys {
		y.s = c.Ands(y.s, c.expand(ir.From, c.nobodysMen(), sp, y.e))
		if y.x.Sown != nil {
			y.whereSown()
		}
	} else {
		y.where(ir.From, &ir.Standing{Own: true}, func() set {
			if y.x.Class == ir.AnyMarks {
				return c.MenPlanes(0)[0]
			}
			return c.ClassSet(0, y.x.Class, 1)
		})
	}
	if c.g.Move.GoesOn {
		on := c.Active()
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

// whereSown keeps the candidates from which men can be sown: the track leads on from there, some are taken up, and there is a
// place where one is laid.
func (y *narrowing) whereSown() {
	c, p, w := y.c, y.c.g.Program, y.x.Sown
	var on place.Set
	for f := range p.Places {
		if p.SownOn(f, w.Back) >= 0 {
			on.Add(f)
		}
	}
	y.s = c.Ands(y.s, c.expand(ir.From, asm.Constant(state.BitsOf(on, 64*c.g.W)), y.x.Space, y.e))
	onlyOrigin := w.Skips == nil || w.Skips.Op == engine.SPlace && w.Skips.Kids[0].Op == engine.NFrom && on.Count() > 1
	if w.Leaves != nil || !onlyOrigin {
		y.s = c.eachOf(y.s, y.x.Space, y.e, func(f env) num { return c.GeS(f.to, lit(0)) })
	}
}

func isPlaceOfMove(v *ir.Value) bool { return v.Op == ir.From || v.Op == ir.To || v.Op == ir.Over }

// keep keeps the candidates for which a condition holds, if that can be worked out for all
// at once.
func (y *narrowing) keep(r ir.Restriction) bool {
	c, v, e := y.c, r.Keep, y.of(r)
	if v.Op == ir.Has && isPlaceOfMove(v.Args[1]) && (v.Args[1].Op != ir.To || y.x.Sown == nil) {
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
		if !lifted {
			break
		}
		var w set
		if w, lifted = c.lift(x, sp, e); lifted {
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
// other players' men by the places of this one, and there are few men. A random game of Barjis took eight times as long by
// sets, measured on 2026-11-28.
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
	if c.g.Cells && c.g.Program.Owners() <= state.WordPlayers {
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

// movedTogether keeps the candidates of which the men that a group moves at once stand
// there, and notes in e how many they are.
func (c *ctx) movedTogether(s set, x *ir.Group, e *env) (set, bool) {
	there := c.MenPlanes(0)
	if x.Class != ir.AnyMarks {
		there = c.ClassPlanes(0, x.Class)
	}
	if x.Men.Op == engine.NLit {
		e.men = lit(x.Men.N)
		if x.Men.N < 1 {
			return nil, false
		}
		return c.Ands(s, c.expand(ir.From, c.AtLeast(there, lit(x.Men.N)), x.Space, *e)), true
	}
	menOf := func(f env) num { return c.menTogether(x, f) }
	s = c.eachOf(s, x.Space, *e, func(f env) num {
		n := menOf(f)
		return c.And(c.GtS(n, lit(0)), c.LeS(n, c.Gather(there, f.from)))
	})
	e.menOf = menOf
	return s, true
}

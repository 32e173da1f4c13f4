package emit

import (
	"slices"

	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/ir"
	"github.com/lectio/lectio/rulesets/ir/wasm/asm"
	"github.com/lectio/lectio/rulesets/ir/wasm/state"
)

// The function that plays games is one loop over the state in memory: begin a
// turn, throw, see what may be done, choose, move, answer, test. What the
// interpreter's settle, Throw, BeginTurn and apply do stands in it once.

// machine is that loop being written.
type machine struct {
	turns
	slots []*slot
	// two reports whether two parts are up, behind whether the first slot holds the second
	two, behind num
	// keepState keeps the state, and undo puts back what was kept
	keepState, undo func()
	fields          mvFields
}

// mvFields are the locals of the move chosen.
type mvFields struct{ part, from, to, over, class, stop, at, men, spar, pair num }

// slot holds what can be done with one part of the agenda.
type slot struct {
	part, count num
	live        num
	far         num // whether a rule applies that makes a class a wide one
	by          map[*ir.Class]*locals
}

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
	c.LeaveAt = 0
}

// eachPlayer reports whether the loop is written for each of two players. Where two parts are
// up at once it is twice as long already, and what is gained is lost again, because a
// processor keeps so many instructions at hand and no more.
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
		// loop begins again.
		nothingUp := c.Block()
		c.LeaveTo(nothingUp, noParts)
		c.EnterScope()
		m.homes()
		m.decision()
		c.LeaveScope()
		c.End()
		c.Changed()
		if g.Program.Match > 0 { // the next game may have begun, with another player
			c.TurnTo(m.to())
		}
		m.touchFrame()
		m.leaveIfOver()
		c.LeaveTo(m.again, c.Ne(m.partUp(0), lit(0)))
		m.noParts()
		m.goOn()
	}
}

// partUp is the kind of the i-th part of what is left; 0 for a throw, or nothing.
func (m *machine) partUp(i int) num { return m.ctx.KindLeft(i) }

// touch looks at the last byte of what the code that follows reads and writes.
// The compiler checks that an address lies within the memory unless it has seen a
// greater one in the same stretch of code; so it checks once.
func (m *machine) touch() {
	m.touchFrame()
	m.homes()
}

func (m *machine) touchFrame() {
	m.ctx.LookAt(m.ctx.Frame, m.g.OffBlocks-1)
}

// homes works out where the blocks of the players lie, and looks at the last byte of each.
func (m *machine) homes() {
	c, g := m.ctx, m.g
	seats := len(g.Program.Players)
	if seats > 2 {
		seats = 1 // the others' blocks are mostly not needed
	}
	for j := range seats {
		if base, at := c.Home(j); base != c.Frame {
			c.LookAt(base, at+g.PlayerSize-1)
		}
	}
}

func (m *machine) to() num { return m.ctx.Byte(m.g.Layout.To) }

// settled forgets that a move may have to be taken back.
func (m *machine) settled() {
	if m.g.Move.Line != nil {
		m.SetCell(m.g.OffWatch, lit(0))
	}
}

func (m *machine) busy() {
	c := m.ctx
	if !m.g.Turn.Idle {
		return
	}
	c.SetCell(m.g.OffIdle, lit(0))
}

// throw emits a throw, at random, and goes on.
func (m *machine) throw() {
	c, lay := m.ctx, m.g.Layout
	if len(m.g.Program.Throws) == 0 {
		return
	}
	m.busy()
	c.IfThen(c.Or(c.Ne(c.Player(), c.Cell(m.g.OffTurnOf)), c.Not(c.Byte(lay.ThrowN))), func() {
		c.SetCell(m.g.OffTurnOf, c.Player())
		c.CountUp(m.g.OffTurns)
	}, nil)
	m.countThrow(func() {})
	if m.g.Turn.ForOthers { // with parts behind it the throw is his who plays the rest
		c.TurnTo(m.to())
	}
	c.make(c.draw(), false)
	m.settled()
	m.goOn()
}

// countThrow gives a game up in which throws only follow upon throws, once the throw
// is owed.
func (m *machine) countThrow(owe func()) {
	c, g := m.ctx, m.g
	c.CountUp(g.OffThrows)
	c.Aside(c.GtS(c.Sub(c.Cell(g.OffThrows), c.Cell(g.OffPlies)), lit(engine.MostThrows)), func() {
		owe()
		c.SetCell(g.OffOverCap, lit(1))
		c.Br(m.over)
	})
}

// throwFirst makes the first throw of a turn as soon as it is owed.
func (m *machine) throwFirst() {
	c, g := m.ctx, m.g
	m.busy()
	c.SetCell(g.OffTurnOf, c.Player())
	c.CountUp(g.OffTurns)
	m.countThrow(func() {
		c.ClearThrows()
		c.InsertLeft(lit(0), lit(engine.PartThrow))
	})
	if g.Turn.ForOthers && g.Turn.Answers(engine.OnTurn) { // it may have been handed over
		c.TurnTo(m.to())
	}
	if d := g.deviceOfRows(); d != nil {
		c.makeOf(d)
	} else {
		c.make(c.draw(), true)
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

// acts lists the acts of which a decision of the loop may be one.
func (m *machine) acts() []engine.Act {
	g := m.g
	return slices.DeleteFunc(g.acts(), func(a engine.Act) bool {
		return a == engine.Stop && !g.Move.Stop && !g.Agenda.Optional || a == engine.ThrowAgain && !g.Agenda.OptionalThrows
	})
}

// nothing emits what happens where nothing can be done: options are dropped, a
// move taken back that left the rest of a throw unplayable, no move is an event.
func (m *machine) nothing() {
	c, g := m.ctx, m.g
	p, lay := g.Program, g.Layout
	if g.Agenda.Optional {
		c.IfThen(c.AllOptional(c.PartsLeft()), func() {
			c.dropAll()
			m.goOn()
		}, nil)
	}
	stages := g.Turn.NoMove
	if stages != 0 {
		c.IfThen(c.And(c.StageIs(stages), c.Not(c.Byte(lay.Played))), func() {
			games := lit(0)
			if p.Match > 0 {
				games = c.Cell(g.OffGames)
			}
			c.LeaveAt = 0
			c.test(engine.AtNoMove, 0, c.noMove())
			c.LeaveAt = m.over
			if g.Turn.EveryDecided {
				c.Aside(c.Byte(lay.Over), func() {
					m.uncounted()
					c.Br(m.over)
				})
			} else {
				c.LeaveTo(m.over, c.Byte(lay.Over))
			}
			if p.Match > 0 {
				c.Push(c.Ne(games, c.Cell(g.OffGames))) // the next game has begun
				c.BrIf(m.again)
			}
		}, nil)
	}
}

// uncounted takes the turn that has begun off the count.
func (m *machine) uncounted() {
	c, at := m.ctx, m.g.OffTurns
	c.SetCell(at, c.Sub(c.Cell(at), lit(1)))
}

// fill emits the sets of legal moves with the one or two parts that can be
// played, the part first in the defined order in the first slot.
func (m *machine) fill(slots int, count, stop, mixed num) {
	c, g := m.ctx, m.g
	first := upPart{c.KindLeft(0), c.FlagLeft(0), lit(1)}
	second := upPart{lit(0), lit(0), lit(0)}
	if slots == 2 {
		second.part, second.optional = c.KindLeft(1), c.FlagLeft(1)
		m.order(&first, &second)
	}
	m.two = second.live
	m.slots = nil
	total, opt := lit(0), lit(0)
	var counts, leavable []num // by slot
	for _, up := range []upPart{first, second}[:slots] {
		s := m.newSlot(up.part, up.live)
		m.slots = append(m.slots, s)
		c.IfThen(s.live, func() {
			g.forClass(c, s.part, func(cl *ir.Class, part num) {
				if cl.Narrow != nil {
					c.Assign(s.far, lit(0))
					c.far(cl, part, func() { c.Assign(s.far, lit(1)) })
				}
				m.narrowed(cl, s, func(cl *ir.Class) {
					c.Assign(s.count, c.candidates(cl, part, s.by[cl], mixed, false))
				})
			})
		}, nil)
		c.Get(s.count.Local)
		k := c.Keep()
		total = c.Add(total, k)
		o := c.And(up.live, up.optional)
		opt = c.Or(opt, o)
		counts, leavable = append(counts, k), append(leavable, o)
	}
	c.Assign(count, total)
	if g.Agenda.Optional {
		c.IfThen(opt, func() {
			owed := lit(0)
			for i, k := range counts {
				owed = c.Or(owed, c.And(c.Ne(k, lit(0)), c.Not(leavable[i])))
			}
			may := c.And(c.Not(owed), c.Ne(total, lit(0)))
			c.Assign(stop, may)
			c.Assign(count, c.Add(total, may))
		}, nil)
	}
	if g.Move.Stop || g.Agenda.Optional && g.Move.Forbidden&engine.OnAct(engine.Stop) != 0 {
		c.stopByRules(stop)
		c.Assign(count, c.Add(total, c.Ne(stop, lit(0))))
	}
}

// narrowed emits f for a class, or where no rule applies that makes it a wide one for the narrow
// one.
func (m *machine) narrowed(cl *ir.Class, s *slot, f func(cl *ir.Class)) {
	of := func(cl *ir.Class) func() {
		return func() {
			m.g.class = cl
			f(cl)
		}
	}
	if cl.Narrow == nil {
		of(cl)()
		return
	}
	m.IfThen(s.far, of(cl.Far), of(cl.Narrow))
}

// upPart is a part that is up: its kind, whether it may be left, and whether it is there.
type upPart struct{ part, optional, live num }

// order puts the part first that comes first in the defined order, and says in the second
// whether there is another to be played; m.behind whether they have changed places.
func (m *machine) order(first, second *upPart) {
	c, g := m.ctx, m.g
	a, optional, b, optionalB := first.part, first.optional, second.part, second.optional
	two := lit(0)
	order, distinct := g.Agenda.Order, g.Agenda.Distinct
	// the lesser rank in front
	swap := func(back num) (num, num, num, num) {
		return c.Pick(back, b, a), c.Pick(back, a, b), c.Pick(back, optionalB, optional), c.Pick(back, optional, optionalB)
	}
	differ := func() num { return c.And(c.Not(c.Byte(g.Layout.Fixed)), c.Ne(a, b)) }
	switch {
	case order == 0: // mostly one is left
		m.behind = lit(0)
		list := []*num{&two, &m.behind, &a, &b}
		if g.Agenda.Optional {
			list = append(list, &optional, &optionalB)
		}
		up := make([]num, len(list)) // what they are then
		for i, v := range list {
			up[i] = c.Variable(*v)
		}
		c.IfThen(c.Ne(b, lit(0)), func() {
			two := differ()
			back := c.And(two, c.ranksAfter(a, b))
			a, b, optional, optionalB := swap(back)
			for i, v := range []num{two, back, a, b, optional, optionalB}[:len(list)] {
				c.Assign(up[i], v)
			}
		}, nil)
		for i, v := range list {
			*v = up[i]
		}
		two.Bit, m.behind.Bit = true, true
	case distinct: // a kind is a number less than 128
		two = c.GtU(b, c.Shl(c.Byte(g.Layout.Fixed), lit(7)))
	default:
		two = c.And(c.Ne(b, lit(0)), differ())
	}
	if order < 0 {
		m.behind = two
		first := a
		a, _, optional, optionalB = swap(two)
		b = first // it is asked for only if there are two
	}
	*first, *second = upPart{a, optional, lit(1)}, upPart{b, optionalB, two}
}

// newSlot makes room for the candidates of one part. A part is of one class: the variables
// of one class serve the others as well.
func (m *machine) newSlot(part, live num) *slot {
	c, g := m.ctx, m.g
	s := &slot{part: part, live: live, by: map[*ir.Class]*locals{}}
	s.count, s.far = c.Variable(lit(0)), c.Variable(lit(0))
	front := c.Variable(lit(0))
	var pool []word
	for _, cl := range g.candidates.All() {
		lent := 0
		lend := func(words int) (out set) {
			for range words {
				if lent == len(pool) {
					pool = append(pool, c.VariableW(wlit(0)))
				}
				out = append(out, pool[lent])
				lent++
			}
			return out
		}
		sc := &locals{block: block{c, cl, c.Frame}, n: front}
		if len(m.slots) > 0 && cl.Front != nil && cl.Front.Wide {
			sc.at = c.Add(c.Frame, lit(len(m.slots)*g.BlockSize))
		}
		if cl.Front != nil {
			sc.all = lend(cl.Front.Words())
		}
		for _, x := range cl.Groups {
			sc.sets = append(sc.sets, lend(x.Space.Words()))
		}
		s.by[cl] = sc
	}
	return s
}

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
	if g.Move.Stop { // who may only stop plays nothing
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
		several, applies := x.m.two, x.ahead
		if !g.Agenda.LineOfTwo {
			several = c.Ne(x.m.partUp(1), lit(0))
			applies = func() {
				in := c.StageIs(x.line.Stages)
				if x.line.When != nil {
					in = c.And(in, c.Truth(c.is(x.line.When, c.noMove())))
				}
				c.IfThen(in, x.ahead, nil)
			}
		}
		c.IfThen(several, func() {
			c.IfThen(c.GtS(x.count, lit(1)), applies, nil)
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
	place := func(shift int) num { return c.Sub(c.Field(mv, shift), lit(1)) }
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
	act := c.Field(mv, 0)
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

// ahead draws a move that has yet to let most be played, where it can be taken back.
func (x *choice) ahead() {
	c, g := x.m.ctx, x.m.g
	c.IfThen(x.counting, x.listed, nil)
	simple := lit(1)
	if !g.Agenda.LineOfTwo {
		simple = c.And(c.Not(x.m.partUp(2)), c.Not(c.AnyOptional())) // what may be left obliges to nothing
	}
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

// pick emits a branch to the code of the k-th move among those in the slots.
func (m *machine) pick(k, count, stop num, labels map[engine.Act]int) {
	c, g := m.ctx, m.g
	if g.Move.Stop || g.Agenda.Optional {
		c.IfThen(stop, func() {
			c.Aside(c.Eq(k, c.Sub(count, lit(1))), func() {
				c.Assign(m.fields.stop, stop)
				c.Br(labels[engine.Stop])
			})
		}, nil)
	}
	if len(m.slots) == 2 {
		a, b := m.slots[0], m.slots[1]
		first, second := lit(0), lit(1)
		if order := g.Agenda.Order; order <= 0 {
			first, second = m.behind, c.BitXor(m.behind, lit(1))
		}
		c.IfThen(c.LtS(k, a.count), func() { m.pickIn(a, k, first, labels) }, nil)
		m.pickIn(b, c.Sub(k, a.count), second, labels)
		return
	}
	m.pickIn(m.slots[0], k, lit(0), labels)
}

// pickIn is pick among the moves of one slot, whose part has a place on the agenda.
func (m *machine) pickIn(s *slot, k, place num, labels map[engine.Act]int) {
	c, g := m.ctx, m.g
	g.ofClass(c, s.part, false, func(cl *ir.Class, part num) {
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
	if g.Program.Classes() > 1 && x.Class != ir.AnyMarks {
		c.Assign(f.class, lit(x.Class))
	}
	c.Br(labels[x.Act])
}

// undoable makes room to keep the state, so that a move can be taken back.
func (m *machine) undoable() {
	c, g := m.ctx, m.g
	cells := []int{g.OffPasses, g.OffPlies, g.OffTurns}
	m.keepState = func() {
		c.KeepState()
		c.SetCellW(g.OffKept, c.CellW(g.OffHash))
		for i, at := range cells {
			c.SetCell(g.OffKept+8+4*i, c.Cell(at))
		}
	}
	m.undo = func() {
		c.TakeBack()
		c.SetCellW(g.OffHash, c.CellW(g.OffKept))
		for i, at := range cells {
			c.SetCell(at, c.Cell(g.OffKept+8+4*i))
		}
	}
}

// move emits the code of one act: the man, the part, what answers it.
func (m *machine) move(a engine.Act) {
	c, g := m.ctx, m.g
	f := &m.fields
	e := c.envOfAct(a)
	fixed := func(v num) num { // a copy that no later assignment changes
		c.Push(v)
		return c.Keep()
	}
	if a < engine.Stop {
		e.part = fixed(f.part)
		if part, only := g.onlyPart(); only {
			e.part = lit(part)
		}
		for _, x := range []struct {
			of    *num
			field num
		}{{&e.from, f.from}, {&e.to, f.to}, {&e.over, f.over}} {
			if isUnknown(*x.of) {
				*x.of = fixed(x.field)
			}
		}
		e.left, e.placed = lit(0), len(m.slots) > 0
		if len(m.slots) == 2 {
			e.left = fixed(f.at)
			e.left.Bit = true
		}
		own := actOf[a].man == ownMan
		if own && g.Sliced() {
			e.class = c.MarksAt(e.from)
		} else if own && g.Program.Classes() > 1 {
			e.class = fixed(f.class)
		}
		if sp := m.pairs(a); sp != nil {
			e.pair = &state.Pair{Space: sp, Row: fixed(f.pair)}
		}
		if own && g.Move.Together {
			e.men = fixed(f.men)
		}
		if g.Move.Sparing {
			e.spar = fixed(f.spar)
		}
	}
	if a == engine.Pass || a == engine.Stop {
		c.CountUp(g.OffPasses)
	}
	if g.Options.Trace {
		h := lit(int(a) << 24)
		if a < engine.Stop {
			h = c.BitOr(h, c.Shl(e.part, lit(16)))
		}
		h = c.BitOr(h, c.Shl(c.Add(e.from, lit(1)), lit(8)))
		h = c.BitOr(h, c.Add(e.to, lit(1)))
		x := c.MulW(c.XorW(c.CellW(g.OffHash), c.Widen(h)), wlit(0x9e3779b97f4a7c15))
		c.SetCellW(g.OffHash, c.XorW(x, c.ShrW(x, wlit(29))))
	}
	c.carryOut(a, &e, f.stop)
}

// pairs is the space of a step or leap, if mirrors are kept of it and moves are only
// ever picked by the number of their candidate; else nil.
func (m *machine) pairs(a engine.Act) *ir.Space {
	g := m.g
	if a != engine.Step && a != engine.Leap || len(g.requires()) > 0 || g.Sliced() || g.mayMix || len(m.slots) == 0 {
		return nil
	}
	var found *ir.Space
	for _, cl := range g.candidates.All() {
		for _, x := range cl.Groups {
			if x.Act != a || x.Space.Wide {
				continue
			}
			if found != nil && x.Space != found || !g.MirrorsSpace(x.Space) {
				return nil
			}
			found = x.Space
		}
	}
	return found
}

// firstOnly reports whether only the first part of what is left is ever played.
func (m *machine) firstOnly() bool { return len(m.slots) == 1 }

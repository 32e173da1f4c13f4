package wasm

import (
	"slices"

	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/ir"
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
	lay := g.lay
	if g.Move.Line != nil {
		m.undoable()
	}
	m.over = c.block()
	c.leaveTo(m.over, c.byte(lay.Over))
	c.leaveAt = m.over
	m.again = c.loop()
	c.enterScope()
	m.touchFrame()
	if !g.eachPlayer() {
		c.turnTo(m.to())
		m.round()
	} else {
		// The code is written for each player: where his men are, and how the places of
		// the others lie to his, is then known.
		other := c.block()
		c.leaveTo(other, m.to())
		for q := range g.p.Players {
			c.enterScope()
			c.turnTo(lit(q))
			m.round()
			c.leaveScope()
			if q == 0 {
				c.end()
			}
		}
	}
	c.leaveScope()
	c.end()
	c.end()
	c.leaveAt = 0
}

// eachPlayer reports whether the loop is written for each of two players. Where two parts are
// up at once it is twice as long already, and what is gained is lost again, because a
// processor keeps so many instructions at hand and no more.
func (g *gen) eachPlayer() bool { return len(g.p.Players) == 2 && g.Agenda.Slots == 1 }

// round emits what is done from one look at the agenda to the next: a decision, a throw, or
// the end of a turn.
func (m *machine) round() {
	c, g := m.ctx, m.g
	c.mayBeOver = false
	switch noParts := c.not(m.partUp(0)); {
	case g.Agenda.OptionalThrows: // it may be for the player to decide whether to throw
		c.ifThen(noParts, func() { m.noParts() }, nil)
		m.homes()
		m.decision()
		m.goOn()
	case !g.Agenda.MostlyOne:
		c.aside(noParts, func() { m.noParts() })
		m.homes()
		m.decision()
		m.goOn()
	default:
		// A move is mostly the last of its throw: what follows upon it is done before the
		// loop begins again.
		nothingUp := c.block()
		c.leaveTo(nothingUp, noParts)
		c.enterScope()
		m.homes()
		m.decision()
		c.leaveScope()
		c.end()
		c.changed()
		if g.p.Match > 0 { // the next game may have begun, with another player
			c.turnTo(m.to())
		}
		m.touchFrame()
		m.leaveIfOver()
		c.leaveTo(m.again, c.bin(i32Ne, m.partUp(0), lit(0)))
		m.noParts()
		m.goOn()
	}
}

// partUp is the kind of the i-th part of what is left; 0 for a throw, or nothing.
func (m *machine) partUp(i int) num { return m.ctx.kindLeft(i) }

// touch looks at the last byte of what the code that follows reads and writes.
// The compiler checks that an address lies within the memory unless it has seen a
// greater one in the same stretch of code; so it checks once.
func (m *machine) touch() {
	m.touchFrame()
	m.homes()
}

func (m *machine) touchFrame() {
	m.ctx.lookAt(m.ctx.s, m.g.offBlocks-1)
}

// homes works out where the blocks of the players lie, and looks at the last byte of each.
func (m *machine) homes() {
	c, g := m.ctx, m.g
	seats := len(g.p.Players)
	if seats > 2 {
		seats = 1 // the others' blocks are mostly not needed
	}
	for j := range seats {
		if base, at := c.home(j); base != c.s {
			c.lookAt(base, at+g.playerSize-1)
		}
	}
}

func (m *machine) to() num { return m.ctx.byte(m.g.lay.To) }

// settled forgets that a move may have to be taken back.
func (m *machine) settled() {
	if m.g.Move.Line != nil {
		m.setCell(m.g.offWatch, lit(0))
	}
}

func (m *machine) busy() {
	c := m.ctx
	if !m.g.Turn.Idle {
		return
	}
	c.setCell(m.g.offIdle, lit(0))
}

// throw emits a throw, at random, and goes on.
func (m *machine) throw() {
	c, lay := m.ctx, m.g.lay
	if len(m.g.p.Throws) == 0 {
		return
	}
	m.busy()
	c.ifThen(c.or(c.bin(i32Ne, c.player(), c.cell(m.g.offTurnOf)), c.not(c.byte(lay.ThrowN))), func() {
		c.setCell(m.g.offTurnOf, c.player())
		c.countUp(m.g.offTurns)
	}, nil)
	m.countThrow(func() {})
	if m.g.Turn.ForOthers { // with parts behind it the throw is his who plays the rest
		c.turnTo(m.to())
	}
	c.make(c.draw(), false)
	m.settled()
	m.goOn()
}

// countThrow gives a game up in which throws only follow upon throws, once the throw
// is owed.
func (m *machine) countThrow(owe func()) {
	c, g := m.ctx, m.g
	c.countUp(g.offThrows)
	c.aside(c.bin(i32GtS, c.bin(i32Sub, c.cell(g.offThrows), c.cell(g.offPlies)), lit(engine.MostThrows)), func() {
		owe()
		c.setCell(g.offOverCap, lit(1))
		c.br(m.over)
	})
}

// throwFirst makes the first throw of a turn as soon as it is owed.
func (m *machine) throwFirst() {
	c, g := m.ctx, m.g
	m.busy()
	c.setCell(g.offTurnOf, c.player())
	c.countUp(g.offTurns)
	m.countThrow(func() {
		c.clearThrows()
		c.insertLeft(lit(0), lit(engine.PartThrow))
	})
	if g.Turn.ForOthers && g.Turn.Answers(engine.OnTurn) { // it may have been handed over
		c.turnTo(m.to())
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
	lay := g.lay
	stop, mixed := c.variable(lit(stopNot)), c.variable(lit(0))
	count := c.variable(lit(0))
	slots := g.Agenda.Slots
	var drawn word
	if g.p.Tries() {
		drawn = m.draw(count)
	} else if slots == 0 || g.Agenda.OptionalThrows {
		// any number of parts: the blocks are made in memory
		slots = 0
		c.assign(count, c.told(g.fGen, c.s))
		c.assign(stop, c.byte(g.offStop))
		if g.mayMix {
			c.assign(mixed, c.byte(g.offMixed))
		}
	} else {
		m.fill(slots, count, stop, mixed)
	}
	c.ifThen(c.not(count), func() { m.nothing() }, nil)

	m.touchFrame()
	plies := c.cell(g.offPlies)
	c.aside(c.bin(i32GeS, plies, c.cell(g.offMost)), func() {
		c.setCell(g.offOverCap, lit(1))
		if g.Turn.EveryDecided {
			c.ifThen(c.not(c.byte(lay.Played)), m.uncounted, nil)
		}
		c.br(m.over)
	})
	if g.Turn.NoThrow && !g.Turn.EveryDecided { // otherwise they are counted when something is thrown
		c.ifThen(c.not(c.or(c.byte(lay.ThrowN), c.byte(lay.Played))), func() {
			c.countUp(g.offTurns)
		}, nil)
	}
	c.setCell(g.offPlies, c.bin(i32Add, plies, lit(1)))
	m.busy()

	// Which move is chosen decides where its code lies.
	acts := m.acts()
	done := c.block()
	labels := map[engine.Act]int{}
	for i := len(acts) - 1; i >= 0; i-- {
		labels[acts[i]] = c.block()
	}
	f := &m.fields
	for _, v := range []*num{&f.part, &f.from, &f.to, &f.over, &f.class, &f.stop, &f.at, &f.pair} {
		*v = c.variable(lit(0))
	}
	if g.Move.Together {
		f.men = c.variable(lit(1))
	}
	if g.Move.Sparing {
		f.spar = c.variable(lit(0))
	}
	c.enterScope()
	m.choose(count, stop, mixed, slots, labels, drawn)
	c.leaveScope()
	for _, a := range acts {
		c.end()
		c.enterScope()
		c.changed()
		m.touch()
		c.mayBeOver = false
		m.move(a)
		m.leaveIfOver()
		c.leaveScope()
		c.br(done)
	}
	c.end()
	c.changed()
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
	p, lay := g.p, g.lay
	if g.Agenda.Optional {
		c.ifThen(c.allOptional(c.partsLeft()), func() {
			c.dropAll()
			m.goOn()
		}, nil)
	}
	stages := g.Turn.NoMove
	if stages != 0 {
		c.ifThen(c.and(c.stageIs(stages), c.not(c.byte(lay.Played))), func() {
			games := lit(0)
			if p.Match > 0 {
				games = c.cell(g.offGames)
			}
			c.leaveAt = 0
			c.test(engine.AtNoMove, 0, c.noMove())
			c.leaveAt = m.over
			if g.Turn.EveryDecided {
				c.aside(c.byte(lay.Over), func() {
					m.uncounted()
					c.br(m.over)
				})
			} else {
				c.leaveTo(m.over, c.byte(lay.Over))
			}
			if p.Match > 0 {
				c.push(c.bin(i32Ne, games, c.cell(g.offGames))) // the next game has begun
				c.brIf(m.again)
			}
		}, nil)
	}
}

// uncounted takes the turn that has begun off the count.
func (m *machine) uncounted() {
	c, at := m.ctx, m.g.offTurns
	c.setCell(at, c.bin(i32Sub, c.cell(at), lit(1)))
}

// fill emits the sets of legal moves with the one or two parts that can be
// played, the part first in the defined order in the first slot.
func (m *machine) fill(slots int, count, stop, mixed num) {
	c, g := m.ctx, m.g
	first := upPart{c.kindLeft(0), c.flagLeft(0), lit(1)}
	second := upPart{lit(0), lit(0), lit(0)}
	if slots == 2 {
		second.part, second.optional = c.kindLeft(1), c.flagLeft(1)
		m.order(&first, &second)
	}
	m.two = second.live
	m.slots = nil
	total, opt := lit(0), lit(0)
	var counts, leavable []num // by slot
	for _, up := range []upPart{first, second}[:slots] {
		s := m.newSlot(up.part, up.live)
		m.slots = append(m.slots, s)
		c.ifThen(s.live, func() {
			g.forClass(c, s.part, func(cl *ir.Class, part num) {
				if cl.Narrow != nil {
					c.assign(s.far, lit(0))
					c.far(cl, part, func() { c.assign(s.far, lit(1)) })
				}
				m.narrowed(cl, s, func(cl *ir.Class) {
					c.assign(s.count, c.candidates(cl, part, s.by[cl], mixed, false))
				})
			})
		}, nil)
		c.get(s.count.l)
		k := c.keep()
		total = c.bin(i32Add, total, k)
		o := c.and(up.live, up.optional)
		opt = c.or(opt, o)
		counts, leavable = append(counts, k), append(leavable, o)
	}
	c.assign(count, total)
	if g.Agenda.Optional {
		c.ifThen(opt, func() {
			owed := lit(0)
			for i, k := range counts {
				owed = c.or(owed, c.and(c.bin(i32Ne, k, lit(0)), c.not(leavable[i])))
			}
			may := c.and(c.not(owed), c.bin(i32Ne, total, lit(0)))
			c.assign(stop, may)
			c.assign(count, c.bin(i32Add, total, may))
		}, nil)
	}
	if g.Move.Stop || g.Agenda.Optional && g.Move.Forbidden&engine.OnAct(engine.Stop) != 0 {
		c.stopByRules(stop)
		c.assign(count, c.bin(i32Add, total, c.bin(i32Ne, stop, lit(0))))
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
	m.ifThen(s.far, of(cl.Far), of(cl.Narrow))
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
		return c.pick(back, b, a), c.pick(back, a, b), c.pick(back, optionalB, optional), c.pick(back, optional, optionalB)
	}
	differ := func() num { return c.and(c.not(c.byte(g.lay.Fixed)), c.bin(i32Ne, a, b)) }
	switch {
	case order == 0: // mostly one is left
		m.behind = lit(0)
		list := []*num{&two, &m.behind, &a, &b}
		if g.Agenda.Optional {
			list = append(list, &optional, &optionalB)
		}
		up := make([]num, len(list)) // what they are then
		for i, v := range list {
			up[i] = c.variable(*v)
		}
		c.ifThen(c.bin(i32Ne, b, lit(0)), func() {
			two := differ()
			back := c.and(two, c.ranksAfter(a, b))
			a, b, optional, optionalB := swap(back)
			for i, v := range []num{two, back, a, b, optional, optionalB}[:len(list)] {
				c.assign(up[i], v)
			}
		}, nil)
		for i, v := range list {
			*v = up[i]
		}
		two.bit, m.behind.bit = true, true
	case distinct: // a kind is a number less than 128
		two = c.bin(i32GtU, b, c.bin(i32Shl, c.byte(g.lay.Fixed), lit(7)))
	default:
		two = c.and(c.bin(i32Ne, b, lit(0)), differ())
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
	s.count, s.far = c.variable(lit(0)), c.variable(lit(0))
	front := c.variable(lit(0))
	var pool []word
	for _, cl := range g.candidates.All() {
		lent := 0
		lend := func(words int) (out set) {
			for range words {
				if lent == len(pool) {
					pool = append(pool, c.variablew(wlit(0)))
				}
				out = append(out, pool[lent])
				lent++
			}
			return out
		}
		sc := &locals{block: block{c, cl, c.s}, n: front}
		if len(m.slots) > 0 && cl.Front != nil && cl.Front.Wide {
			sc.at = c.bin(i32Add, c.s, lit(len(m.slots)*g.blockSize))
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
	x := &choice{m: m, count: count, stop: stop, mixed: mixed, slots: slots, labels: labels, counting: c.cell(g.offCounting)}
	// Where a move is drawn, and where moves are listed first, is written once.
	x.drawn = c.variable(lit(0))
	x.direct = c.block()
	x.list = c.block()
	c.enterScope()
	x.line = g.Move.Line
	c.ifThen(c.not(count), func() {
		x.stuck()
		c.br(labels[engine.Pass])
	}, nil)
	if g.Move.Stop { // who may only stop plays nothing
		c.ifThen(c.and(c.bin(i32Ne, stop, lit(0)), c.bin(i32Eq, count, lit(1))), x.stuck, nil)
	}
	if g.p.Tries() {
		x.tally(count)
		x.unpack(drawn)
	} else {
		x.decide()
	}
	c.leaveScope()
	c.end()
	c.enterScope()
	if g.mayMix || len(g.requires()) > 0 {
		x.listing()
	}
	c.leaveScope()
	c.end()
	c.enterScope()
	if slots == 0 {
		c.invoke(g.fPick, c.s, x.drawn)
		x.unpack(c.keepw())
	} else {
		m.pick(x.drawn, count, stop, labels)
	}
	c.leaveScope()
}

// decide emits whether moves are listed first, or one is drawn as they stand.
func (x *choice) decide() {
	c, g := x.m.ctx, x.m.g
	if len(g.requires()) > 0 && (x.line == nil || x.slots == 0) {
		x.listed()
		return
	}
	if g.mayMix {
		c.ifThen(x.mixed, x.listed, nil)
	}
	if len(g.requires()) > 0 {
		// one after the other, what is known first in front
		several, applies := x.m.two, x.ahead
		if !g.Agenda.LineOfTwo {
			several = c.bin(i32Ne, x.m.partUp(1), lit(0))
			applies = func() {
				in := c.stageIs(x.line.Stages)
				if x.line.When != nil {
					in = c.and(in, c.truth(c.is(x.line.When, c.noMove())))
				}
				c.ifThen(in, x.ahead, nil)
			}
		}
		c.ifThen(several, func() {
			c.ifThen(c.bin(i32GtS, x.count, lit(1)), applies, nil)
		}, nil)
	}
	x.tally(x.count)
	c.oneOf(x.drawn, x.count)
	c.br(x.direct)
}

func (x *choice) listed() { x.m.br(x.list) }

// tally counts the moves that could be made, where that is asked for.
func (x *choice) tally(n num) {
	c, g := x.m.ctx, x.m.g
	c.ifThen(x.counting, func() {
		c.ifThen(c.bin(i32GtS, n, lit(1)), func() {
			c.setCellw(g.offBranch, c.binw(i64Add, c.cellw(g.offBranch), c.widen(n)))
			c.countUp(g.offChosen)
		}, nil)
	}, nil)
}

// unpack takes a move apart that is given as one word.
func (x *choice) unpack(mv word) {
	m := x.m
	c, g, f := m.ctx, m.g, &m.fields
	place := func(shift int) num { return c.bin(i32Sub, c.field(mv, shift), lit(1)) }
	c.assign(f.part, c.field(mv, mvPart))
	c.assign(f.from, place(mvFrom))
	c.assign(f.to, place(mvTo))
	c.assign(f.over, place(mvOver))
	c.assign(f.class, c.field(mv, mvClass))
	c.assign(f.stop, c.field(mv, mvStop))
	if len(m.slots) == 2 {
		c.assign(f.at, c.indexOf(f.part))
	}
	if g.Move.Together {
		c.assign(f.men, c.bin(i32Add, f.stop, lit(1)))
	}
	if g.Move.Sparing {
		c.assign(f.spar, c.field(mv, mvSpar))
	}
	act := c.field(mv, 0)
	acts := m.acts()
	for _, a := range acts[:len(acts)-1] {
		c.leaveTo(x.labels[a], c.bin(i32Eq, act, lit(int(a))))
	}
	c.br(x.labels[acts[len(acts)-1]])
}

// take makes the k-th move of those listed.
func (x *choice) take(k num) {
	c := x.m.ctx
	x.unpack(c.moveAt(k))
}

// listing lists the legal moves and draws one of them.
func (x *choice) listing() {
	c, g := x.m.ctx, x.m.g
	c.setGlobal(atSeen, lit(0))
	if x.slots > 0 {
		c.generateHere()
	}
	n := c.told(g.fList, c.s)
	all := c.cell(g.offAllN)
	x.tally(n)
	k := c.variable(lit(0))
	c.ifThen(c.bin(i32GtS, all, lit(1)), func() {
		c.assign(k, c.below(all))
		c.ifThen(c.bin(i32Ne, all, n), func() { c.redraw(k, n) }, nil)
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
	watch := c.cell(g.offWatch)
	stuck := c.and(c.bin(i32Ne, watch, lit(0)), c.and(c.bin(i32Eq, c.partsLeft(), lit(1)), c.bin(i32Ne, c.byte(g.lay.Played), lit(0))))
	c.ifThen(stuck, func() {
		k := c.variable(c.bin(i32Sub, watch, lit(1)))
		x.m.undo()
		c.setCell(g.offWatch, lit(0))
		all := c.told(g.fGen, c.s)
		c.setGlobal(atSeen, lit(0))
		n := c.told(g.fList, c.s)
		c.ifThen(c.bin(i32Ne, all, n), func() { c.redraw(k, n) }, nil)
		x.take(k)
	}, nil)
}

// ahead draws a move that has yet to let most be played, where it can be taken back.
func (x *choice) ahead() {
	c, g := x.m.ctx, x.m.g
	c.ifThen(x.counting, x.listed, nil)
	simple := lit(1)
	if !g.Agenda.LineOfTwo {
		simple = c.and(c.not(x.m.partUp(2)), c.not(c.anyOptional())) // what may be left obliges to nothing
	}
	if g.Move.Stop || g.Agenda.Optional {
		simple = c.and(simple, c.not(x.stop))
	}
	c.ifThen(simple, func() {
		c.assign(x.drawn, c.below(x.count))
		x.m.keepState()
		c.setCell(g.offWatch, c.bin(i32Add, x.drawn, lit(1)))
		c.br(x.direct)
	}, x.listed)
}

// pick emits a branch to the code of the k-th move among those in the slots.
func (m *machine) pick(k, count, stop num, labels map[engine.Act]int) {
	c, g := m.ctx, m.g
	if g.Move.Stop || g.Agenda.Optional {
		c.ifThen(stop, func() {
			c.aside(c.bin(i32Eq, k, c.bin(i32Sub, count, lit(1))), func() {
				c.assign(m.fields.stop, stop)
				c.br(labels[engine.Stop])
			})
		}, nil)
	}
	if len(m.slots) == 2 {
		a, b := m.slots[0], m.slots[1]
		first, second := lit(0), lit(1)
		if order := g.Agenda.Order; order <= 0 {
			first, second = m.behind, c.bin(i32Xor, m.behind, lit(1))
		}
		c.ifThen(c.bin(i32LtS, k, a.count), func() { m.pickIn(a, k, first, labels) }, nil)
		m.pickIn(b, c.bin(i32Sub, k, a.count), second, labels)
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
						return c.bin(i32Eq, c.leaf(x.Space, c.which(x.Space, env{part: part}), i, leafAct), lit(int(x.Act)))
					}
					return c.hasPlace(from.set(gi), i)
				},
				take: func(x *ir.Group, i num) { m.take(x, part, i, place, labels) },
			})
		})
	})
	c.op(opUnreachable)
}

// take emits a branch to the code of a group's act, with candidate i.
func (m *machine) take(x *ir.Group, part, i, at num, labels map[engine.Act]int) {
	c, g, f := m.ctx, m.g, &m.fields
	c.assign(f.part, part)
	if !m.firstOnly() {
		c.assign(f.at, at)
	}
	e := c.envOf(x, part, i)
	switch sp := m.pairs(x.Act); {
	case sp != nil && x.Space.Wide:
		c.assign(f.pair, c.pairBetween(sp, e.from, e.to))
	case sp != nil:
		c.assign(f.pair, c.pairRow(x.Space, i))
	}
	c.assign(f.from, e.from)
	c.assign(f.to, e.to)
	if x.Act == engine.Leap {
		c.assign(f.over, e.over)
	}
	if g.p.Classes() > 1 && x.Class != ir.AnyMarks {
		c.assign(f.class, lit(x.Class))
	}
	c.br(labels[x.Act])
}

// undoable makes room to keep the state, so that a move can be taken back.
func (m *machine) undoable() {
	c, g := m.ctx, m.g
	cells := []int{g.offPasses, g.offPlies, g.offTurns}
	m.keepState = func() {
		c.keepState()
		c.setCellw(g.offKept, c.cellw(g.offHash))
		for i, at := range cells {
			c.setCell(g.offKept+8+4*i, c.cell(at))
		}
	}
	m.undo = func() {
		c.takeBack()
		c.setCellw(g.offHash, c.cellw(g.offKept))
		for i, at := range cells {
			c.setCell(at, c.cell(g.offKept+8+4*i))
		}
	}
}

// move emits the code of one act: the man, the part, what answers it.
func (m *machine) move(a engine.Act) {
	c, g := m.ctx, m.g
	f := &m.fields
	e := c.envOfAct(a)
	fixed := func(v num) num { // a copy that no later assignment changes
		c.push(v)
		return c.keep()
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
			e.left.bit = true
		}
		own := actOf[a].man == ownMan
		if own && g.sliced() {
			e.class = c.marksAt(e.from)
		} else if own && g.p.Classes() > 1 {
			e.class = fixed(f.class)
		}
		if sp := m.pairs(a); sp != nil {
			e.pair = &pairMoved{sp: sp, row: fixed(f.pair)}
		}
		if own && g.Move.Together {
			e.men = fixed(f.men)
		}
		if g.Move.Sparing {
			e.spar = fixed(f.spar)
		}
	}
	if a == engine.Pass || a == engine.Stop {
		c.countUp(g.offPasses)
	}
	if g.opt.Trace {
		h := lit(int(a) << 24)
		if a < engine.Stop {
			h = c.bin(i32Or, h, c.bin(i32Shl, e.part, lit(16)))
		}
		h = c.bin(i32Or, h, c.bin(i32Shl, c.bin(i32Add, e.from, lit(1)), lit(8)))
		h = c.bin(i32Or, h, c.bin(i32Add, e.to, lit(1)))
		x := c.binw(i64Mul, c.binw(i64Xor, c.cellw(g.offHash), c.widen(h)), wlit(0x9e3779b97f4a7c15))
		c.setCellw(g.offHash, c.binw(i64Xor, x, c.binw(i64ShrU, x, wlit(29))))
	}
	c.carryOut(a, &e, f.stop)
}

// pairs is the space of a step or leap, if mirrors are kept of it and moves are only
// ever picked by the number of their candidate; else nil.
func (m *machine) pairs(a engine.Act) *ir.Space {
	g := m.g
	if a != engine.Step && a != engine.Leap || len(g.requires()) > 0 || g.sliced() || g.mayMix || len(m.slots) == 0 {
		return nil
	}
	var found *ir.Space
	for _, cl := range g.candidates.All() {
		for _, x := range cl.Groups {
			if x.Act != a || x.Space.Wide {
				continue
			}
			if found != nil && x.Space != found || !g.mirrorsSpace(x.Space) {
				return nil
			}
			found = x.Space
		}
	}
	return found
}

// firstOnly reports whether only the first part of what is left is ever played.
func (m *machine) firstOnly() bool { return len(m.slots) == 1 }

package emit

import (
	"slices"

	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/ir"
	"github.com/lectio/lectio/rulesets/ir/wasm/state"
)

// What the loop that plays games keeps in locals: the candidates of the one or two parts that are
// up, and the move chosen.

// machine is the loop that plays games (loop.go) being written.
type machine struct {
	turns
	slots  []*slot
	behind num // whether the first slot holds the second part
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
	if m.ctx.Holds() {
		return
	}
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

// acts lists the acts of which a decision of the loop may be one.
func (m *machine) acts() []engine.Act {
	g := m.g
	return slices.DeleteFunc(g.acts(), func(a engine.Act) bool {
		return a == engine.Stop && !g.Move.Stop && !g.Agenda.Optional || a == engine.ThrowAgain && !g.Agenda.OptionalThrows
	})
}

// fill emits the sets of legal moves with the one or two parts that can be
// played, the part first in the defined order in the first slot.
func (m *machine) fill(slots int, count, stop, mixed num) {
	c, g := m.ctx, m.g
	first := upPart{c.KindLeft(0), lit(0), lit(1)}
	second := upPart{lit(0), lit(0), lit(0)}
	if slots == 2 {
		first.optional = c.FlagLeft(0)
		second.part, second.optional = c.KindLeft(1), c.FlagLeft(1)
		m.order(&first, &second)
	}
	m.slots = nil
	// leave adds that what is left may be left, where no part has to be played.
	leave := func(total, owed num) {
		may := c.And(c.Not(owed), c.Ne(total, lit(0)))
		c.Assign(stop, may)
		c.Assign(count, c.Add(total, may))
	}
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
				if slots == 1 {
					c.Assign(count, s.count)
					if m.leavable(cl) {
						c.IfThen(c.FlagLeft(0), func() { leave(s.count, lit(0)) }, nil)
					}
				}
			})
		}, nil)
		c.Get(s.count.Local)
		k := c.Keep()
		total = c.Add(total, k)
		o := c.And(up.live, up.optional)
		opt = c.Or(opt, o)
		counts, leavable = append(counts, k), append(leavable, o)
	}
	if slots == 2 {
		c.Assign(count, total)
		c.IfThen(opt, func() {
			owed := lit(0)
			for i, k := range counts {
				owed = c.Or(owed, c.And(c.Ne(k, lit(0)), c.Not(leavable[i])))
			}
			leave(total, owed)
		}, nil)
	}
	if g.Move.Stop || g.Agenda.Optional && g.Move.Forbidden&engine.OnAct(engine.Stop) != 0 {
		c.stopByRules(stop)
		c.Assign(count, c.Add(total, c.Ne(stop, lit(0))))
	}
}

// leavable reports whether parts of a class may be left.
func (m *machine) leavable(cl *ir.Class) bool {
	return slices.ContainsFunc(cl.Parts, func(part int) bool { return m.g.Agenda.Leavable>>part&1 != 0 })
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
		c.takeBackGathered()
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
		} else if g.tellsClass(a) {
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
		h := wlit(uint64(a))
		put := func(v num) { h = c.OrW(c.ShlW(h, wlit(16)), c.Widen(v)) }
		if a < engine.Stop {
			put(e.part)
		} else {
			put(lit(0))
		}
		put(c.Add(e.from, lit(1)))
		put(c.Add(e.to, lit(1)))
		x := c.MulW(c.XorW(c.CellW(g.OffHash), h), wlit(0x9e3779b97f4a7c15))
		c.SetCellW(g.OffHash, c.XorW(x, c.ShrW(x, wlit(29))))
	}
	m.gathering(a, &e, func() { c.perform(a, &e, f.stop) })
	c.test(engine.AtMove, engine.OnAct(a), e)
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

package emit

import (
	"encoding/binary"
	"fmt"
	"slices"

	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/ir"
	"github.com/lectio/lectio/rulesets/ir/wasm/asm"
	"github.com/lectio/lectio/rulesets/ir/wasm/state"
)

// applyMove writes the function that makes a move: the man, the part, the
// changes that answer it, and what is tested after each move.
func (g *gen) applyMove() {
	lay := g.Layout
	c := g.begin(g.fApply)
	mv := word{Local: 1}
	c.TurnTo(c.Byte(lay.To))
	c.Seat(1)
	act := c.Field(mv, state.MoveAct)
	acts := g.acts()
	var chain func(i int)
	body := func(a engine.Act) {
		e := c.unpack(a, mv)
		c.carryOut(a, &e, c.Field(mv, state.MoveStop))
	}
	chain = func(i int) {
		if i == len(acts)-1 {
			body(acts[i])
			return
		}
		c.IfThen(c.Eq(act, lit(int(acts[i]))), func() { body(acts[i]) }, func() { chain(i + 1) })
	}
	chain(0)
}

// carryOut makes a move of a known act: the man, the part, what answers it.
func (c *ctx) carryOut(a engine.Act, e *env, stop num) {
	c.perform(a, e, stop)
	c.test(engine.AtMove, engine.OnAct(a), *e)
}

// perform is carryOut without what is tested after a move. e is then of the man as he is.
func (c *ctx) perform(a engine.Act, e *env, stop num) {
	g := c.g
	p, lay := g.Program, g.Layout
	switch a {
	case engine.Place, engine.Enter:
		for _, st := range g.storesOf(a) {
			c.AddStore(0, st, c.Sub(lit(0), c.Eq(e.from, lit(p.Places+st))))
		}
		if g.nobodys(a) {
			c.AddMan(c.Nobody(), lit(0), c.OfNobody(e.to), false)
		} else {
			c.AddMan(0, lit(0), e.to, false)
		}
	case engine.Step, engine.Advance, engine.Leap:
		c.shiftMen(e)
	case engine.BearOff:
		seat, from := 0, e.from
		if g.nobodys(a) {
			seat, from = c.Nobody(), c.OfNobody(e.from)
		}
		c.AddMen(seat, e.class, from, e.men, true)
		c.AddStore(0, p.StoreIndex(engine.OffStore), e.men)
	case engine.Remove:
		one, whose := lit(1), engine.Enemy
		if g.nobodys(a) {
			whose = engine.Nobodys
		}
		c.Take(e.from, true, p.StoreIndex(engine.OutStore), &one, whose, 0)
	case engine.Sow:
		c.sow(e)
	case engine.ThrowAgain:
		c.OweFirst()
	case engine.Stop:
		c.IfThen(c.Eq(stop, lit(stopByRule)), func() { c.dropAll() }, func() { c.dropOptions() })
	case engine.Pass:
		c.passTurn()
	}
	c.Changed()
	if a < engine.Stop {
		if e.placed {
			c.RemoveLeft(e.left)
		} else {
			c.RemoveLeft(c.IndexOf(e.part))
		}
		n := c.Add(c.Byte(lay.Played), lit(1))
		c.SetByte(lay.Played, c.Sub(n, c.ShrU(n, lit(8)))) // up to 255
		if g.Move.GoesOn {
			c.SetActive(lit(0))
		}
		c.Changed()
	}
	c.answer(a, e)
}

// idle counts turns without a decision or a throw; too many leave the game stuck,
// and the code given leaves it.
func (c *ctx) idle(leave func()) {
	g := c.g
	n := c.Add(c.Cell(g.OffIdle), lit(1))
	c.SetCell(g.OffIdle, n)
	c.IfThen(c.GtS(n, lit(engine.MostIdle)), func() {
		c.SetByte(g.Layout.Over, lit(engine.OverStuck))
		leave()
	}, nil)
}

// cleared forgets what belongs to the turn before. What no rule of the program
// ever sets need not be, nor, where all has been played out, what is nothing then, nor,
// where it is known that no rule has told who comes next, that.
func (c *ctx) cleared(playedOut, untold bool) {
	g, lay := c.g, c.g.Layout
	if !playedOut {
		c.ClearLeft()
	}
	if len(g.Program.Throws) > 0 {
		c.ClearThrows()
	}
	var list []int
	if !playedOut {
		list = append(list, lay.InThrow)
	}
	if !playedOut || g.Agenda.AtTurn || g.Turn.Answers(engine.OnPlayed) {
		list = append(list, lay.Played)
	}
	if g.Agenda.InOrder {
		list = append(list, lay.Fixed)
	}
	if g.Turn.ForOthers {
		list = append(list, lay.Handed)
	}
	if g.Turn.NextIs && !untold {
		list = append(list, lay.Next)
	}
	if g.Turn.StageIs && !untold {
		list = append(list, lay.NextStage)
	}
	for _, at := range list {
		c.SetByte(at, lit(0))
	}
	if g.Move.GoesOn {
		c.SetActive(lit(0))
	}
}

// agendaTable says which agenda is put on what is left, by stage, throw and the conditions
// of agendas that hold: one more than its number, 0 for none.
type agendaTable struct {
	conds  []*engine.Node
	throws int
	list   []int
	any    bool // some agenda is put there
}

// agendasFor is the table of the agendas for throws, or for turns without one.
func (g *gen) agendasFor(turn bool) *agendaTable {
	p := g.Program
	t := &agendaTable{throws: len(p.Throws) + 1}
	condOf := func(n *engine.Node) int {
		for i, k := range t.conds {
			if g.of(k) == g.of(n) {
				return i
			}
		}
		t.conds = append(t.conds, n)
		return len(t.conds) - 1
	}
	for i := range p.Agendas {
		if a := &p.Agendas[i]; (a.Throw < 0) == turn && a.When != nil {
			condOf(a.When)
		}
	}
	if len(t.conds) > 6 {
		panic(ir.Unsupported{Statement: p.Agendas[0].ID, Word: "agendas under so many conditions"})
	}
	for st := range p.Stages {
		for x := range t.throws {
			for bits := range 1 << len(t.conds) {
				i := slices.IndexFunc(p.Agendas, func(a engine.Agenda) bool {
					return a.Throw == x-1 && a.Stages>>st&1 != 0 && (a.When == nil || bits>>condOf(a.When)&1 != 0)
				})
				t.any = t.any || i >= 0 && (p.Agendas[i].Throw < 0) == turn
				t.list = append(t.list, i+1)
			}
		}
	}
	return t
}

// open puts the agenda for a throw, or for a turn without one, on what is left.
func (c *ctx) open(t num, turn, fresh bool) {
	g := c.g
	p, lay := g.Program, g.Layout
	table := g.agendasFor(turn)
	if !table.any {
		return
	}
	// a row for each case: the parts in four bits each, whether there is an agenda,
	// whether its order is fixed, how many parts, the parts in bytes
	row := func(x int) []byte {
		if x == 0 {
			b := make([]byte, 32)
			b[state.RowHead+1] = byte(asm.B2i(!turn))
			return b
		}
		return g.RowOfAgenda(&p.Agendas[x-1])
	}
	if fresh && t.Known && len(table.conds) == 0 && len(p.Stages) <= 2 && g.Packed() && !g.Turn.ForOthers && !g.Options.Expand {
		c.openFor(row(table.list[t.Value+1]), row(table.list[(len(p.Stages)-1)*table.throws+t.Value+1]))
		return
	}
	at := c.Module.Once(fmt.Sprint("agendas ", turn), func() (b []byte) {
		for _, x := range table.list {
			b = append(b, row(x)...)
		}
		return b
	})
	i := c.Add(c.Mul(c.Stage(), lit(table.throws)), c.Add(t, lit(1)))
	i = c.Shl(i, lit(len(table.conds)))
	for k, n := range table.conds {
		i = c.BitOr(i, c.Shl(c.Truth(c.is(n, c.noMove())), lit(k)))
	}
	c.noteAgenda(turn, table.list, i)
	a := c.Shl(i, lit(5))
	c.Tabled(a)
	read := func(off int) num {
		return c.OctetAt(a, at+off)
	}
	n, fixed := read(state.RowCount), read(state.RowFixed)
	if fresh {
		// nothing is left: no agenda leaves nothing, too
		c.TakeUp(at, a)
		if g.Turn.ForOthers {
			c.SetByte(lay.Fixed, fixed)
			c.SetByte(lay.LeftN, n)
			c.SetByte(lay.InThrow, c.BitOr(read(state.RowIs), lit(asm.B2i(!turn))))
		} else {
			c.headOf(at, a)
		}
		c.Changed()
		return
	}
	c.IfThen(read(state.RowIs), func() {
		c.IfThen(c.Not(c.Byte(lay.LeftN)), func() {
			if g.Agenda.InOrder {
				c.SetByte(lay.Fixed, fixed)
			}
			c.TakeUp(at, a)
			c.SetByte(lay.LeftN, n)
		}, func() {
			c.IfThen(c.Not(fixed), func() { c.SetByte(lay.Fixed, lit(0)) }, nil)
			c.openAmong(at, a, n)
		})
		c.SetByte(lay.InThrow, lit(1))
		c.Changed()
	}, nil)
	c.Changed()
}

// openAmong puts the n parts of an agenda's row among what is left: throws with which it
// begins in front, all else behind.
func (c *ctx) openAmong(table int, row, n num) {
	k, front, leading := c.Variable(lit(0)), c.Variable(lit(0)), c.Variable(lit(1))
	c.Repeat(func(done, _ int) {
		c.Changed()
		c.LeaveTo(done, c.GeS(k, n))
		part := c.OctetAt(c.Add(row, k), table+16)
		c.Assign(leading, c.And(leading, c.Not(c.BitAnd(part, lit(0x7f)))))
		where := c.Pick(leading, front, c.Byte(c.g.Layout.LeftN))
		c.InsertLeft(where, part)
		c.Assign(front, c.Add(front, leading))
		c.Assign(k, c.Add(k, lit(1)))
	})
}

// headOf takes what the head of a state says of an agenda from its row: four bytes that lie
// one after the other.
func (c *ctx) headOf(table int, row num) {
	c.setHead(c.NumAt(row, table+state.RowHead))
}

// setHead writes them: where each byte is held by itself, those that are not always the same.
func (c *ctx) setHead(v num) {
	g, lay := c.g, c.g.Layout
	if !c.Holds() {
		c.SetCell(lay.Fixed, v)
		return
	}
	for _, x := range []struct {
		at     int
		varies bool
	}{{lay.Fixed, g.Agenda.InOrder}, {lay.InThrow, true}, {lay.LeftN, true}} {
		if x.varies {
			c.SetByte(x.at, c.BitAnd(c.ShrU(v, lit(8*(x.at-lay.Fixed))), lit(255)))
		}
	}
}

// deviceOfRows is the only device there is, if each way in which it falls can
// have a row of its own in a table of agendas; else nil.
func (g *gen) deviceOfRows() *engine.Device {
	p := g.Program
	if len(p.Devices) != 1 || len(p.Stages)*p.Devices[0].Ways > mostRows || !g.Packed() || g.Turn.ForOthers || g.Options.Expand {
		return nil
	}
	for i := range p.Agendas {
		if a := &p.Agendas[i]; a.Throw >= 0 && a.When != nil {
			return nil
		}
	}
	return &p.Devices[0]
}

// mostRows is how many rows of agendas by the ways of a device there may be: a few kilobytes.
const mostRows = 256

// makeOf throws a device for the first time in a turn. How it falls is the row of its agenda,
// in which stands what that throw is.
func (c *ctx) makeOf(d *engine.Device) {
	g := c.g
	p, lay := g.Program, g.Layout
	var b []byte
	for st := range p.Stages {
		for t := d.First; t < d.First+d.Count; t++ {
			row := make([]byte, 32)
			row[state.RowHead+1] = 1
			if i := slices.IndexFunc(p.Agendas, func(a engine.Agenda) bool { return a.Throw == t && a.Stages>>st&1 != 0 }); i >= 0 {
				row = g.RowOfAgenda(&p.Agendas[i])
			}
			row[state.RowThrow] = byte(t)
			for range p.Throws[t].Ways {
				b = append(b, row...)
			}
		}
	}
	at := g.m.Blob("agendas by ways", b)
	row := c.Shl(c.Add(c.Mul(c.Stage(), lit(d.Ways)), c.below(lit(d.Ways))), lit(5))
	c.Tabled(row)
	t := c.OctetAt(row, at+state.RowThrow)
	c.SetThrows(c.Widen(t))
	c.SetByte(lay.ThrowN, lit(1))
	c.TakeUp(at, row)
	c.headOf(at, row)
	c.Changed()
	c.JustThrown(t)
	c.event(engine.OnThrow)
	c.test(engine.AtThrown, 0, c.noMove())
}

// openFor puts up the agenda of the first stage or of the second, where nothing is left: as
// numbers, of which the one becomes the other where the stage is the second.
func (c *ctx) openFor(first, second []byte) {
	either := func(a, b uint64) word {
		if a == b {
			return wlit(a)
		}
		return c.XorW(c.MulW(c.Widen(c.Stage()), wlit(a^b)), wlit(a))
	}
	half := func(b []byte) uint64 { return uint64(binary.LittleEndian.Uint32(b[state.RowHead:])) }
	head := c.Narrow(either(half(first), half(second)))
	c.SetAgenda(set{either(binary.LittleEndian.Uint64(first[state.RowWord:]), binary.LittleEndian.Uint64(second[state.RowWord:]))})
	c.setHead(head)
	c.Changed()
}

// throwMade writes the function that makes a throw.
func (g *gen) throwMade() {
	lay := g.Layout
	c := g.begin(g.fThrow)
	if len(g.Program.Throws) == 0 {
		return
	}
	t := num{Local: 1}
	c.TurnTo(c.Byte(lay.To))
	c.SetCell(g.OffIdle, lit(0))
	c.make(t, false)
	c.Invoke(g.fSettle, c.Frame)
}

// make makes a throw: it is remembered, and its agenda is put up.
func (c *ctx) make(t num, fresh bool) {
	lay := c.g.Layout
	if fresh { // the first of a turn
		c.SetThrows(c.Widen(t))
		c.SetByte(lay.ThrowN, lit(1))
		c.Changed()
		c.JustThrown(t)
		c.open(t, false, true)
		c.event(engine.OnThrow)
		c.test(engine.AtThrown, 0, c.noMove())
		return
	}
	c.RemoveLeft(lit(0))
	c.IfThen(c.Not(c.Byte(lay.LeftN)), func() {
		c.ClearThrows()
		c.SetByte(lay.Played, lit(0))
	}, nil)
	// the throw stands behind those before it; of more than there is room for, the oldest goes
	n := c.Byte(lay.ThrowN)
	all := c.ThrowsKept()
	many := c.GeS(n, lit(lay.MaxThrows))
	n = c.Sub(n, many)
	all = c.PickW(many, c.ShrW(all, wlit(8)), all)
	c.SetThrows(c.OrW(all, c.ShlW(c.Widen(t), c.Widen(c.Shl(n, lit(3))))))
	c.SetByte(lay.ThrowN, c.Add(n, lit(1)))
	c.Changed()
	c.JustThrown(t)
	c.open(t, false, false)
	c.SetByte(lay.InThrow, lit(1))
	c.Changed()
	c.event(engine.OnThrow)
	c.test(engine.AtThrown, 0, c.noMove())
}

// start writes the function that sets a game up and begins it.
func (g *gen) start() {
	p := g.Program
	img := g.Opening()
	g.Image = g.m.Table(img)
	c := g.begin(g.fStart)
	c.Push(c.Frame)
	c.I32(g.Image)
	c.I32(len(img))
	c.CopyMem()
	for _, off := range []int{g.OffIdle, g.OffUnclear, g.OffQuiet, g.OffOccur} {
		c.SetCell(off, lit(0))
	}
	c.NewHistory()
	c.TurnTo(lit(0))
	for _, per := range []engine.Lifetime{engine.PerMatch, engine.PerGame, engine.PerTurn, engine.PerThrow} {
		c.initVars(per)
	}
	c.Invoke(g.fBegin, c.Frame, lit(p.First))
	c.Invoke(g.fSettle, c.Frame)
}

// nextGame writes the function that sets the board up again for the next game of
// a match: scores and what belongs to the match are kept, and the player after
// the one whose turn it was begins, or whom a rule has named. It is for the caller to carry it on.
func (g *gen) nextGame() {
	p, lay := g.Program, g.Layout
	c := g.begin(g.fNext)
	c.TurnTo(lit(0))
	first := c.After(c.Byte(lay.Owner))
	if g.Turn.NextIs {
		by := c.Byte(lay.Next)
		first = c.Pick(by, c.Sub(by, lit(1)), first)
	}
	var back []func()
	for q := range p.Players {
		score := c.Score(q)
		back = append(back, func() { c.AddScore(q, score) })
		for v := range p.Vars {
			d := &p.Vars[v]
			if d.Per != engine.PerMatch || d.Common && q > 0 {
				continue
			}
			if d.Kind == engine.SetVar || d.Kind == engine.LinesVar {
				s := c.SetOf(v, q)
				back = append(back, func() { c.PutSet(v, q, s) })
			} else {
				x := c.VariableOf(v, q)
				back = append(back, func() { c.SetVariable(v, q, x) })
			}
		}
	}
	c.Push(c.Frame)
	c.I32(g.Image)
	c.I32(g.StateEnd)
	c.CopyMem()
	c.TurnTo(lit(0))
	for _, f := range back {
		f()
	}
	c.SetCell(g.OffWatch, lit(0)) // no move of the game before is taken back
	c.NewHistory()
	for _, per := range []engine.Lifetime{engine.PerGame, engine.PerTurn, engine.PerThrow} {
		c.initVars(per)
	}
	c.Invoke(g.fBegin, c.Frame, first)
}

package wasm

import (
	"encoding/binary"
	"fmt"
	"slices"

	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/ir"
)

// move packs a move.
func (c *ctx) move(act engine.Act, e env) word {
	w := wlit(uint64(act))
	put := func(v num, shift int) {
		w = c.binw(i64Or, w, c.binw(i64Shl, c.widen(v), wlit(uint64(shift))))
	}
	put(e.part, mvPart)
	put(c.bin(i32Add, e.from, lit(1)), mvFrom)
	put(c.bin(i32Add, e.to, lit(1)), mvTo)
	put(c.bin(i32Add, e.over, lit(1)), mvOver)
	put(e.class, mvClass)
	if c.g.Move.Together {
		put(c.bin(i32Sub, e.men, lit(1)), mvMen)
	}
	if c.g.Move.Sparing {
		put(e.spar, mvSpar)
	}
	return w
}

// moved says of an act which man it moves.
type moved uint8

const (
	noMan     moved = iota // nobody
	ownMan                 // a man of the player's, from his place
	storedMan              // one from a store
	enemyMan               // an opponent's
)

// actOf is what there is to know of the acts of moves.
var actOf = [...]struct {
	man  moved
	into string // the store in which he ends; "": on the board
	over bool   // he leaps
	goes bool   // he passes along the track
}{
	engine.Place: {man: storedMan}, engine.Enter: {man: storedMan},
	engine.Step: {man: ownMan}, engine.Advance: {man: ownMan, goes: true}, engine.Leap: {man: ownMan, over: true},
	engine.Remove: {man: enemyMan, into: engine.OutStore}, engine.BearOff: {man: ownMan, into: engine.OffStore},
	engine.Declare: {}, engine.Stop: {}, engine.Pass: {}, engine.ThrowAgain: {},
}

// unknown is a place of a move that is told candidate by candidate.
var unknown = num{l: -1}

func isUnknown(v num) bool { return !v.known && v.l == -1 }

// envOfAct is the environment of a move of which nothing is known but what it does.
func (c *ctx) envOfAct(act engine.Act) env {
	p, of := c.g.p, actOf[act]
	e := c.newEnv()
	e.act, e.passes = act, of.goes
	if of.man == noMan {
		return e
	}
	e.from, e.to = unknown, unknown
	if of.man == storedMan {
		e.fromStore = true
		if st := c.g.storesOf(act); len(st) == 1 {
			e.from = lit(p.Places + st[0])
		}
	}
	if of.into != "" {
		e.toStore, e.to = true, lit(p.Places+p.StoreIndex(of.into))
	}
	if of.over {
		e.over = unknown
	}
	return e
}

// envOf is the environment of candidate i of a group.
func (c *ctx) envOf(x *ir.Group, part, i num) env {
	e := c.envFor(x, part)
	if e.act == engine.Declare {
		return e
	}
	c.places(&e, x.Space, i)
	e.spar = lit(b2i(x.Spares))
	if x.Men != nil {
		e.men = c.menTogether(x, e)
	}
	return e
}

// envFor is the environment of the candidates of a group: what is not the same for all of them is
// known only candidate by candidate.
func (c *ctx) envFor(x *ir.Group, part num) env {
	e := c.envOfAct(x.Act)
	e.part, e.class, e.candidate = part, marksOf(x), true
	if e.fromStore {
		e.from = lit(c.g.p.Places + x.Store)
	}
	return e
}

// stopMove is the move that leaves what may be left.
func (c *ctx) stopMove(how num) word {
	w := c.move(engine.Stop, c.noMove())
	return c.binw(i64Or, w, c.binw(i64Shl, c.widen(how), wlit(mvStop)))
}

func (c *ctx) partAt(rank num) num {
	p := c.g.p
	by := make([]int, len(p.Parts))
	for part := range by {
		by[p.PartRank(part)] = part
	}
	return c.bySeat("parts by rank", 0, len(by), rank, func(_, rank int) int { return by[rank] })
}

// storesOf lists the stores from which rules of an act bring men.
func (g *gen) storesOf(act engine.Act) []int {
	var out []int
	for i := range g.p.Allows {
		if a := &g.p.Allows[i]; a.Act == act {
			for _, st := range a.Stores {
				if !slices.Contains(out, st) {
					out = append(out, st)
				}
			}
		}
	}
	return out
}

// acts lists the acts that moves of the program can have.
func (g *gen) acts() []engine.Act {
	var out []engine.Act
	for i := range g.p.Allows {
		if a := g.p.Allows[i].Act; a != engine.Stop && !slices.Contains(out, a) {
			out = append(out, a)
		}
	}
	slices.SortStableFunc(out, func(a, b engine.Act) int {
		often := func(a engine.Act) int {
			return slices.Index([]engine.Act{engine.Advance, engine.Step, engine.Leap, engine.BearOff, engine.Enter, engine.Place, engine.Remove, engine.Declare}, a)
		}
		return often(a) - often(b)
	})
	return append(out, engine.Pass, engine.Stop, engine.ThrowAgain)
}

// unpack is the environment of a move whose act is known.
func (c *ctx) unpack(act engine.Act, mv word) env {
	g, e := c.g, c.envOfAct(act)
	if act >= engine.Stop {
		return e
	}
	e.part = c.field(mv, mvPart)
	if part, only := g.onlyPart(); only {
		e.part = lit(part)
	}
	if g.p.Classes() > 1 && actOf[act].man == ownMan {
		e.class = c.field(mv, mvClass)
	}
	for _, x := range []struct {
		of    *num
		shift int
	}{{&e.over, mvOver}, {&e.from, mvFrom}, {&e.to, mvTo}} {
		if isUnknown(*x.of) {
			*x.of = c.bin(i32Sub, c.field(mv, x.shift), lit(1))
		}
	}
	if g.Move.Together && actOf[act].man == ownMan {
		e.men = c.bin(i32Add, c.field(mv, mvMen), lit(1))
	}
	if g.Move.Sparing && actOf[act].man != noMan {
		e.spar = c.field(mv, mvSpar)
	}
	return e
}

// eachAct emits f for each act of a man that a move can have, and the move taken apart.
func (c *ctx) eachAct(mv word, f func(a engine.Act, e env)) {
	act := c.field(mv, 0)
	for _, a := range c.g.acts() {
		if a < engine.Stop {
			c.ifThen(c.bin(i32Eq, act, lit(int(a))), func() { f(a, c.unpack(a, mv)) }, nil)
		}
	}
}

// applyMove writes the function that makes a move: the man, the part, the
// changes that answer it, and what is tested after each move.
func (g *gen) applyMove() {
	lay := g.lay
	c := g.begin(g.fApply)
	mv := word{l: 1}
	c.turnTo(c.byte(lay.To))
	c.seat(1)
	act := c.field(mv, 0)
	acts := g.acts()
	var chain func(i int)
	body := func(a engine.Act) {
		e := c.unpack(a, mv)
		c.carryOut(a, &e, c.field(mv, mvStop))
	}
	chain = func(i int) {
		if i == len(acts)-1 {
			body(acts[i])
			return
		}
		c.ifThen(c.bin(i32Eq, act, lit(int(acts[i]))), func() { body(acts[i]) }, func() { chain(i + 1) })
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
	p, lay := g.p, g.lay
	switch a {
	case engine.Place, engine.Enter:
		for _, st := range g.storesOf(a) {
			c.addStore(0, st, c.bin(i32Sub, lit(0), c.bin(i32Eq, e.from, lit(p.Places+st))))
		}
		c.addMan(0, lit(0), e.to, false)
	case engine.Step, engine.Advance, engine.Leap:
		c.shiftMen(e)
	case engine.BearOff:
		c.addMen(0, e.class, e.from, e.men, true)
		c.addStore(0, p.StoreIndex(engine.OffStore), e.men)
	case engine.Remove:
		one := lit(1)
		c.take(e.from, true, p.StoreIndex(engine.OutStore), &one, engine.Enemy)
	case engine.ThrowAgain:
		c.oweFirst()
	case engine.Stop:
		c.ifThen(c.bin(i32Eq, stop, lit(stopByRule)), func() { c.dropAll() }, func() { c.dropOptions() })
	case engine.Pass:
		c.passTurn()
	}
	c.changed()
	if a < engine.Stop {
		if e.placed {
			c.removeLeft(e.left)
		} else {
			c.removeLeft(c.indexOf(e.part))
		}
		n := c.bin(i32Add, c.byte(lay.Played), lit(1))
		c.setByte(lay.Played, c.bin(i32Sub, n, c.bin(i32ShrU, n, lit(8)))) // up to 255
		if g.Move.GoesOn {
			c.setByte(lay.Active, lit(0))
		}
		c.changed()
	}
	c.answer(a, e)
}

// idle counts turns without a decision or a throw; too many leave the game stuck,
// and the code given leaves it.
func (c *ctx) idle(leave func()) {
	g := c.g
	n := c.bin(i32Add, c.cell(g.offIdle), lit(1))
	c.setCell(g.offIdle, n)
	c.ifThen(c.bin(i32GtS, n, lit(engine.MostIdle)), func() {
		c.setByte(g.lay.Over, lit(engine.OverStuck))
		leave()
	}, nil)
}

// cleared forgets what belongs to the turn before. What no rule of the program
// ever sets need not be, nor, where all has been played out, what is nothing then, nor,
// where it is known that no rule has told who comes next, that.
func (c *ctx) cleared(playedOut, untold bool) {
	g, lay := c.g, c.g.lay
	if !playedOut {
		c.clearLeft()
	}
	if len(g.p.Throws) > 0 {
		c.clearThrows()
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
	if g.Move.GoesOn {
		list = append(list, lay.Active)
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
		c.setByte(at, lit(0))
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
	p := g.p
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
	p, lay := g.p, g.lay
	table := g.agendasFor(turn)
	if !table.any {
		return
	}
	// a row for each case: the parts in four bits each, whether there is an agenda,
	// whether its order is fixed, how many parts, the parts in bytes
	row := func(x int) []byte {
		if x == 0 {
			b := make([]byte, 32)
			b[rowHead+1] = byte(b2i(!turn))
			return b
		}
		return g.rowOfAgenda(&p.Agendas[x-1])
	}
	if fresh && t.known && len(table.conds) == 0 && len(p.Stages) <= 2 && g.packed() && !g.Turn.ForOthers && !g.opt.Expand {
		c.openFor(row(table.list[t.v+1]), row(table.list[(len(p.Stages)-1)*table.throws+t.v+1]))
		return
	}
	at := c.m.once(fmt.Sprint("agendas ", turn), func() (b []byte) {
		for _, x := range table.list {
			b = append(b, row(x)...)
		}
		return b
	})
	i := c.bin(i32Add, c.bin(i32Mul, c.stage(), lit(table.throws)), c.bin(i32Add, t, lit(1)))
	i = c.bin(i32Shl, i, lit(len(table.conds)))
	for k, n := range table.conds {
		i = c.bin(i32Or, i, c.bin(i32Shl, c.truth(c.is(n, c.noMove())), lit(k)))
	}
	c.noteAgenda(turn, table.list, i)
	a := c.bin(i32Shl, i, lit(5))
	c.tabled(a)
	read := func(off int) num {
		return c.octetAt(a, at+off)
	}
	n, fixed := read(rowCount), read(rowFixed)
	if fresh {
		// nothing is left: no agenda leaves nothing, too
		c.takeUp(at, a)
		if g.Turn.ForOthers {
			c.setByte(lay.Fixed, fixed)
			c.setByte(lay.LeftN, n)
			c.setByte(lay.InThrow, c.bin(i32Or, read(rowIs), lit(b2i(!turn))))
		} else {
			c.headOf(at, a)
		}
		c.changed()
		return
	}
	c.ifThen(read(rowIs), func() {
		c.ifThen(c.not(c.byte(lay.LeftN)), func() {
			if g.Agenda.InOrder {
				c.setByte(lay.Fixed, fixed)
			}
			c.takeUp(at, a)
			c.setByte(lay.LeftN, n)
		}, func() {
			c.ifThen(c.not(fixed), func() { c.setByte(lay.Fixed, lit(0)) }, nil)
			c.openAmong(at, a, n)
		})
		c.setByte(lay.InThrow, lit(1))
		c.changed()
	}, nil)
	c.changed()
}

// openAmong puts the n parts of an agenda's row among what is left: throws with which it
// begins in front, all else behind.
func (c *ctx) openAmong(table int, row, n num) {
	k, front, leading := c.variable(lit(0)), c.variable(lit(0)), c.variable(lit(1))
	c.repeat(func(done, _ int) {
		c.changed()
		c.leaveTo(done, c.bin(i32GeS, k, n))
		part := c.octetAt(c.bin(i32Add, row, k), table+16)
		c.assign(leading, c.and(leading, c.not(c.bin(i32And, part, lit(0x7f)))))
		where := c.pick(leading, front, c.byte(c.g.lay.LeftN))
		c.insertLeft(where, part)
		c.assign(front, c.bin(i32Add, front, leading))
		c.assign(k, c.bin(i32Add, k, lit(1)))
	})
}

// headOf takes what the head of a state says of an agenda from its row: four bytes that lie
// one after the other.
func (c *ctx) headOf(table int, row num) {
	c.push(c.s)
	c.push(row)
	c.load32(table + rowHead)
	c.store32(c.g.lay.Fixed)
}

// deviceOfRows is the only device there is, if each way in which it falls can
// have a row of its own in a table of agendas; else nil.
func (g *gen) deviceOfRows() *engine.Device {
	p := g.p
	if len(p.Devices) != 1 || len(p.Stages)*p.Devices[0].Ways > mostRows || !g.packed() || g.Turn.ForOthers || g.opt.Expand {
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
	p, lay := g.p, g.lay
	var b []byte
	for st := range p.Stages {
		for t := d.First; t < d.First+d.Count; t++ {
			row := make([]byte, 32)
			row[rowHead+1] = 1
			if i := slices.IndexFunc(p.Agendas, func(a engine.Agenda) bool { return a.Throw == t && a.Stages>>st&1 != 0 }); i >= 0 {
				row = g.rowOfAgenda(&p.Agendas[i])
			}
			row[rowThrow] = byte(t)
			for range p.Throws[t].Ways {
				b = append(b, row...)
			}
		}
	}
	at := g.m.blob("agendas by ways", b)
	row := c.bin(i32Shl, c.bin(i32Add, c.bin(i32Mul, c.stage(), lit(d.Ways)), c.below(lit(d.Ways))), lit(5))
	c.tabled(row)
	t := c.octetAt(row, at+rowThrow)
	c.setThrows(c.widen(t))
	c.setByte(lay.ThrowN, lit(1))
	c.takeUp(at, row)
	c.headOf(at, row)
	c.changed()
	c.justThrown(t)
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
		return c.binw(i64Xor, c.binw(i64Mul, c.widen(c.stage()), wlit(a^b)), wlit(a))
	}
	half := func(b []byte) uint64 { return uint64(binary.LittleEndian.Uint32(b[rowHead:])) }
	head := c.narrow(either(half(first), half(second)))
	c.setAgenda(set{either(binary.LittleEndian.Uint64(first[rowWord:]), binary.LittleEndian.Uint64(second[rowWord:]))})
	c.setCell(c.g.lay.Fixed, head)
	c.changed()
}

// throwMade writes the function that makes a throw.
func (g *gen) throwMade() {
	lay := g.lay
	c := g.begin(g.fThrow)
	if len(g.p.Throws) == 0 {
		return
	}
	t := num{l: 1}
	c.turnTo(c.byte(lay.To))
	c.setCell(g.offIdle, lit(0))
	c.make(t, false)
	c.invoke(g.fSettle, c.s)
}

// make makes a throw: it is remembered, and its agenda is put up.
func (c *ctx) make(t num, fresh bool) {
	lay := c.g.lay
	if fresh { // the first of a turn
		c.setThrows(c.widen(t))
		c.setByte(lay.ThrowN, lit(1))
		c.changed()
		c.justThrown(t)
		c.open(t, false, true)
		c.event(engine.OnThrow)
		c.test(engine.AtThrown, 0, c.noMove())
		return
	}
	c.removeLeft(lit(0))
	c.ifThen(c.not(c.byte(lay.LeftN)), func() {
		c.clearThrows()
		c.setByte(lay.Played, lit(0))
	}, nil)
	// the throw stands behind those before it; of more than there is room for, the oldest goes
	n := c.byte(lay.ThrowN)
	all := c.throwsKept()
	many := c.bin(i32GeS, n, lit(lay.MaxThrows))
	n = c.bin(i32Sub, n, many)
	all = c.pickw(many, c.binw(i64ShrU, all, wlit(8)), all)
	c.setThrows(c.binw(i64Or, all, c.binw(i64Shl, c.widen(t), c.widen(c.bin(i32Shl, n, lit(3))))))
	c.setByte(lay.ThrowN, c.bin(i32Add, n, lit(1)))
	c.changed()
	c.justThrown(t)
	c.open(t, false, false)
	c.setByte(lay.InThrow, lit(1))
	c.changed()
	c.event(engine.OnThrow)
	c.test(engine.AtThrown, 0, c.noMove())
}

// start writes the function that sets a game up and begins it.
func (g *gen) start() {
	p := g.p
	img := g.opening()
	g.image = g.m.table(img)
	c := g.begin(g.fStart)
	c.push(c.s)
	c.i32(g.image)
	c.i32(len(img))
	c.copyMem()
	for _, off := range []int{g.offIdle, g.offUnclear, g.offQuiet, g.offOccur} {
		c.setCell(off, lit(0))
	}
	c.newHistory()
	c.turnTo(lit(0))
	for _, per := range []engine.Lifetime{engine.PerMatch, engine.PerGame, engine.PerTurn, engine.PerThrow} {
		c.initVars(per)
	}
	c.invoke(g.fBegin, c.s, lit(p.First))
	c.invoke(g.fSettle, c.s)
}

package wasm

import (
	"math/bits"

	"github.com/lectio/lectio/rulesets/engine"
)

// The control graph: begin a turn, decide, apply, answer, test; and the parts
// that every program shares: random numbers, history, choice, what is written
// when a game is over.

const (
	chains    = 256 // lists of positions by hash
	entrySize = 16  // position, the entry before it in its list, how often it has stood

	recHash, recPlies, recPasses, recState = 0, 8, 12, 16
)

const hashFactor = 0x9e3779b97f4a7c15

func (g *gen) inc(l, by int) {
	g.a.get(l)
	g.a.i32(by)
	g.a.op(i32Add)
	g.a.set(l)
}

func (g *gen) storeOf(seat, st int) {
	if !g.touched[st] {
		g.a.i32(0)
		return
	}
	g.a.get(g.stores[seat][st])
}

func (g *gen) function() {
	a, p := g.a, g.p
	for i := 0; i < g.n; i++ {
		g.men = append(g.men, a.local(i64))
		g.stores = append(g.stores, make([]int, len(p.Stores)))
		for st := range p.Stores {
			if g.touched[st] {
				g.stores[i][st] = a.local(i32)
			}
		}
	}
	if len(p.Scores) > 0 {
		for range p.Players {
			g.scores = append(g.scores, a.local(i32))
			g.scored = append(g.scored, a.local(i32))
		}
	}
	for i := range g.rng {
		g.rng[i] = a.local(i64)
	}
	for _, l := range []*int{&g.to, &g.occ, &g.plies, &g.passes, &g.idx, &g.seg, &g.over, &g.winner, &g.head, &g.from, &g.dest, &g.pick, &g.total} {
		*l = a.local(i32)
	}
	for _, l := range []*int{&g.hash, &g.fromB, &g.destB} {
		*l = a.local(i64)
	}
	count, rec, game, seed := 0, a.local(i32), a.local(i64), a.local(i64)
	a.i32(0)
	a.load64(0)
	a.set(seed)
	a.i32(0)
	a.load64(8)
	a.set(game)
	a.i32(g.recAt)
	a.set(rec)
	if p.RepetitionMatters {
		a.i32(g.chainAt)
		a.i32(0)
		a.i32(4 * chains)
		a.fillMem()
		a.i32(1)
		a.set(g.idx)
	}
	games := a.loop()
	g.seedRandom(seed, game)
	g.setUp()
	g.gameOver = a.block()
	g.turnTop = a.loop()
	for i := len(g.order) - 1; i >= 0; i-- {
		g.label[g.order[i]] = a.block()
	}
	g.beginTurn()
	for _, c := range g.order {
		a.end()
		g.decide(c)
	}
	a.end() // turn
	a.op(opUnreachable)
	a.end() // game over
	g.writeRecord(rec)
	g.inc(rec, g.recSize)
	a.get(game)
	a.i64(1)
	a.op(i64Add)
	a.set(game)
	g.inc(count, -1)
	a.get(count)
	a.brIf(games)
	a.end()
	g.pages = (g.dataAt + len(g.data) + 65535) / 65536
}

// setUp puts the locals at the opening position.
func (g *gen) setUp() {
	a, p := g.a, g.p
	for i := 0; i < g.n; i++ {
		q := (p.First + i) % g.n
		var men uint64
		stores := make([]int, len(p.Stores))
		for _, it := range p.Setup {
			switch {
			case it.Player != q:
			case it.Place >= p.Places:
				stores[it.Place-p.Places] += it.Count
			default:
				men |= 1 << g.slot[it.Place]
			}
		}
		a.i64(men)
		a.set(g.men[i])
		for st, k := range stores {
			if g.touched[st] {
				a.i32(k)
				a.set(g.stores[i][st])
			}
		}
	}
	for _, x := range [][2]int{{g.to, p.First}, {g.plies, 0}, {g.passes, 0}, {g.over, 0}, {g.winner, 0}, {g.occ, 1}} {
		a.i32(x[1])
		a.set(x[0])
	}
	for _, l := range g.scores {
		a.i32(0)
		a.set(l)
	}
	a.i64(0)
	a.set(g.hash)
	g.irreversible()
}

// irreversible begins a new segment of the history.
func (g *gen) irreversible() {
	if g.p.RepetitionMatters {
		g.a.get(g.idx)
		g.a.set(g.seg)
	}
}

// rotate makes the player i seats on the player to move.
func (g *gen) rotate(i int) {
	a := g.a
	turnBy := func(ls []int) { // the values on the stack are taken off in reverse
		for k := range ls {
			a.get(ls[(k+i)%g.n])
		}
		for k := g.n - 1; k >= 0; k-- {
			a.set(ls[k])
		}
	}
	if i%g.n == 0 {
		return
	}
	turnBy(g.men)
	if len(g.scores) > 0 {
		turnBy(g.scores)
	}
	for st, t := range g.touched {
		if t {
			var ls []int
			for s := range g.stores {
				ls = append(ls, g.stores[s][st])
			}
			turnBy(ls)
		}
	}
	g.player(i)
	a.set(g.to)
}

// player pushes the player in a seat.
func (g *gen) player(seat int) {
	a := g.a
	a.get(g.to)
	if seat == 0 {
		return
	}
	if g.n == 2 {
		a.i32(1)
		a.op(i32Sub)
		a.i32(1)
		a.op(i32And)
		return
	}
	t := a.local(i32)
	a.i32(seat)
	a.op(i32Add)
	a.tee(t)
	a.i32(g.n)
	a.op(i32Sub)
	a.get(t)
	a.get(t)
	a.i32(g.n)
	a.op(i32GeS, opSelect)
}

// beginTurn finds who plays next and in which stage, and opens the agenda.
func (g *gen) beginTurn() {
	a := g.a
	for i := 0; i < g.n; i++ {
		for st := range g.p.Stages {
			s := &g.p.Stages[st]
			g.in(s.ID, func() {
				if s.When != nil {
					g.num(s.When, env{i, none, none})
					a.when()
				}
				g.stage = st
				g.rotate(i)
				g.remember(st)
				start := config{stage: st}
				g.now = &start
				g.ends(engine.AtStart, 0, start, false, env{0, none, none})
				g.now = nil
				for _, ag := range g.starts(st) {
					if ag.When != nil {
						g.num(ag.When, env{0, none, none})
						a.brIf(g.label[opening(ag, st)])
					} else {
						a.br(g.label[opening(ag, st)])
					}
				}
				if s.When != nil {
					a.end()
				}
			})
			if s.When == nil {
				return
			}
		}
	}
	g.finish(engine.OverStuck, config{stage: engine.NoStage}, false, func() { a.i32(0) })
}

// remember counts how often the position has stood since the last move that
// cannot be undone. The key is the position itself: all men, whoever's turn it
// is, and the stage. Lists of positions by hash hold absolute numbers, so that
// what lies before the segment is known for stale and nothing is ever cleared.
func (g *gen) remember(stage int) {
	if !g.p.RepetitionMatters {
		return
	}
	a, p := g.a, g.p
	key, chain, at, e := a.local(i64), a.local(i32), a.local(i32), a.local(i32)
	a.get(g.to)
	a.i32(stage * (1 << bits.Len(uint(g.n))))
	a.op(i32Add, i64ExtU)
	for i := range g.men {
		a.i64(uint64(p.Places))
		a.op(i64Shl)
		a.get(g.men[i])
		a.op(i64Or)
	}
	a.tee(key)
	a.i64(hashFactor)
	a.op(i64Mul)
	a.i64(56)
	a.op(i64ShrU, i32Wrap)
	a.i32(4)
	a.op(i32Mul)
	a.tee(chain)
	a.load32(g.chainAt)
	a.set(at)
	a.i32(1)
	a.set(g.occ)
	found := a.block()
	next := a.loop()
	a.get(at)
	a.get(g.seg)
	a.op(i32LtS)
	a.brIf(found)
	a.get(at)
	a.get(g.seg)
	a.op(i32Sub)
	a.i32(entrySize)
	a.op(i32Mul)
	a.tee(e)
	a.load64(g.entryAt)
	a.get(key)
	a.op(i64Eq)
	a.when()
	a.get(e)
	a.load32(g.entryAt + 12)
	a.i32(1)
	a.op(i32Add)
	a.set(g.occ)
	a.br(found)
	a.end()
	a.get(e)
	a.load32(g.entryAt + 8)
	a.set(at)
	a.br(next)
	a.end()
	a.end()
	a.get(g.idx)
	a.get(g.seg)
	a.op(i32Sub)
	a.i32(entrySize)
	a.op(i32Mul)
	a.tee(e)
	a.get(g.occ)
	a.store32(g.entryAt + 12)
	a.get(e)
	a.get(chain)
	a.load32(g.chainAt)
	a.store32(g.entryAt + 8)
	a.get(e)
	a.get(key)
	a.store64(g.entryAt)
	a.get(chain)
	a.get(g.idx)
	a.store32(g.chainAt)
	g.inc(g.idx, 1)
}

// score adds up what is scored at a moment, in declared order. Points are put
// together first and given out when all rules have been read, because a rule
// may ask for the score as it was.
func (g *gen) score(at engine.Moment, acts engine.Trigger, c config, e env) {
	a := g.a
	var rules []*engine.Score
	for i := range g.p.Scores {
		r := &g.p.Scores[i]
		if r.At == at && (r.Acts == 0 || r.Acts&acts != 0) && r.Stages>>uint(c.stage)&1 != 0 {
			rules = append(rules, r)
		}
	}
	gets := func(r *engine.Score, seat int) bool { return r.Their == (seat != 0) }
	used := make([]bool, g.n)
	for _, r := range rules {
		for seat := range used {
			used[seat] = used[seat] || gets(r, seat)
		}
	}
	for seat, u := range used {
		if u {
			a.i32(0)
			a.set(g.scored[seat])
		}
	}
	for _, r := range rules {
		g.in(r.ID, func() {
			if r.When != nil {
				g.num(r.When, e)
				a.when()
			}
			for seat := range used {
				if gets(r, seat) {
					a.get(g.scored[seat])
					g.num(r.Points, e)
					a.op(i32Add)
					a.set(g.scored[seat])
				}
			}
			if r.When != nil {
				a.end()
			}
		})
	}
	for seat, u := range used {
		if u {
			a.get(g.scores[seat])
			a.get(g.scored[seat])
			a.op(i32Add)
			a.set(g.scores[seat])
		}
	}
}

// ends gives the points of a moment and tests its ends, in declared order.
func (g *gen) ends(at engine.Moment, acts engine.Trigger, c config, inThrow bool, e env) {
	g.score(at, acts, c, e)
	for i := range g.p.Ends {
		d := &g.p.Ends[i]
		if d.At != at || d.Acts != 0 && d.Acts&acts == 0 || d.Stages>>uint(c.stage)&1 == 0 {
			continue
		}
		g.in(d.ID, func() {
			if d.When != nil {
				g.num(d.When, e)
				g.a.when()
			}
			g.finish(i+1, c.stopped(), inThrow, func() {
				switch d.Winner {
				case engine.Me, engine.Them:
					g.player(int(d.Winner - engine.Me))
					g.a.i32(1)
					g.a.op(i32Add)
				default:
					g.a.i32(0)
				}
			})
			if d.When != nil {
				g.a.end()
			}
		})
	}
}

// finish leaves the game; winner pushes 1 + the winner, or 0.
func (g *gen) finish(over int, c config, inThrow bool, winner func()) {
	if over != 0 && over != engine.OverStuck {
		c.played, inThrow = 0, false // a finished game remembers nothing of its throw
	}
	g.a.i32(over)
	g.a.set(g.over)
	winner()
	g.a.set(g.winner)
	g.a.i32(g.header(c, inThrow))
	g.a.set(g.head)
	g.a.br(g.gameOver)
}

// choices is what a group of moves has been lowered to: a set of candidates, or
// a list in memory when a move has two ends.
type choices struct {
	group
	count int // local: how many
	set   int // local: slots to place on, or to take from
	list  int // address
}

// decide generates a configuration: count the moves, choose one, make it.
func (g *gen) decide(c config) {
	a := g.a
	g.stage, g.now = c.stage, &c
	defer func() { g.now = nil }()
	e := env{0, none, none}
	if c.left == "" { // the turn is over
		g.ends(engine.AtPlayed, 0, c, false, e)
		c.played = 0
		g.ends(engine.AtTurn, 0, c, false, e)
		g.rotate(1)
		a.br(g.turnTop)
		return
	}
	var all []choices
	for i, x := range g.groups(c) {
		g.in(x.allow.ID, func() { all = append(all, g.candidates(x, g.listAt+i*g.listSize)) })
		clear(g.hoisted)
	}
	if len(all) == 0 {
		a.i32(0)
	}
	for i, x := range all {
		a.get(x.count)
		if i > 0 {
			a.op(i32Add)
		}
	}
	a.set(g.total)
	if c.optional() { // what cannot be used is no option
		a.get(g.total)
		a.op(i32Eqz)
		a.brIf(g.label[c.stopped()])
		g.cap(c)
	} else {
		a.get(g.total)
		a.op(i32Eqz)
		a.when()
		for i := range g.p.Ends {
			if d := &g.p.Ends[i]; c.played == 0 && d.At == engine.AtNoMove && d.Stages>>uint(c.stage)&1 != 0 {
				g.ends(engine.AtNoMove, 0, c, true, e)
				break
			}
		}
		g.cap(c)
		g.inc(g.plies, 1)
		g.inc(g.passes, 1)
		g.note(engine.Pass, 0, none, none)
		g.finish(engine.OverStuck, c, true, func() { a.i32(0) })
		a.end()
		g.cap(c)
	}
	g.inc(g.plies, 1)
	g.choose(c.optional())
	if c.optional() {
		a.get(g.pick)
		a.get(g.total)
		a.op(i32Eq)
		a.when()
		g.inc(g.passes, 1)
		g.note(engine.Stop, 0, none, none)
		g.answer(c.stopped(), engine.Stop, g.changes(engine.Stop, c.stage), e)
		a.end()
	}
	for i, x := range all {
		last := i == len(all)-1
		if !last {
			a.get(g.pick)
			a.get(x.count)
			a.op(i32LtS)
			a.when()
		}
		g.apply(c, x)
		if !last {
			a.end()
			a.get(g.pick)
			a.get(x.count)
			a.op(i32Sub)
			a.set(g.pick)
		}
	}
}

// cap breaks a game off that has gone on for too long.
func (g *gen) cap(c config) {
	g.a.get(g.plies)
	g.a.i32(g.opt.MaxPlies)
	g.a.op(i32GeS)
	g.a.when()
	g.finish(0, c, true, func() { g.a.i32(0) })
	g.a.end()
}

// candidates counts the moves of a group.
func (g *gen) candidates(x group, list int) choices {
	a, al := g.a, x.allow
	out := choices{group: x, count: a.local(i32), set: a.local(i64), list: list}
	e := env{0, none, none}
	any := func(*engine.Node) bool { return true }
	switch al.Act {
	case engine.Place:
		if al.To != nil {
			g.set(al.To, e)
		} else {
			g.compareCounts(engine.Anyone, engine.Equal, 0, 0)
		}
		g.allowed(al, engine.NTo, e, any)
		a.i64(0)
		g.storeOf(0, al.Stores[0])
		a.op(opSelect)
	case engine.Remove:
		g.whose(engine.Enemy, 0)
		if al.From != nil {
			g.set(al.From, e)
			a.op(i64And)
		}
		g.allowed(al, engine.NFrom, e, any)
	case engine.Step:
		g.steps(out, e)
		return out
	}
	a.tee(out.set)
	a.op(i64Pop, i32Wrap)
	a.set(out.count)
	return out
}

// steps lists the moves from one place to another. Entry k holds the k-th move:
// the slot moved from in the upper bits, and below it a set whose lowest bit is
// the slot moved to. Each man writes as many entries as he can ever have moves;
// the next man writes over those that were too many, so nothing is tested.
func (g *gen) steps(out choices, e env) {
	a, al := g.a, out.allow
	withTo := func(n *engine.Node) bool { return uses(n, engine.NTo) }
	if al.To != nil {
		g.hoist(al.To, 0)
	}
	empty := a.local(i64)
	if al.To == nil {
		g.compareCounts(engine.Anyone, engine.Equal, 0, 0)
		a.set(empty)
	}
	for _, n := range append([]*engine.Node{al.When}, g.forbidding(al)...) {
		g.hoist(n, 0)
	}
	left, at, t := a.local(i64), a.local(i32), a.local(i64)
	a.get(g.men[0])
	if al.From != nil {
		g.set(al.From, e)
		a.op(i64And)
	}
	g.allowed(al, engine.NFrom, e, func(n *engine.Node) bool { return !withTo(n) })
	a.set(left)
	a.i32(0)
	a.set(at)
	done := a.block()
	loop := a.loop()
	a.get(left)
	a.op(i64Eqz)
	a.brIf(done)
	a.get(left)
	a.op(i64Ctz, i32Wrap)
	a.set(g.from)
	e.from = g.from
	var most int
	if al.To == nil {
		a.get(g.from)
		a.i32(8)
		a.op(i32Mul)
		a.load64(g.nearAt)
		a.get(empty)
		a.op(i64And)
		most = g.degree()
	} else {
		g.set(al.To, e)
		most = g.atMost(al.To)
	}
	g.allowed(al, engine.NTo, e, withTo)
	a.set(t)
	entry := func() {
		a.get(t)
		a.get(g.from)
		a.op(i64ExtU)
		a.i64(58)
		a.op(i64Shl, i64Or)
	}
	if most <= 8 {
		// t, t less its lowest bit, … : the entry written last has the highest
		// offset but is stored first, so that one bounds check serves for all.
		sets := []int{t}
		for len(sets) < most {
			l := a.local(i64)
			prev := sets[len(sets)-1]
			a.get(prev)
			a.get(prev)
			a.i64(1)
			a.op(i64Sub, i64And)
			a.set(l)
			sets = append(sets, l)
		}
		tag := a.local(i64)
		a.get(g.from)
		a.op(i64ExtU)
		a.i64(58)
		a.op(i64Shl)
		a.set(tag)
		for i := most - 1; i >= 0; i-- {
			a.get(at)
			a.get(sets[i])
			a.get(tag)
			a.op(i64Or)
			a.store64(out.list + 8*i)
		}
		a.get(at)
		a.get(t)
		a.op(i64Pop, i32Wrap)
		a.i32(8)
		a.op(i32Mul, i32Add)
		a.set(at)
	} else {
		one := a.block()
		each := a.loop()
		a.get(t)
		a.op(i64Eqz)
		a.brIf(one)
		a.get(at)
		entry()
		a.store64(out.list)
		g.inc(at, 8)
		g.dropLowest(t)
		a.br(each)
		a.end()
		a.end()
	}
	g.dropLowest(left)
	a.br(loop)
	a.end()
	a.end()
	a.get(at)
	a.i32(3)
	a.op(i32ShrU)
	a.set(out.count)
}

func (g *gen) degree() int {
	most := 1
	for _, n := range g.near {
		most = max(most, bits.OnesCount64(n))
	}
	return most
}

// atMost bounds how many places a set can hold.
func (g *gen) atMost(n *engine.Node) int {
	switch n.Op {
	case engine.SLit:
		return max(1, n.Lit.Count())
	case engine.SAnd:
		return min(g.atMost(n.Kids[0]), g.atMost(n.Kids[1]))
	case engine.SOr:
		return min(g.p.Places, g.atMost(n.Kids[0])+g.atMost(n.Kids[1]))
	case engine.SIf:
		return max(g.atMost(n.Kids[1]), g.atMost(n.Kids[2]))
	case engine.SNear:
		return g.degree()
	case engine.SPlace:
		return 1
	}
	return g.p.Places
}

// forbidding lists the conditions of the prohibitions on a rule's act.
func (g *gen) forbidding(al *engine.Allow) []*engine.Node {
	var out []*engine.Node
	for i := range g.p.Forbids {
		f := &g.p.Forbids[i]
		if f.Acts&engine.OnAct(al.Act) != 0 && f.Stages>>uint(g.stage)&1 != 0 {
			out = append(out, f.When)
			for _, x := range f.Excepts {
				out = append(out, x.When)
			}
		}
	}
	return out
}

// apply makes the chosen move of a group and goes on to what answers it.
func (g *gen) apply(c config, x choices) {
	a, p := g.a, g.p
	e := env{0, none, none}
	one := func(slot, bit int) {
		a.i64(1)
		a.get(slot)
		a.op(i64ExtU, i64Shl)
		a.set(bit)
	}
	switch x.allow.Act {
	case engine.Place:
		st := x.allow.Stores[0]
		g.selectBit(x.set, g.pick)
		a.set(g.dest)
		one(g.dest, g.destB)
		a.get(g.men[0])
		a.get(g.destB)
		a.op(i64Or)
		a.set(g.men[0])
		g.inc(g.stores[0][st], -1)
		if p.OneWay(st) {
			g.irreversible()
		}
		e.to = g.dest
		g.note(engine.Place, x.part, p.Places+st, none)
	case engine.Remove:
		g.selectBit(x.set, g.pick)
		a.set(g.from)
		one(g.from, g.fromB)
		st := p.StoreIndex(engine.OutStore)
		for i := 1; i < g.n; i++ {
			l := g.stores[i][st]
			a.get(l)
			if g.n == 2 {
				a.i32(1)
			} else {
				a.get(g.men[i])
				a.get(g.fromB)
				a.op(i64And)
				a.i64(0)
				a.op(i64Ne)
			}
			a.op(i32Add)
			a.set(l)
			a.get(g.men[i])
			a.get(g.fromB)
			a.i64(^uint64(0))
			a.op(i64Xor, i64And)
			a.set(g.men[i])
		}
		if p.OneWay(st) {
			g.irreversible()
		}
		e.from = g.from
		g.note(engine.Remove, x.part, none, p.Places+st)
	case engine.Step:
		t := a.local(i64)
		a.get(g.pick)
		a.i32(8)
		a.op(i32Mul)
		a.load64(x.list)
		a.tee(t)
		a.i64(58)
		a.op(i64ShrU, i32Wrap)
		a.set(g.from)
		a.get(t)
		a.op(i64Ctz, i32Wrap)
		a.set(g.dest)
		one(g.from, g.fromB)
		one(g.dest, g.destB)
		a.get(g.men[0])
		a.get(g.fromB)
		a.get(g.destB)
		a.op(i64Or, i64Xor)
		a.set(g.men[0])
		e.from, e.to = g.from, g.dest
		g.note(engine.Step, x.part, none, none)
	}
	g.answer(c.after(x.part), x.allow.Act, g.changes(x.allow.Act, c.stage), e)
}

// answer carries out the changes that answer an act, tests what is tested after
// a move, and goes to where the turn then stands. A condition parts the code.
func (g *gen) answer(c config, act engine.Act, list []*engine.Change, e env) {
	keep := g.now
	g.now = &c
	defer func() { g.now = keep }()
	if len(list) == 0 {
		g.ends(engine.AtMove, engine.OnAct(act), c, true, e)
		g.a.br(g.label[c])
		return
	}
	ch := list[0]
	g.in(ch.ID, func() {
		if ch.When != nil {
			g.num(ch.When, e)
			g.a.when()
		}
		g.answer(g.with(c, ch), act, list[1:], e)
		if ch.When != nil {
			g.a.end()
			g.answer(c, act, list[1:], e)
		}
	})
}

// note puts a move into the game's hash; from and to are stores where given,
// else what the move's locals hold, or nothing for an act without.
func (g *gen) note(act engine.Act, part uint8, from, to int) {
	if !g.opt.Trace {
		return
	}
	a := g.a
	a.get(g.hash)
	a.i64(uint64(act)<<24 | uint64(part)<<16)
	side := func(store, l int, shift uint64, used bool) {
		if !used {
			return
		}
		if store != none {
			a.i64(uint64(store+1) << shift)
		} else {
			a.get(l)
			a.load8(g.placeAt)
			a.op(i64ExtU)
			a.i64(1)
			a.op(i64Add)
			a.i64(shift)
			a.op(i64Shl)
		}
		a.op(i64Or)
	}
	side(from, g.from, 8, act != engine.Stop && act != engine.Pass)
	side(to, g.dest, 0, act != engine.Stop && act != engine.Pass)
	a.op(i64Xor)
	a.i64(hashFactor)
	a.op(i64Mul)
	a.tee(g.hash)
	a.get(g.hash)
	a.i64(29)
	a.op(i64ShrU, i64Xor)
	a.set(g.hash)
}

// choose draws which of the moves is played; one alone needs no draw.
func (g *gen) choose(stop bool) {
	a := g.a
	n := a.local(i32)
	if stop {
		a.get(g.total)
		a.i32(1)
		a.op(i32Add)
		a.set(n)
		g.below(n)
		return
	}
	a.i32(0)
	a.set(g.pick)
	a.get(g.total)
	a.i32(1)
	a.op(i32GtS)
	a.when()
	g.below(g.total)
	a.end()
}

// below sets pick to a number less than local n, as Random.Below draws it.
func (g *gen) below(n int) {
	a := g.a
	bound, m, threshold := a.local(i64), a.local(i64), a.local(i64)
	draw := func() {
		g.next()
		a.i64(32)
		a.op(i64ShrU)
		a.get(bound)
		a.op(i64Mul)
		a.set(m)
	}
	low := func() {
		a.get(m)
		a.i64(0xffffffff)
		a.op(i64And)
	}
	a.get(n)
	a.op(i64ExtU)
	a.set(bound)
	draw()
	low()
	a.get(bound)
	a.op(i64LtU)
	a.when()
	a.i64(1 << 32)
	a.get(bound)
	a.op(i64Sub)
	a.get(bound)
	a.op(i64RemU)
	a.set(threshold)
	ok := a.block()
	again := a.loop()
	low()
	a.get(threshold)
	a.op(i64LtU, i32Eqz)
	a.brIf(ok)
	draw()
	a.br(again)
	a.end()
	a.end()
	a.end()
	a.get(m)
	a.i64(32)
	a.op(i64ShrU, i32Wrap)
	a.set(g.pick)
}

// next pushes the next 64 random bits: xoshiro256**.
func (g *gen) next() {
	a, s := g.a, g.rng
	t := a.local(i64)
	xor := func(to, from int) {
		a.get(to)
		a.get(from)
		a.op(i64Xor)
		a.set(to)
	}
	a.get(s[1])
	a.i64(5)
	a.op(i64Mul)
	a.i64(7)
	a.op(i64Rotl)
	a.i64(9)
	a.op(i64Mul)
	a.get(s[1])
	a.i64(17)
	a.op(i64Shl)
	a.set(t)
	xor(s[2], s[0])
	xor(s[3], s[1])
	xor(s[1], s[2])
	xor(s[0], s[3])
	xor(s[2], t)
	a.get(s[3])
	a.i64(45)
	a.op(i64Rotl)
	a.set(s[3])
}

// seedRandom is Random.Reset: splitmix64 from seed and game number.
func (g *gen) seedRandom(seed, game int) {
	a := g.a
	x, z := a.local(i64), a.local(i64)
	a.get(seed)
	a.get(game)
	a.i64(0xd1342543de82ef95)
	a.op(i64Mul, i64Xor)
	a.set(x)
	mix := func(shift, factor uint64) {
		a.get(z)
		a.get(z)
		a.i64(shift)
		a.op(i64ShrU, i64Xor)
		if factor != 0 {
			a.i64(factor)
			a.op(i64Mul)
		}
	}
	for _, s := range g.rng {
		a.get(x)
		a.i64(0x9e3779b97f4a7c15)
		a.op(i64Add)
		a.tee(x)
		a.set(z)
		mix(30, 0xbf58476d1ce4e5b9)
		a.set(z)
		mix(27, 0x94d049bb133111eb)
		a.set(z)
		mix(31, 0)
		a.set(s)
	}
}

// selectBit pushes which bit of a set is its k-th, without a branch: byte
// sums tell the byte, a table the bit within it (Vigna, "Broadword
// implementation of rank/select queries", 2008).
func (g *gen) selectBit(set, k int) {
	a := g.a
	s, b, kk := a.local(i64), a.local(i64), a.local(i64)
	const l8, h8 = 0x0101010101010101, 0x8080808080808080
	a.get(k)
	a.op(i64ExtU)
	a.set(kk)
	a.get(set)
	a.get(set)
	a.i64(1)
	a.op(i64ShrU)
	a.i64(0x5555555555555555)
	a.op(i64And, i64Sub)
	a.tee(s)
	a.i64(0x3333333333333333)
	a.op(i64And)
	a.get(s)
	a.i64(2)
	a.op(i64ShrU)
	a.i64(0x3333333333333333)
	a.op(i64And, i64Add)
	a.tee(s)
	a.get(s)
	a.i64(4)
	a.op(i64ShrU, i64Add)
	a.i64(0x0f0f0f0f0f0f0f0f)
	a.op(i64And)
	a.i64(l8)
	a.op(i64Mul)
	a.set(s)
	a.get(kk)
	a.i64(l8)
	a.op(i64Mul)
	a.i64(h8)
	a.op(i64Or)
	a.get(s)
	a.op(i64Sub)
	a.i64(h8)
	a.op(i64And, i64Pop)
	a.i64(3)
	a.op(i64Shl)
	a.set(b) // 8 times the byte
	a.get(kk)
	a.get(s)
	a.i64(8)
	a.op(i64Shl)
	a.get(b)
	a.op(i64ShrU)
	a.i64(255)
	a.op(i64And, i64Sub)
	a.i64(8)
	a.op(i64Shl)
	a.get(set)
	a.get(b)
	a.op(i64ShrU)
	a.i64(255)
	a.op(i64And, i64Or, i32Wrap)
	a.load8(g.selAt)
	a.get(b)
	a.op(i32Wrap, i32Add)
}

// writeRecord writes what a game came to: hash, plies, passes, and the final
// state in the program's layout.
func (g *gen) writeRecord(rec int) {
	a, p := g.a, g.p
	a.get(rec)
	a.get(g.hash)
	a.store64(recHash)
	a.get(rec)
	a.get(g.plies)
	a.store32(recPlies)
	a.get(rec)
	a.get(g.passes)
	a.store32(recPasses)
	head := g.lay.Left + g.lay.MaxLeft
	a.get(rec)
	a.i32(recState)
	a.op(i32Add)
	a.get(g.head)
	a.i32(head)
	a.copyMem()
	a.get(rec)
	a.i32(recState + head)
	a.op(i32Add)
	a.i32(0)
	a.i32(g.lay.Size - head)
	a.fillMem()
	for _, x := range [][2]int{{g.lay.To, g.to}, {g.lay.Owner, g.to}, {g.lay.Over, g.over}, {g.lay.Winner, g.winner}} {
		a.get(rec)
		a.get(x[1])
		a.store8(recState + x[0])
	}
	at, s := a.local(i32), a.local(i32)
	for i := range g.men {
		if len(g.scores) > 0 {
			a.get(rec)
			g.player(i)
			a.i32(4)
			a.op(i32Mul, i32Add)
			a.get(g.scores[i])
			a.store32(recState + g.lay.Scores)
		}
		for st, t := range g.touched {
			if t {
				a.get(rec)
				g.player(i)
				a.i32(len(p.Stores))
				a.op(i32Mul, i32Add)
				a.get(g.stores[i][st])
				a.store8(recState + g.lay.Stores + st)
			}
		}
		a.get(rec)
		g.player(i)
		a.i32(p.Places)
		a.op(i32Mul, i32Add)
		a.set(at)
		a.i32(0)
		a.set(s)
		loop := a.loop()
		a.get(s)
		a.load8(g.placeAt)
		a.get(at)
		a.op(i32Add)
		a.get(g.men[i])
		a.get(s)
		a.op(i64ExtU, i64ShrU, i32Wrap)
		a.i32(1)
		a.op(i32And)
		a.store8(recState + g.lay.Men)
		g.inc(s, 1)
		a.get(s)
		a.i32(p.Places)
		a.op(i32LtS)
		a.brIf(loop)
		a.end()
	}
}

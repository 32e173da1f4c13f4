package wasm

import (
	"github.com/lectio/lectio/rulesets/engine"
)

// random is the generator's four words, which run keeps in locals.
type random [4]word

// next draws 64 random bits (xoshiro256**, as engine.Random).
func (c *ctx) next(r *random) word {
	rot := func(x word, k int) word {
		c.pushw(x)
		c.i64(uint64(k))
		c.op(i64Rotl)
		return c.keepw()
	}
	out := c.binw(i64Mul, rot(c.binw(i64Mul, r[1], wlit(5)), 7), wlit(9))
	t := c.binw(i64Shl, r[1], wlit(17))
	s2 := c.binw(i64Xor, r[2], r[0])
	s3 := c.binw(i64Xor, r[3], r[1])
	s1 := c.binw(i64Xor, r[1], s2)
	s0 := c.binw(i64Xor, r[0], s3)
	c.assignw(r[0], s0)
	c.assignw(r[1], s1)
	c.assignw(r[2], c.binw(i64Xor, s2, t))
	c.assignw(r[3], rot(s3, 45))
	return out
}

// below draws a number below n, each equally likely, as engine.Random.Below: the
// product of 32 random bits and n, drawn again in the uneven rest.
func (c *ctx) below(r *random, n num) num {
	bound := c.widen(n)
	m := c.variablew(wlit(0))
	product := func() {
		c.assignw(m, c.binw(i64Mul, c.binw(i64ShrU, c.next(r), wlit(32)), bound))
	}
	product()
	low := func() num {
		c.pushw(m)
		c.op(i32Wrap)
		return c.keep()
	}
	c.ifThen(c.bin(i32LtU, low(), n), func() {
		c.push(c.bin(i32Sub, lit(0), n))
		c.push(n)
		c.op(i32RemU)
		threshold := c.keep()
		done := c.block()
		again := c.loop()
		c.enterScope()
		c.push(c.bin(i32GeU, low(), threshold))
		c.brIf(done)
		product()
		c.leaveScope()
		c.br(again)
		c.end()
		c.end()
	}, nil)
	c.pushw(m)
	c.i64(32)
	c.op(i64ShrU, i32Wrap)
	return c.keep()
}

// seed puts the generator at the beginning of a game (splitmix64).
func (c *ctx) seed(r *random, seed, game word) {
	x := c.binw(i64Xor, seed, c.binw(i64Mul, game, wlit(0xd1342543de82ef95)))
	for i := range r {
		x = c.binw(i64Add, x, wlit(0x9e3779b97f4a7c15))
		z := c.binw(i64Mul, c.binw(i64Xor, x, c.binw(i64ShrU, x, wlit(30))), wlit(0xbf58476d1ce4e5b9))
		z = c.binw(i64Mul, c.binw(i64Xor, z, c.binw(i64ShrU, z, wlit(27))), wlit(0x94d049bb133111eb))
		c.assignw(r[i], c.binw(i64Xor, z, c.binw(i64ShrU, z, wlit(31))))
	}
}

// run writes the function that plays a batch of games of random moves and writes
// a record of each.
func (g *gen) run() {
	p := g.p
	// its parameter is the number of games; the frame has a place of its own
	c := &ctx{fn: g.fRun, g: g, known: newKnown()}
	c.s = c.variable(lit(g.frameAt))
	games := num{l: 0}
	var r random
	for i := range r {
		r[i] = c.variablew(wlit(0))
	}
	// positions are numbered from the beginning of a batch
	c.i32(g.headsAt)
	c.i32(0)
	c.i32(4 * heads)
	c.fillMem()
	c.i32(0)
	c.i32(0)
	c.store32(atOccur)
	word32 := func(at int) num {
		c.i32(0)
		c.load32(at)
		return c.keep()
	}
	most, branching, budget := word32(atCap), word32(atBranch), word32(atMoves)
	c.i32(0)
	c.load64(atSeed)
	seed := c.keepw()
	rec, done, spent := c.variable(lit(g.recAt)), c.variable(lit(0)), c.variable(lit(0))
	plies, passes, turns, chosen := c.variable(lit(0)), c.variable(lit(0)), c.variable(lit(0)), c.variable(lit(0))
	owner, over := c.variable(lit(-1)), c.variable(lit(0))
	branch, hash := c.variablew(wlit(0)), c.variablew(wlit(0))

	end := c.block()
	nextGame := c.loop()
	c.enterScope()
	c.push(c.bin(i32GeS, done, games))
	c.brIf(end)
	c.push(c.bin(i32GeS, spent, budget))
	c.brIf(end)
	c.i32(0)
	c.load64(atGame)
	game := c.keepw()
	c.i32(0)
	c.pushw(c.binw(i64Add, game, wlit(1)))
	c.store64(atGame)
	c.seed(&r, seed, game)
	c.fault(faultNone)
	for _, v := range []num{plies, passes, turns, chosen, over} {
		c.assign(v, lit(0))
	}
	c.assign(owner, lit(-1))
	c.assignw(branch, wlit(0))
	c.assignw(hash, wlit(0))
	if g.playsForOthers() {
		c.push(c.s)
		c.call(g.fStart)
		c.memoryGame(&r, plies, passes, turns, chosen, over, owner, branching, most, branch, hash)
	} else {
		c.push(c.s)
		c.i32(g.image)
		c.i32(g.stateEnd)
		c.copyMem()
		for _, off := range []int{g.offIdle, g.offUnclear, g.offQuiet, g.offOccur} {
			c.push(c.s)
			c.i32(0)
			c.store32(off)
		}
		c.newHistory()
		c.turnTo(lit(0))
		for _, per := range []engine.Lifetime{engine.PerMatch, engine.PerGame} {
			for q := range p.Players {
				c.initVars(per, q, q == 0)
			}
		}
		m := &machine{ctx: c, r: &r, begin: c.variable(lit(p.First)), watch: c.variable(lit(0)),
			tally: tallies{plies: plies, passes: passes, turns: turns, chosen: chosen, overCap: over, owner: owner, branching: branching, most: most, branch: branch, hash: hash}}
		m.play()
		c.known = newKnown()
	}
	c.writeRecord(rec, hash, branch, plies, passes, turns, chosen, over)
	c.assign(spent, c.bin(i32Add, spent, plies))
	c.assign(rec, c.bin(i32Add, rec, lit(g.recSize)))
	c.assign(done, c.bin(i32Add, done, lit(1)))
	c.leaveScope()
	c.br(nextGame)
	c.end()
	c.end()
	c.i32(0)
	c.push(done)
	c.store32(atDone)
}

// memoryGame plays a game whose state is kept in memory.
func (c *ctx) memoryGame(r *random, plies, passes, turns, chosen, over, owner, branching, most num, branch, hash word) {
	g := c.g
	p, lay := g.p, g.lay
	gameOver := c.block()
	turn := c.loop()
	c.enterScope()
	c.changed()
	c.push(c.byte(lay.Over))
	c.brIf(gameOver)
	if len(p.Throws) > 0 {
		c.push(c.s)
		c.load8(lay.Left)
		c.ifThen(c.and(c.not(c.keep()), c.bin(i32Ne, c.byte(lay.LeftN), lit(0))), func() {
			q := c.byte(lay.Owner)
			c.ifThen(c.or(c.bin(i32Ne, q, owner), c.not(c.byte(lay.ThrowN))), func() {
				c.assign(owner, q)
				c.assign(turns, c.bin(i32Add, turns, lit(1)))
			}, nil)
			c.push(c.s)
			c.push(c.draw(r))
			c.call(g.fThrow)
			c.br(turn)
		}, nil)
	}
	c.ifThen(c.bin(i32GeS, plies, most), func() {
		c.assign(over, lit(1))
		c.br(gameOver)
	}, nil)
	c.ifThen(c.not(c.or(c.byte(lay.ThrowN), c.byte(lay.Played))), func() {
		c.assign(turns, c.bin(i32Add, turns, lit(1)))
	}, nil)
	mv := c.variablew(wlit(0))
	note := func() {
		act := c.field(mv, 0)
		idle := c.bin(i32GeU, act, lit(int(engine.Stop)))
		if engine.ThrowAgain > engine.Pass {
			idle = c.and(idle, c.bin(i32Ne, act, lit(int(engine.ThrowAgain))))
		}
		c.assign(passes, c.bin(i32Add, passes, idle))
		if g.opt.Trace {
			part := c.pick(idle, lit(0), c.field(mv, mvPart))
			h := c.bin(i32Or, c.bin(i32Shl, act, lit(24)), c.bin(i32Shl, part, lit(16)))
			h = c.bin(i32Or, h, c.bin(i32Or, c.bin(i32Shl, c.field(mv, mvFrom), lit(8)), c.field(mv, mvTo)))
			x := c.binw(i64Mul, c.binw(i64Xor, hash, c.widen(h)), wlit(0x9e3779b97f4a7c15))
			c.assignw(hash, c.binw(i64Xor, x, c.binw(i64ShrU, x, wlit(29))))
		}
	}
	c.assign(plies, c.bin(i32Add, plies, lit(1)))
	c.push(c.s)
	c.i32(0)
	c.store32(g.offIdle)
	c.decide(r, mv, branching, branch, chosen, note)
	c.leaveScope()
	c.br(turn)
	c.end()
	c.end()

}

// decide draws a move, makes it, and carries the game on.
func (c *ctx) decide(r *random, mv word, branching num, branch word, chosen num, note func()) {
	g := c.g
	p := g.p
	tally := func(n num) {
		c.ifThen(c.bin(i32GtS, n, lit(1)), func() {
			c.assignw(branch, c.binw(i64Add, branch, c.widen(n)))
			c.assign(chosen, c.bin(i32Add, chosen, lit(1)))
		}, nil)
	}
	play := func() {
		note()
		c.push(c.s)
		c.pushw(mv)
		c.call(g.fApply)
		c.push(c.s)
		c.call(g.fSettle)
	}
	pick := func(k num) {
		c.push(c.s)
		c.push(k)
		c.call(g.fPick)
		c.set2(mv.l)
	}
	c.push(c.s)
	c.load32(g.offCount)
	count := c.keep()
	c.ifThen(count, func() {
		mixed := lit(0)
		if g.mayMix {
			mixed = c.byte(g.offMixed)
		}
		plain := func() {
			tally(count)
			k := c.variable(lit(0))
			c.ifThen(c.bin(i32GtS, count, lit(1)), func() { c.assign(k, c.below(r, count)) }, nil)
			pick(k)
			play()
		}
		listed := func() {
			c.i32(0)
			c.i32(0)
			c.store32(atSeen)
			c.push(c.s)
			c.call(g.fList)
			n := c.keep()
			c.push(c.s)
			c.load32(g.offAllN)
			all := c.keep()
			tally(n)
			k := c.variable(lit(0))
			c.ifThen(c.bin(i32GtS, all, lit(1)), func() {
				c.assign(k, c.below(r, all))
				c.ifThen(c.bin(i32Ne, all, n), func() {
					c.redraw(r, k, n)
				}, nil)
			}, nil)
			c.push(c.bin(i32Add, c.s, c.bin(i32Shl, k, lit(3))))
			c.load64(g.offList)
			c.set2(mv.l)
			play()
		}
		if len(p.Requires) == 0 {
			c.ifThen(mixed, listed, plain)
			return
		}
		line := g.lineAlone()
		if line == nil {
			listed()
			return
		}
		// One requirement that looks ahead: a move after which the rest of the throw
		// can be played is legal, and nothing need be compared with it.
		n := c.partsLeft()
		applies := c.and(c.stageIs(line.Stages), c.bin(i32GtS, n, lit(1)))
		if line.When != nil {
			applies = c.and(applies, c.truth(c.num(line.When, c.noMove())))
		}
		applies = c.and(applies, c.bin(i32GtS, count, lit(1)))
		c.ifThen(c.or(applies, mixed), func() {
			c.push(c.s)
			c.vload(g.lay.Left)
			c.vec(vBits8) // what may be left obliges to nothing
			simple := c.and(c.and(c.not(c.keep()), c.bin(i32Eq, n, lit(2))), c.and(c.not(c.or(mixed, branching)), c.not(c.byte(g.offStop))))
			c.ifThen(simple, func() {
				k := c.below(r, count)
				pick(k)
				back := c.bin(i32Add, c.s, lit(g.frameSize))
				c.copyState(back, c.s)
				c.push(c.s)
				c.pushw(mv)
				c.call(g.fApply)
				c.push(c.s)
				c.call(g.fSettle)
				// the rest cannot be played: still this throw, one part, and no move
				c.push(c.s)
				c.load32(g.offCount)
				stuck := c.not(c.keep())
				stuck = c.and(stuck, c.bin(i32Eq, c.partsLeftAt(c.s), lit(1)))
				stuck = c.and(stuck, c.and(c.bin(i32Ne, c.byte(g.lay.Played), lit(0)), c.not(c.byte(g.lay.Over))))
				c.changed()
				c.ifThen(stuck, func() {
					c.copyState(c.s, back)
					c.changed()
					c.push(c.s)
					c.call(g.fGen)
					c.op(opDrop)
					c.i32(0)
					c.i32(0)
					c.store32(atSeen)
					c.push(c.s)
					c.call(g.fList)
					n := c.keep()
					at := c.variable(k)
					c.ifThen(c.bin(i32Ne, count, n), func() { c.redraw(r, at, n) }, nil)
					c.push(c.bin(i32Add, c.s, c.bin(i32Shl, at, lit(3))))
					c.load64(g.offList)
					c.set2(mv.l)
					play()
				}, note)
			}, listed)
		}, plain)
	}, func() {
		c.assignw(mv, c.move(engine.Pass, c.noMove()))
		play()
	})
}

// redraw turns k, an index among all that could be chosen before looking ahead,
// into one among the n legal moves: the same move if it is legal, else one drawn anew.
func (c *ctx) redraw(r *random, k, n num) {
	g := c.g
	c.push(c.bin(i32Add, c.s, c.bin(i32Shl, k, lit(3))))
	c.load64(g.offAll)
	want := c.keepw()
	i := c.variable(lit(0))
	found := c.block()
	none := c.block()
	again := c.loop()
	c.enterScope()
	c.push(c.bin(i32GeS, i, n))
	c.brIf(none)
	c.push(c.bin(i32Add, c.s, c.bin(i32Shl, i, lit(3))))
	c.load64(g.offList)
	c.pushw(want)
	c.op(i64Eq)
	c.brIf(found)
	c.assign(i, c.bin(i32Add, i, lit(1)))
	c.leaveScope()
	c.br(again)
	c.end()
	c.end()
	c.assign(i, lit(0))
	c.ifThen(c.bin(i32GtS, n, lit(1)), func() { c.assign(i, c.below(r, n)) }, nil)
	c.end()
	c.assign(k, i)
}

// lineAlone is the requirement of the program, if it is one that looks ahead and
// no rule that answers a move adds parts, so that what is left bounds what can be played.
func (g *gen) lineAlone() *engine.Require {
	if len(g.p.Requires) != 1 || !g.p.Requires[0].LineOnly {
		return nil
	}
	for i := range g.p.Changes {
		x := &g.p.Changes[i]
		for _, e := range x.Effects {
			if e.Kind == engine.AddParts && x.On < engine.OnThrow {
				return nil
			}
		}
	}
	for i := range g.p.Blocked {
		if b := &g.p.Blocked[i]; b.Policy == engine.BlockedSkip || b.Policy == engine.BlockedLeave {
			return nil
		}
	}
	return &g.p.Requires[0]
}

// draw picks a throw by the chance of each outcome: a table by way.
func (c *ctx) draw(r *random) num {
	g := c.g
	p := g.p
	pickOf := func(d int) num {
		dev := &p.Devices[d]
		if dev.Ways > 4096 {
			// by adding up the ways
			k := c.variable(c.below(r, lit(dev.Ways)))
			t := c.variable(lit(dev.First))
			found := c.block()
			for x := dev.First; x < dev.First+dev.Count; x++ {
				c.assign(k, c.bin(i32Sub, k, lit(p.Throws[x].Ways)))
				c.assign(t, lit(x))
				c.push(c.bin(i32LtS, k, lit(0)))
				c.brIf(found)
			}
			c.end()
			return t
		}
		var list []int
		for x := dev.First; x < dev.First+dev.Count; x++ {
			for range p.Throws[x].Ways {
				list = append(list, x)
			}
		}
		at := g.octets("ways of "+dev.ID+string(rune('0'+d)), list)
		c.push(c.below(r, lit(dev.Ways)))
		c.load8(at)
		return c.keep()
	}
	used := map[int]uint64{}
	var order []int
	for i, s := range p.Stages {
		if s.Device >= 0 {
			if used[s.Device] == 0 {
				order = append(order, s.Device)
			}
			used[s.Device] |= 1 << i
		}
	}
	if len(order) == 1 {
		return pickOf(order[0])
	}
	t := c.variable(lit(0))
	for _, d := range order {
		c.ifThen(c.stageIs(used[d]), func() { c.assign(t, pickOf(d)) }, nil)
	}
	return t
}

// writeRecord writes down what a game came to, its state in the program's layout.
func (c *ctx) writeRecord(rec num, hash, branch word, plies, passes, turns, chosen, over num) {
	g := c.g
	put := func(at int, v num) {
		c.push(rec)
		c.push(v)
		c.store32(at)
	}
	c.push(rec)
	c.pushw(hash)
	c.store64(recHash)
	c.push(rec)
	c.pushw(branch)
	c.store64(recBranch)
	put(recPlies, plies)
	put(recMoves, c.bin(i32Sub, plies, passes))
	put(recPasses, passes)
	put(recTurns, turns)
	put(recChosen, chosen)
	c.i32(0)
	c.load32(atFault)
	put(recFlags, c.bin(i32Or, over, c.bin(i32Shl, c.keep(), lit(8))))
	c.push(c.s)
	c.load32(g.offUnclear)
	put(recUnclear, c.keep())
	for off := 0; off < g.offPlayers+len(g.p.Players)*g.playerSize; off += 8 {
		c.push(rec)
		c.push(c.s)
		c.load64(off)
		c.store64(recState + off)
	}
}

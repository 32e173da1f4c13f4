package wasm

// below draws a number below n, each equally likely, as engine.Random.Below: the
// product of 32 random bits and n, drawn again in the uneven rest.
func (c *ctx) below(n num) num {
	if c.leaveAt != 0 && (!n.known || n.v <= fewWays) {
		// In one game of a hundred thousand it would have to be drawn again: then the
		// interpreter plays, and no ways meet here.
		m := c.product(n)
		c.aside(c.bin(i32LtU, c.narrow(m), n), func() {
			c.fault(faultDraw)
			c.br(c.leaveAt)
		})
		return c.narrow(c.binw(i64ShrU, m, wlit(32)))
	}
	m := c.variablew(c.product(n))
	c.ifThen(c.bin(i32LtU, c.narrow(m), n), func() {
		c.invoke(c.g.fUneven, c.s, n, m)
		c.setLocal(m.l)
	}, nil)
	return c.narrow(c.binw(i64ShrU, m, wlit(32)))
}

// oneOf gives k a number below n; of one there is no draw.
func (c *ctx) oneOf(k, n num) {
	c.ifThen(c.bin(i32GtS, n, lit(1)), func() { c.assign(k, c.below(n)) }, nil)
}

// fewWays is how many ways a device may fall in for each to have an entry in a table.
const fewWays = 4096

// uneven writes the function that keeps a product or draws it again, if it lies in
// the rest that n leaves of 2^32, where a device falls in so many ways that this is no
// rarity. A loop in the midst of others would cost the compiler what it knows.
func (g *gen) uneven() {
	c := g.begin(g.fUneven)
	n, m := num{l: 1}, word{l: 2}
	c.vary(m.l)
	c.push(c.bin(i32Sub, lit(0), n))
	c.push(n)
	c.op(i32RemU)
	threshold := c.keep()
	c.repeat(func(done, _ int) {
		c.leaveTo(done, c.bin(i32GeU, c.narrow(m), threshold))
		c.assignw(m, c.product(n))
	})
	c.pushw(m)
}

// run writes the function that plays a batch of games of random moves and writes
// a record of each. What the host calls only says where the frame lies: the
// compiler can then tell that all of it lies within the memory.
func (g *gen) run() {
	outer := g.fRun
	outer.i32(g.frameAt)
	outer.get(0)
	outer.i32(0)
	outer.call(g.fGames)

	c := g.begin(g.fGames)
	c.zero, c.frame, c.staged = num{l: 2}, g.frameAt, true
	games := num{l: 1}
	c.setCell(g.offMost, c.global(atCap))
	c.setCell(g.offCounting, c.global(atBranch))
	budget := c.global(atMoves)
	rec, done, spent := c.variable(lit(g.recAt)), c.variable(lit(0)), c.variable(lit(0))

	c.repeat(func(end, _ int) {
		c.leaveTo(end, c.bin(i32GeS, done, games))
		c.leaveTo(end, c.bin(i32GeS, spent, budget))
		c.absolute()
		c.load64(atGame)
		game := c.keepw()
		c.absolute()
		c.pushw(c.binw(i64Add, game, wlit(1)))
		c.store64(atGame)
		c.absolute()
		c.load64(atSeed)
		c.seed(c.keepw(), game)
		c.fault(faultNone)
		for _, at := range []int{g.offPlies, g.offPasses, g.offTurns, g.offChosen, g.offOverCap, g.offWatch, g.offThrows} {
			c.setCell(at, lit(0))
		}
		c.setCell(g.offTurnOf, lit(-1))
		c.setCellw(g.offBranch, wlit(0))
		c.setCellw(g.offHash, wlit(0))
		c.invoke(g.fStart, c.s)
		if g.Turn.EveryDecided {
			c.setCell(g.offTurns, c.not(c.byte(g.lay.Over)))
		}
		c.turnTo(c.byte(g.lay.To))
		m := &machine{turns: turns{ctx: c}}
		m.loop = m
		m.play()
		c.turnTo(c.player())
		c.writeRecord(rec)
		c.assign(spent, c.bin(i32Add, spent, c.cell(g.offPlies)))
		c.assign(rec, c.bin(i32Add, rec, lit(g.recSize)))
		c.assign(done, c.bin(i32Add, done, lit(1)))
	})
	c.setGlobal(atDone, done)
}

// redrawn writes the function that turns k, an index among all that could be chosen
// before looking ahead, into one among the n legal moves: the same move if it is
// legal, else one drawn anew.
func (g *gen) redrawn() {
	c := g.begin(g.fRedraw)
	k, n := num{l: 1}, num{l: 2}
	want := c.wordAt(c.bin(i32Add, c.s, c.bin(i32Shl, k, lit(3))), g.offAll)
	i := c.variable(lit(0))
	found := c.block()
	c.repeat(func(none, _ int) {
		c.leaveTo(none, c.bin(i32GeS, i, n))
		c.leaveTo(found, c.equalw(c.moveAt(i), want))
		c.assign(i, c.bin(i32Add, i, lit(1)))
	})
	c.assign(i, lit(0))
	c.oneOf(i, n)
	c.end()
	c.push(i)
}

func (c *ctx) redraw(k, n num) {
	c.assign(k, c.told(c.g.fRedraw, c.s, k, n))
}

// draw picks a throw by the chance of each outcome: a table by way.
func (c *ctx) draw() num {
	g := c.g
	p := g.p
	pickOf := func(d int) num {
		dev := &p.Devices[d]
		if dev.Ways > fewWays {
			// by adding up the ways
			k := c.variable(c.below(lit(dev.Ways)))
			t := c.variable(lit(dev.First))
			found := c.block()
			for x := dev.First; x < dev.First+dev.Count; x++ {
				c.assign(k, c.bin(i32Sub, k, lit(p.Throws[x].Ways)))
				c.assign(t, lit(x))
				c.leaveTo(found, c.bin(i32LtS, k, lit(0)))
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
		at := g.m.octets("ways of "+dev.ID+string(rune('0'+d)), list)
		return c.octetAt(c.below(lit(dev.Ways)), at)
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

// writeRecord writes down what a game came to: what its frame begins with.
func (c *ctx) writeRecord(rec num) {
	c.setCell(c.g.offFault, c.global(atFault))
	c.push(rec)
	c.push(c.s)
	c.i32(c.g.recSize)
	c.copyMem()
}

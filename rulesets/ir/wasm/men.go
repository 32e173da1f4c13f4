package wasm

import "github.com/lectio/lectio/rulesets/engine"

// Men come and go.

// addMan puts a man of a class of seat j on place f of his, or takes one off.
// Counts are kept bit by bit, so that is an addition with carry in one place.
func (c *stateFn) addMan(j int, class, f num, off bool) {
	mem := c.mem
	m := c.bitAtPlace(f, mem.p.Places, mem.w)
	c.carryClass(j, class, m, off)
	if mem.p.Classes() > 1 && mem.planes > 1 {
		carry(c, c.totalPlanes(j), m, off, func(i int, s set) { c.setTotal(j, i, s) })
	}
	if mem.cells {
		c.addCell(j, f, lit(1-2*b2i(off)))
	}
	c.reflect(j, nil, f)
	c.sumUp(j)
}

// carryClass adds one man of a class, or takes one off, at every place of m.
func (c *stateFn) carryClass(j int, class num, m set, off bool) {
	if mem := c.mem; mem.sliced() { // there is one man, or none
		c.setPlaneAt(j, mem.inMen, 0, c.each(i64Xor, c.occupied(j), m))
		for k := range mem.markCount() {
			bit := c.bin(i32And, c.bin(i32ShrU, class, lit(k)), lit(1))
			bit.bit = true
			c.setPlaneAt(j, mem.inMen+(1+k)*mem.w*8, 0, c.each(i64Xor, c.markSet(j, k), c.gate(bit, m)))
		}
		return
	}
	for k := range c.mem.p.Classes() {
		if class.known && class.v != k {
			continue
		}
		carry(c, c.classPlanes(j, k), c.gate(c.bin(i32Eq, class, lit(k)), m), off, func(i int, s set) { c.setPlane(j, k, i, s) })
	}
}

// clearMen takes all men of a class of seat j off place f and returns how many.
func (c *stateFn) clearMen(j, class int, f num) num {
	mem := c.mem
	m := c.bitAtPlace(f, mem.p.Places, mem.w)
	planes := c.classPlanes(j, class)
	n := c.gather(planes, f)
	if mem.sliced() {
		c.carryClass(j, lit(class), c.ands(planes[0], m), true)
	} else {
		for i := range planes {
			c.setPlane(j, class, i, c.minus(planes[i], m))
		}
	}
	if mem.p.Classes() > 1 && mem.planes > 1 {
		// of the total as many as were of this class
		k := c.variable(n)
		c.repeat(func(done, _ int) {
			c.changed()
			c.leaveTo(done, c.not(k))
			carry(c, c.totalPlanes(j), m, true, func(i int, s set) { c.setTotal(j, i, s) })
			c.assign(k, c.bin(i32Sub, k, lit(1)))
		})
	}
	if mem.cells {
		c.addCell(j, f, c.bin(i32Sub, lit(0), n))
	}
	if len(mem.mirrors) > 0 { // there was one man, or none
		any := c.spread(n)
		c.reflect(j, &any, f)
	}
	c.sumUp(j)
	return n
}

// clearAny takes whoever stands there off place f, where men are sliced.
func (c *stateFn) clearAny(j int, f num) num {
	mem := c.mem
	m := c.bitAtPlace(f, mem.p.Places, mem.w)
	n := c.hasPlace(c.occupied(j), f)
	c.setPlaneAt(j, mem.inMen, 0, c.minus(c.occupied(j), m))
	for k := range mem.markCount() {
		c.setPlaneAt(j, mem.inMen+(1+k)*mem.w*8, 0, c.minus(c.markSet(j, k), m))
	}
	if len(mem.mirrors) > 0 {
		any := c.spread(n)
		c.reflect(j, &any, f)
	}
	if mem.cells {
		c.addCell(j, f, c.bin(i32Sub, lit(0), n))
	}
	return n
}

// addMen is addMan for several men at once.
func (c *stateFn) addMen(j int, class, f, k num, off bool) {
	c.times(k, func() { c.addMan(j, class, f, off) })
}

// menAt is how many men of seat j stand on the cell of place f of the player to move.
func (c *stateFn) menAt(j int, f num) num {
	mem := c.mem
	switch {
	case mem.Board.Alike || j == 0 && mem.Board.Injective:
		return c.gather(c.menPlanes(j), f)
	case mem.cells:
		return c.cellCount([]int{j}, 0, f)
	}
	at := c.acrossAt(0, j, f, 0)
	return c.pick(c.bin(i32LtU, at, lit(mem.p.Places)), c.gather(c.menPlanes(j), at), lit(0))
}

// take sends up to limit men (all when nil) of the given owners from place f of
// seat 0 to their own store.
func (c *stateFn) take(f num, sure bool, store int, limit *num, w engine.Whose) {
	mem, p := c.mem, c.mem.p
	if f.known && (f.v < 0 || f.v >= p.Places) {
		return
	}
	body := func() {
		var left *num
		if limit != nil {
			v := c.variable(*limit)
			left = &v
		}
		owners := c.takenFrom(w)
		each := func() {
			if limit == nil || len(owners) < 2 {
				for _, j := range owners {
					c.takeOf(j, f, store, left, w)
				}
				return
			}
			for q := range p.Players { // whose men go first is a matter of players, not of seats
				for _, j := range owners {
					c.ifThen(c.bin(i32Eq, c.seat(j), lit(q)), func() { c.takeOf(j, f, store, left, w) }, nil)
				}
			}
		}
		switch {
		case !mem.cells:
			each()
		case len(p.Players) > wordPlayers: // mostly nobody is there
			c.ifThen(c.cellCount(owners, 0, f), each, nil)
		default:
			c.ifThen(c.anyOnCell(owners, f, 255), each, nil)
		}
	}
	if sure || f.known {
		body()
	} else {
		c.ifThen(c.bin(i32LtU, f, lit(p.Places)), body, nil)
	}
	c.changed()
}

// takenFrom are the seats whose men are sent away.
func (c *stateFn) takenFrom(w engine.Whose) (owners []int) {
	for j := range c.mem.p.Players {
		same := c.mem.allied(0, j)
		if w == engine.Enemy && same || w == engine.Own && j != 0 || w == engine.Mine && j != 0 || w == engine.Allied && (!same || j == 0) {
			continue
		}
		owners = append(owners, j)
	}
	return owners
}

// takeOf sends men of seat j away from all his places on the cell of place f of seat 0.
func (c *stateFn) takeOf(j int, f num, store int, left *num, w engine.Whose) {
	mem := c.mem
	direct := w == engine.Own || mem.Board.Alike || j == 0 && mem.Board.Injective
	most := mem.Board.MostAcross
	if direct {
		most = 1
	}
	for m := range most {
		at, there := f, lit(1)
		if !direct {
			at = c.acrossAt(0, j, f, m)
			if mem.cells || !mem.Board.Total {
				there = c.bin(i32LtS, at, lit(mem.p.Places))
			}
		}
		c.ifThen(there, func() { c.takeAt(j, at, store, left) }, nil)
		if m+1 < most { // another place of his on the cell: his men are looked at again
			c.changed()
		}
	}
}

// takeAt sends men of seat j away from a place of his: all, or as many as are left to be sent.
func (c *stateFn) takeAt(j int, at num, store int, left *num) {
	mem := c.mem
	if left == nil && mem.sliced() { // mostly nobody is there
		c.ifThen(c.hasPlace(c.occupied(j), at), func() { c.addStore(j, store, c.clearAny(j, at)) }, nil)
		c.changed()
		return
	}
	for class := range mem.p.Classes() {
		if left == nil {
			c.addStore(j, store, c.clearMen(j, class, at))
			continue
		}
		// one after the other, as far as the limit allows; a negative one is no limit
		c.repeat(func(done, _ int) {
			c.changed()
			c.leaveTo(done, c.not(c.gather(c.classPlanes(j, class), at)))
			c.leaveTo(done, c.not(*left))
			c.addMan(j, lit(class), at, true)
			c.addStore(j, store, lit(1))
			c.assign(*left, c.bin(i32Sub, *left, c.bin(i32GtS, *left, lit(0))))
			c.changed()
		})
	}
}

// reclass makes men of seat 0, so many, men of another class, if they stand at a place, and returns the class
// that they are of then.
func (c *stateFn) reclass(at, from, to, men num) num {
	mem := c.mem
	there := lit(0) // a man of those marks stands there
	if mem.sliced() {
		there = c.and(c.hasPlace(c.occupied(0), at), c.bin(i32Eq, c.marksAt(at), from))
	}
	for class := range mem.p.Classes() * b2i(!mem.sliced()) {
		n := c.gather(c.classPlanes(0, class), at)
		is := c.bin(i32Ne, n, lit(0))
		if mem.Move.Together {
			is = c.bin(i32GeS, n, men)
		}
		there = c.or(there, c.and(is, c.bin(i32Eq, from, lit(class))))
	}
	now := c.variable(from)
	c.ifThen(c.and(c.bin(i32Ne, from, to), there), func() {
		m := c.bitAtPlace(at, mem.p.Places, mem.w)
		c.times(men, func() {
			c.carryClass(0, from, m, true)
			c.changed()
			c.carryClass(0, to, m, false)
		})
		c.assign(now, to)
	}, nil)
	return now
}

// menOfClass is how many men of a class of seat 0 stand at a place; where no two share one it does not say
// that none does.
func (c *stateFn) menOfClass(class int, f num) num {
	if c.mem.planes == 1 {
		return lit(1)
	}
	return c.gather(c.classPlanes(0, class), f)
}

// shiftMan moves a man of seat 0, where there is one man on a place at most or all bear the same marks,
// from one place to another: by the row of the candidate, if one is given.
func (c *stateFn) shiftMan(class, from, to num, pair *pairMoved) {
	mem := c.mem
	if pair != nil {
		c.shiftPair(pair)
		return
	}
	if mem.cells {
		c.addCell(0, from, lit(-1))
		c.addCell(0, to, lit(1))
	}
	// Both places at once: a bit of the count is carried on from where a man leaves if
	// it was not there, and from where he comes if it was.
	c.reflect(0, nil, from, to)
	begin := c.bitAtPlace(from, mem.p.Places, mem.w)
	m := c.ors(begin, c.bitAtPlace(to, mem.p.Places, mem.w))
	if mem.sliced() {
		c.carryClass(0, class, m, false)
		return
	}
	planes := c.classPlanes(0, 0)
	for i, s := range planes {
		c.setPlane(0, 0, i, c.each(i64Xor, s, m))
		if i+1 < len(planes) {
			m = c.ands(m, c.each(i64Xor, s, begin))
		}
	}
	c.sumUp(0)
}

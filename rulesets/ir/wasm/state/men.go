package state

import (
	"github.com/lectio/lectio/rulesets/engine"

	"github.com/lectio/lectio/rulesets/ir/wasm/asm"
)

// Men come and go.

// AddMan puts a man of a class of seat j on place f of his, or takes one off.
// Counts are kept bit by bit, so that is an addition with carry in one place.
func (c *Func) AddMan(j int, class, f num, off bool) {
	mem := c.mem
	m := c.BitAtPlace(f, mem.Program.Places, mem.W)
	c.carryClass(j, class, m, off)
	if mem.Program.Classes() > 1 && mem.Planes > 1 {
		carry(c, c.totalPlanes(j), m, off, func(i int, s set) { c.setTotal(j, i, s) })
	}
	if mem.Cells {
		c.addCell(j, f, lit(1-2*asm.B2i(off)))
	}
	c.reflect(j, nil, f)
	c.sumUp(j)
}

// carryClass adds one man of a class, or takes one off, at every place of m.
func (c *Func) carryClass(j int, class num, m set, off bool) {
	if mem := c.mem; mem.Sliced() { // there is one man, or none
		c.setPlaneAt(j, mem.inMen, 0, c.Xors(c.occupied(j), m))
		for k := range mem.markCount() {
			bit := c.BitAnd(c.ShrU(class, lit(k)), lit(1))
			bit.Bit = true
			c.setPlaneAt(j, mem.inMen+(1+k)*mem.W*8, 0, c.Xors(c.markSet(j, k), c.Gate(bit, m)))
		}
		return
	}
	for k := range c.mem.Program.Classes() {
		if class.Known && class.Value != k {
			continue
		}
		carry(c, c.ClassPlanes(j, k), c.Gate(c.Eq(class, lit(k)), m), off, func(i int, s set) { c.setPlane(j, k, i, s) })
	}
}

// clearMen takes all men of a class of seat j off place f and returns how many.
func (c *Func) clearMen(j, class int, f num) num {
	mem := c.mem
	m := c.BitAtPlace(f, mem.Program.Places, mem.W)
	planes := c.ClassPlanes(j, class)
	n := c.Gather(planes, f)
	if mem.Sliced() {
		c.carryClass(j, lit(class), c.Ands(planes[0], m), true)
	} else {
		for i := range planes {
			c.setPlane(j, class, i, c.Minus(planes[i], m))
		}
	}
	if mem.Program.Classes() > 1 && mem.Planes > 1 {
		// of the total as many as were of this class
		k := c.Variable(n)
		c.Repeat(func(done, _ int) {
			c.Changed()
			c.LeaveTo(done, c.Not(k))
			carry(c, c.totalPlanes(j), m, true, func(i int, s set) { c.setTotal(j, i, s) })
			c.Assign(k, c.Sub(k, lit(1)))
		})
	}
	if mem.Cells {
		c.addCell(j, f, c.Sub(lit(0), n))
	}
	if len(mem.mirrors) > 0 { // there was one man, or none
		any := c.Spread(n)
		c.reflect(j, &any, f)
	}
	c.sumUp(j)
	return n
}

// clearAny takes whoever stands there off place f, where men are sliced.
func (c *Func) clearAny(j int, f num) num {
	mem := c.mem
	m := c.BitAtPlace(f, mem.Program.Places, mem.W)
	n := c.HasPlace(c.occupied(j), f)
	c.setPlaneAt(j, mem.inMen, 0, c.Minus(c.occupied(j), m))
	for k := range mem.markCount() {
		c.setPlaneAt(j, mem.inMen+(1+k)*mem.W*8, 0, c.Minus(c.markSet(j, k), m))
	}
	if len(mem.mirrors) > 0 {
		any := c.Spread(n)
		c.reflect(j, &any, f)
	}
	if mem.Cells {
		c.addCell(j, f, c.Sub(lit(0), n))
	}
	return n
}

// Suppose has code take a man of a class of seat 0 to have left each of some places where he stands, and to have come
// to the others, until that is forgotten. No two men share a place.
func (c *Func) Suppose(class num, places ...num) {
	m := asm.None(c.mem.W)
	for _, f := range places {
		m = c.Xors(m, c.BitAtPlace(f, c.mem.Program.Places, c.mem.W))
	}
	c.supposing = true
	if c.mem.Sliced() {
		c.carryClass(0, class, m, false)
	} else {
		c.setPlane(0, 0, 0, c.Xors(c.ClassPlanes(0, 0)[0], m))
	}
	c.supposing = false
}

// AddMen is AddMan for several men at once.
func (c *Func) AddMen(j int, class, f, k num, off bool) {
	c.Times(k, func() { c.AddMan(j, class, f, off) })
}

// MenAt is how many men of seat j stand on the cell of place f of the player to move.
func (c *Func) MenAt(j int, f num) num {
	mem := c.mem
	switch {
	case mem.Board.Alike || j == 0 && mem.Board.Injective:
		return c.Gather(c.MenPlanes(j), f)
	case mem.Cells:
		return c.CellCount([]int{j}, 0, f)
	}
	at := c.AcrossAt(0, j, f, 0)
	return c.Pick(c.LtU(at, lit(mem.Program.Places)), c.Gather(c.MenPlanes(j), at), lit(0))
}

// Take sends up to limit men (all when nil) of the given owners from place f of
// seat 0 to their own store, or of nobody to the taker's, who is a seat.
func (c *Func) Take(f num, sure bool, store int, limit *num, w engine.Whose, taker int) {
	mem, p := c.mem, c.mem.Program
	if f.Known && (f.Value < 0 || f.Value >= p.Places) {
		return
	}
	to := sending{store, taker}
	body := func() {
		var left *num
		if limit != nil {
			v := c.Variable(*limit)
			left = &v
		}
		owners := c.takenFrom(w)
		each := func() {
			if limit == nil || len(owners) < 2 {
				for _, j := range owners {
					c.takeOf(j, f, to, left, w)
				}
				return
			}
			for q := range p.Owners() { // whose men go first is a matter of players, not of seats
				for _, j := range owners {
					c.IfThen(c.Eq(c.Seat(j), lit(q)), func() { c.takeOf(j, f, to, left, w) }, nil)
				}
			}
		}
		switch {
		case !mem.Cells:
			each()
		case len(p.Players) > WordPlayers: // mostly nobody is there
			c.IfThen(c.CellCount(owners, 0, f), each, nil)
		default:
			c.IfThen(c.AnyOnCell(owners, f, 255), each, nil)
		}
	}
	if sure || f.Known {
		body()
	} else {
		c.IfThen(c.LtU(f, lit(p.Places)), body, nil)
	}
	c.Changed()
}

// A sending is to which store men are sent, and in whose men of nobody come: of the seat that takes them.
type sending struct{ store, taker int }

// send puts men of a seat in the store.
func (c *Func) send(to sending, j int, men num) {
	if j == c.Nobody() {
		j = to.taker
	}
	c.AddStore(j, to.store, men)
}

// OfNobody is the place of nobody's on the cell of a place of the player to move; Places or more for none.
func (c *Func) OfNobody(f num) num {
	if c.mem.Board.Alike {
		return f
	}
	return c.AcrossAt(0, c.Nobody(), f, 0)
}

// Lift takes all men of nobody off a place of theirs, and returns how many.
func (c *Func) Lift(at num) num {
	men := lit(0)
	for class := range c.mem.Program.Classes() {
		men = c.Add(men, c.clearMen(c.Nobody(), class, at))
		c.Changed()
	}
	return men
}

// LayMen puts so many men of nobody, of the first class, on a place of theirs.
func (c *Func) LayMen(at, men num) {
	mem := c.mem
	x := c.BitAtPlace(at, mem.Program.Places, mem.W)
	more := func(planes []set, put func(i int, s set)) {
		carry := asm.None(mem.W)
		for i, s := range planes {
			m := c.Gate(c.BitAnd(c.ShrU(men, lit(i)), lit(1)), x)
			put(i, c.Xors(c.Xors(s, m), carry))
			carry = c.Ors(c.Ands(s, m), c.Ands(carry, c.Ors(s, m)))
		}
	}
	more(c.ClassPlanes(c.Nobody(), 0), func(i int, s set) { c.setPlane(c.Nobody(), 0, i, s) })
	if mem.Program.Classes() > 1 {
		more(c.totalPlanes(c.Nobody()), func(i int, s set) { c.setTotal(c.Nobody(), i, s) })
	}
	if mem.Cells {
		c.addCell(c.Nobody(), at, men)
	}
	c.sumUp(c.Nobody())
	c.Changed()
}

// LayEach puts one man of nobody, of the first class, on each of some places of theirs.
func (c *Func) LayEach(m set) {
	mem := c.mem
	if mem.Cells {
		c.EachMember(m, func(_ int, f num) {
			c.Changed()
			c.AddMan(c.Nobody(), lit(0), f, false)
			c.Changed()
		})
		c.Changed()
		return
	}
	c.carryClass(c.Nobody(), lit(0), m, false)
	if mem.Program.Classes() > 1 {
		carry(c, c.totalPlanes(c.Nobody()), m, false, func(i int, s set) { c.setTotal(c.Nobody(), i, s) })
	}
	c.sumUp(c.Nobody())
	c.Changed()
}

// takenFrom are the seats whose men are sent away.
func (c *Func) takenFrom(w engine.Whose) (owners []int) {
	if n := c.Nobody(); c.mem.Program.Nobodys && (w == engine.Nobodys || w == engine.Anyone) {
		owners = append(owners, n)
	}
	for j := range c.mem.Program.Players {
		same := c.mem.allied(0, j)
		if w == engine.Nobodys || w == engine.Enemy && same || w == engine.Own && j != 0 || w == engine.OwnAnyLap && j != 0 || w == engine.Allied && (!same || j == 0) {
			continue
		}
		owners = append(owners, j)
	}
	return owners
}

// takeOf sends men of seat j away from all his places on the cell of place f of seat 0.
func (c *Func) takeOf(j int, f num, to sending, left *num, w engine.Whose) {
	mem := c.mem
	direct := w == engine.Own || mem.Board.Alike || j == 0 && mem.Board.Injective
	most := mem.Board.MostAcross
	if direct {
		most = 1
	}
	for m := range most {
		at, there := f, lit(1)
		if !direct {
			at = c.AcrossAt(0, j, f, m)
			if mem.Cells || !mem.Board.Total {
				there = c.LtS(at, lit(mem.Program.Places))
			}
		}
		c.IfThen(there, func() { c.takeAt(j, at, to, left) }, nil)
		if m+1 < most { // another place of his on the cell: his men are looked at again
			c.Changed()
		}
	}
}

// takeAt sends men of seat j away from a place of his: all, or as many as are left to be sent.
func (c *Func) takeAt(j int, at num, to sending, left *num) {
	mem := c.mem
	if left == nil && mem.Sliced() { // mostly nobody is there
		c.IfThen(c.HasPlace(c.occupied(j), at), func() { c.send(to, j, c.clearAny(j, at)) }, nil)
		c.Changed()
		return
	}
	for class := range mem.Program.Classes() {
		if left == nil {
			c.send(to, j, c.clearMen(j, class, at))
			continue
		}
		// one after the other, as far as the limit allows; a negative one is no limit
		c.Repeat(func(done, _ int) {
			c.Changed()
			c.LeaveTo(done, c.Not(c.Gather(c.ClassPlanes(j, class), at)))
			c.LeaveTo(done, c.Not(*left))
			c.AddMan(j, lit(class), at, true)
			c.send(to, j, lit(1))
			c.Assign(*left, c.Sub(*left, c.GtS(*left, lit(0))))
			c.Changed()
		})
	}
}

// Reclass makes men of seat 0, so many, men of another class, if they stand at a place, and returns the class
// that they are of then.
func (c *Func) Reclass(at, from, to, men num) num {
	mem := c.mem
	there := lit(0) // a man of those marks stands there
	if mem.Sliced() {
		there = c.And(c.HasPlace(c.occupied(0), at), c.Eq(c.MarksAt(at), from))
	}
	for class := range mem.Program.Classes() * asm.B2i(!mem.Sliced()) {
		n := c.Gather(c.ClassPlanes(0, class), at)
		is := c.Ne(n, lit(0))
		if mem.Move.Together {
			is = c.GeS(n, men)
		}
		there = c.Or(there, c.And(is, c.Eq(from, lit(class))))
	}
	now := c.Variable(from)
	c.IfThen(c.And(c.Ne(from, to), there), func() {
		m := c.BitAtPlace(at, mem.Program.Places, mem.W)
		c.Times(men, func() {
			c.carryClass(0, from, m, true)
			c.Changed()
			c.carryClass(0, to, m, false)
		})
		c.Assign(now, to)
	}, nil)
	return now
}

// MenOfClass is how many men of a class of seat 0 stand at a place; where no two share one it does not say
// that none does.
func (c *Func) MenOfClass(class int, f num) num {
	if c.mem.Planes == 1 {
		return lit(1)
	}
	return c.Gather(c.ClassPlanes(0, class), f)
}

// ShiftMan moves a man of seat 0, where there is one man on a place at most or all bear the same marks,
// from one place to another: by the row of the candidate, if one is given.
func (c *Func) ShiftMan(class, from, to num, pair *Pair) {
	mem := c.mem
	if pair != nil {
		c.shiftPair(pair)
		return
	}
	if mem.Cells {
		c.addCell(0, from, lit(-1))
		c.addCell(0, to, lit(1))
	}
	// Both places at once: a bit of the count is carried on from where a man leaves if
	// it was not there, and from where he comes if it was.
	c.reflect(0, nil, from, to)
	begin := c.BitAtPlace(from, mem.Program.Places, mem.W)
	m := c.Ors(begin, c.BitAtPlace(to, mem.Program.Places, mem.W))
	if mem.Sliced() {
		c.carryClass(0, class, m, false)
		return
	}
	planes := c.ClassPlanes(0, 0)
	for i, s := range planes {
		c.setPlane(0, 0, i, c.Xors(s, m))
		if i+1 < len(planes) {
			m = c.Ands(m, c.Xors(s, begin))
		}
	}
	c.sumUp(0)
}

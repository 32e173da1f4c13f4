package wasm

import (
	"github.com/lectio/lectio/rulesets/engine"
)

// A state is kept in one of two ways. Functions that look ahead, or that serve
// the host, find it in a frame in memory. The function that plays games keeps it
// in locals, which the compiler keeps in registers as far as it can; there
// players are seats, counted from the one to move, and when the turn passes the
// seats change places. Everything that rules ask or change goes through the
// accessors of this file, so that the same code is written for both.
type regs struct {
	bytes  map[int]int // single bytes of the head, by offset
	left   int         // the agenda
	throws int         // the throws remembered
	men    [][][][]int // by seat, class and plane: words
	total  [][][]int   // by seat and plane, where men of all classes are also counted together
	stores [][]int
	scores []int
	vars   [][][]int // by seat and variable: one number, or the words of a set; a common one is the first seat's
}

// registers makes the locals of a state.
func (c *ctx) registers() {
	g := c.g
	p, lay := g.p, g.lay
	r := &regs{bytes: map[int]int{}, left: c.local(v128), throws: c.local(i64)}
	for _, at := range []int{lay.To, lay.Stage, lay.Over, lay.Winner, lay.Next, lay.NextStage, lay.Played, lay.Active, lay.Fixed, lay.InThrow, lay.LeftN, lay.ThrowN} {
		r.bytes[at] = c.local(i32)
	}
	r.bytes[lay.Owner] = r.bytes[lay.To] // nobody plays for another
	words := func() []int {
		out := make([]int, g.w)
		for k := range out {
			out[k] = c.local(i64)
		}
		return out
	}
	planes := func() [][]int {
		var out [][]int
		for range g.planes {
			out = append(out, words())
		}
		return out
	}
	for range p.Players {
		var classes [][][]int
		for range p.Classes() {
			classes = append(classes, planes())
		}
		r.men = append(r.men, classes)
		if p.Classes() > 1 && g.planes > 1 {
			r.total = append(r.total, planes())
		}
		var stores []int
		for range p.Stores {
			stores = append(stores, c.local(i32))
		}
		r.stores = append(r.stores, stores)
		r.scores = append(r.scores, c.local(i32))
		var vars [][]int
		for v := range p.Vars {
			switch {
			case p.Vars[v].Common && len(r.vars) > 0:
				vars = append(vars, r.vars[0][v])
			case p.Vars[v].Kind == engine.SetVar || p.Vars[v].Kind == engine.LinesVar:
				vars = append(vars, words())
			default:
				vars = append(vars, []int{c.local(i32)})
			}
		}
		r.vars = append(r.vars, vars)
	}
	c.regs = r
}

// inRegisters is whether the state of a program can be kept in locals: nobody
// may play the rest of another's turn.
func (g *gen) inRegisters() bool {
	for i := range g.p.Blocked {
		if g.p.Blocked[i].Policy == engine.BlockedOther {
			return false
		}
	}
	for i := range g.p.Changes {
		for _, e := range g.p.Changes[i].Effects {
			if e.Kind == engine.HandOver {
				return false
			}
		}
	}
	return true
}

// exchange moves the state between locals and the frame: fetch loads the locals,
// flush writes the frame.
func (c *ctx) exchange(fetch bool) {
	g, r := c.g, c.regs
	p, lay := g.p, g.lay
	one := func(base num, at, l int, load, store func(int)) {
		c.push(base)
		if fetch {
			load(at)
			c.fn.set(l)
		} else {
			c.get(l)
			store(at)
		}
	}
	if fetch {
		c.turnTo(c.memByte(lay.To))
	} else {
		c.turnTo(c.byte(lay.To))
	}
	for at, l := range sortedBytes(r.bytes) {
		_ = at
		one(c.s, l[0], l[1], c.load8, c.store8)
	}
	one(c.s, lay.Left, r.left, c.vload, c.vstore)
	one(c.s, lay.Throws, r.throws, c.load64, c.store64)
	for j := range p.Players {
		men := c.based("men", c.seat(j), g.classStride)
		for class, planes := range r.men[j] {
			for i, ws := range planes {
				for k, l := range ws {
					one(men, g.offMen+((class*g.planes+i)*g.w+k)*8, l, c.load64, c.store64)
				}
			}
		}
		if r.total != nil {
			total := c.based("total", c.seat(j), g.totalStride)
			for i, ws := range r.total[j] {
				for k, l := range ws {
					one(total, g.offTotal+(i*g.w+k)*8, l, c.load64, c.store64)
				}
			}
		}
		stores := c.based("store", c.seat(j), len(p.Stores))
		for st, l := range r.stores[j] {
			one(stores, lay.Stores+st, l, c.load8, c.store8)
		}
		one(c.based("score", c.seat(j), 4), lay.Scores, r.scores[j], c.load32, c.store32)
		for v, ls := range r.vars[j] {
			d := &p.Vars[v]
			if d.Common && j > 0 {
				continue
			}
			if d.Kind == engine.SetVar || d.Kind == engine.LinesVar {
				base := c.s
				if !d.Common {
					base = c.based("setvar", c.seat(j), 16)
				}
				for k, l := range ls {
					one(base, p.VarAt(v, 0)+8*k, l, c.load64, c.store64)
				}
				continue
			}
			base := c.s
			if !d.Common {
				base = c.based("var", c.seat(j), 2)
			}
			one(base, p.VarAt(v, 0), ls[0], c.load16s, c.store16)
		}
	}
}

// sortedBytes lists offsets and locals in the order of the offsets, so that the
// same program always gives the same module.
func sortedBytes(m map[int]int) [][2]int {
	var out [][2]int
	for at := 0; at < 256; at++ {
		if l, ok := m[at]; ok {
			out = append(out, [2]int{at, l})
		}
	}
	return out
}

// rotate passes the seats on: the next player becomes seat 0.
func (c *ctx) rotate() {
	g, r := c.g, c.regs
	n := len(g.p.Players)
	turn := func(ls []int, t valtype) {
		for _, l := range ls {
			c.get(l)
		}
		// the first seat's goes last
		for i := n - 2; i >= 0; i-- {
			c.fn.set(ls[i])
		}
		c.fn.set(ls[n-1])
		_ = t
	}
	col := func(f func(j int) int, t valtype) {
		ls := make([]int, n)
		for j := range ls {
			ls[j] = f(j)
		}
		turn(ls, t)
	}
	for class := range r.men[0] {
		for i := range r.men[0][class] {
			for k := range r.men[0][class][i] {
				col(func(j int) int { return r.men[j][class][i][k] }, i64)
			}
		}
	}
	if r.total != nil {
		for i := range r.total[0] {
			for k := range r.total[0][i] {
				col(func(j int) int { return r.total[j][i][k] }, i64)
			}
		}
	}
	for st := range r.stores[0] {
		col(func(j int) int { return r.stores[j][st] }, i32)
	}
	col(func(j int) int { return r.scores[j] }, i32)
	for v := range r.vars[0] {
		if g.p.Vars[v].Common {
			continue
		}
		for k := range r.vars[0][v] {
			col(func(j int) int { return r.vars[j][v][k] }, i32)
		}
	}
	to := r.bytes[g.lay.To]
	next := c.bin(i32Add, num{l: to}, lit(1))
	c.push(c.pick(c.bin(i32GeS, next, lit(n)), lit(0), next))
	c.fn.set(to)
}

// snapshot makes room for a copy of the locals of a state: keep emits the
// copying, restore what puts them back.
func (c *ctx) snapshot() (keep, restore func()) {
	r := c.regs
	var list [][2]int
	seen := map[int]bool{}
	room := func(t valtype, ls ...int) {
		for _, l := range ls {
			if !seen[l] {
				seen[l] = true
				list = append(list, [2]int{l, c.local(t)})
			}
		}
	}
	for _, x := range sortedBytes(r.bytes) {
		room(i32, x[1])
	}
	room(v128, r.left)
	room(i64, r.throws)
	for j := range r.men {
		for _, planes := range r.men[j] {
			for _, ws := range planes {
				room(i64, ws...)
			}
		}
		if r.total != nil {
			for _, ws := range r.total[j] {
				room(i64, ws...)
			}
		}
		room(i32, r.stores[j]...)
		room(i32, r.scores[j])
		for v, ls := range r.vars[j] {
			if k := c.g.p.Vars[v].Kind; k == engine.SetVar || k == engine.LinesVar {
				room(i64, ls...)
			} else {
				room(i32, ls...)
			}
		}
	}
	keep = func() {
		for _, x := range list {
			c.get(x[0])
			c.fn.set(x[1])
		}
	}
	restore = func() {
		for _, x := range list {
			c.get(x[1])
			c.fn.set(x[0])
		}
		c.changed()
	}
	return keep, restore
}

func (c *ctx) memByte(at int) num {
	c.push(c.s)
	c.load8(at)
	return c.keep()
}

// byte is a byte of the head of the state.
func (c *ctx) byte(at int) num {
	if c.regs != nil {
		if l, ok := c.regs.bytes[at]; ok {
			c.get(l)
			return c.keep()
		}
		if at == c.g.offQuiet || at == c.g.lay.Handed {
			return lit(0)
		}
	}
	return c.memByte(at)
}

func (c *ctx) setByte(at int, v num) {
	if c.regs != nil {
		if l, ok := c.regs.bytes[at]; ok {
			c.push(v)
			c.fn.set(l)
			return
		}
		if at == c.g.lay.Handed {
			return
		}
	}
	c.push(c.s)
	c.push(v)
	c.store8(at)
}

// pushAgenda puts what is left of the agenda on the stack, flags and all.
func (c *ctx) pushAgenda() {
	if c.regs != nil {
		c.get(c.regs.left)
		return
	}
	c.push(c.s)
	c.vload(c.g.lay.Left)
}

// setAgenda replaces it by what push puts on the stack.
func (c *ctx) setAgenda(push func()) {
	if c.regs != nil {
		push()
		c.fn.set(c.regs.left)
	} else {
		c.push(c.s)
		push()
		c.vstore(c.g.lay.Left)
	}
}

// partLeft is the i-th part of what is left, with its flag.
func (c *ctx) partLeft(i num) num {
	if c.regs == nil {
		c.push(c.bin(i32Add, c.s, i))
		c.load8(c.g.lay.Left)
		return c.keep()
	}
	if i.known {
		c.get(c.regs.left)
		c.vec(22) // i8x16.extract_lane_u
		c.op(byte(i.v))
		return c.keep()
	}
	c.get(c.regs.left)
	c.push(i)
	c.vec(vSplat8)
	c.vec(vSwizzle)
	c.vec(22)
	c.op(0)
	return c.keep()
}

func (c *ctx) throwsKept() word {
	if c.regs != nil {
		c.get(c.regs.throws)
	} else {
		c.push(c.s)
		c.load64(c.g.lay.Throws)
	}
	return c.keepw()
}

func (c *ctx) setThrows(w word) {
	if c.regs != nil {
		c.pushw(w)
		c.fn.set(c.regs.throws)
		return
	}
	c.push(c.s)
	c.pushw(w)
	c.store64(c.g.lay.Throws)
}

// variableOf is the value of a variable that is no set.
func (c *ctx) variableOf(v, seat int) num {
	if c.regs != nil {
		c.get(c.regs.vars[seat][v][0])
		return c.keep()
	}
	c.push(c.varBase(v, seat))
	c.load16s(c.g.p.VarAt(v, 0))
	return c.keep()
}

func (c *ctx) varBase(v, seat int) num {
	if c.g.p.Vars[v].Common {
		return c.s
	}
	return c.based("var", c.seat(seat), 2)
}

func (c *ctx) setVariable(v, seat int, x num) {
	x = c.pick(c.bin(i32GtS, x, lit(32767)), lit(32767), x)
	x = c.pick(c.bin(i32LtS, x, lit(-32768)), lit(-32768), x)
	if c.regs != nil {
		c.push(x)
		c.fn.set(c.regs.vars[seat][v][0])
	} else {
		c.push(c.varBase(v, seat))
		c.push(x)
		c.store16(c.g.p.VarAt(v, 0))
	}
	c.changed()
}

func (c *ctx) setVarBase(v, seat int) num {
	if c.g.p.Vars[v].Common {
		return c.s
	}
	return c.based("setvar", c.seat(seat), 16)
}

// setOf is the value of a variable that is a set.
func (c *ctx) setOf(v, seat int) set {
	if c.regs != nil {
		return c.copies(c.regs.vars[seat][v])
	}
	return c.loadSet(c.setVarBase(v, seat), c.g.p.VarAt(v, 0), c.g.w)
}

func (c *ctx) putSet(v, seat int, s set) {
	if c.regs != nil {
		for k, l := range c.regs.vars[seat][v] {
			c.pushw(s[k])
			c.fn.set(l)
		}
		c.changed()
		return
	}
	a := c.setVarBase(v, seat)
	at := c.g.p.VarAt(v, 0)
	for k := 0; k < 2; k++ {
		w := wlit(0)
		if k < len(s) {
			w = s[k]
		}
		c.push(a)
		c.pushw(w)
		c.store64(at + 8*k)
	}
	c.changed()
}

// copies gives what locals hold now as operands that keep it.
func (c *ctx) copies(ls []int) set {
	out := make(set, len(ls))
	for k, l := range ls {
		c.get(l)
		out[k] = c.keepw()
	}
	return out
}

func (c *ctx) storeBase(seat int) num {
	return c.based("store", c.seat(seat), len(c.g.p.Stores))
}

// store is how many men of a seat are in a store.
func (c *ctx) store(seat, st int) num {
	if c.regs != nil {
		c.get(c.regs.stores[seat][st])
		return c.keep()
	}
	c.push(c.storeBase(seat))
	c.load8(c.g.lay.Stores + st)
	return c.keep()
}

func (c *ctx) addStore(seat, st int, k num) {
	v := c.bin(i32Add, c.store(seat, st), k)
	if c.regs != nil {
		c.push(v)
		c.fn.set(c.regs.stores[seat][st])
		return
	}
	c.push(c.storeBase(seat))
	c.push(v)
	c.store8(c.g.lay.Stores + st)
}

func (c *ctx) score(seat int) num {
	if c.regs != nil {
		c.get(c.regs.scores[seat])
		return c.keep()
	}
	c.push(c.based("score", c.seat(seat), 4))
	c.load32(c.g.lay.Scores)
	return c.keep()
}

func (c *ctx) addScore(seat int, k num) {
	v := c.bin(i32Add, c.score(seat), k)
	if c.regs != nil {
		c.push(v)
		c.fn.set(c.regs.scores[seat])
		return
	}
	c.push(c.based("score", c.seat(seat), 4))
	c.push(v)
	c.store32(c.g.lay.Scores)
}

// classPlanes are the men of a class of a seat at its places, bit by bit of their
// count: the i-th set holds the places where the count has that bit.
func (c *ctx) classPlanes(seat, class int) []set {
	g := c.g
	out := make([]set, g.planes)
	for i := range out {
		if c.regs != nil {
			out[i] = c.copies(c.regs.men[seat][class][i])
		} else {
			out[i] = c.loadSet(c.based("men", c.seat(seat), g.classStride), g.offMen+(class*g.planes+i)*g.w*8, g.w)
		}
	}
	return out
}

func (c *ctx) setPlane(seat, class, i int, s set) {
	g := c.g
	for k, w := range s {
		if c.regs != nil {
			c.pushw(w)
			c.fn.set(c.regs.men[seat][class][i][k])
			continue
		}
		c.push(c.based("men", c.seat(seat), g.classStride))
		c.pushw(w)
		c.store64(g.offMen + (class*g.planes+i)*g.w*8 + 8*k)
	}
}

// totalPlanes are the men of all classes of a seat, where they are counted together.
func (c *ctx) totalPlanes(seat int) []set {
	g := c.g
	out := make([]set, g.planes)
	for i := range out {
		if c.regs != nil {
			out[i] = c.copies(c.regs.total[seat][i])
		} else {
			out[i] = c.loadSet(c.based("total", c.seat(seat), g.totalStride), g.offTotal+i*g.w*8, g.w)
		}
	}
	return out
}

func (c *ctx) setTotal(seat, i int, s set) {
	g := c.g
	for k, w := range s {
		if c.regs != nil {
			c.pushw(w)
			c.fn.set(c.regs.total[seat][i][k])
			continue
		}
		c.push(c.based("total", c.seat(seat), g.totalStride))
		c.pushw(w)
		c.store64(g.offTotal + i*g.w*8 + 8*k)
	}
}

// occurrences is how often the position has stood since the last irreversible move.
func (c *ctx) occurrences() num {
	c.push(c.s)
	c.load32(c.g.offOccur)
	return c.keep()
}

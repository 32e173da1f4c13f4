package wasm

import (
	"fmt"
	"slices"
)

// On a large board what rules permit is worked out man by man (menSpace): of as many men
// at once as have sixteen candidates together. Those are a set of one word, and the loop
// over the men puts them together. What is the same for all men, such as where the
// opponent's stand, is asked for while the code of the loop is being written, and is
// written ahead of it.

// menLoop is the loop over men that is being written.
type menLoop struct {
	first  num                           // of the men that are considered at once,
	ranks  []num                         // … and the ranks of their places
	member func(part int, t *tuple) bool // what candidates the rule has
	ahead  []byte                        // code that stands before the loop
	open   int                           // blocks that are open there,
	values int                           // … and what is known in them,
	scopes int
	locals int            // of which the code there can know
	made   [][2]int       // … besides those that it makes: from one to before another
	kept   map[string]int // sets that lie in memory, by name
}

// beforeMen has f written before the loop over men, if one is being written: of what does
// not differ between them.
func (c *ctx) beforeMen(f func()) {
	l := c.men
	if l == nil {
		f()
		return
	}
	code, open, values, known, stack, players, player := c.fn.code, c.fn.open, c.fn.values, c.known, c.stack, c.players, c.player
	c.men = nil
	c.fn.code = l.ahead
	c.fn.open = slices.Clip(open[:l.open])
	c.fn.values = slices.Clip(values[:l.values])
	c.known, c.stack, c.players = stack[l.scopes], slices.Clip(stack[:l.scopes]), slices.Clip(players[:l.scopes])
	c.player = players[l.scopes]
	first := len(c.fn.locals)
	f()
	l.made = append(l.made, [2]int{len(c.fn.params) + first, len(c.fn.params) + len(c.fn.locals)})
	l.ahead = c.fn.code
	outer := c.known
	c.men, c.fn.code, c.fn.open, c.fn.values, c.known, c.stack, c.players, c.player = l, code, open, values, known, stack, players, player
	for _, k := range append(slices.Clip(c.stack[l.scopes+1:]), c.known) {
		learn(k.nums, outer.nums)
		learn(k.sets, outer.sets)
		learn(k.seats, outer.seats)
		learn(k.bases, outer.bases)
	}
}

// learn adds what is known outside to what is known within.
func learn[K comparable, V any](within, outside map[K]V) {
	for k, v := range outside {
		if _, ok := within[k]; !ok {
			within[k] = v
		}
	}
}

// setBefore is a set, and numBefore a number, worked out before the loop over men.
func (c *ctx) setBefore(f func() set) (s set) {
	c.beforeMen(func() { s = f() })
	return s
}

func (c *ctx) numBefore(f func() num) (n num) {
	c.beforeMen(func() { n = f() })
	return n
}

// outside is whether a set is known before the loop.
func (l *menLoop) outside(s set) bool {
	return !slices.ContainsFunc(s, func(w word) bool {
		return !w.known && w.l >= l.locals && !slices.ContainsFunc(l.made, func(r [2]int) bool { return r[0] <= w.l && w.l < r[1] })
	})
}

// permittedByMen works out what is permitted to the groups of a class of parts whose
// candidates are numbered by the men: of all of them in one loop over the men.
func (c *ctx) permittedByMen(cl *partClass, part num) map[*group]set {
	g := c.g
	type rule struct {
		asked
		cond num
	}
	var groups []*group
	of := map[*group][]rule{}
	any := lit(0)
	count := 0
	for _, x := range cl.groups {
		if !x.sp.men || x.men != nil || len(groups) > 0 && groups[0].sp != x.sp {
			continue
		}
		var list []rule
		ahead := false
		for _, a := range x.allows {
			q := c.ask(a, x, part)
			ahead = ahead || slices.ContainsFunc(q.rest, func(r restriction) bool { return r.looksAhead() })
			list = append(list, rule{asked: q})
		}
		if ahead {
			continue
		}
		for i := range list {
			g.rule = list[i].a.ID
			list[i].cond = c.allHold(list[i].levels)
			any = c.or(any, list[i].cond)
			count++
		}
		groups = append(groups, x)
		of[x] = list
	}
	if len(groups) == 0 {
		return nil
	}
	sp := groups[0].sp
	all := c.gated(any, len(groups)*sp.w, func() set {
		if !part.known {
			e := c.noMove()
			e.part = part
			c.number(e)
		}
		return c.manByMan(sp, len(groups), func(one *space) (out set) {
			for _, x := range groups {
				y := *x
				y.sp = one
				v := none(1)
				for _, r := range of[x] {
					cond := r.cond
					if count == 1 {
						cond = lit(1) // else nobody came here
					}
					v = c.ors(v, c.gated(cond, 1, func() set {
						g.rule = r.a.ID
						return c.allowedBy(r.a, &y, r.e, r.rest)
					}))
				}
				out = append(out, v...)
			}
			return out
		})
	})
	out := map[*group]set{}
	for i, x := range groups {
		out[x] = all[i*sp.w : (i+1)*sp.w]
	}
	return out
}

// allHold is whether conditions hold, each asked only where those before it do.
func (c *ctx) allHold(levels []func() num) num {
	cond := levels[0]()
	if len(levels) == 1 || cond.known && cond.v == 0 {
		return cond
	}
	if cond.known {
		return c.allHold(levels[1:])
	}
	v := c.variable(lit(0))
	c.ifThen(cond, func() { c.assign(v, c.allHold(levels[1:])) }, nil)
	return v
}

// manByMan works sets of candidates out man by man: f gives those of as many
// men as have sixteen candidates together, a word for each set.
func (c *ctx) manByMan(sp *space, sets int, f func(one *space) set) set {
	g := c.g
	if sp.single == nil {
		one := *sp
		one.sixteen, one.w, one.n = true, 1, 16
		sp.single = &one
	}
	one := sp.single
	c.push(c.s)
	c.load32(g.offMenN)
	n := c.keep()
	out := make(set, sets*sp.w)
	for k := range out {
		out[k] = c.variablew(wlit(0))
	}
	i := c.variable(lit(0))
	// of more than two words each is kept in memory until the loop ends
	scratch := c.scratch
	var at int
	many := sp.w > 2
	if many {
		at = c.lend(sets * sp.w)
	}
	l := &menLoop{open: len(c.fn.open), values: len(c.fn.values), scopes: len(c.stack), kept: map[string]int{}}
	before := c.fn.code
	c.fn.code = nil
	done := c.block()
	again := c.loop()
	c.enterScope()
	c.push(c.bin(i32GeS, i, n))
	c.brIf(done)
	l.locals = len(c.fn.params) + len(c.fn.locals)
	l.first = i
	at1 := c.bin(i32Add, c.s, c.bin(i32Shl, i, lit(1)))
	l.ranks = make([]num, one.n>>sp.shift)
	for k := len(l.ranks) - 1; k >= 0; k-- { // the last first: then the others lie within the memory
		c.push(at1)
		c.load16(g.offMen + 2*k)
		l.ranks[k] = c.keep()
	}
	c.men = l
	list := f(one)
	c.men = nil
	bit := c.bin(i32Shl, i, lit(sp.shift)) // by its place in the word
	for k, v := range list {
		v = c.binw(i64Shl, v, c.widen(bit))
		sum := out[k*sp.w : (k+1)*sp.w]
		switch {
		case sp.w == 1:
			c.assignw(sum[0], c.binw(i64Or, sum[0], v))
		case !many:
			second := c.spread(c.bin(i32ShrU, bit, lit(6)))
			high := c.binw(i64And, v, second)
			c.assignw(sum[0], c.binw(i64Or, sum[0], c.binw(i64Xor, v, high)))
			c.assignw(sum[1], c.binw(i64Or, sum[1], high))
		default:
			first := c.bin(i32Eq, c.bin(i32And, bit, lit(63)), lit(0))
			c.assignw(sum[0], c.binw(i64Or, c.pickw(first, wlit(0), sum[0]), v))
			c.push(c.wordOf(c.s, bit))
			c.pushw(sum[0])
			c.store64(at + 8*k*sp.w)
		}
	}
	c.assign(i, c.bin(i32Add, i, lit(len(l.ranks))))
	c.leaveScope()
	c.br(again)
	c.end()
	c.end()
	c.fn.code = append(append(before, l.ahead...), c.fn.code...)
	if many {
		for k := range out {
			c.push(c.s)
			c.load64(at + 8*k)
			c.assignw(out[k], c.pickw(c.bin(i32GtS, n, lit(k%sp.w*64>>sp.shift)), c.keepw(), wlit(0)))
		}
	}
	c.scratch, c.behind = scratch, 0
	return out
}

// lend lends words of the scratch memory until it is given back.
func (c *ctx) lend(words int) int {
	at := c.scratch
	c.scratch += 8 * words
	c.lendable()
	return c.g.offScratch + at
}

// lendBehind lends words until the loop over men ends.
func (c *ctx) lendBehind(words int) int {
	c.behind += 8 * words
	c.lendable()
	return c.g.offScratch + scratchRoom - c.behind
}

func (c *ctx) lendable() {
	if c.scratch+c.behind > scratchRoom {
		c.lack("sets of so many members within each other")
	}
}

// laid is where a set lies in memory: where it is kept, or else it is put there, while a loop over men is written before that.
func (c *ctx) laid(s set, f func(base num, at int)) {
	if o, ok := c.liesAt(s); ok && (c.men == nil || o.base == c.s || c.men.outside(s)) {
		f(o.base, o.at)
		return
	}
	put := func(at int) { // the last first: then the others lie within the memory
		for k := len(s) - 1; k >= 0; k-- {
			c.push(c.s)
			c.pushw(s[k])
			c.store64(at + 8*k)
		}
	}
	n := len(s) + 2 // sixteen bytes are read from the last of them
	if c.men == nil || !c.men.outside(s) {
		c.inScratch(n, func(at int) {
			put(at)
			f(c.s, at)
		})
		return
	}
	key := fmt.Sprint(s)
	at, ok := c.men.kept[key]
	if !ok {
		at = c.lendBehind(n)
		c.men.kept[key] = at
		c.beforeMen(func() { put(at) })
	}
	f(c.s, at)
}

// slotTable says of the candidates of a man on the place of a rank where one of their
// places lies in a set in memory: for each of them which byte of it, and which bit of that.
// Where the sixteen of one man all lie near each other, the bytes are counted from one of them.
type slotTable struct {
	bytes, bits int // tables of a byte for each candidate
	first       int // table of the byte from which they count: two bytes a rank
	near        bool
}

func (g *gen) slotTable(list []int, shift int) *slotTable {
	key := fmt.Sprint(shift, list)
	if t := g.slotTables[key]; t != nil {
		return t
	}
	t := &slotTable{near: g.w > 2 && 1<<shift == 16} // of two words all bytes are near each other
	first := make([]int, len(list)>>shift)
	for r := range first {
		low, high := 8*g.w, 0
		for _, f := range list[r<<shift : (r+1)<<shift] {
			if f >= 0 {
				low, high = min(low, f/8), max(high, f/8)
			}
		}
		t.near = t.near && high-low < 16
		first[r] = low % (8 * g.w)
	}
	bytes, bits := make([]byte, len(list)), make([]byte, len(list))
	for i, f := range list {
		bytes[i] = 255
		if f >= 0 {
			bytes[i], bits[i] = byte(f/8), 1<<(f%8)
			if t.near {
				bytes[i] -= byte(first[i>>shift])
			}
		}
	}
	t.bytes, t.bits = g.m.table(bytes), g.m.table(bits)
	if t.near {
		t.first = g.numbers(first)
	}
	g.slotTables[key] = t
	return t
}

// slotsIn are the candidates of men, given by their ranks, of which a place lies in a set
// that lies in memory at an offset from an address, or does not: sixteen at once.
func (c *ctx) slotsIn(t *slotTable, sp *space, ranks []num, base num, at int, not bool) word {
	g := c.g
	rows := make([]num, len(ranks))
	for i, r := range ranks {
		rows[i] = c.bin(i32Shl, c.rowOfMan(sp, r), lit(sp.shift))
		c.tabled(rows[i])
	}
	// of a table the entries of all these men
	entries := func(table int) {
		if sp.shift == 4 {
			c.push(rows[0])
			c.vload(table)
			return
		}
		size := 1 << sp.shift
		for i := len(rows) - 1; i >= 0; i-- {
			c.push(rows[i])
		}
		c.vzero(size, table)
		for i := 1; i < len(rows); i++ {
			c.vlane(size, table, i)
		}
	}
	// the bytes are the same for all sets in which it is looked
	lanes := func(k int) {
		key := fmt.Sprint("lanes ", t.bytes, k, ranks)
		l, ok := c.known.nums[key]
		if !ok {
			l = num{l: c.local(v128)}
			if k == 0 {
				entries(t.bytes)
			} else {
				c.get(c.known.nums[fmt.Sprint("lanes ", t.bytes, 0, ranks)].l)
				c.vconst(byte(256 - 8*k))
				c.vec(vAdd8)
			}
			c.into(l.l)
			c.known.nums[key] = l
		}
		c.get(l.l)
	}
	lanes(0)
	c.op(opDrop)
	if t.near {
		c.push(c.bin(i32Shl, c.rowOfMan(sp, ranks[0]), lit(1)))
		c.load16(t.first)
		c.push(c.bin(i32Add, base, c.keep()))
		c.vload(at)
		lanes(0)
		c.vec(vSwizzle)
	} else {
		last := (g.w+1)/2*2 - 2
		for k := last; k >= 0; k -= 2 { // the last first: then the others lie within the memory
			c.push(base)
			c.vload(at + 8*k)
			lanes(k)
			c.vec(vSwizzle)
			if k < last {
				c.vec(vOr)
			}
		}
	}
	found := c.local(v128)
	c.into(found)
	key := fmt.Sprint("bits ", t.bits, ranks)
	bits, ok := c.known.nums[key]
	if !ok {
		bits = num{l: c.local(v128)}
		entries(t.bits)
		c.into(bits.l)
		c.known.nums[key] = bits
	}
	c.get(bits.l)
	c.get(found)
	if not { // what has no place has no bit
		c.vec(vAndNot)
	} else {
		c.vec(vAnd)
	}
	c.vconst(0)
	c.vec(vEq8)
	c.vec(vBits8)
	c.i32(0xffff)
	c.op(i32Xor)
	return c.widen(c.keep()).within(0xffff)
}

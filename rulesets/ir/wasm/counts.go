package wasm

import (
	"fmt"

	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/ir"
)

// Where men stand, and how many: counts are kept bit by bit, so that a comparison is made for all
// places at once.

// menWhere is the set of places of a seat where the men of some seats compare with k.
func (c *stateFn) menWhere(seat int, who ir.Who, cmp engine.Comparison, k num) set {
	key := fmt.Sprint("men ", seat, who, cmp, k)
	return c.setOnce(key, func() set { return c.menWhereAnew(seat, who, cmp, k) })
}

func (c *stateFn) menWhereAnew(seat int, who ir.Who, cmp engine.Comparison, k num) set {
	mem := c.mem
	one, alone := who.One()
	if alone {
		if v, ok := c.compareCounted(seat, one, cmp, k); ok {
			return v
		}
		if !anyOnly(cmp, k) && !who.Own && mem.Board.MostAcross == 1 && mem.Board.Total {
			// each place of his is one of ours: they are compared first, and brought over as one set
			return c.view([]set{c.compareMen(one, cmp, k)}, seat, one)[0][0]
		}
	}
	var lists [][]set // counts to be added up
	for j := range mem.p.Players {
		switch {
		case !who.Has(j):
		case anyOnly(cmp, k) && !who.Own:
			lists = append(lists, c.view([]set{c.standing(j)}, seat, j)...)
		case who.Own:
			lists = append(lists, c.menPlanes(j))
		default:
			lists = append(lists, c.view(c.menPlanes(j), seat, j)...)
		}
	}
	if len(lists) == 0 {
		lists = [][]set{{none(mem.w)}}
	}
	if anyOnly(cmp, k) {
		some := none(mem.w)
		for _, l := range lists {
			some = c.ors(some, c.atLeast(l, lit(1)))
		}
		return c.comparePlanes([]set{some}, cmp, k)
	}
	sum := lists[0]
	for _, l := range lists[1:] {
		sum = c.sum(sum, l)
	}
	return c.comparePlanes(sum, cmp, k)
}

// menPlanes are the planes of all men of a seat, whatever their marks.
func (c *stateFn) menPlanes(seat int) []set {
	mem := c.mem
	if mem.p.Classes() == 1 {
		return c.classPlanes(seat, 0)
	}
	if mem.planes > 1 {
		return c.totalPlanes(seat)
	}
	return []set{c.occupied(seat)}
}

// view gives planes of seat j by the places of seat i: one list for each of the
// places of j that can lie on one cell.
func (c *stateFn) view(planes []set, i, j int) [][]set {
	mem, p := c.mem, c.mem.p
	if mem.Board.Alike || i == j && mem.Board.Injective {
		return [][]set{planes}
	}
	n := len(p.Players)
	var out [][]set
	for m := 0; m < mem.Board.MostAcross; m++ {
		mp := c.m.newMapping(fmt.Sprintf("view %d %d %d", i, j, m), p.Places, 64*mem.w, n, func(v, f int) []int {
			var to []int
			for x := 0; x < p.Places; x++ {
				if a := p.Across((v+i)%n, (v+j)%n, x); len(a) > m && int(a[m]) == f {
					to = append(to, x)
				}
			}
			return to
		})
		var list []set
		for _, s := range planes {
			list = append(list, c.apply(mp, s, c.player()))
		}
		out = append(out, list)
	}
	return out
}

// sum adds counts that are given bit by bit.
func (c *stateFn) sum(a, b []set) []set {
	var out []set
	carry := none(c.mem.w)
	for i := 0; i < max(len(a), len(b)); i++ {
		x, y := none(c.mem.w), none(c.mem.w)
		if i < len(a) {
			x = a[i]
		}
		if i < len(b) {
			y = b[i]
		}
		d := c.each(i64Xor, x, y)
		out = append(out, c.each(i64Xor, d, carry))
		carry = c.ors(c.ands(x, y), c.ands(d, carry))
	}
	return append(out, carry)
}

// gather reads one count from its planes.
func (c *stateFn) gather(planes []set, f num) num {
	out := lit(0)
	for i, s := range planes {
		if f.known {
			out = c.bin(i32Or, out, c.bin(i32Shl, c.has(s, f), lit(i)))
			continue
		}
		w := s[0]
		for k := 1; k < len(s); k++ {
			w = c.pickw(c.bin(i32LtU, f, lit(64*k)), w, s[k])
		}
		out = c.bin(i32Or, out, c.bin(i32Shl, c.bitOf(w, c.widen(f)), lit(i)))
	}
	return out
}

// compareMen is where the number of men of a seat, as it names the places, compares with k.
func (c *stateFn) compareMen(seat int, cmp engine.Comparison, k num) set {
	if s, ok := c.compareCounted(seat, seat, cmp, k); ok {
		return s
	}
	return c.comparePlanes(c.menPlanes(seat), cmp, k)
}

// anyOnly reports whether a comparison asks only whether there are men at all.
func anyOnly(cmp engine.Comparison, k num) bool {
	switch cmp {
	case engine.GreaterEqual, engine.Less:
		return k.known && k.v == 1
	}
	return k.known && k.v == 0
}

// comparePlanes is the set of places whose counts, given bit by bit, compare with k.
func (c *stateFn) comparePlanes(planes []set, cmp engine.Comparison, k num) set {
	full := c.full()
	plus := func(v int) num { return c.bin(i32Add, k, lit(v)) }
	switch cmp {
	case engine.GreaterEqual:
		return c.atLeast(planes, k)
	case engine.Greater:
		return c.atLeast(planes, plus(1))
	case engine.Less:
		return c.minus(full, c.atLeast(planes, k))
	case engine.LessEqual:
		return c.minus(full, c.atLeast(planes, plus(1)))
	}
	eq := full
	if k.known {
		if k.v < 0 || k.v >= 1<<len(planes) {
			eq = none(c.mem.w)
		} else {
			more := none(c.mem.w) // where the count has a bit that k lacks
			for i, s := range planes {
				if k.v>>i&1 != 0 {
					eq = c.ands(eq, s)
				} else {
					more = c.ors(more, s)
				}
			}
			eq = c.minus(eq, more)
		}
	} else {
		eq = c.minus(c.atLeast(planes, k), c.atLeast(planes, plus(1)))
	}
	if cmp == engine.NotEqual {
		return c.minus(full, eq)
	}
	return eq
}

// atLeast is the set of places whose counts are k or more: from the lowest bit
// up, a bit that k has must be there, and one that it lacks decides.
func (c *stateFn) atLeast(planes []set, k num) set {
	full := c.full()
	if k.known {
		switch {
		case k.v <= 0:
			return full
		case k.v >= 1<<len(planes):
			return none(c.mem.w)
		}
		out := full
		for i, s := range planes {
			if k.v>>i&1 != 0 {
				out = c.ands(s, out)
			} else if out.empty() {
				out = s
			} else {
				out = c.ors(s, out)
			}
		}
		return out
	}
	out := full
	for i, s := range planes {
		bit := c.spread(c.bin(i32And, c.bin(i32ShrU, k, lit(i)), lit(1)))
		both, either := c.ands(s, out), c.ors(s, out)
		next := make(set, len(out))
		for j := range next {
			next[j] = c.binw(i64Xor, either[j], c.binw(i64And, bit, c.binw(i64Xor, both[j], either[j])))
		}
		out = next
	}
	out = c.gate(c.bin(i32LtS, k, lit(1<<len(planes))), out)
	low := c.spread(c.bin(i32LeS, k, lit(0)))
	for j := range out {
		out[j] = c.binw(i64Or, out[j], c.binw(i64And, low, full[j]))
	}
	return out
}

// classSet is where a seat has at least k men of a class.
func (c *stateFn) classSet(seat, class, k int) set {
	return c.setOnce(fmt.Sprintf("class/%d/%d/%d", seat, class, k), func() set {
		v, ok := c.compareCounted(seat, seat, engine.GreaterEqual, lit(k))
		if !ok {
			v = c.atLeast(c.classPlanes(seat, class), lit(k))
		}
		return v
	})
}

// full has all places of the board.
func (c *stateFn) full() set { return constant(bitsOf(engine.FirstN(c.mem.p.Places), 64*c.mem.w)) }

// carry adds one to counts that are kept bit by bit, or takes one off, at every place of m.
func carry(c *stateFn, planes []set, m set, off bool, put func(i int, s set)) {
	for i, s := range planes {
		put(i, c.each(i64Xor, s, m))
		if i+1 < len(planes) {
			if off {
				m = c.minus(m, s)
			} else {
				m = c.ands(m, s)
			}
		}
	}
}

// bitsOf are the words of a set of n places.
func bitsOf(s engine.Set, n int) []uint64 {
	w := make([]uint64, wordsFor(n))
	for _, f := range s.Places() {
		if f < 64*len(w) {
			w[f/64] |= 1 << (f % 64)
		}
	}
	return w
}

func holds(c engine.Comparison, a, b int) bool { return ir.Holds(c, a, b) }

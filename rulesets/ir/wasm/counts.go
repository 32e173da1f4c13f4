package wasm

import (
	"fmt"

	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/ir"
)

// Where men stand, and how many: counts are kept bit by bit, so that a comparison is made for all
// places at once.

// menWhere is the set of places of a seat where the men of some seats compare with k.
func (c *ctx) menWhere(seat int, who ir.Who, cmp engine.Comparison, k num) set {
	key := fmt.Sprint("men ", seat, who, cmp, k)
	return c.setOnce(key, func() set { return c.menWhereAnew(seat, who, cmp, k) })
}

func (c *ctx) menWhereAnew(seat int, who ir.Who, cmp engine.Comparison, k num) set {
	g := c.g
	one, alone := who.One()
	if alone {
		if v, ok := c.compareCounted(seat, one, cmp, k); ok {
			return v
		}
		if !anyOnly(cmp, k) && !who.Own && g.Board.MostAcross == 1 && g.Board.Total {
			// each place of his is one of ours: they are compared first, and brought over as one set
			return c.view([]set{c.compareMen(one, cmp, k)}, seat, one)[0][0]
		}
	}
	var lists [][]set // counts to be added up
	for j := range g.p.Players {
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
		lists = [][]set{{none(g.w)}}
	}
	if anyOnly(cmp, k) {
		some := none(g.w)
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

// menOf is the set of places of the player to move where men of a kind compare with a number.
func (c *ctx) menOf(w engine.Whose, cmp engine.Comparison, k int) set {
	return c.menWhere(0, c.g.lower.Who(w, ir.Mover), cmp, lit(k))
}

// menAtPlace is how many men of some seats stand at a place of a seat, or on its cell; off the board
// stand none.
func (c *ctx) menAtPlace(v *ir.Value, e env) num {
	g := c.g
	place := v.Args[0]
	f := c.num(place, e)
	if f.known && (f.v < 0 || f.v >= g.p.Places) {
		return lit(0)
	}
	in := lit(1)
	if !f.known && !c.surelyPlace(place, e) {
		in = c.bin(i32LtU, f, lit(g.p.Places))
		f = c.pick(in, f, lit(0))
	}
	sum := lit(0)
	var onCell []int
	for j := range g.p.Players {
		switch {
		case !v.Who.Has(j):
		case v.Who.Own || g.Board.Alike || j == v.Seat && g.Board.Injective:
			sum = c.bin(i32Add, sum, c.gather(c.menPlanes(j), f))
		case g.cells:
			onCell = append(onCell, j)
		default:
			at, there := c.acrossAt(v.Seat, j, f, 0), lit(1)
			if !g.Board.Total {
				there = c.bin(i32LtU, at, lit(g.p.Places))
			}
			sum = c.bin(i32Add, sum, c.pick(there, c.gather(c.menPlanes(j), at), lit(0)))
		}
	}
	if len(onCell) > 0 {
		sum = c.bin(i32Add, sum, c.cellCount(onCell, v.Seat, f))
	}
	return c.pick(in, sum, lit(0))
}

// menPlanes are the planes of all men of a seat, whatever their marks.
func (c *ctx) menPlanes(seat int) []set {
	g := c.g
	if g.p.Classes() == 1 {
		return c.classPlanes(seat, 0)
	}
	if g.planes > 1 {
		return c.totalPlanes(seat)
	}
	return []set{c.occupied(seat)}
}

// view gives planes of seat j by the places of seat i: one list for each of the
// places of j that can lie on one cell.
func (c *ctx) view(planes []set, i, j int) [][]set {
	g, p := c.g, c.g.p
	if g.Board.Alike || i == j && g.Board.Injective {
		return [][]set{planes}
	}
	n := len(p.Players)
	var out [][]set
	for m := 0; m < g.Board.MostAcross; m++ {
		mp := g.newMapping(fmt.Sprintf("view %d %d %d", i, j, m), p.Places, 64*g.w, n, func(v, f int) []int {
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
			list = append(list, c.apply(mp, s, c.player))
		}
		out = append(out, list)
	}
	return out
}

// sum adds counts that are given bit by bit.
func (c *ctx) sum(a, b []set) []set {
	var out []set
	carry := none(c.g.w)
	for i := 0; i < max(len(a), len(b)); i++ {
		x, y := none(c.g.w), none(c.g.w)
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
func (c *ctx) gather(planes []set, f num) num {
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
func (c *ctx) compareMen(seat int, cmp engine.Comparison, k num) set {
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
func (c *ctx) comparePlanes(planes []set, cmp engine.Comparison, k num) set {
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
			eq = none(c.g.w)
		} else {
			more := none(c.g.w) // where the count has a bit that k lacks
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
func (c *ctx) atLeast(planes []set, k num) set {
	full := c.full()
	if k.known {
		switch {
		case k.v <= 0:
			return full
		case k.v >= 1<<len(planes):
			return none(c.g.w)
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
func (c *ctx) classSet(seat, class, k int) set {
	return c.setOnce(fmt.Sprintf("class/%d/%d/%d", seat, class, k), func() set {
		v, ok := c.compareCounted(seat, seat, engine.GreaterEqual, lit(k))
		if !ok {
			v = c.atLeast(c.classPlanes(seat, class), lit(k))
		}
		return v
	})
}

func (c *ctx) full() set { return constant(bitsOf(engine.FirstN(c.g.p.Places), 64*c.g.w)) }

package state

import (
	"fmt"

	"github.com/lectio/lectio/rulesets/board/place"
	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/ir"
	"github.com/lectio/lectio/rulesets/ir/wasm/asm"
)

// Where men stand, and how many: counts are kept bit by bit, so that a comparison is made for all
// places at once.

// MenWhere is the set of places of a seat where the men of some seats compare with k.
func (c *Func) MenWhere(seat int, who ir.Who, cmp engine.Comparison, k num) set {
	key := fmt.Sprint("men ", seat, who, cmp, k)
	return c.SetOnce(key, func() set { return c.menWhereAnew(seat, who, cmp, k) })
}

func (c *Func) menWhereAnew(seat int, who ir.Who, cmp engine.Comparison, k num) set {
	mem := c.mem
	one, alone := who.One()
	if alone {
		if v, ok := c.compareCounted(seat, one, cmp, k); ok {
			return v
		}
		if !anyOnly(cmp, k) && !who.Own && mem.Board.MostAcross == 1 && mem.Board.Total {
			// each place of his is one of ours: they are compared first, and brought over as one set
			return c.view([]set{c.CompareMen(one, cmp, k)}, seat, one)[0][0]
		}
	}
	var lists [][]set // counts to be added up
	for j := range mem.Program.Owners() {
		switch {
		case !who.Has(j):
		case anyOnly(cmp, k) && !who.Own:
			lists = append(lists, c.view([]set{c.Standing(j)}, seat, j)...)
		case who.Own:
			lists = append(lists, c.MenPlanes(j))
		default:
			lists = append(lists, c.view(c.MenPlanes(j), seat, j)...)
		}
	}
	if len(lists) == 0 {
		lists = [][]set{{asm.None(mem.W)}}
	}
	if anyOnly(cmp, k) {
		some := asm.None(mem.W)
		for _, l := range lists {
			some = c.Ors(some, c.AtLeast(l, lit(1)))
		}
		return c.comparePlanes([]set{some}, cmp, k)
	}
	sum := lists[0]
	for _, l := range lists[1:] {
		sum = c.sum(sum, l)
	}
	return c.comparePlanes(sum, cmp, k)
}

// MenPlanes are the planes of all men of a seat, whatever their marks.
func (c *Func) MenPlanes(seat int) []set {
	mem := c.mem
	if mem.Program.Classes() == 1 {
		return c.ClassPlanes(seat, 0)
	}
	if mem.Planes > 1 {
		return c.totalPlanes(seat)
	}
	return []set{c.occupied(seat)}
}

// view gives planes of seat j by the places of seat i: one list for each of the
// places of j that can lie on one cell.
func (c *Func) view(planes []set, i, j int) [][]set {
	mem, p := c.mem, c.mem.Program
	if mem.Board.Alike || i == j && mem.Board.Injective {
		return [][]set{planes}
	}
	n := len(p.Players)
	owner := func(v int) int {
		if j == p.Nobody() {
			return j
		}
		return (v + j) % n
	}
	var out [][]set
	for m := 0; m < mem.Board.MostAcross; m++ {
		mp := c.Module.NewMapping(fmt.Sprintf("view %d %d %d", i, j, m), p.Places, 64*mem.W, n, func(v, f int) []int {
			var to []int
			for x := 0; x < p.Places; x++ {
				if a := p.Across((v+i)%n, owner(v), x); len(a) > m && int(a[m]) == f {
					to = append(to, x)
				}
			}
			return to
		})
		var list []set
		for _, s := range planes {
			list = append(list, c.Apply(mp, s, c.Player()))
		}
		out = append(out, list)
	}
	return out
}

// Total is how many men of some seats stand on the places of a set of a seat.
func (c *Func) Total(seat int, who ir.Who, s set) num {
	out := lit(0)
	for j := range c.mem.Program.Owners() {
		if !who.Has(j) {
			continue
		}
		lists := [][]set{c.MenPlanes(j)}
		if !who.Own {
			lists = c.view(lists[0], seat, j)
		}
		for _, planes := range lists {
			for i, p := range planes {
				out = c.Add(out, c.Shl(c.Count(c.Ands(p, s)), lit(i)))
			}
		}
	}
	return out
}

// Seen gives sets of places of seat j as the player to move names them.
func (c *Func) Seen(sets []set, j int) []set {
	out := make([]set, len(sets))
	for i, s := range sets {
		for _, list := range c.view([]set{s}, 0, j) {
			if out[i] == nil {
				out[i] = list[0]
			} else {
				out[i] = c.Ors(out[i], list[0])
			}
		}
	}
	return out
}

// sum adds counts that are given bit by bit.
func (c *Func) sum(a, b []set) []set {
	var out []set
	carry := asm.None(c.mem.W)
	for i := 0; i < max(len(a), len(b)); i++ {
		x, y := asm.None(c.mem.W), asm.None(c.mem.W)
		if i < len(a) {
			x = a[i]
		}
		if i < len(b) {
			y = b[i]
		}
		d := c.Xors(x, y)
		out = append(out, c.Xors(d, carry))
		carry = c.Ors(c.Ands(x, y), c.Ands(d, carry))
	}
	return append(out, carry)
}

// Gather reads one count from its planes.
func (c *Func) Gather(planes []set, f num) num {
	out := lit(0)
	for i, s := range planes {
		if f.Known {
			out = c.BitOr(out, c.Shl(c.Has(s, f), lit(i)))
			continue
		}
		w := s[0]
		for k := 1; k < len(s); k++ {
			w = c.PickW(c.LtU(f, lit(64*k)), w, s[k])
		}
		out = c.BitOr(out, c.Shl(c.BitOf(w, c.Widen(f)), lit(i)))
	}
	return out
}

// CompareMen is where the number of men of a seat, as it names the places, compares with k.
func (c *Func) CompareMen(seat int, cmp engine.Comparison, k num) set {
	if s, ok := c.compareCounted(seat, seat, cmp, k); ok {
		return s
	}
	return c.comparePlanes(c.MenPlanes(seat), cmp, k)
}

// anyOnly reports whether a comparison asks only whether there are men at all.
func anyOnly(cmp engine.Comparison, k num) bool {
	switch cmp {
	case engine.GreaterEqual, engine.Less:
		return k.Known && k.Value == 1
	}
	return k.Known && k.Value == 0
}

// comparePlanes is the set of places whose counts, given bit by bit, compare with k.
func (c *Func) comparePlanes(planes []set, cmp engine.Comparison, k num) set {
	full := c.Full()
	plus := func(v int) num { return c.Add(k, lit(v)) }
	switch cmp {
	case engine.GreaterEqual:
		return c.AtLeast(planes, k)
	case engine.Greater:
		return c.AtLeast(planes, plus(1))
	case engine.Less:
		return c.Minus(full, c.AtLeast(planes, k))
	case engine.LessEqual:
		return c.Minus(full, c.AtLeast(planes, plus(1)))
	}
	eq := full
	if k.Known {
		if k.Value < 0 || k.Value >= 1<<len(planes) {
			eq = asm.None(c.mem.W)
		} else {
			more := asm.None(c.mem.W) // where the count has a bit that k lacks
			for i, s := range planes {
				if k.Value>>i&1 != 0 {
					eq = c.Ands(eq, s)
				} else {
					more = c.Ors(more, s)
				}
			}
			eq = c.Minus(eq, more)
		}
	} else {
		eq = c.Minus(c.AtLeast(planes, k), c.AtLeast(planes, plus(1)))
	}
	if cmp == engine.NotEqual {
		return c.Minus(full, eq)
	}
	return eq
}

// AtLeast is the set of places whose counts are k or more: from the lowest bit
// up, a bit that k has must be there, and one that it lacks decides.
func (c *Func) AtLeast(planes []set, k num) set {
	full := c.Full()
	if k.Known {
		switch {
		case k.Value <= 0:
			return full
		case k.Value >= 1<<len(planes):
			return asm.None(c.mem.W)
		}
		out := full
		for i, s := range planes {
			if k.Value>>i&1 != 0 {
				out = c.Ands(s, out)
			} else if out.Empty() {
				out = s
			} else {
				out = c.Ors(s, out)
			}
		}
		return out
	}
	out := full
	for i, s := range planes {
		bit := c.Spread(c.BitAnd(c.ShrU(k, lit(i)), lit(1)))
		both, either := c.Ands(s, out), c.Ors(s, out)
		next := make(set, len(out))
		for j := range next {
			next[j] = c.XorW(either[j], c.AndW(bit, c.XorW(both[j], either[j])))
		}
		out = next
	}
	out = c.Gate(c.LtS(k, lit(1<<len(planes))), out)
	low := c.Spread(c.LeS(k, lit(0)))
	for j := range out {
		out[j] = c.OrW(out[j], c.AndW(low, full[j]))
	}
	return out
}

// ClassSet is where a seat has at least k men of a class.
func (c *Func) ClassSet(seat, class, k int) set {
	return c.SetOnce(fmt.Sprintf("class/%d/%d/%d", seat, class, k), func() set {
		v, ok := c.compareCounted(seat, seat, engine.GreaterEqual, lit(k))
		if !ok {
			v = c.AtLeast(c.ClassPlanes(seat, class), lit(k))
		}
		return v
	})
}

// Full has all places of the board.
func (c *Func) Full() set {
	return asm.Constant(BitsOf(place.FirstN(c.mem.Program.Places), 64*c.mem.W))
}

// carry adds one to counts that are kept bit by bit, or takes one off, at every place of m.
func carry(c *Func, planes []set, m set, off bool, put func(i int, s set)) {
	for i, s := range planes {
		put(i, c.Xors(s, m))
		if i+1 < len(planes) {
			if off {
				m = c.Minus(m, s)
			} else {
				m = c.Ands(m, s)
			}
		}
	}
}

// BitsOf are the words of a set of n places.
func BitsOf(s place.Set, n int) []uint64 {
	w := make([]uint64, asm.WordsFor(n))
	for _, f := range s.Places() {
		if f < 64*len(w) {
			w[f/64] |= 1 << (f % 64)
		}
	}
	return w
}

func holds(c engine.Comparison, a, b int) bool { return ir.Holds(c, a, b) }

// Standing is where men of a seat stand.
func (c *Func) Standing(seat int) set {
	return c.CompareMen(seat, engine.Greater, lit(0))
}

// compareCounted is where the number of men of seat j, as seat i names the places,
// compares with k, if it is enough to know where any stand and where several do.
func (c *Func) compareCounted(i, j int, cmp engine.Comparison, k num) (set, bool) {
	mem := c.mem
	if !mem.sums || !k.Known || i != j && !mem.Board.Alike {
		return nil, false
	}
	zero, one, more := holds(cmp, 0, k.Value), holds(cmp, 1, k.Value), holds(cmp, 2, k.Value)
	for n := 3; n < 1<<mem.Planes; n++ {
		if holds(cmp, n, k.Value) != more {
			return nil, false
		}
	}
	base, at := c.Home(j)
	at += mem.inSums
	any := func() set { return c.sumKept(base, at, j) }
	several := func() set { return c.sumKept(base, at+8*mem.W, j) }
	var out set
	switch {
	case one == zero && more == zero:
		out = asm.None(mem.W)
	case one == zero:
		out = several()
	case more == one:
		out = any()
	default:
		out = c.Minus(any(), several())
	}
	if zero {
		out = c.Minus(c.Full(), out)
	}
	return out, true
}

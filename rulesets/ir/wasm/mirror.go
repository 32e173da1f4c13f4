package wasm

import (
	"bytes"
	"slices"

	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/ir"
)

// Where candidates are pairs of places, a set of places says nothing about them
// until each place has been turned into the candidates that lead from it, to it or
// over it: a table for every eight places, anew at every decision. But a move
// changes two or three places. So where no two men share a place the candidates
// that lead from, to and over a player's men are kept beside the men themselves,
// and a man who comes or goes changes them by one row of a table: what leads from
// two places is what leads from the one and what leads from the other, and no
// candidate leads from both.
//
// Each player has them in the numbering of his own candidates: for his men those
// from them and to them, for the opponent's those to them and over them.

// A mirror is one of the sets of candidates kept beside the men.
type mirror struct {
	sp    *ir.Space
	which ir.Op // NFrom, NTo or NOver
	enemy bool  // of the opponent's men, as the player sees them
	at    int   // within the block of the player whose candidates they are
	row   int   // within a row of the table
}

// mostMirrored is how many words of candidates a space may have for which they are
// kept: of more, changing them costs more than working them out.
const mostMirrored = 4

// mirrorsOf decides what is kept, when the spaces are known and before the blocks
// of the players are laid out.
func (mem *plan) mirrorsOf(candidates *ir.Candidates) {
	p := mem.p
	// When searching every state is another, from which one move is made.
	if mem.opt.Expand {
		return
	}
	if mem.planes != 1 || len(p.Players) != 2 || mem.cells || !mem.Board.Total || mem.Board.MostAcross != 1 {
		return
	}
	seen := map[*ir.Space]bool{}
	for _, cl := range candidates.All() {
		sp := cl.Front
		if sp == nil || sp.Indexed || sp.Wide || seen[sp] || sp.Words() > mostMirrored || len(sp.By) > 1 && !sp.Players {
			continue
		}
		seen[sp] = true
		if !slices.ContainsFunc(cl.Groups, func(x *ir.Group) bool { return x.Act == engine.Step || x.Act == engine.Leap }) {
			continue
		}
		kinds := []mirror{{which: ir.From}, {which: ir.To}, {which: ir.To, enemy: true}}
		for _, t := range sp.By[0] {
			if t.Valid && t.Over >= 0 {
				kinds = append(kinds, mirror{which: ir.Over, enemy: true})
				break
			}
		}
		for _, m := range kinds {
			m.sp, m.row = sp, mem.mirrorRow
			mem.mirrorRow += 8 * sp.Words()
			mem.mirrors = append(mem.mirrors, m)
		}
	}
	if len(mem.mirrors) > 0 {
		for mem.mirrorRow&(mem.mirrorRow-1) != 0 { // so that a row is found by a shift
			mem.mirrorRow += 8
		}
		mem.mirrorTable()
	}
}

// mirrorTable makes the table of rows: for each player and each of his places what a
// man of his there adds to his own mirrors, and to those of the opponent.
func (mem *plan) mirrorTable() {
	p := mem.p
	for q := range p.Players {
		for f := range p.Places {
			row := make([]uint64, mem.mirrorRow/8)
			for _, m := range mem.mirrors {
				viewer, x := q, f
				if m.enemy {
					viewer = 1 - q
					x = int(p.Across(q, viewer, f)[0])
				}
				by := m.sp.By[0]
				if m.sp.Players {
					by = m.sp.By[viewer]
				}
				for i, t := range by {
					if t.Valid && t.Place(m.which) == x {
						row[m.row/8+i/64] |= 1 << (i % 64)
					}
				}
			}
			mem.mirrorRows = append(mem.mirrorRows, row)
		}
	}
	if alike := slices.EqualFunc(mem.mirrorRows[:p.Places], mem.mirrorRows[p.Places:], slices.Equal); alike {
		mem.mirrorRows = mem.mirrorRows[:p.Places]
	}
}

// mirrorRowOf is the row of a place of a player.
func (mem *plan) mirrorRowOf(q, f int) []uint64 {
	if len(mem.mirrorRows) == mem.p.Places {
		return mem.mirrorRows[f]
	}
	return mem.mirrorRows[q*mem.p.Places+f]
}

// mirrorRowAt is where the row of a place of a seat lies: a base, and the offset to it.
func (c *stateFn) mirrorRowAt(seat int, f num) (base num, at int) {
	mem := c.mem
	var b []byte
	for _, r := range mem.mirrorRows {
		b = words(b, r...)
	}
	at = c.m.blob("mirrors", b)
	switch q := c.seat(seat); {
	case len(mem.mirrorRows) == mem.p.Places:
	case q.known:
		at += q.v * mem.p.Places * mem.mirrorRow
	default:
		f = c.bin(i32Add, f, c.bin(i32Mul, q, lit(mem.p.Places)))
	}
	base = c.bin(i32Mul, f, lit(mem.mirrorRow))
	c.tabled(base)
	return base, at
}

// pairMoved is a move of the loop by where the row of its candidate lies.
type pairMoved struct {
	sp  *ir.Space
	row num
}

// pairs is a table of the candidates of a space, a row for each: what a man who moves so
// changes of his places and of the mirrors, and what there is to say of the candidate.
type pairs struct {
	size  int // bytes of a row: a power of two
	leaf  int // where in it that is said
	table []byte
	apart bool // the players have rows of their own, one's after the other's
}

// pairsOf is the table of a space of which mirrors are kept.
func (mem *plan) pairsOf(sp *ir.Space) *pairs {
	if x := mem.pairs[sp]; x != nil {
		return x
	}
	own := mem.w // words of the row before those of the mirrors
	x := &pairs{leaf: 8 * own, apart: true}
	for _, m := range mem.mirrors {
		x.leaf = max(x.leaf, 8*own+m.row+8*m.sp.Words())
	}
	for x.size = 1; x.size < x.leaf+8; x.size *= 2 {
	}
	for q := range mem.p.Players {
		by := sp.By[0]
		if sp.Players {
			by = sp.By[q]
		}
		for _, t := range append(slices.Clone(by), ir.Candidate{}) { // and a row for moves that are none of them
			row := make([]uint64, x.size/8)
			for _, f := range []int{t.From, t.To} {
				if !t.Valid || f < 0 || f >= mem.p.Places { // no step or leap
					continue
				}
				row[f/64] ^= 1 << (f % 64)
				for k, w := range mem.mirrorRowOf(q, f)[:(x.leaf-8*own)/8] {
					row[own+k] ^= w
				}
			}
			for i, v := range leavesOf(&t) {
				row[x.leaf/8] |= uint64(byte(v)) << (8 * i)
			}
			x.table = words(x.table, row...)
		}
	}
	if half := len(x.table) / 2; bytes.Equal(x.table[:half], x.table[half:]) {
		x.table, x.apart = x.table[:half], false
	}
	mem.pairs[sp] = x
	return x
}

// at is where the rows of a player lie, or of all.
func (x *pairs) at(c *stateFn, sp *ir.Space) int {
	at := c.m.blob("pairs "+sp.Key, x.table)
	if x.apart && c.player().known {
		at += c.player().v * (sp.N + 1) * x.size
	}
	return at
}

// pairRow is where the row of a candidate lies, from where those of the player do.
func (c *stateFn) pairRow(sp *ir.Space, i num) num {
	x := c.mem.pairsOf(sp)
	if x.apart && !c.player().known {
		i = c.bin(i32Add, i, c.bin(i32Mul, c.player(), lit(sp.N+1)))
	}
	row := c.bin(i32Mul, i, lit(x.size))
	c.tabled(row)
	return row
}

// pairBetween writes the row of a move between two places that is no candidate of a space.
func (c *stateFn) pairBetween(sp *ir.Space, from, to num) num {
	mem, x := c.mem, c.mem.pairsOf(sp)
	bit := func(f num) set { return c.bitAtPlace(f, mem.p.Places, mem.w) }
	mirrored := func(f num) set {
		base, at := c.mirrorRowAt(0, f)
		return c.loadSet(base, at, (x.leaf-8*mem.w)/8)
	}
	row := c.pairRow(sp, lit(sp.N))
	c.saveSet(row, x.at(c, sp), append(c.each(i64Xor, bit(from), bit(to)), c.each(i64Xor, mirrored(from), mirrored(to))...))
	return row
}

// shiftPair moves a man of seat 0 from the one place of a candidate to the other:
// what that changes of his places and of the mirrors is a row by candidate, so that
// nothing waits until the places are known.
func (c *stateFn) shiftPair(moved *pairMoved) {
	at := c.mem.pairsOf(moved.sp).at(c, moved.sp)
	c.tabled(moved.row)
	c.setPlane(0, 0, 0, c.each(i64Xor, c.classPlanes(0, 0)[0], c.loadSet(moved.row, at, c.mem.w)))
	c.reflectRows(0, nil, []num{moved.row}, at+8*c.mem.w)
}

// reflect changes the mirrors by men of a seat who come to places or leave them; where
// any is given, only if it is all ones.
func (c *stateFn) reflect(seat int, any *word, places ...num) {
	mem := c.mem
	if len(mem.mirrors) == 0 {
		return
	}
	var bases []num
	at := 0
	for _, f := range places {
		var b num
		b, at = c.mirrorRowAt(seat, f)
		bases = append(bases, b)
	}
	c.reflectRows(seat, any, bases, at)
}

// reflectRows changes the mirrors by rows of a table, at offset at from their bases.
func (c *stateFn) reflectRows(seat int, any *word, bases []num, at int) {
	for _, m := range c.mem.mirrors {
		viewer := seat
		if m.enemy {
			viewer = 1 - seat
		}
		n := m.sp.Words()
		change := none(n)
		for _, b := range bases {
			change = c.each(i64Xor, change, c.loadSet(b, at+m.row, n))
		}
		if any != nil {
			for k, w := range change {
				change[k] = c.binw(i64And, w, *any)
			}
		}
		home, at := c.home(viewer)
		c.saveSet(home, at+m.at, c.each(i64Xor, c.loadSet(home, at+m.at, n), change))
	}
}

// mirror is the set of candidates of seat 0 that lead from, to or over men, if it is kept.
func (c *stateFn) mirror(sp *ir.Space, which ir.Op, enemy bool) (set, bool) {
	for _, m := range c.mem.mirrors {
		if m.sp == sp && m.which == which && m.enemy == enemy {
			base, at := c.home(0)
			return c.loadSet(base, at+m.at, sp.Words()), true
		}
	}
	return nil, false
}

// A leaf is what there is to say of a candidate, a byte each.
const (
	leafFrom = iota
	leafTo
	leafOver
	leafAct
)

func leavesOf(t *ir.Candidate) []int { return []int{t.From, t.To, t.Over, int(t.Act)} }

// leaf reads a byte of what there is to say of candidate i of a variant of a space.
func (c *stateFn) leaf(sp *ir.Space, variant, i num, which int) num {
	if c.mem.mirrorsSpace(sp) {
		row, x := c.pairRow(sp, i), c.mem.pairsOf(sp)
		return c.octetAt(row, x.at(c, sp)+x.leaf+which)
	}
	var list []int
	for _, l := range sp.By {
		for _, t := range l {
			list = append(list, leavesOf(&t)...)
		}
	}
	at := c.m.octets("leaves "+sp.Key, list)
	if len(sp.By) > 1 {
		if v := variant; v.known {
			at += 4 * sp.N * v.v
		} else {
			i = c.bin(i32Add, i, c.bin(i32Mul, v, lit(sp.N)))
		}
	}
	base := c.bin(i32Mul, i, lit(4))
	c.tabled(base)
	return c.octetAt(base, at+which)
}

// mirrorsSpace reports whether mirrors are kept of the candidates of a space.
func (mem *plan) mirrorsSpace(sp *ir.Space) bool { return slices.Contains(mem.mirrored(), sp) }

// mirrored are the spaces of which mirrors are kept.
func (mem *plan) mirrored() (out []*ir.Space) {
	for _, m := range mem.mirrors {
		if !slices.Contains(out, m.sp) {
			out = append(out, m.sp)
		}
	}
	return out
}

// leading is the set of candidates that lead from a place of seat 0, if mirrors tell.
func (c *stateFn) leading(sp *ir.Space, f num) (set, bool) {
	for _, m := range c.mem.mirrors {
		if m.sp == sp && m.which == ir.From && !m.enemy {
			base, at := c.mirrorRowAt(0, f)
			return c.loadSet(base, at+m.row, sp.Words()), true
		}
	}
	return nil, false
}

// mirrorAnew works out the mirrors from the men, man by man.
func (c *stateFn) mirrorAnew() {
	mem := c.mem
	if mem.sums {
		c.countAnew()
	}
	if len(mem.mirrors) == 0 {
		return
	}
	for seat := range mem.p.Players {
		for _, m := range mem.mirrors {
			base, at := c.home(seat)
			c.saveSet(base, at+m.at, none(m.sp.Words()))
		}
	}
	for seat := range mem.p.Players {
		c.eachMember(c.menPlanes(seat)[0], func(_ int, f num) { c.reflect(seat, nil, f) })
	}
	c.changed()
}

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
func (g *gen) mirrorsOf() {
	p := g.p
	// When searching every state is another, from which one move is made.
	if g.opt.Expand {
		return
	}
	if g.planes != 1 || len(p.Players) != 2 || g.cells || !g.Board.Total || g.Board.MostAcross != 1 {
		return
	}
	seen := map[*ir.Space]bool{}
	for _, cl := range g.candidates.All() {
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
			m.sp, m.row = sp, g.mirrorRow
			g.mirrorRow += 8 * sp.Words()
			g.mirrors = append(g.mirrors, m)
		}
	}
	if len(g.mirrors) > 0 {
		for g.mirrorRow&(g.mirrorRow-1) != 0 { // so that a row is found by a shift
			g.mirrorRow += 8
		}
		g.mirrorTable()
	}
}

// mirrorTable makes the table of rows: for each player and each of his places what a
// man of his there adds to his own mirrors, and to those of the opponent.
func (g *gen) mirrorTable() {
	p := g.p
	for q := range p.Players {
		for f := range p.Places {
			row := make([]uint64, g.mirrorRow/8)
			for _, m := range g.mirrors {
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
			g.mirrorRows = append(g.mirrorRows, row)
		}
	}
	if alike := slices.EqualFunc(g.mirrorRows[:p.Places], g.mirrorRows[p.Places:], slices.Equal); alike {
		g.mirrorRows = g.mirrorRows[:p.Places]
	}
}

// mirrorRowOf is the row of a place of a player.
func (g *gen) mirrorRowOf(q, f int) []uint64 {
	if len(g.mirrorRows) == g.p.Places {
		return g.mirrorRows[f]
	}
	return g.mirrorRows[q*g.p.Places+f]
}

// mirrorRowAt is where the row of a place of a seat lies: a base, and the offset to it.
func (c *ctx) mirrorRowAt(seat int, f num) (base num, at int) {
	g := c.g
	var b []byte
	for _, r := range g.mirrorRows {
		b = words(b, r...)
	}
	at = g.blob("mirrors", b)
	switch q := c.seat(seat); {
	case len(g.mirrorRows) == g.p.Places:
	case q.known:
		at += q.v * g.p.Places * g.mirrorRow
	default:
		f = c.bin(i32Add, f, c.bin(i32Mul, q, lit(g.p.Places)))
	}
	base = c.bin(i32Mul, f, lit(g.mirrorRow))
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
func (g *gen) pairsOf(sp *ir.Space) *pairs {
	if x := g.pairs[sp]; x != nil {
		return x
	}
	own := g.w // words of the row before those of the mirrors
	x := &pairs{leaf: 8 * own, apart: true}
	for _, m := range g.mirrors {
		x.leaf = max(x.leaf, 8*own+m.row+8*m.sp.Words())
	}
	for x.size = 1; x.size < x.leaf+8; x.size *= 2 {
	}
	for q := range g.p.Players {
		by := sp.By[0]
		if sp.Players {
			by = sp.By[q]
		}
		for _, t := range append(slices.Clone(by), ir.Candidate{}) { // and a row for moves that are none of them
			row := make([]uint64, x.size/8)
			for _, f := range []int{t.From, t.To} {
				if !t.Valid || f < 0 || f >= g.p.Places { // no step or leap
					continue
				}
				row[f/64] ^= 1 << (f % 64)
				for k, w := range g.mirrorRowOf(q, f)[:(x.leaf-8*own)/8] {
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
	g.pairs[sp] = x
	return x
}

// at is where the rows of a player lie, or of all.
func (x *pairs) at(c *ctx, sp *ir.Space) int {
	at := c.g.blob("pairs "+sp.Key, x.table)
	if x.apart && c.player.known {
		at += c.player.v * (sp.N + 1) * x.size
	}
	return at
}

// pairRow is where the row of a candidate lies, from where those of the player do.
func (c *ctx) pairRow(sp *ir.Space, i num) num {
	x := c.g.pairsOf(sp)
	if x.apart && !c.player.known {
		i = c.bin(i32Add, i, c.bin(i32Mul, c.player, lit(sp.N+1)))
	}
	row := c.bin(i32Mul, i, lit(x.size))
	c.tabled(row)
	return row
}

// pairBetween writes the row of a move between two places that is no candidate of a space.
func (c *ctx) pairBetween(sp *ir.Space, from, to num) num {
	g, x := c.g, c.g.pairsOf(sp)
	bit := func(f num) set { return c.bitAtPlace(f, g.p.Places, g.w) }
	mirrored := func(f num) set {
		base, at := c.mirrorRowAt(0, f)
		return c.loadSet(base, at, (x.leaf-8*g.w)/8)
	}
	row := c.pairRow(sp, lit(sp.N))
	c.saveSet(row, x.at(c, sp), append(c.each(i64Xor, bit(from), bit(to)), c.each(i64Xor, mirrored(from), mirrored(to))...))
	return row
}

// shiftPair moves a man of seat 0 from the one place of a candidate to the other:
// what that changes of his places and of the mirrors is a row by candidate, so that
// nothing waits until the places are known.
func (c *ctx) shiftPair(moved *pairMoved) {
	at := c.g.pairsOf(moved.sp).at(c, moved.sp)
	c.tabled(moved.row)
	c.setPlane(0, 0, 0, c.each(i64Xor, c.classPlanes(0, 0)[0], c.loadSet(moved.row, at, c.g.w)))
	c.reflectRows(0, nil, []num{moved.row}, at+8*c.g.w)
}

// reflect changes the mirrors by men of a seat who come to places or leave them; where
// any is given, only if it is all ones.
func (c *ctx) reflect(seat int, any *word, places ...num) {
	g := c.g
	if len(g.mirrors) == 0 {
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
func (c *ctx) reflectRows(seat int, any *word, bases []num, at int) {
	for _, m := range c.g.mirrors {
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

// mirrored is the set of candidates of seat 0 that lead from, to or over men, if it is kept.
func (c *ctx) mirrored(sp *ir.Space, which ir.Op, enemy bool) (set, bool) {
	for _, m := range c.g.mirrors {
		if m.sp == sp && m.which == which && m.enemy == enemy {
			base, at := c.home(0)
			return c.loadSet(base, at+m.at, sp.Words()), true
		}
	}
	return nil, false
}

// leadingFrom is the set of candidates that lead from a place of seat 0.
func (c *ctx) leadingFrom(f num, sp *ir.Space, e env) set {
	g := c.g
	for _, m := range g.mirrors {
		if m.sp == sp && m.which == ir.From && !m.enemy {
			base, at := c.mirrorRowAt(0, f)
			return c.loadSet(base, at+m.row, sp.Words())
		}
	}
	return c.expand(ir.From, c.bitAt(f, g.p.Places, g.w), sp, e)
}

// stood is the set of candidates whose from, to or over is where men stand, or none
// do: from mirrors, or else from the set of places.
func (c *ctx) stood(which ir.Op, w ir.Standing, sp *ir.Space, e env, places func() set) set {
	if v, ok := c.reflected(which, w, sp); ok {
		return v
	}
	return c.expand(which, places(), sp, e)
}

// reflected is stood, if mirrors tell.
func (c *ctx) reflected(which ir.Op, w ir.Standing, sp *ir.Space) (set, bool) {
	out := none(sp.Words())
	for _, enemy := range []bool{false, true} {
		if enemy && !w.Enemy || !enemy && !w.Own {
			continue
		}
		v, ok := c.mirrored(sp, which, enemy)
		if !ok {
			return nil, false
		}
		out = c.ors(out, v)
	}
	if w.None {
		out = c.minus(c.onPlaces(which, sp), out)
	}
	return out, true
}

// onPlaces is the set of candidates whose from, to or over is a place of the board.
func (c *ctx) onPlaces(which ir.Op, sp *ir.Space) set {
	e := c.noMove()
	e.part = num{l: -1}
	return c.constantOf(sp, e, func(_ int, t *ir.Candidate) bool {
		f := t.Place(which)
		return f >= 0 && f < c.g.p.Places
	})
}

// mirrorAnew works out the mirrors from the men, man by man.
func (c *ctx) mirrorAnew() {
	g := c.g
	if g.sums {
		c.countAnew()
	}
	if len(g.mirrors) == 0 {
		return
	}
	for seat := range g.p.Players {
		for _, m := range g.mirrors {
			base, at := c.home(seat)
			c.saveSet(base, at+m.at, none(m.sp.Words()))
		}
	}
	places := &ir.Space{Indexed: true, By: [][]ir.Candidate{make([]ir.Candidate, g.p.Places)}, N: g.p.Places}
	any := c.noMove()
	any.from = num{l: -1}
	for seat := range g.p.Players {
		c.eachOf(c.menPlanes(seat)[0], places, any, func(e env) num {
			c.reflect(seat, nil, e.from)
			return lit(1)
		})
	}
	c.changed()
}

package emit

import (
	"fmt"

	"github.com/lectio/lectio/rulesets/board/place"
	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/ir"
	"github.com/lectio/lectio/rulesets/ir/wasm/asm"
	"github.com/lectio/lectio/rulesets/ir/wasm/state"
)

// Shapes of conditions for which there is something quicker than one operation after the other. What each gains is how
// much longer games take without it, the median over pairs of short runs with and without, measured on 2026-11-28 in
// the 27 default games that have a module: random games where nothing else is said.

// together works out at once what a condition asks of one place after the other:
// whether, of some places i, any has i in one set and i+1, say, not in another. It gains 9 % in Kiôz.
func (c *ctx) together(v *ir.Value, e env) (num, bool) {
	lines, ok := c.g.lower.Lines(v)
	if !ok || len(lines) > 4 {
		return num{}, false
	}
	any := asm.None(c.g.W)
	for _, l := range lines {
		s := asm.Constant(state.BitsOf(l.Begin, 64*c.g.W))
		for _, a := range l.Asks {
			t := c.Shift(c.set(a.Set, e), lit(max(a.By, -a.By)), a.By >= 0)
			if a.Not {
				s = c.Minus(s, t)
			} else {
				s = c.Ands(s, t)
			}
		}
		any = c.Ors(any, s)
	}
	return c.Any(any), true
}

// compareAt compares the men at a place with a constant: whether the place is in
// the set of those whose counts compare so. It gains 6 % in Contraere Puff, 4 % in backgammon, 3 % in Piprjall.
func (c *ctx) compareAt(v *ir.Value, e env) (num, bool) {
	g := c.g
	x := v.Args[0]
	k, known := v.Args[1].Known()
	if x.Op != ir.At || !known || g.Planes == 1 || !c.surelyPlace(x.Args[0], e) {
		return num{}, false
	}
	j, alone := x.Who.One()
	if !alone {
		return num{}, false
	}
	f := c.num(x.Args[0], e)
	if !(x.Who.Own || g.Board.Alike || j == x.Seat && g.Board.Injective) {
		if g.Cells || !g.Board.Total { // where he has no place nobody of his stands, which may be what is asked
			return num{}, false
		}
		f = c.AcrossAt(x.Seat, j, f, 0)
	}
	return c.HasPlace(c.CompareMen(j, engine.Comparison(v.N), lit(k)), f), true
}

// eachMillAt emits use for each of the lines through a place, if they are so few, of which a set holds those that lie
// within another set: whether it does, and its number among the lines through a place. It gains 22 % in Mylna and in nine
// men's morris, 16 % in both at one ply.
func (c *ctx) eachMillAt(s *ir.Value, e env, lines int, use func(i int, at num, whole num)) bool {
	g, p := c.g, c.g.Program
	if s.Op != ir.Meet || s.Args[0].Op != ir.Within || s.Args[1].Op != ir.Row || !c.surelyPlace(s.Args[1].Args[0], e) {
		return false
	}
	within, seat := s.Args[0].Args[0], s.Args[0].Seat
	most, least := 0, lines
	for q := range p.Players {
		for f := range p.Places {
			n := len(g.linesThrough(q, f))
			most, least = max(most, n), min(least, n)
		}
	}
	if most == 0 || most > lines {
		return false
	}
	at := c.num(s.Args[1].Args[0], e)
	// Where there is no such line there is no mill. If a word has a bit to spare it stands for a place that is
	// on all those lines, and outside of every set.
	outside, nowhere := c.Full(), make([]uint64, g.W)
	spare := p.Places < 64*g.W
	if spare {
		nowhere[p.Places/64] = 1 << (p.Places % 64)
		outside = c.Ors(outside, asm.Constant(nowhere))
	}
	outside = c.Minus(outside, c.set(within, e))
	for i := range most {
		line := c.row(fmt.Sprintf("line %d at", i), seat, p.Places, at, func(q, f int) []uint64 {
			if l := g.linesThrough(q, f); i < len(l) {
				return state.BitsOf(p.Lines[q][l[i]], 64*g.W)
			}
			return nowhere
		})
		whole := c.Not(c.Any(c.Ands(line, outside)))
		if i >= least && !spare {
			whole = c.And(whole, c.Any(line))
		}
		use(i, at, whole)
	}
	return true
}

// linesThrough are the numbers of the lines through a place of a player.
func (g *gen) linesThrough(q, f int) (out []int) {
	for i, l := range g.Program.Lines[q] {
		if l.Has(f) {
			out = append(out, i)
		}
	}
	return out
}

// someMillAt reports whether a set of such lines is not empty.
func (c *ctx) someMillAt(s *ir.Value, e env) (some num, ok bool) {
	some = lit(0)
	ok = c.eachMillAt(s, e, 32, func(_ int, _, whole num) { some = c.Or(some, whole) })
	return some, ok
}

// millsAt is such a set of lines.
func (c *ctx) millsAt(s *ir.Value, e env) (lines set, ok bool) {
	g, p := c.g, c.g.Program
	lines = asm.None(g.LinesW)
	ok = c.eachMillAt(s, e, 4, func(i int, at, whole num) {
		lines = c.Ors(lines, c.Gate(whole, c.row(fmt.Sprintf("number of line %d at", i), s.Args[1].Seat, p.Places, at, func(q, f int) []uint64 {
			if l := g.linesThrough(q, f); i < len(l) {
				return state.BitsOf(place.SetOf(l[i]), 64*g.LinesW)
			}
			return make([]uint64, g.LinesW)
		})))
	})
	return lines, ok
}

// leastCounted is the number that must be counted for a comparison with a constant to hold.
func leastCounted(v *ir.Value) (least int, ok bool) {
	if v.Op != ir.Compare {
		return 0, false
	}
	k, known := v.Args[1].Known()
	switch {
	case !known:
		return 0, false
	case engine.Comparison(v.N) == engine.GreaterEqual:
		return k, true
	}
	return 1, engine.Comparison(v.N) == engine.NotEqual && k == 0
}

// countsOnCell reports whether a value is how many men stand on the cell of a place, and a bit of their
// counts tells whether they are so many.
func (c *ctx) countsOnCell(v *ir.Value, least int, e env) bool {
	g := c.g
	return g.Cells && g.Program.Owners() <= state.WordPlayers && v.Op == ir.At && v.Seat == 0 && !v.Who.Own &&
		least >= 1 && least <= 64 && least&(least-1) == 0 && c.surelyPlace(v.Args[0], e)
}

// seatsOf lists the seats whose men are counted.
func (c *ctx) seatsOf(w ir.Who) (seats []int) {
	for j := range c.g.Program.Owners() {
		if w.Has(j) {
			seats = append(seats, j)
		}
	}
	return seats
}

// someOnCell answers whether some of several players have as many men on one cell as a power of two:
// all of them are asked at once. It gains 6 % in Barjis.
func (c *ctx) someOnCell(v *ir.Value, e env) (x num, ok bool) {
	all := ir.Disjuncts(v)
	least, ok := leastCounted(all[0])
	var who ir.Who
	for _, k := range all {
		n, counts := leastCounted(k)
		if !ok || !counts || n != least || k.Args[0].Op != ir.At || k.Args[0].Args[0] != all[0].Args[0].Args[0] || !c.countsOnCell(k.Args[0], least, e) {
			return num{}, false
		}
		who.Seats |= k.Args[0].Who.Seats
	}
	return c.AnyOnCell(c.seatsOf(who), c.num(all[0].Args[0].Args[0], e), byte(-least)), true
}

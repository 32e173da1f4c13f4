// Package lie says how the places of a board lie to one another: which way men face, what
// is ahead of them, which ways slant. It knows the drawing of the board and where men begin,
// and asks no rule.
package lie

import (
	"math"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/board/place"
)

// Lie is how the places of a board lie to one another, where that is known.
type Lie struct {
	game *rulesets.Game
	unit float64 // the shortest way between neighbours
	// ahead is, by player, the direction in which his men face those of the others at
	// the beginning, of eight; both 0 where they do not face each other.
	ahead [][2]float64
	// Far are, by player, the places farthest ahead.
	Far []place.Set
}

// Of finds out how the places of a game lie; nil where nobody has said.
func Of(g *rulesets.Game) *Lie {
	b, p := g.Board, g.Program
	if b.Loose || len(b.Edges) == 0 {
		return nil
	}
	l := &Lie{game: g, unit: math.Inf(1), ahead: make([][2]float64, len(p.Players)), Far: make([]place.Set, len(p.Players))}
	for _, e := range b.Edges {
		x, y := b.Cells[e[0]], b.Cells[e[1]]
		l.unit = min(l.unit, math.Hypot(x.X-y.X, x.Y-y.Y))
	}
	for q := range p.Players {
		l.face(q)
	}
	return l
}

// face finds which way the men of a player face: from the middle of his men to the
// middle of the others' at the beginning, in one of eight directions.
func (l *Lie) face(q int) {
	b, p := l.game.Board, l.game.Program
	var own, others [3]float64 // sums of both coordinates, and how many men
	for _, it := range p.Setup {
		if it.Place >= p.Places || it.Player == p.Nobody() {
			continue
		}
		c, n := b.Cells[p.CellOf[it.Player][it.Place]], float64(it.Count)
		to := &own
		if p.Team[it.Player] != p.Team[q] {
			to = &others
		} else if it.Player != q {
			continue
		}
		to[0], to[1], to[2] = to[0]+n*c.X, to[1]+n*c.Y, to[2]+n
	}
	if own[2] == 0 || others[2] == 0 {
		return
	}
	x, y := others[0]/others[2]-own[0]/own[2], others[1]/others[2]-own[1]/own[2]
	if math.Hypot(x, y) < l.unit/2 {
		return // they stand among each other
	}
	eighth := math.Round(math.Atan2(y, x) / (math.Pi / 4))
	l.ahead[q] = [2]float64{math.Round(2 * math.Cos(eighth*math.Pi/4)), math.Round(2 * math.Sin(eighth*math.Pi/4))}
	most := math.Inf(-1)
	for f, cell := range p.CellOf[q] {
		d := b.Cells[cell].X*l.ahead[q][0] + b.Cells[cell].Y*l.ahead[q][1]
		if d > most+l.unit/4 {
			most, l.Far[q] = d, place.Set{}
		}
		if d > most-l.unit/4 {
			l.Far[q] = l.Far[q].With(f)
		}
	}
}

// Facing reports whether the men of a player face those of the others.
func (l *Lie) Facing(q int) bool { return l != nil && l.ahead[q] != [2]float64{} }

// Along says which way a move of player q goes: 1 ahead, −1 back, 0 neither.
func (l *Lie) Along(q, from, to int) int {
	if !l.Facing(q) {
		return 0
	}
	b, p := l.game.Board, l.game.Program
	x, y := b.Cells[p.CellOf[q][from]], b.Cells[p.CellOf[q][to]]
	switch d := (y.X-x.X)*l.ahead[q][0] + (y.Y-x.Y)*l.ahead[q][1]; {
	case d > l.unit/4:
		return 1
	case d < -l.unit/4:
		return -1
	}
	return 0
}

// FromEnd is in which row a place lies, counted from the side that the men of a player
// face; 0 where they face none.
func (l *Lie) FromEnd(q, f int) int {
	if !l.Facing(q) {
		return 0
	}
	cells, at := l.game.Board.Cells, l.game.Program.CellOf[q]
	end, here, ahead := cells[at[l.Far[q].Places()[0]]], cells[at[f]], l.ahead[q]
	way := ((end.X-here.X)*ahead[0] + (end.Y-here.Y)*ahead[1]) / math.Hypot(ahead[0], ahead[1])
	return 1 + int(math.Round(way/l.unit))
}

// Slants reports whether the way from one cell to another goes slantwise.
func (l *Lie) Slants(from, to int) bool {
	x, y := l.game.Board.Cells[from], l.game.Board.Cells[to]
	return math.Abs(x.X-y.X) > l.unit/8 && math.Abs(x.Y-y.Y) > l.unit/8
}

// across is how far it is from one cell to another, in the greater of two directions.
func (l *Lie) across(from, to int) float64 {
	x, y := l.game.Board.Cells[from], l.game.Board.Cells[to]
	return max(math.Abs(x.X-y.X), math.Abs(x.Y-y.Y))
}

// diagonal reports whether two cells lie corner to corner, so far from each other.
func (l *Lie) diagonal(from, to int, far float64) bool {
	x, y := l.game.Board.Cells[from], l.game.Board.Cells[to]
	return math.Abs(math.Abs(x.X-y.X)-far) < l.unit/4 && math.Abs(math.Abs(x.Y-y.Y)-far) < l.unit/4
}

// joined reports whether a cell lies halfway between two that are farther apart than
// neighbours: over a notch in the board's edge nobody goes.
func (l *Lie) joined(from, to int, far float64) bool {
	if far < 1.5*l.unit {
		return true
	}
	x, y := l.game.Board.Cells[from], l.game.Board.Cells[to]
	for _, c := range l.game.Board.Cells {
		if math.Hypot(c.X-(x.X+y.X)/2, c.Y-(x.Y+y.Y)/2) < l.unit/4 {
			return true
		}
	}
	return false
}

// colours gives the cells two colours, 0 and 1, so that of two which are joined by a
// straight line each has another, as on a chequered board.
func (l *Lie) colours() []int {
	b := l.game.Board
	colour := make([]int, len(b.Cells))
	done := make([]bool, len(b.Cells))
	for start := range b.Cells {
		if done[start] {
			continue
		}
		done[start] = true
		for queue := []int{start}; len(queue) > 0; queue = queue[1:] {
			for _, next := range b.Near[queue[0]] {
				if !done[next] && !l.Slants(queue[0], next) {
					done[next], colour[next] = true, 1-colour[queue[0]]
					queue = append(queue, next)
				}
			}
		}
	}
	return colour
}

// Spread says at which places lines slant, where others do not: everywhere, at every
// other place (alternate), or at some.
func (l *Lie) Spread(slanting map[[2]int]bool) string {
	long := 0.0
	for e := range slanting {
		long = max(long, l.across(e[0], e[1]))
	}
	colour := l.colours()
	var there, wanted [2]int
	for i, c := range colour {
		for j := i + 1; j < len(colour); j++ {
			if colour[j] == c && l.diagonal(i, j, long) && l.joined(i, j, long) {
				wanted[c]++
				if slanting[[2]int{i, j}] {
					there[c]++
				}
			}
		}
	}
	full := func(c int) bool { return wanted[c] > 0 && there[c] == wanted[c] }
	switch {
	case full(0) && full(1):
		return "everywhere"
	case full(0) && there[1] == 0, full(1) && there[0] == 0:
		return "alternate"
	}
	return "some"
}

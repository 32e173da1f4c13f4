package draw

import (
	"math"
	"testing"
)

// rhombus is a honeycomb of n by n cells, whose columns lean so.
func rhombus(n int, up Point) Board {
	b := lattice(Node, n, n, Point{1, 0}, up)
	for i, c := range b.Cells {
		for _, o := range b.Cells[:i] {
			if math.Hypot(c.At.X-o.At.X, c.At.Y-o.At.Y) < 1.01 {
				b.Lines = append(b.Lines, Line{c.At, o.At})
			}
		}
	}
	return b
}

// The sides of two players go once round a honeycomb, as much of it for each, outside of all
// cells; those of cells that lie in no row at the edge are not drawn.
func TestSides(t *testing.T) {
	const n = 4
	for name, up := range map[string]Point{"leaning right": {0.5, math.Sqrt(3) / 2}, "leaning left": {-0.5, math.Sqrt(3) / 2}} {
		b := rhombus(n, up)
		row := func(column, row int) (cells []int) { // those in a row or a column
			for i, c := range b.Cells {
				if k, _ := coordinateOf(c.Name); k.column == column || k.row == row {
					cells = append(cells, i)
				}
			}
			return cells
		}
		p := Picture{Board: b, Sides: []Side{{0, row(-1, 1)}, {0, row(-1, n)}, {1, row(0, -1)}, {1, row(n-1, -1)}}}
		strips := p.strips()
		var of [2]int
		for _, s := range strips {
			of[s.player]++
			var at Point
			for _, q := range s.corners {
				at = Point{at.X + q.X/4, at.Y + q.Y/4}
			}
			for _, c := range b.Cells {
				if math.Hypot(c.At.X-at.X, c.At.Y-at.Y) < 0.5 {
					t.Errorf("%s: a side runs over %s", name, c.Name)
				}
			}
		}
		// A rhombus of n by n cells has 8n-2 edges outwards, of two halves each.
		if all := 2 * (8*n - 2); of != [2]int{all / 2, all / 2} {
			t.Errorf("%s: the players have %v half edges, of %d", name, of, all)
		}
		p.Sides = []Side{{0, append(row(-1, 1), row(-1, n)...)}, {1, nil}}
		if len(p.strips()) > 0 {
			t.Errorf("%s: cells that lie in no row have a side", name)
		}
	}
}

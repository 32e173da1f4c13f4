package draw

import (
	"fmt"
	"math"
	"strings"
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

// A board on which a page moves men has the sides of its players, stands where its cells lie,
// and leaves names to the page, with room for them beside signs.
func TestGround(t *testing.T) {
	b := rhombus(3, Point{0.5, math.Sqrt(3) / 2})
	sides := []Side{{0, []int{0, 1, 2}}, {1, []int{0, 3, 6}}}
	drawn, err := Ground(Picture{Board: b, Sides: sides, Men: []Men{{Cell: 4, Count: 1}}}, 40)
	if err != nil {
		t.Fatal(err)
	}
	for k := range sides {
		r, g, blue, _ := palette[k].fill.RGBA()
		if fill := fmt.Sprintf("fill:#%02x%02x%02x;stroke:#%02[1]x%02[2]x%02[3]x", r>>8, g>>8, blue>>8); !strings.Contains(drawn, fill) {
			t.Errorf("the side of player %d is not drawn", k+1)
		}
	}
	if strings.Contains(drawn, "<text") || strings.Contains(drawn, "<circle") {
		t.Error("names or men are drawn")
	}
	square := Board{Cells: []Cell{{Name: "a1", Shape: Square, At: Point{2, 3}}, {Name: "b1", Shape: Square, At: Point{3, 3}}}, Signs: []Sign{{Look: Ringed, Cells: []int{0}}}}
	if drawn, err = Ground(Picture{Board: square}, 40); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(drawn, `<path d="M60 -140h40v40h-40z"`) {
		t.Errorf("the first square, of which the middle is 80 to the right and 120 up, is not where it should be:\n%s", drawn)
	}
	var x, y, r float64
	if _, err := fmt.Sscanf(drawn[strings.Index(drawn, "<circle"):], `<circle cx="%f" cy="%f" r="%f"`, &x, &y, &r); err != nil || math.Hypot(x-72, y+132) < r {
		t.Errorf("a ring about %v, %v leaves no room for a name in the corner: %v", x, y, err)
	}
	if _, err := Ground(Picture{}, 40); err == nil {
		t.Error("no board is drawn")
	}
}

package site

import (
	"math"
	"testing"

	corpora "github.com/lectio/lectio/testdata/bundled"
)

// The page to play on has the hexagons of the pictures: each cell lies half the way to each
// of its neighbours.
func TestPlayedCellsTouch(t *testing.T) {
	for id, corners := range map[string]int{"hex": 6, "three-mens-morris": 0} {
		g, errs := corpora.Gallery(t).Find(id).Game(nil)
		if len(errs) > 0 {
			t.Fatal(errs)
		}
		x := &player{site: &Site{look: &look{}}, board: map[string]int{}}
		if _, err := x.boardOf(g, scene.Board(g, opening(g), 0)); err != nil {
			t.Fatal(err)
		}
		d := x.data.Boards[0]
		if len(d.Outline) != corners {
			t.Fatalf("%s: a cell has %d corners", id, len(d.Outline))
		}
		for _, e := range g.Board.Edges {
			if corners == 0 {
				break
			}
			from, to := d.Cells[e[0]], d.Cells[e[1]]
			dx, dy := to[0]-from[0], to[1]-from[1]
			far := 0.0 // how far the cell reaches towards its neighbour, as a share of the way
			for i, p := range d.Outline {
				q := d.Outline[(i+1)%corners]
				middle := [2]float64{(p[0] + q[0]) / 2, (p[1] + q[1]) / 2}
				far = max(far, (middle[0]*dx+middle[1]*dy)/(dx*dx+dy*dy))
			}
			if math.Abs(far-0.5) > 1e-6 {
				t.Fatalf("%s: %s reaches %.2f of the way to %s", id, d.Names[e[0]], far, d.Names[e[1]])
			}
		}
	}
}

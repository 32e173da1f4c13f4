package board

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// names of cells, sorted.
func namesOf(b *Board, cells []int) string {
	var names []string
	for _, i := range cells {
		names = append(names, b.Cells[i].Name)
	}
	slices.Sort(names)
	return strings.Join(names, " ")
}

// A hexagon of side n has 3n(n-1)+1 cells: 7, 19, 91 of side 2, 3, 6. Pairs and lines are counted
// by hand: in each of three directions rows of 3 4 5 4 3 cells have 1+2+3+2+1 lines of three and
// 2+3+4+3+2 pairs.
func TestHexagonsAreCounted(t *testing.T) {
	for _, x := range []struct {
		sides                       []int
		cells, edges, lines, corner int
	}{
		{[]int{2}, 7, 12, 3, 6}, {[]int{3}, 19, 42, 27, 6}, {[]int{6}, 91, 240, 207, 6},
		{[]int{5, 1}, 15, 30, 18, 3}, // a triangle: 5+4+3+2+1 cells
		{[]int{2, 3}, 12, 24, 12, 6},
		{[]int{2, 3, 4}, 18, 39, 24, 6}, // rows of 2 3 4 4 3 2
	} {
		b, err := Hexagons(x.sides, 3)
		if err != nil {
			t.Fatal(x.sides, err)
		}
		if got := [4]int{len(b.Cells), len(b.Edges), len(b.Lines), len(b.Sets["corners"])}; got != [4]int{x.cells, x.edges, x.lines, x.corner} {
			t.Errorf("%v: cells, pairs, lines, corners %v, expected %v", x.sides, got, x)
		}
	}
}

// The rows of a hexagon of side 5 are those of the game in which they are so named: a1 to a5,
// e1 to e9, f2 to f9, i5 to i9.
func TestHexagonsAreNamed(t *testing.T) {
	b, err := Hexagons([]int{5}, 0)
	if err != nil {
		t.Fatal(err)
	}
	for row, want := range map[string]string{"row_1": "a1 a2 a3 a4 a5", "row_5": "e1 e2 e3 e4 e5 e6 e7 e8 e9", "row_6": "f2 f3 f4 f5 f6 f7 f8 f9", "row_9": "i5 i6 i7 i8 i9",
		"near_side": "a1 a2 a3 a4 a5", "far_side": "i5 i6 i7 i8 i9", "near_left": "a1 b1 c1 d1 e1", "near_right": "a5 b6 c7 d8 e9", "far_left": "e1 f2 g3 h4 i5",
		"far_right": "e9 f9 g9 h9 i9", "corners": "a1 a5 e1 e9 i5 i9", "centre": "e5", "ring_5": "e5", "ring_4": "d4 d5 e4 e6 f5 f6"} {
		if got := namesOf(b, b.Sets[row]); got != want {
			t.Errorf("%s is %s, expected %s", row, got, want)
		}
	}
	if got := len(b.Sets["ring_1"]); got != 24 {
		t.Errorf("the outermost ring has %d cells", got)
	}
	if got := namesOf(b, b.Near[b.Find("e5")]); got != "d4 d5 e4 e6 f5 f6" {
		t.Errorf("beside e5 lie %s", got)
	}
	for _, x := range []struct{ from, to, row string }{{"a1", "a5", "a1 a2 a3 a4 a5"}, {"a1", "i9", "a1 b2 c3 d4 e5 f6 g7 h8 i9"}, {"e9", "e6", "e6 e7 e8 e9"}, {"a5", "i5", "a5 b5 c5 d5 e5 f5 g5 h5 i5"}, {"a1", "c2", ""}} {
		if got := namesOf(b, b.Span(b.Find(x.from), b.Find(x.to))); got != x.row {
			t.Errorf("from %s to %s lie %s", x.from, x.to, got)
		}
	}
	ways := map[string]string{}
	for _, r := range b.Rays(b.Find("c3")) {
		ways[fmt.Sprint(r.X, r.Y)] = namesOf(b, r.Cells)
	}
	for way, want := range map[string]string{"1 0": "c4 c5 c6 c7", "-1 0": "c1 c2", "1 1": "d4 e5 f6 g7 h8 i9", "-1 1": "d3 e3 f3 g3", "1 -1": "a3 b3", "-1 -1": "a1 b2"} {
		if ways[way] != want {
			t.Errorf("from c3 the way %s leads over %s, expected %s", way, ways[way], want)
		}
	}
}

// A regular hexagon is seen alike by two, three and six players, one with sides that alternate by
// three, one whose opposite sides are as long by two.
func TestHexagonsAreTurned(t *testing.T) {
	for _, x := range []struct {
		sides []int
		by    string
	}{{[]int{4}, "2 3 6"}, {[]int{3, 4}, "3"}, {[]int{3, 4, 5}, "2"}, {[]int{5, 1}, "3"}} {
		b, err := Hexagons(x.sides, 0)
		if err != nil {
			t.Fatal(err)
		}
		var by []string
		for n := 2; n <= 6; n++ {
			if _, err := b.Seen(Rotated, 1, n); err == nil {
				by = append(by, fmt.Sprint(n))
			}
		}
		if got := strings.Join(by, " "); got != x.by {
			t.Errorf("%v can be turned for %s players, expected %s", x.sides, got, x.by)
		}
	}
	b, _ := Hexagons([]int{3}, 0)
	for _, x := range []struct {
		n    int
		side string
	}{{6, "near_right"}, {3, "far_right"}, {2, "far_side"}} {
		seen, err := b.Seen(Rotated, 1, x.n)
		if err != nil {
			t.Fatal(err)
		}
		var near []int
		for _, i := range b.Sets["near_side"] {
			near = append(near, seen[i])
		}
		if namesOf(b, near) != namesOf(b, b.Sets[x.side]) {
			t.Errorf("the second of %d players sits at %s", x.n, namesOf(b, near))
		}
	}
}

func TestImpossibleHexagons(t *testing.T) {
	for _, sides := range [][]int{nil, {1, 2, 3, 4}, {0}, {14}, {40, 13, 14}, {3, -1}} {
		if _, err := Hexagons(sides, 0); err == nil {
			t.Errorf("%v: no error", sides)
		}
	}
}

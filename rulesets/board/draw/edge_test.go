package draw

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
)

// lattice is a board of places named by column and row; a place is where the two steps lead.
func lattice(shape Shape, columns, rows int, column, row Point, leaveOut ...string) (b Board) {
	for r := range rows {
		for c := range columns {
			name := fmt.Sprintf("%c%d", 'a'+c, r+1)
			if !slices.Contains(leaveOut, name) {
				b.Cells = append(b.Cells, Cell{Name: name, Shape: shape, At: Point{float64(c)*column.X + float64(r)*row.X, float64(c)*column.Y + float64(r)*row.Y}})
			}
		}
	}
	return b
}

// The names of columns and rows stand outside of the board, below and at the left of it, each
// in line with what it names, also where the board is slanted or turned round and where
// corners are missing.
func TestEdgeLabels(t *testing.T) {
	for name, x := range map[string]struct {
		b    Board
		want string
	}{
		"nodes":       {lattice(Node, 3, 3, Point{1, 0}, Point{0, 1}), "a b c 1 2 3"},
		"squares":     {lattice(Square, 2, 12, Point{1, 0}, Point{0, 1}), "a b 1 2 3 4 5 6 7 8 9 10 11 12"},
		"slanted":     {lattice(Node, 4, 3, Point{1, 0}, Point{0.5, math.Sqrt(3) / 2}), "a b c d 1 2 3"},
		"turned":      {lattice(Square, 3, 2, Point{-1, 0}, Point{0, -1}), "a b c 1 2"},
		"cross":       {lattice(Node, 3, 3, Point{1, 0}, Point{0, 1}, "a1", "c1", "a3", "c3"), "a b c 1 2 3"},
		"gap":         {lattice(Node, 3, 2, Point{2, 0}, Point{0, 2}, "b1", "b2"), "a c 1 2"},
		"a row":       {lattice(Square, 3, 1, Point{1, 0}, Point{0, 1}), ""},
		"a column":    {lattice(Square, 1, 3, Point{1, 0}, Point{0, 1}), ""},
		"holes":       {lattice(Hole, 2, 2, Point{1, 0}, Point{0, 1}), ""},
		"other names": {Board{Cells: []Cell{{Name: "a1", Shape: Node}, {Name: "hub", Shape: Node, At: Point{1, 0}}}}, ""},
		"bent":        {Board{Cells: []Cell{{Name: "a1", Shape: Node}, {Name: "b1", Shape: Node, At: Point{1, 0}}, {Name: "a2", Shape: Node, At: Point{0, 1}}, {Name: "b2", Shape: Node, At: Point{1, 1.5}}}}, ""},
		"none":        {Board{}, ""},
	} {
		labels := x.b.edgeLabels()
		var got []string
		for _, l := range labels {
			got = append(got, l.Text)
			for _, c := range x.b.Cells {
				if d := math.Hypot(c.At.X-l.At.X, c.At.Y-l.At.Y); d < 0.7*x.b.spacing() {
					t.Errorf("%s: %s stands %.2f from %s, where a man may be", name, l.Text, d, c.Name)
				}
				if side := l.At.X > c.At.X+1e-9 && l.At.Y > c.At.Y+1e-9; side && name != "slanted" {
					t.Errorf("%s: %s stands above and at the right of %s", name, l.Text, c.Name)
				}
			}
		}
		if got := strings.Join(got, " "); got != x.want {
			t.Errorf("%s: %q, want %q", name, got, x.want)
		}
	}
	// In line: a label is as far along the column as each place of it.
	b := lattice(Square, 3, 2, Point{-1, 0}, Point{0, -1})
	for _, l := range b.edgeLabels() {
		for _, c := range b.Cells {
			if strings.HasPrefix(c.Name, l.Text) && c.At.X != l.At.X || strings.HasSuffix(c.Name, l.Text) && c.At.Y != l.At.Y {
				t.Errorf("%s is not in line with %s", l.Text, c.Name)
			}
		}
	}
	// What the edges say is not written at the places as well.
	p := Picture{Board: lattice(Node, 5, 5, Point{1, 0}, Point{0, 1})}
	d, err := SVG(p, 400)
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(d.Board, ">c3<") || !strings.Contains(d.Board, ">c<") || !strings.Contains(d.Board, ">3<") {
		t.Error("the places bear their names, or the edges do not")
	}
}

// Places that have six neighbours, with a line to each, are cells that touch; a place that
// lacks a line, or stands otherwise, leaves the board one of points and lines.
func TestHoneycomb(t *testing.T) {
	up := Point{0.5, math.Sqrt(3) / 2}
	lines := func(b Board) Board {
		for i, c := range b.Cells {
			for _, o := range b.Cells[:i] {
				if math.Hypot(c.At.X-o.At.X, c.At.Y-o.At.Y) < 1.01 {
					b.Lines = append(b.Lines, Line{c.At, o.At})
				}
			}
		}
		return b
	}
	hex := lines(lattice(Node, 4, 4, Point{1, 0}, up))
	lacks := hex
	lacks.Lines = hex.Lines[1:]
	for name, x := range map[string]struct {
		b    Board
		want bool
	}{"hex": {hex, true}, "leaning left": {lines(lattice(Node, 4, 4, Point{1, 0}, Point{-0.5, math.Sqrt(3) / 2})), true}, "a line lacks": {lacks, false}, "no lines": {lattice(Node, 4, 4, Point{1, 0}, up), false},
		"upright": {lines(lattice(Node, 4, 4, Point{1, 0}, Point{0, 1})), false}, "squares": {lines(lattice(Square, 4, 4, Point{1, 0}, up)), false}, "none": {Board{}, false}} {
		if got := x.b.honeycomb(); got != x.want {
			t.Errorf("%s: %v, want %v", name, got, x.want)
		}
	}
	d, err := SVG(Picture{Board: hex}, 400)
	if err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(d.Board, "<path") + strings.Count(d.Board, "<polygon"); n < len(hex.Cells) || strings.Contains(d.Board, "<circle") {
		t.Errorf("%d outlines for %d cells, or points between them", n, len(hex.Cells))
	}
}

// Numbers of cells stand beside the names at the edges: in a corner where there is room beside
// a man, and else in the middle, where he covers the whole of them.
func TestNumbersStandClearOfMenOrBelowThem(t *testing.T) {
	p := Picture{Board: lattice(Square, 10, 10, Point{1, 0}, Point{0, 1})}
	for i := range p.Board.Cells {
		p.Board.Cells[i].Number = fmt.Sprint(i + 1)
	}
	for _, width := range []int{340, 700, 1200} {
		d, err := SVG(p, width)
		if err != nil {
			t.Fatal(err)
		}
		for n := 1; n <= 100; n++ {
			if !strings.Contains(d.Board, fmt.Sprintf(">%d</text>", n)) {
				t.Fatalf("%d wide: %d is not written", width, n)
			}
		}
		c, err := newCanvas(p, width)
		if err != nil {
			t.Fatal(err)
		}
		c.p, c.unit, c.scale, c.letter = &p, 1, float64(width)/12, 11
		if size, beside := c.corner("100"); beside != (width > 340) || beside && size < minLetter {
			t.Errorf("%d wide: beside a man %v, %v high", width, beside, size)
		}
	}
}

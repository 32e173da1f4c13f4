package draw

import (
	"fmt"
	"maps"
	"math"
	"regexp"
	"strconv"
	"testing"
)

// written is writing on a board: the box that holds it.
type written struct {
	text                     string
	left, top, right, bottom float64
	size                     float64
}

var textElement = regexp.MustCompile(`<text x="([^"]*)" y="([^"]*)" style="[^"]*font-size:([0-9.]*)px[^"]*">([^<]*)</text>`)

func number(s string) float64 {
	f, err := strconv.ParseFloat(s, 64)
	if err != nil {
		panic(err)
	}
	return f
}

// writings are what an empty board has written on it, all of it about its place.
func writings(d Drawing) (out []written) {
	for _, m := range textElement.FindAllStringSubmatch(d.Board, -1) {
		x, y, size := number(m[1]), number(m[2]), number(m[3])
		half := 0.27 * size * float64(len([]rune(m[4])))
		out = append(out, written{m[4], x - half, y - 0.72*size, x + half, y, size})
	}
	return out
}

// corner is where a drawn line begins or bends.
var corner = regexp.MustCompile(`[ML]([0-9.]+) ([0-9.]+)`)

// What is written on a board and beside it is 10 pixels high or more, stands on no other
// writing, and under no man, wherever men stand.
func TestWritingOnBoards(t *testing.T) {
	hexagons := rhombus(11, Point{0.5, math.Sqrt(3) / 2})
	all := map[string]Picture{
		"a large grid": {Board: lattice(Square, 22, 24, Point{1, 0}, Point{0, 1})},
		"a large lean": {Board: lattice(Node, 19, 19, Point{1, 0}, Point{0.5, math.Sqrt(3) / 2})},
		"hexagons":     {Board: hexagons, Sides: []Side{{0, []int{0, 11, 22, 33, 44, 55, 66, 77, 88, 99, 110}}, {1, []int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10}}}},
		"long names":   {Board: grid(5, 3, Square, false)},
	}
	maps.Copy(all, pictures())
	for i := range all["long names"].Board.Cells {
		all["long names"].Board.Cells[i].Name = fmt.Sprintf("b%d", 7*i)
	}
	discs := regexp.MustCompile(`<circle cx="([^"]*)" cy="([^"]*)" r="([^"]*)"`)
	for name, p := range all {
		p.Men, p.Arrows, p.Ways, p.Players, p.Stores, p.Caption = nil, nil, nil, nil, nil, ""
		for i := range p.Board.Cells {
			p.Men = append(p.Men, Men{Cell: i, Count: 1})
		}
		somewhere := false
		for _, width := range []int{240, 340, 700} {
			d, err := SVG(p, width)
			if err != nil {
				t.Fatal(name, err)
			}
			list := writings(d)
			somewhere = somewhere || len(list) > 0
			for i, a := range list {
				if a.size < 10 {
					t.Errorf("%s, %d pixels wide: %s is written %.1f high", name, width, a.text, a.size)
				}
				for _, b := range list[:i] {
					if a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom {
						t.Fatalf("%s, %d pixels wide: %s stands on %s", name, width, a.text, b.text)
					}
				}
				for _, m := range corner.FindAllStringSubmatch(d.Board+d.Men, -1) {
					if x, y := number(m[1]), number(m[2]); a.left < x && x < a.right && a.top < y && y < a.bottom {
						t.Fatalf("%s, %d pixels wide: a line runs through %s", name, width, a.text)
					}
				}
				if p.Board.has(Hole) {
					continue // a hollow that is not empty covers its name altogether
				}
				for _, m := range discs.FindAllStringSubmatch(d.Men, -1) {
					x, y, r := number(m[1]), number(m[2]), number(m[3])
					if math.Hypot(x-min(max(x, a.left), a.right), y-min(max(y, a.top), a.bottom)) < r-1 {
						t.Fatalf("%s, %d pixels wide: %s stands under a man", name, width, a.text)
					}
				}
			}
		}
		if !somewhere && !p.Board.has(Hole) {
			t.Errorf("%s: nothing is written at any width", name)
		}
	}
}

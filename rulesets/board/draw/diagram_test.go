package draw

import (
	"math"
	"regexp"
	"strings"
	"testing"
)

// A diagram has in every format what its marks say, and its caption below them.
func TestDiagram(t *testing.T) {
	d := &Diagram{Width: 300, Height: 100, Alt: "a chart", Plain: "letters", Caption: "What it shows, in words that take more than one line of a drawing.\nCite it.",
		Marks: []Mark{{Kind: Rule, X: 10, Y2: 90, X2: 10}, {Kind: Twig, X: 10, Y: 20, X2: 90, Y2: 20}, {Kind: Span, X: 10, Y: 40, X2: 90, Y2: 40},
			{Kind: Block, X: 90, Y: 60, X2: 40, Y2: 50}, {Kind: Disc, X: 50, Y: 40}, {Kind: Writing, X: 200, Y: 40, Anchor: 1, Text: "Kiôz & tâb"}}}
	svg, err := SVG(d, 600)
	if err != nil {
		t.Fatal(err)
	}
	if svg.Width != 600 || svg.Height <= 200 {
		t.Errorf("it is %d by %d; the caption has no room", svg.Width, svg.Height)
	}
	for _, want := range []string{`M20 0v180`, `cx="100" cy="80" r="9"`, `M80 100h100v20h-100z`, `text-anchor:end">Kiôz &amp; tâb<`} {
		if !strings.Contains(svg.Board, want) {
			t.Errorf("no %s in\n%s", want, svg.Board)
		}
	}
	if lines := strings.Count(svg.Men, "<text"); lines < 2 {
		t.Errorf("%d lines of a caption", lines)
	}
	if _, err := PNG(d, 600); err != nil {
		t.Error(err)
	}
	pdf, err := PDF(d, 600, About{Title: "T"})
	if err != nil || !regexp.MustCompile(`15\.00 .* m`).MatchString(content(t, pdf)) {
		t.Errorf("the PDF draws %.300s (%v)", content(t, pdf), err)
	}
	if Text(d) != "letters" {
		t.Errorf("with letters it is %q", Text(d))
	}
	for _, bad := range []Diagram{{}, {Width: 10, Height: 10, Marks: []Mark{{X: math.NaN()}}}} {
		if _, err := SVG(&bad, 100); err == nil {
			t.Errorf("%+v was drawn", bad)
		}
	}
}

// A way is told by its straight stretches, its steps aside, and its second time over a
// cell; an arrow is drawn for each of its steps.
func TestWays(t *testing.T) {
	p := Picture{Board: Board{Cells: []Cell{
		{Name: "a", Shape: Square}, {Name: "b", Shape: Square, At: Point{X: 1}}, {Name: "c", Shape: Square, At: Point{X: 2}},
		{Name: "d", Shape: Square, At: Point{X: 2, Y: 1}}, {Name: "e", Shape: Square, At: Point{X: 3}}}}}
	w := Way{Cells: []int{0, 1, 2, 3, 1, 4}, Next: [][]int{{1}, {2}, {3, 5}, {4}, nil, nil}}
	if got, want := p.WayWords(w), "a–c, d–b; from c also to e"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	bare, err := SVG(p, 300)
	if err != nil {
		t.Fatal(err)
	}
	p.Ways = []Way{w}
	with, err := SVG(p, 300)
	if err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(with.Men, "Z") - strings.Count(bare.Men, "Z"); n != 5 {
		t.Errorf("%d heads of arrows for 5 steps", n)
	}
	for _, bad := range []Way{{Cells: []int{7}, Next: [][]int{nil}}, {Cells: []int{0}, Next: [][]int{{1}}}, {Cells: []int{0}}} {
		p.Ways = []Way{bad}
		if _, err := SVG(p, 300); err == nil {
			t.Errorf("%+v was drawn", bad)
		}
	}
}

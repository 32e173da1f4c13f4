package draw

import (
	"image/color"
	"slices"
	"strings"
	"testing"

	"git.sr.ht/~sbinet/gg"
)

// shapes is the pen that counts discs and boxes.
type shapes struct {
	pen
	discs, boxes int
}

func (s *shapes) DrawCircle(x, y, r float64) { s.discs++; s.pen.DrawCircle(x, y, r) }

func (s *shapes) DrawRectangle(x, y, w, h float64) { s.boxes++; s.pen.DrawRectangle(x, y, w, h) }

func drawn(t *testing.T, p Picture) *shapes {
	t.Helper()
	s := &shapes{}
	begin := func(int) pen { s.pen = &vector{writing: newRaster(gg.NewContext(1, 1), 1)}; return s }
	if err := p.render(600, begin, func() {}); err != nil {
		t.Fatal(err)
	}
	return s
}

// What lines alone show has neither dot nor outline; a wash is seen there all the same.
func TestPlainCells(t *testing.T) {
	for shape, want := range map[Shape]shapes{Node: {discs: 2}, Square: {boxes: 2}} {
		b := lattice(shape, 3, 3, Point{1, 0}, Point{0, 1})
		for i := range b.Cells {
			b.Cells[i].Plain = i > 1
		}
		if have := drawn(t, Picture{Board: b}); have.discs != want.discs || have.boxes != want.boxes {
			t.Errorf("shape %d: %d discs and %d boxes", shape, have.discs, have.boxes)
		}
		b.Signs = []Sign{{Look: Washed, Cells: []int{8}}}
		if have := drawn(t, Picture{Board: b}); have.discs+have.boxes != want.discs+want.boxes+1 {
			t.Errorf("shape %d: where a place is washed there are %d discs and %d boxes", shape, have.discs, have.boxes)
		}
	}
}

// The dots of a board of many lines are seen where it is drawn small.
func TestDotsAreSeen(t *testing.T) {
	b := lattice(Node, 19, 19, Point{1, 0}, Point{0, 1})
	for i := range b.Cells {
		b.Cells[i].Plain = i > 0
	}
	see := &circles{filled: map[color.Color][][3]float64{}}
	begin := func(int) pen { see.pen = &vector{writing: newRaster(gg.NewContext(1, 1), 1)}; return see }
	if err := (Picture{Board: b}).render(200, begin, func() {}); err != nil {
		t.Fatal(err)
	}
	if dots := see.filled[ink]; len(dots) != 1 || dots[0][2] < 1.5*1.2 {
		t.Errorf("beside lines 1.2 pixels wide the dots are %v", dots)
	}
}

// A picture that is written stands wherever a man would, beside the name of his player too, and
// how many men one is for is still said; the others of his player's are discs.
func TestWrittenMen(t *testing.T) {
	p := Picture{Board: lattice(Square, 3, 3, Point{1, 0}, Point{0, 1}), Players: []string{"noughts", "crosses", "others"},
		Men: []Men{{Cell: 0, Player: 1, Count: 1}, {Cell: 1, Player: 2, Count: 1}}, Stores: []Store{{Name: "hand", Player: 1, Count: 4}}}
	plain := drawn(t, p).discs // a disc and its ring each: two men, one who waits, three players
	p.Looks = []string{"", "cross"}
	if less := plain - drawn(t, p).discs; plain != 12 || less != 6 {
		t.Errorf("of %d discs, a cross stands in the place of %d", plain, less)
	}
	p.Looks = []string{"nought", "cross", ""}
	d, err := SVG(p, 300)
	if err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(d.Men, "<circle"); n != 1+2*2 {
		t.Errorf("%d circles: expected that of a nought, and two men who are drawn as usual", n)
	}
	p.Men[0].Count = 3
	if d, err = SVG(p, 300); err != nil || !strings.Contains(d.Men, ">3<") {
		t.Errorf("three men on a place are not counted: %v", err)
	}
}

// The outline of a picture with a hole goes round the hole the other way.
func TestOutlineWithAHole(t *testing.T) {
	path, alone := Outline("nought")
	parts := strings.Split(strings.TrimSuffix(path, "Z"), "Z")
	if !alone || len(parts) != 2 || !strings.Contains(parts[0], " 0 1 1 ") || !strings.Contains(parts[1], " 0 1 0 ") {
		t.Errorf("%q, alone %v", parts, alone)
	}
	if _, alone := Outline("king"); alone {
		t.Error("a king stands on no disc")
	}
	for _, name := range signsWritten {
		if !slices.ContainsFunc(silhouettes[name], func(o outline) bool { return len(o.points) > 0 }) {
			t.Errorf("there is no picture %s", name)
		}
	}
}

// A sign stands in the middle of its square, whether or not there is room for a name in the corner.
func TestSignsStandInTheMiddle(t *testing.T) {
	b := Board{Cells: []Cell{{Name: "way", Shape: Square}, {Name: "b14", Shape: Square, At: Point{1, 0}}}, Signs: []Sign{{Look: Rosette, Cells: []int{1}}}}
	see := &circles{filled: map[color.Color][][3]float64{}}
	c, err := newCanvas(Picture{Board: b}, 600)
	if err != nil {
		t.Fatal(err)
	}
	see.pen = &vector{writing: newRaster(gg.NewContext(1, 1), 1)}
	c.dc, c.p, c.unit, c.scale, c.moving = see, &Picture{Board: b}, 1, 100, true
	c.signs()
	if see.last[0] != 100 || see.last[1] != 0 || see.last[2] > 40 {
		t.Errorf("the rosette stands at %v", see.last)
	}
}

package draw

import (
	"strings"
	"testing"
)

// A die shows as many pips as its number, and any other number as figures; what falls with one
// side up or the other does not look the same on both.
func TestThingsLieAsTheyFell(t *testing.T) {
	for n := 1; n <= 8; n++ {
		elements, wide, err := Fallen{Thing: Die, Up: n}.Elements(40)
		if err != nil || wide != 40 {
			t.Fatalf("a die with %d up is %v wide: %v", n, wide, err)
		}
		pips, figures := strings.Count(elements, "<circle"), strings.Count(elements, "<text")
		if n <= 6 && (pips != n || figures != 0) || n > 6 && (pips != 0 || figures != 1) {
			t.Errorf("a die with %d up has %d pips and %d figures", n, pips, figures)
		}
	}
	for _, thing := range []Thing{Stick, Cowrie, Pyramid} {
		up, _, err := Fallen{Thing: thing, Up: 1}.Elements(40)
		if err != nil {
			t.Fatal(err)
		}
		down, _, err := Fallen{Thing: thing, Up: 0}.Elements(40)
		if err != nil || up == down {
			t.Errorf("thing %d lies on both sides alike (%v)", thing, err)
		}
		if _, _, err := (Fallen{Thing: thing, Up: 2}).Elements(40); err == nil {
			t.Errorf("thing %d fell on a third side", thing)
		}
	}
}

// What was thrown lies below the board in every format, in as much room as it takes, and is
// told to whoever does not see it.
func TestThrowsAreDrawn(t *testing.T) {
	p := Picture{Board: Board{Cells: []Cell{{Name: "a"}, {Name: "b", At: Point{X: 1}}, {Name: "c", At: Point{X: 2}}}}, Players: []string{"white"}}
	bare, err := SVG(p, 300)
	if err != nil {
		t.Fatal(err)
	}
	p.Throws = []Throw{{[]Fallen{{Thing: Die, Up: 6}, {Thing: Die, Up: 2}}, "6-2"}, {[]Fallen{{Thing: Die, Up: 1}, {Thing: Die, Up: 1}}, "1-1"}}
	d, err := SVG(p, 300)
	if err != nil {
		t.Fatal(err)
	}
	if more := strings.Count(d.Men, "<circle") - strings.Count(bare.Men, "<circle"); more != 10 || d.Board != bare.Board || d.Height <= bare.Height {
		t.Errorf("6-2 and 1-1 have %d pips on %d of %d", more, d.Height, bare.Height)
	}
	for _, said := range []string{p.Words(), Text(p)} {
		if !strings.Contains(said, "thrown: 6-2, then 1-1") {
			t.Errorf("the throws are not told: %s", said)
		}
	}
	for range 5 {
		p.Throws = append(p.Throws, p.Throws...) // more than a row
	}
	if many, err := SVG(p, 300); err != nil || many.Height < bare.Height+5*28 {
		t.Errorf("64 throws lie one over the other: %v", err)
	}
	p.Throws = []Throw{{[]Fallen{{Thing: Stick, Up: 2}}, "2"}}
	if p.Check() == nil {
		t.Error("a stick fell on a third side, and was drawn")
	}
}

// A face of its own is written on its die, which is broader for a longer word.
func TestFacesOfTheirOwn(t *testing.T) {
	last := 0.0
	for _, face := range []string{"A", "IIII", "teetotum"} {
		elements, wide, err := Fallen{Thing: Die, Face: face}.Elements(40)
		if err != nil || !strings.Contains(elements, ">"+face+"<") || strings.Contains(elements, "<circle") {
			t.Errorf("a die with %s up is drawn as %s, %v", face, elements, err)
		}
		if wide <= last {
			t.Errorf("a die with %s up is %v wide, one with a shorter face %v", face, wide, last)
		}
		last = wide
	}
	if _, _, err := (Fallen{Thing: Stick, Face: "A"}).Elements(40); err == nil {
		t.Error("a stick fell with a face up, and was drawn")
	}
}

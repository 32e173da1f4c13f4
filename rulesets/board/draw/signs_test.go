package draw

import (
	"bytes"
	"image/color"
	"image/png"
	"math"
	"strings"
	"testing"
)

// greys are how light the pixels of a picture are, from above, 300 of them in each row.
func greys(t *testing.T, p Picture) (out []uint8) {
	t.Helper()
	file, err := PNG(p, 300)
	if err != nil {
		t.Fatal(err)
	}
	img, err := png.Decode(bytes.NewReader(file))
	if err != nil {
		t.Fatal(err)
	}
	box := img.Bounds()
	for y := range min(box.Dx(), box.Dy()) {
		for x := range box.Dx() {
			out = append(out, color.GrayModel.Convert(img.At(x, y)).(color.Gray).Y)
		}
	}
	return out
}

// Signs are told apart without colours, on places of every shape, and what a rule turns on
// though nothing marks it is seen around the man who stands there as well.
func TestSignsAreToldApart(t *testing.T) {
	for shape, b := range map[string]Board{
		"squares": lattice(Square, 3, 3, Point{1, 0}, Point{0, 1}), "nodes": lattice(Node, 3, 3, Point{1, 0}, Point{0, 1}),
		"holes": lattice(Hole, 3, 3, Point{1, 0}, Point{0, 1}), "hexagons": rhombus(3, Point{0.5, math.Sqrt(3) / 2}),
	} {
		for men, stand := range map[string][]Men{"empty": nil, "a man": {{Cell: 4, Count: 1}}} {
			seen := map[string][]uint8{"no sign": greys(t, Picture{Board: b, Men: stand})}
			for look := Crossed; look <= Dotted; look++ {
				if men != "empty" && look < Washed {
					continue
				}
				b.Signs = []Sign{{Look: look, Cells: []int{4}}}
				here := greys(t, Picture{Board: b, Men: stand})
				for other, there := range seen {
					differ := 0
					for i := range here {
						if math.Abs(float64(here[i])-float64(there[i])) > 9 {
							differ++
						}
					}
					if differ < 40 {
						t.Errorf("%s, %s: %s and %s differ in %d pixels", shape, men, look, other, differ)
					}
				}
				seen[look.String()] = here
			}
			b.Signs = nil
		}
	}
}

// Whoever sees a picture, hears it or reads it in letters is told what its signs mean, once.
func TestSignsAreExplained(t *testing.T) {
	p := Picture{Board: lattice(Square, 3, 3, Point{1, 0}, Point{0, 1}), Players: []string{"white", "black"}}
	p.Board.Signs = []Sign{{Look: Rosette, Cells: []int{0, 8}, Text: "safe, by the rules"}, {Look: Crossed, Cells: []int{4}}, {Look: Ringed, Text: "nowhere"}}
	d, err := SVG(p, 300)
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{"the picture": d.String(), "the words": p.Words(), "letters": Text(p)} {
		if strings.Count(text, "safe, by the rules") != 1 || strings.Contains(text, "nowhere") {
			t.Errorf("%s: the signs are not explained once each:\n%s", name, text)
		}
	}
	if !strings.Contains(p.Words(), "rosettes: safe") || !strings.Contains(Text(p), "* safe") {
		t.Errorf("it is not said how they look: %q", p.Words())
	}
	p.Board.Signs[0].Cells = []int{9}
	if p.Check() == nil {
		t.Error("a sign lies off the board")
	}
}

// A long meaning is broken into lines within the picture, which grows by them.
func TestLongMeaningsOfSigns(t *testing.T) {
	p := Picture{Board: lattice(Square, 3, 3, Point{1, 0}, Point{0, 1})}
	height := func(text string) int {
		p.Board.Signs = []Sign{{Look: Washed, Cells: []int{0}, Text: text}}
		d, err := SVG(p, 200)
		if err != nil {
			t.Fatal(err)
		}
		return d.Height
	}
	if short, long := height("a"), height(strings.Repeat("the squares beside ", 9)); long < short+3*11 {
		t.Errorf("a long meaning takes no more room: %d and %d", short, long)
	}
}

// No sign runs through the name in the corner of a square.
func TestNamesBesideSigns(t *testing.T) {
	for look := Crossed; look <= Dotted; look++ {
		if look == Washed {
			continue // names stand on it
		}
		b := Board{Cells: []Cell{{Name: "b14", Shape: Square}, {Name: "way", Shape: Square, At: Point{1, 0}}}}
		bare, err := SVG(Picture{Board: b}, 200)
		if err != nil || !strings.Contains(bare.Board, ">b14<") {
			t.Fatal(err, bare.Board)
		}
		b.Signs = []Sign{{Look: look, Cells: []int{0}}}
		signed, without := greys(t, Picture{Board: b}), greys(t, Picture{Board: Board{Cells: b.Cells}})
		// The name lies in the upper left part of the cell, 138 pixels wide, which begins at 9.
		for y := 11; y < 32; y++ {
			for x := 11; x < 40; x++ {
				if d := int(signed[y*300+x]) - int(without[y*300+x]); max(d, -d) > 12 { // files have few colours
					t.Fatalf("%s: something runs through the name at %d, %d", look, x, y)
				}
			}
		}
	}
}

package draw

import (
	"bytes"
	"image"
	"image/png"
	"math"
	"testing"
)

// What is drawn for print is what is drawn for the screen, writing and lines included, with
// more pixels: seen from afar the two are alike.
func TestPrint(t *testing.T) {
	board := Picture{Board: Board{Cells: []Cell{{Name: "a1", At: Point{0, 0}, Shape: Node}, {Name: "b1", At: Point{1, 0}, Shape: Node}, {Name: "a2", At: Point{0, 1}, Shape: Square}},
		Lines: []Line{{A: Point{0, 0}, B: Point{1, 0}}}}, Men: []Men{{Cell: 0, Count: 3, Label: "K"}, {Cell: 1, Player: 1, Count: 1}},
		Players: []string{"white", "black"}, Stores: []Store{{Name: "hand", Count: 2}}, Arrows: []Arrow{{From: 0, To: 1}}, Caption: "white to move, and a caption that is longer than the board is wide"}
	chart := &Diagram{Width: 300, Height: 100, Marks: []Mark{{Kind: Block, X: 10, Y: 10, X2: 60, Y2: 90}, {Kind: Rule, X: 5, Y: 50, X2: 290, Y2: 50}, {Kind: Writing, X: 150, Y: 40, Text: "so many moves", Anchor: 0.5, Bold: true}}}
	for name, f := range map[string]Figure{"board": board, "chart": chart} {
		const width, times = 300, 3
		read := func(data []byte, err error) image.Image {
			if err != nil {
				t.Fatal(err)
			}
			m, err := png.Decode(bytes.NewReader(data))
			if err != nil {
				t.Fatal(err)
			}
			return m
		}
		screen, print := read(PNG(f, width)), read(Print(f, width, times))
		if s, p := screen.Bounds().Size(), print.Bounds().Size(); p != s.Mul(times) {
			t.Errorf("%s: %v on the screen and %v in print", name, s, p)
			continue
		}
		// Blocks of a few pixels are compared: edges fall a little otherwise.
		const block = 6
		worst := 0.0
		for y := 0; y+block <= screen.Bounds().Dy(); y += block {
			for x := 0; x+block <= width; x += block {
				worst = max(worst, math.Abs(lightness(screen, x, y, block)-lightness(print, x*times, y*times, block*times)))
			}
		}
		if worst > 0.12 {
			t.Errorf("%s: a place is lighter or darker in print by %.2f", name, worst)
		}
	}
}

// lightness is the mean of a square of pixels, from 0 to 1.
func lightness(m image.Image, x, y, side int) (sum float64) {
	for dy := range side {
		for dx := range side {
			r, g, b, _ := m.At(x+dx, y+dy).RGBA()
			sum += float64(r+g+b) / 3 / 0xffff
		}
	}
	return sum / float64(side*side)
}

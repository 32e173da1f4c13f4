package draw

import (
	"bytes"
	"fmt"
	"image/png"
	"os"
	"strings"
	"testing"
)

// Men of each colour, those of nobody among them, look on a page as they do in a picture.
func TestColoursOfAPage(t *testing.T) {
	css, err := os.ReadFile("../../../verify/site/assets/site.css")
	if err != nil {
		t.Fatal(err)
	}
	for i, c := range palette {
		name := fmt.Sprintf(".man.p%d circle", i)
		if i == 0 {
			name = ".man circle"
		}
		_, rule, _ := strings.Cut(string(css), "\n"+name+" {")
		rule, _, _ = strings.Cut(rule, "}")
		r, g, b, _ := c.fill.RGBA()
		if fill := fmt.Sprintf("fill: #%02x%02x%02x;", r>>8, g>>8, b>>8); !strings.Contains(rule, fill) {
			t.Errorf("%s:%s, expected %s", name, rule, fill)
		}
	}
}

// A colour that has few pixels is not lost: the men in the legend of an empty board are as
// black as they are where they stand on it.
func TestColoursOfALegend(t *testing.T) {
	p := Picture{Players: []string{"white", "black"}, Stores: []Store{{Name: "hand", Player: 1, Count: 15}}}
	for x := range 12 {
		for y, up := range []bool{true, false} {
			p.Board.Cells = append(p.Board.Cells, Cell{Name: string(rune('a' + x)), At: Point{float64(x), 11 * float64(y)}, Shape: Triangle, Up: up, Dark: x%2 == y})
		}
	}
	data, err := PNG(p, 500)
	if err != nil {
		t.Fatal(err)
	}
	m, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	want, black := palette[1].fill, 0
	wr, wg, wb, _ := want.RGBA()
	for y := range m.Bounds().Dy() {
		for x := range m.Bounds().Dx() {
			r, g, b, _ := m.At(x, y).RGBA()
			near := func(a, b uint32) bool { return max(a, b)-min(a, b) < 0x1800 }
			if near(r, wr) && near(g, wg) && near(b, wb) {
				black++
			}
		}
	}
	if black < 60 {
		t.Errorf("%d pixels are as black as the men are", black)
	}
}

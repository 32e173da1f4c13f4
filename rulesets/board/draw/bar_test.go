package draw

import (
	"image/color"
	"math"
	"strings"
	"testing"

	"git.sr.ht/~sbinet/gg"
)

// circles is the pen that notes the discs that are filled, by their colour.
type circles struct {
	pen
	last   [3]float64
	colour color.Color
	filled map[color.Color][][3]float64
}

func (c *circles) SetColor(col color.Color) { c.colour = col; c.pen.SetColor(col) }

func (c *circles) DrawCircle(x, y, r float64) {
	c.last = [3]float64{x, y, r}
	c.pen.DrawCircle(x, y, r)
}

func (c *circles) FillPreserve() {
	c.filled[c.colour] = append(c.filled[c.colour], c.last)
	c.pen.FillPreserve()
}

// discs are the men of a player in a picture 600 pixels wide: x, y and radius.
func discs(t *testing.T, p Picture, player int) [][3]float64 {
	t.Helper()
	see := &circles{filled: map[color.Color][][3]float64{}}
	begin := func(int) pen { see.pen = &vector{writing: newRaster(gg.NewContext(1, 1), 1)}; return see }
	if err := p.render(600, begin, func() {}); err != nil {
		t.Fatal(err)
	}
	return see.filled[palette[player].fill]
}

// Men on the bar stand on it, none on another, each player's on his half, and are not told
// of beside the board as well.
func TestMenOnTheBar(t *testing.T) {
	for _, many := range []int{1, 2, 5, 15} {
		p := Picture{Board: tables(), Stores: []Store{{Name: "bar", Player: 0, Count: many, OnBar: true}, {Name: "bar", Player: 1, Count: 1, OnBar: true}}}
		white, black := discs(t, p, 0), discs(t, p, 1)
		if len(white) != min(many, stackPlaces) || len(black) != 1 {
			t.Fatalf("%d men on the bar: %d and %d are drawn", many, len(white), len(black))
		}
		// The bar is one unit wide in a board of thirteen, and in its middle.
		for i, a := range white {
			if math.Abs(a[0]-300)+a[2] > 300/13. || a[1] <= black[0][1] {
				t.Errorf("a man stands at %v: beside the bar, or on the other's half", a)
			}
			if i > 0 && a[1]-white[i-1][1] < 1.9*a[2] {
				t.Errorf("%d men: two stand on one place", many)
			}
		}
		d, err := SVG(p, 600)
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(d.Men, ">bar") || strings.Contains(d.Men, "bar<") {
			t.Error("they are told of beside the board too")
		}
		if many > stackPlaces && !strings.Contains(d.Men, ">15<") {
			t.Error("how many they are is not said")
		}
		empty, err := SVG(Picture{Board: p.Board}, 600)
		if err != nil || empty.Board != d.Board {
			t.Errorf("men on the bar change the board: %v", err)
		}
	}
	if err := (Picture{Board: merels(false), Stores: []Store{{Name: "bar", Count: 1, OnBar: true}}}).Check(); err == nil {
		t.Error("men stand on the bar of a board that has none")
	}
}

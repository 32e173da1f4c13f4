package draw

import (
	"bytes"
	"flag"
	"fmt"
	"image"
	"image/png"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/lectio/lectio/testdata/long"
)

// go test ./rulesets/board/draw -args -draw DIR writes the pictures of the tests
// to a folder, to be looked at: that a picture is good, no test can say.
var drawDir = flag.String("draw", "", "folder to write the pictures of the tests to")

// tables is a board of 24 points with a bar: point 1 at the top right, 12 at the
// top left, 13 at the bottom left.
func tables() Board {
	b := Board{Bar: Bounds{Point{5.5, 0}, Point{6.5, 11}}}
	for n := 1; n <= 24; n++ {
		i := n - 1
		x, y, up := 11-float64(i), 11.0, false
		if n > 12 {
			x, y, up = float64(i-12), 0, true
		}
		if x >= 6 {
			x++ // beyond the bar
		}
		b.Cells = append(b.Cells, Cell{Name: strconv.Itoa(n), At: Point{x, y}, Shape: Triangle, Up: up})
	}
	return b
}

// merels is a board of three rings, with or without diagonals.
func merels(diagonals bool) Board {
	var b Board
	for ring := range 3 {
		r := float64(3 - ring)
		var at []Point
		for _, d := range []Point{{-1, -1}, {0, -1}, {1, -1}, {1, 0}, {1, 1}, {0, 1}, {-1, 1}, {-1, 0}} {
			at = append(at, Point{3 + r*d.X, 3 + r*d.Y})
		}
		for i, p := range at {
			b.Cells = append(b.Cells, Cell{Name: fmt.Sprintf("%c%d", 'a'+int(p.X), int(p.Y)+1), At: p, Shape: Node})
			b.Lines = append(b.Lines, Line{p, at[(i+1)%8]})
		}
	}
	for i := range 8 {
		if diagonals || i%2 == 1 {
			b.Lines = append(b.Lines, Line{b.Cells[i].At, b.Cells[16+i].At})
		}
	}
	return b
}

func grid(columns, rows int, shape Shape, names bool) Board {
	var b Board
	for r := range rows {
		for c := range columns {
			cell := Cell{At: Point{float64(c), float64(r)}, Shape: shape}
			if names && shape == Hole {
				cell.Name = fmt.Sprintf("r%dc%d", r+1, c+1)
			} else if names {
				cell.Name = fmt.Sprintf("%c%d", 'a'+c, r+1)
			}
			if shape == Square && r == rows/2 && c == columns/2 {
				b.Signs = append(b.Signs, Sign{Look: Crossed, Cells: []int{len(b.Cells)}})
			}
			b.Cells = append(b.Cells, cell)
		}
	}
	return b
}

// cross has four arms of three by eight squares around an open middle.
func cross() Board {
	b := Board{Signs: []Sign{{Look: Rosette, Text: "safe"}}}
	n := 0
	for y := range 19 {
		for x := range 19 {
			inX, inY := x >= 8 && x <= 10, y >= 8 && y <= 10
			if inX == inY {
				continue
			}
			n++
			if inX && (y == 4 || y == 14) && x != 9 || inY && (x == 4 || x == 14) && y != 9 {
				b.Signs[0].Cells = append(b.Signs[0].Cells, len(b.Cells))
			}
			b.Cells = append(b.Cells, Cell{Name: strconv.Itoa(n), At: Point{float64(x), float64(y)}, Shape: Square})
		}
	}
	return b
}

func pictures() map[string]Picture {
	return map[string]Picture{
		"tables": {Board: tables(),
			Men: []Men{{0, 0, 12, "", ""}, {0, 1, 1, "", ""}, {5, 0, 2, "", ""}, {5, 1, 2, "", ""}, {6, 0, 1, "m", ""}, {11, 1, 5, "", ""}, {12, 1, 15, "", ""}, {18, 0, 3, "", ""},
				{20, 0, 7, "", ""}, {20, 1, 6, "", ""}, {23, 0, 5, "", ""}},
			Stores:  []Store{{"bar", 0, 2, true}, {"off", 0, 0, false}, {"off", 1, 11, false}},
			Arrows:  []Arrow{{0, 6, "1"}, {18, 20, "2"}, {-1, 3, ""}},
			Players: []string{"white", "black"},
			Caption: "After 6-2: white 1/7, 19/21. A caption that is long enough to need another line shows how captions are broken, and ṭāb and kiôz show that no letter is lost."},
		"merels": {Board: merels(false), Men: []Men{{0, 0, 1, "", ""}, {1, 1, 1, "", ""}, {9, 0, 1, "", ""}, {12, 1, 1, "", ""}, {21, 0, 1, "", ""}},
			Stores: []Store{{"hand", 0, 6, false}, {"hand", 1, 7, false}}, Arrows: []Arrow{{From: 9, To: 10}}, Players: []string{"white", "black"}},
		"merels-diagonals": {Board: merels(true), Men: []Men{{0, 0, 1, "", ""}, {23, 1, 1, "", ""}}},
		"grid": {Board: grid(5, 5, Square, true), Men: []Men{{0, 0, 1, "", ""}, {1, 0, 1, "", ""}, {7, 1, 1, "", ""}, {13, 1, 1, "", ""}, {18, 0, 3, "", ""}, {24, 0, 1, "", ""}, {24, 1, 1, "", ""}},
			Arrows: []Arrow{{From: 1, To: 6}}, Caption: "b1-b2"},
		"holes": {Board: grid(22, 4, Hole, false), Men: []Men{{0, 0, 1, "", ""}, {1, 0, 1, "+", ""}, {30, 0, 4, "", ""}, {30, 1, 1, "", ""}, {50, 1, 1, "", ""}, {87, 1, 2, "", ""}},
			Arrows: []Arrow{{From: 21, To: 22}}, Players: []string{"south", "north"}},
		"holes-names": {Board: grid(22, 4, Hole, true), Men: []Men{{0, 0, 1, "", ""}}},
		"cross": {Board: cross(), Men: []Men{{0, 0, 1, "", ""}, {1, 1, 1, "", ""}, {2, 2, 1, "", ""}, {3, 3, 1, "", ""}, {4, 0, 2, "", ""}, {4, 2, 1, "", ""}, {30, 0, 1, "", ""}, {30, 1, 2, "", ""}, {30, 2, 1, "", ""}, {30, 3, 4, "", ""}, {50, 3, 3, "", ""}},
			Stores: []Store{{"south, hand", 0, 3, false}, {"east, hand", 1, 2, false}, {"north, hand", 2, 2, false}, {"west, off", 3, 1, false}}, Arrows: []Arrow{{From: 30, To: 60}, {From: 50, To: -1}},
			Players: []string{"south", "east", "north", "west"}},
	}
}

var widths = map[string]int{"tables": 900, "merels": 620, "merels-diagonals": 420, "grid": 480, "holes": 1400, "holes-names": 1400, "cross": 1000}

func TestPictures(t *testing.T) {
	for name, p := range pictures() {
		t.Run(name, func(t *testing.T) {
			b, err := PNG(p, widths[name])
			if err != nil {
				t.Fatal(err)
			}
			img, err := png.Decode(bytes.NewReader(b))
			if err != nil {
				t.Fatal(err)
			}
			if img.Bounds().Dx() != widths[name] || img.Bounds().Dy() < 100 {
				t.Errorf("the picture is %v", img.Bounds())
			}
			again, err := PNG(p, widths[name])
			if err != nil || !bytes.Equal(b, again) {
				t.Error("the same picture was drawn differently")
			}
			// Nothing may touch the edge: what does is cut.
			for x := range img.Bounds().Dx() {
				for _, y := range []int{0, img.Bounds().Dy() - 1} {
					notWhite(t, img, x, y)
				}
			}
			for y := range img.Bounds().Dy() {
				for _, x := range []int{0, img.Bounds().Dx() - 1} {
					notWhite(t, img, x, y)
				}
			}
			if *drawDir != "" {
				if err := os.WriteFile(filepath.Join(*drawDir, name+".png"), b, 0o644); err != nil {
					t.Error(err)
				}
				small, err := PNG(p, 380)
				if err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(filepath.Join(*drawDir, name+"-small.png"), small, 0o644); err != nil {
					t.Error(err)
				}
			}
		})
	}
}

func notWhite(t *testing.T, img image.Image, x, y int) {
	t.Helper()
	if r, g, b, _ := img.At(x, y).RGBA(); r != 0xffff || g != 0xffff || b != 0xffff {
		t.Fatalf("something touches the edge at %d, %d", x, y)
	}
}

// share says how much of a picture has nearly a colour.
func share(img image.Image, want colours) float64 {
	r0, g0, b0, _ := want.fill.RGBA()
	n, box := 0, img.Bounds()
	for y := box.Min.Y; y < box.Max.Y; y++ {
		for x := box.Min.X; x < box.Max.X; x++ {
			r, g, b, _ := img.At(x, y).RGBA()
			if r == r0 && g == g0 && b == b0 {
				n++
			}
		}
	}
	return float64(n) / float64(box.Dx()*box.Dy())
}

// Of all groups on a cell something is seen, whatever the cell and however many
// men there are.
func TestAllColoursAreSeen(t *testing.T) {
	for _, shape := range []Shape{Triangle, Node, Square, Hole} {
		for players := 1; players <= 6; players++ {
			for _, count := range []int{1, 2, 5, 20} {
				p := Picture{Board: Board{Cells: []Cell{{Shape: shape, Up: true, Name: "x"}}}}
				for i := range players {
					p.Men = append(p.Men, Men{0, i, count, "", ""})
				}
				b, err := PNG(p, long.Of(150, 300))
				if err != nil {
					t.Fatal(err)
				}
				img, _ := png.Decode(bytes.NewReader(b))
				for i := range players {
					if share(img, palette[i]) < 0.002 {
						t.Errorf("shape %d, %d players with %d men each: player %d is not seen", shape, players, count, i)
					}
				}
			}
		}
	}
}

func TestSlots(t *testing.T) {
	for _, tc := range []struct {
		counts, want []int
	}{
		{nil, []int{}}, {[]int{3}, []int{3}}, {[]int{15}, []int{5}}, {[]int{2, 2}, []int{2, 2}}, {[]int{14, 1}, []int{4, 1}},
		{[]int{7, 6}, []int{3, 2}}, {[]int{1, 1, 1, 1, 1, 1}, []int{1, 1, 1, 1, 1, 1}},
	} {
		var gs []group
		for _, n := range tc.counts {
			gs = append(gs, group{count: n})
		}
		got := slots(gs, 5)
		if fmt.Sprint(got) != fmt.Sprint(tc.want) {
			t.Errorf("%v men get %v places, want %v", tc.counts, got, tc.want)
		}
	}
}

func TestErrors(t *testing.T) {
	one := Board{Cells: []Cell{{Shape: Square}}}
	for name, tc := range map[string]struct {
		p     Picture
		width int
		want  string
	}{
		"no cells":    {Picture{}, 300, "without cells"},
		"men nowhere": {Picture{Board: one, Men: []Men{{1, 0, 1, "", ""}}}, 300, "cell 1 of 1"},
		"no player":   {Picture{Board: one, Men: []Men{{0, -1, 1, "", ""}}}, 300, "player -1"},
		"arrow":       {Picture{Board: one, Arrows: []Arrow{{From: 0, To: 7}}}, 300, "arrow 0"},
		"no arrow":    {Picture{Board: one, Arrows: []Arrow{{From: -1, To: -1}}}, 300, "arrow 0"},
		"store":       {Picture{Board: one, Stores: []Store{{"hand", 0, -2, false}}}, 300, "store 0 (hand)"},
		"NaN":         {Picture{Board: Board{Cells: []Cell{{At: Point{math.NaN(), 0}}}}}, 300, "stands nowhere"},
		"shape":       {Picture{Board: Board{Cells: []Cell{{Shape: 9}}}}, 300, "no known shape"},
		"inside out":  {Picture{Board: Board{Cells: one.Cells, Bar: Bounds{Point{1, 1}, Point{0, 0}}}}, 300, "inside out"},
		"narrow":      {Picture{Board: one}, 3, "not 3"},
		"wide":        {Picture{Board: one}, 1 << 20, "60 to 8000"},
		"high":        {Picture{Board: Board{Cells: []Cell{{Shape: Square}, {Shape: Square, At: Point{0, 900}}, {Shape: Square, At: Point{0, 1}}}}}, 300, "too large"},
	} {
		if _, err := PNG(tc.p, tc.width); err == nil || !strings.Contains(err.Error(), tc.want) {
			t.Errorf("%s: %v does not say %q", name, err, tc.want)
		}
	}
}

var update = flag.Bool("update", false, "rewrite the expected outputs in testdata")

func TestText(t *testing.T) {
	for name, p := range pictures() {
		got := Text(p)
		path := filepath.Join("testdata", name+".txt")
		if *update {
			if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
				t.Fatal(err)
			}
			continue
		}
		want, err := os.ReadFile(path)
		if err != nil {
			t.Error(err)
		} else if string(want) != got {
			t.Errorf("%s (rewrite with -update, and read the difference):\n%s\nwant\n%s", path, got, want)
		}
		for i, line := range strings.Split(got, "\n") {
			if len(line) > 170 || strings.TrimRight(line, " ") != line {
				t.Errorf("%s, line %d: %q", name, i+1, line)
			}
		}
	}
	if s := Text(Picture{}); !strings.Contains(s, "no picture: a board without cells") {
		t.Error(s)
	}
}

// Reports draw many boards at once.
func TestAtOnce(t *testing.T) {
	p := pictures()["grid"]
	want, err := PNG(p, 200)
	if err != nil {
		t.Fatal(err)
	}
	done := make(chan bool)
	for range 8 {
		go func() {
			got, err := PNG(p, 200)
			done <- err == nil && bytes.Equal(got, want)
		}()
	}
	for range 8 {
		if !<-done {
			t.Error("drawn at the same time as others, the picture is another one")
		}
	}
}

// Players who are called by colours have them, whoever is named first.
func TestColours(t *testing.T) {
	for _, c := range []struct {
		players []string
		want    []int
	}{
		{[]string{"white", "black"}, []int{0, 1}},
		{[]string{"black", "white"}, []int{1, 0}},
		{[]string{"red", "black"}, []int{2, 1}},
		{[]string{"black", "south"}, []int{0, 1}},
		{nil, []int{0, 1, 2}},
	} {
		p := Picture{Players: c.players}
		for i, want := range c.want {
			if got := p.Colour(i); got != want {
				t.Errorf("player %d of %v has colour %d, not %d", i, c.players, got, want)
			}
		}
	}
}

package main

import (
	"fmt"
	"hash/fnv"
	"regexp"
	"strings"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/board"
	"github.com/lectio/lectio/rulesets/board/draw"
	"github.com/lectio/lectio/rulesets/lang"
	"github.com/lectio/lectio/rulesets/scene"
)

// boardTold is a board to play on: how it is drawn, and where the cells lie, in board units, y up. All but its key is left
// out where the page has it.
type boardTold struct {
	Key    string       `json:"key"`
	Ground string       `json:"ground,omitempty"` // elements of SVG, as large as Unit says
	Unit   float64      `json:"unit,omitempty"`
	Shapes string       `json:"shapes,omitempty"` // triangle, node, square or hole
	Cells  [][3]float64 `json:"cells,omitempty"`  // x, y; and 1 for a triangle that points up
	Names  []string     `json:"names,omitempty"`
	// Called are the names that each player has for the cells.
	Called [][]string `json:"called,omitempty"`
	// Bar are the halves of the bar, as cells on which men stand: that of the first player, and
	// of every other, and that of those between them.
	Bar [][3]float64 `json:"bar,omitempty"`
	// Outline is the way round each cell, about its middle, where cells are not of a shape.
	Outline [][2]float64 `json:"outline,omitempty"`
	Signs   []string     `json:"signs,omitempty"` // what they mean
}

// drawnTold is a picture of men: an SVG path about a disc of radius 1, in whose place it stands where it is alone.
type drawnTold struct {
	Path  string `json:"path"`
	Alone bool   `json:"alone"`
}

// thrownTold is a throw: with its chance, and each thing as it fell.
type thrownTold struct {
	Name   string      `json:"name"`
	Chance string      `json:"chance"`
	Words  string      `json:"words"`
	Things []thingTold `json:"things"`
}

// thingTold is a thing that was thrown, as it fell: elements of SVG, and how large they are.
type thingTold struct {
	Elements string  `json:"elements"`
	Wide     float64 `json:"wide"`
	High     float64 `json:"high"`
}

const (
	groundUnit = 40 // how many units of the drawing a unit of the board is
	fallenHigh = 40 // how high a thing that was thrown is drawn
)

var shapes = map[board.Shape]string{board.Triangle: "triangle", board.Node: "node", board.Square: "square", board.Hole: "hole", board.Hexagon: "node"}

// boardOf tells the board of a game, unless the page has it.
func boardOf(g *rulesets.Game, pic *draw.Picture, has string) boardTold {
	b := g.Kept("board to play on", func() any { return whole(g, pic) }).(boardTold)
	if b.Key == has {
		return boardTold{Key: b.Key}
	}
	return b
}

func whole(g *rulesets.Game, pic *draw.Picture) boardTold {
	p := g.Program
	b := boardTold{Unit: groundUnit, Shapes: shapes[g.Board.Cells[0].Shape]}
	if ground, err := draw.Ground(*pic, groundUnit); err == nil { // a board that cannot be drawn is played on without
		b.Ground = looks(ground)
	}
	for i, c := range pic.Board.Cells {
		up := 0.0
		if c.Up {
			up = 1
		}
		b.Cells = append(b.Cells, [3]float64{c.At.X, c.At.Y, up})
		b.Names = append(b.Names, g.Board.Cells[i].Name)
	}
	for q := range p.Players {
		names := make([]string, len(b.Cells))
		for f, cell := range p.CellOf[q][:p.Places] {
			if names[cell] == "" { // where several places share a cell, the first names it
				names[cell] = p.Names[q][f]
			}
		}
		b.Called = append(b.Called, names)
	}
	for _, q := range pic.Board.Hexagon() {
		b.Outline = append(b.Outline, [2]float64{q.X, q.Y})
	}
	if bar := pic.Board.Bar; bar != (draw.Bounds{}) {
		x, y := (bar.Min.X+bar.Max.X)/2, (bar.Min.Y+bar.Max.Y)/2
		b.Bar = [][3]float64{{x, y, 0}, {x, y, 1}}
	}
	for _, s := range pic.Board.Signs {
		b.Signs = append(b.Signs, s.Look.String()+": "+s.Text)
	}
	sum := fnv.New64a()
	fmt.Fprint(sum, b)
	b.Key = fmt.Sprintf("%x", sum.Sum64())
	return b
}

var (
	styled = regexp.MustCompile(` style="([^"]*)"`)
	sized  = regexp.MustCompile(`font-size="([0-9.]+)px"`)
)

// looks writes how elements look as attributes: pages allow no styles that stand in elements.
func looks(elements string) string {
	elements = styled.ReplaceAllStringFunc(elements, func(m string) string {
		var b strings.Builder
		for _, x := range strings.Split(styled.FindStringSubmatch(m)[1], ";") {
			name, value, _ := strings.Cut(x, ":")
			fmt.Fprintf(&b, " %s=%q", name, value)
		}
		return b.String()
	})
	return sized.ReplaceAllString(elements, `font-size="$1"`)
}

// pictured is a picture of men, nil where there is none or it is not asked for.
func pictured(name string, asked bool) *drawnTold {
	if name == "" || !asked {
		return nil
	}
	path, alone := draw.Outline(name)
	return &drawnTold{path, alone}
}

// thrownOf tells a throw.
func thrownOf(g *rulesets.Game, k int) thrownTold {
	t := &g.Program.Throws[k]
	x := thrownTold{Name: t.Name, Chance: lang.Fraction(t.Ways, g.Program.Devices[t.Device].Ways), Things: []thingTold{}}
	for _, throw := range scene.Throws(g, []int{k}) {
		x.Words = throw.Words
		for _, f := range throw.Things {
			if elements, wide, err := f.Elements(fallenHigh); err == nil {
				x.Things = append(x.Things, thingTold{looks(elements), wide, fallenHigh})
			}
		}
	}
	return x
}

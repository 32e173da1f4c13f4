// Package scene shows a state of a game as a picture: what lies on the board and beside it, which cells a rule turns on, and how
// what was thrown fell. Package draw draws it.
package scene

import (
	"slices"
	"strconv"
	"strings"

	"github.com/lectio/lectio/evidence/diag"
	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/ast"
	"github.com/lectio/lectio/rulesets/board"
	"github.com/lectio/lectio/rulesets/board/draw"
	"github.com/lectio/lectio/rulesets/edition"
	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/engine/position"
)

// Board draws a state of a game on its board, as the first player sees it;
// places bear the names that player seat gives them (0: the first).
func Board(g *rulesets.Game, s *engine.State, seat int) draw.Picture {
	p := g.Program
	pic := draw.Picture{Players: p.Players}
	if len(p.Kinds) == 0 {
		pic.Looks = p.Pictures
	}
	for i, c := range g.Board.Cells {
		name := c.Name
		for f := range p.Places {
			if p.CellOf[seat][f] == i { // where several places share a cell, the first names it
				name = p.Names[seat][f]
				break
			}
		}
		cell := draw.Cell{Name: name, At: draw.Point{X: c.X, Y: c.Y}, Shape: shapes[c.Shape], Up: c.Up, Dark: c.Dark, Plain: c.Plain, Tall: c.Tall}
		if c.Number > 0 {
			cell.Number = strconv.Itoa(c.Number)
		}
		pic.Board.Cells = append(pic.Board.Cells, cell)
	}
	spread(&pic.Board)
	for _, e := range g.Board.Edges {
		a, b := g.Board.Cells[e[0]], g.Board.Cells[e[1]]
		switch {
		case crossed(a) && crossed(b):
			pic.Board.Lines = append(pic.Board.Lines, draw.Line{A: draw.Point{X: a.X, Y: a.Y}, B: draw.Point{X: b.X, Y: b.Y}})
		case a.Plain && b.Plain && (a.X == b.X || a.Y == b.Y):
			pic.Board.Lines = append(pic.Board.Lines, between(a, b))
		}
	}
	in := engine.NewInterpreter(p)
	for q := range p.Players {
		for _, places := range in.Goals(s, q) {
			side := draw.Side{Player: q}
			for _, f := range places {
				side.Cells = append(side.Cells, p.CellOf[q][f])
			}
			pic.Sides = append(pic.Sides, side)
		}
	}
	pic.Board.Signs = signs(g, pic.Sides)
	pos := position.Read(p, s)
	for q := range pos.Men {
		for c := range pos.Men[q] {
			label, picture := "", ""
			if kind := p.KindOf(c); kind < len(p.Kinds) {
				label, picture = p.Letter(c), p.Pictures[kind]
			}
			for i, m := range p.Marks {
				if p.Bears(c, i) {
					label += string([]rune(m)[:1])
				}
			}
			for f, n := range pos.Men[q][c] {
				if n > 0 {
					pic.Men = append(pic.Men, draw.Men{Cell: p.CellOf[q%len(p.Players)][f], Player: q, Count: n, Label: label, Picture: picture})
				}
			}
		}
	}
	for q := range p.Players {
		for st, n := range pos.Stores[q] {
			if n > 0 {
				pic.Stores = append(pic.Stores, draw.Store{Name: p.Stores[st], Player: q, Count: n,
					OnBar: p.Stores[st] == engine.BarStore && pic.Board.Bar != (draw.Bounds{})})
			}
		}
	}
	if pos.Turn != nil && pos.Over == nil {
		pic.Throws = Throws(g, pos.Turn.Throws)
	}
	return pic
}

// crossed reports whether lines run from a cell to its neighbours.
func crossed(c board.Cell) bool { return c.Shape == board.Node || c.Shape == board.Hexagon }

// between is the side of a square on which it touches one beside it.
func between(a, b board.Cell) draw.Line {
	x, y, dx, dy := (a.X+b.X)/2, (a.Y+b.Y)/2, (b.Y-a.Y)/2, (b.X-a.X)/2
	return draw.Line{A: draw.Point{X: x - dx, Y: y - dy}, B: draw.Point{X: x + dx, Y: y + dy}}
}

// things are what a picture shows of what falls with one side up or the other, by its kind.
var things = map[string]draw.Thing{"sticks": draw.Stick, "cowries": draw.Cowrie, "pyramids": draw.Pyramid}

// Throws are throws of a game as they fell, by their numbers: a die shows its number, and of
// sticks and the like those lie first that fell with the side up that counts. Lots are drawn,
// and do not fall.
func Throws(g *rulesets.Game, list []int) (out []draw.Throw) {
	for _, i := range list {
		t := &g.Program.Throws[i]
		throw := draw.Throw{Words: edition.Fell(g, i)}
		for _, face := range t.Faces {
			n, number := diag.WholeNumber(face)
			if number {
				face = "" // pips show it
			}
			throw.Things = append(throw.Things, draw.Fallen{Thing: draw.Die, Up: n, Face: face})
		}
		if b := g.Statement(g.Program.Devices[t.Device].ID).Body.(*ast.Throw); b.Falls() {
			for k := range b.Number.N {
				up := 0
				if k < t.Value {
					up = 1
				}
				throw.Things = append(throw.Things, draw.Fallen{Thing: things[b.Kind.Text], Up: up})
			}
		}
		out = append(out, throw)
	}
	return out
}

// signs are what cells have on them: rosettes where a rule turns on cells that are marked on
// the board, crosses where they are marked and none does, and other signs where a rule turns
// on cells that nothing marks. Four of these can be told apart; larger ones lie below. Goals that are
// drawn as sides are not among them, nor parts of a tables board, where numbers say what is where.
func signs(g *rulesets.Game, sides []draw.Side) []draw.Sign {
	cells := g.Board.Cells
	rosettes := draw.Sign{Look: draw.Rosette}
	var meant []string
	var grounds []edition.Ground
	for _, x := range edition.Grounds(g) {
		unmarked := func(cell int) bool { return !cells[cell].Marked }
		isLight := func(cell int) bool { return !cells[cell].Dark } // dark cells are seen to be
		isSide := func(s draw.Side) bool { return slices.Equal(slices.Sorted(slices.Values(s.Cells)), x.Cells) }
		switch {
		case !slices.ContainsFunc(x.Cells, unmarked):
			meant = append(meant, x.Called)
			for _, cell := range x.Cells {
				if !slices.Contains(rosettes.Cells, cell) {
					rosettes.Cells = append(rosettes.Cells, cell)
				}
			}
		case cells[x.Cells[0]].Shape != board.Triangle && slices.ContainsFunc(x.Cells, isLight) && !slices.ContainsFunc(sides, isSide):
			grounds = append(grounds, x)
		}
	}
	slices.SortStableFunc(grounds, func(a, b edition.Ground) int { return len(b.Cells) - len(a.Cells) })
	var out []draw.Sign
	for i, x := range grounds[:min(len(grounds), 4)] {
		out = append(out, draw.Sign{Look: draw.Washed + draw.Look(i), Cells: x.Cells, Text: x.Called + byRule})
	}
	crosses := draw.Sign{Look: draw.Crossed, Text: "marked on the board"}
	for i := range cells {
		if cells[i].Marked && !slices.Contains(rosettes.Cells, i) {
			crosses.Cells = append(crosses.Cells, i)
		}
	}
	if rosettes.Text = strings.Join(meant, " and ") + byRule; len(meant) > 0 {
		out = append(out, rosettes)
	}
	if len(crosses.Cells) > 0 {
		out = append(out, crosses)
	}
	return out
}

// byRule says of what a sign stands for that it is no find on a board.
const byRule = ", by the rules"

var shapes = map[board.Shape]draw.Shape{board.Triangle: draw.Triangle, board.Node: draw.Node, board.Square: draw.Square, board.Hole: draw.Hole, board.Hexagon: draw.Node}

// spread puts two facing rows of triangles so far apart that stacks of men fit
// between them, and a bar into the gap between their halves: geometry has the
// rows one unit apart, and a triangle is about five units high.
func spread(b *draw.Board) {
	last, gap := -1.0, -1.0
	for i := range b.Cells {
		c := &b.Cells[i]
		if c.Shape != draw.Triangle {
			return
		}
		c.At.Y *= 11
		if c.Up {
			if last >= 0 && c.At.X > last+1 {
				gap = last + 1
			}
			last = c.At.X
		}
	}
	if gap >= 0 {
		b.Bar = draw.Bounds{Min: draw.Point{X: gap - 0.5, Y: 0}, Max: draw.Point{X: gap + 0.5, Y: 11}}
	}
}

package compile

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/lectio/lectio/evidence/yamlpos"
	"github.com/lectio/lectio/rulesets/ast"
	"github.com/lectio/lectio/rulesets/board"
)

// boardTable has every kind of statement that lays a board, and how it is read. No
// board and no error are returned where the statement itself has mistakes.
var boardTable = []struct {
	kind string
	read func(*boardReader) (*board.Board, error)
}{
	{"tables", (*boardReader).tables},
	{"merels", (*boardReader).merels},
	{"grid", func(b *boardReader) (*board.Board, error) { return b.grid(board.Square, true) }},
	{"holes", func(b *boardReader) (*board.Board, error) { return b.grid(board.Hole, false) }},
	{"cross", (*boardReader).cross},
	{"graph", (*boardReader).graph},
}

// BoardKinds lists the kinds of statement that lay a board.
var BoardKinds = boardKinds()

func boardKinds() (kinds []string) {
	for _, b := range boardTable {
		kinds = append(kinds, b.kind)
	}
	return kinds
}

// boardReader reads the statement of a board.
type boardReader struct {
	*yamlpos.Reader
	n *yamlpos.Node
}

// makeBoard lays the board of a statement, and marks its cells.
func (c *compiler) makeBoard(s *ast.Statement) {
	n := s.Arg()
	var b *board.Board
	var err error
	c.read(func(r *yamlpos.Reader) {
		for _, kind := range boardTable {
			if kind.kind == s.Kind {
				b, err = kind.read(&boardReader{r, n})
			}
		}
		if err != nil || b == nil {
			return
		}
		for _, x := range r.Items(n.Get("marked")) {
			for _, cell := range c.cellsOf(b, x) {
				b.Cells[cell].Marked = true
				b.Sets["marked"] = append(b.Sets["marked"], cell)
			}
		}
	})
	if err != nil {
		c.Errorf(n.Pos, "", "", "the board cannot be made: %v", err)
		return
	}
	c.Board = b
}

// yes reads a choice that is no where it is not made.
func (b *boardReader) yes(key string) bool {
	n := b.n.Get(key)
	return n != nil && b.Bool(n, key)
}

// size reads a number that the board must have.
func (b *boardReader) size(key, board, what string, lo, hi int) int {
	return b.Int(b.Need(b.n, key, board), what, lo, hi)
}

func (b *boardReader) tables() (*board.Board, error) {
	if b.Map(b.n, "a tables board", "points", "marked") == nil {
		return nil, nil
	}
	return board.Tables(b.size("points", "a tables board", "the number of points", 4, 48))
}

func (b *boardReader) merels() (*board.Board, error) {
	if b.Map(b.n, "a merels board", "rings", "diagonals", "names", "lines", "marked") == nil {
		return nil, nil
	}
	var names [][]string
	for _, ring := range b.List(b.n.Get("names"), "the names of the points") {
		names = append(names, strings.Fields(b.String(ring, "the names of a ring")))
	}
	out, err := board.Merels(b.size("rings", "a merels board", "the number of rings", 1, 6), b.yes("diagonals"), names)
	if lines := b.n.Get("lines"); out != nil && lines != nil {
		explicitLines(b.Reader, out, lines)
	}
	return out, err
}

// grid reads a board of rows and columns; letters is how its cells are named where
// that is not said. With diagonals, men stand on crossings and no longer in squares, unless
// it is said what they stand on.
func (b *boardReader) grid(shape board.Shape, letters bool) (*board.Board, error) {
	n := b.n
	if b.Map(n, "a grid", "rows", "columns", "names", "diagonals", "cells", "line", "slanting", "marked", "numbered") == nil {
		return nil, nil
	}
	if v := n.Get("names"); v != nil {
		letters = b.OneOf(v, "how cells are named", "letters", "numbers") == "letters"
	}
	diag := board.NoDiagonals
	if v := n.Get("diagonals"); v != nil {
		diag = board.Diagonals(b.OneOf(v, "which diagonals there are", "none", "all", "alternate", "rising", "falling"))
	}
	chequered := false
	switch v := n.Get("cells"); {
	case v != nil:
		kind := b.OneOf(v, "what men stand on", "points", "squares", "chequered")
		shape, chequered = board.Square, kind == "chequered"
		if kind == "points" {
			shape = board.Node
		}
	case diag != board.NoDiagonals && shape == board.Square:
		shape = board.Node
	}
	rows, columns := b.size("rows", "a grid", "rows", 1, 64), b.size("columns", "a grid", "columns", 1, 64)
	line := board.Line{Slanting: b.yes("slanting")}
	if v := n.Get("line"); v != nil {
		line.Cells = b.Int(v, "line", 2, 9)
	} else if line.Slanting {
		b.Errorf(n.Get("slanting").Pos, "slanting without line", "line: and how many cells in a row count as a line", "it is not said that rows count as lines")
	}
	out, err := board.Grid(rows, columns, shape, letters, diag, line)
	if chequered && out != nil {
		out.Chequer(columns)
	}
	if v := n.Get("numbered"); v != nil && out != nil {
		if !letters {
			b.Errorf(v.Pos, "numbered beside names: numbers", "names: letters", "cells that are named by numbers are not numbered besides")
		}
		b.numbers(out, v)
	}
	return out, err
}

// numbers reads by which numbers books call cells: those that have one, row by row from 1.
func (b *boardReader) numbers(out *board.Board, n *yamlpos.Node) {
	last := 0
	for _, row := range b.Items(n) {
		for _, name := range strings.Fields(b.String(row, "a row of numbered cells")) {
			last++
			switch i := out.Find(name); {
			case i < 0:
				b.Errorf(row.Pos, yamlpos.Quote(name), "a cell of the board: "+cellSummary(out), "there is no such cell to be numbered")
			case out.Cells[i].Number > 0:
				b.Errorf(row.Pos, yamlpos.Quote(name), "each cell once", "the cell has number %d already", out.Cells[i].Number)
			default:
				out.Cells[i].Number = last
			}
		}
	}
}

func (b *boardReader) cross() (*board.Board, error) {
	if b.Map(b.n, "a cross", "length", "columns", "centre", "marked") == nil {
		return nil, nil
	}
	columns := 3
	if v := b.n.Get("columns"); v != nil {
		columns = b.Int(v, "the columns of an arm", 2, 4)
	}
	return board.Cross(b.size("length", "a cross", "the length of an arm", 1, 10), columns, b.yes("centre"))
}

// graph reads a board that is given point by point.
func (b *boardReader) graph() (*board.Board, error) {
	n := b.n
	if b.Map(n, "a board", "points", "near", "lines", "at", "shape", "marked") == nil {
		return nil, nil
	}
	shape := board.Node
	if v := n.Get("shape"); v != nil {
		shape = map[string]board.Shape{"point": board.Node, "square": board.Square, "hole": board.Hole}[b.OneOf(v, "the shape", "point", "square", "hole")]
	}
	var names []string
	for _, x := range b.Items(b.Need(n, "points", "a board")) {
		names = append(names, strings.Fields(b.String(x, "the points"))...)
	}
	var near [][]string
	for _, x := range b.Items(n.Get("near")) {
		if f := strings.Fields(b.String(x, "neighbours")); len(f) >= 2 {
			near = append(near, f)
		} else {
			b.Errorf(x.Pos, yamlpos.Quote(x.Text), "two or more points in a row, as in a b c", "neighbours are given along a line")
		}
	}
	var lines [][]string
	for _, x := range b.Items(n.Get("lines")) {
		lines = append(lines, strings.Fields(b.String(x, "a line")))
	}
	return board.Graph(names, near, lines, b.coordinates(n.Get("at")), shape)
}

// coordinates reads where the points of a board lie.
func (b *boardReader) coordinates(m *yamlpos.Node) map[string][2]float64 {
	at := map[string][2]float64{}
	if m == nil || m.Kind != yamlpos.Map {
		return at
	}
	for i, key := range m.Keys {
		v := m.Values[i].Items()
		if len(v) != 2 {
			b.Errorf(m.Values[i].Pos, m.Values[i].Text, "[x, y]", "coordinates are two numbers")
			continue
		}
		x, e1 := strconv.ParseFloat(v[0].Text, 64)
		y, e2 := strconv.ParseFloat(v[1].Text, 64)
		if e1 != nil || e2 != nil {
			b.Errorf(m.Values[i].Pos, "", "[x, y]", "coordinates are two numbers")
		}
		at[key.Text] = [2]float64{x, y}
	}
	return at
}

// explicitLines replaces the lines of a board by those that are given.
func explicitLines(r *yamlpos.Reader, b *board.Board, n *yamlpos.Node) {
	b.Lines = nil
	for _, x := range r.Items(n) {
		var line []int
		for _, name := range strings.Fields(r.String(x, "a line")) {
			i := b.Find(name)
			if i < 0 {
				r.Errorf(x.Pos, yamlpos.Quote(name), "a point of the board", "the line leaves the board")
				continue
			}
			line = append(line, i)
		}
		b.Lines = append(b.Lines, line)
	}
}

// cellsOf reads "r1c1..r1c22", "d3", "far" or a number on a tables board.
func (c *compiler) cellsOf(b *board.Board, n *yamlpos.Node) []int {
	if n.Kind != yamlpos.Scalar {
		c.Errorf(n.Pos, n.Kind.String(), "a cell, or a row such as a..b", "this names no cells")
		return nil
	}
	return c.cellsNamed(b, n.Text, n.Pos)
}

func (c *compiler) cellsNamed(b *board.Board, t string, pos yamlpos.Pos) []int {
	if a, z, ok := strings.Cut(t, ".."); ok {
		i, j := b.Find(strings.TrimSpace(a)), b.Find(strings.TrimSpace(z))
		for k, x := range []int{i, j} {
			if x < 0 {
				c.Errorf(pos, yamlpos.Quote(strings.TrimSpace([]string{a, z}[k])), "a cell of the board: "+cellSummary(b), "there is no such cell")
				return nil
			}
		}
		cells := b.Span(i, j)
		if cells == nil {
			c.Errorf(pos, yamlpos.Quote(t), "two cells in one straight row", "there is no row from one to the other")
		}
		return cells
	}
	t = strings.TrimSpace(t)
	if cells, ok := b.Sets[t]; ok {
		return cells
	}
	if i := b.Find(t); i >= 0 {
		return []int{i}
	}
	several := ""
	if words := strings.Fields(t); len(words) > 1 && !slices.ContainsFunc(words, func(w string) bool { return b.Find(w) < 0 }) {
		several = "; several are written with commas, as in [" + strings.Join(words, ", ") + "]"
	}
	c.Errorf(pos, yamlpos.Quote(t), "a cell of the board: "+cellSummary(b), "there is no such cell%s", several)
	return nil
}

func cellSummary(b *board.Board) string {
	n := len(b.Cells)
	if n <= 24 {
		var names []string
		for _, x := range b.Cells {
			names = append(names, x.Name)
		}
		return strings.Join(names, " ")
	}
	return fmt.Sprintf("%s, %s, … %s", b.Cells[0].Name, b.Cells[1].Name, b.Cells[n-1].Name)
}

package rulesets

import (
	"strconv"
	"strings"

	"github.com/lectio/lectio/evidence/yamlpos"
	"github.com/lectio/lectio/rulesets/board"
)

// boards make the board of each kind of statement.
var boards = map[string]func(c *compiler, r *yamlpos.Reader, s *Statement) (*board.Board, error){
	"tables": (*compiler).tables, "merels": (*compiler).merels, "grid": (*compiler).grid, "holes": (*compiler).grid,
	"cross": (*compiler).cross, "graph": (*compiler).graph,
}

func (c *compiler) makeBoard(s *Statement) {
	n := s.Arg()
	var b *board.Board
	var err error
	c.read(func(r *yamlpos.Reader) {
		if b, err = boards[s.Kind](c, r, s); err != nil || b == nil || n.Get("marked") == nil {
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

func (c *compiler) tables(r *yamlpos.Reader, s *Statement) (*board.Board, error) {
	n := s.Arg()
	if r.Map(n, "a tables board", "points") == nil {
		return nil, nil
	}
	return board.Tables(r.Int(r.Need(n, "points", "a tables board"), "the number of points", 4, 48))
}

func (c *compiler) merels(r *yamlpos.Reader, s *Statement) (*board.Board, error) {
	n := s.Arg()
	if r.Map(n, "a merels board", "rings", "diagonals", "names", "lines") == nil {
		return nil, nil
	}
	var names [][]string
	for _, ring := range r.List(n.Get("names"), "the names of the points") {
		names = append(names, strings.Fields(r.String(ring, "the names of a ring")))
	}
	b, err := board.Merels(r.Int(r.Need(n, "rings", "a merels board"), "the number of rings", 1, 6), given(r, n, "diagonals"), names)
	if b != nil && n.Get("lines") != nil {
		c.explicitLines(r, b, n.Get("lines"))
	}
	return b, err
}

// given reports whether a key says yes.
func given(r *yamlpos.Reader, n *yamlpos.Node, key string) bool {
	return n.Get(key) != nil && r.Bool(n.Get(key), key)
}

// grid makes a grid of squares, of holes, or of points where it has diagonals.
func (c *compiler) grid(r *yamlpos.Reader, s *Statement) (*board.Board, error) {
	n := s.Arg()
	if r.Map(n, "a grid", "rows", "columns", "names", "diagonals", "line", "marked") == nil {
		return nil, nil
	}
	letters := s.Kind == "grid"
	if v := n.Get("names"); v != nil {
		letters = r.OneOf(v, "how cells are named", "letters", "numbers") == "letters"
	}
	diagonals := board.NoDiagonals
	if v := n.Get("diagonals"); v != nil {
		diagonals = board.Diagonals(r.OneOf(v, "which diagonals there are", "none", "all", "alternate"))
	}
	shape := board.Square
	if s.Kind == "holes" {
		shape = board.Hole
	}
	if diagonals != board.NoDiagonals && shape == board.Square {
		shape = board.Node
	}
	rows, columns := r.Int(r.Need(n, "rows", "a grid"), "rows", 1, 64), r.Int(r.Need(n, "columns", "a grid"), "columns", 1, 64)
	line := 0
	if v := n.Get("line"); v != nil {
		line = r.Int(v, "line", 2, 9)
	}
	return board.Grid(rows, columns, shape, letters, diagonals, line)
}

func (c *compiler) cross(r *yamlpos.Reader, s *Statement) (*board.Board, error) {
	n := s.Arg()
	if r.Map(n, "a cross", "length", "centre", "marked") == nil {
		return nil, nil
	}
	return board.Cross(r.Int(r.Need(n, "length", "a cross"), "the length of an arm", 1, 10), given(r, n, "centre"))
}

func (c *compiler) graph(r *yamlpos.Reader, s *Statement) (*board.Board, error) {
	n := s.Arg()
	if r.Map(n, "a board", "points", "near", "lines", "at", "shape", "marked") == nil {
		return nil, nil
	}
	shape := board.Node
	if v := n.Get("shape"); v != nil {
		shape = map[string]board.Shape{"point": board.Node, "square": board.Square, "hole": board.Hole}[r.OneOf(v, "the shape", "point", "square", "hole")]
	}
	var names []string
	for _, x := range r.Items(r.Need(n, "points", "a board")) {
		names = append(names, strings.Fields(r.String(x, "the points"))...)
	}
	var near, lines [][]string
	for _, x := range r.Items(n.Get("near")) {
		if f := strings.Fields(r.String(x, "neighbours")); len(f) >= 2 {
			near = append(near, f)
		} else {
			r.Errorf(x.Pos, yamlpos.Quote(x.Text), "two or more points in a row, as in a b c", "neighbours are given along a line")
		}
	}
	for _, x := range r.Items(n.Get("lines")) {
		lines = append(lines, strings.Fields(r.String(x, "a line")))
	}
	return board.Graph(names, near, lines, coordinates(r, n.Get("at")), shape)
}

// coordinates say where the points of a graph are drawn.
func coordinates(r *yamlpos.Reader, m *yamlpos.Node) map[string][2]float64 {
	at := map[string][2]float64{}
	if m == nil || m.Kind != yamlpos.Map {
		return at
	}
	for i, key := range m.Keys {
		v := m.Values[i].Items()
		if len(v) != 2 {
			r.Errorf(m.Values[i].Pos, m.Values[i].Text, "[x, y]", "coordinates are two numbers")
			continue
		}
		x, e1 := strconv.ParseFloat(v[0].Text, 64)
		y, e2 := strconv.ParseFloat(v[1].Text, 64)
		if e1 != nil || e2 != nil {
			r.Errorf(m.Values[i].Pos, "", "[x, y]", "coordinates are two numbers")
		}
		at[key.Text] = [2]float64{x, y}
	}
	return at
}

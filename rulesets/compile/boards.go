package compile

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/lectio/lectio/evidence/diag"
	"github.com/lectio/lectio/rulesets/ast"
	"github.com/lectio/lectio/rulesets/board"
)

// makeBoard lays the board of a statement, and marks its cells.
func (c *compiler) makeBoard(s *ast.Statement) {
	c.Errs.Merge(s.Errs)
	if len(s.Errs) > 0 {
		return
	}
	var b *board.Board
	var err error
	switch k := s.Body.(type) {
	case *ast.Tables:
		b, err = board.Tables(k.Points.N)
	case *ast.Merels:
		b, err = c.merels(k)
	case *ast.Grid:
		b, err = c.grid(k)
	case *ast.Hexagon:
		b, err = board.Hexagons(ast.Numbers(k.Sides), k.Line.N)
	case *ast.Picture:
		b = c.picture(k)
		if b == nil {
			return
		}
	case *ast.Cross:
		b, err = board.Cross(ast.Numbers(k.Lengths), cmp.Or(k.Columns.N, 3), k.Centre.Yes)
	case *ast.Graph:
		b, err = graph(k)
	}
	if err != nil {
		c.Errorf(s.Pos, "", "", "the board cannot be made: %v", err)
		return
	}
	for _, x := range s.Body.(ast.Board).MarkedCells() {
		for _, cell := range c.cellsNamed(b, x) {
			b.Cells[cell].Marked = true
			b.Sets["marked"] = append(b.Sets["marked"], cell)
		}
	}
	c.Board = b
}

func (c *compiler) merels(k *ast.Merels) (*board.Board, error) {
	b, err := board.Merels(k.Rings.N, k.Diagonals.Yes, names(k.Called))
	if b == nil || k.Lines == nil {
		return b, err
	}
	b.Lines = nil // those of the board give way to those that are given
	for _, row := range k.Lines {
		var line []int
		for _, name := range row.Names {
			if i := b.Find(name); i >= 0 {
				line = append(line, i)
			} else {
				c.Errorf(row.Pos, diag.Quote(name), "a point of the board", "the line leaves the board")
			}
		}
		b.Lines = append(b.Lines, line)
	}
	return b, err
}

// names are the names of rows.
func names(rows []ast.Row) (list [][]string) {
	for _, row := range rows {
		list = append(list, row.Names)
	}
	return list
}

// grid lays a board of rows and columns. With diagonals, men stand on crossings and no longer in
// squares, unless it is said what they stand on.
func (c *compiler) grid(k *ast.Grid) (*board.Board, error) {
	diagonals := board.Diagonals(k.Diagonals.Or(string(board.NoDiagonals)))
	shape := board.Square
	switch {
	case k.Cells.Text == "points", !k.Cells.Said() && !k.Holes && diagonals != board.NoDiagonals:
		shape = board.Node
	case k.Holes && !k.Cells.Said():
		shape = board.Hole
	}
	b, err := board.Grid(k.Rows.N, k.Columns.N, shape, k.ByLetters(), diagonals, board.Line{Cells: k.Line.N, Slanting: k.Slanting})
	if err != nil {
		return nil, err
	}
	switch {
	case k.Cells.Text == "chequered":
		b.Chequer(k.Columns.N)
	case k.Cells.Text == "open":
		b.Plain(nil)
	}
	if k.Stores.Yes {
		if err := b.Stores(); err != nil {
			return nil, err
		}
	}
	if err := c.without(b, k.Without); err != nil {
		return nil, err
	}
	c.dots(b, k.Dots)
	c.numbers(b, k.Numbered)
	return b, nil
}

// without leaves cells out of a board.
func (c *compiler) without(b *board.Board, said []ast.Word) error {
	var out []int
	at := map[int]ast.Word{}
	for _, w := range said {
		cells := c.cellsNamed(b, w)
		if cells == nil {
			return nil // which has been said
		}
		for _, cell := range cells {
			if before, twice := at[cell]; twice {
				c.Errorf(w.Pos, diag.Quote(w.Text), "each cell once", "%s is left out already, by %s", b.Cells[cell].Name, diag.Quote(before.Text))
				return nil
			}
			at[cell] = w
			out = append(out, cell)
		}
	}
	switch {
	case len(out) == 0:
		return nil
	case len(out) == len(b.Cells):
		c.Errorf(said[0].Pos, "all cells", "cells that are left", "nothing is left of the board")
		return nil
	}
	return b.Without(out)
}

// picture lays a board that is drawn with characters; what is wrong is told at its place in the picture.
func (c *compiler) picture(k *ast.Picture) *board.Board {
	b, wrong := board.Picture(k.Drawn.Text, k.Names(), k.Line.N)
	if wrong != nil {
		c.Errorf(k.At(wrong.Offset), wrong.Found, wrong.Expected, "%s", wrong.Message)
	}
	return b
}

// dots leaves dots on some of the crossings of a board, where it is said on which.
func (c *compiler) dots(b *board.Board, said []ast.Word) {
	var but []int
	for _, w := range said {
		if b.Cells[0].Shape != board.Node {
			c.Errorf(w.Pos, diag.Quote(w.Text), "cells: points beside dots:", "dots stand on crossings, and this board has %ss", b.Cells[0].Shape.Noun())
			return
		}
		but = append(but, c.cellsNamed(b, w)...)
	}
	if said != nil {
		b.Plain(but)
	}
}

// numbers gives cells the numbers by which books call them: those that have one, row by row from 1.
func (c *compiler) numbers(b *board.Board, rows []ast.Row) {
	last := 0
	for _, row := range rows {
		for _, name := range row.Names {
			last++
			switch i := b.Find(name); {
			case i < 0:
				c.Errorf(row.Pos, diag.Quote(name), "a cell of the board: "+cellSummary(b), "there is no such cell to be numbered")
			case b.Cells[i].Number > 0:
				c.Errorf(row.Pos, diag.Quote(name), "each cell once", "the cell has number %d already", b.Cells[i].Number)
			default:
				b.Cells[i].Number = last
			}
		}
	}
}

// graph lays a board that is given point by point.
func graph(k *ast.Graph) (*board.Board, error) {
	shape := map[string]board.Shape{"": board.Node, "point": board.Node, "square": board.Square, "hole": board.Hole}[k.Shape.Text]
	at := map[string][2]float64{}
	for _, p := range k.At {
		at[p.Name.Text] = [2]float64{p.X, p.Y}
	}
	return board.Graph(k.Names(), names(k.Rows), names(k.Lines), at, shape)
}

// cellsNamed are the cells that "r1c1..r1c22", "d3", "far_side" or a number on a tables board names.
func (c *compiler) cellsNamed(b *board.Board, w ast.Word) []int {
	t := strings.TrimSpace(w.Text)
	if a, z, ok := strings.Cut(t, ".."); ok {
		i, j := b.Find(strings.TrimSpace(a)), b.Find(strings.TrimSpace(z))
		for k, x := range []int{i, j} {
			if x < 0 {
				c.Errorf(w.Pos, diag.Quote(strings.TrimSpace([]string{a, z}[k])), "a cell of the board: "+cellSummary(b), "there is no such cell")
				return nil
			}
		}
		cells := b.Span(i, j)
		if cells == nil {
			c.Errorf(w.Pos, diag.Quote(t), "two cells in one straight row", "there is no row from one to the other")
		}
		return cells
	}
	if cells, ok := b.Sets[t]; ok {
		return cells
	}
	if i := b.Find(t); i >= 0 {
		return []int{i}
	}
	if now := c.FormerSet(b, w.Pos, t); now != "" {
		return b.Sets[now]
	}
	several := ""
	if words := strings.Fields(t); len(words) > 1 && !slices.ContainsFunc(words, func(w string) bool { return b.Find(w) < 0 }) {
		several = "; several are written with commas, as in [" + strings.Join(words, ", ") + "]"
	}
	c.Errorf(w.Pos, diag.Quote(t), "a cell of the board: "+cellSummary(b), "there is no such cell%s", several)
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

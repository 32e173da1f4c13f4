package board

// grid is a board of rows and columns while it is made.
type grid struct {
	*Board
	rows, columns int
	diag          Diagonals
}

// at is the cell of a row and a column, -1 off the board.
func (g *grid) at(r, c int) int {
	if r < 0 || c < 0 || r >= g.rows || c >= g.columns {
		return -1
	}
	return r*g.columns + c
}

// joined reports whether a line leads from a cell in a direction.
func (g *grid) joined(r, c int, d [2]int) bool {
	if d[0] == 0 || d[1] == 0 {
		return true
	}
	switch g.diag {
	case AllDiagonals:
		return true
	case AlternateDiagonals:
		return (r+c)%2 == 0
	}
	return d[0]*d[1] == g.diag.oneWay()
}

// oneWay is 1 where the slanting lines lead up to the right, -1 where they lead up to the
// left, and 0 where they lead both ways or there are none.
func (d Diagonals) oneWay() int {
	switch d {
	case RisingDiagonals:
		return 1
	case FallingDiagonals:
		return -1
	}
	return 0
}

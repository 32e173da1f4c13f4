package draw

import (
	"math"
	"strconv"
)

// beyond is how far outside of the outermost places of a board the names of its columns and
// rows stand, in distances of neighbours: no man reaches so far.
const beyond = 0.76

// coordinate is a name that is a letter and a number: a place in a column and a row.
type coordinate struct{ column, row int }

func coordinateOf(name string) (c coordinate, ok bool) {
	if len(name) < 2 || name[0] < 'a' || name[0] > 'z' || name[1] == '0' {
		return c, false
	}
	row, err := strconv.Atoi(name[1:])
	return coordinate{int(name[0] - 'a'), row}, err == nil && row > 0
}

// edgeLabels are the names of the columns and rows of a board whose places are all named by
// them, for its lower and its left edge, where no man and no line covers them; nil for other
// boards. Columns and rows may be slanted, and a player may see them turned round.
func (b *Board) edgeLabels() []Label {
	at := map[coordinate]Point{}
	var first coordinate
	var origin Point
	for i, c := range b.Cells {
		k, ok := coordinateOf(c.Name)
		if _, twice := at[k]; !ok || twice || c.Shape == Triangle || c.Shape == Hole {
			return nil
		}
		if at[k] = c.At; i == 0 {
			first, origin = k, c.At
		}
	}
	column, row, ok := steps(at)
	if !ok {
		return nil
	}
	place := func(c, r float64) Point {
		c, r = c-float64(first.column), r-float64(first.row)
		return Point{origin.X + c*column.X + r*row.X, origin.Y + c*column.Y + r*row.Y}
	}
	low, high := coordinate{math.MaxInt, math.MaxInt}, coordinate{}
	for k, p := range at {
		q := place(float64(k.column), float64(k.row))
		if math.Hypot(p.X-q.X, p.Y-q.Y) > 1e-6 {
			return nil
		}
		low = coordinate{min(low.column, k.column), min(low.row, k.row)}
		high = coordinate{max(high.column, k.column), max(high.row, k.row)}
	}
	u := b.spacing()
	out := beyond * u / math.Hypot(row.X, row.Y)
	below := float64(low.row) - out
	if row.Y < 0 {
		below = float64(high.row) + out
	}
	out = beyond * u / math.Hypot(column.X, column.Y)
	left := float64(low.column) - out
	if column.X < 0 {
		left = float64(high.column) + out
	}
	var list []Label
	columns, rows := map[int]bool{}, map[int]bool{}
	for k := range at {
		columns[k.column], rows[k.row] = true, true
	}
	for c := low.column; c <= high.column; c++ {
		if columns[c] {
			list = append(list, Label{place(float64(c), below), string(rune('a' + c))})
		}
	}
	for r := low.row; r <= high.row; r++ {
		if rows[r] {
			list = append(list, Label{place(left, float64(r)), strconv.Itoa(r)})
		}
	}
	return list
}

// steps are how far it is from a column to the next, and from a row; not ok where there is
// only one of them, or they go up and down as well as to the side in no usual way.
func steps(at map[coordinate]Point) (column, row Point, ok bool) {
	for a, p := range at {
		for b, q := range at {
			switch n := float64(b.column - a.column); {
			case a.row == b.row && n > 0:
				column = Point{(q.X - p.X) / n, (q.Y - p.Y) / n}
			case a.column == b.column && b.row > a.row:
				n := float64(b.row - a.row)
				row = Point{(q.X - p.X) / n, (q.Y - p.Y) / n}
			}
		}
	}
	return column, row, math.Abs(column.Y) < 1e-6 && math.Abs(column.X) > 1e-6 && math.Abs(row.Y) > 1e-6
}

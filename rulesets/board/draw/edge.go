package draw

import (
	"cmp"
	"maps"
	"math"
	"slices"
	"strconv"
)

// beyond is how far outside of the outermost places of a board the names of its columns and
// rows stand, in distances of neighbours: no man reaches so far.
const beyond = 0.84

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
// boards. Columns and rows may be slanted, and a player may see them turned round; of a hexagon
// the letters are those of the rows. On a board of straight columns and rows the names stand in
// a row, and elsewhere at the end of what they name.
func (b *Board) edgeLabels() []label {
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
	column, row, ok := b.steps()
	if !ok {
		return nil
	}
	columns, rows := map[int][]Point{}, map[int][]Point{}
	for k, p := range at {
		c, r := float64(k.column-first.column), float64(k.row-first.row)
		if math.Hypot(p.X-origin.X-c*column.X-r*row.X, p.Y-origin.Y-c*column.Y-r*row.Y) > 1e-6 {
			return nil
		}
		columns[k.column], rows[k.row] = append(columns[k.column], p), append(rows[k.row], p)
	}
	var list []label
	straight := math.Abs(column.X*row.X+column.Y*row.Y) < 1e-6
	add := func(lines map[int][]Point, along Point, text func(int) string) {
		below := math.Abs(along.Y) > 1e-6
		out := func(p Point) float64 { // how far a place lies towards the edge at which the names stand
			if below {
				return -p.Y
			}
			return -p.X
		}
		if out(along) < 0 {
			along = Point{-along.X, -along.Y}
		}
		far := math.Inf(-1) // of all places
		for _, p := range at {
			far = max(far, out(p))
		}
		for _, k := range slices.Sorted(maps.Keys(lines)) {
			end := slices.MaxFunc(lines[k], func(p, q Point) int { return cmp.Compare(out(p), out(q)) })
			by := beyond * b.spacing() / math.Hypot(along.X, along.Y)
			if straight {
				by += (far - out(end)) / out(along)
			}
			list = append(list, label{Point{end.X + by*along.X, end.Y + by*along.Y}, text(k), below})
		}
	}
	add(columns, row, func(k int) string { return string(rune('a' + k)) })
	add(rows, column, strconv.Itoa)
	return list
}

// apart are the edge labels that can be written so large: where columns or rows lie close, the
// first of them and every second, third and so on.
func (b *Board) apart(size float64) (out []label) {
	column, row, _ := b.steps()
	if math.Abs(column.Y) > 1e-6 {
		column, row = row, column // letters are those of the rows
	}
	columns, rows := 0, 0
	for _, l := range b.edgeLabels() {
		n, step := &rows, math.Hypot(row.X, row.Y)
		if l.below {
			n, step = &columns, math.Abs(column.X)
		}
		if *n%int(math.Ceil(1.6*size/step)) == 0 {
			out = append(out, l)
		}
		*n++
	}
	return out
}

// steps are how far it is from a letter to the next, and from a number; not ok where there is
// only one of them, or where neither leads along level rows, or both do.
func (b *Board) steps() (column, row Point, ok bool) {
	type placed struct {
		coordinate
		at Point
	}
	inRow, inColumn := map[int]placed{}, map[int]placed{}
	per := func(from, to Point, n int) Point {
		return Point{(to.X - from.X) / float64(n), (to.Y - from.Y) / float64(n)}
	}
	for _, c := range b.Cells {
		k, _ := coordinateOf(c.Name)
		if o, beside := inRow[k.row]; beside {
			column = per(o.at, c.At, k.column-o.column)
		} else {
			inRow[k.row] = placed{k, c.At}
		}
		if o, above := inColumn[k.column]; above {
			row = per(o.at, c.At, k.row-o.row)
		} else {
			inColumn[k.column] = placed{k, c.At}
		}
	}
	level := func(p Point) bool { return math.Abs(p.Y) < 1e-6 && math.Abs(p.X) > 1e-6 }
	upright := func(p Point) bool { return math.Abs(p.Y) > 1e-6 }
	return column, row, level(column) && upright(row) || level(row) && upright(column)
}

// honeycomb reports whether the places of a board lie as cells of a honeycomb do, with lines
// between all that touch and between no others.
func (b *Board) honeycomb() bool {
	if b.edgeLabels() == nil || slices.ContainsFunc(b.Cells, func(c Cell) bool { return c.Shape != Node }) {
		return false
	}
	column, row, _ := b.steps()
	u := b.spacing()
	near := func(x, y float64) bool { return math.Abs(math.Hypot(x, y)-u) < 0.01*u }
	// The steps and the way between where they lead are of one length.
	if !near(column.X, column.Y) || !near(row.X, row.Y) || !near(row.X-column.X, row.Y-column.Y) && !near(row.X+column.X, row.Y+column.Y) {
		return false
	}
	touch := 0
	for i, c := range b.Cells {
		for _, o := range b.Cells[:i] {
			if near(c.At.X-o.At.X, c.At.Y-o.At.Y) {
				touch++
			}
		}
	}
	apart := func(l Line) bool { return !near(l.A.X-l.B.X, l.A.Y-l.B.Y) }
	return touch == len(b.Lines) && !slices.ContainsFunc(b.Lines, apart)
}

// Hexagon is the outline about its middle of each place of a board whose places lie as cells
// of a honeycomb do; nil for every other board.
func (b *Board) Hexagon() (outline []Point) {
	if !b.honeycomb() {
		return nil
	}
	radius := b.spacing() / math.Sqrt(3)
	for k := range 6 {
		sin, cos := math.Sincos(math.Pi/6 + float64(k)*math.Pi/3)
		outline = append(outline, Point{radius * cos, radius * sin})
	}
	return outline
}

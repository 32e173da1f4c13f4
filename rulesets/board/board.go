package board

import (
	"fmt"
	"math"
	"slices"
	"strings"
)

// MostCells is the greatest number of cells that a board has: as many as there can
// be places in play.
const MostCells = 1024

// Shape is how a cell is drawn and what a person calls it.
type Shape int

// The shapes.
const (
	Triangle Shape = iota // a point of a tables board
	Node                  // an intersection of lines
	Square
	Hole
	Hexagon // a cell of a honeycomb
)

// Noun is the field's word for one cell of that shape.
func (s Shape) Noun() string { return [...]string{"point", "point", "square", "hole", "cell"}[s] }

// Pictures are the pictures that there are of men; man is a man as he is drawn where nothing
// is said of it, and crosses and noughts are written and not laid.
var Pictures = []string{"man", "king", "queen", "rook", "bishop", "knight", "pawn", "crown", "cross", "nought"}

// Cell is a place where men can lie. X and Y are for drawing, in board units,
// Y upwards.
type Cell struct {
	Name   string
	X, Y   float64
	Shape  Shape
	Up     bool // a triangle that points up
	Marked bool
	Dark   bool    // a dark square of a chequered board
	Plain  bool    // shown by lines alone: a crossing without a dot, a square without a side of its own
	Number int     // by which books call it besides; 0 for none
	Tall   float64 // how much farther a hole reaches up and down than others do, in all
}

// Leap is a jump in a straight line: from a cell over a neighbour to the next.
type Leap struct{ Over, To int }

// Board is the geometry of a board as the first player sees it. Cells are
// numbered from 0.
type Board struct {
	Cells []Cell
	Near  [][]int // by cell: the cells next to it along a line
	Leaps [][]Leap
	Lines [][]int // straight rows of cells that count as lines (three for merels)
	// Sets are named groups of cells: rows, rings, quarters.
	Sets map[string][]int
	// Edges are pairs of neighbouring cells, each once, for drawing.
	Edges [][2]int
	// Loose is set where nobody has said where some cell lies: its coordinates are
	// for drawing alone.
	Loose bool

	turns map[int][]int // by number of players: where one turn of the board takes each cell
	flip  []int         // the mirror image
	span  func(a, b int) []int
	rays  func(cell int) []Ray
	names map[string]int
	cut   bool // cells have been left out
}

func (b *Board) finish() error {
	b.names = map[string]int{}
	for i, c := range b.Cells {
		if j, ok := b.names[c.Name]; ok {
			return fmt.Errorf("two cells are called %q (numbers %d and %d)", c.Name, j+1, i+1)
		}
		b.names[c.Name] = i
	}
	if b.Sets == nil {
		b.Sets = map[string][]int{}
	}
	return nil
}

// Find returns the cell of that name, or -1.
func (b *Board) Find(name string) int {
	if i, ok := b.names[name]; ok {
		return i
	}
	return -1
}

// Span lists the cells from a to b, both included, along the straight row on
// which both lie; nil when they lie on none.
func (b *Board) Span(from, to int) []int {
	if from == to {
		return []int{from}
	}
	if b.span != nil {
		return b.span(from, to)
	}
	return nil
}

// View says how players see the board.
type View string

// The views. Rotated: each player sits at another side and sees the board
// turned. Mirrored: the second player sees it reflected. Same: all look at it
// alike, which is usual where sides do not matter.
const (
	Rotated  View = "rotated"
	Mirrored View = "mirrored"
	Same     View = "same"
)

// Seen returns, for player q of n, the board's cell for each cell of his own view.
func (b *Board) Seen(v View, q, n int) ([]int, error) {
	id := make([]int, len(b.Cells))
	for i := range id {
		id[i] = i
	}
	if q == 0 || v == Same {
		return id, nil
	}
	step := b.flip
	if v == Rotated {
		step = b.turns[n]
		if step == nil && b.cut {
			return nil, fmt.Errorf("without the cells that are left out, this board cannot be turned for %d players: it is not the same from the side of each", n)
		}
		if step == nil {
			return nil, fmt.Errorf("this board cannot be turned for %d players", n)
		}
	} else if n != 2 {
		return nil, fmt.Errorf("a mirrored view is for two players, not %d", n)
	}
	if step == nil && b.cut {
		return nil, fmt.Errorf("without the cells that are left out, this board has no %s view: near and far are not alike", v)
	}
	if step == nil {
		return nil, fmt.Errorf("this board has no %s view", v)
	}
	for k := 0; k < q; k++ {
		for i := range id {
			id[i] = step[id[i]]
		}
	}
	return id, nil
}

func (b *Board) join(i, j int) {
	b.Near[i] = append(b.Near[i], j)
	b.Near[j] = append(b.Near[j], i)
	b.Edges = append(b.Edges, [2]int{i, j})
}

// Tables returns a tables board of n points in two facing rows. Points are
// numbered 1 to n anticlockwise from the rightmost point of the far side, as
// the first player sees it; the near side follows from left to right. Sets:
// far_side, near_side, and quarter_1 to quarter_4.
func Tables(n int) (*Board, error) {
	if n < 4 || n > 48 || n%4 != 0 {
		return nil, fmt.Errorf("a tables board of %d points: expected a multiple of 4 from 4 to 48", n)
	}
	b := &Board{Near: make([][]int, n), Leaps: make([][]Leap, n), Sets: map[string][]int{}}
	half := n / 2
	gap := func(col int) float64 { // the bar between the two halves
		if col >= half/2 {
			return 1
		}
		return 0
	}
	for i := 0; i < n; i++ {
		c := Cell{Name: fmt.Sprint(i + 1), Shape: Triangle}
		col := i - half
		if i < half {
			col = half - 1 - i
			c.Y = 1
		} else {
			c.Up = true
		}
		c.X = float64(col) + gap(col)
		b.Cells = append(b.Cells, c)
		side := "near_side"
		if i < half {
			side = "far_side"
		}
		b.Sets[side] = append(b.Sets[side], i)
		q := fmt.Sprintf("quarter_%d", i/(n/4)+1)
		b.Sets[q] = append(b.Sets[q], i)
	}
	for i := 0; i+1 < n; i++ {
		b.Near[i] = append(b.Near[i], i+1)
		b.Near[i+1] = append(b.Near[i+1], i)
	}
	b.turns = map[int][]int{2: make([]int, n)}
	b.flip = make([]int, n)
	for i := 0; i < n; i++ {
		b.turns[2][i] = (i + half) % n
		b.flip[i] = n - 1 - i
	}
	b.span = func(from, to int) []int { return sequence(from, to) }
	return b, b.finish()
}

func sequence(from, to int) []int {
	var out []int
	d := 1
	if to < from {
		d = -1
	}
	for i := from; ; i += d {
		out = append(out, i)
		if i == to {
			return out
		}
	}
}

// Merels returns a board of concentric squares whose mid-sides are joined. Each
// ring has eight points, clockwise from the upper left corner; names gives
// eight names a ring, outermost first (nil: letters). With diagonals the
// corners are joined too. Lines are all straight rows of three neighbouring
// points. Sets: ring_1 (outermost) and so on, corners, mids.
func Merels(rings int, diagonals bool, names [][]string) (*Board, error) {
	if rings < 1 || rings > 6 {
		return nil, fmt.Errorf("%d rings: expected 1 to 6", rings)
	}
	if names != nil && len(names) != rings {
		return nil, fmt.Errorf("names for %d rings, but the board has %d", len(names), rings)
	}
	n := rings * 8
	b := &Board{Near: make([][]int, n), Leaps: make([][]Leap, n), Sets: map[string][]int{}}
	for r := 0; r < rings; r++ {
		if names != nil && len(names[r]) != 8 {
			return nil, fmt.Errorf("ring %d has %d names, expected 8", r+1, len(names[r]))
		}
		var ring []string
		if names != nil {
			ring = names[r]
		}
		b.ring(r, float64(rings-r), ring)
	}
	b.joinRings(rings, diagonals)
	turn := func(by int) []int {
		t := make([]int, n)
		for i := range t {
			t[i] = i/8*8 + (i%8+by)%8
		}
		return t
	}
	b.turns = map[int][]int{2: turn(4), 4: turn(6)}
	b.leapsAlong(b.Lines)
	b.span, b.rays = b.spanAlongLines, b.raysBySight
	return b, b.finish()
}

// ring adds the eight points of a ring of a merels board.
func (b *Board) ring(r int, size float64, names []string) {
	dir := [8][2]float64{{-1, 1}, {0, 1}, {1, 1}, {1, 0}, {1, -1}, {0, -1}, {-1, -1}, {-1, 0}}
	for k := 0; k < 8; k++ {
		i := r*8 + k
		name := letter(i)
		if names != nil {
			name = names[k]
		}
		b.Cells = append(b.Cells, Cell{Name: name, X: dir[k][0] * size, Y: dir[k][1] * size, Shape: Node})
		ring := fmt.Sprintf("ring_%d", r+1)
		b.Sets[ring] = append(b.Sets[ring], i)
		kind := "corners"
		if k%2 == 1 {
			kind = "mids"
		}
		b.Sets[kind] = append(b.Sets[kind], i)
	}
}

// joinRings joins the points of a merels board, and draws its lines: the sides of the
// rings, and what runs across three rings.
func (b *Board) joinRings(rings int, diagonals bool) {
	crossed := func(k int) bool { return k%2 == 1 || diagonals }
	for r := 0; r < rings; r++ {
		for k := 0; k < 8; k++ {
			b.join(r*8+k, r*8+(k+1)%8)
			if r+1 < rings && crossed(k) {
				b.join(r*8+k, (r+1)*8+k)
			}
		}
		for k := 0; k < 8; k += 2 {
			b.Lines = append(b.Lines, []int{r*8 + k, r*8 + k + 1, r*8 + (k+2)%8})
		}
	}
	for r := 0; r+2 < rings; r++ {
		for k := 0; k < 8; k++ {
			if crossed(k) {
				b.Lines = append(b.Lines, []int{r*8 + k, (r+1)*8 + k, (r+2)*8 + k})
			}
		}
	}
}

// letter names the i-th cell a, b, …, z, a2, b2, ….
func letter(i int) string {
	s := string(rune('a' + i%26))
	if i >= 26 {
		s += fmt.Sprint(i/26 + 1)
	}
	return s
}

// leapsAlong adds the leaps along straight rows of cells, and over the seam of one that
// ends where it begins.
func (b *Board) leapsAlong(rows [][]int) {
	for _, l := range rows {
		if isRound(l) {
			l = append(slices.Clone(l), l[1])
		}
		for i := 0; i+2 < len(l); i++ {
			b.leap(l[i], l[i+1], l[i+2])
			b.leap(l[i+2], l[i+1], l[i])
		}
	}
}

// leap notes a leap once; none leads back to where it began.
func (b *Board) leap(from, over, to int) {
	if from == to {
		return
	}
	for _, l := range b.Leaps[from] {
		if l == (Leap{over, to}) {
			return
		}
	}
	b.Leaps[from] = append(b.Leaps[from], Leap{over, to})
}

func (b *Board) spanAlongLines(from, to int) []int {
	for _, l := range b.Lines {
		x, y := -1, -1
		for i, c := range l {
			if c == from {
				x = i
			}
			if c == to {
				y = i
			}
		}
		if x >= 0 && y >= 0 {
			var out []int
			for _, i := range sequence(x, y) {
				out = append(out, l[i])
			}
			return out
		}
	}
	return nil
}

// Diagonals says which slanting lines a grid has.
type Diagonals string

// None, on every cell, on every other cell as on an alquerque board (those whose file
// and rank numbers add up to an even number), or all of one slant: up to the right, or up
// to the left. Cells of the last two have six neighbours, as hexagons do.
const (
	NoDiagonals        Diagonals = "none"
	AllDiagonals       Diagonals = "all"
	AlternateDiagonals Diagonals = "alternate"
	RisingDiagonals    Diagonals = "rising"
	FallingDiagonals   Diagonals = "falling"
)

// Line says which rows of cells count as lines: those of so many cells that are joined
// (0: none), and those that run slantwise where nothing slanting joins cells, if Slanting.
type Line struct {
	Cells    int
	Slanting bool
}

// Grid returns rows × columns cells; row 1 is nearest to the first player and
// column 1 at his left. With letters the cells are a1, b1, … (file and rank),
// otherwise r1c1, r1c2, …. line says which rows count as lines. Sets: row_1 …,
// column_1 …, centre.
func Grid(rows, columns int, shape Shape, letters bool, diag Diagonals, line Line) (*Board, error) {
	if rows < 1 || columns < 1 || rows*columns > MostCells {
		return nil, fmt.Errorf("a grid of %d rows and %d columns: expected 1 to %d cells", rows, columns, MostCells)
	}
	if letters && columns > 26 {
		return nil, fmt.Errorf("%d columns cannot be named by letters", columns)
	}
	n := rows * columns
	g := &grid{&Board{Near: make([][]int, n), Leaps: make([][]Leap, n), Sets: map[string][]int{}}, rows, columns, diag}
	g.cells(shape, letters)
	for r := 0; r < rows; r++ {
		for c := 0; c < columns; c++ {
			for _, d := range [4][2]int{{0, 1}, {1, 0}, {1, 1}, {1, -1}} {
				g.ways(r, c, d, line)
			}
		}
	}
	g.turn()
	g.span, g.rays = g.row, g.raysOf
	return g.Board, g.finish()
}

// Chequer makes every other cell of a board of so many columns dark, the first among them.
func (b *Board) Chequer(columns int) {
	for i := range b.Cells {
		b.Cells[i].Dark = (i/columns+i%columns)%2 == 0
	}
}

// Plain has lines alone show where the cells of a board are, but for some.
func (b *Board) Plain(but []int) {
	for i := range b.Cells {
		b.Cells[i].Plain = !slices.Contains(but, i)
	}
}

// cells adds and names all cells.
func (g *grid) cells(shape Shape, letters bool) {
	for r := 0; r < g.rows; r++ {
		for c := 0; c < g.columns; c++ {
			name := fmt.Sprintf("r%dc%d", r+1, c+1)
			if letters {
				name = fmt.Sprintf("%c%d", 'a'+c, r+1)
			}
			x, y := float64(c), float64(r)
			if way := g.diag.oneWay(); way != 0 { // all six neighbours are equally far
				x, y = x-float64(way)*y/2, y*math.Sqrt(3)/2
			}
			g.Cells = append(g.Cells, Cell{Name: name, X: x, Y: y, Shape: shape})
			row, column := fmt.Sprintf("row_%d", r+1), fmt.Sprintf("column_%d", c+1)
			g.Sets[row] = append(g.Sets[row], g.at(r, c))
			g.Sets[column] = append(g.Sets[column], g.at(r, c))
		}
	}
	if g.rows%2 == 1 && g.columns%2 == 1 {
		g.Sets["centre"] = []int{g.at(g.rows/2, g.columns/2)}
	}
}

// ways adds what leads from a cell in one direction: to its neighbour, over it, and
// along a line of so many cells.
func (g *grid) ways(r, c int, d [2]int, line Line) {
	i, j, k := g.at(r, c), g.at(r+d[0], c+d[1]), g.at(r+2*d[0], c+2*d[1])
	if j >= 0 && g.joined(r, c, d) {
		g.join(i, j)
		if k >= 0 && g.joined(r+d[0], c+d[1], d) {
			g.Leaps[i] = append(g.Leaps[i], Leap{j, k})
			g.Leaps[k] = append(g.Leaps[k], Leap{j, i})
		}
	}
	if line.Cells < 2 {
		return
	}
	var l []int
	for s := range line.Cells {
		r, c := r+s*d[0], c+s*d[1]
		x := g.at(r, c)
		if x < 0 || s+1 < line.Cells && !line.Slanting && !g.joined(r, c, d) {
			return
		}
		l = append(l, x)
	}
	g.Lines = append(g.Lines, l)
}

// turn says where the cells lie when the board is turned about or flipped over, and
// turned by a quarter where it is square. Lines of one slant would slant the other way.
func (g *grid) turn() {
	n := len(g.Cells)
	half, flip := make([]int, n), make([]int, n)
	for i := range half {
		half[i] = n - 1 - i
		flip[i] = (g.rows-1-i/g.columns)*g.columns + i%g.columns
	}
	g.turns = map[int][]int{2: half}
	if g.diag.oneWay() != 0 {
		return
	}
	g.flip = flip
	if g.rows != g.columns {
		return
	}
	quarter := make([]int, n)
	for r := 0; r < g.rows; r++ {
		for c := 0; c < g.columns; c++ {
			quarter[g.at(r, c)] = g.at(c, g.columns-1-r) // anticlockwise: the near side becomes the right side
		}
	}
	g.turns[4] = quarter
}

// row lists the cells from one to another in a straight row, nil where there is none.
func (g *grid) row(from, to int) []int {
	r, c, r2, c2 := from/g.columns, from%g.columns, to/g.columns, to%g.columns
	dr, dc := sign(r2-r), sign(c2-c)
	if dr != 0 && dc != 0 && (r2-r)*dr != (c2-c)*dc {
		return nil
	}
	out := []int{from}
	for r != r2 || c != c2 {
		r, c = r+dr, c+dc
		out = append(out, g.at(r, c))
	}
	return out
}

func sign(x int) int {
	switch {
	case x < 0:
		return -1
	case x > 0:
		return 1
	}
	return 0
}

// Graph returns a board given point by point: names in order, straight rows of
// neighbours (each next to the one before it; leaps go along them), and lines
// that count as such (nil: none; leaps go along them too). Points without
// coordinates are drawn on a circle, more than 48 of them in rows to and fro.
func Graph(names []string, near [][]string, lines [][]string, at map[string][2]float64, shape Shape) (*Board, error) {
	n := len(names)
	if n < 1 || n > MostCells {
		return nil, fmt.Errorf("a board of %d points: expected 1 to %d", n, MostCells)
	}
	b := &Board{Near: make([][]int, n), Leaps: make([][]Leap, n)}
	for i, name := range names {
		x, y := layout(i, n)
		if p, ok := at[name]; ok {
			x, y = p[0], p[1]
		} else {
			b.Loose = true
		}
		b.Cells = append(b.Cells, Cell{Name: name, X: x, Y: y, Shape: shape})
	}
	if err := b.finish(); err != nil {
		return nil, err
	}
	var rows [][]int
	for _, row := range near {
		var cells []int
		for _, name := range row {
			cells = append(cells, b.Find(name))
		}
		rows = append(rows, cells)
		for k := 0; k+1 < len(row); k++ {
			i, j := b.Find(row[k]), b.Find(row[k+1])
			if i < 0 || j < 0 {
				hint := ""
				if strings.HasSuffix(row[k], ",") || strings.HasSuffix(row[k+1], ",") {
					hint = "; in a list of dashes each row has a dash of its own, and no comma ends it"
				}
				return nil, fmt.Errorf("%s and %s cannot be joined: not both are points of the board%s", row[k], row[k+1], hint)
			}
			b.join(i, j)
		}
	}
	for _, l := range lines {
		var line []int
		for _, name := range l {
			i := b.Find(name)
			if i < 0 {
				return nil, fmt.Errorf("line %s: %q is no point of the board", strings.Join(l, " "), name)
			}
			line = append(line, i)
		}
		b.Lines = append(b.Lines, line)
	}
	rows = append(rows, b.Lines...)
	b.leapsAlong(rows)
	b.rays = raysAlong(rows)
	b.span = func(from, to int) []int {
		if s := b.spanAlongLines(from, to); s != nil {
			return s
		}
		return sequence(from, to)
	}
	return b, nil
}

package draw

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"unicode/utf8"
)

// Point is a place on the board in its own units, y up.
type Point struct{ X, Y float64 }

// Shape is the shape of a cell.
type Shape int

// The shapes.
const (
	Triangle Shape = iota // a point of a tables board; At is the middle of its base
	Node                  // a crossing of lines
	Square                // a square of a grid or a cross
	Hole                  // a hollow in a row of holes
)

// Cell is a place where men stand.
type Cell struct {
	Name  string
	At    Point
	Shape Shape
	Up    bool // of a triangle: its tip is above its base
	Dark  bool // a square that is dark, as every other is of a chequered board
	Plain bool // lines alone show it: a node without a dot, a square without an outline
	// Tall is how much farther a hole reaches up and down than others do, in all: the stores at
	// the ends of rows are as high as the rows together.
	Tall float64
	// Number is written on a cell of a board of which the names stand at the edges: by what
	// number books call it.
	Number string
}

// Line joins two points.
type Line struct{ A, B Point }

// Bounds is a rectangle.
type Bounds struct{ Min, Max Point }

// label is writing beside the cells: the name of a column or of a row.
type label struct {
	At    Point
	Text  string
	below bool // it stands below the board, and not at its left
}

// Board is geometry and nothing else.
type Board struct {
	Cells []Cell
	Lines []Line
	Signs []Sign // later ones over earlier ones
	Bar   Bounds // of a tables board; zero means none
}

// Men stand on a cell. Several Men on one cell are several groups; a triangle
// stacks them in the order given.
type Men struct {
	Cell   int // index into the cells of the board
	Player int // from 0
	Count  int
	Label  string // written on the man: the letter of his kind, the signs of his marks
	// Picture is of the man's kind, one of board.Pictures: it stands in the place of his
	// letter, where nothing else is written on him. "" is that of his player.
	Picture string
}

// Store is what a player has beside the board, or on its bar.
type Store struct {
	Name   string
	Player int
	Count  int
	OnBar  bool
}

// Side is cells along an edge of the board that are a player's to join with others.
type Side struct {
	Player int
	Cells  []int
}

// Arrow shows a move between two cells. A man that comes from a store or goes
// to one has -1 there, and a ring is drawn around the other cell.
type Arrow struct {
	From, To int
	Label    string // in the middle of the arrow: which of several moves it is
}

// Picture is a board with what stands on it.
type Picture struct {
	Board   Board
	Men     []Men
	Sides   []Side // of a honeycomb, on which they are drawn
	Stores  []Store
	Arrows  []Arrow
	Ways    []Way
	Throws  []Throw  // that the player to move has made
	Players []string // names for the legend; no legend when empty
	Looks   []string // by player: the picture of his men, "" or none for men as usual
	Caption string
}

// Check reports what makes a picture impossible to draw.
func (p Picture) Check() error { return errors.Join(append(p.Board.faults(), p.faults()...)...) }

// faultList collects what is wrong with a picture.
type faultList []error

func (f *faultList) add(format string, args ...any) { *f = append(*f, fmt.Errorf(format, args...)) }

// faults are what is wrong with a board by itself.
func (b *Board) faults() (bad faultList) {
	if len(b.Cells) == 0 {
		bad.add("a board without cells cannot be drawn")
	}
	for i, c := range b.Cells {
		if !c.At.finite() {
			bad.add("cell %d (%s) stands nowhere", i, c.Name)
		}
		if c.Shape < Triangle || c.Shape > Hole {
			bad.add("cell %d (%s) has no known shape", i, c.Name)
		}
	}
	for i, l := range b.Lines {
		if !l.A.finite() || !l.B.finite() {
			bad.add("line %d leads nowhere", i)
		}
	}
	if r := b.Bar; !r.Min.finite() || !r.Max.finite() || r.Min.X > r.Max.X || r.Min.Y > r.Max.Y {
		bad.add("the bar is inside out or nowhere")
	}
	for i, s := range b.Signs {
		if s.Look < Crossed || s.Look > Dotted || slices.ContainsFunc(s.Cells, func(cell int) bool { return outside(cell, len(b.Cells)) }) {
			bad.add("sign %d (%s) looks like nothing, or lies off the board", i, s.Text)
		}
	}
	return bad
}

// faults are what is wrong with what stands on the board.
func (p *Picture) faults() (bad faultList) {
	cells := len(p.Board.Cells)
	for i, m := range p.Men {
		if outside(m.Cell, cells) {
			bad.add("men %d stand on cell %d of %d", i, m.Cell, cells)
		}
		if m.Player < 0 || m.Count < 0 {
			bad.add("men %d are %d men of player %d", i, m.Count, m.Player)
		}
	}
	for i, s := range p.Stores {
		if s.Player < 0 || s.Count < 0 {
			bad.add("store %d (%s) has %d men of player %d", i, s.Name, s.Count, s.Player)
		}
		if s.OnBar && p.Board.Bar == (Bounds{}) {
			bad.add("store %d (%s) is on the bar of a board without one", i, s.Name)
		}
	}
	for i, x := range p.Sides {
		if x.Player < 0 || slices.ContainsFunc(x.Cells, func(cell int) bool { return outside(cell, cells) }) {
			bad.add("side %d is of player %d, or lies off the board", i, x.Player)
		}
	}
	for i, w := range p.Ways {
		if !w.within(cells) {
			bad.add("way %d leads off the board", i)
		}
	}
	for i, t := range p.Throws {
		if slices.ContainsFunc(t.Things, func(f Fallen) bool { return !f.known() }) {
			bad.add("throw %d (%s) fell as nothing can fall", i, t.Words)
		}
	}
	for i, a := range p.Arrows {
		nowhere := a.From == -1 && a.To == -1
		if nowhere || a.From != -1 && outside(a.From, cells) || a.To != -1 && outside(a.To, cells) {
			bad.add("arrow %d leads from cell %d to cell %d of %d", i, a.From, a.To, cells)
		}
	}
	return bad
}

// outside reports whether a list of n has no such index.
func outside(i, n int) bool { return i < 0 || i >= n }

// finite reports whether a point lies where it can be drawn.
func (q Point) finite() bool {
	return !math.IsNaN(q.X) && !math.IsNaN(q.Y) && math.Abs(q.X) < 1e6 && math.Abs(q.Y) < 1e6
}

// within reports whether a way is one of a player over so many cells.
func (w *Way) within(cells int) bool {
	if w.Player < 0 || len(w.Next) != len(w.Cells) {
		return false
	}
	for i, cell := range w.Cells {
		leadsOff := slices.ContainsFunc(w.Next[i], func(k int) bool { return outside(k, len(w.Cells)) })
		if outside(cell, cells) || leadsOff {
			return false
		}
	}
	return true
}

// triangleHeight is in board units.
const triangleHeight = 5.0

func (b *Board) has(s Shape) bool {
	for _, c := range b.Cells {
		if c.Shape == s {
			return true
		}
	}
	return false
}

// spacing is the distance between nearest neighbours: what men are sized by.
func (b *Board) spacing() float64 {
	best := math.Inf(1)
	for i, c := range b.Cells {
		if c.Shape == Triangle {
			continue
		}
		for _, d := range b.Cells[i+1:] {
			if d.Shape == Triangle {
				continue
			}
			if dist := math.Hypot(c.At.X-d.At.X, c.At.Y-d.At.Y); dist > 1e-6 {
				best = min(best, dist)
			}
		}
	}
	if math.IsInf(best, 1) {
		return 1
	}
	return best
}

// extent grows a rectangle.
type extent Bounds

func newExtent() extent {
	return extent{Min: Point{math.Inf(1), math.Inf(1)}, Max: Point{math.Inf(-1), math.Inf(-1)}}
}

func (e *extent) add(x0, y0, x1, y1 float64) {
	e.Min.X, e.Min.Y = min(e.Min.X, x0), min(e.Min.Y, y0)
	e.Max.X, e.Max.Y = max(e.Max.X, x1), max(e.Max.Y, y1)
}

// frame returns the rectangle of the board itself, without the writing beside it.
func (b *Board) frame() Bounds {
	e := newExtent()
	u := b.spacing()
	for _, c := range b.Cells {
		x, y := c.At.X, c.At.Y
		half := u / 2
		switch {
		case c.Shape == Triangle && c.Up:
			e.add(x-0.5, y, x+0.5, y+triangleHeight)
			continue
		case c.Shape == Triangle:
			e.add(x-0.5, y-triangleHeight, x+0.5, y)
			continue
		case c.Shape == Hole:
			half = 0.58 * u // the rim of the board goes round the holes
		}
		e.add(x-half, y-half-c.Tall/2, x+half, y+half+c.Tall/2)
	}
	for _, l := range b.Lines {
		e.add(min(l.A.X, l.B.X), min(l.A.Y, l.B.Y), max(l.A.X, l.B.X), max(l.A.Y, l.B.Y))
	}
	if r := b.Bar; r != (Bounds{}) {
		e.add(r.Min.X, r.Min.Y, r.Max.X, r.Max.Y)
	}
	return Bounds(e)
}

// bounds returns the rectangle that holds everything.
func (b *Board) bounds() Bounds {
	e := extent(b.frame())
	u := b.spacing()
	edges := b.edgeLabels()
	if edges == nil {
		for i, d := range b.nameDirections() {
			// The name stands beside the node, beyond the men.
			at := b.Cells[i].At
			x, y := at.X+(0.39*d.X+0.4*sign(d.X))*u, at.Y+(0.39*d.Y+0.3*sign(d.Y))*u
			e.add(x, y, x, y)
		}
	}
	for _, l := range edges {
		e.add(l.At.X-0.4*u, l.At.Y-0.3*u, l.At.X+0.4*u, l.At.Y+0.3*u)
	}
	return Bounds(e)
}

// group is the men of one player on one cell.
type group struct {
	player, count int
	label         string
	picture       string
}

// shown is what is to be seen on one man of a group who stands for so many: a picture, or
// writing.
func (g *group) shown(count int) (text, picture string) {
	switch {
	case count > 1:
		return strconv.Itoa(count) + g.label, ""
	case utf8.RuneCountInString(g.label) > 1:
	case silhouettes[g.picture] != nil:
		return "", g.picture
	case g.picture == "man":
		return "", ""
	}
	return g.label, ""
}

// groups collects the men by cell, in the order given.
func (p *Picture) groups() map[int][]group {
	out := map[int][]group{}
	for _, m := range p.Men {
		if m.Count > 0 {
			out[m.Cell] = append(out[m.Cell], group{m.Player, m.Count, m.Label, m.Picture})
		}
	}
	return out
}

// waiting are the stores beside the board, and the groups of those on its bar: on the half
// of the first player, and of every other, and on the half of those between them.
func (p *Picture) waiting() (aside []Store, bar [2][]group) {
	for _, s := range p.Stores {
		switch {
		case !s.OnBar:
			aside = append(aside, s)
		case s.Count > 0:
			bar[s.Player%2] = append(bar[s.Player%2], group{player: s.Player, count: s.Count})
		}
	}
	return aside, bar
}

// slots shares the places of a stack among groups: every group is seen, and the
// larger ones get what is left.
func slots(gs []group, places int) []int {
	out := make([]int, len(gs))
	places = max(places, len(gs))
	for i := range gs {
		out[i] = 1
		places--
	}
	for places > 0 {
		best := -1
		for i, g := range gs {
			if left := g.count - out[i]; left > 0 && (best < 0 || left > gs[best].count-out[best]) {
				best = i
			}
		}
		if best < 0 {
			break
		}
		out[best]++
		places--
	}
	return out
}

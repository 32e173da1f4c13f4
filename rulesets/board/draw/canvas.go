package draw

import (
	"fmt"
	"image/color"
	"math"
	"slices"
	"strconv"
	"strings"
)

// How large a picture may be asked for.
const (
	MinWidth  = 60
	MaxWidth  = 8000
	maxPixels = 40_000_000
)

// colours of the men of one player. Letters are what is written on them.
type colours struct{ fill, edge, ring, letters color.Color }

var (
	ink    = color.RGBA{0x2a, 0x26, 0x20, 0xff}
	faint  = color.RGBA{0x76, 0x6c, 0x58, 0xff}
	white  = color.RGBA{0xff, 0xff, 0xff, 0xff}
	ground = color.RGBA{0xf7, 0xf1, 0xe3, 0xff}
	light  = color.RGBA{0xec, 0xdf, 0xc4, 0xff}
	dark   = color.RGBA{0xcd, 0xb1, 0x86, 0xff}
	edge   = color.RGBA{0x8a, 0x77, 0x55, 0xff}
	hollow = color.RGBA{0xe3, 0xd5, 0xb6, 0xff}
	mark   = color.RGBA{0xb5, 0x9c, 0x70, 0xff}
	trail  = color.RGBA{0x00, 0x73, 0x55, 0xff}
)

// The first four are chosen to be told apart on paper as well: by lightness, and
// red from blue by what is drawn inside.
var palette = []colours{
	{color.RGBA{0xfd, 0xfc, 0xf8, 0xff}, color.RGBA{0x22, 0x22, 0x22, 0xff}, color.RGBA{0xb8, 0xb4, 0xaa, 0xff}, color.RGBA{0x11, 0x11, 0x11, 0xff}},
	{color.RGBA{0x2b, 0x2b, 0x2b, 0xff}, color.RGBA{0x00, 0x00, 0x00, 0xff}, color.RGBA{0x5c, 0x5c, 0x5c, 0xff}, white},
	{color.RGBA{0xc8, 0x3a, 0x33, 0xff}, color.RGBA{0x5a, 0x12, 0x10, 0xff}, white, white},
	{color.RGBA{0x2f, 0x6d, 0xb5, 0xff}, color.RGBA{0x10, 0x2f, 0x57, 0xff}, white, white},
	{color.RGBA{0xe6, 0xb0, 0x2e, 0xff}, color.RGBA{0x6b, 0x4a, 0x00, 0xff}, color.RGBA{0x6b, 0x4a, 0x00, 0xff}, color.RGBA{0x11, 0x11, 0x11, 0xff}},
	{color.RGBA{0x4b, 0x9a, 0x56, 0xff}, color.RGBA{0x14, 0x42, 0x1c, 0xff}, color.RGBA{0x14, 0x42, 0x1c, 0xff}, white},
	nobodys: {color.RGBA{0xa8, 0x9d, 0x88, 0xff}, color.RGBA{0x4a, 0x42, 0x35, 0xff}, color.RGBA{0x4a, 0x42, 0x35, 0xff}, color.RGBA{0x11, 0x11, 0x11, 0xff}},
}

// nobodys is the colour of men who belong to nobody; those of players go before it.
const nobodys = 6

// called are the colours of the palette that players are called by.
var called = map[string]int{"white": 0, "light": 0, "black": 1, "dark": 1, "red": 2, "blue": 3, "yellow": 4, "green": 5}

// Colour is which of the palette's a player has: the one by which he is called, or where
// one of them is called by none, the one of his turn. Behind the players nobody is counted.
func (p *Picture) Colour(player int) int {
	if player == len(p.Players) && player > 0 {
		return nobodys
	}
	for _, name := range p.Players {
		if _, ok := called[name]; !ok {
			return player % nobodys
		}
	}
	if player < len(p.Players) {
		return called[p.Players[player]]
	}
	return player % nobodys
}

// canvas is a picture while it is drawn.
type canvas struct {
	dc     pen
	p      *Picture
	scale  float64 // pixels a unit
	ox, oy float64 // pixels of the board's lower left corner
	box    Bounds
	unit   float64 // distance between neighbours, in units
	letter float64 // size of ordinary writing, in pixels
	men    map[int][]group
	moving bool // others write names on the board, and put men on it
}

// pen is what draws a picture: on a grid of pixels, or into an SVG or PDF file.
type pen interface {
	writing
	SetColor(c color.Color)
	SetLineWidth(w float64)
	SetLineCapRound()
	MoveTo(x, y float64)
	LineTo(x, y float64)
	QuadraticTo(x1, y1, x2, y2 float64)
	ClosePath()
	DrawCircle(x, y, r float64)
	DrawLine(x1, y1, x2, y2 float64)
	DrawRectangle(x, y, w, h float64)
	DrawRoundedRectangle(x, y, w, h, r float64)
	DrawString(s string, x, y float64)
	DrawStringAnchored(s string, x, y, ax, ay float64)
	Fill()
	FillPreserve()
	Stroke()
}

// writing is what knows how large it is.
type writing interface {
	SetFont(bold bool, size float64)
	MeasureString(s string) (width, height float64)
	WordWrap(s string, width float64) []string
	// Legible replaces letters that cannot be written by others.
	Legible(s string, bold bool) string
}

// layout is how much room the parts of a picture take, in pixels.
type layout struct {
	pad, aside, nameRow         float64
	upper, storesHeight, height float64
	caption                     []string
	throws                      [][]Throw
	legend                      [][]int
	signs                       []signLine
	signsHeight                 float64
}

// render draws the picture with the pen that begin makes for its height. The empty
// board is drawn first, then everything that changes from move to move, and between
// the two half is called.
func (p Picture) render(width int, begin func(height int) pen, half func()) error {
	c, err := newCanvas(p, width)
	if err != nil {
		return err
	}
	c.p, c.box, c.unit, c.men = &p, p.Board.bounds(), p.Board.spacing(), p.groups()
	c.letter = min(max(float64(width)/44, 11), 24)
	aside, bar := p.waiting()
	l, err := c.layout(width, aside)
	if err != nil {
		return err
	}
	c.dc = begin(int(math.Ceil(l.height)))
	c.board()
	c.edges()
	c.names(l.nameRow)
	c.signLegend(l)
	half()
	c.sides()
	c.ways()
	for i := range p.Board.Cells {
		c.stand(i)
	}
	for _, a := range p.Arrows {
		c.arrow(a)
	}
	for half, gs := range bar {
		c.stack(gs, func(n, places int) (x, y, r float64) { return c.barAt(half, n, places) })
	}
	if len(aside) > 0 {
		c.stores(aside, float64(width)-l.pad-l.aside+c.letter*0.8, l.pad+(l.upper-l.storesHeight)/2)
	}
	c.below(l)
	return nil
}

// layout measures the picture and sets the scale of the board.
func (c *canvas) layout(width int, aside []Store) (l layout, err error) {
	p := c.p
	l.pad = math.Ceil(c.letter * 0.8)
	// Writing beside the board is measured too, in pixels of a scale not known yet:
	// the names of triangles stand outside of it, those of nodes may hang over.
	outside := 0.0
	if p.Board.has(Triangle) {
		outside = 1
	}
	if len(aside) > 0 {
		for _, s := range aside {
			l.aside = max(l.aside, broader*c.width(storeText(s), c.letter, false))
		}
		l.aside += 3.4 * c.letter
		l.aside = min(l.aside, float64(width)/2)
	}
	bw, bh := c.box.Max.X-c.box.Min.X, c.box.Max.Y-c.box.Min.Y
	c.scale = (float64(width) - 2*l.pad - l.aside) / bw
	if c.scale >= 8 {
		// Of an even number of pixels a unit, like men have like pixels wherever they
		// stand, and the file is half as large.
		c.scale = 2 * math.Floor(c.scale/2)
	}
	l.nameRow = outside * math.Round(min(max(c.scale*0.55, 9), 30))
	boardHeight := bh*c.scale + 2*l.nameRow

	l.caption = c.wrapped(p.Caption, float64(width)-2*l.pad)
	l.throws = c.throwRows(float64(width) - 2*l.pad)
	l.legend = c.legendRows(float64(width) - 2*l.pad)
	l.signs = c.signLines(float64(width) - 2*l.pad)
	for _, s := range l.signs {
		l.signsHeight += s.height(c.letter)
	}
	l.storesHeight = float64(len(aside)) * c.letter * 1.7
	l.upper = max(boardHeight, l.storesHeight)
	l.height = 2*l.pad + l.upper + l.signsHeight
	l.height += float64(len(l.throws)) * throwRow * c.letter
	if len(l.legend) > 0 {
		l.height += float64(len(l.legend))*c.letter*1.6 + c.letter*0.4
	}
	if len(l.caption) > 0 {
		l.height += float64(len(l.caption))*c.letter*1.4 + c.letter*0.4
	}
	if !(l.height < 4*MaxWidth) || l.height*float64(width) > maxPixels {
		return l, fmt.Errorf("the picture would be %d by %.0f pixels, which is too large", width, l.height)
	}
	c.ox = l.pad
	c.oy = math.Round(l.pad + (l.upper+boardHeight)/2 - l.nameRow)
	return l, nil
}

// below draws what was thrown, and writes who the players are and what the picture shows.
func (c *canvas) below(l layout) {
	y := l.pad + l.upper + l.signsHeight + c.letter*0.4
	for _, row := range l.throws {
		c.throws(row, l.pad, y)
		y += throwRow * c.letter
	}
	for _, row := range l.legend {
		c.legend(row, l.pad, y+c.letter*0.8)
		y += c.letter * 1.6
	}
	c.caption(l.caption, l.pad, y)
}

// at turns board units into pixels.
func (c *canvas) at(p Point) (x, y float64) {
	return c.ox + (p.X-c.box.Min.X)*c.scale, c.oy - (p.Y-c.box.Min.Y)*c.scale
}

// face sets the font.
func (c *canvas) face(bold bool, size float64) { c.dc.SetFont(bold, math.Round(max(size, 4)*4)/4) }

// width measures writing.
func (c *canvas) width(s string, size float64, bold bool) float64 {
	c.face(bold, size)
	w, _ := c.dc.MeasureString(c.dc.Legible(s, bold))
	return w
}

// write sets writing with its middle at a place.
func (c *canvas) write(s string, x, y, size float64, bold bool, col color.Color) {
	c.face(bold, size)
	c.dc.SetColor(col)
	// Capitals and figures are about 0.72 of the size high: that much is centred.
	c.dc.DrawStringAnchored(c.dc.Legible(s, bold), x, y+0.36*size, 0.5, 0)
}

// board draws what does not change from move to move.
func (c *canvas) board() {
	b := &c.p.Board
	line := max(c.scale*0.03, 1)
	if b.has(Triangle) || b.has(Hole) {
		box := b.frame()
		x0, y1 := c.at(box.Min)
		x1, y0 := c.at(box.Max)
		c.dc.DrawRoundedRectangle(x0, y0, x1-x0, y1-y0, c.scale*0.1)
		c.fill(ground, edge, line*1.5)
	}
	if r := b.Bar; r != (Bounds{}) {
		x0, y1 := c.at(r.Min)
		x1, y0 := c.at(r.Max)
		c.dc.DrawRectangle(x0, y0, x1-x0, y1-y0)
		c.fill(dark, edge, line)
	}
	for i, cell := range b.Cells {
		x, y := c.at(cell.At)
		half := c.unit * c.scale / 2
		switch cell.Shape {
		case Triangle:
			tip := -triangleHeight * c.scale * 0.96
			if !cell.Up {
				tip = -tip
			}
			c.dc.MoveTo(x-0.48*c.scale, y)
			c.dc.LineTo(x+0.48*c.scale, y)
			c.dc.LineTo(x, y+tip)
			c.dc.ClosePath()
			col := light
			if i%2 == 1 {
				col = dark
			}
			c.fill(col, edge, max(line*0.6, 0.7))
		case Square:
			if !cell.Plain || b.washed(i) {
				c.dc.DrawRectangle(x-half, y-half, 2*half, 2*half)
				c.fill(b.ground(i), edge, line)
			}
		case Hole:
			r, tall := 0.43*c.unit*c.scale, cell.Tall*c.scale
			if tall == 0 {
				c.dc.DrawCircle(x, y, r)
			} else {
				c.dc.DrawRoundedRectangle(x-r, y-r-tall/2, 2*r, 2*r+tall, r)
			}
			c.fill(b.ground(i), edge, line)
		}
	}
	if outline := b.Hexagon(); outline != nil {
		c.hexagons(outline, line)
	} else {
		c.crossings()
	}
	c.signs()
}

// edges writes the names of columns and rows, on a small board further from it than on a
// large one, as letters need their room.
func (c *canvas) edges() {
	b := &c.p.Board
	size := min(max(c.unit*c.scale*0.34, minLetter), 1.3*c.letter)
	reach := 0.5
	if b.Hexagon() != nil {
		reach = sideReach / math.Sqrt(3)
	}
	room := (beyond - reach) * c.unit * c.scale
	for _, l := range b.apart(size / c.scale) {
		x, y := c.at(l.At)
		if l.below {
			y += max(0.36*size+2-room, 0)
		} else {
			x -= max(c.width(l.Text, size, false)/2+2-room, 0)
		}
		c.write(l.Text, x, y, size, false, faint)
	}
}

// hexagons draws places that have six neighbours as books do: as cells that touch.
func (c *canvas) hexagons(outline []Point, line float64) {
	for i, cell := range c.p.Board.Cells {
		x, y := c.at(cell.At)
		for k, q := range outline {
			if k == 0 {
				c.dc.MoveTo(x+q.X*c.scale, y-q.Y*c.scale)
			} else {
				c.dc.LineTo(x+q.X*c.scale, y-q.Y*c.scale)
			}
		}
		c.dc.ClosePath()
		c.fill(c.p.Board.ground(i), edge, line)
	}
}

// leastDot is the radius of the smallest dot that is seen where lines cross, in pixels.
const leastDot = 2

// crossings draws lines, and the places where they meet.
func (c *canvas) crossings() {
	b := &c.p.Board
	for i, cell := range b.Cells {
		if cell.Shape == Node && b.washed(i) {
			x, y := c.at(cell.At)
			c.dc.DrawCircle(x, y, 0.46*c.unit*c.scale)
			c.dc.SetColor(light)
			c.dc.Fill()
		}
	}
	c.dc.SetLineCapRound()
	for _, l := range b.Lines {
		x0, y0 := c.at(l.A)
		x1, y1 := c.at(l.B)
		c.dc.DrawLine(x0, y0, x1, y1)
		c.dc.SetColor(ink)
		c.dc.SetLineWidth(max(c.unit*c.scale*0.045, 1.2))
		c.dc.Stroke()
	}
	for _, cell := range b.Cells {
		if cell.Shape == Node && !cell.Plain {
			x, y := c.at(cell.At)
			c.dc.DrawCircle(x, y, max(0.11*c.unit*c.scale, leastDot))
			c.fill(ink, ink, 0.5)
		}
	}
}

func (c *canvas) fill(in, out color.Color, line float64) {
	c.dc.SetColor(in)
	c.dc.FillPreserve()
	c.dc.SetColor(out)
	c.dc.SetLineWidth(line)
	c.dc.Stroke()
}

// The smallest writing that is read without effort. A name that would have to be
// smaller is left out: the labels of the board, or the text beside the picture,
// say where one is.
const minLetter = 10

// numbers writes the numbers of cells whose names stand at the edges: in a corner, or where
// there is no room beside a man, in the middle, where he covers it wholly.
func (c *canvas) numbers() {
	s := c.unit * c.scale
	for _, cell := range c.p.Board.Cells {
		if cell.Number == "" {
			continue
		}
		x, y := c.at(cell.At)
		col := faint
		if cell.Dark {
			col = ink
		}
		size, beside := c.corner(cell.Number)
		if beside = beside && cell.Shape == Square && !c.moving; beside {
			x, y = x-s/2+cornerX*s+c.width(cell.Number, size, false)/2, y-s/2+cornerY*s+size*0.4
		} else if size = max(0.3*s, minLetter); c.width(cell.Number, size, false) > 0.66*s {
			continue
		}
		c.write(cell.Number, x, y, size, false, col)
	}
}

// names writes the names of the cells, unless those of columns and rows at the edges say them:
// of triangles outside of the board, of nodes where no line runs, of squares in a corner, of
// holes inside.
func (c *canvas) names(row float64) {
	if c.p.Board.edgeLabels() != nil {
		c.numbers()
		return
	}
	s := c.unit * c.scale
	dirs := c.p.Board.nameDirections()
	for i, cell := range c.p.Board.Cells {
		if cell.Name == "" {
			continue
		}
		x, y := c.at(cell.At)
		switch cell.Shape {
		case Triangle:
			size, ok := c.fitting(cell.Name, min(max(0.36*c.scale, minLetter), 1.2*c.letter), 0.95*c.scale)
			if !ok {
				continue
			}
			if cell.Up {
				y += row / 2
			} else {
				y -= row / 2
			}
			c.write(cell.Name, x, y, size, false, ink)
		case Node:
			size, ok := c.fitting(cell.Name, min(max(0.26*s, minLetter), 1.2*c.letter), 0.6*s)
			if !ok {
				continue
			}
			dx, dy := dirs[i].X, dirs[i].Y
			// Its nearest corner lies on the rim of the man that may stand here.
			w := c.width(cell.Name, size, false)
			x += dx*0.39*s + sign(dx)*w/2
			y -= dy*0.39*s + sign(dy)*size*0.36
			c.write(cell.Name, x, y, size, false, faint)
		case Square:
			size, ok := c.cornerName(cell)
			if !ok {
				continue
			}
			w := c.width(cell.Name, size, false)
			x, y = x-s/2+cornerX*s+w/2, y-s/2+cornerY*s+size*0.4
			col := faint
			if cell.Dark {
				col = ink
			}
			c.write(cell.Name, x, y, size, false, col)
		case Hole:
			if size, ok := c.fitting(cell.Name, min(0.26*s, 1.1*c.letter), 0.72*s); ok {
				if c.p.Board.signed(i) { // no sign runs through the name
					w := c.width(cell.Name, size, false)
					c.dc.DrawRectangle(x-0.55*w, y-0.45*size, 1.1*w, 0.9*size)
					c.dc.SetColor(c.p.Board.ground(i))
					c.dc.Fill()
				}
				c.write(cell.Name, x, y, size, false, faint)
			}
		}
	}
}

// Where the name of a square begins, from its corner, in shares of its width.
const cornerX, cornerY = 0.04, 0.03

// cornerName returns the size at which the name of a square is written in its corner, and
// whether it is.
func (c *canvas) cornerName(cell Cell) (size float64, ok bool) {
	if cell.Shape != Square || cell.Name == "" || c.p.Board.edgeLabels() != nil {
		return 0, false
	}
	return c.corner(cell.Name)
}

// corner returns the size at which something is written in the corner of a square, clear of
// the man who may stand there, and whether it is.
func (c *canvas) corner(text string) (size float64, ok bool) {
	s := c.unit * c.scale
	_, _, man := spread(0, 1)
	for size = min(0.23*s, 1.1*c.letter); size >= minLetter; size -= 0.5 {
		right, below := cornerX+c.width(text, size, false)/s, cornerY+0.76*size/s
		if right <= 0.9 && math.Hypot(max(0.5-right, 0), 0.5-below) > man {
			return size, true
		}
	}
	return 0, false
}

func sign(f float64) float64 {
	switch {
	case f > 1e-9:
		return 1
	case f < -1e-9:
		return -1
	}
	return 0
}

// fitting returns the size at which a name is no wider than its room, and
// whether it can still be read.
func (c *canvas) fitting(name string, size, room float64) (float64, bool) {
	if w := c.width(name, size, false); w > room {
		size *= room / w
	}
	return size, size >= minLetter
}

// nameDirections returns for every named node the direction in which its name
// stands: where no line leaves it, and no other node or name is near.
func (b *Board) nameDirections() map[int]Point {
	d := math.Sqrt2 / 2
	// The right side first, below before above, so that names stand alike where
	// they can.
	dirs := [8]Point{{d, -d}, {1, 0}, {d, d}, {-d, -d}, {-d, d}, {0, -1}, {-1, 0}, {0, 1}}
	u := b.spacing()
	out := map[int]Point{}
	var names []Point // where names stand already
	for i, c := range b.Cells {
		if c.Shape != Node || c.Name == "" {
			continue
		}
		var taken []float64
		for _, l := range b.Lines {
			taken = append(taken, leaves(c.At, l)...)
		}
		best, most := 0, math.Inf(-1)
		for k, dir := range dirs {
			room := math.Pi / 4 // more than this is no better
			for _, a := range taken {
				room = min(room, math.Abs(math.Remainder(a-math.Atan2(dir.Y, dir.X), 2*math.Pi)))
			}
			at := Point{c.At.X + 0.6*u*dir.X, c.At.Y + 0.6*u*dir.Y}
			near := func(q Point) bool { return math.Hypot(q.X-at.X, q.Y-at.Y) < 0.45*u }
			if slices.ContainsFunc(names, near) || slices.ContainsFunc(b.Cells, func(o Cell) bool { return near(o.At) }) {
				room -= 0.5
			}
			if room > most+1e-9 {
				best, most = k, room
			}
		}
		out[i] = dirs[best]
		names = append(names, Point{c.At.X + 0.6*u*dirs[best].X, c.At.Y + 0.6*u*dirs[best].Y})
	}
	return out
}

// leaves returns the directions in which a line leaves a point that lies on it.
func leaves(at Point, l Line) []float64 {
	var out []float64
	dx, dy := l.B.X-l.A.X, l.B.Y-l.A.Y
	length := math.Hypot(dx, dy)
	if length == 0 {
		return nil
	}
	t := ((at.X-l.A.X)*dx + (at.Y-l.A.Y)*dy) / (length * length)
	off := math.Hypot(l.A.X+t*dx-at.X, l.A.Y+t*dy-at.Y)
	if off > 1e-6 || t < -1e-6 || t > 1+1e-6 {
		return nil
	}
	if t < 1-1e-6 {
		out = append(out, math.Atan2(dy, dx))
	}
	if t > 1e-6 {
		out = append(out, math.Atan2(-dy, -dx))
	}
	return out
}

// stackPlaces is how many men are drawn on a triangle.
const stackPlaces = 5

// stackAt returns the middle of the nth man on a triangle and his radius, in
// pixels. A stack of more than five groups stands closer.
func (c *canvas) stackAt(cell Cell, n, places int) (x, y, r float64) {
	x, y = c.at(cell.At)
	r = 0.42 * c.scale
	step := min(2.02*r, (triangleHeight*c.scale*0.97-2*r)/float64(max(places, stackPlaces)-1))
	d := r*1.06 + float64(n)*step
	if cell.Up {
		return x, y - d, r
	}
	return x, y + d, r
}

// stand draws the men on a cell.
func (c *canvas) stand(i int) {
	gs := c.men[i]
	if len(gs) == 0 {
		return
	}
	cell := c.p.Board.Cells[i]
	if cell.Shape == Triangle {
		c.stack(gs, func(n, places int) (x, y, r float64) { return c.stackAt(cell, n, places) })
		return
	}
	x, y := c.at(cell.At)
	s := c.unit * c.scale
	for g, gr := range gs {
		dx, dy, r := spread(g, len(gs))
		c.man(x+dx*s, y+dy*s, r*s, gr, gr.count)
	}
}

// stack draws men in a row, of which at says where the nth of so many stands.
func (c *canvas) stack(gs []group, at func(n, places int) (x, y, r float64)) {
	shown := slots(gs, stackPlaces)
	total := 0
	for _, n := range shown {
		total += n
	}
	n := 0
	for g, gr := range gs {
		for k := range shown[g] {
			x, y, r := at(n, total)
			count := 1
			// The uppermost man of the group says how many there are.
			if k == shown[g]-1 && gr.count > shown[g] {
				count = gr.count
			}
			c.man(x, y, r, gr, count)
			n++
		}
	}
}

// barAt is where the nth man on a half of the bar stands, from its middle outwards, and his
// radius: the lower half is the first player's.
func (c *canvas) barAt(half, n, places int) (x, y, r float64) {
	bar := c.p.Board.Bar
	x, y = c.at(Point{(bar.Min.X + bar.Max.X) / 2, (bar.Min.Y + bar.Max.Y) / 2})
	r = min(0.42, 0.46*(bar.Max.X-bar.Min.X)) * c.scale
	room := (bar.Max.Y - bar.Min.Y) / 2 * c.scale
	d := r*1.06 + float64(n)*min(2.02*r, (room-2.12*r)/float64(max(places, stackPlaces)-1))
	if half == 1 {
		d = -d
	}
	return x, y + d, r
}

// spread gives the nth of so many groups on a cell its place in it.
func spread(n, of int) (x, y, r float64) {
	switch {
	case of == 1:
		return 0, 0, 0.36
	case of == 2:
		return -0.22 + 0.44*float64(n), 0, 0.215
	case of <= 4:
		return -0.21 + 0.42*float64(n%2), -0.21 + 0.42*float64(n/2), 0.2
	}
	angle := 2 * math.Pi * float64(n) / float64(of)
	return 0.3 * math.Cos(angle), 0.3 * math.Sin(angle), min(0.2, 0.9/float64(of))
}

// man draws one man of a group, who stands for so many, with the picture of his kind or
// with writing on him if there is any.
func (c *canvas) man(x, y, r float64, g group, count int) {
	player := c.p.Colour(g.player)
	if g.picture == "" && g.player < len(c.p.Looks) {
		g.picture = c.p.Looks[g.player]
	}
	text, picture := g.shown(count)
	col := palette[player]
	if slices.Contains(signsWritten, picture) {
		c.dc.SetColor(col.edge)
		c.picture(picture, x, y, r)
		return
	}
	c.dc.DrawCircle(x, y, r)
	c.fill(col.fill, col.edge, max(r*0.09, 1))
	if picture != "" {
		c.dc.SetColor(col.letters)
		c.picture(picture, x, y, r)
		return
	}
	if text == "" {
		switch player {
		case 3:
			c.dc.DrawCircle(x, y, r*0.3)
			c.dc.SetColor(col.ring)
			c.dc.Fill()
		default:
			c.dc.DrawCircle(x, y, r*0.62)
			c.dc.SetColor(col.ring)
			c.dc.SetLineWidth(max(r*0.09, 0.8))
			c.dc.Stroke()
		}
		return
	}
	size := r * 1.15
	if w := c.width(text, size, true); w > 1.55*r {
		size *= 1.55 * r / w
	}
	c.write(text, x, y, size, true, col.letters)
}

// end returns where an arrow begins or ends: at the uppermost man of the cell,
// or where the first would stand.
func (c *canvas) end(i int) (x, y, r float64) {
	cell := c.p.Board.Cells[i]
	if cell.Shape == Triangle {
		n := 0
		gs := c.men[i]
		for _, k := range slots(gs, stackPlaces) {
			n += k
		}
		return c.stackAt(cell, max(n-1, 0), n)
	}
	x, y = c.at(cell.At)
	return x, y, 0.36 * c.unit * c.scale
}

// arrow draws a move: a bent line with a white rim, seen on any ground.
func (c *canvas) arrow(a Arrow) {
	if a.From == a.To {
		a.From = -1 // a throw that leaves a man where he is: his ring
	}
	if a.From < 0 || a.To < 0 {
		i := max(a.From, a.To)
		x, y, r := c.end(i)
		for _, pass := range []struct {
			col  color.Color
			wide float64
		}{{white, 0.34}, {trail, 0.18}} {
			c.dc.DrawCircle(x, y, r*1.16)
			c.dc.SetColor(pass.col)
			c.dc.SetLineWidth(max(r*pass.wide, 2))
			c.dc.Stroke()
		}
		if a.Label != "" {
			c.badge(x+r*0.95, y-r*0.95, a.Label)
		}
		return
	}
	x0, y0, r := c.end(a.From)
	x1, y1, _ := c.end(a.To)
	dx, dy := x1-x0, y1-y0
	dist := math.Hypot(dx, dy)
	if dist < 1 {
		return
	}
	bend := min(0.16*dist, 0.9*c.unit*c.scale)
	mx, my := (x0+x1)/2+dy/dist*bend, (y0+y1)/2-dx/dist*bend
	// Begin and end short of the middle, along the bent line.
	leave, reach := 0.3*r, 0.2*r
	if len(c.men[a.From]) > 0 {
		leave = 0.6 * r
	}
	if len(c.men[a.To]) > 0 {
		reach = 1.02 * r // up to the man there, whose label stays readable
	}
	leave, reach = min(leave, dist/3), min(reach, dist/3)
	sx, sy := towards(x0, y0, mx, my, leave)
	wide := max(0.2*r, 2.5)
	head := min(max(0.75*r, 8), dist/2)
	ex, ey := towards(x1, y1, mx, my, reach)
	bx, by := towards(ex, ey, mx, my, head)
	nx, ny := -(ey-by)/head*0.5*head, (ex-bx)/head*0.5*head
	shaft := func() {
		c.dc.MoveTo(sx, sy)
		c.dc.QuadraticTo(mx, my, bx, by)
	}
	tip := func() {
		c.dc.MoveTo(ex, ey)
		c.dc.LineTo(bx+nx, by+ny)
		c.dc.LineTo(bx-nx, by-ny)
		c.dc.ClosePath()
	}
	c.dc.SetLineCapRound()
	c.dc.SetColor(white)
	c.dc.SetLineWidth(wide * 2)
	shaft()
	c.dc.Stroke()
	c.dc.SetLineWidth(wide)
	tip()
	c.dc.Stroke()
	c.dc.SetColor(trail)
	c.dc.SetLineWidth(wide)
	shaft()
	c.dc.Stroke()
	tip()
	c.dc.Fill()
	if a.Label != "" {
		c.badge((x0+2*mx+x1)/4, (y0+2*my+y1)/4, a.Label)
	}
}

// towards returns the point so far from the first in the direction of the second.
func towards(x, y, tx, ty, far float64) (float64, float64) {
	d := math.Hypot(tx-x, ty-y)
	if d < 1e-9 {
		return x, y
	}
	return x + (tx-x)/d*far, y + (ty-y)/d*far
}

// badge writes in a small lozenge of the colour of arrows.
func (c *canvas) badge(x, y float64, text string) {
	size := min(max(0.28*c.scale, minLetter), c.letter)
	w := max(c.width(text, size, true)+size*0.7, size*1.4)
	c.dc.DrawRoundedRectangle(x-w/2, y-size*0.7, w, size*1.4, size*0.7)
	c.fill(trail, white, 1.5)
	c.write(text, x, y, size, true, white)
}

func storeText(s Store) string {
	return strings.TrimSpace("× " + strconv.Itoa(s.Count) + "  " + s.Name)
}

// stores draws what stands beside the board.
func (c *canvas) stores(aside []Store, x, y float64) {
	r := c.letter * 0.62
	for _, s := range aside {
		y += c.letter * 0.85
		c.man(x+r, y, r, group{player: s.Player}, 1)
		c.face(false, c.letter)
		c.dc.SetColor(ink)
		c.dc.DrawString(c.dc.Legible(storeText(s), false), x+2.6*r, y+0.36*c.letter)
		y += c.letter * 0.85
	}
}

// legendRows breaks the names of the players into rows that fit.
func (c *canvas) legendRows(room float64) [][]int {
	var rows [][]int
	x := 0.0
	for i, name := range c.p.Players {
		w := c.width(name, c.letter, false) + 3*c.letter
		if len(rows) == 0 || x+w > room {
			rows, x = append(rows, nil), 0
		}
		rows[len(rows)-1] = append(rows[len(rows)-1], i)
		x += w
	}
	return rows
}

func (c *canvas) legend(row []int, x, y float64) {
	r := c.letter * 0.55
	for _, i := range row {
		c.man(x+r, y, r, group{player: i}, 1)
		c.face(false, c.letter)
		c.dc.SetColor(ink)
		c.dc.DrawString(c.dc.Legible(c.p.Players[i], false), x+2.6*r, y+0.36*c.letter)
		x += c.width(c.p.Players[i], c.letter, false) + 3*c.letter
	}
}

package draw

import (
	"image/color"
	"math"
	"slices"
)

// Sign is what some cells of a board have on them besides their outline, and what it means.
type Sign struct {
	Look  Look
	Cells []int
	Text  string // for the legend; "" for none
}

// Look is what a sign looks like. All are seen in grey, and the last three around a man who
// stands on the cell.
type Look int

// The looks of signs.
const (
	Crossed Look = iota // from corner to corner; a node has a small ring
	Rosette
	Washed // a little darker than other cells
	Hatched
	Ringed
	Dotted
)

// String is what a reader calls a sign who cannot see it.
func (l Look) String() string {
	return [...]string{"crosses", "rosettes", "shaded", "hatched", "rings", "dots"}[l]
}

// legends are the signs of which a legend says what they mean.
func (b *Board) legends() (out []Sign) {
	for _, s := range b.Signs {
		if s.Text != "" && len(s.Cells) > 0 {
			out = append(out, s)
		}
	}
	return out
}

// washed reports whether a cell is shaded.
func (b *Board) washed(cell int) bool {
	return slices.ContainsFunc(b.Signs, func(s Sign) bool { return s.Look == Washed && slices.Contains(s.Cells, cell) })
}

// signed reports whether a cell bears a sign that is drawn on its ground.
func (b *Board) signed(cell int) bool {
	return slices.ContainsFunc(b.Signs, func(s Sign) bool { return s.Look != Washed && slices.Contains(s.Cells, cell) })
}

// ground is the colour of a cell.
func (b *Board) ground(cell int) color.RGBA {
	c := b.Cells[cell]
	washed := b.washed(cell)
	switch {
	case c.Dark && washed:
		return mark
	case c.Dark:
		return dark
	case washed:
		return light
	case c.Shape == Hole:
		return hollow
	}
	return ground
}

// besideName is how wide signs are that stand in the middle of a square with a name in its
// corner, and are clear of it, in widths of the square.
var besideName = [...]float64{Crossed: 0.58, Rosette: 0.7, Washed: 1, Hatched: 0.6, Ringed: 0.82, Dotted: 0.62}

// signs draws the signs of the board, but for the wash, which is the ground of a cell.
func (c *canvas) signs() {
	b := &c.p.Board
	s := c.unit * c.scale
	for _, sign := range b.Signs {
		for _, i := range sign.Cells {
			cell := b.Cells[i]
			x, y := c.at(cell.At)
			wide := s
			if _, named := c.cornerName(cell); named || c.moving && cell.Shape == Square {
				wide = s * besideName[sign.Look]
			}
			if cell.Shape == Triangle {
				wide = 0.7 * c.scale
				if y += 0.6 * c.scale; cell.Up {
					y -= 1.2 * c.scale
				}
			}
			c.sign(sign.Look, cell.Shape, b.ground(i), x, y, wide)
		}
	}
}

// sign draws one on a cell that is so many pixels wide.
func (c *canvas) sign(look Look, shape Shape, ground color.Color, x, y, s float64) {
	half := s / 2
	if shape != Square {
		half = 0.33 * s // what reaches into corners stays within a round cell
	}
	c.dc.SetColor(mark)
	c.dc.SetLineWidth(max(s*0.04, 1.2))
	switch look {
	case Crossed:
		if shape == Node {
			c.dc.DrawCircle(x, y, 0.2*s)
		} else {
			c.dc.DrawLine(x-half, y-half, x+half, y+half)
			c.dc.DrawLine(x-half, y+half, x+half, y-half)
		}
		c.dc.Stroke()
	case Rosette:
		c.rosette(ground, x, y, 0.45*s)
	case Hatched:
		lines := []float64{-1.7, -1.15, -0.6, 0, 0.6, 1.15, 1.7}
		if s < 24 {
			lines = []float64{-0.9, 0, 0.9} // more would run together
		}
		c.dc.SetColor(edge)
		c.dc.SetLineWidth(max(s*0.02, 0.8))
		for _, d := range lines {
			from, to := max(-1, d-1), min(1, d+1)
			c.dc.DrawLine(x+from*half, y+(d-from)*half, x+to*half, y+(d-to)*half)
		}
		c.dc.Stroke()
	case Ringed:
		c.dc.DrawCircle(x, y, 0.43*s)
		c.dc.Stroke()
	case Dotted:
		for _, d := range []Point{{-1, -1}, {-1, 1}, {1, -1}, {1, 1}} {
			c.dc.DrawCircle(x+0.84*half*d.X, y+0.84*half*d.Y, max(0.05*s, 1.2))
		}
		c.dc.SetColor(edge)
		c.dc.Fill()
	}
}

// petals of a rosette.
const petals = 8

// rosette draws a flower in a ring, on a ground of its own where lines cross.
func (c *canvas) rosette(ground color.Color, x, y, r float64) {
	c.dc.DrawCircle(x, y, r)
	c.fill(ground, mark, max(r*0.07, 1))
	at := func(angle, far float64) (float64, float64) {
		sin, cos := math.Sincos(angle)
		return x + far*cos, y + far*sin
	}
	for k := range petals {
		angle := 2 * math.Pi * float64(k) / petals
		tipX, tipY := at(angle, 0.92*r)
		leftX, leftY := at(angle-math.Pi/petals, 0.6*r)
		rightX, rightY := at(angle+math.Pi/petals, 0.6*r)
		c.dc.MoveTo(x, y)
		c.dc.QuadraticTo(leftX, leftY, tipX, tipY)
		c.dc.QuadraticTo(rightX, rightY, x, y)
		c.dc.ClosePath()
	}
	c.dc.SetColor(mark)
	c.dc.Fill()
}

// signLine is what the legend says of a sign, in lines that fit.
type signLine struct {
	Sign
	lines []string
}

// signLines breaks what the legend says of signs into lines.
func (c *canvas) signLines(room float64) (out []signLine) {
	for _, s := range c.p.Board.legends() {
		out = append(out, signLine{s, c.wrapped(s.Text, room-1.9*c.letter)})
	}
	return out
}

// height is how much room it takes.
func (s *signLine) height(letter float64) float64 {
	return letter * (0.2 + 1.4*float64(len(s.lines)))
}

// signLegend says below the board what its signs mean, each beside a cell that bears it.
func (c *canvas) signLegend(l layout) {
	y := l.pad + l.upper + 0.4*c.letter
	for _, s := range l.signs {
		c.meaning(s, l.pad, y)
		y += s.height(c.letter)
	}
}

func (c *canvas) meaning(s signLine, x, y float64) {
	size := 1.2 * c.letter
	cell := c.p.Board.Cells[s.Cells[0]]
	ground := ground
	if s.Look == Washed {
		ground = light
	}
	mx, my := x+size/2, y+0.7*c.letter
	if cell.Shape == Square {
		c.dc.DrawRectangle(mx-size/2, my-size/2, size, size)
	} else {
		c.dc.DrawCircle(mx, my, size/2)
	}
	c.fill(ground, edge, 1)
	c.sign(s.Look, cell.Shape, ground, mx, my, size)
	c.face(false, c.letter)
	c.dc.SetColor(ink)
	for k, line := range s.lines {
		c.dc.DrawString(c.dc.Legible(line, false), x+1.9*c.letter, y+c.letter*(1.06+1.4*float64(k)))
	}
}

package draw

import (
	"fmt"
	"image/color"
	"math"
	"strconv"
	"unicode/utf8"
)

// Thing is what is thrown to move by.
type Thing int

// The things.
const (
	Die     Thing = iota
	Stick         // flat on one side and round on the other
	Cowrie        // a shell, that lies on its back or on its mouth
	Pyramid       // of four corners, two of which are marked
)

// Fallen is a thing as it fell: a die with this number or this word up, another thing with the
// side that counts up (1) or down (0).
type Fallen struct {
	Thing Thing
	Up    int
	Face  string // a word on a die; none: its number
}

// Throw is what was thrown at once, and in words how it fell.
type Throw struct {
	Things []Fallen
	Words  string
}

// broad is how broad a thing is, of its height.
func (f Fallen) broad() float64 {
	if f.Face != "" {
		return max(1, 0.4+0.32*float64(utf8.RuneCountInString(f.Face)))
	}
	return [...]float64{Die: 1, Stick: 0.3, Cowrie: 0.72, Pyramid: 1.1}[f.Thing]
}

func (f Fallen) known() bool {
	return f.Thing >= Die && f.Thing <= Pyramid && f.Up >= 0 && (f.Thing == Die || f.Up <= 1 && f.Face == "")
}

// Elements draws a thing as it fell as elements of SVG, for a page: so high, from the origin
// to the right and down, and returns how wide that is.
func (f Fallen) Elements(high float64) (elements string, wide float64, err error) {
	if !f.known() {
		return "", 0, fmt.Errorf("nothing falls as %+v", f)
	}
	v, err := newVector()
	if err != nil {
		return "", 0, err
	}
	c := &canvas{dc: v}
	c.fallen(f, 0, 0, high)
	return v.out.String(), f.broad() * high, nil
}

// throwRows breaks throws into rows that fit, each throw in one row.
func (c *canvas) throwRows(room float64) (rows [][]Throw) {
	x := 0.0
	for _, t := range c.p.Throws {
		if len(t.Things) == 0 {
			continue
		}
		w := c.throwWidth(t)
		if len(rows) == 0 || x+w > room {
			rows, x = append(rows, nil), 0
		}
		rows[len(rows)-1] = append(rows[len(rows)-1], t)
		x += w
	}
	return rows
}

// fallenHigh is how high a thing that was thrown is drawn, and throwRow how much room a row of
// them takes, in letters.
const (
	fallenHigh = 1.9
	throwRow   = 2.5
)

// throwWidth is how wide a throw is, with the gap behind it.
func (c *canvas) throwWidth(t Throw) float64 {
	w := 1.1
	for _, f := range t.Things {
		w += f.broad()*fallenHigh + 0.35
	}
	return w * c.letter
}

// throws draws a row of throws.
func (c *canvas) throws(row []Throw, x, y float64) {
	for _, t := range row {
		at := x
		for _, f := range t.Things {
			c.fallen(f, at, y, fallenHigh*c.letter)
			at += (f.broad()*fallenHigh + 0.35) * c.letter
		}
		x += c.throwWidth(t)
	}
}

// pips are where the pips of a die lie, in thirds of its side from its middle, by the number
// that they show.
var pips = [][]Point{1: {{0, 0}}, 2: {{-1, -1}, {1, 1}}, 3: {{-1, -1}, {0, 0}, {1, 1}}, 4: {{-1, -1}, {1, -1}, {-1, 1}, {1, 1}},
	5: {{-1, -1}, {1, -1}, {0, 0}, {-1, 1}, {1, 1}}, 6: {{-1, -1}, {1, -1}, {-1, 0}, {1, 0}, {-1, 1}, {1, 1}}}

// fallen draws a thing so high, from its upper left corner.
func (c *canvas) fallen(f Fallen, x, y, high float64) {
	wide, line := f.broad()*high, max(0.04*high, 1)
	mx, my := x+wide/2, y+high/2
	var side color.Color = back // the darker side is the one that does not count
	if f.Thing == Die || f.Up == 1 {
		side = palette[0].fill
	}
	switch f.Thing {
	case Die:
		c.dc.DrawRoundedRectangle(x, y, wide, high, 0.16*high)
		c.fill(side, ink, line)
		if f.Face != "" {
			c.write(f.Face, mx, my, 0.5*high, true, ink)
			return
		}
		if f.Up >= len(pips) || f.Up == 0 {
			c.write(strconv.Itoa(f.Up), mx, my, 0.6*high, true, ink)
			return
		}
		for _, q := range pips[f.Up] {
			c.dc.DrawCircle(mx+0.26*high*q.X, my+0.26*high*q.Y, 0.09*high)
		}
		c.dc.SetColor(ink)
		c.dc.Fill()
	case Stick:
		round := 0.1 * high
		if f.Up == 1 {
			round = 0.03 * high
		}
		c.dc.DrawRoundedRectangle(x, y, wide, high, round)
		c.fill(side, ink, line)
		if f.Up == 0 { // its round back catches the light
			c.stroke(light, line, x+0.36*wide, y+0.12*high, x+0.36*wide, y+0.88*high)
		}
	case Cowrie:
		c.oval(mx, my, wide/2, high/2)
		c.fill(side, ink, line)
		if f.Up == 1 {
			c.stroke(ink, 1.5*line, mx, y+0.16*high, mx, y+0.84*high)
			for k := range 5 {
				at := y + (0.24+0.13*float64(k))*high
				c.stroke(ink, 0.8*line, mx-0.13*high, at, mx+0.13*high, at)
			}
		}
	case Pyramid:
		corners := []Point{{mx, y}, {x + wide, y + high}, {x, y + high}}
		tip := Point{mx, y + 0.62*high}
		c.dc.MoveTo(corners[0].X, corners[0].Y)
		c.dc.LineTo(corners[1].X, corners[1].Y)
		c.dc.LineTo(corners[2].X, corners[2].Y)
		c.dc.ClosePath()
		c.fill(back, ink, line)
		for _, q := range corners {
			c.stroke(light, line, tip.X, tip.Y, q.X+0.12*(tip.X-q.X), q.Y+0.12*(tip.Y-q.Y))
		}
		if f.Up == 1 {
			c.dc.DrawCircle(tip.X, tip.Y, 0.19*high)
			c.fill(side, ink, line)
		}
	}
}

// back is the colour of a side that does not count.
var back = color.RGBA{0x5b, 0x46, 0x30, 0xff}

func (c *canvas) stroke(col color.Color, wide, x0, y0, x1, y1 float64) {
	c.dc.DrawLine(x0, y0, x1, y1)
	c.dc.SetColor(col)
	c.dc.SetLineWidth(wide)
	c.dc.Stroke()
}

// oval adds an ellipse, of eight arcs.
func (c *canvas) oval(x, y, rx, ry float64) {
	const arcs = 8
	c.dc.MoveTo(x+rx, y)
	for k := range arcs {
		// The handle of an arc lies where the tangents at its ends meet.
		half := math.Pi / arcs
		sin, cos := math.Sincos(float64(2*k+1) * half)
		endSin, endCos := math.Sincos(float64(2*k+2) * half)
		c.dc.QuadraticTo(x+rx*cos/math.Cos(half), y+ry*sin/math.Cos(half), x+rx*endCos, y+ry*endSin)
	}
	c.dc.ClosePath()
}

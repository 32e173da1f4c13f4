package draw

import (
	"errors"
	"fmt"
	"image/color"
	"math"
	"strings"
)

// Figure is what can be drawn with pixels, as SVG, as PDF and with letters: a board, or
// a diagram.
type Figure interface {
	Check() error
	Words() string // what is to be seen, for readers who do not see it
	render(width int, begin func(height int) pen, half func()) error
}

// Diagram is a drawing of lines, discs and writing: a chart, or a tree. Its units are
// pixels where it is drawn as wide as it is; y goes down.
type Diagram struct {
	Width, Height float64
	Marks         []Mark
	Alt           string // what is to be seen
	Plain         string // the same with letters
	Caption       string
}

// Mark is a line, a disc or writing of a diagram, by its Kind.
type Mark struct {
	Kind   MarkKind
	X, Y   float64
	X2, Y2 float64 // where a line or a bar ends
	Text   string
	Anchor float64 // of writing: 0 from its place to the right, 0.5 around it, 1 up to it
	Bold   bool
}

// MarkKind is what a mark looks like.
type MarkKind int

// The kinds of mark.
const (
	Rule  MarkKind = iota // a faint line, of a scale
	Twig                  // a line
	Span                  // a broad bar along a line
	Block                 // a filled rectangle
	Disc
	Writing
)

const (
	writingSize = 12 // of the writing of a diagram
	discRadius  = 4.5
)

var (
	pale  = color.RGBA{0x9d, 0xba, 0xe3, 0xff}
	solid = color.RGBA{0x2f, 0x61, 0xb8, 0xff}
	rule  = color.RGBA{0xcf, 0xcf, 0xcf, 0xff}
)

// Check reports what makes a diagram impossible to draw.
func (d *Diagram) Check() error {
	if !(d.Width >= 1 && d.Width < 1e5 && d.Height >= 1 && d.Height < 1e6) {
		return fmt.Errorf("a diagram cannot be %v by %v", d.Width, d.Height)
	}
	for _, m := range d.Marks {
		for _, v := range []float64{m.X, m.Y, m.X2, m.Y2} {
			if math.IsNaN(v) || math.IsInf(v, 0) {
				return errors.New("a mark of a diagram stands nowhere")
			}
		}
	}
	return nil
}

// Words says what is to be seen.
func (d *Diagram) Words() string { return d.Alt }

func (d *Diagram) render(width int, begin func(height int) pen, half func()) error {
	c, err := newCanvas(d, width)
	if err != nil {
		return err
	}
	c.scale = float64(width) / d.Width
	c.letter = min(max(writingSize*c.scale, 11), 24)
	caption := c.wrapped(d.Caption, float64(width)-2*c.letter)
	height := d.Height * c.scale
	below := height
	if len(caption) > 0 {
		height += c.letter * (1.4*float64(len(caption)) + 0.8)
	}
	if height*float64(width) > maxPixels {
		return fmt.Errorf("the picture would be %d by %.0f pixels, which is too large", width, height)
	}
	c.dc = begin(int(math.Ceil(height)))
	for _, m := range d.Marks {
		c.mark(m)
	}
	half()
	c.caption(caption, c.letter, below)
	return nil
}

// mark draws a mark of a diagram.
func (c *canvas) mark(m Mark) {
	x, y, x2, y2 := m.X*c.scale, m.Y*c.scale, m.X2*c.scale, m.Y2*c.scale
	line := func(col color.Color, wide float64) {
		c.dc.SetColor(col)
		c.dc.SetLineWidth(wide * c.scale)
		c.dc.DrawLine(x, y, x2, y2)
		c.dc.Stroke()
	}
	switch m.Kind {
	case Rule:
		line(rule, 1)
	case Twig:
		line(ink, 1.6)
	case Span:
		line(pale, 8)
	case Block:
		c.dc.SetColor(solid)
		c.dc.DrawRectangle(min(x, x2), min(y, y2), math.Abs(x2-x), math.Abs(y2-y))
		c.dc.Fill()
	case Disc:
		c.dc.SetColor(solid)
		c.dc.DrawCircle(x, y, discRadius*c.scale)
		c.dc.Fill()
	case Writing:
		c.face(m.Bold, writingSize*c.scale)
		c.dc.SetColor(ink)
		c.dc.DrawStringAnchored(c.dc.Legible(m.Text, m.Bold), x, y, m.Anchor, 0)
	}
}

// newCanvas is what a figure is measured and drawn on; writing is measured on a
// context of its own, because how much room it needs decides how large the picture is.
func newCanvas(f Figure, width int) (*canvas, error) {
	if err := f.Check(); err != nil {
		return nil, err
	}
	if width < MinWidth || width > MaxWidth {
		return nil, fmt.Errorf("a picture can be %d to %d pixels wide, not %d", MinWidth, MaxWidth, width)
	}
	dc, err := newPen()
	return &canvas{dc: dc}, err
}

// broader is how much more room writing may take in the fonts of whoever shows a drawing.
const broader = 1.15

// wrapped breaks a caption into lines.
func (c *canvas) wrapped(caption string, room float64) (out []string) {
	if caption == "" {
		return nil
	}
	c.face(false, c.letter)
	for line := range strings.SplitSeq(caption, "\n") {
		out = append(out, c.dc.WordWrap(line, room/broader)...)
	}
	return out
}

// caption writes what a picture shows below it.
func (c *canvas) caption(lines []string, x, y float64) {
	if len(lines) == 0 {
		return
	}
	y += c.letter * 0.4
	c.dc.SetColor(ink)
	c.face(false, c.letter)
	for _, line := range lines {
		c.dc.DrawString(c.dc.Legible(line, false), x, y+c.letter)
		y += c.letter * 1.4
	}
}

//go:build !js

package draw

import (
	"bytes"
	"image/color"
	"time"

	"codeberg.org/go-pdf/fpdf"
	"git.sr.ht/~sbinet/gg"
	"github.com/lectio/lectio/evidence/yamlpos"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/goregular"
)

// points is how many points of a page a unit of a drawing takes: 96 units are an inch.
const points = 0.75

// PDF draws a figure on a page of its own size, so many units wide, as [PNG] does.
// The same picture gives the same bytes.
func PDF(f Figure, width int, about About) ([]byte, error) {
	var v *paper
	begin := func(height int) pen { v = newPaper(width, height, about); return v }
	if err := f.render(width, begin, func() {}); err != nil {
		return nil, err
	}
	var out bytes.Buffer
	if err := v.pdf.Output(&out); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}

// paper is the pen that draws on a page of a PDF file.
type paper struct {
	*raster // knows how wide writing is
	pdf     *fpdf.Fpdf
	shapes  []func(style string) // to be filled or drawn
	path    []func()
	colour  [3]int
	filled  bool // the shapes are to be filled as well as drawn
}

// family is what the font of the program is called in the file.
const family = "go"

func newPaper(width, height int, about About) *paper {
	size := fpdf.SizeType{Wd: float64(width) * points, Ht: float64(height) * points}
	pdf := fpdf.NewCustom(&fpdf.InitType{OrientationStr: "P", UnitStr: "pt", Size: size})
	pdf.SetCatalogSort(true)
	then := time.Unix(0, 0).UTC() // the same picture is the same file whenever it is made
	pdf.SetCreationDate(then)
	pdf.SetModificationDate(then)
	pdf.SetTitle(yamlpos.Visible(about.Title), true)
	pdf.SetSubject(yamlpos.Visible(about.Words), true)
	pdf.SetKeywords(yamlpos.Visible(about.Citation), true)
	pdf.SetCreator("Lectio", true)
	pdf.SetMargins(0, 0, 0)
	pdf.SetAutoPageBreak(false, 0)
	pdf.AddUTF8FontFromBytes(family, "", goregular.TTF)
	pdf.AddUTF8FontFromBytes(family, "B", gobold.TTF)
	pdf.AddPage()
	return &paper{raster: newRaster(gg.NewContext(1, 1), 1), pdf: pdf}
}

// SetFont sets the font of what is written next.
func (v *paper) SetFont(bold bool, size float64) {
	v.raster.SetFont(bold, size)
	style := ""
	if bold {
		style = "B"
	}
	v.pdf.SetFont(family, style, size*points)
}

// SetColor sets the colour of what comes next.
func (v *paper) SetColor(c color.Color) {
	r, g, b, _ := c.RGBA()
	v.colour = [3]int{int(r >> 8), int(g >> 8), int(b >> 8)}
}

// SetLineWidth sets the width of lines.
func (v *paper) SetLineWidth(w float64) { v.pdf.SetLineWidth(w * points) }

// SetLineCapRound makes the ends of the next lines round.
func (v *paper) SetLineCapRound() { v.pdf.SetLineCapStyle("round") }

func (v *paper) step(draw func()) { v.path = append(v.path, draw) }

// MoveTo begins a path.
func (v *paper) MoveTo(x, y float64) { v.step(func() { v.pdf.MoveTo(x*points, y*points) }) }

// LineTo goes on in a straight line.
func (v *paper) LineTo(x, y float64) { v.step(func() { v.pdf.LineTo(x*points, y*points) }) }

// QuadraticTo goes on in a bow.
func (v *paper) QuadraticTo(x1, y1, x2, y2 float64) {
	v.step(func() { v.pdf.CurveTo(x1*points, y1*points, x2*points, y2*points) })
}

// ClosePath goes back to where the path began.
func (v *paper) ClosePath() { v.step(v.pdf.ClosePath) }

// DrawCircle adds a circle.
func (v *paper) DrawCircle(x, y, r float64) {
	v.shapes = append(v.shapes, func(style string) { v.pdf.Circle(x*points, y*points, r*points, style) })
}

// DrawLine adds a line.
func (v *paper) DrawLine(x1, y1, x2, y2 float64) { v.MoveTo(x1, y1); v.LineTo(x2, y2) }

// DrawRectangle adds a rectangle.
func (v *paper) DrawRectangle(x, y, w, h float64) {
	v.shapes = append(v.shapes, func(style string) { v.pdf.Rect(x*points, y*points, w*points, h*points, style) })
}

// DrawRoundedRectangle adds one with round corners.
func (v *paper) DrawRoundedRectangle(x, y, w, h, r float64) {
	v.shapes = append(v.shapes, func(style string) {
		v.pdf.RoundedRect(x*points, y*points, w*points, h*points, r*points, "1234", style)
	})
}

// DrawString writes from a place to the right.
func (v *paper) DrawString(s string, x, y float64) { v.DrawStringAnchored(s, x, y, 0, 0) }

// DrawStringAnchored writes on a line: from a place, around it (ax is one half), or up
// to it (1).
func (v *paper) DrawStringAnchored(s string, x, y, ax, _ float64) {
	s = yamlpos.Visible(s)
	v.pdf.SetTextColor(v.colour[0], v.colour[1], v.colour[2])
	v.pdf.Text(x*points-ax*v.pdf.GetStringWidth(s), y*points, s)
}

// Fill fills the shapes.
func (v *paper) Fill() {
	v.pdf.SetFillColor(v.colour[0], v.colour[1], v.colour[2])
	v.emit("F")
}

// FillPreserve has the shapes filled when their lines are drawn.
func (v *paper) FillPreserve() {
	v.pdf.SetFillColor(v.colour[0], v.colour[1], v.colour[2])
	v.filled = true
}

// Stroke draws the lines of the shapes.
func (v *paper) Stroke() {
	v.pdf.SetDrawColor(v.colour[0], v.colour[1], v.colour[2])
	if v.filled {
		v.emit("DF")
	} else {
		v.emit("D")
	}
}

// emit draws the shapes and forgets them.
func (v *paper) emit(style string) {
	for _, draw := range v.shapes {
		draw(style)
	}
	if len(v.path) > 0 {
		for _, step := range v.path {
			step()
		}
		v.pdf.DrawPath(style)
	}
	v.shapes, v.path, v.filled = nil, nil, false
	v.pdf.SetLineCapStyle("butt")
}

package draw

import (
	"fmt"
	"html"
	"image/color"
	"math"
	"strconv"
	"strings"

	"github.com/lectio/lectio/evidence/yamlpos"
)

// About says in a file what a picture is of: for catalogues, and for who does not see
// it.
type About struct {
	Title    string
	Words    string // what is to be seen
	Citation string // of what, with what and how it was made
}

// Drawing is a picture as SVG, in two halves: the empty board, which is the same in
// many pictures of a game, and what stands on it and beside it.
type Drawing struct {
	Width, Height int
	Board, Men    string // elements
}

// SVG draws a figure so many units wide, as [PNG] does.
func SVG(f Figure, width int) (Drawing, error) {
	d := Drawing{Width: width}
	v, err := newVector()
	if err != nil {
		return d, err
	}
	begin := func(height int) pen { d.Height = height; return v }
	half := func() {
		d.Board = v.out.String()
		v.out.Reset()
	}
	if err := f.render(width, begin, half); err != nil {
		return Drawing{}, err
	}
	d.Men = v.out.String()
	return d, nil
}

// Ground draws an empty board, and the sides of its players, as elements of SVG for a page
// on which men move: a unit of the board is so many of the drawing, the origins are the same,
// and there is room for a name in the corner of each square. Numbers stand in the middle.
func Ground(p Picture, unit float64) (string, error) {
	c, err := newCanvas(p, MaxWidth)
	if err != nil {
		return "", err
	}
	v, err := newVector()
	if err != nil {
		return "", err
	}
	c.dc, c.p, c.unit, c.scale, c.moving = v, &p, p.Board.spacing(), unit, true
	c.board()
	c.numbers()
	c.sides()
	return v.out.String(), nil
}

// String returns the drawing as a file.
func (d Drawing) String() string { return d.file("", "") }

// File returns the drawing as a file that says what it is: a title, what is to be seen,
// and how to cite it.
func (d Drawing) File(about About) string {
	e := html.EscapeString
	return d.file(` role="img" aria-labelledby="title desc"`, fmt.Sprintf("<title id=\"title\">%s</title>\n<desc id=\"desc\">%s</desc>\n<metadata>%s</metadata>\n",
		e(about.Title), e(about.Words), e(about.Citation)))
}

func (d Drawing) file(attributes, head string) string {
	return yamlpos.Visible(fmt.Sprintf(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="%d" height="%d" `+
		`font-family="sans-serif"%s>%s<rect width="100%%" height="100%%" fill="#fff"/>`+"\n%s%s</svg>\n",
		d.Width, d.Height, d.Width, d.Height, attributes, head, d.Board, d.Men))
}

// vector is the pen that writes SVG. How a shape looks stands in its style, so that
// a page with many pictures can say it once.
type vector struct {
	writing
	out    strings.Builder
	shapes []string // to be filled or drawn, without their style
	path   strings.Builder
	from   [2]int // where the part of the path began, in tenths
	at     [2]int // and how far it has come
	colour string
	width  float64
	round  bool
	bold   bool
	size   float64
	filled string // the colour with which the shapes are filled already
}

func newVector() (*vector, error) {
	p, err := newPen()
	return &vector{writing: p}, err
}

// short writes a number with at most one decimal.
func short(f float64) string {
	s := strings.TrimSuffix(strconv.FormatFloat(f, 'f', 1, 64), ".0")
	if s == "-0" {
		return "0"
	}
	return s
}

func (v *vector) shape(format string, numbers ...float64) {
	args := make([]any, len(numbers))
	for i, n := range numbers {
		args[i] = short(n)
	}
	v.shapes = append(v.shapes, fmt.Sprintf(format, args...))
}

// tenths is a number as it is written, in tenths.
func tenths(f float64) int { return int(math.Round(10 * f)) }

// step goes on with a path. All but its beginning is written by how far it leads, so that the same shape is written alike
// wherever it stands; points are rounded first, so that nothing adds up.
func (v *vector) step(command string, points ...float64) {
	if v.path.Len() == 0 {
		v.at, v.from = [2]int{tenths(points[0]), tenths(points[1])}, [2]int{tenths(points[0]), tenths(points[1])}
		fmt.Fprintf(&v.path, "M%s %s", short(points[0]), short(points[1]))
		return
	}
	if command == "Z" {
		v.at = v.from
		v.path.WriteString(command)
		return
	}
	var by strings.Builder
	to := v.at
	for i, n := range points {
		to[i%2] = tenths(n)
		far := short(float64(to[i%2]-v.at[i%2]) / 10)
		if i > 0 && far[0] != '-' {
			by.WriteByte(' ')
		}
		if digits, minus := strings.CutPrefix(far, "-"); strings.HasPrefix(digits, "0.") {
			far = map[bool]string{true: "-"}[minus] + digits[1:]
		}
		by.WriteString(far)
	}
	if command == "M" {
		if v.from = to; to == v.at && strings.HasSuffix(v.path.String(), "Z") {
			return // the next part begins where this one did
		}
	}
	along, up := to[0]-v.at[0], to[1]-v.at[1]
	switch v.at = to; {
	case command == "L" && up == 0:
		v.path.WriteString("h" + short(float64(along)/10))
	case command == "L" && along == 0:
		v.path.WriteString("v" + short(float64(up)/10))
	default:
		v.path.WriteString(strings.ToLower(command) + by.String())
	}
}

// emit writes the shapes in a style and forgets them.
func (v *vector) emit(style string) {
	if v.path.Len() > 0 {
		v.shapes = append(v.shapes, `path d="`+v.path.String()+`"`)
		v.path.Reset()
	}
	for _, s := range v.shapes {
		fmt.Fprintf(&v.out, `<%s style="%s"/>`, s, style)
	}
	v.out.WriteByte('\n')
	v.shapes, v.filled, v.round = nil, "", false
}

// SetFont sets the font of what is written next.
func (v *vector) SetFont(bold bool, size float64) {
	v.writing.SetFont(bold, size)
	v.bold, v.size = bold, size
}

// Legible leaves writing as it is: whoever shows the drawing has fonts of their own.
func (v *vector) Legible(s string, _ bool) string { return s }

// SetColor sets the colour of what comes next.
func (v *vector) SetColor(c color.Color) {
	r, g, b, _ := c.RGBA()
	v.colour = fmt.Sprintf("#%02x%02x%02x", r>>8, g>>8, b>>8)
}

// SetLineWidth sets the width of lines.
func (v *vector) SetLineWidth(w float64) { v.width = w }

// SetLineCapRound makes the ends of the next lines round.
func (v *vector) SetLineCapRound() { v.round = true }

// MoveTo begins a path.
func (v *vector) MoveTo(x, y float64) { v.step("M", x, y) }

// LineTo goes on in a straight line.
func (v *vector) LineTo(x, y float64) { v.step("L", x, y) }

// QuadraticTo goes on in a bow.
func (v *vector) QuadraticTo(x1, y1, x2, y2 float64) { v.step("Q", x1, y1, x2, y2) }

// ClosePath goes back to where the path began.
func (v *vector) ClosePath() { v.step("Z") }

// DrawCircle adds a circle.
func (v *vector) DrawCircle(x, y, r float64) { v.shape(`circle cx="%s" cy="%s" r="%s"`, x, y, r) }

// DrawLine adds a line.
func (v *vector) DrawLine(x1, y1, x2, y2 float64) { v.step("M", x1, y1); v.step("L", x2, y2) }

// DrawRectangle adds a rectangle.
func (v *vector) DrawRectangle(x, y, w, h float64) {
	v.shape(`path d="M%s %sh%sv%sh%sz"`, x, y, w, h, -w)
}

// DrawRoundedRectangle adds one with round corners.
func (v *vector) DrawRoundedRectangle(x, y, w, h, r float64) {
	v.shape(`rect x="%s" y="%s" width="%s" height="%s" rx="%s"`, x, y, w, h, r)
}

// DrawString writes from a place to the right.
func (v *vector) DrawString(s string, x, y float64) { v.DrawStringAnchored(s, x, y, 0, 0) }

// DrawStringAnchored writes on a line: from a place, around it (ax is one half), or up
// to it (1).
func (v *vector) DrawStringAnchored(s string, x, y, ax, _ float64) {
	style := fmt.Sprintf("fill:%s;font-size:%spx", v.colour, short(v.size))
	if v.bold {
		style += ";font-weight:bold"
	}
	if anchor := map[float64]string{0.5: "middle", 1: "end"}[ax]; anchor != "" {
		style += ";text-anchor:" + anchor
	}
	fmt.Fprintf(&v.out, `<text x="%s" y="%s" style="%s">%s</text>`+"\n", short(x), short(y), style, html.EscapeString(s))
}

// Fill fills the shapes.
func (v *vector) Fill() { v.emit("fill:" + v.colour) }

// FillPreserve fills the shapes and keeps them, for their lines to be drawn.
func (v *vector) FillPreserve() { v.filled = v.colour }

// Stroke draws the lines of the shapes.
func (v *vector) Stroke() {
	fill := "none"
	if v.filled != "" {
		fill = v.filled
	}
	style := fmt.Sprintf("fill:%s;stroke:%s;stroke-width:%s", fill, v.colour, short(v.width))
	if v.round {
		style += ";stroke-linecap:round"
	}
	v.emit(style)
}

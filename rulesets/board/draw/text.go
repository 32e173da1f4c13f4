//go:build !js

package draw

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/lectio/lectio/evidence/cells"
)

// symbols of the players in plain text. Names of places are in small letters,
// so that these stand out.
var symbols = []string{"O", "X", "#", "@", "%", "&"}

// symbol stands for a man of a player while a board is drawn: a sign that no name
// holds, in whose place his letter is put.
func symbol(player int) string { return standIn(max(player, 0) % len(symbols)) }

// standIn is one of the code points that are no characters.
func standIn(i int) string { return string(rune(0xFDD0 + i)) }

// The longest name that is written on the empty places of a plain-text board;
// longer ones would tear it apart.
const longestName = 3

// Text draws a figure with letters, for the terminal. On a board men are O, X, # and @;
// 3O is three men of the first player. An empty place shows its name, or a dot
// if names are long; a star behind it marks the place.
func Text(f Figure) string {
	switch f := f.(type) {
	case *Diagram:
		return f.Plain
	case *Picture:
		return Style{}.Text(*f)
	default:
		return Style{}.Text(f.(Picture))
	}
}

// Style says how a picture is drawn with letters.
type Style struct {
	// Width is how many characters a line of the board has room for; 0 for as many as
	// it takes. Names of places give way first, then the gaps; stacks that are too
	// wide are listed below the board.
	Width int
	// Man writes the letter of a man of a player; nil leaves it as it is. The letter
	// is still one character wide, whatever is put around it.
	Man func(player int, letter string) string
}

// Text draws the picture with letters.
func (style Style) Text(p Picture) string {
	if err := p.Check(); err != nil {
		return "no picture: " + strings.ReplaceAll(err.Error(), "\n", "; ") + "\n"
	}
	var out strings.Builder
	men := p.groups()
	if p.Board.has(Triangle) {
		textTriangles(&out, &p, men, style.Width)
	}
	if slices.ContainsFunc(p.Board.Cells, func(c Cell) bool { return c.Shape != Triangle }) {
		textGrid(&out, &p, men, style.Width)
	}
	out.WriteByte('\n')
	p.legend(&out, style.Width)
	text := strings.TrimLeft(out.String(), "\n")
	if style.Man != nil {
		for i, letter := range symbols {
			text = strings.ReplaceAll(text, standIn(i), style.Man(i, letter))
		}
		return text
	}
	for i, letter := range symbols {
		text = strings.ReplaceAll(text, standIn(i), letter)
	}
	return text
}

// legend writes who is who, what stands off the board, and what is pointed at.
func (p *Picture) legend(out *strings.Builder, width int) {
	line := ""
	for i, name := range p.Players {
		name = symbol(i) + " " + name
		switch {
		case line == "":
			line = name
		case width > 0 && cells.Width(line)+3+cells.Width(name) > width:
			out.WriteString(line + "\n")
			line = name
		default:
			line += "   " + name
		}
	}
	if line != "" {
		out.WriteString(line + "\n")
	}
	for _, s := range p.Stores {
		out.WriteString(strings.TrimRight(fmt.Sprintf("%s x %d  %s", symbol(s.Player), s.Count, s.Name), " ") + "\n")
	}
	if len(p.Throws) > 0 {
		out.WriteString("thrown: " + p.thrown() + "\n")
	}
	for _, s := range p.Board.legends() {
		if s.starred() {
			out.WriteString("* " + s.Text + "\n")
		}
	}
	for _, a := range p.Arrows {
		line := "-> " + p.cellName(a.To)
		switch {
		case a.To < 0:
			line = p.cellName(a.From) + " ->"
		case a.From >= 0:
			line = p.cellName(a.From) + " " + line
		}
		if a.Label != "" {
			line = a.Label + ": " + line
		}
		out.WriteString(line + "\n")
	}
	if p.Caption != "" {
		out.WriteString(p.Caption + "\n")
	}
}

// starred reports whether letters show a sign, by a star. Where the ground is shaded, hatched
// or ringed they do not.
func (s *Sign) starred() bool { return s.Look == Crossed || s.Look == Rosette }

func (b *Board) starred(cell int) bool {
	return slices.ContainsFunc(b.Signs, func(s Sign) bool { return s.starred() && slices.Contains(s.Cells, cell) })
}

func (g group) text() string {
	s := symbol(g.player) + g.label
	if g.count > 1 {
		return strconv.Itoa(g.count) + s
	}
	return s
}

// ranks returns the different values, in order: text has no distances, only
// neighbours.
func ranks(values []float64) []float64 {
	slices.Sort(values)
	return slices.CompactFunc(values, func(a, b float64) bool { return math.Abs(a-b) < 1e-6 })
}

func rank(sorted []float64, v float64) int {
	for i, w := range sorted {
		if math.Abs(w-v) < 1e-6 {
			return i
		}
	}
	return 0
}

// textTriangles writes the points of a tables board in two tiers, as it lies.
func textTriangles(out *strings.Builder, p *Picture, men map[int][]group, room int) {
	var xs []float64
	for _, c := range p.Board.Cells {
		if c.Shape == Triangle {
			xs = append(xs, c.At.X)
		}
	}
	xs = ranks(xs)
	for _, up := range []bool{false, true} {
		t := newTier(p, men, xs, up)
		if t == nil {
			continue
		}
		rows := t.rows(room)
		if up {
			slices.Reverse(rows)
			out.WriteByte('\n')
		}
		for _, r := range rows {
			out.WriteString(r + "\n")
		}
	}
}

// tier is one of the two sides of a tables board.
type tier struct {
	p      *Picture
	xs     []float64  // where its columns lie
	cells  []int      // index of the cell in a column, or -1
	stacks [][]string // the men of each column, from the base to the tip
}

// newTier puts the cells of one side into columns; nil where there are none.
func newTier(p *Picture, men map[int][]group, xs []float64, up bool) *tier {
	t := &tier{p: p, xs: xs, cells: make([]int, len(xs)), stacks: make([][]string, len(xs))}
	for i := range t.cells {
		t.cells[i] = -1
	}
	some := false
	for i, c := range p.Board.Cells {
		if c.Shape == Triangle && c.Up == up {
			t.cells[rank(xs, c.At.X)], some = i, true
		}
	}
	if !some {
		return nil
	}
	for i, cell := range t.cells {
		t.stacks[i] = stack(men[cell])
	}
	return t
}

// stack writes the men of a cell; the last of a group tells their number where they
// are more than have room.
func stack(gs []group) (out []string) {
	for g, n := range slots(gs, stackPlaces) {
		for k := range n {
			s := symbol(gs[g].player) + gs[g].label
			if k == n-1 && gs[g].count > n {
				s = strconv.Itoa(gs[g].count) + s
			}
			out = append(out, s)
		}
	}
	return out
}

// rows writes the tier from the base to the tips: names, then men.
func (t *tier) rows(room int) []string {
	width, bar := 4, "  |"
	if room > 0 && len(t.xs)*width+len(bar) > room {
		width, bar = 3, " |"
	}
	row := func(what func(column int) string) string {
		var b strings.Builder
		for i := range t.xs {
			if i > 0 && t.xs[i]-t.xs[i-1] > 1.5 {
				b.WriteString(bar)
			}
			s := what(i)
			b.WriteString(strings.Repeat(" ", max(width-cells.Width(s), 1)) + s)
		}
		return strings.TrimRight(b.String(), " ")
	}
	rows := []string{row(t.name)}
	high := stackPlaces
	for _, men := range t.stacks {
		high = max(high, len(men))
	}
	for k := range high {
		rows = append(rows, row(func(i int) string {
			switch {
			case k < len(t.stacks[i]):
				return t.stacks[i][k]
			case k == 0 && t.cells[i] >= 0:
				return "."
			}
			return ""
		}))
	}
	return rows
}

// name is the name of the cell in a column, with a star where it is marked.
func (t *tier) name(column int) string {
	if t.cells[column] < 0 {
		return ""
	}
	name := t.p.Board.Cells[t.cells[column]].Name
	if t.p.Board.starred(t.cells[column]) {
		return name + "*"
	}
	return name
}

// textGrid writes every other board: places in rows and columns, with the lines
// between them where there are lines.
func textGrid(out *strings.Builder, p *Picture, men map[int][]group, room int) {
	var g letters
	for _, narrow := range []func(*letters){func(*letters) {}, (*letters).unnamed, (*letters).tight, (*letters).listed} {
		g = newLetters(p, men)
		if narrow(&g); room <= 0 || g.width() <= room {
			break
		}
	}
	g.draw(out)
	for _, line := range g.below {
		out.WriteString(line + "\n")
	}
}

// letters is a board that is not of points: what is written on each place, and in
// which column.
type letters struct {
	p       *Picture
	men     map[int][]group
	tokens  map[int]string
	xs, ys  []float64
	columns []int // where the middle of each column lies
	stepY   int
	widest  int // of the last column
	below   []string
}

func newLetters(p *Picture, men map[int][]group) letters {
	g := letters{p: p, men: men, tokens: map[int]string{}, stepY: 1}
	named := !slices.ContainsFunc(p.Board.Cells, func(c Cell) bool {
		return c.Shape != Triangle && cells.Width(c.Name) > longestName
	})
	widest := 1
	for i, c := range p.Board.Cells {
		if c.Shape == Triangle {
			continue
		}
		g.xs, g.ys = append(g.xs, c.At.X), append(g.ys, c.At.Y)
		s := ""
		for _, men := range men[i] {
			s += men.text()
		}
		if s == "" {
			s = "."
			if named && c.Name != "" {
				s = c.Name
			}
			if p.Board.starred(i) {
				s += "*"
			}
		}
		g.tokens[i] = s
		widest = max(widest, cells.Width(s))
	}
	g.xs, g.ys = ranks(g.xs), ranks(g.ys)
	step := widest + 1
	if len(p.Board.Lines) > 0 {
		step, g.stepY = widest+3, 2
	}
	g.spread(step, widest)
	return g
}

// spread sets columns of one width.
func (g *letters) spread(step, widest int) {
	g.columns, g.widest = nil, widest
	for i := range g.xs {
		g.columns = append(g.columns, widest/2+i*step)
	}
}

// unnamed takes the names from empty places.
func (g *letters) unnamed() {
	widest := 1
	for i, s := range g.tokens {
		if len(g.men[i]) == 0 {
			s = "."
			if g.p.Board.starred(i) {
				s = "*"
			}
			g.tokens[i] = s
		}
		widest = max(widest, cells.Width(s))
	}
	g.spread(widest+1, widest)
}

// tight gives each column the width that it needs.
func (g *letters) tight() {
	g.unnamed()
	need := make([]int, len(g.xs))
	for i, s := range g.tokens {
		x := rank(g.xs, g.p.Board.Cells[i].At.X)
		need[x] = max(need[x], cells.Width(s))
	}
	at := 0
	for x, n := range need {
		g.columns[x] = at + n/2
		at += n + 1
	}
	g.widest = need[len(need)-1]
}

// listed leaves one letter of a stack on the board, and lists stacks below it.
func (g *letters) listed() {
	for i := range g.p.Board.Cells {
		if s, ok := g.tokens[i]; ok && len(g.men[i]) > 0 && cells.Width(s) > 1 {
			g.below = append(g.below, g.p.cellName(i)+": "+s)
			g.tokens[i] = symbol(g.men[i][0].player)
		}
	}
	g.tight()
}

func (g *letters) width() int { return g.columns[len(g.columns)-1] + (g.widest+1)/2 + 1 }

func (g *letters) draw(out *strings.Builder) {
	column := func(x float64) int {
		at := interpolate(g.xs, x)
		i := min(int(at), len(g.columns)-1)
		next := min(i+1, len(g.columns)-1)
		return g.columns[i] + int(math.Round((at-float64(i))*float64(g.columns[next]-g.columns[i])))
	}
	line := func(y float64) int {
		return int(math.Round((float64(len(g.ys)-1) - interpolate(g.ys, y)) * float64(g.stepY)))
	}
	canvas := make([][]rune, (len(g.ys)-1)*g.stepY+1)
	for i := range canvas {
		canvas[i] = []rune(strings.Repeat(" ", g.columns[len(g.columns)-1]+g.widest+1))
	}
	put := func(x, y int, s string) {
		if y < 0 || y >= len(canvas) {
			return
		}
		for _, r := range s {
			if x >= 0 && x < len(canvas[y]) {
				canvas[y][x] = r
			}
			x++
		}
	}
	for _, l := range g.p.Board.Lines {
		drawLine(put, column(l.A.X), line(l.A.Y), column(l.B.X), line(l.B.Y))
	}
	write := func(at Point, s string) {
		put(column(at.X)-(cells.Width(s)-1)/2, line(at.Y), s)
	}
	for i, c := range g.p.Board.Cells {
		if s, ok := g.tokens[i]; ok {
			write(c.At, s)
		}
	}
	for _, row := range canvas {
		out.WriteString(strings.TrimRight(string(row), " ") + "\n")
	}
}

// interpolate says where a value lies among the ranks: lines may end between.
func interpolate(sorted []float64, v float64) float64 {
	i, found := slices.BinarySearchFunc(sorted, v, func(a, b float64) int {
		if math.Abs(a-b) < 1e-6 {
			return 0
		}
		return cmp.Compare(a, b)
	})
	switch {
	case found:
		return float64(i)
	case i == 0:
		return 0
	case i == len(sorted):
		return float64(i - 1)
	}
	return float64(i-1) + (v-sorted[i-1])/(sorted[i]-sorted[i-1])
}

// drawLine puts the signs of a line between two places of the text.
func drawLine(put func(x, y int, s string), x0, y0, x1, y1 int) {
	dx, dy := x1-x0, y1-y0
	sign := "-"
	switch {
	case dx == 0:
		sign = "|"
	case dy != 0 && (dx > 0) == (dy > 0):
		sign = `\`
	case dy != 0:
		sign = "/"
	}
	steps := max(dx, -dx)
	if dy != 0 {
		steps = max(dy, -dy) // one sign a row
	}
	for i := 0; i <= steps && steps > 0; i++ {
		put(x0+int(math.Round(float64(dx*i)/float64(steps))), y0+int(math.Round(float64(dy*i)/float64(steps))), sign)
	}
}

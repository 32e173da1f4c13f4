package draw

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// symbols of the players in plain text. Names of places are in small letters,
// so that these stand out.
var symbols = []string{"O", "X", "#", "@", "%", "&"}

func symbol(player int) string { return symbols[max(player, 0)%len(symbols)] }

// The longest name that is written on the empty places of a plain-text board;
// longer ones would tear it apart.
const longestName = 3

// Text draws the picture with letters, for the terminal. Men are O, X, # and @;
// 3O is three men of the first player. An empty place shows its name, or a dot
// if names are long; a star behind it marks the place.
func Text(p Picture) string {
	if err := p.Check(); err != nil {
		return "no picture: " + strings.ReplaceAll(err.Error(), "\n", "; ") + "\n"
	}
	var out strings.Builder
	men := p.groups()
	if p.Board.has(Triangle) {
		textTriangles(&out, &p, men)
	}
	if slices.ContainsFunc(p.Board.Cells, func(c Cell) bool { return c.Shape != Triangle }) {
		textGrid(&out, &p, men)
	}
	out.WriteByte('\n')
	if len(p.Players) > 0 {
		var names []string
		for i, name := range p.Players {
			names = append(names, symbol(i)+" "+name)
		}
		out.WriteString(strings.Join(names, "   ") + "\n")
	}
	for _, s := range p.Stores {
		out.WriteString(strings.TrimRight(fmt.Sprintf("%s x %d  %s", symbol(s.Player), s.Count, s.Name), " ") + "\n")
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
	return strings.TrimLeft(out.String(), "\n")
}

func (p *Picture) cellName(i int) string {
	if i < 0 || i >= len(p.Board.Cells) {
		return ""
	}
	if n := p.Board.Cells[i].Name; n != "" {
		return n
	}
	return "cell " + strconv.Itoa(i)
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
func textTriangles(out *strings.Builder, p *Picture, men map[int][]group) {
	var xs []float64
	for _, c := range p.Board.Cells {
		if c.Shape == Triangle {
			xs = append(xs, c.At.X)
		}
	}
	xs = ranks(xs)
	for _, up := range []bool{false, true} {
		cells := make([]int, len(xs)) // index of the cell in a column, or -1
		for i := range cells {
			cells[i] = -1
		}
		for i, c := range p.Board.Cells {
			if c.Shape == Triangle && c.Up == up {
				cells[rank(xs, c.At.X)] = i
			}
		}
		if !slices.ContainsFunc(cells, func(i int) bool { return i >= 0 }) {
			continue
		}
		// Rows from the base to the tips: names, then men.
		const width = 4
		row := func(what func(column int) string) string {
			var b strings.Builder
			for i := range xs {
				if i > 0 && xs[i]-xs[i-1] > 1.5 {
					b.WriteString("  |") // a bar
				}
				s := what(i)
				b.WriteString(strings.Repeat(" ", max(width-utf8.RuneCountInString(s), 1)) + s)
			}
			return strings.TrimRight(b.String(), " ")
		}
		rows := []string{row(func(i int) string {
			if cells[i] < 0 {
				return ""
			}
			name := p.Board.Cells[cells[i]].Name
			if p.Board.Cells[cells[i]].Marked {
				name += "*"
			}
			return name
		})}
		stacks := make([][]string, len(xs))
		high := stackPlaces
		for i, cell := range cells {
			gs := men[cell]
			for g, n := range slots(gs, stackPlaces) {
				for k := range n {
					s := symbol(gs[g].player) + gs[g].label
					if k == n-1 && gs[g].count > n {
						s = strconv.Itoa(gs[g].count) + s
					}
					stacks[i] = append(stacks[i], s)
				}
			}
			high = max(high, len(stacks[i]))
		}
		for k := range high {
			rows = append(rows, row(func(i int) string {
				switch {
				case k < len(stacks[i]):
					return stacks[i][k]
				case k == 0 && cells[i] >= 0:
					return "."
				}
				return ""
			}))
		}
		if up {
			slices.Reverse(rows)
			out.WriteByte('\n')
		}
		for _, r := range rows {
			out.WriteString(r + "\n")
		}
	}
}

// textGrid writes every other board: places in rows and columns, with the lines
// between them where there are lines.
func textGrid(out *strings.Builder, p *Picture, men map[int][]group) {
	b := &p.Board
	named := !slices.ContainsFunc(b.Cells, func(c Cell) bool {
		return c.Shape != Triangle && utf8.RuneCountInString(c.Name) > longestName
	})
	var xs, ys []float64
	widest := 1
	tokens := map[int]string{}
	for i, c := range b.Cells {
		if c.Shape == Triangle {
			continue
		}
		xs, ys = append(xs, c.At.X), append(ys, c.At.Y)
		s := ""
		for _, g := range men[i] {
			s += g.text()
		}
		if s == "" {
			s = "."
			if named && c.Name != "" {
				s = c.Name
			}
			if c.Marked {
				s += "*"
			}
		}
		tokens[i] = s
		widest = max(widest, utf8.RuneCountInString(s))
	}
	for _, l := range b.Labels {
		xs, ys = append(xs, l.At.X), append(ys, l.At.Y)
		widest = max(widest, utf8.RuneCountInString(l.Text))
	}
	xs, ys = ranks(xs), ranks(ys)
	stepX, stepY := widest+1, 1
	if len(b.Lines) > 0 {
		stepX, stepY = widest+3, 2
	}
	column := func(x float64) int { return widest/2 + int(math.Round(interpolate(xs, x)*float64(stepX))) }
	line := func(y float64) int {
		return int(math.Round((float64(len(ys)-1) - interpolate(ys, y)) * float64(stepY)))
	}
	canvas := make([][]rune, (len(ys)-1)*stepY+1)
	for i := range canvas {
		canvas[i] = []rune(strings.Repeat(" ", (len(xs)-1)*stepX+widest+1))
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
	for _, l := range b.Lines {
		drawLine(put, column(l.A.X), line(l.A.Y), column(l.B.X), line(l.B.Y))
	}
	write := func(at Point, s string) {
		put(column(at.X)-(utf8.RuneCountInString(s)-1)/2, line(at.Y), s)
	}
	for _, l := range b.Labels {
		write(l.At, l.Text)
	}
	for i, c := range b.Cells {
		if c.Shape != Triangle {
			write(c.At, tokens[i])
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

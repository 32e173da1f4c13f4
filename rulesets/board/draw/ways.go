package draw

import (
	"cmp"
	"fmt"
	"image/color"
	"math"
	"strings"
)

// Way is how the men of a player go from place to place; several places may share a
// cell.
type Way struct {
	Player int
	Cells  []int   // of each place
	Next   [][]int // places to which a step leads from each
}

// steps are those of the way, from cell to cell.
func (w *Way) steps() (out [][2]int) {
	for f, next := range w.Next {
		for _, t := range next {
			out = append(out, [2]int{w.Cells[f], w.Cells[t]})
		}
	}
	return out
}

// ways draws the steps of the ways, those of each player a little beside those of the
// others.
func (c *canvas) ways() {
	for n, w := range c.p.Ways {
		col := palette[c.p.Colour(w.Player)]
		aside := (float64(n) - float64(len(c.p.Ways)-1)/2) * 0.42 * c.unit * c.scale
		at := func(i int) (x, y float64) {
			cell := c.p.Board.Cells[i]
			x, y = c.at(cell.At)
			if cell.Shape == Triangle {
				up := 0.3 * triangleHeight * c.scale
				if cell.Up {
					up = -up
				}
				y += up
			}
			return x + aside, y + aside
		}
		for _, pass := range []struct {
			col  color.Color
			wide float64
		}{{col.edge, 0.14}, {col.fill, 0.08}} {
			for _, s := range w.steps() {
				x0, y0 := at(s[0])
				x1, y1 := at(s[1])
				c.dc.DrawLine(x0, y0, x1, y1)
			}
			c.dc.SetColor(pass.col)
			c.dc.SetLineWidth(max(pass.wide*c.unit*c.scale, 15*pass.wide))
			c.dc.Stroke()
		}
		for _, s := range w.steps() {
			x0, y0 := at(s[0])
			x1, y1 := at(s[1])
			c.head(x0, y0, x1, y1, col)
		}
	}
}

// head draws the head of an arrow on the middle of a step.
func (c *canvas) head(x0, y0, x1, y1 float64, col colours) {
	far := math.Hypot(x1-x0, y1-y0)
	if far < 1 {
		return
	}
	size := min(max(0.19*c.unit*c.scale, 3), far/3)
	dx, dy := (x1-x0)/far*size, (y1-y0)/far*size
	x, y := (x0+x1)/2, (y0+y1)/2
	c.dc.MoveTo(x+dx, y+dy)
	c.dc.LineTo(x-dx-dy, y-dy+dx)
	c.dc.LineTo(x-dx+dy, y-dy-dx)
	c.dc.ClosePath()
	c.fill(col.fill, col.edge, 1)
}

// WayWords tells a way by its straight stretches, and the steps that leave it.
func (p Picture) WayWords(w Way) string {
	into := map[int]bool{}
	for _, next := range w.Next {
		for _, t := range next {
			into[t] = true
		}
	}
	first := 0
	for f, next := range w.Next {
		if len(next) > 0 && !into[f] {
			first = f
			break
		}
	}
	name := func(place int) string { return p.cellName(w.Cells[place]) }
	direction := func(a, b int) [2]int {
		from, to := p.Board.Cells[w.Cells[a]].At, p.Board.Cells[w.Cells[b]].At
		return [2]int{cmp.Compare(to.X, from.X), cmp.Compare(to.Y, from.Y)}
	}
	var stretches, aside []string
	seen := map[int]bool{first: true}
	begin, at := first, first
	end := func() {
		text := name(begin)
		if at != begin {
			text += "–" + name(at)
		}
		stretches = append(stretches, text)
	}
	for {
		next := -1
		for _, to := range w.Next[at] {
			if next < 0 && !seen[to] {
				next = to
			} else {
				aside = append(aside, fmt.Sprintf("from %s also to %s", name(at), name(to)))
			}
		}
		if next < 0 {
			break
		}
		if at != begin && direction(at, next) != direction(begin, at) {
			end()
			begin = next
		}
		seen[next], at = true, next
	}
	end()
	return strings.Join(append([]string{strings.Join(stretches, ", ")}, aside...), "; ")
}

package phylo

import (
	"math"
	"strings"
)

// Text draws the tree with the root at the left and the names at the right, a line
// for each leaf and one between them; a stroke is as long as the way between the
// heights that it joins. The last line is the scale, in distances. width is that of
// the drawing, without the names.
func (n *Node) Text(names []string, width int) []string {
	if n.Leaf >= 0 {
		return []string{names[n.Leaf]}
	}
	d := &drawing{top: n.Height, width: max(width, 12)}
	d.place(n)
	d.draw(n)
	var out []string
	for i, row := range d.rows {
		line := string(row)
		if leaf, ok := d.leaves[i]; ok {
			line += " " + names[leaf]
		}
		out = append(out, strings.TrimRight(line, " "))
	}
	return append(out, d.scale())
}

// drawing is a tree while it is drawn.
type drawing struct {
	top    float64 // the height of the root
	width  int
	rows   [][]rune
	leaves map[int]int   // by row
	row    map[*Node]int // of every node
}

// column is where a height stands; all that is at height 0 stands at the right.
func (d *drawing) column(height float64) int {
	if d.top <= 0 {
		return 0
	}
	return int(math.Round((d.top - height) / d.top * float64(d.width-1)))
}

// place gives every leaf a row, and every group the middle of its parts.
func (d *drawing) place(n *Node) {
	if d.row == nil {
		d.row, d.leaves = map[*Node]int{}, map[int]int{}
	}
	if n.Leaf >= 0 {
		if len(d.rows) > 0 {
			d.rows = append(d.rows, []rune(strings.Repeat(" ", d.width)))
		}
		d.row[n] = len(d.rows)
		d.leaves[len(d.rows)] = n.Leaf
		d.rows = append(d.rows, []rune(strings.Repeat(" ", d.width)))
		return
	}
	for _, p := range n.Parts {
		d.place(p)
	}
	d.row[n] = (d.row[n.Parts[0]] + d.row[n.Parts[len(n.Parts)-1]]) / 2
}

// draw draws what is below a group: a stroke down, and one to each part.
func (d *drawing) draw(n *Node) {
	at := d.column(n.Height)
	first, last := d.row[n.Parts[0]], d.row[n.Parts[len(n.Parts)-1]]
	for y := first; y <= last; y++ {
		d.rows[y][at] = '│'
	}
	if n.Height < d.top {
		d.rows[d.row[n]][at] = '┤'
	}
	for i, p := range n.Parts {
		y := d.row[p]
		for x := at + 1; x <= d.column(p.Height) && x < d.width; x++ {
			d.rows[y][x] = '─'
		}
		switch {
		case i == 0:
			d.rows[y][at] = '┌'
		case i == len(n.Parts)-1:
			d.rows[y][at] = '└'
		case y == d.row[n] && n.Height < d.top:
			d.rows[y][at] = '┼'
		default:
			d.rows[y][at] = '├'
		}
	}
	for _, p := range n.Parts {
		if p.Leaf < 0 {
			d.draw(p)
		}
	}
}

// scale writes the distance of the root at the left, half of it in the middle and 0
// at the right.
func (d *drawing) scale() string {
	line := []rune(strings.Repeat(" ", d.width+6))
	put := func(f float64) {
		for i, r := range figureShort(2 * f) {
			line[d.column(f)+i] = r
		}
	}
	put(d.top)
	if d.width >= 24 && d.top > 0 {
		put(d.top / 2)
	}
	if d.top > 0 {
		put(0)
	}
	return strings.TrimRight(string(line), " ")
}

// figureShort writes a distance with at most two decimals.
func figureShort(f float64) string {
	return figure(math.Round(f*100) / 100)
}

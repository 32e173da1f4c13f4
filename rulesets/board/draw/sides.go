package draw

import "math"

// sideReach is how far a side stands out beyond the cells it borders, as a share of a cell.
const sideReach = 1.16

// strip is a piece of a side, along half an edge of a cell at the edge of the board.
type strip struct {
	player  int
	corners [4]Point
}

// strips are the sides of players on a honeycomb: along the edges of their cells at which no
// other cell lies. Half of an edge that two sides share is of each, as on the corners of a
// board in print.
func (p *Picture) strips() (out []strip) {
	b := &p.Board
	outline := b.Hexagon()
	if outline == nil {
		return nil
	}
	type half struct{ cell, number int }
	type claim struct {
		facing float64
		strip  strip
	}
	best := map[half]claim{}
	var order []half
	for _, side := range p.Sides {
		normal, ok := b.outwards(side.Cells)
		if !ok {
			continue
		}
		for _, cell := range side.Cells {
			at := b.Cells[cell].At
			for k, from := range outline {
				to := outline[(k+1)%len(outline)]
				middle := Point{(from.X + to.X) / 2, (from.Y + to.Y) / 2}
				if b.cellNear(Point{at.X + 2*middle.X, at.Y + 2*middle.Y}) {
					continue
				}
				for h, ends := range [2][2]Point{{from, middle}, {middle, to}} {
					x, y := ends[0].X+ends[1].X, ends[0].Y+ends[1].Y
					facing := (x*normal.X + y*normal.Y) / math.Hypot(x, y)
					key := half{cell, 2*k + h}
					was, claimed := best[key]
					if facing < 0.1 || claimed && was.facing >= facing {
						continue
					}
					if !claimed {
						order = append(order, key)
					}
					off := func(q Point, by float64) Point { return Point{at.X + q.X*by, at.Y + q.Y*by} }
					best[key] = claim{facing, strip{side.Player, [4]Point{off(ends[0], 1), off(ends[1], 1), off(ends[1], sideReach), off(ends[0], sideReach)}}}
				}
			}
		}
	}
	for _, key := range order {
		out = append(out, best[key].strip)
	}
	return out
}

// outwards is the direction in which cells in a straight row face away from the middle of the
// board; not ok where they lie otherwise.
func (b *Board) outwards(cells []int) (normal Point, ok bool) {
	if len(cells) < 2 {
		return normal, false
	}
	from, to := b.Cells[cells[0]].At, b.Cells[cells[len(cells)-1]].At
	long := math.Hypot(to.X-from.X, to.Y-from.Y)
	normal = Point{(to.Y - from.Y) / long, (from.X - to.X) / long}
	aside := func(q Point) float64 { return (q.X-from.X)*normal.X + (q.Y-from.Y)*normal.Y }
	for _, cell := range cells {
		if math.Abs(aside(b.Cells[cell].At)) > 1e-6 {
			return normal, false
		}
	}
	sum := 0.0
	for _, c := range b.Cells {
		sum += aside(c.At)
	}
	if sum > 0 {
		normal = Point{-normal.X, -normal.Y}
	}
	return normal, sum != 0
}

// cellNear reports whether the middle of a cell lies at a place.
func (b *Board) cellNear(at Point) bool {
	for _, c := range b.Cells {
		if math.Hypot(c.At.X-at.X, c.At.Y-at.Y) < 1e-6 {
			return true
		}
	}
	return false
}

// sides draws the sides of players in their colours.
func (c *canvas) sides() {
	for _, s := range c.p.strips() {
		for k, q := range s.corners {
			x, y := c.at(q)
			if k == 0 {
				c.dc.MoveTo(x, y)
			} else {
				c.dc.LineTo(x, y)
			}
		}
		c.dc.ClosePath()
		col := palette[c.p.Colour(s.player)]
		c.fill(col.fill, col.fill, 0.5)
	}
}

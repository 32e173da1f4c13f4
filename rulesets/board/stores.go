package board

// aside is how far the middle of a store lies beyond that of the last hole of a row.
const aside = 1.1

// Stores gives a board of rows of holes a large hole at either end: store_left and
// store_right, as the first player sees them. A store is no neighbour of a hole and
// stands in no row. A board with stores cannot be turned by a quarter.
func (b *Board) Stores() error {
	holes := len(b.Cells)
	last := b.Cells[holes-1] // the hole at the upper right
	b.Cells = append(b.Cells,
		Cell{Name: "store_left", X: -aside, Y: last.Y / 2, Shape: Hole, Tall: last.Y},
		Cell{Name: "store_right", X: last.X + aside, Y: last.Y / 2, Shape: Hole, Tall: last.Y})
	b.Near = append(b.Near, nil, nil)
	b.Leaps = append(b.Leaps, nil, nil)
	b.turns = map[int][]int{2: append(b.turns[2], holes+1, holes)}
	if b.flip != nil {
		b.flip = append(b.flip, holes, holes+1)
	}
	span, rays := b.span, b.rays
	b.span = func(from, to int) []int {
		if max(from, to) >= holes {
			return nil
		}
		return span(from, to)
	}
	b.rays = func(cell int) []Ray {
		if cell >= holes {
			return nil
		}
		return rays(cell)
	}
	return b.finish()
}

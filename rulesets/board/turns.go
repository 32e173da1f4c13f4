package board

import "math"

// turnAbout finds out by how many players the board can be turned, and whether it can be
// flipped over: where cells come to lie on cells, and neighbours stay neighbours.
func (b *Board) turnAbout() {
	var x, y float64
	for _, c := range b.Cells {
		x, y = x+c.X/float64(len(b.Cells)), y+c.Y/float64(len(b.Cells))
	}
	b.turns = map[int][]int{}
	for n := 2; n <= 6; n++ {
		sin, cos := math.Sincos(2 * math.Pi / float64(n))
		// Anticlockwise: the near side becomes the right side.
		turn := b.moved(func(c Cell) (float64, float64) {
			return x + cos*(c.X-x) - sin*(c.Y-y), y + sin*(c.X-x) + cos*(c.Y-y)
		})
		if turn != nil {
			b.turns[n] = turn
		}
	}
	b.flip = b.moved(func(c Cell) (float64, float64) { return c.X, 2*y - c.Y })
}

// moved is onto which cell each comes where all are moved alike; nil where one comes to lie
// on none, or neighbours are parted.
func (b *Board) moved(to func(c Cell) (x, y float64)) []int {
	type spot [2]int
	at := func(x, y float64) spot { return spot{int(math.Round(x * 1e4)), int(math.Round(y * 1e4))} }
	lies := make(map[spot]int, len(b.Cells))
	for i, c := range b.Cells {
		lies[at(c.X, c.Y)] = i
	}
	onto := make([]int, len(b.Cells))
	for i, c := range b.Cells {
		j, ok := lies[at(to(c))]
		if !ok {
			return nil
		}
		onto[i] = j
	}
	for i, near := range b.Near {
		beside := map[int]bool{}
		for _, j := range b.Near[onto[i]] {
			beside[j] = true
		}
		for _, j := range near {
			if !beside[onto[j]] {
				return nil
			}
		}
	}
	return onto
}

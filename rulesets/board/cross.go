package board

import "fmt"

// crossColumns are the names of the columns of an arm of a cross, from left to right as seen
// from its end, by how many there are; "" where a cross cannot have so many.
func crossColumns(columns int) string {
	if columns < 2 || columns > 4 {
		return ""
	}
	return [...]string{"lr", "lmr", "lmnr"}[columns-2]
}

// Cross returns four arms of two, three or four columns around a central field that is no
// cell (or, with centre, one cell named centre). The lengths of the arms are given
// anticlockwise from the near one and are repeated: one number for all, two for arms of which those
// across from each other are as long. A cell is named by its arm (s,
// e, n, w), its column as seen from the end of the arm facing the centre (l m
// r; l r; l m n r) and its rank from the centre outwards: sm1 is the first square of the
// south arm's middle column, sr8 the outermost of its right one. Sets: arm_s …,
// middle_s … (each arm's columns but the outer two), centre.
func Cross(lengths []int, columns int, centre bool) (*Board, error) {
	if n := len(lengths); n != 1 && n != 2 && n != 4 {
		return nil, fmt.Errorf("%d lengths of arms: expected 1, 2 or 4", n)
	}
	for _, l := range lengths {
		if l < 1 || l > 10 {
			return nil, fmt.Errorf("arms of %d squares: expected 1 to 10", l)
		}
	}
	long := func(arm int) int { return lengths[arm%len(lengths)] }
	letters := crossColumns(columns)
	if letters == "" {
		return nil, fmt.Errorf("arms of %d columns: expected 2 to 4", columns)
	}
	outer := columns - 1       // the column at the right
	half := float64(outer) / 2 // how far it is from the middle of the arm
	arms := 0
	var first [4]int // the first cell of each arm
	for arm := range first {
		first[arm] = arms
		arms += columns * long(arm)
	}
	n := arms
	if centre {
		n++
	}
	b := &Board{Near: make([][]int, n), Leaps: make([][]Leap, n), Sets: map[string][]int{}}
	at := func(arm, col, rank int) int { return first[arm] + col*long(arm) + rank }
	for arm, a := range "senw" {
		for col, c := range letters {
			for rank := 0; rank < long(arm); rank++ {
				x, y := float64(col)-half, -float64(rank)-half-1
				for k := 0; k < arm; k++ { // turn anticlockwise: south, east, north, west
					x, y = -y, x
				}
				b.Cells = append(b.Cells, Cell{Name: fmt.Sprintf("%c%c%d", a, c, rank+1), X: x, Y: y, Shape: Square})
				b.Sets["arm_"+string(a)] = append(b.Sets["arm_"+string(a)], at(arm, col, rank))
				if col > 0 && col < outer {
					b.Sets["middle_"+string(a)] = append(b.Sets["middle_"+string(a)], at(arm, col, rank))
				}
			}
		}
	}
	if centre {
		b.Cells = append(b.Cells, Cell{Name: "centre", Shape: Square})
		b.Sets["centre"] = []int{n - 1}
	}
	for arm := 0; arm < 4; arm++ {
		for rank := 0; rank < long(arm); rank++ {
			for col := range outer {
				b.join(at(arm, col, rank), at(arm, col+1, rank))
			}
			for col := 0; col < columns && rank+1 < long(arm); col++ {
				b.join(at(arm, col, rank), at(arm, col, rank+1))
			}
		}
		b.join(at(arm, outer, 0), at((arm+1)%4, 0, 0))
		for col := outer / 2; centre && col <= columns/2; col++ { // the column in the middle, or both
			b.join(at(arm, col, 0), n-1)
		}
	}
	b.turnAbout()
	b.span = b.spanBySight
	b.rays = b.raysBySight
	return b, b.finish()
}

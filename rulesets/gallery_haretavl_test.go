package rulesets_test

import "slices"

// Three dogs and a hare on eleven points: 0 is the left end, 1 to 9 are the square from its
// lower left corner row over row, 10 is the right end.
type handHare struct {
	dogs    []int
	hare    int // -1 while it waits
	hunting bool
}

// handHareRows are the straight rows of the board.
var handHareRows = [][]int{{0, 4, 5, 6, 10}, {1, 2, 3}, {7, 8, 9}, {1, 4, 7}, {2, 5, 8}, {3, 6, 9}, {1, 5, 9}, {7, 5, 3}, {0, 1}, {0, 7}, {3, 10}, {9, 10}}

// free are the points without a piece, those beside one where it is given.
func (p handHare) free(beside int) (points []int) {
	for at := range 11 {
		near := beside < 0
		for _, row := range handHareRows {
			i := slices.Index(row, beside)
			near = near || i > 0 && row[i-1] == at || i >= 0 && i+1 < len(row) && row[i+1] == at
		}
		if near && at != p.hare && !slices.Contains(p.dogs, at) {
			points = append(points, at)
		}
	}
	return points
}

func (p handHare) after() (out []handPosition) {
	with := func(dogs []int, hare int) { out = append(out, handHare{dogs, hare, !p.hunting}) }
	switch {
	case !p.hunting:
		for _, to := range p.free(p.hare) {
			with(p.dogs, to)
		}
	case len(p.dogs) < 3:
		for _, to := range p.free(-1) {
			with(append(slices.Clone(p.dogs), to), p.hare)
		}
	default:
		for i, from := range p.dogs {
			for _, to := range p.free(from) {
				dogs := slices.Clone(p.dogs)
				dogs[i] = to
				with(dogs, p.hare)
			}
		}
	}
	return out
}

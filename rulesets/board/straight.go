package board

import "slices"

// goStraight gives a board whose cells are joined all that goes straight on from neighbour to
// neighbour as they lie: ways, leaps, spans, and rows of so many cells that count as lines
// (0: none).
func (b *Board) goStraight(line int) {
	b.rays = b.raysBySight
	b.span = b.spanBySight
	for i := range b.Cells {
		for _, r := range b.raysBySight(i) {
			if len(r.Cells) >= 2 {
				b.leap(i, r.Cells[0], r.Cells[1])
			}
			if line >= 2 && len(r.Cells) >= line-1 && i < r.Cells[line-2] {
				b.Lines = append(b.Lines, append([]int{i}, r.Cells[:line-1]...))
			}
		}
	}
}

// spanBySight lists the cells from one to another in a straight row.
func (b *Board) spanBySight(from, to int) []int {
	for _, r := range b.raysBySight(from) {
		if i := slices.Index(r.Cells, to); i >= 0 {
			return append([]int{from}, r.Cells[:i+1]...)
		}
	}
	return nil
}

// Rows lists the straight rows of joined cells from end to end, each once.
func (b *Board) Rows() (rows [][]int) {
	for i := range b.Cells {
		ways := b.raysBySight(i)
		for _, r := range ways {
			onward := func(o Ray) bool { return slices.Contains(b.spanBySight(o.Cells[0], r.Cells[0]), i) }
			if last := r.Cells[len(r.Cells)-1]; i < last && !slices.ContainsFunc(ways, onward) {
				rows = append(rows, append([]int{i}, r.Cells...))
			}
		}
	}
	return rows
}

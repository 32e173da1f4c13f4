package board

import "slices"

// Without leaves cells out of a board: no line, leap or straight way runs through them any
// more, and a set that has no other cells is gone. The board can still be turned or flipped
// where what is left comes to lie on what is left.
func (b *Board) Without(out []int) error {
	to := make([]int, len(b.Cells)) // where the cells that stay go; -1 for the others
	var stay []int
	for i := range b.Cells {
		if to[i] = -1; !slices.Contains(out, i) {
			to[i] = len(stay)
			stay = append(stay, i)
		}
	}
	whole := *b
	gone := func(i int) bool { return to[i] < 0 }
	// kept are those of some cells that are left, by their new numbers.
	kept := func(cells []int) (left []int) {
		for _, i := range cells {
			if !gone(i) {
				left = append(left, to[i])
			}
		}
		return left
	}
	b.Cells, b.Near, b.Leaps, b.Lines, b.Edges, b.Sets = nil, nil, nil, nil, nil, map[string][]int{}
	for _, i := range stay {
		b.Cells = append(b.Cells, whole.Cells[i])
		b.Near = append(b.Near, kept(whole.Near[i]))
		var leaps []Leap
		for _, l := range whole.Leaps[i] {
			if !gone(l.Over) && !gone(l.To) {
				leaps = append(leaps, Leap{Over: to[l.Over], To: to[l.To]})
			}
		}
		b.Leaps = append(b.Leaps, leaps)
	}
	for _, l := range whole.Lines {
		if !slices.ContainsFunc(l, gone) {
			b.Lines = append(b.Lines, kept(l))
		}
	}
	for _, e := range whole.Edges {
		if !gone(e[0]) && !gone(e[1]) {
			b.Edges = append(b.Edges, [2]int{to[e[0]], to[e[1]]})
		}
	}
	for name, cells := range whole.Sets {
		if left := kept(cells); left != nil {
			b.Sets[name] = left
		}
	}
	// turned is a turn of the whole board as one of what is left of it.
	turned := func(turn []int) (left []int) {
		for _, i := range stay {
			if turn == nil || gone(turn[i]) {
				return nil
			}
			left = append(left, to[turn[i]])
		}
		return left
	}
	b.turns = map[int][]int{}
	for n, turn := range whole.turns {
		if left := turned(turn); left != nil {
			b.turns[n] = left
		}
	}
	b.flip = turned(whole.flip)
	b.span = func(from, to int) []int {
		row := whole.Span(stay[from], stay[to])
		if slices.ContainsFunc(row, gone) {
			return nil
		}
		return kept(row)
	}
	b.rays = func(cell int) (rays []Ray) {
		for _, r := range whole.Rays(stay[cell]) {
			if end := slices.IndexFunc(r.Cells, gone); end >= 0 {
				r.Cells = r.Cells[:end]
			}
			if r.Cells = kept(r.Cells); len(r.Cells) > 0 {
				rays = append(rays, r)
			}
		}
		return rays
	}
	b.cut = true
	return b.finish()
}

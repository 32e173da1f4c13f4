package rulesets_test

// handTuzAt is the position from which lines are counted: either player can make a tuz, in his
// ninth hole and in one with the same number neither can, and korgools are taken and run out.
const handTuzAt = `{nobody: {r1c1: 3, r1c3: 1, r1c6: 2, r1c7: 4, r1c9: 2, r2c9: 2, r2c8: 1, r2c6: 3, r2c4: 2, r2c3: 2, r2c1: 2,
	store_left: 66, store_right: 72}, to-move: white}`

// Toguz korgool: by player the korgools in his holes from the first to the ninth, what he has taken,
// and the number of the hole of the other that is his tuz, or -1.
type handKorgools struct {
	holes [2][9]int
	taken [2]int
	tuz   [2]int
	turn  int
}

func handTuz() handPosition {
	return handKorgools{
		holes: [2][9]int{{3, 0, 1, 0, 0, 2, 4, 0, 2}, {2, 1, 0, 3, 0, 2, 2, 0, 2}},
		taken: [2]int{72, 66},
		tuz:   [2]int{-1, -1},
	}
}

func (p handKorgools) after() (out []handPosition) {
	if p.taken[0] > 81 || p.taken[1] > 81 {
		return nil
	}
	me, other := p.turn, 1-p.turn
	for from, n := range p.holes[me] {
		if n == 0 {
			continue
		}
		q := p
		q.turn = other
		q.holes[me][from] = 0
		at := from
		if n == 1 {
			at++ // one that lay alone leaves its hole
		}
		last := 0
		for k := range n {
			last = (at + k) % 18
			if last < 9 {
				q.holes[me][last]++
			} else {
				q.holes[other][last-9]++
			}
		}
		if hole := last - 9; hole >= 0 {
			switch n := q.holes[other][hole]; {
			case n%2 == 0:
				q.taken[me] += n
				q.holes[other][hole] = 0
			case n == 3 && q.tuz[me] < 0 && hole != 8 && hole != q.tuz[other]:
				q.tuz[me] = hole
			}
		}
		for side, hole := range q.tuz {
			if hole >= 0 {
				q.taken[side] += q.holes[1-side][hole]
				q.holes[1-side][hole] = 0
			}
		}
		out = append(out, q)
	}
	return out
}

package rulesets_test

// howToCounts are what others than the engine have counted of the rulesets of the page, from
// the beginning: published counts, and those of the counters below, which were written from
// the rules and share nothing with the engine.
func howToCounts() map[string]outsideCount {
	return map[string]outsideCount{
		"flip":    {lines: []uint64{4, 12, 56, 244, 1396, 8200, 55092}},
		"actions": {lines: linesByHand(handActions(), 3)},
		"mancala": {lines: []uint64{6, 36, 190, 1014, 5219}},
		"relay":   {lines: linesByHand(handSown(), 5)},
		"heaps":   {lines: []uint64{12, 113, 810}, turns: true},
	}
}

// linesByHand counts the lines of up to so many moves.
func linesByHand(p handPosition, depth int) []uint64 {
	lines := make([]uint64, depth)
	countByHand(p, lines)
	return lines
}

// Men who go as far as there are men on their line: cells are numbered row by row. A game
// that is over goes on here, which it cannot be after so few moves.
type handGoing struct {
	men  [64]int // 1 or 2, 0 for none
	turn int
}

func handActions() handPosition {
	p := handGoing{turn: 1}
	for i := 1; i < 7; i++ {
		p.men[i], p.men[56+i] = 1, 1
		p.men[8*i], p.men[8*i+7] = 2, 2
	}
	return p
}

func (p handGoing) after() (out []handPosition) {
	for from, man := range p.men {
		for way := range 8 {
			x, y := []int{1, 1, 0, -1, -1, -1, 0, 1}[way], []int{0, 1, 1, 1, 0, -1, -1, -1}[way]
			at := func(n int) int { // the cell n steps on, or -1
				c, r := from%8+n*x, from/8+n*y
				if c < 0 || c > 7 || r < 0 || r > 7 {
					return -1
				}
				return 8*r + c
			}
			far := 0
			for n := -7; n <= 7; n++ {
				if at(n) >= 0 && p.men[at(n)] != 0 {
					far++
				}
			}
			free := man == p.turn && at(far) >= 0 && p.men[at(far)] != man
			for n := 1; free && n < far; n++ {
				free = p.men[at(n)] != 3-man
			}
			if free {
				q := p
				q.men[from], q.men[at(far)], q.turn = 0, man, 3-man
				out = append(out, q)
			}
		}
	}
	return out
}

// Piles that are sown along a ring of twelve holes, the player's first.
type handPiles [2][12]int

func handSown() handPosition {
	row := [12]int{2, 2, 2, 2, 2, 2}
	return handPiles{row, row}
}

func (p handPiles) after() (out []handPosition) {
	for hole, pile := range p[0] {
		if pile < 2 {
			continue
		}
		q := p[0]
		for at, more := hole, true; more; more = q[at] > 1 {
			pile := q[at]
			q[at] = 0
			for range pile {
				at = (at + 1) % len(q)
				q[at]++
			}
		}
		out = append(out, handPiles{p[1], q})
	}
	return out
}

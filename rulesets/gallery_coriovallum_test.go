package rulesets_test

// Dogs and hares on the stone of Coriovallum, on all its lines: the points are numbered as
// in the file from which the candidates are told, along the rectangle from its lower left
// corner and then the lines outside it.
type handHunt struct {
	men  [2]int // sets of points: the dogs', the hares'
	hand [2]int
	turn int
}

var handStoneLines = [...][2]int{{0, 1}, {1, 2}, {2, 3}, {3, 4}, {0, 5}, {4, 6}, {7, 8}, {9, 10}, {10, 11}, {11, 12}, {12, 13}, {13, 8}, {9, 5}, {5, 1},
	{9, 11}, {12, 2}, {13, 7}, {6, 3}, {6, 7}, {14, 15}, {15, 16}, {15, 12}, {17, 18}, {18, 19}, {18, 2}}

// handHuntAt is a position in which dogs are still to be placed and hares move; handDogs
// says the same.
const handHuntAt = `{"dogs":{"a2":1,"a3":1,"hand":2},"hares":{"c2":1,"c6":1},"to-move":"dogs"}`

func handDogs() handPosition {
	return handHunt{men: [2]int{1<<0 | 1<<5, 1<<2 | 1<<15}, hand: [2]int{2, 0}}
}

func (p handHunt) after() (out []handPosition) {
	put := func(away, to int) {
		if (p.men[0]|p.men[1])>>to&1 == 1 {
			return
		}
		q := p
		q.men[p.turn] = q.men[p.turn]&^away | 1<<to
		if away == 0 {
			q.hand[p.turn]--
		}
		q.turn = 1 - p.turn
		out = append(out, q)
	}
	if p.hand[p.turn] > 0 {
		for to := range 20 {
			put(0, to)
		}
		return out
	}
	for _, line := range handStoneLines {
		for i, from := range line {
			if p.men[p.turn]>>from&1 == 1 {
				put(1<<from, line[1-i])
			}
		}
	}
	if len(out) == 0 && p.turn == 0 { // dogs that cannot move wait
		p.turn = 1
		return append(out, p)
	}
	return out
}

package rulesets_test

import (
	"slices"
)

// Two long dice and rows of holes: each player's men on his own way, of which 0 to 15 are his
// row, 16 to 32 the middle one and 33 to 48 the opponent's, from whose end it goes on at 16.
// left are the sides still to be played, 1 for the dal, none where a throw is due.
type handLongDice struct {
	men  [2][49]byte // 1 for a man, 2 for one that is dalled
	turn int
	left []int
}

// handLongDiceAt is where lines are counted from: men in all three rows, of whom some can be taken.
const handLongDiceAt = `{"south": {"r1c5+dalled": 1, "r1c3": 1, "r2c15+dalled": 1, "r3c2+dalled": 1, "out": 12},
	"north": {"r3c7": 1, "r3c4+dalled": 1, "r2c17+dalled": 1, "r2c2+dalled": 1, "r1c1+dalled": 1, "out": 11}, "to-move": "south"}`

func handDalled() handPosition {
	var p handLongDice
	p.men[0] = [49]byte{11: 2, 13: 1, 30: 2, 47: 2}
	p.men[1] = [49]byte{9: 1, 12: 2, 32: 2, 17: 2, 48: 2}
	return p
}

// acrossRows is where a place of one player lies on the way of the other.
func acrossRows(at int) int {
	switch {
	case at < 16:
		return 33 + at // the holes of a row are passed in the same order by both
	case at < 33:
		return at
	}
	return at - 33
}

func (p handLongDice) moves(n int) (out []handLongDice) {
	own := p.men[p.turn]
	for from, man := range own {
		if man == 0 || man == 1 && n != 1 {
			continue
		}
		to, free := from, true
		for range n {
			if to++; to == 49 {
				to = 16
			}
			free = free && own[to] == 0
		}
		if !free {
			continue
		}
		q := p
		q.men[p.turn][from], q.men[p.turn][to], q.men[1-p.turn][acrossRows(to)] = 0, 2, 0
		q.left = slices.Clone(p.left)
		i := slices.Index(q.left, n)
		q.left = slices.Delete(q.left, i, i+1)
		out = append(out, q)
	}
	return out
}

// won reports whether the player to move has taken all men of the other.
func (p handLongDice) won() bool { return p.men[1-p.turn] == [49]byte{} }

// most is how many sides of the dice can be played; to win satisfies it.
func (p handLongDice) most() (n int) {
	for _, side := range slices.Compact(slices.Sorted(slices.Values(p.left))) {
		for _, q := range p.moves(side) {
			if q.won() {
				return len(p.left)
			}
			n = max(n, 1+q.most())
		}
	}
	return n
}

func (p handLongDice) after() (out []handPosition) {
	switch {
	case p.men[p.turn] == [49]byte{} || p.won():
		return nil
	case len(p.left) == 0:
		for a := 1; a <= 4; a++ {
			for b := a; b <= 4; b++ {
				q := p
				q.left = []int{a, b}
				out = append(out, q.after()...)
			}
		}
		return out
	}
	most := p.most()
	if most == 0 {
		p.left, p.turn = nil, 1-p.turn
		return []handPosition{p}
	}
	for _, side := range slices.Compact(slices.Sorted(slices.Values(p.left))) {
		for _, q := range p.moves(side) {
			if !q.won() && 1+q.most() < most {
				continue
			}
			if len(q.left) == 0 && !q.won() {
				q.turn = 1 - p.turn
			}
			out = append(out, q)
		}
	}
	return out
}

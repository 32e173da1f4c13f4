package rulesets_test

import "slices"

// International draughts: w, b for men and W, B for kings, by column and row; white men go up.
type handHundred struct {
	board [10][10]byte
	taken [10][10]bool // in the series that is being played
	black bool
	going bool
	x, y  int // of who takes on
}

// handKingsAt is a position of kings and men, in which series part; handKings says the same.
const handKingsAt = `{"white":{"a3+king":1,"c1+man":1,"e3+man":1,"g5+man":1,"h2+king":1,"out":15},
	"black":{"b6+man":1,"d6+man":1,"f8+king":1,"h8+man":1,"e5+man":1,"i3+man":1,"d10+king":1,"out":13},"to-move":"white"}`

func handKings() handPosition {
	var p handHundred
	for cell, man := range map[string]byte{"a3": 'W', "c1": 'w', "e3": 'w', "g5": 'w', "h2": 'W',
		"b6": 'b', "d6": 'b', "f8": 'B', "h8": 'b', "e5": 'b', "i3": 'b'} {
		p.board[cell[0]-'a'][cell[1]-'1'] = man
	}
	p.board[3][9] = 'B'
	return p
}

func (p *handHundred) at(x, y int) byte {
	if x < 0 || y < 0 || x > 9 || y > 9 {
		return '#'
	}
	return p.board[x][y]
}

func (p *handHundred) mine(man byte) bool {
	return p.black && (man == 'b' || man == 'B') || !p.black && (man == 'w' || man == 'W')
}

func (p *handHundred) theirs(man byte) bool { return man != 0 && man != '#' && !p.mine(man) }

// captures are the ways in which who stands on x, y takes one man, and how many he can take
// with each altogether.
func (p handHundred) captures(x, y int) (out []handHundred, most []int) {
	king := p.board[x][y] < 'a'
	for _, d := range [][2]int{{1, 1}, {1, -1}, {-1, 1}, {-1, -1}} {
		n := 1
		for king && p.at(x+n*d[0], y+n*d[1]) == 0 {
			n++
		}
		over := [2]int{x + n*d[0], y + n*d[1]}
		if !p.theirs(p.at(over[0], over[1])) || p.taken[over[0]][over[1]] {
			continue
		}
		for n++; p.at(x+n*d[0], y+n*d[1]) == 0; n++ {
			q := p
			q.x, q.y, q.going = x+n*d[0], y+n*d[1], true
			q.board[q.x][q.y], q.board[x][y] = p.board[x][y], 0
			q.taken[over[0]][over[1]] = true
			_, more := q.captures(q.x, q.y)
			out, most = append(out, q), append(most, 1+slices.Max(append(more, 0)))
			if !king {
				break
			}
		}
	}
	return out, most
}

// passed is the position when a move is over that ended on x, y.
func (p handHundred) passed(x, y int) handHundred {
	for i := range p.taken {
		for k, taken := range p.taken[i] {
			if taken {
				p.board[i][k], p.taken[i][k] = 0, false
			}
		}
	}
	if y == 9 && p.board[x][y] == 'w' || y == 0 && p.board[x][y] == 'b' {
		p.board[x][y] -= 'a' - 'A'
	}
	p.going, p.x, p.y, p.black = false, 0, 0, !p.black
	return p
}

func (p handHundred) after() (out []handPosition) {
	var taking []handHundred
	var most []int
	for x := range 10 {
		for y := range 10 {
			if p.mine(p.board[x][y]) && (!p.going || x == p.x && y == p.y) {
				list, many := p.captures(x, y)
				taking, most = append(taking, list...), append(most, many...)
			}
		}
	}
	for i, q := range taking {
		switch {
		case most[i] < slices.Max(most):
		case most[i] == 1:
			out = append(out, q.passed(q.x, q.y))
		default:
			out = append(out, q)
		}
	}
	if len(taking) > 0 {
		return out
	}
	for x := range 10 {
		for y := range 10 {
			if p.mine(p.board[x][y]) {
				out = append(out, p.quiet(x, y)...)
			}
		}
	}
	return out
}

// quiet are the moves that take nothing.
func (p handHundred) quiet(x, y int) (out []handPosition) {
	man := p.board[x][y]
	for _, d := range [][2]int{{1, 1}, {1, -1}, {-1, 1}, {-1, -1}} {
		if man == 'w' && d[1] < 0 || man == 'b' && d[1] > 0 {
			continue
		}
		for n := 1; p.at(x+n*d[0], y+n*d[1]) == 0; n++ {
			q := p
			q.board[x][y], q.board[x+n*d[0]][y+n*d[1]] = 0, man
			out = append(out, q.passed(x+n*d[0], y+n*d[1]))
			if man >= 'a' {
				break
			}
		}
	}
	return out
}

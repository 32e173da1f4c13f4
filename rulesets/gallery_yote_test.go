package rulesets_test

// Yoté: 1 and 2 are men, 0 is an empty hole. second is set while the player who has leapt is
// to take a second man.
type handHoles struct {
	board  [5][6]byte
	hand   [3]int // by player, of whom there is no 0
	turn   byte
	second bool
}

// handHolesAt is the position from which lines are counted: men can leap, also over one who is
// the last but those that wait.
const handHolesAt = `{pebbles: {r3c3: 1, r2c2: 1, r1c5: 1, r4c5: 1, hand: 1, out: 7}, sticks: {r4c3: 1, r3c2: 1, r2c5: 1, r5c5: 1, hand: 1, out: 7}, to-move: pebbles}`

func handYote() handPosition {
	p := handHoles{turn: 1, hand: [3]int{0, 1, 1}}
	for _, at := range [][2]int{{3, 3}, {2, 2}, {1, 5}, {4, 5}} {
		p.board[at[0]-1][at[1]-1] = 1
	}
	for _, at := range [][2]int{{4, 3}, {3, 2}, {2, 5}, {5, 5}} {
		p.board[at[0]-1][at[1]-1] = 2
	}
	return p
}

func (p *handHoles) at(y, x int) byte {
	if y < 0 || x < 0 || y > 4 || x > 5 {
		return '#'
	}
	return p.board[y][x]
}

// left counts the men of a player, and those of them on the board.
func (p *handHoles) left(who byte) (all, board int) {
	for _, row := range p.board {
		for _, man := range row {
			if man == who {
				board++
			}
		}
	}
	return board + p.hand[who], board
}

func (p handHoles) after() (out []handPosition) {
	mine, _ := p.left(p.turn)
	theirs, _ := p.left(3 - p.turn)
	if mine == 0 || theirs == 0 || !p.second && mine <= 3 && theirs <= 3 {
		return nil
	}
	for y := range 5 {
		for x := range 6 {
			next := p
			next.turn, next.second = 3-p.turn, false
			switch man := p.board[y][x]; {
			case p.second && man == 3-p.turn:
				next.board[y][x] = 0
				out = append(out, next)
			case p.second:
			case man == 0 && p.hand[p.turn] > 0:
				next.board[y][x] = p.turn
				next.hand[p.turn]--
				out = append(out, next)
			case man == p.turn:
				for _, d := range handFour {
					q := next
					q.board[y][x] = 0
					switch beside := p.at(y+d[0], x+d[1]); {
					case beside == 0:
						q.board[y+d[0]][x+d[1]] = p.turn
					case beside == 3-p.turn && p.at(y+2*d[0], x+2*d[1]) == 0:
						q.board[y+d[0]][x+d[1]], q.board[y+2*d[0]][x+2*d[1]] = 0, p.turn
						if _, board := q.left(3 - p.turn); board > 0 {
							q.turn, q.second = p.turn, true
						}
					default:
						continue
					}
					out = append(out, q)
				}
			}
		}
	}
	return out
}

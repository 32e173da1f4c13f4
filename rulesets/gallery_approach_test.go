package rulesets_test

// Fanorona: 1 and 2 for the men of the players, whose points are strong where the sum of their
// coordinates is even. In a series x, y is the point of the man that has taken, been are the
// points where it was and dx, dy is the way that it went last. Where it has come between two
// rows choosing is set: one of them is taken next.
type handApproach struct {
	board    [9][5]byte
	been     [9][5]bool
	turn     byte
	x, y     int
	dx, dy   int
	choosing bool
}

func handFanorona() handPosition {
	p := handApproach{turn: 1}
	for x := range 9 {
		p.board[x] = [5]byte{1, 1, "\x02\x01\x02\x01\x00\x02\x01\x02\x01"[x], 2, 2}
	}
	return p
}

func (p *handApproach) at(x, y int) byte {
	if x < 0 || y < 0 || x > 8 || y > 4 {
		return '#'
	}
	return p.board[x][y]
}

// lift takes the row of opposing men that begins one step from a point and leads away from it.
func (p *handApproach) lift(x, y, dx, dy int) {
	for x, y = x+dx, y+dy; p.at(x, y) == 3-p.turn; x, y = x+dx, y+dy {
		p.board[x][y] = 0
	}
}

// on is the position in which the man may go on, or in which the other is to move if it cannot.
func (p handApproach) on() handPosition {
	if len(p.steps(p.x, p.y, true)) == 0 {
		return p.over()
	}
	return p
}

func (p handApproach) over() handPosition { return handApproach{board: p.board, turn: 3 - p.turn} }

// steps are the steps of one man, those that take or those that do not.
func (p handApproach) steps(x, y int, taking bool) (out []handPosition) {
	handWays(x, y, func(dx, dy int) {
		if p.at(x+dx, y+dy) != 0 || p.been[x+dx][y+dy] || dx == p.dx && dy == p.dy {
			return
		}
		ahead, behind := p.at(x+2*dx, y+2*dy) == 3-p.turn, p.at(x-dx, y-dy) == 3-p.turn
		if taking != (ahead || behind) {
			return
		}
		q := p
		q.board[x][y], q.board[x+dx][y+dy], q.been[x][y] = 0, p.turn, true
		q.x, q.y, q.dx, q.dy, q.choosing = x+dx, y+dy, dx, dy, ahead && behind
		switch {
		case !taking:
			out = append(out, q.over())
			return
		case q.choosing:
			out = append(out, q)
			return
		case ahead:
			q.lift(q.x, q.y, dx, dy)
		default:
			q.lift(x, y, -dx, -dy)
		}
		out = append(out, q.on())
	})
	return out
}

func (p handApproach) after() (out []handPosition) {
	if p.choosing {
		p.choosing = false
		ahead, behind := p, p
		ahead.lift(p.x, p.y, p.dx, p.dy)
		behind.lift(p.x-p.dx, p.y-p.dy, -p.dx, -p.dy)
		return []handPosition{ahead.on(), behind.on()}
	}
	if p.dx != 0 || p.dy != 0 {
		return append(p.steps(p.x, p.y, true), p.over())
	}
	for _, taking := range []bool{true, false} {
		for x := range 9 {
			for y := range 5 {
				if p.board[x][y] == p.turn {
					out = append(out, p.steps(x, y, taking)...)
				}
			}
		}
		if len(out) > 0 {
			break
		}
	}
	return out
}

package rulesets_test

// Ludus latrunculorum from the moment when all men are down: 1 and 2 are men, 0 is a vacant
// square. held are the squares of men whom their opponent holds fast. In a series x, y is the
// square of the man that leaps, and been are the squares where it has been.
type handSoldiers struct {
	board      [8][8]byte
	held, been [8][8]bool
	turn       byte
	leapt      bool
	x, y       int
}

// handSoldiersAt is the position from which lines are counted: men of both sides are held fast
// or can be, also two of one who hold each other's neighbours.
const handSoldiersAt = `{white: {a4: 1, b2: 1, c3: 1, c6: 1, d5: 1, e2: 1, f4: 1, g6: 1, out: 8},
  black: {b5: 1, c4: 1, d3: 1, d7: 1, e4: 1, f6: 1, g3: 1, h5: 1, out: 8}, to-move: white}`

func handLatrunculi() handPosition {
	p := handSoldiers{turn: 1}
	for i, squares := range []string{"a4 b2 c3 c6 d5 e2 f4 g6", "b5 c4 d3 d7 e4 f6 g3 h5"} {
		for ; len(squares) > 1; squares = squares[min(3, len(squares)):] {
			p.board[squares[0]-'a'][squares[1]-'1'] = byte(i + 1)
		}
	}
	return p
}

var handFour = [4][2]int{{1, 0}, {-1, 0}, {0, 1}, {0, -1}}

func (p *handSoldiers) at(x, y int) byte {
	if x < 0 || y < 0 || x > 7 || y > 7 {
		return '#'
	}
	return p.board[x][y]
}

// stands reports whether a free man of a side stands on a square.
func (p *handSoldiers) stands(side byte, x, y int) bool { return p.at(x, y) == side && !p.held[x][y] }

// between reports whether free men of a side stand on both sides of a square.
func (p *handSoldiers) between(side byte, x, y int) bool {
	return p.stands(side, x-1, y) && p.stands(side, x+1, y) || p.stands(side, x, y-1) && p.stands(side, x, y+1)
}

// moved is the position after a man has come from one square to another: whom it holds fast,
// and which of its own side get free. Whoever helps it to hold may be held fast itself, if it gets
// free by that. It reports whether the move may be made.
func (p handSoldiers) moved(x, y, tx, ty int) (handSoldiers, bool) {
	own, foe := p.turn, 3-p.turn
	q := p
	q.board[x][y], q.board[tx][ty] = 0, own
	keep := func(side, by byte) { // men of a side who are held no longer by free men get free
		before := q
		for a := range 8 {
			for b := range 8 {
				q.held[a][b] = q.held[a][b] && (q.board[a][b] != side || before.between(by, a, b))
			}
		}
	}
	keep(foe, own)
	now := map[[2]int]bool{}
	for _, d := range handFour {
		ax, ay := tx+d[0], ty+d[1]
		if q.at(ax, ay) == foe && !p.held[ax][ay] && q.at(tx+2*d[0], ty+2*d[1]) == own {
			q.held[ax][ay], now[[2]int{ax, ay}] = true, true
		}
	}
	keep(own, foe)
	keep(foe, own)
	for _, d := range [2][2]int{{1, 0}, {0, 1}} {
		ax, ay, bx, by := tx+d[0], ty+d[1], tx-d[0], ty-d[1]
		if q.at(ax, ay) == foe && q.at(bx, by) == foe && !now[[2]int{ax, ay}] && !now[[2]int{bx, by}] {
			return q, false
		}
	}
	return q, true
}

// leaps are the positions after a leap of the man on a square.
func (p handSoldiers) leaps(x, y int) (out []handSoldiers) {
	for _, d := range handFour {
		over, tx, ty := p.at(x+d[0], y+d[1]), x+2*d[0], y+2*d[1]
		if over == 0 || over == '#' || p.at(tx, ty) != 0 || p.been[tx][ty] {
			continue
		}
		if q, ok := p.moved(x, y, tx, ty); ok {
			q.leapt, q.x, q.y, q.been[x][y] = true, tx, ty, true
			out = append(out, q)
		}
	}
	return out
}

func (p handSoldiers) over() handSoldiers {
	p.turn, p.leapt, p.x, p.y, p.been = 3-p.turn, false, 0, 0, [8][8]bool{}
	return p
}

func (p handSoldiers) after() (out []handPosition) {
	leaps := func(x, y int) {
		for _, q := range p.leaps(x, y) {
			if len(q.leaps(q.x, q.y)) == 0 {
				q = q.over()
			}
			out = append(out, q)
		}
	}
	if p.leapt {
		leaps(p.x, p.y)
		return append(out, p.over())
	}
	for x := range 8 {
		for y := range 8 {
			switch {
			case p.held[x][y] && p.board[x][y] == 3-p.turn && p.between(p.turn, x, y):
				q := p
				q.board[x][y], q.held[x][y] = 0, false
				out = append(out, q.over())
			case p.stands(p.turn, x, y):
				for _, d := range handFour {
					if p.at(x+d[0], y+d[1]) == 0 {
						if q, ok := p.moved(x, y, x+d[0], y+d[1]); ok {
							out = append(out, q.over())
						}
					}
				}
				leaps(x, y)
			}
		}
	}
	return out
}

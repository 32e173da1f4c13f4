package rulesets_test

// Surakarta: 1 and 2 are men, 0 is a vacant point.
type handLoops struct {
	board [6][6]byte
	turn  byte
}

// handLoopsAt is the position from which lines are counted: few men, so that ways lead round
// several loops and come back to where they began.
const handLoopsAt = `{white: {b2: 1, c3: 1, e1: 1, f4: 1, a6: 1}, black: {d5: 1, b5: 1, e3: 1, c1: 1, f6: 1}, to-move: white}`

func handSurakarta() handPosition {
	p := handLoops{turn: 1}
	for i, points := range [][]string{{"b2", "c3", "e1", "f4", "a6"}, {"d5", "b5", "e3", "c1", "f6"}} {
		for _, at := range points {
			p.board[at[0]-'a'][at[1]-'1'] = byte(i + 1)
		}
	}
	return p
}

// handCircuit is the way round the small loops (near is 1) or the large ones (2), point by
// point: after every sixth comes a loop.
func handCircuit(near int) (way [24][2]int) {
	far := 5 - near
	for i := range 6 {
		way[i], way[6+i], way[12+i], way[18+i] = [2]int{i, near}, [2]int{far, i}, [2]int{5 - i, far}, [2]int{near, 5 - i}
	}
	return way
}

// takes are the points of those whom the man on a point can take.
func (p handLoops) takes(x, y int) map[[2]int]bool {
	whom := map[[2]int]bool{}
	for _, way := range [][24][2]int{handCircuit(1), handCircuit(2)} {
		for start := range way {
			if way[start] != [2]int{x, y} {
				continue
			}
			for _, step := range []int{1, 23} {
				for n := 1; n < 24; n++ {
					at := way[(start+n*step)%24]
					man := p.board[at[0]][at[1]]
					if at == [2]int{x, y} || man == 0 {
						continue
					}
					looped := start/6 != (start+n*step)%24/6 || n > 6
					if looped && man == 3-p.turn {
						whom[at] = true
					}
					break
				}
			}
		}
	}
	return whom
}

func (p handLoops) after() (out []handPosition) {
	for x := range 6 {
		for y := range 6 {
			if p.board[x][y] != p.turn {
				continue
			}
			to := p.takes(x, y)
			for dx := -1; dx <= 1; dx++ {
				for dy := -1; dy <= 1; dy++ {
					if tx, ty := x+dx, y+dy; tx >= 0 && ty >= 0 && tx < 6 && ty < 6 && p.board[tx][ty] == 0 {
						to[[2]int{tx, ty}] = true
					}
				}
			}
			for at := range to {
				q := p
				q.board[x][y], q.board[at[0]][at[1]], q.turn = 0, p.turn, 3-p.turn
				out = append(out, q)
			}
		}
	}
	return out
}

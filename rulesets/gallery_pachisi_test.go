package rulesets_test

// A cross with four arms and four players, of whom every second is a partner: each player's men
// on his own way, 1 to 83, with those in hand at 0 and those that are home at 84.
type handCross struct {
	men  [4][85]int
	turn int
}

// handCrossAt is where lines are counted from: men that can take, stand on forts or two together, and
// are near home.
const handCrossAt = `{"south": {"27": 1, "36": 1, "82": 1, "hand": 1}, "east": {"13": 1, "21": 2, "hand": 1},
	"north": {"61": 1, "80": 1, "off": 2}, "west": {"64": 1, "83": 1, "hand": 2}, "to-move": "south"}`

func handForts() handPosition {
	var p handCross
	p.men[0] = [85]int{0: 1, 27: 1, 36: 1, 82: 1}
	p.men[1] = [85]int{0: 1, 13: 1, 21: 2}
	p.men[2] = [85]int{61: 1, 80: 1, 84: 2}
	p.men[3] = [85]int{0: 2, 64: 1, 83: 1}
	return p
}

// ringOf is where a place of a player lies on the ring that all go round, -1 in his own column.
func ringOf(player, place int) int {
	if place < 8 || place > 76 {
		return -1
	}
	return (place - 8 + 17*player) % 68
}

// standing lists the places of a player on that square of the ring.
func (p handCross) standing(player, ring int) (places []int, men int) {
	for place := 8; place <= 76; place++ {
		if ringOf(player, place) == ring && p.men[player][place] > 0 {
			places, men = append(places, place), men+p.men[player][place]
		}
	}
	return places, men
}

// move is what becomes of a man that goes so many squares, and whether it can.
func (p handCross) move(from, n int) (q handCross, can bool) {
	starts := n == 10 || n == 25
	to := from + n
	switch {
	case p.men[p.turn][from] == 0, from == 0 && !starts:
		return p, false
	case from == 83 && starts:
		to = 84
	case to > 84:
		return p, false
	}
	if ring := ringOf(p.turn, to); ring >= 0 {
		fort := ring%17 == 0 || ring%17 == 4 || ring%17 == 13
		for _, other := range []int{(p.turn + 1) % 4, (p.turn + 3) % 4} {
			places, men := p.standing(other, ring)
			if men > 1 || men == 1 && fort {
				return p, false
			}
			for _, place := range places {
				p.men[other][0] += p.men[other][place]
				p.men[other][place] = 0
			}
		}
	}
	p.men[p.turn][from]--
	p.men[p.turn][to]++
	return p, true
}

func (p handCross) home(player int) bool { return p.men[player][84] == 4 }

func (p handCross) after() (out []handPosition) {
	if p.home(0) && p.home(2) || p.home(1) && p.home(3) {
		return nil
	}
	for _, n := range []int{6, 10, 2, 3, 4, 25, 12} {
		before := len(out)
		add := func(q handCross) {
			if n < 6 || q.home(q.turn) { // no further throw
				for q.turn = (q.turn + 1) % 4; q.home(q.turn); q.turn = (q.turn + 1) % 4 {
				}
			}
			out = append(out, q)
		}
		for from := range 84 {
			if q, can := p.move(from, n); can {
				won := q.home(q.turn) && q.home((q.turn+2)%4)
				if won {
					out = append(out, q)
				} else {
					add(q)
				}
			}
		}
		if len(out) == before {
			add(p)
		}
	}
	return out
}

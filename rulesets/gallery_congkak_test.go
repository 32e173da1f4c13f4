package rulesets_test

// Congkak: a ring of sixteen holes with the clock. By player p his row begins at 8p, in the order in
// which he sows, and 8p+7 is his store.
type handLaps struct {
	ring [16]int
	turn int
}

func handStores() handPosition {
	var p handLaps
	for i := range p.ring {
		if i%8 != 7 {
			p.ring[i] = 7
		}
	}
	return p
}

func (p handLaps) after() (out []handPosition) {
	own, passed := 8*p.turn, 8*(1-p.turn)+7
	for from := own; from < own+7; from++ {
		if p.ring[from] == 0 {
			continue
		}
		q := p
		at := from
		for {
			n := q.ring[at]
			q.ring[at] = 0
			for n > 0 {
				at = (at + 1) % 16
				if at != passed {
					q.ring[at]++
					n--
				}
			}
			if at == own+7 || q.ring[at] == 1 {
				break
			}
		}
		if across := 14 - at; at >= own && at < own+7 {
			if n := q.ring[across]; n > 0 {
				q.ring[own+7] += n + 1
				q.ring[at], q.ring[across] = 0, 0
			}
		}
		if at != own+7 {
			q.turn = 1 - p.turn
		}
		out = append(out, q)
	}
	return out
}

package rulesets_test

// furtherCounters are counters of lines of play of games of testdata/further, by the game.
// They were written from the rules, share nothing with the engine and know nothing of the
// rule language.
var furtherCounters = map[string]handPosition{
	"mu-torere": handStar{men: [9]int{1, 1, 1, 1, 2, 2, 2, 2, 0}, turn: 1},
}

// Eight points in a ring, 0 to 7, and the midst, 8: 1 and 2 for the men of the players, 0 for
// nobody. Into the midst a man goes from beside a man of the other.
type handStar struct {
	men  [9]int
	turn int
}

func (p handStar) after() (out []handPosition) {
	free := 0
	for p.men[free] != 0 {
		free++
	}
	for from, man := range p.men {
		left, right := (from+7)%8, (from+1)%8
		switch {
		case man != p.turn:
			continue
		case from == 8: // from the midst to any point
		case free == 8:
			if p.men[left] == man && p.men[right] == man {
				continue
			}
		case free != left && free != right:
			continue
		}
		q := p
		q.men[from], q.men[free], q.turn = 0, man, 3-man
		out = append(out, q)
	}
	return out
}

package rulesets_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/testdata/bundled"
)

// Omweso: each player's holes in the order in which he sows against the clock, 0 to 7 his outer row from left to right, 8 to 15
// his inner row from right to left; the holes of the other in the column of inner hole i are 23-i and i-8 of his.
type handRelays struct {
	holes  [2][16]int
	turn   int
	laying int // how many players have still to lay their seeds
	moved  int // seeds that the player has laid elsewhere
	lap    handLap
	going  bool // the player has to choose which way the next lap goes
	over   bool

	// Readings.
	thatHole int  // 1: the first seed taken falls in the hole where the lap began
	straight bool // nobody turns where a lap ends
}

// handLap is what is remembered from lap to lap in a turn.
type handLap struct {
	at, stay  int // where the next lap begins, and how many seeds stay there
	laps      int
	clockwise bool
	ends      [2]bool // seeds taken at the left and at the right of the board
}

func handRelay() handPosition {
	p := handRelays{laying: 2}
	for side := range p.holes {
		for i := range 8 {
			p.holes[side][i] = 4
		}
	}
	return p
}

// handLeft are the four holes at a player's left.
var handLeft = map[int]bool{0: true, 1: true, 14: true, 15: true}

// sown sows one lap and tells where it ends, whether among others, and whether it takes.
func (p *handRelays) sown() (end int, among, takes bool) {
	own, lap := &p.holes[p.turn], &p.lap
	n, step := own[lap.at]-lap.stay, 1
	if lap.clockwise {
		step = 15
	}
	own[lap.at] = lap.stay
	for end = lap.at; n > 0; n-- {
		end = (end + step) % 16
		own[end]++
	}
	among = own[end] > 1
	other := &p.holes[1-p.turn]
	return end, among, among && end >= 8 && other[23-end] > 0 && other[end-8] > 0
}

func (p handRelays) mayTurn() bool {
	p.lap.clockwise = true
	_, _, takes := p.sown()
	return handLeft[p.lap.at] && takes
}

// move sows laps until the turn is over or the player has a choice.
func (p handRelays) move() handRelays {
	for {
		lap := &p.lap
		began := lap.at
		end, among, takes := p.sown()
		lap.laps++
		free := false
		switch {
		case takes:
			other := &p.holes[1-p.turn]
			lap.at, lap.stay = began, p.holes[p.turn][began]+p.thatHole
			p.holes[p.turn][began] += other[23-end] + other[end-8]
			other[23-end], other[end-8] = 0, 0
			lap.ends[0] = lap.ends[0] || end == 15
			lap.ends[1] = lap.ends[1] || end == 8
			free = lap.clockwise
		case among:
			lap.at, lap.stay, free = end, 0, !p.straight
		}
		if !among || lap.laps == 200 {
			p.over = among || lap.ends[0] && lap.ends[1] // among others after so many laps: the move does not end
			p.turn, p.going, p.lap = 1-p.turn, false, handLap{}
			return p
		}
		if lap.clockwise = false; free && p.mayTurn() {
			p.going, p.over = true, lap.ends[0] && lap.ends[1]
			return p
		}
	}
}

func (p handRelays) after() (out []handPosition) {
	own := &p.holes[p.turn]
	if p.over {
		return nil
	}
	if p.laying > 0 {
		done := p
		done.turn, done.moved, done.laying = 1-p.turn, 0, p.laying-1
		for from := range own {
			for to := range own {
				if from != to && own[from] > 0 {
					q := p
					if q.moved++; q.moved == 32 {
						q = done
					}
					q.holes[p.turn][from]--
					q.holes[p.turn][to]++
					out = append(out, q)
				}
			}
		}
		return append(out, done)
	}
	for at := range own {
		q := p
		if !p.going {
			q.lap = handLap{at: at}
		} else if p.lap.at != at {
			continue
		}
		if own[at] < 2 {
			continue
		}
		out = append(out, q.move())
		if q.mayTurn() {
			q.lap.clockwise = true
			out = append(out, q.move())
		}
	}
	return out
}

// at is the position as it is typed, with all seeds laid.
func (p handRelays) at() string {
	var seeds string
	for side, own := range p.holes {
		for i, n := range own {
			row, column := 1+i/8, 1+i%8
			if row == 2 {
				column = 16 - i
			}
			if side == 1 {
				row, column = 5-row, 9-column
			}
			seeds += fmt.Sprintf(", r%dc%d: %d", row, column, n)
		}
	}
	return fmt.Sprintf("{nobody: {%s}, to-move: %s, counters: {common: {laid: 2}}}", seeds[2:], []string{"first", "second"}[p.turn])
}

// Lines of omweso are counted from where the seeds lie first, and from positions at random, some with heaps of more seeds than
// there are holes to a player, under readings too.
func TestGalleryCountsOfLaps(t *testing.T) {
	d := bundled.Corpus(t).Find(rulesets.GalleryName + "omweso")
	turned := 0
	for i, c := range []struct {
		reading rulesets.Choice
		rules   handRelays
	}{{nil, handRelays{}}, {rulesets.Choice{"first_falls": "that-hole"}, handRelays{thatHole: 1}}, {rulesets.Choice{"turning": "may-not"}, handRelays{straight: true}}} {
		g, errs := d.Game(c.reading)
		if len(errs) > 0 {
			t.Fatal(errs)
		}
		count := func(p handRelays, depth int) {
			lines := make([]uint64, depth)
			countByHand(p, lines)
			for len(lines) > 0 && lines[len(lines)-1] == 0 {
				lines = lines[:len(lines)-1]
			}
			countLines(t, g, outsideCount{ruleset: "omweso", lines: lines, at: p.at()})
		}
		first := c.rules
		first.holes = handRelay().(handRelays).holes
		count(first, 5)
		r := rand.New(rand.NewPCG(45, uint64(i)))
		for i := range 60 {
			p := c.rules
			p.turn = i % 2
			for seeds := 64; seeds > 0; {
				n := min(seeds, 1+r.IntN([]int{3, 8, 24}[i%3]))
				p.holes[r.IntN(2)][r.IntN(16)] += n
				seeds -= n
			}
			for _, q := range p.after() {
				turned += len(q.after()) * map[bool]int{true: 1}[q.(handRelays).going]
			}
			count(p, 3)
		}
	}
	if turned < 60 {
		t.Errorf("in a turn there are %d choices, which tells little", turned)
	}
}

package solve_test

import (
	"fmt"
	"math/bits"
	"os"
	"testing"
	"time"

	"github.com/lectio/lectio/rulesets/play"
	"github.com/lectio/lectio/verify/solve"
)

// Mylna with few men a side, counted by a program of its own that knows nothing but the clauses: points are numbered from the outer
// square inwards, eight to a square, clockwise from a corner; men are set in turn (clauses 3 and 12), step along the lines
// (6, 20), and who closes a mill may kill one man that is in no mill (4, 5, 7, 14 to 16); who has two men left has lost (8, 28), and so
// has who cannot move (9). A position is that in which a turn begins, the side to move first.
type mylna struct {
	men     int
	near    [24]uint32
	mills   []uint32
	through [24][]uint32
	turns   [16][3][256]uint32 // by symmetry: where the points of each square go
}

func newMylna(men int) *mylna {
	m := &mylna{men: men}
	join := func(a, b int) { m.near[a] |= 1 << b; m.near[b] |= 1 << a }
	for ring := range 3 {
		for k := range 8 {
			join(8*ring+k, 8*ring+(k+1)%8)
			if k%2 == 0 {
				m.mills = append(m.mills, 1<<(8*ring+k)|1<<(8*ring+k+1)|1<<(8*ring+(k+2)%8))
			}
		}
	}
	for k := 1; k < 8; k += 2 {
		join(k, 8+k)
		join(8+k, 16+k)
		m.mills = append(m.mills, 1<<k|1<<(8+k)|1<<(16+k))
	}
	for _, mill := range m.mills {
		for w := mill; w != 0; w &= w - 1 {
			f := bits.TrailingZeros32(w)
			m.through[f] = append(m.through[f], mill)
		}
	}
	for s := range 16 { // four quarter turns, reflected or not, the squares from outside inwards or the other way round
		for ring := range 3 {
			for b := range 256 {
				for k := range 8 {
					to, r := (k+2*(s%4))%8, ring
					if s&4 != 0 {
						to = (8 - to) % 8
					}
					if s&8 != 0 {
						r = 2 - ring
					}
					if b>>k&1 != 0 {
						m.turns[s][ring][b] |= 1 << (8*r + to)
					}
				}
			}
		}
	}
	return m
}

// key is one number for all positions that mirror each other.
func (m *mylna) key(own, other uint32, hand, theirs int) uint64 {
	least := ^uint64(0)
	for s := range m.turns {
		t := &m.turns[s]
		a := t[0][own&255] | t[1][own>>8&255] | t[2][own>>16]
		b := t[0][other&255] | t[1][other>>8&255] | t[2][other>>16]
		least = min(least, uint64(a)<<24|uint64(b))
	}
	return least<<8 | uint64(hand)<<4 | uint64(theirs)
}

func (m *mylna) inMill(men uint32) (all uint32) {
	for _, mill := range m.mills {
		if men&mill == mill {
			all |= mill
		}
	}
	return all
}

// follow calls give with every position to which a turn leads that ends no game.
func (m *mylna) follow(key uint64, give func(uint64)) {
	own, other, hand, theirs := uint32(key>>32), uint32(key>>8)&(1<<24-1), int(key>>4&15), int(key&15)
	empty := ^(own | other) & (1<<24 - 1)
	next := func(own, other uint32, hand int) {
		stuck := theirs == 0
		for w := other; stuck && w != 0; w &= w - 1 {
			stuck = m.near[bits.TrailingZeros32(w)]&^(own|other) == 0
		}
		if !stuck {
			give(m.key(other, own, theirs, hand))
		}
	}
	come := func(own uint32, to, hand int) {
		next(own, other, hand)
		for _, mill := range m.through[to] {
			if own&mill == mill {
				for w := other &^ m.inMill(other); w != 0; w &= w - 1 {
					if left := other &^ (w & -w); bits.OnesCount32(left)+theirs > 2 {
						next(own, left, hand)
					}
				}
				return
			}
		}
	}
	if hand > 0 {
		for w := empty; w != 0; w &= w - 1 {
			come(own|w&-w, bits.TrailingZeros32(w), hand-1)
		}
		return
	}
	for from := own; from != 0; from &= from - 1 {
		for w := m.near[bits.TrailingZeros32(from)] & empty; w != 0; w &= w - 1 {
			come(own&^(from&-from)|w&-w, bits.TrailingZeros32(w), 0)
		}
	}
}

// count is how many positions there are, of those that mirror each other one.
func (m *mylna) count() int {
	first := m.key(0, 0, m.men, m.men)
	met, list := map[uint64]struct{}{first: {}}, []uint64{first}
	for at := 0; at < len(list); at++ {
		m.follow(list[at], func(k uint64) {
			if _, again := met[k]; !again {
				met[k] = struct{}{}
				list = append(list, k)
			}
		})
	}
	return len(list)
}

// Positions that mirror each other are found to be so many as a program counts that was written for the one game.
func TestMylna(t *testing.T) {
	defer solve.Mirrored(0)()
	most := 3
	if os.Getenv("LECTIO_HOURS") != "" {
		most = 4
	}
	for men := 3; men <= most; men++ {
		g := rewritten(t, "../../rulesets/definitions/mylna.yaml", "men: 9", fmt.Sprint("men: ", men), "hand: 9", fmt.Sprint("hand: ", men), "their.out >= 7", fmt.Sprint("their.out >= ", men-2))
		begun := time.Now()
		want := newMylna(men).count()
		own := time.Since(begun)
		graph, err := solve.Explore(t.Context(), g.Program, solve.Options{Means: play.Generated, Memory: 12 << 30})
		if err != nil {
			t.Fatal(err)
		}
		t.Logf("%d men: %d positions, %d with those that mirror them; %.1f s, a loop by hand %.1f s", men, graph.Positions(), graph.All(), time.Since(begun).Seconds()-own.Seconds(), own.Seconds())
		if graph.Positions() != want {
			t.Errorf("%d men: %d positions, a count apart gives %d", men, graph.Positions(), want)
		}
	}
}

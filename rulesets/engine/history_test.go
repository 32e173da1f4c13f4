package engine

import (
	"math/rand/v2"
	"testing"
)

// A history counts how often a position has stood since it was last cleared, also
// when it was copied, and whatever stood before.
func TestHistoryCounts(t *testing.T) {
	p := &Program{layout: Layout{Size: 2}}
	r := rand.New(rand.NewPCG(1, 1))
	h, other := NewHistory(), NewHistory()
	h.Keep = true
	var since []State
	for i := range 20000 {
		switch {
		case r.IntN(500) == 0:
			h.Reset()
			since = since[:0]
		case r.IntN(200) == 0:
			other.CopyFrom(h)
			h, other = other, h
		}
		s := State{b: []byte{byte(r.IntN(1 + i/100)), byte(r.IntN(3))}}
		n := 1
		for j := range since {
			if since[j].Equal(&s) {
				n++
			}
		}
		since = append(since, s)
		h.Remember(p, &s)
		if h.occurrences != n || len(h.States()) != len(since) {
			t.Fatalf("position %d: stood %d times of %d, expected %d of %d", i, h.occurrences, len(h.States()), n, len(since))
		}
	}
}

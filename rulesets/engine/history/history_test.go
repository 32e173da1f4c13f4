package history_test

import (
	"bytes"
	"math/rand/v2"
	"testing"

	"github.com/lectio/lectio/rulesets/engine/history"
)

// A history counts how often a position has stood since it was last cleared, also
// when it was copied, and whatever stood before.
func TestHistoryCounts(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	h, other := history.New(), history.New()
	var since [][]byte
	for i := range 20000 {
		switch {
		case r.IntN(500) == 0:
			h.Reset()
			since = since[:0]
		case r.IntN(200) == 0:
			other.CopyFrom(h)
			h, other = other, h
		}
		b := []byte{byte(r.IntN(1 + i/100)), byte(r.IntN(3))}
		n := 1
		for _, c := range since {
			if bytes.Equal(b, c) {
				n++
			}
		}
		since = append(since, bytes.Clone(b))
		h.Add(b)
		h.Count()
		b[0]++ // it is the caller's
		if h.Occurrences != n || len(h.Positions()) != len(since) {
			t.Fatalf("position %d: stood %d times of %d, expected %d of %d", i, h.Occurrences, len(h.Positions()), n, len(since))
		}
	}
}

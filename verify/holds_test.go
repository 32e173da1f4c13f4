package verify

import (
	"testing"

	"github.com/lectio/lectio/verify/measure"
	"github.com/lectio/lectio/verify/playout"
)

// Under whom a change holds is told by the two corrected intervals, and by what matters least where one of
// them holds nought.
func TestHolding(t *testing.T) {
	shown := func(low, high float64) *Change {
		c := &Change{Spread: 1}
		c.Low, c.High, c.Sign = playout.Number(low), playout.Number(high), measure.NoEvidence
		switch {
		case low > 0:
			c.Sign = measure.More
		case high < 0:
			c.Sign = measure.Less
		}
		return c
	}
	few := func() *Change { return &Change{Spread: 1} } // the sign of too few is none
	for _, tt := range []struct {
		name            string
		random, learned *Change
		want            Holding
	}{
		{"both up", shown(0.2, 0.6), shown(0.1, 0.9), HoldsBoth},
		{"both down", shown(-0.6, -0.2), shown(-0.9, -0.1), HoldsBoth},
		{"up and down", shown(0.2, 0.6), shown(-0.9, -0.1), TurnsRound},
		{"at random, and nothing that matters", shown(0.2, 0.6), shown(-0.05, 0.05), OnlyRandom},
		{"learned, and nothing that matters", shown(-0.05, 0.09), shown(0.2, 0.6), OnlyLearned},
		{"at random, and wide", shown(0.2, 0.6), shown(-0.3, 0.05), NotKnown},
		{"learned, and wide", shown(-0.05, 0.3), shown(0.2, 0.6), NotKnown},
		{"at random, and too few", shown(0.2, 0.6), few(), NotKnown},
		{"no program", shown(0.2, 0.6), nil, NotLearned},
		{"nothing, no program", shown(-0.2, 0.6), nil, NothingShown},
		{"nothing", shown(-0.2, 0.6), shown(-0.2, 0.6), NothingShown},
	} {
		tt.random.Learned = tt.learned
		if got := tt.random.Holding(); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
}

package solve_test

import (
	"testing"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/testdata/bundled"
	"github.com/lectio/lectio/verify/solve"
)

// putOff is an interpretation of Kioz in which both can put off the end.
var putOff = rulesets.Choice{"kings_moved": "not-moved"}

// Where both sides can put off the end in a game of chance the bounds come together all the same, a certificate shows them, and they
// hold what the game is worth in which every turn is the last with a small chance, and is then worth one half.
func TestLoops(t *testing.T) {
	own := bundled.Corpus(t)
	for _, tt := range []struct {
		ruleset, scale string
		choice         rulesets.Choice
		positions      int
		worth          float64
	}{
		{"kioz", "two-holes", putOff, 86, 0.478278491741},
		{"mylna", "nine-points", rulesets.Choice{"who_moves_first": "lot"}, 11969, 0.5},
	} {
		g := under(t, own, tt.ruleset, tt.scale, tt.choice)
		x := solved(t, g)
		if x.Positions() != tt.positions || !between(x, tt.worth, 1e-9) {
			t.Errorf("%s: %d positions, from %d to %d, expected %d and %.9f", tt.ruleset, x.Positions(), x.Low[0], x.High[0], tt.positions, tt.worth)
		}
		if err := checked(t, x, g); err != nil {
			t.Errorf("%s: %v", tt.ruleset, err)
		}
		if x.Positions() > 1000 {
			continue // it takes many sweeps
		}
		stopped := x.Stopped(1e-4, 100_000)
		for i, v := range stopped {
			low, high := float64(x.Low[i])/float64(solve.One), float64(x.High[i])/float64(solve.One)
			if v < low-1e-3 || v > high+1e-3 {
				t.Fatalf("%s: position %d: from %.6f to %.6f, and %.6f where any turn may be the last", tt.ruleset, i, low, high, v)
			}
		}
	}
}

package play

import (
	"testing"

	"github.com/lectio/lectio/rulesets/engine"
)

// What a comparison lacks, in every one of the six, wanted and unwanted.
func TestLacking(t *testing.T) {
	for c := engine.Equal; c <= engine.GreaterEqual; c++ {
		for a := -3; a <= 3; a++ {
			for b := -3; b <= 3; b++ {
				for _, want := range []bool{true, false} {
					d := lacking(c, a, b, want)
					if (d == 0) != (c.Holds(a, b) == want) {
						t.Errorf("comparison %d of %d and %d, wanted %v: %d", c, a, b, want, d)
					}
					// The distance is the least change of a that brings it about.
					least := 0
					for ; c.Holds(a+least, b) != want && c.Holds(a-least, b) != want; least++ {
					}
					if d != least {
						t.Errorf("comparison %d of %d and %d, wanted %v: %d, where a change by %d will do", c, a, b, want, d, least)
					}
				}
			}
		}
	}
}

package readings

import (
	"testing"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/verify"
)

// Pairs that occur only in rows which were not played through are not covered.
func TestOnlyTooFar(t *testing.T) {
	rows := []verify.Combination{
		{Choice: rulesets.Choice{"a": "1", "b": "1", "c": "1"}},
		{Choice: rulesets.Choice{"a": "1", "b": "1", "c": "2"}, Failure: "too far"},
		{Choice: rulesets.Choice{"a": "2", "b": "1", "c": "2"}, Failure: "endless"},
	}
	// Of the second row a1 b1 and b1 c2 stand elsewhere; a1 c2 does not.
	if n := onlyTooFar(rows); n != 1 {
		t.Errorf("%d pairs, not 1", n)
	}
}

package checks_test

import (
	"context"
	"encoding/json"
	"testing"
	"time"

	"github.com/lectio/lectio/verify/checks"

	"github.com/lectio/lectio/verify"
)

// A run for a time says how far it came, and a run of that budget finds the
// same; one that has no time says that it was interrupted.
func TestWithin(t *testing.T) {
	c := own(t, nil)
	defs := c.Definitions[:1]
	res := verify.Within(context.Background(), checks.All(), c, defs, verify.Options{Seed: 3, Cap: 5000, Jobs: 2}, 2*time.Second)
	if res.Interrupted {
		t.Skip("too slow a machine for the smallest budget")
	}
	if res.Options.Seed != 3 || res.Options.Cap != 5000 || res.Options.Games < verify.Efforts[0].Games {
		t.Errorf("the options reached are %+v", res.Options)
	}
	again := verify.Run(context.Background(), checks.All(), c, defs, res.Options)
	a, _ := json.Marshal(res.Outcome.Verdicts)
	b, _ := json.Marshal(again.Outcome.Verdicts)
	if string(a) != string(b) {
		t.Error("the counts reached do not repeat the run")
	}
	if none := verify.Within(context.Background(), checks.All(), c, defs, verify.Defaults(), time.Nanosecond); !none.Interrupted || !none.OutOfTime {
		t.Error("a run without time says that it was finished")
	}
}

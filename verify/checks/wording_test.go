package checks_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/lectio/lectio/verify/checks"

	"github.com/google/go-cmp/cmp"
	"github.com/lectio/lectio/evidence"
	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/dimension"
	"github.com/lectio/lectio/verify"
)

// Hints of the bundled corpus that nobody has taken up were read, one by one,
// and are no doubt: a new one has to be read too. There are few enough hints to
// be read: two for three clauses at most.
func TestHintsOfBundled(t *testing.T) {
	ev, errs := evidence.Load(evidence.Bundled, "")
	c, more := dimension.Load(rulesets.Bundled, "", ev)
	errs.Merge(more)
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	o := verify.Defaults()
	o.Only = []string{"TX005"}
	res := verify.Run(context.Background(), checks.All(), c, c.Definitions, o)
	clauses := 0
	for _, r := range ev.Records {
		clauses += len(r.Clauses)
	}
	if n := len(res.Findings); n < 50 || n*3 > clauses*2 {
		t.Errorf("%d hints on %d clauses", n, clauses)
	}
	var open []string
	kinds := map[string]bool{}
	last := verify.Finding{}
	for _, f := range res.Findings {
		if f.Severity != verify.Note {
			t.Errorf("%s: a hint is a %s", f.Pos, f.Severity)
		}
		if f.Ruleset == last.Ruleset && f.Rank < last.Rank {
			t.Errorf("%s: what nobody asks about comes first", f.Pos)
		}
		last = f
		var clause, kind string
		if parts := strings.SplitN(f.Message, ": ", 3); len(parts) == 3 {
			clause, kind = parts[0], parts[1]
		}
		if kinds[f.Ruleset+clause+kind] {
			t.Errorf("%s: %s twice", clause, kind)
		}
		kinds[f.Ruleset+clause+kind] = true
		if strings.Contains(f.Message, "(no question asks about this clause)") {
			open = append(open, fmt.Sprintf("%s: %s", clause, kind))
		}
	}
	want := []string{
		"DLP.Evidence.1554#4: first or last, of what is not said",    // twelve men fill two rows of five and two cells
		"DLP.Evidence.1706#1: a part of the board that is not named", // two rows of twelve have only one half
		"DLP.Evidence.1706#24: first or last, of what is not said",   // the last of the way, as in clause 25
	}
	if diff := cmp.Diff(want, open); diff != "" {
		t.Error(diff)
	}
}

package verify_test

import (
	"slices"
	"testing"

	"github.com/lectio/lectio/evidence"
	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/dimension"
	"github.com/lectio/lectio/rulesets/example"
	"github.com/lectio/lectio/testdata/long"
	"github.com/lectio/lectio/verify"
)

// A clause is enforced where some example that names it holds as the rules stand and
// fails when all that rests on the clause is taken out, whichever examples are asked
// first. One example that was made wrong enforces nothing, and so does none.
func TestEnforcedIsWhatBites(t *testing.T) {
	ev, errs := evidence.Load(evidence.Bundled, "")
	c, more := dimension.Load(rulesets.Bundled, "", ev)
	if errs.Merge(more); len(errs) > 0 {
		t.Fatal(errs)
	}
	defs := c.Definitions
	if !long.Form() {
		defs = slices.DeleteFunc(slices.Clone(defs), func(d *rulesets.Definition) bool { return len(d.Examples) > 80 })
	}
	for _, whole := range defs {
		for _, broken := range []bool{false, true} {
			d := *whole
			if broken {
				d.Examples = slices.Clone(d.Examples)
				for i := 0; i < len(d.Examples); i += 2 {
					e := *d.Examples[i]
					e.At, e.Question, e.Expect = nil, "", &rulesets.Expectation{HasMoves: true, Moves: []string{"nowhere"}}
					d.Examples[i] = &e
				}
			}
			want := map[string]bool{}
			plain := &example.Workshop{Definition: &d}
			for _, e := range d.Examples {
				if len(plain.Run(e)) > 0 {
					continue
				}
				for _, clause := range e.Clauses {
					out := d.Edited(func(s *rulesets.Statement) *rulesets.Statement {
						if slices.ContainsFunc(s.Warrant, func(w rulesets.ClauseRef) bool { return w.String() == clause.String() }) {
							return nil
						}
						return s
					})
					if !want[clause.String()] {
						want[clause.String()] = len((&example.Workshop{Definition: out}).Run(e)) > 0
					}
				}
			}
			target := &verify.Target{Corpus: c, Definition: &d}
			enforced := 0
			for _, s := range target.Standing() {
				if s.Enforced != want[s.Name()] {
					t.Errorf("%s, examples broken %v: %s is enforced: %v, want %v", d.ID, broken, s.Name(), s.Enforced, want[s.Name()])
				}
				if s.Enforced {
					enforced++
				}
			}
			if enforced == 0 {
				t.Errorf("%s, examples broken %v: no clause is enforced", d.ID, broken)
			}
		}
	}
}

package brief

import (
	"slices"
	"testing"

	"github.com/lectio/lectio/evidence"
	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/engine"
)

// What a throw gives has what rules put up besides its agenda, a further throw in words; of a
// throw with which a game cannot begin nothing is said.
func TestGiven(t *testing.T) {
	ev, errs := evidence.Load(evidence.Bundled, "")
	c, more := rulesets.Load(rulesets.Bundled, "", ev)
	if errs.Merge(more); len(errs) > 0 {
		t.Fatal(errs)
	}
	for _, tt := range []struct{ game, question, reading, throw, want string }{
		{"barjis", "", "", "1", "grace 10, in any order"},
		{"barjis", "", "", "2", "2"},
		{"barjis", "BJ-A14", "grace-first", "1", "grace 10, in this order"},
		{"barjis", "BJ-A16", "with-a-grace", "1", "grace 10, in any order, and a further throw"},
		{"barjis", "BJ-A29", "highest-throw", "1", ""}, // the game begins with a lot
		{"lange-puff", "", "", "3-3", "3 3 4? 4?, in this order"},
	} {
		d := c.Find(tt.game)
		var choice rulesets.Choice
		for _, a := range d.Alternatives() {
			if a.Question.Name() == tt.question && a.Reading.ID == tt.reading {
				choice = a.Choice
			}
		}
		if tt.question != "" && choice == nil {
			t.Errorf("%s has no reading %s=%s", tt.game, tt.question, tt.reading)
			continue
		}
		g, errs := d.Game(choice)
		if len(errs) > 0 {
			t.Fatal(errs)
		}
		k := slices.IndexFunc(g.Program.Throws, func(x engine.Throw) bool { return x.Name == tt.throw })
		if got, thrown := given(g.Program, k); got != tt.want || thrown != (tt.want != "") {
			t.Errorf("%s with %s=%s: a throw of %s gives %q, %v; expected %q", tt.game, tt.question, tt.reading, tt.throw, got, thrown, tt.want)
		}
	}
}

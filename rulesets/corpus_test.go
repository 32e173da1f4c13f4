package rulesets_test

import (
	"testing"

	"github.com/lectio/lectio/evidence"
	"github.com/lectio/lectio/rulesets"
)

// bundled loads the corpus inside the binary; it must be free of errors.
func bundled(t testing.TB) *rulesets.Corpus {
	t.Helper()
	ev, errs := evidence.Load(evidence.Bundled, "")
	for _, e := range errs {
		t.Error(e)
	}
	c, errs := rulesets.Load(rulesets.Bundled, "", ev)
	for _, e := range errs {
		t.Error(e)
	}
	return c
}

func TestBundledRulesetsCompile(t *testing.T) {
	for _, d := range bundled(t).Definitions {
		for _, e := range d.Check() {
			t.Error(e)
		}
	}
}

func TestBundledExamplesHold(t *testing.T) {
	for _, d := range bundled(t).Definitions {
		w := &rulesets.Workshop{Definition: d}
		for _, e := range d.Examples {
			for _, f := range w.Run(e) {
				t.Errorf("%s: %s %s [%s]: %s", f.Pos, d.ID, e.ID, f.Choice, f.Message)
			}
		}
	}
}

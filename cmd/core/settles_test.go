package main

import (
	"maps"
	"testing"

	"github.com/lectio/lectio/evidence"
	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/dimension"
	"github.com/lectio/lectio/rulesets/edition"
)

// With the words for what statements settle the core says of all readings what is said where the dimensions themselves are there.
func TestDeskSaysWhatIsSettled(t *testing.T) {
	ev, _ := evidence.Load(evidence.Bundled, "")
	whole, _ := dimension.Load(rulesets.Bundled, "", ev)
	d := &desk{}
	asked(t, d.line, request{Settles: whole.Words(whole.Definitions)})
	asked(t, d.line, request{Files: corpusFiles(t)})
	told := 0
	for _, def := range whole.Definitions {
		for _, a := range def.Alternatives() {
			choice := rulesets.Choice{a.Question.ID: a.Reading.ID}
			maps.Copy(choice, a.Choice)
			g, errs := def.Game(choice)
			if len(errs) > 0 {
				continue
			}
			got := asked(t, d.line, request{Ruleset: def.ID, Readings: choice, Rules: true}).Rules
			for i, want := range edition.Sentences(g) {
				if got[i].Sentence != want {
					t.Errorf("%s: %q, want %q", g.Name(), got[i].Sentence, want)
				}
				if g.Statements[i].Settled[1] != "" {
					told++
				}
			}
		}
	}
	if told == 0 {
		t.Error("nothing is settled")
	}
}

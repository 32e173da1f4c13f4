package main

import (
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/lectio/lectio/evidence"
	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/dimension"
	"github.com/lectio/lectio/rulesets/edition"
)

// With what each reading changes, and several together, the sentences of the default become those of that interpretation, as they are
// said where the dimensions are there of which statements settle one; what cannot be taken together is refused as it is there. The running
// text marks a paragraph only where something is changed.
func TestDeskSaysWhatReadingsChange(t *testing.T) {
	ev, _ := evidence.Load(evidence.Bundled, "")
	whole, _ := dimension.Load(rulesets.Bundled, "", ev)
	d, random := &desk{}, rand.New(rand.NewPCG(46, 1))
	asked(t, d.line, request{Settles: whole.Words(whole.Definitions)})
	asked(t, d.line, request{Files: corpusFiles(t)})
	settled := 0
	for _, def := range whole.Definitions {
		byDefault, _ := def.Game(nil)
		alternatives, marked := def.Alternatives(), 0
		choices := []rulesets.Choice{nil}
		for _, a := range alternatives {
			choices = append(choices, rulesets.Choice{a.Question.ID: a.Reading.ID})
		}
		for try := range 12 {
			several := rulesets.Choice{}
			for range 2 + try%4 {
				a := alternatives[random.IntN(len(alternatives))]
				several[a.Question.ID] = a.Reading.ID
			}
			choices = append(choices, several)
		}
		for i, as := range choices {
			a := asked(t, d.line, request{Ruleset: def.ID, Readings: as, Say: &saying{Changes: true, Text: i%8 == 0}})
			taken, _ := choice(def, as)
			g, errs := def.Game(taken)
			if len(errs) > 0 {
				if a.Said != nil || a.Errors.Error() != errs.Error() {
					t.Errorf("%s with %v: %v, want %v", def.ID, as, a.Errors, errs)
				}
				continue
			}
			if a.Said == nil || g.Name() != a.Said.Name {
				t.Fatalf("%s is asked about, and %+v told: %v", g.Name(), a.Said, a.Errors)
			}
			said := map[string]string{}
			for i, text := range edition.Sentences(byDefault) {
				said[byDefault.Statements[i].ID] = text
			}
			for _, c := range a.Said.Changes {
				was, is := said[c.Was]
				if c.Was != "" && !is || c.Now != nil && was == c.Now.Sentence {
					t.Errorf("%s: %+v changes nothing", g.Name(), c)
				}
				if delete(said, c.Was); c.Now != nil {
					said[c.Was+"→"+c.Now.Sentence] = c.Now.Sentence
					if s := g.Statement(c.Now.Rule); s != nil && s.Settled[1] != "" {
						settled++
					}
				}
			}
			got, want := slices.Sorted(maps.Values(said)), edition.Sentences(g)
			if slices.Sort(want); !slices.Equal(got, want) {
				t.Errorf("%s: changed as is said, the default says\n%q, the interpretation\n%q", g.Name(), got, want)
			}
			for _, c := range a.Said.Text {
				for _, p := range c.Paragraphs {
					if p.Otherwise {
						marked++
					}
					if p.Otherwise && len(a.Said.Changes) == 0 {
						t.Errorf("%s: %q is marked, and nothing is changed", g.Name(), p.Text)
					}
				}
			}
		}
		if marked == 0 {
			t.Errorf("%s: no reading changes the running text", def.ID)
		}
	}
	if settled == 0 {
		t.Error("no reading settles a dimension")
	}
}

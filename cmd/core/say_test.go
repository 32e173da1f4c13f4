package main

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/edition"
)

// With what changes under readings taken together, the sentences of the default become those of that interpretation, and the
// running text marks a paragraph only where one of them changes it.
func TestDeskSaysWhatReadingsChange(t *testing.T) {
	d, random := &desk{}, rand.New(rand.NewPCG(46, 1))
	asked(t, d.line, request{Files: corpusFiles(t)})
	for _, def := range d.corpus.Definitions {
		byDefault, _ := def.Game(nil)
		all, marked := def.Alternatives(), 0
		for try := range 12 {
			as := rulesets.Choice{}
			for range try % 5 {
				a := all[random.IntN(len(all))]
				as[a.Question.ID] = a.Reading.ID
			}
			a := asked(t, d.line, request{Ruleset: def.ID, Readings: as, Say: &saying{Changes: true, Text: true}})
			if len(a.Errors) > 0 { // they cannot be held together
				if whole, _ := choice(def, as); a.Said != nil || len(whole) < 2 {
					t.Fatalf("%s with %v: %v", def.ID, as, a.Errors)
				}
				continue
			}
			said := map[string]string{}
			for i, text := range edition.Sentences(byDefault) {
				said[byDefault.Statements[i].ID] = text
			}
			for _, c := range a.Said.Changes {
				was, is := said[c.Was]
				if c.Was != "" && !is || c.Now != nil && was == c.Now.Sentence {
					t.Errorf("%s with %v: %+v changes nothing", def.ID, as, c)
				}
				if delete(said, c.Was); c.Now != nil {
					said[c.Was+"→"+c.Now.Sentence] = c.Now.Sentence
				}
			}
			g := d.played
			if g.Name() != a.Said.Name {
				t.Fatalf("%s is asked about, and %s told", g.Name(), a.Said.Name)
			}
			var got []string
			for _, text := range said {
				got = append(got, text)
			}
			want := edition.Sentences(g)
			slices.Sort(got)
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
}

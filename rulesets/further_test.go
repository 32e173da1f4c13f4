package rulesets_test

import (
	"slices"
	"testing"

	"github.com/lectio/lectio/rulesets/example"
	"github.com/lectio/lectio/rulesets/play"
	"github.com/lectio/lectio/testdata/bundled"
)

// Games that are written in the rule language without evidence, to see what it can say:
// a corpus of rulesets alone, and how many lines of play others than the engine count.
const further = "../testdata/further"

// Each of the games is free of errors, its examples hold, both executors play it alike,
// and count what was counted elsewhere. Counts without a source are asked of a counter.
func TestFurtherGames(t *testing.T) {
	counts := map[string][]outsideCount{}
	for _, c := range readCounts(t, further+"/counts.yaml") {
		counts[c.ruleset] = append(counts[c.ruleset], c)
	}
	for _, d := range bundled.In(t, further).Definitions {
		counted := counts[d.ID]
		delete(counts, d.ID)
		t.Run(d.ID, func(t *testing.T) {
			t.Parallel()
			for _, e := range d.Check() {
				t.Error(e)
			}
			for _, e := range d.Examples {
				for _, f := range (&example.Workshop{Definition: d}).Run(e) {
					t.Errorf("%s: %s: %s", f.Pos, e.ID, f.Message)
				}
			}
			g, errs := d.Game(nil)
			if len(errs) > 0 {
				t.Fatal(errs)
			}
			playAlike(t, g, play.Series{Seed: 1, Count: 2, Cap: 200})
			if len(counted) == 0 {
				t.Errorf("nothing is counted of it in %s/counts.yaml", further)
			}
			for _, c := range counted {
				if start := furtherCounters[d.ID]; c.source == "" && start == nil {
					t.Errorf("the counts %v have no source, and there is no counter", c.lines)
				} else if known := upTo(c.lines, mostCounted); c.source == "" && !slices.Equal(linesByHand(start, len(known)), known) {
					t.Errorf("the counter counts %v, not %v", linesByHand(start, len(known)), known)
				}
				// What takes the interpreter more than seconds is written down, and counted by nobody in every run.
				if more := slices.IndexFunc(c.lines, func(n uint64) bool { return n > 800_000 }); more >= 0 {
					c.lines = c.lines[:more]
				}
				countLines(t, g, c)
			}
		})
	}
	for id := range counts {
		t.Errorf("%s/counts.yaml has counts of %s, which is no ruleset there", further, id)
	}
}

package rulesets_test

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/play"
	"github.com/lectio/lectio/testdata/bundled"
	"github.com/lectio/lectio/testdata/long"
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
			g := faultless(t, d)
			playAlike(t, g, play.Series{Seed: 1, Count: long.Of(2, 5), Cap: long.Of(200, 700)})
			if len(counted) == 0 {
				t.Errorf("nothing is counted of it in %s/counts.yaml", further)
			}
			starts := furtherCounters[d.ID]
			for _, c := range counted {
				if c.source == "" && len(starts) == 0 {
					t.Errorf("the counts %v have no source, and there is no counter", c.lines)
				} else if c.source == "" {
					known := upTo(c.lines, mostCounted)
					if lines := linesByHand(starts[0], len(known)); !slices.Equal(lines, known) {
						t.Errorf("the counter counts %v, not %v", lines, known)
					}
					starts = starts[1:]
				}
				countLines(t, g, c)
			}
		})
	}
	for id := range counts {
		t.Errorf("%s/counts.yaml has counts of %s, which is no ruleset there", further, id)
	}
}

// Where all parts of a turn may be left and none can be played, the turn is over and nothing is drawn, in generated code as in
// the interpreter, though a move is drawn there before it is known which are forbidden.
func TestNothingIsDrawnOfOptions(t *testing.T) {
	text, err := os.ReadFile(further + "/rulesets/definitions/shogi.yaml")
	if err != nil {
		t.Fatal(err)
	}
	left := regexp.MustCompile(`play: \[(move, [a-z, ]*)\]`).ReplaceAllStringFunc(string(text), func(s string) string {
		return `play: ["` + strings.ReplaceAll(s[len("play: ["):len(s)-1], ", ", `?", "`) + `?"]`
	})
	if left == string(text) {
		t.Fatal("no part is left")
	}
	d, errs := rulesets.LoadOne("shogi.yaml", []byte(strings.Replace(left, "  - {id: only_one", "  - {id: must_play, forbid: stop}\n  - {id: only_one", 1)), nil)
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	g, errs := d.Game(nil)
	if len(errs) > 0 || !g.Program.Tries() {
		t.Fatal(errs, g.Program.Tries())
	}
	playAlike(t, g, play.Series{Seed: 1, Count: 1, Cap: 300})
}

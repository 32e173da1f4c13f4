package site

import (
	"fmt"
	"strings"
	"testing"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/edition"
	"github.com/lectio/lectio/rulesets/engine"
	begun "github.com/lectio/lectio/rulesets/lines"
	corpora "github.com/lectio/lectio/testdata/bundled"
	"github.com/lectio/lectio/verify/playout"
)

// Where a reading is played that arises only under others, the address names these too, also for a reading that is a default.
func TestAddressesNameWhatIsPlayed(t *testing.T) {
	besides := 0
	for _, d := range corpora.Corpus(t).Definitions {
		byDefault, errs := d.Game(nil)
		if len(errs) > 0 {
			t.Fatal(errs)
		}
		readings := edition.ReadingsOf(byDefault)
		for _, q := range d.Questions {
			for _, r := range q.Readings {
				g := readings.Game(q, r)
				if g == nil {
					continue
				}
				choice := rulesets.Choice{}
				for pick := range strings.SplitSeq(playHash(g), "&") {
					if name, reading, ok := strings.Cut(pick, "="); ok {
						choice[name] = reading
					}
				}
				if again, errs := d.Game(choice); len(errs) > 0 || again.Name() != g.Name() || again.Readings[q.ID] != r {
					t.Errorf("%s: %q plays another interpretation: %v", g.Name(), playHash(g), errs)
				}
				if r.ID == q.Default && playHash(g) != "" {
					besides++
				}
			}
		}
	}
	if besides == 0 {
		t.Error("no question arises under other readings only")
	}
}

// What led to a position is told move by move, unless it is long: then it is said how many moves it took, and of a game at random
// which one it is.
func TestToldIsWhosePlay(t *testing.T) {
	g, errs := corpora.Corpus(t).Find("mylna").Game(nil)
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	for moves, want := range map[int]string{2: "White plays hand/", 40: "By 40 moves, as the line below has them."} {
		var steps []playout.Step
		begun.Random(g, 1, 7, func(_ *engine.State, throw int, m engine.Move) bool {
			steps = append(steps, playout.Step{Throw: throw, Move: m})
			return len(steps) < moves
		})
		if got := told(playout.Record(g, 7, steps)); !strings.HasPrefix(got, want) {
			t.Errorf("%d moves are told as %q", moves, got)
		}
	}
	whole := playout.Replay(g, playout.Options{Seed: 1, Cap: 1000}, 7)
	want := fmt.Sprintf("By the first %d moves of a game played at random, game 7 of seed 1.", len(whole.Plies))
	if got := told(whole); got != want || !strings.Contains(whole.Brief(), "game 7 of seed 1") {
		t.Errorf("a game is told as %q, and its line is %s", got, whole.Brief())
	}
}

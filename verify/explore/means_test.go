package explore_test

import (
	"context"
	"testing"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/play"
	"github.com/lectio/lectio/testdata/bundled"
	"github.com/lectio/lectio/testdata/long"
	"github.com/lectio/lectio/verify/explore"
)

// TestByAllMeans searches the scaled-down versions of every ruleset that comes
// with the program, and some of the full games, in the interpreter, in generated
// code, and in one after the other: the graphs must be the same, position by
// position. A search that is cut short must be cut short alike.
func TestByAllMeans(t *testing.T) {
	long.Slow(t)
	defer explore.ChangeAfter(100)()
	compare := func(t *testing.T, in *rulesets.Interpretation, limits ...int) {
		t.Helper()
		g, errs := in.Compile()
		if len(errs) > 0 {
			t.Fatal(errs)
		}
		for _, limit := range limits {
			want := explore.SearchBy(context.Background(), g, limit, play.Interpreted)
			for _, by := range []play.Means{play.Generated, play.Whichever} {
				if d := explore.SearchBy(context.Background(), g, limit, by).Differs(want); d != "" {
					t.Errorf("%s, up to %d positions, %v against the interpreter: %s", g.Name(), limit, by, d)
				}
			}
		}
	}
	for _, d := range bundled.Corpus(t).Definitions {
		t.Run(d.ID, func(t *testing.T) {
			full, errs := d.Interpret(nil)
			if len(errs) > 0 {
				t.Fatal(errs)
			}
			compare(t, full, 1000)
			for _, sc := range d.Scales {
				in, errs := d.Scaled(sc, nil)
				if len(errs) > 0 {
					t.Fatal(errs)
				}
				compare(t, in, 1, 333, long.Of(8_000, 40_000))
			}
			for i, a := range d.Alternatives() {
				if i%long.Of(24, 8) != 3 {
					continue
				}
				in, errs := d.Scaled(d.Scales[0], a.Choice)
				if len(errs) > 0 {
					continue
				}
				if _, errs := in.Compile(); len(errs) == 0 { // not every reading can be scaled down
					compare(t, in, 3000)
				}
			}
		})
	}
}

// TestGeneratedFindsWhatIsBroken breaks an invariant, and refuses moves only where
// there is then none left: neither is seen but by looking for it.
func TestGeneratedFindsWhatIsBroken(t *testing.T) {
	g := game(t, `
players, players: [white, black], seen: same
board, graph: {points: [a b c d e], rows: [a b, b c, c d, d e]}
men, men: 1
set_up, set_up: {white: {a: 1}, black: {e: 1}}
turn, stage: {}
one_step, agenda: {play: [step]}
step, allow: step, to: near(from) and empty
back, forbid: step, when: "player = white and (from = b and to = a or from = c and to = b)"
far, forbid: step, when: "player = white and to = d"
met, never: "player = white and c in own"
shut_in, end: no move, at: no_move, winner: them`)
	want := explore.SearchBy(context.Background(), g, 1000, play.Interpreted)
	if len(want.Broken) != 1 || !want.Complete {
		t.Fatalf("broken: %v", want.Broken)
	}
	for i, s := range g.Statements {
		if s.ID == "far" && !want.Applied[i] {
			t.Error("nothing was refused")
		}
	}
	if d := explore.SearchBy(context.Background(), g, 1000, play.Generated).Differs(want); d != "" {
		t.Error(d)
	}
}

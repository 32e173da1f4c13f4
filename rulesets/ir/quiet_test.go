package ir_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/ir"
	"github.com/lectio/lectio/testdata/bundled"
)

// Which moves are quiet, and when they are not, is found from the rules: that games played by this knowledge are those
// of the interpreter is for package play to test.
func TestQuietMovesAreFound(t *testing.T) {
	want := map[string]string{
		"mylna":               "place unless mill_while_placing; step unless mill_while_moving",
		"natt-klab-ash-shawk": "step", // who leaps takes, and may leap again
		"royal-game-of-ur":    "enter unless again; advance unless sent_back, again",
		"hex":                 "place unless joined",
		"english-draughts":    "step unless crowned",
		"fanorona":            "", // a step remembers where it has led
		"tablut":              "", // whom a step takes follows from where all men stand
		"lange-puff":          "", // several men share a point
		"latrunculi":          "",
	}
	for _, d := range append(bundled.Corpus(t).Definitions, bundled.Gallery(t).Definitions...) {
		if _, ok := want[d.ID]; !ok {
			continue
		}
		g, errs := d.Game(nil)
		if len(errs) > 0 {
			t.Fatal(errs)
		}
		l := ir.NewLowering(g.Program)
		f := ir.FactsOf(l)
		var got []string
		for act := range engine.Stop {
			unless, ok := l.Quiet(f, act)
			if !ok {
				continue
			}
			said := fmt.Sprint(act)
			for i, r := range unless {
				said += []string{" unless ", ", "}[min(i, 1)] + r.Statement
			}
			got = append(got, said)
		}
		if s := strings.Join(got, "; "); s != want[d.ID] {
			t.Errorf("%s: %q, not %q", d.ID, s, want[d.ID])
		}
		delete(want, d.ID)
	}
	if len(want) > 0 {
		t.Errorf("not found: %v", want)
	}
}

// Where nothing but men who stand there hinders a move, it can still be made when another player's man has moved; where
// it asks for more, that is not known.
func TestMovesThatLastAreFound(t *testing.T) {
	want := map[string]bool{"mylna step": true, "mylna place": true, "mylna remove": false, "natt-klab-ash-shawk step": true,
		"natt-klab-ash-shawk leap": false, "tablut step": false}
	for _, d := range append(bundled.Corpus(t).Definitions, bundled.Gallery(t).Definitions...) {
		g, errs := d.Game(nil)
		if len(errs) > 0 {
			t.Fatal(errs)
		}
		l := ir.NewLowering(g.Program)
		for _, cl := range ir.CandidatesOf(l, ir.FactsOf(l), false).Playable {
			for _, x := range cl.Groups {
				key := fmt.Sprint(d.ID, " ", x.Act)
				if lasts, ok := want[key]; ok && l.Lasts(x.Allows[0], x) != lasts {
					t.Errorf("%s lasts: %v", key, !lasts)
				}
				delete(want, key)
			}
		}
	}
	if len(want) > 0 {
		t.Errorf("not found: %v", want)
	}
}

package checks_test

import (
	"context"
	"math"
	"testing"

	"github.com/lectio/lectio/rulesets/dimension"

	"github.com/lectio/lectio/testdata/long"
	"github.com/lectio/lectio/verify/compare"
)

// many are interpretations of rulesets of several kinds, two of them of one ruleset.
func many(t *testing.T, c *dimension.Corpus) []compare.Side {
	t.Helper()
	return []compare.Side{side(t, c, "race-to-the-middle", nil), side(t, c, "three-rows", nil), side(t, c, "slow-race", nil), side(t, c, "other-race", nil)}
}

func TestLikeness(t *testing.T) {
	long.Slow(t)
	c := variants(t, map[string][]string{"slow-race": nil, "other-race": nil})
	res := sideBySide(t, c, compare.Options{Seed: 1, Draws: 3, Jobs: 2}, many(t, c)...)
	l := res.Likeness
	for i, row := range l.Distances {
		for j, d := range row {
			if math.IsNaN(d) || d != l.Distances[j][i] || i == j && d != 0 {
				t.Errorf("%d and %d are %v apart, the other way round %v", i, j, d, l.Distances[j][i])
			}
		}
	}
	if got := res.Columns[0].Nearest; len(got) != 2 || got[0] != "C" || got[1] != "D" {
		t.Errorf("nearest to the race are %v", got)
	}
	if l.Tree == nil || len(l.Groups) != 1 || len(l.Groups[0].Columns) != 3 {
		t.Fatalf("the three races are no group: %+v", l.Groups)
	}
	if l.Drawn != 3 || l.Groups[0].Drawn != 3 || l.Groups[0].Stands > l.Drawn {
		t.Errorf("%d of %d draws", l.Groups[0].Stands, l.Drawn)
	}
	again := sideBySide(t, c, compare.Options{Seed: 1, Draws: 3, Jobs: 1}, many(t, c)...)
	if again.Likeness.Groups[0].Stands != l.Groups[0].Stands {
		t.Error("the result depends on the number of workers")
	}
}

// TestDrawsOfWhatIsPicked pins every reading: then nothing is left to draw, the
// distances of a draw are those of the comparison, and every group stands.
func TestDrawsOfWhatIsPicked(t *testing.T) {
	c := variants(t, map[string][]string{"slow-race": nil})
	var sides []compare.Side
	for _, id := range []string{"race-to-the-middle", "three-rows", "slow-race"} {
		s := side(t, c, id, nil)
		for _, q := range s.Interpretation.Definition.Questions {
			s.Pinned = append(s.Pinned, q.ID)
		}
		sides = append(sides, s)
	}
	res := sideBySide(t, c, compare.Options{Seed: 1, Draws: 2, Jobs: 2}, sides...)
	if len(res.Likeness.Groups) == 0 {
		t.Fatal("no group")
	}
	for _, g := range res.Likeness.Groups {
		if g.Stands != 2 {
			t.Errorf("%v stands in %d of 2 draws of the same readings", g.Columns, g.Stands)
		}
	}
}

func TestDrawsInterrupted(t *testing.T) {
	c := variants(t, map[string][]string{"slow-race": nil})
	ctx, cancel := context.WithCancel(context.Background())
	o := compare.Options{Seed: 1, Draws: 3, Jobs: 1, Drawing: func(int, int) { cancel() }}
	res, errs := compare.Sides(ctx, c, []compare.Side{side(t, c, "race-to-the-middle", nil), side(t, c, "three-rows", nil), side(t, c, "slow-race", nil)}, o)
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	if !res.Interrupted || res.Likeness.Drawn != 0 {
		t.Errorf("interrupted %v, drawn %d", res.Interrupted, res.Likeness.Drawn)
	}
}

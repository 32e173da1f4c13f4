package report_test

import (
	"context"
	"math"
	"testing"

	"github.com/lectio/lectio/testdata/long"
	"github.com/lectio/lectio/verify/compare"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/testdata/bundled"
	"github.com/lectio/lectio/verify/phylo"
	"github.com/lectio/lectio/verify/report"
)

// TestNexusDistances asks whether the distances of the file are those of its
// characters: the share in which two differ of those that both have.
func TestNexusDistances(t *testing.T) {
	long.Slow(t)
	c := bundled.Corpus(t)
	var sides []compare.Side
	for _, id := range []string{"mylna", "natt-klab-ash-shawk", "lange-puff"} {
		in, errs := c.Find(id).Interpret(rulesets.Choice{})
		if len(errs) > 0 {
			t.Fatal(errs)
		}
		sides = append(sides, compare.Side{Interpretation: in})
	}
	res, errs := compare.Sides(context.Background(), c, sides, compare.Options{Seed: 1, Jobs: 2})
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	f := report.Comparison(res, "test").Phylogeny
	seen := map[int]bool{}
	for i := range f.Taxa {
		for j := range i {
			both, differ := 0, 0
			for _, ch := range f.Characters {
				a, b := ch.Of[i], ch.Of[j]
				seen[min(a, 0)], seen[min(b, 0)] = true, true
				if a < 0 || b < 0 {
					continue
				}
				both++
				if a != b {
					differ++
				}
			}
			if d := float64(differ) / float64(both); math.Abs(d-f.Distances[i][j]) > 1e-9 {
				t.Errorf("%s and %s differ in %d of %d characters, and are %v apart", f.Taxa[i], f.Taxa[j], differ, both, f.Distances[i][j])
			}
		}
	}
	if !seen[phylo.Inapplicable] {
		t.Error("nothing does not arise, so that it is not tested")
	}
}

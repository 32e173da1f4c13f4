package explore_test

import (
	"context"
	"testing"

	"github.com/lectio/lectio/evidence/diag"
	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/play"
	"github.com/lectio/lectio/testdata/bundled"
	"github.com/lectio/lectio/verify/explore"
)

// BenchmarkScales searches the full games and the scaled-down versions that come
// with the bundled rulesets, up to 200,000 positions of each, by each of the means.
// Generated code is compiled anew for each search, and that is in its time.
func BenchmarkScales(b *testing.B) {
	search := func(name string, in *rulesets.Interpretation, errs diag.Errors) {
		if len(errs) > 0 {
			b.Fatal(errs)
		}
		g, errs := in.Compile()
		if len(errs) > 0 {
			b.Fatal(errs)
		}
		for _, by := range []play.Means{play.Interpreted, play.Generated} {
			b.Run(name+"/"+by.String(), func(b *testing.B) {
				b.ReportAllocs()
				edges, positions := 0, 0
				for b.Loop() {
					r := explore.SearchBy(context.Background(), g, 200_000, by)
					edges += r.Edges()
					positions += r.Positions()
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(edges), "ns/edge")
				b.ReportMetric(float64(positions)/b.Elapsed().Seconds(), "positions/s")
				b.ReportMetric(float64(positions)/float64(b.N), "positions")
			})
		}
	}
	for _, d := range bundled.Corpus(b).Definitions {
		in, errs := d.Interpret(nil)
		search(d.ID+"/full", in, errs)
		for _, sc := range d.Scales {
			in, errs := d.Scaled(sc, nil)
			search(d.ID+"/"+sc.ID, in, errs)
		}
	}
}

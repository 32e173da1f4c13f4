package gather_test

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/ast"
	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/play"
	"github.com/lectio/lectio/testdata/bundled"
	"github.com/lectio/lectio/verify/measure"
)

// BenchmarkMeasures says by how much games take longer that are measured, for each measure alone and for all at once: the median of
// pairs of runs of the same games, in turn.
func BenchmarkMeasures(b *testing.B) {
	const pairs = 15
	list := []map[string]string{{"at": "game", "value": "moves_made"}, {"at": "game", "when": "player = winner", "by": "player"},
		{"at": "game", "value": "score", "by": "player"}, {"value": "taken", "by": "player"}, {"at": "decision", "value": "choices", "gather": "mean"}, {"by": "line"}}
	names := []string{"length", "winner", "score", "taken", "choices", "lines"}
	for _, c := range []*rulesets.Corpus{bundled.Corpus(b).Corpus, bundled.Gallery(b).Corpus} {
		for _, d := range c.Definitions {
			g, errs := d.Game(nil)
			if len(errs) > 0 {
				b.Fatal(errs)
			}
			all, sets := []engine.Measure{}, map[string][]engine.Measure{}
			for i, keys := range list {
				m, _ := ast.AskedMeasure(keys, func(key string) string { return key })
				if a, errs := measure.Of(g, m); len(errs) == 0 {
					all, sets[names[i]] = append(all, a.Rule), []engine.Measure{a.Rule}
				}
			}
			sets["all"] = all
			x := play.NewExecutor(g.Program, play.Generated)
			run := func(list []engine.Measure, games int) time.Duration {
				begun := time.Now()
				s := play.Series{Seed: 1, Count: games, Cap: 3000, Measures: list}
				if err := x.Play(context.Background(), s, func(*play.Played) {}); err != nil {
					b.Fatal(err)
				}
				return time.Since(begun)
			}
			run(nil, 20) // compiles
			games := max(20, int(20*8*time.Millisecond/run(nil, 20)))
			for _, name := range append(slices.Clone(names), "all") {
				if sets[name] == nil {
					continue
				}
				b.Run(fmt.Sprint(d.ID, "/", name), func(b *testing.B) {
					run(sets[name], 20)
					var ratios []float64
					for range pairs {
						plain := run(nil, games)
						ratios = append(ratios, float64(run(sets[name], games))/float64(plain))
					}
					slices.Sort(ratios)
					b.ReportMetric(ratios[pairs/2], "times")
				})
			}
			x.Close(context.Background())
		}
	}
}

package wasm_test

import (
	"context"
	"testing"
	"time"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/engine/position"
	"github.com/lectio/lectio/rulesets/engine/random"
	"github.com/lectio/lectio/rulesets/play"
	"github.com/lectio/lectio/testdata/bundled"
	"github.com/lectio/lectio/testdata/long"
)

// noLimit is a limit that no turn reaches.
const noLimit = 1 << 30

// ordinaryParts is how many parts a turn may begin with to be called ordinary. A
// throw of two dice is two parts; what brings more (a doublet, throws collected
// before they are played) makes a turn whose results can be of another order.
const ordinaryParts = 2

// turns plays random games and collects states in which a turn, or what a throw
// brought, begins to be played: n whose parts are at most ordinaryParts, and all
// others that the games came to meanwhile.
func turns(p *engine.Program, seed uint64, n int) (list []*engine.State, ordinary []bool) {
	in := engine.NewInterpreter(p)
	s := p.NewState()
	var buf []engine.Move
	count := 0
	for game := uint64(0); count < n; game++ {
		r := random.New(seed, game)
		in.Start(s)
		for ply := 0; s.Status() != engine.Over && ply < 400 && count < n; {
			if s.Status() == engine.AwaitsThrow {
				in.Throw(s, p.Draw(r, s.Device(p)))
				continue
			}
			// Games are long: every seventh turn or so, so that there are several games.
			if s.Played() == 0 && r.Below(7) == 0 {
				parts := 0
				for _, l := range position.Read(p, s).Turn.Left {
					parts += b2i(l.Part != engine.PartThrow)
				}
				list, ordinary = append(list, s.Clone()), append(ordinary, parts <= ordinaryParts)
				count += b2i(parts <= ordinaryParts)
			}
			var k int
			k, buf = in.Choose(s, r, buf[:0])
			in.Play(s, buf[k])
			ply++
		}
	}
	return list, ordinary
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

// BenchmarkResults searches, for the default interpretation of every ruleset, what
// turns of random games can lead to, of each turn as far as a limit, and
// reports results a second over all turns, and turns a second over ordinary ones,
// by the least time that each turn took.
// Cut is how many turns have more results. A limit of millions measures memory:
// what has been met then lies far beyond a processor's caches.
func BenchmarkResults(b *testing.B) {
	ctx := context.Background()
	for _, d := range bundled.Corpus(b).Definitions {
		b.Run(d.ID, func(b *testing.B) {
			g, errs := d.Game(nil)
			if len(errs) > 0 {
				b.Fatal(errs)
			}
			x := play.NewSearcher(g.Program, play.Generated)
			defer x.Close(ctx)
			list, ordinary := turns(g.Program, 3, long.Of(40, 100))
			least := make([]time.Duration, len(list))
			found := make([]int, len(list))
			cut, limit := 0, 100000
			for b.Loop() {
				cut = 0
				for i, s := range list {
					begun := time.Now()
					n, all := x.Find(ctx, s, limit)
					took := time.Since(begun)
					if found[i] == 0 || took < least[i] {
						least[i] = took
					}
					found[i] = n
					cut += b2i(!all)
				}
			}
			var turns, results [2]float64
			var took [2]time.Duration
			for i := range list {
				k := b2i(ordinary[i])
				turns[k]++
				results[k] += float64(found[i])
				took[k] += least[i]
			}
			b.ReportMetric((results[0]+results[1])/(took[0]+took[1]).Seconds()/1e6, "Mresults/s")
			b.ReportMetric(results[1]/took[1].Seconds()/1e6, "Mresults/s-ordinary")
			b.ReportMetric(turns[1]/took[1].Seconds(), "turns/s-ordinary")
			b.ReportMetric(results[1]/turns[1], "results/turn-ordinary")
			if turns[0] > 0 {
				b.ReportMetric(results[0]/took[0].Seconds()/1e6, "Mresults/s-other")
				b.ReportMetric(turns[0]/took[0].Seconds(), "turns/s-other")
				b.ReportMetric(results[0]/turns[0], "results/turn-other")
			}
			if cut > 0 {
				b.ReportMetric(float64(cut), "cut")
			}
			b.ReportMetric(0, "ns/op") // of a round: says nothing
		})
	}
}

// TestResultsAgree compares with the interpreter what turns of random games can
// lead to, state for state in the same order and by the same lines: of few parts
// as a whole, of many as far as a limit. The searches follow upon each other in one
// instance, large ones before small ones.
func TestResultsAgree(t *testing.T) {
	limits := []int{0, 1, 7, 12000, 300}
	for _, d := range every(t) {
		t.Run(d.ID, func(t *testing.T) {
			g, errs := d.Game(nil)
			if len(errs) > 0 {
				t.Fatal(errs)
			}
			agreeOnResults(t, g, limits, long.Of(20, 60))
			for i, a := range d.Alternatives() {
				if !long.Form() && i%27 != 4 {
					continue // some of them
				}
				g, errs := d.Game(a.Choice)
				if len(errs) > 0 {
					t.Fatal(errs)
				}
				t.Run(a.Question.Name()+"="+a.Reading.ID, func(t *testing.T) { agreeOnResults(t, g, limits[2:3], 10) })
			}
		})
	}
}

func agreeOnResults(t *testing.T, g *rulesets.Game, limits []int, n int) {
	x := play.NewSearcher(g.Program, play.Generated)
	defer x.Close(context.Background())
	in := engine.NewInterpreter(g.Program)
	list, ordinary := turns(g.Program, 11, n)
	large := 0
	for i, s := range list {
		limit := limits[i%len(limits)]
		if ordinary[i] && limit > 7 {
			limit = noLimit
		}
		if !ordinary[i] && limit > 1000 {
			if large++; large > 4 {
				limit = 1000 // the interpreter takes its time
			}
		}
		if d := sameResults(g, in, x, s, limit); d != "" {
			text, _ := g.State(s).MarshalJSON()
			t.Fatalf("at most %d: %s\nin %s", limit, d, text)
		}
	}
}

// TestTurnsWithoutEnd searches a turn in which every move counts and leads to a
// further one: what has been found until the search is given up is not all.
func TestTurnsWithoutEnd(t *testing.T) {
	g := gameOf(t, holeRules+`  - {id: one, agenda: {play: [step]}, in: turn, assumed: a test}
  - {id: step, allow: step, assumed: a test}
  - {id: moves, variable: {kind: number}, assumed: a test}
  - {id: on, do: [{put: "step?"}, {add: moves}], on: step, assumed: a test}
`)
	in := engine.NewInterpreter(g.Program)
	s := g.Program.NewState()
	in.Start(s)
	list, met, complete := play.SearchResults(in, s, noLimit)
	if complete || len(list) > 0 || met != play.MostLine {
		t.Errorf("%d results, %d states met, complete %v", len(list), met, complete)
	}
	x := play.NewSearcher(g.Program, play.Generated)
	defer x.Close(context.Background())
	if n, complete := x.Find(context.Background(), s, noLimit); complete || n != 0 || x.Met() != met {
		t.Errorf("by the module: %d results, %d states met, complete %v", n, x.Met(), complete)
	}
}

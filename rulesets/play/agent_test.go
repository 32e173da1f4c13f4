package play_test

import (
	"context"
	"fmt"
	"math"
	"sync"
	"testing"

	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/play"
	"github.com/lectio/lectio/testdata/bundled"
	"github.com/lectio/lectio/testdata/long"
)

// TestWholeTurnsAreTheSame has the agent of whole turns play by every means and by
// several workers, within a bound and beyond it, and compares what is told of each game.
func TestWholeTurnsAreTheSame(t *testing.T) {
	long.Slow(t)
	ctx := context.Background()
	for _, d := range bundled.Corpus(t).Definitions {
		t.Run(d.ID, func(t *testing.T) {
			g, errs := d.Game(nil)
			if len(errs) > 0 {
				t.Fatal(errs)
			}
			for _, s := range []play.Series{{Seed: 5, First: 3, Count: long.Of(3, 5), Cap: 80, Bound: 2000, Branching: true}, {Seed: 6, Count: long.Of(3, 6), Cap: 60, Bound: 2}} {
				var want []string
				whole, beyond := 0, 0
				for _, m := range []play.Means{play.Interpreted, play.Generated, play.Whichever} {
					x := play.NewExecutor(g.Program, m)
					for _, jobs := range []int{1, 2} {
						got := make([]string, s.Count)
						var wg sync.WaitGroup
						for j := range jobs {
							part := s
							from, to := s.Count*j/jobs, s.Count*(j+1)/jobs
							part.First, part.Count = s.First+from, to-from
							wg.Go(func() {
								err := x.Play(ctx, part, func(y *play.Played) {
									got[y.Number-s.First] = fmt.Sprint(told(y), " whole ", y.Whole, " beyond ", y.Beyond)
									if m == play.Interpreted && jobs == 1 {
										whole, beyond = whole+y.Whole, beyond+y.Beyond
									}
								})
								if err != nil {
									t.Error(err)
								}
							})
						}
						wg.Wait()
						if want == nil {
							want = got
						}
						for i := range want {
							if got[i] != want[i] {
								t.Fatalf("%d workers, %s: game %d is\n%s, not\n%s", jobs, m, s.First+i, got[i], want[i])
							}
						}
					}
					x.Close(ctx)
				}
				if whole == 0 || s.Bound == 2 && beyond == 0 {
					t.Errorf("%d turns played as a whole, %d beyond the bound of %d: too little is compared", whole, beyond, s.Bound)
				}
			}
		})
	}
}

// firstTurns works out exactly how likely each state is after the first turns of a
// game, until so many moves have been made: by an agent that draws among results,
// or among single moves.
func firstTurns(in *engine.Interpreter, s *engine.State, moves int, chance float64, whole bool, out map[string]float64) {
	p := in.Program()
	switch {
	case s.Status() == engine.AwaitsThrow:
		dev := p.Devices[s.Device(p)]
		for k := dev.First; k < dev.First+dev.Count; k++ {
			t := s.Clone()
			in.Throw(t, k)
			firstTurns(in, t, moves, chance*float64(p.Throws[k].Ways)/float64(dev.Ways), whole, out)
		}
	case moves <= 0 || s.Status() == engine.Over:
		out[s.Key()] += chance
	case whole:
		list, _ := play.Results(in, s, 1000)
		for _, r := range list {
			firstTurns(in, r.State, moves-len(r.Line), chance/float64(len(list)), whole, out)
		}
	default:
		var turn func(s *engine.State, made int, chance float64)
		turn = func(s *engine.State, made int, chance float64) {
			list := in.Moves(s, nil)
			for _, m := range list {
				t := s.Clone()
				in.Play(t, m)
				c := chance / float64(len(list))
				if play.TurnPlayed(s, t) {
					firstTurns(in, t, moves-made-1, c, whole, out)
				} else {
					turn(t, made+1, c)
				}
			}
		}
		turn(s, 0, chance)
	}
}

// TestWholeTurnsAreUniform plays the first turns of a small game often and compares
// how often each state comes about with how likely it is, by Pearson's chi-squared;
// the chances under single moves must not fit.
func TestWholeTurnsAreUniform(t *testing.T) {
	long.Slow(t)
	g, errs := bundled.In(t, "../../cmd/lectio/testdata/corpus").Definitions[0].Game(nil)
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	const games, moves = 60000, 5
	in := engine.NewInterpreter(g.Program)
	s := g.Program.NewState()
	in.Start(s)
	results, singles := map[string]float64{}, map[string]float64{}
	firstTurns(in, s, moves, 1, true, results)
	firstTurns(in, s, moves, 1, false, singles)
	seen := map[string]float64{}
	x := play.NewExecutor(g.Program, play.Generated)
	defer x.Close(context.Background())
	err := x.Play(context.Background(), play.Series{Seed: 1, Count: games, Cap: moves, Bound: 1000}, func(y *play.Played) {
		seen[y.State.Key()]++
		if y.Beyond > 0 {
			t.Fatal("a turn went beyond the bound")
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	for k := range seen {
		if results[k] == 0 {
			t.Errorf("a state that cannot come about: % x", k)
		}
	}
	// fit is by how many of its own standard deviations chi-squared exceeds its mean.
	// States too rare to be compared one by one are taken together.
	fit := func(chances map[string]float64) float64 {
		sum, cells, rare, rareSeen := 0.0, 0, 0.0, 0.0
		add := func(want, got float64) {
			sum += (got - want) * (got - want) / want
			cells++
		}
		for k, chance := range chances {
			if want := chance * games; want >= 8 {
				add(want, seen[k])
			} else {
				rare, rareSeen = rare+want, rareSeen+seen[k]
			}
		}
		if rare >= 8 {
			add(rare, rareSeen)
		}
		df := float64(cells - 1)
		t.Logf("%d cells of %d states, chi-squared %.1f", cells, len(chances), sum)
		return (sum - df) / math.Sqrt(2*df)
	}
	if z := fit(results); math.Abs(z) > 3.5 {
		t.Errorf("the results are not drawn alike: chi-squared is %.1f standard deviations off", z)
	}
	if z := fit(singles); z < 10 {
		t.Errorf("the test could not tell results from single moves: %.1f standard deviations", z)
	}
}

// BenchmarkWholeTurns plays games by whole turns under a small bound, in generated
// code, and reports turns, or throws within them, a second.
func BenchmarkWholeTurns(b *testing.B) {
	ctx := context.Background()
	for _, d := range bundled.Corpus(b).Definitions {
		b.Run(d.ID, func(b *testing.B) {
			g, errs := d.Game(nil)
			if len(errs) > 0 {
				b.Fatal(errs)
			}
			x := play.NewExecutor(g.Program, play.Generated)
			defer x.Close(ctx)
			turns, game := 0, 0
			for b.Loop() {
				err := x.Play(ctx, play.Series{Seed: 1, First: game, Count: 1, Cap: 2000, Bound: 100}, func(y *play.Played) { turns += y.Whole + y.Beyond })
				if err != nil {
					b.Fatal(err)
				}
				game++
			}
			b.ReportMetric(float64(turns)/b.Elapsed().Seconds(), "turns/s")
		})
	}
}

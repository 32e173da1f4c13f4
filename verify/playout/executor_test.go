package playout_test

import (
	"context"
	"reflect"
	"testing"

	"github.com/lectio/lectio/evidence"
	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/engine/history"
	"github.com/lectio/lectio/rulesets/engine/random"
	"github.com/lectio/lectio/rulesets/play"
	"github.com/lectio/lectio/testdata/long"
	"github.com/lectio/lectio/verify/playout"
)

// One sample, whoever plays it and however it is shared out among workers: a
// result that differed in one number would say that there is not one sample.
func TestSampleIsTheSameWhoeverPlays(t *testing.T) {
	ctx := context.Background()
	ev, errs := evidence.Load(evidence.Bundled, "")
	c, more := rulesets.Load(rulesets.Bundled, "", ev)
	if errs.Merge(more); len(errs) > 0 {
		t.Fatal(errs)
	}
	for _, d := range c.Definitions {
		choices := []rulesets.Choice{nil}
		for i, a := range d.Alternatives() {
			if i%11 == 3 && long.Form() {
				choices = append(choices, a.Choice)
			}
		}
		for _, choice := range choices {
			g, errs := d.Game(choice)
			if len(errs) > 0 {
				continue
			}
			t.Run(g.Name(), func(t *testing.T) {
				for _, o := range []playout.Options{{Games: long.Of(4, 16), First: 4, Seed: 9, Cap: 20000}, {Games: 16, Seed: 2, Cap: 90}, {Games: 200, Seed: 3, Cap: 20000, Moves: 7000}} {
					counted := o
					counted.Effects = true // the interpreter's own loop
					want := playout.Sample(ctx, g, counted)
					want.Applied, want.Effects = nil, false
					if o.Moves > 0 && (want.Played == o.Games || want.Played < 2) {
						t.Errorf("%d games of %d moves", want.Played, o.Moves)
					}
					for _, by := range []*play.Executor{nil, play.NewExecutor(g.Program, play.Generated), play.NewExecutor(g.Program, play.Interpreted)} {
						for _, jobs := range []int{1, 3} {
							if jobs > 1 && o.Moves > 0 {
								continue // a bound on moves is one of games in a row
							}
							part := o
							if by != nil {
								part.By = by
							}
							var got *playout.Stats
							for j := range jobs {
								part.First, part.Games = o.First+o.Games*j/jobs, o.Games*(j+1)/jobs-o.Games*j/jobs
								if s := playout.Sample(ctx, g, part); got == nil {
									got = s
								} else {
									got.Join(s)
								}
							}
							got.By = nil
							if !reflect.DeepEqual(got, want) {
								t.Fatalf("by %v, %d workers:\n%+v\nnot\n%+v", by, jobs, got, want)
							}
						}
					}
				}
			})
		}
	}
}

// The decisions picked are those of a game played to its end.
func TestSituationsAreTheSameWhoeverPlays(t *testing.T) {
	g := game(t, nil)
	o := playout.Options{Games: 40, Seed: 5, Cap: 300}
	for _, x := range playout.Situations(context.Background(), g, o, true) {
		in := engine.NewInterpreter(g.Program)
		in.History = history.New()
		s := g.Program.NewState()
		in.Start(s)
		tally, _ := play.Random(in, s, random.New(o.Seed, uint64(x.Game)), o.Cap, nil)
		pick, want := random.New(^o.Seed, uint64(x.Game)), 0
		for k := 1; k <= tally.Plies; k++ {
			if pick.Below(k) == 0 {
				want = k
			}
		}
		if x.Ply != want {
			t.Errorf("game %d: decision %d of %d, not %d", x.Game, x.Ply, tally.Plies, want)
		}
	}
}

package play_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/engine/history"
	"github.com/lectio/lectio/rulesets/engine/random"
	"github.com/lectio/lectio/rulesets/play"
	"github.com/lectio/lectio/testdata/bundled"
	"github.com/lectio/lectio/testdata/long"
)

// told is everything that is told of a game.
func told(x *play.Played) string {
	return fmt.Sprintf("%d %+v %d %x", x.Number, x.Tally, x.Unclear, x.State.Bytes())
}

// TestExecutorsPlayTheSameGames has every executor play the default of every
// ruleset, some by several workers at a time, and compares what is told of each game.
func TestExecutorsPlayTheSameGames(t *testing.T) {
	ctx := context.Background()
	for _, d := range bundled.Corpus(t).Definitions {
		t.Run(d.ID, func(t *testing.T) {
			g, errs := d.Game(nil)
			if len(errs) > 0 {
				t.Fatal(errs)
			}
			for _, s := range []play.Series{{Seed: 5, First: 3, Count: long.Of(9, 23), Cap: 20000, Branching: true}, {Seed: 6, Count: long.Of(12, 30), Cap: 120}} {
				var want []string
				in := engine.NewInterpreter(g.Program)
				in.History = history.New()
				st := g.Program.NewState()
				over := 0
				for n := s.First; n < s.First+s.Count; n++ {
					in.Undeclared = 0
					in.Start(st)
					tally, _ := play.Random(in, st, random.New(s.Seed, uint64(n)), s.Cap, nil)
					if !s.Branching {
						tally.Branch, tally.Chosen = 0, 0
					}
					if tally.OverCap {
						over++
					}
					want = append(want, told(&play.Played{Number: n, Tally: tally, Unclear: in.Undeclared, State: st}))
				}
				if s.Cap < 200 && over == 0 {
					t.Error("no game was given up: too little is compared")
				}
				for _, by := range []*play.Executor{play.NewExecutor(g.Program, play.Generated), play.NewExecutor(g.Program, play.Interpreted), play.Of(g)} {
					for _, jobs := range []int{1, 3} {
						got := make([]string, s.Count)
						var wg sync.WaitGroup
						for j := range jobs {
							part := s
							from, to := s.Count*j/jobs, s.Count*(j+1)/jobs
							part.First, part.Count = s.First+from, to-from
							wg.Go(func() {
								if err := by.Play(ctx, part, func(x *play.Played) { got[x.Number-s.First] = told(x) }); err != nil {
									t.Error(err)
								}
							})
						}
						wg.Wait()
						for i := range want {
							if got[i] != want[i] {
								t.Fatalf("%d workers, %s: game %d is\n%s, not\n%s", jobs, by.Means(), s.First+i, got[i], want[i])
							}
						}
					}
				}
			}
		})
	}
}

// TestReadingsPlayTheSameGames compares the executors under every reading by
// itself, of the bundled rulesets and of those of the tests. Few games are enough:
// a rule that is generated wrong shows at once.
func TestReadingsPlayTheSameGames(t *testing.T) {
	ctx := context.Background()
	for _, c := range corpora(t) {
		for _, d := range c.Definitions {
			choices := []rulesets.Choice{nil}
			for i, a := range d.Alternatives() {
				if long.Form() || i%48 == 0 {
					choices = append(choices, a.Choice)
				}
			}
			for _, choice := range choices {
				g, errs := d.Game(choice)
				if len(errs) > 0 {
					continue
				}
				s := play.Series{Seed: 11, Count: long.Of(4, 6), Cap: 700, Branching: true}
				var want []string
				in := play.NewExecutor(g.Program, play.Interpreted)
				if err := in.Play(ctx, s, func(x *play.Played) { want = append(want, told(x)) }); err != nil {
					t.Fatal(err)
				}
				x := play.NewExecutor(g.Program, play.Generated)
				wrong := 0
				err := x.Play(ctx, s, func(x *play.Played) {
					if got := told(x); got != want[x.Number] {
						if wrong++; wrong == 1 {
							t.Errorf("%s: game %d is\n%s, not\n%s", g.Name(), x.Number, got, want[x.Number])
						}
					}
				})
				if err != nil {
					t.Errorf("%s: %v", g.Name(), err)
				}
				x.Close(ctx)
			}
		}
	}
}

// TestDefaultsAreGenerated holds the seven to machine code: a word that is missing
// would make them hundreds of times slower and nothing else would show it.
func TestDefaultsAreGenerated(t *testing.T) {
	for _, d := range bundled.Corpus(t).Definitions {
		g, errs := d.Game(nil)
		if len(errs) > 0 {
			t.Fatal(errs)
		}
		if err := play.Of(g).Interpreted(); err != nil && !errors.Is(err, play.ErrNoCompiler) {
			t.Errorf("%s: %v", d.ID, err)
		}
		if m := play.Of(g).Memory(); m > play.MostMemory {
			t.Errorf("%s: a player takes %d bytes, more than the limit", d.ID, m)
		}
	}
}

// TestPlayingDoesNotAllocate counts allocations of many games, after one.
func TestPlayingDoesNotAllocate(t *testing.T) {
	ctx := context.Background()
	for _, d := range bundled.Corpus(t).Definitions {
		g, errs := d.Game(nil)
		if len(errs) > 0 {
			t.Fatal(errs)
		}
		for _, m := range []play.Means{play.Generated, play.Interpreted} {
			x := play.NewExecutor(g.Program, m)
			moves := 0
			f := func(p *play.Played) { moves += p.Moves }
			const games = 20
			s := play.Series{Seed: 1, Count: games, Cap: 20000, Branching: true}
			play := func() {
				if err := x.Play(ctx, s, f); err != nil {
					t.Fatal(err)
				}
			}
			play()
			// The collector may empty the pool of tables; that is no matter of games.
			if n := testing.AllocsPerRun(long.Of(2, 5), play); n > 2 {
				t.Errorf("%s, %s: %.0f allocations in %d games", d.ID, m, n, games)
			}
			if moves == 0 {
				t.Errorf("%s: nothing was played", d.ID)
			}
		}
	}
}

// TestPlayingStops ends a series of games that would take hours.
func TestPlayingStops(t *testing.T) {
	for _, d := range bundled.Corpus(t).Definitions {
		g, errs := d.Game(nil)
		if len(errs) > 0 {
			t.Fatal(errs)
		}
		x := play.NewExecutor(g.Program, play.Generated)
		x.Prepare(context.Background())
		ctx, cancel := context.WithCancel(context.Background())
		var stopped time.Time
		games := 0
		err := x.Play(ctx, play.Series{Seed: 1, Count: 1 << 30, Cap: 20000}, func(*play.Played) {
			if games++; games == 300 {
				stopped = time.Now()
				cancel()
			}
		})
		if !errors.Is(err, context.Canceled) {
			t.Fatalf("%s: %v", d.ID, err)
		}
		// Nothing is begun after the batch during which it was stopped.
		if games > 300+256 {
			t.Errorf("%s: %d games were given after it was stopped", d.ID, games-300)
		}
		if late := time.Since(stopped); late > 2*time.Second {
			t.Errorf("%s: stopped after %v", d.ID, late)
		}
		cancel()
	}
}

// TestModulesAreBounded plays more programs than there is room for, some of them
// again, so that modules are freed and compiled anew.
func TestModulesAreBounded(t *testing.T) {
	d := bundled.Corpus(t).Find("mylna")
	const most = 5
	g, errs := d.Game(nil)
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	memory := 2 * play.Of(g).Memory()
	defer play.Keep(memory, most)()
	var list []*play.Executor
	var first []byte
	for range 2 * most {
		g, errs := d.Game(nil)
		if len(errs) > 0 {
			t.Fatal(errs)
		}
		list = append(list, play.NewExecutor(g.Program, play.Generated))
	}
	for _, x := range append(list, list...) {
		err := x.Play(context.Background(), play.Series{Seed: 2, First: 9, Count: 1, Cap: 20000}, func(p *play.Played) {
			if first == nil {
				first = bytes.Clone(p.State.Bytes())
			}
			if !bytes.Equal(first, p.State.Bytes()) {
				t.Error("another game")
			}
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if modules, bytes := play.Loaded(); list[0].Interpreted() == nil && (modules > most || bytes > memory) {
		t.Errorf("%d modules are kept, and %d bytes", modules, bytes)
	}
}

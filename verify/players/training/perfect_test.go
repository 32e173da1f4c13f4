package training

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/lectio/lectio/rulesets/play"
	"github.com/lectio/lectio/testdata/bundled"
	"github.com/lectio/lectio/testdata/long"
	"github.com/lectio/lectio/verify/players"
	"github.com/lectio/lectio/verify/solve"
	"github.com/lectio/lectio/verify/solve/strategies"
)

// small is a scaled-down game that has been solved, at its maker.
func small(t *testing.T, id, scale string) *Maker {
	t.Helper()
	d := bundled.Corpus(t).Find(id)
	in, errs := d.Scaled(d.Scale(scale), nil)
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	g, errs := in.Compile()
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	graph, err := solve.Explore(t.Context(), g.Program, solve.Options{})
	if err != nil {
		t.Fatal(err)
	}
	x, err := solve.Solve(t.Context(), graph, nil)
	if err != nil {
		t.Fatal(err)
	}
	by := play.NewExecutor(g.Program, play.Whichever)
	t.Cleanup(func() { by.Close(context.Background()) })
	m := NewMaker(g.Program, by, nil)
	m.Solved = x
	return m
}

// A perfect program wins every game that is won, against whatever plays; one that errs does not.
func TestPerfectNeverLosesAWonGame(t *testing.T) {
	m := small(t, "mylna", "nine-points") // who moves second wins
	for _, against := range []players.Name{{}, {Rung: players.Playouts, Iterations: 50}, {Rung: players.Perfect, Errors: 300_000}} {
		match, err := m.Match(t.Context(), players.Name{Rung: players.Perfect}, against, Played{Games: long.Of(60, 1000), Drawn: players.ShareDrawn, Seed: 5}, 2)
		if err != nil {
			t.Fatal(err)
		}
		if second := match.BySeat[1-m.Solved.First]; second.Value != 1 {
			t.Errorf("against %s: %.3f of the won games", against, second.Value)
		}
	}
	match, err := m.Match(t.Context(), players.Name{Rung: players.Perfect, Errors: 500_000}, players.Name{Rung: players.Perfect}, Played{Games: long.Of(60, 1000), Seed: 5}, 2)
	if err != nil {
		t.Fatal(err)
	}
	if second := match.BySeat[1-m.Solved.First]; second.Value > 0.95 {
		t.Errorf("half of its moves drawn it still wins %.3f", second.Value)
	}
}

// What is proved of a program holds of the games that it plays.
func TestStrategyIsWhatIsPlayed(t *testing.T) {
	m := small(t, "lange-puff", "two-men")
	programs := []players.Name{{}, {Rung: players.Perfect}, {Rung: players.Perfect, Errors: 250_000}}
	if long.Form() {
		programs = append(programs, players.Name{Rung: players.Weighing, Seed: 1})
	}
	first := m.Solved.First
	for _, n := range programs {
		by, err := m.Strategy(t.Context(), n)
		if err != nil {
			t.Fatal(err)
		}
		proved, err := strategies.Between(t.Context(), m.Solved.Graph, by, strategies.Drawn{}, 1<<20)
		if err != nil {
			t.Fatal(err)
		}
		win, _ := proved.Win.Low.Float64()
		draw, _ := proved.Draw.Low.Float64()
		match, err := m.Match(t.Context(), n, players.Name{}, Played{Games: 8000, Seed: 9}, 2)
		if err != nil {
			t.Fatal(err)
		}
		e := match.BySeat[first]
		if spread := 2 * (e.High - e.Low); win+draw/2 < e.Value-spread || win+draw/2 > e.Value+spread {
			t.Errorf("%s, who begins against drawn moves: proved %.4f, in 4,000 games %.4f", n, win+draw/2, e.Value)
		}
	}
}

// A search is no function of the position, and a game that was not solved has no perfect program.
func TestNoStrategy(t *testing.T) {
	m := small(t, "lange-puff", "two-men")
	for _, n := range []players.Name{{Rung: players.Searching, Seed: 1, Iterations: 10}, {Rung: players.Playouts, Iterations: 10}} {
		if _, err := m.Strategy(t.Context(), n); err == nil || !strings.Contains(err.Error(), n.String()+" does hangs on the throws and moves that it draws") {
			t.Errorf("%v", err)
		}
	}
	m.Solved = nil
	if _, err := m.Make(t.Context(), players.Name{Rung: players.Perfect}); !errors.Is(err, players.ErrUnsolved) {
		t.Errorf("%v", err)
	}
}

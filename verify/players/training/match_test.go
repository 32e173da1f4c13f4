package training

import (
	"context"
	"errors"
	"reflect"
	"testing"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/engine/random"
	"github.com/lectio/lectio/rulesets/engine/weigh"
	"github.com/lectio/lectio/rulesets/play"
	"github.com/lectio/lectio/testdata/bundled"
	"github.com/lectio/lectio/testdata/long"
	"github.com/lectio/lectio/verify/players"
)

// game is a game of a corpus by its id, at its table.
func game(t testing.TB, id string, m play.Means) (*rulesets.Game, *table) {
	t.Helper()
	for _, d := range append(bundled.Corpus(t).Definitions, bundled.Gallery(t).Definitions...) {
		if d.ID != id {
			continue
		}
		g, errs := d.Game(nil)
		if len(errs) > 0 {
			t.Fatal(errs)
		}
		x := play.NewExecutor(g.Program, m)
		t.Cleanup(func() { x.Close(context.Background()) })
		return g, &table{players.Table{Form: weigh.FormOf(g.Program, false), By: x, Cap: 60}}
	}
	t.Fatal("there is no " + id)
	return nil, nil
}

// someWeights are weights drawn at random, few enough in number that moves are often worth the same.
func someWeights(f *weigh.Form, seed uint64) []int16 {
	r := random.New(seed, 0)
	out := make([]int16, f.Weights())
	for i := range out {
		out[i] = int16(100 * (r.Below(7) - 3))
	}
	return out
}

// searching follows so many lines, by weights.
func searching(t *testing.T, g *rulesets.Game, weights []int16, lines int) players.Program {
	t.Helper()
	m := players.Maker{Rules: g.Program, By: play.Of(g), Weights: func(context.Context, players.Name) ([]int16, error) { return weights, nil }}
	p, err := m.Make(t.Context(), players.Name{Rung: players.Searching, Iterations: lines})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// A match is the same on any number of workers.
func TestMatchesAreTheSameOnAnyNumberOfWorkers(t *testing.T) {
	g, x := game(t, "mylna", play.Whichever)
	x.Cap = 400
	search := func() players.Program { return searching(t, g, someWeights(x.Form, 1), 4) }
	drawing := func() players.Program { return players.OneAhead(x.Form, nil) }
	var want Match
	for i, workers := range []int{1, 4} {
		got, err := x.match(t.Context(), search, drawing, Played{Games: 30, Drawn: 32, Seed: 1}, workers)
		if err != nil {
			t.Fatal(err)
		}
		if i > 0 && !reflect.DeepEqual(got, want) {
			t.Errorf("%d workers: %+v, not %+v", workers, got, want)
		}
		want = got
	}
	if want.Score.Value == want.Level {
		t.Error("nothing was told apart")
	}
}

// A search that has learned nothing plays better than drawn moves, by the side that it sits on, and of two sides
// each takes what is bad for the other.
func TestPlayoutsFindWhatWins(t *testing.T) {
	games := []string{"mylna", "royal-game-of-ur"}
	if long.Form() {
		games = append(games, "barjis") // four players, of whom nobody gains much by looking ahead
	}
	for _, id := range games {
		g, _ := game(t, id, play.Whichever)
		m := NewMaker(g.Program, play.NewExecutor(g.Program, play.Whichever), nil)
		n := players.Name{Rung: players.Playouts, Iterations: long.Of(40, 400)}
		got, err := m.Match(t.Context(), n, players.Name{}, Played{Games: long.Of(12, 200), Seed: 2}, 1)
		if err != nil {
			t.Fatal(err)
		}
		if got.Score.Value < got.Level+0.1 || got.GivenUp > 0 {
			t.Errorf("%s: %v of games against drawn moves, by seat %v, %d given up", id, got.Score, got.BySeat, got.GivenUp)
		}
	}
}

// Where no candidate of a training played better than drawn moves there is no program that weighs, and none that searches.
func TestWhatWasRefusedDoesNotPlay(t *testing.T) {
	g, x := game(t, "mylna", play.Whichever)
	m := NewMaker(g.Program, x.By, nil)
	m.kept = map[uint64]*Learned{1: {}, 7: {}}
	for _, name := range []string{"learned", "learned:7", "searching:10"} {
		n, err := players.ParseName(name)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := m.Make(t.Context(), n); !errors.As(err, &Refused{}) {
			t.Errorf("%s: %v", name, err)
		}
		if _, err := m.Match(t.Context(), players.Name{}, n, Played{Games: 2}, 1); !errors.As(err, &Refused{}) {
			t.Errorf("a match with %s: %v", name, err)
		}
	}
}

package play_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/engine/random"
	"github.com/lectio/lectio/rulesets/engine/weigh"
	"github.com/lectio/lectio/rulesets/play"
	"github.com/lectio/lectio/testdata/bundled"
	"github.com/lectio/lectio/testdata/long"
)

// someWeights are weights drawn at random, few enough in number that moves are often worth the same.
func someWeights(f *weigh.Form, seed uint64) []int16 {
	r := random.New(seed, 0)
	out := make([]int16, f.Weights())
	for i := range out {
		out[i] = int16(r.Below(7)) - 3
	}
	return out
}

// record plays games and writes down what they came to, with the positions kept of them.
func record(t *testing.T, x *play.Executor, s play.Series) (out []string) {
	t.Helper()
	var kept []string
	s.Sampled = func(game int, s *engine.State) { kept = append(kept, fmt.Sprintf("%d %x", game, s.Bytes())) }
	if err := x.Play(context.Background(), s, func(g *play.Played) {
		out = append(out, fmt.Sprintf("game %d %+v unclear %d state %x", g.Number, g.Tally, g.Unclear, g.State.Bytes()))
	}); err != nil {
		t.Fatal(err)
	}
	return append(out, kept...)
}

// looked writes down what follows from a state.
func looked(x *play.Ahead, s *engine.State) (out []string) {
	n := x.Look(context.Background(), s)
	size := len(s.Bytes())
	for k := range n {
		line := fmt.Sprintf("%x", x.States()[k*size:][:size])
		if len(x.Moves) > 0 {
			m := &x.Moves[k]
			line += fmt.Sprint(" by ", m.Act, m.Part, m.From, m.To, m.Over, m.Class, m.Men, m.Sparing)
		}
		for q := range 2 {
			line += fmt.Sprintf(" worth %d", x.Value(k, q))
		}
		out = append(out, line)
	}
	return out
}

func sameGames(t *testing.T, name string, got, want []string) {
	t.Helper()
	if len(got) != len(want) {
		t.Errorf("%s: %d games and positions, not %d", name, len(got), len(want))
		return
	}
	for i := range want {
		if got[i] != want[i] {
			t.Errorf("%s:\n%s\nnot\n%s", name, got[i], want[i])
			return
		}
	}
}

// Games in which players weigh are the same in generated code and in the interpreter; where all
// moves are drawn they are the random games; and games can be played on from any position.
func TestWeighedGamesAreTheSame(t *testing.T) {
	for _, d := range append(bundled.Corpus(t).Definitions, bundled.Gallery(t).Definitions...) {
		g, errs := d.Game(nil)
		if len(errs) > 0 {
			t.Fatal(errs)
		}
		t.Run(d.ID, func(t *testing.T) { weighedAlike(t, g, long.Of(1, 12), long.Of(60, 5000)) })
	}
}

func weighedAlike(t *testing.T, g *rulesets.Game, games, most int) {
	module, plain := play.NewExecutor(g.Program, play.Generated), play.NewExecutor(g.Program, play.Interpreted)
	defer module.Close(context.Background())
	if module.Interpreted() != nil {
		t.Skip("no games of it are generated")
	}
	if err := module.Weighs(context.Background()); err != nil {
		t.Fatal(err) // else the interpreter would be compared with itself
	}
	f := weigh.FormOf(g.Program, false)
	if apart := weigh.FormOf(g.Program, true); f.Tied {
		one, other := someWeights(apart, 1), someWeights(apart, 2)
		by := &weigh.Players{Form: apart, Share: 32}
		for q := range g.Program.Players {
			by.Weights = append(by.Weights, [][]int16{one, other, nil}[q%3])
		}
		s := play.Series{Seed: 6, Count: games, Cap: most, By: by}
		sameGames(t, "who weighs though alike", record(t, module, s), record(t, plain, s))
	}
	w, v := someWeights(f, 1), someWeights(f, 2)
	by := &weigh.Players{Form: f, Share: 32}
	for q := range g.Program.Players {
		by.Weights = append(by.Weights, [][]int16{w, v, nil}[q%3])
	}
	s := play.Series{Seed: 5, Count: games, Cap: most, Branching: true, By: by, Every: 3}
	want := record(t, plain, s)
	sameGames(t, "who weighs", record(t, module, s), want)

	drawn := &weigh.Players{Form: f, Weights: make([][]int16, len(g.Program.Players))}
	many := play.Series{Seed: 7, Count: 20 * games, Cap: most, Branching: true}
	random := record(t, module, many)
	many.By = drawn
	sameGames(t, "who draws", record(t, module, many), random)

	// from positions of such games on
	var from []*engine.State
	s.Every, s.Sampled = 7, func(_ int, st *engine.State) { from = append(from, st.Clone()) }
	if err := module.Play(context.Background(), s, func(*play.Played) {}); err != nil {
		t.Fatal(err)
	}
	for i, st := range from {
		if i >= 6*games {
			break
		}
		on := play.Series{Seed: uint64(i), Count: 2, Cap: most, From: st}
		sameGames(t, "from a position", record(t, module, on), record(t, plain, on))
		on.By, on.Count = by, 1
		sameGames(t, "weighed from a position", record(t, module, on), record(t, plain, on))
	}

	// what follows from them, and what that is worth
	there, here := module.Ahead(f, w), plain.Ahead(f, w)
	defer there.Close()
	for _, st := range from[:min(len(from), 40*games)] {
		sameGames(t, "what follows", looked(there, st), looked(here, st))
	}
}

package site

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/ast"
	"github.com/lectio/lectio/rulesets/compile"
	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/verify"
	"github.com/lectio/lectio/verify/brief"
	"github.com/lectio/lectio/verify/measure"
	"github.com/lectio/lectio/verify/playout"
)

// A worked example in which nothing can be played says so once, and not that a pass can be
// played; in a line, throws are told from moves.
func TestExamplesSayThatNothingCanBePlayed(t *testing.T) {
	p := &engine.Program{}
	p.Throws = []engine.Throw{{Name: "0"}, {Name: "2"}}
	g := &game{Target: &verify.Target{Game: &rulesets.Game{Compiled: &compile.Compiled{Program: p}}}}
	const nothing = "Nothing can be played, and the player passes."
	for _, c := range []struct {
		x    rulesets.Expectation
		want []string
	}{
		{rulesets.Expectation{HasMoves: true, Moves: []string{"pass"}, Line: []string{"pass"}}, []string{nothing}},
		{rulesets.Expectation{Line: []string{"pass"}}, []string{nothing}},
		{rulesets.Expectation{HasMoves: true, Moves: []string{"1/2"}}, []string{"The moves are exactly these: 1/2."}},
		{rulesets.Expectation{Line: []string{"0", "pass", "2", "1/3", "2", "5/7", "pass"}},
			[]string{"Play can go on so: 0 is thrown, and nothing can be played; 2 is thrown: 1/3; 2 is thrown: 5/7, and no more can be played."}},
		{rulesets.Expectation{Line: []string{"1/2", "pass"}}, []string{"Play can go on so: 1/2, and no more can be played."}},
		{rulesets.Expectation{Line: []string{"1/2", "0"}}, []string{"Play can go on so: 1/2; 0 is thrown."}},
	} {
		if got := expects(g, &c.x); !slices.Equal(got, c.want) {
			t.Errorf("%v, %v:\n got %q\nwant %q", c.x.Moves, c.x.Line, got, c.want)
		}
	}
}

// Where two readings part only in a worked example, the page leads to it by its words, on
// whichever page of examples it stands.
func TestPartingInAnExampleLeadsThere(t *testing.T) {
	d := &rulesets.Definition{ID: "game"}
	for i := range examplesPerPage + 1 {
		d.Examples = append(d.Examples, &rulesets.Example{ID: fmt.Sprintf("no-way-out-%d", i)})
	}
	g := &game{Target: &verify.Target{Definition: d}, dir: "game"}
	x := &verify.Parting{Example: d.Examples[examplesPerPage].ID, A: &rulesets.Reading{ID: "a"}, B: &rulesets.Reading{ID: "b"}}
	v, err := (&page{}).parting(g, x, false)
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(v.Words, x.Example) || v.Example == nil || *v.Example != (link{"game/examples/2/index.html#example-no-way-out-30", "No way out 30"}) {
		t.Errorf("they part so: %q, %v", v.Words, v.Example)
	}
}

// nothing is a metric of no game.
var nothing = measure.Metric{Asked: &measure.Asked{Measure: &ast.Measure{Means: "nothing"}, Groups: []string{""}}}

// What nothing is known of is not drawn: the mean of no games under one of the two, or an
// interval that has no end.
func TestNothingIsDrawnOfNoGames(t *testing.T) {
	q := &rulesets.Question{ID: "q", Default: "a", Readings: []*rulesets.Reading{{ID: "a"}, {ID: "b"}, {ID: "c"}}}
	g := &game{Target: &verify.Target{Definition: &rulesets.Definition{ID: "game", Questions: []*rulesets.Question{q}}}, brief: &brief.Brief{}}
	nan, inf := math.NaN(), math.Inf(1)
	change := func(reading int, from, to playout.Estimate) verify.Change {
		return verify.Change{Ruleset: "game", Question: q, Reading: q.Readings[reading], Test: measure.Test{Metric: "m", Of: nothing, Compared: measure.Compared{From: from, To: to}}}
	}
	known := playout.Estimate{Value: 3, Low: 2, High: 4, N: 9}
	for about, list := range map[string][]verify.Change{
		"no games by default":      {change(1, playout.Estimate{Value: nan, Low: nan, High: nan}, known)},
		"no games under a reading": {change(1, known, playout.Estimate{Value: nan, Low: nan, High: nan})},
		"no interval":              {change(1, known, playout.Estimate{Value: 3, Low: -inf, High: inf, N: 1})},
	} {
		s := &Site{look: &look{}, res: &verify.Result{Outcome: verify.Outcome{Changes: list}}, settings: &Settings{}, Files: map[string][]byte{}}
		if _, err := (&page{site: s, Path: "game/questions/q/index.html", men: map[string]string{}}).effect(g, &verify.Ranking{Question: q, Change: &list[0]}); err != nil {
			t.Errorf("%s: %v", about, err)
		}
	}
}

package rulesets_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/testdata/bundled"
)

// alike reports whether no two sides of a program can be told apart.
func alike(p *engine.Program) bool {
	sides := p.Sides()
	slices.Sort(sides)
	return len(slices.Compact(sides)) == 1
}

// everyDefault gives the default interpretation of each game that the program brings along.
func everyDefault(t *testing.T, with func(g *rulesets.Game)) {
	t.Helper()
	for _, d := range slices.Concat(bundled.Corpus(t).Definitions, bundled.Gallery(t).Definitions) {
		g, errs := d.Game(nil)
		if len(errs) > 0 {
			t.Fatal(errs)
		}
		with(g)
	}
}

// Which sides are unlike is found in the rules: of all games of the corpora in these.
func TestUnlikeSidesAreFound(t *testing.T) {
	var unlike []string
	everyDefault(t, func(g *rulesets.Game) {
		if !alike(g.Program) {
			unlike = append(unlike, g.Definition.ID)
		}
	})
	if got, want := strings.Join(unlike, " "), "bagh-chal brandubh coriovallum fox-and-geese haretavl tablut"; got != want {
		t.Errorf("unlike sides in %s\nwant          in %s", got, want)
	}
}

// Sides differ by their men, their board or their goal, and not by a rule that is written
// for each of them and says the same.
func TestWhatMakesSidesUnlike(t *testing.T) {
	const rules = `
ruleset: duel
title: Duel
family: test
statements:
  - {id: players, players: [white, black], seen: same, assumed: test}
  - {id: board, grid: {rows: 5, columns: 4}, assumed: test}
  - {id: men, men: MEN, assumed: test}
  - {id: set_up, set_up: {white: {WHITE}, black: {BLACK}}, assumed: test}
  - {id: turn, stage: {}, assumed: test}
  - {id: one, agenda: {play: [step]}, assumed: test}
  - {id: go, allow: step, to: near(from) and empty, assumed: test}
  - {id: over, end: there, on: step, when: GOAL, winner: me, assumed: test}
  - {id: stuck, blocked: stop, assumed: test}
`
	for _, tt := range []struct {
		what, men, white, black, goal string
		alike                         bool
	}{
		{"mirrored", "2", "a1: 1, b1: 1", "a5: 1, b5: 1", "to in row_3", true},
		{"by a rule for each", "2", "a1: 1, b1: 1", "a5: 1, b5: 1", "to in (if player = white then row_5 else row_1)", true},
		{"by both in one condition", "2", "a1: 1, b1: 1", "a5: 1, b5: 1", "player = white and to in row_5 or player = black and to in row_1", true},
		{"turned round", "2", "a1: 1, b1: 1", "d5: 1, c5: 1", "to in row_3", true},
		{"another number", "{white: 2, black: 1}", "a1: 1, b1: 1", "a5: 1", "to in row_3", false},
		{"another place", "2", "a1: 1, b1: 1", "a5: 1, d5: 1", "to in row_3", false},
		{"nearer to it", "2", "a1: 1, b1: 1", "a4: 1, b4: 1", "to in row_5", false},
		{"one goal for both", "2", "a1: 1, b1: 1", "a5: 1, b5: 1", "to in row_5", false},
		{"another goal", "2", "a1: 1, b1: 1", "a5: 1, b5: 1", "to in (if player = white then row_3 else row_1)", false},
		{"one without a goal", "2", "a1: 1, b1: 1", "a5: 1, b5: 1", "player = white and to in row_3", false},
		{"one needs more", "2", "a1: 1, b1: 1", "a5: 1, b5: 1", "count(own and row_3) >= (if player = white then 1 else 2)", false},
	} {
		text := strings.NewReplacer("MEN", tt.men, "WHITE", tt.white, "BLACK", tt.black, "GOAL", tt.goal).Replace(rules)
		_, g := grownGame(t, text)
		if got := alike(g.Program); got != tt.alike {
			t.Errorf("%s: alike %v, want %v", tt.what, got, tt.alike)
		}
	}
}

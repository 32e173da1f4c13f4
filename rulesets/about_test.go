package rulesets_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/edition"
	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/ir/wasm"
)

// guarded are rules with definitions that are about places, in which %s stands for further statements.
const guarded = `ruleset: guarded
title: Guarded
family: chess
evidence: {}
statements:
  - {id: players, players: [white, black], seen: rotated, assumed: for the test}
  - {id: begins, begins: white, assumed: for the test}
  - {id: board, grid: {rows: 3, columns: 3}, assumed: for the test}
  - {id: men, men: {king: 1, man: 1}, assumed: for the test}
  - {id: set_up, set_up: {b1: king, a1: man}, assumed: for the test}
  - {id: turn, stage: {}, assumed: for the test}
  - {id: one_move, agenda: {play: [move]}, assumed: for the test}
  - {id: attacked, define: count(near(p) and enemy) > 0, of: p, called: "{p} is beside a man of the opponent", assumed: for the test}
  - {id: open_squares, define: near(p) - anyone, of: p, called: "the empty squares beside {p}", assumed: for the test}
  - {id: king_steps, allow: step, of: king, with: move, to: open_squares(from), when: not attacked(to), assumed: for the test}
  - {id: man_steps, allow: step, of: man, with: move, to: open_squares(from), assumed: for the test}
  - {id: stuck, end: no move, at: no_move, winner: none, assumed: for the test}
%s`

func guardedWith(t *testing.T, more string) (*rulesets.Game, error) {
	t.Helper()
	d, errs := rulesets.LoadOne("guarded.yaml", fmt.Appendf(nil, guarded, more), nil)
	if len(errs) > 0 {
		return nil, errs
	}
	g, errs := d.Game(nil)
	return g, errs.Err()
}

// A definition about a place says of each place that it is asked about what it says.
func TestDefinitionsAboutPlaces(t *testing.T) {
	g, err := guardedWith(t, "")
	if err != nil {
		t.Fatal(err)
	}
	in, s := engine.NewInterpreter(g.Program), g.Program.NewState()
	in.Start(s)
	got := g.MoveTexts(in, s)
	// Black's king stands on b3 and his man on c3: b2 and c2 are beside them, c1 is not.
	if want := "Ma1/a2 Kb1/c1"; strings.Join(got, " ") != want {
		t.Errorf("White may play %v, expected %s", got, want)
	}
	if _, err := wasm.Generate(g.Program, wasm.Options{}); err != nil {
		t.Error(err)
	}
	for id, want := range map[string]string{
		"attacked":     "“A square is beside a man of the opponent” means that there is at least one square next to that square that holds at least one opposing piece.",
		"open_squares": "“The empty squares beside a square” means the squares next to that square that hold no piece of whatever side.",
		"king_steps":   "For “move”, the player may move a king to any of the empty squares beside the square moved from unless the square moved to is beside a man of the opponent.",
	} {
		if got := edition.Sentence(g, g.Statement(id)); got != want {
			t.Errorf("%s: %s\nexpected %s", id, got, want)
		}
	}
}

// What is wrong with one is said where it stands.
func TestWrongDefinitionsAboutPlaces(t *testing.T) {
	for _, c := range []struct{ statement, want string }{
		{"{id: x, never: attacked, assumed: x}", "guarded.yaml:18:20: attacked is asked about a place"},
		{"{id: x, never: \"attacked(1, 2)\", assumed: x}", "guarded.yaml:18:21: attacked is asked about a place"},
		{"{id: x, never: attacked(own), assumed: x}", "what attacked is asked about must be a place"},
		{"{id: x, define: count(near(p)) > 1, of: p, assumed: x}", `called: "… {p} …"`},
		{"{id: x, define: count(near(to)) > 1, of: to, called: \"{to} is\", assumed: x}", "this name is a word of the language"},
		{"{id: x, define: x(p), of: p, called: \"{p} is\", assumed: x}", "goes in a circle"},
		{"{id: x, define: count(p) > 1, of: q, called: \"{q} is\", assumed: x}", "this name stands for nothing here"},
		{"{id: x, never: count(near(p)) > 1, assumed: x}", "this name stands for nothing here"},
	} {
		if _, err := guardedWith(t, "  - "+c.statement+"\n"); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, expected %s", c.statement, err, c.want)
		}
	}
}

// A chain of definitions in which each asks the one before twice is no more work than its links.
func TestDefinitionsAboutPlacesDoNotGrow(t *testing.T) {
	var b strings.Builder
	before := "attacked"
	for i := range 60 {
		id := fmt.Sprint("link_", i)
		fmt.Fprintf(&b, "  - {id: %s, define: %s(p) and not %s(p) or count(near(p)) > 1, of: p, called: \"{p} is so\", assumed: x}\n", id, before, before)
		before = id
	}
	fmt.Fprintf(&b, "  - {id: x, never: %s(b1), assumed: x}\n", before)
	g, err := guardedWith(t, b.String())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := wasm.Generate(g.Program, wasm.Options{}); err != nil {
		t.Error(err)
	}
	in, s := engine.NewInterpreter(g.Program), g.Program.NewState()
	in.Start(s)
	in.Broken(s)
}

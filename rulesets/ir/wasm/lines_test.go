package wasm_test

import (
	"testing"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/engine"
)

// A grid of 25 places has 30 lines of three: what is no line of one's own is one of the
// 30, not one of 25. It was found by an example that somebody worked by hand.
func TestOtherLinesAreLines(t *testing.T) {
	const text = `
ruleset: lines
title: Lines
family: merels
statements:
  - {id: players, players: [white, black], assumed: a test}
  - {id: board, grid: {rows: 5, columns: 5, diagonals: none, line: 3}, assumed: a test}
  - {id: men, men: 9, assumed: a test}
  - {id: set_up, set_up: {hand: 9}, assumed: a test}
  - {id: play, stage: {}, assumed: a test}
  - {id: one, agenda: {play: [place]}, assumed: a test}
  - {id: place, allow: place, assumed: a test}
  - {id: all, define: not mills(own) or mills(own), assumed: a test}
  - {id: whole, forbid: place, when: count(all) != 30, assumed: a test}
  - {id: rest, forbid: place, when: count(all - mills(own)) != count(not mills(own)), assumed: a test}
  - {id: gone, end: all are placed, when: hand = 0 and their.hand = 0, winner: none, assumed: a test}
`
	d, errs := rulesets.LoadOne("lines.yaml", []byte(text), nil)
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	g, errs := d.Game(nil)
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	in, s := engine.NewInterpreter(g.Program), g.Program.NewState()
	in.Start(s)
	if n := len(in.Moves(s, nil)); n != 25 {
		t.Errorf("%d places are free to the first man, expected 25", n)
	}
	agree(t, g, 20, 100)
}

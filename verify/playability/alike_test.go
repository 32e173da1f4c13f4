package playability

import (
	"strings"
	"testing"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/dimension"
	"github.com/lectio/lectio/rulesets/engine"
)

// A position that is judged otherwise when it is read back is found: here
// because the interpreter that judges it then plays by one rule more.
func TestTwice(t *testing.T) {
	const plain = `
ruleset: test
title: Test
family: test
statements:
  - {id: players, players: [white, black], assumed: a test}
  - {id: board, grid: {rows: 3, columns: 3}, assumed: a test}
  - {id: men, men: 2, assumed: a test}
  - {id: set_up, set_up: {hand: 2}, assumed: a test}
  - {id: turn, stage: {}, assumed: a test}
  - {id: one_man, agenda: {play: [place]}, assumed: a test}
  - {id: place, allow: place, assumed: a test}
  - {id: over, end: nothing left, at: no_move, winner: none, assumed: a test}
`
	load := func(text string) *rulesets.Game {
		d, errs := dimension.LoadOne("test.yaml", []byte(text), nil)
		if len(errs) > 0 {
			t.Fatal(errs)
		}
		g, errs := d.Game(nil)
		if len(errs) > 0 {
			t.Fatal(errs)
		}
		return g
	}
	g := load(plain)
	other := load(plain + "  - {id: not_here, forbid: place, when: to = b2, assumed: a test}\n")
	in := engine.NewInterpreter(g.Program)
	s := g.Program.NewState()
	in.Start(s)
	w := newTwice(g)
	if msg := w.differ(in, s); msg != "" {
		t.Error(msg)
	}
	if msg := w.differ(engine.NewInterpreter(other.Program), s); !strings.Contains(msg, "8 moves at") {
		t.Errorf("a rule more is not noticed: %q", msg)
	}
}

package rulesets_test

import (
	"strings"
	"testing"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/engine"
)

// What is done to opponents is not done to partners: variables, stores and points.
func TestPartnersAreNoOpponents(t *testing.T) {
	text := `
ruleset: pairs
title: Pairs
family: lesson
statements:
  - {id: players, players: [a, b, c, d], partners: [[a, c], [b, d]], assumed: a lesson}
  - {id: board, grid: {rows: 3, columns: 3}, assumed: a lesson}
  - {id: men, men: 2, assumed: a lesson}
  - {id: set_up, set_up: {hand: 2}, assumed: a lesson}
  - {id: turn, stage: {}, assumed: a lesson}
  - {id: one_man, agenda: {play: [place]}, assumed: a lesson}
  - {id: place, allow: place, assumed: a lesson}
  - {id: seen, variable: {kind: number, starts: 0}, assumed: a lesson}
  - {id: told, "on": place, do: [{add: {their.seen: 1}}, {take: 1, from: hand, to: out, of: them}], assumed: a lesson}
  - {id: counted, score: 1, for: them, "on": place, assumed: a lesson}
  - {id: nothing, end: no men are left, at: no_move, winner: none, assumed: a lesson}
`
	d, errs := rulesets.LoadOne("pairs.yaml", []byte(text), nil)
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	g, errs := d.Game(nil)
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	in := engine.NewInterpreter(g.Program)
	s := g.Program.NewState()
	in.Start(s)
	in.Play(s, in.Moves(s, nil)[0])
	data, err := g.State(s).MarshalJSON()
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		`"score":{"a":"0","b":"1","c":"0","d":"1"}`,
		`"b":{"hand":1,"out":1}`, `"c":{"hand":2}`,
		`"b":{"seen":1}`, `"d":{"seen":1}`,
	} {
		if !strings.Contains(string(data), want) {
			t.Errorf("no %s in %s", want, data)
		}
	}
	if strings.Contains(string(data), `"c":{"seen":1`) {
		t.Errorf("a partner is told what opponents are: %s", data)
	}
}

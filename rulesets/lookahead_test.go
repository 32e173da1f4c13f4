package rulesets_test

import (
	"strings"
	"testing"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/engine"
)

// Whether something can be done is asked before what looks far ahead, and what was found there
// is not looked for again when the moves are listed.
func TestCanLooksNoFurtherThanItMust(t *testing.T) {
	const rules = `ruleset: test
title: Test
family: test
statements:
  - {id: players, players: [white, black], assumed: a test}
  - {id: board, tables: {points: 24}, assumed: a test}
  - {id: route, track: {run: [1..24], but: {black: [24..1]}}, assumed: a test}
  - {id: men, men: 4, assumed: a test}
  - {id: set_up, set_up: {1: 2, 5: 2}, assumed: a test}
  - {id: die, throw: {dice: 1, faces: 2}, assumed: a test}
  - {id: turn, stage: {throws: die}, assumed: a test}
  - {id: three, agenda: {on: any, play: [1, 2, 3, 1, 2, 3]}, assumed: a test}
  - {id: rest, blocked: stop, assumed: a test}
  - {id: advance, allow: advance, assumed: a test}
  - {id: whole, forbid: advance, when: not completable, assumed: a test}
  - {id: most, require: {most: parts, scope: throw}, assumed: a test}
  - {id: cannot, variable: {kind: number}, assumed: a test}
  - {id: sees, on: thrown, do: {set: {cannot: if can(CONDITION) then 0 else ELSE}}, assumed: a test}
  - {id: stays, allow: stop, when: cannot = 1, assumed: a test}
  - {id: won, end: nobody plays so long, when: count(own) = 9, winner: me, assumed: a test}
`
	for _, test := range []struct {
		condition, otherwise string
		most                 int // positions that may be looked at when a throw is made
		moves                int // … and then when moves are listed
	}{
		{"to = 24", "0", 0, 1000},   // of no move, whatever refuses it
		{"part = 1", "1", 1000, 30}, // of some, if the whole can be played
	} {
		d, errs := rulesets.LoadOne("test.yaml", []byte(strings.NewReplacer("CONDITION", test.condition, "ELSE", test.otherwise).Replace(rules)), nil)
		if len(errs) > 0 {
			t.Fatal(errs)
		}
		g, errs := d.Game(nil)
		if len(errs) > 0 {
			t.Fatal(errs)
		}
		in, s := engine.NewInterpreter(g.Program), g.Program.NewState()
		in.Start(s)
		far := func(most int, f func()) (n int) {
			defer func() {
				if r := recover(); r != nil {
					n = int(r.(engine.TooFar))
				}
			}()
			in.Look = &engine.Look{Most: most}
			f()
			return -1
		}
		if n := far(test.most, func() { in.Throw(s, 0) }); n >= 0 {
			t.Errorf("can(%s) looks at more than %d positions when a throw is made", test.condition, n)
			continue
		}
		if n := far(test.moves, func() { in.Moves(s, nil) }); n >= 0 {
			t.Errorf("after can(%s) more than %d positions are looked at to list the moves", test.condition, n)
		}
	}
}

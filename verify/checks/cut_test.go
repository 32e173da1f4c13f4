package checks_test

import (
	"context"
	"testing"

	"github.com/lectio/lectio/verify/checks"

	"github.com/lectio/lectio/rulesets/dimension"
	"github.com/lectio/lectio/verify"
	"github.com/lectio/lectio/verify/playout"
)

// A task that is cut short before it has looked at anything finds nothing wrong
// with a sound game, and does not say that there is nothing.
func TestCutShort(t *testing.T) {
	c := own(t, nil)
	done, cancel := context.WithCancel(context.Background())
	cancel()
	for _, d := range c.Definitions {
		g, errs := d.Game(nil)
		if len(errs) > 0 {
			t.Fatal(errs)
		}
		target := &verify.Target{Corpus: c, Definition: d, Game: g}
		for _, check := range checks.All() {
			if check.Needs == verify.Static && check.ID != "EX003" || check.Tasks == nil {
				continue // what is only read is read whole
			}
			for _, task := range check.Tasks(target, quick()) {
				out := task.Run(done)
				for _, f := range out.Findings {
					if f.Severity == verify.Error {
						t.Errorf("%s, cut short, finds: %s", check.ID, f.Message)
					}
				}
				for _, v := range out.Verdicts {
					if v.Verdict == verify.None {
						t.Errorf("%s, cut short, says none of %s", check.ID, v.Subject)
					}
				}
			}
		}
	}
}

// Two men who block each other pass for ever: that is a standstill, with the line
// up to the last man moved; a game that only takes long is none.
func TestStandstill(t *testing.T) {
	d, errs := dimension.LoadOne("walk.yaml", []byte(`
ruleset: walk
title: Walk
family: lessons
statements:
  - {id: players, players: [white, black], seen: mirrored, assumed: a lesson}
  - {id: board, tables: {points: 4}, assumed: a lesson}
  - {id: route, track: {run: [1..4], off: no, but: {black: [4..1]}}, assumed: a lesson}
  - {id: men, men: 1, assumed: a lesson}
  - {id: set_up, set_up: {1: 1}, assumed: a lesson}
  - {id: turn, stage: {}, assumed: a lesson}
  - {id: one, agenda: {play: [step]}, assumed: a lesson}
  - {id: stay, blocked: stop, assumed: a lesson}
  - {id: go, allow: advance, with: step, to: "ahead(from, 1) and not enemy", assumed: a lesson}
  - {id: off, end: never, when: board = 0, winner: me, assumed: a lesson}
`), nil)
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	g, errs := d.Game(nil)
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	o := playout.Options{Games: 1, Seed: 1, Cap: 3000}
	line, after, _ := playout.Standstill(context.Background(), g, o, playout.Sample(context.Background(), g, o))
	if line == nil || after == 0 || after > 6 || len(line.Plies) != after {
		t.Errorf("line %v after %d", line, after)
	}
	o.Cap = 500 // too few passes to call it one
	if line, _, _ := playout.Standstill(context.Background(), g, o, playout.Sample(context.Background(), g, o)); line != nil {
		t.Error("500 passes are called a standstill")
	}
}

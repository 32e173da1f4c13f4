package wasm_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/ir/wasm"
	"github.com/lectio/lectio/testdata/bundled"
)

// Candidates are numbered by place in the defined order, which on a grid is not
// that of the places' numbers: what is empty must be told in the same order.
func TestPlacingWhereNothingIsSaid(t *testing.T) {
	d, errs := rulesets.LoadOne("lesson.yaml", []byte(lesson), nil)
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	g, errs := d.Game(nil)
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	agree(t, g, 100, 300)
	agree(t, g, 100, 4)
}

// Games are the same however many are played between two looks at the clock.
func TestBatchesDoNotMatter(t *testing.T) {
	ctx := context.Background()
	small, errs := rulesets.LoadOne("lesson.yaml", []byte(lesson), nil)
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	for _, d := range append(bundled.Corpus(t).Definitions, small) {
		g, errs := d.Game(nil)
		if len(errs) > 0 {
			t.Fatal(errs)
		}
		code, err := wasm.Generate(g.Program, wasm.Options{Trace: true})
		if err != nil {
			t.Fatal(err)
		}
		p, err := code.Load(ctx)
		if err != nil {
			t.Fatal(err)
		}
		var want []string
		for _, budget := range []int{1 << 30, 1, 700} {
			p.SetBudget(budget)
			n := 0
			err := p.Play(ctx, 3, 0, 120, 20000, func(game uint64, r *wasm.Record) {
				got := fmt.Sprintf("%+v %x %d %x", r.Tally, r.Hash, r.Unclear, r.AppendState(nil))
				switch {
				case budget == 1<<30:
					want = append(want, got)
				case want[game] != got:
					if n++; n < 3 {
						t.Errorf("%s: in batches of %d moves game %d is\n%s, not\n%s", d.ID, budget, game, got, want[game])
					}
				}
			})
			if err != nil {
				t.Fatal(err)
			}
		}
		p.Close(ctx)
	}
}

// lesson is a game of placing men, six in all, in nine places.
const lesson = `ruleset: lesson
title: Lesson
family: merels
statements:
  - {id: players, players: [white, black], assumed: test}
  - {id: board, grid: {rows: 3, columns: 3, diagonals: all, line: 3}, assumed: test}
  - {id: men, men: 5, assumed: test}
  - {id: set_up, set_up: {hand: 5}, assumed: test}
  - {id: turn, stage: {}, when: hand > 0, assumed: test}
  - {id: one_man, agenda: {play: [place]}, assumed: test}
  - {id: place, allow: place, assumed: test}
  - {id: six, end: six men stand, when: count(empty) = 3, winner: none, assumed: test}
  - {id: full, end: the board is full, when: count(empty) = 0, winner: none, assumed: test}
  - {id: nothing, end: no men are left, at: no_move, winner: none, assumed: test}
`

// Where a throw can be owed twice, the second is made before what the first gave
// is played, and parts of several throws are up at once.
func TestThrowsOwedTwice(t *testing.T) {
	g, errs := bundled.Corpus(t).Find("barjis").Game(rulesets.Choice{
		"BJ-A12": "by-the-throw", "BJ-A16": "all-but-two-three-and-four", "BJ-A19": "throws-again",
	})
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	agree(t, g, 20, 300)
}

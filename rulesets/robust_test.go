package rulesets_test

import (
	"strings"
	"testing"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/engine/random"
	"github.com/lectio/lectio/rulesets/play"
)

const lesson = `
ruleset: lesson
title: Lesson
family: merels
statements:
  - {id: players, players: [white, black], assumed: a lesson}
  - {id: board, grid: {rows: 3, columns: 3, diagonals: all, line: 3}, assumed: a lesson}
  - {id: men, men: 5, assumed: a lesson}
  - {id: set_up, set_up: {hand: 5}, assumed: a lesson}
  - {id: turn, stage: {}, assumed: a lesson}
  - {id: one_man, agenda: {play: [place]}, assumed: a lesson}
  - {id: place, allow: place, assumed: a lesson}
`

// Rulesets whose rules go round in circles get stuck and say so; they do not
// hang, and they do not exhaust the stack.
func TestCirclesAreStuck(t *testing.T) {
	for name, change := range map[string][2]string{
		"turns without anything to do": {"agenda: {play: [place]}, assumed", "agenda: {play: [place]}, when: hand > 9, assumed"},
		"a turn that always goes on":   {"  - {id: place,", "  - {id: again, on: turn, do: {put: \"place?\"}, assumed: a lesson}\n  - {id: never, forbid: place, assumed: a lesson}\n  - {id: none, blocked: stop, assumed: a lesson}\n  - {id: place,"},
		"parts without end":            {"  - {id: place,", "  - {id: again, on: place, do: {put: [place, place], times: 200}, assumed: a lesson}\n  - {id: place,"},
		"games that end at once":       {"  - {id: place,", "  - {id: over, end: at once, at: start, assumed: a lesson}\n  - {id: match, match: 3, assumed: a lesson}\n  - {id: place,"},
	} {
		t.Run(name, func(t *testing.T) {
			if !strings.Contains(lesson, change[0]) {
				t.Fatal("the lesson has changed")
			}
			d, errs := rulesets.LoadOne("lesson.yaml", []byte(strings.Replace(lesson, change[0], change[1], 1)), nil)
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
			play.Random(in, s, random.New(1, 1), 1000, nil)
			if end, over := s.End(); !over || end >= 0 {
				t.Errorf("over %v by %d; expected to be stuck", over, end)
			}
		})
	}
}

// The guide's shortest file is complete.
func TestLessonPlays(t *testing.T) {
	d, errs := rulesets.LoadOne("lesson.yaml", []byte(lesson+`
  - {id: row, end: three in a row, when: count(mills(own)) > 0, winner: me, assumed: a lesson}
  - {id: full, end: the board is full, when: count(empty) = 0, winner: none, assumed: a lesson}
`), nil)
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
	// Noughts and crosses: 9, 72, 504, 3024, 15120, then games begin to end:
	// 255168 games in all, of which 5328 after seven moves and so on.
	got := play.Perft(in, s, 6, func() bool { return false })
	for i, want := range []uint64{9, 72, 504, 3024, 15120, 54720} {
		if got[i] != want {
			t.Errorf("%d moves: %d lines, expected %d", i+1, got[i], want)
		}
	}
}

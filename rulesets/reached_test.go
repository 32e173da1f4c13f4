package rulesets_test

import (
	"testing"

	"github.com/lectio/lectio/rulesets/engine/random"
)

// A change counts as applied where it has made something other: men that go nowhere because
// nobody stood there have not been taken. Generated code notes what was reached.
func TestAppliedIsWhatHasChangedSomething(t *testing.T) {
	const rules = `
id: players, players: [white, black]
id: board, grid: {rows: 1, columns: 5}
id: men, men: 1
id: set_up, set_up: {white: {a1: 1}, black: {e1: 1}}
id: turn, stage: {}
id: one, agenda: {play: [step]}
id: step, allow: step, to: empty
id: nobody_taken, on: step, do: {send: enemy(to), to: out}
id: lost, blocked: stop
`
	g, in := game(t, rules, nil)
	for _, reached := range []bool{false, true} {
		in.Applied, in.Reached = make([]int, len(g.Statements)), reached
		s, r := g.Program.NewState(), random.New(1, 0)
		in.Start(s)
		for range 2 {
			moves := in.Moves(s, nil)
			in.Play(s, moves[in.Pick(r, moves)])
		}
		for i, st := range g.Statements {
			if st.ID == "nobody_taken" && in.Applied[i] > 0 != reached {
				t.Errorf("with Reached %v a change that changed nothing took effect %d times", reached, in.Applied[i])
			}
		}
	}
}

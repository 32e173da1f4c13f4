package rulesets_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/lectio/lectio/rulesets/edition"
	"github.com/lectio/lectio/rulesets/ir/wasm"
)

// castle are rules under which a king may neither step next to the other, nor lose a man that
// stands between him and a tower.
const castle = `
	id: players, players: [white, black], seen: mirrored
	id: cells, grid: {rows: 5, columns: 3}
	id: men, men: {king: 1, tower: 1, pawn: 1}
	id: set_up, set_up: {b1: king, a1: tower, c1: pawn}
	id: turn, stage: {}
	id: move, agenda: {play: [move]}
	id: towers, allow: step, of: tower, with: move, to: "(ray(from, empty) or met(from, empty)) and not own"
	id: others, allow: step, of: [king, pawn], with: move, to: near(from) and not own
	id: taking, on: step, do: {send: enemy(to), to: out}
	id: throne, define: one_of(own(king)), called: the place of his king
	id: check, define: "count(met(throne, empty) and enemy(tower)) > 0 or count(near(throne) and enemy(king)) > 0", called: his king is in check
	id: met, forbid: step, when: after(check)
	id: mate, end: mate, at: no_move, winner: them`

// A prohibition can ask what a move leads to, with what answers the move: who takes the tower
// that gives check has met it.
func TestAfterTheMove(t *testing.T) {
	g, in := game(t, castle, nil)
	s := at(t, g, in, `{"white":{"b1+king":1,"b2+pawn":1,"out":1},"black":{"b4+tower":1,"a5+king":1,"out":1},"to-move":"white"}`, "")
	expectMoves(t, g, in, s, "Kb1/a1 Kb1/c1 Pb2/b3")
	for _, r := range in.Explain(s).Refused {
		for _, st := range r.Statements {
			if g.Statements[st].ID != "met" {
				t.Errorf("%s is refused by %s", g.MoveText(in, s, r.Move), g.Statements[st].ID)
			}
		}
	}
	s = at(t, g, in, `{"white":{"b1+king":1,"a3+pawn":1,"out":1},"black":{"b3+tower":1,"a5+king":1,"out":1},"to-move":"white"}`, "")
	expectMoves(t, g, in, s, "Kb1/a1 Kb1/c1 Pa3/b3*")
	s = at(t, g, in, `{"white":{"a1+king":1,"out":2},"black":{"c1+tower":1,"a3+king":1,"out":1},"to-move":"white"}`, "")
	if _, over := s.End(); !over || s.Winner() != 1 {
		t.Error("a king that is mated has a move")
	}
	for _, s := range g.Statements {
		if s.ID == "met" && edition.Sentence(g, s) != "The player may not move a man if after the move his king is in check." {
			t.Error(edition.Sentence(g, s))
		}
	}
	if _, err := wasm.Generate(g.Program, wasm.Options{}); err != nil {
		t.Error(err)
	}
}

// What cannot be asked of a position that a move leads to, or of what can be played, is said.
func TestAfterThatIsNone(t *testing.T) {
	for _, tt := range []struct{ old, new, want string }{
		{"when: after(check)", "when: after(board)", "what after is asked about must be a truth value"},
		{"when: after(check)", "when: after(after(check))", "after looks ahead from a move that has not been made yet"},
		{"when: after(check)", "when: after(completable)", "completable looks ahead from a move that has not been made yet"},
		{"when: after(check)", "when: after(occurrences > 1)", "occurrences is not known of a position before the next turn has begun in it"},
		{"do: {send: enemy(to), to: out}", "do: {send: enemy(to), to: out}, when: after(check)", "after looks ahead from a move that has not been made yet"},
		{"winner: them", "when: after(check), winner: them", "after looks ahead from a move that has not been made yet"},
		{"when: after(check)", "when: can(check)", "can asks what can be played now, which rules about it cannot depend on"},
		{"winner: them", "when: can(check), winner: them", "can asks what can be played now, which rules about it cannot depend on"},
		{"do: {send: enemy(to), to: out}", "do: {send: enemy(to), to: out}, when: their.(can(check))", "can asks what can be played now, which rules about it cannot depend on"},
		{"do: {send: enemy(to), to: out}", "do: {send: enemy(to), to: out}, when: can(board)", "what can is asked about must be a truth value"},
	} {
		if got := gameErrors(strings.Replace(castle, tt.old, tt.new, 1)); !slices.ContainsFunc(got, func(e string) bool { return strings.Contains(e, tt.want) }) {
			t.Errorf("%s: %q; expected %q", tt.new, got, tt.want)
		}
	}
}

package rulesets_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/edition"
	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/engine/history"
)

// series are rules by which men take in series, lifted at the end, and are crowned there.
const series = `
	id: players, players: [white, black], seen: mirrored
	id: cells, grid: {rows: 5, columns: 5}
	id: men, men: {man: 4, king: 0}
	id: set_up, set_up: {a1: man, c1: man, e1: man, hand: 1}
	id: caught, variable: {kind: set, per: turn}, called: the points of the men caught
	id: quiet, variable: {kind: number, per: game, shared: yes, aside: yes}, called: the number of quiet turns
	id: turn, stage: {}
	id: one, agenda: {play: [move]}
	id: walk, allow: step, with: move, to: near(from) and empty
	id: leap, allow: leap, with: [move, again], over: enemy and not caught
	id: taking, on: leap, do: [{set: {caught: "caught or over"}}, {put: "again?"}, {go_on: yes}]
	id: most, require: {most: count(caught), scope: throw}
	id: onward, forbid: stop
	id: lifted, on: throw, do: {send: enemy(caught), to: out}
	id: crowned, on: throw, do: {become: king, at: own(man) and row_5}
	id: counted, on: turn, do: {add: quiet}
	id: thrice, end: thrice, at: start, when: occurrences >= 3, winner: none
	id: over, end: over, at: no_move, winner: them`

// Who can take two men must, and they stand until he has.
func TestGreatestSeries(t *testing.T) {
	g, in := game(t, series, nil)
	s := at(t, g, in, `{"white":{"a1+man":1,"e1+man":1,"hand":2},"black":{"a2+man":1,"b3+man":1,"e2+man":1,"hand":1},"to-move":"white"}`, "")
	expectMoves(t, g, in, s, "Ma1/a3")
	in.Play(s, in.Moves(s, nil)[0])
	if got := written(g, s); !strings.Contains(got, "a2+man") {
		t.Errorf("a man has been lifted before the series is over: %s", got)
	}
	expectMoves(t, g, in, s, "Ma3/c3")
	in.Play(s, in.Moves(s, nil)[0])
	if got := written(g, s); strings.Contains(got, "a2+man") || strings.Contains(got, "b3+man") {
		t.Errorf("men have not been lifted: %s", got)
	}
	// least is the contrary: who need take nothing steps
	g, in = game(t, strings.Replace(series, "{most:", "{least:", 1), nil)
	s = at(t, g, in, `{"white":{"a1+man":1,"e1+man":1,"hand":2},"black":{"a2+man":1,"b3+man":1,"e2+man":1,"hand":1},"to-move":"white"}`, "")
	expectMoves(t, g, in, s, "Ma1/b1 Me1/d1")
}

// All men that stand in a set become others, and none else.
func TestBecomeAt(t *testing.T) {
	g, in := game(t, series, nil)
	s := at(t, g, in, `{"white":{"a4+man":1,"c5+man":1,"e1+man":1,"hand":1},"black":{"c1+man":1,"hand":3},"to-move":"white"}`, "")
	for _, m := range in.Moves(s, nil) {
		if g.MoveText(in, s, m) == "Ma4/a5" {
			in.Play(s, m)
			break
		}
	}
	for _, want := range []string{`"a5+king":1`, `"c5+king":1`, `"e1+man":1`} {
		if got := written(g, s); !strings.Contains(got, want) {
			t.Errorf("%s has no %s", got, want)
		}
	}
}

// A counter that is no part of the position does not keep it from coming back.
func TestAsideOfThePosition(t *testing.T) {
	for text, over := range map[string]bool{series: true, strings.Replace(series, ", aside: yes", "", 1): false} {
		g, in := game(t, text, nil)
		in.History = history.New()
		s := g.Program.NewState()
		in.Start(s)
		for _, move := range strings.Fields(strings.Repeat("Ma1/b1 Ma5/b5 Mb1/a1 Mb5/a5 ", 2)) {
			for _, m := range in.Moves(s, nil) {
				if g.MoveText(in, s, m) == move {
					in.Play(s, m)
					break
				}
			}
		}
		if _, got := s.End(); got != over {
			t.Errorf("over after the same moves twice: %v, expected %v", got, over)
		}
	}
}

func TestSeriesAreSaid(t *testing.T) {
	g, _ := game(t, series, nil)
	want := map[string]string{
		"most":    "Of the moves that can be made, only those may be made with which the number of points of the men caught can be greatest once the turn has been played.",
		"crowned": "When a turn has been played out, each of the player's pieces on any square of his row 5 that holds at least one of his men becomes a king.",
		"quiet":   "“The number of quiet turns” is a number that is remembered for all players in common throughout a game; when positions are compared it does not count, so that those that differ in it alone are the same.",
	}
	for _, s := range g.Statements {
		if w, ok := want[s.ID]; ok && edition.Sentence(g, s) != w {
			t.Errorf("%s: %s", s.ID, edition.Sentence(g, s))
		}
	}
}

// What cannot be required of a whole throw, and of whom nothing can be said, is refused.
func TestSeriesThatAreNone(t *testing.T) {
	for _, tt := range []struct{ old, new, want string }{
		{"most: count(caught)", "that: count(caught) > 1", "a requirement over the whole throw must say what is to be greatest or least"},
		{"most: count(caught)", "most: own(to)", "to has no meaning here"},
		{"most: count(caught)", "most: occurrences", "occurrences is not known of a position before the next turn has begun in it"},
		{"most: count(caught)", "most: caught", "what is to be greatest must be a number"},
		{"become: king, at: own(man) and row_5", "become: king", "no man is moved here that could become another"},
		{"become: king, at: own(man) and row_5", "become: king, at: 3 + 4", "where the men stand must be a set of places"},
	} {
		if got := gameErrors(strings.Replace(series, tt.old, tt.new, 1)); !slices.ContainsFunc(got, func(e string) bool { return strings.Contains(e, tt.want) }) {
			t.Errorf("%s: %q; expected %q", tt.new, got, tt.want)
		}
	}
}

// What a statement defines cannot be called like a cell, which would then mean something else.
func TestNamesOfCells(t *testing.T) {
	for _, name := range []string{"a1", "row_5"} {
		got := gameErrors(strings.Replace(series, "id: quiet,", "id: "+name+",", 1))
		if !slices.ContainsFunc(got, func(e string) bool { return strings.Contains(e, "this name is that of a cell of the board") }) {
			t.Errorf("%s: %q", name, got)
		}
	}
}

func written(g *rulesets.Game, s *engine.State) string {
	b, _ := g.State(s).MarshalJSON()
	return string(b)
}

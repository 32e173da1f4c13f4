package rulesets_test

import (
	"encoding/json"
	"fmt"
	"sort"
	"strconv"
	"strings"
	"testing"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/engine/history"
	"github.com/lectio/lectio/rulesets/play"
)

// game compiles a ruleset of a test; every statement is assumed.
func game(t *testing.T, statements string, choice rulesets.Choice) (*rulesets.Game, *engine.Interpreter) {
	t.Helper()
	var b strings.Builder
	b.WriteString("ruleset: test\ntitle: Test\nfamily: test\nstatements:\n")
	for _, line := range strings.Split(strings.TrimSpace(statements), "\n") {
		if strings.TrimSpace(line) == "" {
			continue
		}
		b.WriteString("  - {" + strings.TrimSpace(line) + ", assumed: a test}\n")
	}
	d, errs := rulesets.LoadOne("test.yaml", []byte(b.String()), nil)
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	g, errs := d.Game(choice)
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	in := engine.NewInterpreter(g.Program)
	in.History = history.New()
	return g, in
}

// at sets up a position and makes a throw, if one is given.
func at(t *testing.T, g *rulesets.Game, in *engine.Interpreter, state, throw string) *engine.State {
	t.Helper()
	s, errs := g.ParseState(in, "test", state)
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	if throw != "" {
		if errs := g.MakeThrows(in, s, throw); len(errs) > 0 {
			t.Fatal(errs)
		}
	}
	return s
}

func expectMoves(t *testing.T, g *rulesets.Game, in *engine.Interpreter, s *engine.State, want string) {
	t.Helper()
	got := g.MoveTexts(in, s)
	sort.Strings(got)
	w := strings.Fields(want)
	sort.Strings(w)
	if strings.Join(got, " ") != strings.Join(w, " ") {
		t.Errorf("the moves are %v, expected %v", got, w)
	}
}

func playLine(t *testing.T, g *rulesets.Game, in *engine.Interpreter, s *engine.State, line string) {
	t.Helper()
	for _, m := range strings.Fields(line) {
		move, ok := g.FindMove(in, s, m)
		if !ok {
			t.Fatalf("%s is not legal; the moves are %v", m, g.MoveTexts(in, s))
		}
		in.Play(s, move)
	}
}

const leaping = `
id: players, players: [white, black], seen: same
id: board, grid: {rows: 1, columns: 7}
id: men, men: 3
id: set_up, set_up: {white: {a1: 1, out: 2}, black: {b1: 1, d1: 1, g1: 1}}
id: turn, stage: {}
id: one, agenda: {play: [move]}
id: step, allow: step, with: move
id: leap, allow: leap, with: [move, leap]
id: taken, on: leap, do: [{send: enemy(over), to: out}, {put: PART}, {go_on: yes}]
`

// An option that can be used may be left, unless a rule forbids stopping.
func TestStopCanBeForbidden(t *testing.T) {
	base := strings.Replace(leaping, "PART", `"leap?"`, 1)
	g, in := game(t, base, nil)
	s := at(t, g, in, "start", "")
	playLine(t, g, in, s, "a1/c1*")
	expectMoves(t, g, in, s, "c1/e1* stop")
	g, in = game(t, base+"id: must_go_on, forbid: stop", nil)
	s = at(t, g, in, "start", "")
	playLine(t, g, in, s, "a1/c1*")
	expectMoves(t, g, in, s, "c1/e1*")
}

// A part that cannot be played in the middle of a turn does not end the game
// for want of a move; at the beginning of a turn it does.
func TestNoMoveIsOfTheWholeTurn(t *testing.T) {
	base := strings.Replace(leaping, "PART", "leap", 1) + `
id: rest, blocked: stop
id: shut_in, end: no move, at: no_move, winner: them
`
	g, in := game(t, base, nil)
	s := at(t, g, in, "{white: [a1], black: [b1, g1], to-move: white}", "")
	playLine(t, g, in, s, "a1/c1*")
	expectMoves(t, g, in, s, "pass")
	s = at(t, g, in, "{white: [a1], black: [b1, c1], to-move: white}", "")
	if s.Status() != engine.Over || s.Winner() != 1 {
		t.Errorf("white cannot move; the game is over: %v, won by %d", s.Status() == engine.Over, s.Winner())
	}
}

const race = `
id: players, players: [white, black]
id: board, tables: {points: 8}
id: route, track: {run: [1..8], but: {black: [1, 8..2]}}
id: men, men: 2
id: set_up, set_up: {1: 2}
id: dice, throw: {dice: 2, faces: 3}
id: turn, stage: {throws: dice}
id: any, agenda: {on: any, play: [high, low]}
id: rest, blocked: stop
id: advance, allow: advance
id: off, allow: bear-off
`

// The board's own sets are cells; where players go different ways they are
// different places for each.
func TestSetsOfCellsByPlayer(t *testing.T) {
	g, in := game(t, race+"id: not_far, forbid: advance, when: to in far_side", nil)
	// White's places 1 to 4 are the far side; black's way leads from 1 to the
	// near side, and his far side is 1, 6, 7 and 8.
	s := at(t, g, in, "{white: {1: 2}, black: {1: 2}, to-move: white}", "3-1")
	expectMoves(t, g, in, s, "pass")
	s = at(t, g, in, "{white: {1: 2}, black: {1: 2}, to-move: black}", "3-1")
	expectMoves(t, g, in, s, "1/2 1/4")
}

// An option beside a part that must be played does not become compulsory when
// the part cannot be played, and does not disturb what is owed.
func TestOptionsDoNotOblige(t *testing.T) {
	g, in := game(t, race+`
id: offer, on: thrown, do: {put: "declare?", where: end}
id: claim, allow: declare
id: all_parts, require: {most: parts, scope: throw}
id: blocked_men, forbid: [advance, bear-off], when: from = 1
`, nil)
	s := at(t, g, in, "{white: {1: 2}, black: {1: 2}, to-move: white}", "3-1")
	expectMoves(t, g, in, s, "declare stop")
	playLine(t, g, in, s, "stop")
	expectMoves(t, g, in, s, "pass")
	s = at(t, g, in, "{white: {3: 1, off: 1}, black: {1: 2}, to-move: white}", "3-2")
	expectMoves(t, g, in, s, "3/6 3/5 declare") // what is owed can be played, so there is nothing to stop
}

// A claim that has been played counts as played: what is left of the turn after it
// belongs to the same turn.
func TestAClaimIsPlayed(t *testing.T) {
	_, in := game(t, `
id: players, players: [white, black]
id: board, grid: {rows: 1, columns: 5, names: numbers}
id: men, men: 1
id: set_up, set_up: {r1c1: 1}
id: turn, stage: {}
id: claim_and_step, agenda: {play: ["declare?", step]}
id: claim, allow: declare
id: step, allow: step
`, nil)
	s := in.Program().NewState()
	in.Start(s)
	results, complete := play.Results(in, s, 100)
	if !complete || len(results) == 0 {
		t.Fatalf("%d results", len(results))
	}
	for _, r := range results {
		if r.State.Player() == s.Player() {
			t.Errorf("a result within the turn, after %d moves", len(r.Line))
		}
	}
}

// What a variable holds is written only where it would not be read without: a place
// that nobody has chosen yet is none, and a set that is as at the outset is written
// where the least of it is something else.
func TestVariablesReadBack(t *testing.T) {
	g, in := game(t, `
id: players, players: [white, black]
id: board, grid: {rows: 1, columns: 5}
id: men, men: 1
id: set_up, set_up: {a1: 1}
id: turn, stage: {}
id: one_step, agenda: {play: [step]}
id: moved_to, variable: {kind: place, per: turn}, called: the place moved to
id: places_seen, variable: {kind: set, starts: own, least: empty and not empty}, called: the places seen
id: step, allow: step
id: noted, on: step, do: {set: {moved_to: to}}
`, nil)
	s := g.Program.NewState()
	in.Start(s)
	for ply := range 3 {
		data, err := json.Marshal(g.State(s))
		if err != nil {
			t.Fatal(err)
		}
		text := string(data)
		if ply == 0 && strings.Contains(text, `"moved_to"`) {
			t.Errorf("a place is printed before there is one: %s", text)
		}
		again := at(t, g, in, text, "")
		if !again.Equal(s) {
			t.Errorf("%s is read as %v", text, g.State(again))
		}
		playLine(t, g, in, s, g.MoveTexts(in, s)[0])
	}
}

// A player who could only stop plays nothing: a move after which that is all that
// is left is not as good as one after which the other part can be played.
func TestStoppingPlaysNoPart(t *testing.T) {
	for _, measure := range []string{"parts", "pips"} {
		g, in := game(t, race+`
id: may_rest, allow: stop, when: parts_played = 1
id: all_parts, require: {most: `+measure+`, scope: throw}
id: held, forbid: [advance, bear-off], when: from = 5
`, nil)
		s := at(t, g, in, "{white: {3: 1, off: 1}, black: {1: 2}, to-move: white}", "3-2")
		expectMoves(t, g, in, s, "3/6")
	}
}

// When a move ends a game of a match, the board that is set up for the next is
// not mistaken for captures.
func TestMatchShowsNoCaptures(t *testing.T) {
	g, in := game(t, race+`
id: win, score: 1, on: bear-off, when: off = 2
id: over, end: all off, on: bear-off, when: off = 2, winner: me
id: match, match: 3
`, nil)
	s := at(t, g, in, "{white: {8: 1, off: 1}, black: {1: 1, 3: 1}, to-move: white}", "2-1")
	expectMoves(t, g, in, s, "8/off 8/off")
	playLine(t, g, in, s, "8/off")
	if s.Status() != engine.AwaitsThrow || s.Score(g.Program, 0) != 1 || s.MenAt(g.Program, 0, 0) != 2 {
		t.Error("the next game of the match is not set up")
	}
}

// On a graph men leap along rows of neighbours.
func TestGraphLeapsAlongNeighbours(t *testing.T) {
	g, in := game(t, strings.NewReplacer("PART", `"leap?"`, "grid: {rows: 1, columns: 7}", "graph: {points: a b c d e f g, rows: [a b c d e f g]}",
		"{white: {a1: 1, out: 2}, black: {b1: 1, d1: 1, g1: 1}}", "{white: {a: 1, out: 2}, black: {b: 1, d: 1, g: 1}}").Replace(leaping), nil)
	s := at(t, g, in, "start", "")
	expectMoves(t, g, in, s, "a/c*")
}

// What is remembered for a turn is forgotten when the turn is over, whoever it is of:
// the same position has come about otherwise, and is no other.
func TestTurnsAreForgotten(t *testing.T) {
	g, in := game(t, `
id: players, players: [white, black], seen: same
id: board, grid: {rows: 2, columns: 5}
id: men, men: 1
id: set_up, set_up: {white: {a1: 1}, black: {a2: 1}}
id: turn, stage: {}
id: one_step, agenda: {play: [step]}
id: steps, variable: {kind: number, starts: 0, per: turn}, called: the steps of the turn
id: moves, variable: {kind: number, starts: 0, per: turn, shared: yes}, called: the moves of the turn
id: came_to, variable: {kind: set, per: turn}, called: where he has come to
id: step, allow: step
id: noted, on: step, do: [{add: steps}, {add: moves}, {set: {came_to: to}}]
id: again, end: the position stands again, at: start, when: occurrences > 1
`, nil)
	s := at(t, g, in, "start", "")
	playLine(t, g, in, s, "a1/b1 a2/b2 b1/a1 b2/a2")
	if _, over := s.End(); !over {
		text, _ := json.Marshal(g.State(s))
		t.Errorf("the first position does not stand again: %s", text)
	}
}

// The first value of a variable is set before anything is thrown or put up: who asks
// for either is told so, also where a definition does the asking.
func TestFirstValuesComeBeforeTheThrow(t *testing.T) {
	const rules = `ruleset: test
title: Test
family: test
statements:
  - {id: players, players: [white, black], assumed: a test}
  - {id: board, grid: {rows: 1, columns: 5}, assumed: a test}
  - {id: men, men: 1, assumed: a test}
  - {id: set_up, set_up: {a1: 1}, assumed: a test}
  - {id: turn, stage: {}, assumed: a test}
  - {id: two_steps, agenda: {play: [step, step]}, assumed: a test}
  - {id: step, allow: step, assumed: a test}
  - {id: rest, define: DEFINED, called: the rest, assumed: a test}
  - {id: to_play, variable: {kind: number, per: turn, starts: STARTS}, called: the steps to come, assumed: a test}
`
	for _, x := range []struct{ defined, starts, at string }{
		{"1", "2 + rest", ""},
		{"1", "1 + parts_left", "test.yaml:13:67: "},
		{"parts_played + 1", "2 + rest", "test.yaml:12:24: "},
		{"1", "if doublet then 1 else 2", "test.yaml:13:66: "},
	} {
		d, errs := rulesets.LoadOne("test.yaml", []byte(strings.NewReplacer("DEFINED", x.defined, "STARTS", x.starts).Replace(rules)), nil)
		if len(errs) > 0 {
			t.Fatal(errs)
		}
		_, errs = d.Game(nil)
		switch text := errs.Error(); {
		case x.at == "" && len(errs) > 0:
			t.Errorf("starts: %s: %v", x.starts, errs)
		case x.at != "" && (len(errs) != 1 || !strings.HasPrefix(text, x.at) || !strings.Contains(text, "before anything is thrown or put up")):
			t.Errorf("starts: %s, with rest as %s: %q", x.starts, x.defined, text)
		}
	}
}

// How many parts of a turn were played is written where it cannot be seen.
func TestPlayedIsWritten(t *testing.T) {
	g, in := game(t, strings.Replace(leaping, "PART", `"leap?"`, 1)+"id: may_rest, allow: stop, when: parts_played = 0", nil)
	s := at(t, g, in, "start", "")
	playLine(t, g, in, s, "a1/c1*")
	text, err := g.State(s).MarshalJSON()
	if err != nil {
		t.Fatal(err)
	}
	again := at(t, g, in, string(text), "")
	if !s.Equal(again) {
		t.Errorf("the state is another when it is read back: %s", text)
	}
}

// Long sums and definitions that double each other are typed in bounded time.
func TestConditionsAreTypedInBoundedTime(t *testing.T) {
	g, _ := game(t, race+"id: long, forbid: advance, when: to > "+strings.Repeat("1 + ", 60)+"1", nil)
	if g == nil {
		t.Fatal("no game")
	}
	var b strings.Builder
	b.WriteString("ruleset: test\ntitle: Test\nfamily: test\nstatements:\n")
	for _, line := range strings.Split(strings.TrimSpace(race), "\n") {
		b.WriteString("  - {" + line + ", assumed: a test}\n")
	}
	b.WriteString("  - {id: d0, define: bar, assumed: a test}\n")
	for i := 1; i < 30; i++ {
		b.WriteString(strings.NewReplacer("N", strconv.Itoa(i), "P", strconv.Itoa(i-1)).Replace("  - {id: dN, define: dP + dP + dP, assumed: a test}\n"))
	}
	d, errs := rulesets.LoadOne("test.yaml", []byte(b.String()), nil)
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	if _, errs = d.Game(nil); len(errs) > 0 {
		t.Error(errs)
	}
	// What is wrong at one end of it is wrong once, however often it is used.
	d, errs = rulesets.LoadOne("test.yaml", []byte(strings.Replace(b.String(), "d0, define: bar", "d0, define: bars", 1)), nil)
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	line := 1 + strings.Count(b.String()[:strings.Index(b.String(), "id: d0,")], "\n")
	if _, errs = d.Game(nil); len(errs) != 1 || errs[0].Pos.Line != line || !strings.Contains(errs[0].Message, `did you mean "bar"?`) {
		t.Errorf("the errors are %v", errs)
	}
}

// A bare count stands for a set where one is taken from another, too.
func TestSetsLessSets(t *testing.T) {
	for _, set := range []string{"own - row_1", "own - near(b1)", "own - enemy", "(own >= 1) - row_1", "near(b1) - own"} {
		game(t, strings.Replace(leaping, "PART", `"leap?"`, 1)+"id: held, forbid: leap, when: count("+set+") > 9", nil)
	}
}

// An end that holds in the middle of a turn, before it is tested, is none yet: the player has
// the rest of his turn or throw to play.
func TestEndsAreNotTestedBeforeTheirTime(t *testing.T) {
	for moment, middle := range map[string]bool{"move": true, "throw": false, "turn": false} {
		g, in := game(t, race+`
id: throws_left, variable: {kind: number, starts: 2, per: game}, called: the throws he has left
id: made, on: thrown, do: {add: {throws_left: -1}}
id: used_up, end: his throws are used up, at: `+moment+`, when: throws_left = 0, winner: them
`, nil)
		const counters = "counters: {white: {throws_left: %d}, black: {throws_left: 2}}"
		s := at(t, g, in, "{white: {1: 2}, black: {1: 2}, to-move: white, "+fmt.Sprintf(counters, 1)+"}", "3-1")
		playLine(t, g, in, s, "1/4")
		if got := in.Ended(s, true, true); got != middle {
			t.Errorf("tested at each %s: in the middle of the throw the game is over: %v", moment, got)
		}
		s = at(t, g, in, "{white: {2: 1, 4: 1}, black: {1: 2}, to-move: black, "+fmt.Sprintf(counters, 0)+"}", "")
		if !in.Ended(s, true, true) {
			t.Errorf("tested at each %s: when he has moved the game goes on", moment)
		}
	}
}

// A counter of men that have left by themselves has not counted those whom others sent away.
// How few it may be depends on when they can first do so.
func TestCountersOfMenSentAway(t *testing.T) {
	const rules = `
id: players, players: [white, black]
id: board, tables: {points: 8}
id: route, track: {run: [1..8], but: {black: [8..1]}}
id: men, men: 4
id: set_up, set_up: {1: 4}
id: dice, throw: {dice: 2, faces: 3}
id: turn, stage: {throws: dice}
id: any, agenda: {on: any, play: [high, low]}
id: rest, blocked: stop
id: advance, allow: advance
id: departures, variable: {kind: number, starts: 0, least: 4 - own(1), per: game}, called: the men that have left
id: departure, on: advance, when: from = 1, do: {add: departures}
`
	const entering = "\nid: enter, allow: enter, to: part\nid: displaced, on: enter, do: {send: enemy(to), to: bar}"
	for _, c := range []struct {
		rules, white string
		fewest       int
	}{
		{"", "3: 2, 4: 2", 4},
		{"id: hit, on: advance, do: {send: enemy(to), to: out}", "3: 2, 4: 2", 4}, // he does not come again
		{entering, "3: 2, 4: 2", 4},
		{"id: hit, on: advance, when: enemy(to) = 1, do: {send: enemy(to), to: bar}" + entering, "3: 2, 4: 2", 3},
		{"id: hit, on: advance, when: enemy(to) = 1, do: {send: enemy(to), to: bar}" + entering, "1: 2, 4: 2", 2},
		{"id: hit, on: advance, when: enemy(to) <= 3 and enemy(to) >= 2, do: {send: enemy(to), to: bar}" + entering, "4: 4", 1},
		{"id: broken, on: advance, when: 'to in their.run(own >= 1, 3)', do: {send: enemy(to), to: bar}" + entering, "3: 2, 4: 2", 2},
		{"id: hit, on: advance, do: {send: enemy(to), to: bar}" + entering, "bar: 1, 4: 3", 0},
		{"id: enter, allow: enter, to: empty or enemy\nid: displaced, on: enter, do: {send: enemy(to), to: bar}", "3: 2, 4: 2", 0},
	} {
		g, in := game(t, rules+c.rules, nil)
		for few := range 5 {
			_, errs := g.ParseState(in, "test", fmt.Sprintf("{white: {%s}, black: {1: 4}, to-move: white, counters: {white: {departures: %d}}}", c.white, few))
			if refused := few < c.fewest; refused != strings.Contains(fmt.Sprint(errs), "cannot be so few") || !refused && len(errs) > 0 {
				t.Errorf("%s: with %s %d have left: %v", c.rules, c.white, few, errs)
			}
		}
	}
}

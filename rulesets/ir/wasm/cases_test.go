package wasm_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/engine/history"
	"github.com/lectio/lectio/rulesets/ir/wasm"
)

// The rulesets of testdata/cases/rules were played wrongly by some means once. What is
// right is asserted of the interpreter, and of the module that it agrees.

// caseGame is the game of one of them under readings.
func caseGame(t *testing.T, name string, choice rulesets.Choice) *rulesets.Game {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("../../../testdata/cases/rules", name+".yaml"))
	if err != nil {
		t.Fatal(err)
	}
	return chosen(t, string(text), choice)
}

// chosen is the game of the text of a ruleset under readings.
func chosen(t *testing.T, text string, choice rulesets.Choice) *rulesets.Game {
	t.Helper()
	d, errs := rulesets.LoadOne("case.yaml", []byte(text), nil)
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	g, errs := d.Game(choice)
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	return g
}

// endings plays games in the interpreter and gives what ended each, who won, after how many
// moves, and the last state. The module, if there is one, plays the same games.
func endings(t *testing.T, g *rulesets.Game, games int, see func(end string, winner, plies int, s *engine.State)) {
	t.Helper()
	in := engine.NewInterpreter(g.Program)
	in.History = history.New()
	s := g.Program.NewState()
	for game := range uint64(games) {
		out, _ := reference(in, s, 7, game, 400, nil)
		end := "given up"
		if i, over := s.End(); over {
			end = "stuck"
			if i >= 0 {
				end = g.Program.Ends[i].ID
			}
		}
		see(end, s.Winner(), out.Plies, s)
	}
	pl, err := load(g.Program, options())
	if lacks := (wasm.Unsupported{}); errors.As(err, &lacks) {
		t.Logf("the interpreter alone plays it: %v", err)
		return
	} else if err != nil {
		t.Fatal(err)
	}
	defer pl.Close(context.Background())
	for _, pl.Branching = range []bool{true, false} {
		for _, difference := range compare(g, pl, games, 400).apart {
			t.Error(difference)
		}
	}
}

// A variable of a match outlives a new game for every player, for two and for three, be it a
// number, a place or a set, one for each or one for all.
func TestMatchVariableOutlivesGame(t *testing.T) {
	endings(t, caseGame(t, "mx", nil), 20, func(end string, winner, plies int, _ *engine.State) {
		if end != "three" || winner != 1 || plies != 6 {
			t.Errorf("ended by %s after %d moves, won by %d; expected three, 6 and Black", end, plies, winner)
		}
	})
	for _, c := range []struct{ kind, first, more, third string }{
		{"{kind: number, per: match, shared: yes}", "player = red", "{add: mv}", "mv >= 9"},
		{"{kind: set, per: match}", "player = red", "{set: {mv: mv or to}}", "count(mv) >= 1"},
		{"{kind: place, per: match}", "player = black", "{set: {mv: to}}", "mv in anywhere"},
		{"{kind: number, per: match}", "player = black", "{set: {their.mv: mv + 1}}", "mv >= 3"},
	} {
		g := chosen(t, heading+`  - {id: players, players: [white, black, red], seen: same, assumed: a test}
  - {id: board, grid: {rows: 1, columns: 3}, assumed: a test}
  - {id: men, men: 1, assumed: a test}
  - {id: set_up, set_up: {hand: 1}, assumed: a test}
  - {id: turn, stage: {}, assumed: a test}
  - {id: one, agenda: {play: [place]}, assumed: a test}
  - {id: place, allow: place, assumed: a test}
  - {id: mv, variable: `+c.kind+`, assumed: a test}
  - {id: seen, variable: {kind: number, per: match}, assumed: a test}
  - {id: kept, on: turn, do: {add: seen}, when: "`+c.third+`", assumed: a test}
  - {id: add, do: `+c.more+`, on: place, assumed: a test}
  - {id: sc, score: 9, at: move, when: "seen >= 3 and `+c.first+`", assumed: a test}
  - {id: won, end: all are placed, at: no_move, winner: none, assumed: a test}
  - {id: m, match: 9, assumed: a test}
`, nil)
		endings(t, g, 12, func(end string, winner, plies int, s *engine.State) {
			if end != "won" || winner < 0 {
				t.Errorf("%s: ended by %s after %d moves, won by %d: what a match remembers is lost", c.kind, end, plies, winner)
			}
		})
	}
}

// The player after the one whose turn ended a game begins the next game of a match, or whom a
// rule has named in that turn: whoever he is places the only man that the board has room for.
func TestWhomARuleNamesBeginsTheNextGame(t *testing.T) {
	for _, c := range []struct {
		named  string
		winner int
	}{{"", -1}, {"  - {id: again, on: place, do: {next: me}, assumed: a test}\n", 0}, {"  - {id: them, on: place, do: {next: black}, assumed: a test}\n", 1}} {
		g := chosen(t, heading+`  - {id: players, players: [white, black], assumed: a test}
  - {id: board, grid: {rows: 1, columns: 1}, assumed: a test}
  - {id: men, men: 1, assumed: a test}
  - {id: set_up, set_up: {hand: 1}, assumed: a test}
  - {id: turn, stage: {}, assumed: a test}
  - {id: one, agenda: {play: [place]}, assumed: a test}
  - {id: place, allow: place, assumed: a test}
  - {id: games, variable: {kind: number, per: match, shared: yes}, assumed: a test}
  - {id: another, on: place, do: {add: games}, assumed: a test}
`+c.named+`  - {id: sc, score: "if games = 4 then 9 else 1", on: place, when: "games > 1", assumed: a test}
  - {id: won, end: it is placed, on: place, winner: none, assumed: a test}
  - {id: m, match: 9, assumed: a test}
`, nil)
		endings(t, g, 2, func(end string, winner, plies int, s *engine.State) {
			white, black := s.Score(g.Program, 0), s.Score(g.Program, 1)
			if want := map[int][2]int{-1: {1, 10}, 0: {11, 0}, 1: {0, 11}}[c.winner]; plies != 4 || [2]int{white, black} != want {
				t.Errorf("with %q: after %d games White has %d points and Black %d, expected %v after 4", c.named, plies, white, black, want)
			}
		})
	}
}

// Who has more points than every other when a match is over wins it, whoever won the last
// game; where two have as many, nobody does.
func TestMatchIsWonOnPoints(t *testing.T) {
	text, err := os.ReadFile("../../../testdata/cases/rules/nm.yaml")
	if err != nil {
		t.Fatal(err)
	}
	for _, winner := range []string{"none", "me", "them", "higher_score"} {
		g := chosen(t, strings.Replace(string(text), "winner: none", "winner: "+winner, 1), nil)
		won := map[int]bool{}
		endings(t, g, 40, func(_ string, w, _ int, s *engine.State) {
			want, white, black := -1, s.Score(g.Program, 0), s.Score(g.Program, 1)
			switch {
			case white > black:
				want = 0
			case black > white:
				want = 1
			}
			if w != want {
				t.Errorf("a game won by %s: with %d points to %d the winner of the match is %d", winner, white, black, w)
			}
			won[want] = true
		})
		if len(won) != 3 {
			t.Errorf("a game won by %s: matches ended as %v, expected all three ways", winner, won)
		}
	}
}

// The first and the last place of a set follow the way, also where it is made of legs, in
// whatever order these are written, and goes round; the moves are those of a way in one run.
func TestFirstAndLastFollowLegs(t *testing.T) {
	text, err := os.ReadFile("../../../testdata/cases/rules/legs.yaml")
	if err != nil {
		t.Fatal(err)
	}
	written := "home: r1c4..r1c1, middle: r2c1..r2c5, away: r3c4..r3c1"
	for _, legs := range []string{written, "away: r3c4..r3c1, middle: r2c1..r2c5, home: r1c4..r1c1", "middle: r2c1..r2c5, home: r1c4..r1c1, away: r3c4..r3c1"} {
		g := chosen(t, strings.Replace(string(text), written, legs, 1), nil)
		run := caseGame(t, "legs2", nil)
		for f, name := range g.Program.Names[0] {
			if f < 13 && name != run.Board.Cells[run.Program.CellOf[0][f]].Name {
				t.Fatalf("%s: place %d is %s", legs, f+1, name)
			}
		}
		for a := range 13 {
			for b := a; b < 13; b++ {
				if x, y := movesOfTwo(t, g, a, b), movesOfTwo(t, run, a, b); x != y {
					t.Errorf("%s: with men on %d and %d the moves are %s, on a run %s", legs, a+1, b+1, x, y)
				}
			}
		}
		endings(t, g, 4, func(string, int, int, *engine.State) {})
	}
}

// movesOfTwo tells from where South can move, with a throw of 1, who has two men on places
// of the way and no more.
func movesOfTwo(t *testing.T, g *rulesets.Game, a, b int) string {
	t.Helper()
	in, p := engine.NewInterpreter(g.Program), g.Program
	men := map[string]int{"out": p.Men(0) - 2}
	men[p.Names[0][a]]++
	men[p.Names[0][b]]++
	at, err := json.Marshal(map[string]any{"south": men, "north": map[string]int{"out": p.Men(1) - 1, p.Names[1][0]: 1},
		"to-move": "south", "turn": map[string]any{"stage": "playing", "throw": "1", "left": []string{"1"}}})
	if err != nil {
		t.Fatal(err)
	}
	s, errs := g.ParseState(in, "at", string(at))
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	var from []string
	for _, m := range in.Moves(s, nil) {
		if m.Act != engine.Advance {
			from = append(from, m.Act.String())
			continue
		}
		from = append(from, fmt.Sprint(m.From+1))
	}
	slices.Sort(from)
	return fmt.Sprint(from)
}

// A row that ends where it begins is closed for leaps as for rays.
func TestLeapsGoOverTheSeam(t *testing.T) {
	g := caseGame(t, "seam", nil)
	in := engine.NewInterpreter(g.Program)
	s := g.Program.NewState()
	in.Start(s)
	moves := g.MoveTexts(in, s)
	if want := []string{"a/b", "a/c", "a/e", "a/f"}; !slices.Equal(moves, want) {
		t.Errorf("the moves are %v, expected %v", moves, want)
	}
	endings(t, g, 20, func(string, int, int, *engine.State) {})
}

// A cell that is on nobody's track, or not on the player's, is a cell of the board where
// places go by the names of cells; where they go by numbers, what can never hold is refused.
func TestCellsOffTheTrack(t *testing.T) {
	text, err := os.ReadFile("../../../testdata/cases/rules/shiftoff2.yaml")
	if err != nil {
		t.Fatal(err)
	}
	for when, n := range map[string]int{
		"count(row_2 and enemy) > 0": 3, "count(enemy) = 3": 3, "enemy(r2c1) = 1": 3, "count(r2c1..r2c3 and enemy) = 3": 3,
		"count(row_2 and own) > 0": 0, "count(empty) > 0": 0, "their.count(row_1 and own) = 3": 3,
	} {
		g := chosen(t, strings.Replace(string(text), "count(row_2 and enemy) > 0", when, 1), nil)
		in := engine.NewInterpreter(g.Program)
		s := g.Program.NewState()
		in.Start(s)
		moves := 0
		for _, m := range in.Moves(s, nil) {
			moves += b2i(m.Act == engine.Advance)
		}
		if moves != n {
			t.Errorf("%s: %d moves, expected %d", when, moves, n)
		}
		endings(t, g, 8, func(string, int, int, *engine.State) {})
	}
	for _, when := range []string{"count(row_2 and enemy) > 0", "enemy(r2c1) = 1", "count(r2c1..r2c3 and enemy) = 3", "from in row_2"} {
		numbered := strings.Replace(strings.Replace(string(text), ", places: cells", "", 1), "count(row_2 and enemy) > 0", when, 1)
		if _, err := compiled(strings.Replace(numbered, "r1c1: 1, r1c2: 1, r1c3: 1", "1: 1, 2: 1, 3: 1", 1)); err == nil || !strings.Contains(err.Error(), "the track does not pass there") {
			t.Errorf("%s of a track whose places have numbers: %v", when, err)
		}
	}
}

// An end on occurrences falls when the position stands for the n-th time, whether it is
// tested when the turn begins in it, or when the move or the turn is over that leads to it.
func TestOccurrencesAtEveryMoment(t *testing.T) {
	text, err := os.ReadFile("../../../testdata/cases/rules/rep.yaml")
	if err != nil {
		t.Fatal(err)
	}
	lengths := func(text string, choice rulesets.Choice) (list []int) {
		endings(t, chosen(t, text, choice), 12, func(end string, _, plies int, _ *engine.State) {
			if end != "rep" {
				t.Errorf("%v: ended by %s", choice, end)
			}
			list = append(list, plies)
		})
		return list
	}
	once, twice := string(text), strings.Replace(string(text), "play: [step]", `play: [step, "step?"]`, 1)
	for _, rules := range []string{once, twice} {
		want := lengths(rules, nil)
		if rules == once && slices.Min(want) != 8 { // each goes to and fro twice at least
			t.Errorf("games of %v moves, expected 8 or more", want)
		}
		for _, reading := range []string{"aside", "theirs", "shared", "atmove", "atturn"} {
			if got := lengths(rules, rulesets.Choice{"v": reading}); !slices.Equal(got, want) {
				t.Errorf("%s: games of %v moves, tested where a turn begins %v", reading, got, want)
			}
		}
		for _, tested := range []string{"on: step", "at: throw"} {
			if rules == twice && tested == "on: step" {
				continue // who leaves the second step makes none that brings the position about
			}
			if got := lengths(strings.Replace(rules, "at: start, when", tested+", when", 1), nil); !slices.Equal(got, want) {
				t.Errorf("%s: games of %v moves, tested where a turn begins %v", tested, got, want)
			}
		}
	}
}

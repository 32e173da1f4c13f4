package rulesets_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/example"
	"github.com/lectio/lectio/testdata/bundled"
)

// drop is played on a board without a track: men are put down on free points and, at a
// throw of a stick, taken off again.
const drop = `
id: players, players: [white, black]
id: board, grid: {rows: 3, columns: 3, line: 3}
id: men, men: {white: 4, black: 4}
id: set_up, set_up: {hand: 4}
id: sticks, throw: {sticks: 2}, chances: {0: 1/4, 1: 1/2, 2: 1/4}
id: turn, stage: {throws: sticks}
id: down, agenda: {on: 1, play: [place]}
id: up, agenda: {on: [0, 2], play: [thrown]}
id: put, allow: place
id: some_cells, define: row_1
id: here, forbid: place, when: to in some_cells
`

// Mistakes that authors made are said at the statement that makes them, with what to write.
func TestMistakesAreSaidWhereTheyStand(t *testing.T) {
	if errs := gameErrors(drop); len(errs) > 0 {
		t.Fatal(errs)
	}
	for _, tt := range []struct{ name, old, new, want string }{
		{"a number takes nobody off where no track is", "id: put,", "id: off, allow: bear-off, with: number\nid: put,",
			"test.yaml:13:38: a number takes a man off the end of a track, and there is none; found bear-off with 0, expected a track statement, or with: and a word"},
		{"nor does no part", "id: put,", "id: off, allow: bear-off\nid: put,",
			"test.yaml:13:22: no agenda holds a part called bear-off, so it must be said with which part this goes"},
		{"the name of a cell", "some_cells", "b2", `test.yaml:14:5: this name is that of a cell of the board`},
		{"the name of a set of cells", "some_cells", "row_2", `test.yaml:14:5: this name is that of a cell of the board`},
		{"the name of a player", "some_cells", "white", `test.yaml:14:5: this name is that of a player`},
		{"a number for no cell", "line: 3}", "line: 3, numbered: [a1 b1, d1]}", `found "d1", expected a cell of the board: a1 b1 c1`},
		{"two numbers for a cell", "line: 3}", "line: 3, numbered: [a1 b1, a1]}", `the cell has number 1 already; found "a1", expected each cell once`},
		{"numbers beside numbers", "line: 3}", "line: 3, names: numbers, numbered: [r1c1]}", "cells that are named by numbers are not numbered besides"},
		{"a side of dice", "{sticks: 2}", "{dice: 1, faces: 2, counts: the white side}", "only sticks, cowries and pyramids have a side that counts"},
		{"nothing thrown", "{sticks: 2}", "{chance: 1/2}", "expected dice, sticks, cowries, pyramids or lots"},
		{"the name of a leg", "id: men,", "id: two, track: {legs: {some_cells: a1..a3, back: b3..b1}, order: [some_cells > back, back > off]}\nid: men,",
			`test.yaml:15:5: this name is that of a leg of the track`},
		{"a place that may be none", "id: put,", "id: before, variable: {kind: place}\nid: kept, on: place, do: {set: {before: nowhere}}\nid: put,",
			"test.yaml:14:46: the value of before must be a place: one_of(…) is one place of a set; a variable that may hold no place at all is of the kind set"},
		{"a part where a place is asked for", "when: to in some_cells", "when: to in near(place)", "what near is asked about must be a place, such as from or over or to; found a part"},
		{"a key of no board of holes", "grid: {rows: 3, columns: 3, line: 3}", "holes: {rows: 3, columns: 3, seeds: 4}", `unknown key "seeds" in a board of holes`},
		{"a side of a board of rows", "when: to in some_cells", "when: to in near", "near asks for something in brackets; found \"near\", expected near(place)"},
		{"a store of a board without stores", "when: to in some_cells", "when: to = store_right", "this board has no store_right: a board of holes has large holes at its ends with stores: yes"},
		{"fewer men than there are", "hand: 4", "hand: 3", "the men of white who are set up are not the men there are"},
		{"two rows in one", "grid: {rows: 3, columns: 3, line: 3}", `graph: {points: [a b c], rows: ["a b, b c"]}`,
			"a and b, cannot be joined: not both are points of the board; in a list of dashes each row has a dash of its own, and no comma ends it"},
	} {
		errs := strings.Join(gameErrors(strings.ReplaceAll(drop, tt.old, tt.new)), "\n")
		if !strings.Contains(errs, tt.want) {
			t.Errorf("%s: %s; expected %s", tt.name, errs, tt.want)
		}
	}
}

// An outcome whose chance is stated as 0 is none: it is not among the throws, and a throw
// that is typed cannot be it.
func TestOutcomesThatCannotFall(t *testing.T) {
	g, in := game(t, strings.Replace(drop, "0: 1/4, 1: 1/2, 2: 1/4", "0: 0, 1: 2/3, 2: 1/3", 1), nil) // an agenda may name it all the same
	s := at(t, g, in, "start", "")
	if got := fmt.Sprint(g.Throws(s)); got != "[{1 2/3} {2 1/3}]" {
		t.Errorf("the throws are %s", got)
	}
	if errs := g.MakeThrows(in, s, "0"); !strings.Contains(errs.Error(), "1, 2") {
		t.Errorf("0 is thrown: %v", errs)
	}
}

// Every kind of board can have marked cells, which a set-up can name.
func TestEveryBoardIsMarked(t *testing.T) {
	for _, b := range []string{"graph: {points: [a b c], rows: [a b c], marked: [a, c]}", "merels: {rings: 1, marked: [a, c]}",
		"grid: {rows: 2, columns: 2, marked: [a1, b2]}", "holes: {rows: 2, columns: 2, marked: [r1c1, r2c2]}", "cross: {length: 1, marked: [sl1, em1]}",
		"tables: {points: 4, marked: [1, 2]}"} {
		g, in := game(t, strings.NewReplacer("grid: {rows: 3, columns: 3, line: 3}", b, "set_up: {hand: 4}", "set_up: {white: {marked: 2}, black: {hand: 4}}", "row_1", "marked").Replace(drop), nil)
		s := at(t, g, in, "start", "")
		n := 0
		for f := range g.Program.Places {
			n += s.MenAt(g.Program, 0, f)
		}
		if n != 4 {
			t.Errorf("%s: %d men on the board", b, n)
		}
	}
}

// The third of three dice has a name, in an agenda and in a condition.
func TestMiddleOfThreeDice(t *testing.T) {
	three := strings.NewReplacer("dice: 2, faces: 3", "dice: 3, faces: 4", "[high, low]", "[high, middle_die, low]").Replace(race)
	g, in := game(t, three+"id: not_first, forbid: advance, when: part = middle_die and parts_played = 0 and not doublet and middle_die != high and middle_die != low", nil)
	s := at(t, g, in, "{white: {1: 2}, black: {1: 2}, to-move: white}", "1-4-3")
	expectMoves(t, g, in, s, "1/2 1/5")
	if errs := strings.Join(gameErrors(strings.Replace(race, "[high, low]", "[high, middle_die, low]", 1)), " "); !strings.Contains(errs, "only of three dice is there one in the middle; found \"middle_die\"") {
		t.Error(errs)
	}
	if errs := strings.Join(gameErrors(race+"id: x, forbid: advance, when: part = middle_die"), " "); !strings.Contains(errs, "only of three dice is there one in the middle") {
		t.Error(errs)
	}
}

// taking is a game in which a step may take, and men are of kinds.
const taking = `ruleset: taking
title: Taking
family: test
statements:
  - {id: players, players: [white, black], assumed: a test}
  - {id: board, grid: {rows: 3, columns: 3}, assumed: a test}
  - {id: men, men: {king: 1, pawn: 2}, letters: {king: K, pawn: P}, assumed: a test}
  - {id: set_up, set_up: {a1: king, b1: pawn, c1: pawn}, assumed: a test}
  - {id: turn, stage: {}, assumed: a test}
  - {id: one, agenda: {play: [step]}, assumed: a test}
  - {id: step, allow: step, to: near(from) - own, assumed: a test}
  - {id: taken, on: step, do: {send: enemy(to), to: out}, assumed: a test}
  - {id: kings_stay, forbid: step, when: kind(from) = king and to in column_1, assumed: a test}
  - {id: bare, end: one man is left, on: step, when: their.board = 1, winner: me, assumed: a test}
examples:
`

// Moves are written in one way wherever an example has them: with or without the star and
// the letter of a man's kind. Men that are not named are out of the game, in a map as in a
// list, before a line as after it.
func TestExamplesAreWrittenInOneWay(t *testing.T) {
	const position = "at: {white: {a1+king: 1, b1+pawn: 1}, black: [b2+pawn, c3+king]}"
	for _, tt := range []struct{ example, want string }{
		{"moves: [Pb1/b2*, Pb1/c1]", ""},
		{"moves: [b1/b2, b1/c1]", ""},
		{"moves: [b1/b2*, \"Pb1/c1:step\"]", ""},
		{"moves: [b1/b2, Pb1/b2*]", "the legal moves are Pb1/b2* Pb1/c1; expected b1/b2 Pb1/b2*"},
		{"moves: [b1/b2, b1/c1*]", "the legal moves are Pb1/b2* Pb1/c1; expected b1/b2 b1/c1*"}, // nothing is taken there
		{"illegal: [b1/c1*]", ""},
		{"moves: [b1/b2]", "the legal moves are"},
		{"legal: [b1/b2, Pb1/c1, b1/b2*]", ""},
		{"legal: [b1/a1]", "b1/a1 is not legal"},
		{"illegal: [b1/b2]", "b1/b2 is legal"},
		{"illegal: [Pb1/b2]", "Pb1/b2 is legal"},
		{"illegal: [b1/a1, a1/b1]", ""},
		{"refused: {a1/a2: kings_stay}", ""},
		{"line: [b1/b2], after: {white: [a1+king, b2+pawn], black: {c3+king: 1}}", ""},
		{"line: [Pb1/b2*], after: {white: {a1+king: 1, b2+pawn: 1, out: 1}, black: {c3+king: 1, out: 2}}", ""},
		{"line: [b1/b2], after: {black: {b2+pawn: 1, c3+king: 1}}", `black has {"c3+king":1,"out":2}, not {"b2+pawn":1,"c3+king":1,"out":1}`},
		{"line: [b1/b2], after: {black: [c3+king, out]}", ""},
		{"line: [b1/c1], after: {to-move: black}", ""},
		{"line: [b1/b2], after: {to-move: white}", "the game is over by bare, and the example says who is to move"},
		{"line: [b1/b2], after: {to-move: white, over: {by: bare}}", ""},
		{"line: [b1/b2], after: {black: [d3+king]}", "black is not written as men: there is no such place"},
	} {
		d, errs := rulesets.LoadOne("test.yaml", []byte(taking+"  - {id: x, worked: hand, "+position+", "+tt.example+"}\n"), nil)
		if len(errs) > 0 {
			t.Fatal(errs)
		}
		got := ""
		for _, f := range (&example.Workshop{Definition: d}).Run(d.Examples[0]) {
			got = f.Message
		}
		if !strings.Contains(got, tt.want) || (got == "") != (tt.want == "") {
			t.Errorf("%s: %q; expected %q", tt.example, got, tt.want)
		}
	}
}

// assumed: of a file, a reading or a scaled-down version stands for each statement that gives
// neither a warrant nor a reason, as if it were written there.
func TestAssumedOnceForAll(t *testing.T) {
	text := strings.ReplaceAll(taking, ", assumed: a test}", "}")
	text = strings.Replace(text, "family: test\n", "family: test\nassumed: a test\n", 1)
	text = strings.Replace(text, "id: men,", "id: men, assumed: a guess,", 1)
	text = strings.Replace(text, "examples:\n", `
questions:
  - id: q
    asks: Is it so?
    kind: silence
    weight: 1
    default: one
    readings:
      - {id: one, basis: inferred, because: x, statements: [{id: first, begins: white}]}
      - {id: two, basis: inferred, because: x, assumed: the other, statements: [{id: first, begins: black}, {id: k, parameter: 3, assumed: mine}]}
scales:
  - {id: small, because: x, assumed: scaled down, statements: [{replaces: board, grid: {rows: 3, columns: 3}}]}
examples: []
`, 1)
	d, errs := rulesets.LoadOne("test.yaml", []byte(text), nil)
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	var got []string
	for _, s := range d.EveryStatement() {
		got = append(got, s.ID+": "+s.Assumed)
	}
	got = append(got, "scale: "+d.Scales[0].Statements[0].Assumed)
	want := "players: a test, board: a test, men: a guess, set_up: a test, turn: a test, one: a test, step: a test, taken: a test, kings_stay: a test, bare: a test, first: a test, first: the other, k: mine, scale: scaled down"
	if strings.Join(got, ", ") != want {
		t.Errorf("%s\nwant %s", strings.Join(got, ", "), want)
	}
}

// What looks ahead is asked last, however a condition is written.
func TestLookingAheadComesLast(t *testing.T) {
	compiled := func(when string) *engine.Program {
		g, _ := game(t, race+"id: x, require: {that: "+when+"}", nil)
		return g.Program
	}
	for _, tt := range [][2]string{
		{"completable or part = high", "part = high or completable"},
		{"follows(2) and from = 1 and to = 3", "to = 3 and (from = 1 and follows(2))"},
	} {
		if !rulesets.Alike(compiled(tt[0]), compiled(tt[1])) {
			t.Errorf("%q is compiled otherwise than %q", tt[0], tt[1])
		}
	}
}

// A cell that the board has not is named where it stands, in a span, too, and names that lack
// a comma are taken for several.
func TestCellsThatAreNot(t *testing.T) {
	for _, tt := range []struct{ marked, setup, want string }{
		{"[b2]", "{a1..d1: 1}", `8:31: there is no such cell; did you mean "a1", "b1" or "c1"?; found "d1"`},
		{"[a2 b2]", "{a1..c1: 1}", `there is no such cell; several are written with commas, as in [a2, b2]; found "a2 b2"`},
		{"[a2 z9]", "{a1..c1: 1}", `there is no such cell; found "a2 z9"`},
	} {
		errs := strings.Join(gameErrors("id: players, players: [white, black]\nid: board, grid: {rows: 3, columns: 3, marked: "+tt.marked+"}\nid: men, men: 3\nid: set_up, set_up: "+tt.setup), " ")
		if !strings.Contains(errs, tt.want) {
			t.Errorf("%s, %s: %q, not %q", tt.marked, tt.setup, errs, tt.want)
		}
	}
}

// What an example expects and is not so is reported where that stands: of a move at the move.
func TestExamplesFailWhereTheyStand(t *testing.T) {
	const position = "at: {white: {a1+king: 1, b1+pawn: 1}, black: [b2+pawn, c3+king]}"
	for _, tt := range []struct{ example, at string }{
		{"legal: [b1/b2,\n      b1/a1]", "b1/a1"},
		{"illegal: [b1/a1,\n      b1/b2]", "b1/b2"},
		{"refused: {a1/a2: kings_stay,\n      b1/b2: kings_stay}", "b1/b2"},
		{"line: [b1/b2,\n      b1/c1]", "b1/c1"},
		{"line: [b1/c1],\n      after: {to-move: white}", "{to-move"},
	} {
		text := taking + "  - {id: x, worked: hand, " + position + ", " + tt.example + "}\n"
		d, errs := rulesets.LoadOne("test.yaml", []byte(text), nil)
		if len(errs) > 0 {
			t.Fatal(errs)
		}
		before := text[:strings.LastIndex(text, tt.at)]
		want := fmt.Sprintf("test.yaml:%d:%d", strings.Count(before, "\n")+1, len(before)-strings.LastIndex(before, "\n"))
		got := (&example.Workshop{Definition: d}).Run(d.Examples[0])
		if len(got) != 1 || got[0].Pos.String() != want {
			t.Errorf("%s: %v; expected one at %s", tt.example, got, want)
		}
	}
}

// What is expected beside readings that part is expected by each of them.
func TestExamplesThatPart(t *testing.T) {
	data, err := os.ReadFile("gallery/rulesets/definitions/brandubh.yaml")
	if err != nil {
		t.Fatal(err)
	}
	const right = "    legal: [Sd1/d2, Sd1/d3]\n    illegal: [Sd1/d4, Sd1/a1, Sd1/g1]\n    parts:\n"
	if strings.Count(string(data), right) != 1 {
		t.Fatal("the example has changed")
	}
	d, errs := rulesets.LoadOne("test.yaml", []byte(strings.Replace(string(data), right, strings.Replace(right, "Sd1/d3", "Sd1/d4", 1), 1)), bundled.Gallery(t).Evidence)
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	w := &example.Workshop{Definition: d}
	for _, e := range d.Examples {
		want := 0
		if e.ID == "nobody_stops_in_the_middle" {
			want = 2
		}
		if found := w.Run(e); len(found) != want {
			t.Errorf("%s: %v", e.ID, found)
		}
	}
}

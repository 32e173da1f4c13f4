package rulesets_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/edition"
	"github.com/lectio/lectio/rulesets/ir/wasm"
)

// kings are rules for men of three kinds on a board of four rows.
const kings = `
	id: players, players: [white, black], seen: mirrored
	id: cells, grid: {rows: 4, columns: 3, diagonals: all}
	id: men, men: {king: 1, pawn: 2, queen: 0}, letters: {queen: D}
	id: set_up, set_up: {b1: king, a1: {pawn: 1}, c1: [pawn]}
	id: turn, stage: {}
	id: move, agenda: {play: [move]}
	id: stepping, allow: step, of: [king, queen], with: move, to: near(from) and not own
	id: walking, allow: step, of: pawn, with: move, to: near(from) and empty
	id: guarded, forbid: step, when: "kind(from) = king and to in near(enemy(king))"
	id: taking, on: step, do: {send: enemy(to), to: out}
	id: crowning, on: step, do: {become: queen}, when: "kind(from) = pawn and to in row_4"
	id: won, end: the king is taken, when: count(enemy(king)) = 0, winner: me`

// Each kind moves by its own rule; who comes to the last row is of another kind from then
// on, in the state, in moves and before the rules.
func TestKindsOfMen(t *testing.T) {
	g, in := game(t, kings, nil)
	s := at(t, g, in, `{"white":{"b2+king":1,"a3+pawn":1,"out":1},"black":{"c4+king":1,"a1+pawn":1,"c1+pawn":1},"to-move":"white"}`, "")
	expectMoves(t, g, in, s, "Kb2/a1* Kb2/a2 Kb2/b1 Kb2/c1* Kb2/c2 Pa3/a2 Pa3/a4 Pa3/b3 Pa3/b4")
	m, ok := g.FindMove(in, s, "a3/b4")
	if !ok {
		t.Fatal("the letter of a kind may be left out")
	}
	in.Play(s, m)
	text, err := json.Marshal(g.State(s))
	if err != nil || !strings.Contains(string(text), `"white":{"b2+king":1,"b4+queen":1,"out":1}`) {
		t.Errorf("%s (%v)", text, err)
	}
	if again := at(t, g, in, string(text), ""); !again.Equal(s) {
		t.Error("a state that is printed is read as another")
	}
	if m, ok = g.FindMove(in, s, "Kc4/b4*"); !ok {
		t.Fatal("the queen cannot be taken")
	}
	in.Play(s, m)
	if _, err := wasm.Generate(g.Program, wasm.Options{States: true}); err != nil {
		t.Error(err)
	}
}

// gameErrors are what is wrong with a ruleset of a test.
func gameErrors(statements string) (out []string) {
	var b strings.Builder
	b.WriteString("ruleset: test\ntitle: Test\nfamily: test\nstatements:\n")
	for line := range strings.Lines(strings.TrimSpace(statements)) {
		b.WriteString("  - {" + strings.TrimSpace(line) + ", assumed: a test}\n")
	}
	d, errs := rulesets.LoadOne("test.yaml", []byte(b.String()), nil)
	if len(errs) == 0 {
		_, errs = d.Game(nil)
	}
	for _, e := range errs {
		out = append(out, e.Error())
	}
	return out
}

// What is wrong with kinds of men is said where it stands.
func TestKindsThatAreNone(t *testing.T) {
	for _, tt := range []struct{ old, new, want string }{
		{"of: pawn", "of: prawn", "there is no such kind; did you mean \"pawn\"?"},
		{"become: queen", "become: quen", "there is no such kind; did you mean \"queen\"?"},
		{"b1: king", "b1: 1", `it is not said of which kinds the men are`},
		{"c1: [pawn]", "c1: queen", "who are set up are not the men there are"},
		{"letters: {queen: D}", "letters: {queen: K, king: K}", "this is the letter of queen"},
		{"letters: {queen: D}", "letters: {queen: queen}", "a kind of men is written with a letter"},
		{"letters: {queen: D}", "pictures: {queen: lady}", "there is no such picture of men"},
		{"kind(from) = king", "kind(from) = 3", "these cannot be compared"},
		{"kind(from) = king", "king = pawn", "one kind is never another"},
		{"kind(from) = king", "kind(from) > king", "these cannot be compared"},
		{"queen: 0}", "own: 0}", "no kind of men can have it"},
		{"id: won,", "id: king, define: 1\n\tid: won,", "this name is that of a kind of men"},
		{"{king: 1, pawn: 2, queen: 0}, letters: {queen: D}", "3", "kinds of men, as in men: {king: 1, pawn: 8}"},
		{"allow: step, of: pawn", "allow: remove, of: pawn", "of: with remove"},
	} {
		errs := strings.Join(gameErrors(strings.Replace(kings, tt.old, tt.new, 1)), "\n")
		if !strings.Contains(errs, tt.want) {
			t.Errorf("%s: %v; expected %q", tt.new, errs, tt.want)
		}
	}
	g, in := game(t, kings, nil)
	for state, want := range map[string]string{
		`{"white":["b2"],"black":["b3+king"]}`:           "of which kind",
		`{"white":["b2+king+pawn"],"black":["b3+king"]}`: "one kind",
		`{"white":["b2+kink"],"black":["b3+king"]}`:      "did you mean \"king\"?",
	} {
		if _, errs := g.ParseState(in, "test", state); !strings.Contains(errs.Error(), want) {
			t.Errorf("%s: %v; expected %q", state, errs, want)
		}
	}
}

// ofNoKinds is a game with men of no kind, on a board drawn with lines alone.
const ofNoKinds = `
	id: players, players: [white, black], seen: same
	id: cells, grid: {rows: 3, columns: 3, cells: open, line: 3}
	id: men, men: 3, pictures: {black: cross}
	id: set_up, set_up: {hand: 3}
	id: turn, stage: {}
	id: move, agenda: {play: [place]}
	id: placing, allow: place, to: empty
	id: won, end: three in a row, on: place, when: "count(mills(own, to)) > 0", winner: me`

// Where men are of no kinds it may be said how those of each player are drawn, and which
// crossings have a dot, or that squares have no outline; nothing in play changes by it.
func TestDrawnAsIsSaid(t *testing.T) {
	g, _ := game(t, ofNoKinds, nil)
	if p := g.Program; p.Picture(0, 0) != "" || p.Picture(1, 0) != "cross" || len(p.Kinds) > 0 {
		t.Errorf("men are drawn as %q and of the kinds %q", p.Pictures, p.Kinds)
	}
	plain := func(g *rulesets.Game) (names []string) {
		for _, c := range g.Board.Cells {
			if c.Plain {
				names = append(names, c.Name)
			}
		}
		return names
	}
	if len(plain(g)) != 9 {
		t.Errorf("squares without an outline: %q", plain(g))
	}
	g, _ = game(t, strings.Replace(ofNoKinds, "cells: open", "cells: points, dots: [b2, a1..c1]", 1), nil)
	if have := strings.Join(plain(g), " "); have != "a2 c2 a3 b3 c3" {
		t.Errorf("crossings without a dot: %s", have)
	}
	g, _ = game(t, kings, nil)
	if have := g.Program.Picture(1, g.Program.ClassOf(1, 0)); have != "pawn" || len(plain(g)) > 0 {
		t.Errorf("a pawn is drawn as %q, and without dots %q", have, plain(g))
	}
	for _, tt := range []struct{ old, new, want string }{
		{"black: cross", "blak: cross", `there is no such player; did you mean "black"?`},
		{"black: cross", "black: letter", "there is no such picture of men"},
		{"cells: open", "cells: open, dots: [a1]", "dots stand on crossings, and this board has squares"},
		{"cells: open", "cells: points, dots: [a4]", "there is no such cell"},
	} {
		if errs := strings.Join(gameErrors(strings.Replace(ofNoKinds, tt.old, tt.new, 1)), "\n"); !strings.Contains(errs, tt.want) {
			t.Errorf("%s: %v; expected %q", tt.new, errs, tt.want)
		}
	}
}

// Kinds are spoken of by their names, and exchanged for one another in mutants.
func TestKindsAreSaidAndChanged(t *testing.T) {
	g, _ := game(t, kings, nil)
	for id, want := range map[string]string{
		"men":      "Each player has three men (one king, two pawns and no queens); in writing moves the letter says which man it is: K a king, P a pawn and D a queen.",
		"walking":  "For “move”, the player may move a pawn one step along a row or column or slantwise to any empty point.",
		"guarded":  "The player may not move a man one step if the man that moves is a king, and the point moved to is next to a point with at least one opposing king.",
		"crowning": "When a man has made a step, the man that moves is a pawn and the point moved to is a point of the player's row 4, the man that moved becomes a queen.",
	} {
		for _, s := range g.Statements {
			if s.ID == id && edition.Sentence(g, s) != want {
				t.Errorf("%s: %s", id, edition.Sentence(g, s))
			}
		}
	}
	var what []string
	for _, m := range g.Mutants() {
		if m.Kind == rulesets.ExchangeKind {
			what = append(what, m.Statement.ID+": "+m.What)
		}
	}
	for _, want := range []string{"walking: pawn becomes queen in \"pawn\"", "crowning: queen becomes king in \"queen\"", "won: king becomes pawn in \"count(enemy(king)) = 0\""} {
		if !slices.Contains(what, want) {
			t.Errorf("%q is no mutant; there are %q", want, what)
		}
	}
}

package rulesets_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/lectio/lectio/rulesets"
)

// raysOn is a game on a board in which a man goes where a set of places says.
func raysOn(board, to string) string {
	return fmt.Sprintf(`
id: players, players: [white, black]
id: board, %s
id: men, men: 4
id: set_up, set_up: {hand: 4}
id: turn, stage: {}
id: one_man, agenda: {play: [step]}
id: step, allow: step, to: %q
id: over, end: over, at: no_move, winner: them`, board, to)
}

// placed writes a position: where men of white and black stand; the others are in hand.
func placed(white, black string) string {
	side := func(cells string) string {
		var b strings.Builder
		for _, x := range strings.Fields(cells) {
			fmt.Fprintf(&b, "%q:1,", x)
		}
		return fmt.Sprintf(`{%s"hand":%d}`, b.String(), 4-len(strings.Fields(cells)))
	}
	return fmt.Sprintf(`{"white":%s,"black":%s,"to-move":"white"}`, side(white), side(black))
}

// Where straight ways lead is worked out by hand, on boards of five by five and others.
func TestRays(t *testing.T) {
	const (
		plain     = "grid: {rows: 5, columns: 5}"
		alternate = "grid: {rows: 5, columns: 5, diagonals: alternate}"
		merels    = "merels: {rings: 3, diagonals: no}"
		graph     = "graph: {points: [a b c d e f], rows: [a b c d, b e f]}"
		round     = "graph: {points: [a b c d e], rows: [a b c d a, b e]}"
	)
	for _, test := range []struct{ board, to, white, black, want string }{
		{plain, "ray(from, empty)", "c3", "", "c3/c1 c3/c2 c3/c4 c3/c5 c3/a3 c3/b3 c3/d3 c3/e3"},
		{plain, "ray(from, empty, diagonal)", "c3", "", "c3/a1 c3/b2 c3/d4 c3/e5 c3/a5 c3/b4 c3/d2 c3/e1"},
		{plain, "ray(from, empty, forward or left)", "c3", "", "c3/c4 c3/c5 c3/b3 c3/a3"},
		{plain, "ray(from, empty) or met(from, empty) and enemy", "c3 c4", "e3 a5 b2", "c3/c2 c3/c1 c3/d3 c3/e3 c3/b3 c3/a3 c4/c5 c4/b4 c4/a4 c4/d4 c4/e4"},
		{alternate, "ray(from, empty) and column_1", "c3 c4", "e3 a5 b2", "c3/a3 c4/a4"},
		{alternate, "met(from, empty, diagonal)", "c3", "a5 e1 a1 d2", "c3/a1 c3/a5 c3/d2"},
		{alternate, "ray(from, empty, diagonal)", "b3", "a2", ""},
		{plain, "between(from, row_1 or column_5)", "c3", "", "c3/c2 c3/d3 c3/b2 c3/d2 c3/d4"},
		{plain, "beyond(from, anyone) and empty", "c3 c4", "e3 a5 b2", "c3/c5 c3/a1 c4/c1 c4/c2"},
		{plain, "beyond(from, near(from))", "c3", "", "c3/a3 c3/e3 c3/c1 c3/c5"},
		{plain, "shift(own, forward) and shift(from, forward_left or forward, 1)", "c3", "", "c3/c4"},
		{plain, "shift(from, sideways, 2) or shift(from, backward_right, 3)", "c3", "", "c3/a3 c3/e3"},
		{plain, "reach(empty, near(from))", "a1", "a3 b3 c2 c1", "a1/a2 a1/b1 a1/b2"},
		{plain, "near(reach(own, from)) and empty", "a1 b1 d1", "a2", "a1/b2 a1/c1 b1/b2 b1/c1 d1/c1 d1/d2 d1/e1"},
		// from every place of a set
		{plain, "ray(own, empty, right)", "a1 c3", "e3", "a1/b1 a1/c1 a1/d1 a1/e1 a1/d3 c3/b1 c3/c1 c3/d1 c3/e1 c3/d3"},
		{plain, "met(near(from), empty, forward) and enemy", "c3", "c5 b4", "c3/b4 c3/c5"},
		{round, "met(own, empty) and enemy", "a b", "c", "a/c b/c"},
		{graph, "ray(nowhere, empty)", "a", "f", ""},
		// a board of rings: ways go straight on, and not round corners
		{merels, "ray(from, empty)", "b", "j", "b/a b/c"},
		{merels, "met(from, empty)", "b", "j", "b/j"},
		// a graph: along the rows that it was given by, which may be circuits
		{graph, "ray(from, empty)", "a", "f", "a/b a/c a/d"},
		{graph, "beyond(from, b)", "a", "f", "a/c a/d"},
		{round, "ray(from, empty)", "a", "c", "a/b a/d"},
		{round, "met(from, empty)", "a", "c", "a/c"},
	} {
		g, in := game(t, raysOn(test.board, test.to), nil)
		t.Run(test.board+" "+test.to, func(t *testing.T) {
			expectMoves(t, g, in, at(t, g, in, placed(test.white, test.black), ""), test.want)
		})
	}
}

// What a board has not cannot be asked of it, and the answer says what it has.
func TestRaysThatAreNot(t *testing.T) {
	for _, test := range []struct{ board, to, want string }{
		{"grid: {rows: 5, columns: 5}", "ray(from, empty, upward)", "there is no such direction"},
		{"grid: {rows: 5, columns: 5}", "shift(from, forwards)", `there is no such direction; did you mean "forward"?`},
		{"grid: {rows: 5, columns: 5}", "shift(from, forward, count(own))", "how far a set is shifted must be written down"},
		{"graph: {points: [a b c], rows: [a b c]}", "ray(from, empty, left)", "nothing lies in this direction on this board"},
		{"tables: {points: 24}", "ray(from, empty)", "no straight ways lead over this board"},
	} {
		text := "ruleset: test\ntitle: Test\nfamily: test\nstatements:\n"
		for _, line := range strings.Split(strings.TrimSpace(raysOn(test.board, test.to)), "\n") {
			text += "  - {" + line + ", assumed: a test}\n"
		}
		d, errs := rulesets.LoadOne("test.yaml", []byte(text), nil)
		if len(errs) == 0 {
			_, errs = d.Game(nil)
		}
		if len(errs) != 1 || !strings.Contains(errs.Error(), test.want) || !strings.Contains(errs.Error(), "test.yaml:11:") {
			t.Errorf("%s on %s: %v, not %q", test.to, test.board, errs, test.want)
		}
	}
}

// Men change sides where they are sent away and others put in their place, and are moved where
// they are put elsewhere; nobody is put where somebody stands, or from an empty store.
func TestMenAreSetDown(t *testing.T) {
	for _, test := range []struct{ do, white, black string }{
		{`[{set: {held: enemy and near(to)}}, {send: enemy(held), to: hand}, {set_down: held, from: hand}]`, `{"a5":1,"b3":1,"b4":1,"c3":1}`, `{"e1":1,"hand":3}`},
		{`[{send: enemy(c3), to: out}, {set_down: "[a5, a1]", from: out, of: them}]`, `{"a5":1,"b4":1,"hand":2}`, `{"a1":1,"b3":1,"e1":1,"hand":1}`},
		{`{set_down: row_5, from: hand}`, `{"a5":1,"b4":1,"b5":1,"c5":1}`, `{"b3":1,"c3":1,"e1":1,"hand":1}`},
		{`{set_down: from, from: hand}`, `{"a4":1,"a5":1,"b4":1,"hand":1}`, `{"b3":1,"c3":1,"e1":1,"hand":1}`},
		{`{set_down: to, from: hand}`, `{"a5":1,"b4":1,"hand":2}`, `{"b3":1,"c3":1,"e1":1,"hand":1}`},
	} {
		g, in := game(t, raysOn("grid: {rows: 5, columns: 5, diagonals: all}", "near(from) and empty")+`
id: held, variable: {kind: set, per: turn}
id: done, on: step, do: `+test.do, nil)
		s := at(t, g, in, placed("a4 a5", "b3 c3 e1"), "")
		playLine(t, g, in, s, "a4/b4")
		data, err := g.State(s).MarshalJSON()
		if err != nil {
			t.Fatal(err)
		}
		if want := `"white":` + test.white + `,"black":` + test.black; !strings.Contains(string(data), want) {
			t.Errorf("%s: %s, without %s", test.do, data, want)
		}
	}
}

// The men at every place of a set are sent away at once: all that he who moves encloses.
func TestManyAreSent(t *testing.T) {
	g, in := game(t, raysOn("grid: {rows: 5, columns: 5}", "ray(from, empty)")+`
id: taken, on: step, do: {send: "enemy(between(to, landings(to, enemy, own)))", to: out}`, nil)
	s := at(t, g, in, placed("a2 c4 e2", "c3 d2 d1"), "")
	playLine(t, g, in, s, "a2/c2")
	data, err := g.State(s).MarshalJSON()
	if err != nil {
		t.Fatal(err)
	}
	if want := `"black":{"d1":1,"hand":1,"out":2}`; !strings.Contains(string(data), want) {
		t.Errorf("%s, without %s", data, want)
	}
}

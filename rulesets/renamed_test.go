package rulesets_test

import (
	"strings"
	"testing"

	"github.com/lectio/lectio/rulesets"
)

// A word that was written otherwise once is refused where it stands, with the word that is written now, and nothing
// else is said of it there. In another place the same word may still mean something.
func TestFormerNames(t *testing.T) {
	const (
		track  = "{id: board, tables: {points: 24}, assumed: t}\n  - {id: track, track: {run: [1..24]}, assumed: t}"
		plain  = "{id: board, grid: {rows: 3, columns: 3}, assumed: t}\n  - {id: a_part, agenda: {play: [step]}, assumed: t}"
		marked = "{id: far, define: row_3, assumed: t}\n  - {id: marks, marks: [mine], assumed: t}\n  - " + plain
		sides  = "{id: board, hexagon: {side: 3}, assumed: t}\n  - {id: a_part, agenda: {play: [step]}, assumed: t}"
	)
	for _, test := range []struct {
		board, statement, at, says string // nothing is said of what still means something
	}{
		{track, `allow: claim`, "9:20", `"claim" as an act is now written "declare"`},
		{track, `forbid: [advance, claim]`, "9:31", `"claim" as an act is now written "declare"`},
		{track, `on: claim, do: {next: me}`, "9:17", `"claim" as an act is now written "declare"`},
		{track, `forbid: advance, when: act_is(claim)`, "9:43", `"claim" as an act is now written "declare"`},
		{track, `allow: advance, sparing: yes`, "9:29", `"sparing:" in a statement of the kind allow is now written "may_spare:"`},
		{track, `forbid: advance, when: not sparing`, "9:40", `"sparing" in a condition is now written "spares"`},
		{track, `forbid: advance, when: to in far`, "9:42", `"far" as a set of the board is now written "far_side"`},
		{track, `define: near and own`, "9:21", `"near" as a set of the board is now written "near_side"`},
		{track, `define: near(1) and own`, "", ""},
		{track, `define: far_side`, "", ""},
		{sides, `define: own and far - far_left`, "9:29", `"far" as a set of the board is now written "far_side"`},
		{plain, `define: "some(their.mine(a1) >= 2)"`, "9:33", `"mine" in a condition is now written "own_any_lap"`},
		{plain, `define: count(mine) > 0`, "9:27", `"mine" in a condition is now written "own_any_lap"`},
		{plain, `on: step, do: {place: to, from: hand}`, "9:28", `"place:" as an effect is now written "set_down:"`},
		{plain, `on: step, do: [{next: me}, {from: out, place: a1}]`, "9:52", `"place:" as an effect is now written "set_down:"`},
		{plain, `graph: {points: [a b], near: [a b]}`, "9:36", `"near:" in a graph is now written "rows:"`},
		{plain, `grid: {rows: 2, columns: 2, near: 3}`, "9:41", `unknown key "near" in a grid`},
		{plain, `allow: slide`, "9:20", "there is no such act; a slide is a step with to: ray(from, empty)"},
		{plain, `forbid: place`, "", ""},
		{plain, `variable: {kind: place}`, "", ""},
		{marked, `forbid: step, when: has(mine) and to in far`, "", ""},
		{plain, `allow: step, to: near(first(own))`, "9:35", `there is no track, and no place comes before another; found "first", expected a board with a track; one_of(set)`},
		{plain, `allow: step, to: near(last(own))`, "9:35", `there is no track, and no place comes before another`},
	} {
		lines := 9 + strings.Count(test.board, "\n") - 1
		text := "ruleset: test\ntitle: Test\nfamily: test\nstatements:\n  - {id: players, players: [a, b], assumed: t}\n  - {id: men, men: 3, assumed: t}\n  - " +
			test.board + "\n  - {id: x, " + test.statement + ", assumed: t}\n"
		d, errs := rulesets.LoadOne("test.yaml", []byte(text), nil)
		if len(errs) == 0 {
			_, errs = d.Game(nil)
		}
		var said []string // of the statement
		for _, e := range errs {
			if e.Line == lines && !strings.HasPrefix(e.Message, "there is another board") {
				said = append(said, e.Error())
			}
		}
		switch got := strings.Join(said, "\n"); {
		case test.at == "" && got != "":
			t.Errorf("%s: %s", test.statement, got)
		case test.at != "" && (!strings.HasPrefix(got, "test.yaml:"+test.at+": "+test.says) || len(said) != 1):
			t.Errorf("%s: %v\nand not %s: %s", test.statement, errs, test.at, test.says)
		}
	}
}

// Nobody can call a statement by a word that conditions had once: a corpus of the old words would mean something else.
func TestFormerWordsAreTaken(t *testing.T) {
	text := "ruleset: test\ntitle: Test\nfamily: test\nassumed: t\nstatements:\n  - {id: players, players: [a, b]}\n  - {id: board, grid: {rows: 3, columns: 3}}\n  - {id: mine, parameter: 3}\n"
	d, errs := rulesets.LoadOne("test.yaml", []byte(text), nil)
	if len(errs) == 0 {
		_, errs = d.Game(nil)
	}
	if !strings.Contains(errs.Error(), `8:5: this name is a word of the language; found "mine"`) {
		t.Error(errs)
	}
}

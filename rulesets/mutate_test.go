package rulesets_test

import (
	"slices"
	"testing"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/testdata/bundled"
)

// mutated is a game with something of everything that can be changed.
const mutated = `
ruleset: mutated
title: Mutated
family: tables
evidence: {}
statements:
  - {id: players, players: [white, black], seen: same, assumed: a}
  - {id: board, graph: {points: [p1 p2 p3 p4 p5 p6], at: {p1: [0, 2], p2: [1, 2]}}, assumed: a}
  - {id: way, track: {run: [p1..p6], but: {black: [p6..p1]}}, assumed: a}
  - {id: men, men: 2, assumed: a}
  - {id: set_up, set_up: {hand: 2}, assumed: a}
  - {id: first, begins: white, assumed: a}
  - {id: dice, throw: {dice: 1, faces: 3}, assumed: a}
  - {id: play, stage: {throws: dice}, assumed: a}
  - {id: parts, agenda: {on: any, play: [thrown]}, assumed: a}
  - {id: stuck, blocked: skip, assumed: a}
  - {id: enter, allow: enter, from: [hand, bar], to: part, assumed: a}
  - {id: advance, allow: advance, assumed: a}
  - {id: off, allow: bear-off, assumed: a}
  - {id: held, define: to in (enemy >= 2), assumed: a}
  - {id: point_held, forbid: advance, when: held and their.off < 2, assumed: a}
  - {id: furthest, require: {most: pips, scope: throw}, assumed: a}
  - {id: hit, on: advance, do: {send: enemy(to), to: bar}, assumed: a}
  - {id: again, on: [enter, advance], do: [{put: [2, 1]}, {drop: throw}], assumed: a}
  - {id: done, end: all men are off, when: off = 2, winner: me, assumed: a}
  - {id: claim, never: off > 2, assumed: a}
questions: []
examples: []
`

// Every kind of change is made where the language has what it changes, and what is
// talk, or a claim, is left alone.
func TestMutantsChangeEverything(t *testing.T) {
	_, g := grownGame(t, mutated)
	got := map[string][]string{}
	for _, m := range g.Mutants() {
		got[m.Statement.ID] = append(got[m.Statement.ID], string(m.Kind)+": "+m.What)
	}
	for id, want := range map[string][]string{
		"board": {"statement: left out"}, // where its points are drawn is no rule
		"first": {"side: black begins"},
		"held": {"statement: left out with what names it: point_held", `condition: the contrary of "to in (enemy >= 2)"`, `order: in becomes not in in "to in (enemy >= 2)"`,
			`side: enemy becomes own in "to in (enemy >= 2)"`, `order: >= becomes <= in "to in (enemy >= 2)"`, `number: 2 becomes 3 in "to in (enemy >= 2)"`, `number: 2 becomes 1 in "to in (enemy >= 2)"`},
		"furthest": {"statement: left out", `order: most becomes least in "most"`, `order: pips becomes parts in "pips"`},
		"hit":      {"statement: left out", `side: enemy becomes own in "enemy(to)"`, `argument: (to) is dropped in "enemy(to)"`, `store: bar becomes off in "bar"`},
		"again": {"statement: left out", "item: enter is left out of on", "item: advance is left out of on", "item: {put: [2, 1]} is left out of do", "item: {drop: throw} is left out of do",
			"item: 2 is left out of put", "item: 1 is left out of put", "number: 2 becomes 3 in \"2\"", "number: 2 becomes 1 in \"2\"", "number: 1 becomes 2 in \"1\"", "number: 1 becomes 0 in \"1\""},
		"done": {"statement: left out", `condition: the contrary of "off = 2"`, `store: off becomes hand in "off = 2"`, `order: = becomes != in "off = 2"`,
			`number: 2 becomes 3 in "off = 2"`, `number: 2 becomes 1 in "off = 2"`, `side: me becomes them in "me"`},
		"claim": nil,
	} {
		if !slices.Equal(got[id], want) {
			t.Errorf("%s is changed so:\n%q\nexpected\n%q", id, got[id], want)
		}
	}
	if !slices.ContainsFunc(got["point_held"], func(s string) bool { return s == `side: their. is dropped in "held and their.off < 2"` }) {
		t.Errorf("their.off is not made one's own: %q", got["point_held"])
	}
}

// A word loses what it can do without, and no other argument: what cannot be read is no
// mistake that anybody would make.
func TestWordsLoseArguments(t *testing.T) {
	d, errs := rulesets.LoadOne("merels.yaml", []byte(`
ruleset: merels
title: Merels
family: merels
statements:
  - {id: players, players: [a, b], begins: a, assumed: a}
  - {id: board, grid: {columns: 3, rows: 3, lines: 3}, assumed: a}
  - {id: men, men: 3, assumed: a}
  - {id: set_up, set_up: {hand: 3}, assumed: a}
  - {id: play, stage: {}, assumed: a}
  - {id: one, agenda: {play: [place]}, assumed: a}
  - {id: place, allow: place, to: empty, assumed: a}
  - {id: row, define: "count(mills(own or (enemy), to) - mills(own)) > 0", assumed: a}
  - {id: near_one, define: "count(near(to) and own) > 0", assumed: a}
  - {id: won, end: three in a row, when: row or near_one, winner: me, assumed: a}
`), nil)
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	in, errs := d.Interpret(nil)
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	var got []string
	for _, m := range in.Mutants() {
		if m.Kind == rulesets.LoseArgument {
			got = append(got, m.Statement.ID+": "+m.What)
		}
	}
	want := []string{`row: to is dropped in "…unt(mills(own or (enemy), to) - mills(own)) > 0"`}
	if !slices.Equal(got, want) {
		t.Errorf("arguments are lost in\n%q\nexpected\n%q", got, want)
	}
}

// A mutant changes what it says and nothing else, and what plays alike is known for it.
func TestMutantsAreOneChange(t *testing.T) {
	d, g := grownGame(t, mutated)
	alike := 0
	for _, m := range g.Mutants() {
		in, errs := d.Edited(m.Edit).Interpret(nil)
		if len(errs) > 0 {
			t.Errorf("%s, %s: %v", m.Statement.ID, m.What, errs)
			continue
		}
		other := 0
		for _, s := range g.Statements {
			if in.Statement(s.ID) != s {
				other++
			}
		}
		if other == 0 || m.Kind != rulesets.DropStatement && other > 1 {
			t.Errorf("%s, %s: %d statements are others", m.Statement.ID, m.What, other)
		}
		h, errs := in.Compile()
		if len(errs) == 0 && rulesets.Alike(h.Program, g.Program) {
			alike++
			t.Logf("alike: %s, %s", m.Statement.ID, m.What)
		}
	}
	if alike != 0 {
		t.Errorf("%d changes leave the compiled rules as they are", alike)
	}
	if h, errs := d.Game(nil); len(errs) > 0 || !rulesets.Alike(h.Program, g.Program) {
		t.Error("a game is not like itself")
	}
}

// Rules are alike whether or not a statement stands beside them that play does not use.
func TestAlikeWithOneStatementLess(t *testing.T) {
	g, errs := bundled.Corpus(t).Definitions[0].Game(nil)
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	less := *g.Program
	less.Statements--
	if !rulesets.Alike(g.Program, &less) {
		t.Error("a statement that is not played tells two programs apart")
	}
	if less.First = 1 - less.First; rulesets.Alike(g.Program, &less) {
		t.Error("who begins does not")
	}
}

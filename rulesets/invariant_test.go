package rulesets_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/engine/random"
	"github.com/lectio/lectio/rulesets/play"
)

const merelsOfThree = `
id: players, players: [white, black]
id: board, grid: {rows: 3, columns: 3, diagonals: all, line: 3}
id: men, men: 4
id: set_up, set_up: {hand: 4}
id: turn, stage: {}
id: one_man, agenda: {play: [place]}
id: place, allow: place
id: none, end: nothing left, at: no_move, winner: none
id: one_a_cell, always: "count(own >= 2) = 0 and count(own and enemy) = 0"
id: few_rows, never: "count(mills(own)) > 0"
`

// An invariant is asked of every position, from each player's side; a position
// that breaks one is known for impossible.
func TestInvariants(t *testing.T) {
	g, in := game(t, merelsOfThree, nil)
	s := at(t, g, in, "start", "")
	if i, q := in.Broken(s); i != -1 || q != -1 {
		t.Errorf("the opening breaks invariant %d for %d", i, q)
	}
	for _, m := range []string{"hand/a1", "hand/a2", "hand/b1", "hand/b2", "hand/c1"} {
		if i, _ := in.Broken(s); i >= 0 {
			t.Fatalf("broken before %s", m)
		}
		move, ok := g.FindMove(in, s, m)
		if !ok {
			t.Fatalf("no move %s", m)
		}
		in.Play(s, move)
	}
	i, q := in.Broken(s)
	if i != 1 || q != 0 || g.Statements[g.Program.Invariants[i].Statement].ID != "few_rows" {
		t.Errorf("after three in a row the first broken invariant is %d for player %d", i, q)
	}
	typed, errs := g.ParseState(in, "typed", `{"white": {"a1": 2, "hand": 2}, "black": {"hand": 4}}`)
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	if st, player := g.Broken(in, typed); st == nil || st.ID != "one_a_cell" || player != "white" {
		t.Errorf("two men on one cell break %v for %s", st, player)
	}
	if st, _ := g.Broken(in, opening(g)); st != nil {
		t.Errorf("the opening breaks %s", st.ID)
	}
}

// A scale replaces statements of the ruleset, also where a reading has done so.
func TestScales(t *testing.T) {
	d, errs := rulesets.LoadOne("test.yaml", []byte(`
ruleset: test
title: Test
family: test
statements:
  - {id: players, players: [white, black], assumed: a test}
  - {id: board, grid: {rows: 3, columns: 3, line: 3}, assumed: a test}
  - {id: men, men: 4, assumed: a test}
  - {id: set_up, set_up: {hand: 4}, assumed: a test}
  - {id: turn, stage: {}, when: hand > 0, assumed: a test}
  - {id: one_man, agenda: {play: [place]}, assumed: a test}
  - {id: place, allow: place, assumed: a test}
  - {id: row, end: three in a row, when: count(mills(own)) > 0, winner: me, assumed: a test}
  - {id: none, end: nothing left, at: no_move, winner: none, assumed: a test}
questions:
  - id: board_size
    asks: how large?
    kind: silence
    weight: 3
    default: three
    because: a test
    readings:
      - {id: three, basis: inferred, because: a test}
      - {id: five, basis: inferred, because: a test, statements: [{replaces: board, grid: {rows: 5, columns: 5, line: 3}, assumed: a test}]}
scales:
  - id: tiny
    because: a test
    without: [row]
    statements:
      - {replaces: board, grid: {rows: 2, columns: 2}, assumed: scaled down}
      - {replaces: men, men: 2, assumed: scaled down}
      - {replaces: set_up, set_up: {hand: 2}, assumed: scaled down}
`), nil)
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	for _, c := range []rulesets.Choice{nil, {"board_size": "five"}} {
		in, errs := d.Scaled(d.Scale("tiny"), c)
		if len(errs) > 0 {
			t.Fatal(errs)
		}
		g, errs := in.Compile()
		if len(errs) > 0 {
			t.Fatal(errs)
		}
		if g.Program.Places != 4 || g.Program.Men(0) != 2 || len(g.Program.Ends) != 1 {
			t.Errorf("%s: %d cells, %d men, %d ends", g.Name(), g.Program.Places, g.Program.Men(0), len(g.Program.Ends))
		}
		nodes := play.Perft(engine.NewInterpreter(g.Program), opening(g), 4, func() bool { return false })
		if got := nodes[3]; got != 4*3*2*1 {
			t.Errorf("%s: %d lines of four moves", g.Name(), got)
		}
	}
	if n := d.Scale("tiny"); n == nil || n.Because != "a test" || d.Scale("none") != nil {
		t.Error("scales are not found by id")
	}
	_, errs = rulesets.LoadOne("test.yaml", []byte("ruleset: t\ntitle: T\nfamily: t\nstatements:\n  - {id: men, men: 3, assumed: x}\nscales:\n  - {id: s, because: x, statements: [{replaces: me, men: 1, assumed: x}], without: [set_up]}\n"), nil)
	if len(errs) != 2 {
		t.Errorf("a scale that replaces what is not there: %v", errs)
	}
}

func opening(g *rulesets.Game) *engine.State {
	s := g.Program.NewState()
	engine.NewInterpreter(g.Program).Start(s)
	return s
}

// Statements that take effect in play are counted; looking ahead is not play.
func TestApplied(t *testing.T) {
	g, in := game(t, merelsOfThree, nil)
	in.Applied = make([]int, len(g.Statements))
	s := g.Program.NewState()
	r := random.New(1, 0)
	in.Start(s)
	play.Random(in, s, r, 100, nil)
	got := map[string]int{}
	for i, st := range g.Statements {
		if in.Applied[i] > 0 {
			got[st.ID] = in.Applied[i]
		}
	}
	if got["one_man"] != 9 || got["none"] != 1 {
		t.Errorf("of a game of eight placings, and a ninth turn without a man, these took effect: %v", got)
	}
}

// held are the readings of questions on which the reason of an invariant rests, under which
// it holds for another reason; each was thought through.
var held = map[string]string{
	"piprjall nobody_taken_until_five_have_left PIP-A18=from-12": "men go as far as the twelfth point, and the other's begin beyond it",
}

// What is said to be impossible is said with its reason; and where that rests on a question,
// each other reading of it drops the claim, or says it in other words, so that nothing is
// claimed for a reason that does not hold.
func TestInvariantsHaveReasons(t *testing.T) {
	c, errs := rulesets.Load(rulesets.Bundled, "", nil)
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	for _, d := range c.Definitions {
		in, errs := d.Default()
		if len(errs) > 0 {
			t.Fatal(errs)
		}
		for _, s := range in.Statements {
			if s.Kind != "always" && s.Kind != "never" {
				continue
			}
			reason := s.Note + " " + s.Assumed
			if strings.TrimSpace(reason) == "" {
				t.Errorf("%s: no reason is given why %s should hold", s.Pos, s.ID)
			}
			claim := append(in.Uses([]*rulesets.Statement{s}), s)
			for _, a := range d.Alternatives() {
				if !strings.Contains(reason, a.Question.Name()+")") && !strings.Contains(reason, a.Question.Name()+",") {
					continue
				}
				under, errs := d.Interpret(a.Choice)
				if len(errs) > 0 {
					t.Fatal(errs)
				}
				same := !slices.ContainsFunc(claim, func(x *rulesets.Statement) bool { return !slices.Contains(under.Statements, x) })
				name := d.ID + " " + s.ID + " " + a.Question.Name() + "=" + a.Reading.ID
				if same && held[name] == "" {
					t.Errorf("%s: %s is claimed because of %s, and under %s all the same", s.Pos, s.ID, a.Question.Name(), a.Reading.ID)
				}
			}
		}
	}
}

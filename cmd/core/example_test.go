package main

import (
	"slices"
	"strings"
	"testing"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/engine"
)

// lineTo leads to the position of an example, and to its throw.
func lineTo(t *testing.T, d *desk, def *rulesets.Definition, e *rulesets.Example) string {
	t.Helper()
	s := &sitting{}
	if e.At != nil {
		g, errs := def.Game(e.Readings)
		if len(errs) > 0 {
			t.Fatal(errs)
		}
		at, errs := g.ReadState(engine.NewInterpreter(g.Program), e.At)
		if len(errs) > 0 {
			t.Fatal(errs)
		}
		s.At = g.State(at).String()
	}
	for name := range strings.SplitSeq(e.Throw, ",") {
		if name != "" {
			s.Then = append(s.Then, deed{Throw: strings.TrimSpace(name)})
		}
	}
	a := d.answer(&request{Ruleset: def.ID, Readings: e.Readings, Play: s})
	if len(a.Errors) > 0 || a.Play.Stopped != "" {
		t.Fatal(a.Errors, a.Play)
	}
	return a.Play.Line
}

// without are the lines of a text but for those from one to another.
func without(text string, from, to int) string {
	lines := strings.SplitAfter(text, "\n")
	return strings.Join(append(lines[:from:from], lines[to:]...), "")
}

// Each bundled example that says which moves there are, written once more, holds; all lines of the file stay, comments too.
// With a move too few, and one too many, it fails, and says which.
func TestExamplesWritten(t *testing.T) {
	d := &desk{}
	asked(t, d.line, request{Files: corpusFiles(t)})
	n := 0
	for _, def := range d.corpus.Definitions {
		for _, e := range def.Examples {
			if e.Every || e.Expect == nil || len(e.Expect.Moves) == 0 {
				continue
			}
			if n++; testing.Short() && n%10 != 1 {
				continue
			}
			x := &exampleRequest{ID: e.ID + "_again", Line: lineTo(t, d, def, e), All: true, Legal: e.Expect.Moves}
			for _, c := range e.Clauses {
				x.Clauses = append(x.Clauses, c.String())
			}
			g, taken, errs := d.game(&request{Ruleset: def.ID, Readings: e.Readings})
			if len(errs) > 0 {
				t.Fatal(errs)
			}
			a, errs := d.written(g, taken, x)
			if len(errs) > 0 || len(a.Fails) > 0 {
				t.Errorf("%s, %s: %v", def.ID, e.ID, errs)
				if a != nil {
					t.Errorf("%v\n%s", a.Fails, a.Item)
				}
				continue
			}
			was, lines := d.files[def.File], strings.Count(a.Item, "\n")
			if got := without(a.Text, a.Line-1, a.Line-1+lines); got != was {
				t.Errorf("%s, %s: other lines of the file are changed:\n%s", def.ID, e.ID, a.Item)
			}
			few := *x
			few.Legal = append([]string{"nowhere/never"}, slices.DeleteFunc(slices.Clone(x.Legal), func(m string) bool { return m == x.Legal[0] })...)
			if a, errs = d.written(g, taken, &few); len(errs) > 0 || len(a.Fails) != 1 || len(a.Missing) != 1 || a.Missing[0].Move != "nowhere/never" || len(a.TooMany) == 0 || len(a.TooMany[0].By) == 0 && x.Legal[0] != "pass" {
				t.Errorf("%s, %s, without %s: %v %+v", def.ID, e.ID, x.Legal[0], errs, a.workedExample)
			}
		}
	}
	t.Logf("%d examples", n)
	if n < 50 {
		t.Errorf("only %d examples were written", n)
	}
}

// A file without examples gets its first; one of an id that is there, and a position that is none, are refused.
func TestFirstExample(t *testing.T) {
	const file = "rulesets/definitions/x.yaml"
	const text = `ruleset: x # the least
title: X
family: rows
assumed: it is a test
statements:
  - {id: players, players: [a, b]}
  - {id: board, grid: {rows: 2, columns: 2}}
  - {id: men, men: 2}
  - {id: set_up, set_up: {hand: 2}}
  - {id: turn, stage: {}, when: hand > 0}
  - {id: one, agenda: {play: [place]}}
  - {id: place, allow: place} # nothing else
  - {id: full, end: all are down, at: no_move, winner: none}
`
	d := &desk{}
	if a := asked(t, d.line, request{Files: map[string]string{file: text}}); len(a.Errors) > 0 {
		t.Fatal(a.Errors)
	}
	x := exampleRequest{ID: "first", Line: "x: no moves", All: true, Legal: []string{"hand/a1", "hand/a2", "hand/b1", "hand/b2"}}
	a := asked(t, d.line, request{Ruleset: "x", Example: &x})
	if len(a.Errors) > 0 || len(a.Example.Fails) > 0 || !strings.HasPrefix(a.Example.Text, text) {
		t.Fatalf("%v %+v", a.Errors, a.Example)
	}
	asked(t, d.line, request{Files: map[string]string{file: a.Example.Text}})
	if a := asked(t, d.line, request{Ruleset: "x", Examples: true}); len(a.Examples) != 1 || len(a.Examples[0].Fails) > 0 || a.Examples[0].Expects != "moves: exactly hand/a1 hand/a2 hand/b1 hand/b2" {
		t.Errorf("%v %+v", a.Errors, a.Examples)
	}
	if a := asked(t, d.line, request{Ruleset: "x", Example: &x}); len(a.Errors) != 1 || a.Errors[0].Line == 0 {
		t.Errorf("an id is used twice: %v", a.Errors)
	}
	x.ID, x.Line = "second", `x at {"a": {"z9": 1}}: no moves`
	if a := asked(t, d.line, request{Ruleset: "x", Example: &x}); len(a.Errors) == 0 {
		t.Error("there is no place z9")
	}
	x.Line, x.Illegal, x.Legal, x.All = `x at {"to-move": "b", "a": {"a1": 1, "hand": 1}, "b": {"hand": 2}}: no moves`, []string{"hand/a1", "hand/b2"}, nil, false
	a = asked(t, d.line, request{Ruleset: "x", Example: &x})
	if len(a.Errors) > 0 || len(a.Example.TooMany) != 2 && len(a.Example.TooMany) != 1 || len(a.Example.TooMany[0].By) != 1 || a.Example.TooMany[0].By[0].Rule != "place" {
		t.Errorf("%v %+v", a.Errors, a.Example)
	}
}

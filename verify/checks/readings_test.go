package checks_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/lectio/lectio/testdata/long"
	"github.com/lectio/lectio/verify/checks"
	"github.com/lectio/lectio/verify/measure"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/dimension"
	"github.com/lectio/lectio/verify"
)

// lesson is a game of placing men in nine places, with questions added to it.
const lesson = `
ruleset: lesson
title: Lesson
family: merels
statements:
  - {id: players, players: [white, black], assumed: test}
  - {id: board, grid: {rows: 3, columns: 3, diagonals: all, line: 3}, assumed: test}
  - {id: men, men: 5, assumed: test}
  - {id: set_up, set_up: {hand: 5}, assumed: test}
  - {id: turn, stage: {}, when: hand > 0, assumed: test}
  - {id: one_man, agenda: {play: [place]}, assumed: test}
  - {id: place, allow: place, assumed: test}
  - {id: six, end: six men stand, when: count(empty) = 3, winner: none, assumed: test}
  - {id: full, end: the board is full, when: count(empty) = 0, winner: none, assumed: test}
  - {id: nothing, end: no men are left, at: no_move, winner: none, assumed: test}
questions:
`

func ask(id string, readings ...string) string {
	out := fmt.Sprintf("  - id: %s\n    asks: What?\n    kind: silence\n    weight: 3\n    default: plain\n    readings:\n      - {id: plain, basis: conjectured, because: x}\n", id)
	for _, r := range readings {
		name, rest, _ := strings.Cut(r, ":")
		out += fmt.Sprintf("      - id: %s\n        basis: conjectured\n        because: x\n        %s\n", name, strings.TrimSpace(rest))
	}
	return out
}

func run(t *testing.T, o verify.Options, questions ...string) *verify.Result {
	t.Helper()
	d, errs := dimension.LoadOne("lesson.yaml", []byte(lesson+strings.Join(questions, "")), nil)
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	c := own(t, nil)
	return verify.Run(context.Background(), checks.All(), c, []*rulesets.Definition{d}, o)
}

func small() verify.Options {
	o := verify.Budget(400, 20000)
	o.Cap, o.RowCap, o.PairPositions = 300, 300, 20000
	return o
}

func reading(name, body string) string { return name + ": " + body }

// Under one reading every game has six moves, under the other four: the change is
// exactly −2, and nothing else changes.
func TestChangeThatIsKnown(t *testing.T) {
	res := run(t, small(),
		ask("length", reading("after_four", `statements: [{replaces: six, end: four men stand, when: count(empty) = 5, winner: none, assumed: test}]`)),
		ask("words", reading("others", `statements: [{replaces: full, end: the board is full, when: count(empty) < 1, winner: none, assumed: test}]`)))
	seen := 0
	for _, c := range res.Changes {
		switch {
		case c.Question.ID == "words":
			if c.Sign != measure.Alike && c.Sign != measure.TooFew || c.Guaranteed != 0 {
				t.Errorf("the same in other words changes %s: %q %+v", c.Metric, c.Sign, c.Difference)
			}
		case c.Metric == "moves a game with passes":
			seen++
			if c.From.Value != 6 || c.To.Value != 4 || c.Difference.Value != -2 || c.Low != -2 || c.High != -2 || c.Sign != measure.Less || c.Guaranteed != 2 || c.LeftOut != 0 {
				t.Errorf("%+v", c)
			}
		case c.Metric == measure.MetricTimeouts:
			seen++
			if c.Sign != measure.Alike {
				t.Errorf("%s: %q", c.Metric, c.Sign)
			}
		case c.Aspect == measure.Winner:
			t.Errorf("no rule names a winner, and %s is compared", c.Metric)
		}
	}
	if seen != 2 {
		t.Errorf("%d changes of the length", seen)
	}
	if len(res.Rankings) != 2 || res.Rankings[0].Question.ID != "length" || res.Rankings[0].Rank != 1 || res.Rankings[1].Rank != 2 || res.Rankings[1].Change != nil {
		t.Errorf("ranking %+v", res.Rankings)
	}
	for _, x := range res.Touched {
		switch x.Question.ID {
		case "length":
			// Of six decisions the fourth, which now ends the game, and the sixth,
			// which does not any more.
			if x.GamesTouched != x.Games.N || x.Games.N == 0 || x.Decisions.Low > 1./3 || x.Decisions.High < 1./3 || x.First == nil || x.First.Plies != 4 {
				t.Errorf("touched: %+v", x)
			}
		case "words":
			if x.GamesTouched+x.DecisionsTouched != 0 || x.Decisions.N != small().Decisions || x.NotCarried != 0 {
				t.Errorf("touched: %+v", x)
			}
		}
	}
	verdicts := map[string]verify.Answer{}
	for _, v := range res.Verdicts {
		verdicts[v.Check+" "+v.Question] = v.Verdict
	}
	if verdicts["RD001 length"] != verify.Found || verdicts["RD001 words"] != verify.None || verdicts["RD003 words"] != verify.NoneSeen || verdicts["RD004 length"] != verify.Found {
		t.Errorf("verdicts %v", verdicts)
	}
	for _, p := range res.Partings {
		if p.Question.ID == "length" && !(p.Found != nil && p.Found.Plies == 4 && p.Search.Proved(p.Found)) {
			t.Errorf("parting %+v", p)
		}
	}
}

// Readings that are sound alone and not together are found, with no reading more
// than it takes.
func TestReadingsThatDoNotWorkTogether(t *testing.T) {
	idle := ask("idle", reading("same", `statements: [{id: same, forbid: place, when: count(empty) < 0, assumed: test}]`))
	find := func(res *verify.Result) (out []string) {
		for _, f := range res.Findings {
			if f.ID == "RD005" {
				out = append(out, f.Severity.String()+" "+f.Message)
			}
		}
		return out
	}
	long := reading("long", `statements: [{replaces: six, end: seven men stand, when: count(empty) = 2, winner: none, assumed: test}]`)
	short := reading("short", `statements: [{replaces: six, end: five men stand, when: count(empty) = 4, winner: none, assumed: test}]`)
	res := run(t, small(), ask("first", long), idle, ask("second", short))
	got := find(res)
	if len(got) != 1 || !strings.HasPrefix(got[0], "warning first=long and second=short cannot be combined") || !strings.Contains(got[0], "six") {
		t.Errorf("one statement replaced twice: %q", got)
	}
	a := res.Arrays[0]
	if a.Pairs != 12 || a.Covered != 11 || a.Undeclared != 1 || a.Impossible != 0 || a.Unsettled != 0 {
		t.Errorf("pairs: %+v", a)
	}
	// When the ruleset declares it, it is no finding.
	res = run(t, small(), ask("first", long), idle, ask("second", short+"\n        excludes: {first: [long]}"))
	if got := find(res); len(got) != 0 {
		t.Errorf("declared: %q", got)
	}
	if a := res.Arrays[0]; a.Covered != 11 || a.Impossible != 1 || a.Undeclared != 0 {
		t.Errorf("declared pairs: %+v", a)
	}
	// Without either end the other closes the game; without both it is stuck.
	res = run(t, small(), ask("end", reading("open", "without: [six, full]")), idle, ask("no_move", reading("silent", "without: [nothing]")))
	got = find(res)
	if len(got) != 1 || !strings.HasPrefix(got[0], "error end=open and no_move=silent together") || !strings.Contains(got[0], "no rule provides for") {
		t.Errorf("stuck together: %q", got)
	}
	for _, f := range res.Findings {
		if f.ID == "RD005" && (f.Line == nil || len(f.Line.Plies) < 9) {
			t.Errorf("the line to the position is %+v", f.Line)
		}
		if f.ID == "PB002" {
			t.Errorf("alone: %s", f.Message)
		}
	}
}

// Statements that do something are told from those that do not.
func TestUses(t *testing.T) {
	res := run(t, small(), ask("rare", reading("never", `statements: [{id: never, forbid: place, when: count(empty) < 0, assumed: test}]`)))
	bit := map[string]bool{}
	for _, u := range res.Uses {
		bit[u.Statement.ID] = u.Bit()
		if u.Statement.ID == "six" && u.Applied != u.Games || u.Statement.ID == "place" && u.Decisive != u.Decisions {
			t.Errorf("%s: %+v", u.Statement.ID, u)
		}
	}
	if !bit["place"] || !bit["six"] || !bit["one_man"] || bit["full"] || bit["nothing"] || bit["never"] || len(bit) != 6 {
		t.Errorf("%v", bit)
	}
}

// What all these checks find does not depend on the number of workers.
func TestReadingsWithAnyNumberOfWorkers(t *testing.T) {
	long.Slow(t)
	var first string
	for _, jobs := range []int{1, 2} {
		o := small()
		o.Jobs = jobs
		c := own(t, nil)
		d, errs := dimension.LoadOne("lesson.yaml", []byte(lesson+
			ask("length", reading("after_four", `statements: [{replaces: six, end: four men stand, when: count(empty) = 5, winner: none, assumed: test}]`))+
			ask("middle", reading("not_first", `statements: [{id: not_the_middle, forbid: place, when: to = b2 and count(empty) = 9, assumed: test}]`))), nil)
		if len(errs) > 0 {
			t.Fatal(errs)
		}
		res := verify.Run(context.Background(), checks.All(), c, append(c.Definitions, d), o)
		var b strings.Builder
		for _, f := range res.Findings {
			fmt.Fprintln(&b, f.ID, f.Severity, f.Message, f.Clauses)
		}
		for _, v := range res.Verdicts {
			fmt.Fprintln(&b, v)
		}
		for _, p := range res.Partings {
			fmt.Fprintln(&b, p.Question.ID, p.A.ID, p.B.ID, p.Search, p.Describe(), p.Clauses)
		}
		for _, x := range res.Touched {
			fmt.Fprintln(&b, x.Question.ID, x.Reading.ID, x.Games, x.Decisions, x.NotCarried, x.Afresh, x.Lost)
		}
		for _, x := range res.Changes {
			fmt.Fprintln(&b, x.Interpretation, x.Base, x.Metric, x.From, x.To, x.Difference, x.Low, x.High, x.Holm, x.Sign, x.Guaranteed)
		}
		for _, x := range res.Rankings {
			fmt.Fprintln(&b, x.Rank, x.Question.ID, x.Guaranteed)
		}
		for _, x := range res.Arrays {
			fmt.Fprintln(&b, x.Pairs, x.Covered, x.Impossible, x.Undeclared, x.Unsettled)
			for _, r := range x.Rows {
				fmt.Fprintln(&b, r.Choice, r.Failure, r.Smallest)
			}
		}
		for _, x := range res.Uses {
			fmt.Fprintln(&b, x.Interpretation, x.Statement.ID, x.Decisive, x.Decisions, x.Applied, x.Games)
		}
		for _, m := range res.Metrics {
			fmt.Fprintln(&b, m.Interpretation, m.Base, m.Stats.Outcomes, m.Stats.Applied)
		}
		if first == "" {
			first = b.String()
		}
		if b.String() != first {
			t.Errorf("with %d workers the result differs", jobs)
		}
	}
	if len(first) < 10000 {
		t.Errorf("there is hardly anything: %d bytes", len(first))
	}
}

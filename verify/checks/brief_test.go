package checks_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/lectio/lectio/verify/brief"
	"github.com/lectio/lectio/verify/checks"
	"github.com/lectio/lectio/verify/measure"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/dimension"
	"github.com/lectio/lectio/verify"
)

// The readings are planted so that each changes one thing: the order of the doubts is
// that of what they change, not of how much.
var planted = []string{
	ask("choice", reading("one_less", `statements: [{id: not_there, forbid: place, when: to = a1, assumed: test}]`)),
	ask("winner", reading("who_fills", `statements: [{replaces: six, end: six men stand, when: count(empty) = 3, winner: me, assumed: test}]`)),
	ask("length", reading("after_four", `statements: [{replaces: six, end: four men stand, when: count(empty) = 5, winner: none, assumed: test}]`)),
	ask("ends", reading("never", "without: [six, full, nothing]\n        statements: [{id: wait, blocked: stop, assumed: test}]")),
	ask("words", reading("others", `statements: [{replaces: full, end: the board is full, when: count(empty) < 1, winner: none, assumed: test}]`)),
}

func TestOrderOfDoubts(t *testing.T) {
	res := run(t, small(), planted...)
	b := brief.Of(res, res.Targets[0])
	var order []string
	for _, d := range b.Doubts {
		order = append(order, d.Question+": "+d.Aspect.String())
	}
	if got, want := strings.Join(order, ", "), "ends: whether it ends, length: length, choice: choice, winner: score"; got != want {
		t.Errorf("order %s, want %s", got, want)
	}
	for i, d := range b.Doubts {
		if d.Place != i+1 || i < 3 && (!d.Firm || d.Shared != "") {
			t.Errorf("%s: place %d, firm %v, %q", d.Question, d.Place, d.Firm, d.Shared)
		}
	}
	if !strings.HasPrefix(b.Doubts[0].Effect.Words, "under “never” ") || !strings.Contains(b.Doubts[0].Effect.Words, "games at random had not ended after 300 moves; by default, none of 400") {
		t.Errorf("%q", b.Doubts[0].Effect.Words)
	}
	if d := b.Doubts[1]; !strings.HasPrefix(d.Effect.Words, "under “after four” a game took 4.0 moves, passes counted, in 16 games at random; by default, 6.0 in those from the same random numbers: difference -2 [") || d.Parting == "" || strings.Count(d.Line, ":") != 5 {
		t.Errorf("%+v", d)
	}
	// That two readings say the same in other words is proved, and is no doubt.
	if got := strings.Join(b.Without, "; "); got != "1 other question: the readings never part, which is proved" {
		t.Errorf("without: %s", got)
	}
	// No rule names a winner, and one reading does: nothing is said of how many are won.
	if d := b.Doubts[3]; d.Effect.Figure != "" || d.Effect.Words != "“who fills” changes what is counted, not what is played: whether a winner is named (in 16 games at random lengths and choices were the same)" {
		t.Errorf("%+v", d.Effect)
	}
	for _, x := range b.Play {
		if x.Startling || x.Figure != "" && strings.Contains(x.Words, "winner") {
			t.Errorf("play %+v", x)
		}
	}
}

// Few games of a reading under which none ends are enough to put it first.
func TestReadingThatNeverEndsIsFirst(t *testing.T) {
	o := small()
	o.AltMoves = 500 // enough for two games
	res := run(t, o, planted...)
	d := brief.Of(res, res.Targets[0]).Doubts[0]
	if d.Question != "ends" || !strings.HasPrefix(d.Effect.Words, "under “never” 32 of 32 games at random had not ended") || !strings.Contains(d.Effect.Figure, "in 32 games at random against 400") {
		t.Errorf("%s: %s (%s)", d.Question, d.Effect.Words, d.Effect.Figure)
	}
}

// Two readings that do the same are a tie, also where chance puts one first.
func TestTies(t *testing.T) {
	forbid := func(id, place string) string {
		return ask(id, reading("one_less", `statements: [{id: not_`+id+`, forbid: place, when: to = `+place+`, assumed: test}]`))
	}
	res := run(t, small(), forbid("corner", "a1"), forbid("opposite", "c3"), planted[2])
	b := brief.Of(res, res.Targets[0])
	if len(b.Doubts) != 3 || b.Doubts[0].Question != "length" || !b.Doubts[0].Firm {
		t.Fatalf("%+v", b.Doubts)
	}
	for _, d := range b.Doubts[1:] {
		if d.Firm || !strings.HasPrefix(d.Shared, "shared with ") {
			t.Errorf("%s: place %d, firm %v, %q", d.Question, d.Place, d.Firm, d.Shared)
		}
	}
}

// How many games make a match is no effect of a rule on games.
func TestMatchIsNoEffect(t *testing.T) {
	points := `statements: [{id: point, score: 1, at: move, assumed: test}, {id: match, match: 3, assumed: test}]`
	single := `statements: [{id: point, score: 1, at: move, assumed: test}]`
	res := run(t, small(), ask("match", reading("three", points), reading("one", single)))
	for _, c := range res.Changes {
		if c.Reading.ID == "three" {
			t.Errorf("%s is compared: %+v", c.Metric, c.Difference)
		}
	}
	if len(res.Changes) == 0 {
		t.Errorf("the reading without a match is not compared either: %v", res.Findings)
	}
}

// race is one of a man a side to the end of his row: he goes on with what is thrown, and
// a number that cannot be played stops him. The last place wants a one.
const race = `
ruleset: race
title: Race
family: race
statements:
  - {id: players, players: [white, black], assumed: test}
  - {id: board, grid: {rows: 2, columns: 7}, assumed: test}
  - {id: track, track: {run: [a1, b1, c1, d1, e1, f1, g1], but: {black: [a2, b2, c2, d2, e2, f2, g2]}, off: no}, assumed: test}
  - {id: men, men: 1, assumed: test}
  - {id: set_up, set_up: {1: 1}, assumed: test}
  - {id: dice, throw: {dice: 2, faces: 2}, assumed: test}
  - {id: turn, stage: {throws: dice}, assumed: test}
  - {id: ordinary, agenda: {on: 2-1, play: [2, 1]}, assumed: test}
  - {id: twos, agenda: {on: 2-2, play: [2, 2, 2], order: fixed}, assumed: test}
  - {id: ones, agenda: {on: 1-1, play: [1]}, assumed: test}
  - {id: go, allow: advance, assumed: test}
  - {id: by_one, forbid: advance, when: to = 7 and part = 2, assumed: test}
  - {id: stop, blocked: stop, assumed: test}
  - {id: there, end: a man stands on the last place, when: own(7) > 0, winner: me, assumed: test}
questions:
`

func TestThrowsLaidOut(t *testing.T) {
	d, errs := dimension.LoadOne("race.yaml", []byte(race+ask("fewer", reading("two", `statements: [{replaces: twos, agenda: {on: 2-2, play: [2, 2], order: fixed}, assumed: test}]`))), nil)
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	res := verify.Run(context.Background(), checks.All(), own(t, nil), []*rulesets.Definition{d}, small())
	list := brief.Of(res, res.Targets[0]).Throws
	var throws []string
	for _, l := range list {
		throws = append(throws, l.Throw)
	}
	if got := strings.Join(throws, " "); got != "1-1 2-2 2-1" {
		t.Fatalf("%s, want the doublets first", got)
	}
	twos := list[1]
	if !twos.Doublet || twos.Chance != "1/4" || twos.Plays != "2 2 2" {
		t.Errorf("%+v", twos)
	}
	if len(twos.Readings) != 1 || twos.Readings[0] != (brief.LayoutReading{Question: "fewer", Reading: "two", Called: "“two” in “fewer”", Plays: "2 2"}) {
		t.Errorf("readings %+v", twos.Readings)
	}
	// From the start three twos lead to the last place, where none may come by a two: the
	// third stops, and by_one is why.
	if twos.Turns == 0 || !strings.HasPrefix(twos.Stops, "at the 2, the ") || len(twos.Why) == 0 || !strings.Contains(twos.Why[0].Words, "may not advance a man if the square moved to") {
		t.Errorf("stops %q, why %+v", twos.Stops, twos.Why)
	}
	if ones := list[0]; ones.Whole != ones.Turns || ones.Stops != "" {
		t.Errorf("a one can always be played: %+v", ones)
	}
	if d := list[2]; len(d.Readings) != 0 {
		t.Errorf("2-1 is the same under every reading: %+v", d.Readings)
	}
}

// Where no man can go so far there is nothing that a rule refuses, and that is the reason.
func TestThrowThatNothingPermits(t *testing.T) {
	without := strings.Replace(race, "  - {id: by_one, forbid: advance, when: to = 7 and part = 2, assumed: test}\n", "", 1)
	d, errs := dimension.LoadOne("race.yaml", []byte(without+ask("fewer", reading("two", `statements: [{replaces: twos, agenda: {on: 2-2, play: [2, 2], order: fixed}, assumed: test}]`))), nil)
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	res := verify.Run(context.Background(), checks.All(), own(t, nil), []*rulesets.Definition{d}, small())
	twos := brief.Of(res, res.Targets[0]).Throws[1]
	if len(twos.Why) != 1 || twos.Why[0].Words != "No rule permits a move." || twos.Why[0].Times == 0 || len(twos.Why[0].Clauses) != 0 {
		t.Errorf("stops %q, why %+v", twos.Stops, twos.Why)
	}
}

// A player who leaves what he could play has neither played the throw whole nor been
// stopped.
func TestThrowLeftOfOwnWill(t *testing.T) {
	d, errs := dimension.LoadOne("race.yaml", []byte(strings.Replace(race, "play: [2, 2, 2]", "play: [2, \"2?\", \"2?\"]", 1)+ask("fewer", reading("two", `statements: [{replaces: twos, agenda: {on: 2-2, play: [2, 2], order: fixed}, assumed: test}]`))), nil)
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	res := verify.Run(context.Background(), checks.All(), own(t, nil), []*rulesets.Definition{d}, small())
	twos := brief.Of(res, res.Targets[0]).Throws[1]
	if twos.Left == 0 || twos.Left > twos.Turns || !strings.Contains(twos.Course(), " although more could be played") {
		t.Errorf("%+v: %s", twos, twos.Course())
	}
}

// Of a game without throws it is told what may be done, what follows, and what is refused.
func TestMovesLaidOut(t *testing.T) {
	res := run(t, small(), ask("x", reading("corner", `statements: [{id: not_there, forbid: place, when: to = a1, assumed: test}]`)))
	list := brief.Of(res, res.Targets[0]).Throws
	if len(list) != 1 || list[0].Turns == 0 || list[0].Stops != "" || list[0].Plays != "nothing more" || !strings.Contains(list[0].Throw, "place") {
		t.Errorf("%+v", list)
	}
}

// A word is explained where the brief uses it first, and nowhere else.
func TestBriefExplainsWords(t *testing.T) {
	terms := "terms:\n" +
		"  - {term: six men, means: Six men are all there are., assumed: test}\n" +
		"  - {term: four, means: Four is a number., assumed: test}\n" +
		"  - {term: si, means: Si is no word of this game., assumed: test}\n" +
		"  - {term: others, means: Others say the same., assumed: test}\n" +
		"  - {term: one_less, means: One less is one less., assumed: test}\n"
	res := run(t, small(), append(slices.Clone(planted), terms)...)
	b := brief.Of(res, res.Targets[0])
	if got := b.Play[1].Terms; len(got) != 1 || got[0] != "Six men are all there are. (assumed: test)" {
		t.Errorf("what holds of play explains %q", got)
	}
	var told []string
	for _, x := range b.Play[2:] {
		told = append(told, x.Terms...)
	}
	for _, d := range b.Doubts {
		for _, x := range d.Terms {
			told = append(told, d.Question+": "+x)
		}
		for _, r := range d.Readings {
			for _, x := range r.Terms {
				told = append(told, d.Question+", "+r.ID+": "+x)
			}
		}
	}
	if got := strings.Join(told, "; "); got != "length: Four is a number. (assumed: test); choice, one_less: One less is one less. (assumed: test)" {
		t.Errorf("explained besides: %s", got)
	}
}

// The gravest game comes first: what startles, then what the first doubt changes.
func TestGraver(t *testing.T) {
	of := func(startles bool, aspects ...measure.Aspect) *brief.Brief {
		b := &brief.Brief{Play: []brief.Told{{Startling: startles}}}
		for _, a := range aspects {
			b.Doubts = append(b.Doubts, brief.Doubt{Aspect: a, Guaranteed: 1})
		}
		return b
	}
	surer := of(false, measure.Winner)
	surer.Doubts[0].Guaranteed = 2
	order := []*brief.Brief{of(true, measure.Length), of(true), of(false, measure.Ending), surer,
		of(false, measure.Winner, measure.Ending), of(false, measure.Choice), of(false)}
	for i := range order[1:] {
		if order[i].Graver(order[i+1]) >= 0 || order[i+1].Graver(order[i]) <= 0 {
			t.Errorf("%d and %d are in the wrong order", i, i+1)
		}
	}
}

// Figures are written as people write them.
func TestFigures(t *testing.T) {
	for x, want := range map[float64]string{0.012345: "0.0123", 1012.6: "1,013", -20000: "-20,000", 999.4: "999", 0: "0"} {
		if got := measure.Figure(x); got != want {
			t.Errorf("%v is written %s, want %s", x, got, want)
		}
	}
}

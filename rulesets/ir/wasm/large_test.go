package wasm_test

import (
	"context"
	"fmt"
	"runtime/debug"
	"strings"
	"testing"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/ir/wasm"
	"github.com/lectio/lectio/testdata/long"
)

// TestDrawnRulesOnLargeBoardsAgree plays games whose rules are drawn at random, on boards
// of 65 to 128 places, in both executors: LECTIO_DRAWN of them, from LECTIO_FROM on.
func TestDrawnRulesOnLargeBoardsAgree(t *testing.T) { agreeOnDrawn(t, drawn, 300) }

// TestDrawnRulesOnSmallBoardsAgree does so on boards of up to 64 places.
func TestDrawnRulesOnSmallBoardsAgree(t *testing.T) {
	agreeOnDrawn(t, drawnSmall, long.Of(500, 1500))
}

// TestDrawnRulesOfKindsAgree does so by rules for men of several kinds.
func TestDrawnRulesOfKindsAgree(t *testing.T) { agreeOnDrawn(t, drawnMen, 100) }

// TestDrawnRulesOfMatchesAgree does so by rules of matches, on closed rows and tracks of legs or cells.
func TestDrawnRulesOfMatchesAgree(t *testing.T) { agreeOnDrawn(t, drawnMatch, 200) }

// TestDrawnRulesOfSowingAgree does so by rules that sow men of nobody, and on hexagons and boards that are drawn.
func TestDrawnRulesOfSowingAgree(t *testing.T) { agreeOnDrawn(t, drawnSown, 200) }

// agreeOnDrawn plays games of at most so many single moves by rules drawn at random.
// Those about which the executors do not agree are shrunk.
func agreeOnDrawn(t *testing.T, rules func(int) string, maxPlies int) {
	from, count := number("LECTIO_FROM", 0), number("LECTIO_DRAWN", long.Of(6, 60))
	played := 0
	for i := from; i < from+count; i++ {
		text := rules(i)
		g, err := compiled(text)
		if err != nil { // such as words of a rule that the others leave nothing to be about
			t.Logf("%d: %v", i, err)
			continue
		}
		if _, err := wasm.Generate(g.Program, options()); err != nil {
			t.Logf("%d: %v", i, err)
			continue
		}
		s := g.Program.NewState()
		engine.NewInterpreter(g.Program).Start(s)
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			beyond, difference := apart(g, g.Program, maxPlies, !strings.Contains(text, "again?")) // else a turn may have no end
			if difference != "" {
				reportShrunk(t, text, maxPlies, difference)
			}
			if beyond < 2*4 && s.Status() != engine.Over { // not too far ahead, nor over before it began
				played++
			}
		})
	}
	t.Logf("of %d drawn rulesets %d were played", count, played)
	if played < count/2 {
		t.Errorf("of %d drawn rulesets only %d were played", count, played)
	}
}

// reportShrunk says on what the executors differ, with the smallest ruleset found in which
// they do, and an example of it.
func reportShrunk(t *testing.T, text string, maxPlies int, difference string) {
	t.Helper()
	t.Errorf("%s\nby the rules\n%s", difference, text)
	g, _ := compiled(text)
	_, inGames := apart(g, g.Program, maxPlies, false)
	shrunk := shrunkRules(text, func(text string) bool {
		g, err := compiled(text)
		if err != nil {
			return false
		}
		_, d := apart(g, g.Program, maxPlies, inGames == "") // only a walk may show it, and walks are long
		return d != ""
	})
	t.Logf("shrunk:\n%s", shrunk)
	if g, _ := compiled(shrunk); inGames != "" {
		agreeAs(t, g, options(), 4, maxPlies)
	}
}

// apart returns in how many games the interpreter of a game and the module of a program
// look too far ahead, and what differs first: in games, or in a walk through all that can be asked of them.
func apart(g *rulesets.Game, module *engine.Program, maxPlies int, walks bool) (beyond int, difference string) {
	defer func() {
		if r := recover(); r != nil {
			difference = fmt.Sprintf("panic: %v\n%s", r, debug.Stack())
		}
	}()
	pl, err := load(module, options())
	if _, lacks := err.(wasm.Unsupported); lacks {
		return 0, "" // the interpreter plays it
	} else if err != nil {
		return 0, err.Error()
	}
	defer pl.Close(context.Background())
	for _, pl.Branching = range []bool{true, false} {
		a := compare(g, pl, 4, maxPlies)
		beyond += a.beyond
		if len(a.apart) > 0 {
			return beyond, strings.Join(a.apart, "\n")
		}
	}
	if walks && difference == "" {
		difference, _ = walked(g, module, pl, 1, 30)
	}
	return beyond, difference
}

// TestBoundOpponentOnLargeBoard asks of each of two opponents whether he stands where a
// man steps, on a board on which all three meet.
func TestBoundOpponentOnLargeBoard(t *testing.T) {
	for _, when := range []string{"every(to in enemy)", "every(not (to in enemy))", "some(not (to in enemy)) and enemy(from) > 0", "every(enemy(to) >= 1)"} {
		g := gameOf(t, heading+`  - {id: players, players: [white, black, red], assumed: a test}
  - {id: board, graph: {points: [`+names(70)+`], rows: [p1 p2 p3 p4 p5 p1 p3]}, assumed: a test}
  - {id: men, men: 3, assumed: a test}
  - {id: set_up, set_up: {white: {p1: 1, p2: 1, p3: 1}, black: {p2: 1, p3: 1, p4: 1}, red: {p3: 1, p4: 1, p5: 1}}, assumed: a test}
  - {id: moving, stage: {}, assumed: a test}
  - {id: one, agenda: {play: [move]}, in: moving, assumed: a test}
  - {id: step, allow: step, with: move, to: near(from) and not own, assumed: a test}
  - {id: not_there, forbid: step, when: "`+when+`", assumed: a test}
`)
		agree(t, g, 20, 60)
	}
}

// TestNoPlaceOnFullBoard asks whether men step from or to a place that a variable does not
// hold yet, on boards whose sets have no bits to spare: the last place is not it.
func TestNoPlaceOnFullBoard(t *testing.T) {
	for _, places := range []int{64, 128} {
		g := gameOf(t, heading+`  - {id: players, players: [white, black], assumed: a test}
  - {id: board, graph: {points: [`+names(places)+`], rows: [`+names(places)+` p1]}, assumed: a test}
  - {id: men, men: 2, assumed: a test}
  - {id: set_up, set_up: {white: {p7: 1, p8: 1}, black: {p`+fmt.Sprint(places)+`: 1, p3: 1}}, assumed: a test}
  - {id: latest, variable: {kind: place}, assumed: a test}
  - {id: moving, stage: {}, assumed: a test}
  - {id: one, agenda: {play: [move]}, in: moving, assumed: a test}
  - {id: step, allow: step, with: move, assumed: a test}
  - {id: not_there, forbid: step, when: from = latest or to = latest, assumed: a test}
  - {id: there, on: step, do: {set: {latest: to}}, when: not (to in near(p3)), assumed: a test}
`)
		agree(t, g, 4, 60)
	}
}

// TestRowsOfWidestSets asks for rows of places in code whose sets are as wide as they can be: what the function that finds them returns lies beside the tables.
func TestRowsOfWidestSets(t *testing.T) {
	g := gameOf(t, heading+`  - {id: players, players: [white, black], assumed: a test}
  - {id: board, graph: {points: [`+names(128)+`]}, assumed: a test}
  - {id: track, track: {run: [p1..p128], but: {black: [p128..p1]}}, assumed: a test}
  - {id: men, men: 3, assumed: a test}
  - {id: set_up, set_up: {bar: 3}, assumed: a test}
  - {id: dice, throw: {dice: 2, faces: 6}, assumed: a test}
  - {id: play, stage: {throws: dice}, assumed: a test}
  - {id: two, agenda: {on: other, play: [high, low]}, assumed: a test}
  - {id: four, agenda: {on: doublet, play: [high, high, high, high]}, assumed: a test}
  - {id: enter, allow: enter, to: part, assumed: a test}
  - {id: advance, allow: advance, assumed: a test}
  - {id: kept, forbid: advance, when: "to in crowd(own, 4)", assumed: a test}
`)
	agree(t, g, 4, 60)
}

// TestWidestPositions generates rules on repetition for ever more marks and players: the
// words of a position are the parameters of a function, and when they are more than a
// browser takes the interpreter plays.
func TestWidestPositions(t *testing.T) {
	text := func(marks string) string {
		return heading + `  - {id: players, players: [a, b, c, d, e, f, g, h], assumed: a test}
  - {id: board, graph: {points: [` + names(128) + `], rows: [p1 p2 p3 p4 p5 p6 p1]}, assumed: a test}
  - {id: men, men: 15, assumed: a test}
  - {id: set_up, set_up: {p1: 1, p3: 1, p5: 1, hand: 12}, assumed: a test}
  - {id: marks, marks: [` + marks + `], assumed: a test}
  - {id: moving, stage: {}, assumed: a test}
  - {id: one, agenda: {play: [move]}, in: moving, assumed: a test}
  - {id: step, allow: step, with: move, to: near(from), assumed: a test}
  - {id: met, do: {mark: w}, on: step, when: to = p3, assumed: a test}
  - {id: again, end: again, at: start, when: occurrences >= 2, winner: none, assumed: a test}
`
	}
	agree(t, gameOf(t, text("w, x, y")), 4, 100)
	_, err := wasm.Generate(gameOf(t, text("w, x, y, z")).Program, options())
	if _, lacks := err.(wasm.Unsupported); !lacks {
		t.Errorf("positions of too many words are generated: %v", err)
	}
}

// TestManyPositions plays games of more turns than positions are remembered: they are
// left to the interpreter, and those between them are played as ever.
func TestManyPositions(t *testing.T) {
	long.Slow(t)
	g := gameOf(t, heading+`  - {id: players, players: [white, black], assumed: a test}
  - {id: board, grid: {rows: 10, columns: 10, diagonals: all}, assumed: a test}
  - {id: men, men: 2, assumed: a test}
  - {id: set_up, set_up: {a1: 1, c1: 1}, assumed: a test}
  - {id: moving, stage: {}, assumed: a test}
  - {id: one, agenda: {play: [move]}, in: moving, assumed: a test}
  - {id: step, allow: step, with: move, assumed: a test}
  - {id: again, end: again, at: start, when: occurrences >= 3, winner: none, assumed: a test}
`)
	if n := agree(t, g, 1, 12000); n > 0 {
		t.Errorf("%d games are beyond what the module holds", n)
	}
	if n := agree(t, g, 3, 16000); n == 0 || n == 2*3 {
		t.Errorf("%d of 6 games are beyond what the module holds", n)
	}
}

package rulesets_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/engine/history"
	"github.com/lectio/lectio/rulesets/engine/random"
	"github.com/lectio/lectio/rulesets/play"
	"github.com/lectio/lectio/testdata/bundled"
	"github.com/lectio/lectio/testdata/long"
)

// Every game of every default interpretation ends within 20,000 plies. -v prints the
// longest and the mean.
func TestDefaultGamesEnd(t *testing.T) {
	n := long.Of(20, 1000)
	for _, d := range bundled.Corpus(t).Definitions {
		t.Run(d.ID, func(t *testing.T) {
			t.Parallel()
			g, errs := d.Game(nil)
			if len(errs) > 0 {
				t.Fatal(errs)
			}
			in := engine.NewInterpreter(g.Program)
			in.History = history.New()
			s := g.Program.NewState()
			r := random.New(0, 0)
			var buf []engine.Move
			var tally engine.Tally
			longest, sum := 0, 0
			for game := range uint64(n) {
				r.Reset(1, game)
				in.Start(s)
				tally, buf = play.Random(in, s, r, 20000, buf)
				if tally.OverCap {
					t.Fatalf("game %d does not end within 20,000 plies", game)
				}
				if end, _ := s.End(); end < 0 {
					t.Fatalf("game %d: a position no rule provides for", game)
				}
				longest, sum = max(longest, tally.Plies), sum+tally.Plies
			}
			t.Logf("%d games: longest %d plies, mean %.1f", n, longest, float64(sum)/float64(n))
		})
	}
}

// placing is the head of rulesets in which two players put two men each on a row of four cells.
const placing = `
ruleset: placing
title: Placing
family: tables
evidence: {}
statements:
  - {id: players, players: [white, black], seen: same, assumed: a}
  - {id: board, grid: {rows: 1, columns: 4}, assumed: a}
  - {id: men, men: 2, assumed: a}
  - {id: set_up, set_up: {hand: 2}, assumed: a}
  - {id: first, begins: white, assumed: a}
  - {id: place, allow: place, assumed: a}
`

// oneMan is the rest of rules by which a turn consists of putting one down.
const oneMan = `
  - {id: turn, stage: {}, assumed: a}
  - {id: part, agenda: {play: [place]}, assumed: a}
`

// Of the ends that hold at once the one takes effect that none of the others outranks, also by
// way of a third that does not hold, whatever the order in which they are declared. Where several
// are left the first is taken, and that is counted.
func TestEndsOutrank(t *testing.T) {
	const game = placing + oneMan + "  - {id: stuck, end: nothing can be placed, at: no_move, winner: none, assumed: a}\n"
	for name, x := range map[string]struct {
		ends    string
		by      string
		unclear int
	}{
		"none":           {"a, b", "a", 1},
		"the first":      {"a > b, b", "a", 0},
		"the last":       {"a, b > a", "b", 0},
		"of another":     {"a > c, b, -c", "a", 1},
		"each the last":  {"a, b > a, c > b", "c", 0},
		"by way of one":  {"a, -b > a, c > b", "c", 0},
		"of one of two":  {"a, b, c > a", "b", 1},
		"by two":         {"c, a > b c, b > c", "a", 0},
		"not both ways":  {"a > b, b > a", "outranks itself", 0},
		"not by itself":  {"a > b, b > c, c > a", "outranks itself", 0},
		"nobody is such": {"a > d", "no such end", 0},
	} {
		t.Run(name, func(t *testing.T) {
			text := game
			for e := range strings.SplitSeq(x.ends, ", ") {
				id, below, _ := strings.Cut(e, " > ")
				when := "hand = 1" // after the first move
				if rest, seldom := strings.CutPrefix(id, "-"); seldom {
					id, when = rest, "hand = 0"
				}
				text += fmt.Sprintf("  - {id: %s, end: %s, at: move, when: %s, winner: me, outranks: [%s], assumed: a}\n", id, id, when, strings.ReplaceAll(below, " ", ", "))
			}
			endsBy(t, text, x.by, x.unclear)
		})
	}
}

// An end of a player who cannot move comes before one where his turn begins if it outranks that,
// and then only: also where it does not hold, or he need not move, or could have, or it is of
// another stage.
func TestEndsOfWhoCannotMove(t *testing.T) {
	end := func(id, at, when, outranks string) string {
		return fmt.Sprintf("  - {id: %s, end: %[1]s, at: %s, when: %s, winner: none, outranks: [%s], assumed: a}\n", id, at, when, outranks)
	}
	full := end("drawn", "start", "count(empty) = 0", "")
	stuck := end("stuck", "no_move", "hand = 0", "drawn")
	const earlier = "ended the game before it can be outranked"
	for name, x := range map[string]struct {
		rules    string
		expected string // an end, or what is said of rules that are refused
		unclear  int
	}{
		"not ordered":             {oneMan + end("stuck", "no_move", "hand = 0", "") + full, "drawn", 0},
		"ordered":                 {oneMan + stuck + full, "stuck", 0},
		"ordered by way of one":   {oneMan + end("stuck", "no_move", "hand = 0", "never") + end("never", "no_move", "hand > 2", "drawn") + full, "stuck", 0},
		"the other does not hold": {oneMan + end("stuck", "no_move", "hand > 0", "drawn") + full, "drawn", 0},
		"he can move":             {oneMan + stuck + end("drawn", "start", "count(empty) = 2", ""), "drawn", 0},
		"he need not move":        {strings.Replace(oneMan, "place]", `"place?"]`, 1) + stuck + full, "drawn", 0},
		"it is of another stage": {strings.Replace(oneMan, "stage: {}", "stage: {}, when: hand > 0", 1) + "  - {id: late, stage: {}, assumed: a}\n" +
			strings.Replace(stuck, "at: no_move", "at: no_move, in: turn", 1) + full, "drawn", 0},
		"a third is not ordered": {oneMan + end("third", "start", "count(empty) < 1", "") + stuck + full, "third", 1},
		"a later moment":         {oneMan + end("stuck", "no_move", "hand = 0", "") + end("drawn", "start", "count(empty) = 0", "stuck"), "drawn", 0},
		"an earlier moment":      {oneMan + stuck + end("drawn", "turn", "count(empty) = 0", ""), earlier, 0},
		"after a throw": {"  - {id: dice, throw: {dice: 1, faces: 6}, assumed: a}\n" + strings.Replace(oneMan, "{}", "{throws: dice}", 1) + stuck + full,
			"where something is thrown first", 0},
	} {
		t.Run(name, func(t *testing.T) { endsBy(t, placing+x.rules, x.expected, x.unclear) })
	}
}

// A game of a match may end where a turn begins or ends, or a throw has been played out: the next
// begins anew, and once.
func TestMatchGoesOnBetweenTurns(t *testing.T) {
	match := func(at, point string) string {
		return "  - {id: series, match: 5, assumed: a}\n  - {id: point, score: 1, " + point + ", assumed: a}\n" +
			"  - {id: won, end: won, at: " + at + ", when: count(empty) = 2, winner: me, assumed: a}\n"
	}
	const thrown = "  - {id: coin, throw: {dice: 1, faces: 2}, assumed: a}\n" +
		"  - {id: played, variable: {kind: number, per: game, shared: yes}, assumed: a}\n" +
		"  - {id: counts, on: throw, do: {add: played}, assumed: a}\n"
	for name, x := range map[string]struct {
		rules         string
		plies, winner int
		points        [2]int
	}{
		// Who begins a game scores in it: nine games of two moves.
		"a turn begins": {oneMan + match("start", "at: start, when: count(empty) > 3"), 18, 0, [2]int{5, 4}},
		// Both score in every game: five games, which nobody has won.
		"a turn ends": {oneMan + match("turn", "at: start, when: count(empty) > 1"), 10, -1, [2]int{5, 5}},
		// Who ends a game scores, and nobody with his first move, before a throw has been counted.
		"a throw has been played": {thrown + strings.Replace(oneMan, "{}", "{throws: coin}", 1) +
			match("throw", "at: move, when: count(empty) = 2 or count(empty) = 3 and played > 0"), 10, 1, [2]int{0, 5}},
	} {
		t.Run(name, func(t *testing.T) {
			played(t, placing+x.rules, "", func(means play.Means, g *rulesets.Game, p *play.Played) {
				points := [2]int{p.State.Score(g.Program, 0) / g.Program.Denominator, p.State.Score(g.Program, 1) / g.Program.Denominator}
				if p.Tally.Plies != x.plies || p.State.Winner() != x.winner || points != x.points {
					t.Errorf("%v: %d moves, winner %d, points %v", means, p.Tally.Plies, p.State.Winner(), points)
				}
			})
		})
	}
}

// endsBy expects a game of the rules to end by an end in both executors, with so many moments at
// which two held that are not ordered; what no end is called is expected in the errors of rules
// that are to be refused.
func endsBy(t *testing.T, text, expected string, unclear int) {
	refusal := ""
	if strings.Contains(expected, " ") {
		refusal = expected
	}
	played(t, text, refusal, func(means play.Means, g *rulesets.Game, p *play.Played) {
		name := "nothing that the rules provide for"
		if end, _ := p.State.End(); end >= 0 {
			name = g.Program.Ends[end].ID
		}
		if name != expected || p.Unclear != unclear {
			t.Errorf("%v: the game ends by %s, unclear %d; expected %s, %d", means, name, p.Unclear, expected, unclear)
		}
	})
}

// played plays one game of the rules in both executors; where a refusal is named they are to be
// refused with it.
func played(t *testing.T, text, refusal string, look func(play.Means, *rulesets.Game, *play.Played)) {
	d, errs := rulesets.LoadOne("rules.yaml", []byte(text), nil)
	var g *rulesets.Game
	if len(errs) == 0 {
		g, errs = d.Game(nil)
	}
	if len(errs) > 0 || refusal != "" {
		if refusal == "" || !strings.Contains(fmt.Sprint(errs), refusal) {
			t.Errorf("the errors are %v, expected %q", errs, refusal)
		}
		return
	}
	for _, means := range []play.Means{play.Interpreted, play.Generated} {
		by := play.NewExecutor(g.Program, means)
		defer by.Close(t.Context())
		if err := by.Play(t.Context(), play.Series{Count: 1, Cap: 100}, func(p *play.Played) { look(means, g, p) }); err != nil {
			t.Error(err)
		}
	}
}

package rulesets_test

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/engine/history"
	"github.com/lectio/lectio/rulesets/engine/random"
	"github.com/lectio/lectio/rulesets/play"
)

// Every game of every default interpretation ends within 20,000 plies. Set
// LECTIO_GAMES=10000 for more than a hundred games each; -v prints the longest
// and the mean.
func TestDefaultGamesEnd(t *testing.T) {
	n := 100
	if s := os.Getenv("LECTIO_GAMES"); s != "" {
		k, err := strconv.Atoi(s)
		if err != nil {
			t.Fatalf("LECTIO_GAMES=%s: %v", s, err)
		}
		n = k
	}
	for _, d := range bundled(t).Definitions {
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

// Of the ends that hold at once the one takes effect that none of the others outranks, also by
// way of a third that does not hold, whatever the order in which they are declared. Where several
// are left the first is taken, and that is counted.
func TestEndsOutrank(t *testing.T) {
	const game = `
ruleset: ranked
title: Ranked
family: tables
evidence: {}
statements:
  - {id: players, players: [white, black], seen: same, assumed: a}
  - {id: board, grid: {rows: 1, columns: 4}, assumed: a}
  - {id: men, men: 2, assumed: a}
  - {id: set_up, set_up: {hand: 2}, assumed: a}
  - {id: first, begins: white, assumed: a}
  - {id: turn, stage: {}, assumed: a}
  - {id: part, agenda: {play: [place]}, assumed: a}
  - {id: place, allow: place, assumed: a}
  - {id: stuck, end: nothing can be placed, at: no_move, winner: none, assumed: a}
`
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
		"not both ways":  {"a > b, b > a", "", 0},
		"not by itself":  {"a > b, b > c, c > a", "", 0},
		"nobody is such": {"a > d", "", 0},
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
// and then only: also where it does not hold, or he need not move, or could have.
func TestEndsOfWhoCannotMove(t *testing.T) {
	const game = `
ruleset: filled
title: Filled
family: tables
evidence: {}
statements:
  - {id: players, players: [white, black], seen: same, assumed: a}
  - {id: board, grid: {rows: 1, columns: 4}, assumed: a}
  - {id: men, men: 3, assumed: a}
  - {id: set_up, set_up: {hand: 3}, assumed: a}
  - {id: first, begins: white, assumed: a}
  - {id: place, allow: place, assumed: a}
`
	const part = "  - {id: turn, stage: {}, assumed: a}\n  - {id: part, agenda: {play: [place]}, assumed: a}\n"
	const option = "  - {id: turn, stage: {}, assumed: a}\n  - {id: part, agenda: {play: [\"place?\"]}, assumed: a}\n"
	end := func(id, at, when, outranks string) string {
		return fmt.Sprintf("  - {id: %s, end: %[1]s, at: %s, when: %s, winner: none, outranks: [%s], assumed: a}\n", id, at, when, outranks)
	}
	for name, x := range map[string]struct {
		rules   string
		by      string
		unclear int
	}{
		"not ordered":             {part + end("stuck", "no_move", "hand > 0", "") + end("drawn", "start", "count(empty) = 0", ""), "drawn", 0},
		"ordered":                 {part + end("stuck", "no_move", "hand > 0", "drawn") + end("drawn", "start", "count(empty) = 0", ""), "stuck", 0},
		"ordered by way of one":   {part + end("stuck", "no_move", "hand > 0", "never") + end("never", "no_move", "hand > 3", "drawn") + end("drawn", "start", "count(empty) = 0", ""), "stuck", 0},
		"the other does not hold": {part + end("stuck", "no_move", "hand > 3", "drawn") + end("drawn", "start", "count(empty) = 0", ""), "drawn", 0},
		"he can move":             {part + end("stuck", "no_move", "hand > 0", "drawn") + end("drawn", "start", "count(empty) = 2", ""), "drawn", 0},
		"he need not move":        {option + end("stuck", "no_move", "hand > 0", "drawn") + end("drawn", "start", "count(empty) = 0", ""), "drawn", 0},
		"a third is not ordered":  {part + end("third", "start", "count(empty) < 1", "") + end("stuck", "no_move", "hand > 0", "drawn") + end("drawn", "start", "count(empty) = 0", ""), "third", 1},
		"an earlier moment":       {part + end("stuck", "no_move", "hand > 0", "drawn") + end("drawn", "turn", "count(empty) = 0", ""), "", 0},
		"a later moment":          {part + end("stuck", "no_move", "hand > 0", "") + end("drawn", "start", "count(empty) = 0", "stuck"), "drawn", 0},
		"after a throw":           {"  - {id: dice, throw: {dice: 1, faces: 6}, assumed: a}\n" + strings.Replace(part, "{}", "{throws: dice}", 1) + end("stuck", "no_move", "hand > 0", "drawn") + end("drawn", "start", "count(empty) = 0", ""), "", 0},
	} {
		t.Run(name, func(t *testing.T) {
			endsBy(t, game+x.rules, x.by, x.unclear)
		})
	}
}

// endsBy expects a game of the rules to end by an end in both executors, with so many moments at
// which two held that are not ordered; where none is named the rules are expected to be refused.
func endsBy(t *testing.T, text, expected string, unclear int) {
	d, errs := rulesets.LoadOne("rules.yaml", []byte(text), nil)
	var g *rulesets.Game
	if len(errs) == 0 {
		g, errs = d.Game(nil)
	}
	if refused := len(errs) > 0; refused || expected == "" {
		if refused != (expected == "") {
			t.Fatalf("the errors are %v", errs)
		}
		return
	}
	for _, means := range []play.Means{play.Interpreted, play.Generated} {
		by := play.NewExecutor(g.Program, means)
		defer by.Close(t.Context())
		err := by.Play(t.Context(), play.Series{Count: 1, Cap: 100}, func(p *play.Played) {
			if end, _ := p.State.End(); g.Program.Ends[end].ID != expected || p.Unclear != unclear {
				t.Errorf("%v: the game ends by %s, unclear %d; expected %s, %d", means, g.Program.Ends[end].ID, p.Unclear, expected, unclear)
			}
		})
		if err != nil {
			t.Error(err)
		}
	}
}

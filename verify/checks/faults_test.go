package checks_test

import (
	"context"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/lectio/lectio/verify/checks"

	"github.com/lectio/lectio/evidence"
	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/dimension"
	"github.com/lectio/lectio/testdata/long"
	"github.com/lectio/lectio/verify"
)

// fault is something wrong put into a bundled game, and the finding one would
// want of it.
type fault struct {
	kind     string
	game     string
	edits    [][2]string // old text → new, each there exactly once
	check    string
	severity verify.Severity
	at       string // stands on the line to which the finding points
	message  string // is part of what it says
	games    int    // of the budget; 0: few
	searched int    // positions of the budget; 0: few
}

// faults are kinds of fault, each in two games.
var faults = []fault{
	// One statement dropped.
	{kind: "statement dropped", game: "piprjall", edits: [][2]string{{`  - id: hit
    on: advance
    when: enemy(to) = 1
    do: {send: enemy(to), to: bar}
    warrant: [p#14, p#15]
`, ""}},
		check: "EX001", severity: verify.Error, at: "moves: [", message: "a_lone_man_is_hit does not hold: the legal moves are 1/2 8/9 1/3 8/10; expected 1/2 1/3 8/9 8/10*"},
	{kind: "statement dropped", game: "piprjall", edits: [][2]string{{`  - id: hit
    on: advance
    when: enemy(to) = 1
    do: {send: enemy(to), to: bar}
    warrant: [p#14, p#15]
`, ""}},
		check: "RS001", severity: verify.Error, at: "", message: "replaces a statement that the other readings do not bring (under PIP-A23=optional-share-point)"},
	{kind: "statement dropped", game: "mylna", edits: [][2]string{{`  - id: remove
    allow: remove
    from: enemy
    warrant: [m#4, m#7, m#14, m#16]
`, ""}},
		check: "RS003", severity: verify.Error, at: "id: mill_while_placing", message: "mill_while_placing puts up remove, which no rule plays in the stage placing"},

	// One number changed.
	{kind: "number changed", game: "piprjall", edits: [][2]string{{"define: departures >= 5\n    called: five men", "define: departures >= 6\n    called: five men"}},
		check: "EX001", severity: verify.Error, at: "moves: [", message: "five_have_left does not hold"},
	{kind: "number changed", game: "mylna", edits: [][2]string{{"define: their.out >= 7\n", "define: their.out >= 6\n"}},
		check: "EX001", severity: verify.Error, at: "line: [", message: "three_are_enough_to_go_on does not hold"},

	// One comparison turned.
	{kind: "comparison turned", game: "piprjall", edits: [][2]string{{"define: bar > count(available_points)", "define: bar < count(available_points)"}},
		check: "EX001", severity: verify.Error, at: "moves: [", message: "not_on_an_opposing_man does not hold: the legal moves are bar/3 bar/4*; expected bar/3"},
	{kind: "comparison turned", game: "mylna", edits: [][2]string{{"define: their.out >= 7\n", "define: their.out <= 7\n"}},
		check: "EX001", severity: verify.Error, at: "after: ", message: "mill_while_placing does not hold"},

	// One exception removed.
	{kind: "exception removed", game: "piprjall", edits: [][2]string{{`  - id: row_may_be_broken
    except: point_held
    when: to in their.six_in_a_row
    warrant: [p#17]
`, ""}},
		check: "EX001", severity: verify.Error, at: "moves: [", message: "six_points_in_a_row does not hold: the legal moves are 8/9 20/21; expected 8/9 8/14* 20/21"},
	{kind: "exception removed", game: "mylna", edits: [][2]string{{`        statements:
          - id: all_in_mills
            except: not_from_a_mill
            when: enemy in safe
            assumed: borrowed from the modern game, where the text is silent
`, ""}},
		check: "EX001", severity: verify.Error, at: "any-may-be-taken:", message: "is_none_to_be_killed does not hold under MY-A02=any-may-be-taken"},

	// A stuck position.
	{kind: "stuck position", game: "piprjall", edits: [][2]string{{`  - id: throw_blocked
    blocked: stop
    on: other
    assumed: nothing is said of a player who cannot move; the family passes (PIP-A59)
`, ""}},
		check: "ED007", severity: verify.Error, at: "ruleset: piprjall", message: "nothing can be played, and no rule provides for it"},
	{kind: "stuck position", game: "mylna", edits: [][2]string{{"    at: no_move\n    in: moving\n    when: stuck\n    winner: them\n", "    at: no_move\n    in: placing\n    when: stuck\n    winner: them\n"}},
		check: "ED007", severity: verify.Error, at: "ruleset: mylna", message: "after black: pass nothing can be played, and no rule provides for it"},
	{kind: "stuck position", game: "mylna", edits: [][2]string{{"    at: no_move\n    in: moving\n    when: stuck\n    winner: them\n", "    at: no_move\n    in: placing\n    when: stuck\n    winner: them\n"}},
		check: "PB002", severity: verify.Error, at: "ruleset: mylna", message: "games at random of mylna reach a position without a move that no rule provides for", games: 150, searched: 6000},

	// An endless shuttle.
	{kind: "endless shuttle", game: "piprjall", edits: [][2]string{{"  - id: both_dice\n    require:", "  - id: may_wait\n    allow: stop\n    assumed: a fault\n  - id: both_dice\n    require:"}},
		check: "PB006", severity: verify.Warning, at: "ruleset: piprjall", message: "piprjall: from the opening the players together can put off the end for ever, whatever is thrown"},
	{kind: "endless shuttle", game: "mylna", edits: [][2]string{{"    when: occurrences >= 3\n    winner: none\n", "    when: no\n    winner: none\n"}},
		check: "PB006", severity: verify.Warning, at: "id: nine-points", message: "mylna{scale nine-points}: from the opening the players together can put off the end for ever", games: 5, searched: 20000},

	// A score that cannot be reached.
	{kind: "unreachable score", game: "piprjall", edits: [][2]string{{"define: own(24) = 15", "define: own(24) = 16"}, {"define: own(8) = 2, called", "define: own(8) = 3, called"}},
		check: "PB009", severity: verify.Note, at: "id: score_meistari", message: "games at random; whether it can is not known"},
	{kind: "unreachable score", game: "mylna", edits: [][2]string{{"    on: remove\n    when: too_few\n    warrant: [m#8, m#28, m#29]", "    on: remove\n    when: too_few and board > 9\n    warrant: [m#8, m#28, m#29]"}},
		check: "PB009", severity: verify.Warning, at: "id: reduced_counts", message: "reduced_counts is never scored: it cannot in the scaled-down version nine-points (", games: 5, searched: 20000},
	{kind: "unreachable score", game: "piprjall", edits: [][2]string{{"define: own(24) = 15", "define: own(24) = 16"}},
		check: "ED005", severity: verify.Note, at: "id: score_meistari", message: "no position was seen with a move that brings about score_meistari", games: 150, searched: 6000},
	{kind: "unreachable score", game: "mylna", edits: [][2]string{{"define: their.out >= 7\n", "define: their.out >= 10\n"}},
		check: "ED005", severity: verify.Note, at: "id: reduced_counts", message: "no position was seen with a move that brings about reduced_counts", games: 150, searched: 6000},

	// Two readings that say the same. The worked example that tells them apart is
	// taken out as well: with it EX001 says that the example does not hold.
	{kind: "two readings alike", game: "piprjall", edits: [][2]string{{"agenda: {on: 5-5, play: [5, 5, 6, 6, 4, 4, 3, 3, 2, 2, 1, 1]}", "agenda: {on: 5-5, play: [5, 5, 6, 3 + 3]}"}},
		check: "EX001", severity: verify.Error, at: "up-then-down: {line:", message: "does not hold under PIP-A07=up-then-down"},
	{kind: "two readings alike", game: "piprjall", edits: [][2]string{
		{"agenda: {on: 5-5, play: [5, 5, 6, 6, 4, 4, 3, 3, 2, 2, 1, 1]}", "agenda: {on: 5-5, play: [5, 5, 6, 3 + 3]}"},
		{"        up-then-down: {line: [1/6, 1/6], after: {turn: {left: [6, 6, 4, 4, 3, 3, 2, 2, 1, 1]}}}\n", ""}},
		check: "RD002", severity: verify.Warning, at: "id: five_five", message: "PIP-A07: nothing tells stop-at-6 and up-then-down apart"},
	{kind: "two readings alike", game: "mylna", edits: [][2]string{
		{"            when: enemy in safe\n            assumed: borrowed", "            when: enemy in safe and no\n            assumed: borrowed"},
		{`  - id: is_none_to_be_killed
    worked: hand
    at: {white: [i, í, k], black: [a, b, c, e, f, g], to-move: white}
    parts:
      question: MY-A02
      readings:
        no-capture: {line: [k/j], after: {to-move: black, black: [a, b, c, e, f, g]}}
        any-may-be-taken: {line: [k/j, a/out], after: {to-move: black, black: [b, c, e, f, g]}}
`, ""}},
		check: "RD002", severity: verify.Warning, at: "id: all_in_mills", message: "MY-A02: nothing tells no-capture and any-may-be-taken apart"},
}

// Faults planted in the bundled games are found where they are, and the games as
// they are have no such finding.
func TestPlantedFaults(t *testing.T) {
	long.Slow(t)
	ev, errs := evidence.Load(evidence.Bundled, "")
	corpus, more := dimension.Load(rulesets.Bundled, "", ev)
	errs.Merge(more)
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	run := func(d *rulesets.Definition, f *fault) []verify.Finding {
		o := verify.Budget(20, 1500)
		switch {
		case f.searched > 0:
			o = verify.Budget(f.games, f.searched)
		case f.check == "RD002": // every pair of readings is played
			o = verify.Budget(3, 300)
			o.PairGames, o.PairPlies = 12, 4000
		}
		o.Cap = 4000
		o.Only = []string{f.check}
		return verify.Run(context.Background(), checks.All(), corpus, []*rulesets.Definition{d}, o).Findings
	}
	kinds := map[string]bool{}
	for i := range faults {
		f := &faults[i]
		kinds[f.kind+" in "+f.game] = true
		if !long.Form() && kinds[f.kind] {
			continue // one of each kind is planted
		}
		kinds[f.kind] = true
		t.Run(f.kind+"/"+f.game+"/"+f.check, func(t *testing.T) {
			t.Parallel()
			data, err := os.ReadFile("../../rulesets/definitions/" + f.game + ".yaml")
			if err != nil {
				t.Fatal(err)
			}
			text := string(data)
			for _, e := range f.edits {
				if n := strings.Count(text, e[0]); n != 1 {
					t.Fatalf("%q is there %d times", e[0], n)
				}
				text = strings.Replace(text, e[0], e[1], 1)
			}
			d, errs := corpus.Read(f.game+".yaml", []byte(text))
			if len(errs) > 0 {
				t.Fatal(errs)
			}
			is := func(x verify.Finding, text string) bool {
				lines := strings.Split(text, "\n")
				return x.ID == f.check && x.Severity == f.severity && strings.Contains(x.Message, f.message) &&
					strings.HasSuffix(x.Pos.File, f.game+".yaml") && x.Pos.Line > 0 && strings.Contains(lines[x.Pos.Line-1], f.at)
			}
			findings := run(d, f)
			if !slices.ContainsFunc(findings, func(x verify.Finding) bool { return is(x, text) }) {
				for _, x := range findings {
					t.Logf("%s %s %s: %s", x.Severity, x.ID, x.Pos, x.Message)
				}
				t.Error("not found")
			}
			for _, x := range run(corpus.Find(f.game), f) {
				if is(x, string(data)) {
					t.Errorf("the game as it is has the same finding at %s: %s", x.Pos, x.Message)
				}
			}
		})
	}
	for _, kind := range []string{"statement dropped", "number changed", "comparison turned", "exception removed", "stuck position", "endless shuttle", "unreachable score", "two readings alike"} {
		for _, game := range []string{"piprjall", "mylna"} {
			if !kinds[kind+" in "+game] {
				t.Errorf("no %s was planted in %s", kind, game)
			}
		}
	}
}

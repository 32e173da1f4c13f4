package checks_test

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/lectio/lectio/verify/checks"

	"github.com/lectio/lectio/evidence"
	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/dimension"
	"github.com/lectio/lectio/testdata/long"
	"github.com/lectio/lectio/verify"
)

// written reads a ruleset of statements written one to a line, and further
// sections as they stand.
func written(t testing.TB, statements, more string) (*dimension.Corpus, *rulesets.Definition) {
	t.Helper()
	var b strings.Builder
	b.WriteString("ruleset: test\ntitle: Test\nfamily: test\nstatements:\n")
	for _, s := range strings.Split(strings.TrimSpace(statements), "\n") {
		fmt.Fprintf(&b, "  - {id: %s, assumed: a test}\n", s)
	}
	b.WriteString(more)
	c := &dimension.Corpus{Corpus: &rulesets.Corpus{Evidence: &evidence.Corpus{}}}
	d, errs := c.Read("test.yaml", []byte(b.String()))
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	return c, d
}

// searched runs the checks over a ruleset and keeps what PB004 to PB010 say.
func searched(t testing.TB, statements, more string, positions int) *verify.Result {
	t.Helper()
	c, d := written(t, statements, more)
	o := verify.Budget(100, positions) // ten games are watched closely
	o.Cap = 400
	res := verify.Run(context.Background(), checks.All(), c, []*rulesets.Definition{d}, o)
	var kept []verify.Finding
	for _, f := range res.Findings {
		if f.ID == "RS001" {
			t.Fatal(f.Message)
		}
		if f.ID >= "PB004" && f.ID <= "PB010" {
			kept = append(kept, f)
		}
	}
	res.Findings = kept
	return res
}

const corridor = `
players, players: [white, black], seen: same
board, graph: {points: [a b c, d e f], rows: [a b c, d e f]}
men, men: 1
set_up, set_up: {white: {a: 1}, black: {d: 1}}
turn, stage: {}
one_step, agenda: {play: [step]}
step, allow: step
there, end: a man is there, when: "count(own and [c, f]) > 0", winner: me
`

const lots = `
players, players: [white, black]
board, tables: {points: 4}
route, track: {run: [1..4]}
men, men: 1
set_up, set_up: {1: 1}
lots, throw: {lots: [go, stay]}
turn, stage: {throws: lots}
going, agenda: {on: go, play: [1]}
staying, agenda: {on: stay, play: []}
advance, allow: advance
off, allow: bear-off
home, end: a man is off, on: bear-off, winner: me
`

func TestWhatSearchesReport(t *testing.T) {
	for _, c := range []struct {
		name             string
		statements, more string
		positions        int
		id               string
		severity         verify.Severity
		message, line    string // both in part
	}{
		{"invariant, found by search", lots + "near_by, always: own(3) = 0", "", 1000, "PB004", verify.Error, "test: after 2 single moves, the fewest possible, the invariant near_by is broken for white", "white go: 1/2; white stay,go: 2/3"},
		{"invariant, found in a game", lots + "near_by, always: own(3) = 0", "", 2, "PB004", verify.Error, "the invariant near_by is broken for", "go: 2/3"},
		{"stuck", strings.Replace(corridor, "allow: step", "allow: step, when: not (player = white and from = b)", 1), "", 1000, "PB005", verify.Error, "after 3 single moves, the fewest possible", "white: a/b; black: d/e; white: pass"},
		{"trap", strings.Replace(corridor, "count(own and [c, f]) > 0", "hand > 0", 1), "", 1000, "PB006", verify.Error, "no end can be reached at all, the nearest after 0 single moves", "no moves"},
		{"shuttle", corridor, "", 1000, "PB006", verify.Warning, "from the opening the players together can put off the end for ever", "white: a/b; black: d/e; white: b/a; black: e/d"},
		{"shuttle that a rule ends", corridor + "again, end: again, at: start, when: occurrences >= 3, winner: none", "", 1000, "PB006", verify.Note, "only the rule on repetition (again) ends it", "white: a/b; black: d/e; white: b/a; black: e/d"},
		{"side that cannot win", strings.Replace(lots, "on: bear-off, winner: me", "on: bear-off, when: player = white, winner: me\nmissed, end: off in vain, on: bear-off, when: player = black, winner: none", 1), "", 1000, "PB007", verify.Warning, "black cannot win: no finished game", ""},
		{"side that can no longer win", strings.Replace(lots, "on: bear-off, winner: me", "on: bear-off, when: player = white or their.own(1) = 1, winner: me\nlate, end: late, on: bear-off, when: player = black and their.own(1) = 0, winner: none", 1),
			"", 1000, "PB007", verify.Note, "black can no longer win although the game goes on; the nearest is 0 single moves from the opening", "white go:"},
		{"lost man", strings.NewReplacer("men, men: 1", "men, men: {white: 2, black: 1}", "points: [a b c, d e f], rows: [a b c, d e f]", "points: [a b, c x, d e f], rows: [a b, c x, d e f]",
			"white: {a: 1}", "white: {a: 1, c: 1}", "count(own and [c, f]) > 0", "own(x) = 1 and hand > 0", "play: [step]", `play: ["step?"]`).Replace(corridor) +
			"gate, forbid: step, when: from = b and enemy(d) = 0\nno_way_back, forbid: step, when: to = d", "", 1000, "PB008", verify.Note, "men of white can come to stand on b", "white: a/b; black: d/e"},
		{"score that cannot be scored", lots + "points, score: 3, on: bear-off, when: bar > 0", "scales:\n  - {id: short, because: a test, statements: [{replaces: board, tables: {points: 4}, assumed: scaled down}]}\n",
			1000, "PB009", verify.Warning, "points is never scored: it cannot in the scaled-down version short (", ""},
		{"score that was not scored", lots + "points, score: 3, on: bear-off, when: bar > 0", "", 1000, "PB009", verify.Note, "points is never scored in 10 games at random; whether it can is not known", ""},
		{"prohibition that refuses nothing of its own", lots + "first, forbid: advance, when: to = 1\nsecond, forbid: bear-off, when: from = 1", "", 1000, "PB009", verify.Note, "second refuses no move that no earlier prohibition refuses", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			res := searched(t, c.statements, c.more, c.positions)
			for _, f := range res.Findings {
				if f.ID != c.id || f.Severity != c.severity || !strings.Contains(f.Message, c.message) {
					continue
				}
				if f.Pos.Line == 0 {
					t.Error("no place in the YAML")
				}
				if c.line != "" && (f.Line == nil || !strings.Contains(f.Line.Text(), c.line)) {
					t.Errorf("the line is %+v", f.Line)
				}
				return
			}
			for _, f := range res.Findings {
				t.Logf("%s %s: %s", f.Severity, f.ID, f.Message)
			}
			t.Errorf("not found: %s %s", c.severity, c.id)
		})
	}
}

// A sound game, small enough to be searched whole, has no findings, and verdicts
// that say so; cut short, the same searches do not say none.
func TestSearchesThatFindNothing(t *testing.T) {
	const sound = `
players, players: [white, black]
board, tables: {points: 4}
route, track: {run: [1..4]}
men, men: 1
set_up, set_up: {1: 1}
die, throw: {dice: 1, faces: 2}
turn, stage: {throws: die}
going, agenda: {on: any, play: [high]}
advance, allow: advance
off, allow: bear-off
home, end: a man is off, on: bear-off, winner: me
one, always: board + off = 1
`
	for positions, want := range map[int]verify.Answer{1000: verify.None, 20: verify.NoneSeen} {
		res := searched(t, sound, "", positions)
		for _, f := range res.Findings {
			if f.ID != "PB007" && f.ID != "PB008" {
				t.Errorf("%d positions: %s %s", positions, f.ID, f.Message)
			}
		}
		seen := 0
		for _, v := range res.Verdicts {
			if (v.Check == "PB004" && v.Scope["games"] == "" || v.Check == "PB005" || v.Check == "PB006") && v.Scope["positions"] != "" {
				seen++
				if v.Verdict != want {
					t.Errorf("%d positions: %s is %s: %v", positions, v.Check, v.Verdict, v.Scope)
				}
			}
		}
		for _, w := range res.Withheld { // twenty positions are too few for a verdict
			if (w.Check == "PB004" || w.Check == "PB005" || w.Check == "PB006") && want == verify.NoneSeen && w.Sample == 20 {
				seen++
			}
		}
		if seen != 3 || len(res.Explorations) != 1 {
			t.Fatalf("%d verdicts, %d searches", seen, len(res.Explorations))
		}
		e := res.Explorations[0]
		if e.Complete != (want == verify.None) || e.Positions > positions || e.Ends[0].ID != "home" || len(e.Wins) != 2 || len(e.Verdicts) < 4 {
			t.Errorf("the row is %+v", e)
		}
		if e.Complete && (e.Ends[0].Plies != 3 || e.Play != "no position can come back: every game ends" || e.Wins[0].Wins == 0) {
			t.Errorf("the row is %+v", e)
		}
	}
}

// An alternative reading is reported where it is worse than the default.
func TestReadingsAreSearched(t *testing.T) {
	const more = `
questions:
  - id: endless
    asks: does it end?
    kind: silence
    weight: 3
    default: ends
    readings:
      - {id: ends, basis: inferred, because: a test}
      - {id: goes-on, basis: conjectured, because: a test, without: [again]}
      - id: idle
        basis: conjectured
        because: a test
        statements:
          - {id: idle, forbid: step, when: hand > 0, assumed: a test}
scales:
  - {id: short, because: a test, statements: [{replaces: men, men: 1, assumed: scaled down}]}
`
	res := searched(t, corridor+"again, end: again, at: start, when: occurrences >= 3, winner: none", more, 1000)
	var got []string
	for _, f := range res.Findings {
		if f.Severity == verify.Warning && f.ID == "PB006" || f.Statement == "idle" {
			got = append(got, f.ID+" "+f.Question+" "+f.Message)
		}
	}
	if len(got) != 2 || !strings.Contains(got[0], "test{endless=goes-on,scale short}") || !strings.HasPrefix(got[1], "PB009 endless idle: idle refuses no move") || !strings.Contains(got[1], "it cannot in the scaled-down version short") {
		t.Errorf("%q", got)
	}
}

// Searches do not depend on the number of workers.
func TestSearchesWithAnyNumberOfWorkers(t *testing.T) {
	c, d := written(t, corridor, "scales:\n  - {id: short, because: a test, statements: [{replaces: men, men: 1, assumed: scaled down}]}\n")
	first := ""
	for _, jobs := range []int{1, 3} {
		o := verify.Budget(20, 500)
		o.Jobs, o.Cap = jobs, 200
		res := verify.Run(context.Background(), checks.All(), c, []*rulesets.Definition{d}, o)
		data, err := json.Marshal([]any{res.Explorations, res.Findings, res.Verdicts})
		if err != nil {
			t.Fatal(err)
		}
		if first == "" {
			first = string(data)
		} else if first != string(data) {
			t.Errorf("with %d workers the searches say something else", jobs)
		}
	}
}

// checked carries out some checks on a bundled game with one edit of its YAML; of
// each no more than the first tasks, those of the default interpretation, or all.
func checked(t *testing.T, name, from, to string, o verify.Options, first int, ids ...string) verify.Outcome {
	t.Helper()
	ev, errs := evidence.Load(evidence.Bundled, "")
	c, more := dimension.Load(rulesets.Bundled, "", ev)
	errs.Merge(more)
	file := "../../rulesets/definitions/" + name + ".yaml"
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if strings.Count(string(data), from) == 0 {
		t.Fatalf("%s does not contain %q", file, from)
	}
	d, more := c.Read(file, []byte(strings.Replace(string(data), from, to, 1)))
	errs.Merge(more)
	g, more := d.Game(nil)
	errs.Merge(more)
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	target := &verify.Target{Corpus: c, Definition: d, Game: g}
	var all verify.Outcome
	for _, id := range ids {
		for i, task := range checks.All().Find(id).Tasks(target, o) {
			if i >= first && id != "PB006" || i > len(d.Scales) && i >= first {
				break
			}
			out := task.Run(context.Background())
			out.By(checks.All().Find(id))
			all.Add(out)
		}
	}
	for _, c := range checks.All() { // the searches are those of one check, which others read
		if c.Group.ID == "PB" && c.After != nil {
			out := c.After(target, &all, o)
			out.By(c)
			all.Add(out)
		}
	}
	return all
}

// The bundled games have complete searches within the ordinary budget, and no
// search or sample finds an error in them.
func TestBundledGamesAreSearched(t *testing.T) {
	long.Slow(t)
	for _, name := range []string{"mylna", "piprjall"}[:long.Of(1, 2)] {
		o := verify.Defaults()
		o.Games, o.AltGames, o.Examined, o.Positions = 60, 20, 4, 26000
		res := checked(t, name, "ruleset:", "ruleset:", o, 1000, "PB004", "PB006", "PB010")
		for _, f := range res.Findings {
			if f.Severity == verify.Error || f.Severity == verify.Warning && f.Question == "" {
				t.Errorf("%s %s: %s", f.Severity, f.ID, f.Message)
			}
		}
		complete := 0
		for _, e := range res.Explorations {
			if e.Question == "" && e.Scale != "" && e.Complete {
				complete++
				if e.Stuck+e.Traps > 0 || e.Wins[0].Wins == 0 || e.Wins[1].Wins == 0 {
					t.Errorf("%s: %v", e.Interpretation, e.Verdicts)
				}
			}
		}
		if complete == 0 {
			t.Errorf("%s has no scaled-down version that can be searched whole", name)
		}
	}
}

// Faults planted in the bundled games give the findings one would want.
func TestFaultsPlantedInBundledGames(t *testing.T) {
	long.Slow(t)
	for _, c := range []struct {
		name, game, from, to, id, message string
		severity                          verify.Severity
	}{
		{"endless shuttle", "mylna", "when: occurrences >= 3", "when: hand > 100", "PB006", "the players together can put off the end for ever", verify.Warning},
		{"end that is never reached", "mylna", "when: occurrences >= 3", "when: hand > 100", "PB009", "repetition is never reached: it cannot in the scaled-down version nine-points", verify.Warning},
		{"unreachable score", "piprjall", "when: langi_hryggur\n    warrant: [p#27]", "when: langi_hryggur and hand > 0\n    warrant: [p#27]", "PB009", "score_langi_hryggur is never scored: it cannot in the scaled-down version two-men", verify.Warning},
		{"stuck position", "piprjall", "    blocked: stop\n    on: other\n", "    blocked: stop\n    on: doublet\n", "PB005", "a position without a move that nothing provides for", verify.Warning},
		{"hit man that stays", "piprjall", "do: {send: enemy(to), to: bar}\n    warrant: [p#14, p#15]", "do: {add: {departures: 0}}\n    warrant: [p#14, p#15]", "PB004", "the invariant one_colour_on_a_point is broken", verify.Error},
		{"nobody can win", "mylna", "winner: me\n    warrant: [m#8, m#28]", "winner: none\n    warrant: [m#8, m#28]", "PB007", "can no longer win", verify.Note},
	} {
		t.Run(c.name, func(t *testing.T) {
			o := verify.Defaults()
			o.Games, o.AltGames, o.Positions = 20, 10, 30000
			res := checked(t, c.game, c.from, c.to, o, 1, "PB004", "PB006")
			for _, f := range res.Findings {
				if f.ID == c.id && f.Severity == c.severity && strings.Contains(f.Message, c.message) {
					if c.id < "PB007" && (f.Line == nil || len(f.Line.Plies) == 0) {
						t.Error("no line of play")
					}
					return
				}
			}
			for _, f := range res.Findings {
				if f.Severity > verify.Note {
					t.Logf("%s %s: %s", f.Severity, f.ID, f.Message)
				}
			}
			t.Error("not found")
		})
	}
}

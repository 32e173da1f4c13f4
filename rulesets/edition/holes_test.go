package edition_test

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/lectio/lectio/evidence/yamlpos"
	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/edition"
	"github.com/lectio/lectio/testdata/long"
)

// slot is a place of a statement where an expression can stand.
type slot struct {
	statement string // with HERE where it stands
	want      string // of what type it must be
	scope     string // what it can refer to
	wide      bool   // also what is put together is tried here
}

var slots = []slot{
	{"{id: x, forbid: any, when: HERE}", "a truth value", "choice", true},
	{"{id: x, define: HERE}", "", "leap", true},
	{"{id: x, define: HERE, called: the thing}", "", "leap", false},
	{"{id: x, allow: ACT, with: PART, when: HERE}", "a truth value", "choice", false},
	{"{id: x, allow: ACT, with: PART, to: HERE}", "a set of places", "move", false},
	{"{id: x, allow: step, with: PART, from: HERE}", "a set of places", "", false},
	{"{id: x, allow: leap, with: PART, over: HERE}", "a set of places", "move", false},
	{"{id: x, allow: step, with: PART, men: HERE}", "a number", "move", false},
	{"{id: x, forbid: step, when: HERE}", "a truth value", "choice", false},
	{"{id: x, forbid: remove, when: HERE}", "a truth value", "choice", false},
	{"{id: x, except: nothing_else, when: HERE}", "a truth value", "leap", false},
	{"{id: x, require: {that: HERE}}", "a truth value", "leap", false},
	{"{id: x, require: {that: ALWAYS}, when: HERE}", "a truth value", "", false},
	{"{id: x, require: {most: HERE}}", "a number", "leap", false},
	{"{id: x, require: {least: HERE}}", "a number", "leap", false},
	{"{id: x, on: step, when: HERE, do: {drop: turn}}", "a truth value", "move", false},
	{"{id: x, on: turn, when: HERE, do: {drop: turn}}", "a truth value", "", false},
	{"{id: x, on: step, do: {put: PART, times: HERE}}", "a number", "move", false},
	{"{id: x, on: turn, do: {take: HERE, from: hand, to: out}}", "a number", "", false},
	{"{id: x, on: turn, do: {next: HERE}}", "a player", "", false},
	{"{id: x, on: step, do: {add: {a_number: HERE}}}", "a number", "move", false},
	{"{id: x, on: step, do: {set: {a_number: HERE}}}", "a number", "move", false},
	{"{id: x, on: step, do: {set: {a_set: HERE}}}", "a set of places", "move", false},
	{"{id: x, on: step, do: {set: {a_place: HERE}}}", "a place", "move", false},
	{"{id: x, on: step, do: {set: {a_player: HERE}}}", "a player", "move", false},
	{"{id: x, variable: {kind: number, starts: HERE}}", "a number", "first", false},
	{"{id: x, variable: {kind: set, starts: HERE}}", "a set of places", "first", false},
	{"{id: x, score: HERE, at: turn}", "points", "score", false},
	{"{id: x, score: 3, at: turn, when: HERE}", "a truth value", "score", false},
	{"{id: x, end: it is over, at: turn, winner: none, when: HERE}", "a truth value", "score", false},
	{"{id: x, stage: STAGE, when: HERE}", "a truth value", "", false},
	{"{id: x, agenda: {play: [PART]}, when: HERE}", "a truth value", "", false},
	{"{id: x, blocked: stop, when: HERE}", "a truth value", "", false},
	{"{id: x, always: HERE}", "a truth value", "", false},
	{"{id: x, never: HERE}", "a truth value", "", false},
}

// around are, by type, the operations that an expression of it can be part of; X stands for it.
var around = map[string][]string{
	"a truth value": {"not X", "X and doublet", "hand > 2 or X", "X = (hand > 2)", "(hand > 2) != X", "if X then hand > 2 else off > 3", "if off > 3 then X else hand > 2",
		"their.(X)", "some(X)", "every(X)", "not some(X)", "not every(X)", "if off > 3 then hand > 2 else not (X)"},
	"a number": {"X = 3", "X != 5", "X < 4", "6 > X", "X <= hand", "hand + X >= 7", "X - 9 > hand", "X * 2 = hand", "hand > X / 2", "min(X, 4) = hand", "max(hand, X) < 7",
		"-X < 3", "their.X > 2", "own(to) = X", "to in (enemy >= X)", "count(own) > X", "(if doublet then X else 8) = hand", "X in own", "to in X..9", "to in ahead(from, X)",
		"to in run(enemy, X)", "to in crowd(enemy, X)", "follows(X)"},
	"a place": {"X = to", "X != from", "enemy(X) > 1", "X in own", "not (X in own)", "to in near(X)", "to in ahead(X, 2)", "distance(X) > 4", "number(X) = 5", "to in their.X",
		"to in landings(X, own, enemy)", "to in [X, far]", "count(mills(own, X)) > 2", "X > 5", "to <= X"},
	"a set of places": {"to in X", "to not in X", "X in own", "own in X", "count(X) = 2", "count(X) = 0", "count(X and own) > 1", "X = nowhere", "X != nowhere", "to in X or from in X", "to in X - own", "to in own - X",
		"to in X and enemy", "to in X or enemy", "to in own and not X", "first(X) = to", "from = last(X)", "to in near(X)", "to in run(X, 3)", "to in crowd(X, 4)", "to in edge(X)",
		"count(mills(X)) = 1", "to in their.X", "to in [X, own]", "to in landings(from, X, empty)", "to in landings(from, enemy, X)", "to in (if doublet then X else own)"},
	"a set of lines": {"count(X) = 1", "count(X) > hand", "from in points(X)", "X in mills(enemy)", "mills(enemy) in X", "X != mills(enemy)", "count(X - mills(enemy)) > 1",
		"count(mills(enemy) and X) > 1", "count(not X) > 1", "count(their.X) > 1", "count(X or mills(enemy)) = 0"},
	"a count of men by place": {"to in (X >= 2)", "to in (X = 1)", "X in near(from)", "count(X > 1) > 2", "to in (X < hand)", "to in their.(X >= 3)", "to in X"},
	"a player":                {"player = X", "X != player", "some(their.X = player)"},
	"a stage":                 {"stage = X", "stage != X"},
	"points":                  {"X > 2", "score - X = 3", "their.X < 4"},
}

// operands are what functions are tried with.
var operands = []string{"2", "7", "to", "from", "own", "enemy >= 2", "mills(own)", "mills(enemy)", "moved", "been_far", "step", "leap", "their.hand > 0", "their.off > 1"}

// atoms are the words of a game and what its functions make of operands.
func atoms(g *rulesets.Game) []string {
	out, functions := edition.Vocabulary(g)
	for _, c := range []int{0, 7} {
		out = append(out, g.Board.Cells[c%len(g.Board.Cells)].Name)
	}
	for f, n := range functions {
		for _, a := range operands {
			if n[0] == 1 {
				out = append(out, f+"("+a+")")
			}
			for _, b := range operands {
				if n[0] <= 2 && n[1] >= 2 && (a == operands[0] || b == operands[0] || a == "own" || b == "to") {
					out = append(out, f+"("+a+", "+b+")")
				}
				if n[0] == 3 && (a == "to" || a == "from") && (b == "own" || b == "enemy >= 2") {
					out = append(out, f+"("+a+", "+b+", empty)", f+"("+a+", empty, "+b+")")
				}
			}
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// For every word of the language, in every operation and at every place of a statement
// where it compiles, there is a sentence; it reads as English, and what compiles to
// something else has another.
func TestNoHoleInTheLanguage(t *testing.T) {
	long.Slow(t)
	tried := 0
	for _, file := range []string{"all-kinds", "cross", "graph", "grid", "holes", "merels"} {
		for k, sl := range slots {
			g, s, here := slotIn(file, sl)
			if g == nil {
				t.Logf("%s: no %s", file, sl.statement)
				continue
			}
			said := map[string][2]string{}
			try := func(text string) {
				node, _ := edition.Resolved(g, text, sl.want, sl.scope)
				if node == "" {
					return
				}
				if plain, _ := edition.Resolved(g, plainer(g, text), sl.want, sl.scope); plain != "" {
					node = plain
				}
				tried++
				x := statementWith(s, here, text)
				sentence := edition.SentenceOfChanged(g, x)
				if w := hole(sentence); w != "" {
					t.Errorf("%s: %s: %s in %q", file, strings.Replace(sl.statement, "HERE", text, 1), w, sentence)
				}
				if u := edition.Untyped(g, x); len(u) > 0 {
					t.Errorf("%s: %s: no type: %v", file, text, u)
				}
				if was, ok := said[sentence]; ok && was[0] != node {
					t.Errorf("%s: %s: %q and %q are both %q", file, sl.statement, was[1], text, sentence)
				}
				said[sentence] = [2]string{node, text}
			}
			for i, a := range atoms(g) {
				if !long.Form() && i%14 != k%14 {
					continue
				}
				try(a)
				_, typ := edition.Resolved(g, a, "", sl.scope)
				if !sl.wide {
					continue
				}
				for _, op := range around[typ] {
					try(regexp.MustCompile(`\bX\b`).ReplaceAllLiteralString(op, a))
				}
			}
		}
	}
	t.Logf("%d expressions", tried)
	if tried < long.Of(1300, 20000) {
		t.Errorf("only %d expressions compiled", tried)
	}
}

// filler is, by type, something that compiles anywhere and stands nowhere else.
var filler = map[string]string{"a truth value": "board = 17", "a set of places": "anywhere and anywhere", "a number": "board + 17", "a player": "player", "points": "board + 17",
	"a place": "first(anywhere and anywhere)", "": "board = 17"}

// hole says what shows that a sentence does not name its parts.
func hole(sentence string) string {
	if w := stumble(sentence); w != "" && !strings.HasPrefix(w, "a word twice") {
		return w
	}
	if w := regexp.MustCompile(`%!|“[^”]*\(|[a-z]\(|…|cannot be put into words| \.| is is | ,`).FindString(sentence); w != "" {
		return w
	}
	for _, w := range regexp.MustCompile("“([^”]*)” (?:holds|does not hold)").FindAllStringSubmatch(sentence, -1) {
		if slices.Contains(strings.Fields(languageWords), strings.ReplaceAll(w[1], " ", "_")) {
			return w[0]
		}
	}
	return ""
}

// slotIn makes a game with the statement of a slot, and finds where in it the expression
// stands; nil where the game can have no such statement.
func slotIn(file string, sl slot) (*rulesets.Game, *rulesets.Statement, *yamlpos.Node) {
	name := filepath.Join("testdata", "sentences", file+".yaml")
	data, err := os.ReadFile(name)
	if err != nil {
		return nil, nil, nil
	}
	line := strings.NewReplacer("HERE", strconv.Quote(filler[sl.want]), "ALWAYS", `"board < 18"`, "ACT", "step", "STAGE", map[string]string{"all-kinds": "{throws: die}", "cross": "{throws: lots}", "holes": "{throws: sticks}", "graph": "{}", "grid": "{}", "merels": "{}"}[file], "PART", partOf(file)).Replace(sl.statement)
	more := `
  - {id: a_number, variable: {kind: number}, assumed: a test}
  - {id: a_set, variable: {kind: set}, assumed: a test}
  - {id: a_place, variable: {kind: place}, assumed: a test}
  - {id: a_player, variable: {kind: player}, assumed: a test}
  - {id: nothing_else, forbid: any, when: "board = 18", assumed: a test}
  - ` + strings.TrimSuffix(line, "}") + ", assumed: a test}\n"
	d, errs := rulesets.LoadOne(name, append(data, more...), nil)
	if len(errs) > 0 {
		return nil, nil, nil
	}
	g, errs := d.Game(nil)
	if len(errs) > 0 {
		return nil, nil, nil
	}
	s := g.Statement("x")
	var here *yamlpos.Node
	eachScalar(s.Node, func(n *yamlpos.Node) {
		if n.Text == filler[sl.want] {
			here = n
		}
	})
	return g, s, here
}

// partOf is a part that the steps of a game go with.
func partOf(file string) string {
	if file == "holes" || file == "cross" {
		return "number"
	}
	return "step"
}

const languageWords = "from to over part passed spares completable parts_left parts_played numbers_left high low thrown doublet occurrences scored score board men_in_all player " +
	"empty anywhere nowhere own own_any_lap enemy allied anyone count distance number run crowd edge near ahead behind first last mills points landings marked unmarked has some every min max follows part_is act_is"

// plainer writes in one way what in a game may be said in several that are the same.
func plainer(g *rulesets.Game, text string) string {
	text = regexp.MustCompile(`\bown_any_lap\b`).ReplaceAllString(text, "own") // where no way passes a place twice
	if len(g.Program.Players) == 2 {
		text = regexp.MustCompile(`\b(some|every)\(`).ReplaceAllString(text, "(")
		text = regexp.MustCompile(`their\.\(\(?their\.([^()]*)\)?\)`).ReplaceAllString(text, "$1")
	}
	dice := false
	for _, d := range g.Program.Throws {
		dice = dice || len(d.Dice) > 1
	}
	if !dice {
		text = regexp.MustCompile(`\b(high|low)\b`).ReplaceAllString(text, "thrown")
	}
	for _, same := range [][2]string{
		{`^count\((.*)\) = 0$`, "$1 = nowhere"}, {`^1 <= hand$`, "hand > 0"},
		// Seen from either side it is the same.
		{`their\.(to|empty|anywhere|row_3|column_3|centre|marked|used)$`, "$1"}, {`^to not in nowhere$`, "to in anywhere"}, {`^to in to$`, "to = to"},
		{`their\.points\(mills\(own\)\)`, "points(mills(enemy))"}, {`their\.points\(mills\(enemy\)\)`, "points(mills(own))"},
	} {
		text = regexp.MustCompile(same[0]).ReplaceAllString(text, same[1])
	}
	return text
}

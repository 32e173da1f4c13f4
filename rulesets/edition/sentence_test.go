package edition_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"unicode"

	"github.com/google/go-cmp/cmp"

	"github.com/lectio/lectio/evidence/yamlpos"
	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/ast"
	"github.com/lectio/lectio/rulesets/dimension"
	"github.com/lectio/lectio/rulesets/edition"
	"github.com/lectio/lectio/rulesets/lang"
	"github.com/lectio/lectio/testdata/bundled"
	"github.com/lectio/lectio/testdata/long"
)

var updateSentences = flag.Bool("update", false, "rewrite the expected outputs")

// sentenceGames compiles what stands in testdata/sentences: by file, without
// its extension.
func sentenceGames(t testing.TB) map[string]*rulesets.Game {
	t.Helper()
	files, err := filepath.Glob("testdata/sentences/*.yaml")
	if err != nil || len(files) == 0 {
		t.Fatalf("no test data: %v", err)
	}
	out := map[string]*rulesets.Game{}
	for _, f := range files {
		data, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		d, errs := dimension.LoadOne(f, data, nil)
		if len(errs) > 0 {
			t.Fatal(errs)
		}
		g, errs := d.Game(nil)
		if len(errs) > 0 {
			t.Fatal(errs)
		}
		out[strings.TrimSuffix(f, ".yaml")] = g
	}
	return out
}

// spoken is a statement in an interpretation that has it.
type spoken struct {
	g *rulesets.Game
	s *rulesets.Statement
}

func (x spoken) String() string {
	return fmt.Sprintf("%s %s (%s)", x.s.Pos, x.s.ID, x.g.Name())
}

var spokenOnce struct {
	sync.Mutex
	list []spoken
}

// spokenBundled lists every statement of every bundled ruleset, those of all
// readings included, each in one interpretation. They are compiled once for all tests.
func spokenBundled(t testing.TB) []spoken {
	t.Helper()
	spokenOnce.Lock()
	defer spokenOnce.Unlock()
	if spokenOnce.list != nil {
		return spokenOnce.list
	}
	var out []spoken
	for _, d := range bundled.Corpus(t).Definitions {
		choices := []rulesets.Choice{nil}
		for _, a := range d.Alternatives() {
			choices = append(choices, a.Choice)
		}
		seen := map[*rulesets.Statement]bool{}
		for _, ch := range choices {
			g, errs := d.Game(ch)
			if len(errs) > 0 {
				t.Errorf("%s %s: %v", d.ID, ch, errs)
				continue
			}
			for _, s := range g.Statements {
				if !seen[s] {
					seen[s] = true
					out = append(out, spoken{g, s})
				}
			}
		}
	}
	spokenOnce.list = out
	return out
}

func spokenTestdata(t testing.TB) []spoken {
	t.Helper()
	var out []spoken
	for _, g := range sentenceGames(t) {
		for _, s := range g.Statements {
			out = append(out, spoken{g, s})
		}
	}
	return out
}

func spokenAll(t testing.TB) []spoken { return append(spokenTestdata(t), spokenBundled(t)...) }

func TestSentencesGolden(t *testing.T) {
	for name, g := range sentenceGames(t) {
		var b strings.Builder
		for _, s := range g.Statements {
			fmt.Fprintf(&b, "%s\n    %s\n", s.ID, edition.Sentence(g, s))
		}
		file := name + ".golden"
		if *updateSentences {
			if err := os.WriteFile(file, []byte(b.String()), 0o666); err != nil {
				t.Fatal(err)
			}
			continue
		}
		want, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(strings.Split(string(want), "\n"), strings.Split(b.String(), "\n")); d != "" {
			t.Errorf("%s (-want +got; -update rewrites it):\n%s", file, d)
		}
	}
}

// Every kind of statement occurs in the test data, and so does every effect and
// every function: a new one needs a sentence.
func TestSentencesCoverTheLanguage(t *testing.T) {
	kinds, text := map[string]bool{}, ""
	for _, x := range spokenTestdata(t) {
		kinds[x.s.Kind] = true
		eachScalar(x.s.Node, func(n *yamlpos.Node) { text += " " + n.Text })
	}
	for _, k := range ast.Kinds {
		if !kinds[k.Word] {
			t.Errorf("no statement of the kind %s", k.Word)
		}
	}
	for _, f := range strings.Fields("own own_any_lap enemy allied anyone count distance number run crowd edge near ahead behind first last mills points landings marked unmarked has some every min max follows part_is") {
		if !strings.Contains(text, f+"(") && !strings.Contains(text, f+" ") {
			t.Errorf("%s(…) is asked nowhere", f)
		}
	}
	effects := map[string]bool{}
	for _, x := range spokenTestdata(t) {
		if x.s.Kind == "do" {
			eachMap(x.s.Node.Get("do"), func(n *yamlpos.Node) {
				for _, k := range n.Keys {
					effects[k.Text] = true
				}
			})
		}
	}
	for _, e := range strings.Fields("send set add mark unmark put drop next stage go_on hand_over take at_most times where of") {
		if !effects[e] {
			t.Errorf("no effect %s", e)
		}
	}
}

func eachScalar(n *yamlpos.Node, f func(*yamlpos.Node)) {
	if n == nil {
		return
	}
	if n.Kind == yamlpos.Scalar {
		f(n)
	}
	for _, v := range n.Values {
		eachScalar(v, f)
	}
}

func eachMap(n *yamlpos.Node, f func(*yamlpos.Node)) {
	if n == nil {
		return
	}
	if n.Kind == yamlpos.Map {
		f(n)
	}
	for _, v := range n.Values {
		eachMap(v, f)
	}
}

// wrong says what a reader would stumble over in a sentence.
func stumble(sentence string) string {
	letter, _ := strconv.Unquote(`"` + strings.TrimPrefix(sentence, "“") + `"`)
	switch {
	case strings.TrimSuffix(sentence, ".") == "":
		return "empty"
	case strings.Contains(sentence, "_"):
		return "an underscore"
	case strings.Contains(sentence, "  "):
		return "two blanks"
	case !strings.HasSuffix(sentence, "."):
		return "no full stop"
	case letter != "" && !unicode.IsUpper([]rune(letter)[0]):
		return "no capital"
	case regexp.MustCompile(`[<>=*\[\]{}]|\((own|enemy|own_any_lap|empty)|\.\.| ,|,,|;,|“”`).MatchString(sentence):
		return "a sign of the language"
	case strings.Count(sentence, "(") != strings.Count(sentence, ")"):
		return "a bracket left open"
	}
	fields := strings.Fields(sentence)
	for i := 1; i < len(fields); i++ {
		if fields[i] == fields[i-1] && !unicode.IsDigit(rune(fields[i][0])) {
			return "a word twice: " + fields[i]
		}
	}
	return ""
}

func TestSentencesReadAsEnglish(t *testing.T) {
	for _, x := range spokenAll(t) {
		s := edition.Sentence(x.g, x.s)
		if w := stumble(s); w != "" {
			t.Errorf("%s: %s in %q", x, w, s)
		}
	}
}

// talk are the keys of a statement that are no part of what it states.
var aboutStatement = map[string]bool{"id": true, "warrant": true, "assumed": true, "note": true, "replaces": true, "before": true, "after": true, "called": true}

var numberNames = strings.Fields("zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty")

// numberSaid is, by number, what shows that it is said.
var numberSaid = map[int]*regexp.Regexp{}

// saysNumber reports whether a number occurs in a sentence; nought and one also hide
// in "no", "at least one", "empty" and the like.
func saysNumber(sentence string, n int) bool {
	if re := numberSaid[n]; re != nil {
		return re.MatchString(sentence)
	}
	alternatives := []string{strconv.Itoa(n)}
	if n < len(numberNames) {
		alternatives = append(alternatives, numberNames[n])
	}
	switch n {
	case 0:
		alternatives = append(alternatives, "no", "none", "one", "empty", "all", "zero", "nothing", "every")
	case 1:
		alternatives = append(alternatives, "no", "none", "once", "by many", "his", "lie", "each", "a", "any")
	case 2:
		alternatives = append(alternatives, "twice")
	}
	numberSaid[n] = regexp.MustCompile(`(?i)(^|[^\pL\d])(` + strings.Join(alternatives, "|") + `)($|[^\pL\d])`)
	return numberSaid[n].MatchString(sentence)
}

var numberTokens = regexp.MustCompile(`[\pL\d_]+`)

// asksFlag reports whether a text, or the statement, is about a variable that sentences
// speak of as a fact, so that 0 and 1 are not spoken of as numbers.
func asksFlag(g *rulesets.Game, s *rulesets.Statement, text string) bool {
	if s.Kind == "variable" || s.Kind == "do" {
		text += " " + s.ID
		eachMap(s.Node, func(n *yamlpos.Node) {
			for _, k := range n.Keys {
				text += " " + strings.TrimPrefix(k.Text, "their.")
			}
		})
	}
	return slices.ContainsFunc(numberTokens.FindAllString(text, -1), func(id string) bool { return edition.IsFlag(g, id) })
}

func TestNumbersAreInTheSentence(t *testing.T) {
	long.Slow(t)
	for _, x := range spokenAll(t) {
		sentence := edition.Sentence(x.g, x.s)
		for i, k := range x.s.Node.Keys {
			if aboutStatement[k.Text] {
				continue
			}
			eachScalar(x.s.Node.Values[i], func(n *yamlpos.Node) {
				for _, w := range numberTokens.FindAllString(n.Text, -1) {
					if strings.Contains(n.Text, "thrown") && strings.Contains(sentence, "the lot drawn") {
						continue // a lot is called by its name, not by its number
					}
					if strings.Contains(sentence, "” means just that") || asksFlag(x.g, x.s, n.Text) || n == x.s.Node.Get(x.s.Kind).Get("least") {
						continue // it is so or not; and what a typed position needs is no rule
					}
					if v, err := strconv.Atoi(w); err == nil && !saysNumber(sentence, v) {
						t.Errorf("%s: %d of %q is not in %q", x, v, n.Text, sentence)
					}
				}
			})
		}
	}
}

// with returns the statement with the text of one node changed.
func statementWith(s *rulesets.Statement, n *yamlpos.Node, text string) *rulesets.Statement {
	c := *s
	c.Statement = s.Again(nodeWith(s.Node, n, text))
	return &c
}

func nodeWith(n, target *yamlpos.Node, text string) *yamlpos.Node {
	c := *n
	if n == target {
		c.Text = text
		return &c
	}
	c.Keys, c.Values = nil, nil
	for _, k := range n.Keys {
		c.Keys = append(c.Keys, nodeWith(k, target, text))
	}
	for _, v := range n.Values {
		c.Values = append(c.Values, nodeWith(v, target, text))
	}
	return &c
}

var comparisonTokens = regexp.MustCompile(`>=|<=|!=|=|<|>|\band\b|\bor\b|\bown\b|\benemy\b|\bto\b|\bfrom\b`)

var otherToken = map[string][]string{">=": {">", "<"}, "<=": {"<", ">"}, "!=": {"="}, "=": {"!="}, "<": {"<=", ">"}, ">": {">=", "<"},
	"and": {"or"}, "or": {"and"}, "own": {"enemy"}, "enemy": {"own"}, "to": {"from"}, "from": {"to"}}

// What a sentence asks of has been compiled with the game.
func TestSentencesAskOfWhatIsCompiled(t *testing.T) {
	for _, x := range spokenAll(t) {
		if u := edition.Untyped(x.g, x.s); len(u) > 0 {
			t.Errorf("%s: %v", x, u)
		}
	}
}

// A sentence says so much that another number, another comparison or another
// word makes another sentence.
func TestChangedStatementsHaveOtherSentences(t *testing.T) {
	changes := 0
	for _, x := range spokenAll(t) {
		sentence := edition.Sentence(x.g, x.s)
		changed := func(n *yamlpos.Node, text string) {
			changes++
			if got := edition.SentenceOfChanged(x.g, statementWith(x.s, n, text)); got == sentence {
				t.Errorf("%s: %q and %q are both %q", x, n.Text, text, got)
			}
		}
		for i, k := range x.s.Node.Keys {
			if aboutStatement[k.Text] || k.Text == "end" || k.Text == "names" {
				continue
			}
			eachScalar(x.s.Node.Values[i], func(n *yamlpos.Node) {
				if n == x.s.Node.Values[i].Get("least") {
					return // what a typed position needs is no rule
				}
				for _, at := range numberTokens.FindAllStringIndex(n.Text, -1) {
					if v, err := strconv.Atoi(n.Text[at[0]:at[1]]); err == nil {
						changed(n, n.Text[:at[0]]+strconv.Itoa(v+1)+n.Text[at[1]:])
					}
				}
				if strings.Contains("agenda players", x.s.Kind) || k.Text == "with" {
					return
				}
				for _, at := range comparisonTokens.FindAllStringIndex(n.Text, -1) {
					for _, o := range otherToken[n.Text[at[0]:at[1]]] {
						changed(n, n.Text[:at[0]]+o+n.Text[at[1]:])
					}
				}
			})
		}
	}
	t.Logf("%d changes", changes)
}

// saysNothing are keys that only state what would hold anyway.
var saysNothingNew = map[string]bool{
	"place to: empty": true, "remove from: enemy": true, "step to: near(from) and empty": true,
	"variable kind: number": true, "variable per: game": true, "track places: numbers": true, "throw faces: 6": true,
	"throw chance: 1/2": true, "score at: move": true, "end at: move": true, "require scope: step": true,
	"remove from: enemy >= 1": true, "players seen: rotated": true, "players seen: same": true,
	"grid cells: squares": true, // the word for a cell says it, which is the board's
	"grid names: letters": true, "holes names: numbers": true, "track off: yes": true,
	"require most: parts": true, "agenda on: any": true, "agenda order: any": true, "agenda order: fixed": true,
}

// No key of a statement can be left out without a trace in the sentence.
func TestNoKeyIsDropped(t *testing.T) {
	for _, x := range spokenAll(t) {
		sentence := edition.Sentence(x.g, x.s)
		var drop func(n *yamlpos.Node, rebuild func(*yamlpos.Node) *yamlpos.Node)
		drop = func(n *yamlpos.Node, rebuild func(*yamlpos.Node) *yamlpos.Node) {
			for i := range n.Values {
				i := i
				if n.Kind == yamlpos.Map {
					key := n.Keys[i].Text
					if n == x.s.Node && (key == x.s.Kind || aboutStatement[key]) {
						if key == x.s.Kind {
							drop(n.Values[i], func(v *yamlpos.Node) *yamlpos.Node { return rebuild(withValue(n, i, v)) })
						}
						continue
					}
					act := x.s.Kind
					if x.s.Kind == "allow" {
						act = x.s.Node.Get("allow").Text
					}
					if saysNothingNew[act+" "+key+": "+n.Values[i].Text] || key == "assumed" || key == "called" || key == "shape" || key == "least" {
						continue
					}
					if key == "in" && len(x.g.Program.Stages) == 1 {
						continue // every turn belongs to the one stage there is
					}
					if _, named := x.g.Moments[n.Values[i].Text]; key == "at" && named && strings.Contains(n.Values[i].Text, "_") {
						continue // a name for a moment, which may be the usual one
					}
					if key == "play" && len(n.Values[i].Values) == 0 && n.Values[i].Kind == yamlpos.List {
						continue
					}
					c := *n
					c.Keys = append(append([]*yamlpos.Node{}, n.Keys[:i]...), n.Keys[i+1:]...)
					c.Values = append(append([]*yamlpos.Node{}, n.Values[:i]...), n.Values[i+1:]...)
					s := *x.s
					s.Statement = x.s.Again(rebuild(&c))
					if len(c.Keys) == 0 || s.Node.Get(x.s.Kind) == nil {
						continue
					}
					if got := edition.Sentence(x.g, &s); got == sentence {
						t.Errorf("%s: without %s the sentence is the same: %q", x, key, sentence)
					}
				}
				if n.Kind == yamlpos.List && len(n.Values) > 1 {
					c := *n
					c.Values = append(append([]*yamlpos.Node{}, n.Values[:i]...), n.Values[i+1:]...)
					s := *x.s
					s.Statement = x.s.Again(rebuild(&c))
					if got := edition.Sentence(x.g, &s); got == sentence {
						t.Errorf("%s: without %q the sentence is the same: %q", x, n.Values[i].Text, sentence)
					}
				}
				drop(n.Values[i], func(v *yamlpos.Node) *yamlpos.Node { return rebuild(withValue(n, i, v)) })
			}
		}
		drop(x.s.Node, func(n *yamlpos.Node) *yamlpos.Node { return n })
	}
}

func withValue(n *yamlpos.Node, i int, v *yamlpos.Node) *yamlpos.Node {
	c := *n
	c.Values = append([]*yamlpos.Node{}, n.Values...)
	c.Values[i] = v
	return &c
}

// Whatever stands in a statement, there is a sentence and no panic.
func TestSentencesOfBrokenStatements(t *testing.T) {
	for i, x := range spokenAll(t) {
		if !long.Form() && i%11 != 0 {
			continue
		}
		eachScalar(x.s.Node, func(n *yamlpos.Node) {
			for _, bad := range []string{"", "count()", "a and", "no_such_name", "their.(own)", "run(own)", "1 = own = 2", "-3", "if own then 1 else mills(own)"} {
				if edition.SentenceOfChanged(x.g, statementWith(x.s, n, bad)) == "" {
					t.Errorf("%s: no sentence with %q", x, bad)
				}
				if e, err := lang.Parse(bad); err == nil {
					edition.Condition(x.g, &lang.Text{Expr: e, Written: bad})
				}
			}
		})
		for i := range x.s.Node.Values {
			for _, v := range []*yamlpos.Node{{Kind: yamlpos.Map}, {Kind: yamlpos.List}, {}} {
				s := *x.s
				s.Statement = x.s.Again(withValue(x.s.Node, i, v))
				edition.Sentence(x.g, &s)
			}
		}
	}
}

func TestCondition(t *testing.T) {
	games := sentenceGames(t)
	for _, c := range []struct{ game, condition, want string }{
		{"all-kinds", "enemy(to) >= 2", "two or more opposing men stand on the point moved to"},
		{"all-kinds", "not (enemy(to) >= 2)", "fewer than two opposing men stand on the point moved to"},
		{"all-kinds", "to in run(enemy >= 2, 6)", "the point moved to lies in an unbroken row of six or more points of the player's way, each held by two or more opposing men"},
		{"all-kinds", "to in their.run(own >= 2, 6)", "the point moved to lies in an unbroken row of six or more points of the player's opponent's way, each held by two or more of the opponent's men"},
		{"all-kinds", "count(entry_points and empty) < 2", "fewer than two of the entry points are empty"},
		{"all-kinds", "bar > count(entry_points and empty)", "the player has more men on the bar than there are entry points that are empty"},
		{"all-kinds", "their.bar > 0", "the player's opponent has at least one man on the bar"},
		{"all-kinds", "hand > 0", "the player has at least one man in hand"},
		{"all-kinds", "their.board + their.hand <= 2", "the player's opponent has at most two men on the board and in hand together"},
		{"all-kinds", "own(24) = 15", "exactly fifteen of the player's men stand on his point 24"},
		{"all-kinds", "22..24 in (own = 5)", "each of the player's points 22 to 24 holds exactly five of his men"},
		{"all-kinds", "occurrences >= 3", "this position, with the same player to move, has stood three times or more"},
		{"all-kinds", "parts_played < 2", "fewer than two parts of the throw have been played"},
		{"all-kinds", "own in 19..24", "all the player's men that are on the board stand on his points 19 to 24"},
		{"all-kinds", "part", "the number played"},
		{"all-kinds", "entry_points and empty", "the entry points that are empty"},
		{"all-kinds", "1..3 or empty", "the player's points 1 to 3 and the empty points"},
		{"all-kinds", "first(own)", "the first point on the player's way with at least one of his men"},
		{"all-kinds", "off = men_in_all", "all the player's men are borne off"},
		{"all-kinds", "doublet and (bar > 0 or hand > 0)", "the throw is a doublet, and the player has either at least one man on the bar or at least one man in hand"},
		{"all-kinds", "(doublet and bar > 0) or off = 3", "either both the throw is a doublet and the player has at least one man on the bar, or he has exactly three men borne off"},
		{"all-kinds", "hand + bar = 0", "the player has no man in hand or on the bar"},
		{"all-kinds", "bar = 0 and (doublet and bar > 0 or hand > 0 and off > 0 or off = 3)",
			"the player has no man on the bar, and one of these holds (both the throw is a doublet and he has at least one man on the bar, he has both at least one man in hand and at least one man borne off, or he has exactly three men borne off)"},
		{"all-kinds", "their.home_only", "all the player's opponent's men are in the last quarter"},
		{"all-kinds", "their.board > 4 and board > 4 and their.off > 0",
			"the player's opponent has more than four men on the board, the player has more than four men on the board, and the opponent has at least one man borne off"},
		{"holes", "r1c3 in unmarked(moved) and r1c4 not in own or r1c4 in unmarked(moved) and r1c5 not in own or r1c5 in unmarked(moved) and r2c5 not in own",
			"at least one of the holes r1c3 to r1c5 holds at least one of the player's men without the mark “moved”, while the hole after it on the way holds none of his men"},
		{"holes", "r1c3 in own and r1c4 in empty or r1c4 in own and r1c2 in empty", "either both hole r1c3 holds at least one of the player's men and hole r1c4 is empty, or both hole r1c4 holds at least one of his men and hole r1c2 is empty"},
		{"merels", "from in points(mills(enemy))", "the point moved from lies in one of the player's opponent's mills"},
		{"merels", "count(mills(own, to)) > 0", "the player has at least one mill through the point moved to"},
		{"merels", "not mill", "it is not the case that the man moved to now stands in a mill"},
		{"cross", "every(their.bar > 0)", "every opponent has at least one man on the bar"},
		{"cross", "not some(their.bar > 0)", "no opponent has at least one man on the bar"},
	} {
		g := games[filepath.FromSlash("testdata/sentences/"+c.game)]
		e, err := lang.Parse(c.condition)
		if err != nil {
			t.Fatal(err)
		}
		if got := edition.ConditionOf(g, e); got != c.want {
			t.Errorf("%s:\n got %s\nwant %s", c.condition, got, c.want)
		}
	}
}

// The order of a throw is said with the throw, unless an order statement is about it.
func TestOrderIsSaidOfEachThrow(t *testing.T) {
	const file = `
ruleset: ordered
title: Doublets in order
family: tables
statements:
  - {id: players, players: [white, black], assumed: a test}
  - {id: board, tables: {points: 24}, assumed: a test}
  - {id: track, track: {run: [1..24]}, assumed: a test}
  - {id: men, men: 2, assumed: a test}
  - {id: set_up, set_up: {1: 2}, assumed: a test}
  - {id: dice, throw: {dice: 2, faces: 6}, assumed: a test}
  - {id: play, stage: {throws: dice}, assumed: a test}
  - {id: six, agenda: {on: 6-6, play: [6, 5]}, assumed: a test}
  - {id: doublets, agenda: {on: doublet, play: [high, 1]}, assumed: a test}
  - {id: others, agenda: {on: other, play: [high, low]}, assumed: a test}
  - {id: order, order: fixed, on: ORDERED, assumed: a test}
  - {id: advance, allow: advance, assumed: a test}
  - {id: blocked, blocked: stop, assumed: a test}
`
	for _, c := range []struct {
		ordered string
		free    []string // agendas whose sentences say that any order will do
	}{
		{"doublet", []string{"others"}},
		{"6-6", []string{"others"}}, // a doublet as well: the statement on doublets keeps silent
		{"other", []string{"six", "doublets"}},
		{"any", nil},
	} {
		d, errs := dimension.LoadOne("ordered.yaml", []byte(strings.Replace(file, "ORDERED", c.ordered, 1)), nil)
		if len(errs) > 0 {
			t.Fatal(errs)
		}
		g, errs := d.Game(nil)
		if len(errs) > 0 {
			t.Fatal(errs)
		}
		var free []string
		for _, s := range g.Statements {
			if s.Kind == "agenda" && strings.HasSuffix(edition.Sentence(g, s), ", in any order.") {
				free = append(free, s.ID)
			}
		}
		if diff := cmp.Diff(c.free, free); diff != "" {
			t.Errorf("order on %s (-want +got):\n%s", c.ordered, diff)
		}
	}
}

// withLine compiles a test ruleset in which one text is put in the place of
// another.
func withLine(t *testing.T, file, old, with string) (*rulesets.Game, string) {
	t.Helper()
	name := filepath.Join("testdata", "sentences", file+".yaml")
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	text := strings.Replace(string(data), old, with, 1)
	if text == string(data) {
		t.Fatalf("%s has no %q", name, old)
	}
	d, errs := dimension.LoadOne(name, []byte(text), nil)
	if len(errs) > 0 {
		return nil, fmt.Sprint(errs)
	}
	g, errs := d.Game(nil)
	return g, fmt.Sprint(errs)
}

// A side is counted of what falls with one side up or the other, and not of dice.
func TestCountedSideIsOfSticks(t *testing.T) {
	_, got := withLine(t, "holes", "{sticks: 4, chance: 1/2, counts: the white side}", "{dice: 2, counts: the white side}")
	if !strings.Contains(got, "only sticks, cowries and pyramids have a side that counts") || !strings.Contains(got, "holes.yaml:12:") {
		t.Errorf("dice with a side that counts: %s", got)
	}
}

// Lots are drawn by name in a stage of their own, also where sticks are thrown
// in another, and a stage is named as soon as there is another.
func TestLotsBesideSticks(t *testing.T) {
	g, errs := withLine(t, "holes", "  - {id: ordinary,", `  - {id: bonus, on: thrown, in: turn, when: thrown = 2, do: {put: 3}, assumed: a test}
  - {id: ordinary,`)
	if g == nil {
		t.Fatal(errs)
	}
	for id, want := range map[string]string{
		"lot_for_north": "In the stage “drawing”, when a lot has been drawn and the lot drawn is “north”, North has the next turn.",
		"bonus":         "In the stage “turn”, when a throw has been made and exactly two of the sticks fell with the white side up, the player must also play 3, before or after the rest of the throw.",
	} {
		if got := edition.Sentence(g, g.Statement(id)); got != want {
			t.Errorf("%s:\n got %s\nwant %s", id, got, want)
		}
	}
	fixed, errs := withLine(t, "holes", "  - {id: ordinary,", `  - {id: in_order, order: fixed, assumed: a test}
  - {id: bonus, on: thrown, in: turn, when: thrown = 2, do: {put: 3}, assumed: a test}
  - {id: ordinary,`)
	if fixed == nil {
		t.Fatal(errs)
	}
	if got, want := edition.Sentence(fixed, fixed.Statement("bonus")), "In the stage “turn”, when a throw has been made and exactly two of the sticks fell with the white side up, the player must next play 3."; got != want {
		t.Errorf("in a fixed order:\n got %s\nwant %s", got, want)
	}
}

// A sentence that begins with a quotation mark, or with a letter beyond ASCII, stays text.
func TestCapitalised(t *testing.T) {
	for in, want := range map[string]string{"“any man” parts": "“any man” parts", "ārā": "Ārā", "men": "Men", "": ""} {
		if got := edition.Capitalised(in); got != want {
			t.Errorf("%q becomes %q, want %q", in, got, want)
		}
	}
}

// Who begins is told with who that is, and a game that begins with lots is begun by nobody
// before they have fallen.
func TestWhoBeginsIsToldWhole(t *testing.T) {
	const rest = `
id: players, players: [white, black]
id: board, grid: {rows: 1, columns: 3}
id: men, men: 1
id: set_up, set_up: {white: {a1: 1}, black: {c1: 1}}
id: lost, blocked: stop
id: step, allow: step, to: empty
id: one, agenda: {play: [step]}, in: turn
`
	for _, tt := range []struct{ statements, want string }{
		{"id: turn, stage: {}\nid: first, begins: white", "White begins."},
		{"id: turn, stage: {}\nid: first, begins: white, called: the player whose die is lower", "White, the player whose die is lower, begins."},
		{"id: drawn, variable: {kind: number, starts: 0, per: game, shared: yes}\nid: lots, throw: {lots: [white, black]}\nid: drawing, stage: {throws: lots}, when: drawn = 0\nid: turn, stage: {}\nid: none, agenda: {on: any, play: []}, in: drawing\nid: is_drawn, on: thrown, in: drawing, do: {add: drawn}\nid: first, begins: white",
			"White draws the lot that settles who begins."},
	} {
		g, _ := gameOf(t, rest+tt.statements, nil)
		if got := edition.Sentence(g, g.Statement("first")); got != tt.want {
			t.Errorf("%s\nis told as %q; expected %q", tt.statements, got, tt.want)
		}
	}
}

// All sentences of an interpretation at once are those that are asked for one by one.
func TestSentencesAtOnce(t *testing.T) {
	for name, g := range sentenceGames(t) {
		for i, text := range edition.Sentences(g) {
			if one := edition.Sentence(g, g.Statements[i]); one != text {
				t.Errorf("%s, %s: %q by itself, %q with the others", name, g.Statements[i].ID, one, text)
			}
		}
	}
}

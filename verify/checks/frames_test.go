package checks_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/dimension"
	"github.com/lectio/lectio/testdata/long"
	"github.com/lectio/lectio/verify"
	"github.com/lectio/lectio/verify/brief"
	"github.com/lectio/lectio/verify/checks"
	"github.com/lectio/lectio/verify/measure"
	"github.com/lectio/lectio/verify/playout"
)

// walk is a game of one man a side on rows of their own, who go to and fro until one is at
// the far end; who starts nearer to it has the better side.
type walk struct {
	names     [2]string
	length    int
	starts    [2]int
	begins    int
	points    int    // that who arrives scores; 0: nothing is counted
	winner    string // of the end
	questions []string
}

func drawnWalk(r *rand.Rand) *walk {
	names := []string{"hares", "hounds", "kings", "rebels", "reds", "blues", "inner", "outer"}
	r.Shuffle(len(names), func(i, j int) { names[i], names[j] = names[j], names[i] })
	n := 6 + r.IntN(3)
	return &walk{names: [2]string{names[0], names[1]}, length: n, starts: [2]int{1, 2 + r.IntN(2)}, begins: r.IntN(2), points: 1 + r.IntN(3), winner: "me"}
}

func (w *walk) setUp(starts [2]int) string {
	cell := func(column, row int) string { return fmt.Sprintf("%c%d", 'a'+column-1, row) }
	return fmt.Sprintf("set_up: {%s: {%s: 1}, %s: {%s: 1}}", w.names[0], cell(starts[0], 1), w.names[1], cell(starts[1], 2))
}

func (w *walk) text() string {
	out := fmt.Sprintf(`
ruleset: walk
title: Walk
family: race
statements:
  - {id: players, players: [%s, %s], seen: same, assumed: test}
  - {id: begins, begins: %s, assumed: test}
  - {id: board, grid: {rows: 2, columns: %d}, assumed: test}
`, w.names[0], w.names[1], w.names[w.begins], w.length)
	out += fmt.Sprintf(`  - {id: men, men: 1, assumed: test}
  - {id: set_up, %s, assumed: test}
  - {id: turn, stage: {}, assumed: test}
  - {id: one, agenda: {play: [step]}, assumed: test}
  - {id: own_row, define: if player = %s then row_1 else row_2, called: his row, assumed: test}
  - {id: go, allow: step, to: near(from) and empty and own_row, assumed: test}
  - {id: home, define: column_%d, called: the far end, assumed: test}
`, w.setUp(w.starts), w.names[0], w.length)
	if w.points > 0 {
		out += fmt.Sprintf("  - {id: paid, score: %d, on: step, when: to in home, assumed: test}\n", w.points)
	}
	out += fmt.Sprintf("  - {id: there, end: a man is home, on: step, when: to in home, winner: %s, assumed: test}\n", w.winner)
	return out + "questions:\n" + strings.Join(w.questions, "")
}

func (w *walk) run(t *testing.T, seed uint64) (*verify.Result, *brief.Brief) {
	t.Helper()
	d, errs := dimension.LoadOne("walk.yaml", []byte(w.text()), nil)
	if len(errs) > 0 {
		t.Fatalf("%v\n%s", errs, w.text())
	}
	o := verify.Budget(200, 2000)
	o.Cap, o.RowCap, o.Seed = 400, 100, seed
	o.AltGames, o.AltMoves = 150, 1_000_000
	o.Only = []string{"RD004"}
	res := verify.Run(context.Background(), checks.All(), own(t, nil), []*rulesets.Definition{d}, o)
	return res, brief.Of(res, res.Targets[0])
}

const stays = `statements: [{id: same, forbid: step, when: count(empty) < 0, assumed: test}]`

// Planted rulesets of each kind of artefact give no figure that fails its sentence.
func TestFiguresAreOfWhatTheirSentenceSays(t *testing.T) {
	sentences := 0
	for seed := range uint64(long.Of(10, 40)) {
		r := rand.New(rand.NewPCG(seed, 39))
		w := drawnWalk(r)
		kind := []string{"labels", "stakes", "begins", "within", "named"}[seed%5]
		switch kind {
		case "labels": // the sides change their places and their names
			w.questions = []string{ask("sides", reading("exchanged", fmt.Sprintf(`statements: [{replaces: own_row, define: if player = %s then row_2 else row_1, called: his row, assumed: test}, {replaces: set_up, set_up: {%s: {%c2: 1}, %s: {%c1: 1}}, assumed: test}, {replaces: begins, begins: %s, assumed: test}]`,
				w.names[0], w.names[0], 'a'+w.starts[1]-1, w.names[1], 'a'+w.starts[0]-1, w.names[1-w.begins])))}
		case "stakes":
			w.questions = []string{ask("stakes", reading("higher", fmt.Sprintf(`statements: [{replaces: paid, score: %d, on: step, when: to in home, assumed: test}]`, w.points+1+r.IntN(4))),
				reading("nothing", "without: [paid]"), reading("if_early", `statements: [{replaces: paid, score: `+fmt.Sprint(w.points)+`, on: step, when: to in home and count(their.(own) and column_1) > 0, assumed: test}]`))}
		case "begins":
			w.questions = []string{ask("begins_", reading("the_other", fmt.Sprintf(`statements: [{replaces: begins, begins: %s, assumed: test}]`, w.names[1-w.begins])))}
		case "within":
			w.questions = []string{ask("first", reading("shorter", fmt.Sprintf(`statements: [{replaces: home, define: column_%d, called: the end, assumed: test}]`, w.length-1))),
				strings.Replace(ask("second", reading("no_way_back", fmt.Sprintf(`statements: [{replaces: there, end: a man is home, on: step, when: to in (home or column_%d), winner: me, assumed: test}]`, w.length-2))), "    default:", "    asked-when: {first: [shorter]}\n    default:", 1)}
		case "named":
			w.winner = "none"
			w.questions = []string{ask("named", reading("who_arrives", `statements: [{replaces: there, end: a man is home, on: step, when: to in home, winner: me, assumed: test}]`),
				reading("nearer", fmt.Sprintf(`statements: [{replaces: home, define: column_%d, called: the end, assumed: test}, {replaces: there, end: a man is home, on: step, when: to in home, winner: me, assumed: test}]`, w.length-1)))}
		}
		res, b := w.run(t, seed+1)
		for i := range b.Doubts {
			if b.Doubts[i].Effect.Figure != "" {
				sentences++
			}
			holds(t, fmt.Sprintf("seed %d, %s", seed, kind), w, res, b.Doubts[i].Effect)
		}
		switch kind {
		case "labels", "stakes":
			for i := range b.Doubts {
				if d := &b.Doubts[i]; d.Effect.Figure != "" || !strings.Contains(d.Effect.Words, "changes what is counted, not what is played") {
					t.Errorf("seed %d, %s: told with a figure: %s (%s)", seed, kind, d.Effect.Words, d.Effect.Figure)
				}
			}
		case "within":
			if !slices.ContainsFunc(b.Doubts, func(d brief.Doubt) bool {
				return d.Question == "second" && strings.HasPrefix(d.Effect.Words, "the question arises only where “shorter” is read in first; there under “no way back” ")
			}) {
				t.Errorf("seed %d: that the second arises only within the first is not said: %+v", seed, b.Doubts)
			}
		}
	}
	if sentences < 4 {
		t.Errorf("%d sentences have a figure", sentences)
	}
}

// told are the sentences in which figures of changes are told, with what they say.
var told = regexp.MustCompile(`^(?:the question arises only where “([^”]+)” is read in (\w+); there )?under “([^”]+)” (.*?); (?:by default|under “[^”]+”), (none|[\d,.]+)( of [\d,]+ from the same random numbers)?(?: in those from the same random numbers)?: difference [^;]*(; it also changes .*)?$`)

var (
	shareTold = regexp.MustCompile(`^(none|[\d,]+) of ([\d,]+) games at random( that had a winner| that ended with one side ahead)?( both ways)?(?: \(only [\d,]+ of [\d,]+ were begun, so long they were together\))? (.*)$`)
	meanTold  = regexp.MustCompile(`^(.*?) ([\d.,]+) (moves, passes counted,|turns|moves to choose from on the average|points a game) in ([\d,]+) games at random( that ended)?( both ways)?(?: \(only [\d,]+ of [\d,]+ were begun, so long they were together\))?$`)
)

// number is a number as sentences write it.
func number(s string) float64 {
	if s == "none" {
		return 0
	}
	f, err := strconv.ParseFloat(strings.ReplaceAll(s, ",", ""), 64)
	if err != nil {
		panic(err)
	}
	return f
}

// holds works a sentence out anew from the games that were recorded.
func holds(t *testing.T, what string, w *walk, res *verify.Result, told_ brief.Told) {
	t.Helper()
	if !strings.ContainsAny(told_.Figure, "0123456789") {
		return
	}
	m := told.FindStringSubmatch(told_.Words)
	if m == nil {
		t.Errorf("%s: no sentence that is known: %q", what, told_.Words)
		return
	}
	row := func(reading string) *verify.Metrics {
		for i := range res.Metrics {
			if strings.ReplaceAll(res.Metrics[i].Reading, "_", " ") == reading {
				return &res.Metrics[i]
			}
		}
		return nil
	}
	under := row(m[3])
	base := &res.Metrics[slices.IndexFunc(res.Metrics, func(x verify.Metrics) bool { return x.Interpretation == under.Base })]
	if m[1] != "" && !strings.Contains(base.Interpretation, strings.ReplaceAll(m[1], " ", "_")) {
		t.Errorf("%s: measured within %s: %q", what, base.Interpretation, told_.Words)
	}
	n := min(len(under.Stats.Outcomes), len(base.Stats.Outcomes))
	a, b := under.Stats.Outcomes[:n], base.Stats.Outcomes[:n]
	leader := func(x *playout.Outcome) int {
		switch {
		case x.Winner >= 0:
			return int(x.Winner)
		case x.Close != playout.Ended || x.Scores[0] == x.Scores[1]:
			return -1
		case x.Scores[0] > x.Scores[1]:
			return 0
		}
		return 1
	}
	if s := shareTold.FindStringSubmatch(m[4]); s != nil {
		in := func(x *playout.Outcome) bool { return true }
		switch {
		case strings.HasPrefix(s[5], "were won by "):
			in = func(x *playout.Outcome) bool { return x.Winner >= 0 }
		case strings.HasSuffix(s[5], " ahead"):
			in = func(x *playout.Outcome) bool { return leader(x) >= 0 }
		}
		var is func(x *playout.Outcome) bool
		side, of := strings.CutPrefix(s[5], "were won by ")
		ahead, leads := strings.CutPrefix(s[5], "ended with ")
		switch {
		case s[5] == "had a winner":
			is = func(x *playout.Outcome) bool { return x.Winner >= 0 }
		case of && side == "the side that begins":
			is = func(x *playout.Outcome) bool { return x.Winner == x.Opener }
		case of:
			is = func(x *playout.Outcome) bool { return int(x.Winner) == slices.Index(w.names[:], side) }
		case leads:
			is = func(x *playout.Outcome) bool {
				return leader(x) == slices.Index(w.names[:], strings.TrimSuffix(ahead, " ahead"))
			}
		default:
			t.Errorf("%s: no sentence that is known: %q", what, told_.Words)
			return
		}
		games, first, second := 0, 0, 0
		for i := range n {
			if in(&a[i]) && in(&b[i]) {
				games++
				if is(&a[i]) {
					first++
				}
				if is(&b[i]) {
					second++
				}
			}
		}
		if float64(games) != number(s[2]) || float64(first) != number(s[1]) || float64(second) != number(m[5]) || m[6] == "" {
			t.Errorf("%s: %d and %d of %d games: %q", what, first, second, games, told_.Words)
		}
		return
	}
	s := meanTold.FindStringSubmatch(m[4])
	if s == nil {
		t.Errorf("%s: no sentence that is known: %q", what, told_.Words)
		return
	}
	var sum [2][2]float64
	games := 0
	for i := range n {
		if s[3] != "moves to choose from on the average" && (a[i].Close != playout.Ended || b[i].Close != playout.Ended) {
			continue
		}
		games++
		for k, x := range []*playout.Outcome{&a[i], &b[i]} {
			value, of := 0.0, 1.0
			switch s[3] {
			case "moves, passes counted,":
				value = float64(x.Plies)
			case "turns":
				value = float64(x.Turns)
			case "moves to choose from on the average":
				value, of = float64(x.Branch+x.Plies-x.Chosen), float64(x.Plies)
			case "points a game":
				value = float64(x.Scores[slices.Index(w.names[:], strings.TrimSuffix(s[1], " made"))])
			}
			sum[k][0], sum[k][1] = sum[k][0]+value, sum[k][1]+of
		}
	}
	for k, said := range []string{s[2], m[5]} {
		if got := sum[k][0] / sum[k][1]; float64(games) != number(s[4]) || got-number(said) > 0.51 || number(said)-got > 0.51 || number(said) < 100 && (got-number(said) > 0.051 || number(said)-got > 0.051) {
			t.Errorf("%s: %.3f in %d games where %s is said: %q", what, got, games, said, told_.Words)
		}
	}
}

// A reading that changes who begins, where sides are unlike, is told by the sides.
func TestWhoBeginsIsComparedByRole(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 39))
	w := drawnWalk(r)
	w.questions = []string{ask("begins_", reading("the_other", fmt.Sprintf(`statements: [{replaces: begins, begins: %s, assumed: test}]`, w.names[1-w.begins])))}
	res, _ := w.run(t, 1)
	seen := false
	for i := range res.Changes {
		c := &res.Changes[i]
		seen = seen || c.Metric == measure.WinsOf+w.names[0]
		if c.Metric == measure.MetricFirstShare {
			t.Errorf("who begins is compared: %+v", c.Difference)
		}
	}
	if !seen {
		t.Error("roles are not compared")
	}
}

// The gravest of planted questions is first and firm, two that do the same share their
// place, and where none does anything none is called gravest: in 19 of 20 games each.
func TestPlacesAreFirmOrShared(t *testing.T) {
	games := long.Of(5, 20)
	firm, shared, silent := 0, 0, 0
	for seed := range uint64(games) {
		r := rand.New(rand.NewPCG(seed, 95))
		base := drawnWalk(r)
		base.points = 0
		// Who starts behind is home sooner.
		nearer := func(id string, by int) string {
			return ask(id, reading("nearer", fmt.Sprintf(`statements: [{id: home_%s, end: a man is home, on: step, when: to in column_%d and player = %s, winner: me, before: there, assumed: test}]`, id, base.length-by, base.names[0])))
		}
		same := func(id string) string {
			return ask(id, reading("others", fmt.Sprintf(`statements: [{id: same_%s, forbid: step, when: count(empty) < 0, assumed: test}]`, id)))
		}
		with := func(questions ...string) *brief.Brief {
			r.Shuffle(len(questions), func(i, j int) { questions[i], questions[j] = questions[j], questions[i] })
			w := *base
			w.questions = questions
			_, b := w.run(t, seed+1)
			return b
		}
		if b := with(nearer("grave", 3), ask("slight", reading("sooner", fmt.Sprintf(`statements: [{replaces: home, define: column_%d, called: the end, assumed: test}]`, base.length-1))), same("empty")); len(b.Doubts) > 0 && b.Doubts[0].Question == "grave" && b.Doubts[0].Firm {
			firm++
		}
		if b := with(nearer("one", 2), nearer("other", 2), same("empty")); len(b.Doubts) >= 2 && b.Doubts[0].Shared == "shared with "+b.Doubts[1].Question && !b.Doubts[0].Firm && !b.Doubts[1].Firm {
			shared++
		}
		if b := with(same("a"), same("b"), same("c")); len(b.Doubts) == 0 {
			silent++
		}
	}
	if least := games - games/20; firm < least || shared < least || silent < least {
		t.Errorf("of %d: firm %d, shared %d, silent %d", games, firm, shared, silent)
	}
}

// What the ruleset adds of its own stands below what the texts leave open, and is marked; a
// contradiction inside the source is named though play does not tell.
func TestAdditionsAndContradictions(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 9))
	w := drawnWalk(r)
	repeated := fmt.Sprintf("  - {id: come_back, end: the same for the third time, at: start, when: occurrences >= %d, winner: none, assumed: games must end}\nquestions:\n", 3)
	// That it may be drawn changes who prevails; a way back that is shut changes lengths.
	w.questions = []string{
		ask("drawn", reading("not_drawn", "without: [come_back]")),
		ask("longer", reading("from_the_start", fmt.Sprintf(`statements: [{replaces: set_up, %s, assumed: test}]`, w.setUp([2]int{w.starts[0] + 1, w.starts[1] + 1})))),
		strings.NewReplacer("kind: silence", "kind: contradiction", "basis: conjectured", "basis: inferred").Replace(ask("worth", reading("half", fmt.Sprintf(`statements: [{replaces: paid, score: %d/2, on: step, when: to in home, assumed: test}]`, w.points)))),
		ask("same", reading("others", stays)),
	}
	d, errs := dimension.LoadOne("walk.yaml", []byte(strings.Replace(w.text(), "questions:\n", repeated, 1)), nil)
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	o := verify.Budget(300, 2000)
	o.Cap, o.AltGames, o.AltMoves, o.Only = 400, 200, 1_000_000, []string{"RD004"}
	res := verify.Run(context.Background(), checks.All(), own(t, nil), []*rulesets.Definition{d}, o)
	b := brief.Of(res, res.Targets[0])
	var order []string
	for i := range b.Doubts {
		x := &b.Doubts[i]
		order = append(order, fmt.Sprintf("%s (%s, %s)", x.Question, x.Aspect, x.Mark))
	}
	if got, want := strings.Join(order, "\n"), "longer (length, )\ndrawn (who prevails, about an end that the ruleset adds and no text has)\nworth (score, a contradiction inside the source)"; got != want {
		t.Errorf("told\n%s\nwant\n%s", got, want)
	}
	b = brief.Of(res, res.Targets[0])
	if len(b.Contradictions) > 0 {
		t.Errorf("a doubt that is told is named again: %v", b.Contradictions)
	}
	// Where it is not among the doubts that are told it is named by itself.
	res.Rankings = append(slices.Repeat(res.Rankings[:1], brief.DoubtsTold), res.Rankings...)
	if b = brief.Of(res, res.Targets[0]); len(b.Contradictions) != 1 || !strings.Contains(b.Contradictions[0].Words, "“half” changes what is counted, not what is played") {
		t.Errorf("the contradiction is not named: %+v", b.Contradictions)
	}
}

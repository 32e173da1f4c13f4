package checks_test

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/lectio/lectio/evidence/fold"
	"github.com/lectio/lectio/rulesets/dimension"
	"github.com/lectio/lectio/verify/compare"
	"github.com/lectio/lectio/verify/measure"

	"github.com/lectio/lectio/evidence"
	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/testdata/bundled"
	"github.com/lectio/lectio/testdata/long"
)

// variants loads the corpus of testdata/own with further rulesets: the race under
// another name, with some of its text replaced.
func variants(t *testing.T, changes map[string][]string) *dimension.Corpus {
	t.Helper()
	dir := "../../testdata/own"
	files := fstest.MapFS{}
	for _, name := range []string{"rulesets/definitions/race-to-the-middle.yaml", "rulesets/definitions/three-rows.yaml"} {
		data, err := os.ReadFile(dir + "/" + name)
		if err != nil {
			t.Fatal(err)
		}
		files[name] = &fstest.MapFile{Data: data}
	}
	race := string(files["rulesets/definitions/race-to-the-middle.yaml"].Data)
	rules, _, ok := strings.Cut(race, "\nexamples:")
	if !ok {
		t.Fatal("the race has no examples to leave out")
	}
	for name, replaced := range changes {
		text := strings.Replace(rules, "ruleset: race-to-the-middle", "ruleset: "+name, 1)
		for i := 0; i < len(replaced); i += 2 {
			if !strings.Contains(text, replaced[i]) {
				t.Fatalf("the race does not say %q", replaced[i])
			}
			text = strings.Replace(text, replaced[i], replaced[i+1], 1)
		}
		files["rulesets/definitions/"+name+".yaml"] = &fstest.MapFile{Data: []byte(text + "\n")}
	}
	ev, errs := evidence.Load(os.DirFS(dir), dir)
	c, more := dimension.Load(files, "", ev)
	if len(errs)+len(more) > 0 {
		t.Fatal(errs, more)
	}
	return c
}

// side is the interpretation of a ruleset with some readings picked.
func side(t *testing.T, c *dimension.Corpus, id string, choice rulesets.Choice) compare.Side {
	t.Helper()
	d := c.Find(id)
	if d == nil {
		t.Fatalf("there is no %s", id)
	}
	in, errs := d.Interpret(choice)
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	s := compare.Side{Interpretation: in}
	for q := range choice {
		s.Pinned = append(s.Pinned, d.Question(q).ID)
	}
	return s
}

func sideBySide(t *testing.T, c *dimension.Corpus, o compare.Options, sides ...compare.Side) *compare.Comparison {
	t.Helper()
	res, errs := compare.Sides(context.Background(), c, sides, o)
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	return res
}

// signs lists the dimensions that have a sign.
func signs(c *compare.Comparison, sign compare.Difference) []string {
	var out []string
	for i := range c.Dimensions {
		if c.Dimensions[i].Sign == sign {
			out = append(out, c.Dimensions[i].ID)
		}
	}
	return out
}

// A copy is alike in everything; one statement more makes one answer another, and a
// number changed the answer that is that number.
func TestCompareDimensions(t *testing.T) {
	c := variants(t, map[string][]string{
		"copy":  nil,
		"draws": {"  - {id: always_a_winner, settles: draws, as: never, warrant: [o#6]}\n", "  - {id: nobody, end: nobody can go on, at: start, when: own(30) = 1, winner: none, warrant: [o#6]}\n"},
		"names": {"players: [south, east, north, west]", "players: [red, blue, green, white]", "begins: south", "begins: red"},
		"quiet": {"  - {id: always_a_winner,", "  - {id: not_from_far, forbid: advance, when: own(from) >= 2 and part > 99, warrant: [o#6]}\n  - {id: always_a_winner,"},
		"three": {"{id: men, men: 2,", "{id: men, men: 3,", "set_up: {hand: 2}", "set_up: {hand: 3}"},
	})
	race := side(t, c, "race-to-the-middle", nil)
	res := sideBySide(t, c, compare.Options{}, race, side(t, c, "copy", nil))
	if p := res.Pairs[0]; p.Differ+p.Otherwise > 0 || p.Compared < 30 || p.SameRuleset {
		t.Errorf("a copy: %+v", p)
	}
	if got := len(signs(res, compare.Agrees)); got != res.Pairs[0].Compared {
		t.Errorf("a copy: %d dimensions have =, %d were compared", got, res.Pairs[0].Compared)
	}

	// Rules in which no dimension sees a difference are named.
	res = sideBySide(t, c, compare.Options{}, race, side(t, c, "quiet", nil))
	if p := res.Pairs[0]; p.Differ != 0 || len(p.SaidByOne[0]) > 0 || len(p.SaidByOne[1]) != 1 || p.SaidByOne[1][0].ID != "not_from_far" {
		t.Errorf("a rule that nobody asks about: %+v", p)
	}

	// What the players are called is no rule.
	res = sideBySide(t, c, compare.Options{}, race, side(t, c, "names", nil))
	if p := res.Pairs[0]; p.Differ+p.Otherwise > 0 {
		t.Errorf("players of other names: %+v, %v", p, signs(res, compare.Otherwise))
	}

	res = sideBySide(t, c, compare.Options{}, race, side(t, c, "draws", nil))
	p := res.Pairs[0]
	if got := signs(res, compare.Differs); !slices.Equal(got, []string{"draws"}) || p.Differ != 1 || !slices.Equal(p.Differing, got) {
		t.Errorf("draws: %v have ≠, the pair has %+v", got, p)
	}
	if d := p.Distance(); d != 1/float64(p.Compared) {
		t.Errorf("the distance is %v, want one of %d", d, p.Compared)
	}
	for i := range res.Dimensions {
		row := &res.Dimensions[i]
		if row.ID == "draws" && (row.Cells[0].Sign != compare.Alone || row.Cells[1].Sign != compare.Differs) {
			t.Errorf("the cells of draws have %q and %q", row.Cells[0].Sign, row.Cells[1].Sign)
		}
	}

	res = sideBySide(t, c, compare.Options{}, race, side(t, c, "three", nil))
	if got := signs(res, compare.Differs); !slices.Equal(got, []string{"men"}) {
		t.Errorf("three men: %v have ≠", got)
	}
	if got := signs(res, compare.Otherwise); slices.Contains(got, "direction") {
		t.Errorf("three men: %v have ≈", got)
	}

	// Kinds of games that ask in other terms are not set against each other.
	res = sideBySide(t, c, compare.Options{}, race, side(t, c, "three-rows", nil))
	p = res.Pairs[0]
	if p.OneOnly == 0 || p.Compared == 0 || p.Compared+p.NotSettled+p.NoIssue+p.OtherTerms+p.OneOnly != len(res.Dimensions) {
		t.Errorf("the pair does not account for %d dimensions: %+v", len(res.Dimensions), p)
	}
	if res.Dimensions[0].Asked[0].Family != rulesets.AllGames || len(res.Dimensions[len(res.Dimensions)-1].AskedOf()) != 1 {
		t.Errorf("what all games are asked does not come first, or what one is asked last")
	}
}

// Rules that say the same by definitions that do not are not the same rules.
func TestCompareDefinitions(t *testing.T) {
	long.Slow(t)
	c := bundled.Corpus(t)
	res := sideBySide(t, c, compare.Options{}, side(t, c, "lange-puff", nil), side(t, c, "lange-puff", rulesets.Choice{"LP-A27": "every-doublet"}))
	otherwise := signs(res, compare.Otherwise)
	if !slices.Contains(otherwise, "further_throws") || slices.Contains(otherwise, "stacking") {
		t.Errorf("%v have ≈", otherwise)
	}
	for i := range res.Dimensions {
		row := &res.Dimensions[i]
		if row.ID != "further_throws" {
			continue
		}
		a, b := row.Cells[0], row.Cells[1]
		if !slices.Equal(a.Sentences, b.Sentences) || slices.Equal(a.Definitions, b.Definitions) {
			t.Errorf("the sentences are %q and %q, the definitions %q and %q", a.Sentences, b.Sentences, a.Definitions, b.Definitions)
		}
	}
	if p := res.Pairs[0]; !slices.Equal(p.Differing, []string{"throws_again"}) || p.Otherwise != len(otherwise) {
		t.Errorf("the pair has %+v", p)
	}
}

// Two records of one passage are one testimony.
func TestCompareTestimony(t *testing.T) {
	long.Slow(t)
	c := bundled.Corpus(t)
	var sides []compare.Side
	for _, id := range []string{"lange-puff", "contraere-puff", "mylna"} {
		sides = append(sides, side(t, c, id, nil))
	}
	res := sideBySide(t, c, compare.Options{}, sides...)
	if len(res.Testimony) != 1 {
		t.Fatalf("%d pairs of records hang together: %+v", len(res.Testimony), res.Testimony)
	}
	x := res.Testimony[0]
	if !x.Passage || !x.Source || x.Shared < 15 || !strings.Contains(x.Follows(), "one testimony, not two") || !slices.Equal(x.Rulesets, []string{"contraere-puff", "lange-puff"}) {
		t.Errorf("the Puffs: %+v", x)
	}
	for _, p := range res.Pairs {
		if want := p.A == 0 && p.B == 1; p.OneTestimony != want {
			t.Errorf("%d–%d rest on one testimony: %v", p.A, p.B, p.OneTestimony)
		}
	}
	for i := range res.Clauses {
		s := &res.Clauses[i]
		for _, r := range s.Clauses {
			if fold.Text(c.Evidence.Record(r.Record).Clause(r.N).Text) != fold.Text(s.Text) {
				t.Errorf("%s does not say %q", r, s.Text)
			}
		}
	}
	if !slices.ContainsFunc(res.Clauses, func(s compare.SharedClause) bool {
		return res.OnePassage(&s) && len(s.Clauses) == 2 && s.Clauses[0].String() == "DLP.GameRulesets.1077#10" && s.Clauses[1].String() == "DLP.GameRulesets.1078#10"
	}) {
		t.Errorf("clause 10 of the two is not among the shared ones: %+v", res.Clauses)
	}
	// 16 and 17, in which the two part, are not shared.
	if slices.ContainsFunc(res.Clauses, func(s compare.SharedClause) bool { return s.Clauses[0].String() == "DLP.GameRulesets.1077#16" }) {
		t.Error("clause 16 is said to be shared")
	}
	if a, b := res.Columns[0].QuestionCount, res.Columns[1].QuestionCount; a.Shared < 30 || a.Shared != b.Shared || a.Shared >= a.Left {
		t.Errorf("%d of %d and %d of %d questions are shared", a.Shared, a.Left, b.Shared, b.Left)
	}
}

// What an interpretation picks is not left, and what follows from it shows.
func TestCompareReadings(t *testing.T) {
	long.Slow(t)
	c := bundled.Corpus(t)
	sides := []compare.Side{side(t, c, "piprjall", nil), side(t, c, "piprjall", rulesets.Choice{"PIP-A07": "descend-like-others"})}
	if long.Form() {
		sides = append(sides, side(t, c, "piprjall", rulesets.Choice{"PIP-A07": "up-then-down"}))
	}
	res := sideBySide(t, c, compare.Options{Games: 40, Seed: 3, Cap: 2000, Jobs: 2}, sides...)
	if a, b := res.Columns[0].QuestionCount, res.Columns[1].QuestionCount; a.Picked != 0 || b.Picked != 1 || b.Left >= a.Left || b.Left+b.Picked+b.Moot != len(c.Find("piprjall").Questions) {
		t.Errorf("left by default %+v, and with one reading picked %+v", a, b)
	}
	three := 0
	for _, q := range c.Find("piprjall").Questions {
		if in := res.Columns[0].Interpretation; q.Weight == 3 && in.Readings[q.ID] != nil {
			three++
		}
	}
	if got := res.Columns[0].ByWeight[3]; got != three {
		t.Errorf("%d questions of weight 3 are left, want %d", got, three)
	}
	if len(res.Statements) != 1 || res.Statements[0].ID != "double_five" {
		t.Errorf("the statements that differ are %+v", res.Statements)
	} else if said := res.Statements[0].Sentences; len(said) != len(sides) || len(slices.Compact(slices.Clone(said))) != len(said) {
		t.Errorf("of each reading its own is said: %q", said)
	}
	for _, p := range res.Pairs {
		if !p.SameRuleset || p.Statements != 1 || p.OneTestimony {
			t.Errorf("pair %+v", p)
		}
	}
	if got := signs(res, compare.Otherwise); !slices.Equal(got, []string{"doublets", "doublet_order"}) {
		t.Errorf("%v have ≈", got)
	}
	if got, want := res.Heading(1), "B PIP-A07=descend-like-others"; got != want {
		t.Errorf("heading %q, want %q", got, want)
	}
	if got, want := res.Columns[1].Asked(), "piprjall{PIP-A07=descend-like-others}"; got != want {
		t.Errorf("asked for as %q, want %q", got, want)
	}
	for i := range res.Play[0].Tests {
		if x := &res.Play[0].Tests[i]; !x.Paired || x.Comparisons != len(res.Play[0].Tests)-countNaN(res) {
			t.Errorf("test %+v", x)
		}
	}
	// Points are tested within a ruleset, and nothing is said of winners where no rule names one.
	if !slices.ContainsFunc(res.Play[0].Tests, func(x compare.Test) bool { return x.Metric == "points of white" }) {
		t.Error("points are not tested")
	}
	for _, metric := range []string{measure.MetricBalance, measure.MetricCompletion, measure.MetricDrawishness, measure.MetricFirstShare} {
		if m := res.Play[0].Measure(0, metric); m != nil {
			t.Errorf("no rule names a winner, and %s is measured: %+v", metric, m)
		}
	}
	if m := res.Play[0].Measure(0, measure.MetricFirstLed); m == nil || m.Estimate.N == 0 {
		t.Errorf("nothing is said of who comes out ahead: %+v", m)
	}
	if got := res.Same(); len(got) > 0 {
		t.Errorf("%v state the same", got)
	}
	if !long.Form() {
		return
	}
	// Two readings that come to the same rules by other reasons.
	twins := sideBySide(t, c, compare.Options{Games: 40, Seed: 3, Cap: 2000, Jobs: 2}, side(t, c, "piprjall", nil),
		side(t, c, "piprjall", rulesets.Choice{"PIP-A07": "descend-like-others"}), side(t, c, "piprjall", rulesets.Choice{"PIP-A10": "error-in-5"}))
	if got := twins.Same(); len(got) != 1 || !slices.Equal(got[0], []string{"B", "C"}) {
		t.Errorf("%v state the same, want B and C", got)
	}
	for i := range twins.Play[0].Tests {
		if x := &twins.Play[0].Tests[i]; x.A == 1 && x.Sign != measure.Alike && x.Sign != measure.TooFew {
			t.Errorf("the same rules differ in %s: %q", x.Metric, x.Sign)
		}
	}
	first := sideBySide(t, c, compare.Options{Games: 20, Seed: 3, Cap: 2000, Jobs: 1, First: true}, side(t, c, "piprjall", nil),
		side(t, c, "piprjall", rulesets.Choice{"PIP-A07": "descend-like-others"}), side(t, c, "piprjall", rulesets.Choice{"PIP-A07": "up-then-down"}))
	if slices.ContainsFunc(first.Play[0].Tests, func(x compare.Test) bool { return x.A != 0 }) || len(first.Play[0].Tests)*3 != len(res.Play[0].Tests)*2 {
		t.Errorf("%d tests against the first, %d of every two", len(first.Play[0].Tests), len(res.Play[0].Tests))
	}
}

func countNaN(c *compare.Comparison) int {
	n := 0
	for i := range c.Play[0].Tests {
		if p := c.Play[0].Tests[i].Difference.P; p != p {
			n++
		}
	}
	return n
}

// A planted difference is marked, and none between a game and its copy: not with
// the same throws, and not with others.
func TestCompareMarks(t *testing.T) {
	c := variants(t, map[string][]string{
		"copy": nil,
		// One man in the middle is enough.
		"quick": {"when: own(41) = 2", "when: own(41) >= 1"},
	})
	o := compare.Options{Games: 200, Seed: 5, Cap: 5000, Jobs: 2}
	res := sideBySide(t, c, o, side(t, c, "race-to-the-middle", nil), side(t, c, "copy", nil), side(t, c, "quick", nil))
	marked := func(a, b int) (out []string) {
		for i := range res.Play[0].Tests {
			if x := &res.Play[0].Tests[i]; x.A == a && x.B == b && (x.Sign == measure.More || x.Sign == measure.Less) {
				out = append(out, x.Metric+" "+string(x.Sign))
			}
			if res.Play[0].Tests[i].Paired {
				t.Error("games of two rulesets are compared in pairs")
			}
		}
		return out
	}
	if got := marked(0, 1); len(got) > 0 {
		t.Errorf("a copy differs in %v", got)
	}
	for _, b := range []int{0, 1} {
		if got := marked(b, 2); !slices.Contains(got, "moves a game with passes -") || !slices.Contains(got, "turns a game -") {
			t.Errorf("the quick game differs from %d in %v only", b, got)
		}
	}
	if m := res.Play[0].Measure(2, measure.MetricMoves); m.Sign != measure.Less || m.Stats.Seed != 5 || m.Stats.Cap != 5000 || m.Stats.Played != 200 {
		t.Errorf("the sign against the first is %q, of %+v", m.Sign, m.Stats.Options)
	}
	if !strings.Contains(res.Play[0].How(), "level 0.05") || !strings.Contains(res.Play[0].How(), "Holm") || !strings.Contains(res.Play[0].How(), "Welch") || strings.Contains(res.Play[0].How(), "paired") {
		t.Errorf("the marks are explained by %q", res.Play[0].How())
	}
	for i := range res.Play[0].Tests {
		if x := &res.Play[0].Tests[i]; float64(x.Low) > x.Difference.Low+1e-9 || float64(x.High) < x.Difference.High-1e-9 || float64(x.Holm) < x.Difference.P-1e-12 {
			t.Errorf("corrected narrower than uncorrected: %+v", x)
		}
	}
}

// One of four players wins less often than one of two: their shares are not tested
// against each other, and those of games of two are.
func TestCompareUnequalNumbersOfPlayers(t *testing.T) {
	long.Slow(t)
	c := bundled.Corpus(t)
	o := compare.Options{Games: 6, Seed: 2, Cap: 3000, Jobs: 2}
	res := sideBySide(t, c, o, side(t, c, "gallery:tic-tac-toe", nil), side(t, c, "barjis", nil), side(t, c, "mylna", nil))
	between := map[[2]int][]string{}
	for i := range res.Play[0].Tests {
		x := &res.Play[0].Tests[i]
		between[[2]int{x.A, x.B}] = append(between[[2]int{x.A, x.B}], x.Metric)
	}
	for pair, want := range map[[2]int]bool{{0, 1}: false, {1, 2}: false, {0, 2}: true} {
		if got := slices.Contains(between[pair], measure.MetricFirstShare); got != want || !slices.Contains(between[pair], measure.MetricMoves) {
			t.Errorf("%v are tested in %v", pair, between[pair])
		}
	}
	if m := res.Play[0].Measure(1, measure.MetricFirstShare); m == nil || m.Sign != "" {
		t.Errorf("the first player's share of four has %+v", m)
	}
	const said = "first player's share"
	if !strings.Contains(res.Play[0].How(), said) {
		t.Errorf("it is not said: %q", res.Play[0].How())
	}
	if two := sideBySide(t, c, o, side(t, c, "gallery:tic-tac-toe", nil), side(t, c, "mylna", nil)); strings.Contains(two.Play[0].How(), said) {
		t.Errorf("it is said of games of two: %q", two.Play[0].How())
	}
}

// Timeouts are no draws, and the result does not depend on the number of workers.
func TestComparePlay(t *testing.T) {
	c := variants(t, map[string][]string{"copy": nil})
	o := compare.Options{Games: 130, Seed: 1, Cap: 20, Jobs: 1}
	sides := []compare.Side{side(t, c, "race-to-the-middle", nil), side(t, c, "three-rows", nil)}
	res := sideBySide(t, c, o, sides...)
	value := func(metric string) float64 { return res.Play[0].Measure(0, metric).Estimate.Value }
	if value("timeouts") != 1 || value("drawishness") != 0 || value("completion") != 0 {
		t.Errorf("timeouts %v, drawishness %v, completion %v", value("timeouts"), value("drawishness"), value("completion"))
	}
	if m := res.Play[0].Measure(0, measure.MetricMoves); m.Estimate.N != 0 || m.LeftOut != 130 {
		t.Errorf("games that were given up have a length: %+v", m)
	}
	names := res.Play[0].MetricNames()
	if at := slices.Index(names, "completion"); at < 0 || at+1 < len(names) && slices.Contains(names, measure.MetricBalance) && names[at+1] != measure.MetricBalance {
		t.Errorf("balance does not stand beside completion: %v", names)
	}
	text := func(c *compare.Comparison) string {
		var list []any
		for i := range c.Play[0].Tests {
			x := c.Play[0].Tests[i]
			list = append(list, x.Metric, x.From.N, x.To.N, string(x.Sign), x.LeftOut)
		}
		for _, m := range c.Play[0].Metrics {
			list = append(list, m.Metric, m.Estimate.N, m.Stats.Moves, m.Stats.Turns, m.Stats.Played)
		}
		b, err := json.Marshal(list)
		if err != nil {
			t.Fatal(err)
		}
		return string(b)
	}
	o.Jobs = 3
	if other := sideBySide(t, c, o, sides...); text(other) != text(res) || other.Done != res.Done || res.Done != 260 {
		t.Errorf("three workers make another comparison than one: %d and %d games", other.Done, res.Done)
	}
	ctx, stop := context.WithCancel(context.Background())
	stop()
	cut, errs := compare.Sides(ctx, c, sides, o)
	if len(errs) > 0 || !cut.Interrupted || cut.Done != 0 || len(cut.Play) > 0 || len(cut.Dimensions) == 0 {
		t.Errorf("interrupted: %v %v, %d games, %d dimensions", errs, cut.Interrupted, cut.Done, len(cut.Dimensions))
	}
	if !compareInMiddle(t, c, sides) {
		t.Error("a comparison that was stopped has games behind a gap")
	}
}

// compareInMiddle stops a comparison after some games and reports whether every
// sample is without gaps.
func compareInMiddle(t *testing.T, c *dimension.Corpus, sides []compare.Side) bool {
	t.Helper()
	ctx, stop := context.WithCancel(context.Background())
	o := compare.Options{Games: 2000, Seed: 1, Cap: 5000, Jobs: 2}
	o.Progress = func(done, _ int, _ string) {
		if done > 200 {
			stop()
		}
	}
	defer stop()
	res, errs := compare.Sides(ctx, c, sides, o)
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	total := 0
	for _, col := range res.Columns {
		if col.Stats != nil {
			total += col.Stats.Played
			if len(col.Stats.Outcomes) != col.Stats.Played {
				return false
			}
		}
	}
	for _, m := range res.Play[0].Metrics {
		if !m.Cut {
			t.Errorf("%s of column %d rests on %d games, and is not marked", m.Metric, m.Column, m.Stats.Played)
		}
	}
	for _, x := range res.Play[0].Tests {
		if !x.Cut {
			t.Errorf("the test of %s rests on fewer games than were asked for, and is not marked", x.Metric)
		}
	}
	return res.Interrupted && total == res.Done && total > 0 && total < 4000
}

func TestLabel(t *testing.T) {
	for i, want := range map[int]string{0: "A", 25: "Z", 26: "AA", 27: "AB", 51: "AZ", 52: "BA"} {
		if got := compare.Label(i); got != want {
			t.Errorf("column %d is %q, want %q", i, got, want)
		}
	}
}

// Unlike sides are told by what they are where a reading changes who begins, and who comes
// out ahead where only one of two names a winner; that the rest is not compared is said.
func TestCompareInWhatBothHave(t *testing.T) {
	w := drawnWalk(rand.New(rand.NewPCG(3, 3)))
	w.questions = []string{ask("begins_", reading("the_other", fmt.Sprintf(`statements: [{replaces: begins, begins: %s, assumed: test}]`, w.names[1-w.begins]))),
		ask("named", reading("nobody", `statements: [{replaces: there, end: a man is home, on: step, when: to in home, winner: none, assumed: test}]`))}
	d, errs := dimension.LoadOne("walk.yaml", []byte(w.text()), nil)
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	under := func(choice rulesets.Choice) compare.Side {
		in, errs := d.Interpret(choice)
		if len(errs) > 0 {
			t.Fatal(errs)
		}
		return compare.Side{Interpretation: in}
	}
	for _, tt := range []struct {
		choice      rulesets.Choice
		tested, not string
	}{
		{rulesets.Choice{"begins_": "the_other"}, measure.WinsOf + w.names[0], measure.MetricFirstShare},
		{rulesets.Choice{"named": "nobody"}, measure.LedBy + w.names[0], measure.MetricCompletion},
	} {
		res := sideBySide(t, own(t, nil), compare.Options{Games: 12, Seed: 1, Cap: 400, Jobs: 2}, under(nil), under(tt.choice))
		var tested []string
		for i := range res.Play[0].Tests {
			tested = append(tested, res.Play[0].Tests[i].Metric)
		}
		if !slices.Contains(tested, tt.tested) || slices.Contains(tested, tt.not) {
			t.Errorf("%v: tested in %q", tt.choice, tested)
		}
		if a, b := res.Play[0].Measure(0, tt.tested), res.Play[0].Measure(1, tt.tested); a == nil || b == nil || a.Estimate.N == 0 || b.Estimate.N == 0 {
			t.Errorf("%v: %s is not shown on both sides", tt.choice, tt.tested)
		}
		both := res.Play[0].Measure(0, tt.not) != nil && res.Play[0].Measure(1, tt.not) != nil
		if said := strings.Contains(res.Play[0].How(), tt.not); said != both {
			t.Errorf("%v: %s", tt.choice, res.Play[0].How())
		}
	}
}

package rulesets

import (
	"io/fs"
	"sort"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/lectio/lectio/evidence"
)

func bundledCorpus(t testing.TB) *Corpus {
	t.Helper()
	ev, errs := evidence.Load(evidence.Bundled, "")
	c, more := Load(Bundled, "", ev)
	errs.Merge(more)
	for _, e := range errs {
		t.Fatal(e)
	}
	return c
}

// The games of the corpus leave nothing open, and nothing that they declare to
// be settled is contradicted by their rules.
func TestNoDimensionIsOpen(t *testing.T) {
	c := bundledCorpus(t)
	for _, d := range c.Definitions {
		in, errs := d.Default()
		if len(errs) > 0 {
			t.Fatal(errs)
		}
		dims := c.DimensionsOf(d.Family)
		least := 10
		for _, x := range c.Dimensions {
			if x.Family == d.Family {
				least = 25 // those of a family come on top of those of all games
			}
		}
		if len(dims) < least {
			t.Errorf("%s: only %d dimensions are asked of %s", d.ID, len(dims), d.Family)
		}
		for _, s := range in.Settlements(dims) {
			if s.Standing == Open {
				t.Errorf("%s: %s is open", d.ID, s.Dimension.ID)
			}
			if s.Mistaken {
				t.Errorf("%s: %s is not settled as %s says", d.ID, s.Dimension.ID, s.Declared.ID)
			}
		}
	}
}

// Whatever settles a dimension, taken out, leaves it open: no answer is
// recognised by something that has nothing to do with it.
func TestWhatSettlesADimensionIsNeeded(t *testing.T) {
	c := bundledCorpus(t)
	for _, d := range c.Definitions {
		in, errs := d.Default()
		if len(errs) > 0 {
			t.Fatal(errs)
		}
		dims := c.DimensionsOf(d.Family)
		swaps := in.swaps()
		for i, s := range in.settlements(dims, nil, swaps) {
			if s.Standing == Moot || s.Standing == Open {
				continue
			}
			drop := map[string]bool{}
			for _, st := range s.Statements {
				drop[st.ID] = true
			}
			if s.Declared != nil {
				drop[s.Declared.ID] = true
			}
			less := &Interpretation{Definition: d, Readings: in.Readings, byID: in.byID, dropped: in.dropped}
			for _, st := range in.Statements {
				if !drop[st.ID] {
					less.Statements = append(less.Statements, st)
				}
			}
			without := map[*Question]bool{}
			for _, q := range s.Questions {
				without[q] = true
			}
			// What is left may still be a sign of another answer; that is taken out
			// in turn, as an author would have to.
			for range 5 {
				got := less.settlements(dims[i:i+1], without, swaps)[0]
				if got.Standing == Open || got.Standing == Moot {
					break
				}
				if len(got.Statements)+len(got.Questions) == 0 {
					t.Errorf("%s: %s is %s by nothing", d.ID, s.Dimension.ID, got.Standing)
					break
				}
				var kept []*Statement
				for _, st := range less.Statements {
					if !containsStatement(got.Statements, st) && st != got.Declared {
						kept = append(kept, st)
					}
				}
				less.Statements = kept
				for _, q := range got.Questions {
					without[q] = true
				}
			}
			if got := less.settlements(dims[i:i+1], without, swaps)[0].Standing; got != Open && got != Moot {
				t.Errorf("%s: %s is %s without %v", d.ID, s.Dimension.ID, got, drop)
			}
		}
	}
}

func containsStatement(list []*Statement, s *Statement) bool {
	for _, x := range list {
		if x == s {
			return true
		}
	}
	return false
}

const dimensionsOfATest = `
family: tests
dimensions:
  - id: stacking
    asks: How many men may stand on a point?
    answers:
      - {id: limited, means: So many., any: [{forbid: advance, mentions: own(to)}]}
      - {id: unlimited, means: Any number., none: [{forbid: advance, mentions: own(to)}]}
  - id: hitting
    asks: What becomes of a man that is hit?
    answers:
      - {id: bar, means: He goes to the bar., all: [{do: {send: _, to: bar}, on: advance}]}
      - {id: out, means: He is out of the game., all: [{do: {send: _, to: out}}]}
  - id: priority
    asks: Must men on the bar enter first?
    arises: {any: [{do: {send: _, to: bar}}]}
    answers:
      - {id: first, means: They must., any: [{forbid: [advance, bear-off], mentions: bar}]}
      - {id: free, means: They need not., none: [{forbid: [advance, bear-off], mentions: bar}]}
  - id: exactness
    asks: Must a man be borne off by the exact number?
    answers:
      - {id: exact, means: Exactly., all: [{allow: bear-off, mentions: part = distance(from)}]}
      - {id: no, means: A higher number will do., all: [{allow: bear-off}]}
  - id: doublets
    asks: What is a doublet worth?
    answers:
      - {id: twice, means: Four parts., all: [{agenda: {on: doublet, play: _}}]}
      - {id: nothing, means: Nothing more., none: [{agenda: {on: doublet}}]}
`

const gameOfATest = `
ruleset: test
title: Test
family: tests
statements:
  - {id: players, players: [white, black], assumed: a test}
  - {id: limit, define: own(to) >= 2, assumed: a test}
  - {id: full, forbid: any, when: limit, assumed: a test}
  - {id: hit, do: [{add: hits}, {send: enemy(to), to: bar}], on: [advance, enter], assumed: a test}
  - {id: hits, variable: {kind: number}, assumed: a test}
  - {id: bar_first, forbid: [advance, bear-off], when: bar > 0, assumed: a test}
  - {id: off, allow: bear-off, when: "home and part = distance(from)", assumed: a test}
  - {id: home, define: yes, assumed: a test}
  - {id: twice, agenda: {on: doublet, play: [high, high, high, high]}, assumed: a test}
questions:
  - id: double
    asks: doublets?
    kind: silence
    weight: 2
    default: twice
    readings:
      - {id: twice, basis: inferred, because: a test}
      - {id: once, basis: inferred, because: a test, without: [twice]}
`

func dimensionCorpus(t *testing.T, dims, game string) (*Corpus, []string) {
	t.Helper()
	c, errs := Load(fstest.MapFS{
		"rulesets/dimensions/tests.yaml": {Data: []byte(dims)},
		"rulesets/definitions/test.yaml": {Data: []byte(game)},
	}, "", &evidence.Corpus{})
	var texts []string
	for _, e := range errs {
		texts = append(texts, e.Error())
	}
	return c, texts
}

// standings are the dimensions of the test game, as "dimension standing answer".
func standings(t *testing.T, c *Corpus) string {
	t.Helper()
	in, errs := c.Definitions[0].Default()
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	var out []string
	for _, s := range in.Settlements(c.DimensionsOf("tests")) {
		a := "-"
		if s.Answer != nil {
			a = s.Answer.ID
		}
		out = append(out, s.Dimension.ID+" "+string(s.Standing)+" "+a)
	}
	sort.Strings(out)
	return strings.Join(out, "\n")
}

func TestDimensionsAreRecognised(t *testing.T) {
	c, errs := dimensionCorpus(t, dimensionsOfATest, gameOfATest)
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	want := `doublets decided twice
exactness assumed exact
hitting assumed bar
priority assumed first
stacking assumed limited`
	if got := standings(t, c); got != want {
		t.Errorf("got:\n%s\nwant:\n%s", got, want)
	}
	// Three silences are planted; exactly these are found.
	cut := gameOfATest
	for _, line := range []string{"  - {id: full, forbid: any, when: limit, assumed: a test}\n", "  - {id: bar_first, forbid: [advance, bear-off], when: bar > 0, assumed: a test}\n",
		"  - {id: off, allow: bear-off, when: \"home and part = distance(from)\", assumed: a test}\n"} {
		if !strings.Contains(cut, line) {
			t.Fatal(line)
		}
		cut = strings.Replace(cut, line, "", 1)
	}
	c, _ = dimensionCorpus(t, dimensionsOfATest, cut)
	want = `doublets decided twice
exactness open -
hitting assumed bar
priority open free
stacking open unlimited`
	if got := standings(t, c); got != want {
		t.Errorf("got:\n%s\nwant:\n%s", got, want)
	}
	// The question settles what its readings answer differently; without it, the
	// statement does, and without that nothing.
	q := gameOfATest[strings.Index(gameOfATest, "questions:"):]
	c, _ = dimensionCorpus(t, dimensionsOfATest, strings.Replace(gameOfATest, q, "", 1))
	if got := standings(t, c); !strings.Contains(got, "doublets assumed twice") {
		t.Errorf("without the question: %s", got)
	}
	c, _ = dimensionCorpus(t, dimensionsOfATest, strings.Replace(strings.Replace(gameOfATest, q, "", 1), "  - {id: twice, agenda: {on: doublet, play: [high, high, high, high]}, assumed: a test}\n", "", 1))
	if got := standings(t, c); !strings.Contains(got, "doublets open nothing") {
		t.Errorf("without the statement too: %s", got)
	}
	// A dimension that does not arise is no silence.
	c, _ = dimensionCorpus(t, dimensionsOfATest, strings.Replace(gameOfATest, "to: bar}]", "to: out}]", 1))
	if got := standings(t, c); !strings.Contains(got, "priority no issue first") || !strings.Contains(got, "hitting assumed out") {
		t.Errorf("without a bar: %s", got)
	}
}

// A statement settles what no rule shows; where the rules show otherwise it is
// mistaken.
func TestSettles(t *testing.T) {
	free := strings.Replace(gameOfATest, "  - {id: full, forbid: any, when: limit, assumed: a test}\n", "  - {id: any_number, settles: stacking, as: unlimited, assumed: nothing limits them}\n", 1)
	c, errs := dimensionCorpus(t, dimensionsOfATest, free)
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	if got := standings(t, c); !strings.Contains(got, "stacking assumed unlimited") {
		t.Errorf("settled: %s", got)
	}
	both := strings.Replace(gameOfATest, "statements:\n", "statements:\n  - {id: any_number, settles: stacking, as: unlimited, assumed: nothing limits them}\n", 1)
	c, _ = dimensionCorpus(t, dimensionsOfATest, both)
	in, _ := c.Definitions[0].Default()
	for _, s := range in.Settlements(c.DimensionsOf("tests")) {
		if want := s.Dimension.ID == "stacking"; s.Mistaken != want {
			t.Errorf("%s mistaken: %v", s.Dimension.ID, s.Mistaken)
		}
	}
	_, errs = dimensionCorpus(t, dimensionsOfATest, strings.Replace(strings.Replace(both, "settles: stacking", "settles: staking", 1), "default: twice", "default: twice", 1))
	if len(errs) != 1 || !strings.Contains(errs[0], "staking") || !strings.Contains(errs[0], "did you mean") {
		t.Errorf("a dimension that is not there: %v", errs)
	}
	_, errs = dimensionCorpus(t, dimensionsOfATest, strings.Replace(both, "as: unlimited", "as: two", 1))
	if len(errs) != 1 || !strings.Contains(errs[0], "limited, unlimited") {
		t.Errorf("an answer that is not there: %v", errs)
	}
}

// Mistakes in a file of dimensions are reported together, each at its place.
func TestDimensionFileErrors(t *testing.T) {
	_, errs := dimensionCorpus(t, `
family: tests
dimensions:
  - id: one
    asks: What?
    answers:
      - {id: a, means: A.}
      - {id: b, means: B., all: [{forbids: advance}]}
      - {id: c, means: C., all: [{forbid: advance, mentions: "own("}]}
      - {id: c, means: C., all: [{forbid: advance, where: now}]}
  - {id: one, asks: "What?", answers: []}
`, "ruleset: test\ntitle: T\nfamily: tests\nstatements: []\n")
	for _, want := range []string{"tests.yaml:7:9", "tests.yaml:8:", "tests.yaml:9:", "tests.yaml:10:", "tests.yaml:11:"} {
		found := false
		for _, e := range errs {
			found = found || strings.Contains(e, want)
		}
		if !found {
			t.Errorf("no error at %s among %v", want, errs)
		}
	}
}

// A pattern is a likeness, and what it means is said in the guide to rulesets.
func TestPatterns(t *testing.T) {
	for _, c := range []struct {
		what, pattern, statement string
		want                     bool
	}{
		{"a word", "{blocked: stop}", "{blocked: stop}", true},
		{"another word", "{blocked: stop}", "{blocked: skip}", false},
		{"anything", "{blocked: _}", "{blocked: skip}", true},
		{"what is not said", "{blocked: _, on: _}", "{blocked: skip}", false},
		{"what must not be said", "{allow: enter, lacks: when}", "{allow: enter, when: bar > 0}", false},
		{"nor in a list of effects", "{do: {put: _}, lacks: go_on}", "{do: [{put: again}, {go_on: yes}]}", false},
		{"one effect of several", "{do: {put: again}}", "{do: [{go_on: yes}, {put: again}]}", true},
		{"numbers played, in order", "{agenda: {play: [high, low]}}", "{agenda: {on: other, play: [high, low]}}", true},
		{"not in another order", "{agenda: {play: [low, high]}}", "{agenda: {on: other, play: [high, low]}}", false},
		{"as often as they are there", "{agenda: {play: [high, high, high, high]}}", "{agenda: {on: doublet, play: [high, high, 7 - high]}}", false},
		{"a part that may be left", `{do: {put: "_?"}}`, `{do: {put: "remove?"}}`, true},
		{"a part that must be played", `{do: {put: "_?"}}`, "{do: {put: remove}}", false},
		{"whether or not it may be left", "{do: {put: remove}}", `{do: {put: "remove?"}}`, true},
		{"acts in any order", "{forbid: [advance, enter]}", "{forbid: [enter, advance, bear-off]}", true},
		{"every act", "{forbid: advance}", "{forbid: any}", true},
		{"acts are no expressions", "{forbid: advance, mentions: off}", "{forbid: [advance, bear-off], when: bar > 0}", false},
		{"an expression", "{forbid: advance, mentions: own(to) >= _}", "{forbid: advance, when: to in far and own(to) >= 2}", true},
		{"any call of that name", "{forbid: advance, mentions: own}", "{forbid: advance, when: own(to) >= 2}", true},
		{"another expression", "{forbid: advance, mentions: own(to) >= 2}", "{forbid: advance, when: own(to) > 1}", false},
		{"through definitions", "{forbid: advance, mentions: own(to) >= 2}", "{forbid: advance, when: full and bar > 0}", true},
		{"what a variable is", "{forbid: advance, mentions: place}", "{forbid: advance, when: from = taker}", true},
		{"what the opponent sees", "{forbid: advance, mentions: own(to)}", "{forbid: advance, when: their.own(to) >= 2}", false},
		{"unless that is asked", "{forbid: advance, mentions: their._}", "{forbid: advance, when: their.own(to) >= 2}", true},
		{"a value that is a name", "{do: {put: remove, times: 1}}", "{do: {put: remove, times: kills}}", true},
		{"a whole value", "{forbid: advance, when: own(to) >= _}", "{forbid: advance, when: full}", true},
		{"a parameter by its value", "{score: if _ then 1 else 1}", "{score: if bar > 0 then single else 1, on: bear-off}", true},
		{"a parameter of another value", "{score: if _ then 1 else 2}", "{score: if bar > 0 then 2 else single, on: bear-off}", false},
		{"a part played that may be left", `{agenda: {play: ["_?"]}}`, `{agenda: {on: doublet, play: [high, "7 - high?"]}}`, true},
		{"parts that must all be played", `{agenda: {play: ["_?"]}}`, "{agenda: {on: doublet, play: [high, 7 - high]}}", false},
		{"no part of a value", "{forbid: advance, when: own(to) >= _}", "{forbid: advance, when: full and bar > 0}", false},
	} {
		game := "ruleset: test\ntitle: Test\nfamily: tests\nstatements:\n" +
			"  - {id: full, define: own(to) >= 2, assumed: a test}\n  - {id: kills, define: 1, assumed: a test}\n  - {id: single, parameter: 1, assumed: a test}\n" +
			"  - {id: taker, variable: {kind: place, per: throw}, assumed: a test}\n" +
			"  - {id: it, " + strings.TrimPrefix(c.statement, "{") + "\n"
		game = strings.Replace(game, "{id: it, do:", "{id: it, on: advance, do:", 1)
		game = strings.TrimSuffix(game, "}\n") + ", assumed: a test}\n"
		dims := "family: tests\ndimensions:\n  - id: it\n    asks: What?\n    answers:\n      - {id: yes, means: It is., any: [" + c.pattern + "]}\n"
		corpus, errs := dimensionCorpus(t, dims, game)
		if len(errs) > 0 {
			t.Errorf("%s: %v", c.what, errs)
			continue
		}
		rec := newRecogniser(corpus.Definitions[0].Statements)
		if a, _ := rec.answer(corpus.DimensionsOf("tests")[0]); (a != nil) != c.want {
			t.Errorf("%s: %s is like %s: %v", c.what, c.statement, c.pattern, a != nil)
		}
	}
}

// What a reading changes shows in the answer: none that was true by default stays
// where it has become false.
func TestAnswersUnderReadings(t *testing.T) {
	c := bundledCorpus(t)
	for _, x := range []struct{ ruleset, question, reading, dimension, want string }{
		{"kioz", "KZ-A13", "every-man", "first_move", "Yes, every man."},
		{"kioz", "KZ-A13", "first-man-only", "first_move", "Yes, but only the first man of a player."},
		{"barjis", "BJ-A35", "seven", "double_games", "Yes."},
		{"barjis", "BJ-A35", "two", "double_games", "Yes."},
		{"barjis", "BJ-A35", "one", "double_games", "No; such a victory is worth as much as any other."},
		{"mylna", "MY-A21", "", "compulsion", "He must, but for the parts that may be left."},
		{"lange-puff", "LP-A37", "", "compulsion", "He must, but for the parts that may be left."},
		{"barjis", "BJ-A22", "", "compulsion", "He must."},
		{"barjis", "BJ-A13", "may-be-left", "compulsion", "He must, but for the parts that may be left."},
	} {
		d := c.Find(x.ruleset)
		choice := Choice{}
		if x.reading != "" {
			choice[x.question] = x.reading
		}
		in, errs := d.Interpret(choice)
		if len(errs) > 0 {
			t.Fatal(errs)
		}
		for _, s := range in.Settlements(c.DimensionsOf(d.Family)) {
			if s.Dimension.ID != x.dimension {
				continue
			}
			if s.Answer == nil || s.Answer.Means != x.want || s.Standing == Open {
				t.Errorf("%s{%s=%s}: %s has %+v, %s; want %q", x.ruleset, x.question, x.reading, x.dimension, s.Answer, s.Standing, x.want)
			}
		}
	}
}

// A question that is moot decides nothing, and one whose reading changes only a
// definition concerns what the definition is used for.
func TestQuestionsOfADimension(t *testing.T) {
	const game = `
ruleset: test
title: Test
family: tests
statements:
  - {id: limit, define: own(to) >= 2, assumed: a test}
  - {id: full, forbid: any, when: limit, assumed: a test}
questions:
  - id: how_many
    asks: how many?
    kind: silence
    weight: 2
    default: two
    readings:
      - {id: two, basis: inferred, because: a test}
      - {id: three, basis: inferred, because: a test, statements: [{replaces: limit, define: own(to) >= 3, assumed: a test}]}
  - id: at_all
    asks: at all?
    kind: silence
    weight: 2
    default: so
    asked-when: {how_many: [three]}
    readings:
      - {id: so, basis: inferred, because: a test}
      - {id: free, basis: inferred, because: a test, without: [full]}
`
	c, errs := dimensionCorpus(t, dimensionsOfATest, game)
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	for choice, want := range map[string]string{"two": "how_many", "three": "how_many at_all"} {
		in, errs := c.Definitions[0].Interpret(Choice{"how_many": choice})
		if len(errs) > 0 {
			t.Fatal(errs)
		}
		for _, s := range in.Settlements(c.DimensionsOf("tests")) {
			var got []string
			for _, q := range s.Questions {
				got = append(got, q.ID)
			}
			if s.Dimension.ID == "stacking" && strings.Join(got, " ") != want {
				t.Errorf("how_many=%s: stacking is decided by %v", choice, got)
			}
		}
	}
}

// Families share ids; within a family, and with those of all games, they are
// used once.
func TestDimensionsOfSeveralFamilies(t *testing.T) {
	one := "  - {id: stacking, asks: \"What?\", answers: [{id: yes, means: Yes., any: [{men: _}]}]}\n"
	files := fstest.MapFS{"rulesets/dimensions/a.yaml": {Data: []byte("family: a\ndimensions:\n" + one)}, "rulesets/dimensions/b.yaml": {Data: []byte("family: b\ndimensions:\n" + one)}}
	c, errs := Load(files, "", &evidence.Corpus{})
	if len(errs) > 0 || len(c.Dimensions) != 2 {
		t.Errorf("two families: %d dimensions, %v", len(c.Dimensions), errs)
	}
	files["rulesets/dimensions/c.yaml"] = &fstest.MapFile{Data: []byte("family: all games\ndimensions:\n" + one)}
	if _, errs = Load(files, "", &evidence.Corpus{}); len(errs) != 1 {
		t.Errorf("with all games: %v", errs)
	}
	// A corpus without dimensions is asked the bundled ones, and they have no errors.
	c, errs = Load(fstest.MapFS{"rulesets/definitions": {Mode: fs.ModeDir}}, "", &evidence.Corpus{})
	if len(errs) > 0 || len(c.DimensionsOf("tables")) < 40 {
		t.Errorf("without: %d dimensions, %v", len(c.DimensionsOf("tables")), errs)
	}
}

package dimension

import (
	"context"
	"io/fs"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/fstest"

	"github.com/lectio/lectio/evidence"
	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/testdata/long"
)

// bundledAsking is the bundled corpus, read once for all tests inside the package.
var bundledAsking = sync.OnceValue(func() *Corpus {
	ev, errs := evidence.Load(evidence.Bundled, "")
	c, more := Load(rulesets.Bundled, "", ev)
	errs.Merge(more)
	if len(errs) > 0 {
		panic(errs)
	}
	return c
})

// The games of the corpus leave nothing open, and nothing that they claim to be
// settled is contradicted by their rules. The short form asks one game in five.
func TestNoDimensionIsOpen(t *testing.T) {
	long.Slow(t)
	t.Parallel()
	c := bundledAsking()
	for i, d := range c.Definitions {
		if !long.Form() && i%5 != 0 {
			continue
		}
		t.Run(d.ID, func(t *testing.T) {
			in, errs := d.Default()
			if len(errs) > 0 {
				t.Fatal(errs)
			}
			dims := c.DimensionsOf(d.Family)
			if len(dims) < 25 {
				t.Errorf("only %d dimensions are asked of %s", len(dims), d.Family)
			}
			for _, s := range settlements(context.Background(), in, dims) {
				if s.Standing == Open {
					t.Errorf("%s is open, answer %q", s.Dimension.ID, s.Key())
				}
				if s.Mistaken {
					t.Errorf("%s is not settled as %s says, but as %s", s.Dimension.ID, s.Declared.ID, s.Answer.ID)
				}
			}
		})
	}
}

// Mistakes in a file of dimensions are reported together, each at its place.
func TestDimensionFileErrors(t *testing.T) {
	const text = `family: f
dimensions:
  - {id: a, asks: "What?", answers: [{id: x, means: X., never: {act: fly}}]}
  - {id: b, asks: "What?", answers: [{id: x, means: X., is: {size: 3}}]}
  - {id: c, asks: "What?", answers: [{id: x, means: X., refused: {when: "own(to"}}]}
  - {id: d, asks: "What?", answers: [{id: x, means: X.}]}
  - {id: e, asks: "What?", answers: []}
  - {id: f, asks: "What?", value: nothing}
  - {id: g, asks: "What?", value: men, answers: [{id: x, means: X., is: {men: 1}}]}
  - {id: h, asks: "What?", value: men}
  - {id: h, asks: "What?", value: men}
  - {id: i, asks: "What?", answers: [{id: x, means: X., is: {men: 1}, parallels: [chess, "Gone.Text#3", "Gallery.backgammon#99", "Gallery.backgammon#", "Gallery.backgammon #3", ""]}]}
  - {id: j, asks: "What?", value: men, parallels: [chess]}
shares: {f: [h, z]}
`
	_, errs := Load(fstest.MapFS{"rulesets/dimensions/f.yaml": {Data: []byte(text)}}, "", &evidence.Corpus{})
	want := []string{`f.yaml:3:70: there is no such act`, `f.yaml:4:62: there is no such fact`, `f.yaml:5:80:`, `f.yaml:6:38: it is not said how the answer is found out`,
		`f.yaml:7:5: a dimension must have answers`, `f.yaml:8:35: there is no such fact`, `f.yaml:9:35: the answer is a value, or one of several answers`, `f.yaml:11:5: the dimension id is used twice`,
		`f.yaml:12:90: the record "Gone.Text" is`, `f.yaml:12:105: there is no clause 99 in Gallery.backgammon; found "Gallery.backgammon#99", expected a clause of Gallery.backgammon, which has 24`,
		`f.yaml:12:130: this names no clause`, `f.yaml:12:153: this names no clause`, `f.yaml:12:178: a clause that gives the answer, or a game in which it is known is empty`, `f.yaml:13:51: it is not said which value the parallels give`,
		`f.yaml:14:17: there is no such dimension to be shared; found "z", expected a dimension of f games`}
	got := errs.Error()
	for _, w := range want {
		if !strings.Contains(got, w) {
			t.Errorf("no %q among:\n%s", w, got)
		}
	}
	if len(errs) != len(want) {
		t.Errorf("%d errors, want %d:\n%s", len(errs), len(want), got)
	}
}

// A dimension with which something is wrong is left out whole, and what names it is no mistake besides.
func TestFaultyDimensionsAreLeftOut(t *testing.T) {
	const text = `family: running fight
dimensions:
  - {id: a, asks: "What?", answers: [{id: x, means: X., permitted: {when: "to +"}, is: {men: 1}}, {id: y, means: Y., is: {men: 2}}]}
  - {id: b, asks: "What?", answers: [{id: x, means: X., is: {men: 1}}]}
`
	const ruleset = "ruleset: r\ntitle: R\nfamily: running fight\nevidence: {}\nstatements:\n  - {id: s, settles: a, as: x, assumed: x}\n  - {id: t, settles: b, as: x, assumed: x}\n"
	c, errs := Load(fstest.MapFS{"rulesets/dimensions/f.yaml": {Data: []byte(text)}, "rulesets/definitions/r.yaml": {Data: []byte(ruleset)}}, "", &evidence.Corpus{})
	if len(c.Dimensions) != 1 || c.Dimensions[0].ID != "b" || strings.Contains(errs.Error(), "there is no such dimension") || !strings.Contains(errs.Error(), "f.yaml:3:") {
		t.Errorf("%d dimensions: %v", len(c.Dimensions), errs)
	}
}

// Mistakes in facts are reported at their place: what is not counted, words that an event does not
// know, conditions that are none, facts that are not there or twice.
func TestFactErrors(t *testing.T) {
	const text = `family: f
dimensions:
  - {id: a, asks: "What?", value: far}
  - {id: b, asks: "What?", value: own}
facts:
  - {fact: own, says: "x", is: {yes: stepp > 0}}
  - {fact: two, says: "x", is: {yes: "step(nere) > 0 and 1 < 2"}}
  - {fact: own, says: "x", is: {yes: step > 0}}
  - {fact: three, says: "x", is: {yes: step}}
  - {fact: four, says: "x", is: {yes: "fact(ownn, yes)"}}
  - {fact: five, says: "x"}
  - {fact: six, says: "x", always: step, seen: often}
  - {fact: seven, says: "x", is: {yes: {when: step > 0, by: sends(fly)}}}
  - {fact: eight, says: "x", is: {yes: "step(near, plain, more) > 0"}}
  - {says: "x", is: {yes: step > 0}}
`
	_, errs := Load(fstest.MapFS{"rulesets/dimensions/f.yaml": {Data: []byte(text)}}, "", &evidence.Corpus{})
	got := errs.Error()
	for _, w := range []string{`f.yaml:6:38: nothing of that name is counted; did you mean "step"?`, `f.yaml:7:44: step knows no such word; found "nere", expected one of: any, near, far`,
		`f.yaml:8:5: two facts have one name`, `f.yaml:9:40: this is no condition on what was seen; found "step"`, `f.yaml:10:40: there is no such fact; did you mean "own"?`,
		`f.yaml:11:5: the fact has no values`, `f.yaml:12:36: it cannot be asked whether this is always so`, `f.yaml:13:67: sends knows no such word; found "fly"`,
		`f.yaml:14:41: step has not so many words`, `f.yaml:15:5: `} {
		if !strings.Contains(got, w) {
			t.Errorf("no %q among:\n%s", w, got)
		}
	}
	if len(errs) != 10 {
		t.Errorf("%d errors, want 10:\n%s", len(errs), got)
	}
}

// A corpus counts moves of its own and has facts of its own, by which its dimensions are answered; what
// was never seen says on how many occasions. Facts that come with the program are there as before.
func TestOwnFacts(t *testing.T) {
	const dims = `family: f
counts:
  - {count: sideways, says: steps along a row, moves: {act: step, when: "number(to) != number(from)"}}
  - {count: onto, says: steps onto men, moves: {act: step, when: enemy(to) >= 1}}
facts:
  - fact: meets
    says: whether men step onto others
    is:
      yes: {when: onto(permitted) > 0, by: onto(permitted)}
      no: {when: sideways(permitted) >= often, unseen: sideways(permitted)}
dimensions:
  - id: onto
    asks: Do men step onto others?
    answers:
      - {id: yes, means: Yes., is: {meets: yes}}
      - {id: no, means: No., is: {meets: no}}
  - {id: steps, asks: "How far?", value: steps}
`
	const rules = `ruleset: own
title: Own
family: f
statements:
  - {id: players, players: [a, b], begins: a, assumed: for a test}
  - {id: board, grid: {rows: 4, columns: 4, diagonals: none}, assumed: for a test}
  - {id: men, men: 4, assumed: for a test}
  - {id: set_up, set_up: {row_1: 1}, assumed: for a test}
  - {id: play, stage: {}, assumed: for a test}
  - {id: one_move, agenda: {play: [move]}, assumed: for a test}
  - {id: step, allow: step, with: move, TO, assumed: for a test}
  - {id: taken, on: step, when: enemy(to) >= 1, do: {send: enemy(to), to: out}, assumed: for a test}
  - {id: beaten, end: all are taken, when: their.board = 0, winner: me, assumed: for a test}
`
	for to, want := range map[string]string{"to: empty": "no", "to: empty or enemy >= 1": "yes"} {
		files := fstest.MapFS{"rulesets/dimensions/f.yaml": {Data: []byte(dims)}, "rulesets/definitions/own.yaml": {Data: []byte(strings.Replace(rules, "TO", to, 1))}}
		c, errs := Load(files, "", nil)
		if len(errs) > 0 {
			t.Fatal(errs)
		}
		in, errs := c.Definitions[0].Default()
		if len(errs) > 0 {
			t.Fatal(errs)
		}
		for _, s := range Answers(t.Context(), in, c.Dimensions) {
			if s.Dimension.ID == "onto" && (s.Answer == nil || s.Answer.ID != want) {
				t.Errorf("%s: answered %v, expected %s", to, s.Answer, want)
			}
			if s.Answer == nil {
				t.Errorf("%s: %s is not answered", to, s.Dimension.ID)
			}
			if says := strings.Contains(s.FoundOut, "not seen on "); s.Dimension.ID == "onto" && says != (want == "no") {
				t.Errorf("%s: %s", to, s.FoundOut)
			}
		}
	}
}

// Families share ids, with each other and with what is asked of all games; what a
// family asks comes before that. Within a family an id is used once.
func TestDimensionsOfSeveralFamilies(t *testing.T) {
	one := "  - {id: stacking, asks: \"FAMILY?\", value: men}\n"
	files := fstest.MapFS{}
	for name, family := range map[string]string{"a": "a", "b": "b", "c": "all games"} {
		files["rulesets/dimensions/"+name+".yaml"] = &fstest.MapFile{Data: []byte("family: " + family + "\ndimensions:\n" + strings.ReplaceAll(one, "FAMILY", family))}
	}
	c, errs := Load(files, "", &evidence.Corpus{})
	if len(errs) > 0 || len(c.Dimensions) != 3 {
		t.Errorf("three families: %d dimensions, %v", len(c.Dimensions), errs)
	}
	for family, asks := range map[string]string{"a": "a?", "b": "b?", "d": "all games?"} {
		if list := c.DimensionsOf(family); len(list) != 1 || list[0].Asks != asks {
			t.Errorf("%s: %d dimensions", family, len(list))
		}
	}
	// A corpus without dimensions is asked the bundled ones, and they have no errors.
	c, errs = Load(fstest.MapFS{"rulesets/definitions": {Mode: fs.ModeDir}}, "", &evidence.Corpus{})
	if len(errs) > 0 || len(c.DimensionsOf("tables")) < 40 {
		t.Errorf("without: %d dimensions, %v", len(c.DimensionsOf("tables")), errs)
	}
}

// A fact that nobody asks for is no part of the program: each is asked for by some
// dimension that comes with it, or by another fact that is, and has a name of its own.
func TestEveryFactIsAsked(t *testing.T) {
	asked := map[string]bool{}
	for _, d := range bundledDimensions() {
		for _, f := range d.facts(true) {
			asked[f.name] = true
			for _, o := range f.with {
				asked[o.name] = true
			}
		}
	}
	names := map[string]bool{}
	for _, f := range knownFacts() {
		if !asked[f.name] {
			t.Errorf("no dimension asks for the fact %s", f.name)
		}
		if names[f.name] || f.doc == "" {
			t.Errorf("the fact %s is there twice, or is not documented", f.name)
		}
		names[f.name] = true
	}
}

// askedElsewhere are the facts of which files of dimensions elsewhere may ask: all that there were when
// facts became data.
const askedElsewhere = `
acts after_home again again_by again_taking another_throw approached beside_own beside_own_entering blocked_doublet blocked_ordinary board_rows
both_ways broken closed_by collected comes_back comes_home counted counting_rows course crossing declined departures dice doublet_numbers
doublet_order doublets dull_end enclosed ends_unseen entering entering_place entering_throws enters_only entry_shared exactness extra_step far
far_behind few_left figures first_move first_mover first_part_later first_part_use first_parts flying forks goes_between goes_round held held_back
held_entry held_places held_rows home home_then homes instead just_entered leap_back leap_lines leap_over_marked leap_over_own leap_takes
leap_then_remove leap_then_step leaps_on leapt leaves_man leaves_series lines loser_far loser_waiting lost_how marked match may_stop men men_for_rows
met met_entering met_together middle_pass middle_stop most_men most_own most_throws moved_together must_take no_move odds off_ends opener ordinary
ordinary_order overshoot partner_home partners parts parts_order passing passing_over place_anywhere places places_throw players points promoted
promoted_in_row promoted_into recurs removed repetition returning rotation row_again row_gives row_placed_gives row_taken safe safe_places safety
scored shut_in_ends shut_in_worth sides single single_entering start step_back step_lines step_then_leap step_then_step steps straight_on taken_when
taking_sought taking_throws thrown throws_again throws_throw turn_order turning two_ways unplayable value_of_all value_of_none value_of_others
victims_all_in_rows victims_in_rows victims_outside waiting_first way_end ways where_entered whole_throw winnerless withdrawn_from won_by won_by_more
won_with worth
`

// Files of dimensions of another corpus keep the names that they ask for.
func TestFactsKeepTheirNames(t *testing.T) {
	for _, name := range strings.Fields(askedElsewhere) {
		if named(knownFacts(), name) == nil {
			t.Errorf("there is no fact %s any more: say what to write instead", name)
		}
	}
}

// A ruleset can claim that what a dimension asks never comes about. That closes it where
// nothing was seen, and is a mistake where something was.
func TestClaimThatItDoesNotArise(t *testing.T) {
	t.Parallel()
	corpus := bundledAsking()
	p := readPlanted(t, "../../testdata/dimensions/all-games.yaml")
	dims := slices.DeleteFunc(slices.Clone(corpus.DimensionsOf(p.family)), func(d *Dimension) bool { return d.ID != "no_move" })
	for answer, mistaken := range map[string]bool{"not seen": false, "passes": true} {
		i := slices.IndexFunc(p.cases, func(c plantedCase) bool { return c.dimension == "no_move" && c.answer == answer })
		for claim, standing := range map[string]Standing{"": Open, "  - {id: claimed, settles: no_move, as: no_issue, assumed: for a test}\n": Assumed} {
			if mistaken && claim == "" {
				continue
			}
			c, errs := Load(fstest.MapFS{"rulesets/definitions/planted.yaml": {Data: []byte(p.ruleset(t, &p.cases[i]) + claim)}}, "", nil)
			if len(errs) > 0 {
				t.Fatal(errs)
			}
			in, errs := c.Definitions[0].Default()
			if len(errs) > 0 {
				t.Fatal(errs)
			}
			for _, s := range settlements(context.Background(), in, dims) {
				if s.Mistaken != mistaken || s.Standing != standing {
					t.Errorf("%s, claim %q: %s, mistaken %v", answer, claim, s.Standing, s.Mistaken)
				}
			}
		}
	}
}

// What a question bears on is looked up among the dimensions of its family and of all games,
// whatever other families have; it is said which there are, or that there are none.
func TestWhatQuestionsBearOn(t *testing.T) {
	const asks = `ruleset: a
title: A
family: FAMILY
assumed: a test
statements:
  - {id: players, players: [white, black]}
questions:
  - id: q
    asks: What?
    kind: silence
    weight: 1
    bears-on: BEARS
    default: x
    readings: [{id: x, basis: conjectured, because: so it is}]
`
	dims := func(family, id string) string {
		return "family: " + family + "\ndimensions:\n  - {id: " + id + ", asks: \"What?\", value: men}\n"
	}
	for _, x := range []struct{ family, others, bears, want string }{
		{"f", "all games", "[held, lot]", ""},
		{"f", "all games", "[held, lot, held]", `a.yaml:12:27: the question bears on it already; found "held", expected each dimension once`},
		{"f", "all games", `""`, `a.yaml:12:15: the dimension is empty`},
		{"f", "all games", "{a: b}", `a.yaml:12:15: the dimension must be a text; found a map`},
		{"g", "all games", "[held, lot]", `a.yaml:12:16: there is no such dimension; found "held", expected a dimension of g games: lot`},
		{"f", "g", "[held, lot]", `a.yaml:12:22: there is no such dimension; found "lot", expected a dimension of f games: held`},
		{"h", "", "[held]", `a.yaml:12:16: there is no such dimension; found "held", expected nothing, as the corpus has no dimensions of h games or of all`},
	} {
		files := fstest.MapFS{"rulesets/definitions/a.yaml": {Data: []byte(strings.NewReplacer("FAMILY", x.family, "BEARS", x.bears).Replace(asks))}, "rulesets/dimensions/f.yaml": {Data: []byte(dims("f", "held"))}}
		if x.others != "" {
			files["rulesets/dimensions/o.yaml"] = &fstest.MapFile{Data: []byte(dims(x.others, "lot"))}
		}
		_, errs := Load(files, "", &evidence.Corpus{})
		if got := errs.Error(); !strings.Contains(got, x.want) || (x.want == "") != (len(errs) == 0) || len(errs) > 1 {
			t.Errorf("%s of %s beside %q: %q; expected %q", x.bears, x.family, x.others, got, x.want)
		}
	}
}

// No fact of the files has the name of one that is no data, which would be asked no more.
func TestFactsHaveNamesOfTheirOwn(t *testing.T) {
	for _, f := range bundledFiles().facts {
		if named(programFacts(), f.name) != nil {
			t.Errorf("%s: the fact %s has the name of one that the program finds", f.pos, f.name)
		}
	}
}

package dimension

import (
	"context"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/testdata/long"
)

// answerOf is how an interpretation is found to settle one dimension, whatever its questions
// have to do with it.
func answerOf(t *testing.T, in *rulesets.Interpretation, c *Corpus, id string) string {
	t.Helper()
	for _, d := range c.DimensionsOf(in.Definition.Family) {
		if d.ID != id {
			continue
		}
		s, errs := sampleOf(context.Background(), in, []*Dimension{d}, usualBounds)
		if len(errs) > 0 {
			t.Fatal(errs)
		}
		if got := s.settle(d); got.Answer != nil {
			return got.Answer.ID
		}
		return "not seen"
	}
	t.Fatalf("no dimension %s is asked of %s games", id, in.Definition.Family)
	return ""
}

// In Kiôz a tab must be given to a man that has not moved. Its rule is a prohibition; said
// as a duty it is the same, and the readings of the question on it get answers of their own.
func TestTabOfKioz(t *testing.T) {
	long.Slow(t)
	t.Parallel()
	corpus := bundledAsking()
	data, err := os.ReadFile("../definitions/kioz.yaml")
	if err != nil {
		t.Fatal(err)
	}
	const forbidden = "    forbid: advance\n    when: tab and not unmoved and unmoved_man_can_go\n"
	text, _, _ := strings.Cut(string(data), "\nexamples:")
	if !strings.Contains(text, forbidden) {
		t.Fatalf("the rule of Kiôz is not %q", forbidden)
	}
	required, errs := LoadOne("kioz.yaml", []byte(strings.Replace(text, forbidden, "    require: {that: unmoved or not tab}\n", 1)), corpus.Evidence)
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	for _, c := range []struct {
		of              *rulesets.Definition
		reading, answer string
	}{
		{corpus.Find("kioz"), "unmoved-if-one-can", "if_one_can"},
		{required, "unmoved-if-one-can", "if_one_can"},
		{corpus.Find("kioz"), "unmoved-or-nobody", "or_to_nobody"},
		{corpus.Find("kioz"), "any-man", "free"},
	} {
		in, errs := c.of.Interpret(rulesets.Choice{"KZ-A14": c.reading})
		if len(errs) > 0 {
			t.Fatal(errs)
		}
		if got := answerOf(t, in, corpus, "use_of_that_throw"); got != c.answer {
			t.Errorf("%s: use_of_that_throw is answered %s, and is %s", c.reading, got, c.answer)
		}
	}
}

// What is found in a scaled-down version is not said of the game: with a scale in which
// everything is otherwise the answers are what they are without it.
func TestScaleAnswersNothing(t *testing.T) {
	t.Parallel()
	const text = `ruleset: scaled
title: Scaled
family: nobody's
statements:
  - {id: players, players: [a, b], begins: a, assumed: for a test}
  - {id: board, tables: {points: 12}, assumed: for a test}
  - {id: track, track: {run: 1..12}, assumed: for a test}
  - {id: men, men: 5, assumed: for a test}
  - {id: set_up, set_up: {1: 5}, assumed: for a test}
  - {id: dice, throw: {dice: 2, faces: 4}, assumed: for a test}
  - {id: play, stage: {throws: dice}, assumed: for a test}
  - {id: any_throw, agenda: {on: any, play: [high, low]}, assumed: for a test}
  - {id: rest_lost, blocked: stop, assumed: for a test}
  - {id: advance, allow: advance, assumed: for a test}
  - {id: off, allow: bear-off, assumed: for a test}
  - {id: rest_may_be_left, allow: stop, when: hand > 0, assumed: for a test}
  - {id: all_off, end: all men are off, when: off = men_in_all, winner: me, assumed: for a test}
`
	const scale = `scales:
  - id: two-men
    because: a small board, where men come in, may be left and may win nothing
    statements:
      - {replaces: board, tables: {points: 6}, assumed: scaled down}
      - {replaces: track, track: {run: 1..6}, assumed: scaled down}
      - {replaces: men, men: 2, assumed: scaled down}
      - {replaces: set_up, set_up: {hand: 1, 1: 1}, assumed: scaled down}
      - {replaces: dice, throw: {dice: 2, faces: 2}, assumed: scaled down}
      - {id: enter, allow: enter, from: hand, to: part, assumed: scaled down}
      - {replaces: all_off, end: all men are off, when: off = men_in_all, winner: none, assumed: scaled down}
`
	corpus := bundledAsking()
	var answers [2]map[string]string
	for i, text := range []string{text, text + scale} {
		d, errs := LoadOne("scaled.yaml", []byte(text), nil)
		if len(errs) > 0 {
			t.Fatal(errs)
		}
		if len(d.Scales) != i {
			t.Fatalf("%d scales, not %d", len(d.Scales), i)
		}
		in, errs := d.Default()
		if len(errs) > 0 {
			t.Fatal(errs)
		}
		answers[i] = map[string]string{}
		for _, s := range corpus.Settle(context.Background(), in) {
			answers[i][s.Dimension.ID] = s.Key()
		}
	}
	for id, answer := range answers[0] {
		if got, ok := answers[1][id]; !ok || got != answer {
			t.Errorf("%s is answered %q, and with a scale %q", id, answer, got)
		}
	}
	for id, want := range map[string]string{"places": "12", "men": "5", "set_up": "on_board", "thrown": "2 dice of 4 faces", "compulsion": "must", "draws": "never", "ends": "men_off"} {
		if got := answers[1][id]; got != want {
			t.Errorf("%s is answered %q, and is %q", id, got, want)
		}
	}
}

// What the tables of a ruleset decide is known without play, in every game: no false claim
// about it passes for want of games.
func TestTablesRefuteClaims(t *testing.T) {
	t.Parallel()
	bundled := bundledAsking()
	games := slices.Clone(bundled.Definitions)
	for _, d := range rulesets.OpenGallery().Definitions {
		games = append(games, bundled.Find(d.ID))
	}
	answered := 0
	for _, d := range games {
		var dims []*Dimension
		for _, dim := range bundled.DimensionsOf(d.Family) {
			if !dim.ofGames() && len(dim.asked()) == 0 {
				dims = append(dims, dim)
			}
		}
		in, errs := d.Default()
		if len(errs) > 0 {
			t.Fatal(errs)
		}
		s, errs := sampleOf(context.Background(), in, dims, bounds{})
		if len(errs) > 0 {
			t.Fatal(errs)
		}
		if s.Decisions > 0 {
			t.Errorf("%s: %d decisions were looked at to say what its tables say", d.ID, s.Decisions)
		}
		for _, dim := range dims {
			got := s.settle(dim)
			switch {
			case got.Answer != nil:
				answered++
			case got.Standing != Moot:
				t.Errorf("%s: a false claim about %s would pass: nothing is known of it", d.ID, dim.ID)
			}
		}
	}
	if answered < 100 {
		t.Errorf("only %d dimensions are answered by tables", answered)
	}
}

// A claim is false that gives a value to what by the tables does not arise, or that says
// it does not arise where it does; what is so is said in its place.
func TestClaimsOfWhatDoesNotArise(t *testing.T) {
	t.Parallel()
	const text = `ruleset: one-die
title: One die
family: tables
statements:
  - {id: players, players: [a, b], begins: a, assumed: for a test}
  - {id: board, tables: {points: 12}, assumed: for a test}
  - {id: track, track: {run: 1..12}, assumed: for a test}
  - {id: men, men: 5, assumed: for a test}
  - {id: set_up, set_up: {1: 5}, assumed: for a test}
  - {id: dice, throw: {dice: 1, faces: 4}, assumed: for a test}
  - {id: play, stage: {throws: dice}, assumed: for a test}
  - {id: any_throw, agenda: {on: any, play: [thrown]}, assumed: for a test}
  - {id: rest_lost, blocked: stop, assumed: for a test}
  - {id: advance, allow: advance, assumed: for a test}
  - {id: off, allow: bear-off, assumed: for a test}
  - {id: all_off, end: all men are off, when: off = men_in_all, winner: me, assumed: for a test}
`
	for _, c := range []struct {
		dimension, as string
		mistaken      bool
		is            string
	}{
		{"doublet_numbers", "n, n", true, "no_issue"},
		{"doublet_numbers", "no_issue", false, "no_issue"},
		{"doublets", "twice", false, ""},
		{"men", "5", false, "5"},
		{"men", "4", true, "5"},
		{"men", "no_issue", true, "5"},
		{"thrown", "2 dice of 4 faces", true, "1 die of 4 faces"},
	} {
		claim := "  - {id: claim, settles: " + c.dimension + ", as: '" + c.as + "', assumed: for a test}\n"
		d, errs := LoadOne("one-die.yaml", []byte(text+claim), nil)
		if len(errs) > 0 {
			t.Fatal(errs)
		}
		in, errs := d.Default()
		if len(errs) > 0 {
			t.Fatal(errs)
		}
		var asked []*Dimension
		for _, dim := range bundledDimensions() {
			if dim.ID == c.dimension && (dim.Family == "tables" || dim.Family == rulesets.AllGames) {
				asked = append(asked, dim)
			}
		}
		list := settlements(context.Background(), in, asked)
		if len(list) != 1 {
			t.Fatalf("%s is settled %d times", c.dimension, len(list))
		}
		got := &list[0]
		if is := got.Is(); got.Mistaken != c.mistaken || (is == nil) != (c.is == "") || is != nil && is.ID != c.is {
			t.Errorf("%s as %s: mistaken %t, and it is %v; expected %t, %s", c.dimension, c.as, got.Mistaken, is, c.mistaken, c.is)
		}
		if besides := SettledBesides(list); c.mistaken && (len(besides) != 1 || !strings.HasSuffix(besides[0], got.Sentence())) {
			t.Errorf("%s as %s: in its place %q is said", c.dimension, c.as, besides)
		}
	}
}

// What nobody has seen and a statement claims is told as a claim, in the same words
// wherever answers are told.
func TestClaimsAreTold(t *testing.T) {
	t.Parallel()
	claim := &rulesets.Statement{Settled: [2]string{"May he?", "No."}}
	answer := &Answer{ID: "yes", Means: "Yes."}
	for _, c := range []struct {
		s    Settlement
		want string
	}{
		{Settlement{Standing: Stated, Declared: claim}, "No. (claimed, and not seen in play)"},
		{Settlement{Standing: Stated, Declared: claim, Answer: answer}, "Yes."},
		{Settlement{Standing: Moot, Declared: claim}, ""},
		{Settlement{Standing: Open}, ""},
	} {
		if got := c.s.Means(); got != c.want {
			t.Errorf("%s is told as %q, expected %q", c.s.Standing, got, c.want)
		}
	}
}

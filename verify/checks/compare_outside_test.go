package checks_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/lectio/lectio/verify/checks"
	"github.com/lectio/lectio/verify/compare"

	"github.com/lectio/lectio/evidence"
	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/dimension"
	"github.com/lectio/lectio/verify"
)

// Numbers that only two games have are answers like others: 7 men are not 15.
func TestCompareNumbers(t *testing.T) {
	ev, errs := evidence.Load(rulesets.Gallery, rulesets.GalleryRoot)
	c, more := dimension.Load(rulesets.Gallery, rulesets.GalleryRoot, ev)
	if len(errs)+len(more) > 0 {
		t.Fatal(errs, more)
	}
	res := sideBySide(t, c, compare.Options{}, side(t, c, "royal-game-of-ur", nil), side(t, c, "backgammon", nil))
	p := res.Pairs[0]
	for id, want := range map[string][2]string{
		"men": {"7", "15"}, "places": {"20", "24"}, "thrown": {"4 pyramids", "2 dice of 6 faces"},
		"tracks": {"Yes, each from a place of his own.", "No, they meet."}, "set_up": {"Off the board, to be brought in.", "On the board."},
	} {
		if !slices.Contains(p.Differing, id) {
			t.Errorf("%s is no difference: %v", id, p.Differing)
		}
		for i := range res.Dimensions {
			row := &res.Dimensions[i]
			for k := range row.Cells {
				if got := row.Cells[k].Settlement; row.ID == id && got.Answer.Means != want[k] {
					t.Errorf("%s of %s is printed as %q, want %q", id, res.Columns[k].Interpretation.Definition.ID, got.Answer.Means, want[k])
				}
			}
		}
	}
}

// blindCorpus has rulesets that differ in a few lines, and a file of dimensions in which one
// thing only is asked of their family.
func blindCorpus(t *testing.T, changes map[string][]string) *dimension.Corpus {
	t.Helper()
	const base = `ruleset: plain
title: Plain
family: blind
statements:
  - {id: players, players: [a, b], begins: a, assumed: for a test}
  - {id: board, tables: {points: 12}, assumed: for a test}
  - {id: track, track: {run: 1..12}, assumed: for a test}
  - {id: men, men: 3, assumed: for a test}
  - {id: set_up, set_up: {1: 3}, assumed: for a test}
  - {id: dice, throw: {dice: 2, faces: 3}, assumed: for a test}
  - {id: play, stage: {throws: dice}, assumed: for a test}
  - {id: any_throw, agenda: {on: any, play: [high, low]}, assumed: for a test}
  - {id: rest_lost, blocked: stop, assumed: for a test}
  - {id: advance, allow: advance, assumed: for a test}
  - {id: off, allow: bear-off, assumed: for a test}
  - {id: last, require: {that: from in first(own)}, assumed: for a test}
  - {id: far, require: {that: part = high}, assumed: for a test}
  - {id: all_off, end: all men are off, when: off = men_in_all, winner: me, assumed: for a test}
`
	const asked = `family: blind
dimensions:
  - id: no_move
    asks: What if the player to move cannot?
    answers:
      - {id: loses, means: He has lost., is: {no_move: loses}}
      - {id: passes, means: What he cannot play is lost., is: {no_move: passes}}
`
	files := fstest.MapFS{"rulesets/dimensions/blind.yaml": {Data: []byte(asked)}, "rulesets/definitions/plain.yaml": {Data: []byte(base)}}
	for name, replaced := range changes {
		text := strings.Replace(base, "ruleset: plain", "ruleset: "+name, 1)
		for i := 0; i < len(replaced); i += 2 {
			if !strings.Contains(text, replaced[i]) {
				t.Fatalf("the base does not say %q", replaced[i])
			}
			text = strings.Replace(text, replaced[i], replaced[i+1], 1)
		}
		files["rulesets/definitions/"+name+".yaml"] = &fstest.MapFile{Data: []byte(text)}
	}
	c, errs := dimension.Load(files, "", nil)
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	return c
}

// Where no dimension tells two rulesets apart whose rules are not the same, the statements
// are named in which they part: whether a condition, a number or the order is another.
func TestNothingIsAlikeWithoutAWord(t *testing.T) {
	const last, far = "  - {id: last, require: {that: from in first(own)}, assumed: for a test}\n", "  - {id: far, require: {that: part = high}, assumed: for a test}\n"
	const held = "  - {id: held, forbid: advance, when: enemy(to) >= 1, assumed: for a test}\n"
	const sent = "  - {id: sent, on: advance, do: {send: enemy(to), to: bar}, when: to = 3, assumed: for a test}\n"
	const lost = "  - {id: lost, on: advance, do: {drop: throw}, when: to = 3, assumed: for a test}\n"
	changes := map[string][]string{
		"copy":        nil,
		"condition":   {"that: part = high", "that: part = low"},
		"number":      {"men: 3", "men: 4", "{1: 3}", "{1: 4}"},
		"without":     {far, ""},
		"more":        {far, far + held},
		"order":       {last + far, far + last},
		"acts":        {far, far + sent + lost},
		"acts_turned": {far, far + lost + sent},
		"claim":       {far, far + "  - {id: claimed, settles: no_move, as: passes, assumed: for a test}\n"},
	}
	c := blindCorpus(t, changes)
	for name, want := range map[string]string{
		"copy": "[[] []]", "claim": "[[] []]", "condition": "[[far] [far]]", "number": "[[men set_up] [men set_up]]",
		"without": "[[far] []]", "more": "[[] [held]]", "order": "[[again last again far] [again far again last]]",
		"acts_turned": "[[again sent again lost] [again lost again sent]]",
	} {
		from := "plain"
		if name == "acts_turned" {
			from = "acts"
		}
		p := sideBySide(t, c, compare.Options{}, side(t, c, from, nil), side(t, c, name, nil)).Pairs[0]
		var said [2][]string
		for k, list := range p.SaidByOne {
			for _, st := range list {
				said[k] = append(said[k], st.ID)
			}
		}
		for k, list := range p.Reordered {
			for _, st := range list {
				said[k] = append(said[k], "again "+st.ID)
			}
		}
		if got := fmt.Sprint(said); got != want || p.Differ != 0 {
			t.Errorf("%s: %d dimensions differ, and the statements %s are named, want %s", name, p.Differ, got, want)
		}
	}
}

// What games did not show is no claim: the dimension is open unless a statement settles it,
// no claim is mistaken, and in a distance it counts for nothing.
func TestNotSeenIsNoClaim(t *testing.T) {
	const far = "  - {id: far, require: {that: part = high}, assumed: for a test}\n"
	c := blindCorpus(t, map[string][]string{
		"stated": {far, far + "  - {id: claimed, settles: no_move, as: loses, assumed: for a test}\n"},
		"seen":   {far, far + "  - {id: held, forbid: advance, when: enemy(to) >= 1, assumed: for a test}\n"},
	})
	for name, open := range map[string]bool{"plain": true, "stated": false, "seen": false} {
		o := verify.Budget(40, 1000)
		o.Only = []string{"TX003", "TX004"}
		var texts []string
		for _, f := range verify.Run(t.Context(), checks.All(), c, []*rulesets.Definition{c.Find(name)}, o).Findings {
			if f.Severity != verify.Error {
				t.Errorf("%s: %s", name, f.Severity)
			}
			texts = append(texts, f.Message)
		}
		got := strings.Join(texts, "\n")
		if open != (len(texts) == 1 && strings.Contains(got, "the dimension no_move is open") && strings.Contains(got, "was not seen in")) || !open && len(texts) > 0 {
			t.Errorf("%s: open %t is wanted; found:\n%s", name, open, got)
		}
	}
	for _, name := range []string{"seen", "stated"} {
		p := sideBySide(t, c, compare.Options{}, side(t, c, "plain", nil), side(t, c, name, nil)).Pairs[0]
		if p.Compared != 0 || p.NotSettled != 1 {
			t.Errorf("%s: %d dimensions were compared, %d not", name, p.Compared, p.NotSettled)
		}
	}
}

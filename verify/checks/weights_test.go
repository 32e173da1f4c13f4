package checks_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/lectio/lectio/verify"
)

// weighty asks a question of a weight.
func weighty(weight int, id string, readings ...string) string {
	return strings.Replace(ask(id, readings...), "weight: 3", fmt.Sprintf("weight: %d", weight), 1)
}

// Readings of which it is known what they do: one never ends, one makes
// games shorter, one bars the middle at the beginning, and some say the same in
// other words.
func TestWeighings(t *testing.T) {
	same := func(k int) string {
		return reading("others", fmt.Sprintf(`statements: [{id: same_%d, forbid: place, when: count(empty) < 0, assumed: test}]`, k))
	}
	never := reading("never", "without: [six, full, nothing]\n        statements: [{id: wait, blocked: stop, assumed: test}]")
	short := reading("short", `statements: [{replaces: six, end: four men stand, when: count(empty) = 5, winner: none, assumed: test}]`)
	barred := reading("barred", `statements: [{id: not_the_middle, forbid: place, when: to = b2 and count(empty) = 9, assumed: test}]`)
	o := small()
	o.Only = []string{"RD006"}
	res := run(t, o, weighty(1, "ends_1", never), weighty(3, "ends_3", never), weighty(1, "length_1", short), weighty(2, "length_2", short),
		weighty(2, "first", barred), weighty(3, "words_3", same(1)), weighty(2, "words_2", same(2)), weighty(1, "words_1", same(3)))
	var got []string
	for _, w := range res.Weighings {
		got = append(got, fmt.Sprintf("%s %d shown %d off %+d worst %d", w.Question.ID, w.Question.Weight, w.Shown, w.Off, w.Worst))
	}
	slices.Sort(got)
	want := []string{
		"ends_1 1 shown 3 off +2 worst 1",
		"ends_3 3 shown 3 off +0 worst 0",
		"first 2 shown 2 off +0 worst 0", // one decision in six is the first, and there the middle is barred
		"length_1 1 shown 2 off +1 worst 2",
		"length_2 2 shown 2 off +0 worst 0",
		"words_1 1 shown 1 off +0 worst 0",
		"words_2 2 shown 1 off -1 worst 2",
		"words_3 3 shown 1 off -2 worst 1",
	}
	if !slices.Equal(got, want) {
		t.Errorf("weighed\n%s\nexpected\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	var found []string
	for _, f := range res.Findings {
		found = append(found, f.Question)
	}
	if !slices.Equal(found, []string{"ends_1", "length_1", "words_3", "words_2"}) {
		t.Errorf("found %v", found)
	}
	for _, v := range res.Verdicts {
		if off := slices.Contains(found, v.Question); off != (v.Verdict == verify.Found) {
			t.Errorf("%s: %s", v.Question, v.Verdict)
		}
	}
}

// Three are named in each direction, the worst, and no more.
func TestWorstWeights(t *testing.T) {
	same := func(k int) string {
		return reading("others", fmt.Sprintf(`statements: [{id: same_%d, forbid: place, when: count(empty) < 0, assumed: test}]`, k))
	}
	o := small()
	o.Only = []string{"RD006"}
	res := run(t, o, weighty(2, "a", same(1)), weighty(2, "b", same(2)), weighty(3, "c", same(3)), weighty(3, "d", same(4)), weighty(2, "e", same(5)))
	var found []string
	for _, f := range res.Findings {
		found = append(found, f.Question)
	}
	if !slices.Equal(found, []string{"c", "d", "a"}) {
		t.Errorf("named: %v", found)
	}
	off := 0
	for _, w := range res.Weighings {
		if w.Off < 0 {
			off++
		}
	}
	if off != 5 {
		t.Errorf("%d weights are off", off)
	}
}

// With fewer than ten pairs of games nothing is said of any weight.
func TestWeighingsOfTooSmallASample(t *testing.T) {
	o := small()
	o.AltGames, o.Only = 9, []string{"RD006"}
	res := run(t, o, weighty(1, "length", reading("short", `statements: [{replaces: six, end: four men stand, when: count(empty) = 5, winner: none, assumed: test}]`)),
		weighty(3, "words", reading("others", `statements: [{id: same, forbid: place, when: count(empty) < 0, assumed: test}]`)))
	if len(res.Findings)+len(res.Verdicts) > 0 || len(res.Withheld) != 2 {
		t.Errorf("findings %v, verdicts %v, withheld %v", res.Findings, res.Verdicts, res.Withheld)
	}
	for _, w := range res.Weighings {
		if w.Shown != 0 || w.Off != 0 || w.Pairs != 9 {
			t.Errorf("%+v", w)
		}
	}
}

package checks_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/testdata/bundled"
	"github.com/lectio/lectio/testdata/long"
	"github.com/lectio/lectio/verify/compare"
	"github.com/lectio/lectio/verify/measure"
)

// Games between programs that learned stand before those at random and change nothing of these, whatever the number of
// workers; a reading of the ruleset is played with what was learned of the default.
func TestCompareLearned(t *testing.T) {
	c := bundled.Corpus(t)
	o := compare.Options{Games: 60, Seed: 4, Cap: 5000, Jobs: 1}
	sides := []compare.Side{side(t, c, "gallery:three-mens-morris", nil), side(t, c, "gallery:three-mens-morris", rulesets.Choice{"how_men_move": "any-direction"}), side(t, c, "gallery:tic-tac-toe", nil)}
	random := sideBySide(t, c, o, sides...)
	o.Trainings, o.Jobs = long.Of(1, 3), 3
	both := sideBySide(t, c, o, sides...)
	if len(both.Play) != 2 || both.Play[0].Whose != measure.Learned || len(random.Play) != 1 {
		t.Fatalf("%d kinds of play, and %d without programs that learn", len(both.Play), len(random.Play))
	}
	written := func(x *compare.Play) (out string) {
		for _, m := range x.Metrics {
			out += fmt.Sprintf("%d %s %v %s\n", m.Column, m.Metric, m.Estimate, m.Sign)
		}
		return out
	}
	if a, b := written(random.Of(measure.AtRandom)), written(both.Of(measure.AtRandom)); a != b {
		t.Errorf("games at random come to\n%s\nbeside others to\n%s", a, b)
	}
	if long.Form() {
		o.Jobs = 1
		if a, b := written(both.Of(measure.Learned)), written(sideBySide(t, c, o, sides...).Of(measure.Learned)); a != b {
			t.Errorf("with three workers\n%s\nwith one\n%s", a, b)
		}
	}
	learned := both.Of(measure.Learned)
	a, b := learned.Measure(0, measure.MetricMoves), both.Of(measure.AtRandom).Measure(0, measure.MetricMoves)
	if a.Stats.Played != o.Trainings*o.Games || b.Stats.Played != o.Games || a.Estimate.Value == b.Estimate.Value {
		t.Errorf("%d games of %v moves, at random %d of %v", a.Stats.Played, a.Estimate.Value, b.Stats.Played, b.Estimate.Value)
	}
	for _, m := range learned.Metrics {
		if e := m.Estimate; e.N > 0 && (e.Value < e.Low || e.Value > e.High || !strings.HasPrefix(e.How, "range")) {
			t.Errorf("%s of %d: %+v is not within its range", m.Metric, m.Column, e)
		}
	}
	if told := strings.Join(both.Programs(), " "); !strings.Contains(told, "looking one move ahead") || len(random.Programs()) > 0 {
		t.Errorf("of the programs is said %q, and without any %q", told, random.Programs())
	}
}

// Where no program that tried is worth the name that is said, and all figures are of games at random.
func TestCompareNoneLearned(t *testing.T) {
	long.Slow(t)
	c := bundled.Gallery(t) // one side of each hardly ever wins who looks one move ahead
	res := sideBySide(t, c, compare.Options{Games: 20, Seed: 4, Cap: 500, Jobs: 2, Trainings: 1}, side(t, c, "bagh-chal", nil), side(t, c, "fox-and-geese", nil))
	if told := strings.Join(res.Programs(), " "); !strings.Contains(told, "no learned program worth the name") || len(res.Play) != 1 || res.Play[0].Whose != measure.AtRandom {
		t.Errorf("it is said %q, with %d kinds of play", told, len(res.Play))
	}
}

package compare

import (
	"math"
	"slices"

	"github.com/lectio/lectio/verify/measure"
	"github.com/lectio/lectio/verify/playout"
)

// tell says what the games of each kind of play are like. Those between programs that learned come first, those
// at random behind them.
func (c *Comparison) tell() {
	for _, whose := range []measure.Play{measure.Learned, measure.AtRandom} {
		x := &Play{Whose: whose, c: c}
		if x.test(); len(x.Metrics) > 0 {
			c.Play = append(c.Play, x)
		}
	}
}

// test takes the metrics of every column, and tests columns against each other in those
// that both have (measure.Frame): games of one ruleset in pairs, because games of one
// number have the same throws (common random numbers), as the readings of a ruleset are
// compared in RD004; games of two rulesets as independent samples.
func (x *Play) test() {
	c := x.c
	frames := make([]measure.Frame, len(c.Columns))
	for i, col := range c.Columns {
		if col.of(x.Whose) != nil {
			frames[i] = measure.FrameOf(col.Game)
		}
	}
	for i, col := range c.Columns {
		if col.of(x.Whose) == nil {
			continue
		}
		list := frames[i].Metrics()
		for j, other := range c.Columns { // and what it is compared in
			if i == j || other.of(x.Whose) == nil {
				continue
			}
			for _, m := range frames[i].Common(&frames[j]) {
				if !slices.ContainsFunc(list, func(y measure.Metric) bool { return y.Name == m.Name }) {
					list = append(list, m)
				}
			}
		}
		x.measureColumn(i, list)
	}
	for i, a := range c.Columns {
		for j := i + 1; j < len(c.Columns); j++ {
			if a.of(x.Whose) == nil || c.Columns[j].of(x.Whose) == nil || c.Options.First && i > 0 {
				continue
			}
			for _, k := range frames[i].Common(&frames[j]) {
				x.Tests = append(x.Tests, x.contest(i, j, k))
			}
		}
	}
	x.correct()
}

// Short reports whether the comparison was stopped before all games of a column were played in this way.
func (x *Play) Short(column int) bool {
	n := 0
	list := x.c.Columns[column].of(x.Whose)
	for _, s := range list {
		n += s.Played
	}
	return x.c.Interrupted && n < max(len(list), 1)*x.c.Options.Games
}

// measureColumn takes the metrics of a column.
func (x *Play) measureColumn(i int, metrics []measure.Metric) {
	list := x.c.Columns[i].of(x.Whose)
	all := playout.Joined(list)
	add := func(k measure.Metric, metric string, share bool, of func(s *playout.Stats) (playout.Estimate, int)) {
		m := Measure{Column: i, Metric: metric, Of: k, Share: share, Whose: x.Whose, Stats: all, Cut: x.Short(i) || x.Short(0)}
		if m.Estimate, m.LeftOut = of(all); x.Whose == measure.Learned {
			m.Estimate = overTrainings(list, of)
		}
		x.Metrics = append(x.Metrics, m)
	}
	for _, k := range metrics {
		add(k, k.Name, k.Share, k.Of)
		if k.Name == measure.MetricCompletion { // balance is shown beside it, and where nobody has won there is none
			add(k, measure.MetricBalance, true, func(s *playout.Stats) (playout.Estimate, int) {
				b := s.Balance()
				if won, _ := k.Of(s); won.Value == 0 {
					return playout.Estimate{Value: math.NaN(), Low: math.NaN(), High: math.NaN(), How: b.How}, s.Played
				}
				return b, 0
			})
		}
	}
}

// overTrainings is the mean of what the games under each training come to, and its range.
func overTrainings(list []*playout.Stats, of func(s *playout.Stats) (playout.Estimate, int)) playout.Estimate {
	e := playout.Estimate{Low: math.Inf(1), High: math.Inf(-1), How: measure.OverTrainings}
	sum := 0.0
	for _, s := range list {
		if one, _ := of(s); !math.IsNaN(one.Value) {
			sum += one.Value * float64(one.N)
			e.N += one.N
			e.Low, e.High = min(e.Low, one.Value), max(e.High, one.Value)
		}
	}
	e.Value = sum / float64(e.N) // of no games not a number
	return e
}

// contest tests two columns in a metric.
func (x *Play) contest(i, j int, k measure.Metric) Test {
	a, b := x.c.Columns[i], x.c.Columns[j]
	paired := a.Interpretation.Definition == b.Interpretation.Definition
	name, _ := k.Second()
	first, second := x.Measure(i, k.Name).Stats, x.Measure(j, name).Stats
	t := Test{A: i, B: j, Games: [2]int{first.Played, second.Played}, Seed: x.c.Options.Seed, Cap: first.Cap, Cut: x.Short(i) || x.Short(j)}
	if x.Whose == measure.Learned {
		t.Test = k.TestLearned(a.Learned, b.Learned, paired)
	} else {
		t.Test = k.Test(x.Whose, a.Stats, b.Stats, paired)
	}
	return t
}

// correct corrects the tests for their number, and signs them; of what they were made of nothing is kept.
func (x *Play) correct() {
	var tests []*measure.Test
	for i := range x.Tests {
		tests = append(tests, &x.Tests[i].Test)
	}
	measure.Correct(tests, func(*measure.Contest) int { return measure.LeastGames })
	for i := range x.Tests {
		t := &x.Tests[i]
		t.Sample = measure.Contest{}
		for k := range t.Trainings {
			t.Trainings[k].Sample = measure.Contest{}
		}
		if t.A != 0 {
			continue
		}
		if at := slices.IndexFunc(x.Metrics, func(m Measure) bool { return m.Column == t.B && m.Metric == t.Metric }); at >= 0 {
			x.Metrics[at].Sign = t.Sign
		}
	}
}

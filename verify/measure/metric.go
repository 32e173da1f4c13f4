package measure

import (
	"math"
	"slices"
	"strings"

	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/verify/playout"
)

// Metrics of which reports speak by their names, as the measures of the program give them.
const (
	MetricMoves       = "moves a game with passes"
	MetricTurns       = "turns a game"
	MetricDecisions   = "decision moves"
	MetricBranching   = "branching factor"
	MetricFirstShare  = "first player's share"
	MetricCompletion  = "completion"
	MetricDrawishness = "drawishness"
	WinsOf            = "wins of " // … a side: how the name begins
	MetricFirstLed    = "games led by the first player"
	MetricLed         = "games led by somebody"
	MetricLevel       = "games led by nobody"
	LedBy             = "games led by "
	MetricTimeouts    = "timeouts"
	PointsOf          = "points of "
	// MetricBalance is the metric that is shown beside completion and not tested.
	MetricBalance = "balance"
)

// Metric is a measure in a game, in one of its groups: one number that can be taken of games.
type Metric struct {
	*Asked
	Name   string
	Aspect Aspect
	Share  bool // 0 or 1 of each game
	Own    bool // somebody has written it, and it does not come with the program
	group  int
	told   int     // place among Outcome.Told, -1 where what is kept of every game tells
	second *Metric // what is taken of the second of two samples, nil where the same is
}

// metric is the measure in a group.
func (a *Asked) metric(group int) Metric {
	return Metric{Asked: a, Name: a.name(group), Aspect: aspectOf(a.Measure.Aspect.Text), Share: a.ofGames(), group: group, told: -1}
}

// Metrics are the measure in each of its groups.
func (a *Asked) Metrics() (list []Metric) {
	for i := range a.Groups {
		list = append(list, a.metric(i))
	}
	return list
}

// Who is whose the figure is, "" where it is of a game.
func (m Metric) Who() string { return m.Groups[m.group] }

// Means says what a figure is, for who meets the name for the first time.
func (m Metric) Means() string {
	return strings.ReplaceAll(Meaning(m.Measure), whose, m.Who())
}

// Sentence says what the metric comes to, in the words of the measure: with its value, whose it is, the single moves after which a
// game is given up, and the games, of which something may be so (" that had a winner").
func (m Metric) Sentence(value, who string, limit int, games func(that string) string) string {
	text := strings.NewReplacer("{value}", value, whose, who, "{cap}", Thousands(limit)).Replace(m.Says)
	if before, rest, ok := strings.Cut(text, "{games"); ok {
		that, after, _ := strings.Cut(rest, "}")
		text = before + games(that) + after
	}
	return text
}

// InPercent reports whether a figure is a share, and not a mean of numbers.
func (m Metric) InPercent() bool { return m.Rule.Gather == engine.Share }

// Take are the parts that the metric has of the cells of a game.
func (m *Metric) Take(cells []engine.Cell) playout.Quotient {
	value, of := m.Rule.Parts(&cells[m.group])
	return playout.Quotient{int64(value), int64(of)}
}

// Values are those of the games in which the metric has one.
func (m Metric) Values(s *playout.Stats) []float64 {
	return slices.DeleteFunc(m.each(s.Outcomes), math.IsNaN)
}

// each is the value of every one of some games, NaN where a game has none. Where moments of all games are taken together it is
// what the game adds to the estimate from all of them (playout.Ratio).
func (m Metric) each(list []playout.Outcome) []float64 {
	if !m.Pooled {
		return m.alone(list)
	}
	sums := make([][2]int64, len(list))
	NewTeller([]Metric{m}).Each(list, func(i, _ int, x playout.Quotient) { sums[i] = x })
	out := playout.Ratio(sums)
	for i := range out {
		out[i] /= m.unit()
	}
	return out
}

// alone is what the metric comes to in each game by itself, NaN where a game has none.
func (m Metric) alone(list []playout.Outcome) []float64 {
	out := make([]float64, len(list))
	NewTeller([]Metric{m}).Each(list, func(i, _ int, x playout.Quotient) { out[i] = m.Amount(x) })
	return out
}

// Second is the name of what is taken of the second of two samples, and whose that is.
func (m Metric) Second() (name, who string) {
	o := m.other()
	return o.Name, o.Who()
}

// other is the metric as it is taken of the second of two samples.
func (m Metric) other() Metric {
	if m.second == nil {
		return m
	}
	return *m.second
}

// Estimate is the share or the mean of values, with its interval.
func (m Metric) Estimate(values []float64) playout.Estimate {
	sum, squares := 0.0, 0.0
	for _, x := range values {
		sum, squares = sum+x, squares+x*x
	}
	if m.Share {
		return playout.Share(int(sum), len(values))
	}
	return playout.Mean(sum, squares, len(values))
}

// Spread is the standard deviation of a metric over the games of a base. Shares
// are measured in units of one half, the greatest that a share can have: a share
// that is nothing by default would make every change of it look huge. A metric
// that does not vary at all is measured in units of its own.
func (m Metric) Spread(s *playout.Stats) float64 {
	if m.Share {
		return 0.5
	}
	if s.Kept != nil {
		x := m.Sums(s)
		if mean, v := x.MeanAndVariance(); v > 1e-12*mean*mean && v > 0 {
			return math.Sqrt(v)
		}
		return 1
	}
	sum, squares, n := 0.0, 0.0, 0.0
	for _, x := range m.Values(s) {
		sum, squares, n = sum+x, squares+x*x, n+1
	}
	if n < 2 {
		return 1
	}
	mean := sum / n
	if v := (squares - sum*mean) / (n - 1); v > 1e-12*mean*mean && v > 0 {
		return math.Sqrt(v)
	}
	return 1
}

// fine is what the values of games are counted in that are no whole numbers: rounded to so small a part of one that no figure
// shows it, they can be added up in any order.
const fine = 1 << 20

// Moments begins the moments of the metric.
func (m Metric) Moments() playout.Moments {
	out := playout.Moments{Metric: m.Name, Share: m.Share, Grain: int64(m.unit()), Ratio: m.Pooled}
	if !m.Pooled && !m.whole() {
		out.Grain = fine
	}
	return out
}

// Count enters so many games, unless the metric has no value in them.
func (m *Metric) Count(to *playout.Moments, x playout.Quotient, times int64) {
	switch {
	case x[1] == 0:
	case m.Pooled:
		to.CountOf(x[0], x[1], times)
	case m.whole():
		to.Count(x[0]/x[1], times)
	default:
		to.Count(int64(math.Round(m.Amount(x)*fine)), times)
	}
}

// Sums are the moments of the metric in a sample, whether its games are kept or were
// summed up.
func (m Metric) Sums(s *playout.Stats) playout.Moments {
	if x := s.Summed(m.Name); x != nil {
		return *x
	}
	out := m.Moments()
	NewTeller([]Metric{m}).Each(s.Outcomes, func(_, _ int, x playout.Quotient) { m.Count(&out, x, 1) })
	return out
}

// Of is the share or the mean in a sample, with its interval, and how many games have
// no value.
func (m Metric) Of(s *playout.Stats) (e playout.Estimate, leftOut int) {
	if s.Kept != nil {
		x := m.Sums(s)
		return x.Estimate(), s.Played - int(x.N)
	}
	values := m.Values(s)
	return m.Estimate(values), len(s.Outcomes) - len(values)
}

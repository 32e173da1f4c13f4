package measure

import (
	"math"

	"github.com/lectio/lectio/verify/playout"
)

// ratioGrain is what the ratios of a game (its share of decisions, its branching
// factor) are rounded to: their means are off by less than a millionth.
const ratioGrain = 1 << 20

// Kept lists the metrics that are kept of games which are summed up and forgotten:
// those of [MetricsOf], and moves a game without passes.
func Kept(players []string, points bool) []Metric {
	return append(MetricsOf(players, points), Metric{playout.MetricUnpassed, Length, false, func(x *playout.Outcome) float64 {
		if x.Close != playout.Ended {
			return math.NaN()
		}
		return float64(x.Plies - x.Passes)
	}, inOnes})
}

// Moments begins the moments of a metric, of games whose points are counted in
// 1/denominator.
func (m Metric) Moments(denominator int) playout.Moments {
	out := playout.Moments{Metric: m.Name, Share: m.Share, Grain: 1}
	switch m.in {
	case inPoints:
		out.Grain = int64(denominator)
	case inRatios:
		out.Grain = ratioGrain
	}
	return out
}

// Count enters a game, unless the metric has no value in it.
func (m Metric) Count(to *playout.Moments, x *playout.Outcome) {
	v := m.of(x)
	if math.IsNaN(v) {
		return
	}
	if m.in == inRatios {
		v = math.RoundToEven(v * ratioGrain)
	}
	to.Count(int64(v))
}

// Sums are the moments of the metric in a sample, whether its games are kept or were
// summed up.
func (m Metric) Sums(s *playout.Stats) playout.Moments {
	if x := s.Summed(m.Name); x != nil {
		return *x
	}
	out := m.Moments(s.Denominator)
	for i := range s.Outcomes {
		m.Count(&out, &s.Outcomes[i])
	}
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

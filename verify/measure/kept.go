package measure

import (
	"math"
	"slices"

	"github.com/lectio/lectio/verify/playout"
)

// Kept lists the metrics that are kept of games which are summed up and forgotten: those
// of [Frame.Metrics], who comes out ahead where winners are named too, shares by role, and
// moves a game without passes.
func (f *Frame) Kept() []Metric {
	list := f.Metrics()
	more := []Metric{won.first(f.Teams)}
	more = append(append(more, won.decided(f.Teams)...), won.roles(f.Players, f.Teams, f.Players, f.straight())...)
	more = append(append(append(more, led.first(f.Teams)), led.decided(f.Teams)...), led.roles(f.Players, f.Teams, f.Players, f.straight())...)
	more = append(more, Metric{Name: playout.MetricUnpassed, Aspect: Length, of: ended(func(x *playout.Outcome) float64 { return float64(x.Plies - x.Passes) })})
	for _, m := range more {
		if !slices.ContainsFunc(list, func(x Metric) bool { return x.Name == m.Name }) {
			list = append(list, m)
		}
	}
	return list
}

// Moments begins the moments of a metric, of games whose points are counted in
// 1/denominator.
func (m Metric) Moments(denominator int) playout.Moments {
	out := playout.Moments{Metric: m.Name, Share: m.Share, Grain: 1, Ratio: m.per != nil}
	if m.in == inPoints {
		out.Grain = int64(denominator)
	}
	return out
}

// Count enters a game, unless the metric has no value in it.
func (m Metric) Count(to *playout.Moments, x *playout.Outcome) {
	switch v := m.of(x); {
	case math.IsNaN(v):
	case m.per != nil:
		to.CountOf(int64(v), m.per(x))
	default:
		to.Count(int64(v))
	}
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

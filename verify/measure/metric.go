package measure

import (
	"math"
	"strings"

	"github.com/lectio/lectio/verify/playout"
)

// MetricFirstShare is the share of the games with a winner that the first
// player wins: where all chances are equal, one in as many as play.
const MetricFirstShare = "first player's share"

// MetricBalance is the metric that is shown beside completion and not tested.
const MetricBalance = "balance"

// Values are those of the games in which the metric has one.
func (m Metric) Values(s *playout.Stats) []float64 {
	f := m.Scaled(s)
	var out []float64
	for i := range s.Outcomes {
		if x := f(&s.Outcomes[i]); !math.IsNaN(x) {
			out = append(out, x)
		}
	}
	return out
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

// Metric is one number that can be taken of a game; NaN where a game has none.
type Metric struct {
	Name   string
	Aspect Aspect
	Share  bool // 0 or 1 of each game
	of     func(x *playout.Outcome) float64
	in     grain
}

// grain says what whole numbers the values of a metric are counted in.
type grain int

const (
	inOnes   grain = iota
	inPoints       // by the denominator of the sample
	inRatios       // by ratioGrain
)

// Metrics lists the metrics that can be taken of games of one ruleset. Points
// are among them where any sample has any.
func Metrics(players []string, samples []*playout.Stats) []Metric {
	points := false
	for _, sample := range samples {
		for i := range sample.Outcomes {
			for _, s := range sample.Outcomes[i].Scores {
				points = points || s != 0
			}
		}
		for _, s := range sample.Scores {
			points = points || s != 0
		}
	}
	return MetricsOf(players, points)
}

// MetricsOf lists the metrics of games of so many players, with points or without.
func MetricsOf(players []string, points bool) []Metric {
	ended := func(f func(x *playout.Outcome) float64) func(x *playout.Outcome) float64 {
		return func(x *playout.Outcome) float64 {
			if x.Close != playout.Ended {
				return math.NaN()
			}
			return f(x)
		}
	}
	is := func(b bool) float64 {
		if b {
			return 1
		}
		return 0
	}
	list := []Metric{
		{playout.MetricMoves, Length, false, ended(func(x *playout.Outcome) float64 { return float64(x.Plies) }), inOnes},
		{playout.MetricTurns, Length, false, ended(func(x *playout.Outcome) float64 { return float64(x.Turns) }), inOnes},
		{playout.MetricDecisions, Choice, false, (*playout.Outcome).DecisionMoves, inRatios},
		{playout.MetricBranching, Choice, false, (*playout.Outcome).BranchingFactor, inRatios},
		{MetricFirstShare, Winner, true, func(x *playout.Outcome) float64 {
			if x.Winner < 0 {
				return math.NaN()
			}
			return is(x.OpenerWon)
		}, inOnes},
		{"completion", Winner, true, func(x *playout.Outcome) float64 { return is(x.Winner >= 0) }, inOnes},
		{"drawishness", Winner, true, func(x *playout.Outcome) float64 { return is(x.Close == playout.Ended && x.Winner < 0) }, inOnes},
		{"timeouts", Ending, true, func(x *playout.Outcome) float64 { return is(x.Close == playout.TimedOut) }, inOnes},
	}
	if points {
		for q, name := range players {
			list = append(list, Metric{PointsOf + name, Points, false, ended(func(x *playout.Outcome) float64 { return float64(x.Scores[q]) }), inPoints})
		}
		list = append(list, Metric{leadOf + players[0], Points, false, ended(func(x *playout.Outcome) float64 {
			best := x.Scores[1]
			for _, s := range x.Scores[2:] {
				best = max(best, s)
			}
			return float64(x.Scores[0] - best)
		}), inPoints})
	}
	return list
}

// About says what a metric measures, for who meets its name for the first time; "" for a
// name that no metric has.
func About(metric string) string {
	switch {
	case strings.HasPrefix(metric, PointsOf):
		return "the points that " + strings.TrimPrefix(metric, PointsOf) + " makes in a game that ends, on the average"
	case strings.HasPrefix(metric, leadOf):
		return "by how many points " + strings.TrimPrefix(metric, leadOf) + " is ahead of the best of the others when a game ends, on the average"
	}
	return map[string]string{
		playout.MetricMoves:     "how many single moves a game takes that ends, passes counted",
		playout.MetricTurns:     "how many turns a game takes that ends",
		playout.MetricDecisions: "the share of moves at which there is more than one to choose from",
		playout.MetricBranching: "how many moves there are to choose from, on the average",
		MetricFirstShare:        "of the games that have a winner, the share that the player wins who begins",
		"completion":            "the share of games that have a winner",
		"drawishness":           "the share of games that end without a winner",
		"timeouts":              "the share of games that had not ended when the greatest number of moves was reached, and were given up",
	}[metric]
}

// Scaled makes a metric of points of one in points, whatever their denominator.
func (m Metric) Scaled(s *playout.Stats) func(x *playout.Outcome) float64 {
	if m.in == inPoints {
		return func(x *playout.Outcome) float64 { return m.of(x) / float64(s.Denominator) }
	}
	return m.of
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
	f := m.Scaled(s)
	sum, squares, n := 0.0, 0.0, 0.0
	for i := range s.Outcomes {
		if x := f(&s.Outcomes[i]); !math.IsNaN(x) {
			sum, squares, n = sum+x, squares+x*x, n+1
		}
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

// PointsOf is how the name of the metric of a player's points begins.
const PointsOf = "points of "

// leadOf is how the name of the metric of a player's lead begins.
const leadOf = "lead of "

// MetricMoves is the name of the metric that counts single moves a game, passes and
// stops among them.
const MetricMoves = playout.MetricMoves

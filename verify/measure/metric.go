package measure

import (
	"math"
	"slices"
	"strings"

	"github.com/lectio/lectio/verify/playout"
)

// The names of the metrics of who prevails.
const (
	// MetricFirstShare is the share of the games with a winner that the first player
	// wins: where all chances are equal, one in as many as play.
	MetricFirstShare  = "first player's share"
	MetricCompletion  = "completion"
	MetricDrawishness = "drawishness"
	// WinsOf is how the name begins of a side's share of the games with a winner.
	WinsOf = "wins of "

	// Where no rule names a winner, those are counted who have most points at the end.
	MetricFirstLed = "games led by the first player"
	MetricLed      = "games led by somebody"
	MetricLevel    = "games led by nobody"
	LedBy          = "games led by "

	MetricTimeouts = "timeouts"
	// MetricBalance is the metric that is shown beside completion and not tested.
	MetricBalance = "balance"
)

// Values are those of the games in which the metric has one.
func (m Metric) Values(s *playout.Stats) []float64 {
	return slices.DeleteFunc(m.each(s.Outcomes, s.Denominator), math.IsNaN)
}

// each is the value of every one of some games whose points are counted in 1/denominator,
// NaN where a game has none. Of a ratio it is what the game adds to the estimate from all
// of them (playout.Ratio).
func (m Metric) each(list []playout.Outcome, denominator int) []float64 {
	out := make([]float64, len(list))
	if m.per != nil {
		sums := make([][2]int64, len(list))
		for i := range list {
			sums[i] = [2]int64{int64(m.of(&list[i])), m.per(&list[i])}
		}
		return playout.Ratio(sums)
	}
	unit := 1.0
	if m.in == inPoints {
		unit = float64(denominator)
	}
	for i := range list {
		out[i] = m.of(&list[i]) / unit
	}
	return out
}

// Second is the name of what is taken of the second of two samples.
func (m Metric) Second() string { return m.other().Name }

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

// Metric is one number that can be taken of a game; NaN where a game has none.
type Metric struct {
	Name   string
	Aspect Aspect
	Share  bool // 0 or 1 of each game
	of     func(x *playout.Outcome) float64
	// per makes the metric a ratio: what of counts in all games, of each that per counts.
	per    func(x *playout.Outcome) int64
	in     grain
	second *Metric // what is taken of the second of two samples, nil where the same is
}

// grain says what whole numbers the values of a metric are counted in.
type grain int

const (
	inOnes   grain = iota
	inPoints       // by the denominator of the sample
)

// ended gives f only the games that ended by a rule.
func ended(f func(x *playout.Outcome) float64) func(x *playout.Outcome) float64 {
	return func(x *playout.Outcome) float64 {
		if x.Close != playout.Ended {
			return math.NaN()
		}
		return f(x)
	}
}

func is(b bool) float64 {
	if b {
		return 1
	}
	return 0
}

// always lists the metrics of lengths and choice, which games of every ruleset have.
func always() []Metric {
	plies := func(x *playout.Outcome) int64 { return int64(x.Plies) }
	return []Metric{
		{Name: playout.MetricMoves, Aspect: Length, of: ended(func(x *playout.Outcome) float64 { return float64(x.Plies) })},
		{Name: playout.MetricTurns, Aspect: Length, of: ended(func(x *playout.Outcome) float64 { return float64(x.Turns) })},
		{Name: playout.MetricDecisions, Aspect: Choice, of: func(x *playout.Outcome) float64 { return float64(x.Chosen) }, per: plies},
		{Name: playout.MetricBranching, Aspect: Choice, of: func(x *playout.Outcome) float64 { return float64(x.Branch + x.Plies - x.Chosen) }, per: plies},
	}
}

var timeouts = Metric{Name: MetricTimeouts, Aspect: Ending, Share: true, of: func(x *playout.Outcome) float64 { return is(x.Close == playout.TimedOut) }}

// About says what a metric measures, for who meets its name for the first time; "" for a
// name that no metric has.
func About(metric string) string {
	switch {
	case strings.HasPrefix(metric, PointsOf):
		return "the points that " + strings.TrimPrefix(metric, PointsOf) + " makes in a game that ends, on the average"
	case strings.HasPrefix(metric, WinsOf):
		return "of the games that have a winner, the share that is won by " + strings.TrimPrefix(metric, WinsOf)
	case strings.HasPrefix(metric, LedBy) && metric != MetricFirstLed && metric != MetricLed && metric != MetricLevel:
		return "of the games in which somebody has most points at the end, the share in which it is " + strings.TrimPrefix(metric, LedBy)
	case strings.HasPrefix(metric, LeadOf):
		return "by how many points " + strings.TrimPrefix(metric, LeadOf) + " is ahead of the best of the others when a game ends, on the average"
	}
	return map[string]string{
		playout.MetricMoves:     "how many single moves a game takes that ends, passes counted",
		playout.MetricUnpassed:  "how many single moves a game takes that ends, passes left out",
		playout.MetricTurns:     "how many turns a game takes that ends",
		playout.MetricDecisions: "of all moves of all games, the share at which there is more than one to choose from",
		playout.MetricBranching: "how many moves there are to choose from, on the average of all moves of all games",
		MetricFirstShare:        "of the games that have a winner, the share that the side wins that begins",
		MetricCompletion:        "the share of games that have a winner",
		MetricDrawishness:       "the share of games that end without a winner",
		MetricFirstLed:          "of the games in which somebody has most points at the end, the share in which the side that begins has",
		MetricLed:               "the share of games at whose end somebody has most points (no rule names a winner)",
		MetricLevel:             "the share of games at whose end nobody has more points than the others (no rule names a winner)",
		MetricTimeouts:          "the share of games that had not ended when the greatest number of moves was reached, and were given up",
	}[metric]
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

// PointsOf is how the name of the metric of a player's points begins.
const PointsOf = "points of "

// LeadOf is how the name of the metric of a player's lead begins.
const LeadOf = "lead of "

// MetricMoves is the name of the metric that counts single moves a game, passes and
// stops among them.
const MetricMoves = playout.MetricMoves

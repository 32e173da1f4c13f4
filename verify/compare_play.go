package verify

import (
	"context"
	"math"
	"slices"
	"sync"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/verify/playout"
)

// compareChunk is how many games are one piece of work.
const compareChunk = 50

// play plays the games of every column, in pieces that are joined in order, so
// that the result is the same for any number of workers. After an interruption a
// sample has the games up to the first that was not played.
func (c *Comparison) play(ctx context.Context) {
	o := c.Options
	type piece struct {
		column, first, games int
		stats                *playout.Stats
		failure              string
	}
	// Some games of each in turn, so that an interruption leaves something of all.
	var pieces []*piece
	for first := 0; first < o.Games; first += compareChunk {
		for i := range c.Columns {
			pieces = append(pieces, &piece{column: i, first: first, games: min(compareChunk, o.Games-first)})
		}
	}
	c.Total = len(c.Columns) * o.Games
	var mu sync.Mutex
	var wg sync.WaitGroup
	next := make(chan *piece)
	for range max(o.Jobs, 1) {
		wg.Go(func() {
			for p := range next {
				col := c.Columns[p.column]
				p.failure = guarded(func() {
					p.stats = playout.Sample(ctx, col.Game, playout.Options{Games: p.games, First: p.first, Seed: o.Seed, Cap: o.Cap})
				})
				mu.Lock()
				if p.stats != nil {
					c.Done += p.stats.Played
				}
				if o.Progress != nil {
					o.Progress(c.Done, c.Total, col.Name())
				}
				mu.Unlock()
			}
		})
	}
	for _, p := range pieces {
		if ctx.Err() != nil {
			break
		}
		next <- p
	}
	close(next)
	wg.Wait()
	c.Interrupted = ctx.Err() != nil && (c.Unsettled || c.Done < c.Total || c.undrawn)
	whole := make([]bool, len(c.Columns))
	for i := range whole {
		whole[i] = true
	}
	c.Done = 0
	for _, p := range pieces {
		col := c.Columns[p.column]
		if p.failure != "" && col.Failure == "" {
			col.Failure = p.failure
		}
		if !whole[p.column] {
			continue
		}
		if p.stats == nil {
			whole[p.column] = false
			continue
		}
		c.Done += p.stats.Played
		whole[p.column] = p.stats.Played == p.games
		switch {
		case p.stats.Played == 0:
		case col.Stats == nil:
			col.Stats = p.stats
		default:
			col.Stats.Join(p.stats)
		}
	}
}

// test takes the metrics of every column, and tests columns against each other:
// games of one ruleset in pairs, because games of one number have the same throws
// (common random numbers), as the readings of a ruleset are compared in RD004;
// games of two rulesets as independent samples. Points are compared within a
// ruleset only: a point is not the same thing in two games. The first player's share
// is compared between games of so many players only: one of four wins less often than
// one of two where all chances are equal.
func (c *Comparison) test() {
	metrics := map[*rulesets.Definition][]metric{}
	var common []metric
	for _, col := range c.Columns {
		d := col.Interpretation.Definition
		if metrics[d] != nil {
			continue
		}
		var samples []*playout.Stats
		for _, other := range c.Columns {
			if other.Interpretation.Definition == d && other.Stats != nil {
				samples = append(samples, other.Stats)
			}
		}
		metrics[d] = metricsFor(col.Game.Program.Players, samples)
		common = metricsFor(col.Game.Program.Players, nil) // without points
	}
	for i, col := range c.Columns {
		if col.Stats == nil {
			continue
		}
		for _, k := range metrics[col.Interpretation.Definition] {
			values := k.values(col.Stats)
			m := Measure{Column: i, Metric: k.name, Share: k.share, Estimate: k.estimate(values),
				LeftOut: len(col.Stats.Outcomes) - len(values), Stats: col.Stats,
				Cut: c.Short(i) || c.Short(0)}
			c.Metrics = append(c.Metrics, m)
			if k.name == "completion" { // balance is shown beside it, and where nobody has won there is none
				b := Measure{Column: i, Metric: MetricBalance, Share: true, Estimate: col.Stats.Balance(),
					Stats: col.Stats, Cut: m.Cut}
				if m.Estimate.Value == 0 {
					b.Estimate = playout.Estimate{Value: math.NaN(), Low: math.NaN(), High: math.NaN(), How: b.Estimate.How}
					b.LeftOut = col.Stats.Played
				}
				c.Metrics = append(c.Metrics, b)
			}
		}
	}
	var samples []contested
	for i, a := range c.Columns {
		for j := i + 1; j < len(c.Columns); j++ {
			b := c.Columns[j]
			if a.Stats == nil || b.Stats == nil || c.Options.First && i > 0 {
				continue
			}
			list, paired := common, a.Interpretation.Definition == b.Interpretation.Definition
			if paired {
				list = metrics[a.Interpretation.Definition]
			}
			for _, k := range list {
				if k.name == MetricFirstShare && !samePlayers(a, b) {
					continue
				}
				t, s := k.contest(a.Stats, b.Stats, paired)
				t.A, t.B, t.Cut = i, j, c.Short(i) || c.Short(j)
				c.Tests = append(c.Tests, t)
				samples = append(samples, s)
			}
		}
	}
	c.correct(samples)
}

// samePlayers reports whether as many play in both columns.
func samePlayers(a, b *Compared) bool { return a.Players() == b.Players() }

// Players is how many play.
func (c *Compared) Players() int { return len(c.Game.Program.Players) }

// MetricFirstShare is the share of the games with a winner that the first
// player wins: where all chances are equal, one in as many as play.
const MetricFirstShare = "first player's share"

// MetricBalance is the metric that is shown beside completion and not tested.
const MetricBalance = "balance"

// correct corrects the tests for their number, and signs them.
func (c *Comparison) correct(samples []contested) {
	var chances []float64
	n := 0
	for i := range c.Tests {
		p := c.Tests[i].Difference.P
		chances = append(chances, p)
		if !math.IsNaN(p) {
			n++
		}
	}
	for i, h := range playout.Holm(chances) {
		t := &c.Tests[i]
		t.Holm, t.Comparisons = h, n
		wide := samples[i].difference(Level / float64(max(n, 1)))
		t.Low, t.High = wide.Low, wide.High
		t.Sign = signOf(h, t.Difference, leastGames)
		if t.A != 0 {
			continue
		}
		if at := slices.IndexFunc(c.Metrics, func(m Measure) bool { return m.Column == t.B && m.Metric == t.Metric }); at >= 0 {
			c.Metrics[at].Sign = t.Sign
		}
	}
}

// values are those of the games in which the metric has one.
func (m metric) values(s *playout.Stats) []float64 {
	f := m.scaled(s)
	var out []float64
	for i := range s.Outcomes {
		if x := f(&s.Outcomes[i]); !math.IsNaN(x) {
			out = append(out, x)
		}
	}
	return out
}

// estimate is the share or the mean of values, with its interval.
func (m metric) estimate(values []float64) playout.Estimate {
	sum, squares := 0.0, 0.0
	for _, x := range values {
		sum, squares = sum+x, squares+x*x
	}
	if m.share {
		return playout.Share(int(sum), len(values))
	}
	return playout.Mean(sum, squares, len(values))
}

// contested is what a test is made of: pairs, or two samples.
type contested struct {
	share, paired bool
	pairs         []float64
	a, b          []float64
}

// least is of how many a test says something: an interval of two shares that are no
// pairs holds however few there are.
func (x *contested) least() int {
	if x.share && !x.paired {
		return 1
	}
	return leastGames
}

// difference makes the test, with an interval at 1 − alpha.
func (x *contested) difference(alpha float64) playout.Difference {
	count := func(list []float64, f func(float64) bool) (n int) {
		for _, v := range list {
			if f(v) {
				n++
			}
		}
		return n
	}
	positive := func(v float64) bool { return v > 0 }
	switch {
	case x.paired && x.share:
		return playout.PairedShares(count(x.pairs, positive), count(x.pairs, func(v float64) bool { return v < 0 }), len(x.pairs), alpha)
	case x.paired:
		return playout.PairedMean(x.pairs, alpha)
	case x.share:
		return playout.TwoShares(count(x.a, positive), len(x.a), count(x.b, positive), len(x.b), alpha)
	}
	return playout.Welch(x.a, x.b, alpha)
}

// contest compares two samples in the metric.
func (m metric) contest(a, b *playout.Stats, paired bool) (Test, contested) {
	x := contested{share: m.share, paired: paired}
	t := Test{Metric: m.name, Share: m.share, Paired: paired}
	if paired {
		f, g := m.scaled(a), m.scaled(b)
		for i := range min(len(a.Outcomes), len(b.Outcomes)) {
			v, w := f(&a.Outcomes[i]), g(&b.Outcomes[i])
			if math.IsNaN(v) || math.IsNaN(w) {
				t.LeftOut++
				continue
			}
			x.a, x.b, x.pairs = append(x.a, v), append(x.b, w), append(x.pairs, w-v)
		}
	} else {
		x.a, x.b = m.values(a), m.values(b)
		t.LeftOut = len(a.Outcomes) - len(x.a) + len(b.Outcomes) - len(x.b)
	}
	switch {
	case paired && m.share:
		t.Name = "McNemar, exact"
	case paired:
		t.Name = "paired t"
	case m.share:
		t.Name = "Fisher, exact"
	default:
		t.Name = "Welch t"
	}
	t.From, t.To = m.estimate(x.a), m.estimate(x.b)
	t.Difference = x.difference(Level)
	if paired {
		x.a, x.b = nil, nil // the pairs are all that is tested
	}
	return t, x
}

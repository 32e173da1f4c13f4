package compare

import (
	"context"
	"math"
	"slices"
	"sync"

	"github.com/lectio/lectio/verify"
	"github.com/lectio/lectio/verify/measure"
	"github.com/lectio/lectio/verify/playout"
)

// chunk is how many games are one piece of work.
const chunk = 50

// piece is some of the games of a column, and what became of them.
type piece struct {
	column, first, games int
	stats                *playout.Stats
	failure              string
}

// play plays the games of every column, in pieces that are joined in order, so
// that the result is the same for any number of workers. After an interruption a
// sample has the games up to the first that was not played.
func (c *Comparison) play(ctx context.Context) {
	pieces := c.pieces()
	var wg sync.WaitGroup
	next := make(chan *piece)
	var mu sync.Mutex
	for range max(c.Options.Jobs, 1) {
		wg.Go(func() {
			for p := range next {
				c.sample(ctx, p, &mu)
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
	c.join(pieces)
}

// pieces takes over the games that were played before, and divides the others: some of
// each column in turn, so that an interruption leaves something of all.
func (c *Comparison) pieces() (out []*piece) {
	o := c.Options
	for _, col := range c.Columns {
		if o.Games > 0 {
			col.Stats = o.Earlier.Of(col.Name())
		}
		if col.Stats == nil {
			c.Total += o.Games
		}
	}
	for first := 0; first < o.Games; first += chunk {
		for i, col := range c.Columns {
			if col.Stats == nil {
				out = append(out, &piece{column: i, first: first, games: min(chunk, o.Games-first)})
			}
		}
	}
	return out
}

// sample plays the games of a piece, and counts them.
func (c *Comparison) sample(ctx context.Context, p *piece, mu *sync.Mutex) {
	o, col := c.Options, c.Columns[p.column]
	p.failure = verify.Guarded(func() {
		p.stats = playout.Sample(ctx, col.Game, playout.Options{Games: p.games, First: p.first, Seed: o.Seed, Cap: o.Cap})
	})
	mu.Lock()
	defer mu.Unlock()
	if p.stats != nil {
		c.Done += p.stats.Played
	}
	if o.Progress != nil {
		o.Progress(c.Done, c.Total, col.Name())
	}
}

// join gives each column its games, up to the first that was not played.
func (c *Comparison) join(pieces []*piece) {
	cut := make([]bool, len(c.Columns))
	c.Done = 0
	for _, p := range pieces {
		col := c.Columns[p.column]
		if p.failure != "" && col.Failure == "" {
			col.Failure = p.failure
		}
		if cut[p.column] {
			continue
		}
		if p.stats == nil {
			cut[p.column] = true
			continue
		}
		c.Done += p.stats.Played
		cut[p.column] = p.stats.Played < p.games
		switch {
		case p.stats.Played == 0:
		case col.Stats == nil:
			col.Stats = p.stats
		default:
			col.Stats.Join(p.stats)
		}
	}
}

// test takes the metrics of every column, and tests columns against each other in those
// that both have (measure.Frame): games of one ruleset in pairs, because games of one
// number have the same throws (common random numbers), as the readings of a ruleset are
// compared in RD004; games of two rulesets as independent samples.
func (c *Comparison) test() {
	frames := make([]measure.Frame, len(c.Columns))
	for i, col := range c.Columns {
		if col.Stats != nil {
			frames[i] = measure.FrameOf(col.Game)
		}
	}
	for i, col := range c.Columns {
		if col.Stats == nil {
			continue
		}
		list := frames[i].Metrics()
		for j, other := range c.Columns { // and what it is compared in
			if i == j || other.Stats == nil {
				continue
			}
			for _, m := range frames[i].Common(&frames[j]) {
				if !slices.ContainsFunc(list, func(x measure.Metric) bool { return x.Name == m.Name }) {
					list = append(list, m)
				}
			}
		}
		c.measureColumn(i, list)
	}
	var samples []measure.Contest
	for i, a := range c.Columns {
		for j := i + 1; j < len(c.Columns); j++ {
			b := c.Columns[j]
			if a.Stats == nil || b.Stats == nil || c.Options.First && i > 0 {
				continue
			}
			samples = append(samples, c.contests(i, j, frames[i].Common(&frames[j]))...)
		}
	}
	c.correct(samples)
}

// measureColumn takes the metrics of a column.
func (c *Comparison) measureColumn(i int, metrics []measure.Metric) {
	col := c.Columns[i]
	for _, k := range metrics {
		e, leftOut := k.Of(col.Stats)
		m := Measure{Column: i, Metric: k.Name, Share: k.Share, Estimate: e, LeftOut: leftOut, Stats: col.Stats,
			Cut: c.Short(i) || c.Short(0)}
		c.Metrics = append(c.Metrics, m)
		if k.Name == measure.MetricCompletion { // balance is shown beside it, and where nobody has won there is none
			b := Measure{Column: i, Metric: measure.MetricBalance, Share: true, Estimate: col.Stats.Balance(),
				Stats: col.Stats, Cut: m.Cut}
			if m.Estimate.Value == 0 {
				b.Estimate = playout.Estimate{Value: math.NaN(), Low: math.NaN(), High: math.NaN(), How: b.Estimate.How}
				b.LeftOut = col.Stats.Played
			}
			c.Metrics = append(c.Metrics, b)
		}
	}
}

// contests tests two columns in every metric of a list.
func (c *Comparison) contests(i, j int, list []measure.Metric) (samples []measure.Contest) {
	a, b := c.Columns[i], c.Columns[j]
	for _, k := range list {
		t, s := k.Contest(a.Stats, b.Stats, a.Interpretation.Definition == b.Interpretation.Definition)
		t.A, t.B, t.Cut = i, j, c.Short(i) || c.Short(j)
		c.Tests = append(c.Tests, t)
		samples = append(samples, s)
	}
	return samples
}

// Players is how many play.
func (c *Column) Players() int { return len(c.Game.Program.Players) }

// correct corrects the tests for their number, and signs them.
func (c *Comparison) correct(samples []measure.Contest) {
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
		wide := samples[i].Difference(measure.Level / float64(max(n, 1)))
		t.Low, t.High = wide.Low, wide.High
		t.Sign = measure.SignOf(h, t.Difference, measure.LeastGames)
		if t.A != 0 {
			continue
		}
		if at := slices.IndexFunc(c.Metrics, func(m Measure) bool { return m.Column == t.B && m.Metric == t.Metric }); at >= 0 {
			c.Metrics[at].Sign = t.Sign
		}
	}
}

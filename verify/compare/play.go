package compare

import (
	"context"
	"slices"
	"sync"

	"github.com/lectio/lectio/rulesets/engine/weigh"
	"github.com/lectio/lectio/verify"
	"github.com/lectio/lectio/verify/measure"
	"github.com/lectio/lectio/verify/playout"
)

// chunk is how many games are one piece of work.
const chunk = 50

// piece is some of the games of a column, and what became of them.
type piece struct {
	column, first, games int
	sample               *sample
	stats                *playout.Stats
	failure              string
}

// sample is where games of one kind are gathered: those at random, or of one training.
type sample struct {
	by    *weigh.Players // nil: at random
	stats **playout.Stats
	cut   bool // a game of it was not played
}

// play plays the games of every column: at random first, so that an interruption leaves these, then between
// programs that learn the rulesets.
func (c *Comparison) play(ctx context.Context) {
	o := c.Options
	for _, col := range c.Columns {
		if o.Games > 0 {
			col.Stats = o.Earlier.Of(col.Name())
		}
		if col.Stats == nil {
			c.Total += o.Games
		}
	}
	c.games(ctx, func(col *Column) (out []*sample) {
		if col.Stats == nil {
			out = append(out, &sample{stats: &col.Stats})
		}
		return out
	})
	if o.Games > 0 && o.Trainings > 0 {
		c.teach(ctx)
		c.games(ctx, func(col *Column) (out []*sample) {
			if col.by != nil {
				col.Learned = make([]*playout.Stats, len(col.by))
			}
			for k, by := range col.by {
				out = append(out, &sample{by: by, stats: &col.Learned[k]})
			}
			return out
		})
		for _, col := range c.Columns {
			if slices.Contains(col.Learned, nil) { // figures are told of all trainings, or of none
				col.Learned = nil
			}
		}
	}
	c.Interrupted = ctx.Err() != nil && (c.Unsettled || c.Done < c.Total || c.undrawn)
}

// teach has programs learn the default of each ruleset, and tries whether they serve its columns.
func (c *Comparison) teach(ctx context.Context) {
	var mu sync.Mutex
	c.each(len(c.Columns), func(i int) {
		// The first column of a ruleset has its programs made, and takes them to the others.
		d := c.Columns[i].Interpretation.Definition
		of := func(col *Column) bool { return col.Interpretation.Definition == d }
		if slices.IndexFunc(c.Columns, of) != i {
			return
		}
		if p := c.Options.Progress; p != nil {
			mu.Lock()
			p(c.Done, c.Total, "programs learn "+d.ID)
			mu.Unlock()
		}
		var l *verify.Learning
		failed := verify.Guarded(func() {
			if g, errs := d.Game(nil); len(errs) == 0 {
				l = verify.Teach(ctx, d.ID, g, c.Options.Trainings, c.Options.Seed, c.Options.Programs)
			} else {
				l = &verify.Learning{Ruleset: d.ID, Why: "the default cannot be compiled"}
			}
		})
		if failed != "" {
			l = &verify.Learning{Ruleset: d.ID, Why: "the program failed: " + failed}
		}
		for _, col := range c.Columns {
			if of(col) {
				col.Learning = l
			}
		}
	})
	c.each(len(c.Columns), func(i int) {
		col := c.Columns[i]
		if failed := verify.Guarded(func() { col.by, col.Unlearned = col.Learning.Players(ctx, col.Game) }); failed != "" {
			col.Unlearned = "the program failed: " + failed
		}
	})
	for _, col := range c.Columns {
		if col.by != nil || col.Learning.Cut {
			c.Total += c.Options.Games * c.Options.Trainings
		}
	}
}

// each does something for each of n, as many at once as there are workers.
func (c *Comparison) each(n int, do func(i int)) {
	var wg sync.WaitGroup
	next := make(chan int)
	for range max(c.Options.Jobs, 1) {
		wg.Go(func() {
			for i := range next {
				do(i)
			}
		})
	}
	for i := range n {
		next <- i
	}
	close(next)
	wg.Wait()
}

// games plays the games of some samples of every column, in pieces that are joined in order, so
// that the result is the same for any number of workers: some of each in turn, so that an interruption leaves
// something of all. A sample then has the games up to the first that was not played.
func (c *Comparison) games(ctx context.Context, of func(col *Column) []*sample) {
	o := c.Options
	samples := make([][]*sample, len(c.Columns))
	for i, col := range c.Columns {
		samples[i] = of(col)
	}
	var pieces []*piece
	for first := 0; first < o.Games; first += chunk {
		for i := range c.Columns {
			for _, s := range samples[i] {
				pieces = append(pieces, &piece{column: i, first: first, games: min(chunk, o.Games-first), sample: s})
			}
		}
	}
	before := c.Done
	var mu sync.Mutex
	c.each(len(pieces), func(i int) {
		if ctx.Err() == nil {
			c.sample(ctx, pieces[i], &mu)
		}
	})
	c.Done = before
	for _, p := range pieces {
		c.join(p)
	}
}

// sample plays the games of a piece, and counts them.
func (c *Comparison) sample(ctx context.Context, p *piece, mu *sync.Mutex) {
	o, col := c.Options, c.Columns[p.column]
	opt := playout.Options{Games: p.games, First: p.first, Seed: o.Seed, Cap: o.Cap, Players: p.sample.by}
	if p.sample.by != nil {
		opt.Cap = min(o.Cap, verify.LearnedCap)
	}
	p.failure = verify.Guarded(func() {
		opt.Measures = measure.Watched(col.Game)
		p.stats = playout.Sample(ctx, col.Game, opt)
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

// join takes the games of a piece into its sample, unless one before them was not played.
func (c *Comparison) join(p *piece) {
	col, s := c.Columns[p.column], p.sample
	if p.failure != "" && col.Failure == "" {
		col.Failure = p.failure
	}
	if s.cut = s.cut || p.stats == nil; s.cut {
		return
	}
	c.Done += p.stats.Played
	s.cut = p.stats.Played < p.games
	switch {
	case p.stats.Played == 0:
	case *s.stats == nil:
		*s.stats = p.stats
	default:
		(*s.stats).Join(p.stats)
	}
}

// Players is how many play.
func (c *Column) Players() int { return len(c.Game.Program.Players) }

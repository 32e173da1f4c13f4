package speed

import (
	"context"
	"sync"
	"sync/atomic"
	"time"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/play"
)

// block is how many games a worker takes at a time.
const block = 256

// playFor plays games by their numbers until time is up. A game that has begun
// is played to its end; the clock stops with the last one.
func playFor(ctx context.Context, g *rulesets.Game, x *play.Executor, seconds float64, jobs int, o Options) (Run, error) {
	timed, stop := context.WithTimeout(ctx, time.Duration(seconds*float64(time.Second)))
	defer stop()
	var next atomic.Int64
	var mu sync.Mutex
	var workers sync.WaitGroup
	size := block
	if o.Bound > 0 || o.Name.Iterations > 0 { // such games take longer
		size = 1
	}
	some := x.Play
	if o.Program != nil {
		some = func(ctx context.Context, s play.Series, count func(*play.Played)) error {
			return o.Program.Play(ctx, o.Name, s, count)
		}
	}
	var out Run
	var failed error
	begun := time.Now()
	for range jobs {
		workers.Go(func() {
			var sum Run
			count := sum.count(g.Program, o.Seed)
			var err error
			for err == nil && timed.Err() == nil {
				first := int(next.Add(int64(size))) - size + 1
				err = some(timed, play.Series{Seed: o.Seed, First: first, Count: size, Cap: o.Cap, Bound: o.Bound}, count)
			}
			mu.Lock()
			defer mu.Unlock()
			out.add(&sum)
			if err != nil && timed.Err() == nil {
				failed = err
			}
		})
	}
	workers.Wait()
	out.Seconds = time.Since(begun).Seconds()
	return out, failed
}

// count returns what enters a game.
func (r *Run) count(p *engine.Program, seed uint64) func(*play.Played) {
	openers := play.NewOpeners(p)
	return func(x *play.Played) {
		r.Games++
		r.Moves += x.Moves
		r.Passes += x.Passes
		r.turns += x.Turns
		r.whole += x.Whole
		r.beyond += x.Beyond
		if x.OverCap {
			r.OverCap++
			return
		}
		if end, _ := x.State.End(); end < 0 {
			r.Stuck++
			return
		}
		if w := x.State.Winner(); w >= 0 {
			r.decided++
			if p.Team[w] == p.Team[openers.Of(seed, uint64(x.Number))] {
				r.won++
			}
		}
	}
}

package verify

import (
	"context"
	"time"

	"github.com/lectio/lectio/rulesets/dimension"

	"github.com/lectio/lectio/rulesets"
)

// Within runs the verifier with budgets that grow until the time is spent, and
// returns the largest run that was finished. Its Options say how far it came: a
// Run with them gives the same result. When not even the first run can be
// finished in time, what it did is returned as an interrupted result, out of time.
func Within(ctx context.Context, checks Set, corpus *dimension.Corpus, defs []*rulesets.Definition, o Options, limit time.Duration) *Result {
	return within(ctx, checks, corpus, defs, o, limit, time.Now)
}

func within(ctx context.Context, checks Set, corpus *dimension.Corpus, defs []*rulesets.Definition, o Options, limit time.Duration, now func() time.Time) *Result {
	begun := now()
	timed, cancel := context.WithDeadline(ctx, begun.Add(limit))
	defer cancel()
	games, positions := Efforts[0].Games, Efforts[0].Positions
	var best *Result
	for {
		at := now()
		res := Run(timed, checks, corpus, defs, o.Sized(games, positions))
		if best == nil || !res.Interrupted {
			best = res
		}
		if ctx.Err() != nil { // the user's doing, not the clock's
			best.Interrupted = true
			return best
		}
		if res.Interrupted {
			best.OutOfTime = best.Interrupted
			return best
		}
		took, left := now().Sub(at), limit-now().Sub(begun)
		// Part of a run is the same for every budget, so that time grows more
		// slowly than the budget does; a fifth is kept in hand all the same.
		grow := 0.8 * float64(left) / float64(max(took, time.Millisecond))
		if grow < 1.25 {
			return best
		}
		grow = min(grow, 10)
		games, positions = int(float64(games)*grow), int(float64(positions)*grow)
	}
}

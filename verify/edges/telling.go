package edges

import (
	"context"

	"github.com/lectio/lectio/verify"
	"github.com/lectio/lectio/verify/measure"
)

// This check shows telling positions.
var _ = group.Add(&verify.Check{
	ID:    "ED002",
	Title: "a telling position comes to what no rule provides for",
	Explanation: `The opening of every stage of the game, a crowded position in the middle, one with as many men as possible waiting to enter, one in which few
throws (or moves) can be played, and one with few men left are found in seeded games. Each is shown with what the rules allow and refuse in
it, the statements and clauses that decide, and the readings under which it would be another. Of throws that are decided by the same
statements one is shown; ED001 has them all.`,
	Bad:      "with three men on the bar and all entry points held, 6-6 is answered by no rule",
	Good:     "three men on the bar, 6-6: opponent_bars_entry refuses bar/6, sequence_blocked drops the rest; the other reading of PIP-A12 lets the 5 be tried",
	Limits:   `One position of a kind, the most telling in a sample of games; another may be decided by other statements. The report shows at most as many cases as the effort says.`,
	Least:    verify.Least{N: measure.LeastPositions, Of: "positions"},
	Severity: verify.Error,
	Needs:    verify.Playouts,
	Tasks: func(t *verify.Target, o verify.Options) []verify.Task {
		return verify.OneTask("telling positions of "+t.Definition.ID, func(ctx context.Context) (out verify.Outcome) {
			es, b := sampled(ctx, t, o), newBuilder(t, o)
			defer b.turns.Close(ctx)
			var list []choice
			for _, kind := range []string{kindStage, kindOpening, kindCrowded, kindWaiting, kindBlocked, kindFew} {
				for _, k := range es.of(kind) {
					if kind == kindStage && es.found[key{kind: kindOpening, what: k.what}] != nil {
						continue // the opening of that stage is the opening of the game
					}
					title := kind + ", " + k.what
					if k.detail != "" {
						title += ", in " + k.detail
					}
					list = append(list, b.telling(kind, title, es.found[k])...)
				}
			}
			return conclude(ctx, t, o, b, list)
		})
	},
})

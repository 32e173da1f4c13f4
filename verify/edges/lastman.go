package edges

import (
	"context"
	"fmt"

	"github.com/lectio/lectio/verify"
	"github.com/lectio/lectio/verify/measure"
)

// This check shows the last man.
var _ = group.Add(&verify.Check{
	ID:    "ED006",
	Title: "the last man comes to what no rule provides for",
	Explanation: `A player with one man left: to be borne off, on the board, or waiting to come onto it; where no game shows one, the fewest men that a player had
to play with. Rules that speak of several men (a row, a mill, a pair) fall silent here, and rules on the end begin to speak.`,
	Bad:      "the last man stands on the bar, every entry point is held, and the text speaks of the end only",
	Good:     "one man on 20, 6-1: the 6 bears him off (overshoot does not forbid it, he is the rearmost), the 1 is dropped by rest_of_throw_falls",
	Limits:   `The positions are those of a sample of games.`,
	Least:    verify.Least{N: measure.LeastPositions, Of: "positions"},
	Severity: verify.Error,
	Needs:    verify.Playouts,
	Tasks: func(t *verify.Target, o verify.Options) []verify.Task {
		return verify.OneTask("last men of "+t.Definition.ID, func(ctx context.Context) (out verify.Outcome) {
			es, b := sampled(ctx, t, o), newBuilder(t, o)
			defer b.turns.Close(ctx)
			var list []choice
			single := map[string]bool{}
			for _, k := range es.of(kindLastMan) {
				single[k.what] = true
				list = append(list, b.telling(kindLastMan, "one man "+k.detail, es.found[k])...)
			}
			for _, k := range es.of(kindFewest) {
				if single[k.what] {
					continue
				}
				e := es.found[k]
				q := e.before.Player()
				n := t.Game.Program.Men(q) - gone(t.Game.Program, e.before, q)
				if n < t.Game.Program.Men(q) {
					list = append(list, b.telling(kindFewest, fmt.Sprintf("%d men, the fewest seen", n), e)...)
				}
			}
			return conclude(ctx, t, o, b, list)
		})
	},
})

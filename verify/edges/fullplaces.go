package edges

import (
	"context"
	"fmt"

	"github.com/lectio/lectio/verify"
	"github.com/lectio/lectio/verify/measure"
)

// This check shows full places.
var _ = group.Add(&verify.Check{
	ID:    "ED003",
	Title: "a full place comes to what no rule provides for",
	Explanation: `The place with most men of one player that the game has shown, and for every statement that keeps a man from a place on which men of his own
stand the fullest such place: is that the limit of which the text speaks? Each case shows what is allowed and refused, by which
statements, and under which readings it would be another.`,
	Bad:      "the text lets two men stand on a point of the starting side, and nothing refuses the third",
	Good:     "two men on 7, throw 2: 5/7 refused by two_men_limit; legal where the limit is read for both sides of the board",
	Limits:   `The fullest place of a sample of games need not be the fullest that can be. A limit that is the rule's own (“to any empty point”) refuses nothing and shows in the legal moves alone.`,
	Least:    verify.Least{N: measure.LeastPositions, Of: "positions"},
	Severity: verify.Error,
	Needs:    verify.Playouts,
	Tasks: func(t *verify.Target, o verify.Options) []verify.Task {
		return verify.OneTask("full places of "+t.Definition.ID, func(ctx context.Context) (out verify.Outcome) {
			es, b := sampled(ctx, t, o), newBuilder(t, o)
			defer b.turns.Close(ctx)
			p := t.Game.Program
			var list []choice
			for _, k := range es.of(kindFullest) {
				e := es.found[k]
				if k.detail != "" {
					if es.loose[e.fired[0]] {
						continue // it asks about something else than how many stand there
					}
					list = append(list, choice{kind: kindFullest, title: k.what + " keeps a man from a place of his own", at: e})
					continue
				}
				most, q := 0, e.before.Player()
				for f := 0; f < p.Places; f++ {
					most = max(most, e.before.MenAt(p, q, f))
				}
				list = append(list, b.telling(kindFullest, fmt.Sprintf("%d men on one place", most), e)...)
			}
			return conclude(ctx, t, o, b, list)
		})
	},
})

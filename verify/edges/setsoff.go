package edges

import (
	"context"

	"github.com/lectio/lectio/verify"
	"github.com/lectio/lectio/verify/measure"
)

// This check shows what moves set off.
var _ = group.Add(&verify.Check{
	ID:    "ED009",
	Title: "what a move sets off comes to what no rule provides for",
	Explanation: `For every statement that answers moves with changes (a man is sent back, a mill lets an opposing man be taken, the turn passes elsewhere) the
simplest position is shown in which a move sets it off: for every act, for one, two or more men taken, and for what is put up and then
cannot be played. A mill closed while placing and one closed while moving are two cases; so is one whose kill finds nobody to kill.`,
	Bad:      "a mill closed while all opposing men stand in mills, and the text says only that one man is taken",
	Good:     "placing on c closes a b c: remove? is put up by mill_while_placing; under compulsory-if-possible it must be played",
	Limits:   `Cases are those of a sample of games and of every move in them, the simplest of each kind.`,
	Least:    verify.Least{N: measure.LeastPositions, Of: "positions"},
	Severity: verify.Error,
	Needs:    verify.Playouts,
	Tasks: func(t *verify.Target, o verify.Options) []verify.Task {
		return verify.OneTask("changes of "+t.Definition.ID, func(ctx context.Context) (out verify.Outcome) {
			es, b := sampled(ctx, t, o), newBuilder(t, o)
			defer b.turns.Close(ctx)
			var list []choice
			for _, k := range es.of(kindSetOff) {
				title := k.what + " set off: " + k.detail
				switch {
				case k.n == 1:
					title += ", one man taken"
				case k.n == 2:
					title += ", two men taken"
				case k.n > 2:
					title += ", three men taken or more"
				}
				list = append(list, choice{kind: kindSetOff, title: title, at: es.found[k], keep: true})
			}
			return conclude(ctx, t, o, b, list)
		})
	},
})

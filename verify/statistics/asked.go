package statistics

import (
	"context"

	"github.com/lectio/lectio/verify"
	"github.com/lectio/lectio/verify/gather"
	"github.com/lectio/lectio/verify/measure"
)

// Asked takes the measures that somebody has written for a corpus or a ruleset.
var Asked = group.Add(&verify.Check{
	ID:    "ST003",
	Title: "measures of one's own",
	Explanation: `A corpus can have measures in rulesets/measures, and a ruleset under measures: numbers that are asked of play in the language of the
rules. Each that means something in an interpretation is asked of games of the default and of every alternative reading, all at random and with the same
seed. The report gives what they came to, with intervals. Measures that come with the program are not asked here: lectio measure RULESET NAME does.`,
	Bad:      "white takes 3.2 men in a game",
	Good:     "in 300 games at random (seed 1) white takes 3.2 men in a game [3, 3.4]",
	Limits:   "the games are at random; lectio measure RULESET NAME --player learned asks the same between programs that learned. No finding rests on these measures",
	Severity: verify.Note,
	Needs:    verify.Playouts,
	Each:     true,
	Tasks: func(t *verify.Target, o verify.Options) []verify.Task {
		if len(t.Definition.OwnMetrics()) == 0 {
			return nil
		}
		return t.OfGames(o, func(_ context.Context, t *verify.Target, o verify.Options, i verify.Interpretation, x *verify.PlayedGames) (out verify.Outcome) {
			frame := measure.FrameOf(x.Game)
			for _, list := range frame.Own() {
				row := &verify.Measured{Result: gather.Told(list, x.Stats), Of: t.Definition.ID}
				if i.Question != nil {
					row.Question, row.Reading = i.Question.Name(), i.Reading.ID
				}
				out.Measured = append(out.Measured, row)
			}
			return out
		})
	},
})

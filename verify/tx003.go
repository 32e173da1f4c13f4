package verify

import (
	"context"
	"fmt"

	"github.com/lectio/lectio/rulesets"
)

// tx003 is the second promise, where nobody has thought of a question: nothing
// is decided in silence.
var tx003 = &Check{
	ID:    "TX003",
	Title: "a dimension is open",
	Explanation: `Every game of a kind must settle certain things: who begins, how many men a point holds, what a player does who cannot move. The dimensions
of a family list them, and say by which statements each answer is recognised. A dimension is open when neither a statement nor a
question has anything to do with it: then the program plays some answer that nobody has chosen. It is closed by a statement with a
clause or an assumption, by a question with readings, or, where the answer is that nothing is to be said, by a statement that settles it.`,
	Bad:      "no statement of a tables game says how many men may stand on one point, and no question asks",
	Good:     "- id: stacking\n  settles: stacking\n  as: unlimited\n  warrant: [p#11]",
	Limits:   "It sees what the dimensions of the family ask, and no more; and it takes any statement that bears on a dimension for an answer, without knowing whether the text behind it is clear.",
	Severity: Error,
	Needs:    Static,
	Tasks: func(t *Target, o Options) []Task {
		return one("dimensions of "+t.Definition.ID, func(ctx context.Context) (out Outcome) {
			for _, s := range t.settlements(ctx) {
				if s.Standing != rulesets.Open {
					continue
				}
				msg := "no answer is recognised"
				if s.Answer != nil {
					msg = fmt.Sprintf("it is played as if: %s; but no statement or question says so", s.Answer.Means)
				}
				f := t.finding(Error, t.Definition.Pos, "the dimension %s is open (%s): %s", s.Dimension.ID, s.Dimension.Asks, msg)
				f.Related = append(f.Related, s.Dimension.Pos)
				out.Findings = append(out.Findings, f)
			}
			return out
		})
	},
}

// settlements says how the default interpretation settles each dimension.
func (t *Target) settlements(ctx context.Context) []rulesets.Settlement {
	t.dims.Do(func() {
		if in, errs := t.Definition.Default(); len(errs) == 0 {
			t.Settlements = in.Settlements(ctx, t.Corpus.DimensionsOf(t.Definition.Family))
		}
	})
	return t.Settlements
}

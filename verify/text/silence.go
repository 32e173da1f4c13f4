package text

import (
	"context"
	"fmt"

	"github.com/lectio/lectio/rulesets/dimension"

	"github.com/lectio/lectio/verify"
)

// This check is the second promise, where nobody has thought of a question: nothing
// is decided in silence.
var _ = group.Add(&verify.Check{
	ID:    "TX003",
	Title: "a dimension is open",
	Explanation: `Every game of a kind must settle certain things: who begins, how many men a point holds, what a player does who cannot move. The dimensions
of a family list them. How a game settles each is found out from its compiled rules and from games played by them; then the statements
are looked up that are behind it. A dimension is open when there are none, and no question bears on it: then the program plays some answer
that nobody has chosen. It is open too when the games played do not tell the answer and no statement gives it. It is closed by a rule with
a clause or an assumption, by a question with readings, or, where no rule shows the answer, by a statement that settles it. Of a family
that nobody has described (RS004) only the general dimensions are asked, and this is a warning.`,
	Bad:      "no statement of a tables game says how many men may stand on one point, and no question asks",
	Good:     "- id: stacking\n  settles: stacking\n  as: unlimited\n  warrant: [p#11]",
	Limits:   "It sees what the dimensions of the family ask, and no more; what a few hundred games do not show it does not see; and it takes any statement that bears on a dimension for an answer, without knowing whether the text behind it is clear.",
	Severity: verify.Error,
	Needs:    verify.Static,
	Brief:    verify.RestsOn,
	Tasks: func(t *verify.Target, o verify.Options) []verify.Task {
		return verify.OneTask("dimensions of "+t.Definition.ID, func(ctx context.Context) (out verify.Outcome) {
			severity := verify.Error
			if !t.Corpus.Described(t.Definition.Family) {
				severity = verify.Warning
			}
			for _, s := range t.Settle(ctx) {
				if s.Standing != dimension.Open {
					continue
				}
				msg := "the answer was not seen " + s.Seen() + ", and no statement gives it"
				if s.Answer != nil {
					msg = fmt.Sprintf("it is played as if: %s; but no statement or question says so", s.Means())
				}
				f := t.Finding(severity, t.Definition.Pos, "the dimension %s is open (%s): %s", s.Dimension.ID, s.Asks, msg)
				f.Related = append(f.Related, s.Dimension.Pos)
				out.Findings = append(out.Findings, f)
			}
			return out
		})
	},
})

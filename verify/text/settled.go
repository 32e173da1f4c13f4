package text

import (
	"context"
	"fmt"

	"github.com/lectio/lectio/rulesets/ast"
	"github.com/lectio/lectio/verify"
)

// This check holds what an author declares against what the rules show.
var _ = group.Add(&verify.Check{
	ID:    "TX004",
	Title: "a dimension is said to be settled otherwise than it is played",
	Explanation: `A statement “settles” claims an answer to a dimension, with the clause or the reason: mostly where no rule shows it, because the answer is
that nothing is to be said (any number of men may stand on a point). It changes nothing in play, so it can be wrong. The claim is held
against the answer that the compiled rules and the games played by them show. Where that was seen at a single move, the finding has the
line of play to it.`,
	Bad:      "- {id: passed_freely, settles: passing, as: free, warrant: [p#11]}     # and r2c3/r2c5 is refused for the man on r2c4",
	Good:     "- {id: passed_freely, settles: passing, as: free, warrant: [p#11]}     # and no move is refused for the men it passes over",
	Limits:   "A claim about what was not seen in the games played is neither confirmed nor refuted.",
	Severity: verify.Error,
	Needs:    verify.Static,
	Tasks: func(t *verify.Target, o verify.Options) []verify.Task {
		return verify.OneTask("dimensions of "+t.Definition.ID, func(ctx context.Context) (out verify.Outcome) {
			for _, s := range t.Settle(ctx) {
				if !s.Mistaken {
					continue
				}
				so := "it does not arise (" + s.Seen() + ")"
				if a := s.Answer; a != nil {
					so = fmt.Sprintf("it is played as %s (%s; %s)", a.ID, s.Means(), s.Seen())
				}
				msg := fmt.Sprintf("%s says that %s is settled as %s; %s", s.Declared.ID, s.Dimension.ID, s.Declared.Body.(*ast.Settles).As.Text, so)
				steps, says := s.Shown()
				if says != "" {
					msg += ": " + says
				}
				f := t.Finding(verify.Error, s.Declared.Pos, "%s", msg)
				f.Statement = s.Declared.ID
				for _, st := range s.Statements {
					f.Related = append(f.Related, st.Pos)
				}
				if says != "" {
					f.Line = lineOf(t.Game, s.At.Game, steps)
				}
				out.Findings = append(out.Findings, f)
			}
			return out
		})
	},
})

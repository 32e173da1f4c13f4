package ruleset

import (
	"context"

	"github.com/lectio/lectio/verify"
)

// This check asks whether the measures of a ruleset mean something in it.
var _ = group.Add(&verify.Check{
	ID:    "RS005",
	Title: "a measure of the ruleset means nothing in it",
	Explanation: `A ruleset can have measures of its own: numbers that are asked of its play. One of which a name stands for nothing, or that asks for
what the game has not (a throw, points, a winner), under every reading, could never be asked.`,
	Bad:      "measures:\n  - measure: sixes\n    at: throw            # and nothing is thrown",
	Good:     "measures:\n  - measure: leaps\n    when: act = leap",
	Limits:   "Measures that stand in files of their own are for many games, and nothing is said of those in which they mean nothing: lectio measure NAME --list has the reasons.",
	Severity: verify.Error,
	Needs:    verify.Static,
	Text:     true,
	Tasks: func(t *verify.Target, o verify.Options) []verify.Task {
		return verify.OneTask("measures of "+t.Definition.ID, func(context.Context) (out verify.Outcome) {
			for i, errs := range compileEach(t).measures {
				for _, e := range errs {
					f := t.Finding(verify.Error, e.Pos, "%s: %s", t.Definition.Measures[i].ID.Text, verify.TrimPlace(e.Error(), e.Pos.String()))
					out.Findings = append(out.Findings, f)
				}
			}
			return out
		})
	},
})

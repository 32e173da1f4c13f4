package text

import (
	"context"
	"fmt"

	"github.com/lectio/lectio/verify"
)

// This check is the other half of the first promise: nothing comes from nowhere.
var _ = group.Add(&verify.Check{
	ID:    "TX002",
	Title: "a statement has no warrant",
	Explanation: `Every statement names the clauses that warrant it, or says with assumed: that it is an assumption, and why. A rule without
either is a decision taken out of sight.`,
	Bad:      "- id: no_stacking\n  forbid: advance\n  when: own(to) >= 1",
	Good:     "- id: no_stacking\n  forbid: advance\n  when: own(to) >= 1\n  assumed: men are pegs in holes, so two cannot stand in one",
	Limits:   `Whether the clauses named say what the statement says is for a reader to judge; the generated sentence is there for that.`,
	Severity: verify.Error,
	Needs:    verify.Static,
	Text:     true,
	Tasks: func(t *verify.Target, o verify.Options) []verify.Task {
		return verify.OneTask("warrants of "+t.Definition.ID, func(context.Context) (out verify.Outcome) {
			for _, s := range t.Definition.EveryStatement() {
				if len(s.Warrant) > 0 || s.Assumed != "" {
					continue
				}
				f := t.Finding(verify.Error, s.Pos, "the statement %s has neither a warrant nor a reason for assuming it", s.ID)
				f.Statement = s.ID
				if s.Question != nil {
					f.Question = s.Question.Name()
					f.Message += fmt.Sprintf(" (in %s=%s)", s.Question.Name(), s.Reading.ID)
				}
				out.Findings = append(out.Findings, f)
			}
			return out
		})
	},
})

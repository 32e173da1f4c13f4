package examples

import (
	"context"
	"fmt"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/example"
	"github.com/lectio/lectio/verify"
)

// This check asks whether the worked examples hold.
var _ = group.Add(&verify.Check{
	ID:    "EX001",
	Title: "a worked example does not hold",
	Explanation: `A worked example says, for a position and perhaps a throw, what may be done and what comes of it. It was worked by hand or by a
reference that is not the engine. When the ruleset gives something else, one of the two is wrong.`,
	Bad:      "throw: 2-1\nmoves: [1/2, 1/3]          # but 10/11 is legal as well",
	Good:     "throw: 2-1\nmoves: [1/2, 1/3, 10/11]",
	Limits:   `An example holds if the ruleset gives what it says; whether it says what the text says depends on how it was worked.`,
	Severity: verify.Error,
	Text:     true,
	Needs:    verify.Static,
	Rows:     verify.ExampleRows,
	Tasks: func(t *verify.Target, o verify.Options) []verify.Task {
		return verify.OneTask("examples of "+t.Definition.ID, func(ctx context.Context) (out verify.Outcome) {
			w := &example.Workshop{Definition: t.Definition}
			for _, e := range t.Definition.Examples {
				if ctx.Err() != nil {
					return out
				}
				for _, fail := range w.Run(e) {
					f := t.Finding(verify.Error, fail.Pos, "the example %s does not hold%s: %s", e.ID, under(fail.Choice), fail.Message)
					f.Clauses = exampleClauses(e)
					f.Question, f.Example = e.Question, e.ID
					out.Findings = append(out.Findings, f)
				}
			}
			return out
		})
	},
})

func under(c rulesets.Choice) string {
	if len(c) == 0 {
		return ""
	}
	return fmt.Sprintf(" under %s", c)
}

func exampleClauses(e *rulesets.Example) []string { return verify.ClauseNames(e.Clauses) }

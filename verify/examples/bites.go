package examples

import (
	"context"

	"github.com/lectio/lectio/verify"
)

// This check asks whether examples are about the clauses they name.
var _ = group.Add(&verify.Check{
	ID:    "EX002",
	Title: "an example does not bite",
	Explanation: `An example that names a clause must fail when every statement resting on that clause is taken out. If it still holds, it does not show
what the clause does, and the clause may be enforced by nothing.`,
	Bad:      "clauses: [p#16]\nlegal: [1/2]               # 1/2 is legal whether points are held or not",
	Good:     "clauses: [p#16]\nrefused: {1/3: point_held}",
	Limits:   `Only examples that hold are asked. That an example fails without a clause does not show that it fails for the clause's reason.`,
	Severity: verify.Error,
	Text:     true,
	Needs:    verify.Static,
	Tasks: func(t *verify.Target, o verify.Options) []verify.Task {
		return verify.OneTask("clauses named by examples of "+t.Definition.ID, func(ctx context.Context) (out verify.Outcome) {
			trials := t.Trials()
			for _, e := range t.Definition.Examples {
				for _, c := range e.Clauses {
					if bites, holds := trials.Bites(e, c.String()); holds && !bites {
						f := t.Finding(verify.Error, c.Pos, "the example %s names %s, but holds without everything the clause warrants", e.ID, c)
						f.Clauses = []string{c.String()}
						out.Findings = append(out.Findings, f)
					}
				}
			}
			return out
		})
	},
})

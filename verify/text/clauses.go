package text

import (
	"context"
	"fmt"
	"strings"

	"github.com/lectio/lectio/verify"
)

// This check is the first promise: nothing is dropped.
var _ = group.Add(&verify.Check{
	ID:    "TX001",
	Title: "a clause is neither enforced nor questioned",
	Explanation: `Every clause of a record must be enforced by a statement, taken up by a question, or marked in the record as no rule, with a
reason. A clause counts as enforced only if a worked example names it and fails when everything that the clause warrants is
taken out: a statement that merely names a clause may still do nothing of what the clause says.`,
	Bad:      "clause 16 (a point with two opposing men is closed) is the warrant of no statement and the subject of no question",
	Good:     "- id: point_held\n  forbid: advance\n  when: enemy(to) >= 2\n  warrant: [p#16]         # and an example that names p#16",
	Limits:   `An example that names a clause and fails without it shows that something of the clause is enforced, not that all of it is. A clause taken up by a question counts as taken up whatever its readings do.`,
	Severity: verify.Error,
	Needs:    verify.Static,
	Text:     true,
	Brief:    verify.RestsOn,
	Tasks: func(t *verify.Target, o verify.Options) []verify.Task {
		return verify.OneTask("clauses of "+t.Definition.ID, func(context.Context) (out verify.Outcome) {
			for _, c := range t.Standing() {
				if c.Standing() != "open" {
					continue
				}
				f := t.Finding(verify.Error, c.Clause.Pos(), "%s is not taken up: no statement rests on it and no question asks about it", c.Name())
				f.Clauses = []string{c.Name()}
				if len(c.Statements) > 0 {
					var ids []string
					for _, s := range c.Statements {
						ids = append(ids, s.ID)
						f.Related = append(f.Related, s.Pos)
					}
					f.Statement = ids[0]
					f.Message = fmt.Sprintf("%s is the warrant of %s, but no example that names it fails without what it warrants", c.Name(), strings.Join(ids, ", "))
				}
				out.Findings = append(out.Findings, f)
			}
			return out
		})
	},
})

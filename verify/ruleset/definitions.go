package ruleset

import (
	"context"

	"github.com/lectio/lectio/verify"
)

// This check looks for definitions that nothing refers to.
var _ = group.Add(&verify.Check{
	ID:    "RS002",
	Title: "a definition is used by nothing",
	Explanation: `A definition that no rule refers to, in the default interpretation or under any alternative, states something that has no effect: the
clause it rests on is not enforced by it, or the rule that should use it says the thing in its own words.`,
	Bad:      "- id: final_quadrant\n  define: 19..24           # and no rule says final_quadrant",
	Good:     "- id: bear_off\n  allow: bear-off\n  when: own in final_quadrant",
	Limits:   `Definitions and moments only; a rule that can never apply is looked for by PB checks.`,
	Severity: verify.Warning,
	Needs:    verify.Static,
	Text:     true,
	Tasks: func(t *verify.Target, o verify.Options) []verify.Task {
		return verify.OneTask("definitions of "+t.Definition.ID, func(context.Context) (out verify.Outcome) {
			used := compileEach(t).used
			for _, s := range t.Definition.EveryStatement() {
				if (s.Kind == "define" || s.Kind == "moment") && !used[s.ID] {
					f := t.Finding(verify.Warning, s.Pos, "%s is defined, and nothing refers to it", s.ID)
					f.Statement, f.Clauses = s.ID, verify.ClauseNames(s.Warrant)
					out.Findings = append(out.Findings, f)
				}
			}
			return out
		})
	},
})

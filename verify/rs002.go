package verify

import "context"

// rs002 looks for definitions that nothing refers to.
var rs002 = &Check{
	ID:    "RS002",
	Title: "a definition is used by nothing",
	Explanation: `A definition that no rule refers to, in the default interpretation or under any alternative, states something that has no effect: the
clause it rests on is not enforced by it, or the rule that should use it says the thing in its own words.`,
	Bad:      "- id: final_quadrant\n  define: 19..24           # and no rule says final_quadrant",
	Good:     "- id: bear_off\n  allow: bear-off\n  when: own in final_quadrant",
	Limits:   `Definitions and moments only; a rule that can never apply is looked for by PB checks.`,
	Severity: Warning,
	Needs:    Static,
	Tasks: func(t *Target, o Options) []Task {
		return one("definitions of "+t.Definition.ID, func(context.Context) (out Outcome) {
			used := t.compiled().used
			for _, s := range t.Definition.EveryStatement() {
				if (s.Kind == "define" || s.Kind == "moment") && !used[s.ID] {
					f := t.finding(Warning, s.Pos, "%s is defined, and nothing refers to it", s.ID)
					f.Statement, f.Clauses = s.ID, clauseNames(s.Warrant)
					out.Findings = append(out.Findings, f)
				}
			}
			return out
		})
	},
}

package verify

import "context"

// tx004 holds what an author declares against what the rules show.
var tx004 = &Check{
	ID:    "TX004",
	Title: "a dimension is said to be settled otherwise than the rules settle it",
	Explanation: `Where the answer to a dimension is that nothing is to be said (any number of men may stand on a point), no rule shows it, and a statement
“settles” gives the clause or the reason. It changes nothing in play, so it can be wrong: a rule that limits the men makes another
answer of it.`,
	Bad:      "- {id: stacking, settles: stacking, as: unlimited, warrant: [p#11]}     # and a rule forbids a third man",
	Good:     "- {id: stacking, settles: stacking, as: unlimited, warrant: [p#11]}     # and no rule limits the men",
	Limits:   "The answer is recognised by the signs that the dimension lists; a rule worded in a way they do not foresee is not seen.",
	Severity: Error,
	Needs:    Static,
	Tasks: func(t *Target, o Options) []Task {
		return one("dimensions of "+t.Definition.ID, func(ctx context.Context) (out Outcome) {
			for _, s := range t.settlements(ctx) {
				if !s.Mistaken {
					continue
				}
				shown := "no answer"
				if s.Answer != nil {
					shown = s.Answer.ID
				}
				f := t.finding(Error, s.Declared.Pos, "%s says that %s is settled as %s; the rules show %s", s.Declared.ID, s.Dimension.ID, s.Declared.Node.Get("as").Text, shown)
				f.Statement = s.Declared.ID
				for _, st := range s.Statements {
					f.Related = append(f.Related, st.Pos)
				}
				out.Findings = append(out.Findings, f)
			}
			return out
		})
	},
}

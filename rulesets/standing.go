package rulesets

import "slices"

// SelfContradiction reports whether the source itself says two things: the question is
// about a contradiction, and at least two of its readings rest on what the text says, not
// on other games or on conjecture.
func (q *Question) SelfContradiction() bool {
	n := 0
	for _, r := range q.Readings {
		if r.Basis == "attested" || r.Basis == "inferred" {
			n++
		}
	}
	return q.Kind == "contradiction" && n > 1
}

// Added reports whether the question is about an end of the game that the ruleset adds of its
// own: one of its readings only takes away what no clause warrants, an end among it, so that
// what the texts say can be played without.
func (q *Question) Added(d *Definition) bool {
	return slices.ContainsFunc(q.Readings, func(r *Reading) bool {
		ends := 0
		for _, id := range r.Without {
			i := slices.IndexFunc(d.Statements, func(s *Statement) bool { return s.ID == id })
			if i < 0 || len(d.Statements[i].Warrant) > 0 {
				return false
			}
			if d.Statements[i].Kind == "end" {
				ends++
			}
		}
		return ends > 0 && len(r.Statements) == 0
	})
}

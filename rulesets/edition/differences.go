package edition

import "github.com/lectio/lectio/rulesets"

// Difference is a sentence that two interpretations of a ruleset do not share.
type Difference struct {
	// Before is the statement in the first of them and After that in the second; nil where there is none.
	Before, After *rulesets.Statement
	// Text is the sentence of After, "" where there is none.
	Text string
}

// Differences lists what a second interpretation says otherwise than a first, in the order of its statements: sentences that
// are others, also where only a word in them means something else, those that are new, and last those that are gone. What rests
// on other clauses and says the same is no difference.
func Differences(from, to *rulesets.Game) (out []Difference) {
	said, still := map[*rulesets.Statement]string{}, map[*rulesets.Statement]bool{}
	for i, text := range Sentences(from) {
		said[from.Statements[i]] = text
	}
	for i, text := range Sentences(to) {
		s := to.Statements[i]
		old := from.Statement(s.ID)
		if old == nil && s.Replaces != "" && to.Statement(s.Replaces) == nil {
			old = from.Statement(s.Replaces) // under a new name
		}
		if old == nil || text != said[old] {
			out = append(out, Difference{old, s, text})
		}
		still[old] = true
	}
	for _, s := range from.Statements {
		if !still[s] {
			out = append(out, Difference{Before: s})
		}
	}
	return out
}

package verify

import (
	"context"
	"slices"
)

// tx006 is EV012 for the texts of rulesets.
var tx006 = &Check{
	ID:    "TX006",
	Title: "a text of a ruleset has characters that are not seen and do something",
	Explanation: `What is printed of a ruleset, its questions and reasons above all, may come from a file that somebody else wrote. A control character in it may
act on the terminal that shows it, and a character that turns the direction of writing makes a line look like another one than it is;
'lectio checks EV012' says more. In names, and in the words of the language, such characters are errors.`,
	Bad:      `because: "the text says so\u202E"`,
	Good:     `because: "the text says so"`,
	Limits:   "Line ends and tabulators are text; so are marks of direction that turn nothing.",
	Severity: Warning,
	Needs:    Static,
	Tasks: func(t *Target, o Options) []Task {
		return one("texts of "+t.Definition.ID, func(context.Context) (out Outcome) {
			all := slices.Clone(t.Definition.Acting)
			for _, d := range t.Corpus.DimensionsOf(t.Definition.Family) {
				all = append(all, d.Acting...)
			}
			for _, a := range all {
				out.Findings = append(out.Findings, t.finding(Warning, a.Pos, "%s", actingIn(a)))
			}
			return out
		})
	},
}

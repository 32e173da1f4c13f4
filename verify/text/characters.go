package text

import (
	"context"
	"slices"

	"github.com/lectio/lectio/verify"
)

// This check asks whether the texts of rulesets hold what nobody sees.
var _ = group.Add(&verify.Check{
	ID:    "TX006",
	Title: "a text of a ruleset has characters that are not seen and do something",
	Explanation: `What is printed of a ruleset, its questions and reasons above all, may come from a file that somebody else wrote. A control character in it may
act on the terminal that shows it, and a character that turns the direction of writing makes a line look like another one than it is;
'lectio checks EV012' says more. In names, and in the words of the language, such characters are errors.`,
	Bad:      `because: "the text says so\u202E"`,
	Good:     `because: "the text says so"`,
	Limits:   "Line ends and tabulators are text; so are marks of direction that turn nothing.",
	Severity: verify.Warning,
	Needs:    verify.Static,
	Text:     true,
	Tasks: func(t *verify.Target, o verify.Options) []verify.Task {
		return verify.OneTask("texts of "+t.Definition.ID, func(context.Context) (out verify.Outcome) {
			all := slices.Clone(t.Definition.Acting)
			for _, d := range t.Corpus.DimensionsOf(t.Definition.Family) {
				all = append(all, d.Acting...)
			}
			for _, a := range all {
				out.Findings = append(out.Findings, t.Finding(verify.Warning, a.Pos, "%s", a.Says()))
			}
			return out
		})
	},
})

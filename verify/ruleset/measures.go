package ruleset

import (
	"context"
	"slices"

	"github.com/lectio/lectio/rulesets/ast"
	"github.com/lectio/lectio/verify"
)

// This check asks whether measures that somebody has written mean something.
var _ = group.Add(&verify.Check{
	ID:    "RS005",
	Title: "a measure of one's own means nothing",
	Explanation: `A ruleset can have measures of its own: numbers that are asked of its play. One of which a name stands for nothing, or that asks for
what the game has not (a throw, points, a winner), under every reading, could never be asked. So could one of a corpus that means nothing in any
of the rulesets of which it is asked.`,
	Bad:      "measures:\n  - measure: sixes\n    at: throw            # and nothing is thrown",
	Good:     "measures:\n  - measure: leaps\n    when: act = leap",
	Limits:   "Of a measure that means something in one ruleset of the corpus nothing is said for the others: lectio measure NAME --list has the reasons.",
	Severity: verify.Error,
	Needs:    verify.Static,
	Text:     true,
	Tasks: func(t *verify.Target, o verify.Options) []verify.Task {
		return verify.OneTask("measures of "+t.Definition.ID, func(context.Context) (out verify.Outcome) {
			own := t.Definition.OwnMeasures()
			for i, errs := range compileEach(t).measures {
				if len(errs) > 0 && i >= len(t.Definition.Measures) && meansElsewhere(t, own[i]) {
					continue
				}
				for _, e := range errs {
					f := t.Finding(verify.Error, e.Pos, "%s: %s", own[i].ID.Text, verify.TrimPlace(e.Error(), e.Pos.String()))
					out.Findings = append(out.Findings, f)
				}
			}
			return out
		})
	},
})

// meansElsewhere reports whether a measure of the corpus means something in another ruleset.
func meansElsewhere(t *verify.Target, m *ast.Measure) bool {
	for _, d := range t.Corpus.Definitions {
		if d == t.Definition || !slices.Contains(d.OwnMeasures(), m) {
			continue
		}
		if g, errs := d.Game(nil); len(errs) == 0 {
			if _, _, errs := g.Measure(m); len(errs) == 0 {
				return true
			}
		}
	}
	return false
}

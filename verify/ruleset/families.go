package ruleset

import (
	"context"
	"fmt"
	"strings"

	"github.com/lectio/lectio/verify"
)

// This check says when a ruleset is of a kind that nobody has described.
var _ = group.Add(&verify.Check{
	ID:    "RS004",
	Title: "a family that nobody has described",
	Explanation: `A ruleset names the family of its game, and what a game of that family must settle is described in rulesets/dimensions. Of a family that
is described nowhere, which may be one that is misspelt, only the general dimensions are asked, and what the equipment of the game calls
for; a statement that settles another dimension then says nothing to anybody.`,
	Bad:      "family: runing fight",
	Good:     "family: running fight",
	Limits:   "A corpus with dimensions of its own knows the families of those alone.",
	Severity: verify.Warning,
	Needs:    verify.Static,
	Text:     true,
	Tasks: func(t *verify.Target, o verify.Options) []verify.Task {
		return verify.OneTask("family of "+t.Definition.ID, func(context.Context) (out verify.Outcome) {
			d := t.Definition
			if t.Corpus.Described(d.Family) {
				return out
			}
			msg := fmt.Sprintf("nothing describes what %s games must settle; described are: %s", d.Family, strings.Join(t.Corpus.Families(), ", "))
			f := t.Finding(verify.Warning, d.Pos, "%s", msg)
			if len(d.Unasked) > 0 {
				var ids []string
				for _, s := range d.Unasked {
					ids = append(ids, s.ID)
					f.Related = append(f.Related, s.Pos)
				}
				f.Message += "; so nothing asks for what these settle: " + strings.Join(ids, ", ")
			}
			out.Findings = append(out.Findings, f)
			return out
		})
	},
})

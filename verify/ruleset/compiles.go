package ruleset

import (
	"context"

	"github.com/lectio/lectio/verify"
)

// This check asks whether every reading can be played at all.
var _ = group.Add(&verify.Check{
	ID:    "RS001",
	Title: "an interpretation cannot be compiled",
	Explanation: `The default interpretation, and every playable reading against the defaults of all other questions, must resolve to something that
can be played: every name stands for something, every throw is answered, the men in the set-up are the men there are.`,
	Bad:      "a reading replaces a statement that only another reading brings",
	Good:     "the question says asked-when: {scoring: [full]}, so it arises only where the statement is there",
	Limits:   `Each reading is tried alone against the defaults, and with the readings under which its question arises; combinations of readings are tried by RD checks.`,
	Severity: verify.Error,
	Needs:    verify.Static,
	Text:     true,
	Broken:   true,
	Tasks: func(t *verify.Target, o verify.Options) []verify.Task {
		return verify.OneTask("readings of "+t.Definition.ID, func(context.Context) (out verify.Outcome) {
			for _, e := range compileEach(t).errs {
				f := t.Finding(verify.Error, e.Pos, "%s", e.Error())
				f.Message = verify.TrimPlace(e.Error(), e.Pos.String())
				out.Findings = append(out.Findings, f)
			}
			return out
		})
	},
})

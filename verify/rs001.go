package verify

import "context"

// rs001 asks whether every reading can be played at all.
var rs001 = &Check{
	ID:    "RS001",
	Title: "an interpretation cannot be compiled",
	Explanation: `The default interpretation, and every playable reading against the defaults of all other questions, must resolve to something that
can be played: every name stands for something, every throw is answered, the men in the set-up are the men there are.`,
	Bad:      "a reading replaces a statement that only another reading brings",
	Good:     "the question says asked-when: {scoring: [full]}, so it arises only where the statement is there",
	Limits:   `Each reading is tried alone against the defaults, and with the readings under which its question arises; combinations of readings are tried by RD checks.`,
	Severity: Error,
	Needs:    Static,
	Tasks: func(t *Target, o Options) []Task {
		return one("readings of "+t.Definition.ID, func(context.Context) (out Outcome) {
			for _, e := range t.compiled().errs {
				f := t.finding(Error, e.Pos, "%s", e.Error())
				f.Message = trimPlace(e.Error(), e.Pos.String())
				out.Findings = append(out.Findings, f)
			}
			return out
		})
	},
}

// trimPlace takes the place off the front of a message that is shown beside it.
func trimPlace(msg, place string) string {
	if len(place) > 0 && len(msg) > len(place)+2 && msg[:len(place)] == place {
		return msg[len(place)+2:]
	}
	return msg
}

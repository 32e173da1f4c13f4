package verify

import (
	"fmt"

	"github.com/lectio/lectio/evidence/diag"
	"github.com/lectio/lectio/rulesets/dimension"

	"github.com/lectio/lectio/evidence"
	"github.com/lectio/lectio/rulesets"
)

// Target is a ruleset under verification, with its default interpretation
// compiled; Game is nil when that fails.
type Target struct {
	Corpus     *dimension.Corpus
	Definition *rulesets.Definition
	Game       *rulesets.Game
	Errors     diag.Errors
	// Clauses says what became of each clause of the ruleset's records; Standing
	// fills it in.
	Clauses []ClauseStatus
	// Settlements says how the default interpretation settles each dimension;
	// Settle fills it in.
	Settlements []dimension.Settlement

	Memo   Memo  // what several tasks need
	Common *Memo // what tasks on several targets of a run need
}

// Evidence returns the records behind the ruleset.
func (t *Target) Evidence() []*evidence.Record {
	var out []*evidence.Record
	for _, id := range t.Definition.Records {
		if r := t.Corpus.Of(t.Definition).Evidence.Record(id); r != nil {
			out = append(out, r)
		}
	}
	return out
}

// Finding makes a finding about the ruleset; the runner adds the id of the check.
func (t *Target) Finding(sev Severity, pos diag.Pos, format string, args ...any) Finding {
	return Finding{Severity: sev, Pos: pos, Ruleset: t.Definition.ID, Message: fmt.Sprintf(format, args...)}
}

// ClauseNames lists clauses as they are cited.
func ClauseNames(refs []rulesets.ClauseRef) []string {
	var out []string
	for _, r := range refs {
		out = append(out, r.String())
	}
	return out
}

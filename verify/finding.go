package verify

import (
	"encoding/json"

	"github.com/lectio/lectio/evidence/diag"
	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/verify/playout"
	"github.com/lectio/lectio/verify/severity"
)

// Severity says how much a finding matters.
type Severity = severity.Severity

// The severities, in ascending order.
const (
	Note    = severity.Note
	Warning = severity.Warning
	Error   = severity.Error
)

// Finding is what a check reports.
type Finding struct {
	ID       string   `json:"id"` // of the check
	Severity Severity `json:"severity"`
	diag.Pos
	Message  string     `json:"message"`
	Ruleset  string     `json:"ruleset"`
	Question string     `json:"question"`
	Clauses  []string   `json:"clauses"`
	Related  []diag.Pos `json:"related"`
	New      bool       `json:"new,omitempty"` // an earlier run, with which this one was compared, did not have it

	Scale string `json:"-"` // the scaled-down version that it is of; "" for the full game
	// Statement is the statement the finding is about, if it is about one.
	Statement string        `json:"-"`
	Example   string        `json:"-"` // that the finding is about, if it is about one
	Line      *playout.Line `json:"-"`
	// Rank puts the finding behind those of the same check and severity that have a
	// lower one, whatever their places.
	Rank int `json:"-"`
	// Sample is how many games, or whatever the check's Least counts, the finding
	// rests on when it says something of all of them; 0 when it shows a case.
	Sample int `json:"-"`
}

// MarshalJSON writes the finding, its line of play with the command that plays it again. Question and line are null where
// there is none.
func (f Finding) MarshalJSON() ([]byte, error) {
	type plain Finding
	type replayed struct {
		*playout.Line
		Replay string `json:"replay"`
	}
	out := struct {
		plain
		Question *string   `json:"question"`
		Line     *replayed `json:"line_of_play"`
	}{plain: plain(f), Question: rulesets.OrNull(f.Question)}
	out.Clauses, out.Related = append([]string{}, f.Clauses...), append([]diag.Pos{}, f.Related...)
	if f.Line != nil {
		out.Line = &replayed{f.Line, f.Line.Replaying(f.Line.Text())}
	}
	return json.Marshal(out)
}

// Answer is the verdict of a search.
type Answer string

// The three verdicts: found with a line of play; none, after an exhaustive
// search; none seen, in a sample or a search that was cut short.
const (
	Found    Answer = "found"
	None     Answer = "none"
	NoneSeen Answer = "none-seen"
)

// Verdict says what a check of a claim came to, and over what.
type Verdict struct {
	Check    string            `json:"check"`
	Ruleset  string            `json:"ruleset"`
	Question string            `json:"question,omitempty"`
	Subject  string            `json:"subject,omitempty"`
	Verdict  Answer            `json:"verdict"`
	Scope    map[string]string `json:"scope"`
}

// By names the check that contributes an outcome.
func (o *Outcome) By(c *Check) {
	for i := range o.Findings {
		o.Findings[i].ID = c.ID
	}
	for i := range o.Verdicts {
		o.Verdicts[i].Check = c.ID
	}
	for i := range o.Withheld {
		o.Withheld[i].Check = c.ID
	}
	for i := range o.EdgeCases {
		o.EdgeCases[i].Check = c.ID
	}
}

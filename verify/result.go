package verify

import (
	"slices"

	"github.com/lectio/lectio/evidence/diag"
	"github.com/lectio/lectio/verify/measure"
)

// Result is everything one run of the verifier found out.
type Result struct {
	Outcome
	Checks  Set       `json:"-"` // that could be asked; Options.Only says which were
	Targets []*Target `json:"-"`
	Options Options   `json:"-"`
	// LeftOut are the errors in files of the corpus that the run went on without;
	// whoever has read the corpus sets them.
	LeftOut diag.Errors `json:"-"`

	// Gone are findings of an earlier run that this one has not; see Since.
	Gone []Finding `json:"gone,omitempty"`
	// Briefs say what matters of each ruleset, as package brief makes them of the rest; whoever tells the result sets
	// them, and Made: by which program it was made, of which corpus.
	Briefs any    `json:"briefs"`
	Made   string `json:"made"`
	Report int    `json:"lectio_report"` // [Format]
	Run    Reach  `json:"run"`
	// Resting says what rests on games that were played earlier; nil where there are none.
	Resting *measure.Resting `json:"sweep,omitempty"`
	// Interrupted is set when the run was stopped; what is here was done before.
	// NotDone lists what was not, by ruleset and check. When a larger run was stopped
	// after this one was done (see Within), nothing is in it.
	Interrupted bool     `json:"interrupted,omitempty"`
	OutOfTime   bool     `json:"out_of_time,omitempty"` // it was stopped by the clock of Within, before the least run was done
	NotDone     []Undone `json:"not_done,omitempty"`

	asked Set // the checks that were run
}

// Format is the version of the format of results.
const Format = 2

// Reach is what repeats a run, and how far this one came.
type Reach struct {
	Games     int    `json:"games"`
	Positions int    `json:"positions"`
	Seed      uint64 `json:"seed"`
	Done      int    `json:"done"`
	Tasks     int    `json:"tasks"`
}

// Undone says how much of a check was not done on a ruleset when a run was stopped. All
// tasks of a check may be done and it be listed all the same: then what it draws on was not
// done, and it came to no conclusion.
type Undone struct {
	Ruleset  string `json:"ruleset"`
	Check    string `json:"check"`
	Tasks    int    `json:"tasks"`     // of the check on the ruleset
	NotBegun int    `json:"not_begun"` // of them
	CutShort int    `json:"cut_short"` // of them: begun, and stopped
}

// Undone reports whether anything of a check on a ruleset was not done.
func (r *Result) Undone(ruleset, check string) bool {
	return slices.ContainsFunc(r.NotDone, func(u Undone) bool { return u.Ruleset == ruleset && u.Check == check })
}

// Contributing returns the check that contributes such rows, nil where none does.
func (r *Result) Contributing(rows Rows) *Check {
	for _, c := range r.Checks {
		if c.Rows == rows {
			return c
		}
	}
	return nil
}

// RowsOf says which rows the check contributes that made a finding.
func (r *Result) RowsOf(f *Finding) Rows {
	if c := r.Checks.Find(f.ID); c != nil {
		return c.Rows
	}
	return OtherRows
}

// Lacks reports whether rows of a ruleset were asked for and not all of them are done.
func (r *Result) Lacks(ruleset string, rows Rows) bool {
	c := r.Contributing(rows)
	return c != nil && r.Undone(ruleset, c.ID)
}

// Worst returns the highest severity among the findings; ok is false when there
// are none.
func (r *Result) Worst() (s Severity, ok bool) {
	for _, f := range r.Findings {
		if !ok || f.Severity > s {
			s, ok = f.Severity, true
		}
	}
	return s, ok
}

// once leaves a finding about a record under the first of the rulesets that
// are bound to it. The findings are sorted by ruleset.
func (r *Result) once(findings []Finding) []Finding {
	type key struct {
		id, message string
		pos         diag.Pos
	}
	seen := map[key]bool{}
	return slices.DeleteFunc(findings, func(f Finding) bool {
		if !r.Checks.Find(f.ID).Group.Records {
			return false
		}
		k := key{f.ID, f.Message, f.Pos}
		had := seen[k]
		seen[k] = true
		return had
	})
}

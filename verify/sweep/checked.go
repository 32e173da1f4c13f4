package sweep

import (
	"context"
	"slices"

	"github.com/lectio/lectio/rulesets"
)

// Checking says which checks a plan asks of every interpretation, and in how many games.
// They are asked by whoever plays the first game of the interpretation.
type Checking struct {
	Checks     []string `json:"checks,omitempty"` // by id
	CheckGames int      `json:"check_games,omitempty"`
}

// Checked is what a check came to on one interpretation.
type Checked struct {
	Check    string `json:"check"`
	Verdict  string `json:"verdict"` // found, none, none-seen; "" where the check gives none
	Findings int    `json:"findings"`
	Severity string `json:"severity,omitempty"` // the worst of the findings
	Message  string `json:"message,omitempty"`  // of the first finding of that severity
	Line     string `json:"line,omitempty"`     // of play that shows it, as it can be replayed
}

// checkedColumns is the data dictionary of the table checked of a database, where there
// is a row for each interpretation and check.
var checkedColumns = []Column{
	{"checked.check", "text", "", "id of the check, as lectio checks lists it"},
	{"checked.verdict", "text", "", "found, none (everything was searched), none-seen (a sample); empty where the check gives none"},
	{"checked.findings", "integer", "findings", "how many there are"},
	{"checked.severity", "text", "", "of the gravest finding; empty where there is none"},
	{"checked.message", "text", "", "of the first finding of that severity"},
	{"checked.line", "text", "", "of play that shows it, for lectio play --replay"},
}

// Ask asks checks of an interpretation of a ruleset, in games from a seed.
type Ask func(ctx context.Context, ruleset string, readings rulesets.Choice, c Checking, seed uint64, cap int) []Checked

// Against counts the interpretations on which a check found something.
type Against struct {
	Check   string
	Asked   int
	Found   int
	First   string // such an interpretation
	Message string // of what was found there
}

// Checks says what the checks of the plan came to, in their order.
func (m *Merged) Checks() []Against {
	var out []Against
	for _, id := range m.Plan.Checks {
		a := Against{Check: id}
		for _, r := range m.Rows {
			k := slices.IndexFunc(r.Checked, func(c Checked) bool { return c.Check == id })
			if k < 0 {
				continue
			}
			if a.Asked++; r.Checked[k].Findings > 0 {
				if a.Found++; a.Found == 1 {
					a.First, a.Message = r.Name, r.Checked[k].Message
				}
			}
		}
		out = append(out, a)
	}
	return out
}

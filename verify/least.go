package verify

import (
	"fmt"
	"slices"
	"strconv"
)

// Least is the smallest sample on which a check says something general: that
// nothing of a kind was seen, or what holds of all games. A case that is shown, by a
// line of play or a position, needs no more than itself.
type Least struct {
	N  int    `json:"n"`
	Of string `json:"of"` // what is counted, as the Scope of verdicts calls it
}

// String says what a check needs, for its text.
func (l Least) String() string {
	return fmt.Sprintf("%d %s; a smaller sample shows the cases that are in it, and nothing general is said", l.N, l.Of)
}

// Withheld is a verdict that a run does not give.
type Withheld struct {
	Check    string `json:"check"`
	Ruleset  string `json:"ruleset"`
	Question string `json:"question,omitempty"`
	Subject  string `json:"subject,omitempty"`
	// Sample is how many of what Least counts there were.
	Sample int    `json:"sample"`
	Least  Least  `json:"least"`
	Why    string `json:"why,omitempty"` // there was no sample at all
}

// withhold takes out what is said in general on too small a sample: findings, and
// verdicts that none was seen. What is not said is listed.
func (o *Outcome) withhold(checks Set) {
	o.Verdicts = slices.DeleteFunc(o.Verdicts, func(v Verdict) bool {
		least := checks.Find(v.Check).Least
		if v.Verdict != NoneSeen || least.N == 0 {
			return false
		}
		n, err := strconv.Atoi(v.Scope[least.Of])
		if err == nil && n >= least.N {
			return false
		}
		o.Withheld = append(o.Withheld, Withheld{Check: v.Check, Ruleset: v.Ruleset, Question: v.Question,
			Subject: v.Subject, Sample: n, Least: least})
		return true
	})
	o.Findings = slices.DeleteFunc(o.Findings, func(f Finding) bool {
		return f.Sample > 0 && f.Sample < checks.Find(f.ID).Least.N
	})
}

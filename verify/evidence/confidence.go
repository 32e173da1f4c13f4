package evidence

import (
	"strings"

	"github.com/lectio/lectio/verify/severity"
)

// This check asks whether a stated confidence agrees with the doubts of the record.
var _ = add(Check{
	ID:    "EV009",
	Title: "more confidence is stated than the record bears out",
	Explanation: `A page states a confidence of 100, and the record made from it names five reasons to be careful. Both stay: the stated figure may be about
something else (that the game was played there at all), and the derived one only counts what is named. But who filters by
confidence should know. The derived figure takes from 100 the share of each reason; 'lectio evidence terms' lists the shares.`,
	Bad:      "confidence: 100\nuncertainty: [secondary text, translated, summarised, game names mixed]",
	Good:     "confidence: 50\nuncertainty: [secondary text, translated, summarised, game names mixed]",
	Limits:   "Differences of less than 30 are passed over; the derived figure is no probability.",
	Severity: severity.Note,
}, confidenceTooHigh)

// confident is the difference from which stated and derived confidence disagree.
const confident = 30

func confidenceTooHigh(l *Library) (out []Oddity) {
	for _, r := range l.Records {
		if r.Confidence == nil {
			continue
		}
		d := r.Derived()
		if *r.Confidence-d.Value < confident {
			continue
		}
		var reasons []string
		for _, s := range d.Steps {
			reasons = append(reasons, s.Factor)
		}
		out = append(out, odd(r, severity.Note, r.At("confidence"), "a confidence of %d %% is stated, and what the record says of itself comes to %d %% (%s)", *r.Confidence, d.Value, strings.Join(reasons, ", ")))
	}
	return out
}

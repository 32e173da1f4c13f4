package verify

import (
	"context"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/dimension"
)

// A Summary says what a ruleset is, and how far it is worked out.
type Summary struct {
	ID      string   `json:"id"`
	Title   string   `json:"title"`
	Family  string   `json:"family"`
	Records []string `json:"records"`
	Counts  Counts   `json:"counts"`
}

// Counts say how far a ruleset is worked out.
type Counts struct {
	Clauses        int  `json:"clauses"`
	Enforced       int  `json:"enforced"`   // an example names the clause and fails without it
	Questioned     int  `json:"questioned"` // a question is about the clause, enforced or not
	NotRules       int  `json:"not-rules"`
	Statements     int  `json:"statements"` // of the default interpretation
	Assumed        int  `json:"assumed"`    // those of them with no clause behind them
	Questions      int  `json:"questions"`
	Readings       int  `json:"readings"`
	Playable       int  `json:"playable"` // readings that can be played
	Examples       int  `json:"examples"`
	OpenDimensions *int `json:"open-dimensions"` // nil where they were not counted
}

// Summary sums the ruleset up. Its open dimensions are counted with open alone: games are played for it.
func (t *Target) Summary(ctx context.Context, open bool) Summary {
	d := t.Definition
	n := countsOf(d)
	for _, clause := range t.Standing() { // one that is enforced can be in doubt as well
		n.Clauses++
		if !clause.Clause.Rule {
			n.NotRules++
		} else if clause.Enforced {
			n.Enforced++
		}
		if len(clause.Questions) > 0 {
			n.Questioned++
		}
	}
	if open {
		n.OpenDimensions = new(int)
		for _, s := range t.Settle(ctx) {
			if s.Standing == dimension.Open {
				*n.OpenDimensions++
			}
		}
	}
	return Summary{ID: d.ID, Title: d.Title, Family: d.Family, Records: append([]string{}, d.Records...), Counts: n}
}

// countsOf counts what stands in a ruleset itself.
func countsOf(d *rulesets.Definition) Counts {
	n := Counts{Questions: len(d.Questions), Examples: len(d.Examples)}
	statements := d.Statements
	if in, errs := d.Default(); len(errs) == 0 {
		statements = in.Statements
	}
	n.Statements = len(statements)
	for _, s := range statements {
		if len(s.Warrant) == 0 {
			n.Assumed++
		}
	}
	for _, q := range d.Questions {
		n.Readings += len(q.Readings)
		for _, r := range q.Readings {
			if r.Playable() {
				n.Playable++
			}
		}
	}
	return n
}

// Soundness says of a ruleset that can be compiled what it has, and what the checks that were asked found.
type Soundness struct {
	ID              string `json:"id"`
	File            string `json:"file"`
	Statements      int    `json:"statements"`
	Questions       int    `json:"questions"`
	Readings        int    `json:"readings"`
	Playable        int    `json:"playable"`
	Interpretations int    `json:"interpretations"` // compiled: the default and every alternative

	Findings    []Finding `json:"findings"`
	NotLookedAt []string  `json:"not_looked_at,omitempty"` // the checks that were not asked
}

// Soundness tells the findings of a run by ruleset; notAsked are the checks that it left out.
func (r *Result) Soundness(defs []*rulesets.Definition, notAsked []string) []Soundness {
	out := []Soundness{}
	for _, d := range defs {
		n := countsOf(d)
		s := Soundness{ID: d.ID, File: d.File, Statements: n.Statements, Questions: n.Questions, Readings: n.Readings, Playable: n.Playable,
			Interpretations: 1 + len(d.Alternatives()), Findings: []Finding{}, NotLookedAt: notAsked}
		for _, f := range r.Findings {
			if f.Ruleset == d.ID {
				s.Findings = append(s.Findings, f)
			}
		}
		out = append(out, s)
	}
	return out
}

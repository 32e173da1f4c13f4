package verify

import (
	"context"
	"fmt"
	"strings"

	"github.com/lectio/lectio/evidence"
	"github.com/lectio/lectio/rulesets"
)

// ClauseStatus says what became of a clause.
type ClauseStatus struct {
	Record     *evidence.Record
	Clause     *evidence.Clause
	Statements []*rulesets.Statement // that name it as warrant, in whatever reading
	Questions  []*rulesets.Question  // that are about it
	Examples   []string              // that name it
	Enforced   bool                  // an example names it and bites
}

// Name is the clause as it is cited: DLP.Evidence.1706#6.
func (c *ClauseStatus) Name() string { return fmt.Sprintf("%s#%d", c.Record.ID, c.Clause.N) }

// Standing sums up in one word: enforced, questioned, not a rule, or open.
func (c *ClauseStatus) Standing() string {
	switch {
	case !c.Clause.Rule:
		return "not a rule"
	case c.Enforced:
		return "enforced"
	case len(c.Questions) > 0:
		return "questioned"
	}
	return "open"
}

// Standing says what became of every clause of the ruleset's records.
func (t *Target) Standing() []ClauseStatus { return t.clauses() }

// note puts x under each of the clauses, once.
func note[T comparable](by map[string][]T, clauses []rulesets.ClauseRef, x T) {
	for _, c := range clauses {
		name := c.String()
		if had := by[name]; len(had) == 0 || had[len(had)-1] != x {
			by[name] = append(had, x)
		}
	}
}

// clauses works out the standing of every clause, once.
func (t *Target) clauses() []ClauseStatus {
	t.once.Do(func() {
		t.bite()
		d := t.Definition
		statements, questions, examples := map[string][]*rulesets.Statement{}, map[string][]*rulesets.Question{}, map[string][]string{}
		for _, s := range d.EveryStatement() {
			note(statements, s.Warrant, s)
		}
		for _, q := range d.Questions {
			note(questions, q.About, q)
		}
		for _, e := range d.Examples {
			note(examples, e.Clauses, e.ID)
		}
		for _, r := range t.Evidence() {
			for _, c := range r.Clauses {
				cs := ClauseStatus{Record: r, Clause: c}
				name := cs.Name()
				cs.Statements, cs.Questions = statements[name], questions[name]
				for _, e := range examples[name] {
					cs.Examples = append(cs.Examples, e)
					cs.Enforced = cs.Enforced || t.bites[e][name]
				}
				t.Clauses = append(t.Clauses, cs)
			}
		}
	})
	return t.Clauses
}

// tx001 is the first promise: nothing is dropped.
var tx001 = &Check{
	ID:    "TX001",
	Title: "a clause is neither enforced nor questioned",
	Explanation: `Every clause of a record must be enforced by a statement, taken up by a question, or marked in the record as no rule, with a
reason. A clause counts as enforced only if a worked example names it and fails when everything that the clause warrants is
taken out: a statement that merely names a clause may still do nothing of what the clause says.`,
	Bad:      "clause 16 (a point with two opposing men is closed) is the warrant of no statement and the subject of no question",
	Good:     "- id: point_held\n  forbid: advance\n  when: enemy(to) >= 2\n  warrant: [p#16]         # and an example that names p#16",
	Limits:   `An example that names a clause and fails without it shows that something of the clause is enforced, not that all of it is. A clause taken up by a question counts as taken up whatever its readings do.`,
	Severity: Error,
	Needs:    Static,
	Tasks: func(t *Target, o Options) []Task {
		return one("clauses of "+t.Definition.ID, func(context.Context) (out Outcome) {
			for _, c := range t.clauses() {
				if c.Standing() != "open" {
					continue
				}
				f := t.finding(Error, c.Clause.Pos(), "%s is not taken up: no statement rests on it and no question asks about it", c.Name())
				f.Clauses = []string{c.Name()}
				if len(c.Statements) > 0 {
					var ids []string
					for _, s := range c.Statements {
						ids = append(ids, s.ID)
						f.Related = append(f.Related, s.Pos)
					}
					f.Statement = ids[0]
					f.Message = fmt.Sprintf("%s is the warrant of %s, but no example that names it fails without what it warrants", c.Name(), strings.Join(ids, ", "))
				}
				out.Findings = append(out.Findings, f)
			}
			return out
		})
	},
}

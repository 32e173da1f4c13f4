package verify

import (
	"fmt"

	"github.com/lectio/lectio/evidence"
	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/example"
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

// Bites reports, by example and by the clauses that it names, whether the example
// fails without what the clause warrants. An interpretation that cannot even be
// compiled without it counts as failing: the example cannot be played. An example
// that does not even hold is left out.
func (t *Target) Bites() map[string]map[string]bool {
	type key struct{}
	return Once(&t.Memo, key{}, func() map[string]map[string]bool {
		bites := map[string]map[string]bool{}
		d := t.Definition
		shops := map[string]*example.Workshop{}
		plain := &example.Workshop{Definition: d}
		for _, e := range d.Examples {
			if len(plain.Run(e)) > 0 {
				continue // EX001 reports it
			}
			bites[e.ID] = map[string]bool{}
			for _, c := range e.Clauses {
				name := c.String()
				w := shops[name]
				if w == nil {
					w = &example.Workshop{Definition: d.Edited(without(name))}
					shops[name] = w
				}
				bites[e.ID][name] = len(w.Run(e)) > 0
			}
		}
		return bites
	})
}

// without takes out every statement that rests on a clause.
func without(clause string) rulesets.Edit {
	return func(s *rulesets.Statement) *rulesets.Statement {
		for _, w := range s.Warrant {
			if w.String() == clause {
				return nil
			}
		}
		return s
	}
}

// note puts x under each of the clauses, once.
func note[T comparable](by map[string][]T, clauses []rulesets.ClauseRef, x T) {
	for _, c := range clauses {
		name := c.String()
		if had := by[name]; len(had) == 0 || had[len(had)-1] != x {
			by[name] = append(had, x)
		}
	}
}

// Standing says what became of every clause of the ruleset's records, worked out once.
func (t *Target) Standing() []ClauseStatus {
	type key struct{}
	return Once(&t.Memo, key{}, func() (list []ClauseStatus) {
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
		bites := t.Bites()
		for _, r := range t.Evidence() {
			for _, c := range r.Clauses {
				cs := ClauseStatus{Record: r, Clause: c}
				name := cs.Name()
				cs.Statements, cs.Questions = statements[name], questions[name]
				for _, e := range examples[name] {
					cs.Examples = append(cs.Examples, e)
					cs.Enforced = cs.Enforced || bites[e][name]
				}
				list = append(list, cs)
			}
		}
		t.Clauses = list
		return list
	})
}

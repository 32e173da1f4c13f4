package verify

import (
	"fmt"
	"slices"

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

// Trials try the examples of a ruleset with and without what a clause warrants. What an
// example came to is kept with the target, for all who ask; the interpretations that
// are compiled for it are kept as long as the trials. They are for one goroutine.
type Trials struct {
	target *Target
	rules  *rulesets.Definition
	shops  map[string]*example.Workshop // by the clause left out; "" for none
}

// Trials begins trials of the ruleset's examples.
func (t *Target) Trials() *Trials {
	return &Trials{t, t.Definition, map[string]*example.Workshop{}}
}

// Bites reports whether an example fails without what a clause warrants, and whether
// it holds as the ruleset stands: one that does not bites nothing. An interpretation
// that cannot even be compiled without the clause counts as failing: the example
// cannot be played.
func (x *Trials) Bites(e *rulesets.Example, clause string) (bites, holds bool) {
	holds = x.holds(e, "")
	return holds && !x.holds(e, clause), holds
}

// holds reports whether an example holds without what a clause warrants.
func (x *Trials) holds(e *rulesets.Example, clause string) bool {
	type key struct{ example, clause string }
	return Once(&x.target.Memo, key{e.ID, clause}, func() bool {
		w := x.shops[clause]
		if w == nil {
			w = &example.Workshop{Definition: x.rules}
			if clause != "" {
				w.Definition = w.Definition.Edited(without(clause))
			}
			x.shops[clause] = w
		}
		return w.Holds(e)
	})
}

// enforced reports whether one of the examples that name a clause bites. Those that are
// tried under few readings come first: nearly all the work is compiling readings.
func (x *Trials) enforced(examples []*rulesets.Example, clause string) bool {
	d := x.target.Definition
	few := slices.Clone(examples)
	slices.SortStableFunc(few, func(a, b *rulesets.Example) int { return len(a.Choices(d)) - len(b.Choices(d)) })
	return slices.ContainsFunc(few, func(e *rulesets.Example) bool {
		bites, _ := x.Bites(e, clause)
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
		statements, questions, examples := map[string][]*rulesets.Statement{}, map[string][]*rulesets.Question{}, map[string][]*rulesets.Example{}
		for _, s := range d.EveryStatement() {
			note(statements, s.Warrant, s)
		}
		for _, q := range d.Questions {
			note(questions, q.About, q)
		}
		for _, e := range d.Examples {
			note(examples, e.Clauses, e)
		}
		trials := t.Trials()
		for _, r := range t.Evidence() {
			for _, c := range r.Clauses {
				cs := ClauseStatus{Record: r, Clause: c}
				name := cs.Name()
				cs.Statements, cs.Questions = statements[name], questions[name]
				for _, e := range examples[name] {
					cs.Examples = append(cs.Examples, e.ID)
				}
				cs.Enforced = trials.enforced(examples[name], name)
				list = append(list, cs)
			}
		}
		t.Clauses = list
		return list
	})
}

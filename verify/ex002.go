package verify

import (
	"context"

	"github.com/lectio/lectio/rulesets"
)

// ex002 asks whether examples are about the clauses they name.
var ex002 = &Check{
	ID:    "EX002",
	Title: "an example does not bite",
	Explanation: `An example that names a clause must fail when every statement resting on that clause is taken out. If it still holds, it does not show
what the clause does, and the clause may be enforced by nothing.`,
	Bad:      "clauses: [p#16]\nlegal: [1/2]               # 1/2 is legal whether points are held or not",
	Good:     "clauses: [p#16]\nrefused: {1/3: point_held}",
	Limits:   `Only examples that hold are asked. That an example fails without a clause does not show that it fails for the clause's reason.`,
	Severity: Error,
	Needs:    Static,
	Tasks: func(t *Target, o Options) []Task {
		return one("clauses named by examples of "+t.Definition.ID, func(ctx context.Context) (out Outcome) {
			t.clauses()
			for _, e := range t.Definition.Examples {
				for _, c := range e.Clauses {
					if bites, known := t.bites[e.ID][c.String()]; known && !bites {
						f := t.finding(Error, c.Pos, "the example %s names %s, but holds without everything the clause warrants", e.ID, c)
						f.Clauses = []string{c.String()}
						out.Findings = append(out.Findings, f)
					}
				}
			}
			return out
		})
	},
}

// bite finds out, for every clause that an example names, whether the example
// fails without what the clause warrants. An interpretation that cannot even be
// compiled without it counts as failing: the example cannot be played.
func (t *Target) bite() {
	t.bites = map[string]map[string]bool{}
	d := t.Definition
	shops := map[string]*rulesets.Workshop{}
	plain := &rulesets.Workshop{Definition: d}
	for _, e := range d.Examples {
		if len(plain.Run(e)) > 0 {
			continue // it does not even hold, so that it fails says nothing (EX001 reports it)
		}
		t.bites[e.ID] = map[string]bool{}
		for _, c := range e.Clauses {
			name := c.String()
			w := shops[name]
			if w == nil {
				w = &rulesets.Workshop{Definition: d.Edited(without(name))}
				shops[name] = w
			}
			t.bites[e.ID][name] = len(w.Run(e)) > 0
		}
	}
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

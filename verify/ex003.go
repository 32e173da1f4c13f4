package verify

import (
	"context"
	"fmt"

	"github.com/lectio/lectio/rulesets"
)

// ex003 mutates the ruleset and looks for what no example notices.
var ex003 = &Check{
	ID:    "EX003",
	Title: "no example pins a statement down",
	Explanation: `Every statement of the default interpretation is left out, and every number in it moved up and down by one; then all examples are
tried again. A change that no example notices could have been made by mistake, and nobody would know. What cannot be pinned
down by a position is listed in the ruleset under unpinned:, with the reason, and is then a note.`,
	Bad:      "- id: row_may_be_broken\n  except: point_held\n  when: to in run(enemy >= 2, 6)    # and no example has a row of five",
	Good:     "an example with a row of five doubled points (refused), and one with six (legal)",
	Limits:   `Statements left out and numbers moved by one are all the changes tried; a comparison turned round, or a rule added, is not. Alternatives' statements are not mutated.`,
	Severity: Warning,
	Needs:    Static,
	Tasks: func(t *Target, o Options) []Task {
		mutants := t.Game.Mutants()
		reasons := map[string]string{}
		for _, u := range t.Definition.Unpinned {
			reasons[u.Statement] = u.Because
		}
		const share = 16 // tasks, so that several workers have something to do
		var tasks []Task
		for k := 0; k < share; k++ {
			tasks = append(tasks, Task{What: "mutations of " + t.Definition.ID, Run: func(ctx context.Context) (out Outcome) {
				tried, noticed := 0, 0
				for i := k; i < len(mutants) && ctx.Err() == nil; i += share {
					m := mutants[i]
					tried++
					if t.noticed(m) {
						noticed++
						continue
					}
					f := t.finding(Warning, m.Pos, "no example notices when %s: %s", m.Statement.ID, m.What)
					if why := reasons[m.Statement.ID]; why != "" {
						f.Severity = Note
						f.Message += "; " + why
					}
					f.Statement, f.Clauses = m.Statement.ID, clauseNames(m.Statement.Warrant)
					out.Findings = append(out.Findings, f)
				}
				verdict := verdictOf(noticed < tried)
				if verdict == None && ctx.Err() != nil {
					verdict = NoneSeen // cut short
				}
				out.Verdicts = append(out.Verdicts, Verdict{Check: "EX003", Ruleset: t.Definition.ID, Subject: fmt.Sprintf("part %d of %d of the mutants", k+1, share),
					Verdict: verdict, Scope: map[string]string{"mutants": fmt.Sprint(tried), "noticed": fmt.Sprint(noticed)}})
				return out
			}})
		}
		return tasks
	},
}

func verdictOf(found bool) Answer {
	if found {
		return Found
	}
	return None
}

// noticed reports whether any example fails under the mutant. Examples that
// name a clause of the mutated statement are tried first: they most likely do.
func (t *Target) noticed(m rulesets.Mutant) bool {
	d := t.Definition
	w := &rulesets.Workshop{Definition: d, Edit: m.Edit}
	about := map[string]bool{}
	for _, c := range m.Statement.Warrant {
		about[c.String()] = true
	}
	near := func(e *rulesets.Example) bool {
		for _, c := range e.Clauses {
			if about[c.String()] {
				return true
			}
		}
		return false
	}
	for _, first := range []bool{true, false} {
		for _, e := range d.Examples {
			if e.Every || near(e) != first {
				continue
			}
			if len(w.Run(e)) > 0 {
				return true
			}
		}
	}
	return false
}

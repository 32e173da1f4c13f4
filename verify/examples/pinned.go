package examples

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/verify"
	"github.com/lectio/lectio/verify/mutation"
)

// This check mutates the ruleset and looks for what no example notices.
var _ = group.Add(&verify.Check{
	ID:    "EX003",
	Title: "no example pins a statement down",
	Explanation: `Every statement of the default interpretation is left out, and every item of its lists; every number in it is moved up and down by one, every comparison
and order turned round, every condition made its contrary, own and enemy exchanged, and acts and stores put for one another. All examples are tried again after each of
these changes. One that no example notices could have been made by mistake, and nobody would know. What cannot be pinned
down by a position is listed in the ruleset under unpinned:, with the reason, and is then a note. lectio verify --mutate does the
same for every reading, asks the checks as well, and shows where a change that nothing noticed is played otherwise.`,
	Bad:      "- id: row_may_be_broken\n  except: point_held\n  when: to in run(enemy >= 2, 6)    # and no example has a row of five",
	Good:     "an example with a row of five doubled points (refused), and one with six (legal)",
	Limits:   `One thing is changed at a time, and nothing is added. Alternatives' statements are not changed here.`,
	Severity: verify.Warning,
	Needs:    verify.Static,
	Tasks: func(t *verify.Target, o verify.Options) (tasks []verify.Task) {
		for _, c := range mutation.Mutable(t, false) {
			for rest := c.List; len(rest) > 0; {
				n := slices.IndexFunc(rest, func(m rulesets.Mutant) bool { return m.Statement != rest[0].Statement })
				if n < 0 {
					n = len(rest)
				}
				list := rest[:n]
				rest = rest[n:]
				tasks = append(tasks, verify.Task{What: "changes of " + list[0].Statement.ID, Run: func(ctx context.Context) verify.Outcome { return unnoticed(ctx, c, list) }})
			}
		}
		return tasks
	},
})

// unnoticed reports the changes of one statement that no example notices.
func unnoticed(ctx context.Context, c *mutation.Changed, list []rulesets.Mutant) (out verify.Outcome) {
	s := list[0].Statement
	var left []mutation.Mutation
	tried := map[mutation.Fate]int{}
	excused := ""
	for _, m := range list {
		x := mutation.Mutation{Mutant: m, Fate: mutation.NoMutant}
		c.Exemplify(ctx, &x, true)
		c.Excuse(&x)
		if ctx.Err() != nil {
			break
		}
		tried[x.Fate]++
		switch x.Fate {
		case mutation.Excused:
			excused = x.Why
			fallthrough
		case mutation.Survives:
			left = append(left, x)
		}
	}
	report := func(fate mutation.Fate, sev verify.Severity, why string) {
		var what []string
		pos := s.Pos
		for i := range left {
			if left[i].Fate == fate {
				if len(what) == 0 {
					pos = left[i].Mutant.Pos
				}
				what = append(what, left[i].Mutant.What)
			}
		}
		if len(what) == 0 {
			return
		}
		f := c.Target.Finding(sev, pos, "no example notices when %s: %s%s", s.ID, strings.Join(what, "; "), why)
		f.Statement, f.Clauses, f.Rank = s.ID, verify.ClauseNames(s.Warrant), -len(what)
		out.Findings = append(out.Findings, f)
	}
	report(mutation.Survives, verify.Warning, "")
	report(mutation.Excused, verify.Note, "; "+excused)
	verdict := verify.FoundOrNone(len(left) > 0)
	if verdict == verify.None && ctx.Err() != nil {
		verdict = verify.NoneSeen // cut short
	}
	out.Verdicts = append(out.Verdicts, verify.Verdict{Ruleset: c.Target.Definition.ID, Subject: s.ID, Verdict: verdict, Scope: map[string]string{
		"mutants": fmt.Sprint(tried[mutation.Killed] + tried[mutation.Survives] + tried[mutation.Excused]), "noticed": fmt.Sprint(tried[mutation.Killed]),
		"equivalent": fmt.Sprint(tried[mutation.Equivalent]), "not compiled": fmt.Sprint(tried[mutation.NoMutant])}})
	return out
}

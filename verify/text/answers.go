package text

import (
	"context"
	"fmt"

	"github.com/lectio/lectio/rulesets/dimension"

	"github.com/lectio/lectio/verify"
	"github.com/lectio/lectio/verify/measure"
)

// This check holds readings against each other that are said to come to the same.
var _ = group.Add(&verify.Check{
	ID:    "TX007",
	Title: "readings that give one answer to a dimension part on it",
	Explanation: `A question bears on a dimension when its readings have something to say about it. Those of its readings that are found to give one answer
are compared at positions met in games of the default interpretation: where they do not permit the same moves, and where something is tried out
and comes out otherwise. If they part there in just what the dimension asks, the answer is not true of both: either it is not found out well
enough, or the dimension needs another answer to tell them apart. The finding has the line of play to such a position.`,
	Bad:      "KZ-A14 has a tab used for a man that has not moved, or for any: and both readings are answered “No” where it is asked whether it must be",
	Good:     "both are answered “No”, and wherever the two readings part both let a man that has moved use the tab",
	Limits:   "It compares the positions kept of a sample of games; facts that are found out along games (what becomes of a man, what a throw counts) are not compared at positions. Moves are compared only where nearly all moves on which the readings part are such as the dimension asks about, and nothing is tried out for a reading that remembers more than the default one.",
	Least:    verify.Least{N: measure.LeastDecisions, Of: "decisions"},
	Severity: verify.Error,
	Needs:    verify.Playouts,
	Tasks: func(t *verify.Target, o verify.Options) []verify.Task {
		return verify.OneTask("readings and dimensions of "+t.Definition.ID, func(ctx context.Context) (out verify.Outcome) {
			in, errs := t.Definition.Default()
			if len(errs) > 0 {
				return out
			}
			// An answer found within few decisions may be another within more, and what is
			// reported is an error: so many are looked at however small the run is.
			list, looked := dimension.Conflicts(ctx, in, t.Settle(ctx), min(max(o.Games, 2000), 8000))
			if looked > 0 {
				v := verify.Verdict{Ruleset: t.Definition.ID, Subject: "readings that give one answer", Verdict: verify.NoneSeen,
					Scope: map[string]string{"decisions": fmt.Sprint(looked), "seed": fmt.Sprint(dimension.SampleSeed)}}
				if len(list) > 0 {
					v.Verdict = verify.Found
				}
				out.Verdicts = append(out.Verdicts, v)
			}
			for _, c := range list {
				f := t.Finding(verify.Error, c.Question.Pos, "%s: %s and %s are both found to settle %s as %s (%s %s), and part on it: under %s %s, under %s %s",
					c.Question.Name(), c.A.ID, c.B.ID, c.Dimension.ID, c.Answer.ID, c.Dimension.Asks, c.Answer.Means, c.A.ID, c.Says[0], c.B.ID, c.Says[1])
				f.Question = c.Question.Name()
				f.Related = append(f.Related, c.A.Pos, c.B.Pos, c.Dimension.Pos)
				if g, errs := t.GameOf(c.Choice); len(errs) == 0 && len(c.Steps) > 0 {
					f.Line = lineOf(g, c.Game, c.Steps)
				}
				out.Findings = append(out.Findings, f)
			}
			return out
		})
	},
})

package playability

import (
	"context"
	"fmt"
	"slices"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/verify"
	"github.com/lectio/lectio/verify/explore"
	"github.com/lectio/lectio/verify/measure"
	"github.com/lectio/lectio/verify/playout"
)

// invariants looks along seeded games, and at every position that the searches find.
var invariants = group.Add(&verify.Check{
	ID:    "PB004",
	Title: "an invariant is broken",
	Explanation: `An invariant (always:, never:) is a claim about every position of a game: that a point never holds two men, that a counter is never less
than what the board shows. Nothing in play makes it true, so it is a test of whether the rules mean what their author thinks they mean.
It is looked for in every position that the searches find, and along seeded games of the default and of every alternative reading. What
breaks it is shown as a line of play: a shortest one where a search has found it, otherwise a game from which every throw and move has
been left out that can be left out.`,
	Bad:      "- id: two_at_most\n  never: count(own > 2) > 0       # the set-up itself puts fifteen men on one point",
	Good:     "- id: one_on_a_point\n  never: count(own >= 2) > 0 or count(own and enemy) > 0",
	Limits:   "along games it is a sample; where several invariants are broken by one position only the first declared is named",
	Least:    verify.Least{N: measure.LeastPositions, Of: "positions"},
	Severity: verify.Error,
	Needs:    verify.Graph,
	Brief:    verify.TellsWorst,
	With:     []*verify.Check{forever},
	After:    reportSearched(verify.BrokenInvariant),
	Tasks: func(t *verify.Target, o verify.Options) []verify.Task {
		var tasks []verify.Task
		for _, i := range t.Interpretations(o) {
			tasks = append(tasks, verify.Task{What: "rules and invariants along games of " + t.Definition.ID, Run: func(ctx context.Context) verify.Outcome { return watch(ctx, t, o, i) }})
		}
		return tasks
	},
})

// watch reports what takes effect in the watched games of an interpretation, and which
// invariants they break.
func watch(ctx context.Context, t *verify.Target, o verify.Options, i verify.Interpretation) (out verify.Outcome) {
	x := t.Watch(ctx, o, i)
	if x == nil || x.Games == 0 {
		return out
	}
	g, counts := x.Game, slices.Clone(x.Counts)
	effects(g, counts, x.Stages, x.Thrown)
	out.Took = append(out.Took, verify.Effects{Game: g, Counts: counts, Games: x.Games})
	if len(g.Program.Invariants) == 0 {
		return out
	}
	_, question := t.Where(i, nil)
	v := verify.Verdict{Ruleset: t.Definition.ID, Question: question, Subject: verify.InvariantSought, Verdict: verify.NoneSeen,
		Scope: map[string]string{"interpretation": g.Name(), "games": fmt.Sprint(x.Games), "positions": fmt.Sprint(x.Positions), "seed": fmt.Sprint(o.Seed), "cap": fmt.Sprint(o.Cap)}}
	for k := range x.Broken {
		v.Verdict = verify.Found
		if k < mostShown {
			out.Findings = append(out.Findings, brokenIn(ctx, t, g, i, &x.Broken[k]))
		}
	}
	out.Verdicts = append(out.Verdicts, v)
	return out
}

// mostShown is how many broken invariants are shown with a line of play, and shrinkLines how
// many shorter lines are tried for each.
const (
	mostShown   = 5
	shrinkLines = 3000
)

// brokenIn is the finding of a game that breaks an invariant.
func brokenIn(ctx context.Context, t *verify.Target, g *rulesets.Game, i verify.Interpretation, b *verify.Broken) verify.Finding {
	inv := &g.Program.Invariants[b.Invariant]
	st := g.Statements[inv.Statement]
	line := explore.Shrink(ctx, g, slices.Clone(b.Steps), shrinkLines, func(in *engine.Interpreter, s *engine.State) bool {
		found, _ := in.Broken(s)
		return found == b.Invariant
	})
	plies := 0
	for _, x := range line {
		if x.Throw < 0 {
			plies++
		}
	}
	f := t.Finding(verify.Error, st.Pos, "%s: the invariant %s is broken for %s after %d single moves, found in %s and shortened", g.Name(), inv.ID,
		g.Program.Players[b.Player], plies, measure.AtRandom.Game(b.Number))
	_, f.Question = t.Where(i, nil)
	f.Statement, f.Clauses = inv.ID, verify.ClauseNames(st.Warrant)
	f.Line = playout.Record(g, b.Number, line)
	return f
}

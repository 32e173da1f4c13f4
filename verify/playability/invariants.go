package playability

import (
	"context"
	"fmt"

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
			games := max(1, o.Games/watchedGames)
			if i.Question != nil {
				games = max(1, o.AltGames/watchedAltGames)
			}
			tasks = append(tasks, verify.Task{What: "rules and invariants along games of " + t.Definition.ID, Run: func(ctx context.Context) verify.Outcome { return watch(ctx, t, o, i, games) }})
		}
		return tasks
	},
})

// Of the games of an interpretation, so many are watched closely: every position
// is held against the invariants, and what takes effect is counted.
const (
	watchedGames    = 10
	watchedAltGames = 8 // so that PB009 has its least sample with the normal effort
)

// watch plays games, counts what takes effect and looks for broken
// invariants.
func watch(ctx context.Context, t *verify.Target, o verify.Options, i verify.Interpretation, games int) (out verify.Outcome) {
	g, errs := t.GameOf(i.Choice)
	if len(errs) > 0 {
		return out // RS001 reports it
	}
	p := g.Program
	in := engine.NewInterpreter(p)
	in.History = engine.NewHistory()
	in.Applied = make([]int, len(g.Statements))
	stages, thrown := make([]int, len(p.Stages)), make([]int, len(p.Devices))
	looker := g.Executor().Stepper()
	defer looker.Close()
	s := p.NewState()
	r := engine.NewRandom(0, 0)
	var buf []engine.Move
	var steps []playout.Step
	broken := make([]bool, len(p.Invariants))
	played, positions, shrunk := 0, 0, 0
	for ; played < games && ctx.Err() == nil; played++ {
		r.Reset(o.Seed, uint64(played))
		steps = steps[:0]
		in.Start(s)
		for plies := 0; ; {
			positions++
			if len(broken) > 0 {
				if v, q := looker.Broken(in, s); v >= 0 && !broken[v] && shrunk < 5 {
					broken[v] = true
					shrunk++
					out.Findings = append(out.Findings, brokenIn(ctx, t, g, i, v, q, played, steps))
				}
			}
			if st := s.Stage(); st >= 0 {
				stages[st]++
			}
			if s.Status() == engine.Over || plies >= o.Cap {
				break
			}
			if s.Status() == engine.AwaitsThrow {
				d := s.Device(p)
				if d < 0 {
					break
				}
				thrown[d]++
				k := p.Draw(r, d)
				steps = append(steps, playout.Step{Throw: k})
				in.Throw(s, k)
				continue
			}
			var k int
			k, buf = in.Choose(s, r, buf[:0])
			m := buf[k]
			steps = append(steps, playout.Step{Throw: -1, Move: m})
			in.Play(s, m)
			plies++
		}
	}
	if played == 0 {
		return out
	}
	effects(g, in.Applied, stages, thrown)
	out.Took = append(out.Took, verify.Effects{Game: g, Counts: in.Applied, Games: played})
	if len(broken) > 0 {
		_, question := t.Where(i, nil)
		v := verify.Verdict{Ruleset: t.Definition.ID, Question: question, Subject: "an invariant that is broken, along games", Verdict: verify.NoneSeen,
			Scope: map[string]string{"interpretation": g.Name(), "games": fmt.Sprint(played), "positions": fmt.Sprint(positions), "seed": fmt.Sprint(o.Seed), "cap": fmt.Sprint(o.Cap)}}
		if shrunk > 0 {
			v.Verdict = verify.Found
		}
		out.Verdicts = append(out.Verdicts, v)
	}
	return out
}

// shrinkLines is how many shorter lines are tried for one that breaks an invariant.
const shrinkLines = 3000

// brokenIn is the finding of a game that breaks an invariant.
func brokenIn(ctx context.Context, t *verify.Target, g *rulesets.Game, i verify.Interpretation, v, q, number int, steps []playout.Step) verify.Finding {
	inv := &g.Program.Invariants[v]
	st := g.Statements[inv.Statement]
	line := explore.Shrink(ctx, g, append([]playout.Step(nil), steps...), shrinkLines, func(in *engine.Interpreter, s *engine.State) bool {
		found, _ := in.Broken(s)
		return found == v
	})
	plies := 0
	for _, x := range line {
		if x.Throw < 0 {
			plies++
		}
	}
	f := t.Finding(verify.Error, st.Pos, "%s: the invariant %s is broken for %s after %d single moves, found in game %d and shortened", g.Name(), inv.ID,
		g.Program.Players[q], plies, number)
	_, f.Question = t.Where(i, nil)
	f.Statement, f.Clauses = inv.ID, verify.ClauseNames(st.Warrant)
	f.Line = playout.Record(g, number, line)
	return f
}

package statistics

import (
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/engine/history"
	"github.com/lectio/lectio/rulesets/engine/random"
	"github.com/lectio/lectio/rulesets/play"
	"github.com/lectio/lectio/verify"
	"github.com/lectio/lectio/verify/measure"
	"github.com/lectio/lectio/verify/playout"
)

// This check counts what every statement does.
var _ = group.Add(&verify.Check{
	ID:    "ST002",
	Title: "a statement that did not bite",
	Explanation: `In seeded games of the default, and of every alternative reading for the statements that it brings, it is counted how often each statement was
decisive (at that decision the legal moves would have been others without it) or took effect (an agenda put up, a blocked part answered, a
change, a score, an end). A statement that did neither may be about something rare, or it may be wrong. That it did not bite in a sample does
not mean that it cannot. Nothing is said of a statement before fifty decisions have been looked at.`,
	Bad:      "an exception that was not needed in 300,000 decisions: is its condition what the clause says?",
	Good:     "row_may_be_broken: decisive at 12 of 5,200 decisions of 40 games at random",
	Limits:   "two statements that each forbid the same moves are both not decisive; a statement that only names something (a definition, a moment) is not counted",
	Least:    verify.Least{N: measure.LeastGames, Of: "games"},
	Severity: verify.Note,
	Needs:    verify.Playouts,
	Rows:     verify.UseRows,
	With:     []*verify.Check{Games},
	Extends:  true,
	Tasks: func(t *verify.Target, o verify.Options) []verify.Task {
		var tasks []verify.Task
		for _, i := range t.Interpretations(o) {
			if !i.IsDefault() && (i.Reading == nil || len(i.Reading.Statements) == 0) {
				continue
			}
			tasks = append(tasks, verify.Task{What: "statements of " + t.Definition.ID, Run: func(ctx context.Context) (out verify.Outcome) {
				if msg := verify.Guarded(func() { out = uses(ctx, t, o, i) }); msg != "" {
					pos, question := t.Where(i, nil)
					out.Findings = append(out.Findings, t.Crash(pos, question, i.Name(), msg))
				}
				return out
			}})
		}
		return tasks
	},
	After: func(t *verify.Target, all *verify.Outcome, o verify.Options) (out verify.Outcome) {
		bit, idle, few := 0, 0, 0
		least, most := math.MaxInt, 0 // games behind statements that did not bite, or behind any
		for i := range all.Uses {
			u := &all.Uses[i]
			if u.Decisions == 0 && u.Games == 0 {
				continue
			}
			most = max(most, u.Games)
			if u.Bit() {
				bit++
				continue
			}
			least = min(least, u.Games)
			if u.Games < measure.LeastGames || u.Decisions < measure.LeastDecisions {
				few++
				least = min(least, measure.LeastGames-1)
				continue
			}
			idle++
			f := t.Finding(verify.Note, u.Statement.Pos, "%s did not bite: decisive at none of %d decisions, without effect in %s of %s", u.Statement.ID, u.Decisions, measure.AtRandom.Games(u.Games), u.Interpretation)
			f.Statement, f.Question, f.Clauses = u.Statement.ID, u.Question, verify.ClauseNames(u.Statement.Warrant)
			out.Findings = append(out.Findings, f)
		}
		v := verify.Verdict{Ruleset: t.Definition.ID, Verdict: verify.NoneSeen, Scope: map[string]string{"statements": fmt.Sprint(bit + idle + few), "bit": fmt.Sprint(bit),
			"did not": fmt.Sprint(idle), "too little seen of": fmt.Sprint(few), "games": fmt.Sprint(min(least, most)), "seed": fmt.Sprint(o.Seed), "cap": fmt.Sprint(o.Cap), "agent": "random"}}
		if idle > 0 {
			v.Verdict = verify.Found
		}
		if bit+idle+few > 0 {
			out.Verdicts = append(out.Verdicts, v)
		}
		return out
	},
})

// acting lists by statement whether some rule of the program comes from it.
func acting(g *rulesets.Game) []bool {
	out := make([]bool, len(g.Statements))
	rulesets.EachRule(g.Program, func(statement int, _ bool) { out[statement] = true })
	return out
}

// uses explains every decision of some games. Of an alternative only the
// statements that its reading brings are listed.
func uses(ctx context.Context, t *verify.Target, o verify.Options, i verify.Interpretation) (out verify.Outcome) {
	watched := t.Watch(ctx, o, i)
	if watched == nil {
		return out
	}
	g, reading := watched.Game, i.Reading
	games, most := o.ExplainGames, o.ExplainMoves
	counting := playout.Options{Games: o.Games, Seed: o.Seed, Cap: o.Cap, Effects: true}
	if reading != nil {
		games, most = max(1, games/10), max(1, most/10)
		counting.Games, counting.Moves = o.AltGames, o.AltMoves
	}
	x := explained{decisive: make([]int, len(g.Statements))}
	x.play(ctx, g, o, games, most)
	acts := acting(g)
	asked := func(i int) bool { return acts[i] && (reading == nil || g.Statements[i].Reading == reading) }
	// What took effect is counted until there is nothing left to look for: the games of
	// the statistics need not be played by the interpreter then.
	applied := slices.Clone(watched.Counts)
	counted := countApplied(ctx, watched, counting, applied, func(i int) bool { return asked(i) && x.decisive[i]+applied[i] == 0 })
	for i, st := range g.Statements {
		if !asked(i) {
			continue
		}
		u := verify.Use{Ruleset: t.Definition.ID, Interpretation: g.Name(), Statement: st, Decisive: x.decisive[i], Decisions: x.decisions, ExplainedGames: x.games, Seed: o.Seed, Cap: o.Cap,
			Applied: applied[i], Games: counted}
		if st.Question != nil {
			u.Question, u.Reading = st.Question.Name(), st.Reading.ID
		}
		out.Uses = append(out.Uses, u)
	}
	return out
}

// explained counts the decisions of games in which every one is explained.
type explained struct {
	decisive         []int // by statement
	decisions, games int
}

// play plays so many games at most, none begun after so many decisions.
func (x *explained) play(ctx context.Context, g *rulesets.Game, o verify.Options, games, most int) {
	p := g.Program
	in := engine.NewInterpreter(p)
	in.History = history.New()
	s := p.NewState()
	r := random.New(0, 0)
	for ; x.games < games && x.decisions < most && ctx.Err() == nil; x.games++ {
		r.Reset(o.Seed, uint64(x.games))
		in.Start(s)
		play.Run(s, o.Cap, play.Hands{
			Throw: func() bool {
				in.Throw(s, p.Draw(r, s.Device(p)))
				return true
			},
			Move: func() bool {
				e := in.Explain(s)
				x.decisions++
				for _, st := range e.Decisive {
					x.decisive[st]++
				}
				in.Play(s, e.Moves[in.Pick(r, e.Moves)])
				return true
			},
		})
	}
}

// countApplied plays the games after those that have been watched, a tenth at a time, as
// long as some statement is idle, and returns how many that makes.
func countApplied(ctx context.Context, from *verify.Watched, o playout.Options, applied []int, idle func(i int) bool) (games int) {
	all := o
	games, moves := from.Games, from.Moves
	for games < all.Games && (all.Moves == 0 || moves < all.Moves) && ctx.Err() == nil {
		some := false
		for i := range applied {
			some = some || idle(i)
		}
		if !some {
			break
		}
		o.First, o.Games = games, min(max(1, all.Games/10), all.Games-games)
		if all.Moves > 0 {
			o.Moves = all.Moves - moves
		}
		s := playout.Sample(ctx, from.Game, o)
		for i, n := range s.Applied {
			applied[i] += n
		}
		games += s.Played
		moves += s.Moves + s.Passes
	}
	return games
}

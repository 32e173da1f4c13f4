package verify

import (
	"context"
	"fmt"
	"math"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/verify/playout"
)

// st002 counts what every statement does.
var st002 = &Check{
	ID:    "ST002",
	Title: "a statement that did not bite",
	Explanation: `In seeded games of the default, and of every alternative reading for the statements that it brings, it is counted how often each statement was
decisive (at that decision the legal moves would have been others without it) or took effect (an agenda put up, a blocked part answered, a
change, a score, an end). A statement that did neither may be about something rare, or it may be wrong. That it did not bite in a sample does
not mean that it cannot. Nothing is said of a statement before fifty decisions have been looked at.`,
	Bad:      "an exception that was not needed in 300,000 decisions: is its condition what the clause says?",
	Good:     "row_may_be_broken: decisive at 12 of 5,200 decisions of 40 games",
	Limits:   "two statements that each forbid the same moves are both not decisive; a statement that only names something (a definition, a moment) is not counted",
	Least:    Least{leastGames, "games"},
	Severity: Note,
	Needs:    Playouts,
	With:     []string{"ST001"},
	Extends:  true,
	Tasks: func(t *Target, o Options) []Task {
		tasks := one("statements of "+t.Definition.ID, func(ctx context.Context) (out Outcome) {
			if msg := guarded(func() { out = t.uses(ctx, o, nil, nil) }); msg != "" {
				out.Findings = append(out.Findings, t.crash(t.Definition.Pos, "", "the default", msg))
			}
			return out
		})
		for _, a := range t.Definition.Alternatives() {
			if len(a.Reading.Statements) == 0 {
				continue
			}
			tasks = append(tasks, Task{What: "statements of " + t.Definition.ID, Run: func(ctx context.Context) (out Outcome) {
				if msg := guarded(func() { out = t.uses(ctx, o, a.Choice, a.Reading) }); msg != "" {
					out.Findings = append(out.Findings, t.crash(a.Reading.Pos, a.Question.Name(), a.Question.Name()+"="+a.Reading.ID, msg))
				}
				return out
			}})
		}
		return tasks
	},
	After: func(t *Target, all *Outcome, o Options) (out Outcome) {
		applied := map[string]*playout.Stats{}
		for _, m := range all.Metrics {
			if m.Stats.Applied != nil { // of two rows of one interpretation the one in step has it
				applied[m.Interpretation] = m.Stats
			}
		}
		bit, idle, few := 0, 0, 0
		least, most := math.MaxInt, 0 // games behind statements that did not bite, or behind any
		for i := range all.Uses {
			u := &all.Uses[i]
			if s := applied[u.Interpretation]; s != nil {
				u.Applied, u.Games = s.Applied[u.index], s.Played
			}
			if u.Decisions == 0 && u.Games == 0 {
				continue
			}
			most = max(most, u.Games)
			if u.Bit() {
				bit++
				continue
			}
			least = min(least, u.Games)
			if u.Games < leastGames || u.Decisions < leastDecisions {
				few++
				least = min(least, leastGames-1)
				continue
			}
			idle++
			f := t.finding(Note, u.Statement.Pos, "%s did not bite: decisive at none of %d decisions, without effect in %d games of %s", u.Statement.ID, u.Decisions, u.Games, u.Interpretation)
			f.Statement, f.Question, f.Clauses = u.Statement.ID, u.Question, clauseNames(u.Statement.Warrant)
			out.Findings = append(out.Findings, f)
		}
		v := Verdict{Check: "ST002", Ruleset: t.Definition.ID, Verdict: NoneSeen, Scope: map[string]string{"statements": fmt.Sprint(bit + idle + few), "bit": fmt.Sprint(bit),
			"did not": fmt.Sprint(idle), "too little seen of": fmt.Sprint(few), "games": fmt.Sprint(min(least, most)), "seed": fmt.Sprint(o.Seed), "cap": fmt.Sprint(o.Cap), "agent": "random"}}
		if idle > 0 {
			v.Verdict = Found
		}
		if bit+idle+few > 0 {
			out.Verdicts = append(out.Verdicts, v)
		}
		return out
	},
}

// acting lists by statement whether some rule of the program comes from it.
func acting(g *rulesets.Game) []bool {
	out := make([]bool, len(g.Statements))
	g.Program.EachRule(func(statement int, _ bool) { out[statement] = true })
	return out
}

// uses explains every decision of some games. Of an alternative only the
// statements that its reading brings are listed.
func (t *Target) uses(ctx context.Context, o Options, c rulesets.Choice, reading *rulesets.Reading) (out Outcome) {
	g, errs := t.game(c)
	if len(errs) > 0 {
		return out
	}
	games, most := o.ExplainGames, o.ExplainMoves
	if reading != nil {
		games, most = max(1, games/10), max(1, most/10)
	}
	p := g.Program
	in := engine.NewInterpreter(p)
	in.History = engine.NewHistory()
	s := p.NewState()
	r := engine.NewRandom(0, 0)
	decisive := make([]int, len(g.Statements))
	decisions, played := 0, 0
	for n := 0; n < games && decisions < most && ctx.Err() == nil; n++ {
		r.Reset(o.Seed, uint64(n))
		in.Start(s)
		for plies := 0; plies < o.Cap && s.Status() != engine.Over; {
			if s.Status() == engine.AwaitsThrow {
				in.Throw(s, p.Draw(r, s.Device(p)))
				continue
			}
			e := in.Explain(s)
			decisions++
			for _, st := range e.Decisive {
				decisive[st]++
			}
			in.Play(s, e.Moves[in.Pick(r, e.Moves)])
			plies++
		}
		played++
	}
	acts := acting(g)
	asked := func(i int) bool { return acts[i] && (reading == nil || g.Statements[i].Reading == reading) }
	// Of a reading ST001 counts what took effect, in step with the games of its
	// base. Of the default it is counted here, until there is nothing left to look
	// for: the games of the statistics need not be played by the interpreter then.
	applied, counted := make([]int, len(g.Statements)), 0
	for reading == nil && counted < o.Games && ctx.Err() == nil {
		idle := false
		for i := range applied {
			idle = idle || asked(i) && decisive[i]+applied[i] == 0
		}
		if counted > 0 && !idle {
			break
		}
		s := playout.Sample(ctx, g, playout.Options{First: counted, Games: min(max(1, o.Games/10), o.Games-counted), Seed: o.Seed, Cap: o.Cap, Effects: true})
		for i, n := range s.Applied {
			applied[i] += n
		}
		counted += s.Played
	}
	for i, st := range g.Statements {
		if !asked(i) {
			continue
		}
		u := Use{Ruleset: t.Definition.ID, Interpretation: g.Name(), Statement: st, Decisive: decisive[i], Decisions: decisions, ExplainedGames: played, Seed: o.Seed, Cap: o.Cap, index: i,
			Applied: applied[i], Games: counted}
		if st.Question != nil {
			u.Question, u.Reading = st.Question.Name(), st.Reading.ID
		}
		out.Uses = append(out.Uses, u)
	}
	return out
}

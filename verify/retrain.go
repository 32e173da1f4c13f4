package verify

import (
	"context"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/play"
	"github.com/lectio/lectio/verify/players"
	"github.com/lectio/lectio/verify/playout"
)

// What programs learned of the default need not be how a reading is best played: the doubts that turn round, and those that rank
// first, are played once more with programs that learned the reading itself, as many as learned the default and from
// the same seeds, where a run goes as far as that.

// retrain has programs learn the readings of some questions by what has been done so far, and
// puts their games in place of those in which the default's programs played the reading.
func (r *Result) retrain(ctx context.Context, workers places, jobs [][]*job) {
	if r.Options.Retrained == 0 || r.Options.Trainings == 0 || ctx.Err() != nil {
		return
	}
	var more []*job
	for i, t := range r.Targets {
		so := &Result{Checks: r.Checks, Options: r.Options, Targets: r.Targets, asked: r.asked}
		so.conclude(t, jobs[i])
		doubted, bases := so.doubted(), map[string]bool{}
		for k := range so.Metrics { // both sides of a change are played by programs that learned just that
			if m := &so.Metrics[k]; doubted[m.Question] && m.Base != t.Definition.ID {
				bases[m.Base] = true
			}
		}
		for _, j := range jobs[i] {
			for k := range j.out.Metrics {
				m := &j.out.Metrics[k]
				if m.Default {
					more = append(more, &job{check: j.check, task: Task{What: "programs that search in " + t.Definition.ID, Run: func(ctx context.Context) Outcome {
						t.search(ctx, r.Options, m)
						return Outcome{}
					}}})
				}
				if doubted[m.Question] || bases[m.Interpretation] || bases[m.Base] {
					more = append(more, &job{check: j.check, task: Task{What: "programs that learn readings of " + t.Definition.ID, Run: func(ctx context.Context) Outcome {
						t.retrain(ctx, r.Options, m)
						return Outcome{}
					}}})
				}
			}
		}
	}
	r.work(ctx, workers, more)
}

// doubted are the questions of a target whose readings are to be learned: those of which a change turns round and, as far as
// there are not as many as the options say, those that rank first.
func (r *Result) doubted() map[string]bool {
	turn := map[string]bool{}
	for i := range r.Changes {
		if c := &r.Changes[i]; c.Holds == TurnsRound {
			turn[c.Question.Name()] = true
		}
	}
	var names []string
	for _, turned := range []bool{true, false} {
		for i := range r.Rankings { // by rank
			if x := &r.Rankings[i]; x.Class < Counting && turn[x.Question.Name()] == turned {
				names = append(names, x.Question.Name())
			}
		}
	}
	out := map[string]bool{}
	for _, name := range names[:min(len(names), r.Options.Retrained)] {
		out[name] = true
	}
	return out
}

// retrain has programs learn the interpretation that the metrics are of, and takes their games.
func (t *Target) retrain(ctx context.Context, o Options, m *Metrics) {
	var g *rulesets.Game
	for _, a := range t.Definition.Alternatives() {
		for _, choice := range []rulesets.Choice{a.Choice, BaseOf(a)} {
			if x, errs := t.GameOf(choice); len(errs) == 0 && x.Name() == m.Interpretation {
				g = x
			}
		}
	}
	if g == nil || !t.Learned(ctx, o).Worth() {
		return
	}
	l := Teach(ctx, t.Definition.ID, g, o.Trainings, o.Seed, o.Programs)
	switch {
	case l.Cut:
		return
	case !l.Worth():
		m.Learned, m.Unlearned = nil, "of programs that were to learn it none is worth the name"
		return
	}
	var played []*playout.Stats
	for _, p := range l.Programs {
		played = append(played, playout.Sample(ctx, g, playout.Options{Games: o.AltGames, Moves: o.AltMoves, Seed: o.Seed, Cap: min(o.Cap, LearnedCap), Players: p.By(g.Program)}))
	}
	if ctx.Err() == nil {
		m.Learned, m.Unlearned, m.Retrained = played, "", true
	}
}

// Of games between programs that search: how many lines each follows for a decision, and how many games they play.
const (
	searchedLines = 200
	searchedGames = 40
)

// search has programs that search play the default of a ruleset for two, by what the first of those that learned it
// has learned.
func (t *Target) search(ctx context.Context, o Options, m *Metrics) {
	l := t.Learned(ctx, o)
	if t.Game == nil || !l.Worth() || len(t.Game.Program.Players) != 2 {
		return
	}
	n := players.Name{Rung: players.Searching, Seed: l.Programs[0].Training.Seed, Iterations: searchedLines}
	maker := &players.Maker{Rules: t.Game.Program, By: play.Of(t.Game), Cache: o.Programs}
	x, err := maker.Match(ctx, n, n, players.Played{Games: searchedGames, Drawn: players.DrawnShare(t.Game.Program), Seed: o.Seed}, 1)
	if err == nil {
		m.Searched, m.Lines = &x, searchedLines
	}
}

package verify

import (
	"context"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/play"
	"github.com/lectio/lectio/verify/measure"
	"github.com/lectio/lectio/verify/players"
	"github.com/lectio/lectio/verify/players/training"
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
		doubted, turned := so.doubted()
		bases := map[string]bool{}
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
						t.Learned(ctx, r.Options).search(ctx, r.Options, t.Game, m)
						return Outcome{}
					}}})
				}
				if doubted[m.Question] || bases[m.Interpretation] || bases[m.Base] {
					more = append(more, &job{check: j.check, task: Task{What: "programs that learn readings of " + t.Definition.ID, Run: func(ctx context.Context) Outcome {
						t.retrain(ctx, r.Options, m, turned[m.Question])
						return Outcome{}
					}}})
				}
			}
		}
	}
	r.work(ctx, workers, more)
}

// doubted are the questions of a target whose readings are to be learned: those of which a change turns round and, as far as
// there are not as many as the options say, those that rank first; and of those that turn round the first, which programs that search play.
func (r *Result) doubted() (all, searched map[string]bool) {
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
	all, searched = map[string]bool{}, map[string]bool{}
	for i, name := range names[:min(len(names), r.Options.Retrained)] {
		all[name] = true
		searched[name] = turn[name] && i < searchedDoubts
	}
	return all, searched
}

// searchedDoubts is of how many questions that turn round programs that search play the readings: their games are dear.
const searchedDoubts = 3

// retrain has programs learn the interpretation that the metrics are of, and takes their games; and, if asked to, those of programs that search
// by what was learned.
func (t *Target) retrain(ctx context.Context, o Options, m *Metrics, search bool) {
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
		played = append(played, playout.Sample(ctx, g, playout.Options{Games: o.AltGames, Moves: o.AltMoves, Seed: o.Seed, Cap: min(o.Cap, LearnedCap), Players: p.By(g.Program), Measures: measure.Watched(g)}))
	}
	if ctx.Err() == nil {
		m.Learned, m.Unlearned, m.Retrained = played, "", true
		if search {
			l.search(ctx, o, g, m)
		}
	}
}

// SearchedLines is how many lines a program that searches follows for each decision.
const SearchedLines = 200

// Of games between programs that search: how many are played, and after how many single moves no further one is begun.
const (
	searchedGames = 40
	searchedMoves = 40_000
)

// search has programs that search play an interpretation for two, by what the first of those that learned it
// has learned.
func (l *Learning) search(ctx context.Context, o Options, g *rulesets.Game, m *Metrics) {
	if g == nil || !l.Worth() || len(g.Program.Players) != 2 {
		return
	}
	n := players.Name{Rung: players.Searching, Seed: l.Programs[0].Training.Seed, Iterations: SearchedLines}
	maker := training.NewMaker(g.Program, play.Of(g), o.Programs)
	x := playout.Sample(ctx, g, playout.Options{Games: searchedGames, Moves: searchedMoves, Seed: o.Seed, Cap: min(o.Cap, LearnedCap), By: maker.As(n), Measures: measure.Watched(g)})
	if ctx.Err() == nil {
		m.Searched = x
	}
}

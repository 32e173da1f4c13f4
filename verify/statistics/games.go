package statistics

import (
	"context"

	"github.com/lectio/lectio/evidence/diag"
	"github.com/lectio/lectio/verify"
	"github.com/lectio/lectio/verify/measure"
	"github.com/lectio/lectio/verify/playout"
)

// Games keeps the statistics of the default and of every alternative.
var Games = group.Add(&verify.Check{
	ID:    "ST001",
	Title: "statistics of play",
	Explanation: `The default interpretation and every alternative reading are played by an agent that chooses uniformly among the legal single moves, all with
the same seed (common random numbers), and, where programs learned the game (--players), between these. The report gives moves and turns a game, the share of moves at which there was a choice, branching,
the first player's share, balance, completion, drawishness, timeouts and points, with sample sizes and intervals, and how lengths and points
are distributed. Words that Ludii's metrics have mean the same: completion is the share of games with a winner. Games given up at the cap are
counted apart and enter no share of draws; balance is never shown without completion. A game that ends at a position no rule provides for is
PB002; one that does not end within the cap is PB003.`,
	Bad:      "52 % of games are won by white",
	Good:     "2,000 games at random, seed 1, cap 20,000: first player 0.52 [0.50, 0.54] of 1,915 decided, completion 0.958 [0.948, 0.966]",
	Limits:   "how people play is not how a random agent does: a difference seen here need not be one among players, nor the other way round",
	Severity: verify.Note,
	Needs:    verify.Playouts,
	Each:     true,
	Rows:     verify.MetricRows,
	Brief:    verify.RestsOn,
	Tasks: func(t *verify.Target, o verify.Options) []verify.Task {
		return t.EachInterpretation(o, func(ctx context.Context, i verify.Interpretation) (out verify.Outcome) {
			pos, question := t.Where(i, nil)
			if msg := verify.Guarded(func() { out = statistics(ctx, t, o, i, pos) }); msg != "" {
				out.Findings = append(out.Findings, t.Crash(pos, question, i.Name(), msg))
			}
			return out
		})
	},
})

// statistics makes the row of an interpretation.
func statistics(ctx context.Context, t *verify.Target, o verify.Options, i verify.Interpretation, pos diag.Pos) (out verify.Outcome) {
	x := t.Play(ctx, o, i)
	if x == nil || x.Stats.Played == 0 {
		return out
	}
	s, g := x.Stats, x.Game
	m := verify.Metrics{Ruleset: t.Definition.ID, Interpretation: g.Name(), Default: i.IsDefault(), Stats: s, Play: measure.AtRandom, Learned: x.Learned, Unlearned: x.Unlearned, Frame: measure.FrameOf(g), Match: max(g.Program.Match, 0), Ending: s}
	if i.Question != nil {
		m.Question, m.Reading = i.Question.Name(), i.Reading.ID
		if x.From != nil {
			m.Base = x.From.Name()
		}
		// Games that are given up use up the moves that a reading has, in step as it is
		// played. How many do not end is found out in games of its own, which are quick.
		if s.OverCap > 0 && s.Kept == nil {
			m.Ending = playout.Sample(ctx, g, playout.Options{Games: endingGames * o.AltGames, Seed: o.Seed, Cap: o.Cap, Measures: measure.Watched(g)})
		}
	}
	out.Metrics = append(out.Metrics, m)
	if i.IsDefault() && o.Trainings > 0 {
		out.Learnings = append(out.Learnings, t.Learned(ctx, o))
	}
	if s.Tied > 0 {
		f := t.Finding(verify.Error, pos, "at %d moments in %s of %s two ends that are not ordered held at once", s.Tied, measure.AtRandom.Games(s.Played), g.Name())
		f.Question = m.Question
		out.Findings = append(out.Findings, f)
	}
	return out
}

// endingGames is how many times as many games show whether those of a reading end, if
// one was seen that did not.
const endingGames = 2

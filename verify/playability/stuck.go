package playability

import (
	"context"
	"fmt"

	"github.com/lectio/lectio/verify"
	"github.com/lectio/lectio/verify/measure"
	"github.com/lectio/lectio/verify/playout"
)

// This check looks at how the games of the statistics end.
var _ = group.Add(&verify.Check{
	ID:    "PB002",
	Title: "a position without a move that no rule provides for",
	Explanation: `When the player to move can do nothing, some rule must say what happens: the parts are dropped, the turn passes, the game is over. A position
that nothing provides for is a silence of the ruleset, and perhaps of the text. It is looked for in seeded games of the default and of every
alternative reading; the line that leads there is given.`,
	Bad:      "all men of the player to move are blocked, and the text says only how one wins by taking",
	Good:     "- id: blocked\n  end: the player to move has no move\n  at: no_move\n  winner: them",
	Limits:   `Random games of a sample. That none was seen does not mean that there is none; ED007 looks at every move of a sample, and searches of scaled-down versions at every position.`,
	Least:    verify.Least{N: measure.LeastGames, Of: "games"},
	Severity: verify.Error,
	Needs:    verify.Playouts,
	Each:     true,
	Brief:    verify.RestsOn,
	Tasks:    func(t *verify.Target, o verify.Options) []verify.Task { return t.OfGames(o, gamesStuck) },
})

// gamesStuck says how many games of an interpretation reach a position that no rule
// provides for, or have no moves at all.
func gamesStuck(_ context.Context, t *verify.Target, o verify.Options, i verify.Interpretation, x *verify.PlayedGames) (out verify.Outcome) {
	s, g := x.Stats, x.Game
	pos, question := t.Where(i, nil)
	v := verdictOfGames(&i, t, o, x)
	if s.Stuck > 0 {
		v.Verdict = verify.Found
		f := t.Finding(verify.Error, pos, "%s a position without a move that no rule provides for",
			someGames(s, s.Stuck, s.StuckGame, g.Name(), "reach"))
		f.Question = question
		if s.StuckGame >= 0 {
			f.Line = playout.Replay(g, x.Stats.Options, s.StuckGame)
		}
		out.Findings = append(out.Findings, f)
	}
	out.Verdicts = append(out.Verdicts, v)
	if s.Over > 0 && s.Moves == 0 {
		f := t.Finding(verify.Error, pos, "all %s of %s are over before anybody has moved", measure.AtRandom.Games(s.Over), g.Name())
		f.Question, f.Sample = question, s.Played
		out.Findings = append(out.Findings, f)
	}
	return out
}

// verdictOfGames is a verdict on the games of an interpretation, in which nothing was seen yet.
func verdictOfGames(i *verify.Interpretation, t *verify.Target, o verify.Options, x *verify.PlayedGames) verify.Verdict {
	_, question := t.Where(*i, nil)
	return verify.Verdict{Ruleset: t.Definition.ID, Question: question, Subject: x.Game.Name(), Verdict: verify.NoneSeen,
		Scope: map[string]string{"games": fmt.Sprint(x.Stats.Played), "seed": fmt.Sprint(x.Stats.Seed), "cap": fmt.Sprint(x.Stats.Cap), "interpretation": x.Game.Name()}}
}

// someGames is the beginning of a sentence on what so many games of a sample do,
// the first of them by its number: on the games, or on that one alone where there
// are too few to speak of a share.
func someGames(s *playout.Stats, n, first int, name, verb string) string {
	if s.Played >= measure.LeastGames {
		return fmt.Sprintf("%d of %s of %s %s", n, measure.AtRandom.Games(s.Played), name, verb)
	}
	if verb != "did" {
		verb += "es"
	}
	return fmt.Sprintf("%s of %s %s", measure.AtRandom.Game(first), name, verb)
}

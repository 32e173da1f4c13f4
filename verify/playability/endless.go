package playability

import (
	"context"
	"fmt"

	"github.com/lectio/lectio/verify"
	"github.com/lectio/lectio/verify/measure"
	"github.com/lectio/lectio/verify/playout"
)

// This check looks for games of the statistics that were given up.
var _ = group.Add(&verify.Check{
	ID:    "PB003",
	Title: "games that do not end",
	Explanation: `Seeded games of the default and of every alternative reading are given up after a number of single moves (the cap). Random play
that reaches the cap may go on for ever, or only very long: the finding says how many games of how many. For the default interpretation
it is an error, for a reading it may be what the reading means.`,
	Bad:      "merels without a rule on repetition: two players shuttle a man each for ever",
	Good:     "- id: repetition\n  end: the position has occurred three times\n  at: start\n  when: occurrences >= 3\n  winner: none",
	Limits:   `Games at random may go on long after people would have stopped, or never find the end that people would: reaching the cap is a reason to look, not a proof.`,
	Least:    verify.Least{N: measure.LeastGames, Of: "games"},
	Severity: verify.Warning,
	Needs:    verify.Playouts,
	Each:     true,
	Brief:    verify.RestsOn,
	Tasks:    func(t *verify.Target, o verify.Options) []verify.Task { return t.OfGames(o, gamesWithoutEnd) },
})

// gamesWithoutEnd says how many games of an interpretation were given up.
func gamesWithoutEnd(ctx context.Context, t *verify.Target, o verify.Options, i verify.Interpretation, x *verify.PlayedGames) (out verify.Outcome) {
	s, g := x.Stats, x.Game
	pos, question := t.Where(i, nil)
	v := verdictOfGames(&i, t, o, x)
	if s.OverCap > 0 {
		v.Verdict = verify.Found
		f := t.Finding(verify.Warning, pos, "%s not end within %d moves",
			someGames(s, s.OverCap, s.GivenUp, g.Name(), "did"), o.Cap)
		f.Question = question
		line, after, number := playout.Standstill(ctx, g, x.Stats.Options, s)
		if line != nil {
			f.Message += fmt.Sprintf("; in %s nobody can play anything after move %d, and every throw is passed", measure.AtRandom.Game(number), after)
			f.Line = line
		} else if s.GivenUp >= 0 {
			f.Line = playout.GivenUp(g, x.Stats.Options, s.GivenUp)
		}
		// A game that was given up shows nothing certain; several do, and one that
		// has come to a standstill.
		if i.IsDefault() && (s.Played >= measure.LeastGames || line != nil) {
			f.Severity = verify.Error
		}
		out.Findings = append(out.Findings, f)
	}
	out.Verdicts = append(out.Verdicts, v)
	return out
}

package readings

import (
	"context"
	"fmt"

	"github.com/lectio/lectio/verify"
	"github.com/lectio/lectio/verify/measure"
	"github.com/lectio/lectio/verify/playout"
)

// touched looks where the games of a reading part from those of its base.
var touched = group.Add(&verify.Check{
	ID:    "RD003",
	Title: "what a doubt touches",
	Explanation: `How much of the game hangs on a question: for each reading beside the default one, the share of games it touches (games in step, same throws and
moves, that part before they end) and the share of decisions (from each of many games one decision is picked at random; the turn in which it
falls is played under both: by then the two have parted, or the legal moves differ, or the position after the move played). A doubt that
touches one decision in a thousand can still decide a game; a doubt that touches none of a thousand may not matter.`,
	Bad:      "“this reading hardly matters”",
	Good:     "PIP-A18=near-23: touches 0.98 [0.94, 0.99] of 120 games at random in step and 0.11 [0.09, 0.13] of 1,000 decisions of such games, seed 1",
	Limits:   "games at random reach some positions seldom; what a reading keeps account of and the default does not begins anew in a state carried over",
	Least:    verify.Least{N: measure.LeastGames, Of: "games"},
	Severity: verify.Note,
	Needs:    verify.Playouts,
	Rows:     verify.TouchedRows,
	Tasks:    func(t *verify.Target, o verify.Options) []verify.Task { return t.OfGames(o, touch) },
})

// touch works out what a reading touches, beside the games in step that have
// been played.
func touch(ctx context.Context, t *verify.Target, o verify.Options, i verify.Interpretation, p *verify.PlayedGames) (out verify.Outcome) {
	if p.From == nil {
		return out
	}
	from, to, s := p.From, p.Game, p.Stats
	games, first := s.Played, (*playout.Sighting)(nil) // another board: every game is another
	if steps := t.InStep(ctx, o, p); steps != nil {
		s, games, first = steps.Stats, steps.Touched, steps.First
	}
	x := verify.Touched{Ruleset: t.Definition.ID, Question: i.Question, Reading: i.Reading, Interpretation: to.Name(), Base: from.Name(),
		Games: playout.Share(games, s.Played), GamesTouched: games, Seed: o.Seed, Cap: o.Cap, First: first}
	asked := 0
	if c, err := playout.NewToucher(from, to); err != nil {
		x.Why = err.Error() // another board: every decision is another
		x.NotCarried = o.Decisions
	} else {
		defer c.Close()
		x.Afresh, x.Lost = c.Afresh, c.Lost
		list := t.Situations(ctx, i.Base, o)
		for k := range list {
			if ctx.Err() != nil {
				break
			}
			touched, err := c.Touches(&list[k])
			if err != nil {
				if x.NotCarried == 0 {
					x.Why = err.Error()
				}
				x.NotCarried++
				continue
			}
			asked++
			if touched {
				x.DecisionsTouched++
			}
		}
	}
	x.Decisions = playout.Share(x.DecisionsTouched, asked)
	out.Touched = append(out.Touched, x)
	v := verify.Verdict{Ruleset: t.Definition.ID, Question: i.Question.Name(), Subject: i.Reading.ID, Verdict: verify.NoneSeen,
		Scope: map[string]string{"games": fmt.Sprint(s.Played), "games touched": fmt.Sprint(games), "decisions": fmt.Sprint(asked), "decisions touched": fmt.Sprint(x.DecisionsTouched),
			"not carried over": fmt.Sprint(x.NotCarried), "seed": fmt.Sprint(o.Seed), "cap": fmt.Sprint(o.Cap), "agent": "random"}}
	if games > 0 || x.DecisionsTouched > 0 {
		v.Verdict = verify.Found
	} else {
		f := t.Finding(verify.Note, i.Reading.Pos, "%s=%s touches none of %s in step and none of %d decisions of such games", i.Question.Name(), i.Reading.ID, measure.AtRandom.Games(s.Played), asked)
		f.Question, f.Sample = i.Question.Name(), s.Played
		out.Findings = append(out.Findings, f)
	}
	out.Verdicts = append(out.Verdicts, v)
	return out
}

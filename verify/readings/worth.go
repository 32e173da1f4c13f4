package readings

import (
	"context"
	"fmt"
	"strings"

	"github.com/lectio/lectio/verify"
	"github.com/lectio/lectio/verify/measure"
	solved "github.com/lectio/lectio/verify/solve/readings"
)

// solvedAsked are the positions of each reading where the check is asked for by name and the run goes not as far as that.
const solvedAsked = 100_000

// This check solves what is small enough.
var _ = group.Add(&verify.Check{
	ID:    "RD007",
	Title: "what a reading is worth on scaled-down versions, proved",
	Explanation: `Where a game of two sides is small enough every position of it can be gone through, and it is proved what it is worth to who begins, or to a
side, when both play as well as can be: who can force a win and in how many turns or, where something is thrown, which share of the games may be
expected. That is done for every reading on every scaled-down version of the ruleset, and on the full game where it is small. Of each version it is said
whether the reading is the same game as the default (positions correspond, with the same choices, chances and winners), worth the same in other play, or
more or less. What holds of a version need not hold of the game, nor of another version: the sheet says beside it what can be told of all of them together, and only
what shows the same on two or more is told as an effect. What compiles to the same rules in the full game holds for every size. A version of which a reading
has no end of positions, as where points are counted on and on, has no value, and the reason is given. It takes half a minute of a core for a ruleset: it is done with
--effort deep, or where RD007 or RD is asked for by --check.`,
	Bad:      "PIP-A17=start-exempt-only-initially is the same game as the default on two-men and three-men: choices, chances and winners correspond there",
	Good:     "PIP-A14=again: on two-men −16.8771 hundredths of a game, on three-men −11.3043",
	Limits:   "readings are taken one at a time, all else by default; what rules make of points, and of positions that stand again, is left out of “the same game”",
	Severity: verify.Note,
	Needs:    verify.Graph,
	Tasks: func(t *verify.Target, o verify.Options) []verify.Task {
		if o.Solved == 0 && len(o.Only) > 0 {
			o.Solved = solvedAsked
		}
		if o.Solved == 0 || len(t.Definition.Scales) == 0 || len(t.Definition.Alternatives()) == 0 {
			return nil
		}
		return verify.OneTask("readings of scaled-down versions of "+t.Definition.ID, func(ctx context.Context) verify.Outcome { return prove(ctx, t, o.Solved) })
	},
})

// prove solves every reading on every scale.
func prove(ctx context.Context, t *verify.Target, most int) (out verify.Outcome) {
	d := t.Definition
	c, err := solved.Ask(ctx, d, solved.Wanted{Scales: append(d.Scales[:len(d.Scales):len(d.Scales)], nil), Most: most, MostOfFull: most, OfDefault: true, Workers: 1})
	if err != nil {
		return out // it was stopped
	}
	for _, p := range c.Pairs {
		x := verify.Proved{Ruleset: d.ID, Question: p.Question, Reading: p.Second, Over: p.Direction().String()}
		if len(p.Under) > 0 {
			x.Under = p.Under.String()
		}
		var known []string
		positions := 0
		for i := range p.On {
			o, v := &p.On[i], c.Versions[i]
			if v.RulesOnly && o.Relation == solved.NotKnown && v.Scale == "" {
				continue // of a large game only what compiles alike is told
			}
			row := verify.OnVersion{Version: v.Name(), Words: o.Words(), Why: o.Why}
			if !v.RulesOnly {
				row.Default = v.Default.Value()
			}
			if o.Relation != solved.NotKnown {
				row.Positions = o.Second.Positions
				known = append(known, row.Version)
				positions += row.Positions
			}
			x.On = append(x.On, row)
		}
		out.Proved = append(out.Proved, x)
		v := verify.Verdict{Ruleset: d.ID, Question: p.Question.Name(), Subject: p.Second.ID, Verdict: verify.Found,
			Scope: map[string]string{"versions": strings.Join(known, ", "), "positions": fmt.Sprint(positions), "over all versions": x.Over}}
		switch p.Direction() {
		case solved.Open:
			continue
		case solved.Alike:
			v.Verdict = verify.None
			f := t.Finding(verify.Note, p.Second.Pos, "%s is the same game as the default on %s, when it is scaled down: choices, chances and winners correspond there, points and positions that stand again left aside (%s)", p.Name(), strings.Join(known, " and "), measure.Plural(positions, "position"))
			f.Question = p.Question.Name()
			out.Findings = append(out.Findings, f)
		case solved.Proved:
			v.Verdict = verify.None
		}
		out.Verdicts = append(out.Verdicts, v)
	}
	return out
}

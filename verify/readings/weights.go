package readings

import (
	"fmt"
	"sort"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/verify"
	"github.com/lectio/lectio/verify/measure"
)

// What counts as much, in weights.
const (
	// smallEffect is what J. Cohen ("Statistical Power Analysis for the Behavioral
	// Sciences", 1988) calls a small effect, in standard deviations; a share is
	// measured in halves, so that it is ten games in a hundred.
	smallEffect = 0.2
	// oftenTouched is the share of decisions from which on a reading often changes
	// what may be played; and the share of itself by which a length, or the number
	// of moves to choose from, has to change: where games are all alike, a small
	// effect can be next to nothing.
	oftenTouched = 0.05
	// worstWeights is how many questions are named in either direction.
	worstWeights = 3
)

// This check holds the weights that the author of a ruleset has given against what its
// readings did in play. It measures nothing itself.
var _ = group.Add(&verify.Check{
	ID:    "RD006",
	Title: "the weight of a question is not what its readings do in play",
	Explanation: `A question's weight says what hangs on it: 3 changes who wins or whether the game ends, 2 often what is legal, 1 is rare. What its readings did in
play is held against that. Play shows 3 when the corrected interval of RD004 guarantees that a reading changes who wins or is ahead, or whether games
end, by at least a fifth of a standard deviation (of a share, ten games in a hundred); 2 when it guarantees as much of points, or of a length or
another metric and that it changes by a twentieth, or when a reading touches at least one decision in twenty (RD003, the lower end of the interval); 1
when no reading does. A weight is too low when play shows more. It is too high when play shows 1, every reading was seen to touch fewer than one
decision in twenty (the upper end), and no change of any metric, however small, was seen. The three worst of a ruleset are named in either direction:
those whose weight is farthest off first, then those of the greatest, or of the least, consequence.`,
	Bad:  "weight: 1 for a question whose readings end the game after ten moves or after a hundred",
	Good: "weight: 3 for it, or the same readings in other words with weight 1",
	Limits: `the agent is random; a doubt that is seldom met can still decide the game in which it is met, and who weighs by that will let such a weight stand.
That a doubt touches many decisions and nobody is seen to win more often by it is not held against a weight of 3. Readings that are mirror images of
each other touch every decision, and nothing hangs on them. Readings that cannot be played are not weighed`,
	Least:    verify.Least{N: measure.LeastGames, Of: "pairs"},
	Severity: verify.Note,
	Needs:    verify.Playouts,
	Rows:     verify.WeighingRows,
	With:     []*verify.Check{changes},
	After: func(t *verify.Target, all *verify.Outcome, o verify.Options) (out verify.Outcome) {
		for i := range all.Rankings {
			out.Weighings = append(out.Weighings, weigh(&all.Rankings[i], all))
		}
		for i, w := range worst(out.Weighings) {
			f := t.Finding(verify.Note, w.Question.Pos, "%s has weight %d, and play shows %d: %s", w.Question.Name(), w.Question.Weight, w.Shown, w.Why)
			f.Question, f.Rank, f.Sample = w.Question.Name(), i+1, w.Pairs
			out.Findings = append(out.Findings, f)
		}
		for i := range out.Weighings {
			w := &out.Weighings[i]
			if w.Shown == 0 && w.Pairs >= measure.LeastGames {
				out.Withheld = append(out.Withheld, verify.Withheld{Ruleset: w.Ruleset, Question: w.Question.Name(), Sample: w.Pairs, Least: verify.Least{N: measure.LeastGames, Of: "pairs"},
					Why: "too few decisions can be carried over into its readings"})
				continue
			}
			v := verify.Verdict{Ruleset: w.Ruleset, Question: w.Question.Name(), Verdict: verify.NoneSeen,
				Scope: map[string]string{"pairs": fmt.Sprint(w.Pairs), "decisions": fmt.Sprint(w.Decisions), "weight": fmt.Sprint(w.Question.Weight), "shown": fmt.Sprint(w.Shown), "agent": "random"}}
			if w.Off != 0 {
				v.Verdict = verify.Found
			}
			out.Verdicts = append(out.Verdicts, v)
		}
		return out
	},
})

// shows is the weight that a change of a metric shows; 0 when it is too small.
func shows(c *verify.Change) int {
	if c.Guaranteed < smallEffect {
		return 0
	}
	switch {
	case c.Aspect == measure.Ending, c.Aspect == measure.Winner:
		return 3
	case c.Aspect == measure.Score, float64(max(c.Low, -c.High)) >= oftenTouched*c.From.Value:
		return 2
	}
	return 0
}

// weigh works out what play shows of a question.
func weigh(r *verify.Ranking, all *verify.Outcome) verify.Weighing {
	w := verify.Weighing{Ruleset: r.Ruleset, Question: r.Question}
	c := changesOf(r.Question, all)
	t := touchesOf(r.Question, all)
	w.Pairs, w.Decisions = max(t.pairs, 0), max(t.decisions, 0)
	if w.Pairs < measure.LeastGames {
		return w
	}
	switch {
	case c.greatest != nil:
		x := c.greatest
		w.Shown, w.Size = shows(x), x.Guaranteed
		w.Why = fmt.Sprintf("under %s %s goes from %s to %s, a change of %s [%s, %s] in %s", x.Reading.ID, x.Metric,
			measure.Figure(x.From.Value), measure.Figure(x.To.Value), measure.Signed(x.Difference.Value), measure.Signed(x.Low), measure.Signed(x.High), measure.AtRandom.Pairs(x.Difference.N))
	case t.often != nil:
		d := t.often.Decisions
		w.Shown, w.Size = 2, d.Low
		w.Why = fmt.Sprintf("%s touches %s [%s, %s] of %d decisions of games at random", t.often.Reading.ID, measure.Figure(d.Value), measure.Figure(d.Low), measure.Figure(d.High), d.N)
	case t.most != nil && w.Decisions >= measure.LeastDecisions:
		d := t.most.Decisions
		w.Shown, w.Size = 1, d.Value
		w.Why = fmt.Sprintf("no reading touches more than %s [%s, %s] of %d decisions of games at random", measure.Figure(d.Value), measure.Figure(d.Low), measure.Figure(d.High), d.N)
		if !c.any {
			w.Why += fmt.Sprintf(", and none was seen to change who wins, how games end or how long they are in %s", measure.AtRandom.Pairs(w.Pairs))
		}
	}
	surely := w.Shown == 1 && t.most.Decisions.High < oftenTouched && !c.any
	if given := r.Question.Weight; w.Shown > given || surely && given > 1 {
		w.Off = w.Shown - given
	}
	return w
}

// changed is what the readings of a question were seen to change.
type changed struct {
	greatest *verify.Change // of those that show the greatest weight; nil when none shows any
	any      bool           // something, however little
}

func changesOf(q *rulesets.Question, all *verify.Outcome) (x changed) {
	for i := range all.Changes {
		c := &all.Changes[i]
		if c.Question != q {
			continue
		}
		x.any = x.any || c.Guaranteed > 0
		shown, most := shows(c), 0
		if x.greatest != nil {
			most = shows(x.greatest)
		}
		if shown > most || shown > 0 && shown == most && c.Guaranteed > x.greatest.Guaranteed {
			x.greatest = c
		}
	}
	return x
}

// touches is how much of play the readings of a question touch.
type touches struct {
	often            *verify.Touched // the reading that touches many decisions for certain
	most             *verify.Touched // the one that may touch most
	pairs, decisions int             // the smallest samples; -1 without any
}

func touchesOf(q *rulesets.Question, all *verify.Outcome) touches {
	t := touches{pairs: -1, decisions: -1}
	least := func(n *int, of int) {
		if *n < 0 || of < *n {
			*n = of
		}
	}
	for i := range all.Touched {
		x := &all.Touched[i]
		if x.Question != q {
			continue
		}
		least(&t.pairs, x.Games.N)
		least(&t.decisions, x.Decisions.N)
		d := x.Decisions
		if d.N >= measure.LeastDecisions && d.Low >= oftenTouched && (t.often == nil || d.Low > t.often.Decisions.Low) {
			t.often = x
		}
		if d.N > 0 && (t.most == nil || d.High > t.most.Decisions.High) {
			t.most = x
		}
	}
	return t
}

// worst picks the weights that are named and numbers them: those too low first.
func worst(list []verify.Weighing) []*verify.Weighing {
	named := func(off func(w *verify.Weighing) bool, worse func(a, b *verify.Weighing) bool) []*verify.Weighing {
		var out []*verify.Weighing
		for i := range list {
			if off(&list[i]) {
				out = append(out, &list[i])
			}
		}
		sort.SliceStable(out, func(i, j int) bool { return worse(out[i], out[j]) })
		out = out[:min(len(out), worstWeights)]
		for i, w := range out {
			w.Worst = i + 1
		}
		return out
	}
	low := named(func(w *verify.Weighing) bool { return w.Off > 0 }, func(a, b *verify.Weighing) bool {
		if a.Off != b.Off {
			return a.Off > b.Off
		}
		return a.Size > b.Size
	})
	high := named(func(w *verify.Weighing) bool { return w.Off < 0 }, func(a, b *verify.Weighing) bool {
		if a.Off != b.Off {
			return a.Off < b.Off
		}
		return a.Size < b.Size
	})
	return append(low, high...)
}

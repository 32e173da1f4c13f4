package verify

import (
	"fmt"
	"sort"
	"strings"

	"github.com/lectio/lectio/rulesets"
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

// rd006 holds the weights that the author of a ruleset has given against what its
// readings did in play. It measures nothing itself.
var rd006 = &Check{
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
	Least:    Least{leastGames, "pairs"},
	Severity: Note,
	Needs:    Playouts,
	With:     []string{"RD004"},
	Tasks:    func(*Target, Options) []Task { return nil },
	After: func(t *Target, all *Outcome, o Options) (out Outcome) {
		for i := range all.Rankings {
			out.Weighings = append(out.Weighings, weigh(&all.Rankings[i], all))
		}
		for i, w := range worst(out.Weighings) {
			f := t.finding(Note, w.Question.Pos, "%s has weight %d, and play shows %d: %s", w.Question.Name(), w.Question.Weight, w.Shown, w.Why)
			f.Question, f.Rank, f.Sample = w.Question.Name(), i+1, w.Pairs
			out.Findings = append(out.Findings, f)
		}
		for i := range out.Weighings {
			w := &out.Weighings[i]
			if w.Shown == 0 && w.Pairs >= leastGames {
				out.Withheld = append(out.Withheld, Withheld{Check: "RD006", Ruleset: w.Ruleset, Question: w.Question.Name(), Sample: w.Pairs, Least: Least{leastGames, "pairs"},
					Why: "too few decisions can be carried over into its readings"})
				continue
			}
			v := Verdict{Check: "RD006", Ruleset: w.Ruleset, Question: w.Question.Name(), Verdict: NoneSeen,
				Scope: map[string]string{"pairs": fmt.Sprint(w.Pairs), "decisions": fmt.Sprint(w.Decisions), "weight": fmt.Sprint(w.Question.Weight), "shown": fmt.Sprint(w.Shown), "agent": "random"}}
			if w.Off != 0 {
				v.Verdict = Found
			}
			out.Verdicts = append(out.Verdicts, v)
		}
		return out
	},
}

// Weighing holds the weight of a question against what its readings did in play.
type Weighing struct {
	Ruleset  string
	Question *rulesets.Question
	// Shown is the weight that play shows; 0 when the sample does not tell.
	Shown int
	// Off is Shown less the weight given, where the two can be said to differ:
	// above 0 the weight is too low, below 0 too high.
	Off int
	Why string // what was measured, in words
	// Worst is the place among the weights of the ruleset that are too low, or too
	// high, from 1; 0 when it is not named.
	Worst int
	// Pairs and Decisions are the smallest samples of any reading.
	Pairs, Decisions int
	Cut              bool // the run was stopped before all that this rests on was done

	size float64 // of the consequence, by which the worst are told
}

// shows is the weight that a change of a metric shows; 0 when it is too small.
func (c *Change) shows() int {
	if c.Guaranteed < smallEffect {
		return 0
	}
	switch {
	case c.Metric == MetricFirstShare, c.Metric == "completion", c.Metric == "drawishness", c.Metric == "timeouts", strings.HasPrefix(c.Metric, "lead of "):
		return 3
	case strings.HasPrefix(c.Metric, "points of "), max(c.Low, -c.High) >= oftenTouched*c.From.Value:
		return 2
	}
	return 0
}

// weigh works out what play shows of a question.
func weigh(r *Ranking, all *Outcome) Weighing {
	w := Weighing{Ruleset: r.Ruleset, Question: r.Question, Pairs: -1, Decisions: -1}
	var change *Change // the greatest of those that show the most
	changed := false   // something, however little
	for i := range all.Changes {
		c := &all.Changes[i]
		if c.Question != r.Question {
			continue
		}
		changed = changed || c.Guaranteed > 0
		shown := c.shows()
		if shown > w.Shown || shown > 0 && shown == w.Shown && c.Guaranteed > change.Guaranteed {
			w.Shown, change = shown, c
		}
	}
	var often, most *Touched // the reading that touches many decisions for certain, and the one that may touch most
	for i := range all.Touched {
		x := &all.Touched[i]
		if x.Question != r.Question {
			continue
		}
		if w.Pairs < 0 || x.Games.N < w.Pairs {
			w.Pairs = x.Games.N
		}
		if w.Decisions < 0 || x.Decisions.N < w.Decisions {
			w.Decisions = x.Decisions.N
		}
		if x.Decisions.N >= leastDecisions && x.Decisions.Low >= oftenTouched && (often == nil || x.Decisions.Low > often.Decisions.Low) {
			often = x
		}
		if x.Decisions.N > 0 && (most == nil || x.Decisions.High > most.Decisions.High) {
			most = x
		}
	}
	w.Pairs, w.Decisions = max(w.Pairs, 0), max(w.Decisions, 0)
	if w.Pairs < leastGames {
		w.Shown = 0
		return w
	}
	switch {
	case change != nil:
		w.size = change.Guaranteed
		w.Why = fmt.Sprintf("under %s %s goes from %s to %s, a change of %s [%s, %s] in %d pairs of games", change.Reading.ID, change.Metric,
			figure(change.From.Value), figure(change.To.Value), signed(change.Difference.Value), signed(change.Low), signed(change.High), change.Difference.N)
	case often != nil:
		w.Shown, w.size = 2, often.Decisions.Low
		w.Why = fmt.Sprintf("%s touches %s [%s, %s] of %d decisions", often.Reading.ID,
			figure(often.Decisions.Value), figure(often.Decisions.Low), figure(often.Decisions.High), often.Decisions.N)
	case most != nil && w.Decisions >= leastDecisions:
		w.Shown, w.size = 1, most.Decisions.Value
		w.Why = fmt.Sprintf("no reading touches more than %s [%s, %s] of %d decisions",
			figure(most.Decisions.Value), figure(most.Decisions.Low), figure(most.Decisions.High), most.Decisions.N)
		if !changed {
			w.Why += fmt.Sprintf(", and none was seen to change who wins, how games end or how long they are in %d pairs of games", w.Pairs)
		}
	}
	surely := w.Shown == 1 && most.Decisions.High < oftenTouched && !changed
	if given := r.Question.Weight; w.Shown > given || surely && given > 1 {
		w.Off = w.Shown - given
	}
	return w
}

// worst picks the weights that are named and numbers them: those too low first.
func worst(list []Weighing) []*Weighing {
	named := func(off func(w *Weighing) bool, worse func(a, b *Weighing) bool) []*Weighing {
		var out []*Weighing
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
	low := named(func(w *Weighing) bool { return w.Off > 0 }, func(a, b *Weighing) bool {
		if a.Off != b.Off {
			return a.Off > b.Off
		}
		return a.size > b.size
	})
	high := named(func(w *Weighing) bool { return w.Off < 0 }, func(a, b *Weighing) bool {
		if a.Off != b.Off {
			return a.Off < b.Off
		}
		return a.size < b.size
	})
	return append(low, high...)
}

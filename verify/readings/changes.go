package readings

import (
	"fmt"
	"math"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/verify"
	"github.com/lectio/lectio/verify/measure"
	"github.com/lectio/lectio/verify/playout"
	"github.com/lectio/lectio/verify/statistics"
)

// changes compares the games of the statistics.
var changes = group.Add(&verify.Check{
	ID:    "RD004",
	Title: "what a reading changes, and which questions matter most",
	Explanation: `Each alternative reading is compared with the default in every metric, game by game: games of one number have the same throws and, until the two
part, the same moves (common random numbers), so that chance is largely taken out. A difference comes with an interval. Because there are very
many comparisons, some would look like differences by chance alone; chances are therefore corrected by Holm's method and intervals widened
after Bonferroni, so that the chance of even one false difference in a ruleset is below 5 %. “~” is no evidence of a difference, which is not
the same as evidence that there is none. Games of a merged sweep (--from) are kept as sums, not one by one: they are compared as independent
samples, which says less of as many games. Questions are ranked by what they change: first those that change whether a game ends, then who wins, then
points, then length, then choice. Within each by the largest change that the widened interval guarantees, measured in standard deviations of
the metric among games of the default (shares in halves); then by the share of decisions touched, then of games. Below those stand questions about ends
that the ruleset adds and no text has, and below these the questions that change what is counted, or how sides are called, and not what is played. How firm
a place is is found out by drawing from the games played, with replacement, as many games anew: it is firm when it is the same in 95 of 100 drawings, and two
questions that change their order in more than one drawing of twenty share their places.
A metric is compared in what both interpretations have (its frame): where either names no winner, who comes out ahead is compared; where a side has other men,
another board or another goal, sides are told by that and not by who begins; points are compared on one scale only.`,
	Bad:      "under this reading games are longer (mean of 100 games 131.2, of 100 others 128.9)",
	Good:     "PIP-A02=contrary: moves a game with passes +14.1 [9.0, 19.2] in 120 pairs, corrected for 790 comparisons [3.1, 25.1]",
	Limits:   "with few games only large changes can be told from chance; the agent is random",
	Least:    verify.Least{N: measure.LeastGames, Of: "pairs"},
	Severity: verify.Note,
	Needs:    verify.Playouts,
	Rows:     verify.ChangeRows,
	Brief:    verify.RestsOn,
	With:     []*verify.Check{statistics.Games, touched},
	After: func(t *verify.Target, all *verify.Outcome, o verify.Options) (out verify.Outcome) {
		compare(t, all, &out)
		rank(t, all, &out)
		for _, r := range out.Rankings {
			if r.Change == nil {
				continue
			}
			c := r.Change
			f := t.Finding(verify.Note, c.Reading.Pos, "%s=%s: %s %s → %s, a change of %s [%s, %s] in %s, corrected for %d comparisons; question %d of %d by consequence",
				c.Question.Name(), c.Reading.ID, c.Metric, measure.Figure(c.From.Value), measure.Figure(c.To.Value), measure.Signed(c.Difference.Value), measure.Signed(c.Low), measure.Signed(c.High), c.Basis(), c.Comparisons, r.Rank, len(out.Rankings))
			if words := r.PlaceWords((*rulesets.Question).Name); words != "" {
				f.Message += " (" + words + ")"
			}
			f.Question = c.Question.Name()
			out.Findings = append(out.Findings, f)
		}
		return out
	},
})

// compare makes a row for every alternative and every metric that it and its base both
// have, and says of those that count otherwise what that is.
func compare(t *verify.Target, all *verify.Outcome, out *verify.Outcome) {
	rows := map[string]*verify.Metrics{}
	for i := range all.Metrics {
		rows[all.Metrics[i].Interpretation] = &all.Metrics[i]
	}
	for i := range all.Metrics {
		m := &all.Metrics[i]
		base := rows[m.Base]
		// How many games make a match is no effect of a rule on games.
		if m.Base == "" || base == nil || m.Match != base.Match {
			continue
		}
		q, from := t.Definition.Question(m.Question), base.Stats
		what := base.Frame.Counts(&m.Frame)
		games, alike, otherwise := base.Frame.PlayedAlike(&m.Frame, from, m.Stats)
		if what == "" && alike && otherwise {
			what = "when points are counted"
		}
		if what != "" {
			out.Recounts = append(out.Recounts, verify.Recount{Ruleset: m.Ruleset, Question: q, Reading: q.Reading(m.Reading), Base: m.Base, What: what, Games: games, Alike: alike && otherwise,
				Ahead: base.Frame.Ahead() && m.Frame.Ahead()})
		}
		for _, k := range base.Frame.Common(&m.Frame) {
			if k.Aspect == measure.Score && what != "" && alike {
				continue // no figure is of what is counted otherwise
			}
			to, paired := m.Stats, k.Aspect != measure.Ending
			if !paired {
				to = m.Ending
			}
			x, sample := k.Contest(from, to, paired)
			c := verify.Change{Ruleset: m.Ruleset, Question: q, Reading: q.Reading(m.Reading),
				Interpretation: m.Interpretation, Base: m.Base, Metric: k.Name, Aspect: k.Aspect, Share: k.Share,
				Second: k.Second(), From: x.From, To: x.To, Difference: x.Difference, LeftOut: x.LeftOut,
				Spread: k.Spread(from), Sample: sample, Stats: to, Play: measure.AtRandom, Unlearned: m.Unlearned}
			c.Learned = learned(k, &c, base, m)
			out.Changes = append(out.Changes, c)
		}
	}
	correct(out.Changes)
	comparisons := 0
	for i := range out.Changes {
		comparisons = max(comparisons, out.Changes[i].Comparisons)
	}
	perQuestion := map[string]*verify.Verdict{}
	for i := range out.Changes {
		c := &out.Changes[i]
		v := perQuestion[c.Question.ID]
		if v == nil {
			v = &verify.Verdict{Ruleset: t.Definition.ID, Question: c.Question.Name(), Verdict: verify.NoneSeen,
				Scope: map[string]string{"comparisons": fmt.Sprint(comparisons), "pairs": fmt.Sprint(c.Difference.N + c.LeftOut), "agent": "random"}}
			perQuestion[c.Question.ID] = v
		}
		if c.Sign == measure.More || c.Sign == measure.Less {
			v.Verdict = verify.Found
		}
	}
	for _, q := range t.Definition.Questions {
		if v := perQuestion[q.ID]; v != nil {
			out.Verdicts = append(out.Verdicts, *v)
		}
	}
}

// learned is a change between programs that learned the game: of all their games together, and under each
// training by itself. It is nil where there are no such games of both.
func learned(k measure.Metric, random *verify.Change, base, m *verify.Metrics) *verify.Change {
	if len(m.Learned) == 0 || len(base.Learned) != len(m.Learned) {
		return nil
	}
	c := *random
	c.Play, c.Retrained = measure.Learned, m.Retrained
	from, to := playout.Joined(base.Learned), playout.Joined(m.Learned)
	x, sample := k.Contest(from, to, false)
	c.From, c.To, c.Difference, c.LeftOut, c.Spread, c.Sample, c.Stats = x.From, x.To, x.Difference, x.LeftOut, k.Spread(from), sample, to
	for i := range m.Learned {
		x, sample := k.Contest(base.Learned[i], m.Learned[i], k.Aspect != measure.Ending)
		c.Trainings = append(c.Trainings, verify.Trained{From: x.From, To: x.To, Difference: x.Difference, Sample: sample})
	}
	return &c
}

// correct corrects the chances and intervals of all changes for each other, those at random and those under each
// training apart, and says what they come to.
func correct(changes []verify.Change) {
	chances := make([]float64, len(changes))
	family := func(of func(c *verify.Change) *playout.Difference, set func(c *verify.Change, holm float64, comparisons int)) {
		comparisons := 0
		for i := range changes {
			chances[i] = math.NaN()
			if d := of(&changes[i]); d != nil {
				chances[i] = d.P
			}
			if !math.IsNaN(chances[i]) {
				comparisons++
			}
		}
		for i, h := range playout.Holm(chances) {
			if of(&changes[i]) != nil {
				set(&changes[i], h, comparisons)
			}
		}
	}
	family(func(c *verify.Change) *playout.Difference { return &c.Difference }, func(c *verify.Change, holm float64, comparisons int) {
		c.Holm, c.Comparisons = holm, comparisons
		wide := c.Sample.Difference(c.Alpha())
		c.Low, c.High = wide.Low, wide.High
		c.Sign = measure.SignOf(holm, c.Difference, c.Sample.Least())
		c.Guaranteed = guaranteed(c.Sign, c.Low, c.High, c.Spread)
	})
	trainings := 0
	for i := range changes {
		if l := changes[i].Learned; l != nil {
			trainings = len(l.Trainings)
		}
	}
	for k := range trainings {
		family(func(c *verify.Change) *playout.Difference {
			if c.Learned == nil {
				return nil
			}
			return &c.Learned.Trainings[k].Difference
		}, func(c *verify.Change, holm float64, comparisons int) {
			c.Learned.Comparisons = comparisons
			x := &c.Learned.Trainings[k]
			x.Holm = holm
			wide := x.Sample.Difference(c.Learned.Alpha())
			x.Low, x.High = wide.Low, wide.High
			x.Sign = measure.SignOf(holm, x.Difference, x.Sample.Least())
		})
	}
	for i := range changes {
		c := &changes[i]
		if c.Learned != nil {
			together(c.Learned)
		}
		c.Holds = c.Holding()
	}
}

// together makes one of what a change comes to under each training: it is told only where it shows, to
// the same side, under every one of them.
func together(c *verify.Change) {
	c.Sign, c.Holm = c.Trainings[0].Sign, 0
	c.Low, c.High = math.Inf(1), math.Inf(-1)
	for _, x := range c.Trainings {
		if x.Sign != c.Sign {
			if c.Sign = measure.NoEvidence; x.Sign == measure.TooFew {
				c.Sign = measure.TooFew
			}
		}
		c.Low, c.High, c.Holm = min(c.Low, x.Low), max(c.High, x.High), max(c.Holm, x.Holm)
	}
	c.Guaranteed = guaranteed(c.Sign, c.Low, c.High, c.Spread)
}

// guaranteed is how far an interval keeps from no change, in units of the spread, of a change that shows.
func guaranteed(sign measure.Sign, low, high, spread float64) float64 {
	if sign != measure.More && sign != measure.Less {
		return 0
	}
	return math.Max(0, math.Max(low, -high)) / spread
}

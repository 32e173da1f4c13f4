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
Where programs learned the game (--players) the same is done with games between them, apart for each of three trainings: a change is told of them where it shows to
one side under every training, its interval is then the range over the trainings, and questions rank by it first and by games at random behind. What shows under both to
one side holds; to opposite sides, it turns round; where it shows under one, and under the other lies within a tenth of the spread, it shows under that one only; else it is not known.
A metric is compared in what both interpretations have (its frame): where either names no winner, who comes out ahead is compared; where a side has other men,
another board or another goal, sides are told by that and not by who begins; points are compared on one scale only.`,
	Bad:  "under this reading games are longer (mean of 100 games 131.2, of 100 others 128.9)",
	Good: "PIP-A02=contrary: moves a game with passes +14.1 [9.0, 19.2] in 120 pairs, corrected for 790 comparisons [3.1, 25.1]",
	Limits: `with few games only large changes can be told from chance; games are of programs, at random or looking one move ahead, and programs that learned the
default need not play a reading as well`,
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
			c := r.Change.First()
			f := t.Finding(verify.Note, c.Reading.Pos, "%s=%s: %s %s → %s, a change of %s %s in %s, corrected for %d comparisons; question %d of %d by consequence",
				c.Question.Name(), c.Reading.ID, c.Metric, measure.Figure(c.From.Value), measure.Figure(c.To.Value), measure.Signed(c.Difference.Value), c.Within(), c.Basis(), c.Comparisons, r.Rank, len(out.Rankings))
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
			c := verify.Change{Ruleset: m.Ruleset, Question: q, Reading: q.Reading(m.Reading),
				Interpretation: m.Interpretation, Base: m.Base, Test: k.Test(measure.AtRandom, from, to, paired),
				Aspect: k.Aspect, Spread: k.Spread(from), Stats: to, Unlearned: m.Unlearned}
			c.Learned = learned(k, &c, base, m)
			if base.Searched != nil && m.Searched != nil {
				x := k.Test(measure.Searching, base.Searched, m.Searched, false)
				c.Searched = &x.Compared
			}
			if k.Own {
				out.Apart = append(out.Apart, c)
			} else {
				out.Changes = append(out.Changes, c)
			}
		}
	}
	correct(out.Changes)
	correct(out.Apart)
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
				Scope: map[string]string{"comparisons": fmt.Sprint(comparisons), "pairs": fmt.Sprint(c.Difference.N + c.LeftOut), "agent": agents(c)}}
			perQuestion[c.Question.ID] = v
		}
		if c.Shows() || c.Learned != nil && c.Learned.Shows() {
			v.Verdict = verify.Found
		}
	}
	for _, q := range t.Definition.Questions {
		if v := perQuestion[q.ID]; v != nil {
			out.Verdicts = append(out.Verdicts, *v)
		}
	}
}

// agents names the programs in whose games a change is sought.
func agents(c *verify.Change) string {
	if c.Learned != nil {
		return measure.AtRandom.Agent() + ", " + measure.Learned.Agent()
	}
	return measure.AtRandom.Agent()
}

// learned is a change between programs that learned the game: of all their games together, and under each
// training by itself. It is nil where there are no such games of both.
func learned(k measure.Metric, random *verify.Change, base, m *verify.Metrics) *verify.Change {
	if len(m.Learned) == 0 || len(base.Learned) != len(m.Learned) {
		return nil
	}
	c := *random
	c.Retrained = m.Retrained
	from := playout.Joined(base.Learned)
	c.Test = k.TestLearned(base.Learned, m.Learned, k.Aspect != measure.Ending)
	c.Spread, c.Stats = k.Spread(from), playout.Joined(m.Learned)
	return &c
}

// correct corrects the chances and intervals of all changes for each other, those at random and those under each
// training apart, and says what they come to.
func correct(changes []verify.Change) {
	var tests []*measure.Test
	each := func(f func(c *verify.Change)) {
		for i := range changes {
			f(&changes[i])
			if l := changes[i].Learned; l != nil {
				f(l)
			}
		}
	}
	each(func(c *verify.Change) { tests = append(tests, &c.Test) })
	measure.Correct(tests, (*measure.Contest).Least)
	each(func(c *verify.Change) { c.Guaranteed = guaranteed(c.Sign, float64(c.Low), float64(c.High), c.Spread) })
	for i := range changes {
		changes[i].Holds = changes[i].Holding()
	}
}

// guaranteed is how far an interval keeps from no change, in units of the spread, of a change that shows.
func guaranteed(sign measure.Sign, low, high, spread float64) float64 {
	if sign != measure.More && sign != measure.Less {
		return 0
	}
	return math.Max(0, math.Max(low, -high)) / spread
}

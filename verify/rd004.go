package verify

import (
	"fmt"
	"math"

	"github.com/lectio/lectio/verify/playout"
)

// rd004 compares the games that st001 has played.
var rd004 = &Check{
	ID:    "RD004",
	Title: "what a reading changes, and which questions matter most",
	Explanation: `Each alternative reading is compared with the default in every metric, game by game: games of one number have the same throws and, until the two
part, the same moves (common random numbers), so that chance is largely taken out. A difference comes with an interval. Because there are very
many comparisons, some would look like differences by chance alone; chances are therefore corrected by Holm's method and intervals widened
after Bonferroni, so that the chance of even one false difference in a ruleset is below 5 %. “~” is no evidence of a difference, which is not
the same as evidence that there is none. Questions are ranked by what they change: first those that change whether a game ends, then who wins, then
points, then length, then choice. Within each by the largest change that the widened interval guarantees, measured in standard deviations of
the metric among games of the default (shares in halves); then by the share of decisions touched, then of games. How firm a place is is found out by
drawing from the games played, with replacement, as many games anew, and ten times as many: between which places the question then stands in nine of ten
drawings is said with it, and two neighbours that change places in more than one drawing of ten are called a tie.`,
	Bad:      "under this reading games are longer (mean of 100 games 131.2, of 100 others 128.9)",
	Good:     "PIP-A02=contrary: moves a game with passes +14.1 [9.0, 19.2] in 120 pairs, corrected for 790 comparisons [3.1, 25.1]",
	Limits:   "with few games only large changes can be told from chance; the agent is random",
	Least:    Least{leastGames, "pairs"},
	Severity: Note,
	Needs:    Playouts,
	With:     []string{"ST001"},
	Tasks:    func(*Target, Options) []Task { return nil },
	After: func(t *Target, all *Outcome, o Options) (out Outcome) {
		t.compare(all, &out)
		t.rank(all, &out)
		for _, r := range out.Rankings {
			if r.Change == nil {
				continue
			}
			c := r.Change
			f := t.finding(Note, c.Reading.Pos, "%s=%s: %s %s → %s, a change of %s [%s, %s] in %d pairs of games, corrected for %d comparisons; question %d of %d by consequence",
				c.Question.Name(), c.Reading.ID, c.Metric, figure(c.From.Value), figure(c.To.Value), signed(c.Difference.Value), signed(c.Low), signed(c.High), c.Difference.N, c.Comparisons, r.Rank, len(out.Rankings))
			if words := r.placeWords(); words != "" {
				f.Message += " (" + words + ")"
			}
			f.Question = c.Question.Name()
			out.Findings = append(out.Findings, f)
		}
		return out
	},
}

// figure writes a number as people do: 1,010 and not 1.01e+03.
func figure(x float64) string {
	if math.Abs(x) >= 1000 && math.Abs(x) < 1e9 {
		if x < 0 {
			return "-" + figure(-x)
		}
		return thousands(int(math.Round(x)))
	}
	return fmt.Sprintf("%.3g", x)
}

func signed(x float64) string {
	if x >= 0 {
		return "+" + figure(x)
	}
	return figure(x)
}

// metric is one number that can be taken of a game; NaN where a game has none.
type metric struct {
	name   string
	aspect Aspect
	share  bool // 0 or 1 of each game
	of     func(x *playout.Outcome) float64
}

// metricsOf lists the metrics that are compared.
func (t *Target) metricsOf(all *Outcome) []metric {
	var samples []*playout.Stats
	for _, m := range all.Metrics {
		samples = append(samples, m.Stats)
	}
	return metricsFor(t.Game.Program.Players, samples)
}

// metricsFor lists the metrics that can be taken of games of one ruleset. Points
// are among them where any sample has any.
func metricsFor(players []string, samples []*playout.Stats) []metric {
	ended := func(f func(x *playout.Outcome) float64) func(x *playout.Outcome) float64 {
		return func(x *playout.Outcome) float64 {
			if x.Close != playout.Ended {
				return math.NaN()
			}
			return f(x)
		}
	}
	is := func(b bool) float64 {
		if b {
			return 1
		}
		return 0
	}
	list := []metric{
		{MetricMoves, Length, false, ended(func(x *playout.Outcome) float64 { return float64(x.Plies) })},
		{"turns a game", Length, false, ended(func(x *playout.Outcome) float64 { return float64(x.Turns) })},
		{"decision moves", Choice, false, (*playout.Outcome).DecisionMoves},
		{"branching factor", Choice, false, (*playout.Outcome).BranchingFactor},
		{MetricFirstShare, Winner, true, func(x *playout.Outcome) float64 {
			if x.Winner < 0 {
				return math.NaN()
			}
			return is(x.OpenerWon)
		}},
		{"completion", Winner, true, func(x *playout.Outcome) float64 { return is(x.Winner >= 0) }},
		{"drawishness", Winner, true, func(x *playout.Outcome) float64 { return is(x.Close == playout.Ended && x.Winner < 0) }},
		{"timeouts", Ending, true, func(x *playout.Outcome) float64 { return is(x.Close == playout.TimedOut) }},
	}
	points := false
	for _, sample := range samples {
		for i := range sample.Outcomes {
			for _, s := range sample.Outcomes[i].Scores {
				points = points || s != 0
			}
		}
	}
	if points {
		for q, name := range players {
			list = append(list, metric{"points of " + name, Points, false, ended(func(x *playout.Outcome) float64 { return float64(x.Scores[q]) })})
		}
		list = append(list, metric{"lead of " + players[0], Points, false, ended(func(x *playout.Outcome) float64 {
			best := x.Scores[1]
			for _, s := range x.Scores[2:] {
				best = max(best, s)
			}
			return float64(x.Scores[0] - best)
		})})
	}
	return list
}

// scaled makes a metric of points of one in points, whatever their denominator.
func (m metric) scaled(s *playout.Stats) func(x *playout.Outcome) float64 {
	if len(m.name) > 4 && (m.name[:4] == "lead" || m.name[:6] == "points") {
		return func(x *playout.Outcome) float64 { return m.of(x) / float64(s.Denominator) }
	}
	return m.of
}

// compare makes a row for every alternative and every metric.
func (t *Target) compare(all *Outcome, out *Outcome) {
	stats, matches := map[string]*playout.Stats{}, map[string]int{}
	for _, m := range all.Metrics {
		stats[m.Interpretation], matches[m.Interpretation] = m.Stats, m.match
	}
	list := t.metricsOf(all)
	for _, m := range all.Metrics {
		from := stats[m.Base]
		// How many games make a match is no effect of a rule on games.
		if m.Base == "" || from == nil || m.match != matches[m.Base] {
			continue
		}
		q := t.Definition.Question(m.Question)
		for _, k := range list {
			to, paired := m.Stats, k.aspect != Ending
			if !paired {
				to = m.ending
			}
			x, sample := k.contest(from, to, paired)
			out.Changes = append(out.Changes, Change{Ruleset: m.Ruleset, Question: q, Reading: q.Reading(m.Reading),
				Interpretation: m.Interpretation, Base: m.Base, Metric: k.name, Aspect: k.aspect, Share: k.share,
				From: x.From, To: x.To, Difference: x.Difference, LeftOut: x.LeftOut,
				Spread: spread(from, k.scaled(from), k.share), sample: sample, stats: to})
		}
	}
	var chances []float64
	comparisons := 0
	for i := range out.Changes {
		chances = append(chances, out.Changes[i].Difference.P)
		if !math.IsNaN(out.Changes[i].Difference.P) {
			comparisons++
		}
	}
	for i, h := range playout.Holm(chances) {
		c := &out.Changes[i]
		c.Holm, c.Comparisons = h, comparisons
		wide := c.sample.difference(c.alpha())
		c.Low, c.High = wide.Low, wide.High
		c.Sign = signOf(h, c.Difference, c.sample.least())
		if c.Sign == More || c.Sign == Less {
			c.Guaranteed = math.Max(0, math.Max(c.Low, -c.High)) / c.Spread
		}
	}
	perQuestion := map[string]*Verdict{}
	for i := range out.Changes {
		c := &out.Changes[i]
		v := perQuestion[c.Question.ID]
		if v == nil {
			v = &Verdict{Check: "RD004", Ruleset: t.Definition.ID, Question: c.Question.Name(), Verdict: NoneSeen,
				Scope: map[string]string{"comparisons": fmt.Sprint(comparisons), "pairs": fmt.Sprint(c.Difference.N + c.LeftOut), "agent": "random"}}
			perQuestion[c.Question.ID] = v
		}
		if c.Sign == More || c.Sign == Less {
			v.Verdict = Found
		}
	}
	for _, q := range t.Definition.Questions {
		if v := perQuestion[q.ID]; v != nil {
			out.Verdicts = append(out.Verdicts, *v)
		}
	}
}

// signOf is what a test comes to, by its chance corrected for many comparisons.
// Of fewer than least it says nothing.
func signOf(corrected float64, d playout.Difference, least int) Sign {
	switch {
	case math.IsNaN(corrected), d.N < least:
		return TooFew
	case d.Same:
		return Alike
	case corrected < Level && d.Value > 0:
		return More
	case corrected < Level && d.Value < 0:
		return Less
	}
	return NoEvidence
}

// spread is the standard deviation of a metric over the games of a base. Shares
// are measured in units of one half, the greatest that a share can have: a share
// that is nothing by default would make every change of it look huge. A metric
// that does not vary at all is measured in units of its own.
func spread(s *playout.Stats, f func(x *playout.Outcome) float64, share bool) float64 {
	if share {
		return 0.5
	}
	sum, squares, n := 0.0, 0.0, 0.0
	for i := range s.Outcomes {
		if x := f(&s.Outcomes[i]); !math.IsNaN(x) {
			sum, squares, n = sum+x, squares+x*x, n+1
		}
	}
	if n < 2 {
		return 1
	}
	m := sum / n
	if v := (squares - sum*m) / (n - 1); v > 1e-12*m*m && v > 0 {
		return math.Sqrt(v)
	}
	return 1
}

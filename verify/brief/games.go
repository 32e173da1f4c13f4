package brief

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/lang"
	"github.com/lectio/lectio/verify"
	"github.com/lectio/lectio/verify/measure"
	"github.com/lectio/lectio/verify/players"
	"github.com/lectio/lectio/verify/playout"
)

// A doubt that turns round between programs, or shows between those of one kind alone, is hard to believe by its figures. So a
// game of each kind of program is named in which it can be seen, with the commands that play it again.

// Game is a game between programs of one kind under a reading, and that of its number without the reading, which begins with the same draws.
type Game struct {
	Player string `json:"player"` // who plays under the reading, as --player names it
	Number int    `json:"game"`
	Seed   uint64 `json:"seed"`
	Words  string `json:"words"`
	// Replay plays the two again, that under the reading first.
	Replay [2]string `json:"replay"`
}

// gamesThatShow are the games that show a change of a doubt that does not show alike under both kinds of programs, those of the kind told
// first before the others.
func gamesThatShow(r *verify.Result, t *verify.Target, c *verify.Change) (out []Game) {
	switch c.Holds {
	case verify.TurnsRound, verify.OnlyRandom, verify.OnlyLearned:
	default:
		return nil
	}
	base, m := metricsOf(r, t, c.Base), metricsOf(r, t, c.Interpretation)
	if base == nil || m == nil {
		return nil
	}
	each := []*verify.Change{c, c.Learned}
	if c.First() == c.Learned {
		slices.Reverse(each)
	}
	for _, x := range each {
		if !x.Shows() {
			continue
		}
		pairs := []pairOfGames{{base.Stats, m.Stats, players.Name{}, players.Name{}}}
		if x == c.Learned {
			pairs = learnedPairs(r, t, base, m)
		}
		if g := typical(t, base, m, x, pairs); g != nil {
			out = append(out, *g)
		}
	}
	return out
}

func metricsOf(r *verify.Result, t *verify.Target, interpretation string) *verify.Metrics {
	for i := range r.Metrics {
		if m := &r.Metrics[i]; m.Ruleset == t.Definition.ID && m.Interpretation == interpretation {
			return m
		}
	}
	return nil
}

// pairOfGames are games without a reading and under it, and who plays them.
type pairOfGames struct {
	a, b *playout.Stats
	x, y players.Name
}

// learnedPairs are the games between programs that learned, by training.
func learnedPairs(r *verify.Result, t *verify.Target, base, m *verify.Metrics) (out []pairOfGames) {
	for _, l := range r.Learnings {
		if l.Ruleset != t.Definition.ID {
			continue
		}
		for k, p := range l.Programs[:min(len(l.Programs), len(m.Learned), len(base.Learned))] {
			pair := pairOfGames{a: base.Learned[k], b: m.Learned[k], x: players.Name{Rung: players.Weighing, Seed: p.Training.Seed}}
			if pair.y = pair.x; !m.Retrained {
				pair.y = pair.y.ByDefault()
			}
			if !base.Default && !base.Retrained {
				pair.x = pair.x.ByDefault()
			}
			out = append(out, pair)
		}
	}
	return out
}

// typical is the game that shows a change best, nil where none does.
func typical(t *verify.Target, base, m *verify.Metrics, c *verify.Change, pairs []pairOfGames) *Game {
	for _, k := range base.Frame.Common(&m.Frame) {
		if k.Name != c.Metric {
			continue
		}
		best, at, least := -1, -1, math.Inf(1)
		for i, p := range pairs {
			if n, far := k.Typical(p.a, p.b, c.From.Value, c.To.Value); n >= 0 && far < least {
				best, at, least = i, n, far
			}
		}
		from, to := gameNamed(t, m.Question, base.Interpretation), gameNamed(t, m.Question, m.Interpretation)
		if best < 0 || from == nil || to == nil {
			return nil
		}
		p := pairs[best]
		number := p.b.First + at
		without := "by default"
		if base.Interpretation != t.Definition.ID {
			without = "without the reading"
		}
		return &Game{p.y.String(), number, p.b.Seed, fmt.Sprintf("a game %s that shows it, number %d of seed %d: under the reading %s; %s %s",
			c.Play, number, p.b.Seed, cameTo(to, c.Metric, &p.b.Outcomes[at]), without, cameTo(from, c.Metric, &p.a.Outcomes[at])),
			[2]string{playout.Playing(to, p.y.String(), p.b.Seed, number), playout.Playing(from, p.x.String(), p.a.Seed, number)}}
	}
	return nil
}

// gameNamed is an interpretation that was played for a question, by its name.
func gameNamed(t *verify.Target, question, name string) *rulesets.Game {
	for _, a := range t.Definition.Alternatives() {
		if a.Question.Name() != question {
			continue
		}
		for _, choice := range []rulesets.Choice{a.Choice, verify.BaseOf(a)} {
			if g, errs := t.GameOf(choice); len(errs) == 0 && g.Name() == name {
				return g
			}
		}
	}
	return nil
}

// cameTo says what a game came to: what the metric counts, and how it ended; in the words of lectio play.
func cameTo(g *rulesets.Game, metric string, x *playout.Outcome) string {
	text := measure.Plural(int(x.Plies), "move")
	switch metric {
	case measure.MetricTurns:
		text += ", " + measure.Plural(int(x.Turns), "turn")
	case measure.MetricDecisions:
		text += fmt.Sprintf(", %d with a choice", x.Chosen)
	case measure.MetricBranching:
		text += fmt.Sprintf(", %.1f to choose from", float64(x.Branch+x.Plies-x.Chosen)/float64(x.Plies))
	}
	switch {
	case x.Close == playout.TimedOut:
		return text + ", given up"
	case x.Close == playout.Stuck:
		return text + ", no rule says how it goes on"
	case x.Winner >= 0:
		text += ", " + g.Program.Players[x.Winner] + " wins"
	default:
		text += ", no winner"
	}
	var scores []string
	for q, name := range g.Program.Players {
		scores = append(scores, name+" "+lang.Fraction(int(x.Scores[q]), g.Program.Denominator))
	}
	if slices.ContainsFunc(x.Scores, func(n int32) bool { return n != 0 }) {
		text += ", score " + strings.Join(scores, ", ")
	}
	return text
}

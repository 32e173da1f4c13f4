package verify

import (
	"context"
	"fmt"
	"slices"

	"github.com/lectio/lectio/evidence/yamlpos"
	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/verify/playout"
)

// interpretation is one that is played: the default, one reading against it, or
// what one reading is compared with where that is not the default.
type interpretation struct {
	choice   rulesets.Choice
	base     rulesets.Choice // what a reading is compared with
	question *rulesets.Question
	reading  *rulesets.Reading
	games    int
}

func (t *Target) interpretations(o Options) []interpretation {
	out := []interpretation{{games: o.Games}}
	seen := map[string]bool{"": true}
	for _, a := range t.Definition.Alternatives() {
		b := base(a)
		if !seen[b.String()] {
			seen[b.String()] = true
			out = append(out, interpretation{choice: b, games: o.AltGames})
		}
		out = append(out, interpretation{a.Choice, b, a.Question, a.Reading, o.AltGames})
	}
	return out
}

// st001 plays the default and every alternative, and keeps the statistics. Its
// findings are those of pb002 and pb003, which look at the same games, and of
// rd003, which looks where they part.
var st001 = &Check{
	ID:    "ST001",
	Title: "statistics of play",
	Explanation: `The default interpretation and every alternative reading are played by an agent that chooses uniformly among the legal single moves, all with
the same seed (common random numbers). The report gives moves and turns a game, the share of moves at which there was a choice, branching,
the first player's share, balance, completion, drawishness, timeouts and points, with sample sizes and intervals, and how lengths and points
are distributed. Words that Ludii's metrics have mean the same: completion is the share of games with a winner. Games given up at the cap are
counted apart and enter no share of draws; balance is never shown without completion. A game that ends at a position no rule provides for is
PB002; one that does not end within the cap is PB003.`,
	Bad:      "52 % of games are won by white",
	Good:     "random agent, 2,000 games, seed 1, cap 20,000: first player 0.52 [0.50, 0.54] of 1,915 decided, completion 0.958 [0.948, 0.966]",
	Limits:   "how people play is not how a random agent does: a difference seen here need not be one among players, nor the other way round",
	Severity: Note,
	Needs:    Playouts,
	Tasks: func(t *Target, o Options) []Task {
		var tasks []Task
		for _, i := range t.interpretations(o) {
			tasks = append(tasks, Task{What: "games of " + t.Definition.ID, Run: func(ctx context.Context) (out Outcome) {
				pos, question, name := t.Definition.Pos, "", "the default"
				if i.question != nil {
					pos, question, name = i.reading.Pos, i.question.Name(), i.question.Name()+"="+i.reading.ID
				}
				if msg := guarded(func() { out = t.play(ctx, o, i) }); msg != "" {
					out.Findings = append(out.Findings, t.crash(pos, question, name, msg))
				}
				return out
			}})
		}
		return tasks
	},
}

// endingGames is how many times as many games show whether those of a reading end, if
// one was seen that did not.
const endingGames = 2

func (t *Target) play(ctx context.Context, o Options, i interpretation) (out Outcome) {
	g, errs := t.game(i.choice)
	if len(errs) > 0 {
		return out // RS001 reports it
	}
	opt := playout.Options{Games: i.games, Seed: o.Seed, Cap: o.Cap}
	if len(i.choice) > 0 {
		opt.Moves = o.AltMoves
	}
	var from *rulesets.Game
	if i.question != nil {
		if from, errs = t.game(i.base); len(errs) > 0 {
			from = nil
		}
	}
	var s *playout.Stats
	opt.Effects = i.question != nil // ST002 asks what the statements of a reading did
	switch {
	case from == nil:
		s = playout.Sample(ctx, g, opt)
	case !playout.Comparable(from, g):
		s = playout.Sample(ctx, g, opt)
		out.add(t.touch(ctx, o, i, from, g, s, s.Played, nil))
	default:
		x := t.inStep(ctx, o, from, g)
		s = x.stats
		out.add(t.touch(ctx, o, i, from, g, s, x.touched, x.first))
	}
	if s.Played == 0 {
		return out
	}
	m := Metrics{Ruleset: t.Definition.ID, Interpretation: g.Name(), Default: i.question == nil && len(i.choice) == 0, Stats: s, match: max(g.Program.Match, 0), ending: s}
	pos := t.Definition.Pos
	if i.question != nil {
		m.Question, m.Reading = i.question.Name(), i.reading.ID
		pos = i.reading.Pos
		if from != nil {
			m.Base = from.Name()
		}
	}
	// Games that are given up use up the moves that a reading has, in step as it is
	// played. How many do not end is found out in games of its own, which are quick.
	if i.question != nil && s.OverCap > 0 {
		m.ending = playout.Sample(ctx, g, playout.Options{Games: endingGames * o.AltGames, Seed: o.Seed, Cap: o.Cap})
	}
	out.Metrics = append(out.Metrics, m)
	out.add(t.howGamesEnd(ctx, o, g, m, pos))
	return out
}

// howGamesEnd draws the conclusions of PB002 and PB003 from games.
func (t *Target) howGamesEnd(ctx context.Context, o Options, g *rulesets.Game, m Metrics, pos yamlpos.Pos) (out Outcome) {
	s, question := m.Stats, m.Question
	opt := s.Options
	opt.Effects = false
	scope := map[string]string{"games": fmt.Sprint(s.Played), "seed": fmt.Sprint(o.Seed), "cap": fmt.Sprint(o.Cap), "interpretation": g.Name()}
	v := Verdict{Check: "PB002", Ruleset: t.Definition.ID, Question: question, Subject: g.Name(), Verdict: NoneSeen, Scope: scope}
	if s.Stuck > 0 {
		v.Verdict = Found
		f := t.finding(Error, pos, "%s a position without a move that no rule provides for",
			someGames(s, s.Stuck, s.StuckGame, g.Name(), "reach"))
		f.ID, f.Question = "PB002", question
		f.Line = playout.Replay(g, opt, s.StuckGame)
		out.Findings = append(out.Findings, f)
	}
	out.Verdicts = append(out.Verdicts, v)
	v.Check, v.Verdict = "PB003", NoneSeen
	if s.OverCap > 0 {
		v.Verdict = Found
		given := slices.IndexFunc(s.Outcomes, func(x playout.Outcome) bool { return x.Close == playout.TimedOut })
		f := t.finding(Warning, pos, "%s not end within %d moves",
			someGames(s, s.OverCap, s.First+given, g.Name(), "did"), o.Cap)
		f.ID, f.Question = "PB003", question
		line, after, number := playout.Standstill(ctx, g, opt, s)
		if line != nil {
			f.Message += fmt.Sprintf("; in game %d nobody can play anything after move %d, and every throw is passed", number, after)
			f.Line = line
		} else {
			f.Line = playout.GivenUp(g, opt, s.First+given)
		}
		// A game that was given up shows nothing certain; several do, and one that
		// has come to a standstill.
		if m.Default && (s.Played >= leastGames || line != nil) {
			f.Severity = Error
		}
		out.Findings = append(out.Findings, f)
	}
	out.Verdicts = append(out.Verdicts, v)
	if s.Over > 0 && s.Moves == 0 {
		f := t.finding(Error, pos, "all %d games of %s are over before anybody has moved", s.Over, g.Name())
		f.ID, f.Question, f.Sample = "PB002", question, s.Played
		out.Findings = append(out.Findings, f)
	}
	if s.Tied > 0 {
		f := t.finding(Error, pos, "at %d moments in %d games of %s two ends that are not ordered held at once", s.Tied, s.Played, g.Name())
		f.Question = question
		out.Findings = append(out.Findings, f)
	}
	return out
}

// someGames is the beginning of a sentence on what so many games of a sample do,
// the first of them by its number: on the games, or on that one alone where there
// are too few to speak of a share.
func someGames(s *playout.Stats, n, first int, name, verb string) string {
	if s.Played >= leastGames {
		return fmt.Sprintf("%d of %d games of %s %s", n, s.Played, name, verb)
	}
	if verb != "did" {
		verb += "es"
	}
	return fmt.Sprintf("game %d of %s %s", first, name, verb)
}

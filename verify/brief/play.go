package brief

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/lectio/lectio/verify"
	"github.com/lectio/lectio/verify/measure"
	"github.com/lectio/lectio/verify/playout"
)

// ofPlay says what holds of play by default.
func ofPlay(r *verify.Result, t *verify.Target) (list []Told) {
	var usual []Told
	for i := range r.Metrics {
		if m := &r.Metrics[i]; m.Ruleset == t.Definition.ID && m.Default {
			told := figures{t: t, m: m, play: measure.AtRandom, s: m.Stats}
			all := append(told.startling(), told.ordinary()...)
			if len(m.Learned) > 0 {
				told.play, told.s = measure.Learned, playout.Joined(m.Learned)
				all = beside(append(told.startling(), told.ordinary()...), all, told.s)
				all = append(endsOtherwise(t, m, told.s), all...)
			}
			if m.Searched != nil && len(m.Learned) > 0 {
				all = append(all, disagreement(m, told.s))
			}
			for _, x := range all {
				if x.Startling {
					list = append(list, x)
				} else {
					usual = append(usual, x)
				}
			}
			if m.Cut {
				verify.Mark(list, func(x *Told) *bool { return &x.Cut })
				verify.Mark(usual, func(x *Told) *bool { return &x.Cut })
			}
		}
	}
	for _, l := range r.Learnings {
		if l.Ruleset == t.Definition.ID {
			usual = append([]Told{programs(l)}, usual...)
		}
	}
	counts := map[*verify.Check]int{}
	for i := range r.Findings {
		f := &r.Findings[i]
		// What is found of a smaller game need not be so of the game.
		if f.Ruleset != t.Definition.ID || f.Question != "" || f.Scale != "" || f.Severity == verify.Note {
			continue
		}
		switch c := r.Checks.Find(f.ID); c.Brief {
		case verify.TellsWorst:
			list = append(list, Told{Words: measure.Sentence(f.Message), Figure: f.ID, Startling: true})
		case verify.CountsWorst:
			counts[c]++
		}
	}
	for _, c := range r.Checks {
		if n := counts[c]; n > 0 {
			list = append(list, Told{Words: measure.Sentence(measure.Plural(n, "rule") + " " + c.Counted), Figure: c.ID, Startling: true})
		}
	}
	return append(append(list, usual...), ruledOut(r, t)...)
}

// ruledOut says how far it was sought what a ruleset holds to be impossible; nothing where
// that was found, which is told as such, or was not sought.
func ruledOut(r *verify.Result, t *verify.Target) []Told {
	if t.Game == nil || len(t.Game.Program.Invariants) == 0 {
		return nil
	}
	games, rules := 0, 0
	for i := range r.Verdicts {
		v := &r.Verdicts[i]
		if v.Ruleset != t.Definition.ID || v.Subject != verify.InvariantSought {
			continue
		}
		if v.Verdict == verify.Found {
			return nil
		}
		n, _ := strconv.Atoi(v.Scope["games"])
		games, rules = games+n, rules+1
	}
	if games == 0 {
		return nil
	}
	return []Told{{Words: measure.Sentence(fmt.Sprintf("what the rules are held to rule out (%s, each with its reason beside its clause) was not seen in %s under %s",
		measure.Plural(len(t.Game.Program.Invariants), "claim"), measure.AtRandom.Games(games), measure.Plural(rules, "interpretation")))}}
}

// programs says what programs learned the game, and how strong they are; or that none is worth the name.
func programs(l *verify.Learning) Told {
	words := l.Words()
	if !l.Worth() {
		words += ": all figures are of games at random"
	}
	return Told{Words: measure.Sentence(words), Cut: l.Cut}
}

// otherEnds is by how much the share of games that end for one reason must differ between two plays to be told of.
const otherEnds = 0.2

// endsOtherwise tells of the reason for which games between learned programs end most otherwise than games at random, if that
// is far more often or far less.
func endsOtherwise(t *verify.Target, m *verify.Metrics, learned *playout.Stats) []Told {
	random := m.Stats
	shares := func(s *playout.Stats) map[string]int {
		out := map[string]int{}
		for i := range t.Game.Program.Ends {
			e := &t.Game.Program.Ends[i]
			out[strings.TrimSuffix(e.Reason, ".")] += s.Ends[e.ID] // ends at several moments may have one reason
		}
		return out
	}
	if learned.Played < measure.LeastGames || random.Played < measure.LeastGames {
		return nil
	}
	one, two := shares(learned), shares(random)
	reason, most := "", otherEnds
	for i := range t.Game.Program.Ends {
		if m.Frame.Winners && t.Game.Program.Ends[i].Draws() && 2*learned.NoWinner >= learned.Played {
			continue // that so many games have no winner is told with the reason
		}
		r := strings.TrimSuffix(t.Game.Program.Ends[i].Reason, ".")
		if d := math.Abs(float64(one[r])/float64(learned.Played) - float64(two[r])/float64(random.Played)); d > most {
			reason, most = r, d
		}
	}
	if reason == "" {
		return nil
	}
	e := playout.Share(one[reason], learned.Played)
	return []Told{{Words: measure.Sentence(fmt.Sprintf("%s ended because %s; at random, %s in %s", shareWords(measure.Learned, e), reason, measure.Percent(float64(two[reason])/float64(random.Played)), measure.Plural(random.Played, "game"))),
		Figure: figured("ended because "+reason, e), Interval: interval(e, true), Startling: true}}
}

// disagreement says who comes out ahead between programs that search, and whether learned programs say the same.
func disagreement(m *verify.Metrics, learned *playout.Stats) Told {
	scored, squares := 0.0, 0.0
	for i := range learned.Outcomes {
		v, who := 0.5, int(learned.Outcomes[i].Winner)
		if !m.Frame.Winners {
			who = learned.Outcomes[i].Ahead(m.Frame.Teams)
		}
		if who >= 0 {
			v = 0
			if m.Frame.Teams[who] == m.Frame.Teams[0] {
				v = 1
			}
		}
		scored, squares = scored+v, squares+v*v
	}
	one, two := playout.Mean(scored, squares, learned.Played), m.Searched.BySeat[0]
	side := func(e playout.Estimate) int {
		switch {
		case e.Low > 0.5:
			return 1
		case e.High < 0.5:
			return -1
		}
		return 0
	}
	verdict := "which says of neither side that it prevails under both"
	switch a, b := side(one), side(two); {
	case a*b < 0:
		verdict = "the programs disagree on who prevails"
	case a*b > 0:
		verdict = "they agree on who prevails"
	}
	return Told{Words: measure.Sentence(fmt.Sprintf("%s scored %s of %s between programs that search, following %d lines for each decision, and %s of %s (nobody wins: one half), %s",
		m.Frame.Players[0], measure.Percent(two.Value), measure.Plural(two.N, "game"), m.Lines, measure.Percent(one.Value), measure.Learned.Games(learned.Played), verdict)), Interval: interval(two, true), Startling: side(one)*side(two) < 0}
}

// beside puts what is told of games between programs that learned first, with the figure at random behind it;
// what only games at random show comes last, and says so.
func beside(learned, random []Told, s *playout.Stats) []Told {
	key := func(x *Told) func(Told) bool { return func(y Told) bool { return y.key == x.key && y.key != "" } }
	for i := range learned {
		x := &learned[i]
		if k := slices.IndexFunc(random, key(x)); k >= 0 {
			x.Words = strings.TrimSuffix(x.Words, ".") + "; at random, " + random[k].short + "."
		} else if x.Startling {
			x.Words = strings.TrimSuffix(x.Words, ".") + "; at random that was not seen."
		}
	}
	for _, x := range random {
		if !slices.ContainsFunc(learned, key(&x)) {
			if x.Startling {
				x.Words = strings.TrimSuffix(x.Words, ".") + "; that was not seen in " + measure.Learned.Games(s.Played) + "."
				x.Startling = false
			}
			learned = append(learned, x)
		}
	}
	return learned
}

// figures tell of the games of one play by default.
type figures struct {
	t    *verify.Target
	m    *verify.Metrics
	play measure.Play
	s    *playout.Stats
}

// told is something told by a figure.
func (f *figures) told(name string, e playout.Estimate, share, startles bool, words string) Told {
	x := Told{Words: measure.Sentence(words), Figure: figured(name, e), Interval: interval(e, share), Startling: startles, key: name}
	value := rounded(e.Value)
	if share {
		value = measure.Percent(e.Value)
	}
	if x.short = value + " in " + measure.Plural(e.N, "game"); name == measure.MetricTimeouts { // those of the two plays are given up after different lengths
		x.short += " after " + measure.Thousands(f.s.Cap) + " moves"
	}
	return x
}

// startling says what nobody would expect of a game.
func (f *figures) startling() (list []Told) {
	t, s := f.t, f.s
	say := func(name string, e playout.Estimate, format string, args ...any) {
		list = append(list, f.told(name, e, true, true, fmt.Sprintf(format, args...)))
	}
	if s.Played < measure.LeastGames {
		return nil
	}
	cap := measure.Thousands(s.Cap)
	if s.OverCap > 0 {
		say(measure.MetricTimeouts, s.Timeouts(), "%s had not ended after %s moves", gamesOf(f.play, s.OverCap, s.Played), cap)
	}
	if s.Stuck > 0 {
		say("stuck", playout.Share(s.Stuck, s.Played), "%s came to a position that no rule provides for", gamesOf(f.play, s.Stuck, s.Played))
	}
	if s.Over == 0 || !f.m.Frame.Winners {
		return list
	}
	won := 0
	for _, n := range s.Wins {
		won += n
	}
	if won == 0 {
		say(measure.MetricCompletion, s.Completion(), "%s had a winner: %s", gamesOf(f.play, 0, s.Played), endings(t, s))
		return list
	}
	if e := s.Drawishness(); 2*e.Value >= 1 {
		say(measure.MetricDrawishness, e, "%s ended without a winner%s", shareWords(f.play, e), undecided(t, s))
	}
	for q, n := range s.Wins {
		if n == 0 && t.Game.Program.Team[q] == q {
			say(measure.WinsOf+t.Game.Program.Players[q], playout.Share(n, s.Played), "%s won %s", t.Game.Program.Players[q], gamesOf(f.play, 0, s.Played))
		}
	}
	return list
}

// endings says how games without a winner ended.
func endings(t *verify.Target, s *playout.Stats) string {
	var reasons, parts []string
	times := map[string]int{}
	p := t.Game.Program
	for i := range p.Ends {
		n, reason := s.Ends[p.Ends[i].ID], strings.TrimSuffix(p.Ends[i].Reason, ".")
		if n > 0 && times[reason] == 0 {
			reasons = append(reasons, reason)
		}
		times[reason] += n // ends at several moments may have one reason
	}
	slices.SortStableFunc(reasons, func(a, b string) int { return times[b] - times[a] })
	for _, reason := range reasons {
		parts = append(parts, fmt.Sprintf("%s ended because %s", measure.Thousands(times[reason]), reason))
	}
	return strings.Join(parts, ", ")
}

// ordinary says how a game goes, and who prevails.
func (f *figures) ordinary() (list []Told) {
	t, m, s := f.t, f.m, f.s
	if s.Played < measure.LeastGames || s.Over == 0 {
		return nil
	}
	say := func(name string, e playout.Estimate, share bool, format string, args ...any) {
		list = append(list, f.told(name, e, share, false, fmt.Sprintf(format, args...)))
	}
	moves := s.MovesPerGame()
	of := f.play.Games(moves.N)
	if moves.N < s.Played {
		of = f.play.GamesThat(moves.N, " that ended")
	}
	long := fmt.Sprintf("in %s a game takes %s moves on the average, passes not counted", of, rounded(moves.Value))
	if f.play == measure.AtRandom {
		long += fmt.Sprintf("; the longest had %s with its passes", measure.Thousands(s.Longest))
	}
	say(playout.MetricUnpassed, moves, false, "%s", long)
	for _, k := range m.Frame.Metrics() {
		if k.Aspect != measure.Winner {
			continue
		}
		if e, _ := k.Of(s); e.N > 0 {
			if words := f.prevails(k.Name, e); words != "" {
				say(k.Name, e, true, "%s", words)
			}
		}
	}
	if !m.Frame.Ahead() {
		list = append(list, Told{Words: measure.Sentence(fmt.Sprintf("no rule names a winner, and nothing is counted: of %s %s", f.play.Games(s.Played), endings(t, s)))})
	}
	choice, counted := s.DecisionMoves(), ""
	if s.Passes > 0 {
		counted = ", passes counted"
	}
	say(playout.MetricDecisions, choice, true, "in %s there is something to choose at %s of the moves%s", f.play.All(), measure.Percent(choice.Value), counted)
	return list
}

// prevails says what a metric of who prevails comes to by default; "" of what another
// sentence says too, or what is no news.
func (x *figures) prevails(metric string, e playout.Estimate) string {
	t, f := x.t, &x.m.Frame
	share := measure.Percent(e.Value)
	games := func(that string) string { return strings.TrimSuffix(x.play.GamesThat(e.N, that), ",") }
	even := ""
	if n := len(f.Players); n > 2 {
		even = fmt.Sprintf(" (one of %d equal sides would win %s)", n, measure.Percent(1/float64(n)))
	}
	openers := !f.Alike() && f.Opener >= 0 // who begins is one of the roles
	side, wins := strings.CutPrefix(metric, measure.WinsOf)
	ahead, leads := strings.CutPrefix(metric, measure.LedBy)
	switch {
	case metric == measure.MetricFirstShare && !openers:
		return fmt.Sprintf("the side that begins won %s of the %s%s", share, games(" that had a winner"), even)
	case metric == measure.MetricFirstLed && !openers:
		return fmt.Sprintf("no rule names a winner; at the end the side that begins had more points in %s of the %s%s", share, games(" in which either had"), even)
	case metric == measure.MetricFirstShare, metric == measure.MetricFirstLed, metric == measure.MetricCompletion, metric == measure.MetricLed:
		return ""
	case metric == measure.MetricDrawishness && e.Value > 0 && 2*e.Value < 1: // else it startles
		return fmt.Sprintf("%s ended without a winner%s", shareWords(x.play, e), undecided(t, x.s))
	case metric == measure.MetricLevel && e.Value > 0:
		return fmt.Sprintf("%s ended with no side ahead in points", shareWords(x.play, e))
	case wins:
		return fmt.Sprintf("%s won %s of the %s", begins(f, side), share, games(" that had a winner"))
	case leads && metric != measure.MetricLevel:
		return fmt.Sprintf("no rule names a winner; at the end %s had more points in %s of the %s", begins(f, ahead), share, games(" in which either had"))
	}
	return ""
}

// undecided says by which end games without a winner ended most often, and whether that is
// one which no clause warrants; "" where that is not told by the end alone.
func undecided(t *verify.Target, s *playout.Stats) string {
	p := t.Game.Program
	most := -1
	for i := range p.Ends {
		e := &p.Ends[i]
		if !e.Draws() {
			continue
		}
		if n := s.Ends[e.ID]; n > 0 && (most < 0 || n > s.Ends[p.Ends[most].ID]) {
			most = i
		}
	}
	if most < 0 {
		return ""
	}
	e := &p.Ends[most]
	out := fmt.Sprintf(", %s because %s", measure.Thousands(s.Ends[e.ID]), strings.TrimSuffix(e.Reason, "."))
	if len(t.Game.Statements[e.Statement].Warrant) == 0 {
		out += ", an end that no clause has"
	}
	return out
}

// begins is the name of a side, with the word that it begins where it does.
func begins(f *measure.Frame, side string) string {
	if f.Opener >= 0 && f.Players[f.Opener] == side {
		return side + ", who begin by default,"
	}
	return side
}

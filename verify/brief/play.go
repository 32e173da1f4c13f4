package brief

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/lectio/lectio/evidence"
	"github.com/lectio/lectio/rulesets/edition"
	"github.com/lectio/lectio/verify"
	"github.com/lectio/lectio/verify/measure"
	"github.com/lectio/lectio/verify/playout"
)

// ofPlay says what holds of play by default.
func ofPlay(r *verify.Result, t *verify.Target) (list []Told) {
	var usual []Told
	share := 0
	for i := range r.Metrics {
		if m := &r.Metrics[i]; m.Ruleset == t.Definition.ID && m.Default {
			random := figures{t: t, m: m, play: measure.AtRandom, s: m.Stats}
			all := append(random.startling(), random.ordinary()...)
			var joined *playout.Stats
			if len(m.Learned) > 0 {
				joined, share = playout.Joined(m.Learned), int(m.Learned[0].Players.Share)
				all = append(endsOtherwise(t, m, joined), beside(&random, &figures{t: t, m: m, play: measure.Learned, s: joined})...)
			}
			if m.Searched != nil && joined != nil {
				all = append(all, disagreement(m, joined))
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
			usual = append([]Told{programs(l, share)}, usual...)
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
	return append(append(append(solved(r, t), list...), usual...), ruledOut(r, t)...)
}

// besideReported puts what records of the ruleset report of games that people played behind what is told of programs in the same
// metric, and else behind everything.
func besideReported(t *verify.Target, list []Told) []Told {
	for _, rec := range t.Evidence() {
		for _, x := range rec.Reported {
			value := string(x.Value)
			if x.Games != "" {
				value += " (of " + x.Games + " games)"
			}
			told := Told{Words: fmt.Sprintf("Of games that people played, and no program (%s): %s: %s. So says %s (in the record %s).", x.Among, x.Of, value, whoReports(t, rec, x), rec.ID), reports: string(x.Of)}
			at := len(list)
			for i := range list {
				if list[i].key != "" && list[i].key == told.reports || list[i].reports == told.reports {
					at = i + 1
				}
			}
			list = slices.Insert(list, at, told)
		}
	}
	return list
}

// whoReports cites the source of a figure, or names who says it.
func whoReports(t *verify.Target, rec *evidence.Record, x *evidence.Reported) string {
	key, locator := cmp.Or(string(x.By), rec.Source.Key), x.Locator
	if x.By == "" {
		locator = cmp.Or(locator, rec.Source.Locator)
	}
	if p := rec.Person(key); p != nil {
		key = string(p.Name)
	} else if s := t.Corpus.Evidence.Source(key); s != nil {
		return s.CiteAt(locator)
	}
	if locator != "" {
		key += ", " + locator
	}
	return key
}

// solved says what a game is worth all of whose positions were solved. What a smaller version is worth is not told here.
func solved(r *verify.Result, t *verify.Target) []Told {
	for i := range r.Explorations {
		if e := &r.Explorations[i]; e.Ruleset == t.Definition.ID && e.Scale == "" && e.Question == "" && e.Worth != "" {
			return []Told{{Words: measure.Sentence(fmt.Sprintf("solved, every position of it, when both sides play as well as can be: %s", e.Worth)), Startling: true, Cut: e.Cut}}
		}
	}
	return nil
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

// programs says what programs learned the game, how strong they are and how they play the games that are told of, where a share of the moves, in
// parts of 256, is drawn at random; or that none is worth the name.
func programs(l *verify.Learning, share int) Told {
	words := l.Words()
	switch {
	case !l.Worth():
		words += ": all other figures are of games at random"
	case share > 0:
		words += fmt.Sprintf("; in the games between them each plays itself, with one move in %d drawn at random", 256/share)
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
	e, other := playout.Share(one[reason], learned.Played), playout.Share(two[reason], random.Played)
	return []Told{{Words: measure.Sentence(fmt.Sprintf("%s ended because %s; at random, %s of %s", shareWords(measure.Learned, e), reason, valued(other, true), measure.Plural(random.Played, "game"))),
		Figure: figured("ended because "+reason, e), Interval: interval(e, true), Startling: true}}
}

// scoredByFirst is what the side that stands first scored in some games: one half where nobody prevails.
func scoredByFirst(f *measure.Frame, s *playout.Stats) playout.Estimate {
	scored, squares := 0.0, 0.0
	for i := range s.Outcomes {
		v, who := 0.5, int(s.Outcomes[i].Winner)
		if !f.Winners {
			who = s.Outcomes[i].Ahead(f.Teams)
		}
		if who >= 0 {
			v = 0
			if f.Teams[who] == f.Teams[0] {
				v = 1
			}
		}
		scored, squares = scored+v, squares+v*v
	}
	if scored == 0 || scored == float64(s.Played) { // their spread says nothing of other games
		return playout.Share(int(scored), s.Played)
	}
	return playout.Mean(scored, squares, s.Played)
}

// disagreement says who comes out ahead between programs that search, and whether learned programs say the same.
func disagreement(m *verify.Metrics, learned *playout.Stats) Told {
	one, two := scoredByFirst(&m.Frame, learned), scoredByFirst(&m.Frame, m.Searched)
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
	return Told{Words: measure.Sentence(fmt.Sprintf("%s scored %s of %s between programs that search, following %d lines for each decision, and %s of %s (nobody wins: one half): %s",
		m.Frame.Players[0], valued(two, true), measure.Plural(two.N, "game"), verify.SearchedLines, valued(one, true), measure.Learned.Games(learned.Played), verdict)), Interval: interval(two, true), Startling: side(one)*side(two) < 0}
}

// beside tells of games between programs that learned first, each figure with that at random behind it; what
// only games at random show comes last, with the figure between programs behind it.
func beside(random, learned *figures) []Told {
	random.behind, learned.behind = learned, random
	list := append(learned.startling(), learned.ordinary()...)
	for _, x := range append(random.startling(), random.ordinary()...) {
		if !slices.ContainsFunc(list, func(y Told) bool { return y.key == x.key && y.key != "" }) {
			x.Startling = false
			list = append(list, x)
		}
	}
	return list
}

// figures tell of the games of one play by default.
type figures struct {
	t      *verify.Target
	m      *verify.Metrics
	play   measure.Play
	s      *playout.Stats
	behind *figures // whose figures are told behind these; nil: none
}

// figure is something that is told by a figure, of the games of whichever play.
type figure struct {
	key      string
	share    bool
	startles bool
	of       func(*playout.Stats) playout.Estimate
	part     string // how the figure stands to the games; "" for a share of them
	that     string // what is so of the games that the figure is of
}

// told is a figure in words, with what it comes to in the games of the other play.
func (f *figures) told(x figure, format string, args ...any) Told {
	e, words := x.of(f.s), fmt.Sprintf(format, args...)
	if f.behind != nil {
		words += "; " + f.behind.inShort(x)
	}
	return Told{Words: measure.Sentence(words), Figure: figured(x.key, e), Interval: interval(e, x.share), Startling: x.startles, key: x.key}
}

// inShort is what a figure comes to, for who has been told what it is of.
func (f *figures) inShort(x figure) string {
	e := x.of(f.s)
	if e.N == 0 {
		return fmt.Sprintf("%s, there was none among %s", f.play, measure.Plural(f.s.Played, "game"))
	}
	return fmt.Sprintf("%s, %s %s %s%s", f.play, valued(e, x.share), cmp.Or(x.part, "of"), measure.Plural(e.N, "game"), x.that)
}

// startling says what nobody would expect of a game.
func (f *figures) startling() (list []Told) {
	t, s := f.t, f.s
	say := func(name string, of func(*playout.Stats) playout.Estimate, format string, args ...any) {
		list = append(list, f.told(figure{key: name, share: true, startles: true, of: of}, format, args...))
	}
	if s.Played < measure.LeastGames {
		return nil
	}
	if s.OverCap > 0 {
		list = append(list, f.unended())
	}
	if s.Stuck > 0 {
		stuck := func(s *playout.Stats) playout.Estimate { return playout.Share(s.Stuck, s.Played) }
		say("stuck", stuck, "%s came to a position that no rule provides for", shareWords(f.play, stuck(s)))
	}
	if s.Over == 0 || !f.m.Frame.Winners {
		return list
	}
	won := 0
	for _, n := range s.Wins {
		won += n
	}
	if won == 0 {
		say(measure.MetricCompletion, (*playout.Stats).Completion, "%s had a winner: %s", shareWords(f.play, s.Completion()), endings(t, s))
		return list
	}
	if e := s.Drawishness(); 2*e.Value >= 1 {
		say(measure.MetricDrawishness, (*playout.Stats).Drawishness, "%s ended without a winner%s", shareWords(f.play, e), undecided(t, s))
	}
	for q, n := range s.Wins {
		if n == 0 && t.Game.Program.Team[q] == q {
			wins := func(s *playout.Stats) playout.Estimate { return playout.Share(s.Wins[q], s.Played) }
			say(measure.WinsOf+t.Game.Program.Players[q], wins, "%s won %s", t.Game.Program.Players[q], shareWords(f.play, wins(s)))
		}
	}
	return list
}

// unended says how many games had not ended when they were given up, and of the games of the other play how many were as long, though they may
// have been given up later. Where of games between programs that learned surely more are, these put off the end.
func (f *figures) unended() Told {
	s := f.s
	x := figure{key: measure.MetricTimeouts, share: true, startles: true, of: (*playout.Stats).Timeouts}
	if f.behind != nil {
		as := f.behind.s.Lasting(s.Cap)
		switch {
		case as.N == 0:
			x.that = " after " + measure.Thousands(f.behind.s.Cap) + " moves"
		case f.play == measure.Learned && s.Timeouts().Low > as.High:
			x.that = " were so long: programs that learned the game put off its end"
		default:
			x.that = " were so long"
		}
		if as.N > 0 {
			x.of = func(of *playout.Stats) playout.Estimate {
				if of == s {
					return s.Timeouts()
				}
				return as
			}
		}
	}
	return f.told(x, "%s had not ended after %s moves", shareWords(f.play, s.Timeouts()), measure.Thousands(s.Cap))
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
		count := measure.Thousands(times[reason])
		if times[reason] == s.Played {
			count = "all"
		}
		parts = append(parts, fmt.Sprintf("%s ended because %s", count, reason))
	}
	return strings.Join(parts, ", ")
}

// ordinary says how a game goes, and who prevails.
func (f *figures) ordinary() (list []Told) {
	t, m, s := f.t, f.m, f.s
	if s.Played < measure.LeastGames || s.Over == 0 {
		return nil
	}
	figureOf := func(id string) func(*playout.Stats) playout.Estimate {
		return func(s *playout.Stats) playout.Estimate { return m.Frame.Figure(id, s) }
	}
	moves := figureOf("moves")(s)
	of, that := f.play.Games(moves.N), ""
	if moves.N < s.Played {
		of, that = f.play.GamesThat(moves.N, " that ended"), " that ended"
	}
	counted := ""
	if s.Passes > 0 {
		counted = ", passes counted"
	}
	longest := ""
	if f.play == measure.AtRandom {
		longest = fmt.Sprintf(" (the longest had %s)", measure.Thousands(s.Longest))
	}
	list = append(list, f.told(figure{key: measure.MetricMoves, of: figureOf("moves"), part: "in", that: that}, "in %s a game takes %s moves on the average%s%s", of, valued(moves, false), counted, longest))
	for _, k := range m.Frame.Metrics() {
		if k.Aspect != measure.Winner || k.Own {
			continue
		}
		if e, _ := k.Of(s); e.N > 0 {
			if words, that := f.prevails(k.Name, e); words != "" {
				list = append(list, f.told(figure{key: k.Name, share: true, that: that, of: func(s *playout.Stats) playout.Estimate {
					e, _ := k.Of(s)
					return e
				}}, "%s", words))
			}
		}
	}
	if !m.Frame.Ahead() {
		list = append(list, Told{Words: measure.Sentence(fmt.Sprintf("no rule names a winner, and nothing is counted: of %s %s", f.play.Games(s.Played), endings(t, s)))})
	}
	return append(list, f.told(figure{key: measure.MetricDecisions, share: true, of: figureOf("decisions"), part: "of the moves in"},
		"in %s more than one move was legal at %s of the moves%s", f.play.Games(s.Played), valued(figureOf("decisions")(s), true), counted))
}

// prevails says what a metric of who prevails comes to by default, and of which games that is; "" of what another
// sentence says too, or what is no news.
func (x *figures) prevails(metric string, e playout.Estimate) (words, that string) {
	t, f := x.t, &x.m.Frame
	share := valued(e, true)
	const decided, apart = " that had a winner", " that ended with one side ahead"
	games := func(that string) string {
		if e.N == x.s.Played {
			return x.play.Games(e.N) + ", all of which" + strings.TrimPrefix(that, " that")
		}
		return strings.TrimSuffix(x.play.GamesThat(e.N, that), ",")
	}
	even := ""
	if n := len(f.Players); n > 2 {
		even = fmt.Sprintf(" (one of %d equal sides would win %s)", n, measure.Percent(1/float64(n)))
	}
	openers := !f.Alike() && f.Opener >= 0 // who begins is one of the roles
	side, wins := strings.CutPrefix(metric, measure.WinsOf)
	ahead, leads := strings.CutPrefix(metric, measure.LedBy)
	switch {
	case metric == measure.MetricFirstShare && !openers:
		return fmt.Sprintf("the side that begins won %s of the %s%s", share, games(decided), even), decided
	case metric == measure.MetricFirstLed && !openers:
		return fmt.Sprintf("no rule names a winner; at the end the side that begins had more points in %s of the %s%s", share, games(apart), even), apart
	case metric == measure.MetricFirstShare, metric == measure.MetricFirstLed, metric == measure.MetricCompletion, metric == measure.MetricLed:
		return "", ""
	case metric == measure.MetricDrawishness && e.Value > 0 && 2*e.Value < 1: // else it startles
		return fmt.Sprintf("%s ended without a winner%s", shareWords(x.play, e), undecided(t, x.s)), ""
	case metric == measure.MetricLevel && e.Value > 0:
		return fmt.Sprintf("%s ended with no side ahead in points", shareWords(x.play, e)), ""
	case wins && !rest(f, side):
		return fmt.Sprintf("%s won %s of the %s", begins(f, side), share, games(decided)), decided
	case leads && metric != measure.MetricLevel && !rest(f, ahead):
		return fmt.Sprintf("no rule names a winner; at the end %s had more points in %s of the %s", begins(f, ahead), share, games(apart)), apart
	}
	return "", ""
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
	stated := t.Game.Statements[e.Statement]
	count := measure.Thousands(s.Ends[e.ID])
	if s.NoWinner > 1 && s.Ends[e.ID] == s.NoWinner {
		count = "all"
	}
	out := fmt.Sprintf(", %s because %s", count, strings.TrimSuffix(e.Reason, "."))
	if when := stated.When(); when != nil && t.Game.Statement(when.Written) != nil { // the reason need not say what has come about
		out += fmt.Sprintf(" (%s)", edition.Condition(t.Game, when))
	}
	if len(stated.Warrant) == 0 {
		out += ", an end that no clause has"
	}
	return out
}

// rest reports whether a side is that one of two which has all that the other has not: of two,
// the other one is told of that begins or, where lots decide that, that stands first.
func rest(f *measure.Frame, side string) bool {
	return len(f.Players) == 2 && side != f.Players[max(f.Opener, 0)]
}

// begins is the name of a side, with the word that it begins where it does.
func begins(f *measure.Frame, side string) string {
	if f.Opener >= 0 && f.Players[f.Opener] == side {
		return side + ", who begin by default,"
	}
	return side
}

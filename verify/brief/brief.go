package brief

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/dimension"
	"github.com/lectio/lectio/rulesets/edition"
	"github.com/lectio/lectio/verify"
	"github.com/lectio/lectio/verify/measure"
	"github.com/lectio/lectio/verify/playout"
)

// Brief is what matters about a ruleset, for a reader who has a minute: how far it is
// settled, what holds of play, and the doubts that matter most. Everything in it is
// text, so that it can be kept as JSON and printed again.
type Brief struct {
	Ruleset string   `json:"ruleset"`
	Title   string   `json:"title"`
	Records []string `json:"records"`
	Settled string   `json:"settled"` // clauses, questions and readings, in words
	Play    []Told   `json:"play"`    // by default, the startling first
	Doubts  []Doubt  `json:"doubts"`  // those that change something, the gravest first
	// Without says of the questions that are no doubts here what is known, as counts.
	Without []string `json:"without"`
	// Weights names the questions whose weights fit least what their readings did.
	Weights []string `json:"weights,omitempty"`
	Throws  []Layout `json:"throws"` // every throw, or what may be done where nothing is thrown
	Run     string   `json:"run"`    // what all of it rests on, and how its figures are read
	Cut     bool     `json:"interrupted,omitempty"`
}

// Told is something that holds of play.
type Told struct {
	Words     string `json:"words"`
	Figure    string `json:"figure,omitempty"`   // metric, value and interval
	Interval  string `json:"interval,omitempty"` // by itself
	Startling bool   `json:"startling,omitempty"`
	Cut       bool   `json:"interrupted,omitempty"` // the run was stopped before all that this rests on was done
	// Terms are what words mean that are first used here.
	Terms []string `json:"terms,omitempty"`
}

// Doubt is a question with what it changes.
type Doubt struct {
	Place    int            `json:"place"` // from 1
	Tied     bool           `json:"tied,omitempty"`
	Firm     string         `json:"firm,omitempty"` // how far the place is not firm, in words
	Question string         `json:"question"`       // as messages call it
	Asks     string         `json:"asks"`
	Clauses  []string       `json:"clauses"`
	Readings []DoubtReading `json:"readings"`
	Aspect   measure.Aspect `json:"changes"`
	Reading  string         `json:"reading"` // that changes most
	Effect   Told           `json:"effect"`
	// Guaranteed is how far the corrected interval keeps from no change, in units of the
	// spread of the base.
	Guaranteed float64 `json:"guaranteed"`
	// Where the readings first part: how they differ there, the line that leads there,
	// and the board, which whoever prints it draws.
	Parting string `json:"parting,omitempty"`
	Line    string `json:"line_of_play,omitempty"`
	Replay  string `json:"replay,omitempty"` // the command that plays it again
	Board   string `json:"board,omitempty"`
	// Terms are what words mean that are first used here.
	Terms []string `json:"terms,omitempty"`

	// Parted is where its readings first part, nil where no board is known on which they do.
	Parted *verify.Parting `json:"-"`
}

// DoubtReading is a reading of a question in doubt.
type DoubtReading struct {
	ID      string `json:"id"`
	Because string `json:"because"`
	Default bool   `json:"default,omitempty"`
	// Terms are what words mean that are first used here.
	Terms []string `json:"terms,omitempty"`
}

// DoubtsTold is how many doubts a brief tells in full.
const DoubtsTold = 5

// Checks are the ids of the checks on which a brief rests.
func Checks(all verify.Set) (ids []string) {
	for _, c := range all {
		if c.Brief != verify.NotInBrief {
			ids = append(ids, c.ID)
		}
	}
	return ids
}

// Of tells what a run found out about one of its targets.
func Of(r *verify.Result, t *verify.Target) *Brief {
	d := t.Definition
	b := &Brief{Ruleset: d.ID, Title: cmp.Or(d.Title, d.ID), Records: slices.Clone(d.Records), Settled: settled(r, t),
		Run: fmt.Sprintf("random players, %s of the default, seed %d (all throws and moves are drawn from this number: the same seed, the same games), at most %s moves a game",
			measure.Plural(r.Options.Games, "game"), r.Options.Seed, measure.Thousands(r.Options.Cap))}
	b.Play = ofPlay(r, t)
	b.addDoubts(r, d)
	b.Weights = misweighed(r, d)
	b.Throws = layouts(r, t)
	if t.Game != nil {
		b.explain(edition.Glossary(t.Game))
	} else {
		b.explain(d.Glossary(nil))
	}
	b.Cut = slices.ContainsFunc(r.NotDone, func(u verify.Undone) bool { return u.Ruleset == d.ID })
	return b
}

// explain says what words mean where the brief uses them first.
func (b *Brief) explain(g *rulesets.Glossary) {
	words := func(texts ...string) (out []string) {
		for _, t := range g.Explain(texts...) {
			out = append(out, t.Words())
		}
		return out
	}
	for i := range b.Play {
		b.Play[i].Terms = words(b.Play[i].Words)
	}
	for i := range b.Doubts {
		d := &b.Doubts[i]
		d.Terms = words(d.Asks, d.Effect.Words)
		for k := range d.Readings {
			r := &d.Readings[k]
			r.Terms = words(r.ID, r.Because)
		}
	}
	for i := range b.Throws {
		l := &b.Throws[i]
		said := []string{l.Throw, l.Plays}
		for _, r := range l.Readings {
			said = append(said, r.Reading, r.Plays)
		}
		for _, w := range l.Why {
			said = append(said, w.Words)
		}
		l.Terms = words(said...)
	}
}

// Graver orders briefs: first those of games of which something startles, then by what
// their first doubt changes and how surely.
func (b *Brief) Graver(x *Brief) int {
	gravity := func(b *Brief) (startles int, aspect measure.Aspect, sure float64) {
		if len(b.Play) == 0 || !b.Play[0].Startling {
			startles = 1
		}
		if len(b.Doubts) == 0 {
			return startles, measure.Aspects, 0
		}
		return startles, b.Doubts[0].Aspect, b.Doubts[0].Guaranteed
	}
	s, a, g := gravity(b)
	t, o, h := gravity(x)
	return cmp.Or(cmp.Compare(s, t), cmp.Compare(a, o), cmp.Compare(h, g))
}

// FiguresAbout says how the figures of a brief are read.
const FiguresAbout = "Behind a figure stands its interval, [from, to]: of a hundred intervals made in this way 95 hold the true value. The one for all comparisons at once is wider: in at least 95 of a hundred such runs none of them is missed."

// misweighed names the questions whose weights are furthest from what was seen in play,
// the worst first.
func misweighed(r *verify.Result, d *rulesets.Definition) (out []string) {
	var list []verify.Weighing
	for _, w := range r.Weighings {
		if w.Ruleset == d.ID && w.Worst > 0 {
			list = append(list, w)
		}
	}
	slices.SortStableFunc(list, func(a, b verify.Weighing) int { return a.Worst - b.Worst })
	for _, x := range []struct {
		too  string
		sign int
	}{{"low", 1}, {"high", -1}} {
		var named []string
		for _, w := range list {
			if cmp.Compare(w.Off, 0) == x.sign {
				named = append(named, fmt.Sprintf("%s (%d, shown %d)", w.Question.Name(), w.Question.Weight, w.Shown))
			}
		}
		if len(named) > 0 {
			out = append(out, fmt.Sprintf("weights too %s for what was seen in play, the worst first: %s", x.too, strings.Join(named, ", ")))
		}
	}
	return out
}

// settled says how far a ruleset is settled.
func settled(r *verify.Result, t *verify.Target) string {
	d := t.Definition
	readings, unplayable := 0, 0
	for _, q := range d.Questions {
		readings += len(q.Readings)
		for _, x := range q.Readings {
			if !x.Playable() {
				unplayable++
			}
		}
	}
	var parts []string
	if t.Clauses != nil {
		standing := map[string]int{}
		doubted := 0
		for i := range t.Clauses {
			standing[t.Clauses[i].Standing()]++
			if len(t.Clauses[i].Questions) > 0 {
				doubted++
			}
		}
		parts = append(parts, fmt.Sprintf("%s: rules enforce %d, questions are asked about %d",
			measure.Plural(len(t.Clauses), "clause"), standing["enforced"], doubted))
		if n := standing["open"]; n > 0 {
			parts = append(parts, fmt.Sprintf("%d neither enforced nor asked about", n))
		}
	}
	asked := fmt.Sprintf("%s with %s", measure.Plural(len(d.Questions), "question"), measure.Plural(readings, "reading"))
	if unplayable > 0 {
		asked += fmt.Sprintf("; %s cannot be played yet", measure.Plural(unplayable, "reading"))
	}
	parts = append(parts, asked)
	open := 0
	for i := range t.Settlements {
		if t.Settlements[i].Standing == dimension.Open {
			open++
		}
	}
	if open > 0 {
		parts = append(parts, measure.Plural(open, "point")+" on which the ruleset is silent")
	}
	if checked := t.Checked().String(); checked != "" {
		parts = append(parts, checked)
	}
	return strings.Join(parts, "; ")
}

// ofPlay says what holds of play by default.
func ofPlay(r *verify.Result, t *verify.Target) (list []Told) {
	var usual []Told
	for i := range r.Metrics {
		if m := &r.Metrics[i]; m.Ruleset == t.Definition.ID && m.Default {
			list, usual = append(list, startling(t, m.Stats)...), ordinary(t, m.Stats)
			if m.Cut {
				verify.Mark(list, func(x *Told) *bool { return &x.Cut })
				verify.Mark(usual, func(x *Told) *bool { return &x.Cut })
			}
		}
	}
	counts := map[*verify.Check]int{}
	for i := range r.Findings {
		f := &r.Findings[i]
		if f.Ruleset != t.Definition.ID || f.Question != "" || f.Severity == verify.Note {
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
		measure.Plural(len(t.Game.Program.Invariants), "claim"), measure.Plural(games, "game"), measure.Plural(rules, "interpretation")))}}
}

// startling says what nobody would expect of a game.
func startling(t *verify.Target, s *playout.Stats) (list []Told) {
	say := func(name string, e playout.Estimate, format string, args ...any) {
		list = append(list, Told{measure.Sentence(fmt.Sprintf(format, args...)), figured(name, e), interval(e, true), true, false, nil})
	}
	if s.Played < measure.LeastGames {
		return nil
	}
	cap := measure.Thousands(s.Cap)
	if s.OverCap == s.Played {
		say("timeouts", s.Timeouts(), "none of %s games had ended after %s moves", measure.Thousands(s.Played), cap)
	} else if s.OverCap > 0 {
		say("timeouts", s.Timeouts(), "%s had not ended after %s moves", gamesOf(s.OverCap, s.Played), cap)
	}
	if s.Stuck > 0 {
		say("stuck", playout.Share(s.Stuck, s.Played), "%s came to a position that no rule provides for", gamesOf(s.Stuck, s.Played))
	}
	if s.Over == 0 {
		return list
	}
	won := 0
	for _, n := range s.Wins {
		won += n
	}
	if won == 0 {
		say("completion", s.Completion(), "nobody won in any of %s games: %s", measure.Thousands(s.Played), endings(t, s))
		return list
	}
	for q, n := range s.Wins {
		if n == 0 && t.Game.Program.Team[q] == q {
			say("wins", playout.Share(n, s.Played), "%s won none of %s games", t.Game.Program.Players[q], measure.Thousands(s.Played))
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

// ordinary says how a game goes.
func ordinary(t *verify.Target, s *playout.Stats) (list []Told) {
	if s.Played < measure.LeastGames || s.Over == 0 {
		return nil
	}
	say := func(name string, e playout.Estimate, format string, args ...any) {
		list = append(list, Told{Words: measure.Sentence(fmt.Sprintf(format, args...)), Figure: figured(name, e), Interval: interval(e, true)})
	}
	moves := s.MovesPerGame()
	say("moves a game without passes", moves, "a game takes %s moves on the average, passes not counted; the longest had %s with its passes", rounded(moves.Value), measure.Thousands(s.Longest))
	list[0].Interval = interval(moves, false)
	if first := s.FirstPlayer(); first.N > 0 {
		if len(t.Game.Program.Players) == 2 {
			say(measure.MetricFirstShare, first, "the player who begins wins %s of the games that have a winner", percent(first.Value))
		}
		if drawn := s.Drawishness(); s.NoWinner > 0 {
			say("drawishness", drawn, "%s ended without a winner", gamesOf(s.NoWinner, s.Played))
		}
	}
	choice := s.DecisionMoves()
	say("decision moves", choice, "there is something to choose at %s of the moves", percent(choice.Value))
	return list
}

// addDoubts fills in the questions that change something, and counts the others.
func (b *Brief) addDoubts(r *verify.Result, d *rulesets.Definition) {
	ranked, told := map[*rulesets.Question]*verify.Ranking{}, 0
	for i := range r.Rankings {
		x := &r.Rankings[i]
		if x.Ruleset != d.ID {
			continue
		}
		ranked[x.Question] = x
		if x.Change != nil {
			told++
			b.Doubts = append(b.Doubts, doubt(r, d, x))
		}
	}
	what, count := "question", map[string]int{}
	if len(b.Doubts) > 0 {
		what = "other question"
	}
	for _, q := range d.Questions {
		if x := ranked[q]; x == nil || x.Change == nil {
			count[standing(r, d, q)]++
		}
	}
	for _, how := range []string{changesPlay, notSeen, proved, oneReading, notCompared} {
		if n := count[how]; n > 0 {
			b.Without = append(b.Without, measure.Plural(n, what)+how)
		}
	}
}

// What is said of the questions that change nothing a brief tells of.
const (
	changesPlay = " changed what may be played, and nothing in these games that chance could not"
	notSeen     = ": the readings were not seen to part"
	proved      = ": the readings never part, which is proved"
	oneReading  = ": there are no two readings that can be played"
	notCompared = ": the readings were not compared in this run"
)

// standing says what is known of a question that changes nothing a brief tells of.
func standing(r *verify.Result, d *rulesets.Definition, q *rulesets.Question) string {
	pairs := q.Pairs(d)
	if len(pairs) == 0 {
		return oneReading
	}
	compared, exhausted := 0, 0
	for i := range r.Partings {
		p := &r.Partings[i]
		switch {
		case p.Ruleset != d.ID || p.Question != q || p.Cut && p.Found == nil:
		case p.Found != nil:
			return changesPlay
		case p.Search.Exhausted:
			compared, exhausted = compared+1, exhausted+1
		default:
			compared++
		}
	}
	switch {
	case compared < len(pairs):
		return notCompared
	case exhausted == compared:
		return proved
	}
	return notSeen
}

// doubt tells of a question.
func doubt(r *verify.Result, d *rulesets.Definition, x *verify.Ranking) Doubt {
	q, c := x.Question, x.Change
	out := Doubt{Place: x.Rank, Tied: x.Tied, Firm: x.PlaceWords(), Question: q.Name(), Asks: q.Asks, Clauses: verify.ClauseNames(q.About),
		Aspect: c.Aspect, Reading: c.Reading.ID, Guaranteed: x.Guaranteed,
		Effect: Told{Words: words(d, c), Figure: figures(c), Interval: fmt.Sprintf("[%s, %s]", measure.Signed(c.Low), measure.Signed(c.High))}}
	for _, reading := range q.Readings {
		out.Readings = append(out.Readings, DoubtReading{ID: reading.ID, Because: reading.Because, Default: reading.ID == q.Default})
	}
	if p := first(r, d, c); p != nil && p.Found != nil {
		line := p.Found.A
		out.Line, out.Replay = line.Text(), line.Command()
		if p.Found.GameA != nil && p.Found.EndA != nil {
			out.Parted = p
		}
		out.Parting = fmt.Sprintf("“%s” and “%s” %s", spaced(p.A.ID), spaced(p.B.ID), p.Describe())
		if len(line.Plies) > 0 && out.Replay != "" { // the command tells the line
			out.Parting = fmt.Sprintf("“%s” and “%s” part after %s: %s", spaced(p.A.ID), spaced(p.B.ID), verify.MovesInWords(len(line.Plies)), p.Apart())
		}
	}
	return out
}

// first is the pair of readings between which a change is.
func first(r *verify.Result, d *rulesets.Definition, c *verify.Change) (found *verify.Parting) {
	for i := range r.Partings {
		p := &r.Partings[i]
		if p.Ruleset != d.ID || p.Question != c.Question || p.A != c.Reading && p.B != c.Reading || p.Found == nil {
			continue
		}
		if found == nil || p.A.ID == c.Question.Default || p.B.ID == c.Question.Default {
			found = p
		}
	}
	return found
}

// words says what a change is, and under which reading; of a reading that is measured within
// another, whether its question arises only there, or only this reading needs the other.
func words(d *rulesets.Definition, c *verify.Change) string {
	said := fmt.Sprintf("under “%s” %s", spaced(c.Reading.ID), Effect(c))
	if c.Base == c.Ruleset {
		return said
	}
	if in, errs := d.Default(); len(errs) == 0 && in.Readings[c.Question.ID] != nil {
		return "this reading does not go with all else by default; " + said
	}
	return "by default the question does not arise; " + said
}

// Effect says what a change is: what games come to under its reading, and by default.
func Effect(c *verify.Change) string {
	from, to := c.From, c.To
	number := func(e playout.Estimate) string { return rounded(e.Value) }
	text, base := "", "by default"
	if c.Base != c.Ruleset { // the question arises only under another reading
		base = "under " + strings.TrimSuffix(strings.TrimPrefix(c.Base, c.Ruleset+"{"), "}") + " alone"
	}
	switch name := c.Metric; {
	case name == "timeouts":
		text = fmt.Sprintf("%s had not ended after %s moves; %s, %s", shareWords(to), measure.Thousands(c.Stats.Cap), base, shareWords(from))
	case name == "completion":
		text = fmt.Sprintf("%s had a winner; %s, %s", shareWords(to), base, shareWords(from))
	case name == "drawishness":
		text = fmt.Sprintf("%s ended without a winner; %s, %s", shareWords(to), base, shareWords(from))
	case name == measure.MetricFirstShare:
		text = fmt.Sprintf("the player who begins won %s of the games that had a winner; %s, %s", percent(to.Value), base, percent(from.Value))
	case name == measure.MetricMoves:
		text = fmt.Sprintf("a game took %s moves with passes, %s %s", number(to), base, number(from))
	case name == "turns a game":
		text = fmt.Sprintf("a game took %s turns, %s %s", number(to), base, number(from))
	case name == "decision moves":
		text = fmt.Sprintf("there was something to choose at %s of the moves, %s at %s", percent(to.Value), base, percent(from.Value))
	case name == "branching factor":
		text = fmt.Sprintf("there were %s moves to choose from on the average, %s %s", number(to), base, number(from))
	case strings.HasPrefix(name, "points of "):
		text = fmt.Sprintf("%s made %s points a game, %s %s", strings.TrimPrefix(name, "points of "), number(to), base, number(from))
	default:
		text = fmt.Sprintf("%s: %s, %s %s", name, number(to), base, number(from))
	}
	return text
}

// figures are the numbers of a change.
func figures(c *verify.Change) string {
	return fmt.Sprintf("%s %s [%s, %s], for all %s comparisons at once [%s, %s], in %s", c.Metric, measure.Signed(c.Difference.Value),
		measure.Signed(c.Difference.Low), measure.Signed(c.Difference.High), measure.Thousands(c.Comparisons), measure.Signed(c.Low), measure.Signed(c.High), c.Basis())
}

// figured is a metric with its value and interval.
func figured(name string, e playout.Estimate) string {
	if interval(e, false) == "" {
		return fmt.Sprintf("%s %s", name, measure.Figure(e.Value))
	}
	return fmt.Sprintf("%s %s %s of %s", name, measure.Figure(e.Value), interval(e, false), measure.Thousands(e.N))
}

// interval is that of an estimate, "" where there is none; of a share for people in
// percent.
func interval(e playout.Estimate, percent bool) string {
	if e.N == 0 || math.IsNaN(e.Low) {
		return ""
	}
	if percent {
		return fmt.Sprintf("[%.1f %%, %.1f %%]", 100*e.Low, 100*e.High)
	}
	return fmt.Sprintf("[%s, %s]", measure.Figure(e.Low), measure.Figure(e.High))
}

// shareWords is a share of games in words.
func shareWords(e playout.Estimate) string {
	return gamesOf(int(math.Round(e.Value*float64(e.N))), e.N)
}

// gamesOf is k of n games in words.
func gamesOf(k, n int) string {
	all := measure.Thousands(n)
	switch {
	case k == 0:
		return "none of " + all + " games"
	case k == n:
		return "every one of " + all + " games"
	case n < measure.LeastGames:
		return fmt.Sprintf("%d of %d games", k, n)
	case k*3 <= n:
		if k*40 < n {
			return fmt.Sprintf("%s of %s games", measure.Thousands(k), all)
		}
		return fmt.Sprintf("one game in %s (%s of %s)", numberWord((n+k/2)/k), measure.Thousands(k), all)
	}
	return fmt.Sprintf("%s of the games (%s of %s)", percent(float64(k)/float64(n)), measure.Thousands(k), all)
}

var numberWords = []string{"none", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
	"thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty"}

func numberWord(n int) string {
	if n < len(numberWords) {
		return numberWords[n]
	}
	return fmt.Sprint(n)
}

// percent writes a share with a decimal, and with more where what is not all, or not
// nothing, would look so.
func percent(x float64) string {
	if x <= 0 || x >= 1 {
		return fmt.Sprintf("%.0f %%", 100*x)
	}
	for places := 1; places < 4; places++ {
		text := fmt.Sprintf("%.*f", places, 100*x)
		if v, _ := strconv.ParseFloat(text, 64); v > 0 && v < 100 {
			return text + " %"
		}
	}
	if x < 0.5 {
		return "less than 0.001 %"
	}
	return "more than 99.999 %"
}

// rounded writes a mean with as many places as one reads.
func rounded(x float64) string {
	switch {
	case math.IsNaN(x):
		return "unknown"
	case math.Abs(x) >= 100:
		return measure.Thousands(int(math.Round(x)))
	}
	return fmt.Sprintf("%.1f", x)
}

// spaced is an id as words.
func spaced(id string) string { return strings.NewReplacer("-", " ", "_", " ").Replace(id) }

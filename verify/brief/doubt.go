package brief

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/edition"
	"github.com/lectio/lectio/verify"
	"github.com/lectio/lectio/verify/measure"
	"github.com/lectio/lectio/verify/playout"
)

// addDoubts fills in the questions that change something, and counts the others.
func (b *Brief) addDoubts(r *verify.Result, t *verify.Target) {
	d := t.Definition
	ranked := map[*rulesets.Question]*verify.Ranking{}
	for i := range r.Rankings {
		x := &r.Rankings[i]
		if x.Ruleset != d.ID {
			continue
		}
		ranked[x.Question] = x
		if x.Class != verify.NoChange {
			b.Doubts = append(b.Doubts, doubt(r, t, x))
		}
	}
	what, count := "question", map[string]int{}
	if len(b.Doubts) > 0 {
		what = "other question"
	}
	told := b.Doubts[:min(len(b.Doubts), DoubtsTold)]
	for _, q := range d.Questions {
		if x := ranked[q]; x == nil || x.Class == verify.NoChange {
			count[standing(r, d, q)]++
		}
		if q.SelfContradiction() && !slices.ContainsFunc(told, func(d Doubt) bool { return d.Question == q.Name() }) {
			b.Contradictions = append(b.Contradictions, Contradiction{q.Name(), q.Title, b.contradiction(r, d, q)})
		}
	}
	for _, how := range []string{changesPlay, notSeen, proved, oneReading, notCompared} {
		if n := count[how]; n > 0 {
			told := measure.Plural(n, what) + how
			if how == changesPlay {
				told += " " + whoseGames(r, d)
			}
			b.Without = append(b.Without, told)
		}
	}
}

// whoseGames says whose games show what readings change.
func whoseGames(r *verify.Result, d *rulesets.Definition) string {
	for _, l := range r.Learnings {
		if l.Ruleset == d.ID && l.Worth() {
			return string(measure.AtRandom) + ", nor in those " + string(measure.Learned) + " (of readings that they can play)"
		}
	}
	return string(measure.AtRandom)
}

// contradiction names one inside the source, with what play says of it, or that play says
// nothing.
func (b *Brief) contradiction(r *verify.Result, d *rulesets.Definition, q *rulesets.Question) string {
	text := fmt.Sprintf("the source contradicts itself (%s): %s. %s", strings.Join(verify.ClauseNames(q.About), ", "), q.Titled(), strings.TrimSuffix(q.Asks, "."))
	for i := range b.Doubts {
		if x := &b.Doubts[i]; x.Question == q.Name() {
			return edition.Capitalised(text) + " " + edition.Capitalised(x.Effect.Words) + "."
		}
	}
	return edition.Capitalised(text) + " The readings" + map[string]string{
		changesPlay: " change what may be played; games " + whoseGames(r, d) + " do not show what that does.", notSeen: " were not seen to part in play.",
		proved: " never part in play, which is proved.", oneReading: " cannot both be played.", notCompared: " were not compared in this run."}[standing(r, d, q)]
}

// What is said of the questions that change nothing a brief tells of.
const (
	changesPlay = " changed what may be played; what that does was not seen in so few games"
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
func doubt(r *verify.Result, t *verify.Target, x *verify.Ranking) Doubt {
	d, q := t.Definition, x.Question
	out := Doubt{Place: x.Rank, Firm: x.Firm(), Shared: x.PlaceWords((*rulesets.Question).Quoted), Mark: mark(q, x.Class), Question: q.Name(), Title: q.Title, Asks: q.Asks, Clauses: verify.ClauseNames(q.About),
		Aspect: measure.Score, Guaranteed: x.Guaranteed}
	for _, reading := range q.Readings {
		out.Readings = append(out.Readings, DoubtReading{ID: reading.ID, Title: reading.Title, Because: reading.Because, Borrowed: verify.ClauseNames(reading.Borrowed), Default: reading.ID == q.Default})
	}
	var reading *rulesets.Reading
	if c := x.Change; c != nil {
		reading, out.Aspect = c.Reading, c.Aspect
		out.Effect = Told{Words: Effect(d, c), Figure: inFigures(c.First()), Interval: bounds(c.First()), Holds: c.Holds}
		out.Games = gamesThatShow(r, t, c)
		for i := range r.Recounts {
			if n := &r.Recounts[i]; n.Ruleset == d.ID && n.Reading == reading {
				out.Effect.Words += "; it also changes " + n.What
			}
		}
	} else {
		reading = x.Recount.Reading
	}
	out.Reading = reading.ID
	p := first(r, d, q, reading)
	if x.Change == nil {
		out.Effect = Told{Words: recounted(x.Recount, p)}
	}
	if p == nil {
		return out
	}
	line := p.Found.A
	out.Line, out.Replay = line.Text(), line.Command()
	if p.Found.GameA != nil && p.Found.EndA != nil {
		out.Parted = p
	}
	out.InALine = inALine(p)
	out.Parting = fmt.Sprintf("“%s” and “%s” %s", p.A.Called(), p.B.Called(), p.Describe())
	if len(line.Plies) > 0 && out.Replay != "" { // the command tells the line
		out.Parting = fmt.Sprintf("“%s” and “%s” part after %s: %s", p.A.Called(), p.B.Called(), measure.Plural(len(line.Plies), "move"), p.Apart())
	}
	return out
}

// mark says what kind of doubt it is, where that is to be said.
func mark(q *rulesets.Question, class verify.Class) string {
	switch {
	case class == verify.Addition:
		return "about an end that the ruleset adds and no text has"
	case q.SelfContradiction():
		return "a contradiction inside the source"
	}
	return ""
}

// recounted says what a reading counts otherwise with which games came out alike; where a
// line shows that more may be played under one of the two, that too.
func recounted(c *verify.Recount, p *verify.Parting) string {
	alike := "lengths and choices"
	if c.Ahead {
		alike = "lengths, choices and who came out ahead"
	}
	alike = fmt.Sprintf("in %s %s were the same", measure.AtRandom.Games(c.Games), alike)
	if p != nil && playedApart(p) {
		return fmt.Sprintf("“%s” changes %s, and what may be played as well; but %s", c.Reading.Called(), c.What, alike)
	}
	return fmt.Sprintf("“%s” changes what is counted, not what is played: %s (%s)", c.Reading.Called(), c.What, alike)
}

// first is where a reading was first seen to part, from the default where that was seen; nil
// where it was not.
func first(r *verify.Result, d *rulesets.Definition, q *rulesets.Question, reading *rulesets.Reading) (found *verify.Parting) {
	for i := range r.Partings {
		p := &r.Partings[i]
		if p.Ruleset != d.ID || p.Question != q || p.A != reading && p.B != reading || p.Found == nil {
			continue
		}
		if found == nil || p.A.ID == q.Default || p.B.ID == q.Default {
			found = p
		}
	}
	return found
}

// Effect says what a change is: what games come to under its reading, and without it, between programs that
// learned the game where it shows there, and else at random, by how much they differ, and what becomes of it under the others; of a
// reading that is measured within another also that, and why.
func Effect(d *rulesets.Definition, c *verify.Change) string {
	under, lead := fmt.Sprintf("under “%s” ", c.Reading.Called()), c.First()
	if c.Base == c.Ruleset {
		return under + compared(lead, "by default") + ": " + difference(lead) + elsewhere(c)
	}
	where := within(d, c)
	if in, errs := d.Default(); len(errs) == 0 && in.Readings[c.Question.ID] != nil {
		return fmt.Sprintf("this reading does not go with all else by default: %s, %s: %s%s", where, under+compared(lead, "without it"), difference(lead), elsewhere(c))
	}
	return fmt.Sprintf("the question arises only %s; there %s: %s%s", where, under+compared(lead, "under “"+c.Question.Reading(c.Question.Default).Called()+"”"), difference(lead), elsewhere(c))
}

// elsewhere says what becomes of a change in games of the other play than that of which it is told first; "" where no
// program learned the game.
func elsewhere(c *verify.Change) string {
	if c.Learned == nil && c.Unlearned != "" {
		return "; learned programs were not compared: " + c.Unlearned
	}
	if c.Learned == nil {
		return ""
	}
	x, whose := c.Learned, "; "+string(measure.Learned)
	if c.First() == c.Learned {
		x, whose = c, "; "+string(measure.AtRandom)
	}
	value := rounded
	if x.Of.InPercent() {
		value = measure.Percent
	}
	games := measure.Plural(x.To.N, "game")
	if x.From.N != x.To.N {
		games += " and " + measure.Thousands(x.From.N)
	}
	figures := fmt.Sprintf("%s against %s in %s", value(x.To.Value), value(x.From.Value), games)
	if x.Metric == measure.MetricTimeouts { // games of the two plays are given up after different lengths
		figures = fmt.Sprintf("%s against %s of %s had not ended after %s moves", value(x.To.Value), value(x.From.Value), games, measure.Thousands(x.Stats.Cap))
	}
	figures += ", " + difference(x)
	behind := searched(c, value)
	switch c.Holds {
	case verify.HoldsBoth:
		return whose + " the same way, " + figures + behind
	case verify.TurnsRound:
		turned := whose + " it turns round: " + figures
		if !c.Learned.Retrained {
			turned += "; but the programs that play this reading learned the default, and whether it turns round between such as learned the reading was not asked (--effort deep asks it)"
		}
		return turned + behind
	case verify.OnlyLearned, verify.OnlyRandom:
		return whose + " nothing that matters: " + figures + behind
	}
	sure := " it does not surely show: "
	if x == c.Learned {
		sure = " it does not surely show under each training: "
	}
	return whose + sure + figures + behind
}

// fromSame is said of games that are compared in pairs.
const fromSame = " from the same random numbers"

// searched says what a change comes to between programs that search, "" where none played both sides of it.
func searched(c *verify.Change, value func(float64) string) string {
	if c.Searched == nil {
		return ""
	}
	one := func(e playout.Estimate) string {
		return strings.TrimSpace(value(e.Value) + " " + interval(e, c.Of.InPercent()))
	}
	return fmt.Sprintf("; %s, which follow %s lines for each decision, %s in %s against %s in %s", measure.Searching, measure.Thousands(verify.SearchedLines),
		one(c.Searched.To), measure.Plural(c.Searched.To.N, "game"), one(c.Searched.From), measure.Thousands(c.Searched.From.N))
}

// within names in words the readings in whose company a reading is measured.
func within(d *rulesets.Definition, c *verify.Change) string {
	var list []string
	for _, pair := range strings.Split(strings.TrimSuffix(strings.TrimPrefix(c.Base, c.Ruleset+"{"), "}"), ",") {
		name, reading, _ := strings.Cut(strings.TrimSpace(pair), "=")
		if q := d.Question(name); q != nil {
			name, reading = q.Quoted(), q.Reading(reading).Called()
		}
		list = append(list, fmt.Sprintf("“%s” is read in %s", reading, name))
	}
	return "where " + strings.Join(list, " and ")
}

// compared says what a metric comes to under a reading, and without it: in the games on
// which the difference rests and in no others.
func compared(c *verify.Change, base string) string {
	to, from := c.To, c.From
	games := func(that string) string { // on which it rests
		out := c.Play.Games(to.N)
		if !c.Sample.Paired {
			return c.Play.GamesThat(to.N, that)
		}
		if c.LeftOut > 0 && that != "" {
			out += that + " both ways"
		}
		if c.Stats.Played < c.Stats.Games && !c.Cut { // for their length, and not because they did not end
			out += fmt.Sprintf(" (only %s of %s were begun, so long they were together)", measure.Thousands(c.Stats.Played), measure.Thousands(c.Stats.Games))
		}
		return out
	}
	same := ""
	if c.Sample.Paired {
		same = fromSame
	}
	who := c.Of.Who()
	if _, second := c.Of.Second(); second != who { // a side that has another name under the reading
		who = fmt.Sprintf("%s (%s under this reading)", who, second)
	}
	if c.Share {
		count := func(e playout.Estimate) string { return someOf(int(math.Round(e.Value * float64(e.N)))) }
		return fmt.Sprintf("%s; %s, %s of %s%s", c.Of.Sentence(count(to), who, c.Stats.Cap, games), base, count(from), measure.Thousands(from.N), same)
	}
	value, behind := rounded, ""
	if c.Of.InPercent() {
		value = measure.Percent
	}
	told := c.Of.Sentence(value(to.Value), who, c.Stats.Cap, func(that string) string {
		if that == "" {
			return games("")
		}
		if behind = " in those" + same; c.Sample.Paired {
			return games(that)
		}
		if behind = " in " + measure.Thousands(from.N); c.Stats.Played > to.N {
			return measure.Thousands(to.N) + " of " + c.Play.GamesThat(c.Stats.Played, that)
		}
		return c.Play.Games(to.N)
	})
	return fmt.Sprintf("%s; %s, %s%s", strings.TrimSuffix(told, ","), base, value(from.Value), behind)
}

// difference says by how much games under a reading differ from those without it: at random with the corrected
// interval, between programs that learned with the range over trainings.
func difference(c *verify.Change) string {
	by, hundred := measure.Signed(c.Difference.Value), ""
	if c.Of.InPercent() {
		by, hundred = measure.Signed(100*c.Difference.Value), " in a hundred"
	}
	text, whose := fmt.Sprintf("difference %s %s%s", by, bounds(c), hundred), "the range over "
	if low, high := c.Bounds(); low == 0 && high == 0 { // to which there is no interval
		text, whose = "no difference", "under each of "
	}
	if len(c.Trainings) > 0 {
		text += ", " + whose + measure.NumberWord(len(c.Trainings)) + " trainings"
		if c.Retrained {
			text += " of each reading"
		} else {
			text += ", " + verify.NotRetrained
		}
	}
	return text
}

// bounds are those of a difference, of a share in a hundred.
func bounds(c *verify.Change) string {
	low, high := c.Bounds()
	if c.Of.InPercent() {
		low, high = 100*low, 100*high
	}
	return fmt.Sprintf("[%s, %s]", measure.Signed(low), measure.Signed(high))
}

// someOf is how many of some games.
func someOf(n int) string {
	if n == 0 {
		return "none"
	}
	return measure.Thousands(n)
}

// inFigures are the numbers of a change.
func inFigures(c *verify.Change) string {
	if len(c.Trainings) > 0 {
		var each []string
		for _, x := range c.Trainings {
			each = append(each, fmt.Sprintf("%s [%s, %s]", measure.Signed(x.Difference.Value), measure.Signed(x.Low), measure.Signed(x.High)))
		}
		return fmt.Sprintf("%s, by training, each with the interval for all %s comparisons at once: %s", c.Metric, measure.Thousands(c.Comparisons), strings.Join(each, ", "))
	}
	return fmt.Sprintf("%s %s [%s, %s], for all %s comparisons at once [%s, %s], in %s", c.Metric, measure.Signed(c.Difference.Value),
		measure.Signed(c.Difference.Low), measure.Signed(c.Difference.High), measure.Thousands(c.Comparisons), measure.Signed(c.Low), measure.Signed(c.High), c.Basis())
}

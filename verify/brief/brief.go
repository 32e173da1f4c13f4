package brief

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/dimension"
	"github.com/lectio/lectio/rulesets/edition"
	"github.com/lectio/lectio/verify"
	"github.com/lectio/lectio/verify/measure"
	"github.com/lectio/lectio/verify/parallels"
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
	// Contradictions are those inside the source that are not among the doubts told.
	Contradictions []Contradiction `json:"contradictions,omitempty"`
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
	Figure    string `json:"figure,omitempty"`   // metric, value and interval, of what is told first
	Interval  string `json:"interval,omitempty"` // by itself; the words have it too
	Startling bool   `json:"startling,omitempty"`
	Cut       bool   `json:"interrupted,omitempty"` // the run was stopped before all that this rests on was done
	// Holds says under whom a change holds: at random, between programs that learned the game, both …
	Holds verify.Holding `json:"holds,omitempty"`
	// Terms are what words mean that are first used here.
	Terms []string `json:"terms,omitempty"`

	key     string // the metric, by which the same is found of games of another play
	reports string // the metric of games that people played
}

// Doubt is a question with what it changes.
type Doubt struct {
	Place    int            `json:"place"`            // from 1
	Firm     bool           `json:"firm"`             // the place would be the same with other games
	Shared   string         `json:"shared,omitempty"` // with whom a place that is not firm is shared, in words
	Mark     string         `json:"mark,omitempty"`   // of what kind the doubt is, where that is to be said
	Question string         `json:"question"`         // as messages call it
	Title    string         `json:"title,omitempty"`  // for people
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
	InALine string `json:"parting_in_a_line,omitempty"`
	Line    string `json:"line_of_play,omitempty"`
	Replay  string `json:"replay,omitempty"` // the command that plays it again
	// Games are games that show the effect, of a doubt that does not show alike at random and between learned programs: one of
	// each kind of program in which it shows.
	Games []Game `json:"games,omitempty"`
	// Nearest is the nearest of the texts that answer what the question asks, of a doubt that
	// is told.
	Nearest *parallels.Text `json:"nearest_text,omitempty"`
	Board   string          `json:"board,omitempty"`
	// Terms are what words mean that are first used here.
	Terms []string `json:"terms,omitempty"`

	// Parted is where its readings first part, nil where no board is known on which they do.
	Parted *verify.Parting `json:"-"`
}

// Heading is what readers call the question, with the name that commands take.
func (d *Doubt) Heading() string {
	if d.Title == "" {
		return d.Question
	}
	return fmt.Sprintf("%s (%s)", d.Title, d.Question)
}

// Says is why the reading is held, with the clauses of other texts that it rests on.
func (r *DoubtReading) Says() string {
	if len(r.Borrowed) == 0 {
		return r.Because
	}
	return r.Because + " Borrowed from " + strings.Join(r.Borrowed, ", ") + "."
}

// Name is what the sentences on a doubt call the reading, with its id.
func (r *DoubtReading) Name() string {
	if r.Title == "" {
		return r.ID
	}
	return fmt.Sprintf("“%s” (%s)", r.Title, r.ID)
}

// InShort is Settling for a page: the answer first, since there may be no room for the rest, and
// to what it is one, which need not be asked in the words of the doubt.
func (d *Doubt) InShort() string {
	if d.Nearest == nil {
		return ""
	}
	return fmt.Sprintf("Nearest text: “%s” to “%s” (%s; %s)", d.Nearest.Means, d.Nearest.Asks, d.Nearest.Refs(), d.Nearest.Of())
}

// Settling says which text is nearest of those that answer what the question asks; "" where
// none is known.
func (d *Doubt) Settling() string {
	if d.Nearest == nil {
		return ""
	}
	return fmt.Sprintf("Nearest text that answers it: %s (%s; %s). %s", d.Nearest.Refs(), d.Nearest.Of(), d.Nearest.Near.Words(), d.Nearest.Says())
}

// Contradiction is one inside the source, in words, with what play says of it.
type Contradiction struct {
	Question string `json:"question"`
	Title    string `json:"title,omitempty"` // for people
	Words    string `json:"words"`
}

// Name is what readers call its question, with the name that commands take.
func (c *Contradiction) Name() string {
	if c.Title == "" {
		return c.Question
	}
	return fmt.Sprintf("“%s” (%s)", c.Title, c.Question)
}

// DoubtReading is a reading of a question in doubt.
type DoubtReading struct {
	ID      string `json:"id"`
	Title   string `json:"title,omitempty"` // for people
	Because string `json:"because"`
	// Borrowed are the clauses of other texts on which the reading rests.
	Borrowed []string `json:"borrowed_from,omitempty"`
	Default  bool     `json:"default,omitempty"`
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
	d, games := t.Definition, r.Options.Games
	for i := range r.Metrics {
		if m := &r.Metrics[i]; m.Ruleset == d.ID && m.Default && m.Cut {
			games = m.Stats.Played // the run was stopped
		}
	}
	b := &Brief{Ruleset: d.ID, Title: cmp.Or(d.Title, d.ID), Records: slices.Clone(d.Records), Settled: settled(r, t),
		Run: ranOn(r, d, games)}
	b.Play = besideReported(t, ofPlay(r, t))
	b.addDoubts(r, t)
	for i := range b.Doubts[:min(len(b.Doubts), DoubtsTold)] {
		x := &b.Doubts[i]
		x.Nearest = parallels.Of(t.Corpus, d, d.Question(x.Question)).Nearest()
	}
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

// FiguresInShort says how figures are read in a line, of a page.
const FiguresInShort = "[from, to]: 95 of 100 made so hold the mean of such games, differences at random all at once; a range over trainings need not. “=”: a place not firm."

// FiguresAbout says how the figures of a brief are read.
const FiguresAbout = "Behind a figure stands its interval, [from, to]: of a hundred intervals made in this way 95 hold the mean of such games. That of a difference at random is wider: in at least 95 of a hundred such runs all of them hold the mean of their games at once. Between learned programs the least and the most difference under one training stand there, a range over trainings, which is no interval; where it is called not retrained the programs that play the reading learned the default, and one that learned the reading may play it otherwise. Games from the same random numbers have the same throws and drawn moves for as long as they are the same."

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
				named = append(named, fmt.Sprintf("%s: %d, shown %d", w.Question.Quoted(), w.Question.Weight, w.Shown))
			}
		}
		if len(named) > 0 {
			out = append(out, fmt.Sprintf("weights too %s for what was seen in play, the worst first: %s", x.too, strings.Join(named, "; ")))
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

// ranOn says what a brief rests on: how many games of whose play, and how they are made.
func ranOn(r *verify.Result, d *rulesets.Definition, games int) string {
	seed := fmt.Sprintf("seed %d", r.Options.Seed)
	for i := range r.Metrics {
		m := &r.Metrics[i]
		if m.Ruleset != d.ID || !m.Default || len(m.Learned) == 0 {
			continue
		}
		l := m.Learned[0]
		trained := "these learned the default, and play its readings by that (not retrained)"
		if n := r.Options.Retrained; n > 0 {
			trained = fmt.Sprintf("these learned the default, and play its readings by that (not retrained), but for those that turn round, as far as there are no more than %d questions, and those that rank first: their readings were learned anew", n)
		}
		return fmt.Sprintf("by default %s, and %s between learned programs, %s by each of %s; %s; games were given up after %s moves at random, %s between programs; %s; a change is told of them where all %s show it",
			measure.AtRandom.Games(games), measure.Thousands(l.Played*len(m.Learned)), measure.Thousands(l.Played), measure.NumberWord(len(m.Learned)), seed, measure.Thousands(r.Options.Cap), measure.Thousands(l.Cap), trained, measure.NumberWord(len(m.Learned)))
	}
	return fmt.Sprintf("%s by default, %s (all throws and moves are drawn from this number: the same seed, the same games), at most %s moves a game", measure.AtRandom.Games(games), seed, measure.Thousands(r.Options.Cap))
}

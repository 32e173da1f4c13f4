package site

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/lectio/lectio/evidence"
	"github.com/lectio/lectio/evidence/date"
	"github.com/lectio/lectio/rulesets/edition"
	"github.com/lectio/lectio/verify/brief"
	"github.com/lectio/lectio/verify/measure"
)

// homeView is the first page: the games, where and when they are attested.
type homeView struct {
	Games    []cardView
	Map      *mapView
	Timeline *timelineView
	Counts   string
	Records  string
	Kinds    []link // of records
	Learned  bool   // programs were to learn the games
}

// cardView is a game on the first page.
type cardView struct {
	ID, To, Title, Family string
	Where, When           string
	Board                 *figureView
	Brief                 []string // two sentences
	Gloss                 string   // what the reading that they name is
	Counts                string
}

func (s *Site) home(context.Context) error {
	p := s.page("index.html", s.settings.Title+": "+s.holds())
	p.Lede, p.Summary, p.Wide = s.settings.About, s.settings.About, true
	v := &homeView{Learned: s.res.Options.Trainings > 0}
	clauses, questions, readings := 0, 0, 0
	var names []string
	for _, g := range slices.SortedStableFunc(slices.Values(s.games), func(a, b *game) int { return a.brief.Graver(b.brief) }) {
		card, err := p.card(g)
		if err != nil {
			return err
		}
		v.Games = append(v.Games, card)
		names = append(names, card.Title)
		clauses += len(g.Clauses)
		questions += len(g.Definition.Questions)
		for _, q := range g.Definition.Questions {
			readings += len(q.Readings)
		}
	}
	if len(v.Games) > 0 {
		v.Counts = fmt.Sprintf("%s: %s of text, %s left open by them, %s to answer these.", strings.Join(names, ", "), measure.Plural(clauses, "clause"), measure.Plural(questions, "question"), measure.Plural(readings, "reading"))
	}
	v.Map, v.Timeline = s.worldMap(), s.timeline()
	v.Records, v.Kinds = measure.Plural(len(s.everyRecord()), "record"), s.kindsOfRecords()
	p.Meta = map[string]any{"@type": "Dataset", "creator": map[string]any{"@type": "Organization", "name": s.settings.Authors},
		"keywords": append([]string{"history of games", "board games", "rules"}, names...)}
	return p.write("home", v)
}

// holds says what the site holds: how many games after how many records, or without games how
// many records, and from when these are. A record without a date is not told of as one that has any.
func (s *Site) holds() string {
	records, dated := map[string]bool{}, map[string]bool{}
	first, last := math.MaxInt, math.MinInt
	note := func(r *evidence.Record) {
		records[r.ID] = true
		if a, b, ok := yearsOf(r.Date); ok {
			dated[r.ID], first, last = true, min(first, a), max(last, b)
		}
	}
	out := ""
	for _, g := range s.games {
		for _, r := range g.Evidence() {
			note(r)
		}
		out = measure.Plural(len(s.games), "game") + " after "
	}
	if len(s.games) == 0 {
		for _, r := range s.records {
			note(r.Record)
		}
	}
	out += measure.Plural(len(records), "record")
	if len(dated) == 0 {
		return out
	}
	when := date.YearWords(first)
	if last > first {
		when += " to " + date.YearWords(last)
	}
	if len(dated) < len(records) {
		return fmt.Sprintf("%s, %d dated %s", out, len(dated), when)
	}
	return out + " of " + when
}

// card tells of a game on the first page.
func (p *page) card(g *game) (cardView, error) {
	c := cardView{ID: g.Definition.ID, To: g.dir + "/index.html", Title: g.Definition.Title, Family: g.kind()}
	var where, when []string
	for _, r := range g.Evidence() {
		if w := r.Location.Called(); w != "" && !slices.Contains(where, w) {
			where = append(where, w)
		}
		if w := dated(g.Corpus.Of(g.Definition).Evidence, r); w != "" && !slices.Contains(when, w) {
			when = append(when, w)
		}
	}
	c.Where, c.When = strings.Join(where, ", "), strings.Join(when, ", ")
	c.Brief = g.twoSentences()
	if d := g.brief.Doubts; len(d) > 0 {
		if q := g.Definition.Question(d[0].Question); q != nil {
			c.Gloss = g.gloss(q, d[0].Reading)
		}
	}
	c.Counts = fmt.Sprintf("%s · %s", measure.Plural(len(g.Clauses), "clause"), measure.Plural(len(g.Definition.Questions), "open question"))
	var err error
	c.Board, err = p.position(g.Game, opening(g.Game), "")
	if c.Board != nil {
		c.Board.Alt = "the opening position of " + g.Definition.Title + ": " + c.Board.Alt
	}
	return c, err
}

// kind is what kind of game it is, in words.
func (g *game) kind() string { return g.Definition.Family + " game" }

// twoSentences are the brief of a game in two, the graver first: what startles, or else the
// gravest doubt, and what holds of play.
func (g *game) twoSentences() (out []string) {
	b := g.brief
	doubt := ""
	switch {
	case len(b.Doubts) > 0:
		d := &b.Doubts[0]
		doubt = fmt.Sprintf("What matters most of what is open: %s %s.", d.Asks, edition.Capitalised(d.Effect.Words))
	case len(b.Without) > 0:
		doubt = measure.Sentence(b.Without[0])
	}
	if doubt != "" {
		out = append(out, doubt)
	}
	switch {
	case len(b.Play) > 0 && b.Play[0].Startling:
		out = slices.Insert(out, 0, b.Play[0].Words)
	case len(b.Play) > 0:
		out = append(out, b.Play[0].Words)
	}
	return out
}

// yearsOf are the first and the last year that a date can mean; of one with an end that is
// not known, the other.
func yearsOf(d *evidence.Date) (first, last int, ok bool) {
	if d == nil || d.EDTF.IsZero() {
		return 0, 0, false
	}
	a, begins := d.EDTF.Earliest()
	b, ends := d.EDTF.Latest()
	switch {
	case begins && ends:
		return a.Year, b.Year, true
	case begins:
		return a.Year, a.Year, true
	case ends:
		return b.Year, b.Year, true
	}
	return 0, 0, false
}

// dated is the date of a record in words, with what it is the date of, and with how many of
// its clauses are of another hand where most are: that is no text of this date.
func dated(ev *evidence.Corpus, r *evidence.Record) string {
	words := datedWords(r, r.Date)
	if later := otherHands(ev, r); words != "" && later != "" {
		words += "; " + later
	}
	return words
}

// otherHands says of a record most of whose clauses are as others than its source give them how
// many these are, and who gives them when; else "".
func otherHands(ev *evidence.Corpus, r *evidence.Record) string {
	n := 0
	var by []string
	for _, c := range r.Clauses {
		l := r.Layer(c.In)
		if l == nil || l.By == "" || l.By == r.Source.Key {
			continue
		}
		n++
		who := l.By
		if s := ev.Source(l.By); s != nil {
			who = fmt.Sprintf("“%s” (", s.Title)
			switch first, last, ok := s.Years(); {
			case !ok:
				who += "no date known)"
			case first == last:
				who += date.YearWords(first) + ")"
			default:
				who += date.YearWords(first) + " to " + date.YearWords(last) + ")"
			}
		}
		if !slices.Contains(by, who) {
			by = append(by, who)
		}
	}
	if 2*n <= len(r.Clauses) {
		return ""
	}
	return fmt.Sprintf("%d of its %s as given by %s", n, measure.Plural(len(r.Clauses), "clause"), strings.Join(by, " and "))
}

// datedWords is a date of a record in words, with what it is the date of, and why the record
// says that it is not certain.
func datedWords(r *evidence.Record, d *evidence.Date) string {
	if d == nil || d.EDTF.IsZero() {
		return ""
	}
	words, about := d.EDTF.Words(), doubts(r, d)
	switch d.Of {
	case "":
	case "publication":
		words = "published " + words
	default:
		about = slices.Insert(about, 0, d.Of)
	}
	if len(about) == 0 {
		return words
	}
	return words + " (" + strings.Join(about, ", ") + ")"
}

// doubts are the reasons that a record names why its date is not certain.
func doubts(r *evidence.Record, d *evidence.Date) (out []string) {
	for _, name := range r.Uncertainty {
		if f, _ := evidence.FactorNamed(name); f.About == "date" && d == r.Date {
			out = append(out, name)
		}
	}
	return out
}

// lines of a brief, for the page of a game
type briefView struct {
	Settled string
	Play    []brief.Told
	Doubts  []doubtView
	More    int
	Without []string
	Run     string
	About   string
}

type doubtView struct {
	*brief.Doubt
	To      link
	Clauses []clauseView
	Glosses []string // what the reading that it names is, and the default
}

package site

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strings"

	"github.com/lectio/lectio/evidence"
	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/board/draw"
	"github.com/lectio/lectio/rulesets/edition"
	"github.com/lectio/lectio/verify"
	"github.com/lectio/lectio/verify/brief"
	"github.com/lectio/lectio/verify/measure"
	"github.com/lectio/lectio/verify/playout"
)

// questionView is the page of a question.
type questionView struct {
	*rulesets.Question
	Number    string // where the name does not say it
	Clauses   []clauseView
	Readings  []readingView
	AskedWhen string // in words
	Note      string // with readings called as pages call them
	Place     string // among the questions, by consequence
	Partings  []partingView
	Effect    *effectView
	Parallels *parallelsView
}

// readingView is a reading with what it says.
type readingView struct {
	*rulesets.Reading
	Because, NotPlayable string       // with readings called as pages call them
	Borrowed             []quotedView // clauses of other texts that it rests on
	Default              bool
	Why                  string // it is the default
	Excludes             string // in words
	Sentences            []changeView
	Does                 []string
	Play                 string // leads to the page to play on, under this reading
}

// changeView is a sentence that a reading changes.
type changeView struct{ How, Text string }

// kinds say of what kind a question is.
var questionKinds = map[string]string{"wording": "The wording can be read in more than one way", "silence": "The text is silent",
	"contradiction": "The text contradicts itself", "slip": "A slip in the text", "translation": "A matter of translation"}

// bases say on what a reading rests.
var readingBases = map[string]string{"attested": "the text has it", "inferred": "an inference",
	"borrowed": "taken from a kindred game", "conjectured": "a conjecture"}

// questionPages writes the list of the questions of a game, and a page for each.
func (s *Site) questionPages(ctx context.Context, g *game) error {
	if err := s.questionList(g); err != nil {
		return err
	}
	return atOnce(ctx, len(g.ranked), func(i int) error {
		r := g.ranked[i]
		title, lede := r.Question.Called()+". "+r.Question.Asks, ""
		if r.Question.Title != "" {
			title, lede = g.Definition.Title+": "+r.Question.Title, r.Question.Asks
		}
		p := s.gamePageOf(g, "questions/"+slug(r.Question.Name())+"/index.html", title, "questions/index.html")
		if p.Mend != "" { // where the question stands in the text
			p.Mend += fmt.Sprint(":", r.Question.Pos.Line)
		}
		p.Lede = lede
		p.Up = append(p.Up, link{g.dir + "/questions/index.html", "Open questions"})
		if i > 0 {
			l := g.questionLink(g.ranked[i-1].Question)
			p.Before = &l
		}
		if i+1 < len(g.ranked) {
			l := g.questionLink(g.ranked[i+1].Question)
			p.After = &l
		}
		return p.question(g, r)
	})
}

// question writes the page of a question.
func (p *page) question(g *game, r *verify.Ranking) error {
	q := r.Question
	p.Summary = fmt.Sprintf("%s: %s %s.", g.Definition.Title, q.Asks, questionKinds[q.Kind])
	p.Scripts = append(p.Scripts, "assets/line.js")
	v := &questionView{Question: q, Number: numbered(q), Clauses: g.clauseRefs(q.About), Note: g.prose(q, q.Note), Place: g.place(r)}
	if g.Game.Readings[q.ID] == nil {
		v.AskedWhen = "The question arises only under " + g.readingNames(q.AskedWhen) + "."
	}
	var answers []map[string]any
	readings := slices.Clone(q.Readings)
	slices.SortStableFunc(readings, func(a, b *rulesets.Reading) int {
		return cmp.Compare(b2i(b.ID == q.Default), b2i(a.ID == q.Default))
	})
	for _, x := range readings {
		v.Readings = append(v.Readings, p.site.reading(g, q, x))
		answers = append(answers, map[string]any{"@type": "Answer", "text": x.Called()})
	}
	p.Meta = map[string]any{"mainEntity": map[string]any{"@type": "Question", "name": q.Asks, "answerCount": len(answers), "suggestedAnswer": answers}}
	var err error
	if v.Partings, err = p.partings(g, q); err != nil {
		return err
	}
	if v.Effect, err = p.effect(g, r); err != nil {
		return err
	}
	v.Parallels = p.parallels(g, q)
	return p.write("question", v)
}

// prose is what an author has written of a question, or of none, with the readings that it names by
// their ids called as pages call them, those of the question and of others that it names, and
// with the titles of other questions in the place of their numbers.
func (g *game) prose(q *rulesets.Question, text string) string {
	for _, other := range g.Definition.Questions {
		if other != q && (other.See == "" || !strings.Contains(text, other.See)) {
			continue
		}
		for _, r := range other.Readings {
			if spaced(r.ID) == r.ID { // a word like others
				text = strings.ReplaceAll(text, other.Name()+"="+r.ID, other.Name()+" “"+r.Called()+"”")
				continue
			}
			named := regexp.MustCompile(`(?i)(^|[^\pL\pN_“-])` + regexp.QuoteMeta(r.ID) + `($|[^\pL\pN_-])`)
			text = strings.ReplaceAll(named.ReplaceAllString(text, "${1}“"+r.Called()+"”${2}"), "=“", " “")
		}
		if other != q && other.Title != "" {
			text = titled(text, other)
		}
	}
	return text
}

// titled puts the title of a question in the place of its number, but where that stands before one
// of its readings.
func titled(text string, q *rulesets.Question) string {
	var out strings.Builder
	for {
		before, after, found := strings.Cut(text, q.See)
		out.WriteString(before)
		if !found {
			return out.String()
		}
		if part := after != "" && (after[0] == '=' || '0' <= after[0] && after[0] <= '9'); part || strings.HasPrefix(after, " “") {
			out.WriteString(q.See)
		} else {
			out.WriteString("“" + q.Title + "”")
		}
		text = after
	}
}

// gloss is a reading with what its author says for it: what it is called is short.
func (g *game) gloss(q *rulesets.Question, id string) string {
	name := "“" + called(q, id) + "”"
	if id == q.Default {
		name += ", the default"
	}
	return name + ": " + sentence(g.prose(q, q.Reading(id).Because))
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

// place says where a question stands among those of its game, and by whose games.
func (g *game) place(r *verify.Ranking) string {
	switch {
	case r.Rank == 0:
		return "Its readings were not compared in play."
	case r.Change == nil:
		return fmt.Sprintf("By what it does to games %s it is one of those in which nothing was seen that chance could not have done; the text leaves %s open in all.", g.whose(), measure.Plural(len(g.ranked), "question"))
	}
	c := r.Change.First()
	text := fmt.Sprintf("By what it does to %s it is number %d of %d", c.Play.All(), r.Rank, len(g.ranked))
	if words := r.PlaceWords(func(q *rulesets.Question) string { return "“" + q.Called() + "”" }); words != "" {
		text += ", a place that is " + words
	}
	return text + elsewhere(r.Change) + "."
}

// whose says whose games the readings of a game are compared by.
func (g *game) whose() string {
	if g.learned {
		return string(measure.Learned) + " and " + string(measure.AtRandom)
	}
	return "played " + string(measure.AtRandom)
}

// elsewhere says what is known of a change under the other play than that by which it is told.
func elsewhere(c *verify.Change) string {
	other := measure.AtRandom
	switch {
	case c.Unlearned != "":
		return fmt.Sprintf("; %s it is not known: %s", measure.Learned, c.Unlearned)
	case c.Learned == nil:
		return ""
	case c.First() != c.Learned:
		other = measure.Learned
	}
	known := map[verify.Holding]string{verify.HoldsBoth: "it does the same", verify.TurnsRound: "it does the contrary",
		verify.OnlyLearned: "it does nothing that matters", verify.OnlyRandom: "it does nothing that matters"}[c.Holds]
	if c.Holds == verify.TurnsRound && !c.Learned.Retrained {
		known += ", but the programs that play the reading learned the default (" + verify.NotRetrained + ")"
	}
	return fmt.Sprintf("; %s %s", other, cmp.Or(known, "it is not known"))
}

// readingNames names readings of questions in words.
func (g *game) readingNames(list map[string][]string) string {
	var out []string
	for _, q := range g.Definition.Questions {
		for name, readings := range list {
			if g.Definition.Question(name) == q {
				var words []string
				for _, r := range readings {
					words = append(words, "“"+called(q, r)+"”")
				}
				out = append(out, strings.Join(words, " or ")+" ("+q.Called()+")")
			}
		}
	}
	return strings.Join(out, " and ")
}

func (s *Site) reading(g *game, q *rulesets.Question, r *rulesets.Reading) readingView {
	v := readingView{Reading: r, Because: sentence(g.prose(q, r.Because)), Default: r.ID == q.Default, NotPlayable: g.prose(q, r.NotPlayable)}
	for _, ref := range r.Borrowed {
		if of, rec := rulesets.Texts(g.Corpus.Evidence, ref.Record); rec != nil {
			clause := evidence.ClauseRef{Record: ref.Record, N: ref.N}
			if says, _ := rec.Says(ref.N); !of.IsWithheld(clause) {
				v.Borrowed = append(v.Borrowed, s.quoted(g, clause, says))
			}
		}
	}
	if v.Default {
		v.Why = g.prose(q, q.DefaultWhy)
	}
	if len(r.Excludes) > 0 {
		v.Excludes = "It does not go together with " + g.readingNames(r.Excludes) + "."
	}
	for _, c := range g.readings.Changes(q, r) {
		how := map[edition.ChangeKind]string{edition.OtherGrounds: "as before, on other grounds" + c.Grounds(), edition.NoLonger: "no longer", edition.NoLongerThere: "no longer, where another reading brings it in",
			edition.ReadsNow: "now reads", edition.InPlace: "instead"}[c.Kind]
		v.Sentences = append(v.Sentences, changeView{How: how, Text: c.Text})
	}
	if v.Default && len(v.Sentences) == 0 {
		for _, st := range g.Game.Statements {
			if slices.ContainsFunc(q.Readings, func(o *rulesets.Reading) bool {
				return slices.ContainsFunc(o.Statements, func(x *rulesets.Statement) bool { return x.Replaces == st.ID }) || slices.Contains(o.Without, st.ID)
			}) {
				v.Sentences = append(v.Sentences, changeView{Text: edition.Sentence(g.Game, st)})
			}
		}
	}
	if r.Playable() && !v.Default {
		v.Does = s.does(g, q, r)
	}
	if under := g.readings.Game(q, r); under != nil && s.asks() {
		v.Play = g.dir + "/play/index.html#" + playHash(under)
	}
	return v
}

// sentence ends a text as a sentence ends.
func sentence(s string) string { return measure.Sentence(strings.TrimRight(strings.TrimSpace(s), ".")) }

// does says in words what a reading changes in play, the greatest first.
func (s *Site) does(g *game, q *rulesets.Question, r *rulesets.Reading) (out []string) {
	var changes []*verify.Change
	for i := range s.res.Changes {
		c := &s.res.Changes[i]
		if c.Ruleset == g.Definition.ID && c.Reading == r && c.First().Guaranteed > 0 {
			changes = append(changes, c)
		}
	}
	random := func(c *verify.Change) int { return b2i(c.Learned != nil && c.First() == c) }
	slices.SortStableFunc(changes, func(a, b *verify.Change) int {
		return cmp.Or(cmp.Compare(random(a), random(b)), cmp.Compare(b.First().Guaranteed, a.First().Guaranteed))
	})
	for _, c := range changes[:min(len(changes), 3)] {
		x := c.First()
		bars := ""
		if x.Play == measure.Learned {
			bars = fmt.Sprintf(" (the ranges over %d trainings)", len(x.Trainings))
		}
		out = append(out, fmt.Sprintf("%s. %s, %s: %s against %s%s.", edition.Capitalised(brief.Effect(g.Definition, c)), edition.Capitalised(c.Metric), x.Play, value(x.To, c.Share), value(x.From, c.Share), bars))
	}
	for i := range s.res.Touched {
		if x := &s.res.Touched[i]; x.Ruleset == g.Definition.ID && x.Question == q && x.Reading == r && x.Decisions.N > 0 {
			out = append(out, fmt.Sprintf("Of %s, one out of each of as many games at random, it changed %d: what might be played there, or what came of it. Of %s played under both with the same throws and moves, %d went another way under it.",
				measure.Plural(x.Decisions.N, "decision"), x.DecisionsTouched, measure.AtRandom.Games(x.Games.N), x.GamesTouched))
		}
	}
	return out
}

// value is an estimate with its interval.
func value(e playout.Estimate, share bool) string {
	if share {
		return fmt.Sprintf("%.0f %% [%.0f, %.0f]", 100*e.Value, 100*e.Low, 100*e.High)
	}
	if math.IsNaN(e.Low) {
		return measure.Figure(e.Value)
	}
	return fmt.Sprintf("%s [%s, %s]", measure.Figure(e.Value), measure.Figure(e.Low), measure.Figure(e.High))
}

// effectView is what the readings of a question do to play, as a picture.
type effectView struct {
	Chart *figureView
}

// drawable reports whether a value has a place in a picture: of no games there is no mean, and of
// one no interval.
func drawable(v float64) bool { return !math.IsNaN(v) && !math.IsInf(v, 0) }

// effectRow is a reading in a picture of what readings do.
type effectRow struct {
	name string
	e    playout.Estimate
	head bool // it has a name and nothing else
}

// effectRows are what a question's readings come to in its metric: of games between programs that learned, of so many
// trainings, and below them of those at random; or of these alone, and no trainings.
func (p *page) effectRows(g *game, r *verify.Ranking) (rows []effectRow, trainings int) {
	var learned []effectRow
	for i := range p.site.res.Changes {
		c := &p.site.res.Changes[i]
		if c.Ruleset != g.Definition.ID || c.Question != r.Question || c.Metric != r.Change.Metric {
			continue
		}
		add := func(rows []effectRow, from, to playout.Estimate) []effectRow {
			if !drawable(from.Value) || !drawable(to.Value) {
				return rows
			}
			if len(rows) == 0 {
				rows = append(rows, effectRow{name: called(r.Question, r.Question.Default) + " (default)", e: from})
			}
			return append(rows, effectRow{name: c.Reading.Called(), e: to})
		}
		rows = add(rows, c.From, c.To)
		if l := c.Learned; l != nil {
			learned, trainings = add(learned, l.From, l.To), len(l.Trainings)
		}
	}
	if len(learned) < 2 {
		return rows, 0
	}
	return slices.Concat([]effectRow{{name: string(measure.Learned), head: true}}, learned, []effectRow{{name: string(measure.AtRandom), head: true}}, rows), trainings
}

// effectScale is from where to where a picture of rows goes.
func effectScale(rows []effectRow, share bool) (low, high float64) {
	low, high = math.Inf(1), math.Inf(-1)
	for _, x := range rows {
		if x.head {
			continue
		}
		for _, v := range []float64{x.e.Value, x.e.Low, x.e.High} {
			if drawable(v) {
				low, high = min(low, v), max(high, v)
			}
		}
	}
	if high-low < 1e-9 {
		low, high = low-1, high+1
	}
	pad := (high - low) * 0.08
	low, high = low-pad, high+pad
	if share {
		low, high = max(low, 0), min(high, 1)
	}
	return low, high
}

// drawEffect draws rows below each other, and says them in words.
func drawEffect(rows []effectRow, share bool) (d *draw.Diagram, words []string) {
	low, high := effectScale(rows, share)
	const left, right, line = 230.0, 560.0, 28.0
	foot := 14 + line*float64(len(rows))
	d = &draw.Diagram{Width: 660, Height: foot + 34}
	x := func(v float64) float64 { return left + (right-left)*(v-low)/(high-low) }
	for k := range 5 {
		v := low + (high-low)*float64(k)/4
		d.Marks = append(d.Marks, draw.Mark{Kind: draw.Rule, X: x(v), Y: 6, X2: x(v), Y2: foot},
			draw.Mark{Kind: draw.Writing, X: x(v), Y: foot + 18, Text: figure(v, high-low, share), Anchor: 0.5})
	}
	for i, row := range rows {
		y := 14 + line*(float64(i)+0.5)
		if row.head {
			d.Marks = append(d.Marks, draw.Mark{Kind: draw.Writing, X: 4, Y: y + 4, Text: edition.Capitalised(row.name) + ":"})
			words = append(words, row.name)
			continue
		}
		if drawable(row.e.Low) && drawable(row.e.High) {
			d.Marks = append(d.Marks, draw.Mark{Kind: draw.Span, X: x(max(row.e.Low, low)), Y: y, X2: x(min(row.e.High, high)), Y2: y})
		}
		d.Marks = append(d.Marks, draw.Mark{Kind: draw.Disc, X: x(row.e.Value), Y: y},
			draw.Mark{Kind: draw.Writing, X: left - 16, Y: y + 4, Text: shortened(row.name, 34), Anchor: 1},
			draw.Mark{Kind: draw.Writing, X: right + 14, Y: y + 4, Text: figure(row.e.Value, high-low, share)})
		words = append(words, row.name+" "+value(row.e, share))
	}
	return d, words
}

// effect draws a measure of play under each reading, with intervals: of games between programs that learned, and
// below them of those at random.
func (p *page) effect(g *game, r *verify.Ranking) (*effectView, error) {
	if r.Change == nil {
		return nil, nil
	}
	metric := r.Change.Metric
	rows, trainings := p.effectRows(g, r)
	if len(rows) < 2 {
		return nil, nil
	}
	d, words := drawEffect(rows, r.Change.Share)
	d.Alt = metric + ": " + strings.Join(words, "; ")
	about := " (" + r.Change.Of.Means() + ")"
	bars := "A dot is what was measured, the bar its interval: of a hundred such bars 95 hold the true value. "
	if trainings > 0 {
		bars = fmt.Sprintf("Above are games between learned programs: a dot is what was measured, the bar the range over %d trainings, from the least to the most. Below are games at random: there the bar is an interval, and of a hundred such bars 95 hold the true value. ", trainings)
	}
	caption := edition.Capitalised(metric) + about + " under each reading, all else by default. " + bars +
		edition.Capitalised(g.brief.Run) + "."
	chart, err := p.figure(d, 660, d.Alt, caption)
	if err != nil {
		return nil, err
	}
	return &effectView{Chart: chart}, nil
}

// figure is a number of a scale that is so wide.
func figure(v, wide float64, share bool) string {
	if share {
		if wide < 0.05 {
			return fmt.Sprintf("%.1f %%", 100*v)
		}
		return fmt.Sprintf("%.0f %%", 100*v)
	}
	switch {
	case wide >= 10:
		return fmt.Sprintf("%.0f", v)
	case wide >= 1:
		return fmt.Sprintf("%.1f", v)
	}
	return fmt.Sprintf("%.3f", v)
}

func shortened(s string, n int) string {
	if r := []rune(s); len(r) > n {
		return string(r[:n-1]) + "…"
	}
	return s
}

// questionsView lists the questions of a game.
type questionsView struct {
	Doubts, Rest []questionLine
	About        string
}

type questionLine struct {
	link
	*rulesets.Question
	Place, Does string
	Number      string // where the name does not say it
	Readings    []choiceView
	Clauses     []clauseView
}

func (s *Site) questionList(g *game) error {
	p := s.gamePageOf(g, "questions/index.html", g.Definition.Title+": open questions", "questions/index.html")
	p.Summary = fmt.Sprintf("What the text of %s leaves open: %s.", g.Definition.Title, measure.Plural(len(g.ranked), "question"))
	v := &questionsView{About: "Those come first that change play most, as far as games " + g.whose() + " show it."}
	doubts := map[string]string{}
	for _, d := range g.brief.Doubts {
		doubts[d.Question] = edition.Capitalised(d.Effect.Words) + "."
	}
	for _, r := range g.ranked {
		q := r.Question
		l := questionLine{link: g.questionLink(q), Question: q, Number: numbered(q), Readings: choices(q), Clauses: g.clauseRefs(q.About), Does: doubts[q.Name()]}
		if r.Change != nil {
			l.Place = fmt.Sprint(r.Rank)
			v.Doubts = append(v.Doubts, l)
		} else {
			v.Rest = append(v.Rest, l)
		}
	}
	return p.write("questions", v)
}

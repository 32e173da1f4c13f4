package site

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/lectio/lectio/evidence"
	"github.com/lectio/lectio/evidence/language"
	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/dimension"
	"github.com/lectio/lectio/rulesets/edition"
	"github.com/lectio/lectio/verify/brief"
	"github.com/lectio/lectio/verify/measure"
)

// gameView is the page of a game: what matters about it, then its text clause by clause
// beside the rules made of it and the questions that hang on it.
type gameView struct {
	Board    *figureView
	Kind     string
	Facts    [][2]string
	Brief    briefView
	Records  []recordView
	Assumed  []sentenceView // what no clause says
	Unraised []askedView    // questions that no clause raises
	ID       string
	Play     string // the page to play on, "" for none
}

// recordView is a record with its clauses.
type recordView struct {
	ID, Anchor, Cite, About string
	Rows                    []rowView
}

// rowView is a clause beside what is made of it.
type rowView struct {
	clauseView
	Layer     string // where another layer of text begins, or what is seen
	Note      string
	NoRule    string // why it is no rule
	Standing  string
	Sentences []sentenceView
	Questions []askedView
}

// sentenceView is what a rule says. Again is set where all that belongs to it has been told
// before.
type sentenceView struct {
	ID, Anchor, Text string
	Assumed, Note    string
	Again            bool
	Title            string
}

// askedView is a question beside its clause.
type askedView struct {
	*rulesets.Question
	Number      string // where the name does not say it
	To          string
	Readings    []choiceView
	Again, Moot bool
}

// choiceView is a reading that can be chosen.
type choiceView struct {
	*rulesets.Reading
	Default bool
}

// gamePage writes the page of a game.
func (s *Site) gamePage(_ context.Context, g *game) error {
	p := s.gamePageOf(g, "index.html", g.Definition.Title, "")
	p.Wide = true
	p.asks(g, "assets/edition.js")
	v := &gameView{ID: g.Definition.ID, Kind: g.kind()}
	var err error
	if v.Board, err = p.position(g.Game, opening(g.Game), "The men as they stand at the start."); err != nil {
		return err
	}
	if s.asks() {
		v.Play = g.dir + "/play/index.html"
	}
	v.Facts = g.facts()
	p.Summary = strings.Join(g.twoSentences(), " ")
	p.Meta = map[string]any{"about": map[string]any{"@type": "Game", "name": g.Definition.Title}}
	v.Brief = g.briefView()
	e := &editor{g: g, said: map[*rulesets.Statement]bool{}, asked: map[*rulesets.Question]bool{}}
	for _, r := range g.Evidence() {
		v.Records = append(v.Records, e.record(r))
	}
	for _, st := range g.Game.Statements {
		if !e.said[st] {
			v.Assumed = append(v.Assumed, e.sentence(st))
		}
	}
	for _, q := range g.Definition.Questions {
		if !e.asked[q] {
			v.Unraised = append(v.Unraised, e.question(q))
		}
	}
	return p.write("game", v)
}

// facts are where, when and by whom a game is attested.
func (g *game) facts() (out [][2]string) {
	for _, r := range g.Evidence() {
		prefix := ""
		if len(g.Definition.Records) > 1 {
			prefix = g.Definition.RecordName(r.ID) + ": "
		}
		if w := r.Location.Called(); w != "" {
			out = append(out, [2]string{"Where", prefix + w})
		}
		if w := dated(g.Corpus.Of(g.Definition).Evidence, r); w != "" {
			if len(doubts(r, r.Date)) > 0 && r.Date.Note != "" {
				w += ". " + measure.Sentence(strings.TrimSpace(r.Date.Note))
			}
			out = append(out, [2]string{"When", prefix + w})
		}
		if s := g.Corpus.Evidence.Source(r.Source.Key); s != nil {
			out = append(out, [2]string{"After", prefix + s.CiteAt(r.Source.Locator)})
		}
		for _, key := range r.Via {
			if s := g.Corpus.Evidence.Source(key); s != nil {
				out = append(out, [2]string{"By way of", prefix + s.Cite()})
			}
		}
		if len(r.Reasons()) > 0 {
			out = append(out, [2]string{"Reasons for care", prefix + strings.Join(r.Reasons(), ", ")})
		}
	}
	return out
}

// briefView is the brief of a game as its page shows it.
func (g *game) briefView() briefView {
	b := g.brief
	v := briefView{Settled: edition.Capitalised(b.Settled) + ".", Play: b.Play, Run: edition.Capitalised(b.Run) + ".", About: brief.FiguresAbout}
	for _, text := range b.Without {
		v.Without = append(v.Without, edition.Capitalised(text)+".")
	}
	for i := range b.Doubts {
		if i == brief.DoubtsTold {
			v.More = len(b.Doubts) - i
			break
		}
		d := &b.Doubts[i]
		x := doubtView{Doubt: d}
		if q := g.Definition.Question(d.Question); q != nil {
			x.To = g.questionLink(q)
			x.Clauses = g.clauseRefs(q.About)
			x.Glosses = []string{g.gloss(q, d.Reading), g.gloss(q, q.Default)}
		}
		v.Doubts = append(v.Doubts, x)
	}
	return v
}

// questionLink leads to the page of a question.
func (g *game) questionLink(q *rulesets.Question) link {
	return link{g.dir + "/questions/" + slug(q.Name()) + "/index.html", q.Called()}
}

// numbered is the number of a question where its name does not say it: what authors have
// written refers to it.
func numbered(q *rulesets.Question) string {
	if q.Title == "" {
		return ""
	}
	return q.See
}

// called is what pages call a reading of a question that is known by its id.
func called(q *rulesets.Question, id string) string {
	if q != nil && q.Reading(id) != nil {
		return q.Reading(id).Called()
	}
	return spaced(id)
}

// editor sets a game out in the order of its text, each sentence and question once.
type editor struct {
	g     *game
	said  map[*rulesets.Statement]bool
	asked map[*rulesets.Question]bool
}

func (e *editor) record(r *evidence.Record) recordView {
	v := recordView{ID: r.ID, Anchor: "record-" + slug(r.ID), About: r.Summary}
	if s := e.g.Corpus.Evidence.Source(r.Source.Key); s != nil {
		v.Cite = s.CiteAt(r.Source.Locator)
	}
	layer, known := "", map[string]bool{}
	for i := range e.g.Clauses {
		c := &e.g.Clauses[i]
		if c.Record.ID != r.ID {
			continue
		}
		ref := rulesets.ClauseRef{Record: r.ID, N: c.Clause.N}
		row := rowView{clauseView: e.g.clauseRef(ref), Standing: standings[c.Standing()], Note: c.Clause.Note}
		if l := r.Layer(c.Clause.In); l != nil && len(r.Texts) > 1 && l.ID != layer {
			layer, row.Layer = l.ID, spaced(l.ID)
			if !known[layer] {
				known[layer], row.Layer = true, e.g.layerWords(l)
			}
			row.Layer = "From the " + row.Layer
		}
		if !c.Clause.Rule {
			row.NoRule = c.Clause.Why
		}
		row.Sentences = e.warranted(ref)
		for _, q := range c.Questions {
			row.Questions = append(row.Questions, e.question(q))
		}
		v.Rows = append(v.Rows, row)
	}
	first := true
	for _, o := range r.Observations {
		ref := rulesets.ClauseRef{Record: r.ID, N: int(o.N)}
		row := rowView{clauseView: e.g.clauseRef(ref), Note: o.Note, Sentences: e.warranted(ref)}
		for _, q := range e.g.Definition.Questions {
			if among(q.About, ref) {
				row.Questions = append(row.Questions, e.question(q))
			}
		}
		if len(row.Sentences)+len(row.Questions) == 0 {
			continue
		}
		if first {
			first, row.Layer = false, "What is seen"
		}
		v.Rows = append(v.Rows, row)
	}
	return v
}

// warranted says what rests on a clause or an observation.
func (e *editor) warranted(ref rulesets.ClauseRef) (out []sentenceView) {
	for _, st := range e.g.Game.Statements {
		if among(st.Warrant, ref) {
			out = append(out, e.sentence(st))
		}
	}
	return out
}

// among reports whether a clause or observation is one of a list, wherever that was written.
func among(list []rulesets.ClauseRef, ref rulesets.ClauseRef) bool {
	return slices.ContainsFunc(list, func(x rulesets.ClauseRef) bool { return x.Record == ref.Record && x.N == ref.N })
}

// layerWords say what a layer of text is, in which language and by whom.
func (g *game) layerWords(l *evidence.Layer) string {
	words := spaced(l.ID)
	if l.Language != "" {
		words += ", in " + language.Name(l.Language)
	}
	if src := g.Corpus.Evidence.Source(l.By); src != nil {
		words += ", by " + src.Cite()
	} else if l.By != "" {
		words += ", by " + l.By
	}
	return words
}

// standings say how a clause stands, to a reader.
var standings = map[string]string{"enforced": "made a rule, and tried", "questioned": "open to question", "not a rule": "no rule", "open": "not taken up"}

func (e *editor) sentence(st *rulesets.Statement) sentenceView {
	v := sentenceView{ID: st.ID, Anchor: ruleAnchor(st.ID), Title: edition.Title(st), Text: edition.Sentence(e.g.Game, st), Again: e.said[st]}
	if v.Again {
		return v
	}
	e.said[st] = true
	v.Assumed, v.Note = e.g.prose(nil, st.Assumed), e.g.prose(nil, st.Note)
	return v
}

func (e *editor) question(q *rulesets.Question) askedView {
	v := askedView{Question: q, Number: numbered(q), To: e.g.questionLink(q).To, Again: e.asked[q], Moot: e.g.Game.Readings[q.ID] == nil}
	e.asked[q] = true
	if !v.Again {
		v.Readings = choices(q)
	}
	return v
}

// choices are the readings of a question, the default first.
func choices(q *rulesets.Question) (out []choiceView) {
	for _, r := range q.Readings {
		out = append(out, choiceView{r, r.ID == q.Default})
	}
	slices.SortStableFunc(out, func(a, b choiceView) int {
		rank := map[bool]int{true: 0, false: 1}
		return cmp.Compare(rank[a.Default], rank[b.Default])
	})
	return out
}

// rulesView are the rules as running text, to print and play from: those of the default,
// and where pages ask the program those of other readings.
type rulesView struct {
	Board    *figureView
	How      string
	Chapters []edition.Chapter
	Asks     bool // other readings can be chosen
}

func (s *Site) rulesPage(_ context.Context, g *game) error {
	p := s.gamePageOf(g, "rules/index.html", g.Definition.Title+": the rules to play by", "rules/index.html")
	p.Summary = "The rules of " + g.Definition.Title + " as running text, on the readings that are taken by default."
	p.asks(g, "assets/rules.js")
	open := measure.Plural(len(g.Definition.Questions), "question")
	v := &rulesView{Asks: s.asks(), How: fmt.Sprintf("These rules take the default reading of each of the %s that the text leaves open. They are one way to play, not the only one the text allows.", open)}
	var err error
	if v.Board, err = p.position(g.Game, opening(g.Game), "The men as they stand at the start."); err != nil {
		return err
	}
	v.Chapters = edition.RunningText(g.Game, dimension.SettledBesides(g.Settlements))
	return p.write("rules", v)
}

// ruleAnchor is where a sentence stands on the page of a game.
func ruleAnchor(id string) string { return "rule-" + slug(id) }

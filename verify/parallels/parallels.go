package parallels

import (
	"cmp"
	"slices"
	"strings"

	"github.com/lectio/lectio/evidence"
	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/ast"
	"github.com/lectio/lectio/rulesets/dimension"
)

// Text is a text that answers what a question asks.
type Text struct {
	Dimension string   `json:"dimension"`
	Asks      string   `json:"asks"`   // what the dimension asks
	Answer    string   `json:"answer"` // its id
	Means     string   `json:"means"`  // the answer in words
	Record    string   `json:"record"`
	Game      string   `json:"game"`
	About     string   `json:"about,omitempty"` // what the record is, in the words of its summary
	Care      []string `json:"care,omitempty"`  // the record's reasons to be careful with it
	Clauses   []Clause `json:"clauses"`
	Date      string   `json:"date,omitempty"`    // as EDTF
	DateOf    string   `json:"date_of,omitempty"` // what it is the date of
	Dated     string   `json:"-"`                 // both in words
	Place     string   `json:"place,omitempty"`
	Languages []string `json:"languages,omitempty"` // tags
	Witnesses []string `json:"witnesses,omitempty"` // that have the clauses
	Source    string   `json:"source,omitempty"`
	ReadSo    string   `json:"read_so_by"` // who takes the clauses for the answer
	Near      Nearness `json:"near"`
	// Copies are clauses of other copies and translations of the text, which give the same.
	Copies []string `json:"copies,omitempty"`

	common bool // the dimension is one of all games
}

// Clause is a clause with what it says.
type Clause struct {
	Ref  string `json:"clause"`
	Says string `json:"text"`
}

// Says is what the text answers, with what was asked: an answer alone may be one to a question
// that is put the other way about.
func (t *Text) Says() string { return t.Asks + " " + t.Means }

// Words says the answer with the games that give it.
func (e *Elsewhere) Words() string {
	return e.Asks + " " + e.Means + " So " + strings.Join(e.Games, ", ") + "."
}

// Of says in a line of what game the text tells, when and where, and how much care it needs.
func (t *Text) Of() string {
	parts := []string{t.Game, t.Dated, t.Place, strings.Join(t.Care, ", ")}
	return strings.Join(slices.DeleteFunc(parts, func(s string) bool { return s == "" }), "; ")
}

// Refs names the clauses.
func (t *Text) Refs() string {
	var refs []string
	for _, c := range t.Clauses {
		refs = append(refs, c.Ref)
	}
	return strings.Join(refs, ", ")
}

// Open is the same question, open in another text.
type Open struct {
	Ruleset  string `json:"ruleset"`
	Question string `json:"question"`
	Asks     string `json:"asks"`
}

// Elsewhere is an answer of games whose texts are in no corpus here.
type Elsewhere struct {
	Dimension string   `json:"dimension"`
	Asks      string   `json:"asks"`
	Answer    string   `json:"answer"`
	Means     string   `json:"means"`
	Games     []string `json:"games"`
}

// Found is what other texts say to a question.
type Found struct {
	Ruleset    string                 `json:"ruleset"`
	Question   *rulesets.Question     `json:"question"`
	Asks       string                 `json:"asks"`
	Dimensions []*dimension.Dimension `json:"dimensions"`        // that ask the same
	Measured   string                 `json:"measure"`           // how it is measured what is near
	Texts      []Text                 `json:"parallels"`         // that answer it, the nearest first
	Same       []Text                 `json:"same_text"`         // copies and translations of the text that leaves it open
	Open       []Open                 `json:"open"`              // other rulesets of the corpus that ask it as well
	Told       []Elsewhere            `json:"literature"`        // by works that are named, without a record
	Known      []Elsewhere            `json:"general_knowledge"` // general knowledge
}

// Nearest is the text nearest to the one that leaves a question open which answers it; nil
// where none does. What a text of another family says to what every game is asked is too far
// off to settle anything.
func (f *Found) Nearest() *Text {
	for i := range f.Texts {
		if t := &f.Texts[i]; t.Near.SameFamily || !t.common {
			return t
		}
	}
	return nil
}

// given is an answer that clauses of a record give.
type given struct {
	dim     *dimension.Dimension
	answer  *dimension.Answer
	record  string
	clauses []rulesets.ClauseRef
	by      []string // who takes the clauses for the answer
}

// answers are those that records give, each once however many take a record to give it.
type answers []given

func (l *answers) add(dim *dimension.Dimension, a *dimension.Answer, ref rulesets.ClauseRef, by string) {
	i := slices.IndexFunc(*l, func(g given) bool { return g.dim == dim && g.answer.ID == a.ID && g.record == ref.Record })
	if i < 0 {
		i = len(*l)
		*l = append(*l, given{dim: dim, answer: a, record: ref.Record})
	}
	g := &(*l)[i]
	if !slices.ContainsFunc(g.clauses, func(c rulesets.ClauseRef) bool { return c.N == ref.N }) {
		g.clauses = append(g.clauses, ref)
	}
	if !slices.Contains(g.by, by) {
		g.by = append(g.by, by)
	}
}

// Of looks up what other texts say to a question of a ruleset.
func Of(c *dimension.Corpus, d *rulesets.Definition, q *rulesets.Question) *Found {
	f := &Found{
		Ruleset: d.ID, Question: q, Asks: q.Asks, Measured: Measure, Dimensions: []*dimension.Dimension{}, Open: []Open{}, Told: []Elsewhere{}, Known: []Elsewhere{},
	}
	for _, n := range q.BearsOn {
		if dim := c.Dimension(d.Family, n.Name); dim != nil {
			f.Dimensions = append(f.Dimensions, dim)
		}
	}
	var list answers
	for _, dim := range f.Dimensions {
		for _, a := range slices.Concat(dim.Answers, dim.Given) {
			for _, ref := range a.Parallels {
				list.add(dim, a, ref, "the editors")
			}
			if len(a.Told) > 0 {
				f.Told = append(f.Told, Elsewhere{dim.ID, dim.Asks, a.ID, a.Sentence(), a.Told})
			}
			if len(a.Known) > 0 {
				f.Known = append(f.Known, Elsewhere{dim.ID, dim.Asks, a.ID, a.Sentence(), a.Known})
			}
		}
		if !c.IsInside() { // for the corpora of the program the files of dimensions speak
			list.settled(c, d, dim)
		}
	}
	for _, other := range c.Definitions {
		asksToo := func(n rulesets.Named) bool {
			theirs := c.Dimension(other.Family, n.Name)
			return slices.ContainsFunc(f.Dimensions, func(dim *dimension.Dimension) bool { return same(theirs, dim) })
		}
		for _, o := range other.Questions {
			if other != d && slices.ContainsFunc(o.BearsOn, asksToo) {
				f.Open = append(f.Open, Open{other.ID, o.Name(), o.Asks})
			}
		}
	}
	f.place(c, d, list)
	return f
}

// same reports whether two dimensions are one: a family may share one of another.
func same(a, b *dimension.Dimension) bool { return a != nil && a.Pos == b.Pos }

// settled adds the answers to a dimension that rulesets of the corpus claim of their own
// clauses, whatever readings are chosen.
func (l *answers) settled(c *dimension.Corpus, asked *rulesets.Definition, dim *dimension.Dimension) {
	for _, d := range c.Definitions {
		if d == asked || !same(c.Dimension(d.Family, dim.ID), dim) {
			continue
		}
		for _, s := range d.Statements {
			b, ok := s.Body.(*ast.Settles)
			if !ok || b.Dimension.Text != dim.ID || s.Settled[0] == "" {
				continue
			}
			if a := dim.Answer(b.As.Text); a != nil { // that it does not arise is no answer
				for _, ref := range s.Warrant {
					l.add(dim, a, ref, "the ruleset "+d.ID+", statement "+s.ID)
				}
			}
		}
	}
}

// place tells of each text that answers, and puts it where it belongs.
func (f *Found) place(c *dimension.Corpus, d *rulesets.Definition, list answers) {
	of := c.Of(d).Evidence
	var asked []*evidence.Record
	for _, id := range d.Records {
		if r := of.Record(id); r != nil {
			asked = append(asked, r)
		}
	}
	families := c.Corpus.Families()
	ids := slices.Clone(d.Records)
	for _, g := range list {
		ids = append(ids, g.record)
	}
	one := copiesAmong(of, ids)
	for _, g := range list {
		if slices.Contains(d.Records, g.record) {
			continue
		}
		t, r := told(c.Evidence, g)
		if t == nil {
			continue
		}
		t.Near = nearness(asked, d.Family, r, families[r.ID])
		if slices.ContainsFunc(asked, func(a *evidence.Record) bool { return one.of(a.ID) == one.of(r.ID) }) {
			f.Same = append(f.Same, *t)
		} else {
			f.Texts = append(f.Texts, *t)
		}
	}
	for _, texts := range []*[]Text{&f.Texts, &f.Same} {
		slices.SortStableFunc(*texts, func(a, b Text) int { return cmp.Or(a.Near.compare(b.Near), cmp.Compare(a.Record, b.Record)) })
		*texts = one.once(*texts)
	}
}

// told is a text with what is known of it, nil where its clauses are nowhere or under embargo.
func told(own *evidence.Corpus, g given) (*Text, *evidence.Record) {
	ev, r := rulesets.Texts(own, g.record)
	if r == nil {
		return nil, nil
	}
	t := &Text{Dimension: g.dim.ID, Asks: g.dim.Asks, Answer: g.answer.ID, Means: g.answer.Sentence(), Record: r.ID, Game: r.Game,
		About: strings.Join(strings.Fields(r.Summary), " "), Care: r.Reasons(), Languages: languages(r), ReadSo: strings.Join(g.by, "; "), common: g.dim.Family == rulesets.AllGames}
	for _, ref := range g.clauses {
		said, ok := r.Says(ref.N)
		if !ok || ev.IsWithheld(evidence.ClauseRef{Record: ref.Record, N: ref.N}) {
			return nil, nil
		}
		t.Clauses = append(t.Clauses, Clause{ref.String(), strings.Join(strings.Fields(said), " ")})
	}
	if r.Date != nil {
		t.Date, t.DateOf, t.Dated = r.Date.EDTF.Text, r.Date.Of, r.Date.EDTF.Words()
		if t.DateOf != "" {
			t.Dated += " (" + t.DateOf + ")"
		}
	}
	if r.Location != nil {
		t.Place = r.Location.Called()
	}
	if cite, ok := ev.Citation(r.ID); ok {
		t.Source = cite.Source.CiteAt(cite.Locator)
	}
	for _, w := range r.Witnesses {
		if has(r, w, g.clauses) {
			words := []string{string(w.Kind), w.Title, w.Institution, w.Shelfmark, w.Note}
			words = slices.DeleteFunc(words, func(s string) bool { return s == "" })
			t.Witnesses = append(t.Witnesses, string(w.Siglum)+" ("+strings.Join(words, ", ")+")")
		}
	}
	return t, r
}

// has reports whether a witness has one of the clauses: it says so of them, or nothing is said
// of where they stand.
func has(r *evidence.Record, w *evidence.Witness, clauses []rulesets.ClauseRef) bool {
	for _, ref := range clauses {
		c := r.Clause(ref.N)
		if c == nil || len(c.Witnesses) == 0 {
			return true
		}
		for _, at := range c.Witnesses {
			if at.Siglum == w.Siglum && !bool(at.Lacks) {
				return true
			}
		}
	}
	return false
}

package evidence

import (
	"cmp"
	"errors"
	"fmt"
	"iter"
	"maps"
	"slices"
	"strings"

	"github.com/lectio/lectio/evidence/biblio"
	"github.com/lectio/lectio/evidence/date"
	"github.com/lectio/lectio/evidence/fold"
	"github.com/lectio/lectio/evidence/schema"
	"github.com/lectio/lectio/evidence/yamlpos"
)

// Query is what somebody looks for: terms that must all be there. A term is a
// word, which also finds longer words that begin with it, or a phrase in double
// quotes, whose words must stand side by side and whole. What has a hyphen in it
// is a phrase too, with the last word open: ash-shawk. Words are compared as
// [fold.Words] folds them. The zero Query finds everything.
type Query struct {
	Terms []Term
}

// Term is one thing that is looked for.
type Term struct {
	Words []string // folded; never empty
	Open  bool     // the last word may be the beginning of a longer one
}

// ParseQuery reads a query as it is typed.
func ParseQuery(text string) (Query, error) {
	var q Query
	rest := text
	add := func(s string, open bool) {
		var t Term
		for _, w := range fold.Words(s) {
			t.Words = append(t.Words, w.Text)
		}
		if len(t.Words) > 0 {
			t.Open = open
			q.Terms = append(q.Terms, t)
		}
	}
	for rest != "" {
		i := strings.IndexByte(rest, '"')
		outside := rest
		if i >= 0 {
			outside = rest[:i]
		}
		for _, field := range strings.Fields(outside) {
			add(field, true)
		}
		if i < 0 {
			break
		}
		j := strings.IndexByte(rest[i+1:], '"')
		if j < 0 {
			return Query{}, fmt.Errorf("the quote is not closed in %s", text)
		}
		add(rest[i+1:i+1+j], false)
		rest = rest[i+j+2:]
	}
	if len(q.Terms) == 0 {
		return Query{}, errors.New("there is no word to look for")
	}
	return q, nil
}

// IsZero reports whether the query finds everything.
func (q Query) IsZero() bool { return len(q.Terms) == 0 }

// HitSpan is where a hit stands in its text, in bytes.
type HitSpan struct {
	Start int `json:"start"`
	End   int `json:"end"`
}

// spans finds a term in a text that was cut into words.
func (t Term) spans(words []fold.Word) []HitSpan {
	var out []HitSpan
	last := len(t.Words) - 1
next:
	for i := 0; i+last < len(words); i++ {
		for k, w := range t.Words {
			have := words[i+k].Text
			if have != w && !(t.Open && k == last && strings.HasPrefix(have, w)) {
				continue next
			}
		}
		out = append(out, HitSpan{words[i].Start, words[i+last].End})
	}
	return out
}

// Find looks for every term in a text: which were found, and where, in the
// order of the text and without overlaps.
func (q Query) Find(text string) (found []bool, spans []HitSpan) {
	found = make([]bool, len(q.Terms))
	words := fold.Words(text)
	for i, t := range q.Terms {
		s := t.spans(words)
		found[i] = len(s) > 0
		spans = append(spans, s...)
	}
	slices.SortFunc(spans, func(a, b HitSpan) int { return cmp.Or(a.Start-b.Start, b.End-a.End) })
	merged := spans[:0]
	for _, s := range spans {
		if n := len(merged); n > 0 && s.Start < merged[n-1].End {
			merged[n-1].End = max(merged[n-1].End, s.End)
			continue
		}
		merged = append(merged, s)
	}
	return found, merged
}

// Matches reports whether a text has every term.
func (q Query) Matches(text string) bool { return q.IsZero() || q.in(" "+fold.Text(text)+" ") }

// in is Matches for a text whose words are folded, each with a space on both sides.
func (q Query) in(folded string) bool {
	return !slices.ContainsFunc(q.Terms, func(t Term) bool {
		words := " " + strings.Join(t.Words, " ")
		if !t.Open {
			words += " "
		}
		return !strings.Contains(folded, words)
	})
}

// Text is one text of a record that is searched.
type Text struct {
	// Where is "game", "place", "summary", "source", "via" (a source through which
	// the text came), "layer" (a source that made one), "person" (who made one), "clause",
	// "wording", "text" (the words of a layer), "extra", "date" (as it was written),
	// "note", "observation", or a part of the record: "object", "persons"...
	Where string `json:"where"`
	// Clause is the number of the clause for "clause" and "wording", and for a
	// note on one.
	Clause int    `json:"clause,omitempty"`
	Text   string `json:"text"`
}

// Card is a record as a catalogue has it: what it can be found by, and what a
// list shows of it.
type Card struct {
	ID     string `json:"id"`
	Game   string `json:"game"`
	Type   string `json:"type"`
	Date   string `json:"date"` // EDTF, or ""
	DateOf string `json:"date-of,omitempty"`
	// FirstYear and LastYear are those that the date can mean; 0 is 1 BCE, and nil
	// is open or unknown.
	FirstYear *int `json:"first-year,omitempty"`
	LastYear  *int `json:"last-year,omitempty"`
	// Dates are the further dates of the record.
	Dates []CardDate `json:"dates,omitempty"`
	Place string     `json:"place,omitempty"`
	// Places are its further places.
	Places []string `json:"places,omitempty"`
	Source string   `json:"source"`
	// Origins are the keys and citations of the source, of those through which the text
	// came and by which its layers were made, and the persons who made layers.
	Origins  []Text `json:"-"`
	Clauses  int    `json:"clauses"`
	NotRules int    `json:"not-rules"`
	File     string `json:"file"`

	Area        *Box     `json:"-"` // where the place lies, nil when that is not said
	Uncertainty []string `json:"uncertainty,omitempty"`
	// Questions are the open questions of rulesets about clauses of this
	// record; they are filled in by who knows the rulesets.
	Questions []string `json:"questions,omitempty"`
	Texts     []Text   `json:"-"`
	// Folded are the words of the texts as they are compared, where [Card.Fold] has made them.
	Folded string `json:"-"`
}

// Fold makes of the texts of a card what [Filter.Match] looks for words in: a character of private use, which no
// query holds, stands between two texts, so that no phrase runs across.
func (c *Card) Fold() {
	var all strings.Builder
	for _, t := range c.Texts {
		all.WriteString(" " + fold.Text(t.Text) + " \uE000")
	}
	c.Folded = all.String()
}

// CardDate is a date of a card, of which a list says no more.
type CardDate struct {
	Date string `json:"date"`
	Of   string `json:"of,omitempty"`
}

// Card makes the card of a record; its source is looked up in the corpus.
func (c *Corpus) Card(r *Record) *Card {
	card := &Card{ID: r.ID, Game: r.Game, Type: r.Type, Source: r.Source.Key, Clauses: len(r.Clauses),
		File: r.Pos().File, Uncertainty: r.Uncertainty}
	add := func(where string, clause int, text string) {
		if strings.TrimSpace(text) != "" {
			card.Texts = append(card.Texts, Text{where, clause, text})
		}
	}
	add("game", 0, r.Game)
	add("summary", 0, r.Summary)
	for i, l := range r.AllPlaces() {
		switch {
		case i == 0 && l == r.Location:
			card.Place = l.Called()
		case l.Called() != "":
			card.Places = append(card.Places, l.Called())
		}
		if box, ok := l.Area(); ok && l == r.Location {
			card.Area = &box
		}
		add("place", 0, l.Called())
		for _, name := range slices.Sorted(maps.Keys(l.Gazetteer)) {
			add("place", 0, name+" "+l.Gazetteer[name])
		}
		add("note", 0, l.Note)
	}
	for _, d := range r.AllDates() {
		if d == r.Date {
			card.DateOf = d.Of
			card.dated(d.EDTF)
		} else {
			card.Dates = append(card.Dates, CardDate{d.EDTF.Text, d.Of})
		}
		add("date", 0, d.AsWritten)
		add("note", 0, d.Note)
	}
	from := func(where, key string) {
		origin := key
		if s := c.Source(key); s != nil {
			origin += " " + s.Cite()
		}
		card.Origins = append(card.Origins, Text{Where: where, Text: origin})
		c.sourceTexts(key, func(text string) { add(where, 0, text) })
	}
	for _, s := range r.AllSources() {
		from("source", s.Key)
		add("source", 0, s.AsWritten)
		add("note", 0, s.Note)
	}
	for _, key := range r.Via {
		from("via", key)
	}
	for _, l := range r.Texts {
		switch {
		case c.Source(l.By) != nil:
			from("layer", l.By)
		case l.By != "":
			from("person", l.By)
		}
	}
	for _, cl := range r.Clauses {
		if !cl.Rule {
			card.NotRules++
		}
		add("clause", cl.N, cl.Text)
		for _, w := range cl.Wording {
			add("wording", cl.N, w)
		}
		add("note", cl.N, cl.Note)
	}
	for _, l := range r.Texts {
		add("text", 0, l.Text)
		add("note", 0, l.Note)
	}
	for _, x := range r.Extra {
		add("extra", 0, x.Name+": "+x.Text)
	}
	add("note", 0, r.Note)
	for _, o := range r.Observations {
		add("observation", int(o.N), string(o.Text))
	}
	for key, n := range r.partNodes() {
		add(key, 0, strings.Join(n.Texts(), " "))
	}
	return card
}

// partNodes are what a record has beyond the short form and what other texts of a card
// say already, item by item, under the name of the key that it is searched by.
func (r *Record) partNodes() iter.Seq2[string, *yamlpos.Node] {
	return func(yield func(string, *yamlpos.Node) bool) {
		for _, key := range schema.Keys(Parts{}) {
			switch key {
			case "dates", "places", "sources", "observations", "checked", "embargo":
				continue
			}
			n := r.Node(key)
			if n == nil {
				continue
			}
			for _, item := range n.Items() {
				if !yield(key, item) {
					return
				}
			}
		}
	}
}

// sourceTexts gives what a source can be found by: its citation, its key where the
// citation does not have it, the names that a citation cuts short, the
// archive and its note. What is no key is a person, or a step that has no key.
func (c *Corpus) sourceTexts(key string, add func(text string)) {
	s := c.Source(key)
	if s == nil {
		add(key)
		return
	}
	add(s.Cite())
	if s.Key != s.Cite() {
		add(s.Key)
	}
	for _, people := range [][]biblio.Name{s.Authors, s.Editors} {
		if text := spokenAll(people); !strings.Contains(s.Cite(), text) {
			add(text)
		}
	}
	if s.CallNumber == "" {
		add(s.Archive)
	}
	add(s.Note)
}

// spokenAll is every name, where a citation would stop at the third.
func spokenAll(list []biblio.Name) string {
	var out []string
	for _, n := range list {
		out = append(out, n.String())
	}
	return strings.Join(out, ", ")
}

// dated puts a date on the card.
func (c *Card) dated(e date.EDTF) {
	c.Date = e.Text
	if day, ok := e.Earliest(); ok {
		c.FirstYear = &day.Year
	}
	if day, ok := e.Latest(); ok {
		c.LastYear = &day.Year
	}
}

// Dated puts a date of EDTF on a card that was kept without it.
func (c *Card) Dated(edtf string) {
	e, _ := date.ParseEDTF(edtf) // it was read when it was kept
	c.dated(e)
}

// Filter says which records are wanted. Its zero value wants all; of several
// conditions all must hold.
type Filter struct {
	Words  Query  // in any text of the record, taken together
	Game   Query  // in the name of the game
	Place  Query  // in the name of the place
	Source Query  // in the key or the citation of a source, also of a layer or on the way
	Type   string // one of Types
	Kind   string // one of Kinds

	Date   date.EDTF // a date is in this range
	DateOf string    // and is one of this (one of DateOf)
	Box    *Box      // the place lies here
	// Certain leaves out what is only possibly in the range or the box.
	Certain bool

	Uncertainty []string // all of these factors are named
	Questions   bool     // a ruleset has an open question about one of its clauses
}

// Found is a record that a filter wants.
type Found struct {
	*Card
	// When and Where say how sure it is that the record lies in the range and
	// the box; "" when none was asked for.
	When string `json:"in-range,omitempty"`
	// WhenOf says which date that is, where it is a further one: "1831, finding".
	WhenOf string `json:"in-range-date,omitempty"`
	Where  string `json:"in-box,omitempty"`
	// From says where words of Filter.Source were found, as [Text] does: "source",
	// "via", "layer", "person".
	From []string `json:"found-in,omitempty"`
	// Hits are the texts that have one of the words looked for.
	Hits []Hit `json:"hits,omitempty"`
}

// Hit is a text with the places of the words that were looked for.
type Hit struct {
	Text
	Spans []HitSpan `json:"spans"`
}

// Match reports whether a filter wants a record, and how sure range and box are.
func (f *Filter) Match(c *Card) (Found, bool) {
	out := Found{Card: c}
	if c.Folded == "" && !f.Words.IsZero() {
		c.Fold()
	}
	if f.Type != "" && c.Type != f.Type || f.Kind != "" && KindOf(c.Type) != f.Kind || f.Questions && len(c.Questions) == 0 {
		return out, false
	}
	for _, u := range f.Uncertainty {
		if !slices.Contains(c.Uncertainty, u) {
			return out, false
		}
	}
	ok := f.Words.in(c.Folded) && f.Game.Matches(c.Game) && f.Place.Matches(c.placeText()) && f.Source.Matches(c.sourceText()) && f.sure(&out)
	return out, ok
}

// Show says of a record that a filter wants which texts have the words that were looked for.
func (f *Filter) Show(x *Found) {
	x.From, x.Hits = f.Source.places(x.Origins), f.Words.hits(x.Texts)
}

// sourceText is what Filter.Source looks into: all origins.
func (c *Card) sourceText() string {
	var all []string
	for _, o := range c.Origins {
		all = append(all, o.Text)
	}
	return strings.Join(all, " ")
}

// placeText is what Filter.Place looks into: the names of all places.
func (c *Card) placeText() string { return strings.Join(append([]string{c.Place}, c.Places...), " / ") }

// sure fills in how sure range and box are, and reports whether that will do.
func (f *Filter) sure(out *Found) bool {
	enough := date.Possibly
	if f.Certain {
		enough = date.Certainly
	}
	if (f.DateOf != "" || !f.Date.IsZero()) && !f.dated(out, enough) {
		return false
	}
	if f.Box != nil {
		if out.Area == nil {
			return false
		}
		where := out.Area.within(*f.Box)
		if where < enough {
			return false
		}
		out.Where = where.String()
	}
	return true
}

// dated looks for the date of a card that answers the filter best, the first of those
// that do as well.
func (f *Filter) dated(out *Found, enough date.Certainty) bool {
	best := date.No
	found := false
	for i, d := range append([]CardDate{{out.Date, out.DateOf}}, out.Dates...) {
		if f.DateOf != "" && d.Of != f.DateOf {
			continue
		}
		if f.Date.IsZero() {
			return true
		}
		date, err := date.ParseEDTF(d.Date)
		if err != nil {
			continue // no date
		}
		if when := date.Within(f.Date); when >= enough && when > best {
			best, found = when, true
			out.When, out.WhenOf = when.String(), ""
			if i > 0 {
				out.WhenOf = strings.TrimSuffix(date.Words()+", "+d.Of, ", ")
			}
		}
	}
	return found
}

// hits finds the terms in texts, and leaves out texts that have none.
func (q Query) hits(texts []Text) []Hit {
	var hits []Hit
	for _, t := range texts {
		if _, spans := q.Find(t.Text); len(spans) > 0 {
			hits = append(hits, Hit{t, spans})
		}
	}
	return hits
}

// places are the kinds of texts that have one of the terms, each once.
func (q Query) places(texts []Text) (kinds []string) {
	for _, h := range q.hits(texts) {
		if !slices.Contains(kinds, h.Where) {
			kinds = append(kinds, h.Where)
		}
	}
	return kinds
}

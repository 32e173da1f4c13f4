package biblio

import (
	"encoding/json"
	"fmt"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/lectio/lectio/evidence/date"
	"github.com/lectio/lectio/evidence/diag"
	"github.com/lectio/lectio/evidence/fold"
	"github.com/lectio/lectio/evidence/ids"
	"github.com/lectio/lectio/evidence/yamlpos"
)

// Source is a book, article, page or object, described once for all records
// that use it. The fields are those of CSL-JSON that a citation needs.
type Source struct {
	Key  string
	Type string // a type of CSL: book, article-journal, webpage...
	// Authors and Editors in the order of the title page.
	Authors, Editors []Name
	Title            string
	Container        string // the book or journal that it is part of
	// Issued is the year or years, "1887–1892", or the date as written.
	Issued           string
	Publisher, Place string
	Volume, Volumes  string
	Issue, Page      string
	Edition          string
	Language         string
	URL, DOI         string
	// Archive keeps the source, under CallNumber.
	Archive, CallNumber string
	Note                string
	// Remarks say what would not be the same when the source is written again.
	Remarks []Remark

	pos   diag.Pos
	place func(field string) diag.Pos

	// What was read, so that nothing is lost when it is written again: the
	// item of CSL-JSON, or the type and fields of the BibTeX entry.
	node    *yamlpos.Node
	bibType string
	bib     []bibField
}

// Name is a person or a body.
type Name struct {
	Given, Family string
	Suffix        string // Jr, III
	Literal       string // a body, or a name that is not to be taken apart
}

// String gives the name as it is spoken.
func (n Name) String() string {
	if n.Literal != "" {
		return n.Literal
	}
	s := strings.TrimSpace(n.Given + " " + n.Family)
	if n.Suffix != "" {
		s += ", " + n.Suffix
	}
	return s
}

// Pos is where the source is described.
func (s *Source) Pos() diag.Pos { return s.pos }

// Stand says where something is described that no bibliography describes.
func (s *Source) Stand(at diag.Pos) { s.pos = at }

// CSL is the source as an item of CSL-JSON, on one line.
func (s *Source) CSL() []byte { return yamlpos.JSON(s.csl()) }

// Names lists where a source of BibTeX or RIS has a key: its own, or that of one whose fields it
// takes over. In CSL-JSON, where a key is a value as others, it lists nothing.
func (s *Source) Names(key string) (at []diag.Pos) {
	if s.Key == key && (s.bibType != "" || path.Ext(s.pos.File) == ".ris") {
		at = append(at, s.pos)
	}
	for _, f := range s.bib {
		if slices.Contains(takesOver, f.name) && WholeKey(key).MatchString(f.raw) {
			at = append(at, f.pos)
		}
	}
	return at
}

// TakesFrom are the keys of the entries that an entry of BibTeX takes fields over from.
func (s *Source) TakesFrom() (keys []string) {
	for _, f := range s.bib {
		if slices.Contains(takesOver, f.name) {
			for key := range strings.SplitSeq(f.plain(), ",") {
				keys = append(keys, strings.TrimSpace(key))
			}
		}
	}
	return keys
}

// WholeKey finds a key that is no part of another.
func WholeKey(key string) *regexp.Regexp {
	return regexp.MustCompile(`(?:^|[^\pL\pN._:/+-])(` + regexp.QuoteMeta(key) + `)(?:$|[^\pL\pN._:/+-])`)
}

// At is where a field of the description stands, by its name in the file
// (title, author, issued...); the place of the source when it is not there.
func (s *Source) At(field string) diag.Pos {
	if s.place != nil {
		if p := s.place(field); !p.IsZero() {
			return p
		}
	}
	return s.pos
}

// Acting lists the texts of the description that hold characters which are not to
// be in a text.
func (s *Source) Acting() []yamlpos.ActingText {
	list := s.node.Acting()
	for _, f := range s.bib {
		found := yamlpos.ActingText{Keys: []string{f.name}, Pos: f.pos}
		for _, r := range f.raw {
			if yamlpos.Acts(r) {
				if found.Count++; found.Count == 1 {
					found.Char = r
				}
			}
		}
		if found.Count > 0 {
			list = append(list, found)
		}
	}
	return list
}

// CiteAt gives the citation of a place in a source: as [Source.Cite], without the
// stop, with the locator behind it. A reference taken over as it was written may
// end in the place already; it is not said twice.
func (s *Source) CiteAt(locator string) string {
	text := strings.TrimSuffix(s.Cite(), ".")
	if locator == "" || endsAt(text, locator) || endsAt(strings.TrimRight(s.Title, ". "), locator) {
		return text
	}
	return text + ", " + locator
}

// endsAt reports whether a reference ends in a locator, as in "Games, p. 31".
func endsAt(reference, locator string) bool {
	rest, ok := strings.CutSuffix(reference, strings.TrimRight(locator, ". "))
	return ok && leadsToPage.MatchString(rest)
}

var leadsToPage = regexp.MustCompile(`(?:[,:;]|\b(?i:pp?|pages?|fols?|ff?)\.?)\s*$`)

// issuedWords say years before Christ as citations do: 177/176 BCE. The years of a
// source are counted through 0, as those of EDTF.
func (s *Source) issuedWords() string {
	first, last, ok := s.Years()
	if !ok || first > 0 {
		return s.Issued
	}
	words := date.YearWords(first)
	switch {
	case last > 0:
		words += "–" + strings.TrimSuffix(date.YearWords(last), " CE") + " CE"
	case last != first:
		words = strings.TrimSuffix(words, " BCE") + "/" + date.YearWords(last)
	}
	if strings.HasPrefix(s.Issued, "c. ") || strings.HasSuffix(s.Issued, "~") {
		words = "c. " + words
	}
	return words
}

// Cite gives a plain reference on one line, without the full stop.
func (s *Source) Cite() string {
	var parts []string
	add := func(text string) {
		if text != "" {
			parts = append(parts, strings.TrimRight(text, "."))
		}
	}
	switch {
	case len(s.Authors) > 0:
		add(names(s.Authors))
	case len(s.Editors) > 0:
		add(names(s.Editors) + " (ed.)")
	}
	add(s.issuedWords())
	add(s.Title)
	if s.Container != "" {
		in := "In " + s.Container
		if s.Volume != "" {
			in += " " + s.Volume
		}
		if s.Issue != "" {
			in += " (" + s.Issue + ")"
		}
		if s.Page != "" {
			in += ", " + s.Page
		}
		add(in)
	} else if s.Volume != "" {
		add("Vol. " + s.Volume)
	}
	if s.Edition != "" {
		edition := s.Edition
		if _, err := strconv.Atoi(edition); err == nil {
			edition = "Edition " + edition
		}
		add(edition)
	}
	if s.Volumes != "" {
		add(s.Volumes + " vols")
	}
	add(s.press())
	add(s.Kept())
	add(s.Address())
	if len(parts) == 0 {
		return s.Key
	}
	return fold.OneLine(strings.Join(parts, ". "))
}

// joined puts a comma between two texts, where both are there.
func joined(a, b string) string {
	if a != "" && b != "" {
		a += ", "
	}
	return a + b
}

func names(list []Name) string {
	var b strings.Builder
	for i, n := range list {
		switch {
		case i == 0:
		case i == 3:
			b.WriteString(" et al.")
			return b.String()
		case i == len(list)-1:
			b.WriteString(" & ")
		default:
			b.WriteString(", ")
		}
		b.WriteString(n.String())
	}
	return b.String()
}

// MarshalJSON gives the source with its citation.
func (s *Source) MarshalJSON() ([]byte, error) {
	people := func(list []Name) []string {
		var out []string
		for _, n := range list {
			out = append(out, n.String())
		}
		return out
	}
	return json.Marshal(struct {
		Key       string   `json:"key"`
		Type      string   `json:"type,omitempty"`
		Authors   []string `json:"authors,omitempty"`
		Editors   []string `json:"editors,omitempty"`
		Title     string   `json:"title,omitempty"`
		Container string   `json:"container,omitempty"`
		Issued    string   `json:"issued,omitempty"`
		Publisher string   `json:"publisher,omitempty"`
		Place     string   `json:"place,omitempty"`
		Volume    string   `json:"volume,omitempty"`
		Volumes   string   `json:"volumes,omitempty"`
		Issue     string   `json:"issue,omitempty"`
		Page      string   `json:"page,omitempty"`
		Edition   string   `json:"edition,omitempty"`
		Language  string   `json:"language,omitempty"`
		URL       string   `json:"url,omitempty"`
		DOI       string   `json:"doi,omitempty"`
		Archive   string   `json:"archive,omitempty"`
		Call      string   `json:"call-number,omitempty"`
		Note      string   `json:"note,omitempty"`
		Citation  string   `json:"citation"`
	}{s.Key, s.Type, people(s.Authors), people(s.Editors), s.Title, s.Container, s.Issued, s.Publisher, s.Place,
		s.Volume, s.Volumes, s.Issue, s.Page, s.Edition, s.Language, s.URL, s.DOI, s.Archive, s.CallNumber, s.Note, s.Cite()})
}

// cslTypes and cslKeys are those of CSL 1.0.2: a bibliography manager may write
// any of them, and anything else is a slip.
var cslTypes = strings.Fields(`article article-journal article-magazine article-newspaper bill book broadcast chapter
	classic collection dataset document entry entry-dictionary entry-encyclopedia event figure graphic hearing
	interview legal_case legislation manuscript map motion_picture musical_score pamphlet paper-conference patent
	performance periodical personal_communication post post-weblog regulation report review review-book software
	song speech standard thesis treaty webpage`)

var cslNames = strings.Fields(`author chair collection-editor compiler composer container-author contributor curator
	director editor editorial-director executive-producer guest host illustrator interviewer narrator organizer
	original-author performer producer recipient reviewed-author script-writer series-creator translator`)

var cslDates = strings.Fields(`accessed available-date event-date issued original-date submitted`)

var cslKeys = slices.Concat(strings.Fields(`id type title language note publisher publisher-place container-title volume
	number-of-volumes issue page edition URL DOI citation-key categories journalAbbreviation shortTitle abstract
	annote archive archive_collection archive_location archive-place authority call-number chapter-number
	citation-label citation-number collection-number collection-title container-title-short dimensions division
	event event-place event-title first-reference-note-number genre ISBN ISSN jurisdiction keyword locator medium
	number number-of-pages original-publisher original-publisher-place original-title page-first part part-title
	PMCID PMID printing references reviewed-genre reviewed-title scale section source status supplement title-short
	version volume-title volume-title-short year-suffix custom`), cslNames, cslDates)

// ReadCSL reads a list of sources, or a single one, in CSL-JSON.
func ReadCSL(file string, data []byte) ([]*Source, diag.Errors) {
	root, errs := yamlpos.Parse(file, data)
	r := cslReader{yamlpos.Reader{Errs: errs}}
	var sources []*Source
	if keyed(root) {
		first := root.Keys[0].Text
		r.Errorf(root.Pos, "a map of items by key, "+diag.Quote(first)+"…", `a list of items, [{"id": `+strconv.Quote(first)+`, …}, …]`,
			`a bibliography in CSL-JSON is a list of items, each with its id, and a date in it is written {"date-parts": [[1900, 6]]}`)
		return nil, r.Errs.Sort()
	}
	for _, item := range r.Items(root) {
		if s := r.csl(item); s != nil {
			sources = append(sources, s)
		}
	}
	return sources, r.Errs.Sort()
}

// keyed reports whether items stand in a map by their keys, as some programs write them.
func keyed(root *yamlpos.Node) bool {
	return root != nil && root.Kind == yamlpos.Map && len(root.Values) > 0 && root.Get("id") == nil && root.Get("title") == nil &&
		!slices.ContainsFunc(root.Values, func(v *yamlpos.Node) bool { return v == nil || v.Kind != yamlpos.Map })
}

// cslReader reads CSL-JSON.
type cslReader struct{ yamlpos.Reader }

func (r *cslReader) csl(n *yamlpos.Node) *Source {
	const what = "a source"
	m := n
	if m == nil || m.Kind != yamlpos.Map {
		r.Map(n, what)
		return nil
	}
	// Not r.Map: the list of a hundred known keys would drown the message.
	for _, k := range m.Keys {
		if !slices.Contains(cslKeys, k.Text) {
			hint := ""
			if d := diag.DidYouMean(k.Text, cslKeys); d != "" {
				hint = "; " + d
			}
			r.Errorf(k.Pos, diag.Quote(k.Text), "a key of CSL-JSON", "unknown key %s in a source; expected a key of CSL-JSON%s", diag.Quote(k.Text), hint)
		}
	}
	text := func(key string) string { return r.String(m.Get(key), "the "+key+" of a source") }
	s := &Source{
		Key:        r.Sound(r.Need(m, "id", what), "the id of a source", ids.KeyProblem),
		Type:       r.OneOf(r.Need(m, "type", what), "the type of a source", cslTypes...),
		Authors:    r.cslNames(m.Get("author")),
		Editors:    r.cslNames(m.Get("editor")),
		Title:      withoutTags(r.Words(m.Get("title"), "the title of a source")),
		Container:  withoutTags(text("container-title")),
		Issued:     r.cslDate(m.Get("issued")),
		Publisher:  text("publisher"),
		Place:      text("publisher-place"),
		Volume:     text("volume"),
		Volumes:    text("number-of-volumes"),
		Issue:      text("issue"),
		Page:       text("page"),
		Edition:    text("edition"),
		Language:   text("language"),
		URL:        text("URL"),
		DOI:        text("DOI"),
		Archive:    text("archive"),
		CallNumber: text("call-number"),
		Note:       text("note"),
		pos:        m.Pos,
		node:       m,
	}
	if id := m.Get("id"); id != nil {
		s.pos = id.Pos
	}
	s.place = func(field string) diag.Pos {
		if v := m.Get(field); v != nil {
			return v.Pos
		}
		return diag.Pos{}
	}
	switch title := m.Get("title"); {
	case title == nil:
		r.Errorf(s.pos, "", `"title"`, "%s lacks the key %s", what, `"title"`)
	case title.Kind == yamlpos.Scalar && !title.Null && fold.OneLine(s.Title) == "":
		r.Errorf(title.Pos, "nothing", "a text", "the title of a source is empty")
	}
	return s
}

func (r *cslReader) cslNames(n *yamlpos.Node) []Name {
	var list []Name
	for _, item := range r.List(n, "names") {
		m := r.Map(item, "a name", "family", "given", "literal", "dropping-particle", "non-dropping-particle", "suffix",
			"comma-suffix", "static-ordering", "parse-names")
		if m == nil {
			continue
		}
		part := func(key string) string { return r.String(m.Get(key), "the part "+key+" of a name") }
		name := Name{
			Given:   strings.TrimSpace(part("given") + " " + part("dropping-particle")),
			Family:  strings.TrimSpace(part("non-dropping-particle") + " " + part("family")),
			Literal: part("literal"),
		}
		if name.String() == "" {
			r.Errorf(m.Pos, "", "family and given, or literal", "a name is empty")
			continue
		}
		name.Suffix = part("suffix")
		list = append(list, name)
	}
	return list
}

// cslDate gives the year or years of a CSL date.
func (r *cslReader) cslDate(n *yamlpos.Node) string {
	if n != nil && (n.Kind != yamlpos.Map || n.Get("year") != nil) {
		r.Errorf(n.Pos, n.Kind.String(), `{"date-parts": [[1900, 6]]}, or {"literal": "about 1900"}`, "a date of CSL-JSON has its year, month and day in date-parts")
		return ""
	}
	m := r.Map(n, "a date", "date-parts", "season", "circa", "literal", "raw")
	if m == nil {
		return ""
	}
	var years []string
	parts := r.List(m.Get("date-parts"), "date-parts")
	if len(parts) > 2 {
		r.Errorf(m.Get("date-parts").Pos, fmt.Sprintf("%d dates", len(parts)), "one or two", "date-parts has a beginning and an end at most")
	}
	for _, part := range parts {
		items := r.List(part, "a date in date-parts")
		if len(items) == 0 || len(items) > 3 {
			if part.Kind == yamlpos.List {
				r.Errorf(part.Pos, fmt.Sprintf("%d", len(items)), "[year], [year, month] or [year, month, day]", "a date in date-parts has one to three numbers")
			}
			continue
		}
		before := len(r.Errs)
		year := r.Int(items[0], "the year", -9999, 9999)
		month, day := 1, 1
		if len(items) > 1 {
			month = r.Int(items[1], "the month", 1, 12)
		}
		if len(items) > 2 {
			day = r.Int(items[2], "the day", 1, date.DaysIn(4, max(month, 1))) // of a leap year: the calendar is not said
		}
		_ = day
		switch {
		case len(r.Errs) > before:
		case year == 0:
			r.Errorf(items[0].Pos, "0", "-1 for 1 BCE", "CSL-JSON has no year 0: -347 is 347 BCE")
		case year < 0:
			years = append(years, date.Year(year+1))
		default:
			years = append(years, strconv.Itoa(year))
		}
	}
	s := strings.Join(years, "–")
	if s == "" {
		s = r.String(m.Get("literal"), "the date") + r.String(m.Get("raw"), "the date")
	}
	if c := m.Get("circa"); s != "" && c != nil && c.Text != "false" && c.Text != "0" {
		s = "c. " + s
	}
	return s
}

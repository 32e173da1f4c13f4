package site

import (
	"cmp"
	"context"
	"fmt"
	"io/fs"
	"math"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/lectio/lectio/evidence"
	"github.com/lectio/lectio/evidence/biblio"
	"github.com/lectio/lectio/evidence/language"
	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/edition"
	"github.com/lectio/lectio/verify/parallels"
	"github.com/lectio/lectio/verify/report"
)

// record is a record of evidence with the page that tells of it.
type record struct {
	*evidence.Record
	of    *evidence.Corpus
	dir   string  // its folder
	games []*game // whose rulesets rest on it
	by    []link  // the questions that quote it
}

// collect finds all records: those of the corpus, and those of another that a ruleset of
// this site rests on; and besides those of others that questions quote. They are listed by
// kind, by game and by id.
func (s *Site) collect() {
	taken := map[string]bool{}
	add := func(to *[]*record, of *evidence.Corpus, r *evidence.Record) *record {
		if x := s.record(of, r.ID); x != nil {
			return x
		}
		dir := "record/" + r.ID
		for taken[strings.ToLower(dir)] { // two corpora may have a record of one name
			dir += "-2"
		}
		taken[strings.ToLower(dir)] = true
		x := &record{Record: r, of: of, dir: dir}
		*to = append(*to, x)
		if s.byID[of] == nil {
			s.byID[of] = map[string]*record{}
		}
		s.byID[of][r.ID] = x
		return x
	}
	if s.options.Evidence != nil {
		for _, r := range s.options.Evidence.Records {
			add(&s.records, s.options.Evidence, r)
		}
	}
	for _, g := range s.games {
		for _, r := range g.Evidence() {
			x := add(&s.records, g.Corpus.Of(g.Definition).Evidence, r)
			x.games = append(x.games, g)
		}
	}
	for _, g := range s.games {
		for _, q := range g.Definition.Questions {
			by := g.questionLink(q)
			by.Text = g.Definition.Title + ", " + by.Text
			for _, id := range g.quotes(q) {
				if of, r := rulesets.Texts(g.Corpus.Evidence, id); r != nil {
					x := add(&s.quotedRecords, of, r)
					x.by = append(x.by, by)
				}
			}
		}
	}
	for _, list := range [][]*record{s.records, s.quotedRecords} {
		slices.SortStableFunc(list, func(a, b *record) int {
			return cmp.Or(cmp.Compare(a.rank(), b.rank()), strings.Compare(strings.ToLower(a.Game), strings.ToLower(b.Game)), strings.Compare(a.ID, b.ID))
		})
	}
}

// quotes are the records of other texts that the page of a question quotes, each once.
func (g *game) quotes(q *rulesets.Question) (ids []string) {
	f := parallels.Of(g.Corpus, g.Definition, q)
	g.found[q] = f
	for _, t := range slices.Concat(f.Texts, f.Same) {
		ids = append(ids, t.Record)
	}
	for _, r := range q.Readings {
		for _, ref := range r.Borrowed {
			ids = append(ids, ref.Record)
		}
	}
	slices.Sort(ids)
	return slices.Compact(ids)
}

// everyRecord are the records that have a page.
func (s *Site) everyRecord() []*record { return slices.Concat(s.records, s.quotedRecords) }

// record returns the record of a corpus with an id, nil where the site has none.
func (s *Site) record(of *evidence.Corpus, id string) *record { return s.byID[of][id] }

// kindTitles are the headings of the kinds of evidence, of which evidence.Kinds is the order.
var kindTitles = map[string]string{"text": "Texts", "object": "Objects", "image": "Images", "find": "Finds", "ethnography": "Ethnographies",
	"oral report": "Oral reports", "": "Of no stated kind"}

func (r *record) kind() string { return evidence.KindOf(r.Type) }

// rank is the place of the kind of the record among kinds.
func (r *record) rank() int {
	if k := slices.Index(evidence.Kinds, r.kind()); k >= 0 {
		return k
	}
	return len(evidence.Kinds)
}

// page is where the page of the record stands.
func (r *record) page() string { return r.dir + "/index.html" }

// undated is a kind of evidence without the word by which it is of the time of play or of later:
// before a date of print it would be read as that of our own time.
func undated(kind string) string {
	for _, word := range []string{"contemporary ", "historical "} {
		kind = strings.TrimPrefix(kind, word)
	}
	return kind
}

// called is what a reader knows the record by: the game, what kind of evidence it is, from
// where and of when, with what the date is of and whether it is doubted.
func (r *record) called() string {
	var about []string
	add := func(text string) {
		if text != "" {
			about = append(about, text)
		}
	}
	add(undated(r.Type))
	add(r.Location.Called())
	add(datedWords(r.Record, r.Date))
	name := r.Game
	if r.Unidentified() {
		name = "A game that is not identified"
	}
	if len(about) == 0 {
		return name
	}
	return name + ": " + strings.Join(about, ", ")
}

// recordPageView is the page of a record.
type recordPageView struct {
	Parts              [][]recordSection // what stands beside each other
	Plain, BibTeX, CSL string
	Mend               string // where it is mended
}

type recordSection struct {
	ID, Title string
	Fields    []fieldView
	Passages  *passagesView
	Board     *figureView
	Links     []namedLinks
	Say       string // where there are no fields
}

// namedLinks are links of one kind.
type namedLinks struct {
	Name  string
	Links []link
}

// fieldView is a field as a page shows it: values, or parts with fields of their own.
type fieldView struct {
	Label  string
	Values []valueView
	Parts  []partView
}

type partView struct {
	ID     string
	Fields []fieldView
}

// valueView is a text that may lead somewhere: to a place of the site, or to an address.
type valueView struct {
	Text, To, Address string
}

// passagesView has pictures, texts, and what is said of them, side by side.
type passagesView struct {
	Columns [][]passageView
	Aside   []passageView // pictures and texts that are only named
	Said    []passageView // clauses and observations
}

// passageView is a picture, a text, a clause or an observation.
type passageView struct {
	ID          string
	Kind, Title string
	Language    string
	Label       string // of the words
	Words       []wordsView
	Picture     string
	Alt         string
	Fields      []fieldView
	Say         string
	Links       []namedLinks
}

// wordsView is a stretch of a text; one on which a doubt hangs leads to the clause.
type wordsView struct{ ID, Text, To, Clause string }

// recordTeller writes the page of a record.
type recordTeller struct {
	*record
	s       *Site
	p       *page
	told    evidence.Told
	wording map[string]string // places of quoted words, by layer and words
}

// recordPages writes the page of every record.
func (s *Site) recordPages(ctx context.Context) error {
	named := s.naming()
	all := s.everyRecord()
	for i, r := range all {
		if ctx.Err() != nil {
			return nil
		}
		p := s.page(r.page(), r.called())
		p.Up = []link{{"index.html", s.settings.Title}, {listPage(min(i, max(len(s.records)-1, 0)) / recordsListed), "Records"}}
		if i >= len(s.records) {
			p.Lede = "A record of another corpus, which questions of this one quote."
		}
		p.Summary, p.Wide, p.Citation = cmp.Or(r.Summary, r.called()), true, "record "+r.ID
		p.Mend = "" // the page says it itself
		if i > 0 {
			p.Before = &link{all[i-1].page(), all[i-1].ID}
		}
		if i+1 < len(all) {
			p.After = &link{all[i+1].page(), all[i+1].ID}
		}
		t := &recordTeller{record: r, s: s, p: p, told: r.Tell(), wording: map[string]string{}}
		v := &recordPageView{Mend: s.mends(r)}
		if c, ok := r.of.Citation(r.ID); ok {
			v.Plain, v.BibTeX, v.CSL = c.Plain(), string(biblio.CiteBibTeX([]biblio.Citation{c})), string(biblio.CiteCSL([]biblio.Citation{c}))
		}
		for _, section := range evidence.Sections {
			x, err := t.section(section)
			if err != nil {
				return pageError(p.Path, err)
			}
			if section.ID == "relations" {
				x.Links = append(x.Links, named[r]...)
			}
			if len(x.Fields) == 0 && x.Passages == nil && x.Say == "" && len(x.Links) == 0 {
				continue
			}
			if last := len(v.Parts) - 1; x.Passages != nil || last < 0 || v.Parts[last][0].Passages != nil {
				v.Parts = append(v.Parts, nil)
			}
			v.Parts[len(v.Parts)-1] = append(v.Parts[len(v.Parts)-1], x)
		}
		if err := p.write("record", v); err != nil {
			return err
		}
	}
	return nil
}

// section tells of the fields that stand under a heading.
func (t *recordTeller) section(of evidence.Section) (recordSection, error) {
	id, fields := of.ID, of.Of(t.told)
	x := recordSection{ID: id, Title: of.Title}
	switch {
	case id == "text":
		if len(fields) > 0 {
			x.Passages = t.passages()
		}
		return x, nil
	case id == "rights" && len(fields) == 0:
		x.Say = "No statement of rights."
		if slices.ContainsFunc(t.Texts, func(l *evidence.Layer) bool { return l.Rights != "" || l.Licence != "" }) {
			x.Say = "No statement of rights for the record as a whole; those for its texts stand beside them."
		}
	case len(of.Keys) == 1 && len(fields) == 1: // the heading says what it is
		x.Fields = t.fields(fields[0].Fields)
		if len(fields[0].Items) > 0 {
			x.Fields = []fieldView{{Parts: t.parts(fields[0])}}
		}
	default:
		x.Fields = t.fields(fields)
	}
	if x.Say == "" {
		x.Say = t.lacks(id)
	}
	if object, ok := t.told.Field("object"); ok && id == "object" {
		if board, ok := object.Field("board"); ok {
			pic, errs := report.Layout(board.Node())
			if len(errs) > 0 {
				t.s.Notes = append(t.s.Notes, fmt.Sprintf("the board of %s is not drawn: %v", t.ID, errs[0]))
				return x, nil
			}
			var err error
			x.Board, err = t.p.figure(pic, boardWidth, "the empty board, of the layout given below", "The board, drawn from its layout in the record.")
			return x, err
		}
	}
	return x, nil
}

// lacks says what the record does not have that a reader looks for under a heading, "" where
// it lacks nothing.
func (t *recordTeller) lacks(id string) string {
	switch id {
	case "witnesses":
		manuscript := func(w *evidence.Witness) bool { return w.Kind == "manuscript" }
		if len(t.Texts) > 0 && !slices.ContainsFunc(t.Witnesses, manuscript) {
			return "No manuscript is recorded."
		}
	case "trust":
		clause := func(c *evidence.Clause) bool { return len(c.Checked) > 0 }
		seen := func(o *evidence.Observation) bool { return len(o.Checked) > 0 }
		if len(t.Checked) == 0 && !slices.ContainsFunc(t.Clauses, clause) && !slices.ContainsFunc(t.Observations, seen) {
			return "No check is recorded."
		}
	}
	return ""
}

// fields shows the fields of a record or of a part of it.
func (t *recordTeller) fields(list []evidence.Told) (out []fieldView) {
	for _, f := range list {
		v := fieldView{Label: f.Title}
		if f.Key == "confidence" && len(t.Via) > 0 {
			if src := t.of.Source(string(t.Via[0])); src != nil {
				v.Label += " by " + src.Title
			}
		}
		switch {
		case len(f.Fields) > 0 || len(f.Items) > 0 && len(f.Items[0].Fields) > 0:
			v.Parts = t.parts(f)
		case len(f.Items) > 0:
			for _, x := range f.Items {
				v.Values = append(v.Values, t.value(x))
			}
		default:
			v.Values = []valueView{t.value(f)}
		}
		out = append(out, v)
	}
	return out
}

// parts shows what has fields of its own, once or several times.
func (t *recordTeller) parts(f evidence.Told) (out []partView) {
	if len(f.Fields) > 0 {
		return []partView{{Fields: t.fields(f.Fields)}}
	}
	for _, x := range f.Items {
		part := partView{Fields: t.fields(x.Fields)}
		switch {
		case len(x.Fields) == 0:
		case f.Key == "persons":
			part.ID = "person-" + x.Fields[0].Text
		case f.Key == "witnesses" && x.Fields[0].Title == "Siglum":
			part.ID = "witness-" + x.Fields[0].Text
		}
		out = append(out, part)
	}
	return out
}

// value writes out a text, by its kind, and where it leads.
func (t *recordTeller) value(x evidence.Told) valueView {
	v := valueView{Text: x.Said(t.of, t.Record, language.Name)}
	switch x.Kind {
	case "source", "by":
		if t.Person(x.Text) != nil && x.Kind == "by" {
			v.To = "#person-" + x.Text
			return v
		}
		if src := t.of.Source(x.Text); src != nil {
			if v.Address = src.Address(); v.Address != "" { // it stands behind the key, as a link
				v.Text = strings.Replace(v.Text, v.Address+" [", "[", 1)
			}
			return v
		}
	case "layer":
		if t.Layer(x.Text) != nil {
			v.To = "#text-" + x.Text
		}
	case "witness":
		if x.Title != "Siglum" && t.Witness(x.Text) != nil {
			v.To = "#witness-" + x.Text
		}
	case "picture":
		v.To = "#picture-" + x.Text
	case "clause", "record":
		name := x.Text
		if x.Kind == "clause" && !strings.Contains(name, "#") { // of this record
			name = t.ID + "#" + name
		}
		v.To = t.leadsTo(name)
	case "gazetteer":
		v.Address = evidence.Gazetteers[x.Key] + x.Text
	case "authority":
		v.Address = evidence.Authorities[x.Key] + x.Text
	}
	if v.Address == "" && (strings.HasPrefix(x.Text, "https://") || strings.HasPrefix(x.Text, "http://")) {
		v.Address = x.Text
	}
	return v
}

// leadsTo is where a record stands, or a clause or observation of one, RECORD#NUMBER; "" where
// the site has no such record.
func (t *recordTeller) leadsTo(name string) string {
	id, _, _ := strings.Cut(name, "#")
	r := t.s.record(t.of, id)
	if r == nil {
		return ""
	}
	if ref, ok := evidence.ParseClauseRef(name); ok {
		return r.page() + "#" + r.anchor(ref.N)
	}
	return r.page()
}

// anchor is where a clause or an observation stands on the page of the record.
func (r *record) anchor(n int) string {
	if r.Observation(n) != nil {
		return fmt.Sprintf("observation-%d", n)
	}
	return fmt.Sprintf("clause-%d", n)
}

// passages sets out pictures, texts, clauses and observations.
func (t *recordTeller) passages() *passagesView {
	v := &passagesView{}
	var shown []passageView
	for _, x := range t.items("images") {
		y := t.passage(x, "picture-"+x.Fields[0].Text, "")
		if f, ok := x.Field("file"); ok {
			y.Picture, y.Say = t.picture(f.Text)
			shows, _ := x.Field("shows")
			y.Alt = cmp.Or(shows.Text, "picture "+x.Fields[0].Text)
		}
		for _, o := range t.Observations {
			if o.Image == x.Fields[0].Text {
				y.Links = linked(y.Links, "What is seen on it", link{"#" + t.anchor(int(o.N)), fmt.Sprint(o.N)})
			}
		}
		if y.Picture == "" {
			v.Aside = append(v.Aside, y)
		} else {
			shown = append(shown, y)
		}
	}
	if len(shown) > 0 {
		v.Columns = append(v.Columns, shown)
	}
	for _, x := range t.items("texts") {
		y := t.passage(x, "text-"+x.Fields[0].Text, "text")
		l := t.Layer(x.Fields[0].Text)
		if l != nil {
			y.Language = l.Language
			for _, c := range t.Clauses {
				if c.In == l.ID {
					y.Links = linked(y.Links, "Clauses from it", link{"#" + t.anchor(c.N), fmt.Sprint(c.N)})
				}
			}
		}
		switch {
		case l == nil || l.Text == "":
			y.Say = "The corpus does not reproduce its words."
			v.Aside = append(v.Aside, y)
		default:
			if !l.Withheld() {
				y.Words = t.quoted(l)
			}
			v.Columns = append(v.Columns, []passageView{y})
		}
	}
	for _, key := range []string{"clauses", "observations"} {
		for _, x := range t.items(key) {
			n, _ := strconv.Atoi(x.Fields[0].Text)
			y := t.passage(x, t.anchor(n), "text")
			y.Links = append(y.Links, t.taken(n)...)
			v.Said = append(v.Said, y)
		}
	}
	return v
}

// items are the parts of a list of the record.
func (t *recordTeller) items(key string) []evidence.Told {
	f, _ := t.told.Field(key)
	return f.Items
}

// linked adds a link to those of its kind.
func linked(list []namedLinks, name string, l link) []namedLinks {
	for i := range list {
		if list[i].Name == name {
			if !slices.Contains(list[i].Links, l) {
				list[i].Links = append(list[i].Links, l)
			}
			return list
		}
	}
	return append(list, namedLinks{name, []link{l}})
}

// passage shows a part under a heading that is its first field, with its words, if a field
// has them, before the others.
func (t *recordTeller) passage(x evidence.Told, id, words string) passageView {
	v := passageView{ID: id, Kind: x.Fields[0].Title, Title: x.Fields[0].Text}
	var rest []evidence.Told
	for _, f := range x.Fields[1:] {
		if f.Key == words && words != "" {
			v.Label, v.Words = f.Title, []wordsView{{Text: f.Text}}
			continue
		}
		rest = append(rest, f)
	}
	v.Fields = t.fields(rest)
	if in, ok := x.Field("in"); ok { // leads to its very words, where they stand in the text
		for i, f := range rest {
			if f.Kind == "wording" {
				for k := range v.Fields[i].Values {
					if at := t.wording[in.Text+"\n"+v.Fields[i].Values[k].Text]; at != "" {
						v.Fields[i].Values[k].To = "#" + at
					}
				}
			}
		}
	}
	return v
}

// quoted is a text in which the words that clauses quote lead to these. Words that overlap
// others stay as they are, and their clauses lead to the text.
func (t *recordTeller) quoted(l *evidence.Layer) (out []wordsView) {
	type quote struct {
		from, to int
		clause   *evidence.Clause
		words    string
	}
	var list []quote
	for _, c := range t.Clauses {
		if c.In != l.ID {
			continue
		}
		for _, words := range c.Wording {
			parts := strings.Fields(words)
			for i := range parts {
				parts[i] = regexp.QuoteMeta(parts[i])
			}
			at := regexp.MustCompile(strings.Join(parts, `\s+`)).FindStringIndex(l.Text)
			if at != nil && !slices.ContainsFunc(list, func(q quote) bool { return at[0] < q.to && q.from < at[1] }) {
				list = append(list, quote{at[0], at[1], c, words})
			}
		}
	}
	slices.SortFunc(list, func(a, b quote) int { return cmp.Compare(a.from, b.from) })
	done := 0
	for i, q := range list {
		id := fmt.Sprintf("words-%s-%d", l.ID, i+1)
		t.wording[l.ID+"\n"+q.words] = id
		out = append(out, wordsView{Text: l.Text[done:q.from]},
			wordsView{ID: id, Text: l.Text[q.from:q.to], To: "#" + t.anchor(q.clause.N), Clause: fmt.Sprintf("clause %d", q.clause.N)})
		done = q.to
	}
	return append(out, wordsView{Text: strings.TrimRight(l.Text[done:], "\n")})
}

// taken are the places where games take up a clause or an observation.
func (t *recordTeller) taken(n int) (out []namedLinks) {
	ref := rulesets.ClauseRef{Record: t.ID, N: n}
	for _, g := range t.games {
		for _, st := range g.Game.Statements {
			if among(st.Warrant, ref) {
				out = linked(out, "Made a rule of "+g.Definition.Title, link{g.dir + "/index.html#" + ruleAnchor(st.ID), edition.Title(st)})
			}
		}
		for _, q := range g.Definition.Questions {
			if among(q.About, ref) {
				out = linked(out, "Leaves open in "+g.Definition.Title, g.questionLink(q))
			}
		}
	}
	return out
}

// pictureLimit is how large a picture may be that is copied into the site, in megabytes.
const pictureLimit = 5

// picture copies a picture into the folder of the record's page, and says where it cannot.
func (t *recordTeller) picture(file string) (at, why string) {
	switch strings.ToLower(path.Ext(file)) {
	case ".png", ".jpg", ".jpeg", ".gif", ".webp", ".avif":
	case ".svg": // opened by itself it would act on the server that the edition is read from
		return "", "A picture in SVG can hold programs, and is not taken into an edition."
	default:
		return "", "Browsers do not show pictures of its kind."
	}
	if t.s.options.Pictures == nil || t.of != t.s.options.Evidence {
		return "", "The picture is not in this edition."
	}
	info, err := fs.Stat(t.s.options.Pictures, file)
	if err == nil && info.Size() > pictureLimit*1e6 {
		return "", fmt.Sprintf("The picture is too large for this edition: it has %.1f megabytes, and at most %d are taken.", math.Ceil(float64(info.Size())/1e5)/10, pictureLimit)
	}
	data, err := fs.ReadFile(t.s.options.Pictures, file)
	if err != nil {
		return "", "The picture is not in this edition."
	}
	at = t.dir + "/" + file
	t.s.put(at, data)
	return at, ""
}

// naming are, by record, the other records that name it and the games that rest on it.
func (s *Site) naming() map[*record][]namedLinks {
	out := map[*record][]namedLinks{}
	for _, r := range s.everyRecord() {
		for _, g := range r.games {
			out[r] = linked(out[r], "Rulesets that rest on it", link{g.dir + "/index.html", g.Definition.Title})
		}
		for _, by := range r.by {
			out[r] = linked(out[r], "Questions that quote it, as a text that answers what another leaves open", by)
		}
	}
	for _, r := range s.everyRecord() {
		name := func(id, how, at string) {
			id, _, _ = strings.Cut(id, "#")
			if other := s.record(r.of, id); other != nil && other != r {
				out[other] = linked(out[other], "Records that name it", link{r.page() + at, r.ID + " (" + how + ")"})
			}
		}
		for _, rel := range r.Relations {
			name(rel.To, string(rel.How), "")
		}
		for _, c := range r.Clauses {
			for _, x := range []struct {
				how  string
				refs []evidence.ClauseRef
			}{{"supports", c.Supports}, {"adds to", c.Adds}, {"contradicts", c.Contradicts}, {"lacks", c.Lacks}} {
				for _, ref := range x.refs {
					name(ref.Record, fmt.Sprintf("its clause %d %s clause %d", c.N, x.how, ref.N), "#"+r.anchor(c.N))
				}
			}
		}
	}
	return out
}

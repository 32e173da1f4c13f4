package intake

import (
	"cmp"
	"fmt"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/lectio/lectio/evidence/biblio"
	"github.com/lectio/lectio/evidence/diag"
	"github.com/lectio/lectio/evidence/fold"
	"github.com/lectio/lectio/evidence/ids"
	"github.com/lectio/lectio/evidence/yamlpos"
)

// rowSource is a source of a row.
type rowSource struct {
	key, locator string
	// written is the reference as the row has it, where the source does not say the same.
	written string
	// names are what a reference to the source would begin with or say: family names and title.
	names []string
}

// sources finds or makes the sources of a row: those that it names by their keys, those that its
// columns describe, and those of references. The first is the one that the record rests on; where
// there is none it is the table.
func (r *mappedRow) sources() {
	var list []rowSource
	add := func(s rowSource) {
		i := slices.IndexFunc(list, func(known rowSource) bool { return known.key == s.key })
		if i < 0 {
			list = append(list, s)
			return
		}
		list[i].locator, list[i].written = joinedText(list[i].locator, s.locator), joinedText(list[i].written, s.written)
	}
	keys, references := r.keysAndReferences()
	for _, key := range keys {
		add(rowSource{key: key, names: namesOf(r.c.Source(key))})
	}
	parts := r.parts()
	for n, part := range parts {
		if !describes(part) {
			continue
		}
		made := r.described(r.row, part)
		add(rowSource{key: made.key, names: slices.DeleteFunc([]string{familyOf(part["author"]), part["title"]}, func(s string) bool { return s == "" })})
		for _, field := range made.lacks {
			r.keepPart(n, field, made.key+" does not say it")
		}
	}
	for _, c := range r.cells {
		if name, ok := strings.CutPrefix(c.To, "source."); ok && name != "reference" && !slices.ContainsFunc(parts, describes) {
			r.keepCell(c, "no author and no title stand beside it")
		}
	}
	named := len(list)
	for _, reference := range references {
		i := slices.IndexFunc(list[:named], func(s rowSource) bool {
			return slices.ContainsFunc(s.names, func(name string) bool { return strings.Contains(fold.Text(reference), fold.Text(name)) })
		})
		if i < 0 && named == 1 && len(references) == 1 {
			i = 0 // the same said twice
		}
		if i >= 0 {
			list[i].written = joinedText(list[i].written, reference)
			continue
		}
		key, locator := r.draft.source(r.g.Pos(r.row, 0), reference, "")
		s := rowSource{key: key, locator: locator}
		if reference = fold.OneLine(reference); !r.draft.says(key, reference) {
			s.written = reference
		}
		add(s)
	}
	if len(list) == 0 {
		list = append(list, rowSource{key: r.table()})
	}
	r.locate(list)
	r.write(list)
}

// joinedText is two texts together, of which each may be empty.
func joinedText(a, b string) string {
	if a == "" || b == "" || a == b {
		return a + strings.TrimPrefix(b, a)
	}
	return a + "; " + b
}

// keysAndReferences parts what the row says of its sources into keys and references. What is
// no key of the corpus is a reference, unless it looks like a slip in one.
func (r *mappedRow) keysAndReferences() (keys, references []string) {
	for _, item := range referencesIn(r.said("source")) {
		i := slices.IndexFunc(r.c.SourceKeys(), func(key string) bool { return strings.EqualFold(key, item) })
		switch {
		case i >= 0:
			keys = append(keys, r.c.SourceKeys()[i])
		case ids.KeyProblem("", item) == nil && diag.DidYouMean(item, r.c.SourceKeys()) != "":
			keys = append(keys, item)
		default:
			references = append(references, item)
		}
	}
	return keys, append(references, referencesIn(r.said("source.reference"))...)
}

// pageBegins matches what goes on with a reference and is none of its own.
var pageBegins = regexp.MustCompile(`^(?i:[^\pL]*$|[0-9]|(?:pp?|pls?|plates?|figs?|figures?|nos?|nrs?|nn?|taf|tav|tab|table|abb|s|kat|cat|vols?|fol|ff?|pages?|cols?|kol|ibid|ebd|id|idem|esp)\b)`)

// referencesIn are the references that a cell has, with ; or a line end between them. Pages
// behind it go with the one before.
func referencesIn(text string) (list []string) {
	for _, item := range itemsOf(text, ";\n") {
		if len(list) > 0 && pageBegins.MatchString(item) && !yearIn.MatchString(item) {
			list[len(list)-1] += "; " + item
			continue
		}
		list = append(list, item)
	}
	return list
}

// parts are what columns say of sources: of one, or of each that rows of a joined table
// describe.
func (r *mappedRow) parts() []map[string]string {
	list := []map[string]string{{}}
	for table, rows := range r.rows {
		if slices.ContainsFunc(r.columns, func(c placedColumn) bool { return c.table == table && strings.HasPrefix(c.To, "source.") }) {
			for len(list) < len(rows) {
				list = append(list, map[string]string{})
			}
		}
	}
	for _, c := range r.cells {
		name, ok := strings.CutPrefix(c.To, "source.")
		if !ok || name == "reference" {
			continue
		}
		for n, part := range list {
			if c.table < 0 || c.nth == n {
				part[name] = joinedText(part[name], c.text)
			}
		}
	}
	for _, c := range r.m.Set {
		if name, ok := strings.CutPrefix(c.To, "source."); ok && name != "reference" {
			for _, part := range list {
				part[name] = cmp.Or(part[name], c.Heading)
			}
		}
	}
	return list
}

// locate gives the sources the pages that the row says: to each its own where there are as many,
// or all to the first.
func (r *mappedRow) locate(list []rowSource) {
	text := r.said("locator")
	if items := itemsOf(text, ";"); len(items) == len(list) {
		for i, item := range items {
			list[i].locator = joinedText(item, list[i].locator)
		}
		return
	}
	list[0].locator = joinedText(text, list[0].locator)
}

// write writes the sources as the fields of a record.
func (r *mappedRow) write(list []rowSource) {
	r.values["source"], r.values["locator"] = list[0].key, list[0].locator
	r.values["source as written"] = r.said("source as written")
	if list[0].written != "" {
		r.fields.add("source as written", r.fields.from[slices.Index(r.fields.names, "source")])
		r.also("source as written", list[0].written)
	}
	lines := itemsOf(r.said("sources"), "\n")
	for _, s := range list[1:] {
		r.fields.add("sources", r.fields.from[slices.Index(r.fields.names, "source")])
		lines = append(lines, set(set(set(yamlpos.MapValue(), "key", s.key), "locator", s.locator), "as-written", s.written).FlowText(false))
	}
	r.values["sources"] = strings.Join(lines, "\n")
}

// familyOf is the family name of the first author.
func familyOf(authors string) string {
	first, _, _ := strings.Cut(severalAuthors.Replace(authors), ";")
	last, _, parted := strings.Cut(fold.OneLine(first), ",")
	if i := strings.LastIndexByte(last, ' '); !parted && i >= 0 {
		last = last[i+1:]
	}
	return last
}

// namesOf are the family names of the authors of a source, and its title.
func namesOf(s *biblio.Source) (names []string) {
	if s == nil {
		return nil
	}
	for _, a := range s.Authors {
		if a.Family != "" {
			names = append(names, a.Family)
		}
	}
	return append(names, s.Title)
}

// severalAuthors has one sign between authors for all that stand there.
var severalAuthors = strings.NewReplacer(" & ", ";", " and ", ";")

// describes reports whether parts of a source say what source it is.
func describes(part map[string]string) bool { return part["title"] != "" || part["author"] != "" }

// keepPart keeps what a row says of a source and the source does not.
func (r *mappedRow) keepPart(n int, field, why string) {
	for _, c := range r.of("source." + field) {
		if c.table < 0 || c.nth == n {
			r.keepCell(c, why)
		}
	}
}

// describedSource is the source of some parts, with the names of those that it does not say.
type describedSource struct {
	key   string
	lacks []string
}

// described finds the source of its parts in the corpus, or makes it.
func (a *mapper) described(row int, part map[string]string) describedSource {
	text := fmt.Sprint(part)
	if known, had := a.byParts[text]; had {
		return known
	}
	authors := yamlpos.Value{Kind: yamlpos.List}
	for name := range strings.SplitSeq(severalAuthors.Replace(part["author"]), ";") {
		if name = fold.OneLine(name); name == "" {
			continue
		}
		last, given, parted := strings.Cut(name, ",")
		v := set(yamlpos.MapValue(), "literal", name)
		if parted {
			v = set(set(yamlpos.MapValue(), "family", last), "given", given)
		}
		authors.Values = append(authors.Values, v)
	}
	words := strings.Fields(fold.Text(cmp.Or(familyOf(part["author"]), part["title"])))
	base := "source"
	if len(words) > 0 {
		base = words[0]
	}
	year := yearIn.FindString(part["year"])
	base = strings.Trim(base+"-"+strings.NewReplacer("/", "-", "–", "-").Replace(year), "-")
	key := base
	for n := 2; a.c.Source(key) != nil || a.draft.refs[key] != ""; n++ {
		key = base + "-" + strconv.Itoa(n)
	}
	kind := "book"
	if part["container"] != "" {
		kind = "article-journal"
	}
	item := set(set(set(yamlpos.MapValue(), "id", key), "type", kind), "title", cmp.Or(part["title"], biblio.NoTitle))
	if len(authors.Values) > 0 {
		item = item.With("author", authors)
	}
	var made describedSource
	if first, last := yearsIn(part["year"]); first != "" {
		parts := []yamlpos.Value{yamlpos.ListValue(first)}
		if last != "" {
			parts = append(parts, yamlpos.ListValue(last))
		}
		item = item.With("issued", yamlpos.MapValue().With("date-parts", yamlpos.Value{Kind: yamlpos.List, Values: parts}))
	}
	if part["year"] != "" && yearIn.FindString(part["year"]) != part["year"] {
		made.lacks = append(made.lacks, "year")
	}
	for _, f := range [][2]string{{"publisher", "publisher"}, {"publisher-place", "place"}, {"container-title", "container"}, {"URL", "url"}, {"DOI", "doi"}} {
		item = set(item, f[0], part[f[1]])
	}
	item = set(item, "note", "Made of the columns of "+path.Base(a.g.File)+".")
	if s := sourceOf(item); s != nil {
		if known := a.works.of(s, a.g.Pos(row, 0)); known != nil {
			made.key = known.Key
			for _, field := range s.NotIn(known) {
				made.lacks = append(made.lacks, partOf[field])
			}
			a.byParts[text] = made
			return made
		}
		a.works.known.Add(s)
	}
	made.key = key
	a.draft.sources[key], a.draft.refs[key], a.byParts[text] = item, text, made
	return made
}

// partOf are the parts of a source by their names in CSL-JSON.
var partOf = map[string]string{"author": "author", "container-title": "container", "publisher": "publisher", "publisher-place": "place", "URL": "url", "DOI": "doi"}

// yearsIn are the year of a source, and the last one where it has several.
func yearsIn(text string) (first, last string) {
	m := yearIn.FindStringSubmatch(text)
	switch {
	case m == nil:
		return "", ""
	case len(m[2]) > 0 && len(m[2]) < len(m[1]): // 1887-92
		m[2] = m[1][:len(m[1])-len(m[2])] + m[2]
	}
	return m[1], m[2]
}

// sourceOf is a source in the making as the corpus will read it.
func sourceOf(item yamlpos.Value) *biblio.Source {
	list, errs := biblio.ReadCSL("", sourceDocument(item))
	if len(errs) > 0 || len(list) != 1 {
		return nil // it is reported where the corpus is checked that comes out
	}
	return list[0]
}

// works finds sources that are there already.
type works struct {
	known biblio.Works
	twins Twins
	// taken are the descriptions of each known source that rows have used it for.
	taken map[string][]*biblio.Source
	notes []string
	errs  diag.Errors
}

// of is the source that describes the work of another, nil where there is none or it was said that
// it is another. It is named; where the two differ and nobody has said which, that is an error at a
// place.
func (w *works) of(s *biblio.Source, at diag.Pos) *biblio.Source {
	known, differences := w.known.Of(s)
	if known != nil && len(differences) == 0 {
		for _, earlier := range w.taken[known.Key] {
			if differences = s.Differences(earlier); len(differences) > 0 {
				break
			}
		}
	}
	switch {
	case known == nil, len(differences) > 0 && w.twins == NewSource:
		return nil
	case len(differences) > 0 && w.twins == "":
		w.errs.AddRelated(at, []diag.Pos{known.Pos()}, diag.Quote(s.Cite()), "--sources use where it is the same, or --sources new where it is another",
			"the source has the authors, title and year of %s (%s), and differs in something: %s", known.Key, known.Cite(), biblio.Told(differences))
	}
	if known.Pos().File != "" && len(w.taken[known.Key]) == 0 {
		note := fmt.Sprintf("the source %s is there already, and is used: %s", known.Key, known.Cite())
		if more := s.Beyond(known); len(more) > 0 {
			note += "; of it the table also has the " + strings.Join(more, " and the ")
		}
		w.notes = append(w.notes, note)
	}
	if w.taken == nil {
		w.taken = map[string][]*biblio.Source{}
	}
	w.taken[known.Key] = append(w.taken[known.Key], s)
	return known
}

// table is the source of rows that name none: the table itself.
func (a *mapper) table() string {
	if a.tableKey != "" {
		return a.tableKey
	}
	base := strings.TrimSuffix(strings.TrimSuffix(path.Base(a.g.File), path.Ext(a.g.File)), "-rest")
	key := ids.Of(base)
	if key == "" {
		key = "table"
	}
	if a.c.Source(key) == nil {
		note := "The table that the records were taken from; nothing else is known of it yet."
		if len(a.g.Above) > 0 {
			note = "The table that the records were taken from. Above its heading stands: " + strings.Join(a.g.Above, " / ")
		}
		a.draft.sources[key] = set(set(set(set(yamlpos.MapValue(), "id", key), "type", "dataset"), "title", path.Base(a.g.File)), "note", note)
		a.draft.refs[key] = "the table"
	}
	a.tableKey = key
	return key
}

package intake

import (
	"fmt"
	"path"
	"strconv"
	"strings"

	"github.com/lectio/lectio/evidence/biblio"
	"github.com/lectio/lectio/evidence/fold"
	"github.com/lectio/lectio/evidence/ids"
	"github.com/lectio/lectio/evidence/yamlpos"
)

// source finds or makes the source of a row.
func (a *mapper) source(row int) (key, locator string) {
	said := a.joinedText(row, "source")
	if said != "" {
		for _, k := range a.c.SourceKeys() {
			if strings.EqualFold(k, said) {
				return k, ""
			}
		}
		if ids.KeyProblem("", said) == nil { // it looks like a key, and is not there
			return said, ""
		}
	}
	reference := said
	if text := a.joinedText(row, "source.reference"); text != "" {
		reference = text
	}
	part := map[string]string{}
	for _, field := range tableFields {
		if name, ok := strings.CutPrefix(field, "source."); ok && name != "reference" {
			part[name] = a.joinedText(row, field)
		}
	}
	switch {
	case part["title"] != "" || part["author"] != "":
		return a.described(row, part), ""
	case reference != "":
		return a.draft.source(a.g.Pos(row, 0), reference, "")
	}
	return a.table(), ""
}

// described finds the source of its parts in the corpus, or makes it.
func (a *mapper) described(row int, part map[string]string) string {
	text := fmt.Sprint(part)
	if key := a.bySrc[text]; key != "" {
		return key
	}
	authors := yamlpos.Value{Kind: yamlpos.List}
	family := ""
	for name := range strings.SplitSeq(strings.NewReplacer(" & ", ";", " and ", ";").Replace(part["author"]), ";") {
		if name = fold.OneLine(name); name == "" {
			continue
		}
		last, given, parted := strings.Cut(name, ",")
		v := set(yamlpos.MapValue(), "literal", name)
		if parted {
			v = set(set(yamlpos.MapValue(), "family", last), "given", given)
		}
		if family == "" {
			family = last
			if i := strings.LastIndexByte(name, ' '); !parted && i >= 0 {
				family = name[i+1:]
			}
		}
		authors.Values = append(authors.Values, v)
	}
	if family == "" {
		family = part["title"]
	}
	words := strings.Fields(fold.Text(family))
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
	title := part["title"]
	if title == "" {
		title = "(title not stated)"
	}
	item := set(set(set(yamlpos.MapValue(), "id", key), "type", kind), "title", title)
	if len(authors.Values) > 0 {
		item = item.With("author", authors)
	}
	if m := yearIn.FindStringSubmatch(part["year"]); m != nil {
		item = item.With("issued", yamlpos.MapValue().With("date-parts", yamlpos.Value{Kind: yamlpos.List, Values: []yamlpos.Value{yamlpos.ListValue(m[1])}}))
	}
	for _, f := range [][2]string{{"publisher", "publisher"}, {"publisher-place", "place"}, {"container-title", "container"}, {"URL", "url"}, {"DOI", "doi"}} {
		item = set(item, f[0], part[f[1]])
	}
	item = set(item, "note", "Made of the columns of "+path.Base(a.g.File)+".")
	if s := sourceOf(item); s != nil {
		if known := a.works.of(s, a.g.Pos(row, 0)); known != nil {
			a.bySrc[text] = known.Key
			return known.Key
		}
		a.works.known.Add(s)
	}
	a.draft.sources[key], a.draft.refs[key], a.bySrc[text] = item, text, key
	return key
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
	errs  yamlpos.Errors
}

// of is the source that describes the work of another, nil where there is none or it was said that
// it is another. It is named; where the two differ and nobody has said which, that is an error at a
// place.
func (w *works) of(s *biblio.Source, at yamlpos.Pos) *biblio.Source {
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
		w.errs.AddRelated(at, []yamlpos.Pos{known.Pos()}, yamlpos.Quote(s.Cite()), "--sources use where it is the same, or --sources new where it is another",
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
	if key := a.bySrc[""]; key != "" {
		return key
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
	a.bySrc[""] = key
	return key
}

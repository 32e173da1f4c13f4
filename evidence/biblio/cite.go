package biblio

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/lectio/lectio/evidence/date"
	"github.com/lectio/lectio/evidence/fold"
	"github.com/lectio/lectio/evidence/yamlpos"
)

// Years are the first and the last year in which a source came out; false when
// it is not dated, or not by years.
func (s *Source) Years() (first, last int, ok bool) {
	text := strings.TrimPrefix(s.Issued, "c. ")
	if e, err := date.ParseEDTF(text); err == nil && e.Start.Dated() && e.End.Dated() {
		return e.Start.Earliest.Year, e.End.Latest.Year, true
	}
	m := yearSpan.FindStringSubmatch(text)
	if m == nil {
		return 0, 0, false
	}
	first, _ = strconv.Atoi(m[1])
	last = first
	if m[2] != "" {
		last, _ = strconv.Atoi(m[2])
		if n := len(m[2]); n < len(m[1]) && m[1][0] != '-' { // 1888-92
			last, _ = strconv.Atoi(m[1][:len(m[1])-n] + m[2])
		}
	}
	return first, last, last >= first
}

var yearSpan = regexp.MustCompile(`^(-?[0-9]{1,4})(?:\s*(?:--|-|–|/)\s*(-?[0-9]{1,4}))?$`)

// Citation is a source with the place in it that a record rests on, and the
// sources through which the text came.
type Citation struct {
	// Object is the thing itself, where a record is of one that somebody holds.
	Object  *Source
	Source  *Source
	Locator string
	Via     []*Source
	// Record is the record, or the clause or observation, that is cited, "" for a
	// source alone.
	Record string
}

// Held is how the object is cited: who holds it, in which place, under which number; ""
// when there is none.
func (c Citation) Held() string {
	if c.Object == nil {
		return ""
	}
	return joined(c.Object.Archive, c.Object.CallNumber)
}

// Plain gives the citation on one line: the object, and then where it is described.
func (c Citation) Plain() string {
	var b strings.Builder
	if c.Object != nil {
		b.WriteString(c.Held() + "; ")
	}
	if c.Locator != "" {
		b.WriteString(c.Source.CiteAt(c.Locator))
	} else {
		b.WriteString(c.Source.Cite())
	}
	for _, v := range c.Via {
		b.WriteString("; after " + v.Cite())
	}
	if c.Record != "" {
		b.WriteString(" [" + c.Record + "]")
	}
	return b.String()
}

// sourcesOf lists the sources of citations, each once and in order, with their
// locators joined.
func sourcesOf(citations []Citation) (list []*Source, locators map[string][]string) {
	locators = map[string][]string{}
	add := func(s *Source) {
		if !slices.Contains(list, s) {
			list = append(list, s)
		}
	}
	for _, c := range citations {
		if c.Object != nil && !slices.ContainsFunc(list, func(s *Source) bool { return s.Key == c.Object.Key }) {
			add(c.Object)
		}
		add(c.Source)
		if c.Locator != "" && !slices.Contains(locators[c.Source.Key], c.Locator) {
			locators[c.Source.Key] = append(locators[c.Source.Key], c.Locator)
		}
	}
	for _, c := range citations {
		for _, v := range c.Via {
			add(v)
		}
	}
	return list, locators
}

// CiteCSL gives the sources of citations in CSL-JSON; locators are in the items.
func CiteCSL(citations []Citation) []byte {
	list, locators := sourcesOf(citations)
	items := make([]yamlpos.Object, len(list))
	for i, s := range list {
		items[i] = s.csl()
		if l := locators[s.Key]; len(l) > 0 {
			items[i] = items[i].With("locator", strings.Join(l, ", "))
		}
	}
	return marshalCSL(items)
}

// CiteBibTeX gives the sources of citations in BibTeX. Locators have no place in
// an entry, so a line before the entries says how each record is to be cited.
func CiteBibTeX(citations []Citation) []byte {
	var b bytes.Buffer
	for _, c := range citations {
		if c.Record == "" {
			continue
		}
		fmt.Fprintf(&b, "%% %s: ", c.Record)
		if c.Object != nil {
			fmt.Fprintf(&b, "\\cite{%s}, ", c.Object.Key)
		}
		b.WriteString("\\cite")
		if c.Locator != "" {
			fmt.Fprintf(&b, "[%s]", dashes(strings.NewReplacer("@", "", "]", "", "[", "", "\n", " ").Replace(c.Locator)))
		}
		fmt.Fprintf(&b, "{%s}", c.Source.Key)
		for _, v := range c.Via {
			fmt.Fprintf(&b, ", after \\cite{%s}", v.Key)
		}
		b.WriteByte('\n')
	}
	list, _ := sourcesOf(citations)
	if b.Len() > 0 {
		b.WriteByte('\n')
	}
	b.Write(WriteBibTeX(list))
	return b.Bytes()
}

func marshalCSL(items []yamlpos.Object) []byte {
	var b bytes.Buffer
	if items == nil {
		items = []yamlpos.Object{}
	}
	if err := json.Indent(&b, yamlpos.JSON(items), "", "  "); err != nil {
		panic(err) // it is JSON
	}
	b.WriteByte('\n')
	return yamlpos.VisibleJSON(b.Bytes())
}

// WriteCSL gives sources in CSL-JSON. A source that was read from CSL-JSON has
// every key that it had; one from BibTeX has what CSL has a key for.
func WriteCSL(sources []*Source) []byte {
	items := make([]yamlpos.Object, len(sources))
	for i, s := range sources {
		items[i] = s.csl()
	}
	return marshalCSL(items)
}

func (s *Source) csl() yamlpos.Object {
	if s.node != nil {
		return nodeJSON(s.node).(yamlpos.Object)
	}
	o := yamlpos.Object{}.With("id", s.Key).With("type", s.Type)
	add := func(key, value string) {
		if value != "" {
			o = o.With(key, value)
		}
	}
	add("title", s.tagged("title", s.Title))
	people := func(key string, list []Name) {
		if len(list) == 0 {
			return
		}
		var names []yamlpos.Object
		for _, n := range list {
			var name yamlpos.Object
			for _, part := range [][2]string{{"family", n.Family}, {"given", n.Given}, {"suffix", n.Suffix}, {"literal", n.Literal}} {
				if part[1] != "" {
					name = name.With(part[0], part[1])
				}
			}
			names = append(names, name)
		}
		o = o.With(key, names)
	}
	people("author", s.Authors)
	people("editor", s.Editors)
	if s.Issued != "" {
		o = o.With("issued", s.cslIssued())
	}
	for _, m := range [][2]string{{"container-title", s.Container}, {"publisher", s.Publisher}, {"publisher-place", s.Place},
		{"volume", s.Volume}, {"number-of-volumes", s.Volumes}, {"issue", s.Issue}, {"page", s.Page}, {"edition", s.Edition},
		{"language", s.Language}, {"URL", s.URL}, {"DOI", s.DOI}, {"archive", s.Archive}, {"call-number", s.CallNumber}, {"note", s.Note}} {
		add(m[0], m[1])
	}
	for _, f := range s.bib {
		switch key := bibOnly[f.name]; {
		case f.name == "howpublished":
			if url, rest := published(f.raw); url == s.URL {
				add(key, rest)
			} else {
				add(key, f.plain())
			}
		case key != "":
			add(key, f.plain())
		}
	}
	return o
}

// bibOnly are fields of BibTeX that a Source has no field for, with their keys
// in CSL.
var bibOnly = map[string]string{
	"abstract": "abstract", "annotation": "annote", "chapter": "chapter-number", "doi": "", "eventtitle": "event-title",
	"howpublished": "medium", "isbn": "ISBN", "issn": "ISSN", "keywords": "keyword",
	"origlocation": "original-publisher-place", "origpublisher": "original-publisher", "origtitle": "original-title",
	"pagetotal": "number-of-pages", "series": "collection-title", "shorttitle": "title-short", "type": "genre",
	"venue": "event-place", "version": "version",
}

func (s *Source) cslIssued() yamlpos.Object {
	text, circa := strings.CutPrefix(s.Issued, "c. ")
	var o yamlpos.Object
	if e, err := date.ParseEDTF(text); err == nil && e.Start.Dated() && e.End.Dated() {
		part := func(d date.Part) []int {
			p := []int{cslYear(d.Earliest.Year)}
			if d.Precision == date.PrecisionMonth || d.Precision == date.PrecisionDay {
				p = append(p, d.Earliest.Month)
			}
			if d.Precision == date.PrecisionDay {
				p = append(p, d.Earliest.Day)
			}
			return p
		}
		if exact(e.Start) && exact(e.End) {
			parts := [][]int{part(e.Start)}
			if e.Interval {
				parts = append(parts, part(e.End))
			}
			o = yamlpos.Object{}.With("date-parts", parts)
			circa = circa || e.Start.Approximate || e.End.Approximate
		}
	}
	if o == nil {
		if first, last, ok := s.Years(); ok {
			parts := [][]int{{cslYear(first)}}
			if last != first {
				parts = append(parts, []int{cslYear(last)})
			}
			o = yamlpos.Object{}.With("date-parts", parts)
		}
	}
	if o == nil {
		return yamlpos.Object{}.With("literal", s.Issued)
	}
	if circa {
		o = o.With("circa", true)
	}
	return o
}

// cslYear is a year as CSL-JSON has it, which counts without a year 0: -347 is 347 BCE.
func cslYear(n int) int {
	if n <= 0 {
		return n - 1
	}
	return n
}

// exact reports whether CSL can say the date.
func exact(d date.Part) bool {
	return d.Precision == date.PrecisionYear || d.Precision == date.PrecisionMonth || d.Precision == date.PrecisionDay
}

// nodeJSON turns what was read from a file back into JSON.
func nodeJSON(n *yamlpos.Node) any {
	switch n.Kind {
	case yamlpos.Map:
		o := yamlpos.Object{}
		for i, k := range n.Keys {
			o = o.With(k.Text, nodeJSON(n.Values[i]))
		}
		return o
	case yamlpos.List:
		list := []any{}
		for _, v := range n.Values {
			list = append(list, nodeJSON(v))
		}
		return list
	}
	switch {
	case n.Null:
		return nil
	case n.Style == yamlpos.Plain && jsonLiteral.MatchString(n.Text):
		return json.RawMessage(n.Text)
	}
	return n.Text
}

var jsonLiteral = regexp.MustCompile(`^(?:true|false|-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?)$`)

// texTypes are the entry types for the types of CSL; misc for all others.
var texTypes = map[string]string{
	"article-journal": "article", "article-magazine": "article", "article-newspaper": "article", "book": "book",
	"chapter": "incollection", "entry-encyclopedia": "incollection", "entry-dictionary": "incollection",
	"paper-conference": "inproceedings", "pamphlet": "booklet", "thesis": "phdthesis", "report": "techreport",
	"manuscript": "unpublished",
}

// WriteBibTeX gives sources in BibTeX, in UTF-8. A source that was read from
// BibTeX has the fields that it had; of one from CSL-JSON those are written that
// BibTeX has a field for.
func WriteBibTeX(sources []*Source) []byte {
	var b bytes.Buffer
	for i, s := range sources {
		if i > 0 {
			b.WriteByte('\n')
		}
		s.bibTeX(&b)
	}
	return b.Bytes()
}

func (s *Source) bibTeX(b *bytes.Buffer) {
	kind := texTypes[s.Type]
	if s.bibType != "" {
		kind = s.bibType
	}
	if kind == "" {
		kind = "misc"
	}
	fmt.Fprintf(b, "@%s{%s,\n", kind, s.Key)
	defer b.WriteString("}\n")
	for _, f := range s.bib {
		if f.bare {
			fmt.Fprintf(b, "  %s = %s,\n", f.name, f.raw)
		} else {
			fmt.Fprintf(b, "  %s = {%s},\n", f.name, f.raw)
		}
	}
	if s.bibType != "" {
		return
	}
	field := func(name, raw string) {
		if raw != "" {
			fmt.Fprintf(b, "  %s = {%s},\n", name, raw)
		}
	}
	field("author", texNames(s.Authors))
	field("editor", texNames(s.Editors))
	if s.Title != "" {
		field("title", "{"+texOfTags(s.asRead("title", s.Title))+"}") // the capitals are the title's own
	}
	container := texOfTags(s.asRead("container-title", s.Container))
	switch kind {
	case "article":
		field("journal", container)
	default:
		field("booktitle", container)
	}
	if first, last, ok := s.Years(); ok && first <= 0 {
		field("date", s.edtfIssued(first, last))
	} else if ok && !strings.HasPrefix(s.Issued, "c. ") {
		year := strconv.Itoa(first)
		if last != first {
			year += "--" + strconv.Itoa(last)
		}
		field("year", year)
	} else {
		field("year", tex(s.Issued))
	}
	field("publisher", tex(s.Publisher))
	field("address", tex(s.Place))
	field("volume", tex(s.Volume))
	field("volumes", tex(s.Volumes))
	field("number", tex(s.Issue))
	field("pages", dashes(tex(s.Page)))
	field("edition", tex(s.Edition))
	field("language", tex(s.Language))
	field("url", texURL(s.URL))
	field("doi", texURL(s.DOI))
	together := joined(s.Archive, s.CallNumber)
	if archive, call := keptAt(together, ""); archive == s.Archive && call == s.CallNumber {
		field("library", tex(together))
	} else {
		field("library", tex(s.Archive))
		field("callnumber", tex(s.CallNumber))
	}
	for _, name := range slices.Sorted(maps.Keys(bibOnly)) {
		if key := bibOnly[name]; key != "" {
			if v := s.node.Get(key); v != nil && v.Kind == yamlpos.Scalar && !v.Null {
				field(name, tex(v.Text))
			}
		}
	}
	field("note", tex(s.Note))
}

// asRead is a text of CSL-JSON with the tags that it was read with.
func (s *Source) asRead(key, plain string) string {
	if v := s.node.Get(key); v != nil && v.Kind == yamlpos.Scalar && !v.Null {
		return v.Text
	}
	return plain
}

// tagged is a field of BibTeX with the tags of CSL-JSON for what is styled in it.
func (s *Source) tagged(name, plain string) string {
	i := slices.IndexFunc(s.bib, func(f bibField) bool { return f.name == name })
	if i < 0 {
		return plain
	}
	text, _ := readTeX(s.bib[i].raw, true)
	return fold.OneLine(text)
}

// edtfIssued are years of which the first is before Christ, as BibLaTeX has them.
func (s *Source) edtfIssued(first, last int) string {
	text := date.Year(first)
	if last != first {
		text += "/" + date.Year(last)
	}
	if strings.HasPrefix(s.Issued, "c. ") {
		text += "~"
	}
	return text
}

var pageRange = regexp.MustCompile(`([0-9])\s*[-–]\s*([0-9])`)

// dashes writes ranges of pages as BibTeX has them.
func dashes(s string) string { return pageRange.ReplaceAllString(s, "$1--$2") }

// texEscapes are what TeX would take for commands. Braces are spelt out: BibTeX
// counts them even behind a backslash.
var texEscapes = strings.NewReplacer(`\`, `\textbackslash{}`, "{", `\textbraceleft{}`, "}", `\textbraceright{}`, "&", `\&`, "%", `\%`,
	"$", `\$`, "#", `\#`, "_", `\_`, "~", `\textasciitilde{}`, "^", `\textasciicircum{}`, "\u00A0", "~", "@", `\symbol{64}`)

// texPairs are signs of which two make another one in TeX.
var texPairs = strings.NewReplacer("--", "-{}-", "''", "'{}'", "``", "`{}`")

// tex writes a text for TeX; unTeX reads it back. Control characters, which no
// file of BibTeX may have, are shown.
func tex(s string) string { return escapeTeX(fold.OneLine(s)) }

// escapeTeX is tex of a part of a text, with the space at its ends.
func escapeTeX(s string) string {
	s = texEscapes.Replace(yamlpos.Visible(s))
	return texPairs.Replace(texPairs.Replace(s)) // twice, for three in a row
}

// texURL writes an address, which BibTeX has as it is.
func texURL(s string) string {
	return strings.NewReplacer("{", "%7B", "}", "%7D", `\`, "%5C", "@", "%40", `"`, "%22").Replace(yamlpos.Visible(fold.OneLine(s)))
}

func texNames(list []Name) string {
	var names []string
	for _, n := range list {
		switch {
		case n.Literal != "":
			names = append(names, "{"+tex(n.Literal)+"}")
		case n.Suffix != "":
			names = append(names, "{"+tex(n.Family)+"}, {"+tex(n.Suffix)+"}, {"+tex(n.Given)+"}")
		case n.Given == "":
			names = append(names, "{"+tex(n.Family)+"},")
		default:
			names = append(names, texPart(n.Family)+", "+texPart(n.Given))
		}
	}
	return strings.Join(names, " and ")
}

// texPart puts braces around a part of a name that would be taken apart.
func texPart(s string) string {
	if strings.Contains(s, ",") || strings.Contains(" "+s+" ", " and ") {
		return "{" + tex(s) + "}"
	}
	return tex(s)
}

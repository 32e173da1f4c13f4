package biblio

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/lectio/lectio/evidence/diag"
	"github.com/lectio/lectio/evidence/fold"
	"github.com/lectio/lectio/evidence/ids"
	"github.com/lectio/lectio/evidence/yamlpos"
)

// ReadBibTeX reads the entries of a BibTeX file. The reader is our own: it
// keeps the place of every field, and notes what would not be the same when the
// entries are written again. An entry that cannot be read is left out, and is an error.
func ReadBibTeX(file string, data []byte) ([]*Source, diag.Errors) {
	if errs := yamlpos.CheckText(file, data); len(errs) > 0 {
		return nil, errs
	}
	r := bibReader{file: file, s: strings.TrimPrefix(string(data), "\uFEFF"), macros: map[string]string{}}
	r.at.Line, r.at.Col = 1, 1
	r.read()
	var sources []*Source
	for _, e := range r.entries {
		s := bibSource(e)
		switch _, there := e.at["title"]; {
		case !there:
			r.errs.Add(s.pos, "", "title", "a source lacks the field title")
		case yamlpos.Blank(s.Title):
			r.errs.Add(s.At("title"), "nothing that can be seen", "a text", "the title of a source is empty")
		}
		sources = append(sources, s)
	}
	if len(sources) > 0 {
		sources[0].Remarks = append(sources[0].Remarks, r.remarks...)
	}
	return sources, r.errs.Sort()
}

// Remark is what somebody should know about the description of a source: what of
// it would not be there when it is written again.
type Remark struct {
	Pos  diag.Pos
	Text string
	// Lost says that something is missing then, or already in what is shown, and
	// not only written in another way.
	Lost bool
}

// bibField is a field of a BibTeX entry as written, without its outer braces or
// quotes.
type bibField struct {
	name, raw string
	bare      bool // a word without braces that BibTeX itself knows: a month
	pos       diag.Pos
}

// plain is the value without TeX.
func (f bibField) plain() string { text, _ := f.text(); return text }

// text is the value without TeX, and the commands that are not known.
func (f bibField) text() (plain string, unknown []string) {
	plain, unknown = readTeX(f.raw, false)
	return fold.OneLine(plain), unknown
}

// asItIs are fields that are no text.
var asItIs = wordSet("url doi file eprint abstract keywords howpublished annote annotation urldate")

// bibEntry is an entry as it stands in the file.
type bibEntry struct {
	key, kind string // the kind in lower case
	pos       diag.Pos
	fields    []bibField     // with names in lower case
	at        map[string]int // where a field is among them
	remarks   []Remark
	from, to  int // the bytes that it takes
}

// field is the value of a field, "" when there is none.
func (e *bibEntry) field(name string) string {
	if i, ok := e.at[name]; ok {
		return e.fields[i].raw
	}
	return ""
}

// bibReader steps through a file.
type bibReader struct {
	file    string
	s       string
	i       int
	at      diag.Pos // of the byte known
	known   int
	entries []*bibEntry
	macros  map[string]string // what @string defines, by its name in lower case
	remarks []Remark          // on the file
	errs    diag.Errors
}

// months are words that every style of BibTeX knows.
var months = strings.Fields("jan feb mar apr may jun jul aug sep oct nov dec")

// pos is the place of a byte. Places are asked for one behind the other, and are
// counted from the last one on.
func (r *bibReader) pos(i int) diag.Pos {
	if i < r.known {
		r.known, r.at = 0, diag.Pos{Line: 1, Col: 1}
	}
	for r.known < i {
		c, size := utf8.DecodeRuneInString(r.s[r.known:])
		r.known += size
		switch {
		case c == '\r' && strings.HasPrefix(r.s[r.known:], "\n"): // the LF will count
		case strings.ContainsRune("\n\r\u0085\u2028\u2029", c):
			r.at.Line, r.at.Col = r.at.Line+1, 1
		default:
			r.at.Col++
		}
	}
	r.at.File = r.file
	return r.at
}

func (r *bibReader) space() {
	for r.i < len(r.s) && strings.IndexByte(" \t\r\n", r.s[r.i]) >= 0 {
		r.i++
	}
}

func (r *bibReader) next(c byte) bool {
	r.space()
	if r.i < len(r.s) && r.s[r.i] == c {
		r.i++
		return true
	}
	return false
}

// word reads up to white space or punctuation of BibTeX.
func (r *bibReader) word() (string, int) {
	r.space()
	start := r.i
	for r.i < len(r.s) && strings.IndexByte(" \t\r\n,={}()\"#@", r.s[r.i]) < 0 {
		r.i++
	}
	return r.s[start:r.i], start
}

func (r *bibReader) fail(i int, expected, format string, args ...any) {
	found := "the end of the file"
	if i < len(r.s) {
		c, _ := utf8.DecodeRuneInString(r.s[i:])
		found = diag.Quote(string(c))
	}
	r.errs.Add(r.pos(min(i, len(r.s))), found, expected, format, args...)
}

func (r *bibReader) read() {
	outside := -1 // where the first text between entries begins
	for r.i < len(r.s) {
		start := r.i
		next := strings.IndexByte(r.s[start:], '@')
		between := r.s[start:]
		if next >= 0 {
			between = between[:next]
		}
		if text := strings.TrimSpace(between); text != "" && outside < 0 {
			outside = start + strings.Index(between, text)
			r.remarks = append(r.remarks, Remark{r.pos(outside), "text between the entries is a comment in BibTeX, and is not written again", false})
		}
		if next < 0 {
			return
		}
		r.i += next + 1
		at := r.i - 1
		kind, _ := r.word()
		switch lower := strings.ToLower(kind); {
		case lower == "comment": // everything up to the next @ is comment
		case kind == "" || !r.next('{') && !r.next('('):
			r.fail(r.i, "@type{key,", "an entry begins with @type{key,")
		case lower == "preamble":
			r.remarks = append(r.remarks, Remark{r.pos(at), "the preamble is for TeX: it is passed over, and is not written again", false})
			r.i = r.endOf(r.i)
		default:
			body, errs, entries := r.i, len(r.errs), len(r.entries)
			whole := r.entry(lower, map[byte]byte{'{': '}', '(': ')'}[r.s[r.i-1]])
			if len(r.errs) > errs { // only what is wrong is left out
				r.entries = r.entries[:entries]
			}
			if len(r.entries) > entries {
				r.entries[entries].from, r.entries[entries].to = at, r.i
			}
			if !whole {
				r.i = r.endOf(body)
			}
		}
	}
}

// entryBegins finds a line that can only be the beginning of an entry.
var entryBegins = regexp.MustCompile(`\n[ \t]*@[A-Za-z]+[ \t]*[{(]`)

// endOf is where what is not read ends, of which the inside begins at i: behind the brace that
// closes it, or where a line begins another entry.
func (r *bibReader) endOf(i int) int {
	end := len(r.s)
	if m := entryBegins.FindStringIndex(r.s[i:]); m != nil {
		end = i + m[0]
	}
	depth := 0
	for k := i; k < end; k++ {
		switch r.s[k] {
		case '{':
			depth++
		case '}':
			if depth--; depth < 0 {
				return k + 1
			}
		case ')':
			if depth == 0 && r.s[i-1] == '(' {
				return k + 1
			}
		}
	}
	return end
}

// entry reads one entry behind its opening brace, up to what closes it.
func (r *bibReader) entry(kind string, closing byte) bool {
	e := &bibEntry{kind: kind, at: map[string]int{}}
	if kind != "string" {
		key, at := r.word()
		e.key, e.pos = key, r.pos(at)
		if !ids.KeyPattern.MatchString(key) {
			r.fail(at, "a key of letters, digits and . _ : / + -", "the key of the source cannot be %s", diag.Quote(key))
			return false
		}
		if long := ids.LengthProblem("the key of the source", key); long != nil {
			long.Pos = r.pos(at)
			r.errs = append(r.errs, *long)
		}
		if !r.next(',') {
			r.fail(r.i, "a comma", "the key %s must be followed by a comma", diag.Quote(key))
			return false
		}
		r.entries = append(r.entries, e)
	}
	for !r.next(closing) {
		name, at := r.word()
		if name == "" || !r.next('=') {
			r.fail(r.i, "field = {value}", "a field of %s cannot be read", diag.Quote(e.key))
			return false
		}
		f := bibField{name: strings.ToLower(name), pos: r.pos(at)}
		if !r.value(e, &f) {
			return false
		}
		switch earlier, twice := e.at[f.name]; {
		case kind == "string":
			r.macros[f.name] = f.raw
		case twice:
			first := e.fields[earlier].pos
			r.errs.AddRelated(f.pos, []diag.Pos{first}, "", "each field once", "the field %s is there twice; the first is at %s", name, first)
		default:
			e.at[f.name] = len(e.fields)
			e.fields = append(e.fields, f)
		}
		if !r.next(',') {
			if !r.next(closing) {
				r.fail(r.i, "a comma or "+string(closing), "the field %s must be followed by a comma", name)
				return false
			}
			break
		}
	}
	return true
}

// value reads {braces}, "quotes", a number or the name of a @string, or several of them that
// are joined with #.
func (r *bibReader) value(e *bibEntry, f *bibField) bool {
	if !r.piece(e, f) {
		return false
	}
	for r.next('#') {
		if at := r.i - 1; !slices.ContainsFunc(e.remarks, func(m Remark) bool { return m.Text == joinedValue }) {
			e.remarks = append(e.remarks, Remark{Pos: r.pos(at), Text: joinedValue})
		}
		before := f.raw
		if !r.piece(e, f) {
			return false
		}
		f.raw, f.bare = before+f.raw, false
	}
	return true
}

const joinedValue = "values joined with # are written as one when the source is written again"

// piece reads one of the values that are joined.
func (r *bibReader) piece(e *bibEntry, f *bibField) bool {
	r.space()
	if r.i < len(r.s) && (r.s[r.i] == '{' || r.s[r.i] == '"') {
		return r.delimited(f)
	}
	word, at := r.word()
	lower := strings.ToLower(word)
	text, defined := r.macros[lower]
	_, err := strconv.Atoi(word)
	switch {
	case defined:
		f.raw = text
		e.remarks = append(e.remarks, Remark{Pos: r.pos(at), Text: "the short name " + word + " is written out when the source is written again"})
	case slices.Contains(months, lower):
		f.raw, f.bare = lower, true
	case err == nil:
		f.raw = word
	default:
		r.errs.Add(r.pos(at), diag.Quote(word), "{...}, \"...\", a number or the name of a @string", "the value of the field %s cannot be read; put it in braces", f.name)
		return false
	}
	return true
}

// delimited reads a value in braces or quotes.
func (r *bibReader) delimited(f *bibField) bool {
	start := r.i
	closing, what := byte('}'), "brace"
	if r.s[r.i] == '"' {
		closing, what = '"', "quote"
	}
	depth := 0
	for r.i++; r.i < len(r.s) && (r.s[r.i] != closing || depth > 0); r.i++ {
		switch r.s[r.i] {
		case '{':
			depth++
		case '}':
			if depth--; depth < 0 {
				r.fail(r.i, "as many braces closed as opened", "a brace is closed in the field %s that was not opened", f.name)
				return false
			}
		}
	}
	if r.i >= len(r.s) {
		r.fail(start, "a closing "+what, "the %s of the field %s is never closed", what, f.name)
		return false
	}
	f.raw, f.bare = r.s[start+1:r.i], false
	r.i++
	return true
}

// bibTypes gives the CSL types of BibTeX and BibLaTeX entries.
var bibTypes = map[string]string{
	"article": "article-journal", "book": "book", "booklet": "pamphlet", "collection": "book", "inbook": "chapter",
	"incollection": "chapter", "inproceedings": "paper-conference", "conference": "paper-conference",
	"manual": "book", "mastersthesis": "thesis", "mvbook": "book", "online": "webpage", "phdthesis": "thesis",
	"proceedings": "book", "report": "report", "techreport": "report", "thesis": "thesis",
	"unpublished": "manuscript",
}

// takesOver are the fields by which an entry has fields of another one.
var takesOver = []string{"crossref", "xdata"}

func bibSource(e *bibEntry) *Source {
	fields := map[string]string{}
	for _, f := range e.fields {
		var unknown []string
		fields[f.name], unknown = f.text()
		if len(unknown) > 0 && !asItIs[f.name] {
			e.remarks = append(e.remarks, Remark{f.pos, "the command " + unknown[0] + " of TeX is not known, and only the text behind it is read", true})
		}
		if slices.Contains(takesOver, f.name) {
			e.remarks = append(e.remarks, Remark{f.pos, "what the source takes over from " + f.plain() + " (" + f.name + ") is not read; write it out here", true})
		}
	}
	first := func(names ...string) string {
		for _, name := range names {
			if fields[name] != "" {
				return fields[name]
			}
		}
		return ""
	}
	s := &Source{
		Key:       e.key,
		Type:      bibTypes[e.kind],
		Authors:   bibNames(e.field("author")),
		Editors:   bibNames(e.field("editor")),
		Title:     fields["title"],
		Container: first("journal", "journaltitle", "booktitle"),
		Issued:    first("year", "date"),
		Publisher: first("publisher", "institution", "school", "organization"),
		Place:     first("address", "location"),
		Volume:    fields["volume"],
		Volumes:   fields["volumes"],
		Issue:     fields["number"],
		Page:      strings.ReplaceAll(fields["pages"], "–", "-"), // as CSL has it
		Edition:   fields["edition"],
		Language:  first("language", "langid"),
		URL:       fold.OneLine(unURL(e.field("url"))),
		DOI:       fold.OneLine(unURL(e.field("doi"))),
		Note:      first("note", "annote"),
		Remarks:   e.remarks,
		pos:       e.pos,
		bibType:   e.kind,
		bib:       e.fields,
	}
	s.Archive, s.CallNumber = keptAt(fields["library"], first("callnumber", "lccn", "shelfmark"))
	if s.URL == "" {
		s.URL, _ = published(e.field("howpublished"))
	}
	s.place = func(field string) (p diag.Pos) {
		if i, ok := e.at[strings.ToLower(field)]; ok {
			p = e.fields[i].pos
		}
		return p
	}
	if s.Type == "" {
		s.Type = "document"
	}
	return s
}

// keptAt takes apart the field library of BibLaTeX, which holds a library, a call
// number or both: what has a digit is the number. With a number in a field of its
// own it holds nothing but the library.
func keptAt(library, number string) (archive, call string) {
	if number != "" || !strings.ContainsAny(library, "0123456789") {
		return library, number
	}
	archive, call, both := strings.Cut(library, ", ")
	if !both || strings.ContainsAny(archive, "0123456789") {
		return "", library
	}
	return archive, call
}

var publishedAt = regexp.MustCompile(`\\url\s*\{([^{}]*)\}|\\href\s*\{([^{}]*)\}\s*\{[^{}]*\}|https?://[^\s{},;]+`)

// published finds an address in the field howpublished, and what else it says.
func published(raw string) (url, rest string) {
	m := publishedAt.FindStringSubmatchIndex(raw)
	if m == nil {
		return "", fold.OneLine(unTeX(raw))
	}
	from, to := m[0], m[1]
	for _, group := range []int{2, 4} {
		if m[group] >= 0 {
			from, to = m[group], m[group+1]
		}
	}
	return fold.OneLine(unURL(raw[from:to])), strings.Trim(fold.OneLine(unTeX(raw[:m[0]]+" "+raw[m[1]:])), " ,;.:")
}

// bibNames takes "Family, Given and Given Family and {A Body}" apart.
func bibNames(value string) []Name {
	if value = fold.OneLine(value); value == "" {
		return nil
	}
	var list []Name
	for _, raw := range splitNames(value) {
		var n Name
		switch {
		case oneGroup(raw):
			n.Literal = unTeX(raw)
		case strings.Contains(raw, ","):
			parts := splitOutside(raw, ",")
			n.Family, n.Given = unTeX(parts[0]), unTeX(parts[len(parts)-1])
			switch {
			case len(parts) == 1: // the comma is within braces
				n.Given = ""
			case len(parts) > 2: // Family, Jr, Given
				n.Suffix = unTeX(strings.Join(parts[1:len(parts)-1], ", "))
			}
		default:
			given, family := "", raw
			if words := splitOutside(bareAccent.ReplaceAllString(raw, `\$1{$2}`), " "); len(words) > 1 {
				given, family = strings.Join(words[:len(words)-1], " "), words[len(words)-1]
			}
			n.Given, n.Family = unTeX(given), unTeX(family)
		}
		if n.Literal+n.Family+n.Given != "" { // what holds nothing but braces is no name
			list = append(list, n)
		}
	}
	return list
}

// bareAccent is an accent with its letter behind a space, which parts no names: \d Hajj.
var bareAccent = regexp.MustCompile(`\\([bcdkrtuvHh]) +(\pL|\\[ij]\b)`)

// oneGroup reports whether a text is a single {group}.
func oneGroup(s string) bool {
	depth := 0
	for i := range len(s) {
		switch s[i] {
		case '{':
			depth++
		case '}':
			depth--
		}
		if depth == 0 {
			return i > 0 && i == len(s)-1
		}
	}
	return false
}

// splitNames splits at "and" outside braces.
func splitNames(s string) []string {
	list := splitOutside(s, " and ")
	if len(list) > 0 && list[len(list)-1] == "" {
		list = list[:len(list)-1]
	}
	return list
}

// splitOutside splits at a separator outside braces, and trims the parts.
func splitOutside(s, sep string) []string {
	var list []string
	depth, start := 0, 0
	for i := 0; i < len(s); i++ {
		switch {
		case s[i] == '{':
			depth++
		case s[i] == '}':
			depth--
		case depth == 0 && strings.HasPrefix(s[i:], sep):
			list = append(list, strings.TrimSpace(s[start:i]))
			start = i + len(sep)
			i = start - 1
		}
	}
	return append(list, strings.TrimSpace(s[start:]))
}

var texEscape = regexp.MustCompile(`\\([&%$#_{}])`)

// unURL reads an address, in which ~ and -- are themselves.
func unURL(s string) string {
	return strings.NewReplacer("{", "", "}", "").Replace(texEscape.ReplaceAllString(s, "$1"))
}

package evidence

import (
	"bytes"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/nickng/bibtex"

	"github.com/lectio/lectio/evidence/yamlpos"
)

// bibtexLock is needed because the BibTeX library keeps its parser's state in
// package variables.
var bibtexLock sync.Mutex

// parseBibTeX reads the entries of a BibTeX file. The library gives values but
// no places, ends the program when a @string is not defined, and forgets what
// is joined with #; so the file is walked first, for the places, and for what
// the library must not see.
func parseBibTeX(file string, data []byte) ([]*Source, yamlpos.Errors) {
	w := bibWalker{file: file, s: string(data)}
	w.walk()
	if len(w.errs) > 0 {
		return nil, w.errs.Sort()
	}
	bib, err := readBibTeX(data)
	if err != nil {
		pos := yamlpos.Pos{File: file, Line: 1, Col: 1}
		message := err.Error()
		if m := bibPlace.FindStringSubmatch(message); m != nil {
			line, _ := strconv.Atoi(m[1])
			col, _ := strconv.Atoi(m[2])
			pos = w.clamp(line, max(col, 1))
			message = strings.TrimSpace(bibPlace.ReplaceAllString(message, ""))
		}
		var errs yamlpos.Errors
		errs.Add(pos, "", "", "not valid BibTeX: %s", message)
		return nil, errs
	}
	var sources []*Source
	var errs yamlpos.Errors
	// The library sorts nothing and drops nothing, so entries come in the
	// order in which the walker saw them.
	for i, entry := range bib.Entries {
		if i >= len(w.entries) {
			break
		}
		s := bibSource(entry, w.entries[i])
		if s.Title == "" {
			errs.Add(s.pos, "", "title", "a source lacks the field title")
		}
		sources = append(sources, s)
	}
	return sources, errs.Sort()
}

var bibPlace = regexp.MustCompile(` at (\d+):(\d+)(?:: )?`)

func readBibTeX(data []byte) (bib *bibtex.BibTex, err error) {
	bibtexLock.Lock()
	defer bibtexLock.Unlock()
	defer func() {
		if r := recover(); r != nil {
			bib, err = nil, fmt.Errorf("it cannot be read: %v", r)
		}
	}()
	return bibtex.Parse(bytes.NewReader(data))
}

// bibEntry is what the walker knows of an entry.
type bibEntry struct {
	key    string
	pos    yamlpos.Pos
	fields map[string]yamlpos.Pos // by lower-case name
	kind   string
	order  []string // lower-case names as they come
}

// bibWalker steps through a file by characters.
type bibWalker struct {
	file    string
	s       string
	i       int
	entries []bibEntry
	strings map[string]bool
	errs    yamlpos.Errors
}

func (w *bibWalker) pos(i int) yamlpos.Pos {
	before := w.s[:i]
	nl := strings.LastIndexByte(before, '\n')
	return yamlpos.Pos{File: w.file, Line: 1 + strings.Count(before, "\n"), Col: 1 + utf8.RuneCountInString(before[nl+1:])}
}

func (w *bibWalker) clamp(line, col int) yamlpos.Pos {
	lines := strings.Split(w.s, "\n")
	line = min(max(line, 1), len(lines))
	return yamlpos.Pos{File: w.file, Line: line, Col: min(max(col, 1), utf8.RuneCountInString(lines[line-1])+1)}
}

func (w *bibWalker) space() {
	for w.i < len(w.s) && strings.IndexByte(" \t\r\n", w.s[w.i]) >= 0 {
		w.i++
	}
}

func (w *bibWalker) at(c byte) bool {
	w.space()
	if w.i < len(w.s) && w.s[w.i] == c {
		w.i++
		return true
	}
	return false
}

// word reads up to white space or punctuation of BibTeX.
func (w *bibWalker) word() (string, int) {
	w.space()
	start := w.i
	for w.i < len(w.s) && strings.IndexByte(" \t\r\n,={}()\"#@", w.s[w.i]) < 0 {
		w.i++
	}
	return w.s[start:w.i], start
}

func (w *bibWalker) fail(i int, expected, format string, args ...any) {
	found := "the end of the file"
	if i < len(w.s) {
		r, _ := utf8.DecodeRuneInString(w.s[i:])
		found = yamlpos.Quote(string(r))
	}
	w.errs.Add(w.pos(min(i, len(w.s))), found, expected, format, args...)
}

func (w *bibWalker) walk() {
	if !utf8.ValidString(w.s) {
		i := strings.IndexFunc(w.s, func(r rune) bool { return r == utf8.RuneError })
		w.errs.Add(w.pos(max(i, 0)), "other bytes", "UTF-8", "the file is not valid UTF-8; save it in that encoding")
		return
	}
	w.strings = map[string]bool{}
	for _, month := range strings.Fields("jan feb mar apr may jun jul aug sep oct nov dec") {
		w.strings[month] = true
	}
	for w.i < len(w.s) {
		next := strings.IndexByte(w.s[w.i:], '@')
		if next < 0 {
			return
		}
		w.i += next + 1
		kind, at := w.word()
		switch strings.ToLower(kind) {
		case "comment":
			continue // everything up to the next @ is comment
		case "preamble":
			w.fail(at, "@book, @article...", "@preamble is not read; leave it out")
			return
		}
		if !w.at('{') {
			w.fail(w.i, "{", "an entry begins with @type{key,")
			return
		}
		if !w.entry(strings.ToLower(kind)) {
			return
		}
	}
}

// entry walks one entry behind its opening brace.
func (w *bibWalker) entry(kind string) bool {
	isString := kind == "string"
	e := bibEntry{fields: map[string]yamlpos.Pos{}, kind: kind}
	if !isString {
		key, at := w.word()
		e.key, e.pos = key, w.pos(at)
		if !keyPattern.MatchString(key) {
			w.fail(at, "a key of letters, digits and . _ : / + -", "the key of the source cannot be %s", yamlpos.Quote(key))
			return false
		}
		if e := LengthProblem("the key of the source", key); e != nil {
			e.Pos = w.pos(at)
			w.errs = append(w.errs, *e)
		}
		if !w.at(',') {
			w.fail(w.i, "a comma", "the key %s must be followed by a comma", yamlpos.Quote(key))
			return false
		}
	}
	for !w.at('}') {
		name, at := w.word()
		if name == "" || !w.at('=') {
			w.fail(w.i, "field = {value}", "a field of %s cannot be read", yamlpos.Quote(e.key))
			return false
		}
		field := strings.ToLower(name)
		if earlier, ok := e.fields[field]; ok {
			w.errs.AddRelated(w.pos(at), []yamlpos.Pos{earlier}, "", "each field once", "the field %s is there twice; the first is at %s", name, earlier)
		}
		e.fields[field] = w.pos(at)
		e.order = append(e.order, field)
		if !w.value(name) {
			return false
		}
		if isString {
			w.strings[name] = true
		}
		if !w.at(',') {
			if !w.at('}') {
				w.fail(w.i, "a comma or }", "the field %s must be followed by a comma", name)
				return false
			}
			break
		}
	}
	if !isString {
		w.entries = append(w.entries, e)
	}
	return true
}

// value walks {braces}, "quotes", a number or a @string.
func (w *bibWalker) value(name string) bool {
	w.space()
	start := w.i
	switch {
	case w.i < len(w.s) && w.s[w.i] == '{':
		for depth := 0; w.i < len(w.s); w.i++ {
			switch w.s[w.i] {
			case '{':
				depth++
			case '}':
				depth--
			}
			if depth == 0 {
				w.i++
				break
			}
		}
		if w.s[w.i-1] != '}' || strings.Count(w.s[start:w.i], "{") != strings.Count(w.s[start:w.i], "}") {
			w.fail(start, "a closing brace", "the brace of the field %s is never closed", name)
			return false
		}
	case w.i < len(w.s) && w.s[w.i] == '"':
		depth := 0
		for w.i++; w.i < len(w.s) && (w.s[w.i] != '"' || depth > 0); w.i++ {
			switch w.s[w.i] {
			case '{':
				depth++
			case '}':
				depth--
			}
		}
		if w.i >= len(w.s) {
			w.fail(start, "a closing quote", "the quote of the field %s is never closed", name)
			return false
		}
		w.i++
	default:
		word, at := w.word()
		if _, err := strconv.Atoi(word); err != nil && !w.strings[word] {
			w.errs.Add(w.pos(at), yamlpos.Quote(word), "{...}, \"...\", a number or the name of a @string", "the value of the field %s cannot be read; put it in braces", name)
			return false
		}
	}
	w.space()
	if w.i < len(w.s) && w.s[w.i] == '#' {
		w.fail(w.i, "one value", "values joined with # are not read; write the value out")
		return false
	}
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

func bibSource(entry *bibtex.BibEntry, at bibEntry) *Source {
	fields, raw := map[string]string{}, map[string]string{}
	for name, value := range entry.Fields {
		name = strings.ToLower(name)
		raw[name] = value.String()
		fields[name] = oneLine(unTeX(raw[name]))
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
		Key:       at.key,
		Type:      bibTypes[entry.Type],
		Authors:   bibNames(raw["author"]),
		Editors:   bibNames(raw["editor"]),
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
		URL:       oneLine(unURL(raw["url"])),
		DOI:       oneLine(unURL(raw["doi"])),
		Note:      first("note", "annote"),
		pos:       at.pos,
		place:     func(field string) yamlpos.Pos { return at.fields[strings.ToLower(field)] },
	}
	if s.Type == "" {
		s.Type = "document"
	}
	s.bibType = at.kind
	for _, name := range at.order {
		s.bib = append(s.bib, bibField{name, oneLine(raw[name])})
	}
	return s
}

// bibNames takes "Family, Given and Given Family and {A Body}" apart. What holds
// nothing but braces is no name.
func bibNames(value string) []Name {
	if value == "" {
		return nil
	}
	var list []Name
	for _, raw := range splitNames(oneLine(value)) {
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
			if i := strings.LastIndexByte(raw, ' '); i >= 0 {
				given, family = raw[:i], raw[i+1:]
			}
			n.Given, n.Family = unTeX(given), unTeX(family)
		}
		if n.Literal+n.Family+n.Given != "" {
			list = append(list, n)
		}
	}
	return list
}

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

var (
	texAccent = regexp.MustCompile("\\\\([`'^\"~=.]|[uvHckr](?:[ ]|\\b|\\{))\\s*\\{?\\s*(\\\\i|\\\\j|\\pL)\\s*\\}?")
	texLetter = regexp.MustCompile(`\\(ae|AE|oe|OE|aa|AA|o|O|ss|l|L|th|TH|dh|DH|dj|DJ|i|j)\b\s*(?:\{\})?`)
	texEscape = regexp.MustCompile(`\\([&%$#_{}])`)
	texSign   = regexp.MustCompile(`\\(textbackslash|textasciitilde|textasciicircum|textbraceleft|textbraceright|textquotedbl|textendash|textemdash)(?:\{\}|[ ])?`)
	texOther  = regexp.MustCompile(`\\[A-Za-z]+\s*`)
)

var texLetters = map[string]string{
	"ae": "æ", "AE": "Æ", "oe": "œ", "OE": "Œ", "aa": "å", "AA": "Å", "o": "ø", "O": "Ø", "ss": "ß", "l": "ł", "L": "Ł",
	"th": "þ", "TH": "Þ", "dh": "ð", "DH": "Ð", "dj": "đ", "DJ": "Đ", "i": "ı", "j": "ȷ",
}

// texAccents maps an accent and a letter to the letter with it.
var texAccents = func() map[string]string {
	m := map[string]string{}
	for accent, pairs := range map[string]string{
		"`":  "aàeèiìoòuùAÀEÈIÌOÒUÙ",
		"'":  "aáeéiíoóuúyýcćnńsśzźAÁEÉIÍOÓUÚYÝCĆNŃSŚZŹ",
		"^":  "aâeêiîoôuûAÂEÊIÎOÔUÛ",
		"\"": "aäeëiïoöuüyÿAÄEËIÏOÖUÜ",
		"~":  "aãnñoõAÃNÑOÕ",
		"=":  "aāeēiīoōuūAĀEĒIĪOŌUŪ",
		".":  "zżZŻeėIİ",
		"u":  "aăgğAĂGĞ",
		"v":  "cčsšzžeěrřnňCČSŠZŽEĚRŘNŇ",
		"H":  "oőuűOŐUŰ",
		"c":  "cçsşCÇSŞ",
		"k":  "aąeęAĄEĘ",
		"r":  "aåuůAÅUŮ",
	} {
		runes := []rune(pairs)
		for i := 0; i+1 < len(runes); i += 2 {
			m[accent+string(runes[i])] = string(runes[i+1])
		}
	}
	return m
}()

// unTeX turns the accents and braces of TeX into plain text.
func unTeX(s string) string {
	if strings.Contains(s, `\`) {
		// Signs that mean something to what follows wait as characters of
		// private use.
		s = strings.ReplaceAll(s, `\symbol{64}`, string(rune('@'+texWaiting)))
		s = texSign.ReplaceAllStringFunc(s, func(match string) string {
			return string(texSigns[texSign.FindStringSubmatch(match)[1]] + texWaiting)
		})
		s = texEscape.ReplaceAllStringFunc(s, func(match string) string { return string(rune(match[1]) + texWaiting) })
		s = texAccent.ReplaceAllStringFunc(s, func(match string) string {
			g := texAccent.FindStringSubmatch(match)
			if r, ok := texAccents[g[1][:1]+strings.TrimPrefix(g[2], `\`)]; ok {
				return r
			}
			return g[2]
		})
		s = texLetter.ReplaceAllStringFunc(s, func(match string) string {
			return texLetters[texLetter.FindStringSubmatch(match)[1]]
		})
		s = texOther.ReplaceAllString(s, "")
	}
	s = strings.NewReplacer("{", "", "}", "", "---", "—", "--", "–", "~", "\u00A0", "``", "“", "''", "”").Replace(s)
	s = strings.Map(func(r rune) rune {
		if r > texWaiting && r < texWaiting+0x3000 {
			return r - texWaiting
		}
		return r
	}, s)
	return strings.TrimSpace(s)
}

// texWaiting is where characters of the private use plane begin that stand for
// a sign: texWaiting+'{' for {.
const texWaiting = 0xF0000

var texSigns = map[string]rune{
	"textbackslash": '\\', "textasciitilde": '~', "textasciicircum": '^', "textbraceleft": '{', "textbraceright": '}',
	"textquotedbl": '"', "textendash": '–', "textemdash": '—',
}

// unURL reads an address, in which ~ and -- are themselves.
func unURL(s string) string {
	return strings.NewReplacer("{", "", "}", "").Replace(texEscape.ReplaceAllString(s, "$1"))
}

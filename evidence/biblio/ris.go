package biblio

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/lectio/lectio/evidence/diag"
	"github.com/lectio/lectio/evidence/ids"
	"github.com/lectio/lectio/evidence/yamlpos"
)

// A bibliography in RIS is read as items of CSL-JSON whose values stand where
// the lines do, so that one reader checks both. What CSL has no key for stays
// in the key that it keeps for others, as custom: {ris: {TAG: [line, ...]}}.

// risTypes are the types of RIS with their types in CSL. Of several the first is
// the one that is written.
var risTypes = []struct{ ris, csl string }{
	{"JOUR", "article-journal"}, {"EJOUR", "article-journal"}, {"ABST", "article-journal"}, {"MGZN", "article-magazine"}, {"NEWS", "article-newspaper"},
	{"INPR", "article"}, {"BOOK", "book"}, {"EDBOOK", "book"}, {"EBOOK", "book"}, {"CHAP", "chapter"}, {"ECHAP", "chapter"}, {"SER", "chapter"},
	{"CPAPER", "paper-conference"}, {"CONF", "paper-conference"}, {"THES", "thesis"}, {"RPRT", "report"}, {"GOVDOC", "report"}, {"PAMP", "pamphlet"},
	{"MANSCPT", "manuscript"}, {"UNPB", "manuscript"}, {"CLSWK", "classic"}, {"ANCIENT", "classic"}, {"DICT", "entry-dictionary"},
	{"ENCYC", "entry-encyclopedia"}, {"ELEC", "webpage"}, {"WEB", "webpage"}, {"BLOG", "post-weblog"}, {"DATA", "dataset"}, {"AGGR", "dataset"},
	{"DBASE", "dataset"}, {"MAP", "map"}, {"ART", "graphic"}, {"FIGURE", "figure"}, {"CHART", "figure"}, {"EQUA", "figure"}, {"SLIDE", "graphic"},
	{"MPCT", "motion_picture"}, {"VIDEO", "motion_picture"}, {"SOUND", "song"}, {"ADVS", "motion_picture"}, {"MUSIC", "musical_score"}, {"COMP", "software"},
	{"PCOMM", "personal_communication"}, {"ICOMM", "personal_communication"}, {"PAT", "patent"}, {"STAND", "standard"}, {"STAT", "legislation"},
	{"LEGAL", "legislation"}, {"BILL", "bill"}, {"UNBILL", "bill"}, {"CASE", "legal_case"}, {"HEAR", "hearing"}, {"JFULL", "periodical"}, {"CTLG", "book"},
	{"MULTI", "webpage"}, {"GRNT", "document"}, {"GEN", "document"},
}

// risTexts are the tags that hold one text, with the keys of CSL. Of several with
// one key the first is the one that is written.
var risTexts = []struct{ tag, key string }{
	{"TI", "title"}, {"T1", "title"}, {"T2", "container-title"}, {"JO", "container-title"}, {"JF", "container-title"}, {"BT", "container-title"},
	{"J2", "container-title-short"}, {"JA", "container-title-short"}, {"J1", "container-title-short"}, {"T3", "collection-title"},
	{"VL", "volume"}, {"NV", "number-of-volumes"}, {"IS", "issue"}, {"ET", "edition"}, {"SE", "section"},
	{"PB", "publisher"}, {"CY", "publisher-place"}, {"PP", "publisher-place"}, {"LA", "language"}, {"UR", "URL"}, {"DO", "DOI"},
	{"CN", "call-number"}, {"DB", "archive"}, {"AV", "archive_location"}, {"DP", "source"}, {"ST", "title-short"}, {"M3", "genre"},
	{"SN", "ISBN"}, {"SN", "ISSN"},
}

// risLines are the tags whose lines belong together, with their keys.
var risLines = []struct{ tag, key string }{{"AB", "abstract"}, {"N2", "abstract"}, {"N1", "note"}, {"RN", "note"}}

var risPeople = []struct{ tag, key string }{
	{"AU", "author"}, {"A1", "author"}, {"ED", "editor"}, {"A2", "editor"}, {"A3", "collection-editor"}, {"A4", "translator"},
}

var (
	risLine  = regexp.MustCompile(`^([A-Z][A-Z0-9])  ?-(?: (.*))?$`)
	risDate  = regexp.MustCompile(`^(-?[0-9]{1,4})(?:/([0-9]{1,2})?(?:/([0-9]{1,2})?(?:/(.*))?)?)?$`)
	risYears = regexp.MustCompile(`^(-?[0-9]{1,4})\s*[-–]\s*([0-9]{4})$`)
	risPages = regexp.MustCompile(`^([^-–\s]+)\s*[-–]\s*([^-–\s]+)$`)
	issnForm = regexp.MustCompile(`^[0-9]{4}-[0-9]{3}[0-9Xx]$`)
)

// risField is a line with a tag, and what goes on below it.
type risField struct {
	tag, text string
	pos       diag.Pos // of the text
}

// risEntry is what stands between TY and ER.
type risEntry struct {
	pos    diag.Pos
	fields []risField
}

// ReadRIS reads sources in RIS.
func ReadRIS(file string, data []byte) ([]*Source, diag.Errors) {
	return readRIS(file, data, nil)
}

// readRIS reads sources in RIS. An entry without a key gets the one that name
// finds for its item; where there is no name, it is an error.
func readRIS(file string, data []byte, name func(item *yamlpos.Node) string) ([]*Source, diag.Errors) {
	entries, errs := risEntries(file, data)
	r := cslReader{yamlpos.Reader{Errs: errs}}
	var sources []*Source
	for _, e := range entries {
		item := e.item(&r)
		if item.Get("title") == nil {
			r.Errorf(e.pos, "", "TI  - TITLE", "a source lacks a title")
			continue
		}
		if item.Get("id") == nil {
			if name == nil {
				r.Errorf(e.pos, "", "ID  - "+proposedKey(item), "a source lacks a key; give it one, by which records cite it")
				continue
			}
			putKey(item, "id", quoted(name(item), e.pos))
		}
		if s := r.csl(item); s != nil {
			sources = append(sources, s)
		}
	}
	return sources, r.Errs.Sort()
}

// risEntries takes a file apart into entries and lines.
func risEntries(file string, data []byte) (entries []*risEntry, errs diag.Errors) {
	if errs = yamlpos.CheckText(file, data); len(errs) > 0 {
		return nil, errs
	}
	var open *risEntry
	text := strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(strings.TrimPrefix(string(data), "\uFEFF"))
	n := 0
	for line := range strings.SplitSeq(text, "\n") {
		n++
		line = strings.TrimRight(line, " \t")
		at := diag.Pos{File: file, Line: n, Col: 1}
		m := risLine.FindStringSubmatch(line)
		switch {
		case m == nil && line == "":
		case m == nil && (open == nil || !open.goOn(line)):
			errs.Add(at, diag.Quote(line), "a tag, two spaces, a hyphen and a space: \"AU  - Smith, Ann\"", "the line has no tag of RIS")
		case m == nil:
		case m[1] == "TY":
			if open != nil {
				errs.AddRelated(at, []diag.Pos{open.pos}, `"TY"`, `"ER  - " before it`, "the source that begins at %s has no end", open.pos)
			}
			open = &risEntry{pos: at}
			open.add(m, at)
			entries = append(entries, open)
		case open == nil:
			errs.Add(at, diag.Quote(m[1]), `"TY  - " with the type of the source`, "a source begins with its type")
		case m[1] == "ER":
			open = nil
		default:
			open.add(m, at)
		}
	}
	if open != nil {
		errs.Add(open.pos, "the end of the file", `"ER  - "`, "the source has no end")
	}
	return entries, errs
}

func (e *risEntry) add(m []string, at diag.Pos) {
	at.Col = len(m[0]) - len(strings.TrimLeft(m[2], " \t")) + 1
	e.fields = append(e.fields, risField{m[1], strings.TrimSpace(m[2]), at})
}

// goOn reports whether a line without a tag can belong to the one above it: to a
// text that programs break into lines, and not to a name or a year.
func (e *risEntry) goOn(line string) bool {
	last := &e.fields[len(e.fields)-1]
	switch last.tag {
	case "TI", "T1", "T2", "T3", "BT", "JO", "JF":
		last.text += " " + strings.TrimSpace(line)
	case "AB", "N1", "N2", "RN", "KW":
		e.fields = append(e.fields, risField{last.tag, strings.TrimSpace(line), last.pos})
	default:
		return false
	}
	return true
}

// item makes an item of CSL-JSON of an entry.
func (e *risEntry) item(r *cslReader) *yamlpos.Node {
	item := &yamlpos.Node{Kind: yamlpos.Map, Pos: e.pos}
	own := &yamlpos.Node{Kind: yamlpos.Map, Pos: e.pos}
	keep := func(f risField) {
		list := own.Get(f.tag)
		if list == nil {
			list = &yamlpos.Node{Kind: yamlpos.List, Pos: f.pos}
			putKey(own, f.tag, list)
		}
		list.Values = append(list.Values, quoted(f.text, f.pos))
	}
	for _, f := range e.fields {
		if !e.take(item, f, r) && f.text != "" {
			keep(f)
		}
	}
	joinPages(item, own)
	if len(own.Keys) > 0 {
		custom := &yamlpos.Node{Kind: yamlpos.Map, Pos: own.Pos}
		putKey(custom, "ris", own)
		putKey(item, "custom", custom)
	}
	return item
}

// take puts a line into an item, and reports false for one that the item has no
// place for, or another value already.
func (e *risEntry) take(item *yamlpos.Node, f risField, r *cslReader) bool {
	text := quoted(f.text, f.pos)
	for _, l := range risLines {
		if l.tag == f.tag {
			if have := item.Get(l.key); have != nil {
				have.Text += "\n" + f.text
			} else if f.text != "" {
				putKey(item, l.key, text)
			}
			return true
		}
	}
	for _, p := range risPeople {
		if p.tag == f.tag && f.text != "" {
			addTo(item, p.key, risName(f))
			return true
		}
	}
	switch {
	case f.tag == "TY":
		return e.takeType(item, f, r)
	case f.text == "":
		return true
	case f.tag == "ID":
		return once(item, "id", text)
	case f.tag == "KW":
		if have := item.Get("keyword"); have != nil {
			have.Text += "; " + f.text
			return true
		}
		return once(item, "keyword", text)
	case slices.Contains([]string{"PY", "Y1", "DA"}, f.tag):
		return takeDate(item, "issued", f)
	case f.tag == "Y2":
		return takeDate(item, "accessed", f)
	case f.tag == "SP":
		text.Text = risPages.ReplaceAllString(f.text, "$1-$2")
		return once(item, "page", text)
	case f.tag == "SN" && issnForm.MatchString(f.text):
		return once(item, "ISSN", text)
	case (f.tag == "T2" || f.tag == "BT") && item.Get("type").Text == "book":
		key := map[string]string{"T2": "collection-title", "BT": "title"}[f.tag]
		return once(item, key, text)
	}
	for _, t := range risTexts {
		if t.tag == f.tag {
			return once(item, t.key, text)
		}
	}
	return false
}

// takeType finds the type; one that is not written as this is kept beside it.
func (e *risEntry) takeType(item *yamlpos.Node, f risField, r *cslReader) bool {
	var names []string
	for _, t := range risTypes {
		if t.ris == f.text {
			putKey(item, "type", quoted(t.csl, f.pos))
			return risTypeOf(t.csl) == t.ris
		}
		names = append(names, t.ris)
	}
	putKey(item, "type", quoted("document", f.pos)) // so that the rest is read as well
	hint := ""
	if d := diag.DidYouMean(f.text, names); d != "" {
		hint = "; " + d
	}
	r.Errorf(f.pos, diag.Quote(f.text), "a type of RIS, such as BOOK, CHAP, JOUR or GEN", "there is no type %s in RIS%s", diag.Quote(f.text), hint)
	return true
}

// risName takes "Family, Given, Jr" apart; without a comma it is a body.
func risName(f risField) *yamlpos.Node {
	name := &yamlpos.Node{Kind: yamlpos.Map, Pos: f.pos}
	parts := strings.SplitN(f.text, ",", 3)
	keys := []string{"family", "given", "suffix"}
	if len(parts) == 1 {
		keys = []string{"literal"}
	}
	for i, part := range parts {
		if part = strings.TrimSpace(part); part != "" {
			putKey(name, keys[i], quoted(part, f.pos))
		}
	}
	return name
}

// takeDate reads 1951, 1951///, 1951/06/30/ or 1887-1892; another text stays as it
// is written. A date in more detail than the one that is there takes its place.
func takeDate(item *yamlpos.Node, key string, f risField) bool {
	date := &yamlpos.Node{Kind: yamlpos.Map, Pos: f.pos}
	var parts [][]string
	season := ""
	if m := risYears.FindStringSubmatch(f.text); m != nil {
		parts = [][]string{m[1:2], m[2:3]}
	} else if m := risDate.FindStringSubmatch(f.text); m != nil {
		one := []string{m[1]}
		if m[2] != "" {
			if one = append(one, m[2]); m[3] != "" {
				one = append(one, m[3])
			}
		}
		parts, season = [][]string{one}, m[4]
	}
	if parts == nil {
		putKey(date, "literal", quoted(f.text, f.pos))
	} else {
		list := &yamlpos.Node{Kind: yamlpos.List, Pos: f.pos}
		for _, p := range parts {
			one := &yamlpos.Node{Kind: yamlpos.List, Pos: f.pos}
			for _, n := range p {
				one.Values = append(one.Values, risNumber(n, f.pos))
			}
			list.Values = append(list.Values, one)
		}
		putKey(date, "date-parts", list)
	}
	if season != "" {
		putKey(date, "season", quoted(season, f.pos))
	}
	have := item.Get(key)
	if have == nil {
		putKey(item, key, date)
		return true
	}
	old, now := numbersOf(have), numbersOf(date)
	if old == nil || now == nil || !slices.Equal(old[:min(len(old), len(now))], now[:min(len(old), len(now))]) {
		return false
	}
	if season := date.Get("season"); season != nil && !once(have, "season", season) {
		return false
	}
	if len(now) > len(old) {
		*have.Get("date-parts") = *date.Get("date-parts")
	}
	return true
}

// numbersOf are year, month and day of a date; nil when it is not one date in numbers.
func numbersOf(date *yamlpos.Node) (numbers []string) {
	parts := date.Get("date-parts")
	if parts == nil || len(parts.Values) > 1 {
		return nil
	}
	for _, n := range parts.Values[0].Values {
		numbers = append(numbers, n.Text)
	}
	return numbers
}

// joinPages joins the first page with the last one.
func joinPages(item, own *yamlpos.Node) {
	first, last := item.Get("page"), own.Get("EP")
	if first == nil || last == nil || len(last.Values) != 1 {
		return
	}
	if first.Text != last.Values[0].Text {
		first.Text += "-" + last.Values[0].Text
	}
	i := slices.IndexFunc(own.Keys, func(k *yamlpos.Node) bool { return k.Text == "EP" })
	own.Keys, own.Values = slices.Delete(own.Keys, i, i+1), slices.Delete(own.Values, i, i+1)
}

func putKey(m *yamlpos.Node, key string, value *yamlpos.Node) {
	m.Keys = append(m.Keys, quoted(key, value.Pos))
	m.Values = append(m.Values, value)
}

// once puts a value where there is none; the same value again is no other one.
func once(m *yamlpos.Node, key string, value *yamlpos.Node) bool {
	if have := m.Get(key); have != nil {
		return have.Text == value.Text
	}
	putKey(m, key, value)
	return true
}

func addTo(m *yamlpos.Node, key string, value *yamlpos.Node) {
	list := m.Get(key)
	if list == nil {
		list = &yamlpos.Node{Kind: yamlpos.List, Pos: value.Pos}
		putKey(m, key, list)
	}
	list.Values = append(list.Values, value)
}

func quoted(text string, pos diag.Pos) *yamlpos.Node {
	return &yamlpos.Node{Kind: yamlpos.Scalar, Style: yamlpos.Quoted, Pos: pos, Text: text}
}

// risNumber is a number as JSON has it, without zeros before it.
func risNumber(digits string, pos diag.Pos) *yamlpos.Node {
	sign := ""
	if rest, ok := strings.CutPrefix(digits, "-"); ok {
		sign, digits = "-", rest
	}
	if digits = strings.TrimLeft(digits, "0"); digits == "" {
		sign, digits = "", "0"
	}
	return &yamlpos.Node{Kind: yamlpos.Scalar, Style: yamlpos.Plain, Pos: pos, Text: sign + digits}
}

// proposedKey makes a key of the first name, or the title, and the year.
func proposedKey(item *yamlpos.Node) string {
	text := ""
	for _, key := range []string{"author", "editor"} {
		if list := item.Get(key); list != nil && text == "" {
			if name := list.Values[0].Values; len(name) > 0 { // else it is a comma alone
				text = name[0].Text
			}
		}
	}
	if text == "" {
		text = item.Get("title").Text
		if words := strings.Fields(text); len(words) > 3 {
			text = strings.Join(words[:3], " ")
		}
	}
	if date := item.Get("issued"); date != nil {
		if parts := date.Get("date-parts"); parts != nil {
			text += " " + strings.TrimPrefix(parts.Values[0].Values[0].Text, "-")
		}
	}
	key := ids.Of(text)
	if key == "" {
		key = "source"
	}
	return key[:min(len(key), ids.Max/2)]
}

// ReadNew reads a bibliography in RIS from elsewhere, to be imported: a source without a key gets one that
// no other source of the file has.
func ReadNew(file string, data []byte) ([]*Source, diag.Errors) {
	entries, _ := risEntries(file, data)
	taken := map[string]bool{}
	for _, e := range entries {
		for _, f := range e.fields {
			if f.tag == "ID" {
				taken[f.text] = true
			}
		}
	}
	return readRIS(file, data, func(item *yamlpos.Node) string {
		base := proposedKey(item)
		key := base
		for n := 2; taken[key]; n++ {
			key = base + "-" + strconv.Itoa(n)
		}
		taken[key] = true
		return key
	})
}

package exchange

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/lectio/lectio/evidence/diag"
	"github.com/lectio/lectio/evidence/yamlpos"
	"golang.org/x/net/html"
)

// Piece is one thing found in a file that somebody else made: fields by the
// names that the file has for them, in its order, each with the place of its
// value.
type Piece struct {
	diag.Pos
	Kind   string // "evidence", "ruleset" or "lud"
	Fields []PieceField
}

// PieceField is a field of a piece. The text has no line ends but those between
// paragraphs.
type PieceField struct {
	diag.Pos
	Name, Text string
}

// Get is the text of a field, "" when it is not there.
func (p *Piece) Get(name string) string {
	for _, f := range p.Fields {
		if f.Name == name {
			return f.Text
		}
	}
	return ""
}

// At is where a field stands, and the place of the piece when it is not there.
func (p *Piece) At(name string) diag.Pos {
	for _, f := range p.Fields {
		if f.Name == name {
			return f.Pos
		}
	}
	return p.Pos
}

func (p *Piece) add(pos diag.Pos, name, text string) {
	if text != "" {
		p.Fields = append(p.Fields, PieceField{pos, name, text})
	}
}

// pageLine is a line of a page as a reader sees it.
type pageLine struct {
	text string
	pos  diag.Pos
	// asItStands is set when the text is in the file as it is here, so that what is
	// within it has a place of its own; a line of HTML may be put together from several.
	asItStands bool
}

// behind is the place behind the first characters of a line, or that of the line
// where it is not known.
func (l *pageLine) behind(characters int) diag.Pos {
	at := l.pos
	if l.asItStands {
		at.Col += characters
	}
	return at
}

// The fields of a piece of evidence, in the order of the page. Those of the head
// are one line each; rules and content run on; the last four end the piece. A
// text may begin a line with one of these words, so only the order tells.
var (
	pageHead  = []string{"Type", "Game", "Location", "Date", "Period"}
	pageTexts = []string{"Rules", "Content"}
	pageTail  = []string{"Confidence", "Ages", "Genders", "Source"}
	// rulesetHeads are the headings of a page about a ruleset, each on its own line.
	rulesetHeads = []string{"Game", "Period(s)", "Summary", "Description", "Rules", "Concepts", "Reference", "Other Rulesets",
		"Origin", "Identifiers"}
	pageID  = regexp.MustCompile(`^DLP\.[A-Za-z]+\.[0-9]{1,9}$`)
	counted = regexp.MustCompile(`^([0-9]{1,6}) pieces? of evidence found\.?$`)
	titled  = regexp.MustCompile(`^Evidence (for|in) (.+)$`)
	see     = regexp.MustCompile(`^See the game (.+) for more details\.?$`)
)

// footers begin what stands below the last field of a page.
func footer(s string) bool {
	return s == "Contact Us" || strings.HasPrefix(s, "lkjh ") || strings.Contains(s, "Maastricht University Department") ||
		strings.Contains(s, "ERC Consolidator Grant")
}

// Page reads a page of the Ludii portal that somebody saved, as HTML or as its
// text: the evidence for a game or in a place, with any number of pieces, or a
// ruleset. Nothing of the page's furniture is kept, and no field of a piece is
// lost: what the page has under a name that is not known becomes a field "Other".
// Whether a text looks like such a page is for [IsPage].
func Page(file, text string) ([]*Piece, diag.Errors) {
	var errs diag.Errors
	lines := pageLines(file, text, &errs)
	if len(errs) > 0 {
		return nil, errs
	}
	for i, l := range lines {
		if strings.HasPrefix(l.text, "Ruleset: ") && i+1 < len(lines) {
			p := rulesetPage(lines, i, &errs)
			if p == nil {
				return nil, errs.Sort()
			}
			return []*Piece{p}, errs.Sort()
		}
	}
	pieces := evidencePage(file, lines, &errs)
	return pieces, errs.Sort()
}

// IsPage reports whether a text is a page that [Page] reads.
func IsPage(text string) bool {
	var errs diag.Errors
	lines := pageLines("", text, &errs)
	return slices.ContainsFunc(lines, func(l pageLine) bool {
		return strings.HasPrefix(l.text, "Ruleset: ") || counted.MatchString(l.text)
	})
}

// looksLikeHTML reports whether a text has tags that pages have.
func looksLikeHTML(s string) bool {
	head := strings.ToLower(s[:min(len(s), 4096)])
	for _, tag := range []string{"<!doctype", "<html", "<head", "<body", "<div", "<p>", "<table", "<br"} {
		if strings.Contains(head, tag) {
			return true
		}
	}
	return false
}

// block are the elements that begin a line of their own.
var block = strings.Fields("address article aside blockquote body br center dd div dl dt fieldset figure footer form h1 h2 h3 h4 h5 h6 " +
	"header hr html li main nav ol p pre section table tbody tfoot thead title tr ul")

// unseen are the elements whose text is not shown as part of the page.
var unseen = []string{"script", "style", "template", "noscript", "svg", "select", "option", "textarea", "iframe", "object", "head"}

// pageLines are the lines of a page as a reader sees them, with the lines of the
// file that they begin on. HTML goes through the tokenizer, never as a tree: the
// depth of a page costs nothing.
func pageLines(file, text string, errs *diag.Errors) []pageLine {
	var out []pageLine
	if !looksLikeHTML(text) {
		for i, l := range strings.Split(text, "\n") {
			trimmed := strings.Join(strings.Fields(l), " ")
			col := len([]rune(l)) - len([]rune(strings.TrimLeft(l, " \t\u00a0"))) + 1
			out = append(out, pageLine{trimmed, diag.Pos{File: file, Line: i + 1, Col: col}, true})
		}
		return out
	}
	z := html.NewTokenizer(strings.NewReader(text))
	z.SetMaxBuf(yamlpos.MaxInput)
	var words, source strings.Builder // source is the words as they stand
	row, col := 1, 1
	var at diag.Pos
	flush := func() {
		if s := strings.Join(strings.Fields(words.String()), " "); s != "" {
			out = append(out, pageLine{s, at, s == strings.TrimSpace(source.String())})
		}
		words.Reset()
		source.Reset()
	}
	hidden := ""
	depth := 0
	for {
		kind := z.Next()
		if kind == html.ErrorToken {
			break
		}
		raw := string(z.Raw())
		begin := diag.Pos{File: file, Line: row, Col: col}
		for _, r := range raw {
			if r == '\n' {
				row, col = row+1, 0
			}
			col++
		}
		switch kind {
		case html.TextToken:
			if hidden != "" {
				continue
			}
			s := html.UnescapeString(raw)
			if strings.TrimSpace(s) != "" && strings.TrimSpace(words.String()) == "" {
				at = begin
				lead := raw[:len(raw)-len(strings.TrimLeft(raw, " \t\n\u00a0"))]
				at.Line += strings.Count(lead, "\n")
				if i := strings.LastIndexByte(lead, '\n'); i >= 0 {
					at.Col = 1 + len([]rune(lead[i+1:]))
				} else {
					at.Col += len([]rune(lead))
				}
			}
			words.WriteString(s)
			source.WriteString(raw)
		case html.StartTagToken, html.EndTagToken, html.SelfClosingTagToken:
			b, _ := z.TagName()
			name := string(b)
			switch {
			case hidden != "":
				if name == hidden && kind == html.StartTagToken {
					depth++
				}
				if name == hidden && kind == html.EndTagToken {
					if depth--; depth == 0 {
						hidden = ""
					}
				}
			case slices.Contains(unseen, name) && kind == html.StartTagToken:
				hidden, depth = name, 1
			case slices.Contains(block, name):
				flush()
			case name == "td" || name == "th":
				words.WriteByte(' ')
				source.WriteString("<" + name + ">")
			}
		}
	}
	flush()
	if hidden != "" && len(out) == 0 {
		errs.Add(diag.Pos{File: file}, "", "a page that was saved whole", "the page ends inside <%s>", hidden)
	}
	return out
}

// evidencePage finds the pieces of evidence of a page.
func evidencePage(file string, lines []pageLine, errs *diag.Errors) []*Piece {
	want, wantAt := -1, diag.Pos{}
	var about []PieceField // what the title says of all of them
	var pieces []*Piece
	named := map[string]diag.Pos{}
	for i := 0; i < len(lines); i++ {
		l := lines[i]
		if m := counted.FindStringSubmatch(l.text); m != nil && want < 0 {
			want, _ = strconv.Atoi(m[1])
			wantAt = l.pos
		}
		if m := titled.FindStringSubmatch(l.text); m != nil && len(pieces) == 0 && len(about) == 0 {
			name := map[string]string{"for": "Page game", "in": "Page location"}[m[1]]
			about = append(about, PieceField{l.pos, name, m[2]})
		}
		id, used, ok := pieceID(lines, i)
		if !ok {
			continue
		}
		end := i + used
		for end < len(lines) {
			if _, _, next := pieceID(lines, end); next || footer(lines[end].text) {
				break
			}
			end++
		}
		p := &Piece{Pos: id.pos, Kind: "evidence"}
		p.add(id.pos, "Id", id.text)
		p.evidence(lines[i+used : end])
		for _, f := range about {
			p.add(f.Pos, f.Name, f.Text)
		}
		if first, twice := named[id.text]; twice {
			errs.AddRelated(id.pos, []diag.Pos{first}, diag.Quote(id.text), "an id of its own", "the page has %s twice", id.text)
		} else {
			named[id.text] = id.pos
		}
		pieces = append(pieces, p)
		i = end - 1
	}
	switch {
	case len(pieces) == 0:
		errs.Add(diag.Pos{File: file}, "", `lines such as "Id DLP.Evidence.1", or "Ruleset: ..."`, "no piece of evidence and no ruleset is on this page")
	case want >= 0 && want != len(pieces):
		errs.Add(wantAt, fmt.Sprintf("%d", len(pieces)), fmt.Sprintf("%d pieces", want), "the page promises another number of pieces than it has; was it saved whole?")
	}
	return pieces
}

// pieceID reads "Id DLP.Evidence.1", on one line or on two.
func pieceID(lines []pageLine, i int) (pageLine, int, bool) {
	if rest, ok := strings.CutPrefix(lines[i].text, "Id "); ok && pageID.MatchString(rest) {
		return pageLine{text: rest, pos: lines[i].behind(len("Id "))}, 1, true
	}
	if lines[i].text == "Id" {
		if j := nextLine(lines, i+1); j < len(lines) && pageID.MatchString(lines[j].text) {
			return lines[j], j + 1 - i, true
		}
	}
	return pageLine{}, 0, false
}

// nextLine is the index of the next line that is not empty.
func nextLine(lines []pageLine, i int) int {
	for i < len(lines) && lines[i].text == "" {
		i++
	}
	return i
}

// labelled reports whether a line begins the field of a name, and what of its
// value stands behind it on the line.
func labelled(l pageLine, name string) (pageLine, bool) {
	if l.text == name {
		return pageLine{pos: l.pos}, true
	}
	if rest, ok := strings.CutPrefix(l.text, name+" "); ok {
		return pageLine{text: rest, pos: l.behind(len([]rune(name)) + 1)}, true
	}
	return l, false
}

// evidence takes the lines of a piece, without its id, apart. The head is read
// from the top and the tail from the bottom, so that a text between them may say
// anything.
func (p *Piece) evidence(lines []pageLine) {
	type mark struct {
		name  string
		line  int
		first pageLine
	}
	var marks []mark
	// From the bottom: the last line that can begin each field of the tail.
	bottom := len(lines)
	var tail []mark
	for k := len(pageTail) - 1; k >= 0; k-- {
		for i := bottom - 1; i >= 0; i-- {
			first, ok := labelled(lines[i], pageTail[k])
			if !ok || pageTail[k] == "Confidence" && !isNumber(first.text, lines, i) {
				continue
			}
			// A field of one line ends where the next one begins: more lines
			// between them mean that the word is part of a text.
			if pageTail[k] != "Source" && filled(lines[i+1:bottom]) > 0 && first.text != "" || filled(lines[i+1:bottom]) > 1 && pageTail[k] != "Source" {
				break
			}
			tail = append(tail, mark{pageTail[k], i, first})
			bottom = i
			break
		}
	}
	slices.Reverse(tail)
	// From the top: the head ends where the first text begins.
	top := 0
	for top < bottom {
		if lines[top].text == "" {
			top++
			continue
		}
		name := "Other"
		first := lines[top]
		for _, n := range append(slices.Clone(pageHead), pageTexts...) {
			if f, ok := labelled(lines[top], n); ok && !slices.ContainsFunc(marks, func(m mark) bool { return m.name == n }) {
				name, first = n, f
				break
			}
		}
		if slices.Contains(pageTexts, name) {
			break
		}
		marks = append(marks, mark{name, top, first})
		top++
		if name != "Other" && first.text == "" { // the value stands below
			top = min(nextLine(lines, top)+1, bottom)
		}
	}
	if top < bottom {
		first, isContent := labelled(lines[top], "Content")
		if !isContent {
			first, _ = labelled(lines[top], "Rules")
			marks = append(marks, mark{"Rules", top, first})
			for i := top + 1; i < bottom; i++ {
				if f, ok := labelled(lines[i], "Content"); ok {
					marks = append(marks, mark{"Content", i, f})
					break
				}
			}
		} else {
			marks = append(marks, mark{"Content", top, first})
		}
	}
	marks = append(marks, tail...)
	for i, m := range marks {
		end := len(lines)
		if i+1 < len(marks) {
			end = marks[i+1].line
		}
		paragraphs := []string{m.first.text}
		at, begun := m.first.pos, m.first.text != ""
		for _, l := range lines[m.line+1 : end] {
			if l.text == "" {
				if m.name == "Source" && begun {
					break // below the last field stands the foot of the page
				}
				continue
			}
			if !begun {
				at, begun = l.pos, true
			}
			paragraphs = append(paragraphs, l.text)
		}
		p.add(at, m.name, strings.TrimSpace(strings.Join(paragraphs, "\n")))
	}
}

// filled counts the lines that are not empty.
func filled(lines []pageLine) int {
	n := 0
	for _, l := range lines {
		if l.text != "" {
			n++
		}
	}
	return n
}

// isNumber reports whether a value, on its line or the next, is a whole number.
func isNumber(text string, lines []pageLine, i int) bool {
	if text == "" {
		if j := nextLine(lines, i+1); j < len(lines) {
			text = lines[j].text
		}
	}
	_, err := strconv.Atoi(strings.TrimSuffix(text, "%"))
	return err == nil
}

// rulesetPage reads a page about a ruleset. Its headings stand in one order,
// each on a line of its own.
func rulesetPage(lines []pageLine, title int, errs *diag.Errors) *Piece {
	p := &Piece{Pos: lines[title].pos, Kind: "ruleset"}
	name := strings.TrimPrefix(lines[title].text, "Ruleset: ")
	p.add(lines[title].behind(len("Ruleset: ")), "Ruleset", name)
	section, from := "Other", title+1
	rank := -1
	var paragraphs []string
	var pos diag.Pos
	flush := func() {
		p.add(pos, section, strings.Join(paragraphs, "\n"))
		paragraphs = nil
	}
	done := false
	for i := from; i < len(lines) && !done; i++ {
		l := lines[i]
		if k := slices.Index(rulesetHeads, l.text); k > rank {
			flush()
			section, rank = l.text, k
			continue
		}
		switch {
		case l.text == "":
		case footer(l.text):
			done = true
		case section == "Concepts" && strings.HasPrefix(l.text, "Browse all concepts for "):
			// A link, which says nothing about the game.
		case section == "Identifiers":
			if !pageID.MatchString(l.text) && len(paragraphs) > 0 {
				done = true // the foot of the page
				break
			}
			fallthrough
		default:
			if len(paragraphs) == 0 {
				pos = l.pos
			}
			paragraphs = append(paragraphs, l.text)
		}
	}
	flush()
	if m := see.FindStringSubmatch(p.Get("Game")); m != nil {
		for i := range p.Fields {
			if p.Fields[i].Name == "Game" {
				p.Fields[i].Text = m[1]
			}
		}
	}
	ids := strings.Split(p.Get("Identifiers"), "\n")
	if !pageID.MatchString(ids[0]) {
		errs.Add(p.At("Identifiers"), diag.Quote(ids[0]), "an id such as DLP.GameRulesets.1", "the page of the ruleset %s has no identifier; was it saved whole?", diag.Quote(name))
		return nil
	}
	return p
}

package wording

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/lectio/lectio/evidence"
	"github.com/lectio/lectio/evidence/diag"
	"github.com/lectio/lectio/evidence/fold"
	"github.com/lectio/lectio/evidence/yamlpos"
)

// Proposal is a clause that the program proposes: a sentence of a text, still in
// the words of the text, with hints on words in it that tend to hide a doubt. A
// person says it again in other words, cuts it further, or throws it out.
type Proposal struct {
	Text  string `json:"text"`
	Hints []Hint `json:"hints"`
}

// Hint is a wording that tends to hide a doubt, and what to ask of it.
type Hint struct {
	Kind  string `json:"kind"` // the id of a WordingKind
	Words string `json:"words"`
	Ask   string `json:"ask"`
	// Says is what was found by comparing sentences, "" when the words say it.
	Says  string `json:"says,omitempty"`
	Start int    `json:"start"` // of the words in the text, in bytes
}

// abbreviations end in a full stop and no sentence.
var abbreviations = strings.Fields("e.g i.e etc cf ca c vs viz no nos p pp vol vols fig figs ed eds st mr mrs dr prof ch sec approx incl resp")

// Split is [SplitFrom] with clauses numbered from 1.
func Split(text string) []Proposal { return SplitFrom(text, 1) }

// SplitFrom proposes clauses for a text: a sentence each, with the hints of
// [In] and those that come of comparing the sentences: numbers that do not
// add up, a name in two spellings. Hints name sentences by the numbers of their
// clauses, which begin with first. Lines that an item of a list begins, and blank lines, end a
// sentence too. The sentences put together are the text, but for white space.
func SplitFrom(text string, first int) []Proposal {
	out := split(text)
	h := &hinter{record: &evidence.Record{}}
	for i, p := range out {
		h.record.Clauses = append(h.record.Clauses, &evidence.Clause{N: first + i, Text: p.Text, Rule: true})
	}
	h.sums(0)
	h.names()
	for _, f := range h.found {
		p := &out[f.Clause.N-first]
		// The sentences are on one line, as the words are.
		start := max(0, strings.Index(p.Text, f.Words[0]))
		p.Hints = append(p.Hints, Hint{f.Kind.ID, f.Words[0], f.Kind.Ask, f.Says, start})
		slices.SortStableFunc(p.Hints, func(a, b Hint) int { return a.Start - b.Start })
	}
	return out
}

// split proposes clauses with the hints of each sentence alone.
func split(text string) []Proposal {
	var out []Proposal
	for _, paragraph := range paragraphs(text) {
		for _, s := range sentences(paragraph) {
			out = append(out, Proposal{Text: s, Hints: In(s)})
		}
	}
	return out
}

var listItem = regexp.MustCompile(`^\s*([-*•–]|[0-9]{1,2}[.)]|[a-z]\))\s+`)

// paragraphs joins lines that belong together.
func paragraphs(text string) []string {
	var out []string
	var b []string
	flush := func() {
		if s := fold.OneLine(strings.Join(b, " ")); s != "" {
			out = append(out, s)
		}
		b = nil
	}
	for line := range strings.SplitSeq(text, "\n") {
		if strings.TrimSpace(line) == "" || listItem.MatchString(line) {
			flush()
		}
		b = append(b, line)
	}
	flush()
	return out
}

// longestWord is how far back the word before a full stop is looked for.
const longestWord = 100

// maxBracket is how many characters a bracket may hold.
const maxBracket = 500

// sentences cuts a text without line ends. A stop ends a sentence when it is not
// that of an abbreviation, an initial or a number, stands in no bracket, and
// what follows begins as a sentence does.
func sentences(s string) []string {
	var out []string
	start, end, depth := 0, 0, 0
	runes := []rune(s)
	for i, r := range runes {
		switch r {
		case '(', '[':
			// A bracket that is never closed would swallow the rest of the text.
			if slices.ContainsFunc(runes[i:min(i+maxBracket, len(runes))], func(r rune) bool { return r == ')' || r == ']' }) {
				depth++
			}
		case ')', ']':
			depth = max(depth-1, 0)
		}
		if i < start || !strings.ContainsRune(".!?", r) || depth > 0 {
			continue
		}
		for end = max(end, i+1); end < len(runes) && strings.ContainsRune(`.!?"'”’»)`, runes[end]); {
			end++
		}
		if end >= len(runes) || runes[end] != ' ' || end+1 >= len(runes) {
			continue
		}
		next := runes[end+1]
		if unicode.IsLower(next) || !unicode.IsLetter(next) && !unicode.IsDigit(next) && !strings.ContainsRune(`"'“‘«(`, next) {
			continue
		}
		if r == '.' && end == i+1 && abbreviated(string(runes[max(start, i-longestWord):i])) {
			continue
		}
		out = append(out, strings.TrimSpace(string(runes[start:end])))
		start = end
	}
	if rest := strings.TrimSpace(string(runes[start:])); rest != "" {
		out = append(out, rest)
	}
	return out
}

// abbreviated reports whether a full stop behind a text is part of its last word.
func abbreviated(before string) bool {
	word := before[strings.LastIndexAny(before, " (\"“")+1:]
	if slices.Contains(abbreviations, strings.ToLower(word)) {
		return true
	}
	// The initial of a name: A. or J.R.R.
	r, _ := utf8.DecodeLastRuneInString(word)
	return unicode.IsUpper(r) && (utf8.RuneCountInString(word) == 1 || strings.Contains(word, "."))
}

// In are the wordings of a text that tend to hide a doubt, in the order of
// the text, each kind once: see [Kinds].
func In(text string) []Hint {
	hints := []Hint{}
	for _, k := range wordingKinds {
		if spans := k.Extents(text); len(spans) > 0 {
			hints = append(hints, Hint{k.ID, text[spans[0].Start:spans[0].End], k.Ask, "", spans[0].Start})
		}
	}
	slices.SortStableFunc(hints, func(a, b Hint) int { return a.Start - b.Start })
	return hints
}

// ClauseDrafts are proposals as the clauses of a record, numbered from first, in
// the layer in (or none), with the hints as comments above them.
func ClauseDrafts(proposals []Proposal, first int, in string) yamlpos.Value {
	list := yamlpos.Value{Kind: yamlpos.List}
	for i, p := range proposals {
		c := yamlpos.MapValue().With("n", yamlpos.TextValue(strconv.Itoa(first+i)))
		if in != "" {
			c = c.With("in", yamlpos.TextValue(in))
		}
		c = c.With("text", yamlpos.TextValue(p.Text))
		var lines []string
		for _, h := range p.Hints {
			line := diag.Quote(h.Words) + " " + h.Ask
			if h.Says != "" {
				line += " (" + h.Says + ")"
			}
			lines = append(lines, line)
		}
		c.Comment = strings.Join(lines, "\n")
		list.Values = append(list.Values, c)
	}
	return list
}

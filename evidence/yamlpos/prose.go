package yamlpos

import (
	"fmt"
	"regexp"
	"strings"
	"unicode/utf8"

	"github.com/lectio/lectio/evidence/diag"
)

// Prose has commas and colons, and within braces and brackets YAML takes it apart
// there. What it was meant to be is put together again here, and shown with quotes.

// cutText is a text that a comma has taken apart, {text: one, two}: the rest of it
// looks like a key without a colon.
type cutText struct {
	key    string // that the text is the value of
	value  *Node
	begins int // where its error stands among the errors
}

// rest takes a key without a colon into the text before it, and notes, once a text, how
// it is written. It reports whether the key is such a rest.
func (p *parser) rest(m *Node, k *Node, cut *cutText) bool {
	if !m.Flow || k.Style == Block || p.colonBehind(k) {
		return false
	}
	last := len(m.Values) - 1
	switch {
	case last < 0 || m.Values[last].Kind != Scalar:
		if key, value, ok := strings.Cut(k.Text, ":"); ok && keyWord.MatchString(key) && value != "" {
			p.errs.Add(k.Pos, diag.Quote(k.Text), "", "there is no space behind the colon; write %s: %s", key, TextValue(value).FlowText(false))
			m.Keys, m.Values = append(m.Keys, &Node{Pos: k.Pos, Text: key, doc: k.doc}), append(m.Values, &Node{Pos: k.Pos, Text: value, doc: k.doc})
			return true
		}
		p.errs.Add(k.Pos, diag.Quote(k.Text), "a key and its value, key: value", "a key without a value stands within braces; put a text with braces or commas in quotes")
		return true
	case cut.value != m.Values[last]:
		*cut = cutText{key: m.Keys[last].Text, value: m.Values[last], begins: len(p.errs)}
		p.errs.Add(k.Pos, "", "", "")
	}
	n := cut.value
	if line := n.SourceLine(n.Pos.Line); n.Style == Plain && n.Pos.Line == k.Pos.Line && k.Style == Plain {
		n.Text = line[n.doc.offset(n.Pos.Line, n.Pos.Col) : n.doc.offset(k.Pos.Line, k.Pos.Col)+len(k.Text)]
	} else {
		n.Text += ", " + k.Text
	}
	n.Null = false
	say := fmt.Sprintf("write %s: %s", cut.key, toWrite(n.Text))
	if m := keyAlone.FindStringSubmatch(k.Text); m != nil && k.Style == Plain {
		say = fmt.Sprintf("if %s is a key, its colon is missing, %s: %s; or else %s", m[1], m[1], m[2], say)
	}
	p.errs[cut.begins].Message = "within braces a comma ends a text that has no quotes; " + say
	return true
}

// keyAlone is a word that may be a key and a number behind it, without a colon between them.
var keyAlone = regexp.MustCompile(`^([\pL_][\pL\pN_-]*) +([0-9]+)$`)

// keyWord is a word that may be a key.
var keyWord = regexp.MustCompile(`^[\pL_][\pL\pN_-]*$`)

// colonBehind reports whether a colon stands behind a key.
func (p *parser) colonBehind(k *Node) bool {
	after := k.after(k.Pos)
	if k.Style == Quoted && after != "" {
		after = after[1:]
	}
	if !strings.HasPrefix(after, k.Text) {
		return true // it goes over several lines
	}
	rest := strings.TrimLeft(after[len(k.Text):], "\"' \t")
	for l := k.Pos.Line + 1; rest == "" && l <= len(p.doc.lines); l++ {
		rest = strings.TrimLeft(p.doc.lines[l-1], " \t")
	}
	return strings.HasPrefix(rest, ":")
}

// toWrite is a text in quotes, shortened in its middle: in single ones where it has
// double ones itself.
func toWrite(s string) string {
	const most = 80
	r := []rune(s)
	if len(r) > most {
		s = string(r[:most/2]) + " … " + string(r[len(r)-most/2:])
	}
	if strings.Contains(s, `"`) && !strings.Contains(s, "'") && printable(s) {
		return "'" + s + "'"
	}
	return Quoting(s)
}

var (
	// inBraces is a key with its colon, behind a brace, a comma or the beginning of a line.
	inBraces = regexp.MustCompile(`(?:^\s*|^\s*-\s+|[{,]\s*)([\pL_][\pL\pN_-]*): +`)
	// onItsLine is a key with its text on a line of its own.
	onItsLine = regexp.MustCompile(`^\s*(?:- +)?([\pL_][\pL\pN_-]*): +(\S.*)$`)
)

// meant finds, among the lines from first to last, the text that YAML cannot read
// within braces or on a line, and says how it is written. at is where the sign stands
// that it stumbled over.
func (p *parser) meant(first, last int) (say string, at diag.Pos) {
	for l := max(first, 1); l <= last && l <= len(p.doc.lines); l++ {
		line := p.doc.lines[l-1]
		keys := inBraces.FindAllStringSubmatchIndex(line, -1)
		for i, k := range keys {
			end := len(line)
			if i+1 < len(keys) {
				end = keys[i+1][0]
			} else if close := strings.LastIndexByte(line, '}'); close > k[1] {
				end = close
			}
			text := strings.TrimSpace(line[k[1]:end])
			text = strings.TrimSpace(text[:closing(text)])
			sign := stumbles(text)
			if sign < 0 || !strings.Contains(line[:k[1]], "{") && i == 0 {
				continue
			}
			say = fmt.Sprintf("write %s: %s", line[k[2]:k[3]], toWrite(text))
			if key := keyBehind.FindStringSubmatch(text); key != nil {
				say = fmt.Sprintf("a comma is missing before %s:, or else %s", key[1], say)
			}
			return say, p.doc.clamp(l, utf8.RuneCountInString(line[:k[1]+sign])+1)
		}
	}
	return "", diag.Pos{}
}

// keyBehind is a word that may be a key, with its colon, behind a value.
var keyBehind = regexp.MustCompile(`[\s"'\]})]([\pL_][\pL\pN_-]*): `)

// closing is where a bracket or brace is closed in a text that was opened before it; the end of the text where none is.
func closing(text string) int {
	depth := 0
	for i, r := range text {
		switch r {
		case '"', '\'':
			if i == 0 {
				return len(text) // what is in quotes has no brackets that count
			}
		case '{', '[':
			depth++
		case '}', ']':
			if depth--; depth < 0 {
				return i
			}
		}
	}
	return len(text)
}

// meantOn is meant for a text on a line of its own.
func (p *parser) meantOn(l int) string {
	if l < 1 || l > len(p.doc.lines) {
		return ""
	}
	m := onItsLine.FindStringSubmatch(p.doc.lines[l-1])
	if m == nil || stumbles(m[2]) < 0 {
		return ""
	}
	return fmt.Sprintf("; write %s: %s", m[1], toWrite(m[2]))
}

// stumbles is where a text has the first sign that ends it for YAML, -1 when it has
// none.
func stumbles(text string) int {
	if text == "" {
		return -1
	}
	if q := text[0]; q == '"' || q == '\'' {
		end := strings.IndexByte(text[1:], q)
		if end < 0 || strings.TrimSpace(text[end+2:]) == "" {
			return -1
		}
		if q == '\'' && strings.HasPrefix(text[end+2:], "'") || q == '"' && strings.Contains(text, `\`) {
			return -1 // quotes within it, which are not counted here
		}
		return end + 2 + len(text[end+2:]) - len(strings.TrimLeft(text[end+2:], " "))
	}
	first := -1
	for _, sign := range []string{": ", "[", "]", "{", "}"} {
		i := strings.Index(text, sign)
		if i == 0 && (sign == "[" || sign == "{") { // a list or a map, and something behind it
			close := strings.LastIndexAny(text, "]}")
			if close < 0 || close == len(text)-1 {
				return -1
			}
			i = close + 1
		}
		if i >= 0 && (first < 0 || i < first) {
			first = i
		}
	}
	return first
}

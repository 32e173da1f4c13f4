package yamlpos

import (
	"fmt"
	"strings"
	"unicode"
)

// Value is something to be written: a text, a list of values, or a map when it
// has keys. Keys and Values of a map are equally long.
type Value struct {
	Kind   Kind
	Text   string
	Keys   []string
	Values []Value
	// Comment is written above a value in [Document], a line for each of its
	// lines.
	Comment string
}

// TextValue is a text.
func TextValue(s string) Value { return Value{Text: s} }

// ListValue is a list of texts.
func ListValue(items ...string) Value {
	v := Value{Kind: List}
	for _, s := range items {
		v.Values = append(v.Values, TextValue(s))
	}
	return v
}

// MapValue is a map without keys yet.
func MapValue() Value { return Value{Kind: Map} }

// With is the map with one more key.
func (v Value) With(key string, value Value) Value {
	v.Keys = append(v.Keys, key)
	v.Values = append(v.Values, value)
	return v
}

// FlowText writes a value on one line, as it can stand within braces. Read
// again it gives the same texts; asJSON puts every text in quotes.
func (v Value) FlowText(asJSON bool) string {
	switch v.Kind {
	case List:
		items := make([]string, len(v.Values))
		for i, item := range v.Values {
			items[i] = item.FlowText(asJSON)
		}
		return "[" + strings.Join(items, ", ") + "]"
	case Map:
		items := make([]string, len(v.Keys))
		for i, k := range v.Keys {
			items[i] = TextValue(k).FlowText(asJSON) + ": " + v.Values[i].FlowText(asJSON)
		}
		return "{" + strings.Join(items, ", ") + "}"
	}
	if !asJSON && plain(v.Text) {
		return v.Text
	}
	return Quoting(v.Text)
}

// plain reports whether a text can be written without quotes, anywhere: it says
// no more often than YAML would, so that a reader need not think either.
func plain(s string) bool {
	if s == "" || s == "null" || s == "~" || len(s) > 1000 {
		return false
	}
	first, _ := firstRune(s)
	if !unicode.IsLetter(first) && !unicode.IsDigit(first) && !(first == '-' && len(s) > 1 && s[1] >= '0' && s[1] <= '9') {
		return false
	}
	for _, r := range s {
		switch {
		case strings.ContainsRune(",[]{}\"#&*!|>%@`\\?", r):
			return false
		case r != ' ' && !unicode.IsGraphic(r), r == '\u0085' || r == '\u2028' || r == '\u2029' || r == '\u00a0':
			return false
		}
	}
	return !strings.Contains(s, ": ") && !strings.HasSuffix(s, ":") && !strings.HasSuffix(s, " ")
}

func firstRune(s string) (rune, int) {
	for i, r := range s {
		return r, i
	}
	return 0, 0
}

// Quoting puts a text in double quotes, in a form that YAML and JSON both read.
func Quoting(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case r == '\n':
			b.WriteString(`\n`)
		case r == '\t':
			b.WriteString(`\t`)
		case r == '\r':
			b.WriteString(`\r`)
		case r < ' ', r >= 0x7F && r <= 0xA0, r == 0x2028, r == 0x2029, r == 0xFEFF, r == 0xFFFE, r == 0xFFFF, turns(r):
			fmt.Fprintf(&b, `\u%04x`, r)
		default:
			b.WriteRune(r)
		}
	}
	b.WriteByte('"')
	return b.String()
}

// turns reports whether a character turns the direction of what follows it.
func turns(r rune) bool { return r >= 0x202A && r <= 0x202E || r >= 0x2066 && r <= 0x2069 }

// lineWidth is how long the lines of a folded text are made.
const lineWidth = 110

// BlockText writes a text as the value of a key whose lines are indented by
// indent spaces: plain or in quotes when it is short, folded over several lines
// (>-) when it is long, with its own line ends (|-) when it has some. It begins
// behind "key: " and has no line end at its end.
func BlockText(s string, indent int) string {
	pad := strings.Repeat(" ", indent)
	if strings.Contains(s, "\n") {
		if literal(s) {
			lines := strings.Split(s, "\n")
			for i, l := range lines {
				if l != "" {
					lines[i] = pad + l
				}
			}
			return "|-\n" + strings.Join(lines, "\n")
		}
		return Quoting(s)
	}
	if len(s)+indent <= lineWidth || !foldable(s) {
		return TextValue(s).FlowText(false)
	}
	b := strings.Builder{}
	b.WriteString(">-")
	used := lineWidth
	for _, word := range strings.Split(s, " ") {
		n := len([]rune(word))
		if used+1+n > lineWidth {
			b.WriteString("\n" + pad + word)
			used = indent + n
			continue
		}
		b.WriteString(" " + word)
		used += 1 + n
	}
	return b.String()
}

// printable reports whether every character can stand in a block.
func printable(s string) bool {
	for _, r := range s {
		if r < ' ' && r != '\n' || r >= 0x7F && r <= 0xA0 || r == 0x2028 || r == 0x2029 || r == 0xFEFF || r == 0xFFFE || r == 0xFFFF || r == unicode.ReplacementChar || turns(r) {
			return false
		}
	}
	return true
}

// foldable reports whether folding and unfolding leaves the text as it is.
func foldable(s string) bool {
	return printable(s) && s != "" && !strings.HasPrefix(s, " ") && !strings.HasSuffix(s, " ") && !strings.Contains(s, "  ")
}

// literal is the same for a text that keeps its line ends.
func literal(s string) bool {
	if !printable(s) || strings.HasSuffix(s, "\n") || strings.HasPrefix(s, "\n") {
		return false
	}
	for i, l := range strings.Split(s, "\n") {
		// A first line that begins with a space would set the indentation.
		if strings.HasSuffix(l, " ") || strings.HasPrefix(l, " ") && i == 0 {
			return false
		}
	}
	return true
}

// Document writes a map as a file of its own: keys below one another, short maps
// and lists on one line, long texts folded, comments above what they are about.
func Document(v Value) []byte {
	var b strings.Builder
	comment(&b, v.Comment, 0)
	for i, k := range v.Keys {
		comment(&b, v.Values[i].Comment, 0)
		b.WriteString(TextValue(k).FlowText(false) + ":")
		blockValue(&b, v.Values[i], 2)
		b.WriteByte('\n')
	}
	return []byte(b.String())
}

// BlockItems writes a list of maps as the lines of a block that is indented by
// indent spaces.
func BlockItems(v Value, indent int) string {
	var b strings.Builder
	pad := strings.Repeat(" ", indent)
	for i, item := range v.Values {
		if i > 0 {
			b.WriteByte('\n')
		}
		comment(&b, item.Comment, indent)
		b.WriteString(pad + "-")
		if item.Kind != Map || len(item.Keys) == 0 {
			b.WriteString(" " + item.FlowText(false))
			continue
		}
		for j, k := range item.Keys {
			if j > 0 {
				b.WriteString("\n" + pad + " ")
			}
			b.WriteString(" " + TextValue(k).FlowText(false) + ":")
			blockValue(&b, item.Values[j], indent+4)
		}
	}
	return b.String()
}

func blockValue(b *strings.Builder, v Value, indent int) {
	switch {
	case v.Kind == Scalar:
		b.WriteString(" " + BlockText(v.Text, indent))
	case v.Kind == List && len(v.Values) > 0 && v.Values[0].Kind == Map:
		b.WriteString("\n" + BlockItems(v, indent))
	case v.Kind == Map && len(v.FlowText(false)) > 100:
		for i, k := range v.Keys {
			b.WriteString("\n" + strings.Repeat(" ", indent) + TextValue(k).FlowText(false) + ":")
			blockValue(b, v.Values[i], indent+2)
		}
	default:
		b.WriteString(" " + v.FlowText(false))
	}
}

func comment(b *strings.Builder, text string, indent int) {
	if text == "" {
		return
	}
	for line := range strings.SplitSeq(text, "\n") {
		line = strings.Map(func(r rune) rune {
			if !unicode.IsGraphic(r) || r == '\u0085' || r == '\u2028' || r == '\u2029' {
				return ' '
			}
			return r
		}, line)
		b.WriteString(strings.TrimRight(strings.Repeat(" ", indent)+"# "+line, " ") + "\n")
	}
}

package patch

import (
	"fmt"
	"strings"
)

// escapes are the letters that git writes behind a backslash.
const escapes = "\a\b\t\n\v\f\r\"\\"

// letters are what stands there for them.
const letters = `abtnvfr"\`

// quoted is a name as git writes it: in quotes where it has more than plain letters and signs.
func quoted(name string) string {
	var b strings.Builder
	plain := true
	for i := range len(name) {
		switch c := name[i]; {
		case strings.IndexByte(escapes, c) >= 0:
			b.WriteByte('\\')
			b.WriteByte(letters[strings.IndexByte(escapes, c)])
		case c < ' ' || c >= 0x7f:
			fmt.Fprintf(&b, "\\%03o", c)
		default:
			b.WriteByte(c)
			continue
		}
		plain = false
	}
	if plain {
		return name
	}
	return `"` + b.String() + `"`
}

// unquoted takes a name in quotes from the front of a text.
func unquoted(text string) (name, rest string, ok bool) {
	var b strings.Builder
	for i := 1; i < len(text); i++ {
		switch c := text[i]; {
		case c == '"':
			return b.String(), text[i+1:], true
		case c != '\\':
			b.WriteByte(c)
		case i+1 < len(text) && strings.IndexByte(letters, text[i+1]) >= 0:
			i++
			b.WriteByte(escapes[strings.IndexByte(letters, text[i])])
		case i+3 < len(text) && text[i+1] <= '3' && octal(text[i+1:i+4]):
			b.WriteByte((text[i+1]-'0')<<6 | (text[i+2]-'0')<<3 | (text[i+3] - '0'))
			i += 3
		default:
			return "", "", false
		}
	}
	return "", "", false
}

func octal(digits string) bool { return strings.Trim(digits, "01234567") == "" }

package yamlpos

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// Acts reports whether a character does something to a screen or a page, where
// it should only be seen: a control character other than line end and tabulator
// (ESC begins what colours a terminal or types for its user), or one that turns
// the direction of what follows, so that a line looks like another one than it
// is. Texts written from right to left need none of those.
func Acts(r rune) bool {
	return r < ' ' && r != '\n' && r != '\t' || r >= 0x7F && r < 0xA0 || turns(r)
}

// Visible is a text for people: every character that [Acts] is shown as a sign,
// and bytes that are no text too. Everything that is printed goes through it,
// and so does everything in a page.
func Visible(s string) string {
	acts := func(r rune) bool { return Acts(r) || r == utf8.RuneError }
	if strings.IndexFunc(s, acts) < 0 {
		return s
	}
	return strings.Map(func(r rune) rune {
		switch {
		case !Acts(r):
			return r
		case r < ' ':
			return '␀' + r // the picture of the control character
		case r == 0x7F:
			return '␡'
		}
		return utf8.RuneError
	}, s)
}

// VisibleJSON is a text in JSON in which the characters that [Acts] are written
// as escapes: programs read the same, and a terminal that shows it is not acted
// on.
func VisibleJSON(text []byte) []byte {
	s := string(text)
	if strings.IndexFunc(s, Acts) < 0 {
		return text
	}
	var b strings.Builder
	for _, r := range s {
		if Acts(r) {
			fmt.Fprintf(&b, `\u%04x`, r)
		} else {
			b.WriteRune(r)
		}
	}
	return []byte(b.String())
}

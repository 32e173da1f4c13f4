package yamlpos

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/lectio/lectio/evidence/diag"
)

// Acts reports whether a character does something to a screen or a page, where
// it should only be seen: a control character other than line end and tabulator
// (ESC begins what colours a terminal or types for its user), or one that turns
// the direction of what follows, so that a line looks like another one than it
// is. Texts written from right to left need none of those. What is no character
// at all, and a mark that belongs before a text, count as well.
func Acts(r rune) bool {
	return r < ' ' && r != '\n' && r != '\t' || r >= 0x7F && r < 0xA0 || turns(r) || r == 0xFEFF || r == 0xFFFE || r == 0xFFFF
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

// ActingText is a text of a document in which there are characters that [Acts].
type ActingText struct {
	// Keys are the keys that the text stands under, from the outside in; IsKey
	// says that it is a key itself.
	Keys  []string
	IsKey bool
	Pos   diag.Pos // of the first such character
	Char  rune     // which one it is
	Count int
}

// Says says what stands in the text and is to be taken out.
func (a ActingText) Says() string {
	what := "the text"
	if len(a.Keys) > 0 {
		what = a.Keys[len(a.Keys)-1]
	}
	return diag.Quote(what) + " has " + a.What() + "; take it out"
}

// Acting lists the texts of a tree, and its keys, that hold characters that [Acts]:
// these come in as escapes, or turn the direction of a text.
func (n *Node) Acting() []ActingText {
	var list []ActingText
	var keys []string
	var visit func(n *Node, isKey bool)
	visit = func(n *Node, isKey bool) {
		found := ActingText{IsKey: isKey}
		for i, r := range n.Text {
			if Acts(r) {
				if found.Count++; found.Count == 1 {
					found.Pos, found.Char = n.PosAt(i), r
				}
			}
		}
		if found.Count > 0 {
			found.Keys = slices.Clone(keys)
			list = append(list, found)
		}
		for i, v := range n.Values {
			if n.Kind != Map {
				visit(v, false)
				continue
			}
			visit(n.Keys[i], true)
			keys = append(keys, n.Keys[i].Text)
			visit(v, false)
			keys = keys[:len(keys)-1]
		}
	}
	if n != nil {
		visit(n, false)
	}
	return list
}

// What says which character it is, and what it does.
func (a ActingText) What() string {
	what := fmt.Sprintf("the control character %U, which is not seen and acts on terminals", a.Char)
	if turns(a.Char) {
		what = fmt.Sprintf("the character %U, which is not seen and turns the direction of what follows", a.Char)
	}
	if a.Count > 1 {
		what += fmt.Sprintf(" (and %d more)", a.Count-1)
	}
	return what
}

// Names notes an error for every text of a tree with characters that [Acts]:
// names and words of a language have none. Texts under the keys of prose, which
// are for people, are returned instead.
func (r *Reader) Names(n *Node, prose ...string) (inProse []ActingText) {
	for _, a := range n.Acting() {
		if !a.IsKey && slices.ContainsFunc(a.Keys, func(key string) bool { return slices.Contains(prose, key) }) {
			inProse = append(inProse, a)
			continue
		}
		r.Errorf(a.Pos, fmt.Sprintf("%U", a.Char), "characters that are seen", "a name or a word of the language has %s", a.What())
	}
	return inProse
}

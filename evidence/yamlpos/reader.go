package yamlpos

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/lectio/lectio/evidence/diag"
)

// Reader reads a tree strictly and gathers what is wrong with it. Its methods
// return what they could read, so that reading goes on after a mistake, and
// pass over nil nodes in silence. The argument what names the thing in
// messages: "the date", "a clause".
type Reader struct {
	Errs    diag.Errors
	Renamed diag.Renamed // words that were written otherwise once
}

// Errorf notes a mistake.
func (r *Reader) Errorf(pos diag.Pos, found, expected, format string, args ...any) {
	r.Errs.Add(pos, found, expected, format, args...)
}

// Sound reads a text with which problem finds nothing wrong, such as a name that other places
// refer to. What problem says is said at the place of the text.
func (r *Reader) Sound(n *Node, what string, problem func(what, text string) *diag.Error) string {
	before := len(r.Errs)
	text := r.String(n, what)
	if n == nil || len(r.Errs) > before {
		return text
	}
	if e := problem(what, text); e != nil {
		e.Pos = n.Pos
		r.Errs = append(r.Errs, *e)
	}
	return text
}

// Map returns n when it is a map, and nil with an error otherwise. Every key
// that is not in known is an error of its own.
func (r *Reader) Map(n *Node, what string, known ...string) *Node {
	if n == nil {
		return nil
	}
	if n.Kind != Map {
		r.wrongKind(n, what, "a map")
		return nil
	}
	for i, k := range n.Keys {
		if slices.Contains(known, k.Text) {
			continue
		}
		expected := "one of: " + strings.Join(known, ", ")
		if reason, hint, ok := CutShort(k); ok {
			r.Errorf(k.Pos, diag.Quote(k.Text), expected, "unknown key %s in %s; %s; %s", diag.Quote(k.Text), what, reason, hint)
			continue
		}
		if r.Renamed.Refuse(&r.Errs, k.Pos, k.Text, "in "+what) {
			continue
		}
		hint := diag.Suggest(k.Text, known)
		if hint == "" && i > 0 && n.Flow && strings.Contains(k.Text, " ") && n.Values[i-1].Kind == Scalar && n.Values[i-1].Style == Plain {
			hint = fmt.Sprintf("; if it belongs to the text before it, write %s: %s", n.Keys[i-1].Text, toWrite(n.Values[i-1].Text+", "+k.Text+": "+n.Values[i].Text))
		}
		r.Errorf(k.Pos, diag.Quote(k.Text), expected, "unknown key %s in %s; expected %s%s", diag.Quote(k.Text), what, expected, hint)
	}
	return n
}

// wrongKind says that something else was wanted here.
func (r *Reader) wrongKind(n *Node, what, expected string) {
	r.Errorf(n.Pos, n.describe(), expected, "%s must be %s", what, expected)
}

// Need returns the value of a key, and nil with an error at the map's place
// when the key is missing.
func (r *Reader) Need(m *Node, key, what string) *Node {
	if m == nil {
		return nil
	}
	v := m.Get(key)
	if v == nil {
		r.Errorf(m.Pos, foundKeys(m), "the key "+diag.Quote(key), "%s lacks the key %s", what, diag.Quote(key))
	}
	return v
}

// foundKeys says which keys a map has instead of the one that was missed.
func foundKeys(m *Node) string {
	var keys []string
	for i, k := range m.Keys {
		if i == 8 {
			keys = append(keys, "…")
			break
		}
		keys = append(keys, k.Text)
	}
	if len(keys) == 0 {
		return "no keys"
	}
	return "the keys " + strings.Join(keys, ", ")
}

// String returns the text of a scalar. Nothing at all is an error; an empty
// text in quotes is not.
func (r *Reader) String(n *Node, what string) string {
	if n == nil {
		return ""
	}
	if n.Kind != Scalar || n.Null {
		expected := "a text"
		if reason, _, ok := CutShort(n); ok && n.Kind == Scalar {
			r.Errorf(n.Pos, n.describe(), expected, "%s must be %s; %s; put the text in quotes", what, expected, reason)
			return ""
		}
		if text, ok := n.pair(); ok {
			r.Errorf(n.Pos, n.describe(), expected, `%s must be %s; a colon and a space (": ") make a map; write %s`, what, expected, toWrite(text))
			return ""
		}
		r.wrongKind(n, what, expected)
		return ""
	}
	return n.Text
}

// pair is a text with a colon that became a map of one key, [one: two].
func (n *Node) pair() (string, bool) {
	if n.Kind != Map || len(n.Keys) != 1 || n.Values[0].Kind != Scalar || n.doc == nil || strings.HasPrefix(n.after(n.Pos), "{") {
		return "", false
	}
	return n.Keys[0].Text + ": " + n.Values[0].Text, true
}

// Words is String for a text that must say something: one without a character
// that can be seen is an error.
func (r *Reader) Words(n *Node, what string) string {
	before := len(r.Errs)
	s := r.String(n, what)
	if n != nil && len(r.Errs) == before && Blank(s) {
		found := "nothing"
		if s != "" {
			found = "nothing that can be seen"
		}
		r.Errorf(n.Pos, found, "a text", "%s is empty", what)
	}
	return s
}

// Blank reports whether a text has no character that can be seen: it is white
// space, or signs that only tell a program how to set the others.
func Blank(s string) bool {
	for _, r := range s {
		seen := unicode.In(r, unicode.L, unicode.N, unicode.P, unicode.S, unicode.Co)
		if seen && r != '\u2800' && // a cell of Braille without points
			!unicode.Is(unicode.Other_Default_Ignorable_Code_Point, r) {
			return false
		}
	}
	return true
}

// Int returns a whole number between min and max. When it is none, the error
// is noted and min returned.
func (r *Reader) Int(n *Node, what string, min, max int) int {
	if n == nil {
		return min
	}
	expected := fmt.Sprintf("a whole number from %d to %d", min, max)
	if n.Kind != Scalar || n.Null {
		r.wrongKind(n, what, expected)
		return min
	}
	i, ok := diag.WholeNumber(n.Text)
	if !ok || i < min || i > max {
		r.Errorf(n.Pos, n.describe(), expected, "%s must be %s%s", what, expected, diag.NumberHint(n.Text))
		return min
	}
	return i
}

// Bool returns whether the text is yes (or true); no (or false) is the only
// other choice.
func (r *Reader) Bool(n *Node, what string) bool {
	switch r.OneOf(n, what, "yes", "no", "true", "false") {
	case "yes", "true":
		return true
	}
	return false
}

// OneOf returns the text when it is one of those allowed, "" with an error
// otherwise.
func (r *Reader) OneOf(n *Node, what string, allowed ...string) string {
	if n == nil {
		return ""
	}
	expected := "one of: " + strings.Join(allowed, ", ")
	if n.Kind != Scalar || n.Null {
		r.wrongKind(n, what, expected)
		return ""
	}
	if slices.Contains(allowed, n.Text) {
		return n.Text
	}
	r.Errorf(n.Pos, diag.Quote(n.Text), expected, "%s cannot be %s; expected %s%s", what, diag.Quote(n.Text), expected, diag.Suggest(n.Text, allowed))
	return ""
}

// List returns the items of a list.
func (r *Reader) List(n *Node, what string) []*Node {
	if n == nil {
		return nil
	}
	if n.Kind != List {
		r.wrongKind(n, what, "a list")
		return nil
	}
	return n.Values
}

// Items returns the items of a list, or a list of one when n is no list: for
// keys where a list of one may be written without brackets.
func (r *Reader) Items(n *Node) []*Node { return n.Items() }

// Strings returns the texts of a list; a scalar counts as a list of one.
func (r *Reader) Strings(n *Node, what string) []string {
	var texts []string
	for _, item := range r.Items(n) {
		before := len(r.Errs)
		s := r.String(item, what)
		if len(r.Errs) == before {
			texts = append(texts, s)
		}
	}
	return texts
}

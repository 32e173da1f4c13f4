package yamlpos

import (
	"github.com/lectio/lectio/evidence/diag"
	"strings"
)

// quoteIt is the hint for everything that YAML takes apart.
const quoteIt = `put the condition in quotes: "..."`

// CutShort recognises what is left of an expression that YAML has taken apart.
// Call it when a text that should hold an expression cannot be read, or when a
// map or list stands where an expression should. The reason says what YAML
// did, the hint how to write it; ok is false when YAML is not to blame.
//
//   - In flow style a comma ends an unquoted text: [count(a, b)] has the items
//     "count(a" and "b)". Within braces [Parse] finds it.
//   - " #" begins a comment: when: a #b is "a".
//   - ": " makes a map, and so do braces; brackets make a list.
func CutShort(n *Node) (reason, hint string, ok bool) {
	if n == nil {
		return "", "", false
	}
	switch n.Kind {
	case Map:
		switch {
		case n.Flow && strings.HasPrefix(n.after(n.Pos), "{"):
			return "braces make a map in YAML", quoteIt, true
		case len(n.Keys) > 0:
			return `a colon and a space (": ") make a map in YAML`, quoteIt, true
		}
		return "", "", false
	case List:
		if n.Flow {
			return "brackets make a list in YAML", quoteIt, true
		}
		return `"- " makes a list in YAML`, quoteIt, true
	}
	if n.Style != Plain || n.doc == nil {
		return "", "", false
	}
	if n.Null {
		// The text may have been nothing but a comment.
		if strings.HasPrefix(strings.TrimSpace(n.after(n.Pos)), "#") && strings.HasPrefix(n.after(n.Pos), " ") {
			return `" #" begins a comment in YAML`, quoteIt, true
		}
		return "", "", false
	}
	opened, closed := brackets(n.Text)
	rest := n.after(n.PosAt(len(n.Text)))
	next := strings.TrimLeft(rest, " \t")
	switch {
	case next != rest && strings.HasPrefix(next, "#"):
		return `" #" begins a comment in YAML, and the rest of the line was not read`, quoteIt, true
	case opened && strings.HasPrefix(next, ","):
		return "in flow style a comma ends a text that has no quotes", quoteIt, true
	case opened && strings.HasPrefix(next, ":"):
		return `a colon and a space (": ") make a map in YAML`, quoteIt, true
	case opened && next != "" && strings.ContainsRune("[]{}", rune(next[0])):
		return "in flow style brackets and braces end a text that has no quotes", quoteIt, true
	case closed && strings.HasSuffix(strings.TrimRight(n.before(), " \t\n"), ","):
		return "it is the rest of a text that a comma has cut short in flow style", quoteIt, true
	case closed && strings.HasSuffix(strings.TrimRight(n.before(), " \t\n"), ":"):
		return `it is the rest of a text that a colon and a space (": ") have cut short`, quoteIt, true
	}
	return "", "", false
}

// brackets reports whether a bracket in s is opened and not closed, or closed
// and not opened.
func brackets(s string) (opened, closed bool) {
	var stack []rune
	pair := map[rune]rune{')': '(', ']': '[', '}': '{'}
	for _, r := range s {
		switch r {
		case '(', '[', '{':
			stack = append(stack, r)
		case ')', ']', '}':
			if len(stack) == 0 || stack[len(stack)-1] != pair[r] {
				closed = true
				continue
			}
			stack = stack[:len(stack)-1]
		}
	}
	return len(stack) > 0, closed
}

// after is the rest of the source line from a place on.
func (n *Node) after(at diag.Pos) string {
	line := n.SourceLine(at.Line)
	if line == "" || at.Col < 1 {
		return ""
	}
	return line[n.doc.offset(at.Line, at.Col):]
}

// before is the source line up to the node, and the line above when the node
// stands first on its own.
func (n *Node) before() string {
	s := n.SourceLine(n.Pos.Line)
	if s != "" {
		s = s[:n.doc.offset(n.Pos.Line, n.Pos.Col)]
	}
	if strings.TrimSpace(s) == "" {
		s = n.SourceLine(n.Pos.Line-1) + "\n" + s
	}
	return s
}

package yamlpos

import (
	"strings"
	"unicode/utf8"
)

// Kind says what a node is.
type Kind uint8

// The kinds of nodes.
const (
	Scalar Kind = iota
	Map
	List
)

// String names the kind as a message would.
func (k Kind) String() string {
	switch k {
	case Map:
		return "a map"
	case List:
		return "a list"
	}
	return "a text"
}

// Style says how a scalar is written.
type Style uint8

// The styles of scalars. Quoted is in single or double quotes; Block is a
// literal (|) or folded (>) block.
const (
	Plain Style = iota
	Quoted
	Block
)

// Node is a scalar, a map or a list, with its place.
type Node struct {
	Kind  Kind
	Style Style
	// Flow is set on maps and lists in braces or brackets.
	Flow bool
	// Null is set on a value that is empty, ~ or null without quotes.
	Null bool
	Pos  Pos
	// Text is the text of a scalar as written, with line folding, quotes and
	// escapes of YAML undone. Empty for an empty value.
	Text string
	// Keys are the keys of a map in the order of the file; Values their
	// values, or the items of a list.
	Keys   []*Node
	Values []*Node

	doc *document
}

// document is the source that all nodes of a tree share.
type document struct {
	file  string
	lines []string // without line ends; never empty
}

// Get returns the value of a key; nil when it is absent, or n is no map.
func (n *Node) Get(key string) *Node {
	if n == nil || n.Kind != Map {
		return nil
	}
	for i, k := range n.Keys {
		if k.Text == key {
			return n.Values[i]
		}
	}
	return nil
}

// Key returns the node of the key itself; nil when it is absent.
func (n *Node) Key(key string) *Node {
	if n == nil || n.Kind != Map {
		return nil
	}
	for _, k := range n.Keys {
		if k.Text == key {
			return k
		}
	}
	return nil
}

// SourceLine returns a line of the file the node comes from, "" when there is
// no such line.
func (n *Node) SourceLine(line int) string {
	if n == nil || n.doc == nil || line < 1 || line > len(n.doc.lines) {
		return ""
	}
	return n.doc.lines[line-1]
}

// describe says in a few words what the node is, for "found ...".
func (n *Node) describe() string {
	switch {
	case n == nil, n.Null, n.Kind == Scalar && n.Text == "":
		return "nothing"
	case n.Kind == Scalar:
		return Quote(n.Text)
	}
	return n.Kind.String()
}

// Quote puts a text in quotes for a message, shortened when it is long and on
// one line.
func Quote(s string) string {
	s = strings.Join(strings.FieldsFunc(s, func(r rune) bool { return r == '\n' || r == '\r' || r == '\t' }), " ")
	if utf8.RuneCountInString(s) > 60 {
		s = string([]rune(s)[:57]) + "..."
	}
	return `"` + s + `"`
}

// PosAt gives the place of the byte at an offset of n.Text, for messages that
// point inside a scalar. It knows quotes, escapes and folded lines; on a map or
// list it is the place of the node.
func (n *Node) PosAt(offset int) Pos {
	if n == nil {
		return Pos{}
	}
	if n.Kind != Scalar || n.doc == nil || offset < 0 || n.Null {
		return n.Pos
	}
	c := cursor{doc: n.doc, line: n.Pos.Line, col: n.Pos.Col - 1}
	var quote rune
	switch n.Style {
	case Quoted:
		quote = c.peek()
		c.next()
	case Block:
		c.line, c.col = c.line+1, 0 // the text begins below the | or >
	}
	if n.Style == Block {
		c.skipSpace()
	}
	text := n.Text[:min(offset, len(n.Text))]
	if n.Style == Block { // leading blank lines of a block are in its text
		text = strings.TrimLeft(text, " \n")
	}
	for i := 0; i < len(text); {
		if quote == '"' && c.peek() == '\\' && c.col+1 == len(c.cur()) {
			c.next() // an escaped line end leaves nothing in the text
			c.skipSpace()
			continue
		}
		r, size := utf8.DecodeRuneInString(text[i:])
		if r == ' ' || r == '\n' || r == '\t' {
			// A run of white space in the text stands for a run in the source,
			// which may hold a line end and an indentation. Escaped white
			// space (\n, \t) in double quotes is a character like any other.
			if quote != '"' || c.peek() != '\\' {
				if c.atLineEnd() {
					c.skipSpace()
					for i < len(text) && (text[i] == ' ' || text[i] == '\n') {
						i++
					}
					continue
				}
				c.next()
				i += size
				// Spaces before a line end vanish together with it.
				if c.blankToLineEnd() && n.Style != Block {
					c.skipSpace()
					for i < len(text) && (text[i] == ' ' || text[i] == '\n') {
						i++
					}
				}
				continue
			}
		}
		switch {
		case quote == '\'' && r == '\'':
			c.next() // '' stands for one quote
			c.next()
		case quote == '"' && c.peek() == '\\':
			c.escape()
		default:
			c.next()
		}
		i += size
	}
	if quote == '"' && offset > 0 && c.peek() == '\\' && c.col+1 == len(c.cur()) {
		c.next()
		c.skipSpace()
	}
	return c.pos()
}

// cursor walks the source by characters; col counts from 0.
type cursor struct {
	doc       *document
	line, col int
	runes     []rune // of the line runesOf
	runesOf   int
}

func (c *cursor) cur() []rune {
	if c.runesOf != c.line {
		c.runes, c.runesOf = nil, c.line
		if c.line >= 1 && c.line <= len(c.doc.lines) {
			c.runes = []rune(c.doc.lines[c.line-1])
		}
	}
	return c.runes
}

func (c *cursor) peek() rune {
	if l := c.cur(); c.col < len(l) {
		return l[c.col]
	}
	return '\n'
}

func (c *cursor) next() {
	if c.col < len(c.cur()) {
		c.col++
	} else if c.line < len(c.doc.lines) {
		c.line, c.col = c.line+1, 0
	}
}

func (c *cursor) atLineEnd() bool { return c.col >= len(c.cur()) }

func (c *cursor) blankToLineEnd() bool {
	l := c.cur()
	for i := c.col; i < len(l); i++ {
		if l[i] != ' ' && l[i] != '\t' {
			return false
		}
	}
	return true
}

func (c *cursor) skipSpace() {
	for {
		r := c.peek()
		if r != ' ' && r != '\t' && r != '\n' || c.line >= len(c.doc.lines) && c.atLineEnd() {
			return
		}
		c.next()
	}
}

// escape steps over one escape of a double-quoted text.
func (c *cursor) escape() {
	c.next()
	n, high := 1, false
	switch c.peek() {
	case 'x':
		n = 3
	case 'u':
		n = 5
		if l := c.cur(); c.col+2 < len(l) { // JSON writes some characters as two escapes
			high = strings.ContainsRune("dD", l[c.col+1]) && strings.ContainsRune("89abAB", l[c.col+2])
		}
	case 'U':
		n = 9
	}
	for ; n > 0 && !c.atLineEnd(); n-- {
		c.next()
	}
	if high && c.peek() == '\\' {
		c.escape()
	}
}

// pos is the cursor's place, kept inside the file.
func (c *cursor) pos() Pos { return c.doc.clamp(c.line, c.col+1) }

// clamp keeps a place inside the file: at most one column behind a line's end.
func (d *document) clamp(line, col int) Pos {
	line = min(max(line, 1), len(d.lines))
	col = min(max(col, 1), utf8.RuneCountInString(d.lines[line-1])+1)
	return Pos{File: d.file, Line: line, Col: col}
}

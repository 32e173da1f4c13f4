package yamlpos

import (
	"strings"
	"unicode/utf8"

	"github.com/lectio/lectio/evidence/diag"
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
	Pos  diag.Pos
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
	long  map[int]ruler
}

// newDocument takes the text of a file apart into its lines.
func newDocument(file, text string) *document { return documentOf(file, splitLines(text)) }

func documentOf(file string, lines []string) *document {
	d := &document{file: file, lines: lines, long: map[int]ruler{}}
	for i, line := range d.lines {
		if len(line) > 4*rulerStep {
			d.long[i+1] = newRuler(line)
		}
	}
	return d
}

// ruler says where the characters of a long line begin. Without it a list of a
// hundred thousand items on one line would be counted through from the
// beginning of the line for every item.
type ruler struct {
	marks []int // the byte at which every rulerStep-th character begins
	count int   // of the characters
	blank int   // the byte from which on there is only white space
}

const rulerStep = 64

func newRuler(line string) ruler {
	r := ruler{blank: blankFrom(line)}
	for i := range line {
		if r.count%rulerStep == 0 {
			r.marks = append(r.marks, i)
		}
		r.count++
	}
	return r
}

// blankFrom is the byte from which on a line has only white space.
func blankFrom(line string) int { return len(strings.TrimRight(line, " \t")) }

// width is the number of characters of a line.
func (d *document) width(line int) int {
	if r, ok := d.long[line]; ok {
		return r.count
	}
	return utf8.RuneCountInString(d.lines[line-1])
}

// offset is the byte of a line at which the character of a column begins; the
// end of the line when it has no such column.
func (d *document) offset(line, col int) int {
	text, at, skip := d.lines[line-1], 0, max(col-1, 0)
	if r, ok := d.long[line]; ok {
		if skip >= r.count {
			return len(text)
		}
		at, skip = r.marks[skip/rulerStep], skip%rulerStep
	}
	for ; skip > 0 && at < len(text); skip-- {
		_, size := utf8.DecodeRuneInString(text[at:])
		at += size
	}
	return at
}

// Endings are those of the names of files that are read as YAML, which JSON is too.
var Endings = []string{".yaml", ".yml", ".json"}

// Written is a text that stands by itself, as if it were all that a file holds.
func Written(file, text string) *Node {
	return &Node{Kind: Scalar, Text: text, Pos: diag.Pos{File: file, Line: 1, Col: 1}, doc: newDocument(file, text)}
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

// Items are the items of a list, a list of one where n is no list, and none where
// there is no n.
func (n *Node) Items() []*Node {
	switch {
	case n == nil:
		return nil
	case n.Kind == List:
		return n.Values
	}
	return []*Node{n}
}

// Texts are the scalars below a node, in their order, without the keys.
func (n *Node) Texts() (list []string) {
	if n.Kind == Scalar {
		return []string{n.Text}
	}
	for _, v := range n.Values {
		list = append(list, v.Texts()...)
	}
	return list
}

// KeyTexts are the keys of a map as they are written.
func (n *Node) KeyTexts() []string {
	var texts []string
	for _, k := range n.Keys {
		texts = append(texts, k.Text)
	}
	return texts
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
		return diag.Quote(n.Text)
	}
	return n.Kind.String()
}

// PosAt gives the place of the byte at an offset of n.Text, for messages that
// point inside a scalar. It knows quotes, escapes and folded lines; on a map or
// list it is the place of the node.
func (n *Node) PosAt(offset int) diag.Pos {
	if n == nil {
		return diag.Pos{}
	}
	if n.Kind != Scalar || n.doc == nil || offset < 0 || n.Null {
		return n.Pos
	}
	c := scalarCursor{cursor: cursor{doc: n.doc}, style: n.Style}
	c.to(n.Pos.Line, n.Pos.Col)
	text := n.Text[:min(offset, len(n.Text))]
	switch n.Style {
	case Quoted:
		c.quote = c.peek()
		c.next()
	case Block:
		c.to(c.line+1, 1) // the text begins below the | or >
		c.skipSpace()
		text = strings.TrimLeft(text, " \n") // leading blank lines of a block are in its text
	}
	for text != "" {
		text = c.pass(text)
	}
	if offset > 0 {
		c.escapedEnd()
	}
	return c.pos()
}

// scalarCursor walks the source of a scalar beside its text.
type scalarCursor struct {
	cursor
	style Style
	quote rune // the quotes in which it stands, or 0
}

// escapedEnd passes an escaped line end in double quotes, which leaves nothing in the text.
func (c *scalarCursor) escapedEnd() bool {
	if c.quote != '"' || c.peek() != '\\' || c.off+1 != len(c.text) {
		return false
	}
	c.next()
	c.skipSpace()
	return true
}

// pass passes what stands for the beginning of the text and returns the rest of it.
func (c *scalarCursor) pass(text string) string {
	if c.escapedEnd() {
		return text
	}
	r, size := utf8.DecodeRuneInString(text)
	rest := text[size:]
	escaped := c.quote == '"' && c.peek() == '\\'
	switch {
	case !escaped && (r == ' ' || r == '\n' || r == '\t'):
		// A run of white space in the text stands for a run in the source, which may hold a
		// line end and an indentation; spaces before a line end vanish together with it.
		// Escaped white space is a character like any other.
		if c.atLineEnd() {
			c.skipSpace()
			return strings.TrimLeft(text, " \n")
		}
		c.next()
		if c.blankToLineEnd() && c.style != Block {
			c.skipSpace()
			return strings.TrimLeft(rest, " \n")
		}
	case escaped:
		c.escape()
	case c.quote == '\'' && r == '\'':
		c.next() // '' stands for one quote
		c.next()
	default:
		c.next()
	}
	return rest
}

// cursor walks the source by characters.
type cursor struct {
	doc       *document
	line, col int    // col counts from 1
	text      string // of the line
	off       int    // the byte of the line at which the cursor stands
	blank     int    // blankFrom of the line
}

// to puts the cursor in a place.
func (c *cursor) to(line, col int) {
	c.line, c.col, c.text, c.off, c.blank = line, col, "", 0, 0
	if line < 1 || line > len(c.doc.lines) {
		return
	}
	c.text, c.off = c.doc.lines[line-1], c.doc.offset(line, col)
	if r, ok := c.doc.long[line]; ok {
		c.blank = r.blank
	} else {
		c.blank = blankFrom(c.text)
	}
}

func (c *cursor) peek() rune {
	if c.atLineEnd() {
		return '\n'
	}
	r, _ := utf8.DecodeRuneInString(c.text[c.off:])
	return r
}

func (c *cursor) next() {
	if !c.atLineEnd() {
		_, size := utf8.DecodeRuneInString(c.text[c.off:])
		c.off, c.col = c.off+size, c.col+1
	} else if c.line < len(c.doc.lines) {
		c.to(c.line+1, 1)
	}
}

func (c *cursor) atLineEnd() bool { return c.off >= len(c.text) }

func (c *cursor) blankToLineEnd() bool { return c.off >= c.blank }

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
		if l := c.text[c.off:]; len(l) > 2 { // JSON writes some characters as two escapes
			high = strings.IndexByte("dD", l[1]) >= 0 && strings.IndexByte("89abAB", l[2]) >= 0
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
func (c *cursor) pos() diag.Pos { return c.doc.clamp(c.line, c.col) }

// clamp keeps a place inside the file: at most one column behind a line's end.
func (d *document) clamp(line, col int) diag.Pos {
	line = min(max(line, 1), len(d.lines))
	col = min(max(col, 1), d.width(line)+1)
	return diag.Pos{File: d.file, Line: line, Col: col}
}

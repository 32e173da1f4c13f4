package exchange

import (
	"fmt"
	"slices"
	"strings"

	"github.com/lectio/lectio/evidence/diag"
)

// maxLudDepth is how deep brackets may be nested in a .lud file.
const maxLudDepth = 1000

// ludFields are the fields of the metadata that say something about the evidence.
var ludFields = []string{"description", "rules", "source", "id", "version", "classification", "credit", "author", "publisher", "date",
	"origin", "aliases"}

// Lud reads what the metadata of a .lud file of Ludii says about a game: the
// text of its rules, source, id, origin, classification and the like. Its code
// is passed over. There is one piece for the game, and one for each part of the
// metadata that is for single rulesets (useFor).
func Lud(file, text string) ([]*Piece, diag.Errors) {
	r := ludReader{file: file, text: text, line: 1, col: 1}
	top := r.list(0)
	if len(r.errs) > 0 {
		return nil, r.errs
	}
	var game *ludNode
	var metadata []*ludNode
	for _, n := range top.items {
		switch n.head() {
		case "game":
			if game == nil {
				game = n
			}
		case "metadata":
			metadata = append(metadata, n)
		}
	}
	if game == nil || len(metadata) == 0 {
		r.errs.Add(diag.Pos{File: file}, "", "(game ...) and (metadata ...)", "this is no .lud file with metadata")
		return nil, r.errs
	}
	whole := &Piece{Pos: metadata[0].pos, Kind: "lud"}
	for _, n := range game.items[1:] {
		if n.quoted {
			whole.add(n.pos, "game", n.text)
			break
		}
	}
	pieces := []*Piece{whole}
	for _, m := range metadata {
		for _, info := range m.find("info") {
			info.into(whole, &pieces, 0)
		}
	}
	return pieces, nil
}

// into collects the fields below a node.
func (n *ludNode) into(p *Piece, pieces *[]*Piece, depth int) {
	for i, item := range n.items {
		head := item.head()
		switch {
		case slices.Contains(ludFields, head):
			var texts []string
			pos := item.pos
			item.strings(func(s *ludNode) {
				if len(texts) == 0 {
					pos = s.pos
				}
				texts = append(texts, strings.Join(strings.Fields(s.text), " "))
			})
			p.add(pos, head, strings.Join(texts, "\n"))
		case head == "useFor":
			part := &Piece{Pos: item.pos, Kind: "lud"}
			part.add(p.At("game"), "game", p.Get("game"))
			// The names of the rulesets come first, alone or in braces.
			for _, name := range item.items[1:] {
				if name.quoted || name.brace {
					name.strings(func(s *ludNode) { part.add(s.pos, "ruleset", s.text) })
					break
				}
			}
			item.into(part, pieces, depth+1)
			*pieces = append(*pieces, part)
		case len(item.items) > 0 && !item.quoted && (i > 0 || item.brace):
			item.into(p, pieces, depth+1)
		}
	}
}

// ludNode is a bracket with what is in it, a word, or a text in quotes.
type ludNode struct {
	pos           diag.Pos
	text          string
	quoted, brace bool
	items         []*ludNode
}

// head is the first word in a bracket.
func (n *ludNode) head() string {
	if n.brace || len(n.items) == 0 || n.items[0].quoted {
		return ""
	}
	return n.items[0].text
}

// find returns the brackets with a head, not looking inside those.
func (n *ludNode) find(head string) []*ludNode {
	var out []*ludNode
	for _, item := range n.items {
		if item.head() == head {
			out = append(out, item)
			continue
		}
		out = append(out, item.find(head)...)
	}
	return out
}

// strings calls f for every text in quotes.
func (n *ludNode) strings(f func(*ludNode)) {
	if n.quoted {
		f(n)
	}
	for _, item := range n.items {
		item.strings(f)
	}
}

type ludReader struct {
	file, text string
	i          int
	line, col  int
	errs       diag.Errors
}

func (r *ludReader) pos() diag.Pos { return diag.Pos{File: r.file, Line: r.line, Col: r.col} }

func (r *ludReader) next() {
	if r.text[r.i] == '\n' {
		r.line, r.col = r.line+1, 0
	}
	if r.i++; r.i == len(r.text) || r.text[r.i]&0xC0 != 0x80 {
		r.col++
	}
}

// list reads up to the closing bracket, or to the end at depth 0.
func (r *ludReader) list(depth int) *ludNode {
	n := &ludNode{pos: r.pos()}
	open := byte(0)
	if depth > 0 {
		open = r.text[r.i]
		n.brace = open != '('
		r.next()
	}
	if depth > maxLudDepth {
		r.errs.Add(n.pos, "", fmt.Sprintf("at most %d levels", maxLudDepth), "brackets are nested too deep")
		r.i = len(r.text)
	}
	for r.i < len(r.text) {
		switch c := r.text[r.i]; {
		case strings.IndexByte(" \t\n\f", c) >= 0:
			r.next()
		case strings.HasPrefix(r.text[r.i:], "//"):
			for r.i < len(r.text) && r.text[r.i] != '\n' {
				r.next()
			}
		case c == '(' || c == '{' || c == '[':
			n.items = append(n.items, r.list(depth+1))
		case c == ')' || c == '}' || c == ']':
			if depth == 0 {
				r.errs.Add(r.pos(), string(c), "an opening bracket before it", "a bracket is closed that was not opened")
				r.i = len(r.text)
				return n
			}
			if want := map[byte]byte{'(': ')', '{': '}', '[': ']'}[open]; c != want {
				r.errs = append(r.errs, diag.Error{Pos: r.pos(), Found: string(c), Expected: string(want),
					Message: fmt.Sprintf("a bracket %c is opened at %s and closed by another one", open, n.pos), Related: []diag.Pos{n.pos}})
				r.i = len(r.text)
				return n
			}
			r.next()
			return n
		case c == '"':
			n.items = append(n.items, r.quoted())
		default:
			word := &ludNode{pos: r.pos()}
			from := r.i
			for r.i < len(r.text) && strings.IndexByte(" \t\n\f(){}[]\"", r.text[r.i]) < 0 {
				// A comment may follow on a word's heels; an address does not begin one.
				if r.i > from && strings.HasPrefix(r.text[r.i:], "//") && r.text[r.i-1] != ':' {
					break
				}
				r.next()
			}
			word.text = r.text[from:r.i]
			n.items = append(n.items, word)
		}
	}
	if depth > 0 && len(r.errs) == 0 {
		r.errs.Add(n.pos, "the end of the file", "a closing bracket", "a bracket is opened here and never closed")
	}
	return n
}

func (r *ludReader) quoted() *ludNode {
	n := &ludNode{pos: r.pos(), quoted: true}
	r.next()
	var b strings.Builder
	for r.i < len(r.text) && r.text[r.i] != '"' {
		c := r.text[r.i]
		if c == '\\' && r.i+1 < len(r.text) {
			r.next()
			if c = r.text[r.i]; c == 'n' || c == 't' {
				c = ' '
			}
		}
		b.WriteByte(c)
		r.next()
	}
	if r.i == len(r.text) {
		r.errs.Add(n.pos, "the end of the file", `"`, "a text in quotes is not closed")
		return n
	}
	r.next()
	n.text = b.String()
	return n
}

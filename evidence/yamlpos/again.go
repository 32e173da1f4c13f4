package yamlpos

import (
	"bytes"
	"slices"
	"strings"

	"github.com/lectio/lectio/evidence/diag"
)

// Rereader parses one file again and again while somebody writes it: of a map of lists, which rulesets and records are, it reads
// again only the items that have changed. What it returns is what [Parse] would.
//
// The items that stay keep their nodes, unless they have moved to other lines.
type Rereader struct {
	file  string
	lines []string // of the last text without errors
	root  *Node    // and what it says
}

// NewRereader returns a reader of a file of that name.
func NewRereader(file string) *Rereader { return &Rereader{file: file} }

// Parse reads the next text of the file.
func (r *Rereader) Parse(data []byte) (*Node, diag.Errors) {
	lines := plainLines(data)
	root, errs, ok := r.changed(data, lines)
	if !ok {
		root, errs = Parse(r.file, data)
	}
	if len(errs) == 0 && lines != nil && root.Kind == Map && !root.Flow {
		r.lines, r.root = lines, root
	}
	return root, errs
}

// Last is the tree of the last text without errors; nil before there was one.
func (r *Rereader) Last() *Node { return r.root }

// plainLines are the lines of a text; nil where it has line ends that are characters to YAML.
func plainLines(data []byte) []string {
	s := string(bytes.TrimPrefix(data, []byte("\uFEFF")))
	if strings.Contains(s, "\r") {
		s = strings.ReplaceAll(s, "\r\n", "\n")
	}
	if strings.ContainsAny(s, "\r\u0085\u2028\u2029") {
		return nil
	}
	return strings.Split(s, "\n")
}

// section is a key of the map with a list, each item of which begins on a line of its own. Lines count from 0.
type section struct {
	value  int // the index of its key and its list in the map
	key    int
	starts []int
	end    int // the line behind it
	dash   string
}

// sectionAt is the section in which a line lies, the line of its key left out; nil where there is none.
func sectionAt(root *Node, lines []string, line int) *section {
	for i := len(root.Keys) - 1; i >= 0; i-- {
		key := root.Keys[i].Pos.Line - 1
		if key >= line {
			continue
		}
		s := &section{value: i, key: key, end: len(lines)}
		if i+1 < len(root.Keys) {
			s.end = root.Keys[i+1].Pos.Line - 1
		}
		if s.items(root.Values[i], lines) {
			return s
		}
		return nil
	}
	return nil
}

// items finds the lines on which the items of a list begin, and reports whether each begins on its own, behind a dash at one and
// the same place.
func (s *section) items(list *Node, lines []string) bool {
	if list.Kind != List || list.Flow || len(list.Values) == 0 {
		return false
	}
	for i, v := range list.Values {
		at := v.Pos.Line - 1
		if at <= s.key || at >= s.end || i > 0 && at <= s.starts[i-1] {
			return false
		}
		if i == 0 {
			line := lines[at]
			s.dash = line[:len(line)-len(strings.TrimLeft(line, " "))] + "- "
		}
		if !strings.HasPrefix(lines[at], s.dash) || v.Pos.Col <= len(s.dash) {
			return false
		}
		s.starts = append(s.starts, at)
	}
	return true
}

// changed reads what has changed since the last text; false where that is not within one list.
func (r *Rereader) changed(data []byte, lines []string) (*Node, diag.Errors, bool) {
	if r.root == nil || lines == nil || len(CheckText(r.file, data)) > 0 || signs(data) > MaxValues {
		return nil, nil, false
	}
	before, old := 0, r.lines
	for before < len(lines) && before < len(old) && lines[before] == old[before] {
		before++
	}
	if before == len(lines) && before == len(old) {
		return r.root, nil, true
	}
	behind := 0
	for behind < len(lines)-before && behind < len(old)-before && lines[len(lines)-1-behind] == old[len(old)-1-behind] {
		behind++
	}
	s := sectionAt(r.root, old, before)
	if s == nil || len(old)-behind > s.end {
		return nil, nil, false
	}
	// The item to which the line before the change belongs may go on in it.
	first := 0
	for first+1 < len(s.starts) && s.starts[first+1] < before {
		first++
	}
	next := first
	for next < len(s.starts) && s.starts[next] < len(old)-behind {
		next++
	}
	end := s.end
	if next < len(s.starts) {
		end = s.starts[next]
	}
	from, moved := s.starts[first], len(lines)-len(old)
	if from > before || from >= end+moved || !strings.HasPrefix(lines[from], s.dash) {
		return nil, nil, false
	}
	items, doc, errs, ok := r.read(data, lines, s, from, end+moved)
	if !ok || items == nil {
		return nil, errs, ok
	}
	return r.put(doc, s, first, next, items, moved), errs, true
}

// read reads some lines of a section, with the rest of the text blank. Without items there are errors that end the reading.
func (r *Rereader) read(data []byte, lines []string, s *section, from, to int) ([]*Node, *document, diag.Errors, bool) {
	for _, line := range lines[from:to] {
		if strings.HasPrefix(line, "---") || strings.HasPrefix(line, "...") || strings.HasPrefix(line, "%") {
			return nil, nil, nil, false // another document
		}
	}
	parse := func(to int) (*parser, *Node) {
		text := make([]byte, 0, len(data))
		for i, line := range lines[:to] {
			if i == s.key || i >= from {
				text = append(text, line...)
			}
			text = append(text, '\n')
		}
		p := &parser{doc: documentOf(r.file, lines)}
		return p, p.parseFrom(&countingReader{data: text, step: len(text)})
	}
	p, root := parse(to)
	if root == nil {
		// What is open may close, or go wrong, further down.
		p, root = parse(len(lines))
		return nil, nil, p.errs.Sort(), root == nil
	}
	if root.Kind != Map || len(root.Keys) != 1 || root.Keys[0].Pos != r.root.Keys[s.value].Pos {
		return nil, nil, nil, false
	}
	now := section{key: s.key, end: to}
	if !now.items(root.Values[0], lines) || now.dash != s.dash || now.starts[0] != from {
		return nil, nil, nil, false
	}
	return root.Values[0].Values, p.doc, p.errs.Sort(), true
}

// put is the last tree with items in place of those from one to another.
func (r *Rereader) put(doc *document, s *section, from, to int, items []*Node, moved int) *Node {
	root := *r.root
	root.doc = doc
	root.Keys, root.Values = slices.Clone(root.Keys), slices.Clone(root.Values)
	for i := range root.Keys {
		if i <= s.value {
			root.Keys[i].in(doc)
		} else {
			root.Keys[i] = root.Keys[i].moved(doc, moved)
		}
		switch {
		case i < s.value:
			root.Values[i].in(doc)
		case i > s.value:
			root.Values[i] = root.Values[i].moved(doc, moved)
		}
	}
	list := *root.Values[s.value]
	list.doc = doc
	before, behind := list.Values[:from], list.Values[to:]
	list.Values = make([]*Node, 0, len(before)+len(items)+len(behind))
	for _, n := range before {
		n.in(doc)
		list.Values = append(list.Values, n)
	}
	list.Values = append(list.Values, items...)
	for _, n := range behind {
		list.Values = append(list.Values, n.moved(doc, moved))
	}
	root.Values[s.value] = &list
	return &root
}

// in gives a node, and what is below it, another text in which it stands on the same lines.
func (n *Node) in(doc *document) {
	n.doc = doc
	for _, k := range n.Keys {
		k.in(doc)
	}
	for _, v := range n.Values {
		v.in(doc)
	}
}

// moved is a node in another text, some lines further down.
func (n *Node) moved(doc *document, by int) *Node {
	if by == 0 {
		n.in(doc)
		return n
	}
	m := *n
	m.doc = doc
	m.Pos.Line += by
	all := func(list []*Node) []*Node {
		if list == nil {
			return nil
		}
		out := make([]*Node, len(list))
		for i, x := range list {
			out[i] = x.moved(doc, by)
		}
		return out
	}
	m.Keys, m.Values = all(n.Keys), all(n.Values)
	return &m
}

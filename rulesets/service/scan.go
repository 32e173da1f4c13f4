package service

import (
	"strings"

	"github.com/lectio/lectio/evidence/yamlpos"
)

// A text that is being written is no YAML most of the time: a bracket is open, a key has no value yet. What is looked for here is
// only where in maps and lists a place is, by indentation and brackets, whatever else is wrong.

// frame is a map or a list, as far as it has been passed.
type frame struct {
	kind   yamlpos.Kind
	indent int // where its keys or dashes stand; of one in brackets where the key stands behind which it is
	flow   bool
	key    string            // the last one
	keys   []string          // all of them
	values map[string]string // of those with a text on the line
	behind bool              // in brackets: a colon stands behind the key
	typed  int               // in brackets: where the text begins that is being passed; -1 before it
}

// step leads from a map or a list to what is in it.
type step struct {
	in  *frame
	key string // "" for an item
}

// spot is where in a file somebody is writing.
type spot struct {
	steps []step // to the value, or to the map of the key
	in    *frame // the map in which a key can be written; nil where none can
	value bool   // a value can be written: that of the last step
	text  string // what of it stands there already
	from  int    // the byte of the line at which it begins
}

// scanner passes the lines of a file.
type scanner struct {
	stack []*frame
	block int  // the indentation of the key whose text stands row by row below; -1 outside
	quote byte // the quotes that are open
	begun int  // where they were opened in this line
}

// scan finds out where in a text a byte of a line is. What stands behind it is passed as well, so that maps have all their keys.
func scan(text []string, at, off int) (found spot) {
	s := &scanner{block: -1}
	for i, line := range text {
		if i != at {
			s.line(line)
			continue
		}
		head := line[:min(off, len(line))]
		s.line(head)
		found = s.spot(head)
		s.quote = 0
		if n := len(s.stack); n > 0 && s.stack[n-1].flow {
			rest := line[len(head):]
			s.flow(rest[len(rest)-len(strings.TrimLeftFunc(rest, inWord)):], 0)
		} else if rest := line[len(head):]; strings.TrimSpace(rest) != "" && found.in != nil && len(found.steps) == 0 {
			s.entry(line, indentOf(line))
		}
	}
	return found
}

func indentOf(line string) int { return len(line) - len(strings.TrimLeft(line, " ")) }

func (s *scanner) top() *frame {
	if len(s.stack) == 0 {
		return nil
	}
	return s.stack[len(s.stack)-1]
}

// line passes a line.
func (s *scanner) line(line string) {
	indent := indentOf(line)
	rest := line[indent:]
	if s.quote != 0 {
		i := strings.IndexByte(line, s.quote)
		if i < 0 {
			s.begun = indent
			return
		}
		s.quote = 0
		if t := s.top(); t != nil && t.flow {
			s.flow(line, i+1)
		}
		return
	}
	if t := s.top(); t != nil && t.flow {
		if rest == "" || indent > t.indent {
			s.flow(line, indent)
			return
		}
		for len(s.stack) > 0 && s.top().flow { // it was never closed
			s.stack = s.stack[:len(s.stack)-1]
		}
	}
	if s.block >= 0 && (rest == "" || indent > s.block) {
		return
	}
	s.block = -1
	if rest == "" || rest[0] == '#' {
		return
	}
	s.entry(line, indent)
}

// entry passes a line with keys or dashes from a column on.
func (s *scanner) entry(line string, col int) {
	s.leave(col, strings.HasPrefix(line[col:], "- ") || line[col:] == "-")
	for strings.HasPrefix(line[col:], "- ") || line[col:] == "-" {
		if t := s.top(); t == nil || t.kind != yamlpos.List || t.indent != col {
			s.stack = append(s.stack, &frame{kind: yamlpos.List, indent: col})
		}
		col++
		col += indentOf(line[col:])
		if col >= len(line) {
			return
		}
	}
	if line[col] == '#' {
		return
	}
	key, behind, ok := keyOf(line[col:])
	if ok {
		t := s.top()
		if t == nil || t.kind != yamlpos.Map || t.indent != col {
			t = &frame{kind: yamlpos.Map, indent: col, values: map[string]string{}}
			s.stack = append(s.stack, t)
		}
		t.key, t.keys = key, append(t.keys, key)
		s.value(line, col+behind, col)
	} else if strings.IndexByte("[{\"'", line[col]) >= 0 {
		s.value(line, col, max(col-1, 0))
	}
}

// leave leaves the maps and lists that have ended before a column.
func (s *scanner) leave(col int, dash bool) {
	for len(s.stack) > 0 {
		t := s.top()
		if t.indent < col || t.indent == col && (t.kind == yamlpos.Map || dash) {
			return
		}
		s.stack = s.stack[:len(s.stack)-1]
	}
}

// keyOf is the key with which a text begins, and where its value begins.
func keyOf(s string) (key string, behind int, ok bool) {
	end := 0
	if s[0] == '"' || s[0] == '\'' {
		i := strings.IndexByte(s[1:], s[0])
		if i < 0 {
			return "", 0, false
		}
		key, end = s[1:i+1], i+2
	} else if strings.IndexByte("[{", s[0]) >= 0 {
		return "", 0, false
	}
	for i := end; i < len(s); i++ {
		if s[i] == ':' && (i+1 == len(s) || s[i+1] == ' ') {
			if key == "" {
				key = strings.TrimSpace(s[:i])
			}
			i++
			return key, i + indentOf(s[i:]), true
		}
		if s[i] == '#' && i > 0 && s[i-1] == ' ' {
			break
		}
	}
	return "", 0, false
}

// value passes the value of a key of a block map, from a byte of the line on.
func (s *scanner) value(line string, from, indent int) {
	if from >= len(line) {
		return
	}
	switch line[from] {
	case '|', '>':
		s.block = indent
	case '[', '{':
		s.open(line[from], indent)
		s.flow(line, from+1)
	case '"', '\'':
		if strings.IndexByte(line[from+1:], line[from]) < 0 {
			s.quote, s.begun = line[from], from+1
		} else if t := s.top(); t.kind == yamlpos.Map {
			t.values[t.key] = strings.Trim(line[from:], `"' `)
		}
	default:
		if t := s.top(); t != nil && t.kind == yamlpos.Map {
			text, _, _ := strings.Cut(line[from:], " #")
			t.values[t.key] = strings.TrimSpace(text)
		}
	}
}

// open begins a map or a list in brackets.
func (s *scanner) open(bracket byte, indent int) {
	f := &frame{kind: yamlpos.List, indent: indent, flow: true, typed: -1}
	if bracket == '{' {
		f.kind, f.values = yamlpos.Map, map[string]string{}
	}
	s.stack = append(s.stack, f)
}

// flow passes what stands in brackets, from a byte of the line on.
func (s *scanner) flow(line string, from int) {
	for _, f := range s.stack {
		f.typed = -1 // it was in another line
	}
	for i := from; i < len(line); i++ {
		t := s.top()
		if t == nil || !t.flow {
			return
		}
		end := func(to int) {
			if t.typed >= 0 && t.kind == yamlpos.Map && t.behind && t.typed <= to {
				t.values[t.key] = strings.Trim(line[t.typed:to], `"' `)
			}
			t.typed = -1
		}
		switch c := line[i]; {
		case (c == '"' || c == '\'') && t.typed < 0:
			t.typed = i
			j := strings.IndexByte(line[i+1:], c)
			if j < 0 {
				s.quote, s.begun = c, i+1
				t.typed = -1
				return
			}
			i += j + 1
		case (c == '[' || c == '{') && t.typed < 0:
			s.open(c, t.indent)
		case c == ']' || c == '}':
			end(i)
			s.stack = s.stack[:len(s.stack)-1]
		case c == ',':
			end(i)
			t.behind = false
		case c == ':' && t.kind == yamlpos.Map && !t.behind && (i+1 == len(line) || line[i+1] == ' '):
			if t.typed >= 0 {
				t.key = strings.Trim(line[t.typed:i], `"' `)
				t.keys = append(t.keys, t.key)
			}
			t.typed, t.behind = -1, true
		case c == '#' && i > 0 && line[i-1] == ' ':
			return
		case c != ' ' && t.typed < 0:
			t.typed = i
		}
	}
}

// spot is where the scanner is behind the beginning of a line.
func (s *scanner) spot(head string) spot {
	var p spot
	if s.block >= 0 && indentOf(head) != len(head) && indentOf(head) > s.block {
		return p
	}
	if i := strings.LastIndex(head, " #"); i >= 0 && s.quote == 0 && !strings.ContainsAny(head[i:], `"'`) || strings.HasPrefix(strings.TrimSpace(head), "#") {
		return p
	}
	if t := s.top(); t != nil && t.flow {
		p.steps = s.path(len(s.stack))
		switch {
		case s.quote != 0:
			p.from = s.begun
		case t.typed >= 0:
			p.from = min(t.typed, len(head))
		default:
			p.from = len(head)
		}
		p.value = t.kind == yamlpos.List || t.behind
		if t.kind == yamlpos.Map && !t.behind {
			p.in, p.steps = t, p.steps[:len(p.steps)-1]
		}
		p.text = head[p.from:]
		return p
	}
	return s.blockSpot(head)
}

// path are the steps through the first frames.
func (s *scanner) path(n int) (steps []step) {
	for _, f := range s.stack[:n] {
		if f.kind == yamlpos.List {
			steps = append(steps, step{in: f})
		} else {
			steps = append(steps, step{f, f.key})
		}
	}
	return steps
}

// blockSpot is the spot behind the beginning of a line outside brackets.
func (s *scanner) blockSpot(head string) (p spot) {
	if s.quote != 0 {
		return spot{steps: s.path(len(s.stack)), value: true, from: s.begun, text: head[s.begun:]}
	}
	col, item := indentOf(head), false
	n := len(s.stack)
	if col == len(head) { // nothing stands there yet
		for n > 0 && (s.stack[n-1].indent > col || s.stack[n-1].indent == col && s.stack[n-1].kind == yamlpos.List) {
			n--
		}
	}
	for strings.HasPrefix(head[col:], "- ") || head[col:] == "-" {
		col++
		col += indentOf(head[col:])
		item = true
	}
	p = spot{steps: s.path(n), from: col, text: head[col:]}
	if key, behind, ok := keyOf(head[col:] + "\x00"); ok && head[col:] != "" && key != "" {
		p.from = min(col+behind, len(head))
		p.value, p.text = true, head[p.from:]
		return p
	}
	var t *frame
	if n > 0 {
		t = s.stack[n-1]
	}
	switch {
	case t == nil:
		p.in = &frame{kind: yamlpos.Map, values: map[string]string{}}
	case item:
		p.in, p.value = &frame{kind: yamlpos.Map, indent: col, values: map[string]string{}}, true
		s.stack = append(s.stack, p.in) // for the keys that follow
	case t.kind == yamlpos.Map && t.indent == col:
		p.in, p.steps = t, p.steps[:len(p.steps)-1]
	case t.kind == yamlpos.Map && t.values[t.key] == "":
		p.in, p.value = &frame{kind: yamlpos.Map, indent: col, values: map[string]string{}}, true
		s.stack = append(s.stack[:n], p.in)
	default:
		p.value = true // the text goes on
	}
	return p
}

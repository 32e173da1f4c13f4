package yamlpos

import (
	"bytes"
	"encoding/json"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/lectio/lectio/evidence/diag"
)

// Editor changes single values of a document in place, by line and column:
// comments, the order of keys, blank lines and the way everything else is
// written stay. Changes are gathered and carried out by [Editor.Bytes], which
// reads the result again: a change that cannot be made without touching
// something else is an error and not a damaged file.
type Editor struct {
	file  string
	data  []byte
	root  *Node
	lines []int // where each line begins
	json  bool
	edits []splice
	want  []change
	adds  []*addition
}

// addition is a key that a map does not have yet.
type addition struct {
	to    *Node
	key   string
	v     Value
	order []string
}

type splice struct {
	from, to int
	text     string
	item     bool // a new item of a list, behind all that belongs to the last one
}

// change is what one value is to be; a nil value takes the key away.
type change struct {
	path  []any
	value *Value
}

// NewEditor reads a document that is to be changed.
func NewEditor(file string, data []byte) (*Editor, diag.Errors) {
	root, errs := Parse(file, data)
	if len(errs) > 0 || root == nil {
		return nil, errs
	}
	e := &Editor{file: file, data: data, root: root, lines: lineStarts(data), json: json.Valid(bytes.TrimPrefix(data, []byte("\uFEFF")))}
	return e, nil
}

// lineStarts are the offsets at which the lines of a file begin.
func lineStarts(data []byte) []int {
	at := 0
	if bytes.HasPrefix(data, []byte("\uFEFF")) {
		at = 3
	}
	lines := []int{at}
	for i := at; i < len(data); {
		r, size := utf8.DecodeRune(data[i:])
		i += size
		switch {
		case r == '\r' && i < len(data) && data[i] == '\n': // the LF counts
		case r == '\n', r == '\r', r == 0x85, r == 0x2028, r == 0x2029:
			lines = append(lines, i)
		}
	}
	return lines
}

// Root is the document as it was read.
func (e *Editor) Root() *Node { return e.root }

// offset is where in the file a place is.
func (e *Editor) offset(p diag.Pos) int { return offsetIn(e.data, e.lines, p) }

// Offset is where in a file a place is; its end for a place behind that.
func Offset(data []byte, p diag.Pos) int { return offsetIn(data, lineStarts(data), p) }

func offsetIn(data []byte, lines []int, p diag.Pos) int {
	if p.Line < 1 || p.Line > len(lines) {
		return len(data)
	}
	at := lines[p.Line-1]
	for range p.Col - 1 {
		if at >= len(data) {
			break
		}
		_, size := utf8.DecodeRune(data[at:])
		at += size
	}
	return at
}

// lineEnd is the end of the line that an offset is in, without the line end.
func (e *Editor) lineEnd(at int) int {
	for i := 1; i < len(e.lines); i++ {
		if e.lines[i] > at {
			return e.lines[i-1] + len(bytes.TrimRight(e.data[e.lines[i-1]:e.lines[i]], "\r\n\u0085\u2028\u2029"))
		}
	}
	return e.lines[len(e.lines)-1] + len(bytes.TrimRight(e.data[e.lines[len(e.lines)-1]:], "\r\n"))
}

// newline is the line end that the file uses.
func (e *Editor) newline() string {
	if bytes.Contains(e.data, []byte("\r\n")) {
		return "\r\n"
	}
	return "\n"
}

// end is the offset behind a node.
func (e *Editor) end(n *Node) int {
	start := e.offset(n.Pos)
	switch {
	case n.Kind == Scalar && n.Null:
		for _, word := range []string{"null", "~"} {
			if bytes.HasPrefix(e.data[start:], []byte(word)) {
				return start + len(word)
			}
		}
		return start
	case n.Kind == Scalar && n.Style == Quoted:
		return e.quoteEnd(start)
	case n.Kind == Scalar && n.Style == Block:
		last, indent := e.lineEnd(start), -1
		for l := n.Pos.Line; l < len(e.lines); l++ {
			line := string(e.data[e.lines[l]:e.lineEnd(e.lines[l])])
			text := strings.TrimLeft(line, " ")
			if text == "" {
				continue
			}
			if indent < 0 {
				indent = len(line) - len(text)
			}
			if len(line)-len(text) < indent || indent == 0 {
				break
			}
			last = e.lineEnd(e.lines[l])
		}
		return last
	case n.Kind == Scalar:
		return e.offset(n.PosAt(len(n.Text)))
	case n.Flow:
		depth := 0
		for i := start; i < len(e.data); {
			switch c := e.data[i]; {
			case c == '"' || c == '\'' && bytes.ContainsRune([]byte(" ,[{:\n\t"), rune(e.data[max(i-1, 0)])):
				i = e.quoteEnd(i)
				continue
			case c == '#' && i > 0 && bytes.IndexByte([]byte(" \t\n"), e.data[i-1]) >= 0:
				i = e.lineEnd(i)
				continue
			case c == '[' || c == '{':
				depth++
			case c == ']' || c == '}':
				if depth--; depth == 0 {
					return i + 1
				}
			}
			i++
		}
		return len(e.data)
	case len(n.Values) == 0:
		return start
	}
	return e.end(n.Values[len(n.Values)-1])
}

// quoteEnd is the offset behind a text in quotes that begins at an offset.
func (e *Editor) quoteEnd(start int) int {
	quote := e.data[start]
	for i := start + 1; i < len(e.data); i++ {
		switch {
		case e.data[i] == '\\' && quote == '"':
			i++
		case e.data[i] == quote && quote == '\'' && i+1 < len(e.data) && e.data[i+1] == quote:
			i++
		case e.data[i] == quote:
			return i + 1
		}
	}
	return len(e.data)
}

func (e *Editor) splice(from, to int, text string) {
	e.edits = append(e.edits, splice{from: from, to: to, text: strings.ReplaceAll(text, "\n", e.newline())})
}

// at follows a path of keys and list indexes as far as it goes.
func (e *Editor) at(path []any) (n, parent *Node, rest []any) {
	n = e.root
	for i, step := range path {
		var next *Node
		switch step := step.(type) {
		case string:
			next = n.Get(step)
		case int:
			if n.Kind == List && step < len(n.Values) {
				next = n.Values[step]
			}
		}
		if next == nil {
			return n, parent, path[i:]
		}
		parent, n = n, next
	}
	return n, parent, nil
}

// Set gives the value at a path (keys and list indexes) another one. Maps that
// are missing on the way are made. Keys come where order has them among their
// neighbours, the last when it does not name them.
func (e *Editor) Set(path []any, v Value, order ...string) {
	wanted := v
	e.want = append(e.want, change{path, &wanted})
	n, _, rest := e.at(path)
	if len(rest) == 0 {
		e.replace(n, v)
		return
	}
	key, ok := rest[0].(string)
	if !ok || n.Kind != Map {
		return // Bytes finds that it was not done
	}
	var keys []string
	for _, step := range rest[1:] {
		k, _ := step.(string)
		keys = append(keys, k)
	}
	// Several values of a map that is not there yet go into one.
	for _, a := range e.adds {
		if a.to == n && a.key == key && len(keys) > 0 && a.v.Kind == Map {
			a.v = put(a.v, keys, v)
			return
		}
	}
	if len(keys) > 0 {
		v = put(MapValue(), keys, v)
	}
	e.adds = append(e.adds, &addition{n, key, v, order})
}

// put sets the value at keys of a map.
func put(m Value, keys []string, v Value) Value {
	i := slices.Index(m.Keys, keys[0])
	switch {
	case i < 0 && len(keys) == 1:
		return m.With(keys[0], v)
	case i < 0:
		return m.With(keys[0], put(MapValue(), keys[1:], v))
	case len(keys) == 1:
		m.Values[i] = v
	default:
		m.Values[i] = put(m.Values[i], keys[1:], v)
	}
	return m
}

// replace writes another value where a node stands.
func (e *Editor) replace(n *Node, v Value) {
	from, to := e.offset(n.Pos), e.end(n)
	switch {
	case v.Kind == List && n.Kind == List:
		e.replaceList(n, v)
	case v.Kind == Scalar && n.Kind == Scalar && n.Style == Block && !e.json:
		e.splice(from, to, BlockText(v.Text, e.blockIndent(n)))
	case v.Kind == Scalar && n.Kind == Scalar && e.json && e.data[from] != '"' && jsonNumber.MatchString(v.Text):
		e.splice(from, to, v.Text)
	case v.Kind == Scalar && n.Kind == Scalar && n.Style == Plain && !e.json && reference.MatchString(v.Text):
		e.splice(from, to, v.Text)
	case v.Kind == Scalar && n.Kind == Scalar && n.Style == Quoted && !e.json && e.data[from] == '"':
		e.splice(from, to, Quoting(v.Text))
	case v.Kind == Scalar && n.Kind == Scalar && n.Style == Quoted && !e.json && printable(v.Text) && !strings.Contains(v.Text, "\n"):
		e.splice(from, to, "'"+strings.ReplaceAll(v.Text, "'", "''")+"'")
	default:
		e.splice(from, to, v.FlowText(e.json))
	}
}

// reference is the name of a clause, which needs no quotes although a sign is in it
// that begins comments elsewhere.
var reference = regexp.MustCompile(`^[\pL\pN][\pL\pN._-]*#[0-9]+$`)

// jsonNumber is a whole number, which takes the place of a number in JSON as it is.
var jsonNumber = regexp.MustCompile(`^-?(0|[1-9][0-9]*)$`)

// blockIndent is the indentation of the lines of a block.
func (e *Editor) blockIndent(n *Node) int {
	for l := n.Pos.Line; l < len(e.lines); l++ {
		line := string(e.data[e.lines[l]:e.lineEnd(e.lines[l])])
		if text := strings.TrimLeft(line, " "); text != "" {
			return max(len(line)-len(text), 1)
		}
	}
	return 2
}

// replaceList changes the items that differ, so that comments beside the others
// stay.
func (e *Editor) replaceList(n *Node, v Value) {
	if n.Flow && len(n.Values) != len(v.Values) || len(n.Values) == 0 || len(v.Values) == 0 {
		e.splice(e.offset(n.Pos), e.end(n), v.FlowText(e.json))
		return
	}
	for i, item := range n.Values {
		switch {
		case i < len(v.Values) && same(ValueOf(item), v.Values[i]):
		case i < len(v.Values):
			e.replace(item, v.Values[i])
		default:
			from, to := e.lines[item.Pos.Line-1], e.lineEnd(e.end(item))
			if to < len(e.data) {
				to += len(e.newline())
			}
			e.splice(from, min(to, len(e.data)), "")
		}
	}
	last := n.Values[len(n.Values)-1]
	for i := len(n.Values); i < len(v.Values); i++ {
		at := e.lineEnd(e.end(last))
		e.splice(at, at, "\n"+strings.Repeat(" ", n.Pos.Col-1)+"- "+v.Values[i].FlowText(false))
	}
}

// addKey writes a key that the map does not have.
func (e *Editor) addKey(m *Node, key string, v Value, order []string) {
	behind := len(m.Keys) - 1
	if i := slices.Index(order, key); i >= 0 {
		behind = -1
		for j, k := range m.Keys {
			if at := slices.Index(order, k.Text); at >= 0 && at < i {
				behind = j
			}
		}
	}
	name := TextValue(key).FlowText(e.json)
	if m.Flow {
		text := name + ": " + v.FlowText(e.json)
		switch {
		case len(m.Keys) == 0:
			at := e.offset(m.Pos) + 1
			e.splice(at, at, text)
		case behind < 0:
			at := e.offset(m.Keys[0].Pos)
			e.splice(at, at, text+", ")
		default:
			at := e.end(m.Values[behind])
			e.splice(at, at, ", "+text)
		}
		return
	}
	indent := m.Keys[0].Pos.Col - 1
	text := name + ": " + v.FlowText(false)
	switch {
	case v.Kind == Scalar:
		text = name + ": " + BlockText(v.Text, indent+2)
	case v.Kind == List && len(v.Values) > 0 && v.Values[0].Kind == Map:
		text = name + ":\n" + BlockItems(v, indent+2)
	}
	pad := strings.Repeat(" ", indent)
	if behind < 0 {
		at := e.offset(m.Keys[0].Pos)
		e.splice(at, at, text+"\n"+pad)
		return
	}
	at := e.lineEnd(e.end(m.Values[behind]))
	e.splice(at, at, "\n"+pad+text)
}

// Remove takes a key and its value away. A map that loses its last key this way
// goes with it.
func (e *Editor) Remove(path []any) {
	n, parent, rest := e.at(path)
	if len(rest) > 0 || parent == nil || parent.Kind != Map {
		return
	}
	gone := 0
	for _, k := range parent.Keys {
		for _, w := range e.want {
			if w.value == nil && slices.Equal(w.path, append(slices.Clone(path[:len(path)-1]), any(k.Text))) {
				gone++
			}
		}
	}
	if len(path) > 1 && gone+1 == len(parent.Keys) && e.root != parent {
		// The splices inside it go with it.
		from, to := e.offset(parent.Pos), e.end(parent)
		e.edits = slices.DeleteFunc(e.edits, func(s splice) bool { return s.from >= from && s.to <= to+len(e.newline()) })
		e.want = append(e.want, change{path, nil})
		e.Remove(path[:len(path)-1])
		return
	}
	e.want = append(e.want, change{path, nil})
	i := slices.Index(parent.Values, n)
	from, to := e.offset(parent.Keys[i].Pos), e.end(n)
	switch {
	case parent.Flow && i+1 < len(parent.Keys):
		to = e.offset(parent.Keys[i+1].Pos)
	case parent.Flow && i > 0:
		from = e.end(parent.Values[i-1])
	case parent.Flow:
	default:
		line := e.lines[parent.Keys[i].Pos.Line-1]
		if strings.TrimSpace(string(e.data[line:from])) == "" {
			from = line
			if to = e.lineEnd(to); to < len(e.data) {
				to = min(to+len(e.newline()), len(e.data))
			}
		} else if i+1 < len(parent.Keys) {
			to = e.offset(parent.Keys[i+1].Pos)
		}
	}
	e.splice(from, to, "")
}

// Insert puts a map into a list of maps, before the item of an index; the index
// behind the last appends it.
func (e *Editor) Insert(path []any, index int, v Value) {
	list, _, rest := e.at(path)
	if len(rest) > 0 || list.Kind != List || len(list.Values) == 0 {
		return
	}
	e.want = append(e.want, change{append(slices.Clone(path), "+"), &v})
	neighbour := list.Values[max(index-1, 0)]
	if list.Flow {
		if index == 0 {
			at := e.offset(neighbour.Pos)
			e.splice(at, at, v.FlowText(e.json)+", ")
			return
		}
		at := e.end(neighbour)
		e.splice(at, at, ", "+v.FlowText(e.json))
		e.edits[len(e.edits)-1].item = true
		return
	}
	indent := list.Pos.Col - 1
	pad := strings.Repeat(" ", indent)
	text := "- " + v.FlowText(false)
	if !neighbour.Flow {
		text = "-"
		for i, k := range v.Keys {
			value := v.Values[i].FlowText(false)
			if v.Values[i].Kind == Scalar {
				value = BlockText(v.Values[i].Text, indent+4)
			}
			sep := " "
			if i > 0 {
				sep = "\n" + pad + "  "
			}
			text += sep + TextValue(k).FlowText(false) + ": " + value
		}
	}
	if index == 0 {
		at := e.lines[neighbour.Pos.Line-1]
		e.splice(at, at, pad+text+"\n")
		return
	}
	at := e.lineEnd(e.end(neighbour))
	e.splice(at, at, "\n"+pad+text)
	e.edits[len(e.edits)-1].item = true
}

// Bytes carries the changes out. The result is read again and compared: what
// was to change must have, and nothing else may.
func (e *Editor) Bytes() ([]byte, diag.Errors) {
	if len(e.want) == 0 {
		return e.data, nil
	}
	slices.SortStableFunc(e.adds, func(a, b *addition) int { return slices.Index(a.order, a.key) - slices.Index(b.order, b.key) })
	for _, a := range e.adds {
		e.addKey(a.to, a.key, a.v, a.order)
	}
	e.adds = nil
	edits := slices.Clone(e.edits)
	slices.SortStableFunc(edits, func(a, b splice) int {
		if a.from == b.from && a.item != b.item {
			if a.item {
				return 1
			}
			return -1
		}
		return a.from - b.from
	})
	var out bytes.Buffer
	at := 0
	for _, s := range edits {
		if s.from < at {
			return nil, e.cannot("two changes meet in one place")
		}
		out.Write(e.data[at:s.from])
		out.WriteString(s.text)
		at = s.to
	}
	out.Write(e.data[at:])
	got, errs := Parse(e.file, out.Bytes())
	if len(errs) > 0 {
		return nil, e.cannot("what would be written is not valid YAML (" + errs[0].Message + ")")
	}
	want := ValueOf(e.root)
	for _, c := range e.want {
		want = applied(want, c.path, c.value)
	}
	if !same(want, ValueOf(got)) {
		return nil, e.cannot("something else would change with it")
	}
	return out.Bytes(), nil
}

func (e *Editor) cannot(why string) diag.Errors {
	return diag.Errors{{Pos: diag.Pos{File: e.file}, Message: "cannot be changed in place: " + why + "; nothing was changed, do it by hand"}}
}

// ValueOf is a node without its looks.
func ValueOf(n *Node) Value {
	v := Value{Kind: n.Kind, Text: n.Text}
	for i, item := range n.Values {
		v.Values = append(v.Values, ValueOf(item))
		if n.Kind == Map {
			v.Keys = append(v.Keys, n.Keys[i].Text)
		}
	}
	return v
}

// applied is a value with a change made.
func applied(v Value, path []any, to *Value) Value {
	if len(path) == 0 {
		return *to
	}
	switch step := path[0].(type) {
	case int:
		if step < len(v.Values) {
			v.Values[step] = applied(v.Values[step], path[1:], to)
		}
	case string:
		if v.Kind == List && step == "+" {
			v.Values = append(v.Values, *to)
			return v
		}
		i := slices.Index(v.Keys, step)
		switch {
		case i < 0 && to == nil:
		case i < 0:
			if v.Kind == Scalar {
				v = MapValue()
			}
			v = v.With(step, applied(MapValue(), path[1:], to))
		case len(path) == 1 && to == nil:
			v.Keys, v.Values = slices.Delete(v.Keys, i, i+1), slices.Delete(v.Values, i, i+1)
		default:
			if v.Values[i] = applied(v.Values[i], path[1:], to); v.Values[i].Kind == Map && len(v.Values[i].Keys) == 0 {
				v.Keys, v.Values = slices.Delete(v.Keys, i, i+1), slices.Delete(v.Values, i, i+1)
			}
		}
	}
	return v
}

// same compares values; the order of keys, and of maps in a list, does not
// matter, for inserted ones stand where they belong.
func same(a, b Value) bool {
	if a.Kind != b.Kind || len(a.Values) != len(b.Values) {
		return false
	}
	switch a.Kind {
	case Scalar:
		return a.Text == b.Text
	case Map:
		for i, k := range a.Keys {
			j := slices.Index(b.Keys, k)
			if j < 0 || !same(a.Values[i], b.Values[j]) {
				return false
			}
		}
		return true
	}
	used := make([]bool, len(b.Values))
	next := 0
	for _, item := range a.Values {
		found := -1
		for k := 0; k < len(b.Values); k++ { // the neighbour first
			j := (next + k) % len(b.Values)
			if !used[j] && same(item, b.Values[j]) {
				found = j
				break
			}
		}
		if found < 0 {
			return false
		}
		used[found], next = true, found+1
	}
	return true
}

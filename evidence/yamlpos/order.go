package yamlpos

import (
	"bytes"
	"slices"
	"strings"

	"github.com/lectio/lectio/evidence/diag"
)

// SetAt gives the text that stands at a place another one, and keeps how it is
// written. It reports whether a text stands there.
func (e *Editor) SetAt(at diag.Pos, text string) bool {
	path, ok := e.root.pathTo(at.Line, at.Col)
	if ok {
		e.Set(path, TextValue(text))
	}
	return ok
}

// pathTo finds the keys and list indexes that lead to the text at a place.
func (n *Node) pathTo(line, col int) ([]any, bool) {
	if n.Kind == Scalar {
		return nil, n.Pos.Line == line && n.Pos.Col == col
	}
	for i, v := range n.Values {
		path, ok := v.pathTo(line, col)
		if !ok {
			continue
		}
		if n.Kind == Map {
			return append([]any{n.Keys[i].Text}, path...), true
		}
		return append([]any{i}, path...), true
	}
	return nil, false
}

// Reorder puts the items of a list into another order: order says for each place
// which item is to stand there. The comments above an item and beside it go with it.
// It reports whether it could be done; an Editor that reorders makes no other change.
func (e *Editor) Reorder(path []any, order []int) bool {
	list, _, rest := e.at(path)
	sorted := slices.Sorted(slices.Values(order))
	if len(rest) > 0 || list.Kind != List || len(order) != len(list.Values) {
		return false
	}
	for i, k := range sorted {
		if i != k {
			return false
		}
	}
	v := ValueOf(list)
	e.want = append(e.want, change{path, &v})
	if list.Flow {
		for place, k := range order {
			was, is := list.Values[place], list.Values[k]
			e.edits = append(e.edits, splice{from: e.offset(was.Pos), to: e.end(was), text: string(e.data[e.offset(is.Pos):e.end(is)])})
		}
		return true
	}
	begins := make([]int, len(list.Values)+1)
	for i := range list.Values {
		begins[i] = e.itemBegin(list, i)
	}
	last := e.lineEnd(e.end(list.Values[len(list.Values)-1]))
	if last < len(e.data) {
		last = min(last+len(e.newline()), len(e.data))
	}
	begins[len(list.Values)] = last
	var b bytes.Buffer
	for _, k := range order {
		text := e.data[begins[k]:begins[k+1]]
		b.Write(text)
		if !bytes.HasSuffix(text, []byte("\n")) { // the last line of the file
			b.WriteString(e.newline())
		}
	}
	e.edits = append(e.edits, splice{from: begins[0], to: last, text: b.String()})
	return true
}

// itemBegin is where the lines of an item of a block list begin, with the comments
// that stand directly above it.
func (e *Editor) itemBegin(list *Node, i int) int {
	line := list.Values[i].Pos.Line
	text := func(l int) string { return string(e.data[e.lines[l-1]:e.lineEnd(e.lines[l-1])]) }
	for line > 1 && !strings.HasPrefix(strings.TrimLeft(text(line), " "), "-") {
		line-- // the dash stands on a line of its own
	}
	first := list.Pos.Line
	if i > 0 {
		first = 1 + strings.Count(string(e.data[:e.lineEnd(e.end(list.Values[i-1]))]), "\n")
		first++
	}
	for line > first && strings.HasPrefix(strings.TrimSpace(text(line-1)), "#") {
		line--
	}
	if i == 0 { // those above the first stand between the key and the list
		for line > 1 && strings.HasPrefix(strings.TrimSpace(text(line-1)), "#") && strings.HasPrefix(text(line-1), strings.Repeat(" ", max(list.Pos.Col-1, 1))) {
			line--
		}
	}
	return e.lines[line-1]
}

// RemoveItem takes an item out of a list that has others, with the comments directly above it and beside it. It reports
// whether it could be done; an Editor that takes an item away makes no other change to the list.
func (e *Editor) RemoveItem(path []any, index int) bool {
	list, _, rest := e.at(path)
	if len(rest) > 0 || list.Kind != List || index < 0 || index >= len(list.Values) || len(list.Values) == 1 {
		return false
	}
	v := ValueOf(list)
	v.Values = slices.Delete(v.Values, index, index+1)
	e.want = append(e.want, change{path, &v})
	item := list.Values[index]
	switch {
	case list.Flow && index == 0:
		e.splice(e.offset(item.Pos), e.offset(list.Values[1].Pos), "")
	case list.Flow:
		e.splice(e.end(list.Values[index-1]), e.end(item), "")
	case index == len(list.Values)-1:
		from := e.lineEnd(e.end(list.Values[index-1]))
		if begin := e.itemBegin(list, index); strings.TrimSpace(string(e.data[from:begin])) != "" { // a comment of its own
			from = begin - len(e.newline())
		}
		e.splice(from, e.lineEnd(e.end(item)), "")
	default:
		e.splice(e.itemBegin(list, index), e.itemBegin(list, index+1), "")
	}
	return true
}

// SetAsIn sets the text at a path as another version of the document writes it, where that has the same value there. It reports
// whether it has.
func (e *Editor) SetAsIn(other *Editor, path []any, v Value) bool {
	is, _, rest := e.at(path)
	was, _, missing := other.at(path)
	if len(rest) > 0 || len(missing) > 0 || was.Null || is.Null || !same(ValueOf(was), v) || was.Kind != is.Kind || was.Kind == Scalar && was.Pos.Col != is.Pos.Col {
		return false
	}
	from, to := other.offset(was.Pos), other.end(was)
	e.want = append(e.want, change{path, &v})
	e.edits = append(e.edits, splice{from: e.offset(is.Pos), to: e.end(is), text: string(other.data[from:to])})
	return true
}

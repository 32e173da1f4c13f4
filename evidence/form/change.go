package form

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/lectio/lectio/evidence"
	"github.com/lectio/lectio/evidence/date"
	"github.com/lectio/lectio/evidence/diag"
	"github.com/lectio/lectio/evidence/fold"
	"github.com/lectio/lectio/evidence/yamlpos"
)

// Edit is a change of one field. It is one of four: a text is set, an item or a field is taken away, an item is moved to another
// place of its list, or a clause is made of words of a text.
type Edit struct {
	Set    Path    `json:"set,omitempty"`
	To     string  `json:"to,omitempty"` // as somebody typed it; nothing takes the field away
	Remove Path    `json:"remove,omitempty"`
	Move   Path    `json:"move,omitempty"`
	Index  int     `json:"index,omitempty"` // to which the item is moved
	Clause *Clause `json:"clause,omitempty"`
}

// Text is the file of a record that is changed. Former is what the file was before anybody changed it: what is set to what
// stood there is written as it was there.
type Text struct {
	File   string
	Data   []byte
	Former []byte
}

// Apply makes changes, one after the other. What cannot be done is said, and leaves the text as it was.
func (t *Text) Apply(edits ...Edit) diag.Errors {
	before := t.Data
	for _, x := range edits {
		if errs := t.apply(x); len(errs) > 0 {
			t.Data = before
			return errs
		}
	}
	return nil
}

func (t *Text) apply(x Edit) diag.Errors {
	e, errs := yamlpos.NewEditor(t.File, t.Data)
	if len(errs) > 0 {
		return errs
	}
	c := &change{Editor: e, text: t}
	switch {
	case x.Set != nil:
		c.typed(x.Set, x.To)
	case x.Remove != nil:
		c.remove(x.Remove)
	case x.Move != nil:
		c.move(x.Move, x.Index)
	case x.Clause != nil:
		c.clause(x.Clause)
	default:
		c.refuse(nil, "", "set, remove, move or clause", "the change says nothing")
	}
	if len(c.errs) > 0 {
		return c.errs
	}
	data, errs := c.Bytes()
	if len(errs) == 0 {
		t.Data = data
	}
	return errs
}

// change is one change in the making.
type change struct {
	*yamlpos.Editor
	text *Text
	errs diag.Errors
}

// refuse says why a change is not made; the place of the error is the field.
func (c *change) refuse(p Path, found, expected, format string, args ...any) {
	c.errs.Add(diag.Pos{File: p.String()}, found, expected, format, args...)
}

// typed sets a field to what somebody typed.
func (c *change) typed(p Path, text string) {
	f, ok := fieldAt(p)
	if !ok || len(p) == 0 || f.Many || f.Kind == "part" || f.Kind == "named" || f.Kind == "other" {
		c.refuse(p, "", "a field of the form", "a text cannot be set there")
		return
	}
	text = lineEnds.Replace(text)
	if f.Kind != "long" {
		text = fold.OneLine(text)
	}
	if text = strings.TrimSpace(text); text == "" {
		c.remove(p)
		return
	}
	switch f.Kind {
	case "choice":
		if !slices.ContainsFunc(f.Words, func(w evidence.FormWord) bool { return w.Word == text }) {
			c.refuse(p, diag.Quote(text), "one of the words", "%s is none of the words", diag.Quote(text))
			return
		}
	case "date":
		c.date(p, text)
		return
	case "coordinates":
		u := Coordinates(text)
		if u.Wrong != "" {
			c.refuse(p, diag.Quote(text), "64.96, -19.02 or 64°58'N 19°1'W", "the coordinates are not understood")
			return
		}
		c.put(p, yamlpos.ListValue(strings.Split(u.To, ", ")...))
		return
	}
	c.put(p, yamlpos.TextValue(text))
}

var lineEnds = strings.NewReplacer("\r\n", "\n", "\r", "\n")

// date sets a date that is written as people do. Beside a date of a part that has it as it was written, that is kept: by what was
// typed, unless the file has had it from the page.
func (c *change) date(p Path, text string) {
	beside := p[:len(p)-1].with("as-written")
	_, keeps := fieldAt(beside)
	read, err := date.Read(text)
	if err != nil && !keeps {
		c.refuse(p, diag.Quote(text), "a date, such as 1888, about 1890 or 1888/1892", "%v", err)
		return
	}
	former := ""
	if keeps && c.text.Former != nil {
		if root, errs := yamlpos.Parse(c.text.File, c.text.Former); len(errs) == 0 {
			if x := find(root, beside); len(x.rest) == 0 {
				former = x.node.Text
			}
		}
	}
	now := find(c.Root(), beside)
	fromPage := len(now.rest) == 0 && former != "" && now.node.Text == former
	switch {
	case err != nil && fromPage:
		c.refuse(p, diag.Quote(text), "a date, such as 1888, about 1890 or 1888/1892", "%v", err)
	case err != nil: // it can be dated later
		c.take(p)
		c.put(beside, yamlpos.TextValue(text))
	default:
		c.put(p, yamlpos.TextValue(read.Text))
		switch {
		case !keeps || fromPage:
		case read.Text != text:
			c.put(beside, yamlpos.TextValue(text))
		case len(now.rest) == 0:
			c.take(beside)
		}
	}
}

// take takes a field away that may be there, when another is set beside it.
func (c *change) take(p Path) {
	if x := find(c.Root(), p); len(x.rest) == 0 {
		c.Remove(x.path)
	}
}

// put writes a value where a path leads, and makes what is missing on the way.
func (c *change) put(p Path, v yamlpos.Value) {
	x := find(c.Root(), p)
	switch {
	case len(x.rest) == 0:
		c.set(x.path, v)
	case x.node.Kind == yamlpos.Map:
		key, is := x.rest[0].(string)
		value, made := c.build(x.at.with(key), x.rest[1:], v)
		if !is || !made {
			c.refuse(p, "", "", "the record has no such place")
			return
		}
		if deep, is := keysOnly(x.rest); is { // several fields of a part that is not there yet go into one
			c.Set(x.path.with(deep...), v, order(x.at)...)
			return
		}
		c.Set(x.path.with(key), value, order(x.at)...)
	case x.node.Kind == yamlpos.List:
		value, made := c.build(x.at, x.rest, v)
		if !made {
			c.refuse(p, "", fmt.Sprintf("at most %d", len(x.node.Values)), "an item is added behind the last")
			return
		}
		c.append(x, value.Values[0])
	case x.node.Null:
		value, made := c.build(x.at, x.rest, v)
		if !made {
			c.refuse(p, "", "", "the record has no such place")
			return
		}
		c.Set(x.path, value)
	default:
		c.widen(p, x, v)
	}
}

// keysOnly gives the steps when all are keys, and there are several.
func keysOnly(rest Path) (keys []any, ok bool) {
	for _, s := range rest {
		if _, is := s.(string); !is {
			return nil, false
		}
	}
	return rest, len(rest) > 1
}

// set gives a value that is there another one, as it was written before anybody changed it where it was the same.
func (c *change) set(path Path, v yamlpos.Value) {
	if c.text.Former != nil {
		if was, errs := yamlpos.NewEditor(c.text.File, c.text.Former); len(errs) == 0 {
			former := v
			if x := find(was.Root(), path); strings.TrimSpace(x.node.Text) == v.Text { // a block ends with its line
				former.Text = x.node.Text
			}
			if c.SetAsIn(was, path, former) {
				return
			}
		}
	}
	c.Set(path, v)
}

// append adds an item to a list.
func (c *change) append(x found, item yamlpos.Value) {
	if item.Kind == yamlpos.Map {
		c.Insert(x.path, len(x.node.Values), item)
		return
	}
	list := yamlpos.ValueOf(x.node)
	list.Values = append(list.Values, item)
	c.Set(x.path, list)
}

// widen writes out what stands in its short form: a text in place of a list of one, or of a part.
func (c *change) widen(p Path, x found, v yamlpos.Value) {
	f, ok := fieldAt(x.at)
	index, many := x.rest[0].(int)
	switch {
	case ok && f.Many && many && index == 1:
		value, made := c.build(x.at.with(1), x.rest[1:], v)
		if !made {
			break
		}
		list := yamlpos.ListValue(x.node.Text)
		list.Values = append(list.Values, value)
		c.Set(x.path, list)
		return
	case ok && f.Kind == "part" && len(f.Fields) > 0:
		value, made := c.build(x.at, x.rest, v)
		if !made {
			break
		}
		whole := yamlpos.MapValue().With(f.Fields[0].Key, yamlpos.TextValue(x.node.Text))
		whole.Keys, whole.Values = append(whole.Keys, value.Keys...), append(whole.Values, value.Values...)
		c.Set(x.path, whole)
		return
	}
	c.refuse(p, "a text", "", "what the file has there is not what the form knows; change it in the text of the file")
}

// build makes what is missing on the way to a value: at is where it begins. A new part of a list that others refer to gets a
// free number or name.
func (c *change) build(at, rest Path, v yamlpos.Value) (yamlpos.Value, bool) {
	if len(rest) == 0 {
		return v, true
	}
	value, ok := c.build(at.with(rest[0]), rest[1:], v)
	switch step := rest[0].(type) {
	case string:
		return c.named(at, yamlpos.MapValue().With(step, value)), ok
	case int:
		there := 0
		if x := find(c.Root(), at); len(x.rest) == 0 && !x.node.Null {
			there = len(x.node.Items())
		}
		return yamlpos.Value{Kind: yamlpos.List, Values: []yamlpos.Value{value}}, ok && step == there
	}
	return v, false
}

// named gives a new part of a list a number or name of its own, if it needs one and has none.
func (c *change) named(at Path, part yamlpos.Value) yamlpos.Value {
	if len(at) != 2 {
		return part
	}
	list, _ := at[0].(string)
	key, free := Fresh(c.Root(), list)
	if key == "" || slices.Contains(part.Keys, key) {
		return part
	}
	return yamlpos.Value{Kind: yamlpos.Map, Keys: append([]string{key}, part.Keys...), Values: append([]yamlpos.Value{yamlpos.TextValue(free)}, part.Values...)}
}

// Fresh is the key by which the parts of a list of the record are named, and a number or name that none has; "" for a list of
// parts without names.
func Fresh(root *yamlpos.Node, list string) (key, free string) {
	taken := map[string]bool{}
	learn := func(list, key string) {
		for _, item := range root.Get(list).Items() {
			if n := item.Get(key); n != nil {
				taken[n.Text] = true
			}
		}
	}
	first := func(name func(n int) string) string {
		for n := 1; ; n++ {
			if text := name(n); !taken[text] {
				return text
			}
		}
	}
	numbered := func(word string) func(n int) string {
		return func(n int) string { return fmt.Sprintf("%s-%d", word, n) }
	}
	switch list {
	case "clauses", "observations": // which share their numbers
		learn("clauses", "n")
		learn("observations", "n")
		last := 0
		for text := range taken {
			if n, ok := diag.WholeNumber(text); ok {
				last = max(last, n)
			}
		}
		return "n", strconv.Itoa(last + 1)
	case "texts":
		learn(list, "id")
		return "id", first(numbered("text"))
	case "images":
		learn(list, "id")
		return "id", first(numbered("picture"))
	case "persons":
		learn(list, "id")
		return "id", first(numbered("person"))
	case "witnesses":
		learn(list, "siglum")
		return "siglum", first(func(n int) string {
			if n <= 26 {
				return string(rune('A' + n - 1))
			}
			return "A" + strconv.Itoa(n)
		})
	}
	return "", ""
}

// remove takes a field or an item away, and a part that has nothing else with it.
func (c *change) remove(p Path) {
	x := find(c.Root(), p)
	if len(p) == 0 || len(x.rest) > 0 {
		if len(p) == 0 {
			c.refuse(p, "", "a field of the form", "the record itself cannot be taken away")
		}
		return // what is not there is away
	}
	for len(x.path) > 0 {
		parent := find(c.Root(), x.path[:len(x.path)-1])
		if len(parent.node.Values) > 1 || len(x.path) == 1 {
			break
		}
		x.path = x.path[:len(x.path)-1]
	}
	if index, is := x.path[len(x.path)-1].(int); is {
		c.RemoveItem(x.path[:len(x.path)-1], index)
		return
	}
	c.Remove(x.path)
}

// move puts an item of a list into another place.
func (c *change) move(p Path, to int) {
	x := find(c.Root(), p)
	from, is := 0, false
	if len(p) > 0 {
		from, is = p[len(p)-1].(int)
	}
	var list *yamlpos.Node
	if len(x.rest) == 0 && is && len(x.path) == len(p) {
		list = find(c.Root(), p[:len(p)-1]).node
	}
	if list == nil || list.Kind != yamlpos.List || to < 0 || to >= len(list.Values) {
		c.refuse(p, strconv.Itoa(to), "an item of a list, and a place in it", "the item cannot be moved there")
		return
	}
	places := make([]int, len(list.Values))
	for i := range places {
		places[i] = i
	}
	places = slices.Insert(slices.Delete(places, from, from+1), to, from)
	c.Reorder(x.path[:len(x.path)-1], places)
}

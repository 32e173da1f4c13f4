package service

import (
	"slices"
	"strings"

	"github.com/lectio/lectio/evidence/schema"
)

// Item is something that can be written at a place.
type Item struct {
	Label  string `json:"label"`
	Insert string `json:"insert"`
	Help   string `json:"help,omitempty"` // one line
	Kind   string `json:"kind"`           // key, word, name, clause, record, source
}

// Completion is what can be written at a place, in the place of what stands in the range.
type Completion struct {
	Range Range  `json:"range"`
	Items []Item `json:"items"`
}

// asking is one question what can be written somewhere.
type asking struct {
	*Workspace
	path  string
	kind  string
	spot  spot
	names *names
	items []Item
}

// Complete says what can be written at a place. The text need not be one that can be read.
func (w *Workspace) Complete(path string, at Position) Completion {
	text := w.text(path)
	at.Line = min(max(at.Line, 0), len(text)-1)
	off := at.offset(text[at.Line])
	a := &asking{Workspace: w, path: path, kind: kind(path), spot: scan(text, at.Line, off)}
	from := off - len(a.word())
	out := Completion{Range: Range{position(text, at.Line, from), position(text, at.Line, off)}, Items: []Item{}}
	shape := w.shape(a.kind)
	if shape == nil {
		return out
	}
	a.names = w.namesOf(path)
	if !a.statement() {
		a.generic(shape)
	}
	typed := strings.ToLower(text[at.Line][from:off])
	for _, item := range a.items {
		if strings.HasPrefix(strings.ToLower(item.Label), typed) || strings.HasPrefix(strings.ToLower(item.Insert), typed) {
			if !slices.ContainsFunc(out.Items, func(o Item) bool { return o.Insert == item.Insert && o.Label == item.Label }) {
				out.Items = append(out.Items, item)
			}
		}
	}
	return out
}

// word is the word that is being written.
func (a *asking) word() string {
	s := a.spot.text
	i := strings.LastIndexFunc(s, func(r rune) bool { return !inWord(r) && r != '-' && r != '#' })
	if len(a.spot.steps) > 0 && a.kind == "record" || a.spot.in != nil {
		i = -1 // words with spaces among them
	}
	return strings.TrimLeft(s[i+1:], "-#")
}

func (a *asking) offer(kind, help string, words ...string) {
	for _, word := range words {
		if word != "" {
			a.items = append(a.items, Item{word, word, oneLine(help), kind})
		}
	}
}

// key offers a key of the map that is written, unless it has it.
func (a *asking) key(name, help string) {
	offered := func(i Item) bool { return i.Kind == "key" && i.Label == name }
	if !slices.Contains(a.spot.in.keys, name) && !slices.ContainsFunc(a.items, offered) {
		a.items = append(a.items, Item{name, name + ": ", oneLine(help), "key"})
	}
}

// generic offers what the schema of the file allows, and the names that are known.
func (a *asking) generic(shape *schema.Schema) {
	at := []*schema.Schema{shape}
	for _, st := range a.spot.steps {
		at = inner(shape, at, st)
	}
	if in := a.spot.in; in != nil {
		for _, s := range expand(shape, at, in) {
			for _, p := range s.Properties {
				help := p.Schema.Description
				if help == "" {
					help = a.guide(p.Name)
				}
				a.key(p.Name, help)
			}
		}
		a.namedKeys()
	}
	if a.spot.value {
		for _, s := range expand(shape, at, nil) {
			for _, v := range s.Enum {
				if word, is := v.(string); is {
					a.offer("word", s.Description, word)
				}
			}
			if word, is := s.Const.(string); is {
				a.offer("word", s.Description, word)
			}
		}
		a.namedValues()
	}
}

// inner is what some schemas allow one step further.
func inner(root *schema.Schema, at []*schema.Schema, st step) (out []*schema.Schema) {
	for _, s := range expand(root, at, st.in) {
		if st.key == "" {
			if s.Items != nil {
				out = append(out, s.Items)
			}
			continue
		}
		known := false
		for _, p := range s.Properties {
			if p.Name == st.key {
				out, known = append(out, p.Schema), true
			}
		}
		if more, is := s.AdditionalProperties.(*schema.Schema); is && !known {
			out = append(out, more)
		}
	}
	return out
}

// expand are schemas with all that they refer to and choose from; where it depends on keys, those of a map decide.
func expand(root *schema.Schema, list []*schema.Schema, in *frame) (out []*schema.Schema) {
	var add func(s *schema.Schema, depth int)
	add = func(s *schema.Schema, depth int) {
		if s == nil || depth > 50 {
			return
		}
		if name, is := strings.CutPrefix(s.Ref, "#/$defs/"); is {
			if s.Description != "" {
				out = append(out, &schema.Schema{Description: s.Description})
			}
			add(root.Definitions[name], depth+1)
			return
		}
		out = append(out, s)
		for _, list := range [][]*schema.Schema{s.AllOf, s.AnyOf, s.OneOf} {
			for _, x := range list {
				add(x, depth+1)
			}
		}
		if s.If != nil && in != nil {
			has := !slices.ContainsFunc(s.If.Required, func(key string) bool { return !slices.Contains(in.keys, key) })
			if has {
				add(s.Then, depth+1)
			} else {
				add(s.Else, depth+1)
			}
		}
	}
	for _, s := range list {
		add(s, 0)
	}
	return out
}

// at is the nth key or item from the end of the way to the spot, 0 for the last; "" for an item and where the way is shorter.
func (a *asking) at(n int) string {
	if n >= len(a.spot.steps) {
		return ""
	}
	return a.spot.steps[len(a.spot.steps)-1-n].key
}

// under is the last key on the way to the spot, and the map in which it stands.
func (a *asking) under() (key string, in *frame) {
	for _, st := range slices.Backward(a.spot.steps) {
		if st.key != "" {
			return st.key, st.in
		}
	}
	return "", nil
}

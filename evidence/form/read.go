package form

import (
	"slices"
	"strings"

	"github.com/lectio/lectio/evidence"
	"github.com/lectio/lectio/evidence/date"
	"github.com/lectio/lectio/evidence/yamlpos"
)

// Value is what a record has in a field: a text, items where there may be several, or fields where it is a part.
type Value struct {
	Key    string  `json:"key,omitempty"` // "" for an item
	Text   string  `json:"text,omitempty"`
	Said   string  `json:"said,omitempty"` // a date in words, a source as it is cited
	Line   int     `json:"line"`           // where it stands in the file
	Items  []Value `json:"items,omitempty"`
	Fields []Value `json:"fields,omitempty"`
	// Other is what the file has in place of what the form knows, as it is written on one line.
	Other string `json:"other,omitempty"`
}

// Field returns the field of a part with a key; false when it has none.
func (v Value) Field(key string) (Value, bool) {
	i := slices.IndexFunc(v.Fields, func(f Value) bool { return f.Key == key })
	if i < 0 {
		return Value{}, false
	}
	return v.Fields[i], true
}

// Read gives what a record has in each field. The corpus says what a source is; it may be nil.
func Read(c *evidence.Corpus, root *yamlpos.Node) Value {
	r := reader{c}
	return r.value(root, evidence.FormField{Kind: "part", Fields: evidence.FormFields()})
}

type reader struct{ c *evidence.Corpus }

func (r reader) value(n *yamlpos.Node, f evidence.FormField) Value {
	v := Value{Line: n.Pos.Line}
	switch {
	case f.Many:
		f.Many = false
		for _, item := range n.Items() {
			if !n.Null {
				v.Items = append(v.Items, r.value(item, f))
			}
		}
	case f.Kind == "part" && n.Kind == yamlpos.Map:
		for _, below := range f.Fields {
			if x := n.Get(below.Key); x != nil {
				field := r.value(x, below)
				field.Key = below.Key
				v.Fields = append(v.Fields, field)
			}
		}
	case f.Kind == "part" && n.Kind == yamlpos.Scalar && !n.Null && f.Fields[0].Kind == "line":
		v.Fields = []Value{{Key: f.Fields[0].Key, Text: n.Text, Line: v.Line}}
	case f.Kind == "named" && n.Kind == yamlpos.Map:
		for i, k := range n.Keys {
			field := r.value(n.Values[i], evidence.FormField{Kind: "line"})
			field.Key = k.Text
			v.Fields = append(v.Fields, field)
		}
	case f.Kind == "coordinates" && n.Kind == yamlpos.List:
		v.Text = strings.Join(n.Texts(), ", ")
	case n.Kind != yamlpos.Scalar || f.Kind == "other":
		v.Other = yamlpos.ValueOf(n).FlowText(false)
	default:
		v.Text = n.Text
		v.Said = r.said(f, n.Text)
	}
	return v
}

// said is what a text means, where it does not say that itself.
func (r reader) said(f evidence.FormField, text string) string {
	switch {
	case f.Kind == "date":
		if e, err := date.ParseEDTF(text); err == nil {
			return e.Words()
		}
	case r.c != nil && (f.Of == "source" || f.Of == "by"):
		if s := r.c.Source(text); s != nil {
			return s.Cite()
		}
	}
	return ""
}

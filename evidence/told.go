package evidence

import (
	"cmp"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/lectio/lectio/evidence/date"
	"github.com/lectio/lectio/evidence/yamlpos"
)

// Told is a field of a record as it is told to a reader: what the file has under a key,
// with a name for it. It has a Text, or Items where there are several, or Fields where it
// is a part with fields of its own.
type Told struct {
	Key   string // as the file has it; "" for an item of several
	Title string // for a reader
	Kind  string // what the text is, by which pages write it out and link it; "" for words
	Text  string // as it was written
	Items []Told
	// Fields are those of a part, in the order in which they are declared.
	Fields []Told
	node   *yamlpos.Node
}

// Field returns the field of a part with a key; false when it has none.
func (t Told) Field(key string) (Told, bool) {
	for _, f := range t.Fields {
		if f.Key == key {
			return f, true
		}
	}
	return Told{}, false
}

// Node is what was read, for who knows more of it.
func (t Told) Node() *yamlpos.Node { return t.node }

// Tell gives all that the record has, in the order in which its fields are declared. The
// declarations are those that the loader and the schema take, so that nothing that can be
// written is left out. A field has the title of its tag, or its key as words.
func (r *Record) Tell() Told {
	return tellPart(reflect.TypeFor[recordFile](), r.node)
}

// tellPart tells of a map with the fields of a struct, or of the short form of one: the value
// of its first field.
func tellPart(of reflect.Type, n *yamlpos.Node) Told {
	out := Told{node: n}
	each(of, func(f reflect.StructField, key string) {
		value := n.Get(key)
		if n.Kind == yamlpos.Scalar && len(out.Fields) == 0 {
			value = n
		}
		if value == nil || value.Null {
			return
		}
		told := tellValue(f.Type, f.Tag.Get("told"), value)
		told.Key, told.Title = key, titleOf(f, key)
		out.Fields = append(out.Fields, told)
	})
	return out
}

// tellValue tells of what a field of a type holds.
func tellValue(of reflect.Type, kind string, n *yamlpos.Node) Told {
	if of.Kind() == reflect.Pointer {
		of = of.Elem()
	}
	kind = cmp.Or(kind, kindsOfTypes[of])
	if alias, is := reflect.Zero(of).Interface().(interface{ WrittenAs() any }); is {
		of = reflect.TypeOf(alias.WrittenAs())
	}
	switch {
	case of.Kind() == reflect.Slice:
		return several(n, kind, func(item *yamlpos.Node) Told { return tellValue(of.Elem(), kind, item) })
	case declared(of):
		return tellPart(of, n)
	case kind == "coordinates":
		return Told{Kind: kind, Text: strings.Join(n.Texts(), ", "), node: n}
	case n.Kind == yamlpos.Map: // whose keys are those of a gazetteer, a table, a board
		out := Told{Kind: kind, node: n}
		for i, key := range n.Keys {
			told := tellValue(of, kind, n.Values[i])
			told.Key, told.Title = key.Text, key.Text
			out.Fields = append(out.Fields, told)
		}
		return out
	}
	return several(n, kind, func(item *yamlpos.Node) Told {
		if item.Kind != yamlpos.Scalar {
			return tellValue(of, kind, item)
		}
		return Told{Kind: kind, Text: item.Text, node: item}
	})
}

// several tells of the items of a list; of what is no list, and of a list of one text, as
// of one thing.
func several(n *yamlpos.Node, kind string, item func(*yamlpos.Node) Told) Told {
	out := Told{Kind: kind, node: n}
	for _, x := range n.Items() {
		out.Items = append(out.Items, item(x))
	}
	if len(out.Items) == 1 && len(out.Items[0].Fields) == 0 {
		return out.Items[0]
	}
	return out
}

// Words are the text as it is said to a reader: a date in words with what is written for
// it, a language as name has it by its tag.
func (t Told) Words(name func(tag string) string) string {
	switch t.Kind {
	case "date":
		e, err := date.ParseEDTF(t.Text)
		if words := e.Words(); err == nil && words != t.Text {
			return words + " (" + t.Text + ")"
		}
	case "language":
		if language := name(t.Text); language != t.Text {
			return language + " (" + t.Text + ")"
		}
	case "percent":
		return t.Text + " %"
	case "factor":
		if f, ok := FactorNamed(t.Text); ok && f.Meaning != "" {
			return t.Text + ": " + f.Meaning
		}
	case "embargo":
		if t.Text == "yes" || t.Text == "true" {
			return "yes, without a day on which it ends"
		}
		return "until " + t.Text
	}
	return t.Text
}

// Said is what a text of a record of a corpus says to a reader: a person by his name, a source by
// what it is, and anything else in its words, with languages as name has them by their tags.
func (t Told) Said(c *Corpus, r *Record, name func(tag string) string) string {
	if t.Kind == "source" || t.Kind == "by" {
		if p := r.Person(t.Text); p != nil && t.Kind == "by" {
			return fmt.Sprintf("%s (%s)", p.Name, p.ID)
		}
		if s := c.Source(t.Text); s != nil {
			return s.Cite() + " [" + t.Text + "]"
		}
	}
	return t.Words(name)
}

// Section is a heading under which fields of a record stand, by their keys.
type Section struct {
	ID, Title string
	Keys      []string
}

// Sections are the headings of a record, in the order in which it is read. What stands under
// none of them stands under the last.
var Sections = []Section{
	{"what", "What it is", []string{"id", "game", "type", "summary", "period", "ages", "genders", "names"}},
	{"when", "Where and when", []string{"location", "places", "date", "dates"}},
	{"source", "Where it is known from", []string{"source", "sources", "via"}},
	{"object", "The object", []string{"object"}},
	{"find", "Where and how it was found", []string{"find"}},
	{"text", "What it says and shows", []string{"images", "texts", "clauses", "observations"}},
	{"reported", "What it tells of games that people played", []string{"reported"}},
	{"witnesses", "Manuscripts, prints and copies", []string{"witnesses"}},
	{"persons", "Persons", []string{"persons"}},
	{"relations", "How it stands to other records", []string{"relations"}},
	{"trust", "How far to trust it", []string{"confidence", "uncertainty", "doubts", "checked"}},
	{"rights", "Rights", []string{"rights-statement", "licence", "embargo"}},
	{"more", "Remarks", []string{"note", "extra"}},
}

// Of are the fields of a record that stand under the heading.
func (s Section) Of(record Told) (fields []Told) {
	under := func(key string) bool {
		return slices.ContainsFunc(Sections, func(s Section) bool { return slices.Contains(s.Keys, key) })
	}
	last := s.ID == Sections[len(Sections)-1].ID
	for _, f := range record.Fields {
		if slices.Contains(s.Keys, f.Key) || last && !under(f.Key) {
			fields = append(fields, f)
		}
	}
	return fields
}

// All are the words of everything below, in their order, with languages as name has them by their tags.
func (t Told) All(name func(tag string) string) (out []string) {
	if t.Text != "" {
		out = append(out, t.Words(name))
	}
	for _, below := range [][]Told{t.Items, t.Fields} {
		for _, x := range below {
			out = append(out, x.All(name)...)
		}
	}
	return out
}

// kindsOfTypes are the kinds of fields whose type says what they hold.
var kindsOfTypes = map[reflect.Type]string{
	reflect.TypeFor[By]():            "by",
	reflect.TypeFor[Language]():      "language",
	reflect.TypeFor[Dated]():         "date",
	reflect.TypeFor[ObjectBoard]():   "board",
	reflect.TypeFor[Embargo]():       "embargo",
	reflect.TypeFor[Authority]():     "authority",
	reflect.TypeFor[coordinates]():   "coordinates",
	reflect.TypeFor[gazetteerFile](): "gazetteer",
}

// titleOf is the title that the declaration of a field gives, or its key as words.
func titleOf(f reflect.StructField, key string) string {
	switch title := f.Tag.Get("title"); {
	case title != "":
		return title
	case f.Type == reflect.TypeFor[By]():
		return "Said by"
	}
	words := strings.ReplaceAll(key, "-", " ")
	return strings.ToUpper(words[:1]) + words[1:]
}

// declared reports whether a type is a struct with the keys of a file.
func declared(of reflect.Type) bool {
	some := false
	if of.Kind() == reflect.Struct {
		each(of, func(reflect.StructField, string) { some = true })
	}
	return some && of != reflect.TypeFor[Measure]()
}

// each visits the fields of a struct that have keys, those of embedded structs among them.
func each(of reflect.Type, visit func(f reflect.StructField, key string)) {
	for i := range of.NumField() {
		f := of.Field(i)
		key, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		switch {
		case f.Anonymous && key == "" && f.Type.Kind() == reflect.Struct:
			each(f.Type, visit)
		case key != "" && key != "-":
			visit(f, key)
		}
	}
}

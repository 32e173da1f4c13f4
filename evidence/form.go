package evidence

import (
	"cmp"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/lectio/lectio/evidence/schema"
)

// FormField is a field of a record as a form offers it. It has the help of the tag asked, where a form asks otherwise than a file is
// written, or else of the tag about, and follows from the declaration that the
// loader and the schema take: nothing that can be written is left out, and nothing is named twice.
type FormField struct {
	Key   string `json:"key"`
	Title string `json:"title"`
	Help  string `json:"help,omitempty"`
	// Kind is how the field is filled in, one of FormKinds.
	Kind string `json:"kind"`
	// Of is what a text refers to, where it does: a source, a layer, a witness, a picture, a clause, a record, by (who says
	// something), a language.
	Of     string     `json:"of,omitempty"`
	Words  []FormWord `json:"words,omitempty"`  // of a choice
	Needed bool       `json:"needed,omitempty"` // it may not be left out
	Many   bool       `json:"many,omitempty"`   // there may be several
	Least  int        `json:"least,omitempty"`  // of a number
	Most   int        `json:"most,omitempty"`
	// Fields are those of a part.
	Fields []FormField `json:"fields,omitempty"`
}

// FormWord is a word that may be chosen, with what it means where it does not say that itself.
type FormWord struct {
	Word  string `json:"word"`
	About string `json:"about,omitempty"` // words of the same group stand together
	Means string `json:"means,omitempty"`
}

// FormGroup are fields that stand under one heading.
type FormGroup struct {
	ID     string      `json:"id"`
	Title  string      `json:"title"`
	Fields []FormField `json:"fields"`
}

// FormKinds are the ways in which fields are filled in: a line, a longer text, a word of several, a whole number, yes or no, a date,
// coordinates, a part with fields of its own, texts by names that are chosen freely, and what a form leaves to who writes YAML.
var FormKinds = []string{"line", "long", "choice", "number", "date", "coordinates", "part", "named", "other"}

// Form is the form of a record: its fields under the headings of [Sections].
func Form() (groups []FormGroup) {
	record := Told{}
	fields := formOf(reflect.TypeFor[recordFile]())
	for _, f := range fields {
		record.Fields = append(record.Fields, Told{Key: f.Key})
	}
	for _, s := range Sections {
		g := FormGroup{ID: s.ID, Title: s.Title}
		for _, told := range s.Of(record) {
			i := slices.IndexFunc(fields, func(f FormField) bool { return f.Key == told.Key })
			g.Fields = append(g.Fields, fields[i])
		}
		groups = append(groups, g)
	}
	return groups
}

// FormFields are the fields of the record itself, in the order of its file.
func FormFields() []FormField { return formOf(reflect.TypeFor[recordFile]()) }

// formOf are the fields of a struct with the keys of a file.
func formOf(of reflect.Type) (fields []FormField) {
	each(of, func(f reflect.StructField, key string) {
		_, options, _ := strings.Cut(f.Tag.Get("json"), ",")
		x := FormField{Key: key, Title: titleOf(f, key), Help: cmp.Or(f.Tag.Get("asked"), f.Tag.Get("about")), Needed: !strings.Contains(options, "omitempty")}
		for limit := range strings.SplitSeq(f.Tag.Get("limits"), ",") {
			name, number, _ := strings.Cut(limit, "=")
			n, _ := strconv.Atoi(number)
			switch name {
			case "minimum":
				x.Least = n
			case "maximum":
				x.Most = n
			}
		}
		x.shape(f.Type, cmp.Or(f.Tag.Get("told"), kindsOfTypes[f.Type], kindsOfTypes[elem(f.Type)]))
		if x.Kind == "line" && (key == "note" || f.Tag.Get("form") == "long") {
			x.Kind = "long"
		}
		fields = append(fields, x)
	})
	return fields
}

// elem is what a pointer leads to.
func elem(of reflect.Type) reflect.Type {
	if of.Kind() == reflect.Pointer {
		return of.Elem()
	}
	return of
}

// shape says how a field of a type is filled in; told is the kind as [Told] has it.
func (x *FormField) shape(of reflect.Type, told string) {
	of = elem(of)
	zero := reflect.Zero(of).Interface()
	if as, is := zero.(interface{ WrittenAs() any }); is {
		of = reflect.TypeOf(as.WrittenAs())
	}
	switch told {
	case "source", "layer", "witness", "picture", "clause", "record", "by", "language", "image":
		x.Of = told
	}
	words, worded := zero.(interface{ Words() []string })
	described, is := zero.(interface{ Schema() *schema.Schema })
	switch {
	case of == reflect.TypeFor[recordID](), of == reflect.TypeFor[LocalID]() && x.Of == "":
		x.Kind, x.Of = "line", "" // the name itself, which others refer to
	case told == "date", told == "coordinates":
		x.Kind = told
	case of == reflect.TypeFor[factorList]():
		x.Kind, x.Many = "choice", true
		for _, f := range Factors {
			x.Words = append(x.Words, FormWord{f.Name, f.About, f.Meaning})
		}
	case of == reflect.TypeFor[schema.Texts]():
		x.Kind, x.Many = "line", true
	case of == reflect.TypeFor[extraFields]():
		x.Kind = "named"
	case of == reflect.TypeFor[ObjectBoard]():
		x.Kind = "other"
	case worded:
		x.choice(words.Words())
	case of.Kind() == reflect.Slice:
		x.Many = true
		x.shape(of.Elem(), told)
	case declared(of):
		x.Kind, x.Fields = "part", formOf(of)
	case of.Kind() == reflect.Int:
		x.Kind = "number"
	case is:
		x.described(described.Schema())
	default:
		x.Kind = "line"
	}
	if of == reflect.TypeFor[ClauseNumber]() {
		x.Least, x.Most = 1, MaxClause
	}
}

// described takes from a schema what no declaration of fields says: words to choose from, and names with a number each.
func (x *FormField) described(s *schema.Schema) {
	switch {
	case len(s.Properties) > 0:
		x.Kind = "part"
		for _, p := range s.Properties {
			x.Fields = append(x.Fields, FormField{Key: p.Name, Title: p.Name, Help: p.Schema.Description, Kind: "line"})
		}
	case len(s.Enum) > 0:
		var words []string
		for _, e := range s.Enum {
			if w, is := e.(string); is && w != "true" && w != "false" { // as YAML would write yes and no
				words = append(words, w)
			}
		}
		x.choice(words)
	default:
		x.Kind = "line"
	}
}

func (x *FormField) choice(words []string) {
	x.Kind = "choice"
	for _, w := range words {
		x.Words = append(x.Words, FormWord{Word: w})
	}
}

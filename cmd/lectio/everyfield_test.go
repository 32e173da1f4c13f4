package main

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/lectio/lectio/evidence"
	"github.com/lectio/lectio/evidence/biblio"
)

// filler makes a record in which every field of the schema has something, so that a field that
// is added is in it as well.
type filler struct {
	defs map[string]any
}

// special are the values of fields that not every text can be, by the end of their path; {i} is
// the number of the item. What the first item cannot have is in secondOnly, and the other way round.
var (
	special = []struct {
		path  string
		value any
	}{
		{"clauses.n", "{i}"}, {"observations.n", "1{i}"}, {"texts.id", "layer{i}"}, {"persons.id", "person{i}"}, {"images.id", "image{i}"}, {"witnesses.siglum", "W{i}"}, {"record.id", "All.1"},
		{"texts.witness", "W1"}, {"clauses.in", "layer1"}, {"wording", "one of the words"}, {"printed", "the words"}, {"observations.image", "image1"}, {"witnesses.from", []any{"W1"}}, {"by", "Ann Smith"},
		{"rule", "no"}, {"supports", []any{"1"}}, {"adds", []any{"1"}}, {"contradicts", []any{"All.2#1"}}, {"clauses.lacks", []any{"1"}}, {"witnesses.lacks", "yes"}, {"relations.to", "All.2"},
		{"via", []any{"s-2", "s-1"}}, {"key", "s-{i}"}, {"edtf", "188{i}~"}, {"on", "2026-03-01"}, {"life", "1850/1921"}, {"embargo", "2031-01-01"}, {"language", "is"}, {"licence", "CC-BY-4.0"},
		{"manifest", "https://museum.example/{i}/manifest"}, {"address", "https://museum.example/{i}"}, {"images.file", "all.png"}, {"precision", "50 km"}, {"coordinates", []any{"64.96", "-19.02"}},
		{"measures", []any{"length 27.3 cm", "width ~11-12 cm (worn)"}}, {"board", map[string]any{"grid": map[string]any{"ranks": "3", "files": "7"}}}, {"confidence", "80"},
		{"extra", map[string]any{"Reg. no.": "1859,0301.12", "Colour: of it": "red # blue"}}, {"texts.text", "Here stands one of the words, {i}.\n\nAnd a second paragraph."}, {"between", []any{"Porthaven", "Reed Point"}},
	}
	firstOnly  = regexp.MustCompile(`^record\.clauses\.witnesses\.reads$`)
	secondOnly = regexp.MustCompile(`^record\.(clauses\.(rule|why|supports|adds|contradicts|lacks|witnesses\.lacks)|witnesses\.from)$`)
)

// fill is a value that a schema allows.
func (f *filler) fill(schema map[string]any, path string, i int) any {
	for ref, is := schema["$ref"].(string); is; ref, is = schema["$ref"].(string) {
		schema = f.defs[strings.TrimPrefix(ref, "#/$defs/")].(map[string]any)
	}
	for _, s := range special {
		if strings.HasSuffix("."+path, "."+s.path) {
			return numbered(s.value, i)
		}
	}
	if options, is := schema["anyOf"].([]any); is && schema["properties"] == nil {
		last := options[len(options)-1].(map[string]any) // of a text or several, several
		return f.fill(last, path, i)
	}
	if words, is := schema["enum"].([]any); is {
		return words[min(i, len(words)-1)]
	}
	if properties, is := schema["properties"].(map[string]any); is {
		out := map[string]any{}
		for _, key := range slices.Sorted(maps.Keys(properties)) {
			if below := path + "." + key; i == 0 && !secondOnly.MatchString(below) || i > 0 && !firstOnly.MatchString(below) {
				out[key] = f.fill(properties[key].(map[string]any), below, i)
			}
		}
		return out
	}
	if items, is := schema["items"].(map[string]any); is {
		return []any{f.fill(items, path, 0), f.fill(items, path, 1)}
	}
	if about, _ := schema["description"].(string); strings.HasPrefix(about, "such as ") {
		return strings.TrimPrefix(about, "such as ")
	}
	return fmt.Sprintf("%s %d, with a comma: # and a “sign”", path[strings.LastIndexByte(path, '.')+1:], i)
}

// numbered puts the number of an item into a value.
func numbered(value any, i int) any {
	if text, is := value.(string); is {
		return strings.ReplaceAll(text, "{i}", fmt.Sprint(i+1))
	}
	return value
}

// TestEveryFieldComesBack exports a record in which every field has something, with sources in
// which every field has: in each format it is the same when it is read again.
func TestEveryFieldComesBack(t *testing.T) {
	data, err := evidence.RecordSchema()
	if err != nil {
		t.Fatal(err)
	}
	var schema map[string]any
	if err := json.Unmarshal(data, &schema); err != nil {
		t.Fatal(err)
	}
	f := &filler{defs: schema["$defs"].(map[string]any)}
	record, err := json.MarshalIndent(f.fill(schema, "record", 0), "", " ")
	if err != nil {
		t.Fatal(err)
	}
	corpus := emptyCorpus(t)
	write := func(name string, content []byte) {
		t.Helper()
		if err := os.MkdirAll(filepath.Dir(filepath.Join(corpus, "evidence", name)), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(corpus, "evidence", name), content, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write("records/All.1.yaml", record)
	write("records/All.2.yaml", []byte("id: All.2\ngame: Tern\nsource: {key: s-1}\nclauses: [{n: 1, text: They play.}]\n"))
	write("images/all.png", []byte("\x89PNG\r\n\x1a\n"))
	write("sources/s.json", biblio.WriteCSL([]*biblio.Source{fullSource("s-1"), fullSource("s-2")}))
	lectioIn(t, "evidence", "check", "--corpus", corpus)
	t.Setenv("SOURCE_DATE_EPOCH", "4102444800") // in 2100, when no embargo holds any more
	want := everything(t, corpus)
	for _, format := range []string{"csv", "xlsx", "datapackage", "cldf"} {
		comesBack(t, "all", corpus, format, want)
	}
	bib := filepath.Join(t.TempDir(), "s.bib")
	lectioIn(t, "evidence", "export", "--bibtex", "--out", bib, "--corpus", corpus)
	if said := lectioIn(t, "evidence", "import", bib, "--corpus", corpus); said != "no changes\n" {
		t.Errorf("the sources in BibTeX bring to the corpus that they are from\n%s", said)
	}
	fresh := emptyCorpus(t)
	lectioIn(t, "evidence", "import", bib, "--write", "--corpus", fresh)
	named := []byte("id: All.1\ngame: Tern\nsource: {key: s-1}\nvia: [s-2]\n") // an export has what records name
	if err := os.WriteFile(filepath.Join(fresh, "evidence", "records", "All.1.yaml"), named, 0o644); err != nil {
		t.Fatal(err)
	}
	before, after := lectioIn(t, "evidence", "export", "--csl", "--corpus", corpus), lectioIn(t, "evidence", "export", "--csl", "--corpus", fresh)
	if diff := cmp.Diff(before, after); diff != "" {
		t.Errorf("the sources that come back from BibTeX (-was +is)\n%s", diff)
	}
}

// fullSource is a source in which every field has something.
func fullSource(key string) *biblio.Source {
	s := &biblio.Source{}
	v := reflect.ValueOf(s).Elem()
	for i := range v.NumField() {
		name, field := v.Type().Field(i).Name, v.Field(i)
		switch {
		case !v.Type().Field(i).IsExported():
		case field.Type() == reflect.TypeFor[[]biblio.Name]():
			field.Set(reflect.ValueOf([]biblio.Name{{Given: "Ann", Family: "Smith " + name, Suffix: "Jr."}, {Literal: "A Society of " + name}}))
		case field.Kind() == reflect.String:
			field.SetString(name + " of " + key + ": 12 # “& more”")
		}
	}
	s.Key, s.Type, s.Issued, s.Language = key, "chapter", "1887–1892", "is"
	s.URL, s.DOI = "https://rows.example.org/a?b=c&d", "10.1000/182"
	return s
}

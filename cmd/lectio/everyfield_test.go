package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/lectio/lectio/evidence/biblio"
	"github.com/lectio/lectio/testdata/whole"
)

// wholeCorpus has a record in which every field has something, with sources in which every
// field has.
func wholeCorpus(t *testing.T, record map[string]any) string {
	t.Helper()
	text, err := json.MarshalIndent(record, "", " ")
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
	write("records/All.1.yaml", text)
	write("records/All.2.yaml", []byte("id: All.2\ngame: Tern\nsource: {key: s-1}\nclauses: [{n: 1, text: They play.}]\n"))
	write("images/all.png", []byte("\x89PNG\r\n\x1a\n"))
	write("sources/s.json", biblio.WriteCSL([]*biblio.Source{fullSource("s-1"), fullSource("s-2")}))
	return corpus
}

// TestEveryFieldIsShown: evidence show has the value of every field, as often as the record.
func TestEveryFieldIsShown(t *testing.T) {
	record := whole.Record(t)
	words := func(s string) string { return strings.Join(strings.Fields(s), " ") }
	shown := words(lectioIn(t, "evidence", "show", "All.1", "--corpus", wholeCorpus(t, record)))
	values := whole.Leaves(record)
	all := words(strings.Join(values, "\n"))
	unique := 0
	for _, v := range values {
		v = words(v)
		n, want := strings.Count(shown, v), strings.Count(all, v)
		if n == 0 {
			t.Errorf("%q is not shown", v)
		}
		if strings.Contains(v, "with a comma") {
			if unique++; n != want {
				t.Errorf("%q is shown %d times, not %d", v, n, want)
			}
		}
	}
	if unique < 100 {
		t.Errorf("only %d values are told apart", unique)
	}
}

// TestEveryFieldComesBack exports a record in which every field has something, with sources in
// which every field has: in each format it is the same when it is read again.
func TestEveryFieldComesBack(t *testing.T) {
	corpus := wholeCorpus(t, whole.Record(t))
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

package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/lectio/lectio/evidence/biblio"
	"github.com/lectio/lectio/testdata/whole"
)

// TestEveryFieldComesBack exports a record in which every field has something, with sources in
// which every field has: in each format it is the same when it is read again.
func TestEveryFieldComesBack(t *testing.T) {
	record, err := json.MarshalIndent(whole.Record(t), "", " ")
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

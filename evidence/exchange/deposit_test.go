package exchange

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/lectio/lectio/evidence/exchange/sheet"
)

func smallDeposit() *Deposit {
	return &Deposit{Title: "Games & boards", Description: "Two\nlines.", Keywords: []string{"a", "b", "a"}, Version: "1.0", Published: "2026-01-31",
		DOI: "10.5281/zenodo.1", License: License{"CC0-1.0", "CC0", "https://example.org/cc0"},
		Authors: []Agent{{Name: "Beethoven, Ludwig van", Given: "Ludwig van", Family: "Beethoven", Affiliation: "Bonn", ORCID: "0000-0002-1694-233X"},
			{Name: "A society"}, {Name: "Somebody, Else", Given: "Else", Family: "Somebody", Affiliation: "Bonn"}},
		Files: []DepositFile{{sheet.File{Path: "records.csv", Content: []byte("id\n")}, "the records"}, {sheet.File{Path: "tables/"}, "tables"},
			{sheet.File{Path: "tables/a.csv", Content: []byte("a\n")}, ""}, {sheet.File{Path: "tables/b.bin", Content: []byte{}}, ""}, {sheet.File{Path: "s.csl.json", Content: []byte("[]")}, "x"}}}
}

// A crate says what RO-Crate 1.2 demands of it: a flat graph in which everything that is
// named is described once, the descriptor, the root with its properties, and each file
// with what is true of it, reached from the root.
func TestROCrate(t *testing.T) {
	d := smallDeposit()
	f, err := ROCrate(d)
	if err != nil {
		t.Fatal(err)
	}
	var crate struct {
		Context string           `json:"@context"`
		Graph   []map[string]any `json:"@graph"`
	}
	if err := json.Unmarshal(f.Content, &crate); err != nil {
		t.Fatal(err)
	}
	entities := map[string]map[string]any{}
	for _, e := range crate.Graph {
		id := e["@id"].(string)
		if entities[id] != nil || e["@type"] == nil {
			t.Errorf("%s is described twice, or is nothing", id)
		}
		entities[id] = e
	}
	reached := map[string]bool{}
	var follow func(v any)
	follow = func(v any) {
		switch v := v.(type) {
		case []any:
			for _, x := range v {
				follow(x)
			}
		case map[string]any:
			id, ok := v["@id"].(string)
			if len(v) != 1 || !ok {
				t.Errorf("%v stands in another", v)
			}
			if strings.HasPrefix(id, "https://w3id.org/") || reached[id] {
				return
			}
			reached[id] = true
			if entities[id] == nil {
				t.Errorf("%s is not described", id)
			}
			for key, x := range entities[id] {
				if _, text := x.(string); !text && key != "@id" {
					follow(x)
				}
			}
		}
	}
	follow(map[string]any{"@id": "ro-crate-metadata.json"})
	if len(reached) != len(entities) {
		t.Errorf("%d of %d entities are reached", len(reached), len(entities))
	}
	root := entities["./"]
	want := map[string]any{"@id": "./", "@type": "Dataset", "name": "Games & boards", "description": "Two\nlines.", "datePublished": "2026-01-31", "version": "1.0",
		"identifier": "https://doi.org/10.5281/zenodo.1", "keywords": "a, b, a", "license": map[string]any{"@id": "https://example.org/cc0"},
		"author":  []any{map[string]any{"@id": "https://orcid.org/0000-0002-1694-233X"}, map[string]any{"@id": "#author-2"}, map[string]any{"@id": "#author-3"}},
		"hasPart": []any{map[string]any{"@id": "records.csv"}, map[string]any{"@id": "tables/"}, map[string]any{"@id": "s.csl.json"}}}
	if diff := cmp.Diff(want, root); diff != "" {
		t.Error(diff)
	}
	for _, x := range d.Files {
		e := entities[x.Path]
		if x.Content == nil {
			if e["@type"] != "Dataset" || len(e["hasPart"].([]any)) != 2 {
				t.Errorf("the folder is %v", e)
			}
		} else if e["contentSize"] != fmt.Sprint(len(x.Content)) || e["sha256"] != fmt.Sprintf("%x", sha256.Sum256(x.Content)) {
			t.Errorf("%s is %v", x.Path, e)
		}
	}
	if got := entities["s.csl.json"]["encodingFormat"]; got != "application/vnd.citationstyles.csl+json" {
		t.Errorf("it is %v", got)
	}
	if _, ok := entities["tables/b.bin"]["encodingFormat"]; ok || entities["#author-2"]["@type"] != "Organization" {
		t.Error("a type is made up")
	}
}

// What DataCite demands is there, and what is not known is not made up.
func TestDataCite(t *testing.T) {
	read := func(d *Deposit) map[string]any {
		f, err := DataCite(d)
		if err != nil {
			t.Fatal(err)
		}
		var got map[string]any
		if err := json.Unmarshal(f.Content, &got); err != nil {
			t.Fatal(err)
		}
		return got
	}
	got := read(smallDeposit())
	for _, key := range []string{"creators", "titles", "publisher", "publicationYear", "types", "schemaVersion"} {
		if got[key] == nil {
			t.Errorf("there is no %s", key)
		}
	}
	want := []any{
		map[string]any{"name": "Beethoven, Ludwig van", "nameType": "Personal", "givenName": "Ludwig van", "familyName": "Beethoven", "affiliation": []any{map[string]any{"name": "Bonn"}},
			"nameIdentifiers": []any{map[string]any{"nameIdentifier": "https://orcid.org/0000-0002-1694-233X", "nameIdentifierScheme": "ORCID", "schemeUri": "https://orcid.org"}}},
		map[string]any{"name": "A society", "nameType": "Organizational"},
		map[string]any{"name": "Somebody, Else", "nameType": "Personal", "givenName": "Else", "familyName": "Somebody", "affiliation": []any{map[string]any{"name": "Bonn"}}}}
	if diff := cmp.Diff(want, got["creators"]); diff != "" {
		t.Error(diff)
	}
	if got["publicationYear"] != "2026" || got["doi"] != "10.5281/zenodo.1" || len(got["subjects"].([]any)) != 2 || len(got["formats"].([]any)) != 2 {
		t.Errorf("got %v", got)
	}
	bare := read(&Deposit{Title: "T", Description: "D", Authors: []Agent{{Name: "N"}}})
	for _, key := range []string{"doi", "publicationYear", "dates", "version", "rightsList", "subjects"} {
		if bare[key] != nil {
			t.Errorf("%s is made up: %v", key, bare[key])
		}
	}
	if diff := cmp.Diff(map[string]any{"name": ":unav"}, bare["publisher"]); diff != "" {
		t.Error(diff)
	}
}

package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/lectio/lectio/evidence"
	"github.com/lectio/lectio/testdata/long"
)

func TestCitationIsRead(t *testing.T) {
	c, errs := parseCitation("C.cff", []byte(`cff-version: 1.2.0
message: Please cite.
title: Games & <b>boards</b>
authors:
  - {family-names: Beethoven, given-names: Ludwig, name-particle: van, orcid: "https://orcid.org/0000-0002-1694-233X", affiliation: Bonn}
  - {name: A society}
abstract: |
  Two
  lines <script>.
keywords: [a, b]
license: [CC0-1.0, MIT]
version: 1.0
date-released: 2026-01-31
`))
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	data, err := json.Marshal(c.zenodo())
	if err != nil {
		t.Fatal(err)
	}
	var got map[string]any
	if err := json.Unmarshal(data, &got); err != nil {
		t.Fatal(err)
	}
	want := map[string]any{"title": "Games & <b>boards</b>", "upload_type": "dataset", "description": "<p>Two lines &lt;script&gt;.</p>", "access_right": "open",
		"creators": []any{map[string]any{"name": "Beethoven, Ludwig van", "affiliation": "Bonn", "orcid": "0000-0002-1694-233X"}, map[string]any{"name": "A society"}},
		"license":  "cc0-1.0", "keywords": []any{"a", "b"}, "version": "1.0", "publication_date": "2026-01-31"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	readme := string(c.readme(&evidence.Corpus{}, ""))
	if !strings.HasPrefix(readme, "# Games \\& \\<b\\>boards\\</b\\>\n") || !strings.Contains(readme, "License: CC0-1.0 or MIT.") {
		t.Errorf("the README is %s", readme)
	}
}

func TestCitationFindsEachFault(t *testing.T) {
	const good = "cff-version: 1.2.0\nmessage: m\ntitle: t\nauthors:\n  - {name: n}\n"
	if _, errs := parseCitation("C", []byte(good)); len(errs) > 0 {
		t.Fatal(errs)
	}
	for text, want := range map[string]string{
		strings.Replace(good, "title: t\n", "", 1):                                                       `C:1:1: .*"title"`,
		strings.Replace(good, "message: m\n", "", 1):                                                     `C:1:1: .*"message"`,
		good + "licence: MIT\n":                                                                          `C:6:1: .*licence`,
		good + "license: all rights\n":                                                                   "C:6:10: this names no license",
		good + "date-released: 31.1.2026\n":                                                              "C:6:16: the date of release is no day",
		strings.Replace(good, "{name: n}", "{alias: n}", 1):                                              "C:5:5: an author has no name",
		strings.Replace(good, "\n  - {name: n}", " []", 1):                                               "C:4:10: a citation must have at least one author",
		strings.Replace(good, "{name: n}", "{orcid: x, n: n}", 1):                                        "unknown key",
		strings.Replace(good, "name: n", "name: n, orcid: \"https://orcid.org/0000-0002-1694-2331\"", 1): "C:5:22: this is no ORCID iD",
		good + "doi: https://doi.org/10.5281/zenodo.1\n":                                                 "C:6:6: this is no DOI",
		"- a": "C:1:1:",
		"":    "C:1:1:",
	} {
		_, errs := parseCitation("C", []byte(text))
		if len(errs) == 0 || !regexp.MustCompile(want).MatchString(errs.Error()) {
			t.Errorf("%q: got %v, want %s", text, errs, want)
		}
	}
}

// The citation of the bundled corpus says the same as that of the program, but
// for the license.
func TestBundledCitationAgreesWithTheProgram(t *testing.T) {
	own, errs := parseCitation("bundled", bundledCitation)
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	data, err := os.ReadFile("../../CITATION.cff")
	if err != nil {
		t.Fatal(err)
	}
	program, errs := parseCitation("CITATION.cff", data)
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	if own.title != program.title || !cmp.Equal(own.authors, program.authors) || own.version != program.version {
		t.Errorf("%+v and %+v", own, program)
	}
	if own.license().ID != "CC-BY-4.0" || !strings.Contains(program.abstract, "its corpus of records and rulesets under CC BY 4.0") {
		t.Errorf("the corpus is under %s", own.license().ID)
	}
}

// A release has every format, twice the same, and each can be read back.
func TestReleaseReadsBack(t *testing.T) {
	long.Slow(t)
	base := t.TempDir()
	release := func(dir string) map[string][]byte {
		var out, errs bytes.Buffer
		if status := run(strings.NewReader(""), &out, &errs, []string{"release", dir}); status != exitOK {
			t.Fatal(errs.String())
		}
		files := map[string][]byte{}
		err := filepath.WalkDir(dir, func(path string, e os.DirEntry, err error) error {
			if err != nil || e.IsDir() {
				return err
			}
			rel, _ := filepath.Rel(dir, path)
			files[filepath.ToSlash(rel)], err = os.ReadFile(path)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		return files
	}
	files := release(filepath.Join(base, "a"))
	if long.Form() {
		if diff := cmp.Diff(files, release(filepath.Join(base, "b"))); diff != "" {
			t.Errorf("the second release is another: %s", diff)
		}
	}
	for _, e := range exports {
		if strings.HasSuffix(e.name, "/") != (e.files != nil) {
			t.Errorf("--%s goes to %q", e.flag, e.name)
		}
		if e.files == nil && len(files[e.name]) == 0 {
			t.Errorf("there is no %s", e.name)
		}
		if !bytes.Contains(files["README.md"], []byte("`"+e.name+"`")) {
			t.Errorf("README.md does not name %s", e.name)
		}
	}
	var geo struct{ Features []any }
	if err := json.Unmarshal(files["records.geojson"], &geo); err != nil {
		t.Error(err)
	}
	// The sources come back from each of the files as they were.
	c, errs := evidence.Load(evidence.Bundled, "")
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	if len(geo.Features) != len(c.Records) {
		t.Errorf("%d features of %d records", len(geo.Features), len(c.Records))
	}
	for _, name := range []string{"sources.bib", "sources.csl.json", "sources.ris"} {
		dir := t.TempDir()
		for _, folder := range []string{"records", "sources"} {
			if err := os.MkdirAll(filepath.Join(dir, "evidence", folder), 0o755); err != nil {
				t.Fatal(err)
			}
		}
		if err := os.WriteFile(filepath.Join(dir, "evidence", "sources", strings.Replace(name, ".csl", "", 1)), files[name], 0o644); err != nil {
			t.Fatal(err)
		}
		back, errs := evidence.Load(os.DirFS(dir), dir)
		if len(errs) > 0 {
			t.Errorf("%s: %v", name, errs)
		}
		if diff := cmp.Diff(c.SourceKeys(), back.SourceKeys()); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
	if !bytes.Equal(files[citationFile], bundledCitation) {
		t.Error("CITATION.cff is another")
	}
}

package publish

import (
	"encoding/json"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/lectio/lectio/evidence"
)

func TestCitationIsRead(t *testing.T) {
	c, errs := ParseCitation("C.cff", []byte(`cff-version: 1.2.0
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
	if _, errs := ParseCitation("C", []byte(good)); len(errs) > 0 {
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
		_, errs := ParseCitation("C", []byte(text))
		if len(errs) == 0 || !regexp.MustCompile(want).MatchString(errs.Error()) {
			t.Errorf("%q: got %v, want %s", text, errs, want)
		}
	}
}

// The citation of the bundled corpus says the same as that of the program, but
// for the license.
func TestBundledCitationAgreesWithTheProgram(t *testing.T) {
	own, errs := ParseCitation("bundled", bundledCitation)
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	data, err := os.ReadFile("../../CITATION.cff")
	if err != nil {
		t.Fatal(err)
	}
	program, errs := ParseCitation("CITATION.cff", data)
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

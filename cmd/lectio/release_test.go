package main

import (
	"bytes"
	"encoding/json"
	"github.com/google/go-cmp/cmp"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/lectio/lectio/evidence"
	"github.com/lectio/lectio/rulesets/publish"
	"github.com/lectio/lectio/testdata/long"
)

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
	for _, e := range publish.Formats {
		if strings.HasSuffix(e.Name, "/") != (e.Files != nil) {
			t.Errorf("--%s goes to %q", e.Flag, e.Name)
		}
		if e.Files == nil && len(files[e.Name]) == 0 {
			t.Errorf("there is no %s", e.Name)
		}
		if !bytes.Contains(files["README.md"], []byte("`"+e.Name+"`")) {
			t.Errorf("README.md does not name %s", e.Name)
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
	citation, err := os.ReadFile("../../rulesets/publish/citation/CITATION.cff")
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(files[publish.CitationFile], citation) {
		t.Error("CITATION.cff is another")
	}
}

package main

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/lectio/lectio/evidence/index"
)

// torn lays a corpus as a write leaves it that was cut off in the middle: one
// file is changed, one is added, and one is still to be changed.
func torn(t *testing.T, indexed bool) (dir, before string) {
	t.Helper()
	dir = t.TempDir()
	at := func(name string) string { return filepath.Join(dir, filepath.FromSlash(name)) }
	put := func(name, text string) {
		if err := errors.Join(os.MkdirAll(filepath.Dir(at(name)), 0o755), os.WriteFile(at(name), []byte(text), 0o644)); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.CopyFS(dir, os.DirFS("testdata/corpus")); err != nil {
		t.Fatal(err)
	}
	record, err := os.ReadFile(at("evidence/records/Test.Race.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	other := strings.Replace(strings.Replace(string(record), "Test.Race", "Test.Other", 1), "game: Race", "game: Other", 1)
	put("evidence/records/Test.Other.yaml", other)
	put("CITATION.cff", "cff-version: 1.2.0\nmessage: Cite it.\ntitle: T\nauthors:\n  - name: N\n")
	if indexed {
		var out, errs bytes.Buffer
		if status := run(strings.NewReader(""), &out, &errs, []string{"evidence", "index", "--corpus", dir}); status != exitOK {
			t.Fatal(errs.String())
		}
	}
	before = contents(t, dir)
	half := strings.Replace(string(record), "game: Race", "game: Zebra", 1)
	put("evidence/records/Test.Race.yaml", half)
	put("evidence/records/Test.Half.yaml", strings.Replace(half, "Test.Race", "Test.Half", 1))
	put(".lectio/writing/old.0", string(record))
	put(".lectio/writing/old.2", other)
	put(".lectio/writing/new.2", "half")
	put(".lectio/writing/journal", `{"files":[{"name":"evidence/records/Test.Race.yaml"},{"name":"evidence/records/Test.Half.yaml","new":true},{"name":"evidence/records/Test.Other.yaml"}]}`)
	return dir, before
}

// contents are the files of a corpus, without those of the program.
func contents(t *testing.T, dir string) string {
	t.Helper()
	var b strings.Builder
	err := filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() || strings.Contains(path, ".lectio") {
			return err
		}
		data, err := os.ReadFile(path)
		b.WriteString(path + "\n" + string(data) + "\n")
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// Every command that reads a corpus undoes a write that was cut off before it
// reads, says so, and never shows what was half written.
func TestReadersSeeNothingHalfWritten(t *testing.T) {
	for command, want := range map[string]string{
		"evidence list":                     "Test.Other",
		"evidence search other":             "Test.Other",
		"evidence search zebra":             "no record",
		"evidence index":                    "2 records",
		"evidence show Test.Race":           "Test.Race  Race",
		"evidence check":                    "2 records",
		"evidence cite Test.Race":           "Test.Race",
		"evidence export --csv":             "Test.Race,Race,",
		"evidence export --xlsx --out FILE": "2 records",
		"evidence import TABLE":             "no changes",
		"ruleset list":                      "race",
		"ruleset show race":                 "Race",
		"verify race --effort quick":        "race:",
		"release FILE":                      "2 records",
	} {
		for _, indexed := range []bool{false, true} {
			dir, before := torn(t, indexed)
			table := filepath.Join(t.TempDir(), "t.csv")
			if err := os.WriteFile(table, []byte("id,game\nTest.Race,Race\n"), 0o644); err != nil {
				t.Fatal(err)
			}
			var out, errs bytes.Buffer
			args := strings.Fields(strings.NewReplacer("FILE", filepath.Join(t.TempDir(), "out"), "TABLE", table).Replace(command))
			status := run(strings.NewReader(""), &out, &errs, append(args, "--corpus", dir))
			if status == exitUnusable || !strings.Contains(out.String(), want) || strings.Contains(out.String(), "Zebra") || strings.Contains(out.String(), "Test.Half") {
				t.Errorf("%s: %d %s%s", command, status, out.String(), errs.String())
			}
			if n := strings.Count(errs.String(), "has been undone"); n != 1 {
				t.Errorf("%s: said %d times that a write was undone: %s", command, n, errs.String())
			}
			if contents(t, dir) != before {
				t.Errorf("%s: the corpus is not as it was", command)
			}
			if _, err := os.Stat(index.Path(dir)); indexed && err != nil {
				t.Errorf("%s: the index is gone: %v", command, err)
			}
		}
	}
}

// While another program writes, nothing is read.
func TestReadersWaitForAWriter(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("it waits for ten seconds")
	}
	dir, _ := torn(t, false)
	if err := os.WriteFile(filepath.Join(dir, ".lectio", "writing", "pid"), []byte("1 another.machine"), 0o644); err != nil {
		t.Fatal(err)
	}
	var out, errs bytes.Buffer
	status := run(strings.NewReader(""), &out, &errs, []string{"evidence", "list", "--corpus", dir})
	if status != exitUnusable || out.Len() > 0 || !strings.Contains(errs.String(), "another program is writing to the corpus") || !strings.Contains(errs.String(), "hint: wait") {
		t.Errorf("%d %s %s", status, out.String(), errs.String())
	}
}

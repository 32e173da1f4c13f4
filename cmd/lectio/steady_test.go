package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/lectio/lectio/evidence/store"
)

// torn lays a corpus as a write leaves it that was cut off in the middle: one
// file is changed, one is added, and one is still to be changed. With own the
// write was this user's.
func torn(t *testing.T, indexed, own bool) (dir, before string) {
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
	if own {
		secret, err := store.Open(dir).StateFile("writing", "")
		err = errors.Join(err, os.MkdirAll(filepath.Dir(secret), 0o700), os.WriteFile(secret, []byte("a secret"), 0o600))
		if err != nil {
			t.Fatal(err)
		}
	}
	put(".lectio/writing/journal", `{"secret":"a secret","files":[{"name":"evidence/records/Test.Race.yaml"},{"name":"evidence/records/Test.Half.yaml","new":true},{"name":"evidence/records/Test.Other.yaml"}]}`)
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

// A command that reads a corpus shows what was there before a write that was cut
// off, says so once, and changes no file.
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
		"verify race --effort quick":        "Race (race)",
		"release FILE":                      "2 records",
	} {
		for _, indexed := range []bool{false, true} {
			dir, _ := torn(t, indexed, true)
			before := tree(t, dir)
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
			if n := strings.Count(errs.String(), "has not ended"); n != 1 {
				t.Errorf("%s: said %d times that a write has not ended: %s", command, n, errs.String())
			}
			if tree(t, dir) != before {
				t.Errorf("%s: a command that reads changed the corpus", command)
			}
		}
	}
}

// The next command that writes undoes the write first, and so does recover.
func TestUnfinishedWriteIsUndone(t *testing.T) {
	for _, command := range []string{"evidence recover", "evidence import TABLE --write"} {
		dir, before := torn(t, false, true)
		table := filepath.Join(t.TempDir(), "t.csv")
		if err := os.WriteFile(table, []byte("id,game\nTest.Race,Races\n"), 0o644); err != nil {
			t.Fatal(err)
		}
		var out, errs bytes.Buffer
		status := run(strings.NewReader(""), &out, &errs, append(strings.Fields(strings.ReplaceAll(command, "TABLE", table)), "--corpus", dir))
		want := before
		if strings.Contains(command, "import") {
			want = strings.Replace(want, "game: Race\n", "game: Races\n", 1)
		}
		if status != exitOK || contents(t, dir) != want {
			t.Errorf("%s: %d %s%s%s", command, status, out.String(), errs.String(), contents(t, dir))
		}
		if _, err := os.Lstat(filepath.Join(dir, ".lectio", "writing")); err == nil {
			t.Errorf("%s: something of the write is left", command)
		}
	}
}

// What a write of somebody else's left is not believed: it is reported, the
// files are read as they stand, and nothing is written.
func TestForeignWriteIsLeftAlone(t *testing.T) {
	dir, _ := torn(t, false, false)
	before := tree(t, dir)
	for command, want := range map[string]int{"evidence list": exitOK, "evidence import TABLE --write": exitUnusable} {
		table := filepath.Join(t.TempDir(), "t.csv")
		if err := os.WriteFile(table, []byte("id,game\nTest.Race,Races\n"), 0o644); err != nil {
			t.Fatal(err)
		}
		var out, errs bytes.Buffer
		status := run(strings.NewReader(""), &out, &errs, append(strings.Fields(strings.ReplaceAll(command, "TABLE", table)), "--corpus", dir))
		if status != want || !strings.Contains(errs.String(), "this user did not begin") || !strings.Contains(errs.String(), "evidence recover") {
			t.Errorf("%s: %d %s", command, status, errs.String())
		}
		if tree(t, dir) != before {
			t.Errorf("%s changed the corpus", command)
		}
	}
}

// tree is all there is of a corpus, with times.
func tree(t *testing.T, dir string) string {
	t.Helper()
	var b strings.Builder
	err := filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := d.Info()
		if err == nil {
			fmt.Fprintln(&b, path, info.Mode(), info.Size(), info.ModTime())
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return b.String()
}

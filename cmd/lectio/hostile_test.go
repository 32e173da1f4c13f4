package main

import (
	"bytes"
	"encoding/csv"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// A corpus whose texts try to act, in every export: no cell does, and all of them
// are written.
func TestExportsOfAHostileCorpus(t *testing.T) {
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS("testdata/corpus")); err != nil {
		t.Fatal(err)
	}
	record := filepath.Join(dir, "evidence/records/Test.Race.yaml")
	text, err := os.ReadFile(record)
	if err != nil {
		t.Fatal(err)
	}
	for old, hostile := range map[string]string{
		"game: Race":            `game: "=HYPERLINK(\"http://example.org\",\"Race\")"`,
		"{name: Nowhere}":       `{name: "../../../etc/passwd", note: "@SUM(1+1)"}`,
		"A race made up":        "+1+cmd|' /C calc'!A0 a race made up",
		"text: Whoever has all": "text: -2+3 whoever has all",
		"why: about the season": "why: '; DROP TABLE records; --'",
		"wording: sent back":    "wording: \"=sent\"",
	} {
		if !bytes.Contains(text, []byte(old)) {
			t.Fatalf("the corpus of the tests has no %q", old)
		}
		text = bytes.Replace(text, []byte(old), []byte(hostile), 1)
	}
	if err := os.WriteFile(record, text, 0o644); err != nil {
		t.Fatal(err)
	}
	lectio := func(args ...string) {
		t.Helper()
		var out, errs bytes.Buffer
		if status := run(strings.NewReader(""), &out, &errs, append(args, "--corpus", dir)); status != exitOK {
			t.Fatalf("%v: %s", args, errs.String())
		}
	}
	base := t.TempDir()
	lectio("evidence", "export", "--datapackage", "--out", filepath.Join(base, "d"))
	lectio("evidence", "export", "--cldf", "--out", filepath.Join(base, "c"))
	lectio("evidence", "export", "--sqlite", "--out", filepath.Join(base, "x.sqlite"))
	defused := 0
	for _, pattern := range []string{"d/*.csv", "c/*.csv"} {
		files, _ := filepath.Glob(filepath.Join(base, pattern))
		if len(files) < 4 {
			t.Errorf("%s: only %v", pattern, files)
		}
		for _, file := range files {
			data, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			rows, err := csv.NewReader(bytes.NewReader(data)).ReadAll()
			if err != nil {
				t.Errorf("%s: %v", file, err)
			}
			for _, row := range rows {
				for _, cell := range row {
					switch {
					case cell == "":
					case strings.ContainsRune("=+@\t\r", rune(cell[0])), cell[0] == '-' && strings.Trim(cell, "-.0123456789") != "":
						t.Errorf("%s: the cell %q acts", file, cell)
					case strings.HasPrefix(cell, "'="), strings.HasPrefix(cell, "'+"), strings.HasPrefix(cell, "'-"), strings.HasPrefix(cell, "'@"):
						defused++
					}
				}
			}
		}
	}
	if defused < 5 {
		t.Errorf("only %d cells were defused: is the corpus hostile?", defused)
	}
	if program, err := exec.LookPath("sqlite3"); err == nil {
		out, err := exec.Command(program, filepath.Join(base, "x.sqlite"), "SELECT why FROM clauses WHERE why LIKE '%DROP%'; SELECT count(*) FROM records; SELECT id FROM places").CombinedOutput()
		if err != nil || string(out) != "; DROP TABLE records; --\n1\netc-passwd\n" {
			t.Errorf("%v: %s", err, out)
		}
	}
}

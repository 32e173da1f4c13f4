package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"
)

// A conflict is shown with all three texts, the rest is written, and the exit
// status tells a script; --prefer-cells takes the cell.
func TestImportShowsConflicts(t *testing.T) {
	dir, book := t.TempDir(), filepath.Join(t.TempDir(), "book.xlsx")
	if err := os.CopyFS(dir, os.DirFS("testdata/corpus")); err != nil {
		t.Fatal(err)
	}
	lectio := func(want int, args ...string) string {
		t.Helper()
		var out, errs bytes.Buffer
		if status := run(strings.NewReader(""), &out, &errs, append(args, "--corpus", dir)); status != want {
			t.Errorf("%v: exit status %d, want %d: %s", args, status, want, errs.String())
		}
		return strings.ReplaceAll(out.String()+errs.String(), dir, "DIR")
	}
	record := filepath.Join(dir, "evidence/records/Test.Race.yaml")
	read := func() string {
		t.Helper()
		data, err := os.ReadFile(record)
		if err != nil {
			t.Fatal(err)
		}
		return string(data)
	}
	lectio(exitOK, "evidence", "export", "--xlsx", "--out", book)
	f, err := excelize.OpenFile(book)
	if err != nil {
		t.Fatal(err)
	}
	for cell, text := range map[string]string{"B2": "Race in the book", "AC2": "A note."} {
		if err := f.SetCellStr("records", cell, text); err != nil {
			t.Fatal(err)
		}
	}
	if err := f.Save(); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(record, []byte(strings.Replace(read(), "game: Race", "game: Race in the file", 1)), 0o644); err != nil {
		t.Fatal(err)
	}
	out := lectio(exitFindings, "evidence", "import", book, "--write")
	for _, say := range []string{"! Test.Race  game, changed on both sides, kept as it is  DIR/evidence/records/Test.Race.yaml:2:7\n    was Race\n    - Race in the file\n    + Race in the book\n",
		"~ Test.Race  note", "1 change, 1 conflict: written"} {
		if !strings.Contains(out, say) {
			t.Errorf("no\n%s\nin\n%s", say, out)
		}
	}
	if text := read(); !strings.Contains(text, "game: Race in the file\n") || !strings.Contains(text, "note: A note.") {
		t.Errorf("written:\n%s", text)
	}
	lectio(exitOK, "evidence", "import", book, "--write", "--prefer-cells")
	if text := read(); !strings.Contains(text, "game: Race in the book\n") {
		t.Errorf("written:\n%s", text)
	}
	if out := lectio(exitOK, "evidence", "import", book); !strings.Contains(out, "no changes") {
		t.Errorf("%s", out)
	}
}

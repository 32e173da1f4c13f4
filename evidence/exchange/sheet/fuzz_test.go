package sheet

import (
	"archive/zip"
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/lectio/lectio/evidence/yamlpos"
	"github.com/lectio/lectio/testdata/fuzz"
)

// FuzzWorkbook: a file is a workbook whose cells are where a sheet has cells, or
// an error that names it; and what its cells say is read again from a workbook
// that says it.
func FuzzWorkbook(f *testing.F) {
	fuzz.Target(f, "workbook", readWorkbook)
}

// FuzzParts is the same for what is inside: the parts of a workbook, as a text
// archive, in the place of those of a good one. The fuzzer would hardly come to
// them otherwise, because they are packed and have checksums.
func FuzzParts(f *testing.F) {
	good := goodParts(f)
	fuzz.Target(f, "parts", func(t *testing.T, data []byte) {
		parts := map[string][]byte{}
		for _, file := range txtar.Parse(data).Files {
			parts[file.Name] = file.Data
		}
		var packed bytes.Buffer
		w := zip.NewWriter(&packed)
		for _, file := range good {
			content, replaced := parts[file.Name]
			if !replaced {
				content = file.Data
			}
			to, err := w.CreateHeader(&zip.FileHeader{Name: file.Name}) // to pack it would take most of the time
			if err != nil {
				t.Fatal(err)
			}
			if _, err := to.Write(content); err != nil {
				t.Fatal(err)
			}
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		readWorkbook(t, packed.Bytes())
	})
}

// goodParts are the parts of a workbook of one sheet.
func goodParts(f *testing.F) []txtar.File {
	path := workbookWith(f, "", nil)
	z, err := zip.OpenReader(path)
	if err != nil {
		f.Fatal(err)
	}
	defer z.Close()
	var files []txtar.File
	for _, part := range z.File {
		r, err := part.Open()
		if err != nil {
			f.Fatal(err)
		}
		var content bytes.Buffer
		if _, err := content.ReadFrom(r); err != nil {
			f.Fatal(err)
		}
		r.Close()
		files = append(files, txtar.File{Name: part.Name, Data: content.Bytes()})
	}
	return files
}

func readWorkbook(t *testing.T, data []byte) {
	path := filepath.Join(t.TempDir(), "x.xlsx")
	if err := os.WriteFile(path, data, 0o644); err != nil {
		t.Fatal(err)
	}
	tables, err := ReadTables(path)
	if err != nil {
		if tables != nil || !strings.Contains(err.Error(), path) {
			t.Errorf("the error does not name the file: %v", err)
		}
		return
	}
	for _, table := range tables {
		last := 0
		for _, row := range table.Rows {
			if row.Number <= last || row.Number > MaxRows || len(row.Cells) > yamlpos.MaxTableColumns {
				t.Errorf("row %d with %d cells, behind row %d", row.Number, len(row.Cells), last)
			}
			last = row.Number
		}
		for _, at := range table.Formulas {
			if _, _, err := ParseAddress(at); err != nil {
				t.Errorf("a formula at %q", at)
			}
		}
	}
	sayAgain(t, path, tables)
}

// sayAgain fails unless a workbook with the cells of tables is read as the same.
func sayAgain(t *testing.T, path string, tables []Table) {
	t.Helper()
	w := &Workbook{}
	for _, table := range tables {
		s := &Sheet{Name: table.Name, Hidden: table.Hidden}
		for _, row := range table.Rows {
			if row.Number > 1000 || strings.ContainsFunc(strings.Join(row.Cells, ""), unwritable) {
				return
			}
			for len(s.Rows) < row.Number {
				s.Rows = append(s.Rows, nil)
			}
			for _, cell := range row.Cells {
				s.Rows[row.Number-1] = append(s.Rows[row.Number-1], Text(cell))
			}
		}
		w.Sheets = append(w.Sheets, s)
	}
	if w.Check() != nil {
		return // no program writes a sheet of such a name
	}
	if err := w.Save(path); err != nil {
		t.Fatal(err)
	}
	again, err := ReadTables(path)
	if err != nil {
		t.Fatalf("written it is refused: %v", err)
	}
	if !slices.EqualFunc(tables, again, func(a, b Table) bool {
		return a.Name == b.Name && slices.EqualFunc(a.Rows, b.Rows, func(a, b TableRow) bool {
			return a.Number == b.Number && slices.Equal(unpadded(a.Cells), unpadded(b.Cells))
		})
	}) {
		t.Errorf("written it says something else:\n%+v\n%+v", tables, again)
	}
}

// unwritable reports whether XML has no way to write a character.
func unwritable(r rune) bool {
	return unicode.IsControl(r) && r != '\n' && r != '\t' || r == unicode.ReplacementChar || r == '\uFFFE' || r == '\uFFFF'
}

// unpadded are cells without the empty ones at the end.
func unpadded(cells []string) []string {
	for len(cells) > 0 && cells[len(cells)-1] == "" {
		cells = cells[:len(cells)-1]
	}
	return cells
}

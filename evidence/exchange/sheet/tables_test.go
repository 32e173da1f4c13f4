package sheet

import (
	"archive/zip"
	"bytes"
	"compress/flate"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"
)

// workbookWith makes a workbook and replaces one of its parts.
func workbookWith(t testing.TB, part string, content io.Reader) string {
	t.Helper()
	f := excelize.NewFile()
	if err := f.SetCellStr("Sheet1", "A1", "id"); err != nil {
		t.Fatal(err)
	}
	var in bytes.Buffer
	if err := f.Write(&in); err != nil {
		t.Fatal(err)
	}
	z, err := zip.NewReader(bytes.NewReader(in.Bytes()), int64(in.Len()))
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "x.xlsx")
	out, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer out.Close()
	w := zip.NewWriter(out)
	for _, p := range z.File {
		to, err := w.Create(p.Name)
		if err != nil {
			t.Fatal(err)
		}
		from, err := p.Open()
		if err != nil {
			t.Fatal(err)
		}
		var r io.Reader = from
		if p.Name == part {
			r = content
		}
		if _, err := io.Copy(to, r); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return path
}

const sheetHead = `<?xml version="1.0" encoding="UTF-8"?><worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>`

// TestHostileWorkbooks: each is refused, and none takes much memory or time.
func TestHostileWorkbooks(t *testing.T) {
	const part = "xl/worksheets/sheet1.xml"
	for _, tt := range []struct {
		name, want string
		content    io.Reader
	}{
		{"bomb", "unpacks to more than", io.LimitReader(endless{}, maxTableUnzip+10)},
		{"entities", "declares a document type", strings.NewReader(`<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><worksheet>&b;</worksheet>`)},
		{"far column", "at most 256 columns", strings.NewReader(sheetHead + `<row r="1"><c r="XFD1"><v>1</v></c></row></sheetData></worksheet>`)},
		{"far row", "200000 rows", strings.NewReader(sheetHead + `<row r="1048576"><c r="A1048576"><v>1</v></c></row></sheetData></worksheet>`)},
		{"no such row", "at most 1048576 rows", strings.NewReader(sheetHead + `<row r="2000000000"/></sheetData></worksheet>`)},
		{"no address", "at most", strings.NewReader(sheetHead + `<row r="1"><c r="A99999999999999999999"><v>1</v></c></row></sheetData></worksheet>`)},
		{"deep", "nested too deep", strings.NewReader(strings.Repeat("<a>", 1000))},
		{"encoding", "is not read", strings.NewReader(`<?xml version="1.0" encoding="utf-7"?><worksheet/>`)},
		{"cut off", "x.xlsx", strings.NewReader(sheetHead + `<row r="1"><c r="A1"><v>1</`)},
	} {
		path := workbookWith(t, part, tt.content)
		tables, err := ReadTables(path)
		if err == nil || !strings.Contains(err.Error(), tt.want) || !strings.Contains(err.Error(), "x.xlsx") {
			t.Errorf("%s: %v %v", tt.name, tables, err)
		}
	}
	path := workbookWith(t, part, strings.NewReader(sheetHead+`<row r="1"><c r="A1"><f>1+1</f><v>2</v></c><c r="B1"><v>3</v></c></row></sheetData></worksheet>`))
	tables, err := ReadTables(path)
	if err != nil || len(tables) != 1 || strings.Join(tables[0].Formulas, " ") != "A1" || tables[0].Rows[0].Cells[1] != "3" {
		t.Errorf("%+v %v", tables, err)
	}
}

// A part that unpacks to more than it says of itself is refused as well.
func TestWorkbookThatLies(t *testing.T) {
	var packed bytes.Buffer
	c, err := flate.NewWriter(&packed, flate.BestSpeed)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := io.CopyN(c, endless{}, 1<<20); err != nil {
		t.Fatal(err)
	}
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "x.xlsx")
	out, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer out.Close()
	w := zip.NewWriter(out)
	to, err := w.CreateRaw(&zip.FileHeader{Name: "xl/worksheets/sheet1.xml", Method: zip.Deflate, CompressedSize64: uint64(packed.Len()), UncompressedSize64: 10})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := to.Write(packed.Bytes()); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if tables, err := ReadTables(path); !errors.Is(err, zip.ErrFormat) {
		t.Errorf("%v %v", tables, err)
	}
}

// endless is white space without end: it packs to nearly nothing.
type endless struct{}

func (endless) Read(b []byte) (int, error) {
	for i := range b {
		b[i] = ' '
	}
	return len(b), nil
}

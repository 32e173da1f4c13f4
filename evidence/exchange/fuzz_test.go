package exchange

import (
	"bytes"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/lectio/lectio/evidence/diag"
	"github.com/lectio/lectio/testdata/fuzz"
)

// decoded makes text of an input, as a file is read; false when it is none,
// which is said with a place.
func decoded(t *testing.T, data []byte, page bool) (string, bool) {
	t.Helper()
	text, _, errs := Decode("f", data, page)
	for _, e := range errs {
		if e.Message == "" || e.File != "f" {
			t.Errorf("a bad error: %#v", e)
		}
	}
	if len(errs) == 0 && (!utf8.ValidString(text) || strings.Contains(text, "\r")) {
		t.Errorf("the text is %q", text)
	}
	return text, len(errs) == 0
}

// pieced fails unless pieces were read from a text, or errors were, all with
// their places within it.
func pieced(t *testing.T, text string, pieces []*Piece, errs diag.Errors) {
	t.Helper()
	lines := strings.Split(text, "\n")
	fuzz.Errors(t, "f", lines, errs)
	if len(pieces) == 0 && len(errs) == 0 {
		t.Error("nothing was read and nothing said")
	}
	for _, p := range pieces {
		fuzz.Inside(t, "f", lines, p.Pos)
		for _, field := range p.Fields {
			fuzz.Inside(t, "f", lines, field.Pos)
			if field.Text == "" || !utf8.ValidString(field.Text) {
				t.Errorf("%q: %q", field.Name, field.Text)
			}
		}
	}
}

// FuzzPage: any page, saved as HTML or as text, is read or refused, with places
// within it.
func FuzzPage(f *testing.F) {
	fuzz.Target(f, "page", func(t *testing.T, data []byte) {
		if text, ok := decoded(t, data, true); ok {
			IsPage(text)
			pieces, errs := Page("f", text)
			pieced(t, text, pieces, errs)
		}
	})
}

// FuzzLud is the same for .lud files.
func FuzzLud(f *testing.F) {
	fuzz.Target(f, "lud", func(t *testing.T, data []byte) {
		if text, ok := decoded(t, data, false); ok {
			pieces, errs := Lud("f", text)
			pieced(t, text, pieces, errs)
		}
	})
}

// FuzzCSV: a table is read, or refused with a place; and a table that is written
// is read as the same.
func FuzzCSV(f *testing.F) {
	fuzz.Target(f, "csv", func(t *testing.T, data []byte) {
		text, ok := decoded(t, data, false)
		if !ok {
			return
		}
		lines := strings.Split(text, "\n")
		g, errs := ReadCSV("f", text)
		fuzz.Errors(t, "f", lines, errs)
		if g == nil {
			if len(errs) == 0 {
				t.Error("neither a table nor an error")
			}
			return
		}
		var table Table
		for i, row := range g.Rows {
			for c := range row.Cells {
				fuzz.Inside(t, "f", lines, g.Pos(i, c))
			}
			if len(row.Cells) == 1 && row.Cells[0] == "" {
				continue // an empty line is no row
			}
			if table.Heading == nil {
				table.Heading = row.Cells
			} else {
				table.Rows = append(table.Rows, row.Cells)
			}
		}
		if heading := strings.Join(table.Heading, ""); table.Heading == nil || strings.ContainsAny(heading, ";\t|") {
			return // what separates the cells of such a heading is anybody's guess
		}
		var b bytes.Buffer
		if err := CSV(&b, table); err != nil {
			t.Fatal(err)
		}
		again, errs := ReadCSV("f", b.String())
		if errs != nil {
			t.Fatalf("written it is refused: %v\n%s", errs, b.String())
		}
		var rows [][]string
		for _, row := range again.Rows {
			rows = append(rows, row.Cells)
		}
		if want := append([][]string{table.Heading}, table.Rows...); !slices.EqualFunc(rows, want, slices.Equal) {
			t.Errorf("written it says something else: %q\n%q\n%q", b.String(), want, rows)
		}
	})
}

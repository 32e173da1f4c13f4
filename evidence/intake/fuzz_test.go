package intake

import (
	"strings"
	"testing"
	"testing/fstest"

	"github.com/lectio/lectio/evidence"
	"github.com/lectio/lectio/evidence/diag"
	"github.com/lectio/lectio/evidence/exchange"
	"github.com/lectio/lectio/evidence/store"
	"github.com/lectio/lectio/testdata/fuzz"
)

// FuzzImport: whatever a page or table says, what would be written is a corpus
// that loads, below evidence/records and evidence/sources, and says the same
// again.
func FuzzImport(f *testing.F) {
	base := fstest.MapFS{"evidence/sources/s.json": {Data: []byte(`[{"id": "own", "type": "book", "title": "T"}]`)},
		"evidence/records/x.yaml": {Data: []byte("# c\nid: A.1\ngame: Old   # keep\nsource: {key: own}\n\nclauses:\n  - {n: 1, text: One.}\n")}}
	fuzz.Target(f, "import", func(t *testing.T, data []byte) {
		c, errs := evidence.Load(base, "")
		if errs != nil {
			t.Fatal(errs)
		}
		pieces, grids, errs := foreign(data)
		if len(errs) > 0 {
			return
		}
		plan, errs := Import(c, base, "", pieces, grids, Options{})
		if len(errs) > 0 {
			for _, e := range errs {
				if e.Message == "" || e.File == "" {
					t.Errorf("%+v", e)
				}
			}
			return
		}
		for _, file := range plan.Files {
			if strings.Count(file.Name, "/") != 2 || !strings.HasPrefix(file.Name, "evidence/") || strings.Contains(file.Name, "..") && strings.Contains(file.Name, "/..") {
				t.Errorf("would write %q", file.Name)
			}
			if file.Name == "evidence/records/x.yaml" && !strings.Contains(string(file.New), "# keep\n") {
				t.Errorf("a comment is gone:\n%s", file.New)
			}
		}
		after := store.Overlay(base, plan.Files)
		got, errs := evidence.Load(after, "")
		if errs != nil {
			t.Fatalf("%v", errs)
		}
		// Done twice, an import does nothing more.
		again, errs := Import(got, after, "", pieces, grids, Options{})
		if errs != nil {
			t.Fatalf("%v", errs)
		}
		for _, ch := range again.Changes {
			if !ch.Kept {
				t.Errorf("again: %+v", ch)
			}
		}
		if len(again.Records)+len(again.Clauses)+len(again.Layers)+len(again.Sources) > 0 {
			t.Errorf("again: %+v", again)
		}
	})
}

// foreign reads a file that somebody else made, as the import does. Two tables
// with a line of dashes between them are a sheet, and what it was when it was
// made.
func foreign(data []byte) (pieces []*exchange.Piece, grids []*exchange.Grid, errs diag.Errors) {
	text, _, errs := exchange.Decode("f", data, false)
	if len(errs) > 0 {
		return nil, nil, errs
	}
	now, then, isSheet := strings.Cut(text, "\n---\n")
	switch {
	case exchange.IsPage(text):
		pieces, errs = exchange.Page("f", text)
	case strings.HasPrefix(text, "("):
		pieces, errs = exchange.Lud("f", text)
	default:
		for i, part := range []string{now, then} {
			g, more := exchange.ReadCSV("f", part)
			errs.Merge(more)
			if g == nil || i == 1 && !isSheet {
				continue
			}
			if isSheet {
				g.Sheet = "s"
			}
			if i == 1 {
				g.Sheet, g.Hidden = exportedSheet(gridKind(g)), true
			}
			grids = append(grids, g)
		}
	}
	return pieces, grids, errs
}

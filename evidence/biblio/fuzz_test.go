package biblio

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/lectio/lectio/evidence/diag"
	"github.com/lectio/lectio/testdata/fuzz"
)

// FuzzBibTeX: a BibTeX file is read, or refused with a place; and what was read
// says the same when it is written as BibTeX, and can be written as CSL-JSON.
func FuzzBibTeX(f *testing.F) {
	fuzz.Target(f, "bibtex", func(t *testing.T, data []byte) {
		sources, errs := ReadBibTeX("x", data)
		fuzz.Errors(t, "x", fuzz.Lines(data), errs)
		if len(errs) > 0 {
			return
		}
		writtenSame(t, sources, WriteBibTeX, ReadBibTeX)
		out := WriteCSL(sources)
		if _, errs := ReadCSL("x", out); len(errs) > 0 {
			t.Errorf("as CSL-JSON it is refused: %v\n%s", errs, out)
		}
	})
}

// FuzzCSL is the same for CSL-JSON.
func FuzzCSL(f *testing.F) {
	fuzz.Target(f, "csl", func(t *testing.T, data []byte) {
		sources, errs := ReadCSL("x", data)
		fuzz.Errors(t, "x", fuzz.Lines(data), errs)
		if len(errs) > 0 {
			return
		}
		writtenSame(t, sources, WriteCSL, ReadCSL)
		out := WriteBibTeX(sources)
		if _, errs := ReadBibTeX("x", out); len(errs) > 0 {
			t.Errorf("as BibTeX it is refused: %v\n%s", errs, out)
		}
	})
}

// FuzzRIS is the same for RIS, but for what RIS has no tag for, which is named: what
// was written is written again with not a letter changed, in some order.
func FuzzRIS(f *testing.F) {
	fuzz.Target(f, "ris", func(t *testing.T, data []byte) {
		sources, errs := ReadRIS("x", data)
		fuzz.Errors(t, "x", fuzz.Lines(data), errs)
		fresh, more := ReadNew("x", data)
		fuzz.Errors(t, "x", fuzz.Lines(data), more)
		if len(errs) > 0 {
			return
		}
		if len(fresh) != len(sources) {
			t.Errorf("%d sources are %d to be imported", len(sources), len(fresh))
		}
		out := WriteCSL(sources)
		if _, errs := ReadCSL("x", out); len(errs) > 0 {
			t.Errorf("as CSL-JSON it is refused: %v\n%s", errs, out)
		}
		once, lost := WriteRIS(sources)
		again, errs := ReadRIS("x", once)
		if len(errs) > 0 {
			t.Fatalf("written it is refused: %v\n%s", errs, once)
		}
		twice, _ := WriteRIS(again)
		lines := func(text []byte) []string { return slices.Sorted(strings.SplitSeq(string(text), "\n")) }
		if !slices.Equal(lines(once), lines(twice)) {
			t.Errorf("written again it is another:\n%s\n%s", once, twice)
		}
		for i := range sources {
			if a, b := sources[i].Cite(), again[i].Cite(); a != b && len(lost) == 0 {
				t.Errorf("cited as %q, and written as %q", a, b)
			}
		}
	})
}

// writtenSame fails unless sources that are written are read as the same.
func writtenSame(t *testing.T, sources []*Source, write func([]*Source) []byte, read func(string, []byte) ([]*Source, diag.Errors)) {
	t.Helper()
	out := write(sources)
	again, errs := read("x", out)
	if len(errs) > 0 {
		t.Fatalf("written it is refused: %v\n%s", errs, out)
	}
	if diff := cmp.Diff(sources, again, sameSource); diff != "" {
		t.Fatalf("written it says something else: %s\n%s", diff, out)
	}
	for i := range sources {
		if a, b := sources[i].Cite(), again[i].Cite(); a != b {
			t.Errorf("cited as %q, and written as %q", a, b)
		}
	}
}

package evidence

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/lectio/lectio/testdata/long"
)

// many is a text of about n bytes that repeats a pattern; %d in it counts.
func many(n int, pattern string) string {
	var b strings.Builder
	for i := 1; b.Len() < n; i++ {
		b.WriteString(strings.ReplaceAll(pattern, "%d", fmt.Sprint(i)))
	}
	return b.String()
}

// corpusOf is a corpus of one record and one file of sources. Keys of the record
// that are left out are filled in.
func corpusOf(record, sourceFile, sources string) fstest.MapFS {
	for _, key := range []string{"id: A.1", "game: G", "source: {key: s0}", "clauses: [{n: 1, text: a}]"} {
		name, _, _ := strings.Cut(key, ":")
		if !strings.HasPrefix(record, name+":") && !strings.Contains(record, "\n"+name+":") {
			record = key + "\n" + record
		}
	}
	return fstest.MapFS{
		"evidence/records/a.yaml":        {Data: []byte(record)},
		"evidence/sources/s.json":        {Data: []byte(`[{"id": "s0", "type": "book", "title": "t"}]`)},
		"evidence/sources/" + sourceFile: {Data: []byte(sources)},
	}
}

// longLists are files of a size with one long list or text each: the forms that took a
// minute and more.
func longLists(size int) map[string]fstest.MapFS {
	words := many(size, "word%d ")
	return map[string]fstest.MapFS{
		"via":                  corpusOf("via: ["+many(size, "s0, ")+"]", "x.json", "[]"),
		"via that is nowhere":  corpusOf("via: ["+many(size, "x%d, ")+"]", "x.json", "[]"),
		"layers":               corpusOf("texts: ["+many(size, "{id: t%d}, ")+"]", "x.json", "[]"),
		"layers not there":     corpusOf("texts: ["+many(size, "{id: t%d}, ")+"]\nclauses: ["+many(size, "{n: %d, text: a, in: q}, ")+"]", "x.json", "[]"),
		"emendations":          corpusOf("texts: [{id: t, text: "+words+", emendations: ["+many(size, "{printed: word%d, read: x}, ")+"]}]", "x.json", "[]"),
		"wording":              corpusOf("texts: [{id: t, text: "+words+"}]\nclauses: [{n: 1, text: a, in: t, wording: ["+many(size, "word%d, ")+"]}]", "x.json", "[]"),
		"wording of clauses":   corpusOf("texts: [{id: t, text: "+words+"}]\nclauses: ["+many(size, "{n: %d, text: a, in: t, wording: z}, ")+"]", "x.json", "[]"),
		"clauses of others":    corpusOf("clauses: [{n: 1, text: a, supports: ["+many(size, "B#%d, ")+"]}]", "x.json", "[]"),
		"sources":              corpusOf("", "x.json", "["+many(size, `{"id": "k%d", "type": "book", "title": "t"},`)+`{"id": "k0", "type": "book", "title": "t"}]`),
		"sources twice":        corpusOf("", "x.json", "["+many(size, `{"id": "k", "type": "book", "title": "t"},`)+`{"id": "k0", "type": "book", "title": "t"}]`),
		"keys of a source":     corpusOf("", "x.json", `[{"id": "k", "type": "book", "title": "t", `+many(size, `"k%d": 1, `)+`"x": 1}]`),
		"authors":              corpusOf("", "x.json", `[{"id": "k", "type": "book", "title": "t", "author": [`+many(size, `{"family": "n%d"}, `)+`{"family": "x"}]}]`),
		"BibTeX on one line":   corpusOf("", "x.bib", many(size, "@book{k%d, title = {T}} ")),
		"fields of BibTeX":     corpusOf("", "x.bib", "@book{k, title = {T}, "+many(size, "f%d = {v}, ")+"}"),
		"fields twice":         corpusOf("", "x.bib", "@book{k, title = {T}, "+many(size, "note = {v}, ")+"}"),
		"authors in BibTeX":    corpusOf("", "x.bib", "@book{k, title = {T}, author = {"+many(size, "A%d B and ")+"C}}"),
		"accents in BibTeX":    corpusOf("", "x.bib", "@book{k, title = {"+many(size, `\'`)+"}}"),
		"braces in BibTeX":     corpusOf("", "x.bib", "@book{k, title = {"+strings.Repeat("{", size/2)+strings.Repeat("}", size/2)+"}}"),
		"BibTeX never closed":  corpusOf("", "x.bib", "@book{k, title = {"+strings.Repeat("{", size)),
		"comments in BibTeX":   corpusOf("", "x.bib", many(size, "@comment{k%d} ")),
		"a name of much":       corpusOf("game: "+strings.Repeat("G", size), "x.json", "[]"),
		"a date of much":       corpusOf("date: {edtf: "+strings.Repeat("1X", size/2)+"}", "x.json", "[]"),
		"a condition of words": corpusOf("clauses: [{n: 1, text: '"+many(size, "word if %d, ")+"'}]", "x.json", "[]"),
	}
}

// Long lists and long texts are read about as fast, byte for byte, as short ones.
func TestLongLists(t *testing.T) {
	const size, most = 25_000, 9
	few, many := longLists(size), longLists(4*size)
	for name := range few {
		t.Run(name, func(t *testing.T) {
			growth := long.Growth(most, func(times int) {
				Load(map[int]fstest.MapFS{1: few[name], 4: many[name]}[times], "")
			})
			if growth > most {
				t.Errorf("a list four times as long takes %.1f times as long", growth)
			}
		})
	}
}

// Loading stops at once when it is asked to, also within a file.
func TestLoadStops(t *testing.T) {
	slow := "ages: [" + many(6<<20, "? a,\n ") + "]"
	for name, files := range map[string]fstest.MapFS{
		"record":  corpusOf(slow, "x.json", "[]"),
		"sources": corpusOf("", "x.yaml", slow),
	} {
		t.Run(name, func(t *testing.T) {
			ctx, cancel := context.WithCancel(context.Background())
			time.AfterFunc(20*time.Millisecond, cancel)
			done := make(chan time.Time, 1)
			begun := time.Now()
			go func() {
				LoadWith(ctx, files, "", ScanOptions{})
				done <- time.Now()
			}()
			at := <-done
			if took := at.Sub(begun); took > time.Second {
				t.Errorf("it went on for %s", took)
			}
		})
	}
}

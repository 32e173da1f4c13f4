package exchange

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"
	"strings"
	"testing"

	"github.com/lectio/lectio/evidence/yamlpos"
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

// longFiles read files of a size, of long lines and of many pieces.
func longFiles(size int) map[string]func() {
	cells := strings.TrimSuffix(strings.Repeat(strings.Repeat("þ", size/200)+",", 200), ",")
	table := func(text string) func() {
		return func() { ReadCSV("f", text) }
	}
	page := func(text string) func() {
		return func() { Page("f", text) }
	}
	return map[string]func(){
		"long row":        table("id,game\n" + strings.Repeat(cells+"\n", 40)),
		"too wide":        table("id" + strings.Repeat(",c", size/2) + "\na"),
		"quotes":          table("id,game\n\"" + many(size, `a""`) + "\",b\n"),
		"quote not alone": table("id,game\n" + many(size, "a,") + "\"b\"c\n"),
		"one piece twice": page("<html><body>" + many(size, "<p>Id DLP.Evidence.1</p><p>Content</p><p>a</p>")),
		"long text":       page("<html><body><p>Id DLP.Evidence.1</p><p>Content</p>" + many(size, "<p></p><p>a</p>")),
		"tags":            page("<html><body>" + many(size, "<div>")),
		".lud":            func() { Lud("f", `(game "X")(metadata (info {`+many(size, `(useFor {"a"} (source "x"))`)+"}))") },
	}
}

// Files of long lines and of many pieces are read about as fast, byte for byte,
// as others.
func TestLongFiles(t *testing.T) {
	const size, most = 50_000, 9
	few, many := longFiles(size), longFiles(4*size)
	for name := range few {
		t.Run(name, func(t *testing.T) {
			if growth := long.Growth(most, func(times int) { map[int]func(){1: few[name], 4: many[name]}[times]() }); growth > most {
				t.Errorf("a file four times as long takes %.1f times as long", growth)
			}
		})
	}
}

func TestTableLimits(t *testing.T) {
	wide := strings.Repeat(",", yamlpos.MaxTableColumns)
	for _, c := range []struct{ text, want string }{
		{"id" + wide, "f:1:1: the table is too wide to be read; leave out the columns that hold nothing for the corpus; expected at most 256 columns"},
		{"id\n\"a\nb\"" + wide + "\n", "f:3:1: the table is too wide"},
		{"id\n\"a" + wide + wide + "\nb\"\n", ""}, // commas within a cell
		{"id\n" + wide[1:] + "\n", ""},
		{strings.Repeat("a\n", yamlpos.MaxTableRows+1), "f:200001:1: the table is too long to be read; import it in parts; expected at most 200000 rows"},
	} {
		_, errs := ReadCSV("f", c.text)
		if (c.want == "") != (len(errs) == 0) || !strings.Contains(errs.Error(), c.want) {
			t.Errorf("%.20q: %v, expected %q", c.text, errs, c.want)
		}
	}
	// The places of cells on a long line are those of its characters.
	g, errs := ReadCSV("f", "þ,"+strings.Repeat("é", 3000)+",x\n")
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	for i, want := range []string{"f:1:1", "f:1:3", "f:1:3004"} {
		if got := g.Pos(0, i).String(); got != want {
			t.Errorf("cell %d is at %s, expected %s", i, got, want)
		}
	}
}

// A large document is on its way to the file while it is made: of ten megabytes never more
// than a little is held back.
func TestDocumentsAreWrittenAsTheyAreMade(t *testing.T) {
	const items = 10_000
	text := strings.Repeat("x", 1000)
	written, made, held := 0, 0, 0
	to := writerFunc(func(b []byte) (int, error) {
		written += len(b)
		return len(b), nil
	})
	var list iter.Seq[pairs] = func(yield func(pairs) bool) {
		for range items {
			if !yield(pairs{{"text", text}}) {
				return
			}
			made += len(text)
			held = max(held, made-written)
		}
	}
	if err := indented(to, pairs{{"list", list}}); err != nil {
		t.Fatal(err)
	}
	if written < items*len(text) {
		t.Errorf("%d bytes are written of %d", written, items*len(text))
	}
	if most := 128 << 10; held > most {
		t.Errorf("%d bytes were held back; at most %d are expected", held, most)
	}
}

type writerFunc func([]byte) (int, error)

func (f writerFunc) Write(b []byte) (int, error) { return f(b) }

// Written piece by piece, a document is what the library makes of the whole.
func TestDocumentsAreIndented(t *testing.T) {
	docs := []any{
		pairs{}, []pairs{}, []string{}, "a<b>&\u202e", 1.5, nil,
		pairs{{"a", pairs{}}, {"b", []pairs{}}, {"c", []any{}}, {"d", map[string]int{}}},
		pairs{{"a\"b", []string{"x", "y"}}, {"list", []pairs{{{"x", []any{pairs{{"y", 1}}, "z"}}}, {}}}, {"n", []float64{1, -0.5}}},
	}
	for _, doc := range docs {
		whole, err := plainJSON(doc)
		if err != nil {
			t.Fatal(err)
		}
		var want, got bytes.Buffer
		if err := json.Indent(&want, whole, "", "  "); err != nil {
			t.Fatal(err)
		}
		want.WriteByte('\n')
		if err := indented(&got, doc); err != nil || got.String() != want.String() {
			t.Errorf("%v is written as %q (%v); want %q", doc, got.String(), err, want.String())
		}
	}
	if err := indented(io.Discard, pairs{{"a", func() {}}}); err == nil {
		t.Error("what is no JSON is written without a word")
	}
	full := errors.New("no room")
	to := writerFunc(func([]byte) (int, error) { return 0, full })
	if err := indented(to, pairs{{"a", strings.Repeat("x", 1<<20)}}); !errors.Is(err, full) {
		t.Errorf("what cannot be written is %v", err)
	}
}

// A workbook for editing takes no more room for more records until it is written: its rows
// become cells one after the other.
func TestWorkbooksAreMadeRowByRow(t *testing.T) {
	entry := func(rows int) Entry {
		return Entry{Name: "records", Hidden: "before", Columns: []EntryColumn{{Name: "id", Fixed: true}, {Name: "game"}},
			Rows: slices.Repeat([][]string{{"a", "b"}}, rows)}
	}
	cost := func(rows int) float64 {
		e := entry(rows)
		return testing.AllocsPerRun(3, func() { Catalogue("words", e) })
	}
	if few, many := cost(10), cost(10_000); many > few+10 { // longer addresses
		t.Errorf("a workbook of 10 rows is made with %.0f allocations, one of 10,000 with %.0f", few, many)
	}
	s := Catalogue("words", entry(3)).Sheets[0]
	var got []string
	for i := range s.Body.N {
		text := ""
		for _, c := range s.Body.Row(i) {
			text += fmt.Sprintf("%s,%v ", c.Text, c.Unlocked)
		}
		got = append(got, text)
	}
	want := append(slices.Repeat([]string{"a,false b,true "}, 3), slices.Repeat([]string{",true ,true "}, spareRows)...)
	if !slices.Equal(got, want) || s.Filter != "A1:B4" {
		t.Errorf("the rows are %q, with the filter %s; want %q, A1:B4", got[:4], s.Filter, want[:4])
	}
}

package evidence

import (
	"encoding/json"
	"strings"
	"testing"
	"testing/fstest"
	"unicode/utf8"

	"github.com/lectio/lectio/evidence/date"
	"github.com/lectio/lectio/evidence/yamlpos"
	"github.com/lectio/lectio/testdata/fuzz"
)

// FuzzRecord: a file of a record is a record, or an error with a place in it;
// and a record that is written is read as the same.
func FuzzRecord(f *testing.F) {
	fuzz.Target(f, "record", func(t *testing.T, data []byte) {
		const name = "evidence/records/x.yaml"
		c, errs := Load(fstest.MapFS{name: {Data: data},
			"evidence/sources/s.json": {Data: []byte(`[{"id": "s", "type": "book", "title": "T"}]`)}}, "")
		fuzz.Errors(t, name, fuzz.Lines(data), errs)
		if len(c.Records) == 0 && len(errs) == 0 {
			t.Fatal("neither a record nor an error")
		}
		for _, r := range c.Records {
			said, err := json.Marshal(r)
			if err != nil {
				t.Fatal(err)
			}
			if len(errs) > 0 {
				continue
			}
			text := yamlpos.Document(fuzz.ValueOf(r.node))
			again, errs := ParseRecord("x", text)
			if errs != nil {
				t.Fatalf("written it is refused: %v\n%s", errs, text)
			}
			if now, _ := json.Marshal(again); string(now) != string(said) {
				t.Errorf("written it says something else:\n%s\n%s\n%s", said, now, text)
			}
		}
	})
}

// FuzzDate: a date as people write it is read, and what is said of it is read as the
// same days; or it is refused with a reason.
func FuzzDate(f *testing.F) {
	fuzz.Target(f, "date", func(t *testing.T, data []byte) {
		for _, r := range []date.Reader{{}, {Order: date.DayMonthYear, Spans: true}, {Order: date.MonthDayYear}} {
			d, err := r.Read(string(data))
			if err != nil {
				if p := err.(*date.Problem); p.Message == "" {
					t.Fatal("refused without a reason")
				}
				continue
			}
			again, err := date.ParseEDTF(d.Text)
			if err != nil || again != d.EDTF {
				t.Fatalf("read as %q, which is %+v (%v)", d.Text, again, err)
			}
			if d.Words() == "" {
				t.Fatalf("%s has no words", d.Text)
			}
		}
	})
}

// FuzzEDTF: a date is read, as a whole and in its parts, or refused at a place
// within it.
func FuzzEDTF(f *testing.F) {
	fuzz.Target(f, "edtf", func(t *testing.T, data []byte) {
		text := string(data)
		e, err := date.ParseEDTF(text)
		if err != nil {
			if o := err.(*date.EDTFError).Offset; o < 0 || o > len(text) || utf8.ValidString(text) && !utf8.ValidString(text[:o]) {
				t.Fatalf("the offset %d is outside, or within a character", o)
			}
			return
		}
		if again, err := date.ParseEDTF(e.String()); err != nil || again != e || e.String() != text {
			t.Fatalf("printed as %q it is %+v (%v), not %+v", e, again, err, e)
		}
		first, ok1 := e.Earliest()
		last, ok2 := e.Latest()
		if ok1 && ok2 && first.Compare(last) > 0 {
			t.Fatalf("%v after %v", first, last)
		}
		parts := []date.Part{e.Start}
		if e.Interval {
			parts = append(parts, e.End)
			if e.Start.Text+"/"+e.End.Text != text {
				t.Errorf("the ends are %q and %q", e.Start.Text, e.End.Text)
			}
		}
		for _, p := range parts {
			if !p.Dated() {
				continue
			}
			if alone, err := date.ParseEDTF(p.Text); err != nil || alone.Start != p {
				t.Errorf("%q alone is %+v (%v), not %+v", p.Text, alone.Start, err, p)
			}
			for _, day := range []date.Day{p.Earliest, p.Latest} {
				if day.Year < -9999 || day.Year > 9999 {
					continue // EDTF has no days in such years
				}
				if d, err := date.ParseEDTF(day.String()); err != nil || d.Start.Earliest != day || d.Start.Latest != day {
					t.Errorf("the day %v is %+v (%v)", day, d.Start, err)
				}
			}
		}
	})
}

// FuzzQuery: what a search finds lies within the text, in its order. The first
// line is the query.
func FuzzQuery(f *testing.F) {
	fuzz.Target(f, "query", func(t *testing.T, data []byte) {
		query, text, _ := strings.Cut(string(data), "\n")
		q, err := ParseQuery(query)
		if err != nil {
			return
		}
		_, spans := q.Find(text)
		last := 0
		for _, s := range spans {
			if s.Start < last || s.End <= s.Start || s.End > len(text) {
				t.Fatalf("spans %v in %q", spans, text)
			}
			last = s.End
		}
	})
}

package evidence

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
	"github.com/lectio/lectio/evidence/date"
)

// marked shows the hits of a query in a text with brackets around them.
func marked(q Query, text string) string {
	_, spans := q.Find(text)
	var b strings.Builder
	at := 0
	for _, s := range spans {
		b.WriteString(text[at:s.Start] + "[" + text[s.Start:s.End] + "]")
		at = s.End
	}
	return b.String() + text[at:]
}

func TestQuery(t *testing.T) {
	for _, c := range []struct {
		query, text, marked string
		matches             bool
	}{
		{"kioz", "De ludo Kiôz.", "De ludo [Kiôz].", true},
		{"davidsson", "Ólafur Davíðsson", "Ólafur [Davíðsson]", true},
		{"ash-shawk", "Natt Klab ash-Shawk", "Natt Klab [ash-Shawk]", true},
		{"ash-shawk", "Shawk, ash", "Shawk, ash", false},
		{"mill", "two mills", "two [mills]", true},
		{`"mill"`, "two mills and a mill", "two mills and a [mill]", true},
		{`"a mill"`, "two mills and a mill", "two mills and [a mill]", true},
		{"mill two", "two mills", "[two] [mills]", true},
		{"mill three", "two mills", "two [mills]", false},
		{"mi mills", "two mills", "two [mills]", true},
		{"Ki\u0302o", "(Kiôz)", "([Kiôz])", true},
		{"og", "log", "log", false}, // in the middle of a word
	} {
		q, err := ParseQuery(c.query)
		if err != nil {
			t.Errorf("%s: %v", c.query, err)
			continue
		}
		if got := marked(q, c.text); got != c.marked || q.Matches(c.text) != c.matches {
			t.Errorf("%s in %q: %q, %v", c.query, c.text, got, q.Matches(c.text))
		}
	}
	for _, bad := range []string{"", "  ", "--", `"a`, `""`} {
		if q, err := ParseQuery(bad); err == nil {
			t.Errorf("%q was accepted: %+v", bad, q)
		}
	}
}

func TestWithinBox(t *testing.T) {
	iceland := &Location{Latitude: 64.96, Longitude: -19.02, HasCoordinates: true, Decimals: 2}
	wide := &Location{Latitude: 64.96, Longitude: -19.02, HasCoordinates: true, Decimals: 2, Precision: 300}
	fiji := &Location{Latitude: -17.7, Longitude: 178.0, HasCoordinates: true, Decimals: 1}
	for _, c := range []struct {
		l    *Location
		box  string
		want date.Certainty
	}{
		{iceland, "63,-25,67,-13", date.Certainly},
		{wide, "63,-25,67,-13", date.Possibly},
		{wide, "60,-30,70,-10", date.Certainly},
		{iceland, "64.96,-19.02,67,-13", date.Possibly}, // on the edge, as far as two decimals tell
		{iceland, "65,-25,67,-13", date.No},
		{fiji, "-20,170,-10,-170", date.Certainly},
		{fiji, "-20,-170,-10,170", date.No},
		{&Location{}, "-90,-180,90,180", date.No},
		{nil, "-90,-180,90,180", date.No},
	} {
		box, err := ParseBox(c.box)
		if err != nil {
			t.Fatal(err)
		}
		if got := c.l.Within(box); got != c.want {
			t.Errorf("%+v in %s: %v, want %v", c.l, c.box, got, c.want)
		}
	}
	for bad, want := range map[string]string{"1,2,3": "four numbers", "1,2,x,4": `"x" is no number`, "5,0,1,1": "north of", "0,0,91,0": "off the globe", "0,0,0x1,0": "no number"} {
		if _, err := ParseBox(bad); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", bad, err)
		}
	}
}

// A corpus for filters: the records differ in one thing each.
func found(t *testing.T) fstest.MapFS {
	t.Helper()
	record := func(id, fields string) *fstest.MapFile {
		return &fstest.MapFile{Data: []byte("id: " + id + "\nsource: {key: smith-1900, locator: \"3\"}\n" + fields)}
	}
	return fstest.MapFS{
		"sources/a.json": {Data: []byte(`[{"id":"smith-1900","type":"book","title":"Þulur of a Coast","author":[{"family":"Smíth","given":"Ann"}]},{"id":"b","type":"book","title":"B"}]`)},
		"records/1.yaml": record("R.1", "game: Kiôz\ntype: ethnography\ndate: {edtf: 1888~, of: play}\nlocation: {name: Rocky Coast, coordinates: [-12.5, 130.8]}\nuncertainty: [translated, hearsay]\nclauses: [{n: 1, text: Nine men each.}, {n: 2, text: Lots are cast., wording: lotts}]\n"),
		"records/2.yaml": record("R.2", "game: Tâb\ndate: {edtf: 1900/1950, of: publication}\nclauses: [{n: 1, text: Nine sticks are cast by the men.}]\n"),
		"records/3.yaml": record("R.3", "game: Tâb\nclauses: [{n: 1, text: Walnuts., note: lots of them}]\n"),
	}
}

func TestFilter(t *testing.T) {
	c, errs := Load(found(t), "")
	if errs != nil {
		t.Fatal(errs)
	}
	query := func(s string) Query {
		q, err := ParseQuery(s)
		if err != nil {
			t.Fatal(err)
		}
		return q
	}
	range1888, _ := date.ParseEDTF("1886/1910")
	box, _ := ParseBox("-13,130,-12,131")
	for i, f := range []struct {
		filter Filter
		want   string
	}{
		{Filter{}, "R.1 R.2 R.3"},
		{Filter{Words: query("nine men")}, "R.1 R.2"},
		{Filter{Words: query("men nine lots")}, "R.1"}, // over clauses
		{Filter{Words: query(`"men each"`)}, "R.1"},
		{Filter{Words: query(`"each lots"`)}, ""}, // not across clauses
		{Filter{Words: query("smith thulur")}, "R.1 R.2 R.3"},
		{Filter{Words: query("lotts")}, "R.1"},
		{Filter{Game: query("tab")}, "R.2 R.3"},
		{Filter{Place: query("coast")}, "R.1"},
		{Filter{Source: query("smith-1900")}, "R.1 R.2 R.3"},
		{Filter{Type: "ethnography"}, "R.1"},
		{Filter{Date: range1888}, "R.1/possibly R.2/possibly"},
		{Filter{Date: range1888, DateOf: "play"}, "R.1/possibly"},
		{Filter{Date: range1888, Certain: true}, ""},
		{Filter{Box: &box}, "R.1"},
		{Filter{Uncertainty: []string{"hearsay", "translated"}}, "R.1"},
		{Filter{Uncertainty: []string{"hearsay", "incomplete"}}, ""},
		{Filter{Questions: true}, "R.3"},
	} {
		var got []string
		for _, r := range c.Records {
			card := c.Card(r)
			if r.ID == "R.3" {
				card.Questions = []string{"a#q"}
			}
			if found, ok := f.filter.Match(card); ok {
				s := r.ID
				if found.When != "" {
					s += "/" + found.When
				}
				got = append(got, s)
			}
		}
		if strings.Join(got, " ") != f.want {
			t.Errorf("filter %d: %v, want %s", i, got, f.want)
		}
	}
	words := &Filter{Words: query("lots walnut")}
	hit, _ := words.Match(c.Card(c.Record("R.3")))
	words.Show(&hit)
	if diff := cmp.Diff([]Hit{{Text{"clause", 1, "Walnuts."}, []HitSpan{{0, 7}}}, {Text{"note", 1, "lots of them"}, []HitSpan{{0, 4}}}}, hit.Hits); diff != "" {
		t.Error(diff)
	}
}

// A phrase stands in one text, and words may stand in several.
func TestPhraseStaysInItsText(t *testing.T) {
	for text, want := range map[string]bool{"\"nine men\"": true, "\"men move\"": false, "men-move": false, "men move": true, "\"nine me\"": false, "nine-me": true} {
		q, err := ParseQuery(text)
		if err != nil {
			t.Fatal(err)
		}
		card := &Card{Texts: []Text{{"clause", 1, "Nine men."}, {"clause", 2, "Move them."}}}
		if _, got := (&Filter{Words: q}).Match(card); got != want {
			t.Errorf("%s: %v", text, got)
		}
	}
}

// Scan hands over every record in the order of the files, keeps none, and finds
// the same errors as Load.
func TestScan(t *testing.T) {
	files := fstest.MapFS{"sources/a.json": {Data: []byte(`[{"id":"a","type":"book","title":"A"}]`)}}
	for i := range 300 {
		files[fmt.Sprintf("records/%03d.yaml", i)] = &fstest.MapFile{Data: fmt.Appendf(nil,
			"id: R.%d\ngame: G\nsource: {key: a}\nclauses: [{n: 1, text: x, supports: R.%d#1}]\n", i, (i+7)%300)}
	}
	files["records/100.yaml"].Data = []byte("id: R.99\ngame: G\nsource: {key: b}\nclauses: [{n: 1, text: x}]\n")
	var ids []string
	steps := 0
	c, errs := Scan(context.Background(), files, "", ScanOptions{Progress: func(done, total int) {
		steps++
		if done != steps || total != 300 {
			t.Errorf("step %d of %d after %d", done, total, steps)
		}
	}}, func(_ *Corpus, r *Record) { ids = append(ids, r.ID) })
	if len(ids) != 299 || steps != 300 || len(c.Records) != 0 || c.Source("a") == nil {
		t.Errorf("%d records, %d steps, %d kept", len(ids), steps, len(c.Records))
	}
	for i, id := range ids {
		if want := i; i >= 100 && id != fmt.Sprintf("R.%d", want+1) || i < 100 && id != fmt.Sprintf("R.%d", want) {
			t.Fatalf("record %d is %s", i, id)
		}
	}
	// R.99 twice, and R.93 refers to R.100, which is not there.
	if len(errs) != 2 || !strings.Contains(errs.Error(), "used twice") || !strings.Contains(errs.Error(), "R.100") {
		t.Error(errs)
	}
	ctx, cancel := context.WithCancel(context.Background())
	n := 0
	Scan(ctx, files, "", ScanOptions{}, func(*Corpus, *Record) {
		if n++; n == 5 {
			cancel()
		}
	})
	if n < 5 || n > 100 {
		t.Errorf("after the scan was stopped, %d records went by", n)
	}
}

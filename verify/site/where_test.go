package site_test

import (
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/lectio/lectio/testdata/bundled"
	"github.com/lectio/lectio/testdata/long"
	"github.com/lectio/lectio/verify/site"
)

// The map has the places of all records: a region as an area, what lies between two known
// places as a line, and what has only the name of a place that another record knows where that
// is. The timeline has all dates, one of a year as a disc, one that its
// record doubts paler, and the doubt in words.
func TestMapAndTimelineHaveAllRecords(t *testing.T) {
	files := map[string]string{"sources/s.json": `[{"id": "s", "type": "book", "title": "A book"}]`}
	for id, about := range map[string]string{
		"P.1": "location: {name: Porthaven, coordinates: [57.71, 11.97]}\ndate: {edtf: '1641'}",
		"P.2": "location: {name: Vey, coordinates: [59.33, 18.06]}\ndate: {edtf: ../1694}",
		"P.3": "location: {in: the coast, between: [Porthaven, Vey]}\ndate: {edtf: 1700/1720}",
		"P.4": "location: {in: Iceland, coordinates: [65, -18.6], precision: 250 km}",
		"P.5": "location: {name: Vey}",
		"P.6": "location: {in: Palestine}",
		"P.7": "date: {edtf: 1931-08-12, of: recording}",
		"P.8": "date: {edtf: 1862/1889}\nuncertainty: dates disagree",
		"P.9": "location: {name: Quill, coordinates: [51, 10], precision: 40 km}",
	} {
		files["records/"+id+".yaml"] = fmt.Sprintf("id: %s\ngame: Tern\nsource: {key: s}\n%s\n", id, about)
	}
	page := string(siteOf(t, now, files)().Files["index.html"])
	text := plain([]byte(page))
	for _, want := range []string{
		"Porthaven: Tern: Porthaven, 1641", "between Porthaven and Vey, the coast: Tern: between Porthaven and Vey, the coast, 1700–1720", "Iceland, known within about 250 km: Tern: Iceland", "Quill, known within about 40 km: Tern: Quill", "1862–1889 (dates disagree)",
		"Vey: Tern: Vey, until 1694 ; Tern: Vey", "Nowhere (1 record); Palestine (1 record)", "Records that name no place: 2.", "Records without a date: 4.",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("the first page does not say %q:\n%s", want, text)
		}
	}
	_, drawn, _ := strings.Cut(page, `<figure class="map">`)
	count := func(what string, want int) {
		t.Helper()
		if n := len(regexp.MustCompile(what).FindAllString(drawn, -1)); n != want {
			t.Errorf("there are %d of %s, not %d", n, what, want)
		}
	}
	count(`class="between"`, 1)
	count(`class="area"`, 2)
	count(`<ellipse class="mark"`, 2)
	count(`<circle class="bar`, 3) // 1641, 1931 and the 1895 of the example
	count(`<rect class="bar open"`, 1)
	count(`<rect class="bar"`, 1)
	count(`<rect class="bar vague"`, 1)
}

// A record that names a place several times, as where it was found and where it is told of, is
// one record of that place.
func TestRecordsOfAPlaceAreCountedOnce(t *testing.T) {
	files := map[string]string{"sources/s.json": `[{"id": "s", "type": "book", "title": "A book"}]`}
	for i := range 10 {
		files[fmt.Sprintf("records/P.%d.yaml", i)] = fmt.Sprintf(`id: P.%d
game: Tern
source: {key: s}
location: {name: Porthaven, coordinates: [57.71, 11.97]}
places:
  - {name: Vey}
  - {name: Vey}
object:
  find-spot: {name: Porthaven, coordinates: [57.71, 11.97]}
`, i)
	}
	pageSays(t, siteOf(t, now, files)(), "index.html", []string{"; and 2 more", "Vey (10 records)"})
}

// What stands below the map and the timeline explains the kinds of marks that are drawn, and no
// others.
func TestLegendsExplainWhatIsDrawn(t *testing.T) {
	words := map[string]string{"disc": "a disc is a place", "area": "a shaded area", "line": "a thick broken line", "year": "a disc is a date", "bar": "a bar is", "vague": "a paler one", "open": "the palest"}
	for _, x := range []struct{ about, marks string }{
		{"location: {name: Porthaven, coordinates: [57.71, 11.97]}\ndate: {edtf: '1641'}", "disc year"},
		{"location: {name: Iceland, coordinates: [65, -18.6], precision: 250 km}\ndate: {edtf: 1862/1889}", "area bar year"},
		{"location: {name: Quill, coordinates: [51, 10], precision: 40 km}\ndate: {edtf: '1641'}", "area year"},
		{"location: {in: the coast, between: [Porthaven, Vey]}\nplaces:\n  - name: Porthaven\n    coordinates: [57.71, 11.97]\n  - name: Vey\n    coordinates: [59.33, 18.06]\ndate: {edtf: '1641?'}", "disc line year vague"},
		{"location: {name: Porthaven, coordinates: [57.71, 11.97]}\ndate: {edtf: ../1694}", "disc year bar open"},
	} {
		page := plain(siteOf(t, now, map[string]string{
			"sources/s.json":   `[{"id": "s", "type": "book", "title": "A book"}]`,
			"records/P.1.yaml": "id: P.1\ngame: Tern\nsource: {key: s}\n" + x.about + "\n",
		})().Files["index.html"])
		for kind, said := range words {
			if drawn := slices.Contains(strings.Fields(x.marks), kind); strings.Contains(strings.ToLower(page), said) != drawn {
				t.Errorf("%s: %q is explained: %t", x.about, said, !drawn)
			}
		}
	}
}

// The years below the timeline are round numbers on either side of the birth of Christ.
func TestYearsAreRound(t *testing.T) {
	page := string(siteOf(t, now, map[string]string{
		"sources/s.json":   `[{"id": "s", "type": "book", "title": "A book"}]`,
		"records/P.1.yaml": "id: P.1\ngame: Tern\nsource: {key: s}\ndate: {edtf: '-2600'}\n",
	})().Files["index.html"])
	_, years, _ := strings.Cut(page, `<li class="years"`)
	var have []string
	for _, m := range regexp.MustCompile(`<text[^>]*>([^<]*)</text>`).FindAllStringSubmatch(years, -1) {
		have = append(have, m[1])
	}
	if want := []string{"3000 BCE", "2000 BCE", "1000 BCE", "1 BCE", "1000", "2000"}; !slices.Equal(have, want) {
		t.Errorf("the years are %q, not %q", have, want)
	}
}

// In a corpus of thousands of records no page grows beyond what a browser loads at once, and
// the map, the timeline and the list still have them all.
func TestManyRecordsMakeNoLargePage(t *testing.T) {
	files := map[string]string{"sources/s.json": `[{"id": "s", "type": "book", "title": "A book"}]`}
	many := long.Of(450, 3000)
	for i := range many {
		files[fmt.Sprintf("records/P.%d.yaml", i)] = fmt.Sprintf("id: P.%d\ngame: Game %d\nsource: {key: s}\nlocation: {name: Place %d, coordinates: [%.2f, %.2f]}\ndate: {edtf: '%d'}\n",
			i, i%400, i, float64(i%120)-40, float64(i%1700)*0.2-170, 1200+i%700)
	}
	s := siteOf(t, now, files)()
	listed := 0
	for name, data := range s.Files {
		if strings.HasSuffix(name, ".html") && len(data) > 300_000 {
			t.Errorf("%s has %d bytes", name, len(data))
		}
		if strings.HasPrefix(name, "records/") {
			listed += strings.Count(string(data), `<p class="small">P.`)
		}
	}
	if listed != many {
		t.Errorf("%d records are listed", listed)
	}
	home := plain(s.Files["index.html"])
	if !strings.Contains(home, "further games") || strings.Contains(home, "Records without a date: ") {
		t.Error("the timeline does not have all dates")
	}
}

// A place that has only the name of its region is called by that wherever a page says where a
// game is from, and a record's title says what its date is of and that it is doubted.
func TestPlacesAndDatesAreCalled(t *testing.T) {
	const file = "records/EXAMPLE.1.yaml"
	data, err := os.ReadFile("../../rulesets/starter/corpus/evidence/" + file)
	if err != nil {
		t.Fatal(err)
	}
	text := strings.NewReplacer("{name: Nowhere}", "{in: the fens}", "[secondary text]", "[dates disagree]").Replace(string(data))
	s := siteOf(t, now, map[string]string{file: text})()
	for name, want := range map[string]string{
		"index.html":                  "· the fens · published 1895 (dates disagree)",
		"three-in-a-row/index.html":   "Where the fens",
		"record/EXAMPLE.1/index.html": "Three in a Row: rules text, the fens, published 1895 (dates disagree)",
	} {
		pageSays(t, s, name, []string{want})
	}
}

// What a rule rests on that is seen on an object, and said by no clause, stands on the page of
// the game beside the rule, which is not among what is assumed; the page of the record leads
// there.
func TestObservationsWarrantRules(t *testing.T) {
	c := bundled.Gallery(t)
	s := unverified(t, c, site.Options{Evidence: c.Evidence}, "brandubh")()
	page := plain(s.Files["brandubh/index.html"])
	seen, _ := c.Evidence.Record("Gallery.ballinderry").Says(1)
	at, assumed := strings.Index(page, "What is seen"), strings.Index(page, "Rules that no clause states and that are assumed")
	if said := strings.Index(page, seen); at < 0 || said < at || assumed >= 0 {
		t.Errorf("what is seen stands at %d, %q at %d and what is assumed at %d", at, seen, said, assumed)
	}
	record := string(s.Files["record/Gallery.ballinderry/index.html"])
	if !strings.Contains(record, `href="../../brandubh/index.html#rule-board"`) {
		t.Error("the record does not lead to the rule of the board that rests on it")
	}
}

// A date says of how many clauses it is not one, where most are as another than the source gives
// them; where few are, or none, it says nothing.
func TestDatesSayWhatOthersGive(t *testing.T) {
	files := map[string]string{"sources/s.json": `[{"id": "s", "type": "book", "title": "A Book"}]`}
	for id, about := range map[string]string{
		"P.1": "game: Tern\ndate: {edtf: \"1694\"}\nclauses: [{n: 1, in: later, text: Two play.}, {n: 2, in: later, text: By turns.}, {n: 3, in: old, text: On a board.}]",
		"P.2": "game: Gull\ndate: {edtf: \"1701\"}\nclauses: [{n: 1, in: later, text: Two play.}, {n: 2, in: old, text: On a board.}]",
	} {
		files["records/"+id+".yaml"] = fmt.Sprintf("id: %s\nsource: {key: s}\ntexts: [{id: old, language: la, by: s}, {id: later, language: en, by: Ann Reader}]\n%s\n", id, about)
	}
	page := plain(siteOf(t, now, files)().Files["index.html"])
	if !strings.Contains(page, "1694; 2 of its 3 clauses as given by Ann Reader") || strings.Count(page, "as given by") != 1 {
		t.Errorf("the dates are said so:\n%s", page)
	}
}

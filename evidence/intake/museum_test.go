package intake

import (
	"encoding/csv"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
	"github.com/lectio/lectio/evidence"
	"github.com/lectio/lectio/evidence/date"
	"github.com/lectio/lectio/evidence/exchange"
)

// museum is a catalogue of gaming objects as a museum might write it: made up for this
// test from general knowledge of how such tables look, with no object of any museum.
// planted are the rows, as a spreadsheet counts them, in which a fault was put, with a
// word of what is to be said about it.
func museum(t *testing.T) (text string, planted map[int]string) {
	dates := []string{"c. 2600–2400 BC", "177–176 BCE", "1690-1718", "7thC BC", "19thC (early)", "2nd half of the 13th c.", "1890s", "before 1850", "spring 1732",
		"14/3/1888", "3/4/1901", "1911-12", "1st-2nd century AD", "3. Jh. v. Chr.", "vers 1780", "finales del siglo XVI", "1822", "c.1500?", "27 BC–AD 14", "n.d.",
		"mid-16th century", "after 1066", "between 1200 and 1250", "AD 79"}
	unread := []string{"reign of the second king", "Roman", "Dynasty XVIII"}
	places := []string{"Porthaven", "North Shore", "Gannet Hill", "Old Quay"}
	spots := []string{"51°30'N 0°7'W", "30 2 N, 31 14 E", "64.96, -19.02", "33.5S 151.2E", ""}
	kinds := []string{"Artefact", "Artifact", "object", "Artistic Depiction", "painting"}
	planted = map[int]string{}
	var b strings.Builder
	w := csv.NewWriter(&b)
	write := func(cells ...string) {
		if err := w.Write(cells); err != nil {
			t.Fatal(err)
		}
	}
	write("Reg. no.", "Game", "Kind of evidence", "Object", "Find-spot", "Lat/Long", "Production date", "Material", "Certainty", "Book no.", "Page", "Curator's comments")
	for i := range 1000 {
		row := i + 2
		cells := []string{fmt.Sprintf("%d,%04d.%d", 1850+i%100, i, i%7+1), []string{"Merels", "Tables", "Twenty squares"}[i%3], kinds[i%len(kinds)],
			[]string{"die", "gaming piece", "board"}[i%3], places[i%len(places)], spots[i%len(spots)], dates[i%len(dates)],
			[]string{"bone", "ivory", "stone; red"}[i%3], []string{"80", "90 %", ""}[i%3], fmt.Sprint(i%5 + 1), fmt.Sprint(i%300 + 1), "Seen on the shelf."}
		if i%97 == 50 {
			cells[6] = unread[i%len(unread)]
		}
		if i%20 == 7 { // 5 %
			switch i / 20 % 8 {
			case 0:
				cells[6], planted[row] = "31 February 1888", "no day 31"
			case 1:
				cells[6], planted[row] = "1718-1690", "ends before it begins"
			case 2:
				cells[5], planted[row] = "95.2, 12.0", "off the globe"
			case 3:
				cells[2], planted[row] = "thingamajig", "the type cannot be"
			case 4:
				cells[5], planted[row] = "12.0, 190.5", "the longitude"
			case 5:
				cells[0], planted[row] = fmt.Sprintf("%d,%04d.%d", 1850+(i-1)%100, i-1, (i-1)%7+1), "is in the table twice"
			case 6:
				cells[9], planted[row] = "77", "no such row"
			case 7:
				cells[8], planted[row] = "140", "confidence"
			}
		}
		write(cells...)
	}
	w.Flush()
	return b.String(), planted
}

const museumBooks = "No.,Author,Book title,Year of publication\n1,\"Smith, Ann\",Games of a Coast,1900\n2,\"Jones, Bo\",Boards,1853\n" +
	"3,\"Smith, Ann\",More Games,1905\n4,,Anonymous Games,1799\n5,\"Wren, C.; Finch, D.\",Birds at Play,1921\n"

// TestMuseum: a table of a thousand rows in a museum's own words comes in with one
// mapping; every fault is named by its row, and none is invented.
func TestMuseum(t *testing.T) {
	text, planted := museum(t)
	// The tests of the program read the same table.
	golden(t, filepath.Join("..", "..", "testdata", "tables", "museum.csv"), text)
	golden(t, filepath.Join("..", "..", "testdata", "tables", "books.csv"), museumBooks)
	files := fstest.MapFS{"evidence/sources/s.json": {Data: []byte(`[{"id": "s", "type": "book", "title": "T"}]`)},
		"evidence/records/Y.1.yaml": {Data: []byte("id: Y.1\ngame: Tern\nsource: {key: s}\n")}}
	c, errs := evidence.Load(files, "")
	if errs != nil {
		t.Fatal(errs)
	}
	table := func() ForeignTable {
		g, errs := exchange.ReadCSV("objects.csv", text)
		if errs != nil {
			t.Fatal(errs)
		}
		books, _ := exchange.ReadCSV("books.csv", museumBooks)
		if !IsForeign(g) {
			t.Fatal("the table is not seen to need a mapping")
		}
		m := GuessMapping(g)
		for heading, want := range map[string]string{"Reg. no.": "object inventory", "Game": "game", "Kind of evidence": "type", "Find-spot": "place", "Lat/Long": "coordinates",
			"Production date": "date", "Certainty": "confidence", "Page": "locator", "Material": "object material"} {
			if i := slices.IndexFunc(m.Columns, func(c MappedColumn) bool { return c.Heading == heading }); i < 0 || m.Columns[i].To != want {
				t.Errorf("%s is not guessed to be %s: %+v", heading, want, m.Columns)
			}
		}
		if m.Order != date.DayMonthYear || !m.Spans {
			t.Errorf("the dates are guessed to be %q, spans %v", m.Order, m.Spans)
		}
		m.Put("Curator's comments", "note")
		m.With = []string{"books.csv:Book no.=No."}
		// What is kept in the file says the same.
		again, errs := ReadMapping("objects.mapping.yaml", m.Document("objects.csv"))
		if errs != nil || string(again.Document("objects.csv")) != string(m.Document("objects.csv")) {
			t.Fatalf("the mapping does not come back: %v\n%s", errs, m.Document("objects.csv"))
		}
		return ForeignTable{Grid: g, Mapping: again, Joined: []*exchange.Grid{books}}
	}
	_, _, errs = Tables(c, files, "", nil, nil, []ForeignTable{table()}, Options{}, false)
	said := map[int][]string{}
	for _, e := range errs {
		if e.Cell == nil {
			t.Fatalf("a mistake in no row: %v", e)
		}
		said[e.Cell.Row] = append(said[e.Cell.Row], e.Message)
	}
	for row, want := range planted {
		if len(said[row]) != 1 || !strings.Contains(said[row][0], want) {
			t.Errorf("row %d: %q, not %q", row, said[row], want)
		}
	}
	for row, list := range said {
		if planted[row] == "" {
			t.Errorf("row %d has no fault, and is said to have %q", row, list)
		}
	}
	if len(planted) != 50 {
		t.Errorf("%d faults were planted", len(planted))
	}
	for i := 1; i < len(errs); i++ {
		if errs[i].Cell.Row < errs[i-1].Cell.Row {
			t.Fatalf("row %d stands behind row %d", errs[i].Cell.Row, errs[i-1].Cell.Row)
		}
	}
	if reasons := Reasons(errs); len(reasons) != 8 {
		t.Errorf("%d reasons: %+v", len(reasons), reasons)
	}
	// What is good comes in, the rest is left with its reasons.
	plan, left, errs := Tables(c, files, "", nil, nil, []ForeignTable{table()}, Options{}, true)
	if errs != nil || len(plan.Records) != 950 || len(left) != 50 {
		t.Fatalf("%d records, %d rows left, %v", len(plan.Records), len(left), errs)
	}
	for _, l := range left {
		if row := l.Table.RowNumber(l.Row); planted[row] == "" || len(l.Reasons) != 1 || !strings.Contains(l.Reasons[0], planted[row]) {
			t.Errorf("row %d is left for %q", row, l.Reasons)
		}
	}
	if len(plan.Sources) != 5 {
		t.Errorf("%d sources: %+v", len(plan.Sources), plan.Sources)
	}
	for _, want := range []string{"id: 1850-0000.1\n", "game: Merels\n", "type: artifact\n", "location: {name: Porthaven, coordinates: [51.500, -0.117], precision: 2 km}",
		"edtf: -2599~/-2399~", "as-written: c. 2600–2400 BC", "key: smith-1900", "object: {inventory: \"1850,0000.1\", material: [bone]}", "confidence: 80", "locator: 1"} {
		if !strings.Contains(plan.Records[0].Content, want) {
			t.Errorf("the first record has not %q:\n%s", want, plan.Records[0].Content)
		}
	}
	unread := 0
	for _, u := range plan.Understood {
		if u.To == "" && u.Doubt != "it says that there is no date" {
			unread += u.Count
		}
	}
	if unread == 0 {
		t.Error("dates that are not understood are not reported")
	}
}

var update = flag.Bool("update", false, "rewrite the tables of testdata/tables")

func golden(t *testing.T, file, got string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("%s (-want +got; -update rewrites it)\n%s", file, diff)
	}
}

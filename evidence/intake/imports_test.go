package intake

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
	"github.com/lectio/lectio/evidence"
	"github.com/lectio/lectio/evidence/exchange"
	"github.com/lectio/lectio/evidence/fold"
	"github.com/lectio/lectio/evidence/store"
	"github.com/lectio/lectio/testdata/long"
)

// imported plans the import of pages into a corpus, and returns the corpus that
// comes of it.
func imported(t *testing.T, base fstest.MapFS, files ...string) (*Plan, *evidence.Corpus) {
	t.Helper()
	if base == nil {
		base = fstest.MapFS{"evidence/records/.keep": {}, "evidence/sources/.keep": {}}
	}
	c, errs := evidence.Load(base, "")
	if errs != nil {
		t.Fatal(errs)
	}
	var pieces []*exchange.Piece
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		text, _, errs := exchange.Decode(filepath.Base(file), data, true)
		if errs != nil {
			t.Fatal(errs)
		}
		read := exchange.Page
		if strings.HasSuffix(file, ".lud") {
			read = exchange.Lud
		}
		more, errs := read(filepath.Base(file), text)
		if errs != nil {
			t.Fatal(errs)
		}
		pieces = append(pieces, more...)
	}
	plan, errs := Import(c, base, "", pieces, nil, Options{})
	if errs != nil {
		t.Fatal(errs)
	}
	got, errs := evidence.Load(store.Overlay(base, plan.Files), "")
	if errs != nil {
		t.Fatal(errs)
	}
	return plan, got
}

// facts are what a page says of a record, as the corpus has it.
func facts(c *evidence.Corpus, id string) string {
	r := c.Record(id)
	if r == nil {
		return "no record"
	}
	var b strings.Builder
	for i, cell := range RecordCells(r, RecordColumns) {
		if cell != "" && i > 0 {
			fmt.Fprintf(&b, "%s: %s\n", RecordColumns[i].Name, cell)
		}
	}
	for _, l := range r.Texts {
		fmt.Fprintf(&b, "[%s] %s\n", l.ID, l.Text)
	}
	for _, cl := range r.Clauses {
		fmt.Fprintf(&b, "%d %s: %s\n", cl.N, cl.In, cl.Text)
	}
	return b.String()
}

func TestImportPages(t *testing.T) {
	const dir = "../../testdata/pages/"
	want := map[string]string{
		"DLP.Evidence.90001": `game: Tern
type: ethnography
place: Tidewater
place note: The piece itself names no place; it stands on the page for this one.
date: 1890/1895
date as written: 1890-01-01 - 1895-12-31
source: smith-1900
locator: 12-14
source as written: Smith, A. 1900. Games of a Coast. Porthaven: Shore Press.
via: dlp
confidence: 75
uncertainty: place inferred
ages: Adult; Child
genders: All
[rules] 3x4 board. Nine pieces per player, i.e. eighteen in all. A piece may be moved to the opposite side.
[content] "Each hath nyne men.
Source of all their sport is the tide.
They cast lotts who shall begin." Smith 1900: 12-14.
1 rules: 3x4 board.
2 rules: Nine pieces per player, i.e. eighteen in all.
3 rules: A piece may be moved to the opposite side.
`,
		"DLP.Evidence.90002": `game: Sand Gull
type: artifact
place: Porthaven
date: -0300/0050
date as written: -0300-01-01 - 0050-12-31
source: smith-1900
source as written: Smith, A. 1900. Games of a Coast. Porthaven: Shore Press.
via: dlp
confidence: 100
note: On the page: Material Bone
[content] A board of bone, scratched with lines. = not a formula, & no entity.
1 content: A board of bone, scratched with lines. = not a formula, & no entity.
`,
		"DLP.GameRulesets.90003": `game: Gull
type: rules text
summary: The rules of Gull as they are told in Porthaven.
place: Porthaven
source: smith-1900-2
locator: 20-21
source as written: Smith 1900: 20-21.
via: dlp
period: Modern
note: Other rulesets: Storm Gull
[rules] Two rows of six holes. Each player has twelve men.
[description] Told by a keeper of the light.
1 rules: Two rows of six holes.
2 rules: Each player has twelve men.
`,
		"DLP.Games.90004": `game: Gull
type: rules text
place: Porthaven
source: smith-1900-2
locator: 20-21
source as written: Smith 1900: 20-21
via: dlp
note: origin: This game was played in Porthaven.
classification: board/race/escape
credit: A. Tester
version: 1.2.3
[rules] Two rows of six holes. The last man wins.
[description] A game of the "coast".
1 rules: Two rows of six holes.
2 rules: The last man wins.
`,
		"DLP.GameRulesets.90005": `game: Gull
type: rules text
source: dlp
note: The ruleset is called Ruleset/Storm Gull (Described).
[rules] The first man wins.
1 rules: The first man wins.
`,
	}
	for _, page := range []string{"place.txt", "place.html"} {
		plan, c := imported(t, nil, dir+page, dir+"ruleset.txt", dir+"gull.lud")
		if len(c.Records) != len(want) || len(plan.Sources) != 3 {
			t.Errorf("%s: records %v, sources %v", page, c.RecordIDs(), c.SourceKeys())
		}
		for id, facted := range want {
			// White space within a text of HTML is not kept.
			if diff := cmp.Diff(facted, facts(c, id)); diff != "" {
				t.Errorf("%s, %s: (-want +got)\n%s", page, id, diff)
			}
		}
	}
}

// TestImportSeeds reads the pages that the project began with.
func TestImportSeeds(t *testing.T) {
	dir := os.Getenv("LECTIO_SEEDS")
	if dir == "" {
		t.Skip("LECTIO_SEEDS is not set")
	}
	files, _ := filepath.Glob(filepath.Join(dir, "*.txt"))
	_, c := imported(t, nil, files...)
	if len(files) != 5 || len(c.Records) != 7 {
		t.Fatalf("%d pages, records %v", len(files), c.RecordIDs())
	}
	bundled, _ := evidence.Load(evidence.Bundled, "")
	pages := ""
	for _, file := range files {
		data, _ := os.ReadFile(file)
		pages += string(data)
	}
	accounted := ""
	for _, r := range c.Records {
		known := bundled.Record(r.ID)
		if known == nil {
			t.Errorf("%s is no record of the bundled corpus", r.ID)
			continue
		}
		if r.Game != known.Game || r.Type != known.Type || r.Location == nil || r.Location.Name != known.Location.Name || r.Period != known.Period ||
			len(r.Ages) != len(known.Ages) || len(r.Genders) != len(known.Genders) || r.Source.Locator != known.Source.Locator ||
			(r.Confidence == nil) != (known.Confidence == nil) {
			t.Errorf("%s: other facts than those a person took from the page:\n%s", r.ID, facts(c, r.ID))
		}
		if strings.HasPrefix(r.ID, "DLP.Evidence.") && (r.Date == nil || r.Date.AsWritten == "" || len(r.Texts) != 2) {
			t.Errorf("%s is not complete:\n%s", r.ID, facts(c, r.ID))
		}
		all := facts(c, r.ID)
		for _, furniture := range []string{"Maastricht", "Contact", "Tournaments", "lkjh", "See the game", "Browse all", "pieces of evidence"} {
			if strings.Contains(all, furniture) {
				t.Errorf("%s has %q, which is furniture", r.ID, furniture)
			}
		}
		accounted += all
	}
	// Every line of the pages that is long enough to say something is in a record.
	accounted = fold.OneLine(accounted)
	for line := range strings.SplitSeq(pages, "\n") {
		_, value, _ := strings.Cut(fold.OneLine(line), " ")
		if len(value) > 120 && !strings.HasPrefix(line, "lkjh") && !strings.Contains(accounted, value) && !strings.Contains(accounted, fold.OneLine(line)) {
			t.Errorf("lost: %.80s", line)
		}
	}
}

// TestImportKeeps: a page fills in what a record lacks and replaces nothing.
func TestImportKeeps(t *testing.T) {
	base := fstest.MapFS{"evidence/sources/s.json": {Data: []byte(`[{"id": "own", "type": "book", "title": "T"}]`)},
		"evidence/records/x.yaml": {Data: []byte("# mine\nid: DLP.Evidence.90001\ngame: Terns   # two of them\nsource: {key: own}\nclauses:\n  - {n: 1, text: Own words.}\n")},
		"evidence/records/y.yaml": {Data: []byte("id: DLP.Evidence.90002\ngame: Sand Gull\nsource: {key: own}\nclauses:\n  - {n: 1, text: Own.}\n")}}
	plan, c := imported(t, base, "../../testdata/pages/place.txt")
	r := c.Record("DLP.Evidence.90001")
	if r.Game != "Terns" || r.Clauses[0].Text != "Own words." || *r.Confidence != 75 || r.Date.EDTF.Text != "1890/1895" || r.Source.Key != "own" {
		t.Errorf("%s", facts(c, r.ID))
	}
	kept := 0
	for _, ch := range plan.Changes {
		if ch.Kept {
			kept++
		}
	}
	if kept != 1 || len(plan.Records) != 0 || len(plan.Sources) != 0 {
		t.Errorf("%+v", plan)
	}
	for _, f := range plan.Files {
		if f.Name == "evidence/records/x.yaml" && !strings.HasPrefix(string(f.New), "# mine\nid: DLP.Evidence.90001\ngame: Terns   # two of them\n") {
			t.Errorf("%s", f.New)
		}
	}
}

// TestImportErrors: what is wrong has its place, and nothing is planned.
func TestImportErrors(t *testing.T) {
	for _, tt := range []struct{ name, text, want string }{
		{"type", "1 pieces of evidence found.\nId DLP.Evidence.1\nType Rumour\nGame G\nRules R.\nConfidence 100\nSource S. 1900. T.", `p.txt:3:6: the type cannot be "rumour"`},
		{"confidence", "1 pieces of evidence found.\nId DLP.Evidence.1\nGame G\nRules R.\nConfidence 101\nSource S. 1900. T.", `p.txt:5:12: the confidence cannot be "101"`},
		{"count", "2 pieces of evidence found.\nId DLP.Evidence.1\nGame G\nRules R.\n", "p.txt:1:1: the page promises another number"},
		{"no text", "1 pieces of evidence found.\nId DLP.Evidence.1\nGame G\nConfidence 100\n", "p.txt:2:4: there is no text to make clauses of"},
		{"no game", "1 pieces of evidence found.\nId DLP.Evidence.1\nRules R.\n", "p.txt:2:4: the piece DLP.Evidence.1 does not say of what game"},
		{"path", "1 pieces of evidence found.\nId ../../etc/passwd\nRules R.\n", "p.txt: no piece of evidence"},
		{"twice", "2 pieces of evidence found.\nId DLP.Evidence.1\nGame G\nRules R.\nId DLP.Evidence.1\nGame G\nRules R.\n", "p.txt:5:4: the page has DLP.Evidence.1 twice"},
		{"ruleset", "Ruleset: X\n\nRules\n\nR.\n\n", "p.txt:1:1: the page of the ruleset \"X\" has no identifier"},
	} {
		base := fstest.MapFS{"evidence/records/.keep": {}}
		c, _ := evidence.Load(base, "")
		pieces, errs := exchange.Page("p.txt", tt.text)
		if len(errs) == 0 {
			_, errs = Import(c, base, "", pieces, nil, Options{})
		}
		if len(errs) != 1 || !strings.HasPrefix(errs[0].Error(), tt.want) {
			t.Errorf("%s: %v", tt.name, errs)
		}
	}
}

// grid reads a table.
func grid(t *testing.T, name, text string) *exchange.Grid {
	t.Helper()
	g, errs := exchange.ReadCSV(name, text)
	if errs != nil {
		t.Fatal(errs)
	}
	return g
}

func TestImportTables(t *testing.T) {
	base := fstest.MapFS{"evidence/sources/s.json": {Data: []byte(`[{"id": "own", "type": "book", "title": "T"}]`)},
		"evidence/records/x.yaml": {Data: []byte("id: A.1\ngame: Old   # keep\nsource: {key: own}\nvia: [own]\n\nclauses:\n  - {n: 1, text: One.}\n  - n: 3\n    text: Three.   # keep too\n    rule: no\n    why: w\n")}}
	c, errs := evidence.Load(base, "")
	if errs != nil {
		t.Fatal(errs)
	}
	records := grid(t, "r.csv", "\"id\";game;date;Location;coordinates;source;via;rules\nA.1;New;1888~;Here;1.5, 2;own;own;\nA.2;Other;1900;;;own;;\"Opposite, this. Then '=that'.\"\nA.3;\"'=1+1\";;;;own;;\n")
	clauses := grid(t, "c.csv", "record,n,text,rule,why\nA.1,1,One.,yes,\nA.1,2,Two: too.,,\nA.1,3,Three.,,\nA.3,2,b,no,because\nA.3,1,a,,\n")
	plan, errs := Import(c, base, "", nil, []*exchange.Grid{clauses, records}, Options{})
	if errs != nil {
		t.Fatal(errs)
	}
	got := map[string]string{}
	for _, f := range plan.Files {
		got[f.Name] = string(f.New)
	}
	want := map[string]string{
		"evidence/records/x.yaml": "id: A.1\ngame: New   # keep\nlocation: {name: Here, coordinates: [1.5, 2]}\ndate: {edtf: 1888~}\nsource: {key: own}\nvia: [own]\n\nclauses:\n  - {n: 1, text: One.}\n  - {n: 2, text: \"Two: too.\"}\n  - n: 3\n    text: Three.   # keep too\n",
		"evidence/records/A.2.yaml": "id: A.2\ngame: Other\ndate: {edtf: 1900}\nsource: {key: own}\ntexts:\n  - id: rules\n    rights: not stated\n    text: \"Opposite, this. Then '=that'.\"\n" +
			"# Proposed from the text, a sentence each: say them again in your own words.\nclauses:\n  # \"Opposite\" seen from where, and of what?\n  - n: 1\n    in: rules\n    text: \"Opposite, this.\"\n  - n: 2\n    in: rules\n    text: Then '=that'.\n",
		"evidence/records/A.3.yaml": "id: A.3\ngame: \"=1+1\"\nsource: {key: own}\nclauses:\n  - n: 1\n    text: a\n  - n: 2\n    text: b\n    rule: no\n    why: because\n",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	if n := len(plan.Changes); n != 6 { // game, date, place, coordinates, rule, why
		t.Errorf("%d changes: %+v", n, plan.Changes)
	}
}

// TestImportTwoCopies: two people edited copies of one table.
func TestImportTwoCopies(t *testing.T) {
	base := fstest.MapFS{"evidence/sources/s.json": {Data: []byte(`[{"id": "own", "type": "book", "title": "T"}]`)},
		"evidence/records/x.yaml": {Data: []byte("id: A.1\ngame: Old\nsource: {key: own}\nclauses:\n  - {n: 1, text: One.}\n")}}
	c, _ := evidence.Load(base, "")
	first, second := "id,game,note\nA.1,New,Mine.\n", "id,period,game\nA.1,Modern,New\n"
	plan, errs := Import(c, base, "", nil, []*exchange.Grid{grid(t, "a.csv", first), grid(t, "b.csv", second)}, Options{})
	if errs != nil || len(plan.Changes) != 3 {
		t.Fatalf("%v %+v", errs, plan)
	}
	if text := string(plan.Files[0].New); !strings.Contains(text, "game: New\n") || !strings.Contains(text, "period: Modern\n") || !strings.Contains(text, "note: Mine.\n") {
		t.Errorf("%s", text)
	}
	_, errs = Import(c, base, "", nil, []*exchange.Grid{grid(t, "a.csv", first), grid(t, "b.csv", strings.Replace(second, "New", "Newer", 1))}, Options{})
	if want := `b.csv:2:12: two tables change one value to different texts (row 2, column C: game); found "Newer", expected "New", as at a.csv:2:5`; len(errs) != 1 || errs[0].Error() != want {
		t.Errorf("%v", errs)
	}
}

func TestImportTableErrors(t *testing.T) {
	base := fstest.MapFS{"evidence/sources/s.json": {Data: []byte(`[{"id": "own", "type": "book", "title": "T"}]`)},
		"evidence/records/x.yaml": {Data: []byte("id: A.1\ngame: Old\nsource: {key: own}\nclauses:\n  - {n: 1, text: One.}\n")}}
	for _, tt := range []struct{ text, want string }{
		{"id,game,dat\nA.1,G,1900\n", `t.csv:1:9: unknown column "dat"; did you mean "date"`},
		{"id,game\n../../x,G\n", `t.csv:2:1: the id of the record cannot be "../../x"`},
		{"id,game\n,G\n", "t.csv:2:1: the row has no id"},
		{"id,game\nA.1,G\nA.1,H\n", "t.csv:3:1: the record \"A.1\" is in the table twice"},
		{"id,date\nA.1,1892-1888\n", "t.csv:2:5: the date cannot be: the interval ends before it begins"},
		// Line and column are those of the file, row and column those that people see.
		{"\n\nid,note,type\n\nA.1,\"a\nb\n\",artifakt\n", `t.csv:7:3: the type cannot be "artifakt"; expected one of: rules text`},
		{"\n\nid,note,type\n\nA.1,\"a\nb\n\",artifakt\n", `did you mean "artifact"? (in evidence/records/x.yaml) (row 5, column C: type)`},
		{"id,note,type,confidence\nA.1,ë,artifakt,7\n", `t.csv:2:7: the type cannot be "artifakt"`},
		{"id,game,source,rules\nA.9,G,nobody,R.\n", `t.csv:2:7: the source "nobody" is nowhere`},
		{"id,game,source,rules\nCON,G,own,R.\n", `t.csv:2:1: files are named after the id, and on some systems no file can be called "CON"`},
		{"id,game,source,rules\nnul.7,G,own,R.\n", `no file can be called "nul.7"`},
		{"id,game,source,rules\nA.,G,own,R.\n", `no file can be called "A."`},
		{"id,game,source,rules\na.1,G,own,R.\n", `t.csv:2:1: the id differs from "A.1" in capitals only`},
		{"id,game,source,rules\nB.1,G,own,R.\nb.1,G,own,R.\n", `t.csv:3:1: the id differs from "B.1" in capitals only`},
		{"id,game,source,rules\n" + strings.Repeat("A", 5000) + ",G,own,R.\n", "t.csv:2:1: the id of the record is too long (row 2, column A: id); found 5000 characters"},
		{"id,game,source,rules\nA.9,\u200b,own,R.\n", "t.csv:2:5: the game is empty (in evidence/records/A.9.yaml) (row 2, column B: game); found nothing that can be seen"},
		{"record,n,text\nA.1,2,\u200b\n", "t.csv:2:5: the text of clause 2 is empty"},
		{"record,n,text\nA.1,02,y\n", "t.csv:2:5: this is no number of a clause; write 2 (row 2, column B: n); found \"02\""},
		{"record,n,text\nA.1,+2,y\n", "t.csv:2:5: this is no number of a clause; write 2 (row 2, column B: n); found \"+2\""},
		{"record,n,text\nA.1,x,y\n", "t.csv:2:5: this is no number of a clause"},
		{"record,n,text\nA.7,1,y\n", "t.csv:2:1: there is no such record"},
		{"record,n,text\nA.1,1,\n", `clause 1 lacks the key "text"`},
		{"a,b\n1,2\n", "t.csv:1:1: this is no table of records, clauses, texts or sources"},
		{"record,layer,text\nA.1,../x,y\n", `t.csv:2:5: the id of a layer cannot be "../x"`},
		{"record,layer,text\nA.7,print,y\n", "t.csv:2:1: there is no such record"},
		{"record,layer,text\nA.1,print,y\nA.1,print,z\n", `t.csv:3:5: the layer "A.1/print" is in the table twice`},
		{"id,id\nA.1,A.1\n", "t.csv:1:4: the column \"id\" is there twice"},
	} {
		c, _ := evidence.Load(base, "")
		_, errs := Import(c, base, "", nil, []*exchange.Grid{grid(t, "t.csv", tt.text)}, Options{})
		if len(errs) == 0 || !strings.Contains(errs[0].Error(), tt.want) {
			t.Errorf("%q:\n got %v\nwant %s", tt.text, errs, tt.want)
		}
	}
}

// TestImportMany: a row of thousands costs no more than one of a few.
func TestImportMany(t *testing.T) {
	base := fstest.MapFS{"evidence/records/.keep": {}, "evidence/sources/s.json": {Data: []byte(`[{"id": "own", "type": "book", "title": "T"}]`)}}
	c, _ := evidence.Load(base, "")
	n, most := long.Of(400, 1500), 9.0
	growth := long.Growth(most, func(times int) {
		var b strings.Builder
		b.WriteString("id,game,date,source,rules\n")
		for i := range times * n {
			fmt.Fprintf(&b, "M.%d,Game %d,%d,own,\"A board of %d holes. Men may be moved, or not. Who has none has lost.\"\n", i, i, 1000+i%900, i)
		}
		plan, errs := Import(c, base, "", nil, []*exchange.Grid{grid(t, "t.csv", b.String())}, Options{})
		if errs != nil || len(plan.Records) != times*n {
			t.Fatal(errs)
		}
	})
	if growth > most {
		t.Errorf("%d rows take %.1f times as long as %d", 4*n, growth, n)
	}
}

// TestImportDateCells: a date cell is the day that LibreOffice shows, and a plain
// number a year.
func TestImportDateCells(t *testing.T) {
	const file = "../../testdata/workbooks/dates"
	base := fstest.MapFS{"evidence/records/.keep": {}, "evidence/sources/s.json": {Data: []byte(`[{"id": "own", "type": "book", "title": "T"}]`)}}
	c, _ := evidence.Load(base, "")
	grids, errs := exchange.ReadXLSX(file + ".xlsx")
	if errs != nil {
		t.Fatal(errs)
	}
	plan, errs := Import(c, base, "", nil, grids, Options{})
	if errs != nil {
		t.Fatal(errs)
	}
	got, errs := evidence.Load(store.Overlay(base, plan.Files), "")
	if errs != nil {
		t.Fatal(errs)
	}
	data, err := os.ReadFile(file + ".csv")
	if err != nil {
		t.Fatal(err)
	}
	rows := 0
	for _, row := range grid(t, "dates.csv", string(data)).Rows[1:] {
		rows++
		if r := got.Record(row.Cells[0]); r == nil || r.Date == nil || r.Date.EDTF.Text != row.Cells[2] {
			t.Errorf("%s: want the date %s in\n%s", row.Cells[0], row.Cells[2], facts(got, row.Cells[0]))
		}
	}
	if rows != 12 || len(got.Records) != rows {
		t.Errorf("%d rows, %d records", rows, len(got.Records))
	}
}

// TestImportDateCellErrors: a date that cannot be relied on, and one where a text
// belongs, are refused by row and column; columns that are not read do not matter.
func TestImportDateCellErrors(t *testing.T) {
	base := fstest.MapFS{"evidence/sources/s.json": {Data: []byte(`[{"id": "own", "type": "book", "title": "T"}]`)},
		"evidence/records/x.yaml": {Data: []byte("id: A.1\ngame: Old\nsource: {key: own}\nclauses:\n  - {n: 1, text: One.}\n")}}
	c, _ := evidence.Load(base, "")
	records := &exchange.Grid{File: "b.xlsx", Sheet: "records", Rows: []exchange.GridRow{
		{Line: 1, Cells: []string{"id", "date", "locator", "clauses", "rules"}},
		{Line: 2, Cells: []string{"A.1", "", "2026-12-14", "2026-01-01", ""}, Dates: map[int]string{1: "it has a time of day", 2: "", 3: "odd", 4: ""}},
	}}
	clauses := &exchange.Grid{File: "b.xlsx", Sheet: "clauses", Rows: []exchange.GridRow{
		{Line: 1, Cells: []string{"record", "n", "text"}},
		{Line: 7, Cells: []string{"A.1", "1", "1888-05-17"}, Dates: map[int]string{2: ""}},
	}}
	_, errs := Import(c, base, "", nil, []*exchange.Grid{records, clauses}, Options{})
	var got []string
	for _, e := range errs {
		message, _, _ := strings.Cut(e.Error(), ";")
		got = append(got, message)
	}
	want := []string{`b.xlsx!clauses!C7: a date stands in the column "text", perhaps made of something else that was typed there`,
		"b.xlsx!records!B2: the date cannot be taken over: it has a time of day",
		`b.xlsx!records!C2: a date stands in the column "locator", perhaps made of something else that was typed there`,
		`b.xlsx!records!E2: a date stands in the column "rules", perhaps made of something else that was typed there`}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

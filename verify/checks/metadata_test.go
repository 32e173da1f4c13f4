package checks_test

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/lectio/lectio/verify/checks"

	"github.com/lectio/lectio/evidence"
	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/testdata/bundled"
	"github.com/lectio/lectio/verify"
)

// shelf are the sources of the records below.
const shelf = `[
{"id": "smith-1888", "type": "book", "title": "Games of a Coast", "author": [{"family": "Smithson", "given": "Ann"}], "issued": {"date-parts": [[1888], [1892]]}},
{"id": "jones-1853", "type": "book", "title": "A Book of Play", "author": [{"family": "Jónesen", "given": "Lea"}], "issued": {"date-parts": [[1853]]}},
{"id": "jones-1855", "type": "book", "title": "A Book of Play, again", "author": [{"family": "Jonesem", "given": "Lea"}], "issued": {"date-parts": [[1855]]}},
{"id": "article", "type": "article-journal", "title": "On Boards", "author": [{"family": "Doe", "given": "J."}], "issued": {"date-parts": [[1950]]}, "page": "10-30"},
{"id": "notebook", "type": "manuscript", "title": "A Notebook", "author": [{"family": "Roe", "given": "R."}], "issued": {"date-parts": [[1888], [1892]]}},
{"id": "atlas-1853", "type": "book", "title": "An Atlas of Games", "author": [{"family": "Petrel"}], "issued": {"date-parts": [[1853]]}},
{"id": "atlas-1855", "type": "book", "title": "An Atlas of Games", "author": [{"family": "Petrell"}], "issued": {"date-parts": [[1855]]}},
{"id": "atlas-slip", "type": "book", "title": "An Altas of Games", "author": [{"family": "Petrel"}], "issued": {"date-parts": [[1853]]}},
{"id": "atlas-ii", "type": "book", "title": "An Atlas of Games", "author": [{"family": "Petrel"}], "issued": {"date-parts": [[1860]]}, "edition": "2"},
{"id": "atlas-other", "type": "book", "title": "An Atlas of Games", "author": [{"family": "Auk"}], "issued": {"date-parts": [[1853]]}},
{"id": "bare", "type": "book", "title": "A Bare Title"}
]`

// catalogue reads records, each the lines between id and clauses.
func catalogue(t testing.TB, records ...string) *evidence.Corpus {
	t.Helper()
	files := fstest.MapFS{"sources/a.json": {Data: []byte(shelf)}}
	for i, r := range records {
		if !strings.Contains(r, "game:") {
			r = "game: Tern\n" + r
		}
		if !strings.Contains(r, "source:") {
			r = "source: {key: smith-1888, locator: \"3\"}\n" + r
		}
		if !strings.Contains(r, "clauses:") {
			r += "\nclauses: [{n: 1, text: x}]"
		}
		files[fmt.Sprintf("records/%d.yaml", i+1)] = &fstest.MapFile{Data: fmt.Appendf(nil, "id: R.%d\n%s\n", i+1, r)}
	}
	c, errs := evidence.Load(files, "")
	if errs != nil {
		t.Fatal(errs)
	}
	return c
}

// oddity is what a case of metadata gives; at is "" when nothing is to be found.
type oddity struct {
	severity    verify.Severity
	at, message string
}

var metadataCases = []struct {
	name, check string
	records     []string
	want        oddity
}{
	{"nothing but a source", "EV001", []string{"period: Modern"}, oddity{verify.Note, "1.yaml:1:1", "R.1 has no type, date, location"}},
	{"all of it", "EV001", []string{"type: artifact\ndate: {edtf: 1700}\nlocation: {name: Coast}"}, oddity{}},
	{"nobody knows the game", "EV001", []string{"game: unidentified\ntype: artifact\ndate: {edtf: 1700}\nlocation: {name: Coast}"}, oddity{verify.Note, "1.yaml:1:1", "R.1 has no game that anybody knows"}},
	{"two of which nobody knows the game", "EV006", []string{"game: unidentified", "game: Unidentified"}, oddity{}},
	{"the same with other numbers", "EV010", []string{"game: unidentified\nclauses: [{n: 1, text: Each player has fifteen men.}]", "game: unidentified\nclauses: [{n: 1, text: Each player has twelve men.}]"}, oddity{}},
	{"years of the book as time of play", "EV002", []string{"date: {edtf: 1888/1892, of: play}"}, oddity{verify.Warning, "1.yaml:4:14", "1888–1892 is given as the time of play"}},
	{"the same, and the record says so", "EV002", []string{"date: {edtf: 1888/1892, of: play}\nuncertainty: date inferred"}, oddity{verify.Note, "1.yaml:4:14", "as the time of play"}},
	{"the same of a manuscript", "EV002", []string{"date: {edtf: 1888/1892, of: observation}\nsource: {key: notebook}"}, oddity{}},
	{"publication", "EV002", []string{"date: {edtf: 1888/1892, of: publication}"}, oddity{}},
	{"another time of play", "EV002", []string{"date: {edtf: 1889, of: play}"}, oddity{}},
	{"years of the book, of nothing", "EV002", []string{"date: {edtf: 1888/1892}"}, oddity{verify.Warning, "1.yaml:4:14", "expected of: publication"}},
	{"another date, of nothing", "EV002", []string{"date: {edtf: 1870}"}, oddity{verify.Note, "1.yaml:4:14", "nothing says of what 1870"}},
	{"bounds by days on the page", "EV002", []string{"date: {edtf: 1888/1892, of: publication, as-written: 1888-01-01 - 1892-12-31}"}, oddity{verify.Note, "1.yaml:4:54", "bounds the time by days"}},

	{"play after the source", "EV003", []string{"date: {edtf: 1900, of: play}"}, oddity{verify.Warning, "1.yaml:4:14", "after the source that tells of it (1888–1892)"}},
	{"play before the source", "EV003", []string{"date: {edtf: 1870, of: play}"}, oddity{}},
	{"long before the source", "EV003", []string{"date: {edtf: 1283, of: play}"}, oddity{verify.Note, "1.yaml:4:14", "605 years after the play"}},
	{"long before, and said", "EV003", []string{"date: {edtf: 1283, of: play}\nuncertainty: written long after"}, oddity{}},
	{"open end", "EV003", []string{"date: {edtf: 1283/.., of: play}"}, oddity{}},
	{"another publication", "EV003", []string{"date: {edtf: 1855, of: publication}\nsource: {key: jones-1853}"}, oddity{verify.Warning, "1.yaml:3:14", "dated 1855, and the source came out 1853"}},
	{"another publication, known", "EV003", []string{"date: {edtf: 1855, of: publication}\nsource: {key: jones-1853}\nuncertainty: dates disagree"}, oddity{verify.Note, "1.yaml:3:14", "dated 1855"}},
	{"part of the years", "EV003", []string{"date: {edtf: 1887/1892, of: publication}"}, oddity{verify.Note, "1.yaml:4:14", "in part only"}},
	{"unsaid, and part of the years", "EV003", []string{"date: {edtf: 1862/1889}"}, oddity{verify.Warning, "1.yaml:4:14", "fits the years of the source, 1888–1892, in part only"}},
	{"reference of another year", "EV003", []string{"source: {key: jones-1853, as-written: \"Jonesen 1855: 406-408.\"}"}, oddity{verify.Warning, "1.yaml:3:39", "has 1855, and the source described came out 1853"}},
	{"pages are no years", "EV003", []string{"source: {key: jones-1853, as-written: \"Jonesen, Play, p. 1855\"}"}, oddity{}},
	{"reference of the same years", "EV003", []string{"source: {key: smith-1888, as-written: \"Smithson 1888-92: 3\"}"}, oddity{}},
	{"through something older", "EV003", []string{"via: [jones-1853]"}, oddity{verify.Warning, "1.yaml:4:7", "older than the source"}},
	{"through something younger", "EV003", []string{"via: [article]"}, oddity{}},

	{"whole years by days", "EV004", []string{"date: {edtf: 1888-01-01/1892-12-31, of: publication}"}, oddity{verify.Warning, "1.yaml:4:14", "expected 1888/1892"}},
	{"days that are no years", "EV004", []string{"date: {edtf: 1888-01-01/1892-12-30, of: publication}"}, oddity{}},
	{"a day for a year", "EV004", []string{"date: {edtf: 1888-01-01, as-written: \"1888\"}"}, oddity{verify.Warning, "1.yaml:4:14", "names a month or day"}},
	{"a day for a day", "EV004", []string{"date: {edtf: 1888-05-17, as-written: 17 May 1888}"}, oddity{}},
	{"about", "EV004", []string{"date: {edtf: 1890, as-written: about 1890}"}, oddity{verify.Warning, "1.yaml:4:14", "as if that were sure"}},
	{"about, qualified", "EV004", []string{"date: {edtf: 1890~, as-written: about 1890}"}, oddity{}},
	{"c.", "EV004", []string{"date: {edtf: 1890, as-written: c. 1890}"}, oddity{verify.Warning, "1.yaml:4:14", "as if that were sure"}},
	{"no about in a word", "EV004", []string{"date: {edtf: 1890, as-written: Album 1890}"}, oddity{}},
	{"BCE off by one", "EV004", []string{"date: {edtf: -0500, as-written: 500 BC}"}, oddity{verify.Warning, "1.yaml:4:14", "500 BCE is -0499"}},
	{"a century BCE", "EV004", []string{"date: {edtf: -0199/-0100, as-written: 2nd century BC}"}, oddity{}},
	{"a century BCE by its days", "EV004", []string{"date: {edtf: -0199/-0100, as-written: 2. Jh. v. Chr.}"}, oddity{}},
	{"a span BCE", "EV004", []string{"date: {edtf: -0176/-0175, as-written: 177–176 BCE}"}, oddity{}},
	{"a span BCE off by one", "EV004", []string{"date: {edtf: -0177/-0176, as-written: 177–176 BCE}"}, oddity{verify.Warning, "1.yaml:4:14", "177–176 BCE is -0176/-0175"}},
	{"a century BCE off by one", "EV004", []string{"date: {edtf: -0200/-0101, as-written: 2nd century BC}"}, oddity{verify.Warning, "1.yaml:4:14", "2nd century BCE is -0199/-0100"}},
	{"a century BCE in words that are not read", "EV004", []string{"date: {edtf: -0199/-0100, as-written: 2nd century BC or so}"}, oddity{}},
	{"a day in figures", "EV004", []string{"date: {edtf: 1888-03-14, as-written: 14/3/1888}"}, oddity{}},
	{"a part of a century", "EV004", []string{"date: {edtf: 1800/1833, as-written: 19thC (early)}"}, oddity{}},
	{"BCE", "EV004", []string{"date: {edtf: -0499, as-written: 500 BCE}"}, oddity{}},
	{"v. Chr.", "EV004", []string{"date: {edtf: -0044, as-written: 44 v. Chr.}"}, oddity{verify.Warning, "1.yaml:4:14", "44 BCE is -0043"}},
	{"1 BCE", "EV004", []string{"date: {edtf: 0000, as-written: 1 BC}"}, oddity{}},
	{"BCE as CE", "EV004", []string{"date: {edtf: 0500, as-written: 500 BC}"}, oddity{verify.Warning, "1.yaml:4:14", "does not hold the year that is written"}},
	{"a round year BCE", "EV004", []string{"date: {edtf: -0500}"}, oddity{verify.Note, "1.yaml:4:14", "it is written -0499"}},
	{"another year BCE", "EV004", []string{"date: {edtf: -0499}"}, oddity{}},
	{"century off by one", "EV004", []string{"date: {edtf: 19XX, as-written: 19th century}"}, oddity{verify.Warning, "1.yaml:4:14", "which is 18XX"}},
	{"last year of a century", "EV004", []string{"date: {edtf: 1900, as-written: 19th century}"}, oddity{}},
	{"century", "EV004", []string{"date: {edtf: 18XX, as-written: 19th century}"}, oddity{}},
	{"another year written", "EV004", []string{"date: {edtf: 1862/1889, as-written: 1888-1892}"}, oddity{verify.Warning, "1.yaml:4:14", "does not hold the year 1892"}},
	{"the same years written", "EV004", []string{"date: {edtf: 1888/1892, as-written: 1888-01-01 - 1892-12-31}"}, oddity{}},

	{"pages under two sources", "EV005", []string{"source: {key: jones-1853, locator: 406-408}", "source: {key: jones-1855, locator: \"406–408\"}"}, oddity{verify.Warning, "1.yaml:3:36", "R.2 cites the same pages"}},
	{"pages of different books", "EV005", []string{"source: {key: jones-1853, locator: 406-408}", "source: {key: smith-1888, locator: 406-408}"}, oddity{}},
	{"pages under two years", "EV005", []string{"source: {key: jones-1853, locator: 406-408, as-written: Jonesen 1853}", "source: {key: jones-1853, locator: 406-408, as-written: Jonesen 1855}"}, oddity{verify.Warning, "2.yaml:3:36", "dated 1855 here and 1853 in R.1"}},
	{"two games on the same pages", "EV005", []string{"source: {key: jones-1853, locator: 406-408, as-written: Jonesen 1853}", "source: {key: jones-1853, locator: 406-408, as-written: Jonesen 1853}"}, oddity{}},
	{"pages backwards", "EV005", []string{"source: {key: smith-1888, locator: 352-348}"}, oddity{verify.Warning, "1.yaml:3:36", "352-348 run backwards"}},
	{"pages cut short", "EV005", []string{"source: {key: smith-1888, locator: 348-52}"}, oddity{}},
	{"pages outside", "EV005", []string{"source: {key: article, locator: 29-31}"}, oddity{verify.Warning, "1.yaml:3:33", "outside those of article, 10-30"}},

	{"a name misspelt", "EV006", []string{"source: {key: smith-1888, as-written: \"Smithsom 1888: 3\"}"}, oddity{verify.Warning, "1.yaml:3:39", "spells the name Smithsom, and the source Smithson"}},
	{"letters exchanged", "EV006", []string{"source: {key: smith-1888, as-written: \"Smihtson 1888: 3\"}"}, oddity{verify.Warning, "1.yaml:3:39", "Smihtson"}},
	{"an accent", "EV006", []string{"source: {key: jones-1853, as-written: \"Jonesen 1853: 3\"}"}, oddity{verify.Note, "1.yaml:3:39", "spells the name Jonesen, and the source Jónesen"}},
	{"slips are known", "EV006", []string{"source: {key: smith-1888, as-written: \"Smithsom 1888: 3\"}\nuncertainty: transcription slips"}, oddity{verify.Note, "1.yaml:3:39", "Smithsom"}},
	{"the name as it is", "EV006", []string{"source: {key: smith-1888, as-written: \"Smithson and Smith 1888: 3\"}"}, oddity{}},
	{"another name", "EV006", []string{"source: {key: smith-1888, as-written: \"after Brown 1888: 3\"}"}, oddity{}},
	{"authors of two sources", "EV006", []string{"source: {key: jones-1853}", "source: {key: jones-1855}"}, oddity{verify.Warning, "2.yaml:3:15", "has the author Lea Jonesem, and jones-1853 has Lea Jónesen"}},
	{"a source that nobody uses", "EV006", []string{"source: {key: jones-1853}"}, oddity{}},
	{"a game in two spellings", "EV006", []string{"game: Tâb", "game: Tab"}, oddity{verify.Note, "2.yaml:3:7", "written Tab here and Tâb in R.1"}},
	{"two games", "EV006", []string{"game: Tâb", "game: Tabula"}, oddity{}},

	{"a name only", "EV007", []string{"location: {name: Coast}"}, oddity{verify.Note, "1.yaml:4:18", "a name only"}},
	{"a place concluded", "EV007", []string{"location: {name: Coast, gazetteer: {geonames: 5}}\nuncertainty: place inferred"}, oddity{verify.Note, "1.yaml:4:18", "the page gives no place"}},
	{"a number will do", "EV007", []string{"location: {name: Coast, gazetteer: {geonames: 5}}"}, oddity{}},
	{"nowhere", "EV007", []string{"location: {name: Coast, coordinates: [0, 0.0]}"}, oddity{verify.Warning, "1.yaml:4:38", "Gulf of Guinea"}},
	{"exchanged", "EV007", []string{"location: {name: Coast, coordinates: [41.9, 12.5]}", "location: {name: COAST, coordinates: [12.5, 41.9]}"}, oddity{verify.Warning, "2.yaml:4:38", "seem to be exchanged"}},
	{"near enough", "EV007", []string{"location: {name: Coast, coordinates: [41.9, 12.5]}", "location: {name: Coast, coordinates: [41.8, 12.4]}"}, oddity{}},
	{"apart within the precision", "EV007", []string{"location: {name: Coast, coordinates: [41.9, 12.5], precision: 300 km}", "location: {name: Coast, coordinates: [43.9, 12.5]}"}, oddity{}},
	{"the C of Christ", "EV004", []string{"date: {edtf: -0379, as-written: 380 av. J.-C.}"}, oddity{}},
	{"the C of Christ, in words not read", "EV004", []string{"date: {edtf: -0379, as-written: \"reign of the third king, 380 a. C.\"}"}, oddity{}},
	{"circa beside the C of Christ", "EV004", []string{"date: {edtf: -0379, as-written: \"reign of the third king, c. 380 a.C.\"}"}, oddity{verify.Warning, "1.yaml:4:14", "as if that were sure"}},
	{"years with a minus", "EV004", []string{"date: {edtf: -0599, as-written: \"-600\"}"}, oddity{}},
	{"a part of a century is no doubt", "EV004", []string{"date: {edtf: 1800/1833, as-written: early 19th c.}"}, oddity{}},
	{"to the metre", "EV007", []string{"location: {name: Coast, coordinates: [41.90123, 12.50123]}"}, oddity{verify.Note, "1.yaml:4:38", "5 decimals"}},
	{"one number, two names", "EV007", []string{"location: {name: Coast, gazetteer: {geonames: 5}}", "location: {name: Shore, gazetteer: {geonames: 5}}"}, oddity{verify.Note, "2.yaml:4:47", "called Shore here and Coast in R.1"}},

	{"a bare source", "EV008", []string{"source: {key: bare}"}, oddity{verify.Note, "a.json:12:8", "has not a year and an author or editor"}},
	{"a bare source of two records", "EV008", []string{"source: {key: bare}", "source: {key: bare}"}, oddity{verify.Note, "a.json:12:8", "the source bare has not"}},
	{"a find is published late", "EV003", []string{"type: artifact\ndate: {edtf: 0100, of: manufacture}\nsource: {key: smith-1888}"}, oddity{}},
	{"a source that is written nowhere", "EV008", []string{"source: {key: smith-1888}"}, oddity{verify.Note, "a.json:12:8", "the source bare is written nowhere"}},

	{"too much confidence", "EV009", []string{"confidence: 100\nuncertainty: [secondary text, translated, summarised]"}, oddity{verify.Note, "1.yaml:4:13", "comes to 58 %"}},
	{"men of two numbers", "EV010", []string{"note: x\nclauses:\n  - {n: 1, text: Each player has fifteen men.}", "clauses:\n  - {n: 3, text: They play., wording: 12 pieces per player}"},
		oddity{verify.Warning, "2.yaml:5:39", "the men of a player: 12 in clause 3, and 15 in R.1#1"}},
	{"the same, seen from the other", "EV010", []string{"note: x\nclauses:\n  - {n: 1, text: Each player has fifteen men.}", "clauses:\n  - {n: 3, text: They play., wording: 12 pieces per player}"},
		oddity{verify.Warning, "1.yaml:6:18", "the men of a player: 15 in clause 1, and 12 in R.2#3"}},
	{"boards, and the record says so", "EV010", []string{"uncertainty: sources disagree\nclauses:\n  - {n: 1, text: The board is five by five.}", "clauses:\n  - {n: 1, text: A board of 7x7 cells.}"},
		oddity{verify.Note, "1.yaml:6:31", "the size of the board: 5 by 5 in clause 1, and 7 by 7 in R.2#1"}},
	{"the same numbers", "EV010", []string{"clauses:\n  - {n: 1, text: Each player has fifteen men.}", "clauses:\n  - {n: 1, text: Fifteen pieces per player.}"}, oddity{}},
	{"two numbers, one of them shared", "EV010", []string{"clauses:\n  - {n: 1, text: Two or three dice are thrown.}", "clauses:\n  - {n: 1, text: Three dice are thrown.}"}, oddity{}},
	{"another game of the same number", "EV010", []string{"game: Gull\nclauses:\n  - {n: 1, text: Each player has nine men.}", "game: Skua\nclauses:\n  - {n: 1, text: Each player has fifteen men.}"}, oddity{}},
	{"one report, two dates", "EV010", []string{"date: {edtf: 1870, of: play}", "date: {edtf: 1880, of: play}"}, oddity{verify.Warning, "2.yaml:4:14", "the play is 1880, and R.1 has 1870 from the same source"}},
	{"two pages of one book, two dates", "EV010", []string{"date: {edtf: 1870, of: play}", "date: {edtf: 1880, of: play}\nsource: {key: smith-1888, locator: \"9\"}"}, oddity{}},
	{"a find and a custom in one article", "EV010", []string{"type: find\ndate: {edtf: 0830/0930, of: finding}\nlocation: {name: Old Quay}", "type: ethnography\ndate: {edtf: 1870, of: finding}\nlocation: {name: North Shore}"}, oddity{}},
	{"three finds of one catalogue", "EV010", []string{"type: find\ndate: {edtf: 0830, of: finding}\nlocation: {name: Old Quay}", "type: find\ndate: {edtf: 0930, of: finding}\nlocation: {name: North Shore}", "type: find\ndate: {edtf: 1030, of: finding}"}, oddity{}},
	{"no pages to tell reports apart by", "EV010", []string{"date: {edtf: 1870}\nsource: {key: smith-1888}", "date: {edtf: 1880}\nsource: {key: smith-1888}"}, oddity{}},
	{"an edition of an old text", "EV003", []string{"type: rules text\ndate: {edtf: 1283, of: composition}"}, oddity{}},
	{"an edition of a manuscript", "EV003", []string{"type: historical text\ndate: {edtf: 1283, of: play}\ndates: [{edtf: 1320~, of: copying}]"}, oddity{}},
	{"a find without a date of making", "EV003", []string{"type: find\ndate: {edtf: 0100, of: finding}"}, oddity{}},
	{"an observation long before", "EV003", []string{"type: ethnography\ndate: {edtf: 1750, of: observation}"}, oddity{verify.Note, "1.yaml:5:14", "138 years after the observation"}},
	{"one report, two ends of one date", "EV010", []string{"date: {edtf: 1870/1880, of: play}", "date: {edtf: 1880, of: play}"}, oddity{}},
	{"dates of different things", "EV010", []string{"date: {edtf: 1870, of: play}", "date: {edtf: 1888, of: publication}"}, oddity{}},
	{"two reports, two dates", "EV010", []string{"date: {edtf: 1870, of: play}", "date: {edtf: 1840, of: play}\nsource: {key: jones-1853}"}, oddity{}},
	{"one report, two places", "EV010", []string{"location: {name: North Shore}", "location: {name: South Coast}"}, oddity{verify.Warning, "2.yaml:4:18", "the place is South Coast, and R.1 has North Shore from the same source"}},
	{"a place within the other", "EV010", []string{"location: {name: \"Gannet, North Shore\"}", "location: {name: North Shore}"}, oddity{}},
	{"one work under two years", "EV011", []string{"source: {key: atlas-1853}", "source: {key: atlas-1855}"}, oddity{verify.Warning, "2.yaml:3:15", "the source atlas-1855 (An Atlas of Games, 1855) looks like atlas-1853 (An Atlas of Games, 1853)"}},
	{"and through another", "EV011", []string{"source: {key: smith-1888}\nvia: [atlas-1853]", "source: {key: atlas-1855}"}, oddity{verify.Warning, "1.yaml:4:7", "the source atlas-1853"}},
	{"dates that are known to disagree", "EV011", []string{"source: {key: atlas-1853}\nuncertainty: dates disagree", "source: {key: atlas-1855}"}, oddity{verify.Note, "1.yaml:3:15", "looks like atlas-1855"}},
	{"a title with a slip", "EV011", []string{"source: {key: atlas-1853}", "source: {key: atlas-slip}"}, oddity{verify.Warning, "2.yaml:3:15", "the source atlas-slip (An Altas of Games"}},
	{"two editions", "EV011", []string{"source: {key: atlas-1853}", "source: {key: atlas-ii}"}, oddity{}},
	{"the title by another author", "EV011", []string{"source: {key: atlas-1853}", "source: {key: atlas-other}"}, oddity{}},
	{"one source of two records", "EV011", []string{"source: {key: atlas-1853}", "source: {key: atlas-1853}"}, oddity{}},
	{"as much as that", "EV009", []string{"confidence: 60\nuncertainty: [secondary text, translated, summarised]"}, oddity{}},
}

// Each oddity is found at its place, and what only resembles it is not.
func TestMetadata(t *testing.T) {
	for _, c := range metadataCases {
		t.Run(c.check+" "+c.name, func(t *testing.T) {
			var seen []string
			for _, f := range checks.Metadata(catalogue(t, c.records...), nil) {
				if f.ID != c.check {
					continue
				}
				at := strings.TrimPrefix(strings.TrimPrefix(f.Pos.String(), "evidence/records/"), "evidence/sources/")
				if c.want.at != "" && at == c.want.at && f.Severity == c.want.severity && strings.Contains(f.Message, c.want.message) {
					return
				}
				seen = append(seen, fmt.Sprintf("%s %s %s", at, f.Severity, f.Message))
			}
			if c.want.at != "" || len(seen) > 0 {
				t.Errorf("want %v %s %q, found:\n%s", c.want.severity, c.want.at, c.want.message, strings.Join(seen, "\n"))
			}
		})
	}
}

// A source that a reading's holders name is not written nowhere.
func TestSourcesOfReadings(t *testing.T) {
	defs := []*rulesets.Definition{{Questions: []*rulesets.Question{{Readings: []*rulesets.Reading{{HeldBy: []string{"Bare, in the second edition"}}}}}}}
	nowhere := func(defs []*rulesets.Definition) (list []string) {
		for _, f := range checks.Metadata(catalogue(t, "confidence: 1"), defs) {
			if strings.Contains(f.Message, "written nowhere") {
				list = append(list, strings.Fields(f.Message)[2])
			}
		}
		return list
	}
	if all := nowhere(nil); !slices.Contains(all, "bare") || slices.Contains(all, "smith-1888") || len(all) != 10 {
		t.Error(all)
	}
	if all := nowhere(defs); slices.Contains(all, "bare") || len(all) != 9 {
		t.Error(all)
	}
}

// In verify an oddity stands once, under the first of the rulesets that are
// bound to its record, and only there when the record is bound to none.
func TestMetadataOfRulesets(t *testing.T) {
	corpus := own(t, map[string][2]string{"OWN.1.yaml": {"date: {edtf: 2026, of: play}", "date: {edtf: 2027, of: play}"}})
	second := *corpus.Find("race-to-the-middle")
	second.Records = append([]string{"OWN.1"}, second.Records...)
	o := quick()
	o.Only = []string{"EV003"}
	count := func(defs ...*rulesets.Definition) (n int, under []string) {
		for _, f := range verify.Run(context.Background(), checks.All(), corpus, defs, o).Findings {
			if f.ID == "EV003" {
				n++
				under = append(under, f.Ruleset)
				if !strings.HasSuffix(f.Pos.File, "OWN.1.yaml") || f.Pos.Line != 5 || f.Severity != verify.Warning || len(f.Related) != 1 {
					t.Errorf("%+v", f)
				}
			}
		}
		return n, under
	}
	if n, under := count(corpus.Find("three-rows")); n != 1 || under[0] != "three-rows" {
		t.Error(n, under)
	}
	if n, under := count(&second, corpus.Find("three-rows")); n != 1 || under[0] != "race-to-the-middle" {
		t.Error(n, under)
	}
	if n, under := count(corpus.Find("race-to-the-middle")); n != 0 {
		t.Error(n, under)
	}
}

// The guide for records lists what looks wrong in them, check by check.
func TestGuideListsTheChecksOfRecords(t *testing.T) {
	guide, err := os.ReadFile("../../evidence/README.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range checks.All() {
		if listed := strings.Contains(string(guide), "| `"+c.ID+"` |"); listed != strings.HasPrefix(c.ID, "EV") {
			t.Errorf("%s in evidence/README.md: %v", c.ID, listed)
		}
	}
}

// In the bundled corpus everybody who holds a reading is described, and nothing is
// called attested on the strength of silence.
func TestBundledReadingsNameWhatTheyRestOn(t *testing.T) {
	c := bundled.Corpus(t)
	for _, f := range checks.Metadata(c.Evidence, c.Definitions) {
		if f.ID == "EV014" || f.ID == "EV015" {
			t.Errorf("%s: %s", f.Pos, f.Message)
		}
	}
}

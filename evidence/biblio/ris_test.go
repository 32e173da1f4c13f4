package biblio

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const risText = `TY  - CHAP
ID  - smith-1900
AU  - Smith, Ann
AU  - Coast Society
ED  - Jones, A. B., Jr
TI  - The game of pegs
T2  - Games of a coast
PY  - 1900
DA  - 1900/01/05/
SP  - 12
EP  - 19
PB  - Shore Press
CY  - Porthaven
UR  - https://example.org/pegs_1
DO  - 10.1000/182
CN  - MS Coast 4°
N1  - The first page is torn.
N1  - 
N1  - A second note.
KW  - pegs
KW  - dice, long
SN  - 1234-567X
A4  - Miller, Eve
U1  - shelf 3
U1  - shelf 4
ER  - 

TY  - EDBOOK
ID  - whole
ED  - van Gogh, V.
TI  - All games
T2  - Series of the coast
PY  - 1887-1892
ER  - 
`

// risCSL is the first of them in CSL-JSON.
const risCSL = `[
  {
    "type": "chapter",
    "id": "smith-1900",
    "author": [
      {
        "family": "Smith",
        "given": "Ann"
      },
      {
        "literal": "Coast Society"
      }
    ],
    "editor": [
      {
        "family": "Jones",
        "given": "A. B.",
        "suffix": "Jr"
      }
    ],
    "title": "The game of pegs",
    "container-title": "Games of a coast",
    "issued": {
      "date-parts": [
        [
          1900,
          1,
          5
        ]
      ]
    },
    "page": "12-19",
    "publisher": "Shore Press",
    "publisher-place": "Porthaven",
    "URL": "https://example.org/pegs_1",
    "DOI": "10.1000/182",
    "call-number": "MS Coast 4°",
    "note": "The first page is torn.\n\nA second note.",
    "keyword": "pegs; dice, long",
    "ISSN": "1234-567X",
    "translator": [
      {
        "family": "Miller",
        "given": "Eve"
      }
    ],
    "custom": {
      "ris": {
        "U1": [
          "shelf 3",
          "shelf 4"
        ]
      }
    }
  }
]
`

// What is in a bibliography in RIS arrives, and is in it when it is written again.
func TestRIS(t *testing.T) {
	sources, errs := ReadRIS("x.ris", []byte(risText))
	if len(errs) > 0 || len(sources) != 2 {
		t.Fatal(sources, errs)
	}
	if diff := cmp.Diff(risCSL, string(WriteCSL(sources[:1]))); diff != "" {
		t.Error(diff)
	}
	if got := sources[0].At("DOI").String(); got != "x.ris:15:7" {
		t.Error(got)
	}
	if got := sources[1].Cite(); got != "V. van Gogh (ed.). 1887–1892. All games" {
		t.Error(got)
	}
	again, lost := WriteRIS(sources)
	if len(lost) > 0 {
		t.Error(lost)
	}
	if diff := cmp.Diff(sortedLines(risText), sortedLines(strings.ReplaceAll(string(again), "T3  - Series", "T2  - Series"))); diff != "" {
		t.Error(diff)
	}
	back, errs := ReadRIS("x.ris", again)
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	if _, errs := ReadCSL("x.json", WriteCSL(back)); len(errs) > 0 {
		t.Error(errs)
	}
	if once, _ := WriteRIS(back); string(once) != string(again) {
		t.Error(cmp.Diff(string(again), string(once)))
	}
}

func sortedLines(text string) []string {
	set := map[string]string{}
	for line := range strings.SplitSeq(strings.TrimSpace(text), "\n") {
		set[line] += "."
	}
	var list []string
	for _, k := range slices.Sorted(maps.Keys(set)) {
		list = append(list, k+set[k])
	}
	return list
}

// An error says where the line is, and what to write there.
func TestRISErrors(t *testing.T) {
	const book = "TY  - BOOK\nID  - k\nTI  - T\n"
	for text, want := range map[string]string{
		"AU  - Smith, Ann\n":                     `x.ris:1:1: a source begins with its type`,
		book:                                     `x.ris:1:1: the source has no end`,
		book + book + "ER  - \n":                 `x.ris:4:1: the source that begins at x.ris:1:1 has no end`,
		"TY  - BOKK\nID  - k\nTI  - T\nER  - \n": `x.ris:1:7: there is no type "BOKK" in RIS; did you mean "BOOK"?`,
		"TY  - BOOK\nID  - k\nER  - \n":          `x.ris:1:1: a source lacks a title`,
		"TY  - BOOK\nAU  - Smith, Ann\nTI  - T\nPY  - 1900\nER  - \n": `x.ris:1:1: a source lacks a key; give it one, by which records cite it`,
		book + "AU  - Smith, Ann\nJones\nER  - \n":                    `x.ris:5:1: the line has no tag of RIS`,
		book + "DA  - 1900/13/01\nER  - \n":                           `x.ris:4:7: the month must be a whole number from 1 to 12`,
		"TY  - BOOK\nID  - a b\nTI  - T\nER  - \n":                    `x.ris:2:7: `,
	} {
		_, errs := ReadRIS("x.ris", []byte(text))
		if len(errs) == 0 || !strings.HasPrefix(errs[0].Pos.String()+": "+errs[0].Message, want) {
			t.Errorf("%q: %v\nwant %s", text, errs, want)
		}
	}
}

// A file of Windows, with long texts broken into lines and without keys, is read;
// keys are made that nothing else in it has.
func TestRISOfOthers(t *testing.T) {
	text := "\uFEFFTY  - JOUR\r\nA1  - Smith, Ann\r\nT1  - A long\r\n title\r\nY1  - 1900///Spring\r\nJF  - Annals\r\nJO  - Ann.\r\nER  -\r\n" +
		"TY  - JOUR\r\nA1  - Smith, Ann\r\nT1  - Other\r\nPY  - 1900\r\nKW  - one\r\ntwo\r\nER  -\r\n" +
		"TY  - GEN\r\nID  - smith-1900-2\r\nT1  - Third\r\nPY  - about 1900\r\nER  - \r\n"
	sources, errs := ReadNew("x.ris", []byte(text))
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	var keys []string
	for _, s := range sources {
		keys = append(keys, s.Key)
	}
	if diff := cmp.Diff([]string{"smith-1900", "smith-1900-3", "smith-1900-2"}, keys); diff != "" {
		t.Error(diff)
	}
	for i, want := range []string{`"title": "A long title"`, `"keyword": "one; two"`, `"literal": "about 1900"`} {
		if csl := string(WriteCSL(sources[i : i+1])); !strings.Contains(csl, want) {
			t.Errorf("%s lacks %s", csl, want)
		}
	}
	if !strings.Contains(string(WriteCSL(sources[:1])), `"JO": [`) {
		t.Error("the second name of the journal is gone")
	}
}

// What RIS has no tag for is named.
func TestRISLosesNothingUnsaid(t *testing.T) {
	sources, errs := ReadCSL("x.json", []byte(`[{"id": "k", "type": "map", "title": "T", "scale": "1:5", "author": [{"literal": "Press, The"}],
		"issued": {"date-parts": [[1900]], "circa": true}}]`))
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	_, lost := WriteRIS(sources)
	if diff := cmp.Diff([]string{"k: scale, the comma in the name of a body, Press, The, that the date is about so"}, lost); diff != "" {
		t.Error(diff)
	}
}

// The sources of this corpus come back from RIS with the same citations.
func TestRISOfBundledSources(t *testing.T) {
	files, err := filepath.Glob("../sources/*.json")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		sources, errs := ReadCSL(file, data)
		if len(errs) > 0 {
			t.Fatal(errs)
		}
		out, lost := WriteRIS(sources)
		t.Log(lost)
		back, errs := ReadRIS("x.ris", out)
		if len(errs) > 0 || len(back) != len(sources) {
			t.Fatal(errs)
		}
		for i, s := range sources {
			if got := back[i].Cite(); got != s.Cite() {
				t.Errorf("%s: %s\nwas %s", s.Key, got, s.Cite())
			}
		}
	}
}

// A year before Christ in RIS is that year, counted without a year 0, in what is read and written.
func TestRISYearsBeforeChrist(t *testing.T) {
	for year, want := range map[string][2]string{"-347": {"-346", "[[-347]]"}, "-1": {"0", "[[-1]]"}} {
		sources, errs := ReadRIS("x.ris", []byte("TY  - BOOK\nID  - k\nTI  - Laws\nPY  - "+year+"\nER  - \n"))
		if len(errs) > 0 {
			t.Fatal(errs)
		}
		first, last, ok := sources[0].Years()
		if got := strconv.Itoa(first); !ok || got != want[0] || first != last {
			t.Errorf("%s: %d to %d, want %s", year, first, last, want[0])
		}
		csl := strings.Join(strings.Fields(string(WriteCSL(sources))), "")
		if !strings.Contains(csl, want[1]) {
			t.Errorf("%s: %s", year, csl)
		}
		if out, _ := WriteRIS(sources); !strings.Contains(string(out), "PY  - "+year+"\n") {
			t.Errorf("%s is written as\n%s", year, out)
		}
	}
}

// An entry is taken out of a file in each format, first, middle or last, and the rest stays
// as it is written; one is put behind the others.
func TestEntriesInAndOut(t *testing.T) {
	item := func(k string) string { return `{"id": "` + k + `", "type": "book", "title": "T` + k + `"}` }
	for name, data := range map[string]string{
		"x.json":   "[\n  " + item("a") + ",\n  " + item("b") + ",\n  " + item("c") + "\n]\n",
		"y.json":   "[" + item("a") + "," + item("b") + "," + item("c") + "]",
		"x.yaml":   "# ours\n- id: a\n  type: book\n  title: A - b\n- id: b\n  type: book\n  title: \"[B]\"\n- id: c\n  type: book\n  title: C\n",
		"x.bib":    "text before\n@book{a, title = {A {@} B}}\n\n@book(b, title = \"B\")\n% note\n@book{c, title = {C}}",
		"x.ris":    "TY  - BOOK\nID  - a\nTI  - A\nER  - \n\nTY  - BOOK\nID  - b\nTI  - B\nER  - \nTY  - BOOK\nID  - c\nTI  - C\nER  -\n",
		"crlf.ris": "\uFEFFTY  - BOOK\r\nID  - a\r\nTI  - A\r\nER  - \r\n\r\nTY  - BOOK\r\nID  - b\r\nTI  - B\r\nER  - \r\nTY  - BOOK\r\nID  - c\r\nTI  - C\r\nER  -\r\n",
	} {
		for i, want := range []string{"b c", "a c", "a b"} {
			out, errs := Without(name, []byte(data), i)
			list, more := Read(name, out)
			keys := ""
			for _, s := range list {
				keys += " " + s.Key
			}
			if len(errs)+len(more) > 0 || keys != " "+want {
				t.Errorf("%s without %d: %v %v %q", name, i, errs, more, out)
			}
			out, errs = With(name, out, &Source{Key: "d", Type: "book", Title: "D"})
			if list, more = Read(name, out); len(errs)+len(more) > 0 || len(list) != 3 || list[2].Key != "d" || list[2].Title != "D" {
				t.Errorf("%s with d: %v %v %q", name, errs, more, out)
			}
		}
	}
}

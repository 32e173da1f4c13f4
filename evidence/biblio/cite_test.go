package biblio

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/lectio/lectio/evidence/fold"
	"pgregory.net/rapid"
)

// What a bibliography manager exports, as it writes it: keys of many kinds,
// numbers as numbers and as texts.
const zotero = `[
  {"id": "http://zotero.org/users/12/items/ABCD1234", "type": "article-journal", "abstract": "About <i>tâb</i> & sîga.",
   "container-title": "Board Game Studies", "DOI": "10.1515/bgs-2016-0001", "ISSN": "1865-3200", "issue": "1", "page": "1-23",
   "source": "DOI.org (Crossref)", "title": "Games of the River {and} 100 % more", "volume": 10,
   "author": [{"family": "Crist", "given": "Walter", "suffix": "Jr"}, {"family": "Veen", "given": "Anne", "non-dropping-particle": "van der"}, {"literal": "The Society, Ltd. and Sons"}],
   "accessed": {"date-parts": [["2020", 7, 27]]}, "issued": {"date-parts": [[2016, 4, 1]]}},
  {"id": "hyde", "type": "book", "title": "De Ludis", "issued": {"date-parts": [[1694]], "circa": true}, "editor": [{"family": "Ed", "given": "E."}],
   "publisher-place": "Oxford", "ISBN": "x", "translator": [{"family": "T", "given": "U"}], "number-of-volumes": 2, "language": "la"},
  {"id": "letter", "type": "personal_communication", "title": "A letter", "issued": {"literal": "in the spring"}},
  {"id": "long", "type": "book", "title": "Volumes", "issued": {"date-parts": [[1887], [1892]]}}
]`

func TestCSLIsWrittenAsItWasRead(t *testing.T) {
	sources, errs := ReadCSL("z.json", []byte(zotero))
	if errs != nil {
		t.Fatal(errs)
	}
	out := WriteCSL(sources)
	var want, got any
	if err := json.Unmarshal([]byte(zotero), &want); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(out, &got); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	again, errs := ReadCSL("z.json", out)
	if errs != nil || string(WriteCSL(again)) != string(out) {
		t.Errorf("written twice it differs: %v", errs)
	}
	if sources[0].Authors[0].String() != "Walter Crist, Jr" || sources[0].Authors[1].Family != "van der Veen" {
		t.Errorf("%+v", sources[0].Authors)
	}
}

// sameSource compares what BibTeX and CSL-JSON both can say.
var sameSource = cmp.Options{cmpopts.IgnoreUnexported(Source{}), cmpopts.IgnoreFields(Source{}, "Remarks"), cmpopts.EquateEmpty()}

func TestCSLToBibTeXAndBack(t *testing.T) {
	sources, errs := ReadCSL("z.json", []byte(zotero))
	if errs != nil {
		t.Fatal(errs)
	}
	sources[0].Key = "crist2016" // as a citation key
	bib := WriteBibTeX(sources)
	read, errs := ReadBibTeX("z.bib", bib)
	if errs != nil {
		t.Fatalf("%v\n%s", errs, bib)
	}
	for i := range sources {
		want := *sources[i]
		if want.Type == "personal_communication" {
			want.Type = "document" // BibTeX has no such thing
		}
		if diff := cmp.Diff(&want, read[i], sameSource); diff != "" {
			t.Errorf("%s\n%s", diff, bib)
		}
	}
	for _, line := range []string{"  abstract = {About <i>tâb</i> \\& sîga.},", "  pages = {1--23},", "  issn = {1865-3200},",
		"  title = {{Games of the River \\textbraceleft{}and\\textbraceright{} 100 \\% more}},",
		"  author = {{Crist}, {Jr}, {Walter} and van der Veen, Anne and {The Society, Ltd. and Sons}},", "  year = {1887--1892},"} {
		if !strings.Contains(string(bib), line+"\n") {
			t.Errorf("no %s in\n%s", line, bib)
		}
	}
	// And back into CSL.
	back, errs := ReadCSL("z.json", WriteCSL(read))
	if errs != nil {
		t.Fatal(errs)
	}
	for i := range read {
		if diff := cmp.Diff(read[i], back[i], sameSource); diff != "" {
			t.Error(diff)
		}
	}
}

func TestBibTeXIsWrittenAsItWasRead(t *testing.T) {
	data, err := os.ReadFile("../../testdata/evidence/good/evidence/sources/more.bib")
	if err != nil {
		t.Fatal(err)
	}
	data = append(data, "\n@online{web, title = {A~page}, url = {https://example.org/~a_b}, urldate = {2020-01-02}, month = jan, file = {Full Text:/a/b.pdf:application/pdf}, year = {2019}}\n"...)
	read, errs := ReadBibTeX("more.bib", data)
	if errs != nil {
		t.Fatal(errs)
	}
	out := WriteBibTeX(read)
	again, errs := ReadBibTeX("more.bib", out)
	if errs != nil {
		t.Fatalf("%v\n%s", errs, out)
	}
	if diff := cmp.Diff(read, again, sameSource); diff != "" {
		t.Error(diff)
	}
	for _, want := range []string{"author = {Hyde, Thomas and Bj{\\\"o}rn {\\TH}{\\'o}rsson and {The Society}},", "url = {https://example.org/~a_b},", "file = {Full Text:", "@online{web,"} {
		if !strings.Contains(string(out), want) {
			t.Errorf("no %s in\n%s", want, out)
		}
	}
	if read[len(read)-1].URL != "https://example.org/~a_b" {
		t.Error(read[len(read)-1].URL)
	}
}

// Any text survives BibTeX, except for its white space.
func TestTeXRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := fold.OneLine(rapid.StringOfN(rapid.RuneFrom([]rune("aZ9 \\{}%&$#_~^-'`\"@éðþ–—.,=\u00a0Ж")), 0, 30, -1).Draw(t, "text"))
		family := fold.OneLine(rapid.StringMatching(`[A-Zé][a-z ,{}\\&]{0,12}[a-z]`).Draw(t, "family"))
		s := &Source{Key: "k", Type: "book", Title: "T" + text, Publisher: "P" + text + "p", Authors: []Name{{Given: "A. B.", Family: family}}}
		bib := WriteBibTeX([]*Source{s})
		read, errs := ReadBibTeX("x.bib", bib)
		if errs != nil || len(read) != 1 {
			t.Fatalf("%v\n%s", errs, bib)
		}
		if read[0].Title != strings.TrimSpace(s.Title) || read[0].Publisher != s.Publisher || len(read[0].Authors) != 1 || read[0].Authors[0] != s.Authors[0] {
			t.Fatalf("%q %q %+v became %q %q %+v\n%s", s.Title, s.Publisher, s.Authors, read[0].Title, read[0].Publisher, read[0].Authors, bib)
		}
	})
}

func TestYears(t *testing.T) {
	for text, want := range map[string][3]int{
		"1888": {1888, 1888, 1}, "1887–1892": {1887, 1892, 1}, "1888-92": {1888, 1892, 1}, "c. 1700": {1700, 1700, 1},
		"1888/1892": {1888, 1892, 1}, "2016-04-01": {2016, 2016, 1}, "-50": {-50, -50, 1}, "in the spring": {}, "": {}, "1892-1888": {1892, 1888, 0},
	} {
		first, last, ok := (&Source{Issued: text}).Years()
		if ok != (want[2] == 1) || ok && (first != want[0] || last != want[1]) {
			t.Errorf("%q: %d to %d, %v", text, first, last, ok)
		}
	}
}

// A reference taken over as it was written may end in the place that is cited.
func TestCiteAt(t *testing.T) {
	for _, c := range []struct {
		source        Source
		locator, want string
	}{
		{Source{Title: "Smith, A. Games of a Coast, 31."}, "31", "Smith, A. Games of a Coast, 31"},
		{Source{Title: "Games of a Coast, pp. 31-33"}, "31-33", "Games of a Coast, pp. 31-33"},
		{Source{Title: "Games of a Coast, 31.", URL: "https://example.org/g"}, "31", "Games of a Coast, 31. https://example.org/g"},
		{Source{Title: "Games of a Coast, 131"}, "31", "Games of a Coast, 131, 31"},
		{Source{Title: "Games in 31"}, "31", "Games in 31, 31"},
		{Source{Title: "Games"}, "31", "Games, 31"},
		{Source{Title: "Games, 31"}, "", "Games, 31"},
	} {
		if got := c.source.CiteAt(c.locator); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
		if got := (Citation{Source: &c.source, Locator: c.locator, Record: "R.1"}).Plain(); got != c.want+" [R.1]" {
			t.Errorf("cited: %q", got)
		}
	}
}

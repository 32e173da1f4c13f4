package evidence

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/lectio/lectio/evidence/biblio"
)

func TestCitation(t *testing.T) {
	files := found(t)
	files["records/1.yaml"].Data = append(files["records/1.yaml"].Data, "via: [b]\n"...)
	c, errs := Load(files, "")
	if errs != nil {
		t.Fatal(errs)
	}
	cite := func(id string) biblio.Citation {
		t.Helper()
		got, ok := c.Citation(id)
		if !ok {
			t.Fatalf("%s is not found", id)
		}
		return got
	}
	if got, want := cite("R.1#2").Plain(), "Ann Smíth. Þulur of a Coast, 3; after B [R.1#2]"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if got, want := cite("smith-1900").Plain(), "Ann Smíth. Þulur of a Coast"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	for _, bad := range []string{"R.1#9", "R.9", "x", ""} {
		if _, ok := c.Citation(bad); ok {
			t.Errorf("%q was found", bad)
		}
	}
	want := `% R.1: \cite[3]{smith-1900}, after \cite{b}
% R.2: \cite[3]{smith-1900}

@book{smith-1900,
  author = {Smíth, Ann},
  title = {{Þulur of a Coast}},
}

@book{b,
  title = {{B}},
}
`
	two := []biblio.Citation{cite("R.1"), cite("R.2")}
	if diff := cmp.Diff(want, string(biblio.CiteBibTeX(two))); diff != "" {
		t.Error(diff)
	}
	var items []map[string]any
	if err := json.Unmarshal(biblio.CiteCSL(two), &items); err != nil || len(items) != 2 || items[0]["locator"] != "3" || items[1]["locator"] != nil {
		t.Errorf("%v %v", items, err)
	}
	// What is cited can be read back.
	if read, errs := biblio.ReadBibTeX("x.bib", biblio.CiteBibTeX(two)); errs != nil || len(read) != 2 {
		t.Error(errs)
	}
}

// An object is cited by who holds it, where and under which number, before the source
// that describes it; bibliographies get it as an item of its own.
func TestCiteObject(t *testing.T) {
	c, errs := Load(os.DirFS(filepath.Join(testdata, "..", "kinds")), "")
	if errs != nil {
		t.Fatal(errs)
	}
	var all []biblio.Citation
	for id, want := range map[string]string{
		"Kinds.Grave#1": "British Museum, London, 120834; ",
		"Kinds.Codex#2": "Real Biblioteca del Monasterio de San Lorenzo de El Escorial, MS T.I.6; ",
		"Kinds.Vase":    "Vatican Museums, Vatican City, 16757; ",
		"Kinds.Hoard":   "British Museum; National Museums Scotland; ", // their numbers are not told
		"Kinds.Epigram": "",                                            // a text that is known from books
	} {
		got, ok := c.Citation(id)
		if !ok {
			t.Fatalf("%s is not found", id)
		}
		all = append(all, got)
		if text := got.Plain(); text != want+got.Source.CiteAt(got.Locator)+" ["+id+"]" {
			t.Errorf("%s: %s", id, text)
		}
	}
	if _, ok := c.Citation("Kinds.Grave#99"); ok {
		t.Error("there is no such observation")
	}
	grave, _ := c.Citation("Kinds.Grave")
	for style, want := range map[string]string{
		string(biblio.CiteNotes([]biblio.Citation{grave})):      "Kinds.Grave: British Museum, London, 120834; What is",
		string(biblio.CiteAuthorDate([]biblio.Citation{grave})): "Game of twenty squares (board and men). c. 2600–2400 BCE. British Museum, London, 120834.\n",
		string(biblio.CiteBibTeX([]biblio.Citation{grave})):     "% Kinds.Grave: \\cite{Kinds.Grave}, \\cite{general-knowledge}\n",
	} {
		if !strings.Contains(style, want) {
			t.Errorf("no %s in\n%s", want, style)
		}
	}
	items, errs := biblio.ReadCSL("x.json", biblio.CiteCSL(all))
	if errs != nil || len(items) != 5 { // four objects and one source
		t.Fatalf("%d items, %v", len(items), errs)
	}
	for _, s := range items {
		if s.Key == "Kinds.Grave" && (s.Archive != "British Museum, London" || s.CallNumber != "120834" || s.Type != "graphic") {
			t.Errorf("%+v", s)
		}
	}
	if read, errs := biblio.ReadBibTeX("x.bib", biblio.CiteBibTeX(all)); errs != nil || len(read) != 5 {
		t.Errorf("%d entries, %v", len(read), errs)
	}
}

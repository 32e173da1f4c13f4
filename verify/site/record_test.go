package site_test

import (
	"bytes"
	"compress/flate"
	"encoding/base64"
	"encoding/json"
	"image"
	"image/png"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"github.com/chromedp/chromedp"
	"github.com/lectio/lectio/evidence"
	"github.com/lectio/lectio/evidence/date"
	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/dimension"
	"github.com/lectio/lectio/testdata/whole"
	"github.com/lectio/lectio/verify/site"
)

// planted is the site, on a day, of the corpus that lectio init makes with a record in which
// every field has something besides, and the values that were planted in it.
func planted(t *testing.T, day date.Day, change func(map[string]any)) (func() *site.Site, []string) {
	t.Helper()
	record := whole.Record(t)
	change(record)
	data, err := json.Marshal(record)
	if err != nil {
		t.Fatal(err)
	}
	var picture bytes.Buffer
	if err := png.Encode(&picture, image.NewGray(image.Rect(0, 0, 60, 40))); err != nil {
		t.Fatal(err)
	}
	return siteOf(t, day, map[string]string{
		"records/All.1.yaml": string(data),
		"records/All.2.yaml": "id: All.2\ngame: Tern\nsource: {key: s-1}\nclauses: [{n: 1, text: They play.}]\n",
		"images/all.png":     picture.String(),
		"sources/s.json":     `[{"id": "s-1", "type": "book", "title": "A book"}, {"id": "s-2", "type": "book", "title": "Another"}]`,
	}), whole.Leaves(record)
}

// siteOf is the site, on a day, of the corpus that lectio init makes with more files of
// evidence.
func siteOf(t *testing.T, day date.Day, files map[string]string) func() *site.Site {
	t.Helper()
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS("../../rulesets/starter/corpus")); err != nil {
		t.Fatal(err)
	}
	for name, text := range files {
		name = filepath.Join(dir, "evidence", name)
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	ev, errs := evidence.Load(os.DirFS(dir), "")
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	public, _ := ev.Published(day)
	c, errs := dimension.Load(os.DirFS(dir), "", public)
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	return unverified(t, c, site.Options{Evidence: public, Pictures: os.DirFS(filepath.Join(dir, "evidence", "images"))}, c.IDs()...)
}

// visible is the text of a record's page that a reader sees at once: without its title, its
// citations and what is folded.
func visible(t *testing.T, page []byte) string {
	t.Helper()
	doc, err := html.Parse(bytes.NewReader(page))
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	var below func(n *html.Node, in bool)
	below = func(n *html.Node, in bool) {
		class, _ := attribute(n, "class")
		id, _ := attribute(n, "id")
		in = (in || class == "record-page") && id != "citing" && n.Data != "details"
		if in && n.Type == html.TextNode {
			b.WriteString(n.Data)
		}
		for c := n.FirstChild; c != nil; c = c.NextSibling {
			below(c, in)
		}
		if n.Type == html.ElementNode && n.Data != "a" {
			b.WriteByte(' ')
		}
	}
	below(doc, false)
	return b.String()
}

var spaces = regexp.MustCompile(`\s+`)

// everyValueStands reports planted values that do not stand in a text, and such of which no
// two are the same that stand in it twice.
func everyValueStands(t *testing.T, values []string, text string) {
	t.Helper()
	text = spaces.ReplaceAllString(text, " ")
	all := spaces.ReplaceAllString(strings.Join(values, "\n"), " ")
	unique := 0
	for _, v := range values {
		v = strings.TrimSpace(spaces.ReplaceAllString(v, " "))
		n := strings.Count(text, v)
		switch want := strings.Count(all, v); {
		case n == 0:
			t.Errorf("%q does not stand on the page", v)
		case strings.Contains(v, "with a comma"):
			if unique++; n != want {
				t.Errorf("%q stands on the page %d times, not %d", v, n, want)
			}
		}
	}
	if unique < 100 {
		t.Errorf("only %d values are told apart", unique)
	}
}

var far, now = date.Day{Year: 2100, Month: 1, Day: 1}, date.Day{Year: 2026, Month: 11, Day: 27}

// Every field of the schema has something in it, so that one that is added later is asked for
// here as well: its value stands on the page of the record, once, unfolded.
func TestEveryFieldStandsOnItsPage(t *testing.T) {
	s, values := planted(t, far, func(map[string]any) {})
	page := s().Files["record/All.1/index.html"]
	everyValueStands(t, values, visible(t, page))
	if bytes.Contains(page, []byte(`aria-label=""`)) || !bytes.Contains(page, []byte(`<svg`)) {
		t.Error("the board is not drawn, or nobody says what is drawn")
	}
}

// The same, of what a browser without scripts shows.
func TestEveryFieldIsSeen(t *testing.T) {
	s, values := planted(t, far, func(map[string]any) {})
	r := browse(t, s, 1280, chromedp.Flag("blink-settings", "scriptEnabled=false"))
	r.open("record/All.1/index.html")
	everyValueStands(t, values, says[string](r, `[...document.querySelectorAll(".record-page section:not(#citing, .kept)")].map((x) => x.innerText).join("\n")`))
}

// Before a date the title of a page does not say that a record is of its own time or of an older
// one: that stands with its kind alone.
func TestTitlesOfRecordsHaveNoAge(t *testing.T) {
	s := siteOf(t, now, map[string]string{
		"sources/s.json":   `[{"id": "s", "type": "book", "title": "A book"}]`,
		"records/C.1.yaml": "id: C.1\ngame: Tern\ntype: contemporary rule description\ndate: {edtf: \"1970\", of: publication}\nsource: {key: s}\n",
		"records/H.1.yaml": "id: H.1\ngame: Tern\ntype: historical text\nsource: {key: s}\n",
	})()
	for name, want := range map[string][2]string{"C.1": {"Tern: rule description, published 1970", "contemporary rule description"}, "H.1": {"Tern: text", "historical text"}} {
		page := string(s.Files["record/"+name+"/index.html"])
		if !strings.Contains(page, "<h1>"+want[0]+"</h1>") || strings.Count(page, want[1]) != 1 {
			t.Errorf("%s is not called %q, or its kind not told once", name, want[0])
		}
	}
}

// A picture that is not shown is named, with the reason.
func TestPicturesThatAreNotShown(t *testing.T) {
	s := siteOf(t, now, map[string]string{
		"sources/s.json":   `[{"id": "s", "type": "book", "title": "A book"}]`,
		"records/P.1.yaml": "id: P.1\ngame: Tern\nsource: {key: s}\nimages:\n  - {id: one, file: one.png}\n  - {id: two, file: two.jpg}\n  - {id: three, file: three.tiff}\n  - {id: four, file: four.svg}\n",
		"images/one.png":   strings.Repeat("x", 5_000_000), "images/two.jpg": strings.Repeat("x", 5_000_001), "images/three.tiff": "x",
		"images/four.svg": `<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>`,
	})()
	pageSays(t, s, "record/P.1/index.html", []string{
		"Picture two The picture is too large for this edition: it has 5.1 megabytes, and at most 5 are taken.",
		"Picture three Browsers do not show pictures of its kind.", "Picture four A picture in SVG can hold programs, and is not taken into an edition.", "Picture one File one.png",
	})
	for name, want := range map[string]bool{"one.png": true, "two.jpg": false, "three.tiff": false, "four.svg": false} {
		if _, has := s.Files["record/P.1/"+name]; has != want {
			t.Errorf("%s is in the site: %t", name, has)
		}
	}
}

// plainly is a file as it is read: the index of the search is deflated.
func plainly(t *testing.T, data []byte) []byte {
	t.Helper()
	text, is := bytes.CutPrefix(data, []byte(`lectioIndex("`))
	if !is {
		return data
	}
	packed, err := base64.StdEncoding.DecodeString(strings.TrimSuffix(string(text), "\");\n"))
	if err != nil {
		t.Fatal(err)
	}
	plain, err := io.ReadAll(flate.NewReader(bytes.NewReader(packed)))
	if err != nil || !bytes.Contains(plain, []byte(`"rows"`)) {
		t.Fatalf("the index of the search: %v, %.100s", err, plain)
	}
	return plain
}

// What is under embargo stands in no file of the site, and all the rest of the record on its
// page.
func TestNothingUnderEmbargoIsInTheSite(t *testing.T) {
	s, values := planted(t, now, func(r map[string]any) { delete(r, "embargo") })
	secret := regexp.MustCompile(`^(texts|clauses|observations|images) `)
	kept := regexp.MustCompile(`^(texts (by|rights)|clauses rights|images rights) `)
	told := 0
	for name, data := range s().Files {
		data = plainly(t, data)
		for _, v := range values {
			if secret.MatchString(v) && !kept.MatchString(v) {
				told++
				if bytes.Contains(data, []byte(html.EscapeString(v))) || bytes.Contains(data, []byte(v)) {
					t.Errorf("%s has %q, which is under embargo", name, v)
				}
			}
		}
		if strings.HasSuffix(name, ".png") {
			t.Errorf("%s is a picture under embargo", name)
		}
	}
	if told == 0 {
		t.Error("nothing is under embargo")
	}
	text := spaces.ReplaceAllString(visible(t, s().Files["record/All.1/index.html"]), " ")
	for _, v := range values {
		if v = spaces.ReplaceAllString(v, " "); strings.Contains(v, "with a comma") && (!secret.MatchString(v) || kept.MatchString(v)) && !strings.Contains(text, v) {
			t.Errorf("%q does not stand on the page, and is not under embargo", v)
		}
	}
	whole, _ := planted(t, now, func(map[string]any) {})
	for name, data := range whole().Files {
		data = plainly(t, data)
		if strings.Contains(name, "All.1") || bytes.Contains(data, []byte("All.1")) {
			t.Errorf("%s names a record that is under embargo", name)
		}
	}
}

// Evidence without a ruleset has its pages, which speak of no games.
func TestSiteOfRecordsAlone(t *testing.T) {
	c := newCorpus(t)
	alone := &dimension.Corpus{Corpus: &rulesets.Corpus{Evidence: c.Evidence}}
	s := unverified(t, alone, site.Options{Evidence: c.Evidence})()
	pageSays(t, s, "index.html", []string{"A corpus: 1 record of 1895", "All of the evidence, 1 record: Texts: 1"}, "0 games", "The games", "Figures", "0 clauses")
	pageSays(t, s, "records/index.html", []string{"Three in a Row"})
	if s.Files["figures/index.html"] != nil {
		t.Error("there is a page of figures, of no game")
	}
}

package site_test

import (
	"context"
	"errors"
	"html"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/lectio/lectio/evidence"
	"github.com/lectio/lectio/evidence/date"
	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/dimension"
	"github.com/lectio/lectio/testdata/bundled"
	"github.com/lectio/lectio/verify"
	"github.com/lectio/lectio/verify/brief"
	"github.com/lectio/lectio/verify/checks"
	"github.com/lectio/lectio/verify/site"
)

// plain is what a page says, without its marks.
func plain(data []byte) string {
	text := regexp.MustCompile(`<[^>]*>`).ReplaceAllString(string(data), " ")
	return strings.Join(strings.Fields(html.UnescapeString(text)), " ")
}

// says reports as errors what a page of a site does not say, or says and should not.
func pageSays(t *testing.T, s *site.Site, at string, want []string, not ...string) {
	t.Helper()
	text := plain(s.Files[at])
	for _, w := range want {
		if !strings.Contains(text, w) {
			t.Errorf("%s does not say %q:\n%s", at, w, text)
		}
	}
	for _, w := range not {
		if strings.Contains(text, w) {
			t.Errorf("%s says %q", at, w)
		}
	}
}

// The page of a record says of each layer of text whether its words are in the corpus, and
// why not: an embargo, or what is known of rights; that of sources leads to where one is found.
func TestRecordsSayWhatIsWithheld(t *testing.T) {
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS("../../rulesets/starter/corpus")); err != nil {
		t.Fatal(err)
	}
	record := filepath.Join(dir, "evidence/records/EXAMPLE.1.yaml")
	data, err := os.ReadFile(record)
	if err != nil {
		t.Fatal(err)
	}
	text := strings.Replace(string(data), "- {id: original, language: en, rights: not reproduced}", `- {id: original, language: en, rights: the heirs hold them}
  - {id: diary, language: en, rights: ask, embargo: 2040-01-01, text: Nine fields.}
  - {id: copy, language: en, licence: CC-BY-4.0, text: Nine fields and no more.}
  - {id: note, language: en}`, 1)
	if text == string(data) {
		t.Fatal("the example has changed")
	}
	if err := os.WriteFile(record, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	ev, errs := evidence.Load(os.DirFS(dir), "")
	published, _ := ev.Published(date.Day{Year: 2026, Month: 11, Day: 23})
	c, more := dimension.Load(os.DirFS(dir), "", published)
	errs.Merge(more)
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	s := unverified(t, c, site.Options{}, c.IDs()...)()
	pageSays(t, s, "record/EXAMPLE.1/index.html", []string{
		"Text original The corpus does not reproduce its words. Language English (en) Rights the heirs hold them",
		"Text diary Its words … under embargo until 2040-01-01 Language English (en) Rights ask Embargo until 2040-01-01",
		"Text copy Its words Nine fields and no more. Language English (en) Licence CC-BY-4.0",
		"Text note The corpus does not reproduce its words. Language English (en)",
		"Manuscripts, prints and copies No manuscript is recorded.",
		"Rights No statement of rights for the record as a whole; those for its texts stand beside them.",
	}, "Nine fields. ")
	pageSays(t, s, c.IDs()[0]+"/sources/index.html", []string{"Its description names no address on the web."}, "Nine fields")
}

// A comparison says in the words of the authors why it is made, and what the readings are
// that they have picked; who gives no reason is said to give none.
func TestComparisonsSayWhy(t *testing.T) {
	c := newCorpus(t)
	set := settings()
	id := c.IDs()[0]
	set.Compare = []site.Comparison{{Of: []string{id, id + "{diagonals=do-not-count}"}, Because: "To see what slanting rows are good for"}, {Of: []string{id, id}}}
	o := verify.Budget(2, 50)
	o.Only = []string{checks.All()[0].ID}
	s, errs := site.Make(context.Background(), verify.Run(context.Background(), checks.All(), c, c.Definitions, o), set, site.Options{Version: "lectio test"})
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	why := "To see what slanting rows are good for."
	none := "The authors of the edition set these side by side; why these, they do not say."
	pageSays(t, s, "comparisons/index.html", []string{why, none})
	pageSays(t, s, "comparisons/"+id+"-"+id+"-diagonals-do-not-count/index.html",
		[]string{why, "“do not count”: Clause 1 calls the three rows of the board rows"}, none)
	pageSays(t, s, "comparisons/"+id+"-"+id+"/index.html", []string{none}, why)
}

// TestComparedCells looks at the cells of a comparison: what an answer refers to as stated
// stands there at once, what else the rules say is folded, and questions and clauses are links.
func TestComparedCells(t *testing.T) {
	dir := t.TempDir()
	if err := errors.Join(os.CopyFS(dir, os.DirFS("../../rulesets/starter/corpus")), os.CopyFS(filepath.Join(dir, "rulesets/dimensions"), os.DirFS("../../rulesets/dimensions"))); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(dir, "rulesets/dimensions/merels.yaml")
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	text := strings.Replace(string(data), "{id: anywhere, means: On any empty point.,", `{id: anywhere, means: "Where it is allowed, as stated.", detail: yes,`, 1)
	if text == string(data) {
		t.Fatal("the answers have changed")
	}
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	ev, errs := evidence.Load(os.DirFS(dir), "")
	c, more := dimension.Load(os.DirFS(dir), "", ev)
	errs.Merge(more)
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	id := c.IDs()[0]
	set := settings()
	set.Compare = []site.Comparison{{Of: []string{id, id + "{diagonals=do-not-count}"}}}
	o := verify.Budget(2, 50)
	o.Only = []string{checks.All()[0].ID}
	s, errs := site.Make(context.Background(), verify.Run(context.Background(), checks.All(), c, c.Definitions, o), set, site.Options{Version: "lectio test"})
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	stated, folded, questions, clauses := 0, 0, 0, 0
	for n := range pages(t, s)["comparisons/"+id+"-"+id+"-diagonals-do-not-count/index.html"].Descendants() {
		if n.Data != "td" {
			continue
		}
		_, rules, opened := strings.Cut(words(n), "the rules")
		if strings.Contains(words(n), "Where it is allowed, as stated:The player may place a man") && rules == "" {
			stated++
		} else if opened {
			folded++
		}
		for x := range n.Descendants() {
			to, _ := attribute(x, "href")
			questions += strings.Count(to, "/questions/diagonals/")
			clauses += strings.Count(to, "#clause-")
		}
	}
	if stated != 2 || folded == 0 || questions == 0 || clauses == 0 {
		t.Errorf("of the cells %d say what is stated, %d what else the rules say; %d links lead to questions and %d to clauses", stated, folded, questions, clauses)
	}
}

// TestTitles gives a question and a reading titles: pages call them so, and say the number to
// which authors refer.
func TestTitles(t *testing.T) {
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS("../../rulesets/starter/corpus")); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(dir, "rulesets/definitions/three-in-a-row.yaml")
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	text := strings.Replace(string(data), "- id: diagonals\n", "- id: diagonals\n    title: Slanting rows\n    see: TR-A01\n", 1)
	text = strings.Replace(text, "- id: do-not-count\n", "- id: do-not-count\n        title: only straight rows\n", 1)
	if strings.Count(text, "title:") != 3 {
		t.Fatalf("the example has changed:\n%s", text)
	}
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	ev, errs := evidence.Load(os.DirFS(dir), "")
	c, more := dimension.Load(os.DirFS(dir), "", ev)
	errs.Merge(more)
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	id := c.IDs()[0]
	s := unverified(t, c, site.Options{}, id)()
	pageSays(t, s, id+"/index.html", []string{"Slanting rows Do slanting rows count", "TR-A01", "only straight rows"}, "“do not count”")
	pageSays(t, s, id+"/questions/index.html", []string{"Slanting rows", "TR-A01. ", "only straight rows"}, "do not count")
	pageSays(t, s, id+"/questions/tr-a01/index.html", []string{"Slanting rows Do slanting rows count", "TR-A01. ", "only straight rows"}, "“do not count”")
}

// TestBundledTitles looks whether every question of the bundled games and of the gallery has a
// title of its own that does not ask it again, and every reading one or an id that reads as words.
func TestBundledTitles(t *testing.T) {
	words := regexp.MustCompile(`^[a-z]+([-_][a-z]+)*$`)
	for _, d := range slices.Concat(bundled.Corpus(t).Definitions, bundled.Gallery(t).Definitions) {
		titles := map[string]string{}
		for _, q := range d.Questions {
			if n := utf8.RuneCountInString(q.Title); n == 0 || n > 60 || titles[q.Title] != "" || q.Title+"?" == q.Asks {
				t.Errorf("%s: the title of %s is %q", d.ID, q.Name(), q.Title)
			}
			titles[q.Title] = q.ID
			for _, r := range q.Readings {
				if r.Title == "" && !words.MatchString(r.ID) {
					t.Errorf("%s: the reading %s of %s has no title", d.ID, r.ID, q.Name())
				}
			}
		}
	}
}

// newCorpus is the corpus that lectio init makes.
func newCorpus(t *testing.T) *dimension.Corpus {
	t.Helper()
	fsys := os.DirFS("../../rulesets/starter/corpus")
	ev, errs := evidence.Load(fsys, "")
	c, more := dimension.Load(fsys, "", ev)
	errs.Merge(more)
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	return c
}

// Captions of figures name the readings that part, and what tells them apart; the first page
// and the brief say what a reading is that they name; and what a reading does is told in
// sentences.
func TestReadingsAreNamed(t *testing.T) {
	c := newCorpus(t)
	o := verify.Budget(1500, 300)
	o.Only = brief.Checks(checks.All())
	s, errs := site.Make(context.Background(), verify.Run(context.Background(), checks.All(), c, c.Definitions, o), settings(), site.Options{Version: "lectio test"})
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	gloss := "“do not count”: Clause 1 calls the three rows of the board rows"
	pageSays(t, s, "figures/index.html", []string{"where the readings “count” and “do not count” part. Do slanting rows count"}, ": where readings part")
	pageSays(t, s, "index.html", []string{gloss})
	game := c.IDs()[0]
	pageSays(t, s, game+"/index.html", []string{gloss, "“count”, the default: Nothing in the words excludes them."})
	pageSays(t, s, game+"/questions/diagonals/index.html", []string{"games at random played under both with the same throws and moves", "went another way under it", "by default"}, "It touches", "touches ")
}

// Authors name readings by their ids; on a page they are called what they are called there.
func TestNotesNameReadingsInWords(t *testing.T) {
	s := unverified(t, bundled.Corpus(t), site.Options{}, "mylna")()
	pageSays(t, s, "mylna/questions/my-a22/index.html", []string{"Under “play on” nothing ends such a game, as under MY-A13 “none”"}, "play-on nothing")
	pageSays(t, s, "record/DLP.Evidence.1560/index.html", []string{"The corpus does not reproduce its words.", "Rights not reproduced",
		"No manuscript is recorded.", "No check is recorded."})
	if page := string(s.Files["mylna/sources/index.html"]); !strings.Contains(page, `<a rel="external" href="https://ludii.games">`) {
		t.Error("the sources of mylna do not lead to the database that they come from")
	}
}

// What words of the table of throws mean stands above it, not in the row of the first throw.
func TestTermsStandAboveTheTable(t *testing.T) {
	c := bundled.Gallery(t)
	o := verify.Budget(20, 50)
	o.Only = []string{"ED001"}
	res := verify.Run(context.Background(), checks.All(), c, slices.DeleteFunc(slices.Clone(c.Definitions), func(d *rulesets.Definition) bool { return d.ID != "backgammon" }), o)
	s, errs := site.Make(context.Background(), res, settings(), site.Options{Version: "lectio test"})
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	page := string(s.Files["backgammon/throws/index.html"])
	above, table, ok := strings.Cut(page, "<tbody>")
	term := regexp.MustCompile(`Words of the table: ([^<]*)`).FindStringSubmatch(above)
	if !ok || term == nil {
		t.Fatalf("no words are explained above the table: %.400s", plain([]byte(above)))
	}
	first, _, _ := strings.Cut(strings.TrimSpace(term[1]), ".")
	if first == "" || strings.Contains(table, first) {
		t.Errorf("%q stands in the table", first)
	}
}

// Figures for print have no colour, and pages printed have none on their boards: what was
// coloured is as light as it was, and what was paper is white.
func TestPrintHasNoColour(t *testing.T) {
	s := made()
	hue := regexp.MustCompile(`#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})`)
	figures := 0
	for name, data := range s.Files {
		text := string(data)
		if name == "assets/pictures.css" {
			before, printed, ok := strings.Cut(text, "@media print{")
			if !ok || !hue.MatchString(before) {
				t.Fatalf("%s has no looks for print:\n%.300s", name, text)
			}
			text = printed
		} else if !strings.HasSuffix(name, "-grey.svg") {
			continue
		}
		figures++
		for _, m := range hue.FindAllStringSubmatch(text, -1) {
			if m[1] != m[2] || m[2] != m[3] {
				t.Errorf("%s has the colour %s", name, m[0])
			}
		}
		if colour := s.Files[strings.TrimSuffix(name, "-grey.svg")+".svg"]; colour != nil && (len(colour) != len(data) || string(colour) == text) {
			t.Errorf("%s is another picture than its figure in colour, or the same one", name)
		}
	}
	if figures < 2 {
		t.Errorf("%d files without colour", figures)
	}
}

// Where a clause warrants a rule that is told above, the rule is said again beside it in the same
// words: no clause has a pointer alone.
func TestRulesAreSaidAgain(t *testing.T) {
	page := string(made().Files[newCorpus(t).IDs()[0]+"/index.html"])
	again := regexp.MustCompile(`<p class="again" data-rule="([^"]+)"><span class="same">([^<]*)</span>`).FindAllStringSubmatch(page, -1)
	for _, m := range again {
		if !strings.Contains(page, `id="`+m[1]+`"><p class="says">`+m[2]+`</p>`) {
			t.Errorf("%s is said again as %q", m[1], m[2])
		}
	}
	if n := strings.Count(page, `<p class="again">→`); len(again) == 0 || n > 0 {
		t.Errorf("%d rules are said again, and %d only pointed to", len(again), n)
	}
}

// The page of a question names the other texts of the corpus that leave it open, though the
// edition is of one game only and has no page of theirs.
func TestTextsThatLeaveItOpenAsWell(t *testing.T) {
	s := unverified(t, bundled.Corpus(t), site.Options{}, "natt-klab-ash-shawk")()
	pageSays(t, s, "natt-klab-ash-shawk/questions/nk-a03/index.html", []string{"Texts that leave it open as well Barjis, The first turn. Who begins?", "Kiôz, The first throw."})
	linksLead(t, s)
}

// Texts that questions quote have pages, also those of other corpora, to which all quotations
// lead, and from which the way leads back; of the corpus itself they are not counted.
func TestQuotedRecordsHavePages(t *testing.T) {
	s := unverified(t, bundled.Corpus(t), site.Options{}, "mylna")()
	led := 0
	for name, doc := range pages(t, s) {
		for n := range doc.Descendants() {
			if n.Data != "dt" || !strings.Contains(words(n), "Another source") {
				continue
			}
			to := ""
			for a := range n.Descendants() {
				if href, ok := attribute(a, "href"); ok {
					to, _, _ = strings.Cut(path.Join(path.Dir(name), href), "#")
				}
			}
			if !strings.HasPrefix(to, "record/") || s.Files[to] == nil {
				t.Errorf("%s: %q leads to %q", name, words(n), to)
				continue
			}
			back := strings.TrimSuffix(strings.TrimPrefix(name, "mylna/"), "index.html")
			if !strings.Contains(string(s.Files[to]), "Questions that quote it") || !strings.Contains(string(s.Files[to]), back) {
				t.Errorf("%s does not lead back to %s", to, name)
			}
			led++
		}
	}
	if led == 0 {
		t.Fatal("no question of Mylna quotes another text")
	}
	page := "record/Gallery.nine-mens-morris/index.html"
	if list := string(s.Files["records/index.html"]); s.Files[page] == nil || !strings.Contains(list, "Of other games, quoted by questions") || !strings.Contains(list, "Gallery.nine-mens-morris") {
		t.Errorf("%s is not in the list", page)
	}
	counted := strconv.Itoa(strings.Count(string(s.Files["records/index.html"]), `<li><a href="../record/`)) + " records"
	pageSays(t, s, "records/index.html", []string{counted + ", each with a page"})
	pageSays(t, s, "index.html", []string{"All of the evidence, " + counted})
	if !strings.Contains(string(s.Files[page]), "A record of another corpus") {
		t.Errorf("%s does not say that it is of another corpus", page)
	}
}

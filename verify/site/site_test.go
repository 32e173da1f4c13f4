package site_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"path"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"sync"
	"testing"

	"golang.org/x/net/html"

	"github.com/lectio/lectio/evidence"
	"github.com/lectio/lectio/evidence/diag"
	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/dimension"
	"github.com/lectio/lectio/rulesets/starter"
	"github.com/lectio/lectio/testdata/bundled"
	"github.com/lectio/lectio/testdata/long"
	"github.com/lectio/lectio/verify"
	"github.com/lectio/lectio/verify/brief"
	"github.com/lectio/lectio/verify/checks"
	"github.com/lectio/lectio/verify/site"
)

// made is the site of the corpus that lectio init makes, which is small.
var made = sync.OnceValue(func() *site.Site { return making() })

func making() *site.Site {
	fsys := os.DirFS("../../rulesets/starter/corpus")
	ev, errs := evidence.Load(fsys, "")
	c, more := dimension.Load(fsys, "", ev)
	errs.Merge(more)
	if len(errs) > 0 {
		panic(errs)
	}
	o := verify.Budget(60, 300)
	o.Only = brief.Checks(checks.All())
	res := verify.Run(context.Background(), checks.All(), c, c.Definitions, o)
	s, errs := site.Make(context.Background(), res, settings(), site.Options{Version: "lectio test", Core: pageCore(), Corpus: textsOf(&testing.T{}, map[string]fs.FS{"": fsys}), Evidence: ev})
	if len(errs) > 0 {
		panic(errs)
	}
	return s
}

func settings() *site.Settings {
	return &site.Settings{Title: "A corpus", About: "To try <pages> with.", Authors: "Its authors", Licence: "CC BY 4.0",
		LicenceURL: "https://creativecommons.org/licenses/by/4.0/", Address: "https://example.org/games/", Date: "2026-11-23"}
}

// pages are the pages of a site, parsed.
func pages(t *testing.T, s *site.Site) map[string]*html.Node {
	t.Helper()
	out := map[string]*html.Node{}
	for name, data := range s.Files {
		if !strings.HasSuffix(name, ".html") {
			continue
		}
		doc, err := html.Parse(bytes.NewReader(data))
		if err != nil {
			t.Fatal(name, err)
		}
		out[name] = doc
	}
	return out
}

func attribute(n *html.Node, key string) (string, bool) {
	for _, a := range n.Attr {
		if a.Key == key {
			return a.Val, true
		}
	}
	return "", false
}

// TestSameBytes makes a site twice.
func TestSameBytes(t *testing.T) {
	a, b := made(), making()
	if len(a.Files) != len(b.Files) {
		t.Fatalf("%d files, then %d", len(a.Files), len(b.Files))
	}
	for name, data := range a.Files {
		if !bytes.Equal(data, b.Files[name]) {
			t.Errorf("%s is not the same when it is made again", name)
		}
	}
}

// TestLinks follows every link of every page, to files and to places in them, and those of a
// record in which every field has something.
func TestLinks(t *testing.T) {
	full, _ := planted(t, far, func(map[string]any) {})
	for _, s := range []*site.Site{made(), full()} {
		linksLead(t, s)
	}
}

// toMend reports whether an address asks a page of the workshop for a file that is there: of the corpus, of the one with which a new corpus
// begins, or for none of that yet.
func toMend(s *site.Site, at, asked string) bool {
	asked, _, _ = strings.Cut(asked, ":") // a line of it
	own, fresh := strings.CutPrefix(asked, "new/")
	_, err := fs.Stat(starter.Examples(), own)
	return strings.HasPrefix(at, "workshop/") && (s.Files["corpus/"+asked+".js"] != nil || fresh && (own == "" || err == nil))
}

func linksLead(t *testing.T, s *site.Site) {
	t.Helper()
	docs := pages(t, s)
	ids := map[string]map[string]bool{}
	for name, doc := range docs {
		ids[name] = map[string]bool{}
		for n := range doc.Descendants() {
			if id, ok := attribute(n, "id"); ok {
				if ids[name][id] {
					t.Errorf("%s has two elements called %q", name, id)
				}
				ids[name][id] = true
			}
		}
	}
	followed := 0
	for name, doc := range docs {
		for n := range doc.Descendants() {
			for _, key := range []string{"href", "src"} {
				to, ok := attribute(n, key)
				if rel, _ := attribute(n, "rel"); !ok || strings.Contains(to, "://") && (rel == "license" || rel == "canonical" || rel == "external") {
					continue
				}
				file, anchor, _ := strings.Cut(to, "#")
				at := name
				if file != "" {
					at = path.Join(path.Dir(name), file)
				}
				if s.Files[at] == nil {
					t.Errorf("%s leads to %s, which is not there", name, to)
				} else if anchor != "" && docs[at] != nil && !ids[at][anchor] && !strings.Contains(at, "/play/") && !toMend(s, at, anchor) {
					t.Errorf("%s leads to %s, where there is no such place", name, to)
				}
				followed++
			}
		}
	}
	if followed < 200 {
		t.Errorf("only %d links were followed", followed)
	}
}

// TestToldApart looks for the words that tell a reader of every clause, sentence and question
// whether it is of the source, of us, or open: the label or heading that is next before it.
func TestToldApart(t *testing.T) {
	found := map[string]int{}
	for name, doc := range pages(t, made()) {
		label := ""
		for n := range doc.Descendants() {
			if n.Type != html.ElementNode {
				continue
			}
			class, _ := attribute(n, "class")
			kind := ""
			switch {
			case class == "label" || n.Data == "h2" || n.Data == "h3":
				label = words(n)
			case n.Data == "p" && inside(n, "clause") || n.Data == "dd" && inside(n, "quoted"):
				kind = "Source, in our words"
			case class == "says" || n.Data == "li" && inside(n, "changes"):
				kind = "Rule"
			case class == "question":
				kind = "Open question"
			}
			if kind == "" {
				continue
			}
			found[kind]++
			if !strings.Contains(label, kind) {
				t.Errorf("%s has %.60q under the label %q, not %q", name, words(n), label, kind)
			}
		}
	}
	for _, kind := range []string{"Source, in our words", "Rule", "Open question"} {
		if found[kind] == 0 {
			t.Errorf("no place is looked at for %q", kind)
		}
	}
}

// TestHomeSaysWhatItHolds reads the title of the first page: how many games and records there
// are, and of when, where not all records are dated of how many of them.
func TestHomeSaysWhatItHolds(t *testing.T) {
	c := bundled.Gallery(t)
	for want, s := range map[string]*site.Site{
		"A corpus: 1 game after 1 record of 1895":                  made(),
		"A corpus: 1 game after 3 records, 2 dated 950 CE to 1640": unverified(t, c, site.Options{}, "brandubh")(),
	} {
		for n := range pages(t, s)["index.html"].Descendants() {
			if n.Data == "h1" && words(n) != want {
				t.Errorf("the title is %q, not %q", words(n), want)
			}
		}
	}
}

// words is what is written in a node.
func words(n *html.Node) string {
	var b strings.Builder
	for x := range n.Descendants() {
		if x.Type == html.TextNode {
			b.WriteString(x.Data)
		}
	}
	return b.String()
}

// inside reports whether a node stands in one of a class.
func inside(n *html.Node, class string) bool {
	for x := range n.Ancestors() {
		if c, _ := attribute(x, "class"); c == class {
			return true
		}
	}
	return false
}

// TestPolicy looks for what a page must not have: scripts and styles of its own, and what a
// browser would fetch from elsewhere; and for what each must have.
func TestPolicy(t *testing.T) {
	for name, doc := range pages(t, made()) {
		if n := len(made().Files[name]); n > 300_000 {
			t.Errorf("%s has %d bytes", name, n)
		}
		policy, cited, licensed := false, false, false
		for n := range doc.Descendants() {
			if n.Type != html.ElementNode {
				continue
			}
			_, src := attribute(n, "src")
			kind, _ := attribute(n, "type")
			switch {
			case n.Data == "script" && kind == "application/ld+json":
				var about map[string]any
				if err := json.Unmarshal([]byte(n.FirstChild.Data), &about); err != nil || about["@type"] == nil {
					t.Errorf("%s says of itself %q: %v", name, n.FirstChild.Data, err)
				}
			case n.Data == "script" && !src, n.Data == "style":
				t.Errorf("%s has a %s of its own", name, n.Data)
			case n.Data == "q":
				cited = cited || strings.Contains(n.FirstChild.Data, "Its authors") && strings.Contains(n.FirstChild.Data, "2026-11-23")
			}
			for _, a := range n.Attr {
				if a.Key == "style" || strings.HasPrefix(a.Key, "on") {
					t.Errorf("%s has an attribute %s", name, a.Key)
				}
				policy = policy || strings.Contains(a.Val, "script-src 'self' 'wasm-unsafe-eval'")
				licensed = licensed || a.Key == "rel" && a.Val == "license"
			}
		}
		if !policy || !cited || !licensed {
			t.Errorf("%s lacks its policy (%v), its citation (%v) or its licence (%v)", name, policy, cited, licensed)
		}
	}
	if data := made().Files["index.html"]; bytes.Contains(data, []byte("<pages>")) {
		t.Error("what authors write is taken for HTML")
	}
}

// TestWrite writes a site over an earlier one, and refuses a folder that is none.
func TestWrite(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "out")
	s := made()
	if err := s.Write(dir); err != nil {
		t.Fatal(err)
	}
	fewer := &site.Site{Files: map[string][]byte{"index.html": []byte("anew")}}
	if err := fewer.Write(dir); err != nil {
		t.Fatal(err)
	}
	if data, _ := os.ReadFile(filepath.Join(dir, "index.html")); string(data) != "anew" {
		t.Errorf("index.html has %q", data)
	}
	if _, err := os.Stat(filepath.Join(dir, "search", "index.html")); err == nil {
		t.Error("a page that is no more stands there still")
	}
	foreign := t.TempDir()
	if err := os.WriteFile(filepath.Join(foreign, "thesis.txt"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if err := s.Write(foreign); err == nil || len(diag.AsErrors(err)) != 1 {
		t.Errorf("writing into a folder with other files gives %v", err)
	}
}

// TestWriteCutOff stops a run before it writes its pages, as one that is killed: the list of what
// is there is as it was, and the next run takes away what any of them wrote.
func TestWriteCutOff(t *testing.T) {
	dir := t.TempDir()
	of := func(pages ...string) *site.Site {
		s := &site.Site{Files: map[string][]byte{}}
		for _, p := range pages {
			s.Files[p] = []byte(p)
		}
		return s
	}
	has := func() (names string) {
		list, err := os.ReadDir(dir)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range list {
			names += e.Name() + " "
		}
		return names
	}
	if err := of("a", "b/page").Write(dir); err != nil {
		t.Fatal(err)
	}
	listed, err := os.ReadFile(filepath.Join(dir, "lectio-site.txt"))
	if err != nil || string(listed) != "a\nb/page\n" {
		t.Fatalf("%q %v", listed, err)
	}
	if err := of("b", "c").Write(dir); err == nil {
		t.Fatal("a page is written where a folder is")
	}
	if now, _ := os.ReadFile(filepath.Join(dir, "lectio-site.txt")); string(now) != string(listed) {
		t.Errorf("a run that wrote nothing leaves the list %q", now)
	}
	// Of one that was killed later, before it had its list, or before it took away what it had
	// not written.
	for _, list := range []string{"a\nb/page\n", "c\n"} {
		for name, text := range map[string]string{"a": "a", "c": "c", "lectio-site.txt": list, ".lectio-site.txt": "a\nb/page\nc\n"} {
			if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		if err := of("d").Write(dir); err != nil {
			t.Fatal(err)
		}
		if got := has(); got != "d lectio-site.txt " {
			t.Errorf("after a run of which there was %q: %s", list, got)
		}
	}
	// And of one killed at its first page.
	if err := errors.Join(os.RemoveAll(dir), os.Mkdir(dir, 0o755), os.WriteFile(filepath.Join(dir, ".lectio-site.txt"), []byte("e\n"), 0o644),
		os.WriteFile(filepath.Join(dir, "e"), nil, 0o644), of("d").Write(dir)); err != nil {
		t.Fatal(err)
	}
	if got := has(); got != "d lectio-site.txt " {
		t.Errorf("after a run killed at its first page: %s", got)
	}
}

// TestSettings reads what authors say, and pages of theirs.
func TestSettings(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(dir, "site", name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Mkdir(filepath.Join(dir, "site"), 0o755); err != nil {
		t.Fatal(err)
	}
	read := func() (*site.Settings, diag.Errors) {
		return site.ReadSettings(os.DirFS(dir), func(s string) string { return s })
	}
	write("site.yaml", "title: T\nauthors: A\nlicence: L\ncontact: a@example.org\naddress: https://example.org\ndate: 2026-11-23\ncompare: [[a, b], {of: [c, d], because: They are kin}]\n")
	write("method.md", "# How it was done\n\nBy *hand*. <script>alert(1)</script>\n")
	set, errs := read()
	if len(errs) > 0 || set.Address != "https://example.org/" || set.ContactLink() != "mailto:a@example.org" || set.Date != "2026-11-23" || !reflect.DeepEqual(set.Compare, []site.Comparison{{Of: []string{"a", "b"}}, {Of: []string{"c", "d"}, Because: "They are kin"}}) || len(set.Pages) != 1 || set.Pages[0].Title != "How it was done" {
		t.Fatalf("read %+v, %v", set, errs)
	}
	write("site.yaml", "title: T\nlicense: L\ncontact: by mail\ndate: Advent 2026\ncompare: [[a], {of: [b], why: c}]\n")
	if _, errs := read(); len(errs) != 8 { // authors and licence are missing, license is no key, nobody can write to “by mail”, Advent is no day, one game is no comparison, twice, and why is no key
		t.Errorf("a file with six mistakes gives %v", errs)
	}
}

// The pages say where the authors are written to, or that nobody knows.
func TestContact(t *testing.T) {
	c := newCorpus(t)
	o := verify.Budget(2, 50)
	o.Only = []string{checks.All()[0].ID}
	res := verify.Run(context.Background(), checks.All(), c, nil, o)
	for contact, want := range map[string]string{
		"":                          "Its authors, whose address this edition does not know.",
		"a@example.org":             `Its authors, <a href="mailto:a@example.org">a@example.org</a>.`,
		"https://example.org/write": `Its authors, <a href="https://example.org/write">https://example.org/write</a>.`,
	} {
		set := settings()
		set.Contact = contact
		s, errs := site.Make(context.Background(), res, set, site.Options{Version: "lectio test", Core: pageCore(), Corpus: corpusOf(t, c), Evidence: c.Evidence})
		if len(errs) > 0 {
			t.Fatal(errs)
		}
		for _, page := range []string{"about/index.html", "workshop/index.html"} {
			if !strings.Contains(string(s.Files[page]), want) {
				t.Errorf("%s does not say %s", page, want)
			}
		}
	}
}

// TestServer asks for pages as a browser does, before there are any, then with errors.
func TestServer(t *testing.T) {
	v := &site.Server{}
	get := func(path string) (int, string) {
		w := httptest.NewRecorder()
		v.ServeHTTP(w, httptest.NewRequest("GET", "http://localhost:8080"+path, nil))
		return w.Code, w.Body.String()
	}
	if code, text := get("/"); code != http.StatusServiceUnavailable || !strings.Contains(text, `data-stamp="0"`) || !strings.Contains(text, `src="/assets/watch.js"`) {
		t.Errorf("before there are pages the answer is %d: %s", code, text)
	}
	if code, text := get("/assets/watch.js"); code != http.StatusOK || !strings.Contains(text, "lectio-status.json") {
		t.Errorf("who waits for pages gets %d: %s", code, text)
	}
	v.Show(made())
	for path, want := range map[string]int{"/": 200, "/search/": 200, "/assets/site.css": 200, "/../site.go": 404, "/nothing/": 404} {
		if code, _ := get(path); code != want {
			t.Errorf("%s gives %d, not %d", path, code, want)
		}
	}
	v.Trouble(diag.Errors{{Pos: diag.Pos{File: "game.yaml", Line: 3, Col: 1}, Message: "unknown key"}})
	if _, text := get("/lectio-status.json"); !strings.Contains(text, `"stamp":1`) || !strings.Contains(text, "game.yaml:3:1") {
		t.Errorf("with an error the page hears %s", text)
	}
}

// TestServerAnswersThisMachineOnly asks for pages by other names, as a page elsewhere can
// make a browser do, and in other ways than reading.
func TestServerAnswersThisMachineOnly(t *testing.T) {
	v := &site.Server{}
	v.Show(made())
	ask := func(method, host, path string) *http.Response {
		w := httptest.NewRecorder()
		r := httptest.NewRequest(method, "http://localhost"+path, nil)
		r.Host = host
		v.ServeHTTP(w, r)
		return w.Result()
	}
	policy := regexp.MustCompile(`http-equiv="Content-Security-Policy" content="([^"]*)"`).FindSubmatch(made().Files["index.html"])
	if policy == nil {
		t.Fatal("the pages have no policy")
	}
	said := html.UnescapeString(string(policy[1]))
	for _, host := range []string{"localhost", "localhost:8080", "LocalHost.:1", "127.0.0.1:8080", "127.1.2.3", "[::1]:8080", "[::1]", "edition.localhost:80"} {
		for _, path := range []string{"/", "/lectio-status.json", "/nothing"} {
			if got := ask("GET", host, path); got.StatusCode/100 == 4 && path != "/nothing" || !strings.HasPrefix(got.Header.Get("Content-Security-Policy"), said) {
				t.Errorf("%s as %q: %s, %v", path, host, got.Status, got.Header)
			}
		}
	}
	for _, host := range []string{"", "example.org", "example.org:8080", "localhost.example.org", "notlocalhost", "127.0.0.1.example.org", "192.168.0.1:8080", "0.0.0.0", "[::2]:80", "localhost@example.org", ":8080"} {
		for _, path := range []string{"/", "/lectio-status.json", "/nothing"} {
			if got := ask("GET", host, path); got.StatusCode != http.StatusMisdirectedRequest {
				t.Errorf("%s as %q: %s", path, host, got.Status)
			}
		}
	}
	for _, method := range []string{"POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "CONNECT", "PROPFIND", "get"} {
		for _, path := range []string{"/", "/lectio-status.json", "/nothing"} {
			if got := ask(method, "localhost", path); got.StatusCode != http.StatusMethodNotAllowed || got.Header.Get("Allow") != "GET, HEAD" {
				t.Errorf("%s %s: %s, %v", method, path, got.Status, got.Header)
			}
		}
	}
	if got := ask("HEAD", "localhost", "/"); got.StatusCode != http.StatusOK || got.ContentLength != int64(len(made().Files["index.html"])) {
		t.Errorf("HEAD: %s, %d bytes", got.Status, got.ContentLength)
	}
	for _, path := range []string{"/../site.go", "/%2e%2e/site.go", "/assets/../../site.go", "/assets/..%2f..%2fsite.go", "//etc/passwd", "/assets//../site.css%00"} {
		if got := ask("GET", "localhost", path); got.StatusCode != http.StatusNotFound {
			t.Errorf("%s: %s", path, got.Status)
		}
	}
}

// TestSizes weighs a site that was written with the usual settings: all the
// rest, and each page with what it loads before somebody plays.
func TestSizes(t *testing.T) {
	dir := published(t)
	rest, heaviest, where := 0, 0, ""
	loaded := regexp.MustCompile(`<(?:script src|link rel="stylesheet" href|img src)="([^"]*)"`)
	size := func(path string) int {
		info, err := os.Stat(path)
		if err != nil {
			t.Fatal(err)
		}
		return int(info.Size())
	}
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		rest += size(path)
		if !strings.HasSuffix(path, ".html") {
			return nil
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		weight := len(data)
		for _, m := range loaded.FindAllSubmatch(data, -1) {
			if lazy := strings.HasSuffix(string(m[1]), ".svg"); !lazy { // figures are loaded when they come into sight
				weight += size(filepath.Join(filepath.Dir(path), filepath.FromSlash(string(m[1]))))
			}
		}
		if weight > heaviest {
			heaviest, where = weight, path
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%.1f MB, pages of at most %d kB", float64(rest)/1e6, heaviest/1000)
	if rest > 14e6 || heaviest > 300e3 {
		t.Errorf("%d bytes in all; %s loads %d", rest, where, heaviest)
	}
}

// Where another layer of a text begins a heading says whose words follow: an English summary
// must not be read as what an author of the seventeenth century wrote.
func TestLayersAreHeaded(t *testing.T) {
	long.Slow(t)
	page := string(unverified(t, bundled.Corpus(t), site.Options{}, "kioz")().Files["kioz/index.html"])
	summary := strings.Index(page, `<h4 class="layer">From the summary, in English, by Digital Ludeme Project`)
	latin := strings.Index(page, `<h4 class="layer">From the latin, in Latin, by Thomas Hyde. 1694`)
	for clause, after := range map[int]int{1: summary, 21: summary, 22: latin, 36: latin} {
		at := strings.Index(page, fmt.Sprintf(`id="clause-%d"`, clause))
		if after < 0 || at < after || after == summary && at > latin {
			t.Errorf("clause %d is at %d, the summary at %d and the Latin at %d", clause, at, summary, latin)
		}
	}
	if n := strings.Count(page, `class="layer"`); n != 2 {
		t.Errorf("there are %d headings of layers", n)
	}
}

// Where pages ask nobody they do not offer to.
func TestWithoutTheProgramNothingIsChosen(t *testing.T) {
	c := bundled.Corpus(t)
	vo := verify.Budget(2, 50)
	vo.Only = []string{checks.All()[0].ID}
	res := verify.Run(context.Background(), checks.All(), c, []*rulesets.Definition{c.Find("mylna")}, vo)
	s, errs := site.Make(context.Background(), res, settings(), site.Options{Version: "lectio test", Evidence: c.Evidence})
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	for name, data := range s.Files {
		for _, offer := range []string{"choose another reading", "Read them under other readings", "Play it", "Mend this", "assets/desk.js"} {
			if strings.HasSuffix(name, ".html") && strings.Contains(string(data), offer) {
				t.Errorf("%s offers: %s", name, offer)
			}
		}
	}
}

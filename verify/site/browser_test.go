package site_test

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/lectio/lectio/evidence/fold"
	"github.com/lectio/lectio/testdata/bundled"
	"github.com/lectio/lectio/verify/site"
)

// reader is a headless browser with a site on its disk.
type reader struct {
	*testing.T
	ctx  context.Context
	dir  string
	root string // the address of the first page's folder
}

// browse opens a browser on a site, and skips where there is none. Browsers take seconds,
// so that they are asked for by LECTIO_BROWSER, as .ci/long does: a path, or "find".
func browse(t *testing.T, make func() *site.Site, width int, more ...chromedp.ExecAllocatorOption) *reader {
	t.Helper()
	if os.Getenv("LECTIO_BROWSER") == "" {
		t.Skip("set LECTIO_BROWSER to the path of a browser, or to find")
	}
	dir := filepath.Join(t.TempDir(), "site")
	if err := make().Write(dir); err != nil {
		t.Fatal(err)
	}
	return look(t, dir, width, more...)
}

// look opens a browser on a site that lies in a folder.
func look(t *testing.T, dir string, width int, more ...chromedp.ExecAllocatorOption) *reader {
	t.Helper()
	path := os.Getenv("LECTIO_BROWSER")
	if path == "find" {
		path = ""
		for _, name := range []string{"google-chrome", "chromium-browser", "chromium"} {
			if p, err := exec.LookPath(name); err == nil {
				path = p
			}
		}
		if path == "" { // find itself is a program, and would be run
			t.Fatal("LECTIO_BROWSER is find, and there is no google-chrome, chromium-browser or chromium in the PATH")
		}
	}
	// What the browser says of itself is shown when a test fails: it may have died.
	var said bytes.Buffer
	t.Cleanup(func() {
		for line := range strings.Lines(said.String()) {
			if t.Failed() && !strings.Contains(line, "dbus") { // it is not at a desk
				t.Logf("the browser: %s", line)
			}
		}
	})
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(path), chromedp.NoSandbox, chromedp.WindowSize(width, 1000),
		chromedp.CombinedOutput(&said), chromedp.WSURLReadTimeout(2*time.Minute))
	ctx, cancel := chromedp.NewExecAllocator(context.Background(), append(options, more...)...)
	t.Cleanup(cancel)
	ctx, cancel = chromedp.NewContext(ctx)
	t.Cleanup(cancel)
	ctx, cancel = context.WithTimeout(ctx, 2*time.Hour)
	t.Cleanup(cancel)
	return &reader{T: t, ctx: ctx, dir: dir, root: "file://" + dir}
}

// serve has the pages read from a web server from now on.
func (r *reader) serve() {
	server := httptest.NewServer(http.FileServer(http.Dir(r.dir)))
	r.Cleanup(server.Close)
	r.root = server.URL
}

func (r *reader) do(actions ...chromedp.Action) {
	r.Helper()
	if err := chromedp.Run(r.ctx, actions...); err != nil {
		r.Fatal(err)
	}
}

// open opens a page.
func (r *reader) open(at string) {
	r.Helper()
	r.do(chromedp.Navigate(r.root + "/" + at))
}

// says is what an expression of a page comes to.
func says[T any](r *reader, expression string, how ...chromedp.EvaluateOption) (out T) {
	r.Helper()
	r.do(chromedp.Evaluate(expression, &out, how...))
	return out
}

// await waits until an expression is true. A page that is only just coming may take the
// place of the one that was asked: then it is asked again.
func (r *reader) await(expression string) {
	r.Helper()
	var err error
	for range 5 {
		if err = chromedp.Run(r.ctx, chromedp.Poll(expression, nil, chromedp.WithPollingTimeout(60*time.Second))); err == nil {
			return
		}
		if !strings.Contains(err.Error(), "Cannot find context") && !strings.Contains(err.Error(), "navigated or closed") {
			break
		}
	}
	r.Fatal(err)
}

// TestReadWithoutScripts reads every page with scripts turned off: all that is written on it
// is seen, but for what a reader opens himself, and what only scripts could use.
func TestReadWithoutScripts(t *testing.T) {
	r := browse(t, made, 1280, chromedp.Flag("blink-settings", "scriptEnabled=false"))
	s := made()
	for _, name := range s.Paths() {
		if !strings.HasSuffix(name, ".html") {
			continue
		}
		r.open(name)
		var seen, title string
		r.do(chromedp.Text("body", &seen, chromedp.ByQuery), chromedp.Text("h1", &title, chromedp.ByQuery))
		if title == "" || !strings.Contains(seen, title) || !strings.Contains(seen, "Cite this page as") {
			t.Errorf("without scripts %s has the title %q, and says %.200q", name, title, seen)
		}
		words := map[string][]string{
			"workshop/index.html": {"The workshop needs scripts", "lectio evidence edit"}, "workshop/rules.html": {"lectio ruleset check"},
			"workshop/record/index.html": {"The form needs scripts", "lectio evidence new"},
			"index.html":                 {"The games", "When"}, "search/index.html": {"The search needs scripts"}, "/play/index.html": {"The board needs scripts"},
			"/questions/index.html": {"Readings:"}, "/rules/index.html": {"The turn"}, "/sources/index.html": {"All that the record has"},
		}
		for end, want := range words {
			for _, w := range want {
				if (name == end || strings.HasPrefix(end, "/") && strings.HasSuffix(name, end)) && !strings.Contains(seen, w) {
					t.Errorf("without scripts %s does not say %q", name, w)
				}
			}
		}
		data := string(s.Files[name])
		if i := strings.Index(data, `<ul class="readings"><li data-reading="`); i >= 0 {
			reading, _, _ := strings.Cut(data[i+len(`<ul class="readings"><li data-reading="`):], `"`)
			if !strings.Contains(seen, strings.NewReplacer("-", " ", "_", " ").Replace(reading)) {
				t.Errorf("without scripts %s does not name the reading %s", name, reading)
			}
		}
	}
}

// TestClickThrough searches, chooses readings, filters, and plays a line on, as a reader does.
func TestClickThrough(t *testing.T) {
	r := browse(t, made, 1280)
	s := made()
	r.open("search/index.html")
	r.await(`!document.getElementById("search").hidden`)
	r.do(chromedp.SendKeys("#q", "plâyer"))
	r.await(`document.querySelectorAll("#hits li").length > 0`)

	game := newCorpus(t).IDs()[0]
	r.open(game + "/index.html")
	r.await(`document.querySelectorAll(".question select").length > 0`)
	const marks = `document.querySelectorAll(".rule.changed, .rule.gone, .rule.added").length`
	for i := range says[int](r, `document.querySelectorAll(".question select").length`) {
		r.do(chromedp.Evaluate(fmt.Sprintf(`(() => { const s = document.querySelectorAll(".question select")[%d]; s.selectedIndex = [...s.options].findIndex((o) => !o.disabled && !("default" in o.dataset)); s.dispatchEvent(new Event("change")) })()`, i), nil))
		r.await(`!("busy" in document.getElementById("chosen").dataset)`)
	}
	if says[int](r, marks) == 0 {
		t.Fatal("no reading marks a sentence")
	}
	r.open(game + "/rules/index.html" + says[string](r, `location.hash`))
	r.await(`document.querySelectorAll("#booklet .otherwise").length > 0`)
	r.do(chromedp.Evaluate(`document.querySelector(".choose-rules").open = true, [...document.querySelectorAll(".pick select")].forEach((s) => { s.selectedIndex = 0; s.dispatchEvent(new Event("change")) })`, nil))
	r.await(`document.querySelectorAll("#booklet .otherwise").length === 0 && document.getElementById("how").textContent.includes("take the default reading")`)
	if hash := says[string](r, `location.hash`); hash != "" {
		t.Errorf("with the defaults the address has %s", hash)
	}
	r.do(chromedp.Evaluate(`history.back()`, nil))
	r.await(`document.querySelectorAll(".question select").length > 0`)
	r.await(marks + ` > 0`)
	r.do(chromedp.Evaluate(`[...document.querySelectorAll("#chosen button")].pop().click()`, nil))
	if left := says[int](r, marks); left != 0 {
		t.Errorf("with the defaults %d sentences are marked", left)
	}
	r.open("index.html")
	if n := says[int](r, `(() => { const a = document.querySelector(".timeline a, .map a"); a.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true })); return document.querySelectorAll(".card:not([hidden])").length })()`); n != 1 {
		t.Errorf("%d games are shown of one that is chosen", n)
	}
	for name := range s.Files {
		if !strings.Contains(name, "/questions/") || !strings.Contains(string(s.Files[name]), `class="played"`) {
			continue
		}
		r.open(name)
		r.await(`document.querySelector(".parting[open] a[href*='line=']") !== null`)
		line := says[string](r, `document.querySelector(".parting[open] .played").textContent`)
		r.do(chromedp.Evaluate(`document.querySelector(".parting[open] a[href*='line=']").click()`, nil))
		r.await(`document.body?.dataset.ready === "yes"`)
		if at := says[string](r, `lectio.line()`); at != line {
			t.Errorf("%s leads to the board with %q, and not with %q", name, at, line)
		}
		break
	}
}

// TestPrinted looks at pages as they are printed, the readings of the first game chosen: the
// reading chosen stands beside the others, what is folded is open, every board of a line is
// there, and ids and addresses are written out.
func TestPrinted(t *testing.T) {
	r := browse(t, made, 1280)
	game := newCorpus(t).IDs()[0]
	r.open(game + "/index.html")
	r.await(`document.querySelectorAll(".question select").length > 0`)
	picked := says[string](r, `(() => { const s = document.querySelector(".question select"), o = [...s.options].find((x) => !x.selected && !x.disabled); s.value = o.value; s.dispatchEvent(new Event("change")); return o.value })()`)
	r.do(emulation.SetEmulatedMedia().WithMedia("print"))
	list := says[[][2]string](r, `[...document.querySelector(".question .readings").children].map((e) => [e.innerText, getComputedStyle(e, "::before").content + getComputedStyle(e, "::after").content])`)
	marked := 0
	for _, x := range list {
		if strings.Contains(x[1], "●") {
			marked++
		}
		if x[0] == "" || strings.Contains(x[1], picked) != strings.Contains(x[1], "●") || strings.Contains(x[1], picked) != strings.Contains(x[1], "(chosen)") {
			t.Errorf("with %s chosen a reading is printed as %q", picked, x)
		}
	}
	if marked != 1 || len(list) < 2 {
		t.Errorf("%d readings are printed, %d of them as chosen", len(list), marked)
	}
	for name := range made().Files {
		if !strings.HasSuffix(name, ".html") || strings.Contains(name, "/play/") || strings.HasPrefix(name, "workshop/") { // these are worked with, not read
			continue
		}
		r.open(name)
		for _, missing := range says[[]string](r, `(() => {
			const paper = document.body.innerText.replace(/\s+/g, " "), out = [];
			const seen = (e) => { const b = e.getBoundingClientRect(); return b.width > 0 && b.height > 0 && e.checkVisibility(); };
			for (const e of document.querySelectorAll("details p, details pre, details td, .says, .clause p, .leads code")) if (!seen(e) && e.closest(".choose-rules") === null) out.push(e.outerHTML.slice(0, 120));
			for (const a of document.querySelectorAll("main a[href]:not(svg a)")) {
				const to = a.getAttribute("href");
				if (!seen(a) || a.closest("nav") !== null || to.includes("://")) continue;
				const at = to.startsWith("#") ? "" : decodeURIComponent(new URL(to, location).pathname).slice(decodeURIComponent(new URL(document.body.dataset.root, location).pathname).length - "index.html".length).replace(/\/index.html$/, "/") + new URL(to, location).hash;
				if (at === "" ? !getComputedStyle(a, "::after").content.includes("attr") && !getComputedStyle(a, "::after").content.includes(to) : !paper.includes(": " + at)) out.push("the address " + (at || to));
			}
			return out;
		})()`) {
			t.Errorf("%s is printed without %s", name, missing)
		}
	}
}

// TestNarrow opens pages of every kind 390 pixels wide: nothing may stick out.
func TestNarrow(t *testing.T) {
	r := browse(t, made, 390)
	s := made()
	r.do(chromedp.EmulateViewport(390, 844))
	for name := range s.Files {
		if !strings.HasSuffix(name, ".html") {
			continue
		}
		r.open(name)
		if wide := says[int](r, "document.documentElement.scrollWidth"); wide > 390 {
			t.Errorf("%s is %d pixels wide", name, wide)
		}
	}
}

// On a phone the names beside the timeline stand in lines of words, whatever is said of their dates.
func TestTimelineOnPhones(t *testing.T) {
	r := browse(t, defaults, 390)
	r.do(chromedp.EmulateViewport(390, 844))
	r.open("index.html")
	names := says[[]string](r, `[...document.querySelectorAll(".timeline li > span:not(.dated)")].map((e) => e.textContent + (e.getBoundingClientRect().height > 60 ? " is cut to pieces" : ""))`)
	if len(names) < 7 || strings.Contains(strings.Join(names, "\n"), "is cut to pieces") {
		t.Errorf("the timeline has %q", names)
	}
}

// TestFoldedAlike compares what the search folds in the browser with what Go folds.
func TestFoldedAlike(t *testing.T) {
	r := browse(t, defaults, 1280)
	r.open("search/index.html")
	r.await(`!document.getElementById("search").hidden`)
	rows := says[[][]string](r, "index.rows")
	if len(rows) < 800 {
		t.Errorf("only %d places can be found", len(rows))
	}
	for _, row := range rows {
		if want := " " + fold.Text(row[2]+" "+row[3]); row[4] != want {
			t.Errorf("%s is folded as\n%s\nnot\n%s", row[1], row[4], want)
		}
	}
}

// TestRulesPrintOnFewPages prints the rules of every game, on the paper of Europe and of
// America: they fill two pages at most, the board among them, or one for a thousand words.
func TestRulesPrintOnFewPages(t *testing.T) {
	r := browse(t, defaults, 1280)
	leaf := regexp.MustCompile(`/Type\s*/Page\b`)
	for _, d := range bundled.Corpus(t).Definitions {
		r.open(d.ID + "/rules/index.html")
		words := says[int](r, `document.getElementById("booklet").innerText.split(/\s+/).length`)
		for paper, size := range map[string][2]float64{"A4": {8.27, 11.69}, "Letter": {8.5, 11}} {
			var pdf []byte
			r.do(chromedp.ActionFunc(func(ctx context.Context) (err error) {
				pdf, _, err = page.PrintToPDF().WithPaperWidth(size[0]).WithPaperHeight(size[1]).WithPreferCSSPageSize(true).Do(ctx)
				return err
			}))
			if n := len(leaf.FindAll(pdf, -1)); n == 0 || n > max(2, words/1000+1) {
				t.Errorf("the rules of %s, %d words, take %d pages of %s", d.ID, words, n, paper)
			}
		}
	}
}

// TestFilters picks every place on the map and every bar of the timeline, with the mouse and
// with the keyboard: the games are shown that are told of there, and no others.
func TestFilters(t *testing.T) {
	r := browse(t, defaults, 1280)
	r.open("index.html")
	type card struct{ Title, About string }
	shown := func(how string) []card {
		return says[[]card](r, `[...document.querySelectorAll(".card`+how+`")].map((c) => ({ Title: c.querySelector("h3").textContent, About: c.querySelector(".sub").textContent }))`)
	}
	all := shown("")
	picked := 0
	for _, x := range []struct {
		of   string
		want func(c card, name, where string) bool
	}{
		{".map", func(c card, _, where string) bool { return strings.Contains(c.About, "· "+where+" ·") }},
		{".timeline", func(c card, name, _ string) bool { return c.Title == name }},
	} {
		for i, label := range says[[]string](r, fmt.Sprintf(`[...document.querySelectorAll("%s a")].map((a) => a.getAttribute("aria-label"))`, x.of)) {
			name, rest, _ := strings.Cut(label, ", ")
			_, where, _ := strings.Cut(label, ": ")
			where, _, _ = strings.Cut(where, ",")
			link := fmt.Sprintf(`[...document.querySelectorAll("%s a")][%d]`, x.of, i)
			if i%2 == 0 {
				says[bool](r, link+`.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }))`)
			} else {
				says[bool](r, link+`.dispatchEvent(new KeyboardEvent("keydown", { key: " ", bubbles: true, cancelable: true }))`)
			}
			var want []card
			for _, c := range all {
				if x.want(c, name, where) {
					want = append(want, c)
				}
			}
			if have := shown(":not([hidden])"); !slices.Equal(have, want) || len(want) == 0 {
				t.Errorf("%q (%s) shows %v, not %v", label, rest, have, want)
			}
			if said := says[string](r, `document.getElementById("filtered").textContent`); !strings.Contains(said, fmt.Sprintf("%d of %d games", len(want), len(all))) {
				t.Errorf("%q: the page says %q", label, said)
			}
			picked++
		}
	}
	says[bool](r, `(document.querySelector("#filtered button").click(), true)`)
	if have := shown(":not([hidden])"); picked < 8 || len(have) != len(all) {
		t.Errorf("after %d places and dates %d of %d games are shown", picked, len(have), len(all))
	}
}

// TestSaveFigures saves every board and chart of pages of several kinds. The file stands alone:
// it is as large and has the same colours and words as what is seen, and says what it shows.
func TestSaveFigures(t *testing.T) {
	r := browse(t, made, 1280)
	game := newCorpus(t).IDs()[0]
	files := 0
	for _, at := range []string{game + "/questions/diagonals/index.html", game + "/examples/index.html", game + "/index.html"} {
		r.open(at)
		found := says[[]struct{ Said, Cited, Wrong string }](r, `(async () => {
			const out = [];
			let blob = null;
			URL.createObjectURL = (b) => { blob = b; return "#" };
			for (const d of document.querySelectorAll("details")) d.open = true;
			const seen = (svg) => {
				const b = svg.getBBox(), looks = new Set(), words = [];
				const visit = (e) => {
					if (e.localName === "defs" || e.localName === "title" || e.localName === "desc" || e.localName === "metadata") return;
					if (e.localName === "use") return visit(document.querySelector(e.getAttribute("href")));
					if (e.childElementCount === 0 && e.localName !== "g" && e.getAttribute("width") !== "100%") looks.add(getComputedStyle(e).fill + getComputedStyle(e).stroke);
					if (e.localName === "text") words.push(e.textContent);
					[...e.children].forEach(visit);
				};
				visit(svg);
				return JSON.stringify([Math.round(b.x), Math.round(b.y), Math.round(b.width), Math.round(b.height), [...looks].sort(), words]);
			};
			for (const b of document.querySelectorAll("figure .copier")) {
				b.click();
				const text = await blob.text(), svg = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
				const figure = b.closest("figure"), own = figure.querySelector("svg"), copy = document.importNode(svg, true);
				own.after(copy);
				copy.querySelector("rect[width='100%']").remove();
				copy.setAttribute("width", own.getAttribute("width"));
				const [x, y] = [seen(own), seen(copy)];
				copy.remove();
				out.push({ Said: svg.querySelector("title").textContent, Cited: svg.querySelector("metadata").textContent,
					Wrong: (svg.querySelector("use, [class], [id]") !== null ? "it needs the page; " : "") + (x === y ? "" : x + " is saved as " + y) });
			}
			return out;
		})()`, func(p *runtime.EvaluateParams) *runtime.EvaluateParams { return p.WithAwaitPromise(true) })
		for _, f := range found {
			files++
			if f.Wrong != "" || !strings.Contains(f.Cited, "Its authors, “") || !strings.Contains(f.Cited, "CC BY 4.0") || strings.Contains(f.Said, "?.") || len(strings.Fields(f.Said)) < 5 {
				t.Errorf("%s: a figure is saved with the title %q and the citation %q; %s", at, f.Said, f.Cited, f.Wrong)
			}
		}
	}
	if files < 8 {
		t.Errorf("only %d figures were saved", files)
	}
}

// TestCopyCitation clicks the buttons that copy a citation: each takes just that, or has it
// selected where the browser lets no page copy.
func TestCopyCitation(t *testing.T) {
	r := browse(t, made, 1280)
	r.open("record/EXAMPLE.1/index.html")
	r.do(chromedp.Evaluate(`for (const d of document.querySelectorAll("details")) d.open = true; navigator.clipboard.writeText = async (x) => { window.copied = x }`, nil))
	for _, how := range []string{"Copied", "Selected"} {
		for i, of := range []string{".copy q", "details:nth-of-type(1) pre", "details:nth-of-type(2) pre", "#cite"} {
			got := says[[]string](r, fmt.Sprintf(`(async () => {
				const b = document.querySelector(%q).nextElementSibling;
				b.click();
				await new Promise((done) => setTimeout(done, 20));
				return [b.textContent, %q === "Copied" ? window.copied : String(getSelection()), document.querySelector(%q).textContent];
			})()`, of, how, of), func(p *runtime.EvaluateParams) *runtime.EvaluateParams { return p.WithAwaitPromise(true) })
			if got[0] != how || strings.TrimSpace(got[1]) != strings.TrimSpace(got[2]) || len(got[2]) < 20 {
				t.Errorf("%d, %s: the button says %q and took %q of %q", i, of, got[0], got[1], got[2])
			}
		}
		r.do(chromedp.Evaluate(`navigator.clipboard.writeText = async () => { throw new Error("not here") }`, nil))
	}
}

// TestSearchShowsAll looks for a word that is found more often than is shown at once, and asks
// for the rest with the keyboard: every place is then listed once.
func TestSearchShowsAll(t *testing.T) {
	r := browse(t, defaults, 1280)
	r.open("search/index.html")
	r.await(`!document.getElementById("search").hidden`)
	r.do(chromedp.SendKeys("#q", "a"))
	found := says[int](r, `parseInt(document.getElementById("found").textContent)`)
	if found < 200 {
		t.Fatalf("only %d places are found", found)
	}
	shown := `document.querySelectorAll("#hits li").length`
	for before := 0; ; {
		now := says[int](r, shown)
		if want := min(before+60, found); now != want {
			t.Fatalf("of %d places %d are shown, not %d", found, now, want)
		}
		if now == found {
			break
		}
		if text := says[string](r, `document.getElementById("found").textContent`); !strings.Contains(text, fmt.Sprintf("the first %d are shown", now)) {
			t.Errorf("with %d shown the page says %q", now, text)
		}
		before = now
		r.do(chromedp.Focus("#more"), chromedp.KeyEvent(kb.Enter))
		if at := says[int](r, `[...document.querySelectorAll("#hits a")].indexOf(document.activeElement)`); at != before {
			t.Fatalf("after %d places one goes on with number %d", before, at+1)
		}
	}
	if text := says[string](r, `document.getElementById("found").textContent`); !strings.Contains(text, "all are shown") || !says[bool](r, `document.getElementById("more").hidden`) {
		t.Errorf("with all shown the page says %q", text)
	}
	if once := says[int](r, `new Set([...document.querySelectorAll("#hits a")].map((a) => a.getAttribute("href") + a.textContent)).size`); once < found {
		t.Errorf("of %d places %d are shown", found, once)
	}
}

// published is the folder of a site that was written before, as .ci/long does.
func published(t *testing.T) string {
	t.Helper()
	dir := os.Getenv("LECTIO_SITE")
	if dir == "" {
		t.Skip("set LECTIO_SITE to a folder that lectio site has written")
	}
	dir, err := filepath.Abs(dir)
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

// pagesOf are the pages of a site that are worth a look: of each kind the smallest and the
// largest, and the first of each game.
func pagesOf(t *testing.T, dir string) (out []string) {
	t.Helper()
	class := regexp.MustCompile(`<body class="([^"]*)"`)
	type one struct {
		name string
		size int
	}
	kinds, games := map[string][]one{}, map[string]bool{}
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, ".html") {
			return err
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		name, err := filepath.Rel(dir, path)
		if err != nil {
			return err
		}
		kind := "none"
		if m := class.FindSubmatch(data); m != nil {
			kind = string(m[1])
		}
		kinds[kind] = append(kinds[kind], one{name, len(data)})
		if of := kind + " " + strings.Split(name, string(filepath.Separator))[0]; !games[of] {
			games[of] = true
			out = append(out, name)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, list := range kinds {
		slices.SortFunc(list, func(a, b one) int { return cmp.Compare(a.size, b.size) })
		out = append(out, list[0].name, list[len(list)-1].name)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// TestAxe asks axe-core, of which LECTIO_AXE is the path, about pages of every kind, in light
// and in dark, about the page of a game with a reading chosen and about one being played.
func TestAxe(t *testing.T) {
	path, dir := os.Getenv("LECTIO_AXE"), published(t)
	if path == "" {
		t.Skip("set LECTIO_AXE to the path of axe.min.js")
	}
	axe, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	r := look(t, dir, 1280)
	// ask asks about a page as it is now, in light and in dark.
	ask := func(name, how string) {
		t.Helper()
		for _, scheme := range []string{"light", "dark"} {
			var found []string
			r.do(emulation.SetEmulatedMedia().WithFeatures([]*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}}),
				chromedp.Evaluate(`axe.run().then((x) => x.violations.map((v) => v.id + ": " + v.nodes.map((n) => n.html.slice(0, 160)).slice(0, 3).join(" | ")))`, &found,
					func(p *runtime.EvaluateParams) *runtime.EvaluateParams { return p.WithAwaitPromise(true) }))
			for _, f := range found {
				t.Errorf("%s, %s, %s: %s", name, scheme, how, f)
			}
		}
	}
	pages := pagesOf(t, dir)
	var opened []string // what can be opened in the workshop
	for _, name := range pages {
		r.open(name)
		r.do(chromedp.Evaluate(string(axe), nil))
		ask(name, "as it comes")
		if strings.HasSuffix(name, "play/index.html") {
			r.await(`document.body.dataset.ready === "yes"`)
			ask(name, "to be played")
			for range 6 {
				says[bool](r, `(lectio.awaits() === "throw" ? document.getElementById("throw-now") : document.querySelector("#moves button"))?.click(), true`)
				r.settled()
			}
			says[bool](r, `document.getElementById("refused").click(), true`)
			r.settled()
			ask(name, "being played")
			if says[bool](r, `(() => { const s = document.querySelector("select[data-question]"); if (s === null) return false; s.value = [...s.options].find((o) => !o.selected && !o.disabled).value; s.dispatchEvent(new Event("change")); document.getElementById("rulebook").open = true; return true })()`) {
				r.settled()
				ask(name, "played by another reading")
			}
		}
		if name == "workshop/index.html" {
			r.await(`document.body.dataset.ready === "yes"`)
			ask(name, "to be used")
			opened = says[[]string](r, `["rules.html", "record/index.html"].map((page) => document.querySelector("main a[href*='" + page + "#']").getAttribute("href"))`)
		}
		if says[bool](r, `(() => { const s = document.querySelector(".question select"); if (s === null) return false; const o = [...s.options].find((x) => !x.selected && !x.disabled); if (o === undefined) return false; s.value = o.value; s.dispatchEvent(new Event("change")); return true })()`) {
			ask(name, "another reading")
		}
	}
	for _, link := range opened {
		r.open("index.html") // another page: a new hash alone would not load the page anew
		r.open("workshop/" + link)
		r.await(`document.body.dataset.ready === "yes" && document.querySelector("#record-form input, #statements div") !== null`)
		r.do(chromedp.Evaluate(`for (const d of document.querySelectorAll("main details")) d.open = true`, nil), chromedp.Evaluate(string(axe), nil))
		ask(link, "opened in the workshop")
	}
	t.Logf("axe: %d pages, each in light and in dark, %d of them in use", len(pages), len(opened))
}

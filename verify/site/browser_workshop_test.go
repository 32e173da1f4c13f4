package site_test

import (
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/lectio/lectio/evidence"
	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/dimension"
	"github.com/lectio/lectio/rulesets/example"
	"github.com/lectio/lectio/rulesets/starter"
	"github.com/lectio/lectio/verify/site"
)

// typedGame is a small game as somebody types it, with a key that is misspelt and a rule that the text does not have.
var typedGame = []string{
	"  - {id: players, players: [white, black], warrant: [t#2]}",
	"- {id: board, grid: {rows: 3, columns: 3}, warrant: [t#1]}",
	"- {id: men, men: 3, warrant: [t#2]}",
	"- {id: set_up, set_up: {hand: 3}, warrant: [t#2]}",
	"- {id: placing, stage: {}, when: hand > 0, warrant: [t#2]}",
	"- {id: one_down, agenda: {play: [place]}, warrant: [t#2]}",
	"- {id: place, allow: place, warrant: [t#2]}",
	"- {id: corner, forbid: place, when: to in (a1 or c3), assumed: planted}",
	"- {id: full, end: all are down, at: start, wen: hand = 0, winner: none, assumed: nobody says more}",
}

// workshopSite is the edition of a new corpus, with the program that its pages ask.
func workshopSite(t *testing.T) *site.Site {
	t.Helper()
	corpus := starter.Examples()
	ev, errs := evidence.Load(corpus, "")
	c, more := dimension.Load(corpus, "", ev)
	if errs.Merge(more); len(errs) > 0 {
		t.Fatal(errs)
	}
	return unverified(t, c, site.Options{Corpus: textsOf(t, map[string]fs.FS{"": corpus})}, c.IDs()...)()
}

// cursor puts the cursor before a text of the editor, or selects the text.
func (r *reader) cursor(text string, selected bool) {
	r.Helper()
	r.do(chromedp.Evaluate(fmt.Sprintf(`(() => { const v = mending.editor.view, i = v.state.doc.toString().indexOf(%q); v.focus(); v.dispatch({ selection: { anchor: i, head: i + (%v ? %d : 0) } }) })()`, text, selected, len(text)), nil))
}

// breakLine presses Enter as a key alone, which the editor answers: a letter of its own would be a second line.
func (r *reader) breakLine() {
	r.Helper()
	key := func(kind input.KeyType) *input.DispatchKeyEventParams {
		return input.DispatchKeyEvent(kind).WithKey("Enter").WithCode("Enter").WithWindowsVirtualKeyCode(13)
	}
	r.do(key(input.KeyRawDown), key(input.KeyUp))
}

// example makes an example of what the rules permit; a man may be put besides on a cell where they refuse him, and the text does not.
func (r *reader) example(says, name, refused string) {
	r.Helper()
	if refused != "" {
		r.do(chromedp.Click("#stores button", chromedp.ByQuery), chromedp.Evaluate(fmt.Sprintf(`document.querySelector('#board [data-cell="%s"]').dispatchEvent(new MouseEvent("click", { bubbles: true }))`, refused), nil))
		r.await(`document.getElementById("why").textContent.includes("corner")`)
		r.do(chromedp.Click("#why button", chromedp.ByQuery))
	}
	r.do(chromedp.SetValue("#clauses", "2", chromedp.ByQuery), chromedp.SendKeys("#name", says, chromedp.ByQuery), chromedp.Click("#write .button", chromedp.ByQuery))
	r.await(fmt.Sprintf(`document.querySelector('[data-example="%s"]') !== null`, name))
}

// A file of sources is not called the rules of a game, and what is wrong with it is said as of rules.
func TestSourcesMendedAsText(t *testing.T) {
	r := browse(t, func() *site.Site { return workshopSite(t) }, 1280)
	r.open("workshop/index.html")
	r.await(`document.body.dataset.ready === "yes"`)
	name := says[string](r, `new Work("new").known().find((p) => p.startsWith("evidence/sources/"))`)
	r.open("workshop/rules.html#new/" + name)
	r.await(`document.body.dataset.ready === "yes" && document.getElementById("verdict").textContent === "The sources can be read."`)
	if seen := says[string](r, `document.title + " " + document.querySelector("main").innerText`); strings.Contains(seen, "of a game") || strings.Contains(seen, "played") || !strings.Contains(seen, "Mend a file of sources") {
		t.Errorf("of %s the page says:\n%s", name, seen)
	}
	r.do(chromedp.Evaluate(`mending.editor.put(mending.editor.text().replace("title", "titel"))`, nil))
	r.await(`document.getElementById("verdict").textContent.includes("error") && document.getElementById("errors").children.length > 0`)
}

// A game begins without an error under whatever name, and the example beside it is there to be looked at and played.
func TestGameBegun(t *testing.T) {
	r := browse(t, func() *site.Site { return workshopSite(t) }, 390)
	begin := func(name string) {
		t.Helper()
		r.open("workshop/index.html")
		r.await(`document.body.dataset.ready === "yes"`)
		r.do(chromedp.SetValue("#called", name, chromedp.ByQuery), chromedp.Click("#begin button", chromedp.ByQuery))
	}
	begin("Шашки")
	r.await(`document.getElementById("begin-said").textContent.includes("a letter from a to z") && document.getElementById("drafts").textContent.includes("Nothing is changed yet")`)
	for name, id := range map[string]string{"1895": "1895", "Über “Mühle”: no \\ game": "uber-muhle-no-game"} {
		begin(name)
		r.await(`document.getElementById("verdict")?.textContent === "The rules can be read and played." && document.body.dataset.ready === "yes"`)
		if file := says[string](r, `document.getElementById("file").textContent`); file != "rulesets/definitions/"+id+".yaml" {
			t.Errorf("%s is in %s", name, file)
		}
	}
	r.do(chromedp.Evaluate(`location.hash = "#new/rulesets/definitions/three-in-a-row.yaml"`, nil))
	r.await(`document.getElementById("file")?.textContent.includes("three-in-a-row") && document.body.dataset.ready === "yes"`)
	r.do(chromedp.Evaluate(`document.getElementById("play-here").click()`, nil))
	r.await(`location.pathname.endsWith("/play.html") && document.body.dataset.ready === "yes" && document.querySelector("h1").textContent.includes("Three in a Row")`)
}

// By nothing but the page a small game is written, an error is mended by what the editor proposes, two examples are made by
// clicking, a rule that the text does not have is found by them, the game is played from where it stands, and the patch gives a corpus in
// which all examples hold.
func TestGameWritten(t *testing.T) {
	r := browse(t, func() *site.Site { return workshopSite(t) }, 1280)
	for _, how := range []string{"file", "http"} {
		if how == "http" {
			r.serve()
		}
		down := t.TempDir()
		r.do(browser.SetDownloadBehavior(browser.SetDownloadBehaviorBehaviorAllow).WithDownloadPath(down))
		r.open("workshop/index.html")
		r.await(`document.body.dataset.ready === "yes"`)
		r.do(chromedp.SendKeys("#called", "My Game", chromedp.ByQuery), chromedp.Click("#begin button", chromedp.ByQuery))
		r.await(`document.body.dataset.ready === "yes" && typeof mending !== "undefined"`)
		// It begins as the example game under its own name, which is played at once.
		r.await(`document.getElementById("verdict").textContent === "The rules can be read and played." && document.getElementById("held").textContent === "All 7 hold."`)
		if text := says[string](r, "mending.editor.text()"); !strings.Contains(text, "\nruleset: my-game\ntitle: \"My Game\"\n") || !strings.Contains(text, "# A question is a place") || strings.Contains(text, "three-in-a-row") {
			t.Errorf("the game begins as\n%s", text)
		}
		r.cursor("merels", true)
		r.do(chromedp.KeyEvent("rows"))
		r.do(chromedp.Evaluate(`(() => { const v = mending.editor.view, doc = v.state.doc; v.dispatch({ selection: { anchor: doc.toString().indexOf("statements:\n") + 12, head: doc.length } }) })()`, nil), chromedp.KeyEvent(kb.Delete))
		for i, line := range typedGame {
			if i > 0 {
				r.do(chromedp.KeyEvent(kb.Escape))
				r.breakLine()
			}
			r.do(chromedp.KeyEvent(line))
		}
		r.await(`document.getElementById("errors").textContent.includes("wen")`)
		r.cursor("wen", true)
		r.do(chromedp.KeyEvent("whe"))
		r.await(`document.getElementById("editor").shadowRoot.querySelector(".cm-tooltip-autocomplete li") !== null`)
		time.Sleep(300 * time.Millisecond) // a list that has only just come takes no key
		r.breakLine()
		r.await(`document.getElementById("errors").children.length === 0 && document.querySelectorAll("#moves li").length === 7`)

		r.example("Corner is free", "corner_is_free", "0")
		r.await(`(() => { const e = document.querySelector('#examples [data-example="corner_is_free"]'); return e !== null && e.textContent.includes("The text permits hand/a1") && e.textContent.includes("corner") })()`)
		r.cursor("  - {id: corner, forbid: place, when: to in (a1 or c3), assumed: planted}\n", true)
		r.do(chromedp.KeyEvent(kb.Delete))
		// The example says seven moves and the corner: without the rule there is another corner.
		r.await(`(() => { const e = document.querySelector('#examples [data-example="corner_is_free"]'); return e !== null && e.textContent.includes("The rules permit hand/c3") })()`)
		r.cursor("hand/a1]", false)
		r.do(chromedp.KeyEvent("hand/c3, "))
		r.await(`document.querySelector('#holding [data-example="corner_is_free"]') !== null`)
		r.example("All nine", "all_nine", "")
		r.await(`document.getElementById("held").textContent === "All 2 hold."`)

		// One move is played there by clicking; the page to play on goes on from it, with the rules as they were written just now.
		r.do(chromedp.Click("#stores button", chromedp.ByQuery), chromedp.Evaluate(`document.querySelector('#board [data-cell="4"]').dispatchEvent(new MouseEvent("click", { bubbles: true }))`, nil))
		r.await(`document.getElementById("play-here").href.includes("hand")`)
		r.do(chromedp.Click("#play-here", chromedp.ByQuery))
		r.await(`location.pathname.endsWith("/play.html") && document.body.dataset.ready === "yes"`)
		if line := says[string](r, "lectio.line()"); line != "my-game: white: hand/b2" || says[bool](r, `document.getElementById("drafted").hidden`) {
			t.Errorf("what is played from here is %q", line)
		}
		r.do(chromedp.Click("#undo", chromedp.ByQuery))
		r.settled()
		if legal := says[[]string](r, "lectio.legal()"); len(legal) != 9 {
			t.Errorf("taken back, the moves are %q", legal)
		}

		r.open("workshop/index.html")
		r.await(`document.body.dataset.ready === "yes"`)
		listed := says[[]string](r, `[...document.querySelectorAll("#drafts li")].map((li) => li.textContent.replace(/\).*/, ")") + " " + li.querySelector("a").getAttribute("href"))`)
		if got, want := strings.Join(listed, "\n"), `evidence/records/EXAMPLE.1.yaml (new) ../workshop/record/index.html#new/evidence/records/EXAMPLE.1.yaml
evidence/sources/sources.bib (new) ../workshop/rules.html#new/evidence/sources/sources.bib
rulesets/definitions/my-game.yaml (new) ../workshop/rules.html#new/rulesets/definitions/my-game.yaml`; got != want {
			t.Errorf("the draft has\n%s", got)
		}
		r.do(chromedp.Click("#drafts .acts button", chromedp.ByQuery))
		r.await(`document.querySelector("#drafts .acts").textContent.includes("Saved as corpus.patch")`)
		patch := filepath.Join(down, "corpus.patch")
		for range 100 {
			if info, err := os.Stat(patch); err == nil && info.Size() > 0 {
				break
			}
			time.Sleep(100 * time.Millisecond)
		}
		applied(t, patch)
	}
}

// spot clicks a cell of the board, by its name.
func (r *reader) spot(names ...string) {
	r.Helper()
	for _, name := range names {
		r.do(chromedp.Evaluate(fmt.Sprintf(`document.querySelector('#board [aria-label^="%s:"]').dispatchEvent(new MouseEvent("click", { bubbles: true }))`, name), nil))
		r.await(fmt.Sprintf(`!document.querySelector('#board [aria-label="%s: empty"]')`, name))
	}
}

// A position is set up by clicking, a reading is chosen under which other moves are permitted there, and an example is made: it is
// written with the reading, and holds.
func TestExampleUnderReading(t *testing.T) {
	r := browse(t, func() *site.Site { return workshopSite(t) }, 1280)
	r.open("workshop/rules.html#new/rulesets/definitions/three-in-a-row.yaml")
	r.await(`document.body.dataset.ready === "yes" && document.querySelectorAll("#moves li").length === 9`)
	choose := func(selector, value string) {
		t.Helper()
		r.do(chromedp.Evaluate(fmt.Sprintf(`(() => { const s = document.querySelector(%q); s.value = %q; s.dispatchEvent(new Event("change")) })()`, selector, value), nil))
	}
	r.do(chromedp.Click("#empty", chromedp.ByQuery))
	r.await(`document.querySelector("#words").textContent.includes("White, as this player names the places: hand 3.")`)
	choose("#mode", "0 ")
	r.spot("a1", "b3", "c1")
	choose("#mode", "1 ")
	r.spot("a2", "c2", "c3")
	choose("#mode", "play")
	choose("#to-move", "white")
	r.await(`document.querySelectorAll("#moves code").length === 6`)
	choose("[data-question=diagonals]", "do-not-count")
	r.await(`document.querySelectorAll("#moves code").length === 4`)
	r.do(chromedp.SendKeys("#name", "beside_alone", chromedp.ByQuery), chromedp.SetValue("#clauses", "t#3", chromedp.ByQuery), chromedp.Click("#write .button", chromedp.ByQuery))
	r.await(`document.querySelector('#holding [data-example="beside_alone"]') !== null`)
	want := `  - id: beside_alone
    clauses: ["t#3"]
    worked: hand
    at: {to-move: white, white: {a1: 1, b3: 1, c1: 1}, black: {a2: 1, c2: 1, c3: 1}}
    readings: {diagonals: do-not-count}
    moves: [a1/b1, b3/a3, b3/b2, c1/b1]
`
	if text := says[string](r, `mending.editor.text()`); !strings.HasSuffix(text, want) {
		t.Errorf("the file is\n%s", text)
	}
}

// A game of the edition that is changed is played by the draft on its own page, which says so, from the position on the workshop's board;
// taken back, the text is that of the edition.
func TestDraftIsPlayed(t *testing.T) {
	r := browse(t, func() *site.Site { return workshopSite(t) }, 1280)
	r.open("three-in-a-row/questions/diagonals/index.html")
	r.do(chromedp.Click(".mend a", chromedp.ByQuery))
	r.await(`document.body.dataset.ready === "yes" && typeof mending !== "undefined" && document.querySelectorAll("#moves li").length === 9`)
	if line := says[string](r, `(() => { const v = mending.editor.view; return v.state.doc.line(mending.editor.line()).text })()`); line != "  - id: diagonals" {
		t.Errorf("the question is mended at %q", line)
	}
	r.cursor("begins: white", true)
	r.do(chromedp.KeyEvent("begins: black"))
	r.await(`document.getElementById("turn").textContent.includes("Black")`)
	r.do(chromedp.Click(`#moves [data-move="hand/b2"] button`, chromedp.ByQuery))
	r.await(`document.getElementById("play-here").href.includes("hand")`)
	r.do(chromedp.Click("#play-here", chromedp.ByQuery))
	r.await(`location.pathname.endsWith("three-in-a-row/play/index.html") && document.body.dataset.ready === "yes"`)
	if line := says[string](r, "lectio.line()"); line != "three-in-a-row: black: hand/b2" || says[bool](r, `document.getElementById("drafted").hidden`) {
		t.Errorf("what is played from here is %q", line)
	}
	r.open("workshop/rules.html#rulesets/definitions/three-in-a-row.yaml")
	r.await(`document.body.dataset.ready === "yes" && document.querySelector("#drafts .changed-files button:nth-of-type(2)") !== null`)
	r.do(chromedp.Click("#drafts .changed-files button:nth-of-type(2)", chromedp.ByQuery))
	r.await(`mending.editor.text().includes("begins: white") && document.getElementById("turn").textContent.includes("White") && document.getElementById("drafts").textContent.includes("Nothing is changed yet")`)
}

// applied applies a patch in an empty folder, and runs the examples of what comes of it.
func applied(t *testing.T, patch string) {
	t.Helper()
	dir := t.TempDir()
	cmd := exec.Command("git", "apply", patch)
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	corpus := os.DirFS(dir)
	ev, errs := evidence.Load(corpus, "")
	c, more := rulesets.Load(corpus, "", ev)
	errs.Merge(more)
	def := c.Find("my-game")
	if def == nil || len(errs) > 0 {
		t.Fatal(errs)
	}
	w := &example.Workshop{Definition: def}
	var names []string
	for _, e := range def.Examples {
		names = append(names, e.ID)
		if !w.Holds(e) {
			t.Errorf("%s differs", e.ID)
		}
	}
	if got := strings.Join(names, " "); got != "corner_is_free all_nine" {
		t.Errorf("the examples are %s", got)
	}
	if readme, err := os.ReadFile(filepath.Join(dir, "rulesets/measures/README.md")); err != nil || len(c.Definitions) != 1 || !strings.Contains(string(readme), "lectio measure my-game") {
		t.Errorf("there are %d games, and the folder tells: %v: %s", len(c.Definitions), err, readme)
	}
	if text, err := os.ReadFile(filepath.Join(dir, "rulesets/definitions/my-game.yaml")); err != nil || strings.Contains(string(text), "planted") {
		t.Errorf("%v: %s", err, text)
	}
}

package site_test

import (
	"fmt"
	"io/fs"
	"maps"
	"math"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/lectio/lectio/evidence"
	"github.com/lectio/lectio/rulesets/starter"
	"github.com/lectio/lectio/verify/site"
)

// field is the selector of what has an id.
func field(id string) string { return fmt.Sprintf(`[id=%q]`, id) }

// press clicks what has an id, and waits until the program has answered.
func (r *reader) press(id string) {
	r.Helper()
	r.do(chromedp.ScrollIntoView(field(id), chromedp.ByQuery), chromedp.Click(field(id), chromedp.ByQuery))
	r.entered()
}

// write types into a field and leaves it.
func (r *reader) write(id, text string) {
	r.Helper()
	r.do(chromedp.SendKeys(field(id), text, chromedp.ByQuery), chromedp.KeyEvent(kb.Tab))
	r.entered()
}

// unfold opens what is closed.
func (r *reader) unfold(id string) {
	r.Helper()
	r.await(fmt.Sprintf(`document.getElementById(%q) !== null`, id))
	if !says[bool](r, fmt.Sprintf(`document.getElementById(%q).open`, id)) {
		r.do(chromedp.Click(field(id)+" > summary", chromedp.ByQuery))
	}
}

// begin begins a record of a game and a source that is there.
func (r *reader) begin(game string, source func()) {
	r.Helper()
	r.open("workshop/record/index.html")
	r.await(`document.getElementById("new-make") !== null`)
	r.do(chromedp.SendKeys("#new-game", game, chromedp.ByQuery))
	source()
	r.press("new-make")
	r.await(`document.getElementById("f-game") !== null`)
}

// choose selects characters of a text from one place to another by the keyboard.
func (r *reader) choose(id string, from, to int) {
	r.Helper()
	r.do(chromedp.Focus(field(id), chromedp.ByQuery), chromedp.KeyEvent(kb.Home, chromedp.KeyModifiers(input.ModifierCtrl)))
	for range from {
		r.do(chromedp.KeyEvent(kb.ArrowRight))
	}
	for range to - from {
		r.do(chromedp.KeyEvent(kb.ArrowRight, chromedp.KeyModifiers(input.ModifierShift)))
	}
}

// mouse presses the mouse on what has an id and lets it go a little later, as people do; nothing waits for the program.
func (r *reader) mouse(id string) {
	r.Helper()
	at := says[[]float64](r, fmt.Sprintf(`(({x, y, width, height}) => [x + Math.min(width / 2, 40), y + height / 2])(document.getElementById(%q).getBoundingClientRect())`, id))
	r.do(chromedp.MouseEvent(input.MousePressed, at[0], at[1], chromedp.ButtonLeft, chromedp.ClickCount(1)), chromedp.Sleep(80*time.Millisecond),
		chromedp.MouseEvent(input.MouseReleased, at[0], at[1], chromedp.ButtonLeft, chromedp.ClickCount(1)))
}

// entered waits until all that was entered is in the text.
func (r *reader) entered() {
	r.Helper()
	r.await(`!document.querySelector("#record-form[aria-busy]")`)
}

// Who leaves a field for another keeps the page where it is, and what he does next is not lost.
func TestFormStaysWhereOneIs(t *testing.T) {
	r := browse(t, func() *site.Site { return workshopSite(t) }, 1280)
	r.open("workshop/record/index.html#new/evidence/records/EXAMPLE.1.yaml")
	r.await(`document.body.dataset.ready === "yes" && document.getElementById("f-game") !== null`)
	for _, id := range []string{"group-when", "group-trust"} {
		r.unfold(id)
	}
	where := func(id string) []float64 {
		return says[[]float64](r, fmt.Sprintf(`[scrollY, document.getElementById(%q).getBoundingClientRect().top]`, id))
	}
	stays := func(what, id string, act func()) {
		t.Helper()
		r.do(chromedp.Evaluate(fmt.Sprintf(`document.getElementById(%q).scrollIntoView({block: "center", behavior: "instant"})`, id), nil))
		before := where(id)
		act()
		r.entered()
		if now := where(id); math.Abs(now[0]-before[0]) > 60 || math.Abs(now[1]-before[1]) > 4 {
			t.Errorf("%s: the page was at %.0f and the field at %.0f, now at %.0f and %.0f", what, before[0], before[1], now[0], now[1])
		}
	}
	stays("a list is used after typing", "f-source.of", func() {
		r.mouse("f-source.locator")
		r.do(chromedp.KeyEvent("12"))
		r.mouse("f-source.of")
		r.do(chromedp.KeyEvent("d"), chromedp.KeyEvent(kb.Enter))
	})
	stays("another field is clicked after typing", "f-summary", func() {
		r.mouse("f-summary")
		r.do(chromedp.KeyEvent("A small game"))
		r.mouse("f-game")
		r.do(chromedp.KeyEvent(kb.End), chromedp.KeyEvent(" of old"))
		r.mouse("f-summary")
	})
	stays("the tabulator is pressed after typing what is wrong", "f-source.locator", func() {
		r.mouse("f-source.locator")
		r.do(chromedp.KeyEvent(kb.End), chromedp.KeyEvent("3"), chromedp.KeyEvent(kb.Tab))
	})
	r.unfold("group-text")
	stays("a text is taken", "paste", func() {
		r.mouse("paste-text")
		r.do(chromedp.KeyEvent("They cast lotts who shall begin."))
		r.mouse("paste-keep")
	})
	r.choose("maker-text-1", 5, 15)
	r.await(`!document.getElementById("maker-text-1-make").disabled && document.getElementById("maker-text-1-says").value === ""`)
	stays("a clause is made", "maker-text-1-make", func() {
		r.mouse("maker-text-1-make") // which asks for own words
		r.do(chromedp.KeyEvent("Lots decide."))
		r.mouse("maker-text-1-make")
	})
	// What is changed of an item while another before it is being taken away is changed of that item.
	for _, id := range []string{"part-clauses.0", "part-clauses.1"} {
		r.unfold(id)
	}
	r.await(`document.getElementById("f-clauses.1.text") !== null`)
	r.do(chromedp.Evaluate(`(() => {
		document.querySelector('[id="part-clauses.0"] .remove').click();
		const e = document.getElementById("f-clauses.1.text");
		e.value = "Each has four men.";
		for (const event of ["input", "change"]) e.dispatchEvent(new Event(event));
	})()`, nil))
	r.entered()
	// What is remarked is counted above, which leads to it.
	r.write("f-location.coordinates", "far")
	r.await(`document.getElementById("state").textContent.startsWith("1 mistake is to be mended")`)
	r.do(chromedp.Evaluate(`document.getElementById("group-when").open = false`, nil), chromedp.Click("#state-first", chromedp.ByQuery))
	r.await(`document.activeElement.id.startsWith("f-location.coordinates") && document.getElementById("group-when").open`)
	// Two boxes are ticked before the form is drawn again.
	r.do(chromedp.Evaluate(`for (const box of [...document.querySelectorAll("#f-uncertainty-set input:not(:checked)")].slice(0, 2)) box.click()`, nil))
	r.entered()
	if n := says[int](r, `document.querySelectorAll("#f-uncertainty-set input:checked").length`); n < 2 {
		t.Errorf("%d boxes are ticked", n)
	}
	text := says[map[string]string](r, `new Draft("new").changes()`)["evidence/records/EXAMPLE.1.yaml"]
	for _, want := range []string{"12123", "description", "A small game", " of old\n", "- {n: 2, text: Each has four men.}\n", "wording: cast lotts", "When all men are down"} {
		if !strings.Contains(text, want) {
			t.Errorf("the text lacks %q:\n%s", want, text)
		}
	}
}

// Three records are entered by typing and clicking alone: a text with clauses of its words and a source of its own, an object with
// what is seen on it, and an account with who told it. What comes of it loads without an error.
func TestRecordsByForm(t *testing.T) {
	r := browse(t, func() *site.Site { return workshopSite(t) }, 1280)

	r.begin("Tern", func() {
		r.press("new-source-add")
		r.do(chromedp.SendKeys("#source-title", "Games of a Coast", chromedp.ByQuery), chromedp.SendKeys("#source-authors", "Petrel, Ann", chromedp.ByQuery), chromedp.SendKeys("#source-year", "1900", chromedp.ByQuery))
		r.do(chromedp.SendKeys("#source-editors", "Ann Gull", chromedp.ByQuery))
		r.await(`document.getElementById("source-editors-means").textContent.includes("write “Gull, Ann”")`)
		r.press("source-editors-write")
		r.await(`document.getElementById("source-editors-means").textContent === "understood as: family name Gull, given name Ann"`)
		r.press("source-add")
		r.await(`document.getElementById("new-source-key").value === "petrel-1900"`)
	})
	r.write("f-type", "e")
	r.unfold("group-when")
	r.press("add-date")
	r.do(chromedp.SendKeys(field("f-date.edtf"), "about 1890", chromedp.ByQuery))
	r.await(`document.getElementById("f-date.edtf-means").textContent === "understood as: about 1890 (1890~)"`)
	r.do(chromedp.KeyEvent(kb.Tab))
	r.entered()
	r.write("f-date.of", "pu")
	r.press("add-location")
	r.write("f-location.name", "Rocky Coast")
	r.write("f-location.coordinates", "12°30'S 130°48'E")
	r.unfold("group-text")
	r.do(chromedp.SendKeys("#paste-text", "Each hath nyne men. They cast lotts who shall begin.", chromedp.ByQuery))
	r.do(chromedp.SendKeys("#paste-language", "en", chromedp.ByQuery))
	r.press("paste-keep")
	for i, x := range []struct {
		from, to int
		says     string
	}{{5, 18, "Each has nine men."}, {25, 35, "Lots decide."}} {
		r.choose("maker-text-1", x.from, x.to)
		r.await(`!document.getElementById("maker-text-1-make").disabled`)
		r.do(chromedp.Click("#maker-text-1-says", chromedp.ByQuery), chromedp.KeyEvent("a", chromedp.KeyModifiers(input.ModifierCtrl)), chromedp.SendKeys("#maker-text-1-says", x.says, chromedp.ByQuery))
		r.press("maker-text-1-make")
		r.await(fmt.Sprintf(`document.querySelectorAll(".words-placed mark").length === %d`, i+1))
	}

	r.begin("Tern", func() { r.do(chromedp.SendKeys("#new-source-key", "p", chromedp.ByQuery)) })
	r.write("f-type", "f")
	r.unfold("group-object")
	r.press("add-object")
	r.write("f-object.kind", "b")
	r.write("f-object.institution", "Coast Museum")
	r.write("f-object.measures.0", "length 27 inches or so")
	r.await(`document.getElementById("f-object.measures.0-said")?.textContent.includes("cannot be read") && document.getElementById("f-object.measures.0").getAttribute("aria-invalid") === "true"`)
	r.do(chromedp.Click(field("f-object.measures.0"), chromedp.ByQuery), chromedp.KeyEvent("a", chromedp.KeyModifiers(input.ModifierCtrl)))
	r.write("f-object.measures.0", "length 27.3 cm")
	r.unfold("group-text")
	r.press("add-images")
	r.write("f-images.0.address", "https://museum.example/17")
	r.press("add-observations")
	r.write("f-observations.0.text", "A rosette stands on the middle square.")

	r.begin("Gull", func() { r.do(chromedp.SendKeys("#new-source-key", "p", chromedp.ByQuery)) })
	r.press("add-names")
	r.write("f-names.0.name", "tarna")
	r.write("f-names.0.language", "und")
	r.unfold("group-persons")
	r.press("add-persons")
	r.write("f-persons.0.name", "a fisherman of Porthaven")
	r.press("f-persons.0.roles-informant")
	r.unfold("group-witnesses")
	r.press("add-witnesses")
	r.write("f-witnesses.0.title", "A notebook: the \"blue\" one, of 1888")
	r.unfold("group-trust")
	r.press("f-uncertainty-hearsay")

	draft := says[map[string]string](r, `new Draft("edition").changes()`)
	for name, want := range map[string][]string{
		"evidence/records/tern.1.yaml": {"date: {edtf: 1890~, of: publication, as-written: about 1890}", "coordinates: [-12.500, 130.800]", "source: {key: petrel-1900}", "type: ethnography",
			"  - n: 1\n    in: text-1\n    text: Each has nine men.\n    wording: hath nyne men\n", "  - n: 2\n    in: text-1\n    text: Lots decide.\n    wording: cast lotts\n"},
		"evidence/records/tern.2.yaml": {"type: find", "kind: board", "institution: Coast Museum", "measures: [length 27.3 cm]", "id: picture-1", "  - n: 1\n    text: A rosette stands on the middle square.\n"},
		"evidence/records/gull.1.yaml": {"name: tarna", "name: a fisherman of Porthaven\n    roles: [informant]", `title: "A notebook: the \"blue\" one, of 1888"`, "uncertainty: [hearsay]"},
	} {
		for _, w := range want {
			if !strings.Contains(draft[name], w) {
				t.Errorf("%s lacks %q:\n%s", name, w, draft[name])
			}
		}
	}
	whole := fstest.MapFS{}
	files := textsOf(t, map[string]fs.FS{"": starter.Examples()})
	maps.Copy(files, draft)
	for name, text := range files {
		whole[name] = &fstest.MapFile{Data: []byte(text)}
	}
	c, errs := evidence.Load(whole, "")
	if len(errs) > 0 || len(draft) != 4 || !slices.Contains(c.RecordIDs(), "gull.1") {
		t.Errorf("%d files, %v: %v", len(draft), c.RecordIDs(), errs)
	}

	// Records of a corpus that is begun here are mended by the same form, and are no files of the edition.
	r.open("index.html")
	r.open("workshop/record/index.html#new/evidence/records/EXAMPLE.1.yaml")
	r.await(`document.body.dataset.ready === "yes" && document.getElementById("f-game") !== null`)
	r.do(chromedp.Click(field("f-game"), chromedp.ByQuery), chromedp.KeyEvent("a", chromedp.KeyModifiers(input.ModifierCtrl)))
	r.write("f-game", "Ninepins")
	own := says[map[string]string](r, `new Draft("new").changes()`)
	if now := says[map[string]string](r, `new Draft("edition").changes()`); len(own) != 1 || !strings.Contains(own["evidence/records/EXAMPLE.1.yaml"], "game: Ninepins\n") || !maps.Equal(now, draft) {
		t.Errorf("of the own corpus %v are changed, of the edition %d", own, len(now))
	}
	r.do(chromedp.Click("#drafts .changed-files a", chromedp.ByQuery))
	r.await(`document.getElementById("f-game").value === "Ninepins"`)
}

package site_test

import (
	"cmp"
	"context"
	"encoding/base64"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/lectio/lectio/evidence"
	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/dimension"
	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/ir/wasm"
	"github.com/lectio/lectio/verify"
	"github.com/lectio/lectio/verify/checks"
	"github.com/lectio/lectio/verify/playout"
	"github.com/lectio/lectio/verify/site"
)

// reader is a headless browser with a site on its disk.
type reader struct {
	*testing.T
	ctx context.Context
	dir string
}

// browse opens a browser on a site, and skips where there is none. Browsers take seconds,
// so that they are asked for by LECTIO_BROWSER, as .ci/long does: a path, or "find".
func browse(t *testing.T, make func() *site.Site, width int, more ...chromedp.ExecAllocatorOption) *reader {
	t.Helper()
	path := os.Getenv("LECTIO_BROWSER")
	if path == "" {
		t.Skip("set LECTIO_BROWSER to the path of a browser, or to find")
	}
	if path == "find" {
		for _, name := range []string{"google-chrome", "chromium-browser", "chromium"} {
			if p, err := exec.LookPath(name); err == nil {
				path = p
			}
		}
	}
	dir := filepath.Join(t.TempDir(), "site")
	if err := make().Write(dir); err != nil {
		t.Fatal(err)
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(path), chromedp.NoSandbox, chromedp.WindowSize(width, 1000))
	ctx, cancel := chromedp.NewExecAllocator(context.Background(), append(options, more...)...)
	t.Cleanup(cancel)
	ctx, cancel = chromedp.NewContext(ctx)
	t.Cleanup(cancel)
	ctx, cancel = context.WithTimeout(ctx, 2*time.Hour)
	t.Cleanup(cancel)
	return &reader{t, ctx, dir}
}

func (r *reader) do(actions ...chromedp.Action) {
	r.Helper()
	if err := chromedp.Run(r.ctx, actions...); err != nil {
		r.Fatal(err)
	}
}

// open opens a page from the disk.
func (r *reader) open(at string) {
	r.Helper()
	r.do(chromedp.Navigate("file://" + r.dir + "/" + at))
}

// says is what an expression of a page comes to.
func says[T any](r *reader, expression string) (out T) {
	r.Helper()
	r.do(chromedp.Evaluate(expression, &out))
	return out
}

// await waits until an expression is true.
func (r *reader) await(expression string) {
	r.Helper()
	r.do(chromedp.Poll(expression, nil, chromedp.WithPollingTimeout(60*time.Second)))
}

// bundled is the bundled corpus, read once.
func bundled(t *testing.T) *dimension.Corpus {
	t.Helper()
	ev, errs := evidence.Load(evidence.Bundled, "")
	c, more := dimension.Load(rulesets.Bundled, "", ev)
	errs.Merge(more)
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	return c
}

// unverified makes a site of rulesets of which nothing was found out: for what does not
// depend on that.
func unverified(t *testing.T, c *dimension.Corpus, o site.Options, ids ...string) func() *site.Site {
	return func() *site.Site { return unread(t, c, o, ids) }
}

func unread(t *testing.T, c *dimension.Corpus, o site.Options, ids []string) *site.Site {
	t.Helper()
	var defs []*rulesets.Definition
	for _, id := range ids {
		defs = append(defs, c.Find(id))
	}
	vo := verify.Budget(2, 50)
	vo.Only = []string{checks.All()[0].ID}
	res := verify.Run(context.Background(), checks.All(), c, defs, vo)
	o.Version, o.Play = "lectio test", true
	s, errs := site.Make(context.Background(), res, settings(), o)
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	return s
}

// table plays a game in the browser and in the interpreter at once.
type table struct {
	*reader
	g    *rulesets.Game
	in   *engine.Interpreter
	s    *engine.State
	code *wasm.Code
	asks bool // what is refused, too
}

// sit opens the page on which a game is played.
func (r *reader) sit(g *rulesets.Game, hash string) *table {
	r.Helper()
	code, err := wasm.Generate(g.Program, wasm.Options{States: true, Explain: true})
	if err != nil {
		r.Fatal(err)
	}
	r.open("index.html") // another page: a new hash alone would not load the page anew
	r.open(g.Definition.ID + "/play/index.html" + hash)
	r.await(`document.body.dataset.ready === "yes"`)
	t := &table{reader: r, g: g, in: engine.NewInterpreter(g.Program), s: g.Program.NewState(), code: code}
	t.in.History = engine.NewHistory()
	t.in.Start(t.s)
	return t
}

// same compares the position on the page with that of the interpreter, and the moves.
func (t *table) same() {
	t.Helper()
	raw, err := base64.StdEncoding.DecodeString(says[string](t.reader, "lectio.state()"))
	if err != nil {
		t.Fatal(err)
	}
	have, err := t.code.StateOf(raw)
	if err != nil {
		t.Fatal(err)
	}
	if !have.Equal(t.s) {
		t.Fatalf("%s: after %s the page has another position", t.g.Name(), says[string](t.reader, "lectio.line()"))
	}
	if t.s.Status() != engine.Decision {
		return
	}
	var want []string
	for _, m := range t.in.Moves(t.s, nil) {
		want = append(want, t.g.MoveName(t.in, t.s, m))
	}
	if legal := says[[]string](t.reader, "lectio.legal()"); !slices.Equal(legal, want) {
		t.Fatalf("%s: after %s the page has the moves %s, not %s", t.g.Name(), says[string](t.reader, "lectio.line()"), legal, want)
	}
}

// refusals compares what is refused, and by which statements, with the interpreter.
func (t *table) refusals() {
	t.Helper()
	want := []string{}
	for _, r := range t.in.Explain(t.s).Refused {
		q, m := t.s.Player(), r.Move
		var by []string
		for _, k := range r.Statements {
			by = append(by, fmt.Sprint(k))
		}
		want = append(want, fmt.Sprintf("%s/%s %d %d %s", t.g.Program.PlaceName(q, int(m.From)), t.g.Program.PlaceName(q, int(m.To)), m.Part, m.Class, strings.Join(by, ",")))
	}
	slices.Sort(want)
	if have := says[[]string](t.reader, "lectio.refused()"); !slices.Equal(have, want) {
		t.Fatalf("%s: after %s the page refuses %q, not %q", t.g.Name(), says[string](t.reader, "lectio.line()"), have, want)
	}
}

// play plays up to so many single moves with random throws and moves, by clicking, and
// returns how many it has played.
func (t *table) play(seed uint64, most int) (moves int) {
	t.Helper()
	random := rand.New(rand.NewPCG(seed, 1))
	for moves < most && t.s.Status() != engine.Over {
		t.same()
		if t.s.Status() == engine.AwaitsThrow {
			d := t.g.Program.Devices[t.s.Device(t.g.Program)]
			k := d.First + random.IntN(d.Count)
			says[bool](t.reader, fmt.Sprintf(`(() => { const s = document.getElementById("throw-pick"); s.value = "%d"; s.dispatchEvent(new Event("change")); return true })()`, k))
			t.in.Throw(t.s, k)
			continue
		}
		if t.asks {
			t.refusals()
		}
		list := t.in.Moves(t.s, nil)
		m := list[random.IntN(len(list))]
		name := t.g.MoveName(t.in, t.s, m)
		m, _ = t.g.FindMove(t.in, t.s, name) // of moves with one name the first is meant
		if !says[bool](t.reader, fmt.Sprintf(`(() => { const b = [...document.querySelectorAll("#moves button")].find((x) => x.dataset.move === %q); if (!b) return false; b.click(); return true })()`, name)) {
			t.Fatalf("%s: there is no button for %s", t.g.Name(), name)
		}
		t.in.Play(t.s, m)
		moves++
	}
	t.same()
	return moves
}

// mostMoves is how many single moves of a game are played by clicking.
const mostMoves = 300

// TestPlayInBrowser plays every game of the corpus by clicking, compares every position and
// all moves with the interpreter, and plays the record again.
func TestPlayInBrowser(t *testing.T) {
	c := bundled(t)
	r := browse(t, unverified(t, c, site.Options{}, c.IDs()...), 1280) // the defaults alone
	for _, d := range c.Definitions {
		g, errs := d.Game(nil)
		if len(errs) > 0 {
			t.Fatal(errs)
		}
		x := r.sit(g, "")
		moves := x.play(7, mostMoves)
		line := says[string](r, "lectio.line()")
		list, errs := playout.ReadLines("the record", line)
		if len(errs) > 0 {
			t.Fatal(errs)
		}
		last, errs := list[0].Play(context.Background(), g)
		if len(errs) > 0 || !last.State.Equal(x.s) {
			t.Errorf("%s: the record of %d moves cannot be played again: %v", d.ID, moves, errs)
		}
		// A link to the position leads there again.
		hash := says[string](r, "location.hash")
		again := r.sit(g, hash)
		again.s = x.s
		again.same()
		t.Logf("%s: %d moves", d.ID, moves)
	}
}

// TestDrawnInBrowser plays interpretations drawn at random, and compares moves and refusals
// with the interpreter. LECTIO_DRAWN says how many of each game.
func TestDrawnInBrowser(t *testing.T) {
	n, err := strconv.Atoi(cmp.Or(os.Getenv("LECTIO_DRAWN"), "5"))
	if err != nil {
		t.Fatal(err)
	}
	c := bundled(t)
	ids := []string{c.IDs()[len(c.IDs())-1], c.IDs()[len(c.IDs())-3]}
	with := map[string][]rulesets.Choice{}
	for _, id := range ids {
		d := c.Find(id)
		drawer := d.Drawer(1)
		for tries := 0; len(with[id]) < n && tries < 20*n; tries++ {
			choice, ok := drawer.Draw(nil)
			if !ok {
				break
			}
			if _, errs := d.Game(choice); len(errs) == 0 {
				with[id] = append(with[id], choice)
			}
		}
	}
	r := browse(t, unverified(t, c, site.Options{With: with, Modules: 1 << 30}, ids...), 1280)
	for _, id := range ids {
		for i, choice := range with[id] {
			d := c.Find(id)
			g, errs := d.Game(choice)
			if len(errs) > 0 {
				t.Fatal(errs)
			}
			var picks []string
			for _, q := range d.Questions {
				if x := choice[q.ID]; x != "" && x != q.Default {
					picks = append(picks, q.ID+"="+x)
				}
			}
			x := r.sit(g, "#"+strings.Join(picks, "&"))
			x.asks = true
			x.play(uint64(i), 8)
		}
	}
}

// TestReadWithoutScripts reads pages with scripts turned off.
func TestReadWithoutScripts(t *testing.T) {
	r := browse(t, made, 1280, chromedp.Flag("blink-settings", "scriptEnabled=false"))
	r.open("index.html")
	var text string
	r.do(chromedp.Text("body", &text))
	for _, want := range []string{"A corpus", "The games", "When"} {
		if !strings.Contains(text, want) {
			t.Errorf("without scripts the first page does not say %q", want)
		}
	}
}

// TestClickThrough searches, chooses a reading, steps along a line and filters, as a reader does.
func TestClickThrough(t *testing.T) {
	r := browse(t, made, 1280)
	s := made()
	r.open("search/index.html")
	r.await(`!document.getElementById("search").hidden`)
	r.do(chromedp.SendKeys("#q", "plâyer"))
	r.await(`document.querySelectorAll("#hits li").length > 0`)

	game := ""
	for name := range s.Files {
		if strings.HasSuffix(name, "/readings.js") {
			game = strings.TrimSuffix(name, "/readings.js")
		}
	}
	r.open(game + "/index.html")
	r.await(`document.querySelectorAll(".readings select").length > 0`)
	marked := says[int](r, `(() => { let most = 0; for (const s of document.querySelectorAll(".readings select")) { for (const o of s.options) { if (o.disabled) continue; s.value = o.value; s.dispatchEvent(new Event("change")); most = Math.max(most, document.querySelectorAll(".rule.changed, .rule.gone, .rule.added").length) } s.selectedIndex = 0; s.dispatchEvent(new Event("change")) } return most })()`)
	if marked == 0 {
		t.Error("no reading marks a sentence")
	}
	if left := says[int](r, `document.querySelectorAll(".rule.changed, .rule.gone, .rule.added").length`); left != 0 {
		t.Errorf("with the defaults %d sentences are marked", left)
	}
	r.open("index.html")
	if n := says[int](r, `(() => { const a = document.querySelector(".timeline a, .map a"); a.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true })); return document.querySelectorAll(".card:not([hidden])").length })()`); n != 1 {
		t.Errorf("%d games are shown of one that is chosen", n)
	}
	for name := range s.Files {
		if !strings.Contains(name, "/questions/") || !strings.Contains(string(s.Files[name]), `class="steps"`) {
			continue
		}
		r.open(name)
		r.await(`document.querySelector(".stepper") !== null`)
		seen := `[...document.querySelector(".steps").children].findIndex((x) => !x.hidden)`
		if at := says[int](r, `document.querySelector(".line").focus(), `+seen); at != 0 {
			t.Errorf("a line is shown from its board %d on", at)
		}
		r.do(chromedp.KeyEvent(kb.ArrowRight))
		if at := says[int](r, seen); at != 1 {
			t.Errorf("after a step the board %d is shown", at)
		}
		break
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

// TestAxe asks axe-core, of which LECTIO_AXE is the path, about pages of every kind.
func TestAxe(t *testing.T) {
	path := os.Getenv("LECTIO_AXE")
	if path == "" {
		t.Skip("set LECTIO_AXE to the path of axe.min.js")
	}
	axe, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	r := browse(t, made, 1280)
	s := made()
	for _, name := range s.Paths() {
		if !strings.HasSuffix(name, ".html") {
			continue
		}
		r.open(name)
		r.do(chromedp.Sleep(300 * time.Millisecond))
		r.do(chromedp.Evaluate(string(axe), nil))
		var found []string
		r.do(chromedp.Evaluate(`axe.run().then((x) => x.violations.map((v) => v.id + ": " + v.nodes.map((n) => n.html.slice(0, 160)).slice(0, 3).join(" | ")))`, &found,
			func(p *runtime.EvaluateParams) *runtime.EvaluateParams { return p.WithAwaitPromise(true) }))
		for _, f := range found {
			t.Errorf("%s: %s", name, f)
		}
	}
}

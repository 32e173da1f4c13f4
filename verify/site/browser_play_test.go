package site_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io/fs"
	"maps"
	"math/rand/v2"
	"net/url"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/lectio/lectio/evidence"
	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/dimension"
	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/engine/history"
	"github.com/lectio/lectio/rulesets/lines"
	"github.com/lectio/lectio/rulesets/scene"
	"github.com/lectio/lectio/testdata/bundled"
	"github.com/lectio/lectio/verify"
	"github.com/lectio/lectio/verify/checks"
	"github.com/lectio/lectio/verify/site"
	"github.com/lectio/lectio/verify/site/core"
)

// unverified makes a site of rulesets of which nothing was found out: for what does not
// depend on that.
func unverified(t *testing.T, c *dimension.Corpus, o site.Options, ids ...string) func() *site.Site {
	return func() *site.Site {
		t.Helper()
		var defs []*rulesets.Definition
		for _, id := range ids {
			defs = append(defs, c.Find(id))
		}
		vo := verify.Budget(2, 50)
		vo.Only = []string{checks.All()[0].ID}
		res := verify.Run(context.Background(), checks.All(), c, defs, vo)
		o.Version = "lectio test"
		o.Core, o.Evidence = pageCore(), c.Evidence
		if o.Corpus == nil {
			o.Corpus = corpusOf(t, c)
		}
		s, errs := site.Make(context.Background(), res, settings(), o)
		if len(errs) > 0 {
			t.Fatal(errs)
		}
		return s
	}
}

// pageCore is the program that pages ask, built once; a word in its place where no browser will ask it.
var pageCore = sync.OnceValue(func() []byte {
	if os.Getenv("LECTIO_BROWSER") == "" {
		return []byte("// the program")
	}
	script, err := core.Script(context.Background(), func(string) {})
	if err != nil {
		panic(err)
	}
	return script
})

// corpusOf are the files of a corpus of the tests, by the paths at which pages look for them.
func corpusOf(t *testing.T, c *dimension.Corpus) map[string]string {
	t.Helper()
	if len(c.Definitions) == 0 {
		return nil // nobody asks
	}
	file := c.Definitions[0].File
	if root, _, found := strings.Cut(file, "/rulesets/definitions/"); found && strings.HasPrefix(file, rulesets.GalleryRoot) {
		return textsOf(t, map[string]fs.FS{"": rulesets.Gallery})
	} else if _, err := os.Stat(file); found && err == nil {
		return textsOf(t, map[string]fs.FS{"": os.DirFS(root)})
	}
	return textsOf(t, map[string]fs.FS{"evidence": evidence.Bundled, "rulesets": rulesets.Bundled})
}

// textsOf are the files in folders.
func textsOf(t *testing.T, folders map[string]fs.FS) map[string]string {
	t.Helper()
	files := map[string]string{}
	for under, fsys := range folders {
		err := fs.WalkDir(fsys, ".", func(name string, e fs.DirEntry, err error) error {
			if err != nil || e.IsDir() {
				return err
			}
			data, err := fs.ReadFile(fsys, name)
			files[path.Join(under, name)] = string(data)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return files
}

// defaults is the site of the bundled corpus with the default of every game to play.
var defaults = sync.OnceValue(func() *site.Site {
	t := &testing.T{}
	c := bundled.Corpus(t)
	return unverified(t, c, site.Options{}, c.IDs()...)()
})

// table plays a game in the browser and in the interpreter at once.
type table struct {
	*reader
	g  *rulesets.Game
	in *engine.Interpreter
	s  *engine.State
	// seen are the positions in which a move was due, and the moves the page had.
	seen []seen
}

type seen struct {
	at    rulesets.State
	moves []string
}

// sit opens the page on which a game is played.
func (r *reader) sit(g *rulesets.Game, hash string) *table {
	r.Helper()
	r.open("index.html") // another page: a new hash alone would not load the page anew
	r.open(g.Definition.ID + "/play/index.html" + hash)
	r.await(`document.body.dataset.ready === "yes"`)
	t := &table{reader: r, g: g, in: engine.NewInterpreter(g.Program), s: g.Program.NewState()}
	t.in.History = history.New()
	t.in.Start(t.s)
	return t
}

// settled waits until the program has answered all that a page asked it.
func (r *reader) settled() {
	r.Helper()
	r.do(chromedp.Evaluate(`window.lectio ? lectio.settled().then(() => true) : true`, nil,
		func(p *runtime.EvaluateParams) *runtime.EvaluateParams { return p.WithAwaitPromise(true) }))
}

// at is the position on the page, as a state is written.
func (r *reader) at() string {
	r.Helper()
	r.settled()
	return says[string](r, `JSON.stringify(lectio.now().at)`)
}

// fell is the throw that was made last on the page.
func (t *table) fell() int {
	t.Helper()
	t.settled()
	line := strings.TrimSuffix(says[string](t.reader, `lectio.line()`), ":")
	name := line[strings.LastIndexAny(line, " ,")+1:]
	return t.g.ThrowNamed(t.s.Device(t.g.Program), strings.Trim(name, `"`))
}

// legal are the names of the moves that the interpreter permits.
func (t *table) legal() (out []string) {
	for _, m := range t.in.Moves(t.s, nil) {
		out = append(out, t.g.MoveName(t.in, t.s, m))
	}
	return out
}

// same compares the position on the page with that of the interpreter, and the moves.
func (t *table) same() {
	t.Helper()
	t.settled()
	now := says[struct {
		At    string
		Line  string
		Legal []string
		Bar   map[string]int // men on a bar that is drawn, by how they look
	}](t.reader, `({At: JSON.stringify(lectio.now().at), Line: lectio.line(), Legal: lectio.legal(), Bar: [...document.querySelectorAll(".man[data-on=bar]")].reduce((sum, man) => {
		const text = man.querySelector("text"), look = man.getAttribute("class");
		sum[look] = text ? Number(text.textContent) : (sum[look] || 0) + 1; // the last of many says how many they are
		return sum;
	}, {})})`)
	if want := t.g.State(t.s).String(); !sameJSON(now.At, want) {
		t.Fatalf("%s: after %s the page has the position %s, not %s", t.g.Name(), now.Line, now.At, want)
	}
	pic, bar := scene.Board(t.g, t.s, 0), map[string]int{}
	for _, s := range pic.Stores {
		if s.OnBar {
			bar[fmt.Sprintf("man p%d", pic.Colour(s.Player))] = s.Count
		}
	}
	if !maps.Equal(now.Bar, bar) {
		t.Fatalf("%s: after %s there stand on the bar %v, not %v", t.g.Name(), now.Line, now.Bar, bar)
	}
	if t.s.Status() != engine.Decision {
		return
	}
	if want := t.legal(); !slices.Equal(now.Legal, want) {
		t.Fatalf("%s: after %s the page has the moves %s, not %s", t.g.Name(), now.Line, now.Legal, want)
	}
	t.seen = append(t.seen, seen{t.g.State(t.s), now.Legal})
}

// sameJSON reports whether two texts are the same JSON.
func sameJSON(a, b string) bool {
	var x, y any
	return json.Unmarshal([]byte(a), &x) == nil && json.Unmarshal([]byte(b), &y) == nil && reflect.DeepEqual(x, y)
}

// hand is how somebody plays: by a throw, and by a move.
type hand interface {
	throw(t *table, k int)
	move(t *table, m engine.Move, name string)
}

// play plays up to so many single moves with random throws and moves, and returns how many
// it has played. After each it is looked whether the page has the same position.
func (t *table) play(h hand, seed uint64, most int) (moves int) {
	t.Helper()
	random := rand.New(rand.NewPCG(seed, 1))
	for moves < most && t.s.Status() != engine.Over {
		t.same()
		if k := drawn(t.g, t.s, random); k >= 0 {
			h.throw(t, k)
			continue
		}
		m, name := t.one(random)
		h.move(t, m, name)
		t.in.Play(t.s, m)
		moves++
	}
	t.same()
	return moves
}

// drawn is a throw at random, -1 where none is due.
func drawn(g *rulesets.Game, s *engine.State, random *rand.Rand) int {
	if s.Status() != engine.AwaitsThrow {
		return -1
	}
	d := g.Program.Devices[s.Device(g.Program)]
	return d.First + random.IntN(d.Count)
}

// one is a move at random, and its name.
func (t *table) one(random *rand.Rand) (engine.Move, string) {
	list := t.in.Moves(t.s, nil)
	name := t.g.MoveName(t.in, t.s, list[random.IntN(len(list))])
	m, _ := t.g.FindMove(t.in, t.s, name) // of moves with one name the first is meant
	return m, name
}

// mouse plays with a mouse on the board. What lies on no board (to throw, to stop, to pass)
// is done with a button.
type mouse struct{}

// click clicks where an element is seen.
func (r *reader) click(selector string) {
	r.Helper()
	at := says[[]float64](r, fmt.Sprintf(`(() => {
		const e = document.querySelector(%q);
		if (e === null || e.disabled) return [];
		e.scrollIntoView({ block: "center", behavior: "instant" });
		const b = e.getBoundingClientRect();
		return [b.x + b.width / 2, b.y + b.height / 2];
	})()`, selector))
	if len(at) == 0 {
		r.Fatalf("nothing to click on at %s after %s", selector, says[string](r, "lectio.line()"))
	}
	r.do(chromedp.MouseClickXY(at[0], at[1]))
	r.settled()
}

func (mouse) throw(t *table, k int) {
	t.Helper()
	t.do(chromedp.Evaluate(fmt.Sprintf(`document.getElementById("throw-pick").value = %q`, t.g.Program.Throws[k].Name), nil))
	t.click("#throw-now")
	t.in.Throw(t.s, k)
}

// spots are what is clicked for a move: where the man stands, and where he goes.
func (t *table) spots(m engine.Move, name string) (out []string) {
	p, q := t.g.Program, t.s.Player()
	spot := func(f int) string {
		if f < p.Places {
			return fmt.Sprintf(`[data-cell="%d"]`, p.CellOf[q][f])
		}
		return fmt.Sprintf(`#stores [data-store=%q][data-of="%d"]`, p.Stores[f-p.Places], q)
	}
	switch m.Act {
	case engine.Stop, engine.Pass, engine.ThrowAgain, engine.Declare:
		return []string{fmt.Sprintf(`#moves [data-move=%q]`, name)}
	case engine.Remove:
		return []string{spot(int(m.From))}
	}
	return []string{spot(int(m.From)), spot(int(m.To))}
}

func (mouse) move(t *table, m engine.Move, name string) {
	t.Helper()
	for _, s := range t.spots(m, name) {
		t.click(s)
	}
	if meant := fmt.Sprintf(`#why [data-move=%q]`, name); says[bool](t.reader, fmt.Sprintf("document.querySelector(%q) !== null", meant)) {
		t.click(meant) // two moves go the same way
	}
}

// keys plays with the keyboard alone: the tabulator goes on, arrows go from place to place,
// Enter does it.
type keys struct{}

// tab goes on until an element has the focus.
func (r *reader) tab(selector string) {
	r.Helper()
	for range 400 {
		if says[bool](r, fmt.Sprintf("document.activeElement.matches(%q)", selector)) {
			return
		}
		r.do(chromedp.KeyEvent(kb.Tab))
	}
	r.Fatalf("the tabulator does not come to %s after %s", selector, says[string](r, "lectio.line()"))
}

// arrows goes to a place of the board, from where its focus is or was.
func (r *reader) arrows(selector string) {
	r.Helper()
	r.tab(`.target[tabindex="0"]`)
	way := says[[]string](r, fmt.Sprintf(`(() => {
		const at = (e) => Number(e.dataset.cell), from = at(document.activeElement), to = at(document.querySelector(%q));
		const ways = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }, came = new Map([[from, []]]);
		for (const [i, keys] of came) for (const [key, d] of Object.entries(ways)) {
			const j = lectio.beside(i, ...d);
			if (!came.has(j)) came.set(j, [...keys, key]);
		}
		return came.size === document.querySelectorAll(".target").length ? came.get(to) : ["not every place can be come to"];
	})()`, selector))
	keys := map[string]string{"ArrowLeft": kb.ArrowLeft, "ArrowRight": kb.ArrowRight, "ArrowUp": kb.ArrowUp, "ArrowDown": kb.ArrowDown}
	for _, key := range way {
		if keys[key] == "" {
			r.Fatal(key)
		}
		r.do(chromedp.KeyEvent(keys[key]))
	}
	if !says[bool](r, fmt.Sprintf("document.activeElement.matches(%q)", selector)) {
		r.Fatalf("%v does not lead to %s", way, selector)
	}
}

// enter goes to an element and presses Enter on it.
func (r *reader) enter(selector string) {
	r.Helper()
	if strings.Contains(selector, "data-cell") {
		r.arrows(selector)
	} else {
		r.tab(selector)
	}
	r.do(chromedp.KeyEvent(kb.Enter))
	r.settled()
}

func (keys) throw(t *table, _ int) {
	t.Helper()
	t.enter("#throw-now")
	t.in.Throw(t.s, t.fell()) // of the page's own chance
}

func (keys) move(t *table, m engine.Move, name string) {
	t.Helper()
	spots := t.spots(m, name)
	if len(spots) == 2 && strings.Contains(spots[0], "data-cell") { // he is picked up, laid back, and picked up again
		t.enter(spots[0])
		t.do(chromedp.KeyEvent(kb.Escape))
		if says[bool](t.reader, `document.querySelector(".target.picked") !== null`) {
			t.Fatalf("Escape does not lay back the man on %s", spots[0])
		}
	}
	for _, s := range spots {
		t.enter(s)
	}
	if meant := fmt.Sprintf(`#why [data-move=%q]`, name); says[bool](t.reader, fmt.Sprintf("document.querySelector(%q) !== null", meant)) {
		t.enter(meant)
	}
}

// shortest is the seed of a game that is soon over, of those tried, and its length.
func shortest(g *rulesets.Game) (seed uint64, length int) {
	for k := range uint64(24) {
		t := &table{g: g, in: engine.NewInterpreter(g.Program), s: g.Program.NewState()}
		t.in.History = history.New()
		t.in.Start(t.s)
		random, n := rand.New(rand.NewPCG(k, 1)), 0
		for t.s.Status() != engine.Over && (length == 0 || n < length) && n < 20000 {
			if k := drawn(g, t.s, random); k >= 0 {
				t.in.Throw(t.s, k)
				continue
			}
			m, _ := t.one(random)
			t.in.Play(t.s, m)
			n++
		}
		if t.s.Status() == engine.Over && (length == 0 || n < length) {
			seed, length = k, n
		}
	}
	return seed, length
}

// asLectio compares the moves that a page had with what lectio moves says of the positions.
func (t *table) asLectio(program string) {
	t.Helper()
	var in bytes.Buffer
	for i, x := range t.seen {
		line, err := json.Marshal(map[string]any{"id": i, "ruleset": t.g.Definition.ID, "at": x.at, "want": []string{"moves"}})
		if err != nil {
			t.Fatal(err)
		}
		in.Write(append(line, '\n'))
	}
	cmd := exec.Command(program, "moves", "--batch")
	cmd.Stdin = &in
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	answers := bufio.NewScanner(bytes.NewReader(out))
	answers.Buffer(nil, 1<<24)
	for i, x := range t.seen {
		var have struct {
			At    json.RawMessage
			Moves []struct{ Move, Part string }
		}
		if !answers.Scan() || json.Unmarshal(answers.Bytes(), &have) != nil {
			t.Fatalf("lectio moves answers %d of %d questions: %s", i, len(t.seen), answers.Bytes())
		}
		var moves []string
		for _, m := range have.Moves {
			moves = append(moves, m.Move)
		}
		for k, m := range x.moves {
			if k < len(moves) && m == moves[k]+":"+have.Moves[k].Part {
				moves[k] = m // the page adds the part where two moves go the same way
			}
		}
		at, _ := json.Marshal(x.at)
		if !slices.Equal(moves, x.moves) || !bytes.Equal(have.At, at) {
			t.Fatalf("%s at %s: lectio moves has %s at %s, the page %s", t.g.Name(), at, moves, have.At, x.moves)
		}
	}
}

// TestPlayInBrowser plays a whole game of each of the corpus with a mouse on the board. Every
// position and all its moves are compared with the interpreter, and with what lectio moves
// says of it; the record is played again, and the link to the end leads there.
func TestPlayInBrowser(t *testing.T) {
	c := bundled.Corpus(t)
	r := browse(t, defaults, 1280)
	program := filepath.Join(t.TempDir(), "lectio")
	if out, err := exec.Command("go", "build", "-o", program, "../../cmd/lectio").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	for _, d := range c.Definitions {
		g := game(t, d, nil)
		seed, length := shortest(g)
		if length == 0 {
			t.Fatalf("%s: no game of those tried ends", d.ID)
		}
		x := r.sit(g, "")
		if moves := x.play(mouse{}, seed, length+1); moves != length || x.s.Status() != engine.Over {
			t.Fatalf("%s: on the page a game of %d moves is over after %d: %v", d.ID, length, moves, x.s.Status())
		}
		if text := says[string](r, `document.getElementById("turn").textContent`); !strings.Contains(text, "The game is over") {
			t.Errorf("%s: at the end the page says %q", d.ID, text)
		}
		x.asLectio(program)
		list, errs := lines.Read("the record", says[string](r, "lectio.line()"))
		if len(errs) > 0 {
			t.Fatal(errs)
		}
		last, errs := list[0].Play(context.Background(), g)
		if len(errs) > 0 || !last.State.Equal(x.s) {
			t.Errorf("%s: the record of %d moves cannot be played again: %v", d.ID, length, errs)
		}
		again := r.sit(g, says[string](r, "location.hash"))
		again.s = x.s
		again.same()
		t.Logf("%s: a game of %d moves, %d positions", d.ID, length, len(x.seen))
	}
}

// TestChangedReadings changes the readings in the middle of a game. The record to download
// has the game as it stood then, under the readings of that time, and the whole of it under
// those chosen last; both are played again by lectio play --replay's reader.
func TestChangedReadings(t *testing.T) {
	c := bundled.Corpus(t)
	d := c.Find("natt-klab-ash-shawk")
	r := browse(t, unverified(t, c, site.Options{Command: "lectio site --games 7 --seed 3 --out DIR"}, d.ID), 1280)
	x := r.sit(game(t, d, nil), "")
	x.play(mouse{}, 3, 5)
	first := says[string](r, "lectio.line()")
	if record := says[string](r, "lectio.record()"); record != first+"\n" || says[bool](r, `!document.getElementById("readings-changed").hidden`) {
		t.Errorf("without a change of readings the record is %q", record)
	}
	kept, cut := 0, 0
	for _, a := range d.Alternatives() {
		if len(a.Choice) > 1 { // it takes other readings besides, which the page adds by itself
			continue
		}
		r.do(chromedp.Evaluate(fmt.Sprintf(`document.getElementById("changed").textContent = ""; (() => { const s = document.querySelector("[data-question=%s]"); s.value = %q; s.dispatchEvent(new Event("change")) })()`, a.Question.ID, a.Reading.ID), nil))
		r.settled()
		r.await(`/played with/i.test(document.getElementById("changed").textContent)`)
		list, errs := lines.Read("the record", says[string](r, "lectio.record()"))
		if len(errs) > 0 {
			t.Fatal(errs)
		}
		if says[bool](r, `/cannot be played so/.test(document.getElementById("changed").textContent)`) {
			cut++
		} else {
			kept++
		}
		if said := says[string](r, `document.getElementById("readings-changed").innerText`); !strings.Contains(said, "After 5 moves the readings were changed.") {
			t.Errorf("%s: of the change the page says %q", a.Reading.ID, said)
		}
		under := game(t, d, a.Choice)
		if len(list) != 2 || list[0].Name != first[:strings.Index(first, ":")] || list[1].Name != under.Name() {
			t.Fatalf("%s: the record is %q", a.Reading.ID, says[string](r, "lectio.record()"))
		}
		was, errs := list[0].Play(t.Context(), x.g)
		now, more := list[1].Play(t.Context(), under)
		if len(errs)+len(more) > 0 || !was.State.Equal(x.s) {
			t.Errorf("%s: the record cannot be played again: %v %v", a.Reading.ID, errs, more)
		} else if !sameJSON(r.at(), under.State(now.State).String()) {
			t.Errorf("%s: the record leads elsewhere than the page", a.Reading.ID)
		}
		// Back to the defaults, and to the game as it was.
		x = r.sit(x.g, "#line="+url.QueryEscape(first))
		x.s = was.State
		x.same()
	}
	// Two readings that go together, chosen one after the other in mid-game.
	var two []rulesets.Alternative
	for _, a := range d.Alternatives() {
		if len(a.Choice) > 1 || len(two) == 2 || len(two) == 1 && two[0].Question == a.Question {
			continue
		}
		if len(two) == 1 {
			if _, errs := d.Game(rulesets.Choice{two[0].Question.ID: two[0].Reading.ID, a.Question.ID: a.Reading.ID}); len(errs) > 0 {
				continue
			}
		}
		two = append(two, a)
	}
	for _, a := range two {
		r.do(chromedp.Evaluate(fmt.Sprintf(`(() => { const s = document.querySelector("[data-question=%s]"); s.value = %q; s.dispatchEvent(new Event("change")) })()`, a.Question.ID, a.Reading.ID), nil))
		r.settled()
	}
	both := game(t, d, rulesets.Choice{two[0].Question.ID: two[0].Reading.ID, two[1].Question.ID: two[1].Reading.ID})
	list, errs := lines.Read("the record", says[string](r, "lectio.line()"))
	if len(errs) > 0 || list[0].Name != both.Name() {
		t.Fatalf("under two readings the record is %q, want one of %s: %v", says[string](r, "lectio.line()"), both.Name(), errs)
	}
	if last, errs := list[0].Play(t.Context(), both); len(errs) > 0 || !sameJSON(r.at(), both.State(last.State).String()) {
		t.Errorf("under two readings the record leads elsewhere than the page: %v", errs)
	}
	link := says[string](r, "location.hash")
	if x := r.sit(both, link); !sameJSON(x.at(), says[string](r, `JSON.stringify(lectio.now().at)`)) || says[string](r, "lectio.now().name") != both.Name() {
		t.Errorf("the link %s leads to %s", link, says[string](r, "lectio.line()"))
	}
	if kept == 0 || cut == 0 {
		t.Errorf("under %d readings the game could be played on, under %d not: the test shows less than it should", kept, cut)
	}
}

func game(t *testing.T, d *rulesets.Definition, choice rulesets.Choice) *rulesets.Game {
	t.Helper()
	g, errs := d.Game(choice)
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	return g
}

// TestPlayGallery plays the beginnings of well-known games, some of which have men of
// several kinds: these are told apart on the board.
func TestPlayGallery(t *testing.T) {
	c := bundled.Gallery(t)
	r := browse(t, unverified(t, c, site.Options{}, c.IDs()...), 1280)
	kinds := 0
	for _, d := range c.Definitions {
		g := game(t, d, nil)
		x := r.sit(g, "")
		x.play(mouse{}, 3, 60)
		if len(g.Program.Kinds) == 0 {
			continue
		}
		looks := map[string]string{}
		for _, y := range says[[][2]string](r, `[...document.querySelectorAll(".board-box .target")].map((e, i) => {
			const men = document.querySelectorAll(".man[data-on='" + i + "']");
			if (men.length !== 1) return ["", ""];
			const look = [men[0].getAttribute("class"), ...[...men[0].querySelectorAll("path, text")].map((x) => x.getAttribute("d") || x.textContent)].join(" ");
			return [e.getAttribute("aria-label").replace(/^[^:]*: /, "").replace(/;.*/, ""), look];
		})`) {
			if y[0] == "" {
				continue
			}
			for said, look := range looks {
				if (said == y[0]) != (look == y[1]) {
					t.Errorf("%s: %q looks like %q", d.ID, y[0], said)
				}
			}
			looks[y[0]] = y[1]
		}
		if len(looks) > 2 { // of draughts there are no kings so early
			kinds++
		}
	}
	if kinds == 0 {
		t.Error("on no board men of several kinds are seen")
	}
}

// TestLettersAreInside: on every screen the letters and numbers at the edges of a board lie
// within its drawing, and outside of its cells.
func TestLettersAreInside(t *testing.T) {
	c := bundled.Gallery(t)
	for _, wide := range []int{390, 1280} {
		r := browse(t, unverified(t, c, site.Options{}, "hex", "international-draughts"), wide)
		for _, id := range []string{"hex", "international-draughts"} {
			r.sit(game(t, c.Find(id), nil), "")
			for _, at := range says[[][]any](r, `(() => {
				const box = document.querySelector(".play-board").getBoundingClientRect();
				const cells = [...document.querySelectorAll(".play-board .target")].map((e) => e.getBoundingClientRect());
				return [...document.querySelectorAll(".cell-name")].map((e) => {
					const b = e.getBoundingClientRect(), x = (b.left + b.right) / 2, y = (b.top + b.bottom) / 2;
					const inside = Math.min(b.left - box.left, box.right - b.right, box.bottom - b.bottom, b.top - box.top);
					return [e.textContent, inside, cells.some((c) => x > c.left && x < c.right && y > c.top && y < c.bottom)];
				});
			})()`) {
				if at[1].(float64) < 0 || at[2].(bool) {
					t.Errorf("%s, %d wide: %v lies %v within the drawing, on a cell: %v", id, wide, at[0], at[1], at[2])
				}
			}
		}
	}
}

// TestKeyboard plays with the keyboard alone, on a page that a web server shows: the game that
// is soonest over to its end, and the beginnings of the others.
func TestKeyboard(t *testing.T) {
	c := bundled.Corpus(t)
	r := browse(t, defaults, 1280)
	r.serve()
	whole, least := "", 0
	for _, d := range c.Definitions {
		if _, n := shortest(game(t, d, nil)); n > 0 && (least == 0 || n < least) {
			whole, least = d.ID, n
		}
	}
	for _, d := range c.Definitions {
		x, most := r.sit(game(t, d, nil), ""), 12
		if d.ID == whole {
			most = 20_000
		}
		moves := x.play(keys{}, 5, most)
		if d.ID == whole && x.s.Status() != engine.Over {
			t.Errorf("%s is not over after %d moves", d.ID, moves)
		}
		t.Logf("with the keyboard, %s: %d moves", d.ID, moves)
	}
}

// TestPlayFits opens the board of every game in the window of a small computer and of a
// telephone: board, throw and moves lie in it, places are named so that one can read it, men
// look as the legend says, and a changed reading is told beside its choice.
func TestPlayFits(t *testing.T) {
	r := browse(t, defaults, 1280)
	for _, size := range [][2]int64{{1280, 800}, {390, 844}} {
		r.do(chromedp.EmulateViewport(size[0], size[1]))
		for _, d := range bundled.Corpus(t).Definitions {
			x := r.sit(game(t, d, nil), "")
			name := fmt.Sprintf("%s in %d × %d", d.ID, size[0], size[1])
			within := func(selector string) {
				t.Helper()
				if out := says[string](r, fmt.Sprintf(`(() => {
					const e = document.querySelector(%q);
					if (e === null) return "not there";
					const b = e.getBoundingClientRect();
					return b.height > 0 && b.top >= 0 && b.left >= 0 && b.bottom <= innerHeight && b.right <= innerWidth ? "" : JSON.stringify(b);
				})()`, selector)); out != "" {
					t.Errorf("%s: %s lies outside: %s", name, selector, out)
				}
			}
			within(".play-board")
			for k := 0; x.s.Status() == engine.AwaitsThrow && k < 9; k++ {
				within("#throw-now")
				says[bool](r, `document.getElementById("throw-now").click(), true`)
				r.settled()
				x.in.Throw(x.s, x.fell())
			}
			within(".play-board")
			within("#moves button")
			within("#undo")
			for _, wrong := range says[[]string](r, `(() => {
				const out = [], labels = [...document.querySelectorAll(".cell-name")], place = document.getElementById("place");
				const board = document.querySelector(".play-board"), pixels = board.clientWidth / board.viewBox.baseVal.width;
				for (const l of labels) if (l.getAttribute("font-size") * pixels < 9.9) out.push("the label " + l.textContent + " is too small");
				const t = document.querySelector(".target");
				t.dispatchEvent(new PointerEvent("pointerenter"));
				const named = labels.length > 0 && labels.length >= document.querySelectorAll(".target").length / 2;
				const circles = [...document.querySelectorAll(".man > circle:first-child")].map((c) => c.getBoundingClientRect());
				for (const l of labels) {
					const b = l.getBBox(), at = (x, y) => new DOMPoint(x, y).matrixTransform(l.getScreenCTM()); // figures and capitals are as high as 0.72 of the font
					const size = Number(l.getAttribute("font-size")), foot = Number(l.getAttribute("y")), low = at(b.x, foot - 0.72 * size), high = at(b.x + b.width, foot);
					for (const c of circles) {
						const x = (c.left + c.right) / 2, y = (c.top + c.bottom) / 2;
						if (Math.hypot(x - Math.min(Math.max(x, low.x), high.x), y - Math.min(Math.max(y, low.y), high.y)) < c.width / 2 - 1.5) out.push("the label " + l.textContent + " stands under a man");
					}
				}
				if (labels.length === 0 && lectio.now().board.shapes === "hole") out.push("neither places nor lines of the board are named");
				if (!named && (place.hidden || place.textContent !== t.getAttribute("aria-label"))) out.push("a place pointed at is not named");
				const looks = new Map([...document.querySelectorAll("#stores > span")].map((s) => [s.textContent.trim().split(/[ :]/)[0], s.querySelector(".swatch .man").getAttribute("class")]));
				for (const [player, look] of looks) if ({ White: "man p0", Black: "man p1" }[player] && { White: "man p0", Black: "man p1" }[player] !== look) out.push(player + " is " + look);
				if (new Set(looks.values()).size !== looks.size) out.push("players look alike");
				for (const man of document.querySelectorAll(".man[data-on]")) {
					const said = document.querySelector(".target[data-cell='" + man.dataset.on + "']").getAttribute("aria-label");
					if (![...looks].some(([player, look]) => said.includes(" of " + player) && look === man.getAttribute("class"))) out.push("a man of " + said + " is " + man.getAttribute("class"));
				}
				const all = [...document.querySelectorAll(".pick li")], find = document.getElementById("find");
				if (all.filter((li) => !li.hidden).length !== Math.min(5, all.length)) out.push("not the five weightiest questions are shown");
				if (all.length > 5) {
					find.value = all[all.length - 1].querySelector("span").textContent;
					find.dispatchEvent(new Event("input"));
					if (all[all.length - 1].hidden) out.push("the last question is not found");
					find.value = "";
					find.dispatchEvent(new Event("input"));
				}
				const select = document.querySelector(".pick select");
				select.selectedIndex = 1;
				select.dispatchEvent(new Event("change"));
				return out;
			})()`) {
				t.Errorf("%s: %s", name, wrong)
			}
			r.settled()
			if says[bool](r, `(() => { const note = document.getElementById("changed"); return !document.querySelector(".pick select").closest("li").contains(note) || note.hidden })()`) {
				t.Errorf("%s: what a reading changes is not told beside it", name)
			}
		}
	}
}

// TestPlayNarrow plays on a screen of 390 pixels: nothing sticks out, and what is to be
// clicked on lies where it can be.
func TestPlayNarrow(t *testing.T) {
	c := bundled.Corpus(t)
	r := browse(t, defaults, 390)
	r.do(chromedp.EmulateViewport(390, 844))
	for _, d := range c.Definitions {
		x := r.sit(game(t, d, nil), "")
		x.play(mouse{}, 2, 25)
		if cut := says[int](r, `(() => {
			const l = document.getElementById("moves");
			for (let i = 0; i < 60; i++) l.append(Object.assign(document.createElement("button"), { textContent: "r1c10/r2c10" })); // there are throws with as many moves
			return l.scrollHeight - l.clientHeight;
		})()`); cut > 0 {
			t.Errorf("%s: of the moves %d pixels are cut off", d.ID, cut)
		}
		if wide := says[int](r, "document.documentElement.scrollWidth"); wide > 390 {
			t.Errorf("%s is played on %d pixels", d.ID, wide)
		}
	}
}

// TestWhyNot clicks what may not be done: the page says which statement refuses it, and
// leads to its clause.
func TestWhyNot(t *testing.T) {
	c := bundled.Corpus(t)
	r := browse(t, defaults, 1280)
	games := 0
	for _, d := range c.Definitions {
		x := r.sit(game(t, d, nil), "")
		asked := 0
		for seed := uint64(1); asked == 0 && seed < 6; seed++ {
			asked = x.refusedOnScreen(seed)
			if asked == 0 {
				x = r.sit(x.g, "")
			}
		}
		if asked > 0 {
			games++
		} else {
			t.Logf("%s: nothing that a clause refuses was met", d.ID)
		}
	}
	if games < 5 {
		t.Errorf("of %d games only was it asked why not", games)
	}
}

// refusedOnScreen plays on until something is refused, by a statement that rests on a clause,
// to a man who may do something else or to one who may do nothing; it clicks that, and
// returns how many clauses the page named.
func (t *table) refusedOnScreen(seed uint64) int {
	t.Helper()
	random := rand.New(rand.NewPCG(seed, 2))
	for moves := 0; moves < 60 && t.s.Status() != engine.Over; moves++ {
		for k := drawn(t.g, t.s, random); k >= 0; k = drawn(t.g, t.s, random) {
			mouse{}.throw(t, k)
		}
		for _, x := range t.in.Explain(t.s).Refused {
			w := t.g.Why(x.Statements[0])
			for _, k := range x.Statements {
				if y := t.g.Why(k); len(y.Warrant) > 0 {
					w = y
				}
			}
			spots := t.spots(x.Move, "")
			if len(w.Warrant) == 0 || len(spots) == 2 && spots[0] == spots[1] || strings.Contains(spots[len(spots)-1], "data-store") {
				continue
			}
			if len(spots) == 2 && !slices.ContainsFunc(t.in.Moves(t.s, nil), func(m engine.Move) bool { return m.From == x.Move.From && m.Act != engine.Remove }) {
				spots = spots[:1] // he may do nothing: the first click asks
			}
			for _, at := range spots {
				t.click(at)
			}
			said := says[struct {
				Text  string
				Links []string
			}](t.reader, `(() => { const w = document.getElementById("why"); return { Text: w.hidden || w.getBoundingClientRect().height === 0 ? "" : w.textContent, Links: [...w.querySelectorAll("a")].map((a) => a.getAttribute("href")) } })()`)
			move := strings.TrimRight(strings.SplitN(t.g.MoveText(t.in, t.s, x.Move), "(", 2)[0], "*")
			if !strings.Contains(said.Text, " is refused") || !strings.Contains(said.Text, "clause ") {
				t.Errorf("%s: clicking %s, which %s refuses, the page says %q", t.g.Name(), move, w.Rule, said.Text)
				return 1
			}
			n := 0
			for _, to := range said.Links {
				file, anchor, _ := strings.Cut(strings.TrimPrefix(to, "../"), "#")
				if !strings.HasPrefix(anchor, "clause-") {
					continue
				}
				if n++; !bytes.Contains(defaults().Files[t.g.Definition.ID+"/"+file], []byte(`id="`+anchor+`"`)) {
					t.Errorf("%s: the clause that refuses %s is said to be at %s, where it is not", t.g.Name(), move, to)
				}
			}
			number := w.Warrant[0][strings.LastIndexByte(w.Warrant[0], '#')+1:]
			if !slices.ContainsFunc(said.Links, func(to string) bool { return strings.HasSuffix(to, "-"+number) }) {
				t.Errorf("%s: %s is refused by clause %s, the page names %v", t.g.Name(), move, number, said.Links)
			}
			return n
		}
		m, name := t.one(random)
		mouse{}.move(t, m, name)
		t.in.Play(t.s, m)
	}
	return 0
}

// Crosses and noughts are written on the board in the place of men, and are seen beside it in
// dark as in light.
func TestWrittenMenAreSeen(t *testing.T) {
	r := browse(t, unverified(t, bundled.Gallery(t), site.Options{}, "tic-tac-toe"), 1280)
	for _, scheme := range []string{"light", "dark"} {
		r.do(emulation.SetEmulatedMedia().WithFeatures([]*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}}))
		r.open("tic-tac-toe/play/index.html")
		r.await(`document.body.dataset.ready === "yes"`)
		for range 3 {
			says[bool](r, `document.querySelector("#moves button").click(), true`)
			r.settled()
		}
		if n := says[[]int](r, `[".man .written", ".man circle"].map((of) => document.querySelectorAll(".play-board " + of).length)`); !slices.Equal(n, []int{3, 0}) {
			t.Errorf("after three marks %d are written, and there are %d circles of men", n[0], n[1])
		}
		faint := says[[]string](r, `(() => {
			const light = (colour) => { const [r, g, b] = colour.match(/[0-9]+/g).map(Number); return 0.2 * r + 0.7 * g + 0.1 * b; };
			const ground = light(getComputedStyle(document.body).backgroundColor);
			return [...document.querySelectorAll(".swatch .written")].map((e) => getComputedStyle(e).fill).filter((fill) => Math.abs(light(fill) - ground) < 100);
		})()`)
		if len(faint) > 0 || says[int](r, `document.querySelectorAll(".swatch .written").length`) < 3 {
			t.Errorf("in %s, beside the board signs are drawn in %q", scheme, faint)
		}
	}
}

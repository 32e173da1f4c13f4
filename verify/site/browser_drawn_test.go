package site_test

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/engine/history"
	"github.com/lectio/lectio/rulesets/ir/wasm"
	"github.com/lectio/lectio/testdata/bundled"
	"github.com/lectio/lectio/verify/site"
)

// mostResults is up to how many results of a turn are compared.
const mostResults = 300

// step is what the interpreter knows of a position in which a move is due, and what is then
// done: throws, and a move.
type step struct {
	Throws  []int `json:"throws"` // made before
	Results bool  `json:"results"`
	Move    int   `json:"move"` // the number of the move that is played, among those that are legal

	legal   []string
	refused []string
	state   *engine.State
	ends    map[string]bool // results, by their keys
}

// follow plays steps on a module in the page, and tells of each what is asked. Where the
// module says that it does not hold a position, it tells of which, and what was asked of it:
// a throw, or -1 for what may be played.
const follow = `async (file, steps) => {
	const m = await Machine.load(file), text = (bytes) => btoa(String.fromCharCode(...bytes)), out = [];
	const guarded = (bytes, asked, f) => {
		try { return f(); } catch (error) {
			if (!/asks for more/.test(error.message)) throw error;
			throw { State: text(bytes), Asked: asked };
		}
	};
	const moves = (n) => {
		const at = m.frame(n), here = new Uint8Array(m.e.memory.buffer).slice(at, at + m.x.raw);
		return guarded(here, -1, () => m.moves(n));
	};
	// Turns are searched in the second frame, which has no past.
	const put = (bytes) => guarded(bytes, -1, () => {
		new Uint8Array(m.e.memory.buffer).set(bytes, m.frame(1));
		m.done(m.e.load(m.frame(1)));
	});
	const results = (here, q) => {
		const ends = new Set(), met = new Set();
		const search = (bytes) => {
			put(bytes);
			const count = moves(1).length;
			for (let k = 0; k < count; k++) {
				put(bytes);
				moves(1);
				m.play(k, 1);
				const at = m.frame(1), after = new Uint8Array(m.e.memory.buffer).slice(at, at + m.x.raw), key = text(after);
				if (met.has(key)) continue;
				met.add(key);
				if (m.awaits(1) !== "move" || m.state(1).to !== q) ends.add(key);
				else search(after);
			}
		};
		search(here);
		return [...ends];
	};
	m.begin();
	for (const s of steps) {
		const x = {};
		out.push(x);
		try {
			for (const t of s.throws) { const here = m.bytes(); guarded(here, t, () => m.throw(t)); }
			const list = moves(0), here = m.bytes(), q = m.state().to;
			x.Legal = m.names(list);
			x.Refused = m.refused().map((r) => m.place(q, r.from) + "/" + m.place(q, r.to) + " " + r.part + " " + r.cls + " " + r.statements.join()).sort();
			x.State = text(here);
			try { x.Ends = s.results ? results(here, q) : []; } catch (beyond) { if (!beyond.State) throw beyond; x.Beyond = beyond; }
			moves(0);
			m.play(s.move);
		} catch (beyond) {
			if (!beyond.State) throw beyond;
			return [...out.slice(0, -1), { Beyond: beyond }];
		}
	}
	return out;
}`

// unheld is a position that a module says it does not hold, once it is asked for a throw, or
// for what may be played.
type unheld struct {
	State string
	Asked int
}

// results collects the keys of the states with which a turn can end, in all states met, and
// reports whether it met no more than so many.
func results(in *engine.Interpreter, s *engine.State, q int, ends, met map[string]bool) bool {
	for _, m := range in.Moves(s, nil) {
		after := s.Clone()
		in.Play(after, m)
		key := after.Key()
		if met[key] {
			continue
		}
		if met[key] = true; len(met) > mostResults {
			return false
		}
		if after.Status() != engine.Decision || after.Player() != q {
			ends[key] = true
		} else if !results(in, after, q, ends, met) {
			return false
		}
	}
	return true
}

// line plays single moves at random in the interpreter.
func line(g *rulesets.Game, seed uint64, moves int) (out []*step) {
	t := &table{g: g, in: engine.NewInterpreter(g.Program), s: g.Program.NewState()}
	t.in.History = history.New()
	t.in.Start(t.s)
	random := rand.New(rand.NewPCG(seed, 3))
	for len(out) < moves {
		x := &step{Throws: []int{}}
		for k := drawn(g, t.s, random); k >= 0; k = drawn(g, t.s, random) {
			t.in.Throw(t.s, k)
			x.Throws = append(x.Throws, k)
		}
		if t.s.Status() == engine.Over {
			break
		}
		x.state, x.legal, x.ends = t.s.Clone(), t.legal(), map[string]bool{}
		for _, r := range t.in.Explain(t.s).Refused {
			q, m := t.s.Player(), r.Move
			var by []string
			for _, k := range r.Statements {
				by = append(by, fmt.Sprint(k))
			}
			x.refused = append(x.refused, fmt.Sprintf("%s/%s %d %d %s", g.Program.PlaceName(q, int(m.From)), g.Program.PlaceName(q, int(m.To)), m.Part, m.Class, strings.Join(by, ",")))
		}
		slices.Sort(x.refused)
		past := t.in.History
		t.in.History = nil
		x.Results = len(out)%3 == 0 && results(t.in, t.s, t.s.Player(), x.ends, map[string]bool{})
		t.in.History = past
		list := t.in.Moves(t.s, nil)
		x.Move = random.IntN(len(list))
		t.in.Play(t.s, list[x.Move])
		out = append(out, x)
	}
	return out
}

// TestDrawnInBrowser plays interpretations drawn at random of two games on their modules in
// the browser: moves, refusals with their statements, and results of turns are those of
// the interpreter. LECTIO_DRAWN says how many of each game.
func TestDrawnInBrowser(t *testing.T) {
	n, err := strconv.Atoi(cmp.Or(os.Getenv("LECTIO_DRAWN"), "5"))
	if err != nil {
		t.Fatal(err)
	}
	c := bundled.Corpus(t)
	ids := []string{c.IDs()[len(c.IDs())-1], c.IDs()[len(c.IDs())-3]}
	with := map[string][]rulesets.Choice{}
	for _, id := range ids {
		drawer := c.Find(id).Drawer(1)
		for tries := 0; len(with[id]) < n && tries < 20*n; tries++ {
			choice, ok := drawer.Draw(nil)
			if !ok {
				break
			}
			if _, errs := c.Find(id).Game(choice); len(errs) == 0 {
				with[id] = append(with[id], choice)
			}
		}
		if len(with[id]) < n {
			t.Fatalf("%s: only %d interpretations were drawn", id, len(with[id]))
		}
	}
	r := browse(t, unverified(t, c, site.Options{Play: true, With: with, Modules: 1 << 30}, ids...), 1280)
	for _, id := range ids {
		positions, refused, turns, ends := 0, 0, 0, 0
		for i, choice := range with[id] {
			if i%50 == 0 { // a page holds all the modules it has read
				r.open("index.html")
				r.open(id + "/play/index.html")
				r.await(`document.body.dataset.ready === "yes"`)
			}
			g := game(t, c.Find(id), choice)
			for _, x := range r.follow(g, line(g, uint64(i), 30)) {
				positions, refused = positions+1, refused+len(x.refused)
				if x.Results {
					turns, ends = turns+1, ends+len(x.ends)
				}
			}
		}
		t.Logf("%s: %d interpretations, %d positions with their moves, %d refusals, %d turns with %d results; %d positions that the module holds neither here nor in Go", id, n, positions, refused, turns, ends, r.unheld)
		if r.unheld > positions/100 {
			t.Errorf("%s: so many positions are not held", id)
		}
		r.unheld = 0
		if turns == 0 || refused == 0 {
			t.Errorf("%s: nothing was compared", id)
		}
	}
}

// beyond asks the module in Go about a position that the same module in the browser says it
// does not hold.
func (r *reader) beyond(g *rulesets.Game, code *wasm.Code, x *unheld) {
	r.Helper()
	m, err := code.Compile(r.ctx)
	if err != nil {
		r.Fatal(err)
	}
	defer m.Close(r.ctx)
	p, err := m.Player(r.ctx)
	if err != nil {
		r.Fatal(err)
	}
	switch err = p.SetState(r.ctx, decoded(r.T, code, x.State)); {
	case err != nil:
	case x.Asked >= 0:
		err = p.Throw(r.ctx, x.Asked)
	default:
		_, err = p.Moves(r.ctx, nil)
	}
	if !errors.Is(err, wasm.ErrBeyond) {
		r.Fatalf("%s: the browser does not hold a position that Go does: %v", g.Name(), err)
	}
	r.unheld++
}

// follow plays a line on the module of an interpretation, and compares; it returns the steps
// that could be compared.
func (r *reader) follow(g *rulesets.Game, list []*step) []*step {
	r.Helper()
	code, err := wasm.Generate(g.Program, wasm.Options{States: true, Explain: true})
	if err != nil {
		r.Fatal(err)
	}
	var picks []string
	for _, q := range g.Definition.Questions {
		if x, ok := g.Readings[q.ID]; ok && x.ID != q.Default {
			picks = append(picks, q.ID+"="+x.ID)
		}
	}
	asked, err := json.Marshal(list)
	if err != nil {
		r.Fatal(err)
	}
	var have []struct {
		State                string
		Beyond               *unheld
		Legal, Refused, Ends []string
	}
	r.do(chromedp.Evaluate(fmt.Sprintf("(%s)(game.modules[%q].file, %s)", follow, strings.Join(picks, "&"), asked), &have,
		func(p *runtime.EvaluateParams) *runtime.EvaluateParams { return p.WithAwaitPromise(true) }))
	for _, h := range have {
		if h.Beyond != nil {
			r.beyond(g, code, h.Beyond)
		}
	}
	if n := len(have); n > 0 && have[n-1].State == "" { // the line could not be played to its end
		have, list = have[:n-1], list[:n-1]
	}
	if len(have) != len(list) {
		r.Fatalf("%s: %d of %d positions were met", g.Name(), len(have), len(list))
	}
	for i, x := range list {
		h := have[i]
		if s := decoded(r.T, code, h.State); !s.Equal(x.state) {
			page, err := json.Marshal(g.State(s))
			want, also := json.Marshal(g.State(x.state))
			r.Fatalf("%s: after %d moves the page has the position %s, not %s (%v)", g.Name(), i, page, want, errors.Join(err, also))
		}
		if !slices.Equal(h.Legal, x.legal) {
			r.Fatalf("%s: after %d moves the page has the moves %s, not %s", g.Name(), i, h.Legal, x.legal)
		}
		if !slices.Equal(h.Refused, x.refused) {
			r.Fatalf("%s: after %d moves the page refuses %q, not %q", g.Name(), i, h.Refused, x.refused)
		}
		ends := map[string]bool{}
		for _, y := range h.Ends {
			ends[decoded(r.T, code, y).Key()] = true
		}
		if h.Beyond == nil && x.Results && !maps.Equal(ends, x.ends) {
			r.Fatalf("%s: after %d moves the turn can end in %d ways on the page, not %d", g.Name(), i, len(ends), len(x.ends))
		}
	}
	return list
}

package play

import (
	"context"
	"crypto/sha256"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/engine/history"
	"github.com/lectio/lectio/rulesets/engine/random"
	"github.com/lectio/lectio/rulesets/engine/weigh"
	"github.com/lectio/lectio/rulesets/ir"
	"github.com/lectio/lectio/rulesets/ir/wasm"
)

// Executor plays uniformly random games of one program, in generated code or in
// the interpreter: the same games, move for move, by seed and number. It is safe
// for concurrent use; each call that plays generated code has an instance of the
// module to itself, and instances are used again.
type Executor struct {
	program *engine.Program
	games   stock // plays whole games
	steps   stock // plays single moves, for steppers
	weighed stock // plays games in which players weigh, and on from a state
	untied  stock // likewise, with players who are alike weighed apart
	ahead   stock // finds what follows from single states, with what it is worth

	pool   sync.Mutex        // of what follows
	asked  map[string]*stock // plays whole games and gathers measures, by which they are
	mean   time.Duration     // that a game has taken in the interpreter lately
	tables []*table          // that nobody plays at
}

// Of is the executor of a game, which is kept with it and uses whichever means takes less time.
func Of(g *rulesets.Game) *Executor {
	return g.Kept("executor", func() any { return NewExecutor(g.Program, Whichever) }).(*Executor)
}

// NewExecutor returns an executor of a sealed program.
func NewExecutor(p *engine.Program, m Means) *Executor {
	x := &Executor{program: p, asked: map[string]*stock{}, games: stock{code: code{program: p, means: m}},
		steps: stock{code: code{program: p, options: wasm.Options{Expand: true}, means: m}}}
	x.weighed = stock{code: code{program: p, options: wasm.Options{States: true, Weigh: true}, means: m}}
	x.untied = stock{code: code{program: p, options: wasm.Options{States: true, Weigh: true, Untied: true}, means: m}}
	x.ahead = stock{code: code{program: p, options: wasm.Options{Expand: true, States: true, Weigh: true}, means: m}}
	x.games.also = x.closeSearchers
	return x
}

// Means returns what the executor was made with.
func (x *Executor) Means() Means { return x.games.means }

// Interpreted says why the interpreter plays rather than generated code, or nil:
// ErrNoCompiler, or a [wasm.Unsupported] that names the word which is missing.
func (x *Executor) Interpreted() error { return x.games.Interpreted() }

// Memory is how many bytes a player of the generated code takes; 0 without one.
func (x *Executor) Memory() int { return x.games.Memory() }

// Weighs says why games in which players weigh are played by the interpreter, or nil.
func (x *Executor) Weighs(ctx context.Context) error {
	if p := x.weighed.take(ctx); p != nil {
		x.weighed.release(ctx, p)
	}
	return x.weighed.Interpreted()
}

// Fingerprint tells the rules apart by the code that is generated from them for games in which
// players weigh: rules with one fingerprint play alike. Its error says why there is no such code.
func (x *Executor) Fingerprint() ([32]byte, error) {
	if err := x.weighed.Interpreted(); err != nil {
		return [32]byte{}, err
	}
	return sha256.Sum256(x.weighed.generated.Binary), nil
}

// Prepare generates and compiles the code now rather than when it first plays.
// It does nothing where the interpreter plays.
func (x *Executor) Prepare(ctx context.Context) {
	if p := x.games.take(ctx); p != nil {
		x.games.release(ctx, p)
	}
}

// Play plays games and gives each to f, in order. When ctx is done it stops, with
// its error: between games of the interpreter, and of generated code between
// batches of some milliseconds. After the first games it does not allocate.
func (x *Executor) Play(ctx context.Context, s Series, f func(*Played)) error {
	games := &x.games
	switch {
	case s.Watch != nil || Watched(s.Measures):
		if s.From != nil || s.Bound > 0 || s.Watch != nil && (s.By != nil || len(s.Measures) > 0) {
			panic("play: games that are watched begin at the start, with single moves") // a defect of who asks
		}
		if games = x.gathering(&s); games == nil || games.refused() {
			return x.watched(ctx, s, f)
		}
	case len(s.Measures) > 0:
		return x.measured(ctx, s, f)
	}
	t := x.table()
	defer x.clear(t)
	if len(s.Measures) > 0 {
		t.gather = NewGatherer(x.program, s.Measures, s.Seed)
	}
	t.seed, t.cap, t.bound, t.branching, t.f = s.Seed, s.Cap, s.Bound, s.Branching, f
	if s.Bound > 0 {
		if t.turns == nil {
			t.turns = NewSearcher(x.program, x.Means())
		}
		for n := range s.Count {
			if err := ctx.Err(); err != nil {
				return err
			}
			t.turnsPlayed(ctx, s.First+n)
			t.give()
		}
		return nil
	}
	t.by, t.from, t.every, t.sampled = s.By, s.From, s.Every, s.Sampled
	if s.By != nil || s.From != nil {
		return x.playWeighed(ctx, t, s)
	}
	var p *wasm.Player
	for ; s.Count > 0; s.First, s.Count = s.First+1, s.Count-1 {
		if err := ctx.Err(); err != nil {
			return err
		}
		if s.Count >= manyGames || games.pays(x.expected(s.Count)) {
			if p = games.take(ctx); p != nil {
				break
			}
			if t.gather != nil { // generated code can play the games, if it cannot gather
				return x.watched(ctx, s, f)
			}
		}
		begun := time.Now()
		t.interpret(s.First)
		x.gameTook(time.Since(begun))
		t.give()
	}
	if p == nil {
		return nil
	}
	defer games.release(ctx, p)
	p.Branching = s.Branching || t.gather != nil && t.gather.Branching()
	return p.Play(ctx, s.Seed, uint64(s.First), s.Count, s.Cap, t.record)
}

// watched plays games step by step.
func (x *Executor) watched(ctx context.Context, s Series, f func(*Played)) error {
	st := x.Stepper()
	defer st.Close()
	st.Expect(s.Count)
	r, chooser := random.New(0, 0), NewChooser(x.program)
	pick := func() int { return st.Pick(r) }
	choose := pick
	if s.By != nil {
		choose = func() int { return chooser.choose(s.By, st.State, st.Moves, r, pick) }
	}
	return st.Games(ctx, r, s, choose, f)
}

// gathering is what plays games and gathers the measures of a series as it does, if it can; nil where that is not asked of it.
func (x *Executor) gathering(s *Series) *stock {
	if s.Watch != nil || s.By != nil || x.Means() == Interpreted {
		return nil
	}
	var key strings.Builder
	lower := ir.NewLowering(x.program)
	var list []engine.Measure
	for i := range s.Measures {
		m := &s.Measures[i]
		if !watches(m) {
			continue
		}
		list = append(list, *m)
		fmt.Fprintln(&key, m.At, m.Gather, m.By, lower.Value(m.Among, ir.Mover), lower.Value(m.When, ir.Mover))
		if m.Value != nil {
			fmt.Fprintln(&key, lower.Value(m.Value, ir.Mover))
		}
	}
	x.pool.Lock()
	st := x.asked[key.String()]
	if st == nil {
		st = &stock{code: code{program: x.program, options: wasm.Options{Measures: list}, means: x.Means()}}
		x.asked[key.String()] = st
	}
	x.pool.Unlock()
	return st
}

// measured plays games of which the last state and the tally say what measures come to.
func (x *Executor) measured(ctx context.Context, s Series, f func(*Played)) error {
	g, branching := NewGatherer(x.program, s.Measures, s.Seed), s.Branching
	s.Branching, s.Measures = branching || g.Branching(), nil
	return x.Play(ctx, s, func(p *Played) {
		if g.Over(p); !branching {
			p.Branch, p.Chosen = 0, 0
		}
		f(p)
	})
}

// playWeighed plays games in which players weigh, or that begin elsewhere.
func (x *Executor) playWeighed(ctx context.Context, t *table, s Series) error {
	code := &x.weighed
	if s.By != nil && !s.By.Form.Tied && x.program.Exchangeable() {
		code = &x.untied
	}
	if p := code.take(ctx); p != nil {
		defer code.release(ctx, p)
		if err := p.Weigh(s.By); err != nil {
			return err
		}
		if err := p.From(s.From); err == nil {
			p.Branching = s.Branching
			p.Sampled = func(game uint64, st *engine.State) { s.Sampled(int(game), st) }
			p.Keep(s.Every)
			return p.Play(ctx, s.Seed, uint64(s.First), s.Count, s.Cap, t.record)
		}
	}
	for n := range s.Count {
		if err := ctx.Err(); err != nil {
			return err
		}
		t.interpret(s.First + n)
		t.give()
	}
	return nil
}

// manyGames are played by generated code without waiting how long one takes.
const manyGames = 1000

// expected is what the interpreter would take for so many games, as far as is known.
func (x *Executor) expected(games int) time.Duration {
	x.pool.Lock()
	defer x.pool.Unlock()
	return time.Duration(games) * x.mean
}

// gameTook notes what a game has taken in the interpreter.
func (x *Executor) gameTook(d time.Duration) {
	x.games.took(d)
	x.pool.Lock()
	defer x.pool.Unlock()
	if x.mean == 0 {
		x.mean = d
	}
	x.mean += (d - x.mean) / 8
}

// Close frees what has been compiled, unless somebody plays with it. An executor
// that plays again afterwards compiles anew.
func (x *Executor) Close(ctx context.Context) {
	x.games.free(ctx)
	x.pool.Lock()
	asked := slices.Collect(maps.Values(x.asked))
	x.pool.Unlock()
	for _, st := range asked {
		st.free(ctx)
	}
	x.steps.free(ctx)
	x.weighed.free(ctx)
	x.untied.free(ctx)
	x.ahead.free(ctx)
}

// closeSearchers frees the generated code of the agent of whole turns.
func (x *Executor) closeSearchers(ctx context.Context) {
	x.pool.Lock()
	defer x.pool.Unlock()
	for _, t := range x.tables {
		if t.turns != nil {
			t.turns.Close(ctx)
		}
	}
}

// table is what the interpreter needs to play, and where both means put a game
// that has been played.
type table struct {
	p     *engine.Program
	in    *engine.Interpreter
	s     *engine.State
	state []byte // scratch
	r     *random.Source
	buf   []engine.Move
	out   Played
	seed  uint64
	cap   int
	bound int
	turns *Searcher // for the agent of whole turns
	f     func(*Played)

	gather  *Gatherer // of measures; nil where none have to be asked while games are played
	by      *weigh.Players
	from    *engine.State
	every   int
	sampled func(game int, s *engine.State)
	chooser *Chooser // of who weighs, in the interpreter

	branching bool
	record    func(uint64, *wasm.Record) // bound once, because binding it allocates
}

func newTable(p *engine.Program) *table {
	t := &table{p: p, in: engine.NewInterpreter(p), s: p.NewState(), r: random.New(0, 0)}
	t.in.History = history.New()
	t.record = func(game uint64, r *wasm.Record) {
		if r.Beyond {
			t.interpret(int(game))
		} else {
			t.state = r.AppendState(t.state[:0])
			t.s.SetBytes(t.state)
			t.out = Played{Number: int(game), Tally: r.Tally, Unclear: r.Unclear, State: t.s}
			if t.gather != nil {
				t.gather.counted(int(game), r.Gathered)
			}
		}
		t.give()
	}
	return t
}

// table takes a table that nobody plays at, or makes one.
func (x *Executor) table() *table {
	x.pool.Lock()
	defer x.pool.Unlock()
	if n := len(x.tables); n > 0 {
		t := x.tables[n-1]
		x.tables = x.tables[:n-1]
		return t
	}
	return newTable(x.program)
}

func (x *Executor) clear(t *table) {
	t.f, t.gather = nil, nil
	x.pool.Lock()
	defer x.pool.Unlock()
	x.tables = append(x.tables, t)
}

// give hands over the game that has been played; what was not asked for is left
// out, so that it is the same by all means.
func (t *table) give() {
	if t.gather != nil {
		t.gather.Over(&t.out)
	}
	if !t.branching {
		t.out.Branch, t.out.Chosen = 0, 0
	}
	t.f(&t.out)
}

// interpret plays one game in the interpreter.
func (t *table) interpret(number int) {
	t.in.Undeclared = 0
	t.r.Reset(t.seed, uint64(number))
	if t.from != nil {
		t.in.History.Reset()
		t.s.CopyFrom(t.from)
	} else {
		t.in.Start(t.s)
	}
	t.out = Played{Number: number, State: t.s}
	switch {
	case t.gather != nil:
		w := t.gather.watch()
		w.Begin(number, t.s)
		t.out.Tally, t.buf = drawn(t.in, t.s, t.r, t.cap, t.buf, w)
	case t.by == nil:
		t.out.Tally, t.buf = Random(t.in, t.s, t.r, t.cap, t.buf)
	default:
		t.weighed(number)
	}
	t.out.Unclear = t.in.Undeclared
}

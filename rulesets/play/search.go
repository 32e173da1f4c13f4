package play

import (
	"context"
	"crypto/sha256"
	"slices"
	"time"

	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/ir/wasm"
)

// Searcher finds the results of turns of one program: the distinct states to which
// a turn, or what a throw brings, can lead. It also counts lines of play. What follows
// from a state it finds in the interpreter or in generated code, with the same results in
// the same order. It is not safe for concurrent use.
type Searcher struct {
	code
	in     *engine.Interpreter
	player *wasm.Player // nil as long as the interpreter searches
	since  time.Time    // what the interpreter has taken before this is counted

	// Of the last search.
	list      []Result
	met       int
	generated bool // the moves of lines say what is done, not by which rule

	// Of the last line asked for: the states before each move and behind the last, and the
	// moves as the interpreter has them.
	at   []*engine.State
	line []engine.Move
	buf  []engine.Move
}

// NewSearcher returns a searcher of a sealed program. [Whichever] generates code
// only when the interpreter has spent about as much time as that takes.
func NewSearcher(p *engine.Program, m Means) *Searcher {
	return &Searcher{code: code{program: p, options: wasm.Options{Expand: true}, means: m}, in: engine.NewInterpreter(p)}
}

// Fingerprint tells programs apart by the code that is generated from them for searches: from one state those with one
// fingerprint go on alike, but for what rules make of positions that stand again. Its error says why there is no such code.
func Fingerprint(p *engine.Program) ([32]byte, error) {
	c := code{program: p, options: wasm.Options{Expand: true}}
	if err := c.Interpreted(); err != nil {
		return [32]byte{}, err
	}
	return sha256.Sum256(c.generated.Binary), nil
}

// Close frees the generated code. A searcher that searches again afterwards
// compiles it anew.
func (x *Searcher) Close(ctx context.Context) {
	x.unload(ctx)
	x.player = nil
}

// Find finds the results of a decision, limit of them at most, and returns how many
// it has found, and whether these are all. Repetition is not counted.
func (x *Searcher) Find(ctx context.Context, s *engine.State, limit int) (n int, complete bool) {
	x.begin()
	x.list, x.met, complete = results(x.program, s, limit, x.follow(ctx))
	x.at, x.line = append(x.at[:0], s.Clone()), x.line[:0]
	x.count()
	return len(x.list), complete
}

// follow finds what follows from states: in generated code, as soon as that pays, but for
// states that it cannot hold.
func (x *Searcher) follow(ctx context.Context) follow {
	return func(s *engine.State, y *following, moves bool) {
		if x.player == nil {
			if x.count(); x.pays(0) {
				x.player = x.instance(ctx)
			}
		}
		if x.player == nil || x.generate(ctx, s, y, moves) != nil {
			y.interpret(x.in, s)
		}
	}
}

// generate finds what follows from a state in generated code.
func (x *Searcher) generate(ctx context.Context, s *engine.State, y *following, moves bool) (err error) {
	x.generated = true
	y.states = y.states[:0]
	if moves {
		if err = x.player.SetState(ctx, s); err == nil {
			y.moves, err = x.player.Moves(ctx, y.moves[:0])
		}
		y.n = len(y.moves)
		return err
	}
	if y.n, err = x.player.Expand(ctx, s); err == nil {
		if y.moves = y.moves[:0]; s.Status() == engine.Decision {
			y.moves = x.player.Listed(y.n, y.moves)
		}
		y.states = x.player.AppendFollowers(y.states)
	}
	return err
}

// begin begins a search.
func (x *Searcher) begin() { x.generated, x.since = false, time.Now() }

// count counts what the interpreter has taken since it was asked last.
func (x *Searcher) count() {
	if x.player == nil {
		now := time.Now()
		x.took(now.Sub(x.since))
		x.since = now
	}
}

// Result gives the i-th state that the last search has found, with the first line
// (in the defined order of moves) that leads there.
func (x *Searcher) Result(i int) Result {
	return Result{State: x.State(i).Clone(), Line: slices.Clone(x.Line(i))}
}

// State gives the i-th state that the last search has found.
func (x *Searcher) State(i int) *engine.State { return x.list[i].State }

// Line gives the first line that leads to the i-th state. It lasts until the
// searcher is asked for another.
func (x *Searcher) Line(i int) []engine.Move {
	if !x.generated {
		return x.list[i].Line
	}
	return x.known(x.list[i].Line)
}

// Outline gives the line as far as it can be had at once: the moves say what is
// done, not by which rule.
func (x *Searcher) Outline(i int) []engine.Move { return x.list[i].Line }

// known is a line in moves that the interpreter has listed: those of generated code
// do not say by which rule they are made. Lines come in the order of a search, so
// what one shares with that before it is not listed again.
func (x *Searcher) known(line []engine.Move) []engine.Move {
	n := 0
	for n < len(line) && n < len(x.line) && SameMove(&line[n], &x.line[n]) {
		n++
	}
	x.at, x.line = x.at[:n+1], x.line[:n]
	for i := range line[n:] {
		s := x.at[len(x.at)-1]
		x.buf = x.in.Moves(s, x.buf[:0])
		k := slices.IndexFunc(x.buf, func(m engine.Move) bool { return SameMove(&m, &line[n+i]) })
		if k < 0 {
			panic("rulesets: generated code makes a move that is not legal") // a defect of the generator
		}
		t := s.Clone()
		x.in.Play(t, x.buf[k])
		x.at, x.line = append(x.at, t), append(x.line, x.buf[k])
	}
	return x.line
}

// SameMove reports whether two moves are the same to whoever makes them: it may not be one rule that allows them.
func SameMove(a, b *engine.Move) bool {
	return a.Act == b.Act && a.Part == b.Part && a.From == b.From && a.To == b.To && a.Over == b.Over && a.Class == b.Class && a.Men == b.Men && a.Sparing == b.Sparing
}

// Met is how many distinct states, those within the turn among them, the last
// search has met: how far it went.
func (x *Searcher) Met() int { return x.met }

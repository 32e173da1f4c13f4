package play

import (
	"context"
	"slices"
	"time"

	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/ir/wasm"
)

// Searcher finds the results of turns of one program: the distinct states to which
// a turn, or what a throw brings, can lead. It searches in the interpreter or in
// generated code, with the same results in the same order. It is not safe for
// concurrent use.
type Searcher struct {
	code
	in     *engine.Interpreter
	player *wasm.Player // nil as long as the interpreter searches

	list []engine.Result // of the last search, where the interpreter made it
	met  int

	// Of the last line asked for, where generated code made the search: the states
	// before each move and behind the last, and the moves as the interpreter has them.
	at   []*engine.State
	line []engine.Move
	buf  []engine.Move

	state *engine.State // scratch
	moves []engine.Move
}

// keptMemory is how many bytes the generated code may keep between searches.
const keptMemory = 32 << 20

// fewResults is how many results the interpreter looks for before generated code
// is thought of: about as many as it finds while that is compiled.
const fewResults = 1000

// NewSearcher returns a searcher of a sealed program. [Whichever] generates code
// only when the interpreter has spent about as much time as that takes, or when
// there are many results.
func NewSearcher(p *engine.Program, m Means) *Searcher {
	return &Searcher{code: code{program: p, options: wasm.Options{States: true}, means: m}, in: engine.NewInterpreter(p)}
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
	if x.player != nil && x.player.Memory() > keptMemory { // somebody asked for very many once
		x.player.Close(context.WithoutCancel(ctx))
		x.player = nil
	}
	if x.player == nil && x.means == Whichever && !x.lacks() && !x.pays(0) {
		few := min(limit, fewResults)
		if n, complete = x.interpret(s, few); complete || few == limit {
			return n, complete
		}
	}
	if x.player == nil && x.means != Interpreted {
		x.player = x.instance(ctx)
	}
	if x.player != nil {
		if err := x.player.SetState(ctx, s); err == nil {
			if n, complete, err = x.player.Results(ctx, limit); err == nil {
				x.list, x.met = nil, x.player.Met()
				x.at, x.line = append(x.at[:0], s.Clone()), x.line[:0]
				return n, complete
			}
		}
	}
	return x.interpret(s, limit)
}

func (x *Searcher) interpret(s *engine.State, limit int) (n int, complete bool) {
	begun := time.Now()
	x.list, x.met, complete = SearchResults(x.in, s, limit)
	x.took(time.Since(begun))
	return len(x.list), complete
}

// Result gives the i-th state that the last search has found, with the first line
// (in the defined order of moves) that leads there.
func (x *Searcher) Result(i int) engine.Result {
	return engine.Result{State: x.State(i).Clone(), Line: slices.Clone(x.Line(i))}
}

// State gives the i-th state that the last search has found. It lasts until the
// searcher is asked for another.
func (x *Searcher) State(i int) *engine.State {
	if x.list != nil {
		return x.list[i].State
	}
	if x.state == nil {
		x.state = x.in.Program().NewState()
	}
	x.player.ResultState(i, x.state)
	return x.state
}

// Line gives the first line that leads to the i-th state. It lasts until the
// searcher is asked for another.
func (x *Searcher) Line(i int) []engine.Move {
	if x.list != nil {
		return x.list[i].Line
	}
	return x.known(x.Outline(i))
}

// Outline gives the line as far as it can be had at once: the moves say what is
// done, not by which rule. It lasts until the searcher is asked for another.
func (x *Searcher) Outline(i int) []engine.Move {
	if x.list != nil {
		return x.list[i].Line
	}
	x.moves = x.player.ResultLine(i, x.moves[:0])
	return x.moves
}

// known is a line in moves that the interpreter has listed: those of generated code
// do not say by which rule they are made. Lines come in the order of a search, so
// what one shares with that before it is not listed again.
func (x *Searcher) known(line []engine.Move) []engine.Move {
	n := 0
	for n < len(line) && n < len(x.line) && sameMove(&line[n], &x.line[n]) {
		n++
	}
	x.at, x.line = x.at[:n+1], x.line[:n]
	for i := range line[n:] {
		s := x.at[len(x.at)-1]
		x.buf = x.in.Moves(s, x.buf[:0])
		k := slices.IndexFunc(x.buf, func(m engine.Move) bool { return sameMove(&m, &line[n+i]) })
		if k < 0 {
			panic("rulesets: generated code makes a move that is not legal") // a defect of the generator
		}
		t := s.Clone()
		x.in.Play(t, x.buf[k])
		x.at, x.line = append(x.at, t), append(x.line, x.buf[k])
	}
	return x.line
}

// sameMove reports whether two moves are the same to whoever makes them.
func sameMove(a, b *engine.Move) bool {
	return a.Act == b.Act && a.Part == b.Part && a.From == b.From && a.To == b.To && a.Over == b.Over && a.Class == b.Class && a.Men == b.Men && a.Sparing == b.Sparing
}

// Met is how many distinct states, those within the turn among them, the last
// search has met: how far it went.
func (x *Searcher) Met() int { return x.met }

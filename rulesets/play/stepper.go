package play

import (
	"context"
	"errors"
	"time"

	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/engine/history"
	"github.com/lectio/lectio/rulesets/engine/random"
	"github.com/lectio/lectio/rulesets/ir/wasm"
)

// Stepper carries a game of one program on by single throws and moves, in generated
// code or in the interpreter: through the same states, with the same moves in the same
// order. It is not safe for concurrent use.
type Stepper struct {
	State *engine.State // where the game stands
	// Moves are what List has listed last. Those of generated code say what is done, not
	// by which rule.
	Moves []engine.Move

	from   *stock // of generated code; nil: the interpreter plays, with whatever it counts
	in     *engine.Interpreter
	player *wasm.Player  // plays the present game; nil: the interpreter does
	spent  time.Duration // by the interpreter, where generated code might have played
	look   int           // positions that may be looked at for one decision; 0: any number

	// As [Stepper.Expect] says: the games that are yet to begin, those that have begun since,
	// and what the interpreter has taken for these.
	toCome, begun int
	taken         time.Duration

	steps   []step // of the game since Start, where the interpreter could not go on without them
	lister  lister
	unclear int // moments that generated code has counted
}

// step is a throw, or the move of a number.
type step struct {
	is     engine.Status // what the state awaited
	number int
}

// lister says who has listed the moves of the present state.
type lister uint8

const (
	nobody lister = iota
	theModule
	theInterpreter
)

// Stepper returns a stepper of the executor's program, to be closed.
func (x *Executor) Stepper() *Stepper {
	in := engine.NewInterpreter(x.program)
	in.History = history.New()
	return &Stepper{State: x.program.NewState(), from: &x.steps, in: in}
}

// Close gives back the generated code. The stepper can be used again, from Start or Set on.
func (x *Stepper) Close() {
	x.settle()
	if x.player != nil {
		x.from.release(context.Background(), x.player)
		x.player = nil
	}
}

// Expect says how many games are to be begun, where that is known: then generated code plays
// all but the first, if the interpreter would take as long for them as it takes to make it.
func (x *Stepper) Expect(games int) { x.toCome, x.begun, x.taken = games, 0, 0 }

// Start sets up the opening position.
func (x *Stepper) Start() {
	x.begin(true)
	if x.toCome > 0 {
		x.toCome--
		x.begun++
	}
	if x.player == nil || !x.did(x.player.Begin(context.Background())) {
		x.in.Start(x.State)
	}
}

// Set takes up a state, with its past or, where that is nil, with none. What has been
// listed can still be made if it is the state for which it was listed.
func (x *Stepper) Set(s *engine.State, past *history.History) {
	x.begin(!x.in.Program().RepetitionMatters)
	x.State.CopyFrom(s)
	if x.player != nil && x.did(x.player.SetState(context.Background(), s)) {
		return
	}
	x.in.History.Reset()
	if past != nil {
		x.in.History.CopyFrom(past)
	}
}

// Keep has the interpreter play, and remember the positions of games whatever the rules
// ask for.
func (x *Stepper) Keep() {
	x.Close()
	x.from, x.in.History.Keep = nil, true
}

// Past is what is remembered of a game that the interpreter plays.
func (x *Stepper) Past() *history.History { return x.in.History }

// begin leaves the game before. Generated code plays the next one if it may, and if that
// pays.
func (x *Stepper) begin(may bool) {
	x.steps, x.unclear, x.in.Undeclared = x.steps[:0], 0, 0
	if x.lister == theModule {
		x.lister = nobody // they are no longer in its memory
	}
	if x.from == nil {
		return
	}
	x.settle()
	if !may {
		x.Close()
	} else if x.player == nil && x.from.pays(x.taken/time.Duration(max(x.begun, 1))*time.Duration(x.toCome)) {
		x.player = x.from.take(context.Background())
	}
	if x.player != nil {
		x.player.Look(x.look)
	}
}

// settle tells the stock what the interpreter has taken, so that other steppers know, too,
// whether generated code pays.
func (x *Stepper) settle() {
	if x.from != nil {
		x.from.took(x.spent)
	}
	x.taken += x.spent
	x.spent = 0
}

// Look bounds the positions looked at for one decision, as [engine.Look] does: beyond it
// the interpreter panics with [engine.TooFar], and cannot go on. How many it counts hangs on
// what it remembers, so a stepper is to play one game under such a bound.
func (x *Stepper) Look(most int) {
	x.look, x.in.Look = most, &engine.Look{Most: most}
	if x.in.Program().LooksAhead { // generated code asks less often
		x.from = nil
	}
}

// did takes over where the game stands now that generated code has done something. It
// is false where that asks for more than the code holds: then the interpreter plays on.
func (x *Stepper) did(err error) bool {
	if err == nil {
		x.player.State(x.State)
		x.unclear = x.player.Unclear()
		return true
	}
	if !errors.Is(err, wasm.ErrBeyond) {
		panic(err) // what was generated fails: a defect, not a property of the game
	}
	x.Close()
	if len(x.steps) > 0 { // what the game has been through is known to generated code alone
		x.unclear = 0
		x.in.Start(x.State)
		for _, st := range x.steps {
			if st.is == engine.AwaitsThrow {
				x.in.Throw(x.State, st.number)
			} else {
				x.Moves = x.in.Moves(x.State, x.Moves[:0])
				x.in.Play(x.State, x.Moves[st.number])
			}
		}
	}
	return false
}

// Throw makes throw t in a state that awaits one.
func (x *Stepper) Throw(t int) {
	if x.player == nil || !x.did(x.player.Throw(context.Background(), t)) {
		defer x.since(x.now())
		x.in.Throw(x.State, t)
	}
	x.stepped(engine.AwaitsThrow, t)
}

// List lists the legal moves of a decision in the defined order.
func (x *Stepper) List() []engine.Move {
	if x.player != nil {
		moves, err := x.player.Moves(context.Background(), x.Moves[:0])
		if x.Moves = moves; err == nil {
			x.lister = theModule
			return x.Moves
		}
		x.did(err)
	}
	defer x.since(x.now())
	x.Moves = x.in.Moves(x.State, x.Moves[:0])
	x.lister = theInterpreter
	return x.Moves
}

// Pick draws one of the moves just listed, as [engine.Interpreter.Pick] does, and returns
// its number.
func (x *Stepper) Pick(r *random.Source) int {
	if x.lister == theModule {
		return x.player.Pick(r, len(x.Moves))
	}
	return x.in.Pick(r, x.Moves)
}

// Make makes the k-th of the moves that have been listed for the state, and carries the
// game on.
func (x *Stepper) Make(k int) {
	if !x.ready() {
		x.List()
	}
	if x.player == nil || !x.did(x.player.Make(context.Background(), k)) {
		if !x.ready() {
			x.List()
		}
		defer x.since(x.now())
		x.in.Play(x.State, x.Moves[k])
	}
	x.stepped(engine.Decision, k)
}

// ready reports whether who plays has listed the moves.
func (x *Stepper) ready() bool {
	if x.player != nil {
		return x.lister == theModule
	}
	return x.lister == theInterpreter
}

// Broken returns the invariant that a state of a game which in plays breaks, and for which
// player, as [engine.Interpreter.Broken] does. Generated code says where there is no need to
// look. The stepper's own game is left.
func (x *Stepper) Broken(in *engine.Interpreter, s *engine.State) (invariant, player int) {
	x.begin(!x.in.Program().RepetitionMatters) // of repeated positions the state says nothing
	if x.player != nil {
		if doubt, err := x.player.Doubtful(context.Background(), s); err == nil && !doubt {
			return -1, -1
		}
	}
	defer x.since(x.now())
	return in.Broken(s)
}

// stepped notes what has been done.
func (x *Stepper) stepped(is engine.Status, number int) {
	if x.player != nil && (x.in.Program().RepetitionMatters || x.look > 0) {
		x.steps = append(x.steps, step{is, number})
	}
	if x.lister == theModule {
		x.lister = nobody // they are no longer in its memory
	}
}

// now is when the interpreter begins: asking takes a tenth of a move, so it is asked only where
// generated code might play instead.
func (x *Stepper) now() (begun time.Time) {
	if x.from != nil {
		begun = time.Now()
	}
	return begun
}

// since notes what the interpreter has taken since then.
func (x *Stepper) since(begun time.Time) {
	if x.from != nil && !begun.IsZero() {
		x.spent += time.Since(begun)
	}
}

// Unclear is at how many moments since Start or Set two unordered ends held at once.
func (x *Stepper) Unclear() int { return x.unclear + x.in.Undeclared }

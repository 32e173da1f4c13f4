package play

import (
	"context"
	"time"

	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/engine/weigh"
	"github.com/lectio/lectio/rulesets/ir/wasm"
)

// Ahead finds what follows from single states, and what that is worth to every player by one set of weights: in
// generated code, as soon as that pays, or in the interpreter, with the same results in the same order. It is not safe
// for concurrent use.
type Ahead struct {
	form    *weigh.Form
	weights []int16 // nil: games that are over are worth something, and nothing else is
	from    *stock
	in      *engine.Interpreter // which remembers no positions: what is looked at has no past
	player  *wasm.Player        // nil as long as the interpreter looks

	// What the last call of Look has found: the moves of a decision; and, one after the other,
	// the states that follow and by state and player what they are worth.
	Moves  []engine.Move
	states []byte
	values []int32
	next   following
	state  *engine.State
}

// Ahead looks ahead in games of the executor's program. It is to be closed.
func (x *Executor) Ahead(f *weigh.Form, weights []int16) *Ahead {
	out := &Ahead{form: f, weights: weights, from: &x.ahead, in: engine.NewInterpreter(x.program), state: x.program.NewState()}
	if !f.Tied && x.program.Exchangeable() {
		out.from = &stock{code: code{means: Interpreted}} // nobody searches by such weights
	}
	return out
}

// Close gives back the generated code. Whoever looks on takes it anew.
func (x *Ahead) Close() {
	if x.player != nil {
		x.from.release(context.Background(), x.player)
		x.player = nil
	}
}

// Look finds the states that follow from one: by every throw, or by every move that may be made where it has no past.
// It returns how many they are; none follow from a game that is over.
func (x *Ahead) Look(ctx context.Context, s *engine.State) int {
	if x.player == nil && x.from.pays(0) {
		if x.player = x.from.take(ctx); x.player != nil && x.player.Weigh(x.by()) != nil {
			panic("rulesets: one set of weights is more than a module holds") // a defect of the generator
		}
	}
	if n, ok := x.generated(ctx, s); ok {
		return n
	}
	begun := time.Now()
	defer func() { x.from.took(time.Since(begun)) }()
	y := &x.next
	y.interpret(x.in, s)
	x.Moves, x.states, x.values = append(x.Moves[:0], y.moves...), x.states[:0], x.values[:0]
	for k := range y.n {
		y.follow(s, k, x.state)
		x.states = append(x.states, x.state.Bytes()...)
		for q := range x.form.Program.Players {
			x.values = append(x.values, x.form.Value(x.weights, x.state, q))
		}
	}
	return y.n
}

// by has every player weigh by the weights.
func (x *Ahead) by() *weigh.Players {
	by := &weigh.Players{Form: x.form}
	for range x.form.Program.Players {
		by.Weights = append(by.Weights, x.weights)
	}
	return by
}

// generated is Look in generated code; ok is false where the interpreter has to do it.
func (x *Ahead) generated(ctx context.Context, s *engine.State) (n int, ok bool) {
	if x.player == nil {
		return 0, false
	}
	n, err := x.player.Expand(ctx, s)
	if err != nil {
		return 0, false
	}
	if x.Moves = x.Moves[:0]; s.Status() == engine.Decision {
		x.Moves = x.player.Listed(n, x.Moves)
	}
	x.states = x.player.AppendFollowers(x.states[:0])
	x.values = x.player.AppendValues(x.values[:0])
	return n, true
}

// States are the states that Look has found last, one after the other in the program's layout.
func (x *Ahead) States() []byte { return x.states }

// Value is what the k-th of them is worth to a player, as [weigh.Form.Value] has it.
func (x *Ahead) Value(k, player int) int32 { return x.values[k*len(x.form.Program.Players)+player] }

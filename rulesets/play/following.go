package play

import "github.com/lectio/lectio/rulesets/engine"

// Searches look into depth at what follows from single states, which the interpreter tells,
// or generated code.

// follow finds what follows from a state: all of it, or with moves set of a decision the moves
// alone. What stood in x is gone.
type follow func(s *engine.State, x *following, moves bool)

// following are the throws or moves of a state, and the states to which they lead.
type following struct {
	n      int           // how many they are; none of a game that is over
	moves  []engine.Move // … of a decision
	states []byte        // one after the other, as generated code has found them; else empty:

	in    *engine.Interpreter // … it makes each when it is asked for
	throw int                 // the first throw
}

// interpreted finds what follows in the interpreter.
func interpreted(in *engine.Interpreter) follow {
	return func(s *engine.State, x *following, _ bool) { x.interpret(in, s) }
}

func (x *following) interpret(in *engine.Interpreter, s *engine.State) {
	*x = following{in: in, moves: x.moves[:0], states: x.states[:0]}
	switch s.Status() {
	case engine.Decision:
		x.moves = in.Moves(s, x.moves)
		x.n = len(x.moves)
	case engine.AwaitsThrow:
		if p := in.Program(); s.Device(p) >= 0 {
			d := &p.Devices[s.Device(p)]
			x.throw, x.n = d.First, d.Count
		}
	}
}

// follow makes t the state to which the k-th throw or move leads from s.
func (x *following) follow(s *engine.State, k int, t *engine.State) {
	if len(x.states) > 0 {
		size := len(t.Bytes())
		t.SetBytes(x.states[k*size : (k+1)*size])
		return
	}
	t.CopyFrom(s)
	if s.Status() == engine.AwaitsThrow {
		x.in.Throw(t, x.throw+k)
	} else {
		x.in.Play(t, x.moves[k])
	}
}

// levels keep what follows from the states of a line.
type levels []*following

func (l *levels) at(depth int) *following {
	if depth == len(*l) {
		*l = append(*l, new(following))
	}
	return (*l)[depth]
}

package play

import (
	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/engine/random"
	"github.com/lectio/lectio/rulesets/engine/weigh"
)

// Players who weigh what their moves lead to, in the interpreter. Generated code plays the same
// games (package emit, weigh.go).

// chooser chooses moves for who weighs them.
type chooser struct {
	in     *engine.Interpreter // which remembers no positions: what is looked at has no past
	after  *engine.State
	values []int32
}

func newChooser(p *engine.Program) *chooser {
	return &chooser{in: engine.NewInterpreter(p), after: p.NewState()}
}

// values are what the moves of a decision lead to is worth to who makes them.
func (c *chooser) weigh(by *weigh.Players, s *engine.State, moves []engine.Move) []int32 {
	c.values = c.values[:0]
	player := s.Player()
	for _, m := range moves {
		c.after.CopyFrom(s)
		c.in.Play(c.after, m)
		c.values = append(c.values, by.Form.Value(by.Weights[player], c.after, player))
	}
	return c.values
}

// choose picks one of several moves: drawn as pick does for who has no weights, and for a share of the others'
// moves, else one of those that lead to what is worth most.
func (c *chooser) choose(by *weigh.Players, s *engine.State, moves []engine.Move, r *random.Source, pick func() int) int {
	weighs := by.Weights[s.Player()] != nil
	if weighs && by.Share > 0 && len(moves) > 1 {
		weighs = r.Below(256) >= by.Share
	}
	switch {
	case !weighs:
		return pick()
	case len(moves) == 1:
		return 0
	}
	var best []int
	values := c.weigh(by, s, moves)
	for k, v := range values {
		if len(best) > 0 && v > values[best[0]] {
			best = best[:0]
		}
		if len(best) == 0 || v == values[best[0]] {
			best = append(best, k)
		}
	}
	if len(best) == 1 {
		return best[0]
	}
	return best[r.Below(len(best))]
}

// weighed plays the game that has been set up in which players weigh.
func (t *table) weighed(number int) {
	if t.chooser == nil {
		t.chooser = newChooser(t.p)
	}
	x := Stepper{State: t.s, Moves: t.buf, in: t.in}
	t.out.Tally = x.Choosing(t.r, t.cap, -1, func() int {
		return t.chooser.choose(t.by, t.s, x.Moves, t.r, func() int { return x.Pick(t.r) })
	}, func(plies int) {
		if t.every > 0 && plies%t.every == 0 && t.s.Status() != engine.Over && plies <= t.every*weigh.MostKept {
			t.sampled(number, t.s)
		}
	})
	t.buf = x.Moves
}

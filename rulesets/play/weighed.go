package play

import (
	"slices"

	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/engine/random"
	"github.com/lectio/lectio/rulesets/engine/weigh"
)

// Players who weigh what their moves lead to, in the interpreter. Generated code plays the same
// games (package emit, weigh.go).

// Chooser says what moves lead to is worth, in the interpreter. It is not safe for concurrent use.
type Chooser struct {
	in     *engine.Interpreter // which remembers no positions: what is looked at has no past
	after  *engine.State
	values []int32
}

// NewChooser returns a chooser of a sealed program.
func NewChooser(p *engine.Program) *Chooser {
	return &Chooser{in: engine.NewInterpreter(p), after: p.NewState()}
}

// Values are what the moves of a decision lead to is worth to who makes them. They last until others are asked for.
func (c *Chooser) Values(f *weigh.Form, weights []int16, s *engine.State, moves []engine.Move) []int32 {
	c.values = c.values[:0]
	player := s.Player()
	for _, m := range moves {
		c.after.CopyFrom(s)
		c.in.Play(c.after, m)
		c.values = append(c.values, f.Value(weights, c.after, player))
	}
	return c.values
}

// Best is the number of the greatest of some values; of several one that is drawn.
func Best(values []int32, r *random.Source) int {
	most, ties := slices.Max(values), 0
	for _, v := range values {
		if v == most {
			ties++
		}
	}
	nth := 0
	if ties > 1 {
		nth = r.Below(ties)
	}
	for k, v := range values {
		if v == most {
			if nth == 0 {
				return k
			}
			nth--
		}
	}
	panic("unreachable")
}

// choose picks one of several moves: drawn as pick does for who has no weights, and for a share of the others'
// moves, else one of those that lead to what is worth most.
func (c *Chooser) choose(by *weigh.Players, s *engine.State, moves []engine.Move, r *random.Source, pick func() int) int {
	weights := by.Weights[s.Player()]
	weighs := weights != nil
	if weighs && by.Share > 0 && len(moves) > 1 {
		weighs = r.Below(256) >= by.Share
	}
	switch {
	case !weighs:
		return pick()
	case len(moves) == 1:
		return 0
	}
	return Best(c.Values(by.Form, weights, s, moves), r)
}

// weighed plays the game that has been set up in which players weigh.
func (t *table) weighed(number int) {
	if t.chooser == nil {
		t.chooser = NewChooser(t.p)
	}
	x := Stepper{State: t.s, Moves: t.buf, in: t.in}
	t.out.Tally = x.Choosing(t.r, t.cap, -1, func() int {
		return t.chooser.choose(t.by, t.s, x.Moves, t.r, func() int { return x.Pick(t.r) })
	}, &Watch{Made: func(s *engine.State, plies int) {
		if t.every > 0 && plies%t.every == 0 && s.Status() != engine.Over && plies <= t.every*weigh.MostKept {
			t.sampled(number, s)
		}
	}})
	t.buf = x.Moves
}

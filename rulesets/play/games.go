package play

import (
	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/engine/random"
)

// Random plays on from s in the interpreter, with uniformly random moves, until the game
// is over or maxPlies single moves have been made. buf is scratch and is returned grown.
func Random(in *engine.Interpreter, s *engine.State, r *random.Source, maxPlies int, buf []engine.Move) (engine.Tally, []engine.Move) {
	x := Stepper{State: s, Moves: buf, in: in}
	t := x.Random(r, maxPlies, -1)
	return t, x.Moves
}

// Random plays on with uniformly random moves until the game is over or maxPlies single
// moves have been made. owner is the player whose turn was counted last, -1 for none.
func (x *Stepper) Random(r *random.Source, maxPlies int, owner int) engine.Tally {
	return x.Choosing(r, maxPlies, owner, func() int { return x.Pick(r) }, nil)
}

// Choosing is Random with moves that choose picks among those just listed, by number. made, unless it is
// nil, is told how many moves have been made after each of them.
func (x *Stepper) Choosing(r *random.Source, maxPlies int, owner int, choose func() int, made func(plies int)) engine.Tally {
	p, s := x.in.Program(), x.State
	c := engine.Counter{Owner: owner}
	_, overCap := Run(s, maxPlies, Hands{
		Throw: func() bool {
			if !c.Thrown(s) {
				return false
			}
			x.Throw(p.Draw(r, s.Device(p)))
			return true
		},
		Move: func() bool {
			x.List()
			k := choose()
			c.Made(s, x.Moves, x.Moves[k])
			x.Make(k)
			if made != nil {
				made(c.Plies)
			}
			return true
		},
	})
	c.OverCap = c.OverCap || overCap
	return c.Tally
}

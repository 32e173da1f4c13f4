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
	var t engine.Tally
	for throws := 0; ; {
		switch s.Status() {
		case engine.Over:
			return t
		case engine.AwaitsThrow:
			if s.Owner() != owner || s.LastThrow() < 0 {
				owner = s.Owner()
				t.Turns++
			}
			if throws++; throws-t.Plies > engine.MostThrows {
				t.OverCap = true
				return t
			}
			x.Throw(p.Draw(r, s.Device(p)))
			continue
		}
		if t.Plies >= maxPlies {
			t.OverCap = true
			return t
		}
		if n := len(x.List()); n > 1 {
			t.Branch += n
			t.Chosen++
		}
		k := choose()
		t.Plies++
		if act := x.Moves[k].Act; act == engine.Pass || act == engine.Stop {
			t.Passes++
		} else {
			t.Moves++
		}
		if s.Fresh() {
			t.Turns++
		}
		x.Make(k)
		if made != nil {
			made(t.Plies)
		}
	}
}

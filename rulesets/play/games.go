package play

import (
	"context"

	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/engine/random"
)

// Random plays on from s in the interpreter, with uniformly random moves, until the game
// is over or maxPlies single moves have been made. buf is scratch and is returned grown.
func Random(in *engine.Interpreter, s *engine.State, r *random.Source, maxPlies int, buf []engine.Move) (engine.Tally, []engine.Move) {
	return drawn(in, s, r, maxPlies, buf, &Watch{})
}

// drawn is Random with somebody who watches.
func drawn(in *engine.Interpreter, s *engine.State, r *random.Source, maxPlies int, buf []engine.Move, w *Watch) (engine.Tally, []engine.Move) {
	x := Stepper{State: s, Moves: buf, in: in}
	t := x.Choosing(r, maxPlies, -1, func() int { return x.Pick(r) }, w)
	return t, x.Moves
}

// Random plays on with uniformly random moves until the game is over or maxPlies single
// moves have been made. owner is the player whose turn was counted last, -1 for none.
func (x *Stepper) Random(r *random.Source, maxPlies int, owner int) engine.Tally {
	return x.Choosing(r, maxPlies, owner, func() int { return x.Pick(r) }, &Watch{})
}

// Choosing is Random with moves that choose picks among those just listed, by number, and with somebody who watches.
func (x *Stepper) Choosing(r *random.Source, maxPlies int, owner int, choose func() int, w *Watch) engine.Tally {
	p, s := x.in.Program(), x.State
	c := engine.Counter{Owner: owner}
	_, overCap := Run(s, maxPlies, Hands{
		Throw: func() bool {
			if !c.Thrown(s) {
				return false
			}
			t := p.Draw(r, s.Device(p))
			if w.Throw != nil {
				w.Throw(s, t)
			}
			x.Throw(t)
			return true
		},
		Move: func() bool {
			x.List()
			k := choose()
			if w.Move != nil {
				w.Move(s, x.Moves, k)
			}
			c.Made(s, x.Moves, x.Moves[k])
			x.Make(k)
			if w.Made != nil {
				w.Made(s, c.Plies)
			}
			return true
		},
	})
	c.OverCap = c.OverCap || overCap
	return c.Tally
}

// Games plays the games of a series move by move, with moves that choose picks, and gives each to f. r is the stream of
// the game that is being played.
func (x *Stepper) Games(ctx context.Context, r *random.Source, s Series, choose func() int, f func(*Played)) error {
	w, over := s.Watch, func(*Played) {}
	switch {
	case len(s.Measures) > 0:
		g := NewGatherer(x.in.Program(), s.Measures, s.Seed)
		w, over = g.watch(), g.Over
	case w == nil:
		w = &Watch{}
	}
	for n := s.First; n < s.First+s.Count; n++ {
		x.Start()
		r.Reset(s.Seed, uint64(n))
		if w.Begin != nil {
			w.Begin(n, x.State)
		}
		tally := x.Choosing(r, s.Cap, -1, choose, w)
		if err := ctx.Err(); err != nil {
			return err
		}
		p := &Played{Number: n, Tally: tally, Unclear: x.Unclear(), State: x.State}
		over(p)
		f(p)
	}
	return nil
}

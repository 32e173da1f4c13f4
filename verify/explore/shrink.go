package explore

import (
	"context"
	"slices"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/engine/history"
	"github.com/lectio/lectio/rulesets/play"
	"github.com/lectio/lectio/verify/playout"
)

// replayer plays lines of one game from the opening.
type replayer struct {
	p   *engine.Program
	in  *engine.Interpreter
	s   *engine.State
	buf []engine.Move
}

func newReplayer(g *rulesets.Game) *replayer {
	r := &replayer{p: g.Program, in: engine.NewInterpreter(g.Program), s: g.Program.NewState()}
	r.in.History = history.New()
	return r
}

// play plays of steps what can be played, leaving out what cannot, until stop
// holds. It returns what it played and whether stop held.
func (r *replayer) play(steps []playout.Step, stop func(*engine.Interpreter, *engine.State) bool) (played []playout.Step, stopped bool) {
	r.in.Start(r.s)
	if stop(r.in, r.s) {
		return nil, true
	}
	// next plays the first of the steps left that fits.
	next := func(fits func(st *playout.Step) bool) bool {
		for len(steps) > 0 {
			st := steps[0]
			if steps = steps[1:]; fits(&st) {
				played = append(played, st)
				stopped = stop(r.in, r.s)
				return !stopped
			}
		}
		return false
	}
	play.Run(r.s, len(steps), play.Hands{
		Throw: func() bool {
			return next(func(st *playout.Step) bool {
				if st.Throw < 0 || r.p.Throws[st.Throw].Device != r.s.Device(r.p) {
					return false
				}
				r.in.Throw(r.s, st.Throw)
				return true
			})
		},
		Move: func() bool {
			r.buf = r.in.Moves(r.s, r.buf[:0])
			return next(func(st *playout.Step) bool {
				found := slices.IndexFunc(r.buf, func(m engine.Move) bool { return sameMove(&m, &st.Move) })
				if st.Throw >= 0 || found < 0 {
					return false
				}
				st.Move = r.buf[found]
				r.in.Play(r.s, st.Move)
				return true
			})
		},
	})
	return played, stopped
}

// sameMove compares moves by what they do; who is to move, and which rule allows
// it, may be different by now.
func sameMove(a, b *engine.Move) bool {
	return a.Act == b.Act && a.Part == b.Part && a.From == b.From && a.To == b.To && a.Over == b.Over &&
		a.Class == b.Class && a.Men == b.Men && a.Sparing == b.Sparing
}

// Playable returns as much of a line as can be played with the history of the
// game in mind: all of it, unless a rule on repetition ends the game before.
func Playable(g *rulesets.Game, steps []playout.Step) []playout.Step {
	r := newReplayer(g)
	for n := len(steps); n > 0; n-- {
		if played, _ := r.play(steps[:n], func(*engine.Interpreter, *engine.State) bool { return false }); len(played) == n {
			return played
		}
	}
	return nil
}

// Shrink makes a line shorter that leads to a state in which bad holds. Throws
// and moves are left out in ever smaller pieces, what can still be played
// without them is played, and what remains is kept when it still leads to such
// a state (Zeller and Hildebrandt, "Simplifying and isolating failure-inducing
// input", 2002). In the end no single throw or move can be left out; that no
// other line is shorter is not said. It tries at most budget lines.
func Shrink(ctx context.Context, g *rulesets.Game, steps []playout.Step, budget int, bad func(*engine.Interpreter, *engine.State) bool) []playout.Step {
	r := newReplayer(g)
	best, ok := r.play(steps, bad)
	if !ok {
		return steps
	}
	for size := (len(best) + 1) / 2; size > 0; {
		shorter := false
		for at := 0; at < len(best) && budget > 0 && ctx.Err() == nil; {
			budget--
			try := append(append([]playout.Step(nil), best[:at]...), best[min(at+size, len(best)):]...)
			if got, ok := r.play(try, bad); ok && len(got) < len(best) {
				best, shorter = got, true
			} else {
				at += size
			}
		}
		if budget <= 0 || ctx.Err() != nil {
			break
		}
		if size > 1 {
			size /= 2
		} else if !shorter {
			break
		}
	}
	return best
}

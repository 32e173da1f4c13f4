package exact

import (
	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/engine/random"
	"github.com/lectio/lectio/rulesets/play"
	"github.com/lectio/lectio/verify/playout"
	"github.com/lectio/lectio/verify/solve"
	"github.com/lectio/lectio/verify/solve/strategies"
)

// mostOfLine is after how many throws and moves a line of best play breaks off, if it does not end.
const mostOfLine = 400

// Line is a line of best play: of best moves the first; throws are drawn.
func Line(g *rulesets.Game, x *solve.Solved) string {
	p := g.Program
	in, s, r := engine.NewInterpreter(p), p.NewState(), random.New(1, 1)
	perfect := strategies.NewPerfect(x)
	var steps []playout.Step
	met := map[string]bool{}
	in.Start(s)
	play.Run(s, mostOfLine, play.Hands{
		Look: func(int) bool {
			again := !x.Chance && met[s.Key()] // it goes on for ever
			met[s.Key()] = true
			return !again && len(steps) < mostOfLine
		},
		Throw: func() bool {
			t := p.Draw(r, s.Device(p))
			steps = append(steps, playout.Step{Throw: t})
			in.Throw(s, t)
			return true
		},
		Move: func() bool {
			moves := in.Moves(s, nil)
			m := moves[perfect.Best(s, moves)[0]]
			steps = append(steps, playout.Step{Throw: -1, Move: m})
			in.Play(s, m)
			return true
		},
	})
	return playout.Record(g, 1, steps).Written
}

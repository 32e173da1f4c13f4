package play

import (
	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/engine/random"
)

// Openers says who begins random games: whose the first decision of a game is. Lots
// that are cast before belong to nobody's turn.
type Openers struct {
	in    *engine.Interpreter
	s     *engine.State
	r     *random.Source
	fixed int // who begins whatever is thrown; -1 where that depends
}

// NewOpeners prepares to say who begins games of a program.
func NewOpeners(p *engine.Program) *Openers {
	o := &Openers{in: engine.NewInterpreter(p), s: p.NewState(), r: random.New(0, 0), fixed: -1}
	o.in.Start(o.s)
	if o.s.Status() != engine.AwaitsThrow {
		o.fixed = o.s.Owner()
		return o
	}
	d := p.Devices[o.s.Device(p)]
	t := p.NewState()
	for k := range d.Count {
		t.CopyFrom(o.s)
		o.in.Throw(t, d.First+k)
		if t.Status() != engine.Decision || k > 0 && t.Owner() != o.fixed {
			o.fixed = -1
			return o
		}
		o.fixed = t.Owner()
	}
	return o
}

// Fixed is the player who begins every game, -1 where that depends on what is thrown.
func (o *Openers) Fixed() int { return o.fixed }

// Of returns the player who begins the game of a seed and a number.
func (o *Openers) Of(seed, game uint64) int {
	if o.fixed >= 0 {
		return o.fixed
	}
	const most = 100 // throws before anybody decides
	o.r.Reset(seed, game)
	o.in.Start(o.s)
	for n := 0; o.s.Status() == engine.AwaitsThrow && n < most; n++ {
		o.in.Throw(o.s, o.in.Program().Draw(o.r, o.s.Device(o.in.Program())))
	}
	return o.s.Owner()
}

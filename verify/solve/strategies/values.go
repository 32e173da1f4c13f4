package strategies

import (
	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/verify/solve"
)

// Values are what a position is worth to who is to move, from 0 to 1, and what each move, or each throw that is awaited, comes to.
type Values struct {
	Player string       `json:"player"`
	Value  solve.Bounds `json:"value"`
	Moves  []Value      `json:"moves,omitempty"`
	Throws []Value      `json:"throws,omitempty"`
}

// Value is what a move or a throw is worth, and what a move costs against the best.
type Value struct {
	Move  string        `json:"move,omitempty"`
	Throw string        `json:"throw,omitempty"`
	Value solve.Bounds  `json:"value"`
	Costs *solve.Bounds `json:"costs,omitempty"`
}

// ValuesOf are those of the position from which a game was solved, in which somebody is to move; name names a move.
func ValuesOf(x *solve.Solved, s *engine.State, name func(engine.Move) string) *Values {
	p, in, perfect := x.Program, engine.NewInterpreter(x.Program), NewPerfect(x)
	out := &Values{Player: p.Players[s.Player()], Value: parts(x.Low[0], x.High[0])}
	if s.Status() == engine.AwaitsThrow {
		dev := p.Devices[s.Device(p)]
		for k := dev.First; k < dev.First+dev.Count; k++ {
			if p.Throws[k].Ways > 0 {
				t := s.Clone()
				in.Throw(t, k)
				at := perfect.After(t, s.Player())
				out.Throws = append(out.Throws, Value{Throw: p.Throws[k].Name, Value: parts(at.Low, at.High)})
			}
		}
		return out
	}
	moves := in.Moves(s, nil)
	prospects := perfect.Prospects(s, moves)
	var best solve.Prospect
	for _, at := range prospects {
		best.Low, best.High = max(best.Low, at.Low), max(best.High, at.High)
	}
	for k, at := range prospects {
		costs := parts(best.Low-min(best.Low, at.High), best.High-min(best.High, at.Low))
		out.Moves = append(out.Moves, Value{Move: name(moves[k]), Value: parts(at.Low, at.High), Costs: &costs})
	}
	return out
}

func parts(low, high uint64) solve.Bounds { return solve.Parts(int64(low), int64(high)) }

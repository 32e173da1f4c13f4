package solve

import (
	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/engine/weigh"
)

// Prospect is what a player has before him: bounds in parts of One, and the rank of what is promised to him, or else to the other.
type Prospect struct {
	Low, High uint64
	Rank      uint16
	Known     bool // the position is among those that have been solved
}

// Prospect is that of a player in a state in which a turn begins, a throw is due or the game is over.
func (x *Solved) Prospect(s *engine.State, player int) Prospect {
	if s.Status() == engine.Over {
		low, _ := x.worth(end(weigh.Prevails(x.Program, s), player))
		return Prospect{Low: low, High: low, Known: true}
	}
	i := x.Number(s)
	if i < 0 {
		return Prospect{High: One}
	}
	f := Next(i) << 1
	if s.Player() != player {
		f++
	}
	p := Prospect{Known: true}
	p.Low, p.High = x.worth(f)
	if x.Rank != nil {
		p.Rank = x.rankOf(f, max(p.Low, One-p.High))
	}
	return p
}

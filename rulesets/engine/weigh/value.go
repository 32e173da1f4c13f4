package weigh

import "github.com/lectio/lectio/rulesets/engine"

// Scale is what weights are multiplied by before they are rounded: a value of Scale is one unit of
// log odds.
const Scale = 1 << 10

// Prevailed is the value of a game that is over to who prevails; to everybody else it is
// less by twice that, and to all of a game in which nobody does it is [Form.Nobody].
const Prevailed = 1 << 29

// Prevails is the player who prevails in a game that is over, with his partners: whom the
// rules call the winner, or, where they name none in any game, who has most points. It is -1 where nobody does.
func Prevails(p *engine.Program, s *engine.State) int {
	if p.NamesWinner() {
		return s.Winner()
	}
	if end, _ := s.End(); end < 0 || len(p.Scores) == 0 {
		return -1
	}
	best := 0
	for q := range p.Players {
		if s.Score(p, q) > s.Score(p, best) {
			best = q
		}
	}
	for q := range p.Players {
		if s.Score(p, q) == s.Score(p, best) && p.Team[q] != p.Team[best] {
			return -1
		}
	}
	return best
}

// Value is what a position is worth to a player, in log odds times [Scale]: the sum of what it has
// times the weights. weights are nil for a program that weighs nothing, and all is worth 0.
func (f *Form) Value(weights []int16, s *engine.State, player int) int32 {
	p := f.Program
	if s.Status() == engine.Over {
		switch w := Prevails(p, s); {
		case w < 0:
			return 0
		case p.Team[w] == p.Team[player]:
			return Prevailed
		}
		return -Prevailed
	}
	if weights == nil {
		return 0
	}
	sum := int32(0)
	f.Parts(weights, s, player, func(_, _ int, v int32) { sum += v })
	return sum
}

// Parts gives every number of a position of a game that goes on that is not 0, with what it counts and what of the
// value of the position comes of it.
func (f *Form) Parts(weights []int16, s *engine.State, player int, give func(i, n int, v int32)) {
	output, sign := f.output(s, player)
	weights = weights[(output*f.Views+f.View(s))*f.Numbers:][:f.Numbers]
	f.Each(s, func(i, n int) { give(i, n, sign*int32(n)*int32(weights[i])) })
}

// output is the output that is of a player, and 1, or -1 where it is of his opponents.
func (f *Form) output(s *engine.State, player int) (output int, sign int32) {
	p, to := f.Program, s.Player()
	if f.Outputs > 1 {
		return (player - to + len(p.Players)) % len(p.Players), 1
	}
	if p.Team[player] == p.Team[to] {
		return 0, 1
	}
	return 0, -1
}

// MostKept are the positions kept of a game of which one in so many is.
const MostKept = 128

// Players say how the players of a game choose their moves.
type Players struct {
	Form *Form
	// Weights are those of each player, who chooses a move that leads to what is worth most to
	// him, of several one that is drawn; nil for one who draws from all moves alike.
	Weights [][]int16
	// Share is how many of 256 moves of who weighs are drawn all the same.
	Share int
}

package solve

import (
	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/engine/weigh"
	"github.com/lectio/lectio/rulesets/play"
)

// Strategy is a way to play that is a function of the position: with what chance each move is made hangs on nothing
// else, and, where the rules are the same for both players, not on which of them is to move.
type Strategy interface {
	// Weigh gives each of the moves of a decision, in order, a weight. A move is made with the chance that is its share in
	// their sum, which is above 0 and below 1<<62.
	Weigh(s *engine.State, moves []engine.Move, weights []uint64) []uint64
}

// Drawn is the strategy that draws each move from all that may be made.
type Drawn struct{}

// Weigh gives all the same weight.
func (Drawn) Weigh(_ *engine.State, moves []engine.Move, weights []uint64) []uint64 {
	for range moves {
		weights = append(weights, 1)
	}
	return weights
}

// Perfect is the strategy that makes moves which are best by lower bound. Of these it takes, where more than one half is promised,
// those of least rank, which lead to what is promised the sooner, and where all is lost those of greatest
// rank, which put it off. It is as likely to make one of them as another. Like the bounds it knows nothing of positions
// that stood before. It is not safe for concurrent use.
type Perfect struct {
	Solved *Solved

	in    *engine.Interpreter
	known map[string]Prospect // by state within a turn
}

// mostKnown are the states within turns of which a strategy knows what they are worth, lest they fill the memory.
const mostKnown = 1 << 18

// NewPerfect returns the strategy for a game that has been solved.
func NewPerfect(x *Solved) *Perfect {
	return &Perfect{Solved: x, in: engine.NewInterpreter(x.Program), known: map[string]Prospect{}}
}

// Prospect is what a player has before him: bounds in parts of One, and the rank of what is promised to him, or else to the other.
type Prospect struct {
	Low, High uint64
	Rank      uint16
	Known     bool // the position is among those that have been solved
}

// better reports whether a prospect is to be preferred.
func (a Prospect) better(b Prospect) bool {
	switch {
	case a.Low != b.Low:
		return a.Low > b.Low
	case a.Low > One/2:
		return a.Rank < b.Rank
	case a.High < One/2 && b.High < One/2:
		return a.Rank > b.Rank
	}
	return a.High >= One/2 && b.High < One/2
}

// Best gives the moves of a decision that the strategy may make, by their numbers; none where it leads to a position
// that does not follow from that from which the game was solved.
func (x *Perfect) Best(s *engine.State, moves []engine.Move) (best []int) {
	var of Prospect
	for k, p := range x.Prospects(s, moves) {
		switch {
		case !p.Known:
			return nil
		case k == 0 || p.better(of):
			best, of = append(best[:0], k), p
		case !of.better(p):
			best = append(best, k)
		}
	}
	return best
}

// Weigh gives what is best the same weight, and all else none.
func (x *Perfect) Weigh(s *engine.State, moves []engine.Move, weights []uint64) []uint64 {
	from := len(weights)
	for range moves {
		weights = append(weights, 0)
	}
	for _, k := range x.Best(s, moves) {
		weights[from+k] = 1
	}
	return weights
}

// Prospects are those of who makes a decision, by move.
func (x *Perfect) Prospects(s *engine.State, moves []engine.Move) (list []Prospect) {
	for _, m := range moves {
		t := s.Clone()
		x.in.Play(t, m)
		list = append(list, x.behind(s, t))
	}
	return list
}

// behind is the prospect behind a move from s to t.
func (x *Perfect) behind(s, t *engine.State) Prospect {
	if play.TurnPlayed(s, t) {
		return x.Solved.Prospect(t, s.Player())
	}
	return x.within(t)
}

// within is the prospect of who is to move, in a state within his turn.
func (x *Perfect) within(t *engine.State) Prospect {
	key := t.Key()
	p, known := x.known[key]
	if known {
		return p
	}
	for k, q := range x.Prospects(t, x.in.Moves(t, nil)) {
		if k == 0 || q.better(p) {
			p.Low, p.Rank = q.Low, q.Rank
		}
		p.High, p.Known = max(p.High, q.High), q.Known && (k == 0 || p.Known)
	}
	if len(x.known) >= mostKnown {
		clear(x.known)
	}
	x.known[key] = p
	return p
}

// After is the prospect of who has thrown, in the state to which the throw has led.
func (x *Perfect) After(t *engine.State, player int) Prospect {
	if t.Status() == engine.Decision && t.Player() == player {
		return x.within(t)
	}
	return x.Solved.Prospect(t, player)
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

// Erring is a strategy some of whose moves are drawn from all that may be made.
type Erring struct {
	Strategy
	Share uint32 // of a million moves
}

// Million is of how many moves the share of an erring strategy is told.
const Million = 1_000_000

// Weigh mixes the weights of the strategy with equal ones.
func (x Erring) Weigh(s *engine.State, moves []engine.Move, weights []uint64) []uint64 {
	from := len(weights)
	weights = x.Strategy.Weigh(s, moves, weights)
	sum := uint64(0)
	for _, w := range weights[from:] {
		sum += w
	}
	for k, w := range weights[from:] {
		weights[from+k] = uint64(x.Share)*sum + (Million-uint64(x.Share))*uint64(len(moves))*w
	}
	return weights
}

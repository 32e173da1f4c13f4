package strategies

import (
	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/play"
	"github.com/lectio/lectio/verify/solve"
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
	Solved *solve.Solved

	in    *engine.Interpreter
	known map[string]solve.Prospect // by state within a turn
}

// mostKnown are the states within turns of which a strategy knows what they are worth, lest they fill the memory.
const mostKnown = 1 << 18

// NewPerfect returns the strategy for a game that has been solved.
func NewPerfect(x *solve.Solved) *Perfect {
	return &Perfect{Solved: x, in: engine.NewInterpreter(x.Program), known: map[string]solve.Prospect{}}
}

// better reports whether a prospect is to be preferred to another.
func better(a, b solve.Prospect) bool {
	const half = solve.One / 2
	switch {
	case a.Low != b.Low:
		return a.Low > b.Low
	case a.Low > half:
		return a.Rank < b.Rank
	case a.High < half && b.High < half:
		return a.Rank > b.Rank
	}
	return a.High >= half && b.High < half
}

// Best gives the moves of a decision that the strategy may make, by their numbers; none where it leads to a position
// that does not follow from that from which the game was solved.
func (x *Perfect) Best(s *engine.State, moves []engine.Move) (best []int) {
	var of solve.Prospect
	for k, p := range x.Prospects(s, moves) {
		switch {
		case !p.Known:
			return nil
		case k == 0 || better(p, of):
			best, of = append(best[:0], k), p
		case !better(of, p):
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
func (x *Perfect) Prospects(s *engine.State, moves []engine.Move) (list []solve.Prospect) {
	for _, m := range moves {
		t := s.Clone()
		x.in.Play(t, m)
		list = append(list, x.behind(s, t))
	}
	return list
}

// behind is the prospect behind a move from s to t.
func (x *Perfect) behind(s, t *engine.State) solve.Prospect {
	if play.TurnPlayed(s, t) {
		return x.Solved.Prospect(t, s.Player())
	}
	return x.within(t)
}

// within is the prospect of who is to move, in a state within his turn.
func (x *Perfect) within(t *engine.State) solve.Prospect {
	key := t.Key()
	p, known := x.known[key]
	if known {
		return p
	}
	for k, q := range x.Prospects(t, x.in.Moves(t, nil)) {
		if k == 0 || better(q, p) {
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
func (x *Perfect) After(t *engine.State, player int) solve.Prospect {
	if t.Status() == engine.Decision && t.Player() == player {
		return x.within(t)
	}
	return x.Solved.Prospect(t, player)
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

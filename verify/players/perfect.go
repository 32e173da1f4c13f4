package players

import (
	"context"
	"errors"
	"fmt"

	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/verify/solve/strategies"
)

// ErrUnsolved is why there is no perfect program of a game.
var ErrUnsolved = errors.New("the game has not been solved: there is no perfect program of it")

// perfect plays by what has been solved. Of several best moves one is drawn; and a share of all moves is.
type perfect struct {
	*strategies.Perfect
	errors uint32 // of a million
}

func (x *perfect) Choose(_ context.Context, d *Decision) int {
	if x.errors > 0 && uint32(d.Random.Below(strategies.Million)) < x.errors {
		return d.Pick()
	}
	best := x.Best(d.State, d.Moves)
	if len(best) == 0 {
		panic("players: a game has come to a position that does not follow from where it was solved") // a defect of the caller
	}
	return best[d.Random.Below(len(best))]
}
func (*perfect) Weights() ([]int16, bool) { return nil, false }
func (*perfect) Close()                   {}

// Strategy is a program as a function of the position, of which it can be proved what comes of its games. The error says of those
// that search that they are none.
func (m *Maker) Strategy(ctx context.Context, n Name) (strategies.Strategy, error) {
	if n.Rung == Searching || n.Rung == Playouts {
		return nil, fmt.Errorf("what %s does hangs on the throws and moves that it draws while it searches, and not on the position alone: nothing is proved of it", n)
	}
	p, err := m.Make(ctx, n)
	if err != nil {
		return nil, err
	}
	switch x := p.(type) {
	case *perfect:
		if x.errors > 0 {
			return strategies.Erring{Strategy: x.Perfect, Share: x.errors}, nil
		}
		return x.Perfect, nil
	case *oneAhead:
		return x, nil
	}
	return strategies.Drawn{}, nil
}

// Weigh gives the moves that lead to what is worth most the same weight, and all else none.
func (x *oneAhead) Weigh(s *engine.State, moves []engine.Move, weights []uint64) []uint64 {
	values := x.Values(x.form, x.weights, s, moves)
	most := values[0]
	for _, v := range values {
		most = max(most, v)
	}
	for _, v := range values {
		w := uint64(0)
		if v == most {
			w = 1
		}
		weights = append(weights, w)
	}
	return weights
}

package main

import (
	"context"
	"fmt"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/verify/solve"
	"github.com/lectio/lectio/verify/solve/strategies"
)

// values solves the game from a position on.
func (a *app) values(ctx context.Context, g *rulesets.Game, in *engine.Interpreter, s *engine.State, most int) (*strategies.Values, error) {
	if s.Status() == engine.Over {
		return nil, wrong("a game that is over", "a position in which somebody is to move", "--values: there is no move to be worth anything")
	}
	if most < 1 || most > solve.MostPositions {
		return nil, wrong(fmt.Sprint(most), fmt.Sprintf("1 to %d", solve.MostPositions), "--positions is out of range")
	}
	x, err := a.settled(ctx, g, solve.Options{From: s, Positions: most})
	if err != nil {
		return nil, cannotSolve(err, g.Definition)
	}
	return strategies.ValuesOf(x, s, func(m engine.Move) string { return g.MoveText(in, s, m) }), nil
}

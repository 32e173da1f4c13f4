package sweep

import (
	"context"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/play"
	"github.com/lectio/lectio/verify/players"
	"github.com/lectio/lectio/verify/players/training"
	"github.com/lectio/lectio/verify/playout"
	"github.com/lectio/lectio/verify/solve"
)

// A plan names the program that plays all sides in all of its games. One that learns learns the default of each
// ruleset, and plays the other interpretations by that; an interpretation for which it is no use is not played, and the
// result says why. A perfect one solves each interpretation that it plays; one with more positions than Solvable is not played.

// playing makes who plays the interpretations of a ruleset.
type playing struct {
	name     players.Name
	standard *training.Maker
}

// playingOf is who plays a ruleset, whose default is g.
func playingOf(n players.Name, g *rulesets.Game, kept *training.Cache) *playing {
	return &playing{n.ByDefault(), training.NewMaker(g.Program, play.Of(g), kept)}
}

// Solvable is how many positions an interpretation may have that a perfect program is to play.
const Solvable = 1_000_000

// by is who plays games of the default; nil where moves are drawn. The error says why nobody does.
func (x *playing) by(ctx context.Context) (playout.By, error) { return x.with(ctx, x.standard) }

// of is who plays games of an interpretation, nil where moves are drawn; the error says why nobody does.
func (x *playing) of(ctx context.Context, g *rulesets.Game) (playout.By, error) {
	m := training.NewMaker(g.Program, play.Of(g), x.standard.Cache)
	m.Default = x.standard
	if err := m.Serves(ctx, x.name); err != nil {
		return nil, err
	}
	return x.with(ctx, m)
}

func (x *playing) with(ctx context.Context, m *training.Maker) (playout.By, error) {
	switch x.name.Rung {
	case players.Random:
		return nil, nil
	case players.Perfect:
		g, err := solve.Explore(ctx, m.Rules, solve.Options{Positions: Solvable})
		if err != nil {
			return nil, err
		}
		if m.Solved, err = solve.Solve(ctx, g, nil); err != nil {
			return nil, err
		}
	}
	return m.As(x.name), nil
}

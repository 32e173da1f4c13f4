package main

import (
	"context"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/engine/random"
	"github.com/lectio/lectio/verify/players"
)

// considered asks a program what it would do.
func (a *app) considered(ctx context.Context, g *rulesets.Game, f *programFlags, in *engine.Interpreter, s *engine.State) (*players.Considered, error) {
	n, err := f.name()
	if err != nil {
		return nil, err
	}
	c := players.Facing(n, in, s, func(m engine.Move) string { return g.MoveText(in, s, m) })
	if len(c.Moves) < 2 {
		return c, nil
	}
	m, err := a.maker(ctx, g, f, s, n)
	if err != nil {
		return nil, err
	}
	if err := m.Consider(ctx, c, random.New(1, 0)); err != nil {
		return nil, refusedAt(n, err)
	}
	return c, nil
}

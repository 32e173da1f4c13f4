package main

import (
	"context"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/verify/players"
	"github.com/lectio/lectio/verify/solve"
	"github.com/lectio/lectio/verify/solve/exact"
)

// mostOfStrategies is how many positions a game may have for programs that nobody asked for.
const mostOfStrategies = 20_000

// provePrograms proves what comes of games between the programs that are asked for, random ones among them.
func (a *app) provePrograms(ctx context.Context, g *rulesets.Game, x *solve.Solved, v *exact.Value, f *solveFlags, progress func(done, all int, what string)) error {
	if len(f.strategies) == 0 && x.Positions() > mostOfStrategies {
		return nil
	}
	names := []players.Name{{}}
	for _, text := range f.strategies {
		n, err := players.ParseName(text)
		if err != nil {
			return atFlag("--strategy", err)
		}
		names = append(names, n)
	}
	m, err := f.programFlags.learning(a.stderr, g, names)
	if err != nil {
		return err
	}
	return v.Prove(ctx, x, m, names, progress)
}

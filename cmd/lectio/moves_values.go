package main

import (
	"context"
	"fmt"
	"io"
	"math/big"
	"slices"
	"text/tabwriter"

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

// writeValues writes what moves or throws are worth, the best move first.
func writeValues(b io.Writer, v *strategies.Values) {
	fmt.Fprintf(b, "\nto %s the position is worth %s %% of a game under best play of both, proved\n\n", v.Player, v.Value.Percent())
	t := tabwriter.NewWriter(b, 0, 0, 2, ' ', 0)
	if len(v.Moves) > 0 {
		fmt.Fprintln(t, "move\tworth, %\tcosts, %")
	} else {
		fmt.Fprintln(t, "throw\tworth, %")
	}
	for _, m := range v.Throws {
		fmt.Fprintf(t, "%s\t%s\n", m.Throw, m.Value.Percent())
	}
	for _, m := range slices.SortedStableFunc(slices.Values(v.Moves), func(x, y strategies.Value) int { return y.Value.Low.Cmp(x.Value.Low) }) {
		costs := m.Costs.Percent()
		if m.Costs.Low.Sign() == 0 && m.Costs.High.Cmp(big.NewRat(1, 1_000_000)) < 0 {
			costs = "-"
		}
		fmt.Fprintf(t, "%s\t%s\t%s\n", m.Move, m.Value.Percent(), costs)
	}
	t.Flush() // b keeps what is written
}

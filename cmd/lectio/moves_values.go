package main

import (
	"cmp"
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

// valuesJSON is what a position is worth to who is to move, from 0 to 1, and what each move or throw comes to.
type valuesJSON struct {
	Player string      `json:"player"`
	Value  *interval   `json:"value"`
	Moves  []valueJSON `json:"moves,omitempty"`
	Throws []valueJSON `json:"throws,omitempty"`
}

// valueJSON is what a move or a throw is worth, and what less than the best move.
type valueJSON struct {
	Move  string    `json:"move,omitempty"`
	Throw string    `json:"throw,omitempty"`
	Value *interval `json:"value"`
	Costs *interval `json:"costs,omitempty"`

	prospect solve.Prospect
}

// values solves the game from a position on.
func (a *app) values(ctx context.Context, g *rulesets.Game, in *engine.Interpreter, s *engine.State, most int) (*valuesJSON, error) {
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
	p, perfect := g.Program, strategies.NewPerfect(x)
	out := &valuesJSON{Player: p.Players[s.Player()], Value: partsOfOne(x.Low[0], x.High[0])}
	if s.Status() == engine.AwaitsThrow {
		dev := p.Devices[s.Device(p)]
		for k := dev.First; k < dev.First+dev.Count; k++ {
			if p.Throws[k].Ways == 0 {
				continue
			}
			t := s.Clone()
			in.Throw(t, k)
			at := perfect.After(t, s.Player())
			out.Throws = append(out.Throws, valueJSON{Throw: p.Throws[k].Name, Value: partsOfOne(at.Low, at.High)})
		}
		return out, nil
	}
	moves := in.Moves(s, nil)
	var best solve.Prospect
	for k, at := range perfect.Prospects(s, moves) {
		best.Low, best.High = max(best.Low, at.Low), max(best.High, at.High)
		out.Moves = append(out.Moves, valueJSON{Move: g.MoveText(in, s, moves[k]), Value: partsOfOne(at.Low, at.High), prospect: at})
	}
	for k := range out.Moves {
		m := &out.Moves[k]
		m.Costs = partsOfOne(best.Low-min(best.Low, m.prospect.High), best.High-min(best.High, m.prospect.Low))
	}
	return out, nil
}

// text writes values, the best move first.
func (v *valuesJSON) text(b io.Writer) {
	fmt.Fprintf(b, "\nto %s the position is worth %s %% of a game under best play of both, proved\n\n", v.Player, v.Value.percent())
	t := tabwriter.NewWriter(b, 0, 0, 2, ' ', 0)
	if len(v.Moves) > 0 {
		fmt.Fprintln(t, "move\tworth, %\tcosts, %")
	} else {
		fmt.Fprintln(t, "throw\tworth, %")
	}
	for _, m := range v.Throws {
		fmt.Fprintf(t, "%s\t%s\n", m.Throw, m.Value.percent())
	}
	for _, m := range slices.SortedStableFunc(slices.Values(v.Moves), func(x, y valueJSON) int { return cmp.Compare(y.prospect.Low, x.prospect.Low) }) {
		costs := m.Costs.percent()
		if m.Costs.Low.Sign() == 0 && m.Costs.High.Cmp(big.NewRat(1, 1_000_000)) < 0 {
			costs = "-"
		}
		fmt.Fprintf(t, "%s\t%s\t%s\n", m.Move, m.Value.percent(), costs)
	}
	t.Flush() // b keeps what is written
}

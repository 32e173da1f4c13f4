package main

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"time"

	"github.com/lectio/lectio/evidence/diag"
	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/engine/random"
	"github.com/lectio/lectio/rulesets/engine/weigh"
	"github.com/lectio/lectio/rulesets/play"
	"github.com/lectio/lectio/verify/players"
	"github.com/lectio/lectio/verify/solve"
	"github.com/lectio/lectio/verify/solve/strategies"
)

// thinking asks what a program does in a position.
type thinking struct {
	Program string `json:"program"` // as lectio play --player has it
	// Seed and Number settle what it draws: the seed of the game, and how many throws and moves were made before.
	Seed   uint64 `json:"seed"`
	Number uint64 `json:"number,omitempty"`
	// Weights are those by which a program plays that learned the default of the ruleset: numbers of 16 bits, the lower byte first.
	Weights []byte `json:"weights,omitempty"`
	// Seconds and Positions bound what is solved for a perfect program; 0: as many as a page waits for.
	Seconds   float64 `json:"seconds,omitempty"`
	Positions int     `json:"positions,omitempty"`
}

// thought is what a program does, and what the moves are worth in its judgement.
type thought struct {
	*players.Considered
	// Unsolved says why a perfect program does nothing here.
	Unsolved string `json:"unsolved,omitempty"`
}

// Of what is solved in a page: how long it waits, how many positions it holds, and in how many bytes.
const (
	solvingTime      = 5 * time.Second
	solvingPositions = 1_000_000
	solvingMemory    = 1 << 30
)

// mind is what is kept of the programs of a game between one position and the next.
type mind struct {
	players.Maker
	standard *weigh.Form // of the default of the ruleset; nil: it has not been asked for
}

func mindOf(g *rulesets.Game) *mind {
	return g.Kept("programs", func() any { return &mind{Maker: players.Maker{Rules: g.Program, By: play.Of(g)}} }).(*mind)
}

// think has a program choose in a position of a game that in plays, and remembers.
func think(g *rulesets.Game, in *engine.Interpreter, s *engine.State, r *thinking) (*thought, diag.Errors) {
	var errs diag.Errors
	n, err := players.ParseName(r.Program)
	if err != nil {
		errs = diag.AsErrors(err)
		for i := range errs {
			errs[i].Pos.File = "request"
		}
		return nil, errs
	}
	m := mindOf(g)
	if n.Learns() {
		of := standard(g)
		weights, errs := m.weights(of, g, r.Weights)
		if len(errs) > 0 {
			return nil, errs
		}
		m.Weights = func(context.Context, players.Name) ([]int16, error) { return weights, nil }
		if of != g {
			n = n.ByDefault()
		}
	}
	t := &thought{Considered: players.Facing(n, in, s, func(x engine.Move) string { return g.MoveText(in, s, x) })}
	if n.Rung == players.Perfect && len(t.Moves) > 1 {
		if err := m.solve(in, s, r); err != nil {
			t.Unsolved = err.Error()
			return t, nil
		}
	}
	if err := m.Consider(context.Background(), t.Considered, random.New(r.Seed, r.Number)); err != nil {
		errs.Add(diag.Pos{File: "request"}, diag.Quote(r.Program), players.CanBeWritten, "%v", err)
		return nil, errs
	}
	return t, nil
}

// standard is the default of the ruleset of a game, at the same scale; the game itself where that is it, or none can be played.
func standard(g *rulesets.Game) *rulesets.Game {
	return g.Kept("default", func() any {
		in, errs := g.Definition.Scaled(g.Scale, nil)
		if len(errs) == 0 && in.Name() != g.Name() {
			if of, errs := in.Compile(); len(errs) == 0 {
				return of
			}
		}
		return g
	}).(*rulesets.Game)
}

// weights are those of the game, by what was learned of the default.
func (m *mind) weights(of, g *rulesets.Game, text []byte) (weights []int16, errs diag.Errors) {
	if m.standard == nil {
		m.standard = weigh.FormOf(of.Program, false)
	}
	if len(text) != 2*m.standard.Weights() {
		errs.Add(diag.Pos{File: "request"}, fmt.Sprintf("%d bytes", len(text)), fmt.Sprintf("%d weights of two bytes each, in base64", m.standard.Weights()),
			"these are no weights of a program that learned %s", of.Name())
		return nil, errs
	}
	for ; len(text) > 0; text = text[2:] {
		weights = append(weights, int16(binary.LittleEndian.Uint16(text)))
	}
	if weights = players.Carried(weights, m.standard, weigh.FormOf(g.Program, false)); weights == nil {
		errs.Add(diag.Pos{File: "request"}, g.Name(), "another program", "what a program learned of %s is no use here: there are other sides", of.Name())
	}
	return weights, errs
}

// solve sees to it that what is solved knows all that follows from a position.
func (m *mind) solve(in *engine.Interpreter, s *engine.State, r *thinking) error {
	if m.Solved != nil && len(strategies.NewPerfect(m.Solved).Best(s, in.Moves(s, nil))) > 0 {
		return nil
	}
	most := solvingTime
	if r.Seconds > 0 {
		most = time.Duration(r.Seconds * float64(time.Second))
	}
	o := solve.Options{From: s, Positions: solvingPositions, Memory: solvingMemory}
	if r.Positions > 0 {
		o.Positions = r.Positions
	}
	ctx := until{context.Background(), time.Now().Add(most)}
	graph, err := solve.Explore(ctx, m.Rules, o)
	if err == nil {
		var x *solve.Solved
		if x, err = solve.Solve(ctx, graph, nil); err == nil {
			m.Solved = x
		}
	}
	if errors.Is(err, context.DeadlineExceeded) {
		err = fmt.Errorf("the game was not solved from here within %s", most)
	}
	return err
}

// until is done at a time. Timers do not go off in a page while something is worked out there, so it looks at the clock
// whenever it is asked.
type until struct {
	context.Context
	at time.Time
}

func (u until) Err() error {
	if time.Now().After(u.at) {
		return context.DeadlineExceeded
	}
	return nil
}

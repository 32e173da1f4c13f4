package main

import (
	"context"
	"errors"
	"fmt"
	"text/tabwriter"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/engine/random"
	"github.com/lectio/lectio/rulesets/play"
	"github.com/lectio/lectio/verify/players"
	"github.com/lectio/lectio/verify/playout"
	"github.com/lectio/lectio/verify/solve"
	"github.com/lectio/lectio/verify/solve/strategies"
)

// mostOfStrategies is how many positions a game may have for strategies nobody asked for, and mostTurns how many turns are followed.
const (
	mostOfStrategies = 20_000
	mostTurns        = 4_000_000
)

// strategies proves what comes of games between programs.
func (a *app) strategies(ctx context.Context, g *rulesets.Game, x *solve.Solved, v *exactValue, f *solveFlags, progress func(done, all int, what string)) error {
	names := []players.Name{{}}
	if len(f.strategies) == 0 && x.Positions() > mostOfStrategies {
		return nil
	}
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
	m.Solved = x
	best := players.Name{Rung: players.Perfect}
	perfect, err := m.Strategy(ctx, best)
	if err != nil {
		return err
	}
	between := func(name string, begins, other strategies.Strategy) error {
		progress(len(v.games), 1+3*len(names), "games of "+name)
		got, err := strategies.Between(ctx, x.Graph, begins, other, mostTurns)
		var large *solve.TooLarge
		if errors.As(err, &large) {
			return wrong(name, fmt.Sprintf("a game in which no more than %d turns can occur", mostTurns), "what comes of games of %s is not known", name)
		}
		if err == nil {
			v.Strategies[name], v.games = got, append(v.games, name)
		}
		return err
	}
	v.Strategies = map[string]*strategies.Games{}
	if err := between(best.String(), perfect, perfect); err != nil {
		return err
	}
	v.Endless = &v.Strategies[best.String()].Endless
	for _, n := range names {
		name := n.String()
		if v.Strategies[name] != nil {
			continue
		}
		s, err := m.Strategy(ctx, n)
		if err != nil && ctx.Err() == nil {
			return wrong(name, "random, learned, learned:SEED, perfect or perfect:SHARE", "--strategy: %v", err)
		}
		if err == nil {
			err = between(name, s, s)
		}
		if err == nil {
			err = between(best.String()+" against "+name, perfect, s)
		}
		if err == nil {
			err = between(name+" against "+best.String(), s, perfect)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// told writes what comes of games between programs.
func (v *exactValue) told(b *page) {
	if len(v.games) == 0 {
		return
	}
	fmt.Fprintf(b, "\nGames between programs, in percent, proved; %s begins with the one named first:\n\n", v.Begins)
	t := tabwriter.NewWriter(b, 0, 0, 2, ' ', 0)
	head := "\t" + v.Begins + " wins\t" + v.Other + " wins\tnobody wins\tno end\tturns"
	scored := v.Strategies[v.games[0]].Score != nil
	if scored {
		head += "\tpoints of " + v.Begins + "\tof " + v.Other
	}
	fmt.Fprintln(t, head)
	some := func(b *solve.Bounds) string {
		if b == nil {
			return "-"
		}
		return b.String()
	}
	for _, name := range v.games {
		g := v.Strategies[name]
		fmt.Fprintf(t, "%s\t%s\t%s\t%s\t%s\t%s", name, g.Win.Percent(), g.Lose.Percent(), g.Draw.Percent(), g.Endless.Percent(), some(g.Turns))
		if scored {
			fmt.Fprintf(t, "\t%s\t%s", some(g.Score), some(g.Other))
		}
		fmt.Fprintln(t)
	}
	t.Flush() // b keeps what is written
	fmt.Fprintln(b)
	b.paragraph("", "A perfect program makes moves that are proved to be best. Of these it takes such as bring what it is promised the sooner, or put off what is lost, and any of those that are left. Turns and points are means of the games that end.")
}

// mostOfLine is after how many throws and moves a line of best play breaks off, if it does not end.
const mostOfLine = 400

// bestLine is a line of best play: of best moves the first; throws are drawn.
func bestLine(g *rulesets.Game, x *solve.Solved) string {
	p := g.Program
	in, s, r := engine.NewInterpreter(p), p.NewState(), random.New(1, 1)
	perfect := strategies.NewPerfect(x)
	var steps []playout.Step
	met := map[string]bool{}
	in.Start(s)
	play.Run(s, mostOfLine, play.Hands{
		Look: func(int) bool {
			again := !x.Chance && met[s.Key()] // it goes on for ever
			met[s.Key()] = true
			return !again && len(steps) < mostOfLine
		},
		Throw: func() bool {
			t := p.Draw(r, s.Device(p))
			steps = append(steps, playout.Step{Throw: t})
			in.Throw(s, t)
			return true
		},
		Move: func() bool {
			moves := in.Moves(s, nil)
			m := moves[perfect.Best(s, moves)[0]]
			steps = append(steps, playout.Step{Throw: -1, Move: m})
			in.Play(s, m)
			return true
		},
	})
	return playout.Record(g, 1, steps).Written
}

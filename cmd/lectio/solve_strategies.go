package main

import (
	"context"
	"fmt"
	"text/tabwriter"

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

// tellGames writes what comes of games between programs.
func tellGames(b *page, v *exact.Value) {
	if len(v.Order) == 0 {
		return
	}
	fmt.Fprintf(b, "\nGames between programs, in percent, proved; %s begins with the one named first:\n\n", v.Begins)
	t := tabwriter.NewWriter(b, 0, 0, 2, ' ', 0)
	head := "\t" + v.Begins + " wins\t" + v.Other + " wins\tnobody wins\tno end\tturns"
	scored := v.Strategies[v.Order[0]].Score != nil
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
	for _, name := range v.Order {
		g := v.Strategies[name]
		fmt.Fprintf(t, "%s\t%s\t%s\t%s\t%s\t%s", name, g.Win.Percent(), g.Lose.Percent(), g.Draw.Percent(), g.Endless.Percent(), some(g.Turns))
		if scored {
			fmt.Fprintf(t, "\t%s\t%s", some(g.Score), some(g.Other))
		}
		fmt.Fprintln(t)
	}
	t.Flush() // b keeps what is written
	fmt.Fprintln(b)
	b.paragraph("", "A perfect program makes moves that are proved to be best. Of these it takes such as bring what it is promised the sooner, "+
		"or put off what is lost, and any of those that are left. Turns and points are means of the games that end.")
}

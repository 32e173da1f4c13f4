package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"github.com/lectio/lectio/evidence/exchange/sheet"
	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/verify/measure"
	"github.com/lectio/lectio/verify/players"
	"github.com/lectio/lectio/verify/trace"
)

// playWhole plays whole games between programs, and records them if asked to.
func (a *app) playWhole(ctx context.Context, g *rulesets.Game, begin trace.Begin, f *playFlags, who *players.Seated) error {
	var record io.Writer
	var file *sheet.Pending
	switch f.trace {
	case "":
	case "-":
		record = a.stdout
	default:
		var err error
		if file, err = sheet.Create(f.trace); err != nil {
			return err
		}
		defer file.Abandon()
		record = file
	}
	var lines []string
	m := a.meter(f.games, "games")
	games := trace.Games{Game: g, Begin: begin, Who: who, Seed: f.seed, First: f.game, Count: f.games, Cap: f.cap}
	sum, err := games.Play(ctx, record, func(o trace.Over) {
		t := o.Tally
		lines = append(lines, fmt.Sprintf("game %d\t%s\t%s\t%d with a choice\t%.1f to choose from\t%s",
			o.Number, plural(t.Plies, "move"), plural(t.Turns, "turn"), t.Chosen, float64(t.Branch+t.Plies-t.Chosen)/float64(max(t.Plies, 1)), o.How))
		m.advance(1)
	})
	m.end()
	switch {
	case err != nil && ctx.Err() != nil && errors.Is(err, ctx.Err()):
		return err
	case err != nil:
		return sheet.Unwritable(f.trace, err)
	}
	if file != nil {
		if err := file.Keep(); err != nil {
			return err
		}
	}
	switch {
	case f.trace == "-":
		if sum.Interrupted {
			fmt.Fprintf(a.stderr, "interrupted: %d of %s recorded\n", sum.Games, plural(f.games, "game"))
		}
	case a.json:
		err = a.printJSON(sum)
	default:
		err = a.sayWhole(g, sum, lines, f, who)
	}
	if err == nil && sum.Interrupted {
		return errInterrupted
	}
	return err
}

// sayWhole prints what whole games came to.
func (a *app) sayWhole(g *rulesets.Game, sum *trace.Sum, lines []string, f *playFlags, who *players.Seated) error {
	t := tabwriter.NewWriter(a.stdout, 0, 0, 2, ' ', 0)
	for _, line := range lines {
		fmt.Fprintln(t, line)
	}
	if err := t.Flush(); err != nil {
		return err
	}
	var parts []string
	for _, name := range g.Program.Players {
		parts = append(parts, fmt.Sprintf("%s won %d", name, sum.Won[name]))
	}
	parts = append(parts, fmt.Sprintf("no winner in %d", sum.NoWinner))
	if sum.OverCap > 0 {
		parts = append(parts, fmt.Sprintf("%d given up after %d moves", sum.OverCap, f.cap))
	}
	if sum.Stuck > 0 {
		parts = append(parts, fmt.Sprintf("%d ended in a position that no rule provides for", sum.Stuck))
	}
	games, drawn := measure.AtRandom.Games(sum.Games), ""
	if !who.AllRandom() {
		games = plural(sum.Games, "game") + " between programs (" + sum.Player + ")"
		if sum.Drawn > 0 {
			drawn = fmt.Sprintf(", one of %d moves drawn all the same", int(1/sum.Drawn))
		}
	}
	_, err := fmt.Fprintf(a.stdout, "%s of %s, seed %d%s: %s\n", games, sum.Ruleset, sum.Seed, drawn, strings.Join(parts, ", "))
	if sum.Interrupted && err == nil {
		_, err = fmt.Fprintf(a.stdout, "interrupted: %d of %s played\n", sum.Games, plural(f.games, "game"))
	}
	return err
}

// replayRecord checks recorded games.
func (a *app) replayRecord(ctx context.Context, g *rulesets.Game, begin trace.Begin, in io.Reader, name string) error {
	r, err := trace.Check(ctx, g, begin, in, name)
	if err != nil {
		return err
	}
	if a.json {
		return a.printJSON(map[string]any{"ruleset": g.Name(), "games": r.Games, "moves": r.Moves, "wrong": 0})
	}
	_, err = fmt.Fprintf(a.stdout, "%s, %s: every line is as %s has it\n", plural(r.Games, "game"), plural(r.Moves, "move"), g.Name())
	return err
}

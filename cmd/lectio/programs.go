package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/lectio/lectio/evidence/diag"
	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/play"
	"github.com/lectio/lectio/verify/players"
	"github.com/lectio/lectio/verify/players/training"
	"github.com/lectio/lectio/verify/solve"
	"github.com/spf13/cobra"
)

// Programs that play are called alike in every command: by --player.

// programFlags are the flags of commands in which programs play.
type programFlags struct {
	player    []string
	noCache   bool
	positions int
}

// mostOfPerfect is how many positions a game may have for a perfect program, unless it is said; where nobody asked for one, fewer.
const (
	mostOfPerfect = 1_000_000
	mostUnasked   = 200_000
)

// cacheFlag registers whether what programs have learned is kept.
func (f *programFlags) cacheFlag(cmd *cobra.Command) {
	cmd.Flags().BoolVar(&f.noCache, "no-cache", false, "keep no programs that have learned a game, and use none that were kept")
}

// making registers how programs are made, perfect ones among them.
func (f *programFlags) making(cmd *cobra.Command, most int) {
	f.cacheFlag(cmd)
	cmd.Flags().IntVar(&f.positions, "positions", most, "nothing is solved beyond `N` positions, and there is no perfect program")
}

// maker makes programs of an interpretation, those of the names among them: where one is perfect it solves the game, from
// a position or, where that is nil, from the opening one.
func (a *app) maker(ctx context.Context, g *rulesets.Game, f *programFlags, from *engine.State, names ...players.Name) (*training.Maker, error) {
	m, err := f.learning(a.stderr, g, names)
	if err != nil {
		return nil, err
	}
	for _, n := range names {
		if n.Rung != players.Perfect {
			continue
		}
		if f.positions < 1 || f.positions > solve.MostPositions {
			return nil, wrong(fmt.Sprint(f.positions), fmt.Sprintf("1 to %d", solve.MostPositions), "--positions is out of range")
		}
		if m.Solved, err = a.settled(ctx, g, solve.Options{Positions: f.positions, From: from}); err != nil {
			return nil, atPlayer(unsolved(n, err))
		}
		break
	}
	return m, nil
}

// learning makes programs of an interpretation, perfect ones not among them: those that learned the default, where a name asks for one, that
// of the same scale.
func (f *programFlags) learning(notes io.Writer, g *rulesets.Game, names []players.Name) (*training.Maker, error) {
	m := training.NewMaker(g.Program, play.Of(g), f.kept(notes))
	if !slices.ContainsFunc(names, func(n players.Name) bool { return n.OfDefault }) {
		return m, nil
	}
	in, errs := g.Definition.Scaled(g.Scale, nil)
	if len(errs) > 0 {
		return nil, errs
	}
	if in.Name() != g.Name() {
		standard, errs := in.Compile()
		if len(errs) > 0 {
			return nil, errs
		}
		m.Default = training.NewMaker(standard.Program, play.Of(standard), m.Cache)
	}
	return m, nil
}

// unsolved says why there is no perfect program.
func unsolved(n players.Name, err error) error {
	var large *solve.TooLarge
	var refused *solve.Refused
	switch {
	case errors.As(err, &large):
		return wrong(n.String(), "a scaled-down version, RULESET{scale ID}, more --positions, or another program", "there is no perfect program where a game has %v", large)
	case errors.As(err, &refused):
		return wrong(n.String(), "another program", "there is no perfect program: %v", refused)
	}
	return err
}

// kept keeps programs that have learned a game; nil where none are to be kept.
func (f *programFlags) kept(notes io.Writer) *training.Cache {
	if f.noCache {
		return nil
	}
	return training.InUserCache(func(text string) { fmt.Fprintln(notes, oneLine(text)) })
}

// name is the program that --player names where all sides have one.
func (f *programFlags) name() (n players.Name, err error) {
	if len(f.player) != 1 || strings.Contains(f.player[0], "=") {
		return n, wrong(strings.Join(f.player, " "), "one of "+players.CanBeWritten, "--player names one program, for all sides")
	}
	n, err = players.ParseName(f.player[0])
	return n, atPlayer(err)
}

// atPlayer says of an error that it is one of --player.
func atPlayer(err error) error { return atFlag("--player", err) }

// atFlag says of an error that it is one of a flag.
func atFlag(flag string, err error) error {
	if err == nil {
		return nil
	}
	return diag.AsErrors(atEach(flag, err))[0]
}

// atEach says of errors that they are those of a flag.
func atEach(flag string, err error) error {
	errs := diag.AsErrors(err)
	for i := range errs {
		errs[i].Pos.File = flag
	}
	return errs
}

// seated makes the programs that --player names, for games that begin from a position, nil for the opening one.
func (a *app) seated(ctx context.Context, g *rulesets.Game, f *programFlags, from *engine.State) (*players.Seated, error) {
	names, err := players.Seats(g.Program, f.player)
	if err != nil {
		return nil, atEach("--player", err)
	}
	var some []players.Name
	for _, n := range names {
		if n != nil {
			some = append(some, *n)
		}
	}
	m, err := a.maker(ctx, g, f, from, some...)
	if err != nil {
		return nil, err
	}
	out := players.Seat(g.Program, names)
	for q, n := range names {
		if n == nil {
			continue
		}
		if out.Programs[q], err = m.Make(ctx, *n); err != nil {
			out.Close()
			return nil, refusedAt(*n, err)
		}
	}
	return out, nil
}

// refusedAt is the error of a program that cannot be had.
func refusedAt(n players.Name, err error) error {
	var refused training.Refused
	if errors.As(err, &refused) {
		return atPlayer(wrong(n.String(), "another program, or another seed: learned:2", "%v", err))
	}
	if errors.Is(err, training.ErrOthers) {
		return atPlayer(wrong(n.String(), "another program", "%v", err))
	}
	return err
}

// benchCap is where a random game is given up: plies of one game.
const benchCap = 20000

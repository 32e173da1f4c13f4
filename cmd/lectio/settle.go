package main

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"strings"
	"time"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/verify/measure"
	"github.com/lectio/lectio/verify/solve"
)

// ownMemory is what the program takes apart from positions and values, in bytes: the corpus, generated code, what is not yet collected.
const ownMemory = 100 << 20

// settled solves an interpretation.
func (a *app) settled(ctx context.Context, g *rulesets.Game, o solve.Options) (x *solve.Solved, err error) {
	if o.Memory > 0 {
		debug.SetMemoryLimit(o.Memory - ownMemory/2) // so that rubbish does not double what is taken
		o.Memory -= ownMemory
	}
	var graph *solve.Graph
	a.measured("finding positions", func(progress func(done, all int, what string)) {
		o.Progress = func(done, found int) { progress(done, found, "positions of "+g.Definition.ID) }
		o.Planned = func(p solve.Plan) {
			fmt.Fprintf(a.stderr, "%s take %s, and their values about %s\n", measure.Plural(p.Positions, "position"), solve.Bytes(p.Memory), p.Time.Round(time.Second))
		}
		graph, err = solve.Explore(ctx, g.Program, o)
	})
	if err != nil {
		return nil, err
	}
	a.measured("finding values", func(progress func(done, all int, what string)) {
		x, err = solve.Solve(ctx, graph, func(done, all int) { progress(done, all, "values of "+g.Definition.ID) })
	})
	return x, err
}

// cannotSolve gives what cannot be solved the form of an error of the command line.
func cannotSolve(err error, d *rulesets.Definition) error {
	var large *solve.TooLarge
	var refused *solve.Refused
	var much *solve.TooMuch
	switch {
	case errors.As(err, &much):
		return wrong("", "a scaled-down version (--scale), or more --memory", "%v, apart from %s of the program itself", much, solve.Bytes(ownMemory))
	case errors.As(err, &large):
		return wrong("", "a scaled-down version (--scale), or more --positions", "%v", large)
	case errors.As(err, &refused) && refused.Sides:
		return wrong("", "a game of two sides"+twoSided(d)+"; of more sides lectio verify searches for who can be stuck, whether play can go on for ever, and who can be shut out from winning", "%v", refused)
	case errors.As(err, &refused):
		return wrong("", "a game of two sides whose positions say what matters", "%v", refused)
	}
	return err
}

// twoSided names the scaled-down versions of a game that two sides play.
func twoSided(d *rulesets.Definition) string {
	var names []string
	for _, sc := range d.Scales {
		in, errs := d.Scaled(sc, nil)
		if len(errs) > 0 {
			continue
		}
		if g, errs := in.Compile(); len(errs) == 0 && solve.Refuses(g.Program) == nil {
			names = append(names, "--scale "+sc.ID)
		}
	}
	if len(names) == 0 {
		return ""
	}
	return ", as " + strings.Join(names, " or ") + " is"
}

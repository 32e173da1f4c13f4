package main

import (
	"fmt"

	"github.com/lectio/lectio/evidence/yamlpos"
	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/edition"
	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/naming"
	"github.com/spf13/cobra"
)

// positionFlags are the flags of commands that take a position.
type positionFlags struct {
	at      string
	goingOn bool
	throw   string
	thrown  func() bool // whether --throw is given; nil for a command that has none
}

// register adds --at, said of what, and --as-if-going-on.
func (f *positionFlags) register(cmd *cobra.Command, what string) {
	cmd.Flags().StringVar(&f.at, "at", "start", what+", as `STATE`")
	cmd.Flags().BoolVar(&f.goingOn, "as-if-going-on", false, "go on from a position in which the game is over by a rule")
}

// throwFlag adds --throw.
func (f *positionFlags) throwFlag(cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.throw, "throw", "", "the throw `T` that has been made; several are divided by commas")
	f.thrown = func() bool { return cmd.Flags().Changed("throw") }
}

// position reads --at, and makes the throw of --throw in it. That it cannot occur in the game is said, and what follows from it is
// shown all the same; that the game is over in it by a rule is said, and it is over then.
func (a *app) position(g *rulesets.Game, in *engine.Interpreter, f *positionFlags) (*engine.State, error) {
	root, errs := yamlpos.Parse("--at", []byte(f.at))
	if root == nil || len(errs) > 0 {
		return nil, errs
	}
	in.Untested = f.goingOn
	s, errs := g.ReadState(in, root)
	in.Untested = false
	if len(errs) > 0 {
		return nil, errs
	}
	if why := edition.NewPossible(g).Impossible(in, s); why != "" {
		fmt.Fprintf(a.stderr, "warning: the position cannot occur in the game: %s\n", oneLine(why))
	}
	if !f.goingOn && g.Ended(in, root, s) {
		text, _ := edition.Ending(g, s)
		fmt.Fprintf(a.stderr, "note: in this position the game is %s; --as-if-going-on goes on from it\n", oneLine(text))
	}
	if f.thrown != nil && f.thrown() && s.Status() != engine.Over {
		if errs := g.MakeThrows(in, s, f.throw); len(errs) > 0 {
			return nil, naming.Argument("--throw", f.throw).Place(errs)
		}
	}
	return s, nil
}

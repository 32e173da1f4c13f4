package main

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/lectio/lectio/evidence/cells"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// help prints what a command is for, how it is called and what its flags do, as wide as the
// screen has room for.
func (a *app) help(cmd *cobra.Command, _ []string) {
	p := a.page()
	p.prose(cmp.Or(cmd.Long, cmd.Short))
	fmt.Fprint(p, "\nUsage:\n")
	if cmd.Runnable() {
		fmt.Fprintf(p, "  %s\n", cmd.UseLine())
	}
	commands := slices.DeleteFunc(slices.Clone(cmd.Commands()), func(c *cobra.Command) bool {
		return !c.IsAvailableCommand() && c.Name() != "help"
	})
	if len(commands) > 0 {
		fmt.Fprintf(p, "  %s [command]\n", cmd.CommandPath())
	}
	if cmd.HasExample() {
		fmt.Fprintf(p, "\nExamples:\n%s\n", cmd.Example)
	}
	if len(commands) > 0 {
		fmt.Fprint(p, "\nCommands:\n")
		for _, c := range commands {
			p.paragraph("  "+cells.Pad(c.Name(), cmd.Commands()[0].NamePadding())+" ", c.Short)
		}
	}
	p.flags("Flags", cmd.LocalFlags())
	p.flags("Global flags", cmd.InheritedFlags())
	if len(commands) > 0 {
		fmt.Fprintf(p, "\n'%s COMMAND --help' says more about a command.\n", cmd.CommandPath())
	}
	fmt.Fprint(cmd.OutOrStdout(), p)
}

// flags writes a list of flags under its heading, if there are any.
func (p *page) flags(heading string, list *pflag.FlagSet) {
	if list.HasAvailableFlags() {
		fmt.Fprintf(p, "\n%s:\n%s", heading, list.FlagUsagesWrapped(p.width))
	}
}

package main

import (
	"io"

	"github.com/lectio/lectio/evidence/cells"
	"github.com/lectio/lectio/rulesets/dimension"
	"github.com/lectio/lectio/rulesets/naming"
	"github.com/spf13/cobra"
)

func rulesetDimensionsCommand(a *app) *cobra.Command {
	var f gameFlags
	cmd := &cobra.Command{
		Use:   "dimensions RULESET",
		Short: "show what a game of its kind must settle, and how it is settled",
		Long: `A dimension is something that every game of a family must settle. Each is stated
by clauses, decided by the reading of a question, assumed for a reason, or open:
then nothing settles it and nothing says so, which verify reports.`,
		Args: takes(1, 1, "RULESET"),
		RunE: func(_ *cobra.Command, args []string) error { return a.rulesetDimensions(args[0], &f) },
	}
	f.register(cmd)
	return cmd
}

func (a *app) rulesetDimensions(ruleset string, f *gameFlags) error {
	c, in, err := lookUp(a, ruleset, f, (*naming.Name).Interpretation, ruleset)
	if err != nil {
		return err
	}
	list := c.Settle(a.context(), in)
	if err := a.context().Err(); err != nil {
		return err
	}
	if a.json {
		return a.printList("dimensions", append([]dimension.Settlement{}, list...))
	}
	rows := [][]string{{"dimension", "asks", "answer", "standing", "by"}}
	for i := range list {
		s := &list[i]
		rows = append(rows, []string{s.Dimension.ID, s.Asks, s.Words, string(s.Standing), s.By(nil)})
	}
	// The cells hold sentences, which are to be read in a pipe too.
	_, err = io.WriteString(a.stdout, cells.Columns(rows, a.width()))
	return err
}

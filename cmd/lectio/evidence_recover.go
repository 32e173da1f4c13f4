package main

import (
	"errors"
	"fmt"

	"github.com/lectio/lectio/evidence/jsonlines"
	"github.com/lectio/lectio/evidence/store"
	"github.com/spf13/cobra"
)

func evidenceRecoverCommand(a *app) *cobra.Command {
	var keep bool
	cmd := &cobra.Command{
		Use:   "recover",
		Short: "undo a write to the corpus that was cut off",
		Long: `A write that was cut off, by a power failure say, leaves in the corpus what is
needed to undo it. Commands that read pass over it, and show the files as they were
before; the next command that writes undoes it. This one does so by itself, and
says what it did with each file.

What a write of yours left is known by a secret among what belongs to you. What
came with a corpus of somebody else's is never believed until this command is
asked: look at the files that it names before you rely on them.`,
		Example: `  lectio evidence recover --corpus my-games`,
		RunE: func(*cobra.Command, []string) error {
			return a.evidenceRecover(keep)
		},
	}
	cmd.Flags().BoolVar(&keep, "keep", false, "leave the files as they stand, and take away only what would undo the write")
	return cmd
}

func (a *app) evidenceRecover(keep bool) error {
	if a.inside() {
		return wrong("the bundled corpus", "--corpus DIR", "the corpus inside the program cannot be changed")
	}
	done, err := store.Open(a.corpus).Recover(keep)
	switch {
	case errors.Is(err, store.ErrBusy):
		return busy(a.corpus, err)
	case err != nil:
		p := wrong(a.corpus, "a folder that can be written to", "the write cannot be undone: %v", err)
		p.hint = "--keep leaves the files as they stand"
		return p
	}
	if a.json {
		if done == nil {
			done = []store.Recovered{}
		}
		return jsonlines.Write(a.stdout, map[string]any{"files": done})
	}
	for _, r := range done {
		fmt.Fprintf(a.stdout, "%s: %s\n", oneLine(r.Name), r.Done)
	}
	if len(done) == 0 {
		fmt.Fprintln(a.stdout, "no file had been changed by a write that was cut off")
	}
	return nil
}

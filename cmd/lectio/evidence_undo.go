package main

import (
	"errors"
	"fmt"
	"path"
	"strings"

	"github.com/lectio/lectio/evidence/diag"
	"github.com/lectio/lectio/evidence/store"
	"github.com/lectio/lectio/rulesets/revise"
	"github.com/spf13/cobra"
)

func evidenceUndoCommand(a *app) *cobra.Command {
	var dry bool
	cmd := &cobra.Command{
		Use:   "undo",
		Short: "take back the last change to the records",
		Long: `Takes back what set, clause, rename, edit, apply, import, new or source did last: the files
are as they were before, those that were added are gone. It is refused when one of them has
changed since, for that would go with it.

Undo is a change as well: a second one does again what the first took back. What is
needed is kept in the corpus, in .lectio/last.`,
		Example: "  lectio evidence undo --corpus my-games --dry-run\n  lectio evidence undo --corpus my-games",
		RunE:    func(*cobra.Command, []string) error { return a.evidenceUndo(dry) },
	}
	dryRun(cmd, &dry)
	return cmd
}

func (a *app) evidenceUndo(dry bool) error {
	if err := a.changeable(); err != nil {
		return err
	}
	last, err := store.Open(a.corpus).LastChange()
	switch {
	case errors.Is(err, store.ErrNoChange):
		return wrong(a.corpus, "a corpus that was changed by set, clause, rename, edit, apply, import, new or source", "%v", err)
	case err != nil && last != nil:
		var errs diag.Errors
		for line := range strings.SplitSeq(err.Error(), "\n") {
			errs.Add(diag.Pos{}, "", "", "%s, and '%s' cannot be taken back: nothing was written", path.Join(a.corpus, line), last.What)
		}
		return errs
	case err != nil:
		return wrong(a.corpus, "a change that was kept whole", "%v", err)
	}
	if _, err := a.checked(last.Back); err != nil {
		return err
	}
	x, said := revise.Change{What: "undo of " + last.What, Files: last.Back}, "takes back: "+last.What
	from, to, renamed := renameIn(last.What)
	if again, undone := strings.CutPrefix(last.What, "undo of "); undone {
		x.What, said = again, "does again: "+again
		to, from, renamed = renameIn(again)
	}
	if renamed {
		x.Beside = a.mappingsHere(to, from)
	}
	when := last.At.Local().Format("2006-01-02 15:04")
	return a.make(x, dry, fmt.Sprintf("%s (of %s)\n", said, when))
}

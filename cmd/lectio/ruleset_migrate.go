package main

import (
	"errors"
	"io/fs"
	"strings"

	"github.com/lectio/lectio/evidence/diag"
	"github.com/lectio/lectio/rulesets/lang"
	"github.com/lectio/lectio/rulesets/revise"
	"github.com/spf13/cobra"
)

func rulesetMigrateCommand(a *app) *cobra.Command {
	var dry bool
	cmd := &cobra.Command{
		Use:   "migrate DIR",
		Short: "write a corpus of one's own in the words that the rule language has now",
		Long: `Rewrites words of the rule language that were written otherwise once, in all files of
rulesets, parts, dimensions and measures of the corpus in DIR: in statements, those of
readings and scaled-down versions too, in conditions, and in the layouts of boards in
records. Nothing else of a file changes, not a comment and not a blank. All files are
written or none; of a corpus that has been migrated nothing changes.

These words are refused wherever they stand, and rewritten:

` + renamings() + `
The corpus must have no other errors, neither when it is read, for a word in what cannot
be read would stay, nor when its rulesets are compiled as it would be written. Else nothing
is written.`,
		Example: "  lectio ruleset migrate my-games --dry-run\n  lectio ruleset migrate my-games",
		Args:    takes(1, 1, "DIR"),
		RunE:    func(_ *cobra.Command, args []string) error { return a.rulesetMigrate(args[0], dry) },
	}
	dryRun(cmd, &dry)
	return cmd
}

// renamings are the words, one a line.
func renamings() string {
	var b strings.Builder
	for _, r := range lang.Renamed {
		b.WriteString("  " + r.String() + "\n")
	}
	return b.String()
}

func (a *app) rulesetMigrate(dir string, dry bool) error {
	if a.corpus != "" {
		return wrong("--corpus "+a.corpus, "DIR alone", "migrate rewrites the corpus that it is given")
	}
	if err := isFolder(dir); err != nil {
		return wrong(dir, "the folder of a corpus", "the corpus cannot be read: %v", err)
	}
	a.corpus = dir
	part := func(name string) bool {
		_, err := fs.Stat(a.corpusFiles(), name)
		return !errors.Is(err, fs.ErrNotExist)
	}
	if !part("rulesets") && !part("evidence") {
		return a.nothingRead("ruleset", "rulesets")
	}
	var x revise.Change
	var errs diag.Errors
	err := a.steadily(func() error {
		return a.reads(func() { x, errs = revise.Migrate(a.context(), a.corpusFiles(), dir) })
	})
	if err != nil {
		return err
	}
	if len(errs) > 0 {
		return errs
	}
	return a.make(x, dry, "")
}

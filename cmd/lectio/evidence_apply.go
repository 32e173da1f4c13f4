package main

import (
	"io"
	"slices"
	"strings"

	"github.com/lectio/lectio/evidence/diag"
	"github.com/lectio/lectio/evidence/store"
	"github.com/lectio/lectio/evidence/yamlpos"
	"github.com/lectio/lectio/rulesets/revise"
	"github.com/lectio/lectio/verify/site"
	"github.com/spf13/cobra"
)

func evidenceApplyCommand(a *app) *cobra.Command {
	var dry bool
	cmd := &cobra.Command{
		Use:   "apply PATCH",
		Short: "make the changes of a patch that somebody has sent",
		Long: `Makes the changes of a patch: what a page of an edition has made, or git diff, run in
the folder of the corpus. PATCH is its file; - is standard input. It may change, add,
rename and take away files of records, sources, rulesets and what belongs to them, and of
site/; comments and the way everything is written come as they were sent.

All changes are made or none. Each line that the patch changes, and those around it, must
stand where the patch says as it was when the patch was made: else it is said which do
not, and what stands there now. Then the corpus is checked as it would be: what would make
it invalid is refused.`,
		Example: `  lectio evidence apply mend.patch --corpus my-games --dry-run
  lectio evidence apply mend.patch --corpus my-games`,
		Args: takes(1, 1, "PATCH"),
		RunE: func(_ *cobra.Command, args []string) error {
			if err := a.changeable(); err != nil {
				return err
			}
			text, err := a.patchText(args[0])
			if err != nil {
				return err
			}
			name := args[0]
			if name == "-" {
				name = "standard input"
			}
			x, err := a.patched(name, text)
			if err != nil {
				return err
			}
			return a.make(x, dry, "")
		},
	}
	dryRun(cmd, &dry)
	return cmd
}

// patchText is a patch from a file or from standard input.
func (a *app) patchText(name string) ([]byte, error) {
	if name != "-" {
		return a.readFile(name, "a patch (- is standard input)", yamlpos.MaxFile)
	}
	a.waitsForSomebody()
	text, err := io.ReadAll(io.LimitReader(heeding{a.context(), a.stdin}, yamlpos.MaxFile+1))
	if err == nil && len(text) > yamlpos.MaxFile {
		err = yamlpos.TooLarge("standard input", int64(len(text)), yamlpos.MaxFile)
	}
	return text, err
}

// patched is the change that a patch makes, once the corpus has been checked as it would be.
func (a *app) patched(name string, text []byte) (x revise.Change, err error) {
	var errs diag.Errors
	err = a.steadily(func() error {
		return a.reads(func() { x, errs = revise.Apply(a.corpusFiles(), a.corpus, name, text) })
	})
	if err == nil {
		err = errs.Err()
	}
	if err != nil {
		return x, err
	}
	if _, err := a.checked(x.Files); err != nil {
		return x, err
	}
	return x, a.checkedSite(x.Files)
}

// checkedSite refuses a change with which the edition would have errors in its settings or pages.
func (a *app) checkedSite(files []store.FileWrite) error {
	if !slices.ContainsFunc(files, func(f store.FileWrite) bool { return strings.HasPrefix(f.Name, "site/") }) {
		return nil
	}
	_, errs := site.ReadSettings(store.Overlay(a.corpusFiles(), files), a.inCorpus)
	for i := range errs {
		errs[i].Message += revise.AsWritten
	}
	return errs.Err()
}

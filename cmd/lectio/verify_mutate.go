package main

import (
	"strings"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/dimension"
	"github.com/lectio/lectio/verify"
	"github.com/lectio/lectio/verify/checks"
	"github.com/lectio/lectio/verify/mutation"
	"github.com/lectio/lectio/verify/report"
	"github.com/spf13/cobra"
)

// mutate asks what examples and checks would notice, in place of verifying.
func (a *app) mutate(cmd *cobra.Command, f *verifyFlags, o verify.Options, corpus *dimension.Corpus, defs []*rulesets.Definition) error {
	var m *mutation.Result
	a.measured("changing", func(progress func(done, all int, what string)) {
		o.Progress = progress
		m = mutation.Run(cmd.Context(), checks.All(), corpus, defs, o)
	})
	if len(f.files) > 0 {
		r := report.Mutations(m, a.made())
		r.Full = f.full
		if err := f.write(a, r).Err(); err != nil {
			return err
		}
	}
	var err error
	if a.json {
		err = a.printJSON(m)
	} else {
		report.WriteMutations(f.text(a), m, strings.Join(f.named(), ", "), a.width())
	}
	switch {
	case err != nil:
		return err
	case m.Interrupted:
		return errInterrupted
	case len(m.Survivors()) > 0 && (f.failOn == "note" || f.failOn == "warning"):
		return errFindings
	}
	return nil
}

package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/lectio/lectio/rulesets/dimension"

	"github.com/lectio/lectio/verify/checks"
	"github.com/lectio/lectio/verify/mutation"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/verify"
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
		printMutations(f.text(a), m, strings.Join(f.named(), ", "), a.width())
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

// printMutations prints what survives, statement by statement, and the shares behind it.
func printMutations(w io.Writer, m *mutation.Result, out string, width int) {
	var last *rulesets.Statement
	for _, x := range m.Survivors() {
		if s := x.Mutant.Statement; s != last {
			last = s
			fmt.Fprintf(w, "%s: %s", s.Pos, s.ID)
			if x.Reading != nil {
				fmt.Fprintf(w, " of %s=%s", x.Question.Name(), x.Reading.ID)
			}
			fmt.Fprintln(w, ": nothing notices when")
		}
		fmt.Fprintf(w, "  %s (%s)\n", x.Mutant.What, report.MutationSeen(x))
		switch {
		case x.Changed != "":
			fmt.Fprintf(w, "    the rule says: %s\n    changed it would say: %s\n", x.Sentence, x.Changed)
		case x.Sentence != "":
			fmt.Fprintf(w, "    without: %s\n", x.Sentence)
		}
		if e := x.Example(); e != "" {
			fmt.Fprintln(w, "    "+strings.ReplaceAll(strings.TrimSuffix(e, "\n"), "\n", "\n    "))
		}
	}
	if last != nil {
		fmt.Fprintln(w)
	}
	fmt.Fprint(w, report.MutationRates(m).Screen(width))
	if out != "" {
		fmt.Fprintln(w, "report in", out)
	}
	if m.Interrupted {
		fmt.Fprintf(w, "interrupted: %d of %d mutants done\n", m.Done, m.Tasks)
	}
}

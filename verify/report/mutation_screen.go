package report

import (
	"fmt"
	"io"
	"strings"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/verify/mutation"
)

// WriteMutations writes what survives, statement by statement, and the shares behind it.
func WriteMutations(w io.Writer, m *mutation.Result, out string, width int) {
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
		fmt.Fprintf(w, "  %s (%s)\n", x.Mutant.What, MutationSeen(x))
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
	fmt.Fprint(w, MutationRates(m).Screen(width))
	if out != "" {
		fmt.Fprintln(w, "report in", out)
	}
	if m.Interrupted {
		fmt.Fprintf(w, "interrupted: %d of %d mutants done\n", m.Done, m.Tasks)
	}
}

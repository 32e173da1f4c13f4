package report

import (
	"fmt"
	"io"
	"strings"

	"github.com/lectio/lectio/verify"
)

// TooFew counts by check the verdicts that a run does not give of a ruleset, because
// it looked at too little.
func TooFew(res *verify.Result, ruleset string) []string {
	var out []string
	for _, c := range res.Checks {
		n := 0
		for _, x := range res.Withheld {
			if x.Check == c.ID && x.Ruleset == ruleset && x.Why == "" {
				n++
			}
		}
		if n > 0 {
			out = append(out, fmt.Sprintf("%s (%d)", c.ID, n))
		}
	}
	return out
}

// WriteNotDone writes what a run that was stopped has not done.
func WriteNotDone(w io.Writer, res *verify.Result) {
	if len(res.NotDone) == 0 {
		fmt.Fprintf(w, "interrupted: this run was done, with --games %d --positions %d; a larger one was not\n",
			res.Options.Games, res.Options.Positions)
		return
	}
	if res.OutOfTime {
		fmt.Fprintf(w, "out of time: %d of %d tasks done; even the least run (--effort quick) needs more than --time gave it\n", res.Run.Done, res.Run.Tasks)
	} else {
		fmt.Fprintf(w, "interrupted: %d of %d tasks done\n", res.Run.Done, res.Run.Tasks)
	}
	for _, t := range res.Targets {
		var none, some, idle []string
		for _, u := range res.NotDone {
			switch {
			case u.Ruleset != t.Definition.ID:
			case u.NotBegun == u.Tasks:
				none = append(none, u.Check)
			case u.NotBegun+u.CutShort == 0:
				idle = append(idle, u.Check)
			default:
				some = append(some, fmt.Sprintf("%s (%d of %d)", u.Check, u.NotBegun+u.CutShort, u.Tasks))
			}
		}
		if len(none) > 0 && len(some) == 0 && len(res.Options.Only) == 0 && none[0] == res.Checks[0].ID {
			fmt.Fprintf(w, "%s: not known: nothing was begun\n", t.Definition.ID)
			continue
		}
		for _, x := range []struct {
			what string
			list []string
		}{{"not begun", none}, {"not done or cut short", some}, {"what they draw on was not done", idle}} {
			if len(x.list) > 0 {
				fmt.Fprintf(w, "%s: not known: %s: %s\n", t.Definition.ID, x.what, strings.Join(x.list, ", "))
			}
		}
	}
}

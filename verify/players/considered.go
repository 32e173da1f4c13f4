package players

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"text/tabwriter"
)

// mostParts are named of what makes a move better than the next; the others are added up.
const mostParts = 6

// Write writes what the program would do, and why, for a screen.
func (c *Considered) Write(b io.Writer) {
	switch {
	case c.Move == "":
		fmt.Fprintf(b, "\n%s has nothing to choose here\n", c.Player)
		return
	case len(c.Moves) == 1:
		fmt.Fprintf(b, "\n%s plays %s, the only move\n", c.Player, c.Move)
		return
	case c.Moves[0].Value != nil:
		fmt.Fprintf(b, "\n%s plays %s\n\n", c.Player, c.Move)
		t := tabwriter.NewWriter(b, 0, 0, 2, ' ', 0)
		fmt.Fprintln(t, "move\tworth under best play, proved, %")
		for _, m := range slices.SortedStableFunc(slices.Values(c.Moves), func(x, y Reckoned) int { return y.Value.Low.Cmp(x.Value.Low) }) {
			fmt.Fprintf(t, "%s\t%s\n", m.Move, m.Value.Percent())
		}
		t.Flush()
		return
	case c.Moves[0].Chance == nil:
		fmt.Fprintf(b, "\n%s draws one of %d moves, each as likely as any other\n", c.Player, len(c.Moves))
		return
	}
	fmt.Fprintf(b, "\n%s plays %s\n\n", c.Player, c.Move)
	t := tabwriter.NewWriter(b, 0, 0, 2, ' ', 0)
	head := "move\tprevails, as it reckons"
	if c.Moves[0].Lines != nil {
		head += "\tlines followed"
	}
	fmt.Fprintln(t, head)
	sorted := slices.SortedStableFunc(slices.Values(c.Moves), func(x, y Reckoned) int {
		if x.Lines != nil {
			return cmp.Or(cmp.Compare(*y.Lines, *x.Lines), cmp.Compare(*y.Chance, *x.Chance))
		}
		return cmp.Compare(*y.Chance, *x.Chance)
	})
	for _, m := range sorted {
		fmt.Fprintf(t, "%s\t%.0f%%", m.Move, 100**m.Chance)
		if m.Lines != nil {
			fmt.Fprintf(t, "\t%d", *m.Lines)
		}
		fmt.Fprintln(t)
	}
	t.Flush()
	if len(c.Parts) > 0 {
		fmt.Fprintf(b, "\nwhat tells %s from %s, the next:\n\n", c.Move, c.Next)
		fmt.Fprintf(t, "there is then\tafter %s\tafter %s\tspeaks for it\n", c.Move, c.Next)
		rest := 0.0
		for i, x := range c.Parts {
			if i >= mostParts {
				rest += x.Share
				continue
			}
			fmt.Fprintf(t, "%s\t%d\t%d\t%+.0f%%\n", x.What, x.Chosen, x.Next, 100*x.Share)
		}
		if n := len(c.Parts) - mostParts; n > 0 {
			fmt.Fprintf(t, "%d more\t\t\t%+.0f%%\n", n, 100*rest)
		}
		t.Flush()
		fmt.Fprintf(b, "\nSpeaks for it: the share in all that is weighed and differs; what is negative speaks for %s.\n", c.Next)
	}
}

package exact

import (
	"fmt"
	"io"
	"text/tabwriter"

	"github.com/lectio/lectio/evidence/cells"
	"github.com/lectio/lectio/verify/solve"
)

// WriteGames writes what comes of games between programs, for a screen, in prose of so many cells.
func (v *Value) WriteGames(b io.Writer, width int) {
	if len(v.Order) == 0 {
		return
	}
	fmt.Fprintf(b, "\nGames between programs, in percent, proved; %s begins with the one named first:\n\n", v.Begins)
	t := tabwriter.NewWriter(b, 0, 0, 2, ' ', 0)
	head := "\t" + v.Begins + " wins\t" + v.Other + " wins\tnobody wins\tno end\tturns"
	scored := v.Strategies[v.Order[0]].Score != nil
	if scored {
		head += "\tpoints of " + v.Begins + "\tof " + v.Other
	}
	fmt.Fprintln(t, head)
	some := func(b *solve.Bounds) string {
		if b == nil {
			return "-"
		}
		return b.String()
	}
	for _, name := range v.Order {
		g := v.Strategies[name]
		fmt.Fprintf(t, "%s\t%s\t%s\t%s\t%s\t%s", name, g.Win.Percent(), g.Lose.Percent(), g.Draw.Percent(), g.Endless.Percent(), some(g.Turns))
		if scored {
			fmt.Fprintf(t, "\t%s\t%s", some(g.Score), some(g.Other))
		}
		fmt.Fprintln(t)
	}
	t.Flush() // b keeps what is written
	fmt.Fprintln(b)
	cells.Paragraph(b, width, "", "A perfect program makes moves that are proved to be best. Of these it takes such as bring what it is promised the sooner, "+
		"or put off what is lost, and any of those that are left. Turns and points are means of the games that end.", 0)
}

package strategies

import (
	"fmt"
	"io"
	"math/big"
	"slices"
	"text/tabwriter"
)

// Write writes what moves or throws are worth, the best move first, for a screen.
func (v *Values) Write(b io.Writer) {
	fmt.Fprintf(b, "\nto %s the position is worth %s %% of a game under best play of both, proved\n\n", v.Player, v.Value.Percent())
	t := tabwriter.NewWriter(b, 0, 0, 2, ' ', 0)
	if len(v.Moves) > 0 {
		fmt.Fprintln(t, "move\tworth, %\tcosts, %")
	} else {
		fmt.Fprintln(t, "throw\tworth, %")
	}
	for _, m := range v.Throws {
		fmt.Fprintf(t, "%s\t%s\n", m.Throw, m.Value.Percent())
	}
	for _, m := range slices.SortedStableFunc(slices.Values(v.Moves), func(x, y Value) int { return y.Value.Low.Cmp(x.Value.Low) }) {
		costs := m.Costs.Percent()
		if m.Costs.Low.Sign() == 0 && m.Costs.High.Cmp(big.NewRat(1, 1_000_000)) < 0 {
			costs = "-"
		}
		fmt.Fprintf(t, "%s\t%s\t%s\n", m.Move, m.Value.Percent(), costs)
	}
	t.Flush() // b keeps what is written
}

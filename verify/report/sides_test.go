package report_test

import (
	"strings"
	"testing"

	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/testdata/bundled"
	"github.com/lectio/lectio/verify/report"
)

// Whose a side of a board is, the rules say that ask for sides to be joined; a game that asks
// for none has no sides.
func TestSidesAreOfTheRules(t *testing.T) {
	for id, want := range map[string]string{"hex": "red a1-k1, red a11-k11, blue a1-a11, blue k1-k11", "nine-mens-morris": "", "gomoku": ""} {
		g, errs := bundled.Gallery(t).Find(id).Game(nil)
		if len(errs) > 0 {
			t.Fatal(errs)
		}
		s := g.Program.NewState()
		engine.NewInterpreter(g.Program).Start(s)
		pic := report.Board(g, s, 0)
		var got []string
		for _, x := range pic.Sides {
			name := func(i int) string { return pic.Board.Cells[x.Cells[i]].Name }
			got = append(got, pic.Players[x.Player]+" "+name(0)+"-"+name(len(x.Cells)-1))
		}
		if s := strings.Join(got, ", "); s != want {
			t.Errorf("%s: %q, want %q", id, s, want)
		}
	}
}

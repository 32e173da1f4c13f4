package rulesets_test

import (
	"os"
	"strconv"
	"testing"

	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/engine/history"
	"github.com/lectio/lectio/rulesets/engine/random"
	"github.com/lectio/lectio/rulesets/play"
)

// Every game of every default interpretation ends within 20,000 plies. Set
// LECTIO_GAMES=10000 for more than a hundred games each; -v prints the longest
// and the mean.
func TestDefaultGamesEnd(t *testing.T) {
	n := 100
	if s := os.Getenv("LECTIO_GAMES"); s != "" {
		k, err := strconv.Atoi(s)
		if err != nil {
			t.Fatalf("LECTIO_GAMES=%s: %v", s, err)
		}
		n = k
	}
	for _, d := range bundled(t).Definitions {
		t.Run(d.ID, func(t *testing.T) {
			t.Parallel()
			g, errs := d.Game(nil)
			if len(errs) > 0 {
				t.Fatal(errs)
			}
			in := engine.NewInterpreter(g.Program)
			in.History = history.New()
			s := g.Program.NewState()
			r := random.New(0, 0)
			var buf []engine.Move
			var tally engine.Tally
			longest, sum := 0, 0
			for game := range uint64(n) {
				r.Reset(1, game)
				in.Start(s)
				tally, buf = play.Random(in, s, r, 20000, buf)
				if tally.OverCap {
					t.Fatalf("game %d does not end within 20,000 plies", game)
				}
				if end, _ := s.End(); end < 0 {
					t.Fatalf("game %d: a position no rule provides for", game)
				}
				longest, sum = max(longest, tally.Plies), sum+tally.Plies
			}
			t.Logf("%d games: longest %d plies, mean %.1f", n, longest, float64(sum)/float64(n))
		})
	}
}

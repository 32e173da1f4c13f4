package rulesets_test

import (
	"fmt"
	"testing"

	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/engine/random"
	"github.com/lectio/lectio/rulesets/play"
)

// The distance of a condition is 0 exactly where it holds, for either player,
// in every position of games that bring much of either.
func TestDistance(t *testing.T) {
	for _, c := range []string{
		"hand = 2",
		"hand + their.hand < 3",
		"not (board >= 3 or hand > 2)",
		"count(mills(own)) > 0 and their.board > 2",
		"own in [a1, b2, c3]",
		"[a1, b2] in own",
		"[a1, b2] in (own = 1)",
		"some(enemy(b2) = 1)",
		"every(enemy(b2) = 0)",
		"not own in corners_a and hand != 1",
		"(own or empty) = anywhere",
		"b2 in empty or c3 in (enemy >= 1)",
		"if hand > 2 then own(a1) = 1 else own(a1) = 0",
		"not (if hand > 2 then own(a1) = 1 else own(a1) = 0)",
	} {
		t.Run(c, func(t *testing.T) {
			g, in := game(t, merelsOfThree+fmt.Sprintf("id: corners_a, define: \"[a1, a3, c1, c3]\"\nid: probe, always: %q\n", c), nil)
			last := &g.Program.Invariants[len(g.Program.Invariants)-1]
			g.Program.Invariants[0], g.Program.Invariants = *last, g.Program.Invariants[:1]
			s := g.Program.NewState()
			var buf []engine.Move
			holds, fails := 0, 0
			for n := range uint64(60) {
				r := random.New(7, n)
				for in.Start(s); ; in.Play(s, buf[r.Below(len(buf))]) {
					near, far := 0, 0
					for q := range g.Program.Players {
						if d := play.Distance(in, s, q, last.When); d == 0 {
							near++
						} else if d > 0 {
							far++
						} else {
							t.Fatalf("a distance of %d", d)
						}
					}
					i, q := in.Broken(s)
					if (i < 0) != (far == 0) || i >= 0 && play.Distance(in, s, q, last.When) == 0 {
						t.Fatalf("broken for %d: %d; distances of none %d, of more %d", q, i, near, far)
					}
					holds, fails = holds+near, fails+far
					if buf = in.Moves(s, buf[:0]); len(buf) == 0 {
						break
					}
				}
			}
			if holds == 0 || fails == 0 {
				t.Errorf("it held %d times and failed %d times: the test shows nothing", holds, fails)
			}
		})
	}
}

package explore_test

import (
	"context"
	"testing"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/testdata/bundled"
	"github.com/lectio/lectio/testdata/long"
	"github.com/lectio/lectio/verify/explore"
)

// caughtWithin works backwards from the ends which moves of player 0 lead to, whatever
// player 1 does: it gives the fewest moves from the opening in which player 0 can be sure
// to have won, or -1.
func caughtWithin(r *explore.Graph) int {
	n := r.Positions()
	player, left, before := make([]int8, n), make([]int32, n), make([][]int32, n)
	won := make([]bool, n)
	var layer, next []int32
	for i := range n {
		s := r.State(i)
		if s.Status() == engine.Over {
			if s.Winner() == 0 {
				won[i], layer = true, append(layer, int32(i))
			}
			continue
		}
		player[i], left[i] = int8(s.Player()), int32(len(r.Successors(i)))
		for _, k := range r.Successors(i) {
			before[k] = append(before[k], int32(i))
		}
	}
	for moves := 0; len(layer) > 0; moves++ {
		if won[0] {
			return moves
		}
		next = next[:0]
		for _, k := range layer {
			for _, i := range before[k] {
				if left[i]--; !won[i] && (player[i] == 0 || left[i] == 0) {
					won[i], next = true, append(next, i)
				}
			}
		}
		layer, next = next, layer
	}
	return -1
}

// The dogs that hunt hares on the readings of a stone's lines have exact values, which a
// program worked out that shares nothing with this one: how many positions four dogs and
// two hares have when the dogs begin, and within how many moves they are caught; that
// they are by two dogs or three who hunt one, too, and that three never catch two.
func TestExactValues(t *testing.T) {
	d := bundled.Gallery(t).Find("coriovallum")
	for at, board := range []struct {
		lines            string
		positions, moves int
	}{
		{"meeting-neither", 12_947, 13},
		{"meeting-above", 81_987, 13},
		{"meeting-both", 338_539, 15},
		{"apart-neither", 136_924, 21},
		{"apart-above", 510_093, 21},
		{"apart-both", 1_501_591, 21},
	} {
		for _, sides := range []string{"four-two", "three-two", "three-one", "two-one"} {
			for _, first := range []string{"dogs", "hares"} {
				counted := sides == "four-two" && first == "dogs"
				if short := at == 0 || at == 1 && counted; !short && !long.Form() {
					continue
				}
				choice := rulesets.Choice{"never_caught": "never", "lines": board.lines, "how_many": sides, "who_begins": first}
				g, errs := d.Game(choice)
				if len(errs) > 0 {
					t.Fatal(errs)
				}
				r := explore.Search(context.Background(), g, 2_000_000)
				if !r.Complete {
					t.Fatalf("%v: not all positions were looked at", choice)
				}
				moves := caughtWithin(r)
				if caught := moves > 0; caught != (sides != "three-two") {
					t.Errorf("%v: the dogs are sure to catch the hares: %v", choice, caught)
				}
				if counted && (r.Positions() != board.positions || moves != board.moves) {
					t.Errorf("%v: %d positions and caught within %d moves, not %d and %d", choice, r.Positions(), moves, board.positions, board.moves)
				}
			}
		}
	}
}

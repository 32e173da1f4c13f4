package site

import (
	"strconv"
	"testing"
)

// Of a long line the last positions are drawn, and what was done before is told: together they are all moves.
func TestMovesNotDrawn(t *testing.T) {
	for moves, want := range map[int]string{2: "", 3: "", 5: "1. 2.", 40: "The start and the first 37 moves are not drawn."} {
		line := []step{{words: "The start."}}
		for k := range moves {
			line = append(line, step{words: strconv.Itoa(k+1) + "."})
		}
		words, drawn := shown(line)
		if last := drawn[len(drawn)-1].words; len(drawn) != 3 || words != want || last != strconv.Itoa(moves)+"." {
			t.Errorf("of %d moves %d positions are drawn, the last after %s; before: %q", moves, len(drawn), last, words)
		}
	}
}

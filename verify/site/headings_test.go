package site

import (
	"strconv"
	"testing"
)

// Of a long line the last positions are drawn. The first position is the start and no move, so
// that the moves drawn and those that are not make up the line.
func TestMovesNotDrawn(t *testing.T) {
	for moves, want := range map[int]string{7: "", 8: "The start is not drawn.", 9: "The start and the first move are not drawn.", 14: "The start and the first 6 moves are not drawn."} {
		line := []step{{words: "0"}}
		for k := range moves {
			line = append(line, step{words: strconv.Itoa(k + 1)})
		}
		drawn, skipped := lastOf(line)
		if first := strconv.Itoa(max(0, moves-7)); len(drawn) != 8 || skipped != want || drawn[0].words != first {
			t.Errorf("of %d moves %d positions are drawn, from %s on: %q", moves, len(drawn), drawn[0].words, skipped)
		}
	}
}

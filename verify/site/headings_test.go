package site

import (
	"strconv"
	"strings"
	"testing"
	"unicode/utf16"
)

// A row of the search is written by what it shares with the row before; read again as the page
// reads it, it is what it was. Letters of two units, as the page counts them, are not cut.
func TestRowsComeBack(t *testing.T) {
	before := ""
	for _, text := range []string{"", "barjis/index.html#clause-1", "barjis/index.html#clause-12", "Kiôz", "Kiôz 🎲", "Kiôz 🎴, more", strings.Repeat("long ", 400), strings.Repeat("long ", 401), "x"} {
		row := after(before, text)
		same, err := strconv.ParseInt(row[:2], 36, 64)
		if err != nil {
			t.Fatal(err)
		}
		if got := string(utf16.Decode(utf16.Encode([]rune(before))[:same])) + row[2:]; got != text {
			t.Errorf("%q comes back as %q", text, got)
		}
		before = text
	}
	if row := after("barjis/index.html#clause-1", "barjis/index.html#clause-2"); row != "0p2" {
		t.Errorf("the row is %q", row)
	}
}

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

package edition_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/lectio/lectio/rulesets/edition"
)

// Words of the field are explained, and looked for, in the words of the game: who plays with
// stones is told nothing of men.
func TestGlossaryInTheWordsOfTheGame(t *testing.T) {
	for _, x := range []struct{ men, text, want string }{
		{"called: stone", "the player places a stone in hand; he may enter a stone", "Stones “in hand” have still to come on to the board. To enter a stone is to bring it on to the board."},
		{"called: stone", "he may enter a man", ""},
		{"note: none", "the player places a man in hand; he may enter a man", "Men “in hand” have still to come on to the board. To enter a man is to bring it on to the board."},
	} {
		g, _ := gameOf(t, strings.Replace(`
			id: two, players: [a, b]
			id: board, grid: {rows: 1, columns: 3}
			id: men, men: 1, CALLED
			id: opening, set_up: {hand: 1}
			id: turn, stage: yes
			id: one_man, agenda: {play: [enter]}
			id: enters, allow: enter, from: hand, to: empty`, "CALLED", x.men, 1), nil)
		var got []string
		for _, w := range edition.Glossary(g).Explain(x.text) {
			got = append(got, w.Means)
		}
		if strings.Join(got, " ") != x.want {
			t.Errorf("%s: %q is explained by %q, want %q", x.men, x.text, got, x.want)
		}
	}
}

// TestPronounsAreSoughtOutsideQuotations looks for the first pronoun in every order of words
// that are pronouns, quotations of them, and neither.
func TestPronounsAreSoughtOutsideQuotations(t *testing.T) {
	words := []string{"", "the", "he", "his own", "his", "“he moves”", "\x01his own\x02", "“"}
	for _, a := range words {
		for _, b := range words {
			for _, c := range words {
				for _, between := range []string{" ", ""} {
					s := a + between + b + between + c
					if got, want := edition.FirstPronoun(s), edition.FirstUnmasked(s); !slices.Equal(got, want) {
						t.Errorf("in %q the first pronoun is at %v, want %v", s, got, want)
					}
				}
			}
		}
	}
}

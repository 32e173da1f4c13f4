package edition_test

import (
	"strings"
	"testing"
)

// heap is a game in which men of nobody are taken from places.
const heap = `
id: players, players: [black, white], seen: same
id: board, grid: {rows: 2, columns: 2}
id: set_up, set_up: {a1: 1}
id: turn, stage: {}
id: end, end: nobody can move, at: no_move, winner: them
`

// Men of nobody are spoken of as nobody's, and not as those of an opponent.
func TestMenOfNobodyAreSaid(t *testing.T) {
	const men, one, takes = "id: men, men: {nobody: 1}\n", "id: one, agenda: {play: [remove]}\n", "id: takes, allow: remove, of: nobody\n"
	for _, c := range []struct{ about, statements, want string }{
		{"how many there are", heap + one + takes + "id: x, men: {nobody: 1}", "There is one man that belongs to nobody."},
		{"where one stands", strings.Replace(heap, "id: set_up, set_up: {a1: 1}\n", "", 1) + men + one + takes + "id: x, set_up: {a1: 1}", "At the beginning there is one man on square a1."},
		{"where some stand", strings.Replace(heap, "id: set_up, set_up: {a1: 1}\n", "", 1) + "id: men, men: {nobody: 3}\n" + one + takes + "id: x, set_up: {a1: 2, b1: 1}", "At the beginning there are two men on square a1 and one man on square b1."},
		{"who is removed", heap + men + one + "id: x, allow: remove, of: nobody, from: a1",
			"The player may remove a man of nobody's from square a1, which is from then on among those of his that are taken for good."},
		{"what a turn consists of", heap + men + takes + "id: x, agenda: {play: [remove]}", "A turn consists of the removal of a man."},
		{"what follows", heap + men + one + takes + "id: x, on: remove, do: {next: me}", "When a man has been removed, the player has the next turn as well."},
	} {
		if got := sentenceOf(t, c.statements); got != c.want {
			t.Errorf("%s: %q, expected %q", c.about, got, c.want)
		}
	}
}

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

// sowing is a game in which men of nobody are sown and taken.
const sowing = `
id: players, players: [south, north], seen: rotated
id: board, holes: {rows: 2, columns: 3, stores: yes}
id: way, track: {run: [r1c1..r1c3, store_right, r2c3..r2c1], ring: yes, places: cells}
id: seeds, men: {nobody: 12}, called: seed
id: turn, stage: {}
id: one, agenda: {play: [sow]}
id: end, end: nobody can sow, at: no_move, winner: them
id: opposite, define: "shift(to, forward)", called: the hole opposite
`

// What is sown lies in holes and falls into them, where the last one falls something follows, and
// what is taken has not been borne off.
func TestSowingIsSaid(t *testing.T) {
	const set, sow = "id: set_up, set_up: {row_1: 2, row_2: 2}\n", "id: sow, allow: sow, from: row_1\n"
	for _, c := range []struct{ about, statements, want string }{
		{"where seeds lie", sowing + sow + "id: x, set_up: {row_1: 2, row_2: 2}", "At the beginning there are two seeds in each hole of row 1 and each hole of row 2."},
		{"which way is sown", strings.Replace(sowing, "id: way", "id: x", 1) + set + sow,
			"Each player sows along the holes r1c1 to r1c3, then the right store, then r2c3 to r2c1, as he sees the board; after the last comes the first again, without end; the holes keep the names they have on the board."},
		{"what is passed over", sowing + set + "id: x, allow: sow, from: row_1, skips: from",
			"The player may take up all seeds from any hole of his row 1 and lay them one by one in the holes that follow on his way, passing over the hole from which the seeds come."},
		{"what stays", sowing + set + "id: x, allow: sow, from: row_1, leaves: 1",
			"The player may take up all seeds from any hole of his row 1, leave as many there as this number says: one; and lay the others one by one in the holes that follow on his way."},
		{"what must be sown into", sowing + set + sow + "id: x, forbid: sow, when: count(passed and row_2) = 0", "The player may not sow seeds unless at least one hole of his row 2 gets a seed."},
		{"what the last one falls into", sowing + set + sow + "id: x, on: sow, when: to = store_right, do: {next: me}",
			"When seeds have been sown and the last seed falls into the player's right store, the player has the next turn as well."},
		{"what it does not fall into", sowing + set + sow + "id: x, on: sow, when: to not in row_1, do: {next: me}",
			"When seeds have been sown and the last seed does not fall into a hole of the player's row 1, the player has the next turn as well."},
		{"what is said of that hole besides", sowing + set + sow + "id: x, on: sow, when: to in row_1 - column_1, do: {next: me}",
			"When seeds have been sown, and the hole where the last seed falls is a hole of the player's row 1 and is not a hole of his column 1, the player has the next turn as well."},
		{"what is sown on", sowing + set + sow + "id: x, on: sow, when: nobody(to) > 1, do: {sow: to}",
			"When seeds have been sown and more than one seed lies in the hole where the last seed falls, all seeds in the hole where the last seed falls are taken up and laid one by one in the holes that follow the same way; the last of these is the last seed from then on, and what answers a sowing answers this one as well."},
		{"what stays there", sowing + set + sow + "id: x, on: sow, when: nobody(to) > 1, do: {sow: to, leaves: 1}",
			"When seeds have been sown and more than one seed lies in the hole where the last seed falls, all seeds in the hole where the last seed falls are taken up, but as many as this number says: one; and laid one by one in the holes that follow the same way; the last of these is the last seed from then on, and what answers a sowing answers this one as well."},
		{"what is said of a hole that is given", sowing + set + sow + "id: full, of: hole, define: nobody(hole) > 3, called: \"{hole} is full\"\n" + "id: x, forbid: sow, when: full(from)",
			"The player may not sow seeds if the hole from which the seeds come is full."},
		{"how many lie there", sowing + set + sow + "id: x, of: hole, define: nobody(hole), called: \"the number in {hole}\"\n" + "id: asks, forbid: sow, when: x(from) > 3",
			"“The number in a hole” means the number of seeds in that hole."},
		{"what is taken", sowing + set + sow + "id: x, on: sow, do: {send: nobody(to or opposite), to: off}",
			"When seeds have been sown, all seeds in the hole where the last seed falls and the hole opposite are taken and set aside for the player."},
		{"what the other takes", sowing + set + sow + "id: x, on: sow, do: {send: nobody(row_2), to: off, of: them}",
			"When seeds have been sown, all seeds in any hole of the player's row 2 are taken and set aside for the opponent."},
		{"what lies in a hole of his own name", sowing + set + sow + "id: tuz, variable: {kind: place, per: game}, called: his tuz\n" + "id: x, on: sow, do: {send: nobody(tuz), to: store_right}",
			"When seeds have been sown, all seeds in the player's tuz are put into his right store."},
		{"what no rule asks", sowing + set + sow + "id: x, define: count(passed and row_2) = 0, called: the other gets nothing",
			"“The other gets nothing” means that no hole of the player's row 2 gets a seed."},
		{"what is put into a store", sowing + set + sow + "id: x, on: sow, do: {send: nobody(row_1), to: store_right}", "When seeds have been sown, all seeds in any hole of the player's row 1 are put into his right store."},
		{"who has enough", sowing + set + sow + "id: x, end: he has enough, on: sow, when: off > 6, winner: me",
			"When seeds have been sown and the player has more than six seeds set aside, the game is over (he has enough) and the player wins."},
		{"how many there are", sowing + set + sow + "id: x, always: sum(anywhere) + off + their.off = 12",
			"As a consequence of the rules, it is always so that the sum of the number of seeds on the board, the number of the player's seeds set aside and the number of his opponent's seeds set aside is twelve."},
		{"a hole that is one", strings.Replace(sowing, "id: opposite", "id: x", 1) + set + sow + "id: asks, on: sow, when: sum(x) > 0, do: {next: me}",
			"“The hole opposite” means the hole that lies one hole forwards from the hole where the last seed falls."},
	} {
		if got := sentenceOf(t, c.statements); got != c.want {
			t.Errorf("%s:\n%q, expected\n%q", c.about, got, c.want)
		}
	}
}

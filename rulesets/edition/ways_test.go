package edition_test

import (
	"testing"

	"github.com/lectio/lectio/rulesets/edition"
)

// sentenceOf is the sentence of the statement x of a ruleset.
func sentenceOf(t *testing.T, statements string) string {
	t.Helper()
	g, _ := gameOf(t, statements, nil)
	return edition.Sentence(g, g.Statement("x"))
}

// draughts is a board of which only the dark squares are played on, with a man on one of them.
const draughts = `
id: players, players: [black, white]
id: board, grid: {rows: 4, columns: 4, diagonals: all, cells: chequered}
id: dark, define: "[a1, c1, b2, d2, a3, c3, b4, d4]", called: the dark squares
id: men, men: 1
id: set_up, set_up: {a1: 1}
id: turn, stage: {}
id: one, agenda: {play: [move]}
id: end, end: nobody can move, at: no_move, winner: them
`

// A permission says in which directions men go who can come only to some of the squares:
// a leap along a row would land on a dark square too, but nobody stands on the light one
// between.
func TestDirectionsInWhichMenGo(t *testing.T) {
	const steps = "id: s, allow: step, with: move, to: near(from) and dark and empty\n"
	const dark = "to any of the dark squares that is empty."
	for _, c := range []struct{ about, statements, want string }{
		{"a step within the dark squares", draughts + `id: x, allow: step, with: move, to: near(from) and dark and empty`,
			"For “move”, the player may move a man one step slantwise " + dark},
		{"a leap over somebody who stands on one", draughts + steps + `id: x, allow: leap, with: move, to: dark and empty`,
			"For “move”, the player may leap with a man, slantwise, over an opposing man next to it to the square straight beyond, if this is one of the dark squares and is empty."},
		{"a leap over somebody who may stand anywhere", draughts + `
			id: s, allow: step, with: move, to: near(from) and empty
			id: x, allow: leap, with: move, to: dark and empty`,
			"For “move”, the player may leap with a man, along a row or column or slantwise, over an opposing man next to it to the square straight beyond, if this is one of the dark squares and is empty."},
		{"a step to squares in the same row or column", draughts + `id: x, allow: step, with: move, to: "near(from) and shift(from, orthogonal) and empty"`,
			"For “move”, the player may move a man one step along a row or column to any empty square that lies exactly one square along a row or column from the square moved from."},
	} {
		if got := sentenceOf(t, c.statements); got != c.want {
			t.Errorf("%s:\n%s\nwant\n%s", c.about, got, c.want)
		}
	}
}

// A move that may lead far is not spoken of as a step.
func TestStepsThatLeadFar(t *testing.T) {
	const far = draughts + "id: s, allow: step, with: move, to: \"ray(from, empty, diagonal)\"\n"
	const near = draughts + "id: s, allow: step, with: move, to: near(from) and empty\n"
	for _, c := range []struct{ statements, want string }{
		{far + `id: x, forbid: step, when: to = a1`, "The player may not move a man if the square moved to is his square a1."},
		{near + `id: x, forbid: step, when: to = a1`, "The player may not move a man one step if the square moved to is his square a1."},
		{far + `id: x, on: [step, leap], do: {put: "again?"}` + "\nid: l, allow: leap, with: again",
			"When a man has been moved or has leapt, the player may then play “again” (a leap)."},
		{far + `id: x, agenda: {play: [move]}, when: hand = 0`, "If the player has no man in hand, a turn consists of “move” (the moving of a man)."},
		{near + `id: x, agenda: {play: [move]}, when: hand = 0`, "If the player has no man in hand, a turn consists of “move” (a step)."},
		{far + `id: x, require: {that: act_is(step)}`, "If a man can be moved, this must be done."},
	} {
		if got := sentenceOf(t, c.statements); got != c.want {
			t.Errorf("%s\nwant\n%s", got, c.want)
		}
	}
}

// Where nothing is thrown no throw is spoken of, and a place that is taken out of a set has
// its name.
func TestWordsOfOtherGames(t *testing.T) {
	const g = draughts + "id: s, allow: remove, with: move, from: enemy\nid: held, variable: {kind: set}, called: the squares held\n"
	for _, c := range []struct{ statements, want string }{
		{g + `id: x, on: throw, do: {set: {held: nowhere}}`, "When a turn has been played out, the squares held are none any more."},
		{g + `id: x, on: remove, do: {set: {held: "held - [from]"}}`,
			"When an opposing man has been removed, the squares held that are not the square of the man removed are remembered as the squares held."},
	} {
		if got := sentenceOf(t, c.statements); got != c.want {
			t.Errorf("%s\nwant\n%s", got, c.want)
		}
	}
}

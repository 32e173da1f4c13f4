package edition_test

import (
	"strings"
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
			"For “move”, the player may move a man one step along a row or column to any empty square that lies one square along a row or column from the square moved from."},
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

// What is said of straight ways, of sets under conditions, and of what begins where.
func TestWordsOfOtherGames(t *testing.T) {
	const g = draughts + "id: s, allow: remove, with: move, from: enemy\nid: held, variable: {kind: set}, called: the squares held\n"
	const goats = `
		id: players, players: [tigers, goats]
		id: board, grid: {rows: 3, columns: 3, diagonals: alternate, line: 3}
		id: men, men: 3
		id: set_up, set_up: {hand: 1, a1: 1, c1: 1}
		id: turn, stage: {}
		id: one, agenda: {play: [move]}
		id: s, allow: step, with: move
		id: kept, variable: {kind: place, per: turn}, called: the point left
		id: end, end: nobody can move, at: no_move, winner: them
		`
	for _, c := range []struct{ about, statements, want string }{
		{"where nothing is thrown no throw is spoken of", g + `id: x, on: throw, do: {set: {held: nowhere}}`,
			"When a turn has been played out, the squares held are none any more."},
		{"a place that is taken out of a set", g + `id: x, on: remove, do: {set: {held: "held - [from]"}}`,
			"When an opposing man has been removed, the squares held that are not the square of the man removed are remembered as the squares held."},
		{"shifts that differ in their direction and in how far they lead", goats +
			`id: x, forbid: step, when: "to in (shift(from, forward_left) or shift(from, forward_right) or shift(from, forward_left, 2) or shift(from, forward_right, 2))"`,
			"The player may not move a man one step if the point moved to lies one or two points slantwise forwards from the point moved from."},
		{"all eight directions", goats + `id: x, forbid: step, when: "to in (shift(from, orthogonal) or shift(from, diagonal))"`,
			"The player may not move a man one step if the point moved to lies one point in any direction from the point moved from."},
		{"one slant", goats + `id: x, forbid: step, when: "to in shift(from, forward_right or backward_left)"`,
			"The player may not move a man one step if the point moved to lies one point slantwise forwards to the right or backwards to the left from the point moved from."},
		{"a direction stands with the way", goats + `id: x, forbid: step, when: "count(ray(to, own, sideways)) = 2"`,
			"The player may not move a man one step if exactly two points lie on an unbroken straight row of points, each held by at least one of his men, that leads sideways from the point moved to."},
		{"all that lies one way", goats + `id: x, forbid: step, when: "a1 in ray(from, anywhere, diagonal)"`,
			"The player may not move a man one step if his point a1 lies straight on slantwise from the point moved from."},
		{"what is next on a straight way", goats + `id: x, forbid: step, when: "to in landings(kept, [from], anywhere)"`,
			"The player may not move a man one step if the point moved to lies next beyond the point moved from, seen from the point left."},
		{"who stands between is said once", goats + `id: x, on: step, do: {send: "enemy(between(to, landings(to, enemy, own)))", to: out}`,
			"When a man has made a step, all opposing men on any point that lies straight, and without a gap, between the point moved to and a point with at least one of the player's men are taken for good."},
		{"players whose name is plural", goats + `id: x, forbid: step, when: player = goats`,
			"The player may not move a man one step if the player plays Goats."},
		{"a move that does what is asked", goats + "id: far, define: to in row_3, called: the move leads far\nid: x, require: {that: far}",
			"If there is a move that leads far, such a move must be made."},
		{"a man who is taken off comes to no place", goats + "id: off, allow: remove, with: move, from: enemy\n" +
			"id: x, define: \"to in shift(from, forward)\", called: it is forward\nid: r, require: {that: x}",
			"“It is forward” means that the point moved to lies one point forwards from the point moved from."},
		{"no place at all", goats + "id: x, define: nowhere, called: the points that are safe", "“The points that are safe” means no point at all."},
	} {
		if got := sentenceOf(t, c.statements); got != c.want {
			t.Errorf("%s:\n%s\nwant\n%s", c.about, got, c.want)
		}
	}
	game, _ := gameOf(t, goats+`id: rows, variable: {kind: set, per: turn}, called: the rows gone along
		id: x, on: step, do: {set: {rows: "if to in shift(from, sideways) then rows or [from] or ray(from, anywhere, sideways) else rows"}}`, nil)
	for id, want := range map[string]string{
		"x": "When a man has made a step, if the point moved to lies one point sideways from the point moved from, " +
			"the point moved from and the points that lie straight on sideways from the point moved from are added to the rows gone along.",
		"set_up": "At the beginning each player has one man in hand, and one man on each of his points a1 and c1 (on the board a1 and c1 for Tigers, and c3 and a3 for Goats).",
		"board": "The board has three rows of three points each; points are next to each other along rows and columns, and slantwise too along the diagonal lines that run through every other point, a1 among them; " +
			"a point is named by a letter for its column, from the left, and a number for its row, from the near side, as Tigers see them: a1 to c3; " +
			"three points in a straight row count as a line; a player has a line when his men stand on all of its points.",
	} {
		if got := edition.Sentence(game, game.Statement(id)); got != want {
			t.Errorf("%s:\n%s\nwant\n%s", id, got, want)
		}
	}
}

// Men are called what the ruleset calls them, and what it calls otherwise keeps its words.
func TestMenAreCalledWhatTheRulesetCallsThem(t *testing.T) {
	const stones = `
		id: players, players: [black, white]
		id: board, grid: {rows: 3, columns: 3, line: 3}
		id: men, men: {black: 5, white: 4}, called: stone
		id: set_up, set_up: {black: {hand: 5}, white: {hand: 4}}
		id: turn, stage: {}
		id: one, agenda: {play: [place]}
		id: down, allow: place
		id: five, define: count(mills(own)) > 0, called: he has three men in a row
		id: won, end: three men in a row, on: place, when: five, winner: me
		id: alone, forbid: place, when: "enemy(to) = 1 or count(own) = 0"
		id: full, end: full, at: no_move, winner: none
		`
	const eggs = `
		id: players, players: [black, white], seen: mirrored
		id: board, grid: {rows: 4, columns: 4}
		id: men, men: {man: 2, king: 0}
		id: set_up, set_up: {a1: man, c1: man}
		id: turn, stage: {}
		id: one, agenda: {play: [move]}
		id: walk, allow: step, with: move, of: man
		id: crowned, on: step, when: kind(from) = man and to in row_4, do: {become: king}
		id: end, end: nobody can move, at: no_move, winner: them
		`
	for _, c := range []struct {
		statements string
		want       map[string]string
	}{
		{stones, map[string]string{
			"men":   "Black has five stones and White has four stones.",
			"one":   "A turn consists of the placing of a stone.",
			"down":  "The player may place a stone from his hand on any empty square.",
			"won":   "When a stone has been placed and the player has three men in a row, the game is over (three men in a row) and the player wins.",
			"alone": "The player may not place a stone if exactly one opposing stone stands on the square where the stone is placed, or no square holds at least one of his stones.",
		}},
		{strings.ReplaceAll(stones, "called: stone", "called: egg"), map[string]string{"one": "A turn consists of the placing of an egg."}},
		{eggs, map[string]string{
			"men":     "Each player has two pieces (two men and no kings); in writing moves the letter says which piece it is: M a man and K a king.",
			"walk":    "For “move”, the player may move a man one step along a row or column to any empty square.",
			"crowned": "When a piece has made a step, the piece that moves is a man and the square moved to is a square of the player's row 4, the piece that moved becomes a king.",
		}},
	} {
		g, _ := gameOf(t, c.statements, nil)
		for id, want := range c.want {
			if got := edition.Sentence(g, g.Statement(id)); got != want {
				t.Errorf("%s:\n%s\nwant\n%s", id, got, want)
			}
		}
	}
}

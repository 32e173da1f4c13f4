package wasm_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/lectio/lectio/testdata/long"
)

// rowsOf are the rules of a game of so many rows and columns in which five in a row win.
func rowsOf(n int) string {
	men := (n*n + 1) / 2
	return heading + fmt.Sprintf(`  - {id: players, players: [black, white], seen: same, assumed: a test}
  - {id: board, grid: {rows: %d, columns: %d, line: 5, slanting: yes}, assumed: a test}
  - {id: men, men: %d, assumed: a test}
  - {id: set_up, set_up: {hand: %d}, assumed: a test}
  - {id: turn, stage: {}, assumed: a test}
  - {id: one, agenda: {play: [place]}, assumed: a test}
  - {id: down, allow: place, assumed: a test}
  - {id: five, end: five, on: place, when: "count(mills(own, to)) > 0", winner: me, assumed: a test}
  - {id: full, end: full, at: no_move, winner: none, assumed: a test}
`, n, n, men, men)
}

// groupsOf are the rules of a game in which whole groups of men are taken that have no empty place beside them.
func groupsOf(n int) string {
	return heading + fmt.Sprintf(`  - {id: players, players: [black, white], seen: same, assumed: a test}
  - {id: board, grid: {rows: %d, columns: %d}, assumed: a test}
  - {id: men, men: 300, assumed: a test}
  - {id: set_up, set_up: {hand: 300}, assumed: a test}
  - {id: turn, stage: {}, assumed: a test}
  - {id: one, agenda: {play: [place]}, assumed: a test}
  - {id: down, allow: place, assumed: a test}
  - {id: breathes, forbid: place, when: "count(near(to) and empty) = 0 and count(reach(own, near(to)) and near(empty)) <= 1", assumed: a test}
  - {id: shut_in, define: "enemy - reach(enemy, near(empty))", assumed: a test}
  - {id: taken, on: place, do: {send: enemy(shut_in), to: out}, assumed: a test}
  - {id: full, end: full, at: no_move, winner: none, assumed: a test}
`, n, n)
}

// leapsOf are the rules of a game in which men step, or leap over one another on and on, to the corner that faces theirs.
func leapsOf(n int) string {
	var corner []string
	for row := range 5 {
		for column := range min(5, 6-row) {
			corner = append(corner, string(rune('a'+column))+fmt.Sprint(row+1))
		}
	}
	return heading + fmt.Sprintf(`  - {id: players, players: [black, white], assumed: a test}
  - {id: board, grid: {rows: %d, columns: %d, diagonals: all}, assumed: a test}
  - {id: home, define: "[%s]", assumed: a test}
  - {id: men, men: %d, assumed: a test}
  - {id: set_up, set_up: {home: 1}, assumed: a test}
  - {id: turn, stage: {}, assumed: a test}
  - {id: one, agenda: {play: [move]}, assumed: a test}
  - {id: step, allow: step, with: move, assumed: a test}
  - {id: leap, allow: leap, with: [move, again], over: own or enemy, assumed: a test}
  - {id: on, on: leap, do: [{put: "again?"}, {go_on: yes}], assumed: a test}
  - {id: there, end: there, when: "their.(count(home and enemy)) = %d", winner: me, assumed: a test}
  - {id: shut_in, end: shut in, at: no_move, winner: none, assumed: a test}
`, n, n, strings.Join(corner, ", "), len(corner), len(corner))
}

// TestLargestBoardsAgree plays games on boards whose sets have four to sixteen words.
func TestLargestBoardsAgree(t *testing.T) {
	for _, x := range []struct {
		name, rules string
		plies       int
	}{
		{"rows on 15 by 15", rowsOf(15), 225}, {"rows on 19 by 19", rowsOf(19), 361},
		{"groups on 9 by 9", groupsOf(9), 150}, {"groups on 19 by 19", groupsOf(19), 500},
		{"leaps on 16 by 16", leapsOf(16), 300},
	} {
		t.Run(x.name, func(t *testing.T) {
			g := gameOf(t, x.rules)
			if beyond := agree(t, g, long.Of(2, 10), x.plies); beyond > 0 {
				t.Errorf("%d games are beyond what the module holds", beyond)
			}
		})
	}
}

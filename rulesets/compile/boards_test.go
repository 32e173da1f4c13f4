package compile

import (
	"strings"
	"testing"

	"github.com/lectio/lectio/evidence/yamlpos"
	"github.com/lectio/lectio/rulesets/ast"
)

// What is wrong about a board is told at its place.
func TestBoardErrors(t *testing.T) {
	for board, want := range map[string]string{
		"grid: {rows: 3, columns: 3, without: [a1, z9]}":               `t:2:57: there is no such cell; found "z9"`,
		"grid: {rows: 3, columns: 3, without: [a1, row_1]}":            `t:2:57: a1 is left out already, by "a1"; found "row_1", expected each cell once`,
		"grid: {rows: 3, columns: 3, without: [row_1, row_2, a3..c3]}": "t:2:53: nothing is left of the board",
		"grid: {rows: 3, columns: 3, without: []}":                     "t:2:52: nothing is named here",
		"grid: {rows: 3, columns: 3, without: [a1]}":                   "t:2:53: without the cells that are left out, this board cannot be turned for 2 players",
		"grid: {rows: 3, columns: 3, without: [b2], marked: [b2]}":     `t:2:67: there is no such cell; found "b2"`,
		"hexagon: {side: [3, 4, 5, 6]}":                                "t:2:31: these are not sides of such a board; found 4 numbers, expected 1, 2 or 3 numbers",
		"hexagon: {side: 0}":                                           "t:2:31: the cells of a side must be a whole number from 1 to 25",
		"hexagon: {side: 14}":                                          "t:2:3: the board cannot be made: 27 rows cannot be named by letters",
		"hexagon: {}":                                                  `t:2:24: a hexagon lacks the key "side"`,
		"hexagon: {side: [3, 4]}":                                      "t:2:3: this board cannot be turned for 2 players",
		"cross: {length: [3, 4, 5]}":                                   "t:2:31: these are not lengths of such a board",
		"cross: {length: [3, 4, 3, 4], columns: 5}":                    "t:2:54: the columns of an arm must be a whole number from 2 to 4",
		`picture: "a-b\n|\n"`:                                          `t:2:30: this line does not lead from point to point; found "|"`,
		`picture: ""`:                                                  "t:2:25: nothing is drawn on which men could stand",
		`picture: {a: b}`:                                              "t:2:24: a picture of the board must be a text",
		`picture: "a-b", names: {c: lair}`:                             `t:2:39: no point is drawn so; found "c"`,
		`picture: "a-b", names: {a: b}`:                                `t:2:27: two points are called "b"`,
		`picture: "a-b", marked: [d]`:                                  `t:2:40: there is no such cell; found "d"`,
	} {
		src := source(t, "- {id: two, players: [a, b], seen: rotated}", "- {id: board, "+board+"}")
		_, errs := Compile(src, nil)
		if len(errs) == 0 || !strings.HasPrefix(errs.Error(), want) {
			t.Errorf("%s:\n%v\nexpected %s", board, errs, want)
		}
	}
	// Rows of a picture are at lines of their own.
	text := "- {id: two, players: [a, b]}\n- id: board\n  picture: |2\n      b-c\n     /|\n    a---d\n"
	root, _ := yamlpos.Parse("t", []byte(text))
	src := Source{Boards: &Boards{}, Pos: root.Pos}
	for _, n := range root.Items() {
		s := ast.KindOf(n).Read(n)
		src.Statements = append(src.Statements, &s)
	}
	src.Every = src.Statements
	if _, errs := Compile(src, nil); len(errs) == 0 || !strings.HasPrefix(errs.Error(), "t:5:7: this line does not lead") {
		t.Errorf("%v", errs)
	}
}

package main

import (
	"math"
	"testing"

	"github.com/lectio/lectio/rulesets/scene"
	"github.com/lectio/lectio/testdata/bundled"
)

// The page to play on has the hexagons of the pictures: each cell lies half the way to each
// of its neighbours.
func TestPlayedCellsTouch(t *testing.T) {
	for id, corners := range map[string]int{"hex": 6, "three-mens-morris": 0} {
		g, errs := bundled.Gallery(t).Find(id).Game(nil)
		if len(errs) > 0 {
			t.Fatal(errs)
		}
		pic := scene.Board(g, g.Program.NewState(), 0)
		d := boardOf(g, &pic, "")
		if len(d.Outline) != corners {
			t.Fatalf("%s: a cell has %d corners", id, len(d.Outline))
		}
		for _, e := range g.Board.Edges {
			if corners == 0 {
				break
			}
			from, to := d.Cells[e[0]], d.Cells[e[1]]
			dx, dy := to[0]-from[0], to[1]-from[1]
			far := 0.0 // how far the cell reaches towards its neighbour, as a share of the way
			for i, p := range d.Outline {
				q := d.Outline[(i+1)%corners]
				middle := [2]float64{(p[0] + q[0]) / 2, (p[1] + q[1]) / 2}
				far = max(far, (middle[0]*dx+middle[1]*dy)/(dx*dx+dy*dy))
			}
			if math.Abs(far-0.5) > 1e-6 {
				t.Fatalf("%s: %s reaches %.2f of the way to %s", id, d.Names[e[0]], far, d.Names[e[1]])
			}
		}
	}
}

// Men of kinds are told apart by their pictures, or by the letters of those that have none.
func TestKindsAreDrawn(t *testing.T) {
	const rules = `ruleset: test
title: Test
family: test
statements:
  - {id: players, players: [white, black], seen: mirrored, assumed: a test}
  - {id: cells, grid: {rows: 4, columns: 3, diagonals: all}, assumed: a test}
  - {id: men, men: {king: 1, pawn: 1, scout: 1}, letters: {king: K, scout: S}, assumed: a test}
  - {id: set_up, set_up: {b1: king, a1: pawn, c1: scout}, assumed: a test}
  - {id: turn, stage: {}, assumed: a test}
  - {id: move, agenda: {play: [move]}, assumed: a test}
  - {id: stepping, allow: step, with: move, to: near(from) and empty, assumed: a test}
  - {id: won, end: nobody is left, when: count(enemy) = 0, winner: me, assumed: a test}
`
	d := &desk{}
	a := asked(t, d.line, request{Files: map[string]string{"rulesets/definitions/test.yaml": rules}, Ruleset: "test", Play: &sitting{}})
	if a.Play == nil { // that there are no records is said besides
		t.Fatal(a.Errors)
	}
	looks := map[string]string{}
	for _, cell := range a.Play.Cells {
		for _, m := range cell {
			look := m.Mark
			if m.Picture != nil {
				look += m.Picture.Path[:1]
			}
			looks[m.Words] = look
		}
	}
	for words, want := range map[string]string{"1 king of White": "M", "1 pawn of White": "M", "1 scout of White": "S", "1 scout of Black": "S"} {
		if looks[words] != want {
			t.Errorf("%s looks like %q, not %q: %v", words, looks[words], want, looks)
		}
	}
}

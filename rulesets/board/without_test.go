package board

import (
	"slices"
	"testing"
)

// Seven by seven points without the four by four corners are 33, with 76 − … pairs: rows of
// 3 3 7 7 7 3 3 points have 2+2+6+6+6+2+2 = 26 pairs along, and as many up.
func TestWithout(t *testing.T) {
	b, err := Grid(7, 7, Node, true, NoDiagonals, Line{Cells: 3})
	if err != nil {
		t.Fatal(err)
	}
	var corners []int
	for i := range b.Cells {
		if r, c := i/7, i%7; (r < 2 || r > 4) && (c < 2 || c > 4) {
			corners = append(corners, i)
		}
	}
	if err := b.Without(corners); err != nil {
		t.Fatal(err)
	}
	// Rows of three cells: one in each short row, five in each long one; the leaps both ways.
	lines, leaps := 2*(4*1+3*5), 0
	for _, l := range b.Leaps {
		leaps += len(l)
	}
	if len(b.Cells) != 33 || len(b.Edges) != 52 || len(b.Lines) != lines || leaps != 2*lines {
		t.Errorf("%d cells, %d pairs, %d lines, %d leaps", len(b.Cells), len(b.Edges), len(b.Lines), leaps)
	}
	if b.Find("a1") >= 0 || len(b.Sets["row_1"]) != 3 || len(b.Sets["row_3"]) != 7 || len(b.Sets["centre"]) != 1 {
		t.Errorf("sets %v", b.Sets)
	}
	if got := namesOf(b, b.Near[b.Find("c2")]); got != "c1 c3 d2" {
		t.Errorf("beside c2 lie %s", got)
	}
	for _, r := range b.Rays(b.Find("c2")) {
		if r.X == -1 && r.Y == 0 {
			t.Errorf("a way leads off the board: %v", r)
		}
	}
	if b.Span(b.Find("c1"), b.Find("e1")) == nil || b.Span(b.Find("a3"), b.Find("g3")) == nil {
		t.Error("a row that is left is none")
	}
	for _, n := range []int{2, 4} {
		seen, err := b.Seen(Rotated, 1, n)
		if err != nil || !slices.Contains(seen, 0) {
			t.Errorf("turned for %d players: %v, %v", n, seen, err)
		}
	}
	if seen, err := b.Seen(Mirrored, 1, 2); err != nil || b.Cells[seen[b.Find("c1")]].Name != "c7" {
		t.Errorf("mirrored: %v, %v", seen, err)
	}
}

// Without one cell in the middle of a side ways end there, spans do not run through, a set that
// would be empty is gone, and the board is no longer the same from the other side.
func TestWithoutOneCell(t *testing.T) {
	b, _ := Grid(3, 3, Square, true, NoDiagonals, Line{})
	if err := b.Without([]int{1, 4}); err != nil { // b1 and b2
		t.Fatal(err)
	}
	if b.Span(b.Find("a1"), b.Find("c1")) != nil || b.Sets["centre"] != nil || len(b.Sets["column_2"]) != 1 {
		t.Errorf("row %v, sets %v", b.Span(b.Find("a1"), b.Find("c1")), b.Sets)
	}
	for _, v := range []View{Rotated, Mirrored} {
		if _, err := b.Seen(v, 1, 2); err == nil {
			t.Errorf("it is seen %s", v)
		}
	}
	if _, err := b.Seen(Same, 1, 2); err != nil {
		t.Error(err)
	}
}

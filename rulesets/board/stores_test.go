package board

import (
	"slices"
	"testing"
)

// Two rows of six holes with stores are fourteen cells, with sixteen pairs of neighbours,
// none of them a store. What one player sees at his right, the other sees at his left.
func TestStores(t *testing.T) {
	b, err := Grid(2, 6, Hole, false, NoDiagonals, Line{Cells: 2})
	if err != nil {
		t.Fatal(err)
	}
	if err := b.Stores(); err != nil {
		t.Fatal(err)
	}
	left, right := b.Find("store_left"), b.Find("store_right")
	if len(b.Cells) != 14 || len(b.Edges) != 16 || len(b.Lines) != 16 || left != 12 || right != 13 {
		t.Errorf("%d cells, %d edges, %d lines, stores %d and %d", len(b.Cells), len(b.Edges), len(b.Lines), left, right)
	}
	for _, store := range []int{left, right} {
		if len(b.Near[store]) > 0 || len(b.Leaps[store]) > 0 || b.Rays(store) != nil || b.Span(store, 0) != nil || b.Span(5, store) != nil {
			t.Errorf("something leads to or from %s", b.Cells[store].Name)
		}
		for name, cells := range b.Sets {
			if slices.Contains(cells, store) {
				t.Errorf("%s stands in %s", b.Cells[store].Name, name)
			}
		}
	}
	if r := b.Rays(0); len(r) != 3 || len(b.Span(0, 5)) != 6 {
		t.Errorf("from the first hole: %v, row %v", r, b.Span(0, 5))
	}
	if l, r := b.Cells[left], b.Cells[right]; !(l.X < -1 && r.X > 6 && l.Y == 0.5 && r.Y == 0.5) || l.Tall != 1 {
		t.Errorf("the stores lie at %v and %v", l, r)
	}
	seen, err := b.Seen(Rotated, 1, 2)
	if err != nil || seen[right] != left || seen[left] != right || seen[0] != 11 {
		t.Errorf("seen from the other side: %v, %v", seen, err)
	}
	mirrored, err := b.Seen(Mirrored, 1, 2)
	if err != nil || mirrored[right] != right || mirrored[0] != 6 {
		t.Errorf("mirrored: %v, %v", mirrored, err)
	}
}

// A square of holes can be turned by a quarter; with stores at two of its sides it cannot.
func TestStoresAreNotTurnedByAQuarter(t *testing.T) {
	b, _ := Grid(4, 4, Hole, false, NoDiagonals, Line{})
	if _, err := b.Seen(Rotated, 1, 4); err != nil {
		t.Fatal(err)
	}
	if err := b.Stores(); err != nil {
		t.Fatal(err)
	}
	if _, err := b.Seen(Rotated, 1, 4); err == nil {
		t.Error("a board with stores was turned by a quarter")
	}
}

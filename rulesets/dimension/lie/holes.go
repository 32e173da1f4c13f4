package lie

import (
	"slices"
	"strconv"
	"strings"

	"github.com/lectio/lectio/rulesets"
)

// Holes is how the holes of a board lie, as each player sees them: in rows, with stores beside these.
type Holes struct {
	Stores [2]int // the places of the left and the right store; -1 for none

	rows   int       // of the board
	row    []int     // by place: its row, counted from the near side from 0; -1 for a store
	across []float64 // by place: how far to the right it lies
}

// HolesOf finds out how the holes of a game lie. What stands in no row is a store.
func HolesOf(g *rulesets.Game) *Holes {
	b, p := g.Board, g.Program
	h := &Holes{row: make([]int, p.Places), across: make([]float64, p.Places), Stores: [2]int{-1, -1}}
	middle := 0.0
	for i := range b.Cells {
		middle += b.Cells[i].X / float64(len(b.Cells))
	}
	for f := range p.Places {
		cell := p.CellOf[0][f]
		h.row[f], h.across[f] = -1, b.Cells[cell].X
		for name, set := range b.Sets {
			text, isRow := strings.CutPrefix(name, "row_")
			if n, err := strconv.Atoi(text); isRow && err == nil && slices.Contains(set, cell) {
				h.row[f], h.rows = n-1, max(h.rows, n)
			}
		}
		if h.row[f] < 0 {
			side := 0
			if b.Cells[cell].X > middle {
				side = 1
			}
			h.Stores[side] = f
		}
	}
	return h
}

// Side says on whose side a hole lies: own, or other; of what is no hole of a row nothing.
func (h *Holes) Side(f int) string {
	switch {
	case h.row[f] < 0:
		return ""
	case 2*h.row[f] < h.rows:
		return "own"
	}
	return "other"
}

// Store is 0 for the left store, 1 for the right one, -1 for what is none.
func (h *Holes) Store(f int) int { return slices.Index(h.Stores[:], f) }

// Opposite reports whether a hole lies opposite another: on the other side, as far to the right.
func (h *Holes) Opposite(f, g int) bool {
	return h.row[f] >= 0 && h.row[g] >= 0 && h.Side(f) != h.Side(g) && h.across[f] == h.across[g]
}

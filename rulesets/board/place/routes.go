package place

import (
	"slices"
	"sync"
)

// Routes are tables of where a board leads, from which the rules are asked all the time.
type Routes struct {
	across [][][][]int16 // [player][other][place]: the other's places on that cell
	ahead  [][][]Way     // [steps][place]
	back   [][]Set       // [steps][place]
}

// Way is a place that a walk along the track reaches, and what it passes on its way.
type Way struct {
	To     int
	Passed Set
}

// tables are the routes on a board, by the steps of the longest walk.
type tables struct {
	mu     sync.Mutex
	routes map[int]*Routes
}

// Share has the copies of a board that are made from now on tabulated once.
func (b *Board) Share() { b.tables = &tables{routes: map[int]*Routes{}} }

// RoutesOn tabulates a board, with walks of at most so many steps.
func RoutesOn(b *Board, steps int) *Routes {
	if b.Next == nil {
		steps = 0 // there is no track to walk along
	}
	if b.tables == nil {
		return tabulate(b, steps)
	}
	b.tables.mu.Lock()
	defer b.tables.mu.Unlock()
	r := b.tables.routes[steps]
	if r == nil {
		r = tabulate(b, steps)
		b.tables.routes[steps] = r
	}
	return r
}

func tabulate(b *Board, steps int) *Routes {
	r := &Routes{across: b.cross(), ahead: make([][][]Way, steps+1), back: make([][]Set, steps+1)}
	for k := range r.ahead {
		r.ahead[k], r.back[k] = make([][]Way, b.Places), make([]Set, b.Places)
		for f := range b.Places {
			if k == 0 {
				r.ahead[k][f] = []Way{{To: f}}
			} else {
				r.ahead[k][f] = b.onward(r.ahead[k-1][f], k > 1)
			}
			for _, w := range r.ahead[k][f] {
				r.back[k][w.To].Add(f)
			}
		}
	}
	return r
}

// cross tabulates which places of one player lie on which of another.
func (b *Board) cross() [][][][]int16 {
	cells := 0
	for _, of := range b.CellOf {
		for _, cell := range of {
			cells = max(cells, cell+1)
		}
	}
	across := make([][][][]int16, len(b.CellOf))
	for q := range across {
		across[q] = make([][][]int16, len(b.CellOf))
	}
	for r := range across {
		on := make([][]int16, cells) // r's places by cell
		for g, cell := range b.CellOf[r] {
			on[cell] = append(on[cell], int16(g))
		}
		for q := range across {
			across[q][r] = make([][]int16, b.Places)
			for f, cell := range b.CellOf[q] {
				across[q][r][f] = on[cell]
			}
		}
	}
	return across
}

// onward goes one step on from where some ways end, and passes where they ended if they had
// begun. Where the track branches there are more of them than before.
func (b *Board) onward(ways []Way, begun bool) (out []Way) {
	if b.Next == nil {
		return nil
	}
	for _, w := range ways {
		passed := w.Passed
		if begun {
			passed.Add(w.To)
		}
		for _, t := range b.Next[w.To] {
			if on := (Way{To: t, Passed: passed}); !slices.Contains(out, on) {
				out = append(out, on)
			}
		}
	}
	return out
}

// Across lists the places of another player that lie on the cell of place f of player q.
func (r *Routes) Across(q, other, f int) []int16 { return r.across[q][other][f] }

// FirstAcross is the first of them, or -1.
func (r *Routes) FirstAcross(q, other, f int) int {
	if on := r.across[q][other][f]; len(on) > 0 {
		return int(on[0])
	}
	return -1
}

// Seen is a set of player q's places as another one sees them.
func (r *Routes) Seen(q, other int, set Set) (out Set) {
	for f := set.First(); f >= 0; f = set.From(f + 1) {
		for _, g := range r.across[q][other][f] {
			out.Add(int(g))
		}
	}
	return out
}

// Ahead lists the places so many steps ahead of place f, with what each way passes over.
func (r *Routes) Ahead(f, steps int) []Way {
	if steps < 0 || steps >= len(r.ahead) {
		return nil
	}
	return r.ahead[steps][f]
}

// Longest is how many steps a walk has at most.
func (r *Routes) Longest() int { return len(r.ahead) - 1 }

// InFront is the set of those places.
func (r *Routes) InFront(f, steps int) (out Set) {
	for _, w := range r.Ahead(f, steps) {
		out.Add(w.To)
	}
	return out
}

// Behind is the set of places from which so many steps lead to place f.
func (r *Routes) Behind(f, steps int) Set {
	if steps < 0 || steps >= len(r.back) {
		return Set{}
	}
	return r.back[steps][f]
}

package board

import (
	"cmp"
	"math"
	"slices"
)

// Ray is a straight way from a cell to the edge of the board. X and Y say in which
// direction it goes, as the first player sees it: each -1, 0 or 1, both 0 on boards
// whose lines have no direction.
type Ray struct {
	Cells []int // that it passes, in order
	X, Y  int
	Drawn bool // it goes along lines of the board, not from corner to corner of squares
}

// Rays lists the straight ways from a cell.
func (b *Board) Rays(cell int) []Ray {
	if b.rays == nil {
		return nil
	}
	return b.rays(cell)
}

// raysOf walks in every direction of a grid. Where it has no slanting lines at all, a
// slanting way goes from corner to corner of its squares.
func (g *grid) raysOf(cell int) (out []Ray) {
	row, column := cell/g.columns, cell%g.columns
	for y := -1; y <= 1; y++ {
		for x := -1; x <= 1; x++ {
			if x == 0 && y == 0 {
				continue
			}
			ray := Ray{X: x, Y: y, Drawn: g.joined(row, column, [2]int{y, x})}
			for r, c := row, column; ray.Drawn || g.diag == NoDiagonals; {
				drawn := g.joined(r, c, [2]int{y, x})
				r, c = r+y, c+x
				if g.at(r, c) < 0 || drawn != ray.Drawn {
					break
				}
				ray.Cells = append(ray.Cells, g.at(r, c))
			}
			if len(ray.Cells) > 0 {
				out = append(out, ray)
			}
		}
	}
	return out
}

// raysBySight walks from neighbour to neighbour, as long as the next one lies straight on.
func (b *Board) raysBySight(cell int) (out []Ray) {
	toward := func(i, j int) [2]float64 {
		x, y := b.Cells[j].X-b.Cells[i].X, b.Cells[j].Y-b.Cells[i].Y
		far := math.Hypot(x, y)
		return [2]float64{x / far, y / far}
	}
	for _, j := range b.Near[cell] {
		d := toward(cell, j)
		ray := Ray{Cells: []int{j}, X: signOf(d[0]), Y: signOf(d[1]), Drawn: true}
		for at := j; at >= 0; {
			last := at
			at = -1
			for _, k := range b.Near[last] {
				if e := toward(last, k); math.Hypot(e[0]-d[0], e[1]-d[1]) < 1e-6 {
					at = k
					ray.Cells = append(ray.Cells, k)
				}
			}
		}
		out = append(out, ray)
	}
	return out
}

func signOf(x float64) int {
	if math.Abs(x) < 1e-6 {
		return 0
	}
	return cmp.Compare(x, 0)
}

// raysAlong are the ways along rows of cells that somebody has written down. A row that
// ends where it begins is a circuit: the way goes round, back to where it started.
func raysAlong(rows [][]int) func(cell int) []Ray {
	return func(cell int) (out []Ray) {
		add := func(cells []int) {
			is := func(r Ray) bool { return len(r.Cells) >= len(cells) && slices.Equal(r.Cells[:len(cells)], cells) }
			if len(cells) > 0 && !slices.ContainsFunc(out, is) {
				out = append(out, Ray{Cells: slices.Clone(cells), Drawn: true})
			}
		}
		for _, row := range rows {
			round := isRound(row)
			if round {
				row = row[1:]
			}
			for i, x := range row {
				if x != cell {
					continue
				}
				ahead, behind := row[i+1:], row[:i]
				if round {
					ahead, behind = slices.Concat(ahead, behind), slices.Concat(ahead, behind)
				}
				add(ahead)
				behind = slices.Clone(behind)
				slices.Reverse(behind)
				add(behind)
			}
		}
		return out
	}
}

// isRound reports whether a row of cells is a circuit: it ends where it begins.
func isRound(row []int) bool { return len(row) > 2 && row[0] == row[len(row)-1] }

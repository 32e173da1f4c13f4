package board

import (
	"fmt"
	"math"
)

// sidesOfHexagon are the names of its sides, anticlockwise from the one next to the first player.
var sidesOfHexagon = [6]string{"near_side", "near_right", "far_right", "far_side", "far_left", "near_left"}

// Hexagons returns a board of hexagonal cells that is a hexagon itself. The lengths of its sides
// are given anticlockwise from the near one and are repeated round the board: one number for
// a regular hexagon, two for sides that alternate, three where opposite sides are as long. A cell is
// named by the letter of its row, a nearest to the first player, and the number of the slanting
// row that leads to the upper left on which it lies, 1 at the left; line says how many cells in
// a straight row count as a line. Sets: row_1 (of the cells a…) and so on, ring_1
// (outermost) and so on, the six sides, corners, centre.
func Hexagons(lengths []int, line int) (*Board, error) {
	if len(lengths) < 1 || len(lengths) > 3 {
		return nil, fmt.Errorf("%d lengths of sides: expected 1 to 3, which are repeated round the board", len(lengths))
	}
	var side [6]int
	for k := range side {
		if side[k] = lengths[k%len(lengths)]; side[k] < 1 {
			return nil, fmt.Errorf("a side of %d cells: expected 1 or more", side[k])
		}
	}
	rows := side[1] + side[2] - 1
	if rows > 26 {
		return nil, fmt.Errorf("%d rows cannot be named by letters", rows)
	}
	b := &Board{Sets: map[string][]int{}}
	at := map[[2]int]int{}
	last := side[0] + side[1] - 2 // the greatest number less one
	for r := range rows {
		for d := max(0, r-side[5]+1); d < side[0]+min(r, side[1]-1); d++ {
			i := len(b.Cells)
			at[[2]int{r, d}] = i
			b.Cells = append(b.Cells, Cell{Name: fmt.Sprintf("%c%d", 'a'+r, d+1), X: float64(d) - float64(r)/2, Y: float64(r) * math.Sqrt(3) / 2, Shape: Hexagon})
			b.sideSets(i, [6]int{r, side[0] - 1 - d + r, last - d, rows - 1 - r, side[5] - 1 - r + d, d})
			row := fmt.Sprintf("row_%d", r+1)
			b.Sets[row] = append(b.Sets[row], i)
		}
	}
	n := len(b.Cells)
	if n > MostCells {
		return nil, fmt.Errorf("a hexagon of %d cells: expected 1 to %d", n, MostCells)
	}
	b.Near, b.Leaps = make([][]int, n), make([][]Leap, n)
	for r := range rows {
		for d := range last + 1 {
			i, ok := at[[2]int{r, d}]
			for _, step := range [3][2]int{{0, 1}, {1, 1}, {1, 0}} {
				if j, beside := at[[2]int{r + step[0], d + step[1]}]; ok && beside {
					b.join(i, j)
				}
			}
		}
	}
	b.turnAbout()
	if turn := b.turns[2]; turn != nil {
		for i, j := range turn {
			if i == j { // only the middle stays where it is
				b.Sets["centre"] = []int{i}
			}
		}
	}
	b.goStraight(line)
	return b, b.finish()
}

// sideSets puts a cell into the sets of a hexagon, by how far it is from each side.
func (b *Board) sideSets(cell int, far [6]int) {
	least, on := far[0], 0
	for k, f := range far {
		least = min(least, f)
		if f == 0 {
			on++
			b.Sets[sidesOfHexagon[k]] = append(b.Sets[sidesOfHexagon[k]], cell)
		}
	}
	if on > 1 {
		b.Sets["corners"] = append(b.Sets["corners"], cell)
	}
	ring := fmt.Sprintf("ring_%d", least+1)
	b.Sets[ring] = append(b.Sets[ring], cell)
}

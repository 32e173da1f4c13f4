package place

import (
	"slices"
	"testing"
)

// square is a board of four by four places that one player sees as they are numbered, from
// the near left, and the other turned about; rows and columns of three are lines.
func square() *Board {
	const side = 4
	b := &Board{Places: side * side, Cells: side * side}
	steps := map[Direction][2]int{Forward: {1, 0}, RightHand: {0, 1}, Backward: {-1, 0}, LeftHand: {0, -1}, ForwardRight: {1, 1}}
	at := func(row, column int) int {
		if row < 0 || column < 0 || row >= side || column >= side {
			return -1
		}
		return row*side + column
	}
	for q := range 2 {
		cells, near, leaps := make([]int, b.Places), make([]Set, b.Places), make([][]Leap, b.Places)
		rays := make([][]Ray, b.Places)
		for f := range b.Places {
			cells[f] = f
			if q == 1 {
				cells[f] = b.Places - 1 - f
			}
			for _, d := range []Direction{Forward, RightHand, Backward, LeftHand, ForwardRight} {
				ray := Ray{Direction: d, Drawn: d&Orthogonal != 0}
				for k := 1; at(f/side+k*steps[d][0], f%side+k*steps[d][1]) >= 0; k++ {
					ray.Places = append(ray.Places, at(f/side+k*steps[d][0], f%side+k*steps[d][1]))
				}
				if rays[f] = append(rays[f], ray); ray.Drawn && len(ray.Places) > 0 {
					near[f].Add(ray.Places[0])
				}
				if ray.Drawn && len(ray.Places) > 1 {
					leaps[f] = append(leaps[f], Leap{Over: ray.Places[0], To: ray.Places[1]})
				}
			}
		}
		b.CellOf, b.Near, b.Leaps, b.Rays = append(b.CellOf, cells), append(b.Near, near), append(b.Leaps, leaps), append(b.Rays, rays)
		b.Lines = append(b.Lines, []Set{SetOf(0, 1, 2), SetOf(0, 4, 8), SetOf(5, 6, 7)})
	}
	return b
}

func same(t *testing.T, what string, got Set, want ...int) {
	t.Helper()
	if list := got.Places(); !slices.Equal(list, want) {
		t.Errorf("%s: %v, expected %v", what, list, want)
	}
}

func TestBoard(t *testing.T) {
	b := square()
	same(t, "beside a corner and its neighbour", b.Beside(0, SetOf(0, 1)), 0, 1, 2, 4, 5)
	same(t, "beside nothing", b.Beside(0, Set{}))
	same(t, "joined with 0 round a corner", b.Joined(0, SetOf(0, 1, 5, 9, 11, 15), SetOf(0, 2)), 0, 1, 5, 9)
	same(t, "landings", b.Landings(0, 5, SetOf(6, 9), SetOf(7, 1)), 7)
	same(t, "all lines", b.AllLines(), 0, 1, 2)
	same(t, "mills", b.Mills(0, -1, SetOf(0, 1, 2, 5, 6, 7, 8)), 0, 2)
	same(t, "mills through 2", b.Mills(0, 2, SetOf(0, 1, 2, 5, 6, 7, 8)), 0)
	same(t, "on two lines", b.OnLines(0, SetOf(0, 1)), 0, 1, 2, 4, 8)
	bare := &Board{Places: 3}
	same(t, "lines where there are none", bare.AllLines())
	same(t, "mills where there are no lines", bare.Mills(0, -1, FirstN(3)))
}

func TestRays(t *testing.T) {
	b := square()
	for _, test := range []struct {
		what string
		got  [][]int
		want [][]int
	}{
		{"along lines", b.RaysFrom(0, 5, 0), [][]int{{9, 13}, {6, 7}, {1}, {4}}},
		{"forward and slantwise", b.RaysFrom(0, 5, Forward|Diagonal), [][]int{{9, 13}, {10, 15}}},
		{"from no place", b.RaysFrom(0, -1, 0), nil},
		{"from a store", b.RaysFrom(0, 16, 0), nil},
	} {
		if !slices.EqualFunc(test.got, test.want, slices.Equal[[]int]) {
			t.Errorf("%s: %v, expected %v", test.what, test.got, test.want)
		}
	}
	same(t, "shifted", b.Shifted(0, SetOf(0, 5, 14), 2, Forward|RightHand), 2, 7, 8, 13)
	same(t, "shifted by nothing", b.Shifted(0, SetOf(5), 0, Forward))
	ray := []int{4, 8, 12, 16}
	for _, test := range []struct {
		set                         Set
		reached, met, before, after []int
	}{
		{SetOf(), nil, []int{4}, nil, nil},
		{SetOf(4, 8, 16), []int{4, 8}, []int{12}, []int{4, 8, 12}, []int{8, 12, 16}},
		{SetOf(12), nil, []int{4}, []int{4, 8}, []int{16}},
		{SetOf(ray...), ray, nil, []int{4, 8, 12}, []int{8, 12, 16}},
	} {
		for i, got := range [][]int{Reached(ray, test.set), Met(ray, test.set), Before(ray, test.set), Beyond(ray, test.set)} {
			if want := [][]int{test.reached, test.met, test.before, test.after}[i]; !slices.Equal(got, want) {
				t.Errorf("%v, question %d: %v, expected %v", test.set.Places(), i+1, got, want)
			}
		}
	}
}

// On a ring that branches at place 2 and passes one cell twice.
func TestRoutes(t *testing.T) {
	b := &Board{
		Places: 6, Next: [][]int{{1}, {2}, {3, 4}, {5}, {5}, {0}},
		CellOf: [][]int{{0, 1, 2, 3, 4, 1}, {4, 3, 2, 1, 0, 9}},
	}
	r := RoutesOn(b, 3)
	if got := r.Across(1, 0, 3); !slices.Equal(got, []int16{1, 5}) {
		t.Errorf("on the cell of 3 are %v", got)
	}
	if got := []int{r.FirstAcross(1, 0, 3), r.FirstAcross(1, 0, 5), r.FirstAcross(0, 1, 5)}; !slices.Equal(got, []int{1, -1, 3}) {
		t.Errorf("the first places across are %v", got)
	}
	same(t, "a set as the other sees it", r.Seen(1, 0, SetOf(2, 3, 5)), 1, 2, 5)
	same(t, "three behind", r.Behind(5, 3), 1)
	same(t, "nothing is behind by more steps than were tabulated", r.Behind(5, 4))
	var ends []int
	for _, w := range r.Ahead(1, 3) {
		ends = append(ends, w.To)
		same(t, "on the way", w.Passed, 2, 3+len(ends)-1)
	}
	if !slices.Equal(ends, []int{5, 5}) || len(r.Ahead(1, 4)) != 0 || len(r.Ahead(1, -1)) != 0 {
		t.Errorf("three steps lead to %v", ends)
	}
	same(t, "three steps ahead of 2", r.InFront(2, 3), 0)
	same(t, "one step ahead of 2", r.InFront(2, 1), 3, 4)
	if got := r.Ahead(4, 0); len(got) != 1 || got[0] != (Way{To: 4}) {
		t.Errorf("no step leads to %v", got)
	}
	if got := RoutesOn(&Board{Places: 2, CellOf: [][]int{{0, 1}}}, 1).Ahead(0, 1); got != nil {
		t.Errorf("without a track a step leads to %v", got)
	}
}

// What is stored in bytes is loaded again, as far as there are bytes.
func TestSetInBytes(t *testing.T) {
	in, out := SetOf(0, 63, 64, 100, 127, 128), SetOf(700)
	b := make([]byte, 16)
	in.Store(b)
	out.Load(b)
	same(t, "loaded", out, 0, 63, 64, 100, 127)
	same(t, "rows", SetOf(in.RowFrom(63), in.RowFrom(127), in.RowFrom(0)), 0, 64, 128)
}

// A board without a track costs nothing for walks, however long they may be, and a row no
// more than a way for each place and step.
func TestWalksCostWhatTheyAre(t *testing.T) {
	cells := make([]int, 100)
	next := make([][]int, len(cells))
	for f := range cells {
		cells[f] = f
		if f+1 < len(cells) {
			next[f] = []int{f + 1}
		}
	}
	cost := func(b *Board, steps int) float64 { return testing.AllocsPerRun(3, func() { RoutesOn(b, steps) }) }
	free := &Board{Places: len(cells), CellOf: [][]int{cells}}
	if few, many := cost(free, 0), cost(free, 30); many > few {
		t.Errorf("a board without a track is laid out with %.0f allocations for no steps, and %.0f for 30", few, many)
	}
	row := &Board{Places: len(cells), CellOf: [][]int{cells}, Next: next}
	if few, many := cost(row, 0), cost(row, 30); many-few > 31*float64(len(cells)) {
		t.Errorf("walks of up to 30 steps on %d places take %.0f allocations", len(cells), many-few)
	}
}

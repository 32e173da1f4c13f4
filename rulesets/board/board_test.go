package board

import (
	"math"
	"slices"
	"testing"
)

func all(t *testing.T) map[string]*Board {
	t.Helper()
	out := map[string]*Board{}
	add := func(name string, b *Board, err error) {
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		out[name] = b
	}
	b, err := Tables(24)
	add("tables", b, err)
	b, err = Merels(3, false, nil)
	add("merels", b, err)
	b, err = Merels(3, true, nil)
	add("merels with diagonals", b, err)
	b, err = Grid(5, 5, Square, true, NoDiagonals, Line{})
	add("grid", b, err)
	b, err = Grid(5, 5, Node, true, AlternateDiagonals, Line{Cells: 3})
	add("alternate", b, err)
	b, err = Grid(4, 22, Hole, false, NoDiagonals, Line{})
	add("holes", b, err)
	b, err = Cross([]int{8}, 3, true)
	add("cross", b, err)
	b, err = Graph([]string{"a", "b", "c", "d"}, [][]string{{"a", "b", "c"}, {"c", "d"}}, nil, nil, Node)
	add("graph", b, err)
	return out
}

// The numbers of the literature: a merels board has 24 points, 32 edges and 16
// lines (20 with diagonals), an alquerque board of 25 points 56 edges.
func TestCounts(t *testing.T) {
	boards := all(t)
	for name, want := range map[string][3]int{"tables": {24, 0, 0}, "merels": {24, 32, 16}, "merels with diagonals": {24, 40, 20},
		"grid": {25, 40, 0}, "alternate": {25, 56, 0}, "holes": {88, 4*21 + 3*22, 0}, "cross": {97, 4*(16+21+1) + 4, 0}, "graph": {4, 3, 0}} {
		b := boards[name]
		lines := len(b.Lines)
		if name == "alternate" {
			lines = 0 // counted by the rows below
		}
		if got := [3]int{len(b.Cells), len(b.Edges), lines}; got != want {
			t.Errorf("%s: cells, edges, lines %v, expected %v", name, got, want)
		}
	}
}

// Neighbours are mutual, a leap goes over a neighbour to one of its own, and
// every leap can be made back.
func TestNeighboursAndLeaps(t *testing.T) {
	for name, b := range all(t) {
		near := map[[2]int]bool{}
		for i, list := range b.Near {
			for _, j := range list {
				near[[2]int{i, j}] = true
			}
		}
		for e := range near {
			if !near[[2]int{e[1], e[0]}] {
				t.Errorf("%s: %d is next to %d, but not the other way", name, e[0], e[1])
			}
		}
		leaps := map[[3]int]bool{}
		for i, list := range b.Leaps {
			for _, l := range list {
				leaps[[3]int{i, l.Over, l.To}] = true
				if !near[[2]int{i, l.Over}] || !near[[2]int{l.Over, l.To}] || i == l.To {
					t.Errorf("%s: a leap from %d over %d to %d", name, i, l.Over, l.To)
				}
			}
		}
		for l := range leaps {
			if !leaps[[3]int{l[2], l[1], l[0]}] {
				t.Errorf("%s: the leap %v cannot be made back", name, l)
			}
		}
	}
}

// A turned or mirrored board is the same board: neighbours stay neighbours, and
// as many turns as there are players lead back.
func TestViews(t *testing.T) {
	for name, b := range all(t) {
		for _, c := range []struct {
			v View
			n int
		}{{Rotated, 2}, {Rotated, 4}, {Mirrored, 2}, {Same, 3}} {
			seen, err := b.Seen(c.v, 1, c.n)
			if err != nil {
				continue // not every board can be turned so
			}
			hit := map[int]bool{}
			for _, x := range seen {
				hit[x] = true
			}
			if len(hit) != len(b.Cells) {
				t.Errorf("%s %s %d: two cells are seen as one", name, c.v, c.n)
			}
			if name != "tables" { // whose points are next to each other only along the way
				for _, e := range b.Edges {
					ok := false
					for _, j := range b.Near[seen[e[0]]] {
						ok = ok || j == seen[e[1]]
					}
					if !ok {
						t.Errorf("%s %s %d: neighbours %v are parted", name, c.v, c.n, e)
					}
				}
			}
			at := 0
			for k := 0; k < c.n; k++ {
				at = seen[at]
			}
			if at != 0 {
				t.Errorf("%s %s: %d turns do not lead back", name, c.v, c.n)
			}
		}
	}
	b := all(t)["tables"]
	seen, _ := b.Seen(Rotated, 1, 2)
	if seen[12] != 0 || seen[0] != 12 {
		t.Error("the second player's point 13 is the first player's point 1")
	}
	c := all(t)["cross"]
	turned, _ := c.Seen(Rotated, 1, 4)
	if got := c.Cells[turned[c.Find("sm8")]].Name; got != "em8" {
		t.Errorf("the second player sees %s where the first sees sm8", got)
	}
}

// The arms of a cross have as many columns as are asked for, all cells lie apart from each
// other and the central field is as wide as an arm.
func TestCrossesOfColumns(t *testing.T) {
	for columns, last := range map[int]string{2: "nr3", 3: "nm3", 4: "nn3"} {
		b, err := Cross([]int{3}, columns, false)
		if err != nil {
			t.Fatal(err)
		}
		if len(b.Cells) != 12*columns || b.Find(last) < 0 {
			t.Errorf("%d columns: %d cells, %s is number %d", columns, len(b.Cells), last, b.Find(last))
		}
		if m := len(b.Sets["middle_e"]); m != 3*(columns-2) {
			t.Errorf("%d columns: the middle of an arm has %d cells", columns, m)
		}
		least, central := math.Inf(1), math.Inf(1)
		for i, c := range b.Cells {
			central = min(central, max(math.Abs(c.X), math.Abs(c.Y)))
			for _, o := range b.Cells[:i] {
				least = min(least, math.Hypot(c.X-o.X, c.Y-o.Y))
			}
		}
		if least != 1 || central != float64(columns+1)/2 {
			t.Errorf("%d columns: cells are %v apart, the nearest %v from the centre", columns, least, central)
		}
		for _, e := range b.Edges {
			from, to := b.Cells[e[0]], b.Cells[e[1]]
			if math.Hypot(from.X-to.X, from.Y-to.Y) > math.Sqrt2 {
				t.Errorf("%d columns: %s and %s are neighbours", columns, from.Name, to.Name)
			}
		}
		seen, _ := b.Seen(Rotated, 1, 4)
		if got := b.Cells[seen[b.Find("sr3")]].Name; got != "er3" {
			t.Errorf("%d columns: the second player sees %s where the first sees sr3", columns, got)
		}
	}
}

func TestSpans(t *testing.T) {
	boards := all(t)
	for _, c := range []struct {
		board, from, to string
		cells           int
	}{{"tables", "24", "2", 23}, {"holes", "r2c22", "r2c1", 22}, {"grid", "a1", "e5", 5}, {"grid", "a1", "b3", 0}, {"cross", "sm1", "sm8", 8}, {"cross", "sm1", "em1", 0}, {"merels", "a", "c", 3}, {"graph", "a", "d", 4}} {
		b := boards[c.board]
		cells := b.Span(b.Find(c.from), b.Find(c.to))
		if len(cells) != c.cells {
			t.Errorf("%s %s..%s has %d cells, expected %d", c.board, c.from, c.to, len(cells), c.cells)
		}
		if len(cells) > 0 && (b.Cells[cells[0]].Name != c.from || b.Cells[cells[len(cells)-1]].Name != c.to) {
			t.Errorf("%s %s..%s begins or ends elsewhere", c.board, c.from, c.to)
		}
	}
}

func TestImpossibleBoards(t *testing.T) {
	for name, err := range map[string]error{
		"points":  second(Tables(25)),
		"rings":   second(Merels(0, false, nil)),
		"names":   second(Merels(1, false, [][]string{{"a", "a", "b", "c", "d", "e", "f", "g"}})),
		"cells":   second(Grid(41, 25, Square, true, NoDiagonals, Line{})),
		"circle":  second(Graph(make([]string, 1025), nil, nil, nil, Node)),
		"letters": second(Grid(2, 30, Square, true, NoDiagonals, Line{})),
		"arms":    second(Cross([]int{11}, 3, false)),
		"columns": second(Cross([]int{8}, 5, false)),
		"line":    second(Graph([]string{"a"}, [][]string{{"a", "z"}}, nil, nil, Node)),
	} {
		if err == nil {
			t.Errorf("%s: no error", name)
		}
	}
	b, _ := Tables(24)
	if _, err := b.Seen(Rotated, 1, 3); err == nil {
		t.Error("a tables board was turned for three players")
	}
}

func second(_ *Board, err error) error { return err }

// Rows that count as lines can run slantwise over a board on which nothing slanting is
// drawn or joins cells.
func TestSlantingLines(t *testing.T) {
	for _, slanting := range []bool{false, true} {
		b, err := Grid(15, 15, Node, true, NoDiagonals, Line{Cells: 5, Slanting: slanting})
		if err != nil {
			t.Fatal(err)
		}
		want := 2 * 15 * 11
		if slanting {
			want += 2 * 11 * 11
		}
		if len(b.Lines) != want || len(b.Edges) != 2*15*14 || len(b.Near[b.Find("h8")]) != 4 {
			t.Errorf("slanting %v: %d lines, expected %d; %d edges, %v beside h8", slanting, len(b.Lines), want, len(b.Edges), b.Near[b.Find("h8")])
		}
	}
}

// Arms across from each other can be as long as each other and longer than the other two, and each
// may have a length of its own; then the board is turned for two players, or for none.
func TestCrossesOfUnequalArms(t *testing.T) {
	for _, x := range []struct {
		lengths []int
		cells   int
		two     bool
		four    bool
	}{{[]int{8}, 96, true, true}, {[]int{4, 6}, 60, true, false}, {[]int{4, 6, 5, 6}, 63, false, false}} {
		b, err := Cross(x.lengths, 3, false)
		if err != nil {
			t.Fatal(err)
		}
		_, two := b.Seen(Rotated, 1, 2)
		_, four := b.Seen(Rotated, 1, 4)
		if len(b.Cells) != x.cells || (two == nil) != x.two || (four == nil) != x.four {
			t.Errorf("%v: %d cells, for two %v, for four %v", x.lengths, len(b.Cells), two, four)
		}
	}
	b, _ := Cross([]int{4, 6}, 3, true)
	for _, x := range []struct {
		from, to string
		cells    int
	}{{"sm4", "nm4", 9}, {"em1", "em6", 6}, {"el6", "er6", 3}, {"sr4", "sr1", 4}, {"sm1", "em1", 0}} {
		if got := len(b.Span(b.Find(x.from), b.Find(x.to))); got != x.cells {
			t.Errorf("%s..%s has %d cells, expected %d", x.from, x.to, got, x.cells)
		}
	}
	if b.Find("em6") < 0 || b.Find("sm5") >= 0 || len(b.Sets["arm_e"]) != 18 || len(b.Sets["arm_s"]) != 12 {
		t.Errorf("the arms are of %d and %d cells", len(b.Sets["arm_e"]), len(b.Sets["arm_s"]))
	}
	for _, lengths := range [][]int{nil, {3, 4, 5}, {0}, {3, 11}} {
		if _, err := Cross(lengths, 3, false); err == nil {
			t.Errorf("%v: no error", lengths)
		}
	}
}

// A row that ends where it begins is closed, also where it crosses itself: a way goes round it until
// it comes back to its point, and leaps go over its seam.
func TestClosedRows(t *testing.T) {
	round, err := Graph([]string{"a", "b", "c", "d"}, [][]string{{"a", "b", "c", "d", "a"}}, nil, nil, Node)
	if err != nil {
		t.Fatal(err)
	}
	ways := func(b *Board, from string) (out []string) {
		for _, r := range b.Rays(b.Find(from)) {
			way := ""
			for _, i := range r.Cells {
				way += b.Cells[i].Name
			}
			out = append(out, way)
		}
		slices.Sort(out)
		return out
	}
	for from, want := range map[string][]string{"a": {"bcd", "dcb"}, "c": {"bad", "dab"}} {
		if got := ways(round, from); !slices.Equal(got, want) {
			t.Errorf("from %s the ways are %v, expected %v", from, got, want)
		}
	}
	if got := len(round.Leaps[round.Find("a")]); got != 2 {
		t.Errorf("%d leaps from a", got)
	}
	// An eight, which passes x twice: from x there are four ways, each back to x and once more round.
	eight, err := Graph([]string{"x", "a", "b", "c", "d"}, [][]string{{"x", "a", "b", "x", "c", "d", "x"}}, nil, nil, Node)
	if err != nil {
		t.Fatal(err)
	}
	if got := ways(eight, "x"); !slices.Equal(got, []string{"abxcd", "baxdc", "cdxab", "dcxba"}) {
		t.Errorf("from the crossing the ways are %v", got)
	}
	if got := ways(eight, "a"); !slices.Equal(got, []string{"bxcdx", "xdcxb"}) {
		t.Errorf("from a the ways are %v", got)
	}
}

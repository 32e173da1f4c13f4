package solve_test

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"testing"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/testdata/bundled"
	"github.com/lectio/lectio/testdata/long"
	"github.com/lectio/lectio/verify/solve"
)

// sow lays what lies in a hole one by one into those that follow, but for one that is passed, and says where the last falls.
func sow(holes []int8, from, passed int) (at int) {
	n := holes[from]
	holes[from] = 0
	at = from
	for range n {
		if at = (at + 1) % len(holes); at == passed {
			at = (at + 1) % len(holes)
		}
		holes[at]++
	}
	return at
}

// pits are four houses and the store of south, then of north, and whose turn it is.
type pits [11]int8

// after are the positions that a move leads to, and for each whether the game is over: a side is empty, or somebody has more
// than half of the seeds. What is left lies where it lay.
func (p pits) after(yield func(q pits, over bool)) {
	own := 5 * int(p[10])
	store, others := own+4, 9-own
	for from := own; from < store; from++ {
		if p[from] == 0 {
			continue
		}
		q := p
		at := sow(q[:10], from, others)
		if own <= at && at < store && q[at] == 1 {
			q[store] += 1 + q[8-at]
			q[at], q[8-at] = 0, 0
		}
		if at != store {
			q[10] = 1 - q[10]
		}
		yield(q, q[0]+q[1]+q[2]+q[3] == 0 || q[5]+q[6]+q[7]+q[8] == 0 || q[store] > 12)
	}
}

// A whole game of sowing is solved, and its positions are those that are found by hand; with the last ones, in which more than
// half of the seeds decide or a side is empty, they are as many as the project was given as right.
func TestSowingIsSolved(t *testing.T) {
	if !long.Form() {
		t.Skip("goes through millions of positions; LECTIO_LONG=1")
	}
	const given = 4604996
	open, over := map[pits]bool{}, map[pits]bool{}
	next := []pits{{3, 3, 3, 3, 0, 3, 3, 3, 3, 0, 0}}
	for open[next[0]] = true; len(next) > 0; {
		p := next[len(next)-1]
		next = next[:len(next)-1]
		p.after(func(q pits, ended bool) {
			if ended {
				over[q] = true
			} else if !open[q] {
				open[q] = true
				next = append(next, q)
			}
		})
	}
	if len(open)+len(over) != given {
		t.Errorf("by hand: %d positions and %d in which it is over", len(open), len(over))
	}
	x := solved(t, under(t, bundled.Gallery(t), "kalah", "four-and-three", rulesets.Choice{"decided": "at-more-than-half"}))
	if n := x.All(); n != len(open) {
		t.Errorf("%d positions, %d by hand", n, len(open))
	}
}

// awari are twelve holes, south's from his left, then north's; what each has taken, and whose turn it is.
type awari [15]int8

// results of a position to who is to move in it.
const lost, won = -1, 1

// after are the positions in which the game goes on after a move, and whether a move wins. Twos and threes are
// taken, but not all that the other has; who has none must be given some. Without a move each has what lies on his side.
func (p awari) after() (out []awari, wins bool) {
	me := int(p[14])
	side := func(p awari, who int) (n int8) {
		for _, k := range p[6*who : 6*who+6] {
			n += k
		}
		return n
	}
	for from := 6 * me; from < 6*me+6; from++ {
		if p[from] == 0 {
			continue
		}
		q := p
		at := sow(q[:12], from, from)
		q[14] = 1 - p[14]
		if side(p, 1-me) == 0 && side(q, 1-me) == 0 {
			continue
		}
		taken := q
		for at/6 == 1-me && (q[at] == 2 || q[at] == 3) {
			taken[12+me] += q[at]
			taken[at] = 0
			if at--; at < 0 {
				break
			}
		}
		if side(taken, 1-me) > 0 {
			q = taken
		}
		if q[12+me] > 5 {
			wins = true
			continue
		}
		out = append(out, q)
	}
	return out, wins
}

// end is the result where there is no move.
func (p awari) end() int {
	var has [2]int8
	for i, n := range p[:14] {
		if i < 12 {
			has[i/6] += n
		} else {
			has[i-12] += n
		}
	}
	return cmp.Compare(has[p[14]], has[1-p[14]])
}

// Who wins from a position of ten seeds, or that neither can, is as worked out by hand: from whatever position of a game in
// which play may go round for ever.
func TestTenSeedsAreSolved(t *testing.T) {
	if !long.Form() {
		t.Skip("goes through a million positions; LECTIO_LONG=1")
	}
	g := rewritten(t, "../../rulesets/gallery/rulesets/definitions/oware.yaml",
		"default: third-time", "default: never",
		"{row_1: 4, row_2: 4}", "{r1c1: 2, r1c4: 1, r1c6: 2, r2c1: 3, r2c6: 2}",
		"men: {nobody: 48}", "men: {nobody: 10}", "parameter: 24", "parameter: 5", "their.off = 48", "their.off = 10")
	x := solved(t, g)

	first := awari{2, 0, 0, 1, 0, 2, 2, 0, 0, 0, 0, 3}
	number, list := map[awari]int{first: 0}, []awari{first}
	var moves, from [][]int
	var results []int // 0 while nothing is known
	var known []int
	for i := 0; i < len(list); i++ {
		after, wins := list[i].after()
		result := 0
		if wins {
			result = won
		} else if len(after) == 0 {
			result = list[i].end()
		}
		var to []int
		for _, q := range after {
			if _, met := number[q]; !met {
				number[q] = len(list)
				list = append(list, q)
			}
			to = append(to, number[q])
		}
		moves, results = append(moves, to), append(results, result)
		if result != 0 {
			known = append(known, i)
		}
	}
	from = make([][]int, len(list))
	for i, to := range moves {
		for _, j := range to {
			from[j] = append(from[j], i)
		}
	}
	for ; len(known) > 0; known = known[1:] {
		for _, i := range from[known[0]] {
			loses := !slices.ContainsFunc(moves[i], func(j int) bool { return results[j] != won })
			if results[i] == 0 && (loses || results[known[0]] == lost) {
				if results[i] = won; loses {
					results[i] = lost
				}
				known = append(known, i)
			}
		}
	}

	seen := map[int]int{}
	s := g.Program.NewState()
	for i := 0; i < x.Positions(); i += 101 {
		x.State(i, s)
		text, err := json.Marshal(g.State(s))
		if err != nil {
			t.Fatal(err)
		}
		var said struct {
			ToMove               string `json:"to-move"`
			South, North, Nobody map[string]int8
		}
		if err := json.Unmarshal(text, &said); err != nil {
			t.Fatal(err)
		}
		var p awari
		for k := range 6 {
			p[k], p[11-k] = said.Nobody[fmt.Sprint("r1c", k+1)], said.Nobody[fmt.Sprint("r2c", k+1)]
		}
		p[12], p[13] = said.South["off"], said.North["off"]
		if said.ToMove == "north" {
			p[14] = 1
		}
		n, met := number[p]
		if !met {
			t.Fatalf("%s is not met by hand", text)
		}
		seen[results[n]]++
		if want := uint64(results[n]+1) * (solve.One / 2); x.Low[i] != want || x.High[i] != want {
			t.Fatalf("%s: %d to %d of %d, %d by hand", text, x.Low[i], x.High[i], solve.One, results[n])
		}
	}
	if seen[lost] < 1000 || seen[0] < 100 || seen[won] < 1000 {
		t.Errorf("results of %v positions", seen)
	}
}

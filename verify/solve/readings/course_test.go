package readings

import (
	"fmt"
	"slices"
	"sort"
	"strings"
	"testing"

	"github.com/lectio/lectio/rulesets/engine/random"
	"github.com/lectio/lectio/verify/solve"
)

// throw is what a throw of a made-up game brings.
type throw struct {
	ways  int
	among []solve.Next
}

// made is the course of a made-up game, written down by position.
func made(positions [][]throw) *Course {
	c := &Course{}
	for _, p := range positions {
		c.begins = append(c.begins, uint32(len(c.steps)))
		for _, t := range p {
			c.steps = append(append(c.steps, solve.Head(t.ways, len(t.among))), t.among...)
		}
	}
	c.begins = append(c.begins, uint32(len(c.steps)))
	return c
}

const lost, none, won = solve.Next(1<<32 - 1), solve.Next(1<<32 - 2), solve.Next(1<<32 - 3)

func to(position int, turned bool) solve.Next {
	n := solve.Next(position) << 1
	if turned {
		n++
	}
	return n
}

// drawn is a made-up game of so many positions.
func drawn(r *random.Source, n int) [][]throw {
	out := make([][]throw, n)
	for i := range out {
		for range 1 + r.Below(3) {
			t := throw{ways: 1 + r.Below(2)}
			for range 1 + r.Below(3) {
				if k := r.Below(12); k < 3 {
					t.among = append(t.among, []solve.Next{lost, none, won}[k])
				} else {
					t.among = append(t.among, to(r.Below(n), r.Below(2) == 0))
				}
			}
			out[i] = append(out[i], t)
		}
	}
	return out
}

// disguised is the same game: every position stands there twice, under other numbers; throws are split and come in
// another order, all their ways are three times as many, and what can be chosen is listed backwards.
func disguised(r *random.Source, game [][]throw) [][]throw {
	n := len(game)
	number := make([]int, 2*n) // of each copy; the first keeps its own
	for i := range number {
		number[i] = i
	}
	for i := len(number) - 1; i > 1; i-- {
		j := 1 + r.Below(i)
		number[i], number[j] = number[j], number[i]
	}
	out := make([][]throw, 2*n)
	for copy := range number {
		p := game[copy%n]
		for k := range p {
			t := p[len(p)-1-k]
			for _, ways := range []int{t.ways, 2 * t.ways} {
				x := throw{ways: ways}
				for _, next := range t.among {
					if !next.Over() {
						next = to(number[next.Position()+n*r.Below(2)], next.Turned())
					}
					x.among = append(x.among, next)
				}
				slices.Reverse(x.among)
				out[number[copy]] = append(out[number[copy]], x)
			}
		}
	}
	return out
}

// tree writes out all that can come of a position within so many turns, by another way than Compare's.
func tree(game [][]throw, i, turns int, known map[[2]int]string) string {
	if turns == 0 {
		return "?"
	}
	if text, there := known[[2]int{i, turns}]; there {
		return text
	}
	chances, all := map[string]float64{}, 0.0
	for _, t := range game[i] {
		var list []string
		for _, n := range t.among {
			if n.Over() {
				list = append(list, fmt.Sprint("over", n.Worth()))
			} else {
				list = append(list, fmt.Sprint(n.Turned(), "(", tree(game, n.Position(), turns-1, known), ")"))
			}
		}
		sort.Strings(list)
		chances[strings.Join(slices.Compact(list), "|")] += float64(t.ways)
		all += float64(t.ways)
	}
	var out []string
	for text, ways := range chances {
		out = append(out, fmt.Sprintf("%.9f:%s", ways/all, text))
	}
	sort.Strings(out)
	text := strings.Join(out, ";")
	known[[2]int{i, turns}] = text
	return text
}

// A game in disguise is the same game; one in which a single thing is changed is told apart in as many turns as
// writing everything out takes, and no fewer.
func TestCompareFindsWhatIsPlanted(t *testing.T) {
	r := random.New(11, 0)
	told := 0
	for range 300 {
		game := drawn(r, 2+r.Below(7))
		other := disguised(r, game)
		a, b := made(game), made(other)
		classes, same, _ := Compare(a, b)
		if !same {
			t.Fatalf("not recognised in disguise:\n%v\n%v", game, other)
		}
		if !Corresponds(a, b, classes) {
			t.Fatal("the correspondence that was found is not accepted")
		}
		// One thing changed: an end, a chance or whose turn it is.
		at := r.Below(len(other))
		k := r.Below(len(other[at]))
		x := &other[at][k]
		switch r.Below(3) {
		case 0:
			x.among[0] = []solve.Next{lost, none, won}[r.Below(3)]
		case 1:
			x.ways++
		default:
			if !x.among[0].Over() {
				x.among[0] ^= 1
			}
		}
		b = made(other)
		classes, same, turns := Compare(a, b)
		within := 0
		for n := 1; n <= 6 && within == 0; n++ {
			if tree(game, 0, n, map[[2]int]string{}) != tree(other, 0, n, map[[2]int]string{}) {
				within = n
			}
		}
		switch {
		case same && within > 0:
			t.Fatalf("taken for the same game, and %d turns tell them apart:\n%v\n%v", within, game, other)
		case same:
			if !Corresponds(a, b, classes) {
				t.Fatal("the correspondence that was found is not accepted")
			}
		case turns <= 6 && turns != within:
			t.Fatalf("told apart within %d turns, and it takes %d:\n%v\n%v", turns, within, game, other)
		default:
			told++
		}
	}
	if told < 50 {
		t.Errorf("only %d games were told apart", told)
	}
}

// Classes in which one position stands with those that it is not like are no correspondence.
func TestCorrespondsRefuses(t *testing.T) {
	r := random.New(5, 0)
	refused := 0
	for range 100 {
		game := drawn(r, 4+r.Below(5))
		a, b := made(game), made(disguised(r, game))
		classes, _, _ := Compare(a, b)
		if classes.count() < 3 {
			continue
		}
		side, at := r.Below(2), 0
		at = r.Below(len(classes[side]))
		was := classes[side][at]
		for classes[side][at] == was {
			classes[side][at] = classes[r.Below(2)][r.Below(len(game))]
		}
		if Corresponds(a, b, classes) {
			t.Fatalf("position %d of course %d was put into another class, and it is accepted", at, side)
		}
		refused++
	}
	if refused < 50 {
		t.Errorf("only %d were tried", refused)
	}
}

package solve_test

import (
	"fmt"
	"math"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/dimension"
	"github.com/lectio/lectio/testdata/long"
	"github.com/lectio/lectio/verify/solve"
)

// backgammon is the game of the gallery with so many men a side, set up as said, and without the throws that settle who begins.
func backgammon(t testing.TB, men int, setUp string) *rulesets.Game {
	t.Helper()
	b, err := os.ReadFile("../../rulesets/gallery/rulesets/definitions/backgammon.yaml")
	if err != nil {
		t.Fatal(err)
	}
	text, _, _ := strings.Cut(string(b), "\nquestions:")
	before, rest, _ := strings.Cut(text, "  - id: opening_dice\n")
	_, after, _ := strings.Cut(rest, "do: {add: opened}, warrant: [b#5]}\n")
	text = strings.Replace(before+after, "men: 15", fmt.Sprint("men: ", men), 1)
	text = regexp.MustCompile(`set_up: \{[^}]*\}`).ReplaceAllString(text, "set_up: {"+setUp+"}")
	d, errs := dimension.LoadOne("backgammon.yaml", []byte(text), nil)
	if d == nil {
		t.Fatal(errs)
	}
	g, errs := d.Game(nil)
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	return g
}

// side is where the men of a side stand: on the bar, on points 1 to 24 as it counts them, or off.
type side [26]int8

// table is a position of who is to move and of the other.
type tables [2]side

func (t *tables) swapped() tables { return tables{t[1], t[0]} }

// played lists what a die can lead to.
func (t *tables) played(die int) (list []tables) {
	rear := 0
	for t[0][rear] == 0 {
		rear++
	}
	for from := range 25 {
		if t[0][from] == 0 || t[0][0] > 0 && from > 0 {
			continue
		}
		next, to := *t, from+die
		next[0][from]--
		switch {
		case to > 24 && (rear < 19 || to > 25 && from != rear):
			continue
		case to > 24:
			to = 25
		case t[1][25-to] > 1:
			continue
		case t[1][25-to] == 1:
			next[1][25-to]--
			next[1][0]++
		}
		next[0][to]++
		list = append(list, next)
	}
	return list
}

// thrown lists the positions after a throw: as many dice are played as can be, and of two of which one can be played, the higher.
func (t *tables) thrown(a, b int, men int8) []tables {
	orders := [][]int{{a, b}, {b, a}}
	if a == b {
		orders = [][]int{{a, a, a, a}}
	}
	type way struct{ n, pips int }
	found := map[tables]way{}
	var most way
	more := func(x, y way) bool { return x.n > y.n || x.n == y.n && x.pips > y.pips }
	for _, dice := range orders {
		var walk func(now tables, by way)
		walk = func(now tables, by way) {
			var next []tables
			if by.n < len(dice) && now[0][25] < men {
				next = now.played(dice[by.n])
			}
			for _, x := range next {
				walk(x, way{by.n + 1, by.pips + dice[by.n]})
			}
			if len(next) > 0 {
				return
			}
			if w, there := found[now]; !there || more(by, w) {
				found[now] = by
			}
			if more(by, most) {
				most = by
			}
		}
		walk(*t, way{})
	}
	var list []tables
	for x, by := range found {
		if by == most || x[0][25] == men {
			list = append(list, x)
		}
	}
	return list
}

// throwsOfDice gives every throw of two dice, and in how many of 36 ways it falls.
func throwsOfDice(give func(a, b int, ways float64)) {
	for a := 1; a <= 6; a++ {
		give(a, a, 1)
		for b := 1; b < a; b++ {
			give(a, b, 2)
		}
	}
}

// few is backgammon with few men by a program that shares nothing with the one it is held against: states are met from the
// first on, and values drawn near by sweeps, in floating point.
func few(first tables, men int8) (positions int, worth float64) {
	index := map[tables]int{first: 0}
	list := []tables{first}
	type choice struct {
		ways float64
		to   []int // -1 is won
	}
	var follows [][]choice
	for k := 0; k < len(list); k++ {
		var choices []choice
		throwsOfDice(func(a, b int, ways float64) {
			c := choice{ways: ways}
			for _, x := range list[k].thrown(a, b, men) {
				if x[0][25] == men {
					c.to = append(c.to, -1)
					continue
				}
				x = x.swapped()
				i, known := index[x]
				if !known {
					i = len(list)
					index[x] = i
					list = append(list, x)
				}
				c.to = append(c.to, i)
			}
			choices = append(choices, c)
		})
		follows = append(follows, choices)
	}
	v := make([]float64, len(list))
	for moved := 1.0; moved > 1e-13; {
		moved = 0
		for k := len(v) - 1; k >= 0; k-- {
			sum := 0.0
			for _, c := range follows[k] {
				best := 0.0
				for _, i := range c.to {
					if i < 0 {
						best = 1
					} else {
						best = max(best, 1-v[i])
					}
				}
				sum += c.ways * best / 36
			}
			moved = max(moved, math.Abs(sum-v[k]))
			v[k] = sum
		}
	}
	return len(list), v[0]
}

// Backgammon with one man a side and with two, who begin as in hypergammon. A man can be in 26 places, so that there are 676 and
// 123,201 ways to place them; fewer of these can come about and end no game.
func TestHypergammon(t *testing.T) {
	for _, tt := range []struct {
		men, ways int
		setUp     string
		first     side
	}{{1, 676, "1: 1", side{1: 1}}, {2, 123_201, "1: 1, 2: 1", side{1: 1, 2: 1}}} {
		if tt.men > 1 && !long.Form() {
			continue
		}
		positions, worth := few(tables{tt.first, tt.first}, int8(tt.men))
		x := solved(t, backgammon(t, tt.men, tt.setUp))
		if x.Positions() != positions || positions >= tt.ways || !between(x, worth, 1e-10) {
			t.Errorf("%d men: %d positions, from %d to %d; apart %d and %.12f", tt.men, x.Positions(), x.Low[0], x.High[0], positions, worth)
		}
		t.Logf("%d men: %d positions, %.12f", tt.men, positions, worth)
	}
}

// Men who are all home and only leave: a table of the chances of who is to move, by where both have how many men, the fewest pips first.
func TestBearingOff(t *testing.T) {
	men := int8(long.Of(3, 4))
	if os.Getenv("LECTIO_HOURS") != "" {
		men = 6
	}
	start := side{19: men}
	index, homes := map[side]int{start: 0}, []side{start}
	var next [][][]int // by home, by throw
	for k := 0; k < len(homes); k++ {
		var by [][]int
		throwsOfDice(func(a, b int, _ float64) {
			var to []int
			now := tables{homes[k]}
			if homes[k][25] < men {
				for _, x := range now.thrown(a, b, men) {
					i, known := index[x[0]]
					if !known {
						i = len(homes)
						index[x[0]] = i
						homes = append(homes, x[0])
					}
					to = append(to, i)
				}
			}
			by = append(by, to)
		})
		next = append(next, by)
	}
	pips := func(k int) (sum int) {
		for p, n := range homes[k] {
			sum += (25 - p) * int(n)
		}
		return sum
	}
	order := make([]int, len(homes))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(i, j int) int { return pips(i) - pips(j) })
	done := index[side{25: men}]
	v := make([][]float64, len(homes))
	for i := range v {
		v[i] = make([]float64, len(homes))
	}
	// The chances of i against j hang on those of j against less than i.
	for total := range 2*pips(0) + 1 {
		for _, i := range order {
			for _, j := range order {
				if pips(i)+pips(j) != total || i == done || j == done {
					continue
				}
				k := 0
				throwsOfDice(func(_, _ int, ways float64) {
					best := 0.0
					for _, to := range next[i][k] {
						if to == done {
							best = 1
						} else {
							best = max(best, 1-v[j][to])
						}
					}
					v[i][j] += ways * best / 36
					k++
				})
			}
		}
	}
	g := backgammon(t, int(men), fmt.Sprintf("19: %d", men))
	x := solved(t, g)
	p := g.Program
	s := p.NewState()
	seen := 0
	for i := range x.Positions() {
		x.State(i, s)
		var at [2]side
		for q := range at {
			player := q ^ s.Player()
			for place := range 24 {
				at[q][1+place] = int8(s.MenAt(p, player, place))
			}
			at[q][25] = men
			for _, n := range at[q][1:25] {
				at[q][25] -= n
			}
		}
		want := v[index[at[0]]][index[at[1]]]
		low, high := float64(x.Low[i])/float64(solve.One), float64(x.High[i])/float64(solve.One)
		if low > want+1e-11 || high < want-1e-11 || high-low > 1e-10 {
			t.Fatalf("%v against %v: from %.12f to %.12f, in the table %.12f", at[0], at[1], low, high, want)
		}
		seen++
	}
	t.Logf("%d positions, the first worth %.12f", seen, v[0][0])
}

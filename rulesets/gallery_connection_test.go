package rulesets_test

import (
	"context"
	"testing"

	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/engine/position"
	"github.com/lectio/lectio/rulesets/play"
	"github.com/lectio/lectio/testdata/bundled"
)

// stones are the cells of one player by row and column.
type stones map[[2]int]bool

// joins reports whether stones lead from the first row to the last along cells that touch
// as hexagons do.
func (s stones) joins(size int) bool {
	seen, next := stones{}, [][2]int{}
	for c := range size {
		if at := [2]int{0, c}; s[at] {
			seen[at], next = true, append(next, at)
		}
	}
	for len(next) > 0 {
		at := next[len(next)-1]
		next = next[:len(next)-1]
		if at[0] == size-1 {
			return true
		}
		for _, d := range [][2]int{{0, 1}, {0, -1}, {1, 0}, {-1, 0}, {1, -1}, {-1, 1}} {
			if to := [2]int{at[0] + d[0], at[1] + d[1]}; s[to] && !seen[to] {
				seen[to], next = true, append(next, to)
			}
		}
	}
	return false
}

// five reports whether five stones stand in a row.
func (s stones) five(int) bool {
	for at := range s {
		for _, d := range [][2]int{{0, 1}, {1, 0}, {1, 1}, {1, -1}} {
			n := 0
			for s[[2]int{at[0] + n*d[0], at[1] + n*d[1]}] {
				n++
			}
			if n >= 5 {
				return true
			}
		}
	}
	return false
}

// turned are the same stones with rows and columns exchanged.
func (s stones) turned() stones {
	out := stones{}
	for at := range s {
		out[[2]int{at[1], at[0]}] = true
	}
	return out
}

// A game of connection ends with the stone that makes what its player wants, which another
// look at the stones finds as well, and neither before it nor after.
func TestConnectionsAreMade(t *testing.T) {
	for name, c := range map[string]struct {
		size  int
		games int
		made  func(s stones, size, player int) bool
	}{
		"hex": {11, 300, func(s stones, size, player int) bool {
			if player == 1 {
				s = s.turned()
			}
			return s.joins(size)
		}},
		"gomoku": {15, 40, func(s stones, size, _ int) bool { return s.five(size) }},
	} {
		t.Run(name, func(t *testing.T) {
			g, errs := bundled.Gallery(t).Find(name).Game(nil)
			if len(errs) > 0 {
				t.Fatal(errs)
			}
			x := play.NewExecutor(g.Program, play.Whichever)
			defer x.Close(context.Background())
			won := [2]int{}
			err := x.Play(context.Background(), play.Series{Seed: 22, Count: c.games, Cap: 1000}, func(p *play.Played) {
				if p.State.Status() != engine.Over {
					t.Fatalf("game %d is not over", p.Number)
				}
				men, winner := position.Read(g.Program, p.State).Men, p.State.Winner()
				if winner < 0 {
					t.Fatalf("game %d has no winner", p.Number)
				}
				won[winner]++
				for q := range men {
					s := stones{}
					for cell, n := range men[q][0] {
						if n > 0 {
							s[[2]int{cell / c.size, cell % c.size}] = true
						}
					}
					if made := c.made(s, c.size, q); made != (q == winner) {
						t.Errorf("game %d: player %d has made it: %v, and the winner is %d", p.Number, q, made, winner)
					}
					if q == winner && !lastWasNeeded(s, func(s stones) bool { return c.made(s, c.size, q) }) {
						t.Errorf("game %d went on when it was won", p.Number)
					}
				}
			})
			if err != nil {
				t.Fatal(err)
			}
			if won[0] == 0 || won[1] == 0 {
				t.Errorf("of %d games the players won %v", c.games, won)
			}
		})
	}
}

// lastWasNeeded reports whether some stone is one without which nothing has been made.
func lastWasNeeded(s stones, made func(stones) bool) bool {
	for at := range s {
		delete(s, at)
		before := made(s)
		s[at] = true
		if !before {
			return true
		}
	}
	return false
}

package solve_test

import (
	"testing"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/testdata/bundled"
	"github.com/lectio/lectio/testdata/long"
)

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
		q, at := p, from
		q[from] = 0
		for range p[from] {
			if at = (at + 1) % 10; at == others {
				at = (at + 1) % 10
			}
			q[at]++
		}
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
// half of the seeds decide or a side is empty, they are as many as others have counted.
func TestSowingIsSolved(t *testing.T) {
	if !long.Form() {
		t.Skip("goes through millions of positions; LECTIO_LONG=1")
	}
	const published = 4604996
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
	if len(open)+len(over) != published {
		t.Errorf("by hand: %d positions and %d in which it is over", len(open), len(over))
	}
	x := solved(t, under(t, bundled.Gallery(t), "kalah", "four-and-three", rulesets.Choice{"decided": "at-more-than-half"}))
	if n := x.All(); n != len(open) {
		t.Errorf("%d positions, %d by hand", n, len(open))
	}
}

package solve

import (
	"context"
	"math"
)

// Drawing bounds together from 0 and 1 takes many sweeps over all that follows. It is quicker to guess the values first, one
// number for a position instead of two, in floating point and with most sweeps along what seemed best in the one before; then to
// set bounds a little to either side, and to move them apart until each follows from those behind it. That proves nothing of play which
// need not end; but ranks do, and where they cannot be had bounds are drawn from 0 and 1 after all. (Guesses that are verified:
// Hartmanns and Kaminski, "Optimistic value iteration", 2020; sweeps along fixed choices: Puterman and Shin, "Modified policy
// iteration algorithms for discounted Markov decision problems", 1978.)

const (
	leastGuessed  = 32             // positions of a component for which it pays
	mostSweeps    = 1000           // over all that follows, before it is given up
	alongChosen   = 6              // sweeps along what is chosen, for one over all that follows
	guessedWithin = 1. / (1 << 47) // how little a guess may move in the last sweep
	slack         = 1 << 6         // how far bounds are set from it, in parts of One
	mostApart     = 64             // sweeps that move them apart
)

// guess sets bounds of a component that follow from those behind them. It is false where none were found.
func (d *drawing) guess(ctx context.Context, from, to int) bool {
	if to-from < leastGuessed {
		return false
	}
	g := &guess{drawing: d, from: from, picked: make([]uint32, 1, to-from+1)}
	if !g.approach(ctx, to) {
		return false
	}
	for k := from; k < to; k++ {
		at := uint64(d.about[k] * float64(One))
		d.v[2*k], d.v[2*k+1] = max(at, slack)-slack, max(One-at, slack)-slack
	}
	for range mostApart {
		apart := false
		for k := from; k < to; k++ {
			low, not := d.step(k)
			if low < d.v[2*k] || not < d.v[2*k+1] {
				d.v[2*k], d.v[2*k+1] = min(low, d.v[2*k]), min(not, d.v[2*k+1])
				apart = true
			}
		}
		if !apart {
			return d.draw(ctx, from, to) == nil
		}
	}
	return false
}

// middle is the value halfway between bounds.
func middle(low, not uint64) float64 {
	return 0.5 + (float64(low)-float64(not))/(2*float64(One))
}

// guess are the choices by which the values of a component are guessed.
type guess struct {
	*drawing
	from   int
	picked []uint32 // by position of the component where its picks begin, and behind the last
	picks  []pick
}

// pick is a throw, and what is chosen after it.
type pick struct {
	ways uint32
	next Next
}

// approach guesses the values of a component.
func (g *guess) approach(ctx context.Context, to int) bool {
	throws := 0
	for k := g.from; k < to; k++ {
		for range g.following(uint32(k)).Throws() {
			throws++
		}
	}
	g.picks = make([]pick, 0, throws)
	for k := g.from; k < to; k++ {
		g.about[k] = 0.5
		for ways := range g.following(uint32(k)).Throws() {
			g.picks = append(g.picks, pick{ways: uint32(ways)})
		}
		g.picked = append(g.picked, uint32(len(g.picks)))
	}
	n := to - g.from
	for sweep := range mostSweeps {
		if ctx.Err() != nil {
			return false
		}
		moved := 0.
		for j := range n {
			if sweep%2 != 0 {
				j = n - 1 - j
			}
			x := g.best(j)
			moved = max(moved, math.Abs(x-g.about[g.from+j]))
			g.about[g.from+j] = x
		}
		if moved <= guessedWithin {
			return true
		}
		for range alongChosen / 2 {
			for j := range n {
				g.about[g.from+j] = g.along(j)
			}
			for j := n - 1; j >= 0; j-- {
				g.about[g.from+j] = g.along(j)
			}
		}
	}
	return false
}

// best is about what a position is worth by what follows, of which the best is picked.
func (g *guess) best(j int) float64 {
	all, sum := 0., 0.
	at := g.picked[j]
	for ways, among := range g.following(uint32(g.from + j)).Throws() {
		best := -1.
		for _, f := range among {
			if x := g.worthAbout(f); x > best {
				best, g.picks[at].next = x, f
			}
		}
		at++
		all += float64(ways)
		sum += float64(ways) * best
	}
	return sum / all
}

// along is about what a position is worth by what has been picked.
func (g *guess) along(j int) float64 {
	all, sum := 0., 0.
	for _, p := range g.picks[g.picked[j]:g.picked[j+1]] {
		all += float64(p.ways)
		sum += float64(p.ways) * g.worthAbout(p.next)
	}
	return sum / all
}

// worthAbout is about what is worth what follows to who was to move before.
func (g *guess) worthAbout(f Next) float64 {
	x := g.about[f>>1]
	if f&1 != 0 {
		return 1 - x
	}
	return x
}

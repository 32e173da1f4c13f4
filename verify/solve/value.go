package solve

import (
	"context"
	"math/bits"
	"slices"
)

// One is what a game won is worth: values are whole numbers of as many parts of it.
const One uint64 = 1 << 46

// Near is how near to each other bounds are drawn, where chance lets them come no nearer.
const Near = One >> 38

// Solved are the bounds of all positions of a graph.
type Solved struct {
	*Graph
	// Low and High bound what each position is worth to who is to move in it, in parts of One.
	Low, High []uint64
	Rank      []uint16 // see rank.go; nil where not all positions have one

	order []uint32 // positions, those that follow from others before them but within a component
	parts []uint32 // where each component begins in order, and behind the last
}

// Solve finds bounds for all positions of a graph.
func Solve(ctx context.Context, g *Graph, progress func(done, all int)) (*Solved, error) {
	n := g.Positions()
	x := &Solved{Graph: g, Low: make([]uint64, n), High: make([]uint64, n)}
	for i := range x.High {
		x.High[i] = One
	}
	x.components()
	for k := range len(x.parts) - 1 {
		if err := x.settle(ctx, x.order[x.parts[k]:x.parts[k+1]]); err != nil {
			return nil, err
		}
		if progress != nil {
			progress(int(x.parts[k+1]), n)
		}
	}
	x.rank()
	return x, nil
}

// draw draws the bounds of a component together, until they move no more or are near.
func (x *Solved) draw(ctx context.Context, part []uint32) error {
	for sweep := 0; ; sweep++ {
		if sweep%16 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		moved, widest := false, uint64(0)
		for _, i := range part {
			low, high := x.step(i)
			// They only ever come nearer.
			low, high = max(low, x.Low[i]), min(high, x.High[i])
			moved = moved || low != x.Low[i] || high != x.High[i]
			x.Low[i], x.High[i] = low, high
			widest = max(widest, high-low)
		}
		if !moved || len(part) == 1 && !x.itself(part[0]) || widest <= Near {
			return nil
		}
		slices.Reverse(part)
	}
}

// itself reports whether a position follows from itself.
func (x *Solved) itself(i uint32) (found bool) {
	x.throws(i, func(_ uint32, among []uint32) {
		for _, f := range among {
			found = found || f < endWon && f>>1 == i
		}
	})
	return found
}

// step works out the bounds of a position from those that follow: the lower rounded down, the upper up.
func (x *Solved) step(i uint32) (low, high uint64) {
	var ways, lowHigh, lowLow, highHigh, highLow uint64
	x.throws(i, func(w uint32, among []uint32) {
		bestLow, bestHigh := uint64(0), uint64(0)
		for _, f := range among {
			l, h := x.worth(f)
			bestLow, bestHigh = max(bestLow, l), max(bestHigh, h)
		}
		ways += uint64(w)
		var carry uint64
		hi, lo := bits.Mul64(uint64(w), bestLow)
		lowLow, carry = bits.Add64(lowLow, lo, 0)
		lowHigh += hi + carry
		hi, lo = bits.Mul64(uint64(w), bestHigh)
		highLow, carry = bits.Add64(highLow, lo, 0)
		highHigh += hi + carry
	})
	low, _ = bits.Div64(lowHigh, lowLow, ways)
	high, rest := bits.Div64(highHigh, highLow, ways)
	if rest > 0 {
		high++
	}
	return low, high
}

// worth are the bounds of what follows, to who was to move before.
func (x *Solved) worth(f uint32) (low, high uint64) {
	switch f {
	case endLost:
		return 0, 0
	case endNone:
		return One / 2, One / 2
	case endWon:
		return One, One
	}
	if f&1 != 0 {
		return One - x.High[f>>1], One - x.Low[f>>1]
	}
	return x.Low[f>>1], x.High[f>>1]
}

// components finds the strongly connected components of the graph (Tarjan, "Depth-first search and linear graph
// algorithms", 1972), which come out with those first from which the others follow least.
func (x *Solved) components() {
	n := x.Positions()
	index, low := make([]uint32, n), make([]uint32, n) // one more than when it was met; 0: not yet
	on := make([]bool, n)
	var stack []uint32
	type visit struct {
		i    uint32
		next uint64 // into follows
		ends uint64 // of the throw in which next lies
	}
	var path []visit
	count := uint32(0)
	enter := func(i uint32) {
		count++
		index[i], low[i], on[i] = count, count, true
		stack = append(stack, i)
		path = append(path, visit{i, x.begins[i], x.begins[i]})
	}
	for root := range n {
		if index[root] != 0 {
			continue
		}
		for enter(uint32(root)); len(path) > 0; {
			v := &path[len(path)-1]
			if v.next < x.begins[v.i+1] {
				if v.next == v.ends { // the head of a throw
					v.ends = v.next + 1 + uint64(x.follows[v.next]&0xffff)
					v.next++
					continue
				}
				f := x.follows[v.next]
				v.next++
				if f >= endWon {
					continue
				}
				if j := f >> 1; index[j] == 0 {
					enter(j)
				} else if on[j] {
					low[v.i] = min(low[v.i], index[j])
				}
				continue
			}
			i := v.i
			path = path[:len(path)-1]
			if len(path) > 0 {
				p := path[len(path)-1].i
				low[p] = min(low[p], low[i])
			}
			if low[i] != index[i] {
				continue
			}
			x.parts = append(x.parts, uint32(len(x.order)))
			for {
				j := stack[len(stack)-1]
				stack = stack[:len(stack)-1]
				on[j] = false
				x.order = append(x.order, j)
				if j == i {
					break
				}
			}
		}
	}
	x.parts = append(x.parts, uint32(len(x.order)))
}

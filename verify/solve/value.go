package solve

import (
	"context"
	"errors"
	"slices"

	"github.com/lectio/lectio/verify/solve/wide"
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
}

// Solve finds bounds for all positions of a graph.
func Solve(ctx context.Context, g *Graph, progress func(done, all int)) (*Solved, error) {
	n := g.Positions()
	x := &Solved{Graph: g, Low: make([]uint64, n), High: make([]uint64, n), Rank: make([]uint16, n)}
	work := &team{Graph: g}
	defer work.close(ctx)
	err := x.blockwise(ctx, work, progress)
	if errors.Is(err, errMixed) { // all at once, then
		g.blocks = []int{0, n}
		if err = work.plan(ctx, 0); err == nil {
			err = x.blockwise(ctx, work, progress)
		}
	}
	if err != nil {
		return nil, err
	}
	if slices.Contains(x.Rank, noRank) {
		x.Rank = nil
	}
	return x, nil
}

// blockwise works out the blocks whose values are not kept, the last first.
func (x *Solved) blockwise(ctx context.Context, work *team, progress func(done, all int)) error {
	for k := len(x.blocks) - 2; k >= 0; k-- {
		there, err := x.takeUpValues(k)
		if err == nil && !there {
			if err = x.block(ctx, k, work); err == nil {
				err = x.keepValues(k)
			}
		}
		if err != nil {
			return err
		}
		if progress != nil {
			progress(x.Positions()-x.blocks[k], x.Positions())
		}
	}
	return nil
}

// block works out a block.
func (x *Solved) block(ctx context.Context, k int, work *team) error {
	b := &block{Solved: x, from: x.blocks[k], n: x.blocks[k+1] - x.blocks[k]}
	if err := b.follow(ctx, work); err != nil {
		return err
	}
	if x.Chance {
		return b.expect(ctx)
	}
	b.force()
	return nil
}

// block are positions that are worked out together, and what follows from them.
type block struct {
	*Solved
	from, n int
	*lists
}

// follow finds what follows from the positions of the block, unless it has been kept.
func (b *block) follow(ctx context.Context, work *team) error {
	if b.lists = b.Graph.lists; b.lists != nil {
		return nil
	}
	work.generate(ctx)
	work.settle, b.lists = true, new(lists)
	for at := b.from; at < b.from+b.n; at += many {
		parts, err := work.work(ctx, at, min(at+many, b.from+b.n))
		if err != nil {
			return err
		}
		for _, part := range parts {
			b.add(part.done)
		}
	}
	for i := range uint32(b.n) {
		for _, among := range b.of(i).Throws() {
			if !among[0].Over() && among[0].Position() < b.from { // it is the least
				return errMixed
			}
		}
	}
	return nil
}

// inside is the number within the block of a position that follows, none for an end or a position behind the block.
func (b *block) inside(f Next) uint32 {
	if i := f>>1 - Next(b.from); !f.Over() && i < Next(b.n) {
		return uint32(i)
	}
	return none
}

// worth are the bounds of what follows, to who was to move before.
func (x *Solved) worth(f Next) (low, high uint64) {
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

// drawing are the positions of a block in an order in which each comes behind those that follow from it, but within a component, and
// what follows from them by their numbers in it. Bounds are kept by twice such a number: the lower, and behind it how much less than One
// is the upper, which is the lower bound of the other player; both only ever rise. What follows by a throw and lies behind the block is one more
// number, whose bounds are the best of them all.
type drawing struct {
	*block
	order  []uint32 // numbers within the block
	parts  []uint32 // where each component begins in it, and behind the last
	begins []uint64 // into list
	list   []Next   // by position what follows, by numbers in the order
	v      []uint64
	about  []float64 // about what each number is worth, for guess
	rank   []uint16
	behind []behind // of what lies behind the block, by number less n
}

// behind are the ranks of what follows by a throw and lies behind the block: that to which who is to move can lead by
// lower bound, and that which the other has to suffer.
type behind struct{ chosen, suffered uint16 }

// following is what follows from the k-th position of the order.
func (d *drawing) following(k uint32) Choices { return Choices(d.list[d.begins[k]:d.begins[k+1]]) }

// expect draws bounds of the block together, where something is thrown.
func (b *block) expect(ctx context.Context) error {
	d := &drawing{block: b}
	d.components()
	d.lay()
	for k := range len(d.parts) - 1 {
		from, to := int(d.parts[k]), int(d.parts[k+1])
		if err := d.component(ctx, from, to); err != nil {
			return err
		}
		for k := from; k < to; k++ {
			d.about[k] = middle(d.v[2*k], d.v[2*k+1])
		}
	}
	for k, i := range d.order {
		at := b.from + int(i)
		b.Low[at], b.High[at], b.Rank[at] = d.v[2*k], One-d.v[2*k+1], d.rank[k]
	}
	return nil
}

// component finds bounds and ranks of a component: by a guess, if that can be proved.
func (d *drawing) component(ctx context.Context, from, to int) error {
	if d.guess(ctx, from, to) {
		d.rankAll(from, to)
		if !slices.Contains(d.rank[from:to], noRank) {
			return nil
		}
	}
	clear(d.v[2*from : 2*to])
	if err := d.settle(ctx, from, to); err != nil {
		return err
	}
	d.rankAll(from, to)
	return nil
}

// lay writes down what follows in the order.
func (d *drawing) lay() {
	num := make([]Next, d.n)
	words := 0
	for k, i := range d.order {
		num[i] = Next(k)
		words += len(d.of(i))
	}
	d.begins = make([]uint64, 1, d.n+1)
	d.list = make([]Next, 0, words)
	d.v = make([]uint64, 2*d.n, 2*d.n+64)
	d.rank = make([]uint16, d.n)
	for _, i := range d.order {
		for ways, among := range d.of(i).Throws() {
			at := len(d.list)
			d.list = append(d.list, 0)
			out, low, not, rank := false, uint64(0), One, behind{chosen: noRank}
			for _, f := range among {
				if j := d.inside(f); j != none {
					d.list = append(d.list, num[j]<<1|f&1)
					continue
				}
				l, h := d.worth(f)
				if l > low {
					low, rank.chosen = l, noRank
				}
				if l == low {
					rank.chosen = min(rank.chosen, d.rankOf(f, l))
				}
				out, not, rank.suffered = true, min(not, One-h), max(rank.suffered, d.rankOf(f, One-h))
			}
			if out {
				d.list = append(d.list, Next(len(d.v)))
				d.v = append(d.v, low, not)
				d.behind = append(d.behind, rank)
			}
			d.list[at] = Head(int(ways), len(d.list)-at-1)
		}
		d.begins = append(d.begins, uint64(len(d.list)))
	}
	d.about = make([]float64, len(d.v)/2)
	for k := d.n; k < len(d.about); k++ {
		d.about[k] = middle(d.v[2*k], d.v[2*k+1])
	}
	d.block.lists = nil // what follows stands here now
}

// draw draws the bounds of a component together, until they move no more or are near.
func (d *drawing) draw(ctx context.Context, from, to int) error {
	for sweep := 0; ; sweep++ {
		if sweep%16 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		moved, widest := false, uint64(0)
		for j := from; j < to; j++ {
			k := j
			if sweep%2 != 0 {
				k = to - 1 - (j - from)
			}
			low, not := d.step(k)
			// They only ever come nearer.
			low, not = max(low, d.v[2*k]), max(not, d.v[2*k+1])
			moved = moved || low != d.v[2*k] || not != d.v[2*k+1]
			d.v[2*k], d.v[2*k+1] = low, not
			widest = max(widest, One-low-not)
		}
		if !moved || to-from == 1 && !d.itself(from) || widest <= Near {
			return nil
		}
	}
}

// itself reports whether a position follows from itself.
func (d *drawing) itself(k int) bool {
	for _, among := range d.following(uint32(k)).Throws() {
		if slices.ContainsFunc(among, func(f Next) bool { return f.Position() == k }) {
			return true
		}
	}
	return false
}

// step works out the bounds of a position from those that follow, rounded down.
func (d *drawing) step(k int) (low, not uint64) {
	var ways uint64
	var lows, nots wide.Sum
	for w, among := range d.following(uint32(k)).Throws() {
		best, least := uint64(0), One
		for _, f := range among {
			best, least = max(best, d.v[f]), min(least, d.v[f^1])
		}
		ways += w
		lows.Add(w, best)
		nots.Add(w, least)
	}
	low, _ = lows.Over(ways)
	not, _ = nots.Over(ways)
	return low, not
}

// components finds the strongly connected components of the block (Tarjan, "Depth-first search and linear graph
// algorithms", 1972), which come out with those first from which the others follow least.
func (d *drawing) components() {
	n := d.n
	index, low := make([]uint32, n), make([]uint32, n) // one more than when it was met; 0: not yet
	on := make([]bool, n)
	var stack []uint32
	type visit struct {
		i    uint32
		at   uint32 // what comes next of what follows
		left uint32 // of the throw at which it is
	}
	var path []visit
	count := uint32(0)
	d.order = make([]uint32, 0, n)
	enter := func(i uint32) {
		count++
		index[i], low[i], on[i] = count, count, true
		stack = append(stack, i)
		path = append(path, visit{i: i})
	}
	for root := range n {
		if index[root] != 0 {
			continue
		}
		for enter(uint32(root)); len(path) > 0; {
			v := &path[len(path)-1]
			if list := d.of(v.i); int(v.at) < len(list) {
				f := list[v.at]
				v.at++
				if v.left == 0 { // the head of a throw
					v.left = uint32(f & 0xffff)
					continue
				}
				v.left--
				j := d.inside(f)
				if j == none {
					continue
				}
				if index[j] == 0 {
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
			d.parts = append(d.parts, uint32(len(d.order)))
			for {
				j := stack[len(stack)-1]
				stack = stack[:len(stack)-1]
				on[j] = false
				d.order = append(d.order, j)
				if j == i {
					break
				}
			}
		}
	}
	d.parts = append(d.parts, uint32(len(d.order)))
}

package solve

import (
	"context"
	"errors"
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
	left, err := x.takeUpValues()
	if err != nil {
		return err
	}
	for k := left - 1; k >= 0; k-- {
		b := &block{Solved: x, from: x.blocks[k], n: x.blocks[k+1] - x.blocks[k]}
		if err := b.follow(ctx, work); err != nil {
			return err
		}
		if !x.Chance {
			b.force()
		} else if err := b.expect(ctx); err != nil {
			return err
		}
		if err := x.keepValues(k); err != nil {
			return err
		}
		if progress != nil {
			progress(x.Positions()-x.blocks[k], x.Positions())
		}
	}
	return nil
}

// block are positions that are worked out together, and what follows from them.
type block struct {
	*Solved
	from, n int
	begins  []uint64 // by position which slab its list is in, and where there
	slabs   [][]uint32
}

// slab is how many words stand side by side.
const slab = 1 << 22

// follow finds what follows from the positions of the block, unless it has been kept.
func (b *block) follow(ctx context.Context, work *team) error {
	if b.Graph.begins != nil {
		b.begins, b.slabs = b.Graph.begins, [][]uint32{b.Graph.follows}
		return nil
	}
	if work.generate(ctx); work.module == nil && !work.beyond {
		work.beyond = true
	}
	work.settle = true
	b.begins = make([]uint64, 0, b.n)
	for at := b.from; at < b.from+b.n; at += many {
		parts, err := work.work(ctx, at, min(at+many, b.from+b.n))
		if err != nil {
			return err
		}
		for _, part := range parts {
			list := part.done
			if k := len(b.slabs) - 1; k < 0 || len(b.slabs[k])+len(list) > cap(b.slabs[k]) {
				b.slabs = append(b.slabs, make([]uint32, 0, max(slab, len(list))))
			}
			k := len(b.slabs) - 1
			at := len(b.slabs[k])
			b.slabs[k] = append(b.slabs[k], list...)
			for ; at < len(b.slabs[k]); at += 1 + int(b.slabs[k][at]) {
				b.begins = append(b.begins, uint64(k)<<32|uint64(at))
				var err error
				each(b.slabs[k][at+1:][:b.slabs[k][at]], func(f uint32) {
					if f>>1 < uint32(b.from) {
						err = errMixed
					}
				})
				if err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// list is what follows from the i-th position of the block.
func (b *block) list(i uint32) []uint32 {
	at := b.begins[i]
	s := b.slabs[at>>32][uint32(at):]
	return s[1 : 1+s[0]]
}

// inside is the number within the block of a position that follows, none for an end or a position behind the block.
func (b *block) inside(f uint32) uint32 {
	if i := f>>1 - uint32(b.from); f < endWon && i < uint32(b.n) {
		return i
	}
	return none
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

// drawing are the positions of a block in an order in which each comes behind those that follow from it, but within a component, and
// what follows from them by their numbers in it. Bounds are kept by twice such a number: the lower, and behind it how much less than One
// is the upper, which is the lower bound of the other player; both only ever rise. What follows by a throw and lies behind the block is one more
// number, whose bounds are the best of them all.
type drawing struct {
	*block
	order  []uint32 // numbers within the block
	parts  []uint32 // where each component begins in it, and behind the last
	begins []uint64 // into list
	list   []uint32 // heads, and twice numbers in the order, one more where another player is to move
	v      []uint64
	about  []float64 // about what each number is worth, for guess
	rank   []uint16
	behind []behind // of what lies behind the block, by number less n
	wide   bool     // sums may have more than 64 bits
}

// behind are the ranks of what follows by a throw and lies behind the block: that to which who is to move can lead by
// lower bound, and that which the other has to suffer.
type behind struct{ chosen, suffered uint16 }

// following is what follows from the k-th position of the order.
func (d *drawing) following(k uint32) []uint32 { return d.list[d.begins[k]:d.begins[k+1]] }

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
	num := make([]uint32, d.n)
	words := 0
	for k, i := range d.order {
		num[i] = uint32(k)
		words += len(d.block.list(i))
	}
	d.begins = make([]uint64, 1, d.n+1)
	d.list = make([]uint32, 0, words)
	d.v = make([]uint64, 2*d.n, 2*d.n+64)
	d.rank = make([]uint16, d.n)
	for _, i := range d.order {
		ways := uint64(0)
		for list := d.block.list(i); len(list) > 0; {
			n := int(list[0] & 0xffff)
			ways += uint64(list[0] >> 16)
			at := len(d.list)
			d.list = append(d.list, 0)
			out, low, not, rank := false, uint64(0), One, behind{chosen: noRank}
			for _, f := range list[1 : 1+n] {
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
				d.list = append(d.list, uint32(len(d.v)))
				d.v = append(d.v, low, not)
				d.behind = append(d.behind, rank)
			}
			d.list[at] = list[0]&^0xffff | uint32(len(d.list)-at-1)
			list = list[1+n:]
		}
		d.wide = d.wide || ways >= 1<<17
		d.begins = append(d.begins, uint64(len(d.list)))
	}
	d.about = make([]float64, len(d.v)/2)
	for k := d.n; k < len(d.about); k++ {
		d.about[k] = middle(d.v[2*k], d.v[2*k+1])
	}
	d.block.slabs = nil // what follows stands here now
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
func (d *drawing) itself(k int) (found bool) {
	each(d.following(uint32(k)), func(f uint32) { found = found || int(f>>1) == k })
	return found
}

// step works out the bounds of a position from those that follow, rounded down.
func (d *drawing) step(k int) (low, not uint64) {
	if d.wide {
		return d.stepWide(k)
	}
	v := d.v
	var ways, lows, nots uint64
	for list := d.following(uint32(k)); len(list) > 0; {
		n := int(list[0] & 0xffff)
		w := uint64(list[0] >> 16)
		best, least := uint64(0), One
		for _, f := range list[1 : 1+n] {
			best, least = max(best, v[f]), min(least, v[f^1])
		}
		ways, lows, nots = ways+w, lows+w*best, nots+w*least
		list = list[1+n:]
	}
	return lows / ways, nots / ways
}

// stepWide is step where sums have more than 64 bits.
func (d *drawing) stepWide(k int) (low, not uint64) {
	var ways uint64
	var lows, nots [2]uint64
	add := func(sum *[2]uint64, w, x uint64) {
		hi, lo := bits.Mul64(w, x)
		var carry uint64
		sum[0], carry = bits.Add64(sum[0], lo, 0)
		sum[1] += hi + carry
	}
	for list := d.following(uint32(k)); len(list) > 0; {
		n := int(list[0] & 0xffff)
		w := uint64(list[0] >> 16)
		best, least := uint64(0), One
		for _, f := range list[1 : 1+n] {
			best, least = max(best, d.v[f]), min(least, d.v[f^1])
		}
		ways += w
		add(&lows, w, best)
		add(&nots, w, least)
		list = list[1+n:]
	}
	low, _ = bits.Div64(lows[1], lows[0], ways)
	not, _ = bits.Div64(nots[1], nots[0], ways)
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
		list []uint32 // what is left of what follows
		n    int      // of the throw at which it is
	}
	var path []visit
	count := uint32(0)
	d.order = make([]uint32, 0, n)
	enter := func(i uint32) {
		count++
		index[i], low[i], on[i] = count, count, true
		stack = append(stack, i)
		path = append(path, visit{i: i, list: d.block.list(i)})
	}
	for root := range n {
		if index[root] != 0 {
			continue
		}
		for enter(uint32(root)); len(path) > 0; {
			v := &path[len(path)-1]
			if len(v.list) > 0 {
				f := v.list[0]
				v.list = v.list[1:]
				if v.n == 0 { // the head of a throw
					v.n = int(f & 0xffff)
					continue
				}
				v.n--
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

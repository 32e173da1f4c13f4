package solve

import (
	"context"
	"encoding/binary"
	"errors"
	"iter"
	"slices"

	"github.com/lectio/lectio/rulesets/engine"
)

// Where there are too many positions to keep what follows from all of them, they are worked out a stratum at a time, the last
// first: what follows is made again, kept for that long, and forgotten. Strata are told apart by how many men are where none comes out again:
// borne off, or past the last point where they can be taken, or no longer in hand. Where that is is guessed from how men move in
// some positions, and seen to hold of every one when what follows from it is made again.

// errMixed is why positions cannot be worked out a stratum at a time.
var errMixed = errors.New("what was thought to be left for good is come to again")

// haven is where no man of a player comes out again who is in it: of the counts of his men, store by store and then class by class
// and place by place, those that are in it, and behind them whether men are who are in none of these.
type haven []bool

// in is how many of a player's men are in it, but for a number that is always the same.
func (h haven) in(g *Graph, b []byte, q int) (sum int) {
	last := len(h) - 1
	for k, n := range g.counts(b, q) {
		switch {
		case h[last] && !h[k]:
			sum -= n
		case h[k] && !h[last]:
			sum += n
		}
	}
	return sum
}

// counts gives how many men of a player there are, store by store and then class by class and place by place.
func (g *Graph) counts(b []byte, q int) iter.Seq2[int, int] {
	stores, men := len(g.Program.Stores), g.Program.Classes()*g.Program.Places
	return func(yield func(int, int) bool) {
		for k := range stores + men {
			n := 0
			if k < stores {
				n = int(binary.LittleEndian.Uint16(b[g.head.Stores+2*(q*stores+k):]))
			} else {
				n = int(b[g.head.Men+q*men+k-stores])
			}
			if !yield(k, n) {
				return
			}
		}
	}
}

// samples is from how many places on it is guessed how men move, and sampled how many positions are looked at there.
const samples, sampled = 1024, 16

// sample gives what follows from some positions of all.
func (x *team) sample(ctx context.Context, give func(i int, follows Choices)) error {
	n := x.Positions()
	for i := 0; i < n; i += max(sampled, n/samples) {
		parts, err := x.work(ctx, i, min(i+sampled, n))
		if err != nil {
			return err
		}
		var l lists
		l.add(parts[0].settled(nil))
		for k := range l.begins {
			give(i+k, l.of(uint32(k)))
		}
	}
	return nil
}

// havens guesses where no man comes out again: of either player, or of both where they are exchanged.
func (x *team) havens(ctx context.Context) (of [2][]haven, err error) {
	n := len(x.Program.Stores) + x.Program.Classes()*x.Program.Places + 1
	var leads [2][]haven // by where a man was, where he may come to
	for q := range leads {
		for k := range n {
			leads[q] = append(leads[q], make(haven, n))
			leads[q][k][k] = true
		}
	}
	from, to := x.Program.NewState(), x.Program.NewState()
	look := func(f Next) {
		x.State(f.Position(), to)
		for q := range 2 {
			r := q
			if x.Tied && f.Turned() {
				r = 1 - q
			}
			x.moved(from.Bytes(), q, to.Bytes(), r, leads[q])
		}
	}
	err = x.sample(ctx, func(i int, follows Choices) {
		x.State(i, from)
		for _, among := range follows.Throws() {
			for _, f := range among {
				if !f.Over() {
					look(f)
				}
			}
		}
	})
	if x.Tied {
		for k, more := range leads[1] {
			leads[0][k].join(more)
		}
		leads[1] = leads[0]
	}
	for q := range of {
		of[q] = closed(leads[q])
	}
	return of, err
}

// moved enters where men of a player have moved: from wherever there are fewer than before to wherever there are more.
func (g *Graph) moved(before []byte, q int, after []byte, r int, leads []haven) {
	var now []int
	for _, n := range g.counts(after, r) {
		now = append(now, n)
	}
	var less, more []int
	all := 0
	for k, n := range g.counts(before, q) {
		switch d := now[k] - n; {
		case d < 0:
			less, all = append(less, k), all+d
		case d > 0:
			more, all = append(more, k), all+d
		}
	}
	switch last := len(leads) - 1; {
	case all < 0:
		more = append(more, last)
	case all > 0:
		less = append(less, last)
	}
	for _, k := range less {
		for _, j := range more {
			leads[k][j] = true
		}
	}
}

// join adds what is in another.
func (h haven) join(more haven) {
	for k, in := range more {
		h[k] = h[k] || in
	}
}

// closed are, each once, the sets of all to which something leads, one step after the other, but for that of everything.
func closed(leads []haven) (out []haven) {
	for j := range leads { // Warshall
		for _, h := range leads {
			if h[j] {
				h.join(leads[j])
			}
		}
	}
	for _, h := range leads {
		if slices.Contains(h, false) && !slices.ContainsFunc(out, func(o haven) bool { return slices.Equal(o, h) }) {
			out = append(out, h)
		}
	}
	return out
}

// stratum is a number that is less for what comes before, and the same only for positions in which as many men of each player are in
// each haven, but for the exchange of players.
func (g *Graph) stratum(s *engine.State, by [2][]haven) uint32 {
	level, of := 1<<15, [2]uint64{}
	for q, havens := range by {
		for _, h := range havens {
			n := h.in(g, s.Bytes(), q)
			level += n
			of[q] = mixed([]uint64{of[q], uint64(n)})
		}
	}
	if g.Tied && of[0] > of[1] {
		of[0], of[1] = of[1], of[0]
	}
	return uint32(level)<<16 | uint32(mixed(of[:])>>48)
}

// worthwhile is how many positions are worked out together at least, if there are so many: strata one after the other, until it is reached.
var worthwhile = 1 << 18

// stratify numbers the positions anew, stratum by stratum, and finds blocks of them.
func (x *team) stratify(ctx context.Context) error {
	by, err := x.havens(ctx)
	if err != nil {
		return err
	}
	n, t := x.Positions(), x.table
	of := make([]uint32, n)
	const some = 1 << 14
	_ = together(x.options.Workers, func(_ int, next func() int) error {
		s, image := x.Program.NewState(), make([]byte, x.pack.image.Size)
		for k := next(); k < (n+some-1)/some; k = next() {
			for i := k * some; i < min(n, (k+1)*some); i++ {
				x.pack.unpack(image, t.at(i))
				x.pack.image.Get(s, image)
				of[i] = x.stratum(s, by)
			}
		}
		return nil
	})
	count := map[uint32]int{}
	for _, c := range of {
		count[c]++
	}
	var codes []uint32
	for c := range count {
		codes = append(codes, c)
	}
	slices.Sort(codes)
	at, room := make(map[uint32]int, len(codes)), 0
	x.blocks = []int{0}
	for _, c := range codes {
		if room-x.blocks[len(x.blocks)-1] >= worthwhile {
			x.blocks = append(x.blocks, room)
		}
		at[c] = room
		room += count[c]
	}
	x.blocks = append(x.blocks, room)
	t.slots = nil
	keys := make([]uint64, len(t.keys))
	for i, c := range of {
		copy(keys[at[c]*t.words:], t.at(i))
		at[c]++
	}
	t.keys = keys
	t.spread(n)
	return nil
}

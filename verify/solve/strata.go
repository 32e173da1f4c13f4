package solve

import (
	"context"
	"errors"
	"slices"

	"github.com/lectio/lectio/rulesets/engine"
)

// Where there are too many positions to keep what follows from all of them, they are worked out a stratum at a time, the last
// first: what follows is made again, kept for that long, and forgotten. Strata are told apart by what only grows or only falls, men
// borne off or men still to be placed. What that is is guessed from some positions, and seen to hold of every one when
// what follows from it is made again.

// errMixed is why positions cannot be worked out a stratum at a time.
var errMixed = errors.New("what was thought to grow only falls")

// tally is what may only grow or only fall: bytes of a state, of each player, taken together.
type tally struct {
	at, step, n int
	sign        int // 1 where it grows, -1 where it falls
	players     [2]bool
}

// of is what a player has, more and more of it.
func (y *tally) of(b []byte, q int) (sum int) {
	if !y.players[q] {
		return 0
	}
	for _, n := range b[y.at+q*y.step:][:y.n] {
		sum += int(n)
	}
	return sum * y.sign
}

// tallies are all that may be such: men in each store, and on the board.
func (g *Graph) tallies() (list []tally) {
	p, lay := g.Program, g.head
	whose := [][2]bool{{true, true}}
	if !g.Tied {
		whose = [][2]bool{{true, false}, {false, true}}
	}
	for _, who := range whose {
		for _, sign := range []int{1, -1} {
			for st := range p.Stores {
				list = append(list, tally{lay.Stores + st, len(p.Stores), 1, sign, who})
			}
			men := p.Classes() * p.Places
			list = append(list, tally{lay.Men, men, men, sign, who})
		}
	}
	return list
}

// samples is from how many places it is guessed what only grows, and sampled how many positions are looked at there.
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

// growing guesses which tallies only grow, some of them somewhere.
func (x *team) growing(ctx context.Context) ([]tally, error) {
	list := x.tallies()
	grows, falls := make([]bool, len(list)), make([]bool, len(list))
	from, to := x.Program.NewState(), x.Program.NewState()
	look := func(f Next) {
		x.State(f.Position(), to)
		for k := range list {
			for q := range 2 {
				r := q
				if x.Tied && f.Turned() {
					r = 1 - q
				}
				before, after := list[k].of(from.Bytes(), q), list[k].of(to.Bytes(), r)
				grows[k], falls[k] = grows[k] || after > before, falls[k] || after < before
			}
		}
	}
	err := x.sample(ctx, func(i int, follows Choices) {
		x.State(i, from)
		for _, among := range follows.Throws() {
			for _, f := range among {
				if !f.Over() {
					look(f)
				}
			}
		}
	})
	var out []tally
	for k, y := range list {
		if grows[k] && !falls[k] {
			out = append(out, y)
		}
	}
	return out, err
}

// stratum is a number that is less for what comes before, and the same only for positions of which all tallies are the same but for
// the exchange of players.
func (g *Graph) stratum(s *engine.State, by []tally) uint32 {
	level, of := 1<<15, [2]uint64{}
	for k := range by {
		for q := range 2 {
			n := by[k].of(s.Bytes(), q)
			level += n
			of[q] = mixed([]uint64{of[q], uint64(n)})
		}
	}
	if g.Tied && of[0] > of[1] {
		of[0], of[1] = of[1], of[0]
	}
	return uint32(level)<<16 | uint32(mixed(of[:])>>48)
}

// stratify numbers the positions anew, stratum by stratum.
func (x *team) stratify(ctx context.Context) error {
	by, err := x.growing(ctx)
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
	x.blocks = nil
	for _, c := range codes {
		x.blocks = append(x.blocks, room)
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

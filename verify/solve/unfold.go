package solve

import (
	"context"
	"encoding/binary"
	"fmt"
	"slices"

	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/engine/weigh"
	"github.com/lectio/lectio/rulesets/ir/wasm"
)

// A turn is folded here: from a position to the positions in which each throw can end.

// unfolder finds what follows from positions. Several work at the same time, each with images of its own.
type unfolder struct {
	g      *Graph
	player *wasm.Player        // finds what follows from an image; nil: the interpreter does
	in     *engine.Interpreter // … from states
	s, t   *engine.State
	buf    []byte
	moves  []engine.Move

	at      []byte // the image of the position
	thrown  []byte // images of what its throws lead to
	within  []byte // images of states within the turn that are to be gone through
	met     *table // … that have been met
	words   []uint64
	missing []uint64
	turned  []byte // scratch
	narrow  bool   // some position does not fit into a key

	out *unfolded // what is being found
}

// unfolded is what follows from some positions: of each how many words there are, and for every throw, or the turn's decision, a
// head and the positions among which who is to move chooses. These are ends, or twice where their keys stand, and one
// more where another player is to move.
type unfolded struct {
	list   []Next
	keys   []uint64
	nums   []uint32 // of the keys, once they have been looked up
	chance bool     // something is thrown
	done   []Next   // what settled gives of it
}

// settled appends the list of what follows to another, with the numbers of positions instead of their keys: each once, the
// least first.
func (x *unfolded) settled(to []Next) []Next {
	for list := x.list; len(list) > 0; {
		at := len(to)
		to = append(to, 0)
		for ways, unsettled := range Choices(list[1 : 1+list[0]]).Throws() {
			head := len(to)
			to = append(to, 0)
			for _, f := range unsettled {
				if !f.Over() {
					f = Next(x.nums[f>>1])<<1 | f&1
				}
				to = append(to, f)
			}
			among := to[head+1:]
			slices.Sort(among)
			n := len(slices.Compact(among))
			to = to[:head+1+n]
			to[head] = Head(int(ways), n)
		}
		list = list[1+list[0]:]
		to[at] = Next(len(to) - at - 1)
	}
	return to
}

// errNothing is why a game cannot be solved whose rules leave somebody stuck.
var errNothing = &Refused{Why: "in some position nothing can be thrown or done, and the game is not over"}

// mostWithin is how many states within one turn are gone through.
const mostWithin = 1 << 20

func (g *Graph) unfolder(player *wasm.Player) *unfolder {
	size := g.pack.image.Size
	return &unfolder{g: g, player: player, in: engine.NewInterpreter(g.Program), s: g.Program.NewState(), t: g.Program.NewState(),
		at: make([]byte, size), turned: make([]byte, 2*size), missing: make([]uint64, size/8), met: newTable(size/8, 0)}
}

// unfold finds what follows from the positions from one number to another, and looks up their keys.
func (x *unfolder) unfold(ctx context.Context, from, to int, out *unfolded) error {
	x.out = out
	*out = unfolded{list: out.list[:0], keys: out.keys[:0], nums: out.nums[:0], done: out.done}
	for i := from; i < to; i++ {
		x.g.imageOf(i, x.at, x.s)
		at := len(x.out.list)
		x.out.list = append(x.out.list, 0)
		if err := x.position(ctx); err != nil {
			return err
		}
		if x.out.list[at] = Next(len(x.out.list) - at - 1); x.out.list[at] == 0 {
			return errNothing
		}
	}
	t := x.g.table
	for at := 0; at < len(x.out.keys); at += t.words {
		x.out.nums = append(x.out.nums, t.find(x.out.keys[at:at+t.words]))
	}
	return nil
}

func (x *unfolder) position(ctx context.Context) error {
	im := &x.g.pack.image
	mover := int(x.at[x.g.head.To])
	if im.StatusOf(x.at) == engine.Decision {
		return x.decide(ctx, x.at, mover, 1)
	}
	n, images, step, err := x.follow(ctx, x.at)
	if err != nil {
		return err
	}
	x.thrown = append(x.thrown[:0], images[:n*step]...)
	x.out.chance = true
	p := x.g.Program
	for k := range n {
		t := x.thrown[k*step:][:im.Size]
		ways := p.Throws[p.Devices[p.Stages[x.at[x.g.head.Stage]].Device].First+k].Ways
		switch {
		case ways == 0:
		case im.StatusOf(t) == engine.Decision && int(t[x.g.head.To]) == mover:
			err = x.decide(ctx, t, mover, ways)
		default:
			x.out.list = append(x.out.list, Head(ways, 1))
			x.emit(t, mover)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// decide enters what the decision of a player leads to.
func (x *unfolder) decide(ctx context.Context, image []byte, mover, ways int) error {
	at := len(x.out.list)
	x.out.list = append(x.out.list, 0)
	size := x.g.pack.image.Size
	x.within = append(x.within[:0], image...)
	x.met.empty()
	for len(x.within) > 0 {
		s := x.within[len(x.within)-size:]
		lay := &x.g.head
		thrown := s[lay.ThrowN] > 0
		n, images, step, err := x.follow(ctx, s)
		if err != nil {
			return err
		}
		x.within = x.within[:len(x.within)-size]
		for k := range n {
			t := images[k*step:][:size]
			goesOn := x.g.pack.image.StatusOf(t) == engine.Decision && int(t[lay.To]) == mover && (thrown || t[lay.ThrowN] > 0 || t[lay.Played] > 0)
			switch {
			case !goesOn:
				x.emit(t, mover)
			case x.isNew(t):
				x.within = append(x.within, t...)
			}
		}
		if x.met.len() > mostWithin {
			return &Refused{Why: fmt.Sprintf("within one turn there are more than %d states", mostWithin)}
		}
	}
	n := len(x.out.list) - at - 1
	if n == 0 {
		return errNothing
	}
	if n > MostResults {
		return &Refused{Why: fmt.Sprintf("one throw leads to more than %d positions", MostResults)}
	}
	x.out.list[at] = Head(ways, n)
	return nil
}

// isNew reports whether a state has not been met within the turn before.
func (x *unfolder) isNew(image []byte) bool {
	x.words = x.words[:0]
	for at := 0; at < len(image); at += 8 {
		x.words = append(x.words, binary.LittleEndian.Uint64(image[at:]))
	}
	n := x.met.len()
	return int(x.met.add(x.words)) == n
}

// emit enters a state with which a turn, or what was thrown, has ended. Its image is changed.
func (x *unfolder) emit(image []byte, mover int) {
	g := x.g
	if image[g.head.Over] != 0 {
		g.pack.image.Get(x.t, image)
		x.out.list = append(x.out.list, end(weigh.Prevails(g.Program, x.t), mover))
		return
	}
	follows := Next(len(x.out.keys) / g.table.words << 1)
	if int(image[g.head.To]) != mover {
		follows++
	}
	g.canonical(image, x.turned)
	var ok bool
	if x.out.keys, ok = g.pack.pack(x.out.keys, image, x.missing); !ok {
		x.narrow = true
	}
	x.out.list = append(x.out.list, follows)
}

// end is what a game that is over is to a player, as what follows from a position.
func end(prevails, player int) Next {
	switch {
	case prevails < 0:
		return endNone
	case prevails == player:
		return endWon
	}
	return endLost
}

// follow makes every throw or move of an image. The images that follow last until the next call.
func (x *unfolder) follow(ctx context.Context, image []byte) (n int, images []byte, step int, err error) {
	if x.player != nil {
		return x.player.ExpandImage(ctx, image)
	}
	im := &x.g.pack.image
	im.Get(x.s, image)
	x.buf = x.buf[:0]
	add := func() {
		x.buf = append(x.buf, make([]byte, im.Size)...)
		im.Put(x.buf[len(x.buf)-im.Size:], x.t)
		n++
	}
	if x.s.Status() == engine.Decision {
		x.moves = x.in.Moves(x.s, x.moves[:0])
		for _, m := range x.moves {
			x.t.CopyFrom(x.s)
			x.in.Play(x.t, m)
			add()
		}
		return n, x.buf, im.Size, nil
	}
	if x.s.Device(x.g.Program) < 0 {
		return 0, nil, im.Size, nil
	}
	d := &x.g.Program.Devices[x.s.Device(x.g.Program)]
	for k := range d.Count {
		x.t.CopyFrom(x.s)
		x.in.Throw(x.t, d.First+k)
		add()
	}
	return n, x.buf, im.Size, nil
}

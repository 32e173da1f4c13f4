package explore

import (
	"bytes"
	"context"
	"math/bits"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/verify/playout"
)

// Graph is the positions that a search has found, numbered in the order in which
// it found them, and how one leads to another. The opening is position 0. What
// was found is never wrong; what was not found says something only where
// Complete is set.
type Graph struct {
	Game *rulesets.Game
	// Limit is the number of positions after which the search was to stop.
	Limit int
	// Complete is set when every position of the game was looked at.
	Complete bool
	// Depth is the greatest number of single moves within which every position
	// was looked at: all of them, when the search is complete.
	Depth int
	// Looked counts the positions whose continuations were all found, or that
	// have none because the game is over.
	Looked int
	// Applied counts by statement of the interpretation how often it took
	// effect, as engine.Interpreter.Applied does.
	Applied []int
	// Stages and Thrown count the positions in which a turn of each stage was
	// under way, and the throws made with each device.
	Stages, Thrown []int
	// Broken holds, for each invariant that does not hold everywhere, the first
	// position that breaks it: one with the fewest single moves from the opening.
	Broken []Break

	store  store
	kind   []uint8 // by position: engine.Status, with looked
	tag    []uint8 // the player to move; of a finished game 1 + the end, or stuck
	depth  []uint16
	parent []int32
	via    []uint16 // which of the parent's successors this is
	first  []uint32 // where the successors begin in next
	count  []uint16
	next   []uint32
}

// Break is an invariant that a position breaks.
type Break struct {
	Invariant int // index into Program.Invariants
	Player    int // from whose side it fails
	Position  int
}

const (
	statusBits = 0x03
	looked     = 0x80
	stuckTag   = engine.OverStuck
)

// store keeps states apart by what is in them: a bit for every byte that is not
// zero, then those bytes. Most bytes of a state are zero, so a position takes
// some fifty bytes. Records are kept in pieces, so that growing copies nothing.
type store struct {
	size   int // of a state
	pieces [][]byte
	ref    []uint32 // by position: piece and offset
	hash   []uint32
	table  []uint32 // 1 + position, open addressing
	buf    []byte
}

const (
	pieceBits = 20
	pieceSize = 1 << pieceBits
)

func (t *store) pack(b []byte) []byte {
	head := (t.size + 7) / 8
	t.buf = t.buf[:0]
	for i := 0; i < head; i++ {
		t.buf = append(t.buf, 0)
	}
	for i, c := range b {
		if c != 0 {
			t.buf[i>>3] |= 1 << (i & 7)
			t.buf = append(t.buf, c)
		}
	}
	return t.buf
}

// unpack writes position i into out, whose length is that of a state.
func (t *store) unpack(i int, out []byte) {
	clear(out)
	ref := t.ref[i]
	rec := t.pieces[ref>>pieceBits][ref&(pieceSize-1):]
	at := (t.size + 7) / 8
	for j, m := range rec[:at] {
		for ; m != 0; m &= m - 1 {
			out[j<<3+bits.TrailingZeros8(m)] = rec[at]
			at++
		}
	}
}

// find returns the position with these bytes, or -1; add takes it from there.
func (t *store) find(b []byte, hash uint32) (position int) {
	rec := t.pack(b)
	mask := uint32(len(t.table) - 1)
	for at := hash & mask; t.table[at] != 0; at = (at + 1) & mask {
		i := t.table[at] - 1
		if t.hash[i] != hash {
			continue
		}
		// The bits in front settle how long a record is, so none is the
		// beginning of another.
		old := t.pieces[t.ref[i]>>pieceBits][t.ref[i]&(pieceSize-1):]
		if bytes.HasPrefix(old, rec) {
			return int(i)
		}
	}
	return -1
}

// add keeps the state that find has just not found.
func (t *store) add(hash uint32) int {
	if 2*(len(t.ref)+1) > len(t.table) {
		t.grow()
	}
	n := len(t.pieces)
	if n == 0 || len(t.pieces[n-1])+len(t.buf) > pieceSize {
		t.pieces = append(t.pieces, make([]byte, 0, pieceSize))
		n++
	}
	piece := &t.pieces[n-1]
	i := len(t.ref)
	t.ref = append(t.ref, uint32(n-1)<<pieceBits|uint32(len(*piece)))
	*piece = append(*piece, t.buf...)
	t.hash = append(t.hash, hash)
	t.enter(uint32(i))
	return i
}

func (t *store) enter(i uint32) {
	mask := uint32(len(t.table) - 1)
	at := t.hash[i] & mask
	for t.table[at] != 0 {
		at = (at + 1) & mask
	}
	t.table[at] = i + 1
}

func (t *store) grow() {
	t.table = make([]uint32, 2*len(t.table))
	for i := range t.ref {
		t.enter(uint32(i))
	}
}

// Search looks at every position of a game, those with the fewest single moves
// from the opening first, until there are no more or limit have been found. It
// stops early when ctx is done; what it has then is a search cut short.
//
// Positions are told apart whole. How often a position has stood before is no
// part of it, so no rule on repetition ever acts here.
func Search(ctx context.Context, g *rulesets.Game, limit int) *Graph {
	p := g.Program
	in := engine.NewInterpreter(p)
	in.Applied = make([]int, len(g.Statements))
	r := &Graph{Game: g, Limit: limit, Applied: in.Applied, Stages: make([]int, len(p.Stages)), Thrown: make([]int, len(p.Devices))}
	s, t := p.NewState(), p.NewState()
	r.store = store{size: len(s.Bytes()), table: make([]uint32, 1<<10)}
	broken := make([]bool, len(p.Invariants))
	// meet notes a state and returns its position; room is false when there is none for it.
	meet := func(t *engine.State, from, how, depth int) (position int, fresh, room bool) {
		hash := uint32(t.Hash())
		i := r.store.find(t.Bytes(), hash)
		if i >= 0 {
			return i, false, true
		}
		if len(r.kind) >= limit {
			return -1, false, false
		}
		i = r.store.add(hash)
		status := t.Status()
		tag := uint8(t.Player())
		if status == engine.Over {
			end, _ := t.End()
			tag = stuckTag
			if end >= 0 {
				tag = uint8(end + 1)
			}
		}
		if st := t.Stage(); st >= 0 {
			r.Stages[st]++
		}
		r.kind = append(r.kind, uint8(status))
		r.tag = append(r.tag, tag)
		r.depth = append(r.depth, uint16(min(depth, 1<<16-1)))
		r.parent = append(r.parent, int32(from))
		r.via = append(r.via, uint16(how))
		r.first = append(r.first, 0)
		r.count = append(r.count, 0)
		if v, q := in.Broken(t); v >= 0 && !broken[v] {
			broken[v] = true
			r.Broken = append(r.Broken, Break{v, q, i})
		}
		return i, true, true
	}
	in.Start(s)
	meet(s, -1, 0, 0)
	// Throws are no plies: all throws of one depth are made before any move of
	// it, so that every position is first met with the fewest moves possible.
	level, moves, later := []int32{0}, []int32(nil), []int32(nil)
	var buf []engine.Move
	depth := 0
	expand := func(i int32) bool {
		r.store.unpack(int(i), s.Bytes())
		at := len(r.next)
		n := 0
		if s.Status() == engine.AwaitsThrow {
			device := s.Device(p)
			if device < 0 {
				return true // what is owed cannot be thrown in this stage
			}
			d := &p.Devices[device]
			for k := 0; k < d.Count; k++ {
				if p.Throws[d.First+k].Ways == 0 {
					continue // it never falls
				}
				r.Thrown[device]++
				t.CopyFrom(s)
				in.Throw(t, d.First+k)
				j, fresh, room := meet(t, int(i), n, depth)
				n++
				if !room {
					r.next = r.next[:at]
					return false
				}
				r.next = append(r.next, uint32(j))
				if fresh {
					level = append(level, int32(j))
				}
			}
		} else {
			buf = in.Moves(s, buf[:0])
			for k := range buf {
				n++
				t.CopyFrom(s)
				in.Play(t, buf[k])
				j, fresh, room := meet(t, int(i), k, depth+1)
				if !room {
					r.next = r.next[:at]
					return false
				}
				r.next = append(r.next, uint32(j))
				if fresh {
					later = append(later, int32(j))
				}
			}
		}
		r.first[i], r.count[i] = uint32(at), uint16(n)
		return true
	}
	for len(level) > 0 {
		moves = moves[:0]
		later = later[:0]
		for at := 0; at < len(level); at++ {
			i := level[at]
			switch engine.Status(r.kind[i]) {
			case engine.Over:
				r.kind[i] |= looked
				r.Looked++
				continue
			case engine.Decision:
				moves = append(moves, i)
				continue
			}
			if ctx.Err() != nil || !expand(i) {
				r.finish(depth)
				return r
			}
			r.kind[i] |= looked
			r.Looked++
		}
		for _, i := range moves {
			if ctx.Err() != nil || !expand(i) {
				r.finish(depth)
				return r
			}
			r.kind[i] |= looked
			r.Looked++
		}
		level, later = append(level[:0], later...), later[:0]
		depth++
	}
	r.Complete = true
	r.Depth = max(depth-1, 0)
	return r
}

// finish closes a search that was cut short while positions of that depth were
// looked at. A finished game has no continuation to look for.
func (r *Graph) finish(depth int) {
	r.Depth = max(depth-1, 0)
	for i, k := range r.kind {
		if engine.Status(k&statusBits) == engine.Over && k&looked == 0 {
			r.kind[i] |= looked
			r.Looked++
		}
	}
}

// Positions returns how many positions were found.
func (r *Graph) Positions() int { return len(r.kind) }

// Edges returns how many throws and moves were made.
func (r *Graph) Edges() int { return len(r.next) }

// State returns a position.
func (r *Graph) State(position int) *engine.State {
	s := r.Game.Program.NewState()
	r.store.unpack(position, s.Bytes())
	return s
}

// Plies returns the least number of single moves from the opening to a position.
func (r *Graph) Plies(position int) int { return int(r.depth[position]) }

func (r *Graph) status(i int) engine.Status { return engine.Status(r.kind[i] & statusBits) }

// looked reports whether all continuations of a position are known.
func (r *Graph) looked(i int) bool { return r.kind[i]&looked != 0 }

func (r *Graph) successors(i int) []uint32 {
	return r.next[r.first[i] : r.first[i]+uint32(r.count[i])]
}

// Line returns a shortest line from the opening to a position.
func (r *Graph) Line(position int) []playout.Step {
	var way []int
	for i := position; i > 0; i = int(r.parent[i]) {
		way = append(way, i)
	}
	var out []playout.Step
	for k := len(way) - 1; k >= 0; k-- {
		out = append(out, r.step(int(r.parent[way[k]]), int(r.via[way[k]])))
	}
	return out
}

// step is the throw or move that leads to the k-th successor of a position.
func (r *Graph) step(i, k int) playout.Step {
	s := r.State(i)
	p := r.Game.Program
	if s.Status() == engine.AwaitsThrow {
		d := &p.Devices[s.Device(p)]
		for t := d.First; t < d.First+d.Count; t++ {
			if p.Throws[t].Ways == 0 {
				continue
			}
			if k == 0 {
				return playout.Step{Throw: t}
			}
			k--
		}
	}
	return playout.Step{Throw: -1, Move: engine.NewInterpreter(p).Moves(s, nil)[k]}
}

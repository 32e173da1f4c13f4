package explore

import (
	"bytes"
	"context"
	"encoding/binary"
	"math"
	"math/bits"
	"time"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/engine/position"
	"github.com/lectio/lectio/rulesets/ir/wasm"
	"github.com/lectio/lectio/rulesets/play"
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
	// Applied tells by statement of the interpretation whether it took effect, in
	// the sense of engine.Interpreter.Applied and Reached: in a throw or a move that was made, or
	// when the moves of a position looked at were listed, or when moves were looked
	// for in vain in between.
	Applied []bool
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
	table  []uint64 // hash, and 1 + position; open addressing
	buf    []byte
}

const (
	pieceBits = 20
	pieceSize = 1 << pieceBits
)

func (t *store) pack(b []byte) []byte {
	head := (t.size + 7) / 8
	if cap(t.buf) < head+t.size+8 {
		t.buf = make([]byte, head+t.size+8)
	}
	rec := t.buf[:cap(t.buf)]
	at := head
	for j := range head {
		var w uint64
		if 8*j+8 <= len(b) {
			w = binary.LittleEndian.Uint64(b[8*j:])
		} else {
			for k, c := range b[8*j:] {
				w |= uint64(c) << (8 * k)
			}
		}
		// the highest bit of every byte of m tells whether that of w is not zero
		m := (w&^highest + (highest - lowest) | w) & highest
		rec[j] = uint8(m >> 7 * gather >> 56)
		for ; m != 0; m &= m - 1 {
			rec[at] = byte(w >> (bits.TrailingZeros64(m) - 7))
			at++
		}
	}
	t.buf = rec[:at]
	return t.buf
}

const (
	lowest  = 0x0101010101010101 // the lowest bit of every byte of a word
	highest = lowest << 7
	gather  = 0x0102040810204080 // times such bits has them side by side in the highest byte
)

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
		if uint32(t.table[at]>>32) != hash {
			continue
		}
		i := uint32(t.table[at]) - 1
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
	t.enter(hash, uint32(i))
	return i
}

func (t *store) enter(hash, i uint32) {
	mask := uint32(len(t.table) - 1)
	at := hash & mask
	for t.table[at] != 0 {
		at = (at + 1) & mask
	}
	t.table[at] = uint64(hash)<<32 | uint64(i+1)
}

func (t *store) grow() {
	old := t.table
	t.table = make([]uint64, 2*len(old))
	for _, x := range old {
		if x != 0 {
			t.enter(uint32(x>>32), uint32(x)-1)
		}
	}
}

// Search looks at every position of a game, those with the fewest single moves
// from the opening first, until there are no more or limit have been found (the start
// at least). It stops early when ctx is done; what it has then is a search cut short.
//
// Positions are told apart whole. How often a position has stood before is no
// part of it, so no rule on repetition ever acts here.
func Search(ctx context.Context, g *rulesets.Game, limit int) *Graph {
	return SearchBy(ctx, g, limit, play.Whichever)
}

// enoughEdges is how many throws and moves there have to be until generated code
// has made up for the time that compiling it takes. It is compiled after so many,
// if there can be as many again: a search never takes twice as long for it.
var enoughEdges = 1 << 12

// SearchBy is Search by the means given. The graph is the same by all of them.
func SearchBy(ctx context.Context, g *rulesets.Game, limit int, means play.Means) *Graph {
	p := g.Program
	r := &Graph{Game: g, Limit: max(limit, 1), Applied: make([]bool, len(g.Statements)), Stages: make([]int, len(p.Stages)), Thrown: make([]int, len(p.Devices))}
	w := &search{ctx: ctx, p: p, r: r, in: engine.NewInterpreter(p), s: p.NewState(), t: p.NewState(), broken: make([]bool, len(p.Invariants)), throws: make([][]int, len(p.Devices))}
	w.played, w.listed, w.scratch = make([]int, len(g.Statements)), make([]int, len(g.Statements)), make([]int, len(g.Statements))
	w.in.Applied, w.in.Reached = w.played, true
	w.await()
	for i := range p.Devices {
		d := &p.Devices[i]
		for t := d.First; t < d.First+d.Count; t++ {
			w.throws[i] = append(w.throws[i], t)
		}
	}
	r.store = store{size: len(w.s.Bytes()), table: make([]uint64, 1<<10)}
	w.in.Start(w.t)
	w.meet(-1, 0, 0, true)
	// Throws are no plies: all throws of one depth are made before any move of
	// it, so that every position is first met with the fewest moves possible.
	level, moves := []int32{0}, []int32(nil)
	w.means, w.since, w.changeAt = means, time.Now(), enoughEdges
	switch means {
	case play.Generated:
		w.changeAt = 0
	case play.Interpreted:
		w.changeAt = math.MaxInt
	}
	defer w.close()
	for len(level) > 0 {
		moves = moves[:0]
		w.later = w.later[:0]
		w.level = level
		for at := 0; at < len(w.level); at++ {
			i := w.level[at]
			switch engine.Status(r.kind[i]) {
			case engine.Over:
				r.kind[i] |= looked
				r.Looked++
				continue
			case engine.Decision:
				moves = append(moves, i)
				continue
			}
			if ctx.Err() != nil || !w.expand(i) {
				r.finish(w.depth)
				return r
			}
			r.kind[i] |= looked
			r.Looked++
		}
		for _, i := range moves {
			if ctx.Err() != nil || !w.expand(i) {
				r.finish(w.depth)
				return r
			}
			r.kind[i] |= looked
			r.Looked++
		}
		level, w.later = append(w.level[:0], w.later...), w.later[:0]
		w.depth++
	}
	r.Complete = true
	r.Depth = max(w.depth-1, 0)
	return r
}

// search is a search that is under way.
type search struct {
	ctx    context.Context
	p      *engine.Program
	r      *Graph
	in     *engine.Interpreter
	module *wasm.Module // generated code, where it has been compiled,
	x      *wasm.Player // … and an instance of it
	s, t   *engine.State
	buf    []engine.Move
	throws [][]int // by device: the throws that can fall
	broken []bool  // by invariant

	level, later []int32 // positions to be looked at after as many moves, and after one more
	depth        int

	means    play.Means
	changeAt int       // edges after which what finds them changes
	since    time.Time // when it changed last
	before   int       // edges made then
	pace     float64   // of the interpreter: ns for an edge

	// What took effect, by statement: in throws and moves, and when moves were listed.
	played, listed, scratch []int
	pending                 []pending // what has not yet done so when moves were listed
	asks                    []bool    // by stage: whether some of them are of the stage
	mixed                   bool      // some of them take effect in either way
	next                    []engine.Move
}

// meet notes the state t and returns its position; room is false when there is
// none for it. It is doubtful where an invariant may be broken there.
func (w *search) meet(from, how, depth int, doubtful bool) (at int, fresh, room bool) {
	r, t := w.r, w.t
	hash := uint32(position.Hash(t))
	i := r.store.find(t.Bytes(), hash)
	if i >= 0 {
		return i, false, true
	}
	if len(r.kind) >= r.Limit {
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
	if doubtful {
		if v, q := w.in.Broken(t); v >= 0 && !w.broken[v] {
			w.broken[v] = true
			r.Broken = append(r.Broken, Break{v, q, i})
		}
	}
	return i, true, true
}

// expand finds what follows from a position; it is false where there is no room
// for all of it. Every throw and move is made all the same: what takes effect does
// not depend on how many positions there is room for.
func (w *search) expand(i int32) bool {
	r, s := w.r, w.s
	r.store.unpack(int(i), s.Bytes())
	device, depth := -1, w.depth
	next := &w.later
	if s.Status() == engine.AwaitsThrow {
		if device = s.Device(w.p); device < 0 {
			return true // what is owed cannot be thrown in this stage
		}
		next = &w.level
	} else {
		depth++
	}
	generated, n := w.follow(device)
	at, room := len(r.next), true
	for k := range n {
		doubtful := true
		switch {
		case generated && !room:
			continue
		case generated:
			doubtful = w.x.Follower(k, w.t)
		default:
			w.play(device, k)
		}
		if !room {
			continue
		}
		if device >= 0 {
			r.Thrown[device]++
		}
		var j int
		var fresh bool
		if j, fresh, room = w.meet(int(i), k, depth, doubtful); !room {
			r.next = r.next[:at]
			continue
		}
		r.next = append(r.next, uint32(j))
		if fresh {
			*next = append(*next, int32(j))
		}
	}
	if room {
		r.first[i], r.count[i] = uint32(at), uint16(n)
	}
	return room
}

// follow finds how many states follow from s: in generated code, which has then
// made them, or in the interpreter, by which play is to make each.
func (w *search) follow(device int) (generated bool, n int) {
	if len(w.r.next) >= w.changeAt {
		w.change()
	}
	if w.x != nil && !w.mixed {
		if n, err := w.x.Expand(w.ctx, w.s); err == nil {
			w.ask(device)
			return true, n
		}
		// the state asks for more than the module holds
	}
	if device >= 0 {
		return false, len(w.throws[device])
	}
	w.list()
	return false, len(w.buf)
}

// change changes to generated code once the search has shown that it is a long
// one, and back when the interpreter was faster: of positions from which there is
// one way on, most of the time goes into keeping them. What is found is the same.
func (w *search) change() {
	edges, found := len(w.r.next), len(w.r.kind)
	pace := float64(time.Since(w.since)) / float64(max(1, edges-w.before))
	chosen := w.means != play.Whichever
	switch {
	case w.x == nil && !chosen && float64(edges)*float64(w.r.Limit-found) < float64(enoughEdges)*float64(found):
		w.changeAt = edges + enoughEdges // by then there is more to be foreseen
		return
	case w.x == nil && !chosen && w.before == 0: // now it is the interpreter's turn to be timed
		w.since, w.before, w.changeAt = time.Now(), edges, edges+enoughEdges/8
		return
	}
	w.changeAt = math.MaxInt
	if w.x == nil {
		m, err := play.Followers(w.ctx, w.p)
		if err != nil {
			return
		}
		w.module = m
		if w.x, err = m.Player(context.WithoutCancel(w.ctx)); err != nil {
			w.x = nil
			w.gather()
			return
		}
		w.x.Asking(len(w.pending) > 0)
		if !chosen {
			w.pace, w.since, w.before, w.changeAt = pace, time.Now(), edges, edges+enoughEdges/8
		}
	} else if pace > w.pace {
		w.gather()
	}
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
			if k == 0 {
				return playout.Step{Throw: t}
			}
			k--
		}
	}
	return playout.Step{Throw: -1, Move: engine.NewInterpreter(p).Moves(s, nil)[k]}
}

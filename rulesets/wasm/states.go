package wasm

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"

	"github.com/lectio/lectio/rulesets/engine"
)

// Beside whole games the module plays, where [Options].States asks for it, single
// moves on states in its memory, for searches and for comparing it with the
// interpreter step by step. A state lies in a frame as state.go says. The host
// writes it there and calls load; everything wider than 32 bits crosses through
// memory.
//
//	begin(frame)               the opening position
//	load(frame)                the state written into the frame
//	moves(frame) → n           lists the legal moves, one 64-bit word each
//	play(frame, k)             makes the k-th of those listed, and carries the game on
//	throw(frame, t)            makes a throw
//	results(frame, limit, room, heads) → n
//	                           searches what a turn can lead to
//
// The game in the first frame has a past, on which rules about repetition can
// look back; states elsewhere have none.

// searchPages is how much memory, in pages of 64 KiB, a search may take beside
// what the module needs in any case.
const searchPages = 2048

const (
	fnBegin = iota
	fnLoad
	fnMoves
	fnPlay
	fnThrow
	fnResults
	functionCount
)

var stateFunctions = [functionCount]string{"begin", "load", "moves", "play", "throw", "results"}

// frames says where in memory states lie.
type frames struct {
	at, size int // the first frame, and from one to the next
	list     int // of moves, within a frame
	raw      int // bytes of a state in a frame
	nodes    int // of a search: behind everything else
}

// Within a node of a search, behind the state.
const (
	nodeParent = 0 // one more than the node before; 0: the root
	nodeChain  = 4 // one more than the next node in the chain of the same hash
	nodeMove   = 8 // the move that led here; its highest bit marks a result
	nodeTail   = 16
)

const resultBit = 1 << 63

// How a search ended.
const (
	searchedAll  = 0
	searchedTo   = 1 // more results than the limit
	searchedRoom = 2 // no room for more
)

// ErrBeyond is the error of a state that asks for more than the module holds: the
// interpreter has to play it.
var ErrBeyond = errors.New("the position asks for more than the generated module holds")

// states writes the functions that play single moves.
func (g *gen) states() {
	lay := g.lay
	frame := []valtype{i32}
	two := []valtype{i32, i32}

	c := g.begin(g.m.declare(stateFunctions[fnBegin], frame, nil))
	c.fault(faultNone)
	c.push(c.s)
	c.call(g.fStart)

	c = g.begin(g.m.declare(stateFunctions[fnLoad], frame, nil))
	c.fault(faultNone)
	c.turnTo(c.byte(lay.To))
	c.mirrorAnew()
	c.fresh()
	c.push(c.s)
	c.i32(0)
	c.store32(g.offUnclear)
	c.ifThen(c.decides(), func() {
		c.push(c.s)
		c.call(g.fGen)
		c.op(opDrop)
	}, nil)

	c = g.begin(g.fMoves)
	c.turnTo(c.byte(lay.To))
	c.ifThen(c.not(c.decides()), func() {
		c.i32(0)
		c.op(opReturn)
	}, nil)
	c.i32(0)
	c.i32(0)
	c.store32(atSeen)
	c.push(c.s)
	c.load32(g.offCount)
	c.ifThen(c.keep(), func() {
		c.push(c.s)
		c.call(g.fList)
		c.op(opReturn)
	}, nil)
	c.push(c.s)
	c.pushw(c.move(engine.Pass, c.noMove()))
	c.store64(g.offList)
	c.i32(1)

	c = g.begin(g.m.declare(stateFunctions[fnMoves], frame, frame))
	c.fault(faultNone)
	c.push(c.s)
	c.call(g.fMoves)

	c = g.begin(g.m.declare(stateFunctions[fnPlay], two, nil))
	c.fault(faultNone)
	c.push(c.s)
	c.i32(0)
	c.store32(g.offIdle)
	c.push(c.bin(i32Add, c.s, c.bin(i32Shl, num{l: 1}, lit(3))))
	c.load64(g.offList)
	mv := c.keepw()
	c.push(c.s)
	c.pushw(mv)
	c.call(g.fApply)
	c.push(c.s)
	c.call(g.fSettle)

	c = g.begin(g.m.declare(stateFunctions[fnThrow], two, nil))
	c.fault(faultNone)
	c.push(c.s)
	c.get(1)
	c.call(g.fThrow)

	g.search()
}

// fresh makes the state one that is played on from, without a past.
func (c *ctx) fresh() {
	for _, x := range []struct{ at, v int }{{c.g.offQuiet, 0}, {c.g.offOccur, 1}, {c.g.offIdle, 0}} {
		c.push(c.s)
		c.i32(x.v)
		c.store32(x.at)
	}
}

// decides is whether the state waits for a move, not for a throw or for nothing.
func (c *ctx) decides() num {
	throw := c.and(c.not(c.partLeft(lit(0))), c.bin(i32Ne, c.byte(c.g.lay.LeftN), lit(0)))
	return c.and(c.not(c.byte(c.g.lay.Over)), c.not(throw))
}

// search writes the function that finds the distinct states to which a turn can
// lead: the interpreter's search, in the same order. It goes into depth, a frame
// for each move, and keeps every state it has met, chained by hash and compared
// whole. Its parameters are the frame of the decision, how many results there may
// be, how many states may be kept, and the size of the table of hashes, a power
// of two; table and states lie behind everything else. It returns how many
// results it has found; at atDone stands how many states it has met, and at
// atEnded how it ended.
func (g *gen) search() {
	lay := g.lay
	root, limit, room, heads := num{l: 0}, num{l: 1}, num{l: 2}, num{l: 3}
	f := g.m.declare(stateFunctions[fnResults], []valtype{i32, i32, i32, i32}, []valtype{i32})
	c := g.begin(f)
	raw := g.stateEnd
	size := raw + nodeTail
	c.fault(faultNone)
	c.i32(0)
	c.load32(atNodes)
	table := c.keep()
	c.push(table)
	c.i32(0)
	c.push(c.bin(i32Shl, heads, lit(2)))
	c.fillMem()
	nodes := c.bin(i32Add, table, c.bin(i32Shl, heads, lit(2)))
	node := func(i num) num { return c.bin(i32Add, nodes, c.bin(i32Mul, i, lit(size))) }
	at, met, found, ended := c.variable(root), c.variable(lit(0)), c.variable(lit(0)), c.variable(lit(searchedAll))
	word := func(frame num, off int) num {
		c.push(frame)
		c.load32(off)
		return c.keep()
	}
	put := func(frame num, off int, v num) {
		c.push(frame)
		c.push(v)
		c.store32(off)
	}
	list := func() {
		c.push(at)
		c.push(at)
		c.call(g.fMoves)
		c.store32(g.offListN)
		put(at, g.offStep, lit(0))
	}
	mover := c.byte(lay.To)
	list()
	put(at, g.offNode, lit(0))
	done := c.block()
	again := c.loop()
	c.enterScope()
	i := word(at, g.offStep)
	c.ifThen(c.bin(i32GeS, i, word(at, g.offListN)), func() {
		c.push(c.bin(i32Eq, at, root))
		c.brIf(done)
		c.assign(at, c.bin(i32Sub, at, lit(g.frameSize)))
		c.br(again)
	}, nil)
	put(at, g.offStep, c.bin(i32Add, i, lit(1)))
	c.push(c.bin(i32Add, at, c.bin(i32Shl, i, lit(3))))
	c.load64(g.offList)
	mv := c.keepw()
	sub := c.bin(i32Add, at, lit(g.frameSize))
	c.ifThen(c.bin(i32GeS, sub, lit(g.frameAt+(g.levels-2)*g.frameSize)), func() {
		c.fault(faultLook)
		c.br(done)
	}, nil)
	before := word(at, lay.ThrowN) // its lowest byte is meant
	before = c.bin(i32And, before, lit(255))
	c.copyState(sub, at)
	c.inFrame(sub, func() {
		c.fresh()
		c.push(sub)
		c.pushw(mv)
		c.call(g.fApply)
		c.push(sub)
		c.call(g.fSettle)
		h := wlit(0)
		k := uint64(0x9e3779b97f4a7c15)
		for off := 0; off < raw; off += 8 {
			c.push(sub)
			c.load64(off)
			k = k*0xd1342543de82ef95 | 1
			h = c.binw(i64Add, h, c.binw(i64Mul, c.keepw(), wlit(k)))
		}
		h = c.binw(i64Xor, h, c.binw(i64ShrU, h, wlit(32)))
		c.pushw(h)
		c.op(i32Wrap)
		slot := c.bin(i32Add, table, c.bin(i32Shl, c.bin(i32And, c.keep(), c.bin(i32Sub, heads, lit(1))), lit(2)))
		chain := c.variable(word(slot, 0))
		fresh := c.block()
		next := c.loop()
		c.push(c.not(chain))
		c.brIf(fresh)
		n := node(c.bin(i32Sub, chain, lit(1)))
		for off := 0; off < raw; off += 16 {
			c.push(sub)
			c.vload(off)
			c.push(n)
			c.vload(off)
			c.vec(vXor)
			if off > 0 {
				c.vec(vOr)
			}
		}
		c.vec(vAny)
		c.op(i32Eqz)
		c.brIf(again) // met before
		c.assign(chain, word(n, raw+nodeChain))
		c.br(next)
		c.end()
		c.end()
		// a state not met before
		c.ifThen(c.bin(i32GeS, met, room), func() {
			c.assign(ended, lit(searchedRoom))
			c.br(done)
		}, nil)
		to := c.byte(lay.To)
		final := c.or(c.not(c.decides()), c.bin(i32Ne, to, mover))
		turn := c.and(c.not(c.byte(lay.Played)), c.and(c.not(c.byte(lay.ThrowN)), c.not(before)))
		final = c.or(final, turn)
		c.ifThen(c.and(final, c.bin(i32GeS, found, limit)), func() {
			c.assign(ended, lit(searchedTo))
			c.br(done)
		}, nil)
		n = node(met)
		for off := 0; off < raw; off += 16 {
			c.push(n)
			c.push(sub)
			c.vload(off)
			c.vstore(off)
		}
		put(n, raw+nodeParent, word(at, g.offNode))
		put(n, raw+nodeChain, word(slot, 0))
		c.push(n)
		c.pushw(c.binw(i64Or, mv, c.binw(i64Shl, c.widen(final), wlit(63))))
		c.store64(raw + nodeMove)
		c.assign(met, c.bin(i32Add, met, lit(1)))
		put(slot, 0, met)
		c.ifThen(final, func() {
			c.assign(found, c.bin(i32Add, found, lit(1)))
		}, func() {
			c.assign(at, sub)
			list()
			put(at, g.offNode, met)
		})
	})
	c.leaveScope()
	c.br(again)
	c.end()
	c.end()
	put(lit(0), atDone, met)
	put(lit(0), atEnded, ended)
	c.push(found)
}

func (p *Player) call(ctx context.Context, f int, args ...int) (int, error) {
	if p.states[f] == nil {
		return 0, errors.New("the module was generated without functions on states")
	}
	stack := p.args[:max(1, len(args))]
	for i, a := range args {
		stack[i] = uint64(uint32(a))
	}
	if err := p.states[f].CallWithStack(ctx, stack); err != nil {
		return 0, fmt.Errorf("the generated module: %w", err)
	}
	if fault, _ := p.memory.ReadUint32Le(atFault); fault != faultNone {
		return 0, ErrBeyond
	}
	return int(int32(uint32(stack[0]))), nil
}

// Begin sets up the opening position. Positions are remembered from then on, for
// rules on repetition.
func (p *Player) Begin(ctx context.Context) error {
	p.frame = p.code.frames.at
	_, err := p.call(ctx, fnBegin, p.frame)
	return err
}

// SetState takes up a state of the program, one that the interpreter could have
// carried a game on to. It has no past: positions that stood before do not count
// as repeated. Its error is [ErrBeyond] for a state that no game comes to, or that
// the module has no room for.
func (p *Player) SetState(ctx context.Context, s *engine.State) error {
	f := &p.code.frames
	if p.image == nil {
		p.image = make([]byte, f.raw)
	}
	if !p.code.frame.putState(p.image, s.Bytes()) {
		return ErrBeyond
	}
	p.frame = f.at + f.size
	p.memory.Write(uint32(p.frame), p.image)
	_, err := p.call(ctx, fnLoad, p.frame)
	return err
}

// putState writes a state in the program's layout as a frame begins with it. It
// is false where the module cannot hold the state.
func (f *frameLayout) putState(raw, s []byte) bool {
	p, lay := f.p, f.lay
	clear(raw)
	copy(raw, s[:lay.Left])
	if s[lay.LeftN] > 16 {
		return false
	}
	var agenda uint64
	for i, part := range s[lay.Left : lay.Left+int(s[lay.LeftN])] {
		if f.agenda == 0 {
			raw[lay.Left+i] = part
		}
		agenda |= nibble(part) << (4 * i)
	}
	if f.agenda > 0 {
		binary.LittleEndian.PutUint64(raw[f.agenda:], agenda)
	}
	for q := range p.Players {
		home := raw[f.players+q*f.size:]
		for v := range p.Vars {
			d := &p.Vars[v]
			to := home[f.vars[v]:]
			if d.Common {
				to = raw[f.common[v]:]
			}
			from := s[p.VarAt(v, q):]
			if d.Kind == engine.SetVar || d.Kind == engine.LinesVar {
				copy(to, from[:min(16, 8*f.words)])
			} else {
				binary.LittleEndian.PutUint32(to, uint32(int16(binary.LittleEndian.Uint16(from))))
			}
		}
		copy(home[f.score:], s[lay.Scores+4*q:][:4])
		stores := s[lay.Stores+q*len(p.Stores):][:len(p.Stores)]
		for st, n := range stores {
			if f.still[q][st] >= 0 && f.still[q][st] != int(n) {
				return false
			}
		}
		copy(home[f.stores:], stores)
		for class := range p.Classes() {
			men := s[lay.Men+(q*p.Classes()+class)*p.Places:][:p.Places]
			for x, n := range men {
				if f.marks > 0 && n > 0 {
					at, bit := home[f.men+x/8:], byte(1)<<(x%8)
					if n > 1 || at[0]&bit != 0 {
						return false
					}
					at[0] |= bit
					for m := range f.marks {
						if class>>m&1 != 0 {
							at[(1+m)*f.words*8] |= bit
						}
					}
					if f.cells >= 0 {
						raw[f.cells+q*f.cellStride+p.CellOf[q][x]] += n
					}
					continue
				}
				if int(n) >= 1<<f.planes {
					return false
				}
				for range n {
					f.add(home[f.men+class*f.planes*f.words*8:], x)
					if f.total >= 0 {
						f.add(home[f.total:], x)
					}
				}
				if f.cells >= 0 {
					raw[f.cells+q*f.cellStride+p.CellOf[q][x]] += n
				}
			}
		}
	}
	return true
}

// add counts one more at a place, in planes.
func (f *frameLayout) add(planes []byte, x int) {
	for i := range f.planes {
		b := &planes[i*f.words*8+x/8]
		*b ^= 1 << (x % 8)
		if *b>>(x%8)&1 != 0 {
			return // no carry
		}
	}
}

// State copies the present state into s, a state of the program.
func (p *Player) State(s *engine.State) { p.copyOut(s, p.frame) }

func (p *Player) copyOut(s *engine.State, at int) {
	raw, _ := p.memory.Read(uint32(at), uint32(p.code.frames.raw))
	p.bytes = p.code.frame.appendState(p.bytes[:0], raw)
	s.SetBytes(p.bytes)
}

// Moves appends the legal moves of the present state to buf, in the defined
// order, as engine.Interpreter.Moves does. They are for reading and comparing:
// [Player.Make] takes one by its number.
func (p *Player) Moves(ctx context.Context, buf []engine.Move) ([]engine.Move, error) {
	n, err := p.call(ctx, fnMoves, p.frame)
	if err != nil {
		return buf, err
	}
	for k := range n {
		w, _ := p.memory.ReadUint64Le(uint32(p.frame + p.code.frames.list + 8*k))
		buf = append(buf, moveOf(w))
	}
	return buf, nil
}

// moveOf reads a move from its word.
func moveOf(w uint64) engine.Move {
	part := func(shift int) uint8 { return uint8(w >> shift) }
	m := engine.Move{Act: engine.Act(part(0)), Part: part(mvPart), From: int16(part(mvFrom)) - 1, To: int16(part(mvTo)) - 1, Over: int16(part(mvOver)) - 1}
	switch m.Act {
	case engine.Stop, engine.Pass, engine.ThrowAgain:
		return m
	}
	m.Class, m.Men, m.Sparing = part(mvClass), part(mvMen)+1, part(mvSpar)&1 != 0
	return m
}

// Make makes the k-th of the moves that Moves has listed for the present state,
// and carries the game on to the next decision, throw or end.
func (p *Player) Make(ctx context.Context, k int) error {
	_, err := p.call(ctx, fnPlay, p.frame, k)
	return err
}

// Throw makes throw t (an index into Program.Throws) in a state that awaits one.
func (p *Player) Throw(ctx context.Context, t int) error {
	_, err := p.call(ctx, fnThrow, p.frame, t)
	return err
}

// Results finds the distinct states to which a turn can lead from the present
// decision, as engine.Interpreter.Results does, and returns how many there are;
// [Player.Result] gives each. Complete is false where there are more than limit,
// or more than the memory of a search holds.
func (p *Player) Results(ctx context.Context, limit int) (n int, complete bool, err error) {
	f := &p.code.frames
	p.results = p.results[:0]
	if p.frame == f.at { // a search does not look back
		s := p.code.frame.p.NewState()
		p.State(s)
		if err := p.SetState(ctx, s); err != nil {
			return 0, false, err
		}
	}
	size := f.raw + nodeTail
	for room := 1 << 10; ; room <<= 3 {
		heads := room
		most := searchPages << 16
		last := room*(size+4) >= most
		if last { // as many as there is memory for, and no more hashes than that
			for heads = 1 << 10; heads*(size+4) < most; heads <<= 1 {
			}
			heads >>= 1
			room = (most - 4*heads) / size
		}
		need := f.nodes + 4*heads + room*size
		if have := int(p.memory.Size()); have < need {
			if _, ok := p.memory.Grow(uint32((need - have + 65535) >> 16)); !ok {
				return 0, false, errors.New("no memory for a search")
			}
		}
		p.memory.WriteUint32Le(atNodes, uint32(f.nodes))
		if n, err = p.call(ctx, fnResults, p.frame, limit, room, heads); err != nil {
			return 0, false, err
		}
		ended, _ := p.memory.ReadUint32Le(atEnded)
		if ended == searchedRoom && !last {
			continue
		}
		met, _ := p.memory.ReadUint32Le(atDone)
		nodes := f.nodes + 4*heads
		for i := range int(met) {
			at := nodes + i*size
			if w, _ := p.memory.ReadUint64Le(uint32(at + f.raw + nodeMove)); w&resultBit != 0 {
				p.results = append(p.results, at)
			}
		}
		p.nodes = nodes
		return n, ended == searchedAll, nil
	}
}

// Result gives the i-th state that Results has found last, with the first line
// (in the defined order of moves) that leads there.
func (p *Player) Result(i int) engine.Result {
	f := &p.code.frames
	size := f.raw + nodeTail
	out := engine.Result{State: p.code.frame.p.NewState()}
	p.copyOut(out.State, p.results[i])
	for at := p.results[i]; ; {
		b, _ := p.memory.Read(uint32(at+f.raw), nodeTail)
		out.Line = append(out.Line, moveOf(binary.LittleEndian.Uint64(b[nodeMove:])&^resultBit))
		parent := int(binary.LittleEndian.Uint32(b[nodeParent:]))
		if parent == 0 {
			break
		}
		at = p.nodes + (parent-1)*size
	}
	for i, j := 0, len(out.Line)-1; i < j; i, j = i+1, j-1 {
		out.Line[i], out.Line[j] = out.Line[j], out.Line[i]
	}
	return out
}

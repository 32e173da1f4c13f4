package wasm

import (
	"context"
	"encoding/binary"
	"errors"
	"slices"

	"github.com/lectio/lectio/rulesets/engine"
)

// The results of a turn are the distinct states to which it can lead. They are
// found as the interpreter finds them, into depth and in the same order, but a
// move whose state has been met before costs as little as can be: it is made on a
// copy, what came of it is packed and looked up, and only if it is new is the game
// carried on to the next decision, and packed and looked up once more. For where a
// throw of many parts is played there are several ways to nearly every state.
//
// A state is packed into as few words as hold everything that can differ between
// two states of a turn (packing). Each has a record: the packed state, and beside it
// what led there; a table of hashes says where. A state that carrying on has
// changed, as the last move of a turn changes it, has two records: as it was when
// the move had been made, and as it came to stand. States are compared whole, not
// by their hashes.
//
// A long throw has more states than a processor's caches hold. So all that most
// moves look at is a slot of the table and one packed state: records lie in blocks,
// the states of a block before what led to them.

// What led to a record's state, in bytes.
const (
	recParent = 0 // one more than the record of the state before; 0: the decision itself
	recMove   = 8 // the move that led here; its highest bit marks a result
	recTail   = 16
	recBlock  = 64 // records in a block
)

const resultBit = 1 << 63

// How a record's state stands in a turn: the lowest two bits of a slot.
const (
	standsBoth  = 0 // a move leads to it, and there the next decision is made
	standsMade  = 1 // a move leads to it, and the game carries on from it
	standsAfter = 2 // the game has been carried on to it
)

// How a search ended.
const (
	searchedAll  = 0
	searchedTo   = 1 // more results than the limit
	searchedRoom = 2 // no room for more: it can go on where there is
)

// Searches begin with room for few records; where they need more, everything
// moves to a larger table, up to as much memory as a search may take.
const (
	firstRecords = 1 << 10
	moreRecords  = 2 // times as many, each time
	slotSize     = 8 // of the table: hash and standing in the lower half, the record in the upper

	// searchPages is how much memory, in pages of 64 KiB, a search may take beside
	// what the module needs in any case.
	searchPages = 4096
)

// packed is where in a packed state something lies that a frame has at an offset.
type packed struct {
	at          int // in the frame
	kind        packedKind
	bits        int
	word, shift int // in the packed state
}

type packedKind uint8

const (
	packedByte   packedKind = iota
	packedNumber            // 16 bits with a sign, in a word of 32
	packedScore             // 32 bits
	packedWord              // the low bits of 64
)

// packing says where everything lies that can differ between two states, and how
// many words that takes. Counts that follow from others are left out.
func (g *gen) packing() (list []packed, words int) {
	p, lay := g.p, g.lay
	add := func(at int, kind packedKind, bits int) { list = append(list, packed{at: at, kind: kind, bits: bits}) }
	set := func(at, n int) {
		for k := range g.w {
			if n > 64*k {
				add(at+8*k, packedWord, min(64, n-64*k))
			}
		}
	}
	// The numbers at the head, a byte each: those in the first word all at once. The
	// throws remembered stay as they are, or are forgotten together.
	add(0, packedWord, 64)
	for _, x := range []struct{ at, bits int }{{lay.To, 3}, {lay.Stage, 8}, {lay.Over, 8}, {lay.Winner, 4}, {lay.Owner, 3}, {lay.Next, 4},
		{lay.NextStage, 5}, {lay.Played, 8}, {lay.Active, 8}, {lay.Fixed, 1}, {lay.InThrow, 1}, {lay.Handed, 1}, {lay.LeftN, 5}, {lay.ThrowN, 4}} {
		if x.at >= 8 && x.bits > 0 {
			add(x.at, packedByte, x.bits)
		}
	}
	for k := range g.flags() {
		add(g.offAgenda+8*k, packedWord, 64)
	}
	for q := range p.Players {
		home := g.offPlayers + q*g.playerSize
		for i := range g.setsOfMen() {
			set(home+g.inMen+8*g.w*i, p.Places)
		}
		for v := range p.Vars {
			at := home + g.inVars[v]
			if p.Vars[v].Common {
				if q > 0 {
					continue
				}
				at = g.offCommon[v]
			}
			switch p.Vars[v].Kind {
			case engine.SetVar, engine.LinesVar:
				set(at, 64*g.w)
			default:
				add(at, packedNumber, 16)
			}
		}
		if len(p.Scores) > 0 {
			add(home+g.inScore, packedScore, 32)
		}
		for st := range p.Stores {
			if g.Board.Moved[st] {
				add(home+g.inStores+st, packedByte, 8)
			}
		}
	}
	// each goes into the first word that has room for it, the longest first
	slices.SortStableFunc(list, func(a, b packed) int { return b.bits - a.bits })
	var full []int
	for i := range list {
		x := &list[i]
		for x.word < len(full) && full[x.word]+x.bits > 64 {
			x.word++
		}
		if x.word == len(full) {
			full = append(full, 0)
		}
		x.shift = full[x.word]
		full[x.word] += x.bits
	}
	return list, len(full)
}

// unpack writes a packed state into a frame that has everything else from the
// decision that the search began with.
func (f *frameLayout) unpack(list []packed, frame, state []byte) {
	for i := range list {
		x := &list[i]
		v := binary.LittleEndian.Uint64(state[8*x.word:]) >> x.shift
		to := frame[x.at:]
		switch x.kind {
		case packedByte:
			to[0] = byte(v & ones(x.bits))
		case packedNumber:
			binary.LittleEndian.PutUint32(to, uint32(int32(int16(v))))
		case packedScore:
			binary.LittleEndian.PutUint32(to, uint32(v))
		default:
			binary.LittleEndian.PutUint64(to, v&ones(x.bits))
		}
	}
	if frame[f.lay.ThrowN] == 0 {
		clear(frame[f.lay.Throws:][:f.lay.MaxThrows])
	}
}

// pack writes the function that packs the state of a frame to an address, and
// returns its hash, with two bits free for how it stands.
func (g *gen) pack() *fn {
	f := g.m.declare("", []valtype{i32, i32}, []valtype{i32})
	c := g.begin(f)
	list, n := g.packing()
	c.get(1)
	c.load8(8*n - 1) // as in begin
	c.op(opDrop)
	h, k := wlit(0), uint64(0x9e3779b97f4a7c15)
	for w := range n {
		v := wlit(0)
		for _, x := range list {
			if x.word != w {
				continue
			}
			c.push(c.s)
			switch x.kind {
			case packedByte:
				c.mem(0x31, x.at) // i64.load8_u
			case packedNumber:
				c.mem(0x33, x.at) // i64.load16_u
			case packedScore:
				c.mem(0x35, x.at) // i64.load32_u
			default:
				c.load64(x.at)
			}
			v = c.binw(i64Or, v, c.binw(i64Shl, c.keepw(), wlit(uint64(x.shift))))
		}
		c.get(1)
		c.pushw(v)
		c.store64(8 * w)
		k = k*0xd1342543de82ef95 | 1
		h = c.binw(i64Add, h, c.binw(i64Mul, v, wlit(k)))
	}
	h = c.binw(i64Mul, c.binw(i64Xor, h, c.binw(i64ShrU, h, wlit(32))), wlit(0x9fb21c651e98df25))
	c.pushw(c.binw(i64ShrU, h, wlit(32)))
	c.op(i32Wrap)
	c.i32(^3)
	c.op(i32And)
	return f
}

// recordAt is where the packed state of a record lies, and where what led to it.
func (c *ctx) recordAt(nodes, r num, size int) (state, tail num) {
	block := c.bin(i32Add, nodes, c.bin(i32Mul, c.bin(i32ShrU, r, lit(6)), lit(recBlock*(size+recTail))))
	i := c.bin(i32And, r, lit(recBlock-1))
	state = c.bin(i32Add, block, c.bin(i32Mul, i, lit(size)))
	return state, c.bin(i32Add, c.bin(i32Add, block, lit(recBlock*size)), c.bin(i32Mul, i, lit(recTail)))
}

// probe writes the function that looks for a packed state among the records. Its
// parameters are the state's hash, its address, and the standing that does not
// count. It returns the address of the slot where a record can be put; 0 if there
// is such a state.
func (g *gen) probe() *fn {
	_, words := g.packing()
	f := g.m.declare("", []valtype{i32, i32, i32}, []valtype{i32})
	c := &ctx{fn: f, g: g, zero: lit(0), known: newKnown()}
	hash, state, not := num{l: 0}, num{l: 1}, num{l: 2}
	table, mask, base, nodes := c.global(atHash), c.global(atMask), c.global(atBase), c.global(atNodes)
	c.push(state)
	c.load8(8*words - 1) // as in begin
	c.op(opDrop)
	i := c.variable(c.bin(i32ShrU, hash, lit(2)))
	again := c.loop()
	c.enterScope()
	slot := c.bin(i32Add, table, c.bin(i32Shl, c.bin(i32And, i, mask), lit(3)))
	v := c.wordAt(slot, 0)
	c.pushw(c.binw(i64ShrU, v, wlit(32)))
	c.op(i32Wrap)
	r := c.keep()
	// what earlier searches have left there counts for nothing
	c.ifThen(c.bin(i32LtU, r, base), func() {
		c.yield(slot)
	}, nil)
	c.pushw(v)
	c.op(i32Wrap)
	stands := c.bin(i32Xor, c.keep(), hash) // but for the hash
	c.ifThen(c.and(c.bin(i32LtU, stands, lit(4)), c.bin(i32Ne, stands, not)), func() {
		met, _ := c.recordAt(nodes, c.bin(i32Sub, r, base), 8*words)
		c.push(met)
		c.load8(8*words - 1)
		c.op(opDrop)
		c.ifThen(c.same(met, state, words), func() {
			c.yield(lit(0))
		}, nil)
	}, nil)
	c.assign(i, c.bin(i32Add, i, lit(1)))
	c.leaveScope()
	c.br(again)
	c.end()
	c.op(opUnreachable)
	return f
}

// same reports whether two packed states are the same.
func (c *ctx) same(a, b num, words int) num {
	differ := wlit(0)
	for w := range words {
		x := c.wordAt(a, 8*w)
		differ = c.binw(i64Or, differ, c.binw(i64Xor, x, c.wordAt(b, 8*w)))
	}
	return c.not(c.any(set{differ}))
}

// global is a number at a fixed address.
func (c *ctx) global(at int) num {
	c.i32(0)
	c.load32(at)
	return c.keep()
}

func (c *ctx) setGlobal(at int, v num) {
	c.i32(0)
	c.push(v)
	c.store32(at)
}

// search writes the function that finds the distinct states to which a turn can
// lead. Its parameters are the frame of the decision, how many results there may
// be, and whether the search is one that had no room and goes on. It returns how
// many results it has found; how it ended stands at atEnded. Table and records lie
// where the host says.
func (g *gen) search() {
	f := g.m.declare(stateFunctions[fnResults], []valtype{i32, i32, i32}, []valtype{i32})
	pack, probe := g.pack(), g.probe()
	c := g.begin(f)
	c.fault(faultNone)
	_, words := g.packing()
	x := &searching{ctx: c, pack: pack, probe: probe, words: words, root: num{l: 0}, limit: num{l: 1}}
	x.base, x.nodes, x.room = c.global(atBase), c.global(atNodes), c.global(atRoom)
	x.at, x.met, x.found, x.states = c.variable(x.root), c.variable(lit(0)), c.variable(lit(0)), c.variable(lit(0))
	x.ended = c.variable(lit(searchedAll))
	x.mover = c.byte(g.lay.To)
	c.ifThen(num{l: 2}, func() { // it goes on
		c.assign(x.at, c.global(atFrame))
		c.assign(x.met, c.global(atMet))
		c.assign(x.found, c.global(atFound))
		c.assign(x.states, c.global(atStates))
	}, func() {
		x.list()
		x.put(x.at, g.offNode, lit(0))
	})
	c.repeat(x.step)
	c.setGlobal(atFrame, x.at)
	c.setGlobal(atMet, x.met)
	c.setGlobal(atFound, x.found)
	c.setGlobal(atStates, x.states)
	c.setGlobal(atEnded, x.ended)
	c.push(x.found)
}

// searching is the search being written.
type searching struct {
	*ctx
	pack, probe        *fn
	words              int
	root, limit, mover num // the frame it began in, how many results there may be, whose turn it is
	base, nodes, room  num
	at                 num // the frame whose moves are being made
	met, found, states num // records taken, results, distinct states
	ended              num

	// Of the move being made: the record it is given, what stands behind that, the state as the
	// move has made it, and its slot.
	state, tail, made, first num
}

func (x *searching) word(frame num, off int) num {
	x.push(frame)
	x.load32(off)
	return x.keep()
}

func (x *searching) put(frame num, off int, v num) {
	x.push(frame)
	x.push(v)
	x.store32(off)
}

// list lists the moves of the state in the present frame.
func (x *searching) list() {
	x.push(x.at)
	x.push(x.at)
	x.call(x.g.fMoves)
	x.store32(x.g.offListN)
	x.put(x.at, x.g.offStep, lit(0))
}

// step makes the next move of the present frame, or goes back where there is none.
func (x *searching) step(done, again int) {
	c, g := x.ctx, x.g
	i := x.word(x.at, g.offStep)
	c.ifThen(c.bin(i32GeS, i, x.word(x.at, g.offListN)), func() {
		c.leaveTo(done, c.bin(i32Eq, x.at, x.root))
		c.assign(x.at, c.bin(i32Sub, x.at, lit(g.frameSize)))
		c.br(again)
	}, nil)
	c.ifThen(c.bin(i32GeS, c.bin(i32Add, x.met, lit(2)), x.room), func() { // a move takes two records at most
		c.assign(x.ended, lit(searchedRoom))
		c.br(done)
	}, nil)
	x.put(x.at, g.offStep, c.bin(i32Add, i, lit(1)))
	mv := c.wordAt(c.bin(i32Add, x.at, c.bin(i32Shl, i, lit(3))), g.offList)
	sub := c.bin(i32Add, x.at, lit(g.frameSize))
	c.ifThen(c.bin(i32GeS, sub, lit(g.frameAt+(g.levels-2)*g.frameSize)), func() {
		c.fault(faultLook)
		c.br(done)
	}, nil)
	for off := 0; off < g.stateEnd; off += 16 { // what the bytes of the head were last given is long since written
		c.push(sub)
		c.push(x.at)
		c.vload(off)
		c.vstore(off)
	}
	c.inFrame(sub, func() { x.follow(mv, sub, done, again) })
}

// follow makes a move in a frame, and keeps the state that it leads to unless it has been met.
func (x *searching) follow(mv word, sub num, done, again int) {
	c, g := x.ctx, x.g
	c.fresh()
	c.invoke(g.fApply, sub, mv)
	x.state, x.made, x.tail = c.variable(lit(0)), c.variable(lit(0)), c.variable(lit(0))
	x.record()
	x.first = c.variable(lit(0))
	// The first move of a turn mostly leads to a state of its own.
	c.ifThen(c.bin(i32Ne, x.at, x.root), func() {
		hash := x.packed(sub)
		c.assign(x.first, x.look(hash, standsAfter))
		c.push(c.not(x.first))
		c.brIf(again) // met before
		x.slotIs(x.first, hash, x.met, standsMade)
		c.push(x.tail)
		c.i64(0)
		c.store64(recMove)
		c.assign(x.met, c.bin(i32Add, x.met, lit(1)))
		c.assign(x.made, x.state)
		x.record()
	}, nil)
	c.invoke(g.fSettle, sub)
	hash := x.packed(sub)
	slot := x.look(hash, standsMade)
	c.leaveTo(again, c.not(slot))
	own := c.block()
	c.ifThen(x.made, func() {
		c.ifThen(c.same(x.made, x.state, x.words), func() {
			before := c.bin(i32Sub, x.met, lit(1))
			_, y := c.recordAt(x.nodes, before, 8*x.words)
			c.assign(x.tail, y)
			x.slotIs(x.first, hash, before, standsBoth)
			c.br(own)
		}, nil)
	}, nil)
	x.slotIs(slot, hash, x.met, standsAfter)
	c.assign(x.met, c.bin(i32Add, x.met, lit(1)))
	c.end()
	c.assign(x.states, c.bin(i32Add, x.states, lit(1)))
	x.goOn(mv, sub, done)
}

// record takes the next record for the state of the move.
func (x *searching) record() {
	state, tail := x.recordAt(x.nodes, x.met, 8*x.words)
	x.assign(x.state, state)
	x.assign(x.tail, tail)
}

// packed packs the state of a frame into the record and returns its hash.
func (x *searching) packed(sub num) num {
	x.push(sub)
	x.push(x.state)
	x.call(x.pack)
	return x.keep()
}

// look looks the record up; slots that stand for what not says do not count.
func (x *searching) look(hash num, not int) num {
	x.push(hash)
	x.push(x.state)
	x.i32(not)
	x.call(x.probe)
	return x.keep()
}

func (x *searching) slotIs(slot, hash, record num, stands int) {
	c := x.ctx
	c.putWord(slot, 0, c.binw(i64Or, c.widen(c.bin(i32Or, hash, lit(stands))), c.binw(i64Shl, c.widen(c.bin(i32Add, x.base, record)), wlit(32))))
}

// goOn notes whether the state is a result, and looks at its moves where it is none.
func (x *searching) goOn(mv word, sub num, done int) {
	c, g := x.ctx, x.g
	lay := g.lay
	final := c.or(c.not(c.decides()), c.bin(i32Ne, c.byte(lay.To), x.mover))
	before := c.octetAt(x.at, lay.ThrowN)
	final = c.or(final, c.and(c.not(c.byte(lay.Played)), c.and(c.not(c.byte(lay.ThrowN)), c.not(before))))
	c.ifThen(c.and(final, c.bin(i32GeS, x.found, x.limit)), func() {
		c.assign(x.ended, lit(searchedTo))
		c.br(done)
	}, nil)
	x.put(x.tail, recParent, x.word(x.at, g.offNode))
	c.putWord(x.tail, recMove, c.binw(i64Or, mv, c.binw(i64Shl, c.widen(final), wlit(63))))
	c.ifThen(final, func() {
		c.assign(x.found, c.bin(i32Add, x.found, lit(1)))
	}, func() {
		c.assign(x.at, sub)
		x.list()
		x.put(x.at, g.offNode, x.met)
	})
}

// A search is what a player keeps of the last search for results.
type search struct {
	base    uint32 // what the next one counts its records from
	records int
	states  int
	results []int // which records are results, once somebody asks
	frame   []byte
}

// Results finds the distinct states to which a turn can lead from the present
// decision, as engine.Interpreter.Results does, and returns how many there are;
// [Player.Result] gives each. Complete is false where there are more than limit. The
// error is [ErrBeyond], with the number of those found, where there are more than
// the memory of a search holds.
func (p *Player) Results(ctx context.Context, limit int) (n int, complete bool, err error) {
	f := &p.code.frames
	if p.frame == f.at { // a search does not look back
		s := p.code.frame.p.NewState()
		p.State(s)
		if err := p.SetState(ctx, s); err != nil {
			return 0, false, err
		}
	}
	x := &p.search
	x.results, x.records, x.states = x.results[:0], 0, 0
	if x.base == 0 || x.base > 1<<31 {
		x.base = 1 // an empty slot has 0 there
		if err := p.memoryTo(f.nodes); err != nil {
			return 0, false, err
		}
		b, _ := p.memory.Read(uint32(f.hash), uint32(f.nodes-f.hash))
		clear(b)
	}
	// The first table stands before the records, and need not be emptied: what has
	// been left there was counted from a lower base. Larger ones stand behind.
	room, slots, table := firstRecords, slotsFor(firstRecords), f.hash
	if err := p.memoryTo(f.nodes + room*f.record); err != nil {
		return 0, false, err
	}
	p.memory.WriteUint32Le(atNodes, uint32(f.nodes))
	p.memory.WriteUint32Le(atBase, x.base)
	for resume := 0; ; resume = 1 {
		p.memory.WriteUint32Le(atHash, uint32(table))
		p.memory.WriteUint32Le(atMask, uint32(slots-1))
		p.memory.WriteUint32Le(atRoom, uint32(room))
		if n, err = p.call(ctx, fnResults, p.frame, limit, resume); err != nil {
			x.base = 0
			return 0, false, err
		}
		ended, _ := p.memory.ReadUint32Le(atEnded)
		if ended != searchedRoom || room == f.mostRecords {
			met, _ := p.memory.ReadUint32Le(atMet)
			states, _ := p.memory.ReadUint32Le(atStates)
			x.records, x.states = int(met), int(states)
			x.base += met
			if ended == searchedRoom {
				err = ErrBeyond
			}
			return n, ended == searchedAll, err
		}
		from, had := table, slots
		room = min(room*moreRecords, f.mostRecords)
		slots = slotsFor(room)
		table = f.nodes + room*f.record
		if err := p.rehash(from, had, table, slots); err != nil {
			x.base = 0
			return 0, false, err
		}
	}
}

// Met is how many distinct states, those within the turn among them, the last
// search of Results has met.
func (p *Player) Met() int { return p.search.states }

// slotsFor is how many slots a table for so many records has: a power of two, a
// third of them free at least.
func slotsFor(records int) int {
	slots := 1
	for slots < records+records/2 {
		slots *= 2
	}
	return slots
}

// mostRecords is how many records of a size a search has room for, with the table
// for so many.
func mostRecords(size int) int {
	most, room := 0, searchPages<<16-slotsFor(firstRecords)*slotSize
	for slots := slotsFor(firstRecords); slots*slotSize < room; slots *= 2 {
		most = max(most, min((room-slots*slotSize)/size, slots*2/3))
	}
	return most / recBlock * recBlock
}

// memoryTo makes the memory reach as far as an address.
func (p *Player) memoryTo(end int) error {
	if have := int(p.memory.Size()); have < end {
		if _, ok := p.memory.Grow(uint32((end - have + 65535) >> 16)); !ok {
			return errors.New("no memory for a search")
		}
	}
	return nil
}

// rehash makes a larger table of one with so many slots. They do not overlap.
func (p *Player) rehash(from, had, to, slots int) error {
	if err := p.memoryTo(to + slots*slotSize); err != nil {
		return err
	}
	old, _ := p.memory.Read(uint32(from), uint32(had*slotSize))
	table, _ := p.memory.Read(uint32(to), uint32(slots*slotSize))
	clear(table)
	for ; len(old) > 0; old = old[slotSize:] {
		v := binary.LittleEndian.Uint64(old)
		if uint32(v>>32) < p.search.base {
			continue
		}
		i := int(uint32(v)>>2) & (slots - 1)
		for binary.LittleEndian.Uint64(table[slotSize*i:]) != 0 {
			i = (i + 1) & (slots - 1)
		}
		binary.LittleEndian.PutUint64(table[slotSize*i:], v)
	}
	return nil
}

// record gives the record of its number: the packed state, and what led to it.
func (p *Player) record(r int) (state, tail []byte) {
	f := &p.code.frames
	size := f.record - recTail
	b, _ := p.memory.Read(uint32(f.nodes+r/recBlock*recBlock*f.record), uint32(recBlock*f.record))
	r %= recBlock
	return b[r*size:][:size], b[recBlock*size+r*recTail:][:recTail]
}

// Result gives the i-th state that Results has found last, with the first line
// (in the defined order of moves) that leads there. It can be asked until the
// player is made to do something else.
func (p *Player) Result(i int) engine.Result {
	out := engine.Result{State: p.code.frame.p.NewState()}
	p.ResultState(i, out.State)
	out.Line = p.ResultLine(i, nil)
	return out
}

// ResultState copies the i-th state that Results has found last into s.
func (p *Player) ResultState(i int, s *engine.State) {
	x := &p.search
	state, _ := p.result(i)
	raw, _ := p.memory.Read(uint32(p.frame), uint32(p.code.frames.raw))
	x.frame = append(x.frame[:0], raw...)
	p.code.frame.unpack(p.code.frames.packing, x.frame, state)
	p.bytes = p.code.frame.appendState(p.bytes[:0], x.frame)
	s.SetBytes(p.bytes)
}

// ResultLine appends the line that leads to the i-th state that Results has found
// last to buf.
func (p *Player) ResultLine(i int, buf []engine.Move) []engine.Move {
	at := len(buf)
	_, tail := p.result(i)
	for {
		buf = append(buf, moveOf(binary.LittleEndian.Uint64(tail[recMove:])&^resultBit))
		parent := binary.LittleEndian.Uint32(tail[recParent:])
		if parent == 0 {
			slices.Reverse(buf[at:])
			return buf
		}
		_, tail = p.record(int(parent) - 1)
	}
}

// result gives the record of the i-th result.
func (p *Player) result(i int) (state, tail []byte) {
	x := &p.search
	if len(x.results) == 0 { // asked for the first time
		for r := range x.records {
			if _, tail := p.record(r); binary.LittleEndian.Uint64(tail[recMove:])&resultBit != 0 {
				x.results = append(x.results, r)
			}
		}
	}
	return p.record(x.results[i])
}

package wasm

import (
	"math/bits"
	"slices"

	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/ir"
)

// Positions in which turns begin are remembered in the order in which they come, from the
// beginning of the game on, so that what is read again lies close together. Where each lies
// says a table of numbers that are found by a position's hash, the next one being taken where
// others lie: two bytes each, for all of it to stay in a processor's first cache. Positions are
// numbered on from game to game: a number of an earlier game is one of a free slot, so the
// table need not be cleared before the numbers run out.

const (
	positionSlots = 16384 // a power of two
	// mostPositions are remembered of a game; one with more is left to the interpreter.
	mostPositions = positionSlots / 4 * 3
	positionsRoom = 4 << 20 // bytes that they take at most
	lastPosition  = 1<<16 - 1
)

// newHistory forgets the positions of earlier games. Those of one game can be numbered on
// from there.
func (c *stateFn) newHistory() {
	mem := c.mem
	if mem.remembered == 0 {
		return
	}
	c.ifThen(c.bin(i32GtS, c.cell(mem.offPushed), lit(lastPosition-mem.remembered)), func() {
		c.i32(mem.numbersAt)
		c.i32(0)
		c.i32(2 * positionSlots)
		c.fillMem()
		c.setCell(mem.offPushed, lit(0))
	}, nil)
	c.setCell(mem.offSince, c.cell(mem.offPushed))
}

// layPositions plans the room for positions, from an address on, and returns its end.
func (mem *plan) layPositions(at int) int {
	if !mem.p.RepetitionMatters {
		return at
	}
	words, _, _ := positionWords(mem.pieces(num{}))
	if words > mostWords {
		panic(ir.Unsupported{Word: "repetition of positions of so many men, places, marks and players"})
	}
	mem.remembered = min(mostPositions, positionsRoom/(8*words))
	mem.numbersAt = at
	mem.positionsAt = at + 2*positionSlots
	return mem.positionsAt + 8*words*mem.remembered
}

// piece is a part of what tells a position from another: so many bits, which are the
// lowest of a word.
type piece struct {
	bits int
	of   func(c *stateFn) word
}

// pieces are what tells one position in which a turn begins from another. What a turn
// begins with cleared, such as the agenda, is no part of them.
func (mem *plan) pieces(stage num) []piece {
	p := mem.p
	forStage := bits.Len(uint(len(p.Stages) - 1))
	list := []piece{{bits.Len(uint(len(p.Players)-1)) + forStage, func(c *stateFn) word {
		v := c.widen(c.player())
		if forStage > 0 {
			v = c.binw(i64Or, c.binw(i64Shl, v, wlit(uint64(forStage))), c.widen(stage))
		}
		return v
	}}}
	add := func(bits int, of func(c *stateFn) word) { list = append(list, piece{bits, of}) }
	addSet := func(places int, of func(c *stateFn) set) {
		for k := range wordsFor(places) {
			add(min(64, places-64*k), func(c *stateFn) word { return of(c)[k] })
		}
	}
	for j := range p.Players {
		for i := range mem.setsOfMen() {
			addSet(p.Places, func(c *stateFn) set { return c.kept(j)[i] })
		}
		for st := range p.Stores {
			if mem.Board.Moved[st] {
				add(8, func(c *stateFn) word { return c.widen(c.store(j, st)) })
			}
		}
		if !mem.Turn.ScoresEnd {
			add(32, func(c *stateFn) word { return c.widen(c.score(j)) })
		}
		for v := range p.Vars {
			switch {
			case p.Vars[v].Common && j > 0 || p.Vars[v].Aside:
			case p.Vars[v].Kind == engine.SetVar:
				addSet(p.Places, func(c *stateFn) set { return c.setOf(v, j) })
			case p.Vars[v].Kind == engine.LinesVar:
				addSet(len(p.Lines[0]), func(c *stateFn) set { return c.setOf(v, j) })
			default:
				add(32, func(c *stateFn) word { return c.widen(c.variableOf(v, j)) })
			}
		}
	}
	return list
}

// positionWords is how many words pieces take, and where each lies in them: the first
// word that has room for it.
func positionWords(list []piece) (n int, word, shift []int) {
	var used []int
	for _, x := range list {
		k := slices.IndexFunc(used, func(u int) bool { return u+x.bits <= 64 })
		if k < 0 {
			k, used = len(used), append(used, 0)
		}
		word, shift = append(word, k), append(shift, used[k])
		used[k] += x.bits
	}
	return len(used), word, shift
}

// remember counts how often the position at which a turn begins in a stage has stood in
// the game, and keeps it.
func (c *stateFn) remember(stage num) {
	mem := c.mem
	if !mem.p.RepetitionMatters {
		c.setCell(mem.offOccur, lit(1))
		return
	}
	since, count := c.cell(mem.offSince), c.cell(mem.offPushed)
	pieces := mem.pieces(stage)
	n, at, shift := positionWords(pieces)
	position := none(n)
	for i, x := range pieces {
		position[at[i]] = c.binw(i64Or, position[at[i]], c.binw(i64Shl, x.of(c), wlit(uint64(shift[i]))))
	}
	h, k := wlit(0), uint64(0x9e3779b97f4a7c15)
	for _, w := range position {
		k = k*0xd1342543de82ef95 | 1
		h = c.binw(i64Add, h, c.binw(i64Mul, w, wlit(k)))
	}
	// by the highest bits of the hash, which all words have a part in
	slot := c.bin(i32Shl, c.narrow(c.binw(i64ShrU, h, wlit(uint64(65-bits.Len(positionSlots))))), lit(1))
	c.itself(slot)
	before, next := c.bin(i32Sub, count, since), c.bin(i32Add, count, lit(1))
	c.setCell(mem.offPushed, next)
	taken := func() num { return c.bin(i32GtS, c.numberAt(slot), since) }
	full := func() num { return c.bin(i32GeS, before, lit(mem.remembered)) }
	c.ifAny([]func() num{taken, full}, func() {
		list := []argument{slot, before, next}
		for _, w := range position {
			list = append(list, w)
		}
		c.setCell(mem.offOccur, c.told(c.again(n), list...))
	}, func() {
		c.putPosition(slot, before, next, position)
		c.setCell(mem.offOccur, lit(1))
	})
	c.changed()
}

// numberAt is the number in a slot, which is given by the bytes before it.
func (c *stateFn) numberAt(slot num) num {
	c.push(slot)
	c.load16(c.mem.numbersAt)
	return c.keep()
}

// positionAt is where a position lies that others of its game came before.
func (c *stateFn) positionAt(before num, words int) num { return c.bin(i32Mul, before, lit(8*words)) }

// putPosition keeps a position, and its number in a slot.
func (c *stateFn) putPosition(slot, before, number num, position set) {
	c.push(slot)
	c.push(number)
	c.store16(c.mem.numbersAt)
	at := c.positionAt(before, len(position))
	for i, w := range slices.Backward(position) { // behind the last word the others are known to lie in the memory
		c.putWord(at, c.mem.positionsAt+8*i, w)
	}
}

// again is the function that keeps a position of so many words, whose slot is taken, and
// counts how often it has stood. It is given that slot, how many positions came before, its
// number, and the words.
func (c *stateFn) again(words int) *fn {
	mem := c.mem
	params := []valtype{i32, i32, i32}
	for range words {
		params = append(params, i64)
	}
	return c.m.function("again", params, []valtype{i32}, func(f *fn) {
		c := mem.begin(f)
		first, before, next := num{l: 0}, num{l: 1}, num{l: 2}
		c.ifThen(c.bin(i32GeS, before, lit(mem.remembered)), func() {
			c.fault(faultHistory)
			c.yield(lit(1))
		}, nil)
		position := make(set, words)
		for i := range position {
			position[i] = word{l: 3 + i}
		}
		since := c.bin(i32Sub, next, before) // number of the first
		slot, occur := c.variable(first), c.variable(lit(1))
		c.repeat(func(done, _ int) {
			nth := c.bin(i32Sub, c.numberAt(slot), since)
			c.leaveTo(done, c.bin(i32LtS, nth, lit(0)))
			differs := c.each(i64Xor, c.loadSet(c.positionAt(nth, words), mem.positionsAt, words), position)
			c.assign(occur, c.bin(i32Add, occur, c.not(c.any(differs))))
			c.assign(slot, c.bin(i32And, c.bin(i32Add, slot, lit(2)), lit(2*positionSlots-1)))
		})
		c.putPosition(slot, before, next, position)
		c.push(occur)
	})
}

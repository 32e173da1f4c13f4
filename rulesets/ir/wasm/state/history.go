package state

import (
	"math/bits"
	"slices"

	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/ir"
	"github.com/lectio/lectio/rulesets/ir/wasm/asm"
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

// NewHistory forgets the positions of earlier games. Those of one game can be numbered on
// from there.
func (c *Func) NewHistory() {
	mem := c.mem
	if mem.remembered == 0 {
		return
	}
	c.IfThen(c.GtS(c.Cell(mem.OffPushed), lit(lastPosition-mem.remembered)), func() {
		c.I32(mem.numbersAt)
		c.I32(0)
		c.I32(2 * positionSlots)
		c.FillMem()
		c.SetCell(mem.OffPushed, lit(0))
	}, nil)
	c.SetCell(mem.offSince, c.Cell(mem.OffPushed))
}

// layPositions plans the room for positions, from an address on, and returns its end.
func (mem *Memory) layPositions(at int) int {
	if !mem.Program.RepetitionMatters {
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
	of   func(c *Func) word
}

// pieces are what tells one position in which a turn begins from another. What a turn
// begins with cleared, such as the agenda, is no part of them.
func (mem *Memory) pieces(stage num) []piece {
	p := mem.Program
	forStage := bits.Len(uint(len(p.Stages) - 1))
	list := []piece{{bits.Len(uint(len(p.Players)-1)) + forStage, func(c *Func) word {
		v := c.Widen(c.Player())
		if forStage > 0 {
			v = c.OrW(c.ShlW(v, wlit(uint64(forStage))), c.Widen(stage))
		}
		return v
	}}}
	add := func(bits int, of func(c *Func) word) { list = append(list, piece{bits, of}) }
	addSet := func(places int, of func(c *Func) set) {
		for k := range asm.WordsFor(places) {
			add(min(64, places-64*k), func(c *Func) word { return of(c)[k] })
		}
	}
	// A player's men never become more or fewer: where they stand and all stores but one tell of that one.
	var stores []int
	most := 0
	for st := range p.Stores {
		if mem.Board.Moved[st] {
			stores = append(stores, st)
		}
	}
	known := min(1, len(stores))
	for q := range p.Owners() {
		most = max(most, p.Men(q))
	}
	if p.Nobodys { // whose men come to stores of players
		known, most = 0, 255
	}
	for j := range p.Owners() {
		for i := range mem.setsOfMen() {
			addSet(p.Places, func(c *Func) set { return c.kept(j)[i] })
		}
	}
	for j := range p.Players {
		for _, st := range stores[known:] {
			add(bits.Len(uint(most)), func(c *Func) word { return c.Widen(c.Store(j, st)) })
		}
		if !mem.Turn.ScoresEnd {
			add(32, func(c *Func) word { return c.Widen(c.Score(j)) })
		}
		for v := range p.Vars {
			switch {
			case p.Vars[v].Common && j > 0 || p.Vars[v].Aside:
			case p.Vars[v].Kind == engine.SetVar:
				addSet(p.Places, func(c *Func) set { return c.SetOf(v, j) })
			case p.Vars[v].Kind == engine.LinesVar:
				addSet(len(p.Lines[0]), func(c *Func) set { return c.SetOf(v, j) })
			default:
				add(32, func(c *Func) word { return c.Widen(c.VariableOf(v, j)) })
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

// Remember counts how often the position at which a turn begins in a stage has stood in
// the game, and keeps it. Met, if there is one, carries the game on by another way where it may
// have stood before, so that it is known here that it has not.
func (c *Func) Remember(stage num, met func()) {
	mem := c.mem
	if !mem.Program.RepetitionMatters {
		c.SetCell(mem.OffOccur, lit(1))
		c.stoodOnce()
		return
	}
	since, count := c.Cell(mem.offSince), c.Cell(mem.OffPushed)
	pieces := mem.pieces(stage)
	n, at, shift := positionWords(pieces)
	position := asm.None(n)
	for i, x := range pieces {
		position[at[i]] = c.OrW(position[at[i]], c.ShlW(x.of(c), wlit(uint64(shift[i]))))
	}
	h, k := wlit(0), uint64(0x9e3779b97f4a7c15)
	for _, w := range position {
		k = k*0xd1342543de82ef95 | 1
		h = c.AddW(h, c.MulW(w, wlit(k)))
	}
	// by the highest bits of the hash, which all words have a part in
	slot := c.Shl(c.Narrow(c.ShrW(h, wlit(uint64(65-bits.Len(positionSlots))))), lit(1))
	c.Itself(slot)
	before, next := c.Sub(count, since), c.Add(count, lit(1))
	c.SetCell(mem.OffPushed, next)
	taken := func() num { return c.GtS(c.numberAt(slot), since) }
	full := func() num { return c.GeS(before, lit(mem.remembered)) }
	slowly := func() {
		list := []asm.Argument{slot, before, next}
		for _, w := range position {
			list = append(list, w)
		}
		c.SetCell(mem.OffOccur, c.Told(c.again(n), list...))
	}
	quickly := func() {
		c.putPosition(slot, before, next, position)
		c.SetCell(mem.OffOccur, lit(1))
	}
	if met == nil {
		c.IfAny([]func() num{taken, full}, slowly, quickly)
		c.Changed()
		return
	}
	for _, x := range []func() num{taken, full} {
		c.Aside(x(), func() {
			slowly()
			met()
		})
	}
	quickly()
	c.stoodOnce()
}

// stoodOnce notes that the position has not stood before.
func (c *Func) stoodOnce() {
	c.Changed()
	c.Let("occurrences", lit(1))
}

// Occurrences is how often the position in which the turn began has stood in the game.
func (c *Func) Occurrences() num {
	return c.Once("occurrences", func() num { return c.Cell(c.mem.OffOccur) })
}

// numberAt is the number in a slot, which is given by the bytes before it.
func (c *Func) numberAt(slot num) num {
	c.Push(slot)
	c.Load16(c.mem.numbersAt)
	return c.Keep()
}

// positionAt is where a position lies that others of its game came before.
func (c *Func) positionAt(before num, words int) num { return c.Mul(before, lit(8*words)) }

// putPosition keeps a position, and its number in a slot.
func (c *Func) putPosition(slot, before, number num, position set) {
	c.Push(slot)
	c.Push(number)
	c.Store16(c.mem.numbersAt)
	at := c.positionAt(before, len(position))
	for i, w := range slices.Backward(position) { // behind the last word the others are known to lie in the memory
		c.PutWord(at, c.mem.positionsAt+8*i, w)
	}
}

// again is the function that keeps a position of so many words, whose slot is taken, and
// counts how often it has stood. It is given that slot, how many positions came before, its
// number, and the words.
func (c *Func) again(words int) *asm.Func {
	mem := c.mem
	params := []asm.Type{asm.I32, asm.I32, asm.I32}
	for range words {
		params = append(params, asm.I64)
	}
	return c.Module.Function("again", params, []asm.Type{asm.I32}, func(f *asm.Func) {
		c := mem.Begin(f)
		first, before, next := num{Local: 0}, num{Local: 1}, num{Local: 2}
		c.IfThen(c.GeS(before, lit(mem.remembered)), func() {
			c.Fault(faultHistory)
			c.Yield(lit(1))
		}, nil)
		position := make(set, words)
		for i := range position {
			position[i] = word{Local: 3 + i}
		}
		since := c.Sub(next, before) // number of the first
		slot, occur := c.Variable(first), c.Variable(lit(1))
		c.Repeat(func(done, _ int) {
			nth := c.Sub(c.numberAt(slot), since)
			c.LeaveTo(done, c.LtS(nth, lit(0)))
			differs := c.Xors(c.LoadSet(c.positionAt(nth, words), mem.positionsAt, words), position)
			c.Assign(occur, c.Add(occur, c.Not(c.Any(differs))))
			c.Assign(slot, c.BitAnd(c.Add(slot, lit(2)), lit(2*positionSlots-1)))
		})
		c.putPosition(slot, before, next, position)
		c.Push(occur)
	})
}

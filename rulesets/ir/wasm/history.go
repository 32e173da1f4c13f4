package wasm

import (
	"math/bits"
	"slices"

	"github.com/lectio/lectio/rulesets/engine"
)

// Positions in which turns begin are remembered in a table of slots that are found by
// a position's hash, the next one being taken where others lie. Each slot has the
// number of its position beside it: one that stood in an earlier game is not there any
// more, so the table need not be cleared. One that stood before a move that cannot be undone
// differs from those behind it in what that move has changed.

// newHistory forgets the positions of earlier games.
func (c *ctx) newHistory() { c.setCell(c.g.offSince, c.cell(c.g.offPushed)) }

// positionsAnew sees to it that positions can be numbered on: the table is emptied only
// before the numbers run out.
func (c *ctx) positionsAnew() {
	g := c.g
	c.ifThen(c.bin(i32GtS, c.cell(g.offPushed), lit(1<<30)), func() {
		c.i32(g.positionsAt)
		c.i32(0)
		c.i32(g.positions() * g.positionSize)
		c.fillMem()
		c.setCell(g.offPushed, lit(0))
	}, nil)
}

// positions is how many slots there are: a power of two, fewer where positions take much
// room. A game that fills more than half of them is left to the interpreter as soon as one
// is looked for: see again.
func (g *gen) positions() int {
	if !g.p.RepetitionMatters {
		return 0
	}
	n := mostPositions
	for n*g.positionSize > positionsRoom {
		n /= 2
	}
	return n
}

// piece is a part of what tells a position from another: so many bits, which are the
// lowest of a word.
type piece struct {
	bits int
	of   func(c *ctx) word
}

// pieces are what tells one position in which a turn begins from another. What a turn
// begins with cleared, such as the agenda, is no part of them.
func (g *gen) pieces(stage num) []piece {
	p := g.p
	forStage := bits.Len(uint(len(p.Stages) - 1))
	list := []piece{{bits.Len(uint(len(p.Players)-1)) + forStage, func(c *ctx) word {
		v := c.widen(c.player)
		if forStage > 0 {
			v = c.binw(i64Or, c.binw(i64Shl, v, wlit(uint64(forStage))), c.widen(stage))
		}
		return v
	}}}
	add := func(bits int, of func(c *ctx) word) { list = append(list, piece{bits, of}) }
	addSet := func(places int, of func(c *ctx) set) {
		for k := range wordsFor(places) {
			add(min(64, places-64*k), func(c *ctx) word { return of(c)[k] })
		}
	}
	for j := range p.Players {
		for i := range g.setsOfMen() {
			addSet(p.Places, func(c *ctx) set { return c.kept(j)[i] })
		}
		for st := range p.Stores {
			if g.Board.Moved[st] {
				add(8, func(c *ctx) word { return c.widen(c.store(j, st)) })
			}
		}
		if !g.Turn.ScoresEnd {
			add(32, func(c *ctx) word { return c.widen(c.score(j)) })
		}
		for v := range p.Vars {
			switch {
			case p.Vars[v].Common && j > 0 || p.Vars[v].Aside:
			case p.Vars[v].Kind == engine.SetVar || p.Vars[v].Kind == engine.LinesVar:
				addSet(64*g.w, func(c *ctx) set { return c.setOf(v, j) })
			default:
				add(32, func(c *ctx) word { return c.widen(c.variableOf(v, j)) })
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
func (c *ctx) remember(stage num) {
	g := c.g
	if !g.p.RepetitionMatters {
		c.setCell(g.offOccur, lit(1))
		return
	}
	since, count := c.cell(g.offSince), c.cell(g.offPushed)
	pieces := g.pieces(stage)
	n, at, shift := positionWords(pieces)
	list := none(n)
	for i, x := range pieces {
		list[at[i]] = c.binw(i64Or, list[at[i]], c.binw(i64Shl, x.of(c), wlit(uint64(shift[i]))))
	}
	h, k := wlit(0), uint64(0x9e3779b97f4a7c15)
	for _, w := range list {
		k = k*0xd1342543de82ef95 | 1
		h = c.binw(i64Add, h, c.binw(i64Mul, w, wlit(k)))
	}
	// by the highest bits of the hash, which all words have a part in
	slot := c.bin(i32Mul, c.narrow(c.binw(i64ShrU, h, wlit(uint64(65-bits.Len(uint(g.positions())))))), lit(g.positionSize))
	c.itself(slot)
	next := c.bin(i32Add, count, lit(1))
	c.setCell(g.offPushed, next)
	c.ifThen(c.bin(i32GtS, c.positionNumber(slot, n), since), func() {
		for _, v := range []num{slot, since, next} {
			c.push(v)
		}
		for _, w := range list {
			c.pushw(w)
		}
		c.call(g.again(n))
		c.setCell(g.offOccur, c.keep())
	}, func() {
		c.putPosition(slot, next, list)
		c.setCell(g.offOccur, lit(1))
	})
	c.changed()
}

// positionNumber is the number of the position in a slot, which has so many words.
func (c *ctx) positionNumber(slot num, words int) num {
	return c.numAt(slot, c.g.positionsAt+8*words)
}

// putPosition puts a position and its number into a slot: the number first, since the
// words then lie within the memory.
func (c *ctx) putPosition(slot, number num, position set) {
	at := c.g.positionsAt
	c.putNum(slot, at+8*len(position), number)
	for i, w := range position {
		c.putWord(slot, at+8*i, w)
	}
}

// again is the function that keeps a position of so many words, whose slot is taken, and
// counts how often it has stood. It is given that slot, the number before the first
// position that counts, its own number, and the words.
func (g *gen) again(words int) *fn {
	params := []valtype{i32, i32, i32}
	for range words {
		params = append(params, i64)
	}
	return g.shared("again", params, []valtype{i32}, func(f *fn) {
		c := g.begin(f)
		first, since, next := num{l: 0}, num{l: 1}, num{l: 2}
		c.ifThen(c.bin(i32GtS, c.bin(i32Sub, next, since), lit(g.positions()/2)), func() {
			c.fault(faultHistory)
			c.yield(lit(1))
		}, nil)
		position := make(set, words)
		for i := range position {
			position[i] = word{l: 3 + i}
		}
		slot, occur := c.variable(first), c.variable(lit(1))
		c.repeat(func(done, _ int) {
			c.leaveTo(done, c.bin(i32LeS, c.positionNumber(slot, words), since))
			differs := c.each(i64Xor, c.loadSet(slot, g.positionsAt, words), position)
			c.assign(occur, c.bin(i32Add, occur, c.not(c.any(differs))))
			beyond := c.bin(i32Add, slot, lit(g.positionSize))
			c.assign(slot, c.pick(c.bin(i32Eq, beyond, lit(g.positions()*g.positionSize)), lit(0), beyond))
		})
		c.putPosition(slot, next, position)
		c.push(occur)
	})
}

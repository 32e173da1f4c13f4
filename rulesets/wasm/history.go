package wasm

import (
	"math/bits"

	"github.com/lectio/lectio/rulesets/engine"
)

// newHistory forgets the positions of earlier games.
func (c *ctx) newHistory() {
	c.setCell(c.g.offSince, c.cell(c.g.offPushed))
	c.setCellw(c.g.offOneWay, wlit(0))
}

// remember counts how often the position at which a turn begins has stood since
// the last irreversible move, and keeps it. Positions lie in a ring, chained by
// their hashes; those alike by hash are compared whole. What a turn begins with
// cleared, such as the agenda, is no part of them, nor are men that passed through
// a store in one direction only: a change there makes all before it unreachable.
func (c *ctx) remember() {
	g := c.g
	p, lay := g.p, g.lay
	if !p.RepetitionMatters {
		c.push(c.s)
		c.i32(1)
		c.store32(g.offOccur)
		return
	}
	since := c.variable(c.cell(g.offSince))
	before := c.cellw(g.offOneWay)
	var list []word
	pack := c.widen(c.bin(i32Or, c.player, c.bin(i32Shl, c.byte(lay.Stage), lit(8))))
	oneWay := wlit(0)
	width, oneBits := 16, 0
	each := 0 // bits of the stores of one player through which men pass one way
	for st := range p.Stores {
		if g.touched(st) && p.OneWay(st) {
			each += 8
		}
	}
	if each*len(p.Players) > 64 {
		panic(Unsupported{"", "repetition among so many players"})
	}
	add := func(w *word, at *int, v num, width int) {
		*w = c.binw(i64Or, *w, c.binw(i64Shl, c.widen(v), wlit(uint64(*at))))
		*at += width
	}
	for j := range p.Players {
		mine := wlit(0)
		oneBits = 0
		for st := range p.Stores {
			if !g.touched(st) {
				continue
			}
			if p.OneWay(st) {
				add(&mine, &oneBits, c.store(j, st), 8)
				continue
			}
			if width > 56 {
				list = append(list, pack)
				pack, width = wlit(0), 0
			}
			add(&pack, &width, c.store(j, st), 8)
		}
		// by player, not by seat: it is compared with that of another player's turn
		oneWay = c.binw(i64Or, oneWay, c.binw(i64Shl, mine, c.widen(c.bin(i32Mul, c.seat(j), lit(each)))))
	}
	list = append(list, pack)
	for j := range p.Players {
		if g.menKept > 0 { // where they stand in fewer words
			base, at := c.home(j)
			list = append(list, c.loadSet(base, at+g.inRanks, 2*g.menKept)...)
		} else {
			for _, s := range c.kept(j) {
				list = append(list, s...)
			}
		}
		if !g.scoresEnd() {
			list = append(list, c.widen(c.score(j)))
		}
		for v := range p.Vars {
			switch {
			case p.Vars[v].Common && j > 0:
			case p.Vars[v].Kind == engine.SetVar || p.Vars[v].Kind == engine.LinesVar:
				list = append(list, c.setOf(v, j)...)
			default:
				list = append(list, c.widen(c.variableOf(v, j)))
			}
		}
	}
	size := (8*(len(list)+2) + 15) / 16 * 16
	if size > g.ringEntry {
		panic(Unsupported{"", "a position of so many words"})
	}
	count := c.cell(g.offPushed)
	c.ifThen(c.any(set{c.binw(i64Xor, oneWay, before)}), func() {
		c.assign(since, count)
		c.setCell(g.offSince, since)
		c.setCellw(g.offOneWay, oneWay)
	}, nil)
	h, k := wlit(0), uint64(0x9e3779b97f4a7c15)
	for _, w := range list {
		k = k*0xd1342543de82ef95 | 1
		h = c.binw(i64Add, h, c.binw(i64Mul, w, wlit(k)))
	}
	// by the highest bits of the hash, which all words have a part in
	slot := c.narrow(c.binw(i64And, c.binw(i64ShrU, h, wlit(64-2-uint64(bits.Len(uint(g.heads()-1))))), wlit(uint64(4*(g.heads()-1)))))
	c.ifThen(c.bin(i32GeS, c.bin(i32Sub, count, since), lit(ringRoom)), func() {
		c.fault(faultHistory)
		c.assign(since, count)
	}, nil)
	c.itself(slot)
	ent := g.ringEntryOf(c, count)
	c.push(slot)
	c.load32(g.headsAt)
	head := c.keep()
	next := c.bin(i32Add, count, lit(1))
	c.push(slot)
	c.push(next)
	c.store32(g.headsAt)
	c.push(ent)
	c.push(head)
	c.store32(8*len(list) + 8) // the last word first: then the others lie within the memory
	for i, w := range append(list, h) {
		c.push(ent)
		c.pushw(w)
		c.store64(8 * i)
	}
	c.setCell(g.offPushed, next)
	occur := c.variable(lit(1))
	c.ifThen(c.bin(i32GtS, head, since), func() {
		c.push(c.s)
		c.push(ent)
		c.push(head)
		c.push(since)
		c.call(g.alike(len(list)))
		c.into(occur.l)
	}, nil)
	c.setCell(g.offOccur, occur)
}

// alike is the function that counts how often a position of so many words stands in
// the ring, since is not counted: it is given where the position lies, and the
// number of the last one before it in its chain. Most positions have none in theirs.
func (g *gen) alike(words int) *fn {
	if g.fAlike != nil {
		return g.fAlike
	}
	g.fAlike = g.m.declare("", []valtype{i32, i32, i32, i32}, []valtype{i32})
	g.later = append(g.later, func() {
		c := g.begin(g.fAlike)
		ent, head, since := num{l: 1}, num{l: 2}, num{l: 3}
		load := func(ent num, i int) word {
			c.push(ent)
			c.load64(8 * i)
			return c.keepw()
		}
		c.lookAt(ent, 8*words+15)
		h := load(ent, words)
		at, occur := c.variable(head), c.variable(lit(1))
		done := c.block()
		again := c.loop()
		c.enterScope()
		c.push(c.bin(i32LeS, at, since))
		c.brIf(done)
		old := g.ringEntryOf(c, c.bin(i32Sub, at, lit(1)))
		c.push(old)
		c.load32(8*words + 8)
		c.into(at.l)
		c.push(c.any(set{c.binw(i64Xor, load(old, words), h)}))
		c.op(i32Eqz)
		c.ifThen(c.keep(), func() {
			differs := wlit(0)
			for i := range words {
				differs = c.binw(i64Or, differs, c.binw(i64Xor, load(old, i), load(ent, i)))
			}
			c.assign(occur, c.bin(i32Add, occur, c.not(c.any(set{differs}))))
		}, nil)
		c.leaveScope()
		c.br(again)
		c.end()
		c.end()
		c.push(occur)
	})
	return g.fAlike
}

// ringEntryOf is where the i-th position lies in the ring.
func (g *gen) ringEntryOf(c *ctx, i num) num {
	return c.bin(i32Add, c.bin(i32Mul, c.bin(i32And, i, lit(ringRoom-1)), lit(g.ringEntry)), lit(g.ringAt))
}

// scoresEnd is whether points are scored only where the game ends, so that no
// position in which a turn begins differs in them from another.
func (g *gen) scoresEnd() bool {
	p := g.p
	for i := range p.Scores {
		r := &p.Scores[i]
		found := r.Points == nil // what multiplies nothing gives nothing
		for j := range p.Ends {
			x := &p.Ends[j]
			found = found || x.At == r.At && r.When != nil && x.When != nil && g.key(x.When) == g.key(r.When) &&
				r.Stages&^x.Stages == 0 && (x.Acts == 0 || r.Acts != 0 && r.Acts&^x.Acts == 0)
		}
		if !found {
			return false
		}
	}
	return true
}

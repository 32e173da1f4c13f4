package wasm

import (
	"encoding/binary"
	"fmt"
	"slices"

	"github.com/lectio/lectio/rulesets/engine"
)

// Where players name a cell differently, or some of them twice, men are also counted
// by cell: a byte for each player, one after the other, so that what stands on a cell
// is one word, of whomever it is asked.

// wordPlayers is how many players' counts are read as one number.
const wordPlayers = 4

// cellStep is how many bytes a cell has.
func (g *gen) cellStep() int {
	if len(g.p.Players) <= wordPlayers {
		return wordPlayers
	}
	return 8
}

// cellAt is where the counts of the cell of a place of a seat lie: an address, and the
// offset to it.
func (c *ctx) cellAt(seat int, f num) (base num, at int) {
	g, p := c.g, c.g.p
	known := fmt.Sprintf("%v/%d", f, seat)
	if base, ok := c.known.cells[known]; ok {
		c.tabled(base)
		return base, c.frame + g.offCells
	}
	var list []int
	bytes := g.cellStep()
	for q := range p.Players {
		list = append(list, p.CellOf[q]...)
	}
	key := "cells"
	if slices.Max(list)*bytes < 256 { // what lies before the cell, rather than its number
		for i := range list {
			list[i] *= bytes
		}
		key, bytes = "bytes of cells", 1
	}
	base = c.bin(i32Mul, c.placeBy(key, list, c.seat(seat), p.Places, f), lit(bytes))
	if c.frame > 0 {
		c.tabled(base)
		if f.known || !c.varies[f.l] {
			c.known.cells[known] = base
		}
		return base, c.frame + g.offCells
	}
	return c.bin(i32Add, c.s, base), g.offCells
}

// cellWord is the counts of all players on the cell of a place of a seat, the first player's lowest.
func (c *ctx) cellWord(seat int, f num) num {
	key := fmt.Sprintf("cell word/%v/%d", f, seat)
	if v, ok := c.known.nums[key]; ok {
		return v
	}
	a, at := c.cellAt(seat, f)
	c.push(a)
	c.load32(at)
	v := c.keep()
	c.known.nums[key] = v
	return v
}

// byteOf is where the byte of a seat begins in a word, in bits.
func (c *ctx) byteOf(seat int) num { return c.bin(i32Shl, c.seat(seat), lit(3)) }

// bytesOf has all ones in the bytes of some seats, as far as they lie in each.
func (c *ctx) bytesOf(seats []int, in byte) num {
	g := c.g
	n := len(g.p.Players)
	of := func(player int) uint32 {
		var m uint32
		for _, j := range seats {
			m |= uint32(in) << (8 * ((player + j) % n))
		}
		return m
	}
	if c.player.known {
		return lit(int(int32(of(c.player.v))))
	}
	key := fmt.Sprint("bytes of seats ", seats, in)
	if v, ok := c.known.nums[key]; ok {
		return v
	}
	if n == wordPlayers {
		c.push(lit(int(int32(of(0)))))
		c.push(c.byteOf(0))
		c.op(i32Rotl)
	} else {
		var b []byte
		for q := range n {
			b = binary.LittleEndian.AppendUint32(b, of(q))
		}
		c.push(c.bin(i32Shl, c.player, lit(2)))
		c.load32(g.blob(key, b))
	}
	v := c.keep()
	c.known.nums[key] = v
	return v
}

// cellCount is how many men some seats have on the cell of a place of a seat.
func (c *ctx) cellCount(owners []int, seat int, f num) num {
	if len(c.g.p.Players) > wordPlayers {
		sum := lit(0)
		for _, j := range owners {
			a, at := c.cellAt(seat, f)
			c.push(c.bin(i32Add, a, c.seat(j)))
			c.load8(at)
			sum = c.bin(i32Add, sum, c.keep())
		}
		return sum
	}
	w := c.cellWord(seat, f)
	switch len(owners) {
	case 0:
		return lit(0)
	case 1:
		return c.bin(i32And, c.bin(i32ShrU, w, c.byteOf(owners[0])), lit(255))
	}
	all := c.bin(i32And, w, c.bytesOf(owners, 255))
	return c.bin(i32ShrU, c.bin(i32Mul, all, lit(0x01010101)), lit(24))
}

// addCell counts k more men of seat j on the cell of place f of his.
func (c *ctx) addCell(j int, f, k num) {
	a, at := c.cellAt(j, f)
	if len(c.g.p.Players) > wordPlayers {
		a = c.bin(i32Add, a, c.seat(j))
		c.push(a)
		c.push(a)
		c.load8(at)
		c.push(k)
		c.op(i32Add)
		c.store8(at)
		return
	}
	// the word as a whole: it is soon read again
	c.push(a)
	c.push(a)
	c.load32(at)
	c.push(c.bin(i32Shl, k, c.byteOf(j)))
	c.op(i32Add)
	c.store32(at)
}

// anyOnCell is whether any of some seats has so many men on the cell of a place of
// seat 0 that a bit of bits is in their number.
func (c *ctx) anyOnCell(owners []int, f num, bits byte) num {
	return c.bin(i32Ne, c.bin(i32And, c.cellWord(0, f), c.bytesOf(owners, bits)), lit(0))
}

// compareOnCell answers a comparison of men on the cell of a place of the move with a
// constant, if it is one that bits of their counts decide.
func (c *ctx) compareOnCell(n *engine.Node, e env) (v num, ok bool) {
	g := c.g
	x, k := n.Kids[0], n.Kids[1]
	if !g.cells || len(g.p.Players) > wordPlayers || e.seat != 0 || k.Op != engine.NLit {
		return num{}, false
	}
	var owners []int
	switch {
	case x.Op == engine.NCountAt && engine.Whose(x.N) != engine.Own:
		owners = c.owners(engine.Whose(x.N), e)
	case menOfTheirsThere(x):
		owners, x = c.seen(e), x.Kids[0]
		if len(owners) != 1 {
			return num{}, false
		}
	default:
		return num{}, false
	}
	if !c.surelyPlace(x.Kids[0], e) {
		return num{}, false
	}
	least, not := 0, false // as many at least, or not as many
	switch n.Cmp {
	case engine.GreaterEqual:
		least = k.N
	case engine.Greater:
		least = k.N + 1
	case engine.Less:
		least, not = k.N, true
	case engine.LessEqual:
		least, not = k.N+1, true
	case engine.Equal, engine.NotEqual:
		if k.N == 0 {
			least, not = 1, n.Cmp == engine.Equal
		}
	}
	if least < 1 || least > 64 || least&(least-1) != 0 || least > 1 && len(owners) != 1 {
		return num{}, false
	}
	v = c.anyOnCell(owners, c.num(x.Kids[0], e), byte(-least))
	if not {
		v = c.not(v)
	}
	return v, true
}

// menOfTheirsThere is whether a number is how many men an opponent has on the cell of a
// place of the move: where that lies on his track, that is, and elsewhere he has none. A
// place that is named otherwise is one of his own naming.
func menOfTheirsThere(n *engine.Node) bool {
	return n.Op == engine.NTheir && n.Kids[0].Op == engine.NCountAt && engine.Whose(n.Kids[0].N) == engine.Mine && isPlaceOfMove(n.Kids[0].Kids[0])
}

// someOnCell answers whether some opponent has as many men on the cell of a place of the
// move as a power of two: all of them are asked at once.
func (c *ctx) someOnCell(n *engine.Node, e env) (v num, ok bool) {
	k := n.Kids[0]
	if n.Op != engine.BSome || k.Op != engine.BCompare || k.Cmp != engine.GreaterEqual && k.Cmp != engine.Greater {
		return num{}, false
	}
	x := k.Kids[0]
	if !menOfTheirsThere(x) || k.Kids[1].Op != engine.NLit {
		return num{}, false
	}
	least := k.Kids[1].N + b2i(k.Cmp == engine.Greater)
	place := x.Kids[0].Kids[0]
	if !c.g.cells || len(c.g.p.Players) > wordPlayers || e.seat != 0 || least < 1 || least > 64 || least&(least-1) != 0 || !c.surelyPlace(place, e) {
		return num{}, false
	}
	return c.anyOnCell(c.opponents(0), c.num(place, e), byte(-least)), true
}

package wasm

import (
	"encoding/binary"
	"fmt"

	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/ir"
)

// Where players name a cell differently, or some of them twice, men are also counted
// by cell: a byte for each player, one after the other, so that what stands on a cell
// is one word, of whomever it is asked.

// wordPlayers is how many players' counts are read as one number.
const wordPlayers = 4

// cellStep is how many bytes a cell has.
func (g *plan) cellStep() int {
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
	key, bytes, each := "cells", g.cellStep(), 1
	if (p.Cells-1)*bytes < 256 { // what lies before the cell, rather than its number
		key, bytes, each = "bytes of cells", 1, bytes
	}
	cell := c.bySeat(key, seat, p.Places, f, func(q, f int) int { return p.CellOf[q][f] * each })
	base = c.bin(i32Mul, cell, lit(bytes))
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
	return c.once(fmt.Sprintf("cell word/%v/%d", f, seat), func() num { return c.numAt(c.cellAt(seat, f)) })
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
	return c.once(key, func() num {
		if n == wordPlayers {
			return c.bin(i32Rotl, lit(int(int32(of(0)))), c.byteOf(0))
		}
		var b []byte
		for q := range n {
			b = binary.LittleEndian.AppendUint32(b, of(q))
		}
		return c.numAt(c.bin(i32Shl, c.player, lit(2)), g.blob(key, b))
	})
}

// cellCount is how many men some seats have on the cell of a place of a seat.
func (c *ctx) cellCount(owners []int, seat int, f num) num {
	if len(c.g.p.Players) > wordPlayers {
		sum := lit(0)
		for _, j := range owners {
			a, at := c.cellAt(seat, f)
			sum = c.bin(i32Add, sum, c.octetAt(c.bin(i32Add, a, c.seat(j)), at))
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

// anyOnCell reports whether any of some seats has so many men on the cell of a place of
// seat 0 that a bit of bits is in their number.
func (c *ctx) anyOnCell(owners []int, f num, bits byte) num {
	return c.bin(i32Ne, c.bin(i32And, c.cellWord(0, f), c.bytesOf(owners, bits)), lit(0))
}

// compareOnCell answers a comparison of men on the cell of a place of the move with a
// constant, if it is one that bits of their counts decide.
func (c *ctx) compareOnCell(v *ir.Value, e env) (x num, ok bool) {
	least, not, ok := leastCounted(v)
	if !ok {
		return num{}, false
	}
	at := v.Args[0]
	if !c.countsOnCell(at, least, e) {
		return num{}, false
	}
	if _, alone := at.Who.One(); !alone && least > 1 {
		return num{}, false
	}
	x = c.anyOnCell(c.seatsOf(at.Who), c.num(at.Args[0], e), byte(-least))
	if not {
		x = c.not(x)
	}
	return x, true
}

// leastCounted is the number that must be counted for a comparison with a constant to hold, or, with
// not, for it not to hold.
func leastCounted(v *ir.Value) (least int, not, ok bool) {
	k, known := v.Args[1].Known()
	if v.Op != ir.Compare || !known {
		return 0, false, false
	}
	switch engine.Comparison(v.N) {
	case engine.GreaterEqual:
		return k, false, true
	case engine.Less:
		return k, true, true
	case engine.Equal, engine.NotEqual:
		return 1, engine.Comparison(v.N) == engine.Equal, k == 0
	}
	return 0, false, false
}

// countsOnCell reports whether a value is how many men stand on the cell of a place, and a bit of their
// counts tells whether they are so many.
func (c *ctx) countsOnCell(v *ir.Value, least int, e env) bool {
	g := c.g
	return g.cells && len(g.p.Players) <= wordPlayers && v.Op == ir.At && v.Seat == 0 && !v.Who.Own &&
		least >= 1 && least <= 64 && least&(least-1) == 0 && c.surelyPlace(v.Args[0], e)
}

// seatsOf lists the seats whose men are counted.
func (c *ctx) seatsOf(w ir.Who) (seats []int) {
	for j := range c.g.p.Players {
		if w.Has(j) {
			seats = append(seats, j)
		}
	}
	return seats
}

// someOnCell answers whether some of several players have as many men on one cell as a power of two:
// all of them are asked at once.
func (c *ctx) someOnCell(v *ir.Value, e env) (x num, ok bool) {
	all := ir.Disjuncts(v)
	var who ir.Who
	for _, k := range all {
		if k.Op != ir.Compare || k.Args[0].Op != ir.At || k.N != all[0].N || k.Args[1] != all[0].Args[1] || k.Args[0].Args[0] != all[0].Args[0].Args[0] {
			return num{}, false
		}
		least, not, ok := leastCounted(k)
		if !ok || not || !c.countsOnCell(k.Args[0], least, e) {
			return num{}, false
		}
		who.Seats |= k.Args[0].Who.Seats
	}
	k, _ := all[0].Args[1].Known()
	return c.anyOnCell(c.seatsOf(who), c.num(all[0].Args[0].Args[0], e), byte(-max(k, 1))), true
}

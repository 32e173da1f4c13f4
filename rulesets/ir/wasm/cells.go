package wasm

import (
	"encoding/binary"
	"fmt"
)

// Where players name a cell differently, or some of them twice, men are also counted
// by cell: a byte for each player, one after the other, so that what stands on a cell
// is one word, of whomever it is asked.

// wordPlayers is how many players' counts are read as one number.
const wordPlayers = 4

// cellStep is how many bytes a cell has.
func (mem *plan) cellStep() int {
	if len(mem.p.Players) <= wordPlayers {
		return wordPlayers
	}
	return 8
}

// cellOf is the key of where the counts of a cell lie.
type cellOf string

// cellAt is where the counts of the cell of a place of a seat lie: an address, and the
// offset to it.
func (c *stateFn) cellAt(seat int, f num) (base num, at int) {
	mem, p := c.mem, c.mem.p
	known := cellOf(fmt.Sprintf("%v/%d", f, seat))
	if base, ok := c.haveOf(known); ok {
		c.tabled(base)
		return base, c.frame + mem.offCells
	}
	key, bytes, each := "cells", mem.cellStep(), 1
	if (p.Cells-1)*bytes < 256 { // what lies before the cell, rather than its number
		key, bytes, each = "bytes of cells", 1, bytes
	}
	cell := c.bySeat(key, seat, p.Places, f, func(q, f int) int { return p.CellOf[q][f] * each })
	base = c.bin(i32Mul, cell, lit(bytes))
	if c.frame > 0 {
		c.tabled(base)
		if c.constant(f) {
			c.letOf(known, base)
		}
		return base, c.frame + mem.offCells
	}
	return c.bin(i32Add, c.s, base), mem.offCells
}

// cellWord is the counts of all players on the cell of a place of a seat, the first player's lowest.
func (c *stateFn) cellWord(seat int, f num) num {
	return c.once(fmt.Sprintf("cell word/%v/%d", f, seat), func() num { return c.numAt(c.cellAt(seat, f)) })
}

// byteOf is where the byte of a seat begins in a word, in bits.
func (c *stateFn) byteOf(seat int) num { return c.bin(i32Shl, c.seat(seat), lit(3)) }

// bytesOf has all ones in the bytes of some seats, as far as they lie in each.
func (c *stateFn) bytesOf(seats []int, in byte) num {
	mem := c.mem
	n := len(mem.p.Players)
	of := func(player int) uint32 {
		var m uint32
		for _, j := range seats {
			m |= uint32(in) << (8 * ((player + j) % n))
		}
		return m
	}
	if c.player().known {
		return lit(int(int32(of(c.player().v))))
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
		return c.numAt(c.bin(i32Shl, c.player(), lit(2)), c.m.blob(key, b))
	})
}

// cellCount is how many men some seats have on the cell of a place of a seat.
func (c *stateFn) cellCount(owners []int, seat int, f num) num {
	if len(c.mem.p.Players) > wordPlayers {
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
func (c *stateFn) addCell(j int, f, k num) {
	a, at := c.cellAt(j, f)
	if len(c.mem.p.Players) > wordPlayers {
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
func (c *stateFn) anyOnCell(owners []int, f num, bits byte) num {
	return c.bin(i32Ne, c.bin(i32And, c.cellWord(0, f), c.bytesOf(owners, bits)), lit(0))
}

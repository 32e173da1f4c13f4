package state

import (
	"encoding/binary"
	"fmt"

	"github.com/lectio/lectio/rulesets/ir/wasm/asm"
)

// Where players name a cell differently, or some of them twice, men are also counted
// by cell: a byte for each player, one after the other, so that what stands on a cell
// is one word, of whomever it is asked.

// WordPlayers is how many players' counts are read as one number.
const WordPlayers = 4

// cellStep is how many bytes a cell has.
func (mem *Memory) cellStep() int {
	if mem.Program.Owners() <= WordPlayers {
		return WordPlayers
	}
	return 8
}

// cellOf is the key of where the counts of a cell lie.
type cellOf string

// cellAt is where the counts of the cell of a place of a seat lie: an address, and the
// offset to it.
func (c *Func) cellAt(seat int, f num) (base num, at int) {
	mem, p := c.mem, c.mem.Program
	known := cellOf(fmt.Sprintf("%v/%d", f, seat))
	if base, ok := c.HaveOf(known); ok {
		c.Tabled(base)
		return base, c.FrameAt + mem.offCells
	}
	key, bytes, each := "cells", mem.cellStep(), 1
	if (p.Cells-1)*bytes < 256 { // what lies before the cell, rather than its number
		key, bytes, each = "bytes of cells", 1, bytes
	}
	cell := c.BySeat(key, seat, p.Places, f, func(q, f int) int { return p.CellOf[q][f] * each })
	base = c.Mul(cell, lit(bytes))
	if c.FrameAt > 0 {
		c.Tabled(base)
		if c.Constant(f) {
			c.LetOf(known, base)
		}
		return base, c.FrameAt + mem.offCells
	}
	return c.Add(c.Frame, base), mem.offCells
}

// cellWord is the counts of all players on the cell of a place of a seat, the first player's lowest.
func (c *Func) cellWord(seat int, f num) num {
	return c.Once(fmt.Sprintf("cell word/%v/%d", f, seat), func() num { return c.NumAt(c.cellAt(seat, f)) })
}

// byteOf is where the byte of a seat begins in a word, in bits.
func (c *Func) byteOf(seat int) num { return c.Shl(c.Seat(seat), lit(3)) }

// BytesOf has all ones in the bytes of some seats, as far as they lie in each.
func (c *Func) BytesOf(seats []int, in byte) num {
	mem := c.mem
	n := len(mem.Program.Players)
	of := func(player int) uint32 {
		var m uint32
		for _, j := range seats {
			if j < n {
				j = (player + j) % n
			}
			m |= uint32(in) << (8 * j)
		}
		return m
	}
	if c.Player().Known {
		return lit(int(int32(of(c.Player().Value))))
	}
	key := fmt.Sprint("bytes of seats ", seats, in)
	return c.Once(key, func() num {
		if n == WordPlayers && n == mem.Program.Owners() {
			return c.Rotl(lit(int(int32(of(0)))), c.byteOf(0))
		}
		var b []byte
		for q := range n {
			b = binary.LittleEndian.AppendUint32(b, of(q))
		}
		return c.NumAt(c.Shl(c.Player(), lit(2)), c.Module.Blob(key, b))
	})
}

// CellCount is how many men some seats have on the cell of a place of a seat.
func (c *Func) CellCount(owners []int, seat int, f num) num {
	if c.mem.Program.Owners() > WordPlayers {
		sum := lit(0)
		for _, j := range owners {
			a, at := c.cellAt(seat, f)
			sum = c.Add(sum, c.OctetAt(c.Add(a, c.Seat(j)), at))
		}
		return sum
	}
	w := c.cellWord(seat, f)
	switch len(owners) {
	case 0:
		return lit(0)
	case 1:
		return c.BitAnd(c.ShrU(w, c.byteOf(owners[0])), lit(255))
	}
	all := c.BitAnd(w, c.BytesOf(owners, 255))
	return c.ShrU(c.Mul(all, lit(0x01010101)), lit(24))
}

// addCell counts k more men of seat j on the cell of place f of his.
func (c *Func) addCell(j int, f, k num) {
	at0 := j % len(c.mem.Program.Players) // nobody's places are the first player's
	a, at := c.cellAt(at0, f)
	if c.mem.Program.Owners() > WordPlayers {
		a = c.Add(a, c.Seat(j))
		c.Push(a)
		c.Push(a)
		c.Load8(at)
		c.Push(k)
		c.Op(asm.I32Add)
		c.Store8(at)
		return
	}
	// the word as a whole: it is soon read again
	c.Push(a)
	c.Push(a)
	c.Load32(at)
	c.Push(c.Shl(k, c.byteOf(j)))
	c.Op(asm.I32Add)
	c.Store32(at)
}

// AnyOnCell reports whether any of some seats has so many men on the cell of a place of
// seat 0 that a bit of bits is in their number.
func (c *Func) AnyOnCell(owners []int, f num, bits byte) num {
	return c.Ne(c.BitAnd(c.cellWord(0, f), c.BytesOf(owners, bits)), lit(0))
}

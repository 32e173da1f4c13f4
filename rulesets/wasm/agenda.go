package wasm

import (
	"github.com/lectio/lectio/rulesets/engine"
)

// What is left of the agenda is one value, so that it is read and changed whole:
// sixteen parts of four bits where the program has eight kinds of parts or fewer
// (three bits, and one for a part that may be left), else sixteen bytes as in the
// program's own layout. A throw is part 0, and so is what lies behind the last
// part; how many there are is kept beside it. More than sixteen parts are left to
// the interpreter.

const nibbles = 0x1111111111111111

// packed is whether four bits a part are enough: three for its kind and one that
// says that it may be left, or four for its kind where none may be.
func (g *gen) packed() bool { return len(g.p.Parts) <= 8 || g.wide() }

func (g *gen) wide() bool {
	return len(g.p.Parts) > 8 && len(g.p.Parts) <= 16 && !g.Agenda.Optional
}

// kinds are the bits of the four that hold the kind of a part.
func (g *gen) kinds() uint64 {
	if g.wide() {
		return 15
	}
	return 7
}

// nibble encodes a part of the program's layout in four bits.
func nibble(part uint8) uint64 {
	return uint64(part&^engine.OptionalPart) | uint64(part>>7)<<3
}

func (c *ctx) agendaAt(s num) word {
	c.push(s)
	c.load64(c.g.offAgenda)
	return c.keepw()
}

func (c *ctx) setAgendaWord(w word) {
	c.push(c.s)
	c.pushw(w)
	c.store64(c.g.offAgenda)
	c.changed()
}

// lowestZero is the index of the first part of w whose kind is 0, 16 if there is none.
func (c *ctx) lowestZero(w word) num {
	x := c.binw(i64Or, w, c.binw(i64ShrU, w, wlit(1)))
	if c.g.wide() {
		x = c.binw(i64Or, x, c.binw(i64ShrU, x, wlit(2)))
	} else {
		x = c.binw(i64Or, x, c.binw(i64ShrU, w, wlit(2)))
	}
	c.pushw(c.binw(i64And, c.binw(i64Xor, x, wlit(^uint64(0))), wlit(nibbles)))
	c.op(i64Ctz, i32Wrap)
	return c.bin(i32ShrU, c.keep(), lit(2))
}

// pushVector puts an agenda of bytes on the stack, without the flags.
func (c *ctx) pushVector(s num) {
	c.push(s)
	c.vload(c.g.lay.Left)
	c.vconst(0x7f)
	c.vec(vAnd)
}

// partsLeftAt is how many parts a state has before the next throw that is owed.
func (c *ctx) partsLeftAt(s num) num {
	if c.g.packed() {
		return c.lowestZero(c.agendaAt(s))
	}
	c.pushVector(s)
	c.vconst(0)
	c.vec(vEq8)
	c.vec(vBits8)
	c.i32(1 << 16)
	c.op(i32Or, i32Ctz)
	return c.keep()
}

func (c *ctx) partsLeft() num {
	if v, ok := c.known.nums["parts left"]; ok {
		return v
	}
	v := c.partsLeftAt(c.s)
	c.known.nums["parts left"] = v
	return v
}

// morePartsLeft is whether anything but throws is left.
func (c *ctx) morePartsLeft() num {
	if c.g.packed() {
		return c.any(set{c.binw(i64And, c.agendaAt(c.s), wlit(c.g.kinds()*nibbles))})
	}
	c.pushVector(c.s)
	c.vec(vAny)
	return c.keep()
}

// partLeft is the i-th part of what is left, with its flag, as the program has it.
func (c *ctx) partLeft(i num) num {
	if c.g.packed() {
		w := c.binw(i64ShrU, c.agendaAt(c.s), c.widen(c.bin(i32Shl, i, lit(2))))
		c.pushw(w)
		c.op(i32Wrap)
		x := c.keep()
		part := c.bin(i32And, x, lit(int(c.g.kinds())))
		if !c.g.Agenda.Optional {
			return part
		}
		return c.bin(i32Or, part, c.bin(i32Shl, c.bin(i32And, x, lit(8)), lit(4)))
	}
	c.push(c.bin(i32Add, c.s, i))
	c.load8(c.g.lay.Left)
	return c.keep()
}

// kindLeft is the kind of the i-th part of what is left: 0 for a throw, or nothing.
func (c *ctx) kindLeft(i int) num {
	if c.g.packed() {
		return c.bin(i32And, c.nibbleLeft(i), lit(int(c.g.kinds())))
	}
	return c.bin(i32And, c.partLeft(lit(i)), lit(0x7f))
}

// flagLeft is whether the i-th part of what is left may be left.
func (c *ctx) flagLeft(i int) num {
	if !c.g.Agenda.Optional {
		return lit(0)
	}
	var v num
	if c.g.packed() {
		v = c.bin(i32And, c.bin(i32ShrU, c.nibbleLeft(i), lit(3)), lit(1))
	} else {
		v = c.bin(i32ShrU, c.partLeft(lit(i)), lit(7))
	}
	v.bit = true
	return v
}

// nibbleLeft is the i-th part of what is left in its four bits, and others above
// them; it is one of the first eight.
func (c *ctx) nibbleLeft(i int) num {
	c.push(c.s)
	c.load32(c.g.offAgenda)
	return c.bin(i32ShrU, c.keep(), lit(4*i))
}

// indexOf is where a part that is left first stands.
func (c *ctx) indexOf(part num) num {
	if c.g.packed() {
		w := c.binw(i64Xor, c.agendaAt(c.s), c.binw(i64Mul, c.widen(part), wlit(nibbles)))
		return c.lowestZero(w)
	}
	c.pushVector(c.s)
	c.push(part)
	c.vec(vSplat8)
	c.vec(vEq8)
	c.vec(vBits8)
	c.op(i32Ctz)
	return c.keep()
}

// isLeft is whether a kind of part, not a throw, is left anywhere.
func (c *ctx) isLeft(part int) num {
	if c.g.packed() {
		return c.bin(i32LtU, c.indexOf(lit(part)), lit(16))
	}
	c.pushVector(c.s)
	c.vconst(byte(part))
	c.vec(vEq8)
	c.vec(vAny)
	return c.keep()
}

// anyOptional is whether any part left may be left.
func (c *ctx) anyOptional() num {
	if !c.g.Agenda.Optional {
		return lit(0)
	}
	if c.g.packed() {
		return c.any(set{c.binw(i64And, c.agendaAt(c.s), wlit(8*nibbles))})
	}
	c.push(c.s)
	c.vload(c.g.lay.Left)
	c.vec(vBits8)
	return c.bin(i32Ne, c.keep(), lit(0))
}

// allOptional is whether all of the first n parts may be left.
func (c *ctx) allOptional(n num) num {
	if !c.g.Agenda.Optional {
		return lit(0)
	}
	if c.g.packed() {
		// those behind the n-th do not count: they are as if they might be left
		behind := c.binw(i64Shl, c.binw(i64Shl, wlit(nibbles), c.widen(c.bin(i32Shl, n, lit(1)))), c.widen(c.bin(i32Shl, n, lit(1))))
		flags := c.binw(i64And, c.binw(i64ShrU, c.agendaAt(c.s), wlit(3)), wlit(nibbles))
		all := c.binw(i64Xor, c.binw(i64Or, flags, behind), wlit(nibbles))
		return c.not(c.any(set{all}))
	}
	c.push(c.s)
	c.vload(c.g.lay.Left)
	c.vec(vBits8)
	first := c.bin(i32Sub, c.bin(i32Shl, lit(1), n), lit(1))
	return c.bin(i32Eq, c.bin(i32And, c.keep(), first), first)
}

// insertLeft puts a part, with its flag, before index i of what is left.
func (c *ctx) insertLeft(i, part num) {
	g := c.g
	lay := g.lay
	n := c.byte(lay.LeftN)
	c.ifThen(c.bin(i32GeS, n, lit(min(16, lay.MaxLeft))), func() {
		may := c.mayBeOver
		c.fault(faultAgenda)
		c.setByte(lay.Over, lit(engine.OverStuck))
		c.leave(may)
	}, func() {
		if g.packed() {
			var x word
			if part.known {
				x = wlit(nibble(uint8(part.v)))
			} else {
				x = c.widen(c.bin(i32Or, c.bin(i32And, part, lit(15)), c.bin(i32Shl, c.bin(i32ShrU, part, lit(7)), lit(3))))
			}
			w := c.agendaAt(c.s)
			if i.known && i.v == 0 {
				c.setAgendaWord(c.binw(i64Or, c.binw(i64Shl, w, wlit(4)), x))
			} else {
				at := c.widen(c.bin(i32Shl, i, lit(2)))
				low := c.binw(i64Sub, c.binw(i64Shl, wlit(1), at), wlit(1))
				high := c.binw(i64Shl, c.binw(i64And, w, c.binw(i64Xor, low, wlit(^uint64(0)))), wlit(4))
				w = c.binw(i64Or, c.binw(i64And, w, low), high)
				c.setAgendaWord(c.binw(i64Or, w, c.binw(i64Shl, x, at)))
			}
		} else {
			c.insertByte(i, part)
		}
		c.setByte(lay.LeftN, c.bin(i32Add, n, lit(1)))
	})
	c.changed()
}

// insertByte shifts the vector from i on, all in one: a byte stored on its own
// would hold up the next look at the whole.
func (c *ctx) insertByte(i, part num) {
	g, lay := c.g, c.g.lay
	var idx, one []byte
	for k := 0; k <= 16; k++ {
		for b := 0; b < 16; b++ {
			switch {
			case b < k:
				idx = append(idx, byte(b))
			case b == k:
				idx = append(idx, 255)
			default:
				idx = append(idx, byte(b-1))
			}
			one = append(one, byte(-b2i(b == k)))
		}
	}
	at, only := g.blob("insert", idx), g.blob("insert one", one)
	row := c.bin(i32Shl, i, lit(4))
	c.push(c.s)
	c.push(c.s)
	c.vload(lay.Left)
	c.push(row)
	c.vload(at)
	c.vec(vSwizzle)
	c.push(part)
	c.vec(vSplat8)
	c.push(row)
	c.vload(only)
	c.vec(vAnd)
	c.vec(vOr)
	c.vstore(lay.Left)
}

// removeLeft takes the part at index i off what is left.
func (c *ctx) removeLeft(i num) {
	g := c.g
	lay := g.lay
	if g.packed() {
		w := c.agendaAt(c.s)
		switch {
		case i.known && i.v == 0:
			w = c.binw(i64ShrU, w, wlit(4))
		case i.bit: // the first part stays where the second goes
			down := c.binw(i64ShrU, w, wlit(4))
			stays := c.widen(c.bin(i32And, c.bin(i32Sub, lit(0), i), lit(15)))
			w = c.binw(i64Xor, down, c.binw(i64And, c.binw(i64Xor, down, w), stays))
		default:
			low := c.binw(i64Sub, c.binw(i64Shl, wlit(1), c.widen(c.bin(i32Shl, i, lit(2)))), wlit(1))
			down := c.binw(i64ShrU, w, wlit(4))
			w = c.binw(i64Or, c.binw(i64And, w, low), c.binw(i64And, down, c.binw(i64Xor, low, wlit(^uint64(0)))))
		}
		c.setAgendaWord(w)
	} else {
		var idx []byte
		for k := 0; k < 16; k++ {
			for b := 0; b < 16; b++ {
				switch {
				case b < k:
					idx = append(idx, byte(b))
				case b < 15:
					idx = append(idx, byte(b+1))
				default:
					idx = append(idx, 255)
				}
			}
		}
		at := g.blob("remove", idx)
		c.push(c.s)
		c.push(c.s)
		c.vload(lay.Left)
		c.push(c.bin(i32Shl, i, lit(4)))
		c.vload(at)
		c.vec(vSwizzle)
		c.vstore(lay.Left)
	}
	c.setByte(lay.LeftN, c.bin(i32Sub, c.byte(lay.LeftN), lit(1)))
	c.changed()
}

func (c *ctx) clearLeft() {
	c.clearAgenda()
	c.setByte(c.g.lay.LeftN, lit(0))
	c.changed()
}

func (c *ctx) clearAgenda() {
	if c.g.packed() {
		c.setAgendaWord(wlit(0))
		return
	}
	c.push(c.s)
	c.vconst(0)
	c.vstore(c.g.lay.Left)
	c.changed()
}

// oweFirst makes a throw that may be left one that is owed.
func (c *ctx) oweFirst() {
	if c.g.packed() {
		c.setAgendaWord(c.binw(i64And, c.agendaAt(c.s), wlit(^uint64(15))))
		return
	}
	c.push(c.s)
	c.push(c.s)
	c.vload(c.g.lay.Left)
	c.vec(12)
	c.op(0, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255)
	c.vec(vAnd)
	c.vstore(c.g.lay.Left)
	c.changed()
}

// A row of the table of agendas, in bytes from its beginning.
const (
	rowWord  = 0 // the parts in four bits each
	rowIs    = 8 // 1: there is an agenda
	rowFixed = 9
	rowCount = 10
	rowThrow = 11 // the throw it is for, in a table by the ways of a device
	rowHead  = 12 // what the head of a state says then of its order, that it is being played, of others who play it, and how many parts it has
	rowParts = 16 // the parts in bytes
)

func (g *gen) rowOfAgenda(a *engine.Agenda) []byte {
	if len(a.Parts) > 16 {
		panic(Unsupported{Statement: a.ID, Word: "an agenda of more than sixteen parts"})
	}
	row := make([]byte, 32)
	row[rowIs], row[rowFixed], row[rowCount] = 1, byte(b2i(a.Fixed)), byte(len(a.Parts))
	var w uint64
	for i, part := range a.Parts {
		w |= nibble(part) << (4 * i)
	}
	copy(row[rowWord:], words(nil, w))
	copy(row[rowHead:], []byte{row[rowFixed], 1, 0, row[rowCount]})
	copy(row[rowParts:], a.Parts)
	return row
}

// takeUp makes the agenda at a of the table what is left.
func (c *ctx) takeUp(table int, a num) {
	if c.g.packed() {
		c.push(a)
		c.load64(table + rowWord)
		c.setAgendaWord(c.keepw())
		return
	}
	c.push(c.s)
	c.push(a)
	c.vload(table + rowParts)
	c.vstore(c.g.lay.Left)
	c.changed()
}

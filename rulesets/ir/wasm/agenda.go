package wasm

import (
	"math/bits"

	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/ir"
)

// What is left of the agenda is one set of bits, so that it is read and changed whole:
// sixteen parts of four bits where the program has eight kinds of parts or fewer
// (three bits, and one for a part that may be left), else of eight as in the
// program's own layout. A throw is part 0, and so is what lies behind the last
// part; how many there are is kept beside it. More than sixteen parts are left to
// the interpreter.

// packed reports whether four bits a part are enough: three for its kind and one that
// says that it may be left.
func (mem *plan) packed() bool { return len(mem.p.Parts) <= 8 }

// lane is how many bits a part has.
func (mem *plan) lane() int {
	if mem.packed() {
		return 4
	}
	return 8
}

// ofAll is a set with the same bits for each part.
func (mem *plan) ofAll(bits uint64) set {
	if mem.packed() {
		return set{wlit(bits * 0x1111111111111111)}
	}
	w := wlit(bits * 0x0101010101010101)
	return set{w, w}
}

// kinds are the bits that hold the kinds of parts, flags those that say of them that they
// may be left.
func (mem *plan) kinds() set { return mem.ofAll(1<<(mem.lane()-1) - 1) }
func (mem *plan) flags() set { return mem.ofAll(1 << (mem.lane() - 1)) }

// nibble encodes a part of the program's layout in four bits.
func nibble(part uint8) uint64 {
	return uint64(part&^engine.OptionalPart) | uint64(part>>7)<<3
}

// encoded is a part of the program's layout as it is kept.
func (c *stateFn) encoded(part num) num {
	switch {
	case !c.mem.packed():
		return part
	case part.known:
		return lit(int(nibble(uint8(part.v))))
	}
	return c.bin(i32Or, c.bin(i32And, part, lit(7)), c.bin(i32Shl, c.bin(i32ShrU, part, lit(7)), lit(3)))
}

func (c *stateFn) agendaAt(s num) set { return c.loadSet(s, c.mem.offAgenda, len(c.mem.flags())) }

// setAgenda replaces what is left.
func (c *stateFn) setAgenda(s set) {
	c.saveSet(c.s, c.mem.offAgenda, s)
	c.partsChanged()
}

// partsOf are the flags of the parts whose kind is not 0: with all its bits added a kind carries into its flag.
func (c *stateFn) partsOf(s set) set {
	kinds := c.mem.kinds()
	return c.ands(c.each(i64Add, c.ands(s, kinds), kinds), c.mem.flags())
}

// firstWithout is the index of the first part that is not in a set of flags, 16 if there is none.
func (c *stateFn) firstWithout(s set) num {
	rest := c.each(i64Xor, s, c.mem.flags())
	at := lit(0)
	for k := len(rest) - 1; k >= 0; k-- {
		c.pushw(rest[k])
		c.op(i64Ctz, i32Wrap)
		n := c.keep()
		if k < len(rest)-1 {
			n = c.pick(c.any(rest[k:k+1]), n, c.bin(i32Add, at, lit(64)))
		}
		at = n
	}
	return c.bin(i32ShrU, at, lit(bits.TrailingZeros(uint(c.mem.lane()))))
}

// partsLeftAt is how many parts a state has before the next throw that is owed.
func (c *stateFn) partsLeftAt(s num) num { return c.firstWithout(c.partsOf(c.agendaAt(s))) }

// partsLeft is how many parts are left before the next throw that is owed.
func (c *stateFn) partsLeft() num {
	return c.once("parts left", func() num { return c.partsLeftAt(c.s) })
}

// morePartsLeft reports whether anything but throws is left.
func (c *stateFn) morePartsLeft() num { return c.any(c.ands(c.agendaAt(c.s), c.mem.kinds())) }

// partLeft is the i-th part of what is left, with its flag, as the program has it.
func (c *stateFn) partLeft(i num) num {
	if !c.mem.packed() {
		return c.octetAt(c.bin(i32Add, c.s, i), c.mem.offAgenda)
	}
	x := c.narrow(c.binw(i64ShrU, c.agendaAt(c.s)[0], c.widen(c.bin(i32Shl, i, lit(2)))))
	part := c.bin(i32And, x, lit(7))
	if !c.mem.Agenda.Optional {
		return part
	}
	return c.bin(i32Or, part, c.bin(i32Shl, c.bin(i32And, x, lit(8)), lit(4)))
}

// kindLeft is the kind of the i-th part of what is left: 0 for a throw, or nothing.
func (c *stateFn) kindLeft(i int) num {
	return c.bin(i32And, c.bitsLeft(i), lit(1<<(c.mem.lane()-1)-1))
}

// flagLeft reports whether the i-th part of what is left may be left.
func (c *stateFn) flagLeft(i int) num {
	if !c.mem.Agenda.Optional {
		return lit(0)
	}
	v := c.bin(i32And, c.bin(i32ShrU, c.bitsLeft(i), lit(c.mem.lane()-1)), lit(1))
	v.bit = true
	return v
}

// bitsLeft is the i-th part of what is left as it is kept, and others above it; it is one
// of the first four.
func (c *stateFn) bitsLeft(i int) num {
	return c.bin(i32ShrU, c.cell(c.mem.offAgenda), lit(c.mem.lane()*i))
}

// indexOf is where a part that is left first stands; 16 for one that is not.
func (c *stateFn) indexOf(part num) num {
	ones := c.mem.ofAll(1)
	others := c.agendaAt(c.s)
	for k, w := range others {
		others[k] = c.binw(i64Xor, w, c.binw(i64Mul, c.widen(part), ones[k]))
	}
	return c.firstWithout(c.partsOf(others))
}

// isLeft reports whether a kind of part, not a throw, is left anywhere.
func (c *stateFn) isLeft(part int) num { return c.bin(i32LtU, c.indexOf(lit(part)), lit(16)) }

// anyOptional reports whether any part left may be left.
func (c *stateFn) anyOptional() num {
	if !c.mem.Agenda.Optional {
		return lit(0)
	}
	return c.any(c.ands(c.agendaAt(c.s), c.mem.flags()))
}

// allOptional reports whether all of the first n parts may be left.
func (c *stateFn) allOptional(n num) num {
	if !c.mem.Agenda.Optional {
		return lit(0)
	}
	return c.bin(i32GeU, c.firstWithout(c.ands(c.agendaAt(c.s), c.mem.flags())), n)
}

// atPart shifts a word to where the i-th part of what is left lies in the word it lies in.
func (c *stateFn) atPart(x word, i num) word {
	return c.binw(i64Shl, x, c.widen(c.bin(i32Mul, i, lit(c.mem.lane()))))
}

// before has all bits of the parts before the i-th, of sixteen.
func (c *stateFn) before(i num) set {
	low := c.binw(i64Sub, c.atPart(wlit(1), i), wlit(1))
	if c.mem.packed() {
		return set{low}
	}
	first := c.bin(i32LtU, i, lit(8))
	return set{c.pickw(first, low, wlit(^uint64(0))), c.pickw(first, wlit(0), low)}
}

// insertLeft puts a part, with its flag, before index i of what is left.
func (c *stateFn) insertLeft(i, part num) {
	lay := c.mem.lay
	n := c.byte(lay.LeftN)
	c.ifThen(c.bin(i32GeS, n, lit(min(16, lay.MaxLeft))), func() {
		may := c.mayBeOver
		c.fault(faultAgenda)
		c.setByte(lay.Over, lit(engine.OverStuck))
		c.leave(may)
	}, func() {
		x := c.atPart(c.widen(c.encoded(part)), i)
		low, w := c.before(i), c.agendaAt(c.s)
		out := c.ors(c.ands(w, low), c.shift(c.minus(w, low), lit(c.mem.lane()), false))
		if len(out) == 1 {
			out[0] = c.binw(i64Or, out[0], x)
		} else {
			first := c.bin(i32LtU, i, lit(8))
			out = c.ors(out, set{c.pickw(first, x, wlit(0)), c.pickw(first, wlit(0), x)})
		}
		c.setAgenda(out)
		c.setByte(lay.LeftN, c.bin(i32Add, n, lit(1)))
	})
	c.partsChanged()
}

// removeLeft takes the part at index i off what is left.
func (c *stateFn) removeLeft(i num) {
	lay := c.mem.lay
	w := c.agendaAt(c.s)
	down := c.shift(w, lit(c.mem.lane()), true)
	switch {
	case i.known && i.v == 0:
	case i.bit: // the first part stays where the second goes
		stays := c.widen(c.bin(i32And, c.bin(i32Sub, lit(0), i), lit(1<<c.mem.lane()-1)))
		down[0] = c.binw(i64Xor, down[0], c.binw(i64And, c.binw(i64Xor, down[0], w[0]), stays))
	default:
		low := c.before(i)
		down = c.ors(c.ands(w, low), c.minus(down, low))
	}
	c.setAgenda(down)
	c.setByte(lay.LeftN, c.bin(i32Sub, c.byte(lay.LeftN), lit(1)))
	c.partsChanged()
}

// clearLeft leaves nothing of the agenda.
func (c *stateFn) clearLeft() {
	c.setAgenda(c.mem.ofAll(0))
	c.setByte(c.mem.lay.LeftN, lit(0))
	c.partsChanged()
}

// oweFirst makes a throw that may be left one that is owed.
func (c *stateFn) oweFirst() {
	w := c.agendaAt(c.s)
	w[0] = c.binw(i64And, w[0], wlit(^uint64(1<<c.mem.lane()-1)))
	c.setAgenda(w)
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

// rowOfAgenda is the row of an agenda in a table.
func (mem *plan) rowOfAgenda(a *engine.Agenda) []byte {
	if len(a.Parts) > 16 {
		panic(ir.Unsupported{Statement: a.ID, Word: "an agenda of more than sixteen parts"})
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
func (c *stateFn) takeUp(table int, a num) {
	if !c.mem.packed() {
		table += rowParts
	}
	c.setAgenda(c.loadSet(a, table, len(c.mem.flags())))
}

package state

import (
	"math/bits"

	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/ir"
	"github.com/lectio/lectio/rulesets/ir/wasm/asm"
)

// What is left of the agenda is one set of bits, so that it is read and changed whole:
// sixteen parts of four bits where the program has eight kinds of parts or fewer
// (three bits, and one for a part that may be left), else of eight as in the
// program's own layout. A throw is part 0, and so is what lies behind the last
// part; how many there are is kept beside it. More than sixteen parts are left to
// the interpreter.

// lane is how many bits a part has.
func (mem *Memory) lane() int {
	if mem.Packed() {
		return 4
	}
	return 8
}

// ofAll is a set with the same bits for each part.
func (mem *Memory) ofAll(bits uint64) set {
	if mem.Packed() {
		return set{wlit(bits * 0x1111111111111111)}
	}
	w := wlit(bits * 0x0101010101010101)
	return set{w, w}
}

// kinds are the bits that hold the kinds of parts, flags those that say of them that they
// may be left.
func (mem *Memory) kinds() set { return mem.ofAll(1<<(mem.lane()-1) - 1) }
func (mem *Memory) flags() set { return mem.ofAll(1 << (mem.lane() - 1)) }

// nibble encodes a part of the program's layout in four bits.
func nibble(part uint8) uint64 {
	return uint64(part&^engine.OptionalPart) | uint64(part>>7)<<3
}

// encoded is a part of the program's layout as it is kept.
func (c *Func) encoded(part num) num {
	switch {
	case !c.mem.Packed():
		return part
	case part.Known:
		return lit(int(nibble(uint8(part.Value))))
	}
	return c.BitOr(c.BitAnd(part, lit(7)), c.Shl(c.ShrU(part, lit(7)), lit(3)))
}

func (c *Func) agendaAt(s num) set { return c.LoadSet(s, c.mem.offAgenda, len(c.mem.flags())) }

// SetAgenda replaces what is left.
func (c *Func) SetAgenda(s set) {
	c.SaveSet(c.Frame, c.mem.offAgenda, s)
	c.PartsChanged()
}

// partsOf are the flags of the parts whose kind is not 0: with all its bits added a kind carries into its flag.
func (c *Func) partsOf(s set) set {
	kinds := c.mem.kinds()
	return c.Ands(c.Each(asm.I64Add, c.Ands(s, kinds), kinds), c.mem.flags())
}

// firstWithout is the index of the first part that is not in a set of flags, 16 if there is none.
func (c *Func) firstWithout(s set) num {
	rest := c.Xors(s, c.mem.flags())
	at := lit(0)
	for k := len(rest) - 1; k >= 0; k-- {
		c.PushW(rest[k])
		c.Op(asm.I64Ctz, asm.I32Wrap)
		n := c.Keep()
		if k < len(rest)-1 {
			n = c.Pick(c.Any(rest[k:k+1]), n, c.Add(at, lit(64)))
		}
		at = n
	}
	return c.ShrU(at, lit(bits.TrailingZeros(uint(c.mem.lane()))))
}

// PartsLeftAt is how many parts a state has before the next throw that is owed.
func (c *Func) PartsLeftAt(s num) num { return c.firstWithout(c.partsOf(c.agendaAt(s))) }

// PartsLeft is how many parts are left before the next throw that is owed.
func (c *Func) PartsLeft() num {
	return c.Once("parts left", func() num { return c.PartsLeftAt(c.Frame) })
}

// MorePartsLeft reports whether anything but throws is left.
func (c *Func) MorePartsLeft() num { return c.Any(c.Ands(c.agendaAt(c.Frame), c.mem.kinds())) }

// PartLeft is the i-th part of what is left, with its flag, as the program has it.
func (c *Func) PartLeft(i num) num {
	if !c.mem.Packed() {
		return c.OctetAt(c.Add(c.Frame, i), c.mem.offAgenda)
	}
	x := c.Narrow(c.ShrW(c.agendaAt(c.Frame)[0], c.Widen(c.Shl(i, lit(2)))))
	part := c.BitAnd(x, lit(7))
	if !c.mem.Agenda.Optional {
		return part
	}
	return c.BitOr(part, c.Shl(c.BitAnd(x, lit(8)), lit(4)))
}

// KindLeft is the kind of the i-th part of what is left: 0 for a throw, or nothing.
func (c *Func) KindLeft(i int) num {
	return c.BitAnd(c.bitsLeft(i), lit(1<<(c.mem.lane()-1)-1))
}

// FlagLeft reports whether the i-th part of what is left may be left.
func (c *Func) FlagLeft(i int) num {
	if !c.mem.Agenda.Optional {
		return lit(0)
	}
	v := c.BitAnd(c.ShrU(c.bitsLeft(i), lit(c.mem.lane()-1)), lit(1))
	v.Bit = true
	return v
}

// bitsLeft is the i-th part of what is left as it is kept, and others above it; it is one
// of the first four.
func (c *Func) bitsLeft(i int) num {
	return c.ShrU(c.Cell(c.mem.offAgenda), lit(c.mem.lane()*i))
}

// IndexOf is where a part that is left first stands; 16 for one that is not.
func (c *Func) IndexOf(part num) num {
	ones := c.mem.ofAll(1)
	others := c.agendaAt(c.Frame)
	for k, w := range others {
		others[k] = c.XorW(w, c.MulW(c.Widen(part), ones[k]))
	}
	return c.firstWithout(c.partsOf(others))
}

// IsLeft reports whether a kind of part, not a throw, is left anywhere.
func (c *Func) IsLeft(part int) num { return c.LtU(c.IndexOf(lit(part)), lit(16)) }

// AnyOptional reports whether any part left may be left.
func (c *Func) AnyOptional() num {
	if !c.mem.Agenda.Optional {
		return lit(0)
	}
	return c.Any(c.Ands(c.agendaAt(c.Frame), c.mem.flags()))
}

// AllOptional reports whether all of the first n parts may be left.
func (c *Func) AllOptional(n num) num {
	if !c.mem.Agenda.Optional {
		return lit(0)
	}
	return c.GeU(c.firstWithout(c.Ands(c.agendaAt(c.Frame), c.mem.flags())), n)
}

// atPart shifts a word to where the i-th part of what is left lies in the word it lies in.
func (c *Func) atPart(x word, i num) word {
	return c.ShlW(x, c.Widen(c.Mul(i, lit(c.mem.lane()))))
}

// before has all bits of the parts before the i-th, of sixteen.
func (c *Func) before(i num) set {
	low := c.SubW(c.atPart(wlit(1), i), wlit(1))
	if c.mem.Packed() {
		return set{low}
	}
	first := c.LtU(i, lit(8))
	return set{c.PickW(first, low, wlit(^uint64(0))), c.PickW(first, wlit(0), low)}
}

// InsertLeft puts a part, with its flag, before index i of what is left.
func (c *Func) InsertLeft(i, part num) {
	lay := c.mem.Layout
	n := c.Byte(lay.LeftN)
	c.IfThen(c.GeS(n, lit(min(16, lay.MaxLeft))), func() {
		may := c.MayBeOver
		c.Fault(faultAgenda)
		c.SetByte(lay.Over, lit(engine.OverStuck))
		c.Leave(may)
	}, func() {
		x := c.atPart(c.Widen(c.encoded(part)), i)
		low, w := c.before(i), c.agendaAt(c.Frame)
		out := c.Ors(c.Ands(w, low), c.Shift(c.Minus(w, low), lit(c.mem.lane()), false))
		if len(out) == 1 {
			out[0] = c.OrW(out[0], x)
		} else {
			first := c.LtU(i, lit(8))
			out = c.Ors(out, set{c.PickW(first, x, wlit(0)), c.PickW(first, wlit(0), x)})
		}
		c.SetAgenda(out)
		c.SetByte(lay.LeftN, c.Add(n, lit(1)))
	})
	c.PartsChanged()
}

// RemoveLeft takes the part at index i off what is left.
func (c *Func) RemoveLeft(i num) {
	lay := c.mem.Layout
	w := c.agendaAt(c.Frame)
	down := c.Shift(w, lit(c.mem.lane()), true)
	switch {
	case i.Known && i.Value == 0:
	case i.Bit: // the first part stays where the second goes
		stays := c.Widen(c.BitAnd(c.Sub(lit(0), i), lit(1<<c.mem.lane()-1)))
		down[0] = c.XorW(down[0], c.AndW(c.XorW(down[0], w[0]), stays))
	default:
		low := c.before(i)
		down = c.Ors(c.Ands(w, low), c.Minus(down, low))
	}
	c.SetAgenda(down)
	c.SetByte(lay.LeftN, c.Sub(c.Byte(lay.LeftN), lit(1)))
	c.PartsChanged()
}

// ClearLeft leaves nothing of the agenda.
func (c *Func) ClearLeft() {
	c.SetAgenda(c.mem.ofAll(0))
	c.SetByte(c.mem.Layout.LeftN, lit(0))
	c.PartsChanged()
}

// OweFirst makes a throw that may be left one that is owed.
func (c *Func) OweFirst() {
	w := c.agendaAt(c.Frame)
	w[0] = c.AndW(w[0], wlit(^uint64(1<<c.mem.lane()-1)))
	c.SetAgenda(w)
}

// A row of the table of agendas, in bytes from its beginning.
const (
	RowWord  = 0 // the parts in four bits each
	RowIs    = 8 // 1: there is an agenda
	RowFixed = 9
	RowCount = 10
	RowThrow = 11 // the throw it is for, in a table by the ways of a device
	RowHead  = 12 // what the head of a state says then of its order, that it is being played, of others who play it, and how many parts it has
	rowParts = 16 // the parts in bytes
)

// RowOfAgenda is the row of an agenda in a table.
func (mem *Memory) RowOfAgenda(a *engine.Agenda) []byte {
	if len(a.Parts) > 16 {
		panic(ir.Unsupported{Statement: a.ID, Word: "an agenda of more than sixteen parts"})
	}
	row := make([]byte, 32)
	row[RowIs], row[RowFixed], row[RowCount] = 1, byte(asm.B2i(a.Fixed)), byte(len(a.Parts))
	var w uint64
	for i, part := range a.Parts {
		w |= nibble(part) << (4 * i)
	}
	copy(row[RowWord:], asm.Words(nil, w))
	copy(row[RowHead:], []byte{row[RowFixed], 1, 0, row[RowCount]})
	copy(row[rowParts:], a.Parts)
	return row
}

// TakeUp makes the agenda at a of the table what is left.
func (c *Func) TakeUp(table int, a num) {
	if !c.mem.Packed() {
		table += rowParts
	}
	c.SetAgenda(c.LoadSet(a, table, len(c.mem.flags())))
}

package asm

// What lies in memory is read and written at an address and an offset from it.

// OctetAt is the byte at an address and an offset from it.
func (c *Func) OctetAt(a Num, off int) Num {
	c.get(a, off, 1)
	return c.Keep()
}

// HalfAt is the number that lies there in two bytes, NumAt that in four, and WordAt what lies there in eight.
func (c *Func) HalfAt(a Num, off int) Num {
	c.get(a, off, 2)
	return c.Keep()
}

// NumAt is the number that lies there in four bytes.
func (c *Func) NumAt(a Num, off int) Num {
	c.get(a, off, 4)
	return c.Keep()
}

// WordAt is what lies there in eight.
func (c *Func) WordAt(a Num, off int) Word {
	c.get(a, off, 8)
	return c.KeepW()
}

// PutOctet writes the lowest byte of a number to an address and an offset from it, PutHalf the two
// lowest, PutNum all four, and PutWord a word.
func (c *Func) PutOctet(a Num, off int, v Num) {
	c.put(a, off, 1, v)
}

// PutHalf writes the two lowest bytes of a number.
func (c *Func) PutHalf(a Num, off int, v Num) {
	c.put(a, off, 2, v)
}

// PutNum writes all four bytes of a number.
func (c *Func) PutNum(a Num, off int, v Num) {
	c.put(a, off, 4, v)
}

// PutWord writes a word.
func (c *Func) PutWord(a Num, off int, v Word) {
	c.put(a, off, 8, v)
}

// LoadSet is the set of so many words that lies there.
func (c *Func) LoadSet(base Num, at, words int) Set {
	s := make(Set, words)
	for k := range s {
		s[k] = c.WordAt(base, at+8*k)
	}
	return s
}

// SaveSet writes a set.
func (c *Func) SaveSet(base Num, at int, s Set) {
	for k, w := range s {
		c.PutWord(base, at+8*k, w)
	}
}

// CopyWords copies so many bytes from one address and offset to another, sixteen at a time, and
// ClearWords clears them.
func (c *Func) CopyWords(to Num, toAt int, from Num, fromAt, size int) {
	for at := 0; at < size; at += 16 {
		c.Push(to)
		c.Push(from)
		c.VLoad(fromAt + at)
		c.VStore(toAt + at)
	}
}

// ClearWords clears bytes, sixteen at a time.
func (c *Func) ClearWords(a Num, from, size int) {
	for at := 0; at < size; at += 16 {
		c.Push(a)
		c.vconst(0)
		c.VStore(from + at)
	}
}

// Absolute puts 0 on the stack, from which the addresses of what belongs to no
// frame are counted. To the compiler two constants are two values; the loop takes
// a local, of which it remembers how far the memory reaches beyond it.
func (c *Func) Absolute() { c.Push(c.Zero) }

// Cell is a number in the frame, by its offset.
func (c *Func) Cell(at int) Num {
	return c.NumAt(c.Frame, at)
}

// SetCell writes a number to the frame.
func (c *Func) SetCell(at int, v Num) {
	c.PutNum(c.Frame, at, v)
}

// CountUp adds one to a number in the frame.
func (c *Func) CountUp(at int) { c.SetCell(at, c.Add(c.Cell(at), Lit(1))) }

// CellW is a word in the frame.
func (c *Func) CellW(at int) Word {
	return c.WordAt(c.Frame, at)
}

// SetCellW writes a word to the frame.
func (c *Func) SetCellW(at int, v Word) {
	c.PutWord(c.Frame, at, v)
}

// Global is a number at a fixed address.
func (c *Func) Global(at int) Num {
	c.Absolute()
	c.Load32(at)
	return c.Keep()
}

// SetGlobal writes a number to a fixed address.
func (c *Func) SetGlobal(at int, v Num) {
	c.Absolute()
	c.Push(v)
	c.Store32(at)
}

// Byte is a byte of the frame.
func (c *Func) Byte(at int) Num {
	return c.OctetAt(c.Frame, at)
}

// Half is what lies in two bytes of the frame.
func (c *Func) Half(at int) Num {
	return c.HalfAt(c.Frame, at)
}

// LookAt reads the byte at an offset from a base, for nothing but that the compiler
// knows then that what lies before it is within the memory.
func (c *Func) LookAt(base Num, offset int) {
	c.Push(base)
	c.Load8(offset)
	c.Op(OpDrop)
}

// Tabled looks as far beyond an offset into a table as any table reaches, and the first
// frame behind them, so that what is found by the same offset in several of them is
// looked for once.
func (c *Func) Tabled(a Num) {
	if !a.Known {
		c.Itself(a) // where ways have met the compiler would look at it twice
		c.LookAt(a, c.Module.reach)
	}
}

// Bits are so many bits of a word, from one on.
type Bits struct{ At, Count int }

// Mask has those bits.
func (b Bits) Mask() uint64 { return (1<<b.Count - 1) << b.At }

// Field is the number that some bits of a word hold.
func (c *Func) Field(w Word, b Bits) Num {
	c.PushW(w)
	if b.At > 0 {
		c.I64(uint64(b.At))
		c.Op(I64ShrU)
	}
	c.Op(I32Wrap)
	if b.At+b.Count == 64 { // nothing lies above them
		return c.Keep()
	}
	return c.BitAnd(c.Keep(), Lit(1<<b.Count-1))
}

package wasm

// What lies in memory is read and written at an address and an offset from it.

// octetAt is the byte at an address and an offset from it.
func (c *fn) octetAt(a num, off int) num {
	c.push(a)
	c.load8(off)
	return c.keep()
}

// numAt is the number that lies there in four bytes, and wordAt what lies there in eight.
func (c *fn) numAt(a num, off int) num {
	c.push(a)
	c.load32(off)
	return c.keep()
}

// wordAt is what lies there in eight.
func (c *fn) wordAt(a num, off int) word {
	c.push(a)
	c.load64(off)
	return c.keepw()
}

// putOctet writes the lowest byte of a number to an address and an offset from it, putNum
// all four, and putWord a word.
func (c *fn) putOctet(a num, off int, v num) {
	c.push(a)
	c.push(v)
	c.store8(off)
}

// putNum writes all four bytes of a number.
func (c *fn) putNum(a num, off int, v num) {
	c.push(a)
	c.push(v)
	c.store32(off)
}

// putWord writes a word.
func (c *fn) putWord(a num, off int, v word) {
	c.push(a)
	c.pushw(v)
	c.store64(off)
}

// loadSet is the set of so many words that lies there.
func (c *fn) loadSet(base num, at, words int) set {
	s := make(set, words)
	for k := range s {
		s[k] = c.wordAt(base, at+8*k)
	}
	return s
}

// saveSet writes a set.
func (c *fn) saveSet(base num, at int, s set) {
	for k, w := range s {
		c.putWord(base, at+8*k, w)
	}
}

// copyWords copies so many bytes from one address and offset to another, sixteen at a time, and
// clearWords clears them.
func (f *fn) copyWords(to num, toAt int, from num, fromAt, size int) {
	for at := 0; at < size; at += 16 {
		f.push(to)
		f.push(from)
		f.vload(fromAt + at)
		f.vstore(toAt + at)
	}
}

// clearWords clears bytes, sixteen at a time.
func (f *fn) clearWords(a num, from, size int) {
	for at := 0; at < size; at += 16 {
		f.push(a)
		f.vconst(0)
		f.vstore(from + at)
	}
}

// absolute puts 0 on the stack, from which the addresses of what belongs to no
// frame are counted. To the compiler two constants are two values; the loop takes
// a local, of which it remembers how far the memory reaches beyond it.
func (c *fn) absolute() { c.push(c.zero) }

// cell is a number in the frame, by its offset.
func (c *fn) cell(at int) num {
	return c.numAt(c.s, at)
}

// setCell writes a number to the frame.
func (c *fn) setCell(at int, v num) {
	c.putNum(c.s, at, v)
}

// countUp adds one to a number in the frame.
func (c *fn) countUp(at int) { c.setCell(at, c.bin(i32Add, c.cell(at), lit(1))) }

// cellw is a word in the frame.
func (c *fn) cellw(at int) word {
	return c.wordAt(c.s, at)
}

// setCellw writes a word to the frame.
func (c *fn) setCellw(at int, v word) {
	c.putWord(c.s, at, v)
}

// global is a number at a fixed address.
func (c *fn) global(at int) num {
	c.absolute()
	c.load32(at)
	return c.keep()
}

// setGlobal writes a number to a fixed address.
func (c *fn) setGlobal(at int, v num) {
	c.absolute()
	c.push(v)
	c.store32(at)
}

// byte is a byte of the frame.
func (c *fn) byte(at int) num {
	return c.octetAt(c.s, at)
}

// lookAt reads the byte at an offset from a base, for nothing but that the compiler
// knows then that what lies before it is within the memory.
func (f *fn) lookAt(base num, offset int) {
	f.push(base)
	f.load8(offset)
	f.op(opDrop)
}

// tabled looks as far beyond an offset into a table as any table reaches, and the first
// frame behind them, so that what is found by the same offset in several of them is
// looked for once.
func (c *fn) tabled(a num) {
	if !a.known {
		c.itself(a) // where ways have met the compiler would look at it twice
		c.lookAt(a, c.m.reach)
	}
}

// field is the byte of a word that begins at a bit.
func (c *fn) field(mv word, shift int) num {
	c.pushw(mv)
	c.i64(uint64(shift))
	c.op(i64ShrU, i32Wrap)
	return c.bin(i32And, c.keep(), lit(255))
}

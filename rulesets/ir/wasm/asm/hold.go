package asm

// What lies in memory is found by adding up, and checked to lie there, anew wherever ways have met. A
// global of a module lies where the compiler knows beforehand. So a function that works on one frame
// again and again holds the numbers of it in globals, and puts them back where others are to read them.

// Part is a number of the frame: 1, 2, 4 or 8 bytes from an offset on.
type Part struct{ At, Size int }

// held are the parts that a function holds, each in the global of its index.
type held struct {
	frame Num
	parts []Part
	by    map[int]int // index, by each of their bytes
}

// Hold takes parts of the frame into globals. From there on the function reads and writes them there;
// one function of a module does so.
func (c *Func) Hold(parts []Part) {
	h := &held{c.Frame, parts, map[int]int{}}
	c.Module.globals = c.Module.globals[:0]
	for i, p := range parts {
		for k := range p.Size {
			h.by[p.At+k] = i
		}
		t := I32
		if p.Size == 8 {
			t = I64
		}
		c.Module.globals = append(c.Module.globals, t)
	}
	c.held = h
	c.takeUp()
}

// Holds reports whether the function holds parts of the frame.
func (c *Func) Holds() bool { return c.held != nil }

// Release puts the parts back.
func (c *Func) Release() {
	c.putBack()
	c.held = nil
}

// putBack writes to memory what is held, and takeUp reads it from there.
func (c *Func) putBack() {
	for i, p := range c.held.parts {
		c.Push(c.held.frame)
		c.global(0x23, i)
		c.store(p.Size, p.At)
	}
}

func (c *Func) takeUp() {
	for i, p := range c.held.parts {
		c.Push(c.held.frame)
		c.load(p.Size, p.At)
		c.global(0x24, i)
	}
}

// global appends an instruction on a global: 0x23 reads it, 0x24 writes it.
func (c *Func) global(op byte, i int) { c.code = uleb(append(c.code, op), uint64(i)) }

// load reads 1, 2, 4 or 8 bytes at the address on the stack and an offset from it, store writes them.
func (c *Func) load(size, off int) {
	c.mem(map[int]byte{1: 0x2d, 2: 0x2f, 4: 0x28, 8: 0x29}[size], off)
}

func (c *Func) store(size, off int) {
	c.mem(map[int]byte{1: 0x3a, 2: 0x3b, 4: 0x36, 8: 0x37}[size], off)
}

// get puts what lies at an address and an offset from it on the stack.
func (c *Func) get(a Num, off, size int) {
	i, ok := c.heldAt(a, off)
	if !ok {
		c.Push(a)
		c.load(size, off)
		return
	}
	c.global(0x23, i)
	switch p := c.held.parts[i]; {
	case p == Part{off, 8} && size == 4:
		c.Op(I32Wrap)
	case p != Part{off, size}:
		panic("wasm: a part of the frame is held that is read otherwise") // a defect of the generator
	}
}

// put writes a number or a word there.
func (c *Func) put(a Num, off, size int, v Argument) {
	i, ok := c.heldAt(a, off)
	switch {
	case !ok:
		c.Push(a)
		v.pushed(c)
		c.store(size, off)
	case c.held.parts[i] != Part{off, size}:
		panic("wasm: a part of the frame is held that is written otherwise")
	default:
		v.pushed(c)
		c.global(0x24, i)
	}
}

// heldAt is the index of the part that is held of what lies at an address and an offset from it.
func (c *Func) heldAt(a Num, off int) (int, bool) {
	if c.held == nil || a != c.held.frame {
		return 0, false
	}
	i, ok := c.held.by[off]
	return i, ok
}

package asm

import (
	"math/bits"
)

// Instructions are worked out at once where their operands are known, and once where they stand twice.

// folded works out an instruction on two numbers that are known.
var folded = map[byte]func(x, y int32) int32{
	I32Add:  func(x, y int32) int32 { return x + y },
	I32Sub:  func(x, y int32) int32 { return x - y },
	I32Mul:  func(x, y int32) int32 { return x * y },
	I32And:  func(x, y int32) int32 { return x & y },
	I32Or:   func(x, y int32) int32 { return x | y },
	I32Xor:  func(x, y int32) int32 { return x ^ y },
	I32Shl:  func(x, y int32) int32 { return x << (uint32(y) & 31) },
	I32ShrU: func(x, y int32) int32 { return int32(uint32(x) >> (uint32(y) & 31)) },
	I32Eq:   func(x, y int32) int32 { return int32(B2i(x == y)) },
	I32Ne:   func(x, y int32) int32 { return int32(B2i(x != y)) },
	I32LtS:  func(x, y int32) int32 { return int32(B2i(x < y)) },
	I32LeS:  func(x, y int32) int32 { return int32(B2i(x <= y)) },
	I32GtS:  func(x, y int32) int32 { return int32(B2i(x > y)) },
	I32GeS:  func(x, y int32) int32 { return int32(B2i(x >= y)) },
	I32LtU:  func(x, y int32) int32 { return int32(B2i(uint32(x) < uint32(y))) },
}

// Bin works out one instruction on two numbers, at once where both are known.
func (c *Func) Bin(op byte, a, b Num) Num {
	if fold := folded[op]; fold != nil && a.Known && b.Known {
		return Lit(int(fold(int32(a.Value), int32(b.Value))))
	}
	if v, ok := c.plainer(op, a, b); ok {
		return v
	}
	if op == I32Mul && b.Known && b.Value > 0 && b.Value&(b.Value-1) == 0 {
		op, b = I32Shl, Lit(bits.TrailingZeros(uint(b.Value)))
	}
	compares := op >= I32Eq && op <= I32GeU
	bit := compares || (op == I32And || op == I32Or || op == I32Xor) && c.bit(a) && c.bit(b)
	key := pure{op: op, a: a.operand(), b: b.operand()}
	if l, ok := c.worked(key); ok {
		return Num{Local: l, Bit: bit}
	}
	c.Push(a)
	c.Push(b)
	c.Op(op)
	v := c.Keep()
	v.Bit = bit
	if compares {
		c.compares(v, comparison{op: op, a: a, b: b})
	} else { // a comparison is made anew where it is branched on: a branch upon one made before takes three instructions more
		c.note(key, v.Local)
	}
	return v
}

// plainer is what an instruction comes to of which one number is known to be 0 or 1.
func (c *Func) plainer(op byte, a, b Num) (v Num, ok bool) {
	switch {
	case op == I32Sub && a == b && c.Constant(a):
		return Lit(0), true
	case b.Known && b.Value == 0:
		switch op {
		case I32Add, I32Sub, I32Or, I32Xor, I32Shl, I32ShrU:
			return a, true
		case I32And, I32Mul:
			return Lit(0), true
		case I32Eq:
			c.Push(a)
			c.Op(I32Eqz)
			v = c.Keep()
			v.Bit = true
			c.compares(v, comparison{op: op, a: a, b: b})
			return v, true
		case I32Ne:
			return a, a.Bit
		}
	case a.Known && a.Value == 0:
		switch op {
		case I32Add, I32Or, I32Xor:
			return b, true
		case I32And, I32Mul, I32Shl, I32ShrU:
			return Lit(0), true
		}
	case op == I32Mul && b.Known && b.Value == 1:
		return a, true
	case op == I32Mul && a.Known && a.Value == 1:
		return b, true
	}
	return Num{}, false
}

// pure is a value that depends on nothing but its operands.
type pure struct {
	op   byte
	a, b operand
}

// worked is the local that holds a value which has been worked out in one of the
// open blocks, so that every way that leads here has passed there.
func (c *Func) worked(key pure) (int, bool) {
	if len(c.values) == 0 {
		c.values = []map[pure]int{{}}
	}
	for i := len(c.values) - 1; i >= 0; i-- {
		if l, ok := c.values[i][key]; ok {
			return l, true
		}
	}
	return 0, false
}

// note remembers the local that holds a value, unless an operand can change.
func (c *Func) note(key pure, l int) {
	if !key.a.known && c.varies[int(key.a.v)] || !key.b.known && c.varies[int(key.b.v)] {
		return
	}
	c.values[len(c.values)-1][key] = l
}

// foldedw works out an instruction on two words that are known.
var foldedw = map[byte]func(x, y uint64) uint64{
	I64And:  func(x, y uint64) uint64 { return x & y },
	I64Or:   func(x, y uint64) uint64 { return x | y },
	I64Xor:  func(x, y uint64) uint64 { return x ^ y },
	I64Shl:  func(x, y uint64) uint64 { return x << (y & 63) },
	I64ShrU: func(x, y uint64) uint64 { return x >> (y & 63) },
	I64Add:  func(x, y uint64) uint64 { return x + y },
	I64Sub:  func(x, y uint64) uint64 { return x - y },
}

// BinW works out one instruction on two words, at once where both are known.
func (c *Func) BinW(op byte, a, b Word) Word {
	if fold := foldedw[op]; fold != nil && a.Known && b.Known {
		return LitW(fold(a.Value, b.Value))
	}
	if a.Known && (op == I64And || op == I64Or || op == I64Xor || op == I64Add) {
		a, b = b, a
	}
	if b.Known {
		switch {
		case b.Value == 0 && op == I64And:
			return LitW(0)
		case b.Value == 0 && foldedw[op] != nil:
			return a
		case op == I64And && a.most()&^b.Value == 0:
			return a
		case op == I64Or && a.most()&^b.Value == 0:
			return b
		}
	}
	most := mostOf(op, a, b)
	if most == 0 {
		return LitW(0)
	}
	key := pure{op, a.operand(), b.operand()}
	l, ok := c.worked(key)
	if !ok {
		c.PushW(a)
		c.PushW(b)
		c.Op(op)
		l = c.KeepW().Local
		c.note(key, l)
	}
	return Word{Local: l}.Within(most)
}

// mostOf are the bits that the outcome of an instruction can have.
func mostOf(op byte, a, b Word) uint64 {
	switch {
	case op == I64And:
		return a.most() & b.most()
	case op == I64Or || op == I64Xor:
		return a.most() | b.most()
	case op == I64ShrU && b.Known:
		return a.most() >> (b.Value & 63)
	case op == I64Shl && b.Known:
		return a.most() << (b.Value & 63)
	}
	return ^uint64(0)
}

// comparison is how a truth value came about: by comparing two numbers, or a word with 0.
type comparison struct {
	op   byte
	a, b Num
	w    *Word
	none bool // the word is to be 0
}

// inverse is the comparison that holds where another does not.
var inverse = map[byte]byte{I32Eq: I32Ne, I32Ne: I32Eq, I32LtS: I32GeS, I32GeS: I32LtS, I32GtS: I32LeS, I32LeS: I32GtS,
	I32LtU: I32GeU, I32GeU: I32LtU, I32GtU: I32LeU, I32LeU: I32GtU}

// compares remembers how a truth value came about, if its operands keep their values: what
// is asked for its opposite then is compared the other way round, which can be branched on.
func (c *Func) compares(v Num, x comparison) {
	if x.w != nil && c.varies[x.w.Local] || x.w == nil && (!x.a.Known && c.varies[x.a.Local] || !x.b.Known && c.varies[x.b.Local]) {
		return
	}
	if c.compared == nil {
		c.compared = map[int]comparison{}
	}
	c.compared[v.Local] = x
}

// Widen makes a 64-bit operand of a number that is not negative.
func (c *Func) Widen(a Num) Word {
	if a.Known {
		return LitW(uint64(uint32(a.Value)))
	}
	key := pure{op: I64ExtU, a: a.operand()}
	l, ok := c.worked(key)
	if !ok {
		c.Push(a)
		c.Op(I64ExtU)
		l = c.KeepW().Local
		c.note(key, l)
	}
	most := uint64(1<<32 - 1)
	if a.Bit {
		most = 1
	}
	return Word{Local: l}.Within(most)
}

// Narrow makes a 32-bit operand of the lower half of a word.
func (c *Func) Narrow(a Word) Num {
	if a.Known {
		return Lit(int(int32(a.Value)))
	}
	c.PushW(a)
	c.Op(I32Wrap)
	return c.Keep()
}

// The instructions by their names in the specification: those on words end in W.

// Add is a + b, and so on: sums and products without what runs over.
func (c *Func) Add(a, b Num) Num  { return c.Bin(I32Add, a, b) }
func (c *Func) Sub(a, b Num) Num  { return c.Bin(I32Sub, a, b) }
func (c *Func) Mul(a, b Num) Num  { return c.Bin(I32Mul, a, b) }
func (c *Func) DivS(a, b Num) Num { return c.Bin(I32DivS, a, b) }
func (c *Func) DivU(a, b Num) Num { return c.Bin(I32DivU, a, b) }
func (c *Func) RemS(a, b Num) Num { return c.Bin(I32RemS, a, b) }
func (c *Func) RemU(a, b Num) Num { return c.Bin(I32RemU, a, b) }

// BitAnd, BitOr and BitXor work bit by bit: And and Or are for truth values.
func (c *Func) BitAnd(a, b Num) Num { return c.Bin(I32And, a, b) }
func (c *Func) BitOr(a, b Num) Num  { return c.Bin(I32Or, a, b) }
func (c *Func) BitXor(a, b Num) Num { return c.Bin(I32Xor, a, b) }
func (c *Func) Shl(a, b Num) Num    { return c.Bin(I32Shl, a, b) }
func (c *Func) ShrS(a, b Num) Num   { return c.Bin(I32ShrS, a, b) }
func (c *Func) ShrU(a, b Num) Num   { return c.Bin(I32ShrU, a, b) }
func (c *Func) Rotl(a, b Num) Num   { return c.Bin(I32Rotl, a, b) }

// Eq reports whether a equals b, LtS whether it is less, with their signs, LtU without, and so on.
func (c *Func) Eq(a, b Num) Num  { return c.Bin(I32Eq, a, b) }
func (c *Func) Ne(a, b Num) Num  { return c.Bin(I32Ne, a, b) }
func (c *Func) LtS(a, b Num) Num { return c.Bin(I32LtS, a, b) }
func (c *Func) LtU(a, b Num) Num { return c.Bin(I32LtU, a, b) }
func (c *Func) GtS(a, b Num) Num { return c.Bin(I32GtS, a, b) }
func (c *Func) GtU(a, b Num) Num { return c.Bin(I32GtU, a, b) }
func (c *Func) GeS(a, b Num) Num { return c.Bin(I32GeS, a, b) }
func (c *Func) GeU(a, b Num) Num { return c.Bin(I32GeU, a, b) }
func (c *Func) LeS(a, b Num) Num { return c.Bin(I32LeS, a, b) }

// AddW is the sum of two words, and so on; ShrW shifts in nothing.
func (c *Func) AddW(a, b Word) Word { return c.BinW(I64Add, a, b) }
func (c *Func) SubW(a, b Word) Word { return c.BinW(I64Sub, a, b) }
func (c *Func) MulW(a, b Word) Word { return c.BinW(I64Mul, a, b) }
func (c *Func) AndW(a, b Word) Word { return c.BinW(I64And, a, b) }
func (c *Func) OrW(a, b Word) Word  { return c.BinW(I64Or, a, b) }
func (c *Func) XorW(a, b Word) Word { return c.BinW(I64Xor, a, b) }
func (c *Func) ShlW(a, b Word) Word { return c.BinW(I64Shl, a, b) }
func (c *Func) ShrW(a, b Word) Word { return c.BinW(I64ShrU, a, b) }

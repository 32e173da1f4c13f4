package asm

// Instructions on two operands, by their names in the specification. Those on words end in W.

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

// Xors are the members of one of two sets, but not of both.
func (c *Func) Xors(a, b Set) Set { return c.Each(I64Xor, a, b) }

package asm

// Num is a 32-bit operand: a constant, or a local that holds it.
type Num struct {
	Known bool
	Value int  // the constant
	Local int  // the local
	Bit   bool // it is 0 or 1
}

// Lit is a number that is known.
func Lit(v int) Num { return Num{Known: true, Value: v} }

// Word is a 64-bit operand.
type Word struct {
	Known bool
	Value uint64 // the constant
	Local int    // the local
	lacks uint64 // bits that it surely has not
}

// most are the bits that a word can have.
func (w Word) most() uint64 {
	if w.Known {
		return w.Value
	}
	return ^w.lacks
}

// Within says that a word has no bits but those of a mask.
func (w Word) Within(mask uint64) Word {
	if w.Known {
		return w
	}
	if w.lacks |= ^mask; w.lacks == ^uint64(0) {
		return LitW(0)
	}
	return w
}

// LitW is a word that is known.
func LitW(v uint64) Word { return Word{Known: true, Value: v} }

// Set is a set of bits: bit i in word i/64.
type Set []Word

// Push puts a number on the stack.
func (c *Func) Push(a Num) {
	if a.Known {
		c.I32(a.Value)
	} else {
		c.Get(a.Local)
	}
}

// PushW puts a word on the stack.
func (c *Func) PushW(a Word) {
	if a.Known {
		c.I64(a.Value)
	} else {
		c.Get(a.Local)
	}
}

// Argument is a number or a word.
type Argument interface{ pushed(a *Func) }

func (v Num) pushed(a *Func) { a.Push(v) }

func (v Word) pushed(a *Func) { a.PushW(v) }

// Keep takes the value on the stack into a new local.
func (c *Func) Keep() Num {
	l := c.local(I32)
	c.SetLocal(l)
	return Num{Local: l}
}

// KeepW takes the word on the stack into a new local.
func (c *Func) KeepW() Word {
	l := c.local(I64)
	c.SetLocal(l)
	return Word{Local: l}
}

// B2i is 1 for what holds, else 0.
func B2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

// operand is a constant, or a local that has been given its value once.
type operand struct {
	known bool
	v     uint64
}

func (a Num) operand() operand {
	if a.Known {
		return operand{true, uint64(uint32(a.Value))}
	}
	return operand{false, uint64(a.Local)}
}

func (w Word) operand() operand {
	if w.Known {
		return operand{true, w.Value}
	}
	return operand{false, uint64(w.Local)}
}

// bit reports whether a number is known to be 0 or 1.
func (c *Func) bit(a Num) bool { return a.Bit || a.Known && (a.Value == 0 || a.Value == 1) }

// Variable makes a local that can be given values again, and gives it one.
func (c *Func) Variable(a Num) Num {
	l := c.local(I32)
	c.Push(a)
	c.SetLocal(l)
	c.Vary(l)
	return Num{Local: l}
}

// Constant reports whether a number never changes.
func (c *Func) Constant(a Num) bool { return a.Known || !c.varies[a.Local] }

// Vary says that a local can be given values again.
func (c *Func) Vary(l int) {
	if c.varies == nil {
		c.varies = map[int]bool{}
	}
	c.varies[l] = true
}

// Assign gives such a local a value.
func (c *Func) Assign(v, a Num) {
	c.Push(a)
	c.SetLocal(v.Local)
}

// VariableW is variable of a word.
func (c *Func) VariableW(a Word) Word {
	l := c.local(I64)
	c.PushW(a)
	c.SetLocal(l)
	c.Vary(l)
	return Word{Local: l}
}

// AssignW gives the local of a word a value.
func (c *Func) AssignW(v, a Word) {
	c.PushW(a)
	c.SetLocal(v.Local)
}

// LeaveTo branches to a label where a truth value holds.
func (c *Func) LeaveTo(label int, cond Num) {
	c.Push(cond)
	c.BrIf(label)
}

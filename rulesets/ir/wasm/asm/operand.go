package asm

import "math/bits"

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
	Value uint64
	Local int
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

// Set is a bit set over the places of one player, over lines, or over the
// candidates of a space: bit i in word i/64.
type Set []Word

// None is a set of n words without members.
func None(n int) Set {
	s := make(Set, n)
	for i := range s {
		s[i] = LitW(0)
	}
	return s
}

// Empty reports whether a set is known to have no members.
func (s Set) Empty() bool {
	for _, w := range s {
		if !w.Known || w.Value != 0 {
			return false
		}
	}
	return true
}

// Push puts a number on the stack, pushw a word.
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

// bit reports whether a number is known to be 0 or 1.
func (c *Func) bit(a Num) bool { return a.Bit || a.Known && (a.Value == 0 || a.Value == 1) }

// And reports whether both of two truth values hold, which are 0 or 1.
func (c *Func) And(a, b Num) Num {
	switch {
	case a.Known && a.Value != 0:
		return b
	case b.Known && b.Value != 0:
		return a
	}
	return c.BitAnd(a, b)
}

// Or reports whether any of two truth values holds.
func (c *Func) Or(a, b Num) Num {
	if a.Known && a.Value != 0 || b.Known && b.Value != 0 {
		return Lit(1)
	}
	return c.BitOr(a, b)
}

// Not is the opposite of a truth value.
func (c *Func) Not(a Num) Num {
	if x, ok := c.compared[a.Local]; ok && !a.Known {
		switch {
		case x.w != nil:
			return c.anyIn(*x.w, !x.none)
		case x.op == I32Eq && x.b.Known && x.b.Value == 0 && x.a.Bit:
			return x.a
		}
		return c.Bin(inverse[x.op], x.a, x.b)
	}
	if a.Bit {
		return c.BitXor(a, Lit(1))
	}
	return c.Eq(a, Lit(0))
}

// Pick is a where a truth value holds, else b.
func (c *Func) Pick(cond, a, b Num) Num {
	if cond.Known {
		if cond.Value != 0 {
			return a
		}
		return b
	}
	if a.Known && b.Known && a.Value == b.Value {
		return a
	}
	c.Push(a)
	c.Push(b)
	c.Push(cond)
	c.Op(OpSelect)
	return c.Keep()
}

// PickW is pick of words.
func (c *Func) PickW(cond Num, a, b Word) Word {
	if cond.Known {
		if cond.Value != 0 {
			return a
		}
		return b
	}
	if a.Known && b.Known && a.Value == b.Value {
		return a
	}
	c.PushW(a)
	c.PushW(b)
	c.Push(cond)
	c.Op(OpSelect)
	return c.KeepW()
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

// Each works out an instruction on the words of two sets, one by one.
func (c *Func) Each(op byte, a, b Set) Set {
	out := make(Set, len(a))
	for i := range a {
		out[i] = c.BinW(op, a[i], b[i])
	}
	return out
}

// Ands are the members of both of two sets, ors those of any.
func (c *Func) Ands(a, b Set) Set { return c.Each(I64And, a, b) }
func (c *Func) Ors(a, b Set) Set  { return c.Each(I64Or, a, b) }

// Minus is a without b.
func (c *Func) Minus(a, b Set) Set {
	out := make(Set, len(a))
	for i := range a {
		switch {
		case b[i].Known:
			out[i] = c.AndW(a[i], LitW(^b[i].Value))
		case a[i].Known && a[i].Value == 0:
			out[i] = a[i]
		default: // without b is with b taken off what both hold
			out[i] = c.XorW(a[i], c.AndW(a[i], b[i]))
		}
	}
	return out
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

// Spread is all ones where the truth value holds, and nothing elsewhere.
func (c *Func) Spread(a Num) Word {
	if a.Known {
		if a.Value != 0 {
			return LitW(^uint64(0))
		}
		return LitW(0)
	}
	c.I64(0)
	c.Push(a)
	c.Op(I64ExtU, I64Sub)
	return c.KeepW()
}

// Gate is the set where the truth value holds, else nothing.
func (c *Func) Gate(a Num, s Set) Set {
	if a.Known && a.Value != 0 || s.Empty() {
		return s
	}
	if len(s) == 1 && !a.Known {
		return Set{c.PickW(a, s[0], LitW(0))}
	}
	m := c.Spread(a)
	out := make(Set, len(s))
	for i := range s {
		out[i] = c.AndW(s[i], m)
	}
	return out
}

// Count is how many members a set has.
func (c *Func) Count(s Set) Num {
	sum := Lit(0)
	for _, w := range s {
		if w.Known {
			n := 0
			for v := w.Value; v != 0; v &= v - 1 {
				n++
			}
			sum = c.Add(sum, Lit(n))
			continue
		}
		c.Get(w.Local)
		c.Op(I64Pop, I32Wrap)
		sum = c.Add(sum, c.Keep())
	}
	return sum
}

// Any reports whether a set has members.
func (c *Func) Any(s Set) Num {
	w := s[0]
	for _, x := range s[1:] {
		w = c.OrW(w, x)
	}
	return c.anyIn(w, false)
}

// anyIn reports whether a word has members, or none.
func (c *Func) anyIn(w Word, none bool) Num {
	if w.Known {
		return Lit(B2i(w.Value != 0 != none))
	}
	c.Get(w.Local)
	if none {
		c.Op(I64Eqz)
	} else {
		c.I64(0)
		c.Op(I64Ne)
	}
	v := c.Keep()
	v.Bit = true
	c.compares(v, comparison{w: &w, none: none})
	return v
}

// Anew is a truth value that is known already, compared once more if it came about by
// comparing: where it is branched on that is less than to keep it.
func (c *Func) Anew(v Num) Num {
	x, ok := c.compared[v.Local]
	switch {
	case v.Known || !ok:
		return v
	case x.w != nil:
		return c.anyIn(*x.w, x.none)
	}
	return c.Bin(x.op, x.a, x.b)
}

// EqualW reports whether two words are alike.
func (c *Func) EqualW(a, b Word) Num {
	if a.Known && b.Known {
		return Lit(B2i(a.Value == b.Value))
	}
	c.PushW(a)
	c.PushW(b)
	c.Op(I64Eq)
	v := c.Keep()
	v.Bit = true
	return v
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

// Subset is a set whose words can be given others, with no members that s has not.
func (c *Func) Subset(s Set) Set {
	out := make(Set, len(s))
	for k, w := range s {
		out[k] = c.VariableW(w)
		out[k].lacks = ^w.most()
	}
	return out
}

// AssignW gives the local of a word a value.
func (c *Func) AssignW(v, a Word) {
	c.PushW(a)
	c.SetLocal(v.Local)
}

// Nothing is a set of so many words to which members can be added.
func (c *Func) Nothing(words int) Set {
	out := make(Set, words)
	for k := range out {
		out[k] = c.VariableW(LitW(0))
	}
	return out
}

// AssignSet gives the words of a set others.
func (c *Func) AssignSet(v, a Set) {
	for k, w := range a {
		c.AssignW(v[k], w)
	}
}

// Include adds members to such a set.
func (c *Func) Include(v, a Set) {
	for k, w := range a {
		c.AssignW(v[k], c.OrW(v[k], w))
	}
}

// Either is a where q holds, else b.
func (c *Func) Either(q Num, a, b Set) Set {
	out := make(Set, len(a))
	for i := range a {
		out[i] = c.PickW(q, a[i], b[i])
	}
	return out
}

// Divide is a/b rounded down, and 0 where b is.
func (c *Func) Divide(a, b Num) Num {
	ok := c.Ne(b, Lit(0))
	b = c.Pick(ok, b, Lit(1))
	c.Push(a)
	c.Push(b)
	c.Op(I32DivS)
	q := c.Keep()
	r := c.Sub(a, c.Mul(q, b))
	apart := c.LtS(c.BitXor(a, b), Lit(0))
	q = c.Sub(q, c.And(c.Ne(r, Lit(0)), apart))
	return c.Pick(ok, q, Lit(0))
}

// Mod is a modulo b, never negative.
func (c *Func) Mod(a Num, b int) Num {
	if b == 1 {
		return Lit(0)
	}
	r := c.RemS(a, Lit(b))
	return c.Pick(c.LtS(r, Lit(0)), c.Add(r, Lit(b)), r)
}

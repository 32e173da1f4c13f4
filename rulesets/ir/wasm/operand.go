package wasm

import "math/bits"

// num is a 32-bit operand: a constant, or a local that holds it.
type num struct {
	known bool
	v     int  // the constant
	l     int  // the local
	bit   bool // it is 0 or 1
}

// lit is a number that is known.
func lit(v int) num { return num{known: true, v: v} }

// word is a 64-bit operand.
type word struct {
	known bool
	v     uint64
	l     int
	lacks uint64 // bits that it surely has not
}

// most are the bits that a word can have.
func (w word) most() uint64 {
	if w.known {
		return w.v
	}
	return ^w.lacks
}

// within says that a word has no bits but those of a mask.
func (w word) within(mask uint64) word {
	if w.known {
		return w
	}
	if w.lacks |= ^mask; w.lacks == ^uint64(0) {
		return wlit(0)
	}
	return w
}

// wlit is a word that is known.
func wlit(v uint64) word { return word{known: true, v: v} }

// set is a bit set over the places of one player, over lines, or over the
// candidates of a space: bit i in word i/64.
type set []word

// none is a set of n words without members.
func none(n int) set {
	s := make(set, n)
	for i := range s {
		s[i] = wlit(0)
	}
	return s
}

// empty reports whether a set is known to have no members.
func (s set) empty() bool {
	for _, w := range s {
		if !w.known || w.v != 0 {
			return false
		}
	}
	return true
}

// push puts a number on the stack, pushw a word.
func (f *fn) push(a num) {
	if a.known {
		f.i32(a.v)
	} else {
		f.get(a.l)
	}
}

// pushw puts a word on the stack.
func (f *fn) pushw(a word) {
	if a.known {
		f.i64(a.v)
	} else {
		f.get(a.l)
	}
}

// keep takes the value on the stack into a new local.
func (f *fn) keep() num {
	l := f.local(i32)
	f.setLocal(l)
	return num{l: l}
}

// keepw takes the word on the stack into a new local.
func (f *fn) keepw() word {
	l := f.local(i64)
	f.setLocal(l)
	return word{l: l}
}

// b2i is 1 for what holds, else 0.
func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

// folded works out an instruction on two numbers that are known.
var folded = map[byte]func(x, y int32) int32{
	i32Add:  func(x, y int32) int32 { return x + y },
	i32Sub:  func(x, y int32) int32 { return x - y },
	i32Mul:  func(x, y int32) int32 { return x * y },
	i32And:  func(x, y int32) int32 { return x & y },
	i32Or:   func(x, y int32) int32 { return x | y },
	i32Xor:  func(x, y int32) int32 { return x ^ y },
	i32Shl:  func(x, y int32) int32 { return x << (uint32(y) & 31) },
	i32ShrU: func(x, y int32) int32 { return int32(uint32(x) >> (uint32(y) & 31)) },
	i32Eq:   func(x, y int32) int32 { return int32(b2i(x == y)) },
	i32Ne:   func(x, y int32) int32 { return int32(b2i(x != y)) },
	i32LtS:  func(x, y int32) int32 { return int32(b2i(x < y)) },
	i32LeS:  func(x, y int32) int32 { return int32(b2i(x <= y)) },
	i32GtS:  func(x, y int32) int32 { return int32(b2i(x > y)) },
	i32GeS:  func(x, y int32) int32 { return int32(b2i(x >= y)) },
	i32LtU:  func(x, y int32) int32 { return int32(b2i(uint32(x) < uint32(y))) },
}

// bin works out one instruction on two numbers, at once where both are known.
func (f *fn) bin(op byte, a, b num) num {
	if fold := folded[op]; fold != nil && a.known && b.known {
		return lit(int(fold(int32(a.v), int32(b.v))))
	}
	if v, ok := f.plainer(op, a, b); ok {
		return v
	}
	if op == i32Mul && b.known && b.v > 0 && b.v&(b.v-1) == 0 {
		op, b = i32Shl, lit(bits.TrailingZeros(uint(b.v)))
	}
	compares := op >= i32Eq && op <= i32GeU
	bit := compares || (op == i32And || op == i32Or || op == i32Xor) && f.bit(a) && f.bit(b)
	key := pure{op: op, a: a.operand(), b: b.operand()}
	if l, ok := f.worked(key); ok {
		return num{l: l, bit: bit}
	}
	f.push(a)
	f.push(b)
	f.op(op)
	v := f.keep()
	v.bit = bit
	if compares {
		f.compares(v, comparison{op: op, a: a, b: b})
	} else { // a comparison is made anew where it is branched on: a branch upon one made before takes three instructions more
		f.note(key, v.l)
	}
	return v
}

// plainer is what an instruction comes to of which one number is known to be 0 or 1.
func (f *fn) plainer(op byte, a, b num) (v num, ok bool) {
	switch {
	case b.known && b.v == 0:
		switch op {
		case i32Add, i32Sub, i32Or, i32Xor, i32Shl, i32ShrU:
			return a, true
		case i32And, i32Mul:
			return lit(0), true
		case i32Eq:
			f.push(a)
			f.op(i32Eqz)
			v = f.keep()
			v.bit = true
			f.compares(v, comparison{op: op, a: a, b: b})
			return v, true
		case i32Ne:
			return a, a.bit
		}
	case a.known && a.v == 0:
		switch op {
		case i32Add, i32Or, i32Xor:
			return b, true
		case i32And, i32Mul, i32Shl, i32ShrU:
			return lit(0), true
		}
	case op == i32Mul && b.known && b.v == 1:
		return a, true
	case op == i32Mul && a.known && a.v == 1:
		return b, true
	}
	return num{}, false
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

func (a num) operand() operand {
	if a.known {
		return operand{true, uint64(uint32(a.v))}
	}
	return operand{false, uint64(a.l)}
}

func (w word) operand() operand {
	if w.known {
		return operand{true, w.v}
	}
	return operand{false, uint64(w.l)}
}

// worked is the local that holds a value which has been worked out in one of the
// open blocks, so that every way that leads here has passed there.
func (f *fn) worked(key pure) (int, bool) {
	if len(f.values) == 0 {
		f.values = []map[pure]int{{}}
	}
	for i := len(f.values) - 1; i >= 0; i-- {
		if l, ok := f.values[i][key]; ok {
			return l, true
		}
	}
	return 0, false
}

// note remembers the local that holds a value, unless an operand can change.
func (f *fn) note(key pure, l int) {
	if !key.a.known && f.varies[int(key.a.v)] || !key.b.known && f.varies[int(key.b.v)] {
		return
	}
	f.values[len(f.values)-1][key] = l
}

// bit reports whether a number is known to be 0 or 1.
func (f *fn) bit(a num) bool { return a.bit || a.known && (a.v == 0 || a.v == 1) }

// and reports whether both of two truth values hold, which are 0 or 1.
func (f *fn) and(a, b num) num {
	switch {
	case a.known && a.v != 0:
		return b
	case b.known && b.v != 0:
		return a
	}
	return f.bin(i32And, a, b)
}

// or reports whether any of two truth values holds.
func (f *fn) or(a, b num) num {
	if a.known && a.v != 0 || b.known && b.v != 0 {
		return lit(1)
	}
	return f.bin(i32Or, a, b)
}

// not is the opposite of a truth value.
func (f *fn) not(a num) num {
	if x, ok := f.compared[a.l]; ok && !a.known {
		switch {
		case x.w != nil:
			return f.anyIn(*x.w, !x.none)
		case x.op == i32Eq && x.b.known && x.b.v == 0 && x.a.bit:
			return x.a
		}
		return f.bin(inverse[x.op], x.a, x.b)
	}
	if a.bit {
		return f.bin(i32Xor, a, lit(1))
	}
	return f.bin(i32Eq, a, lit(0))
}

// pick is a where a truth value holds, else b.
func (f *fn) pick(cond, a, b num) num {
	if cond.known {
		if cond.v != 0 {
			return a
		}
		return b
	}
	if a.known && b.known && a.v == b.v {
		return a
	}
	f.push(a)
	f.push(b)
	f.push(cond)
	f.op(opSelect)
	return f.keep()
}

// pickw is pick of words.
func (f *fn) pickw(cond num, a, b word) word {
	if cond.known {
		if cond.v != 0 {
			return a
		}
		return b
	}
	if a.known && b.known && a.v == b.v {
		return a
	}
	f.pushw(a)
	f.pushw(b)
	f.push(cond)
	f.op(opSelect)
	return f.keepw()
}

// foldedw works out an instruction on two words that are known.
var foldedw = map[byte]func(x, y uint64) uint64{
	i64And:  func(x, y uint64) uint64 { return x & y },
	i64Or:   func(x, y uint64) uint64 { return x | y },
	i64Xor:  func(x, y uint64) uint64 { return x ^ y },
	i64Shl:  func(x, y uint64) uint64 { return x << (y & 63) },
	i64ShrU: func(x, y uint64) uint64 { return x >> (y & 63) },
	i64Add:  func(x, y uint64) uint64 { return x + y },
	i64Sub:  func(x, y uint64) uint64 { return x - y },
}

// binw works out one instruction on two words, at once where both are known.
func (f *fn) binw(op byte, a, b word) word {
	if fold := foldedw[op]; fold != nil && a.known && b.known {
		return wlit(fold(a.v, b.v))
	}
	if a.known && (op == i64And || op == i64Or || op == i64Xor || op == i64Add) {
		a, b = b, a
	}
	if b.known {
		switch {
		case b.v == 0 && op == i64And:
			return wlit(0)
		case b.v == 0 && foldedw[op] != nil:
			return a
		case op == i64And && a.most()&^b.v == 0:
			return a
		case op == i64Or && a.most()&^b.v == 0:
			return b
		}
	}
	most := mostOf(op, a, b)
	if most == 0 {
		return wlit(0)
	}
	key := pure{op, a.operand(), b.operand()}
	l, ok := f.worked(key)
	if !ok {
		f.pushw(a)
		f.pushw(b)
		f.op(op)
		l = f.keepw().l
		f.note(key, l)
	}
	return word{l: l}.within(most)
}

// mostOf are the bits that the outcome of an instruction can have.
func mostOf(op byte, a, b word) uint64 {
	switch {
	case op == i64And:
		return a.most() & b.most()
	case op == i64Or || op == i64Xor:
		return a.most() | b.most()
	case op == i64ShrU && b.known:
		return a.most() >> (b.v & 63)
	case op == i64Shl && b.known:
		return a.most() << (b.v & 63)
	}
	return ^uint64(0)
}

// each works out an instruction on the words of two sets, one by one.
func (f *fn) each(op byte, a, b set) set {
	out := make(set, len(a))
	for i := range a {
		out[i] = f.binw(op, a[i], b[i])
	}
	return out
}

// ands are the members of both of two sets, ors those of any.
func (f *fn) ands(a, b set) set { return f.each(i64And, a, b) }
func (f *fn) ors(a, b set) set  { return f.each(i64Or, a, b) }

// minus is a without b.
func (f *fn) minus(a, b set) set {
	out := make(set, len(a))
	for i := range a {
		switch {
		case b[i].known:
			out[i] = f.binw(i64And, a[i], wlit(^b[i].v))
		case a[i].known && a[i].v == 0:
			out[i] = a[i]
		default: // without b is with b taken off what both hold
			out[i] = f.binw(i64Xor, a[i], f.binw(i64And, a[i], b[i]))
		}
	}
	return out
}

// widen makes a 64-bit operand of a number that is not negative.
func (f *fn) widen(a num) word {
	if a.known {
		return wlit(uint64(uint32(a.v)))
	}
	key := pure{op: i64ExtU, a: a.operand()}
	l, ok := f.worked(key)
	if !ok {
		f.push(a)
		f.op(i64ExtU)
		l = f.keepw().l
		f.note(key, l)
	}
	most := uint64(1<<32 - 1)
	if a.bit {
		most = 1
	}
	return word{l: l}.within(most)
}

// narrow makes a 32-bit operand of the lower half of a word.
func (f *fn) narrow(a word) num {
	if a.known {
		return lit(int(int32(a.v)))
	}
	f.pushw(a)
	f.op(i32Wrap)
	return f.keep()
}

// spread is all ones where the truth value holds, and nothing elsewhere.
func (f *fn) spread(a num) word {
	if a.known {
		if a.v != 0 {
			return wlit(^uint64(0))
		}
		return wlit(0)
	}
	f.i64(0)
	f.push(a)
	f.op(i64ExtU, i64Sub)
	return f.keepw()
}

// gate is the set where the truth value holds, else nothing.
func (f *fn) gate(a num, s set) set {
	if a.known && a.v != 0 || s.empty() {
		return s
	}
	if len(s) == 1 && !a.known {
		return set{f.pickw(a, s[0], wlit(0))}
	}
	m := f.spread(a)
	out := make(set, len(s))
	for i := range s {
		out[i] = f.binw(i64And, s[i], m)
	}
	return out
}

// count is how many members a set has.
func (f *fn) count(s set) num {
	sum := lit(0)
	for _, w := range s {
		if w.known {
			n := 0
			for v := w.v; v != 0; v &= v - 1 {
				n++
			}
			sum = f.bin(i32Add, sum, lit(n))
			continue
		}
		f.get(w.l)
		f.op(i64Pop, i32Wrap)
		sum = f.bin(i32Add, sum, f.keep())
	}
	return sum
}

// any reports whether a set has members.
func (f *fn) any(s set) num {
	w := s[0]
	for _, x := range s[1:] {
		w = f.binw(i64Or, w, x)
	}
	return f.anyIn(w, false)
}

// anyIn reports whether a word has members, or none.
func (f *fn) anyIn(w word, none bool) num {
	if w.known {
		return lit(b2i(w.v != 0 != none))
	}
	f.get(w.l)
	if none {
		f.op(i64Eqz)
	} else {
		f.i64(0)
		f.op(i64Ne)
	}
	v := f.keep()
	v.bit = true
	f.compares(v, comparison{w: &w, none: none})
	return v
}

// anew is a truth value that is known already, compared once more if it came about by
// comparing: where it is branched on that is less than to keep it.
func (f *fn) anew(v num) num {
	x, ok := f.compared[v.l]
	switch {
	case v.known || !ok:
		return v
	case x.w != nil:
		return f.anyIn(*x.w, x.none)
	}
	return f.bin(x.op, x.a, x.b)
}

// equalw reports whether two words are alike.
func (f *fn) equalw(a, b word) num {
	if a.known && b.known {
		return lit(b2i(a.v == b.v))
	}
	f.pushw(a)
	f.pushw(b)
	f.op(i64Eq)
	v := f.keep()
	v.bit = true
	return v
}

// comparison is how a truth value came about: by comparing two numbers, or a word with 0.
type comparison struct {
	op   byte
	a, b num
	w    *word
	none bool // the word is to be 0
}

// inverse is the comparison that holds where another does not.
var inverse = map[byte]byte{i32Eq: i32Ne, i32Ne: i32Eq, i32LtS: i32GeS, i32GeS: i32LtS, i32GtS: i32LeS, i32LeS: i32GtS,
	i32LtU: i32GeU, i32GeU: i32LtU, i32GtU: i32LeU, i32LeU: i32GtU}

// compares remembers how a truth value came about, if its operands keep their values: what
// is asked for its opposite then is compared the other way round, which can be branched on.
func (f *fn) compares(v num, x comparison) {
	if x.w != nil && f.varies[x.w.l] || x.w == nil && (!x.a.known && f.varies[x.a.l] || !x.b.known && f.varies[x.b.l]) {
		return
	}
	if f.compared == nil {
		f.compared = map[int]comparison{}
	}
	f.compared[v.l] = x
}

// variable makes a local that can be given values again, and gives it one.
func (f *fn) variable(a num) num {
	l := f.local(i32)
	f.push(a)
	f.setLocal(l)
	f.vary(l)
	return num{l: l}
}

// constant reports whether a number never changes.
func (f *fn) constant(a num) bool { return a.known || !f.varies[a.l] }

// vary says that a local can be given values again.
func (f *fn) vary(l int) {
	if f.varies == nil {
		f.varies = map[int]bool{}
	}
	f.varies[l] = true
}

// assign gives such a local a value.
func (f *fn) assign(v, a num) {
	f.push(a)
	f.setLocal(v.l)
}

// variablew is variable of a word.
func (f *fn) variablew(a word) word {
	l := f.local(i64)
	f.pushw(a)
	f.setLocal(l)
	f.vary(l)
	return word{l: l}
}

// subset is a set whose words can be given others, with no members that s has not.
func (f *fn) subset(s set) set {
	out := make(set, len(s))
	for k, w := range s {
		out[k] = f.variablew(w)
		out[k].lacks = ^w.most()
	}
	return out
}

// assignw gives the local of a word a value.
func (f *fn) assignw(v, a word) {
	f.pushw(a)
	f.setLocal(v.l)
}

// nothing is a set of so many words to which members can be added.
func (f *fn) nothing(words int) set {
	out := make(set, words)
	for k := range out {
		out[k] = f.variablew(wlit(0))
	}
	return out
}

// assignSet gives the words of a set others.
func (f *fn) assignSet(v, a set) {
	for k, w := range a {
		f.assignw(v[k], w)
	}
}

// include adds members to such a set.
func (f *fn) include(v, a set) {
	for k, w := range a {
		f.assignw(v[k], f.binw(i64Or, v[k], w))
	}
}

// either is a where q holds, else b.
func (c *fn) either(q num, a, b set) set {
	out := make(set, len(a))
	for i := range a {
		out[i] = c.pickw(q, a[i], b[i])
	}
	return out
}

// divide is a/b rounded down, and 0 where b is.
func (c *fn) divide(a, b num) num {
	ok := c.bin(i32Ne, b, lit(0))
	b = c.pick(ok, b, lit(1))
	c.push(a)
	c.push(b)
	c.op(i32DivS)
	q := c.keep()
	r := c.bin(i32Sub, a, c.bin(i32Mul, q, b))
	apart := c.bin(i32LtS, c.bin(i32Xor, a, b), lit(0))
	q = c.bin(i32Sub, q, c.and(c.bin(i32Ne, r, lit(0)), apart))
	return c.pick(ok, q, lit(0))
}

// mod is a modulo b, never negative.
func (c *fn) mod(a num, b int) num {
	if b == 1 {
		return lit(0)
	}
	r := c.bin(i32RemS, a, lit(b))
	return c.pick(c.bin(i32LtS, r, lit(0)), c.bin(i32Add, r, lit(b)), r)
}

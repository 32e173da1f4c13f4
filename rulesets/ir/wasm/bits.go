package wasm

import "math/bits"

// Single members of sets, and stretches of them.

// nth is the k-th member of a set, counted from 0.
func (c *fn) nth(s set, k num, bits int) num {
	// The counts do not wait for k, which comes late. What does are differences, whose
	// signs say in which word the member lies: to select by a comparison the compiler
	// makes it twice.
	last := len(s) - 1
	var sums, in []num // members up to the end of each word; all ones: it lies no later
	sum := lit(0)
	at := lit(last)
	for i := range last {
		sum = c.bin(i32Add, sum, c.count(s[i:i+1]))
		sums = append(sums, sum)
		in = append(in, c.bin(i32ShrS, c.bin(i32Sub, k, sum), lit(31)))
		at = c.bin(i32Add, at, in[i])
	}
	w, before := s[last], sum
	for i := last - 1; i >= 0; i-- {
		w = c.pickw(in[i], s[i], w)
		if i == 0 {
			before = c.pick(in[i], lit(0), before)
		} else {
			before = c.pick(in[i], sums[i-1], before)
		}
	}
	return c.bin(i32Add, c.nthBit(w, c.bin(i32Sub, k, before), bits), c.bin(i32Shl, at, lit(6)))
}

// nthBit is the k-th bit of a word that is set. Of a word of 32 bits or fewer the
// byte is found by counting the bits before each, else by sums side by side.
func (c *fn) nthBit(w word, k num, bits int) num {
	if bits > 32 {
		return c.nthOfWord(w, k)
	}
	c.pushw(w)
	c.op(i32Wrap)
	x := c.keep()
	pop := func(a num) num {
		c.push(a)
		c.op(i32Pop)
		return c.keep()
	}
	// The counts do not wait for k, which comes late; what does is kept short: differences
	// whose signs say whether the bit lies before. How many bits of its byte come before it
	// is k less what there are in all, and what there are from that byte on.
	at := lit(0)
	for b := 8; b < bits; b += 8 {
		n := pop(c.bin(i32And, x, lit(1<<b-1)))
		at = c.bin(i32Add, at, c.bin(i32ShrS, c.bin(i32Sub, k, n), lit(31))) // all ones: before byte b/8
	}
	at = c.bin(i32Shl, c.bin(i32Add, at, lit((bits-1)/8)), lit(3))
	from := c.bin(i32ShrU, x, at)
	before := c.bin(i32Add, c.bin(i32Sub, k, pop(x)), pop(from))
	return c.bin(i32Add, c.octetAt(c.bin(i32Or, c.bin(i32Shl, before, lit(8)), c.bin(i32And, from, lit(255))), c.m.octets("bits of a byte", bitTable())), at)
}

// bitTable says, for each k and byte, which bit is the k-th that is set.
func bitTable() []int {
	tab := make([]int, 8*256)
	for b := 0; b < 256; b++ {
		n := 0
		for i := 0; i < 8; i++ {
			if b>>i&1 != 0 {
				tab[n*256+b] = i
				n++
			}
		}
	}
	return tab
}

// nthOfWord finds the k-th bit of a word that is set: sums of set bits byte by
// byte, side by side; the byte that the k-th falls into; a table for the bit
// within the byte.
func (c *fn) nthOfWord(x word, k num) num {
	const (
		m1 = 0x5555555555555555
		m2 = 0x3333333333333333
		m4 = 0x0f0f0f0f0f0f0f0f
		b1 = 0x0101010101010101
	)
	s := c.binw(i64Sub, x, c.binw(i64And, c.binw(i64ShrU, x, wlit(1)), wlit(m1)))
	s = c.binw(i64Add, c.binw(i64And, s, wlit(m2)), c.binw(i64And, c.binw(i64ShrU, s, wlit(2)), wlit(m2)))
	s = c.binw(i64And, c.binw(i64Add, s, c.binw(i64ShrU, s, wlit(4))), wlit(m4))
	s = c.binw(i64Mul, s, wlit(b1)) // byte i: set bits in bytes 0..i
	// bytes whose sum is at most k lie wholly before the bit: counted by their high bits
	kk := c.binw(i64Mul, c.widen(k), wlit(b1))
	le := c.binw(i64And, c.binw(i64Sub, c.binw(i64Or, kk, wlit(b1<<7)), s), wlit(b1<<7))
	c.pushw(le)
	c.op(i64Pop)
	at := c.binw(i64Shl, c.keepw(), wlit(3)) // eight times the byte's number
	before := c.binw(i64And, c.binw(i64ShrU, c.binw(i64Shl, s, wlit(8)), at), wlit(255))
	byteOf := c.binw(i64And, c.binw(i64ShrU, x, at), wlit(255))
	c.push(k)
	c.pushw(before)
	c.op(i32Wrap, i32Sub)
	r := c.keep()
	c.pushw(byteOf)
	c.op(i32Wrap)
	c.push(c.bin(i32Shl, r, lit(8)))
	c.op(i32Add)
	c.load8(c.m.octets("bits of a byte", bitTable()))
	c.pushw(at)
	c.op(i32Wrap, i32Add)
	return c.keep()
}

// short is every place before the least member of a set, or the greatest; all where it is
// empty.
func (c *fn) short(s set, least bool) set {
	out := make(set, len(s))
	one := func(w word) word {
		if least { // below the lowest bit, or all
			return c.binw(i64And, c.binw(i64Sub, w, wlit(1)), c.binw(i64Xor, w, wlit(^uint64(0))))
		}
		c.i64(^uint64(0))
		c.pushw(w)
		c.op(i64Clz, i64ShrU)
		c.i64(^uint64(0))
		c.op(i64Xor)
		return c.pickw(c.any(set{w}), c.keepw(), wlit(^uint64(0)))
	}
	for k := range s {
		out[k] = one(s[k])
		for j := range s {
			if least && j < k || !least && j > k { // nothing where the member lies in a word before
				out[k] = c.pickw(c.any(set{s[j]}), wlit(0), out[k])
			}
		}
	}
	return out
}

// foremost is the least member of a set alone, or the greatest; nothing where it is empty.
func (c *fn) foremost(s set, least bool) set {
	out := make(set, len(s))
	for k, w := range s {
		if least {
			out[k] = c.binw(i64And, w, c.binw(i64Sub, wlit(0), w))
		} else {
			c.i64(1 << 63)
			c.pushw(w)
			c.op(i64Clz, i64ShrU)
			out[k] = c.binw(i64And, c.keepw(), w) // of nothing there is none
		}
		for j := range s {
			if least && j < k || !least && j > k {
				out[k] = c.pickw(c.any(set{s[j]}), wlit(0), out[k])
			}
		}
	}
	return out
}

// has reports whether i is in the set; outside 0..64*len-1 nothing is.
func (f *fn) has(s set, i num) num {
	if i.known {
		if i.v < 0 || i.v >= 64*len(s) {
			return lit(0)
		}
		return f.bitOf(s[i.v/64], wlit(uint64(i.v%64)))
	}
	if v, ok := f.hasRange(s, i); ok {
		return v
	}
	w := s[len(s)-1]
	for k := len(s) - 2; k >= 0; k-- {
		w = f.pickw(f.bin(i32LtU, i, lit(64*(k+1))), s[k], w)
	}
	in := f.bin(i32LtU, i, lit(64*len(s)))
	return f.and(f.bitOf(w, f.widen(i)), in)
}

// bitOf is a bit of a word.
func (f *fn) bitOf(w, i word) num {
	x := f.binw(i64And, f.binw(i64ShrU, w, i), wlit(1))
	if x.known {
		return lit(int(x.v))
	}
	f.get(x.l)
	f.op(i32Wrap)
	v := f.keep()
	v.bit = true
	return v
}

// bitAt is the set that holds i alone, or nothing where i lies outside 0..n-1.
func (f *fn) bitAt(i num, n, words int) set {
	out := make(set, words)
	if i.known {
		for k := range out {
			out[k] = wlit(0)
			if i.v >= 0 && i.v < n && i.v/64 == k {
				out[k] = wlit(1 << (i.v % 64))
			}
		}
		return out
	}
	one := f.binw(i64Shl, wlit(1), f.widen(i))
	for k := range out {
		if n <= 64*k { // a set of places can have words to spare
			out[k] = wlit(0)
			continue
		}
		in := f.bin(i32LtU, f.bin(i32Sub, i, lit(64*k)), lit(min(64, n-64*k)))
		out[k] = f.binw(i64And, one, f.spread(in))
	}
	return out
}

// bitAtPlace is bitAt of what is known to lie within 0..n-1.
func (f *fn) bitAtPlace(i num, n, words int) set {
	if i.known || words > 2 {
		return f.bitAt(i, n, words)
	}
	one := f.binw(i64Shl, wlit(1), f.widen(i))
	if words == 1 {
		return set{one}
	}
	high := f.binw(i64And, one, f.binw(i64Sub, wlit(0), f.widen(f.bin(i32ShrU, i, lit(6)))))
	return set{f.binw(i64Xor, one, high), high}
}

// hasRange is has of a set that is always the same and has no gaps.
func (f *fn) hasRange(s set, i num) (v num, ok bool) {
	least, most, n := -1, -1, 0
	for k, w := range s {
		if !w.known {
			return num{}, false
		}
		for x := w.v; x != 0; x &= x - 1 {
			most = 64*k + bits.TrailingZeros64(x)
			if n == 0 {
				least = most
			}
			n++
		}
	}
	switch {
	case n == 0:
		return lit(0), true
	case most-least+1 != n:
		return num{}, false
	}
	return f.bin(i32LtU, f.bin(i32Sub, i, lit(least)), lit(n)), true
}

// hasPlace is has of what is known to lie within the words of the set.
func (f *fn) hasPlace(s set, i num) num {
	if i.known {
		return f.has(s, i)
	}
	if v, ok := f.hasRange(s, i); ok {
		return v
	}
	w := s[len(s)-1]
	for k := len(s) - 2; k >= 0; k-- {
		if len(s) == 2 {
			w = f.pickw(f.bin(i32And, i, lit(64)), s[1], s[0])
			break
		}
		w = f.pickw(f.bin(i32LtU, i, lit(64*(k+1))), s[k], w)
	}
	return f.bitOf(w, f.widen(i))
}

// shift moves members by k towards lesser numbers (down) or greater ones; k is from 0 to 63.
func (f *fn) shift(s set, k num, down bool) set {
	out := make(set, len(s))
	by := f.widen(k)
	for i := range s {
		if down {
			out[i] = f.binw(i64ShrU, s[i], by)
		} else {
			out[i] = f.binw(i64Shl, s[i], by)
		}
		j := i + 1
		if !down {
			j = i - 1
		}
		if j < 0 || j >= len(s) {
			continue
		}
		// what comes over from the neighbouring word: 64-k places, none when k is 0
		rest := f.binw(i64Sub, wlit(63), by)
		if down {
			out[i] = f.binw(i64Or, out[i], f.binw(i64Shl, f.binw(i64Shl, s[j], rest), wlit(1)))
		} else {
			out[i] = f.binw(i64Or, out[i], f.binw(i64ShrU, f.binw(i64ShrU, s[j], rest), wlit(1)))
		}
	}
	return out
}

// first is the least member, or -1.
func (f *fn) first(s set) num {
	out := lit(-1)
	for k := len(s) - 1; k >= 0; k-- {
		w := s[k]
		f.pushw(w)
		f.op(i64Ctz, i32Wrap)
		out = f.pick(f.any(s[k:k+1]), f.bin(i32Add, f.keep(), lit(64*k)), out)
	}
	return out
}

// last is the greatest member, or -1.
func (f *fn) last(s set) num {
	out := lit(-1)
	for k := range s {
		f.i64(63)
		f.pushw(s[k])
		f.op(i64Clz, i64Sub, i32Wrap)
		out = f.pick(f.any(s[k:k+1]), f.bin(i32Add, f.keep(), lit(64*k)), out)
	}
	return out
}

// withoutFirst takes the least member off a word.
func (f *fn) withoutFirst(w word) word { return f.binw(i64And, w, f.binw(i64Sub, w, wlit(1))) }

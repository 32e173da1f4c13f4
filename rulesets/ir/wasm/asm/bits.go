package asm

import "math/bits"

// Single members of sets, and stretches of them.

// Nth is the k-th member of a set, counted from 0.
func (c *Func) Nth(s Set, k Num, bits int) Num {
	// The counts do not wait for k, which comes late. What does are differences, whose
	// signs say in which word the member lies: to select by a comparison the compiler
	// makes it twice.
	last := len(s) - 1
	var sums, in []Num // members up to the end of each word; all ones: it lies no later
	sum := Lit(0)
	at := Lit(last)
	for i := range last {
		sum = c.Add(sum, c.Count(s[i:i+1]))
		sums = append(sums, sum)
		in = append(in, c.ShrS(c.Sub(k, sum), Lit(31)))
		at = c.Add(at, in[i])
	}
	w, before := s[last], sum
	for i := last - 1; i >= 0; i-- {
		w = c.PickW(in[i], s[i], w)
		if i == 0 {
			before = c.Pick(in[i], Lit(0), before)
		} else {
			before = c.Pick(in[i], sums[i-1], before)
		}
	}
	return c.Add(c.nthBit(w, c.Sub(k, before), bits), c.Shl(at, Lit(6)))
}

// nthBit is the k-th bit of a word that is set. Of a word of 32 bits or fewer the
// byte is found by counting the bits before each, else by sums side by side.
func (c *Func) nthBit(w Word, k Num, bits int) Num {
	if bits > 32 {
		return c.nthOfWord(w, k)
	}
	c.PushW(w)
	c.Op(I32Wrap)
	x := c.Keep()
	pop := func(a Num) Num {
		c.Push(a)
		c.Op(I32Pop)
		return c.Keep()
	}
	// The counts do not wait for k, which comes late; what does is kept short: differences
	// whose signs say whether the bit lies before. How many bits of its byte come before it
	// is k less what there are in all, and what there are from that byte on.
	at := Lit(0)
	for b := 8; b < bits; b += 8 {
		n := pop(c.BitAnd(x, Lit(1<<b-1)))
		at = c.Add(at, c.ShrS(c.Sub(k, n), Lit(31))) // all ones: before byte b/8
	}
	at = c.Shl(c.Add(at, Lit((bits-1)/8)), Lit(3))
	from := c.ShrU(x, at)
	before := c.Add(c.Sub(k, pop(x)), pop(from))
	return c.Add(c.OctetAt(c.BitOr(c.Shl(before, Lit(8)), c.BitAnd(from, Lit(255))), c.Module.Octets("bits of a byte", bitTable(0))), at)
}

// bitTable says, for each k and byte, which bit is the k-th that is set, and some more.
func bitTable(more int) []int {
	tab := make([]int, 8*256)
	for b := 0; b < 256; b++ {
		n := 0
		for i := 0; i < 8; i++ {
			if b>>i&1 != 0 {
				tab[n*256+b] = i + more
				n++
			}
		}
	}
	return tab
}

// nthOfWord finds the k-th bit of a word that is set: sums of set bits byte by
// byte, side by side; the byte that the k-th falls into; a table for the bit
// within the byte. Each step waits for the one before, and the next move for all of them: so
// the byte is found by its highest bit, which costs no further step, as what is shifted by it
// has been turned that far before.
func (c *Func) nthOfWord(x Word, k Num) Num {
	const (
		m1 = 0x5555555555555555
		m2 = 0x3333333333333333
		m4 = 0x0f0f0f0f0f0f0f0f
		b1 = 0x0101010101010101
	)
	s := c.SubW(x, c.AndW(c.ShrW(x, LitW(1)), LitW(m1)))
	s = c.AddW(c.AndW(s, LitW(m2)), c.AndW(c.ShrW(s, LitW(2)), LitW(m2)))
	s = c.AndW(c.AddW(s, c.ShrW(s, LitW(4))), LitW(m4))
	s = c.MulW(s, LitW(b1)) // byte i: set bits in bytes 0..i
	kk := c.MulW(c.Widen(k), LitW(b1))
	// in the byte in which the bit lies and in those behind it the sum is more than k: 127 more of
	// it than of k have the highest bit
	more := c.AndW(c.SubW(s, c.SubW(kk, LitW(b1<<7-b1))), LitW(b1<<7))
	c.PushW(more)
	c.Op(I64Ctz)
	at := c.KeepW() // seven more than where the byte begins
	// which of the bits of its byte it is, from bit 8 on, and the byte
	nth := c.AndW(c.turned(c.SubW(kk, c.ShlW(s, LitW(8))), 15, at), LitW(7<<8))
	index := c.OrW(nth, c.AndW(c.turned(x, 7, at), LitW(255)))
	c.Push(c.Narrow(index))
	c.load8s(c.Module.Octets("bits of a byte, less 7", bitTable(-7)))
	return c.Add(c.Keep(), c.Narrow(at))
}

// turned is a word turned to the left by a number of bits, and to the right by another.
func (c *Func) turned(w Word, left uint64, right Word) Word {
	return c.BinW(I64Rotr, c.BinW(I64Rotl, w, LitW(left)), right)
}

// Short is every place before the least member of a set, or the greatest; all where it is
// empty.
func (c *Func) Short(s Set, least bool) Set {
	out := make(Set, len(s))
	one := func(w Word) Word {
		if least { // below the lowest bit, or all
			return c.AndW(c.SubW(w, LitW(1)), c.XorW(w, LitW(^uint64(0))))
		}
		c.I64(^uint64(0))
		c.PushW(w)
		c.Op(I64Clz, I64ShrU)
		c.I64(^uint64(0))
		c.Op(I64Xor)
		return c.PickW(c.Any(Set{w}), c.KeepW(), LitW(^uint64(0)))
	}
	for k := range s {
		out[k] = one(s[k])
		for j := range s {
			if least && j < k || !least && j > k { // nothing where the member lies in a word before
				out[k] = c.PickW(c.Any(Set{s[j]}), LitW(0), out[k])
			}
		}
	}
	return out
}

// Foremost is the least member of a set alone, or the greatest; nothing where it is empty.
func (c *Func) Foremost(s Set, least bool) Set {
	out := make(Set, len(s))
	for k, w := range s {
		if least {
			out[k] = c.AndW(w, c.SubW(LitW(0), w))
		} else {
			c.I64(1 << 63)
			c.PushW(w)
			c.Op(I64Clz, I64ShrU)
			out[k] = c.AndW(c.KeepW(), w) // of nothing there is none
		}
		for j := range s {
			if least && j < k || !least && j > k {
				out[k] = c.PickW(c.Any(Set{s[j]}), LitW(0), out[k])
			}
		}
	}
	return out
}

// Has reports whether i is in the set; outside 0..64*len-1 nothing is.
func (c *Func) Has(s Set, i Num) Num {
	if i.Known {
		if i.Value < 0 || i.Value >= 64*len(s) {
			return Lit(0)
		}
		return c.BitOf(s[i.Value/64], LitW(uint64(i.Value%64)))
	}
	if v, ok := c.hasRange(s, i); ok {
		return v
	}
	w := s[len(s)-1]
	for k := len(s) - 2; k >= 0; k-- {
		w = c.PickW(c.LtU(i, Lit(64*(k+1))), s[k], w)
	}
	in := c.LtU(i, Lit(64*len(s)))
	return c.And(c.BitOf(w, c.Widen(i)), in)
}

// BitOf is a bit of a word.
func (c *Func) BitOf(w, i Word) Num {
	x := c.AndW(c.ShrW(w, i), LitW(1))
	if x.Known {
		return Lit(int(x.Value))
	}
	c.Get(x.Local)
	c.Op(I32Wrap)
	v := c.Keep()
	v.Bit = true
	return v
}

// BitAt is the set that holds i alone, or nothing where i lies outside 0..n-1.
func (c *Func) BitAt(i Num, n, words int) Set {
	out := make(Set, words)
	if i.Known {
		for k := range out {
			out[k] = LitW(0)
			if i.Value >= 0 && i.Value < n && i.Value/64 == k {
				out[k] = LitW(1 << (i.Value % 64))
			}
		}
		return out
	}
	one := c.ShlW(LitW(1), c.Widen(i))
	for k := range out {
		if n <= 64*k { // a set of places can have words to spare
			out[k] = LitW(0)
			continue
		}
		in := c.LtU(c.Sub(i, Lit(64*k)), Lit(min(64, n-64*k)))
		out[k] = c.AndW(one, c.Spread(in))
	}
	return out
}

// BitAtPlace is BitAt of what is known to lie within 0..n-1.
func (c *Func) BitAtPlace(i Num, n, words int) Set {
	if i.Known || words > 2 {
		return c.BitAt(i, n, words)
	}
	one := c.ShlW(LitW(1), c.Widen(i))
	if words == 1 {
		return Set{one}
	}
	high := c.AndW(one, c.SubW(LitW(0), c.Widen(c.ShrU(i, Lit(6)))))
	return Set{c.XorW(one, high), high}
}

// hasRange is has of a set that is always the same and has no gaps.
func (c *Func) hasRange(s Set, i Num) (v Num, ok bool) {
	least, most, n := -1, -1, 0
	for k, w := range s {
		if !w.Known {
			return Num{}, false
		}
		for x := w.Value; x != 0; x &= x - 1 {
			most = 64*k + bits.TrailingZeros64(x)
			if n == 0 {
				least = most
			}
			n++
		}
	}
	switch {
	case n == 0:
		return Lit(0), true
	case most-least+1 != n:
		return Num{}, false
	}
	return c.LtU(c.Sub(i, Lit(least)), Lit(n)), true
}

// HasPlace is has of what is known to lie within the words of the set.
func (c *Func) HasPlace(s Set, i Num) Num {
	if i.Known {
		return c.Has(s, i)
	}
	if v, ok := c.hasRange(s, i); ok {
		return v
	}
	w := s[len(s)-1]
	for k := len(s) - 2; k >= 0; k-- {
		if len(s) == 2 {
			w = c.PickW(c.BitAnd(i, Lit(64)), s[1], s[0])
			break
		}
		w = c.PickW(c.LtU(i, Lit(64*(k+1))), s[k], w)
	}
	return c.BitOf(w, c.Widen(i))
}

// Shift moves members by k towards lesser numbers (down) or greater ones; k is from 0 to 63.
func (c *Func) Shift(s Set, k Num, down bool) Set {
	out := make(Set, len(s))
	by := c.Widen(k)
	for i := range s {
		if down {
			out[i] = c.ShrW(s[i], by)
		} else {
			out[i] = c.ShlW(s[i], by)
		}
		j := i + 1
		if !down {
			j = i - 1
		}
		if j < 0 || j >= len(s) {
			continue
		}
		// what comes over from the neighbouring word: 64-k places, none when k is 0
		rest := c.SubW(LitW(63), by)
		if down {
			out[i] = c.OrW(out[i], c.ShlW(c.ShlW(s[j], rest), LitW(1)))
		} else {
			out[i] = c.OrW(out[i], c.ShrW(c.ShrW(s[j], rest), LitW(1)))
		}
	}
	return out
}

// First is the least member, or -1.
func (c *Func) First(s Set) Num {
	out := Lit(-1)
	for k := len(s) - 1; k >= 0; k-- {
		w := s[k]
		c.PushW(w)
		c.Op(I64Ctz, I32Wrap)
		out = c.Pick(c.Any(s[k:k+1]), c.Add(c.Keep(), Lit(64*k)), out)
	}
	return out
}

// Last is the greatest member, or -1.
func (c *Func) Last(s Set) Num {
	out := Lit(-1)
	for k := range s {
		c.I64(63)
		c.PushW(s[k])
		c.Op(I64Clz, I64Sub, I32Wrap)
		out = c.Pick(c.Any(s[k:k+1]), c.Add(c.Keep(), Lit(64*k)), out)
	}
	return out
}

// WithoutFirst takes the least member off a word.
func (c *Func) WithoutFirst(w Word) Word { return c.AndW(w, c.SubW(w, LitW(1))) }

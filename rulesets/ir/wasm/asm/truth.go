package asm

// Truth values are numbers that are 0 or 1.

// And reports whether both of two truth values hold.
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

package asm

// Sets of bits, word by word.

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

func (c *Func) Ors(a, b Set) Set { return c.Each(I64Or, a, b) }

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

// Xors are the members of one of two sets, but not of both.
func (c *Func) Xors(a, b Set) Set { return c.Each(I64Xor, a, b) }

// Gate is the set where the truth value holds, else nothing.
func (c *Func) Gate(a Num, s Set) Set {
	if a.Known && a.Value != 0 || s.Empty() {
		return s
	}
	if len(s) == 1 && !a.Known {
		if x, ok := c.compared[a.Local]; ok && x.w != nil && x.w.most()>>63 == 0 {
			// to select the compiler would compare twice: by the sign of a difference it does not
			apart := c.SubW(LitW(0), *x.w)
			if x.none {
				apart = c.SubW(*x.w, LitW(1))
			}
			return Set{c.AndW(s[0], c.BinW(I64ShrS, apart, LitW(63)))}
		}
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

// Either is a where q holds, else b.
func (c *Func) Either(q Num, a, b Set) Set {
	out := make(Set, len(a))
	for i := range a {
		out[i] = c.PickW(q, a[i], b[i])
	}
	return out
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

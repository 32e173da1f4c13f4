package wasm

// Random numbers are drawn in the module, as package engine draws them.

// next draws 64 random bits (xoshiro256**, as engine.Random). The generator's
// four words lie in the frame.
func (c *stateFn) next() word {
	rot := func(x word, k int) word {
		c.pushw(x)
		c.i64(uint64(k))
		c.op(i64Rotl)
		return c.keepw()
	}
	r := c.loadSet(c.s, c.mem.offRandom, 4)
	out := c.binw(i64Mul, rot(c.binw(i64Mul, r[1], wlit(5)), 7), wlit(9))
	t := c.binw(i64Shl, r[1], wlit(17))
	s2 := c.binw(i64Xor, r[2], r[0])
	s3 := c.binw(i64Xor, r[3], r[1])
	s1 := c.binw(i64Xor, r[1], s2)
	s0 := c.binw(i64Xor, r[0], s3)
	c.saveSet(c.s, c.mem.offRandom, set{s0, s1, c.binw(i64Xor, s2, t), rot(s3, 45)})
	return out
}

// product is 32 random bits times n: how many times 2^32 it holds is a number below n.
func (c *stateFn) product(n num) word {
	return c.binw(i64Mul, c.binw(i64ShrU, c.next(), wlit(32)), c.widen(n))
}

// seed puts the generator at the beginning of a game (splitmix64).
func (c *stateFn) seed(seed, game word) {
	r := make(set, 4)
	x := c.binw(i64Xor, seed, c.binw(i64Mul, game, wlit(0xd1342543de82ef95)))
	for i := range r {
		x = c.binw(i64Add, x, wlit(0x9e3779b97f4a7c15))
		z := c.binw(i64Mul, c.binw(i64Xor, x, c.binw(i64ShrU, x, wlit(30))), wlit(0xbf58476d1ce4e5b9))
		z = c.binw(i64Mul, c.binw(i64Xor, z, c.binw(i64ShrU, z, wlit(27))), wlit(0x94d049bb133111eb))
		r[i] = c.binw(i64Xor, z, c.binw(i64ShrU, z, wlit(31)))
	}
	c.saveSet(c.s, c.mem.offRandom, r)
}

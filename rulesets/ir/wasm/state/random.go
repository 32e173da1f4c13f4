package state

import (
	"github.com/lectio/lectio/rulesets/ir/wasm/asm"
)

// Random numbers are drawn in the module, as package engine draws them.

// next draws 64 random bits (xoshiro256**, as random.Source). The generator's
// four words lie in the frame.
func (c *Func) next() word {
	rot := func(x word, k int) word {
		c.PushW(x)
		c.I64(uint64(k))
		c.Op(asm.I64Rotl)
		return c.KeepW()
	}
	r := c.LoadSet(c.Frame, c.mem.offRandom, 4)
	out := c.MulW(rot(c.MulW(r[1], wlit(5)), 7), wlit(9))
	t := c.ShlW(r[1], wlit(17))
	s2 := c.XorW(r[2], r[0])
	s3 := c.XorW(r[3], r[1])
	s1 := c.XorW(r[1], s2)
	s0 := c.XorW(r[0], s3)
	c.SaveSet(c.Frame, c.mem.offRandom, set{s0, s1, c.XorW(s2, t), rot(s3, 45)})
	return out
}

// RememberDraws keeps how the generator stands, and gives what makes it stand so again.
func (c *Func) RememberDraws() (again func()) {
	kept := make(set, 4)
	for i, w := range c.LoadSet(c.Frame, c.mem.offRandom, 4) {
		kept[i] = c.VariableW(w)
	}
	return func() { c.SaveSet(c.Frame, c.mem.offRandom, kept) }
}

// Product is 32 random bits times n: how many times 2^32 it holds is a number below n.
func (c *Func) Product(n num) word {
	return c.MulW(c.ShrW(c.next(), wlit(32)), c.Widen(n))
}

// Seed puts the generator at the beginning of a game (splitmix64).
func (c *Func) Seed(seed, game word) {
	r := make(set, 4)
	x := c.XorW(seed, c.MulW(game, wlit(0xd1342543de82ef95)))
	for i := range r {
		x = c.AddW(x, wlit(0x9e3779b97f4a7c15))
		z := c.MulW(c.XorW(x, c.ShrW(x, wlit(30))), wlit(0xbf58476d1ce4e5b9))
		z = c.MulW(c.XorW(z, c.ShrW(z, wlit(27))), wlit(0x94d049bb133111eb))
		r[i] = c.XorW(z, c.ShrW(z, wlit(31)))
	}
	c.SaveSet(c.Frame, c.mem.offRandom, r)
}

package wasm

// Calls, branches and loops.

// argument is a number or a word.
type argument interface{ pushed(a *fn) }

func (v num) pushed(a *fn) { a.push(v) }

func (v word) pushed(a *fn) { a.pushw(v) }

// invoke calls a function with arguments.
func (c *fn) invoke(f *fn, args ...argument) {
	for _, v := range args {
		v.pushed(c)
	}
	c.call(f)
}

// told is the number that a function returns.
func (c *fn) told(f *fn, args ...argument) num {
	c.invoke(f, args...)
	return c.keep()
}

// yield returns a number from the function, yieldw a word.
func (c *fn) yield(v num) {
	c.push(v)
	c.op(opReturn)
}

// yieldw returns a word from the function.
func (c *fn) yieldw(v word) {
	c.pushw(v)
	c.op(opReturn)
}

// leaveTo branches to a label where a truth value holds.
func (c *fn) leaveTo(label int, cond num) {
	c.push(cond)
	c.brIf(label)
}

// repeat emits what f writes again and again; f branches to done where it ends, and may to
// again.
func (c *fn) repeat(f func(done, again int)) {
	done := c.block()
	again := c.loop()
	c.enterScope()
	f(done, again)
	c.leaveScope()
	c.br(again)
	c.end()
	c.end()
}

// upward emits f for i from 0 to n-1; f may break off to the label done.
func (c *fn) upward(n num, f func(i num, done int)) {
	i := c.variable(lit(0))
	c.repeat(func(done, _ int) {
		c.leaveTo(done, c.bin(i32GeS, i, n))
		f(i, done)
		c.assign(i, c.bin(i32Add, i, lit(1)))
	})
}

// times emits f to be done k times.
func (c *fn) times(k num, f func()) {
	if k.known && k.v == 1 {
		f()
		return
	}
	left := c.variable(k)
	c.repeat(func(done, _ int) {
		c.changed()
		c.leaveTo(done, c.bin(i32LeS, left, lit(0)))
		f()
		c.assign(left, c.bin(i32Sub, left, lit(1)))
		c.changed()
	})
	c.changed()
}

// eachAtOnce emits f for every member of a set, in ascending order, once for all words; f may
// break off to the label done.
func (c *fn) eachAtOnce(s set, f func(i num, done int)) {
	rest, base := make(set, len(s)), lit(0)
	for k, w := range s {
		rest[k] = c.variablew(w)
	}
	if len(s) > 1 {
		base = c.variable(base)
	}
	c.repeat(func(done, again int) {
		c.pushw(rest[0])
		c.op(i64Eqz)
		if len(s) == 1 {
			c.brIf(done)
		} else {
			c.ifThen(c.keep(), func() {
				c.leaveTo(done, c.bin(i32Eq, base, lit(64*(len(s)-1))))
				c.assignSet(rest, rest[1:])
				c.assign(base, c.bin(i32Add, base, lit(64)))
				c.br(again)
			}, nil)
		}
		c.pushw(rest[0])
		c.op(i64Ctz, i32Wrap)
		i := c.bin(i32Add, c.keep(), base)
		c.assignw(rest[0], c.withoutFirst(rest[0]))
		f(i, done)
	})
}

// eachMember emits f for every member of a set, in ascending order, word by word: it is in word k.
func (c *fn) eachMember(s set, f func(k int, i num)) {
	for k, w := range s {
		if !w.known || w.v != 0 {
			c.eachAtOnce(set{w}, func(i num, _ int) { f(k, c.bin(i32Add, i, lit(64*k))) })
		}
	}
}

// unlessEmpty is what f emits, and nothing where a set is empty.
func (c *fn) unlessEmpty(s set, f func() set) set {
	out := c.nothing(len(s))
	c.ifThen(c.any(s), func() { c.assignSet(out, f()) }, nil)
	return out
}

// provided emits f where all of some conditions hold, each asked only where those before it do.
func (c *fn) provided(levels []func() num, f func()) {
	if len(levels) == 0 {
		f()
		return
	}
	c.ifThen(levels[0](), func() { c.provided(levels[1:], f) }, nil)
}

// into takes what is on the stack into a local.
func (c *fn) into(l int) { c.setLocal(l) }

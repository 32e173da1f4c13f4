package wasm

import (
	"maps"
	"slices"
)

// What has been worked out is known, by a key, until something changes it. Code that not every
// way passes stands in a scope: what it works out is not known behind it.

// known holds values that have been worked out and still hold.
type known struct {
	nums    map[any]num    // until something changes
	sets    map[any]set    // until something changes
	lasting map[any]num    // until the subject is another
	bases   map[string]num // addresses from which offsets are counted, until the subject is another
	subject num
}

func newKnown(subject num) known {
	return known{nums: map[any]num{}, sets: map[any]set{}, lasting: map[any]num{}, bases: map[string]num{}, subject: subject}
}

func (k known) clone() known {
	return known{maps.Clone(k.nums), maps.Clone(k.sets), maps.Clone(k.lasting), maps.Clone(k.bases), k.subject}
}

// once is the number known by a key, worked out where it is not known yet.
func (c *fn) once(key any, f func() num) num { return knownBy(&c.known.nums, key, f) }

// setOnce is once of a set.
func (c *fn) setOnce(key any, f func() set) set { return knownBy(&c.known.sets, key, f) }

// knownBy works out what is not known. What was known may be forgotten meanwhile: the map is
// asked for anew.
func knownBy[T any](m *map[any]T, key any, f func() T) T {
	v, ok := (*m)[key]
	if !ok {
		v = f()
		(*m)[key] = v
	}
	return v
}

// have is the number known by a key, if there is one.
func (c *fn) have(key any) (v num, ok bool) {
	v, ok = c.known.nums[key]
	return v, ok
}

// haveOf is have of what depends on the subject alone.
func (c *fn) haveOf(key any) (v num, ok bool) {
	v, ok = c.known.lasting[key]
	return v, ok
}

// haveBase is have of an address.
func (c *fn) haveBase(key string) (v num, ok bool) {
	v, ok = c.known.bases[key]
	return v, ok
}

// let says what is known by a key from now on.
func (c *fn) let(key any, v num) { c.known.nums[key] = v }

// letSet is let of a set.
func (c *fn) letSet(key any, s set) { c.known.sets[key] = s }

// letOf is let of what depends on the subject alone.
func (c *fn) letOf(key any, v num) { c.known.lasting[key] = v }

// letBase is let of an address from which offsets are counted: see steady.
func (c *fn) letBase(key string, v num) { c.known.bases[key] = v }

// changed forgets what depends on what lies in memory.
func (c *fn) changed() {
	c.forgetHere()
	for i := range c.outer {
		c.outer[i].nums, c.outer[i].sets = map[any]num{}, map[any]set{}
	}
}

// forgetHere is changed for the present scope only: behind it all is as it was.
func (c *fn) forgetHere() { c.known.nums, c.known.sets = map[any]num{}, map[any]set{} }

// forgetNumbersHere is forgetHere of numbers.
func (c *fn) forgetNumbersHere() { c.known.nums = map[any]num{} }

// forgetWhere is changed of what is known by some keys.
func (c *fn) forgetWhere(of func(key any) bool) {
	for _, k := range append(c.outer, c.known) {
		maps.DeleteFunc(k.nums, func(key any, _ num) bool { return of(key) })
		maps.DeleteFunc(k.sets, func(key any, _ set) bool { return of(key) })
	}
}

// forgetOf forgets one thing that depends on the subject alone.
func (c *fn) forgetOf(key any) {
	delete(c.known.lasting, key)
	for i := range c.outer {
		delete(c.outer[i].lasting, key)
	}
}

// subject is the number that the code is about: a scope gives it back.
func (c *fn) subject() num { return c.known.subject }

// turnTo makes another number what the code is about, and forgets all.
func (c *fn) turnTo(q num) {
	c.known = newKnown(q)
	for i, k := range c.outer {
		c.outer[i] = newKnown(k.subject)
	}
}

// inFrame emits code about another frame.
func (c *fn) inFrame(s num, f func()) {
	was, known, outer := c.s, c.known, c.outer
	c.s, c.known, c.outer = s, newKnown(c.subject()), nil
	f()
	c.s, c.known, c.outer = was, known, outer
}

// enterScope begins code that not every way passes.
func (c *fn) enterScope() {
	c.outer = append(c.outer, c.known)
	c.known = c.known.clone()
}

// leaveScope ends it: what is known is what was known before.
func (c *fn) leaveScope() {
	n := len(c.outer) - 1
	c.known, c.outer = c.outer[n], c.outer[:n]
}

// end closes a block. Behind it several ways may meet, and the compiler, which
// then looks a local up anew, takes it for another value than before as soon as it
// is read twice: it forgets that addresses counted from it lie within the memory.
// A local that is given its own value is the same value from there on.
func (c *fn) end() {
	c.close()
	c.steady()
}

// steady gives the bases of addresses their own values.
func (c *fn) steady() {
	c.itself(c.s)
	c.itself(c.zero)
	for _, k := range slices.Sorted(maps.Keys(c.known.bases)) {
		c.itself(c.known.bases[k])
	}
}

// itself gives a local its own value.
func (c *fn) itself(a num) {
	if !a.known {
		c.get(a.l)
		c.setLocal(a.l)
	}
}

// ifThen emits then where the truth value holds, els (if any) where not.
func (c *fn) ifThen(cond num, then func(), els func()) {
	if cond.known {
		if cond.v != 0 {
			then()
		} else if els != nil {
			els()
		}
		return
	}
	c.push(cond)
	c.when()
	c.enterScope()
	before := c.mayBeOver
	then()
	either := c.mayBeOver
	c.mayBeOver = before
	c.leaveScope()
	c.otherwise()
	if els != nil {
		c.enterScope()
		els()
		c.leaveScope()
	}
	c.end()
	c.mayBeOver = c.mayBeOver || either
}

// ifAny emits f where any of some truth values holds, els (if any) where none does. Each is
// worked out only where those before it do not hold, and branched on.
func (c *fn) ifAny(list []func() num, f, els func()) {
	skip := c.block()
	found := c.block()
	c.enterScope()
	for _, x := range list {
		c.leaveTo(found, x())
	}
	if els != nil {
		els()
	}
	c.br(skip)
	c.leaveScope()
	c.end()
	c.enterScope()
	f()
	c.leaveScope()
	c.end()
}

// aside emits f for the case that the truth value holds; it branches away at its
// end and never comes back, so that what is known holds still behind it.
func (c *fn) aside(cond num, f func()) {
	known, outer, over := c.known.clone(), slices.Clone(c.outer), c.mayBeOver
	for i := range outer {
		outer[i] = outer[i].clone()
	}
	if _, ok := c.compared[cond.l]; ok || cond.known {
		// in the other branch: the compiler writes the one that does not come back last
		c.ifThen(c.not(cond), func() {}, f)
	} else {
		c.ifThen(cond, f, nil)
	}
	c.known, c.outer, c.mayBeOver = known, outer, over
	c.steady()
}

// onlyIf reports whether a and what b emits hold; b is worked out only where a holds.
func (c *fn) onlyIf(a num, b func() num) num {
	if a.known && a.v == 0 {
		return a
	}
	v := c.variable(lit(0))
	c.ifThen(a, func() { c.assign(v, b()) }, nil)
	return v
}

// truth makes 0 or 1 of a number. Conditions are truth values already.
func (c *fn) truth(a num) num {
	if a.known {
		return lit(b2i(a.v != 0))
	}
	return a
}

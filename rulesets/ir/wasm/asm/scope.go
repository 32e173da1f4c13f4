package asm

import (
	"maps"
	"slices"
)

// What has been worked out is known, by a key, until something changes it. Code that not every
// way passes stands in a scope: what it works out is not known behind it.

// known holds values that have been worked out and still hold.
type known struct {
	nums    map[any]Num    // until something changes
	sets    map[any]Set    // until something changes
	lasting map[any]Num    // until the subject is another
	bases   map[string]Num // addresses from which offsets are counted, until the subject is another
	subject Num
}

func newKnown(subject Num) known {
	return known{nums: map[any]Num{}, sets: map[any]Set{}, lasting: map[any]Num{}, bases: map[string]Num{}, subject: subject}
}

func (k known) clone() known {
	return known{maps.Clone(k.nums), maps.Clone(k.sets), maps.Clone(k.lasting), maps.Clone(k.bases), k.subject}
}

// Once is the number known by a key, worked out where it is not known yet.
func (c *Func) Once(key any, f func() Num) Num { return knownBy(&c.known.nums, key, f) }

// SetOnce is once of a set.
func (c *Func) SetOnce(key any, f func() Set) Set { return knownBy(&c.known.sets, key, f) }

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

// Have is the number known by a key, if there is one.
func (c *Func) Have(key any) (v Num, ok bool) {
	v, ok = c.known.nums[key]
	return v, ok
}

// HaveOf is have of what depends on the subject alone.
func (c *Func) HaveOf(key any) (v Num, ok bool) {
	v, ok = c.known.lasting[key]
	return v, ok
}

// HaveBase is have of an address.
func (c *Func) HaveBase(key string) (v Num, ok bool) {
	v, ok = c.known.bases[key]
	return v, ok
}

// Let says what is known by a key from now on.
func (c *Func) Let(key any, v Num) { c.known.nums[key] = v }

// LetSet is let of a set.
func (c *Func) LetSet(key any, s Set) { c.known.sets[key] = s }

// LetOf is let of what depends on the subject alone.
func (c *Func) LetOf(key any, v Num) { c.known.lasting[key] = v }

// LetBase is let of an address from which offsets are counted: see steady.
func (c *Func) LetBase(key string, v Num) { c.known.bases[key] = v }

// Changed forgets what depends on what lies in memory.
func (c *Func) Changed() {
	c.ForgetHere()
	for i := range c.outer {
		c.outer[i].nums, c.outer[i].sets = map[any]Num{}, map[any]Set{}
	}
}

// ForgetHere is changed for the present scope only: behind it all is as it was.
func (c *Func) ForgetHere() { c.known.nums, c.known.sets = map[any]Num{}, map[any]Set{} }

// ForgetNumbersHere is ForgetHere of numbers.
func (c *Func) ForgetNumbersHere() { c.known.nums = map[any]Num{} }

// ForgetWhere is changed of what is known by some keys.
func (c *Func) ForgetWhere(of func(key any) bool) {
	for _, k := range append(c.outer, c.known) {
		maps.DeleteFunc(k.nums, func(key any, _ Num) bool { return of(key) })
		maps.DeleteFunc(k.sets, func(key any, _ Set) bool { return of(key) })
	}
}

// ForgetOf forgets one thing that depends on the subject alone.
func (c *Func) ForgetOf(key any) {
	delete(c.known.lasting, key)
	for i := range c.outer {
		delete(c.outer[i].lasting, key)
	}
}

// Subject is the number that the code is about: a scope gives it back.
func (c *Func) Subject() Num { return c.known.subject }

// TurnTo makes another number what the code is about, and forgets all.
func (c *Func) TurnTo(q Num) {
	c.known = newKnown(q)
	for i, k := range c.outer {
		c.outer[i] = newKnown(k.subject)
	}
}

// InFrame emits code about another frame.
func (c *Func) InFrame(s Num, f func()) {
	was, known, outer := c.Frame, c.known, c.outer
	c.Frame, c.known, c.outer = s, newKnown(c.Subject()), nil
	f()
	c.Frame, c.known, c.outer = was, known, outer
}

// EnterScope begins code that not every way passes.
func (c *Func) EnterScope() {
	c.outer = append(c.outer, c.known)
	c.known = c.known.clone()
}

// LeaveScope ends it: what is known is what was known before.
func (c *Func) LeaveScope() {
	n := len(c.outer) - 1
	c.known, c.outer = c.outer[n], c.outer[:n]
}

// End closes a block. Behind it several ways may meet, and the compiler, which
// then looks a local up anew, takes it for another value than before as soon as it
// is read twice: it forgets that addresses counted from it lie within the memory.
// A local that is given its own value is the same value from there on.
func (c *Func) End() {
	c.close()
	c.steady()
}

// steady gives the bases of addresses their own values.
func (c *Func) steady() {
	c.Itself(c.Frame)
	c.Itself(c.Zero)
	for _, k := range slices.Sorted(maps.Keys(c.known.bases)) {
		c.Itself(c.known.bases[k])
	}
}

// Itself gives a local its own value.
func (c *Func) Itself(a Num) {
	if !a.Known {
		c.Get(a.Local)
		c.SetLocal(a.Local)
	}
}

// IfThen emits then where the truth value holds, els (if any) where not.
func (c *Func) IfThen(cond Num, then func(), els func()) {
	if cond.Known {
		if cond.Value != 0 {
			then()
		} else if els != nil {
			els()
		}
		return
	}
	c.Push(cond)
	c.when()
	c.EnterScope()
	before := c.MayBeOver
	then()
	either := c.MayBeOver
	c.MayBeOver = before
	c.LeaveScope()
	c.otherwise()
	if els != nil {
		c.EnterScope()
		els()
		c.LeaveScope()
	}
	c.End()
	c.MayBeOver = c.MayBeOver || either
}

// IfAny emits f where any of some truth values holds, els (if any) where none does. Each is
// worked out only where those before it do not hold, and branched on.
func (c *Func) IfAny(list []func() Num, f, els func()) {
	skip := c.Block()
	found := c.Block()
	c.EnterScope()
	for _, x := range list {
		c.LeaveTo(found, x())
	}
	if els != nil {
		els()
	}
	c.Br(skip)
	c.LeaveScope()
	c.End()
	c.EnterScope()
	f()
	c.LeaveScope()
	c.End()
}

// Aside emits f for the case that the truth value holds; it branches away at its
// end and never comes back, so that what is known holds still behind it.
func (c *Func) Aside(cond Num, f func()) {
	known, outer, over := c.known.clone(), slices.Clone(c.outer), c.MayBeOver
	for i := range outer {
		outer[i] = outer[i].clone()
	}
	if _, ok := c.compared[cond.Local]; ok || cond.Known {
		// in the other branch: the compiler writes the one that does not come back last
		c.IfThen(c.Not(cond), func() {}, f)
	} else {
		c.IfThen(cond, f, nil)
	}
	c.known, c.outer, c.MayBeOver = known, outer, over
	c.steady()
}

// OnlyIf reports whether a and what b emits hold; b is worked out only where a holds.
func (c *Func) OnlyIf(a Num, b func() Num) Num {
	if a.Known && a.Value == 0 {
		return a
	}
	v := c.Variable(Lit(0))
	c.IfThen(a, func() { c.Assign(v, b()) }, nil)
	return v
}

// Truth makes 0 or 1 of a number. Conditions are truth values already.
func (c *Func) Truth(a Num) Num {
	if a.Known {
		return Lit(B2i(a.Value != 0))
	}
	return a
}

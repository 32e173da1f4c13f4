package rulesets

// KeepIdle sets how many bytes of idle players are kept, and returns how many were.
func KeepIdle(bytes int) (before int) {
	before, idleMemory = idleMemory, bytes
	return before
}

// Loaded is how many compiled modules are kept.
func Loaded() int {
	loaded.Lock()
	defer loaded.Unlock()
	return len(loaded.list)
}

// Same reports whether the carrier takes states as they are; Slow makes it take
// them apart all the same.
func (c *Carrier) Same() bool { return c.same }
func (c *Carrier) Slow()      { c.same = false }

// IsFlag reports whether a variable is one that sentences speak of as a fact.
func (g *Game) IsFlag(id string) bool {
	sp := newSpeaker(g)
	i, ok := sp.c.vars[id]
	return ok && sp.flag(i)
}

// Untyped is what the compiler would say of the expressions of a statement that its
// sentence could not give a type.
func (g *Game) Untyped(s *Statement) []string {
	sp := newSpeaker(g)
	sp.statement(s)
	return sp.untyped
}

package emit

import "github.com/lectio/lectio/rulesets/ir"

// For searches it is noted which statements take effect: see expand.go.

// note notes that a statement has taken effect.
func (c *ctx) note(statement int) {
	if c.g.Options.Expand {
		c.PutOctet(c.Frame, c.g.OffNotes+statement, lit(1))
	}
}

// noteVain notes that moves were looked for in vain.
func (c *ctx) noteVain() { c.note(c.g.Program.Statements) }

// noteAgenda notes which agenda is put up: list has one more than the number of
// the agenda by row, 0 for none.
func (c *ctx) noteAgenda(turn bool, list []int, row num) {
	g := c.g
	if !g.Options.Expand {
		return
	}
	at := make([]int, len(list))
	for i, x := range list {
		at[i] = g.Program.Statements + 1
		if x > 0 {
			at[i] = g.Program.Agendas[x-1].Statement
		}
		if at[i] > 255 {
			panic(ir.Unsupported{Word: "more than 250 statements"})
		}
	}
	key := "agendas noted"
	if turn {
		key = "agendas noted of turns"
	}
	statement := c.OctetAt(row, g.m.Octets(key, at))
	c.PutOctet(c.Add(c.Frame, statement), g.OffNotes, lit(1))
}

// scoresBefore are the points scored so far, by seat, where it is noted whether
// a rule changes them.
func (c *ctx) scoresBefore() (out []num) {
	if c.g.Options.Expand {
		for _, v := range c.scored {
			out = append(out, c.Variable(v))
		}
	}
	return out
}

// noteScore notes that a rule has changed what was scored before.
func (c *ctx) noteScore(statement int, before []num) {
	differs := lit(0)
	for w, v := range before {
		differs = c.Or(differs, c.Ne(v, c.scored[w]))
	}
	c.IfThen(differs, func() { c.note(statement) }, nil)
}

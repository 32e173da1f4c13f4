package emit

import (
	"slices"

	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/ir"
	"github.com/lectio/lectio/rulesets/ir/wasm/state"
)

// ctx is one function being generated.
type ctx struct {
	*state.Func
	g      *gen
	scored []num // points scored at the moment tested, by seat
	envs   int
}

// AsksParts reports whether what is known by a key may depend on what is left of the agenda.
func (k askedOf) AsksParts() bool {
	return k.v.LooksAhead() || slices.ContainsFunc([]ir.Op{ir.Left, ir.Played, ir.Up}, k.v.Uses)
}

// env is the move about which a value is worked out.
type env struct {
	id                 int // of the move considered; 0: none
	from, to, over     num
	fromStore, toStore bool
	part, class, spar  num
	act                engine.Act
	men                num // that move together
	move               bool
	left               num           // where the part stands in what is left; known in the loop only
	placed             bool          // left is known
	pair               *state.Pair   // the candidate; known in the loop only
	passes             bool          // of a man that goes along the track
	candidate          bool          // a move that may be made: it can be tried, to look ahead
	menOf              func(env) num // where the number of men depends on the candidate
}

func (c *ctx) noMove() env {
	return env{from: lit(-1), to: lit(-1), over: lit(-1), part: lit(0), class: lit(0), spar: lit(0), men: lit(1)}
}

func (c *ctx) newEnv() env {
	e := c.noMove()
	c.envs++
	e.id, e.move = c.envs, true
	return e
}

func (c *ctx) lack(word string) {
	panic(ir.Unsupported{Statement: c.g.rule, Word: word})
}

// of is the value of a condition or expression of the rules.
func (g *gen) of(n *engine.Node) *ir.Value { return g.lower.Value(n, ir.Mover) }

// is emits a condition; nil always holds.
func (c *ctx) is(n *engine.Node, e env) num {
	if n == nil {
		return lit(1)
	}
	return c.num(c.g.of(n), e)
}

// both reports whether a and what b emits hold. What looks ahead is worked out only
// where a holds; what does not is cheaper than a branch.
func (c *ctx) both(a num, x *ir.Value, b func() num) num {
	if !x.LooksAhead() {
		return c.And(a, b())
	}
	return c.OnlyIf(a, b)
}

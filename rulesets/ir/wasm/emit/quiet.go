package emit

import (
	"slices"

	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/engine/weigh"
	"github.com/lectio/lectio/rulesets/ir"
	"github.com/lectio/lectio/rulesets/ir/wasm/asm"
	"github.com/lectio/lectio/rulesets/ir/wasm/state"
)

// Of the quiet moves of a decision ([ir.Lowering.Quiet]) one is made, and what it leads to weighed. What another of the
// same act and part is worth follows from the weights of the places that the two men leave and come to. So a move is
// made only where a rule answers it otherwise than that one. Games at one ply took longer without, measured on 2026-11-28:
// 85 to 96 % in hunts and in merels, 66 % where men are placed to join two sides, 23 and 49 % in two games of leaps; two races took
// 5 % less.

// quiet is the function being written in which moves are weighed, as far as it knows what quiet ones are worth.
type quiet struct {
	*ctx
	player, sub num
	pays        num                             // whether the decision has moves enough
	acts        map[engine.Act][]ir.Restriction // quiet acts, and when their moves are not quiet

	made       word // the act and part, and the store, of the quiet move that has been made last; 0: none
	base, sign num  // what it is worth but for the man moved, and whether he counts for or against
	men        num  // where the weights of the men of the player lie, by class and place
	goes, left num  // which of them are those of the man where he goes, and where he leaves: any, of one from a store
}

// fewest are the moves of a decision from which on it pays to ask which of them are quiet: of two or three hardly one is
// not made. Asked of every decision, the Royal Game of Ur took 3 % longer at one ply, measured on 2026-11-28.
const fewest = 4

// quiet begins a decision of n moves, of which nothing is known.
func (c *ctx) quiet(player, sub, n num) *quiet {
	q := &quiet{ctx: c, player: player, sub: sub, pays: c.GeS(n, lit(fewest)), acts: map[engine.Act][]ir.Restriction{}}
	for _, act := range c.g.acts() {
		if unless, ok := c.g.lower.Quiet(c.g.Facts, act); ok {
			q.acts[act] = unless
		}
	}
	if c.g.Cells || c.g.Turn.NoMove != 0 && !c.g.someLast() {
		clear(q.acts)
	}
	if len(q.acts) > 0 {
		q.made = c.VariableW(wlit(0))
		for _, v := range []*num{&q.base, &q.sign, &q.men, &q.goes, &q.left} {
			*v = c.Variable(lit(0))
		}
	}
	return q
}

// weigh gives v what a move leads to is worth; long makes the move and does so.
func (q *quiet) weigh(mv word, v num, long func()) {
	if len(q.acts) == 0 {
		long()
		return
	}
	c := q.ctx
	kind := c.VariableW(wlit(0)) // 0: it is not quiet
	c.IfThen(q.pays, func() {
		c.eachAct(mv, func(act engine.Act, e env) {
			if unless, ok := q.acts[act]; ok {
				q.ask(mv, e, unless, kind)
			}
		})
	}, nil)
	is := c.Not(c.EqualW(kind, wlit(0)))
	c.IfThen(c.And(is, c.EqualW(kind, q.made)), func() {
		c.Assign(v, c.Add(q.base, q.moved()))
	}, func() {
		long()
		c.IfThen(is, func() { q.learn(v, kind) }, nil)
	})
}

// ask gives kind what quiet moves have in common that differ in the man moved alone, if a move is one.
func (q *quiet) ask(mv word, e env, unless []ir.Restriction, kind word) {
	c := q.ctx
	p := c.g.Program
	own := actOf[e.act].man == ownMan
	stays, places := ^(state.MoveTo.Mask() | state.MoveClass.Mask()), []num{e.to}
	if own {
		stays, places = stays&^state.MoveFrom.Mask(), append(places, e.from)
	}
	c.ForgetHere()
	c.Suppose(e.class, places...)
	answered := lit(0)
	for _, r := range unless {
		answered = c.Or(answered, c.struck(&r, e))
	}
	c.IfThen(c.Not(answered), func() {
		c.AssignW(kind, c.AndW(mv, wlit(stays)))
		class := c.Mul(e.class, lit(weigh.MostMen*p.Places))
		c.Assign(q.goes, c.Shl(c.Add(class, e.to), lit(1)))
		if own {
			c.Assign(q.left, c.Shl(c.Add(class, e.from), lit(1)))
		}
	}, nil)
}

// moved is what the man moved is worth where he goes more than where he leaves.
func (q *quiet) moved() num {
	c := q.ctx
	weight := func(at num) num {
		c.Push(c.Add(q.men, at))
		c.Load16s(0)
		return c.Keep()
	}
	return c.Mul(q.sign, c.Sub(weight(q.goes), weight(q.left)))
}

// learn looks at what a quiet move has led to, which is worth v: whether others of its kind lead to the like.
func (q *quiet) learn(v num, kind word) {
	c, g := q.ctx, q.g
	lay := g.Layout
	c.AssignW(q.made, wlit(0))
	c.InFrame(q.sub, func() {
		to := c.Byte(lay.To)
		c.TurnTo(to)
		c.IfThen(c.Not(c.Or(c.Byte(lay.Over), c.GeU(c.Cell(g.OffAsked), lit(2)))), func() {
			like := c.Variable(lit(1))
			if g.Turn.NoMove != 0 || g.Agenda.Optional { // else nobody asks
				c.IfThen(c.Cell(g.OffAsked), func() {
					c.Assign(like, lit(0))
					c.IfThen(c.Ne(to, q.player), func() { c.Assign(like, q.surelyGoesOn()) }, nil)
				}, nil)
			}
			c.IfThen(like, func() {
				weights, sign := c.weightsOf(q.player, to)
				c.Assign(q.sign, sign)
				seat := c.seatFrom(to, q.player)
				c.Assign(q.men, c.Add(weights, c.Mul(seat, lit(2*g.Form.Man(1, 0, 1, 0)))))
				c.AssignW(q.made, kind)
				c.Assign(q.base, c.Sub(v, q.moved()))
			}, nil)
		}, nil)
	})
}

// surelyGoesOn reports whether the player who is to move in the frame can move also after any quiet move of the same kind:
// there are three places where somebody may go whom nothing hinders but who stands there. Of those the one
// move vacates one and another takes one.
func (q *quiet) surelyGoesOn() num {
	c, g := q.ctx, q.g
	landings := c.Nothing(g.W)
	ranks := c.VariableW(c.CellW(g.OffRanks))
	c.Repeat(func(done, _ int) {
		c.LeaveTo(done, c.EqualW(ranks, wlit(0)))
		c.PushW(ranks)
		c.Op(asm.I64Ctz, asm.I32Wrap)
		rank := c.Keep()
		c.AssignW(ranks, c.WithoutFirst(ranks))
		at := c.Add(c.Frame, c.Mul(rank, lit(g.BlockSize)))
		g.forClass(c, c.partAt(rank), func(cl *ir.Class, part num) {
			for gi, x := range cl.Groups {
				if g.lasts(x) {
					c.eachKept(cl, gi, block{c, cl, at}, func(i num) { c.includePlace(landings, c.envOf(x, part, i).to) })
				}
			}
		})
	})
	return c.GeU(c.Count(landings), lit(3))
}

// lasts reports whether all moves of a group are such as nothing hinders but who stands where they go, on one cell for each
// of these places.
func (g *gen) lasts(x *ir.Group) bool {
	return g.Board.MostAcross == 1 && !x.Space.Wide && !x.Listed && !slices.ContainsFunc(x.Allows, func(a *engine.Allow) bool { return !g.lower.Lasts(a, x) })
}

// someLast reports whether there are such groups.
func (g *gen) someLast() bool {
	return slices.ContainsFunc(g.candidates.Playable, func(cl *ir.Class) bool { return slices.ContainsFunc(cl.Groups, g.lasts) })
}

// weightsOf is where the weights lie by which a position is worth something to a player in which another is to move, and
// 1, or -1 where they say what it is worth to his opponents.
func (c *ctx) weightsOf(player, to num) (weights, sign num) {
	g := c.g
	form := g.Form
	weights = c.NumAt(c.Shl(player, lit(2)), state.AtWeights)
	sign = lit(1)
	if form.Outputs > 1 {
		weights = c.Add(weights, c.Mul(c.seatFrom(to, player), lit(2*form.Views*form.Numbers)))
	} else {
		sign = c.Pick(c.Eq(c.teamOf(player), c.teamOf(to)), lit(1), lit(-1))
	}
	if !form.Tied {
		weights = c.Add(weights, c.Mul(to, lit(2*form.Numbers)))
	}
	return weights, sign
}

// seatFrom is how many seats a player sits after another.
func (c *ctx) seatFrom(to, player num) num {
	seat := c.Sub(player, to)
	return c.Add(seat, c.Pick(c.LtS(seat, lit(0)), lit(len(c.g.Program.Players)), lit(0)))
}

// teamOf is the number of a player's side.
func (c *ctx) teamOf(q num) num { return c.OctetAt(q, c.g.m.Octets("teams", c.g.Program.Team)) }

package emit

import (
	"maps"
	"slices"

	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/ir"
	"github.com/lectio/lectio/rulesets/ir/wasm/asm"
	"github.com/lectio/lectio/rulesets/ir/wasm/state"
)

// Some words of the rules, and some requirements, ask what a move leads to: it is made a level deeper, in
// the next frame, and looked at there.

func init() {
	maps.Copy(emitters, map[ir.Op]func(c *ctx, v *ir.Value, e env) num{
		ir.Completable: func(c *ctx, _ *ir.Value, e env) num { return c.completable(e) },
		ir.Follows:     func(c *ctx, v *ir.Value, e env) num { return c.follows(v.Args[0], e) },
		ir.After:       func(c *ctx, v *ir.Value, e env) num { return c.afterwards(v.Args[0], e) },
		ir.Can:         func(c *ctx, v *ir.Value, _ env) num { return c.can(v.Args[0]) },
	})
}

// completable reports whether, after the candidate, every part of the throw that is
// left can be played. Within a look-ahead it is not asked.
func (c *ctx) completable(e env) num {
	return c.tried(e, func(out num) {
		c.IfThen(c.GtS(c.PartsLeft(), lit(1)), func() {
			sub := c.ahead(c.move(e.act, e))
			most := c.Told(c.g.fReach, sub, lit(int(engine.MostParts)))
			// reach has dropped what may be left, as the interpreter's does
			c.InFrame(sub, func() {
				c.Assign(out, c.GeS(most, c.owed(lit(int(engine.MostParts)))))
			})
		}, nil)
	})
}

// follows reports whether, after the candidate, the part of a number can be played at
// once, or the game is over.
func (c *ctx) follows(part *ir.Value, e env) num {
	g := c.g
	number := c.num(part, e)
	is := make([]int, len(g.Program.Parts))
	for i := range is {
		is[i] = asm.B2i(g.Program.Parts[i].IsNumber)
	}
	return c.tried(e, func(out num) {
		sub := c.ahead(c.move(e.act, e))
		c.InFrame(sub, func() {
			c.IfThen(c.Not(c.Byte(g.Layout.Over)), func() {
				c.Assign(out, lit(0))
				c.IfThen(c.Told(g.fGen, sub), func() {
					count := c.Told(g.fList, sub)
					c.Upward(count, func(i num, done int) {
						mv := c.WordAt(c.Add(sub, c.Shl(i, lit(3))), g.OffList)
						part := c.Field(mv, state.MovePart)
						hit := c.And(c.OctetAt(part, g.m.Octets("parts that are numbers", is)), c.Ne(c.Field(mv, state.MoveAct), lit(int(engine.Stop))))
						hit = c.And(hit, c.Eq(c.number(env{part: part}), number))
						c.IfThen(hit, func() {
							c.Assign(out, lit(1))
							c.Br(done)
						}, nil)
					})
				}, nil)
			}, nil)
		})
	})
}

// afterwards reports whether a condition holds of the position that a candidate leads to. What
// works it out is a function of its own, by the condition: it makes the move a level deeper
// and asks there and then.
func (c *ctx) afterwards(v *ir.Value, e env) num {
	if !e.candidate {
		c.lack("asking for the position after what is no candidate")
	}
	f := c.Module.Function(v, []asm.Type{asm.I32, asm.I64}, []asm.Type{asm.I32}, func(f *asm.Func) { c.g.afterMove(f, v) })
	return c.Told(f, c.Frame, c.move(e.act, e))
}

// afterMove writes the function that makes a move a level deeper, without testing anything,
// and asks a condition there.
func (g *gen) afterMove(f *asm.Func, v *ir.Value) {
	c := g.begin(f)
	c.TurnTo(c.Byte(g.Layout.To))
	mv, out := word{Local: 1}, c.Variable(lit(0))
	sub := c.deeper(func(num) {})
	c.InFrame(sub, func() {
		c.TurnTo(c.Byte(g.Layout.To))
		c.eachAct(mv, func(a engine.Act, e env) {
			c.perform(a, &e, lit(0))
			c.Assign(out, c.Truth(c.num(v, e)))
		})
	})
	c.Push(out)
}

// can reports whether a condition holds of a move that could be made now, other than to stop.
// What lists the moves, a level deeper, and asks is a function of its own, by the condition.
func (c *ctx) can(v *ir.Value) num {
	type can struct{ v *ir.Value }
	f := c.Module.Function(can{v}, []asm.Type{asm.I32}, []asm.Type{asm.I32}, func(f *asm.Func) { c.g.canMove(f, v) })
	return c.Told(f, c.Frame)
}

func (g *gen) canMove(f *asm.Func, v *ir.Value) {
	c := g.begin(f)
	out, quiet := c.Variable(lit(0)), c.Variable(c.Byte(g.OffQuiet))
	sub := c.deeper(func(sub num) { c.PutOctet(sub, g.OffQuiet, quiet) }) // it looks no further ahead than who asks
	c.InFrame(sub, func() {
		c.TurnTo(c.Byte(g.Layout.To))
		c.IfThen(c.Told(g.fGen, sub), func() {
			c.Upward(c.Told(g.fList, sub), func(i num, done int) {
				c.eachAct(c.moveAt(i), func(_ engine.Act, e env) {
					c.IfThen(c.num(v, e), func() { c.Assign(out, lit(1)) }, nil)
				})
				c.LeaveTo(done, out)
			})
		}, nil)
	})
	c.Push(out)
}

// tried emits what looks ahead from a candidate; out holds until f says otherwise.
func (c *ctx) tried(e env, f func(out num)) num {
	if !e.candidate {
		c.lack("looking ahead from what is no candidate")
	}
	out := c.Variable(lit(1))
	c.IfThen(c.Not(c.Byte(c.g.OffQuiet)), func() { f(out) }, nil)
	return out
}

// ahead makes a move on a copy of the state, a level deeper, and returns it.
func (c *ctx) ahead(mv word) num {
	return c.deeper(func(sub num) {
		c.Invoke(c.g.fApply, sub, mv)
	})
}

// deeper does something with a copy of the state, a level deeper, and returns it.
func (c *ctx) deeper(f func(sub num)) num {
	g := c.g
	sub := c.Add(c.Frame, lit(g.FrameSize))
	c.IfThen(c.GeS(sub, lit(g.FrameAt+(g.Levels-1)*g.FrameSize)), func() {
		c.Fault(state.FaultLook)
	}, func() {
		c.CopyState(sub, c.Frame)
		c.PutOctet(sub, g.OffQuiet, lit(1))
		c.PutNum(sub, g.OffOccur, lit(1))
		f(sub)
	})
	return sub
}

// looks counts a position that is looked at, and gives up where there are too many.
func (c *ctx) looks() {
	seen := c.Add(c.Global(state.AtSeen), lit(1))
	c.SetGlobal(state.AtSeen, seen)
	c.IfThen(c.GtS(seen, c.Global(state.AtLook)), func() {
		c.Fault(state.FaultLook)
		c.Yield(lit(0))
	}, nil)
}

// skipping goes on, where a part that cannot be played is skipped, with what follows without
// it, a level deeper.
func (c *ctx) skipping(follows func(sub num)) {
	g := c.g
	skips := func(b engine.Blocked) bool { return b.Policy == engine.BlockedSkip }
	if !slices.ContainsFunc(g.Program.Blocked, skips) {
		return
	}
	is := c.Variable(lit(0))
	c.blocked(func(b *engine.Blocked) { c.Assign(is, lit(asm.B2i(skips(*b)))) }, nil)
	c.IfThen(c.And(is, c.Ne(c.Byte(g.Layout.Fixed), lit(0))), func() {
		follows(c.deeper(func(sub num) { c.InFrame(sub, func() { c.RemoveLeft(lit(0)) }) }))
		c.Op(asm.OpReturn)
	}, nil)
}

// furthest gives the function that says what the number of a requirement can come to at best
// in a frame that is some moves ahead, for a player: the interpreter's, move for move.
func (g *gen) furthest(r *engine.Require) *asm.Func {
	return g.m.Function(r, []asm.Type{asm.I32, asm.I32, asm.I32}, []asm.Type{asm.I32}, func(f *asm.Func) { g.furthestOf(f, r) })
}

func (g *gen) furthestOf(f *asm.Func, r *engine.Require) {
	g.rule = r.ID
	c := g.begin(f)
	player, moves := num{Local: 1}, c.Add(num{Local: 2}, lit(1))
	c.TurnTo(player)
	c.looks()
	goes := c.And(c.Not(c.Byte(g.Layout.Over)), c.Ne(c.PartsLeft(), lit(0)))
	goes = c.And(goes, c.And(c.Eq(c.Byte(g.Layout.To), player), c.LeS(moves, lit(engine.FurthestAhead))))
	best := c.Variable(lit(-1 << 30))
	c.IfThen(goes, func() {
		c.IfThen(c.Told(g.fGen, c.Frame), func() {
			c.Upward(c.Told(g.fList, c.Frame), func(i num, _ int) {
				v := c.Told(f, c.ahead(c.moveAt(i)), player, moves)
				c.Assign(best, c.Pick(c.GtS(v, best), v, best))
			})
			c.Yield(best)
		}, func() {
			c.skipping(func(sub num) { c.Invoke(f, sub, player, moves) })
		})
	}, nil)
	c.Push(c.stands(r, c.noMove()))
}

// stands is what the number of a requirement is worth.
func (c *ctx) stands(r *engine.Require, e env) num {
	if r.Least {
		return c.Sub(lit(0), c.is(r.Best, e))
	}
	return c.is(r.Best, e)
}

// reach writes the function that says how much of what is left can still be
// played: the interpreter's look-ahead, move for move.
func (g *gen) reach() {
	lay := g.Layout
	c := g.begin(g.fReach)
	lines := g.Move.LooksAhead
	for i := range g.Program.Requires {
		lines = lines || g.Program.Requires[i].LineOnly
	}
	if !lines {
		c.I32(0)
		return
	}
	measure := num{Local: 1}
	c.TurnTo(c.Byte(lay.To))
	c.looks()
	c.dropOptions()
	n := c.PartsLeft()
	c.IfThen(c.Not(n), func() {
		c.Yield(lit(0))
	}, nil)
	most := c.owed(measure)
	c.IfThen(c.Byte(lay.Over), func() {
		c.Yield(most)
	}, nil)
	count := c.Told(g.fGen, c.Frame)
	c.IfThen(c.Eq(n, lit(1)), func() {
		num1 := c.number(env{part: c.BitAnd(c.PartLeft(lit(0)), lit(0x7f))})
		worth := c.Pick(c.Eq(measure, lit(int(engine.MostParts))), lit(1), num1)
		plays := c.Sub(count, c.Ne(c.Byte(g.OffStop), lit(0))) // who may only stop plays nothing
		c.Yield(c.Pick(plays, worth, lit(0)))
	}, nil)
	best := c.Variable(lit(0))
	c.IfThen(c.Not(count), func() { c.skipping(func(sub num) { c.Invoke(g.fReach, sub, measure) }) }, func() { c.reachBest(measure, most, best) })
	c.Push(best)
}

// reachBest makes each legal move and keeps the best that can be reached, until it is the most.
func (c *ctx) reachBest(measure, most, best num) {
	g := c.g
	k := c.Told(g.fList, c.Frame)
	c.Upward(k, func(i num, done int) {
		mv := c.moveAt(i)
		c.IfThen(c.Ne(c.Field(mv, state.MoveAct), lit(int(engine.Stop))), func() {
			own := c.number(env{part: c.Field(mv, state.MovePart)})
			own = c.Pick(c.Eq(measure, lit(int(engine.MostParts))), lit(1), own)
			sub := c.ahead(mv)
			c.Invoke(g.fReach, sub, measure)
			v := c.Add(c.Keep(), own)
			c.Assign(best, c.Pick(c.GtS(v, best), v, best))
			c.LeaveTo(done, c.GeS(best, most))
		}, nil)
	})
}

// owed is the measure of all parts left that may not be left.
func (c *ctx) owed(measure num) num {
	n := c.PartsLeft()
	i, sum := c.Variable(lit(0)), c.Variable(lit(0))
	c.Repeat(func(done, _ int) {
		c.LeaveTo(done, c.GeS(i, n))
		part := c.PartLeft(i)
		worth := c.Pick(c.Eq(measure, lit(int(engine.MostParts))), lit(1), c.number(env{part: c.BitAnd(part, lit(0x7f))}))
		c.Assign(sum, c.Add(sum, c.Pick(c.ShrU(part, lit(7)), lit(0), worth)))
		c.Assign(i, c.Add(i, lit(1)))
	})
	return sum
}

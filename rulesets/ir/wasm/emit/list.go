package emit

import (
	"slices"

	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/ir"
	"github.com/lectio/lectio/rulesets/ir/wasm/asm"
	"github.com/lectio/lectio/rulesets/ir/wasm/state"
)

// Most decisions are made without listing what may be done: moves are counted
// and one is picked. They are listed where requirements choose among them, or
// where one man has several moves that the order of moves mixes.

// list writes the function that lists the legal moves of a decision in the
// defined order and returns how many there are. Its blocks have been made. What
// stood in the list before requirements that look ahead were applied is kept
// beside it.
func (g *gen) list() {
	c := g.begin(g.fList)
	c.TurnTo(c.Byte(g.Layout.To))
	n := c.Variable(lit(0))
	stop := c.Byte(g.OffStop)
	c.IfThen(c.Eq(stop, lit(stopOrThrow)), func() {
		c.append(n, c.move(engine.ThrowAgain, c.noMove()))
		c.append(n, c.stopMove(stop))
		c.listed(n, n)
		c.Yield(n)
	}, nil)
	ranks := c.VariableW(c.CellW(g.OffRanks))
	c.Repeat(func(done, _ int) {
		c.PushW(ranks)
		c.Op(asm.I64Eqz)
		c.BrIf(done)
		c.PushW(ranks)
		c.Op(asm.I64Ctz, asm.I32Wrap)
		rank := c.Keep()
		c.AssignW(ranks, c.WithoutFirst(ranks))
		at := c.Add(c.Frame, c.Mul(rank, lit(g.BlockSize)))
		g.forClass(c, c.partAt(rank), func(cl *ir.Class, part num) {
			g.class = cl
			from := c.Variable(n) // moves of earlier parts stand before
			for gi, x := range cl.Groups {
				c.eachKept(cl, gi, block{c, cl, at}, func(i num) {
					mv := c.move(x.Act, c.envOf(x, part, i))
					if (x.Alone || x.FromStore) && !cl.Listed && !(x.Space.Ends && slices.Contains(g.Board.Reversed, true)) {
						c.append(n, mv)
					} else {
						c.insert(n, from, mv)
					}
				})
			}
		})
	})
	c.ForgetHere()
	all := c.Variable(lit(-1))
	for _, r := range g.requires() {
		g.rule = r.ID
		c.require(&r, n, all)
	}
	c.IfThen(c.LtS(all, lit(0)), func() { c.Assign(all, n) }, nil)
	c.IfThen(stop, func() {
		mv := c.stopMove(stop)
		c.append(n, mv)
		c.PutWord(c.Add(c.Frame, c.Shl(all, lit(3))), g.OffAll, mv)
		c.Assign(all, c.Add(all, lit(1)))
	}, nil)
	c.listed(n, all)
	c.Push(n)
}

func (c *ctx) listed(n, all num) {
	c.SetCell(c.g.OffListN, n)
	c.SetCell(c.g.OffAllN, all)
}

// append puts a move at the end of the list.
func (c *ctx) append(n num, mv word) {
	c.IfThen(c.GeS(n, lit(state.ListRoom-1)), func() { c.Fault(state.FaultList) }, func() {
		c.putMove(n, mv)
		c.Assign(n, c.Add(n, lit(1)))
	})
}

// insert puts a move of a man on the board where the defined order has it among
// those of its part: by the places' names, marks, act. A move that is there
// already is not put in again.
func (c *ctx) insert(n, from num, mv word) {
	g := c.g
	c.IfThen(c.GeS(n, lit(state.ListRoom-1)), func() { c.Fault(state.FaultList) }, func() {
		key := c.orderOf(mv)
		at := c.Variable(n)
		c.Repeat(func(placed, _ int) {
			c.LeaveTo(placed, c.LeS(at, from))
			before := c.moveAt(c.Sub(at, lit(1)))
			bk := c.orderOf(before)
			c.PushW(bk)
			c.PushW(key)
			c.Op(asm.I64LtU)
			c.BrIf(placed)
			if g.Move.Together { // moves that differ in the number of men only stay in the order of the rules
				c.LeaveTo(placed, c.And(c.EqualW(bk, key), c.Not(c.EqualW(before, mv))))
			}
			c.IfThen(c.EqualW(bk, key), func() {
				// the same move: what was moved up goes back
				k := c.Variable(at)
				c.Repeat(func(stop, _ int) {
					c.LeaveTo(stop, c.GeS(k, n))
					next := c.Add(k, lit(1))
					c.putMove(k, c.moveAt(next))
					c.Assign(k, next)
				})
				c.Assign(at, lit(-1))
				c.Br(placed)
			}, nil)
			c.putMove(at, before)
			c.Assign(at, c.Sub(at, lit(1)))
		})
		c.IfThen(c.GeS(at, lit(0)), func() {
			c.putMove(at, mv)
			c.Assign(n, c.Add(n, lit(1)))
		}, nil)
	})
}

// orderOf is a number by which moves of one part stand in the defined order.
func (c *ctx) orderOf(mv word) word {
	g := c.g
	p := g.Program
	rank := func(shift int) word {
		return c.Widen(c.BySeat("order of places", 0, p.Places+len(p.Stores)+1, c.Field(mv, shift), func(q, f int) int {
			return 1 + p.PlaceRank(q, f-1) // of none it is 0
		}))
	}
	k := c.ShlW(rank(state.MoveFrom), wlit(40))
	k = c.OrW(k, c.ShlW(rank(state.MoveTo), wlit(28)))
	k = c.OrW(k, c.ShlW(c.Widen(c.Field(mv, state.MoveOver)), wlit(16)))
	k = c.OrW(k, c.ShlW(c.Widen(c.Field(mv, state.MoveClass)), wlit(8)))
	act := c.Field(mv, 0)
	if g.Move.Sparing {
		act = c.BitOr(c.Shl(act, lit(1)), c.Field(mv, state.MoveSpar))
	}
	return c.OrW(k, c.Widen(act))
}

// require applies one requirement to the list. A requirement never empties it.
func (c *ctx) require(r *engine.Require, n, all num) {
	g := c.g
	cond := c.And(c.StageIs(r.Stages), c.GtS(n, lit(1)))
	if r.LineOnly {
		cond = c.And(cond, c.And(c.Not(c.Byte(g.OffQuiet)), c.GtS(c.PartsLeft(), lit(1))))
	}
	if r.AtLast {
		cond = c.And(cond, c.Not(c.Byte(g.OffQuiet)))
	}
	if r.When != nil {
		cond = c.And(cond, c.Truth(c.is(r.When, c.noMove())))
	}
	c.IfThen(cond, func() {
		if r.LineOnly {
			c.IfThen(c.LtS(all, lit(0)), func() {
				c.Assign(all, n)
				c.Push(c.Add(c.Frame, lit(g.OffAll)))
				c.Push(c.Add(c.Frame, lit(g.OffList)))
				c.Push(c.Shl(n, lit(3)))
				c.CopyMem()
			}, nil)
		}
		// first what each is worth, then those worth most
		best, kept := c.Variable(lit(-1<<30)), c.Variable(lit(0))
		c.eachListed(n, func(mv word, worth num) {
			v := c.Variable(lit(0))
			c.worth(r, mv, v)
			c.PutNum(worth, g.OffWorth, v)
			c.Assign(best, c.Pick(c.GtS(v, best), v, best))
		})
		c.eachListed(n, func(mv word, worth num) {
			v := c.NumAt(worth, g.OffWorth)
			keep := c.Eq(v, best)
			if r.LineOnly {
				keep = c.Or(keep, c.Eq(v, lit(-1))) // such a move breaks no obligation
			}
			c.IfThen(keep, func() {
				c.putMove(kept, mv)
				c.Assign(kept, c.Add(kept, lit(1)))
			}, func() { c.refuse(mv, r.Statement) })
		})
		c.Assign(n, kept)
	}, nil)
}

// eachListed emits f for each of the first n moves of the list; worth is where, from the offset of
// such numbers, it is kept what it is worth.
func (c *ctx) eachListed(n num, f func(mv word, worth num)) {
	c.Upward(n, func(i num, _ int) {
		f(c.moveAt(i), c.Add(c.Frame, c.Shl(i, lit(2))))
	})
}

// worth gives v what a move is worth to a requirement.
func (c *ctx) worth(r *engine.Require, mv word, v num) {
	if r.LineOnly {
		c.lineValue(r.Line, mv, v)
		return
	}
	if r.AtLast {
		c.Assign(v, c.Told(c.g.furthest(r), c.ahead(mv), c.Player(), lit(1)))
		return
	}
	c.eachAct(mv, func(_ engine.Act, e env) {
		if e.candidate = true; r.That != nil {
			c.Assign(v, c.is(r.That, e))
		} else {
			c.Assign(v, c.stands(r, e))
		}
	})
}

// lineValue works out how much of the throw can be played, the move included;
// -1 for a move that ends the game or by a rule the rest of the throw.
func (c *ctx) lineValue(measure engine.LineMeasure, mv word, v num) {
	g := c.g
	part := c.Field(mv, state.MovePart)
	own := lit(1)
	if measure == engine.MostPips {
		own = c.number(env{part: part})
	}
	// the part as it first stands among those left: what may be left obliges to nothing
	own = c.Pick(c.ShrU(c.PartLeft(c.IndexOf(part)), lit(7)), lit(0), own)
	sub := c.ahead(mv)
	left := c.PartsLeft()
	over := c.OctetAt(sub, g.Layout.Over)
	s2 := c.PartsLeftAt(sub)
	c.IfThen(c.Or(c.Ne(over, lit(0)), c.LtS(s2, c.Sub(left, lit(1)))), func() {
		c.Assign(v, lit(-1))
	}, func() {
		c.Invoke(g.fReach, sub, lit(int(measure)))
		c.Assign(v, c.Add(own, c.Keep()))
	})
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

// reachBest makes each legal move and keeps the best that can be reached, until it is the most.
func (c *ctx) reachBest(measure, most, best num) {
	g := c.g
	k := c.Told(g.fList, c.Frame)
	c.Upward(k, func(i num, done int) {
		mv := c.moveAt(i)
		c.IfThen(c.Ne(c.Field(mv, 0), lit(int(engine.Stop))), func() {
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

// generateHere works out what may be done in the present frame.
func (c *ctx) generateHere() {
	c.Invoke(c.g.fGen, c.Frame)
	c.Op(asm.OpDrop)
}

// moveAt is the i-th of the moves listed.
func (c *ctx) moveAt(i num) word {
	return c.WordAt(c.Add(c.Frame, c.Shl(i, lit(3))), c.g.OffList)
}

func (c *ctx) putMove(i num, mv word) {
	c.PutWord(c.Add(c.Frame, c.Shl(i, lit(3))), c.g.OffList, mv)
}

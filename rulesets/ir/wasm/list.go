package wasm

import (
	"slices"

	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/ir"
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
	c.turnTo(c.byte(g.lay.To))
	n := c.variable(lit(0))
	stop := c.byte(g.offStop)
	c.ifThen(c.bin(i32Eq, stop, lit(stopOrThrow)), func() {
		c.append(n, c.move(engine.ThrowAgain, c.noMove()))
		c.append(n, c.stopMove(stop))
		c.listed(n, n)
		c.yield(n)
	}, nil)
	ranks := c.variablew(c.cellw(g.offRanks))
	c.repeat(func(done, _ int) {
		c.pushw(ranks)
		c.op(i64Eqz)
		c.brIf(done)
		c.pushw(ranks)
		c.op(i64Ctz, i32Wrap)
		rank := c.keep()
		c.assignw(ranks, c.withoutFirst(ranks))
		at := c.bin(i32Add, c.s, c.bin(i32Mul, rank, lit(g.blockSize)))
		g.forClass(c, c.partAt(rank), func(cl *ir.Class, part num) {
			g.class = cl
			from := c.variable(n) // moves of earlier parts stand before
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
	c.forgetHere()
	all := c.variable(lit(-1))
	for _, r := range g.requires() {
		g.rule = r.ID
		c.require(&r, n, all)
	}
	c.ifThen(c.bin(i32LtS, all, lit(0)), func() { c.assign(all, n) }, nil)
	c.ifThen(stop, func() {
		mv := c.stopMove(stop)
		c.append(n, mv)
		c.putWord(c.bin(i32Add, c.s, c.bin(i32Shl, all, lit(3))), g.offAll, mv)
		c.assign(all, c.bin(i32Add, all, lit(1)))
	}, nil)
	c.listed(n, all)
	c.push(n)
}

func (c *ctx) listed(n, all num) {
	c.setCell(c.g.offListN, n)
	c.setCell(c.g.offAllN, all)
}

// append puts a move at the end of the list.
func (c *ctx) append(n num, mv word) {
	c.ifThen(c.bin(i32GeS, n, lit(listRoom-1)), func() { c.fault(faultList) }, func() {
		c.putMove(n, mv)
		c.assign(n, c.bin(i32Add, n, lit(1)))
	})
}

// insert puts a move of a man on the board where the defined order has it among
// those of its part: by the places' names, marks, act. A move that is there
// already is not put in again.
func (c *ctx) insert(n, from num, mv word) {
	g := c.g
	c.ifThen(c.bin(i32GeS, n, lit(listRoom-1)), func() { c.fault(faultList) }, func() {
		key := c.orderOf(mv)
		at := c.variable(n)
		c.repeat(func(placed, _ int) {
			c.leaveTo(placed, c.bin(i32LeS, at, from))
			before := c.moveAt(c.bin(i32Sub, at, lit(1)))
			bk := c.orderOf(before)
			c.pushw(bk)
			c.pushw(key)
			c.op(i64LtU)
			c.brIf(placed)
			if g.Move.Together { // moves that differ in the number of men only stay in the order of the rules
				c.leaveTo(placed, c.and(c.equalw(bk, key), c.not(c.equalw(before, mv))))
			}
			c.ifThen(c.equalw(bk, key), func() {
				// the same move: what was moved up goes back
				k := c.variable(at)
				c.repeat(func(stop, _ int) {
					c.leaveTo(stop, c.bin(i32GeS, k, n))
					next := c.bin(i32Add, k, lit(1))
					c.putMove(k, c.moveAt(next))
					c.assign(k, next)
				})
				c.assign(at, lit(-1))
				c.br(placed)
			}, nil)
			c.putMove(at, before)
			c.assign(at, c.bin(i32Sub, at, lit(1)))
		})
		c.ifThen(c.bin(i32GeS, at, lit(0)), func() {
			c.putMove(at, mv)
			c.assign(n, c.bin(i32Add, n, lit(1)))
		}, nil)
	})
}

// orderOf is a number by which moves of one part stand in the defined order.
func (c *ctx) orderOf(mv word) word {
	g := c.g
	p := g.p
	rank := func(shift int) word {
		return c.widen(c.bySeat("order of places", 0, p.Places+len(p.Stores)+1, c.field(mv, shift), func(q, f int) int {
			return 1 + p.PlaceRank(q, f-1) // of none it is 0
		}))
	}
	k := c.binw(i64Shl, rank(mvFrom), wlit(40))
	k = c.binw(i64Or, k, c.binw(i64Shl, rank(mvTo), wlit(28)))
	k = c.binw(i64Or, k, c.binw(i64Shl, c.widen(c.field(mv, mvOver)), wlit(16)))
	k = c.binw(i64Or, k, c.binw(i64Shl, c.widen(c.field(mv, mvClass)), wlit(8)))
	act := c.field(mv, 0)
	if g.Move.Sparing {
		act = c.bin(i32Or, c.bin(i32Shl, act, lit(1)), c.field(mv, mvSpar))
	}
	return c.binw(i64Or, k, c.widen(act))
}

// require applies one requirement to the list. A requirement never empties it.
func (c *ctx) require(r *engine.Require, n, all num) {
	g := c.g
	cond := c.and(c.stageIs(r.Stages), c.bin(i32GtS, n, lit(1)))
	if r.LineOnly {
		cond = c.and(cond, c.and(c.not(c.byte(g.offQuiet)), c.bin(i32GtS, c.partsLeft(), lit(1))))
	}
	if r.AtLast {
		cond = c.and(cond, c.not(c.byte(g.offQuiet)))
	}
	if r.When != nil {
		cond = c.and(cond, c.truth(c.is(r.When, c.noMove())))
	}
	c.ifThen(cond, func() {
		if r.LineOnly {
			c.ifThen(c.bin(i32LtS, all, lit(0)), func() {
				c.assign(all, n)
				c.push(c.bin(i32Add, c.s, lit(g.offAll)))
				c.push(c.bin(i32Add, c.s, lit(g.offList)))
				c.push(c.bin(i32Shl, n, lit(3)))
				c.copyMem()
			}, nil)
		}
		// first what each is worth, then those worth most
		best, kept := c.variable(lit(-1<<30)), c.variable(lit(0))
		c.eachListed(n, func(mv word, worth num) {
			v := c.variable(lit(0))
			c.worth(r, mv, v)
			c.putNum(worth, g.offWorth, v)
			c.assign(best, c.pick(c.bin(i32GtS, v, best), v, best))
		})
		c.eachListed(n, func(mv word, worth num) {
			v := c.numAt(worth, g.offWorth)
			keep := c.bin(i32Eq, v, best)
			if r.LineOnly {
				keep = c.or(keep, c.bin(i32Eq, v, lit(-1))) // such a move breaks no obligation
			}
			c.ifThen(keep, func() {
				c.putMove(kept, mv)
				c.assign(kept, c.bin(i32Add, kept, lit(1)))
			}, func() { c.refuse(mv, r.Statement) })
		})
		c.assign(n, kept)
	}, nil)
}

// eachListed emits f for each of the first n moves of the list; worth is where, from the offset of
// such numbers, it is kept what it is worth.
func (c *ctx) eachListed(n num, f func(mv word, worth num)) {
	c.upward(n, func(i num, _ int) {
		f(c.moveAt(i), c.bin(i32Add, c.s, c.bin(i32Shl, i, lit(2))))
	})
}

// worth gives v what a move is worth to a requirement.
func (c *ctx) worth(r *engine.Require, mv word, v num) {
	if r.LineOnly {
		c.lineValue(r.Line, mv, v)
		return
	}
	if r.AtLast {
		c.assign(v, c.told(c.g.furthest(r), c.ahead(mv), c.player(), lit(1)))
		return
	}
	c.eachAct(mv, func(_ engine.Act, e env) {
		if e.candidate = true; r.That != nil {
			c.assign(v, c.is(r.That, e))
		} else {
			c.assign(v, c.stands(r, e))
		}
	})
}

// lineValue works out how much of the throw can be played, the move included;
// -1 for a move that ends the game or by a rule the rest of the throw.
func (c *ctx) lineValue(measure engine.LineMeasure, mv word, v num) {
	g := c.g
	part := c.field(mv, mvPart)
	own := lit(1)
	if measure == engine.MostPips {
		own = c.number(env{part: part})
	}
	// the part as it first stands among those left: what may be left obliges to nothing
	own = c.pick(c.bin(i32ShrU, c.partLeft(c.indexOf(part)), lit(7)), lit(0), own)
	sub := c.ahead(mv)
	left := c.partsLeft()
	over := c.octetAt(sub, g.lay.Over)
	s2 := c.partsLeftAt(sub)
	c.ifThen(c.or(c.bin(i32Ne, over, lit(0)), c.bin(i32LtS, s2, c.bin(i32Sub, left, lit(1)))), func() {
		c.assign(v, lit(-1))
	}, func() {
		c.invoke(g.fReach, sub, lit(int(measure)))
		c.assign(v, c.bin(i32Add, own, c.keep()))
	})
}

// ahead makes a move on a copy of the state, a level deeper, and returns it.
func (c *ctx) ahead(mv word) num {
	return c.deeper(func(sub num) {
		c.invoke(c.g.fApply, sub, mv)
	})
}

// deeper does something with a copy of the state, a level deeper, and returns it.
func (c *ctx) deeper(f func(sub num)) num {
	g := c.g
	sub := c.bin(i32Add, c.s, lit(g.frameSize))
	c.ifThen(c.bin(i32GeS, sub, lit(g.frameAt+(g.levels-1)*g.frameSize)), func() {
		c.fault(faultLook)
	}, func() {
		c.copyState(sub, c.s)
		c.putOctet(sub, g.offQuiet, lit(1))
		c.putNum(sub, g.offOccur, lit(1))
		f(sub)
	})
	return sub
}

// reach writes the function that says how much of what is left can still be
// played: the interpreter's look-ahead, move for move.
func (g *gen) reach() {
	lay := g.lay
	c := g.begin(g.fReach)
	lines := g.Move.LooksAhead
	for i := range g.p.Requires {
		lines = lines || g.p.Requires[i].LineOnly
	}
	if !lines {
		c.i32(0)
		return
	}
	measure := num{l: 1}
	c.turnTo(c.byte(lay.To))
	c.looks()
	c.dropOptions()
	n := c.partsLeft()
	c.ifThen(c.not(n), func() {
		c.yield(lit(0))
	}, nil)
	most := c.owed(measure)
	c.ifThen(c.byte(lay.Over), func() {
		c.yield(most)
	}, nil)
	count := c.told(g.fGen, c.s)
	c.ifThen(c.bin(i32Eq, n, lit(1)), func() {
		num1 := c.number(env{part: c.bin(i32And, c.partLeft(lit(0)), lit(0x7f))})
		worth := c.pick(c.bin(i32Eq, measure, lit(int(engine.MostParts))), lit(1), num1)
		plays := c.bin(i32Sub, count, c.bin(i32Ne, c.byte(g.offStop), lit(0))) // who may only stop plays nothing
		c.yield(c.pick(plays, worth, lit(0)))
	}, nil)
	best := c.variable(lit(0))
	c.ifThen(c.not(count), func() { c.skipping(func(sub num) { c.invoke(g.fReach, sub, measure) }) }, func() { c.reachBest(measure, most, best) })
	c.push(best)
}

// looks counts a position that is looked at, and gives up where there are too many.
func (c *ctx) looks() {
	seen := c.bin(i32Add, c.global(atSeen), lit(1))
	c.setGlobal(atSeen, seen)
	c.ifThen(c.bin(i32GtS, seen, c.global(atLook)), func() {
		c.fault(faultLook)
		c.yield(lit(0))
	}, nil)
}

// skipping goes on, where a part that cannot be played is skipped, with what follows without
// it, a level deeper.
func (c *ctx) skipping(follows func(sub num)) {
	g := c.g
	skips := func(b engine.Blocked) bool { return b.Policy == engine.BlockedSkip }
	if !slices.ContainsFunc(g.p.Blocked, skips) {
		return
	}
	is := c.variable(lit(0))
	c.blocked(func(b *engine.Blocked) { c.assign(is, lit(b2i(skips(*b)))) }, nil)
	c.ifThen(c.and(is, c.bin(i32Ne, c.byte(g.lay.Fixed), lit(0))), func() {
		follows(c.deeper(func(sub num) { c.inFrame(sub, func() { c.removeLeft(lit(0)) }) }))
		c.op(opReturn)
	}, nil)
}

// furthest gives the function that says what the number of a requirement can come to at best
// in a frame that is some moves ahead, for a player: the interpreter's, move for move.
func (g *gen) furthest(r *engine.Require) *fn {
	return g.m.function(r, []valtype{i32, i32, i32}, []valtype{i32}, func(f *fn) { g.furthestOf(f, r) })
}

func (g *gen) furthestOf(f *fn, r *engine.Require) {
	g.rule = r.ID
	c := g.begin(f)
	player, moves := num{l: 1}, c.bin(i32Add, num{l: 2}, lit(1))
	c.turnTo(player)
	c.looks()
	goes := c.and(c.not(c.byte(g.lay.Over)), c.bin(i32Ne, c.partsLeft(), lit(0)))
	goes = c.and(goes, c.and(c.bin(i32Eq, c.byte(g.lay.To), player), c.bin(i32LeS, moves, lit(engine.FurthestAhead))))
	best := c.variable(lit(-1 << 30))
	c.ifThen(goes, func() {
		c.ifThen(c.told(g.fGen, c.s), func() {
			c.upward(c.told(g.fList, c.s), func(i num, _ int) {
				v := c.told(f, c.ahead(c.moveAt(i)), player, moves)
				c.assign(best, c.pick(c.bin(i32GtS, v, best), v, best))
			})
			c.yield(best)
		}, func() {
			c.skipping(func(sub num) { c.invoke(f, sub, player, moves) })
		})
	}, nil)
	c.push(c.stands(r, c.noMove()))
}

// stands is what the number of a requirement is worth.
func (c *ctx) stands(r *engine.Require, e env) num {
	if r.Least {
		return c.bin(i32Sub, lit(0), c.is(r.Best, e))
	}
	return c.is(r.Best, e)
}

// reachBest makes each legal move and keeps the best that can be reached, until it is the most.
func (c *ctx) reachBest(measure, most, best num) {
	g := c.g
	k := c.told(g.fList, c.s)
	c.upward(k, func(i num, done int) {
		mv := c.moveAt(i)
		c.ifThen(c.bin(i32Ne, c.field(mv, 0), lit(int(engine.Stop))), func() {
			own := c.number(env{part: c.field(mv, mvPart)})
			own = c.pick(c.bin(i32Eq, measure, lit(int(engine.MostParts))), lit(1), own)
			sub := c.ahead(mv)
			c.invoke(g.fReach, sub, measure)
			v := c.bin(i32Add, c.keep(), own)
			c.assign(best, c.pick(c.bin(i32GtS, v, best), v, best))
			c.leaveTo(done, c.bin(i32GeS, best, most))
		}, nil)
	})
}

// owed is the measure of all parts left that may not be left.
func (c *ctx) owed(measure num) num {
	n := c.partsLeft()
	i, sum := c.variable(lit(0)), c.variable(lit(0))
	c.repeat(func(done, _ int) {
		c.leaveTo(done, c.bin(i32GeS, i, n))
		part := c.partLeft(i)
		worth := c.pick(c.bin(i32Eq, measure, lit(int(engine.MostParts))), lit(1), c.number(env{part: c.bin(i32And, part, lit(0x7f))}))
		c.assign(sum, c.bin(i32Add, sum, c.pick(c.bin(i32ShrU, part, lit(7)), lit(0), worth)))
		c.assign(i, c.bin(i32Add, i, lit(1)))
	})
	return sum
}

// generateHere works out what may be done in the present frame.
func (c *ctx) generateHere() {
	c.invoke(c.g.fGen, c.s)
	c.op(opDrop)
}

// moveAt is the i-th of the moves listed.
func (c *ctx) moveAt(i num) word {
	return c.wordAt(c.bin(i32Add, c.s, c.bin(i32Shl, i, lit(3))), c.g.offList)
}

func (c *ctx) putMove(i num, mv word) {
	c.putWord(c.bin(i32Add, c.s, c.bin(i32Shl, i, lit(3))), c.g.offList, mv)
}

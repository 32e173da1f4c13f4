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
			from, kept := c.Variable(n), block{c, cl, at} // moves of earlier parts stand before
			front := false
			for gi, x := range cl.Groups {
				mv := func(i num) word { return c.move(x.Act, c.envOf(x, part, i)) }
				switch {
				case x.OnBoard() && g.inOrder(cl):
					if !front {
						c.listFront(n, cl, part, kept)
					}
					front = true
				case g.inOrder(cl) || (x.Alone || x.FromStore) && !cl.Listed && !(x.Space.Ends && slices.Contains(g.Board.Reversed, true)):
					c.eachKept(cl, gi, kept, func(i num) { c.append(n, mv(i)) })
				default:
					c.eachKept(cl, gi, kept, func(i num) { c.insert(n, from, mv(i)) })
				}
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

// inOrder reports whether the candidates of men on the board are in the defined order, and each is of one group.
func (g *gen) inOrder(cl *ir.Class) bool {
	sp := cl.Front
	return sp != nil && !cl.Listed && !sp.Wide && !sp.Indexed && !(sp.Ends && slices.Contains(g.Board.Reversed, true)) &&
		!slices.ContainsFunc(cl.Groups, func(x *ir.Group) bool { return x.Listed })
}

// listFront lists the moves of men on the board where their candidates are in order.
func (c *ctx) listFront(n num, cl *ir.Class, part num, kept block) {
	_, union := kept.front()
	c.EachAtOnce(union, func(i num, _ int) {
		var fronts []int
		for gi, x := range cl.Groups {
			if x.OnBoard() {
				fronts = append(fronts, gi)
			}
		}
		mv := c.VariableW(wlit(0))
		var either func(k int)
		either = func(k int) {
			x := cl.Groups[fronts[k]]
			this := func() { c.AssignW(mv, c.move(x.Act, c.envOf(x, part, i))) }
			if k == len(fronts)-1 {
				this()
			} else {
				c.IfThen(c.Has(kept.set(fronts[k]), i), this, func() { either(k + 1) })
			}
		}
		either(0)
		c.append(n, mv)
	})
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
	rank := func(b asm.Bits) word {
		return c.Widen(c.BySeat("order of places", 0, p.Places+len(p.Stores)+1, c.Field(mv, b), func(q, f int) int {
			return 1 + p.PlaceRank(q, f-1) // of none it is 0
		}))
	}
	k := c.ShlW(rank(state.MoveFrom), wlit(40))
	k = c.OrW(k, c.ShlW(rank(state.MoveTo), wlit(28)))
	k = c.OrW(k, c.ShlW(c.Widen(c.Field(mv, state.MoveOver)), wlit(16)))
	k = c.OrW(k, c.ShlW(c.Widen(c.Field(mv, state.MoveClass)), wlit(8)))
	act := c.Field(mv, state.MoveAct)
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
			}, nil)
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

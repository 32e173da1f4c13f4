package wasm

import (
	"fmt"

	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/ir"
)

// Words that few programs use. What they become is written for being right; no
// program that does without them pays for them.

// completable is whether, after the candidate, every part of the throw that is
// left can be played. Within a look-ahead it is not asked.
func (c *ctx) completable(e env) num {
	return c.tried(e, func(out num) {
		c.ifThen(c.bin(i32GtS, c.partsLeft(), lit(1)), func() {
			sub := c.ahead(c.move(e.act, e))
			most := c.told(c.g.fReach, sub, lit(int(engine.MostParts)))
			// reach has dropped what may be left, as the interpreter's does
			c.inFrame(sub, func() {
				c.assign(out, c.bin(i32GeS, most, c.owed(lit(int(engine.MostParts)))))
			})
		}, nil)
	})
}

// follows is whether, after the candidate, the part of a number can be played at
// once, or the game is over.
func (c *ctx) follows(part *ir.Value, e env) num {
	g := c.g
	number := c.num(part, e)
	is := make([]int, len(g.p.Parts))
	for i := range is {
		is[i] = b2i(g.p.Parts[i].IsNumber)
	}
	return c.tried(e, func(out num) {
		sub := c.ahead(c.move(e.act, e))
		c.inFrame(sub, func() {
			c.ifThen(c.not(c.byte(g.lay.Over)), func() {
				c.assign(out, lit(0))
				c.ifThen(c.told(g.fGen, sub), func() {
					count := c.told(g.fList, sub)
					c.upward(count, func(i num, done int) {
						mv := c.wordAt(c.bin(i32Add, sub, c.bin(i32Shl, i, lit(3))), g.offList)
						part := c.field(mv, mvPart)
						hit := c.and(c.octetAt(part, g.m.octets("parts that are numbers", is)), c.bin(i32Ne, c.field(mv, 0), lit(int(engine.Stop))))
						hit = c.and(hit, c.bin(i32Eq, c.number(env{part: part}), number))
						c.ifThen(hit, func() {
							c.assign(out, lit(1))
							c.br(done)
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
	f := c.m.function(v, []valtype{i32, i64}, []valtype{i32}, func(f *fn) { c.g.afterMove(f, v) })
	return c.told(f, c.s, c.move(e.act, e))
}

// afterMove writes the function that makes a move a level deeper, without testing anything,
// and asks a condition there.
func (g *gen) afterMove(f *fn, v *ir.Value) {
	c := g.begin(f)
	c.turnTo(c.byte(g.lay.To))
	mv, out := word{l: 1}, c.variable(lit(0))
	sub := c.deeper(func(num) {})
	c.inFrame(sub, func() {
		c.turnTo(c.byte(g.lay.To))
		c.eachAct(mv, func(a engine.Act, e env) {
			c.perform(a, &e, lit(0))
			c.assign(out, c.truth(c.num(v, e)))
		})
	})
	c.push(out)
}

// tried emits what looks ahead from a candidate; out holds until f says otherwise.
func (c *ctx) tried(e env, f func(out num)) num {
	if !e.candidate {
		c.lack("looking ahead from what is no candidate")
	}
	out := c.variable(lit(1))
	c.ifThen(c.not(c.byte(c.g.offQuiet)), func() { f(out) }, nil)
	return out
}

// rows keeps the unbroken rows of a set that are worth least together: in places,
// or in the men that stand there, seen from a seat. It is a function of its own,
// because rules that ask for it ask for it many times.
func (c *ctx) rows(s set, least num, men bool, seat int) set {
	return c.onSet(fmt.Sprint("rows ", men), func(f *fn) { c.g.rows(f, men) }, seat, least, s)
}

// onSet calls, for whoever sits at a seat, a function of the frame, a player, a number and a
// set, which returns a set: its first word, and the others in memory.
func (c *ctx) onSet(key string, write func(f *fn), seat int, n num, s set) set {
	params, args := []valtype{i32, i32, i32}, []argument{c.s, c.seat(seat), n}
	for _, w := range s {
		params, args = append(params, i64), append(args, w)
	}
	c.invoke(c.m.function(key, params, []valtype{i64}, write), args...)
	out := set{c.keepw()}
	for k := 1; k < len(s); k++ {
		out = append(out, c.wordAt(lit(0), c.g.rowsAt+8*(k-1)))
	}
	return out
}

// beginOnSet starts the code of such a function and gives its set.
func (g *gen) beginOnSet(f *fn) (c *ctx, s set) {
	for k := range g.w {
		s = append(s, word{l: 3 + k})
	}
	return g.begin(f), s
}

// yieldSet ends it.
func (c *ctx) yieldSet(out set) {
	for k := 1; k < len(out); k++ {
		c.putWord(lit(0), c.g.rowsAt+8*(k-1), out[k])
	}
	c.pushw(out[0])
}

func (g *gen) rows(f *fn, men bool) {
	p := g.p
	c, s := g.beginOnSet(f)
	c.turnTo(num{l: 1})
	least, out := num{l: 2}, c.nothing(g.w)
	first, sum := c.variable(lit(-1)), c.variable(lit(0))
	c.upward(lit(p.Places+1), func(f num, _ int) {
		in := c.and(c.has(s, f), c.bin(i32LtS, f, lit(p.Places)))
		c.ifThen(in, func() {
			c.ifThen(c.bin(i32LtS, first, lit(0)), func() {
				c.assign(first, f)
				c.assign(sum, lit(0))
			}, nil)
			worth := lit(1)
			if men {
				worth = lit(0)
				for j := range p.Players {
					worth = c.bin(i32Add, worth, c.menAt(j, f))
				}
			}
			c.assign(sum, c.bin(i32Add, sum, worth))
		}, func() {
			c.ifThen(c.and(c.bin(i32GeS, first, lit(0)), c.bin(i32GeS, sum, least)), func() {
				c.include(out, c.minus(c.upTo(f), c.upTo(first)))
			}, nil)
			c.assign(first, lit(-1))
		})
	})
	c.yieldSet(out)
}

// landings is the set of places where a leap from place f over a set into a set lands.
func (c *ctx) landings(f num, over, to set, seat int) set {
	g := c.g
	p := g.p
	most := 0
	for q := range p.Leaps {
		for _, l := range p.Leaps[q] {
			most = max(most, len(l))
		}
	}
	near := c.row("leapt over", seat, p.Places, f, func(q, i int) []uint64 {
		var over engine.Set
		for _, l := range p.Leaps[q][i] {
			over = over.With(l.Over)
		}
		return bitsOf(over, 64*g.w)
	})
	return c.unlessEmpty(c.ands(near, over), func() set { return c.landingOf(f, over, to, seat, most) })
}

// landingOf is landings where there may be some: from no place are there more leaps than most.
func (c *ctx) landingOf(f num, over, to set, seat, most int) set {
	g, p := c.g, c.g.p
	out := none(g.w)
	for k := 0; k < most; k++ {
		var list []int
		for q := range p.Leaps {
			for x := 0; x < p.Places; x++ {
				l := engine.Leap2{Over: nowhere, To: nowhere}
				if k < len(p.Leaps[q][x]) {
					l = p.Leaps[q][x][k]
				}
				list = append(list, l.Over, l.To)
			}
		}
		a := c.bin(i32Shl, c.bin(i32Add, c.bin(i32Mul, c.seat(seat), lit(p.Places)), f), lit(1))
		o := c.placeIn(fmt.Sprint("leaps ", k), list, a)
		t := c.placeIn(fmt.Sprint("leaps ", k), list, c.bin(i32Add, a, lit(1)))
		hit := c.and(c.has(over, o), c.has(to, t))
		out = c.ors(out, c.gate(hit, c.bitAt(t, p.Places, g.w)))
	}
	return out
}

// passed is the set of places that an advance passes over.
func (c *ctx) passed(e env) set {
	g := c.g
	p := g.p
	if p.Row && !g.Board.NamedAhead {
		return c.minus(c.upTo(e.to), c.upTo(c.bin(i32Add, e.from, lit(1))))
	}
	// Of each way with so many steps: where it leads, and what lies on it. The first
	// to the place counts; an advance to where none leads passes over nothing.
	longest, ways := 0, 1
	for i := range p.Parts {
		longest = max(longest, p.Parts[i].Number)
	}
	n := p.Places
	for x := 0; x < n*(longest+1); x++ {
		ways = max(ways, len(p.Ahead(x%n, x/n)))
	}
	at := c.bin(i32Add, c.bin(i32Mul, c.number(e), lit(n)), e.from)
	out := none(g.w)
	for v := ways - 1; v >= 0; v-- {
		var to []int
		var b []byte
		for x := 0; x < n*(longest+1); x++ {
			w := engine.Ahead{To: nowhere}
			if l := p.Ahead(x%n, x/n); v < len(l) {
				w = l[v]
			}
			to = append(to, w.To)
			b = words(b, bitsOf(w.Passed, 64*g.w)...)
		}
		hit := c.bin(i32Eq, c.placeIn(fmt.Sprint("way leads to ", v), to, at), e.to)
		data := g.m.blob(fmt.Sprint("way passes over ", v), b)
		a := c.bin(i32Mul, at, lit(8*g.w))
		for k := range out {
			out[k] = c.pickw(hit, c.wordAt(a, data+8*k), out[k])
		}
	}
	return out
}

// matchGoesOn reports whether a match is not over with a game of it: nobody has the
// points for it. Within a look-ahead the next game is not begun.
func (c *ctx) matchGoesOn() num {
	done := c.byte(c.g.offQuiet)
	for q := range c.g.p.Players {
		done = c.or(done, c.bin(i32GeS, c.score(q), lit(c.g.p.Match)))
	}
	return c.not(done)
}

// nextGame writes the function that sets the board up again for the next game of
// a match: scores and what belongs to the match are kept, and the player after
// the one whose turn it was begins.
func (g *gen) nextGame() {
	p, lay := g.p, g.lay
	c := g.begin(g.fNext)
	c.turnTo(lit(0))
	owner := c.byte(lay.Owner)
	var back []func()
	for q := range p.Players {
		score := c.score(q)
		back = append(back, func() { c.addScore(q, score) })
		for v := range p.Vars {
			d := &p.Vars[v]
			if d.Per != engine.PerMatch || d.Common && q > 0 {
				continue
			}
			if d.Kind == engine.SetVar || d.Kind == engine.LinesVar {
				s := c.setOf(v, q)
				back = append(back, func() { c.putSet(v, q, s) })
			} else {
				x := c.variableOf(v, q)
				back = append(back, func() { c.setVariable(v, q, x) })
			}
		}
	}
	c.push(c.s)
	c.i32(g.image)
	c.i32(g.stateEnd)
	c.copyMem()
	c.turnTo(lit(0))
	for _, f := range back {
		f()
	}
	c.countUp(g.offGames)
	c.setCell(g.offWatch, lit(0)) // no move of the game before is taken back
	c.newHistory()
	for _, per := range []engine.Lifetime{engine.PerGame, engine.PerTurn, engine.PerThrow} {
		c.initVars(per)
	}
	c.invoke(g.fBegin, c.s, c.after(owner))
	c.invoke(g.fSettle, c.s)
}

// movedTogether keeps the candidates of which the men that a group moves at once stand
// there, and notes in e how many they are.
func (c *ctx) movedTogether(s set, x *ir.Group, e *env) (set, bool) {
	there := c.menPlanes(0)
	if x.Class != ir.AnyMarks {
		there = c.classPlanes(0, x.Class)
	}
	if x.Men.Op == engine.NLit {
		e.men = lit(x.Men.N)
		if x.Men.N < 1 {
			return nil, false
		}
		return c.ands(s, c.expand(ir.From, c.atLeast(there, lit(x.Men.N)), x.Space, *e)), true
	}
	menOf := func(f env) num { return c.menTogether(x, f) }
	s = c.eachOf(s, x.Space, *e, func(f env) num {
		n := menOf(f)
		return c.and(c.bin(i32GtS, n, lit(0)), c.bin(i32LeS, n, c.gather(there, f.from)))
	})
	e.menOf = menOf
	return s, true
}

// menTogether is how many men a group moves at once: asked before it is thought of
// where they go.
func (c *ctx) menTogether(x *ir.Group, e env) num {
	e.id, e.to, e.over, e.toStore, e.passes = c.newEnv().id, lit(-1), lit(-1), false, false
	return c.is(x.Men, e)
}

package emit

import (
	"fmt"

	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/ir"
	"github.com/lectio/lectio/rulesets/ir/wasm/asm"
	"github.com/lectio/lectio/rulesets/ir/wasm/state"
)

// Words that few programs use. What they become is written for being right; no
// program that does without them pays for them.

// completable is whether, after the candidate, every part of the throw that is
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

// follows is whether, after the candidate, the part of a number can be played at
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
						hit := c.And(c.OctetAt(part, g.m.Octets("parts that are numbers", is)), c.Ne(c.Field(mv, 0), lit(int(engine.Stop))))
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

// tried emits what looks ahead from a candidate; out holds until f says otherwise.
func (c *ctx) tried(e env, f func(out num)) num {
	if !e.candidate {
		c.lack("looking ahead from what is no candidate")
	}
	out := c.Variable(lit(1))
	c.IfThen(c.Not(c.Byte(c.g.OffQuiet)), func() { f(out) }, nil)
	return out
}

// rows keeps the unbroken rows of a set that are worth least together: in places,
// or in the men that stand there, seen from a seat. It is a function of its own,
// because rules that ask for it ask for it many times.
func (c *ctx) rows(s set, least num, men bool, seat int) set {
	return c.onSet(fmt.Sprint("rows ", men), func(f *asm.Func) { c.g.rows(f, men) }, seat, least, s)
}

// onSet calls, for whoever sits at a seat, a function of the frame, a player, a number and a
// set, which returns a set: its first word, and the others in memory.
func (c *ctx) onSet(key string, write func(f *asm.Func), seat int, n num, s set) set {
	params, args := []asm.Type{asm.I32, asm.I32, asm.I32}, []asm.Argument{c.Frame, c.Seat(seat), n}
	for _, w := range s {
		params, args = append(params, asm.I64), append(args, w)
	}
	c.Invoke(c.Module.Function(key, params, []asm.Type{asm.I64}, write), args...)
	out := set{c.KeepW()}
	for k := 1; k < len(s); k++ {
		out = append(out, c.WordAt(lit(0), c.g.rowsAt+8*(k-1)))
	}
	return out
}

// beginOnSet starts the code of such a function and gives its set.
func (g *gen) beginOnSet(f *asm.Func) (c *ctx, s set) {
	for k := range g.W {
		s = append(s, word{Local: 3 + k})
	}
	return g.begin(f), s
}

// yieldSet ends it.
func (c *ctx) yieldSet(out set) {
	for k := 1; k < len(out); k++ {
		c.PutWord(lit(0), c.g.rowsAt+8*(k-1), out[k])
	}
	c.PushW(out[0])
}

func (g *gen) rows(f *asm.Func, men bool) {
	p := g.Program
	c, s := g.beginOnSet(f)
	c.TurnTo(num{Local: 1})
	least, out := num{Local: 2}, c.Nothing(g.W)
	first, sum := c.Variable(lit(-1)), c.Variable(lit(0))
	c.Upward(lit(p.Places+1), func(f num, _ int) {
		in := c.And(c.Has(s, f), c.LtS(f, lit(p.Places)))
		c.IfThen(in, func() {
			c.IfThen(c.LtS(first, lit(0)), func() {
				c.Assign(first, f)
				c.Assign(sum, lit(0))
			}, nil)
			worth := lit(1)
			if men {
				worth = lit(0)
				for j := range p.Players {
					worth = c.Add(worth, c.MenAt(j, f))
				}
			}
			c.Assign(sum, c.Add(sum, worth))
		}, func() {
			c.IfThen(c.And(c.GeS(first, lit(0)), c.GeS(sum, least)), func() {
				c.Include(out, c.Minus(c.upTo(f), c.upTo(first)))
			}, nil)
			c.Assign(first, lit(-1))
		})
	})
	c.yieldSet(out)
}

// landings is the set of places where a leap from place f over a set into a set lands.
func (c *ctx) landings(f num, over, to set, seat int) set {
	g := c.g
	p := g.Program
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
		return state.BitsOf(over, 64*g.W)
	})
	return c.UnlessEmpty(c.Ands(near, over), func() set { return c.landingOf(f, over, to, seat, most) })
}

// landingOf is landings where there may be some: from no place are there more leaps than most.
func (c *ctx) landingOf(f num, over, to set, seat, most int) set {
	g, p := c.g, c.g.Program
	out := asm.None(g.W)
	for k := 0; k < most; k++ {
		var list []int
		for q := range p.Leaps {
			for x := 0; x < p.Places; x++ {
				l := engine.Leap2{Over: state.Nowhere, To: state.Nowhere}
				if k < len(p.Leaps[q][x]) {
					l = p.Leaps[q][x][k]
				}
				list = append(list, l.Over, l.To)
			}
		}
		a := c.Shl(c.Add(c.Mul(c.Seat(seat), lit(p.Places)), f), lit(1))
		o := c.PlaceIn(fmt.Sprint("leaps ", k), list, a)
		t := c.PlaceIn(fmt.Sprint("leaps ", k), list, c.Add(a, lit(1)))
		hit := c.And(c.Has(over, o), c.Has(to, t))
		out = c.Ors(out, c.Gate(hit, c.BitAt(t, p.Places, g.W)))
	}
	return out
}

// passed is the set of places that an advance passes over.
func (c *ctx) passed(e env) set {
	g := c.g
	p := g.Program
	if p.Row && !g.Board.NamedAhead {
		return c.Minus(c.upTo(e.to), c.upTo(c.Add(e.from, lit(1))))
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
	at := c.Add(c.Mul(c.number(e), lit(n)), e.from)
	out := asm.None(g.W)
	for v := ways - 1; v >= 0; v-- {
		var to []int
		var b []byte
		for x := 0; x < n*(longest+1); x++ {
			w := engine.Ahead{To: state.Nowhere}
			if l := p.Ahead(x%n, x/n); v < len(l) {
				w = l[v]
			}
			to = append(to, w.To)
			b = asm.Words(b, state.BitsOf(w.Passed, 64*g.W)...)
		}
		hit := c.Eq(c.PlaceIn(fmt.Sprint("way leads to ", v), to, at), e.to)
		data := g.m.Blob(fmt.Sprint("way passes over ", v), b)
		a := c.Mul(at, lit(8*g.W))
		for k := range out {
			out[k] = c.PickW(hit, c.WordAt(a, data+8*k), out[k])
		}
	}
	return out
}

// matchGoesOn reports whether a match is not over with a game of it: nobody has the
// points for it. Within a look-ahead the next game is not begun.
func (c *ctx) matchGoesOn() num {
	done := c.Byte(c.g.OffQuiet)
	for q := range c.g.Program.Players {
		done = c.Or(done, c.GeS(c.Score(q), lit(c.g.Program.Match)))
	}
	return c.Not(done)
}

// nextGame writes the function that sets the board up again for the next game of
// a match: scores and what belongs to the match are kept, and the player after
// the one whose turn it was begins.
func (g *gen) nextGame() {
	p, lay := g.Program, g.Layout
	c := g.begin(g.fNext)
	c.TurnTo(lit(0))
	owner := c.Byte(lay.Owner)
	var back []func()
	for q := range p.Players {
		score := c.Score(q)
		back = append(back, func() { c.AddScore(q, score) })
		for v := range p.Vars {
			d := &p.Vars[v]
			if d.Per != engine.PerMatch || d.Common && q > 0 {
				continue
			}
			if d.Kind == engine.SetVar || d.Kind == engine.LinesVar {
				s := c.SetOf(v, q)
				back = append(back, func() { c.PutSet(v, q, s) })
			} else {
				x := c.VariableOf(v, q)
				back = append(back, func() { c.SetVariable(v, q, x) })
			}
		}
	}
	c.Push(c.Frame)
	c.I32(g.Image)
	c.I32(g.StateEnd)
	c.CopyMem()
	c.TurnTo(lit(0))
	for _, f := range back {
		f()
	}
	c.CountUp(g.OffGames)
	c.SetCell(g.OffWatch, lit(0)) // no move of the game before is taken back
	c.NewHistory()
	for _, per := range []engine.Lifetime{engine.PerGame, engine.PerTurn, engine.PerThrow} {
		c.initVars(per)
	}
	c.Invoke(g.fBegin, c.Frame, c.After(owner))
	c.Invoke(g.fSettle, c.Frame)
}

// movedTogether keeps the candidates of which the men that a group moves at once stand
// there, and notes in e how many they are.
func (c *ctx) movedTogether(s set, x *ir.Group, e *env) (set, bool) {
	there := c.MenPlanes(0)
	if x.Class != ir.AnyMarks {
		there = c.ClassPlanes(0, x.Class)
	}
	if x.Men.Op == engine.NLit {
		e.men = lit(x.Men.N)
		if x.Men.N < 1 {
			return nil, false
		}
		return c.Ands(s, c.expand(ir.From, c.AtLeast(there, lit(x.Men.N)), x.Space, *e)), true
	}
	menOf := func(f env) num { return c.menTogether(x, f) }
	s = c.eachOf(s, x.Space, *e, func(f env) num {
		n := menOf(f)
		return c.And(c.GtS(n, lit(0)), c.LeS(n, c.Gather(there, f.from)))
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

package emit

import (
	"fmt"
	"slices"

	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/ir"
	"github.com/lectio/lectio/rulesets/ir/wasm/asm"
)

// Men of nobody are taken up and laid along the track one by one. Where a sowing ends is worked out by going along the track,
// before it is made and while it is: on the way the places are gathered on which a man is laid, and as often as one would be
// there twice what is gathered is laid at once.

// nobodysMen is where men of nobody stand, as the player to move names the places.
func (c *ctx) nobodysMen() set { return c.menOf(engine.Nobodys, engine.GreaterEqual, 1) }

// walk is a sowing along the track.
type walk struct {
	way        num // 0 along it, or how far in the table the ways against it begin
	after, men num
	skips      set // nil: nothing is passed over
}

// sowingOf is the sowing that a move makes, not yet made; and how many stay where it begins.
func (c *ctx) sowingOf(e env) (w walk, stay num) {
	g := c.g
	if len(g.Program.Sowings) > 1 && !e.class.Known {
		c.lack("a sowing of several kinds, where it is not known which")
	}
	s := g.Program.Sowings[e.class.Value]
	before := e // where it ends is not asked: that is what is worked out
	before.to = lit(-1)
	stay = c.stays(s, before)
	return walk{way: lit(asm.B2i(s.Back) * g.Program.Places), after: e.from, men: c.Sub(c.menAt(e.from), stay), skips: c.skips(s, before)}, stay
}

func (c *ctx) skips(s *engine.Sowing, e env) set {
	if s.Skips == nil {
		return nil
	}
	return c.set(c.g.of(s.Skips), e)
}

func (c *ctx) stays(s *engine.Sowing, e env) num {
	if s.Leaves == nil {
		return lit(0)
	}
	n := c.is(s.Leaves, e)
	return c.Pick(c.LtS(n, lit(0)), lit(0), n)
}

// menAt is how many men of nobody stand at a place.
func (c *ctx) menAt(f num) num { return c.MenAt(c.Nobody(), f) }

// eachSowing emits f where a sowing is of one kind, for the kind of the move.
func (c *ctx) eachSowing(e env, f func(e env)) {
	n := len(c.g.Program.Sowings)
	if n == 1 || e.class.Known {
		if !e.class.Known {
			e.class = lit(0)
		}
		f(e)
		return
	}
	for k := range n {
		c.IfThen(c.Eq(e.class, lit(k)), func() {
			one := e
			c.envs++
			one.id, one.class = c.envs, lit(k)
			f(one)
		}, nil)
	}
}

// sownTo is where a sowing ends that could be made; -1 where it cannot.
func (c *ctx) sownTo(e env) num {
	w, _ := c.sowingOf(e)
	return c.told("sown to", w, nil)
}

// told calls a function that walks.
func (c *ctx) told(key string, w walk, step func(f *ctx, at num)) num {
	f, args := c.walker(key, w, []asm.Type{asm.I32}, func(f *ctx, w walk) {
		f.Push(f.goAlong(w, step))
	})
	return c.Told(f, args...)
}

// walker is a function that is given a frame, whose turn it is and a walk.
func (c *ctx) walker(key string, w walk, results []asm.Type, write func(f *ctx, w walk)) (*asm.Func, []asm.Argument) {
	params, args := []asm.Type{asm.I32, asm.I32, asm.I32, asm.I32, asm.I32}, []asm.Argument{c.Frame, c.Player(), w.way, w.after, w.men}
	for _, x := range w.skips {
		params, args = append(params, asm.I64), append(args, x)
	}
	f := c.Module.Function(fmt.Sprint(key, " ", len(w.skips)), params, results, func(f *asm.Func) {
		in := c.g.begin(f)
		in.TurnTo(num{Local: 1})
		given := walk{way: num{Local: 2}, after: num{Local: 3}, men: num{Local: 4}}
		for k := range w.skips {
			given.skips = append(given.skips, word{Local: 5 + k})
		}
		write(in, given)
	})
	return f, args
}

// goAlong emits a walk, and what is done on each place where a man is laid; it gives the last of them, -1 where there is none.
func (c *ctx) goAlong(w walk, step func(f *ctx, at num)) num {
	p := c.g.Program
	var ways []int
	for _, back := range []bool{false, true} {
		for f := range p.Places {
			to := p.SownOn(f, back)
			if to < 0 {
				to = p.Places
			}
			ways = append(ways, to)
		}
	}
	at, men, passed := c.Variable(w.after), c.Variable(w.men), c.Variable(lit(0))
	c.IfThen(c.LeS(men, lit(0)), func() { c.Assign(at, lit(-1)) }, nil)
	c.Repeat(func(done, again int) {
		c.Changed()
		c.LeaveTo(done, c.LeS(men, lit(0)))
		c.Assign(at, c.Entry(c.Module.List("ways sown", ways), c.Add(w.way, at)))
		c.IfThen(c.GeS(at, lit(p.Places)), func() {
			c.Assign(at, lit(-1))
			c.Br(done)
		}, nil)
		if w.skips != nil {
			c.IfThen(c.HasPlace(w.skips, at), func() {
				c.Assign(passed, c.Add(passed, lit(1)))
				c.IfThen(c.GtS(passed, lit(p.Places)), func() {
					c.Assign(at, lit(-1))
					c.Br(done)
				}, nil)
				c.Br(again)
			}, nil)
			c.Assign(passed, lit(0))
		}
		if step != nil {
			step(c, at)
		}
		c.Assign(men, c.Sub(men, lit(1)))
	})
	c.Changed()
	return at
}

// sownOn is the set of places on which a sowing lays men that could be made.
func (c *ctx) sownOn(e env) set {
	w, _ := c.sowingOf(e)
	f, args := c.walker("sown on", w, []asm.Type{asm.I64}, func(f *ctx, w walk) {
		out := f.Nothing(f.g.W)
		f.goAlong(w, func(f *ctx, at num) {
			f.Include(out, f.BitAtPlace(at, f.g.Program.Places, f.g.W))
		})
		f.yieldSet(out)
	})
	return c.setTold(f, args...)
}

// lay lays men along a walk, who have been taken up, and gives where the last lies.
func (c *ctx) lay(w walk) num {
	f, args := c.walker("lay", w, []asm.Type{asm.I32}, func(f *ctx, w walk) {
		laid := f.Nothing(f.g.W)
		last := f.goAlong(w, func(f *ctx, at num) {
			g := f.OfNobody(at)
			f.IfThen(f.HasPlace(laid, g), func() {
				f.LayEach(laid)
				f.AssignSet(laid, asm.None(f.g.W))
			}, nil)
			f.Include(laid, f.BitAtPlace(g, f.g.Program.Places, f.g.W))
		})
		f.LayEach(laid)
		f.Push(last)
	})
	to := c.Told(f, args...)
	c.Changed()
	return to
}

// sow makes a move that sows.
func (c *ctx) sow(e *env) {
	c.eachSowing(*e, func(e env) {
		w, stay := c.sowingOf(e)
		w.men, stay = c.Variable(w.men), c.Variable(stay)
		c.Lift(c.OfNobody(e.from))
		c.layBack(e.from, stay)
		c.lay(w)
	})
	c.Changed()
}

// layBack lays men where they have been taken up.
func (c *ctx) layBack(f, men num) {
	if c.Changed(); !men.Known || men.Value != 0 {
		c.LayMen(c.OfNobody(f), men)
	}
}

// sendTo sends men of nobody to a place.
func (c *ctx) sendTo(x *engine.Effect, limit *num, view env) {
	if limit != nil {
		c.lack("so many men of nobody sent to a place")
	}
	to := c.Variable(c.is(x.To, view))
	men := c.liftAll(x, view)
	c.IfThen(c.LtU(to, lit(c.g.Program.Places)), func() { c.LayMen(c.OfNobody(to), men) }, nil)
	c.Changed()
}

// liftAll takes men of nobody up from the place, or the set, of an effect, and gives how many they were.
func (c *ctx) liftAll(x *engine.Effect, view env) num {
	g := c.g
	men := c.Variable(lit(0))
	lift := func(f num) {
		c.Changed()
		c.Assign(men, c.Add(men, c.Lift(c.OfNobody(f))))
		c.Changed()
	}
	if x.Many {
		c.EachMember(c.set(g.of(x.A), view), func(_ int, f num) { lift(f) })
	} else {
		f := c.Variable(c.is(x.A, view))
		c.IfThen(c.LtU(f, lit(g.Program.Places)), func() { lift(f) }, nil)
	}
	c.Changed()
	return men
}

// sowOn sows by a rule: the move goes to where the last man lies from then on.
func (c *ctx) sowOn(x *engine.Effect, e *env) {
	if e == nil {
		c.lack("a sowing that answers no move")
	}
	g := c.g
	s := x.Sown
	after := x.B
	if after == nil {
		after = x.A
	}
	w := walk{way: lit(asm.B2i(s.Back) * g.Program.Places), after: c.Variable(c.is(after, *e)), skips: c.skips(s, *e)}
	for k, x := range w.skips {
		w.skips[k] = c.VariableW(x)
	}
	if s.AsMove && e.act == engine.Sow {
		c.eachBack(*e, &w)
	}
	stay := c.Variable(c.stays(s, *e))
	total := c.Variable(lit(0))
	var at set
	from := lit(-1)
	if x.Many {
		at = c.set(g.of(x.A), *e)
		c.Assign(total, c.Total(0, g.lower.Who(engine.Nobodys, ir.Mover), at))
	} else {
		from = c.Variable(c.is(x.A, *e))
		c.IfThen(c.LtU(from, lit(g.Program.Places)), func() { c.Assign(total, c.menAt(from)) }, nil)
	}
	w.men = c.Variable(c.Sub(total, stay))
	last := c.told("sown to", w, nil)
	fits := c.And(c.LtU(w.after, lit(g.Program.Places)), c.GeS(last, lit(0)))
	c.IfThen(fits, func() {
		if c.liftAll(x, *e); !x.Many {
			c.layBack(from, stay)
		}
		c.Assign(e.to, c.lay(w))
		c.Assign(c.sown, lit(1))
	}, nil)
	c.envs++
	e.id = c.envs
	c.Changed()
}

// eachBack has a walk go as the sowing goes that it answers.
func (c *ctx) eachBack(e env, w *walk) {
	var back []int
	for _, s := range c.g.Program.Sowings {
		back = append(back, asm.B2i(s.Back))
	}
	if slices.Max(back) == slices.Min(back) {
		w.way = lit(back[0] * c.g.Program.Places)
		return
	}
	w.way = c.Mul(c.OctetAt(e.class, c.Module.Octets("sowings against the track", back)), lit(c.g.Program.Places))
}

package emit

import (
	"slices"

	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/ir"
	"github.com/lectio/lectio/rulesets/ir/wasm/asm"
	"github.com/lectio/lectio/rulesets/ir/wasm/state"
)

// A move is an environment where it is worked out, and one word where it is told.

// wideFrom is by how much the place a man comes from is shifted in the number of a candidate of a wide space.
const wideFrom = 12

// unknown is a place of a move that is told candidate by candidate.
var unknown = num{Local: -1}

func isUnknown(v num) bool { return !v.Known && v.Local == -1 }

// envOfAct is the environment of a move of which nothing is known but what it does.
func (c *ctx) envOfAct(act engine.Act) env {
	p, of := c.g.Program, actOf[act]
	e := c.newEnv()
	e.act, e.passes = act, of.goes
	if of.man == noMan {
		return e
	}
	e.from, e.to = unknown, unknown
	if of.man == storedMan {
		e.fromStore = true
		if st := c.g.storesOf(act); len(st) == 1 {
			e.from = lit(p.Places + st[0])
		}
	}
	if of.into != "" {
		e.toStore, e.to = true, lit(p.Places+p.StoreIndex(of.into))
	}
	if of.over {
		e.over = unknown
	}
	return e
}

// envOf is the environment of candidate i of a group.
func (c *ctx) envOf(x *ir.Group, part, i num) env {
	e := c.envFor(x, part)
	if e.act == engine.Declare {
		return e
	}
	c.places(&e, x.Space, i)
	e.spar = lit(asm.B2i(x.Spares))
	if x.Men != nil {
		e.men = c.menTogether(x, e)
	}
	return e
}

// envFor is the environment of the candidates of a group: what is not the same for all of them is
// known only candidate by candidate.
func (c *ctx) envFor(x *ir.Group, part num) env {
	e := c.envOfAct(x.Act)
	e.part, e.class, e.candidate = part, marksOf(x), true
	if x.Sown != nil {
		e.class = lit(x.Sown.Number)
	}
	if e.fromStore {
		e.from = lit(c.g.Program.Places + x.Store)
	}
	return e
}

// marksOf is the class of the group's men; unknown where it is told man by man.
func marksOf(x *ir.Group) num {
	if x.Class == ir.AnyMarks {
		return num{Local: -1}
	}
	return lit(x.Class)
}

// places fills in from, to and over of candidate i of a space.
func (c *ctx) places(e *env, sp *ir.Space, i num) {
	if sp.Wide {
		e.from, e.to, e.over = c.ShrU(i, lit(wideFrom)), c.BitAnd(i, lit(1<<wideFrom-1)), lit(-1)
		if !e.class.Known {
			e.class = c.MarksAt(e.from)
		}
		return
	}
	if !e.from.Known {
		if e.from = i; !sp.Indexed {
			e.from = c.Leaf(sp, c.which(sp, *e), i, state.LeafFrom)
		}
	}
	switch {
	case e.to.Known:
	case e.act == engine.Sow:
		e.to = c.sownTo(*e)
	case sp.Row:
		e.to = c.Add(i, c.number(*e))
	default:
		e.to = c.Leaf(sp, c.which(sp, *e), i, state.LeafTo)
	}
	if !e.class.Known && e.class.Local == -1 {
		e.class = c.MarksAt(e.from)
	}
	if !e.over.Known {
		e.over = c.Leaf(sp, c.which(sp, *e), i, state.LeafOver)
	}
}

// menTogether is how many men a group moves at once: asked before it is thought of
// where they go.
func (c *ctx) menTogether(x *ir.Group, e env) num {
	e.id, e.to, e.over, e.toStore, e.passes = c.newEnv().id, lit(-1), lit(-1), false, false
	return c.is(x.Men, e)
}

// move packs a move.
func (c *ctx) move(act engine.Act, e env) word {
	w := wlit(uint64(act) << state.MoveAct.At)
	put := func(v num, b asm.Bits) {
		w = c.OrW(w, c.ShlW(c.Widen(v), wlit(uint64(b.At))))
	}
	put(e.part, state.MovePart)
	put(c.Add(e.from, lit(1)), state.MoveFrom)
	put(c.Add(e.to, lit(1)), state.MoveTo)
	put(c.Add(e.over, lit(1)), state.MoveOver)
	put(e.class, state.MoveClass)
	if c.g.Move.Together {
		put(c.Sub(e.men, lit(1)), state.MoveMen)
	}
	if c.g.Move.Sparing {
		put(e.spar, state.MoveSpar)
	}
	if c.g.nobodys(act) {
		put(lit(1), state.MoveNobodys)
	}
	return w
}

// tellsClass reports whether the class of a move of an act differs between moves: that of the man or, of a sowing, how
// it sows.
func (g *gen) tellsClass(act engine.Act) bool {
	return g.Program.Classes() > 1 && actOf[act].man == ownMan || act == engine.Sow && len(g.Program.Sowings) > 1
}

// nobodys reports whether men of nobody are moved by an act.
func (g *gen) nobodys(act engine.Act) bool {
	nobodys, others := false, false
	for i := range g.Program.Allows {
		if a := &g.Program.Allows[i]; a.Act == act {
			nobodys, others = nobodys || a.Nobodys, others || !a.Nobodys
		}
	}
	if nobodys && others {
		panic(ir.Unsupported{Word: "men of players and of nobody moved by one act"})
	}
	if nobodys && act != engine.Sow && act != engine.Remove && g.Program.Classes() > 1 {
		panic(ir.Unsupported{Word: "men of nobody moved where men are of kinds or bear marks"})
	}
	return nobodys
}

// stopMove is the move that leaves what may be left.
func (c *ctx) stopMove(how num) word {
	w := c.move(engine.Stop, c.noMove())
	return c.OrW(w, c.ShlW(c.Widen(how), wlit(uint64(state.MoveStop.At))))
}

// storesOf lists the stores from which rules of an act bring men.
func (g *gen) storesOf(act engine.Act) []int {
	var out []int
	for i := range g.Program.Allows {
		if a := &g.Program.Allows[i]; a.Act == act {
			for _, st := range a.Stores {
				if !slices.Contains(out, st) {
					out = append(out, st)
				}
			}
		}
	}
	return out
}

// acts lists the acts that moves of the program can have.
func (g *gen) acts() []engine.Act {
	var out []engine.Act
	for i := range g.Program.Allows {
		if a := g.Program.Allows[i].Act; a != engine.Stop && !slices.Contains(out, a) {
			out = append(out, a)
		}
	}
	slices.SortStableFunc(out, func(a, b engine.Act) int {
		often := func(a engine.Act) int {
			return slices.Index([]engine.Act{engine.Advance, engine.Step, engine.Leap, engine.BearOff, engine.Enter, engine.Place, engine.Remove, engine.Sow, engine.Declare}, a)
		}
		return often(a) - often(b)
	})
	return append(out, engine.Pass, engine.Stop, engine.ThrowAgain)
}

// unpack is the environment of a move whose act is known.
func (c *ctx) unpack(act engine.Act, mv word) env {
	g, e := c.g, c.envOfAct(act)
	if act >= engine.Stop {
		return e
	}
	e.part = c.Field(mv, state.MovePart)
	if part, only := g.onlyPart(); only {
		e.part = lit(part)
	}
	if g.tellsClass(act) {
		e.class = c.Field(mv, state.MoveClass)
	}
	for _, x := range []struct {
		of   *num
		bits asm.Bits
	}{{&e.over, state.MoveOver}, {&e.from, state.MoveFrom}, {&e.to, state.MoveTo}} {
		if isUnknown(*x.of) {
			*x.of = c.Sub(c.Field(mv, x.bits), lit(1))
		}
	}
	if g.Move.Together && actOf[act].man == ownMan {
		e.men = c.Add(c.Field(mv, state.MoveMen), lit(1))
	}
	if g.Move.Sparing && actOf[act].man != noMan {
		e.spar = c.Field(mv, state.MoveSpar)
	}
	return e
}

// eachAct emits f for each act of a man that a move can have, and the move taken apart.
func (c *ctx) eachAct(mv word, f func(a engine.Act, e env)) {
	act := c.Field(mv, state.MoveAct)
	for _, a := range c.g.acts() {
		if a < engine.Stop {
			c.IfThen(c.Eq(act, lit(int(a))), func() { f(a, c.unpack(a, mv)) }, nil)
		}
	}
}

// moveAt is the i-th of the moves listed.
func (c *ctx) moveAt(i num) word {
	return c.WordAt(c.Add(c.Frame, c.Shl(i, lit(3))), c.g.OffList)
}

func (c *ctx) putMove(i num, mv word) {
	c.PutWord(c.Add(c.Frame, c.Shl(i, lit(3))), c.g.OffList, mv)
}

// generateHere works out what may be done in the present frame.
func (c *ctx) generateHere() {
	c.Invoke(c.g.fGen, c.Frame)
	c.Op(asm.OpDrop)
}

// How a decision can be ended without playing.
const (
	stopNot     = 0
	stopOption  = 1 // what is left may be left
	stopByRule  = 2
	stopOrThrow = 3 // a throw that may be taken or left
)

package wasm

import "github.com/lectio/lectio/rulesets/ir"

// A search asks of every position what it leads to. For that a module generated
// with [Options].Expand makes all throws or moves of a state in one call, because
// calling it, and copying states in and out, takes as long as making a move:
//
//	expand(frame) → n          makes every throw, or every legal move, of the state
//	                           in the frame and writes down the n states that follow
//	doubt(frame) → d           says whether an invariant may be broken in the state
//
// Beside each of them stands whether an invariant may be broken there, so that
// only such states need be looked at by the interpreter; and by statement of the
// interpretation it is noted what took effect, which the host reads when it likes.
// Agendas, answers to blocked parts, changes, scores and ends are noted. What
// permissions, prohibitions and requirements do is worked out of whole sets of
// moves at once, so that which of them was the first to refuse a move is not known
// here: it is for the interpreter to list the moves of the states that are kept,
// and while that is asked it is noted in which of them there is any need (may.go).
// Where moves were looked for in a state that is not kept, because there were
// none and the game went on or ended, that is noted too.
//
// The memory is fixed: there is room for as many states as moves can be listed. Of
// a state with more, or that the module cannot hold, a call says so, and the
// interpreter has to do it.

// note notes that a statement has taken effect.
func (c *ctx) note(statement int) {
	if c.g.opt.Expand {
		c.putOctet(c.s, c.g.offNotes+statement, lit(1))
	}
}

// noteVain notes that moves were looked for in vain.
func (c *ctx) noteVain() { c.note(c.g.p.Statements) }

// noteAgenda notes which agenda is put up: list has one more than the number of
// the agenda by row, 0 for none.
func (c *ctx) noteAgenda(turn bool, list []int, row num) {
	g := c.g
	if !g.opt.Expand {
		return
	}
	at := make([]int, len(list))
	for i, x := range list {
		at[i] = g.p.Statements + 1
		if x > 0 {
			at[i] = g.p.Agendas[x-1].Statement
		}
		if at[i] > 255 {
			panic(ir.Unsupported{Word: "more than 250 statements"})
		}
	}
	key := "agendas noted"
	if turn {
		key = "agendas noted of turns"
	}
	statement := c.octetAt(row, g.m.octets(key, at))
	c.putOctet(c.bin(i32Add, c.s, statement), g.offNotes, lit(1))
}

// scoresBefore are the points scored so far, by seat, where it is noted whether
// a rule changes them.
func (c *ctx) scoresBefore() (out []num) {
	if c.g.opt.Expand {
		for _, v := range c.scored {
			out = append(out, c.variable(v))
		}
	}
	return out
}

// noteScore notes that a rule has changed what was scored before.
func (c *ctx) noteScore(statement int, before []num) {
	differs := lit(0)
	for w, v := range before {
		differs = c.or(differs, c.bin(i32Ne, v, c.scored[w]))
	}
	c.ifThen(differs, func() { c.note(statement) }, nil)
}

// expand writes the function that makes all throws or moves of a state.
func (g *gen) expand() {
	asks, list := g.invariants(), g.listAndAsk()
	g.doubt(asks)
	c := g.begin(g.m.declare(stateFunctions[fnExpand], []valtype{i32}, []valtype{i32}))
	c.fault(faultNone)
	c.turnTo(c.byte(g.lay.To))
	c.fresh()
	c.setCell(g.offUnclear, lit(0))
	c.ifThen(c.byte(g.lay.Over), func() {
		c.yield(lit(0))
	}, nil)
	x := &expansion{ctx: c, asks: asks, sub: c.bin(i32Add, c.s, lit(g.frameSize)), out: c.variable(lit(g.followAt))}
	n := c.variable(lit(0))
	c.ifThen(c.decides(), func() {
		c.assign(n, c.told(list, c.s))
		x.forget()
		c.upward(n, func(k num, _ int) { x.follow(func() { c.moveOf(k, x.sub) }) })
	}, func() {
		if len(g.p.Throws) == 0 {
			return
		}
		from := c.throwsNow(n)
		x.forget()
		c.upward(n, func(k num, _ int) { x.follow(func() { c.throwOf(from, k, x.sub) }) })
	})
	c.ifThen(c.not(c.global(atFault)), x.note, nil)
	c.push(n)
}

// expansion is the function being written that makes all throws or moves of a state.
type expansion struct {
	*ctx
	asks *fn
	sub  num // the frame in which they are made
	out  num // where the next state that follows is written down
}

// forget begins what is noted anew: listing the moves has looked ahead in the frame in which
// they are made.
func (x *expansion) forget() {
	x.clearWords(x.sub, x.g.offNotes, x.g.notes())
}

// follow makes a throw or move on a copy of the state, and writes down what follows and whether
// an invariant may be broken there.
func (x *expansion) follow(makeIt func()) {
	c, g := x.ctx, x.g
	c.copyState(x.sub, c.s)
	makeIt()
	c.copyWords(x.out, 0, x.sub, 0, g.stateEnd)
	c.putNum(x.out, g.stateEnd, c.doubtful(x.asks, x.sub))
	c.assign(x.out, c.bin(i32Add, x.out, lit(g.followSize)))
}

// doubtful reports whether an invariant may be broken for some player in a frame; asks says
// it of one.
func (c *ctx) doubtful(asks *fn, frame num) num {
	broken := lit(0)
	if len(c.g.p.Invariants) > 0 {
		for q := range c.g.p.Players {
			c.invoke(asks, frame, lit(q))
			broken = c.bin(i32Or, broken, c.keep())
		}
	}
	return broken
}

// doubt writes the function that says it of a state given by the host.
func (g *gen) doubt(asks *fn) {
	c := g.begin(g.m.declare(stateFunctions[fnDoubt], []valtype{i32}, []valtype{i32}))
	c.fault(faultNone)
	c.fresh()
	c.push(c.doubtful(asks, c.s))
}

// note adds what took effect to what is noted for the host.
func (x *expansion) note() {
	c, g := x.ctx, x.g
	for at := 0; at < g.notes(); at += 16 {
		c.i32(0)
		c.i32(0)
		c.vload(g.notesAt + at)
		c.push(x.sub)
		c.vload(g.offNotes + at)
		c.vec(vOr)
		c.vstore(g.notesAt + at)
	}
}

// moveOf makes the k-th of the moves listed, in a frame.
func (c *ctx) moveOf(k, frame num) {
	mv := c.moveAt(k)
	c.inFrame(frame, func() {
		c.fresh()
		c.invoke(c.g.fApply, frame, mv)
		c.invoke(c.g.fSettle, frame)
	})
}

// listAndAsk writes the function that lists the legal moves of a decision and
// notes, where that is asked, what may take effect thereby.
func (g *gen) listAndAsk() *fn {
	may := g.may()
	f := g.m.declare("", []valtype{i32}, []valtype{i32})
	c := g.begin(f)
	c.generateHere()
	n := c.told(g.fMoves, c.s)
	c.ifThen(c.global(atAsking), func() {
		c.invoke(may, c.s, n)
	}, nil)
	c.push(n)
	return f
}

// throwsNow counts the throws of the present stage into n, and returns the first of them.
func (c *ctx) throwsNow(n num) (from num) {
	g := c.g
	first, count := make([]int, len(g.p.Stages)), make([]int, len(g.p.Stages))
	for i := range g.p.Stages {
		if d := g.p.Stages[i].Device; d >= 0 {
			first[i], count[i] = g.p.Devices[d].First, g.p.Devices[d].Count
		}
	}
	stage := c.byte(g.lay.Stage)
	c.assign(n, c.octetAt(stage, g.m.octets("throws of a stage", count)))
	return c.octetAt(stage, g.m.octets("first throw of a stage", first))
}

// throwOf makes the k-th of those throws in a frame.
func (c *ctx) throwOf(from, k, frame num) {
	t := c.bin(i32Add, from, k)
	c.inFrame(frame, func() {
		c.fresh()
		c.invoke(c.g.fThrow, frame, t)
	})
}

// invariants writes the function that says of a state whether an invariant may be
// broken for one player: what the generator cannot lower may always be.
func (g *gen) invariants() *fn {
	p := g.p
	f := g.m.declare("", []valtype{i32, i32}, []valtype{i32})
	g.orElse(f, func(c *ctx) {
		c.turnTo(num{l: 1})
		all := uint64(1)<<len(p.Stages) - 1
		for i := range p.Invariants {
			v := &p.Invariants[i]
			g.rule = v.ID
			asked := lit(1)
			if v.Stages&all != all {
				asked = c.and(c.not(c.byte(g.lay.Over)), c.stageIs(v.Stages))
			}
			holds := c.truth(c.is(v.When, c.noMove()))
			if !v.Never {
				holds = c.not(holds)
			}
			c.ifThen(c.and(asked, holds), func() { c.yield(lit(1)) }, nil)
		}
		c.i32(0)
	}, func() { f.i32(1) })
	return f
}

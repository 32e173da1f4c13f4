package emit

import (
	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/engine/weigh"
	"github.com/lectio/lectio/rulesets/ir/wasm/asm"
	"github.com/lectio/lectio/rulesets/ir/wasm/state"
)

// Players who weigh what a move leads to: legal moves are made on a copy of the state, as for a
// search, but for those of which it is known from others what they are worth (quiet.go), and of those
// that lead to what is worth most to the player one is drawn. What a
// position is worth is package weigh's to say; here the sum is taken over the sets in which men
// are kept. A move changes few of them: of the men only those are added up that it has moved,
// and the others once for all moves of a decision.
//
//	men(frame, at, to) → v            what the men in the frame are worth to who is to move, by the weights there
//	value(frame, player, from) → v    what the position in the frame is worth to a player, by his weights;
//	                                  from: another frame with the position before the move, or 0

// menWorth writes the function that says what all men are worth.
func (g *gen) menWorth() {
	c := g.begin(g.fMen)
	c.TurnTo(num{Local: 2})
	w := &weighing{ctx: c, at: num{Local: 1}, sum: c.Variable(lit(0))}
	for seat := range g.Program.Owners() {
		s := w.menOf(seat)
		w.men(seat, s, s, lit(1))
	}
	c.Push(w.sum)
}

// value writes the function that says what a position is worth to a player.
func (g *gen) value() {
	c := g.begin(g.fValue)
	player, from := num{Local: 1}, num{Local: 2}
	c.TurnTo(lit(0))
	c.IfThen(c.Byte(g.Layout.Over), func() { c.Yield(c.prevailed(player)) }, nil)
	c.IfThen(c.Not(c.NumAt(c.Shl(player, lit(2)), state.AtWeights)), func() { c.Yield(lit(0)) }, nil)
	to := c.Byte(g.Layout.To)
	weights, sign := c.weightsOf(player, to)
	c.TurnTo(to)
	w := &weighing{ctx: c, at: weights, sum: c.Variable(lit(0))}
	c.IfThen(from, func() { w.changed(from, to) }, func() { c.Assign(w.sum, c.Told(g.fMen, c.Frame, weights, to)) })
	for seat := range g.Program.Players {
		w.rest(seat)
	}
	w.turn()
	c.Push(c.Mul(w.sum, sign))
}

// weighing is the function being written that adds up what a position has times its weights.
type weighing struct {
	*ctx
	at, sum num
}

// add adds a weight: the off-th, or one so many further on.
func (w *weighing) add(off int, further num, times num) {
	at := w.at
	if !further.Known || further.Value != 0 {
		at = w.Add(at, w.Shl(further, lit(1)))
	}
	w.Push(at)
	w.Load16s(2 * off)
	w.Assign(w.sum, w.Add(w.sum, w.Mul(w.Keep(), times)))
}

// changed adds what the men were worth before the move, in another frame, and what the move has changed.
func (w *weighing) changed(from, to num) {
	g := w.g
	at := w.Add(from, w.Shl(to, lit(3)))
	w.IfThen(w.Not(w.NumAt(at, g.OffSums+4)), func() {
		w.PutNum(at, g.OffSums, w.Told(g.fMen, from, w.at, to))
		w.PutNum(at, g.OffSums+4, lit(1))
	}, nil)
	w.Assign(w.sum, w.NumAt(at, g.OffSums))
	for seat := range g.Program.Owners() {
		now := w.menOf(seat)
		var before []set
		w.InFrame(from, func() { before = w.menOf(seat) })
		w.men(seat, w.but(now, before), now, lit(1))
		w.men(seat, w.but(before, now), before, lit(-1))
	}
}

// menOf are the sets by which the men of a seat are told apart: where men of each class stand, one or more, two or
// more, three or more; where men are sliced where any stand, and where those with each bit of their class.
func (w *weighing) menOf(seat int) (out []set) {
	g := w.g
	if g.Sliced() {
		out = append(out, w.Standing(seat))
		for m := 0; 1<<m < g.Program.Classes(); m++ {
			out = append(out, w.Marked(seat, m))
		}
		return out
	}
	for class := range g.Program.Classes() {
		for k := 1; k <= weigh.MostMen; k++ {
			out = append(out, w.ClassSet(seat, class, k))
		}
	}
	if seat == w.Nobody() { // whose places are told as who is to move calls them
		out = w.Seen(out, seat)
	}
	return out
}

// but are the sets of which [weighing.men] adds up what stands in some sets and not, or otherwise, in others.
func (w *weighing) but(sets, others []set) (out []set) {
	if !w.g.Sliced() {
		for i := range sets {
			out = append(out, w.Minus(sets[i], others[i]))
		}
		return out
	}
	differs := asm.None(w.g.W)
	for i := range sets {
		differs = w.Ors(differs, w.Xors(sets[i], others[i]))
	}
	return []set{w.Ands(sets[0], differs)}
}

// men adds so many times the men of a seat that are in some sets; all are those of the position that they are of.
func (w *weighing) men(seat int, sets, all []set, times num) {
	g := w.g
	if g.Sliced() {
		w.EachAtOnce(sets[0], func(x num, _ int) {
			class := lit(0)
			for m, s := range all[1:] {
				class = w.BitOr(class, w.Shl(w.HasPlace(s, x), lit(m)))
			}
			w.add(g.Form.Man(seat, 0, 1, 0), w.Add(x, w.Mul(class, lit(weigh.MostMen*g.Program.Places))), times)
		})
		return
	}
	for i, s := range sets {
		if !s.Empty() {
			class, k := i/weigh.MostMen, i%weigh.MostMen+1
			w.EachAtOnce(s, func(x num, _ int) { w.add(g.Form.Man(seat, class, k, 0), x, times) })
		}
	}
}

// rest adds the stores, variables and points of a seat.
func (w *weighing) rest(seat int) {
	p, form := w.g.Program, w.g.Form
	for st := range p.Stores {
		w.add(form.Stores+seat*len(p.Stores)+st, lit(0), w.Store(seat, st))
	}
	for v, at := range form.Vars {
		switch {
		case at < 0 || p.Vars[v].Common && seat > 0:
		case p.Vars[v].Common:
			w.add(at, lit(0), w.counted(w.VariableOf(v, seat)))
		default:
			w.add(at+seat, lit(0), w.counted(w.VariableOf(v, seat)))
		}
	}
	if len(p.Scores) > 0 {
		w.add(form.Points+seat, lit(0), w.counted(w.Score(seat)))
	}
}

// counted is a number cut to what is weighed of it.
func (w *weighing) counted(v num) num {
	v = w.Pick(w.GtS(v, lit(weigh.MostCounted)), lit(weigh.MostCounted), v)
	return w.Pick(w.LtS(v, lit(-weigh.MostCounted)), lit(-weigh.MostCounted), v)
}

// turn adds what is left to play, and the stage.
func (w *weighing) turn() {
	c, g, form := w.ctx, w.g, w.g.Form
	lay := g.Layout
	c.Upward(c.Byte(lay.LeftN), func(i num, _ int) {
		w.add(form.Left, c.BitAnd(c.PartLeft(i), lit(0x7f)), lit(1))
	})
	stage := c.Byte(lay.Stage)
	c.IfThen(c.Ne(stage, lit(engine.NoStage)), func() {
		awaits := c.And(c.Ne(c.Byte(lay.LeftN), lit(0)), c.Not(c.PartLeft(lit(0))))
		w.add(form.Flags, c.Add(c.Shl(stage, lit(1)), awaits), lit(1))
	}, nil)
}

// prevailed is what a game that is over is worth to a player.
func (c *ctx) prevailed(player num) num {
	g := c.g
	p := g.Program
	worth := func(who num) num {
		return c.Pick(c.Eq(c.teamOf(who), c.teamOf(player)), lit(weigh.Prevailed), lit(-weigh.Prevailed))
	}
	if p.NamesWinner() {
		w := c.Byte(g.Layout.Winner)
		c.IfThen(c.Not(w), func() { c.Yield(lit(0)) }, nil)
		return worth(c.Sub(w, lit(1)))
	}
	if len(p.Scores) == 0 {
		return lit(0)
	}
	c.IfThen(c.Eq(c.Byte(g.Layout.Over), lit(engine.OverStuck)), func() { c.Yield(lit(0)) }, nil)
	best, most := c.Variable(lit(0)), c.Variable(c.Score(0))
	for q := 1; q < len(p.Players); q++ {
		c.IfThen(c.GtS(c.Score(q), most), func() {
			c.Assign(best, lit(q))
			c.Assign(most, c.Score(q))
		}, nil)
	}
	for q := range p.Players {
		level := c.And(c.Eq(c.Score(q), most), c.Ne(c.teamOf(lit(q)), c.teamOf(best)))
		c.IfThen(level, func() { c.Yield(lit(0)) }, nil)
	}
	return worth(best)
}

// weighed writes the function that plays a game from the state in its frame to its end, in which
// the players who have weights weigh.
func (g *gen) weighed() {
	lay := g.Layout
	c := g.begin(g.fWeighed)
	sub := c.Add(c.Frame, lit(g.FrameSize))
	c.Repeat(func(done, again int) {
		c.Changed()
		c.TurnTo(c.Byte(lay.To))
		c.LeaveTo(done, c.Byte(lay.Over))
		c.LeaveTo(done, c.Global(state.AtFault))
		if len(g.Program.Throws) > 0 {
			c.IfThen(c.Not(c.decides()), func() { c.throwInGame(done, again) }, nil)
		}
		c.IfThen(c.GeS(c.Cell(g.OffPlies), c.Cell(g.OffMost)), func() {
			c.SetCell(g.OffOverCap, lit(1))
			c.Br(done)
		}, nil)
		n := c.Variable(c.Told(g.fMoves, c.Frame))
		c.LeaveTo(done, c.Global(state.AtFault))
		c.IfThen(c.And(c.Ne(c.Cell(g.OffCounting), lit(0)), c.GtS(n, lit(1))), func() {
			c.SetCellW(g.OffBranch, c.AddW(c.CellW(g.OffBranch), c.Widen(n)))
			c.CountUp(g.OffChosen)
		}, nil)
		mv := c.moveAt(c.decided(n, sub))
		c.CountUp(g.OffPlies)
		act := c.Field(mv, state.MoveAct)
		c.IfThen(c.Or(c.Eq(act, lit(int(engine.Pass))), c.Eq(act, lit(int(engine.Stop)))), func() { c.CountUp(g.OffPasses) }, nil)
		c.IfThen(c.Not(c.Or(c.Byte(lay.ThrowN), c.Byte(lay.Played))), func() { c.CountUp(g.OffTurns) }, nil)
		c.SetCell(g.OffIdle, lit(0))
		c.Invoke(g.fApply, c.Frame, mv)
		c.Invoke(g.fSettle, c.Frame)
		c.sampled()
	})
}

// throwInGame makes a throw at random, and goes on with the game.
func (c *ctx) throwInGame(done, again int) {
	g, lay := c.g, c.g.Layout
	owner := c.Byte(lay.Owner)
	c.IfThen(c.Or(c.Ne(owner, c.Cell(g.OffTurnOf)), c.Not(c.Byte(lay.ThrowN))), func() {
		c.SetCell(g.OffTurnOf, owner)
		c.CountUp(g.OffTurns)
	}, nil)
	c.CountUp(g.OffThrows)
	c.IfThen(c.GtS(c.Sub(c.Cell(g.OffThrows), c.Cell(g.OffPlies)), lit(engine.MostThrows)), func() {
		c.SetCell(g.OffOverCap, lit(1))
		c.Br(done)
	}, nil)
	c.Invoke(g.fThrow, c.Frame, c.draw())
	c.Br(again)
}

// decided is the number of the move that the player makes, of n that are listed: drawn of all that
// may be made, as [engine.Interpreter.Pick] does, or of those that lead to what is worth most to him.
func (c *ctx) decided(n, sub num) num {
	g := c.g
	player := c.Byte(g.Layout.To)
	k, drawn := c.Variable(lit(0)), c.Variable(c.Not(c.NumAt(c.Shl(player, lit(2)), state.AtWeights)))
	share := c.Global(state.AtShare)
	c.IfThen(c.And(c.Not(drawn), c.And(c.Ne(share, lit(0)), c.GtS(n, lit(1)))), func() {
		c.Assign(drawn, c.LtS(c.below(lit(256)), share))
	}, nil)
	c.IfThen(drawn, func() {
		all := c.Cell(g.OffAllN)
		c.IfThen(c.GtS(all, lit(1)), func() {
			c.Assign(k, c.below(all))
			c.IfThen(c.Ne(all, n), func() { c.redraw(k, n) }, nil)
		}, nil)
	}, func() {
		c.IfThen(c.GtS(n, lit(1)), func() { c.weighMoves(k, n, sub) }, nil)
	})
	return k
}

// weighMoves gives k the number of one of the n moves that lead to what is worth most to the player.
func (c *ctx) weighMoves(k, n, sub num) {
	g := c.g
	player := c.Byte(g.Layout.To)
	best, ties := c.Variable(lit(-1<<31)), c.Variable(lit(0))
	for q := range g.Program.Players {
		c.SetCell(g.OffSums+8*q+4, lit(0))
	}
	worth := func(i num) num { return c.Add(c.Frame, c.Shl(i, lit(2))) }
	quiet := c.quiet(player, sub, n)
	c.Upward(n, func(i num, _ int) {
		v := c.Variable(lit(0))
		quiet.weigh(c.moveAt(i), v, func() {
			c.CopyState(sub, c.Frame)
			c.moveOf(i, sub)
			c.Assign(v, c.Told(g.fValue, sub, player, c.Frame))
		})
		c.PutNum(worth(i), g.OffWorth, v)
		c.IfThen(c.GeS(v, best), func() {
			c.Assign(ties, c.Pick(c.GtS(v, best), lit(1), c.Add(ties, lit(1))))
			c.Assign(best, v)
		}, nil)
	})
	nth := c.Variable(lit(0))
	c.oneOf(nth, ties)
	c.Upward(n, func(i num, done int) {
		c.IfThen(c.Eq(c.NumAt(worth(i), g.OffWorth), best), func() {
			c.Assign(k, i)
			c.LeaveTo(done, c.Not(nth))
			c.Assign(nth, c.Sub(nth, lit(1)))
		}, nil)
	})
}

// sampled keeps one position of so many that come to stand in a game.
func (c *ctx) sampled() {
	g := c.g
	every := c.Global(state.AtEvery)
	kept := c.Global(state.AtSamples)
	plies := c.Cell(g.OffPlies)
	room := c.And(c.LtS(kept, lit(state.SampleRoom)), c.LeS(plies, c.Mul(every, lit(state.MostKept))))
	wanted := c.And(c.Ne(every, lit(0)), c.And(room, c.Not(c.Byte(g.Layout.Over))))
	c.IfThen(wanted, func() {
		c.IfThen(c.Not(c.RemU(plies, every)), func() {
			at := c.Add(lit(g.SampleAt), c.Mul(kept, lit(g.SampleSize)))
			c.CopyWords(at, 0, c.Frame, 0, g.StateEnd)
			c.Absolute()
			c.Load64(state.AtGame)
			c.PutWord(at, g.StateEnd, c.KeepW())
			c.SetGlobal(state.AtSamples, c.Add(kept, lit(1)))
		}, nil)
	}, nil)
}

// weighs are the functions of a module in which players weigh positions.
func (g *gen) weighs() {
	g.menWorth()
	g.value()
	g.weighed()
	c := g.begin(g.m.Declare(state.Functions[state.FnValue], []asm.Type{asm.I32, asm.I32}, []asm.Type{asm.I32}))
	c.Push(c.Told(g.fValue, c.Frame, num{Local: 1}, lit(0)))
}

// from takes up the state from which games are to be played on.
func (c *ctx) from() {
	g, lay := c.g, c.g.Layout
	c.CopyWords(c.Frame, 0, lit(g.FromAt), 0, g.StateEnd)
	c.TurnTo(c.Byte(lay.To))
	c.MirrorAnew()
	c.fresh()
	c.SetCell(g.OffUnclear, lit(0))
	c.NewHistory()
	c.Changed()
}

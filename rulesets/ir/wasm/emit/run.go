package emit

import (
	"github.com/lectio/lectio/rulesets/ir/wasm/asm"
	"github.com/lectio/lectio/rulesets/ir/wasm/state"
)

// below draws a number below n, each equally likely, as engine.Random.Below: the
// product of 32 random bits and n, drawn again in the uneven rest.
func (c *ctx) below(n num) num {
	if c.LeaveAt != 0 && (!n.Known || n.Value <= fewWays) {
		// In one game of a hundred thousand it would have to be drawn again: then the
		// interpreter plays, and no ways meet here.
		m := c.Product(n)
		c.Aside(c.LtU(c.Narrow(m), n), func() {
			c.Fault(state.FaultDraw)
			c.Br(c.LeaveAt)
		})
		return c.Narrow(c.ShrW(m, wlit(32)))
	}
	m := c.VariableW(c.Product(n))
	c.IfThen(c.LtU(c.Narrow(m), n), func() {
		c.Invoke(c.g.fUneven, c.Frame, n, m)
		c.SetLocal(m.Local)
	}, nil)
	return c.Narrow(c.ShrW(m, wlit(32)))
}

// oneOf gives k a number below n; of one there is no draw.
func (c *ctx) oneOf(k, n num) {
	c.IfThen(c.GtS(n, lit(1)), func() { c.Assign(k, c.below(n)) }, nil)
}

// fewWays is how many ways a device may fall in for each to have an entry in a table.
const fewWays = 4096

// uneven writes the function that keeps a product or draws it again, if it lies in
// the rest that n leaves of 2^32, where a device falls in so many ways that this is no
// rarity. A loop in the midst of others would cost the compiler what it knows.
func (g *gen) uneven() {
	c := g.begin(g.fUneven)
	n, m := num{Local: 1}, word{Local: 2}
	c.Vary(m.Local)
	c.Push(c.Sub(lit(0), n))
	c.Push(n)
	c.Op(asm.I32RemU)
	threshold := c.Keep()
	c.Repeat(func(done, _ int) {
		c.LeaveTo(done, c.GeU(c.Narrow(m), threshold))
		c.AssignW(m, c.Product(n))
	})
	c.PushW(m)
}

// run writes the function that plays a batch of games of random moves and writes
// a record of each. What the host calls only says where the frame lies: the
// compiler can then tell that all of it lies within the memory.
func (g *gen) run() {
	outer := g.fRun
	outer.I32(g.FrameAt)
	outer.Get(0)
	outer.I32(0)
	outer.Call(g.fGames)

	c := g.begin(g.fGames)
	c.Zero, c.FrameAt, c.Staged = num{Local: 2}, g.FrameAt, true
	games := num{Local: 1}
	c.SetCell(g.OffMost, c.Global(state.AtCap))
	c.SetCell(g.OffCounting, c.Global(state.AtBranch))
	budget := c.Global(state.AtMoves)
	rec, done, spent := c.Variable(lit(g.RecAt)), c.Variable(lit(0)), c.Variable(lit(0))

	c.Repeat(func(end, _ int) {
		c.LeaveTo(end, c.GeS(done, games))
		c.LeaveTo(end, c.GeS(spent, budget))
		c.Absolute()
		c.Load64(state.AtGame)
		game := c.KeepW()
		c.Absolute()
		c.PushW(c.AddW(game, wlit(1)))
		c.Store64(state.AtGame)
		c.Absolute()
		c.Load64(state.AtSeed)
		c.Seed(c.KeepW(), game)
		c.Fault(state.FaultNone)
		for _, at := range []int{g.OffPlies, g.OffPasses, g.OffTurns, g.OffChosen, g.OffOverCap, g.OffWatch, g.OffThrows} {
			c.SetCell(at, lit(0))
		}
		c.SetCell(g.OffTurnOf, lit(-1))
		c.SetCellW(g.OffBranch, wlit(0))
		c.SetCellW(g.OffHash, wlit(0))
		c.Invoke(g.fStart, c.Frame)
		if g.Turn.EveryDecided {
			c.SetCell(g.OffTurns, c.Not(c.Byte(g.Layout.Over)))
		}
		c.TurnTo(c.Byte(g.Layout.To))
		m := &machine{turns: turns{ctx: c}}
		m.loop = m
		m.play()
		c.TurnTo(c.Player())
		c.writeRecord(rec)
		c.Assign(spent, c.Add(spent, c.Cell(g.OffPlies)))
		c.Assign(rec, c.Add(rec, lit(g.RecSize)))
		c.Assign(done, c.Add(done, lit(1)))
	})
	c.SetGlobal(state.AtDone, done)
}

// redrawn writes the function that turns k, an index among all that could be chosen
// before looking ahead, into one among the n legal moves: the same move if it is
// legal, else one drawn anew.
func (g *gen) redrawn() {
	c := g.begin(g.fRedraw)
	k, n := num{Local: 1}, num{Local: 2}
	want := c.WordAt(c.Add(c.Frame, c.Shl(k, lit(3))), g.OffAll)
	i := c.Variable(lit(0))
	found := c.Block()
	c.Repeat(func(none, _ int) {
		c.LeaveTo(none, c.GeS(i, n))
		c.LeaveTo(found, c.EqualW(c.moveAt(i), want))
		c.Assign(i, c.Add(i, lit(1)))
	})
	c.Assign(i, lit(0))
	c.oneOf(i, n)
	c.End()
	c.Push(i)
}

func (c *ctx) redraw(k, n num) {
	c.Assign(k, c.Told(c.g.fRedraw, c.Frame, k, n))
}

// draw picks a throw by the chance of each outcome: a table by way.
func (c *ctx) draw() num {
	g := c.g
	p := g.Program
	pickOf := func(d int) num {
		dev := &p.Devices[d]
		if dev.Ways > fewWays {
			// by adding up the ways
			k := c.Variable(c.below(lit(dev.Ways)))
			t := c.Variable(lit(dev.First))
			found := c.Block()
			for x := dev.First; x < dev.First+dev.Count; x++ {
				c.Assign(k, c.Sub(k, lit(p.Throws[x].Ways)))
				c.Assign(t, lit(x))
				c.LeaveTo(found, c.LtS(k, lit(0)))
			}
			c.End()
			return t
		}
		var list []int
		for x := dev.First; x < dev.First+dev.Count; x++ {
			for range p.Throws[x].Ways {
				list = append(list, x)
			}
		}
		at := g.m.Octets("ways of "+dev.ID+string(rune('0'+d)), list)
		return c.OctetAt(c.below(lit(dev.Ways)), at)
	}
	used := map[int]uint64{}
	var order []int
	for i, s := range p.Stages {
		if s.Device >= 0 {
			if used[s.Device] == 0 {
				order = append(order, s.Device)
			}
			used[s.Device] |= 1 << i
		}
	}
	if len(order) == 1 {
		return pickOf(order[0])
	}
	t := c.Variable(lit(0))
	for _, d := range order {
		c.IfThen(c.StageIs(used[d]), func() { c.Assign(t, pickOf(d)) }, nil)
	}
	return t
}

// writeRecord writes down what a game came to: what its frame begins with.
func (c *ctx) writeRecord(rec num) {
	c.SetCell(c.g.OffFault, c.Global(state.AtFault))
	c.Push(rec)
	c.Push(c.Frame)
	c.I32(c.g.RecSize)
	c.CopyMem()
}

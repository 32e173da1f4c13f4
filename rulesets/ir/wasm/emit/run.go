package emit

import (
	"slices"

	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/ir/wasm/state"
)

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
		c.clearGathered()
		c.SetCell(g.OffTurnOf, lit(-1))
		c.SetCellW(g.OffBranch, wlit(0))
		c.SetCellW(g.OffHash, wlit(0))
		if g.Options.Weigh {
			c.IfThen(c.Global(state.AtFrom), c.from, func() { c.Invoke(g.fStart, c.Frame) })
			c.IfThen(c.Global(state.AtWeigh), func() { c.Invoke(g.fWeighed, c.Frame) }, c.playDrawn)
		} else {
			c.Invoke(g.fStart, c.Frame)
			c.playDrawn()
		}
		c.TurnTo(c.Player())
		c.writeRecord(rec)
		c.Assign(spent, c.Add(spent, c.Cell(g.OffPlies)))
		c.Assign(rec, c.Add(rec, lit(g.RecSize)))
		c.Assign(done, c.Add(done, lit(1)))
	})
	c.SetGlobal(state.AtDone, done)
}

// playDrawn plays a game from the state in its frame to its end with moves that are drawn.
func (c *ctx) playDrawn() {
	g := c.g
	if g.Turn.EveryDecided {
		begun := c.Or(c.Byte(g.Layout.Over), c.Or(c.Byte(g.Layout.ThrowN), c.Byte(g.Layout.Played))) // before
		c.SetCell(g.OffTurns, c.Not(begun))
	}
	c.TurnTo(c.Byte(g.Layout.To))
	m := &machine{turns: turns{ctx: c}}
	m.loop = m
	if g.holds() {
		c.HoldState()
		m.play()
		c.Release()
	} else {
		m.play()
	}
}

// holds reports whether the loop holds the state in globals. What asks other functions about it would have to
// put it back each time, and what finds it by a seat cannot.
func (g *gen) holds() bool {
	own := slices.ContainsFunc(g.Program.Stages, func(s engine.Stage) bool { // whoever is asked has a stage
		n, known := g.of(s.When).Known()
		return known && n != 0
	})
	return g.eachPlayer() && own && !g.Program.Nobodys && !g.mayMix && len(g.requires()) == 0 && !g.Move.LooksAhead && !g.Turn.ForOthers && g.Program.Match == 0
}

// writeRecord writes down what a game came to: what its frame begins with.
func (c *ctx) writeRecord(rec num) {
	c.SetCell(c.g.OffFault, c.Global(state.AtFault))
	c.Push(rec)
	c.Push(c.Frame)
	c.I32(c.g.RecSize)
	c.CopyMem()
}

package emit

import (
	"github.com/lectio/lectio/rulesets/ir/wasm/state"
)

// What is drawn.

// below draws a number below n, each equally likely, as random.Source.Below: the
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
	threshold := c.RemU(c.Sub(lit(0), n), n)
	c.Repeat(func(done, _ int) {
		c.LeaveTo(done, c.GeU(c.Narrow(m), threshold))
		c.AssignW(m, c.Product(n))
	})
	c.PushW(m)
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

package state

// States are copied whole, to be taken back, or as far as another frame needs them, to look ahead.

// KeepState copies the state to the frame behind it, from which it is hardly ever taken
// back: whole, since nobody waits for it.
func (c *Func) KeepState() { c.copyWhole(c.mem.FrameSize, 0) }

// TakeBack makes the state what keepState has kept.
func (c *Func) TakeBack() {
	c.copyWhole(0, c.mem.FrameSize)
	c.Changed()
}

// copyWhole copies a state between two offsets from the frame.
func (c *Func) copyWhole(to, from int) {
	c.LookAt(c.Frame, c.mem.FrameSize+c.mem.StateEnd-1)
	c.CopyWords(c.Frame, to, c.Frame, from, c.mem.StateEnd)
}

// CopyState copies a state from one frame to another: single bytes as such.
func (c *Func) CopyState(to, from num) {
	mem, lay := c.mem, c.mem.Layout
	for _, s := range []*num{&to, &from} {
		if s.Known { // of a constant the compiler does not remember that it lies within the memory
			c.Push(*s)
			*s = c.Keep()
		}
		c.LookAt(*s, mem.FrameSize-1)
	}
	for _, at := range []int{lay.To, lay.Stage, lay.Over, lay.Winner, lay.Owner, lay.Next, lay.NextStage, lay.Played,
		lay.Active, lay.Active + 1, lay.Fixed, lay.InThrow, lay.Handed, lay.LeftN, lay.ThrowN} {
		c.Push(to)
		c.Push(from)
		c.Load8(at)
		c.Store8(at)
	}
	c.SaveSet(to, mem.offAgenda, c.LoadSet(from, mem.offAgenda, len(mem.flags())))
	for at := mem.offRest; at < mem.StateEnd; at += 8 {
		c.Push(to)
		c.Push(from)
		c.Load64(at)
		c.Store64(at)
	}
	c.Push(to)
	c.Push(from)
	c.Load64(lay.Throws)
	c.Store64(lay.Throws)
}

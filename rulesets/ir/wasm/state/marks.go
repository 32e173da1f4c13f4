package state

import (
	"fmt"

	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/engine/class"
	"github.com/lectio/lectio/rulesets/ir/wasm/asm"
)

// Which marks men bear, and of which kind they are, is told by their class.

// MarksAt is the class of the man of seat 0 at a place.
func (c *Func) MarksAt(f num) num {
	out := lit(0)
	for m := 0; 1<<m < c.mem.Program.Classes(); m++ {
		out = c.BitOr(out, c.Shl(c.HasPlace(c.Marked(0, m), f), lit(m)))
	}
	return out
}

// Marked is where a seat has men with a mark, or of a kind.
func (c *Func) Marked(seat, mark int) set {
	if c.mem.Sliced() {
		if mark < class.FirstKind {
			return c.markSet(seat, mark)
		}
		return c.ofKind(seat, mark-class.FirstKind)
	}
	return c.SetOnce(fmt.Sprintf("marked %d %d", seat, mark), func() set {
		v := asm.None(c.mem.W)
		for class := range c.mem.Program.Classes() {
			if c.mem.Program.Bears(class, mark) {
				v = c.Ors(v, c.ClassSet(seat, class, 1))
			}
		}
		return v
	})
}

// ofKind is where a seat has men of a kind, where men are sliced: the number of the kind
// is in the sets beyond those of marks, bit by bit.
func (c *Func) ofKind(seat, kind int) set {
	return c.SetOnce(fmt.Sprintf("kind %d %d", seat, kind), func() set {
		return c.bearing(seat, c.mem.Program.ClassOf(kind, 0), len(c.mem.Program.Marks))
	})
}

// Bears reports whether a man of a class bears a mark, or is of a kind.
func (c *Func) Bears(of num, mark int) num {
	if mark < class.FirstKind {
		return c.BitAnd(c.ShrU(of, lit(mark)), lit(1))
	}
	return c.Eq(c.ShrU(of, lit(len(c.mem.Program.Marks))), lit(mark-class.FirstKind))
}

// Remarked is the class of men of a class once an effect has marked them.
func (c *Func) Remarked(of num, x *engine.Effect) num {
	switch {
	case x.Var >= class.FirstKind:
		marks := c.BitAnd(of, lit(1<<len(c.mem.Program.Marks)-1))
		return c.BitOr(marks, lit(c.mem.Program.ClassOf(x.Var-class.FirstKind, 0)))
	case x.Kind == engine.DropMark:
		return c.BitAnd(of, lit(^(1 << x.Var)))
	}
	return c.BitOr(of, lit(1<<x.Var))
}

// Unmarked is where a seat has men without a mark, or of other kinds.
func (c *Func) Unmarked(seat, mark int) set {
	if c.mem.Sliced() {
		return c.Minus(c.occupied(seat), c.Marked(seat, mark))
	}
	out := asm.None(c.mem.W)
	for class := range c.mem.Program.Classes() {
		if !c.mem.Program.Bears(class, mark) {
			out = c.Ors(out, c.ClassSet(seat, class, 1))
		}
	}
	return out
}

package emit

import (
	"cmp"
	"slices"

	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/ir"
	"github.com/lectio/lectio/rulesets/ir/wasm/asm"
)

// Parts of the agenda are of classes: what can be done with those of one class is the same.

// onlyPart is the only part that can be played, if there is only one.
func (g *gen) onlyPart() (part int, only bool) {
	if list := g.candidates.Playable; len(list) == 1 && len(list[0].Parts) == 1 {
		return list[0].Parts[0], true
	}
	return 0, false
}

// forClass emits code for the class to which a part belongs.
func (g *gen) forClass(c *ctx, part num, f func(cl *ir.Class, part num)) {
	dead := false // there are parts that no rule lets anybody play
	for _, cl := range g.candidates.Classes {
		dead = dead || cl.Parts[0] != engine.PartThrow && len(cl.Groups) == 0
	}
	g.ofClass(c, part, dead, f)
}

// ofClass is forClass of a part that, where none is dead, is of one that can be played.
func (g *gen) ofClass(c *ctx, part num, dead bool, f func(cl *ir.Class, part num)) {
	live := slices.Clone(g.candidates.Playable)
	if len(live) == 0 {
		return
	}
	// one kind is told by a comparison, the last class by what it is not
	goes := func(cl *ir.Class) int { // what moves men is played most often
		return asm.B2i(slices.ContainsFunc(cl.Groups, func(x *ir.Group) bool { return actOf[x.Act].man == ownMan }))
	}
	slices.SortStableFunc(live, func(a, b *ir.Class) int { return cmp.Or(len(a.Parts)-len(b.Parts), goes(b)-goes(a)) })
	if len(live) == 1 && !dead {
		f(live[0], part)
		return
	}
	// isOf reports whether the part is of a class: one kind, or any of some.
	isOf := func(cl *ir.Class) num {
		least, most := slices.Min(cl.Parts), slices.Max(cl.Parts)
		switch {
		case least == most:
			return c.Eq(part, lit(least))
		case most-least+1 == len(cl.Parts):
			return c.LtU(c.Sub(part, lit(least)), lit(len(cl.Parts)))
		}
		var kinds uint64
		for _, x := range cl.Parts {
			kinds |= 1 << x
		}
		return c.BitOf(wlit(kinds), c.Widen(part))
	}
	var chain func(i int)
	chain = func(i int) {
		cl := live[i]
		p := part
		if len(cl.Parts) == 1 {
			p = lit(cl.Parts[0])
		}
		if i == len(live)-1 && !dead {
			f(cl, p)
			return
		}
		c.IfThen(isOf(live[i]), func() { f(cl, p) }, func() {
			if i+1 < len(live) {
				chain(i + 1)
			}
		})
	}
	chain(0)
}

func (c *ctx) rankOf(part num) num {
	p := c.g.Program
	return c.BySeat("ranks of parts", 0, len(p.Parts), part, func(_, part int) int { return p.PartRank(part) })
}

// ranksAfter reports whether part a comes after part b in the defined order; neither is a throw.
func (c *ctx) ranksAfter(a, b num) num {
	up, down := true, true
	for i := 2; i < len(c.g.Program.Parts); i++ {
		more := c.g.Program.PartRank(i) > c.g.Program.PartRank(i-1)
		up, down = up && more, down && !more
	}
	switch {
	case up:
		return c.GtS(a, b)
	case down:
		return c.LtS(a, b)
	}
	return c.GtS(c.rankOf(a), c.rankOf(b))
}

func (c *ctx) partAt(rank num) num {
	p := c.g.Program
	by := make([]int, len(p.Parts))
	for part := range by {
		by[p.PartRank(part)] = part
	}
	return c.BySeat("parts by rank", 0, len(by), rank, func(_, rank int) int { return by[rank] })
}

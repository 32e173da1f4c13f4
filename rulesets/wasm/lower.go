package wasm

import (
	"github.com/lectio/lectio/rulesets/engine"
)

// Lowering of conditions and expressions. A number and a truth value become an
// i32 on the stack, a set of places an i64 whose bit k is the k-th place in the
// defined order of moves (a slot), so that the k-th set bit of the candidates
// is the k-th move. Every operation of the subset is total and without side
// effect: "and" needs no branch.

// env is what an expression is evaluated against: the seat in view (0 is the
// player to move, 1 the next) and the locals that hold the move's slots.
type env struct {
	view     int
	from, to int // locals; none when no move is under consideration
}

const none = -1

type hoistKey struct {
	n    *engine.Node
	view int
}

// uses reports whether a subtree mentions one of the operations.
func uses(n *engine.Node, ops ...engine.Op) bool {
	if n == nil {
		return false
	}
	for _, o := range ops {
		if n.Op == o {
			return true
		}
	}
	for _, k := range n.Kids {
		if uses(k, ops...) {
			return true
		}
	}
	return false
}

func isSet(n *engine.Node) bool  { return n.Op >= engine.SLit && n.Op <= engine.STheir }
func isLine(n *engine.Node) bool { return n.Op == engine.LMills || n.Op == engine.LMillsAt }

// hoist computes the largest subtrees that are the same for all candidates
// once, before a loop over them. It is what the interpreter's memo does.
func (g *gen) hoist(n *engine.Node, view int) {
	if n == nil {
		return
	}
	key := hoistKey{n, view}
	if _, done := g.hoisted[key]; done {
		return
	}
	if !uses(n, engine.NFrom, engine.NTo) {
		if len(n.Kids) == 0 && n.Op != engine.SCompare || isLine(n) {
			return
		}
		e := env{view, none, none}
		if isSet(n) {
			g.set(n, e)
			l := g.a.local(i64)
			g.a.set(l)
			g.hoisted[key] = l
		} else {
			g.num(n, e)
			l := g.a.local(i32)
			g.a.set(l)
			g.hoisted[key] = l
		}
		return
	}
	if n.Op == engine.NTheir || n.Op == engine.STheir {
		return
	}
	for _, k := range n.Kids {
		g.hoist(k, view)
	}
}

// num pushes a number or a truth value.
func (g *gen) num(n *engine.Node, e env) {
	a, p := g.a, g.p
	if l, ok := g.hoisted[hoistKey{n, e.view}]; ok {
		a.get(l)
		return
	}
	binary := func(op byte) {
		g.num(n.Kids[0], e)
		g.num(n.Kids[1], e)
		a.op(op)
	}
	switch n.Op {
	case engine.NLit, engine.BLit:
		a.i32(n.N)
	case engine.NStore:
		g.storeOf(e.view, n.N)
	case engine.NBoard:
		a.get(g.men[e.view])
		a.op(i64Pop, i32Wrap)
	case engine.NMen:
		for q := range p.Players {
			if p.Men(q) != p.Men(0) {
				g.lack("men (unlike numbers)")
			}
		}
		a.i32(p.Men(0))
	case engine.NCountAt:
		g.whose(engine.Whose(n.N), e.view)
		g.bit(n.Kids[0], e)
	case engine.NCount:
		k := n.Kids[0]
		switch k.Op {
		case engine.LMills:
			g.mills(k, e, func(i int) {
				if i > 0 {
					a.op(i32Add)
				}
			}, false)
		case engine.LMillsAt:
			g.mills(k, e, func(i int) {
				if i > 0 {
					a.op(i32Add)
				}
			}, false)
		default:
			g.set(k, e)
			a.op(i64Pop, i32Wrap)
		}
	case engine.NAdd:
		binary(i32Add)
	case engine.NSub:
		binary(i32Sub)
	case engine.NMul:
		binary(i32Mul)
	case engine.NNeg:
		a.i32(0)
		g.num(n.Kids[0], e)
		a.op(i32Sub)
	case engine.NIf:
		g.num(n.Kids[1], e)
		g.num(n.Kids[2], e)
		g.num(n.Kids[0], e)
		a.op(opSelect)
	case engine.NStage, engine.NPartsLeft, engine.NPartsPlayed:
		switch { // the place in the program says it
		case g.now == nil:
			g.lack(n.Op.String() + " between turns")
			a.i32(0)
		case n.Op == engine.NStage:
			a.i32(g.now.stage)
		case n.Op == engine.NPartsLeft:
			a.i32(len(g.now.left))
		default:
			a.i32(g.now.played)
		}
	case engine.NOccurrences:
		a.get(g.occ)
	case engine.NScore:
		if len(g.scores) == 0 {
			a.i32(0)
		} else {
			a.get(g.scores[e.view])
		}
	case engine.NTheir:
		g.eachOpponent(e, func(i int, o env) {
			g.num(n.Kids[0], o)
			if i > 0 {
				a.op(i32Add)
			}
		})
	case engine.BAnd:
		binary(i32And)
	case engine.BOr:
		binary(i32Or)
	case engine.BNot:
		g.num(n.Kids[0], e)
		a.op(i32Eqz)
	case engine.BCompare:
		for _, k := range n.Kids {
			if k.Op == engine.NFrom || k.Op == engine.NTo {
				g.lack("comparison of places") // the tree does not tell a place from a number
				a.i32(0)
				return
			}
		}
		binary([]byte{i32Eq, i32Ne, i32LtS, i32LeS, i32GtS, i32GeS}[n.Cmp])
	case engine.BIn:
		g.set(n.Kids[1], e)
		g.bit(n.Kids[0], e)
	case engine.BSub:
		g.set(n.Kids[0], e)
		g.set(n.Kids[1], e)
		a.i64(^uint64(0))
		a.op(i64Xor, i64And, i64Eqz)
	case engine.BSetEqual:
		g.set(n.Kids[0], e)
		g.set(n.Kids[1], e)
		a.op(i64Eq)
	default:
		g.lack(n.Op.String())
		a.i32(0)
	}
}

// bit takes a set from the stack and pushes whether place n is in it.
func (g *gen) bit(n *engine.Node, e env) {
	g.slotOf(n, e)
	g.a.op(i64ExtU, i64ShrU)
	g.a.i64(1)
	g.a.op(i64And, i32Wrap)
}

// slotOf pushes the slot of a place.
func (g *gen) slotOf(n *engine.Node, e env) {
	l := none
	switch n.Op {
	case engine.NFrom:
		l = e.from
	case engine.NTo:
		l = e.to
	case engine.NLit:
		if n.N >= 0 && n.N < g.p.Places {
			g.a.i32(g.slot[n.N])
			return
		}
	}
	if n.Op != engine.NFrom && n.Op != engine.NTo && n.Op != engine.NLit {
		g.lack(n.Op.String())
		g.a.i32(0)
		return
	}
	if l == none {
		g.lack(n.Op.String() + ", where it is no place of the board")
		g.a.i32(0)
		return
	}
	g.a.get(l)
}

func (g *gen) eachOpponent(e env, f func(int, env)) {
	for i := 1; i < g.n; i++ {
		o := e
		o.view = (e.view + i) % g.n
		f(i-1, o)
	}
}

// whose pushes the set of places where men of the kind stand, seen from a seat.
// Own and Mine agree because no two places share a cell in the subset.
func (g *gen) whose(w engine.Whose, view int) {
	switch w {
	case engine.Own, engine.Mine:
		g.a.get(g.men[view])
		return
	case engine.Allied:
		g.a.i64(0)
		return
	}
	first := true
	for i := range g.men {
		if w == engine.Enemy && i == view {
			continue
		}
		g.a.get(g.men[i])
		if !first {
			g.a.op(i64Or)
		}
		first = false
	}
}

// set pushes a set of places.
func (g *gen) set(n *engine.Node, e env) {
	a := g.a
	if l, ok := g.hoisted[hoistKey{n, e.view}]; ok {
		a.get(l)
		return
	}
	binary := func(op byte) {
		g.set(n.Kids[0], e)
		g.set(n.Kids[1], e)
		a.op(op)
	}
	switch n.Op {
	case engine.SLit:
		a.i64(g.mask(n.Lit))
	case engine.SAnd:
		binary(i64And)
	case engine.SOr:
		binary(i64Or)
	case engine.SNot:
		g.set(n.Kids[0], e)
		g.complement()
	case engine.SCompare:
		if n.Kids[0].Op != engine.NLit {
			g.lack("places by count, compared with what is not a plain number")
			a.i64(0)
			return
		}
		g.compareCounts(engine.Whose(n.N), n.Cmp, n.Kids[0].N, e.view)
	case engine.SPlace:
		a.i64(1)
		g.slotOf(n.Kids[0], e)
		a.op(i64ExtU, i64Shl)
	case engine.SNear:
		g.slotOf(n.Kids[0], e)
		a.i32(8)
		a.op(i32Mul)
		a.load64(g.nearAt)
	case engine.SNearSet:
		t := a.local(i64)
		g.set(n.Kids[0], e)
		a.set(t)
		a.i64(0)
		for s, near := range g.near {
			a.i64(0)
			a.get(t)
			a.i64(uint64(s))
			a.op(i64ShrU)
			a.i64(1)
			a.op(i64And, i64Sub)
			a.i64(near)
			a.op(i64And, i64Or)
		}
	case engine.SPoints:
		k := n.Kids[0]
		if !isLine(k) {
			g.lack("points of " + k.Op.String())
			a.i64(0)
			return
		}
		g.mills(k, e, func(i int) {
			if i > 0 {
				a.op(i64Or)
			}
		}, true)
	case engine.SIf:
		g.set(n.Kids[1], e)
		g.set(n.Kids[2], e)
		g.num(n.Kids[0], e)
		a.op(opSelect)
	case engine.STheir:
		g.eachOpponent(e, func(i int, o env) {
			g.set(n.Kids[0], o)
			if i > 0 {
				a.op(i64Or)
			}
		})
	default:
		g.lack(n.Op.String())
		a.i64(0)
	}
}

// complement turns the set on the stack into every place not in it.
func (g *gen) complement() {
	g.a.i64(g.all)
	g.a.op(i64Xor)
}

// compareCounts pushes the places where a count compares with k. Counts are 0
// or 1 in the subset, so the comparison is settled here and a plain set is left.
func (g *gen) compareCounts(w engine.Whose, c engine.Comparison, k, view int) {
	at0, at1 := holds(c, 0, k), holds(c, 1, k)
	switch {
	case at0 && at1:
		g.a.i64(g.all)
	case !at0 && !at1:
		g.a.i64(0)
	default:
		g.whose(w, view)
		if at0 {
			g.complement()
		}
	}
}

func holds(c engine.Comparison, a, b int) bool {
	switch c {
	case engine.Equal:
		return a == b
	case engine.NotEqual:
		return a != b
	case engine.Less:
		return a < b
	case engine.LessEqual:
		return a <= b
	case engine.Greater:
		return a > b
	}
	return a >= b
}

// mills pushes, for each line that the node asks about, whether it lies within
// the set (or, with points, the places of those that do) and lets join put each
// to what is there. Lines at a place come from a table whose free entries hold
// a line that lies in no set.
func (g *gen) mills(n *engine.Node, e env, join func(int), points bool) {
	a := g.a
	without := a.local(i64)
	g.set(n.Kids[0], e)
	a.i64(^uint64(0))
	a.op(i64Xor)
	a.set(without)
	one := func(line func(), mask func()) {
		line()
		a.get(without)
		a.op(i64And, i64Eqz)
		if points { // line & -(it lies within)
			f := a.local(i32)
			a.set(f)
			a.i64(0)
			a.get(f)
			a.op(i64ExtU, i64Sub)
			mask()
			a.op(i64And)
		}
	}
	if n.Op == engine.LMills {
		if len(g.lines) == 0 && points {
			a.i64(0)
		} else if len(g.lines) == 0 {
			a.i32(0)
		}
		for i, l := range g.lines {
			f := func() { a.i64(l) }
			one(f, f)
			join(i)
		}
		return
	}
	at, m := a.local(i32), a.local(i64)
	g.slotOf(n.Kids[1], e)
	a.i32(8 * g.linesPer)
	a.op(i32Mul)
	a.set(at)
	for i := 0; i < g.linesPer; i++ {
		one(func() { a.get(at); a.load64(g.linesAt + 8*i); a.tee(m) }, func() { a.get(m) })
		join(i)
	}
}

// lift pushes the set of slots for which a condition holds when the move's from
// (or to) is that slot: candidates are then struck out all at once. What cannot
// be turned round is tested for each candidate in a loop.
func (g *gen) lift(n *engine.Node, which engine.Op, e env) {
	a := g.a
	switch {
	case n == nil:
		a.i64(g.all)
	case !uses(n, which):
		a.i64(0)
		g.num(n, e)
		a.op(i64ExtU, i64Sub)
	case n.Op == engine.BIn && n.Kids[0].Op == which && !uses(n.Kids[1], which):
		g.set(n.Kids[1], e)
	case n.Op == engine.BAnd || n.Op == engine.BOr:
		g.lift(n.Kids[0], which, e)
		g.lift(n.Kids[1], which, e)
		if n.Op == engine.BAnd {
			a.op(i64And)
		} else {
			a.op(i64Or)
		}
	case n.Op == engine.BNot:
		g.lift(n.Kids[0], which, e)
		g.complement()
	default:
		rest, out, at := a.local(i64), a.local(i64), a.local(i32)
		if which == engine.NFrom {
			e.from = at
		} else {
			e.to = at
		}
		g.hoist(n, e.view)
		a.i64(g.all)
		a.set(rest)
		a.i64(0)
		a.set(out)
		loop := a.loop()
		a.get(rest)
		a.op(i64Ctz, i32Wrap)
		a.set(at)
		a.get(out)
		g.num(n, e)
		a.op(i64ExtU)
		a.get(at)
		a.op(i64ExtU, i64Shl, i64Or)
		a.set(out)
		g.dropLowest(rest)
		a.get(rest)
		a.op(i64Eqz, i32Eqz)
		a.brIf(loop)
		a.end()
		a.get(out)
	}
}

// dropLowest clears the lowest bit of a local.
func (g *gen) dropLowest(l int) {
	g.a.get(l)
	g.a.get(l)
	g.a.i64(1)
	g.a.op(i64Sub, i64And)
	g.a.set(l)
}

// allowed takes a set of candidates from the stack and strikes out those for
// which the rule's own condition fails or a prohibition holds. Only conditions
// that depend on the candidate as asked are applied: all of them, those that
// do not mention to, or those that do.
func (g *gen) allowed(al *engine.Allow, which engine.Op, e env, apply func(*engine.Node) bool) {
	a := g.a
	if al.When != nil && apply(al.When) {
		g.lift(al.When, which, e)
		a.op(i64And)
	}
	for i := range g.p.Forbids {
		f := &g.p.Forbids[i]
		if f.Acts&engine.OnAct(al.Act) == 0 || f.Stages>>uint(g.stage)&1 == 0 {
			continue
		}
		whole := &engine.Node{Op: engine.BLit, N: 1}
		if f.When != nil {
			whole = f.When
		}
		for j := range f.Excepts {
			x := f.Excepts[j].When
			if x == nil {
				x = &engine.Node{Op: engine.BLit, N: 1}
			}
			whole = &engine.Node{Op: engine.BAnd, Kids: []*engine.Node{whole, {Op: engine.BNot, Kids: []*engine.Node{x}}}}
		}
		if !apply(whole) {
			continue
		}
		g.in(f.ID, func() {
			g.lift(whole, which, e)
			g.complement()
			a.op(i64And)
		})
	}
}

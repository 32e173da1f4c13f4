package emit

import (
	"slices"

	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/ir"
	"github.com/lectio/lectio/rulesets/ir/wasm/asm"
	"github.com/lectio/lectio/rulesets/ir/wasm/state"
)

// What may be done with a part is kept in sets of candidates, one for each group, until a move
// has been picked: in a block of memory where any number of parts can be up, else in locals. Random games took
// three to six times as long in blocks in most games, and in two a third to a half longer; but of one of the running fights they
// took a quarter less, and of draughts on a hundred squares a third, measured on 2026-11-28.

// keeper keeps the candidates of the groups of one part.
type keeper interface {
	keep(group int, s set)
	set(group int) set
	rows(group int) rows // of a wide space
	// keepFront keeps the moves of men on the board, by candidate, and how many they are.
	keepFront(n num, union set)
	front() (n num, union set)
}

// block is a keeper in memory.
type block struct {
	c  *ctx
	cl *ir.Class
	at num
}

func (b block) keep(group int, s set) {
	b.c.SaveSet(b.at, b.c.g.OffBlocks+b.c.g.BlockAt[b.cl.Groups[group]], s)
}

func (b block) set(group int) set {
	x := b.cl.Groups[group]
	return b.c.LoadSet(b.at, b.c.g.OffBlocks+b.c.g.BlockAt[x], x.Space.Words())
}

func (b block) rows(group int) rows {
	return rows{b.at, b.c.g.OffBlocks + b.c.g.BlockAt[b.cl.Groups[group]]}
}

func (b block) keepFront(n num, union set) {
	b.c.Push(b.at)
	b.c.Push(n)
	b.c.Store32(b.c.g.OffBlocks + state.BlkFront)
	b.c.SaveSet(b.at, b.c.g.OffBlocks+state.BlkUnion, union)
}

func (b block) front() (n num, union set) {
	b.c.Push(b.at)
	b.c.Load32(b.c.g.OffBlocks + state.BlkFront)
	return b.c.Keep(), b.c.LoadSet(b.at, b.c.g.OffBlocks+state.BlkUnion, b.cl.Front.Words())
}

// locals is a keeper in locals, which are nothing to begin with; rows are kept as in a block.
type locals struct {
	block
	n    num
	all  set
	sets []set
}

func (l *locals) keep(group int, s set) {
	for k, w := range s {
		if v := l.sets[group][k]; !v.Known && (!w.Known || w.Value != 0) { // nothing is what it has been given already
			l.c.AssignW(v, w)
		}
	}
}

func (l *locals) set(group int) set { return l.sets[group] }

func (l *locals) keepFront(n num, union set) {
	l.c.Assign(l.n, n)
	l.c.AssignSet(l.all, union)
}

func (l *locals) front() (n num, union set) { return l.n, l.all }

// candidates emits the sets of legal moves with one part and returns their number. Where moves
// of several groups share candidates, mixed is set, and the number counts them once, or all of
// them where it has to be exact.
func (c *ctx) candidates(cl *ir.Class, part num, to keeper, mixed num, exact bool) (count num) {
	g := c.g
	var union, overlap set
	if cl.Front != nil {
		union, overlap = asm.None(cl.Front.Words()), asm.None(cl.Front.Words())
	}
	count, all := lit(0), lit(0)
	fronts := 0
	mix := func(some num) {
		g.mayMix = true
		c.Assign(mixed, c.Or(mixed, some))
	}
	var sets []set
	for _, x := range cl.Groups {
		sets = append(sets, c.permittedOf(x, part))
	}
	if len(g.requires()) == 0 {
		sets = c.required(cl, part, sets)
	}
	shared := cl.Front != nil && cl.Front.Indexed && cl.MayOverlap()
	for gi, x := range cl.Groups {
		s := sets[gi]
		to.keep(gi, s)
		if x.Space.Wide {
			n := c.fillRows(x, part, to.rows(gi))
			to.keepFront(n, nil)
			count = c.Add(count, n)
			continue
		}
		if !x.OnBoard() {
			count = c.Add(count, c.Count(s))
			if x.Listed {
				mix(c.Any(s))
			}
			continue
		}
		if shared {
			if fronts > 0 {
				overlap = c.Ors(overlap, c.Ands(union, s))
			}
			if exact {
				all = c.Add(all, c.Count(s))
			}
		}
		union = c.Ors(union, s)
		fronts++
	}
	if cl.Front != nil && !cl.Front.Wide {
		front := c.Count(union)
		to.keepFront(front, union)
		if shared {
			mix(c.Any(overlap))
			if exact {
				front = all
			}
		}
		count = c.Add(count, front)
	}
	if cl.Listed {
		mix(c.Ne(count, lit(0)))
	}
	return count
}

// picking says what becomes of the move that is picked.
type picking struct {
	from keeper
	// is whether a candidate is one of a group of men on the board,
	is func(group int, i num) num
	// take makes the move of a candidate of a group, and leaves.
	take func(x *ir.Group, i num)
}

// pickMove emits the k-th of the moves of a part, in the order of its groups.
func (c *ctx) pickMove(cl *ir.Class, k num, p picking) {
	var fronts []int
	for gi, x := range cl.Groups {
		if x.OnBoard() {
			fronts = append(fronts, gi)
		}
		last := gi == len(cl.Groups)-1
		if (x.FromStore || last) && len(fronts) > 0 {
			fs := fronts
			n, union := p.from.front()
			if last && !x.FromStore {
				c.pickFront(cl, k, union, fs, p)
			} else {
				c.IfThen(c.LtS(k, n), func() { c.pickFront(cl, k, union, fs, p) }, nil)
				k = c.Sub(k, n)
			}
			fronts = nil
		}
		if !x.Alone && !x.FromStore {
			continue
		}
		s := p.from.set(gi)
		if last {
			p.take(x, c.member(x, s, k))
			continue
		}
		n := c.Count(s)
		c.IfThen(c.LtS(k, n), func() { p.take(x, c.member(x, s, k)) }, nil)
		k = c.Sub(k, n)
	}
}

// member is the k-th candidate of a group of which no man is on the board.
func (c *ctx) member(x *ir.Group, s set, k num) num {
	if x.Alone {
		return lit(0)
	}
	if x.Space.Ends {
		k = c.fromEitherEnd(s, k)
	}
	return c.Nth(s, k, x.Space.N)
}

// pickFront is pickMove among the moves of men on the board, of some groups of a class: the first
// group that has the candidate makes the move.
func (c *ctx) pickFront(cl *ir.Class, k num, union set, groups []int, p picking) {
	if cl.Front.Wide {
		x := cl.Groups[groups[0]]
		p.take(x, c.pickWide(x, p.from.rows(groups[0]), k))
		return
	}
	if cl.Front.Indexed || cl.Front.Ends {
		k = c.fromEitherEnd(union, k)
	}
	i := c.Nth(union, k, cl.Front.N)
	last := len(groups) - 1
	for _, gi := range groups[:last] {
		c.IfThen(p.is(gi, i), func() { p.take(cl.Groups[gi], i) }, nil)
	}
	p.take(cl.Groups[groups[last]], i)
}

// picked writes the function that gives the k-th move of a decision whose blocks have been made.
func (g *gen) picked() {
	c := g.begin(g.fPick)
	c.TurnTo(c.Byte(g.Layout.To))
	k := c.Variable(num{Local: 1})
	count := c.Cell(g.OffCount)
	stop := c.Byte(g.OffStop)
	if g.mayMix {
		c.IfThen(c.Byte(g.OffMixed), func() {
			c.YieldW(c.moveAt(k))
		}, nil)
	}
	c.IfThen(c.And(c.Ne(stop, lit(0)), c.Eq(k, c.Sub(count, lit(1)))), func() {
		c.YieldW(c.stopMove(stop))
	}, nil)
	c.IfThen(c.Eq(stop, lit(stopOrThrow)), func() {
		c.YieldW(c.move(engine.ThrowAgain, c.noMove()))
	}, nil)
	ranks := c.CellW(g.OffRanks)
	ranks = c.VariableW(ranks)
	at, rank := c.Variable(lit(0)), c.Variable(lit(0))
	c.Repeat(func(found, _ int) {
		c.PushW(ranks)
		c.Op(asm.I64Ctz, asm.I32Wrap)
		c.Into(rank.Local)
		c.Assign(at, c.Add(c.Frame, c.Mul(rank, lit(g.BlockSize))))
		n := c.NumAt(at, g.OffBlocks+state.BlkCount)
		c.LeaveTo(found, c.LtS(k, n))
		c.Assign(k, c.Sub(k, n))
		c.AssignW(ranks, c.WithoutFirst(ranks))
	})
	g.forClass(c, c.partAt(rank), func(cl *ir.Class, part num) {
		g.class = cl
		from := block{c, cl, at}
		c.pickMove(cl, k, picking{
			from: from,
			is:   func(gi int, i num) num { return c.Has(from.set(gi), i) },
			take: func(x *ir.Group, i num) {
				c.YieldW(c.move(x.Act, c.envOf(x, part, i)))
			},
		})
	})
	c.Op(asm.OpUnreachable)
}

// fromEitherEnd turns the k-th place in the order of its name into a count from
// the first place: players who name the places from opposite ends count them so.
func (c *ctx) fromEitherEnd(s set, k num) num {
	g := c.g
	if !slices.Contains(g.Board.Reversed, true) {
		return k
	}
	rev := c.ByPlayer("reversed", 0, func(q int) int { return asm.B2i(g.Board.Reversed[q]) })
	return c.Pick(rev, c.Sub(c.Sub(c.Count(s), lit(1)), k), k)
}

// eachKept emits f for each of the candidates of a group that a keeper holds.
func (c *ctx) eachKept(cl *ir.Class, group int, from keeper, f func(i num)) {
	if !cl.Groups[group].Space.Wide {
		c.EachMember(from.set(group), func(_ int, i num) { f(i) })
		return
	}
	r := from.rows(group)
	c.EachAtOnce(c.loadRow(r), func(rank num, _ int) {
		x := c.placeOfRank(rank)
		c.EachAtOnce(c.loadRow(r.of(c, x)), func(t num, _ int) { f(wideCandidate(c, x, t)) })
	})
}

package wasm

import (
	"slices"

	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/ir"
)

// What may be done with a part is kept in sets of candidates, one for each group, until a move
// has been picked: in a block of memory where any number of parts can be up, else in locals.

// onlyPart is the only part that can be played, if there is only one.
func (g *gen) onlyPart() (part int, only bool) {
	if list := g.candidates.Playable; len(list) == 1 && len(list[0].Parts) == 1 {
		return list[0].Parts[0], true
	}
	return 0, false
}

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
	b.c.saveSet(b.at, b.c.g.offBlocks+b.c.g.blockAt[b.cl.Groups[group]], s)
}

func (b block) set(group int) set {
	x := b.cl.Groups[group]
	return b.c.loadSet(b.at, b.c.g.offBlocks+b.c.g.blockAt[x], x.Space.Words())
}

func (b block) rows(group int) rows {
	return rows{b.at, b.c.g.offBlocks + b.c.g.blockAt[b.cl.Groups[group]]}
}

func (b block) keepFront(n num, union set) {
	b.c.push(b.at)
	b.c.push(n)
	b.c.store32(b.c.g.offBlocks + blkFront)
	b.c.saveSet(b.at, b.c.g.offBlocks+blkUnion, union)
}

func (b block) front() (n num, union set) {
	b.c.push(b.at)
	b.c.load32(b.c.g.offBlocks + blkFront)
	return b.c.keep(), b.c.loadSet(b.at, b.c.g.offBlocks+blkUnion, b.cl.Front.Words())
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
		if v := l.sets[group][k]; !v.known && (!w.known || w.v != 0) { // nothing is what it has been given already
			l.c.assignw(v, w)
		}
	}
}

func (l *locals) set(group int) set { return l.sets[group] }

func (l *locals) keepFront(n num, union set) {
	l.c.assign(l.n, n)
	l.c.assignSet(l.all, union)
}

func (l *locals) front() (n num, union set) { return l.n, l.all }

// candidates emits the sets of legal moves with one part and returns their number. Where moves
// of several groups share candidates, mixed is set, and the number counts them once, or all of
// them where it has to be exact.
func (c *ctx) candidates(cl *ir.Class, part num, to keeper, mixed num, exact bool) (count num) {
	g := c.g
	var union, overlap set
	if cl.Front != nil {
		union, overlap = none(cl.Front.Words()), none(cl.Front.Words())
	}
	count, all := lit(0), lit(0)
	fronts := 0
	mix := func(some num) {
		g.mayMix = true
		c.assign(mixed, c.or(mixed, some))
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
			count = c.bin(i32Add, count, n)
			continue
		}
		if !x.OnBoard() {
			count = c.bin(i32Add, count, c.count(s))
			if x.Listed {
				mix(c.any(s))
			}
			continue
		}
		if shared {
			if fronts > 0 {
				overlap = c.ors(overlap, c.ands(union, s))
			}
			if exact {
				all = c.bin(i32Add, all, c.count(s))
			}
		}
		union = c.ors(union, s)
		fronts++
	}
	if cl.Front != nil && !cl.Front.Wide {
		front := c.count(union)
		to.keepFront(front, union)
		if shared {
			mix(c.any(overlap))
			if exact {
				front = all
			}
		}
		count = c.bin(i32Add, count, front)
	}
	if cl.Listed {
		mix(c.bin(i32Ne, count, lit(0)))
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
				c.ifThen(c.bin(i32LtS, k, n), func() { c.pickFront(cl, k, union, fs, p) }, nil)
				k = c.bin(i32Sub, k, n)
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
		n := c.count(s)
		c.ifThen(c.bin(i32LtS, k, n), func() { p.take(x, c.member(x, s, k)) }, nil)
		k = c.bin(i32Sub, k, n)
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
	return c.nth(s, k, x.Space.N)
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
	i := c.nth(union, k, cl.Front.N)
	last := len(groups) - 1
	for _, gi := range groups[:last] {
		c.ifThen(p.is(gi, i), func() { p.take(cl.Groups[gi], i) }, nil)
	}
	p.take(cl.Groups[groups[last]], i)
}

// picked writes the function that gives the k-th move of a decision whose blocks have been made.
func (g *gen) picked() {
	c := g.begin(g.fPick)
	c.turnTo(c.byte(g.lay.To))
	k := c.variable(num{l: 1})
	count := c.cell(g.offCount)
	stop := c.byte(g.offStop)
	if g.mayMix {
		c.ifThen(c.byte(g.offMixed), func() {
			c.yieldw(c.moveAt(k))
		}, nil)
	}
	c.ifThen(c.and(c.bin(i32Ne, stop, lit(0)), c.bin(i32Eq, k, c.bin(i32Sub, count, lit(1)))), func() {
		c.yieldw(c.stopMove(stop))
	}, nil)
	c.ifThen(c.bin(i32Eq, stop, lit(stopOrThrow)), func() {
		c.yieldw(c.move(engine.ThrowAgain, c.noMove()))
	}, nil)
	ranks := c.cellw(g.offRanks)
	ranks = c.variablew(ranks)
	at, rank := c.variable(lit(0)), c.variable(lit(0))
	c.repeat(func(found, _ int) {
		c.pushw(ranks)
		c.op(i64Ctz, i32Wrap)
		c.into(rank.l)
		c.assign(at, c.bin(i32Add, c.s, c.bin(i32Mul, rank, lit(g.blockSize))))
		n := c.numAt(at, g.offBlocks+blkCount)
		c.leaveTo(found, c.bin(i32LtS, k, n))
		c.assign(k, c.bin(i32Sub, k, n))
		c.assignw(ranks, c.withoutFirst(ranks))
	})
	g.forClass(c, c.partAt(rank), func(cl *ir.Class, part num) {
		g.class = cl
		from := block{c, cl, at}
		c.pickMove(cl, k, picking{
			from: from,
			is:   func(gi int, i num) num { return c.has(from.set(gi), i) },
			take: func(x *ir.Group, i num) {
				c.yieldw(c.move(x.Act, c.envOf(x, part, i)))
			},
		})
	})
	c.op(opUnreachable)
}

// fromEitherEnd turns the k-th place in the order of its name into a count from
// the first place: players who name the places from opposite ends count them so.
func (c *ctx) fromEitherEnd(s set, k num) num {
	g := c.g
	if !slices.Contains(g.Board.Reversed, true) {
		return k
	}
	rev := c.byPlayer("reversed", 0, func(q int) int { return b2i(g.Board.Reversed[q]) })
	return c.pick(rev, c.bin(i32Sub, c.bin(i32Sub, c.count(s), lit(1)), k), k)
}

package emit

import (
	"slices"

	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/ir"
)

// Where a man can go almost anywhere there are too many candidates for sets of them, and most
// lead from where nobody stands. Of such a space ([ir.Space].Wide) the places where each man of
// the player may go are kept instead, a row for each place of the board. Before them stands the
// set of those who have one, by the numbers of their places in the defined order. A candidate is
// numbered by both of its places. Where sets would do too, random games in which men go any distance took ten times as long
// by them, of merels 1.7 times, though at one ply a fifth less, measured on 2026-11-28.

// rows is where the rows of a group lie: an address, and the offset from it.
type rows struct {
	base num
	at   int
}

// of is where the row of a place lies.
func (r rows) of(c *ctx, f num) rows {
	w := 8 * c.g.W
	return rows{c.Add(r.base, c.Mul(f, lit(w))), r.at + w}
}

func (c *ctx) loadRow(r rows) set { return c.LoadSet(r.base, r.at, c.g.W) }

func wideCandidate(c *ctx, f, t num) num { return c.BitOr(c.Shl(f, lit(wideFrom)), t) }

// far emits f where a rule applies that makes a class a wide one.
func (c *ctx) far(cl *ir.Class, part num, f func()) {
	c.g.class = cl
	near := func(a *engine.Allow) bool {
		return slices.ContainsFunc(cl.Narrow.Allows, func(i int) bool { return &c.g.Program.Allows[i] == a })
	}
	for _, x := range cl.Groups {
		for _, a := range x.Allows {
			if !near(a) {
				c.Provided(c.ask(a, x, part).levels, f)
			}
		}
	}
}

// movers are the men whom a rule of a wide space may move, and what is left to be asked of where
// they go.
func (c *ctx) movers(q asked) (men set, rest []ir.Restriction) {
	g := c.g
	g.rule = q.a.ID
	if men = c.Standing(0); q.x.Nobodys {
		men = c.nobodysMen()
	}
	if g.Move.GoesOn {
		on := c.Active()
		active := c.BitAt(c.Sub(on, lit(1)), g.Program.Places, g.W)
		men = c.Ands(men, c.Either(on, active, c.Full()))
	}
	if q.a.From != nil {
		from := g.of(q.a.From)
		if from.OnMove() {
			c.lack("a place moved from that depends on the move")
		}
		men = c.Ands(men, c.set(from, c.noMove()))
	}
	return c.ends(ir.From, men, q.rest, q.e, ir.Part, ir.Act, ir.Sparing)
}

// eachMan emits use for every man whom a rule of a wide space may move, with the places where he
// may go.
func (c *ctx) eachMan(q asked, use func(e env, to set)) {
	c.Provided(q.levels, func() {
		g := c.g
		men, rest := c.movers(q)
		for _, r := range rest { // what is the same for all men is worked out before them
			c.prepare(r, q.e)
		}
		c.EachAtOnce(men, func(f num, _ int) {
			e := q.e
			c.envs++
			e.id, e.from = c.envs, f
			if g.Program.Classes() > 1 && len(rest) > 0 && !e.class.Known {
				e.class = c.MarksAt(f)
			}
			to, last := c.ends(ir.To, c.Full(), rest, e, ir.From, ir.Part, ir.Act, ir.Sparing, ir.Mark)
			use(e, c.unlessDrawn(last, to, func(list []ir.Restriction) set {
				to = c.eachLanding(to, e, list)
				return to
			}))
		})
	})
}

// ends keeps the places of a set that can be one end of a move as restrictions ask, and returns
// the restrictions that have to be asked otherwise.
func (c *ctx) ends(end ir.Op, s set, list []ir.Restriction, e env, given ...ir.Op) (left set, rest []ir.Restriction) {
	for _, r := range list {
		c.g.rule = r.Statement
		places := c.g.lower.Ends(end, c.g.lower.Judged(&r), given...)
		switch {
		case places == nil:
			rest = append(rest, r)
		case r.Keep != nil:
			s = c.Ands(s, c.set(places, e))
		default:
			s = c.Minus(s, c.Gate(c.StageIs(r.Stages), c.set(places, e)))
		}
	}
	return s, rest
}

// prepare works out what sets a restriction asks for that are the same for all moves.
func (c *ctx) prepare(r ir.Restriction, e env) {
	var sets func(v *ir.Value)
	sets = func(v *ir.Value) {
		if v.OnMove() {
			for _, a := range v.Args {
				sets(a)
			}
		} else if v.Type.IsSet() {
			c.set(v, e)
		}
	}
	for _, v := range append([]*ir.Value{r.Keep, r.Strike}, r.Excepts...) {
		if v != nil {
			sets(v)
		}
	}
}

// eachLanding keeps the places where a man may go for which conditions hold, asked one by one.
func (c *ctx) eachLanding(to set, e env, last []ir.Restriction) set {
	out := c.Nothing(c.g.W)
	c.EachAtOnce(to, func(t num, _ int) {
		e := e
		c.envs++
		e.id, e.to = c.envs, t
		holds := c.hold(last, e, e)
		c.Include(out, c.Gate(holds, c.BitAtPlace(t, c.g.Program.Places, c.g.W)))
	})
	return out
}

// fillRows works out the rows of a group and returns how many moves they hold.
func (c *ctx) fillRows(x *ir.Group, part num, r rows) num {
	g := c.g
	count, ranks := c.Variable(lit(0)), c.Nothing(c.g.W)
	several := len(x.Allows) > 1 // rules, of which more than one may move a man
	if several {
		c.ClearWords(r.base, r.at, g.RowsSize())
	}
	for _, a := range x.Allows {
		c.eachMan(c.ask(a, x, part), func(e env, to set) {
			row, more := r.of(c, e.from), to
			if several {
				old := c.loadRow(row)
				to, more = c.Ors(to, old), c.Minus(to, old)
			}
			c.SaveSet(row.base, row.at, to)
			c.Assign(count, c.Add(count, c.Count(more)))
			if c.enough != nil {
				c.enough(c.Ne(count, lit(0)))
			}
			c.includePlace(ranks, c.rankOfPlace(e.from))
		})
	}
	c.SaveSet(r.base, r.at, ranks)
	return count
}

// includePlace adds a place to a set.
func (c *ctx) includePlace(s set, f num) { c.Include(s, c.BitAtPlace(f, c.g.Program.Places, c.g.W)) }

// byRank are the places of a player in the defined order.
func byRank(p *engine.Program, q int) []int {
	list := make([]int, p.Places)
	for f := range list {
		list[f] = f
	}
	slices.SortFunc(list, func(a, b int) int { return p.PlaceRank(q, a) - p.PlaceRank(q, b) })
	return list
}

// rankOfPlace is where a place of the player to move comes in the defined order, and placeOfRank
// which place comes there.
func (c *ctx) rankOfPlace(f num) num {
	p := c.g.Program
	return c.BySeat("ranks of places", 0, p.Places, f, func(q, f int) int { return slices.Index(byRank(p, q), f) })
}

func (c *ctx) placeOfRank(r num) num {
	p := c.g.Program
	return c.BySeat("places by rank", 0, p.Places, r, func(q, r int) int { return byRank(p, q)[r] })
}

// pickWide is the k-th candidate of the rows of a group.
func (c *ctx) pickWide(x *ir.Group, r rows, k num) num {
	k = c.Variable(k)
	f := c.Variable(lit(0))
	c.EachAtOnce(c.loadRow(r), func(rank num, done int) {
		c.Assign(f, c.placeOfRank(rank))
		n := c.Count(c.loadRow(r.of(c, f)))
		c.LeaveTo(done, c.LtS(k, n))
		c.Assign(k, c.Sub(k, n))
	})
	return wideCandidate(c, f, c.nthByRank(c.loadRow(r.of(c, f)), k))
}

// nthByRank is the k-th place of a set in the defined order.
func (c *ctx) nthByRank(s set, k num) num {
	return c.placeOfRank(c.Nth(c.ranksOf(s), k, c.g.Program.Places))
}

// ranksOf is where the places of a set come in the defined order.
func (c *ctx) ranksOf(s set) set {
	p := c.g.Program
	m := c.Module.NewMapping("ranks", p.Places, p.Places, len(p.Players), func(q, f int) []int { return []int{slices.Index(byRank(p, q), f)} })
	return c.Apply(m, s, c.Player())
}

package wasm

import (
	"fmt"
	"slices"

	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/ir"
)

// asked is a value as it is kept once it has been worked out: of one that depends on the move, for
// which move.
type askedOf struct {
	v  *ir.Value
	id int
}

func keptAs(v *ir.Value, e env) askedOf {
	if v.OnMove() {
		return askedOf{v, e.id}
	}
	return askedOf{v, 0}
}

// num emits a value that is a number, a place or a truth value.
func (c *ctx) num(v *ir.Value, e env) num {
	switch v.Op {
	case ir.Const:
		return lit(v.N)
	case ir.From:
		return e.from
	case ir.To:
		return e.to
	case ir.Over:
		return e.over
	}
	key := keptAs(v, e)
	if x, ok := c.have(key); ok {
		return c.anew(x)
	}
	x := c.numAnew(v, e)
	c.let(key, x)
	return x
}

func (c *ctx) numAnew(v *ir.Value, e env) num {
	if v.OnThrowOnly() && v.Op != ir.Thrown { // an entry for each throw
		return c.throwTable(func(throw int) int {
			of := ir.Env{P: c.g.p, Throw: throw}
			return of.Number(v)
		})
	}
	emit := emitters[v.Op]
	if emit == nil {
		c.lack(v.Op.String())
	}
	return emit(c, v, e)
}

// emitters say how each operation that yields a number or a truth value is emitted.
var emitters map[ir.Op]func(c *ctx, v *ir.Value, e env) num

func init() {
	emitters = map[ir.Op]func(c *ctx, v *ir.Value, e env) num{
		ir.Add:     ofTwo(i32Add),
		ir.Sub:     ofTwo(i32Sub),
		ir.Mul:     ofTwo(i32Mul),
		ir.Div:     emitDiv,
		ir.Min:     lesser(i32LtS),
		ir.Max:     lesser(i32GtS),
		ir.Lookup:  emitLookup,
		ir.Compare: emitCompare,
		ir.And:     emitAnd,
		ir.Or:      emitOr,
		ir.Not:     func(c *ctx, v *ir.Value, e env) num { return c.not(c.num(v.Args[0], e)) },
		ir.Has:     emitHas,
		ir.Any:     emitAny,
		ir.Alike: func(c *ctx, v *ir.Value, e env) num {
			return c.not(c.any(c.each(i64Xor, c.set(v.Args[0], e), c.set(v.Args[1], e))))
		},
		ir.Select: emitSelect,
		ir.Count:  func(c *ctx, v *ir.Value, e env) num { return c.count(c.set(v.Args[0], e)) },
		ir.First:  func(c *ctx, v *ir.Value, e env) num { return c.first(c.set(v.Args[0], e)) },
		ir.Last:   func(c *ctx, v *ir.Value, e env) num { return c.last(c.set(v.Args[0], e)) },

		ir.At:          (*ctx).menAtPlace,
		ir.Store:       func(c *ctx, v *ir.Value, _ env) num { return c.store(v.Seat, v.N) },
		ir.Variable:    func(c *ctx, v *ir.Value, _ env) num { return c.variableOf(v.N, v.Seat) },
		ir.Score:       func(c *ctx, v *ir.Value, _ env) num { return c.score(v.Seat) },
		ir.Scored:      emitScored,
		ir.Player:      func(c *ctx, v *ir.Value, _ env) num { return c.seat(v.Seat) },
		ir.Stage:       func(c *ctx, _ *ir.Value, _ env) num { return c.stage() },
		ir.Left:        func(c *ctx, _ *ir.Value, _ env) num { return c.partsLeft() },
		ir.Played:      func(c *ctx, _ *ir.Value, _ env) num { return c.byte(c.g.lay.Played) },
		ir.Thrown:      func(c *ctx, _ *ir.Value, _ env) num { return c.lastThrow() },
		ir.Occurrences: func(c *ctx, _ *ir.Value, _ env) num { return c.occurrences() },
		ir.Active:      func(c *ctx, _ *ir.Value, _ env) num { return c.bin(i32Sub, c.byte(c.g.lay.Active), lit(1)) },

		ir.Part: func(_ *ctx, _ *ir.Value, e env) num { return e.part },
		ir.Act:  func(_ *ctx, _ *ir.Value, e env) num { return lit(int(e.act)) },
		ir.Mark: func(c *ctx, v *ir.Value, e env) num {
			return c.bears(e.class, v.N)
		},
		ir.Sparing:     func(_ *ctx, _ *ir.Value, e env) num { return e.spar },
		ir.Named:       emitNamed,
		ir.Completable: func(c *ctx, _ *ir.Value, e env) num { return c.completable(e) },
		ir.Follows:     func(c *ctx, v *ir.Value, e env) num { return c.follows(v.Args[0], e) },
		ir.After:       func(c *ctx, v *ir.Value, e env) num { return c.afterwards(v.Args[0], e) },
	}
}

func ofTwo(op byte) func(c *ctx, v *ir.Value, e env) num {
	return func(c *ctx, v *ir.Value, e env) num { return c.bin(op, c.num(v.Args[0], e), c.num(v.Args[1], e)) }
}

// lesser emits the first operand where it compares so with the second, else the second.
func lesser(op byte) func(c *ctx, v *ir.Value, e env) num {
	return func(c *ctx, v *ir.Value, e env) num {
		a, b := c.num(v.Args[0], e), c.num(v.Args[1], e)
		return c.pick(c.bin(op, a, b), a, b)
	}
}

func emitDiv(c *ctx, v *ir.Value, e env) num {
	a, b := c.num(v.Args[0], e), c.num(v.Args[1], e)
	if !b.known || b.v <= 0 {
		return c.divide(a, b)
	}
	r := c.bin(i32RemS, a, b) // rounded down: what is left over is never negative
	r = c.pick(c.bin(i32LtS, r, lit(0)), c.bin(i32Add, r, b), r)
	return c.bin(i32DivS, c.bin(i32Sub, a, r), b)
}

func emitSelect(c *ctx, v *ir.Value, e env) num {
	q := c.num(v.Args[0], e)
	if q.known {
		return c.num(v.Args[2-b2i(q.v != 0)], e)
	}
	return c.pick(q, c.num(v.Args[1], e), c.num(v.Args[2], e))
}

func emitScored(c *ctx, v *ir.Value, _ env) num {
	if c.scored == nil {
		c.lack("points scored, asked where nothing is being scored")
	}
	return c.scored[v.Seat]
}

func emitAnd(c *ctx, v *ir.Value, e env) num {
	a := c.num(v.Args[0], e)
	if a.known && a.v == 0 {
		return lit(0)
	}
	return c.both(c.truth(a), v.Args[1], func() num { return c.truth(c.num(v.Args[1], e)) })
}

func emitOr(c *ctx, v *ir.Value, e env) num {
	if x, ok := c.together(v, e); ok {
		return x
	}
	if x, ok := c.someOnCell(v, e); ok {
		return x
	}
	a, second := c.num(v.Args[0], e), v.Args[1]
	if a.known && a.v != 0 {
		return lit(1)
	}
	if second.LooksAhead() {
		return c.not(c.both(c.not(c.truth(a)), second, func() num { return c.not(c.truth(c.num(second, e))) }))
	}
	return c.or(c.truth(a), c.truth(c.num(second, e)))
}

var compareOps = [...]byte{engine.Equal: i32Eq, engine.NotEqual: i32Ne, engine.Less: i32LtS,
	engine.LessEqual: i32LeS, engine.Greater: i32GtS, engine.GreaterEqual: i32GeS}

func emitCompare(c *ctx, v *ir.Value, e env) num {
	if x, ok := c.compareAt(v, e); ok {
		return x
	}
	if x, ok := c.compareOnCell(v, e); ok {
		return x
	}
	return c.bin(compareOps[v.N], c.num(v.Args[0], e), c.num(v.Args[1], e))
}

func emitHas(c *ctx, v *ir.Value, e env) num {
	s, place := v.Args[0], v.Args[1]
	if any, ok := c.rowOfTheirs(v, e); ok {
		x := c.variable(lit(0))
		c.ifThen(any, func() { c.assign(x, c.has(c.set(s, e), c.num(place, e))) }, nil)
		x.bit = true
		return x
	}
	if c.surelyPlace(place, e) {
		return c.hasPlace(c.set(s, e), c.num(place, e))
	}
	return c.has(c.set(s, e), c.num(place, e))
}

func emitAny(c *ctx, v *ir.Value, e env) num {
	if x, ok := c.someMillAt(v.Args[0], e); ok {
		return x
	}
	if x, ok := c.somePair(v.Args[0]); ok {
		return x
	}
	if s := v.Args[0]; s.Op == ir.Less { // all of one lies in the other
		a, b := c.set(s.Args[0], e), c.set(s.Args[1], e)
		if len(a) == 1 && a[0].known {
			return c.not(c.equalw(c.binw(i64And, b[0], a[0]), a[0]))
		}
	}
	return c.any(c.set(v.Args[0], e))
}

// emitNamed gives a place of the player to move as another names it.
func emitNamed(c *ctx, v *ir.Value, e env) num {
	g, place := c.g, v.Args[0]
	f := c.num(place, e)
	if f.known && f.v < 0 || place.Op == ir.From && e.fromStore || place.Op == ir.To && e.toStore {
		return f
	}
	x := c.bySeat(fmt.Sprint("named by ", v.Seat), 0, g.p.Places+1, c.bin(i32Add, f, lit(1)), func(q, f int) int {
		if f > 0 { // no place stays none
			if a := g.p.Across(q, (q+v.Seat)%len(g.p.Players), f-1); len(a) > 0 {
				return int(a[0])
			}
		}
		return nowhere
	})
	return c.pick(c.bin(i32Eq, x, lit(nowhere)), lit(-1), x)
}

// surelyPlace reports whether a value is known to be a place of the board.
func (c *ctx) surelyPlace(v *ir.Value, e env) bool {
	switch v.Op {
	case ir.From:
		return e.move && !e.fromStore && !(e.from.known && e.from.v < 0)
	case ir.To:
		return e.move && !e.toStore && !(e.to.known && e.to.v < 0)
	case ir.Over:
		return e.move && !(e.over.known && e.over.v < 0)
	case ir.Named:
		return c.g.Board.Total && c.surelyPlace(v.Args[0], e)
	}
	f, ok := v.Known()
	return ok && f >= 0 && f < c.g.p.Places
}

// emitLookup reads a number from a table.
func emitLookup(c *ctx, v *ir.Value, e env) num {
	t, index := v.Table, v.Args[0]
	if index.Op == ir.Part {
		return c.number(e)
	}
	if n, known := index.Known(); known {
		return c.byPlayer(t.Name, v.Seat, func(q int) int { return t.Number(q, n) })
	}
	i := c.num(index, e)
	if !c.surelyPlace(index, e) && index.Op != ir.Thrown { // beyond its ends stands 0
		i = c.pick(c.bin(i32LtU, i, lit(t.Len())), i, lit(t.Len()))
	}
	for _, by := range t.Numbers {
		if slices.Max(by) > 255 || slices.Min(by) < 0 {
			c.lack("a distance over 255")
		}
	}
	return c.bySeat(t.Name, v.Seat, t.Len()+1, i, t.Number)
}

// throwTable tabulates a number by one more than the last throw.
func (c *ctx) throwTable(f func(throw int) int) num {
	list := make([]int, len(c.g.p.Throws)+1)
	for i := range list {
		list[i] = f(i)
	}
	if slices.Max(list) == slices.Min(list) {
		return lit(list[0])
	}
	t := c.lastThrow()
	if slices.Max(list) <= 1 && slices.Min(list) >= 0 && len(list) <= 64 {
		var some uint64
		for i, v := range list {
			some |= uint64(v) << i
		}
		return c.bitOf(wlit(some), c.widen(t))
	}
	at := c.m.table(shorts(list))
	c.push(c.bin(i32Shl, t, lit(1)))
	c.load16s(at)
	return c.keep()
}

// number is the number of the part being played.
func (c *ctx) number(e env) num {
	if e.part.known {
		return lit(c.g.p.Parts[e.part.v].Number)
	}
	return c.once(fmt.Sprint("number/", e.part), func() num { return c.numberOf(e.part) })
}

// numberOf is number of a part that is not known.
func (c *ctx) numberOf(part num) num {
	list := make([]int, len(c.g.p.Parts))
	for i := range list {
		list[i] = c.g.p.Parts[i].Number
	}
	var ps []int // all parts that can be played
	for _, cl := range c.g.candidates.Playable {
		ps = append(ps, cl.Parts...)
	}
	if len(ps) > 0 {
		// mostly the parts lie as their numbers do, forwards or backwards
		up, down := true, true
		for _, k := range ps {
			up = up && list[k]-list[ps[0]] == k-ps[0]
			down = down && list[k]-list[ps[0]] == ps[0]-k
		}
		switch {
		case down:
			return c.bin(i32Sub, lit(list[ps[0]]+ps[0]), part)
		case up:
			return c.bin(i32Add, part, lit(list[ps[0]]-ps[0]))
		}
	}
	c.push(c.bin(i32Shl, part, lit(1)))
	c.load16s(c.m.numbers("numbers", list))
	return c.keep()
}

// menOf is the set of places of the player to move where men of a kind compare with a number.
func (c *ctx) menOf(w engine.Whose, cmp engine.Comparison, k int) set {
	return c.menWhere(0, c.g.lower.Who(w, ir.Mover), cmp, lit(k))
}

// menAtPlace is how many men of some seats stand at a place of a seat, or on its cell; off the board
// stand none.
func (c *ctx) menAtPlace(v *ir.Value, e env) num {
	g := c.g
	place := v.Args[0]
	f := c.num(place, e)
	if f.known && (f.v < 0 || f.v >= g.p.Places) {
		return lit(0)
	}
	in := lit(1)
	if !f.known && !c.surelyPlace(place, e) {
		in = c.bin(i32LtU, f, lit(g.p.Places))
		f = c.pick(in, f, lit(0))
	}
	sum := lit(0)
	var onCell []int
	for j := range g.p.Players {
		switch {
		case !v.Who.Has(j):
		case v.Who.Own || g.Board.Alike || j == v.Seat && g.Board.Injective:
			sum = c.bin(i32Add, sum, c.gather(c.menPlanes(j), f))
		case g.cells:
			onCell = append(onCell, j)
		default:
			at, there := c.acrossAt(v.Seat, j, f, 0), lit(1)
			if !g.Board.Total {
				there = c.bin(i32LtU, at, lit(g.p.Places))
			}
			sum = c.bin(i32Add, sum, c.pick(there, c.gather(c.menPlanes(j), at), lit(0)))
		}
	}
	if len(onCell) > 0 {
		sum = c.bin(i32Add, sum, c.cellCount(onCell, v.Seat, f))
	}
	return c.pick(in, sum, lit(0))
}

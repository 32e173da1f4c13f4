package wasm

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/lectio/lectio/rulesets/engine"
)

// ctx is one function being generated, with what has been worked out so far.
type ctx struct {
	*fn
	g      *gen
	s      num   // the frame: where the state lies
	zero   num   // 0, see absolute
	frame  int   // … where that is, if it is always the same place
	staged bool  // there is a stage, whenever anything is answered
	player num   // whose turn, or throw, it is: seat 0
	scored []num // points scored at the moment tested, by seat
	known  known
	stack  []known
	// players are whose turn it was where the open scopes were entered
	players []num
	envs    int
	// mayBeOver is whether code before this can have ended the game
	mayBeOver bool
	newHere   bool // the position in which the turn begins is one that stands for the first time
	leaveAt   int  // label that is branched to as soon as the game has ended; 0: none
}

// known holds values that have been worked out and still hold.
type known struct {
	nums  map[string]num
	sets  map[string]set
	seats map[int]num
	bases map[string]num
	cells map[string]num // where the counts of cells lie, by place
	// thrown is one more than the throw just made, until others are: its zero value says nothing
	thrown num
}

func newKnown() known {
	return known{nums: map[string]num{}, sets: map[string]set{}, seats: map[int]num{}, bases: map[string]num{}, cells: map[string]num{}}
}

func (k known) clone() known {
	return known{maps.Clone(k.nums), maps.Clone(k.sets), maps.Clone(k.seats), maps.Clone(k.bases), maps.Clone(k.cells), k.thrown}
}

// changed forgets what depends on the state.
func (c *ctx) changed() {
	c.known.nums, c.known.sets = map[string]num{}, map[string]set{}
	for i := range c.stack {
		c.stack[i].nums, c.stack[i].sets = map[string]num{}, map[string]set{}
	}
}

// turnTo makes another player seat 0.
func (c *ctx) turnTo(q num) {
	c.player = q
	c.known = newKnown()
	for i := range c.stack {
		c.stack[i] = newKnown()
	}
}

func (c *ctx) enterScope() {
	c.stack = append(c.stack, c.known)
	c.players = append(c.players, c.player)
	c.known = c.known.clone()
}

func (c *ctx) leaveScope() {
	n := len(c.stack) - 1
	c.known, c.player = c.stack[n], c.players[n]
	c.stack, c.players = c.stack[:n], c.players[:n]
}

// end closes a block. Behind it several ways may meet, and the compiler, which
// then looks a local up anew, takes it for another value than before as soon as it
// is read twice: it forgets that addresses counted from it lie within the memory.
// A local that is given its own value is the same value from there on.
func (c *ctx) end() {
	c.fn.end()
	c.steady()
}

// steady gives the bases of addresses their own values.
func (c *ctx) steady() {
	c.itself(c.s)
	c.itself(c.zero)
	for _, k := range slices.Sorted(maps.Keys(c.known.bases)) {
		c.itself(c.known.bases[k])
	}
}

// itself gives a local its own value.
func (c *ctx) itself(a num) {
	if !a.known {
		c.get(a.l)
		c.fn.set(a.l)
	}
}

// ifThen emits then where the truth value holds, els (if any) where not.
func (c *ctx) ifThen(cond num, then func(), els func()) {
	if cond.known {
		if cond.v != 0 {
			then()
		} else if els != nil {
			els()
		}
		return
	}
	c.push(cond)
	c.when()
	c.enterScope()
	before := c.mayBeOver
	then()
	either := c.mayBeOver
	c.mayBeOver = before
	c.leaveScope()
	c.otherwise()
	if els != nil {
		c.enterScope()
		els()
		c.leaveScope()
	}
	c.end()
	c.mayBeOver = c.mayBeOver || either
}

// ifAny emits f where any of some truth values holds. Each is worked out only where
// those before it do not hold, and branched on.
func (c *ctx) ifAny(list []func() num, f func()) {
	skip := c.block()
	found := c.block()
	c.enterScope()
	for _, x := range list {
		c.push(x())
		c.brIf(found)
	}
	c.br(skip)
	c.leaveScope()
	c.end()
	c.enterScope()
	f()
	c.leaveScope()
	c.end()
}

// aside emits f for the case that the truth value holds; it branches away at its
// end and never comes back, so that what is known holds still behind it.
func (c *ctx) aside(cond num, f func()) {
	player, known, stack, players, over := c.player, c.known.clone(), slices.Clone(c.stack), slices.Clone(c.players), c.mayBeOver
	for i := range stack {
		stack[i] = stack[i].clone()
	}
	if _, ok := c.compared[cond.l]; ok || cond.known {
		// in the other branch: the compiler writes the one that does not come back last
		c.ifThen(c.not(cond), func() {}, f)
	} else {
		c.ifThen(cond, f, nil)
	}
	c.player, c.known, c.stack, c.players, c.mayBeOver = player, known, stack, players, over
	c.steady()
}

// env is from whose side, and about which move, an expression is read.
type env struct {
	id                 int // of the move considered; 0: none
	seat               int
	opp                int // the opponent that some or every has bound; -1: none
	from, to, over     num
	fromStore, toStore bool
	part, class, spar  num
	act                engine.Act
	men                num // that move together
	move               bool
	left               num           // where the part stands in what is left; known in the loop only
	placed             bool          // left is known
	pair               *pairMoved    // the candidate; known in the loop only
	passes             bool          // of a man that goes along the track
	candidate          bool          // a move that may be made: it can be tried, to look ahead
	menOf              func(env) num // where the number of men depends on the candidate
}

func (c *ctx) noMove() env {
	return env{opp: -1, from: lit(-1), to: lit(-1), over: lit(-1), part: lit(0), class: lit(0), spar: lit(0), men: lit(1)}
}

func (c *ctx) newEnv() env {
	e := c.noMove()
	c.envs++
	e.id, e.move = c.envs, true
	return e
}

func (e env) at(seat int) env { e.seat, e.opp = seat, -1; return e }

// key writes a node so that equal trees have equal keys.
func (g *gen) key(n *engine.Node) string {
	if k, ok := g.keys[n]; ok {
		return k
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%d.%d.%d", n.Op, n.N, n.Cmp)
	if !n.Lit.Empty() {
		fmt.Fprint(&b, n.Lit.Places())
	}
	for _, s := range n.By {
		fmt.Fprint(&b, s.Places())
	}
	for _, k := range n.Kids {
		b.WriteString("(" + g.key(k) + ")")
	}
	g.keys[n] = b.String()
	return g.keys[n]
}

var aboutMove = map[engine.Op]bool{engine.NFrom: true, engine.NTo: true, engine.NOver: true, engine.NPart: true,
	engine.NPartID: true, engine.NAct: true, engine.SPassed: true, engine.BMark: true, engine.BCompletable: true,
	engine.BFollows: true, engine.BSparing: true}

// dependsOnMove is whether a value can differ between two moves of one decision.
func (g *gen) dependsOnMove(n *engine.Node) bool {
	if d, ok := g.onMove[n]; ok {
		return d
	}
	d := aboutMove[n.Op]
	for _, k := range n.Kids {
		d = d || g.dependsOnMove(k)
	}
	g.onMove[n] = d
	return d
}

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

// seat is the player that sits so many places after the one to move.
func (c *ctx) seat(i int) num {
	if i == 0 {
		return c.player
	}
	if v, ok := c.known.seats[i]; ok {
		return v
	}
	n := len(c.g.p.Players)
	var v num
	if n == 2 {
		v = c.bin(i32Xor, c.player, lit(1))
	} else if v = c.bin(i32Add, c.player, lit(i)); n&(n-1) == 0 {
		v = c.bin(i32And, v, lit(n-1))
	} else {
		v = c.pick(c.bin(i32GeS, v, lit(n)), c.bin(i32Sub, v, lit(n)), v)
	}
	c.known.seats[i] = v
	return v
}

// based is an address and an offset from it that are s plus a player's number, or
// another, times a stride.
func (c *ctx) based(name string, i num, stride int) (base num, by int) {
	if i.known {
		return c.s, i.v * stride
	}
	key := fmt.Sprint(name, i, stride)
	if v, ok := c.known.bases[key]; ok {
		return v, 0
	}
	var v num
	other, twice := c.known.bases[fmt.Sprint(name, c.player, stride)]
	switch {
	case c.frame == 0:
		v = c.bin(i32Add, c.s, c.bin(i32Mul, i, lit(stride)))
	case twice && len(c.g.p.Players) == 2 && i != c.player && i == c.seat(1):
		v = c.bin(i32Sub, lit(2*c.frame+stride), other) // what the one of the two is not
	default:
		v = c.bin(i32Add, c.bin(i32Mul, i, lit(stride)), lit(c.frame))
	}
	c.known.bases[key] = v
	return v, 0
}

// after is the player whose turn comes after another's.
func (c *ctx) after(q num) num {
	n := len(c.g.p.Players)
	if n == 2 {
		return c.bin(i32Xor, q, lit(1))
	}
	next := c.bin(i32Add, q, lit(1))
	if n&(n-1) == 0 {
		return c.bin(i32And, next, lit(n-1))
	}
	return c.pick(c.bin(i32Eq, next, lit(n)), lit(0), next)
}

// opponents are the seats against which a seat plays.
func (c *ctx) opponents(seat int) []int {
	var out []int
	n := len(c.g.p.Players)
	for j := 0; j < n; j++ {
		if !c.g.allied(seat, j) {
			out = append(out, j)
		}
	}
	return out
}

// allied is whether two seats play together; it is the same for all players,
// which accept has made sure of.
func (g *gen) allied(i, j int) bool {
	n := len(g.p.Players)
	return g.p.Team[i%n] == g.p.Team[j%n]
}

func (c *ctx) lack(word string) {
	panic(Unsupported{c.g.rule, word})
}

// is emits a condition; nil always holds.
func (c *ctx) is(n *engine.Node, e env) num {
	if n == nil {
		return lit(1)
	}
	return c.num(n, e)
}

func (c *ctx) cacheKey(n *engine.Node, e env) string {
	k := fmt.Sprintf("%d/%d/", e.seat, e.opp)
	if c.g.dependsOnMove(n) {
		k = fmt.Sprintf("%d/%s", e.id, k)
	}
	return k + c.g.key(n)
}

// num emits an expression that yields a number, a place or a truth value.
func (c *ctx) num(n *engine.Node, e env) num {
	switch n.Op {
	case engine.NLit, engine.BLit:
		return lit(n.N)
	case engine.NFrom:
		return c.mapPlace(e.from, e.fromStore, e)
	case engine.NTo:
		return c.mapPlace(e.to, e.toStore, e)
	case engine.NOver:
		return c.mapPlace(e.over, false, e)
	}
	key := c.cacheKey(n, e)
	if v, ok := c.known.nums[key]; ok {
		return c.anew(v)
	}
	v := c.numAnew(n, e)
	c.known.nums[key] = v
	return v
}

func (c *ctx) throwTable(f func(t *engine.Throw) int) num {
	list := make([]int, len(c.g.p.Throws)+1)
	list[0] = f(new(engine.Throw)) // none
	for i := range c.g.p.Throws {
		list[i+1] = f(&c.g.p.Throws[i])
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
	at := c.g.numbers(list)
	c.push(c.bin(i32Shl, t, lit(1)))
	c.load16s(at)
	return c.keep()
}

// ofThrow is what an expression comes to after a throw, if it asks of nothing else.
func ofThrow(n *engine.Node, t *engine.Throw) (v int, ok bool) {
	var of [2]int
	switch {
	case n == nil:
		return 1, true
	case n.Op == engine.NLit || n.Op == engine.BLit:
		return n.N, true
	case n.Op == engine.NHigh:
		return t.High, true
	case n.Op == engine.NLow:
		return t.Low, true
	case n.Op == engine.NValue:
		return t.Value, true
	case n.Op == engine.BDouble:
		return b2i(t.Double), true
	case n.Op != engine.BNot && n.Op != engine.BAnd && n.Op != engine.BOr && n.Op != engine.BCompare:
		return 0, false
	}
	for i, k := range n.Kids {
		if of[i], ok = ofThrow(k, t); !ok {
			return 0, false
		}
	}
	switch n.Op {
	case engine.BNot:
		return 1 - of[0], true
	case engine.BAnd:
		return of[0] & of[1], true
	case engine.BOr:
		return of[0] | of[1], true
	}
	return b2i(holds(n.Cmp, of[0], of[1])), true
}

// lastThrow is one more than the throw made last; 0 for none.
func (c *ctx) lastThrow() num {
	if v := c.known.thrown; v.l > 0 || v.known {
		return v
	}
	if v, ok := c.known.nums["last throw"]; ok {
		return v
	}
	n := c.byte(c.g.lay.ThrowN)
	at := c.widen(c.bin(i32Shl, c.bin(i32Sub, n, lit(1)), lit(3)))
	c.pushw(c.binw(i64And, c.binw(i64ShrU, c.throwsKept(), at), wlit(255)))
	c.op(i32Wrap)
	t := c.keep()
	v := c.pick(n, c.bin(i32Add, t, lit(1)), lit(0))
	c.known.nums["last throw"] = v
	return v
}

func (c *ctx) numAnew(n *engine.Node, e env) num {
	g, p := c.g, c.g.p
	kid := func(i int) num { return c.num(n.Kids[i], e) }
	if _, ok := ofThrow(n, new(engine.Throw)); ok && isTruth(n) { // a bit for each throw
		return c.throwTable(func(t *engine.Throw) int { v, _ := ofThrow(n, t); return v })
	}
	switch n.Op {
	case engine.NVar:
		return c.variableOf(n.N, e.seat)
	case engine.NStore:
		return c.store(e.seat, n.N)
	case engine.NBoard:
		sum := lit(0)
		for st := range p.Stores {
			sum = c.bin(i32Add, sum, c.store(e.seat, st))
		}
		return c.bin(i32Sub, c.menOf(e.seat), sum)
	case engine.NMen:
		return c.menOf(e.seat)
	case engine.NCountAt:
		return c.countAt(engine.Whose(n.N), n.Kids[0], e)
	case engine.NCount:
		return c.count(c.set(n.Kids[0], e))
	case engine.NPart:
		return c.number(e)
	case engine.NPartID:
		return e.part
	case engine.NAct:
		return lit(int(e.act))
	case engine.NPartsLeft:
		return c.partsLeft()
	case engine.NPartsPlayed:
		return c.byte(g.lay.Played)
	case engine.NHigh:
		return c.throwTable(func(t *engine.Throw) int { return t.High })
	case engine.NLow:
		return c.throwTable(func(t *engine.Throw) int { return t.Low })
	case engine.NValue:
		return c.throwTable(func(t *engine.Throw) int { return t.Value })
	case engine.BDouble:
		return c.throwTable(func(t *engine.Throw) int { return b2i(t.Double) })
	case engine.NThrow:
		t := c.lastThrow()
		return c.pick(t, c.bin(i32Sub, t, lit(1)), lit(0))
	case engine.NDistance:
		return c.ofPlace("distance", n.Kids[0], e, func(f int) int { return p.Distance[f] })
	case engine.NNumber:
		f := kid(0)
		if c.surelyPlace(n.Kids[0], e) {
			return c.bin(i32Add, f, lit(1))
		}
		return c.pick(c.bin(i32LtS, f, lit(p.Places)), c.bin(i32Add, f, lit(1)), lit(0))
	case engine.NAdd:
		return c.bin(i32Add, kid(0), kid(1))
	case engine.NSub:
		return c.bin(i32Sub, kid(0), kid(1))
	case engine.NMul:
		return c.bin(i32Mul, kid(0), kid(1))
	case engine.NDiv:
		a, b := kid(0), kid(1)
		if !b.known || b.v <= 0 {
			return c.divide(a, b)
		}
		r := c.bin(i32RemS, a, b) // rounded down: what is left over is never negative
		r = c.pick(c.bin(i32LtS, r, lit(0)), c.bin(i32Add, r, b), r)
		return c.bin(i32DivS, c.bin(i32Sub, a, r), b)
	case engine.NNeg:
		return c.bin(i32Sub, lit(0), kid(0))
	case engine.NMin:
		a, b := kid(0), kid(1)
		return c.pick(c.bin(i32LtS, a, b), a, b)
	case engine.NMax:
		a, b := kid(0), kid(1)
		return c.pick(c.bin(i32GtS, a, b), a, b)
	case engine.NIf:
		q := kid(0)
		if q.known {
			return kid(1 + b2i(q.v == 0))
		}
		return c.pick(q, kid(1), kid(2))
	case engine.NOccurrences:
		return c.occurrences()
	case engine.NScored:
		if c.scored == nil {
			c.lack("points scored, asked where nothing is being scored")
		}
		return c.scored[e.seat]
	case engine.NScore:
		return c.score(e.seat)
	case engine.NPlayer:
		return c.seat(e.seat)
	case engine.NStage:
		return c.byte(g.lay.Stage)
	case engine.NTheir:
		sum := lit(0)
		for _, j := range c.seen(e) {
			sum = c.bin(i32Add, sum, c.num(n.Kids[0], e.at(j)))
		}
		return sum
	case engine.NActive:
		return c.mapPlace(c.bin(i32Sub, c.byte(g.lay.Active), lit(1)), false, e)
	case engine.NFirst:
		return c.first(c.set(n.Kids[0], e))
	case engine.NLast:
		return c.last(c.set(n.Kids[0], e))
	case engine.BAnd:
		a := kid(0)
		if a.known && a.v == 0 {
			return lit(0)
		}
		return c.both(c.truth(a), n.Kids[1], func() num { return c.truth(kid(1)) })
	case engine.BOr:
		if v, ok := c.together(n, e); ok {
			return v
		}
		a := kid(0)
		if a.known && a.v != 0 {
			return lit(1)
		}
		if looksAhead(n.Kids[1]) {
			return c.not(c.both(c.not(c.truth(a)), n.Kids[1], func() num { return c.not(c.truth(kid(1))) }))
		}
		return c.or(c.truth(a), c.truth(kid(1)))
	case engine.BNot:
		return c.not(kid(0))
	case engine.BCompare:
		if v, ok := c.compareAt(n, e); ok {
			return v
		}
		if v, ok := c.compareOnCell(n, e); ok {
			return v
		}
		return c.bin(compareOps[n.Cmp], kid(0), kid(1))
	case engine.BIn:
		if any, ok := c.rowOfTheirs(n, e); ok {
			v := c.variable(lit(0))
			c.ifThen(any, func() { c.assign(v, c.has(c.set(n.Kids[1], e), kid(0))) }, nil)
			v.bit = true
			return v
		}
		if c.surelyPlace(n.Kids[0], e) {
			return c.hasPlace(c.set(n.Kids[1], e), kid(0))
		}
		return c.has(c.set(n.Kids[1], e), kid(0))
	case engine.BSub:
		a, b := c.set(n.Kids[0], e), c.set(n.Kids[1], e)
		if len(a) == 1 && a[0].known { // all of it is there
			return c.equalw(c.binw(i64And, b[0], a[0]), a[0])
		}
		return c.not(c.any(c.minus(a, b)))
	case engine.BSetEqual:
		return c.not(c.any(c.each(i64Xor, c.set(n.Kids[0], e), c.set(n.Kids[1], e))))
	case engine.BMark:
		return c.bin(i32And, c.bin(i32ShrU, e.class, lit(n.N)), lit(1))
	case engine.BSome, engine.BEvery:
		if v, ok := c.someOnCell(n, e); ok {
			return v
		}
		out := lit(b2i(n.Op == engine.BEvery))
		for _, j := range c.opponents(e.seat) {
			f := e
			f.opp = j
			v := c.truth(c.num(n.Kids[0], f))
			if n.Op == engine.BSome {
				out = c.or(out, v)
			} else {
				out = c.and(out, v)
			}
		}
		return out
	case engine.BSparing:
		return e.spar
	case engine.BCompletable:
		return c.completable(e)
	case engine.BFollows:
		return c.follows(n.Kids[0], e)
	}
	c.lack(n.Op.String())
	return num{}
}

// together works out at once what a condition asks of one place after the other:
// whether, of some places i, any has i in one set and i+1, say, not in another.
func (c *ctx) together(n *engine.Node, e env) (num, bool) {
	g := c.g
	type ask struct {
		set *engine.Node
		by  int
		not bool
	}
	type line struct {
		asks []ask
		mask engine.Set
	}
	var order []string
	lines := map[string]*line{}
	var each func(n *engine.Node) bool
	each = func(n *engine.Node) bool {
		if n.Op == engine.BOr {
			return each(n.Kids[0]) && each(n.Kids[1])
		}
		base, key := -1, ""
		var asks []ask
		for _, k := range conjuncts(n, nil) {
			a := ask{}
			if k.Op == engine.BNot {
				a.not, k = true, k.Kids[0]
			}
			if k.Op != engine.BIn || k.Kids[0].Op != engine.NLit || g.dependsOnMove(k.Kids[1]) {
				return false
			}
			i := k.Kids[0].N
			if i < 0 || i >= g.p.Places {
				return false
			}
			if base < 0 {
				base = i
			}
			a.set, a.by = k.Kids[1], i-base
			if a.by <= -64 || a.by >= 64 {
				return false
			}
			asks = append(asks, a)
			key += fmt.Sprint(a.by, a.not, g.key(a.set), ";")
		}
		if base < 0 {
			return false
		}
		l := lines[key]
		if l == nil {
			l = &line{asks: asks}
			lines[key] = l
			order = append(order, key)
		}
		l.mask = l.mask.With(base)
		return true
	}
	if !each(n) || len(order) > 4 {
		return num{}, false
	}
	any := none(g.w)
	for _, key := range order {
		l := lines[key]
		s := constant(bitsOf(l.mask, 64*g.w))
		for _, a := range l.asks {
			t := c.set(a.set, e)
			if a.by >= 0 {
				t = c.shift(t, lit(a.by), true)
			} else {
				t = c.shift(t, lit(-a.by), false)
			}
			if a.not {
				s = c.minus(s, t)
			} else {
				s = c.ands(s, t)
			}
		}
		any = c.ors(any, s)
	}
	return c.any(any), true
}

// both is whether a and what b emits hold. What looks ahead is worked out only
// where a holds; what does not is cheaper than a branch.
func (c *ctx) both(a num, n *engine.Node, b func() num) num {
	if !looksAhead(n) {
		return c.and(a, b())
	}
	return c.onlyIf(a, b)
}

// onlyIf is whether a and what b emits hold; b is worked out only where a holds.
func (c *ctx) onlyIf(a num, b func() num) num {
	if a.known && a.v == 0 {
		return a
	}
	v := c.variable(lit(0))
	c.ifThen(a, func() { c.assign(v, b()) }, nil)
	return v
}

// truth makes 0 or 1 of a number. Conditions are truth values already.
func (c *ctx) truth(a num) num {
	if a.known {
		return lit(b2i(a.v != 0))
	}
	return a
}

var compareOps = [...]byte{engine.Equal: i32Eq, engine.NotEqual: i32Ne, engine.Less: i32LtS,
	engine.LessEqual: i32LeS, engine.Greater: i32GtS, engine.GreaterEqual: i32GeS}

// seen are the seats that "their" means: the one bound, or all opponents.
func (c *ctx) seen(e env) []int {
	if e.opp >= 0 {
		return []int{e.opp}
	}
	return c.opponents(e.seat)
}

// byPlayer is a number that may differ between players.
func (c *ctx) byPlayer(key string, seat int, f func(q int) int) num {
	n := len(c.g.p.Players)
	list := make([]int, n)
	alike := true
	for q := range list {
		list[q] = f(q)
		alike = alike && list[q] == list[0]
	}
	if alike {
		return lit(list[0])
	}
	if q := c.seat(seat); q.known {
		return lit(list[q.v])
	}
	if slices.Max(list) < 256 && slices.Min(list) >= 0 && n <= 8 {
		var all uint64 // eight bits a player, rather than a table
		for q, v := range list {
			all |= uint64(v) << (8 * q)
		}
		by := c.widen(c.bin(i32Mul, c.seat(seat), lit(8)))
		return c.narrow(c.binw(i64And, c.binw(i64ShrU, wlit(all), by), wlit(255)))
	}
	c.push(c.seat(seat))
	c.load8(c.g.octets(key, list))
	return c.keep()
}

func (c *ctx) menOf(seat int) num {
	return c.byPlayer("men of", seat, func(q int) int { return c.g.p.Men(q) })
}

// mapPlace gives a place of the player to move as the player in view names it.
func (c *ctx) mapPlace(f num, store bool, e env) num {
	g := c.g
	if e.seat == 0 || store || g.alias || f.known && f.v < 0 {
		return f
	}
	key := fmt.Sprintf("map/%v/%d", f, e.seat)
	if v, ok := c.known.nums[key]; ok {
		return v
	}
	n := len(g.p.Players)
	var list []int
	for q := 0; q < n; q++ {
		r := (q + e.seat) % n
		list = append(list, nowhere) // no place stays none
		for x := 0; x < g.p.Places; x++ {
			if a := g.p.Across(q, r, x); len(a) > 0 {
				list = append(list, int(a[0]))
			} else {
				list = append(list, nowhere)
			}
		}
	}
	v := c.placeBy(fmt.Sprintf("map %d", e.seat), list, c.player, g.p.Places+1, c.bin(i32Add, f, lit(1)))
	v = c.pick(c.bin(i32Eq, v, lit(nowhere)), lit(-1), v)
	c.known.nums[key] = v
	return v
}

// surelyPlace is whether an expression is known to yield a place of the board.
func (c *ctx) surelyPlace(n *engine.Node, e env) bool {
	mapped := e.seat == 0 || c.g.alias || c.g.total
	switch n.Op {
	case engine.NFrom:
		return e.move && !e.fromStore && mapped && !(e.from.known && e.from.v < 0)
	case engine.NTo:
		return e.move && !e.toStore && mapped && !(e.to.known && e.to.v < 0)
	case engine.NOver:
		return e.move && mapped && !(e.over.known && e.over.v < 0)
	}
	f, ok := n.Constant()
	return ok && f >= 0 && f < c.g.p.Places
}

// ofPlace tabulates a number by place; off the board it is 0.
func (c *ctx) ofPlace(key string, n *engine.Node, e env, f func(f int) int) num {
	p := c.g.p
	list := make([]int, p.Places+1)
	for i := 0; i < p.Places; i++ {
		list[i] = f(i)
		if list[i] > 255 {
			c.lack("a distance over 255")
		}
	}
	at := c.num(n, e)
	if at.known {
		if at.v >= 0 && at.v < p.Places {
			return lit(list[at.v])
		}
		return lit(0)
	}
	if !c.surelyPlace(n, e) {
		at = c.pick(c.bin(i32LtU, at, lit(p.Places)), at, lit(p.Places))
	}
	return c.placeIn(key, list, at)
}

// number is the number of the part being played.
func (c *ctx) number(e env) num {
	if e.part.known {
		return lit(c.g.p.Parts[e.part.v].Number)
	}
	key := fmt.Sprint("number/", e.part)
	if v, ok := c.known.nums[key]; ok {
		return v
	}
	list := make([]int, len(c.g.p.Parts))
	for i := range list {
		list[i] = c.g.p.Parts[i].Number
	}
	var ps []int // all parts that can be played
	for _, k := range c.g.playable {
		ps = append(ps, c.g.partClasses[k].parts...)
	}
	if len(ps) > 0 {
		// mostly the parts lie as their numbers do, forwards or backwards
		up, down := true, true
		for _, k := range ps {
			up = up && list[k]-list[ps[0]] == k-ps[0]
			down = down && list[k]-list[ps[0]] == ps[0]-k
		}
		if up || down {
			d := lit(list[ps[0]] - ps[0])
			v := c.bin(i32Add, e.part, d)
			if down {
				v = c.bin(i32Sub, lit(list[ps[0]]+ps[0]), e.part)
			}
			c.known.nums[key] = v
			return v
		}
	}
	if _, ok := c.g.tables["numbers"]; !ok {
		c.g.tables["numbers"] = c.g.numbers(list)
	}
	c.push(c.bin(i32Shl, e.part, lit(1)))
	c.load16s(c.g.tables["numbers"])
	v := c.keep()
	c.known.nums[key] = v
	return v
}

// owners are the seats whose men a count of kind w counts, seen from a seat.
func (c *ctx) owners(w engine.Whose, e env) []int {
	var out []int
	for j := range c.g.p.Players {
		same := c.g.allied(e.seat, j)
		var yes bool
		switch w {
		case engine.Own, engine.Mine:
			yes = j == e.seat
		case engine.Enemy:
			yes = !same && (e.opp < 0 || j == e.opp)
		case engine.Allied:
			yes = same && j != e.seat
		default:
			yes = true
		}
		if yes {
			out = append(out, j)
		}
	}
	return out
}

// menPlanes are the planes of all men of a seat, whatever their marks.
func (c *ctx) menPlanes(seat int) []set {
	g := c.g
	if g.p.Classes() == 1 {
		return c.classPlanes(seat, 0)
	}
	if g.planes > 1 {
		return c.totalPlanes(seat)
	}
	return []set{c.occupied(seat)}
}

// view gives planes of seat j by the places of seat i: one list for each of the
// places of j that can lie on one cell.
func (c *ctx) view(planes []set, i, j int) [][]set {
	g, p := c.g, c.g.p
	if g.alias || i == j && g.injective {
		return [][]set{planes}
	}
	n := len(p.Players)
	var out [][]set
	for m := 0; m < g.mostAcross; m++ {
		mp := g.newMapping(fmt.Sprintf("view %d %d %d", i, j, m), p.Places, 64*g.w, n, func(v, f int) []int {
			var to []int
			for x := 0; x < p.Places; x++ {
				if a := p.Across((v+i)%n, (v+j)%n, x); len(a) > m && int(a[m]) == f {
					to = append(to, x)
				}
			}
			return to
		})
		var list []set
		for _, s := range planes {
			list = append(list, c.apply(mp, s, c.player))
		}
		out = append(out, list)
	}
	return out
}

// sum adds counts that are given bit by bit.
func (c *ctx) sum(a, b []set) []set {
	var out []set
	carry := none(c.g.w)
	for i := 0; i < max(len(a), len(b)); i++ {
		x, y := none(c.g.w), none(c.g.w)
		if i < len(a) {
			x = a[i]
		}
		if i < len(b) {
			y = b[i]
		}
		d := c.each(i64Xor, x, y)
		out = append(out, c.each(i64Xor, d, carry))
		carry = c.ors(c.ands(x, y), c.ands(d, carry))
	}
	return append(out, carry)
}

func (c *ctx) countAt(w engine.Whose, place *engine.Node, e env) num {
	g := c.g
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
	for _, j := range c.owners(w, e) {
		switch {
		case w == engine.Own || g.alias || j == e.seat && g.injective:
			sum = c.bin(i32Add, sum, c.gather(c.menPlanes(j), f))
		case g.cells:
			onCell = append(onCell, j)
		default:
			at, there := c.acrossAt(e.seat, j, f, 0), lit(1)
			if !g.total {
				there = c.bin(i32LtU, at, lit(g.p.Places))
			}
			sum = c.bin(i32Add, sum, c.pick(there, c.gather(c.menPlanes(j), at), lit(0)))
		}
	}
	if len(onCell) > 0 {
		sum = c.bin(i32Add, sum, c.cellCount(onCell, e.seat, f))
	}
	return c.pick(in, sum, lit(0))
}

// compareAt compares the men at a place with a constant: whether the place is in
// the set of those whose counts compare so.
func (c *ctx) compareAt(n *engine.Node, e env) (num, bool) {
	g := c.g
	x, k := n.Kids[0], n.Kids[1]
	if v, ok := c.someMillAt(n, e); ok {
		return v, true
	}
	if x.Op != engine.NCountAt || k.Op != engine.NLit || g.planes == 1 || !c.surelyPlace(x.Kids[0], e) {
		return num{}, false
	}
	owners := c.owners(engine.Whose(x.N), e)
	if len(owners) != 1 {
		return num{}, false
	}
	j := owners[0]
	f := c.num(x.Kids[0], e)
	if !(engine.Whose(x.N) == engine.Own || g.alias || j == e.seat && g.injective) {
		if g.cells || !g.total { // where he has no place nobody of his stands, which may be what is asked
			return num{}, false
		}
		f = c.acrossAt(e.seat, j, f, 0)
	}
	return c.hasPlace(c.compareMen(j, n.Cmp, lit(k.N)), f), true
}

// someMillAt is whether a mill stands at a place, where the rules ask no more
// than that: of the few lines through the place, whether one lies within the set.
func (c *ctx) someMillAt(n *engine.Node, e env) (num, bool) {
	g, p := c.g, c.g.p
	x, k := n.Kids[0], n.Kids[1]
	some := k.Op == engine.NLit && (n.Cmp == engine.Greater && k.N == 0 || n.Cmp == engine.GreaterEqual && k.N == 1)
	if x.Op != engine.NCount || !some || x.Kids[0].Op != engine.LMillsAt || !c.surelyPlace(x.Kids[0].Kids[1], e) {
		return num{}, false
	}
	most, least := 0, 99
	through := func(q, f int) []engine.Set {
		var out []engine.Set
		for _, l := range p.Lines[q] {
			if l.Has(f) {
				out = append(out, l)
			}
		}
		return out
	}
	for q := range p.Players {
		for f := 0; f < p.Places; f++ {
			most, least = max(most, len(through(q, f))), min(least, len(through(q, f)))
		}
	}
	if most == 0 || most > 4 {
		return num{}, false
	}
	at := c.num(x.Kids[0].Kids[1], e)
	out := lit(0)
	outside := c.minus(c.full(), c.set(x.Kids[0].Kids[0], e))
	for i := 0; i < most; i++ {
		line := c.row(fmt.Sprintf("line %d at", i), e.seat, p.Places, at, func(q, f int) []uint64 {
			if l := through(q, f); i < len(l) {
				return bitsOf(l[i], 64*g.w)
			}
			return make([]uint64, g.w)
		})
		whole := c.not(c.any(c.ands(line, outside)))
		if i >= least { // where there is no such line, there is no mill
			whole = c.and(whole, c.any(line))
		}
		out = c.or(out, whole)
	}
	return out, true
}

// gather reads one count from its planes.
func (c *ctx) gather(planes []set, f num) num {
	out := lit(0)
	for i, s := range planes {
		if f.known {
			out = c.bin(i32Or, out, c.bin(i32Shl, c.has(s, f), lit(i)))
			continue
		}
		w := s[0]
		for k := 1; k < len(s); k++ {
			w = c.pickw(c.bin(i32LtU, f, lit(64*k)), w, s[k])
		}
		out = c.bin(i32Or, out, c.bin(i32Shl, c.bitOf(w, c.widen(f)), lit(i)))
	}
	return out
}

// compare is the set of places where men of kind w compare with k.
func (c *ctx) compare(w engine.Whose, cmp engine.Comparison, k num, e env) set {
	key := fmt.Sprintf("compare/%d/%d/%v/%d/%d", w, cmp, k, e.seat, e.opp)
	if v, ok := c.known.sets[key]; ok {
		return v
	}
	if l := c.owners(w, e); len(l) == 1 {
		if v, ok := c.compareCounted(e.seat, l[0], cmp, k); ok {
			c.known.sets[key] = v
			return v
		}
	}
	var lists [][]set // counts to be added up
	g, owners := c.g, c.owners(w, e)
	for _, j := range owners {
		if anyOnly(cmp, k) {
			if s, ok := c.compareCounted(e.seat, j, engine.Greater, lit(0)); ok {
				lists = append(lists, []set{s})
				continue
			}
		}
		planes := c.menPlanes(j)
		if w == engine.Own {
			lists = append(lists, planes)
			continue
		}
		if anyOnly(cmp, k) {
			planes = []set{c.standing(j)}
		} else if len(owners) == 1 && g.mostAcross == 1 && g.total {
			// each place of his is one of ours: they are compared first, and brought over as one set
			lists = c.view([]set{c.compareMen(j, cmp, k)}, e.seat, j)
			c.known.sets[key] = lists[0][0]
			return lists[0][0]
		}
		lists = append(lists, c.view(planes, e.seat, j)...)
	}
	if len(lists) == 0 {
		lists = [][]set{{none(c.g.w)}}
	}
	var out set
	if anyOnly(cmp, k) {
		some := none(c.g.w)
		for _, l := range lists {
			some = c.ors(some, c.atLeast(l, lit(1)))
		}
		out = c.comparePlanes([]set{some}, cmp, k)
	} else {
		sum := lists[0]
		for _, l := range lists[1:] {
			sum = c.sum(sum, l)
		}
		out = c.comparePlanes(sum, cmp, k)
	}
	c.known.sets[key] = out
	return out
}

// compareMen is where the number of men of a seat, as it names the places, compares with k.
func (c *ctx) compareMen(seat int, cmp engine.Comparison, k num) set {
	if s, ok := c.compareCounted(seat, seat, cmp, k); ok {
		return s
	}
	return c.comparePlanes(c.menPlanes(seat), cmp, k)
}

// anyOnly is whether a comparison asks only whether there are men at all.
func anyOnly(cmp engine.Comparison, k num) bool {
	switch cmp {
	case engine.GreaterEqual, engine.Less:
		return k.known && k.v == 1
	}
	return k.known && k.v == 0
}

// comparePlanes is the set of places whose counts, given bit by bit, compare with k.
func (c *ctx) comparePlanes(planes []set, cmp engine.Comparison, k num) set {
	full := c.full()
	plus := func(v int) num { return c.bin(i32Add, k, lit(v)) }
	switch cmp {
	case engine.GreaterEqual:
		return c.atLeast(planes, k)
	case engine.Greater:
		return c.atLeast(planes, plus(1))
	case engine.Less:
		return c.minus(full, c.atLeast(planes, k))
	case engine.LessEqual:
		return c.minus(full, c.atLeast(planes, plus(1)))
	}
	eq := full
	if k.known {
		if k.v < 0 || k.v >= 1<<len(planes) {
			eq = none(c.g.w)
		} else {
			more := none(c.g.w) // where the count has a bit that k lacks
			for i, s := range planes {
				if k.v>>i&1 != 0 {
					eq = c.ands(eq, s)
				} else {
					more = c.ors(more, s)
				}
			}
			eq = c.minus(eq, more)
		}
	} else {
		eq = c.minus(c.atLeast(planes, k), c.atLeast(planes, plus(1)))
	}
	if cmp == engine.NotEqual {
		return c.minus(full, eq)
	}
	return eq
}

// atLeast is the set of places whose counts are k or more: from the lowest bit
// up, a bit that k has must be there, and one that it lacks decides.
func (c *ctx) atLeast(planes []set, k num) set {
	full := c.full()
	if k.known {
		switch {
		case k.v <= 0:
			return full
		case k.v >= 1<<len(planes):
			return none(c.g.w)
		}
		out := full
		for i, s := range planes {
			if k.v>>i&1 != 0 {
				out = c.ands(s, out)
			} else if out.empty() {
				out = s
			} else {
				out = c.ors(s, out)
			}
		}
		return out
	}
	out := full
	for i, s := range planes {
		bit := c.spread(c.bin(i32And, c.bin(i32ShrU, k, lit(i)), lit(1)))
		both, either := c.ands(s, out), c.ors(s, out)
		next := make(set, len(out))
		for j := range next {
			next[j] = c.binw(i64Xor, either[j], c.binw(i64And, bit, c.binw(i64Xor, both[j], either[j])))
		}
		out = next
	}
	out = c.gate(c.bin(i32LtS, k, lit(1<<len(planes))), out)
	low := c.spread(c.bin(i32LeS, k, lit(0)))
	for j := range out {
		out[j] = c.binw(i64Or, out[j], c.binw(i64And, low, full[j]))
	}
	return out
}

func (c *ctx) into(l int) { c.fn.set(l) }

// isTruth is whether an expression puts truth values together, or compares numbers.
func isTruth(n *engine.Node) bool {
	return n.Op == engine.BAnd || n.Op == engine.BOr || n.Op == engine.BNot || n.Op == engine.BCompare
}

func isSet(n *engine.Node) bool {
	return n.Op >= engine.SLit && n.Op <= engine.STheir || n.Op >= engine.LMills && n.Op <= engine.LTheir
}

// set emits an expression that yields a set of places or of lines.
func (c *ctx) set(n *engine.Node, e env) set {
	switch n.Op {
	case engine.SLit:
		return constant(bitsOf(n.Lit, 64*c.g.w))
	}
	key := c.cacheKey(n, e)
	if v, ok := c.known.sets[key]; ok {
		return v
	}
	v := c.setAnew(n, e)
	c.known.sets[key] = v
	return v
}

func (c *ctx) full() set { return constant(bitsOf(engine.FirstN(c.g.p.Places), 64*c.g.w)) }

// row loads a set from a table by player (where players differ) and index.
func (c *ctx) row(key string, seat, n int, i num, f func(q, i int) []uint64) set {
	g := c.g
	players := len(g.p.Players)
	alike := true
	for q := 1; q < players; q++ {
		for k := 0; k < n; k++ {
			alike = alike && slices.Equal(f(q, k), f(0, k))
		}
	}
	if i.known && alike {
		return constant(f(0, i.v))
	}
	a, at := c.rowAt(key, seat, n, i, f, alike)
	return c.loadSet(a, at, len(f(0, 0)))
}

// rowAt is where such a row lies: an offset into a table, and the table.
func (c *ctx) rowAt(key string, seat, n int, i num, f func(q, i int) []uint64, alike bool) (a num, at int) {
	g := c.g
	players := len(g.p.Players)
	at, ok := g.tables[key]
	if !ok {
		var b []byte
		for q := 0; q < players; q++ {
			for k := 0; k < n; k++ {
				b = words(b, f(q, k)...)
			}
			if alike {
				break
			}
		}
		at = g.m.table(b)
		g.tables[key] = at
	}
	w := len(f(0, 0))
	a = c.bin(i32Mul, i, lit(8*w))
	switch q := c.seat(seat); {
	case alike:
	case q.known:
		at += 8 * w * n * q.v
	default:
		a = c.bin(i32Add, a, c.bin(i32Mul, q, lit(8*w*n)))
	}
	c.tabled(a)
	return a, at
}

// within guards a table of places against what is no place.
func (c *ctx) within(n *engine.Node, e env, f func(i num) set) set {
	at := c.num(n, e)
	if at.known {
		if at.v < 0 || at.v >= c.g.p.Places {
			return none(c.g.w)
		}
		return f(at)
	}
	if c.surelyPlace(n, e) {
		return f(at)
	}
	in := c.bin(i32LtU, at, lit(c.g.p.Places))
	return c.gate(in, f(c.pick(in, at, lit(0))))
}

func (c *ctx) setAnew(n *engine.Node, e env) set {
	g, p := c.g, c.g.p
	kid := func(i int) set { return c.set(n.Kids[i], e) }
	switch n.Op {
	case engine.SByPlayer:
		return c.row("by player "+g.key(n), e.seat, 1, lit(0), func(q, _ int) []uint64 { return bitsOf(n.By[q], 64*g.w) })
	case engine.SAnd:
		return c.ands(kid(0), kid(1))
	case engine.SOr:
		return c.ors(kid(0), kid(1))
	case engine.SNot:
		if n.N == engine.OfLines {
			return c.minus(constant(bitsOf(p.Universe(n), 64*g.w)), kid(0))
		}
		return c.minus(c.full(), kid(0))
	case engine.SCompare:
		return c.compare(engine.Whose(n.N), n.Cmp, c.num(n.Kids[0], e), e)
	case engine.SRange:
		a, b := c.num(n.Kids[0], e), c.num(n.Kids[1], e)
		if a.known && b.known {
			x, y := max(a.v, 1), min(b.v, p.Places)
			if x > y {
				return none(g.w)
			}
			return constant(bitsOf(engine.FirstN(y).Minus(engine.FirstN(x-1)), 64*g.w))
		}
		return c.minus(c.upTo(b), c.upTo(c.bin(i32Sub, a, lit(1))))
	case engine.SPlace:
		return c.bitAt(c.num(n.Kids[0], e), p.Places, g.w)
	case engine.SNumber:
		return c.bitAt(c.bin(i32Sub, c.num(n.Kids[0], e), lit(1)), p.Places, g.w)
	case engine.SRun:
		k := c.num(n.Kids[1], e)
		if !k.known || k.v > 63 {
			return c.rows(kid(0), k, false, e.seat)
		}
		return c.runs(kid(0), k.v)
	case engine.SCrowd:
		least := c.num(n.Kids[1], e)
		return c.rows(kid(0), least, true, e.seat)
	case engine.SLandings:
		over, to := c.set(n.Kids[1], e), c.set(n.Kids[2], e)
		return c.within(n.Kids[0], e, func(i num) set { return c.landings(i, over, to, e.seat) })
	case engine.SEdge:
		s := kid(0)
		return c.minus(s, c.ands(c.shift(s, lit(1), true), c.shift(s, lit(1), false)))
	case engine.SNear:
		return c.within(n.Kids[0], e, func(i num) set {
			return c.row("near", e.seat, p.Places, i, func(q, f int) []uint64 { return bitsOf(p.Near[q][f], 64*g.w) })
		})
	case engine.SNearSet:
		m := g.newMapping("near", p.Places, 64*g.w, len(p.Players), func(q, f int) []int { return p.Near[q][f].Places() })
		return c.apply(m, kid(0), c.seat(e.seat))
	case engine.SAhead, engine.SBehind:
		k := c.num(n.Kids[1], e)
		longest := 0
		for i := range p.Parts {
			longest = max(longest, p.Parts[i].Number)
		}
		longest = max(longest, 12)
		reach := func(f, k int) []uint64 {
			if n.Op == engine.SBehind {
				return bitsOf(p.Behind(f, k), 64*g.w)
			}
			var s engine.Set
			for _, a := range p.Ahead(f, k) {
				s = s.With(a.To)
			}
			return bitsOf(s, 64*g.w)
		}
		name := fmt.Sprintf("%d", n.Op)
		return c.within(n.Kids[0], e, func(i num) set {
			if k.known {
				return c.row(fmt.Sprintf("%s by %d", name, k.v), e.seat, p.Places, i, func(_, f int) []uint64 { return reach(f, k.v) })
			}
			in := c.bin(i32LtU, k, lit(longest+1))
			at := c.bin(i32Add, c.bin(i32Mul, c.pick(in, k, lit(0)), lit(p.Places)), i)
			return c.gate(in, c.row(name, e.seat, p.Places*(longest+1), at, func(_, x int) []uint64 { return reach(x%p.Places, x/p.Places) }))
		})
	case engine.SPassed:
		if !e.passes {
			return none(g.w)
		}
		return c.passed(e)
	case engine.SVar:
		return c.setOf(n.N, e.seat)
	case engine.SPoints:
		m := g.newMapping("points", g.lines, 64*g.w, len(p.Players), func(q, l int) []int { return p.Lines[q][l].Places() })
		return c.apply(m, kid(0), c.seat(e.seat))
	case engine.SMarked, engine.SUnmarked:
		out := none(g.w)
		for class := 0; class < p.Classes(); class++ {
			if (class>>n.N&1 != 0) == (n.Op == engine.SMarked) {
				out = c.ors(out, c.classSet(e.seat, class, 1))
			}
		}
		return out
	case engine.SParts:
		return c.partsAsPlaces()
	case engine.SIf:
		q := c.num(n.Kids[0], e)
		if q.known {
			return kid(1 + b2i(q.v == 0))
		}
		a, b := kid(1), kid(2)
		out := make(set, len(a))
		for i := range a {
			out[i] = c.pickw(q, a[i], b[i])
		}
		return out
	case engine.STheir:
		out := none(g.w)
		for _, j := range c.seen(e) {
			out = c.ors(out, c.across(c.set(n.Kids[0], e.at(j)), j, e.seat))
		}
		return out
	case engine.LTheir:
		out := none(g.w)
		for _, j := range c.seen(e) {
			out = c.ors(out, c.set(n.Kids[0], e.at(j)))
		}
		return out
	case engine.LMills:
		return c.mills(kid(0), e.seat)
	case engine.LMillsAt:
		m := c.mills(kid(0), e.seat)
		return c.ands(m, c.within(n.Kids[1], e, func(i num) set {
			return c.row("lines at", e.seat, p.Places, i, func(q, f int) []uint64 {
				w := make([]uint64, g.w)
				for l, line := range p.Lines[q] {
					if line.Has(f) {
						w[l/64] |= 1 << (l % 64)
					}
				}
				return w
			})
		}))
	}
	c.lack(n.Op.String())
	return nil
}

// across takes a set of seat i's places to the places of seat j on the same cells.
func (c *ctx) across(s set, i, j int) set {
	g, p := c.g, c.g.p
	if g.alias {
		return s
	}
	n := len(p.Players)
	m := g.newMapping(fmt.Sprintf("across %d %d", i, j), p.Places, 64*g.w, n, func(v, f int) []int {
		var out []int
		for _, t := range p.Across((v+i)%n, (v+j)%n, f) {
			out = append(out, int(t))
		}
		return out
	})
	return c.apply(m, s, c.player)
}

// mills is the set of lines that lie wholly within a set of places: for the
// first, second, … place of all lines at once, whether it is in the set.
func (c *ctx) mills(s set, seat int) set {
	g, p := c.g, c.g.p
	longest := 0
	for _, l := range p.Lines[0] {
		longest = max(longest, l.Count())
	}
	out := constant(bitsOf(engine.FirstN(g.lines), 64*g.w))
	for k := 0; k < longest; k++ {
		m := g.newMapping(fmt.Sprintf("lines by %d", k), p.Places, 64*g.w, len(p.Players), func(q, f int) []int {
			var ls []int
			for l, line := range p.Lines[q] {
				pl := line.Places()
				if len(pl) > 0 && pl[k%len(pl)] == f {
					ls = append(ls, l)
				}
			}
			return ls
		})
		out = c.ands(out, c.apply(m, s, c.seat(seat)))
	}
	return out
}

// upTo is the set of the first n places; n is cut to what there is.
func (c *ctx) upTo(n num) set {
	p := c.g.p
	if n.known {
		return constant(bitsOf(engine.FirstN(max(0, min(n.v, p.Places))), 64*c.g.w))
	}
	n = c.pick(c.bin(i32LtS, n, lit(0)), lit(0), n)
	n = c.pick(c.bin(i32GtS, n, lit(p.Places)), lit(p.Places), n)
	out := make(set, c.g.w)
	for k := range out {
		m := c.bin(i32Sub, n, lit(64*k))
		low := c.bin(i32LtS, m, lit(0))
		high := c.bin(i32GeS, m, lit(64))
		w := c.binw(i64Sub, c.binw(i64Shl, wlit(1), c.widen(m)), wlit(1))
		out[k] = c.pickw(low, wlit(0), c.pickw(high, wlit(^uint64(0)), w))
	}
	return out
}

// runs keeps the members that stand in an unbroken row of at least k places:
// cut each row down to where k in a row begin, then fill those k in again.
func (c *ctx) runs(s set, k int) set {
	if k <= 1 {
		return s
	}
	begin := s
	for have := 1; have < k; {
		by := min(have, k-have)
		begin = c.ands(begin, c.shift(begin, lit(by), true))
		have += by
	}
	grown := make(set, len(s)) // mostly there is none
	for i, w := range begin {
		grown[i] = c.variablew(w)
	}
	c.ifThen(c.any(begin), func() {
		out := begin
		for have := 1; have < k; {
			by := min(have, k-have)
			out = c.ors(out, c.shift(out, lit(by), false))
			have += by
		}
		for i, w := range out {
			c.assignw(grown[i], w)
		}
	}, nil)
	return c.onBoard(grown)
}

// classSet is where a seat has at least k men of a class.
func (c *ctx) classSet(seat, class, k int) set {
	key := fmt.Sprintf("class/%d/%d/%d", seat, class, k)
	if v, ok := c.known.sets[key]; ok {
		return v
	}
	v, ok := c.compareCounted(seat, seat, engine.GreaterEqual, lit(k))
	if !ok {
		v = c.atLeast(c.classPlanes(seat, class), lit(k))
	}
	c.known.sets[key] = v
	return v
}

// partsAsPlaces is the set of places that bear the numbers of the parts left.
func (c *ctx) partsAsPlaces() set {
	out := none(c.g.w)
	p := c.g.p
	for i := range p.Parts {
		if pt := &p.Parts[i]; i > 0 && pt.IsNumber && pt.Number >= 1 && pt.Number <= p.Places {
			out = c.ors(out, c.gate(c.isLeft(i), c.bitAt(lit(pt.Number-1), p.Places, c.g.w)))
		}
	}
	return out
}

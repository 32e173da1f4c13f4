package wasm

import (
	"fmt"
	"maps"
	"slices"

	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/ir"
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
	// mayBeOver reports whether code before this can have ended the game
	mayBeOver bool
	leaveAt   int // label that is branched to as soon as the game has ended; 0: none
}

// known holds values that have been worked out and still hold.
type known struct {
	nums  map[any]num
	sets  map[any]set
	seats map[int]num
	bases map[string]num
	cells map[string]num // where the counts of cells lie, by place
	// thrown is one more than the throw just made, until others are: its zero value says nothing
	thrown num
}

func newKnown() known {
	return known{nums: map[any]num{}, sets: map[any]set{}, seats: map[int]num{}, bases: map[string]num{}, cells: map[string]num{}}
}

func (k known) clone() known {
	return known{maps.Clone(k.nums), maps.Clone(k.sets), maps.Clone(k.seats), maps.Clone(k.bases), maps.Clone(k.cells), k.thrown}
}

// once is the number known by a key, worked out where it is not known yet.
func (c *ctx) once(key any, f func() num) num { return knownBy(&c.known.nums, key, f) }

// setOnce is once of a set.
func (c *ctx) setOnce(key any, f func() set) set { return knownBy(&c.known.sets, key, f) }

// knownBy works out what is not known. What was known may be forgotten meanwhile: the map is
// asked for anew.
func knownBy[T any](m *map[any]T, key any, f func() T) T {
	v, ok := (*m)[key]
	if !ok {
		v = f()
		(*m)[key] = v
	}
	return v
}

// changed forgets what depends on the state.
func (c *ctx) changed() {
	c.known.nums, c.known.sets = map[any]num{}, map[any]set{}
	for i := range c.stack {
		c.stack[i].nums, c.stack[i].sets = map[any]num{}, map[any]set{}
	}
}

// partsChanged forgets what depends on what is left of the agenda: of the conditions and sets of the
// rules only that, and all else that is quickly had again.
func (c *ctx) partsChanged() {
	for _, k := range append(c.stack, c.known) {
		maps.DeleteFunc(k.nums, func(key any, _ num) bool { return asksParts(key) })
		maps.DeleteFunc(k.sets, func(key any, _ set) bool { return asksParts(key) })
	}
}

// asksParts reports whether what is known by a key may depend on what is left of the agenda.
func asksParts(key any) bool {
	x, ok := key.(askedOf)
	return !ok || x.v.LooksAhead() || slices.ContainsFunc([]ir.Op{ir.Left, ir.Played, ir.Up}, x.v.Uses)
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

func (c *ctx) into(l int) { c.fn.set(l) }

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

// ifAny emits f where any of some truth values holds, els (if any) where none does. Each is
// worked out only where those before it do not hold, and branched on.
func (c *ctx) ifAny(list []func() num, f, els func()) {
	skip := c.block()
	found := c.block()
	c.enterScope()
	for _, x := range list {
		c.leaveTo(found, x())
	}
	if els != nil {
		els()
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

// env is the move about which a value is worked out.
type env struct {
	id                 int // of the move considered; 0: none
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
	return env{from: lit(-1), to: lit(-1), over: lit(-1), part: lit(0), class: lit(0), spar: lit(0), men: lit(1)}
}

func (c *ctx) newEnv() env {
	e := c.noMove()
	c.envs++
	e.id, e.move = c.envs, true
	return e
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

// allied reports whether two seats play together; it is the same for all players,
// which accept has made sure of.
func (g *gen) allied(i, j int) bool {
	n := len(g.p.Players)
	return g.p.Team[i%n] == g.p.Team[j%n]
}

func (c *ctx) lack(word string) {
	panic(Unsupported{Statement: c.g.rule, Word: word})
}

// of is the value of a condition or expression of the rules.
func (g *gen) of(n *engine.Node) *ir.Value { return g.lower.Value(n, ir.Mover) }

// is emits a condition; nil always holds.
func (c *ctx) is(n *engine.Node, e env) num {
	if n == nil {
		return lit(1)
	}
	return c.num(c.g.of(n), e)
}

// both reports whether a and what b emits hold. What looks ahead is worked out only
// where a holds; what does not is cheaper than a branch.
func (c *ctx) both(a num, x *ir.Value, b func() num) num {
	if !x.LooksAhead() {
		return c.and(a, b())
	}
	return c.onlyIf(a, b)
}

// onlyIf reports whether a and what b emits hold; b is worked out only where a holds.
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
	return c.octetAt(c.seat(seat), c.g.octets(key, list))
}

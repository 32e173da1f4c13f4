package wasm

import (
	"fmt"
	"slices"

	"github.com/lectio/lectio/rulesets/engine"
)

// tuple is one candidate that the rules of a part could ever permit: what it
// does, and between which places. A store is Places or more, none is -1.
type tuple struct {
	act            engine.Act
	from, to, over int
	class          int
	valid          bool
}

// space numbers the candidates of some rules, so that a set of moves is a bit
// set and a condition on a move is a set of moves. Where the numbers steps of a
// part decide where a man lands, the tuples differ by part, not their number.
type space struct {
	key     string
	n, w    int
	by      [][]tuple // by part (or by player) where they differ, else one
	players bool      // they differ by player: places are ordered by their names, which differ
	row     bool      // of advances along a plain row: a man moves from i to i plus the part's number
	indexed bool      // the number of a candidate is its from
	ends    bool      // a player who names the places from the other end has the candidates in the opposite order
}

func (g *gen) newSpace(key string, by [][]tuple) *space {
	if s := g.spaces[key]; s != nil {
		return s
	}
	alike := true
	for _, l := range by[1:] {
		alike = alike && slices.Equal(l, by[0])
	}
	if alike {
		by = by[:1]
	}
	s := &space{key: key, n: len(by[0]), by: by, indexed: true}
	s.w = wordsFor(s.n)
	for _, l := range by {
		for i, t := range l {
			if t.valid && t.from != i {
				s.indexed = false
			}
		}
	}
	g.spaces[key] = s
	return s
}

func (s *space) variant(v int) []tuple {
	if len(s.by) == 1 {
		return s.by[0]
	}
	return s.by[v]
}

// which is what the variants of a space go by: the part, or the player.
func (c *ctx) which(sp *space, e env) num {
	if sp.players {
		return c.player
	}
	return e.part
}

// constant is the set of candidates for which f holds.
func (c *ctx) constantOf(sp *space, e env, f func(part int, t *tuple) bool) set {
	n := len(c.g.p.Parts)
	parts := c.g.class.parts // of the class of parts being generated
	if sp.players {
		n = len(c.g.p.Players) * n // by player, and within by part
	}
	rows := make([][]uint64, n)
	row := func(v, part int) []uint64 {
		r := make([]uint64, sp.w)
		for i, t := range sp.variant(v) {
			if sp.indexed && e.class.known {
				t.class = e.class.v // such a space is shared by men of all marks
			}
			if t.valid && f(part, &t) {
				r[i/64] |= 1 << (i % 64)
			}
		}
		return r
	}
	var at num
	alike := true
	if sp.players {
		if !e.part.known && len(parts) > 1 {
			c.lack("steps that differ by part, between places whose names differ by player")
		}
		part := parts[0]
		rows = rows[:len(c.g.p.Players)]
		for q := range rows {
			rows[q] = row(q, part)
			alike = alike && slices.Equal(rows[q], rows[0])
		}
		if alike {
			return constant(rows[0])
		}
		at = c.player
	} else {
		for part := range rows {
			rows[part] = row(part, part)
		}
		if e.part.known {
			return constant(rows[e.part.v])
		}
		for _, k := range parts {
			alike = alike && slices.Equal(rows[k], rows[parts[0]])
		}
		if alike {
			return constant(rows[parts[0]])
		}
		at = e.part
	}
	return c.rowOf(rows, at, sp.w)
}

// rowOf loads a set from a table.
func (c *ctx) rowOf(rows [][]uint64, i num, w int) set {
	key := fmt.Sprint("rows ", rows)
	at, ok := c.g.tables[key]
	if !ok {
		var b []byte
		for _, r := range rows {
			b = words(b, r...)
		}
		at = c.g.m.table(b)
		c.g.tables[key] = at
	}
	if i.known {
		return constant(rows[i.v])
	}
	a := c.bin(i32Mul, i, lit(8*w))
	c.tabled(a)
	out := make(set, w)
	for k := range out {
		var most uint64
		for _, r := range rows {
			most |= r[k]
		}
		c.push(a)
		c.load64(at + 8*k)
		out[k] = c.keepw().within(most)
	}
	return out
}

// expand is the set of candidates whose from, to or over lies in a set of places.
func (c *ctx) expand(which engine.Op, s set, sp *space, e env) set {
	g := c.g
	if s.empty() {
		return none(sp.w)
	}
	if sp.indexed && which == engine.NFrom {
		return s[:min(len(s), sp.w)]
	}
	if sp.row && which == engine.NTo {
		return c.shift(s, c.number(e), true)[:sp.w]
	}
	get := func(t *tuple) int {
		switch which {
		case engine.NFrom:
			return t.from
		case engine.NTo:
			return t.to
		}
		return t.over
	}
	key := fmt.Sprint("expand ", sp.key, which, s, c.which(sp, e))
	if v, ok := c.known.sets[key]; ok {
		return v
	}
	variants := len(sp.by)
	m := g.newMapping(fmt.Sprintf("space %s %d", sp.key, which), g.p.Places, sp.n, variants, func(v, f int) []int {
		var out []int
		for i, t := range sp.by[v] {
			if t.valid && get(&t) == f {
				out = append(out, i)
			}
		}
		return out
	})
	out := c.apply(m, s, c.which(sp, e))
	for len(out) < sp.w {
		out = append(out, wlit(0))
	}
	c.known.sets[key] = out[:sp.w]
	return out[:sp.w]
}

// steady is whether an expression depends on nothing but the candidate.
func (g *gen) steady(n *engine.Node, e env) bool {
	switch n.Op {
	case engine.NLit, engine.BLit, engine.NFrom, engine.NTo, engine.NOver, engine.NPart, engine.NPartID, engine.NAct,
		engine.NDistance, engine.NNumber, engine.NAdd, engine.NSub, engine.NMul, engine.NNeg, engine.NMin, engine.NMax, engine.NIf,
		engine.SLit, engine.SAnd, engine.SOr, engine.SNot, engine.SRange, engine.SPlace, engine.SNumber, engine.SAhead, engine.SBehind,
		engine.SIf, engine.BAnd, engine.BOr, engine.BNot, engine.BCompare, engine.BIn, engine.BSub, engine.BSetEqual, engine.BMark,
		engine.NCount:
	case engine.SNear, engine.SNearSet:
		if !g.nearAlike {
			return false
		}
	default:
		return false
	}
	if n.Op == engine.BMark && !e.class.known {
		return false
	}
	if e.seat != 0 && (n.Op == engine.NFrom || n.Op == engine.NTo || n.Op == engine.NOver) {
		return false
	}
	for _, k := range n.Kids {
		if !g.steady(k, e) {
			return false
		}
	}
	return true
}

// evaluate works out what is steady for one candidate.
func (g *gen) evaluate(n *engine.Node, part int, t *tuple) int {
	p := g.p
	kid := func(i int) int { return g.evaluate(n.Kids[i], part, t) }
	set := func(i int) engine.Set { return g.evaluateSet(n.Kids[i], part, t) }
	switch n.Op {
	case engine.NLit, engine.BLit:
		return n.N
	case engine.NFrom:
		return t.from
	case engine.NTo:
		return t.to
	case engine.NOver:
		return t.over
	case engine.NPart:
		return p.Parts[part].Number
	case engine.NPartID:
		return part
	case engine.NAct:
		return int(t.act)
	case engine.NDistance:
		if f := kid(0); f >= 0 && f < p.Places {
			return p.Distance[f]
		}
		return 0
	case engine.NNumber:
		if f := kid(0); f < p.Places {
			return f + 1
		}
		return 0
	case engine.NAdd:
		return kid(0) + kid(1)
	case engine.NSub:
		return kid(0) - kid(1)
	case engine.NMul:
		return kid(0) * kid(1)
	case engine.NNeg:
		return -kid(0)
	case engine.NMin:
		return min(kid(0), kid(1))
	case engine.NMax:
		return max(kid(0), kid(1))
	case engine.NIf:
		if kid(0) != 0 {
			return kid(1)
		}
		return kid(2)
	case engine.NCount:
		return set(0).Count()
	case engine.BAnd:
		return b2i(kid(0) != 0 && kid(1) != 0)
	case engine.BOr:
		return b2i(kid(0) != 0 || kid(1) != 0)
	case engine.BNot:
		return b2i(kid(0) == 0)
	case engine.BCompare:
		return b2i(holds(n.Cmp, kid(0), kid(1)))
	case engine.BIn:
		return b2i(set(1).Has(kid(0)))
	case engine.BSub:
		return b2i(set(0).In(set(1)))
	case engine.BSetEqual:
		return b2i(set(0).Equal(set(1)))
	case engine.BMark:
		return t.class >> n.N & 1
	}
	panic("wasm: not steady: " + n.Op.String()) // a defect of the generator
}

func (g *gen) evaluateSet(n *engine.Node, part int, t *tuple) engine.Set {
	p := g.p
	num := func(i int) int { return g.evaluate(n.Kids[i], part, t) }
	kid := func(i int) engine.Set { return g.evaluateSet(n.Kids[i], part, t) }
	switch n.Op {
	case engine.SLit:
		return n.Lit
	case engine.SAnd:
		return kid(0).And(kid(1))
	case engine.SOr:
		return kid(0).Or(kid(1))
	case engine.SNot:
		return p.Universe(n).Minus(kid(0))
	case engine.SRange:
		a, b := max(num(0), 1), min(num(1), p.Places)
		if a > b {
			return engine.Set{}
		}
		return engine.FirstN(b).Minus(engine.FirstN(a - 1))
	case engine.SPlace:
		if f := num(0); f < p.Places {
			return engine.SetOf(f)
		}
		return engine.Set{}
	case engine.SNumber:
		if f := num(0) - 1; f >= 0 && f < p.Places {
			return engine.SetOf(f)
		}
		return engine.Set{}
	case engine.SNear:
		if f := num(0); f >= 0 && f < p.Places {
			return p.Near[0][f]
		}
		return engine.Set{}
	case engine.SNearSet:
		var out engine.Set
		for _, f := range kid(0).Places() {
			out = out.Or(p.Near[0][f])
		}
		return out
	case engine.SAhead, engine.SBehind:
		f, k := num(0), num(1)
		if f < 0 || f >= p.Places || k < 0 {
			return engine.Set{}
		}
		if n.Op == engine.SBehind {
			return p.Behind(f, k)
		}
		var out engine.Set
		for _, a := range p.Ahead(f, k) {
			out = out.With(a.To)
		}
		return out
	case engine.SIf:
		if num(0) != 0 {
			return kid(1)
		}
		return kid(2)
	}
	panic("wasm: not steady: " + n.Op.String()) // a defect of the generator
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

// mirrored is the comparison with its sides exchanged.
var mirrored = [...]engine.Comparison{engine.Equal: engine.Equal, engine.NotEqual: engine.NotEqual, engine.Less: engine.Greater,
	engine.LessEqual: engine.GreaterEqual, engine.Greater: engine.Less, engine.GreaterEqual: engine.LessEqual}

// lift gives the set of all candidates for which a condition holds, if the
// condition can be worked out for all at once.
func (c *ctx) lift(n *engine.Node, sp *space, e env) (set, bool) {
	g := c.g
	all := func() set { return c.constantOf(sp, e, func(int, *tuple) bool { return true }) }
	if n == nil {
		return all(), true
	}
	if !g.dependsOnMove(n) {
		v := c.truth(c.num(n, e))
		return c.gate(v, all()), true
	}
	if g.steady(n, e) {
		return c.constantOf(sp, e, func(part int, t *tuple) bool { return g.evaluate(n, part, t) != 0 }), true
	}
	if sp.row && (n.Op == engine.BAnd || n.Op == engine.BOr) {
		// of places landed on, which are shifted to the candidates all at once
		if s, ok := c.landedOn(n, e); ok {
			return c.expand(engine.NTo, s, sp, e), true
		}
	}
	switch n.Op {
	case engine.BAnd, engine.BOr:
		return c.joined(n, func(k *engine.Node) (set, bool) { return c.lift(k, sp, e) })
	case engine.BNot:
		a, ok := c.lift(n.Kids[0], sp, e)
		if !ok {
			return nil, false
		}
		return c.minus(all(), a), true
	case engine.BSome, engine.BEvery:
		var out set
		for _, j := range c.opponents(e.seat) {
			f := e
			f.opp = j
			v, ok := c.lift(n.Kids[0], sp, f)
			switch {
			case !ok:
				return nil, false
			case out == nil:
				out = v
			case n.Op == engine.BSome:
				out = c.ors(out, v)
			default:
				out = c.ands(out, v)
			}
		}
		return out, true
	case engine.BIn:
		return c.liftIn(n.Kids[0], n.Kids[1], sp, e)
	case engine.BCompare:
		if v, ok := c.liftCompare(n.Kids[0], n.Cmp, n.Kids[1], sp, e); ok {
			return v, true
		}
		return c.liftCompare(n.Kids[1], mirrored[n.Cmp], n.Kids[0], sp, e)
	case engine.BMark:
		return c.expand(engine.NFrom, c.marked(0, n.N), sp, e), true
	case engine.BSparing:
		return c.gate(e.spar, all()), true
	}
	return nil, false
}

// joined is what both kids of an and or an or come to, put together as n puts them.
func (c *ctx) joined(n *engine.Node, of func(*engine.Node) (set, bool)) (set, bool) {
	a, ok := of(n.Kids[0])
	if !ok {
		return nil, false
	}
	b, ok := of(n.Kids[1])
	if !ok {
		return nil, false
	}
	if n.Op == engine.BAnd || n.Op == engine.SAnd {
		return c.ands(a, b), true
	}
	return c.ors(a, b), true
}

// landedOn is the set of places for which a condition holds that asks of a move along a
// row nothing but where it leads.
func (c *ctx) landedOn(n *engine.Node, e env) (set, bool) {
	g := c.g
	if e.seat != 0 {
		return nil, false
	}
	if g.steady(n, e) {
		if !onlyLands(n) {
			return nil, false
		}
		s := make([]uint64, g.w)
		for f := range g.p.Places {
			if g.evaluate(n, 0, &tuple{from: -1, to: f, over: -1}) != 0 {
				s[f/64] |= 1 << (f % 64)
			}
		}
		return constant(s), true
	}
	switch n.Op {
	case engine.BAnd, engine.BOr:
		return c.joined(n, func(k *engine.Node) (set, bool) { return c.landedOn(k, e) })
	case engine.BIn:
		if n.Kids[0].Op == engine.NTo && !g.dependsOnMove(n.Kids[1]) {
			return c.set(n.Kids[1], e), true
		}
	case engine.BCompare:
		if n.Kids[0].Op == engine.NCountAt && n.Kids[0].Kids[0].Op == engine.NTo && !g.dependsOnMove(n.Kids[1]) {
			return c.compare(engine.Whose(n.Kids[0].N), n.Cmp, c.num(n.Kids[1], e), e), true
		}
	}
	return nil, false
}

// onlyLands is whether what an expression says of a move depends on nothing but where it leads.
func onlyLands(n *engine.Node) bool {
	if aboutMove[n.Op] && n.Op != engine.NTo {
		return false
	}
	return !slices.ContainsFunc(n.Kids, func(k *engine.Node) bool { return !onlyLands(k) })
}

func isPlaceOfMove(n *engine.Node) bool {
	return n.Op == engine.NFrom || n.Op == engine.NTo || n.Op == engine.NOver
}

// liftIn is the set of candidates whose from, to or over lies in a set.
func (c *ctx) liftIn(x, s *engine.Node, sp *space, e env) (set, bool) {
	g := c.g
	if !isPlaceOfMove(x) {
		return nil, false
	}
	if !g.dependsOnMove(s) {
		if w, ok := whoStandsIn(s); ok && e.seat == 0 {
			return c.stood(x.Op, w, sp, e, func() set { return c.set(s, e) }), true
		}
		return c.placesOf(x.Op, c.set(s, e), sp, e), true
	}
	if g.steady(s, e) && e.seat == 0 {
		n := &engine.Node{Op: engine.BIn, Kids: []*engine.Node{x, s}}
		return c.constantOf(sp, e, func(part int, t *tuple) bool { return g.evaluate(n, part, t) != 0 }), true
	}
	switch s.Op {
	case engine.SAnd, engine.SOr:
		return c.joined(s, func(k *engine.Node) (set, bool) { return c.liftIn(x, k, sp, e) })
	case engine.SIf:
		q, ok := c.lift(s.Kids[0], sp, e)
		if !ok {
			return nil, false
		}
		a, ok := c.liftIn(x, s.Kids[1], sp, e)
		if !ok {
			return nil, false
		}
		b, ok := c.liftIn(x, s.Kids[2], sp, e)
		if !ok {
			return nil, false
		}
		return c.ors(c.ands(q, a), c.minus(b, q)), true
	}
	return nil, false
}

// placesOf is the set of candidates whose from, to or over lies in a set that is
// given in the places of the player in view.
func (c *ctx) placesOf(which engine.Op, s set, sp *space, e env) set {
	g := c.g
	if e.seat != 0 && !g.alias {
		n := len(g.p.Players)
		m := g.newMapping(fmt.Sprintf("first %d", e.seat), g.p.Places, 64*g.w, n, func(v, f int) []int {
			var out []int
			for x := 0; x < g.p.Places; x++ {
				if a := g.p.Across(v, (v+e.seat)%n, x); len(a) > 0 && int(a[0]) == f {
					out = append(out, x)
				}
			}
			return out
		})
		s = c.apply(m, s, c.player)
	}
	return c.expand(which, s, sp, e)
}

// liftCompare is the set of candidates for which a compares with b, where b is
// the same for all.
func (c *ctx) liftCompare(a *engine.Node, cmp engine.Comparison, b *engine.Node, sp *space, e env) (set, bool) {
	g := c.g
	if g.dependsOnMove(b) {
		return nil, false
	}
	switch {
	case a.Op == engine.NCountAt && isPlaceOfMove(a.Kids[0]):
		k := c.num(b, e)
		w := engine.Whose(a.N)
		onBoard := c.placesOf(a.Kids[0].Op, c.compare(w, cmp, k, e), sp, e)
		// Off the board stand no men: where the count of none compares as asked.
		var zero num
		if k.known {
			zero = lit(b2i(holds(cmp, 0, k.v)))
		} else {
			zero = c.bin(compareOps[cmp], lit(0), k)
		}
		if zero.known && zero.v == 0 {
			return onBoard, true
		}
		off := c.constantOf(sp, e, func(_ int, t *tuple) bool {
			f := map[engine.Op]int{engine.NFrom: t.from, engine.NTo: t.to, engine.NOver: t.over}[a.Kids[0].Op]
			return f < 0 || f >= g.p.Places
		})
		if e.seat != 0 && !g.alias && !g.total {
			return nil, false // a place may have no name in the other's view
		}
		return c.ors(onBoard, c.gate(zero, off)), true
	case isPlaceOfMove(a) && (cmp == engine.Equal || cmp == engine.NotEqual):
		in := c.placesOf(a.Op, c.bitAt(c.num(b, e), g.p.Places, g.w), sp, e)
		if cmp == engine.NotEqual {
			in = c.minus(c.constantOf(sp, e, func(int, *tuple) bool { return true }), in)
		} else if c.mayBeStore(a.Op, sp) {
			return nil, false
		}
		if c.mayBeStore(a.Op, sp) {
			return nil, false
		}
		return in, true
	case a.Op == engine.NTheir:
		who := c.seen(e)
		if len(who) != 1 {
			return nil, false
		}
		if x := a.Kids[0]; x.Op == engine.NCountAt && isPlaceOfMove(x.Kids[0]) && (engine.Whose(x.N) == engine.Mine || engine.Whose(x.N) == engine.Own && g.injective) && e.seat == 0 {
			k := c.num(b, e)
			if !k.known || holds(cmp, 0, k.v) {
				return nil, false
			}
			j := who[0]
			var sum []set
			for _, l := range c.view(c.menPlanes(j), 0, j) {
				if sum == nil {
					sum = l
				} else {
					sum = c.sum(sum, l)
				}
			}
			return c.expand(x.Kids[0].Op, c.comparePlanes(sum, cmp, k), sp, e), true
		}
		if g.p.Team == nil || uses(b, engine.NTheir) || len(g.p.Players) != 2 {
			return nil, false
		}
		if b.Op != engine.NLit {
			return nil, false
		}
		return c.liftCompare(a.Kids[0], cmp, b, sp, e.at(who[0]))
	}
	return nil, false
}

// mayBeStore is whether the from, to or over of a candidate can be off the board.
func (c *ctx) mayBeStore(which engine.Op, sp *space) bool {
	for _, l := range sp.by {
		for _, t := range l {
			f := map[engine.Op]int{engine.NFrom: t.from, engine.NTo: t.to, engine.NOver: t.over}[which]
			if t.valid && (f < 0 || f >= c.g.p.Places) {
				return true
			}
		}
	}
	return false
}

// tableOf tabulates the places from, to or over of the candidates of a space.
func (sp *space) tableOf(get func(t *tuple) int) []int {
	var list []int
	for _, l := range sp.by {
		for _, t := range l {
			v := get(&t)
			if v < 0 {
				v = nowhere
			}
			list = append(list, v)
		}
	}
	return list
}

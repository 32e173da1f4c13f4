package wasm

import (
	"encoding/binary"
	"slices"

	"github.com/lectio/lectio/rulesets/engine"
)

// Boards of many places. Up to 128 places a set is a word or two, and all that is
// worked out is worked out for all places at once. On larger boards (gen.large), and on
// those of two words with few men, what can be is worked out man by man:
//
//   - a map of places to places takes the members of a set one after the other
//     (scatter) instead of looking its bytes up;
//   - a man is put down and taken off in the word of his place alone;
//   - the steps and leaps of men are numbered by the men there are, not by the
//     places there are (menSpace): of eight men with four neighbours each there are
//     thirty-two candidates on any board. They are worked out in one loop (men.go).
//
// Where a byte cannot number the places (gen.numerous) moves and tables have more room
// for them.

const (
	bytePlaces  = 250  // places and stores that a byte can number, with room for none
	scratchRoom = 2048 // bytes of a frame in which sets are gone through
	mostSlotsOf = 16   // candidates of one man in a space by men, at most
)

// atField is where a field of a move lies in its word, and how many bits it has.
func atField(name int, wide bool) (shift, bits int) {
	if !wide {
		return name, 8
	}
	switch name {
	case mvPart:
		return 4, 6
	case mvFrom:
		return 10, 10
	case mvTo:
		return 20, 10
	case mvOver:
		return 30, 10
	case mvClass:
		return 40, 4
	case mvMen: // and mvStop
		return 44, 8
	case mvSpar:
		return 52, 1
	}
	return 0, 4 // the act
}

// nowhere is what stands for no place in a table of places.
func (g *gen) nowhere() int {
	if g.numerous {
		return 0xffff
	}
	return 255
}

// placeIn is the entry i of a table of places (or what is numbered like them).
func (c *ctx) placeIn(key string, list []int, i num) num {
	return c.placeBy(key, list, lit(0), 0, i)
}

// placeBy is placeIn of a list with so many places for each player.
func (c *ctx) placeBy(key string, list []int, player num, each int, i num) num {
	g := c.g
	by := 0
	if player.known {
		by = player.v * each
	} else {
		i = c.bin(i32Add, c.bin(i32Mul, player, lit(each)), i)
	}
	if !g.numerous {
		c.tabled(i)
		c.push(i)
		c.load8(g.octets(key, list) + by)
		return c.keep()
	}
	at, ok := g.tables[key]
	if !ok {
		at = g.numbers(list)
		g.tables[key] = at
	}
	c.push(c.bin(i32Shl, i, lit(1)))
	c.load16(at + 2*by)
	return c.keep()
}

// activeMan is one more than the place of the man that must go on; 0 for none.
func (c *ctx) activeMan() num {
	if !c.g.numerous {
		return c.byte(c.g.lay.Active)
	}
	c.push(c.s)
	c.load16(c.g.lay.Active)
	return c.keep()
}

func (c *ctx) setActiveMan(v num) {
	if !c.g.numerous {
		c.setByte(c.g.lay.Active, v)
		return
	}
	c.push(c.s)
	c.push(v)
	c.store16(c.g.lay.Active)
}

// spill keeps a set in memory, with an empty word behind it, while f goes through
// it: at is its offset within the frame.
func (c *ctx) spill(s set, f func(at int)) {
	c.inScratch(len(s)+1, func(at int) {
		c.saveSet(c.s, at, s)
		c.push(c.s)
		c.i64(0)
		c.store64(at + 8*len(s))
		f(at)
	})
}

// inScratch lends f so many words of memory.
func (c *ctx) inScratch(words int, f func(at int)) {
	at := c.scratch
	f(c.lend(words))
	c.scratch = at
}

// wordOf is the address of the word of bit i of sets in the frame.
func (c *ctx) wordOf(base, i num) num {
	return c.bin(i32Add, base, c.bin(i32Shl, c.bin(i32ShrU, i, lit(6)), lit(3)))
}

// bitIn is whether place i is in a set that lies in memory, 0 or 1 as a word.
func (c *ctx) bitIn(base num, at int, i num) word {
	c.push(c.wordOf(base, i))
	c.load64(at)
	return c.binw(i64And, c.binw(i64ShrU, c.keepw(), c.widen(i)), wlit(1))
}

// turn is a map that turns a row of places round: i becomes sum-i.
type turn struct {
	sum  int
	mask []uint64 // what has an image
}

// turnOf is the turning round that a map is, or nil.
func turnOf(m *mapping, img [][][]uint64) *turn {
	x := &turn{sum: -1, mask: make([]uint64, wordsFor(m.in))}
	if m.variants > 1 || wordsFor(m.in) != wordsFor(m.out) {
		return nil
	}
	for i, w := range img[0] {
		to := membersOf(w)
		if len(to) == 0 {
			continue
		}
		if x.sum < 0 {
			x.sum = to[0] + i
		}
		if len(to) > 1 || to[0]+i != x.sum {
			return nil
		}
		x.mask[i/64] |= 1 << (i % 64)
	}
	if x.sum < 0 || x.sum >= 64*wordsFor(m.in) {
		return nil
	}
	return x
}

// turned emits such a map of s: the order of the bytes is turned round, and that of
// the bits within each, sixteen bytes at a time.
func (c *ctx) turned(m *mapping, s set) set {
	n := (wordsFor(m.in) + 1) / 2 * 2
	in := none(n)
	for k := range m.turn.mask {
		in[k] = c.binw(i64And, s[k], wlit(m.turn.mask[k]))
	}
	nibble := func(shift int) { // the bits of four, turned round
		c.vec(vConst)
		for b := range 16 {
			r := b>>3 | b>>1&2 | b<<1&4 | b<<3&8
			c.op(byte(r << shift))
		}
	}
	var out set
	c.inScratch(n, func(at int) {
		c.saveSet(c.s, at, in)
		l, half := c.local(v128), c.local(v128)
		for k := 0; k < n; k += 2 {
			c.push(c.s)
			c.vload(at + 8*k)
			c.into(l)
			nibble(4)
			c.get(l)
			c.vconst(15)
			c.vec(vAnd)
			c.vec(vSwizzle)
			c.into(half)
			nibble(0)
			c.get(l)
			c.i32(4)
			c.vec(vShrU64)
			c.vconst(15)
			c.vec(vAnd)
			c.vec(vSwizzle)
			c.get(half)
			c.vec(vOr)
			c.vec(vConst)
			for b := range 16 {
				c.op(byte(15 - b))
			}
			c.vec(vSwizzle)
			c.into(l)
			for j := range 2 {
				c.get(l)
				c.vec(vLane64)
				c.op(byte(j))
				in[n-2-k+j] = c.keepw()
			}
		}
	})
	// Now i is at 64n-1-i.
	down := 64*n - 1 - m.turn.sum
	out = make(set, wordsFor(m.out))
	for k := range out {
		j := k + down/64
		word := func(j int) word {
			if j < 0 || j >= n {
				return wlit(0)
			}
			return in[j]
		}
		out[k] = c.binw(i64ShrU, word(j), wlit(uint64(down%64)))
		if down%64 != 0 {
			out[k] = c.binw(i64Or, out[k], c.binw(i64Shl, word(j+1), wlit(uint64(64-down%64))))
		}
	}
	return out
}

// listImages tabulates what each member of a set stands for, where members are
// gone through one after the other.
func (g *gen) listImages(m *mapping, img [][][]uint64) {
	for v := range img[:m.variants] {
		for _, w := range img[v] {
			m.most = max(m.most, len(membersOf(w)))
		}
	}
	m.most = max(m.most, 1)
	var b []byte
	for v := range img[:m.variants] {
		for _, w := range img[v] {
			list := membersOf(w)
			for len(list) < m.most {
				list = append(list, 64*wordsFor(m.out))
			}
			for _, t := range list {
				b = binary.LittleEndian.AppendUint16(b, uint16(t))
			}
		}
	}
	m.at = g.m.table(b)
	if m.variants > 1 {
		m.perRow = len(b) / m.variants
	}
}

func membersOf(words []uint64) []int {
	var out []int
	for k, w := range words {
		for i := range 64 {
			if w>>i&1 != 0 {
				out = append(out, 64*k+i)
			}
		}
	}
	return out
}

// scatter emits the mapping of s member by member.
func (c *ctx) scatter(m *mapping, s set, variant num) set {
	ow := wordsFor(m.out)
	if s.empty() {
		return none(ow)
	}
	s = s[:min(len(s), wordsFor(m.in))]
	base := lit(0)
	if m.perRow > 0 {
		base = c.bin(i32Mul, variant, lit(m.perRow))
	}
	var out set
	c.spill(none(ow), func(to int) {
		c.eachMember(s, func(_ int, i num) {
			a := c.bin(i32Add, c.bin(i32Mul, i, lit(2*m.most)), base)
			for j := range m.most {
				c.push(a)
				c.load16(m.at + 2*j)
				t := c.keep()
				w := c.wordOf(c.s, t)
				c.push(w)
				c.push(w)
				c.load64(to)
				c.pushw(c.binw(i64Shl, wlit(1), c.widen(t)))
				c.op(i64Or)
				c.store64(to)
			}
		})
		out = c.loadSet(c.s, to, ow)
	})
	return c.mask(out, m.out)
}

// compareThere is compare of one player's men by the places of another: they are
// compared as he numbers them, and what holds is taken over, which is one map
// instead of one for each bit of their count.
func (c *ctx) compareThere(w engine.Whose, cmp engine.Comparison, k num, e env) (set, bool) {
	g := c.g
	owners := c.owners(w, e)
	if !g.large || !k.known || len(owners) != 1 || g.alias || g.mostAcross > 1 || owners[0] == e.seat {
		return nil, false
	}
	j := owners[0]
	none := holds(cmp, 0, k.v) // it holds also where he has no place
	if none {
		cmp = opposite[cmp]
	}
	var s set
	if men, ok := c.seenMen(e.seat, j); ok {
		s = c.comparePlanes([]set{men}, cmp, k)
	} else {
		s = c.view([]set{c.comparePlanes(c.menPlanes(j), cmp, k)}, e.seat, j)[0][0]
	}
	if none {
		s = c.minus(c.full(), s)
	}
	return s, true
}

// opposite is the comparison that holds where another does not.
var opposite = [...]engine.Comparison{engine.Equal: engine.NotEqual, engine.NotEqual: engine.Equal, engine.Less: engine.GreaterEqual,
	engine.LessEqual: engine.Greater, engine.Greater: engine.LessEqual, engine.GreaterEqual: engine.Less}

// A man put down or taken off changes one bit of each plane: of sets of many words
// only the word of his place is read and written.

// addManAt is addMan for such sets.
func (c *ctx) addManAt(j int, class, f num, off bool) {
	g := c.g
	bit := c.binw(i64Shl, wlit(1), c.widen(f))
	home, block := c.home(j)
	at := c.wordOf(home, f)
	c.lookAt(at, block+g.playerSize-1) // once, beyond what is read
	add := func(in int, m word) (before []word) {
		for i := range g.planes {
			off64 := block + in + i*g.w*8
			c.push(at)
			c.load64(off64)
			w := c.keepw()
			before = append(before, w)
			c.push(at)
			c.pushw(c.binw(i64Xor, w, m))
			c.store64(off64)
			delete(c.known.sets, planeKey(j, in, i))
			if i+1 < g.planes {
				if off {
					m = c.minus(set{m}, set{w})[0]
				} else {
					m = c.binw(i64And, m, w)
				}
			}
		}
		return before
	}
	if g.sums {
		c.countMan(j, f, add(g.inMen, bit), off)
		return
	}
	if g.sliced() {
		add(g.inMen, bit)
		for k := range g.markCount() {
			marked := c.bin(i32And, c.bin(i32ShrU, class, lit(k)), lit(1))
			marked.bit = true
			add(g.inMen+(1+k)*g.w*8, c.gate(marked, set{bit})[0])
		}
		return
	}
	for k := range g.p.Classes() {
		if class.known && class.v != k {
			continue
		}
		add(g.inMen+k*g.planes*g.w*8, c.gate(c.bin(i32Eq, class, lit(k)), set{bit})[0])
	}
	if g.p.Classes() > 1 && g.planes > 1 {
		add(g.inTotal, bit)
	}
}

// menOfPlane is how many men of seat j stand on place f, of the planes at an offset
// within his block.
func (c *ctx) menOfPlane(j, in int, f num) num {
	g := c.g
	home, block := c.home(j)
	at := c.wordOf(home, f)
	out := lit(0)
	if g.planes > 1 {
		c.lookAt(at, block+in+g.planes*g.w*8-1)
	}
	for i := range g.planes {
		c.push(at)
		c.load64(block + in + i*g.w*8)
		out = c.bin(i32Or, out, c.bin(i32Shl, c.bitOf(c.keepw(), c.widen(f)), lit(i)))
	}
	return out
}

// menThere is how many men of seat j stand on place f of his.
func (c *ctx) menThere(j int, f num) num {
	g := c.g
	switch {
	case !g.large || f.known:
		return c.gather(c.menPlanes(j), f)
	case g.p.Classes() == 1 || g.sliced():
		return c.menOfPlane(j, g.inMen, f)
	}
	return c.menOfPlane(j, g.inTotal, f)
}

// menOfClassThere is how many men of a class of seat j stand on place f of his.
func (c *ctx) menOfClassThere(j, class int, f num) num {
	if !c.g.large || f.known {
		return c.gather(c.classPlanes(j, class), f)
	}
	if !c.g.sliced() {
		return c.menOfPlane(j, c.g.inMen+class*c.g.planes*c.g.w*8, f)
	}
	out := c.menOfPlane(j, c.g.inMen, f)
	for m := range c.g.markCount() {
		is := c.menOfPlane(j, c.g.inMen+(1+m)*c.g.w*8, f)
		if class>>m&1 == 0 {
			is = c.not(is)
		}
		out = c.and(out, is)
	}
	return out
}

// menSpace makes a space whose candidates are numbered by the men there are: those
// of the first man in the defined order, then those of the second. The list of men
// is made for each decision (listMen). It is nil where that does not help.
func (g *gen) menSpace(key string, list []tuple) *space {
	p := g.p
	if !g.large {
		return nil
	}
	if s := g.spaces[key]; s != nil {
		return s
	}
	of := make([][]tuple, p.Places)
	slots := 1
	for _, t := range list {
		if t.act == engine.Remove || t.from < 0 || t.from >= p.Places {
			return nil
		}
		of[t.from] = append(of[t.from], t)
		slots = max(slots, len(of[t.from]))
	}
	if slots > mostSlotsOf {
		return nil
	}
	s := &space{key: key, men: true, shift: 2}
	for 1<<s.shift < slots {
		s.shift++
	}
	for q := range p.Players {
		var by []tuple
		for _, f := range g.placesInOrder(q) {
			l := g.sorted(of[f], q)
			for len(l) < 1<<s.shift {
				l = append(l, tuple{from: -1, to: -1, over: -1})
			}
			by = append(by, l...)
		}
		for range 1 << s.shift { // of no man
			by = append(by, tuple{from: -1, to: -1, over: -1})
		}
		s.by = append(s.by, by)
	}
	if !slices.ContainsFunc(s.by[1:], func(l []tuple) bool { return !slices.Equal(l, s.by[0]) }) {
		s.by = s.by[:1]
	}
	s.players = len(s.by) > 1
	most := 0
	for q := range p.Players {
		most = max(most, p.Men(q))
	}
	s.n = most << s.shift
	s.w = wordsFor(s.n)
	g.spaces[key] = s
	g.byMen = true
	return s
}

// placesInOrder are the places of a player in the defined order.
func (g *gen) placesInOrder(q int) []int {
	list := make([]int, g.p.Places)
	for f := range list {
		list[f] = f
	}
	slices.SortFunc(list, func(a, b int) int { return g.p.PlaceRank(q, a) - g.p.PlaceRank(q, b) })
	return list
}

// ranked are the places of all players in the defined order, one player's after the
// other's, and the other way round the ranks by place; nil if every place is its own rank.
func (g *gen) ranked() (places, ranks []int) {
	if !g.rankedYet {
		g.rankedYet = true
		n, same := g.p.Places, true
		for q := range g.p.Players {
			l := g.placesInOrder(q)
			g.placesBy, same = append(g.placesBy, l...), same && slices.IsSorted(l)
		}
		g.ranksOf = make([]int, len(g.placesBy))
		for i, f := range g.placesBy {
			g.ranksOf[i/n*n+f] = i % n
		}
		if same {
			g.placesBy, g.ranksOf = nil, nil
		}
	}
	return g.placesBy, g.ranksOf
}

// rankOfPlace is the rank of a place of a seat among his places, by which men are numbered.
func (c *ctx) rankOfPlace(seat int, f num) num {
	if _, ranks := c.g.ranked(); ranks != nil {
		return c.placeBy("ranks of places", ranks, c.seat(seat), c.g.p.Places, f)
	}
	return f
}

// placeOfRank is the place of seat 0 that has a rank.
func (c *ctx) placeOfRank(r num) num {
	if places, _ := c.g.ranked(); places != nil {
		return c.placeBy("places by rank", places, c.player, c.g.p.Places, r)
	}
	return r
}

// listMen lists the men of the player to move in the defined order, by the ranks of
// their places: the one who must go on alone, where one must. Behind them stand men whose
// rank no place has, who have no candidates, because several are taken at once.
func (c *ctx) listMen() {
	g := c.g
	if !g.byMen {
		return
	}
	p := g.p
	nobody := uint64(p.Places)
	n := c.variable(lit(0))
	all := func() {
		if g.menKept > 0 {
			c.listKept(n)
			return
		}
		places := c.standing(0)
		if _, ranks := g.ranked(); ranks != nil { // gone through as a set of their ranks
			m := g.newMapping("ranks of places", p.Places, 64*g.w, len(p.Players), func(q, f int) []int { return []int{ranks[q*p.Places+f]} })
			places = c.apply(m, places, c.player)
		}
		c.eachMember(places, func(_ int, r num) {
			c.push(c.bin(i32Add, c.s, c.bin(i32Shl, n, lit(1))))
			c.push(r)
			c.store16(g.offMen)
			c.assign(n, c.bin(i32Add, n, lit(1)))
		})
		c.push(c.bin(i32Add, c.s, c.bin(i32Shl, n, lit(1))))
		c.i64(nobody * 0x1000100010001)
		c.store64(g.offMen)
	}
	if g.hasActive {
		on := c.activeMan()
		c.ifThen(on, func() {
			f := c.bin(i32Sub, on, lit(1))
			c.push(c.s)
			c.pushw(c.binw(i64Or, c.widen(c.rankOfPlace(0, f)), wlit(nobody*0x1000100010000)))
			c.store64(g.offMen)
			c.assign(n, c.bin(i32Ne, c.menThere(0, f), lit(0)))
		}, all)
	} else {
		all()
	}
	c.push(c.s)
	c.push(n)
	c.store32(g.offMenN)
}

// ofMen works a set of candidates out man by man: f gives those of the man on the place
// of a rank, the first lowest.
func (c *ctx) ofMen(sp *space, f func(rank num) word) set {
	g := c.g
	if sp.sixteen {
		out := wlit(0)
		for i, r := range c.men.ranks {
			out = c.binw(i64Or, out, c.binw(i64Shl, f(r), wlit(uint64(i<<sp.shift))))
		}
		return set{out}
	}
	c.push(c.s)
	c.load32(g.offMenN)
	n := c.keep()
	out := make(set, sp.w)
	per := 64 >> sp.shift
	for k := range out {
		end := n
		if k+1 < sp.w {
			end = c.pick(c.bin(i32LtS, n, lit((k+1)*per)), n, lit((k+1)*per))
		}
		sum, i := c.variablew(wlit(0)), c.variable(lit(k*per))
		done := c.block()
		again := c.loop()
		c.enterScope()
		c.push(c.bin(i32GeS, i, end))
		c.brIf(done)
		c.push(c.bin(i32Add, c.s, c.bin(i32Shl, i, lit(1))))
		c.load16(g.offMen)
		v := f(c.keep())
		c.assignw(sum, c.binw(i64Or, sum, c.binw(i64Shl, v, c.widen(c.bin(i32Shl, i, lit(sp.shift))))))
		c.assign(i, c.bin(i32Add, i, lit(1)))
		c.leaveScope()
		c.br(again)
		c.end()
		c.end()
		out[k] = sum
	}
	return out
}

// rowOfMan is where the man on the place of a rank stands in the tables of a space by men.
func (c *ctx) rowOfMan(sp *space, rank num) num {
	if sp.players {
		return c.bin(i32Add, rank, c.bin(i32Mul, c.player, lit(c.g.p.Places+1)))
	}
	return rank
}

// tableOf tabulates the places from, to or over of the candidates of a space.
func (sp *space) tableOf(get func(t *tuple) int, nowhere int) []int {
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

// expandOf is expand of those candidates alone that a rule could permit: of where men
// stand, or none do, or of other places.
func (c *ctx) expandOf(which engine.Op, who *whoStands, places func() set, sp *space, e env, member func(part int, t *tuple) bool) set {
	expand := func(of func(t *tuple) bool) set {
		if who != nil && sp.sixteen && which != engine.NFrom { // his own men it may be by their marks
			return c.expandWho(which, *who, sp, e, of)
		}
		return c.expandMen(which, c.setBefore(places), sp, of)
	}
	parts := c.g.class.parts
	for _, l := range sp.by {
		for i := range l {
			for _, part := range parts {
				if l[i].valid && member(part, &l[i]) != member(parts[0], &l[i]) || which == engine.NFrom {
					return c.ands(c.constantOfMen(sp, e, member, true), expand(nil))
				}
			}
		}
	}
	return expand(func(t *tuple) bool { return t.valid && member(parts[0], t) })
}

// expandMen is expand for a space by men: of the candidates for which a function holds,
// if one is given.
func (c *ctx) expandMen(which engine.Op, s set, sp *space, of func(t *tuple) bool) set {
	if sp.sixteen {
		return c.expandSome(which, s, sp, of, false)
	}
	return c.gated(c.any(s), sp.w, func() set { return c.expandSome(which, s, sp, of, false) })
}

// expandWho is expandMen of where men stand, or where none do: of the opponent that is
// bound, where one is.
func (c *ctx) expandWho(which engine.Op, w whoStands, sp *space, e env, of func(t *tuple) bool) set {
	whose := engine.Anyone
	switch {
	case !w.enemy:
		whose = engine.Own
	case !w.own:
		whose = engine.Enemy
	}
	s := c.setBefore(func() set { return c.compare(whose, engine.GreaterEqual, lit(1), e) })
	return c.expandSome(which, s, sp, of, w.none)
}

// expandSome is expandMen even of nothing; or else of those of which the place lies on the
// board, but not in the set.
func (c *ctx) expandSome(which engine.Op, s set, sp *space, of func(t *tuple) bool, not bool) (out set) {
	g := c.g
	c.laid(s, func(base num, at int) {
		if which == engine.NFrom && !not && !(sp.sixteen && sp.shift < 4) { // of several men it is asked of all their candidates at once
			out = c.ofMen(sp, func(r num) word {
				in := c.bitIn(base, at, c.placeOfRank(r))
				return c.binw(i64And, c.binw(i64Sub, wlit(0), in), wlit(ones(1<<sp.shift)))
			})
			return
		}
		list := sp.tableOf(func(t *tuple) int {
			if f := t.placeOf(which); f < g.p.Places && (of == nil || of(t)) {
				return f
			}
			return -1
		}, -1)
		t := g.slotTable(list, sp.shift)
		if sp.sixteen {
			out = set{c.slotsIn(t, sp, c.men.ranks, base, at, not)}
		} else {
			out = c.ofMen(sp, func(r num) word { return c.slotsIn(t, sp, []num{r}, base, at, not) })
		}
	})
	return out
}

// constantOfMen is constantOf for a space by men. Where f holds for every candidate
// there is, only an exact answer leaves out what is none.
func (c *ctx) constantOfMen(sp *space, e env, f func(part int, t *tuple) bool, exact bool) set {
	g := c.g
	parts := g.class.parts
	if e.part.known {
		parts = []int{e.part.v}
	}
	size := max(1, 1<<sp.shift/8) // bytes of the candidates of a man
	var rows []string             // by part
	every := !exact
	for _, part := range parts {
		var b []byte
		for _, l := range sp.by {
			for at := 0; at < len(l); at += 1 << sp.shift {
				var w uint64
				for j := range 1 << sp.shift {
					t := l[at+j]
					switch {
					case t.valid && f(part, &t):
						w |= 1 << j
					case t.valid && (exact || c.men == nil || c.men.member(part, &t)):
						every = false
					}
				}
				b = append(b, words(nil, w)[:size]...)
			}
		}
		rows = append(rows, string(b))
	}
	if every {
		out := make(set, sp.w)
		for k := range out {
			out[k] = wlit(^uint64(0))
		}
		return out
	}
	base := lit(0)
	all := rows[0]
	if slices.ContainsFunc(rows, func(r string) bool { return r != rows[0] }) {
		// a row for each part that there is
		all = ""
		for part := range g.p.Parts {
			k := max(0, slices.Index(parts, part))
			all += rows[k]
		}
		base = c.bin(i32Mul, e.part, lit(len(rows[0])))
	}
	table := g.blob("candidates "+all, []byte(all))
	return c.ofMen(sp, func(r num) word {
		a := c.bin(i32Add, base, c.bin(i32Mul, c.rowOfMan(sp, r), lit(size)))
		c.push(a)
		if size == 1 {
			c.load8(table)
		} else {
			c.load16(table)
		}
		return c.widen(c.keep())
	})
}

// gated is the set, of so many words, that f works out where the truth value holds,
// else nothing. Words in which there is never anything stay known to be empty.
func (c *ctx) gated(guard num, words int, f func() set) set {
	out := none(words)
	if guard.known {
		if guard.v != 0 {
			out = f()
		}
		return out
	}
	c.ifThen(guard, func() {
		for k, w := range f() {
			if !w.known || w.v != 0 {
				out[k] = c.variablew(w)
			}
		}
	}, func() {
		for _, w := range out {
			if !w.known {
				c.assignw(w, wlit(0))
			}
		}
	})
	return out
}

// neverIn is whether no candidate of a group, with any part of its class, stands in
// word k of its space.
func (g *gen) neverIn(cl *partClass, x *group, k int) bool {
	if !g.large || !x.sp.indexed || x.sp.men {
		return false
	}
	for _, part := range cl.parts {
		l := x.sp.variant(part)
		for _, t := range l[min(64*k, len(l)):min(64*k+64, len(l))] {
			if t.valid && t.act == x.act {
				return false
			}
		}
	}
	return true
}

// couldEnter is a set that holds every place where a man from a store may be put.
func (g *gen) couldEnter(cl *partClass, act engine.Act, store int) engine.Set {
	all := engine.FirstN(g.p.Places)
	if !g.large {
		return all
	}
	var out engine.Set
	for _, i := range cl.allows {
		a := &g.p.Allows[i]
		if a.Act != act || !slices.Contains(a.Stores, store) {
			continue
		}
		if a.To == nil {
			return all
		}
		for _, part := range cl.parts {
			out = out.Or(g.couldBe(a.To, part, g.p.Places+store))
		}
	}
	if out.Empty() {
		return engine.FirstN(1) // a space is never empty
	}
	return out.And(all)
}

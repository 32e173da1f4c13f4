package emit

import (
	"fmt"
	"slices"

	"github.com/lectio/lectio/rulesets/board/place"
	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/ir"
	"github.com/lectio/lectio/rulesets/ir/wasm/asm"
	"github.com/lectio/lectio/rulesets/ir/wasm/state"
)

// Measures are gathered where the loop makes a move: most of what they ask is worked out before, and what comes of the move
// between that it is made and that anything is tested.

func init() {
	emitters[ir.Course] = (*ctx).course
}

// acceptMeasures lowers the measures that the module is to gather.
func (g *gen) acceptMeasures() {
	for i := range g.Options.Measures {
		x := &g.Options.Measures[i]
		m := measured{Measure: x, number: i, among: g.of(x.Among), when: g.of(x.When)}
		if x.Value != nil {
			m.value = g.of(x.Value)
		}
		if x.At != engine.OfMove && x.At != engine.OfDecision {
			panic(ir.Unsupported{Word: "a measure at: " + x.At.String()})
		}
		if x.By == engine.ByStatement || x.By == engine.ByLine && g.Program.Match > 0 {
			panic(ir.Unsupported{Word: "a measure by: " + x.By.String()})
		}
		for _, v := range []*ir.Value{m.among, m.when, m.value} {
			if v != nil && slices.ContainsFunc([]ir.Op{ir.Completable, ir.Follows, ir.Can, ir.Occurrences, ir.Scored}, v.Uses) {
				panic(ir.Unsupported{Word: "a measure of what could be played"})
			}
		}
		g.measures = append(g.measures, m)
	}
}

// asksCourse reports whether a measure asks for an item of the course of the game.
func (g *gen) asksCourse(item int) bool {
	return slices.ContainsFunc(g.measures, func(m measured) bool {
		return m.Asks(item) || item == engine.Opener && m.By == engine.ByRole
	})
}

// course is an item of the course of the game.
func (c *ctx) course(v *ir.Value, _ env) num {
	switch v.N {
	case engine.Choices:
		return c.Cell(c.g.OffChoices)
	case engine.MovesMade:
		return c.Sub(c.Cell(c.g.OffPlies), lit(1)) // the one to be made is counted
	case engine.TurnsBegun:
		return c.Cell(c.g.OffTurns)
	case engine.Opener:
		return c.Cell(c.g.OffOpener)
	}
	panic(ir.Unsupported{Word: "a measure of the course of the game"})
}

// noteCourse notes, before a move is chosen, what measures ask of the course: plies moves have been made.
func (c *ctx) noteCourse(plies num) {
	g := c.g
	if g.asksCourse(engine.Choices) {
		c.SetCell(g.OffChoices, lit(1)) // of more it is counted how many
	}
	if g.asksCourse(engine.Opener) {
		c.IfThen(c.Not(plies), func() { c.SetCell(g.OffOpener, c.Byte(g.Layout.Owner)) }, nil)
	}
}

// clearGathered begins a game in which nothing has been gathered.
func (c *ctx) clearGathered() {
	g := c.g
	if size := g.GatheredEnd - g.OffGathered; size > 0 {
		c.Push(c.Add(c.Frame, lit(g.OffGathered)))
		c.I32(0)
		c.I32(size)
		c.FillMem()
	}
}

// gathering makes a move of a known act, and enters what measures come to.
func (c *ctx) gathering(a engine.Act, e *env, makeIt func()) {
	g := c.g
	if len(g.measures) > 0 && g.OffWritten > 0 {
		c.SetCell(g.OffWritten, lit(0))
	}
	var after []func()
	for i := range g.measures {
		x := &g.measures[i]
		of := *e
		if x.At == engine.OfDecision {
			of = c.noMove()
		}
		if later := x.later(); len(later) > 0 {
			after = append(after, c.comesOf(x, later, a, of))
			continue
		}
		c.EnterScope()
		c.enterIn(x, of, func(f func(group num)) { c.groups(x, of, f) })
		c.LeaveScope()
	}
	makeIt()
	for _, f := range after {
		c.EnterScope()
		f()
		c.LeaveScope()
		c.Changed() // what was known of the position before must not be taken for what is so now
	}
}

func (c *ctx) amount(x *measured, e env) num {
	if x.value == nil {
		return lit(1)
	}
	return c.num(x.value, e)
}

// later are the values that a measure asks of what comes of the move.
func (x *measured) later() (list []*ir.Value) {
	for _, v := range []*ir.Value{x.among, x.when, x.value} {
		if v == nil {
			continue
		}
		v.Walk(func(v *ir.Value) {
			if isLater(v) && !slices.Contains(list, v) {
				list = append(list, v)
			}
		})
	}
	return list
}

func isLater(v *ir.Value) bool { return v.Op == ir.Later || v.Op == ir.After }

// comesOf works out, before a move is made, what a measure asks beside what comes of it, and returns what enters the
// measure once it has been made. It is for a move that is not tried before it is made.
func (c *ctx) comesOf(x *measured, later []*ir.Value, a engine.Act, e env) func() {
	type known struct {
		v *ir.Value
		n num
	}
	var before []known
	var keep func(v *ir.Value)
	keep = func(v *ir.Value) {
		if isLater(v) || slices.ContainsFunc(before, func(k known) bool { return k.v == v }) {
			return
		}
		if !slices.ContainsFunc(later, func(l *ir.Value) bool { return has(v, l) }) {
			if v.Type.IsSet() {
				panic(ir.Unsupported{Word: "a measure that compares places before a move and after it"})
			}
			before = append(before, known{v, c.num(v, e)})
			return
		}
		for _, a := range v.Args {
			keep(a)
		}
	}
	keep(x.among)
	keep(x.when)
	if x.value != nil {
		keep(x.value)
	}
	var groups []num // found before: a man may be another afterwards
	groupsOf := c.groupsBefore(x, e, &groups)
	var found []known
	for _, l := range later {
		if c.g.untouched(a, l.Args[0]) {
			found = append(found, known{l, c.num(l.Args[0], e)})
		}
	}
	return func() {
		for _, l := range later {
			if !slices.ContainsFunc(found, func(k known) bool { return k.v == l }) {
				c.Push(c.num(l.Args[0], e))
				found = append(found, known{l, c.Keep()})
			}
		}
		c.ForgetHere()
		for _, k := range append(before, found...) {
			c.Let(keptAs(k.v, e), k.n)
		}
		c.enterIn(x, e, groupsOf)
	}
}

// untouched reports whether an act leaves a value as it is: it asks for nothing but stores of others, and nothing answers the act.
func (g *gen) untouched(a engine.Act, v *ir.Value) bool {
	if a == engine.Remove || slices.ContainsFunc(g.Program.Changes, func(x engine.Change) bool { return x.On&engine.OnAct(a) != 0 }) {
		return false
	}
	is := true
	v.Walk(func(v *ir.Value) {
		is = is && (v.Op == ir.Const || v.Op == ir.Add || v.Op == ir.Sub || v.Op == ir.Lookup || v.Op == ir.Store && v.Seat != 0)
	})
	return is
}

// has reports whether a value is made of another.
func has(v, of *ir.Value) bool {
	return v == of || slices.ContainsFunc(v.Args, func(a *ir.Value) bool { return has(a, of) })
}

// groupsBefore is what goes through the groups of a moment once the move has been made.
func (c *ctx) groupsBefore(x *measured, e env, groups *[]num) func(f func(group num)) {
	if x.By == engine.ByLine || x.By == engine.ByPlace || x.By == engine.ByNothing || x.By == engine.ByPlayer {
		return func(f func(group num)) { c.groups(x, e, f) } // the move tells, or who makes it
	}
	at := c.Variable(lit(-1))
	c.groups(x, e, func(group num) { c.Assign(at, group) })
	return func(f func(group num)) {
		c.IfThen(c.GeS(at, lit(0)), func() { f(at) }, nil)
	}
}

// enterIn enters a measure in groups.
func (c *ctx) enterIn(x *measured, e env, groups func(f func(group num))) {
	among, value := c.Truth(c.num(x.among, e)), func() num { return c.amount(x, e) }
	holds := c.And(among, c.Truth(c.num(x.when, e)))
	if among.Known && among.Value == 0 || holds.Known && holds.Value == 0 && x.Gather != engine.Share {
		return
	}
	at, size := c.g.MeasureAt[x.number], state.GroupSize(x.Gather)
	place := func(group num) (base num, off int) {
		if group.Known {
			return c.Frame, at + group.Value*size
		}
		return c.Add(c.Frame, c.Mul(group, lit(size))), at
	}
	if x.Gather == engine.Share {
		c.IfThen(among, func() {
			groups(func(group num) {
				base, off := place(group)
				c.gather(base, off, wlit(1))
				c.IfThen(holds, func() { c.gather(base, off+8, wlit(1)) }, nil)
			})
		}, nil)
		return
	}
	if x.value != nil && x.Gather == engine.Sum { // mostly nothing is added
		n := value()
		holds, value = c.And(holds, c.Ne(n, lit(0))), func() num { return n }
	}
	c.IfThen(holds, func() {
		n := value()
		if n.Known && n.Value == 0 && x.Gather == engine.Sum {
			return
		}
		v := c.signed(n)
		if e.act == engine.Advance && c.g.ByEnds(x.Measure) {
			c.g.advancesAsCounted()
			c.beginsAndEnds(x, e, v)
			return
		}
		groups(func(group num) {
			base, off := place(group)
			switch x.Gather {
			case engine.Sum:
				c.gather(base, off, v)
			case engine.Mean:
				c.gather(base, off, wlit(1))
				c.gather(base, off+8, v)
			default:
				better := c.LtS
				if x.Gather == engine.Most {
					better = c.GtS
				}
				is := c.Narrow(c.WordAt(base, off+8))
				c.IfThen(c.Or(c.EqualW(c.WordAt(base, off), wlit(0)), better(n, is)), func() { c.write(base, off+8, v) }, nil)
				c.gather(base, off, wlit(1))
			}
		})
	}, nil)
}

// beginsAndEnds enters an advance where it begins and where it ends, see [state.Memory.ByEnds].
func (c *ctx) beginsAndEnds(x *measured, e env, v word) {
	g := c.g
	n := g.Program.Places
	at := g.MeasureAt[x.number] + x.Groups(g.Program)*state.GroupSize(x.Gather)
	c.IfThen(c.LtU(e.to, lit(n)), func() {
		of := c.Mul(c.Player(), lit(8*n))
		for _, end := range []struct {
			place num
			v     word
		}{{e.from, v}, {e.to, c.SubW(wlit(0), v)}} {
			base := c.Add(c.Frame, c.Add(of, c.Shl(end.place, lit(3))))
			c.gather(base, at, end.v)
		}
	}, nil)
}

// signed is a number as a word, with its sign.
func (c *ctx) signed(v num) word {
	if v.Known {
		return wlit(uint64(int64(v.Value)))
	}
	c.Push(v)
	c.Op(asm.I64ExtS)
	return c.KeepW()
}

// gather adds to a word of what has been gathered.
func (c *ctx) gather(base num, at int, v word) {
	c.write(base, at, c.AddW(c.WordAt(base, at), v))
}

// write writes such a word; where a move may be taken back it is noted what stood there.
func (c *ctx) write(base num, at int, v word) {
	if g := c.g; g.OffWritten > 0 {
		n := c.Cell(g.OffWritten)
		to := c.Add(c.Frame, c.Shl(n, lit(4)))
		c.PutNum(to, g.OffWritten+16, c.Add(base, lit(at)))
		c.PutWord(to, g.OffWritten+24, c.WordAt(base, at))
		c.SetCell(g.OffWritten, c.Add(n, lit(1)))
	}
	c.PutWord(base, at, v)
}

// takeBackGathered takes back what the last move has written, the last word first.
func (c *ctx) takeBackGathered() {
	g := c.g
	if g.OffWritten == 0 {
		return
	}
	n := c.Variable(c.Cell(g.OffWritten))
	c.Repeat(func(done, _ int) {
		c.LeaveTo(done, c.LeS(n, lit(0)))
		c.Assign(n, c.Sub(n, lit(1)))
		from := c.Add(c.Frame, c.Shl(n, lit(4)))
		c.PutWord(c.NumAt(from, g.OffWritten+16), 0, c.WordAt(from, g.OffWritten+24))
	})
}

// groups emits f for each group that a moment belongs to.
func (c *ctx) groups(x *measured, e env, f func(group num)) {
	g, p := c.g, c.g.Program
	on := func(at num) num { return c.LtU(at, lit(p.Places)) }
	provided := func(cond num, then func()) { c.IfThen(cond, then, nil) }
	switch x.By {
	case engine.ByNothing:
		f(lit(0))
	case engine.ByPlayer:
		f(c.Player())
	case engine.ByRole:
		n := len(p.Players)
		d := c.Sub(c.Player(), c.Cell(g.OffOpener))
		f(c.Pick(c.LtS(d, lit(0)), c.Add(d, lit(n)), d))
	case engine.ByPlace:
		at := c.Pick(on(e.to), e.to, e.from)
		provided(on(at), func() { f(c.shortOf("cells", at, p.Places, func(q, f int) int { return p.CellOf[q][f] })) })
	case engine.ByKind:
		kind := func(_, class int) int { return p.KindOf(class) }
		provided(on(e.from), func() {
			k := c.shortOf("kinds", e.class, p.Classes(), kind)
			provided(c.GeS(k, lit(0)), func() { f(k) })
		})
	case engine.ByThrow:
		t := c.LastThrow()
		provided(t, func() { f(c.Sub(t, lit(1))) })
	case engine.ByLine:
		c.lines(e, f)
	}
}

// shortOf is a number of two bytes by player and index, of which there are n.
func (c *ctx) shortOf(key string, i num, n int, f func(q, i int) int) num {
	var list []int
	alike := true
	for q := range c.g.Program.Players {
		for k := range n {
			list = append(list, f(q, k))
			alike = alike && list[len(list)-1] == list[k]
		}
	}
	if alike {
		return c.shortAt(c.Module.Numbers("short "+key, list[:n]), i)
	}
	return c.shortAt(c.Module.Numbers("short "+key, list), c.Add(c.Mul(c.Player(), lit(n)), i))
}

// lines emits f for each line of the board along which a move runs.
func (c *ctx) lines(e env, f func(line num)) {
	g := c.g
	n := g.Program.Places
	either := func(a, b num) {
		line := c.shortOf("lines between neighbours", c.Add(c.Mul(a, lit(n)), b), n*n, g.lineBetween)
		c.IfThen(c.GeS(line, lit(0)), func() { f(line) }, nil)
	}
	switch e.act {
	case engine.Leap:
		c.IfThen(c.And(c.LtU(e.from, lit(n)), c.LtU(e.over, lit(n))), func() {
			either(e.from, e.over)
			either(e.over, e.to)
		}, nil)
	case engine.Step, engine.Advance:
		ways := g.ways(e.act)
		at := c.shortOf(fmt.Sprint("ways of ", e.act), c.Add(c.Mul(e.from, lit(n)), e.to), n*n, func(q, i int) int { return ways.begin[q][i] })
		some := c.GeS(at, lit(0))
		if ways.all {
			some = lit(1)
		}
		c.IfThen(some, func() {
			if ways.most == 1 {
				f(at)
				return
			}
			table := c.Module.Numbers(fmt.Sprint("lines of ways of ", e.act), ways.lines)
			left, i := c.Variable(c.shortAt(table, at)), c.Variable(at)
			c.Repeat(func(done, _ int) {
				c.LeaveTo(done, c.LeS(left, lit(0)))
				c.Assign(left, c.Sub(left, lit(1)))
				c.Assign(i, c.Add(i, lit(1)))
				f(c.shortAt(table, i))
			})
		}, nil)
	}
}

// shortAt is an entry of a table of numbers of two bytes.
func (c *ctx) shortAt(table int, i num) num {
	c.Push(c.Shl(i, lit(1)))
	c.Load16s(table)
	return c.Keep()
}

// lineBetween is the number of the line between two places of a player, -1 where there is none.
func (g *gen) lineBetween(q, i int) int {
	cells, n := g.Program.CellOf[q], g.Program.Places
	a, b := cells[i/n], cells[i%n]
	if g.boardLines == nil {
		g.boardLines = map[[2]int]int{}
		for k, line := range g.Program.BoardLines() {
			g.boardLines[line] = k
		}
	}
	if k, ok := g.boardLines[[2]int{min(a, b), max(a, b)}]; ok {
		return k
	}
	return -1
}

// waysOf are the lines along which moves of an act run: by player, and from and to, where they begin among lines, behind their
// number, or, where no move runs along more than one, that one; -1 for none.
type waysOf struct {
	begin [][]int
	lines []int
	most  int
	all   bool // every move runs along some
}

func (g *gen) ways(act engine.Act) *waysOf {
	p := g.Program
	n := p.Places
	out := &waysOf{most: 1, all: true}
	var all [][][]int // by player, from and to
	for q := range p.Players {
		by := make([][]int, n*n)
		enter := func(m *engine.Move) {
			way, lines := p.WayOf(q, m), []int{}
			for i := 1; i < len(way); i++ {
				if line := g.lineBetween(q, way[i-1]*n+way[i]); line >= 0 {
					lines = append(lines, line)
				}
			}
			i := int(m.From)*n + int(m.To)
			if by[i] != nil && !slices.Equal(by[i], lines) {
				panic(ir.Unsupported{Word: "lines of moves that go one way or another between two places"})
			}
			by[i] = lines
			out.most, out.all = max(out.most, len(lines)), out.all && len(lines) > 0
		}
		g.eachOfAct(act, enter)
		all = append(all, by)
	}
	for _, by := range all {
		begin := make([]int, n*n)
		for i, lines := range by {
			switch {
			case len(lines) == 0:
				begin[i] = -1
			case out.most == 1:
				begin[i] = lines[0]
			default:
				begin[i] = len(out.lines)
				out.lines = append(append(out.lines, len(lines)), lines...)
			}
		}
		out.begin = append(out.begin, begin)
	}
	if len(out.lines) > 1<<15 {
		panic(ir.Unsupported{Word: "so many ways along lines"})
	}
	return out
}

// eachOfAct calls f with every move between places that a player could ever make by an act.
func (g *gen) eachOfAct(act engine.Act, f func(m *engine.Move)) {
	p := g.Program
	if act != engine.Advance {
		for way := range g.between(act) {
			f(&engine.Move{Act: act, From: int16(way[0]), To: int16(way[1]), Over: -1})
		}
		return
	}
	g.advancesAsCounted()
	for from := range p.Places {
		one := func(part, to, way int) {
			if to < p.Places {
				f(&engine.Move{Act: act, Part: uint8(part), From: int16(from), To: int16(to), Over: -1, Way: int16(way)})
			}
		}
		for part := range p.Parts {
			for w, a := range p.Ahead(from, p.Parts[part].Number) {
				one(part, a.To, w+1)
			}
		}
		for _, to := range p.Next[from] {
			if to < p.Places {
				f(&engine.Move{Act: engine.Step, From: int16(from), To: int16(to), Over: -1})
			}
		}
	}
}

// advancesAsCounted refuses advances that go further than to the next place, and not as far as their part says: along which
// lines they go is not known by where they go from and to.
func (g *gen) advancesAsCounted() {
	p := g.Program
	for _, cl := range g.candidates.All() {
		for _, x := range cl.Groups {
			if x.Act != engine.Advance || x.Space.Row {
				continue
			}
			for _, part := range cl.Parts {
				for _, t := range x.Space.Variant(part) {
					as := func(a place.Way) bool { return a.To == t.To }
					if t.Valid && t.From < p.Places && t.To < p.Places && !slices.Contains(p.Next[t.From], t.To) &&
						!slices.ContainsFunc(p.Ahead(t.From, p.Parts[part].Number), as) {
						panic(ir.Unsupported{Word: "lines of advances that do not go by the number of their part"})
					}
				}
			}
		}
	}
}

// between are the places between which some candidate of an act goes, from and to, for any player.
func (g *gen) between(act engine.Act) map[[2]int]bool {
	out := map[[2]int]bool{}
	for _, cl := range g.candidates.All() {
		for _, x := range cl.Groups {
			if x.Act != act {
				continue
			}
			if x.Space.Wide { // anywhere
				for from := range g.Program.Places {
					for to := range g.Program.Places {
						if from != to {
							out[[2]int{from, to}] = true
						}
					}
				}
				continue
			}
			for _, by := range x.Space.By {
				for _, t := range by {
					if t.Valid && t.From < g.Program.Places && t.To < g.Program.Places {
						out[[2]int{t.From, t.To}] = true
					}
				}
			}
		}
	}
	return out
}

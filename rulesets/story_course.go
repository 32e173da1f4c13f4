package rulesets

import (
	"fmt"
	"slices"
	"sort"
	"strings"

	"github.com/lectio/lectio/rulesets/engine"
)

// course is what became of turns, throws and men in the games of a sample.
type course struct {
	given   map[event][2]int       // events of turns: how many gave no further throw, how many one
	numbers map[int]map[string]int // by throw: the numbers that it put up
	extras  map[uint8]bool         // parts put up beside a number that is no die
	single  map[uint8]map[int]int  // parts by which a man went one step on, by the statements that allowed it
	order   map[string]int         // turns, by who had the next: next, previous or other
	turns   map[string]int         // of those whose turn is next and who are home: waits, or the partner plays
	home    map[string]int         // players who came home, by whether the game was over
	two     map[string]int         // decisions with two different parts: free, fixed, refused, or nothing of these
	puts    map[int]map[uint8]bool // by throw: the parts that it put up
	enterBy [2]map[uint8]bool      // parts by which somebody could come in; first without men on the board
	enter   [2]map[int][2]int      // by throw: decisions at which nobody, somebody could come in; first without men on the board
	places  map[int]map[int]int    // where men could come in, by the number of the part
	parts   [2]map[uint8]bool      // parts by which men could come in, and by which others could move
	entered [3]int                 // men come in; decisions on them in the same turn: refused, permitted
	cluster [3]int                 // of men that stand together, by a part: one could go alone, several together, or either
	again   map[int]int            // moves by which a man began a further round, by the statement that allowed them
	branch  int                    // decisions at which a man could go two ways by one part
	ends    map[string]int         // men come to the end: off the board, to a last place, and gone on from there
	exact   map[string]int         // what more and just as much as is needed did for men before the end
	wins    map[int]map[int]int    // points for bringing the last man home, by how many opponents had brought nobody home
	inTurn  map[int]int            // the men come in during the turn under way, by place
	last    int                    // who had the turn
	done    []bool                 // who is home
	steps   [][]int                // along the track from place to place; nil until asked for
}

// event is what can give another throw: a throw itself, or a move after it.
type event struct {
	throw, act, to int // act -1: the throw itself; to: a place or a store, -1 for none
	took           bool
}

func (c *course) begins(p *engine.Program) {
	c.last, c.inTurn, c.done = -1, nil, make([]bool, len(p.Players))
}

// owed counts the throws that are still to be made.
func owed(pos *engine.Position) int {
	n := 0
	for _, l := range pos.Turn.Left {
		if l.Part == engine.PartThrow {
			n++
		}
	}
	return n
}

// pending are the parts that are left before the next throw.
func pending(pos *engine.Position) []uint8 {
	var out []uint8
	for _, l := range pos.Turn.Left {
		if l.Part != engine.PartThrow {
			out = append(out, uint8(l.Part))
		}
	}
	return out
}

// allPlay reports whether every player has men to play with: nobody is home or out.
func allPlay(p *engine.Program, pos *engine.Position) bool {
	for q := range p.Players {
		if homeMen(p, pos, q)+pos.Stores[q][p.StoreIndex(engine.OutStore)] == p.Men(q) {
			return false
		}
	}
	return true
}

// passes notes who has the turn after whom.
func (c *course) passes(w *watcher, pos *engine.Position) {
	p, n := w.p, len(w.p.Players)
	a, b := c.last, pos.Turn.Owner
	if w.first {
		return // lots are cast before the first turn
	}
	c.last = b
	if a < 0 || a == b {
		return
	}
	c.inTurn = nil
	if allPlay(p, pos) {
		switch b {
		case (a + 1) % n:
			count(&c.order, "next")
		case (a + n - 1) % n:
			count(&c.order, "previous")
		default:
			count(&c.order, "other")
		}
		return
	}
	next, natural := (a+1)%n, (a+1)%n
	for natural != a && c.done[natural] {
		natural = (natural + 1) % n
	}
	for r := range p.Players {
		if r == next || p.Team[r] != p.Team[next] || !c.done[next] || c.done[r] || r == natural {
			continue
		}
		switch b {
		case r:
			count(&c.turns, "plays")
		case next, natural:
			count(&c.turns, "waits")
		}
	}
}

// thrown is told of a throw that has been made.
func (c *course) thrown(w *watcher, before *engine.Position, t int) {
	p, after := w.p, w.p.Read(w.st)
	if w.s.lots(p.Throws[t].Device) {
		return
	}
	c.gives(w, before, after, event{throw: t, act: -1, to: -1}, 1)
	if len(pending(before)) > 0 {
		return
	}
	if c.numbers == nil {
		c.numbers = map[int]map[string]int{}
	}
	if c.numbers[t] == nil {
		c.numbers[t] = map[string]int{}
	}
	if after.Turn.Owner != before.Turn.Owner || len(after.Turn.Throws) == 0 {
		c.numbers[t][""]++
		return
	}
	list := pending(after)
	if c.puts == nil {
		c.puts = map[int]map[uint8]bool{}
	}
	if c.puts[t] == nil {
		c.puts[t] = map[uint8]bool{}
	}
	for _, part := range list {
		c.puts[t][part] = true
	}
	var numbers []string
	for _, part := range list {
		if p.Parts[part].IsNumber && p.Parts[part].Number > 0 {
			numbers = append(numbers, p.Parts[part].Name)
		}
	}
	c.numbers[t][strings.Join(numbers, " and ")]++
	for _, part := range beyond(p, &p.Throws[t], list) {
		if c.extras == nil {
			c.extras = map[uint8]bool{}
		}
		c.extras[part] = true
	}
}

// beyond are the parts that a throw puts up beside its number: words, and a 1 that
// stands beside another number and is no die.
func beyond(p *engine.Program, t *engine.Throw, list []uint8) []uint8 {
	var words, ones []uint8
	numbers := 0
	for _, part := range list {
		switch pt := &p.Parts[part]; {
		case !pt.IsNumber:
			words = append(words, part)
		case pt.Number == 1:
			ones = append(ones, part)
			numbers++
		default:
			numbers++
		}
	}
	if numbers == 0 {
		return nil
	}
	if numbers > len(ones) && len(t.Dice) < 2 {
		words = append(words, ones...)
	}
	return words
}

// gives notes whether an event has given another throw. Where a rule has said so
// before, it is no merit of this one.
func (c *course) gives(w *watcher, before, after *engine.Position, e event, consumed int) {
	owner := before.Turn.Owner
	if after.Over != nil || before.Turn.Next == owner || !allPlay(w.p, before) {
		return
	}
	if c.given == nil {
		c.given = map[event][2]int{}
	}
	n := c.given[e]
	if after.Turn.Owner == owner && (owed(after) > owed(before)-consumed || after.Turn.Next == owner) {
		n[1]++
	} else {
		n[0]++
	}
	c.given[e] = n
}

// chooses looks at a decision before a move is made.
func (c *course) chooses(w *watcher, e *engine.Explanation, before *engine.Position, throws int) {
	c.twoParts(e, before)
	c.coming(w, e, before, throws)
	c.nearEnd(w, e, before)
	c.grouped(w, e, before)
	for i := range e.Moves {
		m := &e.Moves[i]
		rule := m.Rule(w.p)
		if rule == nil || int(m.From) < 0 || int(m.From) >= w.p.Places {
			continue
		}
		if int(m.To) < 0 || int(m.To) >= w.p.Places || w.p.Next == nil {
			continue
		}
		if slices.Contains(w.p.Next[m.From], int(m.To)) {
			if c.single == nil {
				c.single = map[uint8]map[int]int{}
			}
			by := c.single[m.Part]
			note(&by, rule.Statement)
			c.single[m.Part] = by
		}
		if c.goesRound(w.p, m) {
			note(&c.again, rule.Statement)
		}
		for j := range i {
			if o := &e.Moves[j]; o.Act == m.Act && o.Part == m.Part && o.From == m.From && o.To != m.To && int(o.To) < w.p.Places {
				c.branch++
				break
			}
		}
	}
}

// grouped looks at the men that stand together: which go alone, and which together?
func (c *course) grouped(w *watcher, e *engine.Explanation, before *engine.Position) {
	type origin struct {
		from        int16
		part, class uint8
	}
	found := map[origin][2]bool{}
	for i := range e.Moves {
		m := &e.Moves[i]
		if m.From < 0 || int(m.From) >= w.p.Places || m.Act == engine.Remove || before.Men[w.st.Player()][m.Class][m.From] < 2 {
			continue
		}
		o := origin{m.From, m.Part, m.Class}
		x := found[o]
		x[min(int(m.Men), 2)-1] = true
		found[o] = x
	}
	for _, x := range found {
		c.cluster[b2i(x[0])+2*b2i(x[1])-1]++
	}
}

// goesRound reports whether a move leads away from the end to a place from which its
// own can be reached again, and not by as many steps back.
func (c *course) goesRound(p *engine.Program, m *engine.Move) bool {
	if c.steps == nil {
		c.steps = stepsAlong(p)
	}
	n := max(1, p.Parts[m.Part].Number)
	d := c.steps[m.To][m.From]
	return m.Act == engine.Advance && d > 0 && d != n && (p.Distance[m.From] == 0 || p.Distance[m.To] > p.Distance[m.From])
}

// stepsAlong counts the steps from every place to every other; 0 where none lead there.
func stepsAlong(p *engine.Program) [][]int {
	all := make([][]int, p.Places)
	for f := range all {
		all[f] = make([]int, p.Places)
		for queue := []int{f}; len(queue) > 0; queue = queue[1:] {
			for _, t := range p.Next[queue[0]] {
				if all[f][t] == 0 {
					all[f][t] = all[f][queue[0]] + 1
					if t != f {
						queue = append(queue, t)
					}
				}
			}
		}
	}
	return all
}

// twoParts notes whether of different parts more than one can be played first.
func (c *course) twoParts(e *engine.Explanation, before *engine.Position) {
	parts := map[int]bool{}
	for _, l := range before.Turn.Left {
		if l.Part == engine.PartThrow {
			break
		}
		parts[l.Part] = true
	}
	if len(parts) < 2 {
		return
	}
	playable := map[uint8]bool{}
	for i := range e.Moves {
		if int(e.Moves[i].From) >= 0 {
			playable[e.Moves[i].Part] = true
		}
	}
	other := slices.ContainsFunc(e.Refused, func(r engine.Refusal) bool { return !playable[r.Move.Part] })
	switch {
	case len(playable) > 1:
		count(&c.two, "free")
	case before.Turn.Fixed:
		count(&c.two, "fixed")
	case len(playable) == 1 && other:
		count(&c.two, "refused")
	default:
		count(&c.two, "blocked")
	}
}

// coming looks at men that come in, and at those that have in this turn.
func (c *course) coming(w *watcher, e *engine.Explanation, before *engine.Position, throws int) {
	p, q := w.p, w.st.Player()
	enters := func(m *engine.Move) bool { return m.Act == engine.Enter || m.Act == engine.Place }
	any := false
	for i := range e.Moves {
		m := &e.Moves[i]
		if m.Rule(p) == nil || m.From < 0 {
			continue
		}
		kind := 1
		if enters(m) {
			any, kind = true, 0
			k := b2i(onBoard(before, q) > 0)
			if c.enterBy[k] == nil {
				c.enterBy[k] = map[uint8]bool{}
			}
			c.enterBy[k][m.Part] = true
			if c.places == nil {
				c.places = map[int]map[int]int{}
			}
			to := c.places[int(m.To)]
			note(&to, p.Parts[m.Part].Number)
			c.places[int(m.To)] = to
		}
		if c.parts[kind] == nil {
			c.parts[kind] = map[uint8]bool{}
		}
		c.parts[kind][m.Part] = true
	}
	left := before.Stores[q][p.StoreIndex(engine.HandStore)] + before.Stores[q][p.StoreIndex(engine.BarStore)]
	if t := w.st.LastThrow(); t >= 0 && throws == 1 && before.Turn.Played == 0 && left > 0 {
		k := b2i(onBoard(before, q) > 0)
		if c.enter[k] == nil {
			c.enter[k] = map[int][2]int{}
		}
		n := c.enter[k][t]
		n[b2i(any)]++
		c.enter[k][t] = n
	}
	if len(c.inTurn) == 0 {
		return
	}
	just := func(m *engine.Move) bool {
		k := c.inTurn[int(m.From)]
		return k > 0 && int(m.From) < p.Places && before.Men[q][m.Class][m.From] <= k
	}
	for i := range e.Moves {
		if just(&e.Moves[i]) {
			c.entered[2]++
		}
	}
	for i := range e.Refused {
		if r := &e.Refused[i]; just(&r.Move) && !w.required(r) {
			c.entered[1]++
		}
	}
}

// required reports whether it was only requirements that left a move out, because
// another was to be preferred.
func (w *watcher) required(r *engine.Refusal) bool {
	return !slices.ContainsFunc(r.Statements, func(st int) bool {
		return !slices.ContainsFunc(w.p.Requires, func(q engine.Require) bool { return q.Statement == st })
	})
}

// nearEnd looks at the men who need as much as a part gives to come to the end, or
// less: does it bring them there?
func (c *course) nearEnd(w *watcher, e *engine.Explanation, before *engine.Position) {
	p, q := w.p, w.st.Player()
	if p.Next == nil {
		return
	}
	for i := range e.Moves {
		if m := &e.Moves[i]; c.ending(p, m) && !p.Parts[m.Part].IsNumber {
			count(&c.exact, "word")
		}
	}
	for i, l := range before.Turn.Left {
		if l.Part == engine.PartThrow || before.Turn.Fixed && i > 0 {
			break
		}
		n := p.Parts[l.Part].Number
		for f := range p.Places {
			d := c.remaining(p, f)
			if n < 1 || d == 0 || d > n || w.st.MenAt(p, q, f) == 0 {
				continue
			}
			what := "just "
			if n > d {
				what = "more "
			}
			home := slices.ContainsFunc(e.Moves, func(m engine.Move) bool {
				return int(m.From) == f && int(m.Part) == l.Part && c.ending(p, &m)
			})
			if home {
				count(&c.exact, what+"enough")
			} else {
				count(&c.exact, what+"not")
			}
		}
	}
}

// lastPlace reports whether the track ends at a place and does not lead off the board.
func lastPlace(p *engine.Program, f int) bool {
	return p.Next != nil && len(p.Next[f]) == 0 && p.Distance[f] == 0
}

// remaining is how many steps a man at f has before him; 0 where there is no end.
func (c *course) remaining(p *engine.Program, f int) int {
	if d := p.Distance[f]; d > 0 {
		return d
	}
	if c.steps == nil {
		c.steps = stepsAlong(p)
	}
	best := 0
	for t, d := range c.steps[f] {
		if d > 0 && lastPlace(p, t) && (best == 0 || d < best) {
			best = d
		}
	}
	return best
}

// ending reports whether a move brings a man to the end of his way.
func (c *course) ending(p *engine.Program, m *engine.Move) bool {
	return m.Act == engine.BearOff || int(m.From) >= 0 && int(m.To) >= 0 && int(m.To) < p.Places && lastPlace(p, int(m.To))
}

// moved is told of a move that has been made.
func (c *course) moved(w *watcher, m *engine.Move, before, after *engine.Position, throw int, took bool) {
	p, q := w.p, before.ToMove
	if throw >= 0 {
		c.gives(w, before, after, event{throw: throw, act: int(m.Act), to: int(m.To), took: took}, 0)
	}
	if m.Act == engine.Enter || m.Act == engine.Place {
		c.entered[0]++
		note(&c.inTurn, int(m.To))
	} else if f := int(m.From); f >= 0 && f < p.Places && c.inTurn[f] > onPlace(after, q, f) {
		c.inTurn[f] = onPlace(after, q, f)
	}
	if off := p.StoreIndex(engine.OffStore); after.Stores[q][off] > before.Stores[q][off] {
		count(&c.ends, "off")
	}
	if p.Next != nil && m.From >= 0 && int(m.From) < p.Places {
		if lastPlace(p, int(m.From)) {
			count(&c.ends, "on")
		}
		if to := int(m.To); to >= 0 && to < p.Places && lastPlace(p, to) && onPlace(after, q, to) > onPlace(before, q, to) {
			count(&c.ends, "stays")
		}
	}
	c.homeNow(w, m, before, after)
}

// homeNow notes who has come home by a move, and what follows.
func (c *course) homeNow(w *watcher, m *engine.Move, before, after *engine.Position) {
	p, q, off := w.p, before.ToMove, w.p.StoreIndex(engine.OffStore)
	side := func(team int) bool { // all of it is home
		return !slices.ContainsFunc(c.players(p, team), func(r int) bool { return !c.done[r] })
	}
	first := !slices.ContainsFunc(p.Team, side)
	for r := range p.Players {
		over := after.Over != nil
		if p.Match > 0 && r == q && after.Stores[r][off] < before.Stores[r][off] {
			over = true // and the board has been set up again
		} else if c.done[r] || !isHome(p, after, r) {
			continue
		}
		c.done[r] = true
		if first && r == q && side(p.Team[q]) {
			c.victory(w, m, before)
		}
		if over {
			count(&c.home, "over")
		} else {
			count(&c.home, "on")
		}
		if after.Over == nil && over {
			clear(c.done)
		}
	}
}

// players are those of a side.
func (c *course) players(p *engine.Program, team int) []int {
	var out []int
	for r := range p.Players {
		if p.Team[r] == team {
			out = append(out, r)
		}
	}
	return out
}

// isHome reports whether all men of a player are home.
func isHome(p *engine.Program, pos *engine.Position, q int) bool {
	return homeMen(p, pos, q) == p.Men(q)
}

// homeMen counts the men of a player that are off the board, or at the end of the track.
func homeMen(p *engine.Program, pos *engine.Position, q int) int {
	n := pos.Stores[q][p.StoreIndex(engine.OffStore)]
	for f := range p.Places {
		if lastPlace(p, f) {
			n += onPlace(pos, q, f)
		}
	}
	return n
}

func onPlace(pos *engine.Position, q, f int) int {
	n := 0
	for _, class := range pos.Men[q] {
		n += class[f]
	}
	return n
}

// victory plays the move by which a player has brought his last man home, or won,
// again and again: with one opponent after another who has brought nobody home. What
// is it worth? At random that hardly ever happens.
func (c *course) victory(w *watcher, m *engine.Move, before *engine.Position) {
	p, q := w.p, before.ToMove
	if len(p.Scores) == 0 {
		return
	}
	var others []int
	for r := range p.Players {
		if p.Team[r] != p.Team[q] {
			others = append(others, r)
		}
	}
	if c.wins == nil {
		c.wins = map[int]map[int]int{}
	}
	trial := p.NewState()
	for behind := range len(others) + 1 {
		pos := *before
		pos.Men, pos.Stores = slices.Clone(pos.Men), slices.Clone(pos.Stores)
		for i, r := range others {
			if pos.Men[r], pos.Stores[r] = slices.Clone(pos.Men[r]), slices.Clone(pos.Stores[r]); i < behind {
				bringBack(p, &pos, r)
			} else {
				bringHome(p, &pos, r)
			}
		}
		w.other.Lay(trial, &pos)
		w.other.Play(trial, *m)
		points := c.wins[behind]
		note(&points, trial.Score(p, q)-before.Score[q])
		c.wins[behind] = points
	}
}

// bringBack takes the men of a player who are home into his hand.
func bringBack(p *engine.Program, pos *engine.Position, r int) {
	off, hand := p.StoreIndex(engine.OffStore), p.StoreIndex(engine.HandStore)
	pos.Stores[r][hand] += pos.Stores[r][off]
	pos.Stores[r][off] = 0
	for c := range pos.Men[r] {
		pos.Men[r][c] = slices.Clone(pos.Men[r][c])
		for f := range p.Places {
			if lastPlace(p, f) {
				pos.Stores[r][hand] += pos.Men[r][c][f]
				pos.Men[r][c][f] = 0
			}
		}
	}
}

// bringHome brings one man of a player home, and no more.
func bringHome(p *engine.Program, pos *engine.Position, r int) {
	bringBack(p, pos, r)
	hand, bar := p.StoreIndex(engine.HandStore), p.StoreIndex(engine.BarStore)
	switch {
	case pos.Stores[r][hand] > 0:
		pos.Stores[r][hand]--
	case pos.Stores[r][bar] > 0:
		pos.Stores[r][bar]--
	default:
		for c := range pos.Men[r] {
			if f := slices.IndexFunc(pos.Men[r][c], func(n int) bool { return n > 0 }); f >= 0 {
				pos.Men[r][c][f]--
				break
			}
		}
	}
	for f := range p.Places {
		if lastPlace(p, f) {
			pos.Men[r][0][f]++
			return
		}
	}
	pos.Stores[r][p.StoreIndex(engine.OffStore)]++
}

// sortedKeys are the keys of a count, in their order.
func sortedKeys[V any](m map[int]V) []int {
	var out []int
	for k := range m {
		out = append(out, k)
	}
	sort.Ints(out)
	return out
}

// pointsText writes points that are counted in parts.
func pointsText(p *engine.Program, n int) string {
	if n%p.Denominator == 0 {
		return fmt.Sprint(n / p.Denominator)
	}
	return fmt.Sprintf("%d/%d", n, p.Denominator)
}

package explore

import (
	"context"
	"encoding/binary"

	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/verify/playout"
)

// Where says how many positions are of some kind, and which of them was found
// first: -1 when there are none.
type Where struct {
	Positions int
	Nearest   int
}

func nowhere() Where { return Where{Nearest: -1} }

func (w *Where) at(i int) {
	if w.Nearest < 0 || i < w.Nearest {
		w.Nearest = i
	}
	w.Positions++
}

// Any reports whether there is such a position.
func (w Where) Any() bool { return w.Positions > 0 }

// Lost is a man that cannot leave where he stands.
type Lost struct {
	Player, From int // a place of that player, or a store
	Where
}

// Analysis is what a graph says about play. Everything it counts is there; that
// it counts nothing means that there is nothing only where the graph is
// complete. Positions that were not looked at are taken to lead anywhere.
type Analysis struct {
	// Stuck are positions that no rule provides for.
	Stuck Where
	// Ends are, by index into Program.Ends, the positions in which the game is over by it.
	Ends []Where
	// ByScore is set when no end names a winner: then who has the higher score
	// at the end counts as one.
	ByScore bool
	// Wins are, by player, the finished games that he wins; Undecided those nobody does.
	Wins      []Where
	Undecided Where
	// Hopeless are, by player, positions of a game that goes on for a while yet
	// and that he can no longer win, although others can.
	Hopeless []Where
	// Cyclic are positions to which play can come back.
	Cyclic Where
	// Avoidable are positions from which the players together can put off the
	// end for ever, whatever is thrown; Alone, by player, those from which one
	// can do so against the others.
	Avoidable Where
	Alone     []Where
	// Traps are positions from which no end can be reached at all.
	Traps Where
	// Lost are men that nothing can move or take away any more, in games that go
	// on for a while yet: one entry for each player and each place or store from
	// which men do go elsewhere in this game.
	Lost []Lost

	graph *Graph
	comp  []int32  // by position: its strongly connected component, in reverse topological order
	order []int32  // positions by component, the last ones first
	start []int32  // where each component begins in order
	stay  []bool   // the positions of Avoidable
	going []uint32 // by component and player, four bits each: single moves still before him, at most aWhile
}

// aWhile is how many single moves a player must still have before him in some
// continuation for the game to be said to go on for a while. Positions just
// before the end, from which everything ends at once, would otherwise be full
// of men that never move again.
const aWhile = 3

// What can be reached from a position.
const (
	canStop    = 1 << iota // the game can end
	canUnknown             // a position that was not looked at
	canWin                 // and the bits above: by player
)

// Analyse works the graph out. It returns nil when ctx is done first.
func (r *Graph) Analyse(ctx context.Context) *Analysis {
	p := r.Game.Program
	a := &Analysis{graph: r, Stuck: nowhere(), Undecided: nowhere(), Cyclic: nowhere(), Avoidable: nowhere(), Traps: nowhere()}
	for range p.Ends {
		a.Ends = append(a.Ends, nowhere())
	}
	for range p.Players {
		a.Wins, a.Hopeless, a.Alone = append(a.Wins, nowhere()), append(a.Hopeless, nowhere()), append(a.Alone, nowhere())
	}
	a.ByScore = true
	for i := range p.Ends {
		a.ByScore = a.ByScore && p.Ends[i].Winner == engine.NoWinner
	}
	a.components()
	if ctx.Err() != nil {
		return nil
	}
	a.reach()
	if ctx.Err() != nil {
		return nil
	}
	a.forever()
	if ctx.Err() != nil {
		return nil
	}
	a.lose(ctx)
	if ctx.Err() != nil {
		return nil
	}
	return a
}

// components finds the strongly connected components (Tarjan, "Depth-first
// search and linear graph algorithms", 1972), written without recursion. They
// come out in reverse topological order: all that a component leads to comes
// before it, so that one pass over them settles what can be reached.
func (a *Analysis) components() {
	r := a.graph
	n := r.Positions()
	a.comp = make([]int32, n)
	low := make([]int32, n) // 0: not visited
	num := make([]int32, n)
	for i := range a.comp {
		a.comp[i] = -1
	}
	var stack, path []int32
	at := make([]uint16, n)
	count := int32(0)
	a.order = make([]int32, 0, n)
	for root := 0; root < n; root++ {
		if num[root] != 0 {
			continue
		}
		path = append(path[:0], int32(root))
		for len(path) > 0 {
			v := path[len(path)-1]
			if num[v] == 0 {
				count++
				num[v], low[v] = count, count
				stack = append(stack, v)
			}
			next := r.successors(int(v))
			down := false
			for int(at[v]) < len(next) {
				w := next[at[v]]
				if num[w] == 0 {
					path = append(path, int32(w))
					down = true
					break
				}
				if a.comp[w] < 0 {
					low[v] = min(low[v], low[w])
				}
				at[v]++
			}
			if down {
				continue
			}
			path = path[:len(path)-1]
			if low[v] == num[v] {
				c := int32(len(a.start))
				a.start = append(a.start, int32(len(a.order)))
				for {
					w := stack[len(stack)-1]
					stack = stack[:len(stack)-1]
					a.comp[w] = c
					a.order = append(a.order, w)
					if w == v {
						break
					}
				}
			}
		}
	}
}

// members lists the positions of a component.
func (a *Analysis) members(c int) []int32 {
	end := len(a.order)
	if c+1 < len(a.start) {
		end = int(a.start[c+1])
	}
	return a.order[a.start[c]:end]
}

// cyclic reports whether play can come back to the positions of a component.
func (a *Analysis) cyclic(c int) bool {
	m := a.members(c)
	if len(m) > 1 {
		return true
	}
	for _, w := range a.graph.successors(int(m[0])) {
		if int32(w) == m[0] {
			return true
		}
	}
	return false
}

// reach finds ends, winners, and which of them can still be reached from where.
func (a *Analysis) reach() {
	can := make([]uint16, len(a.start)) // by component
	a.going = make([]uint32, len(a.start))
	s := a.graph.Game.Program.NewState()
	for c := range a.start {
		var bits uint16
		var moves uint32
		for _, i := range a.members(c) {
			b, m := a.atOnce(int(i), s)
			bits, moves = bits|b, most(moves, m)
			for _, w := range a.graph.successors(int(i)) {
				d := a.comp[w]
				bits |= can[d]
				if int(d) != c {
					moves = most(moves, a.going[d])
				}
			}
		}
		can[c], a.going[c] = bits, a.ownMoves(c, moves)
		a.judge(c, bits)
	}
}

// atOnce is what a position by itself can come to: the ends, and the moves that players
// may have after it where its continuations are not known. It counts finished games.
func (a *Analysis) atOnce(i int, s *engine.State) (bits uint16, moves uint32) {
	r := a.graph
	switch {
	case r.status(i) == engine.Over:
		a.finished(i, s, &bits)
	case r.looked(i) && r.count[i] == 0:
		bits = canStop // a throw is owed where nothing is thrown
		a.Stuck.at(i)
	case !r.looked(i):
		bits = canStop | canUnknown
		for q := range r.Game.Program.Players {
			bits |= canWin << q
			moves |= aWhile << (4 * q)
		}
	}
	return bits, moves
}

// finished counts a position in which the game is over.
func (a *Analysis) finished(i int, s *engine.State, bits *uint16) {
	r := a.graph
	*bits |= canStop
	if r.tag[i] == stuckTag {
		a.Stuck.at(i)
		return
	}
	a.Ends[r.tag[i]-1].at(i)
	r.store.unpack(i, s.Bytes())
	if w := a.winner(s); w >= 0 {
		*bits |= canWin << w
		a.Wins[w].at(i)
	} else {
		a.Undecided.at(i)
	}
}

// ownMoves adds the single moves made in a component to those that can follow upon it.
func (a *Analysis) ownMoves(c int, moves uint32) uint32 {
	r, cyclic := a.graph, a.cyclic(c)
	for _, i := range a.members(c) {
		if r.status(int(i)) != engine.Decision {
			continue
		}
		q := int(r.tag[i])
		if cyclic {
			moves = most(moves, aWhile<<(4*q))
		} else if m := moves >> (4 * q) & 15; r.looked(int(i)) && m < aWhile {
			moves += 1 << (4 * q)
		}
	}
	return moves
}

// judge counts the positions of a component from which there is no end, or no win.
func (a *Analysis) judge(c int, bits uint16) {
	r, cyclic := a.graph, a.cyclic(c)
	for _, i := range a.members(c) {
		if cyclic {
			a.Cyclic.at(int(i))
		}
		switch {
		case r.status(int(i)) == engine.Over:
			continue
		case bits&canStop == 0:
			a.Traps.at(int(i))
			continue
		case bits&canUnknown != 0:
			continue
		}
		for q := range r.Game.Program.Players {
			if bits&(canWin<<q) == 0 && bits>>2 != 0 && a.going[c]>>(4*q)&15 >= aWhile {
				a.Hopeless[q].at(int(i))
			}
		}
	}
}

// most takes the greater count of every player.
func most(a, b uint32) uint32 {
	var out uint32
	for m := uint32(15); m != 0; m <<= 4 {
		out |= max(a&m, b&m)
	}
	return out
}

// winner is who has won a finished game, or -1.
func (a *Analysis) winner(s *engine.State) int {
	if !a.ByScore {
		return s.Winner()
	}
	p := a.graph.Game.Program
	best, tie := 0, false
	for q := 1; q < len(p.Players); q++ {
		switch d := s.Score(p, q) - s.Score(p, best); {
		case d > 0:
			best, tie = q, false
		case d == 0:
			tie = true
		}
	}
	if tie {
		return -1
	}
	return best
}

// forever finds the positions in which the end can be put off for ever: by all
// players together (who −1), or by one against the others.
func (a *Analysis) forever() {
	p := a.graph.Game.Program
	a.stay = a.greatest(-1)
	for i, in := range a.stay {
		if in {
			a.Avoidable.at(i)
		}
	}
	if !a.Avoidable.Any() {
		return // what all cannot do together, none can do alone
	}
	for q := range p.Players {
		for i, in := range a.greatest(q) {
			if in {
				a.Alone[q].at(i)
			}
		}
	}
}

// greatest is the greatest set of positions such that play can be kept within
// it: from every one of them all throws stay in it, and some move of the players
// who want to stay, and every move of the others. What was not looked at is not
// in it.
func (a *Analysis) greatest(who int) []bool {
	r := a.graph
	in := make([]bool, r.Positions())
	for c := range a.start {
		m := a.members(c)
		if !a.cyclic(c) {
			in[m[0]] = a.holds(in, int(m[0]), who)
			continue
		}
		for _, i := range m {
			in[i] = true
		}
		for changed := true; changed; {
			changed = false
			for _, i := range m {
				if in[i] && !a.holds(in, int(i), who) {
					in[i], changed = false, true
				}
			}
		}
	}
	return in
}

// holds reports whether play can stay within a set for one step from position i.
func (a *Analysis) holds(in []bool, i, who int) bool {
	r := a.graph
	next := r.successors(i)
	if !r.looked(i) || len(next) == 0 {
		return false
	}
	some := r.status(i) == engine.Decision && (who < 0 || int(r.tag[i]) == who)
	for _, w := range next {
		if in[w] == some {
			return some
		}
	}
	return !some
}

// lose finds men that never leave the place or store where they are. For each
// player and place one bit is enough: whether a man can leave from there in some
// continuation. Sixty-four of them are worked out at a time.
func (a *Analysis) lose(ctx context.Context) {
	p := a.graph.Game.Program
	var spots []spot
	for q := range p.Players {
		for f := 0; f < p.Places+len(p.Stores); f++ {
			if f >= p.Places && (p.Stores[f-p.Places] == engine.OffStore || p.Stores[f-p.Places] == engine.OutStore) {
				continue // gone for good, and meant to be
			}
			spots = append(spots, spot{q, f})
		}
	}
	for len(spots) > 0 {
		l := a.newLeaving(spots[:min(64, len(spots))])
		spots = spots[len(l.spots):]
		for c := range a.start {
			if c&1023 == 0 && ctx.Err() != nil {
				return
			}
			l.component(c)
		}
		l.report()
	}
}

// spot is a place or store of a player.
type spot struct{ player, from int }

// leaving finds out from which spots men can leave in some continuation, a bit for each.
type leaving struct {
	a           *Analysis
	spots       []spot
	full        uint64
	leaves      []uint64 // by component
	ever        uint64   // men leave from there somewhere
	lost        []stays
	here, there *engine.State
	before      [64]uint8 // men on each spot
	men, stores int       // where they begin in a state
	classes     int
}

// stays are the spots that men can never leave from a position on.
type stays struct {
	position int
	bits     uint64
}

func (a *Analysis) newLeaving(spots []spot) *leaving {
	p := a.graph.Game.Program
	layout := p.Layout()
	return &leaving{a: a, spots: spots, full: ^uint64(0) >> (64 - len(spots)), leaves: make([]uint64, len(a.start)),
		here: p.NewState(), there: p.NewState(), men: layout.Men, stores: layout.Stores, classes: p.Classes()}
}

// count is how many men stand on a spot.
func (l *leaving) count(b []byte, x spot) int {
	p := l.a.graph.Game.Program
	if x.from >= p.Places {
		return int(binary.LittleEndian.Uint16(b[l.stores+2*(x.player*len(p.Stores)+x.from-p.Places):]))
	}
	n := 0
	for c := range l.classes {
		n += int(b[l.men+(x.player*l.classes+c)*p.Places+x.from])
	}
	return n
}

// component looks at the positions of a component, when those that follow are known.
func (l *leaving) component(c int) {
	a, r := l.a, l.a.graph
	var bits uint64
	for _, i := range a.members(c) {
		if bits == l.full {
			break
		}
		if r.status(int(i)) == engine.Over {
			continue
		}
		if !r.looked(int(i)) {
			bits = l.full
			continue
		}
		bits = l.position(int(i), bits)
	}
	l.leaves[c] = bits
	if bits == l.full {
		return
	}
	for _, i := range a.members(c) {
		if r.status(int(i)) == engine.Over {
			continue
		}
		r.store.unpack(int(i), l.here.Bytes())
		x := stays{position: int(i)}
		for k, s := range l.spots {
			if bits>>k&1 == 0 && l.count(l.here.Bytes(), s) > 0 && a.going[c]>>(4*s.player)&15 >= aWhile {
				x.bits |= 1 << k
			}
		}
		if x.bits != 0 {
			l.lost = append(l.lost, x)
		}
	}
}

// position adds the spots that men can leave from a position on.
func (l *leaving) position(i int, bits uint64) uint64 {
	r := l.a.graph
	r.store.unpack(i, l.here.Bytes())
	for k, x := range l.spots {
		l.before[k] = uint8(l.count(l.here.Bytes(), x))
	}
	for _, w := range r.successors(i) {
		bits |= l.leaves[l.a.comp[w]]
		r.store.unpack(int(w), l.there.Bytes())
		for k, x := range l.spots {
			if l.before[k] > 0 && bits>>k&1 == 0 && l.count(l.there.Bytes(), x) < int(l.before[k]) {
				bits |= 1 << k
				l.ever |= 1 << k
			}
		}
	}
	return bits
}

// report lists the spots that men leave somewhere, and from some position on no more.
func (l *leaving) report() {
	for k, x := range l.spots {
		if l.ever>>k&1 == 0 {
			continue // men stay there by the nature of the game
		}
		w := nowhere()
		for _, f := range l.lost {
			if f.bits>>k&1 != 0 {
				w.at(f.position)
			}
		}
		if w.Any() {
			l.a.Lost = append(l.a.Lost, Lost{x.player, x.from, w})
		}
	}
}

// Round returns a shortest way from a position to which play can come back to
// itself; with stay it keeps to positions from which the end can be put off.
func (a *Analysis) Round(position int, stay bool) []playout.Step {
	r := a.graph
	type step struct{ from, k int }
	came := map[int]step{}
	queue := []int{position}
	for len(queue) > 0 {
		i := queue[0]
		queue = queue[1:]
		for k, w := range r.successors(i) {
			j := int(w)
			if a.comp[j] != a.comp[position] || stay && !a.stay[j] {
				continue
			}
			if _, seen := came[j]; seen {
				continue
			}
			came[j] = step{i, k}
			if j == position {
				var back []playout.Step
				for at := j; ; {
					s := came[at]
					back = append(back, r.step(s.from, s.k))
					at = s.from
					if at == position {
						break
					}
				}
				for x, y := 0, len(back)-1; x < y; x, y = x+1, y-1 {
					back[x], back[y] = back[y], back[x]
				}
				return back
			}
			queue = append(queue, j)
		}
	}
	return nil
}

// Returning walks from a position of Avoidable within Avoidable until it comes to
// a position for the second time, and returns that position: one to which play
// can come back while the end is put off.
func (a *Analysis) Returning(position int) int {
	seen := map[int]bool{}
	for i := position; ; {
		if seen[i] {
			return i
		}
		seen[i] = true
		for _, w := range a.graph.successors(i) {
			if a.stay[w] {
				i = int(w)
				break
			}
		}
	}
}

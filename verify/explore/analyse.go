package explore

import (
	"context"

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
	r := a.graph
	p := r.Game.Program
	can := make([]uint16, len(a.start)) // by component
	going := make([]uint32, len(a.start))
	s := p.NewState()
	for c := range a.start {
		var bits uint16
		var moves uint32
		cyclic := a.cyclic(c)
		for _, i := range a.members(c) {
			switch {
			case r.status(int(i)) == engine.Over:
				bits |= canStop
				if r.tag[i] == stuckTag {
					a.Stuck.at(int(i))
					continue
				}
				a.Ends[r.tag[i]-1].at(int(i))
				r.store.unpack(int(i), s.Refill())
				if w := a.winner(s); w >= 0 {
					bits |= canWin << w
					a.Wins[w].at(int(i))
				} else {
					a.Undecided.at(int(i))
				}
			case r.looked(int(i)) && r.count[i] == 0:
				bits |= canStop // a throw is owed where nothing is thrown
				a.Stuck.at(int(i))
			case !r.looked(int(i)):
				bits |= canStop | canUnknown
				for q := range p.Players {
					bits |= canWin << q
				}
				for q := range p.Players {
					moves |= aWhile << (4 * q)
				}
			}
			for _, w := range r.successors(int(i)) {
				d := a.comp[w]
				bits |= can[d]
				if int(d) != c {
					moves = most(moves, going[d])
				}
			}
		}
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
		can[c], going[c] = bits, moves
		for _, i := range a.members(c) {
			if cyclic {
				a.Cyclic.at(int(i))
			}
			if r.status(int(i)) == engine.Over {
				continue
			}
			if bits&canStop == 0 {
				a.Traps.at(int(i))
				continue
			}
			if bits&canUnknown != 0 {
				continue
			}
			for q := range p.Players {
				if bits&(canWin<<q) == 0 && bits>>2 != 0 && going[c]>>(4*q)&15 >= aWhile {
					a.Hopeless[q].at(int(i))
				}
			}
		}
	}
	a.going = going
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
	r := a.graph
	p := r.Game.Program
	type pair struct{ player, from int }
	var pairs []pair
	for q := range p.Players {
		for f := 0; f < p.Places+len(p.Stores); f++ {
			if f >= p.Places && (p.Stores[f-p.Places] == engine.OffStore || p.Stores[f-p.Places] == engine.OutStore) {
				continue // gone for good, and meant to be
			}
			pairs = append(pairs, pair{q, f})
		}
	}
	l := p.Layout()
	classes := 1 << len(p.Marks)
	count := func(b []byte, x pair) int {
		if x.from >= p.Places {
			return int(b[l.Stores+x.player*len(p.Stores)+x.from-p.Places])
		}
		n := 0
		for c := 0; c < classes; c++ {
			n += int(b[l.Men+(x.player*classes+c)*p.Places+x.from])
		}
		return n
	}
	here, there := p.NewState(), p.NewState()
	before := make([]uint8, 64)
	for len(pairs) > 0 {
		batch := pairs[:min(64, len(pairs))]
		pairs = pairs[len(batch):]
		full := ^uint64(0) >> (64 - len(batch))
		leaves := make([]uint64, len(a.start)) // by component: from where men can leave
		var ever uint64                        // from where men leave somewhere
		type found struct {
			position int
			bits     uint64
		}
		var lost []found
		for c := range a.start {
			if c&1023 == 0 && ctx.Err() != nil {
				return
			}
			var bits uint64
			for _, i := range a.members(c) {
				if r.status(int(i)) == engine.Over {
					continue
				}
				if !r.looked(int(i)) {
					bits = full
				}
				if bits == full {
					break
				}
				r.store.unpack(int(i), here.Refill())
				for k, x := range batch {
					before[k] = uint8(count(here.Bytes(), x))
				}
				for _, w := range r.successors(int(i)) {
					bits |= leaves[a.comp[w]]
					r.store.unpack(int(w), there.Refill())
					for k, x := range batch {
						if before[k] > 0 && bits>>k&1 == 0 && count(there.Bytes(), x) < int(before[k]) {
							bits |= 1 << k
							ever |= 1 << k
						}
					}
				}
			}
			leaves[c] = bits
			if bits == full {
				continue
			}
			for _, i := range a.members(c) {
				if r.status(int(i)) == engine.Over {
					continue
				}
				r.store.unpack(int(i), here.Refill())
				var stays uint64
				for k, x := range batch {
					if bits>>k&1 == 0 && count(here.Bytes(), x) > 0 && a.going[c]>>(4*x.player)&15 >= aWhile {
						stays |= 1 << k
					}
				}
				if stays != 0 {
					lost = append(lost, found{int(i), stays})
				}
			}
		}
		for k, x := range batch {
			if ever>>k&1 == 0 {
				continue // men stay there by the nature of the game
			}
			w := nowhere()
			for _, f := range lost {
				if f.bits>>k&1 != 0 {
					w.at(f.position)
				}
			}
			if w.Any() {
				a.Lost = append(a.Lost, Lost{x.player, x.from, w})
			}
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

package solve

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"math/big"
	"math/bits"
	"slices"

	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/engine/weigh"
	"github.com/lectio/lectio/rulesets/play"
)

// Games between two strategies are a walk by chance from position to position. Its chances are kept as two whole numbers of
// unit-ths, rounded down and up, and so is what comes of them.

const unit uint64 = 1 << 62

// Bounds are two numbers between which one lies.
type Bounds struct{ Low, High *big.Rat }

// Games are what comes of games between two strategies, proved. Win and Lose are of who begins; the four
// shares are of all games, and what else there is, of those that end.
type Games struct {
	Win, Lose, Draw, Endless Bounds
	Turns                    *Bounds   // a game has on average, of both together; nil where no bound was found
	Points                   [2]Bounds // on average, to who begins and to the other; nothing where no points are counted
}

// walk is what two strategies make of a graph: its nodes are positions with who is to move in them, the opening one first.
type walk struct {
	*Graph
	by    [2]Strategy // of who begins, and of the other
	in    *engine.Interpreter
	moves []engine.Move

	node  map[int]int // by position and who is to move: two times the one, and one more for who did not begin
	nodes []int
	steps [][]step
	never []bool    // from these the game never ends
	ends  []outcome // distinct
}

// step is one way on from a node, with its chance.
type step struct {
	to        int // a node, or, below 0, what is left of -1 by the number of one of ends
	low, high uint64
}

// outcome is how a game ends.
type outcome struct {
	prevails int // -1: nobody
	points   [2]int
}

// Between finds what comes of games between two strategies: that of who begins, and the other's. Of more than so many
// turns that can occur the error is TooLarge.
func (g *Graph) Between(ctx context.Context, begins, other Strategy, most int) (*Games, error) {
	w := &walk{Graph: g, by: [2]Strategy{begins, other}, in: engine.NewInterpreter(g.Program), node: map[int]int{}}
	w.at(0, 0)
	s := g.Program.NewState()
	for k := 0; k < len(w.nodes); k++ {
		if k%256 == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if len(w.nodes) > most {
			return nil, &TooLarge{most}
		}
		g.State(w.nodes[k]>>1, s)
		steps, err := w.from(s, w.nodes[k]&1)
		if err != nil {
			return nil, err
		}
		w.steps = append(w.steps, steps)
	}
	w.findNever()
	return w.games(ctx)
}

// at is the node of a position and of who is to move in it: 0 for who began.
func (w *walk) at(position, who int) int {
	key := position<<1 | who
	k, known := w.node[key]
	if !known {
		k = len(w.nodes)
		w.node[key] = k
		w.nodes = append(w.nodes, key)
	}
	return k
}

// mass is a chance, and the state to which it leads.
type mass struct {
	*engine.State
	low, high uint64
}

// from finds the steps from a position in which who is to move.
func (w *walk) from(s *engine.State, who int) ([]step, error) {
	found := map[int]step{}
	mover := s.Player()
	meet := func(m mass) error {
		to, err := w.meet(m.State, mover, who)
		found[to] = step{to, found[to].low + m.low, found[to].high + m.high}
		return err
	}
	turn := func(m mass) error {
		if m.Status() != engine.Decision || m.Player() != mover {
			return meet(m)
		}
		return w.turn(m, w.by[who], meet)
	}
	var err error
	if s.Status() == engine.Decision {
		err = turn(mass{s, unit, unit})
	} else {
		dev := &w.Program.Devices[s.Device(w.Program)]
		for k := dev.First; k < dev.First+dev.Count && err == nil; k++ {
			if ways := uint64(w.Program.Throws[k].Ways); ways > 0 {
				t := s.Clone()
				w.in.Throw(t, k)
				err = turn(part(mass{t, unit, unit}, ways, uint64(dev.Ways)))
			}
		}
	}
	return slices.SortedFunc(maps.Values(found), func(a, b step) int { return cmp.Compare(a.to, b.to) }), err
}

// part is a share of a chance.
func part(m mass, of, all uint64) mass {
	hi, lo := bits.Mul64(m.low, of)
	m.low, _ = bits.Div64(hi, lo, all)
	hi, lo = bits.Mul64(m.high, of)
	high, rest := bits.Div64(hi, lo, all)
	if rest > 0 {
		high++
	}
	m.high = high
	return m
}

// turn follows a decision move by move, and gives what it ends in.
func (w *walk) turn(m mass, by Strategy, give func(mass) error) error {
	var weights []uint64
	for now := []mass{m}; len(now) > 0; {
		var next []mass
		index := map[string]int{}
		for _, m := range now {
			w.moves = w.in.Moves(m.State, w.moves[:0])
			weights = weights[:0]
			if len(w.moves) == 1 {
				weights = append(weights, 1)
			} else {
				weights = by.Weigh(m.State, w.moves, weights)
			}
			all := uint64(0)
			for _, x := range weights {
				all += x
			}
			if all == 0 {
				return fmt.Errorf("the strategy %T makes no move in some position", by)
			}
			for k, x := range weights {
				if x == 0 {
					continue
				}
				t := m.Clone()
				w.in.Play(t, w.moves[k])
				share := part(m, x, all)
				share.State = t
				if play.TurnPlayed(m.State, t) {
					if err := give(share); err != nil {
						return err
					}
					continue
				}
				key := t.Key()
				if i, known := index[key]; known {
					next[i].low += share.low
					next[i].high += share.high
					continue
				}
				index[key] = len(next)
				next = append(next, share)
			}
		}
		now = next
	}
	return nil
}

// meet is where a state lies that follows from a node in which who is to move.
func (w *walk) meet(s *engine.State, mover, who int) (int, error) {
	if s.Status() != engine.Over {
		i := w.Number(s)
		if i < 0 {
			return 0, errors.New("what follows from a position is none of those that were found")
		}
		if s.Player() != mover {
			who = 1 - who
		}
		return w.at(i, who), nil
	}
	o := outcome{prevails: weigh.Prevails(w.Program, s)}
	seat := [2]int{mover, 1 - mover} // of who is to move and of the other
	if who == 1 {
		seat[0], seat[1] = seat[1], seat[0]
	}
	if o.prevails >= 0 && o.prevails != seat[0] {
		o.prevails = 1
	} else if o.prevails >= 0 {
		o.prevails = 0
	}
	for q := range o.points {
		if len(w.Program.Scores) > 0 {
			o.points[q] = s.Score(w.Program, seat[q])
		}
	}
	k := slices.Index(w.ends, o)
	if k < 0 {
		k = len(w.ends)
		w.ends = append(w.ends, o)
	}
	return -1 - k, nil
}

// findNever finds the nodes from which no end can be reached.
func (w *walk) findNever() {
	w.never = make([]bool, len(w.nodes))
	for k := range w.never {
		w.never[k] = true
	}
	for moved := true; moved; {
		moved = false
		for k := len(w.steps) - 1; k >= 0; k-- {
			if w.never[k] && slices.ContainsFunc(w.steps[k], func(s step) bool { return s.to < 0 || !w.never[s.to] }) {
				w.never[k], moved = false, true
			}
		}
	}
}

// sum adds up what lies behind the steps from a node, each times its chance: rounded down, and up.
func (w *walk) sum(k int, low, high func(to int) uint64) (down, up uint64) {
	var lh, ll, hh, hl, carry uint64
	for _, s := range w.steps[k] {
		h, l := bits.Mul64(s.low, low(s.to))
		ll, carry = bits.Add64(ll, l, 0)
		lh += h + carry
		h, l = bits.Mul64(s.high, high(s.to))
		hl, carry = bits.Add64(hl, l, 0)
		hh += h + carry
	}
	down, _ = bits.Div64(lh, ll, unit)
	up, rest := bits.Div64(hh, hl, unit)
	if rest > 0 {
		up++
	}
	return down, up
}

// near is how near bounds are to come in a walk.
const near = unit >> 44

// expect finds, for every node, what may be expected of ends that are worth something each, from 0 to unit, and nothing if the game
// never ends.
func (w *walk) expect(ctx context.Context, worth func(o outcome) (low, high uint64)) (low, high []uint64, err error) {
	low, high = make([]uint64, len(w.nodes)), make([]uint64, len(w.nodes))
	for k := range high {
		if !w.never[k] {
			high[k] = unit
		}
	}
	lows := func(to int) uint64 {
		if to < 0 {
			v, _ := worth(w.ends[-1-to])
			return v
		}
		return low[to]
	}
	highs := func(to int) uint64 {
		if to < 0 {
			_, v := worth(w.ends[-1-to])
			return v
		}
		return high[to]
	}
	for moved, wide := true, true; moved && wide; {
		if ctx.Err() != nil {
			return nil, nil, ctx.Err()
		}
		moved, wide = false, false
		for k := len(w.steps) - 1; k >= 0; k-- {
			if w.never[k] {
				continue
			}
			down, up := w.sum(k, lows, highs)
			down, up = max(down, low[k]), min(up, high[k])
			moved = moved || down != low[k] || up != high[k]
			wide = wide || up-down > near
			low[k], high[k] = down, up
		}
	}
	return low, high, nil
}

// turn's is how many parts a turn is counted in.
const turnParts uint64 = 1 << 42

// turns finds bounds of how many turns a game takes from the first node, counting those alone that end: times the chance
// that it ends. ends are bounds of that chance for every node. ok is false where no upper bound was found.
func (w *walk) turns(ctx context.Context, endsLow, endsHigh []uint64) (low, high uint64, ok bool, err error) {
	const shift = 20 // unit in turnParts
	n := make([]uint64, len(w.nodes))
	behind := func(to int) uint64 {
		if to < 0 {
			return 0
		}
		return n[to]
	}
	for moved := true; moved; {
		if ctx.Err() != nil {
			return 0, 0, false, ctx.Err()
		}
		moved = false
		for k := len(w.steps) - 1; k >= 0; k-- {
			down, _ := w.sum(k, behind, behind)
			if down += endsLow[k] >> shift; down > n[k] {
				if down > unit {
					return 0, 0, false, nil
				}
				moved = moved || down-n[k] > 1
				n[k] = down
			}
		}
	}
	low = n[0]
	// An upper bound is one that is no less than a turn and what follows from it: a little more than the lower is tried.
	more := make([]uint64, len(n))
	above := func(to int) uint64 {
		if to < 0 {
			return 0
		}
		return more[to]
	}
	for part := 40; part > 0; part -= 4 {
		for k, v := range n {
			if !w.never[k] {
				more[k] = v + v>>part + 1
			}
		}
		holds := true
		for k := 0; k < len(n) && holds; k++ {
			_, up := w.sum(k, above, above)
			holds = w.never[k] || up+endsHigh[k]>>shift+1 <= more[k]
		}
		if holds {
			return low, more[0], true, nil
		}
	}
	return low, 0, false, nil
}

// games gathers what comes of the walk.
func (w *walk) games(ctx context.Context) (*Games, error) {
	share := func(counts func(o outcome) bool) (low, high []uint64, err error) {
		return w.expect(ctx, func(o outcome) (uint64, uint64) {
			if counts(o) {
				return unit, unit
			}
			return 0, 0
		})
	}
	g := &Games{}
	for _, x := range []struct {
		to       *Bounds
		prevails int
	}{{&g.Win, 0}, {&g.Lose, 1}, {&g.Draw, -1}} {
		low, high, err := share(func(o outcome) bool { return o.prevails == x.prevails })
		if err != nil {
			return nil, err
		}
		*x.to = bounds(low[0], high[0])
	}
	endsLow, endsHigh, err := share(func(outcome) bool { return true })
	if err != nil {
		return nil, err
	}
	g.Endless = bounds(unit-endsHigh[0], unit-endsLow[0])
	if !slices.Contains(w.never, true) {
		g.Endless = bounds(0, 0)
	}
	if endsLow[0] == 0 {
		return g, nil
	}
	// What is counted of games that end is divided by how many do.
	all := bounds(endsLow[0], endsHigh[0])
	if g.Endless.High.Sign() == 0 {
		all = bounds(unit, unit)
	}
	ofThose := func(b Bounds) Bounds {
		return Bounds{new(big.Rat).Quo(b.Low, all.High), new(big.Rat).Quo(b.High, all.Low)}
	}
	low, high, ok, err := w.turns(ctx, endsLow, endsHigh)
	if err != nil {
		return nil, err
	}
	if ok {
		b := ofThose(Bounds{ratio(low, turnParts), ratio(high, turnParts)})
		g.Turns = &b
	}
	if len(w.Program.Scores) == 0 {
		return g, nil
	}
	for q := range g.Points {
		least, most := w.ends[0].points[q], w.ends[0].points[q]
		for _, o := range w.ends {
			least, most = min(least, o.points[q]), max(most, o.points[q])
		}
		span := uint64(max(1, most-least))
		low, high, err := w.expect(ctx, func(o outcome) (uint64, uint64) {
			p := part(mass{nil, unit, unit}, uint64(o.points[q]-least), span)
			return p.low, p.high
		})
		if err != nil {
			return nil, err
		}
		b := ofThose(bounds(low[0], high[0]))
		for _, v := range []*big.Rat{b.Low, b.High} {
			v.Mul(v, new(big.Rat).SetInt64(int64(span))).Add(v, new(big.Rat).SetInt64(int64(least)))
			v.Quo(v, new(big.Rat).SetInt64(int64(w.Program.Denominator)))
		}
		g.Points[q] = b
	}
	return g, nil
}

func ratio(v, of uint64) *big.Rat {
	return new(big.Rat).SetFrac(new(big.Int).SetUint64(v), new(big.Int).SetUint64(of))
}

// bounds are two parts of unit.
func bounds(low, high uint64) Bounds { return Bounds{ratio(low, unit), ratio(min(high, unit), unit)} }

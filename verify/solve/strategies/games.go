package strategies

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"math/big"
	"slices"

	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/engine/weigh"
	"github.com/lectio/lectio/rulesets/play"
	"github.com/lectio/lectio/verify/solve"
	"github.com/lectio/lectio/verify/solve/wide"
)

// Games between two strategies are a walk by chance from position to position. Its chances are kept as two whole numbers of
// unit-ths, rounded down and up, and so is what comes of them.

const unit uint64 = 1 << 62

// Games are what comes of games between two strategies, proved. Win and Lose are of who begins; the four
// shares are of all games, and what else there is, of those that end.
type Games struct {
	Win     solve.Bounds  `json:"win"`
	Lose    solve.Bounds  `json:"lose"`
	Draw    solve.Bounds  `json:"draw"`
	Endless solve.Bounds  `json:"endless"`
	Score   *solve.Bounds `json:"score,omitempty"`       // points on average of who begins; nil where none are counted
	Other   *solve.Bounds `json:"score_other,omitempty"` // and of the other
	Turns   *solve.Bounds `json:"turns,omitempty"`       // a game has on average, of both together; nil where no bound was found
}

// walk is what two strategies make of a graph. Its nodes are positions with who is to move in them, the opening one first,
// and ends.
type walk struct {
	*solve.Graph
	by    [2]Strategy // of who begins, and of the other
	in    *engine.Interpreter
	moves []engine.Move

	node  map[int]int // by position and who is to move: two times the one, and one more for who did not begin; or, below 0, by end
	nodes []int       // the same, by node
	steps [][]step    // of ends none
	never []bool      // from these the game never ends
	ends  []outcome   // distinct: the first is that of -1
}

// step is one way on from a node to another, with its chance.
type step struct {
	to        int
	low, high uint64
}

// outcome is how a game ends.
type outcome struct {
	prevails int // -1: nobody
	points   [2]int
}

// Between finds what comes of games between two strategies: that of who begins, and the other's. Of more than so many
// turns that can occur the error is [solve.TooLarge].
func Between(ctx context.Context, g *solve.Graph, begins, other Strategy, most int) (*Games, error) {
	w := &walk{Graph: g, by: [2]Strategy{begins, other}, in: engine.NewInterpreter(g.Program), node: map[int]int{}}
	w.at(0)
	s := g.Program.NewState()
	for k := 0; k < len(w.nodes); k++ {
		if k%256 == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if len(w.nodes) > most {
			return nil, &solve.TooLarge{Positions: most}
		}
		var steps []step
		if key := w.nodes[k]; key >= 0 {
			g.State(key>>1, s)
			var err error
			if steps, err = w.from(s, key&1); err != nil {
				return nil, err
			}
		}
		w.steps = append(w.steps, steps)
	}
	w.findNever()
	return w.games(ctx)
}

// at is the node of a position and of who is to move in it, or of an end.
func (w *walk) at(key int) int {
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
	var low, high wide.Sum
	low.Add(m.low, of)
	high.Add(m.high, of)
	m.low, _ = low.Over(all)
	_, m.high = high.Over(all)
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
		return w.at(i<<1 | who), nil
	}
	o := outcome{prevails: weigh.Prevails(w.Program, s)}
	seat := [2]int{mover, 1 - mover} // of who is to move and of the other
	if who == 1 {
		seat[0], seat[1] = seat[1], seat[0]
	}
	if o.prevails >= 0 {
		o.prevails = slices.Index(seat[:], o.prevails)
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
	return w.at(-1 - k), nil
}

// findNever finds the nodes from which no end can be reached.
func (w *walk) findNever() {
	w.never = make([]bool, len(w.nodes))
	for k := range w.never {
		w.never[k] = w.nodes[k] >= 0
	}
	for moved := true; moved; {
		moved = false
		for k := len(w.steps) - 1; k >= 0; k-- {
			if w.never[k] && slices.ContainsFunc(w.steps[k], func(s step) bool { return !w.never[s.to] }) {
				w.never[k], moved = false, true
			}
		}
	}
}

// sum adds up what lies behind the steps from a node, each times its chance: rounded down, and up.
func (w *walk) sum(k int, v *bounded) (down, up uint64) {
	var low, high wide.Sum
	for _, s := range w.steps[k] {
		low.Add(s.low, v.low[s.to])
		high.Add(s.high, v.high[s.to])
	}
	down, _ = low.Over(unit)
	_, up = high.Over(unit)
	return down, up
}

// bounded are bounds by node.
type bounded struct{ low, high []uint64 }

func (w *walk) bounded() *bounded {
	return &bounded{make([]uint64, len(w.nodes)), make([]uint64, len(w.nodes))}
}

// first are the bounds of the first node.
func (v *bounded) first() solve.Bounds {
	return solve.Bounds{Low: ratio(v.low[0], unit), High: ratio(min(v.high[0], unit), unit)}
}

// near is how near bounds are to come in a walk.
const near = unit >> 44

// expect finds, for every node, what may be expected of ends that are worth so much each of some whole, and nothing if the game
// never ends.
func (w *walk) expect(ctx context.Context, whole int, worth func(o outcome) int) (*bounded, error) {
	v := w.bounded()
	for k, key := range w.nodes {
		if key < 0 {
			m := part(mass{nil, unit, unit}, uint64(worth(w.ends[-1-key])), uint64(whole))
			v.low[k], v.high[k] = m.low, m.high
		} else if !w.never[k] {
			v.high[k] = unit
		}
	}
	for moved, wide := true, true; moved && wide; {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		moved, wide = false, false
		for k := len(w.steps) - 1; k >= 0; k-- {
			if w.never[k] || w.nodes[k] < 0 {
				continue
			}
			down, up := w.sum(k, v)
			down, up = max(down, v.low[k]), min(up, v.high[k])
			moved = moved || down != v.low[k] || up != v.high[k]
			wide = wide || up-down > near
			v.low[k], v.high[k] = down, up
		}
	}
	return v, nil
}

// ofTurn is how many parts of unit a turn counts as: games may take many.
const ofTurn = unit >> 20

// turns finds bounds of how many turns a game takes from the first node, counting those alone that end: times the chance
// that it ends, of which there are bounds for every node. They are nil where no upper bound was found.
func (w *walk) turns(ctx context.Context, ends *bounded) (*solve.Bounds, error) {
	v := w.bounded()
	for moved := true; moved; {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		moved = false
		for k := len(w.steps) - 1; k >= 0; k-- {
			if w.nodes[k] < 0 {
				continue
			}
			down, _ := w.sum(k, v)
			if down += ends.low[k] / (unit / ofTurn); down > unit {
				return nil, nil
			}
			moved = moved || down > v.low[k]+1
			v.low[k] = max(v.low[k], down)
		}
	}
	// An upper bound is one that is no less than a turn and what follows from it: a little more than the lower is tried.
	for part := 40; part > 0; part -= 4 {
		for k, low := range v.low {
			if w.nodes[k] >= 0 && !w.never[k] {
				v.high[k] = low + low>>part + 1
			}
		}
		holds := true
		for k := 0; k < len(w.nodes) && holds; k++ {
			_, up := w.sum(k, v)
			holds = w.never[k] || w.nodes[k] < 0 || up+ends.high[k]/(unit/ofTurn)+1 <= v.high[k]
		}
		if holds {
			return &solve.Bounds{Low: ratio(v.low[0], ofTurn), High: ratio(v.high[0], ofTurn)}, nil
		}
	}
	return nil, nil
}

// games gathers what comes of the walk.
func (w *walk) games(ctx context.Context) (*Games, error) {
	g := &Games{}
	for prevails, to := range map[int]*solve.Bounds{0: &g.Win, 1: &g.Lose, -1: &g.Draw} {
		v, err := w.expect(ctx, 1, func(o outcome) int { return one(o.prevails == prevails) })
		if err != nil {
			return nil, err
		}
		*to = v.first()
	}
	ends, err := w.expect(ctx, 1, func(outcome) int { return 1 })
	if err != nil {
		return nil, err
	}
	end := ends.first()
	if slices.Contains(w.never, true) {
		whole := big.NewRat(1, 1)
		g.Endless = solve.Bounds{Low: new(big.Rat).Sub(whole, end.High), High: new(big.Rat).Sub(whole, end.Low)}
	} else {
		end.Low.SetInt64(1)
		g.Endless = solve.Bounds{Low: new(big.Rat), High: new(big.Rat)}
	}
	if end.Low.Sign() == 0 {
		return g, nil
	}
	// What is counted of games that end is divided by how many do.
	ofThose := func(b solve.Bounds) solve.Bounds {
		return solve.Bounds{Low: new(big.Rat).Quo(b.Low, end.High), High: new(big.Rat).Quo(b.High, end.Low)}
	}
	turns, err := w.turns(ctx, ends)
	if err != nil {
		return nil, err
	}
	if turns != nil {
		*turns = ofThose(*turns)
		g.Turns = turns
	}
	if len(w.Program.Scores) == 0 {
		return g, nil
	}
	for q, to := range []**solve.Bounds{&g.Score, &g.Other} {
		points := func(o outcome) int { return o.points[q] }
		least, most := points(slices.MinFunc(w.ends, byPoints(q))), points(slices.MaxFunc(w.ends, byPoints(q)))
		v, err := w.expect(ctx, max(1, most-least), func(o outcome) int { return points(o) - least })
		if err != nil {
			return nil, err
		}
		of := ofThose(v.first())
		for _, x := range []*big.Rat{of.Low, of.High} {
			x.Mul(x, big.NewRat(int64(max(1, most-least)), 1)).Add(x, big.NewRat(int64(least), 1))
			x.Quo(x, big.NewRat(int64(w.Program.Denominator), 1))
		}
		*to = &of
	}
	return g, nil
}

// byPoints compares ends by the points of one.
func byPoints(q int) func(a, b outcome) int {
	return func(a, b outcome) int { return cmp.Compare(a.points[q], b.points[q]) }
}

// one is 1 where something holds, else 0.
func one(holds bool) int {
	if holds {
		return 1
	}
	return 0
}

func ratio(v, of uint64) *big.Rat {
	return new(big.Rat).SetFrac(new(big.Int).SetUint64(v), new(big.Int).SetUint64(of))
}

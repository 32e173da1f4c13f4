package play

import (
	"context"
	"slices"

	"github.com/lectio/lectio/rulesets/engine"
)

// Perft counts the lines of exactly 1, 2, …, depth moves from s. A throw is no
// move, and each distinct throw counts once; finished games are not extended, nor
// are lines of more than [engine.MostThrows] throws in a row.
func Perft(in *engine.Interpreter, s *engine.State, depth int, stop func() bool) []uint64 {
	return count(&counting{list: interpreted(in), stop: stop}, s, depth)
}

// PerftTurns counts whole turns instead, as games with chains of captures are counted:
// the sequences of single moves that make exactly 1, 2, …, depth turns. Nothing is
// counted for a turn that goes on for more than [MostLine] moves.
func PerftTurns(in *engine.Interpreter, s *engine.State, depth int, stop func() bool) []uint64 {
	return count(&counting{list: interpreted(in), stop: stop, turns: true}, s, depth)
}

// PerftResults counts, of 1, 2, …, depth turns, the distinct results: as often as turns before
// led to a state, each distinct state to which the next turn leads counts once. It reports
// false where a turn goes on for too long, or has too many results, to be counted.
func (x *Searcher) PerftResults(ctx context.Context, s *engine.State, depth, limit int, stop func() bool) (nodes []uint64, complete bool) {
	nodes, complete = make([]uint64, depth), true
	var walk func(s *engine.State, made, thrown int)
	walk = func(s *engine.State, made, thrown int) {
		if made == depth || thrown > engine.MostThrows || stop() || !complete {
			return
		}
		if s.Status() == engine.AwaitsThrow {
			p := x.program
			d := &p.Devices[s.Device(p)]
			for t := d.First; t < d.First+d.Count; t++ {
				u := s.Clone()
				x.in.Throw(u, t)
				walk(u, made, thrown+1)
			}
			return
		}
		n, all := x.Find(ctx, s, limit)
		complete = complete && all
		nodes[made] += uint64(n)
		if made+1 == depth {
			return
		}
		for _, r := range slices.Clone(x.list[:n]) {
			walk(r.State, made+1, 0)
		}
	}
	walk(s, 0, 0)
	return nodes, complete
}

// PerftPositions counts, for 1, 2, …, depth moves, the distinct positions to which so many lead: who is to move, while the game goes on, and what
// is left of his turn are of a position, how it came about is not, nor what rules ask of its repetition. It reports false
// where there are more than limit after some number of moves.
func (x *Searcher) PerftPositions(ctx context.Context, s *engine.State, depth, limit int, stop func() bool) (nodes []uint64, complete bool) {
	x.begin()
	defer x.count()
	list, y := x.follow(ctx), following{}
	nodes = make([]uint64, depth)
	front := []*engine.State{s}
	for made := range nodes {
		known, next := map[string]bool{}, []*engine.State{}
		var reach func(s *engine.State, throws int)
		reach = func(s *engine.State, throws int) {
			if throws > engine.MostThrows || len(next) > limit || stop() {
				return
			}
			list(s, &y, false)
			decides := s.Status() == engine.Decision
			after := make([]*engine.State, y.n)
			for k := range after {
				after[k] = s.Clone()
				y.follow(s, k, after[k])
			}
			for _, t := range after {
				switch {
				case !decides:
					reach(t, throws+1)
				default:
					if key := x.positionKey(t); !known[key] {
						known[key] = true
						next = append(next, t)
					}
				}
			}
		}
		for _, s := range front {
			reach(s, 0)
		}
		if len(next) > limit || stop() {
			return nodes, false
		}
		nodes[made], front = uint64(len(next)), next
	}
	return nodes, true
}

// positionKey tells positions apart. Of one in which the game is over it tells whose turn would have come next, and not who made
// the last move.
func (x *Searcher) positionKey(s *engine.State) string {
	if s.Status() == engine.Over {
		s = s.Clone()
		lay := x.program.Layout()
		b := s.Bytes()
		next := b[lay.Next]
		if next == 0 {
			next = byte((s.Owner()+1)%len(x.program.Players)) + 1
		}
		for _, at := range []int{lay.Owner, lay.Next, lay.NextStage, lay.Stage} {
			b[at] = 0
		}
		b[lay.To] = next - 1
	}
	return s.Key()
}

// Perft is [Perft], or with turns [PerftTurns], in generated code where that pays.
func (x *Searcher) Perft(ctx context.Context, s *engine.State, depth int, turns bool, stop func() bool) []uint64 {
	x.begin()
	defer x.count()
	return count(&counting{list: x.follow(ctx), stop: stop, turns: turns}, s, depth)
}

// counting counts lines of play into depth.
type counting struct {
	list   follow
	stop   func() bool
	turns  bool     // whole turns
	nodes  []uint64 // by how many moves or turns have been made
	levels levels   // by how many throws and moves
}

func count(c *counting, s *engine.State, depth int) []uint64 {
	c.nodes = make([]uint64, depth)
	c.walk(s, stretch{})
	return c.nodes
}

// stretch is where a line stands, and how long it is.
type stretch struct {
	level  int // throws and moves made
	made   int // moves, or whole turns
	within int // moves of the present turn
	throws int // in a row
}

func (c *counting) walk(s *engine.State, at stretch) {
	if at.made == len(c.nodes) || at.within > MostLine || at.throws > engine.MostThrows || c.stop() {
		return
	}
	x, decides := c.levels.at(at.level), s.Status() == engine.Decision
	last := decides && !c.turns && at.made+1 == len(c.nodes)
	c.list(s, x, last)
	if decides && !c.turns {
		c.nodes[at.made] += uint64(x.n)
	}
	if last {
		return
	}
	t := s.Clone()
	for k := range x.n {
		x.follow(s, k, t)
		next := stretch{level: at.level + 1, made: at.made, within: at.within}
		switch {
		case !decides:
			next.throws = at.throws + 1
		case !c.turns:
			next.made++
		case TurnPlayed(s, t):
			c.nodes[at.made]++
			next.made, next.within = at.made+1, 0
		default:
			next.within++
		}
		c.walk(t, next)
	}
}

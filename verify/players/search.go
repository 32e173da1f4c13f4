package players

import (
	"context"
	"math"

	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/engine/random"
	"github.com/lectio/lectio/rulesets/engine/weigh"
	"github.com/lectio/lectio/rulesets/play"
)

// A search follows lines of play, each as far as a position that it has not looked at before: there it looks
// what follows, and what that is worth goes into the mean of every position of the line. At a decision
// it follows the move whose mean, with a bonus for moves that have been followed less often, is best for who is to
// move, so that each player wants his own; at a throw, one drawn by the device (Kocsis and Szepesvári, "Bandit based
// Monte-Carlo planning", 2006). The bonus falls with a power of how often a move has been followed and not with a
// logarithm (Shah, Xie and Xu, "Non-asymptotic analysis of Monte Carlo tree search", 2020): roots come out alike on every machine.
//
// What is searched has no past: a search does not see that a position is repeated. Only the first move is one that the
// game permits.

// Of a search.
const (
	// bonus is how much a move gains that has not been followed as often as others.
	bonus = 0.25
	// mostHeld bounds the bytes of positions that are held; beyond, lines end where they meet others.
	mostHeld = 256 << 20
)

// search chooses moves by following lines. It belongs to one program.
type search struct {
	*Table
	ahead   *play.Ahead
	lines   int  // followed for a decision
	playing bool // games with drawn moves are played on from where a line ends; else it is weighed
	width   int  // numbers that say what a position is worth: by player, or one for two sides

	r      *random.Source
	nodes  []node
	states []byte
	worth  []float64 // by node and number: before anything is followed from it
	sums   []float64 // … of all lines that led through it
	line   []int32
	root   []int32 // the nodes to which the moves lead that may be chosen
	result []float64
	state  *engine.State
}

// node is a position that has been met, or what follows from one that has been looked at.
type node struct {
	first, n int32 // the nodes of what follows; n is 0 before it is looked at, and where nothing does
	lines    int32 // that led here
	status   engine.Status
	player   uint8
	device   int8 // of the throw that is awaited
}

func newSearch(x *Table, lines int, weights []int16, playing bool) *search {
	s := &search{Table: x, ahead: x.By.Ahead(x.Form, weights), lines: lines, playing: playing, width: 1,
		r: random.New(0, 0), state: x.Form.Program.NewState()}
	if x.Form.Outputs > 1 {
		s.width = len(x.Form.Program.Players)
	}
	s.result = make([]float64, s.width)
	return s
}

func (x *search) Weights() ([]int16, bool) { return nil, false }
func (x *search) Close()                   { x.ahead.Close() }

func (x *search) Choose(ctx context.Context, d *Decision) int {
	x.r.Reset(d.Random.Next(), 0)
	x.nodes, x.states, x.worth, x.sums = x.nodes[:0], x.states[:0], x.worth[:0], x.sums[:0]
	x.meet(d.State)
	x.look(ctx, 0)
	if x.root = x.permitted(d.Moves); x.root == nil {
		return d.Pick()
	}
	for range x.lines {
		if ctx.Err() != nil {
			return 0
		}
		x.follow(ctx)
	}
	best := 0
	player := d.State.Player()
	for k, at := range x.root {
		a, b := x.nodes[at].lines, x.nodes[x.root[best]].lines
		if a > b || a == b && x.mean(at, player) > x.mean(x.root[best], player) {
			best = k
		}
	}
	return best
}

// permitted are the nodes to which the moves lead that the game permits; nil where a move is permitted because of the
// past alone.
func (x *search) permitted(moves []engine.Move) (out []int32) {
	k := 0
	for i := range moves {
		for ; k < len(x.ahead.Moves) && !play.SameMove(&moves[i], &x.ahead.Moves[k]); k++ { // both are in the defined order
		}
		if k == len(x.ahead.Moves) {
			return nil
		}
		out = append(out, x.nodes[0].first+int32(k))
	}
	return out
}

// follow follows a line.
func (x *search) follow(ctx context.Context) {
	at := int32(0)
	x.line = append(x.line[:0], at)
	for x.goesOn(ctx, at) {
		switch n := &x.nodes[at]; {
		case at == 0:
			at = x.choose(at, len(x.root), func(k int) int32 { return x.root[k] })
		case n.status == engine.Decision:
			at = x.choose(at, int(n.n), func(k int) int32 { return n.first + int32(k) })
		default:
			p := x.Form.Program
			at = n.first + int32(p.Draw(x.r, int(n.device))-p.Devices[n.device].First)
		}
		x.line = append(x.line, at)
	}
	x.value(ctx, at)
	for _, at := range x.line {
		x.nodes[at].lines++
		for q, v := range x.result {
			x.sums[int(at)*x.width+q] += v
		}
	}
}

// goesOn reports whether a line goes on behind a node; where it might, what follows is looked at.
func (x *search) goesOn(ctx context.Context, at int32) bool {
	n := &x.nodes[at]
	switch {
	case n.n > 0:
		return true
	case n.status == engine.Over || x.playing && n.lines == 0:
		return false
	}
	x.look(ctx, at)
	return x.playing && x.nodes[at].n > 0
}

// choose is the node, of n that may be gone to, that is best for who is to move, with the bonus.
func (x *search) choose(from int32, n int, node func(k int) int32) int32 {
	player := int(x.nodes[from].player)
	all := math.Sqrt(float64(x.nodes[from].lines + 1))
	begin := 0
	if x.playing { // else the first of those that nobody has followed would always be
		begin = x.r.Below(n)
	}
	best, most := int32(0), math.Inf(-1)
	for i := range n {
		at := node((begin + i) % n)
		seen := float64(x.nodes[at].lines)
		if x.playing {
			if seen == 0 {
				return at
			}
		} else {
			seen++ // what it is worth before it is followed counts as one line
		}
		if v := x.mean(at, player) + float64(bonus*math.Sqrt(all/seen)); v > most {
			best, most = at, v
		}
	}
	return best
}

// mean is what a node is worth to a player: of all lines that led through it, and of what it
// was worth before, where that is known.
func (x *search) mean(at int32, player int) float64 {
	q, turned := player, false
	if x.width == 1 {
		team := x.Form.Program.Team
		q, turned = 0, team[player] != team[0]
	}
	sum, n := x.sums[int(at)*x.width+q], float64(x.nodes[at].lines)
	if !x.playing || n == 0 {
		sum += x.worth[int(at)*x.width+q]
		n++
	}
	if v := sum / n; turned {
		return 1 - v
	} else {
		return v
	}
}

// value puts what the end of a line is worth into the result.
func (x *search) value(ctx context.Context, at int32) {
	n := &x.nodes[at]
	size := len(x.state.Bytes())
	switch {
	case n.status != engine.Over && x.playing:
		x.state.SetBytes(x.states[int(at)*size:][:size])
		s := play.Series{Seed: x.r.Next(), Count: 1, Cap: x.Cap, From: x.state}
		_ = x.By.Play(ctx, s, func(g *play.Played) { // interrupted, nobody asks what came of it
			for q := range x.result {
				x.result[q] = x.Utility(g.State, q)
			}
		})
	case n.n == 0:
		copy(x.result, x.worth[int(at)*x.width:][:x.width])
	case n.status == engine.Decision:
		best := n.first
		for k := int32(1); k < n.n; k++ {
			if x.mean(n.first+k, int(n.player)) > x.mean(best, int(n.player)) {
				best = n.first + k
			}
		}
		copy(x.result, x.worth[int(best)*x.width:][:x.width])
	default:
		p := x.Form.Program
		d := &p.Devices[n.device]
		for q := range x.result {
			sum := 0.0
			for k := range d.Count {
				sum += float64(float64(p.Throws[d.First+k].Ways) * x.worth[(int(n.first)+k)*x.width+q])
			}
			x.result[q] = sum / float64(d.Ways)
		}
	}
}

// meet adds a node for a position.
func (x *search) meet(s *engine.State) {
	p := x.Form.Program
	n := node{status: s.Status(), player: uint8(s.Player()), device: -1}
	if n.status == engine.AwaitsThrow {
		n.device = int8(s.Device(p))
	}
	x.nodes = append(x.nodes, n)
	x.states = append(x.states, s.Bytes()...)
	for range x.width {
		x.worth, x.sums = append(x.worth, 0), append(x.sums, 0)
	}
}

// look finds what follows from the position of a node, unless too many are held.
func (x *search) look(ctx context.Context, at int32) {
	size := len(x.state.Bytes())
	x.state.SetBytes(x.states[int(at)*size:][:size])
	if len(x.states) > mostHeld {
		return
	}
	n := x.ahead.Look(ctx, x.state)
	x.nodes[at].first, x.nodes[at].n = int32(len(x.nodes)), int32(n)
	states := x.ahead.States()
	for k := range n {
		x.state.SetBytes(states[k*size:][:size])
		x.meet(x.state)
		for q := range x.width {
			v := x.Utility(x.state, q)
			if x.state.Status() != engine.Over && !x.playing {
				v = Logistic(float64(x.ahead.Value(k, q)) / weigh.Scale)
			}
			x.worth[len(x.worth)-x.width+q] = v
		}
	}
}

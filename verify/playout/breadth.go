package playout

import (
	"context"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/engine/history"
	"github.com/lectio/lectio/rulesets/play"
)

// node is a pair of positions that lines in step lead to.
type node struct {
	a, b   *engine.State
	ha, hb *history.History // nil where repetition does not matter
	from   int              // the node before; -1 for the opening
	sa, sb Step             // the step that led here
}

// breadth searches the pairs of positions of two interpretations in step.
type breadth struct {
	*pair
	nodes  []node
	seen   map[string]bool
	key    []byte
	limit  int
	search Search
}

// Breadth searches lines in step in breadth: every throw and every move, all
// lines of no moves, then of one, of two … until the two interpretations part or
// as many pairs of positions have been compared as the limit says. The parting it
// finds is an earliest one. When it finds none, Search.Depth says how many moves
// are free of partings, and Exhausted whether there is nothing beyond.
func Breadth(ctx context.Context, a, b *rulesets.Game, limit int) (*Parting, Search) {
	s := &breadth{pair: newPair(a, b), seen: map[string]bool{}, limit: limit, search: Search{Depth: -1}}
	defer s.close()
	opening(s.a, a.Program)
	opening(s.b, b.Program)
	s.search.Positions = 1
	if d := s.differ(); d != "" {
		return s.parting(d, nil, -1, nil, nil), s.search
	}
	level := s.add(nil, -1, Step{}, Step{})
	for len(level) > 0 {
		// All throws that are due, then what may be done: lines of as many moves.
		for i := 0; i < len(level); i++ {
			if ctx.Err() != nil || s.search.Positions >= s.limit {
				return nil, s.search
			}
			s.load(level[i])
			switch s.a.State.Status() {
			case engine.AwaitsThrow:
				dev := s.a.State.Device(a.Program)
				d := a.Program.Devices[dev]
				for t := d.First; t < d.First+d.Count; t++ {
					s.load(level[i])
					s.search.Positions++
					if how := s.makeThrow(t); how != "" {
						return s.found(how, level[i]), s.search
					}
					level = s.add(level, level[i], s.steps[0], s.stepsB[0])
				}
			case engine.Decision:
				if !s.choose() {
					return s.found("moves", level[i]), s.search
				}
			}
		}
		s.search.Depth++
		var next []int
		for _, n := range level {
			s.load(n)
			if s.a.State.Status() != engine.Decision {
				continue
			}
			s.choose()
			for k := range s.a.Moves {
				if ctx.Err() != nil || s.search.Positions >= s.limit {
					return nil, s.search
				}
				s.load(n)
				s.search.Positions++
				if how := s.play(k); how != "" {
					return s.found(how, n), s.search
				}
				next = s.add(next, n, s.steps[0], s.stepsB[0])
			}
		}
		level = next
	}
	s.search.Exhausted = true
	return nil, s.search
}

// add keeps the present pair unless it is known, and puts its number in the list.
func (s *breadth) add(list []int, from int, sa, sb Step) []int {
	s.key = append(append(s.key[:0], s.a.State.Bytes()...), s.b.State.Bytes()...)
	if s.ga.Program.RepetitionMatters {
		s.key = s.a.Past().AppendKey(s.key)
	}
	if s.gb.Program.RepetitionMatters {
		s.key = s.b.Past().AppendKey(s.key)
	}
	if s.seen[string(s.key)] {
		return list
	}
	s.seen[string(s.key)] = true
	n := node{a: s.a.State.Clone(), b: s.b.State.Clone(), from: from, sa: sa, sb: sb}
	if s.ga.Program.RepetitionMatters {
		n.ha = history.New()
		n.ha.CopyFrom(s.a.Past())
	}
	if s.gb.Program.RepetitionMatters {
		n.hb = history.New()
		n.hb.CopyFrom(s.b.Past())
	}
	s.nodes = append(s.nodes, n)
	return append(list, len(s.nodes)-1)
}

// opening puts a side at its opening position, with what is remembered of that.
func opening(x *play.Stepper, p *engine.Program) {
	in, s := engine.NewInterpreter(p), p.NewState()
	in.History = history.New()
	in.Start(s)
	x.Set(s, in.History)
}

// load puts the pair of a node in place, with no steps yet.
func (s *breadth) load(i int) {
	n := &s.nodes[i]
	s.a.Set(n.a, n.ha)
	s.b.Set(n.b, n.hb)
	s.steps, s.stepsB = s.steps[:0], s.stepsB[:0]
}

// found puts the whole line together and describes the parting at its end.
func (s *breadth) found(kind string, at int) *Parting {
	var a, b []Step
	for i := at; i >= 0 && s.nodes[i].from >= 0; i = s.nodes[i].from {
		a, b = append(a, s.nodes[i].sa), append(b, s.nodes[i].sb)
	}
	for i, j := 0, len(a)-1; i < j; i, j = i+1, j-1 {
		a[i], a[j], b[i], b[j] = a[j], a[i], b[j], b[i]
	}
	return s.parting(kind, nil, -1, append(a, s.steps...), append(b, s.stepsB...))
}

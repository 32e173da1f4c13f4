package engine

import (
	"slices"

	"github.com/lectio/lectio/rulesets/board/place"
)

// Sides tells the sides of a game apart by what the rules make of them: by the men each
// sets out with, by the board as it lies before each, and by what the rules say of one
// player only. Players whose numbers are equal cannot be told apart by any of these, so
// that one is as good as the other but for who begins; players whose numbers differ are
// unlike. Numbers of two interpretations are comparable.
//
// Places are told apart as in the refinement of colours (Weisfeiler and Leman, "The
// reduction of a graph to canonical form", 1968), which never parts what a symmetry of the
// board joins. It may join what no symmetry does, on boards that are regular and bare; then
// two sides pass for alike that are not quite so.
func (p *Program) Sides() []uint64 {
	out := make([]uint64, len(p.Players))
	for q := range p.Players {
		s := side{p: p, q: q}
		stores := s.colour()
		out[q] = mixed(stores, unordered(s.rules()), unordered(slices.Clone(s.colours)))
	}
	return out
}

// Counting is a number for the scale on which points are counted: which numbers of points
// are counted, for whom, and whether they are multiplied or rounded. Programs with one number
// count on one scale, though they may not count on the same occasions; it is 0 where nothing
// is counted.
func (p *Program) Counting() uint64 {
	if len(p.Scores) == 0 {
		return 0
	}
	s := side{p: p, q: -1}
	var list []uint64
	for i := range p.Scores {
		x := &p.Scores[i]
		list = append(list, mixed(uint64(x.Num), uint64(x.Den), uint64(x.Round+1), flag(x.Their), s.expression(x.Points)))
	}
	// What is counted in a variable first is counted as the rules change it.
	for _, v := range p.countedIn() {
		for i := range p.Changes {
			for _, e := range p.Changes[i].Effects {
				if (e.Kind == Assign || e.Kind == Raise) && e.Var == v {
					list = append(list, mixed(uint64(v), uint64(e.Kind), flag(e.Their), s.expression(e.A)))
				}
			}
		}
	}
	slices.Sort(list)
	return max(mixed(append(slices.Compact(list), uint64(p.Denominator))...), 1)
}

// countedIn lists the variables from which points are reckoned and on which nothing else
// hangs, neither what may be played nor how the game ends.
func (p *Program) countedIn() (out []int) {
	in := func(list ...*Node) map[int]bool {
		found := map[int]bool{}
		for _, n := range list {
			if n != nil {
				n.Any(func(n *Node) bool {
					if n.Op == NVar || n.Op == SVar {
						found[n.N] = true
					}
					return false
				})
			}
		}
		return found
	}
	var points, play []*Node
	for i := range p.Scores {
		points = append(points, p.Scores[i].When, p.Scores[i].Points)
	}
	scored := in(points...)
	rest := p.Rules
	rest.Scores = nil
	rest.Changes = nil
	for _, c := range p.Changes {
		c.Effects = slices.DeleteFunc(slices.Clone(c.Effects), func(e Effect) bool { return (e.Kind == Assign || e.Kind == Raise) && scored[e.Var] })
		if len(c.Effects) > 0 {
			rest.Changes = append(rest.Changes, c)
		}
	}
	rest.EachExpression(func(n *Node) { play = append(play, n) })
	played := in(play...)
	for v := range p.Vars {
		if scored[v] && !played[v] {
			out = append(out, v)
		}
	}
	return out
}

// Draws reports whether the end always leaves a game without a winner.
func (e *End) Draws() bool { return e.Winner == NoWinner }

// NamesWinner reports whether some end of the rules says who has won.
func (r *Rules) NamesWinner() bool {
	return slices.ContainsFunc(r.Ends, func(e End) bool { return e.Winner != NoWinner && (e.Winner != HigherScore || len(r.Scores) > 0) })
}

func flag(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}

// side is what rules say as a player sees them.
type side struct {
	p       *Program
	q       int      // the player; -1: whoever it is
	colours []uint64 // by place
	known   map[*Node]uint64

	sets []place.Set       // that the rules name to the player, in order
	ways []place.Direction // in which men go
}

// mixed is one number for many.
func mixed(list ...uint64) uint64 {
	h := uint64(14695981039346656037)
	for _, x := range list {
		for range 8 {
			h = (h ^ x&0xff) * 1099511628211
			x >>= 8
		}
		h ^= h >> 29
	}
	return h
}

// unordered is one number for many in any order.
func unordered(list []uint64) uint64 {
	slices.Sort(list)
	return mixed(list...)
}

// colour gives every place of the player's view a number that tells it from those which
// lie otherwise, or have other men at the beginning; what it returns is a number for the men
// in store.
func (s *side) colour() uint64 {
	p, q := s.p, s.q
	s.colours = make([]uint64, p.Places)
	at := make([][][2]uint64, p.Cells)
	var stores []uint64
	for _, it := range p.Setup {
		count := it.Count
		if it.Player == p.First && it.Place >= p.Places && p.oneMore(it) {
			count--
		}
		own := mixed(2, uint64(it.Class), uint64(count)) // of nobody
		if it.Player < len(p.Team) {
			own = mixed(flag(p.Team[it.Player] == p.Team[q]), flag(it.Player == q), uint64(it.Class), uint64(count))
		}
		if it.Place >= p.Places {
			stores = append(stores, mixed(own, uint64(it.Place-p.Places)))
		} else {
			c := p.CellOf[p.seat(it.Player)][it.Place]
			at[c] = append(at[c], [2]uint64{own, 1})
		}
	}
	// Sets of places that the rules name to the player tell places apart too, in the order
	// in which they are named.
	s.rules()
	sets, ways := s.sets, s.ways
	s.known = nil
	for f := range s.colours {
		var men []uint64
		for _, m := range at[p.CellOf[q][f]] {
			men = append(men, m[0])
		}
		c := []uint64{unordered(men)}
		if f < len(p.Distance) {
			c = append(c, uint64(p.Distance[f]))
		}
		for _, set := range sets {
			c = append(c, flag(set.Has(f)))
		}
		s.colours[f] = mixed(c...)
	}
	for range p.Places {
		next := s.refined(ways)
		if parts(next) == parts(s.colours) {
			break
		}
		s.colours = next
	}
	return unordered(stores)
}

// oneMore reports whether who begins has one man more of a kind in store than every other:
// where men are set down in turn until the board is full, that is for the turn and no
// other strength.
func (p *Program) oneMore(it SetupItem) bool {
	for q := range p.Players {
		like := slices.IndexFunc(p.Setup, func(x SetupItem) bool { return x.Player == q && x.Place == it.Place && x.Class == it.Class })
		if q != it.Player && (like < 0 || p.Setup[like].Count != it.Count-1) {
			return false
		}
	}
	return true
}

// parts is how many colours there are.
func parts(list []uint64) int {
	list = slices.Clone(list)
	slices.Sort(list)
	return len(slices.Compact(list))
}

// refined tells places apart by what lies about them.
func (s *side) refined(ways []place.Direction) []uint64 {
	p, q := s.p, s.q
	of := func(list []int) (out []uint64) {
		for _, f := range list {
			out = append(out, s.colours[f])
		}
		return out
	}
	next := make([]uint64, len(s.colours))
	lines := make([][]uint64, len(s.colours))
	if q < len(p.Lines) {
		for _, l := range p.Lines[q] {
			on := unordered(of(l.Places()))
			for f := l.First(); f >= 0; f = l.From(f + 1) {
				lines[f] = append(lines[f], on)
			}
		}
	}
	for f := range next {
		c := []uint64{s.colours[f]}
		if f < len(p.Next) {
			c = append(c, mixed(of(p.Next[f])...))
		}
		if q < len(p.Near) && f < len(p.Near[q]) {
			c = append(c, unordered(of(p.Near[q][f].Places())))
		}
		if q < len(p.Leaps) && f < len(p.Leaps[q]) {
			var to []uint64
			for _, l := range p.Leaps[q][f] {
				to = append(to, mixed(s.colours[l.Over], s.colours[l.To]))
			}
			c = append(c, unordered(to))
		}
		if q < len(p.Rays) && f < len(p.Rays[q]) {
			var along []uint64
			for _, r := range p.Rays[q][f] {
				way := of(r.Places)
				for _, d := range ways {
					way = append(way, flag(r.Direction&d != 0))
				}
				along = append(along, mixed(way...))
			}
			c = append(c, unordered(along))
		}
		next[f] = mixed(append(c, unordered(lines[f]))...)
	}
	return next
}

// expression is a number for what an expression says to the player. What asks who the
// player is is answered.
func (s *side) expression(n *Node) uint64 {
	if n == nil {
		return 0
	}
	if x, ok := s.known[n]; ok {
		return x
	}
	if s.known == nil {
		s.known = map[*Node]uint64{}
	}
	x := s.sumOf(n)
	s.known[n] = x
	return x
}

func (s *side) sumOf(n *Node) uint64 {
	if is, ok := s.settled(n); ok {
		return mixed(uint64(BLit), flag(is))
	}
	switch n.Op {
	case BAnd, BOr: // what is settled adds nothing
		var left []uint64
		for _, k := range n.Kids {
			if _, ok := s.settled(k); !ok {
				left = append(left, s.expression(k))
			}
		}
		if len(left) == 1 {
			return left[0]
		}
		return mixed(append(left, uint64(n.Op))...)
	case NIf, SIf:
		if is, ok := s.settled(n.Kids[0]); ok {
			if is {
				return s.expression(n.Kids[1])
			}
			return s.expression(n.Kids[2])
		}
	case SLit, SByPlayer: // sets are told by the colours of their places
		if s.q >= 0 {
			set := n.Lit
			if n.Op == SByPlayer {
				set = n.By[s.q]
			}
			s.sets = append(s.sets, set)
			var of []uint64
			for _, f := range set.Places() {
				of = append(of, s.place(f))
			}
			return mixed(uint64(SLit), unordered(of))
		}
	case SRay, SMet, SBetween, SBeyond, SShift:
		s.ways = append(s.ways, place.Direction(n.N))
	}
	list := []uint64{uint64(n.Op), uint64(n.N), uint64(n.Steps), uint64(n.Cmp)}
	for _, set := range append([]place.Set{n.Lit}, n.By...) {
		for _, f := range set.Places() {
			list = append(list, uint64(f))
		}
		list = append(list, ^uint64(0))
	}
	for i, k := range n.Kids {
		if s.q >= 0 && k.Op == NLit && n.isPlace(i) {
			list = append(list, s.place(k.N))
			continue
		}
		list = append(list, s.expression(k))
	}
	return mixed(list...)
}

// place is a number for a place, which is not that of the places that look otherwise.
func (s *side) place(f int) uint64 {
	if f >= 0 && f < len(s.colours) {
		return s.colours[f]
	}
	return uint64(f)
}

// isPlace reports whether a kid of the node is a place, so that its number says nothing.
func (n *Node) isPlace(i int) bool {
	switch n.Op {
	case NCountAt, NDistance, NNumber, SPlace, SNear, SAhead, SBehind, SLandings, SBetween, SBeyond, BIn:
		return i == 0
	case BCompare:
		switch n.Kids[1-i].Op {
		case NFrom, NTo, NOver, NFirst, NLast, NThat:
			return true
		}
	}
	return false
}

// settled answers a condition that hangs on who the player is, and on nothing else that
// decides.
func (s *side) settled(n *Node) (is, ok bool) {
	switch n.Op {
	case BLit:
		return n.N != 0, true
	case BNot:
		is, ok = s.settled(n.Kids[0])
		return !is, ok
	case BAnd, BOr:
		decides := n.Op == BOr // one that is so decides
		all := true
		for _, k := range n.Kids {
			is, ok := s.settled(k)
			if ok && is == decides {
				return decides, true
			}
			all = all && ok
		}
		return !decides, all
	case BCompare:
		if s.q < 0 {
			return false, false
		}
		a, b := n.Kids[0], n.Kids[1]
		if a.Op == NPlayer && b.Op == NLit {
			return n.Cmp.Holds(s.q, b.N), true
		}
		if a.Op == NLit && b.Op == NPlayer {
			return n.Cmp.Holds(a.N, s.q), true
		}
	}
	return false, false
}

// rules are numbers for what the rules say to the player, without those that never say
// anything to him.
func (s *side) rules() (out []uint64) {
	p := s.p
	says := func(when *Node, list ...uint64) {
		if when != nil {
			if is, ok := s.settled(when); ok && !is {
				return
			} else if !ok {
				list = append(list, s.expression(when))
			}
		}
		out = append(out, mixed(list...))
	}
	for i := range p.Vars {
		x := &p.Vars[i]
		says(nil, 1, uint64(i), uint64(x.Kind), uint64(x.Per), flag(x.Common), s.expression(x.Initial))
	}
	for i := range p.Stages {
		says(p.Stages[i].When, 2, uint64(i))
	}
	for i := range p.Agendas {
		x := &p.Agendas[i]
		list := []uint64{3, x.Stages, uint64(x.Throw), flag(x.Fixed)}
		for _, part := range x.Parts {
			list = append(list, uint64(part))
		}
		says(x.When, list...)
	}
	for i := range p.Blocked {
		x := &p.Blocked[i]
		says(x.When, 4, x.Stages, uint64(x.Policy))
	}
	for i := range p.Allows {
		x := &p.Allows[i]
		list := []uint64{5, uint64(x.Act), x.Stages, flag(x.Sparing)}
		for _, store := range x.Stores {
			list = append(list, uint64(store))
		}
		for _, part := range x.Parts {
			list = append(list, flag(part))
		}
		says(x.When, append(list, s.expression(x.From), s.expression(x.To), s.expression(x.Over), s.expression(x.Men))...)
	}
	for i := range p.Forbids {
		x := &p.Forbids[i]
		list := []uint64{6, uint64(x.Acts), x.Stages}
		for _, e := range x.Excepts {
			list = append(list, s.expression(e.When))
		}
		says(x.When, list...)
	}
	for i := range p.Requires {
		x := &p.Requires[i]
		says(x.When, 7, x.Stages, s.expression(x.That), s.expression(x.Best), flag(x.Least), flag(x.AtLast), uint64(x.Line), flag(x.LineOnly))
	}
	for i := range p.Changes {
		x := &p.Changes[i]
		list := []uint64{8, uint64(x.On), x.Stages}
		for _, e := range x.Effects {
			list = append(list, uint64(e.Kind), uint64(e.Whose), flag(e.Many), s.expression(e.A), s.expression(e.B), uint64(e.Var), uint64(e.Store), flag(e.Their), uint64(e.Where))
			for _, part := range e.Parts {
				list = append(list, uint64(part))
			}
		}
		says(x.When, list...)
	}
	for i := range p.Ends {
		x := &p.Ends[i]
		says(x.When, 9, uint64(x.At), uint64(x.Acts), x.Stages, uint64(x.Winner), uint64(x.Var))
	}
	for i := range p.Scores {
		x := &p.Scores[i]
		says(x.When, 10, uint64(x.At), uint64(x.Acts), x.Stages, s.expression(x.Points), uint64(x.Num), uint64(x.Den), uint64(x.Round+1), flag(x.Their))
	}
	return out
}

package engine

import "math/bits"

// Gathered returns the places on which all men of the player in view stand wherever a
// condition holds, if it can be seen that there are such: the condition is an
// arrangement of all his men, such as five on each of three points where he has
// fifteen, or one of several. Before they stand on those places, it need not be asked.
func (p *Program) Gathered(n *Node) (places Set, ok bool) {
	if n == nil {
		return places, false
	}
	all := func(k int, on Set) (Set, bool) {
		for q := range p.Players {
			if k <= 0 || k*on.Count() != p.Men(q) {
				return on, false
			}
		}
		return on, true
	}
	switch n.Op {
	case BOr:
		for _, k := range n.Kids {
			on, ok := p.Gathered(k)
			if !ok {
				return Set{}, false
			}
			places = places.Or(on)
		}
		return places, true
	case BAnd:
		for _, k := range n.Kids {
			if on, is := p.Gathered(k); is && (!ok || on.Count() < places.Count()) {
				places, ok = on, true
			}
		}
		return places, ok
	case BSub: // places within those where he has so many
		b := n.Kids[1]
		if b.Op != SCompare || b.Cmp != Equal || Whose(b.N) != Own {
			return places, false
		}
		k, known := b.Kids[0].Constant()
		on, fixed := p.constantSet(n.Kids[0])
		if !known || !fixed {
			return places, false
		}
		return all(k, on)
	case BCompare: // so many at a place
		x := n.Kids[0]
		if x.Op != NCountAt || Whose(x.N) != Own || n.Cmp != Equal {
			return places, false
		}
		f, there := x.Kids[0].Constant()
		k, known := n.Kids[1].Constant()
		if !there || !known || f < 0 || f >= p.Places {
			return places, false
		}
		return all(k, SetOf(f))
	}
	return places, false
}

// Constant returns the value of a number that is the same in every position.
func (n *Node) Constant() (v int, ok bool) {
	switch n.Op {
	case NLit:
		return n.N, true
	case NAdd, NSub:
		a, known := n.Kids[0].Constant()
		b, too := n.Kids[1].Constant()
		if n.Op == NSub {
			b = -b
		}
		return a + b, known && too
	}
	return 0, false
}

// constantSet is a set of places that is the same in every position.
func (p *Program) constantSet(n *Node) (places Set, ok bool) {
	switch n.Op {
	case SLit:
		return n.Lit, true
	case SRange:
		a, known := n.Kids[0].Constant()
		b, too := n.Kids[1].Constant()
		a, b = max(a, 1), min(b, p.Places)
		if !known || !too || a > b {
			return places, false
		}
		return FirstN(b).Minus(FirstN(a - 1)), true
	}
	return places, false
}

// gather notes which of the tests ask for an arrangement of all men of the player in
// view, and where they stand in any of them.
func (t *tests) gather(p *Program) {
	var on Set
	note := func(i int, n *Node) uint64 {
		places, ok := p.Gathered(n)
		if !ok || i >= 64 {
			return 0
		}
		on = on.Or(places)
		return 1 << i
	}
	for i, r := range t.scores {
		t.gatheredScores |= note(i, r.When)
	}
	for i, k := range t.ends {
		t.gatheredEnds |= note(i, p.Ends[k].When)
	}
	if bits.OnesCount64(t.gatheredScores)+bits.OnesCount64(t.gatheredEnds) < 2 {
		t.gatheredScores, t.gatheredEnds = 0, 0 // one is asked as fast
		return
	}
	t.gathered = on.Places()
}

// scattered reports whether the men of the player in view stand elsewhere than in any
// arrangement that the tests ask for.
func (in *Interpreter) scattered(s *State, t *tests) bool {
	if len(t.gathered) == 0 {
		return false
	}
	n := 0
	for _, f := range t.gathered {
		n += s.men(in.p, in.me, f)
	}
	return n != in.p.Men(in.me)
}

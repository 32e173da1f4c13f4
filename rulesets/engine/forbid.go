package engine

// Most prohibitions are about where the man goes, or where he comes from, and the
// same for all men and parts: a held point, a row that is entered once. They are
// looked up as sets of places then, found once a decision, and not evaluated for
// each move.

// watched is a prohibition that can refuse a move with the present part.
type watched struct {
	*Forbid
	placed   bool    // the move goes from one of the places from to one of the places to
	from, to Set     // what it takes to be refused, as far as that depends on one place only
	each     []*Node // the rest
	excepts  []Except
}

// split takes a condition, or a set, apart into what and joins: that which is the same
// for all moves with one part, and the others.
func (n *Node) split(and Op, once, each []*Node) ([]*Node, []*Node) {
	switch {
	case n == nil:
		return once, each
	case n.Op == and && n.dependsOnMan():
		once, each = n.Kids[0].split(and, once, each)
		return n.Kids[1].split(and, once, each)
	case n.dependsOnMan():
		return once, append(each, n)
	}
	return append(once, n), each
}

// dependsOnMan reports whether the node's value can differ between two moves of
// one decision that play the same part.
func (n *Node) dependsOnMan() bool {
	return n.asks(NFrom, NTo, NOver, NAct, SPassed, BMark, BCompletable, BFollows, BSparing, NScored)
}

// takeApart sorts the conjuncts that depend on the move by what they depend on, and sets
// apart the exceptions for places that are always the same.
func (f *Forbid) takeApart(p *Program) {
	for _, n := range f.each {
		switch {
		case n.dependsOnOnly(p, NFrom):
			f.onFrom = append(f.onFrom, n)
		case n.dependsOnOnly(p, NTo):
			f.onTo = append(f.onTo, n)
		default:
			f.other = append(f.other, n)
			continue
		}
		n.tabulatePlaces(p)
		if n.known == nil && !n.asks(NPart, NPartID) {
			p.memos++
			n.where = p.memos
		}
	}
	for _, e := range f.Excepts {
		if e.When != nil && e.When.dependsOnMan() && e.When.dependsOnOnly(p, NTo) {
			e.When.tabulatePlaces(p)
			if e.When.known != nil {
				f.open = f.open.Or(*e.When.known)
				continue
			}
		}
		f.lifts = append(f.lifts, e)
	}
}

// dependsOnOnly reports whether a condition depends on no more of the man and his
// move than one place, in ways that where knows. What stands on the places of three
// opponents takes longer to find than what stands on those that a few men can reach.
func (n *Node) dependsOnOnly(p *Program, place Op) bool {
	if !n.dependsOnMan() {
		return true
	}
	switch n.Op {
	case BAnd, BOr:
		return n.Kids[0].dependsOnOnly(p, place) && n.Kids[1].dependsOnOnly(p, place)
	case BNot:
		return n.Kids[0].dependsOnOnly(p, place)
	case BIn:
		return n.Kids[0].Op == place && !n.Kids[1].dependsOnMan()
	case BCompare:
		a, b := n.Kids[0], n.Kids[1]
		return a.Op == NCountAt && a.Kids[0].Op == place && !b.dependsOnMan() && (Whose(a.N) == Own || len(p.Players) == 2) ||
			a.Op == NNumber && a.Kids[0].Op == place && b.Op == NLit
	}
	return false
}

// tabulatePlaces notes what where asks for: whether the condition depends on a place
// at all, and for which places it holds when they are always the same.
func (n *Node) tabulatePlaces(p *Program) {
	if n.ofPlace = n.dependsOnMan(); !n.ofPlace {
		return // it holds or does not, wherever a man goes
	}
	if n.Op == BCompare && n.Kids[0].Op == NNumber {
		var t Set
		for f := range p.Places {
			if n.Cmp.holds(f+1, n.Kids[1].N) {
				t.add(f)
			}
		}
		n.known = &t
		return
	}
	if n.Op == BIn {
		n.known = n.Kids[1].known
		return
	}
	for _, k := range n.Kids {
		k.tabulatePlaces(p)
	}
}

// where returns the places of the board for which a condition holds that depends on
// no more than one place.
func (in *Interpreter) where(n *Node) Set {
	if n.known != nil {
		return *n.known
	}
	if n.where == 0 {
		return in.whereAnew(n)
	}
	if m := &in.memo[n.where-1]; m.epoch == in.epoch {
		return m.set
	}
	t := in.whereAnew(n)
	in.memo[n.where-1] = memoEntry{epoch: in.epoch, set: t}
	return t
}

func (in *Interpreter) whereAnew(n *Node) Set {
	all := in.p.all
	if n.ofPlace {
		switch n.Op {
		case BAnd:
			return in.where(n.Kids[0]).And(in.where(n.Kids[1]))
		case BOr:
			return in.where(n.Kids[0]).Or(in.where(n.Kids[1]))
		case BNot:
			return all.Minus(in.where(n.Kids[0]))
		case BIn:
			return in.set(n.Kids[1])
		case BCompare:
			return in.compareCounts(Whose(n.Kids[0].N), n.Cmp, in.num(n.Kids[1]))
		}
	}
	if in.holds(n) {
		return all
	}
	return Set{}
}

// watch keeps the prohibitions that can refuse a move with the present part. It
// reports whether one of them refuses every such move; that is not looked for when
// somebody wants to know what each prohibition refuses. For few moves no places are
// looked up.
func (in *Interpreter) watch(list []*Forbid, act Act, few bool) bool {
	in.watched, in.closed = in.watched[:0], Set{}
	counting := in.explain != nil || in.Applied != nil
	all := in.p.all
	for _, f := range list {
		if !in.allHold(f.once) {
			continue
		}
		w := watched{Forbid: f, from: all, to: all, each: f.each, excepts: f.Excepts}
		if !few && (act == Step || act == Advance || act == Leap) { // from a place of the board to another
			w.placed, w.each = true, f.other
			for _, n := range f.onTo {
				w.to = w.to.And(in.where(n))
			}
			for _, n := range f.onFrom {
				w.from = w.from.And(in.where(n))
			}
			if !counting {
				w.to, w.excepts = w.to.Minus(f.open), f.lifts
			}
			if w.to.Empty() || w.from.Empty() {
				continue
			}
		}
		if counting || len(w.each)+len(w.excepts) > 0 || !w.from.Equal(all) {
			in.watched = append(in.watched, w)
			continue
		}
		if w.to.Equal(all) {
			return true
		}
		in.closed = in.closed.Or(w.to)
	}
	return false
}

// stands reports whether none of the prohibitions that are watched refuses the candidate;
// that it does not go to a closed place has been seen to.
func (in *Interpreter) stands(m *Move) bool {
	refused := false
	for i := range in.watched {
		f := &in.watched[i]
		if f.placed && !(f.to.Has(int(m.To)) && f.from.Has(int(m.From))) || !in.allHold(f.each) {
			continue
		}
		lifted := false
		for j := range f.excepts {
			if e := &f.excepts[j]; in.is(e.When) {
				lifted = true
				in.applied(e.Statement)
				if in.explain != nil {
					in.explain.lifted(*m, e.Statement)
				}
				break
			}
		}
		if lifted {
			continue
		}
		refused = true
		if in.explain == nil {
			in.applied(f.Statement)
			return false
		}
		in.explain.refuse(*m, f.Statement)
	}
	return !refused
}

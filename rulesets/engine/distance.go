package engine

// Distance says how far a condition is from holding in s, seen by player q: 0
// when it holds, and the less the nearer the men stand to where it would. Games
// in which the players help each other can be steered by it towards positions
// that random play hardly reaches. It is the branch distance of search-based
// testing (Korel, "Automated software test data generation", 1990; Tracey et
// al., "An automated framework for structural test-data generation", 1998),
// with distances of sets added: what a comparison lacks counts in full, what is
// joined by and adds up, of what is joined by or the nearer counts. It allocates
// nothing; the moment and the move that a rule may ask for are not considered.
func (in *Interpreter) Distance(s *State, q int, n *Node) int {
	if n == nil {
		return 0
	}
	in.view(s, q)
	return in.far(n, true)
}

// far is the distance from n being want.
func (in *Interpreter) far(n *Node, want bool) int {
	if in.holds(n) == want {
		return 0
	}
	switch n.Op {
	case BAnd, BOr:
		a, b := in.far(n.Kids[0], want), in.far(n.Kids[1], want)
		if (n.Op == BAnd) == want {
			return a + b
		}
		return min(a, b)
	case BNot:
		return in.far(n.Kids[0], !want)
	case NIf:
		if in.holds(n.Kids[0]) {
			return in.far(n.Kids[1], want)
		}
		return in.far(n.Kids[2], want)
	case BCompare:
		return lacking(n.Cmp, in.num(n.Kids[0]), in.num(n.Kids[1]), want)
	case BSub:
		if want {
			return in.outside(in.set(n.Kids[0]), n.Kids[1])
		}
	case BSetEqual:
		if want {
			a, b := in.set(n.Kids[0]), in.set(n.Kids[1])
			return a.Minus(b).Count() + b.Minus(a).Count()
		}
	case BIn:
		if f := in.num(n.Kids[0]); want && f >= 0 && f < in.p.Places {
			return in.outside(SetOf(f), n.Kids[1])
		}
	case BSome, BEvery:
		return in.farOfSome(n, want)
	}
	return 1
}

// outside is how far the places of t are from being in the set n: each counts
// one, or what its men lack, where it is their count that n asks for.
func (in *Interpreter) outside(t Set, n *Node) int {
	t = t.Minus(in.set(n))
	if n.Op != SCompare {
		return t.Count()
	}
	k, sum := in.num(n.Kids[0]), 0
	for f := t.First(); f >= 0; f = t.from(f + 1) {
		sum += lacking(n.Cmp, in.countAt(Whose(n.N), f), k, true)
	}
	return sum
}

func (in *Interpreter) farOfSome(n *Node, want bool) int {
	keep := in.opp
	defer func() { in.opp = keep }()
	sum, least := 0, -1
	for q := range in.p.Players {
		if in.p.Team[q] == in.p.Team[in.me] {
			continue
		}
		in.opp = q
		d := in.far(n.Kids[0], want)
		sum += d
		if least < 0 || d < least {
			least = d
		}
	}
	if (n.Op == BEvery) == want {
		return sum
	}
	return max(least, 0)
}

// lacking is how far a and b are from comparing as wanted.
func lacking(c Comparison, a, b int, want bool) int {
	if c.holds(a, b) == want {
		return 0
	}
	if !want {
		c = [...]Comparison{NotEqual, Equal, GreaterEqual, Greater, LessEqual, Less}[c]
	}
	switch c {
	case Equal:
		return max(a-b, b-a)
	case Less:
		return a - b + 1
	case LessEqual:
		return a - b
	case Greater:
		return b - a + 1
	case GreaterEqual:
		return b - a
	}
	return 1
}

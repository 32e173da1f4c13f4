package play

import (
	"github.com/lectio/lectio/rulesets/board/place"
	"github.com/lectio/lectio/rulesets/engine"
)

// Distance says how far a condition is from holding in s, seen by player q: 0
// when it holds, and the less the nearer the men stand to where it would. Games
// in which the players help each other can be steered by it towards positions
// that random play hardly reaches. It is the branch distance of search-based
// testing (Korel, "Automated software test data generation", 1990; Tracey et
// al., "An automated framework for structural test-data generation", 1998),
// with distances of sets added: what a comparison lacks counts in full, what is
// joined by and adds up, of what is joined by or the nearer counts. The
// moment and the move that a rule may ask for are not considered.
func Distance(in *engine.Interpreter, s *engine.State, q int, n *engine.Node) int {
	if n == nil {
		return 0
	}
	in.View(s, q)
	w := gauge{in, map[wanted]int{}}
	return w.far(n, true)
}

// gauge measures how far conditions are from holding, each once while one opponent is bound.
type gauge struct {
	*engine.Interpreter
	found map[wanted]int
}

type wanted struct {
	n    *engine.Node
	want bool
}

// far is the distance from n being want.
func (in gauge) far(n *engine.Node, want bool) int {
	if in.Holds(n) == want {
		return 0
	}
	d, ok := in.found[wanted{n, want}]
	if !ok {
		d = min(in.farAnew(n, want), 1<<30) // what is shared may be counted many times
		in.found[wanted{n, want}] = d
	}
	return d
}

func (in gauge) farAnew(n *engine.Node, want bool) int {
	switch n.Op {
	case engine.BAnd, engine.BOr:
		a, b := in.far(n.Kids[0], want), in.far(n.Kids[1], want)
		if (n.Op == engine.BAnd) == want {
			return a + b
		}
		return min(a, b)
	case engine.BNot:
		return in.far(n.Kids[0], !want)
	case engine.NIf:
		if in.Holds(n.Kids[0]) {
			return in.far(n.Kids[1], want)
		}
		return in.far(n.Kids[2], want)
	case engine.BCompare:
		return lacking(n.Cmp, in.Number(n.Kids[0]), in.Number(n.Kids[1]), want)
	case engine.BSub:
		if want {
			return in.outside(in.Set(n.Kids[0]), n.Kids[1])
		}
	case engine.BSetEqual:
		if want {
			a, b := in.Set(n.Kids[0]), in.Set(n.Kids[1])
			return a.Minus(b).Count() + b.Minus(a).Count()
		}
	case engine.BIn:
		if f := in.Number(n.Kids[0]); want && f >= 0 && f < in.Program().Places {
			return in.outside(place.SetOf(f), n.Kids[1])
		}
	case engine.BSome, engine.BEvery:
		return in.farOfSome(n, want)
	}
	return 1
}

// outside is how far the places of t are from being in the set n: each counts
// one, or what its men lack, where it is their count that n asks for.
func (in gauge) outside(t place.Set, n *engine.Node) int {
	t = t.Minus(in.Set(n))
	if n.Op != engine.SCompare {
		return t.Count()
	}
	k, sum := in.Number(n.Kids[0]), 0
	for _, f := range t.Places() {
		sum += lacking(n.Cmp, in.CountAt(engine.Whose(n.N), f), k, true)
	}
	return sum
}

func (in gauge) farOfSome(n *engine.Node, want bool) int {
	sum, least := 0, -1
	in.AgainstEach(func() bool {
		d := gauge{in.Interpreter, map[wanted]int{}}.far(n.Kids[0], want)
		sum += d
		if least < 0 || d < least {
			least = d
		}
		return true
	})
	if (n.Op == engine.BEvery) == want {
		return sum
	}
	return max(least, 0)
}

// lacking is how far a and b are from comparing as wanted.
func lacking(c engine.Comparison, a, b int, want bool) int {
	if c.Holds(a, b) == want {
		return 0
	}
	if !want {
		c = [...]engine.Comparison{engine.NotEqual, engine.Equal, engine.GreaterEqual, engine.Greater, engine.LessEqual, engine.Less}[c]
	}
	switch c {
	case engine.Equal:
		return max(a-b, b-a)
	case engine.Less:
		return a - b + 1
	case engine.LessEqual:
		return a - b
	case engine.Greater:
		return b - a + 1
	case engine.GreaterEqual:
		return b - a
	}
	return 1
}

package engine

import "slices"

// Goals are the groups of places that a rule asks player q to join by neighbouring places in
// order to win, as it names them in a state.
func (in *Interpreter) Goals(s *State, q int) (out [][]int) {
	in.View(s, q)
	var visit func(n *Node)
	visit = func(n *Node) {
		switch {
		case n.Op == BAnd || n.Op == BOr:
			for _, k := range n.Kids {
				visit(k)
			}
		case n.Op == BCompare && n.Kids[0].Op == NCount && n.Kids[1].Op == NLit && !n.Cmp.Holds(0, n.Kids[1].N):
			// Of what is joined with one side, something lies on the other.
			both := n.Kids[0].Kids[0]
			for k := 0; both.Op == SAnd && k < 2; k++ {
				if reach := both.Kids[k]; reach.Op == SReach && reach.Kids[1].ofBoard() && both.Kids[1-k].ofBoard() {
					out = append(out, in.Set(reach.Kids[1]).Places(), in.Set(both.Kids[1-k]).Places())
				}
			}
		}
	}
	for i := range in.p.Ends {
		if e := &in.p.Ends[i]; e.When != nil && e.Winner == Me {
			visit(e.When)
		}
	}
	return out
}

// ofBoard reports whether a node names places by the board, the player and what is
// remembered, wherever men stand and whatever move is made.
func (n *Node) ofBoard() bool {
	return n.madeOf(SLit, SByPlayer, SIf, SAnd, SOr, SNot, BLit, BAnd, BOr, BNot, BCompare, NLit, NVar, NPlayer)
}

// Fixed reports whether a set holds the same places for a player throughout the game.
func (n *Node) Fixed() bool {
	return n.madeOf(SLit, SByPlayer, SAnd, SOr, SNot, SRange, SPlace, SNumber, SNear, SNearSet, SShift, NLit, NNeg, NAdd, NSub)
}

// madeOf reports whether the node and those below it are of these operations alone.
func (n *Node) madeOf(ops ...Op) bool {
	return !n.Any(func(n *Node) bool { return !slices.Contains(ops, n.Op) })
}

package engine

import "slices"

// Explain lists the legal moves of a decision together with every candidate
// that was refused, and why. It allocates; playing does not use it.
func (in *Interpreter) Explain(s *State) *Explanation {
	e := &Explanation{}
	if s.Status() != Decision {
		return e
	}
	in.explain, in.wide = e, in.wide[:0]
	e.Moves = in.generate(s, nil, false)
	in.explain = nil
	if len(e.Moves) == 0 {
		e.Moves = append(e.Moves, pass)
	}
	// A candidate allowed twice may be refused under one rule and stand under
	// the other; then it is legal, and no refusal.
	e.Refused = slices.DeleteFunc(e.Refused, func(r Refusal) bool {
		return slices.ContainsFunc(e.Moves, func(m Move) bool { return same(m, r.Move) })
	})
	slices.SortStableFunc(e.Refused, func(a, b Refusal) int { return in.inOrder(a.Move, b.Move) })
	for _, r := range e.Refused {
		if len(r.Statements) == 1 {
			e.Decisive = append(e.Decisive, r.Statements[0])
		}
	}
	for _, m := range e.Moves {
		if r := m.Rule(in.p); r != nil {
			e.Decisive = append(e.Decisive, r.Statement)
		}
	}
	for _, l := range e.Lifted {
		e.Decisive = append(e.Decisive, l.Statements...)
	}
	slices.Sort(e.Decisive)
	e.Decisive = slices.Compact(e.Decisive)
	return e
}

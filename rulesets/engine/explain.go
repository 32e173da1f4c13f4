package engine

import "slices"

// Refusal is a candidate that some rule allows and others refuse.
type Refusal struct {
	Move       Move
	Statements []int // every statement that refuses it, in declared order
}

// Explanation says of one decision what was refused and by which statements,
// and which statements were decisive: without one of them the legal moves of
// this decision would differ.
type Explanation struct {
	Moves    []Move
	Refused  []Refusal
	Lifted   []Refusal // candidates with the exceptions that lifted a prohibition for them
	Decisive []int     // statements, ascending, each once
}

func (e *Explanation) refuse(m Move, statement int) { e.Refused = noted(e.Refused, m, statement) }

func (e *Explanation) lifted(m Move, statement int) { e.Lifted = noted(e.Lifted, m, statement) }

// noted adds a statement to those that have to do with a candidate.
func noted(list []Refusal, m Move, statement int) []Refusal {
	for i := range list {
		if r := &list[i]; same(r.Move, m) {
			if !slices.Contains(r.Statements, statement) {
				r.Statements = append(r.Statements, statement)
			}
			return list
		}
	}
	return append(list, Refusal{Move: m, Statements: []int{statement}})
}

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

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
		if r := &list[i]; same(&r.Move, &m) {
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
	in.explain = e
	in.wider = false
	e.Moves = in.generate(s, nil, false)
	in.explain = nil
	if len(e.Moves) == 0 {
		e.Moves = append(e.Moves, pass)
	}
	// A candidate allowed twice may be refused under one rule and stand under
	// the other; then it is legal, and no refusal.
	q := int(s.b[hTo])
	kept := e.Refused[:0]
	for _, r := range e.Refused {
		legal := false
		for i := range e.Moves {
			legal = legal || same(&r.Move, &e.Moves[i])
		}
		if !legal {
			kept = append(kept, r)
		}
	}
	e.Refused = kept
	for i := 1; i < len(e.Refused); i++ {
		for j := i; j > 0 && in.p.orderOf(q, &e.Refused[j].Move) < in.p.orderOf(q, &e.Refused[j-1].Move); j-- {
			e.Refused[j], e.Refused[j-1] = e.Refused[j-1], e.Refused[j]
		}
	}
	seen := map[int]bool{}
	for _, r := range e.Refused {
		if len(r.Statements) == 1 {
			seen[r.Statements[0]] = true
		}
	}
	for _, m := range e.Moves {
		if r := m.Rule(in.p); r != nil {
			seen[r.Statement] = true
		}
	}
	for _, l := range e.Lifted {
		for _, st := range l.Statements {
			seen[st] = true
		}
	}
	for st := range seen {
		e.Decisive = append(e.Decisive, st)
	}
	for i := 1; i < len(e.Decisive); i++ {
		for j := i; j > 0 && e.Decisive[j] < e.Decisive[j-1]; j-- {
			e.Decisive[j], e.Decisive[j-1] = e.Decisive[j-1], e.Decisive[j]
		}
	}
	return e
}

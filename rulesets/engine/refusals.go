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

package engine

import "github.com/lectio/lectio/rulesets/board/place"

// Probe reports, for each probe of the program, whether a move of the player to
// move in s is one that it asks about, and appends the answers to buf. The move
// may be a legal one or a candidate that was refused.
func (in *Interpreter) Probe(s *State, m *Move, buf []bool) []bool {
	in.View(s, int(s.b[hTo]))
	in.move = *m
	for i := range in.p.Probes {
		p := &in.p.Probes[i]
		buf = append(buf, p.Acts&OnAct(m.Act) != 0 && in.is(p.When))
	}
	return buf
}

// Passed is the set of places that a move of the player to move in s passes over.
func (in *Interpreter) Passed(s *State, m *Move) place.Set {
	in.View(s, int(s.b[hTo]))
	in.move = *m
	return in.found(&Node{Op: SPassed})
}

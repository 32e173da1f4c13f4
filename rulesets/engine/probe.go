package engine

import "slices"

// Probe reports, for each probe of the program, whether a move of the player to
// move in s is one that it asks about, and appends the answers to buf. The move
// may be a legal one or a candidate that was refused.
func (in *Interpreter) Probe(s *State, m *Move, buf []bool) []bool {
	in.view(s, int(s.b[hTo]))
	in.load(m)
	for i := range in.p.Probes {
		p := &in.p.Probes[i]
		buf = append(buf, p.Acts&OnAct(m.Act) != 0 && in.is(p.When))
	}
	return buf
}

// Conceive lists the moves along the track, and the steps to a neighbouring place,
// that the board and what is left to play would let the men of the player to move
// make, whatever the rules say; only the acts that some rule permits with that part.
// They cannot be played: which of them are legal Moves says.
func (in *Interpreter) Conceive(s *State, buf []Move) []Move {
	in.view(s, int(s.b[hTo]))
	p, n := in.p, s.partsLeft()
	if s.b[hFixed] != 0 {
		n = min(n, 1)
	}
	for i := range n {
		if s.isAgain(i) {
			continue
		}
		in.part = int(s.b[hLeft+i] &^ optional)
		for _, act := range []Act{Step, Advance} {
			if !slices.ContainsFunc(p.Allows, func(a Allow) bool { return a.Act == act && a.Parts[in.part] }) {
				continue
			}
			for c := range p.classes {
				for f := range p.Places {
					if s.menOfClass(p, in.me, c, f) > 0 {
						buf = in.conceive(Move{Act: act, Part: uint8(in.part), From: int16(f), Over: -1, Class: uint8(c), Men: 1, rule: -1}, buf)
					}
				}
			}
		}
	}
	return buf
}

// conceive lists those of one man.
func (in *Interpreter) conceive(m Move, buf []Move) []Move {
	if m.Act == Step {
		for _, t := range in.p.Near[in.me][m.From].Places() {
			m.To = int16(t)
			buf = append(buf, m)
		}
		return buf
	}
	for i, a := range in.p.aheadOf(int(m.From), in.p.Parts[m.Part].Number) {
		m.To, m.way = int16(a.To), int16(i+1)
		buf = append(buf, m)
	}
	return buf
}

// Passed is the set of places that a move of the player to move in s passes over.
func (in *Interpreter) Passed(s *State, m *Move) Set {
	in.view(s, int(s.b[hTo]))
	in.load(m)
	return in.passed()
}

// PartsLeft lists what is still to be played in s, and throws that are owed.
func (p *Program) PartsLeft(s *State) []Left {
	var out []Left
	for i := range int(s.b[hLeftN]) {
		x := s.b[hLeft+i]
		out = append(out, Left{Part: int(x &^ optional), Optional: x&optional != 0})
	}
	return out
}

// InOrder reports whether only the first of the parts left may be played.
func (s *State) InOrder() bool { return s.b[hFixed] != 0 }

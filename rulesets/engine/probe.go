package engine

import "slices"

// Probe reports, for each probe of the program, whether a move of the player to
// move in s is one that it asks about, and appends the answers to buf. The move
// may be a legal one or a candidate that was refused.
func (in *Interpreter) Probe(s *State, m *Move, buf []bool) []bool {
	in.view(s, int(s.b[hTo]))
	in.move = *m
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
	p, q := in.p, int(s.b[hTo])
	for _, part := range s.playable() {
		for _, act := range []Act{Step, Advance} {
			if !slices.ContainsFunc(p.Allows, func(a Allow) bool { return a.Act == act && a.Parts[part] }) {
				continue
			}
			p.eachMan(s, q, func(class, f int) {
				m := Move{Act: act, Part: part, From: int16(f), Over: -1, Class: uint8(class), Men: 1, rule: -1}
				if act == Step {
					for _, t := range p.Near[q][f].Places() {
						m.To = int16(t)
						buf = append(buf, m)
					}
					return
				}
				for i, a := range p.Ahead(f, p.Parts[part].Number) {
					m.To, m.way = int16(a.To), int16(i+1)
					buf = append(buf, m)
				}
			})
		}
	}
	return buf
}

// playable lists the parts that may be played next, each once.
func (s *State) playable() (parts []uint8) {
	for i := range s.partsLeft() {
		if !s.isAgain(i) && (i == 0 || s.b[hFixed] == 0) {
			parts = append(parts, s.b[hLeft+i]&^optional)
		}
	}
	return parts
}

// eachMan calls f with the marks and the place of every man of a player on the board,
// once for those that are alike.
func (p *Program) eachMan(s *State, q int, f func(class, at int)) {
	for c := range p.classes {
		for at := range p.Places {
			if s.menOfClass(p, q, c, at) > 0 {
				f(c, at)
			}
		}
	}
}

// Passed is the set of places that a move of the player to move in s passes over.
func (in *Interpreter) Passed(s *State, m *Move) Set {
	in.view(s, int(s.b[hTo]))
	in.move = *m
	return in.found(&Node{Op: SPassed})
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

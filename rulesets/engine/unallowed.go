package engine

import "slices"

// Unallowed lists what the track offers at a decision and no permission gives: a man
// as many steps on as a number that can be played, or off the board where the number
// reaches so far. No prohibition refuses it, but the permissions for the act leave it
// out, by a condition or by the places that they name; they are its statements. So
// that it makes no difference whether a rule forbids a thing or does not allow it.
func (in *Interpreter) Unallowed(s *State, e *Explanation) []Refusal {
	p, q := in.p, int(s.b[hTo])
	var out []Refusal
	for _, part := range s.playable() {
		number := p.Parts[part].Number
		if number < 1 {
			continue
		}
		advance, off := p.permissions(s, part, Advance), p.permissions(s, part, BearOff)
		p.eachMan(s, q, func(class, f int) {
			if a := s.active(); a >= 0 && a != f {
				return
			}
			m := Move{Act: Advance, Part: part, From: int16(f), Over: -1, Class: uint8(class), Men: 1, rule: -1}
			for w, a := range p.Ahead(f, number) {
				m.To, m.way = int16(a.To), int16(w+1)
				out = e.unless(m, advance, out)
			}
			m.Act, m.To, m.way = BearOff, int16(p.Places+p.StoreIndex(OffStore)), 0
			if p.Distance[f] > 0 && p.Distance[f] <= number {
				out = e.unless(m, off, out)
			}
		})
	}
	return out
}

// permissions are the statements that allow an act with a part in the stage of s.
func (p *Program) permissions(s *State, part uint8, act Act) (list []int) {
	for _, a := range p.Allows {
		if a.Act == act && s.inStage(a.Stages) && a.Parts[part] {
			list = append(list, a.Statement)
		}
	}
	return list
}

// unless adds a move to those that are not allowed, when the act is at all and the
// same man is neither allowed nor forbidden to go there, by whatever act and however
// many go with him.
func (e *Explanation) unless(m Move, permissions []int, out []Refusal) []Refusal {
	if len(permissions) == 0 {
		return out
	}
	is := func(o Move) bool {
		return o.Part == m.Part && o.From == m.From && o.To == m.To && o.Class == m.Class
	}
	if slices.ContainsFunc(e.Moves, is) || slices.ContainsFunc(e.Refused, func(r Refusal) bool { return is(r.Move) }) {
		return out
	}
	return append(out, Refusal{Move: m, Statements: permissions})
}

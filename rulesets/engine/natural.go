package engine

// Unallowed lists what the track offers at a decision and no permission gives: a man
// as many steps on as a number that can be played, or off the board where the number
// reaches so far. No prohibition refuses it, but the permissions for the act leave it
// out, by a condition or by the places that they name; they are its statements. So
// that it makes no difference whether a rule forbids a thing or does not allow it.
func (in *Interpreter) Unallowed(s *State, e *Explanation) []Refusal {
	p, q := in.p, int(s.b[hTo])
	var out []Refusal
	n := s.partsLeft()
	if s.b[hFixed] != 0 {
		n = min(n, 1)
	}
	for i := range n {
		part := s.b[hLeft+i] &^ optional
		number := p.Parts[part].Number
		if s.isAgain(i) || number < 1 {
			continue
		}
		advance, off := p.permissions(s, part, Advance), p.permissions(s, part, BearOff)
		for f := range p.Places {
			if a := s.active(); a >= 0 && a != f || s.men(p, q, f) == 0 {
				continue
			}
			for c := range p.classes {
				if s.menOfClass(p, q, c, f) == 0 {
					continue
				}
				m := Move{Act: Advance, Part: part, From: int16(f), Over: -1, Class: uint8(c), Men: 1, rule: -1}
				for w, a := range p.aheadOf(f, number) {
					m.To, m.way = int16(a.To), int16(w+1)
					out = e.unless(m, advance, out)
				}
				m.Act, m.To, m.way = BearOff, int16(p.Places+p.StoreIndex(OffStore)), 0
				if len(off) > 0 && p.Distance[f] > 0 && p.Distance[f] <= number {
					out = e.unless(m, off, out)
				}
			}
		}
	}
	return out
}

// permissions are the statements that allow an act with a part in the stage of s.
func (p *Program) permissions(s *State, part uint8, act Act) []int {
	var list []int
	for _, a := range p.rulesOf(s).allows[part] {
		if a.Act == act {
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
	is := func(o *Move) bool { return o.Part == m.Part && o.From == m.From && o.To == m.To && o.Class == m.Class }
	for i := range e.Moves {
		if is(&e.Moves[i]) {
			return out
		}
	}
	for i := range e.Refused {
		if is(&e.Refused[i].Move) {
			return out
		}
	}
	return append(out, Refusal{Move: m, Statements: permissions})
}

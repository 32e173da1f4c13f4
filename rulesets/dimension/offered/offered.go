// Package offered lists what a board and what is left to play would let men do at a decision,
// whatever the rules say: so that it makes no difference whether a rule forbids a thing or
// does not allow it.
package offered

import (
	"slices"

	"github.com/lectio/lectio/rulesets/engine"
)

// Moves lists the moves along the track, and the steps to a neighbouring place,
// that the board and what is left to play would let the men of the player to move
// make, whatever the rules say; only the acts that some rule permits with that part.
// They cannot be played: which of them are legal [engine.Interpreter.Moves] says.
func Moves(p *engine.Program, s *engine.State) (list []engine.Move) {
	q := s.Player()
	for _, part := range playable(s) {
		for _, act := range []engine.Act{engine.Step, engine.Advance} {
			if !slices.ContainsFunc(p.Allows, func(a engine.Allow) bool { return a.Act == act && a.Parts[part] }) {
				continue
			}
			eachMan(p, s, q, func(class, f int) {
				m := engine.Move{Act: act, Part: uint8(part), From: int16(f), Over: -1, Class: uint8(class), Men: 1}
				if act == engine.Step {
					for _, t := range p.Near[q][f].Places() {
						m.To = int16(t)
						list = append(list, m)
					}
					return
				}
				for i, a := range p.Ahead(f, p.Parts[part].Number) {
					m.To, m.Way = int16(a.To), int16(i+1)
					list = append(list, m)
				}
			})
		}
	}
	return list
}

// playable lists the parts that may be played next, each once.
func playable(s *engine.State) (parts []int) {
	for i, part := range s.Left() {
		if !slices.Contains(parts, part) && (i == 0 || !s.InOrder()) {
			parts = append(parts, part)
		}
	}
	return parts
}

// eachMan calls f with the marks and the place of every man of a player on the board,
// once for those that are alike.
func eachMan(p *engine.Program, s *engine.State, q int, f func(class, at int)) {
	for c := range p.Classes() {
		for at := range p.Places {
			if s.MenOfClass(p, q, c, at) > 0 {
				f(c, at)
			}
		}
	}
}

// Unallowed lists what the track offers at a decision and no permission gives: a man
// as many steps on as a number that can be played, or off the board where the number
// reaches so far. No prohibition refuses it, but the permissions for the act leave it
// out, by a condition or by the places that they name; they are its statements.
func Unallowed(p *engine.Program, s *engine.State, e *engine.Explanation) (out []engine.Refusal) {
	q := s.Player()
	for _, part := range playable(s) {
		number := p.Parts[part].Number
		if number < 1 {
			continue
		}
		advance, off := permissions(p, s, part, engine.Advance), permissions(p, s, part, engine.BearOff)
		eachMan(p, s, q, func(class, f int) {
			if a := s.Active(); a >= 0 && a != f {
				return
			}
			m := engine.Move{Act: engine.Advance, Part: uint8(part), From: int16(f), Over: -1, Class: uint8(class), Men: 1}
			for w, a := range p.Ahead(f, number) {
				m.To, m.Way = int16(a.To), int16(w+1)
				out = unless(e, m, advance, out)
			}
			m.Act, m.To, m.Way = engine.BearOff, int16(p.Places+p.StoreIndex(engine.OffStore)), 0
			if p.Distance[f] > 0 && p.Distance[f] <= number {
				out = unless(e, m, off, out)
			}
		})
	}
	return out
}

// permissions are the statements that allow an act with a part in the stage of s.
func permissions(p *engine.Program, s *engine.State, part int, act engine.Act) (list []int) {
	for _, a := range p.Allows {
		if a.Act == act && s.Stage() >= 0 && a.Stages>>s.Stage()&1 != 0 && a.Parts[part] {
			list = append(list, a.Statement)
		}
	}
	return list
}

// unless adds a move to those that are not allowed, when the act is at all and the
// same man is neither allowed nor forbidden to go there, by whatever act and however
// many go with him.
func unless(e *engine.Explanation, m engine.Move, permissions []int, out []engine.Refusal) []engine.Refusal {
	if len(permissions) == 0 {
		return out
	}
	is := func(o engine.Move) bool {
		return o.Part == m.Part && o.From == m.From && o.To == m.To && o.Class == m.Class
	}
	if slices.ContainsFunc(e.Moves, is) || slices.ContainsFunc(e.Refused, func(r engine.Refusal) bool { return is(r.Move) }) {
		return out
	}
	return append(out, engine.Refusal{Move: m, Statements: permissions})
}

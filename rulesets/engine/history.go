package engine

import "github.com/lectio/lectio/rulesets/engine/history"

// Remember adds a position at which a turn began to a history.
func (p *Program) Remember(h *history.History, s *State) {
	if !p.RepetitionMatters && !h.Keep {
		h.Occurrences = 1
		return
	}
	if old := h.Positions(); len(old) > 0 && p.irreversible(&State{old[len(old)-1]}, s) {
		h.Reset()
	}
	p.forgetAside(h.Add(s.b))
	h.Count()
}

// forgetAside takes out of a position what is no part of it.
func (p *Program) forgetAside(position []byte) {
	for v := range p.Vars {
		if p.Vars[v].Aside {
			clear(position[p.VarAt(v, 0):][:p.Holders(v)*p.width(v)])
		}
	}
}

// occurrences is how often the position has stood in which the turn began; where something is
// tested after a move that is its last, or when it is over, the one in which the next begins.
func (in *Interpreter) occurrences() int {
	h := in.History
	if h == nil {
		return 1
	}
	if in.testing&AfterMoves != 0 {
		if sub := in.after(in.s); sub.passOn(sub.work, in.testing) {
			in.p.forgetAside(sub.work.b)
			return 1 + h.Times(sub.work.b)
		}
	}
	return h.Occurrences
}

// passOn carries s, in which something is tested at a moment, on to the position in which the
// next turn begins. It reports whether there is one: whether nothing is left of this turn.
func (in *Interpreter) passOn(s *State, at Moment) bool {
	q := s.Owner()
	for s.b[hOver] == 0 {
		switch {
		case at == AtPlayed || s.partsLeft() == 0 && s.b[hInThrow] != 0 && s.onlyThrows():
			at, s.b[hInThrow] = 0, 0
			in.closeThrow(s, q)
		case s.b[hLeftN] == 0:
			if at != AtTurn { // what answers it has happened before
				in.answer(s, q, OnTurnEnd, noMove)
			}
			return s.b[hLeftN] == 0 && in.takeTurn(s, in.nextPlayer(s))
		case s.partsLeft() > 0 && s.owed(in.p, MostParts) == 0 && !in.exists(s):
			in.drop(s, false)
		default:
			return false
		}
	}
	return false
}

// OneWay reports whether men pass through a store in one direction only.
func (p *Program) OneWay(store int) bool { return p.oneWay[store] }

// irreversible reports whether men have passed through a store through which they pass
// in one direction only, so that no earlier position can come again.
func (p *Program) irreversible(from, to *State) bool {
	for q := range p.Players {
		for st, oneWay := range p.oneWay {
			if oneWay && from.InStore(p, q, st) != to.InStore(p, q, st) {
				return true
			}
		}
	}
	return false
}

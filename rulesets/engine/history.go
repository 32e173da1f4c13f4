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
	position := h.Add(s.b)
	for v := range p.Vars {
		if p.Vars[v].Aside { // it is no part of a position
			clear(position[p.VarAt(v, 0):][:p.Holders(v)*p.width(v)])
		}
	}
	h.Count()
}

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

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
